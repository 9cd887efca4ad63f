/* operations_llvm.c - Pointers of llvm, which are addresses, what is in memory there,
 * and structs, which are vectors of their widest field.
 *
 * Source: LLVM Language Reference, "Data Layout", "Memory Access and Addressing
 * Operations". */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "operations.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { GLOBAL_POINTERS = 1, SHARED_POINTERS = 3 }; /* generic ones are 0 */

/*===--- Places in memory -------------------------------------------------===*/

/* What a type takes in an array, a multiple of its alignment. */
typedef struct room {
  int64_t bytes, alignment;
} room;

static bool room_of(MlirType type, room *out);

static bool round_up(int64_t *bytes, int64_t alignment) {
  return tl_sum_fits(*bytes, alignment - 1, bytes) &&
         (*bytes &= -alignment, true);
}

/* As many bytes as the next power of two; of vectors, too. */
static bool room_of_elements(const tl_scalar_type *scalar, int64_t count,
                             room *out) {
  int64_t bits, bytes = 1;
  if (!tl_product_fits(scalar->bits, count, &bits) || bits > INT64_MAX / 16)
    return false;
  while (8 * bytes < bits)
    bytes *= 2;
  out->bytes = out->alignment = bytes;
  return true;
}

/* The room of a struct, and where a field of it is. */
static bool room_of_struct(MlirType type, intptr_t field, int64_t *offset,
                           room *out) {
  bool is_packed = mlirLLVMStructTypeIsPacked(type);
  *out = (room){0, 1};
  for (intptr_t i = 0; i < mlirLLVMStructTypeGetNumElementTypes(type); i++) {
    room own;
    if (!room_of(mlirLLVMStructTypeGetElementType(type, i), &own) ||
        !round_up(&out->bytes, is_packed ? 1 : own.alignment))
      return false;
    if (i == field)
      *offset = out->bytes;
    if (!is_packed && own.alignment > out->alignment)
      out->alignment = own.alignment;
    if (!tl_sum_fits(out->bytes, own.bytes, &out->bytes))
      return false;
  }
  return round_up(&out->bytes, out->alignment);
}

/* !llvm.array<4 x f32>; null of another type. */
static MlirType element_of_array(MlirType type, int64_t *count) {
  long long fields;
  if (sscanf(tl_type_text(type).data, "!llvm.array<%lld x", &fields) != 1)
    return (MlirType){NULL};
  *count = fields;
  return mlirLLVMArrayTypeGetElementType(type);
}

/* How many bytes a pointer to memory of a block has, the target says. */
static bool has_known_size(MlirType type) {
  return !mlirTypeIsALLVMPointerType(type) ||
         mlirLLVMPointerTypeGetAddressSpace(type) <= GLOBAL_POINTERS;
}

static bool room_of(MlirType type, room *out) {
  tl_scalar_type scalar;
  int64_t count = 1, offset;
  if (mlirTypeIsALLVMStructType(type))
    return !mlirLLVMStructTypeIsOpaque(type) &&
           room_of_struct(type, 0, &offset, out);
  MlirType element = element_of_array(type, &count);
  if (!mlirTypeIsNull(element))
    return room_of(element, out) &&
           tl_product_fits(count, out->bytes, &out->bytes);
  element = type;
  if (mlirTypeIsAVector(type)) {
    if (mlirShapedTypeGetRank(type) != 1 || mlirVectorTypeIsScalable(type))
      return false;
    element = mlirShapedTypeGetElementType(type);
    count = mlirShapedTypeGetDimSize(type, 0);
  }
  return has_known_size(element) && tl_scalar_type_read(element, &scalar) &&
         room_of_elements(&scalar, count, out);
}

/* Goes from a type to the part that an index says: a field of a struct, which adds
 * an offset, or an element of an array, where the next one is `stride` bytes on. */
static bool enter(MlirType *type, int64_t index, int64_t *offset,
                  int64_t *stride) {
  room own;
  int64_t count, field = 0;
  *stride = 0;
  if (mlirTypeIsALLVMStructType(*type)) {
    bool is_fine = index != INT32_MIN && !mlirLLVMStructTypeIsOpaque(*type) &&
                   room_of_struct(*type, index, &field, &own);
    *type = is_fine ? mlirLLVMStructTypeGetElementType(*type, index) : *type;
    return is_fine && tl_sum_fits(*offset, field, offset);
  }
  *type = element_of_array(*type, &count);
  if (mlirTypeIsNull(*type) || !room_of(*type, &own))
    return false;
  *stride = own.bytes;
  return index == INT32_MIN || tl_add_product(offset, index, own.bytes);
}

