/* access_assembly.c - see access_assembly.h.
 *
 *   #tl.access<('to' SWIZZLE)? ACCESS>
 *
 *   BODY    := ('slots' LIST)? ACCESS
 *   ACCESS  := 'atoms' LIST ':' STRIDES '->' LIST
 *              ('vector' INTEGER 'of' LIST '->' LIST)?
 *              ('matrices' INTEGER 'transposed'?)?
 *              (('within' '(' rooms ')' 'granule' INTEGER)+
 *               'by' '(' (INTEGER ':' INTEGER),* ')')?
 *              ('pad' ATTRIBUTE)? SWIZZLE? ('reason' STRING)? 'align' INTEGER
 *   STRIDES := '(' (INTEGER ('*' VALUE 'div' INTEGER)?),* ')'
 *   SWIZZLE := 'swizzle' LIST ('bits' INTEGER)?
 *
 * atoms: extents : memory strides -> register strides, slowest first.  vector:
 * elements of an access, of a run of consecutive elements (extents -> register
 * strides) that is cut into accesses.  slots: the register slot where each
 * offset starts, 0 when left out.  within: a limit, the room of each offset.
 * by: number of a limit : weight, of each atom and then of each digit of the
 * run.  The attribute has a symbol's number in place of a value, no rooms, and
 * neither pad nor reason, which are attributes of their own. */
#include "access_assembly.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operation_rows.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Words of the attribute, before the granules, the atoms and the run. */
enum {
  WORD_COUNT = 0,
  ATOM_COUNT,
  INNER_COUNT,
  LIMIT_COUNT,
  IS_VECTORIZED,
  WIDTH,
  MATRICES,
  IS_TRANSPOSED,
  ALIGNMENT,
  SWIZZLE,
  BITS = SWIZZLE + 3,
  TARGET_SWIZZLE,
  TARGET_BITS = TARGET_SWIZZLE + 3,
  HEADER,
  ATOM = sizeof(tl_atom) / sizeof(int64_t),
  MOST_WORDS = HEADER + TL_MAX_RANK + 2 * TL_MAX_TERMS * ATOM,
};

/*===--- Words -----------------------------------------------------------===*/

/* The elements of a run are consecutive. */
static void set_run(tl_atoms *inner) {
  int64_t run = 1;
  for (int64_t i = inner->count - 1; i >= 0; i--) {
    inner->items[i].memory_stride = run;
    if (__builtin_mul_overflow(run, inner->items[i].extent, &run))
      run = INT64_MAX; /* rule T15 refuses it */
  }
}

static void write_swizzle(const tl_swizzle *swizzle, int64_t bits,
                          int64_t *words) {
  memcpy(words, swizzle, sizeof *swizzle);
  words[BITS - SWIZZLE] = swizzle->bits ? bits : -1;
}

static void write_words(const tl_thread_view *source,
                        const tl_async_view *target, bool is_vectorized,
                        int64_t *words) {
  static const tl_swizzle NONE = {0, 0, 0};
  tl_atoms inner = source->inner;
  int64_t count = HEADER;
  set_run(&inner);
  words[ATOM_COUNT] = source->atoms.count;
  words[INNER_COUNT] = is_vectorized ? inner.count : 0;
  words[LIMIT_COUNT] = source->limit_count;
  words[IS_VECTORIZED] = is_vectorized;
  words[WIDTH] = is_vectorized ? source->width : 1;
  words[MATRICES] = source->matrices;
  words[IS_TRANSPOSED] = source->is_transposed;
  words[ALIGNMENT] = source->alignment;
  write_swizzle(&source->swizzle, source->offset_bits, &words[SWIZZLE]);
  write_swizzle(target ? &target->target_swizzle : &NONE,
                target ? target->target_bits : -1, &words[TARGET_SWIZZLE]);
  for (intptr_t i = 0; i < source->limit_count; i++)
    words[count++] = source->granules[i];
  memcpy(&words[count], source->atoms.items,
         (size_t)words[ATOM_COUNT] * sizeof(tl_atom));
  count += words[ATOM_COUNT] * ATOM;
  memcpy(&words[count], inner.items,
         (size_t)words[INNER_COUNT] * sizeof(tl_atom));
  words[WORD_COUNT] = count + words[INNER_COUNT] * ATOM;
}

