/* certificate_exchange.c - Whether the rounds of an exchange do what is claimed, and
 * the fewest there can be, see certificate.h.
 *
 * All warps execute the same shuffles. So a place of the first warp, a register of a
 * lane, can fill a register of another lane if it holds in every warp what that one
 * holds under the target:
 *
 *   lane 1 needs in register 0 what lanes 0 and 16 hold in register 2
 *
 * In a round a lane gives one word, and gets one. */
#include "certificate.h"
#include "output.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  WORD_BITS = 32,
  MOST_SLOTS = 1 << 10,
  MOST_PLACES = 1 << 17, /* of all threads */
  NOTHING = -1,
};

/* What the registers of all threads hold: [thread * slots + slot]. */
typedef struct side {
  int64_t threads, slots;
  int32_t *held; /* owned */
} side;

typedef struct exchange_check {
  const tl_exchange_claim *claim;
  int64_t elements, width; /* of a word */
  side source, target;
  int32_t *first, *next; /* owned: places of each element in the first warp */
} exchange_check;

/* ---- What is held --------------------------------------------------------- */

static tl_code hold(side *out, int64_t thread, int64_t slot, int64_t element,
                    tl_error *error) {
  int32_t *held = &out->held[thread * out->slots + slot];
  if (*held != NOTHING && *held != element)
    return tl_fail(error, TL_INVALID,
                   "register %" PRId64 " of thread %" PRId64
                   " holds two elements",
                   slot, thread);
  *held = (int32_t)element;
  return TL_OK;
}

/* In all places of its replicas. */
static tl_code hold_element(const tl_layout *fragment, tl_axis axis,
                            int64_t element, side *out, tl_error *error) {
  const tl_list shape = tl_layout_shape(fragment);
  const tl_iter *replicas = fragment->iters + fragment->shard_count;
  int64_t coordinate[TL_MAX_RANK], rest = element, copies = 1;
  for (int64_t d = shape.count - 1; d >= 0; d--) {
    coordinate[d] = rest % shape.items[d];
    rest /= shape.items[d];
  }
  for (int64_t i = 0; i < fragment->replica_count; i++)
    copies *= replicas[i].extent;
  for (int64_t copy = 0; copy < copies; copy++) {
    int64_t point[TL_AXIS_COUNT];
    tl_layout_apply(fragment, coordinate, point);
    rest = copy;
    for (int64_t i = 0; i < fragment->replica_count; i++) {
      point[replicas[i].axis] += rest % replicas[i].extent * replicas[i].stride;
      rest /= replicas[i].extent;
    }
    TL_TRY(hold(out, axis == TL_AXIS_M ? 0 : point[axis], point[TL_AXIS_M],
                element, error));
  }
  return TL_OK;
}

static tl_code open_side(const exchange_check *own, const tl_layout *fragment,
                         side *out, tl_error *error) {
  tl_axis axis = tl_scope_describe(own->claim->scope)->axis;
  out->threads = 1;
  TL_TRY(tl_layout_span(fragment, TL_AXIS_M, &out->slots, error));
  if (axis != TL_AXIS_M)
    TL_TRY(tl_layout_span(fragment, axis, &out->threads, error));
  if (out->slots > MOST_SLOTS || out->threads > MOST_PLACES / out->slots)
    return tl_fail(error, TL_CAPACITY,
                   "%" PRId64 " registers of %" PRId64
                   " threads; at most %d, of %d a thread, are counted",
                   out->slots, out->threads, MOST_PLACES, MOST_SLOTS);
  size_t size = (size_t)(out->threads * out->slots);
  out->held = tl_allocate(size, sizeof *out->held);
  memset(out->held, 0xff, size * sizeof *out->held);
  for (int64_t element = 0; element < own->elements; element++)
    TL_TRY(hold_element(fragment, axis, element, out, error));
  return TL_OK;
}

static int32_t held_by(const side *of, int64_t thread, int64_t slot) {
  return thread < of->threads ? of->held[thread * of->slots + slot] : NOTHING;
}

