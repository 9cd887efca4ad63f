/* access_assembly.c - #tl.access, see operation_assembly.h.
 *
 *   #tl.access<('to' SWIZZLE)? ACCESS>
 *
 *   BODY    := ('slots' LIST)? ACCESS
 *   ACCESS  := 'atoms' LIST ':' STRIDES '->' LIST
 *              ('vector' INTEGER 'of' LIST '->' LIST)?
 *              ('matrices' INTEGER 'transposed'?)?
 *              (('within' '(' rooms ')' 'granule' INTEGER ('extent' VALUE)?)+
 *               'by' '(' (INTEGER ':' INTEGER),* ')')?
 *              ('pad' ATTRIBUTE)? SWIZZLE? ('reason' STRING)? 'align' INTEGER
 *              ('phase' INTEGER)?
 *   STRIDES := '(' (INTEGER ('*' VALUE 'div' INTEGER)?),* ')'
 *   SWIZZLE := 'swizzle' LIST ('bits' INTEGER)?
 *
 * atoms: extents : memory strides -> register strides, slowest first.  vector:
 * elements of an access, of a run of consecutive elements (extents -> register
 * strides) that is cut into accesses.  slots: the register slot where each
 * offset starts, 0 when left out.  within: a limit, the room of each offset, and
 * the extent that it is counted in from a lower bound.  by: number of a limit : weight, of each atom and then
 * of each digit of the run.  The attribute has a symbol's number in place of a
 * value, no rooms, 'extent' without a value, and neither pad nor reason, which
 * are attributes of their own. */
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operation_assembly.h"
#include "operation_rows.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Words of the attribute: how many, those of a view before its atoms as they
 * lie there, the atoms and the run, each behind its count. */
enum {
  FIRST = offsetof(tl_thread_view, limit_count),
  HEADER_SIZE = offsetof(tl_thread_view, atoms) - FIRST,
  ATOMS = 1 + HEADER_SIZE / sizeof(int64_t),
  ATOM = sizeof(tl_atom) / sizeof(int64_t),
  MOST_WORDS = ATOMS + 2 * (1 + TL_MAX_TERMS * ATOM),
};

/*===--- Words -----------------------------------------------------------===*/

/* The elements of a run are consecutive. */
static void set_run(tl_atoms *inner) {
  int64_t run = 1;
  for (int64_t i = inner->count - 1; i >= 0; i--) {
    inner->items[i].memory_stride = run;
    if (!tl_product_fits(run, inner->items[i].extent, &run))
      run = INT64_MAX; /* rule T15 refuses it */
  }
}

static size_t size_of(int64_t atoms) {
  return sizeof(int64_t) + (size_t)atoms * sizeof(tl_atom);
}

static void write_words(const tl_thread_view *view, int64_t *words) {
  tl_atoms inner = view->inner;
  int64_t *run = &words[ATOMS + 1 + view->atoms.count * ATOM];
  set_run(&inner);
  words[0] = run + 1 + inner.count * ATOM - words;
  memcpy(&words[1], (const char *)view + FIRST, HEADER_SIZE);
  memcpy(&words[ATOMS], &view->atoms, size_of(view->atoms.count));
  memcpy(run, &inner, size_of(inner.count));
}

static void read_words(const int64_t *words, tl_thread_view *view) {
  const int64_t *run = &words[ATOMS + 1 + words[ATOMS] * ATOM];
  memcpy((char *)view + FIRST, &words[1], HEADER_SIZE);
  memcpy(&view->atoms, &words[ATOMS], size_of(words[ATOMS]));
  memcpy(&view->inner, run, size_of(*run));
}

/* Layouts mean something. */
static const int64_t *words_of(MlirAttribute access) {
  const void *meaning;
  const int64_t *words = tl_bridge_attribute_words(access, &meaning);
  return words && !meaning ? words : NULL;
}

bool tl_is_access(MlirAttribute attribute) { return words_of(attribute); }

MlirAttribute tl_access_get(MlirContext context, const tl_thread_view *view) {
  int64_t words[MOST_WORDS];
  write_words(view, words);
  return tl_bridge_attribute_get(context, &TL_ACCESS_ATTRIBUTE, words);
}

void tl_access_read(MlirAttribute access, tl_thread_view *view) {
  read_words(words_of(access), view);
  view->symbol_count = 0;
  for (int64_t i = 0; i < view->atoms.count; i++)
    if (view->atoms.items[i].symbol > view->symbol_count)
      view->symbol_count = (intptr_t)view->atoms.items[i].symbol;
}

/*===--- Lists -----------------------------------------------------------===*/

/* A part of the text, and what it says. */
typedef struct access_text {
  tl_syntax *syntax;
  tl_thread_view *view;
  tl_operands *symbols;      /* null in an attribute */
  tl_limit_operands *limits; /* likewise; from the next one on */
  tl_atoms *atoms;           /* that an entry is a number of */
  int64_t *words;            /* or a word */
} access_text;

