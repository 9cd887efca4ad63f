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
 * Rings.  The places of a chain that are a multiple of the shift apart: the vectors
 *   of all of them add up to zero, those of fewer do not, and no others.  So which
 *   ring has a bit is all that is searched:
 *   shift 3, banks b0 to b4: rings (b0 b3 p6) (b1 b4 p7) (b2 p5)
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
  uint64_t bits[TL_MOST_BANKS];    /* that have a colour */
  uint64_t adjacent[TL_TILE_BITS]; /* bits of the accessors that have it */
  int64_t steps, left;             /* without a colour, times weights */
  tl_bank_colours *best;
} colour_search;

/* Whether the bit can have a colour that other bits have. */
static bool fits(const colour_search *state, int64_t next, int64_t colour) {
  return state->used[colour] < state->most &&
         !(state->bits[colour] & state->adjacent[next]);
}

static void colour_next(colour_search *state, int64_t next);

static void give(colour_search *state, int64_t next, int64_t colour) {
  uint64_t own = UINT64_C(1) << state->of->bits[next];
  state->colours[next] = colour;
  state->used[colour]++;
  state->bits[colour] |= own;
  colour_next(state, next + 1);
  state->bits[colour] &= ~own;
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
  for (int64_t i = 0; i < of->count; i++)
    for (int64_t a = 0; a < of->accessor_count; a++)
      if (of->lanes[a] >> of->bits[i] & 1)
        state.adjacent[i] |= of->lanes[a];
  colour_next(&state, 0);
}

/* ---- Losses -------------------------------------------------------------- */

/* Bits are given vectors, one after the other, that cost less than the best. */
typedef struct bank_search {
  const tl_bank_bits *of;
  int64_t best, enough;         /* wavefronts; where to stop */
  int64_t *steps;               /* that are left */
  uint32_t users[TL_TILE_BITS]; /* bit a: accessor a has the bit */
  int8_t free_losses[TL_SHARED_MOST_ACCESSORS]; /* that `waves` have already */
} bank_search;

/* The vectors of each accessor that are sums of others, and what that comes to at
 * least: more bits than there are banks are lost in any case. */
typedef struct bank_losses {
  int8_t of[TL_SHARED_MOST_ACCESSORS];
  int64_t waves;
} bank_losses;

static void open_search(const tl_bank_bits *of, int64_t most, int64_t *steps,
                        bank_search *out, bank_losses *losses) {
  memset(losses, 0, sizeof *losses);
  out->of = of;
  out->best = most;
  out->enough = 0;
  out->steps = steps;
  memset(out->users, 0, sizeof out->users);
  for (int64_t a = 0; a < of->accessor_count; a++) {
    int64_t above = tl_count_bits(of->lanes[a]) - of->banks;
    out->free_losses[a] = (int8_t)(above > 0 ? above : 0);
    losses->waves += of->waves[a] << out->free_losses[a];
    for (int64_t i = 0; i < of->count; i++)
      out->users[i] |= (uint32_t)(of->lanes[a] >> of->bits[i] & 1) << a;
  }
}

static void lose(const bank_search *search, int accessor, bank_losses *losses) {
  int8_t lost = losses->of[accessor]++;
  if (lost >= search->free_losses[accessor])
    losses->waves += search->of->waves[accessor] << lost;
}

static void lose_all(const bank_search *search, uint32_t accessors,
                     bank_losses *losses) {
  for (; accessors; accessors &= accessors - 1)
    lose(search, __builtin_ctz(accessors), losses);
}

/* Whether bits can still be given vectors that are better than the best. */
static bool takes_step(const bank_search *search, const bank_losses *losses) {
  return losses->waves < search->best && search->best > search->enough &&
         --*search->steps >= 0;
}

/* ---- Any vectors --------------------------------------------------------- */

typedef struct vector_search {
  bank_search search;
  int64_t rank; /* of all vectors: those that are no sums of others */
} vector_search;

/* Of each accessor the set of sums, of which vector v is bit v. */
typedef struct bank_spans {
  uint32_t sums[TL_SHARED_MOST_ACCESSORS];
  bank_losses losses;
} bank_spans;

/* The set of v ^ w for v of the set. */
static uint32_t move_sums(uint32_t sums, uint32_t vector) {
  static const uint32_t HAVE_BIT[TL_MOST_BANKS] = {
      0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000};
  for (; vector; vector &= vector - 1) {
    int bit = __builtin_ctz(vector), by = 1 << bit;
    sums = (sums & HAVE_BIT[bit]) >> by | (sums & ~HAVE_BIT[bit]) << by;
  }
  return sums;
}

