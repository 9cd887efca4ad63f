/* copy_synthesis.c - The fragment of a copy between two memories.
 *
 * A candidate gives every thread a block of consecutive elements along the
 * dimensions in which the two sides are contiguous (one and the same, or two:
 * then the block is transposed in registers), spreads the threads over the
 * blocks, along one of these dimensions first, and leaves the rest to passes:
 *
 *   dimension d = (passes : slots)(threads : thread number)(block : slots)
 *
 * Candidates are planned as a load and a store, and the cheapest wins; those
 * that can be no cheaper than the best so far are not planned:
 *
 *   cost >= registers / width * (issue + what as many lanes are served at
 * least)
 *
 * of both sides, where the width is what alignment, target and the digit of
 * stride 1 allow.  The candidate with the least bound comes first.  What a
 * block does not divide is a part of its own, with a smaller block; what the
 * threads do not divide lies beyond the part, where a bound keeps it out. */
#include "tl/copy_synthesis.h"
#include "base/checked.h"
#include "tl/copy_banks.h"
#include "tl/layout_questions.h"
#include <string.h>

enum {
  /* An access takes two cycles, for itself and its address; 128 bytes of shared
   * memory (a wavefront) or four sectors of global memory another one, and four
   * lines that they are in one more.  In quarters of a cycle. */
  ISSUE_COST = 8,
  WAVEFRONT_COST = 4,
  SECTOR_COST = 1,
  LINE_COST = 1,
  MOST_ELEMENTS = 1 << 30,
  MOST_SHARES = 4,        /* law C9 */
  MOST_PARTS = 8,         /* along the first dimension of the threads */
  LONG_PITCH = 1024,      /* elements */
  MOST_SERVED_BYTES = 16, /* of a lane at once, see tl_access_phase_lanes */
  WAVEFRONT_BYTES = 128,
  SECTOR_BYTES = 32,
  LINE_BYTES = 128,
  MOST_REMEMBERED = 32, /* candidates that were planned */
};

/* A part of the tile that is to be given a fragment. */
typedef struct region {
  int64_t first[TL_MAX_RANK], extent[TL_MAX_RANK];
} region;

typedef struct regions {
  int64_t count;
  region items[TL_MAX_PARTS];
} regions;

/* A candidate.  Numbers of one dimension: elements = block * threads * passes *
 * steps, rounded up; thread numbers count in dimension `first` first, and then
 * from the last on. */
typedef struct spread {
  int64_t block[TL_MAX_RANK], threads[TL_MAX_RANK], passes[TL_MAX_RANK];
  int64_t first;
} spread;

typedef struct choice {
  bool is_found, is_ragged;
  bool is_whole, is_direct; /* see tl_transfer_plan; and least_bytes holds */
  int64_t cost, number;     /* the number of candidates before */
  int64_t width, narrowest; /* of both sides: the sum, the lesser */
  spread spread;
  tl_transfer_part part;
} choice;

/* What bounds the accesses of a side from below. */
typedef struct side_bounds {
  int64_t contiguous; /* dimension */
  int64_t widest;     /* elements of an access */
  bool is_injective;  /* no two elements of memory are at one place */
  /* Runs follow the fastest digit of this dimension, of so many elements; -1:
   * one element alone, or not known (has_run is false). */
  bool has_run;
  int64_t run_dimension, run_extent;
} side_bounds;

/* The search of one region: first for the least bound, then for the best. */
typedef struct search {
  const tl_transfer_request *request;
  const region *whole;
  const side_bounds *sides;
  bool allows_rest; /* that a block may leave a rest */
  bool is_scouting;
  int64_t number, least_cost, least_number;
  spread least;
  choice best;
  int64_t planned_count;
  spread planned[MOST_REMEMBERED];
  tl_error error; /* of the last candidate that has no plan */
} search;

static tl_code check_size(const tl_transfer_request *request, tl_error *error);
static void read_side(const tl_transfer_request *request, int side,
                      const region *whole, side_bounds *out);
