/* adopt_accesses.c - tl-adopt-accesses
 *
 * Accesses of upstream dialects to workgroup memory become copies of tiles whose
 * layout is to be chosen:
 *
 *   scf.for %j = %c0 to %c32 step %c1
 *     %x = memref.load %S[%t, %j] : memref<32x32xf32, 3>
 * becomes
 *   scf.for %j = %c0 to %c32 step %c1
 *     %v = tl.load %S[0, %j] layout auto as #tl.tile<S[(32, 1) : (1@tx, 0)]>
 *       scope cta : memref<32x32xf32, 3> to vector<1xf32>
 *     %x = vector.extract %v[0] : f32 from vector<1xf32>
 *
 * The kernel is simulated, and what its threads touch is read back as tiles and
 * fragments (laws L63, L64).  Rule B3: a buffer is adopted when all of its users
 * are accesses that are listed here, which all threads of a block of known size
 * execute equally often, in no more than loops with constant ends; whose indices are
 * computed from nothing but the thread's number, counters of these loops and
 * constants, so that one block shows all that they can be; and that are tiles,
 * each turn of a loop as far from the one before.
 *
 * Requires:  nothing.
 * Preserves: all else.  A buffer that is not adopted stays as it is.
 * Fails:     when a kernel with such a buffer does something else afterwards, or
 *            memory is out; the IR stays as it is.
 * Remarks:   why a buffer stays as it is; and, where asked for, what is adopted. */
#include "explain.h"
#include "held_errors.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/copy_lowering.h"
#include "passes/emit/upstream_access.h"
#include "passes/emit/vector_parts.h"
#include "passes/facts/block_size.h"
#include "passes/facts/owned_buffers.h"
#include "passes/facts/uniformity.h"
#include "passes/simulator/run.h"
#include "root_clone.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What computes an index: of leaves, or from its operands. */
static const char *const LEAVES[] = {"arith.constant", "index.constant",
                                     "gpu.thread_id", "gpu.lane_id",
                                     "gpu.subgroup_id"};
static const char *const ARITHMETIC[] = {"arith.", "index.", "affine.apply",
                                         "affine.delinearize_index",
                                         "affine.linearize_index"};
static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__vector__};
#define COUNT_OF(table) (int)(sizeof(table) / sizeof *(table))

/* An access, and the copy that it becomes: the origin is start + the turn of each
 * loop around, outermost first, times its move. */
enum { MOST_LOOPS = 4, MOST_STEPS = 4096 };
typedef struct adopted_access {
  int64_t number; /* of the operation in a walk of the root */
  int64_t rank, loops;
  int64_t start[TL_MAX_RANK], moves[MOST_LOOPS][TL_MAX_RANK];
  tl_layout fragment;
  int64_t lanes;
} adopted_access;

typedef struct constant_loop {
  MlirOperation operation;
  MlirValue from;
  int64_t step, turns; /* 0 turns: it starts where the thread says */
} constant_loop;

typedef struct loop_nest {
  int64_t count;
  constant_loop loops[MOST_LOOPS]; /* outermost first */
} loop_nest;

/* All of a root, in the order of a walk; a copy of it has the same numbers. */
typedef struct operation_list {
  MlirOperation *items; /* owned */
  int count, capacity;
  bool is_cut; /* memory is out */
} operation_list;

/* A run of the pass. */
typedef struct adoption {
  MlirOperation root;
  bool has_remarks;
  tl_facts facts;
  operation_list operations;
  tl_key_table numbers;     /* owned: 1 + the place in the list */
  bool *is_planned;         /* owned: by number */
  adopted_access *accesses; /* owned */
  int access_count, access_capacity;
  MlirOperation *functions; /* owned: with a buffer that is adopted */
  int function_count, function_capacity;
} adoption;

static bool collect(adoption *of);
static bool plan_function(adoption *of, MlirOperation function);
static bool write_all(const adoption *of, MlirOperation root);
static bool verify_all(adoption *of);

static const tl_option_row OPTIONS[] = {
    {"remarks",
     "Whether to emit a remark at every access that is adopted: 1 or 0", 0,
     NULL},
};

