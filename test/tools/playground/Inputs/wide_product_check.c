/* Compares __multi3 with products that the compiler makes. */
#include <stdint.h>
#include <stdio.h>

void __multi3(uint64_t out[2], uint64_t a0, uint64_t a1, uint64_t b0,
              uint64_t b1);

typedef unsigned __int128 wide;

enum { EDGES = 8, RANDOM = 100000 };
static const uint64_t EDGE[EDGES] = {
    0, 1, UINT32_MAX, 1ull << 32, INT64_MAX, 1ull << 63, UINT64_MAX, 0x8000ffff};

static uint64_t state = 1;

/* Source: S. Vigna, splitmix64. */
static uint64_t draw(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

static int check(const uint64_t words[4]) {
  wide a = (wide)words[1] << 64 | words[0], b = (wide)words[3] << 64 | words[2];
  wide product = a * b;
  uint64_t out[2];
  __multi3(out, words[0], words[1], words[2], words[3]);
  return out[0] == (uint64_t)product && out[1] == (uint64_t)(product >> 64);
}

int main(void) {
  long wrong = 0, count = 0;
  for (int i = 0; i < EDGES * EDGES * EDGES * EDGES; i++, count++)
    wrong += !check((uint64_t[]){EDGE[i % 8], EDGE[i / 8 % 8], EDGE[i / 64 % 8],
                                 EDGE[i / 512]});
  for (int i = 0; i < RANDOM; i++, count++)
    wrong += !check((uint64_t[]){draw(), draw(), draw(), draw()});
  printf("%ld products, %ld wrong\n", count, wrong);
  return wrong != 0;
}