static int64_t contiguous_dimension(const tl_layout *memory,
                                    const region *whole);
static void find_best(search *state);
static void try_blocks(search *state);
static void try_first(search *state, const spread *blocks, int64_t first);
static void try_threads(search *state, const spread *blocks, int64_t first,
                        int64_t threads);
static void limit_registers(const search *state, spread *next);
static tl_code make_part(const search *state, const spread *from,
                         tl_transfer_part *out, tl_error *error);
static int64_t add_iters(const tl_iter *digits, tl_iter *out);
static void consider(search *state, const spread *next);
static void weigh(search *state, const spread *next, int64_t number);
static int64_t least_cost_of_side(const search *state, const spread *next,
                                  int side);
static tl_code find_cost(const search *state, choice *own, tl_error *error);
static bool is_whole(const search *state, const choice *own);
static int64_t cost_of_rest(const search *state, const spread *next);
static void cut(const region *whole, const spread *from, regions *pending);

tl_code tl_transfer_plan_copy(const tl_transfer_request *request,
                              tl_transfer_plan *out, tl_error *error) {
  regions pending = {.count = 1};
  TL_TRY(check_size(request, error));
  out->count = 0;
  out->is_whole = false;
  for (int64_t d = 0; d < request->tile.count; d++)
    pending.items[0].extent[d] = request->tile.items[d];
  while (pending.count) {
    region whole = pending.items[--pending.count];
    side_bounds sides[TL_SIDES];
    for (int side = 0; side < TL_SIDES; side++)
      read_side(request, side, &whole, &sides[side]);
    search state;
    state.request = request;
    state.whole = &whole;
    state.sides = sides;
    state.allows_rest =
        out->count + pending.count + request->tile.count + 1 <= TL_MAX_PARTS;
    find_best(&state);
    if (!state.best.is_found)
      return tl_fail(error, state.error.code, "%s", state.error.message);
    out->is_whole = out->count == 0 && state.best.is_whole;
    out->parts[out->count++] = state.best.part;
    cut(&whole, &state.best.spread, &pending);
  }
  return TL_OK;
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
  if (elements > MOST_ELEMENTS)
    return tl_fail(error, TL_CAPACITY,
                   "the tile has %" PRId64 " elements, more than %" PRId64,
                   elements, (int64_t)MOST_ELEMENTS);
  return TL_OK;
}

static int64_t round_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

/* The dimension whose fastest digit has the smallest stride. */
static int64_t contiguous_dimension(const tl_layout *memory,
                                    const region *whole) {
  int64_t best = memory->rank - 1, stride = INT64_MAX;
  const tl_iter *end = memory->iters + memory->shard_count;
  for (int64_t d = memory->rank - 1; d >= 0; d--) {
    const tl_iter *fastest = end - 1;
    end -= memory->group_size[d];
    if (whole->extent[d] == 1 || memory->group_size[d] == 0 ||
        fastest->symbol || fastest->stride >= stride)
      continue;
    best = d;
    stride = fastest->stride;
  }
  return best;
}

/* A stride known only at run time counts as a long one, not as the least. */
static void assume_pitches(tl_layout *memory) {
  for (int i = 0; i < TL_MAX_SYMBOLS; i++)
    if (memory->divisor[i])
      memory->divisor[i] *= 1 + LONG_PITCH / memory->divisor[i];
}

/* The one digit of stride 1, if it is the fastest of its dimension; runs begin
 * there, and leave it at its end alone where no two elements share a place. */
static void find_run(const tl_layout *memory, side_bounds *out) {
  const tl_iter *iter = memory->iters;
  out->has_run = true;
  out->run_dimension = -1;
  for (int64_t d = 0; d < memory->rank; d++)
    for (int64_t i = 1; i <= memory->group_size[d]; i++, iter++) {
      if (iter->stride != 1 || iter->symbol || iter->extent == 1)
        continue;
      out->has_run &= out->run_dimension < 0 && i == memory->group_size[d];
      out->run_dimension = d;
      out->run_extent = iter->extent;
    }
}

