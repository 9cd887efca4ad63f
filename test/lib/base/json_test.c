// RUN: json_test | FileCheck %s
// RUN: json_test_fast | FileCheck %s
// RUN: json_test --print | python3 -m json.tool | FileCheck %s --check-prefix=TOOL
// CHECK: 1114112 codes, 2048 of surrogates, 0 failures
// CHECK: known strings: 17, 0 failures
// CHECK: known texts: 3, 0 failures
// TOOL: "a\"b\\\u0001\u00e9\ufffd": "\ud83d\ude00"

/* Strings of JSON by enumeration of Unicode, and known cases.
 * usage: json_test [--print] */
#include "tl/json.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static bool is_written(const char *text, size_t length, const char *expected) {
  tl_text got = {0};
  tl_json json = {.to = tl_text_writer(&got)};
  tl_json_string(&json, NULL, text, length);
  if (strcmp(got.data, expected) == 0)
    return true;
  printf("expected %s, got %s\n", expected, got.data);
  return false;
}

/*===--- Unicode ----------------------------------------------------------===*/

/* The bytes of a code by the table of RFC 3629. */
static size_t encode(uint32_t code, char *out) {
  static const uint32_t ENDS[] = {0x80, 0x800, 0x10000};
  static const unsigned char LEADS[] = {0, 0xc0, 0xe0, 0xf0};
  size_t length = 1;
  while (length < 4 && code >= ENDS[length - 1])
    length++;
  for (size_t i = length; i-- > 1; code >>= 6)
    out[i] = (char)(0x80 | (code & 0x3f));
  out[0] = (char)(LEADS[length - 1] | code);
  return length;
}

/* Every code is one sequence, and no shorter or longer text is. */
static void check_codes(void) {
  long codes = 0, surrogates = 0, failures = 0;
  for (uint32_t code = 0; code < 0x110000; code++) {
    char bytes[5] = "";
    size_t length = encode(code, bytes);
    bool is_surrogate = code >= 0xd800 && code < 0xe000;
    codes++;
    surrogates += is_surrogate;
    failures += tl_utf8_length(bytes, 5) != (is_surrogate ? 0 : length);
    failures += tl_utf8_length(bytes, length - 1) != 0;
  }
  printf("%ld codes, %ld of surrogates, %ld failures\n", codes, surrogates,
         failures);
}

/*===--- Known cases ------------------------------------------------------===*/

static const struct {
  const char *text;
  size_t length;
  const char *expected;
} STRINGS[] = {
    {"", 0, "\"\""},
    {"plain", 5, "\"plain\""},
    {"a\"b", 3, "\"a\\\"b\""},
    {"a\\b", 3, "\"a\\\\b\""},
    {"\n\t\x1f", 3, "\"\\u000a\\u0009\\u001f\""},
    {"\0", 1, "\"\\u0000\""},
    {"\x7f", 1, "\"\\u007f\""},
    {"\xc3\xa9", 2, "\"\xc3\xa9\""},
    {"\xe2\x82\xac", 3, "\"\xe2\x82\xac\""},
    {"\xf0\x9f\x98\x80", 4, "\"\xf0\x9f\x98\x80\""},
    {"\xff", 1, "\"\\ufffd\""},
    {"\xa9x", 2, "\"\\ufffdx\""},
    {"\xc3", 1, "\"\\ufffd\""},
    {"\xc0\x80", 2, "\"\\ufffd\\ufffd\""},
    {"\xe0\x80\xaf", 3, "\"\\ufffd\\ufffd\\ufffd\""},
    {"\xed\xa0\x80", 3, "\"\\ufffd\\ufffd\\ufffd\""},
    {"\xf4\x90\x80\x80", 4, "\"\\ufffd\\ufffd\\ufffd\\ufffd\""},
};
enum { STRING_COUNT = sizeof STRINGS / sizeof *STRINGS };

static void check_strings(void) {
  int failures = 0;
  for (int i = 0; i < STRING_COUNT; i++)
    failures +=
        !is_written(STRINGS[i].text, STRINGS[i].length, STRINGS[i].expected);
  printf("known strings: %d, %d failures\n", STRING_COUNT, failures);
}

static void write_values(tl_json *json) {
  tl_json_open(json, NULL, '{');
  tl_json_integer(json, "a", INT64_MIN);
  tl_json_integers(json, "b", (const int64_t[]){1, 2}, 2);
  tl_json_text(json, "c", NULL);
  tl_json_boolean(json, "d", true);
  tl_json_close(json, '}');
}

static void write_lines(tl_json *json) {
  tl_json_open(json, NULL, '[');
  for (int i = 0; i < 2; i++) {
    tl_json_line(json);
    tl_json_open(json, NULL, '[');
    tl_json_close(json, ']');
  }
  tl_json_line(json);
  tl_json_close(json, ']');
}

static void write_pieces(tl_json *json) {
  tl_json_open(json, NULL, '{');
  tl_json_string_open(json, "\"");
  tl_json_string_add(json, "x", 1);
  tl_json_string_add(json, "\"y", 2);
  tl_json_string_close(json);
  tl_json_close(json, '}');
}

static const struct {
  void (*write)(tl_json *json);
  const char *expected;
} TEXTS[] = {
    {write_values, "{\"a\": -9223372036854775808, \"b\": [1, 2], \"c\": null, "
                   "\"d\": true}\n"},
    {write_lines, "[\n  [],\n  []\n]\n"},
    {write_pieces, "{\"\\\"\": \"x\\\"y\"}\n"},
};
enum { TEXT_COUNT = sizeof TEXTS / sizeof *TEXTS };

static void check_texts(void) {
  int failures = 0;
  for (int i = 0; i < TEXT_COUNT; i++) {
    tl_text got = {0};
    tl_json json = {.to = tl_text_writer(&got)};
    TEXTS[i].write(&json);
    bool is_equal = strcmp(got.data, TEXTS[i].expected) == 0;
    failures += !is_equal;
    if (!is_equal)
      printf("expected %s, got %s\n", TEXTS[i].expected, got.data);
  }
  printf("known texts: %d, %d failures\n", TEXT_COUNT, failures);
}

/* For a reader that is not ours. */
static void print_object(void) {
  tl_text text = {0};
  tl_json json = {.to = tl_text_writer(&text)};
  tl_json_open(&json, NULL, '{');
  tl_json_text(&json, "a\"b\\\x01\xc3\xa9\xff", "\xf0\x9f\x98\x80");
  tl_json_close(&json, '}');
  fputs(text.data, stdout);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--print") == 0) {
    print_object();
    return 0;
  }
  check_codes();
  check_strings();
  check_texts();
  return 0;
}
