/* moves.c - see moves.h. */
#include "moves.h"
#include <inttypes.h>
#include <stdio.h>

static void write_numbers(char *text, size_t capacity, int64_t count,
                          const int64_t *numbers, const char *separator) {
  size_t length = 0;
  text[0] = '\0';
  for (int64_t i = 0; i < count && length < capacity; i++)
    length += (size_t)snprintf(text + length, capacity - length, "%s%" PRId64,
                               i ? separator : "", numbers[i]);
}

bool tl_move_find(tl_machine *machine, const tl_move *move, bool writes,
                  tl_access *access) {
  const tl_view *view = move->view;
  tl_move last = *move;
  int64_t byte;
  if (view->rank > 0)
    last.coordinate[view->rank - 1] =
        tl_add_saturated(last.coordinate[view->rank - 1], move->count - 1);
  if (!tl_view_contains(view, move->coordinate) ||
      !tl_view_contains(view, last.coordinate)) {
    char place[96], shape[96];
    write_numbers(place, sizeof place, view->rank, last.coordinate, ", ");
    write_numbers(shape, sizeof shape, view->rank, view->sizes, "x");
    tl_fault(machine, move->at, move->thread, TL_FAULT_BOUNDS,
             "%s element [%s] of a memref of %s in %s",
             writes ? "writes" : "reads", place, shape,
             tl_describe_place(view->buffer, 0, 0).text);
    return false;
  }
  if (!tl_view_byte(view, move->coordinate, move->scalar->bytes, &byte)) {
    tl_fault_overflow(machine, move->at, move->thread);
    return false;
  }
  *access = (tl_access){
      .at = move->at,
      .thread = move->thread,
      .buffer = view->buffer,
      .byte = byte,
      .bytes = move->count * move->scalar->bytes,
      .alignment = move->alignment,
      .writes = writes,
  };
  return true;
}

static bool open_move(tl_machine *machine, const tl_move *move, bool writes,
                      tl_access *access) {
  return tl_move_find(machine, move, writes, access) &&
         tl_access_check(machine, access);
}

void tl_move_load(tl_machine *machine, const tl_move *move, tl_element *out) {
  tl_access access;
  int bytes = move->scalar->bytes;
  bool is_open = open_move(machine, move, false, &access);
  for (int64_t i = 0; i < move->count; i++)
    out[i] = is_open
                 ? tl_buffer_get(access.buffer, access.byte + i * bytes, bytes)
                 : tl_element_of(0, tl_poison_all(move->scalar));
}

void tl_move_store(tl_machine *machine, const tl_move *move,
                   const tl_element *values) {
  tl_access access;
  int bytes = move->scalar->bytes;
  if (!open_move(machine, move, true, &access))
    return;
  for (int64_t i = 0; i < move->count; i++)
    tl_access_put(machine, &access, access.byte + i * bytes, bytes, values[i]);
}

tl_move tl_move_of(tl_machine *machine, const tl_instruction *at, int thread,
                   int memref, int first) {
  const tl_scalar_type *scalar = &tl_operand_slot(at, memref)->scalar;
  tl_move move = {.at = at,
                  .thread = thread,
                  .view = tl_slot_view(machine, at->operands[memref], thread),
                  .scalar = scalar,
                  .count = 1};
  for (int64_t d = 0; d < move.view->rank; d++)
    move.coordinate[d] = tl_operand_number(machine, at, first + (int)d, thread);
  int64_t stated = tl_integer_attribute(at->operation, "alignment", 0);
  int64_t natural = scalar->bytes & -scalar->bytes;
  move.alignment = stated > natural ? stated : natural;
  return move;
}
