/* conversion_bytes.c - Words of bytes of other words.
 *
 * A word of which the bytes of every lane are in one or two words is one
 * permutation of two words, each by its table, with a selector by a table of
 * numbers; of three words, one of the first two, then one with the third; of
 * four,
 *
 *   low = permute(a, b), high = permute(c, d), word = permute(low, high)
 *
 * where low and high have the pairs that their bytes stand in, which is what
 * the words beside them need as well: 4 x 4 bytes are transposed by eight
 * permutations.
 *
 * Which word of a lane is the first is free: by its number, or by the first byte
 * that it gives, whatever makes tables of fewer words. */
#include "conversion_write.h"
#include <string.h>

enum {
  BYTES = TL_WORD_BYTES,
  NIBBLE = 4,
  SIDES = 4, /* words that bytes of a lane come from */
};

/* A byte of a step; TL_NO_WORD: any. */
typedef struct byte {
  int32_t word, place;
} byte;

/* The bytes of a word in one lane, and the words that these are of; a selector
 * says of a word of which side it is. */
typedef struct lane_word {
  byte bytes[BYTES];
} lane_word;

typedef struct sides {
  int count;
  int32_t words[SIDES];
  int side[BYTES]; /* of each byte */
} sides;

typedef enum side_order { BY_BYTE, BY_WORD, SIDE_ORDERS } side_order;

static void add_side(const lane_word *word, int i, sides *out) {
  int k = 0;
  while (k < out->count && out->words[k] != word->bytes[i].word)
    k++;
  out->words[k] = word->bytes[i].word;
  out->count += k == out->count;
  out->side[i] = k;
}

static void sort_sides(sides *out) {
  for (int i = 1; i < out->count; i++)
    for (int k = i; k > 0 && out->words[k] < out->words[k - 1]; k--) {
      int32_t word = out->words[k];
      out->words[k] = out->words[k - 1];
      out->words[k - 1] = word;
      for (int b = 0; b < BYTES; b++)
        out->side[b] = out->side[b] == k       ? k - 1
                       : out->side[b] == k - 1 ? k
                                               : out->side[b];
    }
}

static sides sides_of(const lane_word *word, side_order order) {
  sides out = {.count = 0,
               .words = {TL_NO_WORD, TL_NO_WORD, TL_NO_WORD, TL_NO_WORD}};
  for (int i = 0; i < BYTES; i++) {
    out.side[i] = -1;
    if (word->bytes[i].word != TL_NO_WORD)
      add_side(word, i, &out);
  }
  if (order == BY_WORD)
    sort_sides(&out);
  return out;
}

/* ---- Selectors ---------------------------------------------------------- */

/* A selector in one lane; nibble -1: any. */
typedef struct lane_selector {
  int nibbles[BYTES];
} lane_selector;

static const lane_selector ANY = {{-1, -1, -1, -1}};

static bool join_selectors(lane_selector *a, const lane_selector *b) {
  lane_selector both;
  for (int i = 0; i < BYTES; i++) {
    if (a->nibbles[i] >= 0 && b->nibbles[i] >= 0 &&
        a->nibbles[i] != b->nibbles[i])
      return false;
    both.nibbles[i] = a->nibbles[i] >= 0 ? a->nibbles[i] : b->nibbles[i];
  }
  *a = both;
  return true;
}

/* A byte that is free stays where it is. */
static int32_t number_of(const lane_selector *selector) {
  int32_t number = 0;
  for (int i = 0; i < BYTES; i++)
    number |= (selector->nibbles[i] < 0 ? i : selector->nibbles[i])
              << NIBBLE * i;
  return number;
}

static bool is_free(const lane_selector *selector) {
  return !memcmp(selector, &ANY, sizeof ANY);
}

