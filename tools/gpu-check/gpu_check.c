/* gpu_check.c - Runs the kernels of a kit on a GPU and prints a table.
 *
 * Of each kernel:
 *   1. both images go to the device: random input, poisoned output
 *   2. one launch
 *   3. both images come back and are compared with what they have to be
 *   4. where the row says so, samples of the time
 *
 * An image is the memory of one side with a guard zone before and behind it.
 * The side of a check begins 16 bytes behind a multiple of 256, so that a
 * kernel which takes more than its 16 promised bytes of alignment fails. */
#include "gpu_driver.h"
#include "kernel_kit.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GUARD_BYTES = 1 << 16, CHECK_OFFSET = GUARD_BYTES + 16, POISON = 0xA5 };
enum { CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6 };
enum { SAMPLE_CAPACITY = 1000 };
enum { ALL_OK = 0, SOME_FAILED = 1, WRONG_USE = 2, NOT_RUN = 77 };

typedef struct check_options {
  unsigned long long samples, seed;
} check_options;

typedef struct image {
  size_t bytes;
  unsigned char *wanted; /* what it holds after the kernel; of the input, also
                            before, and no byte of it is POISON */
  unsigned char *actual;
  CUdeviceptr memory;
} image;

/* A kernel, what it holds until it is released, and what came out. */
typedef struct kernel_state {
  const gpu_device *gpu;
  const kernel_row *row;
  image images[COPY_SIDES];
  CUmodule module;
  CUfunction function;
  CUevent before, after;

  bool ok;
  bool device_lost;   /* no kernel can run after this one */
  double kernel_time; /* microseconds a launch; 0: not timed */
  double memcpy_time; /* of cuMemcpyDtoD of the bytes of the region */
  char message[MESSAGE_CAPACITY]; /* why it is not ok */
} kernel_state;

#define CALL(...) GPU_CALL(run->gpu, run->message, __VA_ARGS__)

static bool load(kernel_state *run) {
  char log[MESSAGE_CAPACITY / 2] = "";
  int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1)};
  if (!CALL(cuModuleLoadDataEx, &run->module, run->row->ptx, 2, options,
            values)) {
    size_t length = strlen(run->message);
    snprintf(run->message + length, MESSAGE_CAPACITY - length, ": %.*s",
             (int)strcspn(log, "\n"), log);
    return false;
  }
  return CALL(cuModuleGetFunction, &run->function, run->module,
              run->row->entry);
}

/* ---- Images ------------------------------------------------------------- */

