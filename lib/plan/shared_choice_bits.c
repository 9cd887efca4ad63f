/* shared_choice_bits.c - Accessors as bits, and what an order of bits costs.
 *
 * A bit of the coordinate is held by a register, by a bit of the lane, or by a
 * bit of the warp.  Under an order of bits an access is as wide as the lowest
 * bits of the offset are bits of registers, and takes
 *
 *   phases * 2^(rank(lanes of a phase -> words) - rank(... -> banks))
 *
 * wavefronts (law L38).  ldmatrix and stmatrix name rows of 16 bytes by other
 * bits, see copy_matrix.c: lanes 2 to 4, or registers and lanes 0 and 1. */
#include "base/checked.h"
#include "copy_partition.h"
#include "shared_choice.h"
#include <string.h>

enum {
  WORD_SHIFT = 2, /* log2 of bytes */
  WIDEST_SHIFT = 4,
  LINE_SHIFT = 7,
  MATRICES = TL_WAY_MATRIX | TL_WAY_TRANSPOSED,
};

static int64_t log2_of(uint64_t number) {
  return 63 - __builtin_clzll(number | 1);
}

static int64_t bits_below(int64_t extent) {
  return extent > 1 ? 1 + log2_of((uint64_t)extent - 1) : 0;
}

/* ---- Reading ------------------------------------------------------------- */

static bool read_shape(const tl_list *shape, tl_bit_tile *out) {
  int64_t next = 0;
  out->odd = 0;
  out->rank = shape->count;
  for (int64_t d = shape->count - 1; d >= 0; d--) {
    int64_t extent = shape->items[d];
    int64_t whole = __builtin_ctzll((uint64_t)extent);
    out->rest[d] = extent >> whole;
    out->first[d] = next;
    out->split[d] = next + whole;
    next = out->end[d] = out->split[d] + bits_below(out->rest[d]);
    if (next > TL_TILE_BITS)
      return false;
    out->odd |= tl_low_bits(next) & ~tl_low_bits(out->split[d]);
  }
  out->is_linear = !out->odd;
  out->count = next;
  return true;
}

/* A bit of the coordinate, and of the number of who holds it. */
static void hold_bit(tl_bit_tile *tile, tl_bit_accessor *accessor, int64_t bit,
                     const tl_iter *iter, int64_t number) {
  int64_t place = log2_of((uint64_t)number);
  if (iter->axis == TL_AXIS_M) {
    accessor->holder[bit] = TL_BIT_OF_REGISTER;
    accessor->slot_order[bit] = (int8_t)place;
  } else if (number % TL_COUNTED_LANES && tl_is_power_of_two(number)) {
    accessor->holder[bit] = (int8_t)(TL_BIT_OF_LANE + place);
    accessor->of_lane[place] = (int8_t)bit;
  } else {
    tile->is_linear &= number % TL_COUNTED_LANES == 0;
  }
}

static void hold_digit(tl_bit_tile *tile, tl_bit_accessor *accessor,
                       const tl_iter *iter, int64_t dimension, int64_t step) {
  tile->is_linear &=
      tl_is_power_of_two(iter->extent) && tl_is_power_of_two(step);
  if (!tl_is_power_of_two(step))
    return;
  int64_t bit = tile->first[dimension] + log2_of((uint64_t)step);
  for (int64_t i = 1; i < iter->extent && bit < tile->end[dimension];
       i *= 2, bit++)
    hold_bit(tile, accessor, bit, iter, i * iter->stride);
}

/* The lanes that the digits of a list reach from those in the set. */
static uint32_t reach(uint32_t lanes, const tl_iter *iters, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    uint32_t from = lanes;
    for (int64_t k = 1; k < iters[i].extent && iters[i].axis != TL_AXIS_M &&
                        k * iters[i].stride < TL_COUNTED_LANES;
         k++)
      lanes |= from << (k * iters[i].stride);
  }
  return lanes;
}

/* What moves without registers keeps the order of a dimension. */
static void read_run(const tl_shared_accessor *from, const tl_bit_tile *tile,
                     tl_bit_accessor *out) {
  if (!from->run)
    return;
  out->is_direct = true;
  out->run_bits = (int8_t)log2_of((uint64_t)from->run);
  out->run_first = (int8_t)tile->first[from->run_dimension];
  out->run_end = (int8_t)tile->split[from->run_dimension];
}

