/* tile_notation.h - The row of #tl.tile. */
#ifndef TL_TILE_NOTATION_H
#define TL_TILE_NOTATION_H

#include "tl/notation.h"

extern const tl_notation TL_TILE_NOTATION;

#endif /* TL_TILE_NOTATION_H */
