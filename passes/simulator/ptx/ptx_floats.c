/* ptx_floats.c - Floats, and conversions.
 *
 * An operation is computed in 64 bits, or in 32 where the type has these, and
 * rounds once, to nearest even, or exactly where it rounds in another direction.
 * What hardware approximates comes out as the nearest number.
 *
 * Source: PTX ISA, "Floating Point Instructions", "Half Precision Floating Point
 * Instructions", "Comparison and Selection Instructions", "cvt"; CUDA C++
 * Programming Guide, "Floating-Point Standard". */
#include "passes/simulator/numbers/exact_number.h"
#include "ptx_rows.h"
#include <math.h>

/*===--- Parts ------------------------------------------------------------===*/

static int part_bits(const tl_ptx_type *type) {
  return type->bits / type->parts;
}

/* TF32 is a number of 32 bits. */
static double part_of(const tl_ptx_type *type, uint64_t bits, int part) {
  int width = part_bits(type);
  return tl_float_decode(type->format,
                         bits >> width * part & tl_ptx_mask(width));
}

/* What is no number has one pattern of 16 and 32 bits: of these PTX says that it is
 * not specified, and CUDA which one it is.  Of 64 bits it keeps those of the operand. */
uint64_t tl_ptx_encode(const tl_float_format *format, double value) {
  bool is_canonical =
      isnan(value) && (format->bits == 16 || format->bits == 32);
  return is_canonical ? tl_ptx_mask(format->bits - 1)
                      : (uint64_t)tl_float_encode(format, value);
}

static uint64_t bits_of(const tl_ptx_type *type, double value, int part) {
  return tl_ptx_encode(type->format, value) << part_bits(type) * part;
}

static bool is_single(const tl_ptx_type *type) {
  return type->format->bits == 32;
}

/* What is not a normal number of the format is 0 of its sign. */
static double flush(const tl_float_format *format, double value) {
  const double least = ldexp(1, 1 - format->bias);
  return fabs(value) < least ? copysign(0, value) : value;
}

/* The number of a slot whose word is "ftz", or another that it has. */
static bool has(const tl_ptx_instruction *at, int slot) {
  return at->choices[slot] >= 0;
}

/*===--- Directions -------------------------------------------------------===*/

/* Slot 0 of arithmetic, and of conversions: words in the order of tl_rounding, and
 * others, which do not say a direction. */
enum { ROUNDING = 0 };
#define ROUNDINGS "rn|rz|rm|rp"

static tl_rounding rounding_of(const tl_ptx_instruction *at) {
  int choice = at->choices[ROUNDING];
  return choice > 0 && choice < TL_ROUNDING_COUNT ? (tl_rounding)choice
                                                  : TL_TO_NEAREST;
}

static bool is_directed(const tl_ptx_instruction *at) {
  return rounding_of(at) != TL_TO_NEAREST;
}

/* Numbers of 16 bits round to nearest. */
static bool has_direction(const tl_ptx_instruction *at) {
  return !is_directed(at) || part_bits(at->types[0]) >= 32;
}

/*===--- Arithmetic -------------------------------------------------------===*/

typedef double operation(const tl_ptx_instruction *at, const double *in);

/* "Mixed Precision Floating Point Instructions": the first type is that of the
 * result and of the last input, the second one that of the others. */
static const tl_ptx_type *type_of_input(const tl_ptx_instruction *at, int i) {
  return i == at->group_count - 2 ? at->types[0] : tl_ptx_type_of(at);
}

#define ROUNDED(name, expression)                                              \
  static double name(const tl_ptx_instruction *at, const double *in) {         \
    const tl_ptx_type *type = at->types[0];                                    \
    const double a = in[0], b = in[1], c = in[2];                              \
    (void)type, (void)a, (void)b, (void)c;                                     \
    return expression;                                                         \
  }

/* To nearest, and exactly in other directions. */
#define DIRECTED(name, nearest, function, ...)                                 \
  ROUNDED(name, is_directed(at)                                                \
                    ? function(type->format, rounding_of(at), __VA_ARGS__)     \
                    : (nearest))