MlirAttribute tl_access_get(MlirContext context, const tl_thread_view *source,
                            const tl_async_view *target, bool is_vectorized) {
  int64_t words[MOST_WORDS];
  write_words(source, target, is_vectorized, words);
  return tl_bridge_attribute_get(context, &TL_ACCESS_ATTRIBUTE, words);
}

bool tl_is_access(MlirAttribute attribute) {
  return tl_bridge_attribute_words(attribute, TL_ACCESS_ATTRIBUTE.name) != NULL;
}

static void read_atoms(const int64_t *words, int64_t count, tl_atoms *out) {
  out->count = count;
  memcpy(out->items, words, (size_t)count * sizeof *out->items);
}

static int64_t read_swizzle(const int64_t *words, tl_swizzle *out) {
  memcpy(out, words, sizeof *out);
  return words[BITS - SWIZZLE];
}

static void read_words(const int64_t *words, tl_thread_view *source) {
  const int64_t *next = &words[HEADER];
  source->limit_count = (intptr_t)words[LIMIT_COUNT];
  source->is_vectorized = words[IS_VECTORIZED];
  source->width = words[WIDTH];
  source->matrices = words[MATRICES];
  source->is_transposed = words[IS_TRANSPOSED];
  source->alignment = words[ALIGNMENT];
  source->offset_bits = read_swizzle(&words[SWIZZLE], &source->swizzle);
  for (intptr_t i = 0; i < source->limit_count; i++)
    source->granules[i] = *next++;
  read_atoms(next, words[ATOM_COUNT], &source->atoms);
  read_atoms(next + words[ATOM_COUNT] * ATOM, words[INNER_COUNT],
             &source->inner);
  source->symbol_count = 0;
  for (int64_t i = 0; i < source->atoms.count; i++)
    if (source->atoms.items[i].symbol > source->symbol_count)
      source->symbol_count = (intptr_t)source->atoms.items[i].symbol;
}

void tl_access_read(MlirAttribute access, tl_thread_view *source) {
  read_words(tl_bridge_attribute_words(access, TL_ACCESS_ATTRIBUTE.name),
             source);
}

void tl_access_read_target(MlirAttribute access, tl_async_view *target) {
  const int64_t *words =
      tl_bridge_attribute_words(access, TL_ACCESS_ATTRIBUTE.name);
  target->target_bits =
      read_swizzle(&words[TARGET_SWIZZLE], &target->target_swizzle);
}

/*===--- Parsing ---------------------------------------------------------===*/

/* A list that is read, entry by entry; `body` is null in an attribute. */
typedef struct reader {
  tl_asm_parser *parser;
  tl_parsed_body *body;
  tl_thread_view *view;
  tl_atoms *atoms; /* that an entry is a number of */
  int64_t *words;  /* or a word */
} reader;

typedef bool (*entry)(reader *in, int64_t i);

/* '(' entries ')', at most so many; *count is how many. */
static bool parse_entries(reader *in, entry parse, int64_t most,
                          int64_t *count) {
  tl_asm_parser *parser = in->parser;
  *count = 0;
  if (!tl_bridge_parse_punctuation(parser, '('))
    return false;
  while (!tl_bridge_parse_optional_punctuation(parser, ')')) {
    if (*count && !tl_bridge_parse_punctuation(parser, ','))
      return false;
    if (*count == most)
      return tl_bridge_parse_error(parser, "the list is too long");
    if (!parse(in, (*count)++))
      return false;
  }
  return true;
}

/* As many as there are atoms. */
static bool parse_column(reader *in, entry parse) {
  char message[64];
  int64_t count;
  if (!parse_entries(in, parse, TL_MAX_TERMS, &count))
    return false;
  if (count == in->atoms->count)
    return true;
  snprintf(message, sizeof message,
           "expected %" PRId64 " numbers, got %" PRId64, in->atoms->count,
           count);
  return tl_bridge_parse_error(in->parser, message);
}

static bool parse_least(tl_asm_parser *parser, int64_t least, int64_t *out) {
  return tl_bridge_parse_integer(parser, out) &&
         (*out >= least ||
          tl_bridge_parse_error(parser, least ? "expected numbers from 1"
                                              : "expected numbers from 0"));
}

static bool parse_word(reader *in, int64_t i) {
  return tl_bridge_parse_integer(in->parser, &in->words[i]);
}

static bool parse_extent(reader *in, int64_t i) {
  in->atoms->items[i] = (tl_atom){0};
  return parse_least(in->parser, 1, &in->atoms->items[i].extent);
}

