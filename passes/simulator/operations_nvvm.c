/* operations_nvvm.c - ldmatrix, stmatrix and cp.async on pointers. */
#include "matrices.h"
#include <inttypes.h>
#include <string.h>

/*===--- Matrices ---------------------------------------------------------===*/

static bool attribute_says(const tl_instruction *at, const char *name,
                           const char *word) {
  char text[64];
  tl_attribute_text(tl_attribute(at, name), text, sizeof text);
  return strstr(text, word) != NULL;
}

/* stmatrix has a register an operand. */
static bool prepare_matrices(tl_instruction *at) {
  int64_t count = at->result_count
                      ? tl_integer_attribute(at->operation, "num", 0)
                      : at->operand_count - 1;
  if (!attribute_says(at, "shape", "<m = 8, n = 8>") ||
      !attribute_says(at, "eltType", "<b16>"))
    count = 0;
  return tl_matrices_prepare(at, count, attribute_says(at, "layout", "<col>"));
}

static tl_matrices find_rows(const tl_step *first, bool writes) {
  tl_matrices out = tl_matrices_of(first->at);
  for (int i = 0; i < out.count * TL_MATRIX_ROWS; i++) {
    out.rows[i] = (tl_access){.step = *first,
                              .bytes = TL_MATRIX_ROW_BYTES,
                              .alignment = TL_MATRIX_ROW_BYTES,
                              .writes = writes};
    out.rows[i].step.thread += i;
    tl_matrices_add_row(&out, i, tl_pointer_resolve(0, &out.rows[i]));
  }
  return out;
}

static void load_matrices(const tl_step *first) {
  tl_matrices matrices = find_rows(first, false);
  tl_matrices_give(first, &matrices);
}

static void store_matrices(const tl_step *first) {
  tl_step lane = *first;
  tl_matrices matrices = find_rows(first, true);
  for (; lane.thread < first->thread + TL_MATRIX_LANES; lane.thread++) {
    tl_element registers[TL_MAX_MATRICES], bytes;
    for (int i = 0; i < matrices.count; i++)
      registers[i] = *tl_operand(&lane, 1 + i);
    tl_cast_elements(registers, TL_MATRIX_REGISTER_BYTES, &bytes,
                     TL_MATRIX_LANE_BYTES,
                     TL_MATRIX_REGISTER_BYTES * matrices.count);
    tl_matrices_store(&lane, &matrices, bytes);
  }
}

/*===--- Asynchronous copies ----------------------------------------------===*/

enum { DESTINATION = 0, SOURCE, SOURCE_BYTES };

/* Bytes that are read; the rest is zeros. */
static int64_t source_bytes(const tl_step *step) {
  int64_t limit = step->at->numbers[0];
  int64_t count = step->at->operand_count > SOURCE_BYTES
                      ? tl_operand_number(step, SOURCE_BYTES)
                      : limit;
  if (count >= 0 && count <= limit)
    return count;
  tl_fault(step, TL_FAULT_BOUNDS, "reads %" PRId64 " bytes for %" PRId64, count,
           limit);
  return limit;
}

static void start_copy(const tl_step *step) {
  tl_access to = {.step = *step,
                  .bytes = step->at->numbers[0],
                  .alignment = step->at->numbers[0],
                  .writes = true};
  tl_access from = to;
  from.writes = false;
  from.bytes = source_bytes(step);
  if ((from.bytes == 0 || tl_pointer_resolve(SOURCE, &from)) &&
      tl_pointer_resolve(DESTINATION, &to))
    tl_async_start(&from, &to);
}

void tl_each_async_commit(const tl_step *step) {
  step->machine->async.groups[step->thread]++;
}

void tl_all_async_wait(const tl_step *first, const tl_lanes *lanes) {
  uint32_t below[TL_MAX_THREADS] = {0};
  for (int k = 0; k < lanes->count; k++)
    below[lanes->items[k]] = tl_async_below(first->machine, lanes->items[k],
                                            (uint32_t)first->at->numbers[0]);
  tl_async_complete(first->machine, below);
}

static const tl_reading SIZE = {"size", TL_READ_INTEGER, 0, {NULL}};
static const tl_reading PENDING = {"n", TL_READ_INTEGER, 0, {NULL}};

const tl_sim_row TL_SIM_NVVM[] = {
    {"nvvm.ldmatrix", .warp = load_matrices, .prepare = prepare_matrices},
    {"nvvm.stmatrix", .warp = store_matrices, .prepare = prepare_matrices},
    {"nvvm.cp.async.shared.global", .each = start_copy, .reading = &SIZE},
    {"nvvm.cp.async.commit.group", .each = tl_each_async_commit},
    {"nvvm.cp.async.wait.group", .all = tl_all_async_wait, .reading = &PENDING},
    {.name = NULL},
};
