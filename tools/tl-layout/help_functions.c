/* help_functions.c - `tl-layout help` of the functions of the language: all of
 * them, a family, one. */
#include "command.h"
#include "tl/function_notes.h"
#include <string.h>

enum { LINE_END = 80, NAMES_WIDTH = 26 };

/* ---- A function --------------------------------------------------------- */

static const char *kind_of(tl_kind kind, const char *otherwise) {
  return kind == TL_KIND_NONE ? otherwise : tl_kind_describe(kind);
}

/* `size(layout)`, and what it is of and gives. */
static void print_call(const tl_function *row) {
  const tl_parameter *parameter = row->parameters;
  tl_text call = {0}, kinds = {0};
  tl_function_call_print(row, &call);
  for (int i = 0; i < TL_MAX_PARAMETERS && parameter[i].name; i++)
    tl_text_append(&kinds, "%s%s", i ? ", " : "of ",
                   kind_of(parameter[i].kind, "a value"));
  tl_text_append(&kinds, " gives %s", kind_of(row->result, "what it is of"));
  printf("%s\n    ", call.data);
  tl_help_wrap(kinds.data, 4, LINE_END);
}

static void print_calls(const char *name) {
  for (const tl_function *row = tl_function_next(NULL); row;
       row = tl_function_next(row))
    if (strcmp(row->name, name) == 0)
      print_call(row);
}

static void print_note(const tl_function_note *note) {
  tl_value value;
  printf("\n%s: ", note->family);
  tl_help_wrap(note->meaning, (int)strlen(note->family) + 2, LINE_END);
  printf("  %s\n", note->example);
  if (tl_expression_evaluate(note->example, strlen(note->example), TL_KIND_NONE,
                             tl_target_default()->lanes, &value, NULL) != TL_OK)
    return;
  printf("  -> ");
  tl_print_value(&value);
}

static bool print_function(const char *name) {
  size_t length = strlen(name);
  const tl_function_note *note = tl_function_note_of(name, length, NULL);
  if (!note)
    return false;
  print_calls(name);
  for (; note; note = tl_function_note_of(name, length, note))
    print_note(note);
  return true;
}

/* ---- Families ----------------------------------------------------------- */

static bool print_family(const char *name) {
  const char *meaning = tl_function_family(name);
  if (!meaning)
    return false;
  printf("%s\n\n", meaning);
  for (const tl_function_note *note = TL_FUNCTION_NOTES; note->family; note++) {
    if (strcmp(note->family, name) != 0)
      continue;
    bool fits = printf("  %-*s", NAMES_WIDTH, note->names) <= NAMES_WIDTH + 2;
    printf(fits ? "  " : "\n%*s", fits ? 0 : NAMES_WIDTH + 4, "");
    tl_help_wrap(note->meaning, NAMES_WIDTH + 4, LINE_END);
  }
  return true;
}

static void print_families(void) {
  const char *family = "";
  tl_text names = {0};
  puts("'tl-layout help NAME' says more of a function or a family.");
  for (const tl_function_note *note = TL_FUNCTION_NOTES;; note++) {
    bool is_next = !note->family || strcmp(note->family, family) != 0;
    if (is_next && names.length) {
      printf("\n%s: %s\n    ", family, tl_function_family(family));
      tl_help_wrap(names.data, 4, LINE_END);
      names.length = 0;
    }
    if (!note->family)
      return;
    family = note->family;
    tl_text_append(&names, "%s%s", names.length ? " " : "", note->names);
  }
}

bool tl_help_function(const char *name) {
  bool is_all = strcmp(name, "functions") == 0;
  if (is_all)
    print_families();
  return is_all || print_family(name) || print_function(name);
}

/* ---- Names that are not there ------------------------------------------- */

/* What a wrong name may have been meant to be: at most a third of it is
 * different; null where nothing is like it. */
const char *tl_help_nearest(const char *name, bool among_functions) {
  size_t length = strlen(name), least = length / 3 + 1;
  const char *found = NULL;
  for (const tl_command *const *at = TL_COMMANDS; *at; at++) {
    size_t away = tl_name_distance((*at)->name, name, length);
    if (away < least)
      found = (*at)->name, least = away;
  }
  if (!found && among_functions)
    found = tl_function_like(name, length, TL_KIND_NONE);
  return found;
}
