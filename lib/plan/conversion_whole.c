/* conversion_whole.c - Words that go from lane to lane as they are.
 *
 * What a lane gives in a round, and what each of its target words takes, are
 * tables of words.  Of elements of 64 and 128 bits the words follow the same
 * tables, one after the other. */
#include "conversion_write.h"
#include <string.h>

/* Whether slots, of which negative ones are none, are those elements of a source
 * word; then *word, -1 where there is none. */
static bool is_whole(const tl_writing *in, const int16_t *slots,
                     int64_t *word) {
  *word = -1;
  for (int64_t i = 0; i < in->elements; i++) {
    if (slots[i] < 0)
      continue;
    int64_t found = in->from->word[slots[i]];
    if (in->from->place[slots[i]] != i || (*word >= 0 && *word != found))
      return false;
    *word = found;
  }
  return true;
}

/* What a lane takes for a target word: `place` is the source word that it keeps.
 */
static bool read_take(const tl_writing *in, int64_t lane, int64_t word,
                      tl_conversion_take *out) {
  int16_t kept[TL_WORD_ELEMENTS] = {-1, -1, -1, -1};
  int64_t place;
  bool is_first = true;
  for (int64_t i = 0; i < in->elements; i++) {
    int16_t slot = in->to->slots[word][i];
    if (slot < 0)
      continue;
    const tl_conversion_take *take = tl_take_of(in, lane, slot);
    if ((!is_first && take->round != out->round) ||
        (take->round >= 0 && take->place != i))
      return false;
    *out = *take;
    is_first = false;
    if (take->round == TL_TAKE_OWN)
      kept[i] = take->place;
  }
  bool is = is_whole(in, kept, &place);
  out->place = (int16_t)place;
  return is;
}

bool tl_are_whole(const tl_writing *in) {
  const tl_conversion_rounds *rounds = in->rounds;
  tl_conversion_take take;
  int64_t word;
  for (int64_t lane = 0; lane < in->program->lanes; lane++) {
    for (int64_t r = 0; r < rounds->round_count; r++)
      if (!is_whole(in, rounds->rounds[r].give[lane], &word))
        return false;
    for (int64_t i = 0; i < in->to->count; i++)
      if (!read_take(in, lane, i, &take))
        return false;
  }
  return true;
}

/* Part `part` of a source word. */
static int32_t source_of(const tl_writing *in, int64_t word, int64_t part) {
  return in->arranged ? in->arranged[word]
                      : tl_word_source(in->program, word * in->parts + part);
}

static void read_gives(const tl_writing *in, int64_t part) {
  const tl_conversion_rounds *rounds = in->rounds;
  for (int64_t r = 0; r < rounds->round_count; r++)
    for (int64_t lane = 0; lane < in->program->lanes; lane++) {
      int64_t word;
      is_whole(in, rounds->rounds[r].give[lane], &word);
      in->memory->tables[r].of[lane] =
          word < 0 ? TL_NO_WORD : source_of(in, word, part);
    }
}

/*===--- What a lane keeps ------------------------------------------------===*
 *
 * Target words that some lanes get in one round are of a group.  Where a lane
 * keeps one of its words in each group at most, this is made one word as well,
 * as if it got it from itself: registers s ^ G(lane) of all s but 0 and of 0 are
 * one family then, here and there. */

/* groups[word] is the first word of its group. */
static void find_groups(const tl_writing *in, int32_t *groups) {
  int32_t *first = in->memory->network.owners; /* of a round */
  for (int64_t r = 0; r < in->rounds->round_count; r++)
    first[r] = -1;
  for (int32_t i = 0; i < in->to->count; i++) {
    groups[i] = i;
    for (int64_t lane = 0; lane < in->program->lanes; lane++) {
      tl_conversion_take take;
      read_take(in, lane, i, &take);
      if (take.round < 0)
        continue;
      if (first[take.round] < 0)
        first[take.round] = i;
      tl_network_unite(groups, first[take.round], i);
    }
  }
  for (int32_t i = 0; i < in->to->count; i++)
    groups[i] = tl_network_root(groups, i);
}

