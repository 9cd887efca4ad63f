/* tl/passes.h - The passes, for programs that are not mlir-opt. */
#ifndef TL_PASSES_H
#define TL_PASSES_H

#ifdef __cplusplus
extern "C" {
#endif

/* Registers every pass and the pipeline lower-layout-copies with MLIR's pass
 * registry, once a process. */
void tl_register_passes(void);

#ifdef __cplusplus
}
#endif
#endif /* TL_PASSES_H */
