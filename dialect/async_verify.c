/* async_verify.c - The rules T10 to T14 of tl.thread_async, tl.async_commit and
 * tl.async_wait; see python-free-docs/operations.md. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Support.h"
#include "operation_hooks.h"
#include "operation_rows.h"
#include "thread_checks.h"
#include "tl/copy_access.h"
#include <inttypes.h>

/* T10: from global to workgroup memory, of one element type. */
static bool check_sides(const tl_async_view *view) {
  const tl_thread_view *source = &view->source;
  MlirOperation operation = source->operation;
  if (!mlirTypeIsAMemRef(source->memory_type) ||
      !mlirTypeIsAMemRef(source->fragment_type) ||
      tl_memory_space_of(source->memory_type) != TL_MEMORY_GLOBAL ||
      tl_memory_space_of(source->fragment_type) != TL_MEMORY_SHARED)
    return tl_emit_error(operation,
                         "copies from a global memref to a workgroup one");
  if (!tl_check_thread_memory(operation, "source", source->memory_type) ||
      !tl_check_thread_memory(operation, "target", source->fragment_type))
    return false;
  return (mlirTypeEqual(tl_element_type(source->memory_type),
                        tl_element_type(source->fragment_type)) &&
          tl_element_bytes(source->memory_type)) ||
         tl_emit_error(operation,
                       "element types have to be equal, signless integers "
                       "or floats of 8, 16, 32, 64 or 128 bits");
}

/* T11: each side has one offset; there is an index for every symbol and limit.
 */
static bool check_operands(const tl_async_view *view) {
  const tl_thread_view *source = &view->source;
  MlirOperation operation = source->operation;
  intptr_t target = mlirOperationGetNumOperands(operation) - 2;
  if (target - 2 - source->limit_count != source->symbol_count)
    return tl_emit_error(
        operation,
        "has %td index operands before the target; it needs an "
        "offset, %td symbols and %td rooms",
        target - 1, source->symbol_count, source->limit_count);
  for (intptr_t i = 1; i < target + 2; i++) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    if (i == target || mlirTypeIsAIndex(mlirValueGetType(operand)))
      continue;
    return tl_emit_error(operation, "operand %td has to be an index", i);
  }
  return true;
}

/* T12: an access that was chosen is all of the run, and what cp.async has.
 * Source: PTX ISA, cp.async (cp-size). */
static bool check_access(const tl_async_view *view) {
  const tl_thread_view *source = &view->source;
  int64_t bytes = source->width * tl_element_bytes(source->memory_type);
  const tl_access_form form = {.width = source->width,
                               .element_bytes =
                                   tl_element_bytes(source->memory_type)};
  int64_t run = 1;
  bool is_run = true;
  if (!source->is_vectorized)
    return true;
  for (int64_t i = source->inner.count - 1; i >= 0; i--) {
    is_run &= source->inner.items[i].register_stride == run;
    run *= source->inner.items[i].extent;
  }
  return (is_run && run == source->width && TL_ASYNC_KIND.is_legal(&form)) ||
         tl_emit_error(
             source->operation,
             "an access has to be a run of consecutive elements of both "
             "sides, of 4, 8 or 16 bytes; vector %" PRId64 " has %" PRId64
             " bytes, the run %" PRId64 " elements",
             source->width, bytes, run);
}

/* T13: the elements of an access that a limit leaves are its first. */
static bool check_prefix(const tl_async_view *view) {
  const tl_thread_view *source = &view->source;
  for (intptr_t i = 0; i < source->limit_count; i++) {
    if (tl_async_step(&source->inner, source->width, i))
      continue;
    return tl_emit_error(
        source->operation,
        "limit %td does not leave the first elements of an access", i);
  }
  return true;
}

/* T14: a group is closed by position, and counted. */
bool tl_verify_async_commit(MlirOperation operation) {
  tl_attributes own;
  tl_attributes_read(operation, &own);
  if (!tl_attributes_check(operation, TL_FORM_ANY, &own))
    return false;
  return (mlirOperationGetNumOperands(operation) == 0 &&
          mlirOperationGetNumResults(operation) == 0) ||
         tl_emit_error(operation, "has neither operands nor results");
}

bool tl_verify_async_wait(MlirOperation operation) {
  if (!tl_verify_async_commit(operation))
    return false;
  int64_t pending = tl_async_pending(operation);
  return (pending >= 0 && pending <= INT32_MAX) ||
         tl_emit_error(
             operation,
             "the groups that may be pending have to be an i64 from 0 to %d",
             INT32_MAX);
}

bool tl_verify_thread_async(MlirOperation operation) {
  tl_async_view view;
  if (!tl_check_thread_form(operation, TL_FORM_ASYNC, 4, 0))
    return false;
  tl_async_view_read(operation, &view);
  return check_sides(&view) && check_operands(&view) &&
         tl_check_thread_numbers(&view.source) &&
         tl_check_thread_vector(&view.source) &&
         tl_check_thread_alignment(&view.source) &&
         tl_check_thread_symbols(&view.source) &&
         tl_check_thread_limits(&view.source) && check_access(&view) &&
         check_prefix(&view);
}
