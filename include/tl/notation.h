/* tl/notation.h - The notations of layouts, one row each.
 *
 * A notation is a kind of value, the functions that make it, and what it means:
 * a tile layout.  Its attribute, its verifier, `tl-layout` and the text of a
 * value follow from the row.
 *
 * Rows are constant; everything is safe to use from many threads. */
#ifndef TL_NOTATION_H
#define TL_NOTATION_H

#include "tl/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===--- Functions -------------------------------------------------------===*/

enum { TL_MAX_PARAMETERS = 4 };

typedef enum tl_parameter_form {
  TL_REQUIRED = 0,
  TL_OPTIONAL, /* TL_KIND_NONE when it is left out */
  TL_REST,     /* a list, or the modes of a layout: one or the remaining ones */
} tl_parameter_form;

typedef struct tl_parameter {
  const char *name; /* NULL after the last one */
  tl_kind kind;     /* TL_KIND_NONE: any, which the function checks */
  tl_parameter_form form;
  bool is_plain; /* a CuTe layout without swizzle and offset */
} tl_parameter;

/* A function of the language; `lanes` are those of a wave. */
typedef struct tl_function {
  const char *name;
  tl_kind result; /* unless the function says otherwise */
  tl_parameter parameters[TL_MAX_PARAMETERS];
  tl_code (*evaluate)(const tl_value *arguments, int64_t lanes, tl_value *out,
                      tl_error *error);
} tl_function;

typedef struct tl_function_table {
  const tl_function *rows;
  size_t count;
} tl_function_table;

/*===--- Places ----------------------------------------------------------===*/

/* A number, or one for every copy of the element: first and all sums of replica
 * steps, swizzled. */
typedef struct tl_numbers {
  const char *name;       /* thread, offset, laneid, ... */
  tl_register_place sums; /* its slot is not used */
  tl_swizzle swizzle;
} tl_numbers;

/* Where an element is, in the words of the notation:
 *
 *   register, thread-value   threads [0, 4], slot 1
 *   shared, CuTe             offset 12
 *   tile                     laneid 5, warpid [0, 1], m 1 */
typedef struct tl_location {
  int64_t count;
  tl_numbers items[TL_AXIS_COUNT];
} tl_location;

/* A thread, or several, and a slot; an offset. */
tl_location tl_location_held(const tl_register_place *held, const char *slot);
tl_location tl_location_stored(int64_t offset);

/* TL_INVALID unless 0 <= number < end. */
TL_MUST_CHECK tl_code tl_location_check_number(const char *what, int64_t number,
                                               int64_t end, tl_error *error);

/* The number of a coordinate, and back: the first dimension is the fastest. */
int64_t tl_location_index(const tl_list *shape, const tl_list *coordinate);
tl_list tl_location_coordinate(const tl_list *shape, int64_t index);

/*===--- Notations -------------------------------------------------------===*/

/* What a layout says of an element. */
typedef enum tl_role {
  TL_ROLE_ANY = 0, /* a tile layout without thread axes can be either */
  TL_ROLE_HELD,    /* which thread holds it, in which slot */
  TL_ROLE_STORED,  /* where it is in memory */
} tl_role;

/* A null function does not apply. */
typedef struct tl_notation {
  const char *name; /* #tl.NAME, convert --to=NAME; with has_fields also the
                       function that makes one of fields, and the prefix NAME_
                       of its other functions */
  const char *described; /* "a register layout" */
  const char *noun;      /* what it is called where it is the wrong one */
  tl_kind kind;
  tl_role role;
  size_t word_count; /* of its value, in tl_value.as */
  bool has_fields;
  tl_function_table functions; /* besides those that the language has */

  /* The text of a value, without the name of its function. */
  void (*print)(const tl_value *value, bool in_attribute,
                const tl_writer *writer);

  /* How many threads hold elements. */
  tl_code (*threads)(const tl_value *value, int64_t *threads, tl_error *error);

  /* The tile layout over the threads of the scope, in waves of `lanes`, with
   * the same map, and the value with the map of a tile layout. */
  tl_code (*to_tile)(const tl_value *value, tl_scope scope, int64_t lanes,
                     tl_layout *out, tl_error *error);
  tl_code (*from_tile)(const tl_layout *layout, tl_scope scope, int64_t lanes,
                       tl_value *out, tl_error *error);

  /* TL_INVALID for a layout without coordinates. */
  tl_code (*shape)(const tl_value *value, tl_list *out, tl_error *error);

  /* Makes sure that every element has a place; threads there are, and slots or
   * values of each, for layouts that threads hold. */
  tl_code (*check)(const tl_value *value, int64_t counts[2], tl_error *error);

  /* The place of the element at a coordinate within the shape. */
  tl_code (*locate)(const tl_value *value, const tl_list *coordinate,
                    tl_location *out, tl_error *error);

  /* What a thread holds in a slot, and whether it is the first to hold it; of
   * layouts that threads hold. */
  tl_code (*element)(const tl_value *value, int64_t thread, int64_t slot,
                     tl_list *coordinate, bool *is_first, tl_error *error);

  const char *slot;     /* what the second number of `element` is called */
  const char *marks[2]; /* before the numbers in a drawing; null: the names */
  bool is_cute;         /* drawn as CuTe draws it; has linear coordinates */
} tl_notation;

extern const tl_notation *const TL_NOTATIONS[];
extern const int TL_NOTATION_COUNT;

/* The row of a kind of value; NULL for a value that is no layout. */
const tl_notation *tl_notation_of(tl_kind kind);

/* What a value means: tile layouts are said on the thread axis of the scope.
 * TL_INVALID for a value that is no layout. */
TL_MUST_CHECK tl_code tl_value_to_tile(const tl_value *value, tl_scope scope,
                                       int64_t lanes, tl_layout *out,
                                       tl_error *error);

/* "register, shared, ... or tile", and the attributes that a role has:
 * "#tl.register, #tl.cute_tv or #tl.tile" with " or " as `last`. */
extern const char TL_NOTATION_NAMES[];
void tl_notation_list(tl_role role, const char *last, tl_text *out);

/* "an integer", "a register layout", ... */
const char *tl_kind_describe(tl_kind kind);

#ifdef __cplusplus
}
#endif
#endif /* TL_NOTATION_H */
