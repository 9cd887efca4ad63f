/* place.c - see place.h.
 *
 * A thread-value layout numbers the elements of its tile by its offsets, so that
 * (thread, value) -> element is the layout itself, and its digits, each a piece
 * of one of the two numbers, lead back.  A tile layout moves each axis by
 * itself: the copies on an axis are the sums of its own replica steps. */
#include "place.h"
#include "print.h"
#include <inttypes.h>
#include <string.h>

static tl_code check_number(const char *what, int64_t number, int64_t end,
                            tl_error *error);
static int64_t index_of(const tl_list *shape, const tl_list *coordinate);
static tl_list coordinate_of(const tl_list *shape, int64_t index);
static tl_numbers one_number(const char *name, int64_t number);

/* ---- Register layouts --------------------------------------------------- */

static tl_code shape_of_register(const tl_value *value, tl_list *out,
                                 tl_error *error) {
  (void)error;
  *out = value->as.reg.shape;
  return TL_OK;
}

static tl_code check_register(const tl_value *value, int64_t counts[2],
                              tl_error *error) {
  TL_TRY(tl_register_threads(&value->as.reg, &counts[0], error));
  return tl_register_registers(&value->as.reg, &counts[1], error);
}

static void hold(const tl_register_place *held, const char *slot,
                 tl_place *out) {
  out->count = 2;
  out->items[0] = (tl_numbers){.name = "thread", .sums = *held};
  out->items[1] = one_number(slot, held->slot);
}

static tl_code locate_register(const tl_value *value, const tl_list *coordinate,
                               tl_place *out, tl_error *error) {
  tl_register_place held;
  TL_TRY(tl_register_locate(&value->as.reg, coordinate, &held, error));
  hold(&held, "slot", out);
  return TL_OK;
}

static tl_code element_of_register(const tl_value *value, int64_t thread,
                                   int64_t slot, tl_list *coordinate,
                                   bool *is_first, tl_error *error) {
  const tl_register *layout = &value->as.reg;
  TL_TRY(tl_register_element(layout, thread, slot, coordinate, error));
  *is_first = tl_register_is_first_replica(layout, thread);
  return TL_OK;
}

/* ---- Shared layouts ----------------------------------------------------- */

static tl_code shape_of_shared(const tl_value *value, tl_list *out,
                               tl_error *error) {
  (void)error;
  *out = value->as.shared.shape;
  return TL_OK;
}

static tl_code check_shared(const tl_value *value, int64_t counts[2],
                            tl_error *error) {
  return tl_shared_span(&value->as.shared, &counts[0], error);
}

static tl_code locate_shared(const tl_value *value, const tl_list *coordinate,
                             tl_place *out, tl_error *error) {
  int64_t offset;
  TL_TRY(tl_shared_offset(&value->as.shared, coordinate, &offset, error));
  out->count = 1;
  out->items[0] = one_number("offset", offset);
  return TL_OK;
}

/* ---- CuTe layouts ------------------------------------------------------- */

static tl_code shape_of_cute(const tl_value *value, tl_list *out,
                             tl_error *error) {
  const tl_cute *layout = &value->as.composed.layout;
  tl_tuple sizes;
  TL_TRY(tl_cute_check_domain(layout, error));
  TL_TRY(tl_tuple_product_each(&layout->shape, &sizes, error));
  *out = (tl_list){.count = sizes.leaf_count};
  memcpy(out->items, sizes.leaves, sizeof out->items);
  return TL_OK;
}

static tl_code check_cute(const tl_value *value, int64_t counts[2],
                          tl_error *error) {
  const tl_composed *composed = &value->as.composed;
  TL_TRY(tl_cute_cosize(&composed->layout, &counts[0], error));
  if (composed->offset > INT64_MAX - counts[0])
    return tl_fail(error, TL_OVERFLOW,
                   "%" PRId64 " + %" PRId64 " does not fit 64 bits",
                   composed->offset, counts[0]);
  return TL_OK;
}

static tl_code locate_cute(const tl_value *value, const tl_list *coordinate,
                           tl_place *out, tl_error *error) {
  tl_list shape;
  int64_t offset;
  TL_TRY(shape_of_cute(value, &shape, error));
  TL_TRY(tl_composed_apply(&value->as.composed, index_of(&shape, coordinate),
                           &offset, error));
  out->count = 1;
  out->items[0] = one_number("offset", offset);
  return TL_OK;
}

