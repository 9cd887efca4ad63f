/* float_format.h - Numbers of a simulator: bits, and the formats of floats.
 *
 * Values without memory of their own. */
#ifndef TL_SIM_FLOAT_FORMAT_H
#define TL_SIM_FLOAT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*===--- Bits -------------------------------------------------------------===*/

__extension__ typedef unsigned __int128 tl_bits;

/* The low `bits` bits set, of 128. */
static inline tl_bits tl_wide_low_bits(int bits) {
  return bits >= 128 ? ~(tl_bits)0 : ((tl_bits)1 << bits) - 1;
}

/* The low bits, at most 64, as a number with sign. */
static inline int64_t tl_sign_extend(tl_bits bits, int width) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  return (int64_t)(((uint64_t)bits ^ sign) - sign);
}

/*===--- Floats -----------------------------------------------------------===*/

/* Bits without a sign: of the largest finite number, of what is larger, of NaN;
 * both are that number where it is the last pattern, and NaN is -0 in formats
 * without that.  A format without a mantissa has powers of two and no sign; a
 * number becomes the one that is not above its magnitude, as MLIR lowers that. */
typedef struct tl_float_format {
  int bits, mantissa, bias;
  tl_bits largest, above, nan;
} tl_float_format;

typedef enum tl_float_name {
  TL_F128 = 0,
  TL_F64,
  TL_F32,
  TL_F16,
  TL_BF16,
  TL_TF32,
  TL_F8E5M2,
  TL_F8E4M3,
  TL_F8E3M4,
  TL_F8E4M3FN,
  TL_F8E5M2FNUZ,
  TL_F8E4M3FNUZ,
  TL_F8E4M3B11FNUZ,
  TL_F6E2M3FN,
  TL_F6E3M2FN,
  TL_F4E2M1FN,
  TL_F8E8M0FNU,
  TL_FLOAT_COUNT,
} tl_float_name;

extern const tl_float_format TL_FLOAT_FORMATS[TL_FLOAT_COUNT];

/* The two below, of a format that the processor has not: what is decoded has at
 * most 64 bits, and normal numbers that are normal in a double. */
tl_bits tl_float_encode_small(const tl_float_format *format, double value);
double tl_float_decode_small(const tl_float_format *format, uint64_t bits);

/* Rounds to nearest even; what is too large becomes infinity, NaN or the
 * largest number, as the format has it. */
static inline tl_bits tl_float_encode(const tl_float_format *format,
                                      double value) {
  float single = (float)value;
  uint32_t narrow;
  uint64_t wide;
  memcpy(&narrow, &single, sizeof narrow);
  memcpy(&wide, &value, sizeof wide);
  return format->bits == 32   ? narrow
         : format->bits == 64 ? wide
                              : tl_float_encode_small(format, value);
}

/* Of a format of at most 64 bits. */
static inline double tl_float_decode(const tl_float_format *format,
                                     uint64_t bits) {
  uint32_t narrow = (uint32_t)bits;
  float single;
  double wide;
  memcpy(&single, &narrow, sizeof single);
  memcpy(&wide, &bits, sizeof wide);
  return format->bits == 32   ? (double)single
         : format->bits == 64 ? wide
                              : tl_float_decode_small(format, bits);
}

/* With limits: at most the largest number of the format, which NaN is not held to, and
 * at least 0. */
enum { TL_LIMIT_FINITE = 1, TL_LIMIT_POSITIVE = 2 };
double tl_float_limit(const tl_float_format *format, int limits, double value);

/* a * b + c, and the integer: doubles that are rounded to a format of so many bits,
 * at most 64, as the exact number is. */
double tl_float_fused(int bits, double a, double b, double c);
double tl_float_of_unsigned(int bits, uint64_t integer);
double tl_float_of_signed(int bits, int64_t integer);

/* The number of finite patterns, and the k-th of them: 0, the positive numbers
 * from the smallest, then the negative ones; of at most 63 bits. */
uint64_t tl_float_finite_count(const tl_float_format *format);
uint64_t tl_float_finite(const tl_float_format *format, uint64_t k);

#endif /* TL_SIM_FLOAT_FORMAT_H */
