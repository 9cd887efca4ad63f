/* plan_values.c - see plan_values.h. */
#include "plan_values.h"
#include "flat_memory.h"

static MlirValue build_base(const tl_builder *builder,
                            const tl_copy_partition *plan,
                            const tl_term_sources *sources);
static MlirValue build_terms(const tl_builder *builder,
                             const tl_copy_partition *plan, tl_term_part part,
                             const tl_term_sources *sources);
static MlirValue build_digit(const tl_builder *builder, const tl_term *term,
                             const tl_term_sources *sources);
static tl_term_sources build_coordinate(const tl_builder *builder,
                                        const tl_planned_copy *copy,
                                        const tl_term_sources *sources);
static void read_shift(const tl_planned_copy *copy, int64_t start,
                       int64_t *shift, int64_t *slot);
static MlirValue build_scattered(const tl_builder *builder,
                                 const tl_copy_partition *plan, MlirValue base,
                                 const tl_term_sources *coordinate,
                                 const int64_t *shift);
static MlirValue build_constants(const tl_builder *builder, MlirValue base,
                                 const int64_t *constants,
                                 const tl_term_sources *sources);
static MlirValue build_room(const tl_builder *builder,
                            const tl_planned_copy *copy,
                            const tl_term_sources *sources, int64_t limit,
                            int64_t start);

bool tl_plan_uses_thread(const tl_copy_partition *plan) {
  return plan->guards.count || plan->terms.count ||
         plan->coordinate_terms.count || plan->limit_terms.count;
}

MlirValue tl_build_plan_thread(const tl_builder *builder,
                               const tl_planned_copy *copy) {
  return tl_build_subtract(
      builder, tl_build_thread_number(builder, copy->view.scope, &copy->block),
      copy->plan.thread_offset);
}

void tl_read_plan_sources(const tl_builder *builder,
                          const tl_planned_copy *copy, MlirValue thread,
                          tl_term_sources *sources) {
  const tl_copy_view *view = &copy->view;
  tl_strided strided;
  *sources = (tl_term_sources){{{NULL}}, {{NULL}}};
  sources->values[TL_SOURCE_THREAD] = thread;
  for (int64_t d = 0; d < view->memory.origin_count; d++)
    if (copy->request.origin[d].is_dynamic)
      sources->values[d] = view->memory.origin_value[d];
  tl_strided_read(view->memory.type, &strided);
  for (int64_t d = 0; d < strided.shape.count; d++) {
    int64_t symbol = tl_stride_symbol(&strided, d);
    if (symbol && copy->request.memory.divisor[symbol - 1])
      sources->symbols[symbol - 1] =
          tl_build_stride(builder, view->memory.value, d);
  }
}

MlirValue tl_build_plan_guard(const tl_builder *builder,
                              const tl_copy_partition *plan, MlirValue thread) {
  MlirValue all = {NULL};
  for (int64_t i = 0; i < plan->guards.count; i++) {
    const tl_term *guard = &plan->guards.items[i];
    tl_term_sources sources = {{{NULL}}, {{NULL}}};
    sources.values[TL_SOURCE_THREAD] = thread;
    MlirValue one =
        guard->extent == 0
            ? tl_build_below(builder, thread, guard->divisor)
            : tl_build_is_zero(builder, build_digit(builder, guard, &sources));
    all = tl_build_and(builder, all, one);
  }
  return all;
}

/* offset + terms, swizzled where the plan says so; the sum of the terms alone
 * where it is left to the accesses. */
static MlirValue build_base(const tl_builder *builder,
                            const tl_copy_partition *plan,
                            const tl_term_sources *sources) {
  const tl_swizzle *swizzle = &plan->swizzle;
  MlirValue high = build_terms(builder, plan, TL_TERM_HIGH, sources);
  if (plan->form == TL_SWIZZLE_FULL)
    return high;
  high = tl_build_add_constant(builder, high, plan->offset);
  MlirValue low = build_terms(builder, plan, TL_TERM_LOW, sources);
  MlirValue last = build_terms(builder, plan, TL_TERM_LAST, sources);
  if (mlirValueIsNull(high))
    return tl_build_add(builder, low, last);
  MlirValue read = tl_build_mask_shift(
      builder, high, tl_swizzle_read_mask(swizzle), swizzle->shift);
  if (plan->form == TL_SWIZZLE_LINEAR)
    return tl_build_xor(builder, high, read);
  MlirValue base = tl_build_add(
      builder, high,
      mlirValueIsNull(low) ? read : tl_build_xor(builder, low, read));
  return mlirValueIsNull(last) ? base : tl_build_xor(builder, base, last);
}

/* The sum of the terms of a part, in units that divide their strides: the
 * backend scales them in the address. */
static MlirValue build_terms(const tl_builder *builder,
                             const tl_copy_partition *plan, tl_term_part part,
                             const tl_term_sources *sources) {
  MlirValue sum = {NULL};
  int64_t unit = plan->units[part];
  for (int64_t i = 0; i < plan->terms.count; i++) {
    if (plan->parts[i] != part)
      continue;
    tl_term term = plan->terms.items[i];
    term.stride /= unit;
    sum = tl_build_add(builder, sum, build_digit(builder, &term, sources));
  }
  return tl_build_multiply(builder, sum, unit);
}

