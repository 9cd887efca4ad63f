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
 * and an nvgpu.device_async_copy that fills it an asynchronous tl.copy.
 *
 * The kernel is simulated, and what its threads touch is read back as tiles and
 * fragments (laws L63, L64).  Rule B3: a buffer that nothing else sees (rule B1) is
 * adopted when all of its users are accesses that are listed here, to it or to views
 * of its elements, which all threads of a block of known size execute equally often,
 * or the first of them, in no more than 4 loops with constant ends and one scf.if;
 * whose indices and condition are computed from nothing but the thread's number,
 * counters of these loops and constants, so that one block shows all that they can
 * be; and that are tiles, each turn of a loop as far from the one before, or those of
 * a period over and over.  Of what is copied from, multiples of numbers of blocks are
 * added.  A buffer of one dimension whose accesses are tiles of rows gets these.
 *
 * Requires:  nothing.
 * Preserves: all else.  A buffer that is not adopted stays as it is.
 * Fails:     when a kernel with such a buffer does something else afterwards, or
 *            memory is out; the IR stays as it is.
 * Remarks:   why a buffer stays as it is; and, where asked for, what is adopted. */
#include "adopted_indices.h"
#include "explain.h"
#include "held_errors.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/copy_lowering.h"
#include "passes/emit/upstream_access.h"
#include "passes/facts/block_size.h"
#include "passes/facts/sole_memory.h"
#include "passes/facts/uniformity.h"
#include "passes/simulator/run.h"
#include "root_clone.h"
#include "run_time_sizes.h"
#include "tl/layout_algebra.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__vector__};
#define COUNT_OF(table) (int)(sizeof(table) / sizeof *(table))

/* All of a root, in the order of a walk; a copy of it has the same numbers. */
typedef struct operation_list {
  MlirOperation *items; /* owned */
  int count, capacity;
  bool is_cut; /* memory is out */
} operation_list;

/* One with a buffer that is adopted, and the blocks that are simulated of it. */
typedef struct adopted_function {
  MlirOperation operation;
  int64_t grid[3], dynamic_bytes;
} adopted_function;

/* A run of the pass. */
typedef struct adoption {
  MlirOperation root;
  bool has_remarks;
  tl_run_time_sizes sizes;
  tl_facts facts;
  operation_list operations;
  tl_key_table numbers;        /* owned: 1 + the place in the list */
  bool *is_planned;            /* owned: by number */
  tl_adopted_access *accesses; /* owned */
  int access_count, access_capacity;
  adopted_function *functions; /* owned */
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
    TL_RUN_TIME_SIZES_OPTION,
};

static tl_pass_result run_adopt_accesses(MlirOperation root,
                                         const tl_option_value *options) {
  adoption state = {.root = root, .has_remarks = options[0].number != 0};
  state.facts = tl_facts_create(root);
  bool is_fine = tl_flag_check(root, OPTIONS, options, 0) &&
                 tl_run_time_sizes_read(root, options[1].text, &state.sizes) &&
                 collect(&state);
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
  return tl_viewed_memory(
      mlirOperationGetOperand(access, tl_upstream_access_of(access)->memory));
}

/*===--- Rule B3 ----------------------------------------------------------===*/

/* NULL, or why not all threads of a block come by, or the first of them behind a
 * guard, in all turns of the loops. */
static const char *check_threads(adoption *of, MlirOperation access,
                                 const tl_site *site, tl_loop_nest *nest) {
  tl_block_size block;
  if (tl_block_size_around(&of->facts, access, &block, NULL) != TL_OK ||
      tl_block_threads(&block) == 0)
    return "the block has no known size; give the kernel a known_block_size";
  if (site->first_thread != 0 || site->thread_extents.count > 1)
    return "those of its threads that come by are not the first ones";
  if (tl_block_threads(&block) != site->threads &&
      mlirOperationIsNull(nest->guard))
    return "not all of its threads come by, and no one branch is around it";
  if (!tl_loop_nest_settle(site->steps, nest))
    return "turns of the loops around it are not known, or not all those in "
           "which threads come by";
  return tl_loop_nest_fits(nest)
             ? NULL
             : "a loop around it counts over more than 2^63 numbers";
}

