/* triton_shared.c - #ttg.swizzled_shared, #ttg.nvmma_shared and
 * #ttg.padded_shared: places in shared memory, in elements.
 *
 * Swizzled: dimensions in `order`; the columns of row r, in groups of vec, are
 * XORed with (r / perPhase) % maxPhase, as far as there are such columns.
 *
 * nvmma: rows of swizzlingByteWidth bytes, one below the other in eights and on
 * to the last one; then the next such columns.  Groups of 16 bytes are XORed
 * with the row, swizzlingByteWidth / 16 of them, each for 128 bytes of rows.
 *
 * Padded: after every `interval` elements there are `pad` places more, for each
 * such pair, counted in elements.
 *
 * Source: Triton, as in triton_blocked.c; PTX ISA, the shared memory
 * layouts of wgmma.mma_async. */
#include "base/checked.h"
#include "triton.h"

static int64_t log_of(int64_t power) {
  return __builtin_ctzll((uint64_t)power);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static tl_code fail_field(const tl_foreign_node *node, int field,
                          tl_error *error, const char *message) {
  return tl_fail_at_field(node, field,
                          tl_fail(error, TL_INVALID, "%s", message), error);
}

/* ---- Swizzled ----------------------------------------------------------- */

enum { VECTOR, PER_PHASE, MOST_PHASE, ORDER, SWIZZLED_CLUSTER };

/* Columns of a block in each row, and rows. */
static tl_swizzle swizzle_of(const tl_foreign_node *node, int64_t columns,
                             int64_t rows) {
  int64_t vector = node->fields[VECTOR].as.integer;
  int64_t per_phase = node->fields[PER_PHASE].as.integer;
  int64_t phases = node->fields[MOST_PHASE].as.integer;
  phases = least(phases, vector < columns ? columns / vector : 1);
  phases = least(phases, per_phase < rows ? rows / per_phase : 1);
  if (phases == 1)
    return (tl_swizzle){0};
  return (tl_swizzle){log_of(vector), log_of(phases),
                      log_of(columns) + log_of(per_phase) - log_of(vector)};
}

static tl_code check_power(const tl_foreign_node *node, int field,
                           tl_error *error) {
  int64_t number = node->fields[field].as.integer;
  if (tl_is_power_of_two(number) && number <= INT32_MAX)
    return TL_OK;
  return tl_fail_at_field(node, field,
                          tl_fail(error, TL_INVALID,
                                  "%s has to be a power of two, below 2^31",
                                  node->row->fields[field].name),
                          error);
}

static tl_code swizzled_mean(const tl_foreign_node *node, const tl_list *shape,
                             int64_t lanes, tl_layout *out, tl_error *error) {
  const tl_list *order = &node->fields[ORDER].as.list;
  tiling tile;
  for (int field = VECTOR; field <= MOST_PHASE; field++)
    TL_TRY(check_power(node, field, error));
  TL_TRY(tl_cluster_start(node, SWIZZLED_CLUSTER, -1, shape, &tile, error));
  if (shape->count > 1)
    tile.swizzle = swizzle_of(node, tile.left.items[order->items[0]],
                              tile.left.items[order->items[1]]);
  TL_TRY(tl_tiling_take_rest(&tile, order, error));
  TL_TRY(tl_cluster_finish(node, SWIZZLED_CLUSTER, -1, shape, &tile, error));
  return tl_tiling_finish(&tile, lanes, out, error);
}

/* What the swizzle says of vec, perPhase and maxPhase. */
static bool put_swizzle(foreign_search *search, const tl_list *order,
                        tl_foreign_node *node) {
  const tl_swizzle *swizzle = &search->wanted.swizzle;
  int64_t per_phase = 0;
  if (swizzle->bits && order->count > 1)
    per_phase = swizzle->base + swizzle->shift -
                log_of(search->shape.items[order->items[0]]);
  if (per_phase < 0)
    return false;
  put_integer(node, VECTOR, INT64_C(1) << swizzle->base);
  put_integer(node, PER_PHASE, INT64_C(1) << per_phase);
  put_integer(node, MOST_PHASE, INT64_C(1) << swizzle->bits);
  put_list(node, ORDER, order);
  return true;
}

static tl_code swizzled_search(foreign_search *search,
                               TL_UNUSED tl_error *error) {
  tl_list order = tl_row_major_order(search->shape.count);
  do {
    tl_foreign_node *node = tl_search_node(search, 0, &TL_TTG_SWIZZLED_SHARED);
    if (put_swizzle(search, &order, node) && tl_search_try(search))
      return TL_OK;
  } while (tl_search_next_order(&order));
  return TL_OK;
}

const tl_foreign TL_TTG_SWIZZLED_SHARED = {
    .name = "ttg.swizzled_shared",
    .role = TL_ROLE_STORED,
    .has_braces = true,
    .is_two_to_power = true,
    .fields = {{"vec", TL_FOREIGN_INTEGER, false},
               {"perPhase", TL_FOREIGN_INTEGER, false},
               {"maxPhase", TL_FOREIGN_INTEGER, false},
               {"order", TL_FOREIGN_ORDER, false},
               CLUSTER_FIELDS},
    .mean = swizzled_mean,
    .search = swizzled_search,
};

/* ---- For matrix instructions -------------------------------------------- */

enum { BYTES, TRANSPOSED, BITS, FP4, MATRIX_CLUSTER };

enum { TILE_ROWS = 8, GROUP_BYTES = 16, LINE_BYTES = 128, BYTE_BITS = 8 };

static tl_code check_matrix(const tl_foreign_node *node, const tl_list *shape,
                            tl_error *error) {
  int64_t bytes = node->fields[BYTES].as.integer;
  int64_t bits = node->fields[BITS].as.integer;
  if (bytes != 0 && bytes != 32 && bytes != 64 && bytes != 128)
    return fail_field(node, BYTES, error,
                      "swizzlingByteWidth has to be 0, 32, 64 or 128");
  if (bits != 4 && bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return fail_field(node, BITS, error,
                      "elementBitWidth has to be 4, 8, 16, 32 or 64");
  if (field_integer(node, FP4, 0) && bits != 8)
    return fail_field(node, FP4, error,
                      "fp4Padded is of an elementBitWidth of 8");
  if (shape->count < 2)
    return fail_field(node, BYTES, error,
                      "#ttg.nvmma_shared has at least 2 dimensions");
  if (shape->count > 2 && node->fields[TRANSPOSED].as.integer)
    return fail_field(node, TRANSPOSED, error,
                      "transposed is known of 2 dimensions alone");
  return TL_OK;
}

/* Halves of groups are padding where elements of 4 bits are kept in pairs. */
static tl_code take_columns(const tl_foreign_node *node, int64_t column,
                            int64_t columns, tiling *tile, tl_error *error) {
  int64_t half = GROUP_BYTES / 2;
  if (tile->left.items[column] < columns)
    return tl_fail_at_field(node, BYTES,
                            tl_fail(error, TL_INVALID,
                                    "a row has %" PRId64
                                    " elements; dimension %" PRId64
                                    " has %" PRId64,
                                    columns, column, tile->left.items[column]),
                            error);
  if (!field_integer(node, FP4, 0))
    return tl_tiling_take(tile, PART_SLOT, column, columns, error);
  TL_TRY(tl_tiling_take(tile, PART_SLOT, column, half, error));
  tile->next[PART_SLOT] *= 2;
  return tl_tiling_take(tile, PART_SLOT, column, columns / half, error);
}

static tl_code matrix_mean(const tl_foreign_node *node, const tl_list *shape,
                           int64_t lanes, tl_layout *out, tl_error *error) {
  TL_TRY(check_matrix(node, shape, error));
  int64_t bytes = node->fields[BYTES].as.integer;
  int64_t bits = node->fields[BITS].as.integer, places;
  int64_t row = bytes > GROUP_BYTES ? bytes : GROUP_BYTES;
  bool is_transposed = node->fields[TRANSPOSED].as.integer;
  tl_list order = tl_row_major_order(shape->count);
  tiling tile;
  if (is_transposed)
    order = (tl_list){2, {0, 1}};
  TL_TRY(tl_cluster_start(node, MATRIX_CLUSTER, -1, shape, &tile, error));
  places = row * BYTE_BITS / bits;
  TL_TRY(take_columns(node, order.items[0],
                      field_integer(node, FP4, 0) ? places / 2 : places, &tile,
                      error));
  for (int64_t i = 1; i < order.count; i++)
    TL_TRY(tl_tiling_take(&tile, PART_SLOT, order.items[i],
                          tile.left.items[order.items[i]], error));
  if (tile.next[PART_SLOT] < places * TILE_ROWS)
    return tl_fail_at_field(
        node, BYTES,
        tl_fail(error, TL_INVALID,
                "a tile has %d rows; the tensor has %" PRId64, TILE_ROWS,
                tile.next[PART_SLOT] / places),
        error);
  TL_TRY(tl_tiling_take_rest(&tile, &order, error));
  if (bytes > GROUP_BYTES)
    tile.swizzle = (tl_swizzle){log_of(GROUP_BYTES * BYTE_BITS / bits),
                                log_of(bytes / GROUP_BYTES),
                                log_of(LINE_BYTES / GROUP_BYTES)};
  TL_TRY(tl_cluster_finish(node, MATRIX_CLUSTER, -1, shape, &tile, error));
  return tl_tiling_finish(&tile, lanes, out, error);
}

static tl_code matrix_search(foreign_search *search,
                             TL_UNUSED tl_error *error) {
  static const int64_t WIDTHS[] = {128, 64, 32, 0};
  for (int64_t variant = 0; variant < 4; variant++)
    for (int i = 0; i < 4; i++) {
      tl_foreign_node *node = tl_search_node(search, 0, &TL_TTG_NVMMA_SHARED);
      put_integer(node, BYTES, WIDTHS[i]);
      put_integer(node, TRANSPOSED, variant & 1);
      put_integer(node, BITS, search->bits);
      if (variant & 2)
        put_integer(node, FP4, 1);
      if (tl_search_try(search))
        return TL_OK;
    }
  return TL_OK;
}

const tl_foreign TL_TTG_NVMMA_SHARED = {
    .name = "ttg.nvmma_shared",
    .role = TL_ROLE_STORED,
    .has_braces = true,
    .is_two_to_power = true,
    .fields = {{"swizzlingByteWidth", TL_FOREIGN_INTEGER, false},
               {"transposed", TL_FOREIGN_BOOLEAN, false},
               {"elementBitWidth", TL_FOREIGN_INTEGER, false},
               {"fp4Padded", TL_FOREIGN_BOOLEAN, true},
               CLUSTER_FIELDS},
    .mean = matrix_mean,
    .search = matrix_search,
};

/* ---- Padded ------------------------------------------------------------- */

enum { PADS, PAD_ORDER, PAD_SHAPE, OFFSET, BLOCK };

/* What follows from the bases, as of a linear layout. */
static tl_code padded_shape(const tl_foreign_node *node, tl_list *out,
                            tl_error *error) {
  const tl_lists *bases = &node->fields[OFFSET].as.lists;
  if (field_is_set(node, PAD_SHAPE)) {
    *out = node->fields[PAD_SHAPE].as.list;
    return TL_OK;
  }
  if (!field_is_set(node, OFFSET) || bases->count == 0)
    return tl_fail(error, TL_INVALID,
                   "#ttg.padded_shared needs the fields 'order' and 'shape', "
                   "or 'offset' and 'block'");
  *out = tl_list_ones(bases->length);
  for (int64_t k = 0; k < bases->count; k++)
    for (int64_t d = 0; d < bases->length; d++)
      if (bases->items[k][d] >= out->items[d])
        TL_TRY(tl_multiply(bases->items[k][d], 2, &out->items[d], error));
  return TL_OK;
}

static tl_code check_pads(const tl_foreign_node *node, tl_error *error) {
  const tl_lists *pads = &node->fields[PADS].as.lists;
  for (int64_t i = 0; i < pads->count; i++)
    if (!tl_is_power_of_two(pads->items[i][0]) ||
        !tl_is_power_of_two(pads->items[i][1]))
      return tl_fail(error, TL_INVALID,
                     "%" PRId64 ":+%" PRId64
                     ": intervals and paddings are powers of two",
                     pads->items[i][0], pads->items[i][1]);
  return TL_OK;
}

/* Bit k of the offset leads along a dimension by its next bit. */
static tl_code take_offsets(const tl_foreign_node *node, const tl_list *shape,
                            tiling *tile, tl_error *error) {
  const tl_lists *bases = &node->fields[OFFSET].as.lists;
  int64_t bit_of[64];
  int64_t elements;
  tl_list total = *shape;
  TL_TRY(tl_list_product(shape, &elements, error));
  if (elements != INT64_C(1) << bases->count)
    return tl_fail(error, TL_INVALID,
                   "offset has %" PRId64 " bases; the tensor has %" PRId64
                   " elements",
                   bases->count, elements);
  for (int i = 0; i < 64; i++)
    bit_of[i] = -1;
  for (int64_t d = total.count - 2; d >= 0; d--)
    total.items[d] *= total.items[d + 1];
  for (int64_t k = 0; k < bases->count; k++) {
    int64_t dims = 0, dim = 0;
    for (int64_t d = 0; d < bases->length; d++)
      if (bases->items[k][d]) {
        dims++;
        dim = d;
      }
    int64_t item = bases->items[k][dim];
    if (dims != 1 || !tl_is_power_of_two(item) || item >= shape->items[dim])
      return tl_fail(error, TL_INVALID,
                     "basis %" PRId64
                     " of offset is not one bit of one dimension, which a tile "
                     "layout with paddings needs",
                     k);
    int64_t number = log_of(item * (total.items[dim] / shape->items[dim]));
    if (bit_of[number] >= 0)
      return tl_fail(error, TL_INVALID,
                     "basis %" PRId64 " of offset is that of %" PRId64, k,
                     bit_of[number]);
    bit_of[number] = k;
  }
  for (int64_t d = shape->count - 1; d >= 0; d--)
    for (int64_t step = total.items[d] / shape->items[d];
         tile->left.items[d] > 1; step *= 2) {
      if (bit_of[log_of(step)] < 0)
        return tl_fail(error, TL_INVALID,
                       "no basis of offset leads along dimension %" PRId64
                       " by %" PRId64,
                       d, step / (total.items[d] / shape->items[d]));
      tile->next[PART_SLOT] = INT64_C(1) << bit_of[log_of(step)];
      TL_TRY(tl_tiling_take(tile, PART_SLOT, d, 2, error));
    }
  return TL_OK;
}

/* A stride of w elements is one of w + (w / interval) * pad + ... places, since
 * the bits of an offset carry into no interval. */
static tl_code pad_digits(const tl_lists *pads, tl_digits *digits,
                          tl_error *error) {
  tl_digits padded = {0};
  for (int64_t i = 0; i < digits->count; i++)
    for (int64_t done = 1; done < digits->items[i].extent; done *= 2) {
      tl_iter bit = digits->items[i];
      int64_t elements = bit.stride * done;
      bit.extent = 2;
      bit.stride = elements;
      for (int64_t k = 0; k < pads->count; k++)
        TL_TRY(tl_multiply_add(bit.stride, elements / pads->items[k][0],
                               pads->items[k][1], &bit.stride, error));
      TL_TRY(tl_digits_push(&padded, bit, error));
    }
  *digits = padded;
  return TL_OK;
}

static tl_code check_padded(const tl_foreign_node *node, const tl_list *shape,
                            tl_error *error) {
  const tl_lists *blocks = &node->fields[BLOCK].as.lists;
  tl_list said;
  TL_TRY(tl_fail_at_field(node, PADS, check_pads(node, error), error));
  TL_TRY(padded_shape(node, &said, error));
  if (field_is_set(node, PAD_SHAPE) != field_is_set(node, PAD_ORDER))
    return tl_fail(error, TL_INVALID,
                   "#ttg.padded_shared needs 'order' together with 'shape'");
  for (int64_t d = 0; d < shape->count; d++)
    if (said.count != shape->count || said.items[d] != shape->items[d])
      return tl_fail(error, TL_INVALID,
                     "the fields say another shape than the tensor has");
  if (field_is_set(node, BLOCK) && blocks->count > 0)
    return tl_fail_at_field(node, BLOCK,
                            tl_fail(error, TL_INVALID,
                                    "block has %" PRId64
                                    " bases; paddings of TL are those of one "
                                    "block",
                                    blocks->count),
                            error);
  return TL_OK;
}

static tl_code padded_mean(const tl_foreign_node *node, const tl_list *shape,
                           int64_t lanes, tl_layout *out, tl_error *error) {
  tiling tile;
  TL_TRY(check_padded(node, shape, error));
  tl_tiling_start(shape, &tile);
  TL_TRY(field_is_set(node, OFFSET)
             ? tl_fail_at_field(node, OFFSET,
                                take_offsets(node, shape, &tile, error), error)
             : tl_tiling_take_rest(&tile, &node->fields[PAD_ORDER].as.list,
                                   error));
  for (int64_t d = 0; d < shape->count; d++)
    TL_TRY(pad_digits(&node->fields[PADS].as.lists, &tile.digits[d], error));
  return tl_tiling_finish(&tile, lanes, out, error);
}

/* Bit k of the elements is at twice the place of bit k - 1, and the padding of
 * interval 2^k more. */
static tl_code read_pads(const foreign_search *search, tl_lists *pads,
                         tl_lists *offset, tl_error *error) {
  const tl_layout *wanted = &search->wanted;
  const tl_list sorted = tl_layout_sorted(wanted, 0);
  int64_t before = 0;
  *pads = (tl_lists){.length = 2};
  *offset = (tl_lists){.length = wanted->rank};
  for (int64_t i = 0; i < sorted.count; i++) {
    const tl_iter *iter = &wanted->iters[sorted.items[i]];
    int64_t d = 0, number = sorted.items[i], step = 1, place = iter->stride;
    for (; number >= wanted->group_size[d]; d++)
      number -= wanted->group_size[d];
    for (int64_t k = number + 1; k < wanted->group_size[d]; k++)
      step *= wanted->iters[sorted.items[i] - number + k].extent;
    for (int64_t done = 1; done < iter->extent; done *= 2, place *= 2) {
      int64_t pad = place - (offset->count ? 2 * before : 1);
      if (offset->count == TL_MAX_LISTED)
        return tl_fail(error, TL_CAPACITY, "more than %d bases", TL_MAX_LISTED);
      if (pad != 0 && !tl_is_power_of_two(pad))
        return tl_fail(error, TL_INVALID,
                       "step %" PRId64 " of dimension %" PRId64
                       " leads to %" PRId64 "@m; after %" PRId64
                       " elements that is a padding of %" PRId64
                       ", which is no power of two",
                       step * done, d, place, INT64_C(1) << offset->count, pad);
      if (pad) {
        pads->items[pads->count][0] = INT64_C(1) << offset->count;
        pads->items[pads->count++][1] = pad;
      }
      offset->items[offset->count++][d] = step * done;
      before = place;
    }
  }
  return TL_OK;
}

static tl_code padded_search(foreign_search *search, tl_error *error) {
  tl_list order = tl_row_major_order(search->shape.count);
  tl_lists pads, offset;
  tl_foreign_node *node;
  if (search->wanted.swizzle.bits)
    return tl_fail(error, TL_INVALID,
                   "the layout has a swizzle; #ttg.padded_shared has none");
  TL_TRY(read_pads(search, &pads, &offset, error));
  if (pads.count == 0)
    return tl_fail(
        error, TL_INVALID,
        "the layout has no paddings; #ttg.padded_shared has at least "
        "one");
  do {
    node = tl_search_node(search, 0, &TL_TTG_PADDED_SHARED);
    node->fields[PADS] = (tl_value){.kind = TL_KIND_LISTS, .as.lists = pads};
    put_list(node, PAD_ORDER, &order);
    put_list(node, PAD_SHAPE, &search->shape);
    if (tl_search_try(search))
      return TL_OK;
  } while (tl_search_next_order(&order));
  node = tl_search_node(search, 0, &TL_TTG_PADDED_SHARED);
  node->fields[PADS] = (tl_value){.kind = TL_KIND_LISTS, .as.lists = pads};
  node->fields[OFFSET] = (tl_value){.kind = TL_KIND_LISTS, .as.lists = offset};
  node->fields[BLOCK] = (tl_value){.kind = TL_KIND_LISTS};
  tl_search_try(search);
  return TL_OK;
}

const tl_foreign TL_TTG_PADDED_SHARED = {
    .name = "ttg.padded_shared",
    .role = TL_ROLE_STORED,
    .has_braces = true,
    .is_two_to_power = true,
    .fields = {{"", TL_FOREIGN_PADS, false},
               {"order", TL_FOREIGN_ORDER, true},
               {"shape", TL_FOREIGN_EXTENTS, true},
               {"offset", TL_FOREIGN_BASES, true},
               {"block", TL_FOREIGN_BASES, true}},
    .shape = padded_shape,
    .mean = padded_mean,
    .search = padded_search,
};
