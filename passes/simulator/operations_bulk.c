/* operations_bulk.c - Bulk copies of bytes that follow each other:
 * nvvm.cp.async.bulk.* without a tensor.
 *
 * Those to shared memory are in flight until somebody asks for the phase of their
 * barrier; others are there at once, so that waits for them do nothing.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: Bulk copy". */
#include "mbarriers.h"
#include "operations.h"
#include "tensor_maps.h"
#include <inttypes.h>
#include <string.h>

enum { UNIT = 16 }; /* bytes */

/* False after a fault. */
static bool read_size(const tl_step *step, int operand, int64_t *size) {
  *size = tl_operand_number(step, operand);
  return (*size >= 0 && *size % UNIT == 0) ||
         tl_fault(step, TL_FAULT_ALIGNMENT,
                  "copies %" PRId64 " bytes, which are no multiple of %d",
                  *size, UNIT);
}

/* Both sides, checked; false after a fault, and where there is nothing to do. */
static bool find_sides(const tl_step *step, int64_t size, tl_access *to,
                       tl_access *from) {
  return size > 0 && tl_access_at(step, 1, size, UNIT, false, from) &&
         tl_access_at(step, 0, size, UNIT, true, to) && tl_access_check(from) &&
         tl_access_check(to);
}

static void copy_bytes(const tl_access *to, const tl_access *from) {
  size_t bytes = (size_t)to->bytes;
  memcpy(to->buffer->bytes + to->byte, from->buffer->bytes + from->byte, bytes);
  memcpy(to->buffer->poison + to->byte, from->buffer->poison + from->byte,
         bytes);
}

/* Operands: the target, the source, the barrier, the size; then a mask and a hint. */
enum { BARRIER = 2, SIZE_OF_LOAD, SIZE_OF_STORE = 2 };

static void start_load(const tl_step *step) {
  tl_access to, from;
  int64_t size;
  const tl_mbarrier *barrier = tl_mbarrier_at(step, BARRIER, 0);
  if (!barrier || !read_size(step, SIZE_OF_LOAD, &size) ||
      !find_sides(step, size, &to, &from))
    return;
  copy_bytes(&to, &from);
  tl_bulk_start(&to, barrier);
}

static void load(const tl_step *step) { tl_run_uncounted(step, start_load); }

static void store_now(const tl_step *step) {
  tl_access to, from;
  int64_t size;
  if (!read_size(step, SIZE_OF_STORE, &size) ||
      !find_sides(step, size, &to, &from))
    return;
  const uint8_t *first = from.buffer->poison + from.byte;
  for (int64_t i = 0; i < size; i++)
    if (first[i] != TL_BYTE_KNOWN) {
      tl_fault(step, TL_FAULT_UNINITIALIZED,
               "writes an uninitialized value to %s",
               tl_describe_place(to.buffer, to.byte + i, 1).text);
      return;
    }
  copy_bytes(&to, &from);
}

static void store(const tl_step *step) { tl_run_uncounted(step, store_now); }

/* Numbers: how many operands each part has. */
enum { MASK_OF_LOAD = 4, MASK_OF_STORE = 4 };

static bool prepare_load(tl_instruction *at) {
  return !at->numbers[MASK_OF_LOAD] ||
         tl_refuse(at, "copies to several blocks of a cluster, which share no "
                       "memory in the simulator");
}

static bool prepare_store(tl_instruction *at) {
  return !at->numbers[MASK_OF_STORE] ||
         tl_refuse(at, "copies bytes that a mask says, which the simulator "
                       "does not know");
}

#define SEGMENTS                                                               \
  TL_READS({.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})

const tl_sim_row TL_SIM_BULK[] = {
    {"nvvm.cp.async.bulk.shared.cluster.global", .each = load,
     .prepare = prepare_load, SEGMENTS},
    {"nvvm.cp.async.bulk.global.shared.cta", .each = store,
     .prepare = prepare_store, SEGMENTS},
    {.name = "nvvm.cp.async.bulk.prefetch"},
    {.name = NULL},
};