/* NULL, or why the access does not leave its guard. */
static const char *check_guard(adoption *of, MlirOperation access,
                               const tl_upstream_access *row,
                               const tl_loop_nest *nest) {
  if (mlirOperationIsNull(nest->guard))
    return NULL;
  if (row->copies)
    return "it is asynchronous, and a branch is around it";
  if (!tl_guard_is_read(nest->guard, nest, &of->facts))
    return "the branch around it is not computed from the thread, counters of "
           "loops and constants alone";
  return tl_guard_obstacle(access, nest->guard, row->value >= 0);
}

/* The first turn from the second on in which the tile is where it was at first; 0:
 * there is none. */
static int64_t period_of(const tl_explained *buffer, const tl_site *site,
                         int64_t turns, int64_t apart) {
  tl_list first = tl_site_origin(buffer, site, 0);
  for (int64_t turn = 2; turn < turns; turn++) {
    tl_list own = tl_site_origin(buffer, site, turn * apart);
    if (memcmp(&own, &first, sizeof own) == 0)
      return turn;
  }
  return 0;
}

/* How far the tile is moved by a turn of loop k. */
static void read_moves(const tl_explained *buffer, const tl_site *site,
                       const tl_loop_nest *nest, tl_adopted_side *out) {
  tl_list first = tl_site_origin(buffer, site, 0);
  int64_t apart = 1; /* steps between turns of the loop */
  for (int64_t k = nest->count - 1; k >= 0; k--) {
    if (nest->loops[k].turns > 1) {
      tl_list next = tl_site_origin(buffer, site, apart);
      for (int64_t d = 0; d < out->rank; d++)
        out->moves[k][d] = next.items[d] - first.items[d];
      if (memcmp(&next, &first, sizeof next) != 0)
        out->periods[k] = period_of(buffer, site, nest->loops[k].turns, apart);
    }
    apart *= nest->loops[k].turns;
  }
  for (int64_t d = 0; d < out->rank; d++)
    out->start[d] = first.items[d];
}

