/* json.c - see json.h.  Source: RFC 8259. */
#include "json.h"
#include "print.h"
#include <inttypes.h>

static void start_value(tl_json *json, const char *key);
static void print_string(const char *text);

void tl_json_open(tl_json *json, const char *key, char bracket) {
  start_value(json, key);
  tl_print(stdout, "%c", bracket);
  json->depth++;
  json->is_next = false;
}

void tl_json_close(tl_json *json, char bracket) {
  json->depth--;
  json->is_next = true;
  tl_print(stdout, json->depth ? "%c" : "%c\n", bracket);
}

void tl_json_integer(tl_json *json, const char *key, int64_t number) {
  start_value(json, key);
  tl_print(stdout, "%" PRId64, number);
}

void tl_json_boolean(tl_json *json, const char *key, bool is_true) {
  start_value(json, key);
  tl_print(stdout, is_true ? "true" : "false");
}

void tl_json_null(tl_json *json, const char *key) {
  start_value(json, key);
  tl_print(stdout, "null");
}

void tl_json_list(tl_json *json, const char *key, const tl_list *list) {
  tl_json_open(json, key, '[');
  for (int64_t i = 0; i < list->count; i++)
    tl_json_integer(json, NULL, list->items[i]);
  tl_json_close(json, ']');
}

void tl_json_text(tl_json *json, const char *key, const char *text) {
  if (!text) {
    tl_json_null(json, key);
    return;
  }
  start_value(json, key);
  print_string(text);
}

static void start_value(tl_json *json, const char *key) {
  if (json->is_next)
    tl_print(stdout, ", ");
  json->is_next = true;
  if (!key)
    return;
  print_string(key);
  tl_print(stdout, ": ");
}

static void print_string(const char *text) {
  tl_print(stdout, "\"");
  for (; *text; text++) {
    unsigned char byte = (unsigned char)*text;
    if (byte == '"' || byte == '\\')
      tl_print(stdout, "\\%c", byte);
    else if (byte < ' ' || byte > '~')
      tl_print(stdout, "\\u%04x", byte);
    else
      tl_print(stdout, "%c", byte);
  }
  tl_print(stdout, "\"");
}
