/* register_shape.c - Register layouts made from shapes and from each other.
 *
 *   of_shape                one mode per dimension
 *   compose(outer, inner)   outer's digits are the slow factors of each
 *                           dimension, inner's the fast ones; the lists are
 *                           outer's, then inner's
 *   select                  the dimensions in another order, or fewer
 *   split                   modes cut along other extents */
#include "base/checked.h"
#include "layout/modes.h"
#include "register_digits.h"

/* modes[k] is the dimension of rank k: the inverse permutation of `ranks`. */
static tl_code order_modes(tl_register_order order, const tl_list *shape,
                           const tl_list *ranks, tl_list *modes,
                           tl_error *error) {
  bool is_column = order == TL_COLUMN_SPATIAL || order == TL_COLUMN_LOCAL;
  if (ranks && ranks->count != shape->count)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " ranks for %" PRId64 " dimensions", ranks->count,
                   shape->count);
  modes->count = shape->count;
  bool taken[TL_MAX_ITERS] = {false};
  for (int64_t d = 0; d < shape->count; d++) {
    int64_t plain = is_column ? shape->count - 1 - d : d;
    int64_t rank = ranks ? ranks->items[d] : plain;
    if (rank < 0 || rank >= shape->count)
      return tl_fail(error, TL_INVALID,
                     "rank %" PRId64 " is outside [0, %" PRId64 ")", rank,
                     shape->count);
    if (taken[rank])
      return tl_fail(error, TL_INVALID, "rank %" PRId64 " is given twice",
                     rank);
    taken[rank] = true;
    modes->items[rank] = d;
  }
  return TL_OK;
}

tl_code tl_register_of_shape(tl_register_order order, const tl_list *shape,
                             const tl_list *ranks, tl_register *out,
                             tl_error *error) {
  tl_register fields = {.shape = *shape, .mode_shape = *shape};
  bool is_spatial = order == TL_SPATIAL || order == TL_COLUMN_SPATIAL;
  tl_list *modes = is_spatial ? &fields.spatial_modes : &fields.local_modes;
  TL_TRY(order_modes(order, shape, ranks, modes, error));
  return tl_register_create(&fields, out, error);
}

/* A layout in which each element is held by so many threads, in register 0. */
static tl_register replica_of(int64_t threads) {
  return (tl_register){.spatial_modes = {.count = 1, .items = {-threads}}};
}

tl_code tl_register_replicated(const tl_list *shape, int64_t threads,
                               tl_register *out, tl_error *error) {
  if (threads < 1)
    return tl_fail(error, TL_INVALID,
                   "num_workers is %" PRId64 "; it has to be positive",
                   threads);
  tl_register held, spread = replica_of(threads);
  TL_TRY(tl_register_of_shape(TL_LOCAL, shape, NULL, &held, error));
  return tl_register_compose(&spread, &held, out, error);
}

tl_code tl_register_auto_local_spatial(int64_t threads, const tl_list *shape,
                                       tl_register *out, tl_error *error) {
  int64_t size, left = threads;
  TL_TRY(tl_check_shape(shape, error));
  TL_TRY(tl_list_product(shape, &size, error));
  if (threads < 1 || (size % threads != 0 && threads % size != 0))
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " elements on %" PRId64
                   " threads; one has to be a multiple of the other",
                   size, threads);
  tl_list held = *shape, spread = *shape;
  for (int64_t d = shape->count - 1; d >= 0; d--) {
    spread.items[d] = tl_gcd(left, shape->items[d]);
    held.items[d] = shape->items[d] / spread.items[d];
    left /= spread.items[d];
  }
  tl_register outer, inner, replica = replica_of(left);
  TL_TRY(tl_register_of_shape(TL_LOCAL, &held, NULL, &outer, error));
  TL_TRY(tl_register_of_shape(TL_SPATIAL, &spread, NULL, &inner, error));
  TL_TRY(tl_register_compose(&outer, &inner, out, error));
  return left == 1 ? TL_OK : tl_register_compose(&replica, out, out, error);
}

static void append_digits(register_digits *out, const register_digits *digits) {
  for (int list = THREADS; list <= REGISTERS; list++)
    for (int64_t p = 0; p < digits->lists[list].count; p++)
      out->lists[list].items[out->lists[list].count++] =
          digits->lists[list].items[p];
}

