/* choice_speed.c - Milliseconds of the choice of a layout for copies from global
 * memory and who reads what they write, of the sets of law C64.
 *
 * usage: choice_speed [SETS [REPETITIONS]]
 *
 * Prints how they are distributed, each the least of so many runs (3); nothing is
 * asserted. */
#define _POSIX_C_SOURCE 200809L
#include "tl/shared_users.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double *times;
static long timed, repetitions = 3;

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static tl_code timed_settle(const tl_shared_request *request,
                            const tl_shared_accessors *known,
                            int64_t transfer_count,
                            const tl_shared_transfer *transfers,
                            tl_shared_settlement *out, tl_error *error) {
  tl_code code = TL_OK;
  double least = 1e9;
  for (long i = 0; i < repetitions; i++) {
    double start = milliseconds();
    code =
        tl_shared_settle(request, known, transfer_count, transfers, out, error);
    double own = milliseconds() - start;
    least = own < least ? own : least;
  }
  times[timed++] = least;
  return code;
}

#define tl_shared_settle timed_settle
#define main laws_main
#include "../lib/plan/shared_users_test.c"
#undef main

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  long sets = argc > 1 ? atol(argv[1]) : 1000;
  repetitions = argc > 2 ? atol(argv[2]) : repetitions;
  times = sets > 0 ? calloc((size_t)sets, sizeof *times) : NULL;
  if (!times)
    return 1;
  while (timed < sets)
    check_set();
  qsort(times, (size_t)sets, sizeof *times, ascending);
  printf("%ld sets: median %.2f ms, 99 %% %.2f, most %.2f\n", sets,
         times[sets / 2], times[sets * 99 / 100], times[sets - 1]);
  free(times);
  return 0;
}
