/* certificate_bound.c - The fewest wavefronts of accessors to a buffer, by
 * exhaustion, see certificate.h.
 *
 * Each sequence of bits of the coordinate in the lowest bytes of the offset is tried,
 * from those of a word to 16 bytes.  It says how wide each accessor is, and which bits
 * of the coordinate its lanes differ by elsewhere.  Those get vectors over the bits of
 * the bank, one after the other: any, but for the names of banks, or those that places
 * of one XOR have.  An accessor whose vectors have rank r for n bits takes 2^(n - r)
 * times as many wavefronts. */
#include "certificate.h"
#include "output.h"
#include <stdlib.h>
#include <string.h>

enum {
  WARP = 32,
  LANE_BITS = 5,
  MOST_BITS = 22, /* of a coordinate */
  MOST_CLAIMS = 8,
  MOST_SLOT_BITS = 10,
  MOST_BANKS = 7,
  LINE_BITS = 7, /* bytes of all banks */
  ROW_BITS = 4,  /* of the widest access */
  WORD_BITS = 2,
  SEEN = 1 << 14, /* sequences that differ in what they cost */
  MOST_STEPS = 1 << 22,
};

static int64_t log2_of(int64_t number) {
  int64_t log = 0;
  while (number >> (log + 1))
    log++;
  return log;
}

static bool is_power(int64_t number) {
  return number > 0 && !(number & (number - 1));
}

static int64_t count_bits(uint32_t set) {
  int64_t count = 0;
  for (; set; set &= set - 1)
    count++;
  return count;
}

/* ---- Accessors as bits --------------------------------------------------- */

enum { OF_NONE = -1, UNUSED = -2 };

/* Which bit of the coordinate each bit of the lane and of the register is: of none,
 * where both values hold the same, or unused. */
typedef struct bit_claim {
  const tl_access_claim *claim;
  int8_t of_lane[LANE_BITS], of_slot[MOST_SLOT_BITS];
  int64_t slot_bits, repeats, registers;
  uint32_t in_registers; /* bits of the coordinate */
  uint32_t lanes;        /* that take part */
} bit_claim;

/* A bit that moves by `number`, 0: by none. */
static bool read_bit(int64_t number, int8_t *out) {
  *out = (int8_t)(number ? log2_of(number) : -1);
  return number == 0 || is_power(number);
}

static bool read_columns(const tl_held_tile *tile, bit_claim *out) {
  for (int64_t k = 0; k < LANE_BITS; k++) {
    int64_t lane = INT64_C(1) << k;
    out->of_lane[k] = -1;
    if (lane < tile->lanes && tile->numbers[lane] >= 0 &&
        !read_bit(tile->numbers[lane], &out->of_lane[k]))
      return false;
  }
  out->repeats = out->registers = 1;
  for (int64_t k = 0; k < out->slot_bits; k++) {
    int64_t at = (INT64_C(1) << k) * TL_CLAIM_LANES;
    bool is_used = INT64_C(1) << k < tile->slots && tile->numbers[at] >= 0;
    out->of_slot[k] = UNUSED;
    if (!is_used)
      continue;
    if (!read_bit(tile->numbers[at], &out->of_slot[k]))
      return false;
    *(out->of_slot[k] < 0 ? &out->repeats : &out->registers) *= 2;
    out->in_registers |=
        out->of_slot[k] < 0 ? 0 : UINT32_C(1) << out->of_slot[k];
  }
  return true;
}

static int64_t number_of(const bit_claim *own, int64_t slot, int64_t lane) {
  int64_t number = 0;
  for (int64_t k = 0; k < LANE_BITS; k++)
    if (lane >> k & 1 && own->of_lane[k] >= 0)
      number ^= INT64_C(1) << own->of_lane[k];
  for (int64_t k = 0; k < own->slot_bits; k++)
    if (slot >> k & 1 && own->of_slot[k] >= 0)
      number ^= INT64_C(1) << own->of_slot[k];
  return number;
}

