/* reduction_choice.c - Which steps of a reduction halve; see tl/reduction.h.
 *
 *   four registers, lanes 0 and 1       f32: shuffles, selects, operations
 *   all:     r0 r1 r2 r3 . r0 r1 r2 r3  4 + 0 + 4
 *   halves:  lane 0 r0 r1, lane 1 r2 r3 2 + 4 + 2, and 2 more lanes: 1 + 2 + 1
 *
 * The bit of the lane that tells the halves is a replica of the layout so far,
 * and becomes a digit of the dimension of which the halved digit is. */
#include "base/checked.h"
#include "layout/layout_digits.h"
#include "reduction_bits.h"
#include "tl/layout_questions.h"
#include <inttypes.h>
#include <string.h>

/* What a choice is made of. */
typedef struct choosing {
  const tl_reduction_request *request;
  const reducing *of;           /* null where there is a twist, */
  const tl_reducing_bits *bits; /* and null where there is none */
  tl_conversion_work *work;
  const tl_reduction_plan *base; /* no step halves */
} choosing;

static bool has_parts(const choosing *own) { return own->base->parts > 1; }

/*===--- The target -------------------------------------------------------===*/

/* Digits of registers that follow each other without gaps, in the order of their
 * strides, and no repeats. */
static void pack_digits(const tl_layout *wide, tl_layout *out) {
  *out = *wide;
  out->offset[TL_AXIS_M] = 0;
  out->replica_count = 0;
  for (int64_t i = 0; i < wide->shard_count; i++) {
    const tl_iter *own = &wide->iters[i];
    if (own->axis != TL_AXIS_M)
      continue;
    out->iters[i].stride = 1;
    for (int64_t k = 0; k < wide->shard_count; k++)
      if (wide->iters[k].axis == TL_AXIS_M &&
          wide->iters[k].stride < own->stride)
        out->iters[i].stride *= wide->iters[k].extent;
  }
  for (int64_t i = 0; i < wide->replica_count; i++)
    if (wide->iters[wide->shard_count + i].axis != TL_AXIS_M)
      tl_reducing_add(out, wide->iters[wide->shard_count + i], true);
}

/* The packed register of each, whose digits have the same values. */
static void list_registers(const tl_layout *wide, tl_reduction_plan *out) {
  int64_t count = 1;
  for (int64_t i = 0; i < wide->shard_count + wide->replica_count; i++)
    count *= wide->iters[i].axis == TL_AXIS_M ? wide->iters[i].extent : 1;
  for (int64_t n = 0; n < count; n++) {
    int64_t slot = wide->offset[TL_AXIS_M], packed = 0, rest = n;
    for (int64_t i = 0; i < wide->shard_count + wide->replica_count; i++) {
      const tl_iter *own = &wide->iters[i];
      if (own->axis != TL_AXIS_M)
        continue;
      slot += rest % own->extent * own->stride;
      if (i < wide->shard_count)
        packed += rest % own->extent * out->target.iters[i].stride;
      rest /= own->extent;
    }
    out->target_of[slot] = (int16_t)packed;
  }
}

static tl_code pack_target(const tl_layout *target, tl_reduction_plan *out,
                           tl_error *error) {
  TL_TRY(tl_layout_footprint(target, &out->target_span, error));
  if (out->target_span > TL_MAX_REDUCED_REGISTERS)
    return tl_fail(error, TL_CAPACITY,
                   "%" PRId64 " registers of the result per thread; at most %d "
                   "fit",
                   out->target_span, TL_MAX_REDUCED_REGISTERS);
  memset(out->target_of, -1, sizeof out->target_of);
  pack_digits(target, &out->target);
  list_registers(target, out);
  TL_TRY(tl_layout_create(&out->target, &out->target, error));
  return tl_layout_footprint(&out->target, &out->target_count, error);
}

/*===--- Halves -----------------------------------------------------------===*/

int64_t tl_halved_register(const tl_lane_step *step, int64_t number,
                           bool is_upper) {
  int64_t stride = step->halved_stride;
  return (2 * (number / stride) + is_upper) * stride + number % stride;
}

static void add_digit(tl_layout *out, tl_iter iter) {
  if (iter.extent > 1)
    tl_reducing_add(out, iter, false);
}

