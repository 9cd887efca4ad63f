/* wide_product.c - The product of two numbers of 128 bits, modulo 2^128: what
 * clang calls for a checked product of 64 bits in WebAssembly, and the one
 * function of its runtime library that tl-layout needs.
 *
 *   a b = a0 b0 + 2^64 (a1 b0 + a0 b1)    words of 64 bits
 *   x y = l m + 2^32 (h m + l n) + 2^64 h n    of x = a0 and y = b0, whose halves
 *                                              are l, h and m, n */
#include <stdint.h>

/* `out` and the words of numbers stand low before high, as the calling convention
 * of WebAssembly passes them.  Optimized, it is recognized as such a product, and
 * calls itself. */
__attribute__((optnone, noinline)) void
__multi3(uint64_t out[2], uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1);

void __multi3(uint64_t out[2], uint64_t a0, uint64_t a1, uint64_t b0,
              uint64_t b1) {
  uint64_t l = (uint32_t)a0, h = a0 >> 32, m = (uint32_t)b0, n = b0 >> 32;
  uint64_t low = l * m, inner = h * m + (low >> 32);
  uint64_t middle = l * n + (uint32_t)inner;
  out[0] = a0 * b0;
  out[1] = h * n + (inner >> 32) + (middle >> 32) + a1 * b0 + a0 * b1;
}
