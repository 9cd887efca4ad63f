/* shared_notation.h - The row of #tl.shared. */
#ifndef TL_SHARED_NOTATION_H
#define TL_SHARED_NOTATION_H

#include "tl/notation.h"

extern const tl_notation TL_SHARED_NOTATION;

#endif /* TL_SHARED_NOTATION_H */