static bool parse_register(reader *in, int64_t i) {
  return parse_least(in->parser, 0, &in->atoms->items[i].register_stride);
}

static bool parse_extents(reader *in, tl_atoms *atoms) {
  in->atoms = atoms;
  return parse_entries(in, parse_extent, TL_MAX_TERMS, &atoms->count);
}

/* Another index operand. */
static bool parse_another(tl_asm_parser *parser, tl_parsed_indices *indices,
                          intptr_t most) {
  return indices->count < most
             ? tl_bridge_parse_operand(parser,
                                       &indices->numbers[indices->count++])
             : tl_bridge_parse_error(parser, "the list is too long");
}

/* INTEGER ('*' VALUE 'div' INTEGER)? */
static bool parse_stride(reader *in, int64_t i) {
  tl_asm_parser *parser = in->parser;
  tl_atom *atom = &in->atoms->items[i], ignored;
  if (i >= in->atoms->count)
    atom = &ignored;
  if (!parse_least(parser, 0, &atom->memory_stride))
    return false;
  if (!tl_bridge_parse_optional_punctuation(parser, '*'))
    return true;
  if (!in->body) {
    if (!parse_least(parser, 1, &atom->symbol))
      return false;
  } else {
    if (!parse_another(parser, &in->body->symbols, TL_MAX_TERMS))
      return false;
    atom->symbol = in->body->symbols.count;
  }
  return tl_bridge_parse_keyword(parser, "div") &&
         parse_least(parser, 0, &atom->divisor);
}

/* ('vector' ...)? ('matrices' ...)? */
static bool parse_vector(reader *in) {
  tl_asm_parser *parser = in->parser;
  tl_thread_view *view = in->view;
  view->width = 1;
  if (tl_bridge_parse_optional_keyword(parser, "vector")) {
    view->is_vectorized = true;
    if (!tl_bridge_parse_integer(parser, &view->width) ||
        !tl_bridge_parse_keyword(parser, "of") ||
        !parse_extents(in, &view->inner) ||
        !tl_bridge_parse_punctuation(parser, '>') ||
        !parse_column(in, parse_register))
      return false;
  }
  if (!tl_bridge_parse_optional_keyword(parser, "matrices"))
    return true;
  view->is_transposed = false;
  if (!parse_least(parser, 0, &view->matrices))
    return false;
  view->is_transposed = tl_bridge_parse_optional_keyword(parser, "transposed");
  return true;
}

static bool parse_room(reader *in, int64_t i) {
  (void)i;
  return parse_another(in->parser, &in->body->rooms,
                       TL_MAX_STARTS * TL_MAX_RANK);
}

/* INTEGER ':' INTEGER, of an atom or then of a digit of the run. */
static bool parse_weight(reader *in, int64_t i) {
  tl_thread_view *view = in->view;
  int64_t digit = i - view->atoms.count;
  if (digit >= view->inner.count)
    return tl_bridge_parse_error(in->parser, "the list is too long");
  tl_atom *atom = digit < 0 ? &view->atoms.items[i] : &view->inner.items[digit];
  return parse_least(in->parser, 0, &atom->dimension) &&
         tl_bridge_parse_punctuation(in->parser, ':') &&
         parse_least(in->parser, 0, &atom->weight);
}

/* ('within' ... 'by' ...)? */
static bool parse_limits(reader *in) {
  tl_asm_parser *parser = in->parser;
  tl_thread_view *view = in->view;
  int64_t count;
  while (view->limit_count < TL_MAX_RANK &&
         tl_bridge_parse_optional_keyword(parser, "within"))
    if ((in->body && !parse_entries(in, parse_room, TL_MAX_STARTS, &count)) ||
        !tl_bridge_parse_keyword(parser, "granule") ||
        !tl_bridge_parse_integer(parser, &view->granules[view->limit_count++]))
      return false;
  if (!view->limit_count)
    return true;
  if (!tl_bridge_parse_keyword(parser, "by") ||
      !parse_entries(in, parse_weight, 2 * TL_MAX_TERMS, &count))
    return false;
  return count == view->atoms.count + view->inner.count ||
         tl_bridge_parse_error(
             parser, "expected a weight of every atom and digit of the run");
}

