/* operations_llvm.c - What stands around operations of nvvm: pointers, which are
 * addresses, and structs of fields of one type, which are vectors. */
#include "elementwise.h"
#include "machine.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"

static bool prepare_field(tl_instruction *at) {
  return tl_prepare_array(at, "position");
}

static void run_extract_field(tl_machine *machine, const tl_instruction *at,
                              const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    *tl_result(machine, at, 0, lanes->items[k]) =
        tl_operand(machine, at, 0, lanes->items[k])[at->numbers[0]];
}

enum { ELEMENT_BYTES = 0, POINTER_NUMBERS };

/* One index, known at run time. */
static bool prepare_pointer(tl_instruction *at) {
  tl_scalar_type element;
  MlirAttribute indices = tl_attribute(at, "rawConstantIndices");
  if (mlirDenseArrayGetNumElements(indices) != 1 || at->operand_count != 2 ||
      !tl_scalar_type_read(mlirTypeAttrGetValue(tl_attribute(at, "elem_type")),
                           &element)) {
    tl_emit_error(at->operation, "is not known to the simulator with other "
                                 "indices than one known at run time");
    return false;
  }
  if (!tl_reserve_numbers(at, POINTER_NUMBERS))
    return false;
  at->numbers[ELEMENT_BYTES] = element.bytes;
  return true;
}

static void run_pointer(tl_machine *machine, const tl_instruction *at,
                        const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    tl_element base = *tl_operand(machine, at, 0, thread);
    tl_element index = *tl_operand(machine, at, 1, thread);
    tl_element *out = tl_result(machine, at, 0, thread);
    int64_t address = (int64_t)base.bits;
    int64_t number =
        tl_sign_extend(index.bits, tl_operand_slot(at, 1)->scalar.bits);
    if (!tl_add_product(&address, number, at->numbers[ELEMENT_BYTES]) &&
        !base.poison && !index.poison)
      tl_fault_overflow(machine, at, thread);
    out->bits = (uint64_t)address;
    out->poison = base.poison || index.poison
                      ? tl_poison_all(&tl_result_slot(at, 0)->scalar)
                      : 0;
  }
}

const tl_sim_row TL_SIM_LLVM[] = {
    {"llvm.inttoptr", tl_run_elementwise, NULL, tl_compute_extend_unsigned},
    {"llvm.ptrtoint", tl_run_elementwise, NULL, tl_compute_extend_unsigned},
    {"llvm.getelementptr", run_pointer, prepare_pointer, NULL},
    {"llvm.extractvalue", run_extract_field, prepare_field, NULL},
    {"llvm.bitcast", tl_run_bitcast, tl_prepare_bitcast, NULL},
    {NULL, NULL, NULL, NULL},
};