static bool has_moves(const tl_explained *buffer, const tl_site *site,
                      const tl_loop_nest *nest, const tl_adopted_side *moves) {
  for (int64_t step = 0; step < site->steps; step++) {
    tl_list origin = tl_site_origin(buffer, site, step);
    int64_t rest = step;
    for (int64_t k = nest->count - 1; k >= 0; k--) {
      int64_t turn = rest % nest->loops[k].turns;
      rest /= nest->loops[k].turns;
      turn = moves->periods[k] ? turn % moves->periods[k] : turn;
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

/* In a thread. */
static int64_t moved_elements(MlirOperation access) {
  if (tl_upstream_access_of(access)->copies)
    return mlirIntegerAttrGetValueInt(tl_attribute_of(access, "dstElements"));
  MlirType type = moved_type(access);
  int64_t elements = 1;
  for (int64_t d = 0;
       mlirTypeIsAVector(type) && d < mlirShapedTypeGetRank(type); d++)
    elements *= mlirShapedTypeGetDimSize(type, (intptr_t)d);
  return elements;
}

/* Neither bounds nor a mask leave out elements of it. */
static bool touches_all(MlirOperation access, const tl_layout *fragment) {
  int64_t elements = moved_elements(access), registers;
  return tl_layout_span(fragment, TL_AXIS_M, &registers, NULL) == TL_OK &&
         registers == elements;
}

/* See cast. */
static bool has_short_vector(MlirOperation access, const tl_site *site) {
  MlirType type = moved_type(access);
  int64_t rank = mlirTypeIsAVector(type) ? mlirShapedTypeGetRank(type) : 1;
  return rank >= 1 && rank <= 2 && site->registers <= TL_MAX_REGISTERS;
}

/* NULL, or why the tile of the memory that is this operand is not known. */
static const char *plan_side(adoption *of, const tl_explained *buffer,
                             const tl_site *site, intptr_t memory,
                             const tl_loop_nest *nest, tl_adopted_side *out) {
  MlirOperation access = site->at->operation;
  *out = (tl_adopted_side){.rank = buffer->buffer.rank};
  if (!tl_indices_read(access, memory, nest, &of->facts, &out->terms))
    return "its indices are not computed from the thread, counters of loops "
           "and constants, and multiples of numbers of blocks, alone";
  for (int64_t i = 0; i < out->terms.count; i++)
    out->terms.items[i].number = number_of(of, out->terms.items[i].operation);
  if (site->is_counted || site->is_tile_counted)
    return "no digits say which of its threads have which elements";
  if (!site->is_fit && !site->is_moved)
    return site->reason;
  if (!site->is_fragment)
    return site->no_fragment;
  if (!touches_all(access, &site->tile.fragment))
    return "it leaves out elements of its vector, which are outside of the "
           "buffer";
  read_moves(buffer, site, nest, out);
  return has_moves(buffer, site, nest, out)
             ? NULL
             : "its tiles are not as far from each other each turn";
}

/* Of a copy; NULL where it reads more than one buffer. */
static const tl_site *site_of_source(const tl_explanation *of,
                                     const tl_site *target,
                                     const tl_explained **buffer) {
  const tl_site *found = NULL;
  for (int i = 0; i < of->buffer_count; i++)
    for (int k = 0; k < of->buffers[i].count; k++) {
      const tl_site *site = &of->buffers[i].sites[k];
      if (site->at != target->at || site->writes)
        continue;
      if (found)
        return NULL;
      found = site;
      *buffer = &of->buffers[i];
    }
  return found;
}

/* An argument in global memory from its first element on, so that coordinates are
 * those of the buffer, of so many dimensions. */
static bool is_whole_argument(MlirValue memory, int64_t rank,
                              MlirOperation function) {
  tl_strided strided;
  return mlirValueIsABlockArgument(memory) &&
         mlirShapedTypeGetRank(mlirValueGetType(memory)) == rank &&
         tl_memory_space_of(mlirValueGetType(memory)) == TL_MEMORY_GLOBAL &&
         mlirOperationEqual(
             mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(memory)),
             function) &&
         tl_strided_read(mlirValueGetType(memory), &strided) &&
         strided.is_identity &&
         mlirShapedTypeHasStaticShape(mlirValueGetType(memory));
}

/* Groups alone wait for it. */
static bool has_groups_alone(MlirOperation copy) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(copy, 0));
  while (!mlirOpOperandIsNull(use) &&
         tl_operation_is(mlirOpOperandGetOwner(use),
                         "nvgpu.device_async_create_group"))
    use = mlirOpOperandGetNextUse(use);
  return mlirOpOperandIsNull(use);
}

/* The fragment as one of the last dimensions; false where it has more than one
 * coordinate in the others. */
static bool keep_last(const tl_layout *fragment, int64_t rank, tl_layout *out) {
  tl_list shape = tl_layout_shape(fragment), last = {.count = rank};
  int64_t leading = shape.count - rank;
  for (int64_t d = 0; d < shape.count; d++)
    if (d >= leading)
      last.items[d - leading] = shape.items[d];
    else if (shape.items[d] > 1)
      return false;
  return leading >= 0 && tl_layout_reshape(fragment, &last, out, NULL) == TL_OK;
}

