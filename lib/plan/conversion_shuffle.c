/* conversion_shuffle.c - The shuffle of a round; how many words and tables. */
#include "conversion_write.h"
#include <inttypes.h>

int64_t tl_conversion_words(int64_t slots, int64_t element_bits) {
  const int64_t bits = 8 * TL_WORD_BYTES;
  return (slots * element_bits + bits - 1) / bits;
}

tl_code tl_check_tables(const tl_writing *in, int64_t count, tl_error *error) {
  if (count > in->memory->network.table_capacity)
    return tl_fail(error, TL_CAPACITY,
                   "a conversion has %" PRId64 " tables, more than %" PRId64,
                   count, in->memory->network.table_capacity);
  return TL_OK;
}

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

tl_code tl_write_shuffle(const tl_writing *in, int64_t round, int32_t *word,
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
