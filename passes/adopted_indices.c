/* adopted_indices.c - see adopted_indices.h.
 *
 * An index is followed as a sum, through additions, differences, and products with
 * constants, as long as a number of a block is in it; what has none is of the run,
 * whatever computes it. */
#include "adopted_indices.h"
#include "lib/base/checked.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/emit/memory_view.h"
#include "passes/emit/upstream_access.h"
#include "passes/facts/uniformity.h"

/* What computes an index: of leaves, or from its operands. */
static const char *const LEAVES[] = {"arith.constant", "index.constant",
                                     "gpu.thread_id",  "gpu.block_dim",
                                     "gpu.lane_id",    "gpu.subgroup_id"};
static const char *const ARITHMETIC[] = {"arith.", "index.", "affine.apply",
                                         "affine.delinearize_index",
                                         "affine.linearize_index"};
#define COUNT_OF(table) (int)(sizeof(table) / sizeof *(table))

typedef struct reading {
  tl_facts *facts;
  const tl_loop_nest *nest;
  tl_block_terms *terms;
  int64_t dimension;
  int budget; /* of values that are looked at */
} reading;

/* A map and the operands of the operation that has it. */
typedef struct map_reading {
  MlirAffineMap map;
  MlirOperation operation;
} map_reading;

static bool read_sum(reading *of, MlirValue value, int64_t times);

/*===--- Of the run -------------------------------------------------------===*/

static bool is_listed(MlirOperation operation, const char *const *names,
                      int count) {
  for (int i = 0; i < count; i++)
    if (tl_is_named(operation, names[i]))
      return true;
  return false;
}

static bool are_of_run(reading *of, MlirOperation operation, intptr_t first);

static bool is_of_run(reading *of, MlirValue value) {
  if (--of->budget < 0)
    return false;
  if (mlirValueIsABlockArgument(value))
    return tl_loop_nest_counts(value, of->nest);
  MlirOperation from = mlirOpResultGetOwner(value);
  return is_listed(from, LEAVES, COUNT_OF(LEAVES)) ||
         (is_listed(from, ARITHMETIC, COUNT_OF(ARITHMETIC)) &&
          are_of_run(of, from, 0));
}

/* All operands from the first on. */
static bool are_of_run(reading *of, MlirOperation operation, intptr_t first) {
  bool are = true;
  for (intptr_t i = first; are && i < mlirOperationGetNumOperands(operation);
       i++)
    are = is_of_run(of, mlirOperationGetOperand(operation, i));
  return are;
}

/*===--- Sums -------------------------------------------------------------===*/

static bool add_term(reading *of, MlirOperation block, int64_t times) {
  tl_block_terms *terms = of->terms;
  if (terms->count == TL_MOST_TERMS)
    return false;
  terms->items[terms->count++] = (tl_block_term){
      .operation = block, .times = times, .dimension = of->dimension};
  return true;
}

static bool read_constant(reading *of, MlirValue value, int64_t *out) {
  tl_value_fact fact = tl_value_fact_of(of->facts, value);
  *out = fact.least;
  return tl_fact_is_constant(fact);
}

/* Of a value and a constant. */
static bool read_product(reading *of, MlirValue value, MlirValue constant,
                         int64_t times) {
  int64_t factor;
  return read_constant(of, constant, &factor) &&
         tl_multiply(times, factor, &times, NULL) == TL_OK &&
         read_sum(of, value, times);
}

static MlirValue operand_of(const map_reading *map, MlirAffineExpr leaf) {
  intptr_t at = mlirAffineExprIsADim(leaf)
                    ? mlirAffineDimExprGetPosition(leaf)
                    : mlirAffineMapGetNumDims(map->map) +
                          mlirAffineSymbolExprGetPosition(leaf);
  return mlirOperationGetOperand(map->operation, at);
}

static bool is_leaf(MlirAffineExpr expression) {
  return mlirAffineExprIsADim(expression) ||
         mlirAffineExprIsASymbol(expression);
}

static bool is_expression_of_run(reading *of, const map_reading *map,
                                 MlirAffineExpr expression) {
  if (--of->budget < 0)
    return false;
  return mlirAffineExprIsAConstant(expression) ||
         (is_leaf(expression)
              ? is_of_run(of, operand_of(map, expression))
              : is_expression_of_run(
                    of, map, mlirAffineBinaryOpExprGetLHS(expression)) &&
                    is_expression_of_run(
                        of, map, mlirAffineBinaryOpExprGetRHS(expression)));
}

