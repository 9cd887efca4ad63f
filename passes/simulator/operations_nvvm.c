/* operations_nvvm.c - ldmatrix, stmatrix and asynchronous copies of nvgpu, on
 * memrefs, and of nvvm, on pointers, and what stands around the latter:
 * pointers, which are addresses, and structs of fields of one type, which are
 * vectors.
 *
 * nvgpu is what it is lowered to: a group has all copies that its thread has
 * started since the last one, whatever tokens it names.  A wait without
 * numGroups completes the group of its token and those before. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include <inttypes.h>

/* Bytes that start at an operand: a pointer, or a memref with indices behind
 * it.  False after a fault. */
static bool find_access(const tl_step *step, int operand, int64_t bytes,
                        int64_t alignment, bool writes, tl_access *out) {
  if (!tl_operand_slot(step->at, operand)->is_memref) {
    *out = (tl_access){.step = *step,
                       .bytes = bytes,
                       .alignment = alignment,
                       .writes = writes};
    return tl_pointer_resolve(operand, out);
  }
  tl_move move = tl_move_of(step, operand, operand + 1);
  move.count = bytes / move.scalar->bytes;
  move.alignment = alignment;
  return tl_move_find(&move, writes, out);
}

static bool has_whole_bytes(tl_instruction *at) {
  return tl_operand_slot(at, 0)->scalar.bits % 8 == 0 ||
         tl_refuse(at, "moves elements that are no whole bytes");
}

/*===--- Matrices ---------------------------------------------------------===*/

enum { COUNT = 0, IS_TRANSPOSED, IS_SQUARE, IS_B16 };

/* stmatrix has a register an operand. */
static bool prepare_matrices(tl_instruction *at) {
  const int64_t *read = at->numbers;
  int64_t count = at->result_count ? read[COUNT] : at->operand_count - 1;
  bool is_known =
      at->number_count == IS_SQUARE || (read[IS_SQUARE] && read[IS_B16]);
  return has_whole_bytes(at) &&
         tl_matrices_prepare(at, is_known ? count : 0, read[IS_TRANSPOSED]);
}

static bool find_row(const tl_step *lane, void *user, tl_access *row) {
  const tl_slot *slot = tl_operand_slot(lane->at, 0);
  bool stores = lane->at->result_count == 0;
  (void)user;
  if (!slot->is_memref || slot->rank == 0 ||
      tl_operand_view(lane, 0)->strides[slot->rank - 1] == 1)
    return find_access(lane, 0, TL_MATRIX_ROW_BYTES, TL_MATRIX_ROW_BYTES,
                       stores, row);
  tl_fault(lane, TL_FAULT_BOUNDS,
           "reads a row of elements that do not follow each other");
  return false;
}

