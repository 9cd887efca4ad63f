/* matrix_product.h - D = A B + C of a warp, in numbers.
 *
 * An element of D is summed in 64-bit floats, k after k; who makes bits of it
 * rounds it once.  Of 64 bits each step rounds, as fma does. */
#ifndef TL_SIM_MATRIX_PRODUCT_H
#define TL_SIM_MATRIX_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

enum { TL_MATRIX_M = 0, TL_MATRIX_N, TL_MATRIX_K, TL_MATRIX_RANK };
enum {
  TL_MATRIX_A = 0,
  TL_MATRIX_B,
  TL_MATRIX_C, /* and D */
  TL_MATRIX_FACTORS,
  TL_MATRIX_MAX_ELEMENTS = 64 * 32,
};

/* Where the elements of the operands lie: element v of thread t of a wave is
 * number places[wave * v + t] of the matrix, which is column-major: (M,K),
 * (N,K), (M,N). */
typedef struct tl_matrix_product {
  int64_t shape[TL_MATRIX_RANK];
  int64_t counts[TL_MATRIX_FACTORS]; /* elements of a thread */
  int64_t places[TL_MATRIX_FACTORS][TL_MATRIX_MAX_ELEMENTS];
} tl_matrix_product;

/* Those of a warp. */
typedef struct tl_matrix_values {
  double numbers[TL_MATRIX_FACTORS][TL_MATRIX_MAX_ELEMENTS];
  bool is_unknown[TL_MATRIX_FACTORS][TL_MATRIX_MAX_ELEMENTS];
} tl_matrix_values;

/* That of mma.sync of a warp of 32, of the shape, and the types of A, B and C as
 * the names of atoms have them: "F16", "F16", "F32".  False where it is none that
 * is simulated. */
bool tl_matrix_product_find(const int64_t shape[TL_MATRIX_RANK],
                            const char *const types[TL_MATRIX_FACTORS],
                            tl_matrix_product *out);

/* The element of D at that place. */
double tl_matrix_product_sum(const tl_matrix_product *product,
                             const tl_matrix_values *in, int64_t place,
                             bool is_double, bool *is_unknown);

#endif /* TL_SIM_MATRIX_PRODUCT_H */
