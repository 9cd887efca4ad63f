/* operations_arith.c - The dialects arith and index, and ub.poison. */
#include "elementwise.h"
#include "machine.h"
#include <math.h>
#include <string.h>

/*===--- Floats -----------------------------------------------------------===*/

static double float_operand(const tl_computation *c, int i) {
  return tl_float_decode(c->type->format, c->operands[i]);
}

static uint64_t float_result(const tl_computation *c, double value) {
  return tl_float_encode(c->result_type->format, value);
}

/* A double rounds once more only where that changes nothing: its 53 bits are
 * more than twice those of any narrower format and 2. */
static uint64_t compute_addf(tl_computation *c) {
  return float_result(c, float_operand(c, 0) + float_operand(c, 1));
}

static uint64_t compute_subf(tl_computation *c) {
  return float_result(c, float_operand(c, 0) - float_operand(c, 1));
}

static uint64_t compute_mulf(tl_computation *c) {
  return float_result(c, float_operand(c, 0) * float_operand(c, 1));
}

static uint64_t compute_divf(tl_computation *c) {
  return float_result(c, float_operand(c, 0) / float_operand(c, 1));
}

static uint64_t compute_remf(tl_computation *c) {
  return float_result(c, fmod(float_operand(c, 0), float_operand(c, 1)));
}

static uint64_t compute_negf(tl_computation *c) {
  return c->operands[0] ^ UINT64_C(1) << (c->type->bits - 1);
}

/* maximum and minimum give NaN where an operand is, maxnum and minnum the
 * other operand; +0 is above -0. */
static uint64_t choose(tl_computation *c, bool wants_larger, bool keeps_nan) {
  double a = float_operand(c, 0), b = float_operand(c, 1);
  if (isnan(a) || isnan(b))
    return c->operands[isnan(a) ? !keeps_nan : keeps_nan];
  bool is_below = a < b || (a == b && signbit(a) && !signbit(b));
  return c->operands[is_below == wants_larger];
}

static uint64_t compute_maximumf(tl_computation *c) {
  return choose(c, true, true);
}

static uint64_t compute_minimumf(tl_computation *c) {
  return choose(c, false, true);
}

static uint64_t compute_maxnumf(tl_computation *c) {
  return choose(c, true, false);
}

static uint64_t compute_minnumf(tl_computation *c) {
  return choose(c, false, false);
}

static uint64_t compute_convertf(tl_computation *c) {
  return float_result(c, float_operand(c, 0));
}

/* arith::CmpFPredicate: bits equal, above, below, unordered of 1 to 14, where
 * the ordered predicates come first. */
enum { ORDER_EQUAL = 1, ORDER_ABOVE = 2, ORDER_BELOW = 4, ORDER_NONE = 8 };
static const uint8_t ORDERS[16] = {
    0,
    ORDER_EQUAL,
    ORDER_ABOVE,
    ORDER_ABOVE | ORDER_EQUAL,
    ORDER_BELOW,
    ORDER_BELOW | ORDER_EQUAL,
    ORDER_BELOW | ORDER_ABOVE,
    ORDER_BELOW | ORDER_ABOVE | ORDER_EQUAL,
    ORDER_NONE | ORDER_EQUAL,
    ORDER_NONE | ORDER_ABOVE,
    ORDER_NONE | ORDER_ABOVE | ORDER_EQUAL,
    ORDER_NONE | ORDER_BELOW,
    ORDER_NONE | ORDER_BELOW | ORDER_EQUAL,
    ORDER_NONE | ORDER_BELOW | ORDER_ABOVE,
    ORDER_NONE,
    ORDER_NONE | ORDER_BELOW | ORDER_ABOVE | ORDER_EQUAL,
};

static uint64_t compute_cmpf(tl_computation *c) {
  double a = float_operand(c, 0), b = float_operand(c, 1);
  int order = isnan(a) || isnan(b) ? ORDER_NONE
              : a < b              ? ORDER_BELOW
              : a > b              ? ORDER_ABOVE
                                   : ORDER_EQUAL;
  return (ORDERS[c->at->numbers[0]] & order) != 0;
}

/*===--- Between floats and integers --------------------------------------===*/

