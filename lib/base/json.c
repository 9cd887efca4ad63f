/* json.c - see tl/json.h. */
#include "tl/json.h"
#include <inttypes.h>
#include <string.h>

void tl_json_string_add(tl_json *json, const char *text, size_t length) {
  size_t begin = 0, end = 0;
  while (end < length) {
    unsigned char byte = (unsigned char)text[end];
    size_t bytes = tl_utf8_length(text + end, length - end);
    bool is_quoted = byte == '"' || byte == '\\';
    if (bytes && byte >= ' ' && byte != 0x7f && !is_quoted) {
      end += bytes;
      continue;
    }
    json->to.write(json->to.stream, text + begin, end - begin);
    tl_write(&json->to, is_quoted ? "\\%c" : "\\u%04x", bytes ? byte : 0xfffdu);
    begin = ++end;
  }
  json->to.write(json->to.stream, text + begin, end - begin);
}

static void end_line(tl_json *json) {
  if (json->starts_line)
    tl_write(&json->to, "\n");
  for (int i = 0; json->starts_line && i < json->depth; i++)
    tl_write(&json->to, "  ");
  json->starts_line = false;
}

static void write_key(tl_json *json, const char *key) {
  tl_write(&json->to, "\"");
  tl_json_string_add(json, key, strlen(key));
  tl_write(&json->to, "\": ");
}

static void start_value(tl_json *json, const char *key) {
  if (json->is_next)
    tl_write(&json->to, json->starts_line ? "," : ", ");
  json->is_next = true;
  end_line(json);
  if (key)
    write_key(json, key);
}

void tl_json_open(tl_json *json, const char *key, char bracket) {
  start_value(json, key);
  json->to.write(json->to.stream, &bracket, 1);
  json->depth++;
  json->is_next = false;
}

void tl_json_close(tl_json *json, char bracket) {
  json->depth--;
  end_line(json);
  json->to.write(json->to.stream, &bracket, 1);
  json->is_next = true;
  if (!json->depth)
    tl_write(&json->to, "\n");
}

bool tl_json_open_if(tl_json *json, const char *key, char bracket,
                     bool is_there) {
  if (is_there)
    tl_json_open(json, key, bracket);
  else
    tl_json_null(json, key);
  return is_there;
}

void tl_json_integer(tl_json *json, const char *key, int64_t number) {
  start_value(json, key);
  tl_write(&json->to, "%" PRId64, number);
}

void tl_json_boolean(tl_json *json, const char *key, bool is_true) {
  start_value(json, key);
  tl_write(&json->to, is_true ? "true" : "false");
}

void tl_json_null(tl_json *json, const char *key) {
  start_value(json, key);
  tl_write(&json->to, "null");
}

void tl_json_integers(tl_json *json, const char *key, const int64_t *numbers,
                      int64_t count) {
  tl_json_open(json, key, '[');
  for (int64_t i = 0; i < count; i++)
    tl_json_integer(json, NULL, numbers[i]);
  tl_json_close(json, ']');
}

void tl_json_text(tl_json *json, const char *key, const char *text) {
  if (text)
    tl_json_string(json, key, text, strlen(text));
  else
    tl_json_null(json, key);
}

void tl_json_string(tl_json *json, const char *key, const char *text,
                    size_t length) {
  tl_json_string_open(json, key);
  tl_json_string_add(json, text, length);
  tl_json_string_close(json);
}

void tl_json_string_open(tl_json *json, const char *key) {
  start_value(json, key);
  tl_write(&json->to, "\"");
}

void tl_json_string_close(tl_json *json) { tl_write(&json->to, "\""); }

void tl_json_line(tl_json *json) { json->starts_line = true; }
