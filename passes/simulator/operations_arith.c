/* operations_arith.c - Computations of arith and index.
 *
 * nsw and nuw promise that the result fits, exact that it has no rest; a broken
 * promise is a fault, and of llvm poison, as what is moved ahead of its condition
 * may be it.  The number of an instruction is those flags, or the predicate.
 *
 * Source: LLVM Language Reference, "Binary Operations", "Conversion Operations". */
#include "dialect/bridge/bridge.h"
#include "operations.h"
#include <math.h>

enum {
  NO_SIGNED_WRAP = TL_LLVM_NSW,
  NO_UNSIGNED_WRAP = TL_LLVM_NUW,
  NO_REST = 1,
  IS_DISJOINT = 1,
  MAKES_POISON = 4, /* where a promise is broken */
};

__extension__ typedef __int128 wide;

static int64_t signed_operand(const tl_computation *c, int i) {
  return tl_sign_extend(c->operands[i], c->type->bits);
}

static void break_promise(tl_computation *c, const char *why) {
  if (c->number & MAKES_POISON)
    c->is_poison = true;
  else
    c->fault = why;
}

/* The low bits of an exact result, with sign and without. */
static uint64_t wrap(tl_computation *c, wide exact, tl_bits exact_unsigned) {
  int bits = c->result_type->bits;
  uint64_t low = (uint64_t)(exact_unsigned & tl_wide_low_bits(bits));
  if (c->number & NO_SIGNED_WRAP && exact != tl_sign_extend(low, bits))
    break_promise(c, "the result wraps, in spite of nsw");
  if (c->number & NO_UNSIGNED_WRAP && exact_unsigned != low)
    break_promise(c, "the result wraps, in spite of nuw");
  return low;
}

static uint64_t divide(tl_computation *c, uint64_t quotient, bool has_rest) {
  if (c->number & NO_REST && has_rest)
    break_promise(c, "the result has a rest, in spite of exact");
  return quotient;
}

static bool divides_by_zero(tl_computation *c) {
  if (c->operands[1] == 0)
    c->fault = "divides by 0";
  return c->operands[1] == 0;
}

/* Also when the quotient does not fit. */
static bool has_no_quotient(tl_computation *c) {
  bool wraps = signed_operand(c, 1) == -1 &&
               c->operands[0] == UINT64_C(1) << (c->type->bits - 1);
  if (wraps)
    c->fault = "the quotient of the smallest number and -1 wraps";
  return divides_by_zero(c) || wraps;
}

/* A shift by the width or more has no result. */
static bool shifts_too_far(tl_computation *c) {
  c->is_poison = c->operands[1] >= (uint64_t)c->type->bits;
  return c->is_poison;
}

static uint64_t join(tl_computation *c, uint64_t a, uint64_t b) {
  c->is_poison = c->number & IS_DISJOINT && a & b;
  return a | b;
}

/* What has a sign, in spite of nneg, has no result. */
static uint64_t without_sign(tl_computation *c, uint64_t a) {
  c->is_poison = c->number && signed_operand(c, 0) < 0;
  return a;
}

/* Of operands a and b, which are x and y with sign. */
#define COMPUTE(name, result)                                                  \
  static uint64_t name(tl_computation *c) {                                    \
    uint64_t a = c->operands[0], b = c->operands[1];                           \
    int64_t x = signed_operand(c, 0), y = signed_operand(c, 1);                \
    (void)a, (void)b, (void)x, (void)y;                                        \
    return (uint64_t)(result);                                                 \
  }                                                                            \
  TL_LANES(name)

COMPUTE(add, wrap(c, (wide)x + y, (tl_bits)a + b))
COMPUTE(subtract, wrap(c, (wide)x - y, (tl_bits)a - b))
COMPUTE(multiply, wrap(c, (wide)x *y, (tl_bits)a *b))
COMPUTE(divide_unsigned, divides_by_zero(c) ? 0 : divide(c, a / b, a % b != 0))
COMPUTE(ceiling_unsigned, divides_by_zero(c) ? 0 : a / b + (a % b != 0))
COMPUTE(remainder_unsigned, divides_by_zero(c) ? 0 : a % b)
COMPUTE(divide_signed,
        has_no_quotient(c) ? 0 : divide(c, (uint64_t)(x / y), x % y != 0))
