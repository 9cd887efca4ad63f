// RUN: conversion_program_test | FileCheck %s
// CHECK: C24: {{[1-9][0-9]+}} words, 0 failures
// What is built takes no more steps than this; fewer are better programs.
// CHECK-NEXT: C24: 2340 shuffles, 53199 selects, 1103 permutations, 18197 masks, 6356 others
// CHECK: C25: {{[1-9][0-9]+}} words, 0 failures
// CHECK-NEXT: C25: 0 shuffles, 1729 selects, 0 permutations, 893 masks, 497 others
// CHECK: families: 0 failures
// CHECK: C56: {{[1-9][0-9][0-9][0-9]+}} words, 0 failures

/* Laws C24, C25 and C56 of tl/conversion_program.h: programs of random rounds and
 * networks of random tables, interpreted over all lanes; how many steps known
 * families take, and words of the bytes of others. */
#include "tl/conversion_program.h"
#include <stdio.h>
#include <string.h>

enum {
  CASES = 100,
  STEPS = 1 << 14,
  TABLES = 1024,
  ROUNDS = 64,
  SLOTS = 64,
};

static int64_t points, failures;
static uint64_t seed = 1;

static tl_word_step steps[STEPS];
static int32_t places[2 * STEPS], families[TABLES], owners[STEPS];
static int32_t words[TABLES], gotten[TABLES], groups[SLOTS];
static int32_t targets[4 * SLOTS];
static tl_lane_table family_tables[TABLES], tables[TABLES];
static uint32_t source[4 * SLOTS * TL_MAX_WAVE], values[STEPS * TL_MAX_WAVE];
static tl_conversion_round rounds[ROUNDS];
static tl_conversion_take takes[TL_MAX_WAVE * SLOTS];
static const tl_rounds_memory MEMORY = {
    {family_tables, families, owners, TABLES}, tables, words, gotten, groups};

static int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

static void fill_source(void) {
  for (size_t i = 0; i < sizeof source / sizeof *source; i++)
    source[i] = (uint32_t)below(1 << 30) * 4 + (uint32_t)below(4);
}

static void open_program(tl_conversion_program *program, int64_t lanes) {
  tl_program_open(program, lanes, steps, STEPS, places, 2 * STEPS);
}

static void expect(bool holds, const char *what) {
  points++;
  if (holds)
    return;
  failures++;
  printf("wrong: %s\n", what);
}

static void report(const char *what) {
  printf("%s: %lld words, %lld failures\n", what, (long long)points,
         (long long)failures);
  points = 0;
}

/*===--- Law C24 ----------------------------------------------------------===*/

/* Bytes of an element in the words of a lane, slot by slot. */
static void read_element(int64_t lanes, int64_t lane, int64_t slot,
                         int64_t bytes, uint8_t *out) {
  for (int64_t i = 0; i < bytes; i++) {
    int64_t at = slot * bytes + i;
    out[i] = (uint8_t)(source[at / 4 * lanes + lane] >> at % 4 * 8);
  }
}

/* What a take is, by the rounds. */
static void read_take(const tl_conversion_rounds *of, int64_t lanes,
                      int64_t lane, int64_t slot, int64_t bytes, uint8_t *out) {
  const tl_conversion_take *take = &of->takes[lane * of->target_slots + slot];
  memset(out, 0, (size_t)bytes);
  if (take->round == TL_TAKE_OWN)
    read_element(lanes, lane, take->place, bytes, out);
  else if (take->round >= 0) {
    int64_t from = of->rounds[take->round].from[lane];
    read_element(lanes, from, of->rounds[take->round].give[from][take->place],
                 bytes, out);
  }
}

static void check_program(const tl_conversion_program *program,
                          const tl_conversion_rounds *of, int64_t bytes) {
  fill_source();
  tl_program_interpret(program, source, values);
  for (int64_t lane = 0; lane < program->lanes; lane++)
    for (int64_t slot = 0; slot < of->target_slots; slot++) {
      uint8_t wanted[16], found[16];
      read_take(of, program->lanes, lane, slot, bytes, wanted);
      for (int64_t i = 0; i < bytes; i++) {
        int64_t at = slot * bytes + i;
        found[i] = (uint8_t)(values[targets[at / 4] * program->lanes + lane] >>
                             at % 4 * 8);
      }
      expect(!memcmp(wanted, found, (size_t)bytes), "a taken element");
    }
}