/* ---- Thread-value layouts ----------------------------------------------- */

static tl_code shape_of_tv(const tl_value *value, tl_list *out,
                           tl_error *error) {
  *out = value->as.tv.tile;
  return tl_cute_check_domain(&value->as.tv.layout, error);
}

static tl_code check_tv(const tl_value *value, int64_t counts[2],
                        tl_error *error) {
  for (int i = 0; i < 2; i++) {
    tl_cute mode;
    TL_TRY(tl_cute_mode(&value->as.tv.layout, i, &mode, error));
    TL_TRY(tl_cute_size(&mode, &counts[i], error));
  }
  return TL_OK;
}

/* Replicas are the last digits, fastest first. */
static tl_code locate_tv(const tl_value *value, const tl_list *coordinate,
                         tl_place *out, tl_error *error) {
  int64_t index = index_of(&value->as.tv.tile, coordinate);
  tl_register_place held = {0};
  tl_tv_digits digits;
  TL_TRY(tl_cute_tv_digits(&value->as.tv, &digits, error));
  for (int64_t i = digits.count - 1; i >= 0; i--) {
    const tl_tv_digit *digit = &digits.items[i];
    if (digit->stride == 0) {
      TL_TRY(tl_list_append(&held.replica_extents, digit->extent, error));
      TL_TRY(tl_list_append(&held.replica_strides, digit->place, error));
    } else {
      int64_t step = index / digit->stride % digit->extent;
      *(digit->is_thread ? &held.first : &held.slot) += step * digit->place;
    }
  }
  hold(&held, "value", out);
  return TL_OK;
}

static tl_code element_of_tv(const tl_value *value, int64_t thread,
                             int64_t slot, tl_list *coordinate, bool *is_first,
                             tl_error *error) {
  const tl_cute_tv *tv = &value->as.tv;
  int64_t counts[2], index;
  tl_tv_digits digits;
  TL_TRY(check_tv(value, counts, error));
  TL_TRY(check_number("thread", thread, counts[0], error));
  TL_TRY(check_number("value", slot, counts[1], error));
  TL_TRY(tl_cute_apply(&tv->layout, thread + slot * counts[0], &index, error));
  TL_TRY(tl_cute_tv_digits(tv, &digits, error));
  *coordinate = coordinate_of(&tv->tile, index);
  *is_first = true;
  for (int64_t i = 0; i < digits.count; i++) {
    const tl_tv_digit *digit = &digits.items[i];
    if (digit->stride == 0 && thread / digit->place % digit->extent != 0)
      *is_first = false;
  }
  return TL_OK;
}

/* ---- Tile layouts ------------------------------------------------------- */

/* The span is known where every stride is. */
static tl_code shape_of_tile(const tl_value *value, tl_list *out,
                             tl_error *error) {
  int64_t span;
  tl_layout_shape(&value->as.layout, out);
  return tl_layout_span(&value->as.layout, TL_AXIS_M, &span, error);
}

/* Copies on an axis, of which there may be more than can be counted. */
static tl_code copies_on(const tl_layout *layout, tl_axis axis,
                         tl_register_place *sums, tl_error *error) {
  int64_t count;
  for (int64_t i = 0; i < layout->replica_count; i++) {
    const tl_iter *iter = &layout->iters[layout->shard_count + i];
    if (iter->axis != (int64_t)axis)
      continue;
    TL_TRY(tl_list_append(&sums->replica_extents, iter->extent, error));
    TL_TRY(tl_list_append(&sums->replica_strides, iter->stride, error));
  }
  return tl_list_product(&sums->replica_extents, &count, error);
}

/* The axes that the layout moves along and last m, the storage, which threads
 * have also where it is one element; a replica of stride 0 is a copy, too. */
static tl_code locate_tile(const tl_value *value, const tl_list *coordinate,
                           tl_place *out, tl_error *error) {
  tl_layout plain = value->as.layout;
  int64_t point[TL_AXIS_COUNT];
  bool has_m = true;
  plain.swizzle = (tl_swizzle){0};
  tl_layout_apply(&plain, coordinate->items, point);
  out->count = 0;
  for (int i = 1; i <= TL_AXIS_COUNT; i++) {
    tl_axis axis = (tl_axis)(i % TL_AXIS_COUNT);
    const tl_axis_facts *facts = tl_axis_describe(axis);
    tl_numbers numbers = one_number(facts->name, point[axis]);
    int64_t span;
    TL_TRY(tl_layout_span(&plain, axis, &span, error));
    TL_TRY(copies_on(&plain, axis, &numbers.sums, error));
    bool is_used = span > 1 || numbers.sums.replica_extents.count > 0;
    if (axis == TL_AXIS_M)
      numbers.swizzle = value->as.layout.swizzle;
    else if (is_used && facts->kind != TL_AXIS_THREAD)
      has_m = false;
    if (is_used || (axis == TL_AXIS_M && has_m))
      out->items[out->count++] = numbers;
  }
  return TL_OK;
}

