/* copy_synthesis.c - The fragment of a copy between two memories.
 *
 * A candidate gives every thread a block of consecutive elements along the
 * dimensions in which the two sides are contiguous (one and the same, or two:
 * then the block is transposed in registers), spreads the threads over the
 * blocks, along one of these dimensions first, and leaves the rest to passes:
 *
 *   dimension d = (passes : slots)(threads : thread number)(block : slots)
 *
 * Threads along the first dimension may be in two pieces: four lanes have the
 * words of a row of 16 bytes, eight the rows, and warps follow along the words.
 *
 * Candidates are planned as a load and a store, and the cheapest wins.  What
 * one costs at least is known without a plan, so that those come first that can
 * be the best, and the rest is not planned once none of it can:
 *
 *   cost >= registers / width * (issue + what as many lanes are served at
 * least)
 *
 * of both sides, where the width is what alignment, target and the digit of
 * stride 1 allow.  What a block does not divide is a part of its own, with a
 * smaller block; what the threads do not divide lies beyond the part, where a
 * bound keeps it out, or without registers, where nothing bounds a target, is a
 * part of its own, too. */
#include "base/checked.h"
#include "layout/layout_digits.h"
#include "plan/copy_search.h"
#include "tl/lane_turns.h"
#include "tl/text.h"
#include <inttypes.h>
#include <string.h>

enum { MOST_WIDTH = 32 }; /* elements of an access: six powers of two */

typedef struct regions {
  int64_t count;
  tl_region items[TL_MAX_PARTS];
} regions;

static int64_t round_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

/*===--- The fragment ---------------------------------------------------===*/

/* Dimension `first`, and then the others from the last on. */
static void order_from(int64_t rank, int64_t first, int64_t *order) {
  order[0] = first;
  for (int64_t d = rank - 1, i = 1; d >= 0; d--)
    if (d != first)
      order[i++] = d;
}

static tl_code make_part(const tl_search *state, const tl_spread *from,
                         tl_transfer_part *out, tl_error *error) {
  const tl_transfer_request *request = state->request;
  int64_t rank = request->tile.count, slots = 1, threads = 1;
  tl_axis axis = tl_scope_describe(request->sides[TL_FROM].scope)->axis;
  tl_layout layout = {.rank = rank};
  tl_iter iters[TL_MAX_RANK][4];

  /* 1. Slots: the block as the source has it, then passes; threads. */
  int64_t blocks[TL_MAX_RANK], spread_over[TL_MAX_RANK];
  order_from(rank, state->sides[TL_FROM].contiguous, blocks);
  order_from(rank, from->first, spread_over);
  for (int64_t i = 0; i < rank; i++) {
    int64_t d = blocks[i], e = spread_over[i];
    int64_t near = i ? from->threads[e] : from->near;
    iters[d][3] = (tl_iter){.extent = from->block[d], .stride = slots};
    iters[e][2] = (tl_iter){near, threads, (int64_t)axis, 0};
    iters[e][1] = (tl_iter){.extent = 1};
    slots *= from->block[d];
    threads *= near;
  }
  if (rank)
    iters[from->first][1] = (tl_iter){from->threads[from->first] / from->near,
                                      threads, (int64_t)axis, 0};
  for (int64_t d = rank - 1; d >= 0; d--) {
    iters[d][0] = (tl_iter){.extent = from->passes[d], .stride = slots};
    slots *= from->passes[d];
  }

  /* 2. The fragment, and where the body ends. */
  *out = (tl_transfer_part){.registers = slots};
  for (int64_t d = 0; d < rank; d++) {
    for (int i = 0; i < 4; i++) {
      const tl_iter *own =
          &iters[d][from->has_near_passes && i < 3 ? (i + 1) % 3 : i];
      if (own->extent == 1)
        continue;
      layout.iters[layout.shard_count++] = *own;
      layout.group_size[d]++;
    }
    out->first[d] = state->whole->first[d];
    out->extent[d] = tl_spread_extent(state, from, d);
    out->step[d] = from->block[d] * from->threads[d] * from->passes[d];
  }
  TL_TRY(tl_layout_create(&layout, &out->fragments[TL_FROM], error));
  out->fragments[TL_TO] = out->fragments[TL_FROM];
  return TL_OK;
}

/*===--- Candidates -----------------------------------------------------===*/

