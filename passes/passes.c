/* passes.c - The table of passes and pipelines; see tl/passes.h. */
#include "tl/passes.h"
#include "pass_rows.h"

const tl_pass_row *const TL_PASSES[TL_PASS_COUNT] = {
    &TL_ASSIGN_FRAGMENTS,
    &TL_ASSIGN_SHARED_LAYOUTS,
    &TL_NORMALIZE_LAYOUTS,
    &TL_SYNTHESIZE_PARTITION,
    &TL_SHARE_STORES,
    &TL_STAGGER_LANES,
    &TL_LOWER_LAYOUT_REDUCTIONS,
    &TL_LOWER_COORDINATES,
    &TL_LOWER_LAYOUT_CONVERSIONS,
    &TL_PARTITION_COPIES,
    &TL_VECTORIZE_COPIES,
    &TL_TAKE_TURNS,
    &TL_LOWER_THREAD_COPIES,
    &TL_VERIFY_LOWERING,
    &TL_CONVERT_COPIES,
    &TL_ADOPT_ACCESSES,
};

const tl_pipeline_row TL_PIPELINES[TL_PIPELINE_COUNT] = {
    {.argument = "lower-layout-copies",
     .description = "Lower copies, conversions and reductions of tiles",
     .flag = "verify-by-simulation",
     .flag_description = "Run tl-verify-lowering first",
     .check = &TL_VERIFY_LOWERING},
};

void tl_register_passes(void) {
  for (int i = 0; i < TL_PASS_COUNT; i++)
    tl_bridge_register_pass(TL_PASSES[i]);
  for (int i = 0; i < TL_PIPELINE_COUNT; i++)
    tl_bridge_register_pipeline(&TL_PIPELINES[i]);
}
