/* kernel_run.c - One kernel on the device.
 *
 *   1. both images go to the device: random input, poisoned output
 *   2. one launch
 *   3. both images come back and are compared with what they have to be
 *   4. where the row says so, samples of the time
 *
 * An image is the memory of one side with a guard zone before and behind it.
 * The side of a check begins 16 bytes behind a multiple of 256, so that a
 * kernel which takes more than its 16 promised bytes of alignment fails. */
#include "kernel_run.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD_BYTES = 1 << 16, CHECK_OFFSET = GUARD_BYTES + 16, POISON = 0xA5 };
enum { CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6 };

typedef struct image {
  size_t bytes;
  unsigned char *wanted; /* what it holds after the kernel; of the input, also
                            before, and no byte of it is POISON */
  unsigned char *actual;
  CUdeviceptr memory;
} image;

typedef struct kernel_state {
  const gpu_device *gpu;
  const kernel_row *row;
  image images[COPY_SIDES];
  CUmodule module;
  CUfunction function;
  CUevent before, after;
  char *message;
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
  const kernel_row *row = run->row;
  image *of = &run->images[role];
  of->bytes = CHECK_OFFSET + copy_side_extent(row, role) * row->element_bytes +
              GUARD_BYTES;
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

static bool download(kernel_state *run, copy_role role) {
  image *of = &run->images[role];
  return CALL(cuMemcpyDtoH_v2, of->actual, of->memory, of->bytes);
}

/* Whether the image is as it has to be; if not, the first byte that is not. */
static bool check_bytes(const kernel_state *run, copy_role role,
                        const char *what) {
  const image *of = &run->images[role];
  size_t at = 0;
  while (at < of->bytes && of->actual[at] == of->wanted[at])
    at++;
  return at == of->bytes ||
         gpu_fail(run->message,
                  "%s byte %lld: is %#x, was %#x; the buffer has bytes 0 to "
                  "%zu",
                  what, (long long)at - CHECK_OFFSET, of->actual[at],
                  of->wanted[at], of->bytes - CHECK_OFFSET - GUARD_BYTES - 1);
}

/* The same of the output: the first element of the region, or else the first
 * byte outside of it. */
static bool check_out(const kernel_state *run) {
  const kernel_row *row = run->row;
  const image *out = &run->images[COPY_OUT];
  size_t bytes = row->element_bytes, wrong = 0, first_row = 0, first_column = 0;
  uint64_t is = 0, wanted = 0, poison = 0;
  for (size_t r = row->rows; r-- > 0;)
    for (size_t c = row->columns; c-- > 0;) {
      size_t place = place_of(row, COPY_OUT, r, c);
      if (memcmp(out->actual + place, out->wanted + place, bytes) == 0)
        continue;
      wrong++;
      first_row = r;
      first_column = c;
      memcpy(&is, out->actual + place, bytes);
      memcpy(&wanted, out->wanted + place, bytes);
    }
  if (!wrong)
    return check_bytes(run, COPY_OUT, "outside the region, output");
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
  return launch(run, CHECK_OFFSET) &&
         gpu_ok(run->gpu, run->gpu->driver.cuCtxSynchronize(), "the kernel",
                run->message) &&
         download(run, COPY_OUT) && check_out(run) && download(run, COPY_IN) &&
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

static double median(double *values, unsigned count) {
  qsort(values, count, sizeof *values, ascending);
  return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* After one of each that does not count. */
static bool measure(kernel_state *run, unsigned samples,
                    kernel_result *result) {
  double kernel[SAMPLE_CAPACITY], copy[SAMPLE_CAPACITY];
  if (!CALL(cuEventCreate, &run->before, 0) ||
      !CALL(cuEventCreate, &run->after, 0) || !sample(run, true, &kernel[0]) ||
      !sample(run, false, &copy[0]))
    return false;
  for (unsigned i = 0; i < samples; i++)
    if (!sample(run, true, &kernel[i]) || !sample(run, false, &copy[i]))
      return false;
  result->kernel_time = median(kernel, samples);
  result->memcpy_time = median(copy, samples);
  return true;
}

static void release(kernel_state *run) {
  const gpu_driver *cuda = &run->gpu->driver;
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

kernel_result kernel_run(const gpu_device *gpu, const kernel_row *row,
                         uint64_t seed, unsigned samples) {
  kernel_result result = {0};
  kernel_state run = {.gpu = gpu, .row = row, .message = result.message};
  result.ok = load(&run) && upload(&run, seed) && compare(&run) &&
              (!row->launches || measure(&run, samples, &result));
  result.device_lost = gpu->driver.cuCtxSynchronize() != 0;
  release(&run);
  return result;
}
