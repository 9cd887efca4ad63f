/* adopted_access.c - see adopted_access.h.
 *
 * The origin of a tile is a sum over the loops around it, of their turns:
 *
 *   tl.store %v as #frag to %S[(%i - from) / step * move + start, ...]
 *
 * All threads execute a copy, so that one of some threads leaves their guard:
 *
 *   scf.if %few                        %w = scf.if %few -> (vector<1xf32>)
 *     %x = memref.load %G[%t]            %x = memref.load %G[%t] ...
 *     memref.store %x, %S[%t]    ->      scf.yield %v, else zeros
 *                                      tl.store %w as #frag to %S[0] */
#include "adopted_access.h"
#include "dialect/bridge/bridge.h"
#include "lib/base/checked.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/copy_lowering.h"
#include "passes/emit/async_groups.h"
#include "passes/emit/registers.h"
#include "passes/emit/upstream_access.h"
#include "passes/emit/vector_parts.h"
#include "passes/facts/uniformity.h"
#include "passes/simulator/run.h"
#include <stdlib.h>
#include <string.h>

/*===--- Loops ------------------------------------------------------------===*/

/* A loop that is left after a number of turns that is known, or follows from how
 * often the threads come by. */
static bool read_loop(MlirOperation operation, tl_constant_loop *out) {
  int64_t from, end;
  *out = (tl_constant_loop){.operation = operation};
  if (!tl_operation_is(operation, "scf.for") ||
      !tl_constant_read(mlirOperationGetOperand(operation, 1), &end) ||
      !tl_constant_read(mlirOperationGetOperand(operation, 2), &out->step) ||
      out->step < 1)
    return false;
  out->from = mlirOperationGetOperand(operation, 0);
  if (tl_constant_read(out->from, &from) && from >= 0 && from < end)
    out->turns = (end - from + out->step - 1) / out->step;
  return true;
}

bool tl_loop_nest_read(MlirOperation operation, MlirOperation function,
                       tl_loop_nest *out) {
  out->count = 0;
  out->guard = (MlirOperation){NULL};
  for (MlirOperation around = mlirOperationGetParentOperation(operation);
       !mlirOperationEqual(around, function);
       around = mlirOperationGetParentOperation(around)) {
    tl_constant_loop loop;
    if (tl_operation_is(around, "scf.if") && mlirOperationIsNull(out->guard)) {
      out->guard = around;
      continue;
    }
    if (out->count == TL_MOST_LOOPS || tl_is_function(around) ||
        !read_loop(around, &loop))
      return false;
    for (int64_t k = out->count++; k > 0; k--)
      out->loops[k] = out->loops[k - 1];
    out->loops[0] = loop;
  }
  return true;
}

bool tl_loop_nest_settle(int64_t steps, tl_loop_nest *nest) {
  enum { MOST_STEPS = 4096 };
  tl_constant_loop *open = NULL;
  int64_t known = 1;
  for (int64_t k = 0; k < nest->count; k++) {
    tl_constant_loop *loop = &nest->loops[k];
    if (!loop->turns && open)
      return false;
    open = loop->turns ? open : loop;
    known *= loop->turns ? loop->turns : 1;
    if (known > MOST_STEPS)
      return false;
  }
  if (open && steps % known == 0)
    known *= open->turns = steps / known;
  return known == steps;
}

/*===--- Guards -----------------------------------------------------------===*/

static MlirBlock taken_of(MlirOperation guard) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(guard, 0));
}

/* A load moves past what reads, a store past what does nothing. */
static bool moves_past(MlirOperation other, bool stores) {
  return tl_bridge_is_effect_free(other) ||
         (!stores && tl_bridge_only_reads(other));
}

static bool leaves_block(MlirOperation operation, bool stores) {
  MlirBlock block = mlirOperationGetBlock(operation);
  MlirOperation next = stores ? mlirOperationGetNextInBlock(operation)
                              : mlirBlockGetFirstOperation(block);
  MlirOperation end = stores ? mlirBlockGetTerminator(block) : operation;
  while (!mlirOperationEqual(next, end) && moves_past(next, stores))
    next = mlirOperationGetNextInBlock(next);
  return mlirOperationEqual(next, end);
}

