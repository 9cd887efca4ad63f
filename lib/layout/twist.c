/* twist.c - see tl/twist.h.
 *
 * The inverse is found by elimination: columns and the numbers that they are
 * the images of are added to each other, until column k has bit k alone. */
#include "tl/twist.h"

bool tl_twist_is_none(const tl_twist *twist) { return twist->of[0] == 0; }

int64_t tl_twist_apply(const tl_twist *twist, int64_t number) {
  int64_t image = 0;
  if (tl_twist_is_none(twist))
    return number;
  uint64_t rest = (uint64_t)number & ((UINT64_C(1) << TL_MAX_TWIST) - 1);
  for (; rest; rest &= rest - 1)
    image ^= (int64_t)twist->of[__builtin_ctzll(rest)];
  return image;
}

static void swap(uint32_t *a, uint32_t *b) {
  uint32_t other = *a;
  *a = *b;
  *b = other;
}

static bool is_identity(const tl_twist *twist, int64_t bits) {
  for (int64_t k = 0; k < bits; k++)
    if (twist->of[k] != UINT32_C(1) << k)
      return false;
  return true;
}

bool tl_twist_invert(const tl_twist *twist, int64_t bits, tl_twist *out) {
  tl_twist image = *twist, from = {{0}};
  bool is_none = tl_twist_is_none(twist);
  for (int64_t k = 0; k < bits; k++)
    from.of[k] = UINT32_C(1) << k;
  for (int64_t k = 0; k < bits && !is_none; k++) {
    int64_t pivot = k;
    while (pivot < bits && !(image.of[pivot] >> k & 1))
      pivot++;
    if (pivot == bits)
      return false;
    swap(&image.of[k], &image.of[pivot]);
    swap(&from.of[k], &from.of[pivot]);
    for (int64_t i = 0; i < bits; i++)
      if (i != k && image.of[i] >> k & 1) {
        image.of[i] ^= image.of[k];
        from.of[i] ^= from.of[k];
      }
  }
  *out = is_none || is_identity(&from, bits) ? (tl_twist){{0}} : from;
  return true;
}
