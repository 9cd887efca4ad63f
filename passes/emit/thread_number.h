/* thread_number.h - The number of a thread within its scope, as IR. */
#ifndef TL_THREAD_NUMBER_H
#define TL_THREAD_NUMBER_H

#include "ir_builder.h"
#include "passes/facts/block_size.h"
#include "tl/layout.h"

/* laneid, tid_in_wg or tx; null for the single thread of scope thread. */
MlirValue tl_build_thread_number(const tl_builder *builder, tl_scope scope,
                                 int64_t lanes, const tl_block_size *block);

#endif /* TL_THREAD_NUMBER_H */
