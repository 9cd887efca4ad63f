/* thread_start.c - see thread_start.h. */
#include "thread_start.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tile_memory.h"
#include <inttypes.h>

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

void tl_move_to(tl_machine *machine, const tl_swizzle *swizzle, int64_t bits,
                int64_t offset, int64_t moved, bool wraps, tl_move *move) {
  int64_t low = bits < 0 ? 0 : moved & (tl_swizzle_period(swizzle) - 1);
  int64_t place = offset ^ tl_swizzle_apply(swizzle, low);
  if (!tl_add_product(&place, moved - low, 1) || wraps)
    tl_fault_overflow(machine, move->at, move->thread);
  move->coordinate[0] = bits < 0 ? tl_swizzle_apply(swizzle, place) : place;
}

tl_view tl_view_flatten(const tl_view *view) {
  int64_t size;
  bool fits = tl_view_span(view, &size) &&
              !__builtin_sub_overflow(size, view->offset, &size);
  return (tl_view){.buffer = view->buffer,
                   .start = view->start,
                   .offset = view->offset,
                   .rank = 1,
                   .sizes = {fits ? size : INT64_MAX},
                   .strides = {1}};
}

void tl_check_offset(tl_machine *machine, const tl_instruction *at, int thread,
                     int64_t offset, int bytes, int64_t alignment) {
  if ((uint64_t)offset * (uint64_t)bytes % (uint64_t)alignment != 0)
    tl_fault(machine, at, thread, TL_FAULT_ALIGNMENT,
             "has offset %" PRId64 ", of which it says that %" PRId64
             " divides its bytes",
             offset, alignment);
}

tl_thread_start tl_thread_start_read(tl_machine *machine,
                                     const tl_instruction *at,
                                     const tl_thread_view *view, int memory,
                                     int thread, intptr_t number) {
  int first = (int)view->first_offset, starts = (int)view->start_count;
  int rooms = first + starts + (int)view->symbol_count;
  tl_thread_start start = {
      .offset = tl_operand_number(machine, at, first + (int)number, thread),
      .slot = mlirAttributeIsNull(view->slots)
                  ? 0
                  : mlirDenseI64ArrayGetElement(view->slots, number)};
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    if (!atom->symbol)
      continue;
    int64_t *symbol = &start.symbols[atom->symbol - 1];
    *symbol = tl_operand_number(machine, at,
                                first + starts + (int)atom->symbol - 1, thread);
    tl_check_divisor(machine, at, thread, "symbol", *symbol, i, atom->divisor);
  }
  tl_check_offset(machine, at, thread, start.offset,
                  tl_operand_slot(at, memory)->scalar.bytes, view->alignment);
  for (int i = 0; i < view->limit_count; i++) {
    start.rooms[i] = tl_operand_number(
        machine, at, rooms + i * starts + (int)number, thread);
    tl_check_divisor(machine, at, thread, "room", start.rooms[i], i,
                     view->granules[i]);
  }
  return start;
}
