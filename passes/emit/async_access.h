/* async_access.h - One asynchronous access of a thread, as IR. */
#ifndef TL_ASYNC_ACCESS_H
#define TL_ASYNC_ACCESS_H

#include "thread_access.h"

/* Copies the access, of 4, 8 or 16 bytes, to where `target` starts, of which
 * memory and address are read; zeros in place of what is outside. */
void tl_build_async_access(const tl_builder *builder, const tl_access *access,
                           const tl_access *target);

/* Closes the group of the thread; waits until at most `pending` are left. */
void tl_build_async_commit(const tl_builder *builder);
void tl_build_async_wait(const tl_builder *builder, int64_t pending);

#endif /* TL_ASYNC_ACCESS_H */
