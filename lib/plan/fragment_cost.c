/* fragment_cost.c - What the ends of a fragment cost, see tl/fragment_choice.h.
 *
 * A copy with a memory whose layout is known takes, as in a copy between memories,
 * its accesses and what serves them; one with an open memory the wavefronts that
 * the best layout for all of its users takes more than the best one for the others;
 * a conversion its program, or its way through memory where that is less.  Where
 * elements share registers and two ends have them in another order, permutes. */
#include "base/checked.h"
#include "plan/copy_sides.h"
#include "plan/fragment_choice.h"
#include "tl/copy_slice.h"
#include <string.h>

enum { WORD_BYTES = 4 };

/* Registers by which neighbours in memory differ, 0 where they share none. */
typedef struct end_cost {
  int64_t cost, neighbour;
} end_cost;

static int64_t neighbour_of(const tl_copy_choice *choice,
                            int64_t element_bytes) {
  const tl_atoms *run = &choice->vectors.inner;
  return choice->matrix.count || !run->count ||
                 choice->vectors.width * element_bytes < WORD_BYTES ||
                 element_bytes >= WORD_BYTES
             ? 0
             : run->items[run->count - 1].register_stride;
}

static tl_code measure_memory(const tl_fragment_end *end,
                              const tl_layout *fragment, end_cost *out,
                              tl_error *error) {
  tl_copy_request copy = end->copy;
  tl_copy_partition plan;
  tl_copy_choice choice;
  const tl_access_side side = {&copy, &end->rules, &plan};
  int64_t served;
  TL_TRY(tl_layout_lead(end->leading, fragment, &copy.fragment, error));
  TL_TRY(tl_copy_partition_plan(&copy, &plan, error));
  TL_TRY(tl_copy_choose(&side, 1, &choice, error));
  TL_TRY(tl_time_served(&copy, &plan, &choice.vectors, end->rules.is_shared, 0,
                        &served, error));
  *out = (end_cost){(TL_TIME_ISSUE + served) *
                        tl_copy_access_count(&plan, &choice.vectors),
                    neighbour_of(&choice, copy.element_bytes)};
  return TL_OK;
}

static tl_code measure_users(const tl_fragment_end *end, int64_t count,
                             const tl_shared_accessor *users, int64_t *out,
                             tl_error *error) {
  const tl_shared_request request = {.shape = end->shape,
                                     .accessor_count = count,
                                     .accessors = users,
                                     .rules = end->rules,
                                     .most_bytes = end->most_bytes};
  tl_shared_choice choice;
  *out = 0;
  if (!count)
    return TL_OK;
  TL_TRY(tl_shared_choose(&request, &choice, error));
  *out = choice.cost.wavefronts * TL_TIME_WAVEFRONT +
         choice.cost.accesses * TL_TIME_ISSUE;
  return TL_OK;
}

tl_code tl_fragment_others(const tl_fragment_request *request,
                           int64_t out[TL_FRAGMENT_MOST_ENDS],
                           tl_error *error) {
  for (int64_t i = 0; i < request->end_count; i++) {
    const tl_fragment_end *end = &request->ends[i];
    out[i] = 0;
    if (end->kind == TL_END_OPEN_MEMORY)
      TL_TRY(measure_users(end, end->other_count, end->others, &out[i], error));
  }
  return TL_OK;
}

static tl_code measure_open(const tl_fragment_end *end,
                            const tl_layout *fragment, int64_t others,
                            end_cost *out, tl_error *error) {
  tl_shared_accessor users[TL_SHARED_MOST_ACCESSORS];
  int64_t all;
  memcpy(users, end->others, sizeof end->others);
  users[end->other_count] =
      (tl_shared_accessor){.copy = end->copy, .weight = 1};
  users[end->other_count].copy.fragment = *fragment;
  TL_TRY(measure_users(end, end->other_count + 1, users, &all, error));
  *out = (end_cost){.cost = all > others ? all - others : 0};
  return TL_OK;
}

