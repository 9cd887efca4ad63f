/* convert_copies.h - Copies of other dialects, as one plain value.
 *
 * A reader is a row: the name of an operation and what it says of a copy.  What
 * is decided of it, and what is written, is the same for all. */
#ifndef TL_CONVERT_COPIES_H
#define TL_CONVERT_COPIES_H

#include "passes/emit/memory_view.h"
#include "tl/copy_synthesis.h"
#include "tl/dialect.h"

/* The operation copies every element of a tile, in dimensions of the target. */
typedef struct tl_block_copy {
  MlirOperation operation;
  struct tl_block_side {
    MlirValue memref;
    tl_list from; /* of dimensions of the tile: those of the memref, or -1 where
                     it has one element for all */
  } sides[TL_SIDES];

  /* What is decided. */
  tl_list tile;
  MlirOperation resized[TL_SIDES]; /* memref.subview, of which the side is the
                                      result with other sizes; may be null */
  tl_list sizes[TL_SIDES];         /* these */
  int64_t bound_count;             /* 0: the tile is inside */
  int64_t bounds[TL_MAX_RANK];
  MlirValue bound_values[TL_MAX_RANK];
  MlirAttribute pad;  /* may be null */
  MlirOperation fill; /* what is there before; goes with the copy; may be null
                        */
  int64_t threads;
} tl_block_copy;

/* Whether the operation copies all of a memref to another; reads the first
 * part. */
bool tl_block_copy_read(MlirOperation operation, tl_block_copy *out);

/* Rules W3 to W6: the tile and its bounds; TL_UNSUPPORTED with the reason where
 * tl.copy does not say the same. */
TL_MUST_CHECK tl_code tl_block_copy_decide(tl_block_copy *copy,
                                           tl_error *error);

/* What the memref is a view of. */
MlirValue tl_viewed_buffer(MlirValue memref);

#endif /* TL_CONVERT_COPIES_H */
