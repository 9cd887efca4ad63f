/* bit_matrix_layout.c - Between tile layouts and matrices over GF(2).
 *
 * A sum of numbers is their XOR for every choice of the digits exactly when no
 * two of them, the offset included, have a bit in common.  A digit of extent
 * 2^k and stride s is k such numbers, s, 2 s, 4 s, ...:
 *
 *   (4 : 2)  2 + 4           columns 2, 4
 *   (4 : 3)  3 + 6 = 9       3 ^ 6 = 5: carries
 *   (2 : 9)  9               column 9
 *
 * A swizzle is XOR-linear (law L6) and acts on the columns of axis m and on the
 * offset.  In the other direction it is 1 + N with N nilpotent, so its inverse
 * is x ^ N x ^ N N x ^ ...; the swizzles that could have mixed the columns are
 * tried out, since only those inside the bits of axis m change anything. */
#include "base/checked.h"
#include "tl/bit_matrix.h"
#include <stddef.h>

enum { LARGEST_BITS = 62 };

/* What one input bit adds, and along which axis. */
typedef struct bit_step {
  int64_t axis;
  uint64_t value;
} bit_step;

typedef struct bit_steps {
  int64_t count;
  bit_step items[TL_MAX_BITS];
  uint64_t offset[TL_AXIS_COUNT];
} bit_steps;

static tl_code read_iter(const tl_iter *iter, uint64_t *moved, bit_steps *out,
                         tl_error *error);
static void swizzle_steps(const tl_swizzle *swizzle, bit_steps *steps);
static void read_domain(const tl_layout *layout, tl_bit_matrix *out);
static tl_code pack(const bit_steps *steps, tl_bit_matrix *out,
                    tl_error *error);
static tl_code split_columns(const tl_bit_matrix *matrix, bit_steps *out,
                             tl_error *error);
static tl_code find_swizzle(const tl_bit_matrix *matrix, bit_steps *steps,
                            tl_swizzle *out, tl_error *error);
static bool is_disjoint(const bit_steps *steps, int64_t axis,
                        const tl_swizzle *swizzle);
static tl_code check_disjoint(const bit_steps *steps, int64_t axis,
                              tl_error *error);
static uint64_t unswizzle(const tl_swizzle *swizzle, uint64_t value);
static tl_code append_bits(const bit_steps *steps, int64_t first, int64_t bits,
                           tl_layout *out, int64_t *count, tl_error *error);

/* ---- From a layout ------------------------------------------------------ */

tl_code tl_bit_matrix_from_layout(const tl_layout *layout, tl_bit_matrix *out,
                                  tl_error *error) {
  if (!tl_layout_is_static(layout))
    return tl_fail(error, TL_UNSUPPORTED,
                   "a stride is known only at run time, so the layout has no "
                   "bit matrix");

  /* 1. One step for each input bit, coordinate bits before replica bits. */
  bit_steps steps = {.count = 0};
  uint64_t moved[TL_AXIS_COUNT];
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    moved[axis] = steps.offset[axis] = (uint64_t)layout->offset[axis];
  int64_t shards = layout->shard_count, replicas = layout->replica_count;
  for (int64_t i = shards - 1; i >= 0; i--)
    TL_TRY(read_iter(&layout->iters[i], moved, &steps, error));
  tl_bit_matrix result = {.rank = layout->rank, .replica_bits = -steps.count};
  for (int64_t i = shards + replicas - 1; i >= shards; i--)
    TL_TRY(read_iter(&layout->iters[i], moved, &steps, error));
  result.replica_bits += steps.count;

  /* 2. The swizzle, and the axes side by side. */
  swizzle_steps(&layout->swizzle, &steps);
  read_domain(layout, &result);
  TL_TRY(pack(&steps, &result, error));
  *out = result;
  return TL_OK;
}

