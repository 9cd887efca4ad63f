/* fuzz_rows.c - `tl-layout rows`, of a file of any bytes. */
#define _GNU_SOURCE
#include "command.h"
#include "fuzz_target.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[32];
  char *words[] = {path};
  int file = memfd_create("rows", 0);
  if (file < 0 || write(file, data, size) != (ssize_t)size)
    abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  tl_status status = tl_command_run(&TL_COMMAND_ROWS, 1, words);
  close(file);
  if (status != TL_STATUS_OK && status != TL_STATUS_FAILED)
    abort();
  return 0;
}
