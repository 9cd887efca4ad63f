/* tl/json_read.h - JSON as parts of its text.
 *
 *   tl_json_parse("{\"threads\": 32}", 15, &object, &error);
 *   tl_json_member(&object, "threads", &value);
 *   tl_json_read_integer(&value, &threads);            threads is 32
 *
 * Values point into the text that was parsed, own nothing, and need no room.
 * Source: RFC 8259; numbers are integers of 64 bits, and of two members of one
 * name the first counts. */
#ifndef TL_JSON_READ_H
#define TL_JSON_READ_H

#include "tl/limits.h"
#include "tl/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

TL_C_BEGIN

/* Begins with one of { [ " t f n, a digit, or -. */
typedef struct tl_json_value {
  const char *start; /* NULL: none */
  size_t length;
} tl_json_value;

/* Checks a text of one value, with blanks around it.  TL_INVALID, with the position,
 * for what is no JSON; TL_CAPACITY for more than TL_JSON_MOST_DEPTH brackets in each
 * other.
 *
 *   {"threads": }  ->  expected a value, got '}' */
TL_MUST_CHECK tl_code tl_json_parse(const char *text, size_t length,
                                    tl_json_value *out, tl_error *error);

/* The first item of an array behind `item`, of none the first of all; false behind
 * the last, and of what is no array. */
bool tl_json_next(const tl_json_value *array, tl_json_value *item);

/* The value of a member; false without one, and of what is no object. */
bool tl_json_member(const tl_json_value *object, const char *name,
                    tl_json_value *out);

/* False for values of another kind: numbers that are no integers of 64 bits, texts
 * of `capacity` bytes or more.  A character beyond ASCII that is escaped is read as
 * '?'. */
bool tl_json_read_integer(const tl_json_value *value, int64_t *out);
bool tl_json_read_boolean(const tl_json_value *value, bool *out);
bool tl_json_read_text(const tl_json_value *value, char *out, size_t capacity);
bool tl_json_is_null(const tl_json_value *value);

TL_C_END
#endif /* TL_JSON_READ_H */