typedef void (*entry)(access_text *text, int64_t i);

/* `open` entries ')', at most so many; *count is how many. */
static void list(access_text *text, const char *open, entry each, int64_t most,
                 int64_t *count) {
  int64_t i = 0;
  tl_bridge_text(text->syntax, open);
  for (; !tl_bridge_optional_text(text->syntax, ")", i == *count); i++) {
    tl_bridge_text(text->syntax, i ? ", " : "");
    if (i == most) {
      tl_bridge_parse_error(text->syntax, NULL, "the list is too long");
      break;
    }
    each(text, i);
  }
  *count = i;
}

/* As many as there are atoms. */
static void column(access_text *text, const char *open, entry each) {
  char message[64];
  int64_t count = text->atoms->count;
  list(text, open, each, TL_MAX_TERMS, &count);
  snprintf(message, sizeof message,
           "expected %" PRId64 " numbers, got %" PRId64, text->atoms->count,
           count);
  if (count != text->atoms->count)
    tl_bridge_parse_error(text->syntax, NULL, message);
}

static void number(access_text *text, int64_t least, int64_t *value) {
  tl_syntax_integer(text->syntax, value,
                    least ? "expected a number from 1"
                          : "expected a number from 0");
  if (*value < least)
    tl_bridge_parse_error(text->syntax, NULL,
                          least ? "expected numbers from 1"
                                : "expected numbers from 0");
}

static void word(access_text *text, int64_t i) {
  tl_syntax_integer(text->syntax, &text->words[i], "expected an integer");
}

static void extent(access_text *text, int64_t i) {
  number(text, 1, &text->atoms->items[i].extent);
}

static void register_stride(access_text *text, int64_t i) {
  number(text, 0, &text->atoms->items[i].register_stride);
}

/* INTEGER ('*' VALUE 'div' INTEGER)? */
static void memory_stride(access_text *text, int64_t i) {
  tl_atom *atom = &text->atoms->items[i];
  number(text, 0, &atom->memory_stride);
  if (!tl_bridge_optional_text(text->syntax, " * ", atom->symbol))
    return;
  if (!text->symbols) {
    number(text, 1, &atom->symbol);
    if (atom->symbol > TL_MAX_TERMS)
      tl_bridge_parse_error(text->syntax, NULL,
                            "no thread copy has so many symbols");
  } else {
    if (atom->symbol)
      text->symbols->count = (intptr_t)atom->symbol - 1;
    tl_syntax_operand(text->syntax, text->symbols);
    atom->symbol = text->symbols->count;
  }
  tl_bridge_text(text->syntax, " div ");
  number(text, 0, &atom->divisor);
}

static void room(access_text *text, TL_UNUSED int64_t i) {
  tl_syntax_operand(text->syntax, &text->limits->rooms);
}

/* INTEGER ':' INTEGER, of an atom or then of a digit of the run. */
static void weight(access_text *text, int64_t i) {
  tl_thread_view *view = text->view;
  int64_t digit = i - view->atoms.count;
  tl_atom *atom = digit < 0 ? &view->atoms.items[i] : &view->inner.items[digit];
  number(text, 0, &atom->dimension);
  tl_bridge_text(text->syntax, " : ");
  number(text, 0, &atom->weight);
}

/*===--- The grammar -----------------------------------------------------===*/

static void extents(access_text *text, const char *open, tl_atoms *atoms) {
  text->atoms = atoms;
  list(text, open, extent, TL_MAX_TERMS, &atoms->count);
}

/* ('vector' ...)? ('matrices' ...)? */
static void vector(access_text *text) {
  tl_syntax *syntax = text->syntax;
  tl_thread_view *view = text->view;
  view->is_vectorized =
      tl_bridge_optional_text(syntax, " vector ", view->is_vectorized);
  if (view->is_vectorized) {
    tl_syntax_integer(syntax, &view->width,
                      "expected the elements of a vector, an integer");
    extents(text, " of (", &view->inner);
    column(text, " -> (", register_stride);
  }
  if (!tl_bridge_optional_text(syntax, " matrices ",
                               view->matrices || view->is_transposed))
    return;
  number(text, 0, &view->matrices);
  view->is_transposed =
      tl_bridge_optional_text(syntax, " transposed", view->is_transposed);
}

/* ('(' rooms ')')? 'granule' INTEGER ('extent' VALUE?)? */
static void limit(access_text *text, int64_t i, int64_t *starts) {
  tl_syntax *syntax = text->syntax;
  tl_thread_view *view = text->view;
  int64_t bit = INT64_C(1) << i;
  if (text->limits)
    list(text, " (", room, TL_MAX_STARTS, starts);
  tl_bridge_text(syntax, " granule ");
  tl_syntax_integer(syntax, &view->granules[i],
                    "expected a divisor of the limit, an integer");
  bool has_extent =
      tl_bridge_optional_text(syntax, " extent", view->extents & bit);
  view->extents |= has_extent ? bit : 0;
  if (!text->limits)
    return;
  if (has_extent) {
    tl_bridge_text(syntax, " ");
    tl_syntax_operand(syntax, &text->limits->extent);
  }
  text->limits++;
}

