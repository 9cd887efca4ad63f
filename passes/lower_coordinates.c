/* lower_coordinates.c - tl-lower-coordinates
 *
 * Coordinates of the registers of a fragment become what the thread's number says
 * of all of them, once, and a constant each.
 *
 *   %i, %j = tl.coordinates #tl.tile<S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]>
 *     scope warp : vector<2xi32>, vector<2xi32>
 * becomes
 *   %row = arith.divui %lane, 4
 *   %i = vector.broadcast %row : i32 to vector<2xi32>
 *   %column = (%lane mod 4) * 2
 *   %all = vector.broadcast %column : i32 to vector<2xi32>
 *   %j = arith.addi %all, dense<[0, 1]> overflow<nsw>
 *
 * Two of them that are compared have one difference a thread, and a constant each:
 *   %later = arith.cmpi sgt, %j, %i : vector<2xi32>
 * becomes
 *   %difference = arith.subi %column, %row : i32
 *   %all = vector.broadcast %difference : i32 to vector<2xi32>
 *   %later = arith.cmpi sgt, %all, dense<[0, -1]> : vector<2xi32>
 * and so has one that is compared with what is the same in all registers, and have
 * sums of these.
 *
 * Requires:  layouts of any spelling.
 * Preserves: all else.
 * Fails:     where threads are missing, or are no digits of their number, with
 *            the reason. */
#include "copy_lowering.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/emit/plan_values.h"
#include "passes/emit/vector_parts.h"
#include "passes/facts/block_size.h"
#include "tl/coordinates.h"
#include <inttypes.h>
#include <string.h>

enum {
  MOST_SUMS = 2, /* between coordinates and a comparison of them */
  MOST_PARTS = 1 << (MOST_SUMS + 1),
  FEW_REGISTERS = 4, /* LLVM compares as fast one by one */
};

typedef struct planned_coordinates {
  int64_t rank, lanes;
  int64_t least[TL_MAX_RANK], most[TL_MAX_RANK]; /* coordinates */
  tl_copy_partition plans[TL_MAX_RANK];          /* a dimension each */
} planned_coordinates;

/* The same in one dimension: of each register the start whose offset it counts
 * from (-1: it holds nothing), and what it adds. */
typedef struct register_coordinates {
  MlirValue offsets[TL_MAX_STARTS];
  int64_t start_count;
  int64_t count; /* of registers */
  int64_t starts[TL_MAX_REGISTERS], numbers[TL_MAX_REGISTERS];
} register_coordinates;

/* Attributes are uniqued, so that equal requests have equal bytes. */
typedef struct coordinates_request {
  MlirAttribute layout;
  int64_t scope, lanes;
  tl_thread_range threads;
  int64_t rank, origin[TL_MAX_RANK];
  int64_t least[TL_MAX_RANK], most[TL_MAX_RANK]; /* origins known at run time */
} coordinates_request;

/* One of them, to be written. */
typedef struct written_dimension {
  tl_planned_copy copy;
  tl_plan_sources sources;
  MlirType type;
} written_dimension;

static bool is_coordinates(MlirOperation operation);
static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error);
static tl_code plan_coordinates(const void *request, void *plan, size_t *size,
                                tl_error *error);
static void write_coordinates(void *state, MlirOperation operation, void *plan);

static const tl_copy_pass PASS = {.wants = is_coordinates,
                                  .read = read_request,
                                  .request_size = sizeof(coordinates_request),
                                  .plan = plan_coordinates,
                                  .plan_size = sizeof(planned_coordinates),
                                  .write = write_coordinates};

static tl_pass_result run_lower_coordinates(MlirOperation root,
                                            const tl_option_value *options) {
  return tl_lowering_run_for_target(root, options, &PASS);
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__gpu__,
    mlirGetDialectHandle__scf__, mlirGetDialectHandle__vector__};

const tl_pass_row TL_LOWER_COORDINATES = {
    .argument = "tl-lower-coordinates",
    .description = "Compute where registers stand in a tile",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_OPTION_TARGET + 1,
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .run = run_lower_coordinates,
};

