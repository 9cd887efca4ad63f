/* cute_compose.c - composition(A, B): the layout R with R(c) = A(B(c)).
 *
 * Each mode s:d of B is cut along the extents of A: d has to divide or be
 * divided by the extents that it steps over, and what remains of s goes on in
 * the next mode of A, the last one without end.  Doing so mode by mode is right
 * when two things hold:
 *
 *   exact steps  a piece that goes on into the next mode of A ends where the
 *                extent ends;
 *   no carry     in each mode of A but the last, the pieces of all modes of B
 *                add up to less than the extent, and no two have opposite
 *                signs.
 *
 * Where one of them fails the result is compared with A(B(c)).  Tiles may round
 * A up: then the extents are where the pieces end, one for each mode of A, and
 * no mode of B steps over an extent that grows. */
#include "base/checked.h"
#include "cute_parts.h"

/* The coordinate 0. */
static const tl_tuple ZERO = {1, 1, {TL_NODE_INTEGER}, {{0}}};

typedef struct cutter {
  flat_modes a;
  int64_t used[TL_MAX_ITERS];    /* by the pieces so far, in each mode of a */
  int64_t end[TL_MAX_ITERS];     /* where they go on into the next mode, or 0 */
  bool is_crossed[TL_MAX_ITERS]; /* whole, by steps of a mode of b */
  bool ascends, descends;        /* a mode of B with stride above, below 0 */
  bool has_one_end; /* the pieces that go on in a mode agree about its end */
} cutter;

/* How many of `size` steps by `stride` stay within a mode of that extent, and
 * the stride of what remains, in the next mode. */
static tl_code cut_step(int64_t extent, int64_t size, int64_t stride,
                        int64_t *count, int64_t *next_stride, tl_error *error) {
  int64_t distance = stride < 0 ? -stride : stride;
  if (distance >= extent && distance % extent != 0)
    return tl_fail(error, TL_INVALID,
                   "stride %" PRId64 " steps over an extent of %" PRId64
                   " that does not divide it",
                   stride, extent);
  int64_t fitting = distance >= extent ? 1 : (extent - 1) / distance + 1;
  int64_t next = distance >= extent ? distance / extent : 1;
  *next_stride = stride < 0 ? -next : next;
  *count = size < fitting ? size : fitting;
  if (size % *count != 0)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64 " steps of stride %" PRId64
                   " do not split along an extent of %" PRId64 ": %" PRId64
                   " fit into it",
                   size, stride, extent, fitting);
  return TL_OK;
}

/* A piece that counts what the mode of A does. */
static void push_piece(flat_modes *pieces, int64_t extent, int64_t stride,
                       const tl_leaf *mode) {
  flat_push(pieces, extent, stride);
  if (stride != 0)
    pieces->items[pieces->count - 1].basis = mode->basis;
}

/* The mode of B as modes of A. */
static tl_code compose_mode(cutter *cuts, tl_leaf mode, flat_modes *pieces,
                            tl_error *error) {
  const tl_leaf *a = cuts->a.items;
  int64_t last = cuts->a.count - 1, rest = mode.value, step = mode.stride;
  if (step == 0) {
    flat_push(pieces, rest, 0);
    return TL_OK;
  }
  cuts->ascends |= rest > 1 && step > 0;
  cuts->descends |= rest > 1 && step < 0;
  for (int64_t i = 0; i < last; i++) {
    int64_t count = 1, next = step, reached, distance = step < 0 ? -step : step;
    TL_TRY(cut_step(a[i].value, rest, step, &count, &next, error));
    cuts->is_crossed[i] |= rest > 1 && distance >= a[i].value;
    if (count > 1) {
      TL_TRY(tl_multiply(step, a[i].stride, &reached, error));
      push_piece(pieces, count, reached, &a[i]);
      cuts->used[i] += (count - 1) * distance;
      rest /= count;
      if (rest > 1) {
        int64_t end = count * distance;
        cuts->has_one_end &= cuts->end[i] == 0 || cuts->end[i] == end;
        cuts->end[i] = end;
      }
    }
    step = next;
  }
  if (rest == 1 && pieces->count > 0)
    return TL_OK;
  TL_TRY(tl_multiply(step, a[last].stride, &step, error));
  push_piece(pieces, rest, step, &a[last]);
  return TL_OK;
}

static tl_code cut_modes(const tl_cute *b, cutter *cuts, tl_cute *out,
                         tl_error *error) {
  for (int64_t i = 0, leaf = 0; i < b->node_count; i++) {
    flat_modes pieces = {0};
    if (b->nodes[i] >= 0) {
      TL_TRY(tl_tuple_put(out, b->nodes[i], (tl_leaf){0}, error));
      continue;
    }
    TL_TRY(compose_mode(cuts, b->leaves[leaf++], &pieces, error));
    TL_TRY(tl_flat_put(&pieces, out, error));
  }
  return TL_OK;
}

static bool holds_pieces(const cutter *cuts, int64_t i, bool rounds_up) {
  int64_t extent = cuts->a.items[i].value, end = cuts->end[i];
  if (end <= extent)
    return cuts->used[i] < extent;
  return rounds_up && !cuts->is_crossed[i] && cuts->used[i] < end;
}

