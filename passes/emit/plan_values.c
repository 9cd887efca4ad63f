/* plan_values.c - see plan_values.h.
 *
 * The fold of an address over IR.  What is known waits in front: a number joins
 * the numbers beside it and becomes a constant where a digit or a bit is taken
 * of the sum, where the sum is used twice, or at the end. */
#include "plan_values.h"
#include "flat_memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "thread_number.h"
#include <string.h>

/* value + number[0] + the sum of (factor[i] + number[i]) * symbol i; null values
 * are 0. */
typedef struct partial {
  MlirValue value;
  int64_t number[1 + TL_MAX_SYMBOLS];
  MlirValue factor[1 + TL_MAX_SYMBOLS]; /* of 32 bits, not negative */
  bool is_early;  /* in front of loops, of what is known there */
  bool is_factor; /* whether it may be one */
} partial;

/* Where values come from. */
typedef struct emitter {
  const tl_builder *builder;
  const tl_plan_sources *sources;
  const tl_builder *early; /* for what is made of the thread alone, or null */
  tl_copy_width width;     /* of values */
  bool extends;            /* see tl_planned_copy */
  bool wraps;              /* differences are compared without a sign */
  bool is_modulo;          /* offsets, of which those outside are not used */
  bool is_signed;          /* a tile may begin below its memory */
  int64_t apart;           /* see tl_planned_copy */
  int64_t start[TL_MAX_RANK]; /* what a start adds to each coordinate */
  int64_t factors;            /* see tl_planned_copy */
} emitter;

/* ---- Sources ------------------------------------------------------------- */

bool tl_plan_uses_thread(const tl_copy_partition *plan) {
  const tl_address *address = &plan->address;
  for (int64_t i = 0; i < address->term_count; i++)
    if (address->terms[i].source == TL_SOURCE_THREAD)
      return true;
  return false;
}

MlirValue tl_build_plan_thread(const tl_builder *builder,
                               const tl_planned_copy *copy) {
  return tl_build_by(builder, TL_SUBTRACT_WRAPPING,
                     tl_build_thread_number(builder, copy->view.scope,
                                            copy->request.lanes, &copy->block),
                     copy->plan.thread_offset);
}

/* Without the constant that is a number of the offset. */
static MlirValue origin_of(const tl_builder *builder,
                           const tl_planned_copy *copy, int64_t d) {
  MlirValue value = copy->view.memory.origin_value[d];
  int64_t constant = copy->request.origin[d].constant;
  if (!constant)
    return value;
  int64_t more = tl_origin_split(&value) - constant;
  return more ? tl_build_by(builder, TL_ADD, tl_build_as_index(builder, value),
                            more)
              : value;
}

/* LLVM's strength reduction carries what a counter adds to each address through
 * the loop, and where the step has no number the step of each: registers, and a
 * multiplication each before the loop. */
static MlirValue build_origin(const tl_builder *builder,
                              const tl_planned_copy *copy, int64_t d) {
  MlirValue given = origin_of(builder, copy, d);
  MlirValue origin = tl_build_as_index(builder, given);
  return tl_memory_space_of(copy->view.memory.type) == TL_MEMORY_GLOBAL &&
                 tl_has_run_time_step(given)
             ? tl_build_hidden(builder, origin, true)
             : origin;
}

