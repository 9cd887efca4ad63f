/* convert_copies_nests.c - Loops that copy part by part; see convert_copies.h.
 *
 *   scf.forall (%i, %j) in (64, 16) {
 *     %c = affine.apply affine_map<(d0) -> (d0 * 4)>(%j)
 *     %a = memref.subview %A[%i, %c] [1, 4] [1, 1]
 *     %s = memref.subview %S[%i, %c] [1, 4] [1, 1]
 *     memref.copy %a, %s
 *   } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
 *
 * copy a tile of 64 x 64, whoever executes which turn.  A loop steps by the
 * size of the part along one dimension of each side, so that the parts of all
 * turns are a tile without gaps; an element that is loaded and stored is a part
 * of size 1.  A loop that the source does not depend on copies the same again. */
#include "convert_copies.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/uniformity.h"

enum { NONE = -1, MAX_NESTED = 32 /* expressions of an index */ };

typedef struct copy_loop {
  MlirValue number;
  int64_t first, step, count;
} copy_loop;

typedef struct copy_nest {
  MlirOperation outer;
  bool is_in_order; /* a loop of it is */
  bool has_groups;  /* of asynchronous copies, behind the part */
  int64_t loop_count;
  copy_loop loops[TL_MAX_RANK];
} copy_nest;

/* A number of the loops: of each so many times its own, and an origin. */
typedef struct nest_index {
  int64_t times[TL_MAX_RANK];
  tl_block_origin origin;
} nest_index;

/* Dimension d of memory: where a part starts, how long it is, and which
 * dimension of the part this is. */
typedef struct nest_place {
  MlirValue memref;
  int64_t rank;
  nest_index start[TL_MAX_RANK];
  int64_t size[TL_MAX_RANK], part[TL_MAX_RANK];
  int64_t loop[TL_MAX_RANK]; /* that moves along it, or NONE */
} nest_place;

/*===--- Numbers ----------------------------------------------------------===*/

static bool is_within(MlirOperation operation, MlirOperation of) {
  while (!mlirOperationIsNull(operation) && !mlirOperationEqual(operation, of))
    operation = mlirOperationGetParentOperation(operation);
  return !mlirOperationIsNull(operation);
}

static bool is_outside(const copy_nest *nest, MlirValue value) {
  MlirOperation owner =
      mlirValueIsABlockArgument(value)
          ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value))
          : mlirOpResultGetOwner(value);
  return !is_within(owner, nest->outer);
}

static bool add_times(int64_t *sum, int64_t a, int64_t b) {
  int64_t product;
  return !__builtin_mul_overflow(a, b, &product) &&
         !__builtin_add_overflow(*sum, product, sum);
}

static bool add_value(const copy_nest *nest, MlirValue value, int64_t scale,
                      int depth, nest_index *out);

static bool add_origin(MlirValue value, int64_t scale, tl_block_origin *out) {
  if (!mlirValueIsNull(out->value))
    return false;
  out->value = value;
  out->scale = scale;
  return scale > 0;
}

/* The operands of a map: dimensions and then symbols, from `first` on. */
typedef struct map_operands {
  MlirOperation operation;
  intptr_t first, dims;
} map_operands;

static MlirValue map_operand(const map_operands *of,
                             MlirAffineExpr expression) {
  intptr_t number =
      mlirAffineExprIsADim(expression)
          ? mlirAffineDimExprGetPosition(expression)
          : of->dims + mlirAffineSymbolExprGetPosition(expression);
  return mlirOperationGetOperand(of->operation, of->first + number);
}

