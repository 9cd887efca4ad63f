/* lane_steps.c - see lane_steps.h.
 *
 *   %w, %valid = gpu.shuffle xor %v, %c1, %c32 : f32
 *   %m = arith.maximumf %v, %w : f32
 */
#include "lane_steps.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "thread_number.h"
#include "tl/dialect.h"
#include "vector_parts.h"
#include <string.h>

enum { WORD_BYTES = 4, MOST_PER_WORD = 4, MOST_WORDS_OF_ONE = 4 };

MlirValue tl_build_combined(const tl_builder *builder, const char *how,
                            MlirValue a, MlirValue b) {
  const MlirValue operands[] = {a, b};
  return tl_build_value(builder, how, mlirValueGetType(a), 2, operands, 0,
                        NULL);
}

static MlirValue combine_neighbours(const tl_builder *builder, const char *how,
                                    int64_t count, MlirValue *values) {
  for (; count > 1; count = (count + 1) / 2) {
    for (int64_t i = 0; i + 1 < count; i += 2)
      values[i / 2] = tl_build_combined(builder, how, values[i], values[i + 1]);
    if (count % 2)
      values[count / 2] = values[count - 1];
  }
  return values[0];
}

/* Whether any order gives the same, and two elements of 16 bits are combined with
 * two others by one instruction. */
static bool is_of_pairs(const char *how, MlirType element) {
  static const char *const KINDS[] = {"arith.maximumf", "arith.maxnumf",
                                      "arith.minimumf", "arith.minnumf"};
  size_t i = 0;
  while (i < sizeof KINDS / sizeof *KINDS && strcmp(how, KINDS[i]) != 0)
    i++;
  return i < sizeof KINDS / sizeof *KINDS &&
         (mlirTypeIsAF16(element) || mlirTypeIsABF16(element));
}

/* Values 0 and 1, 2 and 3, ... are pairs, and a last one is none. */
static MlirValue combine_pairs(const tl_builder *builder, const char *how,
                               int64_t count, MlirValue *values) {
  MlirValue last = values[count - 1];
  MlirType pair = tl_vector_type(2, mlirValueGetType(last));
  for (int64_t i = 0; i < count / 2; i++)
    values[i] = tl_build_value(builder, "vector.from_elements", pair, 2,
                               values + 2 * i, 0, NULL);
  MlirValue both = combine_neighbours(builder, how, count / 2, values);
  MlirValue all =
      tl_build_combined(builder, how, tl_build_element(builder, both, 0),
                        tl_build_element(builder, both, 1));
  return count % 2 ? tl_build_combined(builder, how, all, last) : all;
}

MlirValue tl_build_tree(const tl_builder *builder, const char *how,
                        int64_t count, MlirValue *values) {
  return count > 3 && is_of_pairs(how, mlirValueGetType(values[0]))
             ? combine_pairs(builder, how, count, values)
             : combine_neighbours(builder, how, count, values);
}

/*===--- Lanes ------------------------------------------------------------===*/

static MlirValue build_number(const tl_builder *builder, MlirType type,
                              int64_t number) {
  return tl_build_splat(builder, type, mlirIntegerAttrGet(type, number));
}

/* The number of the lane, in as many bits as there are lanes. */
static MlirValue build_lane_bits(const tl_builder *builder, int64_t lanes) {
  MlirValue lane = tl_build_lane(builder);
  return lanes > 32 ? lane : tl_build_narrow(builder, lane);
}

/* The bit of a mask that the lane has. */
static MlirValue build_bit(const tl_builder *builder, MlirValue lane,
                           uint64_t mask) {
  MlirType type = mlirValueGetType(lane);
  int64_t number =
      mlirTypeIsAIndex(type) ? (int64_t)mask : (int64_t)(int32_t)mask;
  MlirValue shifted = tl_build_pair(builder, TL_SHIFT_RIGHT,
                                    build_number(builder, type, number), lane);
  return tl_build_by(builder, TL_AND, shifted, 1);
}

/* The lanes of which the one that they get from has that bit, or, where a change
 * is asked for, has it other than they do. */
static uint64_t mask_of(const tl_lane_step *step, int64_t lanes, int bit,
                        bool changes) {
  uint64_t mask = 0;
  for (int64_t lane = 0; lane < lanes; lane++)
    mask |= (uint64_t)((step->from[lane] ^ (changes ? lane : 0)) >> bit & 1)
            << lane;
  return mask;
}

/* The number of the lane that each gets one from: bits that are its own, and
 * others by mask. */
