/* tl/lane_turns.h - Lanes that take turns, so that they ask different banks.
 *
 * Where who holds what is linear over bits, an access of a warp asks for the
 * words of
 *
 *   (XOR of the bits of the lane) ^ (XOR of the bits of the register)
 *
 * and lanes meet in a bank if a sum of bits of the lane moves to another word
 * of it.  Lanes that move by other bits as well do not:
 *
 *   32 x 32 words, lane l holds row l: register s is in bank s for all lanes
 *   bit k of the lane moves by bit k of the register, too: lane l is at
 * register s ^ l, in bank s ^ l
 *
 * Law C50 (turns).  Where no sum of bits leads to the word that it started
 * from, on each side lanes meet by as many bits as a phase has more than the
 * banks of all bits need, and an access takes a wavefront for each sum of
 * those.
 * Law C52 (stagger).  On one side, where bits of the lane stay and bits of the
 * register are added to them, lanes meet by as many bits as a phase has more than
 * the banks of its own bits and those of the register need.
 *
 * Values are plain and own nothing. */
#ifndef TL_LANE_TURNS_H
#define TL_LANE_TURNS_H

#include "tl/copy_plan.h"
#include "tl/twist.h"

TL_C_BEGIN

enum { TL_TURN_SIDES = 2 };

/* A bit of a place: what it moves by. */
typedef struct tl_turn_bit {
  int64_t moves;                 /* any number, of which XOR is the sum */
  uint64_t words[TL_TURN_SIDES]; /* of tl_turn_word */
} tl_turn_bit;

/* Bits of the lane, fastest first, and then those that may take their part, or,
 * where bits of the lane stay, may be added to them. */
typedef struct tl_turns {
  bool keeps_lanes;
  int64_t lanes, count;
  int64_t phase[TL_TURN_SIDES]; /* bits of the lanes that are served together */
  tl_turn_bit bits[TL_MAX_TWIST];
} tl_turns;

/* A place in memory as its bank and what else it has. */
uint64_t tl_turn_word(int64_t byte);

/* Bits of the lanes that an access of so many bytes serves together.
 *
 *   4 -> 5, 16 -> 3 */
int64_t tl_turn_phase(int64_t bytes);

/* By how many bits lanes meet, of both sides the sum. */
int64_t tl_turns_conflicts(const tl_turns *turns);

/* Exchanges bits of the lane with others, or adds others to them, so that they
 * meet least on both sides.  All bits together lead where they led. */
void tl_turns_take(tl_turns *turns);

/* One side of a copy of a fragment. */
typedef struct tl_turn_side {
  const tl_layout *memory;
  int64_t element_bytes, width; /* elements of an access */
  bool is_shared;
} tl_turn_side;

/* The fragment, whose first `fixed` slots stay where they are, with other
 * lanes, or other registers in a lane, so that they meet less.  False where
 * they do not, or where places are no bits.  Where sums of places have a carry
 * (rows of 24), lanes may meet all the same: count.
 *
 *   32 x 32 words, S[(32, 32) : (1@laneid, 1)], from rows of 32
 *     -> slot s of lane l holds element (l, s ^ l) */
bool tl_fragment_take_turns(const tl_layout *fragment, int64_t fixed,
                            const tl_turn_side sides[TL_TURN_SIDES],
                            tl_layout *out);

/* What there is to gain. */
typedef enum tl_turns_found {
  TL_TURNS_FEWER = 0, /* lanes meet by fewer bits */
  TL_TURNS_NO_BANKS,  /* they meet by as few bits as they can */
  TL_TURNS_NO_BITS,   /* places are no bits */
} tl_turns_found;

/* The fragment whose lane l has, at register s, what register s ^ G(l) had: G is
 * a sum of bits of the register, and moves whole accesses of `width` elements.
 * `out` is not set unless lanes meet by fewer bits.
 *
 *   32 x 32 words, S[(32, 32) : (1@laneid, 1)], rows of 32, width 4
 *     -> G(l) = 4 * (l % 8) */
tl_turns_found tl_fragment_stagger(const tl_layout *fragment,
                                   const tl_turn_side *side, tl_layout *out);

TL_C_END
#endif /* TL_LANE_TURNS_H */
