/* value_facts.c - see value_facts.h.
 *
 * Every value of a question is visited once: it is unknown while its operands
 * are visited, so that a cycle of SSA values ends, and its fact is kept, so
 * that a value with many uses costs no more than one. */
#include "value_facts.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>
#include <string.h>

enum {
  INDEX_BITS = 64,
  /* Of an origin that is 0, which every number divides. */
  DIVISOR_OF_ZERO = 1 << 30,
};

typedef struct visits {
  int64_t count, affine_count;
  MlirValue values[TL_MAX_FACT_VISITS];
  tl_value_fact facts[TL_MAX_FACT_VISITS];
} visits;

/* A result of an operation. */
typedef struct result_query {
  MlirOperation operation;
  intptr_t result;
  int64_t bits;
  tl_fact_operation arithmetic;
} result_query;

static tl_value_fact fact_of(visits *seen, MlirValue value);

/*===--- Attributes and types --------------------------------------------===*/

static int compare_names(const void *key, const void *row) {
  const MlirStringRef *own = key;
  const char *name = *(const char *const *)row;
  int order = strncmp(own->data, name, own->length);
  return order ? order : -(name[own->length] != 0);
}

const void *tl_find_operation(MlirOperation operation, const void *rows,
                              size_t count, size_t size) {
  MlirStringRef own = mlirIdentifierStr(mlirOperationGetName(operation));
  return bsearch(&own, rows, count, size, compare_names);
}

static void append_text(MlirStringRef part, void *text) {
  tl_text_append(text, "%.*s", (int)part.length, part.data);
}

/* Whether the attribute's text holds `word`: the C API has no accessors for
 * attributes of arith and gpu. */
static bool says(MlirOperation operation, const char *name, const char *word) {
  MlirAttribute attribute = tl_attribute_of(operation, name);
  tl_text text = {.length = 0};
  if (!mlirAttributeIsNull(attribute))
    mlirAttributePrint(attribute, append_text, &text);
  return strstr(text.data, word) != NULL;
}

static int64_t bits_of(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAIndex(type))
    return INDEX_BITS;
  return mlirTypeIsAInteger(type) ? (int64_t)mlirIntegerTypeGetWidth(type) : 0;
}

static tl_value_fact fact_of_operand(visits *seen, MlirOperation operation,
                                     intptr_t i) {
  return fact_of(seen, mlirOperationGetOperand(operation, i));
}

/*===--- arith and index -------------------------------------------------===*/

static tl_value_fact evaluate_constant(visits *seen,
                                       const result_query *query) {
  (void)seen;
  MlirAttribute value = tl_attribute_of(query->operation, "value");
  return !mlirAttributeIsNull(value) && mlirAttributeIsAInteger(value)
             ? tl_fact_constant(mlirIntegerAttrGetValueInt(value))
             : tl_fact_unknown();
}

static tl_arithmetic arithmetic_of(const result_query *query) {
  return (tl_arithmetic){
      .bits = query->bits,
      .no_signed_wrap = says(query->operation, "overflowFlags", "nsw"),
      .is_exact =
          !mlirAttributeIsNull(tl_attribute_of(query->operation, "isExact")),
  };
}

static tl_value_fact evaluate_binary(visits *seen, const result_query *query) {
  tl_arithmetic how = arithmetic_of(query);
  return tl_fact_of_operation(query->arithmetic,
                              fact_of_operand(seen, query->operation, 0),
                              fact_of_operand(seen, query->operation, 1), &how);
}

static tl_value_fact evaluate_select(visits *seen, const result_query *query) {
  return tl_fact_either(fact_of_operand(seen, query->operation, 1),
                        fact_of_operand(seen, query->operation, 2));
}

static tl_value_fact evaluate_signed_cast(visits *seen,
                                          const result_query *query) {
  tl_value_fact fact = fact_of_operand(seen, query->operation, 0);
  tl_arithmetic how = arithmetic_of(query);
  bool narrows =
      query->bits < bits_of(mlirOperationGetOperand(query->operation, 0));
  return narrows ? tl_fact_truncate(fact, &how) : fact;
}

static tl_value_fact evaluate_unsigned_cast(visits *seen,
                                            const result_query *query) {
  int64_t bits = bits_of(mlirOperationGetOperand(query->operation, 0));
  return query->bits < bits
             ? evaluate_signed_cast(seen, query)
             : tl_fact_zero_extend(fact_of_operand(seen, query->operation, 0),
                                   bits);
}

/*===--- affine ----------------------------------------------------------===*/

