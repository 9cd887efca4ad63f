/* tl/passes.h - The passes, for programs that are not mlir-opt. */
#ifndef TL_PASSES_H
#define TL_PASSES_H

#include "tl/status.h"

TL_C_BEGIN

/* Registers every pass and the pipeline lower-layout-copies with MLIR's pass
 * registry, once a process.  The pipeline checks itself by simulation where its
 * text asks for it:
 *
 *   builtin.module(lower-layout-copies{verify-by-simulation})
 *
 * which puts tl-verify-lowering before the stages: functions that do something
 * else after lowering, or are at fault, fail; what cannot be simulated, and
 * what is above max-simulated-threads or max-simulated-bytes, is a warning. */
void tl_register_passes(void);

TL_C_END
#endif /* TL_PASSES_H */
