/* scalar_type.c - see scalar_type.h.
 *
 * The magnitudes of a float format, counted from 0, are its numbers in order:
 * with m mantissa bits and lowest exponent e0, magnitude q + ((e - e0) << m)
 * stands for q * 2^(e - m), where a subnormal has q < 2^m and e = e0, and any
 * other 2^m <= q < 2^(m + 1).  A carry out of q while rounding is right. */
#include "scalar_type.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include <math.h>
#include <string.h>

static bool is_wide_float(MlirType type) {
  return mlirTypeIsAFloat(type) && mlirFloatTypeGetWidth(type) == 128;
}

static const tl_float_format FORMATS[] = {
    {is_wide_float, 128, 15, 112, 16383, TL_FLOAT_IEEE},
    {mlirTypeIsAF64, 64, 11, 52, 1023, TL_FLOAT_IEEE},
    {mlirTypeIsAF32, 32, 8, 23, 127, TL_FLOAT_IEEE},
    {mlirTypeIsAF16, 16, 5, 10, 15, TL_FLOAT_IEEE},
    {mlirTypeIsABF16, 16, 8, 7, 127, TL_FLOAT_IEEE},
    {mlirTypeIsATF32, 19, 8, 10, 127, TL_FLOAT_IEEE},
    {mlirTypeIsAFloat8E5M2, 8, 5, 2, 15, TL_FLOAT_IEEE},
    {mlirTypeIsAFloat8E4M3, 8, 4, 3, 7, TL_FLOAT_IEEE},
    {mlirTypeIsAFloat8E3M4, 8, 3, 4, 3, TL_FLOAT_IEEE},
    {mlirTypeIsAFloat8E4M3FN, 8, 4, 3, 7, TL_FLOAT_ONE_NAN},
    {mlirTypeIsAFloat8E5M2FNUZ, 8, 5, 2, 16, TL_FLOAT_NO_MINUS_ZERO},
    {mlirTypeIsAFloat8E4M3FNUZ, 8, 4, 3, 8, TL_FLOAT_NO_MINUS_ZERO},
    {mlirTypeIsAFloat8E4M3B11FNUZ, 8, 4, 3, 11, TL_FLOAT_NO_MINUS_ZERO},
    {mlirTypeIsAFloat6E2M3FN, 6, 2, 3, 1, TL_FLOAT_ALL_FINITE},
    {mlirTypeIsAFloat6E3M2FN, 6, 3, 2, 3, TL_FLOAT_ALL_FINITE},
    {mlirTypeIsAFloat4E2M1FN, 4, 2, 1, 1, TL_FLOAT_ALL_FINITE},
};

static void compare_text(MlirStringRef part, void *user) {
  const char **rest = user;
  bool agrees = *rest && strncmp(*rest, part.data, part.length) == 0;
  *rest = agrees ? *rest + part.length : NULL;
}

static bool is_word(MlirType type) {
  const char *rest = "!nvgpu.device.async.token";
  if (mlirTypeIsAIndex(type) || mlirTypeIsALLVMPointerType(type))
    return true;
  mlirTypePrint(type, compare_text, &rest);
  return rest && *rest == '\0';
}

bool tl_scalar_type_read(MlirType type, tl_scalar_type *out) {
  *out = (tl_scalar_type){.format = NULL};
  for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
    if (FORMATS[i].is(type))
      out->format = &FORMATS[i];
  if (out->format)
    out->bits = out->format->bits;
  else if (mlirTypeIsAInteger(type))
    out->bits = (int)mlirIntegerTypeGetWidth(type);
  else if (is_word(type))
    out->bits = 64;
  out->bytes = (out->bits + 7) / 8;
  return (out->bits > 0 && out->bits <= 64) || out->bits == 128;
}

tl_bits tl_low_bits(int bits) {
  return bits >= 128 ? ~(tl_bits)0 : ((tl_bits)1 << bits) - 1;
}

uint16_t tl_poison_all(const tl_scalar_type *type) {
  return (uint16_t)tl_low_bits(type->bytes);
}

int64_t tl_sign_extend(tl_bits bits, int width) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  return (int64_t)(((uint64_t)bits ^ sign) - sign);
}

tl_element tl_integer_encode(const tl_scalar_type *type, int64_t number) {
  return (tl_element){(tl_bits)number & tl_low_bits(type->bits), 0};
}

/*===--- Floats -----------------------------------------------------------===*/