/* The program of rounds, swept, and its counts. */
static tl_program_counts write_rounds(const tl_conversion_rounds *of,
                                      int64_t lanes, int64_t bits) {
  tl_conversion_program program;
  tl_error error;
  open_program(&program, lanes);
  if (tl_program_write(&program, of, bits, &MEMORY, targets, &error) != TL_OK) {
    expect(false, error.message);
    return (tl_program_counts){0};
  }
  tl_program_sweep(&program, targets,
                   tl_conversion_words(of->target_slots, bits));
  check_program(&program, of, bits / 8);
  return tl_program_count(&program);
}

/* A lane that gives one word, at random or as far as the others. */
static void choose_round(tl_conversion_round *round, int64_t lanes,
                         int64_t slots, int64_t elements) {
  int64_t kind = below(4), by = below(lanes);
  for (int64_t lane = 0; lane < lanes; lane++) {
    round->from[lane] = (int16_t)(kind == 0   ? below(lanes)
                                  : kind == 1 ? lane ^ by
                                  : kind == 2 ? (lane + by) % lanes
                                              : (lane * 5 + by) % lanes);
    if (below(8) == 0)
      round->from[lane] = -1;
    for (int64_t i = 0; i < TL_WORD_ELEMENTS; i++)
      round->give[lane][i] =
          (int16_t)(i < elements ? below(slots + 1) - 1 : -1);
  }
}

static tl_conversion_take choose_take(const tl_conversion_rounds *of,
                                      int64_t lane, int64_t elements) {
  int64_t kind = below(8);
  if (kind == 0)
    return (tl_conversion_take){TL_TAKE_NOTHING, 0};
  int64_t round = below(of->round_count + 1) - 1, place = below(elements);
  int64_t from = round < 0 ? -1 : rounds[round].from[lane];
  if (kind == 1 || from < 0 || rounds[round].give[from][place] < 0)
    return (tl_conversion_take){TL_TAKE_OWN, (int16_t)below(of->source_slots)};
  return (tl_conversion_take){(int16_t)round, (int16_t)place};
}

/* What random programs take in all. */
static tl_program_counts all;

static void add_counts(tl_program_counts own) {
  all.shuffles += own.shuffles;
  all.selects += own.selects;
  all.permutes += own.permutes;
  all.masks += own.masks;
  all.others += own.others;
}

static void report_counts(const char *law) {
  printf("%s: %lld shuffles, %lld selects, %lld permutations, %lld masks, %lld "
         "others\n",
         law, (long long)all.shuffles, (long long)all.selects,
         (long long)all.permutes, (long long)all.masks, (long long)all.others);
  all = (tl_program_counts){0};
}

static void check_random_rounds(int64_t bits) {
  int64_t lanes = below(4) ? 32 : 64, elements = bits < 32 ? 32 / bits : 1;
  tl_conversion_rounds of = {.round_count = below(6),
                             .source_slots = 1 + below(9),
                             .target_slots = 1 + below(9),
                             .rounds = rounds,
                             .takes = takes};
  for (int64_t r = 0; r < of.round_count; r++)
    choose_round(&rounds[r], lanes, of.source_slots, elements);
  for (int64_t i = 0; i < lanes * of.target_slots; i++)
    takes[i] = choose_take(&of, i / of.target_slots, elements);
  add_counts(write_rounds(&of, lanes, bits));
}

/*===--- Law C25 ----------------------------------------------------------===*/