static void try_any(vector_search *state, int64_t index,
                    const bank_spans *spans);

/* Goes on with the next bit behind one that has the vector. */
static void give_vector(vector_search *state, int64_t index, uint32_t vector,
                        const bank_spans *spans) {
  bank_spans next = *spans;
  uint32_t users = state->search.users[index];
  for (; users; users &= users - 1) {
    int a = __builtin_ctz(users);
    if (next.sums[a] >> vector & 1)
      lose(&state->search, a, &next.losses);
    else
      next.sums[a] |= move_sums(next.sums[a], vector);
  }
  try_any(state, index + 1, &next);
}

/* A map and one with other names for the banks cost the same, so that a vector is
 * a sum of those before, or the next that is none.  None is zero: any other loses
 * no more. */
static void try_any(vector_search *state, int64_t index,
                    const bank_spans *spans) {
  int64_t rank = state->rank;
  uint32_t fresh = rank < state->search.of->banks ? UINT32_C(1) << rank : 0;
  if (!takes_step(&state->search, &spans->losses))
    return;
  if (index == state->search.of->count) {
    state->search.best = spans->losses.waves;
    return;
  }
  if (fresh) {
    state->rank++;
    give_vector(state, index, fresh, spans);
    state->rank = rank;
  }
  for (uint32_t sum = 1; sum < UINT32_C(1) << rank; sum++)
    give_vector(state, index, sum, spans);
}

int64_t tl_banks_least(const tl_bank_bits *of, int64_t most, int64_t *steps) {
  vector_search state = {.rank = 0};
  bank_spans spans;
  open_search(of, most, steps, &state.search, &spans.losses);
  for (int64_t a = 0; a < TL_SHARED_MOST_ACCESSORS; a++)
    spans.sums[a] = 1;
  int64_t alone = state.search.enough = spans.losses.waves;
  try_any(&state, 0, &spans);
  return *steps < 0 || state.search.best < alone ? alone : state.search.best;
}

/* ---- Chains -------------------------------------------------------------- */

enum { MOST_RINGS = TL_MOST_BANKS };

/* Places whose vectors add up to zero, and no fewer of them do; or one place. */
typedef struct bank_ring {
  int64_t size;
  int8_t places[TL_MOST_BANKS + 1];
} bank_ring;

/* The places of a chain; the largest rings first. */
typedef struct chain_rings {
  int64_t shift, count;
  bank_ring rings[MOST_RINGS];
} chain_rings;

/* Bits are put into rings, each of which has as many as places.  An accessor loses
 * one for each ring that has all its bits from it, and each that is in none. */
typedef struct ring_search {
  bank_search search;
  chain_rings rings;
  int8_t before[TL_TILE_BITS]; /* the last bit of the same accessors */
  int64_t used[MOST_RINGS];
  uint32_t common[MOST_RINGS]; /* accessors that have all bits in it */
  int8_t chosen[TL_TILE_BITS]; /* rings; MOST_RINGS: none */
  tl_bank_chain *best;
} ring_search;

static void add_ring(const bank_ring *ring, chain_rings *to) {
  int64_t place = to->count++;
  for (; place > 0 && to->rings[place - 1].size < ring->size; place--)
    to->rings[place] = to->rings[place - 1];
  to->rings[place] = *ring;
}

/* Every shift-th place from the first on makes a ring as far as its last is above
 * the banks: place q changes banks q and q - shift, as far as there are such. */
static void add_places(const tl_bank_bits *of, int64_t first, chain_rings *to) {
  bank_ring ring = {.size = 0};
  int64_t end = of->banks + to->shift;
  if (end > of->places)
    end = of->places;
  for (int64_t place = first; place < end && ring.size <= TL_MOST_BANKS;
       place += to->shift)
    ring.places[ring.size++] = (int8_t)place;
  if (ring.places[ring.size - 1] >= of->banks) {
    add_ring(&ring, to);
    return;
  }
  for (int64_t i = 0; i < ring.size; i++)
    add_ring(&(bank_ring){1, {ring.places[i]}}, to);
}

static void read_rings(const tl_bank_bits *of, int64_t shift,
                       chain_rings *out) {
  *out = (chain_rings){.shift = shift};
  for (int64_t first = 0; first < shift && first < of->places; first++)
    add_places(of, first, out);
}

/* Whether the ring before is as good, or bits of the same accessors would be out of
 * order: exchanged they are as good. */
static bool is_repeated(const ring_search *state, int64_t index, int8_t ring) {
  const bank_ring *own = &state->rings.rings[ring];
  int8_t before = state->before[index];
  if (before >= 0 && state->chosen[before] > ring)
    return true;
  return ring > 0 && !state->used[ring] && !state->used[ring - 1] &&
         own[-1].size == own->size;
}

