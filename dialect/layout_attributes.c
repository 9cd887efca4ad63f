/* layout_attributes.c - #tl.register, #tl.shared, ...: a row for each notation.
 *
 * An attribute holds the words of its layout value as they lie in memory and,
 * after them, what is known of the layout (tl_layout_facts), which depends on
 * the value alone: reading it is a copy, equal layouts are the same attribute,
 * and questions about one are asked once.  It has no target: the narrowest
 * waves in which its text has a meaning count. */
#include "copy_checks.h"
#include "tl/layout_questions.h"
#include "tl/target.h"
#include <string.h>

enum { FACT_WORDS = sizeof(tl_layout_facts) / sizeof(int64_t) };

static void find_facts(const tl_value *value, tl_layout_facts *out);

/* The words of an attribute of the notation with that value. */
static void pack(const tl_notation *notation, const tl_value *value,
                 int64_t *words) {
  tl_layout_facts facts;
  find_facts(value, &facts);
  memcpy(words, &value->as, notation->word_count * sizeof *words);
  memcpy(words + notation->word_count, &facts, sizeof facts);
}

static void read_text(const tl_notation *notation, tl_syntax *syntax,
                      int64_t *words) {
  MlirStringRef text = tl_bridge_attribute_text(syntax);
  tl_value value;
  tl_error error;
  int64_t lanes = tl_wave_above(0);
  if (!tl_bridge_is_reading(syntax))
    return;
  tl_code code = tl_expression_evaluate(text.data, text.length, notation->kind,
                                        lanes, &value, &error);
  while (code != TL_OK && (lanes = tl_wave_above(lanes)))
    code = tl_expression_evaluate(text.data, text.length, notation->kind, lanes,
                                  &value, NULL);
  if (code == TL_OK)
    pack(notation, &value, words);
  else
    tl_bridge_parse_error(syntax,
                          text.data + (error.position < 0 ? 0 : error.position),
                          error.message);
}

static void read_or_write(const tl_attribute_row *row, tl_syntax *syntax,
                          int64_t *words) {
  const tl_notation *notation = row->meaning;
  tl_value value = {.kind = notation->kind};
  tl_text text = {0};
  if (tl_bridge_is_reading(syntax)) {
    read_text(notation, syntax, words);
    return;
  }
  memcpy(&value.as, words, notation->word_count * sizeof *words);
  tl_value_print_in_family(&value, &text);
  tl_bridge_text(syntax, "<");
  tl_bridge_text(syntax, text.data);
  tl_bridge_text(syntax, ">");
}

tl_attribute_row tl_layout_attribute_row(const tl_notation *notation) {
  return (tl_attribute_row){.name = notation->name,
                            .syntax = read_or_write,
                            .word_count =
                                (intptr_t)notation->word_count + FACT_WORDS,
                            .meaning = notation};
}

const char *tl_not_for_memory(const tl_layout *layout) {
  int64_t span;
  if (layout->replica_count)
    return "replicas";
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++)
    if (tl_layout_span(layout, axis, &span, NULL) != TL_OK || span > 1)
      return "thread axes";
  return NULL;
}

/* Of a layout whose axes do not make up the number of a thread, the answers may
 * be others on the threads of a scope. */
static void find_answers(const tl_layout *layout, int64_t lanes,
                         tl_layout_facts *out) {
  tl_scope scope;
  tl_box slots = {{0}};
  out->is_injective = out->fills_slots = TL_UNDECIDED;
  if (!tl_layout_find_scope(layout, lanes, &scope))
    return;
  out->is_injective = tl_layout_is_injective(layout, lanes, NULL, NULL);
  slots.extent[TL_AXIS_M] = out->slots;
  if (out->slots)
    out->fills_slots = tl_layout_covers(layout, lanes, &slots, NULL, NULL);
}

/* False where it has no meaning in such waves. */
static bool find_facts_in_waves(const tl_value *value, int64_t lanes,
                                tl_layout_facts *out) {
  tl_role role = tl_notation_of(value->kind)->role;
  tl_layout layout = value->as.layout, on_scope;
  *out = (tl_layout_facts){.is_injective = TL_UNDECIDED,
                           .fills_slots = TL_UNDECIDED};
  for (int scope = 0; scope < TL_SCOPE_COUNT && role != TL_ROLE_STORED; scope++)
    if (tl_value_to_twisted(value, (tl_scope)scope, lanes, &on_scope, NULL) ==
        TL_OK)
      out->scopes |= 1 << scope;
  if (value->kind != TL_KIND_LAYOUT &&
      tl_value_to_twisted(value, TL_SCOPE_CTA, lanes, &layout, NULL) != TL_OK)
    return false;
  out->shape = tl_layout_shape(&layout);
  out->has_swizzle = layout.swizzle.bits > 0;
  if (tl_layout_span(&layout, TL_AXIS_M, &out->slots, NULL) != TL_OK)
    out->slots = 0;
  if (role == TL_ROLE_HELD || tl_not_for_memory(&layout) ||
      tl_layout_footprint(&layout, &out->footprint, NULL) != TL_OK)
    out->footprint = 0;
  find_answers(&layout, lanes, out);
  return true;
}

/* Answers are those in the waves of every target that it has a meaning in. */
static void find_facts(const tl_value *value, tl_layout_facts *out) {
  int64_t lanes = tl_wave_above(0);
  bool is_known = find_facts_in_waves(value, lanes, out);
  while ((lanes = tl_wave_above(lanes))) {
    tl_layout_facts own;
    if (!find_facts_in_waves(value, lanes, &own))
      continue;
    if (is_known && own.is_injective != out->is_injective)
      own.is_injective = TL_UNDECIDED;
    if (is_known && own.fills_slots != out->fills_slots)
      own.fills_slots = TL_UNDECIDED;
    own.scopes |= is_known ? out->scopes : 0;
    *out = own;
    is_known = true;
  }
}

MlirAttribute tl_layout_attribute_get(MlirContext context,
                                      const tl_value *value) {
  const tl_notation *notation = tl_notation_of(value->kind);
  const tl_attribute_row row = tl_layout_attribute_row(notation);
  int64_t words[TL_VALUE_WORDS + FACT_WORDS];
  pack(notation, value, words);
  return tl_bridge_attribute_get(context, &row, words);
}

/* Other attributes of the dialect mean nothing. */
const tl_notation *tl_layout_attribute_notation(MlirAttribute attribute) {
  const void *notation = NULL;
  tl_bridge_attribute_words(attribute, &notation);
  return notation;
}

bool tl_layout_attribute_read(MlirAttribute attribute, tl_value *value) {
  const void *meaning = NULL;
  const int64_t *words = tl_bridge_attribute_words(attribute, &meaning);
  const tl_notation *notation = meaning;
  if (!notation)
    return false;
  value->kind = notation->kind;
  memcpy(&value->as, words, notation->word_count * sizeof *words);
  return true;
}

const tl_layout_facts *tl_layout_attribute_facts(MlirAttribute attribute) {
  const void *meaning = NULL;
  const int64_t *words = tl_bridge_attribute_words(attribute, &meaning);
  const tl_notation *notation = meaning;
  return notation ? (const void *)(words + notation->word_count) : NULL;
}

const char *tl_layout_alias(MlirAttribute attribute) {
  const tl_notation *notation = tl_layout_attribute_notation(attribute);
  if (!notation)
    return NULL;
  bool is_stored = notation->role == TL_ROLE_ANY
                       ? tl_layout_attribute_facts(attribute)->footprint != 0
                       : notation->role == TL_ROLE_STORED;
  return is_stored ? "smem" : "frag";
}
