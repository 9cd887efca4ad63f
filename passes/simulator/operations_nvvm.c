/* operations_nvvm.c - ldmatrix, stmatrix and cp.async on pointers, and what
 * stands around them: pointers, which are addresses, and structs of fields of
 * one type, which are vectors. */
#include "matrices.h"
#include "mlir-c/BuiltinAttributes.h"

/*===--- Matrices ---------------------------------------------------------===*/

enum { COUNT = 0, IS_SQUARE, IS_B16, IS_TRANSPOSED };

static const tl_reading MATRIX[] = {
    [COUNT] = {.attribute = "num"},
    [IS_SQUARE] = {"shape", TL_READ_BITS, 0, {"<m = 8, n = 8>"}},
    [IS_B16] = {"eltType", TL_READ_BITS, 0, {"<b16>"}},
    [IS_TRANSPOSED] = {"layout", TL_READ_BITS, 0, {"<col>"}},
    {.attribute = NULL}};

/* stmatrix has a register an operand. */
static bool prepare_matrices(tl_instruction *at) {
  const int64_t *read = at->numbers;
  int64_t count = at->result_count ? read[COUNT] : at->operand_count - 1;
  return tl_matrices_prepare(at, read[IS_SQUARE] && read[IS_B16] ? count : 0,
                             read[IS_TRANSPOSED]);
}

static bool find_row(const tl_step *lane, void *user, tl_access *row) {
  (void)user;
  *row = (tl_access){.step = *lane,
                     .bytes = TL_MATRIX_ROW_BYTES,
                     .alignment = TL_MATRIX_ROW_BYTES,
                     .writes = lane->at->result_count == 0};
  return tl_pointer_resolve(0, row);
}

static void load_matrices(const tl_step *first) {
  tl_matrices_give(first, find_row);
}

static void store_matrices(const tl_step *first) {
  tl_matrices matrices = tl_matrices_find(first, true, find_row, NULL);
  tl_step lane = *first;
  for (; lane.thread < first->thread + TL_MATRIX_LANES; lane.thread++) {
    tl_element registers[TL_MAX_MATRICES];
    for (int i = 0; i < matrices.count; i++)
      registers[i] = *tl_operand(&lane, 1 + i);
    tl_matrices_move(&lane, &matrices, registers, TL_MATRIX_REGISTER_BYTES);
  }
}

/*===--- Asynchronous copies ----------------------------------------------===*/

enum { DESTINATION = 0, SOURCE, SOURCE_BYTES };

static void start_copy(const tl_step *step) {
  int64_t bytes = step->at->numbers[0];
  tl_access to = {
      .step = *step, .bytes = bytes, .alignment = bytes, .writes = true};
  tl_access from = to;
  from.writes = false;
  from.bytes = tl_async_source_count(
      step, step->at->operand_count > SOURCE_BYTES ? SOURCE_BYTES : 0, bytes,
      "bytes");
  if ((from.bytes == 0 || tl_pointer_resolve(SOURCE, &from)) &&
      tl_pointer_resolve(DESTINATION, &to))
    tl_async_start(&from, &to);
}

static const tl_reading SIZE[] = {{.attribute = "size"}, {.attribute = NULL}};
static const tl_reading PENDING[] = {{.attribute = "n"}, {.attribute = NULL}};

/*===--- Pointers and structs ---------------------------------------------===*/

/* One index, known at run time; numbers: the bytes of an element. */
static bool prepare_pointer(tl_instruction *at) {
  tl_scalar_type element;
  MlirType type =
      mlirTypeAttrGetValue(tl_attribute(at->operation, "elem_type"));
  if (tl_array_count(at, "rawConstantIndices") != 1 || at->operand_count != 2 ||
      !tl_scalar_type_read(type, &element))
    return tl_refuse(at, "is not known to the simulator with other indices "
                         "than one known at run time");
  if (!tl_reserve_numbers(at, 1))
    return false;
  at->numbers[0] = element.bytes;
  return true;
}

static void give_pointer(const tl_step *step) {
  const tl_instruction *at = step->at;
  tl_element base = *tl_operand(step, 0), index = *tl_operand(step, 1);
  int64_t address = (int64_t)base.bits;
  int64_t number =
      tl_sign_extend(index.bits, tl_operand_slot(at, 1)->scalar.bits);
  bool is_unknown = base.poison || index.poison;
  if (!tl_add_product(&address, number, at->numbers[0]) && !is_unknown)
    tl_fault_overflow(step);
  *tl_result(step, 0) = (tl_element){
      (uint64_t)address,
      is_unknown ? tl_poison_all(&tl_result_slot(at, 0)->scalar) : 0};
}

static void extract_field(const tl_step *step) {
  *tl_result(step, 0) = tl_operand(step, 0)[step->at->numbers[0]];
}

static const tl_reading POSITION[] = {
    {.attribute = "position", .kind = TL_READ_ARRAY}, {.attribute = NULL}};

#define MATRICES .readings = MATRIX, .prepare = prepare_matrices

const tl_sim_row TL_SIM_NVVM[] = {
    {"nvvm.ldmatrix", .warp = load_matrices, MATRICES},
    {"nvvm.stmatrix", .warp = store_matrices, MATRICES},
    {"nvvm.cp.async.shared.global", .each = start_copy, .readings = SIZE},
    {"nvvm.cp.async.commit.group", .each = tl_each_async_commit},
    {"nvvm.cp.async.wait.group", .all = tl_all_async_wait, .readings = PENDING},
    {"llvm.inttoptr", "llvm.ptrtoint", .compute = tl_compute_same},
    {"llvm.getelementptr", .each = give_pointer, .prepare = prepare_pointer},
    {"llvm.extractvalue", .each = extract_field, .readings = POSITION},
    {.name = NULL},
};
