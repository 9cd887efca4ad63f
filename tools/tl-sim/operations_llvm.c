/* operations_llvm.c - What stands around operations of nvvm: pointers, which are
 * addresses, and structs of fields of one type, which are vectors. */
#include "elementwise.h"
#include "machine.h"

static bool prepare_field(tl_instruction *at) {
  return tl_prepare_array(at, "position");
}

static void run_extract_field(tl_machine *machine, const tl_instruction *at,
                              const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    *tl_result(machine, at, 0, lanes->items[k]) =
        tl_operand(machine, at, 0, lanes->items[k])[at->numbers[0]];
}

const tl_sim_row TL_SIM_LLVM[] = {
    {"llvm.inttoptr", tl_run_elementwise, NULL, tl_compute_extend_unsigned},
    {"llvm.ptrtoint", tl_run_elementwise, NULL, tl_compute_extend_unsigned},
    {"llvm.extractvalue", run_extract_field, prepare_field, NULL},
    {"llvm.bitcast", tl_run_bitcast, tl_prepare_bitcast, NULL},
    {NULL, NULL, NULL, NULL},
};
