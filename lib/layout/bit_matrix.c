/* bit_matrix.c - Linear algebra over GF(2): numbers are vectors of bits.
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
 * offset.
 *
 * Ranks and inverses are found by elimination: a unit vector that reduces to 0
 * has found its inverse image. */
#include "tl/bit_matrix.h"
#include "base/checked.h"
#include "layout/elimination.h"
#include <assert.h>
#include <string.h>

/* ---- From a layout ------------------------------------------------------ */

/* A matrix whose columns are points of their axes. */
typedef struct layout_view {
  tl_bit_matrix matrix;
  int64_t axis[TL_MAX_BITS];     /* of each column */
  uint64_t moved[TL_AXIS_COUNT]; /* bits of each axis, before the swizzle */
} layout_view;

static int64_t bit_length(uint64_t value) {
  return value == 0 ? 0 : 64 - __builtin_clzll(value);
}

static tl_code read_iter(const tl_iter *iter, layout_view *out,
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
    int64_t input = out->matrix.input_bits++;
    if (out->moved[iter->axis] & value)
      return tl_fail(error, TL_INVALID,
                     "%" PRIu64 "@%s, a step of the digit %" PRId64
                     " : %" PRId64
                     ", shares a bit with another step or the offset, so sums "
                     "carry and the layout has no bit matrix",
                     value, tl_axis_describe((tl_axis)iter->axis)->name,
                     iter->extent, iter->stride);
    if (input == TL_MAX_BITS)
      return tl_fail(error, TL_CAPACITY, "the coordinate has more than %d bits",
                     TL_MAX_BITS);
    out->moved[iter->axis] |= value;
    out->axis[input] = iter->axis;
    out->matrix.columns[input] = value;
  }
  return TL_OK;
}

static uint64_t swizzled(const tl_layout *layout, uint64_t point) {
  return (uint64_t)tl_swizzle_apply(&layout->swizzle, (int64_t)point);
}

/* Lays the axes side by side, each as wide as its points need. */
static tl_code pack(const layout_view *view, const uint64_t *offset,
                    tl_bit_matrix *out, tl_error *error) {
  uint64_t reached[TL_AXIS_COUNT];
  int64_t place[TL_AXIS_COUNT];
  *out = view->matrix;
  memcpy(reached, offset, sizeof reached);
  for (int64_t i = 0; i < out->input_bits; i++)
    reached[view->axis[i]] |= out->columns[i];
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++) {
    place[axis] = out->output_bits;
    out->axis_bits[axis] = bit_length(reached[axis]);
    out->output_bits += out->axis_bits[axis];
  }
  if (out->output_bits > TL_MAX_BITS)
    return tl_fail(error, TL_CAPACITY,
                   "the points need %" PRId64 " bits; a bit matrix has %d",
                   out->output_bits, TL_MAX_BITS);
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (offset[axis])
      out->constant |= offset[axis] << place[axis];
  for (int64_t i = 0; i < out->input_bits; i++)
    if (out->columns[i])
      out->columns[i] <<= place[view->axis[i]];
  return TL_OK;
}

/* A bit of the coordinate moves along those that the twist takes it to. */
static void twist_columns(const tl_twist *twist, int64_t bits,
                          tl_bit_matrix *out) {
  tl_bit_matrix plain = *out;
  plain.constant = 0;
  for (int64_t i = 0; i < bits; i++)
    out->columns[i] = tl_bit_matrix_apply(
        &plain, (uint64_t)tl_twist_apply(twist, INT64_C(1) << i));
}

tl_code tl_bit_matrix_from_layout(const tl_layout *layout, tl_bit_matrix *out,
                                  tl_error *error) {
  if (!tl_layout_is_static(layout))
    return tl_fail(error, TL_UNSUPPORTED,
                   "a stride is known only at run time, so the layout has no "
                   "bit matrix");

  /* 1. A column for each input bit, coordinate bits before replica bits. */
  layout_view view = {.matrix = {.input_bits = 0}};
  uint64_t offset[TL_AXIS_COUNT];
  memcpy(offset, layout->offset, sizeof offset);
  memcpy(view.moved, offset, sizeof offset);
  int64_t shards = layout->shard_count, replicas = layout->replica_count;
  for (int64_t i = shards - 1; i >= 0; i--)
    TL_TRY(read_iter(&layout->iters[i], &view, error));
  int64_t coordinate_bits = view.matrix.input_bits;
  for (int64_t i = shards + replicas - 1; i >= shards; i--)
    TL_TRY(read_iter(&layout->iters[i], &view, error));
  view.matrix.replica_bits = view.matrix.input_bits - coordinate_bits;

  /* 2. The swizzle, and the axes side by side. */
  offset[TL_AXIS_M] = swizzled(layout, offset[TL_AXIS_M]);
  for (int64_t i = 0; i < view.matrix.input_bits; i++)
    if (view.axis[i] == TL_AXIS_M)
      view.matrix.columns[i] = swizzled(layout, view.matrix.columns[i]);
  TL_TRY(pack(&view, offset, out, error));
  twist_columns(&layout->twist, coordinate_bits, out);
  return TL_OK;
}

