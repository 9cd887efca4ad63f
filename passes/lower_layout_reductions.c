/* lower_layout_reductions.c - tl-lower-layout-reductions
 *
 * A reduction becomes a tree in each thread and shuffles over lanes, or redux.sync.
 *
 *   %m = tl.reduce %v as #tl.tile<S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]>
 *     over [1] kind <add> scope warp : vector<2xf32> to vector<1xf32>
 * becomes
 *   %0 = arith.addf %v[0], %v[1]
 *   %1, %valid = gpu.shuffle xor %0, %c1, %c32
 *   %2 = arith.addf %0, %1
 *   %3, %valid = gpu.shuffle xor %2, %c2, %c32
 *   %4 = arith.addf %2, %3
 *   %m = vector.from_elements %4
 *
 * Threads that shuffles do not reach, mostly those of other warps, exchange what
 * the shuffles leave by a conversion, after which each has all parts,
 *
 *   %p = tl.convert_layout %5 as #part to #parts scope cta
 *     : vector<1xf32> to vector<4xf32>
 *
 * and combines them as it does its registers.  A result under another layout is
 * converted to it.
 *
 * Requires:  layouts of any spelling.
 * Preserves: all else.
 * Fails:     where thread strides are neither digits of the thread number nor its
 *            bits, threads are missing, or parts are more than registers. */
#include "coordinate_choices.h"
#include "copy_lowering.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/NVVM.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"
#include "pass_rows.h"
#include "passes/emit/lane_steps.h"
#include "passes/emit/plan_values.h"
#include "passes/emit/thread_number.h"
#include "passes/emit/vector_parts.h"
#include "passes/facts/block_size.h"
#include "tl/coordinates.h"
#include "tl/reduction.h"
#include <inttypes.h>
#include <stdlib.h>

/* Attributes are uniqued, so that equal requests have equal bytes. */
typedef struct reduction_key {
  MlirAttribute layout, target;
  tl_thread_range threads;
  int64_t scope, lanes, dimensions, element_bits, has_redux;
  tl_choice_request choice;
} reduction_key;

typedef struct planned_reduction {
  int64_t lanes;
  tl_reduction_plan plan;
  tl_copy_partition guards; /* who takes part, of a plan of coordinates */
  tl_choice_plan choice;
} planned_reduction;

static bool is_reduction(MlirOperation operation);
static tl_code read_key(void *state, MlirOperation operation, void *request,
                        size_t *size, tl_error *error);
static tl_code plan_reduction(const void *request, void *plan, size_t *size,
                              tl_error *error);
static void write_reduction(void *state, MlirOperation operation, void *plan);

static const tl_copy_pass PASS = {.wants = is_reduction,
                                  .read = read_key,
                                  .request_size = sizeof(reduction_key),
                                  .plan = plan_reduction,
                                  .plan_size = sizeof(planned_reduction),
                                  .write = write_reduction};

static tl_pass_result
run_lower_layout_reductions(MlirOperation root,
                            const tl_option_value *options) {
  return tl_lowering_run_for_target(root, options, &PASS);
}

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__gpu__,
    mlirGetDialectHandle__nvvm__, mlirGetDialectHandle__scf__,
    mlirGetDialectHandle__vector__};

const tl_pass_row TL_LOWER_LAYOUT_REDUCTIONS = {
    .argument = "tl-lower-layout-reductions",
    .description = "Turn reductions of fragments into trees and shuffles",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_OPTION_TARGET + 1,
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .run = run_lower_layout_reductions,
};

static bool is_reduction(MlirOperation operation) {
  return tl_operation_kind_of(operation) == TL_OPERATION_REDUCE;
}

/*===--- Plan -------------------------------------------------------------===*/

static tl_code read_key(void *state, MlirOperation operation, void *request,
                        size_t *size, tl_error *error) {
  tl_lowering *run = state;
  tl_reduction_view view;
  tl_block_size block;
  const tl_target *target;
  TL_TRY(tl_target_of(&run->access.target, operation, &target, error));
  TL_TRY(tl_block_size_around(&run->facts, operation, &block, error));
  tl_reduction_view_read(operation, &view);
  *(reduction_key *)request = (reduction_key){
      .layout = view.source.layout,
      .target = view.target.layout,
      .scope = view.scope,
      .lanes = target->lanes,
      .threads = tl_scope_threads(view.scope, target->lanes,
                                  tl_block_threads(&block), block.most),
      .dimensions = view.dimensions,
      .element_bits = 8 * tl_element_bytes(view.source.type),
      .has_redux = tl_has_redux(target, view.combines,
                                mlirShapedTypeGetElementType(view.source.type)),
      .choice = tl_choice_read(&run->facts, &view)};
  *size = sizeof(reduction_key);
  return TL_OK;
}

