/* conversion.c - Words that lanes give each other, and what they take.
 *
 *   f16, lane 1 wants in registers 0 to 3 what lane 0 holds in 4, 0, 5, 1
 *     by target: words (4, 0), (5, 1); by source: (0, 1), (4, 5)
 *
 * Inside of a word an element stands where least is done to it: where it stands
 * in its source word if that is one word, else where it goes in the target word
 * if that is one, else in order. */
#include "conversion_rounds.h"
#include <stdio.h>
#include <string.h>

/* ---- Words --------------------------------------------------------------- */

/* The registers that a lane fills from one other, in the order of their words;
 * -1 ends. */
typedef struct buckets {
  int16_t first[TL_MAX_WAVE], last[TL_MAX_WAVE];
  int16_t next[TL_MAX_CONVERSION_SLOTS];
} buckets;

typedef struct packing {
  const tl_conversion_task *task;
  tl_conversion_order order;
  const int32_t *source; /* of the lane's registers */
  int64_t lane;
  buckets from;
} packing;

static int64_t source_slot(const packing *at, int64_t slot) {
  return at->source[slot] % at->task->slots[TL_SOURCE_SIDE];
}

static int64_t key_of(const packing *at, int64_t slot) {
  return at->order == TL_CONVERT_BY_TARGET ? slot : source_slot(at, slot);
}

static void insert(packing *at, int64_t giver, int64_t slot) {
  buckets *from = &at->from;
  int16_t *link = &from->first[giver];
  int64_t key = key_of(at, slot);
  if (*link >= 0 && key > key_of(at, from->last[giver]))
    link = &from->next[from->last[giver]];
  while (*link >= 0 && key_of(at, *link) < key)
    link = &from->next[*link];
  from->next[slot] = *link;
  *link = (int16_t)slot;
  if (from->next[slot] < 0)
    from->last[giver] = (int16_t)slot;
}

/* What has the place of an element that is already in a bucket is no other. */
static void fill_buckets(packing *at, bool packs_own) {
  const tl_conversion_task *task = at->task;
  int64_t slots = task->slots[TL_TARGET_SIDE];
  tl_conversion_take *takes = &task->space->takes[at->lane * slots];
  int32_t mark = (int32_t)(-2 - at->lane);
  memset(at->from.first, 0xff, sizeof at->from.first);
  for (int64_t r = 0; r < slots; r++) {
    int32_t place = at->source[r];
    int64_t giver = place / task->slots[TL_SOURCE_SIDE];
    takes[r] = (tl_conversion_take){TL_TAKE_NOTHING, 0};
    if (place == TL_NO_PLACE)
      continue;
    takes[r].round = TL_TAKE_OWN;
    takes[r].place = (int16_t)source_slot(at, r);
    if ((giver == at->lane && !packs_own) || task->space->seen[place] == mark)
      continue;
    task->space->seen[place] = mark;
    insert(at, giver, r);
  }
}

typedef enum word_position { AS_SOURCE, AS_TARGET, IN_ORDER } word_position;

static word_position position_of(const packing *at, const int16_t *slots,
                                 int64_t count) {
  int64_t width = at->task->word_elements;
  bool is_source_word = true, is_target_word = true;
  for (int64_t i = 1; i < count; i++) {
    is_source_word &=
        source_slot(at, slots[i]) / width == source_slot(at, slots[0]) / width;
    is_target_word &= slots[i] / width == slots[0] / width;
  }
  return is_source_word ? AS_SOURCE : is_target_word ? AS_TARGET : IN_ORDER;
}

/* The word of `count` target slots; `seen` becomes 4 * word + place. */
static void add_word(const packing *at, int64_t giver, const int16_t *slots,
                     int64_t count) {
  tl_conversion_space *space = at->task->space;
  int64_t width = at->task->word_elements, index = space->word_count++;
  tl_conversion_word *word = &space->words[index];
  word_position position = position_of(at, slots, count);
  *word = (tl_conversion_word){
      (int16_t)giver, (int16_t)at->lane, -1, (int16_t)count, {-1, -1, -1, -1}};
  for (int64_t i = 0; i < count; i++) {
    int64_t slot = source_slot(at, slots[i]);
    int64_t place = position == AS_SOURCE   ? slot % width
                    : position == AS_TARGET ? slots[i] % width
                                            : i;
    word->slots[place] = (int16_t)slot;
    space->seen[at->source[slots[i]]] =
        (int32_t)(index * TL_WORD_ELEMENTS + place);
  }
}