static tl_code read_accessor(const tl_shared_accessor *from, tl_bit_tile *tile,
                             tl_bit_accessor *out) {
  tl_copy_request copy;
  TL_TRY(tl_copy_on_scope(&from->copy, &copy, NULL));
  const tl_layout *fragment = &copy.fragment;
  const tl_iter *end = fragment->iters, *replicas;
  tl_axis axis = tl_scope_describe(copy.scope)->axis;
  *out = (tl_bit_accessor){.weight = from->weight,
                           .stores = copy.stores != 0,
                           .registers = 1,
                           .repeats = 1};
  memset(out->holder, TL_BIT_OF_WARP, sizeof out->holder);
  memset(out->of_lane, TL_NO_LANE, sizeof out->of_lane);
  read_run(from, tile, out);
  for (int64_t d = 0; d < fragment->rank; d++) {
    end += fragment->group_size[d];
    for (int64_t i = 1, step = 1; i <= fragment->group_size[d]; i++) {
      hold_digit(tile, out, end - i, d, step);
      step *= end[-i].extent;
      out->registers *= end[-i].axis == TL_AXIS_M ? end[-i].extent : 1;
    }
  }
  replicas = fragment->iters + fragment->shard_count;
  for (int64_t i = 0; i < fragment->replica_count; i++)
    out->repeats *= replicas[i].axis == TL_AXIS_M ? replicas[i].extent : 1;
  int64_t offset =
      axis == TL_AXIS_M ? 0 : fragment->offset[axis] % TL_COUNTED_LANES;
  out->owners =
      reach(UINT32_C(1) << offset, fragment->iters, fragment->shard_count);
  out->lanes = copy.stores
                   ? out->owners
                   : reach(out->owners, replicas, fragment->replica_count);
  tile->is_linear &= offset == 0 && tl_twist_is_none(&fragment->twist);
  return TL_OK;
}

static unsigned matrices_of(const tl_shared_request *request,
                            const tl_shared_accessor *accessor,
                            const tl_bit_accessor *bits) {
  bool is_wanted =
      request->rules.uses_matrices &&
      request->rules.target->assembly == TL_ASSEMBLY_PTX &&
      request->rules.target->kinds &
          (accessor->copy.stores ? TL_HAS_STMATRIX : TL_HAS_LDMATRIX);
  int64_t bytes = accessor->copy.element_bytes;
  bool has_bytes = request->rules.target->kinds & TL_HAS_BYTE_MATRICES;
  if (!is_wanted || ~bits->lanes || bytes > 4 || bits->is_direct)
    return 0;
  return bytes == 2 || (bytes == 1 && has_bytes)
             ? TL_WAY_MATRIX | TL_WAY_TRANSPOSED
             : TL_WAY_MATRIX;
}

/* More than rows without a padding have, which a slice ends with. */
static bool has_room(const tl_shared_request *request) {
  int64_t bytes = request->accessors->copy.element_bytes;
  for (int64_t d = 0; d < request->shape.count; d++)
    bytes *= request->shape.items[d];
  return !request->most_bytes || bytes < request->most_bytes;
}

bool tl_bit_tile_read(const tl_shared_request *request, tl_bit_tile *out) {
  out->accessor_count = request->accessor_count;
  out->element_shift =
      log2_of((uint64_t)request->accessors->copy.element_bytes);
  out->widest = log2_of((uint64_t)tl_access_most_bits(&request->rules) / 8) -
                out->element_shift;
  if (!read_shape(&request->shape, out))
    return false;
  out->has_room = has_room(request);
  for (int64_t i = 0; i < request->accessor_count; i++) {
    if (read_accessor(&request->accessors[i], out, &out->accessors[i]) != TL_OK)
      return false;
    out->accessors[i].matrices =
        matrices_of(request, &request->accessors[i], &out->accessors[i]);
  }
  return true;
}

/* A thread moves 16 bytes in one at most, in matrices as well. */
static int64_t least_accesses(const tl_bit_tile *tile) {
  int64_t sum = 0;
  for (int64_t i = 0; i < tile->accessor_count; i++) {
    const tl_bit_accessor *own = &tile->accessors[i];
    sum += own->weight * (((own->registers << tile->element_shift) + 15) / 16);
  }
  return sum;
}

