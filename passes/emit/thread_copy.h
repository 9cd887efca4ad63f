/* thread_copy.h - A thread copy as accesses, one for each combination of its
 * atoms. */
#ifndef TL_THREAD_COPY_H
#define TL_THREAD_COPY_H

#include "thread_access.h"

/* Up to `accesses` of them, a copy of a buffer is straight code; above, it gets
 * a scf.for per atom with this annotation.  PTX has what LLVM does not look through
 * in registers of words. */
typedef struct tl_unrolling {
  int64_t accesses;
  MlirAttribute annotation;
  bool is_for_ptx;
} tl_unrolling;

/* Looks for the loops around an asynchronous copy, before anything is written. */
void tl_find_pipelines(const tl_builder *builder, MlirOperation operation);

/* Writes a thread copy, tl.thread_async or another, before itself, and gives
 * the users of its result what was loaded.  The base is that of matrices. */
void tl_write_thread_copy(const tl_builder *builder,
                          const tl_unrolling *unrolling,
                          const tl_access_base *base, MlirOperation operation);

#endif /* TL_THREAD_COPY_H */
