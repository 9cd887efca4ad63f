/* thread_operations.c - The assembly of the operations of one thread.
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
#include "access_assembly.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_hooks.h"
#include "operation_rows.h"

/*===--- Parsing ---------------------------------------------------------===*/

/* ('[' offsets ']')? */
static bool parse_optional_offsets(tl_asm_parser *parser,
                                   tl_parsed_side *side) {
  if (!tl_bridge_parse_optional_punctuation(parser, '['))
    return true;
  do {
    if (!tl_parse_index(parser, side))
      return false;
  } while (tl_bridge_parse_optional_punctuation(parser, ','));
  return tl_bridge_parse_punctuation(parser, ']');
}

static bool parse_memory(tl_asm_parser *parser, tl_parsed_side *side) {
  return tl_bridge_parse_operand(parser, &side->value) &&
         parse_optional_offsets(parser, side) &&
         (side->index_count || tl_bridge_parse_punctuation(parser, '['));
}

static bool resolve_indices(tl_asm_parser *parser,
                            const tl_parsed_indices *indices) {
  MlirType index = mlirIndexTypeGet(tl_bridge_parse_context(parser));
  for (intptr_t i = 0; i < indices->count; i++)
    if (!tl_bridge_parse_resolve(parser, indices->numbers[i], index))
      return false;
  return true;
}

/* Memory, its offsets, the symbols and the rooms. */
static bool resolve_memory(tl_asm_parser *parser, const tl_parsed_side *side,
                           const tl_parsed_body *body, MlirType type) {
  return tl_resolve_side(parser, side, type) &&
         resolve_indices(parser, &body->symbols) &&
         resolve_indices(parser, &body->rooms);
}

bool tl_parse_thread_copy(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  tl_parsed_body body;
  if (!tl_bridge_parse_operand(parser, &source.value) ||
      !parse_optional_offsets(parser, &source) ||
      !tl_bridge_parse_keyword(parser, "to") ||
      !tl_bridge_parse_operand(parser, &target.value) ||
      !parse_optional_offsets(parser, &target))
    return false;
  if (!source.index_count == !target.index_count)
    return tl_bridge_parse_error(
        parser, "exactly one side has to be memory, '%buffer[%offset]'");
  if (!tl_parse_body(parser, &body, NULL))
    return false;
  if (source.index_count)
    return resolve_memory(parser, &source, &body, body.source) &&
           tl_bridge_parse_resolve(parser, target.value, body.target);
  tl_parsed_unit(parser, "to_memory");
  return tl_bridge_parse_resolve(parser, source.value, body.source) &&
         resolve_memory(parser, &target, &body, body.target);
}

bool tl_parse_thread_load(tl_asm_parser *parser) {
  tl_parsed_side source = {0};
  tl_parsed_body body;
  if (!parse_memory(parser, &source) || !tl_parse_body(parser, &body, NULL) ||
      !resolve_memory(parser, &source, &body, body.source))
    return false;
  tl_bridge_parsed_result(parser, body.target);
  return true;
}

bool tl_parse_thread_store(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  tl_parsed_body body;
  return tl_bridge_parse_operand(parser, &source.value) &&
         tl_bridge_parse_keyword(parser, "to") &&
         parse_memory(parser, &target) && tl_parse_body(parser, &body, NULL) &&
         tl_bridge_parse_resolve(parser, source.value, body.source) &&
         resolve_memory(parser, &target, &body, body.target);
}

bool tl_parse_thread_async(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  tl_parsed_body body;
  tl_async_view to;
  return parse_memory(parser, &source) &&
         tl_bridge_parse_keyword(parser, "to") &&
         parse_memory(parser, &target) &&
         tl_parse_swizzle(parser, &to.target_swizzle, &to.target_bits) &&
         tl_parse_body(parser, &body, &to) &&
         resolve_memory(parser, &source, &body, body.source) &&
         tl_resolve_side(parser, &target, body.target);
}

bool tl_parse_async_commit(tl_asm_parser *parser) {
  return tl_bridge_parse_attribute_dictionary(parser);
}

bool tl_parse_async_wait(tl_asm_parser *parser) {
  return tl_parse_number(parser, "pending") &&
         tl_bridge_parse_attribute_dictionary(parser);
}

/*===--- Printing --------------------------------------------------------===*/

static void print_operand(const char *before, MlirValue value,
                          tl_asm_printer *printer) {
  tl_bridge_print_text(printer, before);
  tl_bridge_print_operand(printer, value);
}

static void print_memory(const tl_thread_view *view, tl_asm_printer *printer) {
  tl_bridge_print_operand(printer, view->memory);
  for (intptr_t i = 0; i < view->start_count; i++)
    print_operand(i ? ", " : "[", tl_thread_offset(view, i), printer);
  tl_bridge_print_text(printer, "]");
}

void tl_print_thread_copy(MlirOperation operation, tl_asm_printer *printer) {
  tl_thread_view view;
  tl_thread_view_read(operation, &view);
  if (view.stores)
    print_operand(" ", view.fragment, printer);
  tl_bridge_print_text(printer, view.stores ? " to " : " ");
  print_memory(&view, printer);
  if (view.kind == TL_COPY && !view.stores)
    print_operand(" to ", view.fragment, printer);
  tl_print_body(&view, printer);
}

void tl_print_thread_async(MlirOperation operation, tl_asm_printer *printer) {
  tl_async_view view;
  tl_async_view_read(operation, &view);
  tl_bridge_print_text(printer, " ");
  print_memory(&view.source, printer);
  print_operand(" to ", view.source.fragment, printer);
  print_operand("[", view.target_offset, printer);
  tl_bridge_print_text(printer, "]");
  tl_print_swizzle(&view.target_swizzle, view.target_bits, printer);
  tl_print_body(&view.source, printer);
}

void tl_print_async_commit(MlirOperation operation, tl_asm_printer *printer) {
  tl_print_dictionary(operation, printer);
}

void tl_print_async_wait(MlirOperation operation, tl_asm_printer *printer) {
  tl_bridge_print_text(printer, " ");
  tl_bridge_print_integer(printer, tl_async_pending(operation));
  tl_print_dictionary(operation, printer);
}
