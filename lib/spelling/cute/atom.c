/* atom.c - see atom.h.
 *
 *   threads 4:32 8:1, values 2:16 2:8 -> ((4,8),(2,2)):((32,1),(16,8)) */
#include "atom.h"
#include "cute_flat.h"
#include "tuple_walk.h"
#include <string.h>

bool tl_atom_text_is(atom_text text, const char *word) {
  return text.length == strlen(word) &&
         memcmp(text.bytes, word, text.length) == 0;
}

bool tl_atom_take_word(atom_text *rest, const char *word) {
  size_t length = strlen(word);
  if (rest->length < length || memcmp(rest->bytes, word, length) != 0)
    return false;
  *rest = (atom_text){rest->bytes + length, rest->length - length};
  return true;
}

bool tl_atom_take_number(atom_text *rest, int64_t *out) {
  int64_t number = 0;
  size_t digits = 0;
  while (digits < rest->length && rest->bytes[digits] >= '0' &&
         rest->bytes[digits] <= '9') {
    number = number * 10 + (rest->bytes[digits++] - '0');
    if (number == 0 || digits > 4)
      return false;
  }
  *rest = (atom_text){rest->bytes + digits, rest->length - digits};
  *out = number;
  return digits > 0;
}

atom_quote tl_atom_quote(atom_text text) {
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

static tl_code put_mode(const tl_leaf *digits, bool is_grouped, bool keeps_last,
                        tl_cute *out, tl_error *error) {
  flat_modes modes = {0};
  for (int i = 0; i < ATOM_DIGITS && digits[i].value > 0; i++) {
    bool is_last = i + 1 == ATOM_DIGITS || digits[i + 1].value == 0;
    if (digits[i].value != 1 || (keeps_last && is_last))
      modes.items[modes.count++] = digits[i];
  }
  if (is_grouped && modes.count == 1)
    TL_TRY(tl_tuple_put(out, 1, (tl_leaf){0}, error));
  return tl_flat_put(&modes, out, error);
}

tl_code tl_atom_write(const atom_layout *layout, tl_cute *out,
                      tl_error *error) {
  *out = (tl_cute){0};
  TL_TRY(tl_tuple_put(out, 2, (tl_leaf){0}, error));
  TL_TRY(put_mode(layout->threads, false, false, out, error));
  return put_mode(layout->values, layout->is_grouped, layout->keeps_last, out,
                  error);
}

tl_code tl_atom_write_threads(const atom_layout *layout, tl_cute *out,
                              tl_error *error) {
  *out = (tl_cute){0};
  return put_mode(layout->threads, false, false, out, error);
}
