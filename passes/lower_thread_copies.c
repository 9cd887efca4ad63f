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
 * Registers must not be indexed at run time, or they end up in local memory. So
 * the code is straight; a buffer with more accesses than `unroll` gets one
 * scf.for per atom, marked to be unrolled in full by LLVM.
 *
 * Requires:  thread copies; without a vector they move one element at a time.
 * Preserves: all else.
 * Fails:     when unroll is negative. */
#include "flat_memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "registers.h"
#include "worklist.h"
#include <inttypes.h>

enum { UNROLL = 0, OPTION_COUNT };

static const tl_option_row OPTIONS[OPTION_COUNT] = {
    [UNROLL] =
        {"unroll",
         "Accesses of a copy up to which a register buffer gets straight "
         "code instead of loops",
         16},
};

/* value = swizzle(offset + low). */
typedef struct swizzled_offset {
  MlirValue offset;
  int64_t low;
  MlirValue value;
} swizzled_offset;

enum { SWIZZLED_COUNT = 8 };

/* A thread copy that is being written. */
typedef struct lowering {
  tl_builder builder;
  tl_thread_view view;
  MlirAttribute full_unroll;
  bool loops;
  MlirValue memory; /* flat */
  tl_registers registers;
  swizzled_offset swizzled[SWIZZLED_COUNT];
  unsigned next_swizzled;
  int64_t run_length;
  int64_t run[TL_MAX_REGISTERS]; /* slots of consecutive elements, from 0 */
} lowering;

/* An access: numbers known now, and values (null: 0) known at run time. */
typedef struct position {
  MlirValue offset, slot;
  int64_t offset_constant, slot_constant;
} position;

static bool is_thread_copy(MlirOperation operation);
static void lower(lowering *state, MlirOperation operation,
                  int64_t unroll_limit);
static int64_t access_count(const tl_thread_view *view);
static void read_run(lowering *state);
static void move_atoms(lowering *state, position at, int64_t atom);
static void move_in_loop(lowering *state, position at, int64_t atom);
static void move_vector(lowering *state, position at, int64_t first);
static MlirValue build_address(lowering *state, position at);
static MlirValue build_swizzled(lowering *state, MlirValue offset, int64_t low);
static MlirValue build_load(const lowering *state, MlirValue address);
static void build_store(const lowering *state, MlirValue value,
                        MlirValue address);

static bool run_lower_thread_copies(MlirOperation root,
                                    const int64_t *options) {
  if (options[UNROLL] < 0) {
    tl_emit_error(root, "unroll is %" PRId64 "; it cannot be negative",
                  options[UNROLL]);
    return false;
  }
  /* 1. Collect. */
  MlirContext context = mlirOperationGetContext(root);
  tl_worklist copies;
  tl_worklist_collect(&copies, root, is_thread_copy);

  /* 2. Write; a thread copy that verifies can always be written. */
  lowering state = {
      .builder = tl_builder_create(context),
      .full_unroll = mlirAttributeParseGet(
          context, mlirStringRefCreateFromCString(
                       "#llvm.loop_annotation<unroll = <full = true>>"))};
  for (intptr_t i = 0; copies.is_complete && i < copies.count; i++)
    lower(&state, copies.items[i], options[UNROLL]);
  tl_worklist_free(&copies);
  return copies.is_complete;
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__memref__,
    mlirGetDialectHandle__scf__, mlirGetDialectHandle__vector__,
    mlirGetDialectHandle__llvm__};

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
  return tl_thread_kind_of(operation) != TL_COPY_KIND_COUNT;
}

static void lower(lowering *state, MlirOperation operation,
                  int64_t unroll_limit) {
  tl_thread_view *view = &state->view;
  tl_thread_view_read(operation, view);
  tl_builder_before(&state->builder, operation);
  state->memory = tl_build_flat(&state->builder, view->memory);
  state->registers = tl_registers_open(&state->builder, view);
  read_run(state);
  for (int i = 0; i < SWIZZLED_COUNT; i++)
    state->swizzled[i] = (swizzled_offset){{NULL}, 0, {NULL}};
  state->loops =
      state->registers.is_buffer && access_count(view) > unroll_limit;

  for (intptr_t i = 0; i < view->start_count; i++) {
    position at = {
        .offset = mlirOperationGetOperand(operation, view->first_offset + i),
        .slot_constant = mlirAttributeIsNull(view->slots)
                             ? 0
                             : mlirDenseI64ArrayGetElement(view->slots, i)};
    move_atoms(state, at, 0);
  }
  if (view->kind == TL_LOAD)
    mlirValueReplaceAllUsesOfWith(
        mlirOperationGetResult(operation, 0),
        tl_registers_close(&state->builder, &state->registers));
  mlirOperationDestroy(operation);
}

static int64_t access_count(const tl_thread_view *view) {
  int64_t count = view->start_count;
  for (int64_t i = 0; i < view->atoms.count; i++)
    count *= view->atoms.items[i].extent;
  for (int64_t i = 0; i < view->inner.count; i++)
    count *= view->inner.items[i].extent;
  return count / view->width;
}

