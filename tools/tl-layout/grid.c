/* grid.c - see grid.h. */
#include "grid.h"
#include <assert.h>
#include <inttypes.h>

static tl_code check_cute_rank(const tl_subject *subject, tl_error *error) {
  int64_t rank = subject->shape.count;
  if (subject->family->is_cute && rank > 2)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a CuTe layout is drawn with at most 2 modes, this one has "
                   "%" PRId64 "; group((1,%" PRId64 "), ...) makes it rank 2",
                   rank, rank);
  return TL_OK;
}

/* Above rank 3, extents of 1 are no dimensions of the grid. */
static void find_extents(const tl_subject *subject, int64_t *rows,
                         int64_t *columns) {
  const tl_list *shape = &subject->shape;
  int64_t extents[TL_MAX_ITERS + 3] = {1, 1}, *end = &extents[2];
  for (int64_t d = 0; d < shape->count; d++)
    if (shape->count <= 3 || shape->items[d] != 1)
      *end++ = shape->items[d];
  if (subject->family->is_cute && shape->count == 1)
    *end++ = 1;
  *rows = end[-2];
  *columns = end[-1];
}

tl_code tl_grid_create(const tl_subject *subject, tl_grid *out,
                       tl_error *error) {
  tl_list first = {.count = subject->shape.count};
  tl_location place;
  int64_t size;
  *out = (tl_grid){.subject = subject, .copies = 1};
  TL_TRY(check_cute_rank(subject, error));
  TL_TRY(tl_list_product(&subject->shape, &size, error));
  if (subject->family->check)
    TL_TRY(subject->family->check(subject->value, out->counts, error));
  TL_TRY(tl_subject_locate(subject, &first, &place, error));
  for (int64_t i = 0; i < place.count; i++) {
    int64_t copies = tl_numbers_count(&place.items[i]);
    out->copies = copies > out->copies ? copies : out->copies;
  }
  find_extents(subject, &out->rows, &out->columns);
  out->tables = size / out->rows / out->columns;
  return TL_OK;
}

bool tl_grid_is_within(const tl_grid *grid, int64_t most) {
  const int64_t factors[] = {grid->tables, grid->rows, grid->columns,
                             grid->copies};
  for (int i = 0; i < 4; i++) {
    if (factors[i] > most)
      return false;
    most /= factors[i];
  }
  return true;
}

tl_code tl_grid_check_within(const tl_grid *grid, int64_t most,
                             const char *hint, tl_error *error) {
  char each[48] = "";
  if (tl_grid_is_within(grid, most))
    return TL_OK;
  if (grid->copies > 1)
    snprintf(each, sizeof each, " in %" PRId64 " places each", grid->copies);
  return tl_fail(error, TL_INVALID,
                 "%" PRId64 " elements%s are more than the %" PRId64
                 " of a drawing%s",
                 grid->tables * grid->rows * grid->columns, each, most, hint);
}

void tl_grid_locate(const tl_grid *grid, int64_t table, int64_t row,
                    int64_t column, tl_location *out) {
  const tl_list *shape = &grid->subject->shape;
  tl_list coordinate = {.count = shape->count};
  int64_t index = (table * grid->rows + row) * grid->columns + column;
  for (int64_t d = coordinate.count - 1; d >= 0; d--) {
    coordinate.items[d] = index % shape->items[d];
    index /= shape->items[d];
  }
  tl_code code = tl_subject_locate(grid->subject, &coordinate, out, NULL);
  assert(code == TL_OK);
  (void)code;
}

void tl_grid_find(const tl_grid *grid, const tl_list *coordinate, int64_t *row,
                  int64_t *column) {
  const tl_list *shape = &grid->subject->shape;
  int64_t index = 0;
  for (int64_t d = 0; d < shape->count; d++)
    index = index * shape->items[d] + coordinate->items[d];
  *column = index % grid->columns;
  *row = index / grid->columns % grid->rows;
}
