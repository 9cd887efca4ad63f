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

/* The rows of a warp; those at fault have no buffer. */
typedef struct warp_rows {
  tl_access items[TL_MAX_MATRICES * TL_MATRIX_ROWS];
} warp_rows;

static void find_rows(tl_machine *machine, const tl_instruction *at,
                      int first_thread, tl_row_function find_row,
                      warp_rows *out) {
  for (int i = 0; i < at->numbers[COUNT] * TL_MATRIX_ROWS; i++) {
    tl_access *row = &out->items[i];
    if (!find_row(machine, at, first_thread + i, row) ||
        !tl_access_check_place(machine, row))
      row->buffer = NULL;
  }
}

/* The access of one byte of a register, by the lane that has the register. */
static tl_access byte_of(const tl_instruction *at, const warp_rows *rows,
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

static tl_element load_byte(tl_machine *machine, const tl_access *access) {
  if (!access->buffer)
    return (tl_element){0, 1};
  tl_access_record(machine, access);
  return tl_buffer_get(access->buffer, access->byte, 1);
}

static void load_register(tl_machine *machine, const tl_instruction *at,
                          const warp_rows *rows, int thread, int64_t matrix) {
  int size = tl_result_slot(at, 0)->scalar.bytes;
  tl_element *out = tl_result(machine, at, 0, thread);
  for (int byte = 0; byte < TL_MATRIX_REGISTER_BYTES; byte++) {
    tl_access access = byte_of(at, rows, thread, matrix, byte);
    tl_element loaded = load_byte(machine, &access);
    int64_t place = TL_MATRIX_REGISTER_BYTES * matrix + byte;
    tl_element *element = &out[place / size];
    element->bits |= loaded.bits << (8 * (place % size));
    element->poison |= (uint8_t)(loaded.poison << (place % size));
  }
}

static void store_register(tl_machine *machine, const tl_instruction *at,
                           const warp_rows *rows, int thread, int64_t matrix) {
  tl_element source = *tl_operand(machine, at, 1 + (int)matrix, thread);
  for (int byte = 0; byte < TL_MATRIX_REGISTER_BYTES; byte++) {
    tl_access access = byte_of(at, rows, thread, matrix, byte);
    tl_element stored = {source.bits >> (8 * byte) & 0xff,
                         source.poison >> byte & 1};
    if (!access.buffer)
      continue;
    tl_access_record(machine, &access);
    tl_buffer_put(access.buffer, access.byte, 1, stored);
  }
}

static void clear_result(tl_machine *machine, const tl_instruction *at,
                         int thread) {
  memset(tl_result(machine, at, 0, thread), 0,
         (size_t)tl_result_slot(at, 0)->count * sizeof(tl_element));
}

void tl_matrices_load(tl_machine *machine, const tl_instruction *at,
                      int first_thread, tl_row_function find_row) {
  warp_rows rows;
  find_rows(machine, at, first_thread, find_row, &rows);
  for (int t = first_thread; t < first_thread + TL_WARP_THREADS; t++) {
    clear_result(machine, at, t);
    for (int64_t matrix = 0; matrix < at->numbers[COUNT]; matrix++)
      load_register(machine, at, &rows, t, matrix);
  }
}

void tl_matrices_store(tl_machine *machine, const tl_instruction *at,
                       int first_thread, tl_row_function find_row) {
  warp_rows rows;
  find_rows(machine, at, first_thread, find_row, &rows);
  for (int t = first_thread; t < first_thread + TL_WARP_THREADS; t++)
    for (int64_t matrix = 0; matrix < at->numbers[COUNT]; matrix++)
      store_register(machine, at, &rows, t, matrix);
}
