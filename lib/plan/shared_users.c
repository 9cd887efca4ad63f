/* shared_users.c - see tl/shared_users.h.
 *
 *   layouts to consider:  rows of each dimension, rows with a swizzle, and what is
 *                         chosen for copies that say who moves what
 *   for each of them:     plan the copies, choose for what they then ask,
 *                         consider that, too, unless it is there
 *
 * There are MOST_CONSIDERED at most: copies are planned, and a layout is searched,
 * so often and no more. */
#include "tl/shared_users.h"
#include "plan/copy_sides.h"
#include "plan/shared_choice.h"
#include "tl/layout_questions.h"
#include <string.h>

enum {
  MOST_CONSIDERED = 8,
  TIME_UNIT = 1 << 10, /* shares are no whole numbers */
};

/* ---- Accessors ----------------------------------------------------------- */

/* An origin that is a multiple of the tile moves all of it alike, mostly. */
static void forget_origin(tl_copy_request *copy) {
  tl_list tile = tl_layout_shape(&copy->fragment);
  for (int64_t d = 0; d < tile.count; d++)
    if (!copy->origin[d].is_dynamic &&
        copy->origin[d].value % tile.items[d] == 0)
      copy->origin[d].value = 0;
}

static bool add_equal(tl_shared_accessors *to,
                      const tl_shared_accessor *added) {
  for (int64_t i = 0; i < to->count; i++) {
    tl_shared_accessor *own = &to->items[i];
    if (memcmp(&own->copy, &added->copy, sizeof added->copy) == 0 &&
        own->run == added->run && own->run_dimension == added->run_dimension) {
      own->weight += added->weight;
      return true;
    }
  }
  if (to->count == TL_SHARED_MOST_ACCESSORS)
    return false;
  to->items[to->count++] = *added;
  return true;
}

static void make_coarse(tl_shared_accessors *own) {
  int64_t count = own->count;
  own->is_coarse = true;
  own->count = 0;
  for (int64_t i = 0; i < count; i++) {
    tl_shared_accessor next = own->items[i];
    forget_origin(&next.copy);
    add_equal(own, &next);
  }
}

tl_code tl_shared_accessors_add(tl_shared_accessors *to,
                                const tl_shared_accessor *added,
                                tl_error *error) {
  tl_shared_accessor own = *added;
  memset(&own.copy.memory, 0, sizeof own.copy.memory);
  if (!to->is_coarse && add_equal(to, &own))
    return TL_OK;
  if (!to->is_coarse)
    make_coarse(to);
  forget_origin(&own.copy);
  return add_equal(to, &own)
             ? TL_OK
             : tl_fail(error, TL_CAPACITY,
                       "there are more than %d different accesses to a buffer "
                       "with 'layout auto'; give it a layout",
                       TL_SHARED_MOST_ACCESSORS);
}

/* ---- Copies between memories --------------------------------------------- */

static int64_t count_warps(int64_t threads) {
  return (threads + TL_COUNTED_LANES - 1) / TL_COUNTED_LANES;
}

static int64_t count_steps(const tl_transfer_part *part, int64_t rank) {
  int64_t steps = 1;
  for (int64_t d = 0; d < rank; d++)
    steps *= (part->extent[d] + part->step[d] - 1) / part->step[d];
  return steps;
}

tl_code tl_shared_plan_add(const tl_transfer_request *request,
                           const tl_transfer_plan *plan,
                           tl_transfer_side_number side, int64_t weight,
                           tl_shared_accessors *to, tl_error *error) {
  for (int64_t i = 0; i < plan->count; i++) {
    const tl_transfer_part *part = &plan->parts[i];
    tl_shared_accessor own = {.weight = weight *
                                        count_steps(part, request->tile.count)};
    own.run = tl_transfer_run(request, side, &own.run_dimension);
    tl_transfer_part_request(request, part, side, &own.copy);
    TL_TRY(tl_shared_accessors_add(to, &own, error));
  }
  return TL_OK;
}

/* How much of what threads hold is of the part: of all steps, so that these do
 * not count as well.  Rounded up, or threads that are left out would count as a
 * gain. */
static tl_code share_of(const tl_transfer_request *request,
                        const tl_transfer_part *part, int64_t *out,
                        tl_error *error) {
  int64_t elements = 1, threads, slots;
  TL_TRY(tl_layout_count_threads(&part->fragments[TL_FROM],
                                 request->sides[TL_FROM].lanes, &threads,
                                 error));
  for (int64_t d = 0; d < request->tile.count; d++)
    elements *= part->extent[d];
  slots = part->registers * threads;
  *out = (TIME_UNIT * elements + slots - 1) / slots;
  return TL_OK;
}

/* All accesses of a warp to a side. */
static tl_code serve_warp(tl_planned_side *side, bool is_shared, int64_t *out,
                          tl_error *error) {
  tl_access_facts facts;
  if (is_shared) {
    TL_TRY(tl_copy_wavefronts(&side->request, &side->plan, &side->vectors,
                              INT64_MAX, out, error));
    *out *= TL_TIME_WAVEFRONT;
    return TL_OK;
  }
  TL_TRY(tl_widest_facts(&side->request, &side->plan, &side->vectors, &facts,
                         error));
  *out = facts.sectors * TL_TIME_SECTOR *
         tl_copy_access_count(&side->plan, &side->vectors);
  return TL_OK;
}

