/* fragment_choice.c - The search, see tl/fragment_choice.h.
 *
 * Copies with memories whose layouts are known are planned under all candidates,
 * and are a lower bound of what these cost; the others are planned for those first
 * whose bound is least, until no bound is below the best cost. */
#include "plan/fragment_choice.h"
#include <string.h>

static tl_code check(const tl_fragment_request *request, tl_error *error) {
  if (request->end_count < 1 || request->end_count > TL_FRAGMENT_MOST_ENDS)
    return tl_fail(error, TL_CAPACITY,
                   "has more than %d copies and conversions; give it a layout",
                   TL_FRAGMENT_MOST_ENDS);
  for (int64_t i = 0; i < request->end_count; i++) {
    const tl_fragment_end *end = &request->ends[i];
    tl_list shape = tl_layout_shape(&end->fragment);
    if (end->kind == TL_END_CONVERSION &&
        memcmp(&shape, &request->tile, sizeof shape) != 0)
      return tl_fail(error, TL_INVALID,
                     "is converted to or from a fragment of another tile");
  }
  return TL_OK;
}

/* Keeps those that the copies can be planned under. */
static void bound_all(const tl_fragment_request *request,
                      tl_fragment_candidates *all) {
  int64_t kept = 0;
  for (int64_t i = 0; i < all->count; i++) {
    tl_fragment_candidate next = all->items[i];
    tl_layout fragment;
    if (tl_fragment_make(request, &next, &fragment, NULL) == TL_OK &&
        tl_fragment_least(request, &fragment, &next.least, NULL) == TL_OK)
      all->items[kept++] = next;
  }
  all->count = kept;
}

/* Takes away the one with the least bound, of equal ones the first. */
static tl_fragment_candidate take_first(tl_fragment_candidates *all) {
  int64_t first = 0;
  for (int64_t i = 1; i < all->count; i++)
    if (all->items[i].least < all->items[first].least)
      first = i;
  tl_fragment_candidate out = all->items[first];
  all->count--;
  memmove(&all->items[first], &all->items[first + 1],
          (size_t)(all->count - first) * sizeof *all->items);
  return out;
}

/* What a search asks for, and knows from the beginning. */
typedef struct fragment_search {
  const tl_fragment_request *request;
  tl_conversion_work *work;
  int64_t others[TL_FRAGMENT_MOST_ENDS];
} fragment_search;

static void try_candidate(const fragment_search *search,
                          const tl_fragment_candidate *next,
                          tl_fragment_choice *best) {
  tl_fragment_choice own;
  tl_layout fragment;
  if (next->least >= best->cost)
    return;
  best->planned++;
  if (tl_fragment_make(search->request, next, &fragment, NULL) != TL_OK ||
      tl_fragment_sum(search->request, search->others, &fragment, search->work,
                      &own, NULL) != TL_OK ||
      own.cost >= best->cost)
    return;
  own.planned = best->planned;
  *best = own;
}

/* Rows and what is stated come first. */
static void try_stated(const fragment_search *search,
                       tl_fragment_candidates *all, tl_fragment_choice *best) {
  int64_t kept = 0;
  for (int64_t i = 0; i < all->count; i++)
    if (all->items[i].origin == TL_FRAGMENT_SEED)
      all->items[kept++] = all->items[i];
    else
      try_candidate(search, &all->items[i], best);
  all->count = kept;
}

tl_code tl_fragment_choose(const tl_fragment_request *request,
                           tl_conversion_work *work, tl_fragment_choice *out,
                           tl_error *error) {
  tl_fragment_choice best = {.cost = INT64_MAX};
  fragment_search search = {.request = request, .work = work};
  tl_fragment_candidates all;
  tl_layout rows;
  TL_TRY(check(request, error));
  TL_TRY(tl_fragment_rows(&request->tile, request->registers, request->scope,
                          request->most_threads, &rows, error));
  TL_TRY(tl_fragment_others(request, search.others, error));
  tl_fragment_list(request, &all);
  bound_all(request, &all);
  int64_t candidates = all.count;
  try_stated(&search, &all, &best);
  while (all.count && best.planned < TL_FRAGMENT_MOST_PLANNED) {
    tl_fragment_candidate next = take_first(&all);
    if (next.least >= best.cost)
      break;
    try_candidate(&search, &next, &best);
  }
  if (best.cost == INT64_MAX)
    return tl_fragment_measure(request, &rows, work, out, error);
  best.candidates = candidates;
  *out = best;
  return TL_OK;
}
