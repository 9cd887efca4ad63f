/* operations_intrinsics.c - Computations of llvm that no other dialect has, and
 * those that another one has under another name.
 *
 * Source: LLVM Language Reference, "Intrinsic Functions". */
#include "operations.h"

__extension__ typedef __int128 wide;

static uint64_t reverse_bits(tl_computation *c) {
  uint64_t out = 0;
  for (int i = 0; i < c->type->bits; i++)
    out = out << 1 | (c->operands[0] >> i & 1);
  return out;
}

static uint64_t swap_bytes(tl_computation *c) {
  return __builtin_bswap64(c->operands[0]) >> (64 - c->type->bits);
}

/* The upper half of operands 0 and 1 beside each other, shifted left. */
static uint64_t funnel_left(tl_computation *c) {
  uint64_t by = c->operands[2] % (uint64_t)c->type->bits;
  tl_bits both = (tl_bits)c->operands[0] << c->type->bits | c->operands[1];
  return (uint64_t)(both << by >> c->type->bits);
}

/* The lower half, shifted right. */
static uint64_t funnel_right(tl_computation *c) {
  uint64_t by = c->operands[2] % (uint64_t)c->type->bits;
  tl_bits both = (tl_bits)c->operands[0] << c->type->bits | c->operands[1];
  return (uint64_t)(both >> by);
}

/* What is nearest to it in the type. */
static uint64_t nearest(const tl_computation *c, wide exact, bool is_signed) {
  wide end = (wide)1 << (c->type->bits - is_signed),
       least = is_signed ? -end : 0;
  return (uint64_t)(exact < least ? least : exact >= end ? end - 1 : exact);
}

/* Of a shift by the width or more there is no result. */
static wide shifted(tl_computation *c, wide value) {
  c->is_poison = c->operands[1] >= (uint64_t)c->type->bits;
  return c->is_poison ? 0 : value * ((wide)1 << c->operands[1]);
}

/* Of operands a and b, which are x and y with sign. */
#define COMPUTE(name, result)                                                  \
  static uint64_t name(tl_computation *c) {                                    \
    wide a = c->operands[0], b = c->operands[1];                               \
    wide x = tl_sign_extend(c->operands[0], c->type->bits),                    \
         y = tl_sign_extend(c->operands[1], c->type->bits);                    \
    (void)a, (void)b, (void)x, (void)y;                                        \
    return (uint64_t)(result);                                                 \
  }

COMPUTE(add_signed, nearest(c, x + y, true))
COMPUTE(add_unsigned, nearest(c, a + b, false))
COMPUTE(subtract_signed, nearest(c, x - y, true))
COMPUTE(subtract_unsigned, nearest(c, a - b, false))
COMPUTE(shift_signed, nearest(c, shifted(c, x), true))
COMPUTE(shift_unsigned, nearest(c, shifted(c, a), false))
COMPUTE(order_signed, (x > y) - (x < y))
COMPUTE(order_unsigned, (a > b) - (a < b))

static void trap(const tl_step *step) {
  tl_fault(step, TL_FAULT_ASSERTION, "is reached");
}

const tl_sim_row TL_SIM_INTRINSICS[] = {
    {"llvm.intr.bitreverse", .compute = reverse_bits},
    {"llvm.intr.bswap", .compute = swap_bytes},
    {"llvm.intr.fshl", .compute = funnel_left},
    {"llvm.intr.fshr", .compute = funnel_right},
    {"llvm.intr.sadd.sat", .compute = add_signed},
    {"llvm.intr.uadd.sat", .compute = add_unsigned},
    {"llvm.intr.ssub.sat", .compute = subtract_signed},
    {"llvm.intr.usub.sat", .compute = subtract_unsigned},
    {"llvm.intr.sshl.sat", .compute = shift_signed},
    {"llvm.intr.ushl.sat", .compute = shift_unsigned},
    {"llvm.intr.scmp", .compute = order_signed},
    {"llvm.intr.ucmp", .compute = order_unsigned},
    {"llvm.intr.expect", "llvm.intr.expect.with.probability",
     .each = tl_each_forward},
    {"llvm.intr.ssa.copy", .each = tl_each_forward},
    {"llvm.intr.trap", .each = trap},
    {.name = NULL},
};

const tl_sim_twin TL_SIM_TWINS[] = {
    {"llvm.urem", "arith.remui"},
    {"llvm.srem", "arith.remsi"},
    {"llvm.and", "arith.andi"},
    {"llvm.xor", "arith.xori"},
    {"llvm.icmp", "arith.cmpi"},
    {"llvm.fcmp", "arith.cmpf"},
    {"llvm.fadd", "arith.addf"},
    {"llvm.fsub", "arith.subf"},
    {"llvm.fmul", "arith.mulf"},
    {"llvm.fdiv", "arith.divf"},
    {"llvm.frem", "arith.remf"},
    {"llvm.fneg", "arith.negf"},
    {"llvm.sext", "arith.extsi"},
    {"llvm.fpext", "arith.extf"},
    {"llvm.fptrunc", "arith.truncf"},
    {"llvm.sitofp", "arith.sitofp"},
    {"llvm.fptosi", "arith.fptosi"},
    {"llvm.fptoui", "arith.fptoui"},
    {"llvm.select", "arith.select"},
    {"llvm.call", "func.call"},
    {"llvm.shufflevector", "vector.shuffle"},
    {"llvm.intr.smax", "arith.maxsi"},
    {"llvm.intr.smin", "arith.minsi"},
    {"llvm.intr.umax", "arith.maxui"},
    {"llvm.intr.umin", "arith.minui"},
    {"llvm.intr.maximum", "arith.maximumf"},
    {"llvm.intr.minimum", "arith.minimumf"},
    {"llvm.intr.maxnum", "arith.maxnumf"},
    {"llvm.intr.minnum", "arith.minnumf"},
    {"llvm.intr.fabs", "math.absf"},
    {"llvm.intr.ceil", "math.ceil"},
    {"llvm.intr.floor", "math.floor"},
    {"llvm.intr.trunc", "math.trunc"},
    {"llvm.intr.round", "math.round"},
    {"llvm.intr.roundeven", "math.roundeven"},
    {"llvm.intr.rint", "math.roundeven"},
    {"llvm.intr.nearbyint", "math.roundeven"},
    {"llvm.intr.copysign", "math.copysign"},
    {"llvm.intr.sqrt", "math.sqrt"},
    {"llvm.intr.exp", "math.exp"},
    {"llvm.intr.exp2", "math.exp2"},
    {"llvm.intr.log", "math.log"},
    {"llvm.intr.log2", "math.log2"},
    {"llvm.intr.log10", "math.log10"},
    {"llvm.intr.sin", "math.sin"},
    {"llvm.intr.cos", "math.cos"},
    {"llvm.intr.tan", "math.tan"},
    {"llvm.intr.asin", "math.asin"},
    {"llvm.intr.acos", "math.acos"},
    {"llvm.intr.atan", "math.atan"},
    {"llvm.intr.atan2", "math.atan2"},
    {"llvm.intr.sinh", "math.sinh"},
    {"llvm.intr.cosh", "math.cosh"},
    {"llvm.intr.tanh", "math.tanh"},
    {"llvm.intr.pow", "math.powf"},
    {"llvm.intr.powi", "math.fpowi"},
    {"llvm.intr.fma", "math.fma"},
    {"llvm.intr.fmuladd", "math.fma"},
    {"llvm.intr.ctpop", "math.ctpop"},
    {.name = NULL},
};
