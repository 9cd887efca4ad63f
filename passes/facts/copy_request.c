/* copy_request.c - see copy_request.h. */
#include "copy_request.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Of an origin that is 0, which every number divides. */
enum { DIVISOR_OF_ZERO = 1 << 30 };

/* A divisor that is stated and one that is proved: their least common multiple.
 */
static int64_t divisor_of_both(int64_t stated, int64_t proved) {
  tl_value_fact a = {.divisor = stated};
  tl_value_fact b = {.divisor = proved ? proved : DIVISOR_OF_ZERO};
  return tl_fact_both(a, b).divisor;
}

static int64_t divisor_with_value(int64_t stated, MlirValue value) {
  return divisor_of_both(stated, tl_value_fact_of(value).divisor);
}

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
    tl_origin *origin = &out->origin[d];
    tl_bound *bound = &out->bounds[d];
    *origin = tl_origin_of(view, d);
    *bound = tl_bound_of(view, d);
    if (origin->is_dynamic)
      origin->divisor =
          divisor_with_value(origin->divisor, view->memory.origin_value[d]);
    if (bound->is_dynamic)
      bound->divisor = divisor_with_value(bound->divisor, view->bound_value[d]);
  }
  for (int64_t d = 0; d < mlirShapedTypeGetRank(view->memory.type); d++)
    out->divisors[d] = divisor_of_both(1, known.strides[d].divisor);
}

/* What is proved of strides known only at run time, besides what is stated. */
static void read_stride_divisors(const tl_copy_key *key, tl_layout *memory) {
  tl_strided strided;
  tl_strided_read(key->memory, &strided);
  for (int64_t d = 0; d < strided.strides.count; d++) {
    int64_t symbol = tl_stride_symbol(&strided, d);
    if (symbol && memory->divisor[symbol - 1])
      memory->divisor[symbol - 1] =
          divisor_of_both(memory->divisor[symbol - 1], key->divisors[d]);
  }
}

tl_code tl_copy_request_make(const tl_copy_key *key, const tl_layout *fragment,
                             tl_copy_request *out, tl_error *error) {
  const tl_copy_side memory = {.type = key->memory,
                               .layout = key->layout,
                               .stride_divisibility = key->stride_divisibility};
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
  tl_list tile = tl_layout_shape(fragment);
  TL_TRY(tl_memory_layout(&memory, key->origin, key->bounds, &tile,
                          &out->memory, error));
  read_stride_divisors(key, &out->memory);
  return TL_OK;
}
