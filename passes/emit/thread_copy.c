/* thread_copy.c - see thread_copy.h.
 *
 * Registers must not be indexed at run time, or they end up in local memory. So
 * the code is straight; a buffer with many accesses gets loops that LLVM
 * unrolls in full. */
#include "thread_copy.h"
#include "ballast.h"
#include "bounded_stores.h"
#include "branches.h"
#include "element_moves.h"
#include "flat_memory.h"
#include "lib/base/checked.h"
#include "masked_words.h"
#include "mlir-c/BuiltinAttributes.h"
#include "ordered_words.h"
#include "pad_words.h"
#include "passes/facts/distinct_buffers.h"
#include "plan_values.h"
#include "pointers.h"
#include "registers.h"
#include "shifted_words.h"
#include "store_order.h"
#include "strides_apart.h"
#include "thread_access.h"
#include "thread_pads.h"
#include <string.h>

/* A number known now, and values (null: 0) known at run time. */
typedef struct place {
  MlirValue base; /* swizzled already; null where that is still to come */
  MlirValue offset;
  int64_t constant, steps; /* rule E31 */
} place;

/* How LLVM gets offsets: as sums, as one value, or in bytes: as one number, as the
 * pointer that a loop starts at, or as one from there. */
typedef enum offset_form {
  OPEN = 0,
  FROZEN,
  IN_BYTES,
  AT_POINTER,
  FROM_POINTER,
} offset_form;

/* Memory that is flat, and where it starts in its buffer, which may be null. */
typedef struct flat_memory {
  MlirValue row, start;
  int64_t unit; /* what the start counts of an element; 0: elements */
} flat_memory;

/* A thread copy that is being written. */
typedef struct writing {
  tl_builder builder;
  MlirAttribute annotation;
  MlirOperation named; /* see tl_thread_access */
  tl_thread_view view;
  tl_thread_facts known;
  bool is_for_ptx;
  flat_memory memory, target; /* the target of an asynchronous one */
  bool loops;
  offset_form form; /* unless open, with the start */
  MlirValue stride; /* rule E31; null: none */
  bool begins;      /* the first access is known to begin inside the limits */

  /* Under limits, all accesses are made before the registers get them. */
  bool moves, fills;
  const tl_builder *early; /* see tl_thread_access */
  bool holds;              /* what may be pads, see tl_hold_words */
  bool is_computed;        /* what is stored, in front of all branches */
  intptr_t moved_count;
  MlirValue moved[TL_MAX_REGISTERS], held[TL_MAX_REGISTERS];
  bool groups; /* accesses that follow each other */
  tl_access_group group;
  tl_registers registers;
  tl_element_run run; /* consecutive elements, and their slots from the first */
  int64_t run_slots[TL_MAX_REGISTERS];
} writing;

/* An access: in memory, and in registers or in the target.  For each limit, the
 * coordinate so far, and the room left by loops around. */
typedef struct position {
  place memory, other;
  int64_t coordinate[TL_MAX_RANK], granule[TL_MAX_RANK];
  MlirValue room[TL_MAX_RANK];
} position;

static void order_stored(MlirOperation operation);
static void open_copy(writing *state, const tl_unrolling *unrolling,
                      MlirOperation operation);
static void build_anchor(const tl_builder *builder);
static tl_moves element_of(const writing *state, int64_t number);
static int64_t access_count(const writing *state);
static int64_t known_room(const writing *state, int64_t limit);
static bool is_flat(const writing *state, MlirOperation operation);
static void move_inside(writing *state);
static void move_all(writing *state);
static bool stores_computed(const writing *state);
static void compute_before(writing *state);
static void move_starts(writing *state);
static position position_of(const writing *state, intptr_t start);
static void move_atoms(writing *state, position at, int64_t atom);
static void move_in_loop(writing *state, position at, int64_t atom);
static void move_access(writing *state, const position *at, tl_run_access part);
static void read_access(writing *state, const position *at, tl_run_access part,
                        tl_thread_access *out);

