/* operations_mma.c - D = A B + C of a warp: nvgpu.mma.sync, and the matrices of
 * gpu.subgroup_mma_*.
 *
 * An element of D is summed in 64-bit floats, k after k, and rounded once, to
 * nearest even; of 64 bits, each step rounds, as fma does.  Of operands of 32
 * bits the lower 13 do not count, which are tf32.  Sums of integers of nvgpu
 * saturate, as it is lowered to .satfinite; those of gpu wrap. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operations.h"
#include "sparse_operands.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/*===--- Products ---------------------------------------------------------===*/

enum { M = TL_MATRIX_M, N, K, SHAPE_RANK };
enum { A = TL_MATRIX_A, B, C, FACTORS, MAX_ELEMENTS = TL_MATRIX_MAX_ELEMENTS };

/* What an instruction multiplies. */
typedef struct product {
  tl_matrix_product matrices;
  bool is_unsigned[FACTORS];
  bool saturates;
  tl_sparse_form sparse; /* of nvgpu.mma.sp.sync, as the next */
  int64_t selector;
} product;

static double number_of(const tl_instruction *at, int operand, tl_bits bits) {
  enum { TF32_DROPPED_BITS = 13 };
  const product *own = at->detail;
  const tl_scalar_type *type = &tl_operand_slot(at, operand)->scalar;
  if (!type->format)
    return own->is_unsigned[operand] ? (double)(uint64_t)bits
                                     : (double)tl_sign_extend(bits, type->bits);
  if (operand != C && type->bits == 32)
    bits &= ~tl_wide_low_bits(TF32_DROPPED_BITS);
  return tl_float_decode(type->format, (uint64_t)bits);
}

static tl_bits bits_of(const product *own, const tl_scalar_type *type,
                       double sum) {
  if (type->format)
    return tl_float_encode(type->format, sum);
  if (own->saturates)
    sum = fmin(fmax(sum, INT32_MIN), INT32_MAX);
  return tl_integer_encode(type, (int64_t)sum).bits;
}

/* Element `n` of an operand or the result of the warp. */
static tl_element *element_of(const tl_step *first, int slot, int64_t n) {
  int wave = first->machine->wave;
  return (tl_element *)tl_slot_value(first->machine, slot,
                                     first->thread + (int)(n % wave)) +
         n / wave;
}

static void gather(const tl_step *first, int operand, tl_matrix_values *out) {
  const product *own = first->at->detail;
  for (int64_t n = 0; n < first->machine->wave * own->matrices.counts[operand];
       n++) {
    tl_element element = *element_of(first, first->at->operands[operand], n);
    int64_t place = own->matrices.places[operand][n];
    out->numbers[operand][place] = number_of(first->at, operand, element.bits);
    out->is_unknown[operand][place] = element.poison != 0;
  }
}

static tl_element sum_of(const tl_instruction *at, const tl_matrix_values *in,
                         int64_t place) {
  const product *own = at->detail;
  const tl_scalar_type *type = &tl_result_slot(at, 0)->scalar;
  bool is_double = type->format && type->bits == 64, is_unknown;
  double sum =
      tl_matrix_product_sum(&own->matrices, in, place, is_double, &is_unknown);
  return (tl_element){bits_of(own, type, sum),
                      is_unknown ? tl_poison_all(type) : 0};
}

static void give_product(const tl_step *first, const tl_matrix_values *in) {
  const product *own = first->at->detail;
  for (int64_t n = 0; n < first->machine->wave * own->matrices.counts[C]; n++)
    *element_of(first, first->at->results[0], n) =
        sum_of(first->at, in, own->matrices.places[C][n]);
}

static void multiply(const tl_step *first) {
  tl_matrix_values in;
  for (int i = 0; i < FACTORS; i++)
    gather(first, i, &in);
  give_product(first, &in);
}

static product *create_product(tl_instruction *at) {
  product *own = tl_keep(at->program, 1, sizeof *own);
  at->detail = own;
  for (int i = 0; own && i < FACTORS; i++)
    own->matrices.counts[i] = tl_operand_slot(at, i)->count;
  return own;
}

/*===--- nvgpu.mma.sync ---------------------------------------------------===*/

/* As it is called in the name of an atom. */
static const char *name_of(const tl_instruction *at, int operand) {
  const tl_slot *slot = tl_operand_slot(at, operand);
  MlirType type = mlirShapedTypeGetElementType(slot->type);
  int bits = slot->scalar.bits;
  if (mlirTypeIsAInteger(type))
    return bits == 4 ? "S4" : bits == 8 ? "S8" : bits == 32 ? "S32" : "";
  if (mlirTypeIsAF32(type))
    return operand == C ? "F32" : "TF32";
  return mlirTypeIsAF16(type)    ? "F16"
         : mlirTypeIsABF16(type) ? "BF16"
         : mlirTypeIsAF64(type)  ? "F64"
                                 : "";
}

