/* copy_verify.c - The rules of tl.copy, tl.load and tl.store.
 *
 * V1 to V26 are listed in python-free-docs/operations.md.  A copy with registers
 * has a memory and a fragment; one between two memories has two memories, and
 * may have a partition as its fragment. */
#include "copy_checks.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_hooks.h"
#include "tl/target.h"
#include <inttypes.h>

enum { SOURCE = 0, TARGET = 1 };

/*===--- The form --------------------------------------------------------===*/

/* V22: facts say which side they are of, and some attributes stand between two
 * memories alone. */
static bool check_form(MlirOperation operation, bool is_transfer,
                       const tl_attributes *own) {
  static const int OWN[] = {TL_THREADS, TL_ASYNC, TL_PARTITION};
  for (int i = 0; i < 3; i++) {
    int place = is_transfer ? TL_ALIGNMENT + i : OWN[i];
    const char *name = TL_COPY_ATTRIBUTES[place].name;
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

/* V1: the scope is one of the four. */
static bool check_scope(MlirOperation operation, MlirAttribute scope) {
  MlirStringRef name = mlirStringAttrGetValue(scope);
  return tl_scope_named(name.data, (int64_t)name.length) != TL_SCOPE_COUNT ||
         tl_emit_error(operation,
                       "scope '%.*s' is none of thread, warp, warpgroup, cta",
                       (int)(name.length > 40 ? 40 : name.length), name.data);
}

/* V2: origins and bounds have 1 to 8 entries, none negative. */
static bool check_origins(MlirOperation operation, const tl_attributes *own) {
  static const int PLACES[] = {TL_SOURCE_ORIGIN, TL_TARGET_ORIGIN, TL_BOUNDS};
  for (int i = 0; i < 3; i++) {
    int64_t words[TL_MAX_RANK], count;
    MlirAttribute numbers = own->items[PLACES[i]];
    const char *name = TL_COPY_ATTRIBUTES[PLACES[i]].name;
    if (!mlirAttributeIsNull(numbers) &&
        (!tl_words_read(numbers, TL_MAX_RANK, words, &count) || !count))
      return tl_emit_error(
          operation, "attribute '%s' has to be an i64 array of 1 to %d entries",
          name, TL_MAX_RANK);
    for (int64_t d = 0; !mlirAttributeIsNull(numbers) && d < count; d++)
      if (words[d] < 0 && words[d] != INT64_MIN)
        return tl_emit_error(
            operation, "%s %" PRId64 " of dimension %" PRId64 " is negative",
            name, words[d], d);
  }
  return true;
}

/*===--- Copies with registers -------------------------------------------===*/

/* V5: one side is registers: a vector, or a private memref. */
static bool check_sides(const tl_copy_view *view) {
  bool from = tl_memory_space_of(view->memory.type) == TL_MEMORY_PRIVATE;
  bool to = tl_memory_space_of(view->fragment.type) == TL_MEMORY_PRIVATE;
  return view->kind != TL_COPY || (!from && to) ||
         tl_emit_error(view->operation,
                       "%s; exactly one side has to be registers, a memref in "
                       "#gpu.address_space<private>",
                       from ? "both sides are registers"
                            : "both sides are memory");
}

static bool verify_registers(MlirOperation operation) {
  tl_checked_copy copy = {.facts = TL_ALIGNMENT};
  tl_copy_view_read(operation, &copy.view);
  return check_sides(&copy.view) && tl_check_memory(&copy) &&
         tl_check_fragment(&copy, false) && tl_check_tile(&copy);
}

/*===--- Copies between two memories -------------------------------------===*/

/* In the widest waves of a target. */
static int64_t most_threads(tl_scope scope) {
  int64_t most = 0;
  for (int64_t lanes = 0; (lanes = tl_wave_above(lanes));)
    most = tl_scope_size(scope, lanes);
  return most;
}

/* V23: as many threads as the scope can have; a partition says them itself. */
static bool check_threads(const tl_transfer_view *view) {
  MlirOperation operation = view->sides[SOURCE].operation;
  tl_scope scope = view->sides[SOURCE].scope;
  int64_t most = most_threads(scope);
  if (!view->has_threads)
    return true;
  if (!mlirAttributeIsNull(view->partition))
    return tl_emit_error(
        operation,
        "has both threads and a partition, which says who takes part");
  return (view->threads >= 1 && view->threads <= most) ||
         tl_emit_error(operation,
                       "threads has to be an i64 from 1 to %" PRId64
                       ", the most that a %s has",
                       most, tl_scope_describe(scope)->name);
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
  MlirOperation operation = view->sides[SOURCE].operation;
  if (!view->is_async)
    return true;
  if (tl_memory_space_of(view->sides[SOURCE].memory.type) != TL_MEMORY_GLOBAL ||
      tl_memory_space_of(view->sides[TARGET].memory.type) != TL_MEMORY_SHARED)
    return tl_emit_error(operation,
                         "is asynchronous, which a copy from global to "
                         "workgroup memory can be");
  return mlirAttributeIsNull(view->sides[SOURCE].pad) ||
         is_zero(view->sides[SOURCE].pad) ||
         tl_emit_error(operation,
                       "is asynchronous and fills with zeros; its pad has "
                       "to be 0");
}

/* V24: the sides have one rank and say the shape of the tile.  V25: a partition
 * is a register layout on the threads of the scope. */
static bool verify_memories(MlirOperation operation) {
  tl_transfer_view view;
  tl_checked_copy sides[2];
  tl_layout tile;
  tl_error error;
  tl_transfer_view_read(operation, &view);
  sides[SOURCE].view = view.sides[SOURCE];
  sides[TARGET].view = view.sides[TARGET];
  sides[SOURCE].facts = TL_SOURCE_ALIGNMENT;
  sides[TARGET].facts = TL_TARGET_ALIGNMENT;
  if (!check_threads(&view) || !tl_check_memory(&sides[SOURCE]) ||
      !tl_check_memory(&sides[TARGET]))
    return false;
  if (!mlirAttributeIsNull(view.partition)) {
    tl_checked_copy load = {.view = view.sides[SOURCE]};
    load.view.fragment = (tl_copy_side){.name = TL_ATTRIBUTE_PARTITION,
                                        .layout = view.partition};
    if (!tl_check_fragment(&load, true))
      return false;
  }
  if (tl_transfer_tile(&view, 0, &tile, &error) != TL_OK)
    return tl_emit_error(operation, "%s", error.message);
  tl_layout_shape(&tile, &sides[SOURCE].tile);
  sides[TARGET].tile = sides[SOURCE].tile;
  return tl_check_tile(&sides[SOURCE]) && tl_check_tile(&sides[TARGET]) &&
         check_async(&view);
}

bool tl_verify_copy(MlirOperation operation) {
  tl_attributes own;
  bool is_transfer = tl_is_transfer(operation);
  int form = is_transfer ? TL_FORM_MEMORIES
                         : tl_bridge_operation_row(operation)->facts->forms &
                               ~TL_FORM_MEMORIES;
  tl_attributes_read(operation, &own);
  return check_form(operation, is_transfer, &own) &&
         tl_operation_check(operation, form, &own) &&
         check_scope(operation, own.items[TL_SCOPE_NAME]) &&
         check_origins(operation, &own) &&
         (is_transfer ? verify_memories : verify_registers)(operation);
}
