/* convert_copies_loops.c - Loops around a copy, and numbers that they count; see
 * convert_copies_nests.h. */
#include "convert_copies_nests.h"
#include "mlir-c/BuiltinAttributes.h"
#include "passes/facts/uniformity.h"

/*===--- Numbers ----------------------------------------------------------===*/

static bool is_within(MlirOperation operation, MlirOperation of) {
  while (!mlirOperationIsNull(operation) && !mlirOperationEqual(operation, of))
    operation = mlirOperationGetParentOperation(operation);
  return !mlirOperationIsNull(operation);
}

bool tl_is_outside(const tl_nest *nest, MlirValue value) {
  MlirOperation owner =
      mlirValueIsABlockArgument(value)
          ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value))
          : mlirOpResultGetOwner(value);
  return !is_within(owner, nest->outer);
}

bool tl_add_times(int64_t *sum, int64_t a, int64_t b) {
  int64_t product;
  return !__builtin_mul_overflow(a, b, &product) &&
         !__builtin_add_overflow(*sum, product, sum);
}

static bool add_origin(MlirValue value, int64_t scale, tl_block_origin *out) {
  if (!mlirValueIsNull(out->value))
    return false;
  out->value = value;
  out->scale = scale;
  return scale > 0;
}

MlirValue tl_map_operand(const tl_map_operands *of, MlirAffineExpr expression) {
  intptr_t number =
      mlirAffineExprIsADim(expression)
          ? mlirAffineDimExprGetPosition(expression)
          : of->dims + mlirAffineSymbolExprGetPosition(expression);
  return mlirOperationGetOperand(of->operation, of->first + number);
}

bool tl_add_expression(const tl_nest *nest, const tl_map_operands *of,
                       MlirAffineExpr expression, int64_t scale, int depth,
                       tl_nest_index *out) {
  if (depth > TL_MAX_NESTED)
    return false;
  if (mlirAffineExprIsAConstant(expression))
    return tl_add_times(&out->origin.number, scale,
                        mlirAffineConstantExprGetValue(expression));
  if (mlirAffineExprIsADim(expression) || mlirAffineExprIsASymbol(expression))
    return tl_add_value(nest, tl_map_operand(of, expression), scale, depth + 1,
                        out);
  MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expression);
  MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(expression);
  if (mlirAffineExprIsAAdd(expression))
    return tl_add_expression(nest, of, left, scale, depth + 1, out) &&
           tl_add_expression(nest, of, right, scale, depth + 1, out);
  int64_t product = 0;
  return mlirAffineExprIsAMul(expression) && mlirAffineExprIsAConstant(right) &&
         tl_add_times(&product, scale, mlirAffineConstantExprGetValue(right)) &&
         tl_add_expression(nest, of, left, product, depth + 1, out);
}

static bool add_result(const tl_nest *nest, MlirOperation operation,
                       intptr_t first, intptr_t result, int64_t scale,
                       int depth, tl_nest_index *out) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(operation, "map"));
  const tl_map_operands of = {operation, first, mlirAffineMapGetNumDims(map)};
  return tl_add_expression(nest, &of, mlirAffineMapGetResult(map, result),
                           scale, depth + 1, out);
}

static bool add_operation(const tl_nest *nest, MlirOperation operation,
                          int64_t scale, int depth, tl_nest_index *out) {
  if (tl_operation_is(operation, "affine.apply"))
    return add_result(nest, operation, 0, 0, scale, depth, out);
  bool is_sum = tl_operation_is(operation, "arith.addi");
  bool is_difference = tl_operation_is(operation, "arith.subi");
  if (!is_sum && !is_difference && !tl_operation_is(operation, "arith.muli"))
    return false;
  MlirValue left = mlirOperationGetOperand(operation, 0);
  MlirValue right = mlirOperationGetOperand(operation, 1);
  int64_t factor, product = 0;
  if (is_sum || is_difference)
    return tl_add_value(nest, left, scale, depth + 1, out) &&
           tl_add_times(&product, scale, is_sum ? 1 : -1) &&
           tl_add_value(nest, right, product, depth + 1, out);
  return tl_constant_of(right, &factor) &&
         tl_add_times(&product, scale, factor) &&
         tl_add_value(nest, left, product, depth + 1, out);
}

