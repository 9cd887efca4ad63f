/* fake_cuda.c - A CUDA driver on the memory of the host, as libcuda.so.1.
 *
 * A launch runs the row of KERNELS that has the name of its entry.  The variable
 * FAKE_CUDA names one thing that goes wrong, FAULTS lists them.  A clock that only
 * launches and copies advance makes the times exact: 10 us a launch, of fifty in a
 * row the first ten take 100 us, and 8 us a copy. */
#include "gpu_driver.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  INVALID_VALUE = 1,
  NO_DEVICE = 100,
  INVALID_PTX = 218,
  NOT_FOUND = 500,
  ILLEGAL_ADDRESS = 700,
  MISALIGNED_ADDRESS = 716
};

static const char FAULTS[] =
    " wrong-element missing-block behind-row before-start input-changed "
    "wide-alignment illegal-address jit no-driver no-device old-chip ";

/* A number of a kernel that is -n is its argument n. */
typedef struct fake_kernel {
  const char *entry;
  unsigned threads;
  int64_t rows, columns, bytes;
  int64_t in_row, in_column, out_row, out_column;
} fake_kernel;

static const fake_kernel KERNELS[] = {
    {"global_copy", 128, 64, 64, 2, 1024, 1, 1024, 1},
    {"staged_copy", 128, 64, 64, 2, 1024, 1, 1024, 1},
    {"round_trip", 32, 32, 8, 4, 8, 1, 8, 1},
    {"global_copy_grid", 128, 64, 64, 2, 8192, 1, 8192, 1},
    {"pitched_copy", 128, 64, 64, 2, -2, 1, -2, 1},
    {"matrix_copy", 128, 64, 64, 2, 1024, 1, 1024, 1},
    {"memory_copy", 128, 64, 64, 2, 1024, 1, 1024, 1},
    {"async_copy", 128, 64, 64, 2, 1024, 1, 1024, 1},
    {"bounded_tile", 128, -2, -3, 2, 1024, 1, 1024, 1},
    {"bounded_copy", 64, -2, -3, 8, -4, 1, -5, 1},
    {"transposed_copy", 64, 16, 16, 1, 32, 1, 1, 50},
};
enum { KERNEL_COUNT = sizeof KERNELS / sizeof *KERNELS };

struct CUevent_st {
  double time;
};

static double now; /* microseconds */
static unsigned launch_count;
static int held; /* memory, modules and events */
static CUresult lost;

static bool has_fault(const char *name) {
  const char *fault = getenv("FAKE_CUDA");
  if (!fault)
    return false;
  char word[64];
  snprintf(word, sizeof word, " %s ", fault);
  if (!strstr(FAULTS, word)) {
    fprintf(stderr, "fake_cuda: there is no fault '%s'\n", fault);
    exit(3);
  }
  return strcmp(fault, name) == 0;
}

CUresult cuInit(unsigned flags) {
  return has_fault("no-driver") ? NO_DEVICE : (CUresult)flags;
}

CUresult cuDriverGetVersion(int *version) {
  *version = 12040;
  return 0;
}

CUresult cuDeviceGetCount(int *count) {
  *count = !has_fault("no-device");
  return 0;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = 7;
  return ordinal;
}

CUresult cuDeviceGetName(char *name, int capacity, CUdevice device) {
  snprintf(name, (size_t)capacity, "Fake GPU");
  return device != 7;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
  *value = attribute == 76 ? 0 : has_fault("old-chip") ? 8 : 9;
  return device != 7 || (attribute != 75 && attribute != 76);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  *context = (CUcontext)&held;
  return device != 7;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  if (held)
    fprintf(stderr, "fake_cuda: %d things were not freed\n", held);
  return device != 7;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  return context != (CUcontext)&held;
}

CUresult cuCtxSynchronize(void) { return lost; }

/* The module is its text. */
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            int *options, void **values) {
  if (count != 2 || options[0] != 5 || options[1] != 6)
    return INVALID_VALUE;
  if (has_fault("jit")) {
    snprintf(values[0], (size_t)(uintptr_t)values[1],
             "ptxas: syntax error\nin line 2");
    return INVALID_PTX;
  }
  char *text = malloc(strlen(image) + 1);
  *module = (CUmodule)(void *)strcpy(text, image);
  held++;
  return lost;
}

CUresult cuModuleUnload(CUmodule module) {
  free(module);
  held--;
  return lost;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                             const char *name) {
  char head[128];
  snprintf(head, sizeof head, ".entry %s(", name);
  if (!strstr((const char *)module, head))
    return NOT_FOUND;
  for (size_t i = 0; i < KERNEL_COUNT; i++)
    if (strcmp(KERNELS[i].entry, name) == 0) {
      *function = (CUfunction)(uintptr_t)(i + 1);
      return lost;
    }
  return NOT_FOUND;
}

CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes) {
  *memory = (uintptr_t)aligned_alloc(256, (bytes + 255) / 256 * 256);
  held++;
  return lost;
}

CUresult cuMemFree_v2(CUdeviceptr memory) {
  free((void *)(uintptr_t)memory);
  held--;
  return lost;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  memcpy((void *)(uintptr_t)to, from, bytes);
  return lost;
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  memcpy(to, (const void *)(uintptr_t)from, bytes);
  return lost;
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                              CUstream stream) {
  memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
  now += 8;
  return stream ? INVALID_VALUE : lost;
}

static int64_t number(int64_t value, void **arguments) {
  return value < 0 ? *(int64_t *)arguments[-value] : value;
}

/* What goes wrong does in the first block. */
static void run_block(fake_kernel k, unsigned char *in, unsigned char *out,
                      int64_t x, int64_t y) {
  in += (y * k.rows * k.in_row + x * k.columns * k.in_column) * k.bytes;
  out += (y * k.rows * k.out_row + x * k.columns * k.out_column) * k.bytes;
  bool is_dense = k.in_column == 1 && k.out_column == 1;
  int64_t run = is_dense ? k.columns : 1;
  for (int64_t r = 0; r < k.rows; r++)
    for (int64_t c = 0; c < k.columns; c += run)
      memcpy(out + (r * k.out_row + c * k.out_column) * k.bytes,
             in + (r * k.in_row + c * k.in_column) * k.bytes,
             (size_t)(run * k.bytes));
  if (x != 0 || y != 0)
    return;
  if (has_fault("wrong-element"))
    memset(out + (3 * k.out_row + 5 * k.out_column) * k.bytes, 0x77,
           (size_t)k.bytes);
  if (has_fault("behind-row"))
    out[k.columns * k.out_column * k.bytes] = 0x78;
  if (has_fault("before-start"))
    out[-1] = 0x79;
  if (has_fault("input-changed"))
    in[2] ^= 0xFF;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                        unsigned grid_z, unsigned block_x, unsigned block_y,
                        unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void **arguments, void **extra) {
  fake_kernel k = KERNELS[(uintptr_t)function - 1];
  k.rows = number(k.rows, arguments);
  k.columns = number(k.columns, arguments);
  k.in_row = number(k.in_row, arguments);
  k.out_row = number(k.out_row, arguments);
  CUdeviceptr in = *(CUdeviceptr *)arguments[0];
  CUdeviceptr out = *(CUdeviceptr *)arguments[1];
  if (grid_z != 1 || block_x != k.threads || block_y != 1 || block_z != 1 ||
      shared_bytes || stream || extra || in % 16 || out % 16)
    return INVALID_VALUE;
  now += launch_count++ % 50 < 10 ? 100 : 10;
  if (has_fault("illegal-address"))
    lost = ILLEGAL_ADDRESS;
  if (has_fault("wide-alignment") && (in % 32 || out % 32))
    lost = MISALIGNED_ADDRESS;
  unsigned blocks = grid_x * grid_y - has_fault("missing-block");
  for (unsigned i = 0; !lost && i < blocks; i++)
    run_block(k, (unsigned char *)(uintptr_t)in,
              (unsigned char *)(uintptr_t)out, i % grid_x, i / grid_x);
  return 0;
}

CUresult cuEventCreate(CUevent *event, unsigned flags) {
  *event = calloc(1, sizeof **event);
  held++;
  return flags ? INVALID_VALUE : lost;
}

CUresult cuEventDestroy_v2(CUevent event) {
  free(event);
  held--;
  return lost;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  event->time = now;
  return stream ? INVALID_VALUE : lost;
}

CUresult cuEventSynchronize(CUevent event) {
  return event ? lost : INVALID_VALUE;
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to) {
  *milliseconds = (float)((to->time - from->time) / 1e3);
  return lost;
}

static const struct {
  CUresult result;
  const char *name, *text;
} ERRORS[] = {
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS",
     "an illegal memory access was encountered"},
    {MISALIGNED_ADDRESS, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
};

CUresult cuGetErrorName(CUresult result, const char **name) {
  for (size_t i = 0; i < sizeof ERRORS / sizeof *ERRORS; i++)
    if (ERRORS[i].result == result)
      *name = ERRORS[i].name;
  return 0;
}

CUresult cuGetErrorString(CUresult result, const char **text) {
  for (size_t i = 0; i < sizeof ERRORS / sizeof *ERRORS; i++)
    if (ERRORS[i].result == result)
      *text = ERRORS[i].text;
  return 0;
}
