/* scratch.c - see scratch.h. */
#include "scratch.h"
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/barrier_numbers.h"
#include "passes/facts/distinct_buffers.h"
#include "passes/facts/uniformity.h"
#include "thread_number.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  ALIGNMENT = 128,
  MOST_DYNAMIC_BYTES = 1 << 30,
  TURNS = 2,
  MOST_TURNED_BYTES = 1024 /* rule S4, of all groups */
};

/* What an exchange has: bytes of a part, and where so many parts begin. */
typedef struct scratch_need {
  int64_t bytes, first;
} scratch_need;

/* The memory of a kernel for a scope, and the number of the barrier of the first
 * group. */
typedef struct scratch_scope {
  scratch_need needs[TURNS];
  int last; /* turn of the last exchange */
  int64_t groups;
  MlirValue buffer; /* null: not built */
  int64_t barrier;  /* 0: not looked for, or none */
} scratch_scope;

static MlirOperation function_around(MlirOperation operation) {
  while (!mlirOperationIsNull(operation) &&
         mlirAttributeIsNull(tl_attribute_of(operation, "function_type")) &&
         !tl_operation_is(operation, "gpu.launch"))
    operation = mlirOperationGetParentOperation(operation);
  return operation;
}

static scratch_scope *scope_of(tl_scratch *scratch,
                               const tl_exchange *exchange) {
  const struct {
    void *function;
    int64_t scope;
  } key = {function_around(exchange->at).ptr, exchange->scope};
  void **place = tl_key_table_place(&scratch->scopes, &key, sizeof key);
  if (!*place &&
      (*place = tl_key_table_take(&scratch->scopes, sizeof(scratch_scope)))) {
    memset(*place, 0, sizeof(scratch_scope));
    ((scratch_scope *)*place)->last = TURNS - 1;
  }
  return *place;
}

/* The scratch_need of what exchanges, or is a view of what that has; null of
 * anything else. */
static void **place_of(tl_key_table *needs, const void *of) {
  return tl_key_table_place(needs, &of, sizeof of);
}

void tl_scratch_free(tl_scratch *scratch) {
  tl_key_table_free(&scratch->scopes);
  tl_key_table_free(&scratch->operations);
  tl_key_table_free(&scratch->views);
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

static bool is_launch(MlirOperation kernel) {
  return !mlirOperationIsNull(kernel) && tl_operation_is(kernel, "gpu.launch");
}

static bool read_dynamic(MlirOperation launch, int64_t *bytes) {
  return tl_launch_operand(launch, TL_LAUNCH_DYNAMIC, 0, bytes) &&
         *bytes >= 0 && *bytes <= MOST_DYNAMIC_BYTES;
}

static tl_code check_kernel(const tl_exchange *exchange, int64_t bytes,
                            tl_error *error) {
  MlirOperation kernel = function_around(exchange->at);
  int64_t dynamic;
  if (is_launch(kernel))
    return read_dynamic(kernel, &dynamic)
               ? TL_OK
               : tl_fail(error, TL_UNSUPPORTED,
                         "exchanges through workgroup memory behind the "
                         "dynamic_shared_memory_size of the gpu.launch around "
                         "it, which is no constant of 0 to %d: make it one",
                         MOST_DYNAMIC_BYTES);
  if (!mlirOperationIsNull(kernel) && tl_operation_is(kernel, "gpu.func"))
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "exchanges through workgroup memory, which a gpu.func and a "
                 "gpu.launch have; here, name that of each %s with 'using', a "
                 "memref<%" PRId64 "xi8, #gpu.address_space<workgroup>> that "
                 "starts at a multiple of the bytes of an element",
                 tl_scope_describe(exchange->scope)->name, bytes);
}

