/* operations_integers.c - Integer computations of arith and index.
 *
 * nsw and nuw promise that the exact result fits; a broken promise is a fault.
 * The number of an instruction is those flags, or the predicate. */
#include "operations.h"

enum { NO_SIGNED_WRAP = 1, NO_UNSIGNED_WRAP = 2 };

static int64_t signed_operand(const tl_computation *c, int i) {
  return tl_sign_extend(c->operands[i], c->type->bits);
}

/* Both exact results, and the low 64 bits of either. */
typedef struct exact_result {
  __extension__ __int128 as_signed;
  __extension__ unsigned __int128 as_unsigned;
} exact_result;

static uint64_t wrap(tl_computation *c, exact_result exact) {
  int bits = c->result_type->bits;
  uint64_t low = (uint64_t)exact.as_unsigned & tl_low_bits(bits);
  if (c->number & NO_SIGNED_WRAP &&
      exact.as_signed != tl_sign_extend(low, bits))
    c->fault = "the result wraps, in spite of nsw";
  if (c->number & NO_UNSIGNED_WRAP && exact.as_unsigned != low)
    c->fault = "the result wraps, in spite of nuw";
  return low;
}

#define EXACT(operator)                                                        \
  (exact_result) {                                                             \
    __extension__(__int128) signed_operand(c, 0) operator signed_operand(c,    \
                                                                         1),   \
        __extension__(unsigned __int128) c->operands[0]                        \
        operator c->operands[1]                                                \
  }

static uint64_t add(tl_computation *c) { return wrap(c, EXACT(+)); }
static uint64_t subtract(tl_computation *c) { return wrap(c, EXACT(-)); }
static uint64_t multiply(tl_computation *c) { return wrap(c, EXACT(*)); }

/*===--- Division ---------------------------------------------------------===*/

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

static uint64_t divide_unsigned(tl_computation *c) {
  return divides_by_zero(c) ? 0 : c->operands[0] / c->operands[1];
}

static uint64_t remainder_unsigned(tl_computation *c) {
  return divides_by_zero(c) ? 0 : c->operands[0] % c->operands[1];
}

static uint64_t ceiling_unsigned(tl_computation *c) {
  return divides_by_zero(c) ? 0
                            : c->operands[0] / c->operands[1] +
                                  (c->operands[0] % c->operands[1] != 0);
}

static uint64_t divide_signed(tl_computation *c) {
  return has_no_quotient(c)
             ? 0
             : (uint64_t)(signed_operand(c, 0) / signed_operand(c, 1));
}

static uint64_t remainder_signed(tl_computation *c) {
  if (divides_by_zero(c) || signed_operand(c, 1) == -1)
    return 0;
  return (uint64_t)(signed_operand(c, 0) % signed_operand(c, 1));
}

/* The quotient, one more or less where it is not exact and has that sign. */
static uint64_t divide_towards(tl_computation *c, int direction) {
  if (has_no_quotient(c))
    return 0;
  int64_t a = signed_operand(c, 0), b = signed_operand(c, 1);
  bool is_negative = (a < 0) != (b < 0);
  bool moves = a % b != 0 && is_negative == (direction < 0);
  return (uint64_t)(a / b + (moves ? direction : 0));
}

static uint64_t ceiling_signed(tl_computation *c) {
  return divide_towards(c, 1);
}

static uint64_t floor_signed(tl_computation *c) {
  return divide_towards(c, -1);
}

/*===--- Bits -------------------------------------------------------------===*/

/* Of operands a and b as they are. */
#define COMPUTE(name, result)                                                  \
  static uint64_t name(tl_computation *c) {                                    \
    uint64_t a = c->operands[0], b = c->operands[1];                           \
    return result;                                                             \
  }

COMPUTE(bits_and, a &b)
COMPUTE(bits_or, a | b)
COMPUTE(bits_xor, a ^ b)

/* A shift by the width or more has no result. */
static bool shifts_too_far(tl_computation *c) {
  c->is_poison = c->operands[1] >= (uint64_t)c->type->bits;
  return c->is_poison;
}

static uint64_t shift_left(tl_computation *c) {
  if (shifts_too_far(c))
    return 0;
  exact_result exact = {__extension__(__int128) signed_operand(c, 0) *
                            ((__extension__(__int128) 1) << c->operands[1]),
                        __extension__(unsigned __int128) c->operands[0]
                            << c->operands[1]};
  return wrap(c, exact);
}

static uint64_t shift_unsigned(tl_computation *c) {
  return shifts_too_far(c) ? 0 : c->operands[0] >> c->operands[1];
}

