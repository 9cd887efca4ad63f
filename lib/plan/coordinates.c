/* coordinates.c - see tl/coordinates.h. */
#include "tl/coordinates.h"

/* Of no size that an origin could leave. */
enum { EXTENT = 1 << 30 };

tl_code tl_coordinate_copy(const tl_coordinate_request *request,
                           tl_copy_request *out, tl_error *error) {
  int64_t rank = request->fragment.rank;
  tl_list shape = {.count = rank}, strides = {.count = rank};
  for (int64_t d = 0; d < rank; d++) {
    shape.items[d] = EXTENT;
    strides.items[d] = d == request->dimension;
  }
  *out = (tl_copy_request){.fragment = request->fragment,
                           .scope = request->scope,
                           .lanes = request->lanes,
                           .threads = request->threads,
                           .element_bytes = 1,
                           .base_alignment = 1};
  tl_origin *origin = &out->origin[request->dimension];
  origin->is_dynamic = request->origin == INT64_MIN;
  if (origin->is_dynamic)
    origin->divisor = 1;
  else
    origin->value = request->origin;
  return tl_layout_from_strides(&shape, &strides, &out->memory, error);
}
