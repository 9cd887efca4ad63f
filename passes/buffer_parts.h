/* buffer_parts.h - Views of buffers whose layout is open.
 *
 * Whole slices lie as their buffer does, and stay.  A copy of a part names the buffer
 * instead, by rule E7, of which the numbers may be those of a run here:
 *
 *   %part = memref.subview %S[%i, 16] [8, 16] [1, 1]
 *   %v = tl.load %part[%j, 0] layout auto ...
 * becomes
 *   %sum = arith.addi %i, %j
 *   %v = tl.load %S[%sum, 16] layout auto ... */
#ifndef TL_BUFFER_PARTS_H
#define TL_BUFFER_PARTS_H

#include "passes/emit/ir_builder.h"

/* Whether a view of one keeps the last `rank` dimensions of it. */
bool tl_keeps_slices(MlirOperation operation, int64_t rank);

/* What the memory is whole slices of, of that rank. */
MlirValue tl_buffer_of_slices(MlirValue memory, int64_t rank);

/* What was changed; zero at first. */
typedef struct tl_buffer_parts {
  tl_builder builder;
  tl_key_table built;
  struct tl_part_step *last; /* owned: tl_buffer_parts_end */
  bool is_whole;             /* false without memory */
} tl_buffer_parts;

/* Copies below the root name buffers, where they can; false without memory.  End it
 * once, with or without: what is kept leaves no view behind that only it used; what
 * is not is as if nothing had been. */
bool tl_buffer_parts_name(MlirOperation root, tl_buffer_parts *out);
void tl_buffer_parts_end(tl_buffer_parts *parts, bool is_kept);

#endif /* TL_BUFFER_PARTS_H */
