/* register.c - The register layout value: validity, canonical form, sizes.
 *
 * Canonical form (law L1) is reached in two steps that keep the map:
 *   prune  a mode of extent 1 carries no digit and is dropped;
 *   merge  modes m and m + 1 of one dimension are one digit in disguise when
 *          m + 1 directly follows m in the same list, since then
 *          digit(m) * extent(m + 1) + digit(m + 1) is a digit of both. */
#include "tl/register.h"
#include "base/checked.h"
#include "layout/modes.h"
#include <string.h>

_Static_assert(sizeof(tl_register) == sizeof(int64_t) * 4 * (1 + TL_MAX_ITERS),
               "tl_register is compared bytewise and must have no padding");

enum { UNLISTED = -1, SPATIAL = 0, LOCAL = 1 };

/* Where each mode is listed. */
typedef struct listing {
  int list[TL_MAX_ITERS]; /* UNLISTED, SPATIAL or LOCAL */
  int64_t position[TL_MAX_ITERS];
} listing;

static tl_code list_modes(const tl_register *layout, listing *out,
                          tl_error *error);
static tl_code enter_list(const tl_register *layout, int which, listing *out,
                          tl_error *error);
static tl_code check_coverage(const tl_register *layout, const listing *where,
                              tl_error *error);
static void rank_entries(const tl_register *layout, listing *where);
static void keep_modes(const tl_register *layout, const int64_t *head_of,
                       tl_register *out);

tl_code tl_register_create(const tl_register *fields, tl_register *out,
                           tl_error *error) {
  /* 1. Validate. */
  listing where;
  int64_t dimension_of[TL_MAX_ITERS];
  TL_TRY(tl_check_shape(&fields->shape, error));
  TL_TRY(
      tl_group_modes(&fields->shape, &fields->mode_shape, dimension_of, error));
  TL_TRY(list_modes(fields, &where, error));
  TL_TRY(check_coverage(fields, &where, error));

  /* 2. Prune and merge: mode m joins the head of the run that it continues.
   * Unit modes do not interrupt a dimension, but their entries have places in
   * the lists, so lists are compared by rank among entries above 1. */
  int64_t head_of[TL_MAX_ITERS], before = UNLISTED;
  rank_entries(fields, &where);
  for (int64_t m = 0; m < fields->mode_shape.count; m++) {
    head_of[m] = UNLISTED;
    if (fields->mode_shape.items[m] == 1)
      continue;
    bool merges = before != UNLISTED &&
                  dimension_of[m] == dimension_of[before] &&
                  where.list[m] == where.list[before] &&
                  where.position[m] == where.position[before] + 1;
    head_of[m] = merges ? head_of[before] : m;
    before = m;
  }
  keep_modes(fields, head_of, out);
  return TL_OK;
}

/* Positions that count no unit modes. */
static void rank_entries(const tl_register *layout, listing *where) {
  const tl_list *lists[] = {&layout->spatial_modes, &layout->local_modes};
  for (int which = SPATIAL; which <= LOCAL; which++) {
    int64_t rank = 0;
    for (int64_t p = 0; p < lists[which]->count; p++) {
      int64_t mode = lists[which]->items[p];
      if (mode >= 0)
        where->position[mode] = rank;
      rank += mode < 0 || layout->mode_shape.items[mode] > 1;
    }
  }
}

static tl_code list_modes(const tl_register *layout, listing *out,
                          tl_error *error) {
  for (int64_t m = 0; m < layout->mode_shape.count; m++)
    out->list[m] = UNLISTED;
  TL_TRY(enter_list(layout, SPATIAL, out, error));
  return enter_list(layout, LOCAL, out, error);
}

static tl_code enter_list(const tl_register *layout, int which, listing *out,
                          tl_error *error) {
  const tl_list *list =
      which == SPATIAL ? &layout->spatial_modes : &layout->local_modes;
  for (int64_t p = 0; p < list->count; p++) {
    int64_t mode = list->items[p];
    if (which == SPATIAL && mode < 0)
      continue;
    if (mode < 0 || mode >= layout->mode_shape.count)
      return tl_fail(error, TL_INVALID,
                     "%s_modes names mode %" PRId64 "; there are %" PRId64
                     " modes",
                     which == SPATIAL ? "spatial" : "local", mode,
                     layout->mode_shape.count);
    if (out->list[mode] != UNLISTED)
      return tl_fail(error, TL_INVALID, "mode %" PRId64 " is listed twice",
                     mode);
    out->list[mode] = which;
  }
  return TL_OK;
}

static tl_code check_coverage(const tl_register *layout, const listing *where,
                              tl_error *error) {
  for (int64_t m = 0; m < layout->mode_shape.count; m++)
    if (where->list[m] == UNLISTED && layout->mode_shape.items[m] > 1)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 " of extent %" PRId64
                     " is in neither spatial_modes nor local_modes",
                     m, layout->mode_shape.items[m]);
  for (int64_t p = 0; p < layout->spatial_modes.count; p++)
    if (layout->spatial_modes.items[p] == INT64_MIN)
      return tl_fail(error, TL_OVERFLOW, "replica extent does not fit 64 bits");
  int64_t threads, registers;
  TL_TRY(tl_register_threads(layout, &threads, error));
  return tl_register_registers(layout, &registers, error);
}

/* Rebuilds the layout with mode m multiplied into mode head_of[m]; UNLISTED
 * drops it.  A head comes before the modes it absorbs. */
static void keep_modes(const tl_register *layout, const int64_t *head_of,
                       tl_register *out) {
  tl_register result = {.shape = layout->shape};
  int64_t number_of[TL_MAX_ITERS] = {0};
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    if (head_of[m] == m) {
      number_of[m] = result.mode_shape.count;
      result.mode_shape.items[result.mode_shape.count++] =
          layout->mode_shape.items[m];
    } else if (head_of[m] != UNLISTED) {
      result.mode_shape.items[number_of[head_of[m]]] *=
          layout->mode_shape.items[m];
    }
  }
  const tl_list *from[] = {&layout->spatial_modes, &layout->local_modes};
  tl_list *to[] = {&result.spatial_modes, &result.local_modes};
  for (int which = SPATIAL; which <= LOCAL; which++)
    for (int64_t p = 0; p < from[which]->count; p++) {
      int64_t mode = from[which]->items[p];
      if (mode < 0 || head_of[mode] == mode)
        to[which]->items[to[which]->count++] =
            mode < 0 ? mode : number_of[mode];
    }
  *out = result;
}

tl_code tl_register_threads(const tl_register *layout, int64_t *threads,
                            tl_error *error) {
  *threads = 1;
  for (int64_t p = 0; p < layout->spatial_modes.count; p++) {
    int64_t mode = layout->spatial_modes.items[p];
    int64_t extent = mode < 0 ? -mode : layout->mode_shape.items[mode];
    TL_TRY(tl_multiply(*threads, extent, threads, error));
  }
  return TL_OK;
}

tl_code tl_register_registers(const tl_register *layout, int64_t *registers,
                              tl_error *error) {
  *registers = 1;
  for (int64_t p = 0; p < layout->local_modes.count; p++) {
    int64_t extent = layout->mode_shape.items[layout->local_modes.items[p]];
    TL_TRY(tl_multiply(*registers, extent, registers, error));
  }
  return TL_OK;
}
