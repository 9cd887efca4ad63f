/* copy_ownership.c - Which threads take part in a copy.
 *
 * The thread iters of a fragment, replicas included, are sorted by stride.
 * They are digits of the thread number exactly when each stride is a multiple
 * of the extent * stride before it:
 *
 *   S[(4, 8) : (1, 2@laneid)] + R[2 : 16@laneid]
 *     lane = 16 replica + 2 j,   digits (8 : 2), (2 : 16)
 *
 * What lies between two digits (here lane % 2) must be 0 in a thread that holds
 * an element, and so must what lies above the last (lane / 32); that also keeps
 * out threads before an offset, whose unsigned difference wraps.  A store
 * additionally wants every replica digit to be 0, so that one thread writes. */
#include "base/checked.h"
#include "copy_partition.h"
#include "tl/layout_questions.h"

static void read_digits(const tl_layout *fragment, tl_fragment_digits *out) {
  out->count = 0;
  const tl_iter *group_end = fragment->iters;
  for (int64_t d = 0; d < fragment->rank; d++) {
    group_end += fragment->group_size[d];
    int64_t step = 1;
    for (int64_t i = 1; i <= fragment->group_size[d]; i++) {
      const tl_iter *iter = group_end - i;
      out->items[out->count++] = (tl_digit){iter->extent, d, step, iter->stride,
                                            iter->axis == TL_AXIS_M};
      step *= iter->extent;
    }
  }
}

/* Whether, sorted by stride, every digit of the slots, replicas included, moves
 * further than all faster ones together reach; the first that does not. */
static bool are_nested(const tl_layout *fragment, const tl_iter **first,
                       int64_t *below) {
  int64_t count = tl_layout_iters(fragment);
  for (int64_t i = 0; i < count; i++) {
    const tl_iter *iter = *first = &fragment->iters[i];
    if (iter->axis != TL_AXIS_M)
      continue;
    *below = 0;
    for (int64_t k = 0; k < count; k++) {
      const tl_iter *other = &fragment->iters[k];
      bool is_faster = other->stride < iter->stride ||
                       (other->stride == iter->stride && k > i);
      if (other->axis == TL_AXIS_M && k != i && is_faster &&
          tl_multiply_add(*below, other->extent - 1, other->stride, below,
                          NULL) != TL_OK)
        return false;
    }
    if (iter->stride <= *below)
      return false;
  }
  return true;
}

/* Slots are told apart by digits of their number, or else by all that the
 * fragment says. */
static tl_code check_slots(const tl_layout *fragment, int64_t lanes,
                           tl_error *error) {
  const tl_iter *iter = NULL;
  int64_t below = 0;
  if (are_nested(fragment, &iter, &below) ||
      tl_layout_is_injective(fragment, lanes, NULL, NULL) == TL_YES)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "register stride %" PRId64 " of extent %" PRId64
                 " overlaps the slots 0 to %" PRId64 " of the faster digits",
                 iter->stride, iter->extent, below);
}

static void add_guard(tl_address *guards, int64_t divisor, int64_t extent) {
  tl_address_add(guards, &(tl_term){.source = TL_SOURCE_THREAD,
                                    .divisor = divisor,
                                    .extent = extent,
                                    .stride = 1});
}

/* *limit becomes the extent * stride of the last digit. */
static tl_code guard_gaps(const tl_copy_request *request, tl_axis axis,
                          int64_t *limit, tl_address *guards, tl_error *error) {
  const tl_layout *fragment = &request->fragment;
  tl_list threads = tl_layout_sorted(fragment, tl_axis_direction(axis));
  int64_t reached = 1;
  for (int64_t i = 0; i < threads.count; i++) {
    const tl_iter *digit = &fragment->iters[threads.items[i]];
    bool is_replica = threads.items[i] >= fragment->shard_count;
    if (digit->stride == 0 || digit->stride % reached != 0)
      return tl_fail(error, TL_UNSUPPORTED,
                     "thread stride %" PRId64 " is not a multiple of %" PRId64
                     ", the threads that the digits below it number",
                     digit->stride, reached);
    if (digit->stride > reached)
      add_guard(guards, reached, digit->stride / reached);
    TL_TRY(tl_multiply(digit->stride, digit->extent, &reached, error));
    if (is_replica && request->stores)
      add_guard(guards, digit->stride, digit->extent);
  }
  *limit = reached;
  return TL_OK;
}

tl_code tl_copy_check_threads(const tl_layout *fragment, tl_scope scope,
                              int64_t lanes, const tl_thread_range *threads,
                              tl_error *error) {
  const tl_scope_facts *facts = tl_scope_describe(scope);
  int64_t needed;
  TL_TRY(tl_layout_span(fragment, facts->axis, &needed, error));
  int64_t available = threads->fewest ? threads->fewest
                      : threads->most ? threads->most
                                      : tl_scope_size(scope, lanes);
  if (needed <= available)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the layout needs threads 0 to %" PRId64
                 "; a %s has%s %" PRId64 " here",
                 needed - 1, facts->name,
                 threads->fewest == 0              ? " at most"
                 : threads->fewest < threads->most ? " as few as"
                                                   : "",
                 available);
}

static tl_code guard_limit(const tl_copy_request *request, int64_t limit,
                           tl_address *guards, tl_error *error) {
  const tl_thread_range *threads = &request->threads;
  tl_axis axis = tl_scope_describe(request->scope)->axis;
  TL_TRY(tl_copy_check_threads(&request->fragment, request->scope,
                               request->lanes, threads, error));
  bool wraps = request->fragment.offset[axis] != 0;
  if (threads->most == 0 || limit < threads->most || wraps)
    add_guard(guards, limit, 0);
  return TL_OK;
}

tl_code tl_copy_ownership(const tl_copy_request *request,
                          tl_fragment_digits *digits, tl_copy_partition *out,
                          tl_error *error) {
  const tl_layout *fragment = &request->fragment;
  tl_axis axis = tl_scope_describe(request->scope)->axis;
  read_digits(fragment, digits);
  TL_TRY(check_slots(fragment, request->lanes, error));
  digits->thread_limit = 1;
  out->guards = tl_address_open(&out->address, TL_ROW_SUM);
  if (axis == TL_AXIS_M)
    return TL_OK;
  out->thread_offset = fragment->offset[axis];
  TL_TRY(
      guard_gaps(request, axis, &digits->thread_limit, &out->address, error));
  return guard_limit(request, digits->thread_limit, &out->address, error);
}
