/* fragment.c - see tl/fragment.h.
 *
 * With v elements of A in 32 bits (v = 1, 2, 4), the fragments of mma are
 *
 *   A   column_local(m / 8, k / 4v).spatial(8, 4).local(1, v)
 *   B   local(k / 4v, 1).column_spatial(4, 8).local(v, 1)
 *   C   local(m / 8, 1).spatial(8, 4).local(1, 2)
 *
 * where 4v elements are 16 bytes. */
#include "tl/fragment.h"
#include "base/checked.h"
#include <stddef.h>

enum { MATRIX_BYTES = 16, MATRIX_ROWS = 8, ROW_THREADS = 4 };

/* One factor of a chain of compose. */
typedef struct factor {
  enum { SPATIAL, LOCAL, COLUMN_SPATIAL, COLUMN_LOCAL } kind;
  int64_t rows, columns;
} factor;

static tl_code build(const factor *part, tl_register *out, tl_error *error) {
  tl_list shape = {.count = 2, .items = {part->rows, part->columns}};
  switch (part->kind) {
  case SPATIAL:
    return tl_register_spatial(&shape, NULL, out, error);
  case LOCAL:
    return tl_register_local(&shape, NULL, out, error);
  case COLUMN_SPATIAL:
    return tl_register_column_spatial(&shape, out, error);
  case COLUMN_LOCAL:
    return tl_register_column_local(&shape, out, error);
  }
  return TL_INVALID;
}

static tl_code chain(const factor *factors, int count, tl_register *out,
                     tl_error *error) {
  tl_register next, result = {0};
  for (int i = 0; i < count; i++) {
    TL_TRY(build(&factors[i], &next, error));
    TL_TRY(tl_register_compose(&result, &next, &result, error));
  }
  *out = result;
  return TL_OK;
}

static tl_code check_bits(int64_t bits, tl_error *error) {
  if (bits == 8 || bits == 16 || bits == 32)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "bits is %" PRId64 "; it has to be 8, 16 or 32", bits);
}

tl_code tl_fragment_ldmatrix(int64_t bits, bool transposed, tl_register *out,
                             tl_error *error) {
  TL_TRY(check_bits(bits, error));
  if (transposed && bits != 16)
    return tl_fail(error, TL_INVALID,
                   "transposed matrices have elements of 16 bits, not %" PRId64,
                   bits);
  if (transposed)
    return chain(
        (factor[]){{COLUMN_SPATIAL, ROW_THREADS, MATRIX_ROWS}, {LOCAL, 2, 1}},
        2, out, error);
  return chain(
      (factor[]){{SPATIAL, MATRIX_ROWS, ROW_THREADS}, {LOCAL, 1, 32 / bits}}, 2,
      out, error);
}

tl_code tl_fragment_mma(tl_fragment_operand operand, int64_t m, int64_t n,
                        int64_t k, int64_t bits, tl_register *out,
                        tl_error *error) {
  TL_TRY(check_bits(bits, error));
  int64_t v = 32 / bits, row = MATRIX_BYTES * 8 / bits;
  if ((m != 8 && m != 16) || n != 8 || k < row || k % row != 0)
    return tl_fail(error, TL_INVALID,
                   "there is no mma of m = %" PRId64 ", n = %" PRId64
                   ", k = %" PRId64 " with %" PRId64
                   "-bit elements; m is 8 or 16, n is 8, k a multiple of "
                   "%" PRId64,
                   m, n, k, bits, row);
  const factor fragments[][3] = {
      [TL_OPERAND_A] = {{COLUMN_LOCAL, m / 8, k / row},
                        {SPATIAL, MATRIX_ROWS, ROW_THREADS},
                        {LOCAL, 1, v}},
      [TL_OPERAND_B] = {{LOCAL, k / row, 1},
                        {COLUMN_SPATIAL, ROW_THREADS, MATRIX_ROWS},
                        {LOCAL, v, 1}},
      [TL_OPERAND_C] = {{LOCAL, m / 8, 1},
                        {SPATIAL, MATRIX_ROWS, ROW_THREADS},
                        {LOCAL, 1, 2}},
  };
  return chain(fragments[operand], 3, out, error);
}

tl_code tl_fragment_wgmma(int64_t n, tl_register *out, tl_error *error) {
  if (n < 8 || n > 256 || n % 8 != 0)
    return tl_fail(error, TL_INVALID,
                   "n is %" PRId64 "; it has to be a multiple of 8 up to 256",
                   n);
  return chain((factor[]){{COLUMN_SPATIAL, 4, 1},
                          {COLUMN_LOCAL, 2, n / 8},
                          {SPATIAL, MATRIX_ROWS, ROW_THREADS},
                          {LOCAL, 1, 2}},
               4, out, error);
}