/* The selects of tables of source words, which are interpreted. */
static int64_t select_tables(int64_t lanes, int64_t count) {
  tl_conversion_program program;
  static tl_lane_table wanted[TABLES];
  open_program(&program, lanes);
  for (int64_t i = 0; i < count; i++)
    for (int64_t lane = 0; lane < lanes; lane++) {
      int32_t word = tables[i].of[lane];
      wanted[i].of[lane] =
          word < 0 ? TL_NO_WORD : tl_word_source(&program, word);
    }
  if (tl_program_select(&program, wanted, count, &MEMORY.network, words,
                        NULL) != TL_OK)
    return -1;
  fill_source();
  tl_program_interpret(&program, source, values);
  for (int64_t i = 0; i < count; i++)
    for (int64_t lane = 0; lane < lanes; lane++)
      if (tables[i].of[lane] >= 0)
        expect(values[words[i] * lanes + lane] ==
                   source[tables[i].of[lane] * lanes + lane],
               "a selected word");
  tl_program_counts counts = tl_program_count(&program);
  add_counts(counts);
  return counts.selects;
}

static void check_random_tables(void) {
  int64_t lanes = below(4) ? 32 : 64, count = 1 + below(8), from = 1 + below(8);
  int64_t kind = below(3);
  for (int64_t i = 0; i < count; i++)
    for (int64_t lane = 0; lane < lanes; lane++)
      tables[i].of[lane] = below(10) == 0 ? -1
                           : kind == 0    ? (int32_t)below(from)
                           : kind == 1    ? (int32_t)((i + lane / 3) % from)
                                       : (int32_t)((i ^ lane ^ lane >> 1) & 7);
  select_tables(lanes, count);
}

/* A program that has no room for a step stays so, though what is selected next takes
 * none. */
static void check_full(void) {
  enum { ROOM = 4 };
  tl_conversion_program program;
  tl_lane_table one = {{0}};
  tl_program_open(&program, 32, steps, ROOM, places, 2 * STEPS);
  for (int32_t word = 0; word <= ROOM; word++)
    tl_word_source(&program, word);
  expect(tl_program_select(&program, &one, 1, &MEMORY.network, words, NULL) ==
             TL_CAPACITY,
         "a program that is full");
}

/* Of two numbers, of four words for which there is no room, and of the numbers once
 * more, which are there. */
static void check_full_between(void) {
  enum { NUMBERS = 2, SOURCES = 4, ROOM = NUMBERS + SOURCES + 1 };
  tl_conversion_program program;
  tl_lane_table three[3];
  tl_program_open(&program, 32, steps, ROOM, places, 2 * STEPS);
  for (uint32_t i = 0; i < NUMBERS; i++)
    tl_word_number(&program, i);
  for (int32_t i = 0; i < SOURCES; i++)
    tl_word_source(&program, i);
  for (int32_t lane = 0; lane < 32; lane++) {
    three[0].of[lane] = three[2].of[lane] = lane % NUMBERS;
    three[1].of[lane] = NUMBERS + lane % SOURCES;
  }
  expect(tl_program_select(&program, three, 3, &MEMORY.network, words, NULL) ==
             TL_CAPACITY,
         "a program that is full between others");
}

/* Two words that each lane gives the one next to it: a table for each round, and for
 * each word that is taken. */
static void check_few_tables(void) {
  enum { WORDS = 2, NEEDED = 2 * WORDS };
  tl_conversion_program program;
  tl_rounds_memory room = MEMORY;
  for (int16_t word = 0; word < WORDS; word++)
    for (int64_t lane = 0; lane < 32; lane++) {
      rounds[word].from[lane] = (int16_t)(lane ^ 1);
      rounds[word].give[lane][0] = word;
      takes[lane * WORDS + word] = (tl_conversion_take){word, 0};
    }
  tl_conversion_rounds of = {.round_count = WORDS,
                             .source_slots = WORDS,
                             .target_slots = WORDS,
                             .rounds = rounds,
                             .takes = takes};
  for (int64_t capacity = NEEDED - 1; capacity <= NEEDED; capacity++) {
    room.network.table_capacity = capacity;
    open_program(&program, 32);
    expect(tl_program_write(&program, &of, 32, &room, targets, NULL) ==
               (capacity < NEEDED ? TL_CAPACITY : TL_OK),
           "as many tables as there is room for");
  }
}

