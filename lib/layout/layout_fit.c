/* layout_fit.c - see tl/layout_fit.h.
 *
 * The places of a tile layout are a sum of one number for each extent, and each
 * of these is a mixed-radix number: the first entries along an extent are one
 * run, as long as its fastest digit; the starts of the runs are a shorter
 * sequence of the same kind.  Digits and strides are read off so, and then every
 * entry is compared with them. */
#include "tl/layout_fit.h"
#include "base/checked.h"
#include <assert.h>
#include <inttypes.h>
#include <stddef.h>

/*===--- Tables -----------------------------------------------------------===*/

static int64_t entries_of(const tl_place_table *table) {
  int64_t count = 1;
  for (int64_t d = 0; d < table->extents.count; d++)
    count *= table->extents.items[d];
  return count;
}

/* From an entry to the next one along an extent. */
static int64_t step_along(const tl_place_table *table, int64_t extent) {
  int64_t step = 1;
  for (int64_t d = extent + 1; d < table->extents.count; d++)
    step *= table->extents.items[d];
  return step;
}

/* A table before a swizzle. */
typedef struct undone_table {
  const tl_place_table *table;
  const tl_swizzle *swizzle;
} undone_table;

static int64_t undone_place(const void *of, int64_t index) {
  const undone_table *undone = of;
  return tl_swizzle_undo(undone->swizzle,
                         undone->table->place(undone->table->of, index));
}

static tl_place_table undo(const undone_table *undone) {
  return (tl_place_table){undone->table->extents, undone_place, undone};
}

/*===--- Digits -----------------------------------------------------------===*/

/* Entries along one extent. */
typedef struct sequence {
  const tl_place_table *table;
  int64_t step, count; /* from an entry to the next, and how many */
} sequence;

static int64_t place_in(const sequence *of, int64_t i) {
  return of->table->place(of->table->of, i * of->step);
}

/* Whether entry i is so many strides from the first. */
static bool is_in_run(const sequence *of, int64_t stride, int64_t i) {
  int64_t place = place_in(of, 0);
  return tl_add_product(&place, stride, i) && place == place_in(of, i);
}

/* Entries from the first on that are one run. */
static int64_t run_of(const sequence *of, int64_t stride) {
  int64_t length = 1;
  while (length < of->count && is_in_run(of, stride, length))
    length++;
  return length;
}

/* The digits along an extent, slowest first. */
static tl_code read_digits(sequence of, tl_iter *out, int64_t room,
                           int64_t *count, tl_error *error) {
  *count = 0;
  while (of.count > 1) {
    int64_t first = place_in(&of, 0), stride = place_in(&of, 1) - first;
    int64_t length = run_of(&of, stride);
    if (stride < 0 || of.count % length != 0)
      return tl_fail(error, TL_INVALID,
                     "entry %" PRId64 " is at %" PRId64
                     ", which no stride from entry 0, at %" PRId64 ", leads to",
                     of.step * (stride < 0 ? 1 : length),
                     place_in(&of, stride < 0 ? 1 : length), first);
    if (*count == room)
      return tl_fail(error, TL_CAPACITY, "more than %d digits", TL_MAX_ITERS);
    for (int64_t k = (*count)++; k > 0; k--)
      out[k] = out[k - 1];
    out[0] = (tl_iter){length, stride, TL_AXIS_M, 0};
    of.count /= length;
    of.step *= length;
  }
  return TL_OK;
}

static tl_code check_entries(const tl_place_table *table,
                             const tl_layout *layout, tl_error *error) {
  tl_list coordinate = {.count = table->extents.count};
  int64_t index = 0;
  do {
    int64_t point[TL_AXIS_COUNT], place = table->place(table->of, index);
    tl_layout_apply(layout, coordinate.items, point);
    if (point[TL_AXIS_M] != place)
      return tl_fail(error, TL_INVALID,
                     "entry %" PRId64 " is at %" PRId64 ", not at %" PRId64,
                     index, place, point[TL_AXIS_M]);
    index++;
  } while (tl_list_next_coordinate(&table->extents, &coordinate));
  return TL_OK;
}

