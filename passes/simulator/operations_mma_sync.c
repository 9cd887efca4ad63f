/* operations_mma_sync.c - nvvm.mma.sync, whose fragments are registers: elements of
 * nvgpu.mma.sync, which are packed from the lowest bits on.  With a sparse A,
 * nvvm.mma.sp.sync; with scales, nvvm.mma.block_scale; with both,
 * nvvm.mma.sp.block_scale.
 *
 * The result is a struct of registers, of those of C.  nvvm.inline_ptx of the
 * instruction has as many results, each of a register: upstream has no operation of
 * e4m3 and e5m2. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "sparse_operands.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { A = TL_MATRIX_A, B, C, FACTORS };
enum { M = TL_MATRIX_M, N, K };
enum { TF32_DROPPED_BITS = 13, WARP = 32, WORD_BITS = 32, TYPE_NAME = 8 };
#define TYPE_FORMAT "%7[a-z0-9]"

/* Elements as they are called in PTX, and in the name of an atom. */
typedef struct element_type {
  const char *name, *atom;
  int bits;   /* that it takes */
  int format; /* of TL_FLOAT_FORMATS, or NONE */
  bool is_unsigned;
  int low; /* of its bits, those before it */
} element_type;
enum { NONE = -1 };

static const element_type TYPES[] = {
    {"f16", "F16", 16, TL_F16, false, 0},
    {"bf16", "BF16", 16, TL_BF16, false, 0},
    {"tf32", "TF32", 32, TL_F32, false, 0},
    {"f64", "F64", 64, TL_F64, false, 0},
    {"s8", "S8", 8, NONE, false, 0},
    {"u8", "S8", 8, NONE, true, 0},
    {"s4", "S4", 4, NONE, false, 0},
    {"u4", "S4", 4, NONE, true, 0},
    {"b1", "U1", 1, NONE, true, 0},
    {"e4m3", "E4M3", 8, TL_F8E4M3FN, false, 0},
    {"e5m2", "E5M2", 8, TL_F8E5M2, false, 0},
    {"e3m2", "E3M2", 8, TL_F6E3M2FN, false, 0},
    {"e2m3", "E2M3", 8, TL_F6E2M3FN, false, 0},
    {"e2m1", "E2M1", 4, TL_F4E2M1FN, false, 0},
    {"f32", "F32", 32, TL_F32, false, 0},
    {"s32", "S32", 32, NONE, false, 0},
};

typedef struct product {
  tl_matrix_product matrices;
  element_type types[FACTORS];
  int registers[FACTORS]; /* operands */
  bool saturates;
  bool is_xor; /* bits that differ are counted, and not those that both have */
  tl_sparse_form sparse; /* with no lanes: A is dense */
  int64_t scale_count;   /* of a row of A and a column of B, or 0 */
  int scale_format;
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
  if (type->format != NONE) {
    const tl_float_format *format = &TL_FLOAT_FORMATS[type->format];
    return tl_float_decode(
        format, (uint64_t)(bits >> type->low & tl_wide_low_bits(format->bits)));
  }
  return type->is_unsigned ? (double)(uint64_t)bits
                           : (double)tl_sign_extend(bits, type->bits);
}

/* Of k bits those differ that k less the sum of their products counts twice, if they
 * are 1 and -1. */
static double of_signs(int factor, double number) {
  return factor == C ? -2 * number : 1 - 2 * number;
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
    double number = number_of(type, element.bits);
    out->numbers[factor][place] =
        own->is_xor ? of_signs(factor, number) : number;
    out->is_unknown[factor][place] = element.poison != 0;
  }
}

static tl_bits bits_of(const product *own, const tl_scalar_type *type,
                       double sum) {
  if (type->format)
    return tl_float_encode(type->format, sum);
  if (own->is_xor)
    sum = ((double)own->matrices.shape[K] - sum) / 2;
  if (own->saturates)
    sum = fmin(fmax(sum, INT32_MIN), INT32_MAX);
  return tl_integer_encode(type, (int64_t)sum).bits;
}

static void give_product(const tl_step *first, const tl_matrix_values *in) {
  const product *own = first->at->detail;
  const tl_slot *slot = tl_result_slot(first->at, 0);
  const tl_scalar_type *type = &slot->scalar;
  int wave = first->machine->wave;
  for (int64_t n = 0; n < wave * own->matrices.counts[C]; n++) {
    bool is_unknown;
    double sum =
        tl_matrix_product_sum(&own->matrices, in, own->matrices.places[C][n],
                              own->types[C].format == TL_F64, &is_unknown);
    tl_step lane = *first;
    lane.thread += (int)(n % wave);
    int64_t item = n / wave;
    tl_result(&lane, (int)(item / slot->count))[item % slot->count] =
        (tl_element){bits_of(own, type, sum),
                     is_unknown ? tl_poison_all(type) : 0};
  }
}