static MlirValue build_from(const tl_builder *builder, const tl_lane_step *step,
                            int64_t lanes) {
  MlirValue lane = build_lane_bits(builder, lanes), sum = {NULL};
  int64_t own = 0;
  for (int bit = 0; INT64_C(1) << bit < lanes; bit++) {
    uint64_t mask = mask_of(step, lanes, bit, false);
    if (!mask_of(step, lanes, bit, true)) {
      own |= INT64_C(1) << bit;
    } else if (mask) {
      MlirValue one = build_bit(builder, lane, mask);
      if (bit)
        one = tl_build_by(builder, TL_SHIFT_LEFT, one, bit);
      sum = tl_build_pair(builder, TL_ADD, sum, one);
    }
  }
  if (own)
    sum = tl_build_pair(builder, TL_ADD, sum,
                        tl_build_by(builder, TL_AND, lane, own));
  return tl_build_narrow(builder, sum);
}

/* Whether the lane combines; null where all do. */
static MlirValue build_combines(const tl_builder *builder,
                                const tl_lane_step *step, int64_t lanes) {
  uint64_t idle = 0;
  for (int64_t lane = 0; !step->distance && lane < lanes; lane++)
    idle |= (uint64_t)(step->from[lane] == lane) << lane;
  if (!idle)
    return (MlirValue){NULL};
  MlirValue bit = build_bit(builder, build_lane_bits(builder, lanes), idle);
  return tl_build_compare_pair(builder, TL_EQUALS, bit,
                               build_number(builder, mlirValueGetType(bit), 0));
}

static MlirValue build_shuffle(const tl_builder *builder, MlirAttribute mode,
                               MlirValue offset, int64_t lanes,
                               MlirValue word) {
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  const MlirValue operands[] = {word, offset,
                                build_number(builder, i32, lanes)};
  const MlirType results[] = {mlirValueGetType(word), builder->i1};
  MlirNamedAttribute own = tl_named(builder, "mode", mode);
  const tl_build_request request = {.name = "gpu.shuffle",
                                    .operand_count = 3,
                                    .operands = operands,
                                    .result_count = 2,
                                    .results = results,
                                    .attribute_count = 1,
                                    .attributes = &own};
  return mlirOperationGetResult(tl_build(builder, &request), 0);
}

/*===--- Words ------------------------------------------------------------===*/

/* How elements of a type lie in words: `per_word` in one, or one in `words`. */
typedef struct word_form {
  MlirType element, word;
  int64_t per_word, words;
  bool is_word; /* the element is one */
} word_form;

static word_form form_of(const tl_builder *builder, MlirType element) {
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  const int64_t one = 1;
  int64_t bytes = tl_element_bytes(mlirVectorTypeGet(1, &one, element));
  bool is_word = mlirTypeEqual(element, i32) || mlirTypeIsAF32(element);
  return (word_form){element, is_word ? element : i32,
                     bytes < WORD_BYTES ? WORD_BYTES / bytes : 1,
                     bytes > WORD_BYTES ? bytes / WORD_BYTES : 1, is_word};
}

static MlirValue build_cast(const tl_builder *builder, MlirType to,
                            int64_t count, const MlirValue *values,
                            int64_t to_count) {
  MlirValue all =
      tl_build_value(builder, "vector.from_elements",
                     tl_vector_type(count, mlirValueGetType(values[0])),
                     (intptr_t)count, values, 0, NULL);
  return tl_build_value(builder, "vector.bitcast", tl_vector_type(to_count, to),
                        1, &all, 0, NULL);
}

/* The words of the first values, of which there are `count`; a word that they do
 * not fill has the last one again. */
static void build_words(const tl_builder *builder, const word_form *form,
                        int64_t count, const MlirValue *values,
                        MlirValue *words) {
  MlirValue items[MOST_PER_WORD];
  words[0] = values[0];
  if (form->is_word)
    return;
  for (int64_t i = 0; i < form->per_word; i++)
    items[i] = values[i < count ? i : count - 1];
  MlirValue all =
      build_cast(builder, form->word, form->per_word, items, form->words);
  for (int64_t i = 0; i < form->words; i++)
    words[i] = tl_build_element(builder, all, i);
}

static MlirValue build_value(const tl_builder *builder, const word_form *form,
                             const MlirValue *words, int64_t number) {
  if (form->is_word)
    return words[0];
  MlirValue all =
      build_cast(builder, form->element, form->words, words, form->per_word);
  return tl_build_element(builder, all, number);
}

/* What a step moves, and how. */
typedef struct step_writer {
  const tl_builder *builder;
  const tl_lane_step *step;
  int64_t lanes;
  const char *how;
  word_form form;
  MlirAttribute mode;
  MlirValue offset;
  MlirValue combines; /* null: every lane does */
} step_writer;