static tl_code measure_conversion(const tl_fragment_request *request,
                                  const tl_fragment_end *end,
                                  const tl_layout *fragment,
                                  tl_conversion_work *work, end_cost *out,
                                  tl_error *error) {
  tl_conversion_request conversion = {
      .source = end->is_source ? end->fragment : *fragment,
      .target = end->is_source ? *fragment : end->fragment,
      .scope = request->scope,
      .lanes = request->scope == TL_SCOPE_THREAD ? 1 : request->lanes,
      .threads = request->threads,
      .element_bits = 8 * request->element_bytes};
  tl_conversion_plan plan;
  *out = (end_cost){0};
  if (memcmp(fragment, &end->fragment, sizeof *fragment) == 0)
    return TL_OK;
  TL_TRY(tl_conversion_plan_make(&conversion, work, &plan, error));
  bool is_only = plan.way == TL_CONVERT_MEMORY;
  if (is_only && !end->has_memory)
    return tl_fail(error, TL_UNSUPPORTED, "%s", plan.reason);
  int64_t through = end->has_memory
                        ? tl_conversion_memory_least(&conversion, &end->rules)
                        : INT64_MAX;
  out->cost = is_only || through < plan.cost ? through : plan.cost;
  return TL_OK;
}

/* Permutes, where the neighbours of ends differ. */
static int64_t turns_of(const tl_fragment_request *request,
                        const end_cost *costs) {
  int64_t first = 0, turns = 0;
  for (int64_t i = 0; i < request->end_count; i++) {
    if (!first)
      first = costs[i].neighbour;
    if (costs[i].neighbour && costs[i].neighbour != first)
      turns += request->registers * TL_TIME_TURN * request->ends[i].weight;
  }
  return turns;
}

static tl_code sum_up(const tl_fragment_request *request, const end_cost *costs,
                      int64_t *out, tl_error *error) {
  *out = turns_of(request, costs);
  for (int64_t i = 0; i < request->end_count; i++)
    if (!tl_add_product(out, costs[i].cost, request->ends[i].weight))
      return tl_fail(error, TL_OVERFLOW, "the cost does not fit 64 bits");
  return TL_OK;
}

tl_code tl_fragment_least(const tl_fragment_request *request,
                          const tl_layout *fragment, int64_t *out,
                          tl_error *error) {
  end_cost costs[TL_FRAGMENT_MOST_ENDS] = {{0, 0}};
  for (int64_t i = 0; i < request->end_count; i++)
    if (request->ends[i].kind == TL_END_MEMORY)
      TL_TRY(measure_memory(&request->ends[i], fragment, &costs[i], error));
  return sum_up(request, costs, out, error);
}

tl_code tl_fragment_sum(const tl_fragment_request *request,
                        const int64_t others[TL_FRAGMENT_MOST_ENDS],
                        const tl_layout *fragment, tl_conversion_work *work,
                        tl_fragment_choice *out, tl_error *error) {
  end_cost costs[TL_FRAGMENT_MOST_ENDS];
  *out = (tl_fragment_choice){.fragment = *fragment};
  for (int64_t i = 0; i < request->end_count; i++) {
    const tl_fragment_end *end = &request->ends[i];
    if (end->kind == TL_END_MEMORY)
      TL_TRY(measure_memory(end, fragment, &costs[i], error));
    else if (end->kind == TL_END_OPEN_MEMORY)
      TL_TRY(measure_open(end, fragment, others[i], &costs[i], error));
    else
      TL_TRY(
          measure_conversion(request, end, fragment, work, &costs[i], error));
    out->costs[i] = costs[i].cost;
  }
  return sum_up(request, costs, &out->cost, error);
}

tl_code tl_fragment_measure(const tl_fragment_request *request,
                            const tl_layout *fragment, tl_conversion_work *work,
                            tl_fragment_choice *out, tl_error *error) {
  int64_t others[TL_FRAGMENT_MOST_ENDS];
  TL_TRY(tl_fragment_others(request, others, error));
  return tl_fragment_sum(request, others, fragment, work, out, error);
}
