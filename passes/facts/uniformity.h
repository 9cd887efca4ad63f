/* uniformity.h - What all threads of a block do together.
 *
 * Rule W1.  All threads of a block execute an operation together, with equal
 * operands, when
 *
 *   its operands are computed from nothing that may differ among threads: only
 *   by operations listed here, from constants, what a kernel is given, numbers
 *   of blocks, memory of all threads, and what is defined outside of the kernel;
 *
 *   control flow around it is decided by such values alone;
 *
 *   no loop around it is mapped to threads.
 *
 * What is not known to be the same counts as different.  A kernel is a gpu.func
 * kernel, the body of gpu.launch or of a loop mapped to blocks outside of these,
 * or a function that nobody calls; a run over one function sees no calls, so
 * that the function has to say that it is a kernel. */
#ifndef TL_UNIFORMITY_H
#define TL_UNIFORMITY_H

#include "value_facts.h"

/* Of a run that changes no calls. */
typedef struct tl_uniformity {
  MlirOperation root; /* of the pass */

  /* Owned: functions that are called, once they are asked for. */
  tl_key_table called;
  bool has_called;
} tl_uniformity;

void tl_uniformity_free(tl_uniformity *uniformity);

/* Where an operation is executed.  `kernel` is around it, null without any. */
typedef struct tl_execution {
  MlirOperation kernel;
  bool is_together;    /* by all threads, with equal values (W1) */
  bool is_of_thread;   /* a loop around is mapped to threads, one a turn */
  bool is_shared_out;  /* one is mapped to others, or to be mapped yet, or what
                          is around it is not known */
  bool is_on_device;   /* the kernel says so; a function may be the host's */
  MlirOperation cause; /* why not: at this operation, ... */
  const char *reason;  /* ... of which this is said, as in "derives from" */
} tl_execution;

/* Of an operation and values that it computes with. */
tl_execution tl_execution_of(tl_uniformity *uniformity, MlirOperation operation,
                             intptr_t count, const MlirValue *values);

/* A loop of scf, to blocks alone. */
bool tl_is_mapped_to_blocks(MlirOperation loop);

/* A name that ends in a dot is that of all operations of a dialect. */
bool tl_is_named(MlirOperation operation, const char *name);

/* Whether it neither reads nor writes memory, as far as is known, nor waits. */
bool tl_leaves_memory(MlirOperation operation);

/* gpu.barrier and what it is lowered to, not those of parts of a block. */
bool tl_is_barrier(MlirOperation operation);

#endif /* TL_UNIFORMITY_H */
