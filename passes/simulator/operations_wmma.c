/* operations_wmma.c - D = A B + C of a wave, of 16 x 16: amdgpu.wmma of gfx11 and
 * gfx12, which the counts of elements tell apart.
 *
 * Lane l has elements of row l mod 16 of A and of that column of B, C and D.  Of gfx11
 * it has all k, as every 16th lane has, and as many rows of D: one from
 * l / 16 on and each that is wave / 16 further, of 16 bits in every other element.  Of
 * gfx12 16 lanes have a part of k, the same of A and B, and rows that follow each other.
 *
 * An element is summed in 64-bit floats, lane after lane and k after k, and rounded
 * once.  Sums of integers wrap, or with `clamp` saturate.
 *
 * Source: AMD Matrix Instruction Calculator, RDNA3 and RDNA4. */
#include "operations.h"
#include <inttypes.h>
#include <math.h>

enum { A = 0, B, C };
enum { EXTENT = 16, HALF_EXTENT = EXTENT / 2 };
enum { M = 0, N, K, HALF, IS_UNSIGNED_A, IS_UNSIGNED_B, SATURATES };

static tl_element *element_at(const tl_step *first, int slot, int64_t lane,
                              int64_t number) {
  return (tl_element *)tl_slot_value(first->machine, slot,
                                     first->thread + (int)lane) +
         number;
}

static bool is_repeated(const tl_instruction *at) {
  return tl_operand_slot(at, A)->count == at->numbers[K];
}

/* Elements of D that are every other one. */
static bool is_spread(const tl_instruction *at) {
  return is_repeated(at) && tl_result_slot(at, 0)->scalar.bits == 16;
}

static int64_t row_of(const tl_instruction *at, int64_t lane, int64_t number) {
  int64_t group = lane / EXTENT, groups = at->program->wave / EXTENT;
  if (is_repeated(at))
    return group + groups * number;
  return HALF_EXTENT * (group % 2) + EXTENT / groups * (group / 2) + number;
}

static double number_of(const tl_instruction *at, int operand,
                        const tl_element *element) {
  const tl_scalar_type *type = &tl_operand_slot(at, operand)->scalar;
  if (type->format)
    return tl_float_decode(type->format, (uint64_t)element->bits);
  return operand < C && at->numbers[IS_UNSIGNED_A + operand]
             ? (double)(uint64_t)element->bits
             : (double)tl_sign_extend(element->bits, type->bits);
}

static tl_element rounded(const tl_instruction *at, double sum) {
  const tl_scalar_type *type = &tl_result_slot(at, 0)->scalar;
  if (type->format)
    return (tl_element){tl_float_encode(type->format, sum), 0};
  if (at->numbers[SATURATES])
    sum = fmin(fmax(sum, INT32_MIN), INT32_MAX);
  return tl_integer_encode(type, (int64_t)sum);
}

static tl_element sum_at(const tl_step *first, const tl_element *start,
                         int64_t row, int64_t column) {
  const tl_instruction *at = first->at;
  int64_t lanes = is_repeated(at) ? EXTENT : at->program->wave;
  uint16_t unknown = start->poison;
  double sum = number_of(at, C, start);
  for (int64_t lane = 0; lane < lanes; lane += EXTENT)
    for (int64_t k = 0; k < tl_operand_slot(at, A)->count; k++) {
      const tl_element *a = element_at(first, at->operands[A], lane + row, k),
                       *b =
                           element_at(first, at->operands[B], lane + column, k);
      sum += number_of(at, A, a) * number_of(at, B, b);
      unknown |= a->poison | b->poison;
    }
  return unknown
             ? (tl_element){0, tl_poison_all(&tl_result_slot(at, 0)->scalar)}
             : rounded(at, sum);
}

static void check_lane(const tl_step *first, int64_t lane, int operand) {
  const tl_instruction *at = first->at;
  tl_step own = *first;
  own.thread += (int)lane;
  for (int64_t k = 0; k < tl_operand_slot(at, operand)->count; k++) {
    const tl_element *one = element_at(first, at->operands[operand], lane, k),
                     *other = element_at(first, at->operands[operand],
                                         lane % EXTENT, k);
    if (one->bits != other->bits || one->poison != other->poison)
      tl_fault(&own, TL_FAULT_REPLICAS,
               "holds another value in element %" PRId64
               " of operand %d than thread %d",
               k, operand, first->thread + (int)(lane % EXTENT));
  }
}

static void multiply(const tl_step *first) {
  const tl_instruction *at = first->at;
  int64_t spread = is_spread(at) ? 2 : 1,
          offset = is_spread(at) ? at->numbers[HALF] : 0;
  for (int64_t lane = EXTENT; is_repeated(at) && lane < at->program->wave;
       lane++)
    for (int i = 0; i < C; i++)
      check_lane(first, lane, i);
  for (int64_t lane = 0; lane < at->program->wave; lane++)
    for (int64_t i = 0; i < tl_result_slot(at, 0)->count; i++) {
      bool is_there = i % spread == offset;
      const tl_element *start = element_at(first, at->operands[C], lane, i);
      *element_at(first, at->results[0], lane, i) =
          is_there
              ? sum_at(first, start, row_of(at, lane, i / spread),
                       lane % EXTENT)
              : (tl_element){0, tl_poison_all(&tl_result_slot(at, 0)->scalar)};
    }
}

/* Where k and the rows of other GPUs are nobody says. */
static bool prepare(tl_instruction *at) {
  const tl_slot *a = tl_operand_slot(at, A), *b = tl_operand_slot(at, B),
                *c = tl_operand_slot(at, C);
  int64_t wave = at->program->wave, k = at->numbers[K];
  bool is_wide = k == 2 * EXTENT && a->scalar.bits == 4;
  bool is_known =
      at->numbers[M] == EXTENT && at->numbers[N] == EXTENT &&
      a->count == b->count &&
      ((k == EXTENT && is_repeated(at)) ||
       ((k == EXTENT || is_wide) && wave * a->count == EXTENT * k)) &&
      wave * c->count == EXTENT * EXTENT * (is_spread(at) ? 2 : 1);
  return is_known ||
         tl_refuse(at,
                   "has a shape or a wave that the simulator does not know");
}

#define UNIT(name)                                                             \
  {                                                                            \
    name, TL_READ_BITS, 0, { "unit" }                                          \
  }

const tl_sim_row TL_SIM_WMMA[] = {
    {"amdgpu.wmma", .warp = multiply, .prepare = prepare,
     TL_READS({.attribute = "m"}, {.attribute = "n"}, {.attribute = "k"},
              {.attribute = "subwordOffset"}, UNIT("unsignedA"),
              UNIT("unsignedB"), UNIT("clamp"))},
    {.name = NULL},
};
