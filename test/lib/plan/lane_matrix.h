/* lane_matrix.h - The byte addresses of lanes as a linear function. */
#ifndef TL_TEST_LANE_MATRIX_H
#define TL_TEST_LANE_MATRIX_H

#include "tl/bit_matrix.h"

static inline uint64_t ones(int64_t count) {
  return (UINT64_C(1) << count) - 1;
}

/* The matrix lane bits of the first warp -> byte address of the element in
 * register slot `slot`, for layouts of powers of two and of one shape, M of
 * memory and F of the fragment: M F^-1, of which lanes are columns.  Lanes of
 * one element have one address.
 *
 *   f16, S[(8, 4, 2) : (4@laneid, 1@laneid, 1)] and S[(8, 4, 2) : (8, 2, 1)]
 *     -> columns 4, 8, 16, 32, 64 */
static inline tl_code lane_matrix(const tl_layout *fragment,
                                  const tl_layout *memory, tl_scope scope,
                                  int64_t element_bytes, int64_t slot,
                                  tl_bit_matrix *out) {
  enum { LANE_BITS = 5 };
  tl_layout scoped;
  tl_bit_matrix held, stored, place;
  TL_TRY(tl_layout_on_scope(fragment, scope, 32, &scoped, NULL));
  TL_TRY(tl_bit_matrix_from_layout(&scoped, &held, NULL));
  TL_TRY(tl_bit_matrix_from_layout(memory, &stored, NULL));
  TL_TRY(tl_bit_matrix_inverse(&held, &place, NULL));
  int64_t coordinate_bits = held.input_bits - held.replica_bits;
  for (int64_t i = 0; i < place.input_bits; i++)
    place.columns[i] &= ones(coordinate_bits);
  place.constant &= ones(coordinate_bits);
  place.output_bits = place.axis_bits[TL_AXIS_M] = coordinate_bits;
  TL_TRY(tl_bit_matrix_compose(&stored, &place, &place, NULL));

  /* The lane bits follow those of the slot. */
  int64_t slot_bits = held.axis_bits[TL_AXIS_M];
  int64_t lanes = held.output_bits - slot_bits;
  uint64_t columns[LANE_BITS], bytes = (uint64_t)element_bytes;
  lanes = lanes < LANE_BITS ? lanes : LANE_BITS;
  for (int64_t i = 0; i < lanes; i++)
    columns[i] = place.columns[slot_bits + i] * bytes;
  uint64_t base = tl_bit_matrix_apply(&place, (uint64_t)slot);
  tl_bit_matrix_from_columns(columns, lanes, base * bytes, out);
  return TL_OK;
}

#endif /* TL_TEST_LANE_MATRIX_H */