/* The step of selectors: lanes whose selectors can be one have one. */
static tl_code write_selector(const tl_writing *in, const lane_selector *of,
                              int32_t *out, tl_error *error) {
  lane_selector kinds[TL_MAX_WAVE];
  int64_t kind_of[TL_MAX_WAVE], count = 0, lanes = in->program->lanes;
  tl_lane_table numbers;
  for (int64_t lane = 0; lane < lanes; lane++) {
    int64_t k = 0;
    while (k < count && !join_selectors(&kinds[k], &of[lane]))
      k++;
    if (k == count)
      kinds[count++] = of[lane];
    kind_of[lane] = k;
  }
  for (int64_t lane = 0; lane < lanes; lane++)
    numbers.of[lane] =
        is_free(&of[lane]) ? -1 : number_of(&kinds[kind_of[lane]]);
  TL_TRY(tl_program_numbers(in->program, &numbers, &in->memory->network, out,
                            error));
  if (*out == TL_NO_WORD)
    *out = tl_word_number(in->program, (uint32_t)number_of(&ANY));
  return TL_OK;
}

/* ---- Permutations ------------------------------------------------------- */

/* What the bytes of a word are in a lane. */
typedef void byte_reader(const tl_writing *in, int64_t number, int64_t lane,
                         lane_word *out);

/* Words that are made together. */
typedef struct byte_words {
  int64_t count;
  byte_reader *read;
  side_order order;
} byte_words;

/* How bytes become those of a word in one lane: of the first two words, of the
 * other two, of both results. */
typedef struct lane_route {
  lane_selector low, high, last;
} lane_route;

static sides read_sides(const tl_writing *in, const byte_words *words,
                        int64_t number, int64_t lane, lane_word *word) {
  words->read(in, number, lane, word);
  return sides_of(word, words->order);
}

static lane_route route_two(const lane_word *word, const sides *of) {
  lane_route route = {ANY, ANY, ANY};
  for (int i = 0; i < BYTES; i++)
    if (of->side[i] >= 0)
      route.last.nibbles[i] = word->bytes[i].place + BYTES * of->side[i];
  return route;
}

static lane_route route_three(const lane_word *word, const sides *of) {
  lane_route route = {ANY, ANY, ANY};
  for (int i = 0; i < BYTES; i++) {
    int place = word->bytes[i].place;
    bool is_low = of->side[i] < 2;
    if (of->side[i] >= 0 && is_low)
      route.low.nibbles[i] = place + BYTES * of->side[i];
    if (of->side[i] >= 0)
      route.last.nibbles[i] = is_low ? i : BYTES + place;
  }
  return route;
}

static lane_route route_four(const lane_word *word, const sides *of) {
  lane_route route = {ANY, ANY, ANY};
  for (int i = 0; i < BYTES; i++) {
    int side = of->side[i] % 2, place = word->bytes[i].place;
    if (of->side[i] < 0)
      continue;
    lane_selector *half = of->side[i] < 2 ? &route.low : &route.high;
    half->nibbles[i] = place + BYTES * side;
    route.last.nibbles[i] = i + (of->side[i] < 2 ? 0 : BYTES);
  }
  return route;
}

/* Of a byte of each. */
static lane_route route_pairs(const lane_word *word, const sides *of) {
  lane_route route = {ANY, ANY, ANY};
  for (int i = 0; i < BYTES; i++) {
    int side = of->side[i] % 2, place = word->bytes[i].place;
    if (of->side[i] < 0)
      continue;
    lane_selector *half = of->side[i] < 2 ? &route.low : &route.high;
    half->nibbles[side] = place - place % 2 + BYTES * side;
    half->nibbles[side + 2] = half->nibbles[side] + 1;
    route.last.nibbles[i] =
        side + place % 2 * 2 + (of->side[i] < 2 ? 0 : BYTES);
  }
  return route;
}

static bool is_byte_of_each(const sides *of) {
  for (int i = 0; i < BYTES; i++)
    for (int k = 0; k < i; k++)
      if (of->side[i] >= 0 && of->side[i] == of->side[k])
        return false;
  return true;
}

/* The words of a number of sides, and whether all have one byte of each. */
static int read_most(const tl_writing *in, const byte_words *words,
                     int64_t number, bool *are_bytes) {
  int most = 0;
  *are_bytes = true;
  for (int64_t lane = 0; lane < in->program->lanes; lane++) {
    lane_word word;
    sides of = read_sides(in, words, number, lane, &word);
    most = of.count > most ? of.count : most;
    *are_bytes = *are_bytes && is_byte_of_each(&of);
  }
  return most;
}