/* The only layout without a swizzle that may have these places. */
static tl_code propose(const tl_place_table *table, tl_layout *out,
                       tl_error *error) {
  tl_layout fields = {.rank = table->extents.count};
  for (int64_t d = 0; d < fields.rank; d++) {
    sequence along = {table, step_along(table, d), table->extents.items[d]};
    TL_TRY(read_digits(along, &fields.iters[fields.shard_count],
                       TL_MAX_ITERS - fields.shard_count, &fields.group_size[d],
                       error));
    fields.shard_count += fields.group_size[d];
  }
  fields.offset[TL_AXIS_M] = table->place(table->of, 0);
  return tl_layout_create(&fields, out, error);
}

/* Without a swizzle. */
static tl_code fit_digits(const tl_place_table *table, tl_layout *out,
                          tl_error *error) {
  TL_TRY(propose(table, out, error));
  return check_entries(table, out, error);
}

tl_code tl_layout_fit(const tl_place_table *table, const tl_swizzle *swizzle,
                      tl_layout *out, tl_error *error) {
  undone_table undone = {table, swizzle};
  tl_place_table before = undo(&undone);
  assert(table->extents.count >= 1 && table->extents.count <= TL_MAX_RANK);
  TL_TRY(fit_digits(&before, out, error));
  out->swizzle = *swizzle;
  return TL_OK;
}

/*===--- Swizzles ---------------------------------------------------------===*/

enum { MOST_BITS = 5, MOST_BASE = 7, MOST_SHIFT = 8 };

/* How well tables go with a swizzle. */
typedef struct fit_score {
  int64_t misfits, digits;
} fit_score;

static bool is_better(const fit_score *a, const fit_score *b) {
  return a->misfits != b->misfits ? a->misfits < b->misfits
                                  : a->digits < b->digits;
}

typedef tl_code fitting(const tl_place_table *table, const tl_swizzle *swizzle,
                        tl_layout *out, tl_error *error);

/* Entries are not looked at: no score is better. */
static tl_code may_fit(const tl_place_table *table, const tl_swizzle *swizzle,
                       tl_layout *out, tl_error *error) {
  undone_table undone = {table, swizzle};
  tl_place_table before = undo(&undone);
  return propose(&before, out, error);
}

static fit_score score(const tl_place_table *tables, int64_t count,
                       const tl_swizzle *swizzle, fitting *fit) {
  fit_score sum = {0, 0};
  for (int64_t i = 0; i < count; i++) {
    tl_layout layout;
    if (fit(&tables[i], swizzle, &layout, NULL) == TL_OK)
      sum.digits += layout.shard_count;
    else
      sum.misfits++;
  }
  return sum;
}

/* Entries are looked at one by one only where that can make it better. */
static void try_swizzle(const tl_place_table *tables, int64_t count,
                        const tl_swizzle *tried, fit_score *least,
                        tl_swizzle *best) {
  fit_score own = score(tables, count, tried, may_fit);
  if (is_better(&own, least))
    own = score(tables, count, tried, tl_layout_fit);
  if (is_better(&own, least)) {
    *least = own;
    *best = *tried;
  }
}

tl_swizzle tl_layout_fit_swizzle(const tl_place_table *tables, int64_t count) {
  tl_swizzle best = {0, 0, 0};
  fit_score least = score(tables, count, &best, tl_layout_fit);
  for (int64_t bits = 1; bits <= MOST_BITS; bits++)
    for (int64_t base = 0; base <= MOST_BASE; base++)
      for (int64_t shift = -MOST_SHIFT; shift <= MOST_SHIFT; shift++)
        if (shift)
          try_swizzle(tables, count, &(tl_swizzle){base, bits, shift}, &least,
                      &best);
  return best;
}

/*===--- Bits -------------------------------------------------------------===*/

tl_code tl_bit_matrix_fit(const tl_place_table *table, tl_bit_matrix *out,
                          tl_error *error) {
  int64_t count = entries_of(table), bits = 0;
  uint64_t columns[TL_MAX_BITS];
  uint64_t constant = (uint64_t)table->place(table->of, 0);
  if (!tl_is_power_of_two(count))
    return tl_fail(error, TL_INVALID, "%" PRId64 " entries are no power of two",
                   count);
  for (; INT64_C(1) << bits < count; bits++)
    columns[bits] =
        (uint64_t)table->place(table->of, INT64_C(1) << bits) ^ constant;
  tl_bit_matrix_from_columns(columns, bits, constant, out);
  for (int64_t index = 0; index < count; index++) {
    int64_t place = table->place(table->of, index);
    int64_t expected = (int64_t)tl_bit_matrix_apply(out, (uint64_t)index);
    if (place != expected)
      return tl_fail(error, TL_INVALID,
                     "entry %" PRId64 " is at %" PRId64
                     ", and the XOR of its bits at %" PRId64,
                     index, place, expected);
  }
  return TL_OK;
}

