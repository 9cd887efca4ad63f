/* tl/conversion_program.h - What a lane does to its words in a conversion.
 *
 * A program is a list of steps.  Each gives every lane of a wave a word of 32
 * bits, made of words of earlier steps:
 *
 *   0  source 0
 *   1  source 1
 *   2  select 0xaaaaaaaa 0 1     word 0 in odd lanes, word 1 in even ones
 *   3  shuffle xor 1 2           step 2 of the lane beside
 *   4  select 0xaaaaaaaa 3 0     target word 0: columns 2 x 2 become rows
 *   5  select 0xaaaaaaaa 1 3     target word 1
 *
 * Steps are built once (equal steps are one) and folded: what changes nothing is
 * no step.  Numbers of steps are indices; TL_NO_WORD stands for a word that
 * nobody reads.
 *
 * Law C24 (program).  Interpreted over all lanes, the program of a conversion
 * gives each target word what the takes of its rounds say.
 * Law C25 (network).  Interpreted over all lanes, the step of a table is the
 * word that the table has there.
 * Law C56 (bytes).  Where bytes stay in their lane, in the same places of all
 * lanes, a word of the bytes of s words takes at most s - 1 permutations of two
 * words, and of one word at most one; nothing else.
 *
 * Steps and places are arrays of the caller; a program owns nothing. */
#ifndef TL_CONVERSION_PROGRAM_H
#define TL_CONVERSION_PROGRAM_H

#include "tl/conversion.h"

TL_C_BEGIN

enum { TL_NO_WORD = -1 };

typedef enum tl_word_kind {
  TL_WORD_SOURCE = 0, /* source word `number` */
  TL_WORD_NUMBER,     /* `number` */
  TL_WORD_LANE,       /* the number of the lane */
  TL_WORD_AND,
  TL_WORD_XOR,
  TL_WORD_SHIFT_LEFT,  /* by `number`, below 32 */
  TL_WORD_SHIFT_RIGHT, /* zeros come in */
  TL_WORD_SELECT,      /* the first in lanes whose bit of `number` is set, else
                            the second */
  TL_WORD_PERMUTE,     /* byte i is byte (selector >> 4 i) & 7 of the second
                            word behind the first; the selector is the third
                            word, whose nibbles are below 8 */
  TL_WORD_SHUFFLE_XOR, /* the first of lane ^ `number` */
  TL_WORD_SHUFFLE_INDEX, /* the first of the lane that the second says */
  TL_WORD_KIND_COUNT,
} tl_word_kind;

enum { TL_WORD_OPERANDS = 3 };

typedef struct tl_word_step {
  int32_t kind;
  int32_t operands[TL_WORD_OPERANDS]; /* earlier steps, or TL_NO_WORD */
  uint64_t number;
} tl_word_step; /* no padding: equal steps have equal bytes */

typedef struct tl_conversion_program {
  int64_t lanes; /* a power of two, at most TL_MAX_WAVE */
  int64_t step_count, step_capacity;
  int64_t place_capacity; /* a power of two above step_capacity */
  bool is_full;           /* a step has found no room */
  tl_word_step *steps;
  int32_t *places; /* by what a step is, 1 + its number; while it is built */
} tl_conversion_program;

/* ---- Building ----------------------------------------------------------- */

/* An empty program in the caller's arrays; place_capacity is a power of two
 * above step_capacity. */
void tl_program_open(tl_conversion_program *program, int64_t lanes,
                     tl_word_step *steps, int64_t step_capacity,
                     int32_t *places, int64_t place_capacity);

/* TL_CAPACITY where a step has found no room; then the others mean nothing. */
TL_MUST_CHECK tl_code tl_program_check(const tl_conversion_program *program,
                                       tl_error *error);

/* Each returns the number of a step. */
int32_t tl_word_source(tl_conversion_program *program, int64_t word);
int32_t tl_word_number(tl_conversion_program *program, uint32_t number);
int32_t tl_word_lane(tl_conversion_program *program);
/* AND, XOR. */
int32_t tl_word_join(tl_conversion_program *program, tl_word_kind kind,
                     int32_t a, int32_t b);
int32_t tl_word_shift(tl_conversion_program *program, tl_word_kind kind,
                      int32_t a, int64_t bits);
/* Either side may be TL_NO_WORD, and then is the other. */
int32_t tl_word_select(tl_conversion_program *program, uint64_t lanes,
                       int32_t inside, int32_t outside);
int32_t tl_word_permute(tl_conversion_program *program, int32_t low,
                        int32_t high, int32_t selector);
int32_t tl_word_shuffle_xor(tl_conversion_program *program, int32_t word,
                            int64_t lanes);