void tl_read_plan_sources(const tl_builder *builder,
                          const tl_planned_copy *copy, MlirValue thread,
                          tl_plan_sources *sources) {
  const tl_copy_view *view = &copy->view;
  tl_strided strided;
  *sources = (tl_plan_sources){.is_word = {false}};
  sources->values[TL_SOURCE_THREAD] = thread;
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    if (copy->request.origin[d].is_dynamic)
      sources->values[d] = build_origin(builder, copy, d);
    if (copy->request.bounds[d].is_dynamic)
      sources->values[TL_SOURCE_BOUND + d] =
          tl_build_as_index(builder, *tl_bound_value(view, d));
    if (copy->request.bounds[d].lower_is_dynamic)
      sources->values[TL_SOURCE_LOWER + d] =
          tl_build_as_index(builder, *tl_lower_bound_value(view, d));
  }
  tl_strided_read(view->memory.type, &strided);
  for (int64_t d = 0; d < strided.shape.count; d++) {
    int64_t symbol = tl_stride_symbol(&strided, d);
    if (!symbol || !copy->request.memory.divisor[symbol - 1])
      continue;
    sources->symbols[symbol - 1] =
        tl_build_stride(builder, view->memory.value, d);
    sources->is_word[symbol - 1] = copy->request.symbol_end[symbol - 1] > 0;
  }
}

/* ---- The algebra -------------------------------------------------------- */

static const tl_builder *builder_of(const emitter *at, const partial *of) {
  return of->is_early ? at->early : at->builder;
}

static bool is_wide(MlirValue value) {
  return mlirTypeIsAIndex(mlirValueGetType(value));
}

static MlirValue extend(const emitter *at, const tl_builder *builder,
                        MlirValue value) {
  return at->is_signed ? tl_build_as_index(builder, value)
                       : tl_build_wide(builder, value);
}

/* Products of symbols may have 64 bits, and so have sums with them. */
static MlirValue build_joined(const emitter *at, const tl_builder *builder,
                              tl_binary how, MlirValue a, MlirValue b) {
  bool differ =
      !mlirValueIsNull(a) && !mlirValueIsNull(b) && is_wide(a) != is_wide(b);
  if (differ && is_wide(a))
    b = extend(at, builder, b);
  else if (differ)
    a = extend(at, builder, a);
  return tl_build_pair(builder, how, a, b);
}

static MlirValue symbol_of(const emitter *at, int64_t symbol) {
  MlirValue value = at->sources->symbols[symbol - 1];
  return at->width == TL_COPY_NARROW ? tl_build_narrow(at->builder, value)
                                     : value;
}

static tl_binary add_of(const emitter *at) {
  return at->is_modulo ? TL_ADD_WRAPPING : TL_ADD;
}

static tl_binary multiply_of(const emitter *at) {
  return at->is_modulo ? TL_MULTIPLY_WRAPPING : TL_MULTIPLY;
}

/* A product of 64 bits, unless both factors have 32. */
static MlirValue multiply(const emitter *at, MlirValue value,
                          MlirValue symbol) {
  const tl_builder *builder = at->builder;
  if (!mlirValueIsNull(value) && !is_wide(value) && is_wide(symbol)) {
    value = extend(at, builder, value);
    symbol = tl_build_wide(builder, tl_build_narrow(builder, symbol));
  }
  return tl_build_pair(builder, multiply_of(at), value, symbol);
}

static void settle_factors(const emitter *at, partial *of) {
  for (int64_t i = 1; i <= TL_MAX_SYMBOLS; i++) {
    if (mlirValueIsNull(of->factor[i]))
      continue;
    of->is_early = false;
    of->value = build_joined(at, at->builder, add_of(at), of->value,
                             multiply(at, of->factor[i], symbol_of(at, i)));
    of->factor[i] = (MlirValue){NULL};
  }
}

static void settle_symbols(const emitter *at, partial *of) {
  const tl_builder *builder = at->builder;
  settle_factors(at, of);
  for (int64_t i = 1; i <= TL_MAX_SYMBOLS; i++) {
    if (!of->number[i])
      continue;
    of->is_early = false;
    of->value = build_joined(
        at, builder, add_of(at), of->value,
        tl_build_by(builder, multiply_of(at), symbol_of(at, i), of->number[i]));
  }
}

static MlirValue build_number(const emitter *at, const tl_builder *builder,
                              int64_t number) {
  MlirValue index = tl_build_index(builder, number);
  return at->width ? tl_build_narrow(builder, index) : index;
}

