/* thread_operations.c - tl.thread_copy, tl.thread_load, tl.thread_store.
 *
 *   tl.thread_copy MEMORY to VALUE BODY : memref to memref
 *   tl.thread_copy VALUE to MEMORY BODY : memref to memref
 *   tl.thread_load MEMORY BODY : memref to vector
 *   tl.thread_store VALUE to MEMORY BODY : vector to memref
 *
 *   MEMORY := VALUE '[' offsets ']'
 *   BODY   := ('slots' LIST)? 'atoms' LIST ':' LIST '->' LIST
 *             ('vector' INTEGER 'of' LIST '->' LIST)? ('swizzle' LIST)?
 *             'align' INTEGER
 *
 * atoms: extents : memory strides -> register strides, slowest first.  vector:
 * elements of an access, of a run of consecutive elements (extents -> register
 * strides) that is cut into accesses.  slots: the register slot where each
 * offset starts, 0 when left out. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_assembly.h"
#include "operation_rows.h"
#include <string.h>

static const char SLOTS[] = "slots", EXTENTS[] = "extents",
                  MEMORY_STRIDES[] = "memory_strides",
                  REGISTER_STRIDES[] = "register_strides",
                  VECTOR_WIDTH[] = "vector_width",
                  VECTOR_EXTENTS[] = "vector_extents",
                  VECTOR_STRIDES[] = "vector_register_strides",
                  SWIZZLE[] = "swizzle", ALIGNMENT[] = "alignment",
                  TO_MEMORY[] = "to_memory";
static const char *const IN_ASSEMBLY[] = {
    SLOTS,        EXTENTS,        MEMORY_STRIDES, REGISTER_STRIDES,
    VECTOR_WIDTH, VECTOR_EXTENTS, VECTOR_STRIDES, SWIZZLE,
    ALIGNMENT,    TO_MEMORY};

static bool parse_thread_copy(tl_asm_parser *parser);
static bool parse_thread_load(tl_asm_parser *parser);
static bool parse_thread_store(tl_asm_parser *parser);
static bool parse_offsets(tl_asm_parser *parser, tl_parsed_side *side);
static bool parse_offset_list(tl_asm_parser *parser, tl_parsed_side *side);
static bool parse_words(tl_asm_parser *parser, const char *name);
static bool parse_body(tl_asm_parser *parser, MlirType *source,
                       MlirType *target);
static void print_thread_copy(MlirOperation operation, tl_asm_printer *printer);
static void print_memory(const tl_thread_view *view, tl_asm_printer *printer);
static void print_words(MlirOperation operation, const char *before,
                        const char *name, tl_asm_printer *printer);
static void print_body(const tl_thread_view *view, tl_asm_printer *printer);
static MlirType type_of_side(const tl_thread_view *view, bool source);

_Alignas(8) const tl_operation_row TL_THREAD_ROWS[TL_COPY_KIND_COUNT] = {
    [TL_COPY] = {"thread_copy", parse_thread_copy, print_thread_copy,
                 tl_verify_thread_copy},
    [TL_LOAD] = {"thread_load", parse_thread_load, print_thread_copy,
                 tl_verify_thread_copy},
    [TL_STORE] = {"thread_store", parse_thread_store, print_thread_copy,
                  tl_verify_thread_copy},
};

static MlirAttribute i64_attribute(MlirContext context, int64_t number) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), number);
}

static bool parse_thread_copy(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  MlirType source_type, target_type;
  if (!tl_bridge_parse_operand(parser, &source.value) ||
      !parse_offsets(parser, &source) ||
      !tl_bridge_parse_keyword(parser, "to") ||
      !tl_bridge_parse_operand(parser, &target.value) ||
      !parse_offsets(parser, &target))
    return false;
  if (!source.index_count == !target.index_count) {
    tl_bridge_parse_error(
        parser, "exactly one side has to be memory, '%buffer[%offset]'");
    return false;
  }
  if (target.index_count)
    tl_bridge_parsed_attribute(
        parser, TO_MEMORY, mlirUnitAttrGet(tl_bridge_parse_context(parser)));
  return parse_body(parser, &source_type, &target_type) &&
         tl_resolve_side(parser, &source, source_type) &&
         tl_resolve_side(parser, &target, target_type);
}

static bool parse_thread_load(tl_asm_parser *parser) {
  tl_parsed_side source = {0};
  MlirType source_type, target_type;
  if (!tl_bridge_parse_operand(parser, &source.value) ||
      !tl_bridge_parse_punctuation(parser, '[') ||
      !parse_offset_list(parser, &source) ||
      !parse_body(parser, &source_type, &target_type) ||
      !tl_resolve_side(parser, &source, source_type))
    return false;
  tl_bridge_parsed_result(parser, target_type);
  return true;
}

static bool parse_thread_store(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  MlirType source_type, target_type;
  return tl_bridge_parse_operand(parser, &source.value) &&
         tl_bridge_parse_keyword(parser, "to") &&
         tl_bridge_parse_operand(parser, &target.value) &&
         tl_bridge_parse_punctuation(parser, '[') &&
         parse_offset_list(parser, &target) &&
         parse_body(parser, &source_type, &target_type) &&
         tl_resolve_side(parser, &source, source_type) &&
         tl_resolve_side(parser, &target, target_type);
}

/* ('[' offsets ']')? */
static bool parse_offsets(tl_asm_parser *parser, tl_parsed_side *side) {
  return !tl_bridge_parse_optional_punctuation(parser, '[') ||
         parse_offset_list(parser, side);
}

