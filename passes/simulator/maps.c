/* maps.c - Expressions of affine maps and sets, read once; see operations.h. */
#include "operations.h"

/*===--- Reading ----------------------------------------------------------===*/

static bool read_operands(tl_program *program, MlirAffineExpr expression,
                          int dimensions, tl_expression *out);

/* The kind of an expression of two. */
static tl_expression_kind kind_of(MlirAffineExpr expression) {
  return mlirAffineExprIsAAdd(expression)        ? TL_EXPRESSION_SUM
         : mlirAffineExprIsAMul(expression)      ? TL_EXPRESSION_PRODUCT
         : mlirAffineExprIsAMod(expression)      ? TL_EXPRESSION_REST
         : mlirAffineExprIsAFloorDiv(expression) ? TL_EXPRESSION_FLOOR
                                                 : TL_EXPRESSION_CEILING;
}

/* Symbols are inputs behind the dimensions. */
static bool read_expression(tl_program *program, MlirAffineExpr expression,
                            int dimensions, tl_expression *out) {
  if (mlirAffineExprIsAConstant(expression))
    *out = (tl_expression){TL_EXPRESSION_CONSTANT,
                           mlirAffineConstantExprGetValue(expression), NULL};
  else if (mlirAffineExprIsADim(expression))
    *out = (tl_expression){TL_EXPRESSION_INPUT,
                           mlirAffineDimExprGetPosition(expression), NULL};
  else if (mlirAffineExprIsASymbol(expression))
    *out = (tl_expression){
        TL_EXPRESSION_INPUT,
        dimensions + mlirAffineSymbolExprGetPosition(expression), NULL};
  else
    return read_operands(program, expression, dimensions, out);
  return true;
}

static bool read_operands(tl_program *program, MlirAffineExpr expression,
                          int dimensions, tl_expression *out) {
  tl_expression *operands = tl_keep(program, 2, sizeof *operands);
  *out = (tl_expression){kind_of(expression), 0, operands};
  return operands &&
         read_expression(program, mlirAffineBinaryOpExprGetLHS(expression),
                         dimensions, &operands[0]) &&
         read_expression(program, mlirAffineBinaryOpExprGetRHS(expression),
                         dimensions, &operands[1]);
}

static tl_map *create(tl_program *program, intptr_t dimensions,
                      intptr_t symbols, intptr_t results) {
  tl_map *map = tl_keep(program, 1, sizeof *map);
  if (!map)
    return NULL;
  *map = (tl_map){.dimension_count = (int)dimensions,
                  .input_count = (int)(dimensions + symbols),
                  .result_count = (int)results,
                  .results = tl_keep(program, results, sizeof *map->results)};
  return map->results ? map : NULL;
}

tl_map *tl_map_read(tl_program *program, MlirAffineMap from) {
  tl_map *map = create(program, mlirAffineMapGetNumDims(from),
                       mlirAffineMapGetNumSymbols(from),
                       mlirAffineMapGetNumResults(from));
  bool is_read = map != NULL;
  for (int i = 0; is_read && i < map->result_count; i++)
    is_read = read_expression(program, mlirAffineMapGetResult(from, i),
                              map->dimension_count, &map->results[i]);
  return is_read ? map : NULL;
}

tl_map *tl_set_read(tl_program *program, MlirIntegerSet from) {
  tl_map *map = create(program, mlirIntegerSetGetNumDims(from),
                       mlirIntegerSetGetNumSymbols(from),
                       mlirIntegerSetGetNumConstraints(from));
  if (!map)
    return NULL;
  map->is_zero = tl_keep(program, map->result_count, sizeof *map->is_zero);
  bool is_read = map->is_zero != NULL;
  for (int i = 0; is_read && i < map->result_count; i++) {
    map->is_zero[i] = mlirIntegerSetIsConstraintEq(from, i);
    is_read = read_expression(program, mlirIntegerSetGetConstraint(from, i),
                              map->dimension_count, &map->results[i]);
  }
  return is_read ? map : NULL;
}

/*===--- Values -----------------------------------------------------------===*/

int64_t tl_floor_of(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* False after a fault. */
static bool combine(const tl_step *step, tl_expression_kind kind, int64_t a,
                    int64_t b, int64_t *out) {
  bool is_sum = kind == TL_EXPRESSION_SUM;
  *out = is_sum ? a : 0;
  if (is_sum || kind == TL_EXPRESSION_PRODUCT)
    return tl_add_product(out, is_sum ? 1 : a, b) || tl_fault_overflow(step);
  if (b <= 0)
    return tl_fault(step, TL_FAULT_ARITHMETIC,
                    "divides by a number that is not positive");
  *out = kind == TL_EXPRESSION_REST    ? a % b + (a % b < 0 ? b : 0)
         : kind == TL_EXPRESSION_FLOOR ? tl_floor_of(a, b)
                                       : tl_floor_of(a, b) + (a % b != 0);
  return true;
}

bool tl_expression_value(const tl_step *step, const tl_expression *expression,
                         const int64_t *inputs, int64_t *out) {
  int64_t a, b;
  if (!expression->operands) {
    *out = expression->kind == TL_EXPRESSION_INPUT ? inputs[expression->number]
                                                   : expression->number;
    return true;
  }
  return tl_expression_value(step, &expression->operands[0], inputs, &a) &&
         tl_expression_value(step, &expression->operands[1], inputs, &b) &&
         combine(step, expression->kind, a, b, out);
}

bool tl_map_inputs(const tl_step *step, const tl_map *map, int first,
                   int64_t inputs[TL_MAX_MAP_INPUTS]) {
  if (map->input_count > TL_MAX_MAP_INPUTS)
    return tl_fault(step, TL_FAULT_RESOURCE, "has a map of more than %d inputs",
                    TL_MAX_MAP_INPUTS);
  for (int k = 0; k < map->input_count; k++)
    inputs[k] = tl_operand_number(step, first + k);
  return true;
}

bool tl_map_extreme(const tl_step *step, const tl_map_results *results,
                    bool is_smallest, int64_t *out) {
  const tl_map *map = results->map;
  int64_t count =
      results->count == TL_ALL_RESULTS ? map->result_count : results->count;
  int64_t inputs[TL_MAX_MAP_INPUTS], value;
  if (count > 0 && !tl_map_inputs(step, map, results->operand, inputs))
    return false;
  for (int64_t i = 0; i < count; i++) {
    if (!tl_expression_value(step, &map->results[results->first + i], inputs,
                             &value))
      return false;
    if (i == 0 || (value < *out) == is_smallest)
      *out = value;
  }
  return true;
}
