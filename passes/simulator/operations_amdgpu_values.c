/* operations_amdgpu_values.c - Values of amdgpu that lanes exchange, and short floats that
 * are packed into a register.
 *
 * Sources: AMD Instinct MI300 Instruction Set Architecture, "Data Parallel
 * Primitives" and "DS_SWIZZLE_B32"; CDNA4, "V_PERMLANE16_SWAP_B32" and
 * "V_CVT_SCALEF32_*". */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"

/*===--- Lanes ------------------------------------------------------------===*/

enum { QUAD = 4, HALF_ROW = 8, ROW = 16, HALF_WAVE = 32, NO_LANE = -1 };

/* What each lane of a wave has afterwards: the value of operand `operand` in lane
 * from(at, lane), or `other`. */
typedef int (*lane_finder)(const tl_instruction *at, int lane, int wave);

static tl_element *value_in(const tl_step *first, int slot, int lane) {
  return tl_slot_value(first->machine, slot, first->thread + lane);
}

/* numbers: whether what no lane has is zero; else it is operand 0. */
static void exchange(const tl_step *first, int operand, lane_finder from,
                     bool is_zero) {
  const tl_instruction *at = first->at;
  const tl_slot *slot = tl_result_slot(at, 0);
  for (int lane = 0; lane < first->machine->wave; lane++) {
    int source = from(at, lane, first->machine->wave);
    tl_element *out = value_in(first, at->results[0], lane);
    if (source != NO_LANE)
      memcpy(out, value_in(first, at->operands[operand], source), slot->bytes);
    else if (is_zero)
      memset(out, 0, slot->bytes);
    else
      memcpy(out, value_in(first, at->operands[0], lane), slot->bytes);
  }
  tl_report_exchange(first);
}

/* The rows of a pair. */
static int other_row(const tl_instruction *at, int lane, int wave) {
  (void)wave;
  return lane ^ (int)at->numbers[0];
}

static void swap_rows(const tl_step *first) {
  exchange(first, 0, other_row, false);
}

static bool prepare_swap(tl_instruction *at) {
  return at->program->wave == 2 * HALF_WAVE ||
         tl_refuse(at, "exchanges rows of a wave of 64 lanes, which the target "
                       "has not");
}

enum { AND = 0, OR, XOR };

static int swizzled_lane(const tl_instruction *at, int lane, int wave) {
  const int64_t *masks = at->numbers;
  (void)wave;
  int own = lane % HALF_WAVE;
  int64_t source = ((own & masks[AND]) | masks[OR]) ^ masks[XOR];
  return lane - own + (int)(source & (HALF_WAVE - 1));
}

static void swizzle(const tl_step *first) {
  exchange(first, 0, swizzled_lane, false);
}

/*===--- amdgpu.dpp -------------------------------------------------------===*/

/* numbers: the kind, masks of rows and banks, whether what no lane has is zero,
 * then what the kind takes. */
enum { KIND = 0, ROW_MASK, BANK_MASK, ZEROES, TAKEN };

/* In a row, or no lane. */
static int in_row(int lane, int place) {
  return place >= 0 && place < ROW ? lane - lane % ROW + place : NO_LANE;
}

static int quad_lane(const int64_t *taken, int lane, int wave) {
  (void)wave;
  return lane - lane % QUAD + (int)(taken[lane % QUAD] & (QUAD - 1));
}

static int left_in_row(const int64_t *taken, int lane, int wave) {
  (void)wave;
  return in_row(lane, lane % ROW + (int)*taken);
}

static int right_in_row(const int64_t *taken, int lane, int wave) {
  (void)wave;
  return in_row(lane, lane % ROW - (int)*taken);
}

static int around_row(const int64_t *taken, int lane, int wave) {
  (void)wave;
  return in_row(lane, (lane % ROW + ROW - (int)*taken % ROW) % ROW);
}

static int left_in_wave(const int64_t *taken, int lane, int wave) {
  (void)taken;
  return lane + 1 < wave ? lane + 1 : NO_LANE;
}

static int right_in_wave(const int64_t *taken, int lane, int wave) {
  (void)taken, (void)wave;
  return lane > 0 ? lane - 1 : NO_LANE;
}

static int right_around(const int64_t *taken, int lane, int wave) {
  (void)taken;
  return (lane + wave - 1) % wave;
}

static int left_around(const int64_t *taken, int lane, int wave) {
  (void)taken;
  return (lane + 1) % wave;
}

static int mirror_row(const int64_t *taken, int lane, int wave) {
  (void)taken, (void)wave;
  return lane ^ (ROW - 1);
}

static int mirror_half(const int64_t *taken, int lane, int wave) {
  (void)taken, (void)wave;
  return lane ^ (HALF_ROW - 1);
}

static int last_of_row_before(const int64_t *taken, int lane, int wave) {
  (void)taken, (void)wave;
  return lane < ROW ? NO_LANE : lane - lane % ROW - 1;
}

