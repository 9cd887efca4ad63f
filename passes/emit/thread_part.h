/* thread_part.h - A part of a thread copy: some of its registers, in a row. */
#ifndef TL_THREAD_PART_H
#define TL_THREAD_PART_H

#include "ir_builder.h"
#include "tl/dialect.h"

/* The digits that change the registers of a thread copy most.  Digit d moves those
 * from d * slots on, up to those of d + 1. */
typedef struct tl_thread_digits {
  int64_t count, slots;
  int64_t atom; /* the number of it; -1: the starts are the digits */
} tl_thread_digits;

/* Of a load or store of a vector that is not of matrices.  False where it has no
 * such digits, or parts would be aligned less than what they are of. */
bool tl_thread_digits_read(const tl_thread_view *view, tl_thread_digits *out);

/* The load or store of `count` digits from `first` on, right where the builder is.
 * It has the registers of `fragment`, whose numbers begin at 0; of a load, whose
 * type it has. */
MlirOperation tl_build_thread_part(const tl_builder *builder,
                                   const tl_thread_view *view,
                                   const tl_thread_digits *digits,
                                   int64_t first, int64_t count, MlirType type,
                                   MlirValue fragment);

#endif /* TL_THREAD_PART_H */