/* Elements of the widest access, at least one. */
static int64_t widest_block(const tl_transfer_request *request) {
  int64_t bits = request->max_bits[TL_FROM];
  if (request->max_bits[TL_TO] > bits)
    bits = request->max_bits[TL_TO];
  int64_t elements = bits / 8 / request->sides[TL_FROM].element_bytes;
  return elements ? lesser(elements, MOST_WIDTH) : 1;
}

/* Elements of a thread at one step. */
static int64_t most_slots(const tl_transfer_request *request) {
  if (request->direct)
    return TL_DIRECT_ELEMENTS;
  return lesser(TL_STEP_REGISTERS * 4 / request->sides[TL_FROM].element_bytes,
                TL_STEP_ELEMENTS);
}

static tl_spread block_of(const tl_search *state, const tl_seed *from) {
  tl_spread out = {.first = from->first};
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    out.block[d] = 1;
  if (state->request->tile.count) {
    out.block[state->sides[TL_TO].contiguous] = from->to;
    out.block[state->sides[TL_FROM].contiguous] = from->from;
  }
  return out;
}

/* Rounds of so many: without registers a last one that is not full is a rest. */
static int64_t rounds_of(const tl_search *state, int64_t units, int64_t many) {
  return state->request->direct ? units / many : round_up(units, many);
}

/* How many of `units` at a time, at most `most`, so that there are few rounds.
 * Where one would be a rest there is none if as few rounds have none, or if there
 * can be no more rests. */
static int64_t share_of(const tl_search *state, int64_t units, int64_t most) {
  int64_t rounds = round_up(units, most), divisor = most;
  if (!state->request->direct)
    return round_up(units, rounds);
  while (units % divisor)
    divisor--;
  return units / divisor == rounds || !state->allows_rest ? divisor : most;
}

/* Fewer passes at a time, in the slowest dimensions, where one thread would
 * need too many registers. */
static void limit_registers(const tl_search *state, tl_spread *next) {
  int64_t rank = state->request->tile.count;
  int64_t most = most_slots(state->request);
  for (int64_t d = 0; d < rank; d++) {
    int64_t others = 1;
    for (int64_t k = 0; k < rank; k++)
      if (!tl_product_fits(
              others, next->block[k] * (k == d ? 1 : next->passes[k]), &others))
        others = most;
    int64_t passes = others < most ? most / others : 1;
    if (passes < next->passes[d])
      next->passes[d] = share_of(state, next->passes[d], passes);
  }
}

/* The threads that are left go to the other dimensions, from the last on, and
 * those that are left of these to the first one. */
static tl_spread spread_of(const tl_search *state, const tl_seed *from) {
  tl_spread out = block_of(state, from);
  int64_t rank = state->request->tile.count, order[TL_MAX_RANK];
  int64_t left = state->request->threads / from->threads;
  out.near = from->threads;
  order_from(rank, from->first, order);
  for (int64_t i = 1; i <= rank; i++) {
    int64_t d = order[i % rank], near = i < rank ? 1 : out.near;
    int64_t units = state->whole->extent[d] / out.block[d];
    int64_t own = rounds_of(state, units, near);
    int64_t share = share_of(state, own, lesser(left, own));
    left /= share;
    out.threads[d] = near * share;
    out.passes[d] = rounds_of(state, units, out.threads[d]);
  }
  limit_registers(state, &out);
  return out;
}

/* Threads and passes that are powers of two where some are not, of which lanes
 * can take turns; false where there are not so many threads.
 *
 *   2 passes of 3 threads of 4 columns: 4 threads, the last of which are out of
 * bounds, of 8 columns */
static bool round_to_bits(const tl_search *state, tl_spread *own) {
  int64_t all = 1;
  bool is_rounded = false;
  for (int64_t d = 0; d < state->request->tile.count; d++) {
    int64_t threads = 1, passes = own->passes[d] & -own->passes[d];
    while (threads < own->threads[d])
      threads *= 2;
    is_rounded |= threads > own->threads[d] || passes < own->passes[d];
    own->threads[d] = threads;
    own->passes[d] = passes;
    all *= threads;
  }
  while (own->near & (own->near - 1))
    own->near += own->near & -own->near;
  own->has_near_passes = true;
  return is_rounded && all <= state->request->threads &&
         tl_search_is_turned(state) && !state->request->direct;
}

/* As the candidate is, or rounded. */
static tl_merit hope_of(const tl_search *state, tl_spread *next) {
  tl_merit own = tl_search_hope(state, next);
  if (!round_to_bits(state, next))
    return own;
  tl_merit rounded = tl_search_hope(state, next);
  return tl_merit_is_better(&rounded, &own) ? rounded : own;
}

