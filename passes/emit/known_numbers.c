/* known_numbers.c - see known_numbers.h.
 *
 * Sums with 0 and what is infinite, and products with those and 1, are one of the
 * operands but for its sign, or such a number: nothing is rounded, so that products may be
 * contracted with sums.  Functions are known where approximations of them are exact.
 * Source: PTX ISA, ex2 and sqrt; libdevice's __nv_expf is made of the former. */
#include "known_numbers.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"
#include "vector_parts.h"
#include <math.h>
#include <string.h>

enum { LONG_BITS = 64 };

/*===--- Bits -------------------------------------------------------------===*/

bool tl_number_form_of(MlirType type, tl_number_form *out) {
  static const struct {
    bool (*is)(MlirType type);
    tl_number_form form;
  } FLOATS[] = {{mlirTypeIsAF16, {true, 16, 10}},
                {mlirTypeIsABF16, {true, 16, 7}},
                {mlirTypeIsAF32, {true, 32, 23}},
                {mlirTypeIsAF64, {true, 64, 52}}};
  MlirType element = tl_element_type(type);
  for (size_t i = 0; i < sizeof FLOATS / sizeof *FLOATS; i++)
    if (FLOATS[i].is(element)) {
      *out = FLOATS[i].form;
      return true;
    }
  *out = (tl_number_form){false, 0, 0};
  if (mlirTypeIsAInteger(element))
    out->bits = (int)mlirIntegerTypeGetWidth(element);
  return out->bits >= 8 && LONG_BITS % out->bits == 0;
}

uint64_t tl_low_bits(int count) { return UINT64_MAX >> (LONG_BITS - count); }

uint64_t tl_repeated_bits(uint64_t element, int bits) {
  return (element & tl_low_bits(bits)) * (UINT64_MAX / tl_low_bits(bits));
}

uint64_t tl_sign_bit(int bits) { return UINT64_C(1) << (bits - 1); }

/* Of a double, which has all that the forms have. */
enum { FRACTION = 52, BIAS = 1023 };

/* The exponent of 1, and with it those of all other numbers. */
static int64_t bias_of(const tl_number_form *form) {
  return (int64_t)tl_low_bits(form->bits - form->fraction - 2);
}

static bool is_end(double number) { return number == 0 || isinf(number); }

bool tl_float_bits(const tl_number_form *form, double number, uint64_t *out) {
  if (!form->is_float)
    return false;
  uint64_t infinity =
      tl_low_bits(form->bits - 1) & ~tl_low_bits(form->fraction);
  uint64_t bits;
  int dropped = FRACTION - form->fraction;
  int64_t bias = bias_of(form);
  memcpy(&bits, &number, sizeof bits);
  int64_t exponent = (int64_t)(bits >> FRACTION & (2 * BIAS + 1)) - BIAS + bias;
  bool is_normal = isnormal(number) && exponent > 0 && exponent <= 2 * bias &&
                   bits >> dropped << dropped == bits;
  *out = isinf(number) ? infinity : 0;
  if (is_normal)
    *out = (uint64_t)exponent << form->fraction |
           (bits & tl_low_bits(FRACTION)) >> dropped;
  *out = tl_repeated_bits(
      *out | (signbit(number) ? tl_sign_bit(form->bits) : 0), form->bits);
  return is_normal || is_end(number);
}

bool tl_float_number(const tl_number_form *form, uint64_t bits, double *out) {
  static const double ENDS[] = {0, INFINITY};
  if (!form->is_float)
    return false;
  uint64_t again, size = bits & tl_low_bits(form->bits - 1);
  int64_t exponent = (int64_t)(size >> form->fraction) - bias_of(form) + BIAS;
  uint64_t number =
      (uint64_t)exponent << FRACTION | (size & tl_low_bits(form->fraction))
                                           << (FRACTION - form->fraction);
  memcpy(out, &number, sizeof *out);
  for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++)
    if (tl_float_bits(form, ENDS[i], &again) &&
        (again & tl_low_bits(form->bits)) == size)
      *out = ENDS[i];
  if (bits & tl_sign_bit(form->bits))
    *out = -*out;
  return tl_float_bits(form, *out, &again) &&
         again == tl_repeated_bits(bits, form->bits);
}

/*===--- Computations -----------------------------------------------------===*/

static double same(const double *of) { return *of; }

static double negate(const double *of) { return -*of; }

static double size(const double *of) { return fabs(*of); }

static double add(const double *of) {
  return is_end(of[0]) || is_end(of[1]) ? of[0] + of[1] : NAN;
}

static double subtract(const double *of) {
  const double operands[] = {of[0], -of[1]};
  return add(operands);
}

static bool is_factor(double number) {
  return is_end(number) || fabs(number) == 1;
}

double tl_known_product(const double *of) {
  return is_factor(of[0]) || is_factor(of[1]) ? of[0] * of[1] : NAN;
}

static double multiply_add(const double *of) {
  const double operands[] = {tl_known_product(of), of[2]};
  return add(operands);
}

/* 0 is larger than -0. */
static double larger(const double *of) {
  bool is_second = of[0] == of[1] ? signbit(of[0]) : of[1] > of[0];
  return of[is_second];
}

static double smaller(const double *of) {
  const double operands[] = {-of[0], -of[1]};
  return -larger(operands);
}

/* Either of two zeros may be given. */
static double one_of(const double *of, tl_computation compute) {
  return of[0] == of[1] && !signbit(of[0]) != !signbit(of[1]) ? NAN
                                                              : compute(of);
}

static double larger_number(const double *of) { return one_of(of, larger); }

static double smaller_number(const double *of) { return one_of(of, smaller); }

static double power(const double *of) {
  if (!is_end(*of))
    return NAN;
  return *of == 0 ? 1 : *of < 0 ? 0 : *of;
}

static double root(const double *of) {
  return *of == 0 || *of == (double)INFINITY ? *of : NAN;
}

tl_computation tl_computation_of(MlirOperation operation) {
  static const struct {
    const char *name;
    tl_computation compute;
  } ROWS[] = {{"arith.addf", add},
              {"arith.extf", same},
              {"arith.fptosi", same},
              {"arith.fptoui", same},
              {"arith.maximumf", larger},
              {"arith.maxnumf", larger_number},
              {"arith.minimumf", smaller},
              {"arith.minnumf", smaller_number},
              {"arith.mulf", tl_known_product},
              {"arith.negf", negate},
              {"arith.subf", subtract},
              {"arith.truncf", same},
              {"math.absf", size},
              {"math.exp", power},
              {"math.exp2", power},
              {"math.fma", multiply_add},
              {"math.sqrt", root},
              {"vector.fma", multiply_add}};
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
    if (tl_operation_is(operation, ROWS[i].name))
      return ROWS[i].compute;
  return NULL;
}
