/* scratch.h - Workgroup memory in which threads exchange what they hold.
 *
 *   gpu.func @f() workgroup(
 *       %s : memref<2048xi8, #gpu.address_space<workgroup>> {llvm.align = 128,
 *                                         tl.scratch = array<i64: 1, 512>})
 *
 * Rule S1.  What a pass needs of a kernel for one scope is one buffer of the
 * gpu.func, a part of the largest need for each group of threads that a block has
 * of the scope (4 warps of 512 bytes), which all operations share that exchange
 * in that scope; those of different scopes share nothing.  A buffer of another
 * pass is taken where its parts are large enough, or there is one part, which
 * grows.  `tl.scratch` is what it is known by, and goes with the last pass.  Of a
 * gpu.launch it is dynamic memory, behind what the launch has of it.
 *
 * Rule S2.  A group writes its part behind a barrier of the scope where a thread
 * may still read it: not where nothing since the last barrier, or since the kernel
 * began, uses the buffer; of memory that an operation names, not where nothing
 * since uses memory.  A turn of a loop begins behind the end of the last one.
 *
 * Rule S4.  Exchanges of at most 1024 bytes, all groups together, that follow others
 * of their scope have two parts by turns, one behind the other, where those are no
 * more than `most_bytes`: what the last but one has left in a part was read behind
 * the barrier of the last. */
#ifndef TL_SCRATCH_H
#define TL_SCRATCH_H

#include "ir_builder.h"
#include "passes/facts/block_size.h"

/* Who exchanges: threads of a scope on a target, in a block; `at` the
 * operation. */
typedef struct tl_exchange {
  MlirOperation at;
  tl_scope scope;
  const tl_target *target;
  tl_block_size block;
} tl_exchange;

/* What the operations of a run need, by kernel and scope, and each by itself; what
 * views there are of it. */
typedef struct tl_scratch {
  int64_t most_bytes; /* of a kernel, for a tile at once */
  tl_key_table scopes, operations, views; /* owned; tl_scratch_free */
} tl_scratch;

void tl_scratch_free(tl_scratch *scratch);

/* The groups of the scope that a block has, at most.  TL_INVALID where nobody says
 * how many threads it has, TL_UNSUPPORTED where there is no memory for them (rule
 * S1); `bytes` of a group are what is asked for then. */
TL_MUST_CHECK tl_code tl_scratch_groups(const tl_exchange *exchange,
                                        int64_t bytes, int64_t *groups,
                                        tl_error *error);

/* TL_UNSUPPORTED where the scope has no barrier, or all numbers are taken (rule
 * S3); TL_INVALID where groups are not known to be whole.  Before anything is
 * built. */
TL_MUST_CHECK tl_code tl_barrier_check(tl_scratch *scratch, tl_facts *facts,
                                       const tl_exchange *exchange,
                                       tl_error *error);

/* Adds a need, of one group; in program order, before the first tl_build_scratch. */
void tl_scratch_need(tl_scratch *scratch, const tl_exchange *exchange,
                     int64_t bytes);

/* The part of the group of a thread, its first elements: memref<COUNTxELEMENT>. */
MlirValue tl_build_scratch(tl_scratch *scratch, const tl_builder *builder,
                           const tl_exchange *exchange, MlirType element,
                           int64_t count);

/* The same of bytes that the operation names. */
MlirValue tl_build_named_scratch(const tl_builder *builder, MlirValue bytes,
                                 MlirType element, int64_t count);

/* Whether S2 asks for a barrier in front of the operation, behind tl_build_scratch of
 * it where it has asked for memory. */
bool tl_scratch_is_read(tl_scratch *scratch, const tl_exchange *exchange);

/* The barrier of the threads of the scope, none in a thread. */
void tl_build_barrier(tl_scratch *scratch, const tl_builder *builder,
                      const tl_exchange *exchange);

#endif /* TL_SCRATCH_H */
