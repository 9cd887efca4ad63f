/* pad_words.c - see pad_words.h.
 *
 *   %w = arith.extf %v : vector<4xf16> to vector<4xf32>
 * of what is loaded as %v becomes that of %held:
 *   %bits = vector.bitcast %v : vector<4xf16> to vector<2xi32>
 *   %0 = llvm.inline_asm "", "=r,0" %bits[0] : (i32) -> i32
 *   %1 = llvm.inline_asm "", "=r,0" %bits[1] : (i32) -> i32
 *   %words = vector.from_elements %0, %1 : vector<2xi32>
 *   %held = vector.bitcast %words : vector<2xi32> to vector<4xf16> */
#include "pad_words.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"
#include "vector_parts.h"

enum { WORD = 4, BYTE_BITS = 8 };

static const char *const EXTENSIONS[] = {
    "arith.extf", "arith.extsi", "arith.extui", "arith.sitofp", "arith.uitofp"};

static bool is_extension(MlirOperation operation) {
  for (size_t i = 0; i < sizeof EXTENSIONS / sizeof *EXTENSIONS; i++)
    if (tl_operation_is(operation, EXTENSIONS[i]))
      return true;
  return false;
}

/* 0 where they do not fill words. */
static int64_t count_words(MlirType type) {
  if (!mlirTypeIsAVector(type) || mlirShapedTypeGetRank(type) != 1)
    return 0;
  int64_t bytes = tl_element_bytes(type) * mlirShapedTypeGetDimSize(type, 0);
  return bytes % WORD == 0 ? bytes / WORD : 0;
}

bool tl_extends_parts(MlirValue loaded) {
  MlirType type = mlirValueGetType(loaded);
  MlirOpOperand use = mlirValueGetFirstUse(loaded);
  while (!mlirOpOperandIsNull(use) && !is_extension(mlirOpOperandGetOwner(use)))
    use = mlirOpOperandGetNextUse(use);
  return !mlirOpOperandIsNull(use) && tl_element_bytes(type) < WORD;
}

MlirValue tl_hold_words(const tl_builder *builder, MlirValue value,
                        bool is_own) {
  MlirValue words[TL_MAX_REGISTERS];
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAF32(type))
    return tl_build_register(builder, value, is_own);
  int64_t count = count_words(type);
  if (!count)
    return value;
  MlirType of_words = tl_vector_type(
      count, mlirIntegerTypeGet(builder->context, WORD * BYTE_BITS));
  MlirValue bits =
      tl_build_value(builder, "vector.bitcast", of_words, 1, &value, 0, NULL);
  for (int64_t i = 0; i < count; i++)
    words[i] =
        tl_build_register(builder, tl_build_element(builder, bits, i), is_own);
  MlirValue held = tl_build_value(builder, "vector.from_elements", of_words,
                                  count, words, 0, NULL);
  return tl_build_value(builder, "vector.bitcast", type, 1, &held, 0, NULL);
}