/* A digit: of that of which registers are halved a part of 2 is one of lanes. */
static void add_halved(const tl_lane_step *step, tl_axis axis, tl_iter iter,
                       tl_layout *out) {
  int64_t stride = step->halved_stride, below = stride / iter.stride;
  if (iter.axis != TL_AXIS_M || below >= iter.extent) {
    tl_reducing_add(out, iter, false);
    return;
  }
  if (below == 0) {
    iter.stride /= 2;
    tl_reducing_add(out, iter, false);
    return;
  }
  add_digit(out, (tl_iter){iter.extent / (2 * below), stride, TL_AXIS_M, 0});
  add_digit(out, (tl_iter){2, step->distance, axis, 0});
  add_digit(out, (tl_iter){below, iter.stride, TL_AXIS_M, 0});
}

/* A digit of replicas without the bit of a step. */
static void add_rest(const tl_lane_step *step, tl_iter iter, tl_layout *out) {
  int64_t below = step->distance / iter.stride;
  if (below == 0 || below >= iter.extent) {
    tl_reducing_add(out, iter, true);
    return;
  }
  tl_iter upper = iter;
  upper.extent = iter.extent / (2 * below);
  upper.stride = 2 * step->distance;
  iter.extent = below;
  tl_reducing_add(out, upper, true);
  tl_reducing_add(out, iter, true);
}

static void halve_layout(const tl_lane_step *step, tl_axis axis,
                         tl_layout *layout) {
  const tl_layout old = *layout;
  const tl_iter *iter = old.iters;
  layout->shard_count = layout->replica_count = 0;
  for (int64_t d = 0; d < old.rank; d++) {
    int64_t first = layout->shard_count;
    for (int64_t i = 0; i < old.group_size[d]; i++)
      add_halved(step, axis, *iter++, layout);
    layout->group_size[d] = layout->shard_count - first;
  }
  for (int64_t i = 0; i < old.replica_count; i++)
    add_rest(step, *iter++, layout);
}

/* Where a coordinate, 0 but in one dimension, is under the target. */
static int64_t thread_at(const choosing *own, int64_t dimension,
                         int64_t coordinate) {
  int64_t place[TL_MAX_RANK] = {0}, point[TL_AXIS_COUNT];
  place[dimension] = coordinate;
  tl_layout_apply(&own->base->target, place, point);
  return point[own->of->axis];
}

/* Whether the target has halves that are `apart` in a dimension in the two lanes
 * of the step. */
static bool fits_target(const choosing *own, const tl_lane_step *step,
                        int64_t dimension, int64_t apart) {
  return !has_parts(own) &&
         thread_at(own, dimension, apart) - thread_at(own, dimension, 0) ==
             step->distance;
}

/* Halves by a digit of registers, whose neighbours are `weight` apart; whether they
 * are those of the target. */
static bool halve_digit(const choosing *own, const tl_iter *iter,
                        int64_t dimension, int64_t weight, tl_lane_step *step) {
  bool fits = false;
  for (int64_t below = 1; !fits && below < iter->extent; below++) {
    if (iter->axis != TL_AXIS_M || iter->extent % (2 * below) != 0)
      continue;
    fits = fits_target(own, step, dimension, weight * below);
    if (fits || below * iter->stride > step->halved_stride)
      step->halved_stride = below * iter->stride;
  }
  return fits;
}

/* The halves that the target has in these lanes; without, or without any, those
 * furthest apart, since words are of neighbours. */
static bool choose_half(const choosing *own, tl_halves which,
                        const tl_layout *layout, tl_lane_step *step) {
  int64_t first_dimension = has_parts(own), i = layout->shard_count;
  bool fits = false;
  for (int64_t d = layout->rank - 1; !fits && d >= 0; d--) {
    int64_t weight = 1;
    for (int64_t n = 0; !fits && n < layout->group_size[d]; n++) {
      const tl_iter *iter = &layout->iters[--i];
      fits = halve_digit(own, iter, d - first_dimension, weight, step);
      weight *= iter->extent;
    }
  }
  if (!fits && which == TL_HALVES_OF_TARGET)
    step->halved_stride = 0;
  step->upper_lanes = step->halved_stride ? step->distance : 0;
  return step->halved_stride != 0;
}

static bool is_bit(int64_t distance) {
  return distance && (distance & (distance - 1)) == 0;
}

/* Where blocks are whole, so that the lane that each gets one from has kept the
 * same half. */
static void halve_steps(const choosing *own, tl_halves which, tl_layout *layout,
                        tl_reduction_plan *out) {
  bool are_whole = own->of->ranks == out->parts << out->step_count;
  for (int64_t i = 0; which && are_whole && i < out->step_count; i++) {
    tl_lane_step *step = &out->steps[i];
    if (layout->shard_count + layout->replica_count + 2 > TL_MAX_ITERS ||
        !is_bit(step->distance) || !choose_half(own, which, layout, step))
      continue;
    halve_layout(step, own->of->axis, layout);
    out->left_count /= 2;
  }
}

