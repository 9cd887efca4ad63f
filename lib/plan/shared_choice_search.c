/* shared_choice_search.c - Orders of bits that accessors are served well by.
 *
 * 1. Orders of dimensions, as they are or with rows cut after 128 bytes, with
 *    every XOR of bits that changes a bank.
 * 2. Orders that are computed.  The lowest bits of the offset, up to 16 bytes,
 *    are bits that accessors hold in registers (or matrices in lanes); an
 *    accessor stays wide as long as it does.  What choices of them have in common
 *    is tried once.  Each leaves a number of bank bits, and for each accessor the
 *    bits that tell the lanes of its phases apart, which need banks of their own:
 *
 *      rows: lanes are c2 c3 c4      columns: lanes are r0 r1 r2
 *      banks (c2 r0) (c3 r1) (c4 r2): the first of a pair is a bank bit, the
 *      second lies above and is XORed into it
 *
 *    So bits are given banks, see shared_choice_banks.c.  Where two bits of a bank
 *    are too few, XORs that form a chain are tried, and further bits that are
 *    added to what the others make, which needs some room:
 *
 *      banks (a b c): S[(8, 8, 8) : (1, 8, 64 + 1)] */
#include "base/checked.h"
#include "shared_choice.h"
#include <string.h>

enum {
  ROW_SHIFT = 4,  /* log2 of the bytes of the widest access */
  LINE_SHIFT = 7, /* ... and of all banks */
  WORD_SHIFT = 2,
  MOST_STEPS = 200000, /* of all chains */
  MOST_VECTORS = 5000, /* that are tried for lowest bits */
  WAY_BITS = 3,
  MOST_CHOSEN = 2048, /* sets of lowest bits; of more there is no bound */
};

typedef struct order_search {
  const tl_bit_tile *tile;
  tl_kept_orders *kept;
  int64_t least; /* wavefronts of an order without conflicts */
  int64_t steps; /* of chains that are left */
  int64_t chosen;
  /* What is chosen: the lowest bits of the offset, and the widths until an
   * accessor was no more moved plainly. */
  int8_t low[ROW_SHIFT];
  int64_t low_count;
  uint64_t inside;
  int64_t widths[TL_SHARED_MOST_ACCESSORS];
} order_search;

/* ---- Keeping ------------------------------------------------------------- */

static bool is_less(const tl_bit_score *a, const tl_bit_score *b) {
  if (a->wavefronts != b->wavefronts)
    return a->wavefronts < b->wavefronts;
  if (a->accesses != b->accesses)
    return a->accesses < b->accesses;
  return a->pieces < b->pieces;
}

/* With sums scores are guesses. */
static bool has_sums(const tl_bit_order *order) {
  static const int8_t NONE[TL_TILE_BITS] = {0};
  return memcmp(order->added, NONE, sizeof NONE) != 0;
}

static void keep(const order_search *state, const tl_bit_order *order) {
  tl_kept_orders *kept = state->kept;
  tl_bit_score score;
  int64_t place = kept->count;
  if (!tl_bit_tile_score(state->tile, order, &score))
    return;
  if (score.wavefronts < kept->least_by_xor && !has_sums(order))
    kept->least_by_xor = score.wavefronts;
  while (place > 0 && is_less(&score, &kept->scores[place - 1]))
    place--;
  for (int64_t i = 0; i < place; i++)
    if (memcmp(&kept->orders[i], order, sizeof *order) == 0)
      return;
  if (place == TL_KEPT_ORDERS)
    return;
  int64_t moved = kept->count - place - (kept->count == TL_KEPT_ORDERS ? 1 : 0);
  memmove(&kept->orders[place + 1], &kept->orders[place],
          (size_t)moved * sizeof *kept->orders);
  memmove(&kept->scores[place + 1], &kept->scores[place],
          (size_t)moved * sizeof *kept->scores);
  kept->orders[place] = *order;
  kept->scores[place] = score;
  kept->count += kept->count < TL_KEPT_ORDERS;
}

