/* shifted_words.c - see shifted_words.h. */
#include "shifted_words.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "registers.h"
#include "tl/dialect.h"

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

/* How many words the vector fills; 0 where it is not bf16, or has rows that fill none,
 * or more elements than registers. */
static int64_t count_words(MlirType type) {
  int64_t rank = mlirTypeIsAVector(type) ? mlirShapedTypeGetRank(type) : 0;
  int64_t elements = tl_element_count(type);
  if (!rank || rank > TL_MAX_RANK || elements > TL_MAX_REGISTERS ||
      !mlirTypeIsABF16(tl_element_type(type)) ||
      mlirShapedTypeGetDimSize(type, (intptr_t)rank - 1) % 2)
    return 0;
  return elements / 2;
}

static MlirValue build_bits(const tl_builder *builder, MlirType type,
                            MlirValue value) {
  return tl_build_value(builder, "vector.bitcast", type, 1, &value, 0, NULL);
}

static MlirValue build_with(const tl_builder *builder, const char *name,
                            MlirValue words, int64_t number) {
  MlirType type = mlirValueGetType(words);
  MlirAttribute each = mlirIntegerAttrGet(
      mlirIntegerTypeGet(builder->context, WORD_BITS), number);
  MlirValue operands[] = {words, tl_build_splat(builder, type, each)};
  return tl_build_value(builder, name, type, 2, operands, 0, NULL);
}

static MlirValue build_shifted(const tl_builder *builder, MlirValue value,
                               MlirType wide) {
  int64_t count = count_words(mlirValueGetType(value));
  MlirType word = mlirIntegerTypeGet(builder->context, WORD_BITS);
  MlirType half = tl_element_type(mlirValueGetType(value));
  MlirType row_of_halves = tl_vector_type(2 * count, half);
  MlirType row_of_words = tl_vector_type(count, word);
  MlirType all = tl_vector_type(2 * count, word);
  MlirType row_of_numbers = tl_vector_type(2 * count, tl_element_type(wide));
  value = tl_registers_cast(builder, value, row_of_halves);
  value = build_bits(builder, row_of_words, value);
  MlirValue halves[] = {
      build_with(builder, "arith.shli", value, HALF_BITS),
      build_with(builder, "arith.andi", value, (int32_t)0xffff0000)};
  value = tl_build_value(builder, "vector.interleave", all, 2, halves, 0, NULL);
  value = build_bits(builder, row_of_numbers, value);
  return tl_registers_cast(builder, value, wide);
}

/* What is extended first may stand last: each has its own numbers. */
static void shift_operation(MlirOperation extension) {
  MlirValue given = mlirOperationGetOperand(extension, 0);
  MlirValue extended = mlirOperationGetResult(extension, 0);
  MlirType wide = mlirValueGetType(extended);
  tl_key_table built;
  if (!count_words(mlirValueGetType(given)) ||
      !mlirTypeIsAF32(tl_element_type(wide)))
    return;
  tl_builder before = tl_builder_apart(extension, &built);
  mlirValueReplaceAllUsesOfWith(extended, build_shifted(&before, given, wide));
  mlirOperationDestroy(extension);
  tl_key_table_free(&built);
}

void tl_shift_words(MlirValue loaded) {
  MlirOpOperand use = mlirValueGetFirstUse(loaded);
  while (!mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    use = mlirOpOperandGetNextUse(use);
    if (tl_operation_is(user, "arith.extf"))
      shift_operation(user);
    for (intptr_t i = 0;
         gives_parts(user) && i < mlirOperationGetNumResults(user); i++)
      tl_shift_words(mlirOperationGetResult(user, i));
  }
}
