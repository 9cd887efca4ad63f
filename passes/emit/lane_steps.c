/* lane_steps.c - see lane_steps.h.
 *
 *   %w, %valid = gpu.shuffle xor %v, %c1, %c32 : f32
 *   %m = arith.maximumf %v, %w : f32
 */
#include "lane_steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "plan_values.h"
#include "tl/dialect.h"
#include "vector_parts.h"

enum { WORD_BYTES = 4, MOST_PER_WORD = 4, MOST_WORDS_OF_ONE = 4 };

MlirValue tl_build_combined(const tl_builder *builder, const char *how,
                            MlirValue a, MlirValue b) {
  const MlirValue operands[] = {a, b};
  return tl_build_value(builder, how, mlirValueGetType(a), 2, operands, 0,
                        NULL);
}

MlirValue tl_build_tree(const tl_builder *builder, const char *how,
                        int64_t count, MlirValue *values) {
  for (; count > 1; count = (count + 1) / 2) {
    for (int64_t i = 0; i + 1 < count; i += 2)
      values[i / 2] = tl_build_combined(builder, how, values[i], values[i + 1]);
    if (count % 2)
      values[count / 2] = values[count - 1];
  }
  return values[0];
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

/* The lanes of which the one that they get from has that bit. */
static uint64_t mask_of(const tl_lane_step *step, int64_t lanes, int bit) {
  uint64_t mask = 0;
  for (int64_t lane = 0; lane < lanes; lane++)
    mask |= (uint64_t)(step->from[lane] >> bit & 1) << lane;
  return mask;
}

static uint64_t own_mask(int64_t lanes, int bit) {
  uint64_t mask = 0;
  for (int64_t lane = 0; lane < lanes; lane++)
    mask |= (uint64_t)(lane >> bit & 1) << lane;
  return mask;
}

/* The number of the lane that each gets one from: bits that are its own, and
 * others by mask. */
static MlirValue build_from(const tl_builder *builder, const tl_lane_step *step,
                            int64_t lanes) {
  MlirValue lane = build_lane_bits(builder, lanes), sum = {NULL};
  int64_t own = 0;
  for (int bit = 0; INT64_C(1) << bit < lanes; bit++) {
    uint64_t mask = mask_of(step, lanes, bit);
    if (mask == own_mask(lanes, bit)) {
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

void tl_build_lane_step(const tl_builder *builder, const tl_lane_step *step,
                        int64_t lanes, const char *how, int64_t count,
                        MlirValue *values) {
  MlirType i32 = mlirIntegerTypeGet(builder->context, 32);
  word_form form = form_of(builder, mlirValueGetType(values[0]));
  MlirValue offset = step->distance ? build_number(builder, i32, step->distance)
                                    : build_from(builder, step, lanes);
  MlirAttribute mode =
      tl_parsed(builder, step->distance ? "#gpu<shuffle_mode xor>"
                                        : "#gpu<shuffle_mode idx>");
  MlirValue combines = build_combines(builder, step, lanes);
  for (int64_t i = 0; i < count; i += form.per_word) {
    MlirValue words[MOST_WORDS_OF_ONE];
    build_words(builder, &form, count - i, &values[i], words);
    for (int64_t w = 0; w < form.words; w++)
      words[w] = build_shuffle(builder, mode, offset, lanes, words[w]);
    for (int64_t k = 0; k < form.per_word && i + k < count; k++) {
      MlirValue own = values[i + k];
      MlirValue both = tl_build_combined(builder, how, own,
                                         build_value(builder, &form, words, k));
      values[i + k] = mlirValueIsNull(combines)
                          ? both
                          : tl_build_select(builder, combines, both, own);
    }
  }
}