static void read_side(const tl_transfer_request *request, int side,
                      const region *whole, side_bounds *out) {
  const tl_copy_request *own = &request->sides[side];
  tl_layout memory = own->memory;
  tl_error error;
  out->contiguous = contiguous_dimension(&memory, whole);
  find_run(&memory, out);
  out->widest = lesser(request->max_bits[side] / 8, own->base_alignment) /
                own->element_bytes;
  if (out->widest < 1)
    out->widest = 1;
  assume_pitches(&memory);
  for (int64_t i = 0; i < memory.shard_count; i++) {
    tl_iter *iter = &memory.iters[i];
    if (iter->symbol)
      iter->stride *= memory.divisor[iter->symbol - 1];
    iter->symbol = 0;
  }
  out->is_injective =
      tl_layout_is_injective(&memory, own->lanes, NULL, &error) == TL_YES;
  out->has_run &= out->is_injective;
}

/*===--- Candidates -------------------------------------------------------===*/

/* Elements of the widest access, at least one. */
static int64_t widest_block(const tl_transfer_request *request) {
  int64_t bits = request->max_bits[TL_FROM];
  if (request->max_bits[TL_TO] > bits)
    bits = request->max_bits[TL_TO];
  int64_t elements = bits / 8 / request->sides[TL_FROM].element_bytes;
  return elements ? elements : 1;
}

/* Elements of a thread at one step. */
static int64_t most_slots(const tl_transfer_request *request) {
  if (request->least_bytes)
    return TL_DIRECT_ELEMENTS;
  return lesser(TL_STEP_REGISTERS * 4 / request->sides[TL_FROM].element_bytes,
                TL_STEP_ELEMENTS);
}

/* A rest is a part of its own, of which there cannot be too many. */
static bool leaves_rest(const search *state, const spread *blocks) {
  for (int64_t d = 0; d < state->request->tile.count; d++)
    if (state->whole->extent[d] % blocks->block[d])
      return true;
  return false;
}

static void find_best(search *state) {
  state->best.is_found = state->best.is_direct = false;
  state->planned_count = 0;
  state->least_cost = -1;
  for (int sweep = 0; sweep < 2; sweep++) {
    state->is_scouting = sweep == 0;
    state->number = 0;
    try_blocks(state);
    if (state->is_scouting && state->least_cost >= 0)
      weigh(state, &state->least, state->least_number);
  }
}

static void try_blocks(search *state) {
  int64_t a = state->sides[TL_FROM].contiguous;
  int64_t b = state->sides[TL_TO].contiguous;
  int64_t most = widest_block(state->request);
  spread blocks = {{0}, {0}, {0}, 0};
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    blocks.block[d] = 1;
  if (state->request->tile.count == 0) {
    consider(state, &blocks);
    return;
  }
  for (int64_t x = 1; x <= most; x *= 2)
    for (int64_t y = 1; y <= (a == b ? 1 : most); y *= 2) {
      blocks.block[b] = y;
      blocks.block[a] = x;
      if (x > state->whole->extent[a] || y > state->whole->extent[b] ||
          x * y > most_slots(state->request) ||
          (!state->allows_rest && leaves_rest(state, &blocks)))
        continue;
      try_first(state, &blocks, b);
      if (a != b)
        try_first(state, &blocks, a);
    }
}

/* Threads along dimension `first` first: powers of two, as many as make few
 * passes, and as many as leave few to the other dimensions. */
static void try_first(search *state, const spread *blocks, int64_t first) {
  int64_t most = state->request->threads;
  int64_t units = state->whole->extent[first] / blocks->block[first];
  for (int64_t threads = 1; threads <= lesser(most, units); threads *= 2)
    try_threads(state, blocks, first, threads);
  for (int64_t parts = 1; parts <= MOST_PARTS; parts++) {
    try_threads(state, blocks, first, round_up(units, parts));
    try_threads(state, blocks, first, most / parts);
  }
}

