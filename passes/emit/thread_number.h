/* thread_number.h - Which thread of a scope runs, as IR. */
#ifndef TL_THREAD_NUMBER_H
#define TL_THREAD_NUMBER_H

#include "ir_builder.h"
#include "passes/facts/copy_request.h"

/* The number of a thread in its warp, once a kernel, where it begins. */
MlirValue tl_build_lane(const tl_builder *builder);

/* laneid, tid_in_wg or tx; null for the single thread of scope thread. */
MlirValue tl_build_thread_number(const tl_builder *builder, tl_scope scope,
                                 int64_t lanes, const tl_block_size *block);

/* The number, in its block, of the group of the scope that a thread is in. */
MlirValue tl_build_group_number(const tl_builder *builder, tl_scope scope,
                                int64_t lanes, const tl_block_size *block);

#endif