/* ---- Orders of dimensions ------------------------------------------------ */

/* The bits of a set. */
static void append(const tl_bit_tile *tile, uint64_t from, int64_t *count,
                   tl_bit_order *order) {
  for (int8_t bit = 0; bit < tile->count; bit++)
    if (from >> bit & 1)
      order->bits[(*count)++] = bit;
}

/* Dimension `fast` first, of which so many bits, then the others from the
 * last on, and what is left of it; odd digits at the end. */
static tl_bit_order order_from(const tl_bit_tile *tile, int64_t fast,
                               int64_t most) {
  tl_bit_order order;
  int64_t count = 0;
  uint64_t whole = tl_low_bits(tile->count) & ~tile->odd;
  uint64_t first =
      whole & tl_low_bits(tile->split[fast]) & ~tl_low_bits(tile->first[fast]);
  memset(&order, 0, sizeof order);
  if (most < tile->split[fast] - tile->first[fast])
    first &= tl_low_bits(tile->first[fast] + most);
  uint64_t own = tl_low_bits(tile->end[fast]) & ~tl_low_bits(tile->first[fast]);
  append(tile, first, &count, &order);
  append(tile, whole & ~own, &count, &order);
  append(tile, whole & own & ~first, &count, &order);
  append(tile, tile->odd & ~own, &count, &order);
  append(tile, tile->odd & own, &count, &order);
  return order;
}

static void try_swizzles(const order_search *state, tl_bit_order *order) {
  int64_t line = LINE_SHIFT - state->tile->element_shift;
  keep(state, order);
  for (int64_t base = 0; base < line; base++)
    for (int64_t bits = 1; base + bits <= line; bits++)
      for (int64_t shift = 1; base + bits + shift <= state->tile->count;
           shift++) {
        order->swizzle = (tl_swizzle){base, bits, shift};
        keep(state, order);
      }
}

static void try_dimensions(const order_search *state) {
  int64_t line = LINE_SHIFT - state->tile->element_shift;
  for (int64_t d = state->tile->rank - 1; d >= 0; d--) {
    tl_bit_order whole = order_from(state->tile, d, TL_TILE_BITS);
    tl_bit_order cut = order_from(state->tile, d, line);
    bool is_cut = memcmp(&whole, &cut, sizeof cut) != 0;
    try_swizzles(state, &whole);
    if (is_cut)
      try_swizzles(state, &cut);
  }
}

/* The bits that are not among the lowest, or of an odd digit. */
static uint64_t free_bits(const order_search *state) {
  return tl_low_bits(state->tile->count) & ~state->tile->odd & ~state->inside;
}

/* ---- What is to be told apart --------------------------------------------- */

static int64_t price_of(const order_search *state, const tl_bank_bits *own,
                        int8_t bit) {
  int64_t price = 0;
  for (int64_t a = 0; a < state->tile->accessor_count; a++)
    if (own->lanes[a] >> bit & 1)
      price += state->tile->accessors[a].weight;
  return price;
}

static bool comes_first(const order_search *state, const tl_bank_bits *own,
                        int8_t a, int8_t b) {
  int64_t first = price_of(state, own, a), second = price_of(state, own, b);
  return first != second ? first > second : a < b;
}

/* The bits that have to be told apart outside of the lowest. */
static void list_bits(const order_search *state, tl_bank_bits *own) {
  uint64_t all = 0;
  own->count = 0;
  for (int64_t a = 0; a < state->tile->accessor_count; a++)
    all |= own->lanes[a];
  for (int8_t bit = 0; bit < state->tile->count; bit++) {
    int64_t place = own->count;
    if (!(all >> bit & 1))
      continue;
    for (; place > 0 && comes_first(state, own, bit, own->bits[place - 1]);
         place--)
      own->bits[place] = own->bits[place - 1];
    own->bits[place] = bit;
    own->count++;
  }
  for (int64_t i = 0; i < own->count; i++)
    own->prices[i] = price_of(state, own, own->bits[i]);
}