bool tl_parse_swizzle(tl_asm_parser *parser, tl_swizzle *swizzle,
                      int64_t *bits) {
  int64_t words[3], count;
  reader in = {.parser = parser, .words = words};
  tl_error error;
  *swizzle = (tl_swizzle){0, 0, 0};
  *bits = -1;
  if (!tl_bridge_parse_optional_keyword(parser, "swizzle"))
    return true;
  if (!parse_entries(&in, parse_word, 3, &count))
    return false;
  if (count != 3 || words[1] == 0)
    return tl_bridge_parse_error(
        parser, "swizzle has to be three numbers: base, bits (at least "
                "1) and shift");
  if (tl_swizzle_create(words[0], words[1], words[2], swizzle, &error) != TL_OK)
    return tl_bridge_parse_error(parser, error.message);
  return !tl_bridge_parse_optional_keyword(parser, "bits") ||
         parse_least(parser, 0, bits);
}

/* (keyword ATTRIBUTE)? */
static bool parse_named(const reader *in, const char *keyword) {
  return !in->body || !tl_bridge_parse_optional_keyword(in->parser, keyword) ||
         tl_parse_attribute(in->parser, keyword);
}

/* The reason before the alignment: a string before a colon would take the type
 * that follows. */
static bool parse_access(reader *in) {
  tl_asm_parser *parser = in->parser;
  tl_thread_view *view = in->view;
  return tl_bridge_parse_keyword(parser, "atoms") &&
         parse_extents(in, &view->atoms) &&
         tl_bridge_parse_punctuation(parser, ':') &&
         parse_column(in, parse_stride) &&
         tl_bridge_parse_punctuation(parser, '>') &&
         parse_column(in, parse_register) && parse_vector(in) &&
         parse_limits(in) && parse_named(in, "pad") &&
         tl_parse_swizzle(parser, &view->swizzle, &view->offset_bits) &&
         parse_named(in, "reason") &&
         tl_bridge_parse_keyword(parser, "align") &&
         tl_bridge_parse_integer(parser, &view->alignment);
}

bool tl_parse_body(tl_asm_parser *parser, tl_parsed_body *body,
                   const tl_async_view *target) {
  int64_t words[TL_MAX_STARTS], slots;
  tl_thread_view view = {.kind = TL_COPY};
  reader in = {parser, body, &view, NULL, words};
  MlirContext context = tl_bridge_parse_context(parser);
  body->symbols.count = body->rooms.count = 0;
  if (tl_bridge_parse_optional_keyword(parser, "slots")) {
    if (!parse_entries(&in, parse_word, TL_MAX_STARTS, &slots))
      return false;
    tl_bridge_parsed_attribute(parser, "slots",
                               mlirDenseI64ArrayGet(context, slots, words));
  }
  if (!parse_access(&in))
    return false;
  tl_bridge_parsed_attribute(
      parser, "access",
      tl_access_get(context, &view, target, view.is_vectorized));
  return tl_parse_types(parser, &body->source, &body->target);
}

static bool parse_attribute(tl_asm_parser *parser, tl_attribute_sink *sink) {
  int64_t words[MOST_WORDS];
  tl_async_view access = {.target_bits = -1};
  reader in = {parser, NULL, &access.source, NULL, NULL};
  if ((tl_bridge_parse_optional_keyword(parser, "to") &&
       !tl_parse_swizzle(parser, &access.target_swizzle,
                         &access.target_bits)) ||
      !parse_access(&in))
    return false;
  write_words(in.view, &access, in.view->is_vectorized, words);
  tl_bridge_attribute_accept(sink, words);
  return true;
}

/*===--- Printing --------------------------------------------------------===*/

static void print_number(const char *before, int64_t number,
                         tl_asm_printer *printer) {
  tl_bridge_print_text(printer, before);
  tl_bridge_print_integer(printer, number);
}

static void print_column(const char *before, const tl_atoms *atoms,
                         size_t field, tl_asm_printer *printer) {
  tl_bridge_print_text(printer, before);
  for (int64_t i = 0; i < atoms->count; i++) {
    int64_t number;
    memcpy(&number, (const char *)&atoms->items[i] + field, sizeof number);
    print_number(i ? ", " : "", number, printer);
  }
  tl_bridge_print_text(printer, ")");
}

