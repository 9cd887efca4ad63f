/* place.h - Where the elements of a layout are, whatever the layout is.
 *
 *   register, thread-value   threads [0, 4], slot 1
 *   shared, CuTe             offset 12
 *   tile                     laneid 5, warpid [0, 1], m 1
 *
 * Everything here is a plain value; a subject points to the value that it is
 * about. */
#ifndef TL_LAYOUT_PLACE_H
#define TL_LAYOUT_PLACE_H

#include "tl/expression.h"
#include <stdio.h>

/* A number, or one for every copy of the element: first and all sums of replica
 * steps, swizzled. */
typedef struct tl_numbers {
  const char *name;       /* thread, offset, laneid, ... */
  tl_register_place sums; /* its slot is not used */
  tl_swizzle swizzle;
} tl_numbers;

typedef struct tl_place {
  int64_t count;
  tl_numbers items[TL_AXIS_COUNT];
} tl_place;

typedef struct tl_family tl_family;

/* A layout that is drawn or asked. */
typedef struct tl_subject {
  const tl_value *value;
  const tl_family *family;
  tl_list shape;
} tl_subject;

/* What is known of a kind of layout.  A null function does not apply. */
struct tl_family {
  tl_code (*shape)(const tl_value *value, tl_list *out, tl_error *error);

  /* Makes sure that every element has a place; threads there are, and slots or
   * values of each, for layouts that threads hold. */
  tl_code (*check)(const tl_value *value, int64_t counts[2], tl_error *error);

  /* The place of the element at a coordinate within the shape. */
  tl_code (*locate)(const tl_value *value, const tl_list *coordinate,
                    tl_place *out, tl_error *error);

  /* What a thread holds in a slot, and whether it is the first to hold it; of
   * layouts that threads hold. */
  tl_code (*element)(const tl_value *value, int64_t thread, int64_t slot,
                     tl_list *coordinate, bool *is_first, tl_error *error);

  const char *slot;     /* what the second number of `element` is called */
  const char *marks[2]; /* before the numbers in a drawing; null: the names */
  bool is_cute;         /* drawn as CuTe draws it; has linear coordinates */
};

/* TL_INVALID for a value that is no layout, or a layout without coordinates. */
TL_MUST_CHECK tl_code tl_subject_open(const tl_value *value, tl_subject *out,
                                      tl_error *error);

/* A CuTe layout also has linear coordinates.  TL_INVALID outside the shape. */
TL_MUST_CHECK tl_code tl_subject_locate(const tl_subject *subject,
                                        const tl_list *coordinate,
                                        tl_place *out, tl_error *error);

int64_t tl_numbers_count(const tl_numbers *numbers);
int64_t tl_numbers_item(const tl_numbers *numbers, int64_t i);

/* The numbers, at most `most` of them: `3`, `[3, 7]` or `[0, 1, ...]`; returns
 * the length, see print.h. */
int64_t tl_numbers_print(FILE *out, const tl_numbers *numbers, int64_t most);

#endif /* TL_LAYOUT_PLACE_H */
