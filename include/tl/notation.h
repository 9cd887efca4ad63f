/* tl/notation.h - The values of the layout language, and the notations of
 * layouts, one row each.
 *
 * A notation is a kind of value, the functions that make it, and what it means:
 * a tile layout.  Its attribute, its verifier, `tl-layout` and the text of a
 * value follow from the row.
 *
 * Values are plain; a name and a text point into what they were made from.
 * Rows are constant; everything is safe to use from many threads. */
#ifndef TL_NOTATION_H
#define TL_NOTATION_H

#include "tl/cute_tiled.h"
#include "tl/register.h"
#include "tl/shared.h"
#include "tl/text.h"
#include <stddef.h>

TL_C_BEGIN

typedef enum tl_kind {
  TL_KIND_NONE = 0,
  TL_KIND_INTEGER,
  TL_KIND_BOOLEAN,
  TL_KIND_NAME, /* an argument only */
  TL_KIND_LIST,
  TL_KIND_LISTS, /* a list of lists of equal length */
  TL_KIND_TUPLE,
  TL_KIND_BASIS, /* a tuple of strides that count integers of coordinates */
  TL_KIND_COORDINATE, /* a tuple with _, or any where one may have it */
  TL_KIND_SWIZZLE,
  TL_KIND_REGISTER,
  TL_KIND_SHARED,
  TL_KIND_LAYOUT,
  TL_KIND_CUTE, /* a CuTe layout, with or without swizzle */
  TL_KIND_CUTE_TV,
  TL_KIND_CUTE_SWIZZLE, /* Sw<B,M,S> alone */
  TL_KIND_TILER,
  TL_KIND_TILED_MMA,
  TL_KIND_TILED_COPY,
  TL_KIND_THREAD_MMA,
  TL_KIND_THREAD_COPY,
  TL_KIND_ANY_LAYOUT, /* of a parameter: that of any notation */
  TL_KIND_TEXT,  /* the result alone of a function that lists or describes */
  TL_KIND_LATER, /* the first of the kinds of notations in words, below */
  TL_KIND_COUNT = TL_KIND_LATER + 8,
} tl_kind;

/* Points into the text that is evaluated. */
typedef struct tl_name {
  const char *start;
  size_t length;
} tl_name;

typedef struct tl_lists {
  int64_t count, length; /* lists, and items of each */
  int64_t items[TL_MAX_LISTED][TL_MAX_RANK];
} tl_lists;

enum { TL_VALUE_WORDS = 192, TL_SHORT_CAPACITY = TL_VALUE_WORDS * 8 };

typedef struct tl_value {
  tl_kind kind;
  uint32_t is_scattered; /* an operand of an mma atom whose thread i is not lane
                            i of a warp; no threads of a layout can be those */
  union {
    int64_t integer; /* also of a boolean: 0 or 1 */
    tl_name name;
    tl_list list;
    tl_lists lists;
    tl_tuple tuple;     /* also of a coordinate and a basis */
    tl_swizzle swizzle; /* of either spelling */
    tl_register reg;
    tl_layout layout; /* also of a shared layout */
    tl_composed composed;
    tl_cute_tv tv;
    tl_tiler tiler;
    tl_tiled_mma mma;
    tl_tiled_copy copy;
    tl_thread_mma thread_mma;
    tl_thread_copy thread_copy;
    int64_t words[TL_VALUE_WORDS]; /* of the notation that has the kind */
    char text[TL_SHORT_CAPACITY];
  } as;
  /* Writes a text, the rest of which may be a layout to list; null where
   * as.text is all of it. */
  void (*write)(const struct tl_value *value, const tl_writer *writer);
} tl_value;

/*===--- Functions -------------------------------------------------------===*/

enum { TL_MAX_PARAMETERS = 4 };

typedef enum tl_parameter_form {
  TL_REQUIRED = 0,
  TL_OPTIONAL, /* TL_KIND_NONE when it is left out */
  TL_REST,     /* a list, or the modes of a layout: one or the remaining ones */
} tl_parameter_form;

