/* lower_thread_copies.c - tl-lower-thread-copies
 *
 * A thread copy becomes vector accesses, one for each combination of its atoms.
 *
 *   tl.thread_copy %S[%o] to %R
 *     atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
 * becomes
 *   %f = memref.reinterpret_cast %S to offset: [0], sizes: [256], strides: [1]
 *   %0 = vector.load %f[%o] {alignment = 16 : i64}
 *   vector.store %0, %R[%c0]
 *   %o1 = arith.addi %o, %c4 overflow<nsw, nuw> : index
 *   %1 = vector.load %f[%o1] {alignment = 16 : i64}
 *   vector.store %1, %R[%c4]
 *
 * An access of matrices becomes nvvm.ldmatrix or nvvm.stmatrix, one of
 * tl.thread_async nvgpu.device_async_copy; tl.async_commit and tl.async_wait
 * become the operations of nvvm.
 *
 * Registers must not be indexed at run time, or they end up in local memory. So
 * the code is straight; a buffer with more accesses than `unroll` gets one
 * scf.for per atom, marked to be unrolled in full by LLVM.
 *
 * Requires:  thread copies; without a vector they move one element at a time.
 * Preserves: all else, but that shared buffers state an alignment.
 * Fails:     when unroll is negative; on an asynchronous access that cp.async
 *            does not have. */
#include "copy_driver.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/NVGPU.h"
#include "mlir-c/Dialect/NVVM.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/emit/async_access.h"
#include "passes/emit/flat_memory.h"
#include "passes/emit/matrix_access.h"
#include "passes/emit/registers.h"
#include "passes/emit/shared_buffer.h"
#include "passes/emit/thread_access.h"
#include "tl/copy_async.h"
#include <inttypes.h>

enum { UNROLL = 0, OPTION_COUNT };

static const tl_option_row OPTIONS[OPTION_COUNT] = {
    [UNROLL] =
        {"unroll",
         "Accesses of a copy up to which a register buffer gets straight "
         "code instead of loops",
         16, NULL},
};

/* How the offsets of a side are swizzled, see offset_bits of tl_thread_view. */
typedef struct swizzling {
  tl_swizzle swizzle;
  int64_t bits;
} swizzling;

/* value = swizzle(offset + low). */
typedef struct swizzled_offset {
  const swizzling *how;
  MlirValue offset;
  int64_t low;
  MlirValue value;
} swizzled_offset;

enum { SWIZZLED_COUNT = 8 };

/* An element of the run: its slot and its coordinates, from 0. */
typedef struct run_element {
  int64_t slot;
  int64_t coordinate[TL_MAX_RANK];
} run_element;

/* Loads under limits are made in two stages: all accesses under one condition,
 * then the registers. */
typedef enum stage {
  STAGE_MOVE = 0,
  STAGE_ACCESS, /* stores move here as well */
  STAGE_REGISTERS,
} stage;

/* A thread copy that is being written. */
typedef struct lowering {
  tl_builder builder;
  tl_thread_view view;
  MlirAttribute full_unroll;
  bool loops;
  bool is_async;
  MlirValue memory, target; /* flat; of an asynchronous copy */
  swizzling in_memory, in_target;
  stage stage;
  bool begins; /* the first access is known to begin inside the limits */
  intptr_t access_number;
  MlirValue loaded[TL_MAX_REGISTERS]; /* by access number */
  tl_registers registers;
  swizzled_offset swizzled[SWIZZLED_COUNT];
  unsigned next_swizzled;
  int64_t run_length;
  run_element run[TL_MAX_REGISTERS]; /* consecutive elements */
} lowering;

/* A run of the pass. */
typedef struct lower_run {
  lowering copy;
  int64_t unroll_limit;
} lower_run;

/* A number known now, and values (null: 0) known at run time. */
typedef struct place {
  MlirValue
      base; /* swizzled already; null where the swizzle is still to come */
  MlirValue offset;
  int64_t constant;
} place;

/* An access: in memory, and in registers or in the target.  For each limit, the
 * coordinate so far, and the room left by loops around. */