static step_writer open_step(const tl_builder *builder,
                             const tl_lane_step *step, int64_t lanes,
                             const char *how, MlirType element) {
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  const char *mode =
      step->distance ? "#gpu<shuffle_mode xor>" : "#gpu<shuffle_mode idx>";
  return (step_writer){builder,
                       step,
                       lanes,
                       how,
                       form_of(builder, element),
                       tl_parsed(builder, mode),
                       step->distance
                           ? build_number(builder, i32, step->distance)
                           : build_from(builder, step, lanes),
                       build_combines(builder, step, lanes)};
}

/* Up to a word of values: each combined with what the words of another lane have
 * in its place. */
static void combine_words(const step_writer *to, int64_t count,
                          MlirValue *words, MlirValue *values) {
  const tl_builder *builder = to->builder;
  for (int64_t w = 0; w < to->form.words; w++)
    words[w] =
        build_shuffle(builder, to->mode, to->offset, to->lanes, words[w]);
  for (int64_t k = 0; k < count; k++) {
    MlirValue own = values[k];
    MlirValue both = tl_build_combined(
        builder, to->how, own, build_value(builder, &to->form, words, k));
    values[k] = mlirValueIsNull(to->combines)
                    ? both
                    : tl_build_select(builder, to->combines, both, own);
  }
}

/*===--- Halves -----------------------------------------------------------===*/

/* The lanes of which an odd number of those bits is set. */
static uint64_t odd_lanes(int64_t lanes, int64_t bits) {
  uint64_t mask = 0;
  for (int64_t lane = 0; lane < lanes; lane++)
    mask |= (uint64_t)(tl_count_bits((uint64_t)(lane & bits)) & 1) << lane;
  return mask;
}

/* Whether the lane keeps the upper half; null where none does. */
static MlirValue build_is_upper(const step_writer *to) {
  const tl_builder *builder = to->builder;
  int64_t bits = to->step->upper_lanes;
  if (!bits)
    return (MlirValue){NULL};
  MlirValue lane = build_lane_bits(builder, to->lanes);
  MlirValue bit = bits & (bits - 1)
                      ? build_bit(builder, lane, odd_lanes(to->lanes, bits))
                      : tl_build_by(builder, TL_AND, lane, bits);
  return tl_build_compare_pair(builder, TL_DIFFERS, bit,
                               build_number(builder, mlirValueGetType(bit), 0));
}

/* A word of registers of both halves. */
typedef struct half_words {
  MlirValue of[2][MOST_WORDS_OF_ONE]; /* lower, upper */
} half_words;

/* Of registers `first` to first + count, each ^ `exchanged`. */
static half_words build_halves(const step_writer *to, int64_t exchanged,
                               int64_t first, int64_t count,
                               const MlirValue *values) {
  half_words words;
  for (int is_upper = 0; is_upper < 2; is_upper++) {
    MlirValue items[MOST_PER_WORD] = {{NULL}};
    for (int64_t k = 0; k < count; k++)
      items[k] = values[tl_halved_register(to->step, (first + k) ^ exchanged,
                                           is_upper)];
    build_words(to->builder, &to->form, count, items, words.of[is_upper]);
  }
  return words;
}

/* The half that the lane keeps, or the other one. */
static MlirValue choose_word(const step_writer *to, MlirValue is_upper,
                             const half_words *words, bool is_other,
                             int64_t number) {
  MlirValue lower = words->of[is_other][number];
  return mlirValueIsNull(is_upper)
             ? lower
             : tl_build_select(to->builder, is_upper,
                               words->of[!is_other][number], lower);
}

/* A word of one half is kept, and that of the other one given. */
static void halve_words(const step_writer *to, MlirValue is_upper,
                        int64_t first, int64_t count, const MlirValue *values,
                        MlirValue *kept) {
  int64_t exchanged = to->step->exchanged;
  MlirValue own[MOST_WORDS_OF_ONE], given[MOST_WORDS_OF_ONE];
  half_words here = build_halves(to, 0, first, count, values), there = here;
  if (exchanged)
    there = build_halves(to, exchanged, first, count, values);
  for (int64_t w = 0; w < to->form.words; w++) {
    own[w] = choose_word(to, is_upper, &here, false, w);
    given[w] = choose_word(to, is_upper, &there, true, w);
  }
  for (int64_t k = 0; k < count; k++)
    kept[first + k] = build_value(to->builder, &to->form, own, k);
  combine_words(to, count, given, &kept[first]);
}