/* Makes it a value; null when it is 0. */
static void settle(const emitter *at, partial *of) {
  settle_symbols(at, of);
  const tl_builder *builder = builder_of(at, of);
  if (mlirValueIsNull(of->value) && of->number[0])
    of->value = build_number(at, builder, of->number[0]);
  else
    of->value = tl_build_by(builder, add_of(at), of->value, of->number[0]);
  *of = (partial){
      .value = of->value, .is_early = of->is_early, .is_factor = of->is_factor};
}

static bool is_number(const partial *of) {
  bool has_parts = !mlirValueIsNull(of->value);
  for (int64_t i = 1; i <= TL_MAX_SYMBOLS; i++)
    has_parts |= of->number[i] || !mlirValueIsNull(of->factor[i]);
  return !has_parts;
}

/* What multiplies a symbol of 31 bits has 32, for one product of 64. */
static bool is_factor(const emitter *at, int64_t source, int64_t symbol) {
  return symbol && at->sources->is_word[symbol - 1] &&
         (source == TL_SOURCE_THREAD ||
          (source < TL_SOURCE_THREAD && at->factors >> source & 1));
}

static partial read_source(const emitter *at, int64_t source, int64_t symbol) {
  if (source == TL_SOURCE_ONE)
    return (partial){.number = {1}};
  if (source >= TL_SOURCE_START)
    return (partial){.number = {at->start[source - TL_SOURCE_START]}};
  partial of = {.value = at->sources->values[source],
                .is_early = at->early && source == TL_SOURCE_THREAD};
  of.is_factor = is_factor(at, source, symbol);
  bool is_apart = source < TL_SOURCE_THREAD && at->apart >> source & 1;
  if (is_apart)
    of.number[0] =
        at->width ? tl_value_split(&of.value) : tl_origin_split(&of.value);
  if (!mlirValueIsNull(of.value))
    of.value = at->width || of.is_factor
                   ? tl_build_narrow(builder_of(at, &of), of.value)
                   : tl_build_as_index(builder_of(at, &of), of.value);
  if (is_apart && !of.number[0])
    of.number[0] = tl_value_split(&of.value);
  return of;
}

/* The number of the thread in 32 bits, for a digit that is extended; where all is in 32
 * it is so already. */
static bool narrows_thread(const emitter *at, partial *of) {
  bool is_thread =
      mlirValueEqual(of->value, at->sources->values[TL_SOURCE_THREAD]);
  if (!at->extends || !is_thread)
    return false;
  of->value = tl_build_narrow(builder_of(at, of), of->value);
  return true;
}

static void take_digit(const emitter *at, partial *of, int64_t divisor,
                       int64_t extent) {
  settle_factors(at, of);
  if (mlirValueIsNull(of->value)) {
    of->number[0] /= divisor;
    of->number[0] = extent ? of->number[0] % extent : of->number[0];
    return;
  }
  settle(at, of);
  bool is_narrow = narrows_thread(at, of);
  of->value = tl_build_by(builder_of(at, of), TL_DIVIDE, of->value, divisor);
  if (extent)
    of->value =
        tl_build_by(builder_of(at, of), TL_REMAINDER, of->value, extent);
  if (is_narrow)
    of->value = tl_build_wide(builder_of(at, of), of->value);
}

static void scale(const emitter *at, partial *of, int64_t stride,
                  int64_t symbol) {
  if (stride != 1)
    settle_factors(at, of);
  int64_t number = of->number[0] * stride;
  for (int64_t i = 0; i <= TL_MAX_SYMBOLS; i++)
    of->number[i] *= stride;
  of->value =
      tl_build_by(builder_of(at, of), multiply_of(at), of->value, stride);
  if (!symbol)
    return;
  of->number[0] = 0;
  of->number[symbol] = number;
  if (of->is_factor && stride == 1) {
    of->factor[symbol] = of->value;
    of->value = (MlirValue){NULL};
    return;
  }
  of->is_early = false;
  of->value = multiply(at, of->value, symbol_of(at, symbol));
}

