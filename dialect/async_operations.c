/* async_operations.c - The assembly of tl.thread_async, tl.async_commit and
 * tl.async_wait.
 *
 *   tl.thread_async VALUE '[' offset ']' to VALUE '[' offset ']'
 *     ('swizzle' LIST ('bits' INTEGER)?)? BODY : memref to memref
 *   tl.async_commit
 *   tl.async_wait INTEGER
 *
 * BODY is that of tl.thread_copy (see thread_operations.c), with the strides of
 * the target in place of those of registers.  The first swizzle is that of the
 * target, the one of BODY that of the source. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_rows.h"
#include "thread_assembly.h"
#include "thread_attributes.h"

const char TL_ASYNC_PENDING[] = "pending";

static bool parse_async(tl_asm_parser *parser);
static bool parse_commit(tl_asm_parser *parser);
static bool parse_wait(tl_asm_parser *parser);
static void print_async(MlirOperation operation, tl_asm_printer *printer);
static void print_commit(MlirOperation operation, tl_asm_printer *printer);
static void print_wait(MlirOperation operation, tl_asm_printer *printer);

_Alignas(8) const tl_operation_row TL_ASYNC_ROWS[TL_ASYNC_KIND_COUNT] = {
    [TL_ASYNC_COPY] = {"thread_async", parse_async, print_async,
                       tl_verify_thread_async},
    [TL_ASYNC_COMMIT] = {"async_commit", parse_commit, print_commit,
                         tl_verify_async_commit},
    [TL_ASYNC_WAIT] = {"async_wait", parse_wait, print_wait,
                       tl_verify_async_wait},
};

tl_async_kind tl_async_kind_of(MlirOperation operation) {
  MlirTypeID id = mlirOperationGetTypeID(operation);
  tl_async_kind kind = 0;
  while (kind < TL_ASYNC_KIND_COUNT &&
         !mlirTypeIDEqual(id, mlirTypeIDCreate(&TL_ASYNC_ROWS[kind])))
    kind++;
  return kind;
}

int64_t tl_async_pending(MlirOperation wait) {
  int64_t pending = 0;
  tl_number_of(wait, TL_ASYNC_PENDING, &pending);
  return pending;
}

/*===--- Parsing ----------------------------------------------------------===*/

static bool parse_async(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  tl_parsed_body body;
  return tl_bridge_parse_operand(parser, &source.value) &&
         tl_parse_offsets(parser, &source) &&
         tl_bridge_parse_keyword(parser, "to") &&
         tl_bridge_parse_operand(parser, &target.value) &&
         tl_parse_offsets(parser, &target) &&
         tl_parse_thread_swizzle(parser, TL_ASYNC_SWIZZLE, TL_ASYNC_BITS) &&
         tl_parse_thread_body(parser, &body) &&
         tl_resolve_memory(parser, &source, &body, body.source) &&
         tl_resolve_side(parser, &target, body.target);
}

static bool parse_commit(tl_asm_parser *parser) {
  return tl_bridge_parse_attribute_dictionary(parser);
}

static bool parse_wait(tl_asm_parser *parser) {
  int64_t pending;
  if (!tl_bridge_parse_integer(parser, &pending))
    return false;
  MlirType i64 = mlirIntegerTypeGet(tl_bridge_parse_context(parser), 64);
  tl_bridge_parsed_attribute(parser, TL_ASYNC_PENDING,
                             mlirIntegerAttrGet(i64, pending));
  return tl_bridge_parse_attribute_dictionary(parser);
}

/*===--- Printing ---------------------------------------------------------===*/

static void print_async(MlirOperation operation, tl_asm_printer *printer) {
  tl_async_view view;
  tl_async_view_read(operation, &view);
  tl_bridge_print_text(printer, " ");
  tl_print_memory(&view.source, printer);
  tl_bridge_print_text(printer, " to ");
  tl_bridge_print_operand(printer, view.source.fragment);
  tl_bridge_print_text(printer, "[");
  tl_bridge_print_operand(printer, view.target_offset);
  tl_bridge_print_text(printer, "]");
  tl_print_thread_swizzle(operation, TL_ASYNC_SWIZZLE, TL_ASYNC_BITS, printer);
  tl_print_thread_body(&view.source, TL_ASYNC_ATTRIBUTES,
                       TL_ASYNC_ATTRIBUTE_COUNT, printer);
}

static void print_commit(MlirOperation operation, tl_asm_printer *printer) {
  tl_bridge_print_attribute_dictionary(printer, operation, NULL, 0);
}

static void print_wait(MlirOperation operation, tl_asm_printer *printer) {
  static const char *const IN_ASSEMBLY[] = {TL_ASYNC_PENDING};
  tl_bridge_print_text(printer, " ");
  tl_bridge_print_integer(printer, tl_async_pending(operation));
  tl_bridge_print_attribute_dictionary(printer, operation, IN_ASSEMBLY, 1);
}
