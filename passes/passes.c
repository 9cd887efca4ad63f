/* passes.c - The table of passes; see tl/passes.h. */
#include "tl/passes.h"
#include "pass_rows.h"

void tl_register_passes(void) {
  for (int i = 0; i < TL_LOWERING_STAGE_COUNT; i++)
    tl_bridge_register_pass(TL_LOWERING_STAGES[i]);
  tl_bridge_register_pass(&TL_VERIFY_LOWERING);
  tl_bridge_register_pipeline(&TL_LOWER_LAYOUT_COPIES);
}
