/* thread_operations.c - The assembly of tl.thread_copy, tl.thread_load and
 * tl.thread_store.
 *
 *   tl.thread_copy MEMORY to VALUE BODY : memref to memref
 *   tl.thread_copy VALUE to MEMORY BODY : memref to memref
 *   tl.thread_load MEMORY BODY : memref to vector
 *   tl.thread_store VALUE to MEMORY BODY : vector to memref
 *
 *   MEMORY := VALUE '[' offsets ']'
 *   BODY   := ('slots' LIST)? 'atoms' LIST ':' STRIDES '->' LIST
 *             ('vector' INTEGER 'of' LIST '->' LIST)?
 *             ('matrices' INTEGER 'transposed'?)?
 *             (('within' '(' rooms ')' 'granule' INTEGER)+
 *              'by' '(' (INTEGER ':' INTEGER),* ')')?
 *             ('pad' ATTRIBUTE)? ('swizzle' LIST ('bits' INTEGER)?)?
 *             ('reason' STRING)? 'align' INTEGER
 *   STRIDES := '(' (INTEGER ('*' VALUE 'div' INTEGER)?),* ')'
 *
 * atoms: extents : memory strides -> register strides, slowest first.  vector:
 * elements of an access, of a run of consecutive elements (extents -> register
 * strides) that is cut into accesses.  slots: the register slot where each
 * offset starts, 0 when left out.  within: a limit, the room of each offset.
 * by: number of a limit : weight, of each atom and then of each digit of the
 * run. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_rows.h"
#include "thread_assembly.h"
#include "thread_attributes.h"

static bool parse_thread_copy(tl_asm_parser *parser);
static bool parse_thread_load(tl_asm_parser *parser);
static bool parse_thread_store(tl_asm_parser *parser);
static bool parse_optional_offsets(tl_asm_parser *parser, tl_parsed_side *side);
static bool parse_offset_list(tl_asm_parser *parser, tl_parsed_side *side);
static bool parse_words(tl_asm_parser *parser, const char *name);
static bool parse_number(tl_asm_parser *parser, const char *name);
static bool parse_strides(tl_asm_parser *parser, tl_parsed_body *body);
static bool parse_limits(tl_asm_parser *parser, tl_parsed_body *body);
static bool parse_weights(tl_asm_parser *parser);
static bool parse_vector(tl_asm_parser *parser);
static bool parse_alignment(tl_asm_parser *parser);
static void print_thread_copy(MlirOperation operation, tl_asm_printer *printer);
static void print_words(MlirOperation operation, const char *before,
                        const char *name, tl_asm_printer *printer);
static void print_strides(const tl_thread_view *view, tl_asm_printer *printer);
static void print_limits(const tl_thread_view *view, tl_asm_printer *printer);
static MlirType type_of_side(const tl_thread_view *view, bool source);

_Alignas(8) const tl_operation_row TL_THREAD_ROWS[TL_COPY_KIND_COUNT] = {
    [TL_COPY] = {"thread_copy", parse_thread_copy, print_thread_copy,
                 tl_verify_thread_copy},
    [TL_LOAD] = {"thread_load", parse_thread_load, print_thread_copy,
                 tl_verify_thread_copy},
    [TL_STORE] = {"thread_store", parse_thread_store, print_thread_copy,
                  tl_verify_thread_copy},
};

/*===--- Parsing ----------------------------------------------------------===*/

static bool parse_thread_copy(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  tl_parsed_body body;
  if (!tl_bridge_parse_operand(parser, &source.value) ||
      !parse_optional_offsets(parser, &source) ||
      !tl_bridge_parse_keyword(parser, "to") ||
      !tl_bridge_parse_operand(parser, &target.value) ||
      !parse_optional_offsets(parser, &target))
    return false;
  if (!source.index_count == !target.index_count) {
    tl_bridge_parse_error(
        parser, "exactly one side has to be memory, '%buffer[%offset]'");
    return false;
  }
  if (!tl_parse_thread_body(parser, &body))
    return false;
  if (source.index_count)
    return tl_resolve_memory(parser, &source, &body, body.source) &&
           tl_bridge_parse_resolve(parser, target.value, body.target);
  tl_bridge_parsed_attribute(parser, TL_THREAD_TO_MEMORY,
                             mlirUnitAttrGet(tl_bridge_parse_context(parser)));
  return tl_bridge_parse_resolve(parser, source.value, body.source) &&
         tl_resolve_memory(parser, &target, &body, body.target);
}

