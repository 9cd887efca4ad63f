/* carried_words.c - see carried_words.h. */
#include "carried_words.h"
#include "branches.h"
#include "carried_stages.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

/* Operands of scf.for in front of what it starts with, arguments of its body in front
 * of what it carries; operations that one in 32 bits is made of, one behind another. */
enum {
  STARTS = 3,
  CARRIED = 1,
  MOST_BEHIND = 4,
  MOST_OPERANDS = 3,
  WORD_BITS = 32,
  NONE = -1
};

static MlirValue carried_of(MlirOperation loop, intptr_t i) {
  return mlirBlockGetArgument(tl_branch_side(loop, TL_TAKEN), CARRIED + i);
}

static MlirOperation end_of(MlirOperation loop) {
  return mlirBlockGetTerminator(tl_branch_side(loop, TL_TAKEN));
}

/* What is to have 32 bits, and 1 more than it is at most; null for others.  Of a loop, NONE,
 * set where it was looked at. */
static void **noted_of(tl_key_table *found, MlirOperation loop, intptr_t i) {
  const size_t key[] = {(size_t)loop.ptr, (size_t)i};
  return tl_key_table_place(found, key, sizeof key);
}

/*===--- What is small ----------------------------------------------------===*/

static bool is_small(tl_facts *facts, MlirValue value) {
  tl_value_fact fact = tl_value_fact_of(facts, value);
  return fact.least >= 0 && fact.most <= INT32_MAX;
}

/* Whether each turn gives it with something added or taken away. */
static bool is_counted(MlirOperation loop, intptr_t i) {
  MlirValue carried = carried_of(loop, i),
            given = mlirOperationGetOperand(end_of(loop), i);
  MlirOperation sum = tl_defined_by(given, "arith.addi"),
                rest = tl_defined_by(given, "arith.subi");
  if (!mlirOperationIsNull(rest))
    return mlirValueEqual(mlirOperationGetOperand(rest, 0), carried);
  return !mlirOperationIsNull(sum) &&
         (mlirValueEqual(mlirOperationGetOperand(sum, 0), carried) ||
          mlirValueEqual(mlirOperationGetOperand(sum, 1), carried));
}

static bool is_word(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == WORD_BITS;
}

static bool is_carried_word(tl_facts *facts, MlirOperation loop, intptr_t i) {
  MlirValue carried = carried_of(loop, i);
  return (mlirTypeIsAIndex(mlirValueGetType(carried)) || is_word(carried)) &&
         !is_counted(loop, i) && is_small(facts, carried) &&
         is_small(facts, mlirOperationGetResult(loop, i));
}

static void find_in(tl_key_table *found, tl_facts *facts, MlirOperation loop) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); i++)
    if (is_carried_word(facts, loop, i))
      *noted_of(found, loop, i) =
          (void *)(uintptr_t)(tl_value_fact_of(facts, carried_of(loop, i))
                                  .most +
                              1);
  *noted_of(found, loop, NONE) = facts;
}

void tl_find_carried_words(tl_key_table *found, tl_facts *facts,
                           MlirOperation operation) {
  while (!mlirOperationIsNull(operation =
                                  mlirOperationGetParentOperation(operation)))
    if (tl_operation_is(operation, "scf.for") &&
        !*noted_of(found, operation, NONE))
      find_in(found, facts, operation);
}

/*===--- In 32 bits -------------------------------------------------------===*/

static MlirValue build_word(const tl_builder *builder, MlirValue value,
                            intptr_t behind);

static MlirType word_type(const tl_builder *builder) {
  return mlirIntegerTypeGet(builder->context, WORD_BITS);
}

/* The same operation of words. */
static MlirValue build_of_words(const tl_builder *builder, MlirOperation by,
                                intptr_t behind) {
  MlirType word = word_type(builder);
  MlirValue operands[MOST_OPERANDS];
  tl_build_request request = {
      .name = mlirIdentifierStr(mlirOperationGetName(by)).data,
      .operand_count = mlirOperationGetNumOperands(by),
      .operands = operands,
      .result_count = 1,
      .results = &word};
  for (intptr_t i = 0; i < request.operand_count; i++)
    operands[i] = build_word(builder, mlirOperationGetOperand(by, i), behind);
  return mlirOperationGetResult(tl_build(builder, &request), 0);
}

