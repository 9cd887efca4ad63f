/* expression_functions.h - The table of functions of the layout language. */
#ifndef TL_EXPRESSION_FUNCTIONS_H
#define TL_EXPRESSION_FUNCTIONS_H

#include "tl/expression.h"

enum { MAX_PARAMETERS = 4 };

typedef enum parameter_form {
  REQUIRED = 0,
  OPTIONAL, /* TL_KIND_NONE when it is left out */
  REST,     /* a list, or the modes of a layout: one or the remaining ones */
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
  tl_code (*evaluate)(const tl_value *arguments, int64_t lanes, tl_value *out,
                      tl_error *error);
} function;

/* How the statics that a row names are written; `lanes` are those of a wave. */
#define EVALUATOR(name)                                                        \
  static tl_code name(const tl_value *a, TL_UNUSED int64_t lanes,              \
                      tl_value *out, tl_error *error)

typedef struct function_table {
  const function *rows;
  size_t count;
} function_table;

extern const function_table TL_TILUS_FUNCTIONS, TL_TUPLE_FUNCTIONS,
    TL_CUTE_FUNCTIONS, TL_TILE_FUNCTIONS;

/* The function of that name; within a family the family's own first, with or
 * without its prefix.  NULL when there is none. */
const function *tl_function_named(const char *name, size_t length,
                                  tl_kind family);

/* Several rows may have one name.  The row like `called` that takes the
 * arguments bound so far and a value of `kind` as parameter `index`; NULL when
 * there is none. */
const function *tl_function_overload(const function *called,
                                     const tl_value *arguments, int index,
                                     tl_kind kind);

/* The row named like `called` that has a parameter of `kind`, and which. */
const function *tl_function_receiving(const function *called, tl_kind kind,
                                      int *index);

/* Makes *value one of `kind` where the language reads it as one: an integer is
 * a tuple, a flat tuple is a list, a layout is a tiler.  Others stay as they
 * are. */
TL_MUST_CHECK tl_code tl_value_convert(tl_value *value, tl_kind kind,
                                       tl_error *error);

/* Lists of all elements are written for layouts of at most this many. */
enum { MOST_LISTED = 1 << 20 };

TL_MUST_CHECK tl_code tl_check_listed(int64_t elements, tl_error *error);

/* The name of a family's constructor, and the prefix of its functions. */
const char *tl_family_constructor(tl_kind family);

#endif /* TL_EXPRESSION_FUNCTIONS_H */
