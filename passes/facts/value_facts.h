/* value_facts.h - What is proved of integers that are known only at run time.
 *
 * A value is followed through arith, index and affine operations, casts, loop
 * bounds, what loops carry, results of control flow, arguments of blocks, static
 * memref dimensions and the block size of the kernel.  Function arguments,
 * loads, and all other operations say nothing: their divisor is 1.
 *
 * An index has 64 bits; a proved power of two holds for a narrower one as well.
 * Operations of arith and index wrap around unless they say nsw; operations of
 * affine, loops and memref do not, by their definitions. */
#ifndef TL_VALUE_FACTS_H
#define TL_VALUE_FACTS_H

#include "fact_solver.h"
#include "tl/dialect.h"

/* Threads of a block along x, y, z, 0 where nothing says; see block_size.h. */
typedef struct tl_block_size {
  int64_t extent[3];
  int64_t most; /* threads, where it is bounded; 0 */
  bool differs; /* between launches, which say it otherwise */
} tl_block_size;

/* What was proved and looked up, for a run of a pass that changes nothing until
 * the last question. */
typedef struct tl_facts {
  MlirOperation root; /* of the pass */
  tl_fact_solver values;
  tl_key_table rows; /* of operations, by their names */

  /* The last answer of tl_memory_facts_of: what is stored is loaded next. */
  MlirValue asked;
  struct tl_memory_facts *answer; /* of the chunks of rows */
  bool is_explained;

  bool explains; /* whether alignments of memrefs have their reasons */
  int64_t argument_alignment; /* of memrefs that kernels get; 0: not promised */

  /* Answers of tl_block_size_around by kernels, and the last one, which is that
   * of all of a block of operations. */
  tl_key_table sizes;
  MlirBlock sized;
  const tl_block_size *size; /* NULL: none yet */

  /* Launches of kernels, once they are asked for; see kernel_launches.h. */
  tl_key_table launches;
  bool has_launches;

  /* Calls of functions, likewise; see function_calls.h. */
  tl_key_table calls;
  bool has_calls, has_all_calls;

  /* The memrefs that are being followed, and what that may still take; see
   * memory_facts.c. */
  struct tl_memory_choice *choosing;
  int64_t places;

  /* Buffers whose alignment is to be written; see owned_buffers.h. */
  tl_key_table owned;
  struct tl_owned_buffer *first_owned;

  /* The symbol table last looked into. */
  MlirOperation table_owner;
  MlirSymbolTable table; /* owned */
} tl_facts;

tl_facts tl_facts_create(MlirOperation root);
void tl_facts_free(tl_facts *facts);

/* What is proved of an index or an integer.
 *
 *   %0 = arith.shli %x, %c3      -> 8 divides it
 *   %i of scf.for %i = %c4 to %n step %c16 -> 4 divides it
 *   %k of iter_args(%k = %c0), which yields %k + 64 -> 64 divides it */
tl_value_fact tl_value_fact_of(tl_facts *facts, MlirValue value);

/* Whether an operation of arith says nsw. */
bool tl_has_no_signed_wrap(MlirOperation operation);

/* Whether an operation is `of`, or stands inside of it. */
bool tl_is_inside(MlirOperation operation, MlirOperation of);

/* Takes the constants off a sum of one value and constants, and returns their
 * sum; 0 where there are none, too many, or their type does not hold it.
 *
 *   %0 + 16 - 48 -> %0, -32 */
int64_t tl_value_split(MlirValue *value);

/* The row of an operation's name, or NULL: of `count` rows of `size` bytes that
 * begin with two names each, of which the second may be NULL. */
const void *tl_find_operation(tl_facts *facts, MlirOperation operation,
                              const void *rows, size_t count, size_t size);

#endif /* TL_VALUE_FACTS_H */