static bool read_expression(reading *of, const map_reading *map,
                            MlirAffineExpr expression, int64_t times) {
  if (is_leaf(expression))
    return read_sum(of, operand_of(map, expression), times);
  if (is_expression_of_run(of, map, expression))
    return true;
  if (!mlirAffineExprIsAAdd(expression) && !mlirAffineExprIsAMul(expression))
    return false;
  MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expression);
  MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(expression);
  if (mlirAffineExprIsAAdd(expression))
    return read_expression(of, map, left, times) &&
           read_expression(of, map, right, times);
  return mlirAffineExprIsAConstant(right) &&
         tl_multiply(times, mlirAffineConstantExprGetValue(right), &times,
                     NULL) == TL_OK &&
         read_expression(of, map, left, times);
}

static bool read_map(reading *of, MlirOperation operation, int64_t times) {
  map_reading map = {
      mlirAffineMapAttrGetValue(tl_attribute_of(operation, "map")), operation};
  return read_expression(of, &map, mlirAffineMapGetResult(map.map, 0), times);
}

static bool is_either(MlirOperation operation, const char *name,
                      const char *other) {
  return tl_operation_is(operation, name) || tl_operation_is(operation, other);
}

static bool read_sum(reading *of, MlirValue value, int64_t times) {
  if (is_of_run(of, value))
    return true;
  if (of->budget < 0 || mlirValueIsABlockArgument(value))
    return false;
  MlirOperation from = mlirOpResultGetOwner(value);
  if (tl_operation_is(from, "gpu.block_id"))
    return add_term(of, from, times);
  if (tl_operation_is(from, "affine.apply"))
    return read_map(of, from, times);
  if (mlirOperationGetNumOperands(from) != 2)
    return false;
  MlirValue a = mlirOperationGetOperand(from, 0);
  MlirValue b = mlirOperationGetOperand(from, 1);
  if (is_either(from, "arith.addi", "index.add"))
    return read_sum(of, a, times) && read_sum(of, b, times);
  if (is_either(from, "arith.subi", "index.sub"))
    return read_sum(of, a, times) && times != INT64_MIN &&
           read_sum(of, b, -times);
  return is_either(from, "arith.muli", "index.mul") &&
         (read_product(of, a, b, times) || read_product(of, b, a, times));
}

/*===--- Views ------------------------------------------------------------===*/

static void move_terms(tl_block_terms *terms, MlirOperation subview) {
  int64_t rank = mlirShapedTypeGetRank(
      mlirValueGetType(mlirOperationGetOperand(subview, 0)));
  int64_t kept[TL_MAX_RANK], count = 0;
  for (int64_t d = 0; d < rank; d++)
    if (!tl_subview_drops(subview, d))
      kept[count++] = d;
  for (int64_t i = 0; i < terms->count; i++)
    terms->items[i].dimension = kept[terms->items[i].dimension];
}

/* Starts are added; steps of more than 1, and other shapes, would move multiples. */
static bool read_view(reading *of, MlirOperation view) {
  if (tl_operation_is(view, "memref.cast"))
    return true;
  if (!tl_operation_is(view, "memref.subview"))
    return of->terms->count == 0 && are_of_run(of, view, 1);
  bool has_terms = of->terms->count > 0, are = true;
  intptr_t next = 0;
  tl_view_numbers numbers;
  tl_subview_numbers(view, &numbers);
  move_terms(of->terms, view);
  for (int64_t d = 0; are && d < numbers.offsets.count; d++) {
    of->dimension = d;
    are = !has_terms || numbers.strides.items[d] == 1;
    if (are && numbers.offsets.items[d] == INT64_MIN)
      are = read_sum(of, numbers.values[next++], 1);
  }
  return are && are_of_run(of, view, 1 + next);
}

enum { MOST_VALUES = 1000 };

bool tl_guard_is_read(MlirOperation guard, const tl_loop_nest *nest,
                      tl_facts *facts) {
  reading of = {facts, nest, NULL, 0, MOST_VALUES};
  return is_of_run(&of, mlirOperationGetOperand(guard, 0));
}

bool tl_indices_read(MlirOperation access, intptr_t memory,
                     const tl_loop_nest *nest, tl_facts *facts,
                     tl_block_terms *terms) {
  reading of = {facts, nest, terms, 0, MOST_VALUES};
  MlirValue seen = mlirOperationGetOperand(access, memory);
  int64_t rank = mlirShapedTypeGetRank(mlirValueGetType(seen));
  bool are = true;
  terms->count = 0;
  for (int64_t k = 0; are && k < nest->count; k++)
    are = is_of_run(&of, nest->loops[k].from);
  for (; are && of.dimension < rank; of.dimension++)
    are = read_sum(
        &of,
        mlirOperationGetOperand(access, memory + 1 + (intptr_t)of.dimension),
        1);
  for (MlirValue root = tl_viewed_memory(seen);
       are && !mlirValueEqual(seen, root);
       seen = mlirOperationGetOperand(mlirOpResultGetOwner(seen), 0))
    are = read_view(&of, mlirOpResultGetOwner(seen));
  return are;
}
