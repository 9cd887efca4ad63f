/* gpu_driver.c - Loads the CUDA driver and finds a device. */
#include "gpu_driver.h"
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76
};

static const struct {
  const char *name;
  size_t offset;
} FUNCTIONS[] = {
#define FUNCTION(name, ...) {#name, offsetof(gpu_device, name)},
    GPU_DRIVER_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

bool gpu_fail(char *message, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(message, MESSAGE_CAPACITY, format, values);
  va_end(values);
  return false;
}

static bool load_functions(gpu_device *gpu, void *library, char *message) {
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
    void *address = dlsym(library, FUNCTIONS[i].name);
    if (!address)
      return gpu_fail(message, "the CUDA driver has no %s", FUNCTIONS[i].name);
    memcpy((char *)gpu + FUNCTIONS[i].offset, &address, sizeof address);
  }
  return true;
}

static bool load(gpu_device *gpu, char *message) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  return library ? load_functions(gpu, library, message)
                 : gpu_fail(message, "no CUDA driver: %s", dlerror());
}

bool gpu_open(gpu_device *gpu, char *message) {
  CUcontext context;
  int count = 0, major = 0, minor = 0;
  *gpu = (gpu_device){0};
  if (!load(gpu, message) || !GPU_CALL(gpu, message, cuInit, 0) ||
      !GPU_CALL(gpu, message, cuDeviceGetCount, &count))
    return false;
  if (count == 0)
    return gpu_fail(message, "the CUDA driver has no device");
  if (!GPU_CALL(gpu, message, cuDeviceGet, &gpu->device, 0) ||
      !GPU_CALL(gpu, message, cuDriverGetVersion, &gpu->driver_version) ||
      !GPU_CALL(gpu, message, cuDeviceGetName, gpu->name, sizeof gpu->name,
                gpu->device) ||
      !GPU_CALL(gpu, message, cuDeviceGetAttribute, &major,
                CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, gpu->device) ||
      !GPU_CALL(gpu, message, cuDeviceGetAttribute, &minor,
                CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, gpu->device) ||
      !GPU_CALL(gpu, message, cuDevicePrimaryCtxRetain, &context, gpu->device))
    return false;
  gpu->chip = 10 * major + minor;
  if (GPU_CALL(gpu, message, cuCtxSetCurrent, context))
    return true;
  gpu_close(gpu);
  return false;
}

void gpu_close(const gpu_device *gpu) {
  gpu->cuDevicePrimaryCtxRelease_v2(gpu->device);
}

bool gpu_ok(const gpu_device *gpu, CUresult result, const char *call,
            char *message) {
  const char *name = NULL, *text = NULL;
  if (result == 0)
    return true;
  gpu->cuGetErrorName(result, &name);
  gpu->cuGetErrorString(result, &text);
  return gpu_fail(message, "%s: %s, %s", call, name ? name : "?",
                  text ? text : "an unknown error");
}
