/* operations_mma.c - nvgpu.mma.sync: D = A B + C of a warp.
 *
 * The fragments are the MMA atoms of the library (tl/cute_atom.h).  An element
 * of D is summed in 64-bit floats, k after k, and rounded once, to nearest
 * even.  Of tf32 operands the lower 13 bits do not count.  Sums of integers
 * saturate, as nvgpu.mma.sync is lowered to .satfinite. */
#include "mlir-c/BuiltinTypes.h"
#include "operations.h"
#include "tl/cute_atom.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/*===--- Forms ------------------------------------------------------------===*/

/* Atoms that are simulated. */
static const char *const ATOMS[] = {
    "SM80_16x8x16_F32F16F16F32_TN",   "SM80_16x8x16_F16F16F16F16_TN",
    "SM80_16x8x16_F32BF16BF16F32_TN", "SM80_16x8x8_F32F16F16F32_TN",
    "SM80_16x8x8_F16F16F16F16_TN",    "SM80_16x8x8_F32BF16BF16F32_TN",
    "SM80_16x8x4_F32TF32TF32F32_TN",  "SM80_16x8x8_F32TF32TF32F32_TN",
    "SM80_16x8x16_S32S8S8S32_TN",     "SM80_16x8x32_S32S8S8S32_TN",
};

enum { A = 0, B, C, MATRICES, MAX_ELEMENTS = 16 * 32 };

/* Where the elements of the operands lie: element v of thread t of a wave is
 * number place[wave * v + t] of the matrix, which is column-major: (M,K),
 * (N,K), (M,N). */
typedef struct mma_detail {
  int64_t m, n, k;
  int64_t count[MATRICES]; /* elements of a thread */
  int64_t place[MATRICES][MAX_ELEMENTS];
} mma_detail;

/* As it is called in the name of an atom. */
static const char *name_of(const tl_instruction *at, int operand) {
  MlirType type =
      mlirShapedTypeGetElementType(tl_operand_slot(at, operand)->type);
  int64_t bits = tl_operand_slot(at, operand)->scalar.bits;
  if (mlirTypeIsAInteger(type))
    return bits == 8 ? "S8" : bits == 32 ? "S32" : "";
  if (mlirTypeIsAF32(type))
    return operand == C ? "F32" : "TF32";
  return mlirTypeIsAF16(type) ? "F16" : mlirTypeIsABF16(type) ? "BF16" : "";
}

/* The atom of the shape and the types, or NULL. */
static const char *find_atom(const tl_instruction *at,
                             const mma_detail *detail) {
  char name[64];
  snprintf(name, sizeof name,
           "SM80_%" PRId64 "x%" PRId64 "x%" PRId64 "_%s%s%s%s_TN", detail->m,
           detail->n, detail->k, name_of(at, C), name_of(at, A), name_of(at, B),
           name_of(at, C));
  for (size_t i = 0; i < sizeof ATOMS / sizeof *ATOMS; i++)
    if (strcmp(ATOMS[i], name) == 0)
      return ATOMS[i];
  return NULL;
}

static bool read_places(const tl_instruction *at, const char *name,
                        mma_detail *detail) {
  static const tl_mma_part PARTS[MATRICES] = {TL_MMA_A, TL_MMA_B, TL_MMA_C};
  int wave = at->program->wave;
  for (int i = 0; i < MATRICES; i++) {
    tl_cute layout;
    tl_error error;
    int64_t size;
    detail->count[i] = tl_operand_slot(at, i)->count;
    if (tl_cute_mma_atom(name, strlen(name), PARTS[i], &layout, &error) !=
            TL_OK ||
        tl_cute_size(&layout, &size, &error) != TL_OK ||
        size != wave * detail->count[i] || size > MAX_ELEMENTS)
      return false;
    for (int64_t n = 0; n < size; n++)
      if (tl_cute_apply(&layout, n, &detail->place[i][n], &error) != TL_OK)
        return false;
  }
  return true;
}

static bool prepare_mma(tl_instruction *at) {
  mma_detail *detail = tl_keep(at->program, 1, sizeof *detail);
  if (!detail)
    return false;
  at->detail = detail;
  detail->m = at->numbers[0];
  detail->n = at->numbers[1];
  detail->k = at->numbers[2];
  const char *atom = find_atom(at, detail);
  return (atom && read_places(at, atom, detail)) ||
         tl_refuse(at, "has a shape or types that the simulator does not know");
}

/*===--- Arithmetic -------------------------------------------------------===*/

/* The matrices of a warp. */
typedef struct mma_operands {
  double values[MATRICES][MAX_ELEMENTS];
  bool is_unknown[MATRICES][MAX_ELEMENTS];
} mma_operands;

enum { TF32_DROPPED_BITS = 13 };

static double number_of(const tl_scalar_type *type, tl_bits bits,
                        bool is_factor) {
  if (!type->format)
    return (double)tl_sign_extend(bits, type->bits);
  if (is_factor && type->bits == 32)
    bits &= ~tl_low_bits(TF32_DROPPED_BITS);
  return tl_float_decode(type->format, (uint64_t)bits);
}

static tl_bits bits_of(const tl_scalar_type *type, double sum) {
  if (type->format)
    return tl_float_encode(type->format, sum);
  int64_t saturated = (int64_t)fmin(fmax(sum, INT32_MIN), INT32_MAX);
  return tl_integer_encode(type, saturated).bits;
}

/* Element `n` of an operand or the result of the warp. */
static tl_element *element_of(const tl_step *first, int slot, int64_t n) {
  int wave = first->machine->wave;
  return (tl_element *)tl_slot_value(first->machine, slot,
                                     first->thread + (int)(n % wave)) +
         n / wave;
}

static void gather(const tl_step *first, mma_operands *out) {
  const mma_detail *detail = first->at->detail;
  for (int i = 0; i < MATRICES; i++)
    for (int64_t n = 0; n < first->machine->wave * detail->count[i]; n++) {
      tl_element element = *element_of(first, first->at->operands[i], n);
      int64_t place = detail->place[i][n];
      out->values[i][place] = number_of(&tl_operand_slot(first->at, i)->scalar,
                                        element.bits, i != C);
      out->is_unknown[i][place] = element.poison != 0;
    }
}

static tl_element sum_of(const tl_instruction *at, const mma_operands *in,
                         int64_t place) {
  const mma_detail *form = at->detail;
  const tl_scalar_type *type = &tl_result_slot(at, 0)->scalar;
  int64_t row = place % form->m, column = place / form->m;
  double sum = in->values[C][place];
  bool is_unknown = in->is_unknown[C][place];
  for (int64_t k = 0; k < form->k; k++) {
    int64_t a = row + k * form->m, b = column + k * form->n;
    sum += in->values[A][a] * in->values[B][b];
    is_unknown = is_unknown || in->is_unknown[A][a] || in->is_unknown[B][b];
  }
  return (tl_element){bits_of(type, sum), is_unknown ? tl_poison_all(type) : 0};
}

static void multiply(const tl_step *first) {
  const mma_detail *detail = first->at->detail;
  mma_operands in;
  gather(first, &in);
  for (int64_t n = 0; n < first->machine->wave * detail->count[C]; n++)
    *element_of(first, first->at->results[0], n) =
        sum_of(first->at, &in, detail->place[C][n]);
}

const tl_sim_row TL_SIM_MMA[] = {
    {"nvgpu.mma.sync", .warp = multiply,
     TL_READS({.attribute = "mmaShape", .kind = TL_READ_ARRAY}),
     .prepare = prepare_mma},
    {.name = NULL},
};
