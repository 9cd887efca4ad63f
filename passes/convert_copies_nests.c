/* convert_copies_nests.c - Loops that copy part by part; see the header.
 *
 *   scf.forall (%i, %j) in (64, 16) {
 *     %c = affine.apply affine_map<(d0) -> (d0 * 4)>(%j)
 *     %a = memref.subview %A[%i, %c] [1, 4] [1, 1]
 *     %s = memref.subview %S[%i, %c] [1, 4] [1, 1]
 *     memref.copy %a, %s
 *   } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
 *
 * copy a tile of 64 x 64, whoever executes which turn.
 *
 * Rule W10.  A loop moves by the size of the part along one dimension of each
 * side, or by what other loops along it cover, so that the parts of all turns are
 * a tile without gaps; an element that is loaded and stored is a part of size 1.
 * A loop that the source does not depend on copies the same again.  A tile loop
 * and the loop inside of it, to the smallest of its step and of what is left,
 * are one dimension. */
#include "convert_copies_nests.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <inttypes.h>

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

/*===--- Loops along dimensions -------------------------------------------===*/

static const char *const SIDES[TL_SIDES] = {"source", "target"};

static bool moves(const tl_nest_loop *loop) {
  return loop->count > 1 || loop->is_ended;
}

/* The loop of `loops` that moves least, or -1. */
static int innermost(uint32_t loops, const tl_nest_index *start) {
  int least = -1;
  for (int k = 0; k < TL_MAX_LOOPS; k++)
    if ((loops >> k & 1) &&
        (least < 0 || start->times[k] < start->times[least]))
      least = k;
  return least;
}

/* Along a dimension the innermost loop moves by the size of the part, and each
 * other one by what those inside of it cover; *covered is what all do. */
static tl_code cover(const tl_nest *nest, const tl_nest_place *place, int side,
                     int64_t d, int64_t *covered, tl_error *error) {
  uint32_t rest = place->loops[d];
  int64_t reached = place->size[d];
  while (rest) {
    int k = innermost(rest, &place->start[d]);
    int64_t step = place->start[d].times[k];
    if (step != reached)
      return tl_fail(error, TL_UNSUPPORTED,
                     "W10: loop %d moves by %" PRId64
                     " along dimension %" PRId64
                     " of the %s, where what is inside of it copies %" PRId64
                     "; a tile has parts without gaps, none of them twice",
                     k, step, d, SIDES[side], reached);
    if (!tl_product_fits(reached, nest->loops[k].count, &reached))
      return tl_fail(error, TL_OVERFLOW,
                     "W10: dimension %" PRId64
                     " of the %s has more than 2^63 elements",
                     d, SIDES[side]);
    rest &= ~(UINT32_C(1) << k);
  }
  *covered = reached;
  return TL_OK;
}

/* A loop moves along one dimension. */
static tl_code find_loops(const tl_nest *nest, int side, tl_nest_place *place,
                          tl_error *error) {
  uint32_t used = 0;
  for (int64_t d = 0; d < place->rank; d++) {
    int64_t covered;
    place->loops[d] = 0;
    for (int64_t k = 0; k < nest->loop_count; k++)
      if (place->start[d].times[k] != 0 && moves(&nest->loops[k]))
        place->loops[d] |= UINT32_C(1) << k;
    uint32_t twice = used & place->loops[d];
    if (twice)
      return tl_fail(error, TL_UNSUPPORTED,
                     "W10: loop %d moves along two dimensions of the %s; a "
                     "tile has one for each",
                     innermost(twice, &place->start[d]), SIDES[side]);
    used |= place->loops[d];
    TL_TRY(cover(nest, place, side, d, &covered, error));
  }
  return TL_OK;
}

/*===--- Ends -------------------------------------------------------------===*/

/* Loop k of the dimension ends where the tile does: what it leaves out in one
 * turn of the loops that move further is what they would go on with.  Its turns
 * are so many then, or end at run time. */
static bool ends_with_tile(const tl_nest *nest, const tl_nest_place *place,
                           int64_t d, int k) {
  const tl_nest_loop *loop = &nest->loops[k];
  const int64_t *times = place->start[d].times;
  bool fits = times[k] % loop->step == 0;
  for (int o = 0; fits && o < TL_MAX_LOOPS; o++) {
    bool is_further = (place->loops[d] >> o & 1) && times[o] > times[k];
    int64_t left = is_further ? times[o] : 0;
    fits = tl_add_product(&left, loop->room.times[o], times[k] / loop->step) &&
           !left;
  }
  return fits;
}

