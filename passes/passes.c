/* passes.c - The table of passes; see tl/passes.h. */
#include "tl/passes.h"
#include "pass_rows.h"

static const tl_pass_row *const PASSES[] = {
    &TL_NORMALIZE_LAYOUTS,
    &TL_PARTITION_COPIES,
    &TL_VECTORIZE_COPIES,
    &TL_LOWER_THREAD_COPIES,
};

void tl_register_passes(void) {
  for (size_t i = 0; i < sizeof PASSES / sizeof *PASSES; i++)
    tl_bridge_register_pass(PASSES[i]);
  tl_bridge_register_pipeline(&TL_LOWER_LAYOUT_COPIES);
}
