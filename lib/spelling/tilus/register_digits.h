/* register_digits.h - Register layouts as digits, which all that is made of
 * them is made of. */
#ifndef TL_REGISTER_DIGITS_H
#define TL_REGISTER_DIGITS_H

#include "layout/layout_digits.h"
#include "tl/register.h"
#include <stddef.h>

enum { REPLICA = -1 }; /* in place of a dimension: selects nothing */

typedef struct digit_list {
  int64_t count;
  tl_digit items[2 * TL_MAX_ITERS]; /* slowest first */
} digit_list;

enum { THREADS = 0, REGISTERS = 1 };

typedef struct register_digits {
  tl_list shape;
  digit_list lists[2];
} register_digits;

/* The digits that the fields name, which it checks but for the shape: of any
 * number of dimensions, canonical or not. */
TL_MUST_CHECK tl_code tl_register_read(const tl_register *layout,
                                       register_digits *out, tl_error *error);

/* The canonical layout of digits that fill the shape, which it checks; strides
 * follow from the lists. */
TL_MUST_CHECK tl_code tl_register_write(const register_digits *digits,
                                        tl_register *out, tl_error *error);

#endif /* TL_REGISTER_DIGITS_H */
