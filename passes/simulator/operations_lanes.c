/* operations_lanes.c - What lanes of a warp that name each other exchange:
 * shfl.sync, vote.sync, match.sync and elect.sync of nvvm.
 *
 * An operand names lanes, those whose bits are set; without it, all.  They have to
 * come here, and name the same, and a lane is one of those that it names.  Those
 * that have returned, and that the block has not, do not count.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: shfl.sync",
 * "Parallel Synchronization and Communication Instructions: vote.sync,
 * match.sync, elect.sync, redux.sync". */
#include "operations.h"
#include <inttypes.h>

enum { LANES = TL_NAMED_LANES };

static int lane_of(const tl_step *step) { return step->thread % LANES; }

static uint32_t bit_of(const tl_step *step) {
  return UINT32_C(1) << lane_of(step);
}

bool tl_lanes_prepare(tl_instruction *at) {
  return at->program->wave == LANES ||
         tl_refuse(at, "is of warps of 32 threads");
}

/* The number of the row is that of the operand. */
static uint32_t mask_of(const tl_step *step) {
  int operand = (int)step->at->row->number;
  return step->at->operand_count > operand
             ? (uint32_t)tl_operand_number(step, operand)
             : UINT32_MAX;
}

uint32_t tl_named_lanes(const tl_step *step) {
  return mask_of(step) &
         (uint32_t)tl_running_lanes(step->machine, step->thread / LANES);
}

/* Whether a lane names what it may, where those of its warp are here. */
static bool check_named(const tl_step *step, uint32_t present) {
  uint32_t mask = mask_of(step);
  tl_step other = *step;
  other.thread -= lane_of(step);
  if (!(mask & bit_of(step)))
    return tl_fault(step, TL_FAULT_SCOPE,
                    "names lanes 0x%" PRIx32 ", without its own, %d", mask,
                    lane_of(step));
  if (tl_named_lanes(step) & ~present)
    return tl_fault(step, TL_FAULT_SCOPE,
                    "names lanes 0x%" PRIx32 ", of which some do not come here",
                    mask);
  for (int lane = 0; lane < LANES; lane++, other.thread++)
    if (mask & present & bit_of(&other) && mask_of(&other) != mask)
      return tl_fault(step, TL_FAULT_SCOPE,
                      "names lanes 0x%" PRIx32
                      ", of which lane %d names others",
                      mask, lane);
  return true;
}

int tl_each_naming_lane(const tl_step *first,
                        void (*act)(const tl_step *step)) {
  const tl_lanes *lanes = first->lanes;
  int warps = 0;
  for (int k = 0, end = 0; k < lanes->count; k = end, warps++) {
    int warp = lanes->items[k] / LANES;
    uint32_t present = 0;
    for (; end < lanes->count && lanes->items[end] / LANES == warp; end++) {
      tl_step step = tl_step_of(first, end);
      present |= bit_of(&step);
    }
    for (int i = k; i < end; i++) {
      tl_step step = tl_step_of(first, i);
      if (check_named(&step, present))
        act(&step);
    }
  }
  return warps;
}

/*===--- shfl.sync --------------------------------------------------------===*/

enum { BUTTERFLY = 0, UP, DOWN, LANE };

/* The lane that a lane reads from, or -1 where that is out of the range that the
 * last operand says. */
static int64_t shuffle_source(const tl_step *step, int64_t lane) {
  enum { LANE_BITS = 31, SEGMENT_SHIFT = 8 };
  int64_t offset = tl_operand_number(step, 2) & LANE_BITS;
  int64_t limits = tl_operand_number(step, 3);
  int64_t segment = limits >> SEGMENT_SHIFT & LANE_BITS;
  int64_t least = lane & segment;
  int64_t last = least | (limits & LANE_BITS & ~segment);
  const int64_t sources[] = {lane ^ offset, lane - offset, lane + offset,
                             least | (offset & ~segment)};
  int64_t kind = step->at->numbers[0], source = sources[kind];
  return (kind == UP ? source >= last : source <= last) ? source : -1;
}