DIRECTED(sum, a + b, tl_exact_fused, a, 1, b)
DIRECTED(difference, a - b, tl_exact_fused, a, 1, -b)
DIRECTED(product, a *b, tl_exact_product, a, b)
DIRECTED(quotient, is_single(type) ? (double)((float)a / (float)b) : a / b,
         tl_exact_quotient, a, b)
DIRECTED(fused, tl_float_fused(part_bits(type), a, b, c), tl_exact_fused, a, b,
         c)
DIRECTED(reciprocal, is_single(type) ? (double)(1 / (float)a) : 1 / a,
         tl_exact_quotient, 1, a)
DIRECTED(root, is_single(type) ? (double)sqrtf((float)a) : sqrt(a),
         tl_exact_root, a)
ROUNDED(inverse_root, 1 / sqrt(a))
ROUNDED(power_of_two, exp2(a))
ROUNDED(logarithm, log2(a))
ROUNDED(sine, sin(a))
ROUNDED(cosine, cos(a))
ROUNDED(tangent, tanh(a))

/* Of two, what is no number does not count, and -0 is less than 0. */
static double extreme(double a, double b, bool is_least) {
  if (isnan(a) || isnan(b))
    return isnan(a) ? b : a;
  if (a == 0 && b == 0)
    return signbit(a) == is_least ? a : b;
  return (a < b) == is_least ? a : b;
}

/* Slots of min and max: NaN where one input is no number; the sign is that of the
 * product; inputs without their signs. */
enum { KEEPS_NAN = 3, XORSIGN, ABS };

uint64_t tl_ptx_extreme_float(const tl_ptx_type *type, uint64_t a, uint64_t b,
                              bool is_least, bool keeps_nan) {
  double left = part_of(type, a, 0), right = part_of(type, b, 0);
  bool is_nan = isnan(left) || isnan(right);
  return bits_of(type,
                 is_nan && keeps_nan ? NAN : extreme(left, right, is_least), 0);
}

/* Of two or three. */
static double extreme_of(const tl_ptx_instruction *at, const double *in,
                         bool is_least) {
  double out = NAN;
  bool is_nan = false, is_negative = false;
  for (int i = 0; i < at->group_count - 1; i++) {
    double own = has(at, ABS) ? fabs(in[i]) : in[i];
    is_nan |= isnan(in[i]);
    is_negative ^= signbit(in[i]) != 0;
    out = extreme(out, own, is_least);
  }
  if (isnan(out) || (is_nan && has(at, KEEPS_NAN)))
    return NAN;
  return has(at, XORSIGN) ? copysign(out, is_negative ? -1 : 1) : out;
}

ROUNDED(least, extreme_of(at, in, true))
ROUNDED(most, extreme_of(at, in, false))

/* In each part, with 0 of its sign for what is below the normal numbers, and a
 * result of 0 to 1 where that is asked for. */
static void apply(const tl_ptx_instruction *at, operation *of,
                  const tl_ptx_value *in, tl_ptx_value *out) {
  enum { FTZ = 1, SAT };
  const tl_ptx_type *type = at->types[0];
  bool flushes = has(at, FTZ), saturates = has(at, SAT);
  for (int part = 0; part < type->parts; part++) {
    double inputs[3], result;
    for (int i = 0; i < 3; i++) {
      inputs[i] = part_of(type_of_input(at, i), in[i].bits, part);
      inputs[i] = flushes ? flush(type->format, inputs[i]) : inputs[i];
    }
    result = of(at, inputs);
    if (saturates)
      result = isnan(result) ? 0 : fmin(fmax(result, 0), 1);
    uint64_t bits = bits_of(type, result, part);
    if (flushes)
      bits =
          bits_of(type, flush(type->format, part_of(type, bits, part)), part);
    out->bits |= bits;
    uint64_t own = tl_ptx_mask(part_bits(type)) << part_bits(type) * part;
    if ((in[0].unknown | in[1].unknown | in[2].unknown) & own)
      out->unknown |= own;
  }
}

uint64_t tl_ptx_add_floats(const tl_ptx_type *type, uint64_t a, uint64_t b,
                           bool flushes) {
  enum { FTZ = 1 };
  tl_ptx_instruction at = {.types = {type}, .type_count = 1};
  const tl_ptx_value in[] = {{a, 0}, {b, 0}, {0, 0}};
  tl_ptx_value out = {0, 0};
  memset(at.choices, -1, sizeof at.choices);
  at.choices[FTZ] = flushes ? 0 : -1;
  apply(&at, sum, in, &out);
  return out.bits;
}

