/* copy_operations.c - tl.copy, tl.load, tl.store: assembly and view.
 *
 *   tl.copy SIDE to SIDE ('as' LAYOUT)? TAIL : memref to memref
 *   tl.load SIDE as LAYOUT TAIL : memref to vector
 *   tl.store VALUE as LAYOUT to SIDE TAIL : vector to memref
 *
 *   SIDE := VALUE ('[' origin ']')? ('layout' LAYOUT)?
 *   TAIL := 'scope' NAME ('threads' INTEGER)? 'async'?
 *           ('bounds' '(' extents ')')?, those after the scope in any order
 *
 * Source and target have the attributes <side>_layout and <side>_origin; an
 * entry INT64_MIN of an origin stands for the next index operand after the
 * side's value, one of the attribute bounds for the next one after both sides.
 * What is behind 'as' is the attribute partition of a copy between memories, or
 * the layout of the registers of tl.load and tl.store.
 */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_assembly.h"
#include "operation_hooks.h"
#include "operation_rows.h"
#include <stdio.h>

enum { SOURCE = 0, TARGET = 1 };
static const char *const LAYOUT_NAMES[] = {"source_layout", "target_layout"};
static const char *const ORIGIN_NAMES[] = {"source_origin", "target_origin"};
static const char *const SIDE_NAMES[] = {"source", "target"};

#define FACT_NAMES(prefix)                                                     \
  {                                                                            \
    prefix TL_ATTRIBUTE_ALIGNMENT, prefix TL_ATTRIBUTE_DIVISIBILITY,           \
        prefix TL_ATTRIBUTE_STRIDE_DIVISIBILITY                                \
  }

/* Of the memory side of a copy with registers, and of both sides of others. */
static const tl_fact_names MEMORY_FACTS = FACT_NAMES("");
static const tl_fact_names SIDE_FACTS[] = {FACT_NAMES("source_"),
                                           FACT_NAMES("target_")};

/*===--- Parsing ---------------------------------------------------------===*/

/* What follows the sides. */
typedef struct parsed_tail {
  tl_parsed_side bounds; /* index operands alone */
  MlirType source, target;
} parsed_tail;

