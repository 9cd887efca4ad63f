/* conversion_numbers.c - see tl/conversion_program.h.
 *
 * A bit of the number that is a parity of bits of the lane, or its opposite, is
 * made of those: bits that move as far are one term.
 *
 *   number = constant ^ (lane & 3) << 1 ^ (lane & 4) >> 2 ^ ...
 *
 * A column that moves one bit of the lane to several is a select of constants, as
 * is a bit of the number that is no parity. */
#include "base/checked.h"
#include "conversion_network.h"

enum { LANE_BITS = 6, ONE = LANE_BITS, NUMBER_BITS = 32 };

/* number(lane) = constant ^ columns[i] ^ .. of the bits of the lane, but for the
 * bits in `others`. */
typedef struct columns {
  uint32_t constant, others;
  uint32_t of[LANE_BITS];
} columns;

/* Rows of an elimination: bits of the lane and a one behind them, and the number
 * that belongs to them. */
typedef struct row {
  uint32_t bits, number;
} row;

/* The row of a lane, less the rows that have their highest bits in it. */
static row reduce(const row rows[ONE + 1], row next) {
  for (int bit = 0; bit <= ONE; bit++)
    if (next.bits >> bit & 1 && rows[bit].bits) {
      next.bits ^= rows[bit].bits;
      next.number ^= rows[bit].number;
    }
  return next;
}

/* rows[i] starts with bit i; bits of the numbers that contradict each other are
 * added to *others. */
static void eliminate(const tl_lane_table *numbers, int64_t lanes,
                      row rows[ONE + 1], uint32_t *others) {
  for (int64_t lane = 0; lane < lanes; lane++) {
    if (numbers->of[lane] < 0)
      continue;
    row next = reduce(
        rows, (row){(uint32_t)lane | 1u << ONE, (uint32_t)numbers->of[lane]});
    if (next.bits)
      rows[__builtin_ctz(next.bits)] = next;
    else
      *others |= next.number;
  }
}

/* A bit that no row starts with counts for nothing. */
static void solve(const tl_lane_table *numbers, int64_t lanes, columns *out) {
  row rows[ONE + 1] = {{0}};
  uint32_t values[ONE + 1] = {0};
  out->others = 0;
  eliminate(numbers, lanes, rows, &out->others);
  for (int bit = ONE; bit >= 0; bit--) {
    values[bit] = rows[bit].number;
    for (int k = bit + 1; k <= ONE; k++)
      if (rows[bit].bits >> k & 1)
        values[bit] ^= values[k];
  }
  for (int bit = 0; bit < LANE_BITS; bit++)
    out->of[bit] = values[bit] & ~out->others;
  out->constant = values[ONE] & ~out->others;
}

/*===--- Terms ------------------------------------------------------------===*/

static int32_t add_term(tl_conversion_program *program, int32_t sum,
                        int32_t term) {
  return tl_word_join(program, TL_WORD_XOR, sum, term);
}

/* (lane & mask) << by; >> where by < 0. */
static int32_t build_moved(tl_conversion_program *program, uint32_t mask,
                           int by) {
  int32_t lane = tl_word_lane(program);
  bool is_left = by >= 0;
  if (mask != program->lanes - 1)
    lane =
        tl_word_join(program, TL_WORD_AND, lane, tl_word_number(program, mask));
  return tl_word_shift(program,
                       is_left ? TL_WORD_SHIFT_LEFT : TL_WORD_SHIFT_RIGHT, lane,
                       is_left ? by : -by);
}

static bool is_one_bit(uint32_t column) {
  return column && !(column & (column - 1));
}

/* The lane bits that alone go `by` bits further. */
static uint32_t moved_by(const columns *from, int by) {
  uint32_t mask = 0;
  for (int bit = 0; bit < LANE_BITS; bit++)
    if (is_one_bit(from->of[bit]) && __builtin_ctz(from->of[bit]) - bit == by)
      mask |= 1u << bit;
  return mask;
}

/* `number` in the lanes of a mask, else 0. */
static int32_t build_in(tl_conversion_program *program, uint64_t lanes,
                        uint32_t number) {
  return tl_word_select(program, lanes, tl_word_number(program, number),
                        tl_word_number(program, 0));
}

static uint64_t lanes_with_bit(int64_t lanes, int bit) {
  uint64_t mask = 0;
  for (int64_t lane = 0; lane < lanes; lane++)
    mask |= (uint64_t)(lane >> bit & 1) << lane;
  return mask;
}

static uint64_t lanes_of_bit(const tl_lane_table *numbers, int64_t lanes,
                             int bit) {
  uint64_t mask = 0;
  for (int64_t lane = 0; lane < lanes; lane++)
    if (numbers->of[lane] >= 0)
      mask |= (uint64_t)(numbers->of[lane] >> bit & 1) << lane;
  return mask;
}

static int32_t build_sum(tl_conversion_program *program,
                         const tl_lane_table *numbers) {
  columns from;
  solve(numbers, program->lanes, &from);
  int32_t sum = tl_word_number(program, 0);
  for (int by = -LANE_BITS; by < NUMBER_BITS; by++)
    if (moved_by(&from, by))
      sum =
          add_term(program, sum, build_moved(program, moved_by(&from, by), by));
  for (int bit = 0; bit < LANE_BITS; bit++)
    if (from.of[bit] && !is_one_bit(from.of[bit]))
      sum = add_term(
          program, sum,
          build_in(program, lanes_with_bit(program->lanes, bit), from.of[bit]));
  for (int bit = 0; bit < NUMBER_BITS; bit++)
    if (from.others >> bit & 1)
      sum =
          add_term(program, sum,
                   build_in(program, lanes_of_bit(numbers, program->lanes, bit),
                            1u << bit));
  return add_term(program, sum, tl_word_number(program, from.constant));
}

/*===--- Choice -----------------------------------------------------------===*/

/* Selects of one table are at least so many: one less than its numbers. */
static int64_t least_selects(const tl_lane_table *numbers, int64_t lanes) {
  int64_t found = 0;
  for (int64_t lane = 0; lane < lanes; lane++) {
    int64_t before = 0;
    while (before < lane && numbers->of[before] != numbers->of[lane])
      before++;
    found += numbers->of[lane] >= 0 && before == lane;
  }
  return found - 1;
}

static tl_code build_selects(tl_conversion_program *program,
                             const tl_lane_table *numbers,
                             const tl_network_memory *memory, int32_t *out,
                             tl_error *error) {
  tl_lane_table table;
  for (int64_t lane = 0; lane < program->lanes; lane++)
    table.of[lane] = numbers->of[lane] < 0
                         ? TL_NO_WORD
                         : tl_word_number(program, (uint32_t)numbers->of[lane]);
  return tl_program_select(program, &table, 1, memory, out, error);
}

tl_code tl_program_numbers(tl_conversion_program *program,
                           const tl_lane_table *numbers,
                           const tl_network_memory *memory, int32_t *out,
                           tl_error *error) {
  int64_t first = program->step_count;
  *out = build_sum(program, numbers);
  int64_t sum = tl_program_cost(program, first);
  if (least_selects(numbers, program->lanes) > sum)
    return TL_OK;
  tl_program_cut(program, first);
  TL_TRY(build_selects(program, numbers, memory, out, error));
  if (tl_program_cost(program, first) > sum) {
    tl_program_cut(program, first);
    *out = build_sum(program, numbers);
  }
  return TL_OK;
}