tl_shared_cost tl_shared_least(const tl_shared_request *request) {
  tl_bit_tile tile;
  if (!tl_bit_tile_read(request, &tile))
    return (tl_shared_cost){.wavefronts = 0};
  return (tl_shared_cost){.wavefronts = tl_bit_least_wavefronts(&tile),
                          .accesses = least_accesses(&tile)};
}

int64_t tl_bit_least_of(const tl_bit_tile *tile, int64_t accessor) {
  const tl_bit_accessor *own = &tile->accessors[accessor];
  int64_t bytes = own->registers << tile->element_shift;
  int64_t lines = (bytes * tl_count_bits(own->owners) + 127) / 128;
  int64_t accesses = (bytes + 15) / 16;
  return own->weight * (lines > accesses ? lines : accesses);
}

int64_t tl_bit_least_wavefronts(const tl_bit_tile *tile) {
  int64_t sum = 0;
  for (int64_t i = 0; i < tile->accessor_count; i++)
    sum += tl_bit_least_of(tile, i);
  return sum;
}

/* ---- Ways of an accessor ------------------------------------------------- */

/* Whether a bit at a place is the next of a run. */
static bool goes_on(const tl_bit_accessor *accessor, int64_t bit,
                    int64_t place) {
  return !accessor->is_direct ||
         (bit == accessor->run_first + place && bit < accessor->run_end);
}

unsigned tl_bit_ways(const tl_bit_tile *tile, const tl_bit_accessor *accessor,
                     int64_t bit, int64_t place) {
  int8_t holder = accessor->holder[bit];
  int64_t word = WORD_SHIFT - tile->element_shift;
  bool is_register = holder == TL_BIT_OF_REGISTER;
  bool is_next =
      is_register && place < tile->widest && goes_on(accessor, bit, place);
  unsigned ways = is_next ? TL_WAY_PLAIN : 0;
  if (place < word ? is_register : holder == TL_BIT_OF_LANE + place - word)
    ways |= accessor->matrices & TL_WAY_MATRIX;
  if (place < 3 ? holder == TL_BIT_OF_LANE + 2 + place : is_register)
    ways |= accessor->matrices & TL_WAY_TRANSPOSED;
  return ways;
}

/* The register whose digit is the fastest, outside of the places below 16
 * bytes. */
static int8_t fastest_register(const tl_bit_tile *tile,
                               const tl_bit_accessor *accessor,
                               uint64_t inside) {
  int8_t best = TL_NO_LANE;
  for (int8_t bit = 0; bit < tile->count; bit++)
    if (accessor->holder[bit] == TL_BIT_OF_REGISTER && !(inside >> bit & 1) &&
        (best < 0 || accessor->slot_order[bit] < accessor->slot_order[best]))
      best = bit;
  return best;
}

/* Whether a matrix has 16 rows: four elements of each are in a lane. */
static bool is_tall(const tl_bit_tile *tile, const tl_bit_accessor *accessor,
                    unsigned way) {
  return way == TL_WAY_TRANSPOSED && !tile->element_shift && !accessor->stores;
}

/* What an access moves of a lane, of up to four matrices of 8 rows; 0 where a lane
 * does not hold its part of one. */
static int64_t matrix_bytes(const tl_bit_tile *tile,
                            const tl_bit_accessor *accessor, unsigned way) {
  int64_t all = accessor->registers << tile->element_shift;
  int64_t bytes = all & -all, most = INT64_C(1) << WIDEST_SHIFT;
  int64_t least = is_tall(tile, accessor, way) ? 8 : 4;
  return !way || bytes < least ? 0 : bytes < most ? bytes : most;
}

static tl_bit_access access_of_matrices(const tl_bit_tile *tile,
                                        const tl_bit_accessor *accessor,
                                        unsigned way, uint64_t inside) {
  int64_t bytes = matrix_bytes(tile, accessor, way);
  int64_t all = accessor->registers << tile->element_shift;
  const int8_t *lane = accessor->of_lane;
  int8_t rows[] = {lane[2], lane[3], lane[4]};
  tl_bit_access out = {.count = accessor->repeats * (all / bytes),
                       .phases = bytes >> WORD_SHIFT,
                       .lane_count = 3};
  if (way == TL_WAY_TRANSPOSED) {
    bool has_two = is_tall(tile, accessor, way);
    rows[0] = fastest_register(tile, accessor, inside);
    inside |= rows[0] < 0 ? 0 : UINT64_C(1) << rows[0];
    rows[1] = has_two ? fastest_register(tile, accessor, inside) : lane[0];
    rows[2] = lane[!has_two];
  }
  memcpy(out.lanes, rows, sizeof rows);
  return out;
}