/* A map of an operation, applied to its operands from `first` on. */
typedef struct affine_query {
  MlirOperation operation;
  MlirAffineMap map;
  intptr_t first;
} affine_query;

static const struct {
  bool (*is)(MlirAffineExpr expression);
  tl_fact_operation arithmetic;
} AFFINE_EXPRESSIONS[] = {
    {mlirAffineExprIsAAdd, TL_FACT_ADD},
    {mlirAffineExprIsAMul, TL_FACT_MULTIPLY},
    {mlirAffineExprIsAFloorDiv, TL_FACT_DIVIDE_SIGNED},
    {mlirAffineExprIsACeilDiv, TL_FACT_DIVIDE_SIGNED},
    {mlirAffineExprIsAMod, TL_FACT_REMAINDER_SIGNED},
};

static tl_value_fact fact_of_expression(visits *seen, const affine_query *query,
                                        MlirAffineExpr expression);

static tl_value_fact fact_of_binary_expression(visits *seen,
                                               const affine_query *query,
                                               MlirAffineExpr expression,
                                               tl_fact_operation arithmetic) {
  static const tl_arithmetic HOW = {.bits = INDEX_BITS, .no_signed_wrap = true};
  tl_value_fact a =
      fact_of_expression(seen, query, mlirAffineBinaryOpExprGetLHS(expression));
  tl_value_fact b =
      fact_of_expression(seen, query, mlirAffineBinaryOpExprGetRHS(expression));
  bool rounds_otherwise =
      arithmetic == TL_FACT_REMAINDER_SIGNED && a.constant < 0;
  return rounds_otherwise ? tl_fact_unknown()
                          : tl_fact_of_operation(arithmetic, a, b, &HOW);
}

static tl_value_fact fact_of_expression(visits *seen, const affine_query *query,
                                        MlirAffineExpr expression) {
  if (seen->affine_count++ >= TL_MAX_FACT_VISITS)
    return tl_fact_unknown();
  if (mlirAffineExprIsAConstant(expression))
    return tl_fact_constant(mlirAffineConstantExprGetValue(expression));
  if (mlirAffineExprIsADim(expression))
    return fact_of_operand(seen, query->operation,
                           query->first +
                               mlirAffineDimExprGetPosition(expression));
  if (mlirAffineExprIsASymbol(expression))
    return fact_of_operand(seen, query->operation,
                           query->first + mlirAffineMapGetNumDims(query->map) +
                               mlirAffineSymbolExprGetPosition(expression));
  for (size_t i = 0; i < sizeof AFFINE_EXPRESSIONS / sizeof *AFFINE_EXPRESSIONS;
       i++)
    if (AFFINE_EXPRESSIONS[i].is(expression))
      return fact_of_binary_expression(seen, query, expression,
                                       AFFINE_EXPRESSIONS[i].arithmetic);
  return tl_fact_unknown();
}

/* Any one of the results of a map. */
static tl_value_fact fact_of_map(visits *seen, MlirOperation operation,
                                 const char *attribute) {
  MlirAttribute map = tl_attribute_of(operation, attribute);
  affine_query query = {operation, mlirAffineMapAttrGetValue(map), 0};
  tl_value_fact fact =
      fact_of_expression(seen, &query, mlirAffineMapGetResult(query.map, 0));
  for (intptr_t i = 1; i < mlirAffineMapGetNumResults(query.map); i++)
    fact = tl_fact_either(
        fact,
        fact_of_expression(seen, &query, mlirAffineMapGetResult(query.map, i)));
  return fact;
}

static tl_value_fact evaluate_map(visits *seen, const result_query *query) {
  return fact_of_map(seen, query->operation, "map");
}

/*===--- memref and gpu --------------------------------------------------===*/

static tl_value_fact evaluate_dimension(visits *seen,
                                        const result_query *query) {
  MlirType type =
      mlirValueGetType(mlirOperationGetOperand(query->operation, 0));
  tl_value_fact d = fact_of_operand(seen, query->operation, 1);
  bool is_known = d.is_constant && d.constant >= 0 && mlirTypeIsAMemRef(type) &&
                  d.constant < mlirShapedTypeGetRank(type) &&
                  !mlirShapedTypeIsDynamicDim(type, d.constant);
  return is_known ? tl_fact_constant(mlirShapedTypeGetDimSize(type, d.constant))
                  : tl_fact_unknown();
}

