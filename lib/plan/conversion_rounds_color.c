/* conversion_rounds_color.c - In which round which word goes.
 *
 * Lanes that give and lanes that get are the two sides of a graph, words its
 * edges, rounds colours: no two edges of a lane have one.  A graph of degree R
 * takes R colours (Koenig): an edge whose lanes have no free colour in common
 * gets one that is free in one of them, after the path of edges that have that
 * one and one that is free in the other, in turns, has swapped both.
 *
 * Classes come first, since their rounds are cheap to write: of the words that
 * lane l gets from M(l ^ c), as many rounds as the most of any lane.  Where
 * places are linear over GF(2) these are as few as the degree, and the words of
 * a class, in order, are the registers s ^ G(l).
 *
 * Registers are next: transposed or not, the sum or the difference of the
 * register that a word is of and the one that it goes to is often another one
 * for all words of a lane.
 *
 * A word that several lanes want is given once to all of them that can have it
 * in that round. */
#include "base/checked.h"
#include "conversion_rounds.h"
#include <string.h>

enum { GIVES, GETS, SIDES };

static int16_t lane_on(const tl_conversion_word *word, int side) {
  return side == GIVES ? word->from : word->to;
}

int64_t tl_conversion_degree(const tl_conversion_task *task) {
  const tl_conversion_space *space = task->space;
  int64_t counts[SIDES][TL_MAX_WAVE] = {0}, degree = 0;
  for (int64_t i = 0; i < space->word_count; i++) {
    int64_t gives = ++counts[GIVES][space->words[i].from];
    int64_t gets = ++counts[GETS][space->words[i].to];
    degree = gives > degree ? gives : degree;
    degree = gets > degree ? gets : degree;
  }
  return degree;
}

/* ---- Classes ------------------------------------------------------------- */

int64_t tl_conversion_color_classes(const tl_conversion_task *task,
                                    const int16_t lane_of[TL_MAX_WAVE],
                                    int64_t most) {
  tl_conversion_space *space = task->space;
  int64_t sizes[TL_MAX_WAVE] = {0}, starts[TL_MAX_WAVE], count = 0;
  int16_t back[TL_MAX_WAVE], class = 0, before = -1;
  for (int16_t lane = 0; lane < task->lanes; lane++)
    back[lane_of[lane]] = lane;
  /* 1. The words of a lane from another follow each other. */
  for (int64_t i = 0, place = 0; i < space->word_count; i++) {
    tl_conversion_word *word = &space->words[i];
    bool is_next = i && word->to == word[-1].to && word->from == before;
    before = word->from;
    class = (int16_t)(back[word->from] ^ word->to);
    place = is_next ? place + 1 : 0;
    word->round = (int16_t)place;
    sizes[class] = place < sizes[class] ? sizes[class] : place + 1;
  }
  tl_conversion_order_words(task, back);
  /* 2. A class begins where those before it end. */
  for (int64_t i = 0; i < task->lanes; i++) {
    starts[i] = count;
    count += sizes[i];
  }
  if (count > most || count > TL_MAX_ROUNDS)
    return 0;
  for (int64_t i = 0; i < space->word_count; i++) {
    tl_conversion_word *word = &space->words[i];
    word->round = (int16_t)(word->round + starts[back[word->from] ^ word->to]);
  }
  return count;
}

/* ---- Registers ----------------------------------------------------------- */

/* The round that word registers `given` of `givens` and `taken` of `takens`
 * say: rows to columns of any extent take the second. */
typedef enum register_rule {
  BY_XOR,
  BY_DIFFERENCE,
  REGISTER_RULES
} register_rule;

static int64_t label_of(const tl_conversion_task *task, register_rule rule,
                        int64_t word) {
  const tl_conversion_space *space = task->space;
  int64_t width = space->words[0].count;
  int64_t given = tl_word_given(&space->words[word]) / width;
  int64_t taken = space->link[word] / width;
  int64_t source = task->slots[TL_SOURCE_SIDE];
  int64_t slots = task->slots[TL_TARGET_SIDE];
  slots = ((source > slots ? source : slots) + width - 1) / width;
  return rule == BY_XOR ? given ^ taken : (taken + slots - given) % slots;
}

/* Whether no two words of a lane have a label; then rounds are those that some
 * word has, in order. */
static int64_t color_by(const tl_conversion_task *task, register_rule rule) {
  enum { LABELS = 2 * TL_MAX_CONVERSION_SLOTS };
  tl_conversion_space *space = task->space;
  bool has[SIDES][TL_MAX_WAVE][LABELS] = {{{0}}};
  int16_t rounds[LABELS] = {0}, count = 0;
  for (int64_t i = 0; i < space->word_count; i++) {
    int64_t label = label_of(task, rule, i);
    for (int side = GIVES; side < SIDES; side++) {
      bool *is_used = &has[side][lane_on(&space->words[i], side)][label];
      if (*is_used)
        return 0;
      *is_used = true;
    }
    rounds[label] = 1;
  }
  for (int64_t label = 0; label < LABELS; label++) {
    bool is_there = rounds[label];
    rounds[label] = count;
    count = (int16_t)(count + is_there);
  }
  for (int64_t i = 0; i < space->word_count; i++)
    space->words[i].round = rounds[label_of(task, rule, i)];
  return count;
}

int64_t tl_conversion_color_registers(const tl_conversion_task *task,
                                      int64_t most) {
  tl_conversion_find_taken(task);
  for (register_rule rule = BY_XOR; rule < REGISTER_RULES; rule++) {
    int64_t count = color_by(task, rule);
    if (count && count <= most && count <= TL_MAX_ROUNDS)
      return count;
  }
  return 0;
}

/* ---- Paths --------------------------------------------------------------- */

