/* linear.c - Linear layouts: which element each bit of a place moves to.
 *
 * The register, the lane and the warp that hold an element are numbers of bits.
 * A basis says to which coordinate its bit leads; the element of a place is the
 * XOR of the bases of the bits that are set.  A basis of zeros leads nowhere:
 * the bit numbers copies.
 *
 *   register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0]], warp = [],
 *   shape = [2, 8]:
 *     register 1 of lane 5 holds (0, 1) ^ (0, 2) ^ (1, 0) = (1, 3)
 *
 * Warp w begins at thread w times the lanes, a power of two.
 *
 * Law L50 (places): that is where an element is, and nowhere else.
 *
 * The bases other than zeros are as many as the bits of the coordinate, and
 * every coordinate is the XOR of some: no two places hold an element but those
 * of zeros.
 *
 * A tile layout without swizzle moves the place by a stride for each bit of the
 * coordinate, and sums of strides are XORs for all coordinates exactly when no
 * two of them share a bit.  So it says those whose bases are single bits.  With
 * a swizzle z of the slot, the bases of registers are those of z^-1(2^k), which
 * a search over all swizzles of that many bits undoes: U[k] = XOR of the bases of
 * the bits of z(2^k).  All others are twisted: place bit number k, of those that
 * move at all, holds bit k of a number, and the twist takes the coordinate to
 * it: the inverse of the bases.
 *
 * Source: Triton, include/triton/Tools/LinearLayout.h. */
#include "spelling/linear/linear.h"
#include "base/checked.h"
#include "layout/layout_digits.h"
#include "layout/layout_questions_sums.h"
#include "layout/modes.h"
#include "spelling/distribution.h"
#include "spelling/value_text.h"
#include "tl/notation.h"
#include <string.h>

enum { TL_KIND_LINEAR = TL_KIND_LATER };

enum { REGISTER, LANE, WARP, PART_COUNT = TL_LINEAR_PARTS };

static const char *const PARTS[PART_COUNT] = {"register", "lane", "warp"};

typedef struct linear_layout {
  tl_list shape; /* powers of two */
  /* A basis is kept as the row-major number of its coordinate, of which XOR is
   * the XOR of coordinates. */
  tl_list bases[PART_COUNT];
  tl_swizzle swizzle; /* that follows from the bases of registers */
} linear_layout;      /* no padding: equal layouts have equal bytes */

_Static_assert(sizeof(linear_layout) ==
                   sizeof(int64_t) * (4 * (1 + TL_MAX_ITERS) + 3),
               "linear_layout is compared bytewise and must have no padding");

static linear_layout read_value(const tl_value *value) {
  linear_layout layout;
  memcpy(&layout, value->as.words, sizeof layout);
  return layout;
}

static bool is_unit(int64_t basis) { return (basis & (basis - 1)) == 0; }

/* XOR of the bases of the bits that are set. */
static int64_t sum_bases(const tl_list *bases, int64_t bits) {
  int64_t sum = 0;
  for (int64_t i = 0; i < bases->count; i++)
    sum ^= bits >> i & 1 ? bases->items[i] : 0;
  return sum;
}

/* The basis of bit k once the swizzle is undone: a power of two, or 0. */
static int64_t unit_of(const linear_layout *layout, int part, int64_t k) {
  int64_t bits = INT64_C(1) << k;
  return sum_bases(&layout->bases[part],
                   part == REGISTER ? tl_swizzle_apply(&layout->swizzle, bits)
                                    : bits);
}

static tl_list coordinate_of(const tl_list *shape, int64_t number) {
  tl_list coordinate = {.count = shape->count};
  for (int64_t d = shape->count - 1; d >= 0; d--)
    coordinate.items[d] = tl_take_digit(&number, shape->items[d]);
  return coordinate;
}

static tl_code fail_basis(int part, int64_t k, const tl_list *basis,
                          const char *why, tl_error *error) {
  char text[QUESTION_TEXT];
  tl_format_coordinate(basis, text);
  return tl_fail(error, TL_INVALID, "basis %" PRId64 " of %s, %s, %s", k,
                 PARTS[part], text, why);
}

/* Each basis of a register is a bit of its own, or zero. */
static bool has_units(const linear_layout *layout) {
  int64_t taken = 0;
  for (int64_t k = 0; k < layout->bases[REGISTER].count; k++) {
    int64_t unit = unit_of(layout, REGISTER, k);
    if (!is_unit(unit) || (unit & taken))
      return false;
    taken |= unit;
  }
  return true;
}

/* The first swizzle within the slots that leaves single bits; none where there
 * is none, or none is needed. */
