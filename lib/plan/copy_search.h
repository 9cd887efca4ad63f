/* copy_search.h - The search for the fragment of a copy between two memories. */
#ifndef TL_COPY_SEARCH_H
#define TL_COPY_SEARCH_H

#include "plan/copy_sides.h"

enum {
  TL_SEARCH_PARTS = 8, /* along the first dimension of the threads */
  TL_SEARCH_TRIED = 11 + 2 * TL_SEARCH_PARTS, /* of those along a dimension */
  TL_SEARCH_CANDIDATES = 6 * 6 * 2 * TL_SEARCH_TRIED,
};

/* A part of the tile that is to be given a fragment. */
typedef struct tl_region {
  int64_t first[TL_MAX_RANK], extent[TL_MAX_RANK];
} tl_region;

/* A candidate.  Numbers of one dimension: elements = block * threads * passes *
 * steps, rounded up; thread numbers count in dimension `first` up to `near`
 * first, then in the others from the last on, and then in what is left of `first`. */
typedef struct tl_spread {
  int64_t block[TL_MAX_RANK], threads[TL_MAX_RANK], passes[TL_MAX_RANK];
  int64_t first, near;
  bool has_near_passes; /* within the threads, not around them */
} tl_spread;

/* What it follows from: its block along the contiguous dimensions of both
 * sides, and its threads along dimension `first`. */
typedef struct tl_seed {
  int64_t from, to, first, threads;
} tl_seed;

/* How good a candidate is, or can be at best: see tl_merit_is_better. */
typedef struct tl_merit {
  bool is_ragged;
  int64_t cost, width; /* elements of an access, of both sides the sum */
  int64_t number;      /* of candidates before */
} tl_merit;

typedef struct tl_spread_choice {
  tl_merit merit;
  int64_t cost;  /* of its part alone */
  int64_t moves; /* of registers, of that */
  tl_spread spread;
  tl_transfer_part part;
} tl_spread_choice;

typedef struct tl_candidate {
  tl_seed seed;
  tl_merit hope;
} tl_candidate;

/* The search of one region. */
typedef struct tl_search {
  const tl_transfer_request *request;
  const tl_region *whole;
  const tl_side_bounds *sides;
  bool allows_rest; /* that a block may leave a rest */
  int64_t count;
  tl_candidate candidates[TL_SEARCH_CANDIDATES];
  tl_spread_choice best;
  tl_error error; /* of the first candidate that has no plan */
} tl_search;

/* Whether the sides are contiguous along different dimensions. */
bool tl_search_is_turned(const tl_search *state);

/* Along a dimension, what the fragment moves in all its steps. */
int64_t tl_spread_extent(const tl_search *state, const tl_spread *from,
                         int64_t d);

/* Whether the last pass along some dimension is not full. */
bool tl_spread_leaves_pass(const tl_search *state, const tl_spread *next);

/* Whether threads along the first dimension come before and after the others. */
bool tl_spread_is_split(const tl_spread *of);

/* Elements of the widest access that the candidate can have. */
int64_t tl_spread_widest(const tl_side_bounds *side, const tl_spread *next);

/* How lanes are twisted: not, by registers of their own, or so that lanes have
 * other registers, and may have more of a run than each has by itself. */
typedef enum tl_spread_kind {
  TL_SPREAD_PLAIN = 0,
  TL_SPREAD_STAGGERED,
  TL_SPREAD_TURNED,
} tl_spread_kind;

/* The same from all that is known of both. */
int64_t tl_spread_width(const tl_search *state, const tl_spread *of, int side,
                        tl_spread_kind kind);

/* Where lanes begin, in elements and before a swizzle, without a twist; false where
 * that is not known. */
typedef struct tl_spread_places {
  int64_t lanes, of[TL_COUNTED_LANES];
} tl_spread_places;

bool tl_spread_lanes(const tl_search *state, const tl_spread *of, int side,
                     tl_spread_places *out);

/* At least how long memory serves an access of the first warp, for its width or a
 * narrower one; false where lanes begin within accesses. */
bool tl_spread_served(const tl_copy_request *side,
                      const tl_spread_places *lanes, bool is_shared,
                      int64_t conflict, int64_t *width, int64_t *served);

/* Of a part with a twist, no wider than threads begin apart; false where its end
 * keeps out some registers of a thread, and not others. */
bool tl_spread_twisted(const tl_search *state, const tl_transfer_part *part,
                       int side, int64_t *width);

/* Cheaper wins, then what needs no bounds, then wider, then the first. */
bool tl_merit_is_better(const tl_merit *own, const tl_merit *best);

/* Whether a candidate that is no better than `hope` can be the best. */
bool tl_search_can_win(const tl_search *state, const tl_merit *hope);

/* Without plan: as wide as can be, and in as few rounds. */
tl_merit tl_search_hope(const tl_search *state, const tl_spread *next);

/* Whether a candidate can be the best, by what it costs at least. */
bool tl_search_may_win(const tl_search *state, const tl_spread *of,
                       tl_spread_kind kind);

/* The merit of a candidate with its part, and its cost.  False where there is no
 * plan, or where half of the cost says that it is not the best. */
bool tl_search_weigh(const tl_search *state, tl_spread_choice *own,
                     tl_error *error);

#endif /* TL_COPY_SEARCH_H */