void tl_write_thread_copy(const tl_builder *builder,
                          const tl_unrolling *unrolling,
                          const tl_thread_facts *known,
                          MlirOperation operation) {
  writing state;
  state.builder = *builder;
  state.known = *known;
  if (unrolling->is_for_ptx)
    order_stored(operation);
  open_copy(&state, unrolling, operation);
  const tl_thread_view *view = &state.view;
  state.groups = !state.loops;
  state.holds = state.is_for_ptx && view->kind == TL_LOAD &&
                view->limit_count &&
                tl_extends_parts(mlirOperationGetResult(operation, 0));
  if (state.is_for_ptx && view->kind == TL_LOAD) {
    tl_shift_words(mlirOperationGetResult(operation, 0));
    tl_mask_words(mlirOperationGetResult(operation, 0));
  }
  if (state.is_for_ptx && stores_computed(&state))
    compute_before(&state);
  if (view->limit_count && view->start_count == 1 && !state.loops &&
      !view->is_async && !is_flat(&state, operation))
    move_inside(&state);
  else
    move_all(&state);
  if (view->kind == TL_LOAD) {
    tl_registers_close(&state.builder, &state.registers, operation);
    return;
  }
  mlirOperationDestroy(operation);
  if (view->kind == TL_STORE)
    tl_registers_forget(&state.builder, view->fragment);
}

/* What goes to shared memory (rule E30). */
static void order_stored(MlirOperation operation) {
  tl_thread_view view;
  tl_thread_view_read(operation, &view);
  if (view.kind == TL_STORE &&
      tl_memory_space_of(view.memory_type) == TL_MEMORY_SHARED)
    tl_order_words(view.fragment);
}

/* Whether it fetches from memory that starts at what stays in a loop, by an offset that
 * the loop counts and strides known at run time: then that is a pointer (rule E23). */
static bool moves_pointer(const tl_thread_view *view, MlirOperation operation) {
  return view->is_async && view->symbol_count && view->start_count == 1 &&
         tl_flat_offset(view->memory) == INT64_MIN &&
         tl_is_given_memory(view->memory) &&
         tl_change_around(operation, tl_thread_offset(view, 0)) == TL_COUNTS;
}

/* Set where such a copy is of a view of the buffer. */
static void **pointer_of(const tl_builder *builder, MlirOperation operation,
                         MlirValue memory) {
  tl_builder entry = *builder;
  tl_builder_before(&entry, operation);
  tl_builder_at_entry(&entry);
  return tl_built(&entry, "pointer that moves", tl_viewed_buffer(memory), 0);
}

/* Set where a copy in the loop is asynchronous. */
static void **pipeline_of(tl_builder *builder, MlirOperation loop) {
  tl_builder_before(builder, loop);
  return tl_built(builder, "pipeline", (MlirValue){NULL},
                  (int64_t)(uintptr_t)loop.ptr);
}

void tl_find_pipelines(const tl_builder *builder, MlirOperation operation) {
  tl_builder before = *builder;
  tl_thread_view view;
  tl_thread_view_read(operation, &view);
  if (moves_pointer(&view, operation))
    *pointer_of(builder, operation, view.memory) = operation.ptr;
  while (!mlirOperationIsNull(operation = tl_loop_around(operation)))
    *pipeline_of(&before, operation) = operation.ptr;
}

/* Than those of the thread. */
static bool has_other_parts(MlirValue offset) {
  return mlirValueIsAOpResult(offset) && !tl_is_of_thread(offset);
}

/* Whether it is in front of such a copy, of a start that both have. */
static bool is_at_pointer(const writing *state, MlirOperation operation) {
  const tl_thread_view *view = &state->view;
  return view->is_async && view->symbol_count && view->start_count == 1 &&
         !tl_is_in_loop(operation) &&
         *pointer_of(&state->builder, operation, view->memory);
}