/* As many threads as make few passes; those that fill them without registers.
 */
static int64_t share_of(const tl_transfer_request *request, int64_t units,
                        int64_t most) {
  if (!request->least_bytes)
    return round_up(units, round_up(units, most));
  while (units % most)
    most--;
  return most;
}

/* The threads that are left go to the other dimensions, from the last on. */
static void try_threads(search *state, const spread *blocks, int64_t first,
                        int64_t threads) {
  spread next = *blocks;
  int64_t most = state->request->threads;
  int64_t own = state->whole->extent[first] / blocks->block[first];
  if (threads < 1 || threads > lesser(most, own))
    return;
  next.threads[first] = threads;
  next.first = first;
  int64_t left = most / threads;
  for (int64_t d = state->request->tile.count - 1; d >= 0; d--) {
    int64_t units = state->whole->extent[d] / next.block[d];
    if (d != first) {
      next.threads[d] = share_of(state->request, units, lesser(left, units));
      left /= next.threads[d];
    }
    next.passes[d] = round_up(units, next.threads[d]);
  }
  limit_registers(state, &next);
  consider(state, &next);
}

/* Fewer passes at a time, in the slowest dimensions, where one thread would
 * need too many registers. */
static void limit_registers(const search *state, spread *next) {
  int64_t rank = state->request->tile.count;
  int64_t most = most_slots(state->request);
  for (int64_t d = 0; d < rank; d++) {
    int64_t others = 1;
    for (int64_t k = 0; k < rank; k++)
      if (__builtin_mul_overflow(
              others, next->block[k] * (k == d ? 1 : next->passes[k]), &others))
        others = most;
    int64_t passes = others < most ? most / others : 1;
    int64_t steps = round_up(next->passes[d], passes);
    next->passes[d] = round_up(next->passes[d], steps);
  }
}

/*===--- The fragment -----------------------------------------------------===*/

static tl_code make_part(const search *state, const spread *from,
                         tl_transfer_part *out, tl_error *error) {
  const tl_transfer_request *request = state->request;
  int64_t rank = request->tile.count, slots = 1, threads = 1;
  tl_axis axis = tl_scope_describe(request->sides[TL_FROM].scope)->axis;
  tl_layout layout = {.rank = rank};
  tl_iter iters[TL_MAX_RANK][3];

  /* 1. Slots: the block as the source has it, then passes; threads. */
  int64_t order[TL_MAX_RANK] = {0}, count = 0;
  int64_t run = state->sides[TL_FROM].contiguous;
  if (rank)
    order[count++] = run;
  for (int64_t d = rank - 1; d >= 0; d--)
    if (d != run)
      order[count++] = d;
  for (int64_t i = 0; i < count; i++) {
    iters[order[i]][2] =
        (tl_iter){.extent = from->block[order[i]], .stride = slots};
    slots *= from->block[order[i]];
  }
  for (int64_t d = rank - 1; d >= 0; d--) {
    iters[d][0] = (tl_iter){.extent = from->passes[d], .stride = slots};
    slots *= from->passes[d];
  }
  for (int64_t i = -1; i < rank; i++) {
    int64_t d = i < 0 ? from->first : rank - 1 - i;
    if (rank == 0 || (i >= 0 && d == from->first))
      continue;
    iters[d][1] = (tl_iter){from->threads[d], threads, (int64_t)axis, 0};
    threads *= from->threads[d];
  }

  /* 2. The fragment, and where the body ends. */
  *out = (tl_transfer_part){.registers = slots};
  for (int64_t d = 0; d < rank; d++) {
    layout.group_size[d] =
        add_iters(iters[d], &layout.iters[layout.shard_count]);
    layout.shard_count += layout.group_size[d];
    out->first[d] = state->whole->first[d];
    out->extent[d] = state->whole->extent[d] / from->block[d] * from->block[d];
    out->step[d] = from->block[d] * from->threads[d] * from->passes[d];
  }
  return tl_layout_create(&layout, &out->fragment, error);
}