COMPUTE(ceiling_signed,
        has_no_quotient(c) ? 0 : x / y + (x % y && (x < 0) == (y < 0)))
COMPUTE(floor_signed,
        has_no_quotient(c) ? 0 : x / y - (x % y && (x < 0) != (y < 0)))
COMPUTE(remainder_signed, divides_by_zero(c) || y == -1 ? 0 : x % y)
COMPUTE(bits_and, a &b)
COMPUTE(bits_or, join(c, a, b))
COMPUTE(bits_xor, a ^ b)
COMPUTE(shift_left,
        shifts_too_far(c)
            ? 0
            : wrap(c, (wide)x *(wide)((tl_bits)1 << b), (tl_bits)a << b))
COMPUTE(shift_unsigned,
        shifts_too_far(c) ? 0 : divide(c, a >> b, a >> b << b != a))
COMPUTE(shift_signed,
        shifts_too_far(c) ? 0 : divide(c, (uint64_t)(x >> b), a >> b << b != a))
COMPUTE(maximum_unsigned, a < b ? b : a)
COMPUTE(minimum_unsigned, a < b ? a : b)
COMPUTE(maximum_signed, x < y ? y : x)
COMPUTE(minimum_signed, x < y ? x : y)
COMPUTE(extend_signed, x)
COMPUTE(extend_unsigned, without_sign(c, a))

uint64_t tl_compute_same(tl_computation *c) { return c->operands[0]; }
TL_LANES(tl_compute_same)

/* The predicate is a number of arith::CmpIPredicate, in that order. */
static uint64_t compare(tl_computation *c) {
  uint64_t a = c->operands[0], b = c->operands[1];
  int64_t x = signed_operand(c, 0), y = signed_operand(c, 1);
  const bool results[] = {
      a == b, a != b, x<y, x <= y, x> y, x >= y, a<b, a <= b, a> b, a >= b};
  return results[c->number];
}
TL_LANES(compare)

/*===--- Floats -----------------------------------------------------------===*/

static double float_operand(const tl_computation *c, int i) {
  return tl_float_decode(c->type->format, c->operands[i]);
}

static uint64_t float_result(const tl_computation *c, double value) {
  return (uint64_t)tl_float_encode(c->result_type->format, value);
}

/* A double rounds once more only where that changes nothing: its 53 bits are
 * more than twice those of any narrower format and 2. */
#define FLOAT(name, result)                                                    \
  static uint64_t name(tl_computation *c) {                                    \
    double a = float_operand(c, 0), b = float_operand(c, 1);                   \
    (void)b;                                                                   \
    return float_result(c, result);                                            \
  }                                                                            \
  TL_LANES(name)

FLOAT(addf, a + b)
FLOAT(subf, a - b)
FLOAT(mulf, a *b)
FLOAT(divf, a / b)
FLOAT(remf, fmod(a, b))
FLOAT(convertf, a)

/*===--- Rounding and scales ----------------------------------------------===*/

/* To the nearest number, the even one of two. */
static bool prepare_rounding(tl_instruction *at) {
  return tl_integer_attribute(at->operation, "roundingmode", 0) == 0 ||
         tl_refuse(at, "rounds in another way than to_nearest_even, which the "
                       "simulator does not know");
}

/* A number as one of another format. */
static double in_format(const tl_float_format *format, double value) {
  return tl_float_decode(format, (uint64_t)tl_float_encode(format, value));
}

/* A scale is a power of two, in the wider format of the others. */
static double scaled(const tl_float_format *format, double value, double scale,
                     bool divides) {
  const tl_float_format *powers = &TL_FLOAT_FORMATS[TL_F8E8M0FNU];
  double own = in_format(format, value);
  double factor = in_format(format, in_format(powers, scale));
  return in_format(format, divides ? own / factor : own * factor);
}