/* LLVM adds the parts of an address to the pointer one by one, those first that
 * are the same for all threads, and of what varies in a loop it carries each part
 * of each access through the loop: a pointer a row.  What is frozen has no parts.
 * Numbers of the thread stay open, since copies have digits of it in common.
 *
 * What counts in a loop it carries as a number of bytes where it sees no elements,
 * and one pointer where all rows are constants of that.  Rows that a pipeline stores are
 * bytes apart, too, or it multiplies what they are apart in each turn.  There the digits
 * of the thread are those of the copies in front of it, and under limits a branch
 * is around the accesses: a pointer costs more there than it saves. */
static offset_form form_of(const writing *state, MlirOperation operation) {
  const tl_thread_view *view = &state->view;
  MlirValue offset = tl_thread_offset(view, 0), start = state->memory.start;
  tl_builder before = state->builder;
  bool is_moved = !mlirValueIsNull(start);
  if (moves_pointer(view, operation))
    return FROM_POINTER;
  if (is_at_pointer(state, operation))
    return AT_POINTER;
  if (tl_memory_space_of(view->memory_type) != TL_MEMORY_GLOBAL ||
      view->swizzle.bits || !(is_moved || has_other_parts(offset)))
    return OPEN;
  tl_change change = tl_change_around(operation, offset);
  if (is_moved && tl_change_around(operation, start) > change)
    change = tl_change_around(operation, start);
  if (change == TL_STAYS || view->start_count > 1)
    return FROZEN;
  bool is_in_pipeline =
      *pipeline_of(&before, tl_loop_around(operation)) != NULL;
  if (view->symbol_count)
    return change == TL_COUNTS || (is_in_pipeline && view->kind == TL_STORE)
               ? IN_BYTES
               : FROZEN;
  return (!view->limit_count || access_count(state) == 1) && !is_in_pipeline
             ? OPEN
             : FROZEN;
}

enum { MOST_OF_STAGE = 16 }; /* operations that make it */

/* Whether it is made of a quotient by what is no power of two: a remainder is a
 * difference for LLVM, which counts one side from what stays. */
static bool is_of_quotient(MlirValue value, int *left) {
  if (!mlirValueIsAOpResult(value) || (*left)-- <= 0)
    return false;
  int64_t divisor;
  MlirOperation at = mlirOpResultGetOwner(value);
  bool is_found =
      tl_is_division(at) &&
      !(tl_constant_read(mlirOperationGetOperand(at, 1), &divisor) &&
        tl_is_power_of_two(divisor));
  for (intptr_t i = 0; !is_found && i < mlirOperationGetNumOperands(at); i++)
    is_found = is_of_quotient(mlirOperationGetOperand(at, i), left);
  return is_found;
}

/* Whether it is shared memory that starts further in each turn of a loop. */
static bool is_stage(const writing *state, MlirOperation operation,
                     const flat_memory *memory) {
  int left = MOST_OF_STAGE;
  return !state->view.matrices && !mlirValueIsNull(memory->start) &&
         tl_memory_space_of(mlirValueGetType(memory->row)) ==
             TL_MEMORY_SHARED &&
         tl_change_around(operation, memory->start) == TL_VARIES &&
         !is_of_quotient(memory->start, &left);
}

/* Rule E26: where a stage starts is a number of which LLVM sees no part.  It would see
 * that no bits meet, and join each access in the loop.  The number is bytes: elements are
 * multiplied into two registers (mul.wide).  Then it is an index, which is at least 0. */
static flat_memory memory_from(const writing *state, MlirOperation operation,
                               MlirValue memref, int64_t least) {
  int64_t bytes = state->view.element_bytes;
  flat_memory flat = {0};
  flat.row = tl_build_flat_from(&state->builder, memref, &flat.start);
  if (!is_stage(state, operation, &flat))
    return flat;
  if (least >= 0) {
    flat.unit = bytes;
    flat.start = tl_build_by(&state->builder, TL_MULTIPLY, flat.start, bytes);
  }
  flat.start = tl_build_hidden(&state->builder, flat.start, false);
  return flat;
}

/* Whether global memory of an asynchronous copy starts at what stays in a loop, where
 * the offset does not: then that is a pointer in front of it. */