/* numbers: bytes that constant indices make; then those of 1 of each operand that is
 * an index, which stands as INT32_MIN among the constants. */
static bool prepare_pointer(tl_instruction *at) {
  MlirType type =
      mlirTypeAttrGetValue(tl_attribute_of(at->operation, "elem_type"));
  int64_t indices = tl_array_count(at, "rawConstantIndices");
  room whole;
  int operand = 0;
  bool is_fine = tl_result_slot(at, 0)->rank == 0 && room_of(type, &whole) &&
                 tl_reserve_numbers(at, at->operand_count);
  for (int64_t i = 0; is_fine && i < indices; i++) {
    int64_t index = tl_array_item(at, "rawConstantIndices", i);
    int64_t stride = whole.bytes;
    if (i > 0)
      is_fine = enter(&type, index, &at->numbers[0], &stride);
    else if (index != INT32_MIN)
      is_fine = tl_product_fits(index, stride, &at->numbers[0]);
    if (index == INT32_MIN && is_fine)
      at->numbers[++operand] = stride;
  }
  return is_fine ||
         tl_refuse(at,
                   "is not known to the simulator with vectors of pointers, "
                   "or into elements of other than numbers, structs and "
                   "arrays");
}

static void give_pointer(const tl_step *step) {
  const tl_instruction *at = step->at;
  tl_element base = *tl_operand(step, 0);
  int64_t address = (int64_t)base.bits;
  bool is_unknown = base.poison != 0;
  bool fits = tl_sum_fits(address, at->numbers[0], &address);
  for (int i = 1; i < at->operand_count; i++) {
    tl_element index = *tl_operand(step, i);
    int64_t number =
        tl_sign_extend(index.bits, tl_operand_slot(at, i)->scalar.bits);
    fits = fits && tl_add_product(&address, number, at->numbers[i]);
    is_unknown |= index.poison != 0;
  }
  if (!fits && !is_unknown)
    tl_fault_overflow(step);
  *tl_result(step, 0) = (tl_element){
      (uint64_t)address,
      is_unknown ? tl_poison_all(&tl_result_slot(at, 0)->scalar) : 0};
}

static bool is_global(MlirType type) {
  return mlirTypeIsALLVMPointerType(type) &&
         mlirLLVMPointerTypeGetAddressSpace(type) <= GLOBAL_POINTERS;
}

/* An address of shared memory as a generic one is another number. */
static bool prepare_address_cast(tl_instruction *at) {
  MlirType from = tl_operand_slot(at, 0)->type,
           to = tl_result_slot(at, 0)->type;
  return mlirTypeEqual(from, to) || (is_global(from) && is_global(to)) ||
         tl_refuse(at, "casts between other pointers than those to global "
                       "memory, which the simulator does not know");
}

static void give_zero(const tl_step *step) {
  memset(tl_result(step, 0), 0, tl_result_slot(step->at, 0)->bytes);
}

/*===--- Globals ----------------------------------------------------------===*/

/* numbers: bytes of the global, and its alignment. */
static bool prepare_global(tl_instruction *at) {
  MlirOperation global = tl_named_operation(at, "global_name");
  room own;
  at->detail = global.ptr;
  at->program->has_globals = true;
  if (mlirOperationIsNull(global) ||
      !tl_operation_is(global, "llvm.mlir.global") ||
      tl_integer_attribute(global, "addr_space", 0) != SHARED_POINTERS ||
      !room_of(mlirTypeAttrGetValue(tl_attribute_of(global, "global_type")),
               &own))
    return tl_refuse(at, "is of something else than a global of shared memory, "
                         "which the simulator does not know");
  int64_t stated = tl_integer_attribute(global, "alignment", 0);
  return tl_set_numbers(
      at, 2,
      (int64_t[]){own.bytes, stated > own.alignment ? stated : own.alignment});
}

