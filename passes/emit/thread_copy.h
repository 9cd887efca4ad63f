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

/* What is proved of a thread copy before anything is written. */
typedef struct tl_thread_facts {
  tl_access_base base;        /* of matrices */
  int64_t rooms[TL_MAX_RANK]; /* of limits: all are at least that */
  /* Offsets of the memory, and of the target of an asynchronous copy, at least. */
  int64_t least_start, least_target_start;
} tl_thread_facts;

/* Looks for the loops around an asynchronous copy, and whether it moves a pointer in
 * them (rule E23), before anything is written. */
void tl_find_pipelines(const tl_builder *builder, MlirOperation operation);

/* Writes a thread copy, tl.thread_async or another, before itself, and gives
 * the users of its result what was loaded. */
void tl_write_thread_copy(const tl_builder *builder,
                          const tl_unrolling *unrolling,
                          const tl_thread_facts *known,
                          MlirOperation operation);

#endif /* TL_THREAD_COPY_H */