static tl_code read_iter(const tl_iter *iter, uint64_t *moved, bit_steps *out,
                         tl_error *error) {
  int64_t reach;
  if (!tl_is_power_of_two(iter->extent))
    return tl_fail(error, TL_INVALID,
                   "extent %" PRId64
                   " is no power of two, so the layout has no bit matrix",
                   iter->extent);
  TL_TRY(tl_multiply(iter->extent / 2, iter->stride, &reach, error));
  for (int64_t digit = 1; digit < iter->extent; digit *= 2) {
    uint64_t value = (uint64_t)(digit * iter->stride);
    if (moved[iter->axis] & value)
      return tl_fail(error, TL_INVALID,
                     "%" PRIu64 "@%s, a step of the digit %" PRId64
                     " : %" PRId64
                     ", shares a bit with another step or the offset, so sums "
                     "carry and the layout has no bit matrix",
                     value, tl_axis_describe((tl_axis)iter->axis)->name,
                     iter->extent, iter->stride);
    if (out->count == TL_MAX_BITS)
      return tl_fail(error, TL_CAPACITY, "the coordinate has more than %d bits",
                     TL_MAX_BITS);
    moved[iter->axis] |= value;
    out->items[out->count++] = (bit_step){iter->axis, value};
  }
  return TL_OK;
}

static void swizzle_steps(const tl_swizzle *swizzle, bit_steps *steps) {
  uint64_t *offset = &steps->offset[TL_AXIS_M];
  *offset = (uint64_t)tl_swizzle_apply(swizzle, (int64_t)*offset);
  for (int64_t i = 0; i < steps->count; i++) {
    uint64_t *value = &steps->items[i].value;
    if (steps->items[i].axis == TL_AXIS_M)
      *value = (uint64_t)tl_swizzle_apply(swizzle, (int64_t)*value);
  }
}

static void read_domain(const tl_layout *layout, tl_bit_matrix *out) {
  tl_list shape;
  tl_layout_shape(layout, &shape);
  for (int64_t d = 0; d < shape.count; d++)
    for (int64_t extent = shape.items[d]; extent > 1; extent /= 2)
      out->dimension_bits[d]++;
}

/* Lays the axes side by side, each as wide as its points need. */
static tl_code pack(const bit_steps *steps, tl_bit_matrix *out,
                    tl_error *error) {
  uint64_t reached[TL_AXIS_COUNT];
  int64_t place[TL_AXIS_COUNT];
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    reached[axis] = steps->offset[axis];
  for (int64_t i = 0; i < steps->count; i++)
    reached[steps->items[i].axis] |= steps->items[i].value;
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++) {
    place[axis] = out->output_bits;
    for (; reached[axis] != 0; reached[axis] >>= 1)
      out->axis_bits[axis]++;
    out->output_bits += out->axis_bits[axis];
  }
  if (out->output_bits > TL_MAX_BITS)
    return tl_fail(error, TL_CAPACITY,
                   "the points need %" PRId64 " bits; a bit matrix has %d",
                   out->output_bits, TL_MAX_BITS);

  out->input_bits = steps->count;
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (steps->offset[axis])
      out->constant |= steps->offset[axis] << place[axis];
  for (int64_t i = 0; i < steps->count; i++)
    if (steps->items[i].value)
      out->columns[i] = steps->items[i].value << place[steps->items[i].axis];
  return TL_OK;
}

/* ---- To a layout -------------------------------------------------------- */

tl_code tl_bit_matrix_to_layout(const tl_bit_matrix *matrix, tl_layout *out,
                                tl_error *error) {
  bit_steps steps = {.count = 0};
  tl_layout result = {.rank = matrix->rank};
  TL_TRY(split_columns(matrix, &steps, error));
  TL_TRY(find_swizzle(matrix, &steps, &result.swizzle, error));
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++) {
    TL_TRY(check_disjoint(&steps, axis, error));
    result.offset[axis] = (int64_t)steps.offset[axis];
  }

  int64_t first = steps.count - matrix->replica_bits;
  int64_t replicas = first;
  for (int64_t d = 0; d < matrix->rank; d++) {
    first -= matrix->dimension_bits[d];
    TL_TRY(append_bits(&steps, first, matrix->dimension_bits[d], &result,
                       &result.group_size[d], error));
    result.shard_count += result.group_size[d];
  }
  TL_TRY(append_bits(&steps, replicas, matrix->replica_bits, &result,
                     &result.replica_count, error));
  return tl_layout_create(&result, out, error);
}

