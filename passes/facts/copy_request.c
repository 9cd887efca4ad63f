/* copy_request.c - see copy_request.h. */
#include "copy_request.h"
#include "distinct_buffers.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/copy_slice.h"
#include "value_differences.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Of an origin that is 0, which every number divides. */
enum { DIVISOR_OF_ZERO = 1 << 30 };

/* A divisor that is stated and one that is proved: their least common multiple.
 */
static int64_t divisor_of_both(int64_t stated, int64_t proved) {
  tl_value_fact b = tl_fact_multiple(proved ? proved : DIVISOR_OF_ZERO);
  return tl_fact_both(tl_fact_multiple(stated), b).divisor;
}

/* What the copy states of its memory, where that is more than is proved. */
static void raise_base(const tl_copy_view *view, tl_aligned_address *base) {
  MlirAttribute stated = view->memory.alignment;
  if (mlirAttributeIsNull(stated) ||
      mlirIntegerAttrGetValueInt(stated) <= base->alignment)
    return;
  base->alignment = mlirIntegerAttrGetValueInt(stated);
  snprintf(base->reason, sizeof base->reason,
           "alignment of the copy is %" PRId64, base->alignment);
  base->cure = (tl_base_cure){TL_ATTRIBUTE_ALIGNMENT, true};
}

/* Of a buffer that is aligned further than the element 0 at a known offset. */
static void read_phase(const tl_memory_facts *known, tl_copy_key *out) {
  int64_t period = known->buffer.alignment / tl_element_bytes(out->memory);
  if (!tl_fact_is_constant(known->offset) || known->offset.least < 0 ||
      known->buffer.alignment <= out->base_alignment)
    return;
  out->base_alignment = known->buffer.alignment;
  out->base_phase = known->offset.least % period;
}

int64_t tl_origin_split(MlirValue *origin) {
  MlirOperation cast = tl_defined_by(*origin, "arith.index_cast");
  if (mlirOperationIsNull(cast) || !mlirTypeIsAIndex(mlirValueGetType(*origin)))
    return tl_value_split(origin);
  MlirValue integer = mlirOperationGetOperand(cast, 0);
  bool fits = mlirIntegerTypeGetWidth(mlirValueGetType(integer)) < 64;
  int64_t number = fits ? tl_value_split(&integer) : 0;
  *origin = number ? integer : *origin;
  return number;
}

/* Whether a value and a number have that sum in their type; in 64 bits they do, as far as
 * memory goes. */
static bool has_sum(MlirType type, tl_value_fact value, int64_t number) {
  if (!mlirTypeIsAInteger(type) || mlirIntegerTypeGetWidth(type) >= 64)
    return true;
  int64_t end = INT64_C(1) << (mlirIntegerTypeGetWidth(type) - 1);
  return tl_add_saturated(value.least, number) >= -end &&
         tl_add_saturated(value.most, number) < end;
}

/* The number that is added to a value which is not negative.  One below 0 is one from 0 to
 * a power of two that divides the value, which is as much less: it is negative only
 * where the origin is.
 *
 *   64 b - 2  ->  64 (b - 1) + 62
 *
 * Not where the stride is known at run time, of which the value itself has a product that
 * others share.  A sum that wraps above is negative, as an origin is only under a lower
 * bound. */
static void read_constant(MlirValue value, bool has_lower, bool has_symbol,
                          tl_facts *facts, tl_origin *origin) {
  enum { MOST_PERIOD = 1 << 12 };
  int64_t constant = tl_origin_split(&value);
  MlirType type = mlirValueGetType(value);
  tl_value_fact rest = tl_value_fact_of(facts, value);
  int64_t period = tl_fact_power_of_two(rest);
  if ((constant < 0 || has_lower) &&
      (has_symbol || !has_sum(type, rest, constant)))
    return;
  if (constant < 0) {
    period = period < MOST_PERIOD ? period : MOST_PERIOD;
    constant &= period - 1;
    rest.divisor = period;
  } else if (rest.least < 0) {
    return;
  }
  if (!constant)
    return;
  origin->constant = constant;
  origin->rest =
      divisor_of_both(tl_gcd(origin->divisor, constant), rest.divisor);
}

/* What the bound is at least more than the origin, of itself and of a value with a
 * number.  Where the value is not negative, that sum is not, either, and so does not
 * wrap. */
