/* thread_view.c - The operations of one thread as plain structs: read, created,
 * changed. */
#include "mlir-c/BuiltinAttributes.h"
#include "operation_assembly.h"
#include "operation_rows.h"

/*===--- Reading ---------------------------------------------------------===*/

/* Where the operands are, see the rows of operations. */
static void read_operands(tl_thread_view *view) {
  MlirOperation operation = view->operation;
  intptr_t last = mlirOperationGetNumOperands(operation) - 1;
  intptr_t memory = view->stores ? 1 : 0;
  bool is_result = view->kind == TL_LOAD;
  view->memory = mlirOperationGetOperand(operation, memory);
  view->first_offset = memory + 1;
  MlirValue fragment =
      is_result ? mlirOperationGetResult(operation, 0)
                : mlirOperationGetOperand(
                      operation, view->stores ? 0 : last - view->is_async);
  view->fragment = is_result ? (MlirValue){NULL} : fragment;
  view->memory_type = mlirValueGetType(view->memory);
  view->fragment_type = mlirValueGetType(fragment);
  view->element_bytes = tl_element_bytes(view->memory_type);
  if (view->is_async)
    view->target_offset = mlirOperationGetOperand(operation, last);
}

void tl_thread_view_read(MlirOperation operation, tl_thread_view *view) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  tl_attributes own;
  tl_attributes_read(operation, &own);
  view->operation = operation;
  view->is_async = kind == TL_OPERATION_THREAD_ASYNC;
  view->kind = view->is_async ? TL_COPY
                              : (tl_copy_kind)(kind - TL_OPERATION_THREAD_COPY);
  view->stores =
      view->kind == TL_STORE || !mlirAttributeIsNull(own.items[TL_TO_MEMORY]);
  tl_access_read(own.items[TL_ACCESS], view);
  view->slots = own.items[TL_SLOTS];
  view->pad = own.items[TL_THREAD_PAD];
  view->cache = own.items[TL_THREAD_CACHE];
  view->is_disjoint = !mlirAttributeIsNull(own.items[TL_THREAD_DISJOINT]);
  view->reason = own.items[TL_REASON];
  view->start_count = mlirAttributeIsNull(view->slots)
                          ? 1
                          : mlirDenseArrayGetNumElements(view->slots);
  read_operands(view);
}

int64_t tl_async_pending(MlirOperation wait) {
  tl_attributes own;
  int64_t pending = 0;
  tl_attributes_read(wait, &own);
  tl_number_read(own.items[TL_PENDING], &pending);
  return pending;
}

tl_element_run tl_thread_run(const tl_thread_view *view) {
  return (tl_element_run){tl_atoms_count(&view->inner), view->width,
                          view->phase % view->width};
}

MlirValue tl_thread_offset(const tl_thread_view *view, intptr_t start) {
  return mlirOperationGetOperand(view->operation, view->first_offset + start);
}

MlirValue tl_thread_symbol(const tl_thread_view *view, intptr_t symbol) {
  return mlirOperationGetOperand(
      view->operation, view->first_offset + view->start_count + symbol);
}

MlirValue tl_thread_room(const tl_thread_view *view, intptr_t limit,
                         intptr_t start) {
  return mlirOperationGetOperand(view->operation,
                                 view->first_offset + view->start_count +
                                     view->symbol_count +
                                     limit * view->start_count + start);
}

intptr_t tl_thread_extent_count(const tl_thread_view *view, intptr_t limits) {
  int64_t before = (INT64_C(1) << limits) - 1;
  return __builtin_popcountll((uint64_t)(view->extents & before));
}

MlirValue tl_thread_extent(const tl_thread_view *view, intptr_t limit) {
  if (!(view->extents >> limit & 1))
    return (MlirValue){NULL};
  return mlirOperationGetOperand(
      view->operation, view->first_offset + view->start_count +
                           view->symbol_count +
                           (intptr_t)view->limit_count * view->start_count +
                           tl_thread_extent_count(view, limit));
}

/*===--- Writing ---------------------------------------------------------===*/

static MlirStringRef name_of(int place) {
  return mlirStringRefCreateFromCString(TL_THREAD_ATTRIBUTES[place].name);
}

void tl_thread_set_access(const tl_thread_view *view) {
  MlirContext context = mlirOperationGetContext(view->operation);
  mlirOperationSetDiscardableAttributeByName(
      view->operation, name_of(TL_ACCESS), tl_access_get(context, view));
}

static void add_attributes(const tl_thread_view *view,
                           MlirOperationState *state) {
  MlirContext context = mlirLocationGetContext(state->location);
  bool to_memory = view->kind == TL_COPY && view->stores;
  const MlirAttribute none = {NULL}, unit = mlirUnitAttrGet(context);
  const tl_attributes own = {
      .items = {[TL_ACCESS] = tl_access_get(context, view),
                [TL_REASON] = view->reason,
                [TL_SLOTS] = view->slots,
                [TL_THREAD_PAD] = view->pad,
                [TL_THREAD_CACHE] = view->cache,
                [TL_THREAD_DISJOINT] = view->is_disjoint ? unit : none,
                [TL_TO_MEMORY] = to_memory ? unit : none}};
  for (int place = TL_ACCESS; place <= TL_THREAD_DISJOINT; place++) {
    MlirNamedAttribute attribute = mlirNamedAttributeGet(
        mlirIdentifierGet(context, name_of(place)), own.items[place]);
    if (!mlirAttributeIsNull(own.items[place]))
      mlirOperationStateAddAttributes(state, 1, &attribute);
  }
}

MlirOperation tl_thread_create(const tl_thread_view *view,
                               MlirLocation location, const MlirValue *offsets,
                               const MlirValue *symbols, const MlirValue *rooms,
                               const MlirValue *extents) {
  static const char *const NAMES[] = {"tl.thread_copy", "tl.thread_load",
                                      "tl.thread_store"};
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString(view->is_async ? "tl.thread_async"
                                                    : NAMES[view->kind]),
      location);
  if (view->stores)
    mlirOperationStateAddOperands(&state, 1, &view->fragment);
  mlirOperationStateAddOperands(&state, 1, &view->memory);
  mlirOperationStateAddOperands(&state, view->start_count, offsets);
  mlirOperationStateAddOperands(&state, view->symbol_count, symbols);
  mlirOperationStateAddOperands(&state, view->limit_count * view->start_count,
                                rooms);
  mlirOperationStateAddOperands(
      &state, tl_thread_extent_count(view, (intptr_t)view->limit_count),
      extents);
  if (view->kind == TL_COPY && !view->stores)
    mlirOperationStateAddOperands(&state, 1, &view->fragment);
  if (view->is_async)
    mlirOperationStateAddOperands(&state, 1, &view->target_offset);
  if (view->kind == TL_LOAD)
    mlirOperationStateAddResults(&state, 1, &view->fragment_type);
  add_attributes(view, &state);
  return mlirOperationCreate(&state);
}