/* One step in all warps, as those behind the first would be the first. */
static tl_code serve_warps(const tl_transfer_request *request, int side,
                           tl_planned_side *planned, int64_t *out,
                           tl_error *error) {
  for (int64_t first = 0; first < request->threads; first += TL_COUNTED_LANES) {
    int64_t served = 0;
    planned->vectors.lanes = request->threads - first;
    if (planned->plan.thread_offset < TL_COUNTED_LANES)
      TL_TRY(serve_warp(planned, request->is_shared[side], &served, error));
    planned->plan.thread_offset -= TL_COUNTED_LANES;
    *out += served;
  }
  return TL_OK;
}

static tl_code serve_part(const tl_transfer_request *request,
                          const tl_transfer_part *part, int64_t weight,
                          int64_t *out, tl_error *error) {
  tl_planned_side sides[TL_SIDES];
  tl_side_bounds bounds[TL_SIDES];
  int64_t served = 0, share;
  tl_side_bounds_read(request, part->extent, bounds);
  TL_TRY(share_of(request, part, &share, error));
  if (request->direct)
    TL_TRY(tl_side_plan_pairs(request, part, sides, error));
  for (int side = 0; side < TL_SIDES; side++) {
    if (!request->direct)
      TL_TRY(tl_side_plan(request, part, side, &bounds[side], &sides[side],
                          error));
    TL_TRY(serve_warps(request, side, &sides[side], &served, error));
  }
  *out += weight * served * share / count_warps(request->threads);
  return TL_OK;
}

/* Plans the copy for a layout of the tile. */
static tl_code add_transfer(const tl_shared_transfer *of,
                            const tl_layout *layout, tl_shared_service *to,
                            tl_error *error) {
  tl_transfer_request request = of->copy;
  tl_transfer_plan plan;
  for (int side = 0; side < TL_SIDES; side++)
    if (side == of->side || of->is_within)
      request.sides[side].memory = *layout;
  TL_TRY(of->partition.rank < 0
             ? tl_transfer_plan_copy(&request, &plan, error)
             : tl_transfer_plan_as(&request, &of->partition, &plan, error));
  to->time += of->weight * plan.moves * TIME_UNIT;
  for (int64_t i = 0; i < plan.count; i++)
    TL_TRY(serve_part(&request, &plan.parts[i], of->weight, &to->time, error));
  return tl_shared_plan_add(&request, &plan, (tl_transfer_side_number)of->side,
                            of->weight, &to->accessors, error);
}

/* ---- The layouts that are considered ------------------------------------- */

typedef struct settling {
  const tl_shared_request *request;
  const tl_shared_accessors *known;
  int64_t transfer_count;
  const tl_shared_transfer *transfers;
  int64_t count; /* of the layouts to consider */
  tl_layout layouts[MOST_CONSIDERED];
  int64_t choice_count; /* what was chosen, and for whom */
  tl_shared_choice choices[MOST_CONSIDERED];
  tl_shared_accessors chosen_for[MOST_CONSIDERED];
  bool has_best;
  tl_shared_settlement *best;
} settling;

static void consider_later(settling *state, const tl_layout *layout) {
  for (int64_t i = 0; i < state->count; i++)
    if (memcmp(&state->layouts[i], layout, sizeof *layout) == 0)
      return;
  if (state->count < MOST_CONSIDERED)
    state->layouts[state->count++] = *layout;
}

static tl_code list_rows(settling *state, tl_error *error) {
  const tl_list *shape = &state->request->shape;
  for (int64_t d = shape->count - 1; d >= 0 && d >= shape->count - 2; d--) {
    tl_layout rows;
    TL_TRY(tl_shared_rows(shape, d, 0, &rows, error));
    consider_later(state, &rows);
  }
  return TL_OK;
}

static void list_swizzled_rows(settling *state,
                               const tl_shared_request *request) {
  tl_layout rows;
  int64_t bytes = request->accessors->copy.element_bytes;
  if (tl_shared_swizzled_rows(&request->shape, bytes, &rows, NULL) == TL_OK)
    consider_later(state, &rows);
}

static tl_code serve_known(const tl_shared_request *request,
                           const tl_shared_accessors *known,
                           const tl_layout *layout, int64_t *time,
                           tl_error *error) {
  tl_shared_request own = *request;
  tl_shared_cost cost;
  own.accessor_count = known->count;
  own.accessors = known->items;
  if (!own.accessor_count)
    return TL_OK;
  TL_TRY(tl_shared_measure(&own, layout, NULL, &cost, error));
  *time += cost.wavefronts * TL_TIME_WAVEFRONT * TIME_UNIT;
  return TL_OK;
}

