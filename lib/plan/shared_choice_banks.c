/* shared_choice_banks.c - Banks for the bits that lanes are told apart by.
 *
 * Behind the lowest bits of the offset there are so many bank bits.  Each bit that
 * is to be told apart changes some of them: a vector over GF(2).  An accessor has
 * no conflict where the vectors of its bits are independent.
 *
 * Colours.  Bits have one bank each: vertices of a graph that are coloured so that
 *   no two of an accessor have the same.  For two accessors two bits of a bank are
 *   enough, since what one has and the other has not can be paired.
 * Chains.  x ^ ((x >> shift) & mask), where what is read is also changed:
 *   shift 1, banks b0 b1: bits p q r -> (p ^ q), (q ^ r): any two of p, q, r are
 *   told apart, which no two colours can do.
 * Any vectors.  Where none are independent, no linear map tells all apart. */
#include "base/checked.h"
#include "shared_choice.h"
#include <string.h>

enum { MOST_STEPS = 400 /* of a colouring */ };

/* ---- Colours ------------------------------------------------------------- */

typedef struct colour_search {
  const tl_bank_bits *of;
  int64_t most; /* bits of a colour */
  int64_t colours[TL_TILE_BITS], used[TL_MOST_BANKS];
  int64_t steps, left; /* without a colour, times weights */
  tl_bank_colours *best;
} colour_search;

/* Whether the bit can have a colour that other bits have. */
static bool fits(const colour_search *state, int64_t next, int64_t colour) {
  const tl_bank_bits *of = state->of;
  uint64_t both = 0;
  if (state->used[colour] == state->most)
    return false;
  for (int64_t i = 0; i < next; i++)
    if (state->colours[i] == colour)
      both |= UINT64_C(1) << of->bits[i];
  for (int64_t a = 0; a < of->accessor_count; a++)
    if (of->lanes[a] >> of->bits[next] & 1 && of->lanes[a] & both)
      return false;
  return true;
}

static void colour_next(colour_search *state, int64_t next);

static void give(colour_search *state, int64_t next, int64_t colour) {
  state->colours[next] = colour;
  state->used[colour]++;
  colour_next(state, next + 1);
  state->used[colour]--;
}

/* A bank of its own comes first where there are enough for all bits, and after
 * shared ones where there are not. */
static void colour_next(colour_search *state, int64_t next) {
  const tl_bank_bits *of = state->of;
  int64_t fresh = 0;
  if (state->left >= state->best->left || state->steps++ > MOST_STEPS)
    return;
  if (next == of->count) {
    state->best->left = state->left;
    memcpy(state->best->of, state->colours, sizeof state->colours);
    return;
  }
  while (fresh < of->banks && state->used[fresh])
    fresh++;
  bool is_rich = of->banks - fresh >= of->count - next;
  if (is_rich && fresh < of->banks)
    give(state, next, fresh);
  for (int64_t colour = 0; colour < fresh; colour++)
    if (fits(state, next, colour))
      give(state, next, colour);
  if (!is_rich && fresh < of->banks)
    give(state, next, fresh);
  state->colours[next] = TL_NO_LANE;
  state->left += of->prices[next];
  colour_next(state, next + 1);
  state->left -= of->prices[next];
}

void tl_banks_colour(const tl_bank_bits *of, int64_t most,
                     tl_bank_colours *out) {
  colour_search state;
  memset(&state, 0, sizeof state);
  state.of = of;
  state.most = most;
  state.best = out;
  out->left = INT64_MAX;
  colour_next(&state, 0);
}

/* ---- Vectors ------------------------------------------------------------- */

typedef struct vector_search {
  const tl_bank_bits *of;
  int64_t choice_count;
  uint32_t choices[1 << TL_LANE_BITS]; /* vectors; 0: none that helps */
  bool is_once;                        /* each is for one bit */
  uint32_t used;
  uint32_t basis[TL_SHARED_MOST_ACCESSORS][TL_LANE_BITS];
  int64_t rank[TL_SHARED_MOST_ACCESSORS];
  int8_t chosen[TL_TILE_BITS];
  int64_t *steps; /* that are left */
} vector_search;

