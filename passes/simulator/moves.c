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
                 : (tl_element){0, tl_poison_all(move->scalar)};
}

void tl_move_store(const tl_move *move, const tl_element *values) {
  tl_access access;
  int bytes = move->scalar->bytes;
  if (!tl_move_find(move, true, &access) || !tl_access_check(&access))
    return;
  for (int64_t i = 0; i < move->count; i++)
    tl_access_put(&access, access.byte + i * bytes, bytes, values[i]);
}

void tl_move_start(const tl_move *from, const tl_move *to) {
  tl_access read = {.bytes = 0}, write;
  if ((from->count == 0 || tl_move_find(from, false, &read)) &&
      tl_move_find(to, true, &write))
    tl_async_start(&read, &write);
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

/*===--- What threads hold ------------------------------------------------===*/

tl_held tl_held_open(const tl_step *step, int operand, bool holds) {
  const tl_instruction *at = step->at;
  if (operand >= 0 && tl_operand_slot(at, operand)->is_memref) {
    tl_move move = tl_move_from(step, operand);
    move.alignment = 1;
    return (tl_held){.move = move};
  }
  if (operand >= 0)
    return (tl_held){.elements = tl_operand(step, operand)};
  const tl_slot *slot = tl_result_slot(at, 0);
  tl_element *elements = tl_result(step, 0);
  for (int64_t i = 0; i < slot->count; i++)
    elements[i] = (tl_element){0, holds ? tl_poison_all(&slot->scalar) : 0};
  return (tl_held){.elements = elements};
}

static const tl_move *move_to(tl_held *held, int64_t slot) {
  const tl_view *view = held->move.view;
  tl_coordinate_of(slot, view->rank, view->sizes, held->move.coordinate);
  return &held->move;
}

tl_element tl_held_get(tl_held *from, int64_t slot) {
  tl_element element;
  if (from->elements)
    return from->elements[slot];
  tl_move_load(move_to(from, slot), &element);
  return element;
}

void tl_held_put(tl_held *to, int64_t slot, tl_element element) {
  if (to->elements)
    to->elements[slot] = element;
  else
    tl_move_store(move_to(to, slot), &element);
}
