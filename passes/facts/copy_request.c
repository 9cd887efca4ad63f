/* copy_request.c - see copy_request.h. */
#include "copy_request.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void tl_copy_key_read(const tl_copy_view *view, int64_t lanes,
                      const tl_block_size *block, tl_alignment_facts *facts,
                      tl_copy_key *out, char base_reason[TL_MESSAGE_CAPACITY]) {
  tl_memory_facts known;
  MlirAttribute stated = view->memory.alignment;
  tl_memory_facts_of(facts, view->memory.value, &known);
  memcpy(base_reason, known.element.reason, TL_MESSAGE_CAPACITY);
  *out = (tl_copy_key){
      .memory = view->memory.type,
      .fragment = view->fragment.layout,
      .layout = view->memory.layout,
      .stride_divisibility = view->memory.stride_divisibility,
      .threads = tl_scope_threads(view->scope, lanes, tl_block_threads(block)),
      .lanes = lanes,
      .base_alignment = known.element.alignment,
      .scope = view->scope,
      .stores = view->stores,
  };
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
  for (int64_t d = 0; d < mlirShapedTypeGetRank(view->memory.type); d++)
    out->divisors[d] = tl_divisor_of_both(1, known.strides[d].divisor);
}

/* What is proved of strides known only at run time, besides what is stated. */
static void read_stride_divisors(const tl_copy_key *key, tl_layout *memory) {
  tl_strided strided;
  tl_strided_read(key->memory, &strided);
  for (int64_t d = 0; d < strided.strides.count; d++) {
    int64_t symbol = tl_stride_symbol(&strided, d);
    if (symbol && memory->divisor[symbol - 1])
      memory->divisor[symbol - 1] =
          tl_divisor_of_both(memory->divisor[symbol - 1], key->divisors[d]);
  }
}

tl_code tl_copy_request_make(const tl_copy_key *key, const tl_layout *fragment,
                             tl_copy_request *out, tl_error *error) {
  const tl_copy_side memory = {.type = key->memory,
                               .layout = key->layout,
                               .stride_divisibility = key->stride_divisibility};
  tl_list tile;
  *out = (tl_copy_request){
      .fragment = *fragment,
      .scope = (tl_scope)key->scope,
      .lanes = key->lanes,
      .threads = key->threads,
      .element_bytes = tl_element_bytes(key->memory),
      .base_alignment = key->base_alignment,
      .stores = (uint32_t)key->stores,
  };
  memcpy(out->origin, key->origin, sizeof out->origin);
  memcpy(out->bounds, key->bounds, sizeof out->bounds);
  tl_layout_shape(fragment, &tile);
  TL_TRY(tl_memory_layout(&memory, key->origin, key->bounds, &tile,
                          &out->memory, error));
  read_stride_divisors(key, &out->memory);
  return TL_OK;
}