static bool is_coordinates(MlirOperation operation) {
  return tl_operation_kind_of(operation) == TL_OPERATION_COORDINATES;
}

/*===--- Plan -------------------------------------------------------------===*/

/* A number leaves room for a register's number to be taken from it, and for 1 to be
 * added. */
static bool read_splat(MlirValue vector, tl_splat *out) {
  return tl_splat_read(vector, out) &&
         (!mlirValueIsNull(out->value) ||
          (out->number >= 0 && out->number <= INT32_MAX));
}

/* What is proved of such a value is kept from the last question until it is written:
 * each end as what it differs in from that of all numbers. */
static int64_t *end_of_splat(const tl_builder *builder, MlirValue value,
                             int64_t end) {
  return (int64_t *)tl_built(builder, "end of a splat", value, end);
}

static tl_value_fact splat_fact(const tl_builder *builder, const tl_splat *of) {
  return mlirValueIsNull(of->value)
             ? tl_fact_constant(0)
             : tl_fact_between(*end_of_splat(builder, of->value, 0) ^ INT64_MIN,
                               *end_of_splat(builder, of->value, 1) ^
                                   INT64_MAX);
}

static void note_splat(tl_lowering *run, const tl_builder *builder,
                       MlirValue vector) {
  tl_splat own;
  if (!read_splat(vector, &own) || mlirValueIsNull(own.value))
    return;
  tl_value_fact known = tl_value_fact_of(&run->facts, own.value);
  *end_of_splat(builder, own.value, 0) = known.least ^ INT64_MIN;
  *end_of_splat(builder, own.value, 1) = known.most ^ INT64_MAX;
}

/* 1 of a sum, -1 of a difference, else 0. */
static int64_t sign_of(MlirOperation operation) {
  return (int64_t)tl_operation_is(operation, "arith.addi") -
         tl_operation_is(operation, "arith.subi");
}

/* Of the comparisons of a value, and of sums with it. */
static void note_splats(tl_lowering *run, const tl_builder *at, MlirValue value,
                        int depth) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool is_sum = sign_of(user) && depth > 0;
    if (!is_sum && !tl_operation_is(user, "arith.cmpi"))
      continue;
    for (intptr_t i = 0; i < 2; i++)
      note_splat(run, at, mlirOperationGetOperand(user, i));
    if (is_sum)
      note_splats(run, at, mlirOperationGetResult(user, 0), depth - 1);
  }
}

static tl_code read_request(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error) {
  tl_lowering *run = state;
  coordinates_request *out = request;
  tl_coordinates_view view;
  tl_block_size block;
  const tl_target *target;
  TL_TRY(tl_target_of(&run->access.target, operation, &target, error));
  TL_TRY(tl_block_size_around(&run->facts, operation, &block, error));
  tl_coordinates_view_read(operation, &view);
  *out = (coordinates_request){
      .layout = view.layout,
      .scope = view.scope,
      .lanes = target->lanes,
      .threads = tl_scope_threads(view.scope, target->lanes,
                                  tl_block_threads(&block), block.most),
      .rank = view.rank};
  for (int64_t d = 0; d < view.rank; d++) {
    MlirValue origin = view.origin_value[d];
    out->origin[d] = view.origin[d];
    if (mlirValueIsNull(origin))
      continue;
    tl_value_fact known = tl_value_fact_of(&run->facts, origin);
    out->least[d] = known.least;
    out->most[d] = known.most;
  }
  tl_builder at = run->builder;
  tl_builder_before(&at, operation);
  for (intptr_t d = 0; d < mlirOperationGetNumResults(operation); d++)
    note_splats(run, &at, mlirOperationGetResult(operation, d), MOST_SUMS);
  *size = sizeof *out;
  return TL_OK;
}

