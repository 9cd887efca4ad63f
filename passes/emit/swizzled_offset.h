/* swizzled_offset.h - Where accesses of one side of a thread copy lie, as IR.
 *
 * An access is at swizzle(offset + constant); or, where the offset is swizzled
 * already (see offset_bits of tl_thread_view), at (base ^ swizzle(low)) + high
 * of the strides below the swizzle's period and above it. */
#ifndef TL_SWIZZLED_OFFSET_H
#define TL_SWIZZLED_OFFSET_H

#include "ir_builder.h"
#include "tl/swizzle.h"

enum { TL_KNOWN_OFFSETS = 8 };

/* How the offsets of a side are swizzled, and the last ones that were. */
typedef struct tl_swizzling {
  tl_swizzle swizzle;
  int64_t bits;
  unsigned known_count;
  struct {
    MlirValue offset;
    int64_t low;
    MlirValue value; /* swizzle(offset + low) */
  } known[TL_KNOWN_OFFSETS];
} tl_swizzling;

/* A number known now, and values (null: 0) known at run time. */
typedef struct tl_place {
  MlirValue base; /* swizzled already; null where that is still to come */
  MlirValue offset;
  int64_t constant;
} tl_place;

void tl_swizzling_open(tl_swizzling *how, const tl_swizzle *swizzle,
                       int64_t bits);

tl_place tl_place_of(const tl_swizzling *how, MlirValue offset);

/* The value (null: 0) to which *constant is added. */
MlirValue tl_build_place(const tl_builder *builder, tl_swizzling *how,
                         tl_place at, int64_t *constant);

#endif /* TL_SWIZZLED_OFFSET_H */