/* The guards are those of any plan of the fragment. */
static tl_code plan_guards(const tl_reduction_request *of,
                           tl_copy_partition *out, tl_error *error) {
  const tl_coordinate_request coordinates = {.fragment = of->fragment,
                                             .scope = of->scope,
                                             .lanes = of->lanes,
                                             .threads = of->threads};
  tl_copy_request copy;
  TL_TRY(tl_coordinate_copy(&coordinates, &copy, error));
  return tl_copy_partition_plan(&copy, out, error);
}

static tl_code plan_steps(const tl_reduction_request *of,
                          tl_reduction_plan *out, tl_error *error) {
  tl_conversion_work *work = malloc(sizeof *work);
  if (!work)
    return tl_fail(error, TL_CAPACITY, "out of memory for a reduction");
  tl_code code = tl_reduction_plan_make(of, work, out, error);
  free(work);
  return code;
}

static tl_code plan_reduction(const void *request, void *plan,
                              TL_UNUSED size_t *size, tl_error *error) {
  const reduction_key *own = request;
  planned_reduction *out = plan;
  tl_reduction_request of = {.dimensions = own->dimensions,
                             .scope = (tl_scope)own->scope,
                             .lanes = own->lanes,
                             .threads = own->threads,
                             .element_bits = own->element_bits,
                             .has_redux = own->has_redux};
  out->lanes = own->lanes;
  TL_TRY(
      tl_fragment_layout(own->layout, of.scope, of.lanes, &of.fragment, error));
  TL_TRY(
      tl_fragment_layout(own->target, of.scope, of.lanes, &of.target, error));
  TL_TRY(plan_steps(&of, &out->plan, error));
  TL_TRY(tl_choice_plan_make(&own->choice, &of, &out->choice, error));
  return plan_guards(&of, &out->guards, error);
}

/*===--- Write ------------------------------------------------------------===*/

/* A chain of two has as many operations as the tree. */
static MlirValue build_reduced(const tl_builder *builder,
                               const tl_reduction_view *view,
                               const planned_reduction *planned, int64_t count,
                               int64_t *registers) {
  MlirValue items[TL_MAX_REDUCED_REGISTERS];
  if (planned->choice.is_ordered && count > 2)
    return tl_build_choice(builder, view->source.value, &planned->choice, count,
                           registers);
  for (int64_t i = 0; i < count; i++)
    items[i] = tl_build_register_at(builder, view->source.value, registers[i]);
  return tl_build_tree(builder, view->combines, count, items);
}

/* What each thread has of its kept coordinates. */
static void build_own(const tl_builder *builder, const tl_reduction_view *view,
                      const planned_reduction *planned, MlirValue *kept) {
  const tl_reduction_plan *plan = &planned->plan;
  for (int64_t k = 0; k < plan->kept_count; k++) {
    int64_t registers[TL_MAX_REDUCED_REGISTERS], count = 0;
    for (int64_t r = 0; r < plan->register_count; r++)
      if (plan->kept[r] == k)
        registers[count++] = r;
    kept[k] = build_reduced(builder, view, planned, count, registers);
  }
}

static MlirValue build_vector(const tl_builder *builder, MlirType type,
                              const MlirValue *items) {
  return tl_build_value(builder, "vector.from_elements", type,
                        (intptr_t)tl_element_count(type), items, 0, NULL);
}

/* A vector of the first ones. */
static MlirValue build_first(const tl_builder *builder, int64_t count,
                             const MlirValue *items) {
  return build_vector(builder,
                      tl_vector_type(count, mlirValueGetType(items[0])), items);
}

static void read_vector(const tl_builder *builder, MlirValue vector,
                        MlirValue *items) {
  int64_t count = tl_element_count(mlirValueGetType(vector));
  for (int64_t i = 0; i < count; i++)
    items[i] = tl_build_register_at(builder, vector, i);
}

static MlirAttribute attribute_of(const tl_builder *builder,
                                  const tl_layout *layout) {
  const tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  return tl_layout_attribute_get(builder->context, &value);
}

/* The registers under one layout as those under another. */
static MlirValue build_conversion(const tl_builder *builder,
                                  const tl_reduction_view *view,
                                  const tl_layout *from, MlirValue vector,
                                  MlirAttribute to, MlirType type) {
  const tl_conversion_view conversion = {
      .scope = view->scope,
      .scratch = view->scratch,
      .source = {.value = vector,
                 .type = mlirValueGetType(vector),
                 .layout = attribute_of(builder, from)},
      .target = {.type = type, .layout = to}};
  return tl_build_inserted(
      builder, tl_conversion_create(&conversion, builder->location));
}

