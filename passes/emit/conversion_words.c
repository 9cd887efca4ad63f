/* conversion_words.c - see conversion_words.h.
 *
 *   %w = vector.bitcast %v : vector<8xf16> to vector<4xi32>
 *   %0 = vector.extract %w[0] : i32 from vector<4xi32>
 *   %1 = vector.extract %w[1] : i32 from vector<4xi32>
 *   %bit = arith.andi %lane, %c1 : i32
 *   %odd = arith.cmpi eq, %bit, %c1 : i32
 *   %2 = arith.select %odd, %0, %1 : i32
 *   %3, %valid = gpu.shuffle xor %2, %c1, %c32 : i32
 *   ...
 *   %r = vector.from_elements %4, %5, .. : vector<4xi32>
 *   %f = vector.bitcast %r : vector<4xi32> to vector<8xf16>
 *
 * A register that only has another name is an element that is taken out and put
 * in, of which nothing is left in machine code. */
#include "conversion_words.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "registers.h"
#include "thread_number.h"
#include "tl/dialect.h"

enum {
  BYTES = 4, /* of a word */
  WORD_BITS = 32,
  BYTE_BITS = 8,
  NIBBLE = 4,
};

/* A program on its way. */
typedef struct writer {
  const tl_builder *builder;
  const tl_conversion_code *code;
  MlirType word;
  MlirValue *values;    /* of steps */
  tl_registers *source; /* rows */
  int64_t element_bytes;
} writer;

static MlirValue build_step(const writer *to, const tl_word_step *step);
static MlirValue build_result(const writer *to, MlirType type);
static MlirValue build_zeros(const writer *to, MlirValue whole);

MlirValue tl_emit_conversion(const tl_builder *builder,
                             const tl_conversion_code *code, MlirValue value,
                             MlirType result) {
  const tl_conversion_program *program = code->program;
  tl_registers source;
  tl_key_table kept = {0};
  const writer to = {
      builder,
      code,
      mlirIntegerTypeGet(builder->context, WORD_BITS),
      tl_key_table_take(&kept, (size_t)program->step_count * sizeof(MlirValue)),
      &source,
      tl_element_bytes(mlirValueGetType(value))};
  tl_registers_read(builder, value, &source);
  for (int64_t i = 0; i < program->step_count; i++)
    to.values[i] = build_step(&to, &program->steps[i]);
  MlirValue whole = build_zeros(&to, build_result(&to, result));
  tl_key_table_free(&kept);
  return whole;
}

/*===--- Values -----------------------------------------------------------===*/

static MlirValue build_number(const writer *to, int64_t number) {
  return tl_build_splat(
      to->builder, to->word,
      mlirIntegerAttrGet(to->word, (int64_t)(int32_t)(uint32_t)number));
}

static MlirValue build_as(const writer *to, MlirValue value, MlirType type) {
  return mlirTypeEqual(mlirValueGetType(value), type)
             ? value
             : tl_build_once(to->builder, "vector.bitcast", type, value,
                             (MlirValue){NULL}, NULL, (MlirAttribute){NULL});
}

static MlirValue build_lane(const writer *to) {
  return tl_build_narrow(to->builder,
                         tl_build_thread_number(to->builder, TL_SCOPE_WARP,
                                                to->code->program->lanes,
                                                &to->code->block));
}

/*===--- Words of registers -----------------------------------------------===*/

static MlirType words_type(const writer *to, int64_t bytes) {
  return tl_vector_type(bytes / BYTES, to->word);
}

static int64_t row_bytes(const writer *to, MlirValue row) {
  return tl_element_count(mlirValueGetType(row)) * to->element_bytes;
}

/* Elements `first` on as a vector of a word, zeros behind the last one. */
static MlirValue build_joined(const writer *to, int64_t first) {
  const tl_registers *from = to->source;
  MlirValue elements[BYTES];
  int64_t count = BYTES / to->element_bytes;
  for (int64_t i = 0; i < count; i++)
    elements[i] =
        first + i < from->count
            ? tl_build_element(to->builder,
                               from->pieces[from->parts[first + i].piece],
                               from->parts[first + i].element)
            : tl_build_zero(to->builder, from->element);
  MlirValue joined = tl_build_value(to->builder, "vector.from_elements",
                                    tl_vector_type(count, from->element),
                                    (intptr_t)count, elements, 0, NULL);
  return tl_build_element(to->builder,
                          build_as(to, joined, words_type(to, BYTES)), 0);
}

static MlirValue build_source(const writer *to, int64_t word) {
  const tl_registers *from = to->source;
  int64_t byte = word * BYTES, first = byte / to->element_bytes;
  tl_part part = from->parts[first];
  MlirValue row = from->pieces[part.piece];
  int64_t bytes = row_bytes(to, row);
  if (bytes % BYTES)
    return build_joined(to, first);
  byte = part.element * to->element_bytes + byte % to->element_bytes;
  return tl_build_element(to->builder, build_as(to, row, words_type(to, bytes)),
                          byte / BYTES);
}