typedef struct position {
  place memory, other;
  int64_t coordinate[TL_MAX_RANK], granule[TL_MAX_RANK];
  MlirValue room[TL_MAX_RANK];
} position;

static bool is_thread_copy(MlirOperation operation);
static tl_code can_lower(void *state, MlirOperation operation, void *request,
                         size_t *size, tl_error *error);
static void lower(void *state, MlirOperation operation, void *plan);
static void lower_copy(lowering *state, MlirOperation operation,
                       int64_t unroll_limit);
static void lower_async(lowering *state, MlirOperation operation,
                        int64_t unroll_limit);
static place place_of(MlirValue offset, const swizzling *how);
static void forget_swizzled(lowering *state);
static void move_starts(lowering *state, stage which);
static position position_of(const lowering *state, intptr_t start);
static void move_inside(lowering *state);
static int64_t access_count(const tl_thread_view *view);
static int64_t run_access_count(const tl_thread_view *view);
static MlirType access_type(const lowering *state, const tl_access *first,
                            intptr_t number);
static MlirValue build_pad(const lowering *state, const tl_access *first,
                           intptr_t number, const tl_builder *builder);
static void read_run(lowering *state);
static void move_atoms(lowering *state, position at, int64_t atom);
static void move_in_loop(lowering *state, position at, int64_t atom);
static void move_vector(lowering *state, position at, tl_run_access part);
static MlirValue load_access(const lowering *state, const tl_access *access);
static void store_access(const lowering *state, const tl_access *access,
                         MlirValue value);
static void move_async(lowering *state, position at);
static MlirValue build_address(lowering *state, const swizzling *how, place at,
                               int64_t *constant);
static MlirValue build_moved(lowering *state, const swizzling *how, place at,
                             int64_t *constant);
static MlirValue build_moved_in_loop(lowering *state, const swizzling *how,
                                     place at, int64_t *constant);
static MlirValue build_swizzled(lowering *state, const swizzling *how,
                                MlirValue offset, int64_t low);
static tl_access build_access(lowering *state, const position *at,
                              tl_run_access part);

/* What verifies can be written, but for single elements of cp.async. */
static const tl_copy_pass PASS = {.wants = is_thread_copy, .read = can_lower};

static bool run_lower_thread_copies(MlirOperation root,
                                    const tl_option_value *options) {
  if (options[UNROLL].number < 0) {
    tl_emit_error(root, "unroll is %" PRId64 "; it cannot be negative",
                  options[UNROLL].number);
    return false;
  }
  MlirContext context = mlirOperationGetContext(root);
  lower_run state = {
      .copy = {.builder = tl_builder_create(context),
               .full_unroll = mlirAttributeParseGet(
                   context,
                   mlirStringRefCreateFromCString(
                       "#llvm.loop_annotation<unroll = <full = true>>"))},
      .unroll_limit = options[UNROLL].number};
  tl_copy_run run;
  bool planned = tl_copies_plan(&PASS, root, &state, &run);
  if (planned)
    tl_copies_visit(&run, lower);
  if (planned && run.count)
    tl_shared_buffers_align(root);
  tl_copies_end(&run);
  return planned;
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__memref__,
    mlirGetDialectHandle__scf__,   mlirGetDialectHandle__vector__,
    mlirGetDialectHandle__llvm__,  mlirGetDialectHandle__nvgpu__,
    mlirGetDialectHandle__nvvm__};

const tl_pass_row TL_LOWER_THREAD_COPIES = {
    .argument = "tl-lower-thread-copies",
    .description = "Write thread copies as vector loads and stores",
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .run = run_lower_thread_copies,
};

static bool is_thread_copy(MlirOperation operation) {
  return tl_thread_kind_of(operation) != TL_COPY_KIND_COUNT ||
         tl_async_kind_of(operation) != TL_ASYNC_KIND_COUNT;
}