void tl_bit_matrix_from_columns(const uint64_t *columns, int64_t count,
                                uint64_t constant, tl_bit_matrix *out) {
  assert(count >= 0 && count <= TL_MAX_BITS);
  uint64_t reached = constant;
  tl_bit_matrix result = {.input_bits = count, .constant = constant};
  for (int64_t i = 0; i < count; i++) {
    result.columns[i] = columns[i];
    reached |= columns[i];
  }
  result.output_bits = result.axis_bits[TL_AXIS_M] = bit_length(reached);
  *out = result;
}

/* ---- As a map ----------------------------------------------------------- */

static uint64_t linear_part(const tl_bit_matrix *matrix, uint64_t input) {
  uint64_t output = 0;
  for (int64_t i = 0; i < matrix->input_bits; i++)
    if (input >> i & 1)
      output ^= matrix->columns[i];
  return output;
}

uint64_t tl_bit_matrix_apply(const tl_bit_matrix *matrix, uint64_t input) {
  return matrix->constant ^ linear_part(matrix, input);
}

int64_t tl_bit_matrix_point(const tl_bit_matrix *matrix, uint64_t output,
                            tl_axis axis) {
  int64_t place = 0;
  if (matrix->axis_bits[axis] == 0)
    return 0;
  for (int64_t before = 0; before < (int64_t)axis; before++)
    place += matrix->axis_bits[before];
  return (int64_t)(output >> place & tl_low_bits(matrix->axis_bits[axis]));
}

tl_code tl_bit_matrix_compose(const tl_bit_matrix *outer,
                              const tl_bit_matrix *inner, tl_bit_matrix *out,
                              tl_error *error) {
  if (inner->output_bits > outer->input_bits)
    return tl_fail(error, TL_INVALID,
                   "the inner matrix has %" PRId64
                   " output bits, the outer matrix %" PRId64 " input bits",
                   inner->output_bits, outer->input_bits);
  tl_bit_matrix result = *inner;
  memcpy(result.axis_bits, outer->axis_bits, sizeof result.axis_bits);
  result.output_bits = outer->output_bits;
  result.constant = tl_bit_matrix_apply(outer, inner->constant);
  for (int64_t i = 0; i < inner->input_bits; i++)
    result.columns[i] = linear_part(outer, inner->columns[i]);
  *out = result;
  return TL_OK;
}

/* ---- By elimination ----------------------------------------------------- */

int64_t tl_bit_matrix_rank(const tl_bit_matrix *matrix, int64_t inputs,
                           uint64_t outputs) {
  assert(inputs >= 0 && inputs <= matrix->input_bits);
  tl_elimination list = {.count = 0};
  uint64_t ignored = 0;
  for (int64_t i = 0; i < inputs; i++)
    tl_elimination_add(&list, matrix->columns[i] & outputs, &ignored);
  return list.count;
}

tl_code tl_bit_matrix_inverse(const tl_bit_matrix *matrix, tl_bit_matrix *out,
                              tl_error *error) {
  tl_elimination list = {.count = 0};
  for (int64_t i = 0; i < matrix->input_bits; i++) {
    uint64_t input = UINT64_C(1) << i;
    if (!tl_elimination_add(&list, matrix->columns[i], &input))
      return tl_fail(error, TL_INVALID,
                     "there is no inverse: inputs 0 and %" PRIu64
                     " have the same output",
                     input);
  }
  if (list.count < matrix->output_bits)
    return tl_fail(error, TL_INVALID,
                   "there is no inverse: %" PRId64
                   " input bits do not reach all numbers of %" PRId64
                   " output bits",
                   matrix->input_bits, matrix->output_bits);

  uint64_t columns[TL_MAX_BITS] = {0}, constant = 0, output = matrix->constant;
  tl_elimination_reduce(&list, &output, &constant);
  for (int64_t i = 0; i < matrix->output_bits; i++) {
    uint64_t unit = UINT64_C(1) << i;
    tl_elimination_reduce(&list, &unit, &columns[i]);
  }
  tl_bit_matrix_from_columns(columns, matrix->output_bits, constant, out);
  return TL_OK;
}
