/* matrices.c - see operations.h. */
#include "operations.h"

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

tl_matrices tl_matrices_find(const tl_step *first, bool stores,
                             tl_row_finder find, void *user) {
  const int64_t *numbers = first->at->numbers;
  tl_step lane = *first;
  tl_matrices out = {.count = numbers[COUNT],
                     .is_transposed = numbers[IS_TRANSPOSED],
                     .stores = stores};
  for (int i = 0; i < out.count * TL_MATRIX_ROWS; i++, lane.thread++)
    if (!find(&lane, user, &out.rows[i]) ||
        !tl_access_check_place(&out.rows[i]))
      out.rows[i].buffer = NULL;
  return out;
}

/* Two bytes of what a lane holds of a matrix lie beside each other. */
enum { PIECE = 2, PIECES = TL_MATRIX_REGISTER_BYTES / PIECE };

static tl_access piece_of(const tl_step *step, const tl_matrices *matrices,
                          int matrix, int piece) {
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

void tl_matrices_move(const tl_step *lane, const tl_matrices *matrices,
                      tl_element *elements, int size) {
  tl_element pieces[TL_MATRIX_LANE_BYTES / PIECE];
  int64_t bytes = TL_MATRIX_REGISTER_BYTES * matrices->count;
  if (matrices->stores)
    tl_cast_elements(elements, size, pieces, PIECE, bytes);
  for (int i = 0; i < bytes / PIECE; i++) {
    tl_access access = piece_of(lane, matrices, i / PIECES, i % PIECES);
    if (access.buffer)
      tl_access_record(&access);
    if (!matrices->stores)
      pieces[i] = access.buffer
                      ? tl_buffer_get(access.buffer, access.byte, PIECE)
                      : (tl_element){0, (1 << PIECE) - 1};
    else if (access.buffer)
      tl_buffer_put(access.buffer, access.byte, PIECE, pieces[i]);
  }
  if (!matrices->stores)
    tl_cast_elements(pieces, PIECE, elements, size, bytes);
}