static void read_run(lowering *state) {
  const tl_atoms *inner = &state->view.inner;
  int64_t *run = state->run;
  run[0] = 0;
  state->run_length = 1;
  for (int64_t i = inner->count - 1; i >= 0; i--) {
    const tl_atom *atom = &inner->items[i];
    for (int64_t digit = 1; digit < atom->extent; digit++)
      for (int64_t k = 0; k < state->run_length; k++)
        run[digit * state->run_length + k] =
            run[k] + digit * atom->register_stride;
    state->run_length *= atom->extent;
  }
}

/* Every run whose digits before `atom` are in `at`. */
static void move_atoms(lowering *state, position at, int64_t atom) {
  if (atom == state->view.atoms.count) {
    for (int64_t first = 0; first < state->run_length;
         first += state->view.width)
      move_vector(state, at, first);
    return;
  }
  if (state->loops) {
    move_in_loop(state, at, atom);
    return;
  }
  const tl_atom *step = &state->view.atoms.items[atom];
  for (int64_t digit = 0; digit < step->extent; digit++) {
    move_atoms(state, at, atom + 1);
    at.offset_constant += step->memory_stride;
    at.slot_constant += step->register_stride;
  }
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
  at.offset = tl_build_add(
      inside, at.offset, tl_build_multiply(inside, digit, step->memory_stride));
  at.slot = tl_build_add(
      inside, at.slot, tl_build_multiply(inside, digit, step->register_stride));
  move_atoms(state, at, atom + 1);
  tl_build_request yield = {.name = "scf.yield"};
  tl_build(inside, &yield);
  state->builder = outside;
}

/* The access that starts at element `first` of the run. */
static void move_vector(lowering *state, position at, int64_t first) {
  tl_slots slots = {.base = at.slot, .count = state->view.width};
  for (int64_t i = 0; i < slots.count; i++)
    slots.slot[i] = at.slot_constant + state->run[first + i];
  at.offset_constant += first;
  MlirValue address = build_address(state, at);
  if (state->view.stores)
    build_store(state,
                tl_registers_get(&state->builder, &state->registers, &slots),
                address);
  else
    tl_registers_put(&state->builder, &state->registers, &slots,
                     build_load(state, address));
}

/* The swizzle reads and changes no bit from 2^(base + bits + |shift|) on, so a
 * multiple of that can be added after it (law L6); accesses that differ by such
 * multiples share one swizzled offset. */
static MlirValue build_address(lowering *state, position at) {
  const tl_builder *builder = &state->builder;
  const tl_swizzle *swizzle = &state->view.swizzle;
  if (!swizzle->bits)
    return tl_build_add_constant(builder, at.offset, at.offset_constant);
  int64_t touched =
      tl_swizzle_read_mask(swizzle) | tl_swizzle_changed_mask(swizzle);
  int64_t period = INT64_C(1) << (64 - __builtin_clzll((uint64_t)touched));
  int64_t low = at.offset_constant % period;
  return tl_build_add_constant(builder, build_swizzled(state, at.offset, low),
                               at.offset_constant - low);
}

/* x ^ ((x & read mask) >> shift) of x = offset + low, built once for each of the
 * last few pairs. */
static MlirValue build_swizzled(lowering *state, MlirValue offset,
                                int64_t low) {
  for (int i = 0; i < SWIZZLED_COUNT; i++)
    if (state->swizzled[i].low == low &&
        mlirValueEqual(state->swizzled[i].offset, offset))
      return state->swizzled[i].value;

  const tl_builder *builder = &state->builder;
  const tl_swizzle *swizzle = &state->view.swizzle;
  MlirValue x = tl_build_add_constant(builder, offset, low);
  MlirValue read = tl_build_mask_shift(
      builder, x, tl_swizzle_read_mask(swizzle), swizzle->shift);
  MlirValue value = tl_build_xor(builder, x, read);
  state->swizzled[state->next_swizzled++ % SWIZZLED_COUNT] =
      (swizzled_offset){offset, low, value};
  return value;
}

/* alignment = size of the access, for vectors. */
static MlirNamedAttribute access_alignment(const lowering *state) {
  int64_t bytes = tl_element_bytes(state->view.memory_type);
  return tl_named(&state->builder, "alignment",
                  tl_i64(&state->builder, bytes * state->view.width));
}

static MlirValue build_load(const lowering *state, MlirValue address) {
  MlirValue operands[] = {state->memory, address};
  MlirNamedAttribute alignment = access_alignment(state);
  bool is_vector = state->view.width > 1;
  MlirType element = state->registers.element;
  MlirType result =
      is_vector ? tl_vector_type(state->view.width, element) : element;
  tl_build_request request = {.name = is_vector ? "vector.load" : "memref.load",
                              .operand_count = 2,
                              .operands = operands,
                              .result_count = 1,
                              .results = &result,
                              .attribute_count = is_vector,
                              .attributes = &alignment};
  return mlirOperationGetResult(tl_build(&state->builder, &request), 0);
}

static void build_store(const lowering *state, MlirValue value,
                        MlirValue address) {
  MlirValue operands[] = {value, state->memory, address};
  MlirNamedAttribute alignment = access_alignment(state);
  bool is_vector = state->view.width > 1;
  tl_build_request request = {.name =
                                  is_vector ? "vector.store" : "memref.store",
                              .operand_count = 3,
                              .operands = operands,
                              .attribute_count = is_vector,
                              .attributes = &alignment};
  tl_build(&state->builder, &request);
}
