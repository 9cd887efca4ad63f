/* conversion_plan.c - see tl/conversion_plan.h. */
#include "tl/conversion_plan.h"
#include "base/checked.h"
#include <string.h>

int64_t tl_conversion_cost(const tl_program_counts *counts) {
  return TL_COST_SHUFFLE * counts->shuffles +
         TL_COST_STEP * (counts->selects + counts->permutes + counts->masks +
                         counts->others);
}

/* The program of the rounds in an order. */
static tl_code write_program(const tl_conversion_request *request,
                             const tl_conversion_rounds *rounds,
                             tl_conversion_order order,
                             tl_conversion_work *work, tl_conversion_plan *out,
                             tl_error *error) {
  const tl_rounds_memory memory = {{work->family_tables, work->families,
                                    work->owners, TL_MAX_CONVERSION_TABLES},
                                   work->tables,
                                   work->words,
                                   work->gotten,
                                   work->groups};
  int32_t *targets = work->targets[order];
  tl_program_open(&out->program, request->lanes, work->steps[order],
                  TL_MAX_CONVERSION_STEPS, work->places,
                  2 * TL_MAX_CONVERSION_STEPS);
  TL_TRY(tl_program_write(&out->program, rounds, request->element_bits, &memory,
                          targets, error));
  out->word_count =
      tl_conversion_words(rounds->target_slots, request->element_bits);
  tl_program_sweep(&out->program, targets, out->word_count);
  out->targets = targets;
  out->counts = tl_program_count(&out->program);
  out->cost = tl_conversion_cost(&out->counts);
  return TL_OK;
}

static void give_reason(const char reason[TL_MESSAGE_CAPACITY],
                        tl_conversion_plan *out) {
  out->way = TL_CONVERT_MEMORY;
  memcpy(out->reason, reason, sizeof out->reason);
}

/* A round moves a word, or an element of several. */
static int64_t least_shuffles(const tl_conversion_rounds *rounds,
                              int64_t element_bits) {
  enum { WORD_BITS = 32 };
  return element_bits < WORD_BITS
             ? rounds->lower_bound
             : tl_conversion_words(rounds->lower_bound, element_bits);
}

static void plan_order(const tl_conversion_request *request,
                       const tl_conversion_rounds *rounds,
                       tl_conversion_order order, tl_conversion_work *work,
                       tl_conversion_plan *out) {
  tl_error lack;
  memset(out, 0, sizeof *out);
  out->way = rounds->way;
  out->order = order;
  out->zero_from = rounds->zero_from;
  out->lower_bound = least_shuffles(rounds, request->element_bits);
  out->is_tight = rounds->is_tight;
  if (rounds->way == TL_CONVERT_MEMORY)
    give_reason(rounds->reason, out);
  else if (write_program(request, rounds, order, work, out, &lack) != TL_OK)
    give_reason(lack.message, out);
}

static size_t round_bytes(const tl_conversion_rounds *rounds) {
  return (size_t)rounds->round_count * sizeof *rounds->rounds;
}

static size_t take_bytes(const tl_conversion_request *request,
                         const tl_conversion_rounds *rounds) {
  return (size_t)(request->lanes * rounds->target_slots) *
         sizeof *rounds->takes;
}

/* Keeps rounds while those of the other order are found. */
static void keep_rounds(const tl_conversion_request *request,
                        tl_conversion_work *work, tl_conversion_rounds *of) {
  if (of->way == TL_CONVERT_MEMORY)
    return;
  memcpy(work->first_rounds, of->rounds, round_bytes(of));
  memcpy(work->first_takes, of->takes, take_bytes(request, of));
  of->rounds = work->first_rounds;
  of->takes = work->first_takes;
}

/* Whether both lead to one plan: what lanes take says what others give. */
static bool are_same(const tl_conversion_request *request,
                     const tl_conversion_rounds *a,
                     const tl_conversion_rounds *b) {
  if (a->way != b->way || a->round_count != b->round_count)
    return false;
  return a->way == TL_CONVERT_MEMORY ||
         !memcmp(a->takes, b->takes, take_bytes(request, a));
}

static bool is_cheaper(const tl_conversion_plan *plan,
                       const tl_conversion_plan *than) {
  return plan->way != TL_CONVERT_MEMORY &&
         (than->way == TL_CONVERT_MEMORY || plan->cost < than->cost);
}

tl_code tl_conversion_plan_make(const tl_conversion_request *request,
                                tl_conversion_work *work,
                                tl_conversion_plan *out, tl_error *error) {
  tl_conversion_rounds first, second;
  tl_conversion_plan other;
  TL_TRY(tl_conversion_rounds_find(request, TL_CONVERT_BY_TARGET, &work->rounds,
                                   &first, error));
  keep_rounds(request, work, &first);
  plan_order(request, &first, TL_CONVERT_BY_TARGET, work, out);
  TL_TRY(tl_conversion_rounds_find(request, TL_CONVERT_BY_SOURCE, &work->rounds,
                                   &second, error));
  if (are_same(request, &first, &second))
    return TL_OK;
  plan_order(request, &second, TL_CONVERT_BY_SOURCE, work, &other);
  if (is_cheaper(&other, out))
    *out = other;
  return TL_OK;
}

int64_t tl_memory_cost(int64_t wavefronts, int64_t steps, int64_t pieces) {
  return TL_COST_WAVEFRONT * wavefronts + TL_COST_STEP * steps +
         TL_COST_MEMORY * pieces;
}