tl_bit_access tl_bit_access_of(const tl_bit_tile *tile,
                               const tl_bit_accessor *accessor, unsigned ways,
                               int64_t width, uint64_t inside) {
  int64_t bytes = width + tile->element_shift;
  if (matrix_bytes(tile, accessor, ways & MATRICES) > INT64_C(1) << bytes)
    return access_of_matrices(tile, accessor, ways & MATRICES, inside);
  tl_bit_access out = {.count =
                           accessor->repeats * (accessor->registers >> width),
                       .lane_count = TL_LANE_BITS};
  if (bytes > WORD_SHIFT)
    out.lane_count -= bytes - WORD_SHIFT;
  uint32_t phase = (uint32_t)tl_low_bits(INT64_C(1) << out.lane_count);
  for (int64_t first = 0; first < TL_COUNTED_LANES;
       first += INT64_C(1) << out.lane_count)
    out.phases += (accessor->lanes >> first & phase) != 0;
  memcpy(out.lanes, accessor->of_lane, sizeof out.lanes);
  return out;
}

/* ---- Cost ---------------------------------------------------------------- */

static int64_t rank_of(const uint64_t *columns, int64_t count, uint64_t mask) {
  uint64_t basis[TL_LANE_BITS];
  int64_t rank = 0;
  for (int64_t i = 0; i < count; i++) {
    uint64_t column = columns[i] & mask;
    for (int64_t k = 0; k < rank; k++)
      if ((column ^ basis[k]) < column)
        column ^= basis[k];
    if (column)
      basis[rank++] = column;
  }
  return rank;
}

static int64_t added_to(const tl_bit_order *order, int64_t place) {
  return order->added[place] ? INT64_C(1) << (order->added[place] - 1) : 0;
}

/* Where the bits of an order lie, in bytes. */
static void place_bits(const tl_bit_tile *tile, const tl_bit_order *order,
                       uint64_t columns[TL_TILE_BITS]) {
  for (int64_t i = 0; i < tile->count; i++)
    columns[order->bits[i]] =
        (uint64_t)tl_swizzle_apply(&order->swizzle,
                                   INT64_C(1) << i | added_to(order, i))
        << tile->element_shift;
}

static bool is_odd(const tl_bit_tile *tile, int64_t bit) {
  return tile->odd >> bit & 1;
}

/* The places in which all bits lie as they are: neither XOR nor sum changes them. */
static int64_t count_whole(const tl_bit_tile *tile, const tl_bit_order *order) {
  int64_t whole = order->swizzle.bits ? order->swizzle.base : tile->count;
  for (int64_t i = 0; i < tile->count; i++)
    if (order->added[i] && order->added[i] <= whole)
      whole = order->added[i] - 1;
  return whole;
}

static bool find_access(const tl_bit_tile *tile,
                        const tl_bit_accessor *accessor,
                        const tl_bit_order *order, int64_t whole,
                        tl_bit_access *out) {
  int64_t row = WIDEST_SHIFT - tile->element_shift, width = 0, place = 0;
  unsigned ways = TL_WAY_PLAIN | accessor->matrices;
  uint64_t inside = 0;
  for (; place < row && place < whole && ways; place++) {
    int8_t bit = order->bits[place];
    ways &= is_odd(tile, bit) ? 0 : tl_bit_ways(tile, accessor, bit, place);
    width += ways & TL_WAY_PLAIN;
    inside |= UINT64_C(1) << bit;
  }
  if (place < row)
    ways &= TL_WAY_PLAIN;
  *out = tl_bit_access_of(tile, accessor, ways, width, inside);
  return width >= accessor->run_bits;
}

static int64_t count_pieces(const tl_bit_tile *tile,
                            const tl_bit_order *order) {
  int64_t pieces = order->swizzle.bits != 0;
  for (int64_t i = 1; i < tile->count; i++)
    pieces += order->bits[i] != order->bits[i - 1] + 1 || order->added[i];
  return pieces;
}

