/* copy_search_lanes.c - What the lanes of a candidate ask a memory for, without a
 * plan: from above how wide accesses are, and the places where they begin.
 *
 *   32 x 127 from rows of 143: lane t holds row t, or 16 lanes hold a row
 *     no access has two elements: rows are at odd distances
 *
 * Fewer elements an access are no gain: a chunk of a lane lies in one sector and
 * one word's width of banks, so that each half of it asks for as many sectors, and
 * for as many wavefronts in as many lanes, as the whole. */
#include "base/checked.h"
#include "plan/copy_partition.h"
#include "plan/copy_search.h"
#include "tl/banks.h"
#include "tl/thread_digits.h"

int64_t tl_spread_extent(const tl_search *state, const tl_spread *from,
                         int64_t d) {
  int64_t step = from->block[d];
  if (state->request->direct)
    step *= from->threads[d] * from->passes[d];
  return state->whole->extent[d] / step * step;
}

/* ---- How wide ------------------------------------------------------------ */

int64_t tl_spread_widest(const tl_side_bounds *side, const tl_spread *next) {
  int64_t run = INT64_MAX, width = side->widest;
  if (side->has_run && side->run_dimension < 0)
    run = 1;
  if (side->has_run && side->run_dimension >= 0) {
    int64_t d = side->run_dimension;
    bool goes_on = next->block[d] == 1 || next->threads[d] == 1;
    run = next->threads[d] > 1 && goes_on ? 1 : next->block[d];
    if (next->threads[d] == 1)
      run *= next->passes[d];
    if (run >= side->run_extent)
      run = INT64_MAX;
  }
  while (width > run)
    width /= 2;
  return width;
}

/* Whether `count` slots, each `first` coordinates further than the one before, have
 * the step in what they have in common with a digit of memory that ends there. */
static bool have_step(int64_t first, int64_t count, bool is_inside,
                      const tl_width_need *need) {
  if (need->step < first || (!is_inside && need->end % first))
    return false;
  int64_t own = is_inside ? count : tl_gcd(count, need->end / first);
  return need->step < first * own;
}

static bool has_step(const tl_spread *of, const tl_width_need *need) {
  int64_t d = need->dimension, block = of->block[d], passes = of->passes[d];
  int64_t pass = of->has_near_passes ? block : block * of->threads[d];
  bool is_inside = !need->end || block * of->threads[d] * passes <= need->end;
  return have_step(1, block, is_inside, need) ||
         have_step(pass, passes, is_inside, need);
}

static bool meets(const tl_spread *of, int64_t slots, tl_spread_kind kind,
                  const tl_width_need *need) {
  bool has_next = !need->is_never && (!need->step || has_step(of, need));
  bool may_have[] = {[TL_SPREAD_PLAIN] = has_next && !need->is_swizzled,
                     [TL_SPREAD_STAGGERED] = has_next || need->is_swizzled,
                     [TL_SPREAD_TURNED] = true};
  return slots >= need->slots && may_have[kind];
}

int64_t tl_spread_width(const tl_search *state, const tl_spread *of, int side,
                        tl_spread_kind kind) {
  const tl_side_bounds *own = &state->sides[side];
  int64_t width =
      kind == TL_SPREAD_PLAIN ? tl_spread_widest(own, of) : own->widest;
  int64_t slots = 1;
  for (int64_t d = 0; d < state->request->tile.count; d++)
    slots *= of->block[d] * of->passes[d];
  while (width > 1 &&
         !meets(of, slots, kind,
                &own->needs[62 - __builtin_clzll((uint64_t)width)]))
    width /= 2;
  return width;
}

/* ---- Where lanes begin --------------------------------------------------- */

/* That of the first step, as far as it is known. */
static int64_t origin_of(const tl_search *state, const tl_spread *of, int side,
                         int64_t d) {
  const tl_origin *origin = &state->request->sides[side].origin[d];
  int64_t step = of->block[d] * of->threads[d] * of->passes[d];
  return origin->is_dynamic || step < tl_spread_extent(state, of, d)
             ? 0
             : origin->value + state->whole->first[d];
}

