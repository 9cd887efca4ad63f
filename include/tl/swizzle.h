/* tl/swizzle.h - Bits of an offset XORed into other bits of it.
 *
 * Values are plain and own nothing. */
#ifndef TL_SWIZZLE_H
#define TL_SWIZZLE_H

#include "tl/status.h"
#include <stdint.h>

TL_C_BEGIN

/* x -> x ^ ((x & (mask << (base + shift))) >> shift), mask = (1 << bits) - 1:
 * bits [base + shift, base + shift + bits) are XORed into [base, base + bits).
 * A negative shift XORs [base, base + bits) into the bits -shift above.  All
 * zero means no swizzle.  CuTe writes it Swizzle<bits, base, shift>. */
typedef struct tl_swizzle {
  int64_t base, bits, shift;
} tl_swizzle;

/* Checks the three numbers: base and bits >= 0, base + |shift| + bits <= 62,
 * and shift not 0 unless bits is, since the swizzle is a bijection only then
 * (law L6). */
TL_MUST_CHECK tl_code tl_swizzle_create(int64_t base, int64_t bits,
                                        int64_t shift, tl_swizzle *out,
                                        tl_error *error);

/* The bits that are XORed, and the bits that they are XORed into. */
int64_t tl_swizzle_read_mask(const tl_swizzle *swizzle);
int64_t tl_swizzle_changed_mask(const tl_swizzle *swizzle);

/* The power of two above both: multiples of it can be added before or after the
 * swizzle (law L6). */
int64_t tl_swizzle_period(const tl_swizzle *swizzle);

/* The swizzled offset; offset >= 0.
 *
 *   swizzle(base = 3, bits = 3, shift = 3): 64 -> 72 */
int64_t tl_swizzle_apply(const tl_swizzle *swizzle, int64_t offset);

/* Each of `count` offsets is swizzled. */
void tl_swizzle_apply_each(const tl_swizzle *swizzle, int64_t *offsets,
                           int64_t count);

/* The number that the swizzle takes to `offset` >= 0. */
int64_t tl_swizzle_undo(const tl_swizzle *swizzle, int64_t offset);

/* The swizzle without the bits that no offset up to `largest` has; all zero if
 * none is left. */
tl_swizzle tl_swizzle_trim(const tl_swizzle *swizzle, int64_t largest);

TL_C_END
#endif /* TL_SWIZZLE_H */
