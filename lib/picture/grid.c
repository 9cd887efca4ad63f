/* grid.c - see tl/picture.h. */
#include "tl/picture.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* Above rank 3, extents of 1 are no dimensions of the grid. */
static void find_extents(const tl_places *subject, int64_t size,
                         int64_t extents[TL_GRID_MEASURES]) {
  const tl_list *shape = &subject->shape;
  int64_t kept[TL_MAX_ITERS + 2] = {1, 1}, *end = &kept[2];
  for (int64_t d = 0; d < shape->count; d++)
    if (shape->count <= 3 || shape->items[d] != 1)
      *end++ = shape->items[d];
  if (subject->notation->is_cute && shape->count == 1)
    *end++ = 1;
  extents[TL_GRID_ROWS] = end[-2];
  extents[TL_GRID_COLUMNS] = end[-1];
  extents[TL_GRID_TABLES] = size / end[-2] / end[-1];
}

tl_code tl_grid_open(const tl_places *subject, tl_grid *out, tl_error *error) {
  int64_t rank = subject->shape.count, size;
  tl_list first = {.count = rank};
  tl_location place;
  if (subject->notation->is_cute && rank > 2)
    return tl_fail(
        error, TL_UNSUPPORTED,
        "a CuTe layout is drawn with at most 2 modes, this one has %" PRId64
        "; group((1,%" PRId64 "), ...) makes it rank 2",
        rank, rank);
  *out = (tl_grid){.subject = *subject};
  TL_TRY(tl_list_product(&subject->shape, &size, error));
  TL_TRY(tl_places_count(subject, &out->counts[0], &out->counts[1], error));
  TL_TRY(tl_places_locate(subject, &first, &place, error));
  find_extents(subject, size, out->extents);
  out->extents[TL_GRID_COPIES] = 1;
  for (int64_t i = 0; i < place.count; i++) {
    int64_t copies = tl_numbers_count(&place.items[i]);
    if (copies > out->extents[TL_GRID_COPIES])
      out->extents[TL_GRID_COPIES] = copies;
  }
  return TL_OK;
}

bool tl_grid_is_within(const tl_grid *of, int64_t most) {
  for (int i = 0; i < TL_GRID_MEASURES; i++) {
    if (of->extents[i] > most)
      return false;
    most /= of->extents[i];
  }
  return true;
}

tl_code tl_grid_check_within(const tl_grid *of, int64_t most, const char *hint,
                             tl_error *error) {
  const int64_t *extents = of->extents;
  char each[48] = "";
  if (tl_grid_is_within(of, most))
    return TL_OK;
  if (extents[TL_GRID_COPIES] > 1)
    snprintf(each, sizeof each, " in %" PRId64 " places each",
             extents[TL_GRID_COPIES]);
  return tl_fail(error, TL_INVALID,
                 "%" PRId64 " elements%s are more than the %" PRId64
                 " of a drawing%s",
                 extents[TL_GRID_TABLES] * extents[TL_GRID_ROWS] *
                     extents[TL_GRID_COLUMNS],
                 each, most, hint);
}

tl_location tl_grid_locate(const tl_grid *of, int64_t number) {
  const tl_list *shape = &of->subject.shape;
  tl_list coordinate = {.count = shape->count};
  tl_location out;
  for (int64_t d = coordinate.count - 1; d >= 0; d--) {
    coordinate.items[d] = number % shape->items[d];
    number /= shape->items[d];
  }
  TL_UNUSED tl_code code =
      tl_places_locate(&of->subject, &coordinate, &out, NULL);
  assert(code == TL_OK);
  return out;
}
