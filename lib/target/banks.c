/* banks.c - see tl/banks.h.
 *
 * By enumeration: the words of a phase, each once, counted by bank; a phase
 * moves at most 128 bytes, so there are at most 32.
 *
 * By rank: the words that the lanes of a phase access are a coset of a linear
 * space W of word addresses, spanned by the columns of the phase's lane bits
 * and, for accesses of several words, by the bits of the word in the access.
 * The bank is a linear image B of the word, so every bank that is reached is
 * asked for |W| / |B| words.  Alignment keeps the bits in the access apart from
 * the lane bits; they count in both ranks alike, and
 *
 *   log2(words of a bank) = rank(lane bits -> word) - rank(lane bits -> bank).
 *
 * The other lane bits only translate W: all phases take as many wavefronts. */
#include "tl/banks.h"
#include "base/checked.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(tl_access_facts) == sizeof(int64_t) * 9,
               "tl_access_facts is compared bytewise and must have no padding");

enum { BANKS = 32, WORD = 4, SECTOR = 32, LINE = 128 };
enum { LANE_BITS = 5, LARGEST_BITS = 62 };
_Static_assert(TL_COUNTED_LANES == 1 << LANE_BITS,
               "lanes are numbered by bits");

const tl_memory_model TL_COUNTED_MEMORY = {BANKS, WORD, SECTOR, LINE};

typedef struct phase_row {
  int64_t bytes, lanes;
} phase_row;

static const phase_row PHASES[] = {{1, 32}, {2, 32}, {4, 32}, {8, 16}, {16, 8}};

typedef struct warp_access {
  int64_t bytes, phase_lanes, lanes;
  const int64_t *addresses;
} warp_access;

/* Different numbers, found by open addressing. */
enum { SLOT_BITS = 6, SLOTS = 1 << SLOT_BITS };
_Static_assert((int)SLOTS > (int)TL_COUNTED_LANES, "a slot is free");

typedef struct number_set {
  uint8_t is_used[SLOTS];
  int64_t numbers[SLOTS];
} number_set;

static bool add_number(number_set *set, int64_t number);
static tl_code check_addresses(const warp_access *all, tl_error *error);
static void count_global(const warp_access *all, tl_access_facts *out);
static void count_phase(const warp_access *all, int64_t first,
                        tl_access_facts *out);
static int64_t read_words(const warp_access *all, int64_t first,
                          int64_t *words);
static int64_t lanes_of_bank(const warp_access *all, int64_t first,
                             int64_t bank);
static int64_t count_chunks(const warp_access *all, int64_t chunk);
static tl_code check_matrix(const tl_bit_matrix *addresses, int64_t bytes,
                            tl_error *error);
static int64_t chunks_by_rank(const tl_bit_matrix *addresses, int64_t chunk);
static void find_bank(const tl_bit_matrix *addresses, int64_t lanes,
                      tl_access_facts *out);
static int64_t percent(int64_t bytes, int64_t sectors);

tl_code tl_access_phase_lanes(int64_t bytes, int64_t *lanes, tl_error *error) {
  for (size_t i = 0; i < sizeof PHASES / sizeof *PHASES; i++)
    if (PHASES[i].bytes == bytes) {
      *lanes = PHASES[i].lanes;
      return TL_OK;
    }
  return tl_fail(
      error, TL_INVALID,
      "a lane accesses %" PRId64 " bytes; it can be 1, 2, 4, 8 or 16", bytes);
}

/* ---- By enumeration ----------------------------------------------------- */

tl_code tl_access_by_enumeration(const int64_t *byte_addresses, int64_t lanes,
                                 int64_t bytes, tl_access_facts *out,
                                 tl_error *error) {
  warp_access all = {
      .bytes = bytes, .lanes = lanes, .addresses = byte_addresses};
  TL_TRY(tl_access_phase_lanes(bytes, &all.phase_lanes, error));
  TL_TRY(check_addresses(&all, error));
  *out = (tl_access_facts){.bank = TL_NO_BANK};
  for (int64_t first = 0; first < lanes; first += all.phase_lanes)
    count_phase(&all, first, out);
  count_global(&all, out);
  return TL_OK;
}

