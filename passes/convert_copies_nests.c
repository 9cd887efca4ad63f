/* convert_copies_nests.c - Loops that copy part by part; see the header.
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
#include "convert_copies_nests.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/*===--- Numbers of elements ----------------------------------------------===*/

/* A smallest number that is no less than the part, and a largest one that is no
 * more than 0, change nothing of what is copied. */
static bool changes_nothing(bool is_smallest, int64_t number, int64_t part) {
  return is_smallest ? number >= part : number <= 0;
}

static bool add_room(const tl_nest *nest, MlirValue value, int64_t part,
                     int depth, tl_nest_index *out);

/* Of affine.min or affine.max: of two results one is a number. */
static bool add_extreme(const tl_nest *nest, MlirOperation operation,
                        int64_t part, int depth, tl_nest_index *out) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(operation, "map"));
  const tl_map_operands of = {operation, 0, mlirAffineMapGetNumDims(map)};
  bool is_smallest = tl_operation_is(operation, "affine.min");
  int64_t number;
  for (intptr_t i = 0; mlirAffineMapGetNumResults(map) == 2 && i < 2; i++) {
    MlirAffineExpr other = mlirAffineMapGetResult(map, !i);
    if (!tl_map_number(operation, "map", i, &number) ||
        !changes_nothing(is_smallest, number, part))
      continue;
    return mlirAffineExprIsADim(other) || mlirAffineExprIsASymbol(other)
               ? add_room(nest, tl_map_operand(&of, other), part, depth + 1,
                          out)
               : tl_add_expression(nest, &of, other, 1, depth + 1, out);
  }
  return false;
}

static bool add_room(const tl_nest *nest, MlirValue value, int64_t part,
                     int depth, tl_nest_index *out) {
  static const char *const NAMES[] = {"affine.min", "affine.max", "arith.minsi",
                                      "arith.maxsi"};
  int64_t number;
  for (int i = 0; i < 4 && depth < TL_MAX_NESTED; i++) {
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
  return tl_add_value(nest, value, 1, depth, out);
}

/* Where the source ends for all turns: each has what is left from its start on.
 * Without loops it is as many elements from the origin on. */
static bool take_end(const tl_nest *nest, MlirOperation copy,
                     const tl_nest_place *from, tl_block_copy *out) {
  tl_block_side *side = &out->sides[TL_FROM];
  int64_t last = from->rank - 1, d = 0, number, part = from->size[last];
  MlirValue size =
      mlirOperationGetOperand(copy, mlirOperationGetNumOperands(copy) - 1);
  tl_nest_index sum = from->start[last];
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
static bool find_loops(const tl_nest *nest, tl_nest_place *place) {
  bool is_used[TL_MAX_RANK] = {false};
  for (int64_t d = 0; d < place->rank; d++) {
    place->loop[d] = TL_NO_LOOP;
    for (int64_t k = 0; k < nest->loop_count; k++) {
      int64_t times = place->start[d].times[k], moved = 0;
      if (times == 0 || nest->loops[k].count == 1)
        continue;
      if (place->loop[d] != TL_NO_LOOP || is_used[k] ||
          !tl_add_times(&moved, times, nest->loops[k].step) ||
          moved != place->size[d])
        return false;
      place->loop[d] = k;
      is_used[k] = true;
    }
  }
  return true;
}

static bool is_of_tile(const tl_nest_place *place, int64_t d) {
  return place->loop[d] != TL_NO_LOOP || place->size[d] > 1;
}

/* The dimension of the source along that of the target, TL_NO_LOOP where it has one
 * element for all; -2 where there is none that fits. */
static int64_t find_source(const tl_nest_place places[TL_SIDES],
                           int64_t target) {
  const tl_nest_place *from = &places[TL_FROM], *to = &places[TL_TO];
  bool is_whole = true;
  for (int64_t d = 0; d < from->rank; d++) {
    bool has_loop = from->loop[d] == to->loop[target];
    bool has_part = to->size[target] == 1 ? from->size[d] == 1
                                          : from->part[d] == to->part[target] &&
                                                from->size[d] > 1;
    if (is_of_tile(from, d) && has_loop && has_part)
      return d;
    is_whole &= to->loop[target] == TL_NO_LOOP || !has_loop;
  }
  return is_whole && to->size[target] == 1 ? TL_NO_LOOP : -2;
}

static void take_dimension(const tl_nest_place *place, int64_t d,
                           tl_block_side *out) {
  int64_t i = out->from.count++;
  out->from.items[i] = d;
  if (d >= 0)
    out->origin[i] = place->start[d].origin;
}

static bool take_leading(const tl_nest_place *place, int64_t tile_rank,
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

static bool take_tile(const tl_nest *nest, const tl_nest_place places[TL_SIDES],
                      tl_block_copy *out) {
  const tl_nest_place *from = &places[TL_FROM], *to = &places[TL_TO];
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
    if (source < TL_NO_LOOP ||
        __builtin_mul_overflow(to->size[d],
                               loop == TL_NO_LOOP ? 1 : nest->loops[loop].count,
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
  predicate = tl_integer_attribute(compare, "predicate", TL_NO_LOOP);
  return predicate == TL_EQUALS &&
         !mlirOperationIsNull(tl_defined_by(mlirOperationGetOperand(compare, 0),
                                            "gpu.thread_id")) &&
         tl_constant_of(mlirOperationGetOperand(compare, 1), &number) &&
         number == 0;
}

bool tl_read_nest(MlirOperation outer, tl_block_copy *out) {
  tl_nest nest = {.outer = outer};
  tl_nest_place places[TL_SIDES];
  MlirOperation body[2] = {{NULL}, outer};
  if (tl_operation_is(outer, "scf.if") &&
      (!is_of_first_thread(outer) ||
       !tl_read_body(&nest, tl_body_of(outer), body)))
    return false;
  while (mlirOperationIsNull(body[0]) && tl_enter_loop(&nest, body[1]))
    if (!tl_read_body(&nest, tl_body_of(body[1]), body))
      return false;
  bool is_async = tl_operation_is(body[1], "nvgpu.device_async_copy");
  out->is_nest = true;
  out->is_in_order = nest.is_in_order;
  if (is_async)
    out->started = body[1];
  return (nest.loop_count || is_async) && tl_read_parts(&nest, body, places) &&
         find_loops(&nest, &places[TL_FROM]) &&
         find_loops(&nest, &places[TL_TO]) && take_tile(&nest, places, out) &&
         (!is_async || !has_size(body[1]) ||
          take_end(&nest, body[1], &places[TL_FROM], out));
}
