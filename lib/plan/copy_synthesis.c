/* copy_synthesis.c - The fragment of a copy between two memories.
 *
 * A candidate gives every thread a block of consecutive elements along the
 * dimensions in which the two sides are contiguous (one and the same, or two:
 * then the block is transposed in registers), spreads the threads over the
 * blocks, along one of these dimensions first, and leaves the rest to passes:
 *
 *   dimension d = (passes : slots)(threads : thread number)(block : slots)
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
#include "plan/copy_sides.h"
#include "tl/bit_matrix.h"
#include "tl/lane_turns.h"
#include "tl/text.h"
#include <inttypes.h>
#include <string.h>

enum {
  /* In quarters of a cycle, as what copy_sides.h says of an access. */
  ADDRESS_COST = 1, /* of an instruction, which four warps have at a time */
  BOUND_COST = 4,
  SELECT_COST = 4,    /* of a register, which is held twice meanwhile */
  PREDICATE = 2,      /* instructions that make one, each as a select */
  CONFLICT_COST = 64, /* of a wavefront of a transpose that lanes meet in */
  MOST_ELEMENTS = 1 << 30,
  MOST_PARTS = 8, /* along the first dimension of the threads */
  WAVEFRONT_BYTES = 128,
  SECTOR_BYTES = 32,
  WORD_BYTES = 4, /* of a register */
  LINE_BYTES = 128,
  MOST_WIDTH = 32, /* elements of an access: six powers of two */
  MOST_THREADS = 1024,
  MOST_TRIED = 11 + 2 * MOST_PARTS, /* of those along one dimension */
  MOST_CANDIDATES = 6 * 6 * 2 * MOST_TRIED,
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

/* What it follows from: its block along the contiguous dimensions of both
 * sides, and its threads along dimension `first`. */
typedef struct seed {
  int64_t from, to, first, threads;
} seed;

/* How good a candidate is, or can be at best: see is_better. */
typedef struct merit {
  bool is_ragged;
  int64_t cost, width; /* elements of an access, of both sides the sum */
  int64_t number;      /* of candidates before */
} merit;

typedef struct choice {
  merit merit;
  int64_t cost; /* of its part alone */
  spread spread;
  tl_transfer_part part;
} choice;

typedef struct candidate {
  seed seed;
  merit hope;
} candidate;

/* The search of one region. */
typedef struct search {
  const tl_transfer_request *request;
  const region *whole;
  const tl_side_bounds *sides;
  bool allows_rest; /* that a block may leave a rest */
  int64_t count;
  candidate candidates[MOST_CANDIDATES];
  choice best;
  tl_error error; /* of the first candidate that has no plan */
} search;

static int64_t round_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

/*===--- The fragment ---------------------------------------------------===*/

/* Dimension `first`, and then the others from the last on. */
static void order_from(int64_t rank, int64_t first, int64_t *order) {
  order[0] = first;
  for (int64_t d = rank - 1, i = 1; d >= 0; d--)
    if (d != first)
      order[i++] = d;
}

/* Along a dimension, what the fragment moves in all its steps. */
static int64_t extent_of(const search *state, const spread *from, int64_t d) {
  int64_t step = from->block[d];
  if (state->request->direct)
    step *= from->threads[d] * from->passes[d];
  return state->whole->extent[d] / step * step;
}

