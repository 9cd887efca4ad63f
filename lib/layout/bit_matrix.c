/* bit_matrix.c - Linear algebra over GF(2): numbers are vectors of bits.
 *
 * An elimination is a list of independent vectors, each with a pivot, its
 * lowest bit, that is 0 in all later vectors.  So one pass in order reduces a
 * vector by all of them, and leaves 0 exactly when it depends on them.  With
 * each vector goes the input that maps to it: a column that reduces to 0 has
 * found an input of the kernel, and a unit vector that does, its inverse image.
 */
#include "tl/bit_matrix.h"
#include "base/checked.h"
#include "base/low_bits.h"
#include <assert.h>
#include <string.h>

_Static_assert(sizeof(tl_bit_matrix) ==
                   sizeof(int64_t) *
                       (5 + TL_MAX_RANK + TL_AXIS_COUNT + TL_MAX_BITS),
               "tl_bit_matrix is compared bytewise and must have no padding");

typedef struct elimination {
  int64_t count;
  uint64_t values[TL_MAX_BITS];
  uint64_t inputs[TL_MAX_BITS]; /* what maps to the value */
} elimination;

static bool add_column(elimination *list, uint64_t value, uint64_t *input);
static void reduce(const elimination *list, uint64_t *value, uint64_t *input);
static uint64_t linear_part(const tl_bit_matrix *matrix, uint64_t input);
static int64_t bit_length(uint64_t value);

void tl_bit_matrix_from_columns(const uint64_t *columns, int64_t count,
                                uint64_t constant, tl_bit_matrix *out) {
  assert(count >= 0 && count <= TL_MAX_BITS);
  uint64_t reached = constant;
  tl_bit_matrix result = {.rank = 1,
                          .dimension_bits = {count},
                          .input_bits = count,
                          .constant = constant};
  for (int64_t i = 0; i < count; i++) {
    result.columns[i] = columns[i];
    reached |= columns[i];
  }
  result.output_bits = result.axis_bits[TL_AXIS_M] = bit_length(reached);
  *out = result;
}

void tl_bit_matrix_identity(int64_t bits, tl_bit_matrix *out) {
  uint64_t columns[TL_MAX_BITS];
  for (int64_t i = 0; i < bits; i++)
    columns[i] = UINT64_C(1) << i;
  tl_bit_matrix_from_columns(columns, bits, 0, out);
}

bool tl_bit_matrix_equal(const tl_bit_matrix *a, const tl_bit_matrix *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

uint64_t tl_bit_matrix_apply(const tl_bit_matrix *matrix, uint64_t input) {
  return matrix->constant ^ linear_part(matrix, input);
}

static uint64_t linear_part(const tl_bit_matrix *matrix, uint64_t input) {
  uint64_t output = 0;
  for (int64_t i = 0; i < matrix->input_bits; i++)
    if (input >> i & 1)
      output ^= matrix->columns[i];
  return output;
}

uint64_t tl_bit_matrix_input(const tl_bit_matrix *matrix,
                             const int64_t *coordinate) {
  uint64_t input = 0;
  int64_t place = 0;
  for (int64_t d = matrix->rank - 1; d >= 0; d--) {
    if (matrix->dimension_bits[d] > 0)
      input |= (uint64_t)coordinate[d] << place;
    place += matrix->dimension_bits[d];
  }
  return input;
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

int64_t tl_bit_matrix_rank(const tl_bit_matrix *matrix) {
  return tl_bit_matrix_rank_within(matrix, matrix->input_bits, UINT64_MAX);
}

int64_t tl_bit_matrix_rank_within(const tl_bit_matrix *matrix, int64_t inputs,
                                  uint64_t outputs) {
  assert(inputs >= 0 && inputs <= matrix->input_bits);
  elimination list = {.count = 0};
  for (int64_t i = 0; i < inputs; i++) {
    uint64_t input = 0;
    add_column(&list, matrix->columns[i] & outputs, &input);
  }
  return list.count;
}

int64_t tl_bit_matrix_kernel(const tl_bit_matrix *matrix,
                             uint64_t basis[TL_MAX_BITS]) {
  elimination list = {.count = 0};
  int64_t count = 0;
  for (int64_t i = 0; i < matrix->input_bits; i++) {
    uint64_t input = UINT64_C(1) << i;
    if (!add_column(&list, matrix->columns[i], &input))
      basis[count++] = input;
  }
  return count;
}

/* Adds what is left of the value; false, and in *input a vector of the kernel,
 * when nothing is. */
static bool add_column(elimination *list, uint64_t value, uint64_t *input) {
  reduce(list, &value, input);
  if (value == 0)
    return false;
  list->values[list->count] = value;
  list->inputs[list->count++] = *input;
  return true;
}

static void reduce(const elimination *list, uint64_t *value, uint64_t *input) {
  for (int64_t i = 0; i < list->count; i++) {
    uint64_t pivot = list->values[i] & (~list->values[i] + 1);
    if (*value & pivot) {
      *value ^= list->values[i];
      *input ^= list->inputs[i];
    }
  }
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

tl_code tl_bit_matrix_inverse(const tl_bit_matrix *matrix, tl_bit_matrix *out,
                              tl_error *error) {
  elimination list = {.count = 0};
  for (int64_t i = 0; i < matrix->input_bits; i++) {
    uint64_t input = UINT64_C(1) << i;
    if (!add_column(&list, matrix->columns[i], &input))
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

  uint64_t columns[TL_MAX_BITS], constant = 0, output = matrix->constant;
  reduce(&list, &output, &constant);
  for (int64_t i = 0; i < matrix->output_bits; i++) {
    uint64_t unit = UINT64_C(1) << i;
    columns[i] = 0;
    reduce(&list, &unit, &columns[i]);
  }
  tl_bit_matrix_from_columns(columns, matrix->output_bits, constant, out);
  return TL_OK;
}

static int64_t bit_length(uint64_t value) {
  int64_t length = 0;
  for (; value != 0; value >>= 1)
    length++;
  return length;
}