/* NULL, or why the copy is none of a tile. */
static const char *plan_source(adoption *of, const tl_explanation *explanation,
                               const tl_site *target, MlirOperation function,
                               const tl_loop_nest *nest,
                               tl_adopted_access *out) {
  MlirOperation copy = target->at->operation;
  intptr_t memory = tl_upstream_access_source(copy);
  const tl_explained *buffer = NULL;
  const tl_site *site = site_of_source(explanation, target, &buffer);
  if (!has_groups_alone(copy))
    return "something else waits for it than nvgpu.device_async_create_group";
  if (!site || !is_whole_argument(
                   tl_viewed_memory(mlirOperationGetOperand(copy, memory)),
                   buffer->buffer.rank, function))
    return "what it reads is no contiguous argument of static shape in global "
           "memory";
  const char *reason = plan_side(of, buffer, site, memory, nest, &out->source);
  if (reason)
    return reason;
  tl_layout fragment;
  bool is_same =
      keep_last(&site->tile.fragment, out->fragment.rank, &fragment) &&
      memcmp(&fragment, &out->fragment, sizeof fragment) == 0;
  return is_same ? NULL
                 : "its tile is another one where it is read than where it is "
                   "written";
}

static tl_list shape_of(const tl_traced_buffer *buffer) {
  tl_list shape = {.count = buffer->rank};
  for (int64_t d = 0; d < shape.count; d++)
    shape.items[d] = buffer->sizes[d];
  return shape;
}

/* NULL, or why the access does not become a copy. */
static const char *plan_access(adoption *of, const tl_explanation *explanation,
                               const tl_explained *buffer, const tl_site *site,
                               int64_t leading, MlirOperation function,
                               tl_adopted_access *out) {
  MlirOperation access = site->at->operation;
  const tl_upstream_access *row = tl_upstream_access_of(access);
  tl_loop_nest nest;
  if (site->parts > 1 || site->times)
    return "some threads come by more often than others, or touch more at a "
           "time";
  if (of->is_planned[number_of(of, access)])
    return "it accesses more than one buffer";
  if (!has_short_vector(access, site))
    return "its vector has more than two dimensions, or too many elements";
  if (tl_upstream_access_is_masked(access))
    return row->copies ? "it fills with zeros what it does not read"
                       : "it has a mask";
  if (!tl_loop_nest_read(access, function, &nest))
    return "something else is around it than at most 4 loops with constant "
           "ends";
  const char *reason = check_guard(of, access, row, &nest);
  if (!reason)
    reason = check_threads(of, access, site, &nest);
  if (reason)
    return reason;
  *out = (tl_adopted_access){.number = number_of(of, access),
                             .shape = shape_of(&buffer->buffer)};
  reason = plan_side(of, buffer, site, row->memory, &nest, &out->memory);
  if (!reason && out->memory.terms.count)
    reason = "blocks have other places of it";
  bool is_last =
      !reason && keep_last(&site->tile.fragment, buffer->buffer.rank - leading,
                           &out->fragment);
  assert(is_last || reason);
  (void)is_last;
  if (!reason && row->copies)
    reason = plan_source(of, explanation, site, function, &nest, out);
  of->is_planned[out->number] = !reason;
  return reason;
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
  char reason[192];
  if (is_opaque(user))
    return stays(user, "no fragment says which thread has which element of a "
                       "!gpu.mma_matrix: that is left to the target");
  const tl_upstream_access *row = tl_upstream_access_of(user);
  if (row && row->copies)
    return stays(user, "it copies from the buffer");
  snprintf(reason, sizeof reason, "it is none of %s", TL_UPSTREAM_ACCESSES);
  return stays(user, reason);
}

/* Whether all users of the memory are accesses, which are counted. */
static bool count_users(MlirValue memory, int *seen) {
  for (MlirOpOperand use = mlirValueGetFirstUse(memory);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    const tl_upstream_access *row = tl_upstream_access_of(user);
    if (tl_operation_is(user, "memref.dealloc"))
      continue;
    if (tl_is_element_view(user)) {
      if (!count_users(mlirOperationGetResult(user, 0), seen))
        return false;
      continue;
    }
    if (!row || mlirOpOperandGetOperandNumber(use) != (unsigned)row->memory)
      return is_other(user);
    ++*seen;
  }
  return true;
}

