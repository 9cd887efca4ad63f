/* convert_copies_loops.c - Loops around a copy, and numbers that they count; see
 * convert_copies_nests.h. */
#include "convert_copies_nests.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "passes/emit/async_groups.h"
#include "passes/facts/uniformity.h"
#include <inttypes.h>

/*===--- Numbers ----------------------------------------------------------===*/

bool tl_is_outside(const tl_nest *nest, MlirValue value) {
  MlirOperation owner =
      mlirValueIsABlockArgument(value)
          ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value))
          : mlirOpResultGetOwner(value);
  return !tl_is_inside(owner, nest->outer);
}

static bool add_origin(MlirValue value, int64_t scale, tl_block_origin *out) {
  if (!mlirValueIsNull(out->value))
    return false;
  out->value = value;
  out->scale = scale;
  return scale > 0;
}

bool tl_add_index(const tl_nest_index *index, int64_t scale,
                  tl_nest_index *out) {
  const tl_block_origin *origin = &index->origin;
  int64_t own = 0;
  bool fits = tl_add_product(&out->origin.number, scale, origin->number) &&
              tl_add_product(&own, scale, origin->scale);
  for (int k = 0; fits && k < TL_MAX_LOOPS; k++)
    fits = tl_add_product(&out->times[k], scale, index->times[k]);
  return fits && (mlirValueIsNull(origin->value) ||
                  add_origin(origin->value, own, &out->origin));
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
    return tl_add_product(&out->origin.number, scale,
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
         tl_add_product(&product, scale,
                        mlirAffineConstantExprGetValue(right)) &&
         tl_add_expression(nest, of, left, product, depth + 1, out);
}

static bool add_result(const tl_nest *nest, MlirOperation operation,
                       intptr_t first, intptr_t result, int64_t scale,
                       int depth, tl_nest_index *out) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(operation, "map"));
  const tl_map_operands of = {operation, first, mlirAffineMapGetNumDims(map)};
  return tl_add_expression(nest, &of, mlirAffineMapGetResult(map, result),
                           scale, depth, out);
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
           tl_add_product(&product, scale, is_sum ? 1 : -1) &&
           tl_add_value(nest, right, product, depth + 1, out);
  if (!tl_constant_of(right, &factor)) {
    MlirValue swapped = left;
    left = right;
    right = swapped;
  }
  return tl_constant_of(right, &factor) &&
         tl_add_product(&product, scale, factor) &&
         tl_add_value(nest, left, product, depth + 1, out);
}

bool tl_add_value(const tl_nest *nest, MlirValue value, int64_t scale,
                  int depth, tl_nest_index *out) {
  int64_t number;
  if (depth > TL_MAX_NESTED)
    return false;
  if (tl_constant_of(value, &number))
    return tl_add_product(&out->origin.number, scale, number);
  for (int64_t k = 0; k < nest->loop_count; k++)
    if (mlirValueEqual(value, nest->loops[k].number))
      return tl_add_product(&out->times[k], scale, nest->loops[k].step) &&
             tl_add_index(&nest->loops[k].first, scale, out);
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

/*===--- Ends -------------------------------------------------------------===*/

/* How far it is from the first number of the loop to the end; what both begin
 * with drops out. */
static bool find_room(const tl_nest_index *first, const tl_nest_index *end,
                      tl_nest_index *out) {
  tl_nest_index from = *first;
  *out = *end;
  if (mlirValueEqual(first->origin.value, end->origin.value) &&
      first->origin.scale == end->origin.scale)
    from.origin.value = out->origin.value = (MlirValue){NULL};
  return tl_add_index(&from, -1, out);
}

static bool is_number(const tl_nest_index *index) {
  bool is_one = mlirValueIsNull(index->origin.value);
  for (int k = 0; k < TL_MAX_LOOPS; k++)
    is_one &= index->times[k] == 0;
  return is_one;
}

/* Of several ends the nearest: numbers, and one of loops around. */
static bool add_end(const tl_nest_index *end, tl_nest_loop *loop) {
  tl_nest_index room;
  if (!find_room(&loop->first, end, &room))
    return false;
  if (is_number(&room)) {
    loop->is_counted = true;
    if (room.origin.number < loop->count)
      loop->count = room.origin.number;
    return true;
  }
  bool is_first = !loop->is_ended;
  loop->is_ended = true;
  loop->room = room;
  return is_first;
}

static bool add_map_ends(const tl_nest *nest, const tl_map_operands *of,
                         MlirAffineMap map, intptr_t first, intptr_t count,
                         int depth, tl_nest_loop *loop);

/* A value, or the smallest of several. */
static bool add_value_end(const tl_nest *nest, MlirValue value, int depth,
                          tl_nest_loop *loop) {
  tl_nest_index end = NO_INDEX;
  MlirOperation smallest = tl_defined_by(value, "affine.min");
  MlirOperation smaller = tl_defined_by(value, "arith.minsi");
  if (depth > TL_MAX_NESTED)
    return false;
  if (!mlirOperationIsNull(smaller))
    return add_value_end(nest, mlirOperationGetOperand(smaller, 0), depth + 1,
                         loop) &&
           add_value_end(nest, mlirOperationGetOperand(smaller, 1), depth + 1,
                         loop);
  if (mlirOperationIsNull(smallest))
    return tl_add_value(nest, value, 1, depth, &end) && add_end(&end, loop);
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(smallest, "map"));
  const tl_map_operands of = {smallest, 0, mlirAffineMapGetNumDims(map)};
  return add_map_ends(nest, &of, map, 0, mlirAffineMapGetNumResults(map), depth,
                      loop);
}

