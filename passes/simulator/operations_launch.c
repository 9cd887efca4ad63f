/* operations_launch.c - Launches of kernels by code of the host, which goes on
 * when all blocks are done, and what it does to memory: at once, so that tokens
 * say nothing. */
#include "mlir-c/BuiltinTypes.h"
#include "operations.h"
#include "run.h"
#include <inttypes.h>

/* numbers: how many operands each group has. */

static int first_of(const tl_step *step, int group) {
  int first = 0;
  for (int i = 0; i < group; i++)
    first += (int)step->at->numbers[i];
  return first;
}

/* The first operand of a group, or what stands for it where there is none. */
static int64_t operand_of(const tl_step *step, int group, int64_t otherwise) {
  return step->at->numbers[group]
             ? tl_operand_number(step, first_of(step, group))
             : otherwise;
}

static void launch(const tl_step *first, const tl_kernel *kernel) {
  tl_machine *machine = first->machine;
  tl_launch sizes = {.dynamic_bytes = operand_of(first, TL_LAUNCH_DYNAMIC, 0)};
  for (int d = 0; d < 3; d++) {
    sizes.grid[d] = operand_of(first, TL_LAUNCH_GRID + d, 1);
    sizes.block[d] = operand_of(first, TL_LAUNCH_BLOCK + d, 1);
    sizes.cluster[d] = operand_of(first, TL_LAUNCH_CLUSTER + d, 1);
  }
  if (!machine->is_host)
    tl_machine_stop(machine, first->at, "launches a kernel in a kernel");
  else if (tl_launch_check(first->at->operation, &sizes, 0))
    tl_machine_launch(first, kernel, &sizes);
  else
    machine->is_stopped = ++machine->faults.count;
}

static bool prepare_launch(tl_instruction *at) {
  at->program->launches = true;
  return true;
}

/*===--- gpu.launch -------------------------------------------------------===*/

/* Arguments of the body: numbers of the block and of the thread, sizes of the
 * grid and of the block; with clusters, their number and their size. */
static int count_numbers(const tl_instruction *at) {
  return at->numbers[TL_LAUNCH_CLUSTER] ? 18 : 12;
}

static void give_numbers(const tl_step *thread) {
  const tl_machine *machine = thread->machine;
  const tl_launch *sizes = &machine->launch;
  tl_point block = tl_point_in(machine->block, sizes->grid);
  tl_point own = tl_point_in(thread->thread, sizes->block);
  int64_t cluster[3];
  for (int d = 0; d < 3; d++)
    cluster[d] = block.items[d] / sizes->cluster[d];
  const int64_t *parts[] = {block.items,  own.items, sizes->grid,
                            sizes->block, cluster,   sizes->cluster};
  for (int i = 0; i < count_numbers(thread->at); i++)
    *(tl_element *)tl_slot_value(machine, thread->at->bodies[0].arguments[i],
                                 thread->thread) =
        (tl_element){(uint64_t)parts[i / 3][i % 3], 0};
}

static int64_t workgroup_buffers(MlirOperation operation) {
  return tl_integer_attribute(operation, "workgroup_attributions", 0);
}

static void run_launch(const tl_step *first) {
  const tl_instruction *at = first->at;
  launch(first,
         &(tl_kernel){&at->bodies[0], count_numbers(at),
                      (int)workgroup_buffers(at->operation), give_numbers});
}

static bool prepare_body(tl_instruction *at) {
  tl_settle_alignments(at->program, at->operation, &at->bodies[0],
                       count_numbers(at),
                       (int)workgroup_buffers(at->operation));
  return prepare_launch(at);
}

/*===--- gpu.launch_func --------------------------------------------------===*/

static void give_arguments(const tl_step *thread) {
  const tl_instruction *at = thread->at;
  int first = first_of(thread, TL_LAUNCH_ARGUMENTS);
  for (int i = 0; i < at->numbers[TL_LAUNCH_ARGUMENTS]; i++)
    tl_copy_slot(thread->machine, at->operands[first + i],
                 at->bodies[0].arguments[i], thread->thread);
}

