/* cute_tv_notation.h - The row of #tl.cute_tv. */
#ifndef TL_CUTE_TV_NOTATION_H
#define TL_CUTE_TV_NOTATION_H

#include "tl/notation.h"

extern const tl_notation TL_CUTE_TV_NOTATION;

#endif /* TL_CUTE_TV_NOTATION_H */
