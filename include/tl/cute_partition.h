/* tl/cute_partition.h - Parts of tensors: tiles, and what is left of threads.
 *
 * A layout stands for a tensor whose data starts at 0; a part of it keeps where
 * it starts as its offset, and a part of a layout of coordinates (tl/cute.h)
 * says of which elements it is.
 *
 *   local_tile((128,64):(1,128), (32,16), (1,2)) -> 4128 o (32,16):(1,128)
 *   local_tile(identity, (32,16), (1,2)) -> (32,32) o (32,16):(1@0,1@1)
 *
 * Source: CUTLASS, include/cute/tensor_impl.hpp, of which every function here
 * has the name, the arguments and the result.
 *
 * Values are plain and own nothing.  `out` may be any of the inputs. */
#ifndef TL_CUTE_PARTITION_H
#define TL_CUTE_PARTITION_H

#include "tl/cute_swizzle.h"

TL_C_BEGIN

/* What a function makes of a tensor with a second layout, tiler or coordinate. */
typedef tl_code tl_composed_part(const tl_composed *tensor,
                                 const tl_tiler *tiler,
                                 const tl_tuple *coordinate, tl_composed *out,
                                 tl_error *error);

/* Law L61: the part with the integers of the coordinate fixed; result(c) is
 * tensor(c and the integers).  A swizzle of which no bits are left to permute
 * becomes strides, as in tl_composed_slice. */
TL_MUST_CHECK tl_code tl_composed_at(const tl_tuple *coordinate,
                                     const tl_composed *tensor,
                                     tl_composed *out, tl_error *error);

/* The tensor that starts at a coordinate, with the same shape. */
TL_MUST_CHECK tl_code tl_composed_domain_offset(const tl_tuple *coordinate,
                                                const tl_composed *tensor,
                                                tl_composed *out,
                                                tl_error *error);

/* Law L61: of zipped_divide(tensor, tiler) the tile (inner) at a coordinate of
 * the rest, or of all tiles the element (outer) at a coordinate of the tile.  A
 * tuple may name fewer modes; the others stay. */
TL_MUST_CHECK tl_composed_part tl_composed_inner_partition,
    tl_composed_outer_partition;

/* The coordinate of an offset of a compact layout, with an integer a mode. */
TL_MUST_CHECK tl_code tl_cute_flat_coordinate(int64_t offset,
                                              const tl_cute *layout,
                                              tl_tuple *out, tl_error *error);

/* The part of a tensor that a thread has, where threads are laid out over it as
 * `threads` says: outer_partition by its shape. */
TL_MUST_CHECK tl_code tl_composed_local_partition(const tl_composed *tensor,
                                                  const tl_cute *threads,
                                                  int64_t thread,
                                                  tl_composed *out,
                                                  tl_error *error);

TL_C_END
#endif /* TL_CUTE_PARTITION_H */