/*===--- Fragments --------------------------------------------------------===*/

/* Places as coordinates of a tile.  `weights` make one number of a coordinate
 * from which each part can be read back, whatever the others are. */
typedef struct tile_table {
  tl_place_table before; /* of the swizzle */
  tl_list order;         /* dimensions, the largest stride first */
  tl_list strides, origin, extents;
  int64_t weights[TL_MAX_RANK];
} tile_table;

/* False where the place is between the elements of the memory. */
static bool coordinate_of(const tile_table *tile, int64_t place,
                          int64_t *coordinate) {
  for (int64_t k = 0; k < tile->order.count; k++) {
    int64_t d = tile->order.items[k], stride = tile->strides.items[d];
    coordinate[d] = place / stride;
    place %= stride;
  }
  return place == 0;
}

static int64_t weighted_place(const void *of, int64_t index) {
  const tile_table *tile = of;
  int64_t coordinate[TL_MAX_RANK], sum = 0;
  coordinate_of(tile, tile->before.place(tile->before.of, index), coordinate);
  for (int64_t d = 0; d < tile->order.count; d++)
    sum += (coordinate[d] - tile->origin.items[d]) * tile->weights[d];
  return sum;
}

static tl_code order_dimensions(tile_table *tile, tl_error *error) {
  for (int64_t d = 0; d < tile->strides.count; d++) {
    int64_t k = tile->order.count++;
    if (tile->strides.items[d] < 1)
      return tl_fail(error, TL_INVALID, "dimension %" PRId64 " has no stride",
                     d);
    for (; k > 0 && tile->strides.items[tile->order.items[k - 1]] <
                        tile->strides.items[d];
         k--)
      tile->order.items[k] = tile->order.items[k - 1];
    tile->order.items[k] = d;
  }
  return TL_OK;
}

/* The box that the elements are in. */
static tl_code find_box(tile_table *tile, tl_error *error) {
  tl_list *low = &tile->origin, *high = &tile->extents;
  int64_t count = entries_of(&tile->before), rank = tile->strides.count;
  low->count = high->count = rank;
  for (int64_t i = 0; i < count; i++) {
    int64_t place = tile->before.place(tile->before.of, i), c[TL_MAX_RANK];
    if (!coordinate_of(tile, place, c))
      return tl_fail(error, TL_INVALID,
                     "entry %" PRId64 " is at %" PRId64 ", between elements", i,
                     place);
    for (int64_t d = 0; d < rank; d++) {
      low->items[d] = i == 0 || c[d] < low->items[d] ? c[d] : low->items[d];
      high->items[d] = i == 0 || c[d] > high->items[d] ? c[d] : high->items[d];
    }
  }
  for (int64_t d = 0; d < rank; d++)
    TL_TRY(tl_add(high->items[d] - low->items[d], 1, &high->items[d], error));
  return TL_OK;
}

/* A sum of strides below its extent never reaches the weight of the next one. */
static tl_code weigh(tile_table *tile, tl_error *error) {
  int64_t weight = 1, reach;
  for (int64_t d = tile->strides.count - 1; d >= 0; d--) {
    tile->weights[d] = weight;
    TL_TRY(tl_multiply(2, tile->extents.items[d], &reach, error));
    TL_TRY(tl_multiply(weight, reach, &weight, error));
  }
  return TL_OK;
}

/* A digit of the table that moves along one dimension of the tile. */
typedef struct tile_digit {
  int64_t dimension, extent, stride;
  tl_iter held; /* by whom */
} tile_digit;

