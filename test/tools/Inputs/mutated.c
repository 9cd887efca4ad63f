/* What test/fuzz/mutate changes, a < b, and what it leaves: see mutations.test. */
#include <stdbool.h>

static const int TABLE[] = {1, 2};
enum { NUMBER = 3 };

static int take(const int *values, int count) {
  const char *text = "a < b"; // 4 > 5
  bool is_small = count <= 010 && !values[0];
  int sum = -1;
  for (int i = 0; i < count; i++)
    sum += *values * 0x10;
  if (is_small)
    sum = TABLE[1];
  while (sum > 0 ||
         text[0])
    break;
  return sum;
}
