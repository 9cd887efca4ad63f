/* copy_partition.h - Parts of the partition, which other plans start from. */
#ifndef TL_COPY_PARTITION_H
#define TL_COPY_PARTITION_H

#include "layout/layout_digits.h"
#include "tl/copy_plan.h"

typedef struct tl_fragment_digits {
  int64_t count;
  tl_digit items[TL_MAX_ITERS]; /* fast to slow in each dimension */
  int64_t thread_limit; /* 1 + the largest thread number, after the offset */
} tl_fragment_digits;

/* The request with its fragment over the threads of the scope. */
TL_MUST_CHECK tl_code tl_copy_on_scope(const tl_copy_request *request,
                                       tl_copy_request *out, tl_error *error);

/* Where element 0 is, as far as it is of use: an alignment in bytes, and
 * elements past that.  Under a swizzle, which keeps pieces that begin at
 * multiples of their size from element 0 on, there are none. */
typedef struct tl_base {
  int64_t alignment, phase;
} tl_base;

tl_base tl_copy_base_of(const tl_copy_request *request);

/* Reads the digits of `request->fragment`, checks that threads and slots are
 * told apart by them, and writes the thread offset and the guards. */
TL_MUST_CHECK tl_code tl_copy_ownership(const tl_copy_request *request,
                                        tl_fragment_digits *digits,
                                        tl_copy_partition *out,
                                        tl_error *error);

/* TL_INVALID where the fragment, over the threads of the scope, has more of
 * them than there are. */
TL_MUST_CHECK tl_code tl_copy_check_threads(const tl_layout *fragment,
                                            tl_scope scope, int64_t lanes,
                                            const tl_thread_range *threads,
                                            tl_error *error);

/* Writes how the base is computed, and what divides it, from its row and the
 * atoms; of a request from tl_copy_on_scope. */
void tl_copy_place(const tl_copy_request *request, int64_t thread_limit,
                   tl_copy_partition *out);

/* A number that divides every digit that `term` takes of a multiple of
 * `divisor`. */
int64_t tl_digit_step(int64_t divisor, const tl_term *term);

/* The greatest power of two that is known to divide the term. */
uint64_t tl_term_step(const tl_copy_request *request, const tl_term *term);

/* How far a coordinate along a dimension is from 0 in memory, before a swizzle; a
 * stride known at run time is a long one. */
int64_t tl_place_along(const tl_layout *memory, int64_t dimension,
                       int64_t coordinate);

/* ---- Atoms --------------------------------------------------------------- */

/* Whether the memory stride is known to be a multiple of a power of two. */
bool tl_atom_is_multiple(const tl_atom *atom, int64_t width);

/* Whether the swizzle leaves so many elements in one piece. */
bool tl_swizzle_keeps(const tl_swizzle *swizzle, int64_t width);

/* Takes the fastest `count` of the atom, which keeps the others. */
tl_atom tl_atom_take(tl_atom *atom, int64_t count);

void tl_atoms_reverse(tl_atoms *atoms);

/* The last offset of memory and of the tile, which may end past a bound, where
 * symbols are so large. */
TL_MUST_CHECK tl_code tl_copy_reach(const tl_copy_request *request,
                                    const int64_t symbols[TL_MAX_SYMBOLS],
                                    int64_t *reach, tl_error *error);

#endif /* TL_COPY_PARTITION_H */
