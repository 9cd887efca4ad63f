/* lane_turns.c - see tl/lane_turns.h.
 *
 * Bits of the lane are chosen one after the other.  Those before span the banks
 * that are taken; the next is apart if its bank is not one of these.  That is
 * no one's bank but a subspace's, and no space is the union of two smaller
 * ones: where f is apart on one side and g on the other, f, g or f + g is on
 * both.
 *
 * It is the best there is: a bit of the lane has no choice left on a side where
 * all bits lead to banks that are taken. */
#include "tl/lane_turns.h"
#include "base/checked.h"
#include "tl/banks.h"
#include <string.h>

enum { BANK_SHIFT = 48, MOST_LANE_BITS = 8 };

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
  int64_t first = state->lane + 1;
  uint32_t own = UINT32_C(1) << state->lane;
  weigh(state, own);
  for (int64_t k = first; k < state->turns->count && state->best.conflicts;
       k++) {
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

/* Who holds a bit of the row-major number of the tile, and where it leads to.
 */
enum { LANE, THREAD, SLOT, PARTS };

typedef struct tile_bits {
  int64_t count;
  int64_t dimension[TL_MAX_TWIST], step[TL_MAX_TWIST];
  int8_t held[PARTS]
             [TL_MAX_TWIST]; /* 1 + the bit, by the bit of who holds it */
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
  return fragment->replica_count == 0;
}

/* Where each bit leads to; false where places are sums with a carry. */
static bool read_words(const tile_bits *bits, const tl_turn_side *side,
                       uint64_t *words) {
  tl_layout memory = *side->memory;
  int64_t taken = 0, point[TL_AXIS_COUNT];
  memory.swizzle = (tl_swizzle){0};
  memory.offset[TL_AXIS_M] = 0;
  for (int64_t i = 0; i < bits->count; i++) {
    int64_t coordinate[TL_MAX_RANK] = {0};
    coordinate[bits->dimension[i]] = bits->step[i];
    tl_layout_apply(&memory, coordinate, point);
    int64_t place = point[TL_AXIS_M];
    if (taken & place)
      return false;
    taken |= place;
    words[i] = tl_turn_word(tl_swizzle_apply(&side->memory->swizzle, place) *
                            side->element_bytes);
  }
  return true;
}

static bool read_sides(const tile_bits *bits, const tl_turn_side *sides,
                       uint64_t words[TL_TURN_SIDES][TL_MAX_TWIST],
                       tl_turns *out) {
  for (int side = 0; side < TL_TURN_SIDES; side++) {
    const tl_turn_side *own = &sides[side];
    out->phase[side] =
        own->is_shared ? tl_turn_phase(own->width * own->element_bytes) : 0;
    memset(words[side], 0, sizeof words[side]);
    if (own->is_shared && !(tl_layout_is_static(own->memory) &&
                            read_words(bits, own, words[side])))
      return false;
  }
  return true;
}

/* Adds the bits that a part holds from `first` on, which move by themselves. */
static void add_bits(const tile_bits *bits, int part, int64_t first,
                     uint64_t words[TL_TURN_SIDES][TL_MAX_TWIST],
                     tl_turns *out) {
  for (int64_t place = first; place < TL_MAX_TWIST; place++) {
    int64_t bit = bits->held[part][place] - 1;
    if (bit >= 0)
      out->bits[out->count++] =
          (tl_turn_bit){INT64_C(1) << bit, {words[0][bit], words[1][bit]}};
  }
}

bool tl_fragment_take_turns(const tl_layout *fragment, int64_t fixed,
                            const tl_turn_side sides[TL_TURN_SIDES],
                            tl_layout *out) {
  /* 1. Places as bits: lanes, and who may take their part. */
  tile_bits bits;
  uint64_t words[TL_TURN_SIDES][TL_MAX_TWIST];
  tl_turns turns = {.count = 0};
  if (!tl_twist_is_none(&fragment->twist) || !read_bits(fragment, &bits) ||
      !read_sides(&bits, sides, words, &turns))
    return false;
  add_bits(&bits, LANE, 0, words, &turns);
  turns.lanes = turns.count;
  add_bits(&bits, THREAD, 0, words, &turns);
  add_bits(&bits, SLOT, __builtin_ctzll((uint64_t)fixed), words, &turns);

  /* 2. Turns, where they are worth it. */
  tl_turns before = turns;
  int64_t conflicts = tl_turns_conflicts(&turns);
  tl_turns_take(&turns);
  if (tl_turns_conflicts(&turns) >= conflicts)
    return false;

  /* 3. The bit that was at a place leads to where that leads now. */
  *out = *fragment;
  for (int64_t k = 0; k < bits.count; k++)
    out->twist.of[k] = UINT32_C(1) << k;
  for (int64_t i = 0; i < turns.count; i++)
    out->twist.of[__builtin_ctzll((uint64_t)before.bits[i].moves)] =
        (uint32_t)turns.bits[i].moves;
  return tl_twist_invert(&out->twist, bits.count, &out->twist) &&
         tl_layout_create(out, out, NULL) == TL_OK;
}