static bool is_used(const bit_claim *own, int64_t slot) {
  for (int64_t k = 0; k < own->slot_bits; k++)
    if (slot >> k & 1 && own->of_slot[k] == UNUSED)
      return false;
  return true;
}

/* Lanes take part in all registers that are used, or in none; these are all of their
 * bits. */
static bool agrees(const tl_held_tile *tile, bit_claim *own) {
  int64_t used = 0;
  for (int64_t lane = 0; lane < tile->lanes; lane++) {
    bool is_there = tile->numbers[lane] >= 0;
    own->lanes |= (uint32_t)is_there << lane;
    for (int64_t slot = 0; slot < tile->slots; slot++) {
      int64_t at = slot * TL_CLAIM_LANES + lane;
      bool is_moved = is_there && is_used(own, slot);
      used += is_used(own, slot);
      if ((tile->numbers[at] >= 0) != is_moved ||
          (is_moved && tile->numbers[at] != number_of(own, slot, lane)))
        return false;
    }
  }
  return used == tile->lanes * own->registers * own->repeats;
}

static bool read_bits(const tl_access_claim *claim, const tl_held_tile *tile,
                      bit_claim *out) {
  const tl_list shape = tl_layout_shape(&claim->fragment);
  const tl_list whole = tl_layout_shape(&claim->memory);
  bool is_whole = tile->lanes <= WARP && tile->slots <= 1 << MOST_SLOT_BITS &&
                  tile->end <= 1 << MOST_BITS && tile->first == 0 &&
                  tile->numbers[0] == 0;
  for (int64_t d = 0; d < shape.count; d++)
    is_whole = is_whole && is_power(shape.items[d]) &&
               is_power(whole.items[d]) && shape.items[d] <= whole.items[d] &&
               claim->origin[d] % shape.items[d] == 0;
  *out = (bit_claim){.claim = claim};
  if (!is_whole)
    return false;
  while (tile->slots > INT64_C(1) << out->slot_bits)
    out->slot_bits++;
  return read_columns(tile, out) && agrees(tile, out);
}

/* ---- What the lowest bits leave ------------------------------------------ */

/* Wavefronts without conflicts, and the bits that lanes differ by elsewhere. */
typedef struct left_claim {
  int64_t waves;
  uint32_t bits;
  uint32_t reserved; /* 0: compared by its bytes */
} left_claim;

typedef struct bound_search {
  int64_t count, bits, element_bits;
  bit_claim claims[MOST_CLAIMS];
  int8_t low[ROW_BITS];
  int64_t low_count, banks;
  left_claim left[MOST_CLAIMS];

  bool is_xor;
  int64_t best, steps; /* wavefronts; that are left */
  int64_t listed;      /* bits that have no vector, and those with a vector */
  int8_t order[MOST_BITS];
  uint32_t places[2 * MOST_BANKS]; /* vectors that one XOR has */
  int64_t place_count;
  uint32_t used;

  uint8_t *is_seen;
  left_claim (*seen)[MOST_CLAIMS];
  int64_t seen_count;
} bound_search;

static uint32_t low_set(const bound_search *state) {
  uint32_t set = 0;
  for (int64_t i = 0; i < state->low_count; i++)
    set |= UINT32_C(1) << state->low[i];
  return set;
}

static uint32_t bit_set(int8_t bit) { return bit < 0 ? 0 : UINT32_C(1) << bit; }

/* The bits of registers outside of a set, by the slots that they move: so many of
 * the fastest. */
static uint32_t fastest_registers(const bit_claim *own, uint32_t inside,
                                  int64_t count) {
  uint32_t set = 0;
  for (int64_t k = 0; k < own->slot_bits && count > 0; k++)
    if (own->of_slot[k] >= 0 && !(bit_set(own->of_slot[k]) & inside)) {
      set |= bit_set(own->of_slot[k]);
      count--;
    }
  return set;
}

static bool is_matrix(const bound_search *state, const bit_claim *own) {
  int64_t word = WORD_BITS - state->element_bits;
  for (int64_t i = 0; i < state->low_count; i++) {
    uint32_t bit = bit_set(state->low[i]);
    if (i < word ? !(own->in_registers & bit)
                 : own->of_lane[i - word] != state->low[i])
      return false;
  }
  return true;
}