static void find_swizzle(linear_layout *layout) {
  int64_t bits = layout->bases[REGISTER].count;
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

/* The least number that `x` is, but for sums of independent numbers, of which no
 * other has the highest bit of one. */
static int64_t reduce(const tl_list *independent, int64_t x) {
  for (int64_t i = 0; i < independent->count; i++)
    if ((x ^ independent->items[i]) < x)
      x ^= independent->items[i];
  return x;
}

static tl_code add_independent(int64_t x, tl_list *independent,
                               tl_error *error) {
  int64_t i = 0;
  for (; i < independent->count && independent->items[i] > x; i++)
    ;
  TL_TRY(tl_list_append(independent, x, error));
  for (int64_t k = independent->count - 1; k > i; k--)
    independent->items[k] = independent->items[k - 1];
  independent->items[i] = x;
  return TL_OK;
}

/* Each element is the sum of some bases, and of no others but those of zeros,
 * once the swizzle is undone. */
static tl_code check_onto(const linear_layout *layout, tl_error *error) {
  tl_list independent = {0};
  int64_t size;
  TL_TRY(tl_list_product(&layout->shape, &size, error));
  for (int part = 0; part < PART_COUNT; part++)
    for (int64_t k = 0; k < layout->bases[part].count; k++) {
      int64_t unit = unit_of(layout, part, k);
      int64_t rest = reduce(&independent, unit);
      tl_list text =
          coordinate_of(&layout->shape, layout->bases[part].items[k]);
      if (unit && !rest)
        return fail_basis(part, k, &text,
                          "moves as others do together; a basis of zeros "
                          "numbers copies",
                          error);
      if (rest)
        TL_TRY(add_independent(rest, &independent, error));
    }
  for (int64_t bit = 1; bit < size; bit *= 2)
    if (reduce(&independent, bit)) {
      tl_list nowhere = coordinate_of(&layout->shape, bit);
      char text[QUESTION_TEXT];
      tl_format_coordinate(&nowhere, text);
      return tl_fail(error, TL_INVALID,
                     "no basis moves to element %s, which nothing holds", text);
    }
  return TL_OK;
}

static tl_code finish(linear_layout *layout, tl_value *out, tl_error *error) {
  find_swizzle(layout);
  TL_TRY(check_onto(layout, error));
  memcpy(out->as.words, layout, sizeof *layout);
  return TL_OK;
}

/* Whether a tile layout has the same map: every bit of the coordinate is moved
 * along by one basis alone, after a swizzle of the register where the bases of
 * registers are sums. */
static tl_code check_units(const linear_layout *layout, tl_error *error) {
  for (int part = 0; part < PART_COUNT; part++)
    for (int64_t k = 0; k < layout->bases[part].count; k++) {
      tl_list basis =
          coordinate_of(&layout->shape, layout->bases[part].items[k]);
      if (!is_unit(unit_of(layout, part, k)))
        return fail_basis(part, k, &basis,
                          "moves along several bits, which no tile layout does",
                          error);
    }
  return TL_OK;
}

static tl_code read_bases(const tl_lists *lists, int part, linear_layout *out,
                          tl_error *error) {
  for (int64_t k = 0; k < lists->count; k++) {
    tl_list basis = {.count = lists->length};
    int64_t number = 0;
    memcpy(basis.items, lists->items[k], sizeof lists->items[k]);
    if (tl_list_check_coordinate(&out->shape, &basis, NULL) != TL_OK)
      return fail_basis(part, k, &basis, "is no coordinate of the shape",
                        error);
    for (int64_t d = 0; d < basis.count; d++)
      number = number * out->shape.items[d] + basis.items[d];
    TL_TRY(tl_list_append(&out->bases[part], number, error));
  }
  return TL_OK;
}

static tl_code linear(const tl_value *arguments, TL_UNUSED int64_t lanes,
                      tl_value *out, tl_error *error) {
  linear_layout layout = {.shape = arguments[PART_COUNT].as.list};
  TL_TRY(tl_check_shape(&layout.shape, error));
  for (int64_t d = 0; d < layout.shape.count; d++)
    if (!is_unit(layout.shape.items[d]))
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of dimension %" PRId64
                     " is no power of two",
                     layout.shape.items[d], d);
  for (int part = 0; part < PART_COUNT; part++)
    if (arguments[part].kind == TL_KIND_LISTS)
      TL_TRY(read_bases(&arguments[part].as.lists, part, &layout, error));
  return finish(&layout, out, error);
}