typedef struct tl_parameter {
  const char *name; /* NULL after the last one */
  tl_kind kind;
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

/* The scope that a name says; TL_SCOPE_COUNT of no argument. */
TL_MUST_CHECK tl_code tl_scope_of_name(const tl_value *argument,
                                       tl_scope *scope, tl_error *error);

typedef struct tl_function_table {
  const tl_function *rows;
  size_t count;
} tl_function_table;

/*===--- Notations -------------------------------------------------------===*/

/* What a layout says of an element. */
typedef enum tl_role {
  TL_ROLE_ANY = 0, /* a tile layout without thread axes can be either */
  TL_ROLE_HELD,    /* which thread holds it, in which slot */
  TL_ROLE_STORED,  /* where it is in memory */
} tl_role;

/* What a value means, on tx and m where threads hold the elements. */
typedef tl_code (*tl_to_layout)(const tl_value *value, tl_layout *out,
                                tl_error *error);

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

  /* The tile layout with the same map; the same where a twist may say it, of notations that have maps
   * which no tile layout has (null: to_tile); and the value over the threads of
   * the scope, in waves of `lanes`, with the map of a tile layout, or of one
   * with a twist where it has to_twisted. */
  tl_to_layout to_tile, to_twisted;
  tl_code (*from_tile)(const tl_layout *layout, tl_scope scope, int64_t lanes,
                       tl_value *out, tl_error *error);

  /* TL_INVALID for a layout whose threads are not those of waves of `lanes`. */
  tl_code (*check_lanes)(const tl_value *value, int64_t lanes, tl_error *error);

  /* Of layouts that may be no tile layout, such as those that step back:
   * extents, or TL_INVALID where there are no coordinates; how many places are
   * spanned, each of which can be counted; the place of an element, by the
   * number of its coordinate, the first dimension fastest. */
  tl_code (*shape)(const tl_value *value, tl_list *out, tl_error *error);
  tl_code (*span)(const tl_value *value, int64_t *span, tl_error *error);
  tl_code (*locate)(const tl_value *value, int64_t index, int64_t *place,
                    tl_error *error);

  const char *slot;     /* what a place of storage is called */
  const char *marks[2]; /* before the numbers in a drawing; null: the names */
  bool is_cute;         /* drawn as CuTe draws it; has linear coordinates */
} tl_notation;

extern const tl_notation *const TL_NOTATIONS[];
extern const int TL_NOTATION_COUNT;

/* NAME(X, scope) of each notation, which says X as NAME does. */
extern const tl_function_table TL_SPELLING_FUNCTIONS;

/* The row of a kind of value; NULL for a value that is no layout. */
const tl_notation *tl_notation_of(tl_kind kind);

/* to_twisted, or to_tile. */
tl_to_layout tl_notation_twisted(const tl_notation *notation);

/* What a value means, said on the thread axis of the scope.  TL_INVALID for a
 * value that is no layout. */
TL_MUST_CHECK tl_code tl_value_to_tile(const tl_value *value, tl_scope scope,
                                       int64_t lanes, tl_layout *out,
                                       tl_error *error);

/* Law L52: the same for those that honour a twist: linear layouts that no tile
 * layout says have one, and none of them a swizzle. */
TL_MUST_CHECK tl_code tl_value_to_twisted(const tl_value *value, tl_scope scope,
                                          int64_t lanes, tl_layout *out,
                                          tl_error *error);

/* The threads that hold elements; 1 of layouts that do not say. */
TL_MUST_CHECK tl_code tl_value_threads(const tl_value *value, int64_t *threads,
                                       tl_error *error);

/* What a value means, twisted as above, on the threads of *scope.  TL_SCOPE_COUNT asks for its
 * own: the smallest scope with enough threads, and of a tile layout that of its
 * axes, which stays TL_SCOPE_COUNT where they are not the whole number of a
 * thread. */
TL_MUST_CHECK tl_code tl_value_mean(const tl_value *value, int64_t lanes,
                                    tl_scope *scope, tl_layout *out,
                                    tl_error *error);

/* Law L41: a value with the same map in the notation of a kind, on the threads
 * of a scope or its own; TL_INVALID where the notation cannot say it.
 *
 *   spatial(8, 4), TL_KIND_LAYOUT  ->  S[(8, 4) : (4@laneid, 1@laneid)]  */
