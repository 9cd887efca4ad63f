/* conversion_write.c - see tl/conversion_program.h.
 *
 * Elements of 32 bits and more: what a lane gives in a round, and what each of
 * its target slots takes, are tables of words.  Of 64 and 128 bits the words
 * follow the same tables, one after the other.
 *
 * Smaller elements: a word of which the bytes of every lane are in one or two
 * words is one permutation of two words, each by its table, with a selector by
 * a table of numbers; of three words, one of the first two, then one with the
 * third; of four,
 *
 *   low = permute(a, b), high = permute(c, d), word = permute(low, high)
 *
 * where low and high have the pairs that their bytes stand in, which is what
 * the words beside them need as well: 4 x 4 bytes are transposed by eight
 * permutations.
 *
 * Which word of a lane is the first is free: by its number, or by the first byte
 * that it gives, whatever makes tables of fewer words. */
#include "base/checked.h"
#include "conversion_network.h"
#include <assert.h>
#include <string.h>

enum {
  BYTES = 4, /* of a word */
  WORD_BITS = 32,
  NIBBLE = 4,
  SIDES = 4, /* words that bytes of a lane come from */
};

/* A writing of rounds. */
typedef struct writing {
  tl_conversion_program *program;
  const tl_conversion_rounds *rounds;
  const tl_rounds_memory *memory;
  int64_t element_bytes;
  int64_t elements, parts; /* of a word; words of an element: one is 1 */
  bool gathers_own;        /* what a lane keeps is one more word that it gets */
} writing;

static tl_code write_cheapest(writing *in, int32_t *targets, tl_error *error);
static bool are_whole(const writing *in);
static tl_code write_wide(const writing *in, int32_t *targets, tl_error *error);
static tl_code write_narrow(const writing *in, int32_t *targets,
                            tl_error *error);

tl_code tl_program_write(tl_conversion_program *program,
                         const tl_conversion_rounds *rounds,
                         int64_t element_bits, const tl_rounds_memory *memory,
                         int32_t *targets, tl_error *error) {
  int64_t bytes = element_bits / 8;
  bool is_narrow = bytes < BYTES;
  writing in = {program,
                rounds,
                memory,
                bytes,
                is_narrow ? BYTES / bytes : 1,
                is_narrow ? 1 : bytes / BYTES,
                false};
  return are_whole(&in) ? write_cheapest(&in, targets, error)
                        : write_narrow(&in, targets, error);
}

int64_t tl_conversion_words(int64_t slots, int64_t element_bits) {
  return (slots * element_bits + WORD_BITS - 1) / WORD_BITS;
}

static const tl_conversion_take *take_of(const writing *in, int64_t lane,
                                         int64_t slot) {
  return &in->rounds->takes[lane * in->rounds->target_slots + slot];
}

static tl_code check_room(const writing *in, int64_t count, tl_error *error) {
  if (count > in->memory->network.table_capacity)
    return tl_fail(error, TL_CAPACITY,
                   "a conversion has %" PRId64 " tables, more than %" PRId64,
                   count, in->memory->network.table_capacity);
  return TL_OK;
}

/*===--- Shuffles ---------------------------------------------------------===*/

/* Whether all lanes that get a word get it from as far; then *by. */
static bool is_exchange(const tl_conversion_round *round, int64_t lanes,
                        int64_t *by) {
  *by = -1;
  for (int64_t lane = 0; lane < lanes; lane++) {
    int64_t from = round->from[lane];
    if (from < 0)
      continue;
    if (*by >= 0 && *by != (lane ^ from))
      return false;
    *by = lane ^ from;
  }
  return true;
}

/* The word that lanes get in a round of the one that they give. */
static tl_code write_shuffle(const writing *in, int64_t round, int32_t *word,
                             tl_error *error) {
  const tl_conversion_round *of = &in->rounds->rounds[round];
  int64_t lanes = in->program->lanes, by;
  tl_lane_table from;
  int32_t lane;
  if (is_exchange(of, lanes, &by)) {
    *word = tl_word_shuffle_xor(in->program, *word, by < 0 ? 0 : by);
    return TL_OK;
  }
  for (int64_t i = 0; i < lanes; i++)
    from.of[i] = of->from[i];
  TL_TRY(tl_program_numbers(in->program, &from, &in->memory->network, &lane,
                            error));
  *word = tl_word_shuffle_index(in->program, *word, lane);
  return TL_OK;
}