static const tl_function FUNCTIONS[] = {
    {"linear",
     (tl_kind)TL_KIND_LINEAR,
     {{"register", TL_KIND_LISTS, TL_OPTIONAL, false},
      {"lane", TL_KIND_LISTS, TL_OPTIONAL, false},
      {"warp", TL_KIND_LISTS, TL_OPTIONAL, false},
      {"shape", TL_KIND_LIST, TL_REQUIRED, false}},
     linear},
};

static void print(const tl_value *value, TL_UNUSED bool in_attribute,
                  const tl_writer *text) {
  const linear_layout layout = read_value(value);
  for (int part = 0; part < PART_COUNT; part++) {
    tl_write(text, "%s = [", PARTS[part]);
    for (int64_t k = 0; k < layout.bases[part].count; k++) {
      tl_list basis = coordinate_of(&layout.shape, layout.bases[part].items[k]);
      tl_write(text, "%s", k ? ", " : "");
      tl_list_write(&basis, text);
    }
    tl_write(text, "], ");
  }
  tl_field_write("shape", &layout.shape, text);
}

/* Each bit of a number is a digit whose stride is the weight of the bit of the
 * place that moves along it, which `units` say; zeros are replicas. */
static tl_code write_digits(const linear_layout *layout,
                            const tl_list units[PART_COUNT], tl_layout *out,
                            tl_error *error) {
  tl_iter of_bit[64];
  tl_digits of_dimension[TL_MAX_RANK + 1] = {{0}}; /* and of the replicas */
  int64_t weight = 1, bit = 0, rank = layout->shape.count;
  for (int part = 0; part < PART_COUNT; part++) {
    weight = part == WARP ? weight : 1;
    for (int64_t k = 0; k < units[part].count; k++, weight *= 2) {
      int64_t unit = units[part].items[k];
      tl_iter iter = {2, weight, part == REGISTER ? TL_AXIS_M : TL_AXIS_TX, 0};
      if (unit)
        of_bit[__builtin_ctzll((uint64_t)unit)] = iter;
      else
        TL_TRY(tl_digits_push(&of_dimension[rank], iter, error));
    }
  }
  for (int64_t d = rank - 1; d >= 0; d--)
    for (int64_t rest = layout->shape.items[d]; rest > 1; rest /= 2)
      TL_TRY(tl_digits_push(&of_dimension[d], of_bit[bit++], error));
  for (int64_t d = 0; d <= rank; d++)
    TL_TRY(tl_layout_push_digits(out, rank, &of_dimension[d], error));
  return tl_layout_create(out, out, error);
}

static tl_code to_tile(const tl_value *value, tl_layout *out, tl_error *error) {
  const linear_layout layout = read_value(value);
  tl_layout fields = {.swizzle = layout.swizzle};
  tl_list units[PART_COUNT];
  TL_TRY(check_units(&layout, error));
  for (int part = 0; part < PART_COUNT; part++) {
    units[part] = layout.bases[part];
    for (int64_t k = 0; k < units[part].count; k++)
      units[part].items[k] = unit_of(&layout, part, k);
  }
  TL_TRY(write_digits(&layout, units, &fields, error));
  *out = fields;
  return TL_OK;
}

/* Bit k of the twisted number is that of basis k other than zeros. */
static tl_code to_twisted(const tl_value *value, tl_layout *out,
                          tl_error *error) {
  const linear_layout layout = read_value(value);
  tl_layout fields = {0};
  tl_list units[PART_COUNT];
  tl_twist bases = {{0}};
  int64_t bits = 0;
  if (!layout.swizzle.bits && check_units(&layout, NULL) == TL_OK)
    return to_tile(value, out, error);
  for (int part = 0; part < PART_COUNT; part++) {
    units[part] = layout.bases[part];
    for (int64_t k = 0; k < units[part].count; k++) {
      int64_t *unit = &units[part].items[k];
      if (*unit && bits == TL_MAX_TWIST)
        return tl_fail(error, TL_CAPACITY,
                       "more than %d bases move; that many are supported where "
                       "they are not single bits",
                       TL_MAX_TWIST);
      if (*unit) {
        bases.of[bits] = (uint32_t)*unit;
        *unit = INT64_C(1) << bits++;
      }
    }
  }
  if (!tl_twist_invert(&bases, bits, &fields.twist))
    return tl_fail(error, TL_INVALID, "the bases are no map of all elements");
  TL_TRY(write_digits(&layout, units, &fields, error));
  *out = fields;
  return TL_OK;
}

void tl_linear_bases(const tl_value *value, int part, tl_lists *out) {
  const linear_layout layout = read_value(value);
  *out = (tl_lists){layout.bases[part].count, layout.shape.count, {{0}}};
  for (int64_t k = 0; k < out->count; k++) {
    tl_list basis = coordinate_of(&layout.shape, layout.bases[part].items[k]);
    memcpy(out->items[k], basis.items, sizeof out->items[k]);
  }
}