static tl_pass_result run_adopt_accesses(MlirOperation root,
                                         const tl_option_value *options) {
  adoption state = {.root = root, .has_remarks = options[0].number != 0};
  state.facts = tl_facts_create(root);
  bool is_fine = tl_flag_check(root, OPTIONS, options, 0) && collect(&state);
  for (int i = 0; is_fine && i < state.operations.count; i++)
    if (tl_is_function(state.operations.items[i]))
      is_fine = plan_function(&state, state.operations.items[i]);
  is_fine = is_fine && verify_all(&state) && write_all(&state, root);
  bool is_changed = state.access_count > 0;
  tl_facts_free(&state.facts);
  tl_key_table_free(&state.numbers);
  free(state.is_planned);
  free(state.operations.items);
  free(state.accesses);
  free(state.functions);
  return !is_fine     ? TL_PASS_FAILED
         : is_changed ? TL_PASS_CHANGED
                      : TL_PASS_UNCHANGED;
}

const tl_pass_row TL_ADOPT_ACCESSES = {
    .argument = "tl-adopt-accesses",
    .description = "Turn accesses to workgroup memory into copies of tiles",
    .options = OPTIONS,
    .option_count = COUNT_OF(OPTIONS),
    .dialects = DIALECTS,
    .dialect_count = COUNT_OF(DIALECTS),
    .own_dialect = tl_register_dialect,
    .run = run_adopt_accesses,
};

/*===--- Accesses ---------------------------------------------------------===*/

static MlirWalkResult add_operation(MlirOperation operation, void *user) {
  operation_list *list = user;
  MlirOperation *items =
      tl_grow(list->items, sizeof *items, list->count, &list->capacity);
  list->is_cut = !items;
  if (!items)
    return MlirWalkResultInterrupt;
  list->items = items;
  items[list->count++] = operation;
  return MlirWalkResultAdvance;
}

static bool fail_for_memory(MlirOperation operation) {
  return tl_emit_error(operation, "needs more memory than there is");
}

static bool list_operations(MlirOperation root, operation_list *out) {
  *out = (operation_list){.items = NULL};
  mlirOperationWalk(root, add_operation, out, MlirWalkPreOrder);
  return !out->is_cut || fail_for_memory(root);
}

static bool collect(adoption *of) {
  operation_list *list = &of->operations;
  if (!list_operations(of->root, list))
    return false;
  for (intptr_t i = 0; i < list->count; i++)
    *tl_key_table_place(&of->numbers, &list->items[i].ptr,
                        sizeof list->items[i].ptr) = (void *)(i + 1);
  of->is_planned = calloc((size_t)list->count, 1);
  return of->is_planned || fail_for_memory(of->root);
}

/* Its number in a walk, from 0. */
static int64_t number_of(adoption *of, MlirOperation operation) {
  void **place =
      tl_key_table_place(&of->numbers, &operation.ptr, sizeof operation.ptr);
  return (intptr_t)*place - 1;
}

static MlirValue memory_of(MlirOperation access) {
  return mlirOperationGetOperand(access, tl_upstream_access_of(access)->memory);
}

/*===--- Rule B3 ----------------------------------------------------------===*/

static bool is_of_thread(MlirValue value, const loop_nest *nest, int *budget);

/* A loop that is left after a number of turns that is known, or follows from how
 * often the threads come by. */
