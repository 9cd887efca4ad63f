/* place.h - Where the elements of a layout are, whatever the layout is.
 *
 * Everything here is a plain value; a subject points to the value that it is
 * about. */
#ifndef TL_LAYOUT_PLACE_H
#define TL_LAYOUT_PLACE_H

#include "tl/expression.h"
#include <stdio.h>

/* A layout that is drawn or asked. */
typedef struct tl_subject {
  const tl_value *value;
  const tl_notation *family;
  tl_list shape;
} tl_subject;

/* TL_INVALID for a value that is no layout, or a layout without coordinates. */
TL_MUST_CHECK tl_code tl_subject_open(const tl_value *value, tl_subject *out,
                                      tl_error *error);

/* A CuTe layout also has linear coordinates.  TL_INVALID outside the shape. */
TL_MUST_CHECK tl_code tl_subject_locate(const tl_subject *subject,
                                        const tl_list *coordinate,
                                        tl_location *out, tl_error *error);

int64_t tl_numbers_count(const tl_numbers *numbers);
int64_t tl_numbers_item(const tl_numbers *numbers, int64_t i);

/* The numbers, at most `most` of them: `3`, `[3, 7]` or `[0, 1, ...]`; returns
 * the length, see print.h. */
int64_t tl_numbers_print(FILE *out, const tl_numbers *numbers, int64_t most);

#endif /* TL_LAYOUT_PLACE_H */