static void check_numbers(void) {
  tl_conversion_program program;
  tl_lane_table numbers;
  int32_t step;
  int64_t lanes = below(4) ? 32 : 64, kind = below(4), by = below(lanes);
  open_program(&program, lanes);
  for (int64_t lane = 0; lane < lanes; lane++)
    numbers.of[lane] = below(9) == 0 ? -1
                       : kind == 0   ? (int32_t)below(lanes)
                       : kind == 1   ? (int32_t)(lane ^ by)
                       : kind == 2   ? (int32_t)((lane + by) % lanes)
                                     : (int32_t)((lane << 1 ^ lane >> 2) & 31);
  if (tl_program_numbers(&program, &numbers, &MEMORY.network, &step, NULL) !=
      TL_OK) {
    expect(false, "room for numbers");
    return;
  }
  add_counts(tl_program_count(&program));
  tl_program_interpret(&program, source, values);
  for (int64_t lane = 0; lane < lanes; lane++)
    if (numbers.of[lane] >= 0)
      expect(values[step * lanes + lane] == (uint32_t)numbers.of[lane],
             "a number");
}

/*===--- Families ---------------------------------------------------------===*/

/* register s ^ G(lane), of every s: rank(G) selects each. */
static void check_exclusive(int64_t registers, const int64_t *columns,
                            int64_t rank) {
  for (int64_t s = 0; s < registers; s++)
    for (int64_t lane = 0; lane < 32; lane++) {
      int64_t word = s;
      for (int bit = 0; bit < 5; bit++)
        word ^= lane >> bit & 1 ? columns[bit] : 0;
      tables[s].of[lane] = (int32_t)word;
    }
  int64_t selects = select_tables(32, registers);
  printf("%lld registers of rank %lld: %lld selects\n", (long long)registers,
         (long long)rank, (long long)selects);
  expect(selects == rank * registers, "rank(G) * R selects");
}

/* (s + lane / per) % n: a select for each binary digit of n - 1. */
static void check_rotation(int64_t n, int64_t per, int64_t digits) {
  for (int64_t s = 0; s < n; s++)
    for (int64_t lane = 0; lane < 32; lane++)
      tables[s].of[lane] = (int32_t)((s + lane / per) % n);
  int64_t selects = select_tables(32, n);
  printf("rotation of %lld: %lld selects\n", (long long)n, (long long)selects);
  expect(selects == digits * n, "log2(n) * n selects");
}

/* m bits of the lane change places with m bits of the register. */
static void check_exchange(int64_t m, int64_t registers) {
  int64_t size = INT64_C(1) << m, count = 0;
  for (int64_t high = 0; high < registers; high += size)
    for (int64_t d = 1; d < size; d++, count++)
      for (int64_t lane = 0; lane < 32; lane++) {
        int64_t low = lane % size;
        rounds[count].from[lane] = (int16_t)(lane ^ d);
        rounds[count].give[lane][0] = (int16_t)(high + (low ^ d));
        takes[lane * registers + high + low] =
            (tl_conversion_take){TL_TAKE_OWN, (int16_t)(high + low)};
        takes[lane * registers + high + (low ^ d)] =
            (tl_conversion_take){(int16_t)count, 0};
      }
  tl_conversion_rounds of = {.round_count = count,
                             .source_slots = registers,
                             .target_slots = registers,
                             .rounds = rounds,
                             .takes = takes};
  tl_program_counts counts = write_rounds(&of, 32, 32);
  printf("exchange of %lld bits, %lld registers: %lld shuffles, %lld selects\n",
         (long long)m, (long long)registers, (long long)counts.shuffles,
         (long long)counts.selects);
  expect(counts.shuffles == count, "as many shuffles as rounds");
  expect(counts.selects <= 2 * m * registers, "2 m R selects");
}

/* 4 x 4 elements of 8 bits, in the registers of each thread. */
static void check_bytes(void) {
  for (int64_t i = 0; i < 32 * 16; i++)
    takes[i] =
        (tl_conversion_take){TL_TAKE_OWN, (int16_t)(i % 4 * 4 + i % 16 / 4)};
  tl_conversion_rounds of = {
      .source_slots = 16, .target_slots = 16, .rounds = rounds, .takes = takes};
  tl_program_counts counts = write_rounds(&of, 32, 8);
  expect(counts.permutes == 8 && counts.selects == 0 && counts.others == 0,
         "two permutations a word");
}

