/* pass_rows.h - The rows of the passes, one a file. */
#ifndef TL_PASS_ROWS_H
#define TL_PASS_ROWS_H

#include "dialect/bridge/bridge.h"

extern const tl_pass_row TL_NORMALIZE_LAYOUTS;
extern const tl_pass_row TL_SYNTHESIZE_PARTITION;
extern const tl_pass_row TL_PARTITION_COPIES;
extern const tl_pass_row TL_VECTORIZE_COPIES;
extern const tl_pass_row TL_LOWER_THREAD_COPIES;
extern const tl_pass_row TL_VERIFY_LOWERING;

/* What lowers copies, in order. */
enum { TL_LOWERING_STAGE_COUNT = 5 };
extern const tl_pass_row *const TL_LOWERING_STAGES[TL_LOWERING_STAGE_COUNT];

extern const tl_pipeline_row TL_LOWER_LAYOUT_COPIES;

#endif /* TL_PASS_ROWS_H */
