/* copy_operations.c - tl.copy, tl.load, tl.store: assembly and view.
 *
 *   tl.copy SIDE to SIDE TAIL : memref to memref
 *   tl.load SIDE as LAYOUT TAIL : memref to vector
 *   tl.store VALUE as LAYOUT to SIDE TAIL : vector to memref
 *
 *   SIDE := VALUE ('[' origin ']')? ('layout' LAYOUT)?
 *   TAIL := 'scope' NAME ('bounds' '(' extents ')')?
 *
 * Source and target have the attributes <side>_layout and <side>_origin; an
 * entry INT64_MIN of an origin stands for the next index operand after the
 * side's value, one of the attribute bounds for the next one after both sides.
 */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_assembly.h"
#include "operation_rows.h"
#include <stdio.h>

const char TL_ATTRIBUTE_ALIGNMENT[] = "alignment";
const char TL_ATTRIBUTE_DIVISIBILITY[] = "divisibility";
const char TL_ATTRIBUTE_STRIDE_DIVISIBILITY[] = "stride_divisibility";
const char TL_ATTRIBUTE_BOUND_DIVISIBILITY[] = "bound_divisibility";
const char TL_ATTRIBUTE_PAD[] = "pad";

enum { SOURCE = 0, TARGET = 1 };
static const char *const LAYOUT_NAMES[] = {"source_layout", "target_layout"};
static const char *const ORIGIN_NAMES[] = {"source_origin", "target_origin"};
static const char *const SIDE_NAMES[] = {"source", "target"};
static const char BOUNDS[] = "bounds";
static const char *const IN_ASSEMBLY[] = {"source_layout", "target_layout",
                                          "source_origin", "target_origin",
                                          "scope",         BOUNDS};

/* What follows the sides. */
typedef struct parsed_tail {
  tl_parsed_side bounds; /* index operands alone */
  MlirType source, target;
} parsed_tail;

static bool parse_copy(tl_asm_parser *parser);
static bool parse_load(tl_asm_parser *parser);
static bool parse_store(tl_asm_parser *parser);
static bool parse_side(tl_asm_parser *parser, int which, tl_parsed_side *side);
static bool parse_extents(tl_asm_parser *parser, const char *name,
                          const char *what, char end, tl_parsed_side *side);
static bool parse_layout(tl_asm_parser *parser, int which);
static bool parse_tail(tl_asm_parser *parser, parsed_tail *tail);
static void print_copy(MlirOperation operation, tl_asm_printer *printer);
static void print_load(MlirOperation operation, tl_asm_printer *printer);
static void print_store(MlirOperation operation, tl_asm_printer *printer);
static void print_side(const tl_copy_side *side, tl_asm_printer *printer);
static void print_extents(const char *before, int64_t count,
                          const int64_t *numbers, const MlirValue *values,
                          const char *after, tl_asm_printer *printer);
static void print_tail(const tl_copy_view *view, tl_asm_printer *printer);
static intptr_t read_side(MlirOperation operation, int which, intptr_t next,
                          tl_copy_side *side);

_Alignas(8) const tl_operation_row TL_COPY_ROWS[TL_COPY_KIND_COUNT] = {
    [TL_COPY] = {"copy", parse_copy, print_copy, tl_verify_copy},
    [TL_LOAD] = {"load", parse_load, print_load, tl_verify_copy},
    [TL_STORE] = {"store", parse_store, print_store, tl_verify_copy},
};

static bool parse_copy(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  parsed_tail tail;
  return parse_side(parser, SOURCE, &source) &&
         tl_bridge_parse_keyword(parser, "to") &&
         parse_side(parser, TARGET, &target) && parse_tail(parser, &tail) &&
         tl_resolve_side(parser, &source, tail.source) &&
         tl_resolve_side(parser, &target, tail.target) &&
         tl_resolve_indices(parser, &tail.bounds);
}

static bool parse_load(tl_asm_parser *parser) {
  tl_parsed_side source = {0};
  parsed_tail tail;
  if (!parse_side(parser, SOURCE, &source) ||
      !tl_bridge_parse_keyword(parser, "as") || !parse_layout(parser, TARGET) ||
      !parse_tail(parser, &tail) ||
      !tl_resolve_side(parser, &source, tail.source) ||
      !tl_resolve_indices(parser, &tail.bounds))
    return false;
  tl_bridge_parsed_result(parser, tail.target);
  return true;
}