#define APPLIES(name)                                                          \
  static void compute_##name(const tl_ptx_instruction *at,                     \
                             const tl_ptx_value *in, tl_ptx_value *out) {      \
    apply(at, name, in, out);                                                  \
  }

APPLIES(sum)
APPLIES(difference)
APPLIES(product)
APPLIES(quotient)
APPLIES(fused)
APPLIES(reciprocal)
APPLIES(root)
APPLIES(inverse_root)
APPLIES(power_of_two)
APPLIES(logarithm)
APPLIES(sine)
APPLIES(cosine)
APPLIES(tangent)
APPLIES(least)
APPLIES(most)

/* Signs of bits, NaN too. */
static uint64_t signs_of(const tl_ptx_type *type) {
  uint64_t out = 0;
  for (int part = 1; part <= type->parts; part++)
    out |= UINT64_C(1) << (part_bits(type) * part - 1);
  return out;
}

/* Slot 0 of neg and abs: parts that are not normal become 0 of their signs, which
 * all bits of a part say. */
static void flush_parts(const tl_ptx_instruction *at, tl_ptx_value *value) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  for (int part = 0; part < type->parts && has(at, 0); part++) {
    uint64_t own = tl_ptx_mask(part_bits(type)) << part_bits(type) * part;
    double flushed = flush(type->format, part_of(type, value->bits, part));
    if (flushed == 0)
      value->bits = (value->bits & ~own) | bits_of(type, flushed, part);
    if (value->unknown & own)
      value->unknown |= own;
  }
}

static void negate(const tl_ptx_instruction *at, const tl_ptx_value *in,
                   tl_ptx_value *out) {
  *out = in[0];
  out->bits ^= signs_of(tl_ptx_type_of(at));
  flush_parts(at, out);
}

static void drop_sign(const tl_ptx_instruction *at, const tl_ptx_value *in,
                      tl_ptx_value *out) {
  *out = in[0];
  out->bits &= ~signs_of(tl_ptx_type_of(at));
  out->unknown &= ~signs_of(tl_ptx_type_of(at));
  flush_parts(at, out);
}

/* The sign of the first, of the second all else. */
static void copy_sign(const tl_ptx_instruction *at, const tl_ptx_value *in,
                      tl_ptx_value *out) {
  uint64_t sign = signs_of(tl_ptx_type_of(at));
  out->bits = (in[0].bits & sign) | (in[1].bits & ~sign);
  out->unknown = (in[0].unknown & sign) | (in[1].unknown & ~sign);
}

/*===--- Comparisons ------------------------------------------------------===*/

#define COMPARISONS "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan"

/* Of the second six an operand that is no number makes them true. */
static bool compare_part(const tl_ptx_instruction *at, const tl_ptx_value *in,
                         int part) {
  enum { FTZ = 1, UNORDERED = 6, NUM = 12, NAN_ };
  const tl_ptx_type *type = tl_ptx_type_of(at);
  double a = part_of(type, in[0].bits, part);
  double b = part_of(type, in[1].bits, part);
  if (has(at, FTZ)) {
    a = flush(type->format, a);
    b = flush(type->format, b);
  }
  int how = at->choices[0];
  bool is_nan = isnan(a) || isnan(b);
  const bool results[UNORDERED] = {a == b, a < b || a > b, a<b, a <= b, a> b,
                                   a >= b};
  return how >= NUM ? is_nan == (how == NAN_)
                    : results[how % UNORDERED] || (is_nan && how >= UNORDERED);
}

static void compare(const tl_ptx_instruction *at, const tl_ptx_value *in,
                    tl_ptx_value *out) {
  out->bits = compare_part(at, in, 0);
}

