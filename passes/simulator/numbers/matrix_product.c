/* matrix_product.c - see matrix_product.h. */
#include "matrix_product.h"
#include "tl/cute_atom.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The fragments are the MMA atoms of the library (tl/cute_atom.h); those that are
 * simulated. */
static const char *const ATOMS[] = {
    "SM80_16x8x16_F32F16F16F32_TN",       "SM80_16x8x16_F16F16F16F16_TN",
    "SM80_16x8x16_F32BF16BF16F32_TN",     "SM80_16x8x8_F32F16F16F32_TN",
    "SM80_16x8x8_F16F16F16F16_TN",        "SM80_16x8x8_F32BF16BF16F32_TN",
    "SM80_16x8x4_F32TF32TF32F32_TN",      "SM80_16x8x8_F32TF32TF32F32_TN",
    "SM80_16x8x16_S32S8S8S32_TN",         "SM80_16x8x32_S32S8S8S32_TN",
    "SM80_16x8x32_S32S4S4S32_TN",         "SM80_16x8x64_S32S4S4S32_TN",
    "SM80_8x8x16_S32S8S8S32_TN",          "SM80_8x8x32_S32S4S4S32_TN",
    "SM80_8x8x128_S32U1U1S32_TN_ANDPOPC", "SM80_16x8x128_S32U1U1S32_TN_ANDPOPC",
    "SM80_8x8x4_F64F64F64F64_TN",         "SM89_16x8x32_F32E4M3E4M3F32_TN",
    "SM89_16x8x32_F32E4M3E5M2F32_TN",     "SM89_16x8x32_F32E5M2E4M3F32_TN",
    "SM89_16x8x32_F32E5M2E5M2F32_TN",
};

/* The atom of the shape and the types, or NULL. */
static const char *find_atom(const int64_t *shape, const char *const *types) {
  char name[64];
  int length = snprintf(
      name, sizeof name, "_%" PRId64 "x%" PRId64 "x%" PRId64 "_%s%s%s%s_TN",
      shape[TL_MATRIX_M], shape[TL_MATRIX_N], shape[TL_MATRIX_K],
      types[TL_MATRIX_C], types[TL_MATRIX_A], types[TL_MATRIX_B],
      types[TL_MATRIX_C]);
  for (size_t i = 0; i < sizeof ATOMS / sizeof *ATOMS; i++)
    if (strncmp(strchr(ATOMS[i], '_'), name, (size_t)length) == 0)
      return ATOMS[i];
  return NULL;
}

bool tl_matrix_product_find(const int64_t shape[TL_MATRIX_RANK],
                            const char *const types[TL_MATRIX_FACTORS],
                            tl_matrix_product *out) {
  enum { WAVE = 32 };
  static const tl_mma_part PARTS[TL_MATRIX_FACTORS] = {TL_MMA_A, TL_MMA_B,
                                                       TL_MMA_C};
  const char *name = find_atom(shape, types);
  memcpy(out->shape, shape, sizeof out->shape);
  for (int i = 0; i < TL_MATRIX_FACTORS; i++) {
    tl_cute layout;
    tl_error error;
    int64_t size;
    if (!name ||
        tl_cute_mma_atom(name, strlen(name), PARTS[i], &layout, &error) !=
            TL_OK ||
        tl_cute_size(&layout, &size, &error) != TL_OK || size % WAVE != 0 ||
        size > TL_MATRIX_MAX_ELEMENTS)
      return false;
    out->counts[i] = size / WAVE;
    for (int64_t n = 0; n < size; n++)
      if (tl_cute_apply(&layout, n, &out->places[i][n], &error) != TL_OK)
        return false;
  }
  return true;
}

double tl_matrix_product_sum(const tl_matrix_product *product,
                             const tl_matrix_values *in, int64_t place,
                             bool is_double, bool *is_unknown) {
  int64_t rows = product->shape[TL_MATRIX_M];
  int64_t columns = product->shape[TL_MATRIX_N];
  int64_t row = place % rows, column = place / rows;
  double sum = in->numbers[TL_MATRIX_C][place];
  *is_unknown = in->is_unknown[TL_MATRIX_C][place];
  for (int64_t k = 0; k < product->shape[TL_MATRIX_K]; k++) {
    int64_t a = row + k * rows, b = column + k * columns;
    double x = in->numbers[TL_MATRIX_A][a], y = in->numbers[TL_MATRIX_B][b];
    sum = is_double ? fma(x, y, sum) : sum + x * y;
    *is_unknown = *is_unknown || in->is_unknown[TL_MATRIX_A][a] ||
                  in->is_unknown[TL_MATRIX_B][b];
  }
  return sum;
}