static tl_code check_lanes(const tl_value *value, int64_t lanes,
                           tl_error *error) {
  const linear_layout layout = read_value(value);
  int64_t numbered = INT64_C(1) << layout.bases[LANE].count;
  if (layout.bases[WARP].count == 0 || numbered == lanes)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the bases of lane number %" PRId64
                 " lanes and those of warp follow; a warp has %" PRId64,
                 numbered, lanes);
}

/* A basis for each bit of the digits, fastest first: the row-major number of
 * where it leads. */
static tl_code list_bases(const tl_layout *layout, const tl_list *iters,
                          tl_list *out, tl_error *error) {
  for (int64_t i = 0; i < iters->count; i++) {
    int64_t number = iters->items[i], extent = layout->iters[number].extent;
    int64_t step = number < layout->shard_count;
    if (!is_unit(extent))
      return tl_fail(error, TL_INVALID,
                     "a digit of extent %" PRId64 " is no power of two",
                     extent);
    for (int64_t k = number + 1; k < layout->shard_count; k++)
      TL_TRY(tl_multiply(step, layout->iters[k].extent, &step, error));
    for (; extent > 1; extent /= 2, step *= 2)
      TL_TRY(tl_list_append(out, step, error));
  }
  return TL_OK;
}

static tl_code untwist(const tl_twist *twist, linear_layout *made,
                       tl_error *error) {
  tl_twist back;
  if (!tl_twist_invert(twist, tl_shape_bits(&made->shape), &back))
    return tl_fail(error, TL_INVALID, "the twist has no inverse");
  for (int part = 0; part < PART_COUNT; part++)
    for (int64_t k = 0; k < made->bases[part].count; k++)
      made->bases[part].items[k] =
          tl_twist_apply(&back, made->bases[part].items[k]);
  return TL_OK;
}

static tl_code from_tile(const tl_layout *layout, tl_scope scope, int64_t lanes,
                         tl_value *out, tl_error *error) {
  /* 1. The bits of slots, swizzled: the bases are those of z^-1(2^k). */
  distribution parts;
  const tl_swizzle *swizzle = &layout->swizzle;
  tl_layout plain = *layout;
  linear_layout made = {0};
  tl_list threads = {0}, slots = {0};
  plain.swizzle = (tl_swizzle){0};
  plain.twist = (tl_twist){{0}};
  TL_TRY(tl_distribute(&plain, scope, lanes, "a linear layout", true, &parts,
                       error));
  made.shape = tl_layout_shape(&parts.layout);
  TL_TRY(list_bases(&parts.layout, &parts.threads, &threads, error));
  TL_TRY(list_bases(&parts.layout, &parts.slots, &slots, error));
  if (swizzle->bits && tl_swizzle_period(swizzle) > INT64_C(1) << slots.count)
    return tl_fail(error, TL_INVALID,
                   "the swizzle is of more bits than the slots have");
  made.bases[REGISTER].count = slots.count;
  for (int64_t k = 0; k < slots.count; k++)
    made.bases[REGISTER].items[k] =
        sum_bases(&slots, tl_swizzle_undo(swizzle, INT64_C(1) << k));

  /* 2. The bits of threads. */
  for (int64_t i = 0; i < threads.count; i++)
    TL_TRY(tl_list_append(&made.bases[INT64_C(1) << i < lanes ? LANE : WARP],
                          threads.items[i], error));
  for (int part = 0; part < PART_COUNT; part++)
    if (made.bases[part].count > TL_MAX_LISTED)
      return tl_fail(error, TL_CAPACITY,
                     "%s has %" PRId64 " bases; at most %d are supported",
                     PARTS[part], made.bases[part].count, TL_MAX_LISTED);

  /* 3. They lead to twisted numbers. */
  if (!tl_twist_is_none(&layout->twist))
    TL_TRY(untwist(&layout->twist, &made, error));
  return finish(&made, out, error);
}

const tl_notation TL_LINEAR_NOTATION = {
    .name = "linear",
    .described = "a linear layout",
    .noun = "linear layout",
    .kind = (tl_kind)TL_KIND_LINEAR,
    .role = TL_ROLE_HELD,
    .word_count = sizeof(linear_layout) / sizeof(int64_t),
    .has_fields = true,
    .functions = {FUNCTIONS, sizeof FUNCTIONS / sizeof *FUNCTIONS},
    .print = print,
    .to_tile = to_tile,
    .to_twisted = to_twisted,
    .from_tile = from_tile,
    .check_lanes = check_lanes,
    .slot = "slot",
    .marks = {"", ": "},
};
