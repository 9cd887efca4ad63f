/* transfer_verify.c - The rules of tl.copy between two memories.
 *
 * V22 to V26, besides V1 to V4; each side is checked as the memory of a copy
 * with registers, under V6, V7, V9, V13 to V18, V20 and V21, a partition as its
 * fragment, under V8, V10 and V19.  See python-free-docs/operations.md. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Support.h"
#include "operation_rows.h"
#include <inttypes.h>

enum { MAX_NAMES = 32 };

static bool check_threads(const tl_transfer_view *view);
static bool check_memories(const tl_transfer_view *view);
static bool check_partition(const tl_transfer_view *view);
static bool check_tile(const tl_transfer_view *view);
static bool check_async(const tl_transfer_view *view);

MlirLogicalResult tl_verify_transfer(MlirOperation operation) {
  tl_transfer_view view;
  tl_transfer_view_read(operation, &view);
  return check_threads(&view) && check_memories(&view) &&
                 check_partition(&view) && check_tile(&view) &&
                 check_async(&view)
             ? mlirLogicalResultSuccess()
             : mlirLogicalResultFailure();
}

/* V22: facts say which side they are of. */
static bool check_fact_names(MlirOperation operation) {
  static const char *const OF_NO_SIDE[] = {TL_ATTRIBUTE_ALIGNMENT,
                                           TL_ATTRIBUTE_DIVISIBILITY,
                                           TL_ATTRIBUTE_STRIDE_DIVISIBILITY};
  for (int i = 0; i < 3; i++) {
    if (mlirAttributeIsNull(tl_attribute_of(operation, OF_NO_SIDE[i])))
      continue;
    tl_emit_error(operation,
                  "has no attribute '%s'; between two memories, source_%s or "
                  "target_%s",
                  OF_NO_SIDE[i], OF_NO_SIDE[i], OF_NO_SIDE[i]);
    return false;
  }
  return true;
}

/* V22, of other copies. */
bool tl_check_no_transfer(MlirOperation operation) {
  static const char *const NAMES[][2] = {{TL_ATTRIBUTE_THREADS, "threads"},
                                         {TL_ATTRIBUTE_ASYNC, "async"},
                                         {TL_ATTRIBUTE_PARTITION, "as"}};
  for (int i = 0; i < 3; i++) {
    if (mlirAttributeIsNull(tl_attribute_of(operation, NAMES[i][0])))
      continue;
    tl_emit_error(operation,
                  "has '%s', which stands on a tl.copy between two memrefs in "
                  "global or workgroup memory, neither with a layout of "
                  "registers",
                  NAMES[i][1]);
    return false;
  }
  return true;
}

bool tl_check_transfer_attributes(MlirOperation operation,
                                  const char *const *names, int count) {
  static const char *const OWN[] = {
      TL_ATTRIBUTE_THREADS,        TL_ATTRIBUTE_PARTITION,
      TL_ATTRIBUTE_ASYNC,          "source_alignment",
      "target_alignment",          "source_divisibility",
      "target_divisibility",       "source_stride_divisibility",
      "target_stride_divisibility"};
  enum { OWN_COUNT = sizeof OWN / sizeof *OWN };
  const char *all[MAX_NAMES];
  for (int i = 0; i < OWN_COUNT; i++)
    all[i] = OWN[i];
  for (int i = 0; i < count; i++)
    all[OWN_COUNT + i] = names[i];
  return check_fact_names(operation) &&
         tl_check_attributes(operation, all, OWN_COUNT + count);
}

/* V23: as many threads as the scope can have; a partition says them itself. */
static bool check_threads(const tl_transfer_view *view) {
  const tl_scope_facts *scope = tl_scope_describe(view->scope);
  int64_t threads;
  if (mlirAttributeIsNull(
          tl_attribute_of(view->operation, TL_ATTRIBUTE_THREADS)))
    return true;
  if (!mlirAttributeIsNull(view->partition)) {
    tl_emit_error(
        view->operation,
        "has both threads and a partition, which says who takes part");
    return false;
  }
  if (tl_number_of(view->operation, TL_ATTRIBUTE_THREADS, &threads) &&
      threads >= 1 && threads <= scope->threads)
    return true;
  tl_emit_error(view->operation,
                "threads has to be an i64 from 1 to %" PRId64
                ", the most that a %s has",
                scope->threads, scope->name);
  return false;
}

static bool check_memories(const tl_transfer_view *view) {
  tl_copy_view sides[2];
  tl_transfer_side(view, false, &sides[0]);
  tl_transfer_side(view, true, &sides[1]);
  return tl_check_memory(&sides[0]) && tl_check_memory(&sides[1]);
}

/* V25: a partition is a register layout on the threads of the scope. */
static bool check_partition(const tl_transfer_view *view) {
  tl_copy_view load;
  if (mlirAttributeIsNull(view->partition))
    return true;
  tl_transfer_fragment(view, &load);
  return tl_check_partition(&load);
}

/* V24: the sides have one rank and say the shape of the tile. */
static bool check_tile(const tl_transfer_view *view) {
  tl_copy_view sides[2];
  tl_layout tile;
  tl_error error;
  if (tl_transfer_tile(view, &tile, &error) != TL_OK) {
    tl_emit_error(view->operation, "%s", error.message);
    return false;
  }
  tl_transfer_side(view, false, &sides[0]);
  tl_transfer_side(view, true, &sides[1]);
  return tl_check_tile(&sides[0], &tile, !view->bounds_target) &&
         tl_check_tile(&sides[1], &tile, view->bounds_target);
}

static bool is_zero(MlirAttribute number) {
  return mlirAttributeIsAFloat(number)
             ? mlirFloatAttrGetValueDouble(number) == 0
             : mlirAttributeIsAInteger(number) &&
                   mlirIntegerAttrGetValueInt(number) == 0;
}

/* V26: an asynchronous copy goes from global to workgroup memory, and fills
 * with zeros.  Source: PTX ISA, cp.async. */
static bool check_async(const tl_transfer_view *view) {
  MlirOperation operation = view->operation;
  MlirAttribute async = tl_attribute_of(operation, TL_ATTRIBUTE_ASYNC);
  MlirAttribute pad = tl_attribute_of(operation, TL_ATTRIBUTE_PAD);
  if (!view->is_async)
    return true;
  if (!mlirAttributeIsAUnit(async)) {
    tl_emit_error(operation, "attribute '%s' has to be a unit attribute",
                  TL_ATTRIBUTE_ASYNC);
    return false;
  }
  if (tl_memory_space_of(view->source.type) != TL_MEMORY_GLOBAL ||
      tl_memory_space_of(view->target.type) != TL_MEMORY_SHARED) {
    tl_emit_error(operation, "is asynchronous, which a copy from global to "
                             "workgroup memory can be");
    return false;
  }
  if (mlirAttributeIsNull(pad) || is_zero(pad))
    return true;
  tl_emit_error(operation, "is asynchronous and fills with zeros; its pad has "
                           "to be 0");
  return false;
}