static bool add_expression(const copy_nest *nest, const map_operands *of,
                           MlirAffineExpr expression, int64_t scale, int depth,
                           nest_index *out) {
  if (depth > MAX_NESTED)
    return false;
  if (mlirAffineExprIsAConstant(expression))
    return add_times(&out->origin.number, scale,
                     mlirAffineConstantExprGetValue(expression));
  if (mlirAffineExprIsADim(expression) || mlirAffineExprIsASymbol(expression))
    return add_value(nest, map_operand(of, expression), scale, depth + 1, out);
  MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expression);
  MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(expression);
  if (mlirAffineExprIsAAdd(expression))
    return add_expression(nest, of, left, scale, depth + 1, out) &&
           add_expression(nest, of, right, scale, depth + 1, out);
  int64_t product = 0;
  return mlirAffineExprIsAMul(expression) && mlirAffineExprIsAConstant(right) &&
         add_times(&product, scale, mlirAffineConstantExprGetValue(right)) &&
         add_expression(nest, of, left, product, depth + 1, out);
}

static bool add_result(const copy_nest *nest, MlirOperation operation,
                       intptr_t first, intptr_t result, int64_t scale,
                       int depth, nest_index *out) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(operation, "map"));
  const map_operands of = {operation, first, mlirAffineMapGetNumDims(map)};
  return add_expression(nest, &of, mlirAffineMapGetResult(map, result), scale,
                        depth + 1, out);
}

static bool add_operation(const copy_nest *nest, MlirOperation operation,
                          int64_t scale, int depth, nest_index *out) {
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
    return add_value(nest, left, scale, depth + 1, out) &&
           add_times(&product, scale, is_sum ? 1 : -1) &&
           add_value(nest, right, product, depth + 1, out);
  return tl_constant_of(right, &factor) && add_times(&product, scale, factor) &&
         add_value(nest, left, product, depth + 1, out);
}

static bool add_value(const copy_nest *nest, MlirValue value, int64_t scale,
                      int depth, nest_index *out) {
  int64_t number;
  if (depth > MAX_NESTED)
    return false;
  if (tl_constant_of(value, &number))
    return add_times(&out->origin.number, scale, number);
  for (int64_t k = 0; k < nest->loop_count; k++)
    if (mlirValueEqual(value, nest->loops[k].number))
      return add_times(&out->times[k], scale, 1) &&
             add_times(&out->origin.number, scale, nest->loops[k].first);
  if (is_outside(nest, value))
    return add_origin(value, scale, &out->origin);
  return mlirValueIsAOpResult(value) &&
         add_operation(nest, mlirOpResultGetOwner(value), scale, depth, out);
}

static const nest_index NO_INDEX = {.origin = {.scale = 1}};

static bool read_index(const copy_nest *nest, MlirValue value,
                       nest_index *out) {
  *out = NO_INDEX;
  return add_value(nest, value, 1, 0, out) && out->origin.number >= 0;
}

/* Index d of an operation that has them from operand `first` on, or results of a
 * map. */
static bool read_index_of(const copy_nest *nest, MlirOperation operation,
                          intptr_t first, intptr_t d, nest_index *out) {
  if (mlirAttributeIsNull(tl_attribute_of(operation, "map")))
    return read_index(nest, mlirOperationGetOperand(operation, first + d), out);
  *out = NO_INDEX;
  return add_result(nest, operation, first, d, 1, 0, out) &&
         out->origin.number >= 0;
}

/*===--- Loops ------------------------------------------------------------===*/

static bool add_loop(copy_nest *nest, MlirValue number, int64_t first,
                     int64_t end, int64_t step) {
  int64_t room;
  if (nest->loop_count == TL_MAX_RANK || first < 0 || end <= first ||
      step < 1 || __builtin_sub_overflow(end, first, &room))
    return false;
  nest->loops[nest->loop_count++] =
      (copy_loop){number, first, step, (room - 1) / step + 1};
  return true;
}

static MlirBlock body_of(MlirOperation operation) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0));
}

