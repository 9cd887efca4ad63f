/* word_quotients.c - see word_quotients.h. */
#include "word_quotients.h"
#include "ir_builder.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/value_facts.h"
#include "tl/dialect.h"

/* That are looked at behind a division for an assumption. */
enum { MOST_BEHIND = 64 };

/* Of numbers without a sign, which these are. */
static const struct quotient_row {
  const char *name, *other; /* of those that give the same */
  const char *words;
} QUOTIENTS[] = {
    {"arith.divui", "arith.divsi", "arith.divui"},
    {"arith.floordivsi", NULL, "arith.divui"},
    {"arith.ceildivui", "arith.ceildivsi", "arith.ceildivui"},
    {"arith.remui", "arith.remsi", "arith.remui"},
};

/* What a rule makes of one. */
static const char WORD[] = "word quotient",
                  HIDDEN[] = "quotient of what is hidden";

typedef struct narrowing {
  tl_facts facts;
  tl_key_table noted;
  tl_builder builder;
  const tl_target *stated;
  bool changes;
} narrowing;

static const struct quotient_row *row_of(narrowing *run,
                                         MlirOperation operation) {
  return tl_find_operation(&run->facts, operation, QUOTIENTS,
                           sizeof QUOTIENTS / sizeof *QUOTIENTS,
                           sizeof *QUOTIENTS);
}

/* The operation that it is to be, between the walks. */
static void **noted_of(narrowing *run, const char *what,
                       MlirOperation operation) {
  tl_builder at = run->builder;
  tl_builder_before(&at, operation);
  return tl_built(&at, what, mlirOperationGetResult(operation, 0), 0);
}

/* Whether arithmetic makes it of what is assumed. */
static bool is_assumed(MlirValue value, int *left) {
  if (!mlirValueIsAOpResult(value) || (*left)-- <= 0)
    return false;
  MlirOperation by = mlirOpResultGetOwner(value);
  bool is = tl_operation_kind_of(by) == TL_OPERATION_ASSUME;
  for (intptr_t i = 0;
       !is && tl_is_arithmetic(by) && i < mlirOperationGetNumOperands(by); i++)
    is = is_assumed(mlirOperationGetOperand(by, i), left);
  return is;
}

static bool is_small(narrowing *run, MlirValue value) {
  tl_value_fact fact = tl_value_fact_of(&run->facts, value);
  return fact.least >= 0 && fact.most <= UINT32_MAX;
}

/* Which LLVM shifts and masks by. */
static bool is_power_of_two(MlirValue value) {
  int64_t number;
  return tl_constant_read(value, &number) && number > 0 &&
         (number & (number - 1)) == 0;
}

/* Rule E22. */
static bool is_word(narrowing *run, MlirValue of, MlirValue by) {
  int left = MOST_BEHIND;
  return mlirTypeIsAIndex(mlirValueGetType(of)) && !is_power_of_two(by) &&
         (is_assumed(by, &left) || is_assumed(of, &left)) &&
         is_small(run, of) && is_small(run, by);
}

static bool is_for_ptx(const narrowing *run, MlirOperation operation) {
  const tl_target *target;
  return tl_target_around(operation, run->stated, &target, NULL) == TL_OK &&
         target->assembly == TL_ASSEMBLY_PTX;
}

/* Rule E32. */
static bool is_short(narrowing *run, MlirValue of, MlirValue by) {
  int64_t number;
  MlirType type = mlirValueGetType(of);
  bool is_scalar =
      mlirTypeIsAIndex(type) ||
      (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 32);
  if (!is_scalar || !tl_constant_read(by, &number) || number <= 0 ||
      is_power_of_two(by) || !tl_is_of_thread(of))
    return false;
  tl_value_fact fact = tl_value_fact_of(&run->facts, of);
  return fact.least >= 0 && fact.most <= UINT16_MAX;
}

static MlirWalkResult note_quotient(MlirOperation operation, void *user) {
  narrowing *run = user;
  const struct quotient_row *row = row_of(run, operation);
  if (!row)
    return MlirWalkResultAdvance;
  MlirValue of = mlirOperationGetOperand(operation, 0);
  MlirValue by = mlirOperationGetOperand(operation, 1);
  if (is_short(run, of, by) && is_for_ptx(run, operation))
    *noted_of(run, HIDDEN, operation) = (void *)row->words;
  else if (is_word(run, of, by))
    *noted_of(run, WORD, operation) = (void *)row->words;
  return MlirWalkResultAdvance;
}

static void narrow(MlirOperation operation, const char *words, bool is_hidden) {
  tl_key_table built;
  tl_builder before = tl_builder_apart(operation, &built);
  MlirValue result = mlirOperationGetResult(operation, 0);
  MlirValue operands[] = {
      tl_build_narrow(&before, mlirOperationGetOperand(operation, 0)),
      tl_build_narrow(&before, mlirOperationGetOperand(operation, 1))};
  if (is_hidden)
    operands[0] = tl_build_register(&before, operands[0], false);
  MlirValue word =
      tl_build_value(&before, words, mlirIntegerTypeGet(before.context, 32), 2,
                     operands, 0, NULL);
  mlirValueReplaceAllUsesOfWith(result,
                                mlirTypeIsAIndex(mlirValueGetType(result))
                                    ? tl_build_wide(&before, word)
                                    : word);
  mlirOperationDestroy(operation);
  tl_key_table_free(&built);
}

static MlirWalkResult narrow_quotient(MlirOperation operation, void *user) {
  narrowing *run = user;
  if (!row_of(run, operation))
    return MlirWalkResultAdvance;
  const char *word = *noted_of(run, WORD, operation),
             *hidden = *noted_of(run, HIDDEN, operation);
  if (word || hidden) {
    narrow(operation, word ? word : hidden, hidden);
    run->changes = true;
  }
  return MlirWalkResultAdvance;
}

bool tl_narrow_quotients(MlirOperation root, const tl_target *stated) {
  narrowing run = {.facts = tl_facts_create(root), .stated = stated};
  run.builder = tl_builder_create(mlirOperationGetContext(root), &run.noted);
  mlirOperationWalk(root, note_quotient, &run, MlirWalkPostOrder);
  mlirOperationWalk(root, narrow_quotient, &run, MlirWalkPostOrder);
  tl_facts_free(&run.facts);
  tl_key_table_free(&run.noted);
  return run.changes;
}
