/* gpu_check.c - Runs the kernels of a kit on a GPU and prints a table.
 *
 *   1. the rows of kernels.txt and their PTX
 *   2. the device
 *   3. each kernel, one line of the table */
#include "kernel_run.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ALL_OK = 0, SOME_FAILED = 1, WRONG_USE = 2, NOT_RUN = 77 };

typedef struct check_options {
  unsigned long long samples, seed;
} check_options;

static const char USAGE[] =
    "usage: ./run [--samples=N] [--seed=N]\n"
    "\n"
    "  --samples=N  samples of each time, 1 to 1000 (21)\n"
    "  --seed=N     of the random input (1)\n"
    "\n"
    "Exit status: 0 when every kernel did what it has to, 1 when one did not,\n"
    "2 when the kit or the command line is wrong, 77 when there is no GPU to\n"
    "run on.\n";

static bool read_number(const char *word, const char *name,
                        unsigned long long *number) {
  size_t length = strlen(name);
  if (strncmp(word, name, length) != 0 || word[length] < '0' ||
      word[length] > '9')
    return false;
  char *end;
  errno = 0;
  *number = strtoull(word + length, &end, 10);
  return *end == '\0' && errno == 0;
}

static bool read_options(int count, char **words, check_options *options) {
  for (int i = 1; i < count; i++)
    if (!read_number(words[i], "--seed=", &options->seed) &&
        (!read_number(words[i], "--samples=", &options->samples) ||
         options->samples < 1 || options->samples > SAMPLE_CAPACITY)) {
      fprintf(stderr, "gpu-check: wrong option '%s'; see ./run --help\n",
              words[i]);
      return false;
    }
  return true;
}

static void print_head(const gpu_device *gpu, const check_options *options) {
  char date[sizeof "2026-01-31"];
  time_t now = time(NULL);
  strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
  printf("%s, %s (sm_%d), driver for CUDA %d.%d, seed %llu, %llu samples\n\n",
         date, gpu->name, gpu->chip, gpu->driver_version / 1000,
         gpu->driver_version % 1000 / 10, options->seed, options->samples);
  printf("| %-18s | %8s | %8s | %6s | %17s | %5s | %s |\n", "kernel",
         "elements", "us", "GB/s", "cuMemcpyDtoD GB/s", "ratio", "result");
  printf("|--------------------|---------:|---------:|-------:|"
         "------------------:|------:|--------|\n");
}

/* A copy reads its bytes and writes them: both count. */
static void print_row(const kernel_row *row, const kernel_result *result) {
  size_t elements = row->rows * row->columns;
  double bytes = 2.0 * (double)(elements * row->element_bytes);
  printf("| %-18s | %8zu | ", row->name, elements);
  if (result->ok && row->launches)
    printf("%8.1f | %6.0f | %17.0f | %5.2f | ", result->kernel_time,
           bytes / result->kernel_time / 1e3, bytes / result->memcpy_time / 1e3,
           result->memcpy_time / result->kernel_time);
  else
    printf("%8s | %6s | %17s | %5s | ", "", "", "", "");
  if (result->ok)
    printf("ok |\n");
  else
    printf("FAIL %s |\n", result->message);
  fflush(stdout);
}

/* The number of kernels that are ok. */
static unsigned run_rows(const gpu_device *gpu, const kernel_kit *kit,
                         const check_options *options) {
  unsigned ok = 0;
  kernel_result result = {0};
  for (unsigned i = 0; i < kit->count; i++) {
    const kernel_row *row = &kit->rows[i];
    if (result.device_lost)
      strcpy(result.message, "not run after the failure above");
    else
      result = kernel_run(gpu, row, options->seed, (unsigned)options->samples);
    ok += result.ok;
    print_row(row, &result);
  }
  return ok;
}

static int run_kit(const kernel_kit *kit, const check_options *options) {
  char message[MESSAGE_CAPACITY];
  gpu_device gpu;
  if (!gpu_open(&gpu, message)) {
    fprintf(stderr, "gpu-check: not run: %s\n", message);
    return NOT_RUN;
  }
  int status = NOT_RUN;
  if (gpu.chip < kit->chip) {
    fprintf(stderr, "gpu-check: not run: %s is sm_%d, the PTX needs sm_%d\n",
            gpu.name, gpu.chip, kit->chip);
  } else {
    print_head(&gpu, options);
    unsigned ok = run_rows(&gpu, kit, options);
    printf("\n%u ok, %u failed\n", ok, kit->count - ok);
    status = ok == kit->count ? ALL_OK : SOME_FAILED;
  }
  gpu_close(&gpu);
  return status;
}

int main(int count, char **words) {
  static kernel_kit kit;
  char message[MESSAGE_CAPACITY];
  check_options options = {.samples = 21, .seed = 1};
  if (count == 2 && strcmp(words[1], "--help") == 0) {
    fputs(USAGE, stdout);
    return ALL_OK;
  }
  if (!read_options(count, words, &options))
    return WRONG_USE;
  bool is_good = kernel_kit_read(&kit, message);
  if (!is_good)
    fprintf(stderr, "gpu-check: %s\n", message);
  int status = is_good ? run_kit(&kit, &options) : WRONG_USE;
  kernel_kit_free(&kit);
  return status;
}
