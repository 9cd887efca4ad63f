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
 * Requires:  layouts of any spelling.
 * Preserves: all else.
 * Fails:     where threads are missing, or are no digits of their number, with
 *            the reason. */
#include "copy_lowering.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/emit/plan_values.h"
#include "passes/facts/block_size.h"
#include "tl/coordinates.h"
#include <inttypes.h>

typedef struct planned_coordinates {
  int64_t rank, lanes;
  tl_copy_partition plans[TL_MAX_RANK]; /* a dimension each */
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
} coordinates_request;

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
  for (int64_t d = 0; d < view.rank; d++)
    out->origin[d] = view.origin[d];
  *size = sizeof *out;
  return TL_OK;
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
  for (; of.dimension < own->rank; of.dimension++) {
    tl_copy_request copy;
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
  return mlirTypeIsAIndex(element) ? index : tl_build_narrow(builder, index);
}

/* What all have, and a constant vector. */
static MlirValue build_sum(const tl_builder *builder,
                           const register_coordinates *of, MlirType type) {
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirAttribute numbers[TL_MAX_REGISTERS];
  const MlirValue none = {NULL};
  for (int64_t r = 0; r < of->count; r++)
    numbers[r] = mlirIntegerAttrGet(element, of->numbers[r]);
  MlirValue base = as_element(builder, of->offsets[0], element);
  MlirValue all =
      tl_build_value(builder, "vector.broadcast", type, 1, &base, 0, NULL);
  MlirValue constant = tl_build_once(
      builder, "arith.constant", type, none, none, "value",
      mlirDenseElementsAttrGet(type, (intptr_t)of->count, numbers));
  return tl_build_pair(builder, TL_ADD, all, constant);
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

static MlirValue build_registers(const tl_builder *builder,
                                 const tl_planned_copy *copy,
                                 const tl_plan_sources *sources,
                                 MlirType type) {
  register_coordinates of = {.count = 1};
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    of.count *= mlirShapedTypeGetDimSize(type, (intptr_t)d);
  read_registers(builder, copy, sources, &of);
  return (is_even(&of) ? build_sum : build_list)(builder, &of, type);
}

/* Threads that hold nothing have 0. */
static MlirValue build_dimension(const tl_builder *builder,
                                 const tl_planned_copy *copy,
                                 const tl_plan_sources *sources,
                                 MlirType type) {
  MlirValue guard = tl_build_plan_guard(builder, &copy->plan,
                                        sources->values[TL_SOURCE_THREAD]);
  if (mlirValueIsNull(guard))
    return build_registers(builder, copy, sources, type);
  tl_branch branch = tl_branch_open(builder);
  MlirValue held = build_registers(&branch.taken, copy, sources, type);
  MlirValue none =
      tl_build_splat(&branch.otherwise, type, (MlirAttribute){NULL});
  return mlirOperationGetResult(
      tl_branch_close(builder, &branch, guard, 1, &held, &none), 0);
}

static void write_coordinates(void *state, MlirOperation operation,
                              void *plan) {
  tl_lowering *run = state;
  const planned_coordinates *planned = plan;
  tl_builder *builder = &run->builder;
  tl_coordinates_view view;
  tl_coordinates_view_read(operation, &view);
  tl_builder_before(builder, operation);
  for (int64_t d = 0; d < planned->rank; d++) {
    MlirValue result = mlirOperationGetResult(operation, (intptr_t)d);
    MlirType type = mlirValueGetType(result);
    tl_planned_copy copy = {
        .view = {.scope = view.scope},
        .block = tl_block_size_planned(&run->facts, operation),
        .plan = planned->plans[d],
        .width = mlirTypeIsAIndex(mlirShapedTypeGetElementType(type))
                     ? TL_COPY_WIDE
                     : TL_COPY_NARROW};
    tl_plan_sources sources = {.is_word = {false}};
    copy.request.lanes = planned->lanes;
    if (tl_plan_uses_thread(&copy.plan))
      sources.values[TL_SOURCE_THREAD] = tl_build_plan_thread(builder, &copy);
    if (!mlirValueIsNull(view.origin_value[d]))
      sources.values[d] = tl_build_as_index(builder, view.origin_value[d]);
    mlirValueReplaceAllUsesOfWith(
        result, build_dimension(builder, &copy, &sources, type));
  }
  mlirOperationDestroy(operation);
}
