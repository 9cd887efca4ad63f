/* fragment_auto.c - Fragments that are to be chosen, `as auto`: what they are
 * until then, and their rules.
 *
 *   %v = tl.load %G as auto scope cta tile(64, 32) : ... to vector<16xf16>
 *
 * The tile and the elements of a thread say how many threads hold it; until the
 * fragment is chosen, these hold what others state of the registers, or rows. */
#include "copy_checks.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_rows.h"
#include "tl/fragment_choice.h"
#include "tl/target.h"
#include <inttypes.h>
#include <string.h>

int64_t tl_scope_most_threads(tl_scope scope) {
  int64_t most = 0;
  for (int64_t lanes = 0; (lanes = tl_wave_above(lanes));)
    most = tl_scope_size(scope, lanes);
  return most;
}

/* 0 of a type that is no registers. */
static int64_t registers_of(MlirType type) {
  tl_strided strided;
  int64_t count = 1;
  if (!tl_strided_read(type, &strided))
    return 0;
  for (int64_t d = 0; d < strided.shape.count; d++)
    if (strided.shape.items[d] < 0 ||
        !tl_product_fits(count, strided.shape.items[d], &count))
      return 0;
  return count;
}

tl_code tl_fragment_read_auto(const tl_list *tile, tl_scope scope,
                              tl_copy_side *fragment, tl_error *error) {
  tl_value rows = {.kind = TL_KIND_LAYOUT};
  fragment->layout = (MlirAttribute){NULL};
  TL_TRY(tl_fragment_rows(tile, registers_of(fragment->type), scope,
                          tl_scope_most_threads(scope), &rows.as.layout,
                          error));
  fragment->layout =
      tl_layout_attribute_get(mlirTypeGetContext(fragment->type), &rows);
  return TL_OK;
}

/*===--- Who makes and uses registers ------------------------------------===*/

tl_fragment_use tl_fragment_use_of(MlirOperation operation, bool is_target) {
  tl_fragment_use out = {
      .operation = operation, .is_known = true, .is_target = is_target};
  tl_copy_view copy;
  tl_conversion_view conversion;
  tl_reduction_view reduction;
  switch (tl_operation_kind_of(operation)) {
  case TL_OPERATION_LOAD:
  case TL_OPERATION_STORE:
    tl_copy_view_read(operation, &copy);
    out.scope = copy.scope;
    out.side = copy.fragment;
    return out;
  case TL_OPERATION_CONVERT_LAYOUT:
    tl_conversion_view_read(operation, &conversion);
    out.scope = conversion.scope;
    out.side = is_target ? conversion.target : conversion.source;
    return out;
  case TL_OPERATION_REDUCE:
    tl_reduction_view_read(operation, &reduction);
    out.scope = reduction.scope;
    out.side = is_target ? reduction.target : reduction.source;
    return out;
  default:
    out.is_known = false;
    return out;
  }
}

/* Whether one that says `auto` has the fragment that the other states. */
static bool agrees(const tl_fragment_use *own, const tl_fragment_use *other) {
  if (!other->is_known || other->side.is_auto || other->scope != own->scope)
    return false;
  const tl_list *tile = &tl_layout_attribute_facts(own->side.layout)->shape;
  return memcmp(tile, &tl_layout_attribute_facts(other->side.layout)->shape,
                sizeof *tile) == 0;
}

MlirAttribute tl_fragment_stated(MlirOperation operation, bool is_target) {
  tl_fragment_use own = tl_fragment_use_of(operation, is_target), other;
  if (!own.side.is_auto)
    return own.side.layout;
  MlirValue registers = is_target ? mlirOperationGetResult(operation, 0)
                                  : mlirOperationGetOperand(operation, 0);
  if (mlirValueIsAOpResult(registers)) {
    other = tl_fragment_use_of(mlirOpResultGetOwner(registers), true);
    if (agrees(&own, &other))
      return other.side.layout;
  }
  MlirOpOperand use = mlirValueGetFirstUse(registers);
  for (int i = 0; i < TL_FRAGMENT_MOST_ENDS && !mlirOpOperandIsNull(use); i++) {
    other = tl_fragment_use_of(mlirOpOperandGetOwner(use), false);
    if (agrees(&own, &other))
      return other.side.layout;
    use = mlirOpOperandGetNextUse(use);
  }
  return own.side.layout;
}

/*===--- Rules -----------------------------------------------------------===*/

/* V46: a tile stands on a load or store whose fragment is to be chosen. */
bool tl_check_auto_form(MlirOperation operation, const tl_attributes *own) {
  bool has_auto = tl_has_auto_fragment(operation);
  if (!mlirAttributeIsNull(own->items[TL_TILE]) && !has_auto)
    return tl_emit_error(
        operation, "has 'tile', which stands on a tl.copy between two memrefs "
                   "in global or "
                   "workgroup memory, neither with a layout of registers, and "
                   "beside 'as auto'");
  if (!mlirAttributeIsNull(own->items[TL_PARTIAL]) && has_auto)
    return tl_emit_error(operation,
                         "has 'as auto' and '" TL_ATTRIBUTE_PARTIAL
                         "'; every register of a fragment that is chosen holds "
                         "an element");
  return true;
}

/* V46: there is a fragment of the tile with so many registers. */
bool tl_check_auto_fragment(MlirOperation operation, const tl_list *tile,
                            tl_scope scope, const tl_copy_side *fragment) {
  tl_copy_side read = *fragment;
  tl_error error;
  return !fragment->is_auto ||
         tl_fragment_read_auto(tile, scope, &read, &error) == TL_OK ||
         tl_emit_error(operation, "%s is to be chosen: %s", fragment->name,
                       error.message);
}