/* SplitMix64 (Steele, Lea, Flood 2014). */
static void fill_random(image *in, uint64_t seed) {
  uint64_t bits = 0;
  for (size_t i = 0; i < in->bytes; i++, bits >>= 8) {
    if (i % 8 == 0) {
      bits = seed += UINT64_C(0x9E3779B97F4A7C15);
      bits = (bits ^ (bits >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
      bits = (bits ^ (bits >> 27)) * UINT64_C(0x94D049BB133111EB);
      bits ^= bits >> 31;
    }
    unsigned char byte = (unsigned char)(bits & 0xFF);
    in->wanted[i] = byte == POISON ? POISON ^ 1 : byte;
  }
}

/* Where element (r, c) is in the image of a side, in bytes. */
static size_t place_of(const kernel_row *row, copy_role role, size_t r,
                       size_t c) {
  return CHECK_OFFSET +
         copy_side_place(row->sides[role], r, c) * row->element_bytes;
}

static bool allocate(kernel_state *run, copy_role role) {
  image *of = &run->images[role];
  of->bytes = CHECK_OFFSET + GUARD_BYTES +
              copy_side_extent(run->row, role) * run->row->element_bytes;
  of->wanted = malloc(of->bytes);
  of->actual = malloc(of->bytes);
  return (of->wanted && of->actual) ||
         gpu_fail(run->message, "out of memory on the host");
}

static bool upload(kernel_state *run, uint64_t seed) {
  const kernel_row *row = run->row;
  image *in = &run->images[COPY_IN], *out = &run->images[COPY_OUT];
  if (!allocate(run, COPY_IN) || !allocate(run, COPY_OUT))
    return false;
  fill_random(in, seed);
  memset(out->wanted, POISON, out->bytes);
  memset(out->actual, POISON, out->bytes);
  for (size_t r = 0; r < row->rows; r++)
    for (size_t c = 0; c < row->columns; c++)
      memcpy(out->wanted + place_of(row, COPY_OUT, r, c),
             in->wanted + place_of(row, COPY_IN, r, c), row->element_bytes);
  return CALL(cuMemAlloc_v2, &in->memory, in->bytes) &&
         CALL(cuMemAlloc_v2, &out->memory, out->bytes) &&
         CALL(cuMemcpyHtoD_v2, in->memory, in->wanted, in->bytes) &&
         CALL(cuMemcpyHtoD_v2, out->memory, out->actual, out->bytes);
}

/* Whether the image is as it has to be; if not, the first byte that is not. */
static bool check_bytes(kernel_state *run, copy_role role, const char *what) {
  const image *of = &run->images[role];
  size_t at = 0;
  while (at < of->bytes && of->actual[at] == of->wanted[at])
    at++;
  return at == of->bytes ||
         gpu_fail(
             run->message,
             "%s byte %lld: is %#x, was %#x; the buffer has bytes 0 to %zu",
             what, (long long)at - CHECK_OFFSET, of->actual[at], of->wanted[at],
             of->bytes - CHECK_OFFSET - GUARD_BYTES - 1);
}

/* The same of the output: the first element of the region, or else the first
 * byte outside of it. */
static bool check_out(kernel_state *run) {
  const kernel_row *row = run->row;
  const image *out = &run->images[COPY_OUT];
  size_t bytes = row->element_bytes, wrong = 0, first_row = 0, first_column = 0;
  uint64_t is = 0, wanted = 0, poison = 0;
  for (size_t r = 0; r < row->rows; r++)
    for (size_t c = 0; c < row->columns; c++) {
      size_t place = place_of(row, COPY_OUT, r, c);
      if (memcmp(out->actual + place, out->wanted + place, bytes) != 0 &&
          wrong++ == 0) {
        first_row = r;
        first_column = c;
      }
    }
  if (!wrong)
    return check_bytes(run, COPY_OUT, "outside the region, output");
  size_t first = place_of(row, COPY_OUT, first_row, first_column);
  memcpy(&is, out->actual + first, bytes);
  memcpy(&wanted, out->wanted + first, bytes);
  memset(&poison, POISON, bytes);
  return gpu_fail(run->message,
                  "element (%zu, %zu): is %#" PRIx64 "%s, should be %#" PRIx64
                  "; %zu of %zu are wrong",
                  first_row, first_column, is,
                  is == poison ? " (not written)" : "", wanted, wrong,
                  row->rows * row->columns);
}

/* ---- Launches ----------------------------------------------------------- */

/* On the sides that begin `offset` bytes into the images. */
static bool launch(kernel_state *run, size_t offset) {
  const kernel_row *row = run->row;
  uint64_t values[ARGUMENT_CAPACITY];
  void *addresses[ARGUMENT_CAPACITY];
  for (unsigned i = 0; i < row->argument_count; i++) {
    const kernel_argument *argument = &row->arguments[i];
    values[i] = argument->role == COPY_SIDES
                    ? (uint64_t)argument->integer
                    : run->images[argument->role].memory + offset;
    addresses[i] = &values[i];
  }
  return CALL(cuLaunchKernel, run->function, row->grid_x, row->grid_y, 1,
              row->block, 1, 1, 0, NULL, addresses, NULL);
}

static bool compare(kernel_state *run) {
  const image *in = &run->images[COPY_IN], *out = &run->images[COPY_OUT];
  return launch(run, CHECK_OFFSET) &&
         gpu_ok(run->gpu, run->gpu->cuCtxSynchronize(), "the kernel",
                run->message) &&
         CALL(cuMemcpyDtoH_v2, out->actual, out->memory, out->bytes) &&
         check_out(run) &&
         CALL(cuMemcpyDtoH_v2, in->actual, in->memory, in->bytes) &&
         check_bytes(run, COPY_IN, "input");
}

/* ---- Times -------------------------------------------------------------- */

static bool copy_region(kernel_state *run) {
  const kernel_row *row = run->row;
  return CALL(cuMemcpyDtoDAsync_v2, run->images[COPY_OUT].memory + GUARD_BYTES,
              run->images[COPY_IN].memory + GUARD_BYTES,
              row->rows * row->columns * row->element_bytes, NULL);
}

/* A sample of the kernel, or of the copy that the driver makes. */
static bool sample(kernel_state *run, bool is_kernel, double *microseconds) {
  float milliseconds = 0;
  bool is_good = CALL(cuEventRecord, run->before, NULL);
  for (unsigned i = 0; is_good && i < run->row->launches; i++)
    is_good = is_kernel ? launch(run, GUARD_BYTES) : copy_region(run);
  if (!is_good || !CALL(cuEventRecord, run->after, NULL) ||
      !CALL(cuEventSynchronize, run->after) ||
      !CALL(cuEventElapsedTime, &milliseconds, run->before, run->after))
    return false;
  *microseconds = (double)milliseconds * 1e3 / run->row->launches;
  return true;
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double median(double *values, unsigned long long count) {
  qsort(values, count, sizeof *values, ascending);
  return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* After one of each that does not count. */
static bool measure(kernel_state *run, unsigned long long samples) {
  double kernel[SAMPLE_CAPACITY], copy[SAMPLE_CAPACITY];
  if (!CALL(cuEventCreate, &run->before, 0) ||
      !CALL(cuEventCreate, &run->after, 0) || !sample(run, true, &kernel[0]) ||
      !sample(run, false, &copy[0]))
    return false;
  for (unsigned long long i = 0; i < samples; i++)
    if (!sample(run, true, &kernel[i]) || !sample(run, false, &copy[i]))
      return false;
  run->kernel_time = median(kernel, samples);
  run->memcpy_time = median(copy, samples);
  return true;
}

static void release(kernel_state *run) {
  const gpu_device *cuda = run->gpu;
  if (run->before)
    cuda->cuEventDestroy_v2(run->before);
  if (run->after)
    cuda->cuEventDestroy_v2(run->after);
  if (run->module)
    cuda->cuModuleUnload(run->module);
  for (int i = 0; i < COPY_SIDES; i++) {
    if (run->images[i].memory)
      cuda->cuMemFree_v2(run->images[i].memory);
    free(run->images[i].wanted);
    free(run->images[i].actual);
  }
}

/* Times are medians of samples in which kernel and copy take turns. */
static void run_kernel(kernel_state *run, const check_options *options) {
  run->ok = load(run) && upload(run, options->seed) && compare(run) &&
            (!run->row->launches || measure(run, options->samples));
  run->device_lost = run->gpu->cuCtxSynchronize() != 0;
  release(run);
}

/* ---- The table ---------------------------------------------------------- */

static void print_head(const gpu_device *gpu, const check_options *options) {
  char date[sizeof "2026-01-31"];
  time_t now = time(NULL);
  strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
  printf("%s, %s (sm_%d), driver for CUDA %d.%d, seed %llu, %llu samples\n\n",
         date, gpu->name, gpu->chip, gpu->driver_version / 1000,
         gpu->driver_version % 1000 / 10, options->seed, options->samples);
  printf("| %-18s | %8s | %8s | %6s | %17s | %5s | %s |\n", "kernel",
         "elements", "us", "GB/s", "cuMemcpyDtoD GB/s", "ratio", "result");
  printf("|--------------------|---------:|---------:|-------:|----------------"
         "--:|------:|--------|\n");
}

/* A copy reads its bytes and writes them: both count. */
static void print_row(const kernel_state *run) {
  const kernel_row *row = run->row;
  size_t elements = row->rows * row->columns;
  double bytes = 2.0 * (double)(elements * row->element_bytes);
  printf("| %-18s | %8zu | ", row->name, elements);
  if (run->ok && row->launches)
    printf("%8.1f | %6.0f | %17.0f | %5.2f | ", run->kernel_time,
           bytes / run->kernel_time / 1e3, bytes / run->memcpy_time / 1e3,
           run->memcpy_time / run->kernel_time);
  else
    printf("%8s | %6s | %17s | %5s | ", "", "", "", "");
  printf(run->ok ? "ok |\n" : "FAIL %s |\n", run->message);
  fflush(stdout);
}

/* The number of kernels that are ok. */
static unsigned run_rows(const gpu_device *gpu, const kernel_kit *kit,
                         const check_options *options) {
  unsigned ok = 0;
  bool device_lost = false;
  for (unsigned i = 0; i < kit->count; i++) {
    kernel_state run = {.gpu = gpu,
                        .row = &kit->rows[i],
                        .device_lost = device_lost,
                        .message = "not run after the failure above"};
    if (!device_lost)
      run_kernel(&run, options);
    device_lost = run.device_lost;
    ok += run.ok;
    print_row(&run);
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

/* ---- The command line --------------------------------------------------- */

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

static bool read_option(const char *word, check_options *options) {
  return read_number(word, "--seed=", &options->seed) ||
         (read_number(word, "--samples=", &options->samples) &&
          options->samples >= 1 && options->samples <= SAMPLE_CAPACITY);
}

static bool read_options(int count, char **words, check_options *options) {
  for (int i = 1; i < count; i++)
    if (!read_option(words[i], options)) {
      fprintf(stderr, "gpu-check: wrong option '%s'; see ./run --help\n",
              words[i]);
      return false;
    }
  return true;
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