tl_code tl_register_compose(const tl_register *outer, const tl_register *inner,
                            tl_register *out, tl_error *error) {
  /* 1. The lower rank gets leading ones. */
  tl_register slow = *outer, fast = *inner;
  int64_t more = slow.shape.count - fast.shape.count;
  TL_TRY(tl_list_prepend_ones(&slow.shape, more < 0 ? -more : 0, &slow.shape,
                              error));
  TL_TRY(tl_list_prepend_ones(&fast.shape, more > 0 ? more : 0, &fast.shape,
                              error));

  /* 2. Extents multiply; slow digits come first. */
  register_digits digits, of_fast;
  TL_TRY(tl_register_read(&slow, &digits, error));
  TL_TRY(tl_register_read(&fast, &of_fast, error));
  for (int64_t d = 0; d < slow.shape.count; d++)
    TL_TRY(tl_multiply(slow.shape.items[d], fast.shape.items[d],
                       &digits.shape.items[d], error));
  for (int list = THREADS; list <= REGISTERS; list++)
    for (int64_t p = 0; p < digits.lists[list].count; p++) {
      tl_digit *digit = &digits.lists[list].items[p];
      if (digit->dimension != REPLICA)
        digit->step *= fast.shape.items[digit->dimension];
    }
  append_digits(&digits, &of_fast);
  return tl_register_write(&digits, out, error);
}

tl_code tl_register_concat(const tl_register *outer, const tl_register *inner,
                           tl_register *out, tl_error *error) {
  tl_register fast = *inner, slow = *outer;
  TL_TRY(tl_list_prepend_ones(&inner->shape, outer->shape.count, &fast.shape,
                              error));
  for (int64_t d = 0; d < inner->shape.count; d++)
    TL_TRY(tl_list_append(&slow.shape, 1, error));
  return tl_register_compose(&slow, &fast, out, error);
}

/* Dimension k of the result is dimension from[k], or of extent 1 where that is
 * -1.  Of dimensions that are left out thread digits become replicas and
 * register digits disappear. */
static tl_code select_dimensions(const tl_register *layout, const tl_list *from,
                                 tl_register *out, tl_error *error) {
  int64_t place_of[TL_MAX_RANK];
  register_digits digits;
  TL_TRY(tl_register_read(layout, &digits, error));
  for (int64_t d = 0; d < layout->shape.count; d++)
    place_of[d] = REPLICA;
  digits.shape = (tl_list){.count = from->count};
  for (int64_t k = 0; k < from->count; k++) {
    int64_t d = from->items[k];
    digits.shape.items[k] = d < 0 ? 1 : layout->shape.items[d];
    if (d >= 0)
      place_of[d] = k;
  }
  for (int list = THREADS; list <= REGISTERS; list++) {
    digit_list *digits_of = &digits.lists[list];
    int64_t count = digits_of->count;
    digits_of->count = 0;
    for (int64_t p = 0; p < count; p++) {
      tl_digit digit = digits_of->items[p];
      if (digit.dimension != REPLICA)
        digit.dimension = place_of[digit.dimension];
      if (digit.dimension != REPLICA || list == THREADS)
        digits_of->items[digits_of->count++] = digit;
    }
  }
  return tl_register_write(&digits, out, error);
}

tl_code tl_register_permute(const tl_register *layout, const tl_list *dims,
                            tl_register *out, tl_error *error) {
  TL_TRY(tl_check_permutation(dims, layout->shape.count, error));
  return select_dimensions(layout, dims, out, error);
}

tl_code tl_register_reduce(const tl_register *layout, const tl_list *dims,
                           bool keep, tl_register *out, tl_error *error) {
  bool dropped[TL_MAX_RANK] = {false};
  tl_list from = {0};
  TL_TRY(tl_mark_dimensions(dims, layout->shape.count, dropped, error));
  for (int64_t d = 0; d < layout->shape.count; d++)
    if (!dropped[d] || keep)
      TL_TRY(tl_list_append(&from, dropped[d] ? -1 : d, error));
  return select_dimensions(layout, &from, out, error);
}

tl_code tl_register_reduce_to(const tl_register *layout, const tl_list *shape,
                              tl_register *out, tl_error *error) {
  tl_list from = {0};
  int64_t extra = layout->shape.count - shape->count;
  if (extra < 0)
    return tl_fail(error, TL_INVALID,
                   "reducing rank %" PRId64 " to the higher rank %" PRId64,
                   layout->shape.count, shape->count);
  for (int64_t d = 0; d < layout->shape.count; d++) {
    int64_t extent = layout->shape.items[d];
    int64_t target = d < extra ? 1 : shape->items[d - extra];
    if (target != extent && target != 1)
      return tl_fail(error, TL_INVALID,
                     "dimension %" PRId64 " of extent %" PRId64
                     " cannot be reduced to %" PRId64,
                     d, extent, target);
    if (d >= extra)
      TL_TRY(tl_list_append(&from, target == extent ? d : -1, error));
  }
  return select_dimensions(layout, &from, out, error);
}