/* What is above all numbers of tiles has no end. */
static void find_range(const coordinates_request *own, int64_t d,
                       int64_t extent, planned_coordinates *out) {
  bool is_dynamic = own->origin[d] == INT64_MIN;
  out->least[d] = is_dynamic ? own->least[d] : own->origin[d];
  out->most[d] =
      tl_add_saturated(is_dynamic ? own->most[d] : own->origin[d], extent - 1);
}

static tl_code plan_coordinates(const void *request, void *plan, size_t *size,
                                tl_error *error) {
  const coordinates_request *own = request;
  planned_coordinates *out = plan;
  tl_coordinate_request of = {.scope = (tl_scope)own->scope,
                              .lanes = own->lanes,
                              .threads = own->threads};
  out->rank = own->rank;
  out->lanes = own->lanes;
  *size = offsetof(planned_coordinates, plans) +
          (size_t)own->rank * sizeof *out->plans;
  TL_TRY(
      tl_fragment_layout(own->layout, of.scope, of.lanes, &of.fragment, error));
  tl_list shape = tl_layout_shape(&of.fragment);
  for (; of.dimension < own->rank; of.dimension++) {
    tl_copy_request copy;
    find_range(own, of.dimension, shape.items[of.dimension], out);
    of.origin = own->origin[of.dimension];
    TL_TRY(tl_coordinate_copy(&of, &copy, error));
    TL_TRY(tl_copy_partition_plan(&copy, &out->plans[of.dimension], error));
  }
  return TL_OK;
}

/*===--- Write ------------------------------------------------------------===*/

static void read_registers(const tl_builder *builder,
                           const tl_planned_copy *copy,
                           const tl_plan_sources *sources,
                           register_coordinates *out) {
  const tl_copy_partition *plan = &copy->plan;
  int64_t slots[TL_MAX_STARTS], atoms = tl_atoms_count(&plan->atoms);
  for (int64_t r = 0; r < out->count; r++)
    out->starts[r] = -1;
  out->start_count =
      tl_build_plan_starts(builder, copy, sources, out->offsets, slots);
  for (int64_t i = 0; i < out->start_count * atoms; i++) {
    tl_moves moves = {.slot = slots[i / atoms]};
    tl_atoms_move(&plan->atoms, i % atoms, &moves);
    out->starts[moves.slot] = i / atoms;
    out->numbers[moves.slot] = moves.offset[0];
  }
}

static bool is_even(const register_coordinates *of) {
  for (int64_t r = 0; r < of->count; r++)
    if (of->starts[r] != 0)
      return false;
  return true;
}

static MlirValue as_element(const tl_builder *builder, MlirValue index,
                            MlirType element) {
  return mlirValueIsNull(index) || mlirTypeIsAIndex(element)
             ? index
             : tl_build_narrow(builder, index);
}

static MlirValue build_broadcast(const tl_builder *builder, MlirValue all,
                                 MlirType type) {
  return tl_build_value(builder, "vector.broadcast", type, 1, &all, 0, NULL);
}

static MlirValue build_numbers(const tl_builder *builder,
                               const register_coordinates *of, MlirType type) {
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirAttribute numbers[TL_MAX_REGISTERS];
  const MlirValue none = {NULL};
  for (int64_t r = 0; r < of->count; r++)
    numbers[r] = mlirIntegerAttrGet(element, of->numbers[r]);
  return tl_build_once(
      builder, "arith.constant", type, none, none, "value",
      mlirDenseElementsAttrGet(type, (intptr_t)of->count, numbers));
}

/* What all have, and a constant vector. */
static MlirValue build_sum(const tl_builder *builder,
                           const register_coordinates *of, MlirType type) {
  MlirValue base =
      as_element(builder, of->offsets[0], mlirShapedTypeGetElementType(type));
  MlirValue all = build_broadcast(builder, base, type);
  return tl_build_pair(builder, TL_ADD, all, build_numbers(builder, of, type));
}