/* A known number less a value keeps the number in front. */
static void subtract(const emitter *at, partial *of, partial value) {
  if (mlirValueIsNull(of->value)) {
    of->value = build_number(at, at->builder, of->number[0] - value.number[0]);
    value.number[0] = of->number[0] = 0;
  }
  settle(at, &value);
  of->is_early = false;
  of->value =
      tl_build_pair(at->builder, at->wraps ? TL_SUBTRACT_WRAPPING : TL_SUBTRACT,
                    of->value, value.value);
}

/* Both sides of an exclusive or are numbers or become values. */
static void join(const emitter *at, tl_row_kind kind, partial *of, partial by) {
  if (kind == TL_ROW_DIFFERENCE) {
    subtract(at, of, by);
    return;
  }
  if (kind == TL_ROW_XOR) {
    settle_symbols(at, of);
    settle_symbols(at, &by);
  }
  if (kind == TL_ROW_XOR && mlirValueIsNull(of->value) &&
      mlirValueIsNull(by.value)) {
    of->number[0] ^= by.number[0];
    return;
  }
  if (kind == TL_ROW_XOR) {
    settle(at, of);
    settle(at, &by);
  }
  of->is_early = (of->is_early || mlirValueIsNull(of->value)) &&
                 (by.is_early || mlirValueIsNull(by.value)) && at->early;
  of->value = build_joined(at, builder_of(at, of),
                           kind == TL_ROW_XOR ? TL_XOR : add_of(at), of->value,
                           by.value);
  for (int64_t i = 0; i <= TL_MAX_SYMBOLS; i++) {
    of->number[i] += by.number[i];
    of->factor[i] = tl_build_pair(at->builder, TL_ADD_WRAPPING, of->factor[i],
                                  by.factor[i]);
  }
}

static void apply_partial(void *context, tl_operation operation, void *value,
                          const void *other, int64_t a, int64_t b) {
  const emitter *at = context;
  partial *of = value;
  switch (operation) {
  case TL_READ:
    *of = read_source(at, a, b);
    break;
  case TL_USE:
    *of = *(const partial *)other;
    break;
  case TL_DIGIT:
    take_digit(at, of, a, b);
    break;
  case TL_SCALE:
    scale(at, of, a, b);
    break;
  case TL_BITS:
    settle(at, of);
    if (!mlirValueIsNull(of->value))
      of->value = tl_build_mask_shift(builder_of(at, of), of->value, a, b);
    break;
  case TL_JOIN:
    join(at, (tl_row_kind)a, of, *(const partial *)other);
    break;
  case TL_CLOSE: /* what has a name is used more than once */
    if (a && !is_number(of))
      settle(at, of);
    break;
  }
}

static const tl_algebra PARTIALS = {sizeof(partial), apply_partial};

MlirValue tl_build_address(const tl_builder *builder, const tl_address *address,
                           const tl_plan_sources *sources, int64_t *constant) {
  partial values[TL_MAX_ROWS + 1], *last = &values[address->row_count - 1];
  emitter at = {.builder = builder, .sources = sources};
  tl_fold fold = {address, &PARTIALS, &at, 0, values};
  tl_fold_rows(&fold, (tl_row_range){0, address->row_count});
  settle_symbols(&at, last);
  *constant = last->number[0];
  return last->value;
}

/* ---- Guards, starts, rooms ---------------------------------------------- */