/* Digits of more than one number. */
static int64_t add_iters(const tl_iter *digits, tl_iter *out) {
  int64_t count = 0;
  for (int i = 0; i < 3; i++)
    if (digits[i].extent > 1)
      out[count++] = digits[i];
  return count;
}

bool tl_transfer_part_is_ragged(const tl_transfer_part *part, int64_t d) {
  return part->extent[d] % part->step[d] != 0;
}

static bool is_ragged(const tl_transfer_part *part) {
  for (int64_t d = 0; d < part->fragment.rank; d++)
    if (tl_transfer_part_is_ragged(part, d))
      return true;
  return false;
}

/* Where the part ends, in coordinates of the side. */
static tl_bound end_of(const tl_origin *origin, int64_t end) {
  return (tl_bound){.is_set = true,
                    .is_dynamic = origin->is_dynamic,
                    .value = origin->is_dynamic ? 0 : origin->value + end,
                    .divisor = tl_gcd(origin->divisor, end)};
}

static tl_bound least_bound(const tl_bound *a, const tl_bound *b) {
  if (!a->is_dynamic && !b->is_dynamic)
    return a->value < b->value ? *a : *b;
  int64_t x = a->is_dynamic ? a->divisor : a->value;
  int64_t y = b->is_dynamic ? b->divisor : b->value;
  return (tl_bound){.is_set = true,
                    .is_dynamic = true,
                    .divisor = tl_gcd(x, y) ? tl_gcd(x, y) : 1};
}

void tl_transfer_part_request(const tl_transfer_request *request,
                              const tl_transfer_part *part,
                              tl_transfer_side_number side,
                              tl_copy_request *out) {
  *out = request->sides[side];
  out->fragment = part->fragment;
  out->stores = side == TL_TO;
  bool has_end = is_ragged(part);
  for (int64_t d = 0; d < request->tile.count; d++) {
    const tl_bound *stated = &request->sides[side].bounds[d];
    tl_origin *origin = &out->origin[d];
    tl_bound end = end_of(origin, part->first[d] + part->extent[d]);
    if (has_end && !stated->is_set)
      out->bounds[d] = end;
    else if (stated->is_set && tl_transfer_part_is_ragged(part, d))
      out->bounds[d] = least_bound(stated, &end);
    int64_t start = origin->is_dynamic ? origin->divisor : origin->value;
    if (part->step[d] < part->extent[d])
      *origin = (tl_origin){
          .is_dynamic = true,
          .divisor = tl_gcd(tl_gcd(start, part->first[d]), part->step[d])};
    else if (origin->is_dynamic)
      origin->divisor = tl_gcd(start, part->first[d]);
    else
      origin->value += part->first[d];
  }
}

/*===--- What a candidate costs -------------------------------------------===*/

static bool is_better(const choice *own, const choice *best) {
  if (!best->is_found || own->is_direct != best->is_direct)
    return !best->is_found || own->is_direct;
  if (own->cost != best->cost)
    return own->cost < best->cost;
  if (own->is_ragged != best->is_ragged)
    return best->is_ragged;
  if (own->width != best->width)
    return own->width > best->width;
  return own->number < best->number;
}

/* The same fragment has the same bytes. */
static spread canonical(const search *state, const spread *next) {
  spread out = *next;
  int64_t last = state->request->tile.count - 1, d = last;
  while (d > next->first && next->threads[d] == 1)
    d--;
  if (last >= 0 && (d == next->first || next->threads[next->first] == 1))
    out.first = last;
  return out;
}

static bool was_planned(search *state, const spread *next) {
  spread own = canonical(state, next);
  for (int64_t i = 0; i < state->planned_count; i++)
    if (memcmp(&state->planned[i], &own, sizeof own) == 0)
      return true;
  if (state->planned_count < MOST_REMEMBERED)
    state->planned[state->planned_count++] = own;
  return false;
}

