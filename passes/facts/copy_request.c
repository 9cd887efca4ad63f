/* copy_request.c - see copy_request.h. */
#include "copy_request.h"
#include "mlir-c/BuiltinAttributes.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What is proved of strides known only at run time, besides what is stated. */
static void read_stride_divisors(const tl_copy_view *view,
                                 const tl_memory_facts *known,
                                 tl_copy_request *out) {
  int64_t *divisors = out->memory.divisor;
  tl_strided strided;
  tl_strided_read(view->memory.type, &strided);
  for (int64_t d = 0; d < strided.strides.count; d++) {
    int64_t symbol = tl_stride_symbol(&strided, d);
    if (symbol && divisors[symbol - 1])
      divisors[symbol - 1] =
          tl_divisor_of_both(divisors[symbol - 1], known->strides[d]);
  }
}

tl_code tl_copy_request_read(const tl_copy_view *view,
                             const tl_layout *fragment, int64_t lanes,
                             const tl_block_size *block,
                             tl_alignment_facts *facts, tl_copy_request *out,
                             char base_reason[TL_MESSAGE_CAPACITY],
                             tl_error *error) {
  tl_memory_facts known;
  tl_list tile;
  tl_memory_facts_of(facts, view->memory.value, &known);
  memcpy(base_reason, known.reason, sizeof known.reason);
  *out = (tl_copy_request){
      .fragment = *fragment,
      .scope = view->scope,
      .lanes = lanes,
      .threads = tl_scope_threads(view->scope, lanes, tl_block_threads(block)),
      .element_bytes = tl_element_bytes(view->memory.type),
      .base_alignment = known.alignment,
      .stores = view->stores,
  };
  MlirAttribute stated = view->memory.alignment;
  if (!mlirAttributeIsNull(stated) &&
      mlirIntegerAttrGetValueInt(stated) > out->base_alignment) {
    out->base_alignment = mlirIntegerAttrGetValueInt(stated);
    snprintf(base_reason, TL_MESSAGE_CAPACITY,
             "alignment of the copy is %" PRId64, out->base_alignment);
  }
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    out->origin[d] = tl_origin_proved(view, d);
    out->bounds[d] = tl_bound_proved(view, d);
  }
  tl_layout_shape(fragment, &tile);
  TL_TRY(tl_memory_layout(view, &tile, &out->memory, error));
  read_stride_divisors(view, &known, out);
  return TL_OK;
}
