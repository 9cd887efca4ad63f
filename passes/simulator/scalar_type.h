/* scalar_type.h - Element types, and elements as bits.
 *
 * An element is at most 128 bits, with one poison flag for each of its bytes:
 * bytes that nobody has written.  Values are plain and own nothing. */
#ifndef TL_SIM_SCALAR_TYPE_H
#define TL_SIM_SCALAR_TYPE_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 tl_bits;

/* Bits above the width of the type are zero. */
typedef struct tl_element {
  tl_bits bits;
  uint16_t poison; /* bit i: byte i is unknown */
} tl_element;

/* Byte i, whether it is known or not. */
static inline uint8_t tl_element_byte(tl_element element, int i) {
  return (uint8_t)(element.bits >> (8 * i));
}

/* Puts a byte where there are zeros. */
static inline void tl_element_add_byte(tl_element *element, int i, uint8_t byte,
                                       bool is_known) {
  element->bits |= (tl_bits)byte << (8 * i);
  element->poison |= (uint16_t)(!is_known << i);
}

/* Bits without a sign: of the largest finite number, of what is larger, of NaN;
 * both are that number where it is the last pattern, and NaN is -0 in formats
 * without that. */
typedef struct tl_float_format {
  bool (*is)(MlirType type);
  int bits, mantissa, bias;
  tl_bits largest, above, nan;
} tl_float_format;

typedef struct tl_scalar_type {
  const tl_float_format *format; /* NULL for integers and index */
  int bits, bytes;               /* bytes of the element in memory */
} tl_scalar_type;

/* False for a type that is no integer, index or float of at most 64 bits, no
 * pointer of llvm or token of nvgpu, which are 64 bits, and not i128 or f128,
 * which are moved, and not computed with. */
bool tl_scalar_type_read(MlirType type, tl_scalar_type *out);

/* The low `bits` bits set, of 128. */
tl_bits tl_low_bits(int bits);

/* The poison flags of an element of which every byte is unknown. */
uint16_t tl_poison_all(const tl_scalar_type *type);

/* The low 64 bits as a number with sign. */
int64_t tl_sign_extend(tl_bits bits, int width);

/* The low bits of a number with sign. */
tl_element tl_integer_encode(const tl_scalar_type *type, int64_t number);

/* Rounds to nearest even; what is too large becomes infinity, NaN or the
 * largest number, as the format has it. */
tl_bits tl_float_encode(const tl_float_format *format, double value);

/* Of a format of at most 64 bits. */
double tl_float_decode(const tl_float_format *format, uint64_t bits);

/* The number of finite patterns, and the k-th of them: 0, the positive numbers
 * from the smallest, then the negative ones; of at most 63 bits. */
uint64_t tl_float_finite_count(const tl_float_format *format);
uint64_t tl_float_finite(const tl_float_format *format, uint64_t k);

#endif /* TL_SIM_SCALAR_TYPE_H */