bool tl_add_value(const tl_nest *nest, MlirValue value, int64_t scale,
                  int depth, tl_nest_index *out) {
  int64_t number;
  if (depth > TL_MAX_NESTED)
    return false;
  if (tl_constant_of(value, &number))
    return tl_add_times(&out->origin.number, scale, number);
  for (int64_t k = 0; k < nest->loop_count; k++)
    if (mlirValueEqual(value, nest->loops[k].number))
      return tl_add_times(&out->times[k], scale, 1) &&
             tl_add_times(&out->origin.number, scale, nest->loops[k].first);
  if (tl_is_outside(nest, value))
    return add_origin(value, scale, &out->origin);
  return mlirValueIsAOpResult(value) &&
         add_operation(nest, mlirOpResultGetOwner(value), scale, depth, out);
}

static const tl_nest_index NO_INDEX = {.origin = {.scale = 1}};

bool tl_read_index(const tl_nest *nest, MlirValue value, tl_nest_index *out) {
  *out = NO_INDEX;
  return tl_add_value(nest, value, 1, 0, out) && out->origin.number >= 0;
}

/* Index d of an operation that has them from operand `first` on, or results of a
 * map. */
bool tl_read_index_of(const tl_nest *nest, MlirOperation operation,
                      intptr_t first, intptr_t d, tl_nest_index *out) {
  if (mlirAttributeIsNull(tl_attribute_of(operation, "map")))
    return tl_read_index(nest, mlirOperationGetOperand(operation, first + d),
                         out);
  *out = NO_INDEX;
  return add_result(nest, operation, first, d, 1, 0, out) &&
         out->origin.number >= 0;
}

/*===--- Loops ------------------------------------------------------------===*/

static bool add_loop(tl_nest *nest, MlirValue number, int64_t first,
                     int64_t end, int64_t step) {
  int64_t room;
  if (nest->loop_count == TL_MAX_RANK || first < 0 || end <= first ||
      step < 1 || __builtin_sub_overflow(end, first, &room))
    return false;
  nest->loops[nest->loop_count++] =
      (tl_nest_loop){number, first, step, (room - 1) / step + 1};
  return true;
}

MlirBlock tl_body_of(MlirOperation operation) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0));
}

static bool enter_forall(tl_nest *nest, MlirOperation loop) {
  MlirAttribute first = tl_attribute_of(loop, "staticLowerBound");
  MlirAttribute end = tl_attribute_of(loop, "staticUpperBound");
  MlirAttribute step = tl_attribute_of(loop, "staticStep");
  bool is_fine = !tl_is_mapped_to_blocks(loop);
  for (intptr_t i = 0; is_fine && i < mlirDenseArrayGetNumElements(end); i++)
    is_fine = add_loop(nest, mlirBlockGetArgument(tl_body_of(loop), i),
                       mlirDenseI64ArrayGetElement(first, i),
                       mlirDenseI64ArrayGetElement(end, i),
                       mlirDenseI64ArrayGetElement(step, i));
  return is_fine;
}

/* Operands: all lower, all upper bounds, all steps. */
static bool enter_counted(tl_nest *nest, MlirOperation loop) {
  intptr_t count = mlirOperationGetNumOperands(loop) / 3;
  bool is_fine = !tl_is_mapped_to_blocks(loop);
  for (intptr_t i = 0; is_fine && i < count; i++) {
    int64_t first, end, step;
    is_fine =
        tl_constant_of(mlirOperationGetOperand(loop, i), &first) &&
        tl_constant_of(mlirOperationGetOperand(loop, count + i), &end) &&
        tl_constant_of(mlirOperationGetOperand(loop, 2 * count + i), &step) &&
        add_loop(nest, mlirBlockGetArgument(tl_body_of(loop), i), first, end,
                 step);
  }
  return is_fine;
}

