/* operations_llvm.c - What stands around operations of nvvm: pointers, which
 * are addresses, and structs of fields of one type, which are vectors. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"

static void extract_field(const tl_step *step) {
  *tl_result(step, 0) = tl_operand(step, 0)[step->at->numbers[0]];
}

enum { ELEMENT_BYTES = 0, POINTER_NUMBERS };

/* One index, known at run time. */
static bool prepare_pointer(tl_instruction *at) {
  tl_scalar_type element;
  MlirType type = mlirTypeAttrGetValue(tl_attribute(at, "elem_type"));
  if (tl_array_count(at, "rawConstantIndices") != 1 || at->operand_count != 2 ||
      !tl_scalar_type_read(type, &element))
    return tl_refuse(at, "is not known to the simulator with other indices "
                         "than one known at run time");
  if (!tl_reserve_numbers(at, POINTER_NUMBERS))
    return false;
  at->numbers[ELEMENT_BYTES] = element.bytes;
  return true;
}

static void give_pointer(const tl_step *step) {
  const tl_instruction *at = step->at;
  tl_element base = *tl_operand(step, 0), index = *tl_operand(step, 1);
  int64_t address = (int64_t)base.bits;
  int64_t number =
      tl_sign_extend(index.bits, tl_operand_slot(at, 1)->scalar.bits);
  bool is_unknown = base.poison || index.poison;
  if (!tl_add_product(&address, number, at->numbers[ELEMENT_BYTES]) &&
      !is_unknown)
    tl_fault_overflow(step);
  *tl_result(step, 0) = tl_element_of(
      (uint64_t)address,
      is_unknown ? tl_poison_all(&tl_result_slot(at, 0)->scalar) : 0);
}

static const tl_reading POSITION = {"position", TL_READ_ARRAY, 0, {NULL}};

const tl_sim_row TL_SIM_LLVM[] = {
    {"llvm.inttoptr", .compute = tl_compute_same},
    {"llvm.ptrtoint", .compute = tl_compute_same},
    {"llvm.getelementptr", .each = give_pointer, .prepare = prepare_pointer},
    {"llvm.extractvalue", .each = extract_field, .reading = &POSITION},
    {.name = NULL},
};
