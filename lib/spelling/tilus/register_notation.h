/* register_notation.h - The row of #tl.register. */
#ifndef TL_REGISTER_NOTATION_H
#define TL_REGISTER_NOTATION_H

#include "tl/notation.h"

extern const tl_notation TL_REGISTER_NOTATION;

#endif /* TL_REGISTER_NOTATION_H */
