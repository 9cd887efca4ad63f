/* copy_search_cost.c - What a candidate of the search costs: accesses, each as
 * long as memory serves it, and what instructions there are beside them. */
#include "base/checked.h"
#include "layout/layout_digits.h"
#include "plan/copy_search.h"
#include "tl/bit_matrix.h"
#include <string.h>

enum {
  /* In quarters of a cycle, as what copy_sides.h says of an access. */
  ADDRESS_COST = 1, /* of an instruction, which four warps have at a time */
  BOUND_COST = 4,
  SPLIT_COST = 32,    /* of threads along a dimension before and after others */
  SELECT_COST = 4,    /* of a register, which is held twice meanwhile */
  PREDICATE = 2,      /* instructions that make one, each as a select */
  CONFLICT_COST = 64, /* of a wavefront of a transpose that lanes meet in */
  WAVEFRONT_BYTES = 128,
  SECTOR_BYTES = 32,
  WORD_BYTES = 4, /* of a register */
  LINE_BYTES = 128,
};

static int64_t round_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

bool tl_merit_is_better(const tl_merit *own, const tl_merit *best) {
  if (own->cost != best->cost)
    return own->cost < best->cost;
  if (own->is_ragged != best->is_ragged)
    return best->is_ragged;
  if (own->width != best->width)
    return own->width > best->width;
  return own->number < best->number;
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

static turns turns_of(const tl_search *state, const tl_spread *next,
                      int64_t d) {
  turns out = {.units = tl_spread_extent(state, next, d) / next->block[d]};
  int64_t step = next->threads[d] * next->passes[d];
  out.steps = round_up(out.units, step);
  out.capacity = out.steps * step;
  if (out.units < out.capacity)
    out.bounded = out.steps > 1 ? next->passes[d] : 1;
  return out;
}

bool tl_spread_leaves_pass(const tl_search *state, const tl_spread *next) {
  bool leaves = false;
  for (int64_t d = 0; d < state->request->tile.count; d++)
    leaves |= turns_of(state, next, d).bounded > 0;
  return leaves;
}

bool tl_spread_is_split(const tl_spread *of) {
  return of->threads[of->first] > of->near;
}

bool tl_search_is_turned(const tl_search *state) {
  return state->sides[TL_FROM].contiguous != state->sides[TL_TO].contiguous;
}

/* Ways to transpose words differ most by what their addresses take; smaller
 * elements take permutes as well, which are guessed (see turn_cost). */
static bool counts_addresses(const tl_search *state) {
  return tl_search_is_turned(state) &&
         state->request->sides[TL_FROM].element_bytes >= WORD_BYTES;
}

/* Of all steps, each with so many accesses of a thread, which memory serves so
 * long for a full warp.  What a pass leaves out, and threads that take no part,
 * leave memory to the others.  Their guard stands around both sides; bounds of
 * full passes fold away. */
static int64_t time_of(const tl_search *state, const tl_spread *next,
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
         (is_guarded ? BOUND_COST / TL_SIDES : 0) +
         (tl_spread_is_split(next) ? SPLIT_COST / TL_SIDES : 0);
}

/* Whether no bound and no guard keeps matrices out. */
static bool has_whole_warps(const tl_search *state, const tl_spread *next) {
  int64_t threads = 1;
  for (int64_t d = 0; d < state->request->tile.count; d++)
    threads *= next->threads[d];
  return threads % TL_COUNTED_LANES == 0 && !tl_spread_leaves_pass(state, next);
}

static int64_t slots_of(const tl_search *state, const tl_spread *of) {
  int64_t slots = 1;
  for (int64_t d = 0; d < state->request->tile.count; d++)
    slots *= of->block[d] * of->passes[d];
  return slots;
}

static int64_t least_cost_of_side(const tl_search *state, const tl_spread *next,
                                  int side, int64_t width, bool is_apart) {
  const tl_transfer_request *request = state->request;
  int64_t lanes = 1;
  for (int64_t d = 0; d < request->tile.count; d++)
    lanes *= next->threads[d];
  int64_t bytes =
      lesser(width * request->sides[side].element_bytes, TL_SERVED_BYTES) *
      (is_apart ? lesser(lanes, TL_COUNTED_LANES) : 1);
  int64_t served = request->is_shared[side]
                       ? round_up(bytes, WAVEFRONT_BYTES) * TL_TIME_WAVEFRONT
                       : round_up(bytes, SECTOR_BYTES) * TL_TIME_SECTOR +
                             round_up(bytes, LINE_BYTES) * TL_TIME_LINE;
  return time_of(state, next, slots_of(state, next) / width, served);
}

/* That a thread moves in all steps. */
static int64_t elements_of(const tl_search *state, const tl_spread *of) {
  int64_t elements = 1;
  for (int64_t d = 0; d < state->request->tile.count; d++) {
    int64_t moved = of->block[d] * of->passes[d];
    elements *= moved * round_up(tl_spread_extent(state, of, d),
                                 moved * of->threads[d]);
  }
  return elements;
}

/* Whether elements of which a register of 4 bytes has several are along another
 * dimension on one side than on the other. */
static bool turns_registers(const tl_search *state) {
  return tl_search_is_turned(state) && !state->request->direct &&
         state->request->sides[TL_FROM].element_bytes < WORD_BYTES;
}

/* Whether ldmatrix or stmatrix can do it, so that nothing else has to. */
static bool may_transpose(const tl_search *state, const tl_spread *next) {
  const tl_transfer_request *request = state->request;
  bool has_matrices =
      state->sides[TL_FROM].matrix_width || state->sides[TL_TO].matrix_width;
  return has_matrices && has_whole_warps(state, next) &&
         (request->sides[TL_FROM].element_bytes == 2 ||
          request->target->kinds & TL_HAS_BYTE_MATRICES);
}

/* Of turn_cost. */
static int64_t least_turn_cost(const tl_search *state, const tl_spread *next) {
  return turns_registers(state) && !may_transpose(state, next)
             ? elements_of(state, next) * TL_TIME_TURN
             : 0;
}

/* A guess: what a block leaves takes a load and a store for every power of two
 * in it. */
static int64_t cost_of_rest(const tl_search *state, const tl_spread *next) {
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
static int64_t cost_with_rests(const tl_search *state, const tl_spread *next,
                               int64_t cost) {
  int64_t moved = 1, all = 1, parts = 0;
  for (int64_t d = 0; d < state->request->tile.count; d++) {
    int64_t blocks = state->whole->extent[d] / next->block[d];
    int64_t own = tl_spread_extent(state, next, d) / next->block[d];
    parts += own != blocks;
    moved *= own;
    all *= blocks;
  }
  return scale(cost, all, moved) + parts * 2 * TL_TIME_ISSUE;
}

/* Of a wavefront that lanes take since they meet, beside the wavefront: a
 * transpose that can be free of conflicts is, unless a swizzle says how its
 * memory is meant. */
static int64_t conflict_cost(const tl_search *state, int side) {
  bool is_meant = state->request->sides[side].memory.swizzle.bits > 0;
  return tl_search_is_turned(state) && !state->request->direct && !is_meant
             ? CONFLICT_COST
             : 0;
}

/* What one side adds to the cost of all steps, in a thread of the first warp,
 * and what its addresses take before them. */
static tl_code cost_of_side(const tl_search *state, const tl_spread_choice *of,
                            int side, tl_planned_side *own, int64_t *cost,
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

bool tl_search_can_win(const tl_search *state, const tl_merit *hope) {
  return tl_merit_is_better(hope, &state->best.merit);
}

static tl_code plan_next(const tl_search *state, const tl_transfer_part *part,
                         int side, tl_planned_side sides[TL_SIDES],
                         tl_error *error) {
  if (!state->request->direct)
    return tl_side_plan(state->request, part, side, &state->sides[side],
                        &sides[side], error);
  return side == TL_FROM
             ? tl_side_plan_pairs(state->request, part, sides, error)
             : TL_OK;
}

/* Whether the end of the part keeps out some registers of a thread, and not others:
 * those would stay what they are, and each access has a branch of its own. */
static bool cuts_registers(const tl_spread_choice *own,
                           const tl_planned_side *side) {
  for (int64_t i = 0; i < side->plan.limit_count; i++)
    if (tl_transfer_part_is_ragged(&own->part,
                                   side->plan.limits[i].dimension) &&
        !tl_limit_is_of_thread(&side->plan, i))
      return true;
  return false;
}

/* The instructions that make registers of one side from those of the other, prmt of
 * words (one a register of two elements, two of four) and, where accesses are
 * narrower, two an element. */
static int64_t turn_cost(const tl_search *state, const tl_spread_choice *of,
                         const tl_planned_side sides[TL_SIDES]) {
  int64_t bytes = sides[TL_FROM].request.element_bytes;
  int64_t cost = TL_TIME_TURN;
  bool crosses = turns_registers(state);
  for (int side = 0; side < TL_SIDES; side++) {
    int64_t width = sides[side].vectors.width;
    crosses ^= sides[side].is_transposed;
    if (width > 1 && width * bytes < WORD_BYTES)
      cost = TL_TIME_ISSUE;
  }
  return crosses ? elements_of(state, &of->spread) * cost : 0;
}

/* Bits of the lane by which a side moves its registers in another order than the
 * other one does. */
static int64_t staggered_bits(const tl_spread_choice *of) {
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
static int64_t select_cost(const tl_search *state, const tl_spread_choice *of) {
  int64_t bytes = state->request->sides[TL_FROM].element_bytes;
  int64_t elements = elements_of(state, &of->spread), bits = staggered_bits(of);
  int64_t words = round_up(elements * bytes, WORD_BYTES);
  int64_t moves = bits && bytes > WORD_BYTES ? 2 * elements : 0;
  return (bits * (words + PREDICATE) + moves) * SELECT_COST;
}

/* Lanes that meet in shared memory say most of what a candidate costs. */
static int first_side(const tl_transfer_request *request) {
  bool has_other = request->is_shared[TL_TO] && !request->is_shared[TL_FROM];
  return has_other && !request->direct ? TL_TO : TL_FROM;
}

/* One instruction reads and writes elements that follow each other on both sides.
 */
static void match_widths(const tl_search *state, int64_t widths[TL_SIDES]) {
  int64_t least = lesser(widths[TL_FROM], widths[TL_TO]);
  if (state->request->direct)
    widths[TL_FROM] = widths[TL_TO] = least;
}

static bool may_have_matrices(const tl_search *state, const tl_spread *of,
                              int side) {
  return state->sides[side].matrix_width && has_whole_warps(state, of);
}

/* By how wide accesses can be.  Under a twist lanes that begin beyond the part may be
 * where others are. */
static int64_t least_of_width(const tl_search *state, const tl_spread *of,
                              int side, int64_t width, bool is_twisted) {
  const tl_side_bounds *own = &state->sides[side];
  bool has_matrices = may_have_matrices(state, of, side) &&
                      (!is_twisted || state->request->is_shared[!side]);
  if (has_matrices)
    width = greater(width, own->matrix_width);
  return least_cost_of_side(
      state, of, side, width,
      own->is_apart && !(is_twisted && tl_spread_leaves_pass(state, of)));
}

/* Whether lanes begin where those of matrices do, see copy_matrix.c. */
static bool are_of_matrices(const tl_spread_places *lanes, int64_t bytes,
                            int64_t width) {
  const int64_t *of = lanes->of;
  bool has_columns = of[4] - of[0] == 1 && of[16] - of[0] == 4;
  bool has_words = (of[1] - of[0]) * bytes == WORD_BYTES &&
                   (of[2] - of[0]) * bytes == 2 * WORD_BYTES &&
                   width * bytes >= WORD_BYTES;
  return has_columns || has_words;
}

/* By the banks or sectors that lanes ask for at least, without a twist. */
static int64_t least_of_lanes(const tl_search *state, const tl_spread *of,
                              int side, int64_t width) {
  const tl_copy_request *own = &state->request->sides[side];
  tl_spread_places lanes;
  int64_t served;
  if (!tl_spread_lanes(state, of, side, &lanes) ||
      (may_have_matrices(state, of, side) &&
       are_of_matrices(&lanes, own->element_bytes, width)) ||
      !tl_spread_served(own, &lanes, state->request->is_shared[side],
                        conflict_cost(state, side), &width, &served))
    return least_of_width(state, of, side, width, false);
  return time_of(state, of, slots_of(state, of) / width, served);
}

static bool can_cost(const tl_search *state, const tl_spread *of,
                     int64_t cost) {
  tl_merit hope = {.cost = cost_of_rest(state, of) +
                           cost_with_rests(state, of, cost),
                   .width = INT64_MAX};
  return tl_search_can_win(state, &hope);
}

bool tl_search_may_win(const tl_search *state, const tl_spread *of,
                       tl_spread_kind kind) {
  const tl_transfer_request *request = state->request;
  int64_t cost = least_turn_cost(state, of), widths[TL_SIDES], least[TL_SIDES];
  for (int side = 0; side < TL_SIDES; side++)
    widths[side] = tl_spread_width(state, of, side, kind);
  match_widths(state, widths);
  for (int side = 0; side < TL_SIDES; side++)
    cost += least[side] =
        least_of_width(state, of, side, widths[side], kind != TL_SPREAD_PLAIN);
  for (int i = 0; i < TL_SIDES && kind == TL_SPREAD_PLAIN; i++) {
    int side = i ^ first_side(request);
    if (!can_cost(state, of, cost))
      return false;
    cost += least_of_lanes(state, of, side, widths[side]) - least[side];
  }
  return can_cost(state, of, cost);
}

bool tl_search_weigh(const tl_search *state, tl_spread_choice *own,
                     tl_error *error) {
  tl_planned_side sides[TL_SIDES];
  tl_merit *out = &own->merit;
  int64_t cost = 0, left = 0, least[TL_SIDES], widths[TL_SIDES];
  int64_t selects = select_cost(state, own);
  int64_t moves = selects + least_turn_cost(state, &own->spread);
  bool is_twisted[TL_SIDES];
  for (int side = 0; side < TL_SIDES; side++) {
    is_twisted[side] = !tl_twist_is_none(&own->part.fragments[side].twist);
    widths[side] =
        tl_spread_width(state, &own->spread, side,
                        is_twisted[side] ? TL_SPREAD_TURNED : TL_SPREAD_PLAIN);
    if (is_twisted[side] &&
        !tl_spread_twisted(state, &own->part, side, &widths[side]))
      return false;
  }
  match_widths(state, widths);
  for (int side = 0; side < TL_SIDES; side++)
    left += least[side] = least_of_width(state, &own->spread, side,
                                         widths[side], is_twisted[side]);
  out->width = 0;
  for (int i = 0; i < TL_SIDES; i++) {
    int side = i ^ first_side(state->request);
    if (!can_cost(state, &own->spread, cost + left + moves) ||
        plan_next(state, &own->part, side, sides, error) != TL_OK ||
        (sides[side].plan.is_twisted && cuts_registers(own, &sides[side])) ||
        cost_of_side(state, own, side, &sides[side], &cost, error) != TL_OK)
      return false;
    out->width += sides[side].vectors.width;
    left -= least[side];
  }
  own->moves = turn_cost(state, own, sides) + selects;
  own->cost = cost += own->moves;
  out->cost = cost_of_rest(state, &own->spread) +
              cost_with_rests(state, &own->spread, cost);
  out->is_ragged = tl_spread_leaves_pass(state, &own->spread);
  return true;
}

tl_merit tl_search_hope(const tl_search *state, const tl_spread *next) {
  tl_merit hope = {.number = state->count,
                   .is_ragged = tl_spread_leaves_pass(state, next)};
  int64_t cost = least_turn_cost(state, next), widths[TL_SIDES];
  for (int side = 0; side < TL_SIDES; side++)
    hope.width += widths[side] =
        greater(tl_spread_widest(&state->sides[side], next),
                state->sides[side].matrix_width);
  match_widths(state, widths);
  for (int side = 0; side < TL_SIDES; side++)
    cost += least_cost_of_side(state, next, side, widths[side],
                               state->sides[side].is_apart);
  hope.cost = cost_of_rest(state, next) + cost_with_rests(state, next, cost);
  return hope;
}