static tl_code make_part(const search *state, const spread *from,
                         tl_transfer_part *out, tl_error *error) {
  const tl_transfer_request *request = state->request;
  int64_t rank = request->tile.count, slots = 1, threads = 1;
  tl_axis axis = tl_scope_describe(request->sides[TL_FROM].scope)->axis;
  tl_layout layout = {.rank = rank};
  tl_iter iters[TL_MAX_RANK][3];

  /* 1. Slots: the block as the source has it, then passes; threads. */
  int64_t blocks[TL_MAX_RANK], spread_over[TL_MAX_RANK];
  order_from(rank, state->sides[TL_FROM].contiguous, blocks);
  order_from(rank, from->first, spread_over);
  for (int64_t i = 0; i < rank; i++) {
    int64_t d = blocks[i], e = spread_over[i];
    iters[d][2] = (tl_iter){.extent = from->block[d], .stride = slots};
    iters[e][1] = (tl_iter){from->threads[e], threads, (int64_t)axis, 0};
    slots *= from->block[d];
    threads *= from->threads[e];
  }
  for (int64_t d = rank - 1; d >= 0; d--) {
    iters[d][0] = (tl_iter){.extent = from->passes[d], .stride = slots};
    slots *= from->passes[d];
  }

  /* 2. The fragment, and where the body ends. */
  *out = (tl_transfer_part){.registers = slots};
  for (int64_t d = 0; d < rank; d++) {
    for (int i = 0; i < 3; i++)
      if (iters[d][i].extent > 1) {
        layout.iters[layout.shard_count++] = iters[d][i];
        layout.group_size[d]++;
      }
    out->first[d] = state->whole->first[d];
    out->extent[d] = extent_of(state, from, d);
    out->step[d] = from->block[d] * from->threads[d] * from->passes[d];
  }
  TL_TRY(tl_layout_create(&layout, &out->fragments[TL_FROM], error));
  out->fragments[TL_TO] = out->fragments[TL_FROM];
  return TL_OK;
}

/*===--- What a candidate costs -----------------------------------------===*/

/* Cheaper wins, then what needs no bounds, then wider, then the first. */
static bool is_better(const merit *own, const merit *best) {
  if (own->cost != best->cost)
    return own->cost < best->cost;
  if (own->is_ragged != best->is_ragged)
    return best->is_ragged;
  if (own->width != best->width)
    return own->width > best->width;
  return own->number < best->number;
}

/* Elements of the widest access that the candidate can have. */
static int64_t widest_access(const tl_side_bounds *side, const spread *next) {
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

/* x * part / whole, rounded down. */
static int64_t scale(int64_t x, int64_t part, int64_t whole) {
  return x / whole * part + x % whole * part / whole;
}

/* Along one dimension. */
typedef struct turns {
  int64_t units, capacity; /* blocks, and those of full passes */
  int64_t steps;
  int64_t bounded; /* passes that the end may cut */
} turns;

static turns turns_of(const search *state, const spread *next, int64_t d) {
  turns out = {.units = extent_of(state, next, d) / next->block[d]};
  int64_t step = next->threads[d] * next->passes[d];
  out.steps = round_up(out.units, step);
  out.capacity = out.steps * step;
  if (out.units < out.capacity)
    out.bounded = out.steps > 1 ? next->passes[d] : 1;
  return out;
}

/* Whether the last pass along some dimension is not full. */
static bool leaves_pass(const search *state, const spread *next) {
  bool leaves = false;
  for (int64_t d = 0; d < state->request->tile.count; d++)
    leaves |= turns_of(state, next, d).bounded > 0;
  return leaves;
}

/* Whether the sides are contiguous along different dimensions. */
static bool is_turned(const search *state) {
  return state->sides[TL_FROM].contiguous != state->sides[TL_TO].contiguous;
}

/* Ways to transpose words differ most by what their addresses take; smaller
 * elements take permutes as well, which are guessed (see turn_cost). */
static bool counts_addresses(const search *state) {
  return is_turned(state) &&
         state->request->sides[TL_FROM].element_bytes >= WORD_BYTES;
}

/* Of all steps, each with so many accesses of a thread, which memory serves so
 * long for a full warp.  What a pass leaves out, and threads that take no part,
 * leave memory to the others.  Their guard stands around both sides; bounds of
 * full passes fold away. */
static int64_t time_of(const search *state, const spread *next,
                       int64_t accesses, int64_t served) {
  int64_t all = state->request->threads, threads = 1, passes = 1, full = 1;
  int64_t time = accesses * served;
  for (int64_t d = 0; d < state->request->tile.count; d++) {
    turns own = turns_of(state, next, d);
    accesses *= own.steps;
    time = scale(time * own.steps, own.units, own.capacity);
    threads *= next->threads[d];
    passes *= next->passes[d];
    full *= next->passes[d] - own.bounded;
  }
  bool is_guarded = threads < all && !state->request->direct;
  return scale(time, greater(threads, TL_COUNTED_LANES),
               greater(all, TL_COUNTED_LANES)) +
         accesses * TL_TIME_ISSUE +
         scale(accesses * BOUND_COST, passes - full, passes) +
         (is_guarded ? BOUND_COST / TL_SIDES : 0);
}

static int64_t least_cost_of_side(const search *state, const spread *next,
                                  int side, int64_t *width) {
  const tl_transfer_request *request = state->request;
  const tl_side_bounds *own = &state->sides[side];
  int64_t slots = 1, lanes = 1;
  for (int64_t d = 0; d < request->tile.count; d++) {
    slots *= next->block[d] * next->passes[d];
    lanes *= next->threads[d];
  }
  *width = widest_access(own, next);
  if (own->matrix_width > *width)
    *width = own->matrix_width;
  int64_t bytes =
      lesser(*width * request->sides[side].element_bytes, TL_SERVED_BYTES) *
      (own->is_apart ? lesser(lanes, TL_COUNTED_LANES) : 1);
  int64_t served = request->is_shared[side]
                       ? round_up(bytes, WAVEFRONT_BYTES) * TL_TIME_WAVEFRONT
                       : round_up(bytes, SECTOR_BYTES) * TL_TIME_SECTOR +
                             round_up(bytes, LINE_BYTES) * TL_TIME_LINE;
  return time_of(state, next, slots / *width, served);
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
      cost += accesses * 2 * (TL_TIME_ISSUE + TL_TIME_WAVEFRONT);
  }
  return cost;
}