tl_code tl_scratch_groups(const tl_exchange *exchange, int64_t bytes,
                          int64_t *groups, tl_error *error) {
  const char *scope = tl_scope_describe(exchange->scope)->name;
  TL_TRY(check_kernel(exchange, bytes, error));
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

/* Rule S4. */
void tl_scratch_need(tl_scratch *scratch, const tl_exchange *exchange,
                     int64_t bytes) {
  scratch_scope *scope = scope_of(scratch, exchange);
  scope->groups = count_groups(exchange);
  bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  bool turns = bytes * scope->groups <= MOST_TURNED_BYTES &&
               TURNS * bytes * scope->groups <= scratch->most_bytes;
  scope->last = turns ? (scope->last + 1) % TURNS : 0;
  scratch_need *need = &scope->needs[scope->last];
  if (bytes > need->bytes)
    need->bytes = bytes;
  *place_of(&scratch->operations, exchange->at.ptr) = need;
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

/* The parts of the turns, one behind the other; their end. */
static int64_t lay_out(scratch_scope *own, int64_t first) {
  for (int i = 0; i < TURNS; i++) {
    own->needs[i].first = first;
    first += own->groups * own->needs[i].bytes;
  }
  return first;
}

static int64_t bytes_in(MlirValue buffer) {
  return mlirShapedTypeGetDimSize(mlirValueGetType(buffer), 0);
}

/* As large as it is, at least. */
static void describe(const tl_builder *builder, MlirOperation function,
                     const tl_exchange *exchange, scratch_scope *own) {
  const int64_t words[] = {exchange->scope, own->needs[0].bytes};
  intptr_t number = mlirBlockArgumentGetArgNumber(own->buffer);
  MlirType byte = mlirIntegerTypeGet(builder->context, 8);
  int64_t bytes = lay_out(own, 0);
  if (bytes > bytes_in(own->buffer))
    mlirValueSetType(own->buffer, type_of(builder, byte, bytes));
  set_attribute(function, number, "llvm.align", tl_i64(builder, ALIGNMENT));
  set_attribute(function, number, TL_ARGUMENT_SCRATCH,
                tl_words(builder, 2, words));
}

/* What another pass has made for the scope, if its parts are large enough, or can
 * be; null otherwise. */
static MlirValue find_buffer(MlirOperation function,
                             const tl_exchange *exchange, scratch_scope *own) {
  MlirAttribute all = tl_attribute_of(function, "workgroup_attrib_attrs");
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  intptr_t first = tl_bridge_argument_count(function);
  intptr_t count =
      mlirAttributeIsNull(all) ? 0 : mlirArrayAttrGetNumElements(all);
  scratch_need *need = &own->needs[0];
  for (intptr_t i = 0; i < count; i++) {
    MlirAttribute words = mlirDictionaryAttrGetElementByName(
        mlirArrayAttrGetElement(all, i),
        mlirStringRefCreateFromCString(TL_ARGUMENT_SCRATCH));
    if (mlirAttributeIsNull(words) ||
        mlirDenseI64ArrayGetElement(words, 0) != exchange->scope)
      continue;
    int64_t bytes = mlirDenseI64ArrayGetElement(words, 1);
    if (bytes < need->bytes && own->groups > 1)
      continue;
    if (bytes > need->bytes)
      need->bytes = bytes;
    return mlirBlockGetArgument(block, first + i);
  }
  return (MlirValue){NULL};
}

static MlirWalkResult find_dynamic(MlirOperation operation, void *user) {
  bool *found = user;
  *found = tl_operation_is(operation, "gpu.dynamic_shared_memory");
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/* LLVM 22 makes a variable of one byte of dynamic memory that one kernel has, and puts
 * others behind it. */
static void warn_of_dynamic(MlirOperation function, MlirOperation exchange) {
  bool has_dynamic = false;
  mlirOperationWalk(function, find_dynamic, &has_dynamic, MlirWalkPreOrder);
  if (has_dynamic)
    tl_emit_warning(
        exchange,
        "exchanges through a workgroup buffer, over which LLVM "
        "may lay the dynamic shared memory of the kernel; name a view "
        "of that with 'using', behind what it holds");
}

static void open_buffer(const tl_builder *builder, const tl_exchange *exchange,
                        scratch_scope *own) {
  MlirOperation function = function_around(exchange->at);
  own->buffer = find_buffer(function, exchange, own);
  if (mlirValueIsNull(own->buffer)) {
    warn_of_dynamic(function, exchange->at);
    own->buffer = tl_bridge_gpu_add_workgroup_buffer(
        function, type_of(builder, mlirIntegerTypeGet(builder->context, 8), 1),
        mlirOperationGetLocation(function));
  }
  describe(builder, function, exchange, own);
}

/* An operand behind the others, which is the dynamic size of a launch. */
static void add_dynamic(MlirOperation launch, MlirValue size) {
  int32_t segments[TL_LAUNCH_DYNAMIC + 1];
  intptr_t count = mlirOperationGetNumOperands(launch);
  MlirAttribute sizes = tl_attribute_of(launch, "operandSegmentSizes");
  MlirValue *operands = malloc((size_t)(count + 1) * sizeof *operands);
  if (!operands)
    return;
  for (int i = 0; i < TL_LAUNCH_DYNAMIC; i++)
    segments[i] = mlirDenseI32ArrayGetElement(sizes, i);
  segments[TL_LAUNCH_DYNAMIC] = 1;
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(launch, i);
  operands[count] = size;
  mlirOperationSetOperands(launch, count + 1, operands);
  mlirOperationSetInherentAttributeByName(
      launch, mlirStringRefCreateFromCString("operandSegmentSizes"),
      mlirDenseI32ArrayGet(mlirOperationGetContext(launch),
                           TL_LAUNCH_DYNAMIC + 1, segments));
  free(operands);
}

static void set_dynamic(const tl_builder *builder, MlirOperation launch,
                        int64_t bytes) {
  tl_builder host = *builder;
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  intptr_t count = mlirOperationGetNumOperands(launch);
  MlirAttribute sizes = tl_attribute_of(launch, "operandSegmentSizes");
  tl_builder_before(&host, launch);
  MlirValue size = tl_build_splat(&host, i32, mlirIntegerAttrGet(i32, bytes));
  if (mlirDenseI32ArrayGetElement(sizes, TL_LAUNCH_DYNAMIC))
    mlirOperationSetOperand(launch, count - 1, size);
  else
    add_dynamic(launch, size);
}

static void warn_of_overlap(MlirOperation launch, MlirOperation exchange) {
  if (tl_integer_attribute(launch, "workgroup_attributions", 0))
    tl_emit_warning(exchange,
                    "exchanges through dynamic shared memory, which LLVM lays "
                    "over the workgroup buffers of the gpu.launch; outline the "
                    "kernel first (gpu-kernel-outlining)");
}

/* Behind what a launch has: attributes of its workgroup buffers, which state
 * their alignment, there are none. */
static void open_dynamic(const tl_builder *builder, const tl_exchange *exchange,
                         scratch_scope *own) {
  MlirOperation launch = function_around(exchange->at);
  tl_builder entry = *builder;
  MlirType bytes = type_of(builder, mlirIntegerTypeGet(builder->context, 8),
                           mlirShapedTypeGetDynamicSize());
  int64_t first = 0;
  bool is_read = read_dynamic(launch, &first);
  assert(is_read);
  (void)is_read;
  warn_of_overlap(launch, exchange->at);
  first = (first + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  set_dynamic(builder, launch, lay_out(own, first));
  tl_builder_at_entry(&entry);
  own->buffer = tl_build_value(&entry, "gpu.dynamic_shared_memory", bytes, 0,
                               NULL, 0, NULL);
}

static MlirValue build_view(const tl_builder *builder, MlirValue buffer,
                            MlirValue shift, MlirType element, int64_t count) {
  MlirType type = mlirMemRefTypeContiguousGet(
      element, 1, &count,
      mlirMemRefTypeGetMemorySpace(mlirValueGetType(buffer)));
  if (mlirValueIsNull(shift))
    shift = tl_build_index(builder, 0);
  return tl_build_once(builder, "memref.view", type, buffer, shift, NULL,
                       (MlirAttribute){NULL});
}

MlirValue tl_build_scratch(tl_scratch *scratch, const tl_builder *builder,
                           const tl_exchange *exchange, MlirType element,
                           int64_t count) {
  scratch_scope *own = scope_of(scratch, exchange);
  scratch_need *need = *place_of(&scratch->operations, exchange->at.ptr);
  MlirValue group = {NULL};
  if (mlirValueIsNull(own->buffer) && is_launch(function_around(exchange->at)))
    open_dynamic(builder, exchange, own);
  else if (mlirValueIsNull(own->buffer))
    open_buffer(builder, exchange, own);
  if (own->groups > 1)
    group = tl_build_group_number(builder, exchange->scope,
                                  exchange->target->lanes, &exchange->block);
  MlirValue shift = tl_build_by(builder, TL_MULTIPLY, group, need->bytes);
  MlirValue view = build_view(builder, own->buffer,
                              tl_build_by(builder, TL_ADD, shift, need->first),
                              element, count);
  *place_of(&scratch->views, view.ptr) = need;
  return view;
}

MlirValue tl_build_named_scratch(const tl_builder *builder, MlirValue bytes,
                                 MlirType element, int64_t count) {
  return build_view(builder, bytes, (MlirValue){NULL}, element, count);
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

/* Groups of a scope have a barrier each where all are whole. */
static tl_code check_groups(const tl_exchange *exchange, tl_error *error) {
  const char *scope = tl_scope_describe(exchange->scope)->name;
  int64_t threads = tl_block_threads(&exchange->block);
  int64_t size = group_size(exchange);
  if (exchange->target->barriers <= 1)
    return tl_fail(error, TL_UNSUPPORTED,
                   "exchanges through memory, and %s has no barrier of a %s "
                   "that is not all of its block; convert in scope cta, or say "
                   "by known_block_size that it is",
                   exchange->target->name, scope);
  if (!threads)
    return tl_fail(error, TL_INVALID,
                   "exchanges through memory behind a barrier of each %s of a "
                   "block; how many threads that has is not known here: give "
                   "the kernel a known_block_size",
                   scope);
  if (threads % size)
    return tl_fail(error, TL_INVALID,
                   "exchanges through memory behind a barrier of %" PRId64
                   " threads; the block of %" PRId64 " has a %s of %" PRId64
                   ": convert in scope cta",
                   size, threads, scope, threads % size);
  return TL_OK;
}

static tl_code fail_numbers(const tl_barrier_numbers *numbers,
                            const tl_exchange *exchange, tl_error *error) {
  const char *scope = tl_scope_describe(exchange->scope)->name;
  if (!mlirOperationIsNull(numbers->unknown)) {
    MlirStringRef name =
        mlirIdentifierStr(mlirOperationGetName(numbers->unknown));
    return tl_fail(
        error, TL_UNSUPPORTED,
        "exchanges through memory behind a barrier of each %s, and "
        "which barriers '%.*s' in this kernel waits at is not known: "
        "number it by a constant, inline what is called, or convert "
        "in scope cta",
        scope, (int)name.length, name.data);
  }
  return tl_fail(error, TL_UNSUPPORTED,
                 "exchanges through memory behind %" PRId64
                 " barriers in a row, one a %s; of 1 to %" PRId64
                 " the kernel leaves no such row: convert in scope cta",
                 count_groups(exchange), scope, exchange->target->barriers - 1);
}

tl_code tl_barrier_check(tl_scratch *scratch, tl_facts *facts,
                         const tl_exchange *exchange, tl_error *error) {
  if (exchange->scope == TL_SCOPE_THREAD || is_warp(exchange) ||
      is_block(exchange))
    return TL_OK;
  TL_TRY(check_groups(exchange, error));
  scratch_scope *own = scope_of(scratch, exchange);
  if (own->barrier)
    return TL_OK;
  tl_barrier_numbers numbers =
      tl_barrier_numbers_in(facts, function_around(exchange->at));
  if (mlirOperationIsNull(numbers.unknown))
    own->barrier = tl_barrier_numbers_left(&numbers, exchange->target->barriers,
                                           count_groups(exchange));
  return own->barrier ? TL_OK : fail_numbers(&numbers, exchange, error);
}

static void build_numbered(tl_scratch *scratch, const tl_builder *builder,
                           const tl_exchange *exchange) {
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  MlirValue group = tl_build_group_number(
      builder, exchange->scope, exchange->target->lanes, &exchange->block);
  MlirValue number =
      tl_build_by(builder, TL_ADD, group, scope_of(scratch, exchange)->barrier);
  const MlirValue operands[] = {
      tl_build_narrow(builder, number),
      tl_build_splat(builder, i32,
                     mlirIntegerAttrGet(i32, group_size(exchange)))};
  const MlirNamedAttribute segments =
      tl_named(builder, "operandSegmentSizes",
               tl_parsed(builder, "array<i32: 1, 1, 0>"));
  tl_build(builder, &(tl_build_request){.name = "nvvm.barrier",
                                        .operand_count = 2,
                                        .operands = operands,
                                        .attribute_count = 1,
                                        .attributes = &segments});
}

static void build_warp_barrier(const tl_builder *builder) {
  enum { ALL_LANES = -1 };
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  MlirValue mask =
      tl_build_splat(builder, i32, mlirIntegerAttrGet(i32, ALL_LANES));
  tl_build(builder, &(tl_build_request){.name = "nvvm.bar.warp.sync",
                                        .operand_count = 1,
                                        .operands = &mask});
}

void tl_build_barrier(tl_scratch *scratch, const tl_builder *builder,
                      const tl_exchange *exchange) {
  if (exchange->scope == TL_SCOPE_THREAD)
    return;
  if (is_warp(exchange))
    build_warp_barrier(builder);
  else if (is_block(exchange))
    tl_build(builder, &(tl_build_request){.name = "gpu.barrier"});
  else
    build_numbered(scratch, builder, exchange);
}

/*===--- Readers ---------------------------------------------------------===*/

/* What may read when an exchange begins. */
typedef struct use_search {
  tl_scratch *scratch;
  const tl_exchange *exchange;
  const scratch_need *need; /* null: any memory */
  bool is_found;
} use_search;

/* Of an exchange that is not written yet; null of anything else. */
static const scratch_need *need_of(const use_search *search,
                                   MlirOperation operation) {
  return tl_operation_kind_of(operation) == TL_OPERATION_CONVERT_LAYOUT
             ? *place_of(&search->scratch->operations, operation.ptr)
             : NULL;
}

/* What is to be lowered yet may use any buffer where it has asked for none. */
static bool exchanges(const use_search *search, MlirOperation operation) {
  const scratch_need *need = need_of(search, operation);
  tl_operation_kind kind = tl_operation_kind_of(operation);
  return need ? need == search->need
              : kind >= TL_OPERATION_CONVERT_LAYOUT &&
                    kind < TL_OPERATION_COUNT &&
                    kind != TL_OPERATION_COORDINATES;
}

static bool is_view(MlirOperation operation) {
  return mlirOperationGetNumResults(operation) > 0 &&
         !mlirValueIsNull(
             tl_bridge_view_source(mlirOperationGetResult(operation, 0)));
}

/* Whether memory is that of the need, or may be: what no exchange of the run has a
 * view of has no turn. */
static bool is_in_need(const use_search *search, MlirValue memory) {
  const scratch_scope *own = scope_of(search->scratch, search->exchange);
  const scratch_need *need = NULL;
  while (!need && !mlirValueIsNull(memory)) {
    MlirValue source = tl_bridge_view_source(memory);
    if (mlirValueEqual(memory, own->buffer))
      return true;
    need = *place_of(&search->scratch->views, memory.ptr);
    memory = source;
  }
  return need == search->need;
}

static bool has_operand_in_need(const use_search *search,
                                MlirOperation operation) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(operation); i++) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    if (mlirTypeIsAMemRef(mlirValueGetType(operand)) &&
        is_in_need(search, operand))
      return true;
  }
  return false;
}

static MlirWalkResult find_use(MlirOperation operation, void *user) {
  use_search *search = user;
  if (is_view(operation))
    return MlirWalkResultAdvance;
  search->is_found |= search->need ? has_operand_in_need(search, operation) ||
                                         exchanges(search, operation)
                                   : !tl_leaves_memory(operation);
  return search->is_found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/* Of all lanes, whatever a launch is: its mask is a constant. */
static bool is_warp_barrier(MlirOperation operation) {
  int64_t mask;
  return tl_operation_is(operation, "nvvm.bar.warp.sync") &&
         tl_constant_read(mlirOperationGetOperand(operation, 0), &mask) &&
         (uint32_t)mask == UINT32_MAX;
}

/* An exchange of the scope waits between its stores and its loads. */
static bool will_wait(const use_search *search, MlirOperation operation) {
  const scratch_scope *scope = scope_of(search->scratch, search->exchange);
  const scratch_need *need = need_of(search, operation);
  return need >= scope->needs && need < scope->needs + TURNS;
}

/* Those that wait for all that the threads of the scope have done. */
static bool waits(const use_search *search, MlirOperation operation) {
  return tl_is_barrier(operation) ||
         (is_warp(search->exchange) && is_warp_barrier(operation)) ||
         will_wait(search, operation);
}

/* What is done in front of `at` in its block, from `before` on. */
static void search_until(use_search *search, MlirOperation before,
                         MlirOperation at) {
  for (; !mlirOperationEqual(before, at);
       before = mlirOperationGetNextInBlock(before)) {
    if (waits(search, before))
      search->is_found = false;
    if (!search->is_found)
      mlirOperationWalk(before, find_use, search, MlirWalkPreOrder);
  }
}

/* Whether a turn of a loop ends while a thread may still read what the operation
 * has exchanged, or other operations behind it. */
static bool is_read_at_end(const use_search *of, MlirOperation at) {
  use_search search = *of;
  search.is_found = true;
  search_until(&search, mlirOperationGetNextInBlock(at),
               mlirBlockGetTerminator(mlirOperationGetBlock(at)));
  return search.is_found;
}

static bool is_read_before(const use_search *of, MlirOperation at);

/* Whether a thread may still read when the block around an operation begins. */
static bool is_read_at_start(const use_search *of, MlirOperation at) {
  MlirBlock block = mlirOperationGetBlock(at);
  MlirOperation owner = mlirBlockGetParentOperation(block);
  if (tl_operation_is(owner, "scf.if"))
    return is_read_before(of, owner);
  if (tl_operation_is(owner, "scf.for"))
    return is_read_at_end(of, at) || is_read_before(of, owner);
  return !mlirOperationEqual(owner, function_around(owner)) ||
         !mlirBlockEqual(
             block, mlirRegionGetFirstBlock(mlirOperationGetRegion(owner, 0)));
}

static bool is_read_before(const use_search *of, MlirOperation at) {
  use_search search = *of;
  search.is_found = is_read_at_start(of, at);
  search_until(&search, mlirBlockGetFirstOperation(mlirOperationGetBlock(at)),
               at);
  return search.is_found;
}

bool tl_scratch_is_read(tl_scratch *scratch, const tl_exchange *exchange) {
  const use_search search = {scratch, exchange,
                             *place_of(&scratch->operations, exchange->at.ptr),
                             false};
  return is_read_before(&search, exchange->at);
}
