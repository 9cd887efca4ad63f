// RUN: bit_matrix_laws_test 1000 | FileCheck %s
// RUN: bit_matrix_laws_test_fast 100000 | FileCheck %s
// CHECK: L36 bit matrices are their layouts: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L37 rank, inverse, composition: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: views: {{[1-9][0-9]*}} exist, {{[1-9][0-9]*}} do not
// CHECK: known cases: 5, 0 failures

/* Laws L36 and L37 by enumeration, and known matrices.
 * usage: bit_matrix_laws_test LAYOUTS */
#include "random_layouts.h"
#include "tl/bit_matrix.h"

enum { LAW_COUNT = 2 };
static law laws[LAW_COUNT] = {{"bit matrices are their layouts", 0, 0, 0},
                              {"rank, inverse, composition", 0, 0, 0}};
static law *const VIEW = &laws[0], *const ALGEBRA = &laws[1];
static long views, refused_views;

static bool same(const void *a, const void *b, size_t size) {
  return memcmp(a, b, size) == 0;
}

/*===--- L36 -------------------------------------------------------------===*/

/* Mostly digits side by side in random order; sometimes gaps, columns of
 * several bits, overlaps, strides 0, extents that are no powers of two. */
static tl_layout random_layout(void) {
  static const int64_t EXTENTS[] = {1, 2, 2, 2, 4, 4, 8};
  static const tl_axis AXES[] = {TL_AXIS_M, TL_AXIS_M, TL_AXIS_TX, TL_AXIS_BX};
  tl_layout layout = {.rank = below(4)};
  bool is_odd = !below(12);
  for (int64_t d = 0; d < layout.rank; d++)
    layout.shard_count += layout.group_size[d] = below(3);
  layout.replica_count = below(3) / 2;
  int64_t count = layout.shard_count + layout.replica_count;
  int64_t place[TL_AXIS_COUNT];
  bool done[TL_MAX_ITERS] = {false};
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    place[axis] = below(6) ? 0 : below(3);
  for (int64_t left = count; left > 0; left--) {
    int64_t i;
    do
      i = below(count);
    while (done[i]);
    done[i] = true;
    int64_t extent = is_odd && below(2) ? 1 + below(6) : EXTENTS[below(7)];
    int64_t axis = (int64_t)AXES[below(4)], width = 0;
    int64_t stride = INT64_C(1) << place[axis];
    if (extent == 2 && !below(6))
      stride *= 1 + 2 * below(3);
    if (!below(20))
      stride = below(12);
    layout.iters[i] = (tl_iter){extent, stride, axis, 0};
    while (stride * (extent - 1) >> width)
      width++;
    place[axis] = width > place[axis] ? width : place[axis];
    place[axis] += !below(5);
  }
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (!below(12))
      layout.offset[axis] =
          below(2) ? INT64_C(1) << place[axis] : below(1 << place[axis]);
  if (below(2)) {
    int64_t shift = 1 + below(3);
    layout.swizzle =
        (tl_swizzle){below(3), 1 + below(3), below(3) ? shift : -shift};
  }
  return layout;
}

/* Sum and XOR of the offset and of what the bits of the digits move, at input
 * number `input`; false for digits that are no powers of two. */
static bool sums_of(const tl_layout *layout, int64_t input, int64_t *sum,
                    int64_t *exclusive) {
  int64_t shards = layout->shard_count, count = shards + layout->replica_count;
  bool is_binary = true;
  memcpy(sum, layout->offset, sizeof layout->offset);
  memcpy(exclusive, layout->offset, sizeof layout->offset);
  for (int64_t k = 0; k < count; k++) {
    const tl_iter *iter =
        &layout->iters[k < shards ? shards - 1 - k : count - 1 - (k - shards)];
    int64_t digit = input % iter->extent;
    input /= iter->extent;
    is_binary = is_binary && (iter->extent & (iter->extent - 1)) == 0;
    sum[iter->axis] += digit * iter->stride;
    for (int64_t bit = 1; bit <= digit; bit *= 2)
      exclusive[iter->axis] ^= digit & bit ? bit * iter->stride : 0;
  }
  return is_binary;
}