static bool parse_thread_load(tl_asm_parser *parser) {
  tl_parsed_side source = {0};
  tl_parsed_body body;
  if (!tl_bridge_parse_operand(parser, &source.value) ||
      !tl_parse_offsets(parser, &source) ||
      !tl_parse_thread_body(parser, &body) ||
      !tl_resolve_memory(parser, &source, &body, body.source))
    return false;
  tl_bridge_parsed_result(parser, body.target);
  return true;
}

static bool parse_thread_store(tl_asm_parser *parser) {
  tl_parsed_side source = {0}, target = {0};
  tl_parsed_body body;
  return tl_bridge_parse_operand(parser, &source.value) &&
         tl_bridge_parse_keyword(parser, "to") &&
         tl_bridge_parse_operand(parser, &target.value) &&
         tl_parse_offsets(parser, &target) &&
         tl_parse_thread_body(parser, &body) &&
         tl_bridge_parse_resolve(parser, source.value, body.source) &&
         tl_resolve_memory(parser, &target, &body, body.target);
}

/* ('[' offsets ']')? */
static bool parse_optional_offsets(tl_asm_parser *parser,
                                   tl_parsed_side *side) {
  return !tl_bridge_parse_optional_punctuation(parser, '[') ||
         parse_offset_list(parser, side);
}