tl_code tl_shared_serve(const tl_shared_request *request,
                        const tl_shared_accessors *known,
                        int64_t transfer_count,
                        const tl_shared_transfer *transfers,
                        const tl_layout *layout, tl_shared_service *out,
                        tl_error *error) {
  out->accessors.count = out->accessors.is_coarse = out->time = 0;
  for (int64_t i = 0; i < transfer_count; i++)
    TL_TRY(add_transfer(&transfers[i], layout, out, error));
  for (int64_t i = 0; i < known->count; i++)
    TL_TRY(tl_shared_accessors_add(&out->accessors, &known->items[i], error));
  return serve_known(request, known, layout, &out->time, error);
}

/* Time comes first: that of the other sides depends on the layout as well. */
static bool is_better(const settling *state, const tl_shared_cost *cost,
                      int64_t time) {
  if (state->has_best && time == state->best->time)
    return tl_shared_compare(cost, &state->best->choice.cost) < 0;
  return !state->has_best || time < state->best->time;
}

static void keep_better(settling *state, const tl_shared_request *request,
                        const tl_layout *layout, const tl_shared_service *users,
                        const tl_shared_choice *choice) {
  tl_shared_cost cost;
  if (!tl_shared_fits(request, layout) ||
      tl_shared_measure(request, layout, NULL, &cost, NULL) != TL_OK ||
      !is_better(state, &cost, users->time))
    return;
  state->has_best = true;
  state->best->time = users->time;
  state->best->accessors = users->accessors;
  state->best->choice = *choice;
  state->best->choice.layout = *layout;
  state->best->choice.cost = cost;
  state->best->choice.is_met = cost.wavefronts <= choice->bound;
}

static bool are_equal(const tl_shared_accessors *a,
                      const tl_shared_accessors *b) {
  return a->count == b->count &&
         memcmp(a->items, b->items, (size_t)a->count * sizeof *a->items) == 0;
}

/* Copies that are planned for different layouts often ask for the same. */
static tl_code choose_once(settling *state, const tl_shared_request *request,
                           const tl_shared_accessors *users,
                           const tl_shared_choice **out, tl_error *error) {
  int64_t i = 0;
  while (i < state->choice_count && !are_equal(users, &state->chosen_for[i]))
    i++;
  if (i == state->choice_count) {
    TL_TRY(tl_shared_choose(request, &state->choices[i], error));
    state->chosen_for[state->choice_count++] = *users;
  }
  *out = &state->choices[i];
  return TL_OK;
}

/* Copies that all say who moves what ask for the same under each layout. */
static tl_code list_chosen(settling *state, tl_error *error) {
  tl_shared_accessors users = *state->known;
  tl_shared_request request = *state->request;
  const tl_shared_choice *choice;
  for (int64_t i = 0; i < state->transfer_count; i++) {
    const tl_shared_transfer *of = &state->transfers[i];
    tl_transfer_plan plan;
    if (of->partition.rank < 0)
      return TL_OK;
    TL_TRY(tl_transfer_plan_as(&of->copy, &of->partition, &plan, error));
    TL_TRY(tl_shared_plan_add(&of->copy, &plan,
                              (tl_transfer_side_number)of->side, of->weight,
                              &users, error));
  }
  request.accessor_count = users.count;
  request.accessors = users.items;
  TL_TRY(choose_once(state, &request, &users, &choice, error));
  consider_later(state, &choice->layout);
  return TL_OK;
}

/* What is chosen for those who ask so is the layout, or considered later. */
static tl_code consider(settling *state, const tl_layout *layout,
                        tl_error *error) {
  tl_shared_service users;
  const tl_shared_choice *choice;
  tl_shared_request request = *state->request;
  TL_TRY(tl_shared_serve(state->request, state->known, state->transfer_count,
                         state->transfers, layout, &users, error));
  request.accessor_count = users.accessors.count;
  request.accessors = users.accessors.items;
  list_swizzled_rows(state, &request);
  TL_TRY(choose_once(state, &request, &users.accessors, &choice, error));
  consider_later(state, &choice->layout);
  keep_better(state, &request, layout, &users, choice);
  return TL_OK;
}

tl_code tl_shared_settle(const tl_shared_request *request,
                         const tl_shared_accessors *known,
                         int64_t transfer_count,
                         const tl_shared_transfer *transfers,
                         tl_shared_settlement *out, tl_error *error) {
  if (!transfer_count) {
    out->accessors = *known;
    out->time = 0;
    return tl_shared_choose(request, &out->choice, error);
  }
  settling state = {.request = request,
                    .known = known,
                    .transfer_count = transfer_count,
                    .transfers = transfers,
                    .best = out};
  TL_TRY(list_rows(&state, error));
  TL_TRY(list_chosen(&state, error));
  tl_error others, *told = error;
  tl_code code = TL_OK;
  for (int64_t i = 0; i < state.count; i++) {
    tl_code own = consider(&state, &state.layouts[i], told);
    if (own != TL_OK && code == TL_OK) {
      code = own;
      told = &others;
    }
  }
  return state.has_best ? TL_OK : code;
}
