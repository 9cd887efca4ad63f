/* kernel_run.h - Runs one kernel on the device, checks it and times it. */
#ifndef GPU_CHECK_KERNEL_RUN_H
#define GPU_CHECK_KERNEL_RUN_H

#include "gpu_driver.h"
#include "kernel_kit.h"

enum { SAMPLE_CAPACITY = 1000 };

typedef struct kernel_result {
  bool ok;
  bool device_lost;   /* no kernel can run after this one */
  double kernel_time; /* microseconds a launch; 0: not timed */
  double memcpy_time; /* of cuMemcpyDtoD of the bytes of the region */
  char message[MESSAGE_CAPACITY]; /* why it is not ok */
} kernel_result;

/* Times are medians of `samples`, 1 to SAMPLE_CAPACITY, in which kernel and
 * copy take turns. */
kernel_result kernel_run(const gpu_device *gpu, const kernel_row *row,
                         uint64_t seed, unsigned samples);

#endif