/* One rounding: doubles are exact for the narrow formats alone. */
static uint64_t compute_fma(tl_computation *c) {
  double a = float_operand(c, 0), b = float_operand(c, 1),
         sum = float_operand(c, 2);
  if (c->type->bits == 32)
    return float_result(c, (double)fmaf((float)a, (float)b, (float)sum));
  return float_result(c, fma(a, b, sum));
}

static uint64_t compute_sitofp(tl_computation *c) {
  int64_t value = tl_sign_extend(c->operands[0], c->type->bits);
  return c->result_type->bits == 32 ? float_result(c, (double)(float)value)
                                    : float_result(c, (double)value);
}

static uint64_t compute_uitofp(tl_computation *c) {
  uint64_t value = c->operands[0];
  return c->result_type->bits == 32 ? float_result(c, (double)(float)value)
                                    : float_result(c, (double)value);
}

/* What does not fit has no result. */
static uint64_t compute_fptosi(tl_computation *c) {
  double value = trunc(float_operand(c, 0));
  double limit = ldexp(1, c->result_type->bits - 1);
  c->is_poison = !(value >= -limit && value < limit);
  return c->is_poison ? 0 : (uint64_t)(int64_t)value;
}

static uint64_t compute_fptoui(tl_computation *c) {
  double value = trunc(float_operand(c, 0));
  c->is_poison = !(value >= 0 && value < ldexp(1, c->result_type->bits));
  return c->is_poison ? 0 : (uint64_t)value;
}

/* The low bytes of a value, with their own poison. */
static void run_truncate(tl_machine *machine, const tl_instruction *at,
                         const tl_lanes *lanes) {
  const tl_slot *result = tl_result_slot(at, 0);
  for (int k = 0; k < lanes->count; k++) {
    const tl_element *in = tl_operand(machine, at, 0, lanes->items[k]);
    tl_element *out = tl_result(machine, at, 0, lanes->items[k]);
    for (int64_t i = 0; i < result->count; i++)
      out[i] = tl_element_of(
          in[i].bits & tl_low_bits(result->scalar.bits),
          (uint16_t)(in[i].poison & tl_poison_all(&result->scalar)));
  }
}

static void run_poison(tl_machine *machine, const tl_instruction *at,
                       const tl_lanes *lanes) {
  const tl_slot *result = tl_result_slot(at, 0);
  for (int k = 0; k < lanes->count; k++)
    for (int64_t i = 0; i < result->count; i++)
      tl_result(machine, at, 0, lanes->items[k])[i] =
          tl_element_of(0, tl_poison_all(&result->scalar));
}

#define EACH tl_run_elementwise
#define BYTES tl_run_bytewise
#define FLAGS tl_prepare_overflow
#define COMPARE tl_prepare_comparison

