/* operations_nvvm.c - ldmatrix, stmatrix and asynchronous copies of nvgpu, on
 * memrefs, and of nvvm, on pointers, which are addresses.
 *
 * nvgpu is what it is lowered to: a group has all copies that its thread has
 * started since the last one, whatever tokens it names.  A wait without
 * numGroups completes the group of its token and those before. */
#include "mlir-c/Dialect/LLVM.h"
#include "operations.h"
#include <inttypes.h>

enum { SHARED_POINTERS = 3 }; /* address space */

/* The buffer and the byte that a pointer operand points to, or near to; a fault
 * where there is none, and then false. */
static bool find_pointed(int operand, tl_access *access) {
  const tl_step *step = &access->step;
  MlirType type = tl_operand_slot(step->at, operand)->type;
  bool is_shared = mlirLLVMPointerTypeGetAddressSpace(type) == SHARED_POINTERS;
  tl_memory_space space = is_shared ? TL_MEMORY_SHARED : TL_MEMORY_GLOBAL;
  int64_t address = tl_operand_number(step, operand);
  access->buffer = tl_machine_buffer_near(step->machine, space, address);
  if (access->buffer) {
    access->byte = address - access->buffer->address;
    return true;
  }
  return tl_fault(step, TL_FAULT_BOUNDS,
                  "%s address 0x%" PRIx64
                  ", near which there is no %s memory%s",
                  access->writes ? "writes" : "reads", address,
                  is_shared ? "shared" : "global",
                  address ? "" : "; --shape gives some to an argument");
}