/* Some threads along a dimension, of which each stands for `weight` lanes that
 * follow each other; after `period` lanes the next ones of the dimension come. */
typedef struct near_threads {
  int64_t dimension, count, weight, period;
} near_threads;

/* Adds what they add to lanes. */
static bool add_dimension(const tl_search *state, const tl_spread *of, int side,
                          const near_threads *near,
                          int64_t places[TL_COUNTED_LANES]) {
  const tl_layout *memory = &state->request->sides[side].memory;
  int64_t d = near->dimension;
  int64_t step = of->block[d] * (of->has_near_passes ? of->passes[d] : 1);
  int64_t start = origin_of(state, of, side, d), place = 0;
  for (int64_t lane = 0, thread = 0; lane < TL_COUNTED_LANES; lane++) {
    if (lane % near->weight == 0) {
      int64_t far = lane / near->period * near->count;
      place = tl_place_along(memory, d, start + (far + thread) * step);
      thread = thread + 1 < near->count ? thread + 1 : 0;
    }
    places[lane] = (int64_t)((uint64_t)places[lane] + (uint64_t)place);
  }
  return start >= 0;
}

bool tl_spread_lanes(const tl_search *state, const tl_spread *of, int side,
                     tl_spread_places *out) {
  const tl_copy_request *own = &state->request->sides[side];
  int64_t all = 1, weight = 1, rank = state->request->tile.count;
  bool is_known = true;
  for (int64_t lane = 0; lane < TL_COUNTED_LANES; lane++)
    out->of[lane] = own->memory.offset[TL_AXIS_M];
  for (int64_t d = 0; d < rank; d++)
    all *= of->threads[d];
  for (int64_t i = 0; i < rank; i++) {
    int64_t last = rank - i;
    int64_t d = i == 0 ? of->first : last - (last <= of->first);
    int64_t far = i == 0 ? of->threads[d] / of->near : 1;
    near_threads near = {d, of->threads[d] / far, weight, all / far};
    is_known &= add_dimension(state, of, side, &near, out->of);
    weight *= near.count;
  }
  out->lanes = all < TL_COUNTED_LANES ? all : TL_COUNTED_LANES;
  return is_known;
}

static void read_addresses(const tl_copy_request *side,
                           const tl_spread_places *lanes, int64_t *out) {
  uint64_t bytes = (uint64_t)side->element_bytes;
  for (int64_t lane = 0; lane < lanes->lanes; lane++)
    out[lane] = lanes->of[lane];
  tl_swizzle_apply_each(&side->memory.swizzle, out, lanes->lanes);
  for (int64_t lane = 0; lane < lanes->lanes; lane++)
    out[lane] =
        (int64_t)(((uint64_t)out[lane] + (uint64_t)side->base_phase) * bytes);
}

/* Lanes that begin apart by no multiple of a width have none of it. */
static bool begin_accesses(const int64_t *addresses, int64_t lanes,
                           int64_t bytes, int64_t *width) {
  int64_t apart = 0;
  for (int64_t lane = 1; lane < lanes; lane++)
    apart |= addresses[lane] ^ addresses[0];
  while (apart & (*width * bytes - 1))
    *width /= 2;
  return (addresses[0] & (*width * bytes - 1)) == 0;
}

bool tl_spread_served(const tl_copy_request *side,
                      const tl_spread_places *lanes, bool is_shared,
                      int64_t conflict, int64_t *width, int64_t *served) {
  int64_t addresses[TL_COUNTED_LANES], bytes = side->element_bytes;
  tl_access_facts facts;
  read_addresses(side, lanes, addresses);
  if (!begin_accesses(addresses, lanes->lanes, bytes, width))
    return false;
  bytes = bytes * *width < TL_SERVED_BYTES ? bytes * *width : TL_SERVED_BYTES;
  if (tl_access_by_enumeration(addresses, lanes->lanes, bytes, &facts, NULL) !=
      TL_OK)
    return false;
  *served = is_shared
                ? facts.wavefronts * TL_TIME_WAVEFRONT +
                      (facts.wavefronts - facts.minimum) * conflict
                : facts.sectors * TL_TIME_SECTOR + facts.lines * TL_TIME_LINE;
  return true;
}