/* offsets ']' */
static bool parse_offset_list(tl_asm_parser *parser, tl_parsed_side *side) {
  do {
    if (!tl_parse_index(parser, side))
      return false;
  } while (tl_bridge_parse_optional_punctuation(parser, ','));
  return tl_bridge_parse_punctuation(parser, ']');
}

/* '(' integers ')' */
static bool parse_words(tl_asm_parser *parser, const char *name) {
  int64_t words[TL_MAX_STARTS], count = 0;
  if (!tl_bridge_parse_punctuation(parser, '('))
    return false;
  while (!tl_bridge_parse_optional_punctuation(parser, ')')) {
    if (count == TL_MAX_STARTS) {
      tl_bridge_parse_error(parser, "the list is too long");
      return false;
    }
    if ((count && !tl_bridge_parse_punctuation(parser, ',')) ||
        !tl_bridge_parse_integer(parser, &words[count++]))
      return false;
  }
  tl_bridge_parsed_attribute(
      parser, name,
      mlirDenseI64ArrayGet(tl_bridge_parse_context(parser), count, words));
  return true;
}

static bool parse_number(tl_asm_parser *parser, const char *name) {
  int64_t number;
  if (!tl_bridge_parse_integer(parser, &number))
    return false;
  tl_bridge_parsed_attribute(
      parser, name, i64_attribute(tl_bridge_parse_context(parser), number));
  return true;
}

static bool parse_body(tl_asm_parser *parser, MlirType *source,
                       MlirType *target) {
  if (tl_bridge_parse_optional_keyword(parser, SLOTS) &&
      !parse_words(parser, SLOTS))
    return false;
  if (!tl_bridge_parse_keyword(parser, "atoms") ||
      !parse_words(parser, EXTENTS) ||
      !tl_bridge_parse_punctuation(parser, ':') ||
      !parse_words(parser, MEMORY_STRIDES) ||
      !tl_bridge_parse_punctuation(parser, '>') ||
      !parse_words(parser, REGISTER_STRIDES))
    return false;
  if (tl_bridge_parse_optional_keyword(parser, "vector") &&
      (!parse_number(parser, VECTOR_WIDTH) ||
       !tl_bridge_parse_keyword(parser, "of") ||
       !parse_words(parser, VECTOR_EXTENTS) ||
       !tl_bridge_parse_punctuation(parser, '>') ||
       !parse_words(parser, VECTOR_STRIDES)))
    return false;
  if (tl_bridge_parse_optional_keyword(parser, SWIZZLE) &&
      !parse_words(parser, SWIZZLE))
    return false;
  if (!tl_bridge_parse_keyword(parser, "align") ||
      !parse_number(parser, ALIGNMENT))
    return false;
  return tl_parse_types(parser, source, target);
}

static void print_thread_copy(MlirOperation operation,
                              tl_asm_printer *printer) {
  tl_thread_view view;
  tl_thread_view_read(operation, &view);
  tl_bridge_print_text(printer, " ");
  if (!view.stores) {
    print_memory(&view, printer);
  } else {
    tl_bridge_print_operand(printer, view.fragment);
    tl_bridge_print_text(printer, " to ");
    print_memory(&view, printer);
  }
  if (view.kind == TL_COPY && !view.stores) {
    tl_bridge_print_text(printer, " to ");
    tl_bridge_print_operand(printer, view.fragment);
  }
  print_body(&view, printer);
}