/* Bytes of four words go to each other lane of four: as words, with permutations
 * around them. */
static void check_scattered(void) {
  for (int64_t d = 1; d < 4; d++)
    for (int64_t lane = 0; lane < 32; lane++) {
      rounds[d - 1].from[lane] = (int16_t)(lane ^ d);
      for (int64_t i = 0; i < 4; i++)
        rounds[d - 1].give[lane][i] = (int16_t)(4 * i + (lane % 4 ^ d));
    }
  for (int64_t i = 0; i < 32 * 16; i++) {
    int16_t d = (int16_t)((i / 16 % 4) ^ (i % 4)), place = (int16_t)(i % 16);
    takes[i] = d ? (tl_conversion_take){(int16_t)(d - 1), place / 4}
                 : (tl_conversion_take){TL_TAKE_OWN, place};
  }
  tl_conversion_rounds of = {.round_count = 3,
                             .source_slots = 16,
                             .target_slots = 16,
                             .rounds = rounds,
                             .takes = takes};
  tl_program_counts counts = write_rounds(&of, 32, 8);
  printf("scattered bytes: %lld selects, %lld permutations\n",
         (long long)counts.selects, (long long)counts.permutes);
  expect(counts.permutes + counts.selects <= 32,
         "words of bytes that go together");
}

/* Halves from the middle of two words: one permutation each. */
static void check_halves(void) {
  for (int64_t i = 0; i < 32 * 8; i++)
    takes[i] = (tl_conversion_take){TL_TAKE_OWN, (int16_t)((i + 3) % 8)};
  tl_conversion_rounds of = {
      .source_slots = 8, .target_slots = 8, .rounds = rounds, .takes = takes};
  tl_program_counts counts = write_rounds(&of, 32, 16);
  expect(counts.permutes == 4 && counts.selects == 0 && counts.others == 0,
         "a permutation a word");
}

/* Registers with other names are no steps. */
static void check_renaming(int64_t bits) {
  int64_t slots = 16, together = bits < 32 ? 32 / bits : 1;
  for (int64_t i = 0; i < 32 * slots; i++) {
    int64_t slot = i % slots;
    takes[i] = (tl_conversion_take){
        TL_TAKE_OWN,
        (int16_t)((slot / together * 3 * together + slot % together) % slots)};
  }
  tl_conversion_rounds of = {.source_slots = slots,
                             .target_slots = slots,
                             .rounds = rounds,
                             .takes = takes};
  tl_program_counts counts = write_rounds(&of, 32, bits);
  expect(counts.permutes + counts.selects + counts.others + counts.shuffles ==
             0,
         "nothing for a renaming");
}

/* Some lanes, and the others with the sides changed, are one step. */
static void check_sides(void) {
  tl_conversion_program program;
  open_program(&program, 32);
  int32_t a = tl_word_source(&program, 0), b = tl_word_source(&program, 1);
  expect(tl_word_select(&program, 0x00ff00ff, a, b) ==
             tl_word_select(&program, 0xff00ff00, b, a),
         "one selection");
}

/* Bytes of a word and of a number: the word is none, whatever stands behind it. */
static void check_number(void) {
  enum { LANES = 32, NUMBER = 0x44332211, FIRST_HALVES = 0x5410 };
  tl_conversion_program program;
  open_program(&program, LANES);
  int32_t lane = tl_word_lane(&program);
  int32_t number = tl_word_number(&program, NUMBER);
  int32_t both = tl_word_permute(&program, lane, number,
                                 tl_word_number(&program, FIRST_HALVES));
  tl_program_interpret(&program, source, values);
  for (uint32_t i = 0; i < LANES; i++)
    expect(values[(uint32_t)both * LANES + i] == (0x22110000 | i),
           "a lane beside a number");
}

