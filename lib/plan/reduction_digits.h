/* reduction_digits.h - A reduction as digits of registers and of threads; see
 * reduction.c. */
#ifndef TL_REDUCTION_DIGITS_H
#define TL_REDUCTION_DIGITS_H

#include "tl/reduction.h"

typedef enum digit_kind { KEPT = 0, REDUCED, REPLICA } digit_kind;

typedef struct place_digit {
  int64_t extent, stride, kind;
} place_digit;

/* Fastest stride first. */
typedef struct digits {
  int64_t count;
  place_digit items[TL_MAX_ITERS];
} digits;

typedef struct reducing {
  const tl_reduction_request *request;
  tl_axis axis; /* of threads; m where there is one alone */
  digits slots, threads;
  int64_t ranks; /* threads that are combined with each other */
  int64_t reach; /* 1 + the last thread that holds something */
} reducing;

/* Which steps halve: those whose halves the target has, or all that can. */
typedef enum tl_halves {
  TL_NO_HALVES = 0,
  TL_HALVES_OF_TARGET,
  TL_ALL_HALVES,
} tl_halves;

/* Shuffles are of whole warps. */
static inline bool tl_has_whole_warps(const tl_reduction_request *request) {
  return request->scope != TL_SCOPE_THREAD && request->lanes > 0 &&
         request->lanes <= TL_MAX_WAVE &&
         request->threads.fewest % request->lanes == 0;
}

/* Errors as of tl_reduction_plan_make. */
TL_MUST_CHECK tl_code tl_reducing_open(const tl_reduction_request *request,
                                       reducing *of, tl_error *error);

/* Registers, and steps of which none halves; how many parts they leave. */
void tl_reducing_read(const reducing *of, tl_reduction_plan *out);

/* What blocks of `size` threads leave: the result, and where these are not all a
 * dimension of parts in front.  Its iters are as many as can be. */
void tl_reducing_layout(const reducing *of, int64_t size, tl_layout *out);

/* Adds an iter to the last dimension, slowest first, or a replica. */
void tl_reducing_add(tl_layout *layout, tl_iter iter, bool is_replica);

#endif /* TL_REDUCTION_DIGITS_H */
