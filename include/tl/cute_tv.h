/* tl/cute_tv.h - Thread-value layouts: which elements of a tile each thread
 * holds.
 *
 * A thread-value layout ((threads),(values)) maps (thread, value) to the
 * column-major index of an element of the tile.  It is a register layout when
 * it covers the tile; several threads or values that map to one element hold
 * copies of it.
 *
 *   ((4,8),(2,2)):((32,1),(16,8)), tile = (16,8)
 *   thread 5 = (1,1), value 1 = (1,0) -> 32 + 1 + 16 = 49 -> element (1, 3)
 *
 * Source: CUTLASS, include/cute/atom/copy_atom.hpp and mma_atom.hpp (LayoutTV).
 *
 * Values are plain and own nothing. */
#ifndef TL_CUTE_TV_H
#define TL_CUTE_TV_H

#include "tl/cute_swizzle.h"

TL_C_BEGIN

typedef struct tl_cute_tv {
  tl_cute layout; /* of rank 2: threads, values */
  tl_list tile;   /* extents, the first dimension fastest; each >= 1 */
} tl_cute_tv;     /* no padding: equal layouts have equal bytes */

/* Law L26: checks that the rank is 2, strides are >= 0, every place holds an
 * element of the tile, every element is in a place, and in several only as the
 * copies of threads of stride 0; and that the dimensions of the tile cut the
 * layout into whole digits.  The message names the elements, threads and values
 * that show it. */
TL_MUST_CHECK tl_code tl_cute_tv_create(const tl_cute *layout,
                                        const tl_list *tile, tl_cute_tv *out,
                                        tl_error *error);

/* The thread-value layout of a tiled copy: `threads` spread over the tile, each
 * with a block of `values` (both map coordinates to thread and value numbers;
 * law L26: the raked product of the two says where each value is).
 * The tile is the tiler.
 *
 *   make_tv((4,8):(8,1), (2,2):(1,2))
 *     -> ((8,4),(2,2)):((16,2),(1,8)), tile = (8, 16)
 * Source: make_tiled_copy and cute.make_layout_tv. */
TL_MUST_CHECK tl_code tl_cute_tv_make(const tl_cute *threads,
                                      const tl_cute *values, tl_cute_tv *out,
                                      tl_error *error);

/* The same threads and slots as a tile layout on tx and m (law L26), and back
 * over the threads of `scope` in waves of `lanes` (law L40): as
 * tl_layout_to_register, for ranks of 1 and more; the shape is the tile,
 * replicas are modes of stride 0.  Threads and values are coalesced; from a
 * thread-value layout of that form and back is the same value.
 *
 *   S[(32, 8) : (1@laneid, 1)], warp -> (32,8):(1,32), tile = (32, 8) */
TL_MUST_CHECK tl_code tl_layout_from_cute_tv(const tl_cute_tv *layout,
                                             tl_layout *out, tl_error *error);
TL_MUST_CHECK tl_code tl_layout_to_cute_tv(const tl_layout *layout,
                                           tl_scope scope, int64_t lanes,
                                           tl_cute_tv *out, tl_error *error);

TL_C_END
#endif /* TL_CUTE_TV_H */
