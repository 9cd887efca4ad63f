/* operations_mfma.c - D = A B + C of a wave of 64 threads, in some blocks at a
 * time: amdgpu.mfma, and amdgpu.scaled_mfma of one block.
 *
 * Element (row, k) of A in block b is register k % w of lane
 * row + M (b + blocks (k / w)), where a lane holds w of them; so is element (k,
 * column) of B, with N and the column.  Where a lane holds 32 of 8 bits, w is 16, and the
 * second half of k is behind the first one.  A lane holds elements of one column of C
 * and D, four rows that follow each other at a time; of f64, one at a time.
 *
 * An element is summed in 64-bit floats, k after k, and rounded once, to nearest
 * even; of f64, each step rounds, as fma does.  Sums of integers wrap.
 *
 * A scale is of 32 k: that of k / 32 of a row of A, or a column of B, is what the lane
 * row + M (k / 32) says: one byte of four, which are zeros behind a single one.
 *
 * Source: AMD, "CDNA3 Instruction Set Architecture", section 7 (Matrix Arithmetic
 * Instructions); AMD Matrix Instruction Calculator.  Of 32 elements: Composable Kernel,
 * test/mx_mfma_op, which runs on gfx950. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include <math.h>

enum { M = 0, N, K, BLOCKS, BROADCASTS, BLOCK_BROADCAST, IS_PERMUTED };
enum { A = 0, B, C, SCALES };
enum { SCALE_NUMBERS = BLOCKS + 1 }; /* of scaled_mfma, for A and B */
enum { WAVE = 64, ROWS_AT_ONCE = 4, OF_SCALE = 32, OF_HALF = 16 };

/* A place in a matrix: of C the row, of A and B what is summed over, across. */
typedef struct place {
  int64_t block, across, along;
} place;

static tl_element *element_at(const tl_step *first, int slot, int64_t lane,
                              int64_t number) {
  return (tl_element *)tl_slot_value(first->machine, slot,
                                     first->thread + (int)lane) +
         number;
}

static const tl_element *factor_at(const tl_step *first, int operand,
                                   int64_t extent, const place *at) {
  const tl_slot *slot = tl_operand_slot(first->at, operand);
  bool has_halves = slot->count == OF_SCALE && slot->scalar.bits == 8;
  int64_t held = has_halves ? OF_HALF : slot->count;
  int64_t groups = first->at->numbers[K] / slot->count;
  int64_t group = at->across / held % groups;
  return element_at(
      first, first->at->operands[operand],
      at->along + extent * (at->block + first->at->numbers[BLOCKS] * group),
      at->across % held + held * (at->across / held / groups));
}

/* What the elements of A or B are multiplied by, of scaled_mfma. */
static double scale_at(const tl_step *first, int operand, int64_t extent,
                       const place *at, uint16_t *unknown) {
  const tl_instruction *own = first->at;
  if (own->operand_count <= SCALES)
    return 1;
  const tl_slot *slot = tl_operand_slot(own, SCALES + operand);
  int64_t number = own->numbers[SCALE_NUMBERS + operand];
  if (number >= slot->count)
    return tl_float_decode(slot->scalar.format, 0);
  const tl_element *scale =
      element_at(first, own->operands[SCALES + operand],
                 at->along + extent * (at->across / OF_SCALE), number);
  *unknown |= scale->poison;
  return tl_float_decode(slot->scalar.format, (uint64_t)scale->bits);
}

static bool is_double(const tl_instruction *at) {
  const tl_scalar_type *type = &tl_result_slot(at, 0)->scalar;
  return type->format && type->bits == 64;
}

/* Where register `number` of a lane lies in C; `along` is its column. */
static place result_place(const tl_instruction *at, int64_t lane,
                          int64_t number) {
  const int64_t *shape = at->numbers;
  int64_t group = lane / shape[N], column = lane % shape[N];
  int64_t at_once = is_double(at) ? 1 : ROWS_AT_ONCE;
  int64_t lanes_of_rows = shape[M] / at_once; /* of a block, at most */
  int64_t groups = WAVE / shape[N];
  if (shape[BLOCKS] > 1 && groups > lanes_of_rows) /* blocks lie side by side */
    return (place){group % shape[BLOCKS],
                   at_once * (group / shape[BLOCKS]) + number % at_once,
                   column};
  int64_t each = tl_result_slot(at, 0)->count / shape[BLOCKS];
  return (place){number / each,
                 at_once * (group + groups * (number % each / at_once)) +
                     number % at_once,
                 column};
}

