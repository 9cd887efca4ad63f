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
 * Any vectors.  What no vectors tell apart, no linear map does: all of them are
 *   tried, but for names of banks, as far as they can still be better. */
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

/* Vectors for bits, one after the other, that cost less than the best. */
typedef struct vector_search {
  const tl_bank_bits *of;
  int64_t best, enough; /* wavefronts; where to stop */
  int64_t *steps;       /* that are left */
  int64_t rank;         /* of any vectors: those that are no sums of others */
  int64_t choice_count; /* of chains: places, of which each is for one bit */
  uint32_t choices[2 * TL_MOST_BANKS];
  int8_t alike[2 * TL_MOST_BANKS]; /* the first place with the same vector */
  int8_t before[TL_TILE_BITS];     /* the last bit of the same accessors */
  uint32_t used;
  int8_t chosen[TL_TILE_BITS], found[TL_TILE_BITS];
} vector_search;

/* The vectors of an accessor, in echelon form, and how many depend on others. */
typedef struct accessor_span {
  uint32_t basis[TL_MOST_BANKS];
  int64_t rank, lost;
} accessor_span;

static void add_to_span(accessor_span *span, uint32_t vector) {
  for (int64_t i = 0; i < span->rank; i++)
    if ((vector ^ span->basis[i]) < vector)
      vector ^= span->basis[i];
  if (vector)
    span->basis[span->rank++] = vector;
  else
    span->lost++;
}

/* What it comes to at least: of each accessor what is lost, or more bits than
 * there are banks. */
static int64_t least_of_spans(const tl_bank_bits *of,
                              const accessor_span *spans) {
  int64_t sum = 0;
  for (int64_t a = 0; a < of->accessor_count; a++) {
    int64_t above = tl_count_bits(of->lanes[a]) - of->banks;
    sum += of->waves[a] << (spans[a].lost > above ? spans[a].lost : above);
  }
  return sum;
}

typedef void (*try_vectors)(vector_search *state, int64_t index,
                            const accessor_span *spans);

/* Goes on with the next bit behind one that has the vector. */
static void give_vector(vector_search *state, int64_t index, uint32_t vector,
                        const accessor_span *spans, try_vectors go_on) {
  const tl_bank_bits *of = state->of;
  accessor_span next[TL_SHARED_MOST_ACCESSORS];
  memcpy(next, spans, (size_t)of->accessor_count * sizeof *next);
  for (int64_t a = 0; a < of->accessor_count; a++)
    if (of->lanes[a] >> of->bits[index] & 1)
      add_to_span(&next[a], vector);
  go_on(state, index + 1, next);
}

/* Whether bits from `index` on are to have vectors; a better end is kept. */
static bool goes_on(vector_search *state, int64_t index,
                    const accessor_span *spans) {
  int64_t sum = least_of_spans(state->of, spans);
  if (sum >= state->best || state->best <= state->enough || --*state->steps < 0)
    return false;
  if (index < state->of->count)
    return true;
  state->best = sum;
  memcpy(state->found, state->chosen, sizeof state->found);
  return false;
}

static void open_vectors(const tl_bank_bits *of, int64_t most, int64_t enough,
                         int64_t *steps, vector_search *out) {
  memset(out, 0, sizeof *out);
  out->of = of;
  out->best = most;
  out->enough = enough;
  out->steps = steps;
}

/* ---- Any vectors --------------------------------------------------------- */

/* A map and one with other names for the banks cost the same, so that a vector is
 * a sum of those before, or the next that is none.  None is zero: any other loses
 * no more. */
static void try_any(vector_search *state, int64_t index,
                    const accessor_span *spans) {
  int64_t rank = state->rank;
  uint32_t fresh = rank < state->of->banks ? UINT32_C(1) << rank : 0;
  if (!goes_on(state, index, spans))
    return;
  if (fresh) {
    state->rank++;
    give_vector(state, index, fresh, spans, try_any);
    state->rank = rank;
  }
  for (uint32_t sum = 1; sum < UINT32_C(1) << rank; sum++)
    give_vector(state, index, sum, spans, try_any);
}

