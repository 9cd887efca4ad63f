/* conversion_rounds.h - Steps from the places of elements to rounds. */
#ifndef TL_CONVERSION_ROUNDS_H
#define TL_CONVERSION_ROUNDS_H

#include "tl/conversion.h"

enum { TL_SOURCE_SIDE, TL_TARGET_SIDE, TL_NO_PLACE = -1 };

/* A conversion over the threads of its scope. */
typedef struct tl_conversion_task {
  const tl_conversion_request *request;
  tl_conversion_space *space;
  int64_t threads[2], slots[2]; /* of source and target */
  int64_t lanes;                /* that are looked at: 1 in scope thread */
  int64_t elements;             /* of the tile */
  int64_t word_elements;        /* 4, 2 or 1 */
} tl_conversion_task;

/* Reads both fragments: `held`.  Adds TL_CAPACITY. */
TL_MUST_CHECK tl_code tl_conversion_read(const tl_conversion_request *request,
                                         tl_conversion_space *space,
                                         tl_conversion_task *out,
                                         tl_error *error);

/* Every lane, for itself. */
extern const int16_t TL_SAME_LANE[TL_MAX_WAVE];

/* Sets `source`: the place of the first wave that each target register of a
 * lane is filled from.  False, with a reason, where shuffles inside of waves do
 * not lead there. */
bool tl_conversion_trace(const tl_conversion_task *task, tl_error *reason);

/* The same, once it is known that they do, where lane l counts as lane_for[l].
 */
void tl_conversion_trace_by(const tl_conversion_task *task,
                            const int16_t lane_for[TL_MAX_WAVE]);

/* The most words that a lane has to get, or to give. */
int64_t tl_conversion_bound(const tl_conversion_task *task);

/* Makes words of the elements, target lane by target lane, those from one lane
 * next to each other, and sets `takes` for the others.  Elements that stay in a
 * lane are words, too, or not. */
void tl_conversion_pack(const tl_conversion_task *task,
                        tl_conversion_order order, bool packs_own);

/* The lowest source slot of a word; sets `link` to the lowest target slot that
 * each is for. */
int64_t tl_word_given(const tl_conversion_word *word);
void tl_conversion_find_taken(const tl_conversion_task *task);

/* The most words that a lane gets or gives. */
int64_t tl_conversion_degree(const tl_conversion_task *task);

/* Ways to set the round of every word, which return how many rounds there are.
 *
 * As many as the degree; none is set above TL_MAX_ROUNDS. */
int64_t tl_conversion_color_paths(const tl_conversion_task *task);

/* So that lane l gets from M(l ^ constant) in every round; 0 where that takes
 * more than `most`. */
int64_t tl_conversion_color_classes(const tl_conversion_task *task,
                                    const int16_t lane_of[TL_MAX_WAVE],
                                    int64_t most);

/* So that the registers that a word is given and taken by say its round; 0
 * where they do not, or that takes more than `most`. */
int64_t tl_conversion_color_registers(const tl_conversion_task *task,
                                      int64_t most);

/* Words of a class, which have their numbers in it for rounds, get other ones
 * (law C19). */
void tl_conversion_order_words(const tl_conversion_task *task,
                               const int16_t back[TL_MAX_WAVE]);

/* So that a word goes to several lanes at once; 0 where none is found of at
 * most `most`. */
int64_t tl_conversion_color_shared(const tl_conversion_task *task,
                                   int64_t most);

/* An M for classes, a linear map one to one by which lanes give as many words
 * as they get, from what the lanes and registers that are powers of two are
 * filled from; false where lane 0 holds nothing. */
bool tl_conversion_find_lanes(const tl_conversion_task *task,
                              int16_t lane_of[TL_MAX_WAVE]);

#endif /* TL_CONVERSION_ROUNDS_H */