static bool starts_at_pointer(const writing *state, MlirOperation operation) {
  enum { OFFSET = 1 };
  const tl_thread_view *view = &state->view;
  return view->is_async && !moves_pointer(view, operation) &&
         tl_memory_space_of(view->memory_type) == TL_MEMORY_GLOBAL &&
         tl_flat_offset(view->memory) == INT64_MIN &&
         tl_change_around(operation, tl_thread_offset(view, 0)) != TL_STAYS &&
         tl_change_around(operation, tl_build_metadata(&state->builder,
                                                       view->memory, OFFSET)) ==
             TL_STAYS;
}

static void open_copy(writing *state, const tl_unrolling *unrolling,
                      MlirOperation operation) {
  tl_thread_view *view = &state->view;
  tl_thread_view_read(operation, view);
  state->named =
      tl_has_foreign_attributes(operation) ? operation : (MlirOperation){NULL};
  if (view->kind == TL_LOAD && view->limit_count &&
      !tl_thread_pads_are_seen(view))
    view->pad = tl_poison(&state->builder);
  state->memory =
      starts_at_pointer(state, operation)
          ? (flat_memory){.row = tl_build_flat(&state->builder, view->memory)}
          : memory_from(state, operation, view->memory,
                        state->known.least_start);
  if (view->is_async)
    state->target = memory_from(state, operation, view->fragment,
                                state->known.least_target_start);
  else
    tl_registers_open(&state->builder, view, &state->registers);
  state->run = tl_thread_run(view);
  for (int64_t i = 0; i < state->run.length; i++)
    state->run_slots[i] = element_of(state, i).slot;
  state->annotation = unrolling->annotation;
  state->is_for_ptx = unrolling->is_for_ptx;
  state->loops =
      view->kind == TL_COPY && access_count(state) > unrolling->accesses;
  state->form = form_of(state, operation);
  state->stride = state->is_for_ptx && !state->loops
                      ? tl_stride_apart(&state->builder, view, operation)
                      : (MlirValue){NULL};
  state->begins = false;
  state->moves = state->fills = true;
  state->is_computed = false;
  state->moved_count = 0;
  state->early = NULL;
  state->group = (tl_access_group){.count = 0};
  if (view->is_async || view->matrices)
    build_anchor(&state->builder);
}

/* In a branch, once: where at most five instructions would stay behind, LLVM
 * hoists addresses out of it, away from the instructions that they are constants
 * of. */
static void build_anchor(const tl_builder *builder) {
  MlirOperation around = mlirBlockGetParentOperation(builder->block);
  void **built = tl_built(builder, "anchor", (MlirValue){NULL}, 0);
  if (*built || mlirOperationIsNull(around) ||
      !mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(around)),
                          mlirStringRefCreateFromCString("scf.if")))
    return;
  *built = tl_build_ballast(builder).ptr;
}

static int64_t access_count(const writing *state) {
  return state->view.start_count * tl_atoms_count(&state->view.atoms) *
         tl_run_access_count(&state->run);
}

static int64_t reach_of(const tl_atoms *atoms, intptr_t limit) {
  int64_t reach = 0;
  for (int64_t i = 0; i < atoms->count; i++)
    if (atoms->items[i].dimension == limit)
      reach += (atoms->items[i].extent - 1) * atoms->items[i].weight;
  return reach;
}

static bool is_stored(MlirOperation load) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(load, 0));
  return !mlirOpOperandIsNull(use) &&
         tl_operation_is(mlirOpOperandGetOwner(use), "tl.thread_store");
}

/* Whether an access asks more of a limit than where the first one begins.  Those with an
 * extent are asked beside the others, which several copies that store have in common. */
static bool asks_more(const writing *state, MlirOperation load,
                      intptr_t limit) {
  const tl_thread_view *view = &state->view;
  if (!mlirValueIsNull(tl_thread_extent(view, limit)))
    return access_count(state) == 1 && !is_stored(load);
  int64_t most = reach_of(&view->inner, limit) + reach_of(&view->atoms, limit);
  most -= most % view->granules[limit];
  return most > 0 && most >= known_room(state, limit);
}

