/* Compares results that are rounded in each direction with those of the processor:
 * of numbers at all edges of a format, with each other, and of numbers of which
 * all bits are random. */
#include "passes/simulator/numbers/exact_number.h"
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const int MODES[TL_ROUNDING_COUNT] = {FE_TONEAREST, FE_TOWARDZERO,
                                             FE_DOWNWARD, FE_UPWARD};
static int64_t compared;

static uint64_t next_random(void) {
  static uint64_t state = 1;
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static void expect(const char *name, int mode, double a, double b, double c,
                   double is, double wanted) {
  compared++;
  if (isnan(is) ? isnan(wanted)
                : is == wanted && !signbit(is) == !signbit(wanted))
    return;
  printf("%s, direction %d: %a %a %a: %a, not %a\n", name, mode, a, b, c, is,
         wanted);
  exit(1);
}

/* What the processor makes of it, in a direction. */
#define IN_MODE(real, mode, expression)                                        \
  __extension__({                                                              \
    fesetround(MODES[mode]);                                                   \
    volatile real out_ = (expression);                                         \
    fesetround(FE_TONEAREST);                                                  \
    (double)out_;                                                              \
  })

#define COMPARE(real, format, root, fused)                                     \
  static void compare_##real(volatile real a, volatile real b,                 \
                             volatile real c) {                                \
    const tl_float_format *of = &TL_FLOAT_FORMATS[format];                     \
    for (tl_rounding how = TL_TO_NEAREST; how < TL_ROUNDING_COUNT; how++) {    \
      expect("sum", (int)how, a, b, 0, tl_exact_fused(of, how, a, 1, b),       \
             IN_MODE(real, how, a + b));                                       \
      expect("product", (int)how, a, b, 0, tl_exact_product(of, how, a, b),    \
             IN_MODE(real, how, a *b));                                        \
      expect("quotient", (int)how, a, b, 0, tl_exact_quotient(of, how, a, b),  \
             IN_MODE(real, how, a / b));                                       \
      expect("fused", (int)how, a, b, c, tl_exact_fused(of, how, a, b, c),     \
             IN_MODE(real, how, fused(a, b, c)));                              \
      expect("root", (int)how, a, 0, 0, tl_exact_root(of, how, a),             \
             IN_MODE(real, how, root(a)));                                     \
    }                                                                          \
  }
COMPARE(float, TL_F32, sqrtf, fmaf)
COMPARE(double, TL_F64, sqrt, fma)

static void compare_value(volatile double a) {
  for (tl_rounding how = TL_TO_NEAREST; how < TL_ROUNDING_COUNT; how++)
    expect("value", (int)how, a, 0, 0,
           tl_exact_value(&TL_FLOAT_FORMATS[TL_F32], how, a),
           IN_MODE(float, how, (float)a));
}

/* A number near an edge of its format: where it begins, has its normal numbers,
 * its integers and its end, or is none. */
static double edge_of(int bits, int number) {
  static const int EXPONENTS[][2] = {{0, 0},      {1, 1},      {2, 2},
                                     {126, 1022}, {127, 1023}, {128, 1024},
                                     {150, 1075}, {151, 1076}, {230, 1900},
                                     {253, 2045}, {254, 2046}, {255, 2047}};
  static const int64_t STEPS[] = {0, 1, 2, 3, -1, -2};
  enum {
    EXPONENT_COUNT = sizeof EXPONENTS / sizeof *EXPONENTS,
    STEP_COUNT = sizeof STEPS / sizeof *STEPS,
  };
  bool is_wide = bits == 64;
  const tl_float_format *format = &TL_FLOAT_FORMATS[is_wide ? TL_F64 : TL_F32];
  uint64_t sign = (uint64_t)(number & 1) << (bits - 1);
  number /= 2;
  uint64_t exponent =
      (uint64_t)EXPONENTS[number / STEP_COUNT % EXPONENT_COUNT][is_wide];
  uint64_t magnitude =
      (exponent << format->mantissa) + (uint64_t)STEPS[number % STEP_COUNT];
  return tl_float_decode(format,
                         sign | (magnitude & (UINT64_MAX >> 1 >> (64 - bits))));
}
enum { EDGES = 2 * 12 * 6 };

static double random_of(int bits) {
  uint64_t raw = next_random();
  uint64_t width = next_random() % 53;
  raw &= next_random() % 2 ? UINT64_MAX << width : UINT64_MAX;
  raw = bits == 64 ? raw : raw >> 32;
  return tl_float_decode(&TL_FLOAT_FORMATS[bits == 64 ? TL_F64 : TL_F32], raw);
}

/* Near another one, so that much of a difference cancels. */
static double near(double a, double b) {
  return next_random() % 2 ? b
                           : -a * (1 + (double)(next_random() % 5) * 0x1p-53);
}

int main(void) {
  for (int i = 0; i < EDGES; i++)
    for (int k = 0; k < EDGES; k++) {
      int m = (int)(next_random() % EDGES);
      compare_float((float)edge_of(32, i), (float)edge_of(32, k),
                    (float)edge_of(32, m));
      compare_double(edge_of(64, i), edge_of(64, k), edge_of(64, m));
      compare_value(edge_of(64, i));
      compare_value(edge_of(32, k) * (1 + (m - 9) * 0x1p-40));
    }
  for (int i = 0; i < 50000; i++) {
    double a = random_of(64), b = random_of(64);
    float x = (float)random_of(32), y = (float)random_of(32);
    compare_double(a, near(a, b), near(a * b, random_of(64)));
    compare_float(x, (float)near(x, y),
                  (float)near((double)x * y, random_of(32)));
    compare_value(a);
    compare_value(x * (1 + (double)(next_random() % 99) * 0x1p-52));
  }
  printf("%lld results\n", (long long)compared);
  return 0;
}
