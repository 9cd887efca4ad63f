/* late_reads.c - see late_reads.h. */
#include "late_reads.h"
#include "tl/dialect.h"
#include <string.h>

enum { LOAD = 0, STORE };

/* What reads, in the order of the block, and what of that each access stores,
 * null where that is not one of them. */
typedef struct moved_reads {
  intptr_t read_count, store_count, last;
  MlirOperation reads[TL_MAX_REGISTERS];
  MlirOperation stores[TL_MAX_REGISTERS], read_of[TL_MAX_REGISTERS];
} moved_reads;

/*===--- In front of the store -------------------------------------------===*/

/* What computes addresses, or reads. */
static bool leaves_memory(MlirOperation operation) {
  static const char *const NAMES[] = {"memref.extract_strided_metadata",
                                      "memref.dim",
                                      "memref.subview",
                                      "memref.reinterpret_cast",
                                      "memref.load",
                                      "vector.load",
                                      "affine.apply",
                                      "gpu.thread_id"};
  enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };
  static const char ARITH[] = "arith.";
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  tl_operation_kind kind = tl_operation_kind_of(operation);
  int i = 0;
  while (i < NAME_COUNT && !tl_operation_is(operation, NAMES[i]))
    i++;
  return i < NAME_COUNT || kind == TL_OPERATION_THREAD_LOAD ||
         kind == TL_OPERATION_ASSUME ||
         (name.length > strlen(ARITH) &&
          memcmp(name.data, ARITH, strlen(ARITH)) == 0);
}

static bool is_left_between(MlirOperation load, MlirOperation store) {
  while (!mlirOperationIsNull(load) && !mlirOperationEqual(load, store) &&
         leaves_memory(load))
    load = mlirOperationGetNextInBlock(load);
  return mlirOperationEqual(load, store);
}

/* The only user of the value; null where there are others. */
static MlirOperation user_of(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return mlirOpOperandIsNull(use) ||
                 !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use))
             ? (MlirOperation){NULL}
             : mlirOpOperandGetOwner(use);
}

/* The load and the store that one of them is of; null where the value goes to
 * others, or something may be written between them. */
static void find_pair(const tl_thread_view *view, MlirOperation pair[2]) {
  pair[LOAD] = pair[STORE] = view->operation;
  if (view->is_disjoint && mlirValueIsAOpResult(view->fragment))
    pair[LOAD] = mlirOpResultGetOwner(view->fragment);
  else if (view->kind == TL_LOAD)
    pair[STORE] = user_of(mlirOperationGetResult(pair[LOAD], 0));
  if (mlirOperationIsNull(pair[STORE]) ||
      tl_operation_kind_of(pair[LOAD]) != TL_OPERATION_THREAD_LOAD ||
      tl_operation_kind_of(pair[STORE]) != TL_OPERATION_THREAD_STORE ||
      mlirAttributeIsNull(
          tl_attribute_of(pair[STORE], TL_ATTRIBUTE_DISJOINT)) ||
      !is_left_between(pair[LOAD], pair[STORE]))
    pair[LOAD] = (MlirOperation){NULL};
}

/* While it is on its way: what it reads, and where its address is no constant
 * from another one a pointer, and where it is bounded what stands for it. */
static int64_t registers_of(const tl_thread_view *view) {
  enum { REGISTER_BYTES = 4, POINTER = 2, BOUND = 2 };
  int64_t bytes = view->width * view->element_bytes;
  return (bytes + REGISTER_BYTES - 1) / REGISTER_BYTES +
         POINTER * (view->symbol_count > 0) + BOUND * (view->limit_count > 0);
}

intptr_t tl_reads_ahead(const tl_thread_view *view) {
  enum { REGISTERS = 24 };
  MlirOperation pair[2];
  tl_thread_view load;
  find_pair(view, pair);
  if (mlirOperationIsNull(pair[LOAD]))
    return 0;
  tl_thread_view_read(pair[LOAD], &load);
  int64_t registers = registers_of(&load);
  return registers < REGISTERS ? REGISTERS / (intptr_t)registers : 1;
}

/*===--- With its accesses ------------------------------------------------===*/

static bool can_be_late(MlirOperation operation) {
  return mlirOperationGetNumResults(operation) == 1 &&
         (tl_operation_is(operation, "vector.load") ||
          tl_operation_is(operation, "memref.load") ||
          tl_operation_is(operation, "scf.if"));
}

static MlirWalkResult find_stored(MlirOperation operation, void *user) {
  if (!tl_operation_is(operation, "vector.store") &&
      !tl_operation_is(operation, "memref.store"))
    return MlirWalkResultAdvance;
  *(MlirValue *)user = mlirOperationGetOperand(operation, 0);
  return MlirWalkResultInterrupt;
}

/* By the operation, or in its branches; null where nothing is. */
static MlirValue stored_by(MlirOperation operation) {
  MlirValue stored = {NULL};
  mlirOperationWalk(operation, find_stored, &stored, MlirWalkPreOrder);
  return stored;
}

static bool is_used_in(MlirValue value, MlirOperation store) {
  MlirBlock block = mlirOperationGetBlock(store);
  MlirOpOperand use = mlirValueGetFirstUse(value);
  bool is_inside = true;
  for (; is_inside && !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    while (!mlirOperationIsNull(user) &&
           !mlirBlockEqual(mlirOperationGetBlock(user), block))
      user = mlirOperationGetParentOperation(user);
    is_inside = mlirOperationEqual(user, store);
  }
  return is_inside;
}

/* Most accesses store what comes next, and none is searched for. */
static MlirOperation read_of(moved_reads *all, MlirValue value,
                             MlirOperation store) {
  for (intptr_t i = 0; i < all->read_count; i++) {
    all->last = (all->last + 1) % all->read_count;
    MlirOperation read = all->reads[all->last];
    if (mlirValueEqual(mlirOperationGetResult(read, 0), value) &&
        is_used_in(value, store))
      return read;
  }
  return (MlirOperation){NULL};
}

/* False where there is no room. */
static bool add(moved_reads *all, MlirOperation operation) {
  MlirValue stored = stored_by(operation);
  if (mlirValueIsNull(stored) && !can_be_late(operation))
    return true;
  intptr_t *count =
      mlirValueIsNull(stored) ? &all->read_count : &all->store_count;
  if (*count == TL_MAX_REGISTERS)
    return false;
  if (mlirValueIsNull(stored)) {
    all->reads[(*count)++] = operation;
  } else {
    all->read_of[*count] = read_of(all, stored, operation);
    all->stores[(*count)++] = operation;
  }
  return true;
}

void tl_delay_reads(MlirValue first, MlirOperation store, intptr_t ahead) {
  moved_reads all;
  all.read_count = all.store_count = 0;
  all.last = -1;
  for (MlirOperation at = mlirOpResultGetOwner(first);
       !mlirOperationEqual(at, store); at = mlirOperationGetNextInBlock(at))
    if (!add(&all, at))
      return;
  MlirOperation last = {NULL};
  for (intptr_t i = ahead; i < all.store_count; i++) {
    if (i % ahead == 0)
      last = all.stores[i - 1];
    if (mlirOperationIsNull(all.read_of[i]))
      continue;
    mlirOperationMoveAfter(all.read_of[i], last);
    last = all.read_of[i];
  }
}
