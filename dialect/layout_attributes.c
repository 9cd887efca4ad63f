/* layout_attributes.c - #tl.register, #tl.shared, #tl.cute, #tl.cute_tv,
 * #tl.tile.
 *
 * An attribute holds the words of its layout value as they lie in memory, so
 * reading it is a copy and equal layouts are the same attribute.  It has no
 * target: the narrowest waves in which its text has a meaning count. */
#include "layout_attributes.h"
#include "tl/dialect.h"
#include <string.h>

static void parse_in(tl_kind family, MlirStringRef text,
                     tl_attribute_sink *sink) {
  tl_value value;
  tl_error error;
  int64_t lanes = tl_wave_above(0);
  tl_code code = tl_expression_evaluate(text.data, text.length, family, lanes,
                                        &value, &error);
  while (code != TL_OK && (lanes = tl_wave_above(lanes)))
    code = tl_expression_evaluate(text.data, text.length, family, lanes, &value,
                                  NULL);
  if (code == TL_OK)
    tl_bridge_attribute_accept(sink, (const int64_t *)&value.as);
  else
    tl_bridge_attribute_reject(sink, error.position, error.message);
}

static void print_in(tl_kind family, const int64_t *words, size_t size,
                     MlirStringCallback write, void *stream) {
  tl_value value = {.kind = family};
  memcpy(&value.as, words, size);
  tl_text text = {0};
  tl_value_print_in_family(&value, &text);
  write(mlirStringRefCreate(text.data, text.length), stream);
}

#define LAYOUT_ATTRIBUTE(row, text, family, type)                              \
  static void parse_##row(MlirStringRef source, tl_attribute_sink *sink) {     \
    parse_in(family, source, sink);                                            \
  }                                                                            \
  static void print_##row(const int64_t *words, MlirStringCallback write,      \
                          void *stream) {                                      \
    print_in(family, words, sizeof(type), write, stream);                      \
  }                                                                            \
  static const tl_attribute_row row = {.name = text,                           \
                                       .parse = parse_##row,                   \
                                       .print = print_##row,                   \
                                       .word_count =                           \
                                           sizeof(type) / sizeof(int64_t)};

LAYOUT_ATTRIBUTE(REGISTER, "register", TL_KIND_REGISTER, tl_register)
LAYOUT_ATTRIBUTE(SHARED, "shared", TL_KIND_SHARED, tl_shared)
LAYOUT_ATTRIBUTE(CUTE, "cute", TL_KIND_CUTE, tl_composed)
LAYOUT_ATTRIBUTE(CUTE_TV, "cute_tv", TL_KIND_CUTE_TV, tl_cute_tv)
LAYOUT_ATTRIBUTE(TILE, "tile", TL_KIND_LAYOUT, tl_layout)

const tl_attribute_row *const TL_LAYOUT_ATTRIBUTES[TL_LAYOUT_ATTRIBUTE_COUNT] =
    {&REGISTER, &SHARED, &CUTE, &CUTE_TV, &TILE};

static const tl_kind FAMILIES[TL_LAYOUT_ATTRIBUTE_COUNT] = {
    TL_KIND_REGISTER, TL_KIND_SHARED, TL_KIND_CUTE, TL_KIND_CUTE_TV,
    TL_KIND_LAYOUT};

MlirAttribute tl_layout_attribute_get(MlirContext context,
                                      const tl_value *value) {
  int row = 0;
  while (FAMILIES[row] != value->kind)
    row++;
  return tl_bridge_attribute_get(context, TL_LAYOUT_ATTRIBUTES[row],
                                 (const int64_t *)&value->as);
}

bool tl_layout_attribute_read(MlirAttribute attribute, tl_value *value) {
  for (int row = 0; row < TL_LAYOUT_ATTRIBUTE_COUNT; row++) {
    const int64_t *words =
        tl_bridge_attribute_words(attribute, TL_LAYOUT_ATTRIBUTES[row]);
    if (!words)
      continue;
    value->kind = FAMILIES[row];
    memcpy(&value->as, words,
           (size_t)TL_LAYOUT_ATTRIBUTES[row]->word_count * sizeof(int64_t));
    return true;
  }
  return false;
}
