/* fuzz_language.c - The layout language: a value is printed as text that means
 * the same value (law L10), of whatever family of attributes it is read as.
 *
 * The first byte is the family, what follows the text. */
#include "fuzz_target.h"
#include "tl/expression.h"
#include "tl/notation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 1 << 14, LANES = 32 };

typedef struct text {
  size_t length;
  char data[MOST_TEXT];
} text;

/* Length goes on where the text is full. */
static void append(void *stream, const char *bytes, size_t length) {
  text *to = stream;
  size_t left = to->length < MOST_TEXT ? MOST_TEXT - to->length : 0;
  memcpy(to->data + MOST_TEXT - left, bytes, length < left ? length : left);
  to->length += length;
}

static void stop(const char *what, const text *first, const char *second) {
  fprintf(stderr, "%s: %.*s: %s\n", what, (int)first->length, first->data,
          second);
  abort();
}

/* One line of text, which says where. */
static void check_error(const tl_error *error, size_t size) {
  text none = {0};
  if (!error->message[0] || strchr(error->message, '\n'))
    stop("no message of one line", &none, error->message);
  if (error->position != TL_NO_POSITION &&
      (error->position < 0 || (size_t)error->position > size))
    stop("a position outside the text", &none, error->message);
}

static void check_round_trip(const tl_value *value) {
  static text first, second;
  tl_value again;
  tl_error error;
  first.length = second.length = 0;
  tl_value_write(value, (tl_writer){append, &first});
  if (value->kind == TL_KIND_TEXT || first.length > MOST_TEXT)
    return;
  if (tl_expression_evaluate(first.data, first.length, TL_KIND_NONE, LANES,
                             &again, &error) != TL_OK)
    stop("does not parse again", &first, error.message);
  tl_value_write(&again, (tl_writer){append, &second});
  if (first.length != second.length ||
      memcmp(first.data, second.data, first.length) != 0)
    stop("is other text again", &first, "");
}

static void write_nowhere(void *stream, const char *bytes, size_t length) {
  (void)stream, (void)bytes, (void)length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return -1;
  int number = data[0] % (TL_NOTATION_COUNT + 1);
  tl_kind family =
      number < TL_NOTATION_COUNT ? TL_NOTATIONS[number]->kind : TL_KIND_NONE;
  const char *words = (const char *)data + 1;
  tl_value value;
  tl_error error = {.position = TL_NO_POSITION};
  if (tl_expression_evaluate(words, size - 1, family, LANES, &value, &error) ==
      TL_OK)
    check_round_trip(&value);
  else
    check_error(&error, size - 1);
  tl_error other = {.position = TL_NO_POSITION};
  if (tl_expression_write(words, size - 1, family, LANES,
                          (tl_writer){write_nowhere, NULL}, &other) != TL_OK)
    check_error(&other, size - 1);
  return 0;
}
