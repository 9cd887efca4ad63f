/* register_divide.c - Quotients of compose (laws L14 and L15).
 *
 * compose(q, d) has in every dimension the modes of q, then those of d, and
 * lists those of q, then those of d.  Cut each dimension of the layout where d
 * begins:
 *
 *   layout [16, 8], divisor [8, 4]   ->   [2, 8, 2, 4]
 *
 * The pieces of d are then the modes of d itself: neighbours that d would
 * merge, the layout would have merged as well.  What is left, without the ends
 * of the lists, is q.  left_divide cuts and strips the other side. */
#include "base/checked.h"
#include "layout/modes.h"
#include "register_split.h"

/* The layout, cut; every second extent of its shape is the divisor's. */
typedef struct cut_layout {
  tl_register layout;
  bool is_divisor[TL_MAX_ITERS]; /* of each mode */
  int64_t number[TL_MAX_ITERS];  /* among the modes of its part */
} cut_layout;

static tl_code quotient(const tl_register *layout, const tl_register *divisor,
                        bool divisor_is_fast, tl_register *out,
                        tl_error *error);
static tl_code cut(const tl_register *layout, const tl_register *divisor,
                   bool divisor_is_fast, tl_list *shape, cut_layout *out,
                   tl_error *error);
static tl_code check_modes(const cut_layout *cut, const tl_register *divisor,
                           tl_list *kept, tl_error *error);
static tl_code strip(const cut_layout *cut, const tl_list *list,
                     const tl_list *divisor, bool divisor_is_fast,
                     const char *name, tl_list *out, tl_error *error);

tl_code tl_register_divide(const tl_register *layout,
                           const tl_register *divisor, tl_register *out,
                           tl_error *error) {
  return quotient(layout, divisor, true, out, error);
}

tl_code tl_register_left_divide(const tl_register *layout,
                                const tl_register *divisor, tl_register *out,
                                tl_error *error) {
  return quotient(layout, divisor, false, out, error);
}

static tl_code quotient(const tl_register *layout, const tl_register *divisor,
                        bool divisor_is_fast, tl_register *out,
                        tl_error *error) {
  tl_register by = *divisor, fields = {0};
  cut_layout parts;
  int64_t more = layout->shape.count - divisor->shape.count;
  if (more < 0)
    return tl_fail(error, TL_INVALID,
                   "the divisor has rank %" PRId64 ", the layout %" PRId64,
                   divisor->shape.count, layout->shape.count);
  TL_TRY(tl_list_prepend_ones(&by.shape, more, &by.shape, error));
  TL_TRY(cut(layout, &by, divisor_is_fast, &fields.shape, &parts, error));
  TL_TRY(check_modes(&parts, &by, &fields.mode_shape, error));
  TL_TRY(strip(&parts, &parts.layout.spatial_modes, &by.spatial_modes,
               divisor_is_fast, "spatial", &fields.spatial_modes, error));
  TL_TRY(strip(&parts, &parts.layout.local_modes, &by.local_modes,
               divisor_is_fast, "local", &fields.local_modes, error));
  return tl_register_create(&fields, out, error);
}

static tl_code cut(const tl_register *layout, const tl_register *divisor,
                   bool divisor_is_fast, tl_list *shape, cut_layout *out,
                   tl_error *error) {
  tl_list extents = {0};
  for (int64_t d = 0; d < layout->shape.count; d++) {
    int64_t all = layout->shape.items[d], part = divisor->shape.items[d];
    if (all % part != 0)
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of dimension %" PRId64
                     " is not divisible by %" PRId64,
                     all, d, part);
    TL_TRY(tl_list_append(shape, all / part, error));
    TL_TRY(
        tl_list_append(&extents, divisor_is_fast ? all / part : part, error));
    TL_TRY(
        tl_list_append(&extents, divisor_is_fast ? part : all / part, error));
  }
  int64_t extent_of[TL_MAX_ITERS], seen[2] = {0, 0};
  TL_TRY(tl_register_split(layout, &extents, &out->layout, error));
  TL_TRY(tl_group_modes(&extents, &out->layout.mode_shape, extent_of, error));
  for (int64_t m = 0; m < out->layout.mode_shape.count; m++) {
    out->is_divisor[m] = extent_of[m] % 2 == divisor_is_fast;
    out->number[m] = seen[out->is_divisor[m]]++;
  }
  return TL_OK;
}

/* The divisor's pieces have to be its modes; the others go to `kept`. */
static tl_code check_modes(const cut_layout *cut, const tl_register *divisor,
                           tl_list *kept, tl_error *error) {
  int64_t matched = 0;
  for (int64_t m = 0; m < cut->layout.mode_shape.count; m++) {
    int64_t extent = cut->layout.mode_shape.items[m];
    if (!cut->is_divisor[m]) {
      TL_TRY(tl_list_append(kept, extent, error));
      continue;
    }
    if (matched == divisor->mode_shape.count ||
        divisor->mode_shape.items[matched] != extent)
      return tl_fail(error, TL_INVALID,
                     "mode %" PRId64 " of the divisor is not a mode of extent "
                     "%" PRId64 " as in the layout",
                     matched, extent);
    matched++;
  }
  if (matched == divisor->mode_shape.count)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the layout has no mode for mode %" PRId64 " of the divisor",
                 matched);
}

/* Takes the divisor's entries off their end of a list. */
static tl_code strip(const cut_layout *cut, const tl_list *list,
                     const tl_list *divisor, bool divisor_is_fast,
                     const char *name, tl_list *out, tl_error *error) {
  int64_t kept = list->count - divisor->count;
  int64_t begin = divisor_is_fast ? kept : 0;
  for (int64_t p = 0; p < list->count; p++) {
    int64_t entry = list->items[p];
    bool inside = p >= begin && p < begin + divisor->count;
    bool matches = true;
    if (inside && entry < 0)
      matches = divisor->items[p - begin] == entry;
    else if (inside)
      matches = cut->is_divisor[entry] &&
                divisor->items[p - begin] == cut->number[entry];
    else if (entry >= 0)
      matches = !cut->is_divisor[entry];
    if (kept < 0 || !matches)
      return tl_fail(error, TL_INVALID,
                     "the %s modes of the layout do not %s with those of the "
                     "divisor",
                     name, divisor_is_fast ? "end" : "begin");
    if (!inside)
      TL_TRY(
          tl_list_append(out, entry < 0 ? entry : cut->number[entry], error));
  }
  return kept >= 0
             ? TL_OK
             : tl_fail(error, TL_INVALID,
                       "the divisor has more %s modes than the layout", name);
}
