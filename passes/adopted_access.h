/* adopted_access.h - An access of another dialect that becomes a copy of a tile, and
 * the loops around it.
 *
 * Values own nothing.  Functions are for threads that each have their own IR. */
#ifndef TL_ADOPTED_ACCESS_H
#define TL_ADOPTED_ACCESS_H

#include "passes/emit/ir_builder.h"
#include "tl/dialect.h"

/* Where the tile of a memory is: its origin is start + the turn of each loop
 * around, outermost first, times its move; of a loop with a period, the rest of
 * the turn by that. */
enum { TL_MOST_LOOPS = 4, TL_MOST_TERMS = 8 };

/* What is added to it besides, along a dimension: a multiple of the number of a
 * block. */
typedef struct tl_block_term {
  MlirOperation operation; /* of what was planned */
  int64_t number;          /* of it in a walk of the root */
  int64_t times, dimension;
} tl_block_term;
typedef struct tl_block_terms {
  int64_t count;
  tl_block_term items[TL_MOST_TERMS];
} tl_block_terms;

typedef struct tl_adopted_side {
  int64_t rank;
  int64_t start[TL_MAX_RANK], moves[TL_MOST_LOOPS][TL_MAX_RANK];
  int64_t periods[TL_MOST_LOOPS]; /* 0: none */
  tl_block_terms terms;
} tl_adopted_side;

/* An access, and the copy that it becomes. */
typedef struct tl_adopted_access {
  int64_t number;                 /* of the operation in a walk of the root */
  tl_adopted_side memory, source; /* what is read: of a copy alone */
  tl_list shape; /* that the memory gets: memory of one dimension has rows */
  tl_layout fragment;
} tl_adopted_access;

typedef struct tl_constant_loop {
  MlirOperation operation;
  MlirValue from;
  int64_t step, turns; /* 0 turns: it starts where the thread says */
} tl_constant_loop;

typedef struct tl_loop_nest {
  int64_t count;
  tl_constant_loop loops[TL_MOST_LOOPS]; /* outermost first */
  MlirOperation guard; /* the one scf.if around the operation; or null */
} tl_loop_nest;

/* The loops between an operation and its function; false where anything else is
 * around it but a guard, or bounds are not known. */
bool tl_loop_nest_read(MlirOperation operation, MlirOperation function,
                       tl_loop_nest *out);

/* The turns of the one loop whose start threads have of their own, so that all
 * loops together are `steps`. */
bool tl_loop_nest_settle(int64_t steps, tl_loop_nest *nest);

/* Whether no counter goes further from its start than an index can be, after that. */
bool tl_loop_nest_fits(const tl_loop_nest *nest);

/* Why the operation cannot be in front of its guard, or a store behind it, when loops
 * are around the guard and not in it, with nothing in between that would notice; NULL:
 * it can. */
const char *tl_guard_obstacle(MlirOperation operation, MlirOperation guard,
                              bool stores);

/* Whether it is the counter of one of them. */
bool tl_loop_nest_counts(MlirValue value, const tl_loop_nest *nest);

/* The copy instead of the operation, which is gone then; false when memory is
 * out.  `walk`: the operations of the root, as they were numbered. */
bool tl_adopted_access_write(tl_builder *builder,
                             const tl_adopted_access *access,
                             const MlirOperation *walk, MlirOperation function);

#endif /* TL_ADOPTED_ACCESS_H */