/* What the kernel says of the launch. */
static void check_known(const tl_step *step, MlirOperation kernel,
                        const char *name, const char *what, int group) {
  int64_t known[3];
  for (int d = 0; tl_extents_around(kernel, name, known) && d < 3; d++) {
    int64_t own = operand_of(step, group + d, 1);
    if (own != known[d])
      tl_fault(step, TL_FAULT_ASSERTION,
               "launches a %s of %" PRId64
               " along %c; the kernel says %" PRId64,
               what, own, "xyz"[d], known[d]);
  }
}

/* What it says of a memref (rule P2, llvm.align). */
static void check_memref(const tl_step *step, MlirOperation kernel, int i) {
  const tl_instruction *at = step->at;
  const tl_view *view =
      tl_operand_view(step, first_of(step, TL_LAUNCH_ARGUMENTS) + i);
  int64_t address = view->buffer->address + view->start;
  int64_t alignment =
      at->program->slots[at->bodies[0].arguments[i]].buffer_alignment;
  int64_t divisors[TL_MAX_RANK];
  tl_argument_stride_divisors(kernel, i, divisors);
  for (int64_t d = 0; d < view->rank; d++)
    tl_check_divisor(step, "stride", view->strides[d], d, divisors[d]);
  if (address % alignment != 0)
    tl_fault(step, TL_FAULT_ALIGNMENT,
             "gives argument %d at address 0x%" PRIx64
             ", of which the kernel says that %" PRId64 " divides it",
             i, address, alignment);
}

/* What it says of a number (rule P1). */
static void check_number(const tl_step *step, MlirOperation kernel, int i) {
  int operand = first_of(step, TL_LAUNCH_ARGUMENTS) + i;
  int64_t divisor = tl_argument_divisor(kernel, i), number;
  if (divisor <= 1)
    return;
  number = tl_operand_number(step, operand);
  if (number % divisor != 0)
    tl_fault(step, TL_FAULT_ASSERTION,
             "gives argument %d as %" PRId64 ", of which the kernel says that "
             "%" PRId64 " divides it",
             i, number, divisor);
}

static void check_promises(const tl_step *step, MlirOperation kernel) {
  check_known(step, kernel, "known_grid_size", "grid", TL_LAUNCH_GRID);
  check_known(step, kernel, "known_block_size", "block", TL_LAUNCH_BLOCK);
  check_known(step, kernel, "known_cluster_size", "cluster", TL_LAUNCH_CLUSTER);
  for (int i = 0; i < step->at->numbers[TL_LAUNCH_ARGUMENTS]; i++) {
    int operand = first_of(step, TL_LAUNCH_ARGUMENTS) + i;
    bool is_memref = tl_operand_slot(step->at, operand)->is_memref;
    (is_memref ? check_memref : check_number)(step, kernel, i);
  }
}

static void run_launch_func(const tl_step *first) {
  const tl_instruction *at = first->at;
  check_promises(first, tl_named_operation(at, "kernel"));
  launch(first,
         &(tl_kernel){&at->bodies[0], (int)at->numbers[TL_LAUNCH_ARGUMENTS],
                      (int)workgroup_buffers(tl_named_operation(at, "kernel")),
                      give_arguments});
}

/* What the kernel says of the addresses of its arguments is said of those that
 * it is given. */
static bool prepare_kernel(tl_instruction *at) {
  MlirOperation kernel = tl_named_operation(at, "kernel");
  int inputs = (int)at->numbers[TL_LAUNCH_ARGUMENTS];
  const tl_step step = {.at = at};
  int first = first_of(&step, TL_LAUNCH_ARGUMENTS);
  tl_settle_alignments(at->program, kernel, &at->bodies[0], inputs,
                       (int)workgroup_buffers(kernel));
  for (int i = 0; i < inputs; i++) {
    const tl_slot *own = &at->program->slots[at->bodies[0].arguments[i]];
    if (own->is_memref)
      tl_promise_element(at, first + i, tl_promise_of(own, 0).alignment);
  }
  return prepare_launch(at);
}

/*===--- Memory -----------------------------------------------------------===*/

