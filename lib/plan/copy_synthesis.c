/* copy_synthesis.c - The fragment of a copy between two memories.
 *
 * A candidate gives every thread a block of consecutive elements along the
 * dimensions in which the two sides are contiguous (one and the same, or two:
 * then the block is transposed in registers), spreads the threads over the
 * blocks, along one of these dimensions first, and leaves the rest to passes:
 *
 *   dimension d = (passes : slots)(threads : thread number)(block : slots)
 *
 * Candidates are planned as a load and a store, and the cheapest wins.  What one
 * costs at least is known without a plan, so that those come first that can be
 * the best, and the rest is not planned once none of it can:
 *
 *   cost >= registers / width * (issue + what as many lanes are served at
 * least)
 *
 * of both sides, where the width is what alignment, target and the digit of
 * stride 1 allow.  What a block does not divide is a part of its own, with a
 * smaller block; what the threads do not divide lies beyond the part, where a
 * bound keeps it out. */
#include "tl/copy_synthesis.h"
#include "base/checked.h"
#include "tl/copy_access.h"
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
  MOST_SERVED_BYTES = 16, /* of a lane at once, see tl/banks.h */
  WAVEFRONT_BYTES = 128,
  SECTOR_BYTES = 32,
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

/* What it follows from: its block along the contiguous dimensions of both sides,
 * and its threads along dimension `first`. */
typedef struct seed {
  int64_t from, to, first, threads;
} seed;

/* How good a candidate is, or can be at best: see is_better. */
typedef struct merit {
  bool is_direct; /* least_bytes holds */
  bool is_ragged;
  int64_t cost, width; /* elements of an access, of both sides the sum */
  int64_t number;      /* of candidates before */
} merit;