/* A guess: whole blocks that threads leave cost as much as the others, and a
 * base and a guard a part. */
static int64_t cost_with_rests(const search *state, const spread *next,
                               int64_t cost) {
  int64_t moved = 1, all = 1, parts = 0;
  for (int64_t d = 0; d < state->request->tile.count; d++) {
    int64_t blocks = state->whole->extent[d] / next->block[d];
    int64_t own = extent_of(state, next, d) / next->block[d];
    parts += own != blocks;
    moved *= own;
    all *= blocks;
  }
  return scale(cost, all, moved) + parts * 2 * TL_TIME_ISSUE;
}

/* Of a wavefront that lanes take since they meet, beside the wavefront: a
 * transpose that can be free of conflicts is, unless a swizzle says how its
 * memory is meant. */
static int64_t conflict_cost(const search *state, int side) {
  bool is_meant = state->request->sides[side].memory.swizzle.bits > 0;
  return is_turned(state) && !state->request->direct && !is_meant
             ? CONFLICT_COST
             : 0;
}

/* What one side adds to the cost of all steps, in a thread of the first warp,
 * and what its addresses take before them. */
static tl_code cost_of_side(const search *state, const choice *of, int side,
                            tl_planned_side *own, int64_t *cost,
                            tl_error *error) {
  int64_t served;
  TL_TRY(tl_time_served(&own->request, &own->plan, &own->vectors,
                        state->request->is_shared[side],
                        conflict_cost(state, side), &served, error));
  *cost += time_of(state, &of->spread,
                   tl_copy_access_count(&own->plan, &own->vectors), served);
  if (counts_addresses(state))
    *cost += ADDRESS_COST * tl_copy_instructions(&own->plan, &own->vectors);
  else if (own->plan.is_twisted)
    *cost += time_of(state, &of->spread, tl_atoms_count(&own->plan.starts), 0);
  return TL_OK;
}

/* Whether a candidate that is no better than `hope` can be the best. */
static bool can_win(const search *state, const merit *hope) {
  return is_better(hope, &state->best.merit);
}

static tl_code plan_next(const search *state, const tl_transfer_part *part,
                         int side, tl_planned_side sides[TL_SIDES],
                         tl_error *error) {
  if (!state->request->direct)
    return tl_side_plan(state->request, part, side, &state->sides[side],
                        &sides[side], error);
  return side == TL_FROM
             ? tl_side_plan_pairs(state->request, part, sides, error)
             : TL_OK;
}

