/* conversion_rounds_places.c - Where the elements are, and where they come
 * from.
 *
 * Both fragments are read element by element, in row-major order, replicas as
 * well: which element is in register r of thread t.  What a register of the
 * first wave is filled from is a place that holds its element there, and in the
 * other waves at the same lanes and registers: the own lane before others, of
 * these the one whose number differs in the lowest bits (l ^ l' is least, which
 * is one number for as many lanes as can be where lanes are bits); of the own
 * registers the same one before others. */
#include "base/checked.h"
#include "conversion_rounds.h"
#include "copy_partition.h"
#include <string.h>

/* ---- Reading ------------------------------------------------------------- */

/* Digits that count, the last one fastest. */
typedef struct walk {
  const tl_iter *iters;
  int64_t count, digits[TL_MAX_ITERS];
  int64_t slot, thread; /* moved by them */
} walk;

/* Goes on to the next; after the last to the first, and false. */
static bool walk_on(walk *at) {
  for (int64_t i = at->count - 1; i >= 0; i--) {
    const tl_iter *iter = &at->iters[i];
    int64_t *moved = iter->axis == TL_AXIS_M ? &at->slot : &at->thread;
    if (++at->digits[i] < iter->extent) {
      *moved += iter->stride;
      return true;
    }
    *moved -= (iter->extent - 1) * iter->stride;
    at->digits[i] = 0;
  }
  return false;
}

static tl_code put(const tl_conversion_task *task, int side, int64_t thread,
                   int64_t slot, int64_t element, tl_error *error) {
  int32_t *held = &task->space->held[side][thread * task->slots[side] + slot];
  if (*held >= 0 && *held != element)
    return tl_fail(error, TL_INVALID,
                   "register %" PRId64 " of thread %" PRId64
                   " holds two elements of the tile under the %s, %" PRId32
                   " and %" PRId64 " in row-major order",
                   slot, thread, side ? "target" : "source", *held, element);
  *held = (int32_t)element;
  return TL_OK;
}

static tl_code read_elements(const tl_conversion_task *task, int side,
                             const tl_layout *fragment, tl_axis axis,
                             tl_error *error) {
  walk shard = {.iters = fragment->iters,
                .count = fragment->shard_count,
                .slot = fragment->offset[TL_AXIS_M],
                .thread = axis == TL_AXIS_M ? 0 : fragment->offset[axis]};
  walk replica = {.iters = fragment->iters + fragment->shard_count,
                  .count = fragment->replica_count};
  int64_t element = 0;
  tl_list shape = tl_layout_shape(fragment);
  tl_twist back = fragment->twist;
  if (!tl_twist_is_none(&back) &&
      !tl_twist_invert(&back, tl_shape_bits(&shape), &back))
    return tl_fail(error, TL_INVALID, "the twist has no inverse");
  do {
    do
      TL_TRY(
          put(task, side, shard.thread + replica.thread,
              tl_swizzle_apply(&fragment->swizzle, shard.slot + replica.slot),
              tl_twist_apply(&back, element), error));
    while (walk_on(&replica));
    element++;
  } while (walk_on(&shard));
  return TL_OK;
}

static tl_code check_size(const tl_conversion_task *task, int side,
                          tl_error *error) {
  const char *name = side ? "target" : "source";
  int64_t places;
  if (task->slots[side] > TL_MAX_CONVERSION_SLOTS)
    return tl_fail(error, TL_CAPACITY,
                   "the %s has %" PRId64
                   " registers a thread; conversions look at %d at most",
                   name, task->slots[side], TL_MAX_CONVERSION_SLOTS);
  TL_TRY(tl_multiply(task->slots[side], task->threads[side], &places, error));
  if (places > TL_MAX_CONVERSION_PLACES ||
      task->elements > TL_MAX_CONVERSION_PLACES)
    return tl_fail(error, TL_CAPACITY,
                   "the %s has %" PRId64 " registers of %" PRId64
                   " threads; conversions look at %d at most",
                   name, task->slots[side], task->threads[side],
                   TL_MAX_CONVERSION_PLACES);
  return TL_OK;
}

