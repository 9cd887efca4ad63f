/* memory_order.c - see memory_order.h. */
#include "memory_order.h"
#include "passes/facts/distinct_buffers.h"
#include "passes/facts/effects.h"
#include "upstream_access.h"

enum { MOST_BUFFERS = 8 };

/* Buffers that an operation accesses, if that is all it does to memory. */
typedef struct accessed {
  intptr_t count;
  MlirValue buffers[MOST_BUFFERS];
  bool is_known;
} accessed;

static bool add_buffer(accessed *all, MlirValue buffer) {
  for (intptr_t i = 0; i < all->count; i++)
    if (mlirValueEqual(all->buffers[i], buffer))
      return true;
  if (all->count == MOST_BUFFERS)
    return false;
  all->buffers[all->count++] = buffer;
  return true;
}

static MlirWalkResult add_access(MlirOperation operation, void *user) {
  accessed *all = user;
  if (mlirOperationGetNumRegions(operation) ||
      tl_memory_use_of(operation) == TL_ACCESSES_NOTHING)
    return MlirWalkResultAdvance;
  const tl_upstream_access *access = tl_upstream_access_of(operation);
  all->is_known = access && !access->copies &&
                  add_buffer(all, tl_viewed_buffer(mlirOperationGetOperand(
                                      operation, access->memory)));
  return all->is_known ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

static void read_accessed(MlirOperation operation, accessed *out) {
  out->count = 0;
  out->is_known = true;
  mlirOperationWalk(operation, add_access, out, MlirWalkPreOrder);
}

bool tl_are_apart(MlirOperation a, MlirOperation b) {
  accessed one, other;
  read_accessed(a, &one);
  read_accessed(b, &other);
  bool are_apart = one.is_known && other.is_known;
  for (intptr_t i = 0; i < one.count && are_apart; i++)
    for (intptr_t j = 0; j < other.count && are_apart; j++)
      are_apart = tl_are_two_buffers(one.buffers[i], other.buffers[j]);
  return are_apart;
}
