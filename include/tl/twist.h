/* tl/twist.h - Bits of a number XORed into others of it: an invertible map.
 *
 * Values are plain and own nothing. */
#ifndef TL_TWIST_H
#define TL_TWIST_H

#include "tl/limits.h"
#include "tl/status.h"
#include <stdbool.h>
#include <stdint.h>

TL_C_BEGIN

/* x, of up to TL_MAX_TWIST bits, -> the XOR of of[k] for the bits k that x has.  All zero means that there
 * is none: x -> x. */
typedef struct tl_twist {
  uint32_t of[TL_MAX_TWIST];
} tl_twist; /* no padding: equal twists have equal bytes */

bool tl_twist_is_none(const tl_twist *twist);

/*   of = {1, 3}: 2 -> 3, 3 -> 2 */
int64_t tl_twist_apply(const tl_twist *twist, int64_t number);

/* The map back, of numbers of `bits` bits; false where two have one image.  That
 * of columns 2^k is no twist.  `out` may be `twist`.
 *
 * Law L51 (questions).  Of linear layouts answers are those of listing all
 * elements, twisted or not. */
TL_MUST_CHECK bool tl_twist_invert(const tl_twist *twist, int64_t bits,
                                   tl_twist *out);

TL_C_END
#endif /* TL_TWIST_H */