static int64_t room_of(const tl_copy_view *view, int64_t d, bool has_lower,
                       const tl_orders *orders, tl_facts *facts) {
  MlirValue bound = *tl_bound_value(view, d);
  MlirValue origin = view->memory.origin_value[d], rest = origin;
  int64_t constant = tl_origin_split(&rest), more;
  int64_t room =
      tl_least_difference(facts, tl_value_fact_of, orders, bound, origin);
  if (constant > 0 && !has_lower && tl_value_fact_of(facts, rest).least >= 0 &&
      tl_difference_fits(
          tl_least_difference(facts, tl_value_fact_of, orders, bound, rest),
          constant, &more) &&
      more > room)
    room = more;
  return room > 0 ? room : 0;
}

/* One more than the most, or 0 where that is not known. */
static int64_t end_of(const tl_value_fact *known) {
  int64_t end;
  return tl_sum_fits(known->most, 1, &end) && end > 0 ? end : 0;
}

static bool has_run_time_stride(const tl_copy_view *view, int64_t d) {
  tl_strided strided;
  tl_strided_read(view->memory.type, &strided);
  return d < strided.shape.count && tl_stride_symbol(&strided, d);
}

/* What is stated of origin and bounds, and what is proved of their values, of origins
 * under the conditions around the copy.  Only
 * under a lower bound an origin is negative, and its ends matter to bounds alone,
 * as it does whether a bound is: without, copies that differ in them have one
 * plan. */
static void read_coordinates(const tl_copy_view *view, int64_t d,
                             const tl_orders *orders, tl_facts *facts,
                             tl_copy_key *out) {
  tl_origin *origin = &out->origin[d];
  tl_bound *bound = &out->bounds[d];
  *origin = tl_origin_of(view, d);
  *bound = tl_bound_of(view, d);
  if (origin->is_dynamic) {
    tl_value_fact known =
        tl_fact_under(facts, orders, view->memory.origin_value[d]);
    origin->divisor = divisor_of_both(origin->divisor, known.divisor);
    if (bound->is_set)
      origin->end = end_of(&known);
    read_constant(view->memory.origin_value[d], bound->has_lower,
                  has_run_time_stride(view, d), facts, origin);
    origin->least = bound->has_lower
                        ? tl_subtract_saturated(known.least, origin->constant)
                        : 0;
  }
  if (bound->lower_is_dynamic)
    bound->lower = tl_value_fact_of(facts, *tl_lower_bound_value(view, d)).most;
  if (bound->is_dynamic) {
    tl_value_fact known = tl_value_fact_of(facts, *tl_bound_value(view, d));
    bound->divisor = divisor_of_both(bound->divisor, known.divisor);
    if (known.least > 0 || bound->has_lower)
      bound->least = known.least;
    bound->end = end_of(&known);
  }
  if (bound->is_dynamic && origin->is_dynamic)
    bound->room = room_of(view, d, bound->has_lower, orders, facts);
}

/* 0 where 31 bits do not hold it. */
static int64_t end_of_stride(tl_value_fact stride) {
  int64_t end = 1;
  if (stride.most > INT32_MAX)
    return 0;
  while (end <= stride.most)
    end *= 2;
  return end;
}

/* As many elements as offsets of 31 bits may count, with as much again behind. */
enum { MOST_NEAR = INT32_MAX / 2 };

/* Whether the buffer is declared with so few elements. */
static bool is_of_small_buffer(const tl_copy_view *view,
                               const tl_memory_facts *known) {
  tl_strided buffer;
  MlirType type = mlirValueGetType(tl_viewed_buffer(view->memory.value));
  int64_t bytes = tl_element_bytes(type);
  if (!bytes || known->offset.least < 0 || !tl_strided_read(type, &buffer) ||
      !buffer.is_identity || !mlirShapedTypeHasStaticShape(type))
    return false;
  for (int64_t d = 0; d < buffer.shape.count; d++)
    if (!tl_product_fits(bytes, buffer.shape.items[d], &bytes))
      return false;
  return bytes / tl_element_bytes(view->memory.type) <= MOST_NEAR;
}

/* Whether the extents and strides that are proved reach so far only. */
static bool has_small_reach(const tl_copy_view *view,
                            const tl_memory_facts *known) {
  int64_t reach = 0;
  if (!mlirAttributeIsNull(view->memory.layout))
    return false;
  for (int64_t d = 0; d < mlirShapedTypeGetRank(view->memory.type); d++)
    if (known->strides[d].least < 0 ||
        !tl_add_product(&reach, known->sizes[d].most - 1,
                        known->strides[d].most))
      return false;
  return reach <= MOST_NEAR;
}