/* ---- Computed orders ----------------------------------------------------- */

/* The bits of each bank.  Of two the lower one is the bank bit, and the other is
 * XORed into it; further ones are added. */
typedef struct bank_orders {
  int64_t banks, pair_count;
  int8_t low[TL_MOST_BANKS], high[TL_MOST_BANKS]; /* ordered by the first */
  uint64_t alone, above;
  int64_t added_count;
  int8_t added[TL_TILE_BITS], onto[TL_TILE_BITS]; /* a bank bit */
} bank_orders;

static void sort_pairs(bank_orders *banks) {
  for (int64_t i = 1; i < banks->pair_count; i++)
    for (int64_t k = i; k > 0 && banks->low[k] < banks->low[k - 1]; k--) {
      int8_t low = banks->low[k], high = banks->high[k];
      banks->low[k] = banks->low[k - 1];
      banks->high[k] = banks->high[k - 1];
      banks->low[k - 1] = low;
      banks->high[k - 1] = high;
    }
}

/* The bits of one colour, lowest first. */
static void add_colour(const int8_t *bits, int64_t count, bool xors,
                       bank_orders *out) {
  bool has_pair = xors && count > 1;
  if (!has_pair && count)
    out->alone |= UINT64_C(1) << bits[0];
  if (has_pair) {
    out->low[out->pair_count] = bits[0];
    out->high[out->pair_count++] = bits[1];
    out->above |= UINT64_C(1) << bits[1];
  }
  for (int64_t i = 1 + has_pair; i < count; i++) {
    out->added[out->added_count] = bits[i];
    out->onto[out->added_count++] = bits[0];
  }
}

static bank_orders orders_of(const tl_bank_bits *own,
                             const tl_bank_colours *colours, bool xors) {
  bank_orders out = {.banks = own->banks};
  for (int64_t colour = 0; colour < own->banks; colour++) {
    uint64_t set = 0;
    int8_t bits[TL_TILE_BITS];
    int64_t count = 0;
    for (int64_t i = 0; i < own->count; i++)
      set |= (uint64_t)(colours->of[i] == colour) << own->bits[i];
    for (; set; set &= set - 1)
      bits[count++] = (int8_t)__builtin_ctzll(set);
    add_colour(bits, count, xors, &out);
  }
  sort_pairs(&out);
  return out;
}

static void append_list(const int8_t *bits, int64_t length, int64_t *count,
                        tl_bit_order *order) {
  memcpy(order->bits + *count, bits, (size_t)length);
  *count += length;
}

/* The lowest `count` of the set. */
static uint64_t lowest(uint64_t set, int64_t count) {
  uint64_t out = 0;
  for (; count > 0 && set; count--, set &= set - 1)
    out |= tl_lowest_bit(set);
  return out;
}

/* Behind all others, in the order of what they are added to. */
static void append_added(const bank_orders *banks, int64_t count,
                         tl_bit_order *order) {
  for (int8_t place = 0; place < TL_TILE_BITS && place < count; place++)
    for (int64_t i = 0; i < banks->added_count; i++)
      if (banks->onto[i] == order->bits[place]) {
        order->added[count] = (int8_t)(place + 1);
        order->bits[count++] = banks->added[i];
      }
}

/* The bits that no bank has; the lowest of them are bank bits as far as there are
 * too few. */
static uint64_t bits_beside(const order_search *state, bank_orders *banks) {
  uint64_t rest = free_bits(state);
  for (int64_t i = 0; i < banks->pair_count; i++)
    rest &= ~(UINT64_C(1) << banks->low[i] | UINT64_C(1) << banks->high[i]);
  for (int64_t i = 0; i < banks->added_count; i++)
    rest &= ~(UINT64_C(1) << banks->added[i]);
  int64_t missing =
      banks->banks - banks->pair_count - tl_count_bits(banks->alone);
  banks->alone |= lowest(rest & ~banks->alone, missing);
  return rest & ~banks->alone;
}

