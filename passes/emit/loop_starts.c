/* loop_starts.c - see loop_starts.h.
 *
 *   %r = scf.for %k = %c0 to %n step %c32 iter_args(%s = %zeros) -> vector<2xf32>
 * becomes
 *   %0 = llvm.inline_asm has_side_effects "", "=r,0" %zero : (f32) -> f32
 *   %1 = llvm.inline_asm has_side_effects "", "=r,0" %zero : (f32) -> f32
 *   %2 = vector.from_elements %0, %1 : vector<2xf32>
 *   %r = scf.for %k = %c0 to %n step %c32 iter_args(%s = %2) -> vector<2xf32>
 *
 * Without an instruction in it, the assembly is a register that holds its
 * operand.  Without side effects, equal ones would be one. */
#include "loop_starts.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

enum { LOWER = 0, UPPER, STEP, STARTS, REGISTER_BITS = 32 };

/* Numbers that addresses are computed from are integers by themselves. */
static bool is_in_registers(MlirType type) {
  if (!mlirTypeIsAVector(type))
    return mlirTypeIsAF32(type);
  MlirType element = mlirShapedTypeGetElementType(type);
  return mlirTypeIsAF32(element) ||
         (mlirTypeIsAInteger(element) &&
          mlirIntegerTypeGetWidth(element) == REGISTER_BITS);
}

/* The number that all registers of a constant have; null where that is not known,
 * or is no constant. */
static MlirAttribute number_of(MlirValue value) {
  const MlirAttribute none = {NULL};
  if (!is_in_registers(mlirValueGetType(value)) ||
      !mlirValueIsAOpResult(value) ||
      !tl_operation_is(mlirOpResultGetOwner(value), "arith.constant"))
    return none;
  MlirAttribute number = tl_attribute_of(mlirOpResultGetOwner(value), "value");
  if (!mlirTypeIsAVector(mlirValueGetType(value)))
    return number;
  return mlirAttributeIsADenseElements(number) &&
                 mlirDenseElementsAttrIsSplat(number)
             ? mlirDenseElementsAttrGetSplatValue(number)
             : none;
}

/* Null where there are too many. */
static MlirValue build_registers(const tl_builder *builder, MlirType type,
                                 MlirValue number) {
  MlirValue parts[TL_MAX_REGISTERS];
  int64_t count = 1;
  if (!mlirTypeIsAVector(type))
    return tl_build_register(builder, number, true);
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    count *= mlirShapedTypeGetDimSize(type, d);
  if (count > TL_MAX_REGISTERS)
    return (MlirValue){NULL};
  for (int64_t i = 0; i < count; i++)
    parts[i] = tl_build_register(builder, number, true);
  return tl_build_value(builder, "vector.from_elements", type, count, parts, 0,
                        NULL);
}

/* Set where there may be no first turn. */
static void **ending_of(tl_builder *builder, MlirOperation loop) {
  tl_builder_before(builder, loop);
  return tl_built(builder, "may end at once", (MlirValue){NULL},
                  (int64_t)(uintptr_t)loop.ptr);
}

/* As far as LLVM knows, which is told of no assumption. */
static tl_value_fact fact_of_bound(tl_facts *facts, MlirOperation loop,
                                   intptr_t i) {
  MlirValue bound = mlirOperationGetOperand(loop, i);
  while (mlirValueIsAOpResult(bound) &&
         tl_operation_kind_of(mlirOpResultGetOwner(bound)) ==
             TL_OPERATION_ASSUME)
    bound = mlirOperationGetOperand(mlirOpResultGetOwner(bound), 0);
  return tl_value_fact_of(facts, bound);
}

static bool may_end_at_once(tl_facts *facts, MlirOperation loop) {
  return fact_of_bound(facts, loop, UPPER).least <=
         fact_of_bound(facts, loop, LOWER).most;
}

static void hold_starts(const tl_builder *builder, MlirOperation loop) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); i++) {
    MlirValue start = mlirOperationGetOperand(loop, STARTS + i);
    MlirAttribute number = number_of(start);
    MlirType type = mlirValueGetType(start);
    if (mlirAttributeIsNull(number) || mlirOpOperandIsNull(mlirValueGetFirstUse(
                                           mlirOperationGetResult(loop, i))))
      continue;
    MlirType element =
        mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
    MlirValue held = build_registers(builder, type,
                                     tl_build_splat(builder, element, number));
    if (!mlirValueIsNull(held))
      mlirOperationSetOperand(loop, STARTS + i, held);
  }
}

void tl_find_loop_starts(const tl_builder *builder, tl_facts *facts,
                         MlirOperation operation) {
  tl_builder before = *builder;
  while (!mlirOperationIsNull(operation =
                                  mlirOperationGetParentOperation(operation)))
    if (tl_operation_is(operation, "scf.for") &&
        may_end_at_once(facts, operation))
      *ending_of(&before, operation) = facts;
}

void tl_hold_loop_starts(const tl_builder *builder, MlirOperation operation) {
  tl_builder before = *builder;
  while (!mlirOperationIsNull(operation =
                                  mlirOperationGetParentOperation(operation)))
    if (tl_operation_is(operation, "scf.for") && *ending_of(&before, operation))
      hold_starts(&before, operation);
}
