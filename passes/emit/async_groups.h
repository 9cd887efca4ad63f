/* async_groups.h - Groups of copies that threads start, and waits for them.
 *
 * Upstream they name what is in them; of TL's a group has all copies before it.
 * Both are lowered to the same, so that the first can become the second. */
#ifndef TL_ASYNC_GROUPS_H
#define TL_ASYNC_GROUPS_H

#include "ir_builder.h"

/* nvgpu.device_async_create_group, and nvgpu.device_async_wait. */
bool tl_is_group(MlirOperation operation);
bool tl_is_group_wait(MlirOperation operation);

/* How many groups stay in flight: none where the wait does not say. */
int64_t tl_groups_in_flight(MlirOperation wait);

/* tl.async_commit, and tl.async_wait. */
void tl_build_group(const tl_builder *builder);
void tl_build_group_wait(const tl_builder *builder, int64_t in_flight);

/* Lets these stand for a group and what waits for it, unless others use it. */
void tl_replace_group(const tl_builder *builder, MlirOperation group);

#endif /* TL_ASYNC_GROUPS_H */
