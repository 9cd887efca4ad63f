/* value_sources.c - see value_sources.h. */
#include "value_sources.h"
#include "dialect/bridge/bridge.h"
#include "function_calls.h"
#include "mlir-c/BuiltinAttributes.h"

/* A value that is chosen: result or argument `number`. */
typedef struct choice {
  tl_facts *facts;
  MlirValue value;
  MlirOperation operation;
  MlirBlock block; /* of an argument; else null */
  intptr_t number;
  void (*visit)(MlirValue source, void *user);
  void *user;
  bool has_unknown; /* a branch that is none of those known */
} choice;

static void visit_operand(const choice *of, MlirOperation operation,
                          intptr_t i) {
  of->visit(mlirOperationGetOperand(operation, i), of->user);
}

/* Operand i of everything that leaves region r; what ends without, as ub.unreachable,
 * leaves nothing. */
static void visit_yields(const choice *of, intptr_t r, intptr_t i) {
  MlirRegion region = mlirOperationGetRegion(of->operation, r);
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
    MlirOperation end = mlirBlockGetTerminator(block);
    if (!mlirOperationIsNull(end) && mlirOperationGetNumSuccessors(end) == 0 &&
        i < mlirOperationGetNumOperands(end))
      visit_operand(of, end, i);
  }
}

/* Result `number` of the regions, one of which runs. */
static bool of_regions(const choice *of) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(of->operation); r++)
    visit_yields(of, r, of->number);
  return mlirBlockIsNull(of->block);
}

/* What a loop carries: at first one of the last operands, then what its body
 * yields.  Arguments begin with the induction variable. */
static bool of_carried(const choice *of) {
  intptr_t count = mlirOperationGetNumResults(of->operation);
  intptr_t i = mlirBlockIsNull(of->block) ? of->number : of->number - 1;
  if (i < 0)
    return false;
  visit_operand(of, of->operation,
                mlirOperationGetNumOperands(of->operation) - count + i);
  visit_yields(of, 0, i);
  return true;
}

/* The first region begins with the operands, or what the second one yields;
 * what its condition passes on begins the second one, and is the result. */
static bool of_while(const choice *of) {
  MlirRegion before = mlirOperationGetRegion(of->operation, 0);
  if (mlirBlockEqual(of->block, mlirRegionGetFirstBlock(before))) {
    visit_operand(of, of->operation, of->number);
    visit_yields(of, 1, of->number);
  } else {
    visit_yields(of, 0, 1 + of->number);
  }
  return true;
}

static bool of_select(const choice *of) {
  visit_operand(of, of->operation, 1);
  visit_operand(of, of->operation, 2);
  return true;
}

/* What all calls of a private function pass on. */
static bool of_calls(const choice *of) {
  const tl_function_call *first = tl_function_calls(of->facts, of->operation);
  for (const tl_function_call *call = first; call; call = call->next) {
    if (of->number >= mlirOperationGetNumOperands(call->operation) ||
        !mlirTypeEqual(mlirValueGetType(of->value),
                       mlirValueGetType(mlirOperationGetOperand(call->operation,
                                                                of->number))))
      return false;
    visit_operand(of, call->operation, of->number);
  }
  return first;
}

/* Operands of cf.br are those of its successor, those of cf.cond_br a condition
 * and two such lists. */
static void visit_branch(MlirOperation branch, intptr_t to, void *user) {
  choice *of = user;
  intptr_t first = 0;
  if (tl_operation_is(branch, "cf.cond_br")) {
    MlirAttribute segments = tl_attribute_of(branch, "operandSegmentSizes");
    first = to ? 1 + mlirDenseI32ArrayGetElement(segments, 1) : 1;
  } else if (!tl_operation_is(branch, "cf.br")) {
    of->has_unknown = true;
    return;
  }
  visit_operand(of, branch, first + of->number);
}

/* What the branches to a block pass on. */
static bool of_branches(choice *of) {
  tl_bridge_each_predecessor(of->block, visit_branch, of);
  return !of->has_unknown;
}

static const struct chooser_row {
  const char *names[2];
  bool (*each)(const choice *of);
} CHOOSERS[] = {
    {{"scf.for", "affine.for"}, of_carried},
    {{"scf.while", NULL}, of_while},
    {{"scf.if", "affine.if"}, of_regions},
    {{"scf.index_switch", "scf.execute_region"}, of_regions},
    {{"arith.select", NULL}, of_select},
    {{"func.func", NULL}, of_calls},
};

bool tl_each_source(tl_facts *facts, MlirValue value,
                    void (*visit)(MlirValue source, void *user), void *user) {
  choice of = {.facts = facts, .value = value, .visit = visit, .user = user};
  if (mlirValueIsABlockArgument(value)) {
    of.block = mlirBlockArgumentGetOwner(value);
    of.operation = mlirBlockGetParentOperation(of.block);
    of.number = mlirBlockArgumentGetArgNumber(value);
    if (!mlirBlockEqual(of.block, mlirRegionGetFirstBlock(
                                      mlirBlockGetParentRegion(of.block))))
      return of_branches(&of);
  } else {
    of.operation = mlirOpResultGetOwner(value);
    of.number = mlirOpResultGetResultNumber(value);
  }
  const struct chooser_row *row =
      tl_find_operation(facts, of.operation, CHOOSERS,
                        sizeof CHOOSERS / sizeof *CHOOSERS, sizeof *CHOOSERS);
  return row && row->each(&of);
}