/* One by one, where registers count from several starts, or hold nothing. */
static MlirValue build_list(const tl_builder *builder,
                            const register_coordinates *of, MlirType type) {
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirValue items[TL_MAX_REGISTERS];
  for (int64_t r = 0; r < of->count; r++) {
    MlirValue index =
        of->starts[r] < 0
            ? tl_build_index(builder, 0)
            : tl_build_by(builder, TL_ADD, of->offsets[of->starts[r]],
                          of->numbers[r]);
    items[r] = as_element(builder, index, element);
  }
  return tl_build_value(builder, "vector.from_elements", type,
                        (intptr_t)of->count, items, 0, NULL);
}

static void read_dimension(const tl_builder *builder,
                           const written_dimension *of,
                           register_coordinates *out) {
  out->count = tl_element_count(of->type);
  read_registers(builder, &of->copy, &of->sources, out);
}

static MlirValue build_registers(const tl_builder *builder,
                                 const written_dimension *of) {
  register_coordinates own;
  read_dimension(builder, of, &own);
  return (is_even(&own) ? build_sum : build_list)(builder, &own, of->type);
}

/* Threads that hold nothing have 0. */
static MlirValue build_dimension(const tl_builder *builder,
                                 const written_dimension *of) {
  MlirValue guard = tl_build_plan_guard(builder, &of->copy.plan,
                                        of->sources.values[TL_SOURCE_THREAD]);
  if (mlirValueIsNull(guard))
    return build_registers(builder, of);
  tl_branch branch = tl_branch_open(builder);
  MlirValue held = build_registers(&branch.taken, of);
  MlirValue none =
      tl_build_splat(&branch.otherwise, of->type, (MlirAttribute){NULL});
  return mlirOperationGetResult(
      tl_branch_close(builder, &branch, guard, 1, &held, &none), 0);
}

static void open_dimension(tl_lowering *run, const tl_coordinates_view *view,
                           const planned_coordinates *planned, int64_t d,
                           written_dimension *out) {
  MlirValue result = mlirOperationGetResult(view->operation, (intptr_t)d);
  *out = (written_dimension){
      .type = mlirValueGetType(result),
      .copy = {.view = {.scope = view->scope},
               .block = tl_block_size_planned(&run->facts, view->operation),
               .plan = planned->plans[d]}};
  bool is_index = mlirTypeIsAIndex(mlirShapedTypeGetElementType(out->type));
  out->copy.width = is_index ? TL_COPY_WIDE : TL_COPY_NARROW;
  out->copy.request.lanes = planned->lanes;
  if (tl_plan_uses_thread(&out->copy.plan))
    out->sources.values[TL_SOURCE_THREAD] =
        tl_build_plan_thread(&run->builder, &out->copy);
  if (!mlirValueIsNull(view->origin_value[d]))
    out->sources.values[d] =
        tl_build_as_index(&run->builder, view->origin_value[d]);
}

/*===--- Comparisons ------------------------------------------------------===*/

/* What all registers have, a sum of values, and a number each: coordinates, what is
 * the same in all, or the sum or difference of two such. */
typedef struct compared_registers {
  MlirValue parts[MOST_PARTS];
  bool is_taken[MOST_PARTS]; /* from the others */
  int64_t part_count;
  int64_t count, numbers[TL_MAX_REGISTERS];
  int64_t lowest, highest; /* of the numbers and 0 */
  int64_t least, most;     /* of the sum */
  bool is_late;            /* it is there in front of the comparison alone */
} compared_registers;

/* What comparisons of an operation's results are folded with. */
typedef struct coordinates_writer {
  const tl_builder *builder;
  const tl_coordinates_view *view;
  const planned_coordinates *planned;
  const written_dimension *dimensions;
} coordinates_writer;

/* One of two such. */
typedef struct comparison {
  MlirOperation operation;
  const tl_builder *builder;
  compared_registers first, second;
  int64_t predicate;
} comparison;

static bool is_signed(const comparison *of) { return of->predicate < TL_BELOW; }

static bool are_natural(const compared_registers *of) {
  return of->least >= 0 && of->lowest >= 0;
}