/* Numbers and index operands, one a dimension, and `end`. */
static bool parse_extents(tl_asm_parser *parser, const char *name,
                          const char *what, char end, tl_parsed_side *side) {
  int64_t entries[TL_MAX_RANK], count = 0;
  char message[64];
  do {
    bool is_static;
    if (count == TL_MAX_RANK) {
      snprintf(message, sizeof message, "%s has at most %d dimensions", what,
               TL_MAX_RANK);
      return tl_bridge_parse_error(parser, message);
    }
    if (!tl_bridge_parse_optional_integer(parser, &entries[count], &is_static))
      return false;
    if (is_static && entries[count] < 0) {
      snprintf(message, sizeof message, "%s cannot be negative", what);
      return tl_bridge_parse_error(parser, message);
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

static bool parse_side(tl_asm_parser *parser, int which, tl_parsed_side *side) {
  return tl_bridge_parse_operand(parser, &side->value) &&
         (!tl_bridge_parse_optional_punctuation(parser, '[') ||
          parse_extents(parser, ORIGIN_NAMES[which], "an origin", ']', side)) &&
         (!tl_bridge_parse_optional_keyword(parser, "layout") ||
          tl_parse_attribute(parser, LAYOUT_NAMES[which]));
}

/* The clauses that may follow the scope, each once. */
static bool parse_clauses(tl_asm_parser *parser, tl_parsed_side *bounds) {
  enum { THREADS, ASYNC, BOUNDS, CLAUSES };
  static const char *const NAMES[CLAUSES] = {TL_ATTRIBUTE_THREADS, "async",
                                             "bounds"};
  bool done[CLAUSES] = {false};
  for (int i = 0; i < CLAUSES;) {
    if (done[i] || !tl_bridge_parse_optional_keyword(parser, NAMES[i])) {
      i++;
      continue;
    }
    if (i == THREADS && !tl_parse_number(parser, NAMES[i]))
      return false;
    if (i == ASYNC)
      tl_parsed_unit(parser, NAMES[i]);
    if (i == BOUNDS &&
        (!tl_bridge_parse_punctuation(parser, '(') ||
         !parse_extents(parser, NAMES[i], "a bound", ')', bounds)))
      return false;
    done[i] = true;
    i = 0;
  }
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
  return parse_clauses(parser, &tail->bounds) &&
         tl_parse_types(parser, &tail->source, &tail->target);
}

bool tl_parse_copy(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  parsed_tail tail;
  return parse_side(parser, SOURCE, &source) &&
         tl_bridge_parse_keyword(parser, "to") &&
         parse_side(parser, TARGET, &target) &&
         (!tl_bridge_parse_optional_keyword(parser, "as") ||
          tl_parse_attribute(parser, TL_ATTRIBUTE_PARTITION)) &&
         parse_tail(parser, &tail) &&
         tl_resolve_side(parser, &source, tail.source) &&
         tl_resolve_side(parser, &target, tail.target) &&
         tl_resolve_indices(parser, &tail.bounds);
}

bool tl_parse_load(tl_asm_parser *parser) {
  tl_parsed_side source = {0};
  parsed_tail tail;
  if (!parse_side(parser, SOURCE, &source) ||
      !tl_bridge_parse_keyword(parser, "as") ||
      !tl_parse_attribute(parser, LAYOUT_NAMES[TARGET]) ||
      !parse_tail(parser, &tail) ||
      !tl_resolve_side(parser, &source, tail.source) ||
      !tl_resolve_indices(parser, &tail.bounds))
    return false;
  tl_bridge_parsed_result(parser, tail.target);
  return true;
}

bool tl_parse_store(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  parsed_tail tail;
  return tl_bridge_parse_operand(parser, &source.value) &&
         tl_bridge_parse_keyword(parser, "as") &&
         tl_parse_attribute(parser, LAYOUT_NAMES[SOURCE]) &&
         tl_bridge_parse_keyword(parser, "to") &&
         parse_side(parser, TARGET, &target) && parse_tail(parser, &tail) &&
         tl_resolve_side(parser, &source, tail.source) &&
         tl_resolve_side(parser, &target, tail.target) &&
         tl_resolve_indices(parser, &tail.bounds);
}

/*===--- Printing --------------------------------------------------------===*/

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

static void print_side(const char *before, const tl_copy_side *side,
                       tl_asm_printer *printer) {
  tl_bridge_print_text(printer, before);
  tl_bridge_print_operand(printer, side->value);
  print_extents("[", side->origin_count, side->origin, side->origin_value, "]",
                printer);
  tl_print_named(" layout ", side->layout, printer);
}

static void print_scope(tl_scope scope, tl_asm_printer *printer) {
  tl_bridge_print_text(printer, " scope ");
  tl_bridge_print_text(printer, tl_scope_describe(scope)->name);
}

/* Of all forms of tl.copy. */
void tl_print_copy(MlirOperation operation, tl_asm_printer *printer) {
  tl_transfer_view view;
  tl_transfer_view_read(operation, &view);
  print_side(" ", &view.source, printer);
  print_side(" to ", &view.target, printer);
  tl_print_named(" as ", view.partition, printer);
  print_scope(view.scope, printer);
  if (view.has_threads) {
    tl_bridge_print_text(printer, " threads ");
    tl_bridge_print_integer(printer, view.threads);
  }
  tl_bridge_print_text(printer, view.is_async ? " async" : "");
  print_extents(" bounds(", view.bound_count, view.bound, view.bound_value, ")",
                printer);
  tl_print_types(operation, view.source.type, view.target.type, printer);
}

static void print_tail(const tl_copy_view *view, tl_asm_printer *printer) {
  const tl_copy_side *memory = &view->memory, *fragment = &view->fragment;
  print_scope(view->scope, printer);
  print_extents(" bounds(", view->bound_count, view->bound, view->bound_value,
                ")", printer);
  tl_print_types(view->operation, view->stores ? fragment->type : memory->type,
                 view->stores ? memory->type : fragment->type, printer);
}

void tl_print_load(MlirOperation operation, tl_asm_printer *printer) {
  tl_copy_view view;
  tl_copy_view_read(operation, &view);
  print_side(" ", &view.memory, printer);
  tl_print_named(" as ", view.fragment.layout, printer);
  print_tail(&view, printer);
}

void tl_print_store(MlirOperation operation, tl_asm_printer *printer) {
  tl_copy_view view;
  tl_copy_view_read(operation, &view);
  tl_bridge_print_text(printer, " ");
  tl_bridge_print_operand(printer, view.fragment.value);
  tl_print_named(" as ", view.fragment.layout, printer);
  print_side(" to ", &view.memory, printer);
  print_tail(&view, printer);
}

/*===--- Views -----------------------------------------------------------===*/

static tl_copy_kind kind_of(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  return kind < TL_OPERATION_THREAD_COPY ? (tl_copy_kind)kind
                                         : TL_COPY_KIND_COUNT;
}

tl_copy_kind tl_copy_kind_of(MlirOperation operation) {
  return tl_is_transfer(operation) ? TL_COPY_KIND_COUNT : kind_of(operation);
}

static bool is_register_layout(MlirAttribute layout) {
  tl_value value;
  return !mlirAttributeIsNull(layout) &&
         tl_layout_attribute_read(layout, &value) &&
         tl_notation_of(value.kind)->role == TL_ROLE_HELD;
}

/* Two memrefs, neither of them registers or with a layout of registers; holds
 * of no other tl.copy, also before it is verified. */
bool tl_is_transfer(MlirOperation operation) {
  intptr_t memories = 0;
  tl_attributes own;
  if (kind_of(operation) != TL_COPY)
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(operation); i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(operation, i));
    if (tl_memory_space_of(type) == TL_MEMORY_PRIVATE)
      return false;
    memories += mlirTypeIsAMemRef(type);
  }
  if (memories != 2)
    return false;
  tl_attributes_read(operation, &own);
  return !is_register_layout(own.items[TL_SOURCE_LAYOUT]) &&
         !is_register_layout(own.items[TL_TARGET_LAYOUT]);
}

const char *tl_copy_layout_name(bool stores, bool of_memory) {
  return LAYOUT_NAMES[stores == of_memory ? TARGET : SOURCE];
}

static void read_facts(const tl_attributes *own, int place,
                       const tl_fact_names *names, tl_copy_side *side) {
  side->facts = names;
  side->alignment = own->items[place];
  side->divisibility = own->items[place + 1];
  side->stride_divisibility = own->items[place + 2];
}

/* Numbers, and for INT64_MIN the operands from `next` on; returns the one after
 * them. */
static intptr_t read_mixed(MlirOperation operation, MlirAttribute numbers,
                           intptr_t next, int64_t *count, int64_t *words,
                           MlirValue *values) {
  tl_words_read(numbers, TL_MAX_RANK, words, count);
  for (int64_t d = 0; d < *count; d++)
    if (words[d] == INT64_MIN)
      values[d] = mlirOperationGetOperand(operation, next++);
  return next;
}

/* Reads the side whose value is operand `next`; returns the operand after it.
 */
static intptr_t read_side(MlirOperation operation, const tl_attributes *own,
                          int which, intptr_t next, tl_copy_side *side) {
  *side = (tl_copy_side){.name = SIDE_NAMES[which],
                         .value = mlirOperationGetOperand(operation, next++),
                         .layout = own->items[TL_SOURCE_LAYOUT + which]};
  side->type = mlirValueGetType(side->value);
  return read_mixed(operation, own->items[TL_SOURCE_ORIGIN + which], next,
                    &side->origin_count, side->origin, side->origin_value);
}

static tl_scope read_scope(const tl_attributes *own) {
  MlirStringRef scope = mlirStringAttrGetValue(own->items[TL_SCOPE_NAME]);
  return tl_scope_named(scope.data, (int64_t)scope.length);
}

void tl_copy_view_read(MlirOperation operation, tl_copy_view *view) {
  tl_attributes own;
  tl_copy_side source, target;
  tl_attributes_read(operation, &own);
  *view = (tl_copy_view){.operation = operation,
                         .kind = kind_of(operation),
                         .scope = read_scope(&own),
                         .bound_divisibility = own.items[TL_BOUND_DIVISIBILITY],
                         .pad = own.items[TL_PAD]};
  intptr_t next = read_side(operation, &own, SOURCE, 0, &source);
  if (view->kind == TL_LOAD)
    target = (tl_copy_side){
        .name = SIDE_NAMES[TARGET],
        .type = mlirValueGetType(mlirOperationGetResult(operation, 0)),
        .layout = own.items[TL_TARGET_LAYOUT]};
  else
    next = read_side(operation, &own, TARGET, next, &target);
  read_mixed(operation, own.items[TL_BOUNDS], next, &view->bound_count,
             view->bound, view->bound_value);
  view->stores = view->kind == TL_STORE ||
                 (view->kind == TL_COPY &&
                  tl_memory_space_of(source.type) == TL_MEMORY_PRIVATE);
  view->memory = view->stores ? target : source;
  view->fragment = view->stores ? source : target;
  read_facts(&own, TL_ALIGNMENT, &MEMORY_FACTS, &view->memory);
}

void tl_transfer_view_read(MlirOperation operation, tl_transfer_view *view) {
  tl_attributes own;
  tl_attributes_read(operation, &own);
  *view =
      (tl_transfer_view){.operation = operation,
                         .scope = read_scope(&own),
                         .partition = own.items[TL_PARTITION],
                         .is_async = !mlirAttributeIsNull(own.items[TL_ASYNC]),
                         .bound_divisibility = own.items[TL_BOUND_DIVISIBILITY],
                         .pad = own.items[TL_PAD]};
  intptr_t next = read_side(operation, &own, SOURCE, 0, &view->source);
  next = read_side(operation, &own, TARGET, next, &view->target);
  read_mixed(operation, own.items[TL_BOUNDS], next, &view->bound_count,
             view->bound, view->bound_value);
  read_facts(&own, TL_SOURCE_ALIGNMENT, &SIDE_FACTS[SOURCE], &view->source);
  read_facts(&own, TL_TARGET_ALIGNMENT, &SIDE_FACTS[TARGET], &view->target);
  view->has_threads = tl_number_read(own.items[TL_THREADS], &view->threads);
  view->bounds_target =
      tl_memory_space_of(view->target.type) == TL_MEMORY_GLOBAL &&
      tl_memory_space_of(view->source.type) != TL_MEMORY_GLOBAL;
}