/*===--- Costs ------------------------------------------------------------===*/

static int64_t step_cost(const tl_reduction_request *request,
                         const tl_lane_step *step, int64_t count) {
  bool is_halving = step->halved_stride != 0;
  int64_t left = is_halving ? count / 2 : count;
  int64_t words = tl_conversion_words(left, request->element_bits);
  return TL_COST_SHUFFLE * words + TL_COST_STEP * left +
         (step->upper_lanes ? TL_COST_STEP * (2 * words + 2) : 0);
}

/* Elements of less than a word are widened and cut. */
static int64_t redux_cost(const tl_reduction_request *request, int64_t count) {
  return count * (TL_COST_REDUX + (request->element_bits < 32) * 2);
}

static int64_t steps_cost(const tl_reduction_request *request,
                          const tl_reduction_plan *plan) {
  int64_t cost = 0, count = plan->kept_count;
  if (plan->is_redux)
    return redux_cost(request, count);
  for (int64_t i = 0; i < plan->step_count; i++) {
    cost += step_cost(request, &plan->steps[i], count);
    count /= plan->steps[i].halved_stride ? 2 : 1;
  }
  return cost;
}

/* Through memory where lanes do not do; what fails there is told of the
 * conversion. */
static int64_t conversion_cost(const choosing *own,
                               const tl_reduction_plan *plan) {
  const tl_reduction_request *request = own->request;
  const tl_conversion_request conversion = {
      .source = plan->result,
      .target = plan->target,
      .scope = request->scope,
      .lanes = request->scope == TL_SCOPE_THREAD ? 1 : request->lanes,
      .threads = request->threads,
      .element_bits = request->element_bits};
  tl_conversion_plan found;
  int64_t memory = tl_memory_cost(0, 0, 1);
  return tl_conversion_plan_make(&conversion, own->work, &found, NULL) ==
                     TL_OK &&
                 found.way != TL_CONVERT_MEMORY && found.cost < memory
             ? found.cost
             : memory;
}

/*===--- The choice -------------------------------------------------------===*/

/* The parts of a layout of the result, in registers. */
static tl_code gather_as(const tl_layout *to, int64_t count,
                         tl_reduction_plan *out, tl_error *error) {
  tl_layout layout = {.rank = 1, .group_size = {1}};
  int64_t iters = to->shard_count + to->replica_count;
  if (out->parts * count > TL_MAX_REDUCED_REGISTERS)
    return tl_fail(error, TL_CAPACITY,
                   "combines %" PRId64 " parts of %" PRId64
                   " registers in every thread; at most %d fit",
                   out->parts, count, TL_MAX_REDUCED_REGISTERS);
  if (iters == TL_MAX_ITERS || to->rank == TL_MAX_RANK)
    return tl_fail(error, TL_CAPACITY,
                   "the result has as many digits or dimensions as a layout "
                   "can have, and parts are one more");
  tl_reducing_add(&layout, (tl_iter){out->parts, count, TL_AXIS_M, 0}, false);
  for (int64_t i = 0; i < iters; i++)
    tl_reducing_add(&layout, to->iters[i], i >= to->shard_count);
  for (int64_t d = 0; d < to->rank; d++)
    layout.group_size[layout.rank++] = to->group_size[d];
  memcpy(layout.offset, to->offset, sizeof layout.offset);
  layout.twist = to->twist;
  out->gathered_count = count;
  return tl_layout_create(&layout, &out->gathered, error);
}

/* The bits of parts, in front of those of the target, stay as they are; false where
 * parts are no bits, or there are too many. */
static bool add_part_bits(const tl_reduction_plan *plan, tl_twist *twist) {
  tl_list shape = tl_layout_shape(&plan->target);
  if (tl_twist_is_none(twist))
    return true;
  int64_t bits = tl_shape_bits(&shape);
  for (int64_t part = 1; part < plan->parts; part *= 2, bits++) {
    if (bits == TL_MAX_TWIST)
      return false;
    twist->of[bits] = UINT32_C(1) << bits;
  }
  return tl_is_power_of_two(plan->parts);
}

/* Every thread that gets a share of the result loads the parts of that, or of
 * the one that is inferred. */