MlirValue tl_build_plan_guard(const tl_builder *builder,
                              const tl_copy_partition *plan, MlirValue thread) {
  tl_plan_sources sources = {.values = {[TL_SOURCE_THREAD] = thread}};
  emitter at = {.builder = builder, .sources = &sources};
  tl_fold fold = {&plan->address, &PARTIALS, &at, 0, NULL};
  int64_t count;
  const tl_term *guards =
      tl_address_terms(&plan->address, plan->guards, &count);
  MlirValue all = {NULL};
  for (int64_t i = 0; i < count; i++) {
    partial digit;
    MlirValue one;
    if (guards[i].extent == 0) {
      one = tl_build_compare(builder, TL_BELOW, thread, guards[i].divisor);
    } else {
      tl_fold_term(&fold, &guards[i], &digit);
      one = tl_build_compare(builder, TL_EQUALS, digit.value, 0);
    }
    all = tl_build_pair(builder, TL_AND, all, one);
  }
  return all;
}

/* Moves to a start; returns its slot. */
static int64_t move_start(const tl_copy_partition *plan, int64_t start,
                          emitter *at) {
  tl_moves moves = {.slot = plan->slot_offset};
  tl_atoms_move(&plan->starts, start, &moves);
  memcpy(at->start, moves.coordinate, sizeof at->start);
  return moves.slot;
}

/* The row that a term reads, where that is the sum of a single term; or NULL. */
static const tl_row *single_row(const tl_address *form, const tl_term *term) {
  bool is_row = term->source >= TL_SOURCE_ROW && term->source < TL_SOURCE_ONE;
  const tl_row *row = &form->rows[is_row ? term->source - TL_SOURCE_ROW : 0];
  return is_row && row->kind == TL_ROW_SUM && row->count == 1 ? row : NULL;
}

/* What multiplies the result of a form, a term and perhaps a number, which are no
 * part of it then.  Else 1. */
static int64_t take_unit(tl_address *form, int64_t *beside) {
  const tl_row *last = &form->rows[form->row_count - 1], *row = last;
  tl_term *number = &form->terms[last->first + 1], *scaled = number - 1;
  bool has_number = last->count == 2 && number->source == TL_SOURCE_ONE;
  if (last->kind != TL_ROW_SUM || last->count != 1 + has_number)
    return 1;
  while (scaled->stride == 1 && (row = single_row(form, scaled)))
    scaled = &form->terms[row->first];
  int64_t unit = scaled->stride;
  if (unit <= 1 || (has_number && number->symbol))
    return 1;
  scaled->stride = 1;
  if (has_number) {
    *beside = number->stride;
    number->stride = 0;
  }
  return unit;
}

/* As an index, times a unit.  LLVM would multiply in 32 bits what it knows, and
 * then not join that with the scale of an address.  Hidden without an effect, it leaves
 * a loop. */
static MlirValue scale_index(const emitter *at, const partial *offset,
                             int64_t unit) {
  const tl_builder *builder = builder_of(at, offset);
  MlirValue value = offset->value;
  if (is_wide(value))
    return tl_build_by(builder, TL_MULTIPLY, value, unit);
  value = extend(at, builder, value);
  return unit == 1 ? value
                   : tl_build_by(builder, TL_MULTIPLY,
                                 tl_build_hidden(builder, value, false), unit);
}

/* What a constant may be beside an offset of 31 bits. */
enum { MOST_APART = INT32_MAX / 2 };

/* An offset of so many units, and a number beside it.  Numbers are added last:
 * so they are constants of the accesses, and the rest is shared. */
static MlirValue as_index(const emitter *at, partial *offset, int64_t unit,
                          int64_t beside) {
  int64_t number = offset->number[0] * unit + beside;
  if (number < -MOST_APART || number > MOST_APART)
    number = beside;
  else
    offset->number[0] = 0;
  settle(at, offset);
  return mlirValueIsNull(offset->value)
             ? tl_build_index(at->builder, number)
             : tl_build_by(builder_of(at, offset), TL_ADD,
                           scale_index(at, offset, unit), number);
}

/* Of a tile that its bounds may cut, what is outside may start anywhere; so may threads
 * below the first one. */
static void read_reach(const tl_planned_copy *copy, emitter *at) {
  const tl_bound *bounds = copy->request.bounds;
  at->is_modulo |= copy->plan.thread_offset != 0;
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    at->is_modulo |=
        at->width && bounds[d].is_set &&
        (copy->request.origin[d].is_dynamic || copy->request.is_near);
    at->is_signed |= bounds[d].has_lower;
  }
}