void tl_copy_key_read(const tl_copy_view *view, int64_t lanes,
                      const tl_block_size *block, tl_facts *facts,
                      tl_copy_key *out, tl_aligned_address *base) {
  tl_memory_facts known;
  tl_orders orders;
  tl_memory_facts_of(facts, view->memory.value, &known);
  *base = known.element;
  raise_base(view, base);
  *out = (tl_copy_key){
      .memory = view->memory.type,
      .fragment = view->fragment.layout,
      .layout = view->memory.layout,
      .stride_divisibility = view->memory.stride_divisibility,
      .threads = tl_scope_threads(view->scope, lanes, tl_block_threads(block),
                                  block->most),
      .lanes = lanes,
      .base_alignment = base->alignment,
      .scope = view->scope,
      .stores = view->stores,
      .leading = view->memory.leading,
      .is_near =
          is_of_small_buffer(view, &known) || has_small_reach(view, &known),
  };
  read_phase(&known, out);
  tl_orders_around(view->operation, &orders);
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    read_coordinates(view, d, &orders, facts, out);
  for (int64_t d = 0; d < mlirShapedTypeGetRank(view->memory.type); d++) {
    out->divisors[d] = divisor_of_both(1, known.strides[d].divisor);
    out->ends[d] = end_of_stride(known.strides[d]);
  }
}

/* What is proved of strides known only at run time, besides what is stated. */
static void read_symbols(const tl_copy_key *key, tl_copy_request *out) {
  tl_strided strided;
  tl_strided_read(key->memory, &strided);
  for (int64_t d = 0; d < strided.strides.count; d++) {
    int64_t symbol = tl_stride_symbol(&strided, d);
    if (!symbol || !out->memory.divisor[symbol - 1])
      continue;
    out->memory.divisor[symbol - 1] =
        divisor_of_both(out->memory.divisor[symbol - 1], key->divisors[d]);
    out->symbol_end[symbol - 1] = key->ends[d];
  }
}

/* What a thread begins with may lie below memory, by as much as its tile spans, where a
 * lower bound leaves that out: whether it does not lie further below than memory reaches. */
static bool begins_near(const tl_copy_key *key, const tl_list *tile) {
  bool has_lower = false;
  int64_t span = 0;
  tl_strided strided;
  tl_strided_read(key->memory, &strided);
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    has_lower |= key->bounds[d].has_lower;
  if (!has_lower)
    return true;
  if (!mlirAttributeIsNull(key->layout))
    return false;
  for (int64_t d = 0; d < tile->count; d++) {
    bool is_open = tl_stride_symbol(&strided, d) != 0;
    int64_t stride = is_open ? key->ends[d] : strided.strides.items[d];
    if ((is_open && !stride) ||
        !tl_add_product(&span, tile->items[d] - 1, stride))
      return false;
  }
  return span <= MOST_NEAR;
}

/* Slices lie under a swizzle alike. */
static tl_code check_slices(const tl_copy_key *key, const tl_copy_side *memory,
                            const tl_layout *layout, tl_error *error) {
  tl_strided strided;
  int64_t divisors[TL_MAX_RANK] = {0};
  tl_strided_read(key->memory, &strided);
  for (int64_t d = 0; d < key->leading; d++) {
    int64_t symbol = tl_stride_symbol(&strided, d);
    divisors[d] = symbol ? layout->divisor[symbol - 1] : 0;
  }
  return tl_slices_check(memory, divisors, error);
}

tl_code tl_copy_request_make(const tl_copy_key *key, const tl_layout *fragment,
                             tl_copy_request *out, tl_error *error) {
  const tl_copy_side memory = {.name = "memory",
                               .type = key->memory,
                               .layout = key->layout,
                               .leading = key->leading,
                               .stride_divisibility = key->stride_divisibility};
  *out = (tl_copy_request){
      .scope = (tl_scope)key->scope,
      .lanes = key->lanes,
      .threads = key->threads,
      .element_bytes = tl_element_bytes(key->memory),
      .base_alignment = key->base_alignment,
      .base_phase = key->base_phase,
      .stores = (uint32_t)key->stores,
      .is_near = key->is_near,
  };
  memcpy(out->origin, key->origin, sizeof out->origin);
  memcpy(out->bounds, key->bounds, sizeof out->bounds);
  TL_TRY(tl_layout_lead(key->leading, fragment, &out->fragment, error));
  tl_list tile = tl_layout_shape(&out->fragment);
  TL_TRY(tl_memory_layout(&memory, key->origin, key->bounds, &tile,
                          &out->memory, error));
  out->is_near &= begins_near(key, &tile);
  read_symbols(key, out);
  tl_copy_part_origins(out);
  return check_slices(key, &memory, &out->memory, error);
}
