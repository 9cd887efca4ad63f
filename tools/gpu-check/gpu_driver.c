/* gpu_driver.c - Loads the CUDA driver and finds a device. */
#include "gpu_driver.h"
#include <dlfcn.h>
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
#define FUNCTION(name, ...) {#name, offsetof(gpu_driver, name)},
    GPU_DRIVER_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static bool load(gpu_driver *driver, char *message, size_t capacity) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) {
    snprintf(message, capacity, "no CUDA driver: %s", dlerror());
    return false;
  }
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
    void *address = dlsym(library, FUNCTIONS[i].name);
    if (!address) {
      snprintf(message, capacity, "the CUDA driver has no %s",
               FUNCTIONS[i].name);
      return false;
    }
    memcpy((char *)driver + FUNCTIONS[i].offset, &address, sizeof address);
  }
  return true;
}

static bool open_device(gpu_device *gpu, char *message, size_t capacity) {
  const gpu_driver *cuda = &gpu->driver;
  CUcontext context;
  int count = 0, major = 0, minor = 0;
#define CALL(function, ...)                                                    \
  gpu_ok(gpu, cuda->function(__VA_ARGS__), #function, message, capacity)
  if (!CALL(cuInit, 0) || !CALL(cuDeviceGetCount, &count))
    return false;
  if (count == 0) {
    snprintf(message, capacity, "the CUDA driver has no device");
    return false;
  }
  if (!CALL(cuDeviceGet, &gpu->device, 0) ||
      !CALL(cuDriverGetVersion, &gpu->driver_version) ||
      !CALL(cuDeviceGetName, gpu->name, sizeof gpu->name, gpu->device) ||
      !CALL(cuDeviceGetAttribute, &major,
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, gpu->device) ||
      !CALL(cuDeviceGetAttribute, &minor,
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, gpu->device) ||
      !CALL(cuDevicePrimaryCtxRetain, &context, gpu->device))
    return false;
  gpu->chip = 10 * major + minor;
  if (CALL(cuCtxSetCurrent, context))
    return true;
  gpu_close(gpu);
  return false;
#undef CALL
}

bool gpu_open(gpu_device *gpu, char *message, size_t capacity) {
  *gpu = (gpu_device){0};
  return load(&gpu->driver, message, capacity) &&
         open_device(gpu, message, capacity);
}

void gpu_close(gpu_device *gpu) {
  gpu->driver.cuDevicePrimaryCtxRelease_v2(gpu->device);
}

bool gpu_ok(const gpu_device *gpu, CUresult result, const char *call,
            char *message, size_t capacity) {
  if (result == 0)
    return true;
  const char *name = NULL, *text = NULL;
  gpu->driver.cuGetErrorName(result, &name);
  gpu->driver.cuGetErrorString(result, &text);
  snprintf(message, capacity, "%s: %s, %s", call, name ? name : "?",
           text ? text : "an unknown error");
  return false;
}