/* Operand 1 is the scale of operand 0, which number 0 says to divide by. */
static void scale_elements(const tl_step *step) {
  const tl_instruction *at = step->at;
  const bool divides = at->row->number;
  const tl_slot *result = tl_result_slot(at, 0);
  const tl_scalar_type *from = &tl_operand_slot(at, 0)->scalar;
  const tl_scalar_type *by = &tl_operand_slot(at, 1)->scalar;
  for (int64_t i = 0; i < result->count; i++) {
    tl_element own = tl_operand(step, 0)[i], scale = tl_operand(step, 1)[i];
    double value =
        scaled(divides ? from->format : result->scalar.format,
               tl_float_decode(from->format, (uint64_t)own.bits),
               tl_float_decode(by->format, (uint64_t)scale.bits), divides);
    tl_result(step, 0)[i] = (tl_element){
        tl_float_encode(result->scalar.format, value),
        own.poison || scale.poison ? tl_poison_all(&result->scalar) : 0};
  }
}

static uint64_t negf(tl_computation *c) {
  return c->operands[0] ^ UINT64_C(1) << (c->type->bits - 1);
}
TL_LANES(negf)

/* maximum and minimum give NaN where an operand is, maxnum and minnum the
 * other operand; +0 is above -0. */
enum { WANTS_LARGER = 1, KEEPS_NAN = 2 };

static uint64_t choose(tl_computation *c) {
  double a = float_operand(c, 0), b = float_operand(c, 1);
  bool wants_larger = c->number & WANTS_LARGER,
       keeps_nan = c->number & KEEPS_NAN;
  if (isnan(a) || isnan(b))
    return c->operands[isnan(a) ? !keeps_nan : keeps_nan];
  bool is_below = a < b || (a == b && signbit(a) && !signbit(b));
  return c->operands[is_below == wants_larger];
}
TL_LANES(choose)

enum { ORDER_EQUAL = 1, ORDER_ABOVE = 2, ORDER_BELOW = 4, ORDER_NONE = 8 };

/* Those that satisfy predicate i of arith::CmpFPredicate. */
static const uint8_t ORDERS[16] = {0, 1,  2,  3,  4,  5,  6, 7,
                                   9, 10, 11, 12, 13, 14, 8, 15};

static uint64_t cmpf(tl_computation *c) {
  double a = float_operand(c, 0), b = float_operand(c, 1);
  int order = isnan(a) || isnan(b) ? ORDER_NONE
              : a < b              ? ORDER_BELOW
              : a > b              ? ORDER_ABOVE
                                   : ORDER_EQUAL;
  return (ORDERS[c->number] & order) != 0;
}
TL_LANES(cmpf)

static uint64_t sitofp(tl_computation *c) {
  return float_result(
      c, tl_float_of_signed(c->result_type->bits, signed_operand(c, 0)));
}
TL_LANES(sitofp)

static uint64_t uitofp(tl_computation *c) {
  return float_result(c, tl_float_of_unsigned(c->result_type->bits,
                                              without_sign(c, c->operands[0])));
}
TL_LANES(uitofp)

/* What does not fit has no result. */
static uint64_t fptosi(tl_computation *c) {
  double value = trunc(float_operand(c, 0));
  double limit = ldexp(1, c->result_type->bits - 1);
  c->is_poison = !(value >= -limit && value < limit);
  return c->is_poison ? 0 : (uint64_t)(int64_t)value;
}
TL_LANES(fptosi)

static uint64_t fptoui(tl_computation *c) {
  double value = trunc(float_operand(c, 0));
  c->is_poison = !(value >= 0 && value < ldexp(1, c->result_type->bits));
  return c->is_poison ? 0 : (uint64_t)value;
}
TL_LANES(fptoui)

/*===--- Two results ------------------------------------------------------===*/

/* Results 0 and 1: a sum and whether it wraps, or the lower and the upper half of
 * a product. */
enum { SUM = 0, SIGNED_PRODUCT, UNSIGNED_PRODUCT };

static void compute_pair(const tl_step *step) {
  const tl_scalar_type *type = &tl_operand_slot(step->at, 0)->scalar,
                       *other = &tl_result_slot(step->at, 1)->scalar;
  int64_t kind = step->at->row->number;
  for (int64_t i = 0; i < tl_operand_slot(step->at, 0)->count; i++) {
    tl_element x = tl_operand(step, 0)[i], y = tl_operand(step, 1)[i];
    uint64_t a = (uint64_t)x.bits, b = (uint64_t)y.bits;
    tl_bits both = kind == SUM ? (tl_bits)a + b
                   : kind == UNSIGNED_PRODUCT
                       ? (tl_bits)a * b
                       : (tl_bits)((wide)tl_sign_extend(a, type->bits) *
                                   tl_sign_extend(b, type->bits));
    bool is_unknown = x.poison || y.poison;
    tl_result(step, 0)[i] = (tl_element){both & tl_wide_low_bits(type->bits),
                                         is_unknown ? tl_poison_all(type) : 0};
    tl_result(step, 1)[i] =
        (tl_element){both >> type->bits & tl_wide_low_bits(other->bits),
                     is_unknown ? tl_poison_all(other) : 0};
  }
}