static void multiply(const tl_step *first) {
  tl_matrix_values in;
  for (int i = 0; i < FACTORS; i++)
    gather(first, i, &in);
  give_product(first, &in);
}

/*===--- Sparse and scaled factors ----------------------------------------===*/

/* What is behind A, B and C. */
enum { METADATA = 0, SELECTOR, SPARSE_OPERANDS };
enum { SCALES = 0, BYTE, THREAD, SCALE_OPERANDS };
enum { QUAD = TL_SPARSE_QUAD, SCALE_BITS = 8, SCALES_OF_WORD = 4, ROWS = 8 };

static bool is_sparse(const product *own) { return own->sparse.lanes > 0; }

static int first_scale(const product *own, int factor) {
  return first_register(own, FACTORS) + (is_sparse(own) ? SPARSE_OPERANDS : 0) +
         SCALE_OPERANDS * factor;
}

/* The number that all lanes say, a constant in PTX. */
static bool find_said(const tl_step *first, int operand, int64_t *out) {
  const tl_element *own = tl_operand(first, operand);
  *out = (int64_t)own->bits;
  for (int i = 0; i < WARP; i++) {
    tl_step lane = *first;
    lane.thread += i;
    const tl_element *said = tl_operand(&lane, operand);
    if (said->poison)
      return tl_fault(&lane, TL_FAULT_UNINITIALIZED, "needs operand %d",
                      operand);
    if (said->bits != own->bits)
      return tl_fault(&lane, TL_FAULT_SCOPE,
                      "has %" PRId64 " as operand %d, and thread %d of its "
                      "warp %" PRId64,
                      (int64_t)said->bits, operand, first->thread, *out);
  }
  return true;
}

static bool spread_sparse(const tl_step *first, const tl_matrix_values *held,
                          tl_matrix_values *out) {
  const product *own = first->at->detail;
  int operand = first_register(own, FACTORS);
  int64_t selector;
  if (!find_said(first, operand + SELECTOR, &selector))
    return false;
  if (!tl_sparse_selects(&own->sparse, selector))
    return tl_fault(first, TL_FAULT_ASSERTION,
                    "selects threads that are not there: %" PRId64 ", of %d",
                    selector, (int)(QUAD / own->sparse.lanes));
  tl_sparse_spread(first, operand + METADATA, selector, &own->matrices,
                   &own->sparse, held, out);
  return true;
}

/* Scales of a row are of one lane, those of rows g and g + 8 of A of two that
 * follow each other in lanes 4 g to 4 g + 3; of a column of B, of one in these.
 * They are bytes that follow each other, the first k first.
 *
 * Source: PTX ISA, "Block Scaling for mma.sync"; CUTLASS,
 * mma_traits_sm120.hpp, SFALayout and SFBLayout. */
static int64_t lane_of_scale(int factor, int64_t along, int64_t thread) {
  return QUAD * (along % ROWS) +
         (factor == A ? 2 * thread + along / ROWS : thread);
}

static void scale_along(const tl_step *first, int factor, int64_t along,
                        const tl_element *word, int64_t byte,
                        tl_matrix_values *out) {
  const product *own = first->at->detail;
  const tl_float_format *format = &TL_FLOAT_FORMATS[own->scale_format];
  int64_t extent = own->matrices.shape[factor == A ? M : N];
  int64_t depth = own->matrices.shape[K];
  for (int64_t k = 0; k < depth; k++) {
    int64_t at = along + extent * k;
    int64_t number = byte + k / (depth / own->scale_count);
    tl_bits bits =
        word->bits >> SCALE_BITS * number & tl_wide_low_bits(SCALE_BITS);
    if (own->scale_format != TL_F8E8M0FNU) /* without a sign */
      bits &= tl_wide_low_bits(SCALE_BITS - 1);
    out->numbers[factor][at] *= tl_float_decode(format, (uint64_t)bits);
    out->is_unknown[factor][at] =
        out->is_unknown[factor][at] || (word->poison >> number & 1);
  }
}

static bool scale(const tl_step *first, int factor, tl_matrix_values *out) {
  const product *own = first->at->detail;
  int operand = first_scale(own, factor);
  int64_t byte, thread, threads = factor == A ? QUAD / 2 : QUAD;
  if (!find_said(first, operand + BYTE, &byte) ||
      !find_said(first, operand + THREAD, &thread))
    return false;
  if (byte >= SCALES_OF_WORD || byte % own->scale_count || thread >= threads)
    return tl_fault(first, TL_FAULT_ASSERTION,
                    "selects scales of %c that are not there: byte %" PRId64
                    " of thread %" PRId64,
                    "AB"[factor], byte, thread);
  int64_t extent = own->matrices.shape[factor == A ? M : N];
  for (int64_t along = 0; along < extent; along++) {
    tl_step lane = *first;
    lane.thread += (int)lane_of_scale(factor, along, thread);
    scale_along(first, factor, along, tl_operand(&lane, operand + SCALES), byte,
                out);
  }
  return true;
}

