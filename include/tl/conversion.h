/* tl/conversion.h - Which element goes where when a fragment becomes another.
 *
 * Both fragments hold one tile.  A thread finds what a register holds under the
 * target in a place that holds it under the source: its own registers, or those
 * of a lane of its wave, which gives it in a shuffle.  Elements that go from
 * one lane to one other share a word of 32 bits; a wider element is a unit that
 * travels whole.  In a round every lane gives at most one word, and gets at
 * most one:
 *
 *   rows to columns, S[(4, 4) : (1@laneid, 1)] to S[(4, 4) : (1, 1@laneid)]:
 *   round s of 3: lane l gives register l ^ s, and gets a word from lane l ^ s
 *
 * Law C17 (elements).  Every register that holds an element under the target
 * gets that element, in all waves of the scope; the others are said to hold
 * nothing.
 * Law C18 (rounds).  Rounds are at least the lower bound, and as many where
 * is_tight says so.  Where each element is in one place under the source, and
 * goes to one lane, they are at most the largest number of words that a lane gets
 * or gives.
 * Law C60 (joined).  Where they are more than the lower bound, no two rounds are one:
 * a lane gets from two others, or gives two elements in one place of its word.
 * Law C19 (bits).  Where places are linear over GF(2) and one to one, rounds
 * are as few as the bound.  Where every lane can keep a part of its words, it
 * gets the others from lane ^ constant.  What the registers of a round depend
 * on the lane by, where they are given and where they are taken, has least rank
 * together.
 *
 * Source: D. Koenig, "Ueber Graphen und ihre Anwendung auf Determinantentheorie
 * und Mengenlehre", 1916 (the edges of a bipartite graph of degree R take R
 * colours).
 *
 * Values are plain and own nothing; a space is used by one thread at a time. */
#ifndef TL_CONVERSION_H
#define TL_CONVERSION_H

#include "tl/copy_plan.h"

TL_C_BEGIN

enum {
  TL_MAX_WAVE = 64, /* lanes */
  TL_WORD_ELEMENTS = 4,
};

typedef struct tl_conversion_request {
  tl_layout source, target; /* fragments of one shape, as in tl_copy_request */
  tl_scope scope;
  uint32_t reserved; /* 0 */
  int64_t lanes;     /* of a wave */
  tl_thread_range threads;
  int64_t element_bits;  /* 8, 16, 32, 64 or 128 */
} tl_conversion_request; /* no padding: equal requests have equal bytes */

typedef enum tl_conversion_way {
  TL_CONVERT_REGISTERS = 0, /* no round: a lane has all that it needs */
  TL_CONVERT_SHUFFLES,
  TL_CONVERT_MEMORY,
} tl_conversion_way;

/* One shuffle: the word that a lane gives is made of source slots, one of 32
 * bits and more, or 2 of 16 bits or 4 of 8; -1: anything.  The lane that it
 * gets one from; -1: none. */
typedef struct tl_conversion_round {
  int16_t give[TL_MAX_WAVE][TL_WORD_ELEMENTS];
  int16_t from[TL_MAX_WAVE];
} tl_conversion_round;

enum { TL_TAKE_OWN = -1, TL_TAKE_NOTHING = -2 };

/* Where a lane finds what its target slot holds: position `place` of the word
 * that it gets in `round`; TL_TAKE_OWN: its own source slot `place`;
 * TL_TAKE_NOTHING: zero. */
typedef struct tl_conversion_take {
  int16_t round, place;
} tl_conversion_take;

typedef struct tl_conversion_rounds {
  tl_conversion_way way;
  char reason[TL_MESSAGE_CAPACITY]; /* of memory */
  int64_t round_count, source_slots, target_slots;
  int64_t zero_from; /* threads from this one on hold nothing, whatever their
                        lane takes; 0: there are none */
  int64_t lower_bound;
  int64_t is_tight; /* there are as few rounds as that */
  const tl_conversion_round *rounds;
  const tl_conversion_take *takes; /* [lane * target_slots + slot] */
} tl_conversion_rounds;

/* The order of the elements that one lane gets from another in their words. */
typedef enum tl_conversion_order {
  TL_CONVERT_BY_TARGET = 0, /* of target slots: the least is done to a word */
  TL_CONVERT_BY_SOURCE,     /* after, or before the shuffle */
  TL_CONVERT_ORDERS,
} tl_conversion_order;

/* Elements that go from one lane to another in one round. */
typedef struct tl_conversion_word {
  int16_t from, to, round, count;
  int16_t slots[TL_WORD_ELEMENTS]; /* of the source, or -1 */
} tl_conversion_word;

/* What rounds are found in, and stand in afterwards; 4 MiB that need not be
 * set. */
typedef struct tl_conversion_space {
  tl_conversion_round rounds[TL_MAX_ROUNDS];
  tl_conversion_take takes[TL_MAX_WAVE * TL_MAX_CONVERSION_SLOTS];
  /* The rest is of the search.  Place t * slots + r holds this element of the
   * tile, or -1; the places of an element in the first wave are a list; the one
   * that each target place is filled from, and the word in which; words that
   * begin in one place; what a lane gives and gets in a round. */
  int32_t held[2][TL_MAX_CONVERSION_PLACES];
  int32_t first[TL_MAX_CONVERSION_PLACES];
  int32_t next[TL_MAX_WAVE * TL_MAX_CONVERSION_SLOTS];
  int32_t source[TL_MAX_WAVE * TL_MAX_CONVERSION_SLOTS];
  int32_t word_of[TL_MAX_WAVE * TL_MAX_CONVERSION_SLOTS];
  int32_t seen[TL_MAX_WAVE * TL_MAX_CONVERSION_SLOTS];
  int32_t link[TL_MAX_WAVE * TL_MAX_CONVERSION_SLOTS];
  int32_t edges[2][TL_MAX_WAVE][TL_MAX_ROUNDS];
  int64_t word_count;
  tl_conversion_word words[TL_MAX_WAVE * TL_MAX_CONVERSION_SLOTS];
} tl_conversion_space;

/* Finds the rounds, or a reason for memory: an element is in no lane of the
 * wave, waves differ, or there are too many.  TL_INVALID for fragments of two
 * shapes, with two elements in one register, or with more threads than there
 * are; TL_UNSUPPORTED for strides known only at run time.
 *
 *   thread 40 needs in register 0 what only threads 0 and 1 hold */
TL_MUST_CHECK tl_code tl_conversion_rounds_find(
    const tl_conversion_request *request, tl_conversion_order order,
    tl_conversion_space *space, tl_conversion_rounds *out, tl_error *error);

TL_C_END
#endif /* TL_CONVERSION_H */
