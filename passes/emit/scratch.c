/* scratch.c - see scratch.h. */
#include "scratch.h"
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/uniformity.h"
#include "plan_values.h"
#include <inttypes.h>
#include <string.h>

enum { ALIGNMENT = 128 };

/* Bytes of a part, and the buffer, which has so many parts. */
typedef struct scratch_need {
  int64_t bytes, groups;
  MlirValue buffer; /* null: not built */
} scratch_need;

static MlirOperation function_around(MlirOperation operation) {
  while (!mlirOperationIsNull(operation) &&
         mlirAttributeIsNull(tl_attribute_of(operation, "function_type")) &&
         !tl_operation_is(operation, "gpu.launch"))
    operation = mlirOperationGetParentOperation(operation);
  return operation;
}

static scratch_need *need_of(const tl_scratch *scratch,
                             const tl_exchange *exchange) {
  tl_key_table *needs = (tl_key_table *)&scratch->needs;
  const struct {
    void *function;
    int64_t scope;
  } key = {function_around(exchange->at).ptr, exchange->scope};
  void **place = tl_key_table_place(needs, &key, sizeof key);
  if (!*place && (*place = tl_key_table_take(needs, sizeof(scratch_need))))
    memset(*place, 0, sizeof(scratch_need));
  return *place;
}

void tl_scratch_free(tl_scratch *scratch) {
  tl_key_table_free(&scratch->needs);
}

/*===--- Groups ----------------------------------------------------------===*/

static int64_t group_size(const tl_exchange *exchange) {
  return tl_scope_size(exchange->scope, exchange->target->lanes);
}

/* 0 where it is not known. */
static int64_t most_threads(const tl_exchange *exchange) {
  int64_t threads = tl_block_threads(&exchange->block);
  return threads ? threads : exchange->block.most;
}

static int64_t count_groups(const tl_exchange *exchange) {
  int64_t size = group_size(exchange);
  return exchange->scope == TL_SCOPE_CTA
             ? 1
             : (most_threads(exchange) + size - 1) / size;
}

tl_code tl_scratch_groups(const tl_exchange *exchange, int64_t *groups,
                          tl_error *error) {
  const char *scope = tl_scope_describe(exchange->scope)->name;
  MlirOperation function = function_around(exchange->at);
  if (mlirOperationIsNull(function) || !tl_operation_is(function, "gpu.func"))
    return tl_fail(error, TL_UNSUPPORTED,
                   "exchanges through workgroup memory, which a gpu.func has; "
                   "elsewhere, name some with 'using'");
  *groups = count_groups(exchange);
  if (*groups == 0)
    return tl_fail(error, TL_INVALID,
                   "exchanges through workgroup memory, a part for each %s of "
                   "a block; how many threads that has is not known here%s: "
                   "give the kernel a known_block_size, or name the memory of "
                   "the %s with 'using'",
                   scope,
                   exchange->block.differs ? " (launches of it differ)" : "",
                   scope);
  return TL_OK;
}

void tl_scratch_need(tl_scratch *scratch, const tl_exchange *exchange,
                     int64_t bytes) {
  scratch_need *need = need_of(scratch, exchange);
  bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (bytes > need->bytes)
    need->bytes = bytes;
  need->groups = count_groups(exchange);
}

/*===--- The buffer ------------------------------------------------------===*/

static MlirType type_of(const tl_builder *builder, MlirType element,
                        int64_t count) {
  MlirAttribute space = tl_parsed(builder, "#gpu.address_space<workgroup>");
  return mlirMemRefTypeContiguousGet(element, 1, &count, space);
}

static void set_attribute(MlirOperation function, intptr_t argument,
                          const char *name, MlirAttribute value) {
  tl_bridge_gpu_set_argument_attribute(
      function, argument, mlirStringRefCreateFromCString(name), value);
}

