/* conversion_rounds_order.c - The order of words in their class, for few
 * selects.
 *
 * Where lane b's word j of a class goes to target register t + H b + K j and is
 * made of source register q + G b + L j, sums over GF(2), b and j bits and t
 * and q of the class, words may be taken in another order, j + Z b for any Z:
 *
 *   H + K Z is what the registers of a round depend on the lane by where they
 *   are taken, G + L Z where they are given.
 *
 * A network of selects costs as many a register as their ranks.  Let h and g be
 * the parts of H and G that K and L can say, the others rest; n and w the lanes
 * that these leave alone.  The sum of ranks is least where Z = h on n and Z = g
 * on what w has besides: it is that of the rests, and of h + g on n and w both.
 */
#include "base/checked.h"
#include "conversion_rounds.h"
#include <string.h>

enum { MAX_BITS = 10 }; /* of lanes, or of the words of a class */

/* Columns of a map from bits; each with what else belongs to its argument. */
typedef struct column_list {
  int64_t count, of[MAX_BITS], mate[MAX_BITS];
} column_list;

/* Takes the sum of those columns off *number that leaves it the smallest;
 * returns the sum of their mates.  Columns are reduced as they were added. */
static int64_t reduce(const column_list *by, int64_t *number) {
  int64_t mates = 0;
  for (int64_t i = 0; i < by->count; i++)
    if ((*number ^ by->of[i]) < *number) {
      *number ^= by->of[i];
      mates ^= by->mate[i];
    }
  return mates;
}

/* Adds a column to those that are reduced, highest first; what is left of it
 * where it depends on them, 0, has the mate that is returned, else it is -1. */
static int64_t add_reduced(column_list *to, int64_t number, int64_t mate) {
  mate ^= reduce(to, &number);
  if (!number)
    return mate;
  int64_t at = to->count++;
  for (; at > 0 && to->of[at - 1] < number; at--) {
    to->of[at] = to->of[at - 1];
    to->mate[at] = to->mate[at - 1];
  }
  to->of[at] = number;
  to->mate[at] = mate;
  return -1;
}

/* ---- Reading the words --------------------------------------------------- */

int64_t tl_word_given(const tl_conversion_word *word) {
  int64_t lowest = TL_MAX_CONVERSION_SLOTS;
  for (int64_t i = 0; i < TL_WORD_ELEMENTS; i++)
    if (word->slots[i] >= 0 && word->slots[i] < lowest)
      lowest = word->slots[i];
  return lowest;
}

void tl_conversion_find_taken(const tl_conversion_task *task) {
  tl_conversion_space *space = task->space;
  int64_t slots = task->slots[TL_TARGET_SIDE];
  for (int64_t p = task->lanes * slots - 1; p >= 0; p--)
    if (space->word_of[p] >= 0)
      space->link[space->word_of[p]] = (int32_t)(p % slots);
}

enum { TAKEN, GIVEN, ENDS };

typedef struct word_classes {
  const tl_conversion_task *task;
  int64_t size;                            /* of each class of a lane */
  int32_t first[TL_MAX_WAVE][TL_MAX_WAVE]; /* word of class and lane, or -1 */
  int64_t by_lane[ENDS][MAX_BITS];         /* columns by bits of the lane, */
  int64_t by_word[ENDS][MAX_BITS];         /* and of the word */
} word_classes;

static int64_t apply(const int64_t *columns, int64_t number) {
  int64_t sum = 0;
  for (int64_t bit = 0; number >> bit; bit++)
    if (number >> bit & 1)
      sum ^= columns[bit];
  return sum;
}

static int64_t end_of(const word_classes *in, int end, int64_t word) {
  const tl_conversion_space *space = in->task->space;
  return end == TAKEN ? space->link[word] : tl_word_given(&space->words[word]);
}

/* Whether the classes of all lanes that have words are of one size, a power of
 * two; the words have their numbers in them for rounds. */
static bool find_classes(const int16_t back[TL_MAX_WAVE], word_classes *out) {
  const tl_conversion_space *space = out->task->space;
  int64_t classes = 0;
  memset(out->first, -1, sizeof out->first);
  out->size = 0;
  for (int64_t i = 0; i < space->word_count; i++) {
    const tl_conversion_word *word = &space->words[i];
    out->size = word->round < out->size ? out->size : word->round + 1;
    if (word->round > 0)
      continue;
    out->first[back[word->from] ^ word->to][word->to] = (int32_t)i;
    classes++;
  }
  return tl_is_power_of_two(out->size) &&
         classes * out->size == space->word_count;
}