static tl_buffer *open_global(const tl_step *step, MlirOperation global) {
  const int64_t *numbers = step->at->numbers;
  tl_buffer *buffer = tl_machine_allocate(step, TL_MEMORY_SHARED, numbers[0],
                                          (tl_promise){numbers[1], 0});
  if (!buffer)
    return NULL;
  buffer->name = "a global";
  buffer->owner = global;
  return buffer;
}

/* One without bytes is where dynamic shared memory starts. */
static void give_global(const tl_step *step) {
  MlirOperation global = {step->at->detail};
  tl_buffer *buffer = step->at->numbers[0] == 0
                          ? tl_dynamic_buffer(step)
                          : tl_machine_buffer_of(step->machine, global);
  if (!buffer)
    buffer = open_global(step, global);
  if (buffer)
    tl_give_number(step, 0, buffer->address);
}

/*===--- Statements -------------------------------------------------------===*/

/* One that does nothing. */
static bool prepare_intrinsic(tl_instruction *at) {
  return strcmp(tl_attribute_text(at, "intrin").data, "\"llvm.sideeffect\"") ==
             0 ||
         tl_refuse(at, "calls an intrinsic that the simulator does not know");
}

/* One without an instruction, of which the result is the operand, or that orders
 * accesses of memory, which go in order. */
static bool prepare_assembly(tl_instruction *at) {
  tl_text constraints = tl_attribute_text(at, "constraints");
  return (strcmp(tl_attribute_text(at, "asm_string").data, "\"\"") == 0 &&
          (strcmp(constraints.data, "\"=r,0\"") == 0 ||
           strcmp(constraints.data, "\"~{memory}\"") == 0)) ||
         tl_refuse(at, "is assembly that the simulator does not know");
}

static bool prepare_assumption(tl_instruction *at) {
  return at->operand_count == 1 ||
         tl_refuse(at, "says more than that a condition is true");
}

static void check_assumption(const tl_step *step) {
  if (tl_operand_is_false(step))
    tl_fault(step, TL_FAULT_ASSERTION, "assumes what is not true");
}

/* A field has at most the bytes of the widest one. */
static void extract_field(const tl_step *step) {
  const tl_slot *slot = tl_result_slot(step->at, 0);
  const tl_scalar_type *type = &slot->scalar;
  const tl_element *fields =
      tl_operand(step, 0) + slot->count * step->at->numbers[0];
  for (int64_t i = 0; i < slot->count; i++)
    tl_result(step, 0)[i] =
        (tl_element){fields[i].bits & tl_wide_low_bits(type->bits),
                     (uint16_t)(fields[i].poison & tl_poison_all(type))};
}

/* The aggregate, with another field. */
static void insert_field(const tl_step *step) {
  const tl_slot *field = tl_operand_slot(step->at, 1);
  tl_element *fields = tl_result(step, 0);
  tl_copy_slot(step->machine, step->at->operands[0], step->at->results[0],
               step->thread);
  memcpy(fields + field->count * step->at->numbers[0], tl_operand(step, 1),
         (size_t)field->count * sizeof *fields);
}

/* The element of a vector, operand 0, that the last operand says; NULL where there
 * is none, and the result is poison, as it is for a position that is not known. */
static tl_element *said_element(const tl_step *step, tl_element *vector) {
  int last = step->at->operand_count - 1;
  const tl_element *position = tl_operand(step, last);
  bool is_there = !position->poison &&
                  position->bits < (tl_bits)tl_operand_slot(step->at, 0)->count;
  if (is_there)
    return &vector[(int64_t)position->bits];
  tl_each_poison(step);
  return NULL;
}

static void extract_element(const tl_step *step) {
  const tl_element *element = said_element(step, tl_operand(step, 0));
  if (element)
    *tl_result(step, 0) = *element;
}

static void insert_element(const tl_step *step) {
  tl_copy_slot(step->machine, step->at->operands[0], step->at->results[0],
               step->thread);
  tl_element *element = said_element(step, tl_result(step, 0));
  if (element)
    *element = *tl_operand(step, 1);
}

/*===--- Loads, stores and atomic changes ---------------------------------===*/

/* Elements that follow each other, at a pointer operand; false after a fault. */
static bool open_pointed(const tl_step *step, int pointer, const tl_slot *slot,
                         bool writes, tl_access *out) {
  int64_t whole = slot->count * slot->scalar.bytes;
  int64_t stated = step->at->alignment;
  return tl_access_at(step, pointer, whole, stated ? stated : whole, writes,
                      out);
}

