/* atom_layout.h - Thread-value layouts put together digit by digit. */
#ifndef TL_ATOM_LAYOUT_H
#define TL_ATOM_LAYOUT_H

#include "tl/cute.h"

enum { ATOM_MAX_DIGITS = 4 };

typedef struct atom_digit {
  int64_t extent, stride;
} atom_digit;

/* A mode of a layout, its digits from fast to slow.  No digits are written 1:0,
 * one digit as 8:1, or as (8):(1) when `grouped`. */
typedef struct atom_mode {
  int count;
  bool grouped;
  atom_digit digits[ATOM_MAX_DIGITS];
} atom_mode;

typedef struct atom_layout {
  atom_mode threads, values;
} atom_layout;

/* Adds a digit; `add` leaves one of extent 1 out. */
void tl_cute_atom_put_digit(atom_mode *mode, int64_t extent, int64_t stride);
void tl_cute_atom_add_digit(atom_mode *mode, int64_t extent, int64_t stride);

/* The layout of one mode, and of threads and values. */
TL_MUST_CHECK tl_code tl_cute_atom_mode_to_cute(const atom_mode *mode,
                                                tl_cute *out, tl_error *error);
TL_MUST_CHECK tl_code tl_cute_atom_layout_to_cute(const atom_layout *layout,
                                                  tl_cute *out,
                                                  tl_error *error);

#endif /* TL_ATOM_LAYOUT_H */
