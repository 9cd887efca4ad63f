/* uniformity.c - see uniformity.h.
 *
 * A value differs among threads only if one that it depends on does, through
 * data or through the control flow that chose it.  So what it depends on is
 * searched for something that may differ, each value once. */
#include "uniformity.h"
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

/*===--- Operations ------------------------------------------------------===*/

/* What decides a result of an operation, or an argument of its first blocks. */
typedef enum decided_by {
  UNKNOWN = 0, /* it may differ */
  OPERANDS,
  SPACE,   /* a buffer, of all threads if it is in workgroup memory */
  YIELDS,  /* operands, and what its regions yield */
  CARRIED, /* of a loop: bounds, or what it begins with and yields */
  MAPPED,  /* to blocks: operands */
} decided_by;

/* Who executes the regions of an operation, together if ... */
typedef enum executed {
  NOT_KNOWN = 0,
  ALWAYS,
  IF_OPERANDS, /* ... are the same, ... */
  IF_BOUNDS,   /* ... those that a loop does not carry, ... */
  IF_YIELDS,   /* ... and operands of all terminators; */
  BY_MAPPING,  /* by blocks, threads, or as any loop */
  KERNEL,
} executed;

static const struct operation_row {
  const char *name;
  decided_by values;
  executed regions;
  bool leaves_memory;
} OPERATIONS[] = {
    {"arith.", OPERANDS, NOT_KNOWN, true},
    {"index.", OPERANDS, NOT_KNOWN, true},
    {"math.", OPERANDS, NOT_KNOWN, true},
    {"affine.apply", OPERANDS, NOT_KNOWN, true},
    {"affine.min", OPERANDS, NOT_KNOWN, true},
    {"affine.max", OPERANDS, NOT_KNOWN, true},
    {"tl.assume", OPERANDS, NOT_KNOWN, true},
    {"builtin.unrealized_conversion_cast", OPERANDS, NOT_KNOWN, true},
    {"gpu.block_id", OPERANDS, NOT_KNOWN, true},
    {"gpu.block_dim", OPERANDS, NOT_KNOWN, true},
    {"gpu.grid_dim", OPERANDS, NOT_KNOWN, true},
    {"gpu.num_subgroups", OPERANDS, NOT_KNOWN, true},
    {"gpu.subgroup_size", OPERANDS, NOT_KNOWN, true},
    {"gpu.thread_id", UNKNOWN, NOT_KNOWN, true},
    {"gpu.lane_id", UNKNOWN, NOT_KNOWN, true},
    {"gpu.subgroup_id", UNKNOWN, NOT_KNOWN, true},
    {"gpu.dynamic_shared_memory", OPERANDS, NOT_KNOWN, true},
    {"vector.create_mask", OPERANDS, NOT_KNOWN, true},
    {"vector.constant_mask", OPERANDS, NOT_KNOWN, true},
    {"vector.transpose", OPERANDS, NOT_KNOWN, true},
    {"memref.alloc", SPACE, NOT_KNOWN, true},
    {"memref.alloca", SPACE, NOT_KNOWN, true},
    {"memref.assume_alignment", OPERANDS, NOT_KNOWN, true},
    {"memref.cast", OPERANDS, NOT_KNOWN, true},
    {"memref.collapse_shape", OPERANDS, NOT_KNOWN, true},
    {"memref.dim", OPERANDS, NOT_KNOWN, true},
    {"memref.distinct_objects", OPERANDS, NOT_KNOWN, true},
    {"memref.expand_shape", OPERANDS, NOT_KNOWN, true},
    {"memref.extract_strided_metadata", OPERANDS, NOT_KNOWN, true},
    {"memref.get_global", OPERANDS, NOT_KNOWN, true},
    {"memref.load", OPERANDS, NOT_KNOWN, false},
    {"vector.load", OPERANDS, NOT_KNOWN, false},
    {"vector.transfer_read", OPERANDS, NOT_KNOWN, false},
    {"memref.memory_space_cast", OPERANDS, NOT_KNOWN, true},
    {"memref.reinterpret_cast", OPERANDS, NOT_KNOWN, true},
    {"memref.subview", OPERANDS, NOT_KNOWN, true},
    {"memref.transpose", OPERANDS, NOT_KNOWN, true},
    {"memref.view", OPERANDS, NOT_KNOWN, true},
    {"scf.if", YIELDS, IF_OPERANDS, false},
    {"scf.index_switch", YIELDS, IF_OPERANDS, false},
    {"scf.execute_region", YIELDS, ALWAYS, false},
    {"scf.for", CARRIED, IF_BOUNDS, false},
    {"scf.while", YIELDS, IF_YIELDS, false},
    {"scf.forall", MAPPED, BY_MAPPING, false},
    {"scf.parallel", MAPPED, BY_MAPPING, false},
    {"affine.if", YIELDS, IF_OPERANDS, false},
    {"affine.for", CARRIED, IF_BOUNDS, false},
    {"gpu.launch", UNKNOWN, KERNEL, false},
    {"gpu.func", UNKNOWN, KERNEL, false},
    {"func.func", UNKNOWN, KERNEL, false},
};