/* Threads along dimension `first` first: powers of two, as many as make few
 * passes, and as many as leave few to the other dimensions. */
static void add_first(tl_search *state, tl_seed from) {
  int64_t most = state->request->threads, tried[TL_SEARCH_TRIED], count = 0;
  tl_spread blocks = block_of(state, &from);
  int64_t units = state->whole->extent[from.first] / blocks.block[from.first];
  int64_t own = state->request->tile.count ? lesser(most, units) : 1;
  for (int64_t threads = 1; threads <= lesser(own, TL_MAX_THREADS);
       threads *= 2)
    tried[count++] = threads;
  for (int64_t parts = 1; parts <= TL_SEARCH_PARTS; parts++) {
    tried[count++] = round_up(units, parts);
    tried[count++] = most / parts;
  }
  for (int64_t i = 0; i < count; i++) {
    int64_t before = 0;
    while (tried[before] != tried[i])
      before++;
    bool leaves_rest = state->request->direct && tried[i] && units % tried[i];
    if (before < i || tried[i] < 1 || tried[i] > own ||
        (!state->allows_rest && leaves_rest))
      continue;
    from.threads = tried[i];
    tl_spread next = spread_of(state, &from);
    state->candidates[state->count] =
        (tl_candidate){from, hope_of(state, &next)};
    state->count++;
  }
}

/* A rest is a part of its own, of which there cannot be too many. */
static void add_blocks(tl_search *state) {
  const tl_region *whole = state->whole;
  int64_t a = state->sides[TL_FROM].contiguous;
  int64_t b = state->sides[TL_TO].contiguous;
  int64_t most = widest_block(state->request);
  if (state->request->tile.count == 0) {
    add_first(state, (tl_seed){1, 1, 0, 0});
    return;
  }
  for (int64_t x = 1; x <= most; x *= 2)
    for (int64_t y = 1; y <= (a == b ? 1 : most); y *= 2) {
      bool leaves_rest = whole->extent[a] % x || whole->extent[b] % y;
      if (x > whole->extent[a] || y > whole->extent[b] ||
          x * y > most_slots(state->request) ||
          (!state->allows_rest && leaves_rest))
        continue;
      add_first(state, (tl_seed){x, y, b, 0});
      if (a != b)
        add_first(state, (tl_seed){x, y, a, 0});
    }
}

/* Whether lanes may take turns, and what their accesses ask for. */
static bool read_turn_sides(const tl_search *state, const tl_spread_choice *own,
                            tl_turn_side sides[TL_TURN_SIDES]) {
  const tl_transfer_request *request = state->request;
  for (int side = 0; side < TL_SIDES; side++)
    sides[side] = (tl_turn_side){
        .memory = &request->sides[side].memory,
        .element_bytes = request->sides[side].element_bytes,
        .width = tl_spread_widest(&state->sides[side], &own->spread),
        .is_shared = request->is_shared[side] != 0};
  return tl_search_is_turned(state) && !request->direct;
}

/* The same, by lanes that take turns, where they meet in banks; those that follow
 * each other on both sides are left alone. */
static bool take_turns(const tl_search *state, tl_spread_choice *own) {
  tl_layout *fragments = own->part.fragments;
  tl_turn_side sides[TL_TURN_SIDES];
  int64_t block = 1;
  for (int64_t d = 0; d < state->request->tile.count; d++)
    block *= own->spread.block[d];
  if (!read_turn_sides(state, own, sides) ||
      !tl_fragment_take_turns(&fragments[TL_FROM], block, sides,
                              &fragments[TL_FROM]))
    return false;
  fragments[TL_TO] = fragments[TL_FROM];
  return true;
}

static void keep_better(tl_search *state, tl_spread_choice *own,
                        tl_error *error) {
  if (tl_search_weigh(state, own, error) &&
      tl_merit_is_better(&own->merit, &state->best.merit))
    state->best = *own;
}

/* Lanes that still meet move their registers in another order, on each side in
 * one of its own, between which there are selects. */
static bool stagger(const tl_search *state, tl_spread_choice *own) {
  tl_turn_side sides[TL_TURN_SIDES];
  bool moves = false;
  if (!read_turn_sides(state, own, sides))
    return false;
  for (int side = 0; side < TL_SIDES; side++)
    moves |= sides[side].is_shared &&
             tl_fragment_stagger(&own->part.fragments[side], &sides[side],
                                 &own->part.fragments[side]) == TL_TURNS_FEWER;
  return moves;
}