static tl_code read_side(const tl_layout *layout, int side,
                         tl_conversion_task *task, tl_error *error) {
  const tl_conversion_request *request = task->request;
  tl_axis axis = tl_scope_describe(request->scope)->axis;
  tl_layout fragment;
  TL_TRY(tl_layout_on_scope(layout, request->scope, request->lanes, &fragment,
                            error));
  TL_TRY(tl_layout_footprint(&fragment, &task->slots[side], error));
  task->threads[side] = 1;
  if (axis != TL_AXIS_M) {
    TL_TRY(tl_copy_check_threads(&fragment, request->scope, request->lanes,
                                 &request->threads, error));
    TL_TRY(tl_layout_span(&fragment, axis, &task->threads[side], error));
  }
  TL_TRY(check_size(task, side, error));
  memset(task->space->held[side], 0xff,
         (size_t)(task->slots[side] * task->threads[side]) * sizeof(int32_t));
  return read_elements(task, side, &fragment, axis, error);
}

static tl_code check_shapes(const tl_conversion_request *request,
                            tl_error *error) {
  tl_list source = tl_layout_shape(&request->source);
  tl_list target = tl_layout_shape(&request->target);
  if (source.count != target.count)
    return tl_fail(error, TL_INVALID,
                   "the source has rank %" PRId64 ", the target %" PRId64,
                   source.count, target.count);
  for (int64_t d = 0; d < source.count; d++)
    if (source.items[d] != target.items[d])
      return tl_fail(error, TL_INVALID,
                     "dimension %" PRId64 " has extent %" PRId64
                     " in the source and %" PRId64 " in the target",
                     d, source.items[d], target.items[d]);
  return TL_OK;
}

tl_code tl_conversion_read(const tl_conversion_request *request,
                           tl_conversion_space *space, tl_conversion_task *out,
                           tl_error *error) {
  tl_list shape = tl_layout_shape(&request->source);
  bool is_thread = request->scope == TL_SCOPE_THREAD;
  *out = (tl_conversion_task){.request = request,
                              .space = space,
                              .lanes = is_thread ? 1 : request->lanes,
                              .word_elements = request->element_bits < 32
                                                   ? 32 / request->element_bits
                                                   : 1};
  TL_TRY(check_shapes(request, error));
  TL_TRY(tl_list_product(&shape, &out->elements, error));
  TL_TRY(read_side(&request->source, TL_SOURCE_SIDE, out, error));
  return read_side(&request->target, TL_TARGET_SIDE, out, error);
}

/* ---- Tracing ------------------------------------------------------------- */

const int16_t TL_SAME_LANE[TL_MAX_WAVE] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
    48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

static int32_t held_by(const tl_conversion_task *task, int side, int64_t thread,
                       int64_t slot) {
  return thread < task->threads[side]
             ? task->space->held[side][thread * task->slots[side] + slot]
             : TL_NO_PLACE;
}

/* The places of each element in the first wave, ascending. */
static void list_places(const tl_conversion_task *task) {
  tl_conversion_space *space = task->space;
  int64_t threads = task->threads[TL_SOURCE_SIDE];
  threads = threads < task->lanes ? threads : task->lanes;
  memset(space->first, 0xff, (size_t)task->elements * sizeof *space->first);
  for (int64_t p = threads * task->slots[TL_SOURCE_SIDE] - 1; p >= 0; p--) {
    int32_t element = space->held[TL_SOURCE_SIDE][p];
    if (element < 0)
      continue;
    space->next[p] = space->first[element];
    space->first[element] = (int32_t)p;
  }
}

/* The first wave but for 0 in which the place, of the source, does not hold
 * what the lane wants in its slot; 0: it does in all. */
static int64_t find_wave_without(const tl_conversion_task *task, int64_t lane,
                                 int64_t slot, int64_t place) {
  int64_t slots = task->slots[TL_SOURCE_SIDE];
  int64_t thread = task->lanes + lane, giver = task->lanes + place / slots;
  for (; thread < task->threads[TL_TARGET_SIDE];
       thread += task->lanes, giver += task->lanes)
    if (held_by(task, TL_TARGET_SIDE, thread, slot) !=
        held_by(task, TL_SOURCE_SIDE, giver, place % slots))
      return thread / task->lanes;
  return 0;
}