static bool prepare_pair(tl_instruction *at) {
  return tl_operand_slot(at, 0)->scalar.bits <= 64 ||
         tl_refuse(at, "computes with more than 64 bits");
}

/* Fields 0 and 1 of the result: the lower bits, and whether those are not all, as
 * the number of the row says. */
static void compute_with_overflow(const tl_step *step) {
  const tl_sim_row *row = step->at->row;
  const tl_slot *operand = tl_operand_slot(step->at, 0);
  tl_computation c = {.type = &operand->scalar,
                      .result_type = &operand->scalar,
                      .number = row->number | MAKES_POISON};
  for (int64_t i = 0; i < operand->count; i++) {
    tl_element x = tl_operand(step, 0)[i], y = tl_operand(step, 1)[i];
    tl_element *out = &tl_result(step, 0)[i];
    uint16_t unknown = x.poison || y.poison ? tl_poison_all(c.type) : 0;
    c.operands[0] = (uint64_t)x.bits;
    c.operands[1] = (uint64_t)y.bits;
    c.is_poison = false;
    *out = (tl_element){row->compute(&c), unknown};
    out[operand->count] = (tl_element){c.is_poison, unknown};
  }
}

/*===--- Flags of llvm ----------------------------------------------------===*/

static bool prepare_wraps(tl_instruction *at) {
  return tl_set_numbers(
      at, 1,
      (int64_t[]){MAKES_POISON | tl_bridge_llvm_overflow_flags(at->operation)});
}

static bool prepare_exact(tl_instruction *at) {
  at->numbers[0] |= MAKES_POISON;
  return true;
}

#define PAIR .each = compute_pair, .prepare = prepare_pair, .number

#define BYTEWISE(name) .is_bytewise = true, TL_COMPUTES(name)
#define WRAPS(name)                                                            \
  TL_READS({"overflowFlags", TL_READ_BITS, 0, {"nsw", "nuw"}}),                \
      TL_COMPUTES(name)
#define DIVIDES(name)                                                          \
  TL_READS({"isExact", TL_READ_BITS, 0, {"unit"}}), TL_COMPUTES(name)
#define POISONED_WRAPS(name) TL_COMPUTES(name), .prepare = prepare_wraps
#define POISONED_REST(name) DIVIDES(name), .prepare = prepare_exact
#define NOT_NEGATIVE TL_READS({"nonNeg", TL_READ_BITS, 0, {"unit"}})
#define OVERFLOW(name) .compute = name, .each = compute_with_overflow, .number
#define CHOOSE TL_COMPUTES(choose), .number

