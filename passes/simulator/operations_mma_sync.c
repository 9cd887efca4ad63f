/* operations_mma_sync.c - nvvm.mma.sync, whose fragments are registers: elements of
 * nvgpu.mma.sync, which are packed from the lowest bits on.
 *
 * The result is a struct of registers, of those of C. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "passes/simulator/numbers/matrix_product.h"
#include <math.h>
#include <stdio.h>

enum { A = TL_MATRIX_A, B, C, FACTORS };
enum { TF32_DROPPED_BITS = 13, WARP = 32 };

/* Elements as they are called in the attribute, and in the name of an atom. */
typedef struct element_type {
  const char *name, *atom;
  int bits;
  int format; /* of TL_FLOAT_FORMATS, or NONE */
  bool is_unsigned;
} element_type;
enum { NONE = -1 };

static const element_type TYPES[] = {
    {"<f16>", "F16", 16, TL_F16, false},
    {"<bf16>", "BF16", 16, TL_BF16, false},
    {"<tf32>", "TF32", 32, TL_F32, false},
    {"<f64>", "F64", 64, TL_F64, false},
    {"<s8>", "S8", 8, NONE, false},
    {"<u8>", "S8", 8, NONE, true},
    {"<s4>", "S4", 4, NONE, false},
    {"<u4>", "S4", 4, NONE, true},
    {"<f32>", "F32", 32, TL_F32, false},
    {"<s32>", "S32", 32, NONE, false},
};

/* detail: numbers are how many registers each factor has. */
typedef struct product {
  tl_matrix_product matrices;
  element_type types[FACTORS];
  bool saturates;
} product;

/*===--- Elements ---------------------------------------------------------===*/

static int first_register(const tl_instruction *at, int factor) {
  int first = 0;
  for (int i = 0; i < factor; i++)
    first += (int)at->numbers[i];
  return first;
}

/* Element `n` of what a lane holds of a factor. */
static tl_element element_of(const tl_step *lane, int factor, int64_t n) {
  const product *own = lane->at->detail;
  int first = first_register(lane->at, factor), bits = own->types[factor].bits;
  const tl_slot *slot = tl_operand_slot(lane->at, first);
  int64_t item = n * bits / slot->scalar.bits;
  tl_element word =
      tl_operand(lane, first + (int)(item / slot->count))[item % slot->count];
  return (tl_element){word.bits >> (n * bits % slot->scalar.bits) &
                          tl_wide_low_bits(bits),
                      word.poison};
}

static double number_of(const element_type *type, tl_bits bits) {
  if (type->format != NONE)
    return tl_float_decode(&TL_FLOAT_FORMATS[type->format], (uint64_t)bits);
  return type->is_unsigned ? (double)(uint64_t)bits
                           : (double)tl_sign_extend(bits, type->bits);
}

static void gather(const tl_step *first, int factor, tl_matrix_values *out) {
  const product *own = first->at->detail;
  const element_type *type = &own->types[factor];
  bool is_shortened = factor != C && type->format == TL_F32;
  int wave = first->machine->wave;
  for (int64_t n = 0; n < wave * own->matrices.counts[factor]; n++) {
    tl_step lane = *first;
    lane.thread += (int)(n % wave);
    tl_element element = element_of(&lane, factor, n / wave);
    if (is_shortened)
      element.bits &= ~tl_wide_low_bits(TF32_DROPPED_BITS);
    int64_t place = own->matrices.places[factor][n];
    out->numbers[factor][place] = number_of(type, element.bits);
    out->is_unknown[factor][place] = element.poison != 0;
  }
}

static tl_bits bits_of(const product *own, const tl_scalar_type *type,
                       double sum) {
  if (type->format)
    return tl_float_encode(type->format, sum);
  if (own->saturates)
    sum = fmin(fmax(sum, INT32_MIN), INT32_MAX);
  return tl_integer_encode(type, (int64_t)sum).bits;
}