/* Whether a place is better than another for a lane's slot; lanes that give
 * count as others. */
static bool is_better(const tl_conversion_task *task,
                      const int16_t lane_for[TL_MAX_WAVE], int64_t lane,
                      int64_t slot, int64_t place, int64_t than) {
  int64_t slots = task->slots[TL_SOURCE_SIDE];
  if (than == TL_NO_PLACE)
    return true;
  int64_t distance = lane ^ lane_for[place / slots];
  int64_t other = lane ^ lane_for[than / slots];
  return distance != other ? distance < other
                           : distance == 0 && place % slots == slot;
}

static int64_t find_source(const tl_conversion_task *task,
                           const int16_t lane_for[TL_MAX_WAVE], int64_t lane,
                           int64_t slot) {
  const tl_conversion_space *space = task->space;
  int64_t best = TL_NO_PLACE;
  int64_t p = space->first[held_by(task, TL_TARGET_SIDE, lane, slot)];
  for (; p != TL_NO_PLACE; p = space->next[p])
    if (is_better(task, lane_for, lane, slot, p, best) &&
        !find_wave_without(task, lane, slot, p))
      best = p;
  return best;
}

static int64_t find_holder(const tl_conversion_task *task, int32_t element) {
  int64_t place = 0;
  while (task->space->held[TL_SOURCE_SIDE][place] != element)
    place++;
  return place / task->slots[TL_SOURCE_SIDE];
}

static bool fail_source(const tl_conversion_task *task, int64_t lane,
                        int64_t slot, tl_error *reason) {
  int32_t element = held_by(task, TL_TARGET_SIDE, lane, slot);
  int64_t place = task->space->first[element];
  if (place == TL_NO_PLACE) {
    tl_fail(reason, TL_UNSUPPORTED,
            "thread %" PRId64 " needs in register %" PRId64
            " what thread %" PRId64 " holds and no lane of its own warp does",
            lane, slot, find_holder(task, element));
    return false;
  }
  int64_t wave = find_wave_without(task, lane, slot, place);
  tl_fail(reason, TL_UNSUPPORTED,
          "warps differ: thread %" PRId64 " needs in register %" PRId64
          " what lane %" PRId64 " of its warp holds in register %" PRId64
          ", thread %" PRId64 " does not",
          lane, slot, place / task->slots[TL_SOURCE_SIDE],
          place % task->slots[TL_SOURCE_SIDE], wave * task->lanes + lane);
  return false;
}

/* Whether all waves hold something where the first one does. */
static bool are_alike(const tl_conversion_task *task, int64_t lane,
                      int64_t slot, tl_error *reason) {
  bool is_held = held_by(task, TL_TARGET_SIDE, lane, slot) >= 0;
  for (int64_t t = lane + task->lanes; t < task->threads[TL_TARGET_SIDE];
       t += task->lanes)
    if (is_held != (held_by(task, TL_TARGET_SIDE, t, slot) >= 0)) {
      tl_fail(reason, TL_UNSUPPORTED,
              "warps differ: thread %" PRId64 " holds something in register "
              "%" PRId64 " under the target, thread %" PRId64 " nothing",
              is_held ? lane : t, slot, is_held ? t : lane);
      return false;
    }
  return true;
}

void tl_conversion_trace_by(const tl_conversion_task *task,
                            const int16_t lane_for[TL_MAX_WAVE]) {
  int64_t slots = task->slots[TL_TARGET_SIDE];
  for (int64_t lane = 0; lane < task->lanes; lane++)
    for (int64_t slot = 0; slot < slots; slot++)
      task->space->source[lane * slots + slot] =
          held_by(task, TL_TARGET_SIDE, lane, slot) < 0
              ? TL_NO_PLACE
              : (int32_t)find_source(task, lane_for, lane, slot);
}

bool tl_conversion_trace(const tl_conversion_task *task, tl_error *reason) {
  int64_t slots = task->slots[TL_TARGET_SIDE];
  list_places(task);
  for (int64_t lane = 0; lane < task->lanes; lane++)
    for (int64_t slot = 0; slot < slots; slot++)
      if (!are_alike(task, lane, slot, reason))
        return false;
  tl_conversion_trace_by(task, TL_SAME_LANE);
  for (int64_t lane = 0; lane < task->lanes; lane++)
    for (int64_t slot = 0; slot < slots; slot++)
      if (held_by(task, TL_TARGET_SIDE, lane, slot) >= 0 &&
          task->space->source[lane * slots + slot] == TL_NO_PLACE)
        return fail_source(task, lane, slot, reason);
  return true;
}