/* What direct copies cost comes after that they are direct. */
static bool is_too_dear(const search *state, int64_t cost) {
  return state->best.is_found && state->best.is_direct &&
         cost > state->best.cost;
}

static void consider(search *state, const spread *next) {
  int64_t number = state->number++, cost = cost_of_rest(state, next);
  for (int side = 0; side < TL_SIDES; side++)
    cost += least_cost_of_side(state, next, side);
  if (!state->is_scouting && !is_too_dear(state, cost))
    weigh(state, next, number);
  if (!state->is_scouting ||
      (state->least_cost >= 0 && cost >= state->least_cost))
    return;
  state->least_cost = cost;
  state->least = *next;
  state->least_number = number;
}

/* Cheaper wins, then what needs no bounds, then wider, then the first. */
static void weigh(search *state, const spread *next, int64_t number) {
  choice own;
  int64_t least = state->request->least_bytes;
  int64_t bytes = state->request->sides[TL_FROM].element_bytes;
  if (was_planned(state, next))
    return;
  own.is_found = true;
  own.spread = *next;
  own.number = number;
  if (make_part(state, next, &own.part, &state->error) != TL_OK ||
      find_cost(state, &own, &state->error) != TL_OK)
    return;
  own.is_ragged = is_ragged(&own.part);
  own.is_whole = is_whole(state, &own);
  own.is_direct = !least || (own.is_whole && own.narrowest * bytes >= least);
  if (is_better(&own, &state->best))
    state->best = own;
}

/* Elements of the widest access that the candidate can have. */
static int64_t widest_access(const side_bounds *side, const spread *next) {
  int64_t run = INT64_MAX, width = side->widest;
  if (side->has_run && side->run_dimension < 0)
    run = 1;
  if (side->has_run && side->run_dimension >= 0) {
    int64_t d = side->run_dimension;
    bool goes_on = next->block[d] == 1 || next->threads[d] == 1;
    run = next->threads[d] > 1 && goes_on ? 1 : next->block[d];
    if (next->threads[d] == 1)
      run *= next->passes[d];
    if (run >= side->run_extent)
      run = INT64_MAX;
  }
  while (width > run)
    width /= 2;
  return width;
}

/* Of one side, without plan: as wide as can be, and in as few rounds.  Lanes
 * may share places where memory does or where the candidate leaves its part. */
static int64_t least_cost_of_side(const search *state, const spread *next,
                                  int side) {
  const tl_transfer_request *request = state->request;
  const side_bounds *own = &state->sides[side];
  int64_t slots = 1, lanes = 1, steps = 1;
  bool is_apart = own->is_injective;
  for (int64_t d = 0; d < request->tile.count; d++) {
    int64_t units = state->whole->extent[d] / next->block[d];
    slots *= next->block[d] * next->passes[d];
    lanes *= next->threads[d];
    steps *= round_up(units, next->threads[d] * next->passes[d]);
    is_apart &= units % (next->threads[d] * next->passes[d]) == 0;
  }
  int64_t width = widest_access(own, next);
  int64_t bytes =
      lesser(width * request->sides[side].element_bytes, MOST_SERVED_BYTES) *
      (is_apart ? lesser(lanes, TL_COUNTED_LANES) : 1);
  int64_t served = request->is_shared[side]
                       ? round_up(bytes, WAVEFRONT_BYTES) * WAVEFRONT_COST
                       : round_up(bytes, SECTOR_BYTES) * SECTOR_COST +
                             round_up(bytes, LINE_BYTES) * LINE_COST;
  return slots * (ISSUE_COST + served) / width * steps;
}

static int64_t count_steps(const search *state, const tl_transfer_part *part) {
  int64_t steps = 1;
  for (int64_t d = 0; d < state->request->tile.count; d++)
    steps *= round_up(part->extent[d], part->step[d]);
  return steps;
}

