/* operations.c - see operations.h. */
#include "operations.h"
#include <string.h>

static const tl_sim_row *const TABLES[] = {
    TL_SIM_INTEGERS, TL_SIM_FLOATS,  TL_SIM_VALUES, TL_SIM_MEMREF,
    TL_SIM_MOVES,    TL_SIM_SCF,     TL_SIM_GPU,    TL_SIM_NVVM,
    TL_SIM_TILES,    TL_SIM_THREADS,
};

static bool is_name(const char *name, MlirStringRef of) {
  return name && mlirStringRefEqual(of, mlirStringRefCreateFromCString(name));
}

const tl_sim_row *tl_sim_row_named(MlirStringRef name) {
  for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++)
    for (const tl_sim_row *row = TABLES[i]; row->name; row++)
      if (is_name(row->name, name) || is_name(row->alias, name))
        return row;
  return NULL;
}

/*===--- Attributes -------------------------------------------------------===*/

static int64_t read_number(const tl_instruction *at,
                           const tl_reading *reading) {
  int64_t bits = 0;
  if (reading->kind == TL_READ_INTEGER)
    return tl_integer_attribute(at->operation, reading->attribute,
                                reading->otherwise);
  tl_text text = tl_attribute_text(at, reading->attribute);
  for (int i = 0; i < TL_MAX_WORDS && reading->words[i]; i++) {
    if (!strstr(text.data, reading->words[i]))
      continue;
    if (reading->kind == TL_READ_WORD)
      return i;
    bits |= INT64_C(1) << i;
  }
  return reading->kind == TL_READ_WORD ? reading->otherwise : bits;
}

static int64_t count_numbers(const tl_instruction *at,
                             const tl_reading *reading) {
  return reading->kind == TL_READ_ARRAY ? tl_array_count(at, reading->attribute)
                                        : 1;
}

static bool read_numbers(tl_instruction *at, const tl_reading *readings) {
  int64_t count = 0;
  for (const tl_reading *i = readings; i->attribute; i++)
    count += count_numbers(at, i);
  if (!tl_reserve_numbers(at, count))
    return false;
  int64_t *next = at->numbers;
  for (const tl_reading *i = readings; i->attribute; i++)
    for (int64_t k = 0, n = count_numbers(at, i); k < n; k++)
      *next++ = i->kind == TL_READ_ARRAY ? tl_array_item(at, i->attribute, k)
                                         : read_number(at, i);
  return true;
}

bool tl_row_prepare(tl_instruction *at) {
  const tl_sim_row *row = at->row;
  at->alignment = tl_integer_attribute(at->operation, "alignment", 0);
  return (!row->readings || read_numbers(at, row->readings)) &&
         (!row->prepare || row->prepare(at));
}

/*===--- Threads ----------------------------------------------------------===*/

/* An operand of one element goes with every element of the others. */
static void compute_elements(const tl_step *step) {
  enum {
    MAX_OPERANDS = sizeof((tl_computation *)0)->operands / sizeof(uint64_t)
  };
  const tl_instruction *at = step->at;
  const tl_slot *result = tl_result_slot(at, 0);
  const tl_element *in[MAX_OPERANDS];
  int64_t stride[MAX_OPERANDS];
  tl_element *out = tl_result(step, 0);
  for (int k = 0; k < at->operand_count; k++) {
    in[k] = tl_operand(step, k);
    stride[k] = tl_operand_slot(at, k)->count != 1;
  }
  tl_computation c = {.type = &tl_operand_slot(at, 0)->scalar,
                      .result_type = &result->scalar,
                      .number =
                          at->number_count ? at->numbers[0] : at->row->number};
  for (int64_t i = 0; i < result->count; i++) {
    uint16_t unknown = 0;
    for (int k = 0; k < at->operand_count; k++) {
      const tl_element *operand = &in[k][i * stride[k]];
      c.operands[k] = (uint64_t)operand->bits;
      unknown |= operand->poison;
    }
    c.fault = NULL;
    c.is_poison = false;
    uint64_t bits = at->row->compute(&c);
    if (!at->row->is_bytewise && (unknown || c.is_poison))
      unknown = tl_poison_all(c.result_type);
    if (c.fault && !unknown)
      tl_fault(step, TL_FAULT_ARITHMETIC, "%s", c.fault);
    out[i] = (tl_element){bits & tl_low_bits(c.result_type->bits), unknown};
  }
}

/* A warp that is not there as a whole is a fault. */
static void run_warps(const tl_step *first) {
  const tl_lanes *lanes = first->lanes;
  int wave = first->machine->wave;
  for (int k = 0; k < lanes->count;) {
    tl_step step = tl_step_of(first, k);
    int begin = k, warp = step.thread / wave;
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

void tl_row_run(const tl_step *first) {
  const tl_sim_row *row = first->at->row;
  if (row->all)
    row->all(first);
  if (row->warp)
    run_warps(first);
  for (int k = 0; (row->each || row->compute) && k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    (row->compute ? compute_elements : row->each)(&step);
  }
}