static bool is_natural(const comparison *of) {
  return are_natural(&of->first) && are_natural(&of->second);
}

/* Whether the difference of what all have has 32 bits. */
static bool is_bounded(const comparison *of) {
  return tl_subtract_saturated(of->first.least, of->second.most) >= INT32_MIN &&
         tl_subtract_saturated(of->first.most, of->second.least) <= INT32_MAX;
}

/* Whether the differences of their numbers have 32 bits. */
static bool has_words(const comparison *of) {
  return of->second.highest - of->first.lowest <= INT32_MAX &&
         of->second.lowest - of->first.highest >= INT32_MIN;
}

/* Makes the predicate that of differences which numbers below 0 do not make wrap;
 * whether there is one: x < y is x - y < 0 where both are natural, or it has the
 * bits and they a sign, and x == y is x - y == 0 always. */
static bool find_predicate(comparison *of) {
  enum { SIGNED_BY = 4 };
  if (of->predicate > TL_DIFFERS && !is_natural(of) &&
      !(is_signed(of) && is_bounded(of)))
    return false;
  of->predicate -= is_signed(of) ? 0 : SIGNED_BY;
  return true;
}

/* Whether all of least to most, or none, are what the predicate says of a number;
 * -1 where some are. */
static int outcome_of(int64_t predicate, int64_t least, int64_t most,
                      int64_t number) {
  static const struct {
    bool has_first, has_last, is_inverse;
    int64_t first, last; /* of those that it is true of, less the number */
  } ROWS[] = {
      {true, true, false, 0, 0},   /* eq */
      {true, true, true, 0, 0},    /* ne */
      {false, true, false, 0, -1}, /* slt */
      {false, true, false, 0, 0},  /* sle */
      {true, false, false, 1, 0},  /* sgt */
      {true, false, false, 0, 0},  /* sge */
  };
  bool has_first = ROWS[predicate].has_first;
  bool has_last = ROWS[predicate].has_last;
  int64_t first = number + ROWS[predicate].first;
  int64_t last = number + ROWS[predicate].last;
  if ((has_first && most < first) || (has_last && least > last))
    return ROWS[predicate].is_inverse;
  if ((!has_first || least >= first) && (!has_last || most <= last))
    return !ROWS[predicate].is_inverse;
  return -1;
}

static void find_numbers(compared_registers *of) {
  of->lowest = of->highest = 0;
  for (int64_t r = 0; r < of->count; r++) {
    of->lowest = of->numbers[r] < of->lowest ? of->numbers[r] : of->lowest;
    of->highest = of->numbers[r] > of->highest ? of->numbers[r] : of->highest;
  }
}

/* Coordinates of dimension d, where all registers of all threads count from one
 * start. */
static bool read_even(const coordinates_writer *of, int64_t d,
                      compared_registers *out) {
  const tl_copy_partition *plan = &of->dimensions[d].copy.plan;
  register_coordinates own;
  int64_t guards;
  tl_address_terms(&plan->address, plan->guards, &guards);
  if (guards)
    return false;
  read_dimension(of->builder, &of->dimensions[d], &own);
  *out = (compared_registers){
      .parts = {own.offsets[0]}, .part_count = 1, .count = own.count};
  memcpy(out->numbers, own.numbers, (size_t)own.count * sizeof *own.numbers);
  find_numbers(out);
  out->least = of->planned->least[d];
  out->most = of->planned->most[d] - out->highest;
  return is_even(&own);
}

/* A number is that of each register. */
static void read_even_splat(const coordinates_writer *of, const tl_splat *all,
                            int64_t count, compared_registers *out) {
  tl_value_fact known = splat_fact(of->builder, all);
  *out = (compared_registers){.parts = {all->value},
                              .part_count = !mlirValueIsNull(all->value),
                              .count = count,
                              .least = known.least,
                              .most = known.most,
                              .is_late = !mlirValueIsNull(all->value)};
  for (int64_t r = 0; r < count; r++)
    out->numbers[r] = all->number;
  find_numbers(out);
}

