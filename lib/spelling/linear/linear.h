/* linear.h - The bases of a linear layout. */
#ifndef TL_SPELLING_LINEAR_H
#define TL_SPELLING_LINEAR_H

#include "tl/notation.h"

/* register, lane, warp; a value is made of as many lists and the shape. */
enum { TL_LINEAR_PARTS = 3 };

extern const tl_notation TL_LINEAR_NOTATION;

/* Those of a part, which are at most TL_MAX_LISTED. */
void tl_linear_bases(const tl_value *value, int part, tl_lists *out);

#endif /* TL_SPELLING_LINEAR_H */