static int64_t inputs_of(const tl_layout *layout) {
  int64_t count = 1;
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++)
    count *= layout->iters[i].extent;
  return count;
}

static bool is_linear(const tl_layout *layout) {
  bool holds = true;
  for (int64_t input = 0; input < inputs_of(layout); input++) {
    int64_t sum[TL_AXIS_COUNT], exclusive[TL_AXIS_COUNT];
    holds = holds && sums_of(layout, input, sum, exclusive) &&
            same(sum, exclusive, sizeof sum);
  }
  return holds;
}

static void check_points(const tl_layout *layout, const tl_bit_matrix *matrix) {
  for (int64_t input = 0; input < inputs_of(layout); input++) {
    int64_t sum[TL_AXIS_COUNT], exclusive[TL_AXIS_COUNT];
    sums_of(layout, input, sum, exclusive);
    sum[TL_AXIS_M] = tl_swizzle_apply(&layout->swizzle, sum[TL_AXIS_M]);
    uint64_t output = tl_bit_matrix_apply(matrix, (uint64_t)input);
    bool holds = true;
    for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
      holds = holds && tl_bit_matrix_point(matrix, output, axis) == sum[axis];
    expect(VIEW, holds);
  }
}

static void check_view(void) {
  tl_layout layout = random_layout();
  tl_bit_matrix matrix;
  if (tl_layout_create(&layout, &layout, NULL) || inputs_of(&layout) > 1024)
    return;
  begin(VIEW);
  bool exists = is_linear(&layout);
  exists ? views++ : refused_views++;
  expect(VIEW, (tl_bit_matrix_from_layout(&layout, &matrix, NULL) == TL_OK) ==
                   exists);
  if (exists)
    check_points(&layout, &matrix);
}

/*===--- L37 -------------------------------------------------------------===*/

enum { FEW_BITS = 8, FEW = 1 << FEW_BITS };

static tl_bit_matrix random_matrix(int64_t inputs, int64_t outputs) {
  tl_bit_matrix matrix;
  uint64_t columns[FEW_BITS];
  for (int64_t i = 0; i < inputs; i++)
    columns[i] = below(4) ? (uint64_t)below(INT64_C(1) << outputs)
                          : UINT64_C(1) << below(outputs);
  uint64_t constant = (uint64_t)below(INT64_C(1) << outputs);
  tl_bit_matrix_from_columns(columns, inputs, below(2) ? constant : 0, &matrix);
  return matrix;
}

/* How many values (matrix & mask) has on the first 2^inputs inputs. */
static int64_t count_outputs(const tl_bit_matrix *matrix, int64_t inputs,
                             uint64_t mask) {
  bool taken[FEW] = {false};
  int64_t count = 0;
  for (uint64_t x = 0; x < UINT64_C(1) << inputs; x++) {
    bool *output = &taken[tl_bit_matrix_apply(matrix, x) & mask];
    count += !*output;
    *output = true;
  }
  return count;
}

static void check_rank(const tl_bit_matrix *matrix) {
  uint64_t mask = (uint64_t)below(FEW);
  int64_t inputs = below(matrix->input_bits + 1);
  expect(ALGEBRA, count_outputs(matrix, inputs, mask) ==
                      INT64_C(1) << tl_bit_matrix_rank(matrix, inputs, mask));
}

static void check_inverse(const tl_bit_matrix *matrix) {
  tl_bit_matrix inverse, product;
  tl_error error;
  uint64_t inputs = UINT64_C(1) << matrix->input_bits;
  bool is_bijective =
      matrix->input_bits == matrix->output_bits &&
      count_outputs(matrix, matrix->input_bits, FEW - 1) == (int64_t)inputs;
  bool exists = tl_bit_matrix_inverse(matrix, &inverse, &error) == TL_OK;
  expect(ALGEBRA, exists == is_bijective);
  unsigned long long other;
  if (!exists && sscanf(error.message,
                        "there is no inverse: inputs 0 and %llu have the same",
                        &other) == 1)
    expect(ALGEBRA, other > 0 && other < inputs &&
                        tl_bit_matrix_apply(matrix, other) == matrix->constant);
  else if (!exists)
    expect(ALGEBRA, matrix->input_bits < matrix->output_bits &&
                        tl_bit_matrix_rank(matrix, matrix->input_bits,
                                           UINT64_MAX) == matrix->input_bits);
  if (!exists)
    return;
  expect(ALGEBRA,
         tl_bit_matrix_compose(&inverse, matrix, &product, NULL) == TL_OK);
  for (uint64_t x = 0; x < inputs; x++)
    expect(ALGEBRA,
           tl_bit_matrix_apply(&inverse, tl_bit_matrix_apply(matrix, x)) == x &&
               tl_bit_matrix_apply(&product, x) == x);
}