static tl_code check_addresses(const warp_access *all, tl_error *error) {
  if (all->lanes < 0 || all->lanes > TL_COUNTED_LANES)
    return tl_fail(error, TL_INVALID, "%" PRId64 " lanes; a warp has %d",
                   all->lanes, TL_COUNTED_LANES);
  for (int64_t lane = 0; lane < all->lanes; lane++) {
    int64_t address = all->addresses[lane];
    if (address != TL_LANE_INACTIVE &&
        (address < 0 || address % all->bytes != 0))
      return tl_fail(error, TL_INVALID,
                     "address %" PRId64 " of lane %" PRId64
                     " is negative or no multiple of the %" PRId64
                     " bytes that are accessed",
                     address, lane, all->bytes);
  }
  return TL_OK;
}

static void count_phase(const warp_access *all, int64_t first,
                        tl_access_facts *out) {
  int64_t words[BANKS], asked[BANKS] = {0}, most = 0;
  int64_t count = read_words(all, first, words);
  for (int64_t i = 0; i < count; i++) {
    int64_t *bank = &asked[words[i] % BANKS];
    if (++*bank > most)
      most = *bank;
  }
  out->wavefronts += most;
  out->minimum += most > 0;
  if (most <= out->degree)
    return;
  out->degree = most;
  if (most == 1)
    return;
  out->bank = 0;
  while (asked[out->bank] < most)
    out->bank++;
  out->lanes = lanes_of_bank(all, first, out->bank);
}

static int64_t phase_end(const warp_access *all, int64_t first) {
  int64_t end = first + all->phase_lanes;
  return end < all->lanes ? end : all->lanes;
}

static int64_t words_of_lane(const warp_access *all) {
  return all->bytes < WORD ? 1 : all->bytes / WORD;
}

/* The different words of the phase; returns how many. */
static int64_t read_words(const warp_access *all, int64_t first,
                          int64_t *words) {
  int64_t count = 0;
  number_set known;
  memset(known.is_used, 0, sizeof known.is_used);
  for (int64_t lane = first; lane < phase_end(all, first); lane++) {
    if (all->addresses[lane] == TL_LANE_INACTIVE)
      continue;
    for (int64_t i = 0; i < words_of_lane(all); i++) {
      int64_t word = all->addresses[lane] / WORD + i;
      if (add_number(&known, word))
        words[count++] = word;
    }
  }
  return count;
}

/* An aligned access of several words asks as much of all its banks, so the
 * first with the most is where accesses start. */
static int64_t lanes_of_bank(const warp_access *all, int64_t first,
                             int64_t bank) {
  int64_t lanes = 0;
  for (int64_t lane = first; lane < phase_end(all, first); lane++)
    if (all->addresses[lane] != TL_LANE_INACTIVE &&
        all->addresses[lane] / WORD % BANKS == bank)
      lanes |= INT64_C(1) << lane;
  return lanes;
}

static void count_global(const warp_access *all, tl_access_facts *out) {
  out->sectors = count_chunks(all, SECTOR);
  out->lines = count_chunks(all, LINE);
  out->bytes = count_chunks(all, all->bytes) * all->bytes;
  out->efficiency = percent(out->bytes, out->sectors);
}

/* Different chunks of `chunk` bytes; an access lies in one. */
static int64_t count_chunks(const warp_access *all, int64_t chunk) {
  int64_t count = 0;
  number_set known;
  memset(known.is_used, 0, sizeof known.is_used);
  for (int64_t lane = 0; lane < all->lanes; lane++)
    if (all->addresses[lane] != TL_LANE_INACTIVE)
      count += add_number(&known, all->addresses[lane] / chunk);
  return count;
}