/* That a thread moves in all steps. */
static int64_t elements_of(const search *state, const choice *of) {
  int64_t elements = of->part.registers;
  for (int64_t d = 0; d < state->request->tile.count; d++)
    elements *= round_up(of->part.extent[d], of->part.step[d]);
  return elements;
}

/* Of elements of which a register of 4 bytes has several, and which one side
 * has along another dimension than the other: the instructions that make
 * registers of one side from those of the other, prmt of words (one a register
 * of two elements, two of four) and, where accesses are narrower, two an
 * element. */
static int64_t turn_cost(const search *state, const choice *of,
                         const tl_planned_side sides[TL_SIDES]) {
  int64_t bytes = sides[TL_FROM].request.element_bytes;
  int64_t cost = TL_TIME_TURN;
  bool crosses = is_turned(state);
  for (int side = 0; side < TL_SIDES; side++) {
    int64_t width = sides[side].vectors.width;
    crosses ^= sides[side].is_transposed;
    if (width > 1 && width * bytes < WORD_BYTES)
      cost = TL_TIME_ISSUE;
  }
  if (!crosses || bytes >= WORD_BYTES || state->request->direct)
    return 0;
  return elements_of(state, of) * cost;
}

/* Bits of the lane by which a side moves its registers in another order than the
 * other one does. */
static int64_t staggered_bits(const choice *of) {
  const tl_layout *fragments = of->part.fragments;
  const tl_twist *from = &fragments[TL_FROM].twist;
  const tl_twist *to = &fragments[TL_TO].twist;
  tl_list shape = tl_layout_shape(fragments);
  uint64_t moved[TL_MAX_TWIST];
  tl_bit_matrix differences;
  if (memcmp(from, to, sizeof *from) == 0)
    return 0;
  int64_t bits = tl_shape_bits(&shape);
  for (int64_t k = 0; k < bits; k++)
    moved[k] = (uint64_t)(tl_twist_apply(from, INT64_C(1) << k) ^
                          tl_twist_apply(to, INT64_C(1) << k));
  tl_bit_matrix_from_columns(moved, bits, 0, &differences);
  return tl_bit_matrix_rank(&differences, bits, UINT64_MAX);
}

/* Every register of 4 bytes is selected once a bit, by a predicate; those of
 * larger elements are made of them, and made them. */
static int64_t select_cost(const search *state, const choice *of) {
  int64_t bytes = state->request->sides[TL_FROM].element_bytes;
  int64_t elements = elements_of(state, of), bits = staggered_bits(of);
  int64_t words = round_up(elements * bytes, WORD_BYTES);
  int64_t moves = bits && bytes > WORD_BYTES ? 2 * elements : 0;
  return (bits * (words + PREDICATE) + moves) * SELECT_COST;
}

/* False where there is no plan, or where half of the cost says that it is not
 * the best. */