int64_t tl_build_plan_starts(const tl_builder *builder,
                             const tl_planned_copy *copy,
                             const tl_plan_sources *sources, MlirValue *offsets,
                             int64_t *slots) {
  const tl_copy_partition *plan = &copy->plan;
  tl_address form;
  partial values[TL_MAX_ROWS + 1];
  tl_builder early = *builder;
  bool is_early = copy->view.scope == TL_SCOPE_WARP && !plan->thread_offset &&
                  tl_builder_before_loops(&early);
  emitter at = {.builder = builder,
                .sources = sources,
                .early = is_early ? &early : NULL,
                .width = copy->width,
                .extends = copy->extends,
                .factors = copy->factors};
  read_reach(copy, &at);
  at.apart = copy->apart;
  at.is_modulo |= copy->apart != 0;
  at.is_signed |= copy->apart != 0;
  tl_fold fold = {&form, &PARTIALS, &at, 0, values};
  int64_t moved = tl_copy_base_form(
      plan, copy->has_digits ? TL_BASE_DIGITS : TL_BASE_CODE, &form);
  int64_t count = tl_atoms_count(&plan->starts);
  bool has_units =
      copy->width == TL_COPY_NARROW && copy->has_units && !plan->varies_apart;
  int64_t beside = 0, unit = has_units ? take_unit(&form, &beside) : 1;
  tl_fold_rows(&fold, (tl_row_range){0, moved});
  for (int64_t i = 0; i < count; i++) {
    slots[i] = move_start(plan, i, &at);
    tl_fold_rows(&fold, (tl_row_range){moved, form.row_count});
    partial base = values[form.row_count - 1];
    offsets[i] = as_index(&at, &base, unit, beside);
  }
  return count;
}

MlirValue tl_build_plan_far(const tl_builder *builder,
                            const tl_planned_copy *copy,
                            const tl_plan_sources *sources, int64_t *number) {
  tl_address form;
  *number = 0;
  return tl_copy_far_form(&copy->plan, &form)
             ? tl_build_address(builder, &form, sources, number)
             : (MlirValue){NULL};
}

MlirValue tl_build_plan_varying(const tl_builder *builder,
                                const tl_planned_copy *copy,
                                const tl_plan_sources *sources) {
  tl_address form;
  int64_t none;
  return tl_copy_varying_form(&copy->plan, &form)
             ? tl_build_address(builder, &form, sources, &none)
             : (MlirValue){NULL};
}

/* Digits of the thread are shared with the offset in the width of that; a bound is
 * compared in its own. */
static void change_width(emitter *at, partial *of, bool is_narrow) {
  if (!mlirValueIsNull(of->value) && is_narrow)
    of->value = tl_build_narrow(at->builder, of->value);
  else if (!mlirValueIsNull(of->value) && !is_wide(of->value))
    of->value = tl_build_wide(at->builder, of->value);
  at->width = is_narrow ? TL_COPY_NARROW : TL_COPY_WIDE;
}

/* Whether a limit has the same room in all turns of the loop around, which is then
 * computed in front of it. */
static bool has_room_that_stays(const tl_planned_copy *copy,
                                const tl_limit *limit) {
  MlirValue origin = copy->view.memory.origin_value[limit->dimension];
  return mlirValueIsNull(origin) ||
         tl_change_around(copy->view.operation, origin) == TL_STAYS;
}

/* Whether coordinates are cut to 31 bits, which is shorter where they have 32.  Of a
 * counter they are not, at whose limit the loop may end. */
static bool cuts_coordinates(const tl_planned_copy *copy,
                             const tl_limit *limit) {
  return limit->is_cut && copy->width && has_room_that_stays(copy, limit);
}