/* Rule E28: whether each load has a branch of its own, which the assembler gives a
 * condition instead.  In one around them all pads and all that is loaded are there at
 * once; what is stored under the same bounds goes into that one. */
static bool is_flat(const writing *state, MlirOperation operation) {
  if (state->view.kind != TL_LOAD)
    return false;
  bool asks = false;
  for (intptr_t i = 0; i < state->view.limit_count; i++)
    asks |= asks_more(state, operation, i);
  return asks && !tl_is_for_bounded_store(&state->view, operation);
}

/* All accesses under the condition that the first one begins below the bounds: no
 * other can, if it does not.  Of limits with an extent others may. */
static void move_inside(writing *state) {
  tl_builder outside = state->builder;
  tl_thread_access first;
  position start = position_of(state, 0);
  read_access(state, &start, (tl_run_access){0, 1}, &first);
  MlirValue begins = tl_build_access_begins(&outside, &first);
  if (mlirValueIsNull(begins)) {
    move_all(state);
    return;
  }

  tl_branch branch = tl_branch_open(&outside);
  state->builder = branch.taken;
  state->begins = true;
  state->fills = false;
  state->early = state->is_for_ptx ? &outside : NULL;
  memset(state->held, 0, sizeof state->held);
  move_starts(state);
  state->early = NULL;
  state->builder = outside;
  state->begins = false;
  if (state->view.stores)
    tl_order_stores(&outside, branch.taken.block);

  intptr_t count = state->view.stores ? 0 : state->moved_count,
           in_run = (intptr_t)tl_run_access_count(&state->run);
  MlirValue pads[TL_MAX_REGISTERS];
  for (intptr_t i = 0; i < count; i++)
    pads[i] = !mlirValueIsNull(state->held[i]) ? state->held[i]
              : i < in_run ? tl_build_splat(&branch.otherwise,
                                            mlirValueGetType(state->moved[i]),
                                            state->view.pad)
                           : pads[i - in_run];
  MlirOperation all =
      tl_branch_close(&outside, &branch, begins, count, state->moved, pads);
  for (intptr_t i = 0; i < count; i++)
    state->moved[i] = mlirOperationGetResult(all, i);
  state->moves = false;
  state->fills = true;
  if (count)
    move_starts(state);
}

/* Whether the elements that it gives take less than what they are made of. */
static bool is_narrowing(MlirOperation operation) {
  return mlirOperationGetNumOperands(operation) == 1 &&
         tl_element_bytes(
             mlirValueGetType(mlirOperationGetResult(operation, 0))) <
             tl_element_bytes(
                 mlirValueGetType(mlirOperationGetOperand(operation, 0)));
}

/* Whether it stores what is computed in several branches, and not in one inside of
 * another. */
static bool stores_computed(const writing *state) {
  const tl_thread_view *view = &state->view;
  if (view->kind != TL_STORE || !view->limit_count || view->matrices ||
      access_count(state) <= 2 || !mlirValueIsAOpResult(view->fragment))
    return false;
  MlirOperation made = mlirOpResultGetOwner(view->fragment);
  return tl_is_elementwise(made) && is_narrowing(made);
}

/* LLVM computes what one branch alone stores in there, and keeps all that it is
 * computed from, where that takes more registers. */
static void compute_before(writing *state) {
  state->moves = false;
  move_starts(state);
  state->moves = true;
  state->is_computed = true;
}

/* Accesses of a group are there when it is closed. */
static void move_all(writing *state) {
  const tl_thread_view *view = &state->view;
  bool waits =
      view->limit_count && !view->stores && !view->is_async && state->groups;
  state->fills = !waits;
  move_starts(state);
  state->moves = !waits;
  state->fills = true;
  if (waits)
    move_starts(state);
}

/* Every access of every start. */
static void move_starts(writing *state) {
  state->moved_count = 0;
  for (intptr_t i = 0; i < state->view.start_count; i++)
    move_atoms(state, position_of(state, i), 0);
  tl_close_access_group(&state->builder, &state->group);
}

static place place_of(int64_t bits, MlirValue offset) {
  return bits >= 0 ? (place){.base = offset} : (place){.offset = offset};
}

