/* fragment_choice.h - Candidates of a fragment that is to be chosen, and what they
 * cost; see tl/fragment_choice.h. */
#ifndef TL_PLAN_FRAGMENT_CHOICE_H
#define TL_PLAN_FRAGMENT_CHOICE_H

#include "tl/fragment_choice.h"

/* What gives every thread a block of so many elements along `fast`, times so many
 * along `slow`, and threads to dimension `first` first. */
typedef struct tl_fragment_seed {
  int64_t fast, fast_block, slow, slow_block, first, first_threads;
} tl_fragment_seed;

enum { TL_FRAGMENT_SEED = -2, TL_FRAGMENT_ROWS = -1 };

typedef struct tl_fragment_candidate {
  int64_t origin; /* an end whose stated fragment it is, or one of the above */
  tl_fragment_seed seed;
  int64_t least; /* see tl_fragment_least */
} tl_fragment_candidate;

typedef struct tl_fragment_candidates {
  int64_t count;
  tl_fragment_candidate items[TL_FRAGMENT_MOST_CANDIDATES];
} tl_fragment_candidates;

/* Rows, stated fragments with as many registers, and seeds that threads and blocks
 * divide the tile by; the first that are as many as have room. */
void tl_fragment_list(const tl_fragment_request *request,
                      tl_fragment_candidates *out);

/* The layout of one of them. */
TL_MUST_CHECK tl_code tl_fragment_make(const tl_fragment_request *request,
                                       const tl_fragment_candidate *of,
                                       tl_layout *out, tl_error *error);

/* What copies with memories whose layouts are known cost under a fragment, no more
 * than all ends do. */
TL_MUST_CHECK tl_code tl_fragment_least(const tl_fragment_request *request,
                                        const tl_layout *fragment, int64_t *out,
                                        tl_error *error);

/* What others cost that use the open memories of the ends; and, with that, what
 * the ends cost: see tl_fragment_measure. */
TL_MUST_CHECK tl_code tl_fragment_others(const tl_fragment_request *request,
                                         int64_t out[TL_FRAGMENT_MOST_ENDS],
                                         tl_error *error);
TL_MUST_CHECK tl_code tl_fragment_sum(
    const tl_fragment_request *request,
    const int64_t others[TL_FRAGMENT_MOST_ENDS], const tl_layout *fragment,
    tl_conversion_work *work, tl_fragment_choice *out, tl_error *error);

#endif /* TL_PLAN_FRAGMENT_CHOICE_H */