static bool enter_forall(copy_nest *nest, MlirOperation loop) {
  MlirAttribute first = tl_attribute_of(loop, "staticLowerBound");
  MlirAttribute end = tl_attribute_of(loop, "staticUpperBound");
  MlirAttribute step = tl_attribute_of(loop, "staticStep");
  bool is_fine = !tl_is_mapped_to_blocks(loop);
  for (intptr_t i = 0; is_fine && i < mlirDenseArrayGetNumElements(end); i++)
    is_fine = add_loop(nest, mlirBlockGetArgument(body_of(loop), i),
                       mlirDenseI64ArrayGetElement(first, i),
                       mlirDenseI64ArrayGetElement(end, i),
                       mlirDenseI64ArrayGetElement(step, i));
  return is_fine;
}

/* Operands: all lower, all upper bounds, all steps. */
static bool enter_counted(copy_nest *nest, MlirOperation loop) {
  intptr_t count = mlirOperationGetNumOperands(loop) / 3;
  bool is_fine = !tl_is_mapped_to_blocks(loop);
  for (intptr_t i = 0; is_fine && i < count; i++) {
    int64_t first, end, step;
    is_fine =
        tl_constant_of(mlirOperationGetOperand(loop, i), &first) &&
        tl_constant_of(mlirOperationGetOperand(loop, count + i), &end) &&
        tl_constant_of(mlirOperationGetOperand(loop, 2 * count + i), &step) &&
        add_loop(nest, mlirBlockGetArgument(body_of(loop), i), first, end,
                 step);
  }
  return is_fine;
}

/* Result i of the map of that name, if it is a number. */
static bool bound_of(MlirOperation loop, const char *name, intptr_t i,
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

static bool enter_affine(copy_nest *nest, MlirOperation loop) {
  int64_t first, end;
  return bounds_of(loop, "lowerBoundMap") == 1 &&
         bounds_of(loop, "upperBoundMap") == 1 &&
         bound_of(loop, "lowerBoundMap", 0, &first) &&
         bound_of(loop, "upperBoundMap", 0, &end) &&
         add_loop(nest, mlirBlockGetArgument(body_of(loop), 0), first, end,
                  tl_integer_attribute(loop, "step", 0));
}

/* One lower and one upper bound of each loop. */
static bool enter_affine_parallel(copy_nest *nest, MlirOperation loop) {
  MlirAttribute steps = tl_attribute_of(loop, "steps");
  intptr_t count = mlirArrayAttrGetNumElements(steps);
  bool is_fine = bounds_of(loop, "lowerBoundsMap") == count &&
                 bounds_of(loop, "upperBoundsMap") == count;
  for (intptr_t i = 0; is_fine && i < count; i++) {
    int64_t first, end;
    is_fine =
        bound_of(loop, "lowerBoundsMap", i, &first) &&
        bound_of(loop, "upperBoundsMap", i, &end) &&
        add_loop(nest, mlirBlockGetArgument(body_of(loop), i), first, end,
                 mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(steps, i)));
  }
  return is_fine;
}

static const struct loop_row {
  const char *name;
  bool (*enter)(copy_nest *nest, MlirOperation loop);
  bool is_in_order;
} LOOPS[] = {
    {"scf.forall", enter_forall, false},
    {"scf.parallel", enter_counted, false},
    {"scf.for", enter_counted, true},
    {"affine.parallel", enter_affine_parallel, false},
    {"affine.for", enter_affine, true},
};