/* Ascending. */
static void list_places(exchange_check *own) {
  const side *source = &own->source;
  int64_t lanes = own->claim->lanes;
  int64_t threads = source->threads < lanes ? source->threads : lanes;
  own->first = tl_allocate((size_t)own->elements, sizeof *own->first);
  own->next = tl_allocate((size_t)(lanes * source->slots), sizeof *own->next);
  memset(own->first, 0xff, (size_t)own->elements * sizeof *own->first);
  for (int64_t p = threads * source->slots - 1; p >= 0; p--) {
    int32_t element = source->held[p];
    if (element == NOTHING)
      continue;
    own->next[p] = own->first[element];
    own->first[element] = (int32_t)p;
  }
}

/* Both fragments are of one shape. */
static tl_code open_check(exchange_check *own, tl_error *error) {
  const tl_exchange_claim *claim = own->claim;
  const tl_list shape = tl_layout_shape(&claim->source);
  const tl_list other = tl_layout_shape(&claim->target);
  own->width =
      claim->element_bits < WORD_BITS ? WORD_BITS / claim->element_bits : 1;
  own->elements = 1;
  for (int64_t d = 0; d < shape.count; d++) {
    if (other.count != shape.count || other.items[d] != shape.items[d])
      return tl_fail(error, TL_INVALID,
                     "'source' and 'target' have to have one shape");
    if (shape.items[d] > MOST_PLACES / own->elements)
      return tl_fail(error, TL_CAPACITY,
                     "more than %d elements, which are not counted",
                     MOST_PLACES);
    own->elements *= shape.items[d];
  }
  TL_TRY(open_side(own, &claim->source, &own->source, error));
  TL_TRY(open_side(own, &claim->target, &own->target, error));
  list_places(own);
  return TL_OK;
}

static void close_check(exchange_check *own) {
  free(own->source.held);
  free(own->target.held);
  free(own->first);
  free(own->next);
}

/* ---- What is needed ------------------------------------------------------- */

/* Whether a place holds, in every warp, what the lane's register is to hold. */
static bool fills(const exchange_check *own, int64_t place, int64_t lane,
                  int64_t slot) {
  int64_t giver = place / own->source.slots, given = place % own->source.slots;
  int64_t lanes = own->claim->lanes;
  for (int64_t first = 0; first + lane < own->target.threads; first += lanes)
    if (held_by(&own->target, first + lane, slot) !=
        held_by(&own->source, first + giver, given))
      return false;
  return true;
}

/* Who can fill a register: the lanes as bits, and a number that the registers which the
 * same places fill have, NOTHING where there are none. */
typedef struct givers {
  uint64_t lanes;
  int64_t number;
} givers;

static givers find_givers(const exchange_check *own, int64_t lane,
                          int64_t slot) {
  givers found = {0, NOTHING};
  int64_t p = own->first[held_by(&own->target, lane, slot)];
  for (; p != NOTHING; p = own->next[p])
    if (fills(own, p, lane, slot)) {
      found.lanes |= UINT64_C(1) << p / own->source.slots;
      found.number = found.number == NOTHING ? p : found.number;
    }
  return found;
}

static bool is_held(const exchange_check *own, int64_t thread, int64_t slot) {
  return held_by(&own->target, thread, slot) != NOTHING;
}

/* ---- The fewest ----------------------------------------------------------- */

/* Of places, marked by their numbers: those that a lane, that any lane needs of others,
 * those that one lane alone has. */
typedef struct need_count {
  int32_t *needed_by;
  bool *is_needed;
  int64_t different, given[TL_CLAIM_LANES];
} need_count;

static int64_t words_of(const exchange_check *own, int64_t elements) {
  return (elements + own->width - 1) / own->width;
}

/* Words that a lane gets: of the elements that one lane alone has, each in a word from
 * that one. */