static int last_of_half(const int64_t *taken, int lane, int wave) {
  (void)taken, (void)wave;
  return lane < HALF_WAVE ? NO_LANE : HALF_WAVE - 1;
}

/* By their number in the attribute. */
static int (*const KINDS[])(const int64_t *taken, int lane, int wave) = {
    quad_lane,    left_in_row,   right_in_row,       around_row,
    left_in_wave, right_in_wave, right_around,       left_around,
    mirror_row,   mirror_half,   last_of_row_before, last_of_half};

static int moved_lane(const tl_instruction *at, int lane, int wave) {
  return KINDS[at->numbers[KIND]](at->numbers + TAKEN, lane, wave);
}

/* Lanes of rows and banks that are not in the masks keep operand 0. */
static void move_lanes(const tl_step *first) {
  const tl_instruction *at = first->at;
  const int64_t *numbers = at->numbers;
  exchange(first, 1, moved_lane, numbers[ZEROES]);
  for (int lane = 0; lane < first->machine->wave; lane++) {
    int row = lane / ROW % QUAD, bank = lane % ROW / QUAD;
    if (!(numbers[ROW_MASK] >> row & 1) || !(numbers[BANK_MASK] >> bank & 1))
      memcpy(value_in(first, at->results[0], lane),
             value_in(first, at->operands[0], lane),
             tl_result_slot(at, 0)->bytes);
  }
}

static bool prepare_move(tl_instruction *at) {
  enum { ALL = 0xf };
  MlirOperation own = at->operation;
  MlirAttribute taken = tl_attribute_of(own, "permArgument");
  int64_t numbers[TAKEN + QUAD] = {
      [KIND] = at->numbers[KIND],
      [ROW_MASK] = tl_integer_attribute(own, "row_mask", ALL),
      [BANK_MASK] = tl_integer_attribute(own, "bank_mask", ALL),
      [ZEROES] = strcmp(tl_attribute_text(at, "bound_ctrl").data, "true") == 0};
  bool is_array = !mlirAttributeIsNull(taken) && mlirAttributeIsAArray(taken);
  for (int i = 0; is_array && i < QUAD; i++)
    numbers[TAKEN + i] = tl_array_item(at, "permArgument", i);
  if (!is_array)
    numbers[TAKEN] = tl_integer_attribute(own, "permArgument", 0);
  return tl_set_numbers(at, TAKEN + QUAD, numbers);
}

/*===--- Packed floats ----------------------------------------------------===*/

/* Element i of operand 0; what is behind its last one is unknown. */
static tl_element element_of(const tl_step *step, int64_t i) {
  const tl_slot *slot = tl_operand_slot(step->at, 0);
  return i < slot->count ? tl_operand(step, 0)[i]
                         : (tl_element){0, tl_poison_all(&slot->scalar)};
}

/* As a float of another type, times a scale or by it, of which the exponent
 * counts. */
static tl_element convert(const tl_element *from, const tl_scalar_type *type,
                          const tl_scalar_type *to, double factor) {
  double value = tl_float_decode(type->format, (uint64_t)from->bits) * factor;
  return (tl_element){tl_float_encode(to->format, value),
                      from->poison ? tl_poison_all(to) : 0};
}

/* 1 without one. */
static double scale_of(const tl_step *step, int operand) {
  const tl_float_format *power = &TL_FLOAT_FORMATS[TL_F8E8M0FNU];
  double scale = tl_float_decode(&TL_FLOAT_FORMATS[TL_F32],
                                 (uint64_t)tl_operand(step, operand)->bits);
  return tl_float_decode(power, (uint64_t)tl_float_encode(power, scale));
}

/* As many elements as the result has, from `start` on. */
static void expand(const tl_step *step, int64_t start, double factor,
                   bool is_unknown) {
  const tl_slot *to = tl_result_slot(step->at, 0);
  for (int64_t i = 0; i < to->count; i++) {
    tl_element own = element_of(step, start + i);
    own.poison |= (uint16_t)is_unknown;
    tl_result(step, 0)[i] = convert(&own, &tl_operand_slot(step->at, 0)->scalar,
                                    &to->scalar, factor);
  }
}

/* The first of those that the number says. */
static int64_t start_of(const tl_step *step) {
  return step->at->numbers[0] * tl_result_slot(step->at, 0)->count;
}

static void expand_plain(const tl_step *step) {
  expand(step, start_of(step), 1, false);
}

static void expand_scaled(const tl_step *step) {
  expand(step, start_of(step), scale_of(step, 1),
         tl_operand(step, 1)->poison != 0);
}

/* Element i of the two that are packed; the others are those of `existing`, the
 * operand of that number, or unknown. */