/* What offsets count of an element. */
static int64_t unit_of(const writing *state) {
  return state->form >= IN_BYTES ? state->view.element_bytes : 1;
}

static MlirValue build_bytes(const writing *state, MlirValue elements) {
  return tl_build_by(&state->builder, TL_MULTIPLY_WRAPPING, elements,
                     unit_of(state));
}

/* Whole periods of a swizzle stay constants beside what is joined, which several
 * copies then have in common. */
static place open_place(const tl_thread_view *view, MlirValue offset) {
  MlirValue rest = offset;
  int64_t constant = tl_value_split(&rest);
  return view->offset_bits >= 0 &&
                 constant % tl_swizzle_period(&view->swizzle) == 0
             ? (place){.base = rest, .constant = constant}
             : place_of(view->offset_bits, offset);
}

/* So many times a stride; null: nothing. */
typedef struct stride_count {
  MlirValue value, stride;
  int64_t count;
} stride_count;

static stride_count strides_of(MlirValue value) {
  MlirOperation product = tl_defined_by(value, "arith.muli");
  stride_count all = {value, value, 1};
  if (!mlirOperationIsNull(product) &&
      tl_constant_read(mlirOperationGetOperand(product, 1), &all.count))
    all.stride = mlirOperationGetOperand(product, 0);
  return all;
}

/* Takes off an offset by how many strides a part of a copy is further than the
 * whole, and returns that.  Then all parts hide the same. */
static stride_count take_strides(const tl_thread_view *view,
                                 MlirValue *offset) {
  MlirOperation sum = tl_defined_by(*offset, "arith.addi");
  if (mlirOperationIsNull(sum))
    return (stride_count){0};
  stride_count all = strides_of(mlirOperationGetOperand(sum, 1));
  intptr_t i = 0;
  while (i < view->symbol_count &&
         !mlirValueEqual(all.stride, tl_thread_symbol(view, i)))
    i++;
  if (i == view->symbol_count)
    return (stride_count){0};
  *offset = mlirOperationGetOperand(sum, 0);
  return all;
}

static bool is_apart(const writing *state, MlirValue stride) {
  return !mlirValueIsNull(stride) && mlirValueEqual(stride, state->stride);
}

/* With the start, of which LLVM is to see no part. */
static MlirValue build_hidden(const writing *state, MlirValue offset) {
  const tl_builder *builder = &state->builder;
  const MlirValue none = {NULL};
  if (state->form == FROM_POINTER)
    return tl_build_pointer_offset(builder, state->memory.row,
                                   build_bytes(state, state->memory.start),
                                   build_bytes(state, offset));
  offset = build_bytes(
      state, tl_build_pair(builder, TL_ADD, offset, state->memory.start));
  return state->form == FROZEN ? tl_build_frozen(builder, offset)
         : state->form == IN_BYTES
             ? tl_build_hidden(builder, offset, true)
             : tl_build_pointer_offset(builder, state->memory.row, offset,
                                       none);
}

/* Instructions have constants. */
static place memory_of(const writing *state, intptr_t start) {
  const tl_builder *builder = &state->builder;
  MlirValue offset = tl_thread_offset(&state->view, start);
  if (state->form == OPEN)
    return open_place(&state->view, offset);
  int64_t constant = tl_value_split(&offset);
  stride_count taken = take_strides(&state->view, &offset);
  place at = {.offset = build_hidden(state, offset), .constant = constant};
  if (is_apart(state, taken.stride))
    at.steps = taken.count;
  else
    at.offset = tl_build_pair(builder, TL_ADD, at.offset,
                              build_bytes(state, taken.value));
  return at;
}

static position position_of(const writing *state, intptr_t start) {
  const tl_thread_view *view = &state->view;
  position at = {.memory = memory_of(state, start)};
  if (view->is_async)
    at.other = place_of(view->target_bits, view->target_offset);
  if (!mlirAttributeIsNull(view->slots))
    at.other.constant = mlirDenseI64ArrayGetElement(view->slots, start);
  for (intptr_t limit = 0; limit < view->limit_count; limit++) {
    at.room[limit] = tl_thread_room(view, limit, start);
    at.granule[limit] = view->granules[limit];
  }
  return at;
}

