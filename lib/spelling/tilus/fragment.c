/* fragment.c - see tl/register.h.
 *
 * With v elements of A in a register of 32 bits (1 of 64), the fragments of mma are
 *
 *   A   column_local(m / 8, k / 4v).spatial(8, 4).local(1, v)
 *   B   local(k / 4v, 1).column_spatial(4, 8).local(v, 1)
 *   C   local(m / 8, 1).spatial(8, 4).local(1, 2)
 *
 * and a warp of wgmma has the A of an mma of 16 rows. */
#include "base/checked.h"
#include "tl/register.h"
#include <stddef.h>
#include <string.h>

enum { MATRIX_ROWS = 8, ROW_THREADS = 4, WARPS = 4 };

/* One factor of a chain of compose. */
typedef struct factor {
  tl_register_order order;
  int64_t rows, columns;
} factor;

static tl_code chain(const factor *factors, int count, tl_register *out,
                     tl_error *error) {
  tl_register next, result = {0};
  for (int i = 0; i < count; i++) {
    tl_list shape = {.count = 2,
                     .items = {factors[i].rows, factors[i].columns}};
    TL_TRY(tl_register_of_shape(factors[i].order, &shape, NULL, &next, error));
    TL_TRY(tl_register_compose(&result, &next, &result, error));
  }
  *out = result;
  return TL_OK;
}

/* `widths` are the sum of those there are. */
static tl_code check_bits(int64_t bits, int64_t widths, const char *names,
                          tl_error *error) {
  if (tl_is_power_of_two(bits) && (bits & widths))
    return TL_OK;
  return tl_fail(error, TL_INVALID, "bits is %" PRId64 "; it has to be %s",
                 bits, names);
}

/* Elements of a register of an operand. */
static int64_t packed(int64_t bits) { return bits < 32 ? 32 / bits : 1; }

tl_code tl_fragment_ldmatrix(int64_t bits, bool transposed, tl_register *out,
                             tl_error *error) {
  TL_TRY(check_bits(bits, 8 + 16 + 32, "8, 16 or 32", error));
  if (transposed && bits != 16)
    return tl_fail(error, TL_INVALID,
                   "transposed matrices have elements of 16 bits, not %" PRId64,
                   bits);
  if (transposed)
    return chain((factor[]){{TL_COLUMN_SPATIAL, ROW_THREADS, MATRIX_ROWS},
                            {TL_LOCAL, 2, 1}},
                 2, out, error);
  return chain((factor[]){{TL_SPATIAL, MATRIX_ROWS, ROW_THREADS},
                          {TL_LOCAL, 1, 32 / bits}},
               2, out, error);
}

tl_code tl_fragment_mma(tl_fragment_operand operand, int64_t m, int64_t n,
                        int64_t k, int64_t bits, tl_register *out,
                        tl_error *error) {
  TL_TRY(check_bits(bits, 1 + 4 + 8 + 16 + 32 + 64, "1, 4, 8, 16, 32 or 64",
                    error));
  int64_t v = packed(bits), row = ROW_THREADS * v;
  if ((m != 8 && m != 16) || n != 8 || k < row || k % row != 0)
    return tl_fail(error, TL_INVALID,
                   "there is no mma of m = %" PRId64 ", n = %" PRId64
                   ", k = %" PRId64 " with %" PRId64
                   "-bit elements; m is 8 or 16, n is 8, k a multiple of "
                   "%" PRId64,
                   m, n, k, bits, row);
  const factor fragments[][3] = {
      [TL_OPERAND_A] = {{TL_COLUMN_LOCAL, m / 8, k / row},
                        {TL_SPATIAL, MATRIX_ROWS, ROW_THREADS},
                        {TL_LOCAL, 1, v}},
      [TL_OPERAND_B] = {{TL_LOCAL, k / row, 1},
                        {TL_COLUMN_SPATIAL, ROW_THREADS, MATRIX_ROWS},
                        {TL_LOCAL, v, 1}},
      [TL_OPERAND_C] = {{TL_LOCAL, m / 8, 1},
                        {TL_SPATIAL, MATRIX_ROWS, ROW_THREADS},
                        {TL_LOCAL, 1, 2}},
  };
  return chain(fragments[operand], 3, out, error);
}