/* Of the shape and as many elements of a thread as the product has. */
static bool read_atom(tl_instruction *at) {
  product *own = at->detail;
  const char *const types[FACTORS] = {name_of(at, A), name_of(at, B),
                                      name_of(at, C)};
  const tl_matrix_product wanted = own->matrices;
  bool is_known =
      at->program->wave == TL_MATRIX_LANES &&
      tl_matrix_product_find(wanted.shape, types, &own->matrices) &&
      memcmp(wanted.counts, own->matrices.counts, sizeof wanted.counts) == 0;
  return is_known ||
         tl_refuse(at, "has a shape or types that the simulator does not know");
}

static bool prepare_mma(tl_instruction *at) {
  product *own = create_product(at);
  if (!own)
    return false;
  own->saturates = true;
  memcpy(own->matrices.shape, at->numbers, sizeof own->matrices.shape);
  return read_atom(at);
}

/*===--- nvgpu.mma.sp.sync ------------------------------------------------===*/

enum { METADATA = FACTORS };

static bool prepare_sparse(tl_instruction *at) {
  product *own = create_product(at);
  if (!own)
    return false;
  own->saturates = true;
  own->selector = at->numbers[SHAPE_RANK];
  int bits = tl_operand_slot(at, A)->scalar.bits;
  if (bits > 16 || bits < 8)
    return tl_refuse(at, "has types that the simulator does not know");
  const char *const types[FACTORS] = {name_of(at, A), name_of(at, B),
                                      name_of(at, C)};
  const tl_matrix_product wanted = own->matrices;
  if (at->program->wave != TL_MATRIX_LANES ||
      !tl_sparse_product_find(at->numbers, types, bits, &own->matrices,
                              &own->sparse) ||
      memcmp(wanted.counts, own->matrices.counts, sizeof wanted.counts) != 0)
    return tl_refuse(at,
                     "has a shape or types that the simulator does not know");
  return tl_sparse_selects(&own->sparse, own->selector) ||
         tl_refuse(at, "selects threads that are not there");
}

static void multiply_sparse(const tl_step *first) {
  const product *own = first->at->detail;
  tl_matrix_values held, in;
  gather(first, A, &held);
  gather(first, B, &in);
  gather(first, C, &in);
  tl_sparse_spread(first, METADATA, own->selector, &own->matrices, &own->sparse,
                   &held, &in);
  give_product(first, &in);
}

/*===--- Matrices of gpu --------------------------------------------------===*/

/* Who holds which element nobody says, but that all lanes hold as many: here
 * element n, in row-major order, is number n / wave of lane n % wave. */
typedef struct matrix_type {
  int64_t rows, columns;
  MlirType element;
  bool is_unsigned;
} matrix_type;

/* !gpu.mma_matrix<16x8xf16, "AOp">; false for another type. */
static bool read_matrix(MlirType type, matrix_type *out) {
  static const char PREFIX[] = "!gpu.mma_matrix<";
  tl_text text = {.length = 0};
  char *next;
  mlirTypePrint(type, tl_append_piece, &text);
  if (strncmp(text.data, PREFIX, sizeof PREFIX - 1) != 0)
    return false;
  out->rows = strtoll(text.data + sizeof PREFIX - 1, &next, 10);
  out->columns = strtoll(next + 1, &next, 10);
  next++;
  out->is_unsigned = *next == 'u';
  out->element = mlirTypeParseGet(
      mlirTypeGetContext(type), mlirStringRefCreate(next, strcspn(next, ",")));
  return !mlirTypeIsNull(out->element);
}

bool tl_matrix_slot_read(MlirType type, int wave, tl_slot *out) {
  matrix_type matrix;
  int64_t count;
  if (!read_matrix(type, &matrix) ||
      !tl_product_fits(matrix.rows, matrix.columns, &count) ||
      count % wave != 0)
    return false;
  out->rank = 1;
  out->shape[0] = out->count = count / wave;
  return tl_scalar_type_read(matrix.element, &out->scalar);
}

static matrix_type matrix_of(const tl_slot *slot) {
  matrix_type matrix = {0, 0, {NULL}, false};
  read_matrix(slot->type, &matrix);
  return matrix;
}