bool tl_bit_tile_score(const tl_bit_tile *tile, const tl_bit_order *order,
                       tl_bit_score *out) {
  uint64_t columns[TL_TILE_BITS], lanes[TL_LANE_BITS];
  uint64_t words = ~tl_low_bits(WORD_SHIFT);
  uint64_t banks = words & tl_low_bits(LINE_SHIFT);
  tl_bit_score score = {.pieces = count_pieces(tile, order)};
  int64_t whole = count_whole(tile, order);
  place_bits(tile, order, columns);
  for (int64_t i = 0; i < tile->accessor_count; i++) {
    const tl_bit_accessor *own = &tile->accessors[i];
    tl_bit_access access;
    if (!find_access(tile, own, order, whole, &access))
      return false;
    for (int64_t k = 0; k < access.lane_count; k++)
      lanes[k] = access.lanes[k] < 0 ? 0 : columns[access.lanes[k]];
    int64_t degree = rank_of(lanes, access.lane_count, words) -
                     rank_of(lanes, access.lane_count, banks);
    score.accesses += own->weight * access.count;
    score.wavefronts += own->weight * access.count * access.phases << degree;
  }
  *out = score;
  return true;
}

/* ---- Layouts ------------------------------------------------------------- */

/* The digits of a dimension, fastest first, from the places of its bits. */
static tl_code add_dimension(const tl_bit_tile *tile, int64_t d,
                             const int64_t *strides, tl_layout *out,
                             tl_error *error) {
  tl_iter digits[TL_TILE_BITS];
  int64_t count = 0;
  for (int64_t bit = tile->first[d]; bit < tile->end[d]; bit++) {
    bool is_rest = bit == tile->split[d];
    tl_iter *last = count ? &digits[count - 1] : NULL;
    tl_iter own = {.extent = is_rest ? tile->rest[d] : 2,
                   .stride = strides[bit]};
    if (bit > tile->split[d])
      break;
    if (last && last->extent * last->stride == own.stride)
      last->extent *= own.extent;
    else
      digits[count++] = own;
  }
  if (out->shard_count + count > TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY, "more than %d digits", TL_MAX_ITERS);
  out->group_size[d] = count;
  while (count > 0)
    out->iters[out->shard_count++] = digits[--count];
  return TL_OK;
}

/* The extent of the digit that a bit begins, 1 where it does not. */
static int64_t extent_of(const tl_bit_tile *tile, int64_t bit) {
  for (int64_t d = 0; d < tile->rank && is_odd(tile, bit); d++)
    if (tile->split[d] <= bit)
      return bit == tile->split[d] ? tile->rest[d] : 1;
  return 2;
}

/* What a stride is more by: what is added to it, and whole lines, so that all
 * below it fit. */
static int64_t more_of(const tl_bit_tile *tile, int64_t added, int64_t below) {
  int64_t line = INT64_C(1) << (LINE_SHIFT - tile->element_shift);
  int64_t lines = below > added ? (below - added + line - 1) / line : 0;
  return added + lines * line;
}

/* The strides of bits, and the last element. */
static tl_code find_strides(const tl_bit_tile *tile, const tl_bit_order *order,
                            int64_t *strides, int64_t *last, tl_error *error) {
  int64_t stride = 1, below = 0;
  for (int64_t i = 0; i < tile->count; i++) {
    int64_t extent = extent_of(tile, order->bits[i]);
    int64_t more = more_of(tile, added_to(order, i), below);
    strides[order->bits[i]] = stride + more;
    below += (extent - 1) * more;
    TL_TRY(tl_multiply(stride, extent, &stride, error));
  }
  *last = stride - 1 + below;
  return TL_OK;
}

tl_code tl_bit_order_layout(const tl_bit_tile *tile, const tl_bit_order *order,
                            tl_layout *out, tl_error *error) {
  int64_t strides[TL_TILE_BITS], last;
  TL_TRY(find_strides(tile, order, strides, &last, error));
  *out = (tl_layout){.rank = tile->rank};
  for (int64_t d = 0; d < tile->rank; d++)
    TL_TRY(add_dimension(tile, d, strides, out, error));
  out->swizzle = tl_swizzle_trim(&order->swizzle, last);
  return tl_layout_create(out, out, error);
}
