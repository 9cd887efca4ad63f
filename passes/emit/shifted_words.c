/* shifted_words.c - see shifted_words.h. */
#include "shifted_words.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"
#include "vector_parts.h"

enum { WORD_BITS = 32, HALF_BITS = 16 };

/* What gives parts of its operand, in vectors or not. */
static const char *const PARTS[] = {
    "vector.extract", "vector.extract_strided_slice", "vector.shape_cast",
    "vector.shuffle", "vector.deinterleave"};

static bool gives_parts(MlirOperation operation) {
  for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
    if (tl_operation_is(operation, PARTS[i]))
      return true;
  return false;
}

/* How many words the vector fills; 0 where it is not bf16, or fills none. */
static int64_t count_words(MlirType type) {
  int64_t elements = 1;
  if (!mlirTypeIsAVector(type) ||
      !mlirTypeIsABF16(mlirShapedTypeGetElementType(type)))
    return 0;
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    elements *= mlirShapedTypeGetDimSize(type, d);
  return elements % 2 == 0 ? elements / 2 : 0;
}

static MlirValue build_cast(const tl_builder *builder, const char *name,
                            MlirType type, MlirValue value) {
  return mlirTypeEqual(mlirValueGetType(value), type)
             ? value
             : tl_build_value(builder, name, type, 1, &value, 0, NULL);
}

/* Numbers stand at the load, in front of all that is made of it. */
static MlirValue build_with(const tl_builder *at_load,
                            const tl_builder *builder, const char *name,
                            MlirValue words, int64_t number) {
  MlirType type = mlirValueGetType(words);
  MlirAttribute each = mlirIntegerAttrGet(
      mlirIntegerTypeGet(builder->context, WORD_BITS), number);
  MlirValue operands[] = {words, tl_build_splat(at_load, type, each)};
  return tl_build_value(builder, name, type, 2, operands, 0, NULL);
}

static MlirValue build_shifted(const tl_builder *at_load,
                               const tl_builder *builder, MlirValue value,
                               MlirType wide) {
  int64_t count = count_words(mlirValueGetType(value));
  MlirType word = mlirIntegerTypeGet(builder->context, WORD_BITS);
  MlirType half = tl_element_type(mlirValueGetType(value));
  MlirType row_of_halves = tl_vector_type(2 * count, half);
  MlirType row_of_words = tl_vector_type(count, word);
  MlirType all = tl_vector_type(2 * count, word);
  MlirType row_of_numbers = tl_vector_type(2 * count, tl_element_type(wide));
  value = build_cast(builder, "vector.shape_cast", row_of_halves, value);
  value = build_cast(builder, "vector.bitcast", row_of_words, value);
  MlirValue halves[] = {
      build_with(at_load, builder, "arith.shli", value, HALF_BITS),
      build_with(at_load, builder, "arith.andi", value, (int32_t)0xffff0000)};
  value = tl_build_value(builder, "vector.interleave", all, 2, halves, 0, NULL);
  value = build_cast(builder, "vector.bitcast", row_of_numbers, value);
  return build_cast(builder, "vector.shape_cast", wide, value);
}

static void shift_operation(const tl_builder *at_load,
                            MlirOperation extension) {
  MlirValue given = mlirOperationGetOperand(extension, 0);
  MlirValue extended = mlirOperationGetResult(extension, 0);
  MlirType wide = mlirValueGetType(extended);
  tl_builder before = *at_load;
  if (!count_words(mlirValueGetType(given)) ||
      !mlirTypeIsAF32(tl_element_type(wide)))
    return;
  tl_builder_before(&before, extension);
  mlirValueReplaceAllUsesOfWith(extended,
                                build_shifted(at_load, &before, given, wide));
  mlirOperationDestroy(extension);
}

void tl_shift_words(const tl_builder *at_load, MlirValue loaded) {
  MlirOpOperand use = mlirValueGetFirstUse(loaded);
  while (!mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    use = mlirOpOperandGetNextUse(use);
    if (tl_operation_is(user, "arith.extf"))
      shift_operation(at_load, user);
    for (intptr_t i = 0;
         gives_parts(user) && i < mlirOperationGetNumResults(user); i++)
      tl_shift_words(at_load, mlirOperationGetResult(user, i));
  }
}
