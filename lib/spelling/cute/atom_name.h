/* atom_name.h - Reading the names of atoms, and the messages about them. */
#ifndef TL_ATOM_NAME_H
#define TL_ATOM_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of a name; not NUL-terminated. */
typedef struct atom_text {
  const char *bytes;
  size_t length;
} atom_text;

bool tl_cute_atom_text_is(atom_text text, const char *word);

/* Take a word, or a number of one to four digits without leading zero, off the
 * front; when it is not there, false and nothing changes. */
bool tl_cute_atom_take_word(atom_text *rest, const char *word);
bool tl_cute_atom_take_number(atom_text *rest, int64_t *out);

/* The text as far as a message has room for it, unprintable bytes as ?. */
enum { ATOM_QUOTE_BYTES = 44 };
typedef struct atom_quote {
  char text[ATOM_QUOTE_BYTES + sizeof("...")];
} atom_quote;
atom_quote tl_cute_atom_quote(atom_text text);

/* A line of a message in the making.  What does not fit is left out. */
typedef struct atom_line {
  size_t length;
  char text[160];
} atom_line;
void tl_cute_atom_append(atom_line *line, const char *text);
void tl_cute_atom_append_number(atom_line *line, int64_t number);

/* Appends ", item", the first time without the comma; an item that is there
 * already is not repeated. */
void tl_cute_atom_append_item(atom_line *list, const atom_line *item);

#endif /* TL_ATOM_NAME_H */
