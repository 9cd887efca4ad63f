/* ir_builder.c - see ir_builder.h. */
#include "ir_builder.h"
#include "dialect/bridge/bridge.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "tl/dialect.h"
#include <string.h>

/* Looked through, where a value is the thread's alone. */
enum { MAX_OPERATIONS = 256 };

/* Handles and numbers by which a thing that was built is found: a value with
 * its block, the first operation of a form without.  What is 0 in most is last. */
typedef struct built_key {
  const char *name; /* of a literal */
  const void *block;
  int64_t number;
  const void *a, *b, *type, *attribute;
} built_key;

/* Zeros at the end are no part of it. */
static void **place_of(const tl_builder *builder, const built_key *key) {
  enum { WORD = sizeof(uint64_t) };
  uint64_t words[sizeof *key / WORD];
  size_t count = sizeof words / WORD;
  memcpy(words, key, sizeof words);
  while (count > 1 && words[count - 1] == 0)
    count--;
  return tl_key_table_place(builder->built, words, count * WORD);
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

tl_builder tl_builder_apart(MlirOperation operation, tl_key_table *built) {
  *built = (tl_key_table){0};
  tl_builder builder =
      tl_builder_create(mlirOperationGetContext(operation), built);
  tl_builder_before(&builder, operation);
  return builder;
}

void tl_builder_at_end(tl_builder *builder, MlirBlock block) {
  builder->block = block;
  builder->before = (MlirOperation){NULL};
}

static bool is_named(MlirOperation operation, const char *name) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(operation)),
                            mlirStringRefCreateFromCString(name));
}

static bool is_module(MlirOperation operation) {
  return mlirOperationIsNull(operation) ||
         is_named(operation, "builtin.module") ||
         is_named(operation, "gpu.module");
}

static bool is_loop(MlirOperation operation) {
  static const char *const LOOPS[] = {"scf.for", "scf.while", "affine.for",
                                      NULL};
  return tl_operation_is_one_of(operation, LOOPS);
}

bool tl_is_in_loop(MlirOperation operation) {
  operation = mlirOperationGetParentOperation(operation);
  return !mlirOperationIsNull(operation) &&
         (is_loop(operation) || tl_is_in_loop(operation));
}

static bool says(MlirOperation operation, const char *name, const char *text) {
  return mlirStringRefEqual(
      mlirStringAttrGetValue(tl_attribute_of(operation, name)),
      mlirStringRefCreateFromCString(text));
}

/* Other assembly without instructions orders accesses of memory. */
bool tl_holds_register(MlirOperation operation) {
  return is_named(operation, "llvm.inline_asm") &&
         says(operation, "asm_string", "") &&
         says(operation, "constraints", "=r,0");
}

bool tl_is_arithmetic(MlirOperation operation) {
  return tl_operation_is_of(operation, "arith");
}

/* What is said of a number is that number. */
static bool computes(MlirOperation operation) {
  return tl_is_arithmetic(operation) || is_named(operation, "tl.assume");
}

MlirOperation tl_loop_around(MlirOperation operation) {
  do
    operation = mlirOperationGetParentOperation(operation);
  while (!mlirOperationIsNull(operation) && !is_loop(operation));
  return operation;
}

static bool is_inside(MlirOperation operation, MlirOperation of) {
  while (!mlirOperationIsNull(operation) && !mlirOperationEqual(operation, of))
    operation = mlirOperationGetParentOperation(operation);
  return !mlirOperationIsNull(operation);
}

/* What a thread gets once: its numbers, those of a memref, and what is hidden. */
static bool is_given(MlirOperation operation) {
  static const char *const GIVEN[] = {"gpu.thread_id",
                                      "gpu.block_dim",
                                      "gpu.lane_id",
                                      "memref.extract_strided_metadata",
                                      "memref.dim",
                                      "llvm.inttoptr",
                                      "llvm.intr.strip.invariant.group",
                                      "llvm.ptrtoint",
                                      NULL};
  return tl_operation_is_one_of(operation, GIVEN);
}

/* Whether the loop begins with what rule E19 says: that its counter of 32 bits does not
 * wrap.  A constant and a comparison are in front of that. */
