/* shared_choice_cost.c - What accessors cost under a layout, see
 * tl/shared_choice.h.
 *
 * Every accessor is planned, as the stages behind plan it. */
#include "plan/copy_partition.h"
#include "plan/shared_choice.h"
#include "tl/layout_algebra.h"
#include <inttypes.h>

enum { MOST_RUN_BYTES = 16 }; /* of cp.async */

/* The copy of an accessor, and how it goes under a layout. */
typedef struct planned_accessor {
  tl_copy_request copy;
  tl_access_rules rules;
  tl_copy_partition plan;
  tl_copy_choice choice;
} planned_accessor;

static tl_access_side side_of(planned_accessor *planned) {
  return (tl_access_side){&planned->copy, &planned->rules, &planned->plan};
}

/* Whether so many elements along the dimension of its runs follow each other. */
static bool keeps_run(const tl_layout *layout,
                      const tl_shared_accessor *accessor, int64_t run) {
  const tl_iter *end = layout->iters;
  for (int64_t d = 0; d <= accessor->run_dimension; d++)
    end += layout->group_size[d];
  return run == 1 ||
         (layout->group_size[accessor->run_dimension] && end[-1].stride == 1 &&
          !end[-1].symbol && end[-1].extent % run == 0 &&
          tl_swizzle_keeps(&layout->swizzle, run));
}

/* Without registers elements keep their order: no access is wider than what
 * follows each other, and none is of a matrix. */
static tl_access_rules rules_of(const tl_shared_request *request,
                                const tl_layout *layout,
                                const tl_shared_accessor *accessor) {
  tl_access_rules rules = request->rules;
  int64_t bytes = accessor->copy.element_bytes, run = accessor->run;
  if (!run)
    return rules;
  while (2 * run * bytes <= MOST_RUN_BYTES &&
         keeps_run(layout, accessor, 2 * run))
    run *= 2;
  if (!rules.max_bits || rules.max_bits > 8 * run * bytes)
    rules.max_bits = 8 * run * bytes;
  rules.uses_matrices = false;
  return rules;
}

/* cp.async starts in no digit, and no access of it is narrower than others. */
static tl_code check_direct(const tl_shared_accessor *accessor,
                            planned_accessor *own, tl_error *error) {
  int64_t bits =
      8 * tl_copy_aligned_bytes(&own->plan, accessor->copy.element_bytes);
  if (own->plan.is_scattered)
    return tl_fail(error, TL_UNSUPPORTED, "is asynchronous, and %s",
                   own->plan.reason);
  if (own->rules.max_bits > bits)
    own->rules.max_bits = bits;
  if (bits < 8 * accessor->run * accessor->copy.element_bytes)
    return tl_fail(error, TL_UNSUPPORTED,
                   "is asynchronous, and starts at multiples of %" PRId64
                   " bytes",
                   bits / 8);
  return TL_OK;
}

static tl_code plan_accessor(const tl_shared_request *request,
                             const tl_layout *layout,
                             const tl_shared_accessor *accessor,
                             planned_accessor *out, tl_error *error) {
  tl_access_side side = side_of(out);
  out->copy = accessor->copy;
  out->copy.memory = *layout;
  out->rules = rules_of(request, layout, accessor);
  if (accessor->run && !keeps_run(layout, accessor, accessor->run))
    return tl_fail(error, TL_UNSUPPORTED,
                   "moves %" PRId64 " elements along dimension %" PRId64
                   " at once, which do not follow each other",
                   accessor->run, accessor->run_dimension);
  TL_TRY(tl_copy_partition_plan(&out->copy, &out->plan, error));
  if (accessor->run)
    TL_TRY(check_direct(accessor, out, error));
  return tl_copy_choose(&side, 1, &out->choice, error);
}

static tl_code add_accessor(const tl_shared_request *request,
                            const tl_layout *layout,
                            const tl_shared_accessor *accessor, int64_t left,
                            tl_shared_cost *out, tl_error *error) {
  planned_accessor own;
  int64_t wavefronts;
  TL_TRY(plan_accessor(request, layout, accessor, &own, error));
  TL_TRY(tl_copy_wavefronts(&own.copy, &own.plan, &own.choice.vectors,
                            left / accessor->weight, &wavefronts, error));
  out->wavefronts += accessor->weight * wavefronts;
  out->accesses +=
      accessor->weight * tl_copy_access_count(&own.plan, &own.choice.vectors);
  out->instructions +=
      accessor->weight * tl_copy_instructions(&own.plan, &own.choice.vectors);
  return TL_OK;
}

tl_code tl_shared_measure_within(const tl_shared_request *request,
                                 const tl_layout *layout,
                                 const tl_shared_limit *limit,
                                 tl_shared_cost *out, tl_error *error) {
  int64_t bytes = request->accessors->copy.element_bytes;
  *out = (tl_shared_cost){0};
  TL_TRY(tl_layout_footprint(layout, &out->bytes, error));
  out->bytes *= bytes;
  for (int64_t i = 0, left = limit->wavefronts; i < request->accessor_count;
       i++) {
    int64_t own = left - limit->behind[i], before = out->wavefronts;
    TL_TRY(
        add_accessor(request, layout, &request->accessors[i], own, out, error));
    left -= out->wavefronts - before;
    if (left < limit->behind[i]) {
      out->wavefronts += limit->behind[i];
      break;
    }
  }
  return TL_OK;
}

tl_code tl_shared_measure(const tl_shared_request *request,
                          const tl_layout *layout, const tl_shared_cost *most,
                          tl_shared_cost *out, tl_error *error) {
  tl_shared_limit limit = {.wavefronts = most ? most->wavefronts : INT64_MAX};
  return tl_shared_measure_within(request, layout, &limit, out, error);
}

tl_code tl_shared_account_make(const tl_shared_request *request,
                               const tl_layout *layout, int64_t accessor,
                               tl_shared_account *out, tl_error *error) {
  planned_accessor own;
  TL_TRY(plan_accessor(request, layout, &request->accessors[accessor], &own,
                       error));
  tl_access_side side = side_of(&own);
  out->copy = own.copy;
  out->choice = own.choice;
  out->weight = request->accessors[accessor].weight;
  out->is_direct = request->accessors[accessor].run != 0;
  tl_copy_record_make(&side, 1, &own.choice, &out->record);
  return TL_OK;
}

int tl_shared_compare(const tl_shared_cost *a, const tl_shared_cost *b) {
  const int64_t own[] = {a->wavefronts, a->accesses, a->instructions, a->bytes};
  const int64_t other[] = {b->wavefronts, b->accesses, b->instructions,
                           b->bytes};
  int order = 0;
  for (int i = 0; i < 4 && order == 0; i++)
    order = (own[i] > other[i]) - (own[i] < other[i]);
  return order;
}