static void check_compose(const tl_bit_matrix *outer,
                          const tl_bit_matrix *inner) {
  tl_bit_matrix product;
  bool exists = tl_bit_matrix_compose(outer, inner, &product, NULL) == TL_OK;
  expect(ALGEBRA, exists == (inner->output_bits <= outer->input_bits));
  for (uint64_t x = 0; exists && x < UINT64_C(1) << inner->input_bits; x++)
    expect(ALGEBRA,
           tl_bit_matrix_apply(&product, x) ==
               tl_bit_matrix_apply(outer, tl_bit_matrix_apply(inner, x)));
}

static void check_algebra(void) {
  int64_t bits = 1 + below(FEW_BITS);
  tl_bit_matrix matrix =
      random_matrix(bits, below(4) ? bits : 1 + below(FEW_BITS));
  tl_bit_matrix other = random_matrix(below(FEW_BITS), 1 + below(bits));
  begin(ALGEBRA);
  check_rank(&matrix);
  check_inverse(&matrix);
  check_compose(&matrix, &other);
}

/*===--- Known cases -----------------------------------------------------===*/

static long known, known_failures;

static void expect_known(const char *name, bool holds) {
  known++;
  if (holds)
    return;
  known_failures++;
  printf("fails: %s\n", name);
}

static tl_layout rows_of(int64_t pitch, int64_t columns) {
  return (tl_layout){
      .rank = 2,
      .group_size = {1, 1},
      .shard_count = 2,
      .iters = {{32, pitch, TL_AXIS_M, 0}, {columns, 1, TL_AXIS_M, 0}}};
}

static void check_known_matrices(void) {
  tl_layout layout = rows_of(64, 64);
  tl_bit_matrix matrix;
  tl_error error;
  layout.swizzle = (tl_swizzle){3, 3, 3};
  expect_known("swizzle(3, 3, 3)",
               !tl_bit_matrix_from_layout(&layout, &matrix, NULL) &&
                   matrix.columns[6] == (64 ^ 8));
  layout = rows_of(64, 6);
  expect_known("extent 6",
               tl_bit_matrix_from_layout(&layout, &matrix, &error) ==
                       TL_INVALID &&
                   strstr(error.message, "extent 6 is no power of two"));
  layout = rows_of(4, 4);
  layout.swizzle = (tl_swizzle){0, 2, -2};
  expect_known("a swizzle upwards",
               !tl_bit_matrix_from_layout(&layout, &matrix, NULL) &&
                   matrix.columns[0] == (1 ^ 4));
  layout = rows_of(INT64_C(1) << 56, 64);
  layout.iters[1].axis = TL_AXIS_TX;
  expect_known("67 output bits", tl_bit_matrix_from_layout(
                                     &layout, &matrix, &error) == TL_CAPACITY &&
                                     strstr(error.message, "need 67 bits"));
  layout = rows_of(INT64_C(1) << 60, 64);
  expect_known("a step of 64 bits",
               tl_bit_matrix_from_layout(&layout, &matrix, &error) ==
                   TL_OVERFLOW);
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    check_view();
    check_algebra();
  }
  check_known_matrices();
  int status = report(laws, LAW_COUNT, 36);
  printf("views: %ld exist, %ld do not\n", views, refused_views);
  printf("known cases: %ld, %ld failures\n", known, known_failures);
  return status || known_failures != 0;
}
