/* operations_mma.c - nvgpu.mma.sync: D = A B + C of a warp.
 *
 * The fragments are the MMA atoms of the library (tl/cute_atom.h).  An element
 * of D is summed in 64-bit floats, k after k, and rounded once, to nearest
 * even.  Of tf32 operands the lower 13 bits do not count.  Sums of integers
 * saturate, as nvgpu.mma.sync is lowered to .satfinite. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operations.h"
#include "tl/cute_atom.h"
#include "tl/dialect.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*===--- Forms ------------------------------------------------------------===*/

static bool is_s8(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 8;
}

static bool is_s32(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 32;
}

typedef struct mma_form {
  int64_t m, n, k;
  bool (*is_operand)(MlirType type);
  bool (*is_accumulator)(MlirType type);
  const char *atom;
} mma_form;

static const mma_form FORMS[] = {
    {16, 8, 16, mlirTypeIsAF16, mlirTypeIsAF32, "SM80_16x8x16_F32F16F16F32_TN"},
    {16, 8, 16, mlirTypeIsAF16, mlirTypeIsAF16, "SM80_16x8x16_F16F16F16F16_TN"},
    {16, 8, 16, mlirTypeIsABF16, mlirTypeIsAF32,
     "SM80_16x8x16_F32BF16BF16F32_TN"},
    {16, 8, 8, mlirTypeIsAF16, mlirTypeIsAF32, "SM80_16x8x8_F32F16F16F32_TN"},
    {16, 8, 8, mlirTypeIsAF16, mlirTypeIsAF16, "SM80_16x8x8_F16F16F16F16_TN"},
    {16, 8, 8, mlirTypeIsABF16, mlirTypeIsAF32,
     "SM80_16x8x8_F32BF16BF16F32_TN"},
    {16, 8, 4, mlirTypeIsAF32, mlirTypeIsAF32, "SM80_16x8x4_F32TF32TF32F32_TN"},
    {16, 8, 8, mlirTypeIsAF32, mlirTypeIsAF32, "SM80_16x8x8_F32TF32TF32F32_TN"},
    {16, 8, 16, is_s8, is_s32, "SM80_16x8x16_S32S8S8S32_TN"},
    {16, 8, 32, is_s8, is_s32, "SM80_16x8x32_S32S8S8S32_TN"},
};

enum { A = 0, B, C, MATRICES, MAX_ELEMENTS = 16 * 32 };

/* Where the elements of the operands lie: element v of thread t of a wave is
 * number place[wave * v + t] of the matrix, which is column-major: (M,K),
 * (N,K), (M,N). */
typedef struct mma_detail {
  mma_form form;
  int64_t count[MATRICES]; /* elements of a thread */
  int64_t place[MATRICES][MAX_ELEMENTS];
} mma_detail;

static const mma_form *find_form(const tl_instruction *at) {
  MlirAttribute shape = tl_attribute(at, "mmaShape");
  int64_t extents[3];
  for (int d = 0; d < 3; d++)
    extents[d] = mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(shape, d));
  for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
    const mma_form *form = &FORMS[i];
    MlirType operand =
        mlirShapedTypeGetElementType(tl_operand_slot(at, A)->type);
    MlirType sum = mlirShapedTypeGetElementType(tl_operand_slot(at, C)->type);
    if (form->m == extents[0] && form->n == extents[1] &&
        form->k == extents[2] && form->is_operand(operand) &&
        form->is_accumulator(sum))
      return form;
  }
  return NULL;
}

static bool read_places(const tl_instruction *at, mma_detail *detail) {
  static const tl_mma_part PARTS[MATRICES] = {TL_MMA_A, TL_MMA_B, TL_MMA_C};
  const char *name = detail->form.atom;
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
  const mma_form *form = find_form(at);
  mma_detail *detail = malloc(sizeof *detail);
  at->detail = detail;
  if (form && detail) {
    detail->form = *form;
    if (read_places(at, detail))
      return true;
  }
  return tl_refuse(at, "has a shape or types that the simulator does not know");
}

/*===--- Arithmetic -------------------------------------------------------===*/

/* The matrices of a warp. */
typedef struct mma_operands {
  double values[MATRICES][MAX_ELEMENTS];
  bool is_unknown[MATRICES][MAX_ELEMENTS];
} mma_operands;

enum { TF32_DROPPED_BITS = 13 };

static double number_of(const tl_scalar_type *type, uint64_t bits,
                        bool is_factor) {
  if (!type->format)
    return (double)tl_sign_extend(bits, type->bits);
  if (is_factor && type->bits == 32)
    bits &= ~tl_low_bits(TF32_DROPPED_BITS);
  return tl_float_decode(type->format, bits);
}

static uint64_t bits_of(const tl_scalar_type *type, double sum) {
  if (type->format)
    return tl_float_encode(type->format, sum);
  double saturated = fmin(fmax(sum, INT32_MIN), INT32_MAX);
  return (uint64_t)(int64_t)saturated & tl_low_bits(type->bits);
}

static void gather(const tl_step *first, mma_operands *out) {
  const mma_detail *detail = first->at->detail;
  int wave = first->machine->wave;
  for (int i = 0; i < MATRICES; i++)
    for (int64_t n = 0; n < wave * detail->count[i]; n++) {
      tl_step step = *first;
      step.thread += (int)(n % wave);
      tl_element element = tl_operand(&step, i)[n / wave];
      int64_t place = detail->place[i][n];
      out->values[i][place] =
          number_of(&tl_operand_slot(step.at, i)->scalar, element.bits, i != C);
      out->is_unknown[i][place] = element.poison != 0;
    }
}

static tl_element sum_of(const tl_instruction *at, const mma_operands *in,
                         int64_t place) {
  const mma_form *form = &((const mma_detail *)at->detail)->form;
  const tl_scalar_type *type = &tl_result_slot(at, 0)->scalar;
  int64_t row = place % form->m, column = place / form->m;
  double sum = in->values[C][place];
  bool is_unknown = in->is_unknown[C][place];
  for (int64_t k = 0; k < form->k; k++) {
    int64_t a = row + k * form->m, b = column + k * form->n;
    sum += in->values[A][a] * in->values[B][b];
    is_unknown = is_unknown || in->is_unknown[A][a] || in->is_unknown[B][b];
  }
  return tl_element_of(bits_of(type, sum),
                       is_unknown ? tl_poison_all(type) : 0);
}

static void multiply(const tl_step *first) {
  const mma_detail *detail = first->at->detail;
  int wave = first->machine->wave;
  mma_operands in;
  gather(first, &in);
  for (int64_t n = 0; n < wave * detail->count[C]; n++) {
    tl_step step = *first;
    step.thread += (int)(n % wave);
    tl_result(&step, 0)[n / wave] = sum_of(step.at, &in, detail->place[C][n]);
  }
}

const tl_sim_row TL_SIM_MMA[] = {
    {"nvgpu.mma.sync", .warp = multiply, .prepare = prepare_mma},
    {.name = NULL},
};
