/* ir_builder.c - see ir_builder.h. */
#include "ir_builder.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"

static const char NO_WRAP[] = "#arith.overflow<nsw, nuw>";
static const char NO_SIGNED_WRAP[] = "#arith.overflow<nsw>";

/* Handles and numbers by which a thing that was built is found: a value with
 * its block, the first operation of a form without. */
typedef struct built_key {
  const char *name; /* of a literal */
  const void *block, *type, *a, *b, *attribute;
  int64_t number;
} built_key;

static void **place_of(const tl_builder *builder, const built_key *key) {
  return tl_key_table_place(builder->built, key, sizeof *key);
}

tl_builder tl_builder_create(MlirContext context, tl_key_table *built) {
  return (tl_builder){
      .context = context,
      .built = built,
      .index = mlirIndexTypeGet(context),
      .i1 = mlirIntegerTypeGet(context, 1),
  };
}

void tl_builder_before(tl_builder *builder, MlirOperation operation) {
  builder->location = mlirOperationGetLocation(operation);
  builder->block = mlirOperationGetBlock(operation);
  builder->before = operation;
}

void tl_builder_at_end(tl_builder *builder, MlirBlock block) {
  builder->block = block;
  builder->before = (MlirOperation){NULL};
}

MlirOperation tl_build(const tl_builder *builder,
                       const tl_build_request *request) {
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString(request->name), builder->location);
  mlirOperationStateAddOperands(&state, request->operand_count,
                                request->operands);
  mlirOperationStateAddAttributes(&state, request->attribute_count,
                                  request->attributes);
  mlirOperationStateAddResults(&state, request->result_count, request->results);
  for (intptr_t i = 0; i < request->region_count; i++) {
    MlirRegion region = mlirRegionCreate();
    mlirOperationStateAddOwnedRegions(&state, 1, &region);
  }
  MlirOperation operation = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before,
                                      operation);
  return operation;
}

MlirOperation tl_build_again(const tl_builder *builder,
                             const tl_build_request *request) {
  const built_key form = {
      .name = request->name,
      .type = request->result_count ? request->results[0].ptr : NULL,
      .attribute = request->attributes[0].attribute.ptr,
      .number = request->operand_count};
  void **first = place_of(builder, &form);
  if (!*first) {
    MlirOperation built = tl_build(builder, request);
    *first = built.ptr;
    return built;
  }
  MlirOperation operation = mlirOperationClone((MlirOperation){*first});
  mlirOperationSetLocation(operation, builder->location);
  for (intptr_t i = 0; i < request->operand_count; i++)
    mlirOperationSetOperand(operation, i, request->operands[i]);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before,
                                      operation);
  return operation;
}

MlirValue tl_build_once(const tl_builder *builder, const char *name,
                        MlirType result, MlirValue a, MlirValue b,
                        const char *attribute_name, MlirAttribute attribute) {
  const built_key key = {.name = name,
                         .block = builder->block.ptr,
                         .type = result.ptr,
                         .a = a.ptr,
                         .b = b.ptr,
                         .attribute = attribute.ptr};
  void **built = place_of(builder, &key);
  if (*built)
    return (MlirValue){*built};
  MlirValue operands[] = {a, b};
  bool is_said = !mlirAttributeIsNull(attribute);
  MlirNamedAttribute named;
  if (is_said)
    named = tl_named(builder, attribute_name, attribute);
  tl_build_request request = {.name = name,
                              .operand_count =
                                  !mlirValueIsNull(a) + !mlirValueIsNull(b),
                              .operands = operands,
                              .result_count = 1,
                              .results = &result,
                              .attribute_count = is_said,
                              .attributes = &named};
  MlirOperation operation =
      (is_said ? tl_build_again : tl_build)(builder, &request);
  *built = (void *)mlirOperationGetResult(operation, 0).ptr;
  return (MlirValue){*built};
}

void **tl_built(const tl_builder *builder, const char *what, MlirValue from,
                int64_t number) {
  const built_key key = {.name = what,
                         .block = builder->block.ptr,
                         .a = from.ptr,
                         .number = number};
  return place_of(builder, &key);
}

MlirValue tl_build_value(const tl_builder *builder, const char *name,
                         MlirType result, intptr_t operand_count,
                         const MlirValue *operands, intptr_t attribute_count,
                         const MlirNamedAttribute *attributes) {
  tl_build_request request = {.name = name,
                              .operand_count = operand_count,
                              .operands = operands,
                              .result_count = 1,
                              .results = &result,
                              .attribute_count = attribute_count,
                              .attributes = attributes};
  return mlirOperationGetResult(tl_build(builder, &request), 0);
}

MlirNamedAttribute tl_named(const tl_builder *builder, const char *name,
                            MlirAttribute attribute) {
  const built_key key = {.name = name};
  void **identifier = place_of(builder, &key);
  if (!*identifier)
    *identifier = (void *)mlirIdentifierGet(
                      builder->context, mlirStringRefCreateFromCString(name))
                      .ptr;
  return mlirNamedAttributeGet((MlirIdentifier){*identifier}, attribute);
}