/* ---- All of them -------------------------------------------------------- */

static const tl_family FAMILIES[TL_KIND_COUNT] = {
    [TL_KIND_REGISTER] = {.shape = shape_of_register,
                          .check = check_register,
                          .locate = locate_register,
                          .element = element_of_register,
                          .slot = "slot",
                          .marks = {"", ": "}},
    [TL_KIND_SHARED] = {.shape = shape_of_shared,
                        .check = check_shared,
                        .locate = locate_shared},
    [TL_KIND_LAYOUT] = {.shape = shape_of_tile, .locate = locate_tile},
    [TL_KIND_CUTE] = {.shape = shape_of_cute,
                      .check = check_cute,
                      .locate = locate_cute,
                      .is_cute = true},
    [TL_KIND_CUTE_TV] = {.shape = shape_of_tv,
                         .check = check_tv,
                         .locate = locate_tv,
                         .element = element_of_tv,
                         .slot = "value",
                         .marks = {"T", " V"}},
};

tl_code tl_subject_open(const tl_value *value, tl_subject *out,
                        tl_error *error) {
  const tl_family *family = &FAMILIES[value->kind];
  if (!family->shape)
    return tl_fail(error, TL_INVALID, "expected a layout, got %s",
                   tl_kind_describe(value->kind));
  *out = (tl_subject){.value = value, .family = family};
  return family->shape(value, &out->shape, error);
}

tl_code tl_subject_locate(const tl_subject *subject, const tl_list *coordinate,
                          tl_place *out, tl_error *error) {
  tl_list used = *coordinate;
  if (subject->family->is_cute && used.count == 1) {
    int64_t size;
    TL_TRY(tl_list_product(&subject->shape, &size, error));
    TL_TRY(check_number("coordinate", used.items[0], size, error));
    used = coordinate_of(&subject->shape, used.items[0]);
  }
  TL_TRY(tl_list_check_coordinate(&subject->shape, &used, error));
  return subject->family->locate(subject->value, &used, out, error);
}

int64_t tl_numbers_count(const tl_numbers *numbers) {
  return tl_register_place_count(&numbers->sums);
}

int64_t tl_numbers_item(const tl_numbers *numbers, int64_t i) {
  return tl_swizzle_apply(&numbers->swizzle,
                          tl_register_place_thread(&numbers->sums, i));
}

int64_t tl_numbers_print(FILE *out, const tl_numbers *numbers, int64_t most) {
  int64_t count = tl_numbers_count(numbers);
  if (count == 1)
    return tl_print(out, "%" PRId64, tl_numbers_item(numbers, 0));
  int64_t length = tl_print(out, "[");
  for (int64_t i = 0; i < count && i < most; i++)
    length += tl_print(out, i ? ", %" PRId64 : "%" PRId64,
                       tl_numbers_item(numbers, i));
  return length + tl_print(out, count > most ? ", ...]" : "]");
}

static tl_code check_number(const char *what, int64_t number, int64_t end,
                            tl_error *error) {
  if (number < 0 || number >= end)
    return tl_fail(error, TL_INVALID,
                   "%s %" PRId64 " is outside [0, %" PRId64 ")", what, number,
                   end);
  return TL_OK;
}

/* The first dimension is the fastest. */
static int64_t index_of(const tl_list *shape, const tl_list *coordinate) {
  int64_t index = 0;
  for (int64_t d = shape->count - 1; d >= 0; d--)
    index = index * shape->items[d] + coordinate->items[d];
  return index;
}

static tl_list coordinate_of(const tl_list *shape, int64_t index) {
  tl_list coordinate = {.count = shape->count};
  for (int64_t d = 0; d < shape->count; d++) {
    coordinate.items[d] = index % shape->items[d];
    index /= shape->items[d];
  }
  return coordinate;
}

static tl_numbers one_number(const char *name, int64_t number) {
  return (tl_numbers){.name = name, .sums.first = number};
}