static bool is_transposed(const bound_search *state, const bit_claim *own) {
  bool has_bytes = own->claim->target->kinds & TL_HAS_BYTE_MATRICES;
  if (state->element_bits != 1 && !(state->element_bits == 0 && has_bytes))
    return false;
  for (int64_t i = 0; i < state->low_count; i++)
    if (i < 3 ? own->of_lane[2 + i] != state->low[i]
              : !(own->in_registers & bit_set(state->low[i])))
      return false;
  return true;
}

/* By matrices, where they move more of a lane than `bytes`. */
static bool leave_matrix(const bound_search *state, const bit_claim *own,
                         int64_t bytes, left_claim *out) {
  unsigned kind = own->claim->stores ? TL_HAS_STMATRIX : TL_HAS_LDMATRIX;
  if (!own->claim->may_use_matrices || !(own->claim->target->kinds & kind) ||
      ~own->lanes || state->low_count + state->element_bits != ROW_BITS ||
      state->element_bits > WORD_BITS)
    return false;
  bool plainly = is_matrix(state, own);
  bool is_tall = !plainly && state->element_bits == 0 && !own->claim->stores;
  int64_t all = own->registers << state->element_bits;
  int64_t moved = all < 16 ? all : 16;
  if ((!plainly && !is_transposed(state, own)) || moved < (is_tall ? 8 : 4) ||
      moved <= bytes)
    return false;
  uint32_t inside = low_set(state);
  out->waves = own->repeats * (all / moved) * (moved / 4);
  if (plainly)
    out->bits = bit_set(own->of_lane[2]) | bit_set(own->of_lane[3]) |
                bit_set(own->of_lane[4]);
  else
    out->bits = fastest_registers(own, inside, is_tall ? 2 : 1) |
                bit_set(own->of_lane[0]) |
                (is_tall ? 0 : bit_set(own->of_lane[1]));
  return true;
}

static void leave_plain(const bit_claim *own, int64_t width, int64_t bytes,
                        left_claim *out) {
  int64_t lane_bits = LANE_BITS, phases = 0;
  for (int64_t word = 4; word < bytes; word *= 2)
    lane_bits--;
  uint32_t phase = (uint32_t)((UINT64_C(1) << (1 << lane_bits)) - 1);
  for (int64_t first = 0; first < WARP; first += INT64_C(1) << lane_bits)
    phases += (own->lanes >> first & phase) != 0;
  for (int64_t k = 0; k < lane_bits; k++)
    out->bits |= bit_set(own->of_lane[k]);
  out->waves = own->repeats * (own->registers >> width) * phases;
}

/* A plain access is as wide as the lowest bits are of registers. */
static void leave(const bound_search *state, const bit_claim *own,
                  left_claim *out) {
  int64_t width = 0;
  while (width < state->low_count &&
         own->in_registers & bit_set(state->low[width]) &&
         2 << (width + state->element_bits) <= own->claim->widest_bytes)
    width++;
  int64_t bytes = INT64_C(1) << (width + state->element_bits);
  *out = (left_claim){0};
  if (!leave_matrix(state, own, bytes, out))
    leave_plain(own, width, bytes, out);
  out->bits &= ~low_set(state);
  out->waves *= own->claim->weight;
}

/* ---- Vectors ------------------------------------------------------------- */

typedef struct vector_span {
  uint32_t rows[MOST_BANKS];
  int64_t rank, lost;
} vector_span;

static void put_vector(vector_span *span, uint32_t vector) {
  for (int64_t i = 0; i < span->rank; i++)
    if ((vector ^ span->rows[i]) < vector)
      vector ^= span->rows[i];
  if (vector)
    span->rows[span->rank++] = vector;
  else
    span->lost++;
}

