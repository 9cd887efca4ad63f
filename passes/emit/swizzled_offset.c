/* swizzled_offset.c - see swizzled_offset.h. */
#include "swizzled_offset.h"

static MlirValue build_moved(const tl_builder *builder, tl_swizzling *how,
                             tl_place at, int64_t *constant);
static MlirValue build_swizzled(const tl_builder *builder, tl_swizzling *how,
                                MlirValue offset, int64_t low);

void tl_swizzling_open(tl_swizzling *how, const tl_swizzle *swizzle,
                       int64_t bits) {
  how->swizzle = *swizzle;
  how->bits = bits;
  how->known_count = 0;
}

tl_place tl_place_of(const tl_swizzling *how, MlirValue offset) {
  bool is_swizzled = how->swizzle.bits && how->bits >= 0;
  return is_swizzled ? (tl_place){.base = offset}
                     : (tl_place){.offset = offset};
}

/* A multiple of the swizzle's period can be added after it (law L6); accesses
 * that differ by such multiples share one swizzled offset. */
MlirValue tl_build_place(const tl_builder *builder, tl_swizzling *how,
                         tl_place at, int64_t *constant) {
  const tl_swizzle *swizzle = &how->swizzle;
  *constant = at.constant;
  if (!swizzle->bits)
    return at.offset;
  if (!mlirValueIsNull(at.base))
    return build_moved(builder, how, at, constant);
  int64_t low = at.constant % tl_swizzle_period(swizzle);
  *constant -= low;
  return build_swizzled(builder, how, at.offset, low);
}

/* In a loop, low and high are values. */
static MlirValue build_moved_in_loop(const tl_builder *builder,
                                     tl_swizzling *how, tl_place at,
                                     int64_t *constant) {
  MlirValue all = tl_build_add_constant(builder, at.offset, at.constant);
  MlirValue low =
      tl_build_remainder(builder, all, tl_swizzle_period(&how->swizzle));
  MlirValue near =
      tl_build_xor(builder, at.base, build_swizzled(builder, how, low, 0));
  *constant = 0;
  return tl_build_add(builder, near, tl_build_difference(builder, all, low));
}

/* (base ^ swizzle(low)) + high; an addition where base and the former share no
 * bit. */
static MlirValue build_moved(const tl_builder *builder, tl_swizzling *how,
                             tl_place at, int64_t *constant) {
  const tl_swizzle *swizzle = &how->swizzle;
  if (!mlirValueIsNull(at.offset))
    return build_moved_in_loop(builder, how, at, constant);
  int64_t low = at.constant % tl_swizzle_period(swizzle);
  int64_t moved = tl_swizzle_apply(swizzle, low);
  bool is_sum = !(moved & how->bits);
  *constant = at.constant - low + (is_sum ? moved : 0);
  return is_sum
             ? at.base
             : tl_build_xor(builder, at.base, tl_build_index(builder, moved));
}

/* x ^ ((x & read mask) >> shift) of x = offset + low, built once for each of
 * the last few pairs. */
static MlirValue build_swizzled(const tl_builder *builder, tl_swizzling *how,
                                MlirValue offset, int64_t low) {
  const tl_swizzle *swizzle = &how->swizzle;
  for (unsigned i = 0; i < how->known_count && i < TL_KNOWN_OFFSETS; i++)
    if (how->known[i].low == low &&
        mlirValueEqual(how->known[i].offset, offset))
      return how->known[i].value;
  MlirValue x = tl_build_add_constant(builder, offset, low);
  MlirValue read = tl_build_mask_shift(
      builder, x, tl_swizzle_read_mask(swizzle), swizzle->shift);
  unsigned place = how->known_count++ % TL_KNOWN_OFFSETS;
  how->known[place].offset = offset;
  how->known[place].low = low;
  return how->known[place].value = tl_build_xor(builder, x, read);
}