static tl_code can_lower(void *state, MlirOperation operation, void *request,
                         size_t *size, tl_error *error) {
  (void)state, (void)request, (void)size;
  tl_async_view async;
  if (tl_async_kind_of(operation) != TL_ASYNC_COPY)
    return TL_OK;
  tl_async_view_read(operation, &async);
  int64_t bytes =
      async.source.width * tl_element_bytes(async.source.memory_type);
  if (tl_async_has_bytes(bytes))
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "cp.async moves 4, 8 or 16 bytes, not %" PRId64
                 "; run tl-vectorize-copies first",
                 bytes);
}

static void lower(void *state, MlirOperation operation, void *plan) {
  (void)plan;
  lower_run *run = state;
  lowering *copy = &run->copy;
  tl_builder_before(&copy->builder, operation);
  switch (tl_async_kind_of(operation)) {
  case TL_ASYNC_COPY:
    lower_async(copy, operation, run->unroll_limit);
    break;
  case TL_ASYNC_COMMIT:
    tl_build_async_commit(&copy->builder);
    break;
  case TL_ASYNC_WAIT:
    tl_build_async_wait(&copy->builder, tl_async_pending(operation));
    break;
  case TL_ASYNC_KIND_COUNT:
    lower_copy(copy, operation, run->unroll_limit);
    return;
  }
  mlirOperationDestroy(operation);
}

static void lower_async(lowering *state, MlirOperation operation,
                        int64_t unroll_limit) {
  tl_async_view view;
  tl_async_view_read(operation, &view);
  state->view = view.source;
  state->is_async = true;
  state->memory = tl_build_flat(&state->builder, view.source.memory);
  state->target = tl_build_flat(&state->builder, view.source.fragment);
  state->in_memory = (swizzling){view.source.swizzle, view.source.offset_bits};
  state->in_target = (swizzling){view.target_swizzle, view.target_bits};
  read_run(state);
  forget_swizzled(state);
  state->loops = access_count(&state->view) > unroll_limit;
  position at = position_of(state, 0);
  at.other = place_of(view.target_offset, &state->in_target);
  move_atoms(state, at, 0);
}

static void lower_copy(lowering *state, MlirOperation operation,
                       int64_t unroll_limit) {
  tl_thread_view *view = &state->view;
  tl_thread_view_read(operation, view);
  state->is_async = false;
  state->in_memory = (swizzling){view->swizzle, view->offset_bits};
  state->memory = tl_build_flat(&state->builder, view->memory);
  tl_registers_open(&state->builder, view, &state->registers);
  read_run(state);
  forget_swizzled(state);
  state->loops =
      state->registers.is_buffer && access_count(view) > unroll_limit;

  if (view->limit_count && view->start_count == 1 && !state->loops)
    move_inside(state);
  else
    move_starts(state, STAGE_MOVE);
  if (view->kind == TL_LOAD)
    tl_registers_close(&state->builder, &state->registers,
                       mlirOperationGetResult(operation, 0));
  mlirOperationDestroy(operation);
  if (view->kind == TL_STORE)
    tl_registers_forget(view->fragment);
}

static void forget_swizzled(lowering *state) {
  for (int i = 0; i < SWIZZLED_COUNT; i++)
    state->swizzled[i] = (swizzled_offset){NULL, {NULL}, 0, {NULL}};
}

/* Every access of every start. */
static void move_starts(lowering *state, stage which) {
  const tl_thread_view *view = &state->view;
  state->stage = which;
  state->access_number = 0;
  for (intptr_t i = 0; i < view->start_count; i++)
    move_atoms(state, position_of(state, i), 0);
}

static position position_of(const lowering *state, intptr_t start) {
  const tl_thread_view *view = &state->view;
  position at = {
      .memory = place_of(tl_thread_offset(view, start), &state->in_memory)};
  if (!mlirAttributeIsNull(view->slots))
    at.other.constant = mlirDenseI64ArrayGetElement(view->slots, start);
  for (intptr_t limit = 0; limit < view->limit_count; limit++) {
    at.room[limit] = tl_thread_room(view, limit, start);
    at.granule[limit] = view->granules[limit];
  }
  return at;
}