static bool add_map_ends(const tl_nest *nest, const tl_map_operands *of,
                         MlirAffineMap map, intptr_t first, intptr_t count,
                         int depth, tl_nest_loop *loop) {
  bool is_fine = true;
  for (intptr_t i = first; is_fine && i < first + count; i++) {
    MlirAffineExpr expression = mlirAffineMapGetResult(map, i);
    tl_nest_index end = NO_INDEX;
    is_fine =
        mlirAffineExprIsADim(expression) || mlirAffineExprIsASymbol(expression)
            ? add_value_end(nest, tl_map_operand(of, expression), depth + 1,
                            loop)
            : tl_add_expression(nest, of, expression, 1, depth + 1, &end) &&
                  add_end(&end, loop);
  }
  return is_fine;
}

/*===--- Loops ------------------------------------------------------------===*/

static const tl_nest_loop NEW_LOOP = {
    .first = {.origin = {.scale = 1}}, .step = 1, .count = INT64_MAX};

/* `is_known`: of what its bounds say, all is. */
static tl_code add_loop(tl_nest *nest, const tl_nest_loop *loop, bool is_known,
                        tl_error *error) {
  if (nest->loop_count == TL_MAX_LOOPS)
    return tl_fail(error, TL_UNSUPPORTED,
                   "W10: it has more than %d loops around each other",
                   TL_MAX_LOOPS);
  if (!is_known || loop->step < 1 || !loop->is_counted)
    return tl_fail(error, TL_UNSUPPORTED,
                   "W10: loop %" PRId64
                   " has no greatest number of turns; a tile has a loop from "
                   "one number to another, or to the smallest of numbers and "
                   "of what is left of a loop around it",
                   nest->loop_count);
  if (loop->count < 1)
    return tl_fail(error, TL_UNSUPPORTED,
                   "W10: loop %" PRId64 " has no turns, so it copies nothing",
                   nest->loop_count);
  tl_nest_loop *own = &nest->loops[nest->loop_count++];
  *own = *loop;
  own->count = (own->count - 1) / own->step + 1;
  return TL_OK;
}

tl_code tl_enter_part(tl_nest *nest, MlirValue size, tl_error *error) {
  tl_nest_loop loop = NEW_LOOP;
  bool is_known = add_value_end(nest, size, 0, &loop);
  return add_loop(nest, &loop, is_known, error);
}

MlirBlock tl_body_of(MlirOperation operation) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0));
}

static tl_nest_loop loop_of(MlirOperation operation, intptr_t i, int64_t step) {
  tl_nest_loop loop = NEW_LOOP;
  loop.number = mlirBlockGetArgument(tl_body_of(operation), i);
  loop.step = step;
  return loop;
}

static tl_code enter_forall(tl_nest *nest, MlirOperation operation,
                            tl_error *error) {
  MlirAttribute first = tl_attribute_of(operation, "staticLowerBound");
  MlirAttribute end = tl_attribute_of(operation, "staticUpperBound");
  MlirAttribute step = tl_attribute_of(operation, "staticStep");
  intptr_t count = mlirDenseArrayGetNumElements(end);
  bool is_known = mlirOperationGetNumOperands(operation) == 0;
  for (intptr_t i = 0; i < count; i++) {
    tl_nest_loop loop =
        loop_of(operation, i, mlirDenseI64ArrayGetElement(step, i));
    tl_nest_index last = NO_INDEX;
    loop.first.origin.number = mlirDenseI64ArrayGetElement(first, i);
    last.origin.number = mlirDenseI64ArrayGetElement(end, i);
    TL_TRY(add_loop(nest, &loop, is_known && add_end(&last, &loop), error));
  }
  return TL_OK;
}

/* Operands: all lower, all upper bounds, all steps.  Those of scf.for may count
 * as numbers without sign. */
static tl_code enter_counted(tl_nest *nest, MlirOperation operation,
                             tl_error *error) {
  intptr_t count = mlirOperationGetNumOperands(operation) / 3;
  bool is_signed =
      mlirAttributeIsNull(tl_attribute_of(operation, "unsignedCmp"));
  for (intptr_t i = 0; i < count; i++) {
    int64_t step;
    bool is_known = tl_constant_of(
        mlirOperationGetOperand(operation, 2 * count + i), &step);
    tl_nest_loop loop = loop_of(operation, i, step);
    is_known =
        is_known && is_signed &&
        tl_add_value(nest, mlirOperationGetOperand(operation, i), 1, 0,
                     &loop.first) &&
        add_value_end(nest, mlirOperationGetOperand(operation, count + i), 0,
                      &loop);
    TL_TRY(add_loop(nest, &loop, is_known, error));
  }
  return TL_OK;
}