/* The lowest bits, banks of one bit, banks of pairs, or pairs first; then what lies
 * below the second bits of pairs, these, the rest, and what is added. */
static void keep_banks(const order_search *state, bank_orders banks,
                       bool pairs_first) {
  const tl_bit_tile *tile = state->tile;
  tl_bit_order order;
  int64_t count = 0;
  uint64_t rest = bits_beside(state, &banks);
  memset(&order, 0, sizeof order);
  append_list(state->low, state->low_count, &count, &order);
  if (!pairs_first)
    append(tile, banks.alone, &count, &order);
  order.swizzle.base = count;
  append_list(banks.low, banks.pair_count, &count, &order);
  if (pairs_first)
    append(tile, banks.alone, &count, &order);
  uint64_t below = banks.above ? tl_lowest_bit(banks.above) - 1 : 0;
  append(tile, rest & below, &count, &order);
  order.swizzle.shift = count - order.swizzle.base;
  order.swizzle.bits = banks.pair_count;
  append_list(banks.high, banks.pair_count, &count, &order);
  append(tile, rest & ~below, &count, &order);
  append(tile, tile->odd, &count, &order);
  append_added(&banks, count, &order);
  if (!banks.pair_count)
    order.swizzle = (tl_swizzle){0};
  keep(state, &order);
}

/* Places without a bit get any other, the lowest first. */
static void keep_chain(const order_search *state, const tl_bank_chain *chain) {
  tl_bit_order order;
  int64_t count = 0;
  uint64_t rest = free_bits(state);
  for (int64_t i = 0; i < chain->count; i++)
    if (chain->bits[i] != TL_NO_LANE)
      rest &= ~(UINT64_C(1) << chain->bits[i]);
  memset(&order, 0, sizeof order);
  append_list(state->low, state->low_count, &count, &order);
  for (int64_t i = 0; i < chain->count; i++) {
    int8_t bit = chain->bits[i];
    if (bit == TL_NO_LANE)
      bit = (int8_t)__builtin_ctzll(rest);
    rest &= ~(UINT64_C(1) << bit);
    order.bits[count++] = bit;
  }
  append(state->tile, rest, &count, &order);
  append(state->tile, state->tile->odd, &count, &order);
  order.swizzle = chain->swizzle;
  order.swizzle.base += state->low_count;
  keep(state, &order);
}

/* The bits that tell lanes apart outside of the lowest. */
static uint64_t lanes_outside(const order_search *state,
                              const tl_bit_access *access) {
  uint64_t lanes = 0;
  for (int64_t i = 0; i < access->lane_count; i++)
    if (access->lanes[i] >= 0)
      lanes |= UINT64_C(1) << access->lanes[i];
  return lanes & ~state->inside;
}

static void keep_orders(const order_search *state, const bank_orders *banks) {
  keep_banks(state, *banks, false);
  if (banks->pair_count && banks->alone)
    keep_banks(state, *banks, true);
}

/* A chain is to take less than this: as many wavefronts where it takes fewer
 * accesses than the best. */
static int64_t most_of_chain(const order_search *state,
                             const tl_bit_score *least) {
  const tl_bit_score *best = state->kept->scores;
  bool is_wider = best->wavefronts < state->kept->least_by_xor ||
                  least->accesses <= best->accesses;
  return state->kept->least_by_xor + is_wider;
}

/* What two bits of a bank cannot do: a chain of XORs, or a sum, which takes
 * room. */