/* ('within' ... 'by' ...)? */
static void limits(access_text *text) {
  tl_syntax *syntax = text->syntax;
  tl_thread_view *view = text->view;
  int64_t count = view->limit_count, starts = view->start_count, i = 0;
  for (;
       i < TL_MAX_RANK && tl_bridge_optional_text(syntax, " within", i < count);
       i++)
    limit(text, i, &starts);
  view->limit_count = i;
  if (!i)
    return;
  int64_t digits = view->atoms.count + view->inner.count;
  count = digits;
  list(text, " by (", weight, digits, &count);
  if (count != digits)
    tl_bridge_parse_error(syntax, NULL,
                          "expected a weight of every atom and digit of the "
                          "run");
}

void tl_syntax_swizzle(tl_syntax *syntax, tl_swizzle *swizzle, int64_t *bits) {
  int64_t words[3] = {swizzle->base, swizzle->bits, swizzle->shift};
  int64_t count = 3;
  access_text text = {.syntax = syntax, .words = words};
  tl_error error;
  if (!tl_bridge_optional_text(syntax, " swizzle", swizzle->bits))
    return;
  list(&text, " (", word, 3, &count);
  if (count != 3 || words[1] == 0)
    tl_bridge_parse_error(syntax, NULL,
                          "swizzle has to be three numbers: base, bits (at "
                          "least 1) and shift");
  if (tl_bridge_is_reading(syntax) &&
      tl_swizzle_create(words[0], words[1], words[2], swizzle, &error) != TL_OK)
    tl_bridge_parse_error(syntax, NULL, error.message);
  if (tl_bridge_optional_text(syntax, " bits ", *bits >= 0))
    number(&text, 0, bits);
}

/* The reason before the alignment: a string before a colon would take the type
 * that follows. */
static void access(access_text *text) {
  tl_syntax *syntax = text->syntax;
  tl_thread_view *view = text->view;
  extents(text, "atoms (", &view->atoms);
  column(text, " : (", memory_stride);
  column(text, " -> (", register_stride);
  vector(text);
  limits(text);
  if (text->symbols)
    tl_syntax_named(syntax, " pad ", "pad");
  tl_syntax_swizzle(syntax, &view->swizzle, &view->offset_bits);
  if (text->symbols)
    tl_syntax_named(syntax, " reason ", "reason");
  tl_syntax_text(syntax, " align ",
                 "expected 'align' and the bytes that it is a multiple of");
  tl_syntax_integer(syntax, &view->alignment,
                    "expected the bytes of an alignment, an integer");
  if (tl_bridge_optional_text(syntax, " phase ", view->phase))
    number(text, 1, &view->phase);
}

void tl_syntax_body(tl_syntax *syntax, tl_thread_view *view,
                    tl_operands *symbols,
                    tl_limit_operands limits[TL_MAX_RANK]) {
  int64_t words[TL_MAX_STARTS], slots;
  access_text text = {syntax, view, symbols, limits, NULL, words};
  MlirContext context = tl_bridge_context(syntax);
  MlirAttribute own = tl_syntax_attribute(syntax, "slots");
  tl_words_read(own, TL_MAX_STARTS, words, &slots);
  if (tl_bridge_optional_text(syntax, " slots", slots)) {
    list(&text, " (", word, TL_MAX_STARTS, &slots);
    tl_bridge_set_attribute(syntax, "slots",
                            mlirDenseI64ArrayGet(context, slots, words));
  }
  tl_bridge_text(syntax, " ");
  access(&text);
  if (tl_bridge_is_reading(syntax))
    tl_bridge_set_attribute(syntax, "access", tl_access_get(context, view));
}

static void attribute(TL_UNUSED const tl_attribute_row *row, tl_syntax *syntax,
                      int64_t *words) {
  tl_thread_view view = {.width = 1, .offset_bits = -1, .target_bits = -1};
  access_text text = {.syntax = syntax, .view = &view};
  if (words[0])
    read_words(words, &view);
  tl_bridge_text(syntax, "<");
  if (tl_bridge_optional_text(syntax, "to", view.target_swizzle.bits)) {
    tl_syntax_swizzle(syntax, &view.target_swizzle, &view.target_bits);
    tl_bridge_text(syntax, " ");
  }
  access(&text);
  tl_bridge_text(syntax, ">");
  write_words(&view, words);
}

_Alignas(8) const tl_attribute_row TL_ACCESS_ATTRIBUTE = {
    .name = "access",
    .syntax = attribute,
    .word_count = MOST_WORDS,
    .is_counted = true,
};