/* Whether it is new. */
static bool add_number(number_set *set, int64_t number) {
  uint64_t slot = (uint64_t)number * UINT64_C(0x9e3779b97f4a7c15);
  for (slot >>= 64 - SLOT_BITS; set->is_used[slot]; slot = (slot + 1) % SLOTS)
    if (set->numbers[slot] == number)
      return false;
  set->is_used[slot] = true;
  set->numbers[slot] = number;
  return true;
}

static int64_t percent(int64_t bytes, int64_t sectors) {
  return sectors == 0 ? 0 : 100 * bytes / (sectors * SECTOR);
}

/* ---- By rank ------------------------------------------------------------ */

tl_code tl_access_by_rank(const tl_bit_matrix *addresses, int64_t bytes,
                          tl_access_facts *out, tl_error *error) {
  int64_t phase_lanes = 0, lane_bits = 0;
  TL_TRY(tl_access_phase_lanes(bytes, &phase_lanes, error));
  TL_TRY(check_matrix(addresses, bytes, error));
  while (lane_bits < addresses->input_bits &&
         INT64_C(1) << lane_bits < phase_lanes)
    lane_bits++;
  uint64_t words = ~(uint64_t)(WORD - 1);
  uint64_t banks = (uint64_t)(WORD * BANKS - 1) & words;
  int64_t conflict = tl_bit_matrix_rank(addresses, lane_bits, words) -
                     tl_bit_matrix_rank(addresses, lane_bits, banks);
  *out = (tl_access_facts){.minimum = INT64_C(1)
                                      << (addresses->input_bits - lane_bits),
                           .degree = INT64_C(1) << conflict,
                           .bank = TL_NO_BANK,
                           .sectors = chunks_by_rank(addresses, SECTOR),
                           .lines = chunks_by_rank(addresses, LINE),
                           .bytes = chunks_by_rank(addresses, bytes) * bytes};
  out->wavefronts = out->minimum * out->degree;
  out->efficiency = percent(out->bytes, out->sectors);
  if (conflict > 0)
    find_bank(addresses, INT64_C(1) << lane_bits, out);
  return TL_OK;
}

static tl_code check_matrix(const tl_bit_matrix *addresses, int64_t bytes,
                            tl_error *error) {
  uint64_t inside = (uint64_t)(bytes - 1), reached = addresses->constant;
  if (addresses->input_bits > LANE_BITS)
    return tl_fail(error, TL_INVALID, "%" PRId64 " lane bits; a warp has %d",
                   addresses->input_bits, LANE_BITS);
  if (addresses->output_bits != addresses->axis_bits[TL_AXIS_M] ||
      addresses->output_bits > LARGEST_BITS)
    return tl_fail(error, TL_INVALID,
                   "byte addresses are points on axis m, of at most %d bits",
                   LARGEST_BITS);
  for (int64_t i = 0; i < addresses->input_bits; i++)
    reached |= addresses->columns[i];
  if ((reached & inside) != 0)
    return tl_fail(error, TL_INVALID,
                   "some address is no multiple of the %" PRId64
                   " bytes that are accessed",
                   bytes);
  return TL_OK;
}

static int64_t chunks_by_rank(const tl_bit_matrix *addresses, int64_t chunk) {
  return INT64_C(1) << tl_bit_matrix_rank(addresses, addresses->input_bits,
                                          ~(uint64_t)(chunk - 1));
}

/* The lowest bank of the first phase, and its lanes; all its banks are asked
 * for as many words. */
static void find_bank(const tl_bit_matrix *addresses, int64_t lanes,
                      tl_access_facts *out) {
  int64_t first[TL_COUNTED_LANES], lowest = BANKS;
  assert(lanes <= TL_COUNTED_LANES);
  for (int64_t lane = 0; lane < lanes; lane++) {
    uint64_t address = tl_bit_matrix_apply(addresses, (uint64_t)lane);
    first[lane] = (int64_t)(address / WORD % BANKS);
    lowest = first[lane] < lowest ? first[lane] : lowest;
  }
  out->bank = lowest;
  for (int64_t lane = 0; lane < lanes; lane++)
    if (first[lane] == lowest)
      out->lanes |= INT64_C(1) << lane;
}