tl_code tl_fragment_wgmma_a(int64_t k, int64_t bits, tl_register *out,
                            tl_error *error) {
  TL_TRY(check_bits(bits, 1 + 8 + 16 + 32, "1, 8, 16 or 32", error));
  int64_t v = packed(bits), row = ROW_THREADS * v;
  if (k < 2 * row || k % (2 * row) != 0)
    return tl_fail(error, TL_INVALID,
                   "k is %" PRId64 "; with %" PRId64
                   "-bit elements it has to be a multiple of %" PRId64,
                   k, bits, 2 * row);
  return chain((factor[]){{TL_SPATIAL, WARPS, 1},
                          {TL_COLUMN_LOCAL, 2, k / row},
                          {TL_SPATIAL, MATRIX_ROWS, ROW_THREADS},
                          {TL_LOCAL, 1, v}},
               4, out, error);
}

tl_code tl_fragment_wgmma(int64_t n, tl_register *out, tl_error *error) {
  if (n < 8 || n > 256 || n % 8 != 0)
    return tl_fail(error, TL_INVALID,
                   "n is %" PRId64 "; it has to be a multiple of 8 up to 256",
                   n);
  return chain((factor[]){{TL_COLUMN_SPATIAL, WARPS, 1},
                          {TL_COLUMN_LOCAL, 2, n / 8},
                          {TL_SPATIAL, MATRIX_ROWS, ROW_THREADS},
                          {TL_LOCAL, 1, 2}},
               4, out, error);
}

/* ---- Tensor memory ---- */

/* Of a shape of tcgen05.ld: words of 32 bits in a row, the most repetitions, and
 * what a warp has of one. */
typedef struct tensor_shape {
  const char *name;
  int64_t words, most, rows;
  tl_register warp;
} tensor_shape;

static const tensor_shape TENSOR_SHAPES[] = {
    {"32x32b", 1, 128, 32, {{2, {32, 1}}, {1, {32}}, {1, {0}}, {0, {0}}}},
    {"16x64b",
     2,
     128,
     16,
     {{2, {16, 2}}, {3, {2, 8, 2}}, {3, {1, 2, 0}}, {0, {0}}}},
    {"16x128b",
     4,
     64,
     16,
     {{2, {16, 4}}, {3, {2, 8, 4}}, {2, {1, 2}}, {1, {0}}}},
    {"16x256b",
     8,
     32,
     16,
     {{2, {16, 8}}, {4, {2, 8, 4, 2}}, {2, {1, 2}}, {2, {0, 3}}}},
};

enum { TENSOR_SHAPE_COUNT = sizeof TENSOR_SHAPES / sizeof *TENSOR_SHAPES };

static const tensor_shape *find_tensor_shape(const char *name, size_t length) {
  for (int i = 0; i < TENSOR_SHAPE_COUNT; i++)
    if (strlen(TENSOR_SHAPES[i].name) == length &&
        memcmp(TENSOR_SHAPES[i].name, name, length) == 0)
      return &TENSOR_SHAPES[i];
  return NULL;
}

tl_code tl_fragment_tcgen05(const char *name, size_t length,
                            const tl_list *tile, int64_t bits, tl_register *out,
                            tl_error *error) {
  const tensor_shape *shape = find_tensor_shape(name, length);
  if (!shape)
    return tl_fail(error, TL_INVALID,
                   "tcgen05.ld has the shapes 32x32b, 16x64b, 16x128b and "
                   "16x256b, not '%.*s'",
                   (int)(length > 40 ? 40 : length), name);
  TL_TRY(check_bits(bits, 8 + 16 + 32, "8, 16 or 32", error));
  int64_t v = packed(bits), width = shape->words * v;
  int64_t rows = WARPS * shape->rows, slabs = shape->rows == 16 ? 2 : 1;
  if (tile->count != 2 ||
      (tile->items[0] != rows && tile->items[0] != slabs * rows))
    return tl_fail(error, TL_INVALID,
                   "the tile of a warpgroup has 2 dimensions and %s rows",
                   slabs > 1 ? "64 or 128" : "128");
  int64_t times = tile->items[1] / width;
  if (tile->items[1] % width != 0 || !tl_is_power_of_two(times) ||
      times > shape->most)
    return tl_fail(error, TL_INVALID,
                   "the tile has %" PRId64 " columns; %s has 1, 2, 4, ... or "
                   "%" PRId64 " times %" PRId64,
                   tile->items[1], shape->name, shape->most, width);
  tl_register inside;
  TL_TRY(chain((factor[]){{TL_SPATIAL, WARPS, 1},
                          {TL_LOCAL, tile->items[0] / rows, times}},
               2, out, error));
  TL_TRY(tl_register_compose(out, &shape->warp, out, error));
  TL_TRY(chain((factor[]){{TL_LOCAL, 1, v}}, 1, &inside, error));
  return tl_register_compose(out, &inside, out, error);
}
