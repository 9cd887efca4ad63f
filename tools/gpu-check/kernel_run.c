/* kernel_run.c - One kernel on the device.
 *
 *   1. both images go to the device: random input, poisoned output
 *   2. one launch
 *   3. both images come back and are compared with what they have to be
 *   4. where the row says so, samples of the time */
#include "kernel_run.h"
#include "copy_check.h"
#include <stdlib.h>
#include <string.h>

enum { CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6 };

typedef struct kernel_state {
  const gpu_device *gpu;
  const gpu_driver *cuda;
  const kernel_row *row;
  copy_check check;
  CUmodule module;
  CUfunction function;
  CUdeviceptr in, out; /* the images */
  CUevent before, after;
  char *message;
} kernel_state;

#define CALL(function, ...)                                                    \
  gpu_ok(run->gpu, run->cuda->function(__VA_ARGS__), #function, run->message,  \
         MESSAGE_CAPACITY)

static bool load(kernel_state *run, const char *ptx) {
  char log[MESSAGE_CAPACITY / 2] = "";
  int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1)};
  if (!CALL(cuModuleLoadDataEx, &run->module, ptx, 2, options, values)) {
    log[strcspn(log, "\n")] = '\0';
    size_t length = strlen(run->message);
    snprintf(run->message + length, MESSAGE_CAPACITY - length, ": %s", log);
    return false;
  }
  return CALL(cuModuleGetFunction, &run->function, run->module,
              run->row->entry);
}

static bool allocate(kernel_state *run, uint64_t seed) {
  copy_check *check = &run->check;
  if (!copy_check_make(check, run->row, seed)) {
    snprintf(run->message, MESSAGE_CAPACITY, "out of memory on the host");
    return false;
  }
  memset(check->actual, POISON, check->out_bytes);
  return CALL(cuMemAlloc_v2, &run->in, check->in_bytes) &&
         CALL(cuMemAlloc_v2, &run->out, check->out_bytes) &&
         CALL(cuMemcpyHtoD_v2, run->in, check->in, check->in_bytes) &&
         CALL(cuMemcpyHtoD_v2, run->out, check->actual, check->out_bytes);
}

/* On the sides that begin `offset` bytes into the images. */
static bool launch(kernel_state *run, size_t offset) {
  const kernel_row *row = run->row;
  uint64_t values[ARGUMENT_CAPACITY];
  void *addresses[ARGUMENT_CAPACITY];
  for (unsigned i = 0; i < row->argument_count; i++) {
    const kernel_argument *argument = &row->arguments[i];
    values[i] = argument->kind == ARGUMENT_IN    ? run->in + offset
                : argument->kind == ARGUMENT_OUT ? run->out + offset
                                                 : (uint64_t)argument->integer;
    addresses[i] = &values[i];
  }
  return CALL(cuLaunchKernel, run->function, row->grid_x, row->grid_y, 1,
              row->block, 1, 1, 0, NULL, addresses, NULL);
}

static bool compare(kernel_state *run) {
  copy_check *check = &run->check;
  if (!launch(run, CHECK_OFFSET) ||
      !gpu_ok(run->gpu, run->cuda->cuCtxSynchronize(), "the kernel",
              run->message, MESSAGE_CAPACITY))
    return false;
  return CALL(cuMemcpyDtoH_v2, check->actual, run->out, check->out_bytes) &&
         copy_check_out(check, run->row, run->message) &&
         CALL(cuMemcpyDtoH_v2, check->actual, run->in, check->in_bytes) &&
         copy_check_in(check, run->message);
}

static bool sample_end(kernel_state *run, double *microseconds) {
  float milliseconds = 0;
  if (!CALL(cuEventRecord, run->after, NULL) ||
      !CALL(cuEventSynchronize, run->after) ||
      !CALL(cuEventElapsedTime, &milliseconds, run->before, run->after))
    return false;
  *microseconds = (double)milliseconds * 1e3 / run->row->launches;
  return true;
}

static bool sample_kernel(kernel_state *run, double *microseconds) {
  if (!CALL(cuEventRecord, run->before, NULL))
    return false;
  for (unsigned i = 0; i < run->row->launches; i++)
    if (!launch(run, GUARD_BYTES))
      return false;
  return sample_end(run, microseconds);
}

static bool sample_memcpy(kernel_state *run, double *microseconds) {
  const kernel_row *row = run->row;
  size_t bytes = row->rows * row->columns * row->element_bytes;
  if (!CALL(cuEventRecord, run->before, NULL))
    return false;
  for (unsigned i = 0; i < row->launches; i++)
    if (!CALL(cuMemcpyDtoDAsync_v2, run->out + GUARD_BYTES,
              run->in + GUARD_BYTES, bytes, NULL))
      return false;
  return sample_end(run, microseconds);
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double median(double *values, unsigned count) {
  qsort(values, count, sizeof *values, ascending);
  return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static bool measure(kernel_state *run, unsigned samples,
                    kernel_result *result) {
  double kernel[SAMPLE_CAPACITY], copy[SAMPLE_CAPACITY];
  if (!CALL(cuEventCreate, &run->before, 0) ||
      !CALL(cuEventCreate, &run->after, 0) || !sample_kernel(run, &kernel[0]) ||
      !sample_memcpy(run, &copy[0]))
    return false;
  for (unsigned i = 0; i < samples; i++)
    if (!sample_kernel(run, &kernel[i]) || !sample_memcpy(run, &copy[i]))
      return false;
  result->kernel_time = median(kernel, samples);
  result->memcpy_time = median(copy, samples);
  return true;
}

static void release(kernel_state *run) {
  const gpu_driver *cuda = run->cuda;
  if (run->before)
    cuda->cuEventDestroy_v2(run->before);
  if (run->after)
    cuda->cuEventDestroy_v2(run->after);
  if (run->in)
    cuda->cuMemFree_v2(run->in);
  if (run->out)
    cuda->cuMemFree_v2(run->out);
  if (run->module)
    cuda->cuModuleUnload(run->module);
  copy_check_free(&run->check);
}

kernel_result kernel_run(const gpu_device *gpu, const kernel_row *row,
                         const char *ptx, uint64_t seed, unsigned samples) {
  kernel_result result = {0};
  kernel_state run = {
      .gpu = gpu, .cuda = &gpu->driver, .row = row, .message = result.message};
  result.ok = load(&run, ptx) && allocate(&run, seed) && compare(&run) &&
              (!row->launches || measure(&run, samples, &result));
  result.device_lost = gpu->driver.cuCtxSynchronize() != 0;
  release(&run);
  return result;
}
