/* convert_copies.h - Copies of other dialects, as one plain value.
 *
 * A reader is a row: the name of an operation and what it says of a copy.  What
 * is decided of it, and what is written, is the same for all. */
#ifndef TL_CONVERT_COPIES_H
#define TL_CONVERT_COPIES_H

#include "passes/emit/memory_view.h"
#include "passes/facts/distinct_buffers.h"
#include "passes/facts/value_facts.h"
#include "tl/copy_synthesis.h"
#include "tl/dialect.h"

/* value * scale + number, of which `number` is at least 0. */
typedef struct tl_block_origin {
  MlirValue value; /* may be null */
  int64_t scale, number;
} tl_block_origin;

/* Dimensions of the tile are those of the copy; `from` and the origin have those
 * of memory that select a slice before them. */
typedef struct tl_block_side {
  MlirValue memref;
  tl_list from; /* dimensions of the memref, or -1 where it has one element for
                   all */
  bool has_origin;
  tl_block_origin origin[TL_MAX_RANK];

  /* What is touched, along dimensions of the tile. */
  bool is_bounded;
  bool is_cut[TL_MAX_RANK];    /* what is in the memref, */
  MlirValue mask[TL_MAX_RANK]; /* and so many from the origin on; may be null */
  MlirValue masked;            /* by this vector.create_mask; may be null */
  bool is_ended[TL_MAX_RANK];  /* and up to ... */
  tl_block_origin end[TL_MAX_RANK]; /* ... this */

  /* What is decided. */
  MlirOperation resized; /* memref.subview, of which the side is the result
                            with other sizes; may be null */
  tl_list sizes;         /* these */
} tl_block_side;

/* The operation copies every element of a tile. */
typedef struct tl_block_copy {
  MlirOperation operation;
  MlirOperation read;   /* what goes with it, of which it is the one use; may be
                         null */
  MlirOperation turned; /* the vector.transpose between them, or null */
  MlirOperation started; /* of asynchronous copies, the one in it; or null */
  bool has_inside;       /* what goes with it, too */
  bool is_nest;          /* of loops, */
  bool is_in_order;      /* one turn after the other */
  bool is_around;        /* what is left is read again without its first loop */
  tl_block_side sides[TL_SIDES];
  tl_list tile;      /* of rank 0 where the sides say it */
  MlirAttribute pad; /* past the bounds of the source; may be null */
  tl_error why;      /* it looks like a copy, and is left; TL_OK: it is one */

  /* What is decided. */
  int64_t bounded; /* the side that has bounds; -1: the tile is inside */
  int64_t bounds[TL_MAX_RANK]; /* of a resized one */
  MlirValue bound_values[TL_MAX_RANK];
  MlirOperation fill; /* what is there before; goes with the copy; may be null
                       */
  tl_scope scope;     /* a block, or a thread for itself */
  int64_t threads;    /* of the block */
  MlirOperation group, wait; /* of what is started, */
  bool ends_inside;          /* in the nest */
} tl_block_copy;

/* Whether the operation copies all of a memref, or of a tile, to another, or
 * looks like it; reads the first parts. */
bool tl_block_copy_read(MlirOperation operation, tl_block_copy *out);

/* The same of one that writes a vector, and may be inside of a vector.mask. */
bool tl_read_transfer(MlirOperation write, tl_block_copy *out);

/* The operation inside of a vector.mask, or itself. */
MlirOperation tl_unmasked(MlirOperation operation);

/* Of loops that copy part by part. */
bool tl_read_nest(MlirOperation outer, tl_block_copy *out);

/* Rule W9: the group and the wait of what is started. */
TL_MUST_CHECK tl_code tl_find_groups(tl_block_copy *copy, tl_error *error);

/* Writes operations of tl in place of them, in front of the nest if they were
 * inside; the builder stands where those of the wait end. */
void tl_write_groups(tl_builder *builder, const tl_block_copy *copy);

/* Rules W3 to W9: the tile and its bounds; TL_UNSUPPORTED with the reason where
 * tl.copy does not say the same. */
TL_MUST_CHECK tl_code tl_block_copy_decide(tl_facts *facts, tl_block_copy *copy,
                                           tl_error *error);

/* Whether no value but its views is the buffer of the memref.subview, which is read
 * and written through views like this one alone, after the copy. */
bool tl_is_seen_through(MlirOperation subview, MlirOperation copy);

/* Whether the buffer that a vector.transfer_write has a mask for, or one around it, is
 * its own, and read there under that mask alone, afterwards. */
bool tl_is_read_masked(MlirOperation write);

/* A linalg.fill of the buffer before the copy, with nothing in between that
 * reads or writes it; or null. */
MlirOperation tl_fill_before(MlirValue buffer, MlirOperation copy);

/* Whether neither writes what the other one reads or writes. */
bool tl_block_copies_are_apart(const tl_block_copy *a, const tl_block_copy *b);

/* Whether it is a constant, 0 for null. */
bool tl_constant_of(MlirValue value, int64_t *number);

#endif /* TL_CONVERT_COPIES_H */
