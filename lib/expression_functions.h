/* expression_functions.h - The table of functions of the layout language. */
#ifndef TL_EXPRESSION_FUNCTIONS_H
#define TL_EXPRESSION_FUNCTIONS_H

#include "tl/expression.h"

enum { MAX_PARAMETERS = 4 };

typedef enum parameter_form {
  REQUIRED = 0,
  OPTIONAL, /* TL_KIND_NONE when it is left out */
  REST,     /* a list, written as the remaining integers or as a list */
} parameter_form;

typedef struct parameter {
  const char *name; /* NULL after the last one */
  tl_kind kind;     /* TL_KIND_NONE: any, which the function checks */
  parameter_form form;
} parameter;

typedef struct function {
  const char *name;
  tl_kind result; /* unless the function says otherwise */
  parameter parameters[MAX_PARAMETERS];
  tl_code (*evaluate)(const tl_value *arguments, tl_value *out,
                      tl_error *error);
} function;

/* The function of that name; within a family the family's own first, with or
 * without its prefix.  NULL when there is none. */
const function *tl_function_named(const char *name, size_t length,
                                  tl_kind family);

/* The name of a family's constructor, and the prefix of its functions. */
const char *tl_family_constructor(tl_kind family);

#endif /* TL_EXPRESSION_FUNCTIONS_H */