static void add_words(const packing *at, int64_t giver) {
  int16_t chunk[TL_WORD_ELEMENTS];
  int64_t count = 0;
  for (int16_t r = at->from.first[giver]; r >= 0; r = at->from.next[r]) {
    chunk[count++] = r;
    if (count == at->task->word_elements || at->from.next[r] < 0) {
      add_word(at, giver, chunk, count);
      count = 0;
    }
  }
}

/* The rounds of takes follow when words have theirs. */
static void point_takes(const packing *at, bool packs_own) {
  tl_conversion_space *space = at->task->space;
  int64_t slots = at->task->slots[TL_TARGET_SIDE];
  for (int64_t r = 0; r < slots; r++) {
    int64_t index = at->lane * slots + r;
    int64_t giver = at->source[r] / at->task->slots[TL_SOURCE_SIDE];
    space->word_of[index] = -1;
    if (at->source[r] == TL_NO_PLACE || (giver == at->lane && !packs_own))
      continue;
    int32_t seen = space->seen[at->source[r]];
    space->word_of[index] = seen / TL_WORD_ELEMENTS;
    space->takes[index].place = (int16_t)(seen % TL_WORD_ELEMENTS);
  }
}

void tl_conversion_pack(const tl_conversion_task *task,
                        tl_conversion_order order, bool packs_own) {
  tl_conversion_space *space = task->space;
  packing at = {.task = task, .order = order};
  space->word_count = 0;
  memset(space->seen, 0xff,
         (size_t)(task->lanes * task->slots[TL_SOURCE_SIDE]) *
             sizeof *space->seen);
  for (at.lane = 0; at.lane < task->lanes; at.lane++) {
    at.source = &space->source[at.lane * task->slots[TL_TARGET_SIDE]];
    fill_buckets(&at, packs_own);
    for (int64_t giver = 0; giver < task->lanes; giver++)
      add_words(&at, giver);
    point_takes(&at, packs_own);
  }
}

/* ---- Rounds -------------------------------------------------------------- */

/* Rounds of classes through other lanes, if they are not more. */
static int64_t find_permuted(const tl_conversion_task *task,
                             tl_conversion_order order, int64_t most) {
  int16_t lane_of[TL_MAX_WAVE], lane_for[TL_MAX_WAVE];
  if (!tl_conversion_find_lanes(task, lane_of))
    return 0;
  for (int16_t lane = 0; lane < task->lanes; lane++)
    lane_for[lane_of[lane]] = lane;
  tl_conversion_trace_by(task, lane_for);
  tl_conversion_pack(task, order, true);
  int64_t count = tl_conversion_color_classes(task, lane_of, most);
  if (!count)
    tl_conversion_trace_by(task, TL_SAME_LANE);
  return count;
}

/* The first way that reaches the bound, or is not above the degree. */
static int64_t find_rounds(const tl_conversion_task *task,
                           tl_conversion_order order, int64_t bound) {
  tl_conversion_pack(task, order, false);
  int64_t degree = tl_conversion_degree(task);
  int64_t classes = tl_conversion_color_classes(task, TL_SAME_LANE, degree);
  if (classes == bound)
    return classes;
  int64_t most = classes ? classes - 1 : degree;
  int64_t shared = tl_conversion_color_shared(task, most);
  most = shared && shared < degree ? shared - 1 : most;
  int64_t permuted = find_permuted(task, order, most);
  if (permuted)
    return permuted;
  tl_conversion_pack(task, order, false);
  if (shared && shared < degree)
    return tl_conversion_color_shared(task, shared);
  if (classes)
    return tl_conversion_color_classes(task, TL_SAME_LANE, degree);
  int64_t registers = tl_conversion_color_registers(task, degree);
  return registers ? registers : tl_conversion_color_paths(task);
}

/* Whether one shuffle does for two: no lane gets from two others, or has two
 * elements in one place of what it gives. */
static bool are_one(const tl_conversion_task *task,
                    const tl_conversion_round *a,
                    const tl_conversion_round *b) {
  for (int64_t lane = 0; lane < task->lanes; lane++) {
    if (a->from[lane] >= 0 && b->from[lane] >= 0 &&
        a->from[lane] != b->from[lane])
      return false;
    for (int64_t i = 0; i < task->word_elements; i++)
      if (a->give[lane][i] >= 0 && b->give[lane][i] >= 0 &&
          a->give[lane][i] != b->give[lane][i])
        return false;
  }
  return true;
}