static void multiply(const tl_step *first) {
  const product *own = first->at->detail;
  const tl_scalar_type *type = &tl_result_slot(first->at, 0)->scalar;
  int wave = first->machine->wave;
  tl_matrix_values in;
  for (int i = 0; i < FACTORS; i++)
    gather(first, i, &in);
  for (int64_t n = 0; n < wave * own->matrices.counts[C]; n++) {
    bool is_unknown;
    double sum =
        tl_matrix_product_sum(&own->matrices, &in, own->matrices.places[C][n],
                              own->types[C].format == TL_F64, &is_unknown);
    tl_step lane = *first;
    lane.thread += (int)(n % wave);
    tl_result(&lane, 0)[n / wave] = (tl_element){
        bits_of(own, type, sum), is_unknown ? tl_poison_all(type) : 0};
  }
}

/*===--- Preparation ------------------------------------------------------===*/

static bool find_type(const char *text, element_type *out) {
  size_t i = 0, count = sizeof TYPES / sizeof *TYPES;
  while (i < count && !strstr(text, TYPES[i].name))
    i++;
  if (i < count)
    *out = TYPES[i];
  return i < count;
}

/* That of C is that of its registers. */
static bool read_types(tl_instruction *at, product *own) {
  const tl_scalar_type *sum = &tl_result_slot(at, 0)->scalar;
  const char *name = !sum->format                               ? "<s32>"
                     : sum->format == &TL_FLOAT_FORMATS[TL_F16] ? "<f16>"
                     : sum->bits == 64                          ? "<f64>"
                                                                : "<f32>";
  const tl_text a = tl_attribute_text(at, "multiplicandAPtxType"),
                b = tl_attribute_text(at, "multiplicandBPtxType");
  return find_type(a.data, &own->types[A]) &&
         find_type(b.data, &own->types[B]) && find_type(name, &own->types[C]);
}

static bool read_shape(tl_instruction *at, int64_t shape[TL_MATRIX_RANK]) {
  const tl_text text = tl_attribute_text(at, "shape");
  const char *from = strchr(text.data, '<');
  int m, n, k;
  bool is_read =
      from && sscanf(from, "<m = %d, n = %d, k = %d>", &m, &n, &k) == 3;
  if (is_read)
    memcpy(shape, (int64_t[]){m, n, k}, TL_MATRIX_RANK * sizeof *shape);
  return is_read;
}

/* Whether the registers have as many bits as the elements of a lane. */
static bool has_registers(const tl_instruction *at, const product *own) {
  bool has = true;
  for (int i = 0; i < FACTORS; i++) {
    const tl_slot *slot = tl_operand_slot(at, first_register(at, i));
    has = has && at->numbers[i] * slot->count * slot->scalar.bits ==
                     own->matrices.counts[i] * own->types[i].bits;
  }
  return has && tl_result_slot(at, 0)->count == own->matrices.counts[C];
}

static bool prepare(tl_instruction *at) {
  product *own = tl_keep(at->program, 1, sizeof *own);
  at->detail = own;
  if (!own)
    return false;
  own->saturates =
      strstr(tl_attribute_text(at, "intOverflowBehavior").data, "satfinite");
  bool is_known = at->program->wave == WARP && read_types(at, own) &&
                  read_shape(at, own->matrices.shape);
  const char *const atoms[FACTORS] = {own->types[A].atom, own->types[B].atom,
                                      own->types[C].atom};
  is_known =
      is_known && mlirAttributeIsNull(tl_attribute_of(at->operation, "b1Op")) &&
      tl_matrix_product_find(own->matrices.shape, atoms, &own->matrices) &&
      has_registers(at, own);
  return is_known ||
         tl_refuse(at, "has a shape or types that the simulator does not know");
}

const tl_sim_row TL_SIM_MMA_SYNC[] = {
    {"nvvm.mma.sync", .warp = multiply, .prepare = prepare,
     TL_READS({.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})},
    {.name = NULL},
};
