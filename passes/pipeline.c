/* pipeline.c - lower-layout-copies: every stage, in order. */
#include "pass_rows.h"

const tl_pass_row *const TL_LOWERING_STAGES[TL_LOWERING_STAGE_COUNT] = {
    &TL_NORMALIZE_LAYOUTS,
    &TL_SYNTHESIZE_PARTITION,
    &TL_PARTITION_COPIES,
    &TL_VECTORIZE_COPIES,
    &TL_LOWER_THREAD_COPIES,
};

const tl_pipeline_row TL_LOWER_LAYOUT_COPIES = {
    .argument = "lower-layout-copies",
    .description = "Lower tl.copy, tl.load and tl.store to vector accesses",
    .flag = "verify-by-simulation",
    .flag_description = "Run tl-verify-lowering first",
    .check = &TL_VERIFY_LOWERING,
};