static tl_code gather(const choosing *own, tl_reduction_plan *out,
                      tl_error *error) {
  const tl_reduction_request *request = own->request;
  tl_layout target = out->target;
  out->is_result = add_part_bits(out, &target.twist);
  if (out->is_result)
    return gather_as(&target, out->target_count, out, error);
  TL_TRY(tl_reduced_layout(&request->fragment, request->dimensions,
                           request->scope, &out->result, error));
  return gather_as(&out->result, out->kept_count, out, error);
}

/* Whether the steps are over all lanes of a warp, and redux.sync costs less. */
static bool takes_redux(const choosing *own, const tl_reduction_plan *plan) {
  const tl_reduction_request *request = own->request;
  int64_t lanes = 1;
  for (int64_t i = 0; i < plan->step_count; i++)
    lanes *=
        is_bit(plan->steps[i].distance) && !plan->steps[i].exchanged ? 2 : 0;
  return request->has_redux && lanes == request->lanes &&
         redux_cost(request, plan->kept_count) < steps_cost(request, plan);
}

static tl_code halve_digits(const choosing *own, tl_halves which,
                            tl_reduction_plan *out, tl_error *error) {
  tl_layout layout;
  tl_reducing_layout(
      own->of, has_parts(own) ? INT64_C(1) << out->step_count : own->of->ranks,
      &layout);
  halve_steps(own, which, &layout, out);
  if (has_parts(own))
    return tl_layout_create(&layout, &out->partial, error);
  TL_TRY(tl_layout_create(&layout, &out->result, error));
  out->is_result = tl_layout_compare(&out->result, &out->target,
                                     own->request->lanes, NULL, NULL) == TL_YES;
  return TL_OK;
}

/* The plan of which these steps halve, and the cost of all. */
static tl_code try_halves(const choosing *own, tl_halves which,
                          tl_reduction_plan *out, tl_error *error) {
  const tl_reduction_request *request = own->request;
  *out = *own->base;
  TL_TRY(own->bits ? tl_reducing_bits_choose(own->bits, which, out, error)
                   : halve_digits(own, which, out, error));
  out->is_redux = which == TL_NO_HALVES && takes_redux(own, out);
  out->cost = steps_cost(request, out);
  if (has_parts(own))
    out->cost += TL_COST_WAVEFRONT *
                 tl_conversion_words(out->left_count, request->element_bits);
  return TL_OK;
}

/* What is converted is all of it in all lanes, or as little as can be in each. */
static tl_code choose_steps(const choosing *own, tl_reduction_plan *best,
                            tl_error *error) {
  tl_reduction_plan tried;
  for (tl_halves which = TL_NO_HALVES; which <= TL_ALL_HALVES; which++) {
    TL_TRY(try_halves(own, which, &tried, error));
    bool is_there = has_parts(own) || tried.is_result;
    if (which && ((!is_there && which == TL_HALVES_OF_TARGET) ||
                  tried.cost >= best->cost))
      continue;
    tried.cost += is_there ? 0 : conversion_cost(own, &tried);
    if (!which || tried.cost < best->cost)
      *best = tried;
  }
  return TL_OK;
}

static tl_code count_registers(const tl_reduction_request *request,
                               tl_reduction_plan *out, tl_error *error) {
  TL_TRY(tl_layout_span(&request->fragment, TL_AXIS_M, &out->register_count,
                        error));
  return out->register_count <= TL_MAX_REDUCED_REGISTERS
             ? TL_OK
             : tl_fail(error, TL_CAPACITY,
                       "%" PRId64 " registers per thread; at most %d fit",
                       out->register_count, TL_MAX_REDUCED_REGISTERS);
}

tl_code tl_reduction_plan_make(const tl_reduction_request *request,
                               tl_conversion_work *work, tl_reduction_plan *out,
                               tl_error *error) {
  bool is_twisted = !tl_twist_is_none(&request->fragment.twist);
  reducing of;
  tl_reducing_bits bits;
  tl_reduction_plan base;
  const choosing own = {request, is_twisted ? NULL : &of,
                        is_twisted ? &bits : NULL, work, &base};
  memset(&base, 0, sizeof base);
  TL_TRY(count_registers(request, &base, error));
  if (is_twisted) {
    TL_TRY(tl_reducing_bits_open(request, &bits, error));
    tl_reducing_bits_read(&bits, &base);
  } else {
    TL_TRY(tl_reducing_open(request, &of, error));
    tl_reducing_read(&of, &base);
  }
  TL_TRY(pack_target(&request->target, &base, error));
  TL_TRY(choose_steps(&own, out, error));
  return out->parts > 1 ? gather(&own, out, error) : TL_OK;
}