static bool is_bounded(MlirValue counter) {
  MlirOperation at =
      mlirBlockGetFirstOperation(mlirBlockArgumentGetOwner(counter));
  for (int in_front = 2; in_front > 0 && !mlirOperationIsNull(at) &&
                         !is_named(at, "llvm.intr.assume");
       in_front--)
    at = mlirOperationGetNextInBlock(at);
  if (mlirOperationIsNull(at) || !is_named(at, "llvm.intr.assume"))
    return false;
  MlirOperation is =
      tl_defined_by(mlirOperationGetOperand(at, 0), "arith.cmpi");
  return !mlirOperationIsNull(is) &&
         mlirValueEqual(mlirOperationGetOperand(is, 0), counter);
}

static tl_change change_of_argument(MlirOperation loop, MlirValue value) {
  MlirOperation around =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  if (!is_inside(around, loop))
    return TL_STAYS;
  bool is_counter =
      mlirOperationEqual(around, loop) &&
      mlirBlockArgumentGetArgNumber(value) == 0 &&
      !is_named(loop, "scf.while") &&
      (mlirTypeIsAIndex(mlirValueGetType(value)) || is_bounded(value));
  return is_counter ? TL_COUNTS : TL_VARIES;
}

static bool is_view(MlirOperation operation) {
  static const char *const VIEWS[] = {"memref.subview",
                                      "memref.reinterpret_cast", NULL};
  return tl_operation_is_one_of(operation, VIEWS);
}

/* An offset of a view is linear in those that it is made of. */
static bool keeps_counting(MlirOperation operation) {
  static const char *const LINEAR[] = {"arith.addi",
                                       "arith.subi",
                                       "arith.muli",
                                       "arith.index_cast",
                                       "memref.extract_strided_metadata",
                                       "tl.assume",
                                       NULL};
  return is_view(operation) || tl_operation_is_one_of(operation, LINEAR);
}

static tl_change change_in(MlirOperation loop, MlirValue value, int *left) {
  if (mlirValueIsABlockArgument(value))
    return change_of_argument(loop, value);
  MlirOperation by = mlirOpResultGetOwner(value);
  if (!is_inside(by, loop))
    return TL_STAYS;
  bool is_known = computes(by) || is_given(by) || is_view(by);
  tl_change most = !is_known || (*left)-- <= 0 ? TL_VARIES : TL_STAYS;
  for (intptr_t i = 0; most != TL_VARIES && i < mlirOperationGetNumOperands(by);
       i++) {
    tl_change own = change_in(loop, mlirOperationGetOperand(by, i), left);
    most = own > most ? own : most;
  }
  return most == TL_COUNTS && !keeps_counting(by) ? TL_VARIES : most;
}

tl_change tl_change_around(MlirOperation operation, MlirValue value) {
  int left = MAX_OPERATIONS;
  MlirOperation loop = tl_loop_around(operation);
  return mlirOperationIsNull(loop) ? TL_STAYS : change_in(loop, value, &left);
}

bool tl_builder_before_loops(tl_builder *builder) {
  MlirOperation around = mlirBlockGetParentOperation(builder->block);
  bool is_moved = false;
  for (; !is_module(around) && !is_named(around, "gpu.launch");
       around = mlirOperationGetParentOperation(around))
    if (is_loop(around)) {
      builder->block = mlirOperationGetBlock(around);
      builder->before = around;
      is_moved = true;
    }
  return is_moved;
}

static bool is_of_thread(MlirValue value, int *left) {
  if (!mlirValueIsAOpResult(value) || (*left)-- == 0)
    return false;
  MlirOperation by = mlirOpResultGetOwner(value);
  bool is_computed = computes(by), is = is_computed || is_given(by);
  intptr_t count = is_computed ? mlirOperationGetNumOperands(by) : 0;
  for (intptr_t i = 0; is && i < count; i++)
    is = is_of_thread(mlirOperationGetOperand(by, i), left);
  return is;
}

bool tl_is_of_thread(MlirValue value) {
  int left = MAX_OPERATIONS;
  return is_of_thread(value, &left);
}

static bool is_run_time_counter(MlirValue value) {
  enum { STEP = 2 };
  int64_t step;
  MlirOperation loop =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  return mlirBlockArgumentGetArgNumber(value) == 0 &&
         !mlirOperationIsNull(loop) && is_named(loop, "scf.for") &&
         !tl_constant_read(mlirOperationGetOperand(loop, STEP), &step);
}

static bool has_run_time_step(MlirValue value, int *left) {
  if (mlirValueIsABlockArgument(value))
    return is_run_time_counter(value);
  MlirOperation by = mlirOpResultGetOwner(value);
  bool is = false;
  if ((*left)-- <= 0 || !computes(by))
    return is;
  for (intptr_t i = 0; !is && i < mlirOperationGetNumOperands(by); i++)
    is = has_run_time_step(mlirOperationGetOperand(by, i), left);
  return is;
}