static void print_memory(const tl_thread_view *view, tl_asm_printer *printer) {
  tl_bridge_print_operand(printer, view->memory);
  for (intptr_t i = 0; i < view->start_count; i++) {
    tl_bridge_print_text(printer, i ? ", " : "[");
    tl_bridge_print_operand(
        printer,
        mlirOperationGetOperand(view->operation, view->first_offset + i));
  }
  tl_bridge_print_text(printer, "]");
}

static void print_words(MlirOperation operation, const char *before,
                        const char *name, tl_asm_printer *printer) {
  MlirAttribute words = tl_attribute_of(operation, name);
  tl_bridge_print_text(printer, before);
  tl_bridge_print_text(printer, " (");
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(words); i++) {
    tl_bridge_print_text(printer, i ? ", " : "");
    tl_bridge_print_integer(printer, mlirDenseI64ArrayGetElement(words, i));
  }
  tl_bridge_print_text(printer, ")");
}

static void print_body(const tl_thread_view *view, tl_asm_printer *printer) {
  MlirOperation operation = view->operation;
  if (!mlirAttributeIsNull(view->slots))
    print_words(operation, " slots", SLOTS, printer);
  print_words(operation, " atoms", EXTENTS, printer);
  print_words(operation, " :", MEMORY_STRIDES, printer);
  print_words(operation, " ->", REGISTER_STRIDES, printer);
  if (view->is_vectorized) {
    tl_bridge_print_text(printer, " vector ");
    tl_bridge_print_integer(printer, view->width);
    print_words(operation, " of", VECTOR_EXTENTS, printer);
    print_words(operation, " ->", VECTOR_STRIDES, printer);
  }
  if (view->swizzle.bits)
    print_words(operation, " swizzle", SWIZZLE, printer);
  tl_bridge_print_text(printer, " align ");
  tl_bridge_print_integer(printer, view->alignment);
  tl_bridge_print_attribute_dictionary(printer, operation, IN_ASSEMBLY,
                                       sizeof IN_ASSEMBLY /
                                           sizeof *IN_ASSEMBLY);
  tl_bridge_print_text(printer, " : ");
  tl_bridge_print_type(printer, type_of_side(view, true));
  tl_bridge_print_text(printer, " to ");
  tl_bridge_print_type(printer, type_of_side(view, false));
}

static MlirType type_of_side(const tl_thread_view *view, bool source) {
  return source == view->stores ? view->fragment_type : view->memory_type;
}

tl_copy_kind tl_thread_kind_of(MlirOperation operation) {
  return tl_row_of(TL_THREAD_ROWS, operation);
}

/* Reads three parallel arrays; memory_strides may be NULL for consecutive
 * elements. */
static void read_atoms(MlirOperation operation, const char *extents,
                       const char *memory_strides, const char *register_strides,
                       tl_atoms *out) {
  int64_t e[TL_MAX_TERMS], m[TL_MAX_TERMS], r[TL_MAX_TERMS], ignored;
  *out = (tl_atoms){0};
  tl_words_of(operation, extents, e, TL_MAX_TERMS, &out->count);
  tl_words_of(operation, register_strides, r, TL_MAX_TERMS, &ignored);
  if (memory_strides)
    tl_words_of(operation, memory_strides, m, TL_MAX_TERMS, &ignored);
  int64_t run = 1;
  for (int64_t i = out->count - 1; i >= 0; i--) {
    out->items[i] = (tl_atom){e[i], memory_strides ? m[i] : run, r[i]};
    run *= e[i];
  }
}

void tl_thread_view_read(MlirOperation operation, tl_thread_view *view) {
  *view = (tl_thread_view){.operation = operation,
                           .kind = tl_thread_kind_of(operation),
                           .slots = tl_attribute_of(operation, SLOTS)};
  view->stores = view->kind == TL_STORE ||
                 !mlirAttributeIsNull(tl_attribute_of(operation, TO_MEMORY));
  intptr_t operands = mlirOperationGetNumOperands(operation);
  intptr_t memory = view->stores ? 1 : 0;
  bool ends_in_fragment = view->kind == TL_COPY && !view->stores;
  view->memory = mlirOperationGetOperand(operation, memory);
  view->memory_type = mlirValueGetType(view->memory);
  view->first_offset = memory + 1;
  view->start_count = operands - view->first_offset - ends_in_fragment;
  if (view->kind == TL_LOAD) {
    view->fragment_type =
        mlirValueGetType(mlirOperationGetResult(operation, 0));
  } else {
    view->fragment =
        mlirOperationGetOperand(operation, ends_in_fragment ? operands - 1 : 0);
    view->fragment_type = mlirValueGetType(view->fragment);
  }
  read_atoms(operation, EXTENTS, MEMORY_STRIDES, REGISTER_STRIDES,
             &view->atoms);
  read_atoms(operation, VECTOR_EXTENTS, NULL, VECTOR_STRIDES, &view->inner);
  MlirAttribute width = tl_attribute_of(operation, VECTOR_WIDTH);
  view->is_vectorized = !mlirAttributeIsNull(width);
  view->width = view->is_vectorized ? mlirIntegerAttrGetValueInt(width) : 1;
  int64_t swizzle[3] = {0}, count;
  tl_words_of(operation, SWIZZLE, swizzle, 3, &count);
  view->swizzle = (tl_swizzle){swizzle[0], swizzle[1], swizzle[2]};
  view->alignment =
      mlirIntegerAttrGetValueInt(tl_attribute_of(operation, ALIGNMENT));
}