tl_code tl_register_squeeze(const tl_register *layout, const tl_list *dims,
                            tl_register *out, tl_error *error) {
  bool dropped[TL_MAX_RANK] = {false};
  TL_TRY(tl_mark_dimensions(dims, layout->shape.count, dropped, error));
  for (int64_t d = 0; d < layout->shape.count; d++)
    if (dropped[d] && layout->shape.items[d] != 1)
      return tl_fail(error, TL_INVALID,
                     "dimension %" PRId64 " has extent %" PRId64
                     "; only dimensions of extent 1 can be squeezed",
                     d, layout->shape.items[d]);
  return tl_register_reduce(layout, dims, false, out, error);
}

tl_code tl_register_unsqueeze(const tl_register *layout, const tl_list *dims,
                              tl_register *out, tl_error *error) {
  bool inserted[2 * TL_MAX_ITERS] = {false};
  int64_t rank = layout->shape.count + dims->count, next = 0;
  tl_list from = {0};
  TL_TRY(tl_mark_dimensions(dims, rank, inserted, error));
  for (int64_t k = 0; k < rank; k++)
    TL_TRY(tl_list_append(&from, inserted[k] ? -1 : next++, error));
  return select_dimensions(layout, &from, out, error);
}

tl_code tl_register_with_shape(const tl_register *layout, const tl_list *shape,
                               tl_register *out, tl_error *error) {
  tl_register fields = *layout;
  fields.shape = *shape;
  return tl_register_create(&fields, out, error);
}

/* The pieces of mode m are modes begin[m] to begin[m + 1], slowest first; a
 * replica is one. */
static tl_code append_pieces(const tl_list *modes, const int64_t *begin,
                             tl_list *out, tl_error *error) {
  for (int64_t p = 0; p < modes->count; p++) {
    int64_t mode = modes->items[p];
    int64_t end = mode < 0 ? mode + 1 : begin[mode + 1];
    for (int64_t m = mode < 0 ? mode : begin[mode]; m < end; m++)
      TL_TRY(tl_list_append(out, m, error));
  }
  return TL_OK;
}

/* The canonical `layout` with the shape `extents` (of equal size, any number of
 * them) and every mode split where an extent ends; not merged again. */
static tl_code split(const tl_register *layout, const tl_list *extents,
                     tl_register *out, tl_error *error) {
  tl_register fields = {.shape = *extents};
  int64_t begin[TL_MAX_ITERS + 1] = {0}, next = 0, rest = 1;
  for (int64_t m = 0; m < layout->mode_shape.count; m++) {
    for (int64_t left = layout->mode_shape.items[m]; left > 1;) {
      while (rest == 1 && next < extents->count)
        rest = extents->items[next++];
      int64_t piece = left > rest && left % rest == 0 ? rest : left;
      if (rest % piece != 0)
        return tl_fail(error, TL_INVALID,
                       "a mode of extent %" PRId64
                       " does not split where %" PRId64
                       " is left of an extent of %" PRId64,
                       left, rest, extents->items[next - 1]);
      TL_TRY(tl_list_append(&fields.mode_shape, piece, error));
      left /= piece;
      rest /= piece;
    }
    begin[m + 1] = fields.mode_shape.count;
  }
  TL_TRY(append_pieces(&layout->spatial_modes, begin, &fields.spatial_modes,
                       error));
  TL_TRY(
      append_pieces(&layout->local_modes, begin, &fields.local_modes, error));
  *out = fields;
  return TL_OK;
}

tl_code tl_register_reshape(const tl_register *layout, const tl_list *shape,
                            tl_register *out, tl_error *error) {
  tl_register fields;
  TL_TRY(tl_check_same_size(&layout->shape, shape, error));
  TL_TRY(split(layout, shape, &fields, error));
  return tl_register_create(&fields, out, error);
}

tl_code tl_register_flatten(const tl_register *layout, int64_t start,
                            int64_t end, tl_register *out, tl_error *error) {
  int64_t rank = layout->shape.count;
  int64_t last = end < 0 ? end + rank : end;
  if (start < 0 || last >= rank || start > last)
    return tl_fail(error, TL_INVALID,
                   "dimensions %" PRId64 " to %" PRId64
                   " are no range of a rank of %" PRId64,
                   start, end, rank);
  tl_list shape = {0};
  for (int64_t d = 0; d < rank; d++) {
    if (d <= start || d > last)
      TL_TRY(tl_list_append(&shape, layout->shape.items[d], error));
    else
      shape.items[start] *= layout->shape.items[d];
  }
  return tl_register_reshape(layout, &shape, out, error);
}