static void read_routes(const tl_writing *in, const byte_words *words,
                        int64_t number, int most, bool are_bytes,
                        lane_selector routes[3][TL_MAX_WAVE]) {
  for (int64_t lane = 0; lane < in->program->lanes; lane++) {
    lane_word word;
    sides of = read_sides(in, words, number, lane, &word);
    lane_route route = most < 3    ? route_two(&word, &of)
                       : most == 3 ? route_three(&word, &of)
                       : are_bytes ? route_pairs(&word, &of)
                                   : route_four(&word, &of);
    routes[0][lane] = route.low;
    routes[1][lane] = route.high;
    routes[2][lane] = route.last;
  }
}

static tl_code write_permute(const tl_writing *in, int32_t low, int32_t high,
                             const lane_selector *of, int32_t *word,
                             tl_error *error) {
  int32_t selector;
  TL_TRY(write_selector(in, of, &selector, error));
  *word = tl_word_permute(in->program, low, high, selector);
  return TL_OK;
}

/* A word, of the words of its sides. */
static tl_code write_word(const tl_writing *in, const byte_words *words,
                          int64_t number, const int32_t from[SIDES],
                          int32_t *word, tl_error *error) {
  lane_selector routes[3][TL_MAX_WAVE];
  bool are_bytes;
  int32_t low = from[0], high = from[1];
  int most = read_most(in, words, number, &are_bytes);
  if (most == 0) {
    *word = tl_word_number(in->program, 0);
    return TL_OK;
  }
  read_routes(in, words, number, most, are_bytes, routes);
  if (most > 2)
    TL_TRY(write_permute(in, from[0], from[1], routes[0], &low, error));
  if (most == 3)
    high = from[2];
  if (most == 4)
    TL_TRY(write_permute(in, from[2], from[3], routes[1], &high, error));
  return write_permute(in, low, high, routes[2], word, error);
}

/* ---- Lists of words ----------------------------------------------------- */

static void read_tables(const tl_writing *in, const byte_words *words,
                        int64_t number, tl_lane_table tables[SIDES]) {
  for (int64_t lane = 0; lane < in->program->lanes; lane++) {
    lane_word word;
    sides of = read_sides(in, words, number, lane, &word);
    for (int k = 0; k < SIDES; k++)
      tables[k].of[lane] = of.words[k];
  }
}

static int64_t count_changes(const tl_lane_table *table, int64_t lanes) {
  int64_t words = 0;
  for (int64_t lane = 0; lane < lanes; lane++) {
    int64_t k = 0;
    while (k < lane && table->of[k] != table->of[lane])
      k++;
    words += k == lane && table->of[lane] != TL_NO_WORD;
  }
  return words > 1 ? words - 1 : 0;
}

/* The selects of an order, where none are shared. */
static int64_t cost_of(const tl_writing *in, const byte_words *words) {
  int64_t cost = 0;
  for (int64_t i = 0; i < words->count; i++) {
    tl_lane_table tables[SIDES];
    read_tables(in, words, i, tables);
    for (int k = 0; k < SIDES; k++)
      cost += count_changes(&tables[k], in->program->lanes);
  }
  return cost;
}

static void choose_order(const tl_writing *in, byte_words *words) {
  side_order best = BY_BYTE;
  int64_t least = INT64_MAX;
  for (words->order = BY_BYTE; words->order < SIDE_ORDERS; words->order++) {
    int64_t cost = cost_of(in, words);
    best = cost < least ? words->order : best;
    least = cost < least ? cost : least;
  }
  words->order = best;
}

