/* async_access.h - Groups of asynchronous accesses, as IR. */
#ifndef TL_ASYNC_ACCESS_H
#define TL_ASYNC_ACCESS_H

#include "ir_builder.h"

/* Closes the group of the thread; waits until at most `pending` are left. */
void tl_build_async_commit(const tl_builder *builder);
void tl_build_async_wait(const tl_builder *builder, int64_t pending);

#endif /* TL_ASYNC_ACCESS_H */