/*===--- Whole words ------------------------------------------------------===*/

/* Whether `count` slots, of which negative ones are free, are those of a word in
 * order; then *word, -1 where all are free. */
static bool is_whole(const int16_t *slots, int64_t count, int64_t *word) {
  *word = -1;
  for (int64_t i = 0; i < count; i++) {
    if (slots[i] < 0)
      continue;
    if (slots[i] % count != i || (*word >= 0 && *word != slots[i] / count))
      return false;
    *word = slots[i] / count;
  }
  return true;
}

/* What a lane has in a target word, which is whole in one place. */
static bool read_word(const writing *in, int64_t lane, int64_t word,
                      tl_conversion_take *out) {
  int16_t places[BYTES];
  int64_t count = 0, place, first = word * in->elements;
  *out = *take_of(in, lane, first);
  while (count < in->elements && first + count < in->rounds->target_slots) {
    const tl_conversion_take *take = take_of(in, lane, first + count);
    if (take->round != out->round)
      return false;
    places[count++] = take->place;
  }
  if (out->round == TL_TAKE_NOTHING)
    return true;
  while (count < in->elements)
    places[count++] = -1;
  bool is = is_whole(places, in->elements, &place);
  out->place = (int16_t)place;
  return is && (out->round == TL_TAKE_OWN || place == 0);
}

static int64_t word_count(const writing *in) {
  return (in->rounds->target_slots + in->elements - 1) / in->elements;
}

/* Whether words go from lane to lane as they are. */
static bool are_whole(const writing *in) {
  const tl_conversion_rounds *rounds = in->rounds;
  tl_conversion_take take;
  int64_t word;
  for (int64_t lane = 0; lane < in->program->lanes; lane++) {
    for (int64_t r = 0; r < rounds->round_count; r++)
      if (!is_whole(rounds->rounds[r].give[lane], in->elements, &word))
        return false;
    for (int64_t i = 0; i < word_count(in); i++)
      if (!read_word(in, lane, i, &take))
        return false;
  }
  return true;
}

/* Source word `part` of a slot of whole words. */
static int32_t source_of(const writing *in, int64_t slot, int64_t part) {
  return tl_word_source(in->program, slot * in->parts + part);
}

static void read_gives(const writing *in, int64_t part) {
  const tl_conversion_rounds *rounds = in->rounds;
  for (int64_t r = 0; r < rounds->round_count; r++)
    for (int64_t lane = 0; lane < in->program->lanes; lane++) {
      int64_t word;
      is_whole(rounds->rounds[r].give[lane], in->elements, &word);
      in->memory->tables[r].of[lane] =
          word < 0 ? TL_NO_WORD : source_of(in, word, part);
    }
}

/* ---- What a lane keeps -------------------------------------------------- *
 *
 * Target words that some lanes get in one round are of a group.  Where a lane
 * keeps one of its words in each group at most, this is made one word as well,
 * as if it got it from itself: registers s ^ G(lane) of all s but 0 and of 0 are
 * one family then, here and there. */

/* groups[word] is the first word of its group. */
static void find_groups(const writing *in, int32_t *groups) {
  int32_t *first = in->memory->network.owners; /* of a round */
  for (int64_t r = 0; r < in->rounds->round_count; r++)
    first[r] = -1;
  for (int32_t i = 0; i < word_count(in); i++) {
    groups[i] = i;
    for (int64_t lane = 0; lane < in->program->lanes; lane++) {
      tl_conversion_take take;
      read_word(in, lane, i, &take);
      if (take.round < 0)
        continue;
      if (first[take.round] < 0)
        first[take.round] = i;
      tl_network_unite(groups, first[take.round], i);
    }
  }
  for (int32_t i = 0; i < word_count(in); i++)
    groups[i] = tl_network_root(groups, i);
}

/* The words that lanes keep in the group of a word; false where a lane keeps two.
 */
static bool read_group(const writing *in, int64_t part, const int32_t *groups,
                       int32_t root, tl_lane_table *out) {
  bool is_one = true;
  memset(out, -1, sizeof *out);
  for (int64_t i = root; i < word_count(in); i++)
    for (int64_t lane = 0; lane < in->program->lanes; lane++) {
      tl_conversion_take take;
      read_word(in, lane, i, &take);
      if (groups[i] != root || take.round != TL_TAKE_OWN)
        continue;
      is_one = is_one && out->of[lane] == TL_NO_WORD;
      out->of[lane] = source_of(in, take.place, part);
    }
  return is_one;
}

