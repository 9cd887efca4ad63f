/* operations_mma_sync.c - nvvm.mma.sync, whose fragments are registers: elements of
 * nvgpu.mma.sync, which are packed from the lowest bits on.
 *
 * The result is a struct of registers, of those of C.  nvvm.inline_ptx of the
 * instruction has as many results, each of a register: upstream has no operation of
 * e4m3 and e5m2. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "passes/simulator/numbers/matrix_product.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { A = TL_MATRIX_A, B, C, FACTORS };
enum { TF32_DROPPED_BITS = 13, WARP = 32, WORD_BITS = 32, TYPE_NAME = 8 };
#define TYPE_FORMAT "%7[a-z0-9]"

/* Elements as they are called in PTX, and in the name of an atom. */
typedef struct element_type {
  const char *name, *atom;
  int bits;
  int format; /* of TL_FLOAT_FORMATS, or NONE */
  bool is_unsigned;
} element_type;
enum { NONE = -1 };

static const element_type TYPES[] = {
    {"f16", "F16", 16, TL_F16, false},
    {"bf16", "BF16", 16, TL_BF16, false},
    {"tf32", "TF32", 32, TL_F32, false},
    {"f64", "F64", 64, TL_F64, false},
    {"s8", "S8", 8, NONE, false},
    {"u8", "S8", 8, NONE, true},
    {"s4", "S4", 4, NONE, false},
    {"u4", "S4", 4, NONE, true},
    {"e4m3", "E4M3", 8, TL_F8E4M3FN, false},
    {"e5m2", "E5M2", 8, TL_F8E5M2, false},
    {"f32", "F32", 32, TL_F32, false},
    {"s32", "S32", 32, NONE, false},
};

typedef struct product {
  tl_matrix_product matrices;
  element_type types[FACTORS];
  int registers[FACTORS]; /* operands */
  bool saturates;
} product;

/*===--- Elements ---------------------------------------------------------===*/

static int first_register(const product *own, int factor) {
  int first = 0;
  for (int i = 0; i < factor; i++)
    first += own->registers[i];
  return first;
}

/* Element `n` of what a lane holds of a factor. */
static tl_element element_of(const tl_step *lane, int factor, int64_t n) {
  const product *own = lane->at->detail;
  int first = first_register(own, factor), bits = own->types[factor].bits;
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
  const tl_slot *slot = tl_result_slot(first->at, 0);
  const tl_scalar_type *type = &slot->scalar;
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
    int64_t item = n / wave;
    tl_result(&lane, (int)(item / slot->count))[item % slot->count] =
        (tl_element){bits_of(own, type, sum),
                     is_unknown ? tl_poison_all(type) : 0};
  }
}

/*===--- Preparation ------------------------------------------------------===*/

static bool find_type(const char *name, element_type *out) {
  size_t i = 0, count = sizeof TYPES / sizeof *TYPES;
  while (i < count && strcmp(TYPES[i].name, name) != 0)
    i++;
  if (i < count)
    *out = TYPES[i];
  return i < count;
}

/* The type that an attribute names, as #nvvm.mma_type<f16>. */
static bool find_stated_type(const tl_instruction *at, const char *attribute,
                             element_type *out) {
  const tl_text text = tl_attribute_text(at, attribute);
  const char *from = strchr(text.data, '<');
  char name[TYPE_NAME];
  return from && sscanf(from, "<" TYPE_FORMAT ">", name) == 1 &&
         find_type(name, out);
}

/* That of C is that of its registers. */
static bool read_types(tl_instruction *at, product *own) {
  const tl_scalar_type *sum = &tl_result_slot(at, 0)->scalar;
  const char *name = !sum->format                               ? "s32"
                     : sum->format == &TL_FLOAT_FORMATS[TL_F16] ? "f16"
                     : sum->bits == 64                          ? "f64"
                                                                : "f32";
  return find_stated_type(at, "multiplicandAPtxType", &own->types[A]) &&
         find_stated_type(at, "multiplicandBPtxType", &own->types[B]) &&
         find_type(name, &own->types[C]);
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
  bool has = first_register(own, FACTORS) == at->operand_count;
  for (int i = 0; has && i < FACTORS; i++) {
    const tl_slot *slot = tl_operand_slot(at, first_register(own, i));
    has = own->registers[i] * slot->count * slot->scalar.bits ==
          own->matrices.counts[i] * own->types[i].bits;
  }
  return has && at->result_count * tl_result_slot(at, 0)->count ==
                    own->matrices.counts[C];
}