/* Every thread gets all parts of its share of the result. */
static void gather_parts(const tl_builder *builder,
                         const tl_reduction_view *view,
                         const tl_reduction_plan *plan, MlirValue *values) {
  int64_t count = plan->gathered_count;
  MlirType type =
      tl_vector_type(plan->parts * count, mlirValueGetType(values[0]));
  MlirValue all =
      build_conversion(builder, view, &plan->partial,
                       build_first(builder, plan->left_count, values),
                       attribute_of(builder, &plan->gathered), type);
  for (int64_t k = 0; k < count; k++) {
    MlirValue items[TL_MAX_REDUCED_REGISTERS];
    for (int64_t i = 0; i < plan->parts; i++)
      items[i] = tl_build_register_at(builder, all, i * count + k);
    values[k] = tl_build_tree(builder, view->combines, plan->parts, items);
  }
}

/* All lanes of a warp at once, or step by step. */
static void reduce_lanes(const tl_builder *builder,
                         const tl_reduction_view *view,
                         const planned_reduction *planned, MlirValue *values) {
  const tl_reduction_plan *plan = &planned->plan;
  int64_t count = plan->kept_count;
  if (plan->is_redux) {
    for (int64_t k = 0; k < count; k++)
      values[k] = tl_build_redux(builder, view->combines, values[k]);
    return;
  }
  for (int64_t i = 0; i < plan->step_count; i++)
    count = tl_build_lane_step(builder, &plan->steps[i], planned->lanes,
                               view->combines, count, values);
}

/* The registers of the packed target, from those of the result. */
static void convert_result(const tl_builder *builder,
                           const tl_reduction_view *view,
                           const tl_reduction_plan *plan, MlirValue *values) {
  int64_t from = plan->parts > 1 ? plan->gathered_count : plan->left_count;
  MlirType type =
      tl_vector_type(plan->target_count, mlirValueGetType(values[0]));
  read_vector(builder,
              build_conversion(builder, view, &plan->result,
                               build_first(builder, from, values),
                               attribute_of(builder, &plan->target), type),
              values);
}

/* Those, and zeros in the others. */
static MlirValue build_target(const tl_builder *builder, MlirType type,
                              const tl_reduction_plan *plan,
                              const MlirValue *values) {
  MlirValue all[TL_MAX_REDUCED_REGISTERS];
  int64_t count = tl_element_count(type);
  for (int64_t i = 0; i < count; i++) {
    int64_t from = i < plan->target_span ? plan->target_of[i] : -1;
    all[i] = from >= 0
                 ? values[from]
                 : tl_build_zero(builder, mlirShapedTypeGetElementType(type));
  }
  return build_vector(builder, type, all);
}

/* Threads that hold nothing have zeros. */
static MlirValue build_guarded(const tl_builder *builder, MlirValue guard,
                               MlirValue all) {
  MlirType type = mlirValueGetType(all);
  return mlirValueIsNull(guard)
             ? all
             : tl_build_select(
                   builder, guard, all,
                   tl_build_splat(builder, type, (MlirAttribute){NULL}));
}

static MlirValue build_guard(const tl_builder *builder,
                             const tl_reduction_view *view,
                             const tl_block_size *block,
                             const planned_reduction *planned) {
  tl_planned_copy copy = {
      .view = {.scope = view->scope}, .block = *block, .plan = planned->guards};
  MlirValue thread = {NULL};
  copy.request.lanes = planned->lanes;
  if (tl_plan_uses_thread(&copy.plan))
    thread = tl_build_plan_thread(builder, &copy);
  return tl_build_plan_guard(builder, &copy.plan, thread);
}

static void write_reduction(void *state, MlirOperation operation, void *plan) {
  tl_lowering *run = state;
  const planned_reduction *planned = plan;
  const tl_reduction_plan *own = &planned->plan;
  tl_builder *builder = &run->builder;
  tl_block_size block = tl_block_size_planned(&run->facts, operation);
  MlirValue values[TL_MAX_REDUCED_REGISTERS];
  tl_reduction_view view;
  tl_reduction_view_read(operation, &view);
  tl_builder_before(builder, operation);

  /* 1. In each thread, and over the lanes of a warp. */
  build_own(builder, &view, planned, values);
  reduce_lanes(builder, &view, planned, values);

  /* 2. Over the threads that shuffles do not reach. */
  if (own->parts > 1)
    gather_parts(builder, &view, own, values);

  /* 3. To the threads that are to have it; conversions give zeros to others. */
  if (!own->is_result)
    convert_result(builder, &view, own, values);
  MlirValue all = build_target(builder, view.target.type, own, values);
  if (own->is_result && own->parts == 1)
    all = build_guarded(builder, build_guard(builder, &view, &block, planned),
                        all);

  /* 4. Instead of the reduction. */
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(operation, 0), all);
  mlirOperationDestroy(operation);
}