/* Each part has a predicate of its own. */
static void compare_parts(const tl_ptx_step *step) {
  const tl_ptx_type *type = tl_ptx_type_of(step->at);
  const tl_ptx_value in[] = {tl_ptx_read(step, 1, 0), tl_ptx_read(step, 2, 0)};
  uint64_t unknown = in[0].unknown | in[1].unknown;
  for (int part = 0; part < type->parts; part++)
    tl_ptx_write(step, 0, part,
                 (tl_ptx_value){compare_part(step->at, in, part),
                                unknown >> part_bits(type) * part &
                                    tl_ptx_mask(part_bits(type))});
}

static bool gives_each_part(const tl_ptx_instruction *at) {
  return tl_ptx_group_size(at, 0) == tl_ptx_type_of(at)->parts;
}

/*===--- Conversions ------------------------------------------------------===*/

enum { CONVERT_FTZ = 1, CONVERT_SAT = 2 };
enum { SATFINITE = 1, RELU = 2 }; /* of pairs and tf32 */

/* Slots of cvt: how it rounds, ftz, sat. */
static double round_to_integer(const tl_ptx_instruction *at, double value) {
  enum { RNI = TL_ROUNDING_COUNT, RZI, RMI, RPI };
  switch (at->choices[ROUNDING]) {
  case RNI:
    return nearbyint(value);
  case RZI:
    return trunc(value);
  case RMI:
    return floor(value);
  case RPI:
    return ceil(value);
  default:
    return value;
  }
}

/* What is no number becomes 0 where both types have 32 bits or less, else the
 * highest bit. */
static uint64_t integer_of_nan(const tl_ptx_type *to, const tl_ptx_type *from) {
  return from->bits < 64 && to->bits < 64 ? 0 : UINT64_C(1) << (to->bits - 1);
}

/* The nearest integer of the type. */
static uint64_t clamp(const tl_ptx_type *to, const tl_ptx_type *from,
                      double value) {
  bool has_sign = tl_ptx_is_signed(to);
  double above = ldexp(1, to->bits - has_sign), below = has_sign ? -above : 0;
  uint64_t largest = tl_ptx_mask(to->bits - has_sign);
  if (isnan(value))
    return integer_of_nan(to, from);
  if (value >= above)
    return largest;
  if (value <= below)
    return has_sign ? ~largest : 0;
  return has_sign ? (uint64_t)(int64_t)value : (uint64_t)value;
}

/* Of two halves, each of them exact. */
static double directed_integer(const tl_ptx_instruction *at, uint64_t bits) {
  const double lower = (double)(bits & UINT32_MAX);
  const double upper = tl_ptx_is_signed(at->types[1])
                           ? (double)((int64_t)bits >> 32)
                           : (double)(bits >> 32);
  return tl_exact_fused(at->types[0]->format, rounding_of(at), upper, 0x1p32,
                        lower);
}

static double number_of(const tl_ptx_instruction *at, uint64_t bits) {
  const tl_ptx_type *to = at->types[0], *from = at->types[1];
  uint64_t own = tl_ptx_extend(from, bits);
  if (from->kind == TL_PTX_FLOAT)
    return part_of(from, bits, 0);
  if (is_directed(at))
    return directed_integer(at, own);
  return tl_ptx_is_signed(from) ? tl_float_of_signed(to->bits, (int64_t)own)
                                : tl_float_of_unsigned(to->bits, own);
}

static double directed(const tl_ptx_instruction *at, double value) {
  return is_directed(at)
             ? tl_exact_value(at->types[0]->format, rounding_of(at), value)
             : value;
}

/* The nearest number of a type to an integer of another one. */
static uint64_t saturate(const tl_ptx_type *to, const tl_ptx_type *from,
                         uint64_t bits) {
  bool has_sign = tl_ptx_is_signed(to);
  uint64_t largest = tl_ptx_mask(to->bits - has_sign);
  bool is_below = tl_ptx_is_signed(from) && (int64_t)bits < 0;
  if (!is_below)
    return bits > largest ? largest : bits;
  uint64_t smallest = has_sign ? ~largest : 0;
  return !has_sign || (int64_t)bits < (int64_t)smallest ? smallest : bits;
}

