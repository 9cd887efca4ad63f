/* fact_arithmetic.h - What arithmetic does to facts about integers.
 *
 * A fact says of an integer of `bits` bits, read as signed, what holds in every
 * execution: between which numbers it is, and a number that divides it.  Only
 * what is proved is said; 1 divides every integer.
 *
 * Law F1.  When every operand satisfies its fact, the result satisfies the fact
 * computed here.
 *
 * Powers of two survive an operation that wraps around; other factors and the
 * range survive only where it cannot: 3 divides 3 * x unless the product wraps.
 * An operation cannot wrap around where it says so, or where all results are
 * numbers of its type.  Unsigned operations of a number that may be negative
 * keep powers of two alone (6 divides -6, and not the 250 that it is in 8 bits
 * without a sign).
 *
 * Plain values; nothing fails. */
#ifndef TL_FACT_ARITHMETIC_H
#define TL_FACT_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>

/* Both ends belong to it; multiples of the divisor, but for those of int64_t.
 * The number 0 has divisor 0, which every number divides: gcd(0, x) = x. */
typedef struct tl_value_fact {
  int64_t least, most;
  int64_t divisor; /* 0 if and only if the value is the constant 0 */
} tl_value_fact;

/* How an operation computes. */
typedef struct tl_arithmetic {
  int64_t bits;        /* of operands and result, at most 64 */
  bool no_signed_wrap; /* nsw, or by definition */
  bool is_exact;       /* a division or a shift drops nothing */
} tl_arithmetic;

tl_value_fact tl_fact_unknown(void);
tl_value_fact tl_fact_constant(int64_t number);

bool tl_fact_is_constant(tl_value_fact a);

/* A multiple of a number of at least 1; a number between two. */
tl_value_fact tl_fact_multiple(int64_t divisor);
tl_value_fact tl_fact_between(int64_t least, int64_t most);

/* A number of so many, from 0 on: unknown where `count` is 0. */
tl_value_fact tl_fact_below(int64_t count);

/* A number that MLIR states: unknown for INT64_MIN, which stands for one known
 * only at run time. */
tl_value_fact tl_fact_of_number(int64_t number);

/* The same, which is not that number. */
tl_value_fact tl_fact_except(tl_value_fact a, int64_t number);

/* Either of two values. */
tl_value_fact tl_fact_either(tl_value_fact a, tl_value_fact b);

/* The same, where `b` is not the first thing that is added to `a`: a range that
 * has grown on one side has no end there. */
tl_value_fact tl_fact_widen(tl_value_fact a, tl_value_fact b);

/* One value of which both facts hold: 4 and 6 divide it -> 12. */
tl_value_fact tl_fact_both(tl_value_fact a, tl_value_fact b);

/* Sum and product of numbers that do not wrap. */
tl_value_fact tl_fact_sum(tl_value_fact a, tl_value_fact b);
tl_value_fact tl_fact_product(tl_value_fact a, tl_value_fact b);

/* The same value in a type of `bits` bits, which may hold fewer, and a value of
 * `bits` bits read without its sign. */
tl_value_fact tl_fact_truncate(tl_value_fact a, const tl_arithmetic *how);
tl_value_fact tl_fact_zero_extend(tl_value_fact a, int64_t bits);

/* Law F3.  Where i is from lower on, in steps that are more than 0, and below
 * upper, upper - i is at least that: it is more than 0, and what divides all
 * three divides it.
 *
 * Law F4.  So is upper - lower where lower is below upper, of the two and any step
 * that is one of them. */
int64_t tl_fact_least_rest(tl_value_fact lower, tl_value_fact upper,
                           tl_value_fact step);

/* The largest power of two that divides the value; 2^62 for 0. */
int64_t tl_fact_power_of_two(tl_value_fact a);

/* Operations of two operands.  Division by zero, and shifts by the width or
 * more, are undefined and may have any fact. */
typedef enum tl_fact_operation {
  TL_FACT_ADD,
  TL_FACT_SUBTRACT,
  TL_FACT_MULTIPLY,
  TL_FACT_DIVIDE_SIGNED, /* toward zero or down */
  TL_FACT_DIVIDE_UNSIGNED,
  TL_FACT_DIVIDE_SIGNED_UP,
  TL_FACT_DIVIDE_UNSIGNED_UP,
  TL_FACT_REMAINDER_SIGNED,
  TL_FACT_REMAINDER_UNSIGNED,
  TL_FACT_MODULO, /* at least 0; of a divisor of at least 1 */
  TL_FACT_AND,
  TL_FACT_OR,
  TL_FACT_XOR,
  TL_FACT_SHIFT_LEFT,
  TL_FACT_SHIFT_RIGHT_SIGNED,
  TL_FACT_SHIFT_RIGHT_UNSIGNED,
  TL_FACT_LEAST_SIGNED, /* the smaller of both */
  TL_FACT_LEAST_UNSIGNED,
  TL_FACT_MOST_SIGNED,
  TL_FACT_MOST_UNSIGNED,
  TL_FACT_OPERATIONS
} tl_fact_operation;

/*   ADD      8 | a, 12 | b, index          -> 4
 *   MULTIPLY 3 | a, b = 8                  -> 8, and 24 with nsw
 *   DIVIDE_UNSIGNED  48 | a, b = 4         -> 4
 *   ADD      0 <= a <= 48, b = 8, index    -> 8 to 56
 *   AND      b = 7                         -> 0 to 7 */
tl_value_fact tl_fact_of_operation(tl_fact_operation operation, tl_value_fact a,
                                   tl_value_fact b, const tl_arithmetic *how);

#endif /* TL_FACT_ARITHMETIC_H */
