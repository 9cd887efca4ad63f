/* tl/conversion_plan.h - How the threads of a warp exchange what they hold.
 *
 * Rounds are found in both orders, written as programs where they differ, and
 * the cheaper one is the plan.  Costs are in quarters of a cycle of a
 * multiprocessor, in which shuffles and wavefronts of shared memory take turns
 * in one unit (a warp's in a cycle), and four warps compute at a time:
 *
 *   a shuffle, a wavefront of shared memory     4
 *   a select, permute or other step, an access,
 *   an instruction that computes an address     1
 *   to go through memory: waits, barriers       48
 *
 * Source: CUDA C++ Programming Guide, "Arithmetic Instructions" (results a clock
 * cycle: warp shuffles 32, 32-bit operations 64 to 128).
 *
 * Law C27 (plan).  Interpreted in every wave, the program gives each register what
 * the definition of the conversion says, zeros where it holds nothing.
 *
 * Values are plain and own nothing. */
#ifndef TL_CONVERSION_PLAN_H
#define TL_CONVERSION_PLAN_H

#include "tl/conversion_program.h"

TL_C_BEGIN

enum {
  TL_COST_SHUFFLE = 4,
  TL_COST_WAVEFRONT = 4,
  TL_COST_STEP = 1,
  TL_COST_MEMORY = 48,
  TL_MAX_CONVERSION_STEPS = 1 << 14,
  TL_MAX_CONVERSION_TABLES = 1 << 12,
  TL_MAX_CONVERSION_WORDS = 4 * TL_MAX_CONVERSION_SLOTS,
};

/* What a plan is made in, which need not be set. */
typedef struct tl_conversion_work {
  tl_conversion_space rounds;
  tl_conversion_round first_rounds[TL_MAX_ROUNDS]; /* of the first order */
  tl_conversion_take first_takes[TL_MAX_WAVE * TL_MAX_CONVERSION_SLOTS];
  tl_word_step steps[TL_CONVERT_ORDERS][TL_MAX_CONVERSION_STEPS];
  int32_t targets[TL_CONVERT_ORDERS][TL_MAX_CONVERSION_WORDS];
  int32_t places[2 * TL_MAX_CONVERSION_STEPS];
  int32_t owners[TL_MAX_CONVERSION_STEPS];
  int32_t families[TL_MAX_CONVERSION_TABLES], words[TL_MAX_CONVERSION_TABLES],
      gotten[TL_MAX_CONVERSION_TABLES], groups[TL_MAX_CONVERSION_WORDS];
  tl_lane_table family_tables[TL_MAX_CONVERSION_TABLES],
      tables[TL_MAX_CONVERSION_TABLES];
} tl_conversion_work;

typedef struct tl_conversion_plan {
  tl_conversion_way way;
  tl_conversion_order order;        /* of the rounds that it is of */
  char reason[TL_MESSAGE_CAPACITY]; /* of memory: why nothing else */
  tl_conversion_program program;    /* swept, in the work; not of memory */
  const int32_t *targets;           /* in it, one a word of the target */
  int64_t word_count, zero_from;
  int64_t lower_bound; /* of shuffles (law C18), which are as few if is_tight */
  int64_t is_tight;
  tl_program_counts counts;
  int64_t cost;
} tl_conversion_plan;

int64_t tl_conversion_cost(const tl_program_counts *counts);

/* To store and load so many pieces, in wavefronts and other steps. */
int64_t tl_memory_cost(int64_t wavefronts, int64_t steps, int64_t pieces);

/* Errors as of tl_conversion_rounds_find; what has no room is a reason for
 * memory. */
TL_MUST_CHECK tl_code tl_conversion_plan_make(
    const tl_conversion_request *request, tl_conversion_work *work,
    tl_conversion_plan *out, tl_error *error);

TL_C_END
#endif /* TL_CONVERSION_PLAN_H */