/* Between integers, where bits keep what is known of them. */
static void convert_integer(const tl_ptx_instruction *at,
                            const tl_ptx_value *in, tl_ptx_value *out) {
  const tl_ptx_type *to = at->types[0], *from = at->types[1];
  uint64_t bits = tl_ptx_extend(from, in[0].bits);
  if (has(at, CONVERT_SAT)) {
    out->bits = saturate(to, from, bits);
    out->unknown = in[0].unknown ? UINT64_MAX : 0;
    return;
  }
  out->bits = tl_ptx_extend(to, bits);
  out->unknown = tl_ptx_extend(to, tl_ptx_extend(from, in[0].unknown));
}

static void convert(const tl_ptx_instruction *at, const tl_ptx_value *in,
                    tl_ptx_value *out) {
  const tl_ptx_type *to = at->types[0], *from = at->types[1];
  bool is_float = to->kind == TL_PTX_FLOAT;
  if (!is_float && from->kind != TL_PTX_FLOAT) {
    convert_integer(at, in, out);
    return;
  }
  double value = number_of(at, in[0].bits);
  if (has(at, CONVERT_FTZ))
    value = flush(&TL_FLOAT_FORMATS[TL_F32], value);
  value = round_to_integer(at, value);
  if (is_float && has(at, CONVERT_SAT))
    value = isnan(value) ? 0 : fmin(fmax(value, 0), 1);
  out->bits =
      is_float ? bits_of(to, directed(at, value), 0) : clamp(to, from, value);
  out->unknown = in[0].unknown ? UINT64_MAX : 0;
}

static double limited(const tl_ptx_instruction *at,
                      const tl_float_format *format, double value) {
  int limits = (has(at, SATFINITE) ? TL_LIMIT_FINITE : 0) |
               (has(at, RELU) ? TL_LIMIT_POSITIVE : 0);
  return tl_float_limit(format, limits, value);
}

/* Two numbers to one register, the first one above; or one of two parts to one
 * of wider parts. */
static void convert_pair(const tl_ptx_instruction *at, const tl_ptx_value *in,
                         tl_ptx_value *out) {
  const tl_ptx_type *to = at->types[0], *from = at->types[1];
  for (int part = 0; part < 2; part++) {
    bool is_packed = from->parts == 2;
    const tl_ptx_value *one = &in[is_packed ? 0 : 1 - part];
    double value = part_of(from, one->bits, is_packed ? part : 0);
    value = limited(at, to->format, value);
    out->bits |= bits_of(to, directed(at, value), part);
  }
}

/* Of f32 the bits that tf32 has: what is added in front of those that are dropped
 * is how it rounds, to nearest even, towards 0, or to nearest with ties away. */
static void convert_tf32(const tl_ptx_instruction *at, const tl_ptx_value *in,
                         tl_ptx_value *out) {
  enum { DROPPED = 13 };
  const tl_ptx_type *type = tl_ptx_type_of(at);
  double value =
      limited(at, &TL_FLOAT_FORMATS[TL_TF32], part_of(type, in[0].bits, 0));
  uint64_t bits =
      isnan(value) ? (uint64_t)type->format->nan : bits_of(type, value, 0);
  const uint64_t lowest = UINT64_C(1) << DROPPED;
  const uint64_t added[] = {lowest / 2 - 1 + (bits >> DROPPED & 1), 0,
                            lowest / 2};
  out->bits = (bits + added[at->choices[ROUNDING]]) & ~(lowest - 1);
}

/* To nearest with ties away there is none that has 0 for what is negative. */
static bool is_of_tf32(const tl_ptx_instruction *at) {
  enum { RNA = 2 };
  return is_single(tl_ptx_type_of(at)) &&
         !(at->choices[ROUNDING] == RNA && has(at, RELU));
}

/* A direction is that of a number which may lose bits. */
static bool has_direction_of_one(const tl_ptx_instruction *at) {
  const tl_ptx_type *to = at->types[0], *from = at->types[1];
  return !is_directed(at) ||
         (to->kind == TL_PTX_FLOAT &&
          (from->kind != TL_PTX_FLOAT || from->bits > to->bits));
}

static bool has_direction_of_pair(const tl_ptx_instruction *at) {
  return !is_directed(at) || part_bits(at->types[0]) == 16;
}

static bool is_of_pair(const tl_ptx_instruction *at) {
  const tl_ptx_type *to = at->types[0], *from = at->types[1];
  return to->parts == 2 && at->group_count == (from->parts == 2 ? 2 : 3);
}

