/* tl/json.h - JSON, value by value, into any sink.
 *
 *   tl_json json = {.to = writer};
 *   tl_json_open(&json, NULL, '{');
 *   tl_json_integer(&json, "threads", 32);
 *   tl_json_close(&json, '}');                writes {"threads": 32}
 *
 * Keys are given in an object and null in an array; the order of the calls is
 * the order of the text, which is valid UTF-8 whatever the strings hold.
 * Source: RFC 8259. */
#ifndef TL_JSON_H
#define TL_JSON_H

#include "tl/list.h"
#include "tl/text.h"
#include <stdbool.h>

TL_C_BEGIN

typedef struct tl_json {
  tl_writer to;
  int depth;
  bool is_next;     /* a value precedes in the same object or array */
  bool starts_line; /* what follows starts a line */
} tl_json;

/* '{' or '[', and '}' or ']'; the last of all ends the line. */
void tl_json_open(tl_json *json, const char *key, char bracket);
void tl_json_close(tl_json *json, char bracket);

/* Opens, or writes null and is false. */
bool tl_json_open_if(tl_json *json, const char *key, char bracket,
                     bool is_there);

void tl_json_integer(tl_json *json, const char *key, int64_t number);
void tl_json_boolean(tl_json *json, const char *key, bool is_true);
void tl_json_null(tl_json *json, const char *key);
void tl_json_integers(tl_json *json, const char *key, const int64_t *numbers,
                      int64_t count);

/* A string, or null for a null pointer. */
void tl_json_text(tl_json *json, const char *key, const char *text);

/* A string of which the end is not marked.  Control characters are escaped; a
 * byte that is no part of UTF-8 becomes U+FFFD.
 *
 *   a"b<newline>\xff -> "a\"b\u000a\ufffd" */
void tl_json_string(tl_json *json, const char *key, const char *text,
                    size_t length);

/* A string that comes in pieces, each of whole characters. */
void tl_json_string_open(tl_json *json, const char *key);
void tl_json_string_add(tl_json *json, const char *text, size_t length);
void tl_json_string_close(tl_json *json);

/* The next value, or bracket that closes, starts a line, behind two blanks for
 * each bracket that is open. */
void tl_json_line(tl_json *json);

TL_C_END
#endif /* TL_JSON_H */