/* Adds the tables of groups behind those of rounds; kept[word] is the number of
 * one, or -1.  Returns how many tables there are. */
static int64_t read_kept(const writing *in, int64_t part, int32_t *kept) {
  int64_t count = in->rounds->round_count;
  int32_t *groups = in->memory->groups;
  find_groups(in, groups);
  for (int32_t i = 0; i < word_count(in); i++)
    if (groups[i] != i)
      kept[i] = kept[groups[i]];
    else if (read_group(in, part, groups, i, &in->memory->tables[count]))
      kept[i] = (int32_t)count++;
    else
      kept[i] = -1;
  return count;
}

/* ---- Words -------------------------------------------------------------- */

/* `kept` is the word of what a lane keeps, or TL_NO_WORD: it is where it was. */
static int32_t taken_word(const writing *in, const tl_conversion_take *take,
                          int64_t part, int32_t kept) {
  if (take->round == TL_TAKE_NOTHING)
    return tl_word_number(in->program, 0);
  if (take->round != TL_TAKE_OWN)
    return in->memory->gotten[take->round];
  return kept == TL_NO_WORD ? source_of(in, take->place, part) : kept;
}

static void read_takes(const writing *in, int64_t part, const int32_t *kept) {
  for (int64_t i = 0; i < word_count(in); i++)
    for (int64_t lane = 0; lane < in->program->lanes; lane++) {
      tl_conversion_take take;
      bool is_kept = in->gathers_own && kept[i] >= 0;
      read_word(in, lane, i, &take);
      in->memory->tables[i].of[lane] = taken_word(
          in, &take, part, is_kept ? in->memory->gotten[kept[i]] : TL_NO_WORD);
    }
}

/* Word `part` of all elements. */
static tl_code write_part(const writing *in, int64_t part, int32_t *targets,
                          tl_error *error) {
  const tl_rounds_memory *memory = in->memory;
  int64_t count = in->rounds->round_count;
  read_gives(in, part);
  if (in->gathers_own)
    count = read_kept(in, part, memory->words);
  TL_TRY(tl_program_select(in->program, memory->tables, count, &memory->network,
                           memory->gotten, error));
  for (int64_t r = 0; r < in->rounds->round_count; r++)
    TL_TRY(write_shuffle(in, r, &memory->gotten[r], error));
  read_takes(in, part, memory->words);
  TL_TRY(tl_program_select(in->program, memory->tables, word_count(in),
                           &memory->network, memory->words, error));
  for (int64_t i = 0; i < word_count(in); i++)
    targets[i * in->parts + part] = memory->words[i];
  return TL_OK;
}

static tl_code write_wide(const writing *in, int32_t *targets,
                          tl_error *error) {
  TL_TRY(check_room(in, in->rounds->round_count + word_count(in), error));
  for (int64_t part = 0; part < in->parts; part++)
    TL_TRY(write_part(in, part, targets, error));
  return tl_program_check(in->program, error);
}

static tl_code write_cheapest(writing *in, int32_t *targets, tl_error *error) {
  int64_t first = in->program->step_count;
  TL_TRY(write_wide(in, targets, error));
  int64_t cost = tl_program_cost(in->program, first);
  if (in->rounds->round_count == 0)
    return TL_OK;
  tl_program_cut(in->program, first);
  in->gathers_own = true;
  TL_TRY(write_wide(in, targets, error));
  if (tl_program_cost(in->program, first) <= cost)
    return TL_OK;
  tl_program_cut(in->program, first);
  in->gathers_own = false;
  return write_wide(in, targets, error);
}

