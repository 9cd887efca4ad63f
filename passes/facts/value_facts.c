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
#include <string.h>

enum { INDEX_BITS = 64 };

typedef struct visits {
  int64_t count, affine_count;
  MlirValue values[TL_MAX_FACT_VISITS];
  tl_value_fact facts[TL_MAX_FACT_VISITS];
} visits;

/* What defines a value: an operation, of which it is a result or the argument
 * of a region. */
typedef struct definition {
  visits *seen;
  MlirOperation operation;
  intptr_t number; /* of the result or argument */
  int64_t bits;    /* of the value */
  tl_fact_operation arithmetic;
} definition;

static tl_value_fact fact_of(visits *seen, MlirValue value);

/*===--- Attributes and types --------------------------------------------===*/

const void *tl_find_operation(MlirOperation operation, const void *rows,
                              size_t count, size_t size) {
  MlirStringRef own = mlirIdentifierStr(mlirOperationGetName(operation));
  for (size_t i = 0; i < 2 * count; i++) {
    const void *row = (const char *)rows + i / 2 * size;
    const char *name = ((const char *const *)row)[i % 2];
    if (name && mlirStringRefEqual(own, mlirStringRefCreateFromCString(name)))
      return row;
  }
  return NULL;
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

static tl_value_fact fact_of_operand(const definition *of, intptr_t i) {
  return fact_of(of->seen, mlirOperationGetOperand(of->operation, i));
}

/*===--- arith and index -------------------------------------------------===*/

static tl_value_fact constant(const definition *of) {
  MlirAttribute value = tl_attribute_of(of->operation, "value");
  return !mlirAttributeIsNull(value) && mlirAttributeIsAInteger(value)
             ? tl_fact_constant(mlirIntegerAttrGetValueInt(value))
             : tl_fact_unknown();
}

static tl_arithmetic arithmetic_of(const definition *of) {
  return (tl_arithmetic){
      .bits = of->bits,
      .no_signed_wrap = says(of->operation, "overflowFlags", "nsw"),
      .is_exact =
          !mlirAttributeIsNull(tl_attribute_of(of->operation, "isExact")),
  };
}

static tl_value_fact binary(const definition *of) {
  tl_arithmetic how = arithmetic_of(of);
  return tl_fact_of_operation(of->arithmetic, fact_of_operand(of, 0),
                              fact_of_operand(of, 1), &how);
}

static tl_value_fact selection(const definition *of) {
  return tl_fact_either(fact_of_operand(of, 1), fact_of_operand(of, 2));
}

static tl_value_fact signed_cast(const definition *of) {
  tl_value_fact fact = fact_of_operand(of, 0);
  tl_arithmetic how = arithmetic_of(of);
  return of->bits < bits_of(mlirOperationGetOperand(of->operation, 0))
             ? tl_fact_truncate(fact, &how)
             : fact;
}

static tl_value_fact unsigned_cast(const definition *of) {
  int64_t bits = bits_of(mlirOperationGetOperand(of->operation, 0));
  return of->bits < bits ? signed_cast(of)
                         : tl_fact_zero_extend(fact_of_operand(of, 0), bits);
}

/*===--- affine ----------------------------------------------------------===*/

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

/* Operands: the dimensions of the map, `dims` of them, then its symbols. */
static tl_value_fact fact_of_expression(const definition *of, intptr_t dims,
                                        MlirAffineExpr expression) {
  static const tl_arithmetic HOW = {.bits = INDEX_BITS, .no_signed_wrap = true};
  if (of->seen->affine_count++ >= TL_MAX_FACT_VISITS)
    return tl_fact_unknown();
  if (mlirAffineExprIsAConstant(expression))
    return tl_fact_constant(mlirAffineConstantExprGetValue(expression));
  if (mlirAffineExprIsADim(expression))
    return fact_of_operand(of, mlirAffineDimExprGetPosition(expression));
  if (mlirAffineExprIsASymbol(expression))
    return fact_of_operand(of,
                           dims + mlirAffineSymbolExprGetPosition(expression));
  tl_value_fact a =
      fact_of_expression(of, dims, mlirAffineBinaryOpExprGetLHS(expression));
  tl_value_fact b =
      fact_of_expression(of, dims, mlirAffineBinaryOpExprGetRHS(expression));
  size_t i = 0;
  while (!AFFINE_EXPRESSIONS[i].is(expression))
    i++;
  bool rounds_otherwise = mlirAffineExprIsAMod(expression) && a.constant < 0;
  return rounds_otherwise ? tl_fact_unknown()
                          : tl_fact_of_operation(
                                AFFINE_EXPRESSIONS[i].arithmetic, a, b, &HOW);
}

static tl_value_fact fact_of_result(const definition *of, MlirAffineMap map,
                                    intptr_t i) {
  return fact_of_expression(of, mlirAffineMapGetNumDims(map),
                            mlirAffineMapGetResult(map, i));
}

/* Any one of the results of a map. */
static tl_value_fact fact_of_map(const definition *of, const char *attribute) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(of->operation, attribute));
  tl_value_fact fact = fact_of_result(of, map, 0);
  for (intptr_t i = 1; i < mlirAffineMapGetNumResults(map); i++)
    fact = tl_fact_either(fact, fact_of_result(of, map, i));
  return fact;
}