const tl_sim_row TL_SIM_ARITH[] = {
    {"arith.addi", "index.add", WRAPS(add)},
    {"arith.subi", "index.sub", WRAPS(subtract)},
    {"arith.muli", "index.mul", WRAPS(multiply)},
    {"arith.divui", "index.divu", DIVIDES(divide_unsigned)},
    {"arith.divsi", "index.divs", DIVIDES(divide_signed)},
    {"arith.ceildivui", "index.ceildivu", TL_COMPUTES(ceiling_unsigned)},
    {"arith.ceildivsi", "index.ceildivs", TL_COMPUTES(ceiling_signed)},
    {"arith.floordivsi", "index.floordivs", TL_COMPUTES(floor_signed)},
    {"arith.remui", "index.remu", TL_COMPUTES(remainder_unsigned)},
    {"arith.remsi", "index.rems", TL_COMPUTES(remainder_signed)},
    {"arith.andi", "index.and", BYTEWISE(bits_and)},
    {"arith.ori", "index.or", BYTEWISE(bits_or)},
    {"arith.xori", "index.xor", BYTEWISE(bits_xor)},
    {"arith.shli", "index.shl", WRAPS(shift_left)},
    {"arith.shrui", "index.shru", DIVIDES(shift_unsigned)},
    {"arith.shrsi", "index.shrs", DIVIDES(shift_signed)},
    {"arith.maxui", "index.maxu", TL_COMPUTES(maximum_unsigned)},
    {"arith.maxsi", "index.maxs", TL_COMPUTES(maximum_signed)},
    {"arith.minui", "index.minu", TL_COMPUTES(minimum_unsigned)},
    {"arith.minsi", "index.mins", TL_COMPUTES(minimum_signed)},
    {"arith.addui_extended", PAIR = SUM},
    {"arith.mulsi_extended", PAIR = SIGNED_PRODUCT},
    {"arith.mului_extended", PAIR = UNSIGNED_PRODUCT},
    {"arith.cmpi", TL_COMPUTES(compare), TL_READS({.attribute = "predicate"})},
    {"index.cmp", TL_COMPUTES(compare),
     TL_READS({"pred",
               TL_READ_WORD,
               0,
               {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt",
                "uge"}})},
    {"arith.extui", "index.castu", TL_COMPUTES(tl_compute_same)},
    {"arith.extsi", "index.casts", TL_COMPUTES(extend_signed)},
    {"arith.index_cast", TL_COMPUTES(extend_signed)},
    {"arith.index_castui", TL_COMPUTES(tl_compute_same)},
    {"arith.addf", TL_COMPUTES(addf)},
    {"arith.subf", TL_COMPUTES(subf)},
    {"arith.mulf", TL_COMPUTES(mulf)},
    {"arith.divf", TL_COMPUTES(divf)},
    {"arith.remf", TL_COMPUTES(remf)},
    {"arith.negf", TL_COMPUTES(negf)},
    {"arith.maximumf", CHOOSE = WANTS_LARGER | KEEPS_NAN},
    {"arith.minimumf", CHOOSE = KEEPS_NAN},
    {"arith.maxnumf", CHOOSE = WANTS_LARGER},
    {"arith.minnumf", CHOOSE = 0},
    {"arith.cmpf", TL_COMPUTES(cmpf), TL_READS({.attribute = "predicate"})},
    {"arith.extf", "arith.truncf", TL_COMPUTES(convertf),
     .prepare = prepare_rounding},
    {"arith.scaling_extf", .each = scale_elements},
    {"arith.scaling_truncf", .each = scale_elements,
     .prepare = prepare_rounding, .number = true},
    {"arith.sitofp", TL_COMPUTES(sitofp)},
    {"arith.uitofp", TL_COMPUTES(uitofp)},
    {"arith.fptosi", TL_COMPUTES(fptosi)},
    {"arith.fptoui", TL_COMPUTES(fptoui)},
    {"llvm.add", POISONED_WRAPS(add)},
    {"llvm.sub", POISONED_WRAPS(subtract)},
    {"llvm.mul", POISONED_WRAPS(multiply)},
    {"llvm.shl", POISONED_WRAPS(shift_left)},
    {"llvm.udiv", POISONED_REST(divide_unsigned)},
    {"llvm.sdiv", POISONED_REST(divide_signed)},
    {"llvm.lshr", POISONED_REST(shift_unsigned)},
    {"llvm.ashr", POISONED_REST(shift_signed)},
    {"llvm.or", BYTEWISE(bits_or),
     TL_READS({"isDisjoint", TL_READ_BITS, 0, {"unit"}})},
    {"llvm.zext", TL_COMPUTES(extend_unsigned), NOT_NEGATIVE},
    {"llvm.uitofp", TL_COMPUTES(uitofp), NOT_NEGATIVE},
    {"llvm.intr.sadd.with.overflow", OVERFLOW(add) = NO_SIGNED_WRAP},
    {"llvm.intr.uadd.with.overflow", OVERFLOW(add) = NO_UNSIGNED_WRAP},
    {"llvm.intr.ssub.with.overflow", OVERFLOW(subtract) = NO_SIGNED_WRAP},
    {"llvm.intr.usub.with.overflow", OVERFLOW(subtract) = NO_UNSIGNED_WRAP},
    {"llvm.intr.smul.with.overflow", OVERFLOW(multiply) = NO_SIGNED_WRAP},
    {"llvm.intr.umul.with.overflow", OVERFLOW(multiply) = NO_UNSIGNED_WRAP},
    {.name = NULL},
};