static bool is_proved(const cutter *cuts, bool rounds_up) {
  int64_t last = cuts->a.count - 1;
  for (int64_t i = 0; i < last; i++)
    if (!holds_pieces(cuts, i, rounds_up))
      return false;
  return last == 0 || (cuts->has_one_end && !(cuts->ascends && cuts->descends));
}

static tl_code compare_offsets(const tl_cute *a, const tl_cute *b,
                               const tl_cute *composed, tl_error *error) {
  int64_t size;
  TL_TRY(tl_cute_size(b, &size, error));
  if (size > TL_MAX_ENUMERATED)
    return tl_fail(error, TL_UNSUPPORTED,
                   "cannot prove a composition whose modes carry into each "
                   "other, and %" PRId64
                   " coordinates are too many to compare (at most %d)",
                   size, TL_MAX_ENUMERATED);
  for (int64_t i = 0; i < size; i++) {
    int64_t inner, wanted, got;
    TL_TRY(tl_cute_apply(b, i, &inner, error));
    TL_TRY(tl_cute_apply(a, inner, &wanted, error));
    TL_TRY(tl_cute_apply(composed, i, &got, error));
    if (wanted != got)
      return tl_fail(error, TL_INVALID,
                     "the composition is no layout of these modes: coordinate "
                     "%" PRId64 " leads to %" PRId64
                     ", but splitting it by modes to %" PRId64,
                     i, wanted, got);
  }
  return TL_OK;
}

/* Each integer of the coordinates that A leads to. */
static tl_code compare(const tl_cute *a, const tl_cute *b,
                       const tl_cute *composed, tl_error *error) {
  tl_cute_place values = {0};
  TL_TRY(tl_cute_place_at(&ZERO, a, &values, error));
  for (int64_t i = 0; i < values.count; i++) {
    tl_cute from = tl_cute_along(a, values.items[i].basis);
    tl_cute to = tl_cute_along(composed, values.items[i].basis);
    TL_TRY(compare_offsets(&from, b, &to, error));
  }
  return TL_OK;
}

static tl_code compose_integers(const tl_cute *a, const tl_cute *b,
                                bool rounds_up, tl_cute *out, tl_error *error) {
  tl_cute result = {0};
  TL_TRY(tl_cute_check_domain(a, error));
  TL_TRY(tl_cute_check_domain(b, error));
  cutter cuts = {.a = tl_flat_runs(a, true), .has_one_end = true};
  TL_TRY(cut_modes(b, &cuts, &result, error));
  TL_TRY(tl_cute_check(&result, error));
  if (!is_proved(&cuts, rounds_up))
    TL_TRY(compare(a, b, &result, error));
  *out = result;
  return TL_OK;
}

/* Takes the modes of B that count item `basis` from the composition with that
 * item of A. */
static tl_code compose_item(const tl_cute *a, const tl_cute *b, int64_t basis,
                            bool rounds_up, tl_cute *composed,
                            tuple_part *chosen, tl_error *error) {
  tuple_part parts[TL_MAX_ITERS];
  tl_tuple path = tl_basis_path(basis);
  tl_cute mode, along = tl_cute_along(b, basis);
  TL_TRY(tl_tuple_get(&path, a, &mode, error));
  TL_TRY(compose_integers(&mode, &along, rounds_up, composed, error));
  TL_TRY(tl_tuple_pair(b, composed, parts, error));
  for (int64_t i = 0; i < b->leaf_count; i++)
    if (b->leaves[i].basis == basis)
      chosen[i] = parts[i];
  return TL_OK;
}

/* B leads to coordinates of A: each integer of them composes with its item. */
static tl_code compose_coordinates(const tl_cute *a, const tl_cute *b,
                                   bool rounds_up, tl_cute *out,
                                   tl_error *error) {
  tl_cute_place values = {0};
  tl_cute composed[TL_MAX_PLACE_ITEMS], result = {0};
  tuple_part chosen[TL_MAX_ITERS];
  TL_TRY(tl_cute_place_at(&ZERO, b, &values, error));
  for (int64_t i = 0; i < values.count; i++)
    TL_TRY(compose_item(a, b, values.items[i].basis, rounds_up, &composed[i],
                        chosen, error));
  for (int64_t i = 0, leaf = 0; i < b->node_count; i++) {
    tl_leaf mode = b->leaves[leaf];
    bool is_leaf = b->nodes[i] < 0, is_taken = is_leaf && mode.basis != 0;
    mode = is_leaf ? mode : (tl_leaf){0};
    TL_TRY(is_taken ? tl_tuple_put_part(&result, &chosen[leaf], error)
                    : tl_tuple_put(&result, b->nodes[i], mode, error));
    leaf += is_leaf;
  }
  *out = result;
  return tl_cute_check(out, error);
}

static tl_code compose(const tl_cute *a, const tl_cute *b, bool rounds_up,
                       tl_cute *out, tl_error *error) {
  return tl_cute_is_coordinates(b)
             ? compose_coordinates(a, b, rounds_up, out, error)
             : compose_integers(a, b, rounds_up, out, error);
}

TUPLE_OPERATION(tl_cute_composition, compose(a, b, false, out, error))
TUPLE_OPERATION(tl_compose_rounded_up, compose(a, b, true, out, error))