static void get_pointed(const tl_access *access, const tl_slot *slot,
                        tl_element *elements) {
  tl_buffer_get_row(access->buffer, access->byte, slot->scalar.bytes,
                    slot->count, elements);
}

static void put_pointed(const tl_access *access, const tl_slot *slot,
                        const tl_element *elements) {
  const tl_move move = {
      .step = access->step, .scalar = &slot->scalar, .count = slot->count};
  tl_move_put(&move, access, elements);
}

/* An ordering makes an access atomic. */
static void load(const tl_step *step) {
  const tl_slot *slot = tl_result_slot(step->at, 0);
  tl_access access;
  bool is_open = open_pointed(step, 0, slot, false, &access);
  access.is_atomic = step->at->numbers[0] != 0;
  if (is_open && tl_access_check(&access))
    get_pointed(&access, slot, tl_result(step, 0));
  else
    tl_each_poison(step);
}

static void store(const tl_step *step) {
  const tl_slot *slot = tl_operand_slot(step->at, 0);
  tl_access access;
  bool is_open = open_pointed(step, 1, slot, true, &access);
  access.is_atomic = step->at->numbers[0] != 0;
  if (is_open && tl_access_check(&access))
    put_pointed(&access, slot, tl_operand(step, 0));
}

/* The access, with what has been there; false after a fault, and then the result is
 * unknown. */
static bool begin_change(const tl_step *step, const tl_slot *slot,
                         tl_access *access, tl_element *old) {
  bool is_open = open_pointed(step, 0, slot, true, access);
  access->is_atomic = true;
  if (is_open && tl_access_check(access)) {
    get_pointed(access, slot, old);
    return true;
  }
  tl_each_poison(step);
  return false;
}

static uint64_t not_both(tl_computation *c) {
  return ~(c->operands[0] & c->operands[1]);
}

static uint64_t next_or_zero(tl_computation *c) {
  return c->operands[0] >= c->operands[1] ? 0 : c->operands[0] + 1;
}

static uint64_t last_or_limit(tl_computation *c) {
  uint64_t old = c->operands[0], limit = c->operands[1];
  return old == 0 || old > limit ? limit : old - 1;
}

static uint64_t less_or_same(tl_computation *c) {
  uint64_t old = c->operands[0], by = c->operands[1];
  return old >= by ? old - by : old;
}

static uint64_t second(tl_computation *c) { return c->operands[1]; }

/* Kinds of LLVM::AtomicBinOp, by number: a row, by its name, or one of these. */
static const struct {
  const char *name;
  tl_sim_row own;
} CHANGES[] = {
    {NULL, {"xchg", .compute = second}},
    {.name = "arith.addi"},
    {.name = "arith.subi"},
    {.name = "arith.andi"},
    {NULL, {"nand", .compute = not_both}},
    {.name = "arith.ori"},
    {.name = "arith.xori"},
    {.name = "arith.maxsi"},
    {.name = "arith.minsi"},
    {.name = "arith.maxui"},
    {.name = "arith.minui"},
    {.name = "arith.addf"},
    {.name = "arith.subf"},
    {.name = "arith.maxnumf"},
    {.name = "arith.minnumf"},
    {NULL, {"uinc_wrap", .compute = next_or_zero}},
    {NULL, {"udec_wrap", .compute = last_or_limit}},
    {NULL, {"usub_cond", .compute = less_or_same}},
    {.name = "llvm.intr.usub.sat"},
    {.name = "arith.maximumf"},
    {.name = "arith.minimumf"},
};

enum { MOST_CHANGED = 8 }; /* elements, of a byte at least */

static bool has_size_of_atomics(tl_instruction *at, const tl_slot *slot) {
  int64_t bytes = slot->count * slot->scalar.bytes;
  return (slot->scalar.bits % 8 == 0 && bytes <= MOST_CHANGED &&
          (bytes & (bytes - 1)) == 0) ||
         tl_refuse(at, "changes other than 1, 2, 4 or 8 whole bytes at once");
}

