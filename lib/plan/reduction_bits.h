/* reduction_bits.h - A reduction as bits of registers and of threads; see
 * reduction_bits.c. */
#ifndef TL_REDUCTION_BITS_H
#define TL_REDUCTION_BITS_H

#include "layout/elimination.h"
#include "reduction_digits.h"

enum { TL_MAX_REDUCED_BITS = 32 }; /* of a place */

/* Where bits of a place lead to, by what they are worth: the kept coordinates, as
 * row-major numbers. */
typedef struct tl_reduced_places {
  uint64_t slots[TL_MAX_REDUCED_BITS], threads[TL_MAX_REDUCED_BITS];
  uint64_t held_slots, held_threads;     /* bits that a place has */
  uint64_t copied_slots, copied_threads; /* those that number copies */
} tl_reduced_places;

typedef struct tl_reducing_bits {
  const tl_reduction_request *request;
  tl_axis axis;
  tl_reduced_places places;
  tl_list shape; /* of the result */
  int64_t kept_count;
  uint64_t kept[TL_MAX_REDUCED_BITS]; /* that the registers of a thread span */
  /* Threads that are combined: those that differ by a sum of these, each with a
   * highest bit that no other has. */
  int64_t partner_count, lane_count; /* the first ones are of lanes */
  uint64_t partners[TL_MAX_REDUCED_BITS];
} tl_reducing_bits;

/* TL_UNSUPPORTED where the bits of places are no XOR. */
TL_MUST_CHECK tl_code tl_reducing_bits_open(const tl_reduction_request *request,
                                            tl_reducing_bits *of,
                                            tl_error *error);

/* How many registers are kept, steps, and parts that those leave. */
void tl_reducing_bits_read(const tl_reducing_bits *of, tl_reduction_plan *out);

/* Which of its steps halve, into a plan that has the target: registers, steps,
 * what they leave, and whether that is the target. */
TL_MUST_CHECK tl_code tl_reducing_bits_choose(const tl_reducing_bits *of,
                                              tl_halves which,
                                              tl_reduction_plan *out,
                                              tl_error *error);

/* The layout of the result where none is stated. */
TL_MUST_CHECK tl_code tl_reducing_bits_layout(const tl_reducing_bits *of,
                                              tl_layout *out, tl_error *error);

#endif /* TL_REDUCTION_BITS_H */