/* Whether all of its users were seen in the run. */
static bool check_users(const tl_explained *buffer, MlirValue memory) {
  int seen = 0, accesses = 0;
  for (int i = 0; i < buffer->count; i++)
    accesses += buffer->sites[i].part == 0;
  if (!count_users(memory, &seen))
    return false;
  if (seen == accesses)
    return true;
  return stays(buffer->sites[0].at->operation,
               "the buffer has users that are not executed");
}

static tl_adopted_access *new_access(adoption *of) {
  tl_adopted_access *accesses = tl_grow(of->accesses, sizeof *accesses,
                                        of->access_count, &of->access_capacity);
  if (accesses)
    of->accesses = accesses;
  return accesses ? &accesses[of->access_count++] : NULL;
}

/* Rows are a type of a buffer that is declared elsewhere. */
static bool is_declared_flat(const tl_explained *buffer, MlirValue memory) {
  return !mlirOperationIsNull(tl_defined_by(memory, "memref.get_global")) &&
         mlirShapedTypeGetRank(mlirValueGetType(memory)) != buffer->buffer.rank;
}

static bool is_adoptable(const tl_explained *buffer) {
  MlirOperation first = buffer->sites[0].at->operation;
  const tl_upstream_access *row = tl_upstream_access_of(first);
  if (!row || (row->copies && !buffer->sites[0].writes))
    return is_other(first);
  MlirValue memory = memory_of(first);
  if (!tl_is_sole_memory(memory))
    return stays(first, "it is not all of a buffer of the kernel, and others "
                        "may see it");
  MlirType type = mlirValueGetType(memory);
  tl_strided strided;
  if (!tl_element_bytes(type))
    return stays(first,
                 "its elements are not signless integers or floats of 8, "
                 "16, 32, 64 or 128 bits (not f8E8M0FNU, which has no zero)");
  if (!tl_strided_read(type, &strided) || !strided.is_identity ||
      !mlirShapedTypeHasStaticShape(type))
    return stays(first, "the buffer is not contiguous and of static shape");
  if (is_declared_flat(buffer, memory))
    return stays(first, "it is a memref.global of other dimensions than those "
                        "of its tiles; declare it with these");
  return check_users(buffer, memory);
}

/* Dimensions in front, as stages of a ring, in which all tiles have one coordinate;
 * two are kept, or as many as what is copied from has. */
static int64_t leading_of(const tl_explanation *of,
                          const tl_explained *buffer) {
  enum { LEAST_KEPT = 2 };
  int64_t kept = LEAST_KEPT, leading = buffer->buffer.rank;
  for (int i = 0; i < buffer->count; i++) {
    const tl_site *site = &buffer->sites[i];
    const tl_explained *source = NULL;
    tl_list shape = tl_layout_shape(&site->tile.fragment);
    int64_t own = 0;
    while (own < shape.count && shape.items[own] == 1)
      own++;
    leading = own < leading ? own : leading;
    if (tl_upstream_access_of(site->at->operation)->copies &&
        site_of_source(of, site, &source) && source->buffer.rank < kept)
      kept = source->buffer.rank;
  }
  kept = buffer->buffer.rank - kept;
  return leading < kept ? leading : kept > 0 ? kept : 0;
}

/* False when memory is out. */
static bool plan_buffer(adoption *of, const tl_explanation *explanation,
                        const tl_explained *buffer, MlirOperation function) {
  int before = of->access_count;
  if (!is_adoptable(buffer))
    return true;
  int64_t leading = leading_of(explanation, buffer);
  for (int i = 0; i < buffer->count; i++) {
    const tl_site *site = &buffer->sites[i];
    tl_adopted_access *access = new_access(of);
    if (!access)
      return fail_for_memory(function);
    const char *reason =
        plan_access(of, explanation, buffer, site, leading, function, access);
    if (reason) {
      stays(site->at->operation, reason);
      of->access_count = before;
      return true;
    }
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
      is_fine = plan_buffer(of, &explanation, buffer, function);
  }
  tl_explanation_destroy(&explanation);
  return is_fine;
}