static place place_of(MlirValue offset, const swizzling *how) {
  bool is_swizzled = how->swizzle.bits && how->bits >= 0;
  return is_swizzled ? (place){.base = offset} : (place){.offset = offset};
}

/* All accesses under the condition that the first one begins inside the limits:
 * no other can, if it does not. */
static void move_inside(lowering *state) {
  tl_builder outside = state->builder;
  position start = position_of(state, 0);
  tl_access first =
      build_access(state, &start, (tl_run_access){0, state->view.width});
  MlirValue begins = tl_build_access_begins(&outside, &first);
  intptr_t count =
      state->view.stores ? 0 : (intptr_t)access_count(&state->view);
  intptr_t in_run = (intptr_t)run_access_count(&state->view);
  MlirType results[TL_MAX_REGISTERS];
  MlirValue pads[TL_MAX_REGISTERS];
  for (intptr_t i = 0; i < count; i++)
    results[i] = access_type(state, &first, i);

  tl_branch branch =
      tl_build_branch(&outside, begins, count, results, count > 0);
  state->builder = branch.taken;
  state->begins = true;
  move_starts(state, STAGE_ACCESS);
  tl_build_yield(&state->builder, count, state->loaded);
  state->begins = false;
  state->builder = outside;
  forget_swizzled(state);
  if (!count)
    return;
  for (intptr_t i = 0; i < count; i++) {
    pads[i] = i < in_run ? build_pad(state, &first, i, &branch.otherwise)
                         : pads[i - in_run];
    state->loaded[i] = mlirOperationGetResult(branch.operation, i);
  }
  tl_build_yield(&branch.otherwise, count, pads);
  move_starts(state, STAGE_REGISTERS);
}

static int64_t access_count(const tl_thread_view *view) {
  return view->start_count * tl_atoms_count(&view->atoms) *
         run_access_count(view);
}

static int64_t run_access_count(const tl_thread_view *view) {
  return tl_run_access_count(tl_atoms_count(&view->inner), view->width);
}

/* An access like `first`, as wide as the one of that number. */
static tl_access access_like(const lowering *state, const tl_access *first,
                             intptr_t number) {
  tl_access access = *first;
  const tl_thread_view *view = &state->view;
  access.width = tl_run_access_at(state->run_length, view->width,
                                  number % run_access_count(view))
                     .width;
  return access;
}

static MlirType access_type(const lowering *state, const tl_access *first,
                            intptr_t number) {
  tl_access access = access_like(state, first, number);
  return tl_access_type(&access);
}

static MlirValue build_pad(const lowering *state, const tl_access *first,
                           intptr_t number, const tl_builder *builder) {
  tl_access access = access_like(state, first, number);
  return tl_build_access_pad(builder, &access);
}

static void read_run(lowering *state) {
  const tl_atoms *inner = &state->view.inner;
  run_element *run = state->run;
  run[0] = (run_element){0};
  state->run_length = 1;
  for (int64_t i = inner->count - 1; i >= 0; i--) {
    const tl_atom *atom = &inner->items[i];
    for (int64_t k = state->run_length; k < atom->extent * state->run_length;
         k++) {
      run[k] = run[k - state->run_length];
      run[k].slot += atom->register_stride;
      run[k].coordinate[atom->dimension] += atom->weight;
    }
    state->run_length *= atom->extent;
  }
}

/* Every run whose digits before `atom` are in `at`. */
static void move_atoms(lowering *state, position at, int64_t atom) {
  if (atom == state->view.atoms.count) {
    int64_t length = state->run_length, width = state->view.width;
    for (int64_t i = 0; i < tl_run_access_count(length, width); i++)
      move_vector(state, at, tl_run_access_at(length, width, i));
    return;
  }
  if (state->loops) {
    move_in_loop(state, at, atom);
    return;
  }
  const tl_atom *step = &state->view.atoms.items[atom];
  MlirValue stride = {NULL};
  if (step->symbol)
    stride = tl_build_multiply(
        &state->builder,
        tl_thread_symbol(&state->view, (intptr_t)step->symbol - 1),
        step->memory_stride);
  for (int64_t digit = 0; digit < step->extent; digit++) {
    if (digit && step->symbol)
      at.memory.offset =
          tl_build_add(&state->builder, at.memory.offset, stride);
    move_atoms(state, at, atom + 1);
    at.memory.constant += step->symbol ? 0 : step->memory_stride;
    at.other.constant += step->register_stride;
    at.coordinate[step->dimension] += step->weight;
  }
}