static tl_code read_digit(const tile_table *tile, const tl_iter *iter,
                          tl_iter held, tile_digit *out, tl_error *error) {
  int64_t rank = tile->strides.count, d = 0;
  *out = (tile_digit){rank, iter->extent, 0, held};
  while (d < rank && iter->stride < tile->weights[d])
    d++;
  if (d == rank)
    return TL_OK; /* a replica */
  *out = (tile_digit){d, iter->extent, iter->stride / tile->weights[d], held};
  return iter->stride % tile->weights[d] == 0
             ? TL_OK
             : tl_fail(error, TL_INVALID,
                       "neighbours differ in more than one dimension");
}

/* The digits of the fit, and who holds them: registers count through all of
 * their extents. */
static tl_code read_tile_digits(const tile_table *tile, const tl_list *threads,
                                const tl_layout *fit, tile_digit *out,
                                tl_error *error) {
  int64_t behind = fit->shard_count, weight = 1;
  for (int64_t d = fit->rank - 1; d >= 0; d--) {
    bool is_thread = d < threads->count;
    weight = is_thread ? threads->items[d] : weight;
    for (int64_t k = 0; k < fit->group_size[d]; k++) {
      const tl_iter *iter = &fit->iters[--behind];
      tl_iter held = {iter->extent, weight, is_thread ? TL_AXIS_TX : TL_AXIS_M,
                      0};
      TL_TRY(read_digit(tile, iter, held, &out[behind], error));
      TL_TRY(tl_multiply(weight, iter->extent, &weight, error));
    }
  }
  return TL_OK;
}

static const tile_digit *digit_of(const tile_digit *digits, int64_t count,
                                  int64_t dimension, int64_t stride) {
  for (int64_t i = 0; i < count; i++)
    if (digits[i].dimension == dimension && digits[i].stride == stride)
      return &digits[i];
  return NULL;
}

/* The digits of a dimension, which have to follow each other without gaps; they
 * are put before those that are there. */
static tl_code add_dimension(const tile_table *tile, int64_t d,
                             const tile_digit *digits, int64_t count,
                             tl_layout *out, tl_error *error) {
  int64_t begin = out->shard_count;
  for (int64_t stride = 1; stride < tile->extents.items[d];) {
    const tile_digit *digit = digit_of(digits, count, d, stride);
    if (!digit)
      return tl_fail(error, TL_INVALID,
                     "the elements leave gaps: none is %" PRId64
                     " from another along dimension %" PRId64,
                     stride, d);
    for (int64_t k = out->shard_count++; k > begin; k--)
      out->iters[k] = out->iters[k - 1];
    out->iters[begin] = digit->held;
    stride *= digit->extent;
  }
  out->group_size[d] = out->shard_count - begin;
  return TL_OK;
}

static tl_code assemble(const tile_table *tile, const tl_layout *fit,
                        const tl_fragment_table *from, tl_layout *out,
                        tl_error *error) {
  int64_t count = fit->shard_count, rank = tile->strides.count;
  tile_digit digits[TL_MAX_ITERS];
  tl_layout fields = {.rank = rank};
  TL_TRY(read_tile_digits(tile, &from->threads, fit, digits, error));
  for (int64_t d = 0; d < rank; d++)
    TL_TRY(add_dimension(tile, d, digits, count, &fields, error));
  for (int64_t i = 0; i < count; i++)
    if (digits[i].dimension == rank)
      fields.iters[fields.shard_count + fields.replica_count++] =
          digits[i].held;
  if (fields.shard_count + fields.replica_count != count)
    return tl_fail(error, TL_INVALID, "elements are met more than once");
  fields.offset[TL_AXIS_TX] = from->first_thread;
  return tl_layout_create(&fields, out, error);
}

tl_code tl_fragment_fit_table(const tl_fragment_table *table,
                              tl_fragment_fit *out, tl_error *error) {
  undone_table undone = {&table->table, &table->swizzle};
  tile_table tile = {.before = undo(&undone), .strides = table->strides};
  tl_place_table weighted = {table->table.extents, weighted_place, &tile};
  tl_layout fit;
  assert(table->threads.count <= table->table.extents.count &&
         table->strides.count <= TL_MAX_RANK);
  TL_TRY(order_dimensions(&tile, error));
  TL_TRY(find_box(&tile, error));
  TL_TRY(weigh(&tile, error));
  TL_TRY(fit_digits(&weighted, &fit, error));
  out->origin = tile.origin;
  return assemble(&tile, &fit, table, &out->fragment, error);
}
