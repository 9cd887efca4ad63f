/* copy_share.c - see tl/copy_share.h.
 *
 * Steps are taken as long as one leaves fewer accesses: a factor of a replica
 * digit's extent moves the slowest part of a register digit, so that runs stay
 * as long as they can. */
#include "tl/copy_share.h"
#include "base/checked.h"
#include "copy_partition.h"

/* A fragment on its way. */
typedef struct sharing {
  tl_copy_request request;
  const tl_access_rules *rules;
  int64_t accesses; /* of a thread */
} sharing;

int64_t tl_share_slot(const tl_share_step *step, int64_t digit, int64_t slot) {
  int64_t high = slot / step->slot_stride, low = slot % step->slot_stride;
  return (high * step->extent + digit) * step->slot_stride + low;
}

static tl_code count_accesses(sharing *of, tl_error *error) {
  tl_copy_partition plan;
  const tl_access_side side = {&of->request, of->rules, &plan};
  tl_copy_choice choice;
  TL_TRY(tl_copy_partition_plan(&of->request, &plan, error));
  TL_TRY(tl_copy_choose(&side, 1, &choice, error));
  of->accesses = tl_copy_access_count(&plan, &choice.vectors);
  return TL_OK;
}

/* Puts the digit of the threads before iter number `slow`. */
static void insert(tl_layout *layout, int64_t slow, const tl_iter *digit) {
  int64_t last = layout->shard_count + layout->replica_count, d = 0;
  for (int64_t end = layout->group_size[0]; slow >= end;)
    end += layout->group_size[++d];
  for (int64_t i = last; i > slow; i--)
    layout->iters[i] = layout->iters[i - 1];
  layout->iters[slow] = *digit;
  layout->group_size[d]++;
  layout->shard_count++;
}

/* Moves slots above a digit that is gone down. */
static bool close_slots(tl_layout *layout, const tl_share_step *step) {
  for (int64_t i = 0; i < layout->shard_count; i++) {
    tl_iter *iter = &layout->iters[i];
    if (iter->axis != TL_AXIS_M || iter->stride <= step->slot_stride)
      continue;
    if (iter->stride % step->extent != 0)
      return false;
    iter->stride /= step->extent;
  }
  return true;
}

/* Gives the slowest part of register digit `slot`, of that extent, to replica
 * digit `replica`; false where it does not divide both. */
static bool take_step(const tl_layout *fragment, int64_t replica, int64_t slot,
                      int64_t extent, tl_layout *out, tl_share_step *step) {
  *out = *fragment;
  tl_iter *threads = &out->iters[fragment->shard_count + replica];
  tl_iter *registers = &out->iters[slot];
  if (registers->axis != TL_AXIS_M || threads->extent % extent != 0 ||
      registers->extent % extent != 0)
    return false;
  registers->extent /= extent;
  const tl_iter moved = {extent, threads->stride, threads->axis, 0};
  *step = (tl_share_step){threads->stride, extent,
                          registers->stride * registers->extent};
  threads->extent /= extent;
  threads->stride *= extent;
  insert(out, slot, &moved);
  return close_slots(out, step) && tl_layout_create(out, out, NULL) == TL_OK;
}

/* Tries a step; the first of those with the fewest accesses stays. */
static void try_step(const sharing *from, int64_t replica, int64_t slot,
                     int64_t extent, sharing *best, tl_share_step *best_step) {
  sharing next = *from;
  tl_share_step step;
  if (!take_step(&from->request.fragment, replica, slot, extent,
                 &next.request.fragment, &step) ||
      count_accesses(&next, NULL) != TL_OK || next.accesses >= best->accesses)
    return;
  *best = next;
  *best_step = step;
}

/* Takes the best step, the smaller extent first: it selects among fewer
 * registers.  False where none leaves fewer accesses. */
static bool improve(sharing *from, tl_share_step *step) {
  sharing best = *from;
  const tl_layout *fragment = &from->request.fragment;
  int64_t digits = fragment->shard_count + fragment->replica_count;
  for (int64_t r = 0; r < fragment->replica_count; r++)
    for (int64_t i = 0; i < fragment->shard_count && digits < TL_MAX_ITERS; i++)
      for (int64_t extent = 2; extent <= fragment->iters[i].extent; extent++)
        try_step(from, r, i, extent, &best, step);
  bool is_better = best.accesses < from->accesses;
  *from = best;
  return is_better;
}

tl_code tl_store_share(const tl_copy_request *request,
                       const tl_access_rules *rules, tl_store_shares *out,
                       tl_error *error) {
  sharing state = {.rules = rules};
  TL_TRY(tl_copy_on_scope(request, &state.request, error));
  TL_TRY(count_accesses(&state, error));
  bool is_twisted = !tl_twist_is_none(&state.request.fragment.twist);
  out->count = 0;
  while (!is_twisted && out->count < TL_MAX_ITERS &&
         improve(&state, &out->steps[out->count]))
    out->count++;
  out->fragment = state.request.fragment;
  return TL_OK;
}
