/* operations_nvvm.c - ldmatrix, stmatrix and cp.async on pointers. */
#include "matrices.h"
#include "operations.h"
#include "tl/dialect.h"
#include <inttypes.h>
#include <string.h>

static bool attribute_says(const tl_instruction *at, const char *name,
                           const char *word) {
  char text[64];
  tl_attribute_text(tl_attribute(at, name), text, sizeof text);
  return strstr(text, word) != NULL;
}

/*===--- Matrices ---------------------------------------------------------===*/

static bool prepare_matrices(tl_instruction *at, int64_t count) {
  if (attribute_says(at, "shape", "<m = 8, n = 8>") &&
      attribute_says(at, "eltType", "<b16>"))
    return tl_prepare_matrices(at, count,
                               attribute_says(at, "layout", "<col>"));
  tl_emit_error(at->operation,
                "moves matrices that the simulator does not know");
  return false;
}

static bool prepare_ldmatrix(tl_instruction *at) {
  return prepare_matrices(at, tl_integer_attribute(at->operation, "num", 0));
}

static bool prepare_stmatrix(tl_instruction *at) {
  return prepare_matrices(at, at->operand_count - 1);
}

static bool find_row(tl_machine *machine, tl_access row, tl_access *out) {
  row.bytes = row.alignment = TL_MATRIX_ROW_BYTES;
  *out = row;
  return tl_pointer_resolve(machine, 0, out);
}

static bool find_row_to_read(tl_machine *machine, const tl_instruction *at,
                             int thread, tl_access *out) {
  return find_row(machine, (tl_access){.at = at, .thread = thread}, out);
}

static bool find_row_to_write(tl_machine *machine, const tl_instruction *at,
                              int thread, tl_access *out) {
  return find_row(machine,
                  (tl_access){.at = at, .thread = thread, .writes = true}, out);
}

static void load_warp(tl_machine *machine, const tl_instruction *at,
                      int first_thread) {
  tl_matrices_load(machine, at, first_thread, find_row_to_read);
}

static void store_warp(tl_machine *machine, const tl_instruction *at,
                       int first_thread) {
  tl_matrices_store(machine, at, first_thread, find_row_to_write);
}

static void run_ldmatrix(tl_machine *machine, const tl_instruction *at,
                         const tl_lanes *lanes) {
  tl_each_warp(machine, at, lanes, load_warp);
}

static void run_stmatrix(tl_machine *machine, const tl_instruction *at,
                         const tl_lanes *lanes) {
  tl_each_warp(machine, at, lanes, store_warp);
}

/*===--- Asynchronous copies ----------------------------------------------===*/

enum { DESTINATION = 0, SOURCE, SOURCE_BYTES };

static bool prepare_number(tl_instruction *at, const char *name) {
  if (!tl_reserve_numbers(at, 1))
    return false;
  at->numbers[0] = tl_integer_attribute(at->operation, name, 0);
  return true;
}

static bool prepare_async_copy(tl_instruction *at) {
  return prepare_number(at, "size");
}

static bool prepare_wait(tl_instruction *at) { return prepare_number(at, "n"); }

/* Bytes that are read; the rest is zeros. */
static int64_t source_bytes(tl_machine *machine, const tl_instruction *at,
                            int thread) {
  int64_t limit = at->numbers[0];
  int64_t count = at->operand_count > SOURCE_BYTES
                      ? tl_operand_number(machine, at, SOURCE_BYTES, thread)
                      : limit;
  if (count >= 0 && count <= limit)
    return count;
  tl_fault(machine, at, thread, TL_FAULT_BOUNDS,
           "reads %" PRId64 " bytes for %" PRId64, count, limit);
  return limit;
}

static void start_copy(tl_machine *machine, const tl_instruction *at,
                       int thread) {
  tl_access to = {.at = at,
                  .thread = thread,
                  .bytes = at->numbers[0],
                  .alignment = at->numbers[0],
                  .writes = true};
  tl_access from = to;
  from.writes = false;
  from.bytes = source_bytes(machine, at, thread);
  if ((from.bytes == 0 || tl_pointer_resolve(machine, SOURCE, &from)) &&
      tl_pointer_resolve(machine, DESTINATION, &to))
    tl_async_start(machine, &from, &to);
}

static void run_async_copy(tl_machine *machine, const tl_instruction *at,
                           const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    start_copy(machine, at, lanes->items[k]);
}

void tl_run_async_commit(tl_machine *machine, const tl_instruction *at,
                         const tl_lanes *lanes) {
  (void)at;
  for (int k = 0; k < lanes->count; k++)
    tl_async_commit(machine, lanes->items[k]);
}

void tl_run_async_wait(tl_machine *machine, const tl_instruction *at,
                       const tl_lanes *lanes) {
  uint32_t below[TL_MAX_THREADS] = {0};
  for (int k = 0; k < lanes->count; k++)
    below[lanes->items[k]] =
        tl_async_below(machine, lanes->items[k], (uint32_t)at->numbers[0]);
  tl_async_complete(machine, below);
}

const tl_sim_row TL_SIM_NVVM[] = {
    {"nvvm.ldmatrix", run_ldmatrix, prepare_ldmatrix, NULL},
    {"nvvm.stmatrix", run_stmatrix, prepare_stmatrix, NULL},
    {"nvvm.cp.async.shared.global", run_async_copy, prepare_async_copy, NULL},
    {"nvvm.cp.async.commit.group", tl_run_async_commit, NULL, NULL},
    {"nvvm.cp.async.wait.group", tl_run_async_wait, prepare_wait, NULL},
    {NULL, NULL, NULL, NULL},
};
