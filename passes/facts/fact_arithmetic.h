/* fact_arithmetic.h - What arithmetic does to facts about integers.
 *
 * A fact says of an integer of `bits` bits, read as signed, what holds in every
 * execution: the number it is, if that is known, and a number that divides it.
 * Only what is proved is said; 1 divides every integer.
 *
 * Law F1.  When every operand satisfies its fact, the result satisfies the fact
 * computed here.
 *
 * Powers of two survive an operation that wraps around; other factors survive
 * only where it cannot: 3 divides 3 * x unless the product wraps.  Unsigned
 * operations therefore keep powers of two alone (6 divides -6, and not the 250
 * that it is in 8 bits without a sign).
 *
 * Plain values; nothing fails. */
#ifndef TL_FACT_ARITHMETIC_H
#define TL_FACT_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>

/* The number 0 has divisor 0, which every number divides: gcd(0, x) = x. */
typedef struct tl_value_fact {
  bool is_constant;
  int64_t constant; /* 0 when it is not constant */
  int64_t divisor;  /* 0 if and only if the value is the constant 0 */
} tl_value_fact;

/* How an operation computes. */
typedef struct tl_arithmetic {
  int64_t bits;        /* of operands and result, at most 64 */
  bool no_signed_wrap; /* nsw, or by definition */
  bool is_exact;       /* a division or a shift drops nothing */
} tl_arithmetic;

tl_value_fact tl_fact_unknown(void);
tl_value_fact tl_fact_constant(int64_t number);

/* A multiple of a number of at least 1. */
tl_value_fact tl_fact_multiple(int64_t divisor);

/* A number that MLIR states: unknown for INT64_MIN, which stands for one known
 * only at run time. */
tl_value_fact tl_fact_of_number(int64_t number);

/* Either of two values: select, the smaller, the larger. */
tl_value_fact tl_fact_either(tl_value_fact a, tl_value_fact b);

/* One value of which both facts hold: 4 and 6 divide it -> 12. */
tl_value_fact tl_fact_both(tl_value_fact a, tl_value_fact b);

/* Sum and product of numbers that do not wrap. */
tl_value_fact tl_fact_sum(tl_value_fact a, tl_value_fact b);
tl_value_fact tl_fact_product(tl_value_fact a, tl_value_fact b);

/* The same value in a type of `bits` bits, which may hold fewer, and a value of
 * `bits` bits read without its sign. */
tl_value_fact tl_fact_truncate(tl_value_fact a, const tl_arithmetic *how);
tl_value_fact tl_fact_zero_extend(tl_value_fact a, int64_t bits);

/* The largest power of two that divides the value; 2^62 for 0. */
int64_t tl_fact_power_of_two(tl_value_fact a);

/* Operations of two operands.  Division by zero, and shifts by the width or
 * more, are undefined and may have any fact. */
typedef enum tl_fact_operation {
  TL_FACT_ADD,
  TL_FACT_SUBTRACT,
  TL_FACT_MULTIPLY,
  TL_FACT_DIVIDE_SIGNED, /* toward zero, down or up */
  TL_FACT_DIVIDE_UNSIGNED,
  TL_FACT_REMAINDER_SIGNED,
  TL_FACT_REMAINDER_UNSIGNED,
  TL_FACT_AND,
  TL_FACT_OR,
  TL_FACT_XOR,
  TL_FACT_SHIFT_LEFT,
  TL_FACT_SHIFT_RIGHT_SIGNED,
  TL_FACT_SHIFT_RIGHT_UNSIGNED,
  TL_FACT_EITHER, /* the smaller or the larger */
} tl_fact_operation;

/*   ADD      8 | a, 12 | b, index          -> 4
 *   MULTIPLY 3 | a, b = 8                  -> 8, and 24 with nsw
 *   DIVIDE_UNSIGNED  48 | a, b = 4         -> 4 */
tl_value_fact tl_fact_of_operation(tl_fact_operation operation, tl_value_fact a,
                                   tl_value_fact b, const tl_arithmetic *how);

#endif /* TL_FACT_ARITHMETIC_H */
