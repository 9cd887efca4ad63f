/* loop_counters.c - see loop_counters.h. */
#include "loop_counters.h"
#include "branches.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/branch_orders.h"
#include "tl/dialect.h"

/* Operands of scf.for. */
enum { UPPER = 1, STEP, WORD_BITS = 32 };

static MlirValue counter_of(MlirOperation loop) {
  return mlirBlockGetArgument(tl_branch_side(loop, TL_TAKEN), 0);
}

/* Whether its counter is a number of 32 bits with a sign.  Where the end is a constant,
 * LLVM knows the last one. */
static bool counts_words(MlirOperation loop) {
  int64_t end;
  if (mlirOperationIsNull(loop) || !tl_operation_is(loop, "scf.for") ||
      tl_constant_read(mlirOperationGetOperand(loop, UPPER), &end))
    return false;
  MlirType type = mlirValueGetType(counter_of(loop));
  return mlirTypeIsAInteger(type) &&
         mlirIntegerTypeGetWidth(type) == WORD_BITS &&
         mlirAttributeIsNull(tl_attribute_of(loop, "unsignedCmp"));
}

/* Of the counter, one more than it is at most; NULL where that is not noted. */
static void **noted_most(tl_builder *inside, MlirOperation loop) {
  inside->block = tl_branch_side(loop, TL_TAKEN);
  inside->before = mlirBlockGetFirstOperation(inside->block);
  return tl_built(inside, "counts to", counter_of(loop), 0);
}

/* Whether the copy is begun in each turn, unless its origin is not below a number that
 * is above 0 or the counter. */
static bool is_begun(tl_facts *facts, MlirOperation copy, MlirValue origin,
                     MlirOperation loop) {
  MlirOperation around = mlirOperationGetParentOperation(copy);
  tl_orders orders;
  if (mlirOperationEqual(around, loop))
    return true;
  if (!tl_operation_is(around, "scf.if") ||
      !mlirOperationEqual(mlirOperationGetParentOperation(around), loop) ||
      mlirOperationIsNull(
          tl_defined_by(mlirOperationGetOperand(around, 0), "arith.cmpi")))
    return false;
  tl_orders_around(copy, &orders);
  const tl_order *order = orders.items;
  return orders.count && mlirValueEqual(order->less, origin) &&
         order->is_strict && !order->is_unsigned &&
         (mlirValueEqual(order->more, mlirOperationGetOperand(loop, UPPER)) ||
          tl_value_fact_of(facts, order->more).least >= 0);
}

/* How far the counter is below the largest number where a copy begins at its sum with
 * a constant; 0 where none does. */
static int64_t ahead_of(tl_facts *facts, const tl_copy_view *view,
                        const tl_copy_key *key, MlirOperation loop) {
  int64_t ahead = 0;
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    MlirValue origin = view->memory.origin_value[d], rest = origin;
    if (key->bounds[d].has_lower)
      return 0;
    if (mlirValueIsNull(origin))
      continue;
    int64_t further = tl_value_split(&rest);
    if (mlirValueEqual(rest, counter_of(loop)) && further > ahead &&
        is_begun(facts, view->operation, origin, loop))
      ahead = further;
  }
  return ahead;
}

void tl_find_counter(const tl_builder *builder, tl_facts *facts,
                     const tl_copy_view *view, const tl_copy_key *key) {
  tl_builder inside = *builder;
  MlirOperation loop = tl_loop_around(view->operation);
  if (!counts_words(loop))
    return;
  MlirValue stride = mlirOperationGetOperand(loop, STEP);
  int64_t most = tl_value_fact_of(facts, counter_of(loop)).most,
          step = tl_value_fact_of(facts, stride).most,
          ahead = INT32_MAX - ahead_of(facts, view, key, loop);
  if (ahead < most)
    most = ahead;
  uintptr_t *noted = (uintptr_t *)noted_most(&inside, loop);
  if (most >= 0 && step < INT32_MAX && most <= INT32_MAX - step &&
      (!*noted || (uintptr_t)most < *noted))
    *noted = (uintptr_t)most + 1;
}

void tl_bound_counter(const tl_builder *builder, MlirOperation operation) {
  tl_builder inside = *builder;
  MlirOperation loop = tl_loop_around(operation);
  if (!counts_words(loop))
    return;
  uintptr_t *noted = (uintptr_t *)noted_most(&inside, loop);
  if (*noted)
    tl_build_assumption(&inside,
                        tl_build_compare(&inside, TL_AT_MOST, counter_of(loop),
                                         (int64_t)*noted - 1));
  *noted = 0;
}