static void take_parts(const compared_registers *of, bool is_taken,
                       compared_registers *out) {
  for (int64_t i = 0; i < of->part_count; i++) {
    out->parts[out->part_count] = of->parts[i];
    out->is_taken[out->part_count++] = of->is_taken[i] != is_taken;
  }
}

/* Whether no register's number wraps. */
static bool join_registers(const compared_registers *by, int64_t sign,
                           compared_registers *out) {
  bool is_sum = sign > 0;
  int64_t least = is_sum ? by->least : by->most,
          most = is_sum ? by->most : by->least;
  out->least = is_sum ? tl_add_saturated(out->least, least)
                      : tl_subtract_saturated(out->least, least);
  out->most = is_sum ? tl_add_saturated(out->most, most)
                     : tl_subtract_saturated(out->most, most);
  take_parts(by, !is_sum, out);
  for (int64_t r = 0; r < out->count; r++)
    out->numbers[r] += sign * by->numbers[r];
  find_numbers(out);
  out->is_late |= by->is_late;
  return tl_add_saturated(out->least, out->lowest) >= INT32_MIN &&
         tl_add_saturated(out->most, out->highest) <= INT32_MAX;
}

/* LLVM knows no ends of a difference: what is the same for all threads is said. */
static void write_outcomes(const comparison *of, const int64_t *numbers) {
  const tl_builder *builder = of->builder;
  MlirAttribute known[TL_MAX_REGISTERS], outcomes[TL_MAX_REGISTERS];
  MlirValue held = mlirOperationGetResult(of->operation, 0), values[2];
  MlirType type = mlirValueGetType(held);
  int64_t count = of->first.count, known_count = 0;
  tl_builder behind = *builder;
  for (int64_t r = 0; r < count; r++) {
    int outcome = outcome_of(of->predicate, of->first.least - of->second.most,
                             of->first.most - of->second.least, numbers[r]);
    known[r] = mlirBoolAttrGet(builder->context, outcome >= 0);
    outcomes[r] = mlirBoolAttrGet(builder->context, outcome > 0);
    known_count += outcome >= 0;
  }
  if (!known_count)
    return;
  behind.before = mlirOperationGetNextInBlock(of->operation);
  behind.block = mlirOperationGetBlock(of->operation);
  const MlirAttribute both[] = {
      mlirDenseElementsAttrGet(type, (intptr_t)count, known),
      mlirDenseElementsAttrGet(type, (intptr_t)count, outcomes)};
  for (int i = 0; i < 2; i++) {
    MlirNamedAttribute value = tl_named(builder, "value", both[i]);
    values[i] =
        tl_build_value(&behind, "arith.constant", type, 0, NULL, 1, &value);
  }
  MlirValue all = tl_build_select(&behind, values[0], values[1], held);
  MlirOperation select = mlirOpResultGetOwner(all);
  mlirValueReplaceAllUsesExcept(held, all, 1, &select);
}

/* One is not taken: the first, or one of the second where these are turned. */
static MlirValue build_parts(const tl_builder *builder,
                             const compared_registers *of, MlirType element) {
  static const tl_binary HOW[] = {TL_ADD_WRAPPING, TL_SUBTRACT_WRAPPING};
  int64_t first = 0;
  while (of->is_taken[first])
    first++;
  MlirValue all = as_element(builder, of->parts[first], element);
  for (int64_t i = 0; i < of->part_count; i++)
    if (i != first)
      all = tl_build_pair(builder, HOW[of->is_taken[i]], all,
                          as_element(builder, of->parts[i], element));
  return all;
}