static bool enter(copy_nest *nest, MlirOperation loop) {
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
static bool read_body(copy_nest *nest, MlirBlock body, MlirOperation out[2]) {
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

/*===--- Parts ------------------------------------------------------------===*/

static bool read_indices(const copy_nest *nest, MlirOperation operation,
                         intptr_t memref, nest_place *out) {
  out->memref = mlirOperationGetOperand(operation, memref);
  MlirType type = mlirValueGetType(out->memref);
  if (!mlirTypeIsAMemRef(type) || !is_outside(nest, out->memref) ||
      mlirShapedTypeGetRank(type) > TL_MAX_RANK)
    return false;
  out->rank = mlirShapedTypeGetRank(type);
  for (int64_t d = 0; d < out->rank; d++) {
    out->size[d] = 1;
    out->part[d] = NONE;
    if (!read_index_of(nest, operation, memref + 1, d, &out->start[d]))
      return false;
  }
  return true;
}

/* The last dimensions are those of a vector. */
static bool add_vector(MlirType vector, nest_place *out) {
  if (!mlirTypeIsAVector(vector))
    return true;
  int64_t rank = mlirShapedTypeGetRank(vector);
  if (mlirVectorTypeIsScalable(vector) || rank > out->rank)
    return false;
  for (int64_t d = 0; d < rank; d++) {
    out->size[out->rank - rank + d] = mlirShapedTypeGetDimSize(vector, d);
    out->part[out->rank - rank + d] = d;
  }
  return mlirTypeEqual(mlirShapedTypeGetElementType(vector),
                       tl_element_type(mlirValueGetType(out->memref)));
}

/* A whole memref, or a part of one. */
static bool read_view(const copy_nest *nest, MlirValue memref,
                      nest_place *out) {
  MlirOperation subview = tl_defined_by(memref, "memref.subview");
  tl_view_numbers numbers;
  int64_t kept = 0;
  intptr_t value = 0;
  if (mlirOperationIsNull(subview) || is_outside(nest, memref))
    return false;
  out->memref = mlirOperationGetOperand(subview, 0);
  out->rank = mlirShapedTypeGetRank(mlirValueGetType(out->memref));
  if (out->rank > TL_MAX_RANK || !is_outside(nest, out->memref))
    return false;
  tl_subview_numbers(subview, &numbers);
  for (int64_t d = 0; d < out->rank; d++) {
    nest_index *start = &out->start[d];
    *start = (nest_index){
        .origin = {.number = numbers.offsets.items[d], .scale = 1}};
    if (numbers.offsets.items[d] == INT64_MIN &&
        !read_index(nest, numbers.values[value++], start))
      return false;
    out->size[d] = numbers.sizes.items[d];
    out->part[d] = tl_subview_drops(subview, d) ? NONE : kept++;
    if (out->size[d] < 1 || numbers.strides.items[d] != 1)
      return false;
  }
  return kept == mlirShapedTypeGetRank(mlirValueGetType(memref));
}

/* linalg.copy converts elements. */
static bool has_same_elements(MlirOperation copy, intptr_t a, intptr_t b) {
  return mlirTypeEqual(
      tl_element_type(mlirValueGetType(mlirOperationGetOperand(copy, a))),
      tl_element_type(mlirValueGetType(mlirOperationGetOperand(copy, b))));
}

/* In bounds, of a vector in the order of memory. */
static bool is_plain_transfer(MlirOperation transfer, intptr_t operands) {
  MlirAttribute in_bounds = tl_attribute_of(transfer, "in_bounds");
  bool is_plain = mlirOperationGetNumOperands(transfer) == operands &&
                  mlirAffineMapIsMinorIdentity(mlirAffineMapAttrGetValue(
                      tl_attribute_of(transfer, "permutation_map")));
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(in_bounds); d++)
    is_plain &= mlirBoolAttrGetValue(mlirArrayAttrGetElement(in_bounds, d));
  return is_plain;
}

static const struct pair_row {
  const char *read, *write;
  bool is_transfer;
} PAIRS[] = {
    {"memref.load", "memref.store", false},
    {"affine.load", "affine.store", false},
    {"vector.load", "vector.store", false},
    {"affine.vector_load", "affine.vector_store", false},
    {"vector.transfer_read", "vector.transfer_write", true},
};

static bool read_pair(const copy_nest *nest, const struct pair_row *row,
                      const MlirOperation body[2], nest_place out[TL_SIDES]) {
  if (!tl_operation_is(body[0], row->read) ||
      !tl_operation_is(body[1], row->write) ||
      !mlirValueEqual(mlirOperationGetResult(body[0], 0),
                      mlirOperationGetOperand(body[1], 0)))
    return false;
  MlirType moved = mlirValueGetType(mlirOperationGetOperand(body[1], 0));
  return read_indices(nest, body[0], 0, &out[TL_FROM]) &&
         read_indices(nest, body[1], 1, &out[TL_TO]) &&
         add_vector(moved, &out[TL_FROM]) && add_vector(moved, &out[TL_TO]) &&
         (!row->is_transfer ||
          (is_plain_transfer(body[0], 2 + out[TL_FROM].rank) &&
           is_plain_transfer(body[1], 2 + out[TL_TO].rank)));
}

/* Of an asynchronous copy, whose parts are of the last dimension. */
static bool read_async(const copy_nest *nest, MlirOperation copy,
                       nest_place out[TL_SIDES]) {
  int64_t size = tl_integer_attribute(copy, "dstElements", 0);
  intptr_t source = 1 + mlirShapedTypeGetRank(
                            mlirValueGetType(mlirOperationGetOperand(copy, 0)));
  if (size < 1 || !has_same_elements(copy, 0, source) ||
      !read_indices(nest, copy, 0, &out[TL_TO]) ||
      !read_indices(nest, copy, source, &out[TL_FROM]))
    return false;
  for (int side = 0; side < TL_SIDES; side++) {
    int64_t last = out[side].rank - 1;
    if (last < 0)
      return false;
    out[side].size[last] = size;
    out[side].part[last] = 0;
  }
  return true;
}

static bool read_parts(const copy_nest *nest, const MlirOperation body[2],
                       nest_place out[TL_SIDES]) {
  if (mlirOperationIsNull(body[0]) &&
      tl_operation_is(body[1], "nvgpu.device_async_copy"))
    return read_async(nest, body[1], out);
  if (nest->has_groups)
    return false;
  if (mlirOperationIsNull(body[0]))
    return (tl_operation_is(body[1], "memref.copy") ||
            tl_operation_is(body[1], "linalg.copy")) &&
           mlirOperationGetNumOperands(body[1]) == TL_SIDES &&
           has_same_elements(body[1], 0, 1) &&
           read_view(nest, mlirOperationGetOperand(body[1], 0),
                     &out[TL_FROM]) &&
           read_view(nest, mlirOperationGetOperand(body[1], 1), &out[TL_TO]);
  for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++)
    if (read_pair(nest, &PAIRS[i], body, out))
      return true;
  return false;
}