static tl_value_fact affine_map(const definition *of) {
  return fact_of_map(of, "map");
}

/*===--- memref and gpu --------------------------------------------------===*/

static MlirType memref_type(const definition *of) {
  return mlirValueGetType(mlirOperationGetOperand(of->operation, 0));
}

static tl_value_fact dimension(const definition *of) {
  MlirType type = memref_type(of);
  tl_value_fact d = fact_of_operand(of, 1);
  bool is_known = d.is_constant && d.constant >= 0 && mlirTypeIsAMemRef(type) &&
                  d.constant < mlirShapedTypeGetRank(type) &&
                  !mlirShapedTypeIsDynamicDim(type, d.constant);
  return is_known ? tl_fact_constant(mlirShapedTypeGetDimSize(type, d.constant))
                  : tl_fact_unknown();
}

/* Results: the base buffer, the offset, sizes, strides. */
static tl_value_fact metadata(const definition *of) {
  tl_strided strided;
  if (!tl_strided_read(memref_type(of), &strided))
    return tl_fact_unknown();
  intptr_t size = of->number - 2, stride = size - strided.shape.count;
  return tl_fact_of_number(size < 0     ? strided.offset
                           : stride < 0 ? strided.shape.items[size]
                                        : strided.strides.items[stride]);
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
      MlirAttribute sizes = tl_attribute_of(owner, NAMES[i]);
      if (!mlirAttributeIsNull(sizes) && mlirAttributeIsADenseI32Array(sizes) &&
          mlirDenseArrayGetNumElements(sizes) == 3)
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

static tl_value_fact block_dim(const definition *of) {
  int64_t extent = block_extent(of->operation);
  return extent ? tl_fact_constant(extent) : tl_fact_unknown();
}

static tl_value_fact thread_id(const definition *of) {
  return block_extent(of->operation) == 1 ? tl_fact_constant(0)
                                          : tl_fact_unknown();
}

/*===--- Loops -----------------------------------------------------------===*/

/* lower + k * step. */
static tl_value_fact progression(tl_value_fact lower, tl_value_fact step) {
  return tl_fact_sum(lower, tl_fact_product(tl_fact_unknown(), step));
}

/* Operands: lower, upper, step. */
static tl_value_fact of_for(const definition *of) {
  tl_arithmetic how = {
      .bits = of->bits,
      .no_signed_wrap =
          mlirAttributeIsNull(tl_attribute_of(of->operation, "unsignedCmp")),
  };
  return tl_fact_truncate(
      progression(fact_of_operand(of, 0), fact_of_operand(of, 2)), &how);
}

/* Operands: all lower, all upper, all steps. */
static tl_value_fact of_parallel(const definition *of) {
  intptr_t count = mlirBlockGetNumArguments(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(of->operation, 0)));
  return progression(fact_of_operand(of, of->number),
                     fact_of_operand(of, 2 * count + of->number));
}

/* Its entry of a list of numbers and, for INT64_MIN, operands from `first` on.
 */
static tl_value_fact fact_of_mixed(const definition *of, const char *name,
                                   intptr_t first) {
  MlirAttribute numbers = tl_attribute_of(of->operation, name);
  for (intptr_t i = 0; i < of->number; i++)
    first += mlirDenseI64ArrayGetElement(numbers, i) == INT64_MIN;
  int64_t number = mlirDenseI64ArrayGetElement(numbers, of->number);
  return number == INT64_MIN ? fact_of_operand(of, first)
                             : tl_fact_constant(number);
}

static tl_value_fact of_forall(const definition *of) {
  MlirAttribute segments =
      tl_attribute_of(of->operation, "operandSegmentSizes");
  MlirAttribute steps = tl_attribute_of(of->operation, "staticStep");
  if (of->number >= mlirDenseArrayGetNumElements(steps))
    return tl_fact_unknown();
  intptr_t first_step = mlirDenseI32ArrayGetElement(segments, 0) +
                        mlirDenseI32ArrayGetElement(segments, 1);
  return progression(fact_of_mixed(of, "staticLowerBound", 0),
                     fact_of_mixed(of, "staticStep", first_step));
}

static tl_value_fact of_affine_for(const definition *of) {
  MlirAttribute step = tl_attribute_of(of->operation, "step");
  return progression(fact_of_map(of, "lowerBoundMap"),
                     tl_fact_constant(mlirIntegerAttrGetValueInt(step)));
}