bool tl_is_named(MlirOperation operation, const char *name) {
  MlirStringRef own = mlirIdentifierStr(mlirOperationGetName(operation));
  size_t length = strlen(name);
  return length <= own.length && !memcmp(name, own.data, length) &&
         (length == own.length || name[length - 1] == '.');
}

static const struct operation_row *row_of(MlirOperation operation) {
  static const struct operation_row UNLISTED = {.name = NULL};
  for (size_t i = 0; i < sizeof OPERATIONS / sizeof *OPERATIONS; i++)
    if (tl_is_named(operation, OPERATIONS[i].name))
      return &OPERATIONS[i];
  return &UNLISTED;
}

bool tl_leaves_memory(MlirOperation operation) {
  return row_of(operation)->leaves_memory;
}

bool tl_is_barrier(MlirOperation operation) {
  return tl_operation_is(operation, "gpu.barrier") ||
         tl_operation_is(operation, "nvvm.barrier0") ||
         (tl_operation_is(operation, "nvvm.barrier") &&
          mlirOperationGetNumOperands(operation) == 0);
}

/*===--- Mappings --------------------------------------------------------===*/

/* Whether a loop is mapped to one kind of processor alone, under the names that
 * scf.forall and scf.parallel have for it. */
static bool is_mapped_to(MlirOperation loop, const char *kind,
                         const char *processor, const char *other) {
  static const char NAME[] = "mapping";
  return (tl_attribute_says(loop, NAME, kind) ||
          tl_attribute_says(loop, NAME, processor)) &&
         !tl_attribute_says(loop, NAME, other);
}

bool tl_is_mapped_to_blocks(MlirOperation loop) {
  return is_mapped_to(loop, "#gpu.block<", "processor = block_", "thread");
}

static bool is_mapped_to_threads(MlirOperation loop) {
  return is_mapped_to(loop, "#gpu.thread<", "processor = thread_", "block");
}

static bool is_mapped(MlirOperation operation) {
  return row_of(operation)->regions == BY_MAPPING &&
         tl_is_mapped_to_blocks(operation);
}

/*===--- What a value depends on -----------------------------------------===*/

typedef struct pending {
  MlirValue value;
  struct pending *next;
} pending;

typedef struct search {
  tl_uniformity *uniformity;
  MlirOperation kernel;
  tl_key_table seen;
  pending *first;
  bool is_over, is_of_thread, is_shared_out;
  MlirOperation cause;
  const char *reason;
} search;

static void refuse(search *own, MlirOperation cause, const char *reason) {
  if (own->is_over)
    return;
  own->is_over = true;
  own->cause = cause;
  own->reason = reason;
}

static void add(search *own, MlirValue value) {
  void **place = tl_key_table_place(&own->seen, &value.ptr, sizeof value.ptr);
  if (*place)
    return;
  pending *made = tl_key_table_take(&own->seen, sizeof *made);
  if (!made) {
    refuse(own, own->kernel, "without memory, nothing is known of");
    return;
  }
  *made = (pending){value, own->first};
  *place = own->first = made;
}

static void add_operands(search *own, MlirOperation operation, intptr_t count) {
  for (intptr_t i = 0; i < count; i++)
    add(own, mlirOperationGetOperand(operation, i));
}

static void add_all(search *own, MlirOperation operation) {
  add_operands(own, operation, mlirOperationGetNumOperands(operation));
}

/* Operands of the terminators of a region. */
static void add_terminators(search *own, MlirRegion region) {
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
    MlirOperation end = mlirBlockGetTerminator(block);
    if (!mlirOperationIsNull(end))
      add_all(own, end);
  }
}

static void add_yields(search *own, MlirOperation operation) {
  add_all(own, operation);
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(operation); r++)
    add_terminators(own, mlirOperationGetRegion(operation, r));
}

/* Of a loop that carries as many values as it has results. */
static intptr_t bounds_of(MlirOperation loop) {
  return mlirOperationGetNumOperands(loop) - mlirOperationGetNumResults(loop);
}