/* The run-time stride of the atom; null: it has none. */
static MlirValue symbol_of(const writing *state, const tl_atom *step) {
  return step->symbol
             ? tl_thread_symbol(&state->view, (intptr_t)step->symbol - 1)
             : (MlirValue){NULL};
}

/* Every run whose digits before `atom` are in `at`. */
static void move_atoms(writing *state, position at, int64_t atom) {
  const tl_thread_view *view = &state->view;
  if (atom == view->atoms.count) {
    for (int64_t i = 0; i < tl_run_access_count(&state->run); i++)
      move_access(state, &at, tl_run_access_at(&state->run, i));
    return;
  }
  if (state->loops) {
    move_in_loop(state, at, atom);
    return;
  }
  const tl_atom *step = &view->atoms.items[atom];
  MlirValue symbol = symbol_of(state, step), stride = {NULL};
  bool apart = is_apart(state, symbol);
  if (step->symbol && !apart)
    stride = build_bytes(state, tl_build_by(&state->builder, TL_MULTIPLY,
                                            symbol, step->memory_stride));
  for (int64_t digit = 0; digit < step->extent; digit++) {
    if (digit)
      at.memory.offset =
          tl_build_pair(&state->builder, TL_ADD, at.memory.offset, stride);
    move_atoms(state, at, atom + 1);
    at.memory.steps += apart ? step->memory_stride : 0;
    at.memory.constant += step->symbol ? 0 : step->memory_stride;
    at.other.constant += step->register_stride;
    at.coordinate[step->dimension] += step->weight;
  }
}

static void move_in_loop(writing *state, position at, int64_t atom) {
  tl_builder outside = state->builder, *inside = &state->builder;
  const tl_atom *step = &state->view.atoms.items[atom];
  int64_t d = step->dimension;
  MlirValue digit;
  *inside = tl_build_loop(&outside, step->extent, 1, state->annotation, &digit);
  MlirValue moved =
      tl_build_by(inside, TL_MULTIPLY, digit, step->memory_stride);
  if (step->symbol)
    moved = tl_build_pair(
        inside, TL_MULTIPLY, moved,
        tl_thread_symbol(&state->view, (intptr_t)step->symbol - 1));
  at.memory.offset = tl_build_pair(inside, TL_ADD, at.memory.offset,
                                   build_bytes(state, moved));
  if (step->weight) {
    at.granule[d] = tl_gcd(at.granule[d], step->weight);
    at.room[d] = tl_build_pair(
        inside, state->view.extents >> d & 1 ? TL_ADD : TL_SUBTRACT, at.room[d],
        tl_build_by(inside, TL_MULTIPLY, digit, step->weight));
  }
  at.other.offset = tl_build_pair(
      inside, TL_ADD, at.other.offset,
      tl_build_by(inside, TL_MULTIPLY, digit, step->register_stride));
  move_atoms(state, at, atom + 1);
  tl_build_yield(inside, 0, NULL);
  state->builder = outside;
}

/* Where element `number` of the run is, from the first. */
static tl_moves element_of(const writing *state, int64_t number) {
  tl_moves moves = {0};
  tl_atoms_move(&state->view.inner, number, &moves);
  return moves;
}

static tl_slots slots_of(const writing *state, const position *at,
                         tl_run_access part) {
  tl_slots slots = {.base = at->other.offset, .count = part.width};
  for (int64_t i = 0; i < part.width; i++)
    slots.slot[i] = at->other.constant + state->run_slots[part.first + i];
  return slots;
}

static MlirValue write_access(writing *state, const position *at,
                              tl_run_access part, MlirValue value) {
  tl_thread_access access;
  read_access(state, at, part, &access);
  return tl_access_emitter_of(&access)->write(&state->builder, &access, value);
}