/* Divisions, and what is only so where the guard holds. */
static const char *const OF_SOME[] = {
    "arith.div", "arith.rem", "arith.ceildiv", "arith.floordiv",
    "index.div", "index.rem", "index.ceildiv", "index.floordiv",
    "llvm.sdiv", "llvm.udiv", "llvm.srem",     "llvm.urem",
    "tl.assume"};

/* The map of an operation of affine divides by no value. */
static bool divides_by_numbers(MlirOperation operation) {
  MlirAttribute own = tl_attribute_of(operation, "map");
  if (mlirAttributeIsNull(own))
    return false;
  MlirAffineMap map = mlirAffineMapAttrGetValue(own);
  bool is_pure = true;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); i++)
    is_pure &= mlirAffineExprIsPureAffine(mlirAffineMapGetResult(map, i));
  return is_pure;
}

/* Whether others may compute it: it does nothing else, and divides by nothing. */
static bool is_for_all(MlirOperation operation) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  for (int i = 0; i < (int)(sizeof OF_SOME / sizeof *OF_SOME); i++)
    if (name.length >= strlen(OF_SOME[i]) &&
        memcmp(name.data, OF_SOME[i], strlen(OF_SOME[i])) == 0)
      return false;
  return tl_bridge_is_effect_free(operation) &&
         mlirOperationGetNumRegions(operation) == 0 &&
         (!tl_is_named(operation, "affine.") || divides_by_numbers(operation));
}

/* Whether all threads can go through a loop, and its guard inside of it. */
static bool takes_guard(MlirOperation loop) {
  MlirBlock block = mlirOperationGetBlock(loop);
  MlirOperation end = mlirBlockGetTerminator(block);
  for (MlirOperation next = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(next, end); next = mlirOperationGetNextInBlock(next))
    if (!mlirOperationEqual(next, loop) && !is_for_all(next))
      return false;
  return mlirOperationGetNumResults(loop) == 0;
}

const char *tl_guard_obstacle(MlirOperation operation, MlirOperation guard,
                              bool stores) {
  if (!mlirBlockIsNull(
          mlirRegionGetFirstBlock(mlirOperationGetRegion(guard, 1))))
    return "the branch around it has another side";
  if (mlirOperationGetNumResults(guard) > 0)
    return "the branch around it has results";
  if (!leaves_block(operation, stores))
    return stores ? "something with effects is between it and the end of the "
                    "branch around it"
                  : "something that writes is between it and the beginning of "
                    "the branch around it";
  for (MlirOperation loop = mlirOperationGetParentOperation(operation);
       !mlirOperationEqual(loop, guard);
       loop = mlirOperationGetParentOperation(loop))
    if (!takes_guard(loop))
      return "a loop between it and the branch around it has results, or "
             "something beside it that not all threads can compute";
  return NULL;
}

/* All but the last operation of a block, in its order. */
static void take_operations(MlirBlock from, MlirBlock to) {
  MlirOperation end = mlirBlockGetTerminator(from);
  for (MlirOperation first = mlirBlockGetFirstOperation(from);
       !mlirOperationEqual(first, end);
       first = mlirBlockGetFirstOperation(from)) {
    mlirOperationRemoveFromParent(first);
    mlirBlockAppendOwnedOperation(to, first);
  }
}