static tl_code write_words(const tl_writing *in, byte_words *words,
                           int32_t *out, tl_error *error) {
  const tl_rounds_memory *memory = in->memory;
  TL_TRY(tl_check_tables(in, words->count * SIDES, error));
  choose_order(in, words);
  for (int64_t i = 0; i < words->count; i++)
    read_tables(in, words, i, memory->tables + i * SIDES);
  TL_TRY(tl_program_select(in->program, memory->tables, words->count * SIDES,
                           &memory->network, memory->words, error));
  for (int64_t i = 0; i < words->count; i++)
    TL_TRY(write_word(in, words, i, memory->words + i * SIDES, &out[i], error));
  return tl_program_check(in->program, error);
}

/* ---- Readers ------------------------------------------------------------ */

/* Puts element `place` of a word behind the elements before. */
static void put_element(const tl_writing *in, int64_t element, int32_t word,
                        int64_t place, lane_word *out) {
  for (int64_t i = 0; i < in->element_bytes; i++)
    out->bytes[element * in->element_bytes + i] =
        (byte){word, (int32_t)(place * in->element_bytes + i)};
}

static void put_source(const tl_writing *in, int64_t element, int64_t slot,
                       lane_word *out) {
  put_element(in, element, tl_word_source(in->program, slot / in->elements),
              slot % in->elements, out);
}

static void clear(lane_word *out) {
  for (int i = 0; i < BYTES; i++)
    out->bytes[i] = (byte){TL_NO_WORD, 0};
}

static void read_slots(const tl_writing *in, const int16_t *slots,
                       lane_word *out) {
  clear(out);
  for (int64_t i = 0; i < in->elements; i++)
    if (slots[i] >= 0)
      put_source(in, i, slots[i], out);
}

static void read_given(const tl_writing *in, int64_t round, int64_t lane,
                       lane_word *out) {
  read_slots(in, in->rounds->rounds[round].give[lane], out);
}

static void read_arranged(const tl_writing *in, int64_t word, int64_t lane,
                          lane_word *out) {
  (void)lane;
  read_slots(in, in->from->slots[word], out);
}

static int64_t target_slot(const tl_writing *in, int64_t word, int64_t i) {
  int64_t slot = word * in->elements + i;
  return slot < in->rounds->target_slots ? slot : -1;
}

static void read_taken(const tl_writing *in, int64_t word, int64_t lane,
                       lane_word *out) {
  clear(out);
  for (int64_t i = 0; i < in->elements; i++) {
    int64_t slot = target_slot(in, word, i);
    if (slot < 0)
      return;
    const tl_conversion_take *take = tl_take_of(in, lane, slot);
    if (take->round == TL_TAKE_OWN)
      put_source(in, i, take->place, out);
    else if (take->round == TL_TAKE_NOTHING)
      put_element(in, i, tl_word_number(in->program, 0), i, out);
    else
      put_element(in, i, in->memory->gotten[take->round], take->place, out);
  }
}

static void read_joined(const tl_writing *in, int64_t word, int64_t lane,
                        lane_word *out) {
  (void)lane;
  clear(out);
  for (int64_t i = 0; i < in->elements; i++) {
    int64_t slot = target_slot(in, word, i);
    if (slot >= 0)
      put_element(in, i, in->arranged[in->to->word[slot]], in->to->place[slot],
                  out);
  }
}

tl_code tl_write_arranged(const tl_writing *in, int32_t *out, tl_error *error) {
  byte_words words = {.count = in->from->count, .read = read_arranged};
  return write_words(in, &words, out, error);
}

tl_code tl_write_joined(const tl_writing *in, const int32_t *words,
                        int32_t *out, tl_error *error) {
  byte_words all = {.count = tl_target_words(in), .read = read_joined};
  tl_writing joined = *in;
  joined.arranged = words;
  return write_words(&joined, &all, out, error);
}

tl_code tl_write_bytes(const tl_writing *in, int32_t *out, tl_error *error) {
  int64_t rounds = in->rounds->round_count;
  int32_t *gotten = in->memory->gotten;
  byte_words given = {.count = rounds, .read = read_given};
  byte_words taken = {.count = tl_target_words(in), .read = read_taken};
  TL_TRY(write_words(in, &given, gotten, error));
  for (int64_t r = 0; r < rounds; r++)
    TL_TRY(tl_write_shuffle(in, r, &gotten[r], error));
  return write_words(in, &taken, out, error);
}
