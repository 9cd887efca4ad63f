/* operations.h - The operations that the simulator knows, a table a dialect. */
#ifndef TL_SIM_OPERATIONS_H
#define TL_SIM_OPERATIONS_H

#include "program.h"

/* The row of an operation, or NULL. */
const tl_sim_row *tl_sim_row_named(MlirStringRef name);

/* The same bytes as elements of another size; vector and llvm share it. */
void tl_run_bitcast(tl_machine *machine, const tl_instruction *at,
                    const tl_lanes *lanes);
bool tl_prepare_bitcast(tl_instruction *at);

/* tl.copy between two memories, see operations_tl_transfer.c. */
bool tl_prepare_transfer(tl_instruction *at);
void tl_run_transfer(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes);
int64_t tl_transfer_threads_needed(const tl_instruction *at);

/* Groups of asynchronous copies; a wait has in numbers[0] how many may be
 * pending.  tl and nvvm share them. */
void tl_run_async_commit(tl_machine *machine, const tl_instruction *at,
                         const tl_lanes *lanes);
void tl_run_async_wait(tl_machine *machine, const tl_instruction *at,
                       const tl_lanes *lanes);

/* Each table ends with a row without a name. */
extern const tl_sim_row TL_SIM_ARITH[];
extern const tl_sim_row TL_SIM_INDEX[];
extern const tl_sim_row TL_SIM_AFFINE[];
extern const tl_sim_row TL_SIM_MEMREF[];
extern const tl_sim_row TL_SIM_VECTOR[];
extern const tl_sim_row TL_SIM_VECTOR_MEMORY[];
extern const tl_sim_row TL_SIM_SCF[];
extern const tl_sim_row TL_SIM_FUNC[];
extern const tl_sim_row TL_SIM_GPU[];
extern const tl_sim_row TL_SIM_NVGPU[];
extern const tl_sim_row TL_SIM_MMA[];
extern const tl_sim_row TL_SIM_NVVM[];
extern const tl_sim_row TL_SIM_LLVM[];
extern const tl_sim_row TL_SIM_TL[];
extern const tl_sim_row TL_SIM_TL_ASYNC[];

#endif /* TL_SIM_OPERATIONS_H */