/* Of element n of A (M,K), B (K,N) or C (M,N), in row-major order. */
static int64_t place_of(int operand, const matrix_type *matrix, int64_t n) {
  int64_t row = n / matrix->columns, column = n % matrix->columns;
  return operand == B ? column + row * matrix->columns
                      : row + column * matrix->rows;
}

static bool prepare_compute(tl_instruction *at) {
  product *own = create_product(at);
  matrix_type matrices[FACTORS];
  if (!own)
    return false;
  for (int i = 0; i < FACTORS; i++) {
    matrices[i] = matrix_of(tl_operand_slot(at, i));
    int64_t size = matrices[i].rows * matrices[i].columns;
    if (size > MAX_ELEMENTS)
      return tl_refuse(at, "has matrices that the simulator does not know");
    own->is_unsigned[i] = matrices[i].is_unsigned;
    for (int64_t n = 0; n < size; n++)
      own->matrices.places[i][n] = place_of(i, &matrices[i], n);
  }
  own->matrices.shape[M] = matrices[A].rows;
  own->matrices.shape[N] = matrices[B].columns;
  own->matrices.shape[K] = matrices[A].columns;
  return true;
}

/*===--- Matrices in memory -----------------------------------------------===*/

enum { LEADING = 0, IS_TRANSPOSED };

static int matrix_operand(const tl_instruction *at) {
  return at->result_count ? at->results[0] : at->operands[0];
}

/* detail: its type. */
static bool prepare_moves(tl_instruction *at) {
  const tl_slot *slot = &at->program->slots[matrix_operand(at)];
  matrix_type *type = tl_keep(at->program, 1, sizeof *type);
  at->detail = type;
  if (!type)
    return false;
  *type = matrix_of(slot);
  return tl_operand_slot(at, !at->result_count)->scalar.bits ==
             slot->scalar.bits ||
         tl_refuse(at, "moves between elements of two sizes");
}

/* The matrix, from the first element on, which the memref has: its rows are as
 * far apart as the operation says. */
static bool find_matrix(const tl_step *lane, tl_view *out) {
  const tl_instruction *at = lane->at;
  int memref = !at->result_count;
  tl_move move = tl_move_of(lane, memref, memref + 1);
  const matrix_type *matrix = at->detail;
  int64_t leading = at->numbers[LEADING];
  bool is_transposed = at->numbers[IS_TRANSPOSED];
  tl_access first;
  *out = (tl_view){
      .buffer = move.view->buffer,
      .rank = 2,
      .sizes = {matrix->rows, matrix->columns},
      .strides = {is_transposed ? 1 : leading, is_transposed ? leading : 1}};
  if (!tl_move_find(&move, memref, &first))
    return false;
  out->start = first.byte;
  return true;
}

static void move_lane(const tl_step *lane, const tl_view *matrix) {
  const tl_instruction *at = lane->at;
  int memref = !at->result_count, wave = lane->machine->wave;
  const tl_slot *slot = &at->program->slots[matrix_operand(at)];
  tl_element *elements =
      tl_slot_value(lane->machine, matrix_operand(at), lane->thread);
  tl_move move = tl_move_from(lane, memref);
  move.view = matrix;
  for (int64_t v = 0; v < slot->count; v++) {
    int64_t n = lane->thread % wave + v * wave;
    tl_coordinate_of(n, 2, matrix->sizes, move.coordinate);
    if (memref)
      tl_move_store(&move, &elements[v]);
    else
      tl_move_load(&move, &elements[v]);
  }
}

/* All lanes name one place. */
static void move_matrix(const tl_step *first) {
  tl_step lane = *first;
  tl_view known, own;
  if (!find_matrix(first, &known))
    return;
  for (; lane.thread < first->thread + first->machine->wave; lane.thread++) {
    if (!find_matrix(&lane, &own))
      return;
    if (own.buffer != known.buffer || own.start != known.start) {
      tl_fault(&lane, TL_FAULT_SCOPE,
               "names a matrix at byte %" PRId64
               ", and thread %d of its warp one at byte %" PRId64,
               own.start, first->thread, known.start);
      return;
    }
  }
  for (lane.thread = first->thread;
       lane.thread < first->thread + first->machine->wave; lane.thread++)
    move_lane(&lane, &known);
}

/*===--- Elements of matrices ---------------------------------------------===*/

static void give_constant(const tl_step *step) {
  for (int64_t v = 0; v < tl_result_slot(step->at, 0)->count; v++)
    tl_result(step, 0)[v] = *tl_operand(step, 0);
}

/* What the name of an element by element operation is in arith. */
typedef struct element_operation {
  const char *name, *row;
} element_operation;