static MlirAffineMap map_of(MlirOperation operation, const char *name) {
  return mlirAffineMapAttrGetValue(tl_attribute_of(operation, name));
}

/* Result i of the map of that name, if it is a number. */
bool tl_map_number(MlirOperation loop, const char *name, intptr_t i,
                   int64_t *out) {
  MlirAffineExpr expression = mlirAffineMapGetResult(map_of(loop, name), i);
  bool is_constant = mlirAffineExprIsAConstant(expression);
  *out = is_constant ? mlirAffineConstantExprGetValue(expression) : 0;
  return is_constant;
}

/* From result `first` of the lower map to the smallest of some of the upper one,
 * whose operands follow those of the lower one. */
static bool read_affine(const tl_nest *nest, MlirOperation operation,
                        const char *const maps[2], intptr_t first, intptr_t end,
                        intptr_t ends, tl_nest_loop *loop) {
  MlirAffineMap lower = map_of(operation, maps[0]);
  MlirAffineMap upper = map_of(operation, maps[1]);
  const tl_map_operands from = {operation, 0, mlirAffineMapGetNumDims(lower)};
  const tl_map_operands to = {operation, mlirAffineMapGetNumInputs(lower),
                              mlirAffineMapGetNumDims(upper)};
  return tl_add_expression(nest, &from, mlirAffineMapGetResult(lower, first), 1,
                           0, &loop->first) &&
         add_map_ends(nest, &to, upper, end, ends, 0, loop);
}

static tl_code enter_affine(tl_nest *nest, MlirOperation operation,
                            tl_error *error) {
  static const char *const MAPS[2] = {"lowerBoundMap", "upperBoundMap"};
  tl_nest_loop loop =
      loop_of(operation, 0, tl_integer_attribute(operation, "step", 0));
  bool is_known =
      mlirAffineMapGetNumResults(map_of(operation, MAPS[0])) == 1 &&
      read_affine(nest, operation, MAPS, 0, 0,
                  mlirAffineMapGetNumResults(map_of(operation, MAPS[1])),
                  &loop);
  return add_loop(nest, &loop, is_known, error);
}

/* How many results of a map loop i has. */
static int64_t group_of(MlirOperation operation, const char *name, intptr_t i) {
  return mlirDenseElementsAttrGetInt32Value(tl_attribute_of(operation, name),
                                            i);
}

static tl_code enter_affine_parallel(tl_nest *nest, MlirOperation operation,
                                     tl_error *error) {
  static const char *const MAPS[2] = {"lowerBoundsMap", "upperBoundsMap"};
  MlirAttribute steps = tl_attribute_of(operation, "steps");
  intptr_t first = 0, end = 0;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(steps); i++) {
    tl_nest_loop loop =
        loop_of(operation, i,
                mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(steps, i)));
    int64_t firsts = group_of(operation, "lowerBoundsGroups", i);
    int64_t ends = group_of(operation, "upperBoundsGroups", i);
    bool is_known = firsts == 1 &&
                    read_affine(nest, operation, MAPS, first, end, ends, &loop);
    TL_TRY(add_loop(nest, &loop, is_known, error));
    first += firsts;
    end += ends;
  }
  return TL_OK;
}

static const struct loop_row {
  const char *name;
  tl_code (*enter)(tl_nest *nest, MlirOperation loop, tl_error *error);
  bool is_in_order;
} LOOPS[] = {
    {"scf.forall", enter_forall, false},
    {"scf.parallel", enter_counted, false},
    {"scf.for", enter_counted, true},
    {"affine.parallel", enter_affine_parallel, false},
    {"affine.for", enter_affine, true},
};

static const struct loop_row *row_of(MlirOperation operation) {
  for (size_t i = 0; i < sizeof LOOPS / sizeof *LOOPS; i++)
    if (tl_operation_is(operation, LOOPS[i].name))
      return &LOOPS[i];
  return NULL;
}

/* Those mapped to blocks are around what a block does. */
bool tl_is_loop(MlirOperation operation) {
  return row_of(operation) && !tl_is_mapped_to_blocks(operation);
}

tl_code tl_enter_loop(tl_nest *nest, MlirOperation loop, tl_error *error) {
  const struct loop_row *row = row_of(loop);
  nest->is_in_order |= row->is_in_order;
  return mlirOperationGetNumResults(loop) == 0
             ? row->enter(nest, loop, error)
             : tl_fail(error, TL_UNSUPPORTED,
                       "W10: loop %" PRId64
                       " has results; loops of a tile only copy",
                       nest->loop_count);
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
    bool is_of_groups = tl_is_group(next) || tl_is_group_wait(next);
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
