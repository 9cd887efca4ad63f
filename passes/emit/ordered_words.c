/* ordered_words.c - see ordered_words.h. */
#include "ordered_words.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"
#include "vector_parts.h"

enum { HALVES = 2, HALF_BYTES = 2, ACCESS_BYTES = 16, MOST_ATTRIBUTES = 4 };

/* Whether it makes a row of halves from f32, of more than one access. */
static bool makes_words(MlirOperation operation) {
  if (!tl_operation_is(operation, "arith.truncf"))
    return false;
  MlirType wide = mlirValueGetType(mlirOperationGetOperand(operation, 0));
  MlirType own = mlirValueGetType(mlirOperationGetResult(operation, 0));
  int64_t count = tl_element_count(own);
  return mlirTypeIsAVector(own) && mlirShapedTypeGetRank(own) == 1 &&
         mlirTypeIsAF32(tl_element_type(wide)) &&
         tl_element_bytes(own) == HALF_BYTES && count % HALVES == 0 &&
         count * HALF_BYTES > ACCESS_BYTES && count <= TL_MAX_REGISTERS &&
         mlirOperationGetNumAttributes(operation) <= MOST_ATTRIBUTES;
}

static MlirValue build_word(const tl_builder *builder, MlirOperation of,
                            int64_t first) {
  MlirNamedAttribute attributes[MOST_ATTRIBUTES];
  intptr_t count = mlirOperationGetNumAttributes(of);
  MlirType own = mlirValueGetType(mlirOperationGetResult(of, 0));
  MlirValue pair =
      tl_build_slice(builder, mlirOperationGetOperand(of, 0), first, HALVES);
  for (intptr_t i = 0; i < count; i++)
    attributes[i] = mlirOperationGetAttribute(of, i);
  return tl_build_value(builder, "arith.truncf",
                        tl_vector_type(HALVES, tl_element_type(own)), 1, &pair,
                        count, attributes);
}

/* Elements one by one: words that are put together by shuffles LLVM converts as one. */
void tl_order_words(MlirValue stored) {
  MlirValue elements[TL_MAX_REGISTERS];
  tl_key_table built;
  if (!mlirValueIsAOpResult(stored) ||
      !makes_words(mlirOpResultGetOwner(stored)))
    return;
  MlirOperation all = mlirOpResultGetOwner(stored);
  MlirType type = mlirValueGetType(stored);
  int64_t count = tl_element_count(type);
  tl_builder before = tl_builder_apart(all, &built);
  for (int64_t i = 0; i < count; i += HALVES) {
    MlirValue word = build_word(&before, all, i);
    for (int64_t j = 0; j < HALVES; j++)
      elements[i + j] = tl_build_element(&before, word, j);
  }
  mlirValueReplaceAllUsesOfWith(
      stored, tl_build_value(&before, "vector.from_elements", type,
                             (intptr_t)count, elements, 0, NULL));
  mlirOperationDestroy(all);
  tl_key_table_free(&built);
}
