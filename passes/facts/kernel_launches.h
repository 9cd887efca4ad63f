/* kernel_launches.h - What the host gives to a kernel.
 *
 * Launches are looked for once a run, in all of the module that a pass runs on;
 * a pass on a part of it may not look at the others, which other threads
 * change. */
#ifndef TL_KERNEL_LAUNCHES_H
#define TL_KERNEL_LAUNCHES_H

#include "value_facts.h"

typedef struct tl_kernel_launch {
  MlirOperation operation; /* gpu.launch_func */
  const struct tl_kernel_launch *next;
} tl_kernel_launch;

/* All launches of a gpu.func in the module, or NULL. */
const tl_kernel_launch *tl_kernel_launches(tl_facts *facts,
                                           MlirOperation kernel);

#endif /* TL_KERNEL_LAUNCHES_H */