/* first + numbers against second + numbers as first - second against numbers. */
static void write_comparison(const comparison *of, const tl_builder *at) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(of->operation, 0));
  compared_registers all = of->first;
  register_coordinates numbers = {.count = all.count};
  take_parts(&of->second, true, &all);
  for (int64_t r = 0; r < all.count; r++)
    numbers.numbers[r] = of->second.numbers[r] - all.numbers[r];
  MlirValue sum = build_parts(at, &all, mlirShapedTypeGetElementType(type));
  mlirOperationSetOperand(of->operation, 0, build_broadcast(at, sum, type));
  mlirOperationSetOperand(of->operation, 1,
                          build_numbers(of->builder, &numbers, type));
  mlirOperationSetInherentAttributeByName(
      of->operation, mlirStringRefCreateFromCString("predicate"),
      tl_i64(of->builder, of->predicate));
  if (is_natural(of) || is_bounded(of))
    write_outcomes(of, numbers.numbers);
}

/* The dimension whose coordinates a value is, or -1. */
static int64_t dimension_of(MlirOperation coordinates, MlirValue value) {
  return mlirValueIsAOpResult(value) &&
                 mlirOperationEqual(mlirOpResultGetOwner(value), coordinates)
             ? (int64_t)mlirOpResultGetResultNumber(value)
             : -1;
}

static bool read_compared(const coordinates_writer *of, MlirValue value,
                          int depth, compared_registers *out);

static bool read_sum(const coordinates_writer *of, MlirValue value, int depth,
                     compared_registers *out) {
  if (!depth || !mlirValueIsAOpResult(value))
    return false;
  MlirOperation sum = mlirOpResultGetOwner(value);
  compared_registers second;
  return sign_of(sum) &&
         read_compared(of, mlirOperationGetOperand(sum, 0), depth - 1, out) &&
         read_compared(of, mlirOperationGetOperand(sum, 1), depth - 1,
                       &second) &&
         join_registers(&second, sign_of(sum), out);
}

static bool read_compared(const coordinates_writer *of, MlirValue value,
                          int depth, compared_registers *out) {
  int64_t d = dimension_of(of->view->operation, value);
  tl_splat all;
  if (d >= 0)
    return read_even(of, d, out);
  if (!read_splat(value, &all))
    return read_sum(of, value, depth, out);
  read_even_splat(of, &all, tl_element_count(mlirValueGetType(value)), out);
  return true;
}

/* Whether it is a value alone, which stays in the loop around. */
static bool is_fixed_value(const comparison *of,
                           const compared_registers *value) {
  return value->is_late && value->part_count == 1 && !value->lowest &&
         !value->highest &&
         tl_change_around(of->operation, value->parts[0]) == TL_STAYS;
}

/* x < y is x < max(y, 0), and x <= y is x <= max(y, -1), where x is not below 0; where it
 * is from -7 to 9, x < y is x < min(max(y, -7), 10).  What is the same in all registers
 * is cut so, where only that makes a difference of them. */
static void cut_second(comparison *of, const tl_builder *at) {
  enum { LESS = 2, AT_LEAST = 5 };
  const compared_registers *first = &of->first;
  compared_registers *second = &of->second;
  int64_t low = tl_add_saturated(first->least, first->lowest);
  int64_t high = tl_add_saturated(first->most, first->highest);
  int64_t beside = of->predicate == LESS || of->predicate == AT_LEAST ? 0 : 1;
  bool is_order = is_signed(of) && of->predicate > TL_DIFFERS;
  bool is_short = low > INT32_MIN && high < INT32_MAX;
  bool is_above = are_natural(first) &&
                  (!beside || (is_short && second->most <= INT32_MAX));
  if (!is_order || first->count <= FEW_REGISTERS || is_natural(of) ||
      is_bounded(of) || !is_fixed_value(of, second) ||
      !(is_above || (is_short && high - low < INT32_MAX)))
    return;
  second->least = (is_above ? 0 : low) - beside;
  second->parts[0] =
      tl_build_by(at, TL_MAXIMUM, second->parts[0], second->least);
  if (is_above)
    return;
  second->most = high + 1 - beside;
  second->parts[0] =
      tl_build_by(at, TL_MINIMUM, second->parts[0], second->most);
}