static void load_matrices(const tl_step *first) {
  tl_matrices matrices = tl_matrices_find(first, false, find_row, NULL);
  tl_step lane = *first;
  for (; lane.thread < first->thread + TL_MATRIX_LANES; lane.thread++)
    tl_matrices_move(&lane, &matrices, tl_result(&lane, 0),
                     tl_result_slot(lane.at, 0)->scalar.bytes);
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

/* Elements of a memref, or bytes; then of nvgpu the operands of each kind. */
enum { SIZE = 0, SEGMENTS, SOURCE_SIZE = 4 };

/* What is read, before zeros: an operand, or all when its number is 0. */
static int64_t source_size(const tl_step *step, int operand) {
  int64_t limit = step->at->numbers[SIZE];
  int64_t size = operand ? tl_operand_number(step, operand) : limit;
  if (size >= 0 && size <= limit)
    return size;
  tl_fault(step, TL_FAULT_BOUNDS, "reads %" PRId64 " %s for %" PRId64, size,
           tl_operand_slot(step->at, 0)->is_memref ? "elements" : "bytes",
           limit);
  return limit;
}

static void start_copy(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_slot *target = tl_operand_slot(at, 0);
  int source = 1 + (int)target->rank, last = at->operand_count - 1;
  bool is_partial = target->is_memref ? at->numbers[SEGMENTS + SOURCE_SIZE] != 0
                                      : last > source;
  int64_t unit = target->is_memref ? target->scalar.bytes : 1;
  int64_t bytes = at->numbers[SIZE] * unit;
  int64_t read = source_size(step, is_partial ? last : 0) * unit;
  tl_access from = {.bytes = 0}, to;
  if ((read == 0 || find_access(step, source, read, bytes, false, &from)) &&
      find_access(step, 0, bytes, bytes, true, &to))
    tl_async_start(&from, &to);
  if (at->result_count)
    tl_give_number(step, 0, step->machine->async.groups[step->thread]);
}

static void create_group(const tl_step *step) {
  tl_give_number(step, 0, step->machine->async.groups[step->thread]);
  tl_each_async_commit(step);
}

enum { GROUP_OF_TOKEN = -1 };

/* A token of a copy is of the group that the copy will be in. */
static uint32_t groups_below(const tl_step *step) {
  uint32_t committed = step->machine->async.groups[step->thread];
  uint32_t next = (uint32_t)tl_operand(step, 0)->bits + 1;
  if (step->at->numbers[0] != GROUP_OF_TOKEN)
    return tl_async_below(step);
  return next < committed ? next : committed;
}

static void wait(const tl_step *first) {
  tl_async_complete(first, groups_below);
}

/*===--- Pointers and structs ---------------------------------------------===*/

/* One index, known at run time; numbers: the bytes of an element. */
static bool prepare_pointer(tl_instruction *at) {
  tl_scalar_type element;
  MlirType type =
      mlirTypeAttrGetValue(tl_attribute_of(at->operation, "elem_type"));
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

#define LOAD .warp = load_matrices, .prepare = prepare_matrices
#define STORE .warp = store_matrices, .prepare = prepare_matrices

static const tl_reading TILES[] = {
    [COUNT] = {.attribute = "numTiles"},
    [IS_TRANSPOSED] = {"transpose", TL_READ_BITS, 0, {"true"}},
    {.attribute = NULL}};
static const tl_reading MATRICES[] = {
    [COUNT] = {.attribute = "num"},
    [IS_TRANSPOSED] = {"layout", TL_READ_BITS, 0, {"<col>"}},
    [IS_SQUARE] = {"shape", TL_READ_BITS, 0, {"<m = 8, n = 8>"}},
    [IS_B16] = {"eltType", TL_READ_BITS, 0, {"<b16>"}},
    {.attribute = NULL}};

const tl_sim_row TL_SIM_NVVM[] = {
    {"nvgpu.ldmatrix", .readings = TILES, LOAD},
    {"nvvm.ldmatrix", .readings = MATRICES, LOAD},
    {"nvvm.stmatrix", .readings = MATRICES, STORE},
    {"nvgpu.device_async_copy", .each = start_copy, .prepare = has_whole_bytes,
     TL_READS({.attribute = "dstElements"},
              {.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})},
    {"nvvm.cp.async.shared.global", .each = start_copy,
     TL_READS({.attribute = "size"})},
    {"nvgpu.device_async_create_group", .each = create_group},
    {"nvvm.cp.async.commit.group", .each = tl_each_async_commit},
    {"nvgpu.device_async_wait", .all = wait,
     TL_READS({.attribute = "numGroups", .otherwise = GROUP_OF_TOKEN})},
    {"nvvm.cp.async.wait.group", .all = tl_all_async_wait,
     TL_READS({.attribute = "n"})},
    {"llvm.inttoptr", "llvm.ptrtoint", .compute = tl_compute_same},
    {"llvm.getelementptr", .each = give_pointer, .prepare = prepare_pointer},
    {"llvm.extractvalue", .each = extract_field,
     TL_READS({.attribute = "position", .kind = TL_READ_ARRAY})},
    {.name = NULL},
};
