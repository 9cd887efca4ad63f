/* lane_turns.c - see tl/lane_turns.h.
 *
 * Bits of the lane are chosen one after the other.  Those before span the banks
 * that are taken; the next is apart if its bank is not one of these.  That is
 * no one's bank but a subspace's, and no space is the union of two smaller
 * ones: where f is apart on one side and g on the other, f, g or f + g is on
 * both.
 *
 * It is the best there is: a bit of the lane has no choice left on a side where
 * all bits lead to banks that are taken.
 *
 * Where bits of the lane stay and others are added to them, on one side, that is
 * so as well: what is in a bank that is taken leaves it with any bit that is
 * in none of these. */
#include "tl/lane_turns.h"
#include "base/checked.h"
#include "plan/copy_partition.h"
#include "tl/banks.h"
#include <string.h>

enum {
  BANK_SHIFT = 48,
  MOST_LANE_BITS = 8,
  OWN_BITS = 24, /* of a place, above what shared memory has */
};

/* What bits of the lane span: none has the highest bit of one before. */
typedef struct span {
  int64_t count;
  uint64_t basis[MOST_LANE_BITS];
} span;

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

uint64_t tl_turn_word(int64_t byte) {
  uint64_t word = (uint64_t)(byte / TL_COUNTED_MEMORY.word_bytes);
  uint64_t banks = (uint64_t)TL_COUNTED_MEMORY.banks;
  return word % banks << BANK_SHIFT | word / banks;
}

int64_t tl_turn_phase(int64_t bytes) {
  int64_t line = TL_COUNTED_MEMORY.banks * TL_COUNTED_MEMORY.word_bytes;
  return __builtin_ctzll(
      (uint64_t)lesser(TL_COUNTED_LANES, bytes < line ? line / bytes : 1));
}

static uint64_t reduce(const span *taken, uint64_t word) {
  for (int64_t i = 0; i < taken->count; i++)
    if ((word ^ taken->basis[i]) < word)
      word ^= taken->basis[i];
  return word;
}

/* Whether a word is one that lanes ask for, or in a bank that is not taken. */
static bool is_apart(const span *taken, uint64_t word) {
  uint64_t rest = reduce(taken, word);
  return rest == 0 || rest >> BANK_SHIFT;
}

static void add(span *taken, uint64_t word) {
  uint64_t rest = reduce(taken, word);
  if (rest)
    taken->basis[taken->count++] = rest;
}

int64_t tl_turns_conflicts(const tl_turns *turns) {
  int64_t conflicts = 0;
  for (int side = 0; side < TL_TURN_SIDES; side++) {
    span taken = {0};
    for (int64_t k = 0; k < lesser(turns->phase[side], turns->lanes); k++) {
      conflicts += !is_apart(&taken, turns->bits[k].words[side]);
      add(&taken, turns->bits[k].words[side]);
    }
  }
  return conflicts;
}

/* ---- The choice of one bit ------------------------------------------------
 */

/* A sum of bits: which. */
typedef struct option {
  uint32_t sum;
  int64_t conflicts; /* sides on which it is not apart */
} option;

typedef struct turn {
  tl_turns *turns;
  int64_t lane; /* the bit that is chosen */
  span taken[TL_TURN_SIDES];
  option best;
} turn;

static bool is_apart_on(const turn *state, int side, uint32_t sum) {
  uint64_t word = 0;
  for (uint32_t rest = sum; rest; rest &= rest - 1)
    word ^= state->turns->bits[__builtin_ctz(rest)].words[side];
  return state->lane >= state->turns->phase[side] ||
         is_apart(&state->taken[side], word);
}

static void weigh(turn *state, uint32_t sum) {
  option own = {sum, 0};
  for (int side = 0; side < TL_TURN_SIDES; side++)
    own.conflicts += !is_apart_on(state, side, sum);
  if (own.conflicts < state->best.conflicts)
    state->best = own;
}

/* Of one free bit for each side. */
static uint32_t pair_of(const turn *state, int64_t first) {
  uint32_t pair = 0;
  for (int side = 0; side < TL_TURN_SIDES; side++) {
    int64_t k = first;
    while (k < state->turns->count &&
           !is_apart_on(state, side, UINT32_C(1) << k))
      k++;
    if (k < state->turns->count)
      pair ^= UINT32_C(1) << k;
  }
  return pair;
}

static void choose(turn *state) {
  bool stays = state->turns->keeps_lanes;
  int64_t first = stays ? state->turns->lanes : state->lane + 1;
  uint32_t own = UINT32_C(1) << state->lane;
  weigh(state, own);
  for (int64_t k = first; k < state->turns->count && state->best.conflicts;
       k++) {
    if (!stays)
      weigh(state, UINT32_C(1) << k);
    weigh(state, own | UINT32_C(1) << k);
  }
  if (state->best.conflicts)
    weigh(state, own | pair_of(state, first));
}