static bool find_merit(const search *state, choice *own, tl_error *error) {
  tl_planned_side sides[TL_SIDES];
  merit *out = &own->merit;
  int64_t rest = cost_of_rest(state, &own->spread), cost = 0;
  out->width = 0;
  for (int side = 0; side < TL_SIDES; side++) {
    int64_t width,
        least = cost + least_cost_of_side(state, &own->spread, side, &width);
    merit hope = {false, rest + cost_with_rests(state, &own->spread, least),
                  INT64_MAX, 0};
    if (!can_win(state, &hope) ||
        plan_next(state, &own->part, side, sides, error) != TL_OK ||
        cost_of_side(state, own, side, &sides[side], &cost, error) != TL_OK)
      return false;
    out->width += sides[side].vectors.width;
  }
  own->cost = cost += turn_cost(state, own, sides) + select_cost(state, own);
  out->cost = rest + cost_with_rests(state, &own->spread, cost);
  out->is_ragged = leaves_pass(state, &own->spread);
  return true;
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

static spread block_of(const search *state, const seed *from) {
  spread out = {.first = from->first};
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    out.block[d] = 1;
  if (state->request->tile.count) {
    out.block[state->sides[TL_TO].contiguous] = from->to;
    out.block[state->sides[TL_FROM].contiguous] = from->from;
  }
  return out;
}

/* How many of `units` at a time, at most `most`, so that there are few rounds.
 * Without registers a last round that is not full is a rest: none where as few
 * rounds have none, or where there can be no more rests. */
static int64_t share_of(const search *state, int64_t units, int64_t most) {
  int64_t rounds = round_up(units, most), divisor = most;
  if (!state->request->direct)
    return round_up(units, rounds);
  while (units % divisor)
    divisor--;
  return units / divisor == rounds || !state->allows_rest ? divisor : most;
}

/* Fewer passes at a time, in the slowest dimensions, where one thread would
 * need too many registers. */
static void limit_registers(const search *state, spread *next) {
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

/* The threads that are left go to the other dimensions, from the last on. */
static spread spread_of(const search *state, const seed *from) {
  spread out = block_of(state, from);
  int64_t left = state->request->threads / from->threads;
  for (int64_t d = state->request->tile.count - 1; d >= 0; d--) {
    int64_t units = state->whole->extent[d] / out.block[d];
    out.threads[d] = from->threads;
    if (d != from->first) {
      out.threads[d] = share_of(state, units, lesser(left, units));
      left /= out.threads[d];
    }
    out.passes[d] = state->request->direct ? units / out.threads[d]
                                           : round_up(units, out.threads[d]);
  }
  limit_registers(state, &out);
  return out;
}

/* Without plan: as wide as can be, and in as few rounds. */
static merit hope_of(const search *state, const spread *next) {
  merit hope = {.number = state->count, .is_ragged = leaves_pass(state, next)};
  int64_t cost = 0;
  for (int side = 0; side < TL_SIDES; side++) {
    int64_t width;
    cost += least_cost_of_side(state, next, side, &width);
    hope.width += width;
  }
  hope.cost = cost_of_rest(state, next) + cost_with_rests(state, next, cost);
  return hope;
}

/* Threads along dimension `first` first: powers of two, as many as make few
 * passes, and as many as leave few to the other dimensions. */
static void add_first(search *state, seed from) {
  int64_t most = state->request->threads, tried[MOST_TRIED], count = 0;
  spread blocks = block_of(state, &from);
  int64_t units = state->whole->extent[from.first] / blocks.block[from.first];
  int64_t own = state->request->tile.count ? lesser(most, units) : 1;
  for (int64_t threads = 1; threads <= lesser(own, MOST_THREADS); threads *= 2)
    tried[count++] = threads;
  for (int64_t parts = 1; parts <= MOST_PARTS; parts++) {
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
    spread next = spread_of(state, &from);
    state->candidates[state->count] = (candidate){from, hope_of(state, &next)};
    state->count++;
  }
}

/* A rest is a part of its own, of which there cannot be too many. */
static void add_blocks(search *state) {
  const region *whole = state->whole;
  int64_t a = state->sides[TL_FROM].contiguous;
  int64_t b = state->sides[TL_TO].contiguous;
  int64_t most = widest_block(state->request);
  if (state->request->tile.count == 0) {
    add_first(state, (seed){1, 1, 0, 0});
    return;
  }
  for (int64_t x = 1; x <= most; x *= 2)
    for (int64_t y = 1; y <= (a == b ? 1 : most); y *= 2) {
      bool leaves_rest = whole->extent[a] % x || whole->extent[b] % y;
      if (x > whole->extent[a] || y > whole->extent[b] ||
          x * y > most_slots(state->request) ||
          (!state->allows_rest && leaves_rest))
        continue;
      add_first(state, (seed){x, y, b, 0});
      if (a != b)
        add_first(state, (seed){x, y, a, 0});
    }
}

/* Whether lanes may take turns, and what their accesses ask for. */
static bool read_turn_sides(const search *state, const choice *own,
                            tl_turn_side sides[TL_TURN_SIDES]) {
  const tl_transfer_request *request = state->request;
  for (int side = 0; side < TL_SIDES; side++)
    sides[side] = (tl_turn_side){
        .memory = &request->sides[side].memory,
        .element_bytes = request->sides[side].element_bytes,
        .width = widest_access(&state->sides[side], &own->spread),
        .is_shared = request->is_shared[side] != 0};
  return is_turned(state) && !request->direct &&
         !leaves_pass(state, &own->spread);
}

/* The same, by lanes that take turns, where they meet in banks; those that follow
 * each other on both sides are left alone. */
static bool take_turns(const search *state, choice *own) {
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

static void keep_better(search *state, choice *own, tl_error *error) {
  if (find_merit(state, own, error) &&
      is_better(&own->merit, &state->best.merit))
    state->best = *own;
}

/* Lanes that still meet move their registers in another order, on each side in
 * one of its own, between which there are selects. */
static bool stagger(const search *state, choice *own) {
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

/* As it is, and with selects. */
static void keep_both(search *state, choice *own, const merit *hope,
                      tl_error *error) {
  choice other = *own;
  keep_better(state, own, error);
  if (can_win(state, hope) && stagger(state, &other))
    keep_better(state, &other, NULL);
}

static void try_candidate(search *state, const candidate *next) {
  choice own;
  tl_error error;
  own.spread = spread_of(state, &next->seed);
  own.merit.number = next->hope.number;
  error.code = TL_OK;
  if (make_part(state, &own.spread, &own.part, &error) == TL_OK) {
    keep_both(state, &own, &next->hope, &error);
    if (can_win(state, &next->hope) && take_turns(state, &own))
      keep_both(state, &own, &next->hope, NULL);
  }
  if (state->error.code == TL_OK)
    state->error = error;
}

/* The one that can be the best comes first, as long as it can be better than
 * the best so far, or as `most` before there is one. */
static void find_best(search *state, int64_t most) {
  state->best.merit = (merit){false, most, INT64_MAX, INT64_MAX};
  state->count = 0;
  state->error.code = TL_OK;
  add_blocks(state);
  while (state->count) {
    candidate *first = state->candidates, *last = first + --state->count;
    for (candidate *next = first; next <= last; next++)
      if (is_better(&next->hope, &first->hope))
        first = next;
    candidate next = *first;
    *first = *last;
    if (!can_win(state, &next.hope))
      return;
    try_candidate(state, &next);
  }
}

/*===--- The tile -------------------------------------------------------===*/

/* The rests of a region, one a dimension that the part does not fill. */
static void cut(const region *whole, const tl_transfer_part *part,
                regions *pending) {
  region body = *whole;
  for (int64_t d = 0; d < part->fragments[TL_FROM].rank; d++) {
    int64_t rest = whole->extent[d] - part->extent[d];
    if (!rest)
      continue;
    region *next = &pending->items[pending->count++];
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
  if (elements > MOST_ELEMENTS)
    return tl_fail(error, TL_CAPACITY,
                   "the tile has %" PRId64 " elements, more than %" PRId64,
                   elements, (int64_t)MOST_ELEMENTS);
  return TL_OK;
}

static void write_coordinate(const int64_t *coordinate, int64_t rank,
                             tl_text *out) {
  for (int64_t d = 0; d < rank; d++)
    tl_text_append(out, "%s%" PRId64, d ? ", " : "(", coordinate[d]);
  tl_text_append(out, ")");
}

/* With the elements that it is about, unless they are all. */
static tl_code refuse(const tl_transfer_request *request, const region *whole,
                      const tl_error *reason, tl_error *error) {
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
  out->count = 0;
  *cost = 0;
  for (int64_t d = 0; d < request->tile.count; d++)
    pending.items[0].extent[d] = request->tile.items[d];
  while (pending.count) {
    region whole = pending.items[--pending.count];
    tl_side_bounds sides[TL_SIDES];
    tl_side_bounds_read(request, whole.extent, sides);
    search state;
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