/* Whether lanes may take turns: they do by bits, which may be split then. */
static bool may_turn(const tl_search *state, const tl_spread_choice *own,
                     const tl_merit *hope, tl_spread_kind kind) {
  int64_t elements = 1;
  for (int64_t d = 0; d < state->request->tile.count; d++)
    elements *=
        own->spread.block[d] * own->spread.threads[d] * own->spread.passes[d];
  return tl_is_power_of_two(elements) && !tl_spread_is_split(&own->spread) &&
         tl_search_can_win(state, hope) && tl_search_is_turned(state) &&
         !state->request->direct &&
         tl_search_may_win(state, &own->spread, kind);
}

/* With selects. */
static void keep_staggered(tl_search *state, const tl_spread_choice *own,
                           const tl_merit *hope, tl_spread_kind kind) {
  if (!may_turn(state, own, hope, kind))
    return;
  tl_spread_choice other = *own;
  if (stagger(state, &other))
    keep_better(state, &other, NULL);
}

/* As lanes take turns, and then as well with selects. */
static void keep_turned(tl_search *state, tl_spread_choice *own,
                        const tl_merit *hope) {
  if (!may_turn(state, own, hope, TL_SPREAD_TURNED) || !take_turns(state, own))
    return;
  keep_better(state, own, NULL);
  keep_staggered(state, own, hope, TL_SPREAD_TURNED);
}

static void try_candidate(tl_search *state, const tl_candidate *next) {
  tl_spread_choice own;
  tl_error error;
  own.spread = spread_of(state, &next->seed);
  own.merit.number = next->hope.number;
  error.code = TL_OK;
  bool may_win = tl_search_may_win(state, &own.spread, TL_SPREAD_PLAIN);
  if ((may_win || may_turn(state, &own, &next->hope, TL_SPREAD_TURNED)) &&
      make_part(state, &own.spread, &own.part, &error) == TL_OK) {
    if (may_win)
      keep_better(state, &own, &error);
    keep_staggered(state, &own, &next->hope, TL_SPREAD_STAGGERED);
    keep_turned(state, &own, &next->hope);
  }
  if (tl_search_can_win(state, &next->hope) &&
      round_to_bits(state, &own.spread) &&
      may_turn(state, &own, &next->hope, TL_SPREAD_TURNED) &&
      make_part(state, &own.spread, &own.part, NULL) == TL_OK)
    keep_turned(state, &own, &next->hope);
  if (state->error.code == TL_OK)
    state->error = error;
}

/* Lets a candidate sink in a heap of so many, whose first one has the best hope. */
static void sink(tl_candidate *heap, int64_t count, int64_t place) {
  tl_candidate moved = heap[place];
  for (int64_t next; (next = 2 * place + 1) < count; place = next) {
    if (next + 1 < count &&
        tl_merit_is_better(&heap[next + 1].hope, &heap[next].hope))
      next++;
    if (!tl_merit_is_better(&heap[next].hope, &moved.hope))
      break;
    heap[place] = heap[next];
  }
  heap[place] = moved;
}

/* The one that can be the best comes first, as long as it can be better than
 * the best so far, or as `most` before there is one. */
static void find_best(tl_search *state, int64_t most) {
  tl_candidate *heap = state->candidates;
  state->best.merit =
      (tl_merit){.cost = most, .width = INT64_MAX, .number = INT64_MAX};
  state->count = 0;
  state->error.code = TL_OK;
  add_blocks(state);
  for (int64_t i = state->count / 2 - 1; i >= 0; i--)
    sink(heap, state->count, i);
  while (state->count && tl_search_can_win(state, &heap->hope)) {
    tl_candidate next = *heap;
    *heap = heap[--state->count];
    sink(heap, state->count, 0);
    try_candidate(state, &next);
  }
}

/*===--- The tile -------------------------------------------------------===*/

/* The rests of a region, one a dimension that the part does not fill. */
static void cut(const tl_region *whole, const tl_transfer_part *part,
                regions *pending) {
  tl_region body = *whole;
  for (int64_t d = 0; d < part->fragments[TL_FROM].rank; d++) {
    int64_t rest = whole->extent[d] - part->extent[d];
    if (!rest)
      continue;
    tl_region *next = &pending->items[pending->count++];
    body.extent[d] -= rest;
    *next = body;
    next->first[d] += body.extent[d];
    next->extent[d] = rest;
  }
}