static bool read_loop(MlirOperation operation, constant_loop *out) {
  int64_t from, end;
  *out = (constant_loop){.operation = operation};
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

/* The loops between an operation and its function; false where anything else is
 * around it, or bounds are not known. */
static bool read_loops(MlirOperation operation, MlirOperation function,
                       loop_nest *out) {
  out->count = 0;
  for (MlirOperation around = mlirOperationGetParentOperation(operation);
       !mlirOperationEqual(around, function);
       around = mlirOperationGetParentOperation(around)) {
    constant_loop loop;
    if (out->count == MOST_LOOPS || tl_is_function(around) ||
        !read_loop(around, &loop))
      return false;
    for (int64_t k = out->count++; k > 0; k--)
      out->loops[k] = out->loops[k - 1];
    out->loops[0] = loop;
  }
  return true;
}

/* The turns of the one loop whose start threads have of their own, so that all
 * loops together are `steps`. */
static bool settle_turns(int64_t steps, loop_nest *nest) {
  constant_loop *open = NULL;
  int64_t known = 1;
  for (int64_t k = 0; k < nest->count; k++) {
    constant_loop *loop = &nest->loops[k];
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

static MlirValue counter_of(const constant_loop *loop) {
  return mlirBlockGetArgument(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(loop->operation, 0)), 0);
}

static bool is_counter(MlirValue value, const loop_nest *nest) {
  for (int64_t k = 0; k < nest->count; k++)
    if (mlirValueEqual(value, counter_of(&nest->loops[k])))
      return true;
  return false;
}

static bool is_listed(MlirOperation operation, const char *const *names,
                      int count) {
  for (int i = 0; i < count; i++)
    if (tl_is_named(operation, names[i]))
      return true;
  return false;
}

/* Whether one block shows all that a value can be.  `budget` is of values that are
 * looked at. */
static bool is_of_thread(MlirValue value, const loop_nest *nest, int *budget) {
  if (--*budget < 0)
    return false;
  if (mlirValueIsABlockArgument(value))
    return is_counter(value, nest);
  MlirOperation from = mlirOpResultGetOwner(value);
  if (is_listed(from, LEAVES, COUNT_OF(LEAVES)))
    return true;
  bool is = is_listed(from, ARITHMETIC, COUNT_OF(ARITHMETIC));
  for (intptr_t i = 0; is && i < mlirOperationGetNumOperands(from); i++)
    is = is_of_thread(mlirOperationGetOperand(from, i), nest, budget);
  return is;
}

/* Indices, and starts of loops. */
static bool has_known_indices(MlirOperation access, const loop_nest *nest) {
  enum { MOST_VALUES = 1000 };
  int budget = MOST_VALUES;
  bool are = true;
  for (int64_t k = 0; are && k < nest->count; k++)
    are = is_of_thread(nest->loops[k].from, nest, &budget);
  intptr_t memory = tl_upstream_access_of(access)->memory;
  int64_t rank = mlirShapedTypeGetRank(mlirValueGetType(memory_of(access)));
  for (int64_t d = 0; are && d < rank; d++)
    are = is_of_thread(mlirOperationGetOperand(access, memory + 1 + d), nest,
                       &budget);
  return are;
}

static bool is_block_known(adoption *of, MlirOperation access,
                           const tl_site *site) {
  tl_block_size block;
  return tl_block_size_around(&of->facts, access, &block, NULL) == TL_OK &&
         site->first_thread == 0 && site->thread_extents.count <= 1 &&
         tl_block_threads(&block) == site->threads;
}

/* How far the tile is moved by a turn of loop k. */
static void read_moves(const tl_explained *buffer, const tl_site *site,
                       const loop_nest *nest, adopted_access *out) {
  tl_list first = tl_site_origin(buffer, site, 0);
  int64_t apart = 1; /* steps between turns of the loop */
  for (int64_t k = nest->count - 1; k >= 0; k--) {
    if (nest->loops[k].turns > 1) {
      tl_list next = tl_site_origin(buffer, site, apart);
      for (int64_t d = 0; d < out->rank; d++)
        out->moves[k][d] = next.items[d] - first.items[d];
    }
    apart *= nest->loops[k].turns;
  }
  for (int64_t d = 0; d < out->rank; d++)
    out->start[d] = first.items[d];
}

static bool has_moves(const tl_explained *buffer, const tl_site *site,
                      const loop_nest *nest, const adopted_access *moves) {
  for (int64_t step = 0; step < site->steps; step++) {
    tl_list origin = tl_site_origin(buffer, site, step);
    int64_t rest = step;
    for (int64_t k = nest->count - 1; k >= 0; k--) {
      int64_t turn = rest % nest->loops[k].turns;
      rest /= nest->loops[k].turns;
      for (int64_t d = 0; d < moves->rank; d++)
        origin.items[d] -= turn * moves->moves[k][d];
    }
    for (int64_t d = 0; d < moves->rank; d++)
      if (origin.items[d] != moves->start[d])
        return false;
  }
  return true;
}

/* What is loaded or stored. */
static MlirType moved_type(MlirOperation access) {
  intptr_t value = tl_upstream_access_of(access)->value;
  return mlirValueGetType(value < 0 ? mlirOperationGetResult(access, 0)
                                    : mlirOperationGetOperand(access, value));
}

/* Neither bounds nor a mask leave out elements of it. */
static bool touches_all(MlirOperation access, const tl_layout *fragment) {
  MlirType type = moved_type(access);
  int64_t elements = 1, registers;
  for (int64_t d = 0;
       mlirTypeIsAVector(type) && d < mlirShapedTypeGetRank(type); d++)
    elements *= mlirShapedTypeGetDimSize(type, (intptr_t)d);
  return tl_layout_span(fragment, TL_AXIS_M, &registers, NULL) == TL_OK &&
         registers == elements;
}

/* See cast. */
static bool has_short_vector(MlirOperation access, const tl_site *site) {
  MlirType type = moved_type(access);
  int64_t rank = mlirTypeIsAVector(type) ? mlirShapedTypeGetRank(type) : 1;
  return rank >= 1 && rank <= 2 && site->registers <= TL_MAX_REGISTERS;
}

/* NULL, or why the access does not become a copy. */
static const char *plan_access(adoption *of, const tl_explained *buffer,
                               const tl_site *site, MlirOperation function,
                               adopted_access *out) {
  MlirOperation access = site->at->operation;
  loop_nest nest;
  if (of->is_planned[number_of(of, access)])
    return "it accesses more than one buffer";
  if (!has_short_vector(access, site))
    return "its vector has more than two dimensions, or too many elements";
  if (tl_upstream_access_is_masked(access))
    return "it has a mask";
  if (!read_loops(access, function, &nest))
    return "something else is around it than loops with constant ends";
  if (!has_known_indices(access, &nest))
    return "its indices are not computed from the thread, counters of loops "
           "and "
           "constants alone";
  if (!is_block_known(of, access, site) || !settle_turns(site->steps, &nest))
    return "the block has no known size, or not all of its threads come by, in "
           "all turns of the loops";
  if (!site->is_fit || !site->is_fragment)
    return site->is_fit ? site->no_fragment : site->reason;
  if (!touches_all(access, &site->tile.fragment))
    return "it leaves out elements of its vector, which are outside of the "
           "buffer";
  *out = (adopted_access){.number = number_of(of, access),
                          .rank = buffer->buffer.rank,
                          .loops = nest.count,
                          .fragment = site->tile.fragment};
  of->is_planned[out->number] = true;
  read_moves(buffer, site, &nest, out);
  return has_moves(buffer, site, &nest, out)
             ? NULL
             : "its tiles are not as far from each other each turn";
}

/*===--- Buffers ----------------------------------------------------------===*/

static bool stays(MlirOperation user, const char *reason) {
  tl_emit_remark(user, NULL, "keeps the buffer that it accesses as it is: %s",
                 reason);
  return false;
}

/* Matrices whose elements are in places of registers that nothing states. */
static bool is_opaque(MlirOperation user) {
  return tl_is_named(user, "gpu.subgroup_mma_load_matrix") ||
         tl_is_named(user, "gpu.subgroup_mma_store_matrix");
}

static bool is_other(MlirOperation user) {
  char reason[128];
  if (is_opaque(user))
    return stays(user, "no fragment says which thread has which element of a "
                       "!gpu.mma_matrix: that is left to the target");
  snprintf(reason, sizeof reason, "it is none of %s", TL_UPSTREAM_ACCESSES);
  return stays(user, reason);
}

/* Whether all users of the memory are accesses that were seen. */
static bool check_users(const tl_explained *buffer, MlirValue memory) {
  int seen = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(memory);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    const tl_upstream_access *row = tl_upstream_access_of(user);
    if (tl_operation_is(user, "memref.dealloc"))
      continue;
    if (!row || mlirOpOperandGetOperandNumber(use) != (unsigned)row->memory)
      return is_other(user);
    seen++;
  }
  if (seen == buffer->count)
    return true;
  return stays(buffer->sites[0].at->operation,
               "the buffer has users that are not executed");
}

static adopted_access *new_access(adoption *of) {
  adopted_access *accesses = tl_grow(of->accesses, sizeof *accesses,
                                     of->access_count, &of->access_capacity);
  if (accesses)
    of->accesses = accesses;
  return accesses ? &accesses[of->access_count++] : NULL;
}

static bool is_adoptable(const tl_explained *buffer) {
  MlirOperation first = buffer->sites[0].at->operation;
  if (!tl_upstream_access_of(first))
    return is_other(first);
  MlirValue memory = memory_of(first);
  if (!tl_is_kernel_buffer(memory))
    return stays(first, "it is not all of a buffer of the kernel");
  MlirType type = mlirValueGetType(memory);
  tl_strided strided;
  if (!tl_element_bytes(type))
    return stays(first,
                 "its elements are not signless integers or floats of 8, "
                 "16, 32, 64 or 128 bits");
  if (!tl_strided_read(type, &strided) || !strided.is_identity ||
      !mlirShapedTypeHasStaticShape(type))
    return stays(first, "the buffer is not contiguous and of static shape");
  if (mlirShapedTypeGetRank(type) != buffer->buffer.rank)
    return stays(first, "it has one dimension, and is accessed as rows");
  return check_users(buffer, memory);
}

/* False when memory is out. */
static bool plan_buffer(adoption *of, const tl_explained *buffer, int64_t lanes,
                        MlirOperation function) {
  int before = of->access_count;
  if (!is_adoptable(buffer))
    return true;
  for (int i = 0; i < buffer->count; i++) {
    const tl_site *site = &buffer->sites[i];
    adopted_access *access = new_access(of);
    if (!access)
      return fail_for_memory(function);
    const char *reason = plan_access(of, buffer, site, function, access);
    if (reason) {
      stays(site->at->operation, reason);
      of->access_count = before;
      return true;
    }
    access->lanes = lanes;
  }
  return true;
}

/*===--- Functions --------------------------------------------------------===*/

static MlirWalkResult find_access(MlirOperation operation, void *found) {
  const tl_upstream_access *row = tl_upstream_access_of(operation);
  if (!row || tl_memory_space_of(mlirValueGetType(memory_of(operation))) !=
                  TL_MEMORY_SHARED)
    return MlirWalkResultAdvance;
  *(bool *)found = true;
  return MlirWalkResultInterrupt;
}

static bool has_access(MlirOperation function) {
  bool found = false;
  mlirOperationWalk(function, find_access, &found, MlirWalkPreOrder);
  return found;
}

/* False when memory is out. */
static bool plan_buffers(adoption *of, tl_run *run, MlirOperation function) {
  tl_explanation explanation;
  bool is_fine = tl_explanation_make(&run->machine, run->target,
                                     TL_SITES_OF_OPERATIONS, &explanation) ||
                 fail_for_memory(function);
  if (run->machine.trace.is_cut)
    tl_emit_remark(function, NULL,
                   "is not adopted: it has more than %d accesses",
                   TL_MAX_TRACED);
  for (int i = 0; is_fine && i < explanation.buffer_count; i++) {
    const tl_explained *buffer = &explanation.buffers[i];
    if (buffer->buffer.space == TL_MEMORY_SHARED && !run->machine.trace.is_cut)
      is_fine = plan_buffer(of, buffer, run->target->lanes, function);
  }
  tl_explanation_destroy(&explanation);
  return is_fine;
}

static bool add_function(adoption *of, MlirOperation function) {
  MlirOperation *functions =
      tl_grow(of->functions, sizeof *functions, of->function_count,
              &of->function_capacity);
  if (!functions)
    return fail_for_memory(function);
  of->functions = functions;
  functions[of->function_count++] = function;
  return true;
}

static tl_run_options run_options(const adoption *of) {
  return (tl_run_options){
      .root = of->root, .counts_accesses = true, .traces = true};
}

/* Nobody calls a kernel in a part of its threads, or branches in it. */
static bool is_straight_kernel(MlirOperation function) {
  MlirBlock first =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  return tl_operation_is(function, "gpu.func") &&
         !mlirAttributeIsNull(tl_attribute_of(function, "gpu.kernel")) &&
         mlirBlockIsNull(mlirBlockGetNextInRegion(first));
}

static bool plan_function(adoption *of, MlirOperation function) {
  tl_run_options options = run_options(of);
  tl_run_request request = {.function = function, .options = &options};
  tl_held_errors held;
  tl_run run;
  int before = of->access_count;
  if (!has_access(function))
    return true;
  if (!is_straight_kernel(function)) {
    tl_emit_remark(function, NULL,
                   "is not adopted, as it is no gpu.func kernel of one block");
    return true;
  }
  tl_held_errors_start(&held, mlirOperationGetContext(function));
  bool is_run = tl_run_create(&request, &run) &&
                tl_machine_run(&run.machine, run.arguments);
  tl_held_errors_stop(&held);
  if (!is_run)
    tl_emit_remark(function, held.error.text,
                   "is not adopted, as it cannot be simulated");
  bool is_fine = !is_run || plan_buffers(of, &run, function);
  tl_run_destroy(&run);
  return is_fine && (of->access_count == before || add_function(of, function));
}

/*===--- Write ------------------------------------------------------------===*/

static int64_t rows_of(MlirType vector) {
  return mlirShapedTypeGetDimSize(vector, 0);
}

static MlirNamedAttribute at_row(const tl_builder *builder, int64_t row) {
  return tl_named(builder, "static_position", tl_words(builder, 1, &row));
}

static MlirValue into_rows(const tl_builder *builder, MlirValue value,
                           MlirType type) {
  int64_t rows = rows_of(type), length = mlirShapedTypeGetDimSize(type, 1);
  MlirValue out = tl_build_zero(builder, type);
  for (int64_t row = 0; row < rows; row++) {
    MlirNamedAttribute position = at_row(builder, row);
    MlirType part = tl_vector_type(length, mlirShapedTypeGetElementType(type));
    MlirValue parts[] = {tl_build_slice(builder, value, row * length, length),
                         out};
    if (length == 1)
      parts[0] =
          tl_build_value(builder, "vector.broadcast", part, 1, parts, 0, NULL);
    out =
        tl_build_value(builder, "vector.insert", type, 2, parts, 1, &position);
  }
  return out;
}

static MlirValue from_rows(const tl_builder *builder, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  int64_t rows = rows_of(type), length = mlirShapedTypeGetDimSize(type, 1);
  MlirValue pieces[TL_MAX_REGISTERS];
  tl_part parts[TL_MAX_REGISTERS];
  for (int64_t row = 0; row < rows; row++) {
    MlirNamedAttribute position = at_row(builder, row);
    pieces[row] = tl_build_value(
        builder, "vector.extract",
        tl_vector_type(length, mlirShapedTypeGetElementType(type)), 1, &value,
        1, &position);
    for (int64_t i = 0; i < length; i++)
      parts[row * length + i] = (tl_part){(int16_t)row, (int16_t)i};
  }
  return tl_build_gather(builder, pieces, parts, rows * length);
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
  return to == 2 ? into_rows(builder, value, type) : from_rows(builder, value);
}

/* The turn of a loop, from 0. */
static MlirValue turn_of(const tl_builder *builder, const constant_loop *loop) {
  int64_t from;
  MlirValue above = counter_of(loop);
  if (!tl_constant_read(loop->from, &from) || from)
    above = tl_build_pair(builder, TL_SUBTRACT, above, loop->from);
  return tl_build_by(builder, TL_DIVIDE, above, loop->step);
}

static void give_origin(const tl_builder *builder, const adopted_access *access,
                        const loop_nest *nest, tl_copy_side *out) {
  out->origin_count = access->rank;
  for (int64_t d = 0; d < access->rank; d++) {
    MlirValue sum = {NULL};
    for (int64_t k = 0; k < access->loops; k++)
      if (access->moves[k][d])
        sum = tl_build_pair(builder, TL_ADD, sum,
                            tl_build_by(builder, TL_MULTIPLY,
                                        turn_of(builder, &nest->loops[k]),
                                        access->moves[k][d]));
    out->origin[d] = mlirValueIsNull(sum) ? access->start[d] : INT64_MIN;
    out->origin_value[d] =
        mlirValueIsNull(sum)
            ? sum
            : tl_build_by(builder, TL_ADD, sum, access->start[d]);
  }
}

static void write_access(tl_builder *builder, const adopted_access *access,
                         MlirOperation operation, MlirOperation function) {
  const tl_upstream_access *row = tl_upstream_access_of(operation);
  MlirValue memory = memory_of(operation);
  bool stores = row->value >= 0;
  int64_t registers;
  loop_nest nest;
  if (tl_layout_span(&access->fragment, TL_AXIS_M, &registers, NULL) != TL_OK ||
      !read_loops(operation, function, &nest))
    return;
  MlirType type = tl_vector_type(
      registers, mlirShapedTypeGetElementType(mlirValueGetType(memory)));
  tl_builder_before(builder, operation);
  tl_copy_view view = {.kind = stores ? TL_STORE : TL_LOAD,
                       .stores = stores,
                       .scope = TL_SCOPE_CTA,
                       .memory = {.value = memory,
                                  .type = mlirValueGetType(memory),
                                  .is_auto = true},
                       .fragment = {.type = type,
                                    .layout = tl_fragment_attribute(
                                        builder->context, &access->fragment,
                                        TL_SCOPE_CTA, access->lanes)}};
  give_origin(builder, access, &nest, &view.memory);
  if (stores)
    view.fragment.value =
        cast(builder, mlirOperationGetOperand(operation, row->value), type);
  MlirOperation copy = tl_copy_create(&view, builder->location);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, copy);
  if (!stores) {
    MlirValue result = mlirOperationGetResult(operation, 0);
    mlirValueReplaceAllUsesOfWith(result,
                                  cast(builder, mlirOperationGetResult(copy, 0),
                                       mlirValueGetType(result)));
  }
  mlirOperationDestroy(operation);
}