static int64_t least_left(const bound_search *state, const vector_span *spans) {
  int64_t sum = 0;
  for (int64_t i = 0; i < state->count; i++) {
    int64_t lost = count_bits(state->left[i].bits) - state->banks;
    if (spans[i].lost > lost)
      lost = spans[i].lost;
    sum += state->left[i].waves << (lost > 0 ? lost : 0);
  }
  return sum;
}

static void go_on(bound_search *state, int64_t index, int64_t rank,
                  const vector_span *spans);

static void put(bound_search *state, int64_t index, int64_t rank,
                uint32_t vector, const vector_span *spans) {
  vector_span next[MOST_CLAIMS];
  memcpy(next, spans, sizeof next);
  for (int64_t i = 0; i < state->count; i++)
    if (state->left[i].bits & bit_set(state->order[index]))
      put_vector(&next[i], vector);
  go_on(state, index + 1, rank, next);
}

/* Of places that are free, of equal ones the first; or some other, of no bank. */
static void put_in_places(bound_search *state, int64_t index,
                          const vector_span *spans) {
  for (int64_t i = 0; i < state->place_count; i++) {
    bool is_free = !(state->used >> i & 1) && state->places[i];
    for (int64_t k = 0; k < i && is_free; k++)
      is_free = state->used >> k & 1 || state->places[k] != state->places[i];
    if (!is_free)
      continue;
    state->used |= UINT32_C(1) << i;
    put(state, index, 0, state->places[i], spans);
    state->used &= ~(UINT32_C(1) << i);
  }
  put(state, index, 0, 0, spans);
}

static void go_on(bound_search *state, int64_t index, int64_t rank,
                  const vector_span *spans) {
  int64_t sum = least_left(state, spans);
  if (sum >= state->best || state->steps-- <= 0)
    return;
  if (index == state->listed) {
    state->best = sum;
    return;
  }
  if (state->is_xor) {
    put_in_places(state, index, spans);
    return;
  }
  for (uint32_t sum_of = 1; sum_of < UINT32_C(1) << rank; sum_of++)
    put(state, index, rank, sum_of, spans);
  if (rank < state->banks)
    put(state, index, rank + 1, UINT32_C(1) << rank, spans);
}

/* x ^ ((x >> shift) & mask) of bits `base` on: the place p changes its own bank and
 * that `shift` below. */
static void try_xor(bound_search *state, int64_t base, int64_t bits,
                    int64_t shift, const vector_span *spans) {
  int64_t free = state->bits - state->low_count;
  state->place_count = 0;
  for (int64_t p = 0; p < free && p < state->banks + shift; p++) {
    int64_t by = p - shift;
    state->places[state->place_count++] =
        (p < state->banks ? UINT32_C(1) << p : 0) |
        (by >= base && by < base + bits ? UINT32_C(1) << by : 0);
  }
  go_on(state, 0, 0, spans);
}

/* ---- Sequences ----------------------------------------------------------- */

/* Whether one that costs the same was tried. */
static bool is_known(bound_search *state) {
  uint64_t hash = (uint64_t)state->banks;
  for (int64_t i = 0; i < state->count; i++) {
    hash = (hash ^ (uint64_t)state->left[i].waves) * UINT64_C(0x100000001b3);
    hash = (hash ^ state->left[i].bits) * UINT64_C(0x9e3779b97f4a7c15);
  }
  size_t at = (size_t)(hash >> 32) % SEEN;
  for (; state->is_seen[at]; at = (at + 1) % SEEN)
    if (state->is_seen[at] == state->banks &&
        memcmp(state->seen[at], state->left, sizeof state->left) == 0)
      return true;
  if (++state->seen_count == SEEN)
    state->steps = 0;
  else {
    state->is_seen[at] = (uint8_t)state->banks;
    memcpy(state->seen[at], state->left, sizeof state->left);
  }
  return false;
}