/* The guard directly around the operation, in the loops that it was around of. */
static MlirOperation sink_guard(tl_builder *builder, MlirOperation guard,
                                MlirOperation operation) {
  MlirOperation loop = mlirOperationGetParentOperation(operation);
  if (mlirOperationEqual(loop, guard))
    return guard;
  while (!mlirOperationEqual(mlirOperationGetParentOperation(loop), guard))
    loop = mlirOperationGetParentOperation(loop);
  MlirValue condition = mlirOperationGetOperand(guard, 0);
  MlirOperation end = mlirBlockGetTerminator(taken_of(guard));
  for (MlirOperation first = mlirBlockGetFirstOperation(taken_of(guard));
       !mlirOperationEqual(first, end);
       first = mlirBlockGetFirstOperation(taken_of(guard)))
    mlirOperationMoveBefore(first, guard);
  mlirOperationDestroy(guard);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  tl_builder_before(builder, mlirBlockGetTerminator(body));
  tl_branch branch = tl_branch_open(builder);
  take_operations(body, branch.taken.block);
  guard = tl_branch_close(builder, &branch, condition, 0, NULL, NULL);
  return sink_guard(builder, guard, operation);
}

/*===--- Loops that count --------------------------------------------------===*/

static MlirValue counter_of(const tl_constant_loop *loop) {
  return mlirBlockGetArgument(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(loop->operation, 0)), 0);
}

bool tl_loop_nest_counts(MlirValue value, const tl_loop_nest *nest) {
  for (int64_t k = 0; k < nest->count; k++)
    if (mlirValueEqual(value, counter_of(&nest->loops[k])))
      return true;
  return false;
}

/*===--- Copies -----------------------------------------------------------===*/

static MlirValue memory_of(MlirOperation access) {
  return tl_viewed_memory(
      mlirOperationGetOperand(access, tl_upstream_access_of(access)->memory));
}

static int64_t rank_of(MlirType type) {
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetRank(type) : 0;
}

/* What is loaded as what the access gave, and back: a scalar, or a vector of up to
 * two dimensions. */
static MlirValue cast(const tl_builder *builder, MlirValue value,
                      MlirType type) {
  int64_t from = rank_of(mlirValueGetType(value)), to = rank_of(type);
  if (from == to)
    return value;
  if (to == 0)
    return tl_build_element(builder, value, 0);
  if (from == 0)
    return tl_build_value(builder, "vector.broadcast", type, 1, &value, 0,
                          NULL);
  return tl_registers_cast(builder, value, type);
}

/* In a type shorter than an index a difference of two counters may have one more
 * bit. */
static bool is_short(MlirType type) {
  enum { INDEX_BITS = 64 };
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) < INDEX_BITS;
}

bool tl_loop_nest_fits(const tl_loop_nest *nest) {
  bool fits = true;
  for (int64_t k = 0; fits && k < nest->count; k++) {
    const tl_constant_loop *loop = &nest->loops[k];
    int64_t last;
    fits = is_short(mlirValueGetType(loop->from)) || loop->turns < 2 ||
           tl_product_fits(loop->turns - 1, loop->step, &last);
  }
  return fits;
}

/* The turn of a loop, from 0, or its rest by a period. */
static MlirValue turn_of(const tl_builder *builder,
                         const tl_constant_loop *loop, int64_t period) {
  int64_t from;
  MlirValue above = counter_of(loop);
  bool is_from_short = is_short(mlirValueGetType(above));
  if (!tl_constant_read(loop->from, &from) || from)
    above = tl_build_pair(builder,
                          is_from_short ? TL_SUBTRACT_WRAPPING : TL_SUBTRACT,
                          above, loop->from);
  if (is_from_short)
    above = tl_build_wide(builder, above);
  MlirValue turn = tl_build_by(builder, TL_DIVIDE, above, loop->step);
  return period ? tl_build_by(builder, TL_REMAINDER, turn, period) : turn;
}

static MlirValue add_moves(const tl_builder *builder,
                           const tl_adopted_side *side,
                           const tl_loop_nest *nest, int64_t d, MlirValue sum) {
  for (int64_t k = 0; k < nest->count; k++)
    if (side->moves[k][d])
      sum = tl_build_pair(
          builder, TL_ADD, sum,
          tl_build_by(builder, TL_MULTIPLY,
                      turn_of(builder, &nest->loops[k], side->periods[k]),
                      side->moves[k][d]));
  return sum;
}

