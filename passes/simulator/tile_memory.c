/* tile_memory.c - see tile_memory.h. */
#include "tile_memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include <inttypes.h>

/*===--- Reading ----------------------------------------------------------===*/

int tl_operand_of(const tl_instruction *at, MlirValue value) {
  for (int i = 0; i < at->operand_count; i++)
    if (!mlirValueIsNull(value) &&
        mlirValueEqual(value, mlirOperationGetOperand(at->operation, i)))
      return i;
  return -1;
}

/* An array of divisors, one a dimension; 1 without one. */
static void read_divisors(const tl_instruction *at, const char *name,
                          int64_t *out) {
  MlirAttribute divisors = tl_attribute(at, name);
  intptr_t count = mlirAttributeIsNull(divisors)
                       ? 0
                       : mlirDenseArrayGetNumElements(divisors);
  for (intptr_t d = 0; d < TL_MAX_RANK; d++)
    out[d] = d < count ? mlirDenseI64ArrayGetElement(divisors, d) : 1;
}

static void read_attributes(const tl_instruction *at, tl_tile_memory *out) {
  const tl_copy_side *memory = &out->view.memory;
  out->memory = tl_operand_of(at, memory->value);
  out->alignment =
      tl_integer_attribute(at->operation, memory->facts->alignment, 1);
  for (int64_t d = 0; d < memory->origin_count; d++)
    out->origin[d] = memory->origin[d] == INT64_MIN
                         ? tl_operand_of(at, memory->origin_value[d])
                         : -1;
  for (int64_t d = 0; d < out->view.bound_count; d++)
    out->bound[d] = out->view.bound[d] == INT64_MIN
                        ? tl_operand_of(at, out->view.bound_value[d])
                        : -1;
  read_divisors(at, memory->facts->divisibility, out->divisor);
  read_divisors(at, TL_ATTRIBUTE_BOUND_DIVISIBILITY, out->bound_divisor);
  read_divisors(at, memory->facts->stride_divisibility, out->stride_divisor);
}

void tl_read_pad(const tl_instruction *at, int memory, tl_element *out) {
  *out = tl_element_of(0, 0);
  tl_read_elements(tl_attribute(at, TL_ATTRIBUTE_PAD),
                   &tl_operand_slot(at, memory)->scalar, 1, out);
}

tl_code tl_tile_memory_read(const tl_instruction *at, const tl_copy_view *view,
                            const tl_layout *tile, tl_tile_memory *out,
                            tl_error *error) {
  tl_value value;
  *out = (tl_tile_memory){.view = *view};
  read_attributes(at, out);
  tl_read_pad(at, out->memory, &out->pad);
  tl_layout_shape(tile, &out->tile);
  out->has_layout = tl_layout_attribute_read(view->memory.layout, &value);
  if (!out->has_layout)
    return TL_OK;
  TL_TRY(tl_layout_of_memory(&value, &out->layout, error));
  tl_layout_shape(&out->layout, &out->whole);
  return TL_OK;
}

/*===--- Groups -----------------------------------------------------------===*/

int64_t tl_threads_of_scope(const tl_instruction *at, tl_scope scope) {
  return tl_scope_size(scope, at->program->wave);
}

void tl_check_groups(const tl_step *first, tl_scope scope, int64_t needed,
                     const tl_lanes *lanes) {
  const char *name = tl_scope_describe(scope)->name;
  int64_t threads = tl_threads_of_scope(first->at, scope);
  tl_step step = *first;
  for (int k = 0; k < lanes->count;) {
    step.thread = lanes->items[k];
    int64_t begin = step.thread / threads * threads, present = 0;
    int64_t size = first->machine->thread_count - begin;
    size = size < threads ? size : threads;
    for (; k < lanes->count && lanes->items[k] < begin + size; k++)
      present++;
    if (present < size)
      tl_fault(&step, TL_FAULT_SCOPE,
               "executes a copy of its %s with %" PRId64 " of %" PRId64
               " threads",
               name, present, size);
    else if (present < needed)
      tl_fault(&step, TL_FAULT_SCOPE,
               "is in a %s of %" PRId64 " threads; the copy needs %" PRId64,
               name, present, needed);
  }
}

/*===--- In one thread ----------------------------------------------------===*/

void tl_check_divisor(const tl_step *step, const char *what, int64_t number,
                      int64_t d, int64_t divisor) {
  if (number % divisor != 0)
    tl_fault(step, TL_FAULT_ASSERTION,
             "has %s %" PRId64 " in dimension %" PRId64 ", which %" PRId64
             " does not divide",
             what, number, d, divisor);
}