/*===--- Numbers of elements ----------------------------------------------===*/

/* A smallest number that is no less than the part, and a largest one that is no
 * more than 0, change nothing of what is copied. */
static bool changes_nothing(bool is_smallest, int64_t number, int64_t part) {
  return is_smallest ? number >= part : number <= 0;
}

static bool add_room(const copy_nest *nest, MlirValue value, int64_t part,
                     int depth, nest_index *out);

/* Of affine.min or affine.max: of two results one is a number. */
static bool add_extreme(const copy_nest *nest, MlirOperation operation,
                        int64_t part, int depth, nest_index *out) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(operation, "map"));
  const map_operands of = {operation, 0, mlirAffineMapGetNumDims(map)};
  bool is_smallest = tl_operation_is(operation, "affine.min");
  int64_t number;
  for (intptr_t i = 0; mlirAffineMapGetNumResults(map) == 2 && i < 2; i++) {
    MlirAffineExpr other = mlirAffineMapGetResult(map, !i);
    if (!bound_of(operation, "map", i, &number) ||
        !changes_nothing(is_smallest, number, part))
      continue;
    return mlirAffineExprIsADim(other) || mlirAffineExprIsASymbol(other)
               ? add_room(nest, map_operand(&of, other), part, depth + 1, out)
               : add_expression(nest, &of, other, 1, depth + 1, out);
  }
  return false;
}

