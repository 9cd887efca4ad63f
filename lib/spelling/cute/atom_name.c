/* atom_name.c - see atom_name.h. */
#include "atom_name.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool tl_cute_atom_text_is(atom_text text, const char *word) {
  return text.length == strlen(word) &&
         memcmp(text.bytes, word, text.length) == 0;
}

bool tl_cute_atom_take_word(atom_text *rest, const char *word) {
  size_t length = strlen(word);
  if (rest->length < length || memcmp(rest->bytes, word, length) != 0)
    return false;
  *rest = (atom_text){rest->bytes + length, rest->length - length};
  return true;
}

bool tl_cute_atom_take_number(atom_text *rest, int64_t *out) {
  int64_t number = 0;
  size_t digits = 0;
  while (digits < rest->length && rest->bytes[digits] >= '0' &&
         rest->bytes[digits] <= '9') {
    number = number * 10 + (rest->bytes[digits++] - '0');
    if (number == 0 || digits > 4)
      return false;
  }
  if (digits == 0)
    return false;
  *rest = (atom_text){rest->bytes + digits, rest->length - digits};
  *out = number;
  return true;
}

atom_quote tl_cute_atom_quote(atom_text text) {
  atom_quote quote = {{0}};
  bool fits = text.length <= ATOM_QUOTE_BYTES;
  size_t length = fits ? text.length : ATOM_QUOTE_BYTES;
  for (size_t i = 0; i < length; i++) {
    char byte = text.bytes[i];
    quote.text[i] = byte >= ' ' && byte <= '~' ? byte : '?';
  }
  if (!fits)
    memcpy(quote.text + length, "...", sizeof("..."));
  return quote;
}

void tl_cute_atom_append(atom_line *line, const char *text) {
  size_t length = strlen(text);
  if (length >= sizeof(line->text) - line->length)
    return;
  memcpy(line->text + line->length, text, length + 1);
  line->length += length;
}

void tl_cute_atom_append_number(atom_line *line, int64_t number) {
  char digits[24];
  snprintf(digits, sizeof(digits), "%" PRId64, number);
  tl_cute_atom_append(line, digits);
}

static bool has_item(const atom_line *list, const atom_line *item) {
  for (size_t i = 0; i + item->length <= list->length; i++) {
    char before = i == 0 ? ' ' : list->text[i - 1];
    char after = list->text[i + item->length];
    if (before == ' ' && (after == ',' || after == '\0') &&
        memcmp(list->text + i, item->text, item->length) == 0)
      return true;
  }
  return false;
}

void tl_cute_atom_append_item(atom_line *list, const atom_line *item) {
  if (has_item(list, item))
    return;
  if (list->length > 0)
    tl_cute_atom_append(list, ", ");
  tl_cute_atom_append(list, item->text);
}