/*===--- Bytes ------------------------------------------------------------===*/

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
static tl_code write_selector(const writing *in, const lane_selector *of,
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
typedef void byte_reader(const writing *in, int64_t number, int64_t lane,
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

static sides read_sides(const writing *in, const byte_words *words,
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
static int read_most(const writing *in, const byte_words *words, int64_t number,
                     bool *are_bytes) {
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

static void read_routes(const writing *in, const byte_words *words,
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

static tl_code write_permute(const writing *in, int32_t low, int32_t high,
                             const lane_selector *of, int32_t *word,
                             tl_error *error) {
  int32_t selector;
  TL_TRY(write_selector(in, of, &selector, error));
  *word = tl_word_permute(in->program, low, high, selector);
  return TL_OK;
}

/* A word, of the words of its sides. */
static tl_code write_word(const writing *in, const byte_words *words,
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

static void read_tables(const writing *in, const byte_words *words,
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
static int64_t cost_of(const writing *in, const byte_words *words) {
  int64_t cost = 0;
  for (int64_t i = 0; i < words->count; i++) {
    tl_lane_table tables[SIDES];
    read_tables(in, words, i, tables);
    for (int k = 0; k < SIDES; k++)
      cost += count_changes(&tables[k], in->program->lanes);
  }
  return cost;
}

static void choose_order(const writing *in, byte_words *words) {
  side_order best = BY_BYTE;
  int64_t least = INT64_MAX;
  for (words->order = BY_BYTE; words->order < SIDE_ORDERS; words->order++) {
    int64_t cost = cost_of(in, words);
    best = cost < least ? words->order : best;
    least = cost < least ? cost : least;
  }
  words->order = best;
}

static tl_code write_bytes(const writing *in, byte_words *words, int32_t *out,
                           tl_error *error) {
  const tl_rounds_memory *memory = in->memory;
  TL_TRY(check_room(in, words->count * SIDES, error));
  choose_order(in, words);
  for (int64_t i = 0; i < words->count; i++)
    read_tables(in, words, i, memory->tables + i * SIDES);
  TL_TRY(tl_program_select(in->program, memory->tables, words->count * SIDES,
                           &memory->network, memory->words, error));
  for (int64_t i = 0; i < words->count; i++)
    TL_TRY(write_word(in, words, i, memory->words + i * SIDES, &out[i], error));
  return TL_OK;
}

/* ---- Readers ------------------------------------------------------------ */

/* Puts element `place` of a word behind the elements before. */
static void put_element(const writing *in, int64_t element, int32_t word,
                        int64_t place, lane_word *out) {
  for (int64_t i = 0; i < in->element_bytes; i++)
    out->bytes[element * in->element_bytes + i] =
        (byte){word, (int32_t)(place * in->element_bytes + i)};
}

static void put_source(const writing *in, int64_t element, int64_t slot,
                       lane_word *out) {
  put_element(in, element, tl_word_source(in->program, slot / in->elements),
              slot % in->elements, out);
}

static void clear(lane_word *out) {
  for (int i = 0; i < BYTES; i++)
    out->bytes[i] = (byte){TL_NO_WORD, 0};
}

static void read_given(const writing *in, int64_t round, int64_t lane,
                       lane_word *out) {
  const int16_t *slots = in->rounds->rounds[round].give[lane];
  clear(out);
  for (int64_t i = 0; i < in->elements; i++)
    if (slots[i] >= 0)
      put_source(in, i, slots[i], out);
}

static void read_taken(const writing *in, int64_t number, int64_t lane,
                       lane_word *out) {
  clear(out);
  for (int64_t i = 0; i < in->elements; i++) {
    int64_t slot = number * in->elements + i;
    if (slot >= in->rounds->target_slots)
      return;
    const tl_conversion_take *take = take_of(in, lane, slot);
    if (take->round == TL_TAKE_OWN)
      put_source(in, i, take->place, out);
    else if (take->round == TL_TAKE_NOTHING)
      put_element(in, i, tl_word_number(in->program, 0), i, out);
    else
      put_element(in, i, in->memory->gotten[take->round], take->place, out);
  }
}

static tl_code write_narrow(const writing *in, int32_t *targets,
                            tl_error *error) {
  const tl_conversion_rounds *rounds = in->rounds;
  int32_t *gotten = in->memory->gotten;
  byte_words given = {.count = rounds->round_count, .read = read_given};
  byte_words taken = {
      .count = tl_conversion_words(rounds->target_slots, in->element_bytes * 8),
      .read = read_taken};
  TL_TRY(write_bytes(in, &given, gotten, error));
  for (int64_t r = 0; r < rounds->round_count; r++)
    TL_TRY(write_shuffle(in, r, &gotten[r], error));
  TL_TRY(write_bytes(in, &taken, targets, error));
  return tl_program_check(in->program, error);
}
