/* thread_assembly.c - The assembly of the operations of one thread.
 *
 *   tl.thread_copy MEMORY to VALUE BODY : memref to memref
 *   tl.thread_copy VALUE to MEMORY BODY : memref to memref
 *   tl.thread_load MEMORY BODY : memref to vector
 *   tl.thread_store VALUE to MEMORY BODY : vector to memref
 *   tl.thread_async MEMORY to MEMORY SWIZZLE? BODY : memref to memref
 *   tl.async_commit
 *   tl.async_wait INTEGER
 *
 *   MEMORY := VALUE '[' offsets ']'
 *
 * BODY and SWIZZLE: see access_assembly.c.  The swizzle of tl.thread_async is
 * that of the target, the one of BODY that of the source; its atoms have the
 * strides of the target in place of those of registers. */
#include "mlir-c/BuiltinAttributes.h"
#include "operation_assembly.h"
#include "operation_rows.h"

/* Whether a side is memory, and has offsets. */
typedef enum side_form { ABSENT = 0, REGISTERS, EITHER, MEMORY } side_form;

enum { SOURCE = 0, TARGET = 1, SIDES };

static const side_form FORMS[TL_OPERATION_COUNT][SIDES] = {
    [TL_OPERATION_THREAD_COPY] = {EITHER, EITHER},
    [TL_OPERATION_THREAD_LOAD] = {MEMORY, ABSENT},
    [TL_OPERATION_THREAD_STORE] = {REGISTERS, MEMORY},
    [TL_OPERATION_THREAD_ASYNC] = {MEMORY, MEMORY},
};

/* Operands by number; -1 for the result. */
typedef struct thread_text {
  intptr_t values[SIDES];
  tl_operands offsets[SIDES], symbols;
  tl_limit_operands limits[TL_MAX_RANK];
} thread_text;

/* Where the operands of what is written are; none of what is read. */
static thread_text find_operands(const tl_thread_view *view) {
  thread_text text = {.values = {0}};
  if (mlirOperationIsNull(view->operation))
    return text;
  int memory = view->stores ? TARGET : SOURCE;
  intptr_t last = mlirOperationGetNumOperands(view->operation) - 1;
  text.values[memory] = view->first_offset - 1;
  text.values[!memory] = view->stores ? 0 : last - view->is_async;
  text.offsets[memory] = (tl_operands){view->first_offset, view->start_count};
  text.offsets[!memory] = (tl_operands){last, view->is_async};
  text.symbols.first = view->first_offset + view->start_count;
  intptr_t rooms = text.symbols.first + view->symbol_count;
  intptr_t extents = rooms + (intptr_t)view->limit_count * view->start_count;
  for (intptr_t i = 0; i < view->limit_count; i++) {
    text.limits[i].rooms.first = rooms + i * view->start_count;
    text.limits[i].extent.first = extents + tl_thread_extent_count(view, i);
  }
  return text;
}

/* VALUE ('[' offsets ']')? */
static void side(tl_syntax *syntax, side_form form, intptr_t *value,
                 tl_operands *offsets) {
  intptr_t count = offsets->count;
  *value = tl_bridge_operand(syntax, *value);
  if (form == MEMORY)
    tl_bridge_text(syntax, "[");
  else if (form == REGISTERS || !tl_bridge_optional_text(syntax, "[", count))
    return;
  offsets->count = 0;
  do
    tl_syntax_operand(syntax, offsets);
  while (tl_bridge_optional_text(syntax, ", ", offsets->count < count));
  tl_bridge_text(syntax, "]");
}

/* In the order of the operation: symbols, rooms and extents are behind the offsets of
 * memory, which of two memories is the source. */
static void resolve(tl_syntax *syntax, const thread_text *text,
                    const MlirType types[SIDES]) {
  int memory = text->offsets[SOURCE].count ? SOURCE : TARGET;
  for (int i = SOURCE; i < SIDES && text->values[i] >= 0; i++) {
    tl_bridge_add_operand(syntax, text->values[i], types[i]);
    tl_syntax_resolve(syntax, &text->offsets[i]);
    if (i != memory)
      continue;
    tl_syntax_resolve(syntax, &text->symbols);
    for (int limit = 0; limit < TL_MAX_RANK; limit++)
      tl_syntax_resolve(syntax, &text->limits[limit].rooms);
    for (int limit = 0; limit < TL_MAX_RANK; limit++)
      tl_syntax_resolve(syntax, &text->limits[limit].extent);
  }
}

void tl_thread_assembly(const tl_operation_row *row, tl_syntax *syntax) {
  const side_form *forms = FORMS[row->facts->kind];
  tl_thread_view view = {.width = 1, .offset_bits = -1, .target_bits = -1};
  MlirOperation operation = tl_bridge_operation(syntax);
  MlirType types[SIDES];
  if (!mlirOperationIsNull(operation))
    tl_thread_view_read(operation, &view);
  thread_text text = find_operands(&view);
  tl_bridge_text(syntax, " ");
  side(syntax, forms[SOURCE], &text.values[SOURCE], &text.offsets[SOURCE]);
  if (forms[TARGET]) {
    tl_syntax_text(syntax, " to ", "expected 'to' and the target");
    side(syntax, forms[TARGET], &text.values[TARGET], &text.offsets[TARGET]);
  } else {
    text.values[TARGET] = -1;
  }
  bool from_memory = text.offsets[SOURCE].count;
  if (forms[SOURCE] == EITHER) {
    if (from_memory == !!text.offsets[TARGET].count)
      tl_bridge_parse_error(
          syntax, NULL,
          "exactly one side has to be memory, '%buffer[%offset]'");
    if (!from_memory)
      tl_bridge_set_attribute(syntax, "to_memory",
                              mlirUnitAttrGet(tl_bridge_context(syntax)));
  }
  if (row->facts->kind == TL_OPERATION_THREAD_ASYNC)
    tl_syntax_swizzle(syntax, &view.target_swizzle, &view.target_bits);
  tl_syntax_body(syntax, &view, &text.symbols, text.limits);
  tl_syntax_types(row, syntax,
                  "expected ':' and both types, or attributes in front of them",
                  text.values, types);
  resolve(syntax, &text, types);
}

void tl_async_assembly(const tl_operation_row *row, tl_syntax *syntax) {
  if (row->facts->kind == TL_OPERATION_ASYNC_WAIT) {
    tl_bridge_text(syntax, " ");
    tl_syntax_number(syntax, NULL, "pending");
  }
  tl_syntax_dictionary(row, syntax);
}
