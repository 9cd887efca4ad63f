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

/* An item of an array of divisors; 1 without it. */
static int64_t divisor_of(MlirAttribute divisors, int64_t d) {
  return !mlirAttributeIsNull(divisors) &&
                 d < mlirDenseArrayGetNumElements(divisors)
             ? mlirDenseI64ArrayGetElement(divisors, d)
             : 1;
}

static tl_stated_number read_number(const tl_instruction *at, int64_t fixed,
                                    MlirValue value, int64_t divisor) {
  return (tl_stated_number){
      fixed, fixed == INT64_MIN ? tl_operand_of(at, value) : -1, divisor};
}

static void read_attributes(const tl_instruction *at, const tl_copy_view *view,
                            tl_tile_memory *out) {
  const tl_copy_side *memory = &view->memory;
  out->operand = tl_operand_of(at, memory->value);
  out->alignment = mlirAttributeIsNull(memory->alignment)
                       ? 1
                       : mlirIntegerAttrGetValueInt(memory->alignment);
  out->origin_count = memory->origin_count;
  out->bound_count = view->bound_count;
  for (int64_t d = 0; d < out->origin_count; d++)
    out->origin[d] = read_number(at, memory->origin[d], memory->origin_value[d],
                                 divisor_of(memory->divisibility, d));
  for (int64_t d = 0; d < out->bound_count; d++)
    out->bound[d] = read_number(at, view->bound[d], view->bound_value[d],
                                divisor_of(view->bound_divisibility, d));
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    out->stride_divisor[d] = divisor_of(memory->stride_divisibility, d);
}

void tl_read_pad(const tl_instruction *at, int memory, tl_element *out) {
  *out = (tl_element){0};
  tl_read_elements(tl_attribute(at->operation, TL_ATTRIBUTE_PAD),
                   &tl_operand_slot(at, memory)->scalar, 1, out);
}

tl_code tl_tile_memory_read(const tl_instruction *at, const tl_copy_view *view,
                            const tl_layout *tile, tl_tile_memory *out,
                            tl_error *error) {
  tl_value value;
  *out = (tl_tile_memory){.scope = view->scope};
  read_attributes(at, view, out);
  tl_read_pad(at, out->operand, &out->pad);
  tl_promise_element(at, out->operand, out->alignment);
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

void tl_check_groups(const tl_step *first, tl_scope scope, int64_t needed) {
  const char *name = tl_scope_describe(scope)->name;
  const tl_lanes *lanes = first->lanes;
  int64_t threads = tl_threads_of_scope(first->at, scope);
  for (int k = 0; k < lanes->count;) {
    tl_step step = tl_step_of(first, k);
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

static int64_t number_of(const tl_step *step, const char *what, int64_t d,
                         const tl_stated_number *stated) {
  int64_t number = stated->operand < 0
                       ? stated->fixed
                       : tl_operand_number(step, stated->operand);
  tl_check_divisor(step, what, number, d, stated->divisor);
  return number;
}

static tl_tile_window read_window(const tl_step *step,
                                  const tl_tile_memory *tile,
                                  const tl_view *memory) {
  tl_tile_window out;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    out.origin[d] = d < tile->origin_count
                        ? number_of(step, "origin", d, &tile->origin[d])
                        : 0;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    out.bound[d] = d < tile->bound_count
                       ? number_of(step, "bound", d, &tile->bound[d])
                       : INT64_MAX;
  for (int64_t d = 0; !tile->has_layout && d < tile->tile.count; d++)
    tl_check_divisor(step, "stride", memory->strides[d], d,
                     tile->stride_divisor[d]);
  return out;
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
static void check_uniform(const tl_tile_side *side, tl_tile_group *group) {
  const tl_step *step = &side->move.step;
  const tl_tile_window *own = &side->window, *known = &group->window;
  tl_scope scope = side->tile->scope;
  int64_t threads = tl_threads_of_scope(step->at, scope);
  int64_t first = step->thread / threads * threads, address;
  if (scope == TL_SCOPE_THREAD ||
      !tl_view_address(side->move.view, side->move.scalar->bytes, &address))
    return;
  if (group->first != first)
    *group = (tl_tile_group){first, step->thread, address, *own};
  check_number(step, "memory at address", address, group, group->address);
  for (int64_t d = 0; d < side->tile->tile.count; d++) {
    check_number(step, "origin", own->origin[d], group, known->origin[d]);
    check_number(step, "bound", own->bound[d], group, known->bound[d]);
  }
}

tl_tile_side tl_tile_open(const tl_step *step, const tl_tile_memory *tile,
                          tl_tile_group *group) {
  tl_tile_side out = {.tile = tile, .move = tl_move_from(step, tile->operand)};
  out.move.alignment = out.move.scalar->bytes;
  tl_check_alignment(&out.move, tile->alignment);
  out.window = read_window(step, tile, out.move.view);
  check_uniform(&out, group);
  return out;
}

tl_tile_place tl_tile_locate(tl_tile_side *side, int64_t element) {
  const tl_tile_memory *tile = side->tile;
  tl_move *move = &side->move;
  int64_t *coordinate = move->coordinate, point[TL_AXIS_COUNT];
  tl_coordinate_of(element, tile->tile.count, tile->tile.items, coordinate);
  for (int64_t d = 0; d < tile->tile.count; d++)
    coordinate[d] = tl_add_saturated(side->window.origin[d], coordinate[d]);
  for (int64_t d = 0; d < tile->bound_count; d++)
    if (coordinate[d] >= side->window.bound[d])
      return TL_TILE_PAST_BOUND;
  if (!tile->has_layout)
    return TL_TILE_FOUND;
  for (int64_t d = 0; d < tile->tile.count; d++)
    if (coordinate[d] < 0 || coordinate[d] >= tile->whole.items[d]) {
      tl_fault(&move->step, TL_FAULT_BOUNDS,
               "moves coordinate %" PRId64 " of dimension %" PRId64
               ", in which the layout has extent %" PRId64,
               coordinate[d], d, tile->whole.items[d]);
      return TL_TILE_OUTSIDE;
    }
  tl_layout_apply(&tile->layout, coordinate, point);
  tl_coordinate_of(point[TL_AXIS_M], move->view->rank, move->view->sizes,
                   coordinate);
  return TL_TILE_FOUND;
}
