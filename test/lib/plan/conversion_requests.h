/* conversion_requests.h - Random pairs of fragments of one tile, and what a
 * conversion does by definition. */
#ifndef TL_TEST_CONVERSION_REQUESTS_H
#define TL_TEST_CONVERSION_REQUESTS_H

#include "tl/conversion.h"
#include "tl/layout_questions.h"
#include <string.h>

enum { MOST_FACTORS = 12, MOST_PLACES = 1024 * 128 };

static uint64_t seed = 1;

static inline int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

/*===--- Random pairs -----------------------------------------------------===*/

/* A tile of two dimensions, cut into digits. */
typedef struct tile {
  int64_t count, factors[MOST_FACTORS], first_count; /* of dimension 0 */
  int64_t waves;                                     /* slowest digit of it */
} tile;

static inline void shuffle(int64_t *items, int64_t count) {
  for (int64_t i = count - 1; i > 0; i--) {
    int64_t k = below(i + 1), item = items[i];
    items[i] = items[k];
    items[k] = item;
  }
}

static inline tile make_tile(bool is_linear) {
  static const int64_t FACTORS[] = {2, 2, 2, 4, 2, 3, 3, 5};
  tile out = {.waves = 1};
  int64_t elements = 1, most = below(8) ? 512 : 2048;
  while (out.count < MOST_FACTORS) {
    int64_t factor = FACTORS[below(is_linear ? 5 : 8)];
    if (elements * factor > most || (out.count > 3 && !below(12)))
      break;
    out.factors[out.count++] = factor;
    elements *= factor;
  }
  out.first_count = below(out.count + 1);
  return out;
}

/* The digits get places in random order: in the wave while it has room, else in
 * registers; now and then with a gap, or with a replica between, or with the
 * one of the waves and another in each other's place. */
static inline bool make_fragment(const tile *of, int64_t lanes, bool is_linear,
                                 tl_layout *out) {
  int64_t order[MOST_FACTORS + 2], stride[MOST_FACTORS + 2];
  int64_t axis[MOST_FACTORS + 2], extent[MOST_FACTORS + 2];
  int64_t count = of->count, threads = 1, slots = 1;
  tl_layout layout = {.rank = 2};
  for (int64_t i = 0; i < count; i++)
    extent[i] = of->factors[i];
  int64_t replicas = below(3) ? 0 : 1 + below(2);
  for (int64_t i = 0; i < replicas; i++)
    extent[count + i] = is_linear || below(3) ? 2 : 3;
  for (int64_t i = 0; i < count + replicas; i++)
    order[i] = i;
  shuffle(order, count + replicas);
  bool fills_lanes = below(4) != 0;
  for (int64_t k = 0; k < count + replicas; k++) {
    int64_t i = order[k];
    bool is_thread = threads * extent[i] <= lanes && (fills_lanes || below(2));
    int64_t *reached = is_thread ? &threads : &slots;
    if (!below(24) && *reached * 2 * extent[i] <= (is_thread ? lanes : 64))
      *reached *= 2;
    stride[i] = *reached;
    axis[i] = is_thread ? TL_AXIS_TX : TL_AXIS_M;
    *reached *= extent[i];
  }
  if (threads > lanes || slots > 128)
    return false;
  if (of->waves > 1)
    layout.iters[layout.shard_count++] =
        (tl_iter){of->waves, lanes, TL_AXIS_TX, 0};
  /* The digits of each dimension in an order of their own would be another
   * tile: those of the tile are what both fragments have. */
  for (int64_t i = 0; i < count + replicas; i++)
    layout.iters[layout.shard_count + i] =
        (tl_iter){extent[i], stride[i], axis[i], 0};
  if (of->waves > 1 && of->waves == extent[0] && !below(3)) {
    tl_iter other = layout.iters[1];
    layout.iters[1] = layout.iters[0];
    layout.iters[0] = other;
  }
  layout.group_size[0] = of->first_count + layout.shard_count;
  layout.group_size[1] = count - of->first_count;
  layout.shard_count += count;
  layout.replica_count = replicas;
  if (!below(16) && is_linear && slots >= 8)
    layout.swizzle = (tl_swizzle){0, 1, 2};
  if (!below(16) && threads * 2 <= lanes)
    layout.offset[TL_AXIS_TX] = below(lanes - threads);
  return tl_layout_create(&layout, out, NULL) == TL_OK;
}

