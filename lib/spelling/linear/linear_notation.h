/* linear_notation.h - The row of #tl.linear. */
#ifndef TL_LINEAR_NOTATION_H
#define TL_LINEAR_NOTATION_H

#include "tl/notation.h"

extern const tl_notation TL_LINEAR_NOTATION;

#endif /* TL_LINEAR_NOTATION_H */