static bool add_room(const copy_nest *nest, MlirValue value, int64_t part,
                     int depth, nest_index *out) {
  static const char *const NAMES[] = {"affine.min", "affine.max", "arith.minsi",
                                      "arith.maxsi"};
  int64_t number;
  for (int i = 0; i < 4 && depth < MAX_NESTED; i++) {
    MlirOperation operation = tl_defined_by(value, NAMES[i]);
    if (mlirOperationIsNull(operation))
      continue;
    if (i < 2)
      return add_extreme(nest, operation, part, depth, out);
    return tl_constant_of(mlirOperationGetOperand(operation, 1), &number) &&
           changes_nothing(i == 2, number, part) &&
           add_room(nest, mlirOperationGetOperand(operation, 0), part,
                    depth + 1, out);
  }
  return add_value(nest, value, 1, depth, out);
}

/* Where the source ends for all turns: each has what is left from its start on.
 * Without loops it is as many elements from the origin on. */
static bool take_end(const copy_nest *nest, MlirOperation copy,
                     const nest_place *from, tl_block_copy *out) {
  tl_block_side *side = &out->sides[TL_FROM];
  int64_t last = from->rank - 1, d = 0, number, part = from->size[last];
  MlirValue size =
      mlirOperationGetOperand(copy, mlirOperationGetNumOperands(copy) - 1);
  nest_index sum = from->start[last];
  while (side->from.items[side->from.count - out->tile.count + d] != last)
    if (++d == out->tile.count)
      return false;
  if (tl_constant_of(size, &number) && number >= part)
    return true;
  side->is_bounded = true;
  if (nest->loop_count == 0) {
    side->mask[d] = size;
    return true;
  }
  if (!add_room(nest, size, part, 0, &sum))
    return false;
  for (int64_t k = 0; k < nest->loop_count; k++)
    if (sum.times[k] != 0)
      return false;
  side->is_ended[d] = true;
  side->end[d] = sum.origin;
  return true;
}

static bool has_size(MlirOperation copy) {
  enum { PARTS = 5 };
  MlirAttribute parts = tl_attribute_of(copy, "operandSegmentSizes");
  return mlirDenseI32ArrayGetElement(parts, PARTS - 1) > 0;
}

/*===--- The tile ---------------------------------------------------------===*/

/* Along each dimension one loop moves by the size of the part, or none; a loop
 * moves along one dimension. */
static bool find_loops(const copy_nest *nest, nest_place *place) {
  bool is_used[TL_MAX_RANK] = {false};
  for (int64_t d = 0; d < place->rank; d++) {
    place->loop[d] = NONE;
    for (int64_t k = 0; k < nest->loop_count; k++) {
      int64_t times = place->start[d].times[k], moved = 0;
      if (times == 0 || nest->loops[k].count == 1)
        continue;
      if (place->loop[d] != NONE || is_used[k] ||
          !add_times(&moved, times, nest->loops[k].step) ||
          moved != place->size[d])
        return false;
      place->loop[d] = k;
      is_used[k] = true;
    }
  }
  return true;
}

static bool is_of_tile(const nest_place *place, int64_t d) {
  return place->loop[d] != NONE || place->size[d] > 1;
}

/* The dimension of the source along that of the target, NONE where it has one
 * element for all; -2 where there is none that fits. */
static int64_t find_source(const nest_place places[TL_SIDES], int64_t target) {
  const nest_place *from = &places[TL_FROM], *to = &places[TL_TO];
  bool is_whole = true;
  for (int64_t d = 0; d < from->rank; d++) {
    bool has_loop = from->loop[d] == to->loop[target];
    bool has_part = to->size[target] == 1 ? from->size[d] == 1
                                          : from->part[d] == to->part[target] &&
                                                from->size[d] > 1;
    if (is_of_tile(from, d) && has_loop && has_part)
      return d;
    is_whole &= to->loop[target] == NONE || !has_loop;
  }
  return is_whole && to->size[target] == 1 ? NONE : -2;
}