/*===--- Operations ------------------------------------------------------===*/

static const struct operation_row {
  const char *names[2];
  tl_value_fact (*evaluate)(const definition *of);
  tl_fact_operation arithmetic; /* of binary */
  intptr_t arguments; /* of its region, from the first one; 0: its results */
} OPERATIONS[] = {
    {{"arith.addi", "index.add"}, binary, TL_FACT_ADD, 0},
    {{"arith.subi", "index.sub"}, binary, TL_FACT_SUBTRACT, 0},
    {{"arith.muli", "index.mul"}, binary, TL_FACT_MULTIPLY, 0},
    {{"arith.divsi", "index.divs"}, binary, TL_FACT_DIVIDE_SIGNED, 0},
    {{"arith.ceildivsi", "index.ceildivs"}, binary, TL_FACT_DIVIDE_SIGNED, 0},
    {{"arith.floordivsi", "index.floordivs"}, binary, TL_FACT_DIVIDE_SIGNED, 0},
    {{"arith.divui", "index.divu"}, binary, TL_FACT_DIVIDE_UNSIGNED, 0},
    {{"arith.ceildivui", "index.ceildivu"}, binary, TL_FACT_DIVIDE_UNSIGNED, 0},
    {{"arith.remsi", "index.rems"}, binary, TL_FACT_REMAINDER_SIGNED, 0},
    {{"arith.remui", "index.remu"}, binary, TL_FACT_REMAINDER_UNSIGNED, 0},
    {{"arith.andi", "index.and"}, binary, TL_FACT_AND, 0},
    {{"arith.ori", "index.or"}, binary, TL_FACT_OR, 0},
    {{"arith.xori", "index.xor"}, binary, TL_FACT_XOR, 0},
    {{"arith.shli", "index.shl"}, binary, TL_FACT_SHIFT_LEFT, 0},
    {{"arith.shrsi", "index.shrs"}, binary, TL_FACT_SHIFT_RIGHT_SIGNED, 0},
    {{"arith.shrui", "index.shru"}, binary, TL_FACT_SHIFT_RIGHT_UNSIGNED, 0},
    {{"arith.maxsi", "index.maxs"}, binary, TL_FACT_EITHER, 0},
    {{"arith.maxui", "index.maxu"}, binary, TL_FACT_EITHER, 0},
    {{"arith.minsi", "index.mins"}, binary, TL_FACT_EITHER, 0},
    {{"arith.minui", "index.minu"}, binary, TL_FACT_EITHER, 0},
    {{"arith.constant", "index.constant"}, constant, 0, 0},
    {{"arith.index_cast", "index.casts"}, signed_cast, 0, 0},
    {{"arith.index_castui", "index.castu"}, unsigned_cast, 0, 0},
    {{"arith.extsi", "arith.trunci"}, signed_cast, 0, 0},
    {{"arith.extui", NULL}, unsigned_cast, 0, 0},
    {{"arith.select", NULL}, selection, 0, 0},
    {{"affine.max", "affine.min"}, affine_map, 0, 0},
    {{"affine.apply", NULL}, affine_map, 0, 0},
    {{"gpu.block_dim", NULL}, block_dim, 0, 0},
    {{"gpu.thread_id", NULL}, thread_id, 0, 0},
    {{"memref.dim", NULL}, dimension, 0, 0},
    {{"memref.extract_strided_metadata", NULL}, metadata, 0, 0},
    {{"affine.for", NULL}, of_affine_for, 0, 1},
    {{"scf.for", NULL}, of_for, 0, 1},
    {{"scf.forall", NULL}, of_forall, 0, INTPTR_MAX},
    {{"scf.parallel", NULL}, of_parallel, 0, INTPTR_MAX},
};

/*===--- Questions -------------------------------------------------------===*/

static tl_value_fact fact_of_definition(visits *seen, MlirValue value) {
  bool is_argument = mlirValueIsABlockArgument(value);
  definition of = {.seen = seen, .bits = bits_of(value)};
  of.operation =
      is_argument
          ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value))
          : mlirOpResultGetOwner(value);
  of.number = is_argument ? mlirBlockArgumentGetArgNumber(value)
                          : mlirOpResultGetResultNumber(value);
  const struct operation_row *row = tl_find_operation(
      of.operation, OPERATIONS, sizeof OPERATIONS / sizeof *OPERATIONS,
      sizeof *OPERATIONS);
  if (!row || (is_argument ? of.number >= row->arguments : row->arguments > 0))
    return tl_fact_unknown();
  of.arithmetic = row->arithmetic;
  return row->evaluate(&of);
}

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
  return seen->facts[place] = fact_of_definition(seen, value);
}

tl_value_fact tl_value_fact_of(MlirValue value) {
  visits seen;
  seen.count = seen.affine_count = 0;
  return fact_of(&seen, value);
}