/* symbol * stride * ((source / divisor) % extent) */
static MlirValue build_digit(const tl_builder *builder, const tl_term *term,
                             const tl_term_sources *sources) {
  MlirValue value = sources->values[term->source];
  if (mlirValueIsNull(value))
    return value;
  value = tl_build_divide(builder, value, term->divisor);
  if (term->extent)
    value = tl_build_remainder(builder, value, term->extent);
  value = tl_build_multiply(builder, value, term->stride);
  return term->symbol ? tl_build_product(builder, value,
                                         sources->symbols[term->symbol - 1])
                      : value;
}

int64_t tl_build_plan_starts(const tl_builder *builder,
                             const tl_planned_copy *copy,
                             const tl_term_sources *sources, MlirValue *offsets,
                             int64_t *slots) {
  const tl_copy_partition *plan = &copy->plan;
  MlirValue base = build_base(builder, plan, sources);
  tl_term_sources coordinate = build_coordinate(builder, copy, sources);
  int64_t count = tl_copy_start_count(plan);
  for (int64_t i = 0; i < count; i++) {
    int64_t shift[TL_MAX_RANK];
    read_shift(copy, i, shift, &slots[i]);
    offsets[i] = build_scattered(builder, plan, base, &coordinate, shift);
  }
  return count;
}

/* What a start adds to the coordinate, known origins included, and its slot. */
static void read_shift(const tl_planned_copy *copy, int64_t start,
                       int64_t *shift, int64_t *slot) {
  const tl_copy_partition *plan = &copy->plan;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    shift[d] =
        copy->request.origin[d].is_dynamic ? 0 : copy->request.origin[d].value;
  *slot = plan->slot_offset;
  for (int64_t k = 0, rest = start; k < plan->slot_digit_count; k++) {
    const tl_slot_digit *digit = &plan->slot_digits[k];
    *slot += rest % digit->extent * digit->register_stride;
    shift[digit->dimension] += rest % digit->extent * digit->weight;
    rest /= digit->extent;
  }
}

/* The part of the scattered coordinate that is known only at run time. */
static tl_term_sources build_coordinate(const tl_builder *builder,
                                        const tl_planned_copy *copy,
                                        const tl_term_sources *sources) {
  const tl_copy_partition *plan = &copy->plan;
  tl_term_sources x = *sources;
  for (int64_t i = 0; i < plan->coordinate_terms.count; i++) {
    MlirValue *sum = &x.values[plan->coordinate_of[i]];
    *sum = tl_build_add(
        builder, *sum,
        build_digit(builder, &plan->coordinate_terms.items[i], sources));
  }
  return x;
}

/* base + offsets + the scattered terms over coordinate + shift. */
static MlirValue build_scattered(const tl_builder *builder,
                                 const tl_copy_partition *plan, MlirValue base,
                                 const tl_term_sources *coordinate,
                                 const int64_t *shift) {
  int64_t constants[1 + TL_MAX_SYMBOLS] = {0};
  if (plan->form == TL_SWIZZLE_FULL)
    constants[0] = plan->offset;
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    constants[1 + i] = plan->symbol_offset[i];
  for (int64_t i = 0; i < plan->scattered_terms.count; i++) {
    const tl_term *term = &plan->scattered_terms.items[i];
    MlirValue x = coordinate->values[term->source];
    if (mlirValueIsNull(x)) {
      int64_t digit = shift[term->source] / term->divisor;
      constants[term->symbol] +=
          (term->extent ? digit % term->extent : digit) * term->stride;
      continue;
    }
    tl_term_sources shifted = *coordinate;
    shifted.values[term->source] =
        tl_build_add_constant(builder, x, shift[term->source]);
    base = tl_build_add(builder, base, build_digit(builder, term, &shifted));
  }
  base = build_constants(builder, base, constants, coordinate);
  return mlirValueIsNull(base) ? tl_build_index(builder, 0) : base;
}

/* base + constants[0] + the sum of constants[i] * symbol i. */
static MlirValue build_constants(const tl_builder *builder, MlirValue base,
                                 const int64_t *constants,
                                 const tl_term_sources *sources) {
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    if (constants[1 + i])
      base = tl_build_add(
          builder, base,
          tl_build_multiply(builder, sources->symbols[i], constants[1 + i]));
  return tl_build_add_constant(builder, base, constants[0]);
}

void tl_build_plan_rooms(const tl_builder *builder, const tl_planned_copy *copy,
                         const tl_term_sources *sources, int64_t count,
                         MlirValue *rooms) {
  for (int64_t limit = 0; limit < copy->plan.limit_count; limit++)
    for (int64_t i = 0; i < count; i++)
      rooms[limit * count + i] = build_room(builder, copy, sources, limit, i);
}

/* bound - origin - coordinate of the thread - shift of the start. */
static MlirValue build_room(const tl_builder *builder,
                            const tl_planned_copy *copy,
                            const tl_term_sources *sources, int64_t limit,
                            int64_t start) {
  const tl_copy_partition *plan = &copy->plan;
  int64_t d = plan->limits[limit].dimension, shift[TL_MAX_RANK], slot;
  const tl_bound *bound = &copy->request.bounds[d];
  read_shift(copy, start, shift, &slot);
  MlirValue x = sources->values[d];
  for (int64_t i = 0; i < plan->limit_terms.count; i++)
    if (plan->limit_of[i] == d)
      x = tl_build_add(
          builder, x,
          build_digit(builder, &plan->limit_terms.items[i], sources));
  if (!bound->is_dynamic)
    return tl_build_difference(
        builder, tl_build_index(builder, bound->value - shift[d]), x);
  return tl_build_difference(builder, copy->view.bound_value[d],
                             tl_build_add_constant(builder, x, shift[d]));
}
