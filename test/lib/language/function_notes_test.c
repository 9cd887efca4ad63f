// RUN: function_notes_test | FileCheck %s
// RUN: function_notes_test_fast | FileCheck %s
// CHECK: {{[1-9][0-9][0-9]}} functions, {{[1-9][0-9][0-9]}} notes, 0 failures

/* Every function has a note, every note functions and a family, and every
 * example calls one of them and has a value. */
#include "tl/expression.h"
#include "tl/function_notes.h"
#include <stdio.h>
#include <string.h>

static int failures;

static void fail(const char *what, const char *name) {
  printf("%s: %s\n", what, name);
  failures++;
}

static bool is_function(const char *name, size_t length) {
  const tl_function *row = tl_function_next(NULL);
  while (row &&
         (strlen(row->name) != length || memcmp(row->name, name, length) != 0))
    row = tl_function_next(row);
  return row != NULL;
}

/* Whether `text` calls it; within a family a prefix may be missing. */
static bool is_called(const char *name, size_t length, const char *text) {
  const char *bare = strncmp(name, "shared_", 7) == 0 ? name + 7 : name;
  size_t shorter = length - (size_t)(bare - name);
  for (const char *at = text; (at = strstr(at, "(")); at++)
    if (((size_t)(at - text) >= length &&
         memcmp(at - length, name, length) == 0) ||
        ((size_t)(at - text) > shorter && at[-(long)shorter - 1] == '.' &&
         memcmp(at - shorter, bare, shorter) == 0))
      return true;
  return false;
}

static void check_note(const tl_function_note *note) {
  tl_value value;
  tl_error error;
  bool is_used = false;
  if (!tl_function_family(note->family))
    fail("no such family", note->family);
  for (const char *at = note->names; *at; at += *at == ' ') {
    size_t length = strcspn(at, " ");
    if (!is_function(at, length))
      fail("no such function", at);
    is_used = is_used || is_called(at, length, note->example);
    at += length;
  }
  if (!is_used)
    fail("not in its example", note->names);
  if (tl_expression_evaluate(note->example, strlen(note->example), TL_KIND_NONE,
                             32, &value, &error) != TL_OK)
    fail(note->example, error.message);
  size_t end = strlen(note->meaning);
  if (end == 0 || note->meaning[end - 1] == '.')
    fail("not a line", note->meaning);
}

int main(void) {
  int functions = 0, notes = 0;
  for (const tl_function *row = tl_function_next(NULL); row;
       row = tl_function_next(row), functions++)
    if (!tl_function_note_of(row->name, strlen(row->name), NULL))
      fail("no note", row->name);
  for (const tl_function_note *note = TL_FUNCTION_NOTES; note->family;
       note++, notes++)
    check_note(note);
  printf("%d functions, %d notes, %d failures\n", functions, notes, failures);
  return failures != 0;
}
