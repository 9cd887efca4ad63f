/* sparse_matrix.h - A of which half is held, as mma.sp takes it. */
#ifndef TL_SIM_SPARSE_MATRIX_H
#define TL_SIM_SPARSE_MATRIX_H

#include "matrix_product.h"

enum { TL_SPARSE_LANES = 32, TL_SPARSE_HALVES = 2, TL_SPARSE_QUAD = 4 };

/* A row of A is chunks of four places, of which two are held; four bits say
 * which, the lower one first.  A place is one element, of 4 bits a pair of them, of
 * 32 bits half of one.
 *
 * Lanes 4 g to 4 g + 3 say it of the rows g and g + 8, `lanes` of them, from
 * lanes * selector on: of elements of 16 bits and more, each lane 16 bits of
 * either row; of smaller ones, 32 bits of one row, g and g + 8 in turn.
 *
 * Source: PTX ISA, "Matrix multiply-accumulate operation using mma.sp
 * instruction with sparse matrix A"; of smaller ones CUTLASS,
 * mma_traits_sm120_sparse.hpp, ELayout. */
typedef struct tl_sparse_form {
  int64_t chunk; /* elements */
  int64_t lanes;
  bool is_in_turn;
  bool is_ordered; /* the lower place is to be said first */
} tl_sparse_form;

/* What the lanes of a warp say. */
typedef struct tl_sparse_metadata {
  int64_t selector;
  uint16_t halves[TL_SPARSE_LANES][TL_SPARSE_HALVES];
  bool is_unknown[TL_SPARSE_LANES][TL_SPARSE_HALVES];
} tl_sparse_metadata;

/* The first chunk of which nothing good is said. */
typedef struct tl_sparse_fault {
  bool is_there, is_unknown;
  int64_t row;
  int places[2];
} tl_sparse_fault;

/* As tl_matrix_product_find, of which A has what is held, and whose elements are
 * of so many bits, 4 or more. */
bool tl_sparse_product_find(const int64_t shape[TL_MATRIX_RANK],
                            const char *const types[TL_MATRIX_FACTORS],
                            int bits, tl_matrix_product *out,
                            tl_sparse_form *form);

/* Puts A that is held where it lies among zeros. */
tl_sparse_fault tl_sparse_expand(const tl_matrix_product *product,
                                 const tl_sparse_form *form,
                                 const tl_sparse_metadata *metadata,
                                 const tl_matrix_values *held,
                                 tl_matrix_values *out);

#endif /* TL_SIM_SPARSE_MATRIX_H */
