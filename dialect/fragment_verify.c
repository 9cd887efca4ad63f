/* fragment_verify.c - Rules that copies of a group and of a thread share. */
#include "copy_checks.h"
#include "mlir-c/BuiltinTypes.h"
#include <inttypes.h>

bool tl_is_dense(const tl_strided *strided, int64_t *elements) {
  *elements = 1;
  for (int64_t d = strided->shape.count - 1; d >= 0; d--)
    if (strided->shape.items[d] == INT64_MIN ||
        strided->strides.items[d] != *elements ||
        __builtin_mul_overflow(*elements, strided->shape.items[d], elements))
      return false;
  return true;
}

/* A vector as the dense buffer of its shape. */
static bool read_shape(MlirType type, tl_strided *strided) {
  if (mlirTypeIsAMemRef(type))
    return tl_strided_read(type, strided);
  int64_t rank = mlirShapedTypeGetRank(type), run = 1;
  if (rank == 0 || rank > TL_MAX_RANK || mlirVectorTypeIsScalable(type))
    return false;
  *strided = (tl_strided){.shape.count = rank, .strides.count = rank};
  for (int64_t d = rank - 1; d >= 0; d--) {
    strided->shape.items[d] = mlirShapedTypeGetDimSize(type, d);
    strided->strides.items[d] = run;
    if (__builtin_mul_overflow(run, strided->shape.items[d], &run))
      return false;
  }
  return true;
}

bool tl_check_fragment(MlirOperation operation, const char *name, MlirType type,
                       int64_t *elements) {
  tl_strided strided;
  if (!read_shape(type, &strided) || strided.offset != 0 ||
      !tl_is_dense(&strided, elements))
    return tl_emit_error(
        operation, "%s has to be a %s to %d and at most %d elements", name,
        mlirTypeIsAMemRef(type) ? "contiguous memref of static shape, of rank 0"
                                : "vector of fixed size, of rank 1",
        TL_MAX_RANK, TL_MAX_REGISTERS);
  return *elements <= TL_MAX_REGISTERS ||
         tl_emit_error(operation,
                       "%s has %" PRId64
                       " elements; at most %d fit the registers of a thread",
                       name, *elements, TL_MAX_REGISTERS);
}