static tl_bits sign_bit(const tl_float_format *format) {
  return (tl_bits)1 << (format->bits - 1);
}

static tl_bits largest_finite(const tl_float_format *format) {
  tl_bits all = tl_low_bits(format->exponent + format->mantissa);
  if (format->special == TL_FLOAT_IEEE)
    return all - tl_low_bits(format->mantissa) - 1;
  return format->special == TL_FLOAT_ONE_NAN ? all - 1 : all;
}

static tl_bits not_a_number(const tl_float_format *format) {
  tl_bits largest = largest_finite(format);
  switch (format->special) {
  case TL_FLOAT_IEEE:
    return (largest + 1) | (tl_bits)1 << (format->mantissa - 1);
  case TL_FLOAT_ONE_NAN:
    return largest + 1;
  case TL_FLOAT_NO_MINUS_ZERO:
    return sign_bit(format);
  case TL_FLOAT_ALL_FINITE:
    break;
  }
  return largest;
}

static tl_bits too_large(const tl_float_format *format, tl_bits sign) {
  if (format->special == TL_FLOAT_IEEE)
    return sign | (largest_finite(format) + 1);
  return format->special == TL_FLOAT_ALL_FINITE ? sign | largest_finite(format)
                                                : not_a_number(format);
}

/* Any format but those of the processor, which keep the bits of a NaN. */
static tl_bits encode(const tl_float_format *format, double value) {
  if (isnan(value))
    return not_a_number(format);
  tl_bits sign = signbit(value) ? sign_bit(format) : 0;
  double magnitude = fabs(value);
  if (isinf(magnitude))
    return too_large(format, sign);
  int exponent, lowest = 1 - format->bias;
  frexp(magnitude, &exponent);
  if (magnitude == 0 || exponent - 1 < lowest)
    exponent = lowest + 1;
  exponent--;
  double q = nearbyint(ldexp(magnitude, format->mantissa - exponent));
  tl_bits bits =
      ((tl_bits)(exponent - lowest) << format->mantissa) + (tl_bits)q;
  if (bits > largest_finite(format))
    return too_large(format, sign);
  bool has_zero = format->special != TL_FLOAT_NO_MINUS_ZERO;
  return bits || has_zero ? sign | bits : 0;
}

static double decode(const tl_float_format *format, uint64_t bits) {
  uint64_t sign = (uint64_t)sign_bit(format), magnitude = bits & (sign - 1);
  uint64_t largest = (uint64_t)largest_finite(format);
  uint64_t hidden = UINT64_C(1) << format->mantissa;
  int exponent = (int)(magnitude >> format->mantissa);
  double value =
      ldexp((double)((magnitude & (hidden - 1)) + (exponent > 0 ? hidden : 0)),
            (exponent > 0 ? exponent : 1) - format->bias - format->mantissa);
  if (format->special == TL_FLOAT_NO_MINUS_ZERO && bits == sign)
    return NAN;
  if (magnitude > largest)
    value = format->special == TL_FLOAT_IEEE && magnitude == largest + 1
                ? INFINITY
                : NAN;
  return bits & sign ? -value : value;
}

tl_bits tl_float_encode(const tl_float_format *format, double value) {
  uint64_t bits = 0;
  float single = (float)value;
  if (format->bits != 64 && format->bits != 32)
    return encode(format, value);
  memcpy(&bits, format->bits == 64 ? (void *)&value : (void *)&single,
         (size_t)format->bits / 8);
  return bits;
}

double tl_float_decode(const tl_float_format *format, uint64_t bits) {
  double value;
  float single;
  if (format->bits != 64 && format->bits != 32)
    return decode(format, bits);
  memcpy(&value, &bits, sizeof value);
  memcpy(&single, &bits, sizeof single);
  return format->bits == 64 ? value : (double)single;
}

uint64_t tl_float_finite_count(const tl_float_format *format) {
  return 2 * (uint64_t)largest_finite(format) + 2 -
         (format->special == TL_FLOAT_NO_MINUS_ZERO);
}

uint64_t tl_float_finite(const tl_float_format *format, uint64_t k) {
  uint64_t largest = (uint64_t)largest_finite(format);
  bool has_zero = format->special != TL_FLOAT_NO_MINUS_ZERO;
  return k <= largest ? k
                      : (uint64_t)sign_bit(format) | (k - largest - has_zero);
}