/* Results: the base buffer, the offset, sizes, strides. */
static tl_value_fact evaluate_metadata(visits *seen,
                                       const result_query *query) {
  (void)seen;
  MlirType type =
      mlirValueGetType(mlirOperationGetOperand(query->operation, 0));
  tl_strided strided;
  if (!tl_strided_read(type, &strided))
    return tl_fact_unknown();
  if (query->result == 1)
    return tl_fact_of_number(strided.offset);
  intptr_t i = query->result - 2;
  return tl_fact_of_number(
      i < strided.shape.count ? strided.shape.items[i]
                              : strided.strides.items[i - strided.shape.count]);
}

int64_t tl_block_threads(const tl_block_size *block) {
  return block->extent[0] * block->extent[1] * block->extent[2];
}

/* A size that no block has counts as unknown. */
static tl_block_size checked_size(MlirAttribute sizes) {
  int64_t most = tl_scope_size(TL_SCOPE_CTA, 0);
  tl_block_size block;
  for (intptr_t d = 0; d < 3; d++) {
    block.extent[d] = mlirDenseI32ArrayGetElement(sizes, d);
    if (block.extent[d] < 1 || block.extent[d] > most)
      return (tl_block_size){{0, 0, 0}};
  }
  return tl_block_threads(&block) <= most ? block : (tl_block_size){{0, 0, 0}};
}

tl_block_size tl_block_size_around(MlirOperation operation) {
  static const char *const NAMES[] = {"known_block_size",
                                      "gpu.known_block_size"};
  for (MlirOperation owner = mlirOperationGetParentOperation(operation);
       !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner))
    for (int i = 0; i < 2; i++) {
      MlirAttribute sizes = mlirOperationGetAttributeByName(
          owner, mlirStringRefCreateFromCString(NAMES[i]));
      if (mlirAttributeIsNull(sizes) || !mlirAttributeIsADenseI32Array(sizes) ||
          mlirDenseArrayGetNumElements(sizes) != 3)
        continue;
      return checked_size(sizes);
    }
  return (tl_block_size){{0, 0, 0}};
}

/* 0 where the kernel does not say. */
static int64_t block_extent(MlirOperation operation) {
  static const char *const DIMENSIONS[] = {"dim x", "dim y", "dim z"};
  tl_block_size block = tl_block_size_around(operation);
  for (int d = 0; d < 3; d++)
    if (says(operation, "dimension", DIMENSIONS[d]))
      return block.extent[d];
  return 0;
}

static tl_value_fact evaluate_block_dim(visits *seen,
                                        const result_query *query) {
  (void)seen;
  int64_t extent = block_extent(query->operation);
  return extent ? tl_fact_constant(extent) : tl_fact_unknown();
}

static tl_value_fact evaluate_thread_id(visits *seen,
                                        const result_query *query) {
  (void)seen;
  return block_extent(query->operation) == 1 ? tl_fact_constant(0)
                                             : tl_fact_unknown();
}

/*===--- Operations ------------------------------------------------------===*/

typedef struct operation_row {
  const char *name;
  tl_value_fact (*evaluate)(visits *seen, const result_query *query);
  tl_fact_operation arithmetic; /* of evaluate_binary */
} operation_row;