static void pack(const tl_step *step, int existing, const tl_element pair[2],
                 double factor) {
  const tl_slot *to = tl_result_slot(step->at, 0);
  const tl_scalar_type *from = &tl_operand_slot(step->at, 0)->scalar;
  tl_element *out = tl_result(step, 0);
  for (int64_t i = 0; i < to->count; i++)
    out[i] = existing < step->at->operand_count
                 ? tl_operand(step, existing)[i]
                 : (tl_element){0, tl_poison_all(&to->scalar)};
  for (int64_t i = 0; i < 2; i++)
    out[2 * step->at->numbers[0] + i] =
        convert(&pair[i], from, &to->scalar, factor);
}

/* numbers: the word, then how many operands each group has. */
static void pack_plain(const tl_step *step) {
  enum { SECOND = 2 };
  bool has_second = step->at->numbers[SECOND];
  const tl_element pair[2] = {*tl_operand(step, 0),
                              has_second ? *tl_operand(step, 1)
                                         : (tl_element){0, UINT16_MAX}};
  pack(step, 1 + has_second, pair, 1);
}

static void pack_scaled(const tl_step *step) {
  tl_element pair[2] = {element_of(step, 0), element_of(step, 1)};
  if (tl_operand(step, 1)->poison)
    pair[0].poison = pair[1].poison = UINT16_MAX;
  pack(step, 2, pair, 1 / scale_of(step, 1));
}

/* Whether its number is one of the result's pairs. */
static bool prepare_pack(tl_instruction *at) {
  return 2 * at->numbers[0] + 1 < tl_result_slot(at, 0)->count ||
         tl_refuse(at, "packs behind the last element of its result");
}

/*===--- Matrices of packed floats ----------------------------------------===*/

/* Lanes hold scales, four bytes each, and who has which of 32 lanes takes its own
 * from the lane of the same number in a row, the first or the second.  Both rows take one
 * byte of it, or of elements of fewer than 8 bits another one each, since they have
 * other blocks of a row of the matrix.
 *
 * Source: AMDGPU.td, scaled_ext_packed_matrix. */
enum { BLOCK = 0, FIRST_LANE, FIRST_BYTE };

static int64_t scale_byte(const tl_instruction *at, int lane) {
  enum { WIDE_BLOCK = 32 };
  bool is_short = tl_operand_slot(at, 0)->scalar.bits < 8;
  int64_t second = at->numbers[BLOCK] == WIDE_BLOCK ? 1 : 2;
  return at->numbers[FIRST_BYTE] + (is_short ? lane / ROW * second : 0);
}

static void expand_matrix(const tl_step *first) {
  const tl_instruction *at = first->at;
  const tl_scalar_type *power = &tl_operand_slot(at, 1)->scalar;
  tl_step own = *first;
  for (int lane = 0; lane < first->machine->wave; lane++, own.thread++) {
    int holder = (int)at->numbers[FIRST_LANE] + lane % ROW;
    const tl_element *scale =
        value_in(first, at->operands[1], holder) + scale_byte(at, lane);
    expand(&own, 0, tl_float_decode(power->format, (uint64_t)scale->bits),
           scale->poison != 0);
  }
}

/* Of elements of 8 bits in blocks of 16 nobody says who takes which byte. */
static bool prepare_matrix(tl_instruction *at) {
  bool is_said =
      tl_operand_slot(at, 0)->scalar.bits < 8 || at->numbers[BLOCK] != ROW;
  return (at->program->wave == HALF_WAVE && is_said) ||
         tl_refuse(at, "is of a wave or of blocks that the simulator does not "
                       "know");
}

const tl_sim_row TL_SIM_AMDGPU_VALUES[] = {
    {"amdgpu.permlane_swap", .warp = swap_rows, .prepare = prepare_swap,
     TL_READS({.attribute = "row_length"})},
    {"amdgpu.swizzle_bitmode", .warp = swizzle,
     TL_READS({.attribute = "and_mask"}, {.attribute = "or_mask"},
              {.attribute = "xor_mask"})},
    {"amdgpu.dpp", .warp = move_lanes, .prepare = prepare_move,
     TL_READS({"kind",
               TL_READ_WORD,
               0,
               {"quad_perm", "row_shl", "row_shr", "row_ror", "wave_shl",
                "wave_shr", "wave_ror", "wave_rol", "row_mirror",
                "row_half_mirror", "row_bcast_15", "row_bcast_31"}})},
    {"amdgpu.ext_packed_fp8", .each = expand_plain,
     TL_READS({.attribute = "index"})},
    {"amdgpu.scaled_ext_packed", .each = expand_scaled,
     TL_READS({.attribute = "index"})},
    {"amdgpu.scaled_ext_packed_matrix", .warp = expand_matrix,
     .prepare = prepare_matrix,
     TL_READS({.attribute = "blockSize"}, {.attribute = "firstScaleLane"},
              {.attribute = "firstScaleByte"})},
    {"amdgpu.packed_trunc_2xfp8", .each = pack_plain, .prepare = prepare_pack,
     TL_READS({.attribute = "wordIndex"},
              {.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})},
    {"amdgpu.packed_scaled_trunc", .each = pack_scaled, .prepare = prepare_pack,
     TL_READS({.attribute = "index"})},
    {.name = NULL},
};