/* The bit becomes the sum; one that it leaves out goes to a place in it. */
static void take(tl_turns *turns, int64_t lane, uint32_t sum) {
  tl_turn_bit own = turns->bits[lane], chosen = {0};
  for (uint32_t rest = sum; rest; rest &= rest - 1) {
    const tl_turn_bit *bit = &turns->bits[__builtin_ctz(rest)];
    chosen.moves ^= bit->moves;
    for (int side = 0; side < TL_TURN_SIDES; side++)
      chosen.words[side] ^= bit->words[side];
  }
  if (!(sum >> lane & 1))
    turns->bits[__builtin_ctz(sum)] = own;
  turns->bits[lane] = chosen;
}

void tl_turns_take(tl_turns *turns) {
  turn state = {.turns = turns};
  for (; state.lane < turns->lanes; state.lane++) {
    state.best.conflicts = TL_TURN_SIDES + 1;
    choose(&state);
    take(turns, state.lane, state.best.sum);
    for (int side = 0; side < TL_TURN_SIDES; side++)
      add(&state.taken[side], turns->bits[state.lane].words[side]);
  }
}

/* ---- Fragments ------------------------------------------------------------
 */

/* Who holds a bit of the number that the digits say, and which element of the
 * tile, by its row-major number, it leads to: another one under a twist. */
enum { LANE, THREAD, SLOT, PARTS };

typedef struct tile_bits {
  int64_t count;
  int64_t dimension[TL_MAX_TWIST], step[TL_MAX_TWIST];
  int8_t held[PARTS]
             [TL_MAX_TWIST]; /* 1 + the bit, by the bit of who holds it */
  tl_twist elements;         /* never none */
} tile_bits;

static bool hold(const tl_iter *iter, int64_t weight, tile_bits *out) {
  int part = iter->axis == TL_AXIS_M     ? SLOT
             : weight < TL_COUNTED_LANES ? LANE
                                         : THREAD;
  int64_t place = __builtin_ctzll((uint64_t)weight);
  if (place >= TL_MAX_TWIST)
    return false;
  out->held[part][place] = (int8_t)(out->count + 1);
  return true;
}

/* False where places are no bits. */
static bool read_bits(const tl_layout *fragment, tile_bits *out) {
  const tl_iter *iter = fragment->iters + fragment->shard_count;
  memset(out, 0, sizeof *out);
  for (int64_t d = fragment->rank - 1; d >= 0; d--)
    for (int64_t i = 0, step = 1; i < fragment->group_size[d]; i++) {
      iter--;
      if (!tl_is_power_of_two(iter->extent) ||
          !tl_is_power_of_two(iter->stride))
        return false;
      for (int64_t bit = 1; bit < iter->extent; bit *= 2, step *= 2) {
        if (out->count == TL_MAX_TWIST || !hold(iter, bit * iter->stride, out))
          return false;
        out->dimension[out->count] = d;
        out->step[out->count++] = step;
      }
    }
  bool has_inverse =
      tl_twist_invert(&fragment->twist, out->count, &out->elements);
  for (int64_t k = 0; k < out->count && tl_twist_is_none(&fragment->twist); k++)
    out->elements.of[k] = UINT32_C(1) << k;
  return has_inverse && fragment->replica_count == 0;
}

/* Places of the bits of the tile, beyond the offset; false where some share a bit,
 * so that sums have a carry. */
static bool read_steps(const tile_bits *bits, const tl_layout *memory,
                       int64_t *of) {
  tl_list shape = tl_layout_shape(memory);
  int64_t taken = 0;
  bool is_apart = true;
  for (int64_t i = 0; i < bits->count; i++) {
    int64_t d = bits->dimension[i];
    of[i] = tl_place_along(memory, d, bits->step[i] % shape.items[d]);
    is_apart &= !(taken & of[i]);
    taken |= of[i];
  }
  return is_apart;
}

/* What is XORed of places, for each bit.  Sums with a carry are in different banks
 * where those of the lowest bits are, which differ: of an odd multiple of 2^k,
 * 2^k is left, and a bit that no other has.  False where they are swizzled, too. */