bool tl_access_at(const tl_step *step, int operand, int64_t bytes,
                  int64_t alignment, bool writes, tl_access *out) {
  if (!tl_operand_slot(step->at, operand)->is_memref) {
    *out = (tl_access){.step = *step,
                       .bytes = bytes,
                       .alignment = alignment,
                       .writes = writes};
    return find_pointed(operand, out);
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

enum { COUNT = 0, IS_TRANSPOSED, TYPE };

enum { UNKNOWN = -1, B16, B8 };

/* stmatrix has a register an operand.  The type says the shape: others are not
 * valid. */
static bool prepare_matrices(tl_instruction *at) {
  const int64_t *read = at->numbers;
  bool stores = !at->result_count;
  int64_t count = stores ? at->operand_count - 1 : read[COUNT];
  bool is_of_bytes = read[TYPE] == B8;
  bool is_known = read[TYPE] == B16 || (is_of_bytes && read[IS_TRANSPOSED]);
  tl_matrix_form form = is_of_bytes           ? TL_MATRIX_BYTES
                        : read[IS_TRANSPOSED] ? TL_MATRIX_TRANSPOSED
                                              : TL_MATRIX_PLAIN;
  return has_whole_bytes(at) &&
         tl_matrices_prepare(at, is_known ? count : 0, form, stores);
}

static bool has_gaps(const tl_step *step, int memref) {
  int64_t rank = tl_operand_slot(step->at, memref)->rank;
  return rank && tl_operand_view(step, memref)->strides[rank - 1] != 1;
}

static bool find_row(const tl_step *lane, TL_UNUSED void *user,
                     tl_access *row) {
  if (tl_operand_slot(lane->at, 0)->is_memref && has_gaps(lane, 0))
    return tl_fault(lane, TL_FAULT_BOUNDS,
                    "reads a row of elements that do not follow each other");
  return tl_access_at(lane, 0, TL_MATRIX_ROW_BYTES, TL_MATRIX_ROW_BYTES,
                      lane->at->result_count == 0, row);
}

/* stmatrix gathers what it stores from its operands. */
static void move_matrices(const tl_step *first) {
  bool stores = first->at->result_count == 0;
  tl_matrices matrices = tl_matrices_find(first, stores, find_row, NULL);
  tl_step lane = *first;
  for (; lane.thread < first->thread + TL_MATRIX_LANES; lane.thread++) {
    tl_element registers[TL_MAX_MATRICES];
    for (int i = 0; stores && i < lane.at->operand_count - 1; i++)
      registers[i] = *tl_operand(&lane, 1 + i);
    tl_matrices_move(&lane, &matrices, stores ? registers : tl_result(&lane, 0),
                     stores ? TL_MATRIX_REGISTER_BYTES
                            : tl_result_slot(lane.at, 0)->scalar.bytes);
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
  if ((read == 0 || tl_access_at(step, source, read, bytes, false, &from)) &&
      tl_access_at(step, 0, bytes, bytes, true, &to))
    tl_async_start(&from, &to);
  if (at->result_count)
    tl_give_number(step, 0, step->machine->async.groups[step->thread]);
}

static void create_group(const tl_step *step) {
  tl_give_number(step, 0, step->machine->async.groups[step->thread]);
  tl_each_async_commit(step);
}

/*===--- Bytes of registers -----------------------------------------------===*/

/* Operands: one or two registers, whose bytes are numbered, and the selector.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: prmt". */
static void permute_bytes(const tl_step *step) {
  enum { BYTES = 4, PLACE = 7, REPLICATES_SIGN = 8, SIGN = 0x80 };
  const tl_instruction *at = step->at;
  const int64_t mode = at->numbers[0];
  int last = at->operand_count - 1;
  int64_t selector = tl_operand_number(step, last), n = selector & 3;
  tl_element out = {0};
  for (int i = 0; i < BYTES; i++) {
    int64_t nibble = selector >> (BYTES * i);
    const int64_t places[] = {
        nibble & PLACE, n + i,         (n - i) & PLACE,    n,
        i > n ? i : n,  i < n ? i : n, 2 * (n & 1) + i % 2};
    int place = (int)places[mode];
    tl_element in = *tl_operand(step, last > 1 ? place / BYTES : 0);
    uint8_t byte = tl_element_byte(in, place % BYTES);
    if (mode == 0 && nibble & REPLICATES_SIGN)
      byte = byte & SIGN ? UINT8_MAX : 0;
    tl_element_add_byte(&out, i, byte, !(in.poison >> place % BYTES & 1));
  }
  *tl_result(step, 0) = out;
}

/*===--- Floats of a byte -------------------------------------------------===*/

enum { BYTE_TYPE = 0, IS_POSITIVE };
enum { OTHER_BYTES = -1 };

/* The first operand above the second one, in a word or in two elements.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: cvt". */
static void convert_to_bytes(const tl_step *step) {
  static const tl_float_name NAMES[] = {TL_F8E4M3FN, TL_F8E5M2};
  const int64_t *read = step->at->numbers;
  const tl_float_format *format = &TL_FLOAT_FORMATS[NAMES[read[BYTE_TYPE]]];
  int limits = TL_LIMIT_FINITE | (read[IS_POSITIVE] ? TL_LIMIT_POSITIVE : 0);
  bool is_word = tl_result_slot(step->at, 0)->count == 1;
  tl_element *out = tl_result(step, 0);
  *out = (tl_element){0};
  for (int i = 0; i < 2; i++) {
    tl_element in = *tl_operand(step, 1 - i);
    double value =
        tl_float_decode(&TL_FLOAT_FORMATS[TL_F32], (uint64_t)in.bits);
    value = tl_float_limit(format, limits, value);
    if (!is_word)
      out[i] = (tl_element){0};
    tl_element_add_byte(is_word ? out : &out[i], is_word ? i : 0,
                        (uint8_t)tl_float_encode(format, value), !in.poison);
  }
}

static bool prepare_bytes(tl_instruction *at) {
  return at->numbers[BYTE_TYPE] != OTHER_BYTES ||
         tl_refuse(at, "converts to another type than f8E4M3FN and f8E5M2");
}

/*===--- Products of bytes ------------------------------------------------===*/

enum { IS_SIGNED_A = 0, IS_SIGNED_B, IS_HIGH };

static int64_t factor_of(const tl_step *step, int operand, int64_t n) {
  const tl_scalar_type *type = &tl_operand_slot(step->at, operand)->scalar;
  uint64_t bits = (uint64_t)tl_operand(step, operand)[n].bits;
  return step->at->numbers[operand] ? tl_sign_extend(bits, type->bits)
                                    : (int64_t)bits;
}

/* As many of operand 1 as operand 0 has, from its first on, or from the middle.
 *
 * Source: PTX ISA, "Integer Arithmetic Instructions: dp4a, dp2a". */
static void add_products(const tl_step *step) {
  int64_t count = tl_operand_slot(step->at, 0)->count;
  int64_t first = step->at->numbers[IS_HIGH] ? count : 0;
  const tl_element *start = tl_operand(step, 2);
  int64_t sum = tl_sign_extend((uint64_t)start->bits, 32);
  uint16_t unknown = start->poison;
  for (int64_t i = 0; i < count; i++) {
    sum += factor_of(step, 0, i) * factor_of(step, 1, first + i);
    unknown |=
        tl_operand(step, 0)[i].poison | tl_operand(step, 1)[first + i].poison;
  }
  const tl_scalar_type *type = &tl_result_slot(step->at, 0)->scalar;
  *tl_result(step, 0) = unknown ? (tl_element){0, tl_poison_all(type)}
                                : tl_integer_encode(type, sum);
}

#define MOVES .warp = move_matrices, .prepare = prepare_matrices

static const tl_reading TILES[] = {
    [COUNT] = {.attribute = "numTiles"},
    [IS_TRANSPOSED] = {"transpose", TL_READ_BITS, 0, {"true"}},
    [TYPE] = {"", TL_READ_WORD, B16, {NULL}},
    {.attribute = NULL}};
static const tl_reading MATRICES[] = {
    [COUNT] = {.attribute = "num"},
    [IS_TRANSPOSED] = {"layout", TL_READ_BITS, 0, {"<col>"}},
    [TYPE] = {"eltType", TL_READ_WORD, UNKNOWN, {"<b16>", "<b8>"}},
    {.attribute = NULL}};

const tl_sim_row TL_SIM_NVVM[] = {
    {"nvgpu.ldmatrix", .readings = TILES, MOVES},
    {"nvvm.ldmatrix", "nvvm.stmatrix", .readings = MATRICES, MOVES},
    {"nvgpu.device_async_copy", .each = start_copy, .prepare = has_whole_bytes,
     TL_READS({.attribute = "dstElements"},
              {.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})},
    {"nvvm.cp.async.shared.global", .each = start_copy,
     TL_READS({.attribute = "size"})},
    {"nvgpu.device_async_create_group", .each = create_group},
    {"nvvm.cp.async.commit.group", .each = tl_each_async_commit},
    {"nvgpu.device_async_wait", .all = tl_all_async_wait,
     TL_READS({.attribute = "numGroups", .otherwise = TL_ASYNC_OF_TOKEN})},
    {"nvvm.cp.async.wait.group", .all = tl_all_async_wait,
     TL_READS({.attribute = "n"})},
    {"nvvm.prmt", .each = permute_bytes,
     TL_READS({"mode",
               TL_READ_WORD,
               0,
               {"<default>", "<f4e>", "<b4e>", "<rc8>", "<ecl>", "<ecr>",
                "<rc16>"}})},
    {"nvvm.convert.f32x2.to.f8x2", .each = convert_to_bytes,
     .prepare = prepare_bytes,
     TL_READS({"dstTy", TL_READ_WORD, OTHER_BYTES, {"f8E4M3FN", "f8E5M2"}},
              {"relu", TL_READ_BITS, 0, {"true"}})},
    {"nvvm.dot.accumulate.4way", "nvvm.dot.accumulate.2way",
     .each = add_products,
     TL_READS({"a_type", TL_READ_BITS, 0, {"<signed>"}},
              {"b_type", TL_READ_BITS, 0, {"<signed>"}},
              {"b_hi", TL_READ_BITS, 0, {"true"}})},
    {.name = NULL},
};
