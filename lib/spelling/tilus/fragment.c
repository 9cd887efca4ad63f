/* fragment.c - see tl/register.h.
 *
 * With v elements of A in 32 bits (v = 1, 2, 4), the fragments of mma are
 *
 *   A   column_local(m / 8, k / 4v).spatial(8, 4).local(1, v)
 *   B   local(k / 4v, 1).column_spatial(4, 8).local(v, 1)
 *   C   local(m / 8, 1).spatial(8, 4).local(1, 2)
 *
 * where 4v elements are 16 bytes. */
#include "tl/register.h"
#include "base/checked.h"
#include <stddef.h>

enum { MATRIX_BYTES = 16, MATRIX_ROWS = 8, ROW_THREADS = 4 };

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

tl_code tl_fragment_wgmma(int64_t n, tl_register *out, tl_error *error) {
  if (n < 8 || n > 256 || n % 8 != 0)
    return tl_fail(error, TL_INVALID,
                   "n is %" PRId64 "; it has to be a multiple of 8 up to 256",
                   n);
  return chain((factor[]){{TL_COLUMN_SPATIAL, 4, 1},
                          {TL_COLUMN_LOCAL, 2, n / 8},
                          {TL_SPATIAL, MATRIX_ROWS, ROW_THREADS},
                          {TL_LOCAL, 1, 2}},
               4, out, error);
}