/* The words that lanes keep in a group; false where a lane keeps two. */
static bool read_group(const tl_writing *in, int64_t part,
                       const int32_t *groups, int32_t root,
                       tl_lane_table *out) {
  bool is_one = true;
  memset(out, -1, sizeof *out);
  for (int64_t i = root; i < in->to->count; i++)
    for (int64_t lane = 0; groups[i] == root && lane < in->program->lanes;
         lane++) {
      tl_conversion_take take;
      read_take(in, lane, i, &take);
      if (take.round != TL_TAKE_OWN)
        continue;
      is_one = is_one && out->of[lane] == TL_NO_WORD;
      out->of[lane] = source_of(in, take.place, part);
    }
  return is_one;
}

/* Adds the tables of groups behind those of rounds; kept[word] is the number of
 * one, or -1.  Returns how many tables there are. */
static int64_t read_kept(const tl_writing *in, int64_t part, int32_t *kept) {
  const tl_rounds_memory *memory = in->memory;
  int64_t count = in->rounds->round_count;
  find_groups(in, memory->groups);
  for (int32_t i = 0; i < in->to->count; i++)
    if (memory->groups[i] != i)
      kept[i] = kept[memory->groups[i]];
    else if (read_group(in, part, memory->groups, i, &memory->tables[count]))
      kept[i] = (int32_t)count++;
    else
      kept[i] = -1;
  return count;
}

/*===--- Words ------------------------------------------------------------===*/

/* `kept` is the word of what a lane keeps, or TL_NO_WORD: it is where it was. */
static int32_t taken_word(const tl_writing *in, const tl_conversion_take *take,
                          int64_t part, int32_t kept) {
  if (take->round == TL_TAKE_NOTHING)
    return tl_word_number(in->program, 0);
  if (take->round != TL_TAKE_OWN)
    return in->memory->gotten[take->round];
  return kept == TL_NO_WORD ? source_of(in, take->place, part) : kept;
}

static void read_takes(const tl_writing *in, int64_t part,
                       const int32_t *kept) {
  const tl_rounds_memory *memory = in->memory;
  for (int64_t i = 0; i < in->to->count; i++)
    for (int64_t lane = 0; lane < in->program->lanes; lane++) {
      tl_conversion_take take;
      bool is_kept = in->keeps_words && kept[i] >= 0;
      read_take(in, lane, i, &take);
      memory->tables[i].of[lane] = taken_word(
          in, &take, part, is_kept ? memory->gotten[kept[i]] : TL_NO_WORD);
    }
}

static tl_code write_part(const tl_writing *in, int64_t part, int32_t *out,
                          tl_error *error) {
  const tl_rounds_memory *memory = in->memory;
  int64_t count = in->rounds->round_count;
  read_gives(in, part);
  if (in->keeps_words)
    count = read_kept(in, part, memory->words);
  TL_TRY(tl_program_select(in->program, memory->tables, count, &memory->network,
                           memory->gotten, error));
  for (int64_t r = 0; r < in->rounds->round_count; r++)
    TL_TRY(tl_write_shuffle(in, r, &memory->gotten[r], error));
  read_takes(in, part, memory->words);
  TL_TRY(tl_program_select(in->program, memory->tables, in->to->count,
                           &memory->network, memory->words, error));
  for (int64_t i = 0; i < in->to->count; i++)
    out[i * in->parts + part] = memory->words[i];
  return TL_OK;
}

tl_code tl_write_whole(const tl_writing *in, int32_t *out, tl_error *error) {
  TL_TRY(tl_check_tables(in, in->rounds->round_count + in->to->count, error));
  for (int64_t part = 0; part < in->parts; part++)
    TL_TRY(write_part(in, part, out, error));
  return TL_OK;
}