static MlirOperation function_around(MlirOperation operation) {
  while (!tl_is_function(operation))
    operation = mlirOperationGetParentOperation(operation);
  return operation;
}

/* Of the root, or of a copy of it. */
static bool write_all(const adoption *of, MlirOperation root) {
  operation_list list;
  tl_key_table built = {0};
  tl_builder builder = tl_builder_create(mlirOperationGetContext(root), &built);
  bool is_fine = list_operations(root, &list);
  for (int i = 0; is_fine && i < of->access_count; i++) {
    MlirOperation operation = list.items[of->accesses[i].number];
    if (of->has_remarks && mlirOperationEqual(root, of->root))
      tl_emit_remark(operation, NULL, "becomes a copy of a tile");
    write_access(&builder, &of->accesses[i], operation,
                 function_around(operation));
  }
  tl_key_table_free(&built);
  free(list.items);
  return is_fine;
}

/*===--- Verify -----------------------------------------------------------===*/

static bool verify_function(const adoption *of, MlirOperation function,
                            MlirOperation adopted) {
  tl_run_options options = run_options(of);
  tl_verification result;
  tl_held_errors held;
  tl_held_errors_start(&held, mlirOperationGetContext(function));
  bool is_same =
      tl_verify(function, adopted, &options, &result) == TL_EQUIVALENT;
  tl_held_errors_stop(&held);
  if (!is_same)
    tl_held_errors_emit(&held, "after adoption, ");
  return is_same;
}

/* The functions of a copy of the root, before it is written; NULL when memory is
 * out. */
static MlirOperation *functions_of(adoption *of, MlirOperation root) {
  operation_list list;
  bool is_fine = list_operations(root, &list);
  MlirOperation *functions =
      is_fine ? calloc((size_t)of->function_count, sizeof *functions) : NULL;
  for (int i = 0; functions && i < of->function_count; i++)
    functions[i] = list.items[number_of(of, of->functions[i])];
  free(list.items);
  return functions;
}

/* Tries it on a copy of the root. */
static bool verify_all(adoption *of) {
  tl_root_clone clone;
  if (!of->access_count)
    return true;
  tl_root_clone_make(of->root, &clone);
  MlirOperation *functions = functions_of(of, clone.root);
  bool is_same =
      functions ? write_all(of, clone.root) : fail_for_memory(of->root);
  for (int i = 0; is_same && i < of->function_count; i++)
    is_same = verify_function(of, of->functions[i], functions[i]);
  free(functions);
  tl_root_clone_destroy(&clone);
  return is_same;
}