/* The number of elements up to the end of loop k. */
static bool take_room(const tl_nest_loop *loop, int64_t moved,
                      int64_t *extent) {
  int64_t room = loop->room.origin.number, turns, most = 0;
  if (room < 1)
    return false;
  turns = (room - 1) / loop->step + 1;
  if (tl_add_product(&most, turns, moved) && most < *extent)
    *extent = most;
  return true;
}

/* Known at run time, the end of loop k, which moves by an element, is a bound of
 * the target; whether its source is inside without it, W4 says. */
static bool take_bound(const tl_nest *nest,
                       const tl_nest_place places[TL_SIDES], int64_t source,
                       int64_t target, int k, tl_block_side *side, int64_t t) {
  const tl_nest_place *to = &places[TL_TO];
  const tl_nest_loop *loop = &nest->loops[k];
  const tl_nest_index room = {.origin = loop->room.origin};
  tl_nest_index sum = to->start[target];
  bool fits = !side->is_ended[t] && loop->step == 1 &&
              to->start[target].times[k] == 1 && to->size[target] == 1 &&
              source >= 0 && tl_add_index(&room, 1, &sum);
  side->is_bounded = side->is_ended[t] = true;
  side->end[t] = sum.origin;
  return fits;
}

/* The extent along dimensions of both sides, which is number t of the tile. */
static tl_code take_extent(const tl_nest *nest,
                           const tl_nest_place places[TL_SIDES], int64_t source,
                           int64_t target, int64_t t, tl_block_copy *out,
                           tl_error *error) {
  const tl_nest_place *to = &places[TL_TO];
  int64_t *extent = &out->tile.items[t];
  TL_TRY(cover(nest, to, TL_TO, target, extent, error));
  for (int k = 0; k < nest->loop_count; k++) {
    const tl_nest_loop *loop = &nest->loops[k];
    if (!loop->is_ended || !(to->loops[target] >> k & 1))
      continue;
    bool fits = ends_with_tile(nest, to, target, k) &&
                (mlirValueIsNull(loop->room.origin.value)
                     ? take_room(loop, to->start[target].times[k], extent)
                     : take_bound(nest, places, source, target, k,
                                  &out->sides[TL_TO], t));
    if (!fits)
      return tl_fail(error, TL_UNSUPPORTED,
                     "W10: loop %d does not end where the tile ends along "
                     "dimension %" PRId64
                     " of the target: in each turn of the loops around it, at "
                     "what these leave, in steps of 1 element where that is "
                     "known only at run time",
                     k, target);
  }
  return TL_OK;
}

/*===--- The tile ---------------------------------------------------------===*/

static bool is_of_tile(const tl_nest_place *place, int64_t d) {
  return place->loops[d] || place->size[d] > 1;
}

enum { ONE_FOR_ALL = -1, NO_SOURCE = -2 };

/* In another order the loops would cover as much of both dimensions. */
static bool has_same_loops(const tl_nest_place *from, int64_t d,
                           const tl_nest_place *to, int64_t target) {
  bool is_same = from->loops[d] == to->loops[target];
  for (int k = 0; is_same && k < TL_MAX_LOOPS; k++)
    is_same = !(to->loops[target] >> k & 1) ||
              from->start[d].times[k] == to->start[target].times[k];
  return is_same;
}

/* The dimension of the source along that of the target, if there is one that
 * fits. */