static double number_of(const tl_scalar_type *type, const tl_element *element) {
  return type->format ? tl_float_decode(type->format, (uint64_t)element->bits)
                      : (double)tl_sign_extend(element->bits, type->bits);
}

static tl_element sum_at(const tl_step *first, const tl_element *start,
                         const place *of) {
  const tl_instruction *at = first->at;
  const int64_t *shape = at->numbers;
  const tl_scalar_type *types[] = {&tl_operand_slot(at, A)->scalar,
                                   &tl_operand_slot(at, B)->scalar,
                                   &tl_operand_slot(at, C)->scalar};
  uint16_t unknown = start->poison;
  double sum = number_of(types[C], start);
  for (int64_t k = 0; k < shape[K]; k++) {
    const place row = {of->block, k, of->across},
                column = {of->block, k, of->along};
    const tl_element *a = factor_at(first, A, shape[M], &row),
                     *b = factor_at(first, B, shape[N], &column);
    double x = number_of(types[A], a) *
               scale_at(first, A, shape[M], &row, &unknown),
           y = number_of(types[B], b) *
               scale_at(first, B, shape[N], &column, &unknown);
    sum = is_double(at) ? fma(x, y, sum) : sum + x * y;
    unknown |= a->poison | b->poison;
  }
  if (unknown)
    return (tl_element){0, tl_poison_all(types[C])};
  return types[C]->format
             ? (tl_element){tl_float_encode(types[C]->format, sum), 0}
             : tl_integer_encode(types[C], (int64_t)sum);
}

static void multiply(const tl_step *first) {
  const tl_instruction *at = first->at;
  for (int64_t lane = 0; lane < WAVE; lane++)
    for (int64_t i = 0; i < tl_result_slot(at, 0)->count; i++) {
      const place of = result_place(at, lane, i);
      *element_at(first, at->results[0], lane, i) =
          sum_at(first, element_at(first, at->operands[C], lane, i), &of);
    }
}

static bool is_plain(const tl_instruction *at) {
  static const char *const CHANGES[] = {"reducePrecision", "negateA", "negateB",
                                        "negateC"};
  bool is = !at->numbers[BROADCASTS] && !at->numbers[BLOCK_BROADCAST] &&
            !at->numbers[IS_PERMUTED];
  for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++)
    is = is && mlirAttributeIsNull(tl_attribute_of(at->operation, CHANGES[i]));
  return is;
}

/* Whether the wave holds the elements evenly.  Who has which element of two blocks
 * of 32 x 32 sources do not agree on. */
static bool is_even(const tl_instruction *at) {
  const int64_t *shape = at->numbers;
  int64_t blocks = shape[BLOCKS];
  bool is_square = shape[M] == shape[N] &&
                   (shape[M] == 4 || shape[M] == 16 || shape[M] == 32);
  return is_square && at->program->wave == WAVE && blocks >= 1 &&
         !(shape[M] == 32 && blocks > 1) &&
         shape[M] * shape[K] * blocks == WAVE * tl_operand_slot(at, A)->count &&
         shape[N] * shape[K] * blocks == WAVE * tl_operand_slot(at, B)->count &&
         shape[M] * shape[N] * blocks == WAVE * tl_operand_slot(at, C)->count;
}

static bool prepare(tl_instruction *at) {
  return (is_even(at) && is_plain(at)) ||
         tl_refuse(at, "has a shape, a wave or changes of operands that the "
                       "simulator does not know");
}

/* Nobody says where k is of those of 6 bits. */
static bool prepare_scaled(tl_instruction *at) {
  bool is_known = is_even(at);
  for (int i = 0; is_known && i < C; i++)
    is_known = tl_operand_slot(at, i)->count == OF_SCALE &&
               tl_operand_slot(at, i)->scalar.bits % 4 == 0;
  return is_known || tl_refuse(at, "has a shape, a wave or elements that the "
                                   "simulator does not know");
}

const tl_sim_row TL_SIM_MFMA[] = {
    {"amdgpu.mfma", .warp = multiply, .prepare = prepare,
     TL_READS({.attribute = "m"}, {.attribute = "n"}, {.attribute = "k"},
              {.attribute = "blocks", .otherwise = 1}, {.attribute = "cbsz"},
              {.attribute = "abid"}, {"blgp", TL_READ_WORD, 1, {" none"}})},
    {"amdgpu.scaled_mfma", .warp = multiply, .prepare = prepare_scaled,
     TL_READS({.attribute = "m"}, {.attribute = "n"}, {.attribute = "k"},
              {.attribute = "blocks", .otherwise = 1},
              {.attribute = "scalesIdxA"}, {.attribute = "scalesIdxB"})},
    {.name = NULL},
};
