/* pass_rows.h - The rows of the passes, one a file, and their table. */
#ifndef TL_PASS_ROWS_H
#define TL_PASS_ROWS_H

#include "dialect/bridge/bridge.h"

extern const tl_pass_row TL_CONVERT_COPIES;
extern const tl_pass_row TL_ASSIGN_FRAGMENTS;
extern const tl_pass_row TL_ASSIGN_SHARED_LAYOUTS;
extern const tl_pass_row TL_NORMALIZE_LAYOUTS;
extern const tl_pass_row TL_SYNTHESIZE_PARTITION;
extern const tl_pass_row TL_SHARE_STORES;
extern const tl_pass_row TL_STAGGER_LANES;
extern const tl_pass_row TL_LOWER_LAYOUT_REDUCTIONS;
extern const tl_pass_row TL_LOWER_COORDINATES;
extern const tl_pass_row TL_LOWER_LAYOUT_CONVERSIONS;
extern const tl_pass_row TL_PARTITION_COPIES;
extern const tl_pass_row TL_VECTORIZE_COPIES;
extern const tl_pass_row TL_TAKE_TURNS;
extern const tl_pass_row TL_LOWER_THREAD_COPIES;
extern const tl_pass_row TL_VERIFY_LOWERING;
extern const tl_pass_row TL_ADOPT_ACCESSES;

/* All of them; the first ones lower copies, in order, and are the stages of the
 * others. */
enum {
  TL_LOWERING_STAGE_COUNT = 13,
  TL_PASS_COUNT = 16,
  TL_PIPELINE_COUNT = 1
};
extern const tl_pass_row *const TL_PASSES[TL_PASS_COUNT];
extern const tl_pipeline_row TL_PIPELINES[TL_PIPELINE_COUNT];

#endif /* TL_PASS_ROWS_H */
