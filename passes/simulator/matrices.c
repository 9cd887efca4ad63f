/* matrices.c - see matrices.h. */
#include "matrices.h"

enum { COUNT = 0, IS_TRANSPOSED, NUMBERS };

bool tl_matrices_prepare(tl_instruction *at, int64_t count,
                         bool is_transposed) {
  bool is_known = (count == 1 || count == 2 || count == 4) &&
                  at->program->wave == TL_MATRIX_LANES;
  if (!is_known)
    return tl_refuse(at, "moves matrices that the simulator does not know");
  if (!tl_reserve_numbers(at, NUMBERS))
    return false;
  at->numbers[COUNT] = count;
  at->numbers[IS_TRANSPOSED] = is_transposed;
  return true;
}

tl_matrices tl_matrices_of(const tl_instruction *at) {
  return (tl_matrices){.count = at->numbers[COUNT],
                       .is_transposed = at->numbers[IS_TRANSPOSED]};
}

void tl_matrices_add_row(tl_matrices *matrices, int number, bool is_found) {
  tl_access *row = &matrices->rows[number];
  if (!is_found || !tl_access_check_place(row))
    row->buffer = NULL;
}

/* Two bytes of what a lane holds of a matrix lie beside each other. */
enum { PIECE = 2, PIECES = TL_MATRIX_REGISTER_BYTES / PIECE };

static tl_access piece_of(const tl_step *step, const tl_matrices *matrices,
                          int64_t matrix, int piece) {
  int lane = step->thread % TL_MATRIX_LANES, fast = lane % 4, slow = lane / 4;
  int row = slow, column = TL_MATRIX_REGISTER_BYTES * fast + PIECE * piece;
  if (matrices->is_transposed) {
    row = PIECES * fast + piece;
    column = PIECE * slow;
  }
  tl_access access = matrices->rows[matrix * TL_MATRIX_ROWS + row];
  access.step.thread = step->thread;
  access.byte += column;
  access.bytes = PIECE;
  return access;
}

tl_element tl_matrices_load(const tl_step *lane, const tl_matrices *matrices) {
  tl_element out = tl_element_of(0, 0);
  for (int i = 0; i < matrices->count * PIECES; i++) {
    tl_access access = piece_of(lane, matrices, i / PIECES, i % PIECES);
    tl_element piece = tl_element_of(0, (1 << PIECE) - 1);
    if (access.buffer) {
      tl_access_record(&access);
      piece = tl_buffer_get(access.buffer, access.byte, PIECE);
    }
    for (int byte = 0; byte < PIECE; byte++)
      tl_element_add_byte(&out, PIECE * i + byte, tl_element_byte(piece, byte),
                          !(piece.poison >> byte & 1));
  }
  return out;
}

void tl_matrices_give(const tl_step *first, const tl_matrices *matrices) {
  tl_step lane = *first;
  for (; lane.thread < first->thread + TL_MATRIX_LANES; lane.thread++) {
    tl_element bytes = tl_matrices_load(&lane, matrices);
    tl_cast_elements(&bytes, TL_MATRIX_LANE_BYTES, tl_result(&lane, 0),
                     tl_result_slot(lane.at, 0)->scalar.bytes,
                     TL_MATRIX_REGISTER_BYTES * matrices->count);
  }
}

void tl_matrices_store(const tl_step *lane, const tl_matrices *matrices,
                       tl_element bytes) {
  for (int i = 0; i < matrices->count * PIECES; i++) {
    tl_access access = piece_of(lane, matrices, i / PIECES, i % PIECES);
    tl_element piece = tl_element_of(0, 0);
    for (int byte = 0; byte < PIECE; byte++)
      tl_element_add_byte(&piece, byte,
                          tl_element_byte(bytes, PIECE * i + byte),
                          !(bytes.poison >> (PIECE * i + byte) & 1));
    if (!access.buffer)
      continue;
    tl_access_record(&access);
    tl_buffer_put(access.buffer, access.byte, PIECE, piece);
  }
}
