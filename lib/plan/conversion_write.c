/* conversion_write.c - see tl/conversion_program.h.
 *
 * Words that go from lane to lane as they are go by tables of words.  Elements
 * below 32 bits of which the words that lanes give are the same slots in all
 * lanes, and the words that they take as well, are put in such words first, and
 * out of them behind:
 *
 *   4 x 4 bytes to their transpose in other lanes: permutations of bytes within
 *   each lane, exchange of words
 *
 * Else each byte goes where it is asked for.  Of what is possible the cheapest is
 * taken. */
#include "conversion_write.h"
#include "base/checked.h"
#include <string.h>

/* How rounds are written; of two that cost as much, the later one. */
typedef enum manner {
  WORDS_KEPT,
  WORDS,
  ARRANGED_KEPT,
  ARRANGED,
  SINGLE_BYTES,
  MANNERS,
} manner;

/* What the manners need. */
typedef struct arrangements {
  bool are_whole; /* words, in the order of slots */
  bool are_found; /* in the other order, which there is */
  tl_arrangement source, target, source_order, target_order;
} arrangements;

static bool is_possible(const tl_writing *in, const arrangements *by,
                        manner how);

static void read_arrangements(tl_writing *in, arrangements *out);
static tl_code write_as(const tl_writing *in, const arrangements *by,
                        manner how, int32_t *targets, tl_error *error);

tl_code tl_program_write(tl_conversion_program *program,
                         const tl_conversion_rounds *rounds,
                         int64_t element_bits, const tl_rounds_memory *memory,
                         int32_t *targets, tl_error *error) {
  int64_t bytes = element_bits / 8, least = TL_COST_NONE;
  int64_t first = program->step_count;
  bool is_narrow = bytes < TL_WORD_BYTES;
  tl_writing in = {.program = program,
                   .rounds = rounds,
                   .memory = memory,
                   .element_bytes = bytes,
                   .elements = is_narrow ? TL_WORD_BYTES / bytes : 1,
                   .parts = is_narrow ? 1 : bytes / TL_WORD_BYTES};
  arrangements by;
  manner best = MANNERS, last = MANNERS;
  tl_code code = TL_OK;
  read_arrangements(&in, &by);
  for (manner how = WORDS_KEPT; how < MANNERS; how++) {
    if (!is_possible(&in, &by, how))
      continue;
    tl_program_cut(program, first);
    code = write_as(&in, &by, how, targets, error);
    int64_t cost =
        code == TL_OK ? tl_program_cost(program, first) : TL_COST_NONE;
    last = how;
    best = cost <= least ? how : best;
    least = cost < least ? cost : least;
  }
  if (best == last)
    return code;
  tl_program_cut(program, first);
  return write_as(&in, &by, best, targets, error);
}

static bool is_possible(const tl_writing *in, const arrangements *by,
                        manner how) {
  bool has_rounds = in->rounds->round_count > 0;
  switch (how) {
  case WORDS:
    return by->are_whole;
  case WORDS_KEPT:
    return by->are_whole && has_rounds;
  case ARRANGED:
    return by->are_found && !by->are_whole;
  case ARRANGED_KEPT:
    return by->are_found && !by->are_whole && has_rounds;
  default:
    return !by->are_whole;
  }
}

static tl_code write_as(const tl_writing *of, const arrangements *by,
                        manner how, int32_t *targets, tl_error *error) {
  int32_t arranged[TL_MAX_CONVERSION_SLOTS], joined[TL_MAX_CONVERSION_SLOTS];
  tl_writing in = *of;
  in.keeps_words = how == WORDS_KEPT || how == ARRANGED_KEPT;
  if (how == SINGLE_BYTES)
    return tl_write_bytes(&in, targets, error);
  if (how == WORDS || how == WORDS_KEPT)
    return tl_write_whole(&in, targets, error);
  in.from = &by->source_order;
  in.to = &by->target_order;
  TL_TRY(tl_write_arranged(&in, arranged, error));
  in.arranged = arranged;
  TL_TRY(tl_write_whole(&in, joined, error));
  return tl_write_joined(&in, joined, targets, error);
}

/*===--- Arrangements -----------------------------------------------------===*/

static void clear(tl_arrangement *out) {
  out->count = 0;
  memset(out->slots, -1, sizeof out->slots);
  memset(out->word, -1, sizeof out->word);
  memset(out->place, -1, sizeof out->place);
}