static void set(tl_conversion_space *space, int32_t edge, int64_t round,
                int32_t value) {
  for (int side = GIVES; side < SIDES; side++)
    space->edges[side][lane_on(&space->words[edge], side)][round] = value;
}

static int64_t find_free(const int32_t *rounds) {
  int64_t round = 0;
  while (rounds[round] >= 0)
    round++;
  return round;
}

/* Swaps rounds `a` and `b` along the path that leaves a giving lane by `a`. */
static void swap_path(tl_conversion_space *space, int16_t lane, int64_t a,
                      int64_t b) {
  int32_t path[2 * TL_MAX_WAVE];
  int64_t count = 0;
  int side = GIVES;
  for (int64_t round = a; space->edges[side][lane][round] >= 0;
       round = round == a ? b : a) {
    int32_t edge = path[count++] = space->edges[side][lane][round];
    side = side == GIVES ? GETS : GIVES;
    lane = lane_on(&space->words[edge], side);
  }
  for (int64_t i = 0; i < count; i++)
    set(space, path[i], i % 2 ? b : a, -1);
  for (int64_t i = 0; i < count; i++) {
    space->words[path[i]].round = (int16_t)(i % 2 ? a : b);
    set(space, path[i], i % 2 ? a : b, path[i]);
  }
}

static void color_edge(tl_conversion_space *space, int32_t edge,
                       int64_t degree) {
  tl_conversion_word *word = &space->words[edge];
  const int32_t *gives = space->edges[GIVES][word->from];
  const int32_t *gets = space->edges[GETS][word->to];
  int64_t round = 0;
  while (round < degree && (gives[round] >= 0 || gets[round] >= 0))
    round++;
  if (round == degree) {
    round = find_free(gets);
    swap_path(space, word->from, round, find_free(gives));
  }
  word->round = (int16_t)round;
  set(space, edge, round, edge);
}

/* What divides the words of all pairs of lanes: so many go the same way. */
static int64_t find_bundle(const tl_conversion_space *space) {
  int64_t bundle = 0, count = 0;
  for (int64_t i = 0; i < space->word_count; i++) {
    const tl_conversion_word *word = &space->words[i];
    bool is_last = i + 1 == space->word_count || word->to != word[1].to ||
                   word->from != word[1].from;
    count++;
    if (is_last) {
      bundle = tl_gcd(bundle, count);
      count = 0;
    }
  }
  return bundle;
}

/* No lane gives or gets anything in these rounds. */
static void clear_edges(const tl_conversion_task *task, int64_t rounds) {
  for (int64_t lane = 0; lane < task->lanes; lane++)
    for (int end = GIVES; end <= GETS; end++)
      memset(task->space->edges[end][lane], 0xff,
             (size_t)rounds * sizeof task->space->edges[end][lane][0]);
}

int64_t tl_conversion_color_paths(const tl_conversion_task *task) {
  tl_conversion_space *space = task->space;
  int64_t degree = tl_conversion_degree(task), bundle = find_bundle(space);
  if (degree > TL_MAX_ROUNDS)
    return degree;
  clear_edges(task, degree / bundle);
  for (int64_t i = 0; i < space->word_count; i += bundle)
    color_edge(space, (int32_t)i, degree / bundle);
  for (int64_t i = 0; i < space->word_count; i += bundle) {
    int64_t first = space->words[i].round * bundle;
    for (int64_t k = 0; k < bundle; k++)
      space->words[i + k].round = (int16_t)(first + k);
  }
  return degree;
}

/* ---- Words for several lanes --------------------------------------------- */

static int64_t first_place(const tl_conversion_task *task,
                           const tl_conversion_word *word) {
  int64_t i = 0;
  while (word->slots[i] < 0)
    i++;
  return word->from * task->slots[TL_SOURCE_SIDE] + word->slots[i];
}

/* The first word of the same lane with the same elements; `link` lists those
 * that begin in one place. */
static int32_t find_same(const tl_conversion_task *task, int32_t index) {
  tl_conversion_space *space = task->space;
  const tl_conversion_word *word = &space->words[index];
  int32_t *first = &space->seen[first_place(task, word)];
  for (int32_t i = *first; i >= 0; i = space->link[i])
    if (memcmp(space->words[i].slots, word->slots, sizeof word->slots) == 0)
      return i;
  space->link[index] = *first;
  return *first = index;
}

/* The first round in which the lane that gives gives the same, or else nothing,
 * and the other gets nothing yet. */
static int64_t find_shared(const tl_conversion_space *space,
                           const tl_conversion_word *word, int32_t same,
                           int64_t most) {
  int64_t found = most;
  for (int64_t round = most - 1; round >= 0; round--) {
    int32_t given = space->edges[GIVES][word->from][round];
    if (space->edges[GETS][word->to][round] >= 0)
      continue;
    if (given == same)
      return round;
    if (given < 0)
      found = round;
  }
  return found;
}

int64_t tl_conversion_color_shared(const tl_conversion_task *task,
                                   int64_t most) {
  tl_conversion_space *space = task->space;
  int64_t count = 0;
  most = most < TL_MAX_ROUNDS ? most : TL_MAX_ROUNDS;
  memset(space->seen, 0xff,
         (size_t)(task->lanes * task->slots[TL_SOURCE_SIDE]) *
             sizeof *space->seen);
  clear_edges(task, most);
  for (int32_t i = 0; i < space->word_count; i++) {
    tl_conversion_word *word = &space->words[i];
    int32_t same = find_same(task, i);
    int64_t round = find_shared(space, word, same, most);
    if (round == most)
      return 0;
    word->round = (int16_t)round;
    space->edges[GIVES][word->from][round] = same;
    space->edges[GETS][word->to][round] = i;
    count = round < count ? count : round + 1;
  }
  return count;
}