bool tl_parse_offsets(tl_asm_parser *parser, tl_parsed_side *side) {
  return tl_bridge_parse_punctuation(parser, '[') &&
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

static bool resolve_indices(tl_asm_parser *parser,
                            const tl_parsed_indices *indices) {
  MlirType index = mlirIndexTypeGet(tl_bridge_parse_context(parser));
  for (intptr_t i = 0; i < indices->count; i++)
    if (!tl_bridge_parse_resolve(parser, indices->numbers[i], index))
      return false;
  return true;
}

bool tl_resolve_memory(tl_asm_parser *parser, const tl_parsed_side *side,
                       const tl_parsed_body *body, MlirType type) {
  return tl_resolve_side(parser, side, type) &&
         resolve_indices(parser, &body->symbols) &&
         resolve_indices(parser, &body->rooms);
}

/* Another index operand. */
static bool parse_another(tl_asm_parser *parser, tl_parsed_indices *indices,
                          intptr_t most) {
  if (indices->count < most)
    return tl_bridge_parse_operand(parser, &indices->numbers[indices->count++]);
  tl_bridge_parse_error(parser, "the list is too long");
  return false;
}

/* The next entry of a list, after its '('; false at its end or after an error,
 * which `*failed` tells. */
static bool parse_next(tl_asm_parser *parser, int64_t count, int64_t most,
                       bool *failed) {
  *failed = false;
  if (tl_bridge_parse_optional_punctuation(parser, ')'))
    return false;
  *failed = count && !tl_bridge_parse_punctuation(parser, ',');
  if (!*failed && count == most) {
    tl_bridge_parse_error(parser, "the list is too long");
    *failed = true;
  }
  return !*failed;
}

static void set_words(tl_asm_parser *parser, const char *name,
                      const int64_t *words, int64_t count) {
  tl_bridge_parsed_attribute(
      parser, name,
      mlirDenseI64ArrayGet(tl_bridge_parse_context(parser), count, words));
}

/* '(' integers ')' */
static bool parse_words(tl_asm_parser *parser, const char *name) {
  int64_t words[TL_MAX_STARTS], count = 0;
  bool failed;
  if (!tl_bridge_parse_punctuation(parser, '('))
    return false;
  while (parse_next(parser, count, TL_MAX_STARTS, &failed))
    if (!tl_bridge_parse_integer(parser, &words[count++]))
      return false;
  if (!failed)
    set_words(parser, name, words, count);
  return !failed;
}

static bool parse_number(tl_asm_parser *parser, const char *name) {
  int64_t number;
  if (!tl_bridge_parse_integer(parser, &number))
    return false;
  MlirType i64 = mlirIntegerTypeGet(tl_bridge_parse_context(parser), 64);
  tl_bridge_parsed_attribute(parser, name, mlirIntegerAttrGet(i64, number));
  return true;
}

bool tl_parse_thread_body(tl_asm_parser *parser, tl_parsed_body *body) {
  body->symbols.count = body->rooms.count = 0;
  if (tl_bridge_parse_optional_keyword(parser, "slots") &&
      !parse_words(parser, TL_THREAD_SLOTS))
    return false;
  return tl_bridge_parse_keyword(parser, "atoms") &&
         parse_words(parser, TL_ATOM_COLUMNS[TL_COLUMN_EXTENTS].name) &&
         tl_bridge_parse_punctuation(parser, ':') &&
         parse_strides(parser, body) &&
         tl_bridge_parse_punctuation(parser, '>') &&
         parse_words(parser, TL_ATOM_COLUMNS[TL_COLUMN_REGISTER].name) &&
         parse_vector(parser) && parse_limits(parser, body) &&
         tl_parse_thread_swizzle(parser, TL_THREAD_SWIZZLE, TL_THREAD_BITS) &&
         parse_alignment(parser) &&
         tl_parse_types(parser, &body->source, &body->target);
}

static bool parse_strides(tl_asm_parser *parser, tl_parsed_body *body) {
  int64_t strides[TL_MAX_TERMS], symbols[TL_MAX_TERMS], divisors[TL_MAX_TERMS];
  int64_t count = 0;
  bool failed;
  if (!tl_bridge_parse_punctuation(parser, '('))
    return false;
  while (parse_next(parser, count, TL_MAX_TERMS, &failed)) {
    symbols[count] = divisors[count] = 0;
    if (!tl_bridge_parse_integer(parser, &strides[count]))
      return false;
    if (tl_bridge_parse_optional_punctuation(parser, '*')) {
      if (!parse_another(parser, &body->symbols, TL_MAX_TERMS) ||
          !tl_bridge_parse_keyword(parser, "div") ||
          !tl_bridge_parse_integer(parser, &divisors[count]))
        return false;
      symbols[count] = body->symbols.count;
    }
    count++;
  }
  if (failed)
    return false;
  set_words(parser, TL_ATOM_COLUMNS[TL_COLUMN_MEMORY].name, strides, count);
  if (!body->symbols.count)
    return true;
  set_words(parser, TL_ATOM_COLUMNS[TL_COLUMN_SYMBOLS].name, symbols, count);
  set_words(parser, TL_ATOM_COLUMNS[TL_COLUMN_DIVISORS].name, divisors, count);
  return true;
}

/* ('vector' ...)? ('matrices' ...)? */
static bool parse_vector(tl_asm_parser *parser) {
  if (tl_bridge_parse_optional_keyword(parser, "vector") &&
      (!parse_number(parser, TL_THREAD_WIDTH) ||
       !tl_bridge_parse_keyword(parser, "of") ||
       !parse_words(parser, TL_INNER_COLUMNS[TL_INNER_EXTENTS].name) ||
       !tl_bridge_parse_punctuation(parser, '>') ||
       !parse_words(parser, TL_INNER_COLUMNS[TL_INNER_REGISTER].name)))
    return false;
  if (!tl_bridge_parse_optional_keyword(parser, "matrices"))
    return true;
  if (!parse_number(parser, TL_THREAD_MATRICES))
    return false;
  if (tl_bridge_parse_optional_keyword(parser, "transposed"))
    tl_bridge_parsed_attribute(
        parser, TL_THREAD_TRANSPOSED,
        mlirUnitAttrGet(tl_bridge_parse_context(parser)));
  return true;
}

/* ('within' ... 'by' ...)? ('pad' ATTRIBUTE)? */
static bool parse_limits(tl_asm_parser *parser, tl_parsed_body *body) {
  int64_t granules[TL_MAX_RANK], count = 0;
  while (count < TL_MAX_RANK &&
         tl_bridge_parse_optional_keyword(parser, "within")) {
    int64_t rooms = 0;
    bool failed;
    if (!tl_bridge_parse_punctuation(parser, '('))
      return false;
    while (parse_next(parser, rooms++, TL_MAX_STARTS, &failed))
      if (!parse_another(parser, &body->rooms, TL_MAX_STARTS * TL_MAX_RANK))
        return false;
    if (failed || !tl_bridge_parse_keyword(parser, "granule") ||
        !tl_bridge_parse_integer(parser, &granules[count++]))
      return false;
  }
  if (count) {
    set_words(parser, TL_THREAD_GRANULES, granules, count);
    if (!tl_bridge_parse_keyword(parser, "by") || !parse_weights(parser))
      return false;
  }
  MlirAttribute pad;
  if (!tl_bridge_parse_optional_keyword(parser, "pad"))
    return true;
  if (!tl_bridge_parse_attribute(parser, &pad))
    return false;
  tl_bridge_parsed_attribute(parser, TL_THREAD_PAD, pad);
  return true;
}

/* '(' (INTEGER ':' INTEGER),* ')' */
static bool parse_weights(tl_asm_parser *parser) {
  int64_t limits[2 * TL_MAX_TERMS], weights[2 * TL_MAX_TERMS], count = 0;
  bool failed;
  if (!tl_bridge_parse_punctuation(parser, '('))
    return false;
  while (parse_next(parser, count, 2 * TL_MAX_TERMS, &failed)) {
    if (!tl_bridge_parse_integer(parser, &limits[count]) ||
        !tl_bridge_parse_punctuation(parser, ':') ||
        !tl_bridge_parse_integer(parser, &weights[count]))
      return false;
    count++;
  }
  if (failed)
    return false;
  set_words(parser, TL_ATOM_COLUMNS[TL_COLUMN_LIMITS].name, limits, count);
  set_words(parser, TL_ATOM_COLUMNS[TL_COLUMN_WEIGHTS].name, weights, count);
  return true;
}

bool tl_parse_thread_swizzle(tl_asm_parser *parser, const char *name,
                             const char *bits_name) {
  if (!tl_bridge_parse_optional_keyword(parser, "swizzle"))
    return true;
  return parse_words(parser, name) &&
         (!tl_bridge_parse_optional_keyword(parser, "bits") ||
          parse_number(parser, bits_name));
}

/* ('reason' STRING)? 'align' INTEGER, in this order: a string before a colon
 * would take the type that follows. */
static bool parse_alignment(tl_asm_parser *parser) {
  MlirAttribute reason;
  if (tl_bridge_parse_optional_keyword(parser, "reason")) {
    if (!tl_bridge_parse_attribute(parser, &reason))
      return false;
    tl_bridge_parsed_attribute(parser, TL_THREAD_REASON, reason);
  }
  return tl_bridge_parse_keyword(parser, "align") &&
         parse_number(parser, TL_THREAD_ALIGNMENT);
}

/*===--- Printing ---------------------------------------------------------===*/

static void print_thread_copy(MlirOperation operation,
                              tl_asm_printer *printer) {
  tl_thread_view view;
  tl_thread_view_read(operation, &view);
  tl_bridge_print_text(printer, " ");
  if (!view.stores) {
    tl_print_memory(&view, printer);
  } else {
    tl_bridge_print_operand(printer, view.fragment);
    tl_bridge_print_text(printer, " to ");
    tl_print_memory(&view, printer);
  }
  if (view.kind == TL_COPY && !view.stores) {
    tl_bridge_print_text(printer, " to ");
    tl_bridge_print_operand(printer, view.fragment);
  }
  tl_print_thread_body(&view, TL_THREAD_ATTRIBUTES, TL_THREAD_ATTRIBUTE_COUNT,
                       printer);
}

void tl_print_memory(const tl_thread_view *view, tl_asm_printer *printer) {
  tl_bridge_print_operand(printer, view->memory);
  for (intptr_t i = 0; i < view->start_count; i++) {
    tl_bridge_print_text(printer, i ? ", " : "[");
    tl_bridge_print_operand(printer, tl_thread_offset(view, i));
  }
  tl_bridge_print_text(printer, "]");
}

static void print_number(const char *before, int64_t number,
                         tl_asm_printer *printer) {
  tl_bridge_print_text(printer, before);
  tl_bridge_print_integer(printer, number);
}

static void print_words(MlirOperation operation, const char *before,
                        const char *name, tl_asm_printer *printer) {
  MlirAttribute words = tl_attribute_of(operation, name);
  tl_bridge_print_text(printer, before);
  tl_bridge_print_text(printer, " (");
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(words); i++)
    print_number(i ? ", " : "", mlirDenseI64ArrayGetElement(words, i), printer);
  tl_bridge_print_text(printer, ")");
}

