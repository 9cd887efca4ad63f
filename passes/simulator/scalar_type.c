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

enum { WIDE_BITS = 128 };

static const tl_float_format FORMATS[] = {
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

static const tl_float_format *find_format(MlirType type) {
  for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
    if (FORMATS[i].is(type))
      return &FORMATS[i];
  return NULL;
}

static void compare_text(MlirStringRef part, void *user) {
  const char **rest = user;
  bool agrees = *rest && strlen(*rest) >= part.length &&
                memcmp(*rest, part.data, part.length) == 0;
  *rest = agrees ? *rest + part.length : NULL;
}

static bool is_token(MlirType type) {
  const char *rest = "!nvgpu.device.async.token";
  mlirTypePrint(type, compare_text, &rest);
  return rest && *rest == '\0';
}

static bool is_word(MlirType type) {
  return mlirTypeIsAIndex(type) || mlirTypeIsALLVMPointerType(type) ||
         is_token(type);
}

bool tl_scalar_type_read(MlirType type, tl_scalar_type *out) {
  *out = (tl_scalar_type){.format = find_format(type)};
  if (out->format)
    out->bits = out->format->bits;
  else if (mlirTypeIsAInteger(type))
    out->bits = (int)mlirIntegerTypeGetWidth(type);
  else if (is_word(type))
    out->bits = 64;
  out->is_wide_float =
      mlirTypeIsAFloat(type) && mlirFloatTypeGetWidth(type) == WIDE_BITS;
  if (out->is_wide_float)
    out->bits = WIDE_BITS;
  out->bytes = (out->bits + 7) / 8;
  return (out->bits > 0 && out->bits <= 64) || out->bits == WIDE_BITS;
}

uint64_t tl_low_bits(int bits) {
  return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

uint16_t tl_poison_all(const tl_scalar_type *type) {
  return (uint16_t)tl_low_bits(type->bytes);
}

int64_t tl_sign_extend(uint64_t bits, int width) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  return (int64_t)((bits ^ sign) - sign);
}

static uint64_t sign_bit(const tl_float_format *format) {
  return UINT64_C(1) << (format->bits - 1);
}

static uint64_t largest_finite(const tl_float_format *format) {
  uint64_t all = tl_low_bits(format->exponent + format->mantissa);
  if (format->special == TL_FLOAT_IEEE)
    return all - tl_low_bits(format->mantissa) - 1;
  return format->special == TL_FLOAT_ONE_NAN ? all - 1 : all;
}

static uint64_t not_a_number(const tl_float_format *format) {
  if (format->special == TL_FLOAT_NO_MINUS_ZERO)
    return sign_bit(format);
  uint64_t quiet = UINT64_C(1) << (format->mantissa - 1);
  uint64_t largest = largest_finite(format);
  return format->special == TL_FLOAT_IEEE      ? (largest + 1) | quiet
         : format->special == TL_FLOAT_ONE_NAN ? largest + 1
                                               : largest;
}

static uint64_t too_large(const tl_float_format *format, uint64_t sign) {
  return format->special == TL_FLOAT_IEEE ? sign | (largest_finite(format) + 1)
         : format->special == TL_FLOAT_ALL_FINITE
             ? sign | largest_finite(format)
             : not_a_number(format);
}

static uint64_t encode_narrow(const tl_float_format *format, double value) {
  if (isnan(value))
    return not_a_number(format);
  uint64_t sign = signbit(value) ? sign_bit(format) : 0;
  double magnitude = fabs(value);
  if (isinf(magnitude))
    return too_large(format, sign);
  int exponent, lowest = 1 - format->bias;
  frexp(magnitude, &exponent);
  if (magnitude == 0 || exponent - 1 < lowest)
    exponent = lowest + 1;
  exponent--;
  double q = nearbyint(ldexp(magnitude, format->mantissa - exponent));
  uint64_t bits =
      ((uint64_t)(exponent - lowest) << format->mantissa) + (uint64_t)q;
  if (bits > largest_finite(format))
    return too_large(format, sign);
  bool has_zero = format->special != TL_FLOAT_NO_MINUS_ZERO;
  return bits || has_zero ? sign | bits : 0;
}

static double decode_narrow(const tl_float_format *format, uint64_t bits) {
  uint64_t magnitude = bits & (sign_bit(format) - 1);
  bool is_negative = bits & sign_bit(format);
  uint64_t largest = largest_finite(format);
  double value;
  if (format->special == TL_FLOAT_NO_MINUS_ZERO && bits == sign_bit(format))
    return NAN;
  if (magnitude > largest) {
    bool is_infinite =
        format->special == TL_FLOAT_IEEE && magnitude == largest + 1;
    value = is_infinite ? INFINITY : NAN;
  } else {
    uint64_t fraction = magnitude & tl_low_bits(format->mantissa);
    int exponent = (int)(magnitude >> format->mantissa);
    if (exponent > 0)
      fraction += UINT64_C(1) << format->mantissa;
    exponent = (exponent > 0 ? exponent : 1) - format->bias;
    value = ldexp((double)fraction, exponent - format->mantissa);
  }
  return is_negative ? -value : value;
}

uint64_t tl_float_encode(const tl_float_format *format, double value) {
  uint64_t bits = 0;
  float single = (float)value;
  if (format->bits == 64)
    memcpy(&bits, &value, sizeof value);
  else if (format->bits == 32)
    memcpy(&bits, &single, sizeof single);
  else
    return encode_narrow(format, value);
  return bits;
}

double tl_float_decode(const tl_float_format *format, uint64_t bits) {
  double value;
  float single;
  if (format->bits == 64) {
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (format->bits == 32) {
    memcpy(&single, &bits, sizeof single);
    return (double)single;
  }
  return decode_narrow(format, bits);
}

uint64_t tl_float_finite_count(const tl_float_format *format) {
  return 2 * largest_finite(format) + 2 -
         (format->special == TL_FLOAT_NO_MINUS_ZERO);
}

uint64_t tl_float_finite(const tl_float_format *format, uint64_t k) {
  uint64_t largest = largest_finite(format);
  if (k <= largest)
    return k;
  return sign_bit(format) |
         (k - largest - 1 + (format->special == TL_FLOAT_NO_MINUS_ZERO));
}

tl_element tl_wide_float_encode(double value) {
  enum { BIAS = 16383, SPECIAL = 0x7fff };
  tl_element out = {.high = (uint64_t)(signbit(value) != 0) << 63};
  int exponent;
  double fraction = frexp(fabs(value), &exponent);
  if (!isfinite(value)) {
    out.high |= (uint64_t)SPECIAL << 48 | (uint64_t)(isnan(value) != 0) << 47;
  } else if (value != 0) {
    uint64_t mantissa = (uint64_t)ldexp(fraction, 53) & tl_low_bits(52);
    out.high |= (uint64_t)(exponent - 1 + BIAS) << 48 | mantissa >> 4;
    out.bits = mantissa << 60;
  }
  return out;
}

tl_element tl_integer_encode(const tl_scalar_type *type, int64_t number) {
  tl_element out = tl_element_of((uint64_t)number & tl_low_bits(type->bits), 0);
  out.high = type->bits > 64 && number < 0 ? UINT64_MAX : 0;
  return out;
}