/* A number that is an attribute, or an operand that a divisor is stated of. */
static int64_t read_number(const tl_step *step, const char *what, int64_t d,
                           int64_t fixed, int operand, int64_t divisor) {
  int64_t number = operand < 0 ? fixed : tl_operand_number(step, operand);
  tl_check_divisor(step, what, number, d, divisor);
  return number;
}

static void read_window(const tl_step *step, const tl_tile_memory *tile,
                        const tl_view *memory, tl_tile_window *out) {
  const tl_copy_view *view = &tile->view;
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    out->origin[d] = 0;
    out->bound[d] = INT64_MAX;
  }
  for (int64_t d = 0; d < view->memory.origin_count; d++)
    out->origin[d] = read_number(step, "origin", d, view->memory.origin[d],
                                 tile->origin[d], tile->divisor[d]);
  for (int64_t d = 0; d < view->bound_count; d++)
    out->bound[d] = read_number(step, "bound", d, view->bound[d],
                                tile->bound[d], tile->bound_divisor[d]);
  for (int64_t d = 0; !tile->has_layout && d < tile->tile.count; d++)
    tl_check_divisor(step, "stride", memory->strides[d], d,
                     tile->stride_divisor[d]);
}

void tl_check_alignment(const tl_move *move, int64_t alignment) {
  int64_t address;
  if (!tl_view_address(move->view, move->scalar->bytes, &address))
    tl_fault_overflow(&move->step);
  else if (address % alignment != 0)
    tl_fault(&move->step, TL_FAULT_ALIGNMENT,
             "has memory at address 0x%" PRIx64
             ", of which it says that %" PRId64 " divides it",
             address, alignment);
}

static void check_number(const tl_step *step, const char *what, int64_t number,
                         const tl_tile_group *group, int64_t expected) {
  if (number != expected)
    tl_fault(step, TL_FAULT_SCOPE,
             "has %s %" PRId64 ", and thread %d of the same copy %" PRId64,
             what, number, group->thread, expected);
}

/* All threads of a group have one memory, origin and bounds. */
static void check_uniform(const tl_tile_memory *tile, const tl_move *move,
                          const tl_tile_window *window, tl_tile_group *group) {
  const tl_step *step = &move->step;
  int64_t threads = tl_threads_of_scope(step->at, tile->view.scope);
  int64_t first = step->thread / threads * threads, address;
  if (tile->view.scope == TL_SCOPE_THREAD ||
      !tl_view_address(move->view, move->scalar->bytes, &address))
    return;
  if (group->first != first)
    *group = (tl_tile_group){first, step->thread, address, *window};
  check_number(step, "memory at address", address, group, group->address);
  for (int64_t d = 0; d < tile->tile.count; d++) {
    check_number(step, "origin", window->origin[d], group,
                 group->window.origin[d]);
    check_number(step, "bound", window->bound[d], group,
                 group->window.bound[d]);
  }
}

tl_move tl_tile_open(const tl_step *step, const tl_tile_memory *tile,
                     tl_tile_group *group, tl_tile_window *window) {
  tl_move move = tl_move_from(step, tile->memory);
  move.alignment = move.scalar->bytes;
  tl_check_alignment(&move, tile->alignment);
  read_window(step, tile, move.view, window);
  check_uniform(tile, &move, window, group);
  return move;
}

bool tl_tile_is_inside(const tl_tile_memory *tile, const tl_tile_window *window,
                       int64_t element) {
  int64_t coordinate[TL_MAX_RANK];
  tl_coordinate_of(element, tile->tile.count, tile->tile.items, coordinate);
  for (int64_t d = 0; d < tile->view.bound_count; d++)
    if (tl_add_saturated(window->origin[d], coordinate[d]) >= window->bound[d])
      return false;
  return true;
}

bool tl_tile_locate(const tl_tile_memory *tile, const tl_tile_window *window,
                    int64_t element, tl_move *move) {
  int64_t coordinate[TL_MAX_RANK], point[TL_AXIS_COUNT];
  tl_coordinate_of(element, tile->tile.count, tile->tile.items, coordinate);
  for (int64_t d = 0; d < tile->tile.count; d++) {
    coordinate[d] = tl_add_saturated(window->origin[d], coordinate[d]);
    if (tile->has_layout &&
        (coordinate[d] < 0 || coordinate[d] >= tile->whole.items[d])) {
      tl_fault(&move->step, TL_FAULT_BOUNDS,
               "moves coordinate %" PRId64 " of dimension %" PRId64
               ", in which the layout has extent %" PRId64,
               coordinate[d], d, tile->whole.items[d]);
      return false;
    }
    move->coordinate[d] = coordinate[d];
  }
  if (tile->has_layout) {
    tl_layout_apply(&tile->layout, coordinate, point);
    tl_coordinate_of(point[TL_AXIS_M], move->view->rank, move->view->sizes,
                     move->coordinate);
  }
  return true;
}