/* Carried value `number`, or the number of the iteration for -1. */
static void add_carried(search *own, MlirOperation loop, intptr_t number) {
  add_operands(own, loop, bounds_of(loop));
  if (number < 0)
    return;
  MlirOperation yield = mlirBlockGetTerminator(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0)));
  add(own, mlirOperationGetOperand(loop, bounds_of(loop) + number));
  add(own, mlirOperationGetOperand(yield, number));
}

static void add_buffer(search *own, MlirOperation cause, MlirValue buffer) {
  MlirType type = mlirValueGetType(buffer);
  if (!mlirTypeIsAMemRef(type) || tl_memory_space_of(type) != TL_MEMORY_SHARED)
    refuse(own, cause, "is a buffer of each thread by");
}

/* Memory of a thread, whoever gives it. */
static void add_space(search *own, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAMemRef(type) && tl_memory_space_of(type) == TL_MEMORY_PRIVATE)
    refuse(own,
           mlirValueIsAOpResult(value)
               ? mlirOpResultGetOwner(value)
               : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)),
           "is a buffer of each thread by");
}

/* What decides a value by the row of its operation; `number` is that of the
 * result or, of an argument, one less, so that loops carry it. */
static void add_decided(search *own, MlirOperation operation, MlirValue value,
                        intptr_t number) {
  switch (row_of(operation)->values) {
  case OPERANDS:
    add_all(own, operation);
    break;
  case SPACE:
    add_all(own, operation);
    add_buffer(own, operation, value);
    break;
  case YIELDS:
    add_yields(own, operation);
    break;
  case CARRIED:
    add_carried(own, operation, number);
    break;
  case MAPPED:
    add_all(own, operation);
    if (!tl_is_mapped_to_blocks(operation) ||
        mlirOperationGetNumResults(operation) != 0)
      refuse(own, operation, "derives from");
    break;
  case UNKNOWN:
    refuse(own, operation, "derives from");
  }
}

/* Arguments of gpu.launch are numbers of the block, those of the thread, sizes,
 * and buffers; of functions, what they are given, and buffers. */
static void add_kernel_argument(search *own, MlirValue value) {
  enum { IDS = 3, SIZES_END = 12 };
  intptr_t number = mlirBlockArgumentGetArgNumber(value);
  bool is_launch = tl_operation_is(own->kernel, "gpu.launch");
  if (row_of(own->kernel)->regions == BY_MAPPING)
    return;
  intptr_t given =
      is_launch ? SIZES_END : tl_bridge_argument_count(own->kernel);
  if (is_launch && number >= IDS && number < 2 * IDS)
    refuse(own, own->kernel, "is a number of the thread by");
  else if (number >= given)
    add_buffer(own, own->kernel, value);
}

static void add_argument(search *own, MlirValue value) {
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  MlirRegion region = mlirBlockGetParentRegion(block);
  MlirOperation operation = mlirBlockGetParentOperation(block);
  if (!mlirBlockEqual(block, mlirRegionGetFirstBlock(region)))
    add_terminators(own, region);
  else if (mlirOperationEqual(operation, own->kernel))
    add_kernel_argument(own, value);
  else
    add_decided(own, operation, value,
                mlirBlockArgumentGetArgNumber(value) - 1);
}

static void visit(search *own, MlirValue value) {
  add_space(own, value);
  if (mlirValueIsABlockArgument(value)) {
    MlirOperation owner =
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
    if (tl_is_inside(owner, own->kernel))
      add_argument(own, value);
    return;
  }
  MlirOperation operation = mlirOpResultGetOwner(value);
  if (tl_is_inside(mlirOperationGetParentOperation(operation), own->kernel))
    add_decided(own, operation, value, mlirOpResultGetResultNumber(value));
}

static void visit_all(search *own) {
  while (own->first && !own->is_over) {
    pending *next = own->first;
    own->first = next->next;
    visit(own, next->value);
  }
}

/*===--- Who executes an operation ---------------------------------------===*/

static bool has_branches(MlirRegion region) {
  MlirBlock first = mlirRegionGetFirstBlock(region);
  return !mlirBlockIsNull(first) &&
         !mlirBlockIsNull(mlirBlockGetNextInRegion(first));
}

static void add_control(search *own, MlirOperation around, MlirRegion region) {
  if (has_branches(region))
    add_terminators(own, region);
  switch (row_of(around)->regions) {
  case ALWAYS:
  case KERNEL:
    break;
  case IF_OPERANDS:
    add_all(own, around);
    break;
  case IF_BOUNDS:
    add_operands(own, around, bounds_of(around));
    break;
  case IF_YIELDS:
    add_yields(own, around);
    break;
  case BY_MAPPING:
    own->is_of_thread |= is_mapped_to_threads(around);
    own->is_shared_out |=
        !is_mapped_to_threads(around) && !tl_is_mapped_to_blocks(around);
    add_all(own, around);
    if (!tl_is_mapped_to_blocks(around))
      refuse(own, around,
             mlirAttributeIsNull(tl_attribute_of(around, "mapping"))
                 ? "is inside, to be mapped yet,"
                 : "is inside, mapped to threads,");
    break;
  case NOT_KNOWN:
    own->is_shared_out = true;
    refuse(own, around, "is inside");
  }
}