bool tl_limit_is_narrow(const tl_planned_copy *copy, const tl_limit *limit) {
  return limit->is_narrow || cuts_coordinates(copy, limit);
}

/* Of coordinates from an origin known at run time, that of the limit counts. */
static tl_copy_width room_width(const tl_planned_copy *copy,
                                const tl_limit *limit) {
  return !copy->request.origin[limit->dimension].is_dynamic ||
                 tl_limit_is_narrow(copy, limit)
             ? copy->width
             : TL_COPY_WIDE;
}

static void cut_coordinate(const emitter *at, partial *of) {
  of->value =
      tl_build_by(at->builder, TL_MINIMUM_UNSIGNED, of->value, INT32_MAX);
}

/* Frozen, or LLVM takes the comparison with it apart, into two selections of
 * numbers of bytes. */
static MlirValue build_inside(const tl_builder *builder, MlirValue inside,
                              MlirValue number) {
  return tl_build_frozen(
      builder,
      tl_build_select(builder, inside, number,
                      tl_build_zero(builder, mlirValueGetType(number))));
}

MlirValue tl_build_plan_room(const tl_builder *builder,
                             const tl_planned_copy *copy,
                             const tl_plan_sources *sources, int64_t limit,
                             int64_t start) {
  const tl_limit *own = &copy->plan.limits[limit];
  partial values[TL_MAX_ROWS + 1];
  partial *coordinate = &values[own->room - 1 - own->first];
  partial *room = coordinate + 1;
  tl_copy_width width = room_width(copy, own);
  emitter at = {.builder = builder,
                .sources = sources,
                .width = width,
                .extends = copy->extends,
                .apart = width ? copy->apart : 0,
                .wraps = own->has_extent};
  bool cuts = cuts_coordinates(copy, own);
  at.is_modulo = (width && (own->has_extent || cuts)) || at.apart ||
                 copy->plan.thread_offset;
  tl_fold fold = {&copy->plan.address, &PARTIALS, &at, own->first, values};
  move_start(&copy->plan, start, &at);
  tl_fold_rows(&fold, (tl_row_range){own->first, own->room});
  if (own->has_extent || at.apart || cuts)
    settle(&at, coordinate);
  change_width(&at, coordinate, own->is_narrow || cuts);
  if (cuts)
    cut_coordinate(&at, coordinate);
  tl_fold_rows(&fold, (tl_row_range){own->room, own->room + 1});
  if (mlirValueIsNull(room->value))
    return tl_build_index(builder, 0);
  if (own == sources->cut)
    room->value = build_inside(builder, sources->inside, room->value);
  return tl_build_as_index(builder, room->value);
}

/* ---- Limits that are one ------------------------------------------------- */

/* One of a bound known at run time that accesses move in, the last one if there
 * is none, or else -1. */
static int64_t limit_to_keep(const tl_copy_partition *plan,
                             const tl_plan_sources *sources) {
  int64_t kept = -1;
  for (int64_t i = 0; i < plan->limit_count; i++) {
    int64_t bound = TL_SOURCE_BOUND + plan->limits[i].dimension;
    if (mlirValueIsNull(sources->values[bound]) && !plan->limits[i].has_extent)
      continue;
    kept = i;
    if (!tl_limit_is_of_thread(plan, i))
      break;
  }
  return kept;
}

static void drop_limit(tl_copy_partition *plan, int64_t limit) {
  for (int64_t i = 0; i < plan->atoms.count; i++)
    if (plan->atoms.items[i].dimension == plan->limits[limit].dimension)
      plan->atoms.items[i].weight = 0;
  memmove(&plan->limits[limit], &plan->limits[limit + 1],
          (size_t)(--plan->limit_count - limit) * sizeof *plan->limits);
}

static MlirValue build_bound_inside(const tl_builder *builder, MlirValue inside,
                                    MlirValue bound, bool is_narrow) {
  return build_inside(builder, inside,
                      is_narrow ? tl_build_narrow(builder, bound) : bound);
}

