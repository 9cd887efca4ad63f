/* upstream_access.c - see upstream_access.h. */
#include "upstream_access.h"
#include "tl/dialect.h"

static const tl_upstream_access ROWS[] = {
    {"vector.load", 0, -1}, {"vector.store", 1, 0},    {"memref.load", 0, -1},
    {"memref.store", 1, 0}, {"nvgpu.ldmatrix", 0, -1},
};

const char TL_UPSTREAM_ACCESSES[] = "vector.load, vector.store, memref.load, "
                                    "memref.store, nvgpu.ldmatrix";

const tl_upstream_access *tl_upstream_access_of(MlirOperation operation) {
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
    if (tl_operation_is(operation, ROWS[i].name))
      return &ROWS[i];
  return NULL;
}