/* ---- Quotients of compose (laws L14 and L15) ----------------------------
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

/* Every second extent of the result's shape is the divisor's. */
static tl_code cut(const tl_register *layout, const tl_list *divisor,
                   bool is_fast, tl_list *shape, tl_register *out,
                   tl_error *error) {
  tl_list extents = {.count = 2 * layout->shape.count};
  for (int64_t d = 0; d < layout->shape.count; d++) {
    int64_t all = layout->shape.items[d], part = divisor->items[d];
    if (all % part != 0)
      return tl_fail(error, TL_INVALID,
                     "extent %" PRId64 " of dimension %" PRId64
                     " is not divisible by %" PRId64,
                     all, d, part);
    extents.items[2 * d + !is_fast] = all / part;
    extents.items[2 * d + is_fast] = part;
    TL_TRY(tl_list_append(shape, all / part, error));
  }
  return split(layout, &extents, out, error);
}

/* The divisor's pieces have to be its modes. */
static tl_code check_modes(const tl_register *cut, const tl_register *divisor,
                           bool is_fast, tl_error *error) {
  int64_t extent_of[TL_MAX_ITERS], matched = 0;
  TL_TRY(tl_group_modes(&cut->shape, &cut->mode_shape, extent_of, error));
  for (int64_t m = 0; m < cut->mode_shape.count; m++) {
    int64_t extent = cut->mode_shape.items[m];
    if (extent_of[m] % 2 != is_fast)
      continue;
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

/* Takes the divisor's digits off their end of a list. */
static tl_code strip(digit_list *list, const digit_list *divisor, bool is_fast,
                     const char *name, tl_error *error) {
  int64_t kept = list->count - divisor->count, count = 0;
  int64_t begin = is_fast ? kept : 0;
  for (int64_t p = 0; p < list->count; p++) {
    tl_digit digit = list->items[p];
    bool is_left = p < begin || p >= begin + divisor->count;
    const tl_digit *by = &divisor->items[is_left ? 0 : p - begin];
    bool is_replica = digit.dimension == REPLICA;
    bool is_divisor = !is_replica && digit.dimension % 2 == is_fast;
    digit.dimension = is_replica ? REPLICA : digit.dimension / 2;
    bool matches = is_left ? !is_divisor
                           : (is_replica || is_divisor) &&
                                 by->dimension == digit.dimension &&
                                 by->extent == digit.extent &&
                                 by->step == digit.step;
    if (kept < 0 || !matches)
      return tl_fail(error, TL_INVALID,
                     "the %s modes of the layout do not %s with those of the "
                     "divisor",
                     name, is_fast ? "end" : "begin");
    if (is_left)
      list->items[count++] = digit;
  }
  list->count = count;
  return kept >= 0
             ? TL_OK
             : tl_fail(error, TL_INVALID,
                       "the divisor has more %s modes than the layout", name);
}

/* The divisor's part is the fast one, or the slow one. */
static tl_code quotient(const tl_register *layout, const tl_register *divisor,
                        bool is_fast, tl_register *out, tl_error *error) {
  tl_register by = *divisor, pieces;
  register_digits digits, of_divisor;
  tl_list shape = {0};
  int64_t more = layout->shape.count - divisor->shape.count;
  if (more < 0)
    return tl_fail(error, TL_INVALID,
                   "the divisor has rank %" PRId64 ", the layout %" PRId64,
                   divisor->shape.count, layout->shape.count);
  TL_TRY(tl_list_prepend_ones(&by.shape, more, &by.shape, error));
  TL_TRY(cut(layout, &by.shape, is_fast, &shape, &pieces, error));
  TL_TRY(check_modes(&pieces, &by, is_fast, error));
  TL_TRY(tl_register_read(&pieces, &digits, error));
  TL_TRY(tl_register_read(&by, &of_divisor, error));
  TL_TRY(strip(&digits.lists[THREADS], &of_divisor.lists[THREADS], is_fast,
               "spatial", error));
  TL_TRY(strip(&digits.lists[REGISTERS], &of_divisor.lists[REGISTERS], is_fast,
               "local", error));
  digits.shape = shape;
  return tl_register_write(&digits, out, error);
}

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
