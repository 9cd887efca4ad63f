/* coordinates.c - see tl/coordinates.h. */
#include "tl/coordinates.h"
#include "base/checked.h"

tl_code tl_coordinate_copy(const tl_coordinate_request *request,
                           tl_copy_request *out, tl_error *error) {
  int64_t rank = request->fragment.rank;
  tl_list shape = tl_layout_shape(&request->fragment),
          strides = {.count = rank};
  strides.items[request->dimension] = 1;
  *out = (tl_copy_request){.fragment = request->fragment,
                           .scope = request->scope,
                           .lanes = request->lanes,
                           .threads = request->threads,
                           .element_bytes = 1,
                           .base_alignment = 1};
  tl_origin *origin = &out->origin[request->dimension];
  int64_t *extent = &shape.items[request->dimension];
  origin->is_dynamic = request->origin == INT64_MIN;
  origin->divisor = 1;
  /* An extent of 1 has no origin but 0. */
  if (!origin->is_dynamic)
    origin->value = request->origin;
  TL_TRY(tl_add(*extent, origin->is_dynamic ? 1 : request->origin, extent,
                error));
  return tl_layout_from_strides(&shape, &strides, &out->memory, error);
}