MlirAttribute tl_parsed(const tl_builder *builder, const char *text) {
  const built_key key = {.name = text, .number = 1};
  void **attribute = place_of(builder, &key);
  if (!*attribute)
    *attribute = (void *)mlirAttributeParseGet(
                     builder->context, mlirStringRefCreateFromCString(text))
                     .ptr;
  return (MlirAttribute){*attribute};
}

MlirAttribute tl_words(const tl_builder *builder, int64_t count,
                       const int64_t *words) {
  return mlirDenseI64ArrayGet(builder->context, count, words);
}

MlirAttribute tl_i64(const tl_builder *builder, int64_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(builder->context, 64), value);
}

static MlirValue build_constant(const tl_builder *builder, MlirType type,
                                MlirAttribute value) {
  const MlirValue none = {NULL};
  return tl_build_once(builder, "arith.constant", type, none, none, "value",
                       value);
}

MlirValue tl_build_index(const tl_builder *builder, int64_t value) {
  void **built = tl_built(builder, "index", (MlirValue){NULL}, value);
  if (!*built)
    *built = (void *)build_constant(builder, builder->index,
                                    mlirIntegerAttrGet(builder->index, value))
                 .ptr;
  return (MlirValue){*built};
}

MlirValue tl_build_zero(const tl_builder *builder, MlirType type) {
  return tl_build_splat(builder, type, (MlirAttribute){NULL});
}

MlirValue tl_build_splat(const tl_builder *builder, MlirType type,
                         MlirAttribute number) {
  bool is_vector = mlirTypeIsAVector(type);
  MlirType element = is_vector ? mlirShapedTypeGetElementType(type) : type;
  if (mlirAttributeIsNull(number))
    number = mlirTypeIsAFloat(element)
                 ? mlirFloatAttrDoubleGet(builder->context, element, 0.0)
                 : mlirIntegerAttrGet(element, 0);
  return build_constant(builder, type,
                        is_vector ? mlirDenseElementsAttrSplatGet(type, number)
                                  : number);
}

/*===--- Arithmetic -------------------------------------------------------===*/

/* With overflow flags, or without when they are null. */
static MlirValue build_flagged(const tl_builder *builder, const char *name,
                               MlirValue a, MlirValue b, MlirAttribute flags) {
  return tl_build_once(builder, name, mlirValueGetType(a), a, b,
                       "overflowFlags", flags);
}

static MlirValue build_binary(const tl_builder *builder, const char *name,
                              MlirValue a, MlirValue b) {
  return build_flagged(builder, name, a, b, (MlirAttribute){NULL});
}

static MlirValue build_by(const tl_builder *builder, const char *name,
                          MlirValue a, int64_t constant) {
  return build_binary(builder, name, a, tl_build_index(builder, constant));
}

/* The other one where one is null. */
static MlirValue build_joined(const tl_builder *builder, const char *name,
                              MlirValue a, MlirValue b, MlirAttribute flags) {
  if (mlirValueIsNull(a) || mlirValueIsNull(b))
    return mlirValueIsNull(a) ? b : a;
  return build_flagged(builder, name, a, b, flags);
}

MlirValue tl_build_add(const tl_builder *builder, MlirValue a, MlirValue b) {
  return build_joined(builder, "arith.addi", a, b, tl_parsed(builder, NO_WRAP));
}

MlirValue tl_build_and(const tl_builder *builder, MlirValue a, MlirValue b) {
  return build_joined(builder, "arith.andi", a, b, (MlirAttribute){NULL});
}

MlirValue tl_build_minimum(const tl_builder *builder, MlirValue a,
                           MlirValue b) {
  return build_joined(builder, "arith.minsi", a, b, (MlirAttribute){NULL});
}

MlirValue tl_build_product(const tl_builder *builder, MlirValue a,
                           MlirValue b) {
  bool is_zero = mlirValueIsNull(a) || mlirValueIsNull(b);
  return is_zero ? (MlirValue){NULL}
                 : build_flagged(builder, "arith.muli", a, b,
                                 tl_parsed(builder, NO_WRAP));
}

MlirValue tl_build_xor(const tl_builder *builder, MlirValue a, MlirValue b) {
  return build_binary(builder, "arith.xori", a, b);
}

MlirValue tl_build_difference(const tl_builder *builder, MlirValue a,
                              MlirValue b) {
  if (mlirValueIsNull(a))
    a = tl_build_index(builder, 0);
  return mlirValueIsNull(b) ? a
                            : build_flagged(builder, "arith.subi", a, b,
                                            tl_parsed(builder, NO_SIGNED_WRAP));
}

MlirValue tl_build_add_constant(const tl_builder *builder, MlirValue a,
                                int64_t constant) {
  return constant ? tl_build_add(builder, a, tl_build_index(builder, constant))
                  : a;
}