static int64_t greatest_divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static void move_in_loop(lowering *state, position at, int64_t atom) {
  tl_builder outside = state->builder;
  const tl_atom *step = &state->view.atoms.items[atom];
  MlirValue operands[] = {tl_build_index(&outside, 0),
                          tl_build_index(&outside, step->extent),
                          tl_build_index(&outside, 1)};
  MlirNamedAttribute annotation =
      tl_named(&outside, "loop_annotation", state->full_unroll);
  tl_build_request request = {.name = "scf.for",
                              .operand_count = 3,
                              .operands = operands,
                              .attribute_count = 1,
                              .attributes = &annotation,
                              .region_count = 1};
  MlirOperation loop = tl_build(&outside, &request);
  MlirBlock body = mlirBlockCreate(1, &outside.index, &outside.location);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(loop, 0), body);

  tl_builder *inside = &state->builder;
  tl_builder_at_end(inside, body);
  MlirValue digit = mlirBlockGetArgument(body, 0);
  MlirValue moved = tl_build_multiply(inside, digit, step->memory_stride);
  if (step->symbol)
    moved = tl_build_product(
        inside, moved,
        tl_thread_symbol(&state->view, (intptr_t)step->symbol - 1));
  at.memory.offset = tl_build_add(inside, at.memory.offset, moved);
  if (step->weight) {
    at.granule[step->dimension] =
        greatest_divisor(at.granule[step->dimension], step->weight);
    at.room[step->dimension] =
        tl_build_difference(inside, at.room[step->dimension],
                            tl_build_multiply(inside, digit, step->weight));
  }
  at.other.offset =
      tl_build_add(inside, at.other.offset,
                   tl_build_multiply(inside, digit, step->register_stride));
  move_atoms(state, at, atom + 1);
  tl_build_request yield = {.name = "scf.yield"};
  tl_build(inside, &yield);
  state->builder = outside;
}

static void move_vector(lowering *state, position at, tl_run_access part) {
  if (state->is_async) {
    move_async(state, at);
    return;
  }
  tl_slots slots = {.base = at.other.offset, .count = part.width};
  for (int64_t i = 0; i < slots.count; i++)
    slots.slot[i] = at.other.constant + state->run[part.first + i].slot;
  at.memory.constant += part.first;
  intptr_t number = state->access_number++;
  tl_builder *builder = &state->builder;
  if (state->stage != STAGE_REGISTERS) {
    tl_access access = build_access(state, &at, part);
    if (state->view.stores)
      store_access(state, &access,
                   tl_registers_get(builder, &state->registers, &slots));
    else
      state->loaded[number] = load_access(state, &access);
  }
  if (!state->view.stores && state->stage != STAGE_ACCESS)
    tl_registers_put(builder, &state->registers, &slots, state->loaded[number]);
}

/* The run is one access. */
static void move_async(lowering *state, position at) {
  tl_access access =
      build_access(state, &at, (tl_run_access){0, state->view.width});
  tl_access target = {.memory = state->target};
  target.address =
      build_address(state, &state->in_target, at.other, &target.constant);
  tl_build_async_access(&state->builder, &access, &target);
}

static MlirValue load_access(const lowering *state, const tl_access *access) {
  tl_matrices matrices = {state->view.matrices, state->view.is_transposed};
  return matrices.count
             ? tl_build_matrix_load(&state->builder, access, &matrices)
             : tl_build_access_load(&state->builder, access);
}

