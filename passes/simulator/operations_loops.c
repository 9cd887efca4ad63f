/* operations_loops.c - Loops of scf and affine.
 *
 * A loop has a range in each of its dimensions.  A thread goes through the
 * points of these in row-major order, those of parallel loops, too:
 * point n of all threads is one execution of the body, by the threads that have
 * so many. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include <stdlib.h>

typedef struct loop_range {
  int64_t lower, upper, step;
  bool is_unsigned;
} loop_range;

/* Of dimension d, in a thread; false after a fault. */
typedef bool (*range_reader)(const tl_step *step, int64_t d, loop_range *out);

/* A loop whose operands from `initial` on are what it starts with. */
typedef struct loop {
  range_reader read;
  int64_t rank;
  int initial;
} loop_form;

/*===--- Points -----------------------------------------------------------===*/

static int64_t points_in(const loop_range *range) {
  bool is_empty = range->is_unsigned
                      ? (uint64_t)range->lower >= (uint64_t)range->upper
                      : range->lower >= range->upper;
  if (is_empty)
    return 0;
  uint64_t apart = (uint64_t)range->upper - (uint64_t)range->lower - 1;
  uint64_t count = apart / (uint64_t)range->step;
  return count < INT64_MAX ? (int64_t)count + 1 : INT64_MAX;
}

/* The range of dimension d, which has no points where it is at fault. */
static int64_t read_points(const tl_step *step, const loop_form *loop,
                           int64_t d, loop_range *out) {
  *out = (loop_range){.step = 1};
  if (!loop->read(step, d, out))
    return 0;
  if (out->step > 0)
    return points_in(out);
  tl_fault(step, TL_FAULT_ARITHMETIC, "has a step that is not positive");
  return 0;
}

/* Reads the ranges of a thread, once for all points, and counts these. */
static int64_t count_points(const tl_step *step, const loop_form *loop,
                            loop_range *ranges) {
  int64_t total = 1;
  for (int64_t d = 0; d < loop->rank; d++)
    total =
        tl_multiply_saturated(total, read_points(step, loop, d, &ranges[d]));
  return total;
}

/* The counters of point n. */
static void set_counters(const tl_step *step, const loop_form *loop,
                         const loop_range *ranges, int64_t n) {
  const int *counters = step->at->bodies[0].arguments;
  for (int64_t d = loop->rank - 1; d >= 0; d--) {
    const loop_range *range = &ranges[d];
    int64_t points = loop->rank > 1 ? points_in(range) : INT64_MAX;
    const tl_slot *slot = &step->at->program->slots[counters[d]];
    uint64_t own = (uint64_t)(n % points) * (uint64_t)range->step;
    *(tl_element *)tl_slot_value(step->machine, counters[d], step->thread) =
        tl_integer_encode(&slot->scalar,
                          (int64_t)((uint64_t)range->lower + own));
    n /= points;
  }
}

/*===--- Iterations -------------------------------------------------------===*/

/* What the terminator names becomes the results, or is combined with them by a
 * body for each. */
static void finish(const tl_step *first, const tl_lanes *lanes) {
  const tl_instruction *at = first->at, *end = tl_terminator(&at->bodies[0]);
  if (end->body_count == 0)
    tl_give_operands(first->machine, end, 0, at->results, lanes);
  for (int i = 0; i < end->operand_count && i < end->body_count; i++) {
    const tl_body *body = &end->bodies[i];
    for (int k = 0; k < lanes->count; k++) {
      tl_copy_slot(first->machine, at->results[i], body->arguments[0],
                   lanes->items[k]);
      tl_copy_slot(first->machine, end->operands[i], body->arguments[1],
                   lanes->items[k]);
    }
    tl_run_body(first->machine, body, lanes);
    tl_give_operands(first->machine, tl_terminator(body), 0, &at->results[i],
                     lanes);
  }
}

static void iterate(const tl_step *first, const loop_form *loop,
                    const loop_range *ranges, int64_t n,
                    const tl_lanes *lanes) {
  const tl_instruction *at = first->at;
  const tl_body *body = &at->bodies[0];
  for (int k = 0; k < lanes->count; k++) {
    tl_step step = {first->machine, at, lanes->items[k], lanes};
    set_counters(&step, loop, ranges + step.thread * loop->rank, n);
    for (int i = 0; i < body->argument_count - (int)loop->rank; i++)
      tl_copy_slot(step.machine, at->results[i],
                   body->arguments[loop->rank + i], step.thread);
  }
  tl_run_body(first->machine, body, lanes);
  finish(first, lanes);
}