static void print_strides(const tl_thread_view *view, tl_asm_printer *printer) {
  tl_bridge_print_text(printer, " : (");
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    print_number(i ? ", " : "", atom->memory_stride, printer);
    if (!atom->symbol)
      continue;
    tl_bridge_print_text(printer, " * ");
    tl_bridge_print_operand(printer,
                            tl_thread_symbol(view, (intptr_t)atom->symbol - 1));
    print_number(" div ", atom->divisor, printer);
  }
  tl_bridge_print_text(printer, ")");
}

static void print_limits(const tl_thread_view *view, tl_asm_printer *printer) {
  for (intptr_t limit = 0; limit < view->limit_count; limit++) {
    for (intptr_t i = 0; i < view->start_count; i++) {
      tl_bridge_print_text(printer, i ? ", " : " within (");
      tl_bridge_print_operand(printer, tl_thread_room(view, limit, i));
    }
    print_number(") granule ", view->granules[limit], printer);
  }
  if (view->limit_count)
    tl_bridge_print_text(printer, " by (");
  int64_t count = view->atoms.count + view->inner.count;
  for (int64_t i = 0; view->limit_count && i < count; i++) {
    const tl_atom *atom = i < view->atoms.count
                              ? &view->atoms.items[i]
                              : &view->inner.items[i - view->atoms.count];
    print_number(i ? ", " : "", atom->dimension, printer);
    print_number(" : ", atom->weight, printer);
  }
  if (view->limit_count)
    tl_bridge_print_text(printer, ")");
  if (mlirAttributeIsNull(view->pad))
    return;
  tl_bridge_print_text(printer, " pad ");
  tl_bridge_print_attribute(printer, view->pad);
}

