/* tl/value.h - The values of the layout language.
 *
 * Values are plain; a name and a text point into what they were made from. */
#ifndef TL_VALUE_H
#define TL_VALUE_H

#include "tl/cute_tv.h"
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
  TL_KIND_COORDINATE, /* a tuple with _, or any where one may have it */
  TL_KIND_SWIZZLE,
  TL_KIND_REGISTER,
  TL_KIND_SHARED,
  TL_KIND_LAYOUT,
  TL_KIND_CUTE, /* a CuTe layout, with or without swizzle */
  TL_KIND_CUTE_TV,
  TL_KIND_CUTE_SWIZZLE, /* Sw<B,M,S> alone */
  TL_KIND_TILER,
  TL_KIND_TEXT,  /* the result alone of a function that lists or describes */
  TL_KIND_LATER, /* the first of the kinds of notations in words, below */
  TL_KIND_COUNT = TL_KIND_LATER + 8,
} tl_kind;

/* Points into the text that is evaluated. */
typedef struct tl_name {
  const char *start;
  size_t length;
} tl_name;

enum { TL_MAX_LISTED = 16 };

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
    tl_tuple tuple;     /* also of a coordinate */
    tl_swizzle swizzle; /* of either spelling */
    tl_register reg;
    tl_layout layout; /* also of a shared layout */
    tl_composed composed;
    tl_cute_tv tv;
    tl_tiler tiler;
    int64_t words[TL_VALUE_WORDS]; /* of the notation that has the kind */
    char text[TL_SHORT_CAPACITY];
  } as;
  /* Writes a text, the rest of which may be a layout to list; null where
   * as.text is all of it. */
  void (*write)(const struct tl_value *value, const tl_writer *writer);
} tl_value;

TL_C_END
#endif /* TL_VALUE_H */