/* As many iterations as the thread with most points has. */
static void run_points(const tl_step *first, const loop_form *loop,
                       loop_range *ranges) {
  const tl_lanes *lanes = first->lanes;
  int64_t points[TL_MAX_THREADS];
  tl_chosen_lanes running;
  running.lanes = (tl_lanes){lanes->count, running.items};
  for (int k = 0; k < lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    points[step.thread] =
        count_points(&step, loop, ranges + step.thread * loop->rank);
    running.items[k] = step.thread;
  }
  for (int64_t n = 0; !first->machine->is_stopped; n++) {
    int count = 0;
    for (int k = 0; k < running.lanes.count; k++)
      if (n < points[running.items[k]])
        running.items[count++] = running.items[k];
    running.lanes.count = count;
    if (count == 0)
      return;
    iterate(first, loop, ranges, n, &running.lanes);
  }
}

static void run_loop(const tl_step *first, const loop_form *loop) {
  loop_range *ranges =
      calloc((size_t)first->machine->thread_count * (size_t)loop->rank + 1,
             sizeof *ranges);
  if (!ranges) {
    tl_machine_stop(first->machine, first->at, TL_NO_MEMORY);
    return;
  }
  tl_give_operands(first->machine, first->at, loop->initial, first->at->results,
                   first->lanes);
  run_points(first, loop, ranges);
  free(ranges);
}

/*===--- Loops ------------------------------------------------------------===*/

enum { LOWER = 0, UPPER, STEP, PART_COUNT };

static int64_t bound_of(const tl_step *step, int i, bool is_unsigned) {
  int64_t number = tl_operand_number(step, i);
  int bits = tl_operand_slot(step->at, i)->scalar.bits;
  return is_unsigned
             ? (int64_t)((uint64_t)number & (uint64_t)tl_wide_low_bits(bits))
             : number;
}

static bool read_for(const tl_step *step, int64_t d, loop_range *out) {
  bool is_unsigned = step->at->numbers[d];
  *out = (loop_range){bound_of(step, LOWER, is_unsigned),
                      bound_of(step, UPPER, is_unsigned),
                      bound_of(step, STEP, is_unsigned), is_unsigned};
  return true;
}

static void run_for(const tl_step *first) {
  run_loop(first, &(loop_form){read_for, 1, PART_COUNT});
}

static bool read_parallel(const tl_step *step, int64_t d, loop_range *out) {
  int rank = step->at->bodies[0].argument_count;
  *out = (loop_range){tl_operand_number(step, (int)d),
                      tl_operand_number(step, rank + (int)d),
                      tl_operand_number(step, 2 * rank + (int)d), false};
  return true;
}

static void run_parallel(const tl_step *first) {
  int rank = first->at->bodies[0].argument_count;
  run_loop(first, &(loop_form){read_parallel, rank, PART_COUNT * rank});
}

/* Lower bounds, upper bounds and steps, as many of each; those that are
 * operands are the next one each. */
static bool read_forall(const tl_step *step, int64_t d, loop_range *out) {
  const int64_t *numbers = step->at->numbers;
  int64_t rank = step->at->number_count / PART_COUNT, parts[PART_COUNT] = {0};
  int operand = 0;
  for (int64_t i = 0; i < step->at->number_count; i++) {
    bool is_operand = numbers[i] == INT64_MIN;
    if (i % rank == d)
      parts[i / rank] =
          is_operand ? tl_operand_number(step, operand) : numbers[i];
    operand += is_operand;
  }
  *out = (loop_range){parts[LOWER], parts[UPPER], parts[STEP], false};
  return true;
}

static void run_forall(const tl_step *first) {
  const tl_instruction *at = first->at;
  run_loop(first, &(loop_form){read_forall, at->number_count / PART_COUNT,
                               at->operand_count});
}

/* detail of loops of affine. */
typedef struct bounds {
  const tl_map *lower, *upper;
} bounds;

static const tl_map *read_map(const tl_instruction *at, const char *name) {
  return tl_map_read(at->program, mlirAffineMapAttrGetValue(
                                      tl_attribute_of(at->operation, name)));
}

static bool read_bounds(tl_instruction *at, const char *lower,
                        const char *upper) {
  bounds *maps = tl_keep(at->program, 1, sizeof *maps);
  at->detail = maps;
  if (!maps)
    return false;
  *maps = (bounds){read_map(at, lower), read_map(at, upper)};
  return maps->lower && maps->upper;
}

static bool prepare_affine(tl_instruction *at) {
  return read_bounds(at, "lowerBoundMap", "upperBoundMap");
}