static int64_t build_halving(const step_writer *to, int64_t count,
                             MlirValue *values) {
  MlirValue kept[TL_MAX_REDUCED_REGISTERS], is_upper = build_is_upper(to);
  int64_t per_word = to->form.per_word, half = count / 2;
  for (int64_t i = 0; i < half; i += per_word)
    halve_words(to, is_upper, i, half - i < per_word ? half - i : per_word,
                values, kept);
  memcpy(values, kept, (size_t)half * sizeof *kept);
  return half;
}

int64_t tl_build_lane_step(const tl_builder *builder, const tl_lane_step *step,
                           int64_t lanes, const char *how, int64_t count,
                           MlirValue *values) {
  const step_writer to =
      open_step(builder, step, lanes, how, mlirValueGetType(values[0]));
  int64_t per_word = to.form.per_word;
  MlirValue given[TL_MAX_REDUCED_REGISTERS];
  if (step->halved_stride)
    return build_halving(&to, count, values);
  for (int64_t i = 0; i < count; i++)
    given[i] = values[i ^ step->exchanged];
  for (int64_t i = 0; i < count; i += per_word) {
    MlirValue words[MOST_WORDS_OF_ONE];
    int64_t rest = count - i < per_word ? count - i : per_word;
    build_words(builder, &to.form, rest, &given[i], words);
    combine_words(&to, rest, words, &values[i]);
  }
  return count;
}

/*===--- All lanes --------------------------------------------------------===*/

/* An operation of arith as one of redux.sync. */
typedef struct redux_row {
  const char *how, *kind;
  unsigned needs; /* of tl_access_kinds */
  bool is_signed, is_nan;
} redux_row;

#define REDUX(kind) "#nvvm<redux_kind " #kind ">"

static const redux_row REDUX_ROWS[] = {
    {"arith.addi", REDUX(add), TL_HAS_REDUX, false, false},
    {"arith.andi", REDUX(and), TL_HAS_REDUX, false, false},
    {"arith.ori", REDUX(or), TL_HAS_REDUX, false, false},
    {"arith.xori", REDUX(xor), TL_HAS_REDUX, false, false},
    {"arith.minui", REDUX(umin), TL_HAS_REDUX, false, false},
    {"arith.maxui", REDUX(umax), TL_HAS_REDUX, false, false},
    {"arith.minsi", REDUX(min), TL_HAS_REDUX, true, false},
    {"arith.maxsi", REDUX(max), TL_HAS_REDUX, true, false},
    {"arith.minnumf", REDUX(fmin), TL_HAS_FLOAT_REDUX, false, false},
    {"arith.maxnumf", REDUX(fmax), TL_HAS_FLOAT_REDUX, false, false},
    {"arith.minimumf", REDUX(fmin), TL_HAS_FLOAT_REDUX, false, true},
    {"arith.maximumf", REDUX(fmax), TL_HAS_FLOAT_REDUX, false, true},
    {NULL, NULL, 0, false, false}};

static const redux_row *redux_of(const char *how) {
  const redux_row *row = REDUX_ROWS;
  while (row->how && strcmp(row->how, how) != 0)
    row++;
  return row->how ? row : NULL;
}

static int64_t integer_bits(MlirType type) {
  return mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : 0;
}

bool tl_has_redux(const tl_target *target, const char *how, MlirType element) {
  const redux_row *row = redux_of(how);
  return row && target->kinds & row->needs &&
         (row->needs == TL_HAS_FLOAT_REDUX
              ? mlirTypeIsAF32(element)
              : mlirTypeIsAInteger(element) && integer_bits(element) <= 32);
}

static MlirValue build_widened(const tl_builder *builder, const redux_row *row,
                               MlirValue value) {
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  int64_t bits = integer_bits(mlirValueGetType(value));
  return bits && bits < 32
             ? tl_build_value(builder,
                              row->is_signed ? "arith.extsi" : "arith.extui",
                              i32, 1, &value, 0, NULL)
             : value;
}

MlirValue tl_build_redux(const tl_builder *builder, const char *how,
                         MlirValue value) {
  enum { ALL_LANES = -1 };
  const redux_row *row = redux_of(how);
  MlirType type = mlirValueGetType(value);
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  const MlirNamedAttribute own[] = {
      tl_named(builder, "kind", tl_parsed(builder, row->kind)),
      tl_named(builder, "nan", mlirBoolAttrGet(builder->context, row->is_nan))};
  const MlirValue operands[] = {build_widened(builder, row, value),
                                build_number(builder, i32, ALL_LANES)};
  MlirType wide = mlirValueGetType(operands[0]);
  MlirValue out =
      tl_build_value(builder, "nvvm.redux.sync", wide, 2, operands, 2, own);
  return mlirTypeEqual(wide, type)
             ? out
             : tl_build_value(builder, "arith.trunci", type, 1, &out, 0, NULL);
}