static bool parse_store(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  parsed_tail tail;
  return tl_bridge_parse_operand(parser, &source.value) &&
         tl_bridge_parse_keyword(parser, "as") &&
         parse_layout(parser, SOURCE) &&
         tl_bridge_parse_keyword(parser, "to") &&
         parse_side(parser, TARGET, &target) && parse_tail(parser, &tail) &&
         tl_resolve_side(parser, &source, tail.source) &&
         tl_resolve_side(parser, &target, tail.target) &&
         tl_resolve_indices(parser, &tail.bounds);
}

static bool parse_side(tl_asm_parser *parser, int which, tl_parsed_side *side) {
  if (!tl_bridge_parse_operand(parser, &side->value))
    return false;
  if (tl_bridge_parse_optional_punctuation(parser, '[') &&
      !parse_extents(parser, ORIGIN_NAMES[which], "an origin", ']', side))
    return false;
  return !tl_bridge_parse_optional_keyword(parser, "layout") ||
         parse_layout(parser, which);
}

/* Numbers and index operands, one a dimension, and `end`. */
static bool parse_extents(tl_asm_parser *parser, const char *name,
                          const char *what, char end, tl_parsed_side *side) {
  int64_t entries[TL_MAX_RANK], count = 0;
  char message[64];
  do {
    if (count == TL_MAX_RANK) {
      snprintf(message, sizeof message, "%s has at most %d dimensions", what,
               TL_MAX_RANK);
      tl_bridge_parse_error(parser, message);
      return false;
    }
    bool is_static;
    if (!tl_bridge_parse_optional_integer(parser, &entries[count], &is_static))
      return false;
    if (is_static && entries[count] < 0) {
      snprintf(message, sizeof message, "%s cannot be negative", what);
      tl_bridge_parse_error(parser, message);
      return false;
    }
    if (!is_static) {
      entries[count] = INT64_MIN;
      if (!tl_parse_index(parser, side))
        return false;
    }
    count++;
  } while (tl_bridge_parse_optional_punctuation(parser, ','));
  tl_bridge_parsed_attribute(
      parser, name,
      mlirDenseI64ArrayGet(tl_bridge_parse_context(parser), count, entries));
  return tl_bridge_parse_punctuation(parser, end);
}

static bool parse_layout(tl_asm_parser *parser, int which) {
  MlirAttribute layout;
  if (!tl_bridge_parse_attribute(parser, &layout))
    return false;
  tl_bridge_parsed_attribute(parser, LAYOUT_NAMES[which], layout);
  return true;
}

static bool parse_tail(tl_asm_parser *parser, parsed_tail *tail) {
  MlirStringRef scope;
  tail->bounds = (tl_parsed_side){0};
  if (!tl_bridge_parse_keyword(parser, "scope") ||
      !tl_bridge_parse_name(parser, &scope))
    return false;
  tl_bridge_parsed_attribute(
      parser, "scope",
      mlirStringAttrGet(tl_bridge_parse_context(parser), scope));
  if (tl_bridge_parse_optional_keyword(parser, BOUNDS) &&
      (!tl_bridge_parse_punctuation(parser, '(') ||
       !parse_extents(parser, BOUNDS, "a bound", ')', &tail->bounds)))
    return false;
  return tl_parse_types(parser, &tail->source, &tail->target);
}

static void print_copy(MlirOperation operation, tl_asm_printer *printer) {
  tl_copy_view view;
  tl_copy_view_read(operation, &view);
  print_side(view.stores ? &view.fragment : &view.memory, printer);
  tl_bridge_print_text(printer, " to");
  print_side(view.stores ? &view.memory : &view.fragment, printer);
  print_tail(&view, printer);
}

static void print_load(MlirOperation operation, tl_asm_printer *printer) {
  tl_copy_view view;
  tl_copy_view_read(operation, &view);
  print_side(&view.memory, printer);
  tl_bridge_print_text(printer, " as ");
  tl_bridge_print_attribute(printer, view.fragment.layout);
  print_tail(&view, printer);
}

static void print_store(MlirOperation operation, tl_asm_printer *printer) {
  tl_copy_view view;
  tl_copy_view_read(operation, &view);
  tl_bridge_print_text(printer, " ");
  tl_bridge_print_operand(printer, view.fragment.value);
  tl_bridge_print_text(printer, " as ");
  tl_bridge_print_attribute(printer, view.fragment.layout);
  tl_bridge_print_text(printer, " to");
  print_side(&view.memory, printer);
  print_tail(&view, printer);
}