static void keep_others(order_search *state, const tl_bank_bits *own,
                        const tl_bit_score *least) {
  tl_bank_colours colours;
  tl_bank_chain chain;
  if (tl_banks_chain(own, most_of_chain(state, least), least->wavefronts,
                     &state->steps, &chain))
    keep_chain(state, &chain);
  if (!state->tile->has_room)
    return;
  tl_banks_colour(own, TL_TILE_BITS, &colours);
  for (int xors = 0; xors < 2; xors++) {
    bank_orders banks = orders_of(own, &colours, xors);
    keep_orders(state, &banks);
  }
}

/* Completes the lowest bits that are chosen. */
static void complete(order_search *state, const tl_bank_bits *own,
                     const tl_bit_score *least) {
  tl_bank_colours colours;
  tl_banks_colour(own, 2, &colours);
  bank_orders banks = orders_of(own, &colours, true);
  keep_orders(state, &banks);
  if (colours.left)
    keep_others(state, own, least);
}

/* ---- The lowest bits ------------------------------------------------------ */

static unsigned ways_of(uint64_t all, int64_t accessor) {
  return (unsigned)(all >> (WAY_BITS * accessor)) & 7;
}

/* Completes the lowest bits where they cost not more than some order that is
 * known. */
static void try_low_bits(order_search *state, uint64_t ways) {
  const tl_bit_tile *tile = state->tile;
  tl_bit_score score = {0};
  tl_bank_bits own;
  int64_t steps = MOST_VECTORS;
  bool is_row = state->low_count == ROW_SHIFT - tile->element_shift;
  memset(&own, 0, sizeof own);
  own.banks = LINE_SHIFT - tile->element_shift - state->low_count;
  own.places = tl_count_bits(free_bits(state));
  own.accessor_count = tile->accessor_count;
  for (int64_t a = 0; a < tile->accessor_count; a++) {
    unsigned left = is_row ? ways_of(ways, a) : TL_WAY_PLAIN;
    tl_bit_access accesses = tl_bit_access_of(tile, &tile->accessors[a], left,
                                              state->widths[a], state->inside);
    own.lanes[a] = lanes_outside(state, &accesses) & ~tile->odd;
    int64_t count = tile->accessors[a].weight * accesses.count;
    own.waves[a] = count * accesses.phases;
    score.accesses += count;
  }
  list_bits(state, &own);
  score.wavefronts = tl_banks_least(&own, state->least, &steps);
  if (score.wavefronts < state->least)
    state->least = score.wavefronts;
  tl_kept_orders *kept = state->kept;
  if (kept->count < TL_KEPT_ORDERS || score.wavefronts < kept->least_by_xor ||
      is_less(&score, &kept->scores[kept->count - 1]))
    complete(state, &own, &score);
}

/* The ways that all accessors have left with a bit in the next place. */
static uint64_t ways_with(const order_search *state, uint64_t ways,
                          int64_t bit) {
  uint64_t left = 0;
  for (int64_t a = 0; a < state->tile->accessor_count; a++)
    left |= (uint64_t)tl_bit_ways(state->tile, &state->tile->accessors[a], bit,
                                  state->low_count)
            << (WAY_BITS * a);
  return left & ways;
}

/* Whether what moves without registers still moves as much as it has to at once. */
static bool keeps_runs(const order_search *state, uint64_t ways) {
  for (int64_t a = 0; a < state->tile->accessor_count; a++)
    if (state->low_count < state->tile->accessors[a].run_bits &&
        !(ways_of(ways, a) & TL_WAY_PLAIN))
      return false;
  return true;
}

static void choose_low_bits(order_search *state, uint64_t ways);

static void choose_bit(order_search *state, uint64_t ways, int8_t bit) {
  for (int64_t a = 0; a < state->tile->accessor_count; a++)
    state->widths[a] += ways_of(ways, a) & TL_WAY_PLAIN;
  state->low[state->low_count++] = bit;
  state->inside |= UINT64_C(1) << bit;
  choose_low_bits(state, ways);
  state->inside &= ~(UINT64_C(1) << bit);
  state->low_count--;
  for (int64_t a = 0; a < state->tile->accessor_count; a++)
    state->widths[a] -= ways_of(ways, a) & TL_WAY_PLAIN;
}