static void multiply_form(const tl_step *first) {
  const product *own = first->at->detail;
  tl_matrix_values held, in;
  gather(first, A, is_sparse(own) ? &held : &in);
  gather(first, B, &in);
  gather(first, C, &in);
  if (is_sparse(own) && !spread_sparse(first, &held, &in))
    return;
  if (own->scale_count && (!scale(first, A, &in) || !scale(first, B, &in)))
    return;
  give_product(first, &in);
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

/* Registers say it of f16 alone. */
static bool find_own_type(const tl_instruction *at, const char *attribute,
                          int operand, element_type *out) {
  const tl_scalar_type *type = &tl_operand_slot(at, operand)->scalar;
  return find_stated_type(at, attribute, out) ||
         (type->format == &TL_FLOAT_FORMATS[TL_F16] && find_type("f16", out));
}

/* That of C is that of its registers. */
static bool read_types(tl_instruction *at, product *own) {
  const tl_scalar_type *sum = &tl_result_slot(at, 0)->scalar;
  const char *name = !sum->format                               ? "s32"
                     : sum->format == &TL_FLOAT_FORMATS[TL_F16] ? "f16"
                     : sum->bits == 64                          ? "f64"
                                                                : "f32";
  return find_own_type(at, "multiplicandAPtxType", 0, &own->types[A]) &&
         find_own_type(at, "multiplicandBPtxType", own->registers[A],
                       &own->types[B]) &&
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
  int last = own->scale_count ? first_scale(own, C) : first_scale(own, A);
  bool has = last == at->operand_count;
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
  return at->program->wave == WARP &&
         tl_matrix_product_find(own->matrices.shape, atoms, &own->matrices);
}

static product *create_product(tl_instruction *at) {
  product *own = tl_keep(at->program, 1, sizeof *own);
  at->detail = own;
  if (!own)
    return NULL;
  for (int i = 0; i < FACTORS; i++)
    own->registers[i] = (int)at->numbers[i];
  own->saturates =
      strstr(tl_attribute_text(at, "intOverflowBehavior").data, "satfinite");
  return own;
}

static bool prepare(tl_instruction *at) {
  product *own = create_product(at);
  if (!own)
    return false;
  own->is_xor = strstr(tl_attribute_text(at, "b1Op").data, "<xor_popc>");
  bool is_known = read_types(at, own) && read_shape(at, own->matrices.shape) &&
                  find_product(at, own) && has_registers(at, own);
  return is_known ||
         tl_refuse(at, "has a shape or types that the simulator does not know");
}

/*===--- Forms ------------------------------------------------------------===*/

/* What PTX has, 16x8 each: of A and B any of the types. */
typedef struct form {
  bool is_sparse;
  const char *kind, *types;
  int depths[2];
  const char *sums, *scales, *scale_format;
} form;

#define NARROW "e4m3 e5m2 e3m2 e2m3 e2m1"

static const form FORMS[] = {
    {true, "", "f16", {16, 32}, "f16 f32", "", ""},
    {true, "", "bf16", {16, 32}, "f32", "", ""},
    {true, "", "tf32", {8, 16}, "f32", "", ""},
    {true, "", "s8 u8", {32, 64}, "s32", "", ""},
    {true, "", "s4 u4", {64, 128}, "s32", "", ""},
    {true, "", "e4m3 e5m2", {64}, "f16 f32", "", ""},
    {true, "f8f6f4", NARROW, {64}, "f16 f32", "", ""},
    {false, "mxf8f6f4", NARROW, {32}, "f32", "x1", "ue8m0"},
    {false, "mxf4", "e2m1", {64}, "f32", "x2", "ue8m0"},
    {false, "mxf4nvf4", "e2m1", {64}, "f32", "x2 x4", "ue8m0"},
    {false, "mxf4nvf4", "e2m1", {64}, "f32", "x4", "ue4m3"},
    {true, "mxf8f6f4", NARROW, {64}, "f32", "x1", "ue8m0"},
    {true, "mxf4", "e2m1", {128}, "f32", "x2", "ue8m0"},
    {true, "mxf4nvf4", "e2m1", {128}, "f32", "x2 x4", "ue8m0"},
    {true, "mxf4nvf4", "e2m1", {128}, "f32", "x4", "ue4m3"},
};

/* What an attribute has in <>, or nothing. */
static void read_word(const tl_instruction *at, const char *attribute,
                      char word[2 * TYPE_NAME]) {
  const tl_text text = tl_attribute_text(at, attribute);
  const char *from = strchr(text.data, '<');
  if (!from || sscanf(from, "<%15[a-z0-9]>", word) != 1)
    word[0] = '\0';
}

static bool has_word(const char *words, const char *word) {
  size_t length = strlen(word);
  const char *at = length ? strstr(words, word) : NULL;
  while (at &&
         ((at > words && at[-1] != ' ') || (at[length] != ' ' && at[length])))
    at = strstr(at + 1, word);
  return at || !*words;
}

static bool is_form(const tl_instruction *at, const form *known,
                    const product *own) {
  char kind[2 * TYPE_NAME], scales[2 * TYPE_NAME], format[2 * TYPE_NAME];
  const int64_t *shape = own->matrices.shape;
  read_word(at, "kind", kind);
  read_word(at, "scaleVecSize", scales);
  read_word(at, "blockScaleFormat", format);
  return known->is_sparse == (bool)at->row->number &&
         strcmp(known->kind, kind) == 0 &&
         has_word(known->types, own->types[A].name) &&
         has_word(known->types, own->types[B].name) && shape[M] == 2 * ROWS &&
         shape[N] == ROWS &&
         (shape[K] == known->depths[0] || shape[K] == known->depths[1]) &&
         has_word(known->sums, own->types[C].name) &&
         has_word(known->scales, scales) &&
         strcmp(known->scale_format, format) == 0;
}

static const form *find_form(const tl_instruction *at, const product *own) {
  for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++)
    if (is_form(at, &FORMS[i], own))
      return &FORMS[i];
  return NULL;
}

