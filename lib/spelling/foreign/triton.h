/* triton.h - What the attributes of Triton know of each other. */
#ifndef TL_FOREIGN_TRITON_H
#define TL_FOREIGN_TRITON_H

#include "search.h"

extern const tl_foreign TL_TTG_BLOCKED, TL_TTG_LINEAR, TL_TTG_SLICE,
    TL_TTG_NVIDIA_MMA, TL_TTG_DOT_OP, TL_TTG_SWIZZLED_SHARED,
    TL_TTG_NVMMA_SHARED, TL_TTG_PADDED_SHARED;

/* A thread holds all of dimension `whole`; -1: of none. */
TL_MUST_CHECK tl_code tl_triton_blocked_mean(const tl_foreign_node *node,
                                             const tl_list *shape,
                                             int64_t whole, int64_t lanes,
                                             tl_layout *out, tl_error *error);

#endif /* TL_FOREIGN_TRITON_H */