static void set_words(MlirOperation operation, const char *name,
                      const int64_t *words, int64_t count) {
  MlirContext context = mlirOperationGetContext(operation);
  mlirOperationSetDiscardableAttributeByName(
      operation, mlirStringRefCreateFromCString(name),
      mlirDenseI64ArrayGet(context, count, words));
}

static void set_number(MlirOperation operation, const char *name,
                       int64_t number) {
  mlirOperationSetDiscardableAttributeByName(
      operation, mlirStringRefCreateFromCString(name),
      i64_attribute(mlirOperationGetContext(operation), number));
}

static void set_atoms(MlirOperation operation, const char *extents,
                      const char *memory_strides, const char *register_strides,
                      const tl_atoms *atoms) {
  int64_t e[TL_MAX_TERMS], m[TL_MAX_TERMS], r[TL_MAX_TERMS];
  for (int64_t i = 0; i < atoms->count; i++) {
    e[i] = atoms->items[i].extent;
    m[i] = atoms->items[i].memory_stride;
    r[i] = atoms->items[i].register_stride;
  }
  set_words(operation, extents, e, atoms->count);
  set_words(operation, register_strides, r, atoms->count);
  if (memory_strides)
    set_words(operation, memory_strides, m, atoms->count);
}

void tl_thread_set_vectors(const tl_thread_view *view) {
  set_atoms(view->operation, EXTENTS, MEMORY_STRIDES, REGISTER_STRIDES,
            &view->atoms);
  set_atoms(view->operation, VECTOR_EXTENTS, NULL, VECTOR_STRIDES,
            &view->inner);
  set_number(view->operation, VECTOR_WIDTH, view->width);
}

static void add_operands(const tl_thread_view *view, const MlirValue *offsets,
                         MlirOperationState *state) {
  bool ends_in_fragment = view->kind == TL_COPY && !view->stores;
  if (view->stores)
    mlirOperationStateAddOperands(state, 1, &view->fragment);
  mlirOperationStateAddOperands(state, 1, &view->memory);
  mlirOperationStateAddOperands(state, view->start_count, offsets);
  if (ends_in_fragment)
    mlirOperationStateAddOperands(state, 1, &view->fragment);
}

MlirOperation tl_thread_create(const tl_thread_view *view,
                               MlirLocation location,
                               const MlirValue *offsets) {
  static const char *const NAMES[] = {"tl.thread_copy", "tl.thread_load",
                                      "tl.thread_store"};
  MlirContext context = mlirLocationGetContext(location);
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString(NAMES[view->kind]), location);
  add_operands(view, offsets, &state);
  if (view->kind == TL_LOAD)
    mlirOperationStateAddResults(&state, 1, &view->fragment_type);
  MlirOperation operation = mlirOperationCreate(&state);

  set_atoms(operation, EXTENTS, MEMORY_STRIDES, REGISTER_STRIDES, &view->atoms);
  set_number(operation, ALIGNMENT, view->alignment);
  if (!mlirAttributeIsNull(view->slots))
    mlirOperationSetDiscardableAttributeByName(
        operation, mlirStringRefCreateFromCString(SLOTS), view->slots);
  if (view->swizzle.bits)
    set_words(operation, SWIZZLE, (const int64_t *)&view->swizzle, 3);
  if (view->kind == TL_COPY && view->stores)
    mlirOperationSetDiscardableAttributeByName(
        operation, mlirStringRefCreateFromCString(TO_MEMORY),
        mlirUnitAttrGet(context));
  return operation;
}