typedef struct choice {
  merit merit;
  bool is_whole; /* see tl_transfer_plan */
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

typedef struct candidate {
  seed seed;
  merit hope;
} candidate;

/* The search of one region. */
typedef struct search {
  const tl_transfer_request *request;
  const region *whole;
  const side_bounds *sides;
  bool allows_rest; /* that a block may leave a rest */
  int64_t count;
  candidate candidates[MOST_CANDIDATES];
  choice best;
  tl_error error; /* of the last candidate that has no plan */
} search;

static int64_t round_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

/*===--- Sides ----------------------------------------------------------===*/

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

/*===--- The fragment ---------------------------------------------------===*/

/* Dimension `first`, and then the others from the last on. */
static void order_from(int64_t rank, int64_t first, int64_t *order) {
  order[0] = first;
  for (int64_t d = rank - 1, i = 1; d >= 0; d--)
    if (d != first)
      order[i++] = d;
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
    out->extent[d] = state->whole->extent[d] / from->block[d] * from->block[d];
    out->step[d] = from->block[d] * from->threads[d] * from->passes[d];
  }
  return tl_layout_create(&layout, &out->fragment, error);
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

/*===--- What a candidate costs -----------------------------------------===*/

/* Cheaper wins, then what needs no bounds, then wider, then the first. */
static bool is_better(const merit *own, const merit *best) {
  if (own->is_direct != best->is_direct)
    return own->is_direct;
  if (own->cost != best->cost)
    return own->cost < best->cost;
  if (own->is_ragged != best->is_ragged)
    return best->is_ragged;
  if (own->width != best->width)
    return own->width > best->width;
  return own->number < best->number;
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

/* Lanes may share places where memory does or where the candidate leaves its
 * part. */
static int64_t least_cost_of_side(const search *state, const spread *next,
                                  int side, int64_t *width) {
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
  *width = widest_access(own, next);
  int64_t bytes =
      lesser(*width * request->sides[side].element_bytes, MOST_SERVED_BYTES) *
      (is_apart ? lesser(lanes, TL_COUNTED_LANES) : 1);
  int64_t served = request->is_shared[side]
                       ? round_up(bytes, WAVEFRONT_BYTES) * WAVEFRONT_COST
                       : round_up(bytes, SECTOR_BYTES) * SECTOR_COST +
                             round_up(bytes, LINE_BYTES) * LINE_COST;
  return slots * (ISSUE_COST + served) / *width * steps;
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

/* What one side adds to the cost of all steps, in a thread of the first warp;
 * *width is that of an access. */
static tl_code cost_of_side(const search *state, const tl_transfer_part *part,
                            int side, int64_t *cost, int64_t *width,
                            tl_error *error) {
  const tl_transfer_request *own = state->request;
  tl_copy_request request;
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  int64_t served, steps = 1;
  for (int64_t d = 0; d < own->tile.count; d++)
    steps *= round_up(part->extent[d], part->step[d]);
  tl_transfer_part_request(own, part, (tl_transfer_side_number)side, &request);
  TL_TRY(tl_copy_partition_plan(&request, &plan, error));
  tl_copy_cut cut =
      tl_copy_cut_of(&plan, request.element_bytes, own->max_bits[side]);
  tl_copy_accesses_plan(&cut, &vectors);
  TL_TRY(time_served(&request, &plan, &vectors, own->is_shared[side], &served,
                     error));
  *cost +=
      tl_copy_access_count(&plan, &vectors) * (ISSUE_COST + served) * steps;
  *width = vectors.width;
  return TL_OK;
}

static bool is_whole(const search *state, const tl_transfer_part *part,
                     int64_t narrowest) {
  int64_t elements = 1;
  for (int64_t d = 0; d < state->request->tile.count; d++) {
    if (part->extent[d] != state->whole->extent[d] ||
        part->step[d] != part->extent[d])
      return false;
    elements *= part->extent[d];
  }
  int64_t share = round_up(elements, state->request->threads);
  if (share < narrowest)
    share = narrowest;
  return part->registers <= MOST_SHARES * share;
}

/* Whether a candidate that is no better than `hope` can be the best. */
static bool can_win(const search *state, const merit *hope) {
  return is_better(hope, &state->best.merit);
}

/* False where there is no plan, or where half of the cost says that it is not
 * the best. */
static bool find_merit(search *state, choice *own) {
  const tl_transfer_request *request = state->request;
  int64_t least = request->least_bytes, narrowest = INT64_MAX, width;
  merit *out = &own->merit;
  if (make_part(state, &own->spread, &own->part, &state->error) != TL_OK)
    return false;
  out->cost = cost_of_rest(state, &own->spread);
  out->width = 0;
  for (int side = 0; side < TL_SIDES; side++) {
    merit hope = {true, false, out->cost, INT64_MAX, 0};
    hope.cost += least_cost_of_side(state, &own->spread, side, &width);
    if (!can_win(state, &hope) ||
        cost_of_side(state, &own->part, side, &out->cost, &width,
                     &state->error) != TL_OK)
      return false;
    out->width += width;
    narrowest = lesser(narrowest, width);
  }
  out->is_ragged = is_ragged(&own->part);
  own->is_whole = is_whole(state, &own->part, narrowest);
  out->is_direct =
      !least || (own->is_whole &&
                 narrowest * request->sides[TL_FROM].element_bytes >= least);
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
  if (request->least_bytes)
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

/* The threads that are left go to the other dimensions, from the last on. */
static spread spread_of(const search *state, const seed *from) {
  spread out = block_of(state, from);
  int64_t left = state->request->threads / from->threads;
  for (int64_t d = state->request->tile.count - 1; d >= 0; d--) {
    int64_t units = state->whole->extent[d] / out.block[d];
    out.threads[d] = from->threads;
    if (d != from->first) {
      out.threads[d] = share_of(state->request, units, lesser(left, units));
      left /= out.threads[d];
    }
    out.passes[d] = round_up(units, out.threads[d]);
  }
  limit_registers(state, &out);
  return out;
}

/* Without plan: as wide as can be, and in as few rounds. */
static merit hope_of(const search *state, const spread *next) {
  merit hope = {.is_direct = true,
                .number = state->count,
                .cost = cost_of_rest(state, next)};
  for (int64_t d = 0; d < state->request->tile.count; d++) {
    int64_t units = state->whole->extent[d] / next->block[d];
    hope.is_ragged |= units % (next->threads[d] * next->passes[d]) != 0;
  }
  for (int side = 0; side < TL_SIDES; side++) {
    int64_t width;
    hope.cost += least_cost_of_side(state, next, side, &width);
    hope.width += width;
  }
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
    if (before < i || tried[i] < 1 || tried[i] > own)
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

/* The one that can be the best comes first, as long as it can be better than the
 * best so far. */
static void find_best(search *state) {
  state->best.merit = (merit){false, true, INT64_MAX, 0, INT64_MAX};
  state->count = 0;
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
    choice own;
    own.spread = spread_of(state, &next.seed);
    own.merit.number = next.hope.number;
    if (find_merit(state, &own) && is_better(&own.merit, &state->best.merit))
      state->best = own;
  }
}

/*===--- The tile -------------------------------------------------------===*/

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
    if (state.best.merit.number == INT64_MAX)
      return tl_fail(error, state.error.code, "%s", state.error.message);
    out->is_whole = out->count == 0 && state.best.is_whole;
    out->parts[out->count++] = state.best.part;
    cut(&whole, &state.best.spread, &pending);
  }
  return TL_OK;
}