static int32_t target_of(const writer *to, int64_t word) {
  return to->code->targets[word];
}

/* The register of the source whose words these are, from `first` on; or -1. */
static int64_t register_of(const writer *to, int64_t first) {
  const tl_word_step *steps = to->code->program->steps;
  int64_t parts = to->element_bytes / BYTES;
  int64_t source = (int64_t)steps[target_of(to, first)].number;
  for (int64_t i = 0; i < parts; i++) {
    const tl_word_step *step = &steps[target_of(to, first + i)];
    if (step->kind != TL_WORD_SOURCE || (int64_t)step->number != source + i)
      return -1;
  }
  return source % parts ? -1 : source / parts;
}

/* Words from `first` on as a vector. */
static MlirValue build_vector(const writer *to, int64_t first, int64_t elements,
                              MlirType element) {
  int64_t count = elements * to->element_bytes / BYTES;
  MlirValue words[TL_MAX_REGISTERS];
  for (int64_t i = 0; i < count; i++)
    words[i] = to->values[target_of(to, first + i)];
  MlirValue row = tl_build_value(to->builder, "vector.from_elements",
                                 tl_vector_type(count, to->word),
                                 (intptr_t)count, words, 0, NULL);
  return build_as(to, row, tl_vector_type(elements, element));
}

/* An element of words; one that has another name only is that. */
static MlirValue build_element(const writer *to, int64_t first,
                               MlirType element) {
  const tl_registers *from = to->source;
  int64_t source = register_of(to, first);
  if (source < 0)
    return tl_build_element(to->builder, build_vector(to, first, 1, element),
                            0);
  return tl_build_element(to->builder, from->pieces[from->parts[source].piece],
                          from->parts[source].element);
}

/* Element by element, or word by word where a row is no whole number of words, or
 * in rows. */
static MlirValue build_result(const writer *to, MlirType type) {
  tl_registers out;
  tl_registers_open_vector(type, &out);
  int64_t length =
      mlirShapedTypeGetDimSize(type, (intptr_t)mlirShapedTypeGetRank(type) - 1);
  if (to->element_bytes >= BYTES)
    length = 1;
  else if (length * to->element_bytes % BYTES)
    length = BYTES / to->element_bytes;
  for (int64_t first = 0; first < out.count; first += length) {
    int64_t word = first * to->element_bytes / BYTES;
    int64_t piece = out.piece_count++;
    out.pieces[piece] = length == 1
                            ? build_element(to, word, out.element)
                            : build_vector(to, word, length, out.element);
    for (int64_t i = 0; i < length && first + i < out.count; i++)
      out.parts[first + i] = (tl_part){(int16_t)piece, (int16_t)i};
  }
  return tl_registers_whole(to->builder, &out);
}

/* Zeros in threads that hold nothing. */
static MlirValue build_zeros(const writer *to, MlirValue whole) {
  const tl_conversion_code *code = to->code;
  if (!code->zero_from)
    return whole;
  MlirValue thread = tl_build_thread_number(to->builder, code->scope,
                                            code->program->lanes, &code->block);
  return tl_build_select(
      to->builder,
      tl_build_compare(to->builder, TL_BELOW, thread, code->zero_from), whole,
      tl_build_zero(to->builder, mlirValueGetType(whole)));
}

/*===--- Predicates -------------------------------------------------------===*/

static MlirValue build_compare(const writer *to, tl_predicate how,
                               MlirValue word, uint64_t number) {
  return tl_build_compare_pair(to->builder, how, word,
                               build_number(to, (int64_t)number));
}

/* Bit `lane` of a set. */
static MlirValue build_member(const writer *to, uint64_t set) {
  const tl_builder *builder = to->builder;
  const MlirValue none = {NULL};
  bool is_word = to->code->program->lanes <= WORD_BITS;
  MlirType type = is_word ? to->word : mlirIntegerTypeGet(builder->context, 64);
  MlirValue lane = build_lane(to);
  if (!is_word)
    lane = tl_build_once(builder, "arith.extui", type, lane, none, NULL,
                         (MlirAttribute){NULL});
  int64_t number = is_word ? (int64_t)(int32_t)(uint32_t)set : (int64_t)set;
  MlirValue bits = tl_build_pair(
      builder, TL_SHIFT_RIGHT,
      tl_build_splat(builder, type, mlirIntegerAttrGet(type, number)), lane);
  return tl_build_once(builder, "arith.trunci", builder->i1, bits, none, NULL,
                       (MlirAttribute){NULL});
}

/* Whether the lane is one of a mask, negated as the form says. */
static MlirValue build_mask(const writer *to, const tl_mask_form *form) {
  switch (form->kind) {
  case TL_MASK_CUBE:
    return build_compare(to, TL_EQUALS,
                         tl_build_pair(to->builder, TL_AND, build_lane(to),
                                       build_number(to, (int64_t)form->first)),
                         form->second);
  case TL_MASK_BELOW:
    return build_compare(to, TL_BELOW, build_lane(to), form->first);
  default:
    return build_member(to, form->first);
  }
}