static MlirValue add_blocks(const tl_builder *builder,
                            const tl_adopted_side *side,
                            const MlirOperation *walk, int64_t d,
                            MlirValue sum) {
  for (int64_t i = 0; i < side->terms.count; i++) {
    const tl_block_term *term = &side->terms.items[i];
    if (term->dimension == d)
      sum = tl_build_pair(
          builder, TL_ADD, sum,
          tl_build_by(builder, TL_MULTIPLY,
                      mlirOperationGetResult(walk[term->number], 0),
                      term->times));
  }
  return sum;
}

static void give_origin(const tl_builder *builder, const tl_adopted_side *side,
                        const MlirOperation *walk, const tl_loop_nest *nest,
                        tl_copy_side *out) {
  out->origin_count = side->rank;
  for (int64_t d = 0; d < side->rank; d++) {
    MlirValue sum = add_blocks(builder, side, walk, d, (MlirValue){NULL});
    sum = add_moves(builder, side, nest, d, sum);
    out->origin[d] = mlirValueIsNull(sum) ? side->start[d] : INT64_MIN;
    out->origin_value[d] =
        mlirValueIsNull(sum)
            ? sum
            : tl_build_by(builder, TL_ADD, sum, side->start[d]);
  }
}

static void insert(const tl_builder *builder, MlirOperation copy) {
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, copy);
}

/* Groups have all copies before them, named or not, and those that name none any more
 * are TL's.  False when memory is out. */
static bool drop_token(const tl_builder *builder, MlirValue token) {
  for (MlirOpOperand use = mlirValueGetFirstUse(token);
       !mlirOpOperandIsNull(use); use = mlirValueGetFirstUse(token)) {
    MlirOperation group = mlirOpOperandGetOwner(use);
    intptr_t count = mlirOperationGetNumOperands(group), kept = 0;
    MlirValue *others = calloc((size_t)count, sizeof *others);
    if (!others)
      return false;
    for (intptr_t i = 0; i < count; i++)
      if (!mlirValueEqual(mlirOperationGetOperand(group, i), token))
        others[kept++] = mlirOperationGetOperand(group, i);
    mlirOperationSetOperands(group, kept, others);
    free(others);
    if (!kept)
      tl_replace_group(builder, group);
  }
  return true;
}

static MlirAttribute fragment_of(const tl_builder *builder,
                                 const tl_adopted_access *access) {
  const tl_value value = {.kind = TL_KIND_LAYOUT,
                          .as.layout = access->fragment};
  return tl_layout_attribute_get(builder->context, &value);
}

static bool write_copy(tl_builder *builder, const tl_adopted_access *access,
                       const MlirOperation *walk, const tl_loop_nest *nest) {
  MlirOperation operation = walk[access->number];
  tl_transfer_view view = {.partition = fragment_of(builder, access),
                           .is_async = true};
  const tl_adopted_side *sides[] = {&access->source, &access->memory};
  MlirValue memories[] = {tl_viewed_memory(mlirOperationGetOperand(
                              operation, tl_upstream_access_source(operation))),
                          memory_of(operation)};
  tl_builder_before(builder, operation);
  for (int i = 0; i < 2; i++) {
    view.sides[i] =
        (tl_copy_view){.scope = TL_SCOPE_CTA,
                       .memory = {.value = memories[i],
                                  .type = mlirValueGetType(memories[i]),
                                  .is_auto = i == 1}};
    give_origin(builder, sides[i], walk, nest, &view.sides[i].memory);
  }
  if (!drop_token(builder, mlirOperationGetResult(operation, 0)))
    return tl_emit_error(operation, "needs more memory than there is");
  insert(builder, tl_transfer_create(&view, builder->location));
  mlirOperationDestroy(operation);
  return true;
}

/* Its users are copies of tiles before long, all of them. */
static void reshape(MlirValue memory, const tl_list *shape) {
  MlirType flat = mlirValueGetType(memory);
  if (mlirShapedTypeGetRank(flat) != shape->count)
    mlirValueSetType(memory, mlirMemRefTypeContiguousGet(
                                 mlirShapedTypeGetElementType(flat),
                                 (intptr_t)shape->count, shape->items,
                                 mlirMemRefTypeGetMemorySpace(flat)));
}