static void store_access(const lowering *state, const tl_access *access,
                         MlirValue value) {
  tl_matrices matrices = {state->view.matrices, state->view.is_transposed};
  if (matrices.count)
    tl_build_matrix_store(&state->builder, access, &matrices, value);
  else
    tl_build_access_store(&state->builder, access, value);
}

static tl_access build_access(lowering *state, const position *at,
                              tl_run_access part) {
  const tl_thread_view *view = &state->view;
  tl_access access = {.memory = state->memory,
                      .element = tl_element_type(view->memory_type),
                      .element_bytes = tl_element_bytes(view->memory_type),
                      .width = part.width,
                      .pad = view->pad,
                      .limit_count = view->limit_count};
  access.address =
      build_address(state, &state->in_memory, at->memory, &access.constant);
  for (int64_t limit = 0; limit < access.limit_count; limit++) {
    tl_access_limit *own = &access.limits[limit];
    own->room = at->room[limit];
    own->granule = at->granule[limit];
    own->known = state->begins ? 0 : -1;
    for (int64_t i = 0; i < part.width; i++)
      own->coordinate[i] =
          at->coordinate[limit] + state->run[part.first + i].coordinate[limit];
  }
  return access;
}

/* A multiple of the swizzle's period can be added after it (law L6); accesses
 * that differ by such multiples share one swizzled offset. */
static MlirValue build_address(lowering *state, const swizzling *how, place at,
                               int64_t *constant) {
  const tl_swizzle *swizzle = &how->swizzle;
  *constant = at.constant;
  if (!swizzle->bits)
    return at.offset;
  if (!mlirValueIsNull(at.base))
    return build_moved(state, how, at, constant);
  int64_t low = at.constant % tl_swizzle_period(swizzle);
  *constant -= low;
  return build_swizzled(state, how, at.offset, low);
}

/* (base ^ swizzle(low)) + high of the strides below the period and above it; an
 * addition where base and the former share no bit. */
static MlirValue build_moved(lowering *state, const swizzling *how, place at,
                             int64_t *constant) {
  const tl_builder *builder = &state->builder;
  const tl_swizzle *swizzle = &how->swizzle;
  if (!mlirValueIsNull(at.offset))
    return build_moved_in_loop(state, how, at, constant);
  int64_t low = at.constant % tl_swizzle_period(swizzle);
  int64_t moved = tl_swizzle_apply(swizzle, low);
  bool is_sum = !(moved & how->bits);
  *constant = at.constant - low + (is_sum ? moved : 0);
  return is_sum
             ? at.base
             : tl_build_xor(builder, at.base, tl_build_index(builder, moved));
}

static MlirValue build_moved_in_loop(lowering *state, const swizzling *how,
                                     place at, int64_t *constant) {
  const tl_builder *builder = &state->builder;
  MlirValue all = tl_build_add_constant(builder, at.offset, at.constant);
  MlirValue low =
      tl_build_remainder(builder, all, tl_swizzle_period(&how->swizzle));
  MlirValue near =
      tl_build_xor(builder, at.base, build_swizzled(state, how, low, 0));
  *constant = 0;
  return tl_build_add(builder, near, tl_build_difference(builder, all, low));
}

/* x ^ ((x & read mask) >> shift) of x = offset + low, built once for each of the
 * last few pairs. */
static MlirValue build_swizzled(lowering *state, const swizzling *how,
                                MlirValue offset, int64_t low) {
  for (int i = 0; i < SWIZZLED_COUNT; i++) {
    const swizzled_offset *known = &state->swizzled[i];
    if (known->how == how && known->low == low &&
        mlirValueEqual(known->offset, offset))
      return known->value;
  }

  const tl_builder *builder = &state->builder;
  const tl_swizzle *swizzle = &how->swizzle;
  MlirValue x = tl_build_add_constant(builder, offset, low);
  MlirValue read = tl_build_mask_shift(
      builder, x, tl_swizzle_read_mask(swizzle), swizzle->shift);
  MlirValue value = tl_build_xor(builder, x, read);
  state->swizzled[state->next_swizzled++ % SWIZZLED_COUNT] =
      (swizzled_offset){how, offset, low, value};
  return value;
}