/* Sorted by name. */
static const operation_row OPERATIONS[] = {
    {"affine.apply", evaluate_map, 0},
    {"affine.max", evaluate_map, 0},
    {"affine.min", evaluate_map, 0},
    {"arith.addi", evaluate_binary, TL_FACT_ADD},
    {"arith.andi", evaluate_binary, TL_FACT_AND},
    {"arith.ceildivsi", evaluate_binary, TL_FACT_DIVIDE_SIGNED},
    {"arith.ceildivui", evaluate_binary, TL_FACT_DIVIDE_UNSIGNED},
    {"arith.constant", evaluate_constant, 0},
    {"arith.divsi", evaluate_binary, TL_FACT_DIVIDE_SIGNED},
    {"arith.divui", evaluate_binary, TL_FACT_DIVIDE_UNSIGNED},
    {"arith.extsi", evaluate_signed_cast, 0},
    {"arith.extui", evaluate_unsigned_cast, 0},
    {"arith.floordivsi", evaluate_binary, TL_FACT_DIVIDE_SIGNED},
    {"arith.index_cast", evaluate_signed_cast, 0},
    {"arith.index_castui", evaluate_unsigned_cast, 0},
    {"arith.maxsi", evaluate_binary, TL_FACT_EITHER},
    {"arith.maxui", evaluate_binary, TL_FACT_EITHER},
    {"arith.minsi", evaluate_binary, TL_FACT_EITHER},
    {"arith.minui", evaluate_binary, TL_FACT_EITHER},
    {"arith.muli", evaluate_binary, TL_FACT_MULTIPLY},
    {"arith.ori", evaluate_binary, TL_FACT_OR},
    {"arith.remsi", evaluate_binary, TL_FACT_REMAINDER_SIGNED},
    {"arith.remui", evaluate_binary, TL_FACT_REMAINDER_UNSIGNED},
    {"arith.select", evaluate_select, 0},
    {"arith.shli", evaluate_binary, TL_FACT_SHIFT_LEFT},
    {"arith.shrsi", evaluate_binary, TL_FACT_SHIFT_RIGHT_SIGNED},
    {"arith.shrui", evaluate_binary, TL_FACT_SHIFT_RIGHT_UNSIGNED},
    {"arith.subi", evaluate_binary, TL_FACT_SUBTRACT},
    {"arith.trunci", evaluate_signed_cast, 0},
    {"arith.xori", evaluate_binary, TL_FACT_XOR},
    {"gpu.block_dim", evaluate_block_dim, 0},
    {"gpu.thread_id", evaluate_thread_id, 0},
    {"index.add", evaluate_binary, TL_FACT_ADD},
    {"index.and", evaluate_binary, TL_FACT_AND},
    {"index.casts", evaluate_signed_cast, 0},
    {"index.castu", evaluate_unsigned_cast, 0},
    {"index.ceildivs", evaluate_binary, TL_FACT_DIVIDE_SIGNED},
    {"index.ceildivu", evaluate_binary, TL_FACT_DIVIDE_UNSIGNED},
    {"index.constant", evaluate_constant, 0},
    {"index.divs", evaluate_binary, TL_FACT_DIVIDE_SIGNED},
    {"index.divu", evaluate_binary, TL_FACT_DIVIDE_UNSIGNED},
    {"index.floordivs", evaluate_binary, TL_FACT_DIVIDE_SIGNED},
    {"index.maxs", evaluate_binary, TL_FACT_EITHER},
    {"index.maxu", evaluate_binary, TL_FACT_EITHER},
    {"index.mins", evaluate_binary, TL_FACT_EITHER},
    {"index.minu", evaluate_binary, TL_FACT_EITHER},
    {"index.mul", evaluate_binary, TL_FACT_MULTIPLY},
    {"index.or", evaluate_binary, TL_FACT_OR},
    {"index.rems", evaluate_binary, TL_FACT_REMAINDER_SIGNED},
    {"index.remu", evaluate_binary, TL_FACT_REMAINDER_UNSIGNED},
    {"index.shl", evaluate_binary, TL_FACT_SHIFT_LEFT},
    {"index.shrs", evaluate_binary, TL_FACT_SHIFT_RIGHT_SIGNED},
    {"index.shru", evaluate_binary, TL_FACT_SHIFT_RIGHT_UNSIGNED},
    {"index.sub", evaluate_binary, TL_FACT_SUBTRACT},
    {"index.xor", evaluate_binary, TL_FACT_XOR},
    {"memref.dim", evaluate_dimension, 0},
    {"memref.extract_strided_metadata", evaluate_metadata, 0},
};

static tl_value_fact fact_of_result(visits *seen, MlirValue value) {
  result_query query = {.operation = mlirOpResultGetOwner(value),
                        .result = mlirOpResultGetResultNumber(value),
                        .bits = bits_of(value)};
  const operation_row *row = tl_find_operation(
      query.operation, OPERATIONS, sizeof OPERATIONS / sizeof *OPERATIONS,
      sizeof *OPERATIONS);
  if (!row)
    return tl_fact_unknown();
  query.arithmetic = row->arithmetic;
  return row->evaluate(seen, &query);
}

/*===--- Loops -----------------------------------------------------------===*/

/* lower + k * step. */
static tl_value_fact progression(tl_value_fact lower, tl_value_fact step) {
  return tl_fact_sum(lower, tl_fact_product(tl_fact_unknown(), step));
}

/* Operands: lower, upper, step. */
static tl_value_fact induction_of_for(visits *seen, MlirOperation loop,
                                      intptr_t d) {
  (void)d;
  tl_value_fact fact = progression(fact_of_operand(seen, loop, 0),
                                   fact_of_operand(seen, loop, 2));
  bool is_unsigned = !mlirAttributeIsNull(tl_attribute_of(loop, "unsignedCmp"));
  tl_arithmetic how = {
      .bits = bits_of(mlirOperationGetOperand(loop, 0)),
      .no_signed_wrap = !is_unsigned,
  };
  return tl_fact_truncate(fact, &how);
}

/* Operands: all lower, all upper, all steps. */
static tl_value_fact induction_of_parallel(visits *seen, MlirOperation loop,
                                           intptr_t d) {
  intptr_t count = mlirBlockGetNumArguments(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0)));
  return progression(fact_of_operand(seen, loop, d),
                     fact_of_operand(seen, loop, 2 * count + d));
}