bool tl_has_run_time_step(MlirValue value) {
  int left = MAX_OPERATIONS;
  return has_run_time_step(value, &left);
}

bool tl_is_joined(MlirValue value, MlirValue *first, MlirValue *second) {
  if (mlirValueIsNull(value) || !mlirValueIsAOpResult(value))
    return false;
  MlirOperation by = mlirOpResultGetOwner(value);
  if (!is_named(by, "arith.xori"))
    return false;
  *first = mlirOperationGetOperand(by, 0);
  *second = mlirOperationGetOperand(by, 1);
  return true;
}

void tl_builder_at_entry(tl_builder *builder) {
  MlirOperation around = mlirBlockGetParentOperation(builder->block);
  MlirOperation next = mlirOperationGetParentOperation(around);
  while (!is_named(around, "gpu.launch") && !is_module(next)) {
    around = next;
    next = mlirOperationGetParentOperation(around);
  }
  builder->block = mlirRegionGetFirstBlock(mlirOperationGetRegion(around, 0));
  builder->before = mlirBlockGetFirstOperation(builder->block);
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

static const void *attribute_of(const tl_build_request *request, intptr_t i) {
  return i < request->attribute_count ? request->attributes[i].attribute.ptr
                                      : NULL;
}

MlirOperation tl_build_again(const tl_builder *builder,
                             const tl_build_request *request) {
  const built_key form = {
      .name = request->name,
      .number = request->operand_count,
      .a = attribute_of(request, 0),
      .b = attribute_of(request, 1),
      .type = request->result_count ? request->results[0].ptr : NULL};
  void **first = place_of(builder, &form);
  if (!*first) {
    MlirOperation built = tl_build(builder, request);
    *first = built.ptr;
    return built;
  }
  MlirOperation operation = tl_bridge_operation_like(
      (MlirOperation){*first}, builder->location, request->operands);
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
  MlirOperation operation = tl_build_again(builder, &request);
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

MlirAttribute tl_poison(const tl_builder *builder) {
  return tl_parsed(builder, "#ub.poison");
}

static MlirValue build_constant(const tl_builder *builder, MlirType type,
                                MlirAttribute value) {
  const MlirValue none = {NULL};
  bool is_poison = mlirAttributeEqual(value, tl_poison(builder));
  return tl_build_once(builder, is_poison ? "ub.poison" : "arith.constant",
                       type, none, none, "value", value);
}

MlirValue tl_build_index(const tl_builder *builder, int64_t value) {
  void **built = tl_built(builder, "index", (MlirValue){NULL}, value);
  if (!*built)
    *built = (void *)build_constant(builder, builder->index,
                                    mlirIntegerAttrGet(builder->index, value))
                 .ptr;
  return (MlirValue){*built};
}

static MlirValue build_cast(const tl_builder *builder, const char *name,
                            MlirValue value, MlirType type) {
  return tl_build_once(builder, name, type, value, (MlirValue){NULL}, NULL,
                       (MlirAttribute){NULL});
}

MlirValue tl_build_as_index(const tl_builder *builder, MlirValue integer) {
  return mlirTypeIsAIndex(mlirValueGetType(integer))
             ? integer
             : build_cast(builder, "arith.index_cast", integer, builder->index);
}

/* What it is cast from by the operation of that name, or null. */
static MlirValue cast_from(MlirValue index, const char *name) {
  const MlirValue none = {NULL};
  if (!mlirValueIsAOpResult(index))
    return none;
  MlirOperation by = mlirOpResultGetOwner(index);
  return is_named(by, name) ? mlirOperationGetOperand(by, 0) : none;
}

static MlirValue integer_of(MlirValue index) {
  return cast_from(index, "arith.index_cast");
}

static MlirValue extended_from(MlirValue index) {
  return cast_from(index, "arith.index_castui");
}

bool tl_is_word(MlirValue index) {
  int64_t number;
  MlirValue integer =
      mlirTypeIsAIndex(mlirValueGetType(index)) ? integer_of(index) : index;
  if (tl_constant_read(index, &number))
    return number >= INT32_MIN && number <= INT32_MAX;
  return !mlirValueIsNull(integer) &&
         mlirTypeIsAInteger(mlirValueGetType(integer)) &&
         mlirIntegerTypeGetWidth(mlirValueGetType(integer)) <= 32;
}

MlirValue tl_build_narrow(const tl_builder *builder, MlirValue index) {
  MlirType word = mlirIntegerTypeGet(builder->context, 32);
  const MlirValue from[] = {integer_of(index), extended_from(index)};
  for (size_t i = 0; i < sizeof from / sizeof *from; i++)
    if (!mlirValueIsNull(from[i]) &&
        mlirTypeEqual(mlirValueGetType(from[i]), word))
      return from[i];
  return mlirTypeIsAIndex(mlirValueGetType(index))
             ? build_cast(builder, "arith.index_cast", index, word)
             : index;
}

MlirValue tl_build_wide(const tl_builder *builder, MlirValue narrow) {
  return build_cast(builder, "arith.index_castui", narrow, builder->index);
}

MlirValue tl_build_zero(const tl_builder *builder, MlirType type) {
  return tl_build_splat(builder, type, (MlirAttribute){NULL});
}

MlirValue tl_build_inserted(const tl_builder *builder, MlirOperation detached) {
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before,
                                      detached);
  return mlirOperationGetResult(detached, 0);
}

MlirValue tl_build_splat(const tl_builder *builder, MlirType type,
                         MlirAttribute number) {
  bool is_vector = mlirTypeIsAVector(type);
  MlirType element = is_vector ? mlirShapedTypeGetElementType(type) : type;
  if (mlirAttributeIsNull(number))
    number = mlirTypeIsAFloat(element)
                 ? mlirFloatAttrDoubleGet(builder->context, element, 0.0)
                 : mlirIntegerAttrGet(element, 0);
  bool is_splat = is_vector && !mlirAttributeEqual(number, tl_poison(builder));
  return build_constant(builder, type,
                        is_splat ? mlirDenseElementsAttrSplatGet(type, number)
                                 : number);
}

/*===--- Arithmetic -------------------------------------------------------===*/

/* `neutral` is the constant that changes nothing, if there is one. */
static const struct {
  const char *name;
  int64_t neutral;
  const char *promise, *promised; /* an attribute; NULL: none */
} ROWS[] = {
    [TL_ADD] = {"arith.addi", 0, "overflowFlags", "#arith.overflow<nsw>"},
    [TL_ADD_WRAPPING] = {"arith.addi", 0, NULL, NULL},
    [TL_MULTIPLY] = {"arith.muli", 1, "overflowFlags", "#arith.overflow<nsw>"},
    [TL_MULTIPLY_WRAPPING] = {"arith.muli", 1, NULL, NULL},
    [TL_SUBTRACT] = {"arith.subi", 0, "overflowFlags", "#arith.overflow<nsw>"},
    [TL_SUBTRACT_WRAPPING] = {"arith.subi", 0, NULL, NULL},
    [TL_DIVIDE] = {"arith.divui", 1, NULL, NULL},
    [TL_DIVIDE_EXACT] = {"arith.divsi", 1, "isExact", "unit"},
    [TL_REMAINDER] = {"arith.remui", INT64_MIN, NULL, NULL},
    [TL_AND] = {"arith.andi", INT64_MIN, NULL, NULL},
    [TL_XOR] = {"arith.xori", INT64_MIN, NULL, NULL},
    [TL_SHIFT_LEFT] = {"arith.shli", INT64_MIN, NULL, NULL},
    [TL_SHIFT_RIGHT] = {"arith.shrui", INT64_MIN, NULL, NULL},
    [TL_MINIMUM] = {"arith.minsi", INT64_MIN, NULL, NULL},
    [TL_MAXIMUM] = {"arith.maxsi", INT64_MIN, NULL, NULL},
    [TL_MINIMUM_UNSIGNED] = {"arith.minui", -1, NULL, NULL},
};

MlirValue tl_build_pair(const tl_builder *builder, tl_binary how, MlirValue a,
                        MlirValue b) {
  const char *promised = ROWS[how].promised;
  bool multiplies = how == TL_MULTIPLY || how == TL_MULTIPLY_WRAPPING;
  if (mlirValueIsNull(b))
    return multiplies ? b : a;
  if (mlirValueIsNull(a) && how != TL_SUBTRACT)
    return multiplies ? a : b;
  if (mlirValueIsNull(a))
    a = tl_build_index(builder, 0);
  return tl_build_once(
      builder, ROWS[how].name, mlirValueGetType(a), a, b, ROWS[how].promise,
      promised ? tl_parsed(builder, promised) : (MlirAttribute){NULL});
}

/* Of the type of `a`; null: an index. */
static MlirValue build_number(const tl_builder *builder, MlirValue a,
                              int64_t number) {
  MlirType type = mlirValueIsNull(a) ? builder->index : mlirValueGetType(a);
  return mlirTypeIsAIndex(type)
             ? tl_build_index(builder, number)
             : build_constant(builder, type, mlirIntegerAttrGet(type, number));
}

MlirValue tl_build_by(const tl_builder *builder, tl_binary how, MlirValue a,
                      int64_t constant) {
  bool is_power = tl_is_power_of_two(constant);
  bool multiplies = how == TL_MULTIPLY || how == TL_MULTIPLY_WRAPPING;
  if (constant == ROWS[how].neutral || (multiplies && mlirValueIsNull(a)))
    return a;
  if (how == TL_DIVIDE && is_power)
    return tl_build_by(builder, TL_SHIFT_RIGHT, a,
                       __builtin_ctzll((uint64_t)constant));
  if (how == TL_REMAINDER && is_power)
    return tl_build_by(builder, TL_AND, a, constant - 1);
  return tl_build_pair(builder, how, a, build_number(builder, a, constant));
}

MlirValue tl_build_mask_shift(const tl_builder *builder, MlirValue a,
                              int64_t mask, int64_t shift) {
  a = tl_build_by(builder, TL_AND, a, mask);
  return shift < 0 ? tl_build_by(builder, TL_SHIFT_LEFT, a, -shift)
                   : tl_build_by(builder, TL_SHIFT_RIGHT, a, shift);
}

MlirValue tl_build_clamp(const tl_builder *builder, MlirValue a, int64_t most) {
  return tl_build_by(builder, TL_MAXIMUM,
                     tl_build_by(builder, TL_MINIMUM, a, most), 0);
}

MlirValue tl_build_compare_pair(const tl_builder *builder, tl_predicate how,
                                MlirValue a, MlirValue b) {
  return tl_build_once(builder, "arith.cmpi", builder->i1, a, b, "predicate",
                       tl_i64(builder, how));
}

MlirValue tl_build_compare(const tl_builder *builder, tl_predicate how,
                           MlirValue a, int64_t constant) {
  return tl_build_compare_pair(builder, how, a,
                               build_number(builder, a, constant));
}

/* Of what is asked for whatever block it has been moved into: whether it was built; of
 * null, whether a branch was. */
static void **mark_of(const tl_builder *builder, MlirOperation operation) {
  const built_key key = {.name = "mark",
                         .number = (int64_t)(uintptr_t)operation.ptr};
  return place_of(builder, &key);
}

MlirValue tl_build_select(const tl_builder *builder, MlirValue condition,
                          MlirValue a, MlirValue b) {
  MlirValue operands[] = {condition, a, b};
  MlirValue chosen = tl_build_value(builder, "arith.select",
                                    mlirValueGetType(a), 3, operands, 0, NULL);
  MlirOperation choice = mlirOpResultGetOwner(chosen);
  *mark_of(builder, choice) = choice.ptr;
  return chosen;
}

bool tl_is_built_choice(const tl_builder *builder, MlirOperation operation) {
  return is_named(operation, "arith.select") && *mark_of(builder, operation);
}

MlirValue tl_build_prmt(const tl_builder *builder, const MlirValue words[3]) {
  MlirType word = mlirValueGetType(words[0]);
  MlirNamedAttribute mode = tl_named(
      builder, "mode", tl_parsed(builder, "#nvvm.permute_mode<default>"));
  const tl_build_request request = {.name = "nvvm.prmt",
                                    .operand_count = 3,
                                    .operands = words,
                                    .result_count = 1,
                                    .results = &word,
                                    .attribute_count = 1,
                                    .attributes = &mode};
  return mlirOperationGetResult(tl_build_again(builder, &request), 0);
}

/* Of a number that is extended, what it is extended from: LLVM joins an extension
 * with the multiplication behind it only where both are in one block. */
MlirValue tl_build_frozen(const tl_builder *builder, MlirValue a) {
  MlirType type = mlirValueGetType(a);
  if (!mlirTypeIsAIndex(type))
    return build_cast(builder, "llvm.freeze", a, type);
  MlirValue narrow = extended_from(a);
  if (!mlirValueIsNull(narrow))
    return tl_build_wide(builder, tl_build_frozen(builder, narrow));
  MlirType i64 = mlirIntegerTypeGet(builder->context, 64);
  return tl_build_as_index(
      builder, tl_build_frozen(
                   builder, build_cast(builder, "arith.index_cast", a, i64)));
}

/* Through neither of the two LLVM looks, where it adds and multiplies; to launder is an
 * effect. */
MlirValue tl_build_hidden(const tl_builder *builder, MlirValue index,
                          bool is_own) {
  MlirType word = mlirIntegerTypeGet(builder->context, 64);
  MlirType pointer = mlirLLVMPointerTypeGet(builder->context, 0);
  MlirValue same = build_cast(builder, "arith.index_cast", index, word);
  same = build_cast(builder, "llvm.inttoptr", same, pointer);
  same = build_cast(builder,
                    is_own ? "llvm.intr.launder.invariant.group"
                           : "llvm.intr.strip.invariant.group",
                    same, pointer);
  same = build_cast(builder, "llvm.ptrtoint", same, word);
  return tl_build_as_index(builder, same);
}

/* An annotation of nothing, which is gone where instructions are chosen. */
MlirValue tl_build_apart(const tl_builder *builder, MlirValue word) {
  MlirType type = mlirValueGetType(word);
  MlirValue none = tl_build_once(
      builder, "llvm.mlir.zero", mlirLLVMPointerTypeGet(builder->context, 0),
      (MlirValue){NULL}, (MlirValue){NULL}, NULL, (MlirAttribute){NULL});
  const MlirValue operands[] = {
      word, none, none,
      tl_build_splat(builder, type, mlirIntegerAttrGet(type, 0))};
  return tl_build_value(builder, "llvm.intr.annotation", type, 4, operands, 0,
                        NULL);
}

MlirValue tl_build_register(const tl_builder *builder, MlirValue number,
                            bool is_own) {
  MlirNamedAttribute attributes[] = {
      tl_named(builder, "asm_string", tl_parsed(builder, "\"\"")),
      tl_named(builder, "constraints", tl_parsed(builder, "\"=r,0\"")),
      tl_named(builder, "has_side_effects", mlirUnitAttrGet(builder->context))};
  return tl_build_value(builder, "llvm.inline_asm", mlirValueGetType(number), 1,
                        &number, 2 + is_own, attributes);
}

void tl_build_assumption(const tl_builder *builder, MlirValue condition) {
  MlirNamedAttribute bundles =
      tl_named(builder, "op_bundle_sizes", tl_parsed(builder, "array<i32>"));
  tl_build_request request = {.name = "llvm.intr.assume",
                              .operand_count = 1,
                              .operands = &condition,
                              .attribute_count = 1,
                              .attributes = &bundles};
  tl_build(builder, &request);
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

bool tl_has_built_branches(const tl_builder *builder) {
  return *mark_of(builder, (MlirOperation){NULL});
}

bool tl_is_built_branch(const tl_builder *builder, MlirOperation operation) {
  return is_named(operation, "scf.if") && *mark_of(builder, operation);
}

MlirOperation tl_build_branch(const tl_builder *builder, MlirValue condition,
                              intptr_t count, const MlirValue *like) {
  MlirType results[TL_MAX_REGISTERS];
  for (intptr_t i = 0; i < count; i++)
    results[i] = mlirValueGetType(like[i]);
  tl_build_request request = {.name = "scf.if",
                              .operand_count = 1,
                              .operands = &condition,
                              .result_count = count,
                              .results = results,
                              .region_count = 2};
  MlirOperation branch = tl_build(builder, &request);
  *mark_of(builder, branch) = branch.ptr;
  *mark_of(builder, (MlirOperation){NULL}) = branch.ptr;
  return branch;
}

MlirOperation tl_branch_close(const tl_builder *builder,
                              const tl_branch *branch, MlirValue condition,
                              intptr_t count, const MlirValue *taken,
                              const MlirValue *otherwise) {
  const tl_builder *sides[] = {&branch->taken, &branch->otherwise};
  const MlirValue *values[] = {taken, otherwise};
  MlirOperation operation = tl_build_branch(builder, condition, count, taken);
  for (intptr_t i = 0; i < 2; i++) {
    MlirBlock block = sides[i]->block;
    if (i == 1 && !count &&
        mlirOperationIsNull(mlirBlockGetFirstOperation(block))) {
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
