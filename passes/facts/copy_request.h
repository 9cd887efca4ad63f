/* copy_request.h - What a plan of a copy needs to know, read from the IR. */
#ifndef TL_COPY_REQUEST_H
#define TL_COPY_REQUEST_H

#include "block_size.h"
#include "memory_facts.h"
#include "tl/copy_plan.h"

/* The copy between the memory of `view` and that fragment: what the operation
 * states, and what is proved of the memref and of the values that it names.
 * Waves have `lanes` threads.  `base_reason` says what keeps element 0 from
 * more alignment. */
TL_MUST_CHECK tl_code tl_copy_request_read(
    const tl_copy_view *view, const tl_layout *fragment, int64_t lanes,
    const tl_block_size *block, tl_alignment_facts *facts, tl_copy_request *out,
    char base_reason[TL_MESSAGE_CAPACITY], tl_error *error);

#endif /* TL_COPY_REQUEST_H */
