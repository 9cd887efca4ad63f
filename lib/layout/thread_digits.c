/* thread_digits.c - see tl/thread_digits.h. */
#include "tl/thread_digits.h"

int64_t tl_atoms_count(const tl_atoms *atoms) {
  int64_t count = 1;
  for (int64_t i = 0; i < atoms->count; i++)
    count *= atoms->items[i].extent;
  return count;
}

int64_t tl_run_access_count(int64_t length, int64_t width) {
  int64_t count = length / width;
  for (int64_t rest = length % width; rest; rest &= rest - 1)
    count++;
  return count;
}

tl_run_access tl_run_access_at(int64_t length, int64_t width, int64_t number) {
  int64_t whole = length / width < number ? length / width : number;
  tl_run_access out = {whole * width, width};
  for (number -= whole;; number--) {
    while (out.width > length - out.first)
      out.width /= 2;
    if (number == 0)
      return out;
    out.first += out.width;
  }
}