static bool read_places(const tile_bits *bits, const tl_layout *memory,
                        int64_t *places, bool *has_carries) {
  int64_t of[TL_MAX_TWIST];
  if (!read_steps(bits, memory, of)) {
    if (memory->swizzle.bits)
      return false;
    *has_carries = true;
    for (int64_t i = 0; i < bits->count; i++)
      of[i] = of[i] ? (of[i] & -of[i]) | INT64_C(1) << (OWN_BITS + i) : 0;
  }
  for (int64_t k = 0; k < bits->count; k++) {
    places[k] = 0;
    for (uint32_t rest = bits->elements.of[k]; rest; rest &= rest - 1)
      places[k] ^= of[__builtin_ctz(rest)];
  }
  return true;
}

/* A fragment and the sides of its copy, as bits. */
typedef struct fragment_turns {
  tile_bits bits;
  int64_t places[TL_TURN_SIDES][TL_MAX_TWIST]; /* of bits, where shared */
  bool has_carries; /* of sums of places, of which words say less than all */
  uint64_t words[TL_TURN_SIDES][TL_MAX_TWIST];
  tl_turns turns;
  int64_t of[TL_MAX_TWIST]; /* which bit of the tile each of the turns is */
} fragment_turns;

static bool read_side(const tl_turn_side *side, int number,
                      fragment_turns *out) {
  const tl_layout *memory = side->memory;
  int64_t *places = out->places[number];
  out->turns.phase[number] =
      side->is_shared ? tl_turn_phase(side->width * side->element_bytes) : 0;
  if (side->is_shared &&
      !(tl_layout_is_static(memory) &&
        read_places(&out->bits, memory, places, &out->has_carries)))
    return false;
  for (int64_t k = 0; k < out->bits.count && side->is_shared; k++)
    out->words[number][k] = tl_turn_word(
        tl_swizzle_apply(&memory->swizzle, places[k]) * side->element_bytes);
  return true;
}

static bool read_turns(const tl_layout *fragment, const tl_turn_side *sides,
                       int64_t count, fragment_turns *out) {
  memset(out, 0, sizeof *out);
  if (!read_bits(fragment, &out->bits))
    return false;
  for (int64_t i = 0; i < count; i++)
    if (!read_side(&sides[i], (int)i, out))
      return false;
  return true;
}

static void add_bit(fragment_turns *own, int64_t bit) {
  own->of[own->turns.count] = bit;
  own->turns.bits[own->turns.count++] = (tl_turn_bit){
      own->bits.elements.of[bit], {own->words[0][bit], own->words[1][bit]}};
}

/* Adds the bits that a part holds from `first` on, but those that move within an
 * access of `width` elements of the first side; 1: all. */
static void add_bits(fragment_turns *own, int part, int64_t first,
                     int64_t width) {
  for (int64_t place = first; place < TL_MAX_TWIST; place++) {
    int64_t bit = own->bits.held[part][place] - 1;
    if (bit >= 0 && own->places[0][bit] % width == 0)
      add_bit(own, bit);
  }
}

/* The fragment once its lanes have taken turns; false where they do not meet by
 * fewer bits. */
static bool finish_turns(fragment_turns *own, const tl_layout *fragment,
                         tl_layout *out) {
  int64_t conflicts = tl_turns_conflicts(&own->turns);
  tl_turns_take(&own->turns);
  if (tl_turns_conflicts(&own->turns) >= conflicts)
    return false;
  *out = *fragment;
  out->twist = own->bits.elements;
  for (int64_t i = 0; i < own->turns.count; i++)
    out->twist.of[own->of[i]] = (uint32_t)own->turns.bits[i].moves;
  return tl_twist_invert(&out->twist, own->bits.count, &out->twist) &&
         tl_layout_create(out, out, NULL) == TL_OK;
}

bool tl_fragment_take_turns(const tl_layout *fragment, int64_t fixed,
                            const tl_turn_side sides[TL_TURN_SIDES],
                            tl_layout *out) {
  fragment_turns own;
  if (!read_turns(fragment, sides, TL_TURN_SIDES, &own))
    return false;
  add_bits(&own, LANE, 0, 1);
  own.turns.lanes = own.turns.count;
  add_bits(&own, THREAD, 0, 1);
  add_bits(&own, SLOT, __builtin_ctzll((uint64_t)fixed), 1);
  return finish_turns(&own, fragment, out);
}

tl_turns_found tl_fragment_stagger(const tl_layout *fragment,
                                   const tl_turn_side *side, tl_layout *out) {
  fragment_turns own;
  if (!read_turns(fragment, side, 1, &own))
    return TL_TURNS_NO_BITS;
  own.turns.keeps_lanes = true;
  add_bits(&own, LANE, 0, 1);
  own.turns.lanes = own.turns.count;
  add_bits(&own, SLOT, 0, side->width);
  if (finish_turns(&own, fragment, out))
    return TL_TURNS_FEWER;
  return own.has_carries ? TL_TURNS_NO_BITS : TL_TURNS_NO_BANKS;
}
