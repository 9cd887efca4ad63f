/* thread_view.c - tl.thread_copy, tl.thread_load, tl.thread_store and
 * tl.thread_async as plain structs: read, created, changed. */
#include "access_assembly.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operation_rows.h"

static void read_attributes(tl_thread_view *view, const tl_attributes *own);
static intptr_t read_operands(tl_thread_view *view);

tl_copy_kind tl_thread_kind_of(MlirOperation operation) {
  int kind = (int)tl_operation_kind_of(operation) - TL_OPERATION_THREAD_COPY;
  return kind >= 0 && kind < TL_COPY_KIND_COUNT ? (tl_copy_kind)kind
                                                : TL_COPY_KIND_COUNT;
}

tl_async_kind tl_async_kind_of(MlirOperation operation) {
  int kind = (int)tl_operation_kind_of(operation) - TL_OPERATION_THREAD_ASYNC;
  return kind >= 0 && kind < TL_ASYNC_KIND_COUNT ? (tl_async_kind)kind
                                                 : TL_ASYNC_KIND_COUNT;
}

/*===--- Reading ---------------------------------------------------------===*/

void tl_thread_view_read(MlirOperation operation, tl_thread_view *view) {
  tl_attributes own;
  tl_attributes_read(operation, &own);
  view->operation = operation;
  view->kind = tl_thread_kind_of(operation);
  view->stores =
      view->kind == TL_STORE || !mlirAttributeIsNull(own.items[TL_TO_MEMORY]);
  read_attributes(view, &own);
  view->start_count = read_operands(view);
}

void tl_async_view_read(MlirOperation operation, tl_async_view *view) {
  tl_attributes own;
  tl_thread_view *source = &view->source;
  tl_attributes_read(operation, &own);
  source->operation = operation;
  source->kind = TL_COPY;
  source->stores = false;
  read_attributes(source, &own);
  tl_access_read_target(own.items[TL_ACCESS], view);
  intptr_t operands = mlirOperationGetNumOperands(operation);
  source->memory = mlirOperationGetOperand(operation, 0);
  source->memory_type = mlirValueGetType(source->memory);
  source->first_offset = source->start_count = 1;
  source->fragment = mlirOperationGetOperand(operation, operands - 2);
  source->fragment_type = mlirValueGetType(source->fragment);
  view->target_offset = mlirOperationGetOperand(operation, operands - 1);
}

static void read_attributes(tl_thread_view *view, const tl_attributes *own) {
  tl_access_read(own->items[TL_ACCESS], view);
  view->slots = own->items[TL_SLOTS];
  view->pad = own->items[TL_THREAD_PAD];
  view->reason = own->items[TL_REASON];
}

int64_t tl_async_pending(MlirOperation wait) {
  tl_attributes own;
  int64_t pending = 0;
  tl_attributes_read(wait, &own);
  tl_number_read(own.items[TL_PENDING], &pending);
  return pending;
}

/* Returns how many starts there are: what is left for offsets and rooms. */
static intptr_t read_operands(tl_thread_view *view) {
  MlirOperation operation = view->operation;
  intptr_t operands = mlirOperationGetNumOperands(operation);
  intptr_t memory = view->stores ? 1 : 0;
  bool ends_in_fragment = view->kind == TL_COPY && !view->stores;
  view->memory = mlirOperationGetOperand(operation, memory);
  view->memory_type = mlirValueGetType(view->memory);
  view->first_offset = memory + 1;
  if (view->kind == TL_LOAD) {
    view->fragment_type =
        mlirValueGetType(mlirOperationGetResult(operation, 0));
    view->fragment = (MlirValue){NULL};
  } else {
    view->fragment =
        mlirOperationGetOperand(operation, ends_in_fragment ? operands - 1 : 0);
    view->fragment_type = mlirValueGetType(view->fragment);
  }
  return (operands - view->first_offset - ends_in_fragment -
          view->symbol_count) /
         (1 + view->limit_count);
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

/*===--- Writing ---------------------------------------------------------===*/

static MlirNamedAttribute named(MlirContext context, int place,
                                MlirAttribute attribute) {
  const tl_operation_facts *facts =
      TL_OPERATIONS[TL_OPERATION_THREAD_COPY].facts;
  return mlirNamedAttributeGet(
      mlirIdentifierGet(context, mlirStringRefCreateFromCString(
                                     facts->attributes[place].name)),
      attribute);
}

void tl_thread_set_vectors(const tl_thread_view *view) {
  tl_attributes own;
  tl_async_view target;
  MlirContext context = mlirOperationGetContext(view->operation);
  tl_attributes_read(view->operation, &own);
  tl_access_read_target(own.items[TL_ACCESS], &target);
  MlirNamedAttribute access =
      named(context, TL_ACCESS, tl_access_get(context, view, &target, true));
  mlirOperationSetDiscardableAttributeByName(
      view->operation, mlirIdentifierStr(access.name), access.attribute);
}

static void add_operands(const tl_thread_view *view,
                         const tl_thread_operands *operands,
                         MlirOperationState *state) {
  bool ends_in_fragment = view->kind == TL_COPY && !view->stores;
  if (view->stores)
    mlirOperationStateAddOperands(state, 1, &view->fragment);
  mlirOperationStateAddOperands(state, 1, &view->memory);
  mlirOperationStateAddOperands(state, view->start_count, operands->offsets);
  mlirOperationStateAddOperands(state, view->symbol_count, operands->symbols);
  mlirOperationStateAddOperands(state, view->limit_count * view->start_count,
                                operands->rooms);
  if (ends_in_fragment)
    mlirOperationStateAddOperands(state, 1, &view->fragment);
}

static void add_attributes(const tl_thread_view *view,
                           const tl_async_view *target,
                           MlirOperationState *state) {
  MlirContext context = mlirLocationGetContext(state->location);
  bool is_vectorized = view->width > 1 || view->matrices;
  bool to_memory = !target && view->kind == TL_COPY && view->stores;
  const tl_attributes own = {
      {[TL_ACCESS] = tl_access_get(context, view, target, is_vectorized),
       [TL_REASON] = view->reason,
       [TL_SLOTS] = view->slots,
       [TL_THREAD_PAD] = view->pad,
       [TL_TO_MEMORY] =
           to_memory ? mlirUnitAttrGet(context) : (MlirAttribute){NULL}}};
  for (int place = TL_ACCESS; place <= TL_TO_MEMORY; place++) {
    MlirNamedAttribute attribute = named(context, place, own.items[place]);
    if (!mlirAttributeIsNull(own.items[place]))
      mlirOperationStateAddAttributes(state, 1, &attribute);
  }
}

MlirOperation tl_thread_create(const tl_thread_view *view,
                               MlirLocation location,
                               const tl_thread_operands *operands) {
  static const char *const NAMES[] = {"tl.thread_copy", "tl.thread_load",
                                      "tl.thread_store"};
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString(NAMES[view->kind]), location);
  add_operands(view, operands, &state);
  add_attributes(view, NULL, &state);
  if (view->kind == TL_LOAD)
    mlirOperationStateAddResults(&state, 1, &view->fragment_type);
  return mlirOperationCreate(&state);
}

MlirOperation tl_thread_async_create(const tl_async_view *view,
                                     MlirLocation location,
                                     const tl_thread_operands *operands) {
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("tl.thread_async"), location);
  add_operands(&view->source, operands, &state);
  mlirOperationStateAddOperands(&state, 1, &view->target_offset);
  add_attributes(&view->source, view, &state);
  return mlirOperationCreate(&state);
}