/* What the first access of a warp takes besides its issue.  An access of 32
 * bytes is one sector, which its first half is in. */
static tl_code time_served(tl_copy_request *request,
                           const tl_copy_partition *plan,
                           tl_copy_vectors *vectors, bool is_shared,
                           int64_t *out, tl_error *error) {
  tl_access_facts facts;
  int64_t width = vectors->width;
  int64_t halves = width * request->element_bytes / MOST_SERVED_BYTES;
  if (halves > 1)
    vectors->width /= halves;
  assume_pitches(&request->memory);
  TL_TRY(tl_copy_banks(request, plan, vectors, 0, &facts, error));
  vectors->width = width;
  *out = is_shared ? facts.wavefronts * WAVEFRONT_COST
                   : facts.sectors * SECTOR_COST + facts.lines * LINE_COST;
  if (plan->is_scattered)
    *out += ISSUE_COST;
  return TL_OK;
}

static bool is_whole(const search *state, const choice *own) {
  const tl_transfer_request *request = state->request;
  const tl_transfer_part *part = &own->part;
  int64_t elements = 1;
  for (int64_t d = 0; d < request->tile.count; d++) {
    if (part->extent[d] != state->whole->extent[d] ||
        part->step[d] != part->extent[d])
      return false;
    elements *= part->extent[d];
  }
  int64_t share = round_up(elements, request->threads);
  if (share < own->narrowest)
    share = own->narrowest;
  return part->registers <= MOST_SHARES * share;
}

/* Of all steps, in a thread of the first warp. */
static tl_code find_cost(const search *state, choice *own, tl_error *error) {
  const tl_transfer_part *part = &own->part;
  own->cost = cost_of_rest(state, &own->spread);
  own->width = 0;
  for (int side = 0; side < TL_SIDES; side++) {
    tl_copy_request request;
    tl_copy_partition plan;
    tl_copy_vectors vectors;
    int64_t served;
    if (is_too_dear(state, own->cost +
                               least_cost_of_side(state, &own->spread, side))) {
      own->cost = INT64_MAX;
      return TL_OK;
    }
    tl_transfer_part_request(state->request, part,
                             (tl_transfer_side_number)side, &request);
    TL_TRY(tl_copy_partition_plan(&request, &plan, error));
    tl_copy_cut cut = tl_copy_cut_of(&plan, request.element_bytes,
                                     state->request->max_bits[side]);
    tl_copy_accesses_plan(&cut, &vectors);
    TL_TRY(time_served(&request, &plan, &vectors,
                       state->request->is_shared[side], &served, error));
    own->cost += tl_copy_access_count(&plan, &vectors) * (ISSUE_COST + served) *
                 count_steps(state, part);
    own->width += vectors.width;
    if (side == 0 || vectors.width < own->narrowest)
      own->narrowest = vectors.width;
  }
  return TL_OK;
}

/* A guess: what a block leaves takes a load and a store for every power of two
 * in it. */
static int64_t cost_of_rest(const search *state, const spread *next) {
  int64_t cost = 0, rank = state->request->tile.count;
  for (int64_t d = 0; d < rank; d++) {
    int64_t rest = state->whole->extent[d] % next->block[d], others = 1;
    for (int64_t k = 0; k < rank; k++)
      if (k != d)
        others *= state->whole->extent[k];
    int64_t accesses = round_up(others, state->request->threads);
    for (; rest; rest &= rest - 1)
      cost += accesses * 2 * (ISSUE_COST + WAVEFRONT_COST);
  }
  return cost;
}

/* The rests of a region, one a dimension that the block does not divide. */
static void cut(const region *whole, const spread *from, regions *pending) {
  region body = *whole;
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    int64_t rest = from->block[d] ? whole->extent[d] % from->block[d] : 0;
    if (!rest)
      continue;
    region *next = &pending->items[pending->count++];
    body.extent[d] -= rest;
    *next = body;
    next->first[d] += body.extent[d];
    next->extent[d] = rest;
  }
}
