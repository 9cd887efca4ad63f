/* holdings.c - see holdings.h. */
#include "holdings.h"
#include "tl/target.h"
#include <inttypes.h>
#include <string.h>

tl_code tl_held_fragment(const tl_instruction *at, const tl_copy_side *side,
                         tl_scope scope, bool is_target, tl_layout *out,
                         tl_error *error) {
  MlirAttribute layout = side->is_auto
                             ? tl_fragment_stated(at->operation, is_target)
                             : side->layout;
  return tl_fragment_layout(layout, scope, at->program->wave, out, error);
}

int64_t tl_replica_count(const tl_layout *fragment) {
  int64_t count = 1;
  for (int64_t i = 0; i < fragment->replica_count; i++)
    count *= fragment->iters[fragment->shard_count + i].extent;
  return count;
}

/* Moves a point to replica number `replica`. */
static void add_replica(const tl_layout *layout, int64_t replica,
                        int64_t *point) {
  const tl_iter *iters = layout->iters + layout->shard_count;
  for (int64_t i = layout->replica_count - 1; i >= 0; i--) {
    point[iters[i].axis] += replica % iters[i].extent * iters[i].stride;
    replica /= iters[i].extent;
  }
}

/* Holding number `n`, where element n / replicas has replica n % replicas;
 * which thread has it. */
static tl_holding holding_of(const tl_holdings *all, const tl_layout *fragment,
                             int64_t replicas, int64_t n, int64_t *thread) {
  int64_t coordinate[TL_MAX_RANK], point[TL_AXIS_COUNT];
  tl_axis axis = tl_scope_describe(all->scope)->axis;
  tl_coordinate_of(n / replicas, all->tile.count, all->tile.items, coordinate);
  tl_layout_apply(fragment, coordinate, point);
  add_replica(fragment, n % replicas, point);
  *thread = axis == TL_AXIS_M ? 0 : point[axis];
  return (tl_holding){n / replicas, point[TL_AXIS_M], n % replicas == 0};
}

/* Sorts the holdings by thread: counted first, then each to its place. */
static void enumerate(const tl_layout *fragment, int64_t replicas,
                      tl_holdings *out) {
  int64_t thread, next[TL_MAX_THREADS], count = out->elements * replicas;
  for (int64_t n = 0; n < count; n++) {
    holding_of(out, fragment, replicas, n, &thread);
    out->first[thread + 1]++;
    if (thread >= out->needed)
      out->needed = thread + 1;
  }
  for (int t = 0; t < TL_MAX_THREADS; t++) {
    next[t] = out->first[t];
    out->first[t + 1] += out->first[t];
  }
  for (int64_t n = 0; n < count; n++) {
    tl_holding item = holding_of(out, fragment, replicas, n, &thread);
    out->items[next[thread]++] = item;
  }
}

/* A warp and a warpgroup are whole; a block has what its layouts number. */
static void ask_threads(tl_program *program, const tl_holdings *holdings) {
  int64_t needed =
      holdings->scope == TL_SCOPE_CTA ? holdings->needed : holdings->group;
  if (needed > program->threads_needed)
    program->threads_needed = needed;
}

bool tl_holdings_read(tl_instruction *at, const tl_layout *fragment,
                      tl_scope scope, int64_t replicas, int64_t needed,
                      tl_holdings *out) {
  *out = (tl_holdings){.scope = scope,
                       .tile = tl_layout_shape(fragment),
                       .elements = 1,
                       .group = tl_scope_size(scope, at->program->wave),
                       .needed = needed};
  for (int64_t d = 0; d < out->tile.count; d++)
    out->elements *= out->tile.items[d];
  out->items =
      tl_keep(at->program, out->elements * replicas, sizeof *out->items);
  if (!out->items)
    return false;
  enumerate(fragment, replicas, out);
  ask_threads(at->program, out);
  return true;
}

void tl_holdings_check(const tl_step *first, const tl_holdings *holdings,
                       const char *what) {
  const char *name = tl_scope_describe(holdings->scope)->name;
  const tl_lanes *lanes = first->lanes;
  int64_t threads = holdings->group;
  for (int k = 0; k < lanes->count;) {
    tl_step step = tl_step_of(first, k);
    int64_t begin = step.thread / threads * threads, present = 0;
    int64_t size = first->machine->thread_count - begin;
    size = size < threads ? size : threads;
    for (; k < lanes->count && lanes->items[k] < begin + size; k++)
      present++;
    if (present < size)
      tl_fault(&step, TL_FAULT_SCOPE,
               "executes %s of its %s with %" PRId64 " of %" PRId64 " threads",
               what, name, present, size);
    else if (present < holdings->needed)
      tl_fault(&step, TL_FAULT_SCOPE,
               "is in a %s of %" PRId64 " threads; %s needs %" PRId64, name,
               present, what, holdings->needed);
  }
}

void tl_each_group(const tl_step *first, int64_t threads,
                   void (*run)(const tl_step *first, int begin, int end)) {
  const tl_lanes *lanes = first->lanes;
  for (int begin = 0, end = 0; begin < lanes->count; begin = end) {
    int64_t group = lanes->items[begin] / threads;
    while (end < lanes->count && lanes->items[end] / threads == group)
      end++;
    run(first, begin, end);
  }
}

void tl_overwrite_scratch(const tl_step *step) {
  const tl_view *view = tl_operand_view(step, 1);
  const int64_t first = 0;
  int64_t byte;
  if (view->buffer && tl_view_byte(view, &first, 1, &byte) && byte >= 0 &&
      byte + view->sizes[0] <= view->buffer->size)
    memset(view->buffer->poison + byte, TL_BYTE_FREE, (size_t)view->sizes[0]);
}