static bool add_function(adoption *of, MlirOperation operation,
                         const tl_launch *launch) {
  adopted_function *functions =
      tl_grow(of->functions, sizeof *functions, of->function_count,
              &of->function_capacity);
  if (!functions)
    return fail_for_memory(operation);
  of->functions = functions;
  functions += of->function_count++;
  functions->operation = operation;
  memcpy(functions->grid, launch->grid, sizeof functions->grid);
  functions->dynamic_bytes =
      launch->dynamic_bytes > 0 ? launch->dynamic_bytes : 0;
  return true;
}

static tl_run_options run_options(const adoption *of, MlirOperation function) {
  tl_run_options options = {.root = of->root,
                            .shape_option = "verify-sizes",
                            .counts_accesses = true,
                            .traces = true};
  tl_run_time_sizes_state(function, &of->sizes, &options);
  return options;
}

/* Two along each axis: what the first block shows is all that there is, and
 * multiples of their numbers show in the second. */
static void keep_few_blocks(tl_launch *launch) {
  for (int i = 0; i < 3; i++) {
    int64_t most = launch->cluster[i] > 2 ? launch->cluster[i] : 2;
    launch->grid[i] = launch->grid[i] < most ? launch->grid[i] : most;
  }
}

/* As many as its views reach, where no launch says how many there are. */
static void take_dynamic_bytes(MlirOperation function, tl_launch *launch) {
  int64_t bytes = tl_dynamic_reach(function);
  if (launch->dynamic_bytes == TL_DYNAMIC_UNKNOWN && bytes)
    launch->dynamic_bytes = bytes;
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
  tl_run_options options = run_options(of, function);
  tl_run_request request = {.function = function, .options = &options};
  tl_held_errors held;
  tl_run run;
  int before = of->access_count;
  if (!has_access(function))
    return true;
  if (!is_straight_kernel(function)) {
    tl_emit_remark(function, NULL,
                   "is not adopted, as it is no gpu.func kernel of one block; "
                   "gpu-kernel-outlining makes one of a gpu.launch");
    return true;
  }
  tl_held_errors_start(&held, mlirOperationGetContext(function));
  bool is_run = tl_run_create(&request, &run);
  if (is_run) {
    keep_few_blocks(&run.machine.launch);
    take_dynamic_bytes(function, &run.machine.launch);
    is_run = tl_machine_run(&run.machine, run.arguments);
  }
  tl_held_errors_stop(&held);
  if (!is_run)
    tl_emit_remark(function, held.error.text,
                   "is not adopted, as it cannot be simulated");
  bool is_fine = !is_run || plan_buffers(of, &run, function);
  if (is_fine && of->access_count > before)
    is_fine = add_function(of, function, &run.machine.launch);
  tl_run_destroy(&run);
  return is_fine;
}

/*===--- Write ------------------------------------------------------------===*/

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
    is_fine = tl_adopted_access_write(&builder, &of->accesses[i], list.items,
                                      function_around(operation));
  }
  tl_key_table_free(&built);
  free(list.items);
  return is_fine;
}

/*===--- Verify -----------------------------------------------------------===*/

static bool verify_function(const adoption *of,
                            const adopted_function *function,
                            MlirOperation adopted) {
  tl_run_options options = run_options(of, function->operation);
  tl_verification result;
  tl_held_errors held;
  memcpy(options.grid, function->grid, sizeof options.grid);
  options.dynamic_bytes = function->dynamic_bytes;
  tl_held_errors_start(&held, mlirOperationGetContext(adopted));
  bool is_same = tl_verify(function->operation, adopted, &options, &result) ==
                 TL_EQUIVALENT;
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
    functions[i] = list.items[number_of(of, of->functions[i].operation)];
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
    is_same = verify_function(of, &of->functions[i], functions[i]);
  free(functions);
  tl_root_clone_destroy(&clone);
  return is_same;
}
