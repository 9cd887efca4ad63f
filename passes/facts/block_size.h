/* block_size.h - How many threads a block has (rule G2). */
#ifndef TL_BLOCK_SIZE_H
#define TL_BLOCK_SIZE_H

#include "value_facts.h"

/* Of the kernel around `operation`, from the first of these that says it:
 * known_block_size, nvvm.reqntid, constant operands of the gpu.launch around it,
 * constant operands of gpu.launch_func, equal in all launches of it, all callers
 * of a private function.  TL_INVALID where two of them say different numbers. */
TL_MUST_CHECK tl_code tl_block_size_around(tl_facts *facts,
                                           MlirOperation operation,
                                           tl_block_size *out, tl_error *error);

/* The same for a copy that has a plan, since its size was asked for. */
tl_block_size tl_block_size_planned(tl_facts *facts, MlirOperation operation);

/* The product of its extents, 0 when it is unknown. */
int64_t tl_block_threads(const tl_block_size *block);

#endif /* TL_BLOCK_SIZE_H */