void tl_print_thread_swizzle(MlirOperation operation, const char *name,
                             const char *bits_name, tl_asm_printer *printer) {
  int64_t bits;
  if (mlirAttributeIsNull(tl_attribute_of(operation, name)))
    return;
  print_words(operation, " swizzle", name, printer);
  if (tl_number_of(operation, bits_name, &bits))
    print_number(" bits ", bits, printer);
}

void tl_print_thread_body(const tl_thread_view *view, const char *const *names,
                          intptr_t name_count, tl_asm_printer *printer) {
  MlirOperation operation = view->operation;
  if (!mlirAttributeIsNull(view->slots))
    print_words(operation, " slots", TL_THREAD_SLOTS, printer);
  print_words(operation, " atoms", TL_ATOM_COLUMNS[TL_COLUMN_EXTENTS].name,
              printer);
  print_strides(view, printer);
  print_words(operation, " ->", TL_ATOM_COLUMNS[TL_COLUMN_REGISTER].name,
              printer);
  if (view->is_vectorized) {
    print_number(" vector ", view->width, printer);
    print_words(operation, " of", TL_INNER_COLUMNS[TL_INNER_EXTENTS].name,
                printer);
    print_words(operation, " ->", TL_INNER_COLUMNS[TL_INNER_REGISTER].name,
                printer);
  }
  if (view->matrices)
    print_number(" matrices ", view->matrices, printer);
  if (view->is_transposed)
    tl_bridge_print_text(printer, " transposed");
  print_limits(view, printer);
  tl_print_thread_swizzle(operation, TL_THREAD_SWIZZLE, TL_THREAD_BITS,
                          printer);
  if (!mlirAttributeIsNull(view->reason)) {
    tl_bridge_print_text(printer, " reason ");
    tl_bridge_print_attribute(printer, view->reason);
  }
  print_number(" align ", view->alignment, printer);
  tl_bridge_print_attribute_dictionary(printer, operation, names, name_count);
  tl_bridge_print_text(printer, " : ");
  tl_bridge_print_type(printer, type_of_side(view, true));
  tl_bridge_print_text(printer, " to ");
  tl_bridge_print_type(printer, type_of_side(view, false));
}

static MlirType type_of_side(const tl_thread_view *view, bool source) {
  return source == view->stores ? view->fragment_type : view->memory_type;
}
