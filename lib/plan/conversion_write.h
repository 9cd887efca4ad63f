/* conversion_write.h - What the files that write rounds share. */
#ifndef TL_CONVERSION_WRITE_H
#define TL_CONVERSION_WRITE_H

#include "conversion_network.h"

enum { TL_WORD_BYTES = 4 };

/* Slots of one side in words: slot slots[word][i] is element i of a word, or -1;
 * word[slot] and place[slot] are where a slot is, or -1. */
typedef struct tl_arrangement {
  int64_t count;
  int16_t slots[TL_MAX_CONVERSION_SLOTS][TL_WORD_ELEMENTS];
  int16_t word[TL_MAX_CONVERSION_SLOTS], place[TL_MAX_CONVERSION_SLOTS];
} tl_arrangement;

/* A writing of rounds. */
typedef struct tl_writing {
  tl_conversion_program *program;
  const tl_conversion_rounds *rounds;
  const tl_rounds_memory *memory;
  int64_t element_bytes;
  int64_t elements, parts; /* of a word; words of an element: one is 1 */
  const tl_arrangement *from, *to;
  const int32_t *arranged; /* steps of source words, or NULL: as they are */
  bool keeps_words;        /* what a lane keeps is one more word that it gets */
} tl_writing;

static inline const tl_conversion_take *tl_take_of(const tl_writing *in,
                                                   int64_t lane, int64_t slot) {
  return &in->rounds->takes[lane * in->rounds->target_slots + slot];
}

static inline int64_t tl_target_words(const tl_writing *in) {
  return tl_conversion_words(in->rounds->target_slots, in->element_bytes * 8);
}

/* TL_CAPACITY where there is no room for as many tables. */
TL_MUST_CHECK tl_code tl_check_tables(const tl_writing *in, int64_t count,
                                      tl_error *error);

/* The word that lanes get in a round of the one that they give. */
TL_MUST_CHECK tl_code tl_write_shuffle(const tl_writing *in, int64_t round,
                                       int32_t *word, tl_error *error);

/* Whether words go from lane to lane as they are, in the arrangements. */
bool tl_are_whole(const tl_writing *in);

/* The words of the target's arrangement, of words that go as they are. */
TL_MUST_CHECK tl_code tl_write_whole(const tl_writing *in, int32_t *out,
                                     tl_error *error);

/* The words of the target, byte by byte. */
TL_MUST_CHECK tl_code tl_write_bytes(const tl_writing *in, int32_t *out,
                                     tl_error *error);

/* The words of the source's arrangement, of those of the source; the words of the
 * target, of those of its arrangement, which are `words`. */
TL_MUST_CHECK tl_code tl_write_arranged(const tl_writing *in, int32_t *out,
                                        tl_error *error);
TL_MUST_CHECK tl_code tl_write_joined(const tl_writing *in,
                                      const int32_t *words, int32_t *out,
                                      tl_error *error);

#endif /* TL_CONVERSION_WRITE_H */