int32_t tl_word_shuffle_index(tl_conversion_program *program, int32_t word,
                              int32_t lane);

/* Removes the steps from `count` on, where there is room again. */
void tl_program_cut(tl_conversion_program *program, int64_t count);

/* Leaves the steps that the words, of which there are `count`, are made of, and
 * renumbers those; nothing can be built behind it. */
void tl_program_sweep(tl_conversion_program *program, int32_t *words,
                      int64_t count);

/* ---- Words that depend on the lane -------------------------------------- */

/* The step that a lane needs the word of, or TL_NO_WORD: it needs none. */
typedef struct tl_lane_table {
  int32_t of[TL_MAX_WAVE];
} tl_lane_table;

/* What the network of selects works in: as many tables as there are, and a
 * number for each step of the program. */
typedef struct tl_network_memory {
  tl_lane_table *tables;  /* table_capacity */
  int32_t *families;      /* table_capacity */
  int32_t *owners;        /* step_capacity of the program */
  int64_t table_capacity; /* no more than these */
} tl_network_memory;

/* One step for each table (law C25), of selects by masks of lanes; TL_NO_WORD
 * for one that no lane needs.  Tables of the same words share selects: those
 * of register s ^ G(lane), of every s, take rank(G) selects each, whatever bits
 * of the lane are in G.  TL_CAPACITY above table_capacity. */
TL_MUST_CHECK tl_code tl_program_select(tl_conversion_program *program,
                                        const tl_lane_table *tables,
                                        int64_t count,
                                        const tl_network_memory *memory,
                                        int32_t *out, tl_error *error);

/* The step of a table of numbers, in place of steps, none of which is negative:
 * a constant, an exclusive or of shifted bits of the lane, selects of constants,
 * whatever takes the fewest steps.
 *
 *   3, 2, 1, 0, 7, 6, ..  ->  lane ^ 3
 *   0, 2, 4, 6, 1, 3, 5, 7 -> (lane & 3) << 1 ^ (lane & 4) >> 2 */
TL_MUST_CHECK tl_code tl_program_numbers(tl_conversion_program *program,
                                         const tl_lane_table *numbers,
                                         const tl_network_memory *memory,
                                         int32_t *out, tl_error *error);

/* ---- Rounds ------------------------------------------------------------- */

/* What rounds are written in: tables for a target word or a round, four where
 * elements are below 32 bits. */
typedef struct tl_rounds_memory {
  tl_network_memory network;
  tl_lane_table *tables; /* table_capacity of the network */
  int32_t *words;        /* as many */
  int32_t *gotten;       /* as many */
  int32_t *groups;       /* one a target word */
} tl_rounds_memory;

/* Words of 32 bits that elements of a thread fill, the last one perhaps in part.
 *
 *   3, 16 -> 2 */
int64_t tl_conversion_words(int64_t slots, int64_t element_bits);

/* Appends what `rounds` say of elements of 8 to 128 bits (law C24); *targets
 * gets a step for each word of the target: slots in a row, fastest byte first,
 * words of elements of 64 and 128 bits from the lowest on.  TL_CAPACITY where
 * steps or tables have no room. */
TL_MUST_CHECK tl_code tl_program_write(tl_conversion_program *program,
                                       const tl_conversion_rounds *rounds,
                                       int64_t element_bits,
                                       const tl_rounds_memory *memory,
                                       int32_t *targets, tl_error *error);

/* ---- Reading ------------------------------------------------------------ */

/* How a lane finds whether it is one of a mask. */
typedef enum tl_mask_kind {
  TL_MASK_CUBE = 0, /* (lane & first) == second */
  TL_MASK_BELOW,    /* lane < first */
  TL_MASK_SET,      /* bit `lane` of first */
} tl_mask_kind;

typedef struct tl_mask_form {
  tl_mask_kind kind;
  bool is_negated;
  uint64_t first, second;
} tl_mask_form;

/* The cheapest form of a mask that is neither empty nor whole.
 *
 *   0xaaaaaaaa -> (lane & 1) == 1;  0xfff -> lane < 12;  0x96 -> a set */
tl_mask_form tl_mask_read(uint64_t mask, int64_t lanes);

typedef struct tl_program_counts {
  int64_t shuffles, selects, permutes, masks, others;
} tl_program_counts;

/* Of all steps but sources and numbers; masks that differ. */
tl_program_counts tl_program_count(const tl_conversion_program *program);

/* values[step * lanes + lane] of source[word * lanes + lane]. */
void tl_program_interpret(const tl_conversion_program *program,
                          const uint32_t *source, uint32_t *values);

TL_C_END
#endif /* TL_CONVERSION_PROGRAM_H */
