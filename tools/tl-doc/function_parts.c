/* function_parts.c - The functions of the layout language, from their rows. */
#include "lib/language/expression_functions.h"
#include "parts.h"
#include <stdio.h>

static void write_call(const tl_function *row) {
  printf("| `%s(", row->name);
  for (int i = 0; i < TL_MAX_PARAMETERS && row->parameters[i].name; i++) {
    const tl_parameter *parameter = &row->parameters[i];
    bool is_optional = parameter->form == TL_OPTIONAL;
    printf("%s%s%s%s%s", i ? ", " : "", is_optional ? "[" : "", parameter->name,
           parameter->form == TL_REST ? "..." : "", is_optional ? "]" : "");
  }
  printf(")` | ");
}

static const char *kind_of(tl_kind kind, const char *otherwise) {
  return kind == TL_KIND_NONE ? otherwise : tl_kind_describe(kind);
}

bool tl_write_functions(const char *name) {
  (void)name;
  puts("| function | of | gives |\n|---|---|---|");
  for (const tl_function *row = tl_function_next(NULL); row;
       row = tl_function_next(row)) {
    write_call(row);
    for (int i = 0; i < TL_MAX_PARAMETERS && row->parameters[i].name; i++)
      printf("%s%s", i ? ", " : "",
             kind_of(row->parameters[i].kind, "a value"));
    printf(" | %s |\n", kind_of(row->result, "as its operand"));
  }
  return true;
}