/* First the bit that goes on behind the last. */
static int8_t bit_number(const order_search *state, int8_t i) {
  int8_t next =
      state->low_count ? (int8_t)(state->low[state->low_count - 1] + 1) : 0;
  if (i == 0)
    return next;
  return (int8_t)(i <= next ? i - 1 : i);
}

/* Within a word, where nobody is wider: a bit that lanes hold. */
static void fill_word(order_search *state) {
  int64_t best = -1, most = -1;
  for (int8_t bit = 0; bit < state->tile->count; bit++) {
    int64_t count = 0;
    for (int64_t a = 0; a < state->tile->accessor_count; a++)
      count += state->tile->accessors[a].holder[bit] >= TL_BIT_OF_LANE;
    if (free_bits(state) >> bit & 1 && count > most) {
      most = count;
      best = bit;
    }
  }
  if (best >= 0)
    choose_bit(state, 0, (int8_t)best);
}

/* Which accessors have the bit among those that tell lanes of a phase apart, if
 * they are not wider than until here. */
static uint64_t lanes_with(const order_search *state, int64_t bit) {
  uint64_t out = 0;
  for (int64_t a = 0; a < state->tile->accessor_count; a++) {
    const tl_bit_accessor *own = &state->tile->accessors[a];
    tl_bit_access access = tl_bit_access_of(state->tile, own, TL_WAY_PLAIN,
                                            state->widths[a], state->inside);
    int8_t lane = own->holder[bit];
    out |= (uint64_t)(lane >= TL_BIT_OF_LANE && lane < access.lane_count) << a;
  }
  return out;
}

/* Bits that leave the same ways, and the same lanes to be told apart, are as
 * good: one of them is tried. */
static void choose_low_bits(order_search *state, uint64_t ways) {
  const tl_bit_tile *tile = state->tile;
  uint64_t tried[TL_TILE_BITS];
  int64_t count = 0;
  if (state->chosen++ >= MOST_CHOSEN)
    return;
  bool is_word = state->low_count >= WORD_SHIFT - tile->element_shift;
  if (is_word)
    try_low_bits(state, ways);
  if (state->low_count >= ROW_SHIFT - tile->element_shift)
    return;
  for (int8_t i = 0; i < tile->count; i++) {
    int8_t bit = bit_number(state, i);
    if (!(free_bits(state) >> bit & 1))
      continue;
    uint64_t left = ways_with(state, ways, bit);
    uint64_t key = left << TL_SHARED_MOST_ACCESSORS | lanes_with(state, bit);
    int64_t k = 0;
    while (k < count && tried[k] != key)
      k++;
    if (k < count || !left || !keeps_runs(state, left))
      continue;
    tried[count++] = key;
    choose_bit(state, left, bit);
  }
  if (!count && !is_word && keeps_runs(state, 0))
    fill_word(state);
}

void tl_bit_tile_search(const tl_bit_tile *tile, tl_kept_orders *out) {
  order_search state = {
      .tile = tile, .kept = out, .least = INT64_MAX, .steps = MOST_STEPS};
  uint64_t ways = 0;
  out->count = 0;
  out->least_by_xor = INT64_MAX;
  for (int64_t a = 0; a < tile->accessor_count; a++)
    ways |= (uint64_t)(TL_WAY_PLAIN | tile->accessors[a].matrices)
            << (WAY_BITS * a);
  try_dimensions(&state);
  choose_low_bits(&state, ways);
  bool is_whole = state.chosen <= MOST_CHOSEN && state.least != INT64_MAX;
  out->least = is_whole ? state.least : 0;
  if (!is_whole || state.steps < 0)
    out->least_by_xor = 0;
}