/* numbers: the step, and how many operands each part has. */
enum { AFFINE_STEP = 0, AFFINE_COUNTS };

/* From the largest of its lower bounds to the smallest of the upper ones. */
static bool read_affine(const tl_step *step, int64_t d, loop_range *out) {
  const int64_t *numbers = step->at->numbers;
  const bounds *maps = step->at->detail;
  const tl_map_results lower = {maps->lower, 0, 0, TL_ALL_RESULTS};
  const tl_map_results upper = {
      maps->upper, (int)numbers[AFFINE_COUNTS + LOWER], 0, TL_ALL_RESULTS};
  (void)d;
  out->step = numbers[AFFINE_STEP];
  return tl_map_extreme(step, &lower, false, &out->lower) &&
         tl_map_extreme(step, &upper, true, &out->upper);
}

static void run_affine(const tl_step *first) {
  const int64_t *counts = first->at->numbers + AFFINE_COUNTS;
  run_loop(first,
           &(loop_form){read_affine, 1, (int)(counts[LOWER] + counts[UPPER])});
}

/* numbers: for each dimension the step, and the first result and how many of
 * either map. */
enum { GRID_STEP = 0, GRID_LOWER, GRID_UPPER = 3, GRID_PARTS = 5 };

static void read_groups(const tl_instruction *at, const char *name, int part,
                        int64_t rank) {
  MlirAttribute counts = tl_attribute_of(at->operation, name);
  for (int64_t d = 0, first = 0; d < rank; d++) {
    int64_t *own = &at->numbers[GRID_PARTS * d + part];
    own[0] = first;
    own[1] = mlirDenseElementsAttrGetInt32Value(counts, (intptr_t)d);
    first += own[1];
  }
}

static bool prepare_grid(tl_instruction *at) {
  int64_t rank = tl_array_count(at, "steps");
  if (at->result_count > 0)
    return tl_refuse(at, "combines values; the simulator runs affine.parallel "
                         "without results");
  if (!tl_reserve_numbers(at, GRID_PARTS * rank))
    return false;
  for (int64_t d = 0; d < rank; d++)
    at->numbers[GRID_PARTS * d + GRID_STEP] = tl_array_item(at, "steps", d);
  read_groups(at, "lowerBoundsGroups", GRID_LOWER, rank);
  read_groups(at, "upperBoundsGroups", GRID_UPPER, rank);
  return read_bounds(at, "lowerBoundsMap", "upperBoundsMap") &&
         tl_prepare_host(at);
}

static bool read_grid(const tl_step *step, int64_t d, loop_range *out) {
  const tl_instruction *at = step->at;
  const int64_t *own = &at->numbers[GRID_PARTS * d];
  const bounds *maps = at->detail;
  const tl_map_results lower = {maps->lower, 0, own[GRID_LOWER],
                                own[GRID_LOWER + 1]};
  const tl_map_results upper = {maps->upper, maps->lower->input_count,
                                own[GRID_UPPER], own[GRID_UPPER + 1]};
  out->step = own[GRID_STEP];
  return tl_map_extreme(step, &lower, false, &out->lower) &&
         tl_map_extreme(step, &upper, true, &out->upper);
}

static void run_grid(const tl_step *first) {
  const tl_instruction *at = first->at;
  run_loop(first, &(loop_form){read_grid, at->number_count / GRID_PARTS,
                               at->operand_count});
}

const tl_sim_row TL_SIM_LOOPS[] = {
    {"scf.for", .all = run_for,
     TL_READS({"unsignedCmp", TL_READ_BITS, 0, {"unit"}})},
    {"scf.parallel", .all = run_parallel, .prepare = tl_prepare_host},
    {"scf.forall", .all = run_forall, .prepare = tl_prepare_host,
     TL_READS({"staticLowerBound", TL_READ_ARRAY, 0, {NULL}},
              {"staticUpperBound", TL_READ_ARRAY, 0, {NULL}},
              {"staticStep", TL_READ_ARRAY, 0, {NULL}})},
    {"affine.for", .all = run_affine, .prepare = prepare_affine,
     TL_READS({"step", TL_READ_INTEGER, 0, {NULL}},
              {"operandSegmentSizes", TL_READ_ARRAY, 0, {NULL}})},
    {"affine.parallel", .all = run_grid, .prepare = prepare_grid},
    {.name = "scf.yield", .alias = "affine.yield"},
    {.name = "scf.reduce", .alias = "scf.reduce.return"},
    {.name = "scf.forall.in_parallel"},
    {.name = NULL},
};