static void shuffle_lane(const tl_step *step) {
  const tl_instruction *at = step->at;
  int lane = lane_of(step);
  tl_element *out = tl_result(step, 0);
  const tl_scalar_type *type = &tl_operand_slot(at, 1)->scalar;
  int64_t source = shuffle_source(step, lane);
  bool is_valid = source >= 0;
  tl_step from = *step;
  from.thread += (int)(is_valid ? source - lane : 0);
  out[0] = tl_named_lanes(step) & bit_of(&from)
               ? *tl_operand(&from, 1)
               : (tl_element){0, tl_poison_all(type)};
  if (tl_result_slot(at, 0)->count > 1)
    out[1] = (tl_element){is_valid, 0};
}

static void shuffle(const tl_step *first) {
  for (int warps = tl_each_naming_lane(first, shuffle_lane); warps > 0; warps--)
    tl_report_exchange(first);
}

/*===--- Votes ------------------------------------------------------------===*/

/* What the lanes that a thread names say in operand 1. */
typedef struct votes {
  uint32_t named, same; /* those that say what the thread itself says */
  uint32_t yes;         /* those that say 1 */
  bool is_unknown;
} votes;

static votes count_votes(const tl_step *step) {
  const tl_element *own = tl_operand(step, 1);
  votes out = {.named = tl_named_lanes(step)};
  tl_step other = *step;
  other.thread -= lane_of(step);
  for (int lane = 0; lane < LANES; lane++, other.thread++) {
    if (!(out.named & bit_of(&other)))
      continue;
    const tl_element *said = tl_operand(&other, 1);
    out.same |= said->bits == own->bits ? bit_of(&other) : 0;
    out.yes |= said->bits == 1 ? bit_of(&other) : 0;
    out.is_unknown |= said->poison != 0;
  }
  return out;
}

static void give_bits(const tl_step *step, int item, uint64_t bits,
                      const votes *from) {
  const tl_scalar_type *type = &tl_result_slot(step->at, 0)->scalar;
  tl_result(step, 0)[item] =
      (tl_element){bits, from->is_unknown ? tl_poison_all(type) : 0};
}

/* Kinds of votes, and of matches. */
enum { ANY = 0, ALL, BALLOT, UNIFORM, MATCH_ANY = 0, MATCH_ALL };

static void vote_lane(const tl_step *step) {
  const votes own = count_votes(step);
  bool is_all = own.yes == own.named;
  const uint64_t results[] = {[ANY] = own.yes != 0,
                              [ALL] = is_all,
                              [BALLOT] = own.yes,
                              [UNIFORM] = is_all || own.yes == 0};
  give_bits(step, 0, results[step->at->numbers[0]], &own);
}

/* Those of equal value; or all, where they are equal, and whether they are. */
static void match_lane(const tl_step *step) {
  const votes own = count_votes(step);
  bool is_all = own.same == own.named;
  if (step->at->numbers[0] == MATCH_ANY) {
    give_bits(step, 0, own.same, &own);
    return;
  }
  give_bits(step, 0, is_all ? own.named : 0, &own);
  give_bits(step, 1, is_all, &own);
}

static void vote(const tl_step *first) {
  tl_each_naming_lane(first, vote_lane);
}

static void match(const tl_step *first) {
  tl_each_naming_lane(first, match_lane);
}

/* Which lane is elected no document says; here it is the first one. */
static void elect_lane(const tl_step *step) {
  uint32_t named = tl_named_lanes(step);
  tl_give_number(step, 0, (named & (~named + 1)) == bit_of(step));
}

static void elect(const tl_step *first) {
  tl_each_naming_lane(first, elect_lane);
}

#define KIND(...) TL_READS({"kind", TL_READ_WORD, 0, {__VA_ARGS__}})

const tl_sim_row TL_SIM_LANES[] = {
    {"nvvm.shfl.sync", .all = shuffle, .prepare = tl_lanes_prepare,
     KIND("bfly", "up", "down", "idx")},
    {"nvvm.vote.sync", .all = vote, .prepare = tl_lanes_prepare,
     KIND("kind any", "kind all", "kind ballot", "kind uni")},
    {"nvvm.match.sync", .all = match, .prepare = tl_lanes_prepare,
     KIND("kind any", "kind all")},
    {"nvvm.elect.sync", .all = elect, .prepare = tl_lanes_prepare},
    {.name = NULL},
};