static void try_rings(ring_search *state, int64_t index,
                      const bank_losses *losses);

static void put_bit(ring_search *state, int64_t index, int8_t ring,
                    const bank_losses *losses) {
  int64_t size = state->rings.rings[ring].size;
  uint32_t common = state->common[ring];
  bank_losses next = *losses;
  state->chosen[index] = ring;
  state->common[ring] &= state->search.users[index];
  if (++state->used[ring] == size && size > 1)
    lose_all(&state->search, state->common[ring], &next);
  try_rings(state, index + 1, &next);
  state->used[ring]--;
  state->common[ring] = common;
}

/* The bits in a ring. */
static uint64_t bits_in(const ring_search *state, int64_t ring) {
  uint64_t bits = 0;
  for (int64_t i = 0; i < state->search.of->count; i++)
    bits |= (uint64_t)(state->chosen[i] == ring) << state->search.of->bits[i];
  return bits;
}

/* Whether bits are to have a place before others: more of them, or lower ones. */
static bool goes_before(uint64_t bits, uint64_t others) {
  int64_t count = tl_count_bits(bits), other_count = tl_count_bits(others);
  return count != other_count
             ? count > other_count
             : bits && tl_lowest_bit(bits) < tl_lowest_bit(others);
}

/* Those of rings of one size sorted. */
static void sort_rings(const ring_search *state, uint64_t *out) {
  const bank_ring *rings = state->rings.rings;
  for (int64_t ring = 0; ring < state->rings.count; ring++) {
    uint64_t bits = bits_in(state, ring);
    int64_t place = ring;
    for (; place > 0 && rings[place - 1].size == rings[ring].size &&
           goes_before(bits, out[place - 1]);
         place--)
      out[place] = out[place - 1];
    out[place] = bits;
  }
}

/* Bits take the places of their ring in their order, and nothing above the last of
 * all is read. */
static void keep_chain(const ring_search *state) {
  const tl_bank_bits *of = state->search.of;
  tl_bank_chain *out = state->best;
  uint64_t bits[MOST_RINGS];
  sort_rings(state, bits);
  *out = (tl_bank_chain){.count = 0};
  memset(out->bits, TL_NO_LANE, sizeof out->bits);
  for (int64_t ring = 0; ring < state->rings.count; ring++) {
    const int8_t *place = state->rings.rings[ring].places;
    for (; bits[ring]; bits[ring] &= bits[ring] - 1, place++) {
      out->bits[*place] = (int8_t)__builtin_ctzll(bits[ring]);
      if (*place >= out->count)
        out->count = *place + 1;
    }
  }
  int64_t read = out->count - state->rings.shift;
  if (out->count > of->banks)
    out->swizzle = (tl_swizzle){0, read, state->rings.shift};
}

static void try_rings(ring_search *state, int64_t index,
                      const bank_losses *losses) {
  bank_losses without = *losses;
  if (!takes_step(&state->search, losses))
    return;
  if (index == state->search.of->count) {
    state->search.best = losses->waves;
    keep_chain(state);
    return;
  }
  for (int8_t ring = 0; ring < state->rings.count; ring++)
    if (state->used[ring] < state->rings.rings[ring].size &&
        !is_repeated(state, index, ring))
      put_bit(state, index, ring, losses);
  state->chosen[index] = MOST_RINGS;
  lose_all(&state->search, state->search.users[index], &without);
  try_rings(state, index + 1, &without);
}

static void open_rings(const tl_bank_bits *of, tl_bank_chain *best,
                       ring_search *out) {
  memset(out->used, 0, sizeof out->used);
  memset(out->common, 0xff, sizeof out->common);
  out->best = best;
  for (int64_t i = 0; i < of->count; i++) {
    int8_t *before = &out->before[i];
    *before = (int8_t)(i - 1);
    while (*before >= 0 && out->search.users[i] != out->search.users[*before])
      --*before;
  }
}

/* Fewer bits that are XORed make smaller rings, and fewer: what takes their places
 * can take those of all bits. */
bool tl_banks_chain(const tl_bank_bits *of, int64_t most, int64_t enough,
                    int64_t *steps, tl_bank_chain *out) {
  ring_search state;
  bank_losses losses;
  open_search(of, most, steps, &state.search, &losses);
  state.search.enough = enough;
  open_rings(of, out, &state);
  for (int64_t shift = of->banks; shift > 0; shift--) {
    read_rings(of, shift, &state.rings);
    try_rings(&state, 0, &losses);
  }
  return state.search.best < most;
}