/* Entry d of a list of numbers and, for INT64_MIN, operands from `first` on. */
static tl_value_fact fact_of_mixed(visits *seen, MlirOperation operation,
                                   const char *name, intptr_t first,
                                   intptr_t d) {
  MlirAttribute numbers = tl_attribute_of(operation, name);
  for (intptr_t i = 0; i < d; i++)
    first += mlirDenseI64ArrayGetElement(numbers, i) == INT64_MIN;
  int64_t number = mlirDenseI64ArrayGetElement(numbers, d);
  return number == INT64_MIN ? fact_of_operand(seen, operation, first)
                             : tl_fact_constant(number);
}

static tl_value_fact induction_of_forall(visits *seen, MlirOperation loop,
                                         intptr_t d) {
  MlirAttribute segments = tl_attribute_of(loop, "operandSegmentSizes");
  intptr_t steps = mlirDenseI32ArrayGetElement(segments, 0) +
                   mlirDenseI32ArrayGetElement(segments, 1);
  if (d >= mlirDenseArrayGetNumElements(tl_attribute_of(loop, "staticStep")))
    return tl_fact_unknown();
  return progression(fact_of_mixed(seen, loop, "staticLowerBound", 0, d),
                     fact_of_mixed(seen, loop, "staticStep", steps, d));
}

static tl_value_fact induction_of_affine_for(visits *seen, MlirOperation loop,
                                             intptr_t d) {
  (void)d;
  int64_t step = mlirIntegerAttrGetValueInt(tl_attribute_of(loop, "step"));
  return progression(fact_of_map(seen, loop, "lowerBoundMap"),
                     tl_fact_constant(step));
}

typedef struct loop_row {
  const char *name;
  tl_value_fact (*induction)(visits *seen, MlirOperation loop, intptr_t d);
  bool has_one; /* the other arguments are carried from step to step */
} loop_row;

/* Sorted by name. */
static const loop_row LOOPS[] = {
    {"affine.for", induction_of_affine_for, true},
    {"scf.for", induction_of_for, true},
    {"scf.forall", induction_of_forall, false},
    {"scf.parallel", induction_of_parallel, false},
};

static tl_value_fact fact_of_argument(visits *seen, MlirValue argument) {
  MlirOperation parent =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(argument));
  intptr_t d = mlirBlockArgumentGetArgNumber(argument);
  const loop_row *row = tl_find_operation(
      parent, LOOPS, sizeof LOOPS / sizeof *LOOPS, sizeof *LOOPS);
  return row && (d == 0 || !row->has_one) ? row->induction(seen, parent, d)
                                          : tl_fact_unknown();
}

/*===--- Questions -------------------------------------------------------===*/

static tl_value_fact fact_of(visits *seen, MlirValue value) {
  for (int64_t i = 0; i < seen->count; i++)
    if (mlirValueEqual(seen->values[i], value))
      return seen->facts[i];
  int64_t bits = bits_of(value);
  if (seen->count == TL_MAX_FACT_VISITS || bits < 1 || bits > 64)
    return tl_fact_unknown();
  int64_t place = seen->count++;
  seen->values[place] = value;
  seen->facts[place] = tl_fact_unknown();
  tl_value_fact fact = mlirValueIsABlockArgument(value)
                           ? fact_of_argument(seen, value)
                           : fact_of_result(seen, value);
  return seen->facts[place] = fact;
}

tl_value_fact tl_value_fact_of(MlirValue value) {
  visits seen;
  seen.count = seen.affine_count = 0;
  return fact_of(&seen, value);
}

int64_t tl_divisor_of_both(int64_t stated, int64_t proved) {
  tl_value_fact a = {.divisor = stated};
  tl_value_fact b = {.divisor = proved ? proved : DIVISOR_OF_ZERO};
  return tl_fact_both(a, b).divisor;
}

tl_origin tl_origin_proved(const tl_copy_view *view, int64_t d) {
  tl_origin origin = tl_origin_of(view, d);
  if (origin.is_dynamic)
    origin.divisor = tl_divisor_of_both(
        origin.divisor, tl_value_fact_of(view->memory.origin_value[d]).divisor);
  return origin;
}

tl_bound tl_bound_proved(const tl_copy_view *view, int64_t d) {
  tl_bound bound = tl_bound_of(view, d);
  if (bound.is_dynamic)
    bound.divisor = tl_divisor_of_both(
        bound.divisor, tl_value_fact_of(view->bound_value[d]).divisor);
  return bound;
}