static void describe(const tl_builder *builder, MlirOperation function,
                     const tl_exchange *exchange, scratch_need *need) {
  const int64_t words[] = {exchange->scope, need->bytes};
  intptr_t number = mlirBlockArgumentGetArgNumber(need->buffer);
  MlirType byte = mlirIntegerTypeGet(builder->context, 8);
  mlirValueSetType(need->buffer,
                   type_of(builder, byte, need->groups * need->bytes));
  set_attribute(function, number, "llvm.align", tl_i64(builder, ALIGNMENT));
  set_attribute(function, number, TL_ARGUMENT_SCRATCH,
                tl_words(builder, 2, words));
}

/* What another pass has made for the scope, if it is large enough, or can be;
 * null otherwise. */
static MlirValue find_buffer(MlirOperation function,
                             const tl_exchange *exchange, scratch_need *need) {
  MlirAttribute all = tl_attribute_of(function, "workgroup_attrib_attrs");
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  intptr_t first = tl_bridge_argument_count(function);
  intptr_t count =
      mlirAttributeIsNull(all) ? 0 : mlirArrayAttrGetNumElements(all);
  for (intptr_t i = 0; i < count; i++) {
    MlirAttribute own = mlirDictionaryAttrGetElementByName(
        mlirArrayAttrGetElement(all, i),
        mlirStringRefCreateFromCString(TL_ARGUMENT_SCRATCH));
    if (mlirAttributeIsNull(own) ||
        mlirDenseI64ArrayGetElement(own, 0) != exchange->scope)
      continue;
    int64_t bytes = mlirDenseI64ArrayGetElement(own, 1);
    if (bytes < need->bytes && need->groups > 1)
      continue;
    if (bytes > need->bytes)
      need->bytes = bytes;
    return mlirBlockGetArgument(block, first + i);
  }
  return (MlirValue){NULL};
}

static void open_buffer(const tl_builder *builder, const tl_exchange *exchange,
                        scratch_need *need) {
  MlirOperation function = function_around(exchange->at);
  need->buffer = find_buffer(function, exchange, need);
  if (mlirValueIsNull(need->buffer))
    need->buffer = tl_bridge_gpu_add_workgroup_buffer(
        function, type_of(builder, mlirIntegerTypeGet(builder->context, 8), 1),
        mlirOperationGetLocation(function));
  describe(builder, function, exchange, need);
}

tl_scratch_part tl_build_scratch(const tl_scratch *scratch,
                                 const tl_builder *builder,
                                 const tl_exchange *exchange) {
  scratch_need *need = need_of(scratch, exchange);
  MlirValue group = {NULL};
  if (mlirValueIsNull(need->buffer))
    open_buffer(builder, exchange, need);
  if (need->groups > 1)
    group = tl_build_group_number(builder, exchange->scope,
                                  exchange->target->lanes, &exchange->block);
  return (tl_scratch_part){
      need->buffer, tl_build_by(builder, TL_MULTIPLY, group, need->bytes)};
}

MlirValue tl_build_scratch_view(const tl_builder *builder,
                                const tl_scratch_part *part, MlirType element,
                                int64_t count) {
  MlirType source = mlirValueGetType(part->buffer);
  MlirType type = mlirMemRefTypeContiguousGet(
      element, 1, &count, mlirMemRefTypeGetMemorySpace(source));
  MlirValue shift = part->shift;
  if (mlirValueIsNull(shift))
    shift = tl_build_index(builder, 0);
  return tl_build_once(builder, "memref.view", type, part->buffer, shift, NULL,
                       (MlirAttribute){NULL});
}

/*===--- Barriers --------------------------------------------------------===*/

/* All threads of a block, which is no larger. */
static bool is_block(const tl_exchange *exchange) {
  int64_t threads = most_threads(exchange);
  return exchange->scope == TL_SCOPE_CTA ||
         (threads && threads <= group_size(exchange));
}

static bool is_warp(const tl_exchange *exchange) {
  return exchange->scope == TL_SCOPE_WARP &&
         exchange->target->assembly == TL_ASSEMBLY_PTX;
}

