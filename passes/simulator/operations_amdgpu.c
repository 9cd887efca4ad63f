/* operations_amdgpu.c - Buffers of amdgpu, whose accesses beyond the memref read 0
 * and write nothing.
 *
 * An access begins at the element that the indices, an offset in the attribute and
 * one in an operand say; only the last does not count in the check of bounds. */
#include "operations.h"
#include <inttypes.h>

/* numbers: the offset in the attribute, whether bounds are checked, then how many
 * operands each group has: the value of a store, the memref, the indices, the
 * offset. */
enum { OFFSET = 0, IS_CHECKED, GROUPS };

typedef struct buffer_access {
  int64_t index;   /* of the first element, that is checked */
  int64_t offset;  /* that is not */
  int64_t records; /* elements of the memref, gaps included */
} buffer_access;

static int memref_of(const tl_instruction *at) { return !at->result_count; }

/* False after a fault. */
static bool read_access(const tl_step *step, buffer_access *out) {
  const tl_instruction *at = step->at;
  int memref = memref_of(at);
  const tl_view *view = tl_operand_view(step, memref);
  const int64_t *groups = at->numbers + GROUPS + memref;
  *out = (buffer_access){.index = at->numbers[OFFSET]};
  bool fits = true;
  for (int d = 0; d < view->rank; d++) {
    int64_t end = 0;
    fits &= tl_add_product(&out->index, tl_operand_number(step, memref + 1 + d),
                           view->strides[d]) &&
            tl_add_product(&end, view->sizes[d], view->strides[d]);
    out->records = end > out->records ? end : out->records;
  }
  if (view->rank == 0)
    out->records = 1;
  if (groups[2])
    out->offset = tl_operand_number(step, memref + 1 + (int)view->rank);
  return fits || tl_fault_overflow(step);
}

/* The memref as a row of elements that has no end; an access of `count`. */
static tl_move move_at(const tl_step *step, const buffer_access *access,
                       int64_t count, tl_view *row) {
  tl_move move = tl_move_from(step, memref_of(step->at));
  *row = *move.view;
  row->rank = 1;
  row->sizes[0] = INT64_MAX;
  row->strides[0] = 1;
  move.view = row;
  move.coordinate[0] = tl_add_saturated(access->index, access->offset);
  move.count = count;
  return move;
}

static void give_zeros(const tl_step *step) {
  for (int64_t i = 0; i < tl_result_slot(step->at, 0)->count; i++)
    tl_result(step, 0)[i] = (tl_element){0};
}

static void move_buffer(const tl_step *step) {
  const tl_instruction *at = step->at;
  bool stores = !at->result_count;
  int64_t count =
      (stores ? tl_operand_slot(at, 0) : tl_result_slot(at, 0))->count;
  buffer_access access;
  tl_view row;
  if (!read_access(step, &access))
    return;
  int64_t left = access.index < 0 ? 0 : access.records - access.index;
  bool is_checked = at->numbers[IS_CHECKED];
  if (is_checked && left <= 0) {
    if (!stores)
      give_zeros(step);
    return;
  }
  if (is_checked && left < count) {
    tl_fault(step, TL_FAULT_BOUNDS,
             "%s %" PRId64 " elements from number %" PRId64 " on of %" PRId64
             "; what is partly out of bounds differs between GPUs",
             stores ? "writes" : "reads", count, access.index, access.records);
    return;
  }
  tl_move move = move_at(step, &access, count, &row);
  if (stores)
    tl_move_store(&move, tl_operand(step, 0));
  else
    tl_move_load(&move, tl_result(step, 0));
}

#define BUFFER                                                                 \
  .each = move_buffer,                                                         \
  TL_READS({.attribute = "indexOffset"},                                       \
           {"boundsCheck", TL_READ_WORD, 1, {"false", "true"}},                \
           {.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})

const tl_sim_row TL_SIM_AMDGPU[] = {
    {"amdgpu.raw_buffer_load", "amdgpu.raw_buffer_store", BUFFER},
    {.name = NULL},
};