static tl_code split_columns(const tl_bit_matrix *matrix, bit_steps *out,
                             tl_error *error) {
  for (int64_t i = 0; i < matrix->input_bits; i++) {
    bit_step *step = &out->items[out->count++];
    for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++) {
      uint64_t value = (uint64_t)tl_bit_matrix_point(matrix, matrix->columns[i],
                                                     (tl_axis)axis);
      if (value && step->value)
        return tl_fail(
            error, TL_INVALID,
            "input bit %" PRId64
            " moves both %s and %s; a digit of a layout moves one axis",
            i, tl_axis_describe((tl_axis)step->axis)->name,
            tl_axis_describe((tl_axis)axis)->name);
      if (value)
        *step = (bit_step){axis, value};
    }
  }
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++) {
    out->offset[axis] =
        (uint64_t)tl_bit_matrix_point(matrix, matrix->constant, (tl_axis)axis);
    if (matrix->axis_bits[axis] > LARGEST_BITS)
      return tl_fail(error, TL_OVERFLOW,
                     "points of %" PRId64
                     " bits along %s; a layout holds numbers of %d",
                     matrix->axis_bits[axis],
                     tl_axis_describe((tl_axis)axis)->name, LARGEST_BITS);
  }
  return TL_OK;
}

/* Takes off the smallest swizzle that leaves the steps along m disjoint. */
static tl_code find_swizzle(const tl_bit_matrix *matrix, bit_steps *steps,
                            tl_swizzle *out, tl_error *error) {
  int64_t width = matrix->axis_bits[TL_AXIS_M];
  tl_swizzle found = {0};
  bool done = is_disjoint(steps, TL_AXIS_M, &found);
  for (int64_t bits = 1; !done && bits < width; bits++)
    for (int64_t shift = 1; !done && shift + bits <= width; shift++)
      for (int64_t base = 0; !done && base + shift + bits <= width; base++)
        for (int64_t sign = 1; !done && sign >= -1; sign -= 2) {
          found = (tl_swizzle){base, bits, sign * shift};
          done = is_disjoint(steps, TL_AXIS_M, &found);
        }
  if (!done)
    return check_disjoint(steps, TL_AXIS_M, error);
  steps->offset[TL_AXIS_M] = unswizzle(&found, steps->offset[TL_AXIS_M]);
  for (int64_t i = 0; i < steps->count; i++)
    if (steps->items[i].axis == TL_AXIS_M)
      steps->items[i].value = unswizzle(&found, steps->items[i].value);
  *out = found;
  return TL_OK;
}

static bool is_disjoint(const bit_steps *steps, int64_t axis,
                        const tl_swizzle *swizzle) {
  uint64_t moved = unswizzle(swizzle, steps->offset[axis]);
  for (int64_t i = 0; i < steps->count; i++) {
    if (steps->items[i].axis != axis)
      continue;
    uint64_t value = unswizzle(swizzle, steps->items[i].value);
    if (moved & value)
      return false;
    moved |= value;
  }
  return true;
}

static tl_code check_disjoint(const bit_steps *steps, int64_t axis,
                              tl_error *error) {
  static const tl_swizzle NONE = {0, 0, 0};
  if (is_disjoint(steps, axis, &NONE))
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "two input bits, or one and the constant, move the same bit "
                 "along %s%s",
                 tl_axis_describe((tl_axis)axis)->name,
                 axis == TL_AXIS_M ? ", and no swizzle takes them apart" : "");
}

static uint64_t unswizzle(const tl_swizzle *swizzle, uint64_t value) {
  uint64_t read = (uint64_t)tl_swizzle_read_mask(swizzle), term = value;
  while (term & read) {
    term &= read;
    term =
        swizzle->shift < 0 ? term << -swizzle->shift : term >> swizzle->shift;
    value ^= term;
  }
  return value;
}

/* Input bits [first, first + bits) as digits, the slowest first, those that
 * continue each other in one. */
static tl_code append_bits(const bit_steps *steps, int64_t first, int64_t bits,
                           tl_layout *out, int64_t *count, tl_error *error) {
  int64_t begin = out->shard_count, end = begin;
  if (bits > LARGEST_BITS)
    return tl_fail(error, TL_OVERFLOW,
                   "an extent of 2^%" PRId64 " does not fit", bits);
  for (int64_t i = first + bits - 1; i >= first; i--) {
    const bit_step *step = &steps->items[i];
    int64_t stride = (int64_t)step->value;
    tl_iter *last = end > begin ? &out->iters[end - 1] : NULL;
    if (last && last->axis == step->axis && last->stride == 2 * stride) {
      last->extent *= 2;
      last->stride = stride;
    } else if (end == TL_MAX_ITERS) {
      return tl_fail(error, TL_CAPACITY, "the layout needs more than %d digits",
                     TL_MAX_ITERS);
    } else {
      out->iters[end++] =
          (tl_iter){.extent = 2, .stride = stride, .axis = step->axis};
    }
  }
  *count = end - begin;
  return TL_OK;
}
