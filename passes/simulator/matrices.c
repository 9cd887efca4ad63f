/* matrices.c - see matrices.h. */
#include "matrices.h"
#include "tl/dialect.h"
#include <string.h>

enum { COUNT = 0, IS_TRANSPOSED, NUMBERS };

bool tl_prepare_matrices(tl_instruction *at, int64_t count,
                         bool is_transposed) {
  if (count != 1 && count != 2 && count != 4) {
    tl_emit_error(at->operation, "moves matrices that the simulator does not "
                                 "know");
    return false;
  }
  if (!tl_reserve_numbers(at, NUMBERS))
    return false;
  at->numbers[COUNT] = count;
  at->numbers[IS_TRANSPOSED] = is_transposed;
  return true;
}

/*===--- Rows -------------------------------------------------------------===*/

static void find_rows(tl_machine *machine, const tl_instruction *at,
                      int first_thread, tl_row_function find_row,
                      tl_matrix_rows *out) {
  for (int i = 0; i < at->numbers[COUNT] * TL_MATRIX_ROWS; i++) {
    tl_access *row = &out->items[i];
    if (find_row(machine, at, first_thread + i, row))
      tl_matrix_check_row(machine, row);
    else
      row->buffer = NULL;
  }
}

void tl_matrix_check_row(tl_machine *machine, tl_access *row) {
  if (!tl_access_check_place(machine, row))
    row->buffer = NULL;
}

/* The access of one byte of a register, by the lane that has the register. */
static tl_access byte_of(const tl_instruction *at, const tl_matrix_rows *rows,
                         int thread, int64_t matrix, int byte) {
  int lane = thread % TL_WARP_THREADS;
  int row = lane / 4, column = 4 * (lane % 4) + byte;
  if (at->numbers[IS_TRANSPOSED]) {
    row = 2 * (lane % 4) + byte / 2;
    column = 2 * (lane / 4) + byte % 2;
  }
  tl_access access = rows->items[matrix * TL_MATRIX_ROWS + row];
  access.thread = thread;
  access.byte += column;
  access.bytes = 1;
  return access;
}

/*===--- Registers --------------------------------------------------------===*/

void tl_matrix_load(tl_machine *machine, const tl_instruction *at,
                    const tl_matrix_rows *rows, int thread, int64_t matrix,
                    tl_element *bytes) {
  for (int i = 0; i < TL_MATRIX_REGISTER_BYTES; i++) {
    tl_access access = byte_of(at, rows, thread, matrix, i);
    bytes[i] = tl_element_of(0, 1);
    if (!access.buffer)
      continue;
    tl_access_record(machine, &access);
    bytes[i] = tl_buffer_get(access.buffer, access.byte, 1);
  }
}

void tl_matrix_store(tl_machine *machine, const tl_instruction *at,
                     const tl_matrix_rows *rows, int thread, int64_t matrix,
                     const tl_element *bytes) {
  for (int i = 0; i < TL_MATRIX_REGISTER_BYTES; i++) {
    tl_access access = byte_of(at, rows, thread, matrix, i);
    if (!access.buffer)
      continue;
    tl_access_record(machine, &access);
    tl_buffer_put(access.buffer, access.byte, 1, bytes[i]);
  }
}

static void load_register(tl_machine *machine, const tl_instruction *at,
                          const tl_matrix_rows *rows, int thread,
                          int64_t matrix) {
  int size = tl_result_slot(at, 0)->scalar.bytes;
  tl_element *out = tl_result(machine, at, 0, thread);
  tl_element bytes[TL_MATRIX_REGISTER_BYTES];
  tl_matrix_load(machine, at, rows, thread, matrix, bytes);
  for (int byte = 0; byte < TL_MATRIX_REGISTER_BYTES; byte++) {
    int64_t place = TL_MATRIX_REGISTER_BYTES * matrix + byte;
    tl_element *element = &out[place / size];
    element->bits |= bytes[byte].bits << (8 * (place % size));
    element->poison |= (uint8_t)(bytes[byte].poison << (place % size));
  }
}

static void store_register(tl_machine *machine, const tl_instruction *at,
                           const tl_matrix_rows *rows, int thread,
                           int64_t matrix) {
  tl_element source = *tl_operand(machine, at, 1 + (int)matrix, thread);
  tl_element bytes[TL_MATRIX_REGISTER_BYTES];
  for (int byte = 0; byte < TL_MATRIX_REGISTER_BYTES; byte++)
    bytes[byte] =
        tl_element_of(tl_element_byte(source, byte), source.poison >> byte & 1);
  tl_matrix_store(machine, at, rows, thread, matrix, bytes);
}

static void clear_result(tl_machine *machine, const tl_instruction *at,
                         int thread) {
  memset(tl_result(machine, at, 0, thread), 0,
         (size_t)tl_result_slot(at, 0)->count * sizeof(tl_element));
}

void tl_matrices_load(tl_machine *machine, const tl_instruction *at,
                      int first_thread, tl_row_function find_row) {
  tl_matrix_rows rows;
  find_rows(machine, at, first_thread, find_row, &rows);
  for (int t = first_thread; t < first_thread + TL_WARP_THREADS; t++) {
    clear_result(machine, at, t);
    for (int64_t matrix = 0; matrix < at->numbers[COUNT]; matrix++)
      load_register(machine, at, &rows, t, matrix);
  }
}

void tl_matrices_store(tl_machine *machine, const tl_instruction *at,
                       int first_thread, tl_row_function find_row) {
  tl_matrix_rows rows;
  find_rows(machine, at, first_thread, find_row, &rows);
  for (int t = first_thread; t < first_thread + TL_WARP_THREADS; t++)
    for (int64_t matrix = 0; matrix < at->numbers[COUNT]; matrix++)
      store_register(machine, at, &rows, t, matrix);
}
