/* expression_functions.h - The table of functions of the layout language. */
#ifndef TL_EXPRESSION_FUNCTIONS_H
#define TL_EXPRESSION_FUNCTIONS_H

#include "tl/expression.h"
#include "tl/function_notes.h"

extern const tl_function_table TL_TILUS_FUNCTIONS, TL_TUPLE_FUNCTIONS,
    TL_CUTE_FUNCTIONS, TL_PARTITION_FUNCTIONS, TL_TILED_FUNCTIONS,
    TL_TILE_FUNCTIONS, TL_COPY_FUNCTIONS;

/* The function of that name; within a family the family's own first, with or
 * without its prefix.  NULL when there is none. */
const tl_function *tl_function_named(const char *name, size_t length,
                                     tl_kind family);

/* Several rows may have one name.  The row like `called` that takes the
 * arguments bound so far and a value of `kind` as parameter `index`; NULL when
 * there is none. */
const tl_function *tl_function_overload(const tl_function *called,
                                        const tl_value *arguments, int index,
                                        tl_kind kind);

/* The row named like `called` that has a parameter of `kind`, and which; NULL
 * and 0 when there is none. */
const tl_function *tl_function_receiving(const tl_function *called,
                                         tl_kind kind, int *index);

/* Whether it is what is wanted, which may be a layout of any notation. */
bool tl_kind_is(tl_kind kind, tl_kind wanted);

/* Makes *value one of `kind` where the language reads it as one: an integer is
 * a tuple, a flat tuple is a list, a layout is a tiler, and a
 * layout of another notation is spelled in that of `kind` (tl_kind_spells).
 * Others stay as they are. */
TL_MUST_CHECK tl_code tl_value_convert(tl_value *value, tl_kind kind,
                                       int64_t lanes, tl_error *error);

/* Adds a list to a list of them. */
TL_MUST_CHECK tl_code tl_lists_append(tl_lists *lists, const tl_list *list,
                                      tl_error *error);

/* The name of a family's constructor, and the prefix of its functions. */
const char *tl_family_constructor(tl_kind family);

#endif /* TL_EXPRESSION_FUNCTIONS_H */