static void read_columns(int64_t class, int end, word_classes *out) {
  const int32_t *first = out->first[class];
  int64_t zero = end_of(out, end, first[0]), bits = 0;
  for (int64_t lane = 1; lane < out->task->lanes; lane *= 2)
    out->by_lane[end][bits++] =
        first[lane] < 0 ? 0 : end_of(out, end, first[lane]) ^ zero;
  bits = 0;
  for (int64_t j = 1; j < out->size; j *= 2)
    out->by_word[end][bits++] = end_of(out, end, first[0] + j) ^ zero;
}

/* Whether the ends of all words are what the columns say of the first lane's.
 */
static bool are_linear(const word_classes *in, int64_t class, int end) {
  const int32_t *first = in->first[class];
  for (int64_t lane = 0; lane < in->task->lanes; lane++)
    for (int64_t j = 0; first[lane] >= 0 && j < in->size; j++)
      if (first[0] < 0 ||
          end_of(in, end, first[lane] + j) !=
              (end_of(in, end, first[0]) ^ apply(in->by_lane[end], lane) ^
               apply(in->by_word[end], j)))
        return false;
  return true;
}

static bool read_classes(const int16_t back[TL_MAX_WAVE], word_classes *out) {
  int64_t class = 0;
  if (!find_classes(back, out))
    return false;
  while (class < out->task->lanes && out->first[class][0] < 0)
    class ++;
  if (class == out->task->lanes)
    return false;
  tl_conversion_find_taken(out->task);
  for (int end = TAKEN; end < ENDS; end++) {
    read_columns(class, end, out);
    for (int64_t other = 0; other < out->task->lanes; other++)
      if (!are_linear(out, other, end))
        return false;
  }
  return true;
}

/* ---- The order ----------------------------------------------------------- */

/* What K, or L, leaves of H, or G; *said becomes what it says, by lane bits. */
static column_list find_rests(const word_classes *of, int end,
                              int64_t lane_bits, int64_t said[MAX_BITS]) {
  column_list words = {0}, rests = {.count = lane_bits};
  for (int64_t bit = 0; INT64_C(1) << bit < of->size; bit++)
    add_reduced(&words, of->by_word[end][bit], INT64_C(1) << bit);
  for (int64_t bit = 0; bit < lane_bits; bit++) {
    rests.of[bit] = of->by_lane[end][bit];
    said[bit] = reduce(&words, &rests.of[bit]);
  }
  return rests;
}

/* Adds the lanes that a map leaves alone to those of which Z is known, but for
 * those that depend on them. */
static void add_kernel(const column_list *map, const int64_t said[MAX_BITS],
                       column_list *known) {
  column_list reduced = {0};
  for (int64_t bit = 0; bit < map->count; bit++) {
    int64_t lane = add_reduced(&reduced, map->of[bit], INT64_C(1) << bit);
    if (lane > 0)
      add_reduced(known, lane, apply(said, lane));
  }
}

static void find_order(const word_classes *of, int64_t order[MAX_BITS]) {
  int64_t bits = __builtin_ctzll((uint64_t)of->task->lanes);
  int64_t said[ENDS][MAX_BITS] = {{0}};
  column_list known = {0};
  column_list taken = find_rests(of, TAKEN, bits, said[TAKEN]);
  column_list given = find_rests(of, GIVEN, bits, said[GIVEN]);
  add_kernel(&taken, said[TAKEN], &known);
  add_kernel(&given, said[GIVEN], &known);
  for (int64_t bit = 0; bit < bits; bit++)
    add_reduced(&known, INT64_C(1) << bit, said[TAKEN][bit]);
  for (int64_t bit = 0; bit < bits; bit++) {
    int64_t lane = INT64_C(1) << bit;
    order[bit] = reduce(&known, &lane);
  }
}

void tl_conversion_order_words(const tl_conversion_task *task,
                               const int16_t back[TL_MAX_WAVE]) {
  word_classes classes;
  int64_t order[MAX_BITS] = {0};
  classes.task = task;
  if (!read_classes(back, &classes))
    return;
  find_order(&classes, order);
  for (int64_t i = 0; i < task->space->word_count; i++) {
    tl_conversion_word *word = &task->space->words[i];
    word->round = (int16_t)(word->round ^ apply(order, word->to));
  }
}
