/* completion.c - What may stand at a place: functions of the language inside a
 * layout, notations behind `#tl.`, operations behind `tl.`, scopes behind
 * `scope`, attributes in the dictionary of an operation. */
#include "answer.h"
#include "dialect/operation_rows.h"
#include "lib/language/expression_functions.h"
#include "tl/function_notes.h"
#include <string.h>

/* Kinds of items of the protocol. */
enum {
  KIND_FUNCTION = 3,
  KIND_CLASS = 7,
  KIND_PROPERTY = 10,
  KIND_ENUM_MEMBER = 20
};

/* What a function is for, if the item is one. */
static void add_note(tl_json *json, const char *name) {
  const tl_function_note *note = tl_function_note_of(name, strlen(name), NULL);
  char text[4 * TL_PIECE_CAPACITY];
  if (!note)
    return;
  snprintf(text, sizeof text, "%s\n\n%s", note->meaning, note->example);
  tl_json_text(json, "documentation", text);
}

/* Those of lower rank come first; `name` is a function's own. */
static void add_item(tl_json *json, const char *label, int kind,
                     const char *detail, int rank, const char *name) {
  char order[TL_PIECE_CAPACITY];
  snprintf(order, sizeof order, "%d%s", rank, label);
  tl_json_open(json, NULL, '{');
  tl_json_text(json, "label", label);
  tl_json_integer(json, "kind", kind);
  tl_json_text(json, "detail", detail);
  tl_json_text(json, "sortText", order);
  if (name)
    add_note(json, name);
  tl_json_close(json, '}');
}

/* Several rows may have one name. */
static bool is_first(const tl_function *row) {
  const tl_function *at = tl_function_next(NULL);
  while (strcmp(at->name, row->name) != 0)
    at = tl_function_next(at);
  return at == row;
}

/* Within a family the prefix of its own functions may be left out. */
static void add_function(tl_json *json, const tl_function *row,
                         tl_kind family) {
  const char *prefix = tl_family_constructor(family), *name = row->name;
  size_t length = prefix ? strlen(prefix) : 0;
  bool is_own = row->result == family;
  bool has_prefix = is_own && length && strncmp(name, prefix, length) == 0 &&
                    name[length] == '_';
  add_item(json, has_prefix ? name + length + 1 : name, KIND_FUNCTION,
           row->result == TL_KIND_NONE ? "as its operand"
                                       : tl_kind_describe(row->result),
           !is_own, name);
}

static void add_functions(tl_json *json, tl_kind family) {
  for (const tl_function *row = tl_function_next(NULL); row;
       row = tl_function_next(row))
    if (is_first(row))
      add_function(json, row, family);
}

static void add_notations(tl_json *json) {
  for (int i = 0; i < TL_NOTATION_COUNT; i++)
    add_item(json, TL_NOTATIONS[i]->name, KIND_CLASS,
             TL_NOTATIONS[i]->described, 0, NULL);
}

static void add_scopes(tl_json *json) {
  for (int scope = 0; scope < TL_SCOPE_COUNT; scope++)
    add_item(json, tl_scope_describe((tl_scope)scope)->name, KIND_ENUM_MEMBER,
             "the threads that take part", scope, NULL);
}

/* Those of an operation that the dictionary has. */
static void add_attributes(tl_json *json, const tl_operation_row *row) {
  const tl_operation_attribute *attribute = row->facts->attributes;
  for (; attribute->name; attribute++)
    if (!attribute->is_in_assembly && (attribute->forms & row->facts->forms))
      add_item(json, attribute->name, KIND_PROPERTY, attribute->meaning, 0,
               NULL);
}

/* The operation on the line of a place that is in its dictionary; or NULL. */
static const tl_operation_row *dictionary_owner(const tl_document *document,
                                                size_t at) {
  const char *text = document->text.data;
  const tl_operation_row *row = NULL;
  bool is_open = false;
  size_t start = at;
  while (start > 0 && text[start - 1] != '\n')
    start--;
  while (start < at) {
    char byte = text[start];
    const tl_operation_row *named =
        tl_operation_named(tl_document_next(document, &start));
    if (named)
      row = named;
    if (byte == '{' || byte == '}')
      is_open = byte == '{';
  }
  return is_open ? row : NULL;
}

/* Whether the text before a place, but for the word there, ends so. */
static bool follows(const tl_document *document, size_t at,
                    const char *before) {
  const char *text = document->text.data;
  size_t length = strlen(before);
  while (at > 0 && strchr("abcdefghijklmnopqrstuvwxyz_", text[at - 1]))
    at--;
  return at >= length && memcmp(text + at - length, before, length) == 0;
}

static void add_operations(tl_json *json) {
  for (int i = 0; i < TL_OPERATION_COUNT; i++)
    add_item(json, TL_OPERATIONS[i].name, KIND_FUNCTION,
             TL_OPERATIONS[i].facts->summary, 0, NULL);
}

bool tl_completion_write(const tl_document *document, size_t at,
                         tl_json *json) {
  tl_layout_text layout;
  const tl_operation_row *owner = dictionary_owner(document, at);
  bool is_inside = tl_document_layout(document, at, &layout) &&
                   !layout.alias.length &&
                   layout.text.start <= document->text.data + at;
  bool is_notation = follows(document, at, "#tl.");
  bool is_operation = !is_notation && follows(document, at, " tl.");
  bool is_scope = follows(document, at, " scope ");
  if (!is_inside && !is_notation && !is_operation && !is_scope && !owner)
    return false;
  tl_json_open(json, "result", '[');
  if (is_inside)
    add_functions(json, layout.notation->kind);
  else if (is_notation)
    add_notations(json);
  else if (is_operation)
    add_operations(json);
  else if (is_scope)
    add_scopes(json);
  else
    add_attributes(json, owner);
  tl_json_close(json, ']');
  return true;
}