int64_t tl_banks_least(const tl_bank_bits *of, int64_t most, int64_t *steps) {
  vector_search state;
  accessor_span spans[TL_SHARED_MOST_ACCESSORS];
  memset(spans, 0, sizeof spans);
  int64_t alone = least_of_spans(of, spans);
  open_vectors(of, most, alone, steps, &state);
  try_any(&state, 0, spans);
  return *steps < 0 || state.best < alone ? alone : state.best;
}

/* ---- Chains -------------------------------------------------------------- */

static bool have_same_accessors(const tl_bank_bits *of, int64_t i, int64_t k) {
  for (int64_t a = 0; a < of->accessor_count; a++)
    if ((of->lanes[a] >> of->bits[i] ^ of->lanes[a] >> of->bits[k]) & 1)
      return false;
  return true;
}

static void find_before(const tl_bank_bits *of, int8_t *before) {
  for (int64_t i = 0; i < of->count; i++) {
    before[i] = (int8_t)(i - 1);
    while (before[i] >= 0 && !have_same_accessors(of, i, before[i]))
      before[i]--;
  }
}

/* Place q is read by q - shift, where that is changed. */
static void open_chain(const tl_swizzle *chain, vector_search *state) {
  int64_t end = state->of->banks + chain->shift;
  state->choice_count = 0;
  for (int64_t q = 0; q < end && q < state->of->places; q++) {
    int64_t by = q - chain->shift;
    bool is_read = chain->base <= by && by < chain->base + chain->bits;
    uint32_t own = q < state->of->banks ? UINT32_C(1) << q : 0;
    state->choices[q] = is_read ? own | UINT32_C(1) << by : own;
    state->alike[q] = 0;
    while (state->choices[state->alike[q]] != state->choices[q])
      state->alike[q]++;
    state->choice_count++;
  }
}

/* Whether a place before has the same vector, and is free: as good. */
static bool is_repeated(const vector_search *state, int8_t place) {
  for (int8_t i = state->alike[place]; i < place; i++)
    if (state->choices[i] == state->choices[place] && !(state->used >> i & 1))
      return true;
  return false;
}

/* Whether bits of the same accessors would be out of order: exchanged they are as
 * good. */
static bool is_exchanged(const vector_search *state, int64_t index,
                         int8_t place) {
  int8_t before = state->before[index];
  if (before < 0)
    return false;
  before = state->chosen[before];
  return before == TL_NO_LANE || state->alike[place] < state->alike[before];
}

/* Places of the chain, and any other. */
static void try_places(vector_search *state, int64_t index,
                       const accessor_span *spans) {
  if (!goes_on(state, index, spans))
    return;
  for (int8_t i = 0; i < state->choice_count; i++) {
    if (!state->choices[i] || state->used >> i & 1 || is_repeated(state, i) ||
        is_exchanged(state, index, i))
      continue;
    state->chosen[index] = i;
    state->used |= UINT32_C(1) << i;
    give_vector(state, index, state->choices[i], spans, try_places);
    state->used &= ~(UINT32_C(1) << i);
  }
  state->chosen[index] = TL_NO_LANE;
  give_vector(state, index, 0, spans, try_places);
}

static void keep_chain(const vector_search *state, const tl_swizzle *chain,
                       tl_bank_chain *out) {
  *out = (tl_bank_chain){.swizzle = *chain, .count = state->choice_count};
  memset(out->bits, TL_NO_LANE, sizeof out->bits);
  for (int64_t i = 0; i < state->of->count; i++)
    if (state->found[i] != TL_NO_LANE)
      out->bits[state->found[i]] = state->of->bits[i];
}

bool tl_banks_chain(const tl_bank_bits *of, int64_t most, int64_t enough,
                    int64_t *steps, tl_bank_chain *out) {
  vector_search state;
  accessor_span spans[TL_SHARED_MOST_ACCESSORS];
  memset(spans, 0, sizeof spans);
  open_vectors(of, most, enough, steps, &state);
  find_before(of, state.before);
  for (int64_t shift = of->banks; shift > 0; shift--)
    for (int64_t base = 0; base < of->banks; base++)
      for (int64_t bits = of->banks - base; bits > 0; bits--) {
        tl_swizzle chain = {base, bits, shift};
        int64_t before = state.best;
        open_chain(&chain, &state);
        try_places(&state, 0, spans);
        if (state.best < before)
          keep_chain(&state, &chain, out);
      }
  return state.best < most;
}