/* detail: the row that changes an element. */
static bool prepare_change(tl_instruction *at) {
  int64_t kind = tl_integer_attribute(at->operation, "bin_op", -1);
  if (kind < 0 || kind >= (int64_t)(sizeof CHANGES / sizeof *CHANGES))
    return tl_refuse(at, "is of a kind that the simulator does not know");
  const char *name = CHANGES[kind].name;
  at->detail =
      name ? (void *)tl_sim_row_find(mlirStringRefCreateFromCString(name))
           : (void *)&CHANGES[kind].own;
  return has_size_of_atomics(at, tl_result_slot(at, 0));
}

/* Xchg forgets what has been there, known or not. */
static void change(const tl_step *step) {
  const tl_sim_row *row = step->at->detail;
  const tl_slot *slot = tl_result_slot(step->at, 0);
  const tl_element *by = tl_operand(step, 1);
  tl_element *old = tl_result(step, 0), now[MOST_CHANGED];
  tl_access access;
  if (!begin_change(step, slot, &access, old))
    return;
  for (int64_t i = 0; i < slot->count; i++)
    now[i] = row->compute == second
                 ? by[i]
                 : tl_combine(step, row, &old[i], &by[i], NULL);
  put_pointed(&access, slot, now);
}

/* Operands: the pointer, what is expected, what is put.  Fields of the result: what
 * has been there, and whether that was it. */
static void compare_and_change(const tl_step *step) {
  const tl_slot *slot = tl_operand_slot(step->at, 1);
  const tl_element expected = *tl_operand(step, 1);
  tl_element *out = tl_result(step, 0);
  tl_access access;
  if (!begin_change(step, slot, &access, out))
    return;
  bool is_it = out[0].bits == expected.bits;
  out[1] = (tl_element){is_it, 0};
  if (out[0].poison || expected.poison)
    tl_fault(step, TL_FAULT_UNINITIALIZED, "compares an uninitialized value");
  else if (is_it)
    put_pointed(&access, slot, tl_operand(step, 2));
}

static bool prepare_compare(tl_instruction *at) {
  return has_size_of_atomics(at, tl_operand_slot(at, 1));
}

/* What has no alignment of its own has that of its bytes, a power of two. */
static bool prepare_pointed(tl_instruction *at) {
  const tl_slot *slot =
      at->result_count ? tl_result_slot(at, 0) : tl_operand_slot(at, 0);
  int64_t bytes = slot->count * slot->scalar.bytes;
  return (slot->scalar.bits % 8 == 0 && (bytes & (bytes - 1)) == 0) ||
         tl_refuse(at, "moves other than a power of two of whole bytes");
}

const tl_sim_row TL_SIM_LLVM[] = {
    {"llvm.inttoptr", "llvm.ptrtoint", .compute = tl_compute_same},
    {"llvm.intr.annotation", .each = tl_each_forward},
    {"llvm.intr.launder.invariant.group", "llvm.intr.strip.invariant.group",
     .compute = tl_compute_same},
    {"llvm.intr.assume", .each = check_assumption,
     .prepare = prepare_assumption},
    {"llvm.call_intrinsic", .prepare = prepare_intrinsic},
    {"llvm.inline_asm", .each = tl_each_forward, .prepare = prepare_assembly},
    {"llvm.getelementptr", .each = give_pointer, .prepare = prepare_pointer},
    {"llvm.load", .each = load, .prepare = prepare_pointed,
     TL_READS({.attribute = "ordering"})},
    {"llvm.store", .each = store, .prepare = prepare_pointed,
     TL_READS({.attribute = "ordering"})},
    {"llvm.atomicrmw", .each = change, .prepare = prepare_change},
    {"llvm.cmpxchg", .each = compare_and_change, .prepare = prepare_compare},
    {.name = "llvm.fence"},
    {"llvm.addrspacecast", .each = tl_each_forward,
     .prepare = prepare_address_cast},
    {"llvm.mlir.zero", .each = give_zero},
    {"llvm.mlir.addressof", .each = give_global, .prepare = prepare_global},
    {"llvm.extractvalue", .each = extract_field,
     TL_READS({.attribute = "position", .kind = TL_READ_ARRAY})},
    {"llvm.insertvalue", .each = insert_field,
     TL_READS({.attribute = "position", .kind = TL_READ_ARRAY})},
    {"llvm.extractelement", .each = extract_element},
    {"llvm.insertelement", .each = insert_element},
    {"llvm.mlir.poison", "llvm.mlir.undef", .each = tl_each_poison},
    {.name = NULL},
};
