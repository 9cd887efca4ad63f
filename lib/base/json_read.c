/* json_read.c - see tl/json_read.h.
 *
 * A value that was parsed is known to be right, so that what reads it skips by
 * brackets and quotes alone. */
#include "tl/json_read.h"
#include "base/checked.h"
#include "tl/text.h"
#include <string.h>

typedef struct cursor {
  const char *text;
  size_t at, end, depth;
  tl_error *error;
} cursor;

static bool is_blank(char character) {
  return character == ' ' || character == '\t' || character == '\n' ||
         character == '\r';
}

static bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

static bool is_hexadecimal(char character) {
  return is_digit(character) ||
         ((character | ' ') >= 'a' && (character | ' ') <= 'f');
}

static void skip_blanks(cursor *of) {
  while (of->at < of->end && is_blank(of->text[of->at]))
    of->at++;
}

static bool takes(cursor *of, char character) {
  bool is_there = of->at < of->end && of->text[of->at] == character;
  of->at += is_there;
  return is_there;
}

/*===--- Checks ----------------------------------------------------------===*/

static tl_code refuse(const cursor *of, tl_code code, const char *what) {
  char got = of->at < of->end ? of->text[of->at] : 0;
  if (of->at >= of->end)
    tl_fail(of->error, code, "expected %s, got the end of the text", what);
  else if (got > ' ' && got < 0x7f)
    tl_fail(of->error, code, "expected %s, got '%c'", what, got);
  else
    tl_fail(of->error, code, "expected %s, got byte 0x%02x", what,
            (unsigned)(unsigned char)got);
  if (of->error)
    of->error->position = of->at < INT32_MAX ? (int)of->at : INT32_MAX;
  return code;
}

static const char ESCAPED[] = "\"\\/bfnrt", MEANT[] = "\"\\/\b\f\n\r\t";

/* -1: it is not there. */
static int place_in(const char *characters, char character) {
  for (int i = 0; characters[i]; i++)
    if (characters[i] == character)
      return i;
  return -1;
}

/* Behind a backslash. */
static tl_code check_escape(cursor *of) {
  if (takes(of, 'u')) {
    for (int i = 0; i < 4; i++, of->at++)
      if (of->at >= of->end || !is_hexadecimal(of->text[of->at]))
        return refuse(of, TL_INVALID, "four hexadecimal digits");
    return TL_OK;
  }
  if (of->at >= of->end || place_in(ESCAPED, of->text[of->at]) < 0)
    return refuse(of, TL_INVALID, "an escaped character");
  of->at++;
  return TL_OK;
}

static tl_code check_text(cursor *of) {
  if (!takes(of, '"'))
    return refuse(of, TL_INVALID, "a text");
  while (!takes(of, '"')) {
    size_t bytes = tl_utf8_length(of->text + of->at, of->end - of->at);
    if (of->at >= of->end || !bytes ||
        (unsigned char)of->text[of->at] < (unsigned char)' ')
      return refuse(of, TL_INVALID, "a character or '\"'");
    if (takes(of, '\\'))
      TL_TRY(check_escape(of));
    else
      of->at += bytes;
  }
  return TL_OK;
}

static tl_code check_digits(cursor *of) {
  if (of->at >= of->end || !is_digit(of->text[of->at]))
    return refuse(of, TL_INVALID, "a digit");
  while (of->at < of->end && is_digit(of->text[of->at]))
    of->at++;
  return TL_OK;
}

static tl_code check_number(cursor *of) {
  takes(of, '-');
  if (!takes(of, '0'))
    TL_TRY(check_digits(of));
  if (takes(of, '.'))
    TL_TRY(check_digits(of));
  if (takes(of, 'e') || takes(of, 'E')) {
    if (!takes(of, '-'))
      takes(of, '+');
    TL_TRY(check_digits(of));
  }
  return TL_OK;
}

static tl_code check_word(cursor *of, const char *word) {
  for (; *word; word++)
    if (!takes(of, *word))
      return refuse(of, TL_INVALID, "true, false or null");
  return TL_OK;
}

static tl_code check_value(cursor *of);

static tl_code check_member(cursor *of) {
  TL_TRY(check_text(of));
  skip_blanks(of);
  if (!takes(of, ':'))
    return refuse(of, TL_INVALID, "':'");
  return check_value(of);
}

/* Behind the bracket that opens. */
static tl_code check_items(cursor *of, char close,
                           tl_code (*check_item)(cursor *)) {
  if (of->depth == TL_JSON_MOST_DEPTH)
    return refuse(of, TL_CAPACITY, "at most 64 brackets in each other");
  of->depth++;
  skip_blanks(of);
  bool is_empty = takes(of, close);
  while (!is_empty) {
    skip_blanks(of);
    TL_TRY(check_item(of));
    skip_blanks(of);
    if (takes(of, close))
      break;
    if (!takes(of, ','))
      return refuse(of, TL_INVALID, close == ']' ? "',' or ']'" : "',' or '}'");
  }
  of->depth--;
  return TL_OK;
}