static bool is_of_one(const tl_ptx_instruction *at) {
  return at->types[0]->parts == 1 && at->types[1]->parts == 1;
}

/* From numbers of 16 bits to one of 32. */
static bool is_mixed(const tl_ptx_instruction *at) {
  const tl_ptx_type *to = at->types[0], *from = at->types[1];
  return to->bits == 32 && is_single(to) && from->bits == 16 &&
         from->parts == 1;
}

/* Three are of 32 bits (sm_100); two have their signs dropped with a sign. */
static bool is_extreme(const tl_ptx_instruction *at) {
  bool is_three = at->group_count == 4;
  return is_three ? is_single(tl_ptx_type_of(at)) && !has(at, XORSIGN)
                  : has(at, XORSIGN) == has(at, ABS);
}

#define EXTREME(name, function)                                                \
  {                                                                            \
    name, "-? ftz? -? NaN? xorsign? abs? #f", "rss?s",                         \
        .compute = compute_##function, .tracks = true, .check = is_extreme     \
  }

#define ROW(name, pattern, operands, function)                                 \
  {                                                                            \
    name, pattern " #f", operands, .compute = compute_##function,              \
                                   .tracks = true, .knows = has_direction      \
  }

#define MIXED(name, pattern, operands, function)                               \
  {                                                                            \
    name, pattern " -? sat? #f #f", operands,                                  \
        .compute = compute_##function, .tracks = true, .check = is_mixed,      \
        .widths = "...."                                                       \
  }

const tl_ptx_row TL_PTX_FLOAT_ROWS[] = {
    ROW("add", ROUNDINGS "? ftz? sat?", "rss", sum),
    ROW("sub", ROUNDINGS "? ftz? sat?", "rss", difference),
    ROW("mul", ROUNDINGS "? ftz? sat?", "rss", product),
    ROW("fma", ROUNDINGS " ftz? sat?", "rsss", fused),
    MIXED("add", ROUNDINGS "?", "rss", sum),
    MIXED("sub", ROUNDINGS "?", "rss", difference),
    MIXED("fma", ROUNDINGS, "rsss", fused),
    ROW("mad", ROUNDINGS " ftz? sat?", "rsss", fused),
    ROW("div", ROUNDINGS "|approx|full ftz? sat?", "rss", quotient),
    ROW("rcp", ROUNDINGS "|approx ftz? sat?", "rs", reciprocal),
    ROW("sqrt", ROUNDINGS "|approx ftz? sat?", "rs", root),
    ROW("rsqrt", "approx ftz? sat?", "rs", inverse_root),
    ROW("ex2", "approx ftz? sat?", "rs", power_of_two),
    ROW("lg2", "approx ftz? sat?", "rs", logarithm),
    ROW("sin", "approx ftz? sat?", "rs", sine),
    ROW("cos", "approx ftz? sat?", "rs", cosine),
    ROW("tanh", "approx ftz? sat?", "rs", tangent),
    EXTREME("min", least),
    EXTREME("max", most),
    {"neg", "ftz? #f", "rs", .compute = negate, .tracks = true},
    {"abs", "ftz? #f", "rs", .compute = drop_sign, .tracks = true},
    {"copysign", "#f", "rss", .compute = copy_sign, .tracks = true},
    {"setp", COMPARISONS " ftz? #x", "dss", .lane = compare_parts,
     .check = gives_each_part, .widths = "ptt"},
    {"setp", COMPARISONS " ftz? #f", "rss", .compute = compare,
     .widths = "ptt"},
    {"cvt", "rn|rz satfinite? relu? #x #f", "rs?s", .compute = convert_pair,
     .check = is_of_pair, .widths = "0>>", .knows = has_direction_of_pair},
    {"cvt", "rn|rz|rna satfinite? relu? tf32 #f", "rs", .compute = convert_tf32,
     .check = is_of_tf32},
    {"cvt", ROUNDINGS "|rni|rzi|rmi|rpi? ftz? sat? #usf #usf", "rs",
     .compute = convert, .tracks = true, .check = is_of_one, .widths = "0>",
     .knows = has_direction_of_one},
    {.name = NULL},
};