/* That of y and x where x and y have this one. */
static int64_t predicate_turned(int64_t predicate) {
  static const int8_t TURNED[] = {
      0, 1,       /* eq, ne */
      4, 5, 2, 3, /* slt, sle, sgt, sge */
      8, 9, 6, 7, /* ult, ule, ugt, uge */
  };
  return TURNED[predicate];
}

/* Whether the difference counts down where the loop around counts, or nothing is left
 * that others are taken from. */
static bool counts_down(const comparison *of) {
  bool is_left = false;
  for (int64_t i = 0; i < of->second.part_count; i++)
    is_left |= of->second.is_taken[i];
  for (int64_t i = 0; i < of->first.part_count; i++) {
    is_left |= !of->first.is_taken[i];
    if (of->first.is_taken[i] &&
        tl_change_around(of->operation, of->first.parts[i]) != TL_STAYS)
      return true;
  }
  return !is_left;
}

static void turn(comparison *of) {
  compared_registers first = of->first;
  of->first = of->second;
  of->second = first;
  of->predicate = predicate_turned(of->predicate);
}

/* A comparison of coordinates, or sums with them, with others, or with a splat on
 * either side. */
static void fold_comparison(const coordinates_writer *of,
                            MlirOperation compare) {
  tl_splat all;
  tl_key_table built;
  tl_builder late = tl_builder_apart(compare, &built);
  MlirValue sides[] = {mlirOperationGetOperand(compare, 0),
                       mlirOperationGetOperand(compare, 1)};
  bool is_turned = read_splat(sides[0], &all);
  int64_t predicate =
      mlirIntegerAttrGetValueInt(tl_attribute_of(compare, "predicate"));
  comparison out = {.operation = compare,
                    .builder = of->builder,
                    .predicate =
                        is_turned ? predicate_turned(predicate) : predicate};
  if (!mlirValueEqual(sides[0], sides[1]) &&
      read_compared(of, sides[is_turned], MOST_SUMS, &out.first) &&
      read_compared(of, sides[!is_turned], MOST_SUMS, &out.second) &&
      has_words(&out)) {
    cut_second(&out, &late);
    if (counts_down(&out))
      turn(&out);
    bool is_late = out.first.is_late || out.second.is_late;
    if (find_predicate(&out))
      write_comparison(&out, is_late ? &late : of->builder);
  }
  tl_key_table_free(&built);
}

/* A comparison of two is folded once, and then is one of neither.  No more uses than
 * those of comparisons change: a sum stays in front of its next one. */
static void fold_comparisons(const coordinates_writer *of, MlirValue value,
                             int depth) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  while (!mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (sign_of(user) && depth > 0)
      fold_comparisons(of, mlirOperationGetResult(user, 0), depth - 1);
    use = mlirOpOperandGetNextUse(use);
    if (tl_operation_is(user, "arith.cmpi"))
      fold_comparison(of, user);
  }
}

static void write_coordinates(void *state, MlirOperation operation,
                              void *plan) {
  tl_lowering *run = state;
  const planned_coordinates *planned = plan;
  tl_builder *builder = &run->builder;
  written_dimension dimensions[TL_MAX_RANK];
  tl_coordinates_view view;
  const coordinates_writer writer = {builder, &view, planned, dimensions};
  tl_coordinates_view_read(operation, &view);
  tl_builder_before(builder, operation);
  for (int64_t d = 0; d < planned->rank; d++)
    open_dimension(run, &view, planned, d, &dimensions[d]);
  for (int64_t d = 0; d < planned->rank; d++)
    fold_comparisons(&writer, mlirOperationGetResult(operation, (intptr_t)d),
                     MOST_SUMS);
  for (int64_t d = 0; d < planned->rank; d++) {
    MlirValue result = mlirOperationGetResult(operation, (intptr_t)d);
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(result)))
      mlirValueReplaceAllUsesOfWith(result,
                                    build_dimension(builder, &dimensions[d]));
  }
  mlirOperationDestroy(operation);
}
