// RUN: copy_share_test | FileCheck %s
// CHECK: C12: {{[1-9][0-9]+}} registers, 0 failures
// CHECK: shared: 2177, in several steps: 173, with replicas left: 410, not at all: 1193

/* Law C12 of tl/copy_share.h on random fragments with replicas, by enumeration:
 * what a step keeps of the registers, against the two fragments. */
#include "tl/copy_share.h"
#include <stdio.h>

enum { CASES = 4000, MOST_DIGITS = 6 };

static int64_t points, failures, shared, stepped, left, none;
static uint64_t seed = 1;

static int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

/* Two dimensions and one replica digit, of random digits of threads and
 * registers. */
static bool make_fragment(tl_layout *out) {
  static const int64_t EXTENTS[] = {2, 2, 3, 4, 4, 8};
  tl_layout layout = {.rank = 2};
  tl_iter digits[MOST_DIGITS];
  int64_t count = 3 + below(MOST_DIGITS - 2), threads = 1, slots = 1;
  for (int64_t i = 0; i < count; i++) {
    tl_iter *digit = &digits[i];
    int64_t extent = EXTENTS[below(6)];
    bool is_thread = i == count - 1 || below(2);
    *digit = (tl_iter){extent, is_thread ? threads : slots,
                       is_thread ? TL_AXIS_TX : TL_AXIS_M, 0};
    *(is_thread ? &threads : &slots) *= extent;
  }
  int64_t replica = below(count);
  if (digits[replica].axis == TL_AXIS_M)
    replica = count - 1;
  layout.iters[count - 1] = digits[replica];
  digits[replica] = digits[count - 1];
  layout.replica_count = 1;
  layout.shard_count = count - 1;
  layout.group_size[0] = below(count);
  layout.group_size[1] = count - 1 - layout.group_size[0];
  for (int64_t i = 0; i < count - 1; i++)
    layout.iters[i] = digits[i];
  return threads <= 256 && slots <= 64 &&
         tl_layout_create(&layout, out, NULL) == TL_OK;
}

static int64_t count_accesses(const tl_copy_request *request,
                              const tl_access_rules *rules) {
  tl_copy_partition plan;
  tl_copy_choice choice;
  const tl_access_side side = {request, rules, &plan};
  if (tl_copy_partition_plan(request, &plan, NULL) != TL_OK ||
      tl_copy_choose(&side, 1, &choice, NULL) != TL_OK)
    return -1;
  return tl_copy_access_count(&plan, &choice.vectors);
}

static int64_t replicas_of(const tl_layout *layout) {
  int64_t count = 1;
  for (int64_t i = 0; i < layout->replica_count; i++)
    count *= layout->iters[layout->shard_count + i].extent;
  return count;
}

static int64_t thread_of(const tl_layout *layout, const int64_t *point,
                         int64_t replica) {
  const tl_iter *iters = layout->iters + layout->shard_count;
  int64_t thread = point[TL_AXIS_TX];
  for (int64_t i = layout->replica_count - 1; i >= 0; i--) {
    thread += replica % iters[i].extent * iters[i].stride;
    replica /= iters[i].extent;
  }
  return thread;
}

/* The register of the old fragment that is in a slot of the new one. */
static int64_t slot_before(const tl_store_shares *shares, int64_t thread,
                           int64_t slot) {
  for (int64_t i = shares->count - 1; i >= 0; i--) {
    const tl_share_step *step = &shares->steps[i];
    slot = tl_share_slot(step, thread / step->divisor % step->extent, slot);
  }
  return slot;
}

static bool holds(const tl_layout *old, const int64_t *coordinate,
                  int64_t thread, int64_t slot) {
  int64_t point[TL_AXIS_COUNT];
  bool found = false;
  tl_layout_apply(old, coordinate, point);
  for (int64_t r = 0; r < replicas_of(old); r++)
    found |= thread_of(old, point, r) == thread && point[TL_AXIS_M] == slot;
  return found;
}

static void check(const tl_layout *old, const tl_store_shares *shares) {
  tl_list tile = tl_layout_shape(old);
  for (int64_t i = 0; i < tile.items[0] * tile.items[1]; i++) {
    const int64_t coordinate[] = {i / tile.items[1], i % tile.items[1]};
    int64_t point[TL_AXIS_COUNT];
    tl_layout_apply(&shares->fragment, coordinate, point);
    for (int64_t r = 0; r < replicas_of(&shares->fragment); r++) {
      int64_t thread = thread_of(&shares->fragment, point, r);
      int64_t slot = slot_before(shares, thread, point[TL_AXIS_M]);
      points++;
      failures += !holds(old, coordinate, thread, slot);
    }
  }
}

int main(void) {
  for (int64_t n = 0; n < CASES; n++) {
    tl_copy_request request = {.scope = TL_SCOPE_CTA,
                               .stores = 1,
                               .lanes = 32,
                               .threads = {256, 256},
                               .element_bytes = INT64_C(1) << below(4),
                               .base_alignment = 16};
    const tl_access_rules rules = {.target = tl_target_default()};
    tl_store_shares shares;
    if (!make_fragment(&request.fragment))
      continue;
    tl_list tile = tl_layout_shape(&request.fragment);
    tl_list strides = {.count = 2, .items = {tile.items[1] * 2, 1}};
    for (int64_t d = 0; d < TL_MAX_RANK; d++)
      request.origin[d].divisor = request.bounds[d].divisor = 1;
    if (tl_layout_from_strides(&tile, &strides, &request.memory, NULL) !=
            TL_OK ||
        tl_store_share(&request, &rules, &shares, NULL) != TL_OK)
      continue;
    check(&request.fragment, &shares);
    int64_t before = count_accesses(&request, &rules);
    request.fragment = shares.fragment;
    int64_t after = count_accesses(&request, &rules);
    failures += after < 0 || (shares.count ? after >= before : after != before);
    shared += shares.count > 0;
    stepped += shares.count > 1;
    left += shares.count && shares.fragment.replica_count;
    none += !shares.count;
  }
  printf("C12: %lld registers, %lld failures\n", (long long)points,
         (long long)failures);
  printf("shared: %lld, in several steps: %lld, with replicas left: %lld, not "
         "at all: %lld\n",
         (long long)shared, (long long)stepped, (long long)left,
         (long long)none);
  return failures != 0;
}