/* The lowest bits of an index, which of some operations are of those of what they
 * are made of; of the condition of one, that. */
static MlirValue build_word(const tl_builder *builder, MlirValue value,
                            intptr_t behind) {
  static const char *const NAMES[] = {
      "arith.addi",   "arith.andi", "arith.muli", "arith.ori",
      "arith.select", "arith.subi", "arith.xori", NULL};
  MlirType word = word_type(builder);
  int64_t number;
  if (!mlirTypeIsAIndex(mlirValueGetType(value)))
    return value;
  if (tl_constant_read(value, &number))
    return tl_build_splat(builder, word,
                          mlirIntegerAttrGet(word, (int32_t)number));
  return behind < MOST_BEHIND && mlirValueIsAOpResult(value) &&
                 tl_operation_is_one_of(mlirOpResultGetOwner(value), NAMES)
             ? build_of_words(builder, mlirOpResultGetOwner(value), behind + 1)
             : tl_build_narrow(builder, value);
}

/* An operand of the loop or its end, which stands in front of that operation. */
static void narrow_operand(MlirOperation operation, intptr_t i) {
  tl_key_table built;
  tl_builder before = tl_builder_apart(operation, &built);
  mlirOperationSetOperand(
      operation, i,
      build_word(&before, mlirOperationGetOperand(operation, i), 0));
  tl_key_table_free(&built);
}

/* Indices that words which are not below 0 are cast to are one that is made of them
 * there. */
static void widen_casts(const tl_builder *builder, MlirValue word) {
  static const char *const NAMES[] = {"arith.index_cast", "arith.index_castui",
                                      NULL};
  MlirValue wide = tl_build_wide(builder, word);
  MlirOpOperand next, use = mlirValueGetFirstUse(word);
  for (; !mlirOpOperandIsNull(use); use = next) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    next = mlirOpOperandGetNextUse(use);
    if (tl_operation_is_one_of(user, NAMES) &&
        !mlirOperationEqual(user, mlirOpResultGetOwner(wide)))
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(user, 0), wide);
  }
}

/* What the users of an index, whose type is that of words then, have in its place. */
static void widen_users(const tl_builder *builder, MlirValue index) {
  mlirValueSetType(index, word_type(builder));
  MlirValue wide = tl_build_wide(builder, index);
  MlirOperation by = mlirOpResultGetOwner(wide);
  mlirValueReplaceAllUsesExcept(index, wide, 1, &by);
}

static void widen(MlirOperation before, MlirValue value) {
  tl_key_table built;
  tl_builder builder = tl_builder_apart(before, &built);
  (is_word(value) ? widen_casts : widen_users)(&builder, value);
  tl_key_table_free(&built);
}

/* All first have another type, since one may be given as another. */
static void narrow_all(tl_key_table *found, MlirOperation loop) {
  MlirOperation first =
      mlirBlockGetFirstOperation(tl_branch_side(loop, TL_TAKEN));
  intptr_t count = mlirOperationGetNumResults(loop);
  for (intptr_t i = 0; i < count; i++)
    if (*noted_of(found, loop, i)) {
      widen(first, carried_of(loop, i));
      widen(mlirOperationGetNextInBlock(loop), mlirOperationGetResult(loop, i));
    }
  for (intptr_t i = 0; i < count; i++)
    if (*noted_of(found, loop, i)) {
      narrow_operand(loop, STARTS + i);
      narrow_operand(end_of(loop), i);
    }
  for (intptr_t i = 0; i < count; i++) {
    uintptr_t noted = (uintptr_t)*noted_of(found, loop, i);
    if (noted)
      tl_scale_carried_stage(loop, i, (int64_t)(noted - 1));
  }
}

static MlirWalkResult narrow(MlirOperation operation, void *user) {
  if (tl_operation_is(operation, "scf.for") && *noted_of(user, operation, NONE))
    narrow_all(user, operation);
  return MlirWalkResultAdvance;
}

void tl_narrow_carried_words(tl_key_table *found, MlirOperation root) {
  mlirOperationWalk(root, narrow, found, MlirWalkPostOrder);
  tl_key_table_free(found);
}
