/* atom.h - Names of atoms, and their layouts put together digit by digit. */
#ifndef TL_ATOM_H
#define TL_ATOM_H

#include "tl/cute.h"
#include <stddef.h>

/* A part of a name; not NUL-terminated. */
typedef struct atom_text {
  const char *bytes;
  size_t length;
} atom_text;

bool tl_atom_text_is(atom_text text, const char *word);

/* Take a word, or a number of one to four digits without leading zero, off the
 * front; when it is not there, false and nothing is taken. */
bool tl_atom_take_word(atom_text *rest, const char *word);
bool tl_atom_take_number(atom_text *rest, int64_t *out);

/* The text as far as a message has room for it, unprintable bytes as ?. */
enum { ATOM_QUOTE_BYTES = 44 };
typedef struct atom_quote {
  char text[ATOM_QUOTE_BYTES + sizeof("...")];
} atom_quote;
atom_quote tl_atom_quote(atom_text text);

/* Digits from fast to slow.  Extents of 0 end them; those of 1 are left out,
 * but for the last one of the values where it is kept.  No digits are written
 * 1:0, one digit as 8:1, or as (8):(1) where the values are grouped. */
enum { ATOM_DIGITS = 4 };
typedef struct atom_layout {
  tl_leaf threads[ATOM_DIGITS], values[ATOM_DIGITS];
  bool is_grouped, keeps_last;
} atom_layout;

/* The thread-value layout, and the threads alone. */
TL_MUST_CHECK tl_code tl_atom_write(const atom_layout *layout, tl_cute *out,
                                    tl_error *error);
TL_MUST_CHECK tl_code tl_atom_write_threads(const atom_layout *layout,
                                            tl_cute *out, tl_error *error);

#endif /* TL_ATOM_H */
