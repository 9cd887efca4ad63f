/* shared_choice_cost.c - What accessors cost under a layout, see
 * tl/shared_choice.h.
 *
 * Every accessor is planned, as the stages behind plan it. */
#include "tl/layout_algebra.h"
#include "tl/shared_choice.h"

static tl_code add_accessor(const tl_shared_request *request,
                            const tl_layout *layout,
                            const tl_shared_accessor *accessor, int64_t most,
                            tl_shared_cost *out, tl_error *error) {
  tl_copy_request copy = accessor->copy;
  tl_copy_partition plan;
  tl_copy_choice choice;
  tl_access_side side = {&copy, &request->rules, &plan};
  int64_t wavefronts;
  copy.memory = *layout;
  TL_TRY(tl_copy_partition_plan(&copy, &plan, error));
  TL_TRY(tl_copy_choose(&side, 1, &choice, error));
  TL_TRY(tl_copy_wavefronts(&copy, &plan, &choice.vectors, most, &wavefronts,
                            error));
  out->wavefronts += accessor->weight * wavefronts;
  out->accesses +=
      accessor->weight * tl_copy_access_count(&plan, &choice.vectors);
  out->instructions +=
      accessor->weight * tl_copy_instructions(&plan, &choice.vectors);
  return TL_OK;
}

tl_code tl_shared_measure(const tl_shared_request *request,
                          const tl_layout *layout, const tl_shared_cost *most,
                          tl_shared_cost *out, tl_error *error) {
  int64_t bytes = request->accessors->copy.element_bytes;
  *out = (tl_shared_cost){0};
  TL_TRY(tl_layout_footprint(layout, &out->bytes, error));
  out->bytes *= bytes;
  for (int64_t i = 0; i < request->accessor_count; i++)
    if (!most || out->wavefronts <= most->wavefronts)
      TL_TRY(add_accessor(request, layout, &request->accessors[i],
                          most ? most->wavefronts : INT64_MAX, out, error));
  return TL_OK;
}

int tl_shared_compare(const tl_shared_cost *a, const tl_shared_cost *b) {
  const int64_t own[] = {a->wavefronts, a->accesses, a->instructions, a->bytes};
  const int64_t other[] = {b->wavefronts, b->accesses, b->instructions,
                           b->bytes};
  for (int i = 0; i < 4; i++)
    if (own[i] != other[i])
      return own[i] < other[i] ? -1 : 1;
  return 0;
}