static tl_code check_value(cursor *of) {
  skip_blanks(of);
  char first = of->at < of->end ? of->text[of->at] : 0;
  if (takes(of, '{'))
    return check_items(of, '}', check_member);
  if (takes(of, '['))
    return check_items(of, ']', check_value);
  if (first == '"')
    return check_text(of);
  if (first == '-' || is_digit(first))
    return check_number(of);
  if (first == 't' || first == 'f' || first == 'n')
    return check_word(of, first == 't'   ? "true"
                          : first == 'f' ? "false"
                                         : "null");
  return refuse(of, TL_INVALID, "a value");
}

tl_code tl_json_parse(const char *text, size_t length, tl_json_value *out,
                      tl_error *error) {
  cursor of = {.text = text, .end = length, .error = error};
  skip_blanks(&of);
  size_t first = of.at;
  TL_TRY(check_value(&of));
  *out = (tl_json_value){text + first, of.at - first};
  skip_blanks(&of);
  return of.at < of.end ? refuse(&of, TL_INVALID, "the end of the text")
                        : TL_OK;
}

/*===--- Parts -----------------------------------------------------------===*/

static const char *behind_text(const char *at) {
  for (at++; *at != '"'; at++)
    at += *at == '\\';
  return at + 1;
}

static const char *behind_value(const char *at) {
  int64_t depth = 0;
  if (*at != '{' && *at != '[' && *at != '"') {
    while (!is_blank(*at) && *at != ',' && *at != ']' && *at != '}')
      at++;
    return at;
  }
  do {
    if (*at == '"') {
      at = behind_text(at);
    } else {
      depth += *at == '{' || *at == '[';
      depth -= *at == '}' || *at == ']';
      at++;
    }
  } while (depth > 0);
  return at;
}

/* The first character that is neither a blank nor one of the marks. */
static const char *skip(const char *at, char mark) {
  while (is_blank(*at) || *at == mark)
    at++;
  return at;
}

static tl_json_value value_at(const char *at) {
  return (tl_json_value){at, (size_t)(behind_value(at) - at)};
}

bool tl_json_next(const tl_json_value *array, tl_json_value *item) {
  if (*array->start != '[')
    return false;
  const char *at = item->start ? item->start + item->length : array->start + 1;
  at = skip(at, ',');
  if (*at == ']')
    return false;
  *item = value_at(at);
  return true;
}

bool tl_json_member(const tl_json_value *object, const char *name,
                    tl_json_value *out) {
  size_t length = strlen(name);
  if (*object->start != '{')
    return false;
  const char *at = skip(object->start + 1, ',');
  while (*at != '}') {
    const char *end = behind_text(at);
    bool is_it =
        (size_t)(end - at) == length + 2 && strncmp(at + 1, name, length) == 0;
    *out = value_at(skip(end, ':'));
    if (is_it)
      return true;
    at = skip(out->start + out->length, ',');
  }
  return false;
}

/*===--- Values ----------------------------------------------------------===*/

bool tl_json_read_integer(const tl_json_value *value, int64_t *out) {
  bool is_negative = *value->start == '-';
  int64_t number = 0;
  for (size_t i = is_negative; i < value->length; i++) {
    char digit = value->start[i];
    int64_t step = is_negative ? '0' - digit : digit - '0';
    if (!is_digit(digit) ||
        tl_multiply_add(step, number, 10, &number, NULL) != TL_OK)
      return false;
  }
  *out = number;
  return true;
}

bool tl_json_read_boolean(const tl_json_value *value, bool *out) {
  *out = *value->start == 't';
  return *out || *value->start == 'f';
}

bool tl_json_is_null(const tl_json_value *value) {
  return *value->start == 'n';
}

/* What stands behind a backslash; *at moves to the last of it. */
static char unescape(const char **at) {
  unsigned code = 0;
  if (**at != 'u')
    return MEANT[place_in(ESCAPED, **at)];
  for (int i = 0; i < 4; i++) {
    char digit = *++*at;
    code = 16 * code +
           (unsigned)(is_digit(digit) ? digit - '0' : (digit | ' ') - 'a' + 10);
  }
  return code < 0x80 ? (char)code : '?';
}

bool tl_json_read_text(const tl_json_value *value, char *out, size_t capacity) {
  size_t length = 0;
  if (*value->start != '"')
    return false;
  for (const char *at = value->start + 1; *at != '"'; at++) {
    if (length + 1 >= capacity)
      return false;
    bool is_escaped = *at == '\\';
    at += is_escaped;
    out[length++] = is_escaped ? unescape(&at) : *at;
  }
  out[length] = 0;
  return true;
}
