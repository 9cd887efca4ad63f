/* value_kinds.h - The kinds of values of the language, one row each. */
#ifndef TL_VALUE_KINDS_H
#define TL_VALUE_KINDS_H

#include "tl/notation.h"

/* What a notation says of the kind of a layout is in its row. */
typedef struct tl_value_kind {
  const char *described; /* "an integer" */
  void (*write)(const tl_value *value, const tl_writer *text); /* null: of an
                                                       argument only */
  uint32_t reads; /* bits of the kinds that it is read as where one of them is
                     wanted */
} tl_value_kind;

const tl_value_kind *tl_value_kind_of(tl_kind kind);

/* NAME(fields), where a function of the notation's name makes the value. */
void tl_layout_value_write(const tl_notation *notation, const tl_value *value,
                           const tl_writer *text);

#endif /* TL_VALUE_KINDS_H */