static void print_side(const tl_copy_side *side, tl_asm_printer *printer) {
  tl_bridge_print_text(printer, " ");
  tl_bridge_print_operand(printer, side->value);
  print_extents("[", side->origin_count, side->origin, side->origin_value, "]",
                printer);
  if (mlirAttributeIsNull(side->layout))
    return;
  tl_bridge_print_text(printer, " layout ");
  tl_bridge_print_attribute(printer, side->layout);
}

/* Nothing without entries. */
static void print_extents(const char *before, int64_t count,
                          const int64_t *numbers, const MlirValue *values,
                          const char *after, tl_asm_printer *printer) {
  for (int64_t d = 0; d < count; d++) {
    tl_bridge_print_text(printer, d ? ", " : before);
    if (numbers[d] == INT64_MIN)
      tl_bridge_print_operand(printer, values[d]);
    else
      tl_bridge_print_integer(printer, numbers[d]);
  }
  tl_bridge_print_text(printer, count ? after : "");
}

static void print_tail(const tl_copy_view *view, tl_asm_printer *printer) {
  tl_bridge_print_text(printer, " scope ");
  tl_bridge_print_text(printer, tl_scope_describe(view->scope)->name);
  print_extents(" bounds(", view->bound_count, view->bound, view->bound_value,
                ")", printer);
  tl_bridge_print_attribute_dictionary(printer, view->operation, IN_ASSEMBLY,
                                       sizeof IN_ASSEMBLY /
                                           sizeof *IN_ASSEMBLY);
  tl_bridge_print_text(printer, " : ");
  tl_bridge_print_type(printer,
                       view->stores ? view->fragment.type : view->memory.type);
  tl_bridge_print_text(printer, " to ");
  tl_bridge_print_type(printer,
                       view->stores ? view->memory.type : view->fragment.type);
}

tl_copy_kind tl_copy_kind_of(MlirOperation operation) {
  return tl_row_of(TL_COPY_ROWS, operation);
}

const char *tl_copy_layout_name(bool stores, bool of_memory) {
  return LAYOUT_NAMES[stores == of_memory ? TARGET : SOURCE];
}

void tl_copy_view_read(MlirOperation operation, tl_copy_view *view) {
  *view = (tl_copy_view){.operation = operation,
                         .kind = tl_copy_kind_of(operation)};
  tl_copy_side source, target;
  intptr_t next = read_side(operation, SOURCE, 0, &source);
  if (view->kind == TL_LOAD) {
    target = (tl_copy_side){
        .name = SIDE_NAMES[TARGET],
        .type = mlirValueGetType(mlirOperationGetResult(operation, 0)),
        .layout = tl_attribute_of(operation, LAYOUT_NAMES[TARGET])};
  } else {
    next = read_side(operation, TARGET, next, &target);
  }
  tl_words_of(operation, BOUNDS, view->bound, TL_MAX_RANK, &view->bound_count);
  for (int64_t d = 0; d < view->bound_count; d++)
    if (view->bound[d] == INT64_MIN)
      view->bound_value[d] = mlirOperationGetOperand(operation, next++);
  view->stores = view->kind == TL_STORE ||
                 (view->kind == TL_COPY &&
                  tl_memory_space_of(source.type) == TL_MEMORY_PRIVATE);
  view->memory = view->stores ? target : source;
  view->fragment = view->stores ? source : target;
  MlirStringRef scope =
      mlirStringAttrGetValue(tl_attribute_of(operation, "scope"));
  view->scope = tl_scope_named(scope.data, (int64_t)scope.length);
}

/* Reads the side whose value is operand `next`; returns the operand after it.
 */
static intptr_t read_side(MlirOperation operation, int which, intptr_t next,
                          tl_copy_side *side) {
  *side =
      (tl_copy_side){.name = SIDE_NAMES[which],
                     .value = mlirOperationGetOperand(operation, next++),
                     .layout = tl_attribute_of(operation, LAYOUT_NAMES[which])};
  side->type = mlirValueGetType(side->value);
  tl_words_of(operation, ORIGIN_NAMES[which], side->origin, TL_MAX_RANK,
              &side->origin_count);
  for (int64_t d = 0; d < side->origin_count; d++)
    if (side->origin[d] == INT64_MIN)
      side->origin_value[d] = mlirOperationGetOperand(operation, next++);
  return next;
}