static void unite(const tl_conversion_task *task, tl_conversion_round *a,
                  const tl_conversion_round *b) {
  for (int64_t lane = 0; lane < task->lanes; lane++) {
    if (b->from[lane] >= 0)
      a->from[lane] = b->from[lane];
    for (int64_t i = 0; i < task->word_elements; i++)
      if (b->give[lane][i] >= 0)
        a->give[lane][i] = b->give[lane][i];
  }
}

/* Each round joins the first before it with which it is one.  Returns how many are
 * left. */
static int64_t join_rounds(const tl_conversion_task *task, int64_t count) {
  tl_conversion_space *space = task->space;
  int64_t takes = task->lanes * task->slots[TL_TARGET_SIDE], left = 0;
  int16_t becomes[TL_MAX_ROUNDS];
  for (int64_t k = 0; k < count; k++) {
    int64_t into = 0;
    while (into < left &&
           !are_one(task, &space->rounds[into], &space->rounds[k]))
      into++;
    if (into < left)
      unite(task, &space->rounds[into], &space->rounds[k]);
    else
      space->rounds[left++] = space->rounds[k];
    becomes[k] = (int16_t)into;
  }
  for (int64_t i = 0; i < takes; i++)
    if (space->takes[i].round >= 0)
      space->takes[i].round = becomes[space->takes[i].round];
  return left;
}

static void write_rounds(const tl_conversion_task *task, int64_t count) {
  tl_conversion_space *space = task->space;
  int64_t takes = task->lanes * task->slots[TL_TARGET_SIDE];
  memset(space->rounds, 0xff, (size_t)count * sizeof *space->rounds);
  for (int64_t i = 0; i < space->word_count; i++) {
    const tl_conversion_word *word = &space->words[i];
    tl_conversion_round *round = &space->rounds[word->round];
    round->from[word->to] = word->from;
    memcpy(round->give[word->from], word->slots, sizeof word->slots);
  }
  for (int64_t i = 0; i < takes; i++)
    if (space->word_of[i] >= 0)
      space->takes[i].round = space->words[space->word_of[i]].round;
}

/* Threads of the scope beyond those of the target that have its lanes. */
static int64_t find_zeros(const tl_conversion_task *task) {
  const tl_conversion_request *request = task->request;
  int64_t threads = request->scope == TL_SCOPE_THREAD ? 1
                    : request->threads.most
                        ? request->threads.most
                        : tl_scope_size(request->scope, request->lanes);
  int64_t held = task->threads[TL_TARGET_SIDE];
  held = held < task->lanes ? task->lanes : held;
  return held < threads ? held : 0;
}

static tl_code use_memory(const tl_error *reason, tl_conversion_rounds *out) {
  out->way = TL_CONVERT_MEMORY;
  memcpy(out->reason, reason->message, sizeof out->reason);
  return TL_OK;
}

tl_code tl_conversion_rounds_find(const tl_conversion_request *request,
                                  tl_conversion_order order,
                                  tl_conversion_space *space,
                                  tl_conversion_rounds *out, tl_error *error) {
  tl_conversion_task task;
  tl_error reason;
  *out = (tl_conversion_rounds){.rounds = space->rounds, .takes = space->takes};
  tl_code code = tl_conversion_read(request, space, &task, &reason);
  if (code == TL_CAPACITY)
    return use_memory(&reason, out);
  if (code != TL_OK)
    return tl_fail(error, code, "%s", reason.message);
  out->source_slots = task.slots[TL_SOURCE_SIDE];
  out->target_slots = task.slots[TL_TARGET_SIDE];
  if (!tl_conversion_trace(&task, &reason))
    return use_memory(&reason, out);
  out->lower_bound = tl_conversion_bound(&task);
  out->round_count = find_rounds(&task, order, out->lower_bound);
  if (out->round_count > TL_MAX_ROUNDS) {
    snprintf(out->reason, sizeof out->reason,
             "%lld words go from lane to lane; shuffles are at most %d",
             (long long)out->round_count, TL_MAX_ROUNDS);
    out->way = TL_CONVERT_MEMORY;
    return TL_OK;
  }
  write_rounds(&task, out->round_count);
  if (out->round_count > out->lower_bound)
    out->round_count = join_rounds(&task, out->round_count);
  out->zero_from = find_zeros(&task);
  out->is_tight = out->round_count == out->lower_bound;
  out->way = out->round_count ? TL_CONVERT_SHUFFLES : TL_CONVERT_REGISTERS;
  return TL_OK;
}
