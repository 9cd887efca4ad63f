/* known_numbers.h - Numbers that are known while a kernel is lowered, by their bits, and
 * what is computed of them: exactly, however it is rounded or approximated where the
 * kernel runs, or not at all. */
#ifndef TL_KNOWN_NUMBERS_H
#define TL_KNOWN_NUMBERS_H

#include "mlir-c/IR.h"
#include <stdint.h>

typedef struct tl_number_form {
  bool is_float;
  int bits, fraction;
} tl_number_form;

/* Of the elements of a type; false of one that fills no bytes, and of an index. */
bool tl_number_form_of(MlirType type, tl_number_form *out);

/* An element as 64 bits, again and again; the sign; some low bits. */
uint64_t tl_repeated_bits(uint64_t element, int bits);
uint64_t tl_sign_bit(int bits);
uint64_t tl_low_bits(int count);

/* A float in that form, and back.  False of a NaN, of what is smaller than a normal
 * number, and of what is another number there. */
bool tl_float_bits(const tl_number_form *form, double number, uint64_t *out);
bool tl_float_number(const tl_number_form *form, uint64_t bits, double *out);

/* What an operation makes of floats that are no NaN: one where that is not known.  What
 * is no zero is made of either zero.  Null of other operations. */
typedef double (*tl_computation)(const double *of);

tl_computation tl_computation_of(MlirOperation operation);

/* What arith.mulf makes of two. */
double tl_known_product(const double *of);

#endif /* TL_KNOWN_NUMBERS_H */
