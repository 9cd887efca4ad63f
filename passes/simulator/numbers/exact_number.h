/* exact_number.h - Results that are rounded once, in any direction.
 *
 * Numbers are those of a format of at most 64 bits, as doubles, and so are the
 * results. */
#ifndef TL_SIM_EXACT_NUMBER_H
#define TL_SIM_EXACT_NUMBER_H

#include "float_format.h"

typedef enum tl_rounding {
  TL_TO_NEAREST = 0, /* even */
  TL_TO_ZERO,
  TL_DOWN,
  TL_UP,
  TL_ROUNDING_COUNT,
} tl_rounding;

/* The value; a * b + c; a * b; a / b; the root of a. */
double tl_exact_value(const tl_float_format *format, tl_rounding how, double a);
double tl_exact_fused(const tl_float_format *format, tl_rounding how, double a,
                      double b, double c);
double tl_exact_product(const tl_float_format *format, tl_rounding how,
                        double a, double b);
double tl_exact_quotient(const tl_float_format *format, tl_rounding how,
                         double a, double b);
double tl_exact_root(const tl_float_format *format, tl_rounding how, double a);

#endif /* TL_SIM_EXACT_NUMBER_H */