/* Bits of the elements, a power of two, are added to others. */
static inline void twist(tl_layout *layout) {
  tl_list shape = tl_layout_shape(layout);
  int64_t elements = 1, bits = 0;
  for (int64_t d = 0; d < shape.count; d++)
    elements *= shape.items[d];
  if (elements & (elements - 1) || below(3))
    return;
  for (; INT64_C(1) << bits < elements; bits++)
    layout->twist.of[bits] = UINT32_C(1) << bits;
  for (int64_t i = below(4); i >= 0 && bits; i--) {
    int64_t a = below(bits), b = below(bits);
    layout->twist.of[a] ^= a == b ? 0 : layout->twist.of[b];
  }
}

static inline bool make_request(tl_conversion_request *out) {
  bool is_linear = below(2);
  int64_t lanes = below(4) ? 32 : 64;
  tile of = make_tile(is_linear);
  of.waves = below(4) ? 1 : 2 + below(3);
  *out = (tl_conversion_request){.scope = TL_SCOPE_CTA,
                                 .lanes = lanes,
                                 .element_bits = INT64_C(8) << below(5)};
  out->threads.most = out->threads.fewest = of.waves * lanes;
  return make_fragment(&of, lanes, is_linear, &out->source) &&
         make_fragment(&of, lanes, is_linear, &out->target);
}

/*===--- By definition ----------------------------------------------------===*/

/* The element in a place, -1: none. */
typedef struct holdings {
  int64_t threads, slots;
  int32_t of[MOST_PLACES];
} holdings;

static inline int64_t thread_of(const int64_t *point, int64_t lanes) {
  int64_t thread;
  return tl_point_thread(point, lanes, &thread, NULL) == TL_OK ? thread : 0;
}

static inline bool next_digit(const tl_iter *iters, int64_t count,
                              int64_t *digits) {
  for (int64_t i = 0; i < count; i++) {
    if (++digits[i] < iters[i].extent)
      return true;
    digits[i] = 0;
  }
  return false;
}

/* False where there is no room. */
static inline bool hold(const tl_layout *fragment, int64_t lanes,
                        int64_t threads, holdings *out) {
  const tl_iter *replicas = fragment->iters + fragment->shard_count;
  tl_list shape = tl_layout_shape(fragment), c = {.count = shape.count};
  tl_layout plain = *fragment;
  int32_t element = 0;
  plain.swizzle = (tl_swizzle){0, 0, 0};
  if (tl_layout_footprint(fragment, &out->slots, NULL) != TL_OK ||
      threads * out->slots > MOST_PLACES)
    return false;
  out->threads = threads;
  memset(out->of, 0xff, sizeof out->of);
  do {
    int64_t digits[TL_MAX_ITERS] = {0};
    do {
      int64_t point[TL_AXIS_COUNT];
      tl_layout_apply(&plain, c.items, point);
      for (int64_t i = 0; i < fragment->replica_count; i++)
        point[replicas[i].axis] += digits[i] * replicas[i].stride;
      int64_t slot = tl_swizzle_apply(&fragment->swizzle, point[TL_AXIS_M]);
      out->of[thread_of(point, lanes) * out->slots + slot] = element;
    } while (next_digit(replicas, fragment->replica_count, digits));
    element++;
  } while (tl_list_next_coordinate(&shape, &c));
  return true;
}

/* What a target register gets, -1: zero. */
static inline int32_t taken(const tl_conversion_rounds *rounds,
                            const holdings *source, int64_t lanes,
                            int64_t thread, int64_t slot) {
  int64_t lane = thread % lanes, first = thread - lane, q, from;
  tl_conversion_take take = rounds->takes[lane * rounds->target_slots + slot];
  if (take.round == TL_TAKE_NOTHING ||
      (rounds->zero_from && thread >= rounds->zero_from))
    return -1;
  from =
      take.round == TL_TAKE_OWN ? lane : rounds->rounds[take.round].from[lane];
  if (from < 0)
    return -2;
  q = take.round == TL_TAKE_OWN
          ? take.place
          : rounds->rounds[take.round].give[from][take.place];
  return q < 0 ? -2 : source->of[(first + from) * source->slots + q];
}

#endif /* TL_TEST_CONVERSION_REQUESTS_H */