static MlirValue build_select(const writer *to, uint64_t mask, MlirValue inside,
                              MlirValue outside) {
  tl_mask_form form = tl_mask_read(mask, to->code->program->lanes);
  MlirValue operands[] = {build_mask(to, &form),
                          form.is_negated ? outside : inside,
                          form.is_negated ? inside : outside};
  tl_build_request request = {.name = "arith.select",
                              .operand_count = 3,
                              .operands = operands,
                              .result_count = 1,
                              .results = &to->word};
  return mlirOperationGetResult(tl_build_again(to->builder, &request), 0);
}

/*===--- Bytes ------------------------------------------------------------===*/

static MlirValue build_cast(const writer *to, const char *name, MlirType type,
                            MlirValue value) {
  return tl_build_once(to->builder, name, type, value, (MlirValue){NULL}, NULL,
                       (MlirAttribute){NULL});
}

/* Byte i: (high:low >> 8 * nibble i of the selector) & 255, << 8 i. */
static MlirValue build_bytes(const writer *to, const MlirValue words[3]) {
  const tl_builder *builder = to->builder;
  MlirType wide = mlirIntegerTypeGet(builder->context, 2 * WORD_BITS);
  MlirValue low = build_cast(to, "arith.extui", wide, words[0]);
  MlirValue high = build_cast(to, "arith.extui", wide, words[1]);
  MlirValue all =
      tl_build_once(builder, "arith.ori", wide, low,
                    tl_build_by(builder, TL_SHIFT_LEFT, high, WORD_BITS), NULL,
                    (MlirAttribute){NULL});
  MlirValue out = {NULL};
  for (int i = 0; i < BYTES; i++) {
    MlirValue place =
        tl_build_mask_shift(builder, words[2], INT64_C(7) << NIBBLE * i,
                            i == 0 ? -3 : NIBBLE * i - 3);
    MlirValue byte = tl_build_pair(builder, TL_SHIFT_RIGHT, all,
                                   build_cast(to, "arith.extui", wide, place));
    byte =
        tl_build_by(builder, TL_AND,
                    build_cast(to, "arith.trunci", to->word, byte), UINT8_MAX);
    if (i > 0)
      byte = tl_build_by(builder, TL_SHIFT_LEFT, byte, BYTE_BITS * i);
    out = tl_build_pair(builder, TL_XOR, out, byte);
  }
  return out;
}

static MlirValue build_permute(const writer *to, const MlirValue words[3]) {
  return to->code->target->assembly == TL_ASSEMBLY_PTX
             ? tl_build_prmt(to->builder, words)
             : build_bytes(to, words);
}

/*===--- Steps ------------------------------------------------------------===*/

static MlirValue build_shuffle(const writer *to, const char *mode,
                               MlirValue word, MlirValue by) {
  const MlirValue operands[] = {word, by,
                                build_number(to, to->code->program->lanes)};
  const MlirType results[] = {to->word, to->builder->i1};
  MlirNamedAttribute attribute =
      tl_named(to->builder, "mode", tl_parsed(to->builder, mode));
  tl_build_request request = {.name = "gpu.shuffle",
                              .operand_count = 3,
                              .operands = operands,
                              .result_count = 2,
                              .results = results,
                              .attribute_count = 1,
                              .attributes = &attribute};
  return mlirOperationGetResult(tl_build(to->builder, &request), 0);
}

static MlirValue build_step(const writer *to, const tl_word_step *step) {
  static const tl_binary JOINS[] = {[TL_WORD_AND] = TL_AND,
                                    [TL_WORD_XOR] = TL_XOR,
                                    [TL_WORD_SHIFT_LEFT] = TL_SHIFT_LEFT,
                                    [TL_WORD_SHIFT_RIGHT] = TL_SHIFT_RIGHT};
  MlirValue of[TL_WORD_OPERANDS];
  int64_t number = (int64_t)step->number;
  for (int i = 0; i < TL_WORD_OPERANDS; i++)
    if (step->operands[i] != TL_NO_WORD)
      of[i] = to->values[step->operands[i]];
  switch ((tl_word_kind)step->kind) {
  case TL_WORD_SOURCE:
    return build_source(to, number);
  case TL_WORD_NUMBER:
    return build_number(to, number);
  case TL_WORD_LANE:
    return build_lane(to);
  case TL_WORD_AND:
  case TL_WORD_XOR:
    return tl_build_pair(to->builder, JOINS[step->kind], of[0], of[1]);
  case TL_WORD_SHIFT_LEFT:
  case TL_WORD_SHIFT_RIGHT:
    return tl_build_by(to->builder, JOINS[step->kind], of[0], number);
  case TL_WORD_SELECT:
    return build_select(to, step->number, of[0], of[1]);
  case TL_WORD_PERMUTE:
    return build_permute(to, of);
  case TL_WORD_SHUFFLE_XOR:
    return build_shuffle(to, "#gpu<shuffle_mode xor>", of[0],
                         build_number(to, number));
  default:
    return build_shuffle(to, "#gpu<shuffle_mode idx>", of[0], of[1]);
  }
}
