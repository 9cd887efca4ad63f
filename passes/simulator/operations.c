/* operations.c - see operations.h. */
#include "operations.h"
#include <string.h>

static const tl_sim_row *const TABLES[] = {
    TL_SIM_INTEGERS,      TL_SIM_FLOATS, TL_SIM_ELEMENTS, TL_SIM_AFFINE,
    TL_SIM_MEMREF,        TL_SIM_VECTOR, TL_SIM_SCF,      TL_SIM_GPU,
    TL_SIM_VECTOR_MEMORY, TL_SIM_NVGPU,  TL_SIM_MMA,      TL_SIM_NVVM,
    TL_SIM_LLVM,          TL_SIM_TILES,  TL_SIM_TL,
};

const tl_sim_row *tl_sim_row_named(MlirStringRef name) {
  for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++)
    for (const tl_sim_row *row = TABLES[i]; row->name; row++)
      if (mlirStringRefEqual(name, mlirStringRefCreateFromCString(row->name)))
        return row;
  return NULL;
}

/*===--- Attributes -------------------------------------------------------===*/

static int64_t read_number(const tl_instruction *at,
                           const tl_reading *reading) {
  char text[64];
  int64_t bits = 0;
  if (reading->kind == TL_READ_INTEGER)
    return tl_integer_attribute(at->operation, reading->attribute,
                                reading->otherwise);
  tl_attribute_text(tl_attribute(at, reading->attribute), text, sizeof text);
  for (int i = 0; i < TL_MAX_WORDS && reading->words[i]; i++) {
    if (!strstr(text, reading->words[i]))
      continue;
    if (reading->kind == TL_READ_WORD)
      return i;
    bits |= INT64_C(1) << i;
  }
  return reading->kind == TL_READ_WORD ? reading->otherwise : bits;
}

static bool read_numbers(tl_instruction *at, const tl_reading *reading) {
  bool is_array = reading->kind == TL_READ_ARRAY;
  if (!tl_reserve_numbers(at, is_array ? tl_array_count(at, reading->attribute)
                                       : 1))
    return false;
  for (int64_t i = 0; i < at->number_count; i++)
    at->numbers[i] = is_array ? tl_array_item(at, reading->attribute, i)
                              : read_number(at, reading);
  return true;
}

bool tl_row_prepare(tl_instruction *at) {
  const tl_sim_row *row = at->row;
  at->alignment = tl_integer_attribute(at->operation, "alignment", 0);
  return (!row->reading || read_numbers(at, row->reading)) &&
         (!row->prepare || row->prepare(at));
}

/*===--- Elements ---------------------------------------------------------===*/

static void fill_computation(const tl_instruction *at, tl_computation *out) {
  *out = (tl_computation){.type = &tl_operand_slot(at, 0)->scalar,
                          .result_type = &tl_result_slot(at, 0)->scalar,
                          .number = at->number_count ? at->numbers[0] : 0};
}

/* An operand of one element goes with every element of the others. */
static void compute_elements(const tl_step *step) {
  enum {
    MAX_OPERANDS = sizeof((tl_computation *)0)->operands / sizeof(uint64_t)
  };
  const tl_instruction *at = step->at;
  const tl_element *in[MAX_OPERANDS];
  int64_t stride[MAX_OPERANDS];
  tl_element *out = tl_result(step, 0);
  for (int k = 0; k < at->operand_count; k++) {
    in[k] = tl_operand(step, k);
    stride[k] = tl_operand_slot(at, k)->count != 1;
  }
  tl_computation c;
  fill_computation(at, &c);
  for (int64_t i = 0; i < tl_result_slot(at, 0)->count; i++) {
    uint16_t unknown = 0;
    for (int k = 0; k < at->operand_count; k++) {
      c.operands[k] = in[k][i * stride[k]].bits;
      unknown |= in[k][i * stride[k]].poison;
    }
    c.fault = NULL;
    c.is_poison = false;
    uint64_t bits = at->row->compute(&c);
    if (!at->row->is_bytewise && (unknown || c.is_poison))
      unknown = tl_poison_all(c.result_type);
    if (c.fault && !unknown)
      tl_fault(step, TL_FAULT_ARITHMETIC, "%s", c.fault);
    out[i] = tl_element_of(bits & tl_low_bits(c.result_type->bits), unknown);
  }
}

/*===--- Threads ----------------------------------------------------------===*/

/* A warp that is not there as a whole is a fault. */
static void run_warps(tl_step step, const tl_lanes *lanes) {
  int wave = step.machine->wave;
  for (int k = 0; k < lanes->count;) {
    int begin = k, warp = lanes->items[k] / wave;
    step.thread = lanes->items[k];
    while (k < lanes->count && lanes->items[k] / wave == warp)
      k++;
    if (k - begin == wave)
      step.at->row->warp(&step);
    else
      tl_fault(&step, TL_FAULT_SCOPE,
               "executes an operation of its warp with %d of %d threads",
               k - begin, wave);
  }
}

void tl_row_run(const tl_step *first, const tl_lanes *lanes) {
  const tl_sim_row *row = first->at->row;
  if (row->all) {
    row->all(first, lanes);
    return;
  }
  if (row->warp) {
    run_warps(*first, lanes);
    return;
  }
  tl_step step = *first;
  for (int k = 0; k < lanes->count; k++) {
    step.thread = lanes->items[k];
    (row->compute ? compute_elements : row->each)(&step);
  }
}
