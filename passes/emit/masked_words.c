/* masked_words.c - see masked_words.h. */
#include "masked_words.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"
#include "vector_parts.h"

enum { WORD_BYTES = 4, HALF_BYTES = 2, HALVES = 2 };

/* How many elements of so many bytes a vector of whole words has; 0: it is none. */
static int64_t count_elements(MlirType type, int64_t bytes) {
  bool is_row = mlirTypeIsAVector(type) && mlirShapedTypeGetRank(type) == 1;
  int64_t count = is_row ? tl_element_count(type) : 0;
  return count <= TL_MAX_REGISTERS && count % WORD_BYTES == 0 &&
                 tl_element_bytes(type) == bytes
             ? count
             : 0;
}

/* A part of a word that is unknown makes no other one so. */
static MlirValue build_words(const tl_builder *builder, MlirValue value) {
  MlirType own = mlirValueGetType(value);
  MlirType words =
      tl_vector_type(tl_element_count(own) * tl_element_bytes(own) / WORD_BYTES,
                     mlirIntegerTypeGet(builder->context, 8 * WORD_BYTES));
  value = tl_build_frozen(builder, value);
  return tl_build_value(builder, "vector.bitcast", words, 1, &value, 0, NULL);
}

static MlirValue build_both(const tl_builder *builder, const char *name,
                            MlirValue a, MlirValue b) {
  const MlirValue operands[] = {a, b};
  return tl_build_value(builder, name, mlirValueGetType(a), 2, operands, 0,
                        NULL);
}

static MlirValue build_with(const tl_builder *builder, const char *name,
                            MlirValue words, uint32_t number) {
  MlirType type = mlirValueGetType(words);
  MlirAttribute each =
      mlirIntegerAttrGet(tl_element_type(type), (int32_t)number);
  return build_both(builder, name, words, tl_build_splat(builder, type, each));
}

/* Of each byte that is not 0 the sign, and of no other one. */
static MlirValue build_signs(const tl_builder *builder, MlirValue words) {
  MlirValue signs = build_with(builder, "arith.ori", words, 0x80808080);
  signs = build_with(builder, "arith.subi", signs, 0x01010101);
  return build_both(builder, "arith.ori", signs, words);
}

/* All bits of a half for each byte. */
static MlirValue build_mask(const tl_builder *builder, MlirValue bytes) {
  static const int64_t SIGNS_OF[HALVES] = {0x9988, 0xbbaa};
  MlirValue signs = build_signs(builder, build_words(builder, bytes));
  MlirType word = tl_element_type(mlirValueGetType(signs));
  MlirValue masks[TL_MAX_REGISTERS / HALVES];
  int64_t count = HALVES * tl_element_count(mlirValueGetType(signs));
  for (int64_t i = 0; i < count; i++) {
    MlirValue own = tl_build_element(builder, signs, i / HALVES);
    const MlirValue operands[] = {
        own, own,
        tl_build_splat(builder, word,
                       mlirIntegerAttrGet(word, SIGNS_OF[i % HALVES]))};
    masks[i] = tl_build_prmt(builder, operands);
  }
  return tl_build_value(builder, "vector.from_elements",
                        tl_vector_type(count, word), (intptr_t)count, masks, 0,
                        NULL);
}

/* The first of both where the mask is. */
static MlirValue build_chosen(const tl_builder *builder, MlirValue mask,
                              MlirValue first, MlirValue second) {
  MlirValue others = build_with(builder, "arith.xori", mask, UINT32_MAX);
  MlirValue a = build_words(builder, first);
  MlirValue b = build_words(builder, second);
  a = build_both(builder, "arith.andi", a, mask);
  b = build_both(builder, "arith.andi", b, others);
  MlirValue words = build_both(builder, "arith.ori", a, b);
  MlirType type = mlirValueGetType(first);
  return tl_build_value(builder, "vector.bitcast", type, 1, &words, 0, NULL);
}

static bool is_masked(MlirOperation select, MlirValue condition) {
  return tl_operation_is(select, "arith.select") &&
         mlirValueEqual(mlirOperationGetOperand(select, 0), condition) &&
         count_elements(mlirValueGetType(mlirOperationGetResult(select, 0)),
                        HALF_BYTES);
}

static void mask_select(MlirOperation select, MlirValue mask, bool is_equal) {
  tl_key_table built;
  tl_builder before = tl_builder_apart(select, &built);
  mlirValueReplaceAllUsesOfWith(
      mlirOperationGetResult(select, 0),
      build_chosen(&before, mask, mlirOperationGetOperand(select, 1 + is_equal),
                   mlirOperationGetOperand(select, 2 - is_equal)));
  mlirOperationDestroy(select);
  tl_key_table_free(&built);
}

/* Whether no other user asks for the bits that LLVM would take apart. */
static bool are_masked(MlirValue condition) {
  MlirOpOperand use = mlirValueGetFirstUse(condition);
  while (!mlirOpOperandIsNull(use) &&
         is_masked(mlirOpOperandGetOwner(use), condition))
    use = mlirOpOperandGetNextUse(use);
  return mlirOpOperandIsNull(use);
}

/* All of what chooses by a comparison, which goes. */
static void mask_selects(MlirOperation compare, bool is_equal) {
  MlirValue condition = mlirOperationGetResult(compare, 0);
  tl_key_table built;
  tl_builder before = tl_builder_apart(compare, &built);
  MlirOpOperand use = mlirValueGetFirstUse(condition);
  if (!mlirOpOperandIsNull(use) && are_masked(condition)) {
    MlirValue mask = build_mask(&before, mlirOperationGetOperand(compare, 0));
    for (; !mlirOpOperandIsNull(use); use = mlirValueGetFirstUse(condition))
      mask_select(mlirOpOperandGetOwner(use), mask, is_equal);
    mlirOperationDestroy(compare);
  }
  tl_key_table_free(&built);
}

/* Whether it is that something is 0, or (*is_equal false) that it is not. */
static bool is_comparison(MlirOperation operation, MlirValue loaded,
                          bool *is_equal) {
  enum { EQUAL, NOT_EQUAL };
  tl_splat other;
  if (!tl_operation_is(operation, "arith.cmpi") ||
      !mlirValueEqual(mlirOperationGetOperand(operation, 0), loaded) ||
      !tl_splat_read(mlirOperationGetOperand(operation, 1), &other))
    return false;
  int64_t predicate =
      mlirIntegerAttrGetValueInt(tl_attribute_of(operation, "predicate"));
  *is_equal = predicate == EQUAL;
  return predicate <= NOT_EQUAL && mlirValueIsNull(other.value) &&
         other.number == 0;
}

void tl_mask_words(MlirValue loaded) {
  MlirOpOperand use = mlirValueGetFirstUse(loaded);
  bool is_of_bytes = count_elements(mlirValueGetType(loaded), 1), is_equal;
  while (is_of_bytes && !mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    use = mlirOpOperandGetNextUse(use);
    if (is_comparison(user, loaded, &is_equal))
      mask_selects(user, is_equal);
  }
}