/* `view` has no operation in an attribute. */
static void print_strides(const tl_thread_view *view, tl_asm_printer *printer) {
  tl_bridge_print_text(printer, " : (");
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    print_number(i ? ", " : "", atom->memory_stride, printer);
    if (!atom->symbol)
      continue;
    tl_bridge_print_text(printer, " * ");
    if (mlirOperationIsNull(view->operation))
      tl_bridge_print_integer(printer, atom->symbol);
    else
      tl_bridge_print_operand(
          printer, tl_thread_symbol(view, (intptr_t)atom->symbol - 1));
    print_number(" div ", atom->divisor, printer);
  }
  tl_bridge_print_text(printer, ")");
}

static void print_limits(const tl_thread_view *view, tl_asm_printer *printer) {
  for (intptr_t limit = 0; limit < view->limit_count; limit++) {
    tl_bridge_print_text(printer, " within");
    for (intptr_t i = 0; i < view->start_count; i++) {
      tl_bridge_print_text(printer, i ? ", " : " (");
      tl_bridge_print_operand(printer, tl_thread_room(view, limit, i));
    }
    tl_bridge_print_text(printer, view->start_count ? ")" : "");
    print_number(" granule ", view->granules[limit], printer);
  }
  if (!view->limit_count)
    return;
  tl_bridge_print_text(printer, " by (");
  for (int64_t i = 0; i < view->atoms.count + view->inner.count; i++) {
    const tl_atom *atom = i < view->atoms.count
                              ? &view->atoms.items[i]
                              : &view->inner.items[i - view->atoms.count];
    print_number(i ? ", " : "", atom->dimension, printer);
    print_number(" : ", atom->weight, printer);
  }
  tl_bridge_print_text(printer, ")");
}

void tl_print_swizzle(const tl_swizzle *swizzle, int64_t bits,
                      tl_asm_printer *printer) {
  if (!swizzle->bits)
    return;
  print_number(" swizzle (", swizzle->base, printer);
  print_number(", ", swizzle->bits, printer);
  print_number(", ", swizzle->shift, printer);
  tl_bridge_print_text(printer, ")");
  if (bits >= 0)
    print_number(" bits ", bits, printer);
}

static void print_access(const tl_thread_view *view, tl_asm_printer *printer) {
  print_column("atoms (", &view->atoms, offsetof(tl_atom, extent), printer);
  print_strides(view, printer);
  print_column(" -> (", &view->atoms, offsetof(tl_atom, register_stride),
               printer);
  if (view->is_vectorized) {
    print_number(" vector ", view->width, printer);
    print_column(" of (", &view->inner, offsetof(tl_atom, extent), printer);
    print_column(" -> (", &view->inner, offsetof(tl_atom, register_stride),
                 printer);
  }
  if (view->matrices)
    print_number(" matrices ", view->matrices, printer);
  if (view->is_transposed)
    tl_bridge_print_text(printer, " transposed");
  print_limits(view, printer);
  tl_print_named(" pad ", view->pad, printer);
  tl_print_swizzle(&view->swizzle, view->offset_bits, printer);
  tl_print_named(" reason ", view->reason, printer);
  print_number(" align ", view->alignment, printer);
}

void tl_print_body(const tl_thread_view *view, tl_asm_printer *printer) {
  if (!mlirAttributeIsNull(view->slots)) {
    for (intptr_t i = 0; i < view->start_count; i++)
      print_number(i ? ", " : " slots (",
                   mlirDenseI64ArrayGetElement(view->slots, i), printer);
    tl_bridge_print_text(printer, ")");
  }
  tl_bridge_print_text(printer, " ");
  print_access(view, printer);
  bool stores = view->stores;
  tl_print_types(view->operation,
                 stores ? view->fragment_type : view->memory_type,
                 stores ? view->memory_type : view->fragment_type, printer);
}

static void print_attribute(const int64_t *words, tl_asm_printer *printer) {
  tl_async_view access = {.target_bits = -1};
  access.target_bits =
      read_swizzle(&words[TARGET_SWIZZLE], &access.target_swizzle);
  read_words(words, &access.source);
  if (access.target_swizzle.bits) {
    tl_bridge_print_text(printer, "to");
    tl_print_swizzle(&access.target_swizzle, access.target_bits, printer);
    tl_bridge_print_text(printer, " ");
  }
  print_access(&access.source, printer);
}

_Alignas(8) const tl_attribute_row TL_ACCESS_ATTRIBUTE = {
    .name = "access",
    .parse_tokens = parse_attribute,
    .print_tokens = print_attribute,
};