/* Result i of the map of that name, if it is a number. */
bool tl_map_number(MlirOperation loop, const char *name, intptr_t i,
                   int64_t *out) {
  MlirAffineExpr expression = mlirAffineMapGetResult(
      mlirAffineMapAttrGetValue(tl_attribute_of(loop, name)), i);
  bool is_number = mlirAffineExprIsAConstant(expression);
  *out = is_number ? mlirAffineConstantExprGetValue(expression) : 0;
  return is_number;
}

static intptr_t bounds_of(MlirOperation loop, const char *name) {
  return mlirAffineMapGetNumResults(
      mlirAffineMapAttrGetValue(tl_attribute_of(loop, name)));
}

static bool enter_affine(tl_nest *nest, MlirOperation loop) {
  int64_t first, end;
  return bounds_of(loop, "lowerBoundMap") == 1 &&
         bounds_of(loop, "upperBoundMap") == 1 &&
         tl_map_number(loop, "lowerBoundMap", 0, &first) &&
         tl_map_number(loop, "upperBoundMap", 0, &end) &&
         add_loop(nest, mlirBlockGetArgument(tl_body_of(loop), 0), first, end,
                  tl_integer_attribute(loop, "step", 0));
}

/* One lower and one upper bound of each loop. */
static bool enter_affine_parallel(tl_nest *nest, MlirOperation loop) {
  MlirAttribute steps = tl_attribute_of(loop, "steps");
  intptr_t count = mlirArrayAttrGetNumElements(steps);
  bool is_fine = bounds_of(loop, "lowerBoundsMap") == count &&
                 bounds_of(loop, "upperBoundsMap") == count;
  for (intptr_t i = 0; is_fine && i < count; i++) {
    int64_t first, end;
    is_fine =
        tl_map_number(loop, "lowerBoundsMap", i, &first) &&
        tl_map_number(loop, "upperBoundsMap", i, &end) &&
        add_loop(nest, mlirBlockGetArgument(tl_body_of(loop), i), first, end,
                 mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(steps, i)));
  }
  return is_fine;
}

static const struct loop_row {
  const char *name;
  bool (*enter)(tl_nest *nest, MlirOperation loop);
  bool is_in_order;
} LOOPS[] = {
    {"scf.forall", enter_forall, false},
    {"scf.parallel", enter_counted, false},
    {"scf.for", enter_counted, true},
    {"affine.parallel", enter_affine_parallel, false},
    {"affine.for", enter_affine, true},
};

bool tl_enter_loop(tl_nest *nest, MlirOperation loop) {
  for (size_t i = 0; i < sizeof LOOPS / sizeof *LOOPS; i++) {
    if (!tl_operation_is(loop, LOOPS[i].name))
      continue;
    nest->is_in_order |= LOOPS[i].is_in_order;
    return mlirOperationGetNumResults(loop) == 0 && LOOPS[i].enter(nest, loop);
  }
  return false;
}

/* Of a memref to itself, as bufferization leaves it. */
static bool does_nothing(MlirOperation operation) {
  return tl_operation_is(operation, "memref.copy") &&
         mlirValueEqual(mlirOperationGetOperand(operation, 0),
                        mlirOperationGetOperand(operation, 1));
}

/* The operations of a body that may touch memory, before its end: one or two,
 * of which the first is null where there is one. */
bool tl_read_body(tl_nest *nest, MlirBlock body, MlirOperation out[2]) {
  MlirOperation end = mlirBlockGetTerminator(body);
  out[0] = out[1] = (MlirOperation){NULL};
  for (MlirOperation next = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(next, end);
       next = mlirOperationGetNextInBlock(next)) {
    bool is_of_groups = tl_is_of_groups(next);
    nest->has_groups |= is_of_groups;
    if (tl_leaves_memory(next) || does_nothing(next) || is_of_groups)
      continue;
    if (!mlirOperationIsNull(out[0]))
      return false;
    out[0] = out[1];
    out[1] = next;
  }
  return !mlirOperationIsNull(out[1]);
}
