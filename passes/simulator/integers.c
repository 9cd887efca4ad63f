/* integers.c - Integer computations of arith and index; see elementwise.h.
 *
 * nsw and nuw promise that the exact result fits; a broken promise is a fault.
 * The row's numbers are those flags, or the predicate. */
#include "elementwise.h"
#include <string.h>

enum { NO_SIGNED_WRAP = 1, NO_UNSIGNED_WRAP = 2 };

bool tl_prepare_overflow(tl_instruction *at) {
  char text[64];
  if (!tl_reserve_numbers(at, 1))
    return false;
  tl_attribute_text(tl_attribute(at, "overflowFlags"), text, sizeof text);
  at->numbers[0] = (strstr(text, "nsw") ? NO_SIGNED_WRAP : 0) |
                   (strstr(text, "nuw") ? NO_UNSIGNED_WRAP : 0);
  return true;
}

static int64_t signed_operand(const tl_computation *c, int i) {
  return tl_sign_extend(c->operands[i], c->type->bits);
}

/* Both exact results, and the low 64 bits of either. */
typedef struct exact_result {
  __extension__ __int128 as_signed;
  __extension__ unsigned __int128 as_unsigned;
} exact_result;

static uint64_t wrap(tl_computation *c, exact_result exact) {
  int64_t flags = c->at->number_count ? c->at->numbers[0] : 0;
  int bits = c->result_type->bits;
  uint64_t low = (uint64_t)exact.as_unsigned & tl_low_bits(bits);
  if (flags & NO_SIGNED_WRAP && exact.as_signed != tl_sign_extend(low, bits))
    c->fault = "the result wraps, in spite of nsw";
  if (flags & NO_UNSIGNED_WRAP && exact.as_unsigned != low)
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

uint64_t tl_compute_add(tl_computation *c) { return wrap(c, EXACT(+)); }
uint64_t tl_compute_subtract(tl_computation *c) { return wrap(c, EXACT(-)); }
uint64_t tl_compute_multiply(tl_computation *c) { return wrap(c, EXACT(*)); }

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

uint64_t tl_compute_divide_unsigned(tl_computation *c) {
  return divides_by_zero(c) ? 0 : c->operands[0] / c->operands[1];
}

uint64_t tl_compute_remainder_unsigned(tl_computation *c) {
  return divides_by_zero(c) ? 0 : c->operands[0] % c->operands[1];
}

uint64_t tl_compute_ceiling_unsigned(tl_computation *c) {
  return divides_by_zero(c) ? 0
                            : c->operands[0] / c->operands[1] +
                                  (c->operands[0] % c->operands[1] != 0);
}

uint64_t tl_compute_divide_signed(tl_computation *c) {
  return has_no_quotient(c)
             ? 0
             : (uint64_t)(signed_operand(c, 0) / signed_operand(c, 1));
}

uint64_t tl_compute_remainder_signed(tl_computation *c) {
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

uint64_t tl_compute_ceiling_signed(tl_computation *c) {
  return divide_towards(c, 1);
}

uint64_t tl_compute_floor(tl_computation *c) { return divide_towards(c, -1); }

/*===--- Bits -------------------------------------------------------------===*/

uint64_t tl_compute_and(tl_computation *c) {
  return c->operands[0] & c->operands[1];
}

uint64_t tl_compute_or(tl_computation *c) {
  return c->operands[0] | c->operands[1];
}

uint64_t tl_compute_xor(tl_computation *c) {
  return c->operands[0] ^ c->operands[1];
}

/* A shift by the width or more has no result. */
static bool shifts_too_far(tl_computation *c) {
  c->is_poison = c->operands[1] >= (uint64_t)c->type->bits;
  return c->is_poison;
}

uint64_t tl_compute_shift_left(tl_computation *c) {
  if (shifts_too_far(c))
    return 0;
  exact_result exact = {__extension__(__int128) signed_operand(c, 0) *
                            ((__extension__(__int128) 1) << c->operands[1]),
                        __extension__(unsigned __int128) c->operands[0]
                            << c->operands[1]};
  return wrap(c, exact);
}

uint64_t tl_compute_shift_unsigned(tl_computation *c) {
  return shifts_too_far(c) ? 0 : c->operands[0] >> c->operands[1];
}

uint64_t tl_compute_shift_signed(tl_computation *c) {
  return shifts_too_far(c) ? 0
                           : (uint64_t)(signed_operand(c, 0) >> c->operands[1]);
}

/*===--- Order ------------------------------------------------------------===*/

static bool is_below_signed(const tl_computation *c) {
  return signed_operand(c, 0) < signed_operand(c, 1);
}

static bool is_below_unsigned(const tl_computation *c) {
  return c->operands[0] < c->operands[1];
}

uint64_t tl_compute_maximum_unsigned(tl_computation *c) {
  return c->operands[is_below_unsigned(c)];
}

uint64_t tl_compute_minimum_unsigned(tl_computation *c) {
  return c->operands[!is_below_unsigned(c)];
}

uint64_t tl_compute_maximum_signed(tl_computation *c) {
  return c->operands[is_below_signed(c)];
}

uint64_t tl_compute_minimum_signed(tl_computation *c) {
  return c->operands[!is_below_signed(c)];
}

/* In the order of arith::CmpIPredicate. */
static const char *const PREDICATES[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                         "sge", "ult", "ule", "ugt", "uge"};
enum { PREDICATE_COUNT = sizeof PREDICATES / sizeof *PREDICATES };

/* arith writes a number, index a word. */
bool tl_prepare_comparison(tl_instruction *at) {
  char text[64];
  if (!tl_reserve_numbers(at, 1))
    return false;
  at->numbers[0] = tl_integer_attribute(at->operation, "predicate", -1);
  tl_attribute_text(tl_attribute(at, "pred"), text, sizeof text);
  for (int i = 0; i < PREDICATE_COUNT && at->numbers[0] < 0; i++)
    if (strstr(text, PREDICATES[i]))
      at->numbers[0] = i;
  return true;
}

uint64_t tl_compute_compare(tl_computation *c) {
  bool is_equal = c->operands[0] == c->operands[1];
  bool below_signed = is_below_signed(c), below = is_below_unsigned(c);
  const bool results[PREDICATE_COUNT] = {is_equal,
                                         !is_equal,
                                         below_signed,
                                         below_signed || is_equal,
                                         !below_signed && !is_equal,
                                         !below_signed,
                                         below,
                                         below || is_equal,
                                         !below && !is_equal,
                                         !below};
  return results[c->at->numbers[0]];
}

/*===--- Width ------------------------------------------------------------===*/

uint64_t tl_compute_extend_unsigned(tl_computation *c) {
  return c->operands[0];
}

uint64_t tl_compute_extend_signed(tl_computation *c) {
  return (uint64_t)signed_operand(c, 0);
}