static bool has_bit(const vector_search *state, int64_t accessor,
                    int64_t index) {
  return state->of->lanes[accessor] >> state->of->bits[index] & 1;
}

static void take_back(vector_search *state, int64_t index, int64_t accessors) {
  for (int64_t a = 0; a < accessors; a++)
    state->rank[a] -= has_bit(state, a, index);
}

/* False, and nothing, where the vector depends on others of an accessor. */
static bool add_vector(vector_search *state, int64_t index, uint32_t vector) {
  for (int64_t a = 0; a < state->of->accessor_count; a++) {
    uint32_t rest = vector;
    if (!has_bit(state, a, index))
      continue;
    for (int64_t i = 0; i < state->rank[a]; i++)
      if ((rest ^ state->basis[a][i]) < rest)
        rest ^= state->basis[a][i];
    if (!rest) {
      take_back(state, index, a);
      return false;
    }
    state->basis[a][state->rank[a]++] = rest;
  }
  return true;
}

static bool find_vectors(vector_search *state, int64_t index) {
  if (index == state->of->count)
    return true;
  for (int8_t i = 0; i<state->choice_count && * state->steps> 0; i++) {
    bool is_free = !(state->used >> i & 1);
    if (!state->choices[i] || !is_free)
      continue;
    --*state->steps;
    if (!add_vector(state, index, state->choices[i]))
      continue;
    state->chosen[index] = i;
    state->used |= (uint32_t)state->is_once << i;
    if (find_vectors(state, index + 1))
      return true;
    state->used &= ~((uint32_t)state->is_once << i);
    take_back(state, index, state->of->accessor_count);
  }
  return false;
}

static void open_vectors(const tl_bank_bits *of, int64_t *steps,
                         vector_search *out) {
  memset(out, 0, sizeof *out);
  out->of = of;
  out->steps = steps;
}

/* Whether no accessor has more bits than there are bank bits. */
static bool can_differ(const tl_bank_bits *of) {
  for (int64_t a = 0; a < of->accessor_count; a++)
    if (tl_count_bits(of->lanes[a]) > of->banks)
      return false;
  return true;
}

bool tl_banks_exist(const tl_bank_bits *of, int64_t *steps) {
  vector_search state;
  open_vectors(of, steps, &state);
  for (uint32_t vector = 1; vector < UINT32_C(1) << of->banks; vector++)
    state.choices[state.choice_count++] = vector;
  return can_differ(of) && find_vectors(&state, 0);
}

/* ---- Chains -------------------------------------------------------------- */

/* Place q is read by q - shift, where that is changed. */
static void open_chain(const tl_swizzle *chain, vector_search *state) {
  int64_t end = state->of->banks + chain->shift;
  for (int64_t q = 0; q < end && q < state->of->places; q++) {
    int64_t by = q - chain->shift;
    bool is_read = chain->base <= by && by < chain->base + chain->bits;
    uint32_t own = q < state->of->banks ? UINT32_C(1) << q : 0;
    state->choices[state->choice_count++] =
        is_read ? own | UINT32_C(1) << by : own;
  }
}

static bool try_chain(const tl_bank_bits *of, const tl_swizzle *chain,
                      int64_t *steps, tl_bank_chain *out) {
  vector_search state;
  open_vectors(of, steps, &state);
  state.is_once = true;
  open_chain(chain, &state);
  if (!find_vectors(&state, 0))
    return false;
  *out = (tl_bank_chain){.swizzle = *chain, .count = state.choice_count};
  memset(out->bits, TL_NO_LANE, sizeof out->bits);
  for (int64_t i = 0; i < of->count; i++)
    out->bits[state.chosen[i]] = of->bits[i];
  return true;
}

bool tl_banks_chain(const tl_bank_bits *of, int64_t *steps,
                    tl_bank_chain *out) {
  if (!can_differ(of))
    return false;
  for (int64_t shift = of->banks; shift > 0; shift--)
    for (int64_t base = 0; base < of->banks; base++)
      for (int64_t bits = of->banks - base; bits > 0; bits--) {
        tl_swizzle chain = {base, bits, shift};
        if (of->count <= of->banks + shift && try_chain(of, &chain, steps, out))
          return true;
      }
  return false;
}
