/* thread_start.c - see thread_start.h. */
#include "thread_start.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tile_memory.h"
#include <inttypes.h>
#include <stdlib.h>

void tl_digits_add(const tl_atoms *atoms, int64_t number,
                   const int64_t *symbols, tl_digit_sums *sums) {
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    int64_t digit = number % atom->extent;
    number /= atom->extent;
    int64_t stride = 0;
    bool fits =
        tl_add_product(&stride, atom->memory_stride,
                       atom->symbol ? symbols[atom->symbol - 1] : 1) &&
        tl_add_product(&sums->offset, digit, stride) &&
        tl_add_product(&sums->slot, digit, atom->register_stride) &&
        tl_add_product(&sums->coordinate[atom->dimension], digit, atom->weight);
    sums->wraps = sums->wraps || !fits;
  }
}

bool tl_thread_has_room(const tl_thread_view *view,
                        const tl_thread_start *start,
                        const tl_digit_sums *sums) {
  for (intptr_t i = 0; i < view->limit_count; i++)
    if (sums->coordinate[i] >= start->rooms[i])
      return false;
  return true;
}

void tl_move_to(const tl_swizzle *swizzle, int64_t bits, int64_t offset,
                int64_t moved, bool wraps, tl_move *move) {
  int64_t low = bits < 0 ? 0 : moved & (tl_swizzle_period(swizzle) - 1);
  int64_t place = offset ^ tl_swizzle_apply(swizzle, low);
  if (!tl_add_product(&place, moved - low, 1) || wraps)
    tl_fault_overflow(&move->step);
  move->coordinate[0] = bits < 0 ? tl_swizzle_apply(swizzle, place) : place;
}

tl_move tl_flat_open(const tl_step *step, int operand, int64_t alignment,
                     tl_view *flat) {
  const tl_view *view = tl_operand_view(step, operand);
  tl_move move = tl_move_from(step, operand);
  int64_t size;
  bool fits = tl_view_span(view, &size) &&
              !__builtin_sub_overflow(size, view->offset, &size);
  *flat = (tl_view){.buffer = view->buffer,
                    .start = view->start,
                    .offset = view->offset,
                    .rank = 1,
                    .sizes = {fits ? size : INT64_MAX},
                    .strides = {1}};
  move.view = flat;
  tl_check_alignment(&move, alignment);
  return move;
}

bool tl_thread_prepare(tl_instruction *at) {
  tl_thread_definition *kept = malloc(sizeof *kept);
  at->detail = kept;
  if (!kept)
    return tl_refuse(at, "out of memory");
  tl_thread_view_read(at->operation, &kept->view);
  kept->memory = tl_operand_of(at, kept->view.memory);
  kept->fragment = tl_operand_of(at, kept->view.fragment);
  tl_read_pad(at, kept->memory, &kept->pad);
  return true;
}

void tl_thread_sides_open(const tl_step *step, tl_thread_sides *out) {
  const tl_thread_definition *copy = step->at->detail;
  out->move =
      tl_flat_open(step, copy->memory, copy->view.alignment, &out->flat);
  out->fragment = tl_held_open(step, copy->fragment, true);
}

void tl_check_offset(const tl_step *step, int64_t offset, int bytes,
                     int64_t alignment) {
  if ((uint64_t)offset * (uint64_t)bytes % (uint64_t)alignment != 0)
    tl_fault(step, TL_FAULT_ALIGNMENT,
             "has offset %" PRId64 ", of which it says that %" PRId64
             " divides its bytes",
             offset, alignment);
}

static void read_symbols(const tl_step *step, const tl_thread_view *view,
                         int first, tl_thread_start *start) {
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    int symbol = (int)atom->symbol - 1;
    if (symbol < 0)
      continue;
    start->symbols[symbol] = tl_operand_number(step, first + symbol);
    tl_check_divisor(step, "symbol", start->symbols[symbol], i, atom->divisor);
  }
}

tl_thread_start tl_thread_start_read(const tl_step *step,
                                     const tl_thread_view *view, int memory,
                                     intptr_t number) {
  int first = (int)view->first_offset, starts = (int)view->start_count;
  int rooms = first + starts + (int)view->symbol_count;
  tl_thread_start start = {
      .offset = tl_operand_number(step, first + (int)number),
      .slot = mlirAttributeIsNull(view->slots)
                  ? 0
                  : mlirDenseI64ArrayGetElement(view->slots, number)};
  read_symbols(step, view, first + starts, &start);
  tl_check_offset(step, start.offset,
                  tl_operand_slot(step->at, memory)->scalar.bytes,
                  view->alignment);
  for (int i = 0; i < view->limit_count; i++) {
    start.rooms[i] = tl_operand_number(step, rooms + i * starts + (int)number);
    tl_check_divisor(step, "room", start.rooms[i], i, view->granules[i]);
  }
  return start;
}