static void store_access(writing *state, const position *at,
                         tl_run_access part) {
  tl_slots slots = slots_of(state, at, part);
  MlirValue value =
      state->moves && state->is_computed
          ? state->moved[state->moved_count++]
          : tl_registers_get(&state->builder, &state->registers, &slots);
  if (state->moves)
    write_access(state, at, part, value);
  else
    state->moved[state->moved_count++] =
        tl_hold_words(&state->builder, value, false);
}

static void load_access(writing *state, const position *at,
                        tl_run_access part) {
  MlirValue *moved = &state->moved[state->moved_count];
  MlirValue value =
      state->moves ? write_access(state, at, part, (MlirValue){NULL}) : *moved;
  if (state->fills) {
    tl_slots slots = slots_of(state, at, part);
    if (state->holds)
      value = tl_hold_words(&state->builder, value, false);
    tl_registers_put(&state->builder, &state->registers, &slots, value);
  } else {
    *moved = value;
  }
  state->moved_count += !(state->moves && state->fills);
}

static void move_access(writing *state, const position *at,
                        tl_run_access part) {
  if (state->view.is_async)
    write_access(state, at, part, (MlirValue){NULL});
  else if (state->view.stores)
    store_access(state, at, part);
  else
    load_access(state, at, part);
}

static tl_access_start start_of(const writing *state, const flat_memory *memory,
                                const tl_swizzle *swizzle, int64_t bits,
                                const place *at) {
  const int64_t strides[1 + TL_MAX_SYMBOLS] = {at->constant};
  tl_plan_sources sources = {
      .values = {[TL_SOURCE_BASE] = at->base, [TL_SOURCE_MOVED] = at->offset}};
  tl_access_start start = {
      .memory = memory->row, .far = memory->start, .unit = memory->unit};
  tl_address form;
  tl_copy_moved_form(swizzle, bits, strides, !mlirValueIsNull(at->offset),
                     &form);
  start.address =
      tl_build_address(&state->builder, &form, &sources, &start.constant);
  if (memory->unit) {
    start.memory =
        tl_build_moved(&state->builder, memory->row, start.address, 0);
    start.address = (MlirValue){NULL};
  }
  return start;
}

/* The room is at least that, where the code is placed. */
static int64_t known_room(const writing *state, int64_t limit) {
  int64_t begins = state->begins, room = state->known.rooms[limit];
  return room > begins && !state->loops ? room : begins;
}

static void read_access(writing *state, const position *at, tl_run_access part,
                        tl_thread_access *out) {
  const tl_thread_view *view = &state->view;
  place first = at->memory;
  first.constant += part.first;
  *out = (tl_thread_access){.named = state->named,
                            .stores = view->stores,
                            .start =
                                start_of(state, &state->memory, &view->swizzle,
                                         view->offset_bits, &first),
                            .element = tl_element_type(view->memory_type),
                            .element_bytes = view->element_bytes,
                            .width = part.width,
                            .matrices = view->matrices,
                            .is_transposed = view->is_transposed,
                            .cache = tl_cache_mode_of(view->cache),
                            .pad = view->pad,
                            .limit_count = view->limit_count,
                            .early = state->early,
                            .held = &state->held[state->moved_count],
                            .group = state->groups ? &state->group : NULL,
                            .place = &state->moved[state->moved_count]};
  out->start.base = state->known.base;
  out->start.steps = (tl_access_steps){state->stride, first.steps};
  if (state->form != OPEN) {
    out->start.unit = unit_of(state);
    out->start.far = (MlirValue){NULL};
  }
  if (view->is_async)
    out->target = start_of(state, &state->target, &view->target_swizzle,
                           view->target_bits, &at->other);
  for (int64_t limit = 0; limit < view->limit_count; limit++) {
    tl_access_limit *own = &out->limits[limit];
    own->room = at->room[limit];
    own->extent = tl_thread_extent(view, limit);
    own->granule = at->granule[limit];
    own->known = known_room(state, limit) - 1;
    for (int64_t i = 0; i < part.width; i++)
      own->coordinate[i] = at->coordinate[limit] +
                           element_of(state, part.first + i).coordinate[limit];
  }
}