/* ---- Under a twist ------------------------------------------------------- */

/* The bits of a fragment's tile, by their place in its row-major number: where those
 * of each dimension begin, which slots hold and which threads, and which element
 * each leads to. */
typedef struct twisted_bits {
  int64_t count, first[TL_MAX_RANK + 1];
  uint32_t slots;
  tl_twist elements;
} twisted_bits;

static bool read_twisted(const tl_layout *fragment, twisted_bits *out) {
  const tl_iter *iter = fragment->iters + fragment->shard_count;
  out->count = out->slots = 0;
  for (int64_t d = fragment->rank - 1; d >= 0; d--) {
    out->first[d] = out->count;
    for (int64_t i = 0; i < fragment->group_size[d]; i++) {
      iter--;
      for (int64_t bit = 1; bit < iter->extent; bit *= 2, out->count++)
        out->slots |= (uint32_t)(iter->axis == TL_AXIS_M) << out->count;
    }
  }
  return tl_twist_invert(&fragment->twist, out->count, &out->elements);
}

/* What is moved along a dimension by an element, or by several, of one extent. */
static uint64_t moved_along(const twisted_bits *bits, uint32_t element,
                            int64_t d, int64_t extent) {
  return element >> bits->first[d] & ((uint64_t)extent - 1);
}

/* Whether the end of the part keeps out some slots of a thread along a dimension,
 * and not others, see tl_limit_is_of_thread. */
static bool cuts_slots(const twisted_bits *bits, const tl_copy_request *side,
                       int64_t d, int64_t extent) {
  const tl_origin *origin = &side->origin[d];
  const tl_bound *bound = &side->bounds[d];
  int64_t granule = tl_bound_granule(origin, bound);
  uint64_t kept = granule ? ~(tl_lowest_bit((uint64_t)granule) - 1) : 0;
  uint64_t threads = 0, reach = 0;
  for (int64_t k = 0; k < bits->count; k++) {
    uint64_t moved = kept & moved_along(bits, bits->elements.of[k], d, extent);
    bool is_slot = bits->slots >> k & 1;
    reach += is_slot ? moved : 0;
    threads |= is_slot ? 0 : moved;
  }
  granule = tl_gcd(granule, (int64_t)tl_lowest_bit(threads));
  return tl_origin_may_leave(origin, bound, extent) &&
         reach >= (uint64_t)granule;
}

/* At multiples of what threads begin, at most: of a swizzle what is below its base
 * says so. */
static int64_t aligned_threads(const twisted_bits *bits,
                               const tl_layout *fragment,
                               const tl_layout *memory) {
  tl_list shape = tl_layout_shape(fragment);
  uint32_t threads = 0;
  uint64_t steps = TL_MAX_TILE;
  for (int64_t k = 0; k < bits->count; k++)
    threads |= bits->slots >> k & 1 ? 0 : bits->elements.of[k];
  for (int64_t d = 0; d < memory->rank; d++) {
    uint64_t moved = moved_along(bits, threads, d, shape.items[d]);
    for (; moved; moved &= moved - 1)
      steps |=
          (uint64_t)tl_place_along(memory, d, (int64_t)tl_lowest_bit(moved));
  }
  int64_t least = (int64_t)tl_lowest_bit(steps);
  return tl_swizzle_keeps(&memory->swizzle, 2 * least) ? least : TL_MAX_TILE;
}

bool tl_spread_twisted(const tl_search *state, const tl_transfer_part *part,
                       int side, int64_t *width) {
  twisted_bits bits;
  tl_copy_request own;
  bool cuts = false;
  if (!read_twisted(&part->fragments[side], &bits))
    return false;
  int64_t least = aligned_threads(&bits, &part->fragments[side],
                                  &state->request->sides[side].memory);
  while (*width > least)
    *width /= 2;
  for (int64_t d = 0; d < part->fragments[side].rank && !cuts; d++)
    if (tl_transfer_part_is_ragged(part, d)) {
      tl_transfer_part_request(state->request, part,
                               (tl_transfer_side_number)side, &own);
      cuts = cuts_slots(&bits, &own, d, part->step[d]);
    }
  return !cuts;
}