/* ---- The bound ----------------------------------------------------------- */

/* Elements that lanes need of others: how many one does; how many of each lane
 * that no other has; how many of its own a lane has to give; of all lanes. */
typedef struct tl_needs {
  int64_t count, only[TL_MAX_WAVE], gives[TL_MAX_WAVE], different;
} tl_needs;

/* Marks of an element. */
enum { IS_NEEDED = 1, IS_GIVEN = 2 };

/* Whether no other lane has, in all waves, what the lane's slot is filled with.
 */
static bool is_only(const tl_conversion_task *task, int64_t lane,
                    int64_t slot) {
  const tl_conversion_space *space = task->space;
  int64_t slots = task->slots[TL_SOURCE_SIDE];
  int64_t giver = space->source[lane * task->slots[TL_TARGET_SIDE] + slot];
  int64_t p = space->first[held_by(task, TL_TARGET_SIDE, lane, slot)];
  for (; p != TL_NO_PLACE; p = space->next[p])
    if (p / slots != giver / slots && !find_wave_without(task, lane, slot, p))
      return false;
  return true;
}

static void count_needs(const tl_conversion_task *task, int64_t lane,
                        tl_needs *out) {
  tl_conversion_space *space = task->space;
  int64_t slots = task->slots[TL_TARGET_SIDE];
  memset(out->only, 0, sizeof out->only);
  out->count = 0;
  for (int64_t r = 0; r < slots; r++) {
    int32_t place = space->source[lane * slots + r];
    int64_t giver = place / task->slots[TL_SOURCE_SIDE];
    if (place == TL_NO_PLACE || giver == lane)
      continue;
    int32_t id = space->first[held_by(task, TL_TARGET_SIDE, lane, r)];
    if (space->seen[id] == lane)
      continue;
    space->seen[id] = (int32_t)lane;
    out->count++;
    out->different += !(space->link[id] & IS_NEEDED);
    space->link[id] |= IS_NEEDED;
    if (!is_only(task, lane, r))
      continue;
    out->only[giver]++;
    out->gives[giver] += !(space->link[id] & IS_GIVEN);
    space->link[id] |= IS_GIVEN;
  }
}

static int64_t words_of(const tl_conversion_task *task, int64_t elements) {
  return (elements + task->word_elements - 1) / task->word_elements;
}

/* Lanes of the first wave that hold an element. */
static int64_t count_givers(const tl_conversion_task *task) {
  int64_t slots = task->slots[TL_SOURCE_SIDE], count = 0;
  for (int64_t lane = 0; lane < task->lanes; lane++) {
    int64_t r = 0;
    while (r < slots && held_by(task, TL_SOURCE_SIDE, lane, r) < 0)
      r++;
    count += r < slots;
  }
  return count;
}

int64_t tl_conversion_bound(const tl_conversion_task *task) {
  tl_conversion_space *space = task->space;
  int64_t places = task->lanes * task->slots[TL_SOURCE_SIDE], bound = 0;
  tl_needs needs = {0};
  memset(space->seen, 0xff, (size_t)places * sizeof *space->seen);
  memset(space->link, 0, (size_t)places * sizeof *space->link);
  for (int64_t lane = 0; lane < task->lanes; lane++) {
    count_needs(task, lane, &needs);
    int64_t words = 0, fewest = words_of(task, needs.count);
    for (int64_t giver = 0; giver < task->lanes; giver++)
      words += words_of(task, needs.only[giver]);
    words = words > fewest ? words : fewest;
    bound = words > bound ? words : bound;
  }
  for (int64_t lane = 0; lane < task->lanes; lane++) {
    int64_t words = words_of(task, needs.gives[lane]);
    bound = words > bound ? words : bound;
  }
  int64_t givers = count_givers(task);
  int64_t shares = words_of(task, (needs.different + givers - 1) / givers);
  return shares > bound ? shares : bound;
}
