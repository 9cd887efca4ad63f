/* banks.c - see tl/banks.h.
 *
 * The words of a phase, each once, are counted by bank. */
#include "tl/banks.h"
#include "base/checked.h"
#include <string.h>

_Static_assert(sizeof(tl_access_facts) == sizeof(int64_t) * 9,
               "tl_access_facts is compared bytewise and must have no padding");

enum { BANKS = 32, WORD = 4, SECTOR = 32, LINE = 128, MOST_BYTES = 16 };

const tl_memory_model TL_COUNTED_MEMORY = {BANKS, WORD, SECTOR, LINE};

typedef struct warp_access {
  int64_t bytes, lanes;
  const int64_t *addresses;
} warp_access;

/* Different numbers, found by open addressing. */
enum { SLOT_BITS = 6, SLOTS = 1 << SLOT_BITS };
_Static_assert((int)SLOTS > (int)TL_COUNTED_LANES, "a slot is free");

typedef struct number_set {
  uint8_t is_used[SLOTS];
  uint64_t numbers[SLOTS];
} number_set;

/* Whether it is new. */
static bool add_number(number_set *set, uint64_t number) {
  uint64_t slot = tl_hash(0, number);
  for (slot >>= 64 - SLOT_BITS; set->is_used[slot]; slot = (slot + 1) % SLOTS)
    if (set->numbers[slot] == number)
      return false;
  set->is_used[slot] = true;
  set->numbers[slot] = number;
  return true;
}

static tl_code check_access(const warp_access *all, tl_error *error) {
  if (!tl_is_power_of_two(all->bytes) || all->bytes > MOST_BYTES)
    return tl_fail(error, TL_INVALID,
                   "a lane accesses %" PRId64
                   " bytes; it can be 1, 2, 4, 8 or 16",
                   all->bytes);
  if (all->lanes < 0 || all->lanes > TL_COUNTED_LANES)
    return tl_fail(error, TL_INVALID, "%" PRId64 " lanes; a warp has %d",
                   all->lanes, TL_COUNTED_LANES);
  int64_t wrong = INT64_MIN | (all->bytes - 1), any = 0;
  for (int64_t lane = 0; lane < all->lanes; lane++)
    any |= all->addresses[lane];
  if (!(any & wrong))
    return TL_OK;
  for (int64_t lane = 0; lane < all->lanes; lane++) {
    int64_t address = all->addresses[lane];
    if (address != TL_LANE_INACTIVE && address & wrong)
      return tl_fail(error, TL_INVALID,
                     "address %" PRId64 " of lane %" PRId64
                     " is negative or no multiple of the %" PRId64
                     " bytes that are accessed",
                     address, lane, all->bytes);
  }
  return TL_OK;
}

typedef struct lane_range {
  int64_t first, end;
} lane_range;

/* The most words that lanes ask of a bank, and those of each.  Aligned accesses of
 * several words ask as much of all their banks, so those of their first words say
 * it.  Words that are not the first one of their bank are looked up. */
static int64_t count_words(const warp_access *all, lane_range lanes,
                           uint8_t asked[BANKS]) {
  uint64_t words[BANKS];
  uint8_t most = 0;
  number_set others;
  memset(others.is_used, 0, sizeof others.is_used);
  memset(asked, 0, BANKS);
  for (int64_t lane = lanes.first; lane < lanes.end; lane++) {
    uint64_t word = (uint64_t)all->addresses[lane] / WORD, own = word % BANKS;
    if (all->addresses[lane] == TL_LANE_INACTIVE)
      continue;
    if (!asked[own])
      words[own] = word;
    else if (words[own] == word || !add_number(&others, word))
      continue;
    asked[own]++;
    most = asked[own] > most ? asked[own] : most;
  }
  return most;
}

/* The lanes that ask a bank. */
static int64_t users_of(const warp_access *all, lane_range lanes,
                        int64_t bank) {
  int64_t users = 0;
  for (int64_t lane = lanes.first; lane < lanes.end; lane++)
    if (all->addresses[lane] != TL_LANE_INACTIVE &&
        all->addresses[lane] / WORD % BANKS == bank)
      users |= INT64_C(1) << lane;
  return users;
}

static void count_phase(const warp_access *all, lane_range lanes,
                        tl_access_facts *out) {
  uint8_t asked[BANKS];
  int64_t most = count_words(all, lanes, asked), bank = 0;
  out->wavefronts += most;
  out->minimum += most > 0;
  if (most <= out->degree)
    return;
  out->degree = most;
  if (most == 1)
    return;
  while (asked[bank] < most)
    bank++;
  out->bank = bank;
  out->lanes = users_of(all, lanes, bank);
}

/* Different chunks of `chunk` bytes, a power of two; an access lies in one, often
 * that of the lane before. */
static int64_t count_chunks(const warp_access *all, int64_t chunk) {
  int64_t count = 0, shift = __builtin_ctzll((uint64_t)chunk), last = -1;
  number_set known;
  memset(known.is_used, 0, sizeof known.is_used);
  for (int64_t lane = 0; lane < all->lanes; lane++) {
    int64_t own = all->addresses[lane] >> shift;
    if (all->addresses[lane] != TL_LANE_INACTIVE && own != last)
      count += add_number(&known, (uint64_t)(last = own));
  }
  return count;
}

/* The next lanes that are served together. */
static lane_range phase_at(const warp_access *all, int64_t first) {
  int64_t end = first + (all->bytes <= WORD ? TL_COUNTED_LANES
                                            : BANKS * WORD / all->bytes);
  return (lane_range){first, end < all->lanes ? end : all->lanes};
}

tl_code tl_access_wavefronts(const int64_t *byte_addresses, int64_t lanes,
                             int64_t bytes, int64_t *out, tl_error *error) {
  warp_access all = {bytes, lanes, byte_addresses};
  uint8_t asked[BANKS];
  TL_TRY(check_access(&all, error));
  *out = 0;
  for (lane_range next = phase_at(&all, 0); next.first < lanes;
       next = phase_at(&all, next.end))
    *out += count_words(&all, next, asked);
  return TL_OK;
}

tl_code tl_access_by_enumeration(const int64_t *byte_addresses, int64_t lanes,
                                 int64_t bytes, tl_access_facts *out,
                                 tl_error *error) {
  warp_access all = {bytes, lanes, byte_addresses};
  TL_TRY(check_access(&all, error));
  *out = (tl_access_facts){.bank = TL_NO_BANK,
                           .sectors = count_chunks(&all, SECTOR),
                           .lines = count_chunks(&all, LINE),
                           .bytes = count_chunks(&all, bytes) * bytes};
  if (out->sectors)
    out->efficiency = 100 * out->bytes / (out->sectors * SECTOR);
  for (lane_range next = phase_at(&all, 0); next.first < lanes;
       next = phase_at(&all, next.end))
    count_phase(&all, next, out);
  return TL_OK;
}