static int64_t find_source(const tl_nest_place places[TL_SIDES],
                           int64_t target) {
  const tl_nest_place *from = &places[TL_FROM], *to = &places[TL_TO];
  bool is_whole = true;
  for (int64_t d = 0; d < from->rank; d++) {
    bool has_loops = has_same_loops(from, d, to, target);
    bool has_part = to->size[target] == 1 ? from->size[d] == 1
                                          : from->part[d] == to->part[target] &&
                                                from->size[d] > 1;
    if (is_of_tile(from, d) && has_loops && has_part)
      return d;
    is_whole &= !(from->loops[d] & to->loops[target]);
  }
  return is_whole && to->size[target] == 1 ? ONE_FOR_ALL : NO_SOURCE;
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

static tl_code no_match(tl_error *error) {
  return tl_fail(error, TL_UNSUPPORTED,
                 "W10: the loops that move along a dimension of the source are "
                 "not those that move as far along one dimension of the "
                 "target; a tile has the same dimensions on both sides, in any "
                 "order");
}

static tl_code take_dimensions(const tl_nest *nest,
                               const tl_nest_place places[TL_SIDES],
                               tl_block_copy *out, tl_error *error) {
  const tl_nest_place *from = &places[TL_FROM], *to = &places[TL_TO];
  int64_t unmatched = 0;
  for (int64_t d = 0; d < from->rank; d++)
    unmatched += is_of_tile(from, d);
  for (int64_t d = 0, t = 0; d < to->rank; d++) {
    if (!is_of_tile(to, d))
      continue;
    int64_t source = find_source(places, d);
    if (source == NO_SOURCE)
      return no_match(error);
    TL_TRY(take_extent(nest, places, source, d, t++, out, error));
    unmatched -= source >= 0;
    take_dimension(from, source, &out->sides[TL_FROM]);
    take_dimension(to, d, &out->sides[TL_TO]);
  }
  return unmatched == 0 ? TL_OK : no_match(error);
}

/* A loop whose turns depend on another one may have none. */
static bool may_stand_still(const tl_nest *nest, const tl_nest_place *to) {
  uint32_t used = 0;
  for (int64_t d = 0; d < to->rank; d++)
    used |= to->loops[d];
  bool may = false;
  for (int64_t k = 0; k < nest->loop_count; k++)
    may |= nest->loops[k].is_ended && !(used >> k & 1);
  return may;
}

static tl_code take_tile(const tl_nest *nest, tl_nest_place places[TL_SIDES],
                         tl_block_copy *out, tl_error *error) {
  const tl_nest_place *to = &places[TL_TO];
  for (int side = 0; side < TL_SIDES; side++)
    TL_TRY(find_loops(nest, side, &places[side], error));
  for (int64_t d = 0; d < to->rank; d++)
    out->tile.count += is_of_tile(to, d);
  if (!out->tile.count || may_stand_still(nest, to) ||
      !take_leading(&places[TL_FROM], out->tile.count, &out->sides[TL_FROM]) ||
      !take_leading(to, out->tile.count, &out->sides[TL_TO]))
    return no_match(error);
  return take_dimensions(nest, places, out, error);
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
  predicate = tl_integer_attribute(compare, "predicate", -1);
  return predicate == TL_EQUALS &&
         !mlirOperationIsNull(tl_defined_by(mlirOperationGetOperand(compare, 0),
                                            "gpu.thread_id")) &&
         tl_constant_of(mlirOperationGetOperand(compare, 1), &number) &&
         number == 0;
}

/* Loops, one directly in the other, and the copy in the last one.  *is_alone: of
 * these one alone. */
static bool enter_loops(tl_nest *nest, MlirOperation body[2], bool *is_alone,
                        tl_error *error) {
  tl_code code = TL_OK;
  *is_alone = false;
  for (bool is_first = true;
       mlirOperationIsNull(body[0]) && tl_is_loop(body[1]); is_first = false) {
    MlirOperation loop = body[1];
    *is_alone = is_first;
    if (!tl_read_body(nest, tl_body_of(loop), body))
      return false;
    if (code == TL_OK)
      code = tl_enter_loop(nest, loop, error);
  }
  return true;
}

static tl_code read_tile(tl_nest *nest, const MlirOperation body[2],
                         tl_block_copy *out, tl_error *error) {
  tl_nest_place places[TL_SIDES];
  bool is_async = !mlirOperationIsNull(out->started);
  TL_TRY(tl_read_parts(nest, body, places, error));
  TL_TRY(take_tile(nest, places, out, error));
  return !is_async || !has_size(body[1]) ||
                 take_end(nest, body[1], &places[TL_FROM], out)
             ? TL_OK
             : tl_fail(error, TL_UNSUPPORTED,
                       "W10: the number of its elements is not what is left of "
                       "the source");
}

/* What copies elements that no other row copies, and of which no part is taken,
 * has a reason. */
bool tl_read_nest(MlirOperation outer, tl_block_copy *out) {
  tl_nest nest = {.outer = outer};
  MlirOperation body[2] = {{NULL}, outer};
  bool is_branch = tl_operation_is(outer, "scf.if"), is_alone;
  if ((is_branch && (!is_of_first_thread(outer) ||
                     !tl_read_body(&nest, tl_body_of(outer), body))) ||
      !enter_loops(&nest, body, &is_alone, &out->why))
    return false;
  bool is_async = tl_operation_is(body[1], "nvgpu.device_async_copy");
  out->has_inside = out->is_nest = true;
  out->is_in_order = nest.is_in_order;
  if (is_async)
    out->started = body[1];
  if (!is_async && !nest.loop_count && out->why.code == TL_OK)
    return false;
  if (out->why.code == TL_OK && read_tile(&nest, body, out, &out->why) == TL_OK)
    return true;
  if (!tl_is_pair(body))
    return false;
  out->is_around = !is_alone && !is_branch;
  out->sides[TL_FROM].memref = mlirOperationGetOperand(body[0], 0);
  out->sides[TL_TO].memref = mlirOperationGetOperand(body[1], 1);
  return true;
}
