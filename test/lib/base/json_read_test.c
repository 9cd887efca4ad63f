// RUN: json_read_test | FileCheck %s
// RUN: json_read_test_fast | FileCheck %s
// CHECK: texts: {{[1-9][0-9]+}}, 0 failures
// CHECK: values: {{[1-9][0-9]+}}, 0 failures
// CHECK: cut and changed: {{[1-9][0-9]+}} texts, {{[1-9][0-9]+}} of them JSON

/* What is JSON, and where it is not; what is read of it.  Every beginning of a text
 * and every change of one byte is parsed, and what is JSON is read through.
 * usage: json_read_test */
#include "tl/json_read.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*===--- Texts ------------------------------------------------------------===*/

typedef struct known_text {
  const char *text;
  int position; /* of what is wrong; TL_NO_POSITION: nothing is */
  const char *message;
} known_text;

static const known_text TEXTS[] = {
    {"{}", TL_NO_POSITION, ""},
    {" [ ] ", TL_NO_POSITION, ""},
    {"[1, -2, 0, 1.5e+10, 2E-3]", TL_NO_POSITION, ""},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"", TL_NO_POSITION, ""},
    {"[true, false, null, {\"a\": {\"b\": []}}]", TL_NO_POSITION, ""},
    {"", 0, "expected a value, got the end of the text"},
    {"[1,]", 3, "expected a value, got ']'"},
    {"[1 2]", 3, "expected ',' or ']', got '2'"},
    {"{1}", 1, "expected a text, got '1'"},
    {"{\"a\" 1}", 5, "expected ':', got '1'"},
    {"{\"a\": 1", 7, "expected ',' or '}', got the end of the text"},
    {"[01]", 2, "expected ',' or ']', got '1'"},
    {"-", 1, "expected a digit, got the end of the text"},
    {"1.", 2, "expected a digit, got the end of the text"},
    {"1e", 2, "expected a digit, got the end of the text"},
    {"nul", 3, "expected true, false or null, got the end of the text"},
    {"\"\\x\"", 2, "expected an escaped character, got 'x'"},
    {"\"\\u12g4\"", 5, "expected four hexadecimal digits, got 'g'"},
    {"\"a\nb\"", 2, "expected a character or '\"', got byte 0x0a"},
    {"\"\xff\"", 1, "expected a character or '\"', got byte 0xff"},
    {"1 2", 2, "expected the end of the text, got '2'"},
};

static bool is_as_known(const known_text *known) {
  tl_json_value value;
  tl_error error = {.position = TL_NO_POSITION};
  tl_code code =
      tl_json_parse(known->text, strlen(known->text), &value, &error);
  bool is_right = known->position == TL_NO_POSITION;
  if ((code == TL_OK) == is_right &&
      (is_right || (error.position == known->position &&
                    strcmp(error.message, known->message) == 0)))
    return true;
  printf("%s: %d at %d: %s\n", known->text, code, error.position,
         error.message);
  return false;
}

static bool is_too_deep(int64_t depth) {
  char text[2 * TL_JSON_MOST_DEPTH + 4];
  tl_json_value value;
  memset(text, '[', (size_t)depth);
  memset(text + depth, ']', (size_t)depth);
  return tl_json_parse(text, 2 * (size_t)depth, &value, NULL) == TL_CAPACITY;
}

/*===--- Values -----------------------------------------------------------===*/

static const char OBJECT[] =
    "{\"name\": \"a\\\\\\\"b\\n\\u0041\\u0080\", \"least\": "
    "-9223372036854775808,\n"
    " \"most\": 9223372036854775807, \"above\": 9223372036854775808,\n"
    " \"half\": 0.5, \"flags\": [true, false], \"none\": null, \"nam\": 3,\n"
    " \"nested\": {\"name\": 7, \"text\": \"}]\\\"\"}, \"name\": 8}";

static long failures, values;

static void expect(bool is_so, const char *what) {
  values++;
  failures += !is_so;
  if (!is_so)
    printf("not so: %s\n", what);
}