/* Views that nobody uses any more would be users of the memory. */
static void drop_views(MlirValue memory) {
  MlirOpOperand use = mlirValueGetFirstUse(memory);
  while (!mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    use = mlirOpOperandGetNextUse(use);
    if (!tl_is_element_view(user))
      continue;
    drop_views(mlirOperationGetResult(user, 0));
    if (mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirOperationGetResult(user, 0))))
      mlirOperationDestroy(user);
  }
}

/* What the store in it has, zeros in other threads, as a result of another guard
 * instead, behind which the builder builds. */
static MlirValue yield_stored(tl_builder *builder, MlirOperation guard,
                              MlirOperation store, MlirType type) {
  MlirValue condition = mlirOperationGetOperand(guard, 0), taken, otherwise;
  intptr_t value = tl_upstream_access_of(store)->value;
  tl_builder_before(builder, guard);
  tl_branch branch = tl_branch_open(builder);
  take_operations(taken_of(guard), branch.taken.block);
  taken = cast(&branch.taken, mlirOperationGetOperand(store, value), type);
  otherwise = tl_build_zero(&branch.otherwise, type);
  MlirOperation made =
      tl_branch_close(builder, &branch, condition, 1, &taken, &otherwise);
  mlirOperationDestroy(guard);
  tl_builder_before(builder, mlirOperationGetNextInBlock(made));
  return mlirOperationGetResult(made, 0);
}

static void write_registers(tl_builder *builder,
                            const tl_adopted_access *access,
                            const MlirOperation *walk,
                            const tl_loop_nest *nest) {
  MlirOperation operation = walk[access->number];
  const tl_upstream_access *row = tl_upstream_access_of(operation);
  MlirValue memory = memory_of(operation);
  bool stores = row->value >= 0;
  int64_t registers;
  if (tl_layout_span(&access->fragment, TL_AXIS_M, &registers, NULL) != TL_OK)
    return;
  MlirType type = tl_vector_type(
      registers, mlirShapedTypeGetElementType(mlirValueGetType(memory)));
  bool is_guarded = !mlirOperationIsNull(nest->guard);
  MlirValue stored = {NULL};
  MlirOperation guard =
      is_guarded ? sink_guard(builder, nest->guard, operation) : operation;
  tl_builder_before(builder, guard);
  if (stores && is_guarded)
    stored = yield_stored(builder, guard, operation, type);
  else if (stores)
    stored =
        cast(builder, mlirOperationGetOperand(operation, row->value), type);
  tl_copy_view view = {.kind = stores ? TL_STORE : TL_LOAD,
                       .stores = stores,
                       .scope = TL_SCOPE_CTA,
                       .memory = {.value = memory,
                                  .type = mlirValueGetType(memory),
                                  .is_auto = true},
                       .fragment = {.type = type,
                                    .layout = fragment_of(builder, access),
                                    .value = stored}};
  give_origin(builder, &access->memory, walk, nest, &view.memory);
  MlirOperation copy = tl_copy_create(&view, builder->location);
  insert(builder, copy);
  if (!stores) {
    MlirValue result = mlirOperationGetResult(operation, 0);
    mlirValueReplaceAllUsesOfWith(result,
                                  cast(builder, mlirOperationGetResult(copy, 0),
                                       mlirValueGetType(result)));
  }
  mlirOperationDestroy(operation);
}

bool tl_adopted_access_write(tl_builder *builder,
                             const tl_adopted_access *access,
                             const MlirOperation *walk,
                             MlirOperation function) {
  MlirOperation operation = walk[access->number];
  tl_loop_nest nest;
  bool has_nest = tl_loop_nest_read(operation, function, &nest), is_fine = true;
  MlirValue memory = memory_of(operation);
  reshape(memory, &access->shape);
  if (has_nest && tl_upstream_access_of(operation)->copies)
    is_fine = write_copy(builder, access, walk, &nest);
  else if (has_nest)
    write_registers(builder, access, walk, &nest);
  drop_views(memory);
  return is_fine;
}