/* The last operand, a memref or a number, to the one before. */
static void copy_whole(const tl_step *step) {
  int source = step->at->operand_count - 1;
  bool is_copy = tl_operand_slot(step->at, source)->is_memref;
  tl_element element = {0};
  tl_move to = tl_move_from(step, source - 1), from = to;
  if (is_copy)
    from = tl_move_from(step, source);
  else
    element = *tl_operand(step, source);
  bool is_same = from.view->rank == to.view->rank;
  for (int64_t d = 0; is_same && d < to.view->rank; d++)
    is_same = from.view->sizes[d] == to.view->sizes[d];
  if (!is_same)
    tl_fault(step, TL_FAULT_BOUNDS, "copies between memrefs of two shapes");
  int64_t count = is_same ? tl_view_elements(to.view) : 0;
  for (int64_t n = 0; n < count && !step->machine->is_stopped; n++) {
    tl_take_steps(step, 1);
    tl_coordinate_of(n, to.view->rank, to.view->sizes, to.coordinate);
    tl_coordinate_of(n, to.view->rank, to.view->sizes, from.coordinate);
    if (is_copy)
      tl_move_load(&from, &element);
    tl_move_store(&to, &element);
  }
}

/*===--- Functions of MLIR's runner ---------------------------------------===*/

/* A memref and the number that all its elements become. */
static bool prepare_fill(tl_instruction *at) {
  return (at->operand_count == 2 && at->result_count == 0 &&
          tl_operand_slot(at, 0)->is_memref &&
          mlirTypeEqual(
              mlirShapedTypeGetElementType(tl_operand_slot(at, 0)->type),
              tl_operand_slot(at, 1)->type)) ||
         tl_refuse(at,
                   "calls a function that fills a memref; it takes a memref "
                   "and a number of its element type");
}

/* Memory of the host is that of the device. */
static bool prepare_device_view(tl_instruction *at) {
  return (at->operand_count == 1 && at->result_count == 1 &&
          mlirTypeEqual(tl_operand_slot(at, 0)->type,
                        tl_result_slot(at, 0)->type)) ||
         tl_refuse(at,
                   "calls a function that gives a memref as the device sees "
                   "it; it takes and gives one type");
}

const tl_sim_row TL_SIM_RUNNER[] = {
    {.name = "mgpuMemHostRegister*"},
    {"mgpuMemGetDeviceMemRef*", .each = tl_each_forward,
     .prepare = prepare_device_view},
    {"fillResource*", .each = copy_whole, .prepare = prepare_fill},
    {"fillI32Buffer*", "fillF32Buffer*", .each = copy_whole,
     .prepare = prepare_fill},
    {"rtclock", "nanoTime", .each = tl_each_poison},
    {.name = NULL},
};

/*===--- Other threads of the host ----------------------------------------===*/

/* What one is given to do is done at once, which is one of the orders that it may
 * come in.  numbers: how many tokens come before the values that the body gets;
 * results are a token, and what the body yields. */
static void execute(const tl_step *first) {
  const tl_instruction *at = first->at;
  const tl_body *body = &at->bodies[0];
  tl_give_operands(first->machine, at, (int)at->numbers[0], body->arguments,
                   first->lanes);
  tl_run_body(first->machine, body, first->lanes);
  tl_give_operands(first->machine, tl_terminator(body), 0, at->results + 1,
                   first->lanes);
}

#define GROUPS TL_READS({"operandSegmentSizes", TL_READ_ARRAY, 0, {NULL}})

const tl_sim_row TL_SIM_LAUNCHES[] = {
    {"gpu.launch", .all = run_launch, .prepare = prepare_body, GROUPS},
    {"gpu.launch_func", .all = run_launch_func, .callee = "kernel",
     .prepare = prepare_kernel, .knows_vectors = true, GROUPS},
    {.name = "gpu.terminator"},
    {"gpu.memcpy", "gpu.memset", .each = copy_whole,
     .prepare = tl_prepare_host},
    {.name = "gpu.wait", .alias = "gpu.set_default_device"},
    {"async.execute", .all = execute, .prepare = tl_prepare_host, GROUPS},
    {"async.await", .each = tl_each_forward},
    {.name = "async.yield"},
    {.name = "gpu.host_register", .alias = "gpu.host_unregister"},
    {.name = NULL},
};