static const element_operation ELEMENT_OPERATIONS[] = {
    {"addf", "arith.addf"},     {"mulf", "arith.mulf"},
    {"subf", "arith.subf"},     {"maxf", "arith.maximumf"},
    {"minf", "arith.minimumf"}, {"divf", "arith.divf"},
    {"addi", "arith.addi"},     {"muli", "arith.muli"},
    {"subi", "arith.subi"},     {"divs", "arith.divsi"},
    {"divu", "arith.divui"},    {"negatef", "arith.negf"},
    {"extf", "arith.extf"},
};

/* detail: the row. */
static bool prepare_elements(tl_instruction *at) {
  tl_text text = tl_attribute_text(at, "opType");
  for (size_t i = 0; i < sizeof ELEMENT_OPERATIONS / sizeof *ELEMENT_OPERATIONS;
       i++) {
    const element_operation *one = &ELEMENT_OPERATIONS[i];
    char end[32];
    size_t length = (size_t)snprintf(end, sizeof end, " %s>", one->name);
    if (text.length >= length &&
        strcmp(text.data + text.length - length, end) == 0)
      at->detail =
          (void *)tl_sim_row_find(mlirStringRefCreateFromCString(one->row));
  }
  return at->detail ||
         tl_refuse(at, "is of a kind that the simulator does not know");
}

static void compute_elements(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_sim_row *row = at->detail;
  const tl_element *in[TL_MAX_FACTORS];
  tl_computation types = {.type = &tl_operand_slot(at, 0)->scalar,
                          .result_type = &tl_result_slot(at, 0)->scalar,
                          .number = row->number};
  for (int64_t v = 0; v < tl_result_slot(at, 0)->count; v++) {
    for (int i = 0; i < at->operand_count; i++)
      in[i] = tl_operand(step, i) + v;
    tl_result(step, 0)[v] =
        tl_compute(step, row, &types, in, at->operand_count);
  }
}

/* A lane numbers its elements by one index. */
static bool find_own(const tl_step *step, int matrix, int first, int64_t *v) {
  int64_t count = tl_operand_slot(step->at, matrix)->count;
  *v = tl_operand_number(step, first);
  return (*v >= 0 && *v < count) ||
         tl_fault(step, TL_FAULT_BOUNDS,
                  "names element %" PRId64 " of %" PRId64 " that a thread has",
                  *v, count);
}

static void extract_own(const tl_step *step) {
  int64_t v;
  if (find_own(step, 0, 1, &v))
    *tl_result(step, 0) = tl_operand(step, 0)[v];
}

static void insert_own(const tl_step *step) {
  const tl_instruction *at = step->at;
  int64_t v;
  tl_copy_slot(step->machine, at->operands[1], at->results[0], step->thread);
  if (find_own(step, 1, 2, &v))
    tl_result(step, 0)[v] = *tl_operand(step, 0);
}

/* The number of the row is that of the operands with one index. */
static bool prepare_own(tl_instruction *at) {
  return at->operand_count == at->row->number ||
         tl_refuse(at, "names an element by other than one index");
}

#define MATRIX_MOVES                                                           \
  TL_READS({.attribute = "leadDimension"},                                     \
           {"transpose", TL_READ_BITS, 0, {"unit"}}),                          \
      .warp = move_matrix, .prepare = prepare_moves

const tl_sim_row TL_SIM_MMA[] = {
    {"nvgpu.mma.sync", .warp = multiply,
     TL_READS({.attribute = "mmaShape", .kind = TL_READ_ARRAY}),
     .prepare = prepare_mma},
    {"nvgpu.mma.sp.sync", .warp = multiply_sparse,
     TL_READS({.attribute = "mmaShape", .kind = TL_READ_ARRAY},
              {.attribute = "sparsitySelector"}),
     .prepare = prepare_sparse},
    {"gpu.subgroup_mma_load_matrix", MATRIX_MOVES},
    {"gpu.subgroup_mma_store_matrix", MATRIX_MOVES},
    {"gpu.subgroup_mma_constant_matrix", .each = give_constant},
    {"gpu.subgroup_mma_compute", .warp = multiply, .prepare = prepare_compute},
    {"gpu.subgroup_mma_elementwise", .each = compute_elements,
     .prepare = prepare_elements},
    {"gpu.subgroup_mma_extract_thread_local", .each = extract_own,
     .prepare = prepare_own, .number = 2},
    {"gpu.subgroup_mma_insert_thread_local", .each = insert_own,
     .prepare = prepare_own, .number = 3},
    {.name = NULL},
};
