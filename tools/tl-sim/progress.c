/* progress.c - see progress.h. */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BETWEEN = 200, MILLION = 1000000 };

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / MILLION;
}

tl_progress tl_progress_start(int64_t seconds) {
  bool is_seen = isatty(STDERR_FILENO);
  return (tl_progress){.next = is_seen ? now() + seconds * 1000 : INT64_MAX};
}

void tl_progress_tell(const tl_machine *machine, void *user) {
  tl_progress *progress = user;
  const int64_t *grid = machine->launch.grid;
  MlirStringRef name = machine->program->name;
  if (progress->next == INT64_MAX || now() < progress->next)
    return;
  fflush(stdout);
  fprintf(stderr,
          "\r\033[Ktl-sim: @%.*s: block %d of %" PRId64 ", %" PRId64
          " of at most %" PRId64 " million steps",
          (int)name.length, name.data, machine->block + 1,
          grid[0] * grid[1] * grid[2], machine->taken.steps / MILLION,
          machine->budget.steps / MILLION);
  progress->next = now() + BETWEEN;
  progress->is_shown = true;
}

void tl_progress_erase(tl_progress *progress) {
  if (progress->is_shown)
    fputs("\r\033[K", stderr);
  progress->is_shown = false;
}