static int64_t count_gotten(const exchange_check *own, int64_t lane,
                            need_count *needs) {
  int64_t all = 0, words = 0, only[TL_CLAIM_LANES] = {0};
  for (int64_t slot = 0; slot < own->target.slots; slot++) {
    if (!is_held(own, lane, slot))
      continue;
    givers of = find_givers(own, lane, slot);
    if (of.number == NOTHING || of.lanes >> lane & 1 ||
        needs->needed_by[of.number] == lane + 1)
      continue;
    bool is_new = !needs->is_needed[of.number];
    bool has_one = (of.lanes & (of.lanes - 1)) == 0;
    int64_t giver = of.number / own->source.slots;
    needs->needed_by[of.number] = (int32_t)lane + 1;
    needs->is_needed[of.number] = true;
    needs->different += is_new;
    needs->given[giver] += is_new && has_one;
    only[giver] += has_one;
    all++;
  }
  for (int64_t giver = 0; giver < own->claim->lanes; giver++)
    words += words_of(own, only[giver]);
  int64_t fewest = words_of(own, all);
  return words > fewest ? words : fewest;
}

/* Lanes that hold something. */
static int64_t count_givers(const exchange_check *own) {
  int64_t count = 0;
  for (int64_t lane = 0; lane < own->claim->lanes; lane++) {
    bool holds = false;
    for (int64_t slot = 0; slot < own->source.slots; slot++)
      holds |= held_by(&own->source, lane, slot) != NOTHING;
    count += holds;
  }
  return count;
}

static int64_t count_least(const exchange_check *own) {
  size_t places = (size_t)(own->claim->lanes * own->source.slots);
  need_count needs = {.needed_by = tl_allocate(places, sizeof(int32_t)),
                      .is_needed = tl_allocate(places, sizeof(bool))};
  int64_t least = 0, all = count_givers(own);
  for (int64_t lane = 0; lane < own->claim->lanes; lane++) {
    int64_t words = count_gotten(own, lane, &needs);
    least = words > least ? words : least;
  }
  for (int64_t lane = 0; lane < own->claim->lanes; lane++) {
    int64_t words = words_of(own, needs.given[lane]);
    least = words > least ? words : least;
  }
  int64_t share = all ? words_of(own, (needs.different + all - 1) / all) : 0;
  free(needs.needed_by);
  free(needs.is_needed);
  return share > least ? share : least;
}

/* ---- What rounds do ------------------------------------------------------- */

static bool is_gotten(const exchange_check *own, int64_t lane, int64_t slot) {
  const tl_exchange_claim *claim = own->claim;
  for (int64_t round = 0; round < claim->rounds; round++) {
    int64_t from = claim->from[round * claim->lanes + lane];
    const int16_t *word =
        &claim->gives[(round * claim->lanes + from) * own->width];
    for (int64_t i = 0; from != NOTHING && i < own->width; i++)
      if (word[i] != NOTHING && word[i] < own->source.slots &&
          fills(own, from * own->source.slots + word[i], lane, slot))
        return true;
  }
  return false;
}

/* Whether a warp behind the first holds something there, of which the first has no
 * place. */
static bool is_held_later(const exchange_check *own, int64_t lane,
                          int64_t slot) {
  int64_t lanes = own->claim->lanes;
  for (int64_t first = lanes; first + lane < own->target.threads;
       first += lanes)
    if (is_held(own, first + lane, slot))
      return true;
  return false;
}

static bool is_filled(const exchange_check *own, int64_t lane, int64_t slot) {
  return is_held(own, lane, slot)
             ? find_givers(own, lane, slot).lanes >> lane & 1 ||
                   is_gotten(own, lane, slot)
             : !is_held_later(own, lane, slot);
}

/* The first register that a lane neither has nor gets what it is to hold; false: all are
 * filled. */
static bool find_missing(const exchange_check *own, int64_t *lane,
                         int64_t *slot) {
  for (*lane = 0; *lane < own->claim->lanes; ++*lane)
    for (*slot = 0; *slot < own->target.slots; ++*slot)
      if (!is_filled(own, *lane, *slot))
        return true;
  return false;
}

tl_code tl_exchange_claim_count(const tl_exchange_claim *claim,
                                tl_exchange_costs *out, tl_error *error) {
  exchange_check own = {.claim = claim};
  tl_code code = open_check(&own, error);
  if (code == TL_OK) {
    int64_t words =
        claim->element_bits > WORD_BITS ? claim->element_bits / WORD_BITS : 1;
    out->shuffles = words * claim->rounds;
    out->least_shuffles = words * count_least(&own);
    out->is_complete = !find_missing(&own, &out->lane, &out->slot);
  }
  close_check(&own);
  return code;
}
