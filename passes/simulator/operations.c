/* operations.c - see operations.h. */
#include "operations.h"

static const tl_sim_row *const TABLES[] = {
    TL_SIM_ARITH,  TL_SIM_INDEX,  TL_SIM_AFFINE,
    TL_SIM_MEMREF, TL_SIM_VECTOR, TL_SIM_VECTOR_MEMORY,
    TL_SIM_SCF,    TL_SIM_FUNC,   TL_SIM_GPU,
    TL_SIM_NVGPU,  TL_SIM_MMA,    TL_SIM_NVVM,
    TL_SIM_LLVM,   TL_SIM_TL,     TL_SIM_TL_ASYNC,
};

const tl_sim_row *tl_sim_row_named(MlirStringRef name) {
  for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++)
    for (const tl_sim_row *row = TABLES[i]; row->name; row++)
      if (mlirStringRefEqual(name, mlirStringRefCreateFromCString(row->name)))
        return row;
  return NULL;
}