TL_MUST_CHECK tl_code tl_value_spell(const tl_value *value, tl_kind kind,
                                     tl_scope scope, int64_t lanes,
                                     tl_value *out, tl_error *error);

/* The value in the notation, of which `meant` is the meaning, twisted, on the
 * threads of a scope. */
TL_MUST_CHECK tl_code tl_notation_say(const tl_notation *notation,
                                      const tl_value *value,
                                      const tl_layout *meant, tl_scope scope,
                                      int64_t lanes, tl_value *out,
                                      tl_error *error);

/* Makes a tile layout with a twist, which has no text, a linear layout over the
 * threads of the scope or its own; leaves others. */
TL_MUST_CHECK tl_code tl_value_untwist(tl_value *value, tl_scope scope,
                                       int64_t lanes, tl_error *error);

/* Law L42: whether a value of one notation is taken for one of another where a function
 * needs that: both say which thread holds an element, or where it is stored. */
bool tl_kind_spells(tl_kind from, tl_kind to);

/* "register, shared, ..., tile", with the rows of tl/foreign.h after them, and
 * the attributes that a role has: "#tl.register, #tl.cute_tv or #tl.tile" with
 * " or " as `last`. */
extern const char TL_FAMILY_NAMES[];
void tl_notation_list(tl_role role, const char *last, tl_text *out);

/* "an integer", "a register layout", ... */
const char *tl_kind_describe(tl_kind kind);

/*===--- Places ----------------------------------------------------------===*/

/* A layout whose elements are looked for; points to the value. */
typedef struct tl_places {
  const tl_value *value;
  const tl_notation *notation;
  tl_layout layout; /* unless the notation locates by itself */
  tl_list shape;
} tl_places;

/* TL_INVALID for a value that is no layout, or a layout without coordinates. */
TL_MUST_CHECK tl_code tl_places_open(const tl_value *value, tl_places *out,
                                     tl_error *error);

/* How many threads, and slots of each or offsets, the layout numbers. */
TL_MUST_CHECK tl_code tl_places_count(const tl_places *places, int64_t *threads,
                                      int64_t *slots, tl_error *error);

/* A number, or one for every copy of the element. */
typedef struct tl_numbers {
  const char *name; /* thread, offset, laneid, ... */
  int64_t first;
  const tl_layout *layout; /* of which the replicas on `axis` are copies, and
                              the swizzle; null: first alone */
  tl_axis axis;
} tl_numbers;

/* How many, and number i of them, ascending before the swizzle. */
int64_t tl_numbers_count(const tl_numbers *numbers);
int64_t tl_numbers_item(const tl_numbers *numbers, int64_t i);

/* Where an element is, in the words of the notation:
 *
 *   register, thread-value   threads [0, 4], slot 1
 *   shared, CuTe             offset 12
 *   tile                     laneid 5, warpid [0, 1], m 1 */
typedef struct tl_location {
  int64_t count;
  tl_numbers items[TL_AXIS_COUNT];
} tl_location;

/* A point on the axes that the layout moves along and last m, the storage,
 * which threads have also where it is one element; points to `layout`. */
void tl_location_of_point(const tl_layout *layout, const int64_t *place,
                          tl_location *out);

/* The place of the element at a coordinate, of a CuTe layout also a linear one;
 * points to `places`.  TL_INVALID outside the shape, TL_OVERFLOW for more
 * copies than can be counted. */
TL_MUST_CHECK tl_code tl_places_locate(const tl_places *places,
                                       const tl_list *coordinate,
                                       tl_location *out, tl_error *error);

/* Law L16: what a thread holds in a slot, the left inverse of locate, and
 * whether it is the first to hold it; of layouts that threads hold.  TL_INVALID
 * for a thread or slot that the layout does not number. */
TL_MUST_CHECK tl_code tl_places_element(const tl_places *places, int64_t thread,
                                        int64_t slot, tl_list *coordinate,
                                        bool *is_first, tl_error *error);

TL_C_END
#endif /* TL_NOTATION_H */