/* What follows counts in 64 bits without a check. */
static tl_code check_size(const tl_transfer_request *request, tl_error *error) {
  int64_t elements = 1, end;
  for (int64_t d = 0; d < request->tile.count; d++) {
    TL_TRY(tl_multiply(elements, request->tile.items[d], &elements, error));
    for (int side = 0; side < TL_SIDES; side++)
      if (!request->sides[side].origin[d].is_dynamic)
        TL_TRY(tl_add(request->sides[side].origin[d].value,
                      request->tile.items[d], &end, error));
  }
  if (elements > TL_MAX_TILE)
    return tl_fail(error, TL_CAPACITY,
                   "the tile has %" PRId64 " elements, more than %" PRId64,
                   elements, (int64_t)TL_MAX_TILE);
  return TL_OK;
}

static void write_coordinate(const int64_t *coordinate, int64_t rank,
                             tl_text *out) {
  for (int64_t d = 0; d < rank; d++)
    tl_text_append(out, "%s%" PRId64, d ? ", " : "(", coordinate[d]);
  tl_text_append(out, ")");
}

/* With the elements that it is about, unless they are all. */
static tl_code refuse(const tl_transfer_request *request,
                      const tl_region *whole, const tl_error *reason,
                      tl_error *error) {
  int64_t rank = request->tile.count, last[TL_MAX_RANK];
  bool is_all = true;
  tl_text elements = {.length = 0};
  for (int64_t d = 0; d < rank; d++) {
    is_all &= whole->extent[d] == request->tile.items[d];
    last[d] = whole->first[d] + whole->extent[d] - 1;
  }
  if (is_all)
    return tl_fail(error, reason->code, "%s", reason->message);
  write_coordinate(whole->first, rank, &elements);
  tl_text_append(&elements, " to ");
  write_coordinate(last, rank, &elements);
  return tl_fail(error, reason->code, "%s (elements %s of the tile)",
                 reason->message, elements.data);
}

/* In the dimensions of the request.  *cost becomes that of all parts, of which
 * those behind the first have a base and a guard; a plan that costs no less
 * than it was is none. */
static tl_code plan_tile(const tl_transfer_request *request,
                         tl_transfer_plan *out, int64_t *cost,
                         tl_error *error) {
  int64_t most = *cost;
  regions pending = {.count = 1};
  out->count = out->moves = 0;
  *cost = 0;
  for (int64_t d = 0; d < request->tile.count; d++)
    pending.items[0].extent[d] = request->tile.items[d];
  while (pending.count) {
    tl_region whole = pending.items[--pending.count];
    tl_side_bounds sides[TL_SIDES];
    tl_side_bounds_read(request, whole.extent, sides);
    tl_search state;
    state.request = request;
    state.whole = &whole;
    state.sides = sides;
    state.allows_rest =
        out->count + pending.count + request->tile.count + 1 <= TL_MAX_PARTS;
    *cost += out->count ? 2 * TL_TIME_ISSUE : 0;
    find_best(&state, most - *cost);
    if (state.best.merit.number == INT64_MAX)
      return state.error.code == TL_OK
                 ? TL_UNSUPPORTED
                 : refuse(request, &whole, &state.error, error);
    *cost += state.best.cost;
    out->moves += state.best.moves;
    out->parts[out->count++] = state.best.part;
    cut(&whole, &state.best.part, &pending);
  }
  return TL_OK;
}

tl_code tl_transfer_plan_copy(const tl_transfer_request *request,
                              tl_transfer_plan *out, tl_error *error) {
  TL_TRY(check_size(request, error));
  int64_t cost = INT64_MAX;
  tl_list joins = tl_transfer_joins(request);
  tl_code code = plan_tile(request, out, &cost, error);
  out->joins = (tl_list){.count = request->tile.count};
  for (int64_t d = 0; d < request->tile.count; d++)
    out->joins.items[d] = 1;
  if (code != TL_OK)
    cost = INT64_MAX;
  tl_transfer_request joined;
  tl_transfer_plan plan;
  if (joins.count == request->tile.count ||
      tl_transfer_join(request, &joins, &joined, NULL) != TL_OK ||
      plan_tile(&joined, &plan, &cost, NULL) != TL_OK)
    return code;
  *out = plan;
  out->joins = joins;
  return TL_OK;
}
