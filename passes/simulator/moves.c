/* moves.c - see moves.h. */
#include "moves.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void write_numbers(char *text, size_t capacity, int64_t count,
                          const int64_t *numbers, const char *separator) {
  size_t length = 0;
  text[0] = '\0';
  for (int64_t i = 0; i < count && length < capacity; i++)
    length += (size_t)snprintf(text + length, capacity - length, "%s%" PRId64,
                               i ? separator : "", numbers[i]);
}

static void report_outside(const tl_move *move, const int64_t *coordinate,
                           bool writes) {
  const tl_view *view = move->view;
  char place[96], shape[96];
  write_numbers(place, sizeof place, view->rank, coordinate, ", ");
  write_numbers(shape, sizeof shape, view->rank, view->sizes, "x");
  tl_fault(&move->step, TL_FAULT_BOUNDS,
           "%s element [%s] of a memref of %s in %s",
           writes ? "writes" : "reads", place, shape,
           tl_describe_place(view->buffer, 0, 0).text);
}

bool tl_move_find(const tl_move *move, bool writes, tl_access *access) {
  const tl_view *view = move->view;
  int64_t last[TL_MAX_RANK], element_bytes = move->scalar->bytes;
  memcpy(last, move->coordinate, sizeof last);
  if (view->rank > 0)
    last[view->rank - 1] =
        tl_add_saturated(last[view->rank - 1], move->count - 1);
  *access = (tl_access){
      .step = move->step,
      .buffer = view->buffer,
      .bytes = move->count * element_bytes,
      .alignment = move->alignment,
      .writes = writes,
  };
  if (!tl_view_contains(view, move->coordinate) ||
      !tl_view_contains(view, last))
    report_outside(move, last, writes);
  else if (!tl_view_byte(view, move->coordinate, element_bytes, &access->byte))
    tl_fault_overflow(&move->step);
  else
    return true;
  return false;
}

void tl_move_load(const tl_move *move, tl_element *out) {
  tl_access access;
  int bytes = move->scalar->bytes;
  bool is_open = tl_move_find(move, false, &access) && tl_access_check(&access);
  for (int64_t i = 0; i < move->count; i++)
    out[i] = is_open
                 ? tl_buffer_get(access.buffer, access.byte + i * bytes, bytes)
                 : tl_element_of(0, tl_poison_all(move->scalar));
}

void tl_move_store(const tl_move *move, const tl_element *values) {
  tl_access access;
  int bytes = move->scalar->bytes;
  if (!tl_move_find(move, true, &access) || !tl_access_check(&access))
    return;
  for (int64_t i = 0; i < move->count; i++)
    tl_access_put(&access, access.byte + i * bytes, bytes, values[i]);
}

tl_move tl_move_from(const tl_step *step, int memref) {
  const tl_scalar_type *scalar = &tl_operand_slot(step->at, memref)->scalar;
  return (tl_move){.step = *step,
                   .view = tl_operand_view(step, memref),
                   .scalar = scalar,
                   .count = 1,
                   .alignment = scalar->bytes & -scalar->bytes};
}

tl_move tl_move_of(const tl_step *step, int memref, int first) {
  tl_move move = tl_move_from(step, memref);
  for (int64_t d = 0; d < move.view->rank; d++)
    move.coordinate[d] = tl_operand_number(step, first + (int)d);
  if (step->at->alignment > move.alignment)
    move.alignment = step->at->alignment;
  return move;
}
