/* transfer_verify.c - The rules of tl.copy between two memories.
 *
 * V22 to V26, besides V1 to V4; each side is checked as the memory of a copy
 * with registers, under V6, V7, V9, V13 to V18, V20 and V21, a partition as its
 * fragment, under V8, V10 and V19.  See python-free-docs/operations.md. */
#include "copy_checks.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Support.h"
#include "operation_rows.h"
#include "tl/target.h"
#include <inttypes.h>

/* V22: facts say which side they are of, and some attributes stand between two
 * memories alone. */
bool tl_check_transfer_names(MlirOperation operation, bool is_transfer,
                             const tl_attributes *own) {
  static const int OWN[] = {TL_THREADS, TL_ASYNC, TL_PARTITION};
  const tl_operation_attribute *rows =
      TL_OPERATIONS[TL_OPERATION_COPY].facts->attributes;
  for (int i = 0; i < 3; i++) {
    int place = is_transfer ? TL_ALIGNMENT + i : OWN[i];
    const char *name = rows[place].name;
    if (mlirAttributeIsNull(own->items[place]))
      continue;
    if (is_transfer)
      return tl_emit_error(operation,
                           "has no attribute '%s'; between two memories, "
                           "source_%s or target_%s",
                           name, name, name);
    return tl_emit_error(operation,
                         "has '%s', which stands on a tl.copy between two "
                         "memrefs in global or workgroup memory, neither with "
                         "a layout of registers",
                         place == TL_PARTITION ? "as" : name);
  }
  return true;
}

/* In the widest waves of a target. */
static int64_t most_threads(tl_scope scope) {
  int64_t most = 0;
  for (int64_t lanes = 0; (lanes = tl_wave_above(lanes));)
    most = tl_scope_size(scope, lanes);
  return most;
}

/* V23: as many threads as the scope can have; a partition says them itself. */
static bool check_threads(const tl_transfer_view *view) {
  int64_t most = most_threads(view->scope);
  if (!view->has_threads)
    return true;
  if (!mlirAttributeIsNull(view->partition))
    return tl_emit_error(
        view->operation,
        "has both threads and a partition, which says who takes part");
  return (view->threads >= 1 && view->threads <= most) ||
         tl_emit_error(view->operation,
                       "threads has to be an i64 from 1 to %" PRId64
                       ", the most that a %s has",
                       most, tl_scope_describe(view->scope)->name);
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
  if (tl_transfer_tile(view, 0, &tile, &error) != TL_OK)
    return tl_emit_error(view->operation, "%s", error.message);
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
  if (!view->is_async)
    return true;
  if (tl_memory_space_of(view->source.type) != TL_MEMORY_GLOBAL ||
      tl_memory_space_of(view->target.type) != TL_MEMORY_SHARED)
    return tl_emit_error(operation,
                         "is asynchronous, which a copy from global to "
                         "workgroup memory can be");
  return mlirAttributeIsNull(view->pad) || is_zero(view->pad) ||
         tl_emit_error(operation,
                       "is asynchronous and fills with zeros; its pad has "
                       "to be 0");
}

bool tl_verify_transfer(MlirOperation operation) {
  tl_transfer_view view;
  tl_transfer_view_read(operation, &view);
  return check_threads(&view) && check_memories(&view) &&
         check_partition(&view) && check_tile(&view) && check_async(&view);
}