static void take_dimension(const nest_place *place, int64_t d,
                           tl_block_side *out) {
  int64_t i = out->from.count++;
  out->from.items[i] = d;
  if (d >= 0)
    out->origin[i] = place->start[d].origin;
}

static bool take_leading(const nest_place *place, int64_t tile_rank,
                         tl_block_side *out) {
  int64_t kept = 0;
  out->memref = place->memref;
  out->has_origin = true;
  for (int64_t d = 0; d < place->rank; d++)
    if (!is_of_tile(place, d))
      take_dimension(place, d, out);
    else
      kept++;
  return kept <= tile_rank && out->from.count + tile_rank <= TL_MAX_RANK;
}

static bool take_tile(const copy_nest *nest, const nest_place places[TL_SIDES],
                      tl_block_copy *out) {
  const nest_place *from = &places[TL_FROM], *to = &places[TL_TO];
  int64_t matched = 0, own = 0;
  for (int64_t d = 0; d < to->rank; d++)
    out->tile.count += is_of_tile(to, d);
  if (!out->tile.count ||
      !take_leading(from, out->tile.count, &out->sides[TL_FROM]) ||
      !take_leading(to, out->tile.count, &out->sides[TL_TO]))
    return false;
  for (int64_t d = 0, t = 0; d < to->rank; d++) {
    int64_t source = find_source(places, d), loop = to->loop[d];
    if (!is_of_tile(to, d))
      continue;
    if (source < NONE ||
        __builtin_mul_overflow(to->size[d],
                               loop == NONE ? 1 : nest->loops[loop].count,
                               &out->tile.items[t++]))
      return false;
    matched += source >= 0;
    take_dimension(from, source, &out->sides[TL_FROM]);
    take_dimension(to, d, &out->sides[TL_TO]);
  }
  for (int64_t d = 0; d < from->rank; d++)
    own += is_of_tile(from, d);
  return own == matched;
}

/* What one thread does, that of number 0, is done once, too. */
static bool is_of_first_thread(MlirOperation branch) {
  int64_t number, predicate;
  MlirOperation compare =
      tl_defined_by(mlirOperationGetOperand(branch, 0), "arith.cmpi");
  if (mlirOperationIsNull(compare) || mlirOperationGetNumResults(branch) != 0 ||
      !mlirBlockIsNull(
          mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, 1))))
    return false;
  predicate = tl_integer_attribute(compare, "predicate", NONE);
  return predicate == TL_EQUALS &&
         !mlirOperationIsNull(tl_defined_by(mlirOperationGetOperand(compare, 0),
                                            "gpu.thread_id")) &&
         tl_constant_of(mlirOperationGetOperand(compare, 1), &number) &&
         number == 0;
}

bool tl_read_nest(MlirOperation outer, tl_block_copy *out) {
  copy_nest nest = {.outer = outer};
  nest_place places[TL_SIDES];
  MlirOperation body[2] = {{NULL}, outer};
  if (tl_operation_is(outer, "scf.if") &&
      (!is_of_first_thread(outer) || !read_body(&nest, body_of(outer), body)))
    return false;
  while (mlirOperationIsNull(body[0]) && enter(&nest, body[1]))
    if (!read_body(&nest, body_of(body[1]), body))
      return false;
  bool is_async = tl_operation_is(body[1], "nvgpu.device_async_copy");
  out->is_nest = true;
  out->is_in_order = nest.is_in_order;
  if (is_async)
    out->started = body[1];
  return (nest.loop_count || is_async) && read_parts(&nest, body, places) &&
         find_loops(&nest, &places[TL_FROM]) &&
         find_loops(&nest, &places[TL_TO]) && take_tile(&nest, places, out) &&
         (!is_async || !has_size(body[1]) ||
          take_end(&nest, body[1], &places[TL_FROM], out));
}