tl_code tl_barrier_check(const tl_exchange *exchange, tl_error *error) {
  const char *scope = tl_scope_describe(exchange->scope)->name;
  if (exchange->scope == TL_SCOPE_THREAD || is_warp(exchange) ||
      is_block(exchange))
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "exchanges through memory, and %s has no barrier of a %s that "
                 "is not all of its block; convert in scope cta, or say by "
                 "known_block_size that it is",
                 exchange->target->name, scope);
}

void tl_build_barrier(const tl_builder *builder, const tl_exchange *exchange) {
  enum { ALL_LANES = -1 };
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  if (exchange->scope == TL_SCOPE_THREAD)
    return;
  if (!is_warp(exchange)) {
    tl_build(builder, &(tl_build_request){.name = "gpu.barrier"});
    return;
  }
  MlirValue mask =
      tl_build_splat(builder, i32, mlirIntegerAttrGet(i32, ALL_LANES));
  tl_build(builder, &(tl_build_request){.name = "nvvm.bar.warp.sync",
                                        .operand_count = 1,
                                        .operands = &mask});
}

/*===--- Readers ---------------------------------------------------------===*/

/* The memory that a memref is a view of. */
static MlirValue root_of(MlirValue memref) {
  for (MlirValue source = memref; !mlirValueIsNull(source);
       source = tl_bridge_view_source(memref))
    memref = source;
  return memref;
}

/* What is to be lowered yet may use any buffer. */
static bool exchanges(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  return kind >= TL_OPERATION_CONVERT_LAYOUT && kind < TL_OPERATION_COUNT &&
         kind != TL_OPERATION_COORDINATES;
}

static bool is_view(MlirOperation operation) {
  return mlirOperationGetNumResults(operation) > 0 &&
         !mlirValueIsNull(
             tl_bridge_view_source(mlirOperationGetResult(operation, 0)));
}

typedef struct use_search {
  MlirValue buffer; /* null: any memory */
  bool is_found;
} use_search;

static MlirWalkResult find_use(MlirOperation operation, void *user) {
  use_search *search = user;
  bool is_any = mlirValueIsNull(search->buffer);
  if (is_view(operation))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; !is_any && i < mlirOperationGetNumOperands(operation);
       i++) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    search->is_found |= mlirTypeIsAMemRef(mlirValueGetType(operand)) &&
                        mlirValueEqual(root_of(operand), search->buffer);
  }
  search->is_found |=
      is_any ? !tl_leaves_memory(operation) : exchanges(operation);
  return search->is_found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/* Those that wait for all that the threads of the scope have done. */
static bool waits(MlirOperation operation, const tl_exchange *exchange) {
  return tl_is_barrier(operation) ||
         (is_warp(exchange) &&
          tl_operation_is(operation, "nvvm.bar.warp.sync"));
}

/* Whether a thread may still read when the block around an operation begins. */
static bool is_read_at_start(const tl_exchange *exchange, MlirValue buffer) {
  MlirBlock block = mlirOperationGetBlock(exchange->at);
  MlirOperation owner = mlirBlockGetParentOperation(block);
  tl_exchange outer = *exchange;
  outer.at = owner;
  if (tl_operation_is(owner, "scf.if"))
    return tl_scratch_is_read(&outer, buffer);
  return !mlirOperationEqual(owner, function_around(owner)) ||
         !mlirBlockEqual(
             block, mlirRegionGetFirstBlock(mlirOperationGetRegion(owner, 0)));
}

bool tl_scratch_is_read(const tl_exchange *exchange, MlirValue buffer) {
  use_search search = {buffer, is_read_at_start(exchange, buffer)};
  for (MlirOperation before =
           mlirBlockGetFirstOperation(mlirOperationGetBlock(exchange->at));
       !mlirOperationEqual(before, exchange->at);
       before = mlirOperationGetNextInBlock(before)) {
    if (waits(before, exchange))
      search.is_found = false;
    else if (!search.is_found)
      mlirOperationWalk(before, find_use, &search, MlirWalkPreOrder);
  }
  return search.is_found;
}