/* Beside wider ones an element of 4 bits is the middle of a byte. */
static void widen(const form *known, element_type *type) {
  if (!strstr(known->kind, "f8f6f4") || type->bits != 4)
    return;
  type->bits = 8;
  type->low = 2;
}

/* Those of bytes and less lie as integers of their width do. */
static bool find_form_product(const tl_instruction *at, product *own) {
  const element_type *types = own->types;
  int bits = types[A].bits;
  const char *narrow = bits == 8 ? "S8" : "S4";
  const char *const atoms[] = {bits <= 8 ? narrow : types[A].atom,
                               bits <= 8 ? narrow : types[B].atom,
                               bits <= 8 ? "S32" : types[C].atom};
  int64_t shape[TL_MATRIX_RANK];
  memcpy(shape, own->matrices.shape, sizeof shape);
  return at->row->number ? tl_sparse_product_find(shape, atoms, bits,
                                                  &own->matrices, &own->sparse)
                         : tl_matrix_product_find(shape, atoms, &own->matrices);
}

static bool read_form(tl_instruction *at, product *own) {
  char scales[2 * TYPE_NAME];
  const form *known = find_form(at, own);
  if (!known || at->program->wave != WARP)
    return false;
  widen(known, &own->types[A]);
  widen(known, &own->types[B]);
  read_word(at, "scaleVecSize", scales);
  own->scale_count = scales[0] ? scales[1] - '0' : 0;
  own->scale_format =
      strcmp(known->scale_format, "ue8m0") == 0 ? TL_F8E8M0FNU : TL_F8E4M3FN;
  if (!find_form_product(at, own))
    return false;
  own->sparse.is_ordered =
      own->scale_count > 0 ||
      !mlirAttributeIsNull(tl_attribute_of(at->operation, "orderedMetadata"));
  return true;
}

static bool prepare_form(tl_instruction *at) {
  product *own = create_product(at);
  if (!own)
    return false;
  if (!read_types(at, own) || !read_shape(at, own->matrices.shape) ||
      !read_form(at, own))
    return tl_refuse(at,
                     "has a shape or types that the simulator does not know");
  return has_registers(at, own) ||
         tl_refuse(at, "has other registers than its shape and types take");
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
         own->types[A].bits > 1 && own->types[C].bits == WORD_BITS;
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

/* number: whether A is sparse. */
#define FORM                                                                   \
  .warp = multiply_form, .prepare = prepare_form,                              \
  TL_READS({.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})

const tl_sim_row TL_SIM_MMA_SYNC[] = {
    {"nvvm.mma.sync", .warp = multiply, .prepare = prepare,
     TL_READS({.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})},
    {"nvvm.mma.sp.sync", FORM, .number = true},
    {"nvvm.mma.block_scale", FORM, .number = false},
    {"nvvm.mma.sp.block_scale", FORM, .number = true},
    {"nvvm.inline_ptx", .warp = multiply, .prepare = prepare_instruction,
     TL_READS({.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})},
    {.name = NULL},
};