/* Makes slots, of which negative ones are none, elements of one word; false where
 * they are elsewhere. */
static bool add_word(tl_arrangement *to, const int16_t *slots, int64_t count) {
  int64_t word = -1;
  for (int64_t i = 0; i < count; i++) {
    if (slots[i] < 0 || to->word[slots[i]] < 0)
      continue;
    if (to->place[slots[i]] != i || (word >= 0 && word != to->word[slots[i]]))
      return false;
    word = to->word[slots[i]];
  }
  for (int64_t i = 0; i < count; i++) {
    if (slots[i] < 0)
      continue;
    word = word < 0 ? to->count++ : word;
    if (to->slots[word][i] >= 0 && to->slots[word][i] != slots[i])
      return false;
    to->slots[word][i] = slots[i];
    to->word[slots[i]] = (int16_t)word;
    to->place[slots[i]] = (int16_t)i;
  }
  return true;
}

/* What lanes give at once is one word. */
static bool arrange_given(const tl_writing *in, tl_arrangement *out) {
  for (int64_t r = 0; r < in->rounds->round_count; r++)
    for (int64_t lane = 0; lane < in->program->lanes; lane++)
      if (!add_word(out, in->rounds->rounds[r].give[lane], in->elements))
        return false;
  return true;
}

/* What a lane takes of one round is one word. */
static bool arrange_lane(const tl_writing *in, int64_t lane,
                         tl_arrangement *out) {
  int16_t slots[TL_MAX_ROUNDS][TL_WORD_ELEMENTS];
  memset(slots, -1, sizeof slots);
  for (int64_t slot = 0; slot < in->rounds->target_slots; slot++) {
    const tl_conversion_take *take = tl_take_of(in, lane, slot);
    if (take->round < 0)
      continue;
    if (slots[take->round][take->place] >= 0)
      return false;
    slots[take->round][take->place] = (int16_t)slot;
  }
  for (int64_t r = 0; r < in->rounds->round_count; r++)
    if (!add_word(out, slots[r], in->elements))
      return false;
  return true;
}

/* Slots that no round fills stay in the words that they are in. */
static void arrange_others(int64_t count, int64_t elements,
                           tl_arrangement *out) {
  for (int64_t first = 0; first < count; first += elements) {
    int16_t slots[TL_WORD_ELEMENTS] = {-1, -1, -1, -1};
    for (int64_t i = 0; i < elements; i++)
      if (first + i < count && out->word[first + i] < 0)
        slots[i] = (int16_t)(first + i);
    add_word(out, slots, elements);
  }
}

/* What a lane keeps of a target word is one word of the source. */
static bool arrange_kept(const tl_writing *in, const tl_arrangement *target,
                         tl_arrangement *out) {
  for (int64_t word = 0; word < target->count; word++)
    for (int64_t lane = 0; lane < in->program->lanes; lane++) {
      int16_t slots[TL_WORD_ELEMENTS] = {-1, -1, -1, -1};
      for (int64_t i = 0; i < in->elements; i++) {
        int16_t slot = target->slots[word][i];
        if (slot >= 0 && tl_take_of(in, lane, slot)->round == TL_TAKE_OWN)
          slots[i] = tl_take_of(in, lane, slot)->place;
      }
      if (!add_word(out, slots, in->elements))
        return false;
    }
  return true;
}

static bool arrange(const tl_writing *in, tl_arrangement *source,
                    tl_arrangement *target) {
  clear(source);
  clear(target);
  bool is = arrange_given(in, source);
  for (int64_t lane = 0; is && lane < in->program->lanes; lane++)
    is = arrange_lane(in, lane, target);
  if (is)
    arrange_others(in->rounds->target_slots, in->elements, target);
  return is && arrange_kept(in, target, source);
}

static void read_arrangements(tl_writing *in, arrangements *out) {
  clear(&out->source);
  clear(&out->target);
  arrange_others(in->rounds->source_slots, in->elements, &out->source);
  arrange_others(in->rounds->target_slots, in->elements, &out->target);
  in->from = &out->source;
  in->to = &out->target;
  out->are_whole = tl_are_whole(in);
  tl_writing ordered = *in;
  ordered.from = &out->source_order;
  ordered.to = &out->target_order;
  out->are_found = in->elements > 1 &&
                   arrange(in, &out->source_order, &out->target_order) &&
                   tl_are_whole(&ordered);
}
