/* cute_notation.h - The row of #tl.cute. */
#ifndef TL_CUTE_NOTATION_H
#define TL_CUTE_NOTATION_H

#include "tl/notation.h"

extern const tl_notation TL_CUTE_NOTATION;

#endif /* TL_CUTE_NOTATION_H */