const tl_sim_row TL_SIM_ARITH[] = {
    {"arith.constant", tl_run_constant, tl_prepare_constant, NULL},
    {"arith.addi", EACH, FLAGS, tl_compute_add},
    {"arith.subi", EACH, FLAGS, tl_compute_subtract},
    {"arith.muli", EACH, FLAGS, tl_compute_multiply},
    {"arith.divui", EACH, NULL, tl_compute_divide_unsigned},
    {"arith.divsi", EACH, NULL, tl_compute_divide_signed},
    {"arith.ceildivui", EACH, NULL, tl_compute_ceiling_unsigned},
    {"arith.ceildivsi", EACH, NULL, tl_compute_ceiling_signed},
    {"arith.floordivsi", EACH, NULL, tl_compute_floor},
    {"arith.remui", EACH, NULL, tl_compute_remainder_unsigned},
    {"arith.remsi", EACH, NULL, tl_compute_remainder_signed},
    {"arith.andi", BYTES, NULL, tl_compute_and},
    {"arith.ori", BYTES, NULL, tl_compute_or},
    {"arith.xori", BYTES, NULL, tl_compute_xor},
    {"arith.shli", EACH, FLAGS, tl_compute_shift_left},
    {"arith.shrui", EACH, NULL, tl_compute_shift_unsigned},
    {"arith.shrsi", EACH, NULL, tl_compute_shift_signed},
    {"arith.maxui", EACH, NULL, tl_compute_maximum_unsigned},
    {"arith.maxsi", EACH, NULL, tl_compute_maximum_signed},
    {"arith.minui", EACH, NULL, tl_compute_minimum_unsigned},
    {"arith.minsi", EACH, NULL, tl_compute_minimum_signed},
    {"arith.cmpi", EACH, COMPARE, tl_compute_compare},
    {"arith.extui", EACH, NULL, tl_compute_extend_unsigned},
    {"arith.extsi", EACH, NULL, tl_compute_extend_signed},
    {"arith.trunci", run_truncate, NULL, NULL},
    {"arith.index_cast", EACH, NULL, tl_compute_extend_signed},
    {"arith.index_castui", EACH, NULL, tl_compute_extend_unsigned},
    {"arith.bitcast", tl_run_forward, NULL, NULL},
    {"arith.select", tl_run_select, NULL, NULL},
    {"arith.addf", EACH, NULL, compute_addf},
    {"arith.subf", EACH, NULL, compute_subf},
    {"arith.mulf", EACH, NULL, compute_mulf},
    {"arith.divf", EACH, NULL, compute_divf},
    {"arith.remf", EACH, NULL, compute_remf},
    {"arith.negf", EACH, NULL, compute_negf},
    {"arith.maximumf", EACH, NULL, compute_maximumf},
    {"arith.minimumf", EACH, NULL, compute_minimumf},
    {"arith.maxnumf", EACH, NULL, compute_maxnumf},
    {"arith.minnumf", EACH, NULL, compute_minnumf},
    {"arith.cmpf", EACH, COMPARE, compute_cmpf},
    {"arith.extf", EACH, NULL, compute_convertf},
    {"arith.truncf", EACH, NULL, compute_convertf},
    {"arith.sitofp", EACH, NULL, compute_sitofp},
    {"arith.uitofp", EACH, NULL, compute_uitofp},
    {"arith.fptosi", EACH, NULL, compute_fptosi},
    {"arith.fptoui", EACH, NULL, compute_fptoui},
    {"math.fma", EACH, NULL, compute_fma},
    {"vector.fma", EACH, NULL, compute_fma},
    {"ub.poison", run_poison, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const tl_sim_row TL_SIM_INDEX[] = {
    {"index.constant", tl_run_constant, tl_prepare_constant, NULL},
    {"index.bool.constant", tl_run_constant, tl_prepare_constant, NULL},
    {"index.add", EACH, NULL, tl_compute_add},
    {"index.sub", EACH, NULL, tl_compute_subtract},
    {"index.mul", EACH, NULL, tl_compute_multiply},
    {"index.divu", EACH, NULL, tl_compute_divide_unsigned},
    {"index.divs", EACH, NULL, tl_compute_divide_signed},
    {"index.ceildivu", EACH, NULL, tl_compute_ceiling_unsigned},
    {"index.ceildivs", EACH, NULL, tl_compute_ceiling_signed},
    {"index.floordivs", EACH, NULL, tl_compute_floor},
    {"index.remu", EACH, NULL, tl_compute_remainder_unsigned},
    {"index.rems", EACH, NULL, tl_compute_remainder_signed},
    {"index.and", BYTES, NULL, tl_compute_and},
    {"index.or", BYTES, NULL, tl_compute_or},
    {"index.xor", BYTES, NULL, tl_compute_xor},
    {"index.shl", EACH, NULL, tl_compute_shift_left},
    {"index.shru", EACH, NULL, tl_compute_shift_unsigned},
    {"index.shrs", EACH, NULL, tl_compute_shift_signed},
    {"index.maxu", EACH, NULL, tl_compute_maximum_unsigned},
    {"index.maxs", EACH, NULL, tl_compute_maximum_signed},
    {"index.minu", EACH, NULL, tl_compute_minimum_unsigned},
    {"index.mins", EACH, NULL, tl_compute_minimum_signed},
    {"index.cmp", EACH, COMPARE, tl_compute_compare},
    {"index.castu", EACH, NULL, tl_compute_extend_unsigned},
    {"index.casts", EACH, NULL, tl_compute_extend_signed},
    {NULL, NULL, NULL, NULL},
};
