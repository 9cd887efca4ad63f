/* gpu_driver.h - The CUDA driver, loaded at run time.
 *
 * Names, types and numbers are those of cuda.h (CUDA Driver API), so that no
 * CUDA is needed to build.  A result of 0 is success. */
#ifndef GPU_CHECK_GPU_DRIVER_H
#define GPU_CHECK_GPU_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

/* Name and parameters of every function that is called. */
#define GPU_DRIVER_FUNCTIONS(FUNCTION)                                         \
  FUNCTION(cuInit, unsigned flags)                                             \
  FUNCTION(cuDriverGetVersion, int *version)                                   \
  FUNCTION(cuDeviceGetCount, int *count)                                       \
  FUNCTION(cuDeviceGet, CUdevice *device, int ordinal)                         \
  FUNCTION(cuDeviceGetName, char *name, int capacity, CUdevice device)         \
  FUNCTION(cuDeviceGetAttribute, int *value, int attribute, CUdevice device)   \
  FUNCTION(cuDevicePrimaryCtxRetain, CUcontext *context, CUdevice device)      \
  FUNCTION(cuDevicePrimaryCtxRelease_v2, CUdevice device)                      \
  FUNCTION(cuCtxSetCurrent, CUcontext context)                                 \
  FUNCTION(cuCtxSynchronize, void)                                             \
  FUNCTION(cuModuleLoadDataEx, CUmodule *module, const void *image,            \
           unsigned count, int *options, void **values)                        \
  FUNCTION(cuModuleGetFunction, CUfunction *function, CUmodule module,         \
           const char *name)                                                   \
  FUNCTION(cuModuleUnload, CUmodule module)                                    \
  FUNCTION(cuMemAlloc_v2, CUdeviceptr *memory, size_t bytes)                   \
  FUNCTION(cuMemFree_v2, CUdeviceptr memory)                                   \
  FUNCTION(cuMemcpyHtoD_v2, CUdeviceptr to, const void *from, size_t bytes)    \
  FUNCTION(cuMemcpyDtoH_v2, void *to, CUdeviceptr from, size_t bytes)          \
  FUNCTION(cuMemcpyDtoDAsync_v2, CUdeviceptr to, CUdeviceptr from,             \
           size_t bytes, CUstream stream)                                      \
  FUNCTION(cuLaunchKernel, CUfunction function, unsigned grid_x,               \
           unsigned grid_y, unsigned grid_z, unsigned block_x,                 \
           unsigned block_y, unsigned block_z, unsigned shared_bytes,          \
           CUstream stream, void **arguments, void **extra)                    \
  FUNCTION(cuEventCreate, CUevent *event, unsigned flags)                      \
  FUNCTION(cuEventDestroy_v2, CUevent event)                                   \
  FUNCTION(cuEventRecord, CUevent event, CUstream stream)                      \
  FUNCTION(cuEventSynchronize, CUevent event)                                  \
  FUNCTION(cuEventElapsedTime, float *milliseconds, CUevent from, CUevent to)  \
  FUNCTION(cuGetErrorName, CUresult result, const char **name)                 \
  FUNCTION(cuGetErrorString, CUresult result, const char **text)

/* The driver and a device of it. */
typedef struct gpu_device {
#define FUNCTION(name, ...) CUresult (*name)(__VA_ARGS__);
  GPU_DRIVER_FUNCTIONS(FUNCTION)
#undef FUNCTION
  CUdevice device;
  char name[128];
  int chip;           /* 90 for sm_90 */
  int driver_version; /* 12040 for CUDA 12.4 */
} gpu_device;

/* Loads libcuda.so.1 and makes the primary context of the first device current.
 * False: `message` says what is missing.  True: close with gpu_close. */
bool gpu_open(gpu_device *gpu, char *message);
void gpu_close(const gpu_device *gpu);

/* Whether `result` is success.  If not, `message` becomes
 * `CALL: CUDA_ERROR_..., what that means`. */
bool gpu_ok(const gpu_device *gpu, CUresult result, const char *call,
            char *message);

/* Calls a function of the driver: true, or false and a message. */
#define GPU_CALL(gpu, message, function, ...)                                  \
  gpu_ok(gpu, (gpu)->function(__VA_ARGS__), #function, message)

/* Writes a message of at most MESSAGE_CAPACITY characters; false. */
enum { MESSAGE_CAPACITY = 512 };
bool gpu_fail(char *message, const char *format, ...);

#endif
