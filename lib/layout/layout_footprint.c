/* layout_footprint.c - The largest offset of a swizzled layout.
 *
 * A swizzle of base b passes the lowest b bits on, so it moves blocks of 2^b
 * offsets as a whole, and it keeps the bits above those that it changes.  Hence
 * the largest swizzled offset is that of an offset that agrees with the largest
 * one above the bits that are changed: blocks are tried from the last place on,
 * until the layout has an offset in one, of which the largest counts. */
#include "base/checked.h"
#include "layout_questions_sums.h"

/* `last` is the largest offset before the swizzle.  False when it takes more
 * than TL_QUESTION_STEPS steps. */
static bool find_largest(const tl_layout *layout, int64_t last,
                         int64_t *largest) {
  const tl_swizzle *swizzle = &layout->swizzle;
  int64_t up = swizzle->shift < 0 ? -swizzle->shift : 0;
  int64_t low = (INT64_C(1) << swizzle->base) - 1;
  int64_t below = (INT64_C(1) << (swizzle->base + swizzle->bits + up)) - 1;
  int64_t offset = layout->offset[TL_AXIS_M], budget = TL_QUESTION_STEPS;
  sum_set sums;
  tl_sums_read(layout, TL_AXIS_M, 0, &sums);
  for (int64_t place = (last | below) & ~low; budget-- > 0; place -= low + 1) {
    int64_t first = tl_swizzle_undo(swizzle, place), found;
    int64_t end = (first | low) < last ? first | low : last;
    if (first > last || end < offset)
      continue;
    if (tl_sums_last(&sums, 0, end - offset, &found, &budget) != TL_YES)
      return false;
    *largest = place | ((offset + found) & low);
    if (offset + found >= first)
      return true;
  }
  return false;
}

tl_code tl_layout_footprint(const tl_layout *layout, int64_t *elements,
                            tl_error *error) {
  int64_t largest;
  TL_TRY(tl_layout_span(layout, TL_AXIS_M, elements, error));
  if (!layout->swizzle.bits)
    return TL_OK;
  if (find_largest(layout, *elements - 1, &largest))
    return tl_add(largest, 1, elements, error);
  int64_t changed = tl_swizzle_changed_mask(&layout->swizzle);
  int64_t block = changed + (changed & -changed);
  return tl_multiply((*elements - 1) / block + 1, block, elements, error);
}