/* Whether no bound may be below its lower bound. */
static bool are_ordered(const tl_bound *bound) {
  int64_t least = bound->is_dynamic ? bound->least : bound->value;
  return least >= bound->lower ||
         !(bound->is_dynamic || bound->lower_is_dynamic);
}

static MlirValue build_extent(const tl_builder *builder,
                              const tl_planned_copy *copy,
                              const tl_plan_sources *sources,
                              const tl_limit *limit) {
  const tl_bound *bound = &copy->request.bounds[limit->dimension];
  emitter at = {.builder = builder,
                .sources = sources,
                .width = limit->is_narrow ? TL_COPY_NARROW : TL_COPY_WIDE};
  partial row[2];
  tl_fold fold = {&copy->plan.address, &PARTIALS, &at, limit->room + 1, row};
  tl_fold_rows(&fold, (tl_row_range){limit->room + 1, limit->room + 2});
  MlirValue extent = row[0].value;
  if (mlirValueIsNull(extent))
    return tl_build_index(builder, row[0].number[0]);
  if (!are_ordered(bound))
    extent = tl_build_by(builder, TL_MAXIMUM, extent, 0);
  return tl_build_as_index(builder, extent);
}

/* Whether the first of what a thread has is inside a limit. */
static MlirValue build_limit_inside(const tl_builder *builder,
                                    const tl_planned_copy *copy,
                                    const tl_plan_sources *sources,
                                    int64_t number) {
  const tl_limit *limit = &copy->plan.limits[number];
  MlirValue room = tl_build_plan_room(builder, copy, sources, number, 0);
  if (!limit->has_extent)
    return tl_build_compare(builder, TL_EXCEEDS, room, 0);
  MlirValue extent = build_extent(builder, copy, sources, limit);
  if (tl_is_word(room) && tl_is_word(extent)) {
    room = tl_build_narrow(builder, room);
    extent = tl_build_narrow(builder, extent);
  }
  return tl_build_compare_pair(builder, TL_BELOW, room, extent);
}

void tl_join_plan_limits(const tl_builder *builder, tl_planned_copy *copy,
                         tl_plan_sources *sources) {
  tl_copy_partition *plan = &copy->plan;
  int64_t kept = limit_to_keep(plan, sources);
  MlirValue inside = {NULL};
  for (int64_t i = plan->limit_count - 1; kept >= 0 && i >= 0; i--) {
    if (i == kept || !tl_limit_is_of_thread(plan, i))
      continue;
    inside = tl_build_pair(builder, TL_AND, inside,
                           build_limit_inside(builder, copy, sources, i));
    drop_limit(plan, i);
    kept -= i < kept;
  }
  if (mlirValueIsNull(inside))
    return;
  const tl_limit *limit = &plan->limits[kept];
  if (limit->has_extent || has_room_that_stays(copy, limit)) {
    sources->inside = inside;
    sources->cut = limit->has_extent ? NULL : limit;
    return;
  }
  MlirValue *bound = &sources->values[TL_SOURCE_BOUND + limit->dimension];
  *bound = build_bound_inside(builder, inside, *bound,
                              tl_limit_is_narrow(copy, limit));
}

int64_t tl_build_plan_extents(const tl_builder *builder,
                              const tl_planned_copy *copy,
                              const tl_plan_sources *sources,
                              MlirValue *extents) {
  const tl_copy_partition *plan = &copy->plan;
  int64_t bits = 0;
  for (int64_t i = 0; i < plan->limit_count; i++) {
    if (!plan->limits[i].has_extent)
      continue;
    *extents = build_extent(builder, copy, sources, &plan->limits[i]);
    if (!bits && !mlirValueIsNull(sources->inside))
      *extents = tl_build_as_index(
          builder, build_bound_inside(builder, sources->inside, *extents,
                                      tl_is_word(*extents)));
    extents++;
    bits |= INT64_C(1) << i;
  }
  return bits;
}