static bool find_product(const tl_instruction *at, product *own) {
  const char *const atoms[FACTORS] = {own->types[A].atom, own->types[B].atom,
                                      own->types[C].atom};
  for (int i = 0; i < FACTORS; i++)
    own->registers[i] = (int)at->numbers[i];
  return at->program->wave == WARP &&
         tl_matrix_product_find(own->matrices.shape, atoms, &own->matrices);
}

static bool prepare(tl_instruction *at) {
  product *own = tl_keep(at->program, 1, sizeof *own);
  at->detail = own;
  if (!own)
    return false;
  own->saturates =
      strstr(tl_attribute_text(at, "intOverflowBehavior").data, "satfinite");
  bool is_known = read_types(at, own) && read_shape(at, own->matrices.shape) &&
                  mlirAttributeIsNull(tl_attribute_of(at->operation, "b1Op")) &&
                  find_product(at, own) && has_registers(at, own);
  return is_known ||
         tl_refuse(at, "has a shape or types that the simulator does not know");
}

/*===--- The instruction --------------------------------------------------===*/

/* Goes behind {$4, $5} of two registers, of which 4 is the first. */
static bool skip_registers(const char **text, int first, int count) {
  int length = 0, number;
  for (int i = 0; i < count; i++) {
    if (sscanf(*text, i ? " , $%d%n" : " { $%d%n", &number, &length) != 1 ||
        number != first + i)
      return false;
    *text += length;
  }
  length = 0;
  sscanf(*text, " } %n", &length);
  *text += length;
  return length > 0;
}

static bool skip(const char **text, const char *what) {
  size_t length = strlen(what);
  bool is_there = strncmp(*text, what, length) == 0;
  *text += is_there ? length : 0;
  return is_there;
}

/* All registers in order, those of D first: of results, and then of operands. */
static bool names_registers(const char *text, const product *own) {
  int first = own->registers[C];
  bool names = skip_registers(&text, 0, first);
  for (int i = 0; names && i < FACTORS; first += own->registers[i++])
    names = skip(&text, ",") && skip_registers(&text, first, own->registers[i]);
  return names && skip(&text, ";\"") && !*text;
}

/* Sums of 32 bits, as each has a register of its own. */
static bool read_instruction(const char *text, product *own, int *length) {
  char d[TYPE_NAME], a[TYPE_NAME], b[TYPE_NAME], c[TYPE_NAME];
  int64_t *shape = own->matrices.shape;
  return sscanf(text,
                "\"mma.sync.aligned.m%" SCNd64 "n%" SCNd64 "k%" SCNd64
                ".row.col." TYPE_FORMAT "." TYPE_FORMAT "." TYPE_FORMAT
                "." TYPE_FORMAT "%n",
                &shape[TL_MATRIX_M], &shape[TL_MATRIX_N], &shape[TL_MATRIX_K],
                d, a, b, c, length) == TL_MATRIX_RANK + FACTORS + 1 &&
         find_type(a, &own->types[A]) && find_type(b, &own->types[B]) &&
         find_type(c, &own->types[C]) && strcmp(c, d) == 0 &&
         own->types[C].bits == WORD_BITS;
}

static bool prepare_instruction(tl_instruction *at) {
  product *own = tl_keep(at->program, 1, sizeof *own);
  const tl_text text = tl_attribute_text(at, "ptxCode");
  int length = 0;
  at->detail = own;
  if (!own)
    return false;
  bool is_known = at->operand_count == at->numbers[0] &&
                  read_instruction(text.data, own, &length) &&
                  find_product(at, own);
  for (int i = 0; is_known && i < FACTORS; i++)
    own->registers[i] =
        (int)own->matrices.counts[i] * own->types[i].bits / WORD_BITS;
  is_known = is_known && at->result_count == own->registers[C] &&
             has_registers(at, own) && names_registers(text.data + length, own);
  return is_known ||
         tl_refuse(at, "is no product of matrices that the simulator knows");
}

const tl_sim_row TL_SIM_MMA_SYNC[] = {
    {"nvvm.mma.sync", .warp = multiply, .prepare = prepare,
     TL_READS({.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})},
    {"nvvm.inline_ptx", .warp = multiply, .prepare = prepare_instruction,
     TL_READS({.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})},
    {.name = NULL},
};
