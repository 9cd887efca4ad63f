/* linear.c - The linear layout value; see tl/linear.h.
 *
 * A tile layout without swizzle moves the place by a stride for each bit of the
 * coordinate, and sums of strides are XORs for all coordinates exactly when no
 * two of them share a bit.  So each basis is a single bit of the coordinate or
 * zero, and each bit belongs to one basis.  With a swizzle z of the slot, the
 * bases of registers are those of z^-1(2^k), which a search over all swizzles
 * of that many bits undoes: U[k] = XOR of the bases of the bits of z(2^k). */
#include "base/checked.h"
#include "layout/layout_questions_sums.h"
#include "layout/modes.h"
#include "linear_part.h"

_Static_assert(sizeof(tl_linear) ==
                   sizeof(int64_t) * (4 * (1 + TL_MAX_ITERS) + 3),
               "tl_linear is compared bytewise and must have no padding");

static tl_code check_powers(const tl_list *shape, tl_error *error);
static tl_code read_basis(const tl_list *shape, const tl_lists *bases,
                          tl_linear_part part, int64_t k, tl_linear *out,
                          tl_error *error);
static bool is_unit(int64_t basis) { return (basis & (basis - 1)) == 0; }
static void find_swizzle(tl_linear *layout);
static tl_code check_basis(const tl_linear *layout, tl_linear_part part,
                           int64_t k, int64_t *moved, tl_error *error);
static tl_code fail_basis(const tl_linear *layout, tl_linear_part part,
                          int64_t k, const char *why, tl_error *error);

const char *tl_linear_part_name(tl_linear_part part) {
  static const char *const NAMES[TL_LINEAR_PARTS] = {"register", "lane",
                                                     "warp"};
  return NAMES[part];
}

tl_code tl_linear_create(const tl_list *shape, const tl_lists *bases,
                         tl_linear *out, tl_error *error) {
  tl_linear layout = {.shape = *shape};
  int64_t size, moved = 0;
  TL_TRY(check_powers(shape, error));
  TL_TRY(tl_list_product(shape, &size, error));
  for (tl_linear_part part = 0; part < TL_LINEAR_PARTS; part++)
    for (int64_t k = 0; k < bases[part].count; k++)
      TL_TRY(read_basis(shape, bases, part, k, &layout, error));
  find_swizzle(&layout);
  for (tl_linear_part part = 0; part < TL_LINEAR_PARTS; part++)
    for (int64_t k = 0; k < layout.bases[part].count; k++)
      TL_TRY(check_basis(&layout, part, k, &moved, error));
  int64_t left = (size - 1) & ~moved;
  if (left != 0) {
    tl_list nowhere = tl_linear_coordinate(shape, left & -left);
    char text[QUESTION_TEXT];
    tl_format_coordinate(&nowhere, text);
    return tl_fail(error, TL_INVALID,
                   "no basis moves to element %s, which nothing holds", text);
  }
  *out = layout;
  return TL_OK;
}

static tl_code check_powers(const tl_list *shape, tl_error *error) {
  TL_TRY(tl_check_shape(shape, error));
  for (int64_t d = 0; d < shape->count; d++)
    if (!is_unit(shape->items[d]))
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of dimension %" PRId64
                     " is no power of two",
                     shape->items[d], d);
  return TL_OK;
}

static tl_code read_basis(const tl_list *shape, const tl_lists *bases,
                          tl_linear_part part, int64_t k, tl_linear *out,
                          tl_error *error) {
  tl_list basis = {.count = bases[part].length};
  int64_t number = 0;
  char text[QUESTION_TEXT];
  for (int64_t d = 0; d < basis.count; d++)
    basis.items[d] = bases[part].items[k][d];
  tl_format_coordinate(&basis, text);
  if (tl_list_check_coordinate(shape, &basis, NULL) != TL_OK)
    return tl_fail(error, TL_INVALID,
                   "basis %" PRId64 " of %s, %s, is no coordinate of the shape",
                   k, tl_linear_part_name(part), text);
  for (int64_t d = 0; d < shape->count; d++)
    number = number * shape->items[d] + basis.items[d];
  return tl_list_append(&out->bases[part], number, error);
}

int64_t tl_linear_unit(const tl_linear *layout, tl_linear_part part,
                       int64_t k) {
  const tl_list *bases = &layout->bases[part];
  int64_t bits = INT64_C(1) << k, unit = 0;
  if (part == TL_LINEAR_REGISTER)
    bits = tl_swizzle_apply(&layout->swizzle, bits);
  for (int64_t i = 0; i < bases->count; i++)
    unit ^= bits >> i & 1 ? bases->items[i] : 0;
  return unit;
}

int64_t tl_linear_weight(const tl_linear *layout, tl_linear_part part,
                         int64_t k) {
  bool is_warp = part == TL_LINEAR_WARP;
  return INT64_C(1) << (k +
                        (is_warp ? layout->bases[TL_LINEAR_LANE].count : 0));
}

tl_list tl_linear_coordinate(const tl_list *shape, int64_t number) {
  tl_list coordinate = {.count = shape->count};
  for (int64_t d = shape->count - 1; d >= 0; d--)
    coordinate.items[d] = tl_take_digit(&number, shape->items[d]);
  return coordinate;
}

static bool has_units(const tl_linear *layout) {
  for (int64_t k = 0; k < layout->bases[TL_LINEAR_REGISTER].count; k++)
    if (!is_unit(tl_linear_unit(layout, TL_LINEAR_REGISTER, k)))
      return false;
  return true;
}

/* The first swizzle within the slots that leaves single bits; none where there
 * is none, or none is needed. */
static void find_swizzle(tl_linear *layout) {
  int64_t bits = layout->bases[TL_LINEAR_REGISTER].count;
  for (int64_t used = 0; used <= bits && !has_units(layout); used++)
    for (int64_t far = 1; far + used <= bits; far++)
      for (int64_t base = 0; base + far + used <= bits; base++)
        for (int64_t shift = far; used > 0 && shift >= -far; shift -= 2 * far) {
          layout->swizzle = (tl_swizzle){base, used, shift};
          if (has_units(layout))
            return;
        }
  if (!has_units(layout))
    layout->swizzle = (tl_swizzle){0};
}

/* Adds the bit that the basis moves along to *moved. */
static tl_code check_basis(const tl_linear *layout, tl_linear_part part,
                           int64_t k, int64_t *moved, tl_error *error) {
  int64_t unit = tl_linear_unit(layout, part, k);
  if (!is_unit(unit))
    return fail_basis(layout, part, k,
                      "moves along several bits, which no tile layout does",
                      error);
  if (*moved & unit)
    return fail_basis(layout, part, k,
                      "moves as another basis does; a tile layout adds digits "
                      "where they are XORed",
                      error);
  *moved |= unit;
  return TL_OK;
}

static tl_code fail_basis(const tl_linear *layout, tl_linear_part part,
                          int64_t k, const char *why, tl_error *error) {
  tl_list basis =
      tl_linear_coordinate(&layout->shape, layout->bases[part].items[k]);
  char text[QUESTION_TEXT];
  tl_format_coordinate(&basis, text);
  return tl_fail(error, TL_INVALID, "basis %" PRId64 " of %s, %s, %s", k,
                 tl_linear_part_name(part), text, why);
}