MlirValue tl_build_multiply(const tl_builder *builder, MlirValue a,
                            int64_t constant) {
  bool is_same = constant == 1 || mlirValueIsNull(a);
  return is_same ? a
                 : build_flagged(builder, "arith.muli", a,
                                 tl_build_index(builder, constant),
                                 tl_parsed(builder, NO_WRAP));
}

MlirValue tl_build_subtract(const tl_builder *builder, MlirValue a,
                            int64_t constant) {
  return constant ? build_by(builder, "arith.subi", a, constant) : a;
}

MlirValue tl_build_divide(const tl_builder *builder, MlirValue a,
                          int64_t constant) {
  if (constant == 1)
    return a;
  return tl_is_power_of_two(constant)
             ? build_by(builder, "arith.shrui", a,
                        __builtin_ctzll((uint64_t)constant))
             : build_by(builder, "arith.divui", a, constant);
}

MlirValue tl_build_remainder(const tl_builder *builder, MlirValue a,
                             int64_t constant) {
  return tl_is_power_of_two(constant)
             ? build_by(builder, "arith.andi", a, constant - 1)
             : build_by(builder, "arith.remui", a, constant);
}

MlirValue tl_build_mask_shift(const tl_builder *builder, MlirValue a,
                              int64_t mask, int64_t shift) {
  a = build_by(builder, "arith.andi", a, mask);
  return shift < 0 ? build_by(builder, "arith.shli", a, -shift)
                   : build_by(builder, "arith.shrui", a, shift);
}

MlirValue tl_build_clamp(const tl_builder *builder, MlirValue a, int64_t most) {
  return build_by(builder, "arith.maxsi",
                  build_by(builder, "arith.minsi", a, most), 0);
}

MlirValue tl_build_compare(const tl_builder *builder, tl_comparison how,
                           MlirValue a, int64_t constant) {
  return tl_build_once(builder, "arith.cmpi", builder->i1, a,
                       tl_build_index(builder, constant), "predicate",
                       tl_i64(builder, how));
}

MlirValue tl_build_select(const tl_builder *builder, MlirValue condition,
                          MlirValue a, MlirValue b) {
  MlirValue operands[] = {condition, a, b};
  return tl_build_value(builder, "arith.select", builder->index, 3, operands, 0,
                        NULL);
}

/*===--- Control ----------------------------------------------------------===*/

void tl_build_yield(const tl_builder *builder, intptr_t count,
                    const MlirValue *values) {
  tl_build_request request = {
      .name = "scf.yield", .operand_count = count, .operands = values};
  tl_build(builder, &request);
}

tl_branch tl_branch_open(const tl_builder *builder) {
  tl_branch branch = {*builder, *builder};
  tl_builder_at_end(&branch.taken, mlirBlockCreate(0, NULL, NULL));
  tl_builder_at_end(&branch.otherwise, mlirBlockCreate(0, NULL, NULL));
  return branch;
}

MlirOperation tl_branch_close(const tl_builder *builder,
                              const tl_branch *branch, MlirValue condition,
                              intptr_t count, const MlirValue *taken,
                              const MlirValue *otherwise) {
  const tl_builder *sides[] = {&branch->taken, &branch->otherwise};
  const MlirValue *values[] = {taken, otherwise};
  MlirType results[TL_MAX_REGISTERS];
  for (intptr_t i = 0; i < count; i++)
    results[i] = mlirValueGetType(taken[i]);
  tl_build_request request = {.name = "scf.if",
                              .operand_count = 1,
                              .operands = &condition,
                              .result_count = count,
                              .results = results,
                              .region_count = 2};
  MlirOperation operation = tl_build(builder, &request);
  for (intptr_t i = 0; i < 2; i++) {
    MlirBlock block = sides[i]->block;
    if (i == 1 && mlirOperationIsNull(mlirBlockGetFirstOperation(block))) {
      mlirBlockDestroy(block);
      break;
    }
    tl_build_yield(sides[i], count, values[i]);
    mlirRegionAppendOwnedBlock(mlirOperationGetRegion(operation, i), block);
  }
  return operation;
}

tl_builder tl_build_loop(const tl_builder *outside, int64_t extent,
                         int64_t step, MlirAttribute annotation,
                         MlirValue *number) {
  MlirValue operands[] = {tl_build_index(outside, 0),
                          tl_build_index(outside, extent),
                          tl_build_index(outside, step)};
  bool is_annotated = !mlirAttributeIsNull(annotation);
  MlirNamedAttribute attribute;
  if (is_annotated)
    attribute = tl_named(outside, "loop_annotation", annotation);
  tl_build_request request = {.name = "scf.for",
                              .operand_count = 3,
                              .operands = operands,
                              .attribute_count = is_annotated,
                              .attributes = &attribute,
                              .region_count = 1};
  MlirBlock body = mlirBlockCreate(1, &outside->index, &outside->location);
  mlirRegionAppendOwnedBlock(
      mlirOperationGetRegion(tl_build(outside, &request), 0), body);
  *number = mlirBlockGetArgument(body, 0);
  tl_builder inside = *outside;
  tl_builder_at_end(&inside, body);
  return inside;
}