static void check_values(void) {
  tl_json_value object, value, item = {NULL, 0}, ignored;
  char text[16];
  int64_t number = 0;
  bool flag = true;
  expect(tl_json_parse(OBJECT, strlen(OBJECT), &object, NULL) == TL_OK, "text");
  expect(tl_json_member(&object, "name", &value) &&
             tl_json_read_text(&value, text, sizeof text) &&
             strcmp(text, "a\\\"b\nA?") == 0,
         "the first of a name, unescaped");
  expect(tl_json_read_text(&value, text, 8) &&
             !tl_json_read_text(&value, text, 7),
         "a text has room, or is not read");
  expect(!tl_json_read_integer(&value, &number) &&
             !tl_json_read_boolean(&value, &flag) && !tl_json_is_null(&value),
         "a text is nothing else");
  expect(tl_json_member(&object, "least", &value) &&
             tl_json_read_integer(&value, &number) && number == INT64_MIN,
         "least");
  expect(tl_json_member(&object, "most", &value) &&
             tl_json_read_integer(&value, &number) && number == INT64_MAX,
         "most");
  expect(tl_json_member(&object, "above", &value) &&
             !tl_json_read_integer(&value, &number),
         "above");
  expect(tl_json_member(&object, "half", &value) &&
             !tl_json_read_integer(&value, &number),
         "half");
  expect(tl_json_member(&object, "none", &value) && tl_json_is_null(&value) &&
             !tl_json_read_text(&value, text, sizeof text),
         "null");
  expect(tl_json_member(&object, "nam", &value) &&
             tl_json_read_integer(&value, &number) && number == 3,
         "a name that begins another");
  expect(tl_json_member(&object, "nested", &value) &&
             tl_json_member(&value, "name", &ignored) &&
             tl_json_read_integer(&ignored, &number) && number == 7 &&
             !tl_json_member(&value, "most", &ignored),
         "nested");
  expect(
      tl_json_member(&object, "flags", &value) && tl_json_next(&value, &item) &&
          tl_json_read_boolean(&item, &flag) && flag &&
          tl_json_next(&value, &item) && tl_json_read_boolean(&item, &flag) &&
          !flag && !tl_json_next(&value, &item),
      "items");
  item = (tl_json_value){NULL, 0};
  expect(!tl_json_next(&object, &item) &&
             !tl_json_member(&value, "a", &ignored),
         "an object is no array, nor an array an object");
}

/*===--- Changes ----------------------------------------------------------===*/

static void read_through(const tl_json_value *value) {
  tl_json_value item = {NULL, 0};
  char text[64];
  int64_t number;
  tl_json_read_integer(value, &number);
  tl_json_read_text(value, text, sizeof text);
  tl_json_member(value, "name", &item);
  item = (tl_json_value){NULL, 0};
  while (tl_json_next(value, &item))
    read_through(&item);
}

/* In memory that ends where the text does, but for its NUL. */
static bool is_json(const char *text, size_t length) {
  char *copy = malloc(length + 1);
  tl_json_value value;
  if (!copy)
    return false;
  memcpy(copy, text, length);
  copy[length] = 0;
  bool is_right = tl_json_parse(copy, length, &value, NULL) == TL_OK;
  if (is_right)
    read_through(&value);
  free(copy);
  return is_right;
}

static void check_changes(void) {
  static const char BYTES[] = "{}[],:\"\\0-. tnu\n\xc3";
  char text[sizeof OBJECT];
  long count = 0, json = 0;
  for (size_t i = 0; i < strlen(OBJECT); i++) {
    count++;
    json += is_json(OBJECT, i);
    for (const char *byte = BYTES; *byte; byte++) {
      memcpy(text, OBJECT, sizeof OBJECT);
      text[i] = *byte;
      count++;
      json += is_json(text, strlen(OBJECT));
    }
  }
  printf("cut and changed: %ld texts, %ld of them JSON\n", count, json);
}

int main(void) {
  long count = (long)(sizeof TEXTS / sizeof *TEXTS), wrong = 0;
  for (long i = 0; i < count; i++)
    wrong += !is_as_known(&TEXTS[i]);
  wrong += is_too_deep(TL_JSON_MOST_DEPTH);
  wrong += !is_too_deep(TL_JSON_MOST_DEPTH + 1);
  printf("texts: %ld, %ld failures\n", count + 2, wrong);
  check_values();
  printf("values: %ld, %ld failures\n", values, failures);
  check_changes();
  return 0;
}