static void try_low(bound_search *state) {
  vector_span spans[MOST_CLAIMS];
  uint32_t all = 0;
  state->banks = LINE_BITS - state->element_bits - state->low_count;
  memset(state->left, 0, sizeof state->left);
  for (int64_t i = 0; i < state->count; i++) {
    leave(state, &state->claims[i], &state->left[i]);
    all |= state->left[i].bits;
  }
  if (is_known(state))
    return;
  state->listed = 0;
  for (int8_t bit = 0; bit < state->bits; bit++)
    if (all & bit_set(bit))
      state->order[state->listed++] = bit;
  memset(spans, 0, sizeof spans);
  if (!state->is_xor) {
    go_on(state, 0, 0, spans);
    return;
  }
  for (int64_t shift = 1; shift <= state->banks; shift++)
    for (int64_t base = 0; base < state->banks; base++)
      for (int64_t bits = 0; bits <= state->banks - base; bits++)
        try_xor(state, base, bits, shift, spans);
}

static void try_sequences(bound_search *state) {
  if (state->low_count + state->element_bits >= WORD_BITS ||
      state->low_count == state->bits)
    try_low(state);
  if (state->low_count + state->element_bits >= ROW_BITS)
    return;
  uint32_t inside = low_set(state);
  for (int8_t bit = 0; bit < state->bits && state->steps > 0; bit++)
    if (!(inside & bit_set(bit))) {
      state->low[state->low_count++] = bit;
      try_sequences(state);
      state->low_count--;
    }
}

/* The fewest, if they are less than `claimed`, or that; 0: too many to try. */
static int64_t search(bound_search *state, bool is_xor, int64_t claimed) {
  state->is_xor = is_xor;
  state->best = claimed;
  state->steps = MOST_STEPS;
  state->low_count = state->seen_count = 0;
  memset(state->is_seen, 0, SEEN);
  try_sequences(state);
  return state->steps > 0 ? state->best : 0;
}

/* ---- Bytes --------------------------------------------------------------- */

/* Of different elements, of each lane and of all of them. */
static int64_t least_by_bytes(const tl_access_claim *claim,
                              const tl_held_tile *tile) {
  int64_t most = 0, all = 0;
  bool *is_moved = tl_allocate((size_t)tile->end, sizeof *is_moved);
  for (int64_t lane = 0; lane < tile->lanes; lane++) {
    int64_t own = 0;
    for (int64_t slot = 0; slot < tile->slots; slot++) {
      int64_t at = slot * TL_CLAIM_LANES + lane;
      bool is_first = tile->numbers[at] >= 0;
      for (int64_t other = 0; other < slot && is_first; other++)
        is_first =
            tile->numbers[other * TL_CLAIM_LANES + lane] != tile->numbers[at];
      own += is_first;
      if (tile->numbers[at] >= 0 && !is_moved[tile->numbers[at]]) {
        is_moved[tile->numbers[at]] = true;
        all++;
      }
    }
    most = own > most ? own : most;
  }
  free(is_moved);
  int64_t lines = (all * claim->element_bytes + 127) / 128;
  int64_t accesses = (most * claim->element_bytes + 15) / 16;
  return claim->weight * (lines > accesses ? lines : accesses);
}

void tl_least_waves_find(const tl_access_claim *claims,
                         const tl_held_tile *tiles, int64_t count,
                         const tl_least_waves *claimed, tl_least_waves *out) {
  bound_search state = {.count = count};
  *out = (tl_least_waves){0};
  for (int64_t i = 0; i < count; i++)
    if (!tiles[i].end)
      return;
  for (int64_t i = 0; i < count; i++)
    out->by_bytes += least_by_bytes(&claims[i], &tiles[i]);
  bool is_linear = count <= MOST_CLAIMS;
  for (int64_t i = 0; i < count && is_linear; i++)
    is_linear = read_bits(&claims[i], &tiles[i], &state.claims[i]) &&
                tiles[i].end == tiles[0].end;
  if (!is_linear || !count)
    return;
  state.bits = log2_of(tiles->end);
  state.element_bits = log2_of(claims->element_bytes);
  state.is_seen = tl_allocate(SEEN, 1);
  state.seen = tl_allocate(SEEN, sizeof *state.seen);
  out->by_maps = search(&state, false, claimed->by_maps);
  out->by_xor = search(&state, true, claimed->by_xor);
  free(state.is_seen);
  free(state.seen);
}