static void check_families(void) {
  check_exclusive(4, (int64_t[]){1, 2, 0, 0, 0}, 2);
  check_exclusive(8, (int64_t[]){1, 1, 2, 3, 0}, 2);
  check_exclusive(32, (int64_t[]){16, 8, 4, 2, 1}, 5);
  check_exclusive(16, (int64_t[]){3, 5, 6, 9, 0}, 3);
  check_rotation(3, 1, 2);
  check_rotation(6, 2, 3);
  check_rotation(12, 1, 4);
  check_rotation(24, 1, 5);
  for (int64_t m = 1; m <= 5; m++)
    check_exchange(m, 32);
  check_exchange(2, 4);
  check_exchange(3, 8);
  check_bytes();
  check_scattered();
  check_halves();
  check_sides();
  check_number();
  for (int64_t bits = 8; bits <= 128; bits *= 2)
    check_renaming(bits);
}

/*===--- Law C56 ----------------------------------------------------------===*/

/* Permutations for the words of a thread whose slot i is slot from[i]. */
static int64_t most_permutes(const int64_t *from, int64_t slots, int64_t bits) {
  int64_t together = 32 / bits, most = 0;
  for (int64_t word = 0; word < slots / together; word++) {
    const int64_t *own = from + word * together;
    uint64_t sources = 0;
    bool is_moved = false;
    for (int64_t i = 0; i < together; i++) {
      sources |= UINT64_C(1) << own[i] / together;
      is_moved |= own[i] % together != i;
    }
    int64_t count = __builtin_popcountll(sources);
    most += count > 1 ? count - 1 : is_moved;
  }
  return most;
}

static void check_moved(const int64_t *from, int64_t slots, int64_t bits) {
  tl_conversion_rounds of = {.source_slots = 16,
                             .target_slots = slots,
                             .rounds = rounds,
                             .takes = takes};
  for (int64_t i = 0; i < 32 * slots; i++)
    takes[i] = (tl_conversion_take){TL_TAKE_OWN, (int16_t)from[i % slots]};
  tl_program_counts counts = write_rounds(&of, 32, bits);
  expect(counts.selects + counts.others + counts.masks + counts.shuffles == 0 &&
             counts.permutes <= most_permutes(from, slots, bits),
         "permutations of words in a thread");
}

/* Every word of the bytes of two words, and random ones of the bytes of four. */
static void check_words(void) {
  int64_t from[16];
  for (int64_t n = 0; n < 8 * 8 * 8 * 8; n++) {
    for (int64_t i = 0; i < 4; i++)
      from[i] = n >> 3 * i & 7;
    check_moved(from, 4, 8);
  }
  for (int64_t n = 0; n < 10 * CASES; n++)
    for (int64_t bits = 8; bits <= 16; bits *= 2) {
      for (int64_t i = 0; i < 16; i++)
        from[i] = below(16);
      check_moved(from, 16, bits);
    }
}

/* Lanes that agree in bits are a cube, and the first of all need no set; so it is
 * of the other lanes. */
static void check_masks(void) {
  enum { LANES = 32 };
  for (uint64_t bits = 1; bits < LANES; bits++) {
    uint64_t mask = 0, first = (UINT64_C(1) << bits) - 1;
    for (uint64_t lane = 0; lane < LANES; lane++)
      mask |= (uint64_t)((lane & bits) == bits) << lane;
    expect(tl_mask_read(mask, LANES).kind == TL_MASK_CUBE, "cube");
    expect(tl_mask_read(mask ^ UINT32_MAX, LANES).kind != TL_MASK_SET,
           "all but a cube");
    expect(tl_mask_read(first, LANES).kind != TL_MASK_SET, "first lanes");
    expect(tl_mask_read(first ^ UINT32_MAX, LANES).kind != TL_MASK_SET,
           "last lanes");
  }
}

int main(void) {
  for (int64_t n = 0; n < CASES; n++)
    for (int64_t bits = 8; bits <= 128; bits *= 2)
      check_random_rounds(bits);
  report("C24");
  report_counts("C24");
  for (int64_t n = 0; n < CASES; n++) {
    check_random_tables();
    check_numbers();
  }
  check_full();
  check_full_between();
  check_few_tables();
  check_masks();
  report("C25");
  report_counts("C25");
  int64_t before = failures;
  check_families();
  printf("families: %lld failures\n", (long long)(failures - before));
  points = 0;
  check_words();
  report("C56");
  return failures != 0;
}