static uint64_t shift_signed(tl_computation *c) {
  return shifts_too_far(c) ? 0
                           : (uint64_t)(signed_operand(c, 0) >> c->operands[1]);
}

/*===--- Order ------------------------------------------------------------===*/

static bool is_below_signed(const tl_computation *c) {
  return signed_operand(c, 0) < signed_operand(c, 1);
}

COMPUTE(maximum_unsigned, a < b ? b : a)
COMPUTE(minimum_unsigned, a < b ? a : b)
COMPUTE(maximum_signed, is_below_signed(c) ? b : a)
COMPUTE(minimum_signed, is_below_signed(c) ? a : b)

/* The predicate is a number of arith::CmpIPredicate, as in PREDICATES. */
static uint64_t compare(tl_computation *c) {
  bool is_equal = c->operands[0] == c->operands[1];
  bool below_signed = is_below_signed(c),
       below = c->operands[0] < c->operands[1];
  const bool results[] = {is_equal,
                          !is_equal,
                          below_signed,
                          below_signed || is_equal,
                          !below_signed && !is_equal,
                          !below_signed,
                          below,
                          below || is_equal,
                          !below && !is_equal,
                          !below};
  return results[c->number];
}

/*===--- Rows -------------------------------------------------------------===*/

static uint64_t extend_signed(tl_computation *c) {
  return (uint64_t)signed_operand(c, 0);
}

uint64_t tl_compute_same(tl_computation *c) { return c->operands[0]; }

static const tl_reading OVERFLOW = {
    "overflowFlags", TL_READ_BITS, 0, {"nsw", "nuw"}};
static const tl_reading PREDICATE = {"predicate", TL_READ_INTEGER, 0, {NULL}};
static const tl_reading PREDICATES = {
    "pred",
    TL_READ_WORD,
    0,
    {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}};

const tl_sim_row TL_SIM_INTEGERS[] = {
    {"arith.addi", .compute = add, .reading = &OVERFLOW},
    {"index.add", .compute = add},
    {"arith.subi", .compute = subtract, .reading = &OVERFLOW},
    {"index.sub", .compute = subtract},
    {"arith.muli", .compute = multiply, .reading = &OVERFLOW},
    {"index.mul", .compute = multiply},
    {"arith.divui", .compute = divide_unsigned},
    {"index.divu", .compute = divide_unsigned},
    {"arith.divsi", .compute = divide_signed},
    {"index.divs", .compute = divide_signed},
    {"arith.ceildivui", .compute = ceiling_unsigned},
    {"index.ceildivu", .compute = ceiling_unsigned},
    {"arith.ceildivsi", .compute = ceiling_signed},
    {"index.ceildivs", .compute = ceiling_signed},
    {"arith.floordivsi", .compute = floor_signed},
    {"index.floordivs", .compute = floor_signed},
    {"arith.remui", .compute = remainder_unsigned},
    {"index.remu", .compute = remainder_unsigned},
    {"arith.remsi", .compute = remainder_signed},
    {"index.rems", .compute = remainder_signed},
    {"arith.andi", .compute = bits_and, .is_bytewise = true},
    {"index.and", .compute = bits_and, .is_bytewise = true},
    {"arith.ori", .compute = bits_or, .is_bytewise = true},
    {"index.or", .compute = bits_or, .is_bytewise = true},
    {"arith.xori", .compute = bits_xor, .is_bytewise = true},
    {"index.xor", .compute = bits_xor, .is_bytewise = true},
    {"arith.shli", .compute = shift_left, .reading = &OVERFLOW},
    {"index.shl", .compute = shift_left},
    {"arith.shrui", .compute = shift_unsigned},
    {"index.shru", .compute = shift_unsigned},
    {"arith.shrsi", .compute = shift_signed},
    {"index.shrs", .compute = shift_signed},
    {"arith.maxui", .compute = maximum_unsigned},
    {"index.maxu", .compute = maximum_unsigned},
    {"arith.maxsi", .compute = maximum_signed},
    {"index.maxs", .compute = maximum_signed},
    {"arith.minui", .compute = minimum_unsigned},
    {"index.minu", .compute = minimum_unsigned},
    {"arith.minsi", .compute = minimum_signed},
    {"index.mins", .compute = minimum_signed},
    {"arith.cmpi", .compute = compare, .reading = &PREDICATE},
    {"index.cmp", .compute = compare, .reading = &PREDICATES},
    {"arith.extui", .compute = tl_compute_same},
    {"arith.extsi", .compute = extend_signed},
    {"arith.index_cast", .compute = extend_signed},
    {"arith.index_castui", .compute = tl_compute_same},
    {"index.castu", .compute = tl_compute_same},
    {"index.casts", .compute = extend_signed},
    {.name = NULL},
};
