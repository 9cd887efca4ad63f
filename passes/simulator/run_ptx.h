/* run_ptx.h - Runs what a kernel has been compiled to: PTX. */
#ifndef TL_SIM_RUN_PTX_H
#define TL_SIM_RUN_PTX_H

#include "ptx/ptx_machine.h"
#include "run.h"

/* A file of PTX; it borrows path and module. */
typedef struct tl_ptx_file {
  const char *path;
  tl_ptx_module module;
  MlirContext context;
} tl_ptx_file;

/* Reports "PATH:LINE: error: MESSAGE"; false. */
bool tl_ptx_report(const tl_ptx_file *file, const tl_ptx_error *error);

/* Executes the kernel of the run's function, `user` is the file, from the
 * arguments and the launch of the run, whose memory it leaves as the kernel
 * does.  A memref is a pointer or a descriptor: as many parameters as there are
 * say which.  False after an error. */
bool tl_run_ptx(void *user, tl_run *run);

#endif /* TL_SIM_RUN_PTX_H */