/* Of a device, as it says itself; a function may be the host's. */
static bool says_kernel(MlirOperation kernel) {
  static const char *const SAYS[] = {"known_block_size", "gpu.known_block_size",
                                     "nvvm.reqntid", "nvvm.kernel",
                                     "gpu.kernel"};
  bool says = !tl_operation_is(kernel, "func.func");
  for (size_t i = 0; i < sizeof SAYS / sizeof *SAYS; i++)
    says |= !mlirAttributeIsNull(tl_attribute_of(kernel, SAYS[i]));
  return says;
}

/* A loop mapped to blocks is one where no device's kernel is around it.  Null
 * where there is none. */
static MlirOperation kernel_around(MlirOperation operation) {
  MlirOperation loop = {NULL};
  operation = mlirOperationGetParentOperation(operation);
  for (; !mlirOperationIsNull(operation);
       operation = mlirOperationGetParentOperation(operation)) {
    if (row_of(operation)->regions == KERNEL &&
        (mlirOperationIsNull(loop) || says_kernel(operation)))
      return operation;
    if (mlirOperationIsNull(loop) && is_mapped(operation))
      loop = operation;
  }
  return loop;
}

/*===--- Kernels ---------------------------------------------------------===*/

static MlirWalkResult keep_call(MlirOperation operation, void *user) {
  tl_uniformity *own = user;
  bool is_address = tl_operation_is(operation, "func.constant");
  MlirAttribute callee =
      tl_attribute_of(operation, is_address ? "value" : "callee");
  if (!mlirAttributeIsNull(callee) && mlirAttributeIsAFlatSymbolRef(callee)) {
    MlirStringRef name = mlirFlatSymbolRefAttrGetValue(callee);
    *tl_key_table_place(&own->called, name.data, name.length) = own;
  }
  return MlirWalkResultAdvance;
}

static bool is_called(tl_uniformity *own, MlirOperation function) {
  MlirAttribute symbol = tl_attribute_of(function, "sym_name");
  if (!own->has_called)
    mlirOperationWalk(own->root, keep_call, own, MlirWalkPreOrder);
  own->has_called = true;
  if (!mlirAttributeIsNull(tl_attribute_of(function, "sym_visibility")))
    return true;
  MlirStringRef name = mlirStringAttrGetValue(symbol);
  return *tl_key_table_place(&own->called, name.data, name.length);
}

/* Functions that others call may be called by some threads alone; a run over
 * one function does not see who calls it. */
static void check_kernel(search *own) {
  MlirOperation kernel = own->kernel;
  bool is_function = tl_operation_is(kernel, "func.func");
  bool is_alone = mlirOperationEqual(kernel, own->uniformity->root);
  if (is_alone && !says_kernel(kernel))
    refuse(own, kernel, "is inside, of unknown callers,");
  bool is_helper = tl_operation_is(kernel, "gpu.func") &&
                   mlirAttributeIsNull(tl_attribute_of(kernel, "gpu.kernel"));
  if (is_helper || (is_function && is_called(own->uniformity, kernel)))
    refuse(own, kernel, "is inside, called by others,");
}

void tl_uniformity_free(tl_uniformity *uniformity) {
  tl_key_table_free(&uniformity->called);
}

tl_execution tl_execution_of(tl_uniformity *uniformity, MlirOperation operation,
                             intptr_t count, const MlirValue *values) {
  search own = {.uniformity = uniformity, .kernel = kernel_around(operation)};
  tl_execution out = {.kernel = own.kernel};
  if (mlirOperationIsNull(own.kernel))
    return out;
  MlirOperation inner = operation;
  do {
    MlirRegion region = mlirBlockGetParentRegion(mlirOperationGetBlock(inner));
    inner = mlirOperationGetParentOperation(inner);
    add_control(&own, inner, region);
  } while (!mlirOperationEqual(inner, own.kernel));
  check_kernel(&own);
  for (intptr_t i = 0; i < count; i++)
    add(&own, values[i]);
  visit_all(&own);
  tl_key_table_free(&own.seen);
  out.is_on_device = says_kernel(own.kernel);
  out.is_together = !own.is_over;
  out.is_of_thread = own.is_of_thread;
  out.is_shared_out = own.is_shared_out;
  out.cause = own.cause;
  out.reason = own.reason;
  return out;
}
