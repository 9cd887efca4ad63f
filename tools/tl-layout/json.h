/* json.h - One line of JSON on standard output.
 *
 *   tl_json json = {0};
 *   tl_json_open(&json, NULL, '{');
 *   tl_json_integer(&json, "threads", 32);
 *   tl_json_close(&json, '}');                 prints {"threads": 32}
 *
 * Keys are given in an object and null in an array; the order of the calls is
 * the order of the text. */
#ifndef TL_LAYOUT_JSON_H
#define TL_LAYOUT_JSON_H

#include "tl/list.h"
#include <stdbool.h>

typedef struct tl_json {
  int depth;
  bool is_next; /* a value precedes in the same object or array */
} tl_json;

/* '{' or '[', and '}' or ']'; the last of all ends the line. */
void tl_json_open(tl_json *json, const char *key, char bracket);
void tl_json_close(tl_json *json, char bracket);

void tl_json_integer(tl_json *json, const char *key, int64_t number);
void tl_json_boolean(tl_json *json, const char *key, bool is_true);
void tl_json_null(tl_json *json, const char *key);
void tl_json_list(tl_json *json, const char *key, const tl_list *list);

/* A string, or null for a null pointer.  Bytes beyond ASCII, of which the
 * library has none, are taken for Latin-1. */
void tl_json_text(tl_json *json, const char *key, const char *text);

#endif /* TL_LAYOUT_JSON_H */
