/* copy_verify.c - The rules of tl.copy, tl.load and tl.store.
 *
 * V1 to V26 are listed in python-free-docs/operations.md.  A copy with
 * registers has a memory and a fragment; one between two memories has two
 * memories, and may have a partition as its fragment.  A question that is
 * undecided is no error: the passes check what they need. */
#include "copy_checks.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/layout_questions.h"
#include "tl/target.h"
#include <inttypes.h>

enum { SOURCE = 0, TARGET = 1 };

/*===--- The form --------------------------------------------------------===*/

/* V22: facts say which side they are of, and some attributes stand between two
 * memories alone.  V45: a layout is there or to be chosen. */
static bool check_form(MlirOperation operation, bool is_transfer,
                       const tl_attributes *own) {
  for (int i = SOURCE; i <= TARGET; i++)
    if (!mlirAttributeIsNull(own->items[TL_SOURCE_LAYOUT + i]) &&
        !mlirAttributeIsNull(own->items[TL_SOURCE_AUTO + i]))
      return tl_emit_error(operation, "has both %s and %s",
                           TL_COPY_ATTRIBUTES[TL_SOURCE_LAYOUT + i].name,
                           TL_COPY_ATTRIBUTES[TL_SOURCE_AUTO + i].name);
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
  return is_transfer || tl_check_auto_form(operation, own);
}

/* V1: the scope is one of the four. */
bool tl_check_scope(MlirOperation operation, MlirAttribute scope) {
  MlirStringRef name = mlirStringAttrGetValue(scope);
  return tl_scope_named(name.data, (int64_t)name.length) != TL_SCOPE_COUNT ||
         tl_emit_error(operation, "scope '%.*s' is none of " TL_SCOPE_NAMES,
                       (int)(name.length > 40 ? 40 : name.length), name.data);
}

/* V2: origins, bounds and tiles have 1 to 8 entries, none negative but origins
 * under lower bounds.  Values stand in origins and bounds alone. */
static bool check_origins(MlirOperation operation, const tl_attributes *own) {
  static const int PLACES[] = {TL_SOURCE_ORIGIN, TL_TARGET_ORIGIN, TL_BOUNDS,
                               TL_LOWER_BOUNDS, TL_TILE};
  bool may_begin_before = !mlirAttributeIsNull(own->items[TL_LOWER_BOUNDS]);
  for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
    int64_t words[TL_MAX_RANK], count;
    MlirAttribute numbers = own->items[PLACES[i]];
    const char *name = TL_COPY_ATTRIBUTES[PLACES[i]].name;
    if (!mlirAttributeIsNull(numbers) &&
        (!tl_words_read(numbers, TL_MAX_RANK, words, &count) || !count))
      return tl_emit_error(
          operation, "attribute '%s' has to be an i64 array of 1 to %d entries",
          name, TL_MAX_RANK);
    for (int64_t d = 0; !mlirAttributeIsNull(numbers) && d < count; d++)
      if (words[d] < 0 && (words[d] != INT64_MIN || PLACES[i] == TL_TILE) &&
          !(may_begin_before && PLACES[i] <= TL_TARGET_ORIGIN))
        return tl_emit_error(
            operation, "%s %" PRId64 " of dimension %" PRId64 " is negative",
            name, words[d], d);
  }
  return true;
}

/*===--- The fragment ----------------------------------------------------===*/

/* V8: the fragment has a register layout. */
static bool check_layout(const tl_copy_view *view) {
  MlirAttribute layout = view->fragment.layout;
  const tl_notation *notation = tl_layout_attribute_notation(layout);
  const char *wrong = NULL;
  if (notation && notation->role == TL_ROLE_STORED)
    wrong = notation->noun;
  else if (notation && tl_layout_attribute_facts(layout)->has_swizzle)
    wrong = "swizzle";
  if (notation && !wrong)
    return true;
  tl_text accepted = {0};
  tl_notation_list(TL_ROLE_HELD, " or ", &accepted);
  if (wrong)
    return tl_emit_error(view->operation,
                         "%s layout: registers have no %s; use %s",
                         view->fragment.name, wrong, accepted.data);
  return tl_emit_error(view->operation,
                       "%s is registers and needs a layout: %s",
                       view->fragment.name, accepted.data);
}

/* V10: the scope has the threads that the layout numbers. */
static bool check_threads(const tl_copy_view *view,
                          const tl_layout_facts *facts) {
  tl_layout layout;
  tl_error error;
  return (facts->scopes >> view->scope & 1) ||
         tl_fragment_layout(view->fragment.layout, view->scope, 0, &layout,
                            &error) == TL_OK ||
         tl_emit_error(view->operation, "%s layout: %s", view->fragment.name,
                       error.message);
}

/* What can be said of registers that hold nothing; a conversion cannot. */
static const char *partial_hint(const tl_copy_view *view) {
  return mlirOperationIsNull(view->operation) ||
                 tl_operation_kind_of(view->operation) !=
                     TL_OPERATION_CONVERT_LAYOUT
             ? "; with {" TL_ATTRIBUTE_PARTIAL "} some may hold no element"
             : "";
}

/* V11: the fragment is dense, of static shape, and fits the registers; V12: it
 * has as many elements as the layout has registers, or more where it is
 * partial.  V25: what a thread moves
 * under a partition, which has no fragment, fits its registers. */
static bool check_registers(const tl_copy_view *view, bool is_partition,
                            int64_t registers) {
  const tl_copy_side *fragment = &view->fragment;
  int64_t elements;
  if (is_partition)
    return registers <= TL_MAX_REGISTERS ||
           tl_emit_error(view->operation,
                         "%s layout: %" PRId64
                         " registers per thread; at most %d fit",
                         fragment->name, registers, TL_MAX_REGISTERS);
  return tl_check_register_type(view->operation, fragment->name, fragment->type,
                                &elements) &&
         (registers == elements || (view->is_partial && registers < elements) ||
          tl_emit_error(view->operation,
                        "%s has %" PRId64 " elements; its layout has %" PRId64
                        " registers per thread%s",
                        fragment->name, elements, registers,
                        registers < elements ? partial_hint(view) : ""));
}

static bool refuse_meeting(const tl_copy_view *view, const tl_meeting *at) {
  tl_text first = {0}, second = {0};
  int64_t thread = 0;
  if (tl_point_thread(at->point, 0, &thread, NULL) != TL_OK)
    thread = 0;
  tl_write_coordinate(&at->first, &first);
  tl_write_coordinate(&at->second, &second);
  return tl_emit_error(view->operation,
                       "%s layout: elements %s and %s are both in register "
                       "%" PRId64 " of thread %" PRId64,
                       view->fragment.name, first.data, second.data,
                       at->point[TL_AXIS_M], thread);
}

/* V19: no register holds two elements, and unless the fragment is partial none is
 * left out. */
static bool check_map(const tl_copy_view *view, const tl_layout_facts *facts) {
  tl_layout fragment;
  tl_meeting meeting;
  tl_gap gap;
  tl_box registers = {{[TL_AXIS_M] = facts->slots}};
  if ((facts->is_injective == TL_YES && facts->fills_slots == TL_YES) ||
      tl_fragment_layout(view->fragment.layout, view->scope, 0, &fragment,
                         NULL) != TL_OK)
    return true;
  if (tl_layout_is_injective(&fragment, 0, &meeting, NULL) == TL_NO)
    return refuse_meeting(view, &meeting);
  return view->is_partial ||
         tl_layout_covers(&fragment, 0, &registers, &gap, NULL) != TL_NO ||
         tl_emit_error(view->operation,
                       "%s layout: no element is in register %" PRId64
                       " of %" PRId64 "%s",
                       view->fragment.name, gap.first, facts->slots,
                       partial_hint(view));
}

static bool has_repeats(const tl_layout *fragment) {
  for (int64_t i = 0; i < fragment->replica_count; i++)
    if (fragment->iters[fragment->shard_count + i].axis == TL_AXIS_M)
      return true;
  return false;
}

/* V25: a partition says who moves an element, once. */
static bool check_once(const tl_copy_view *view) {
  tl_layout layout;
  return tl_fragment_layout(view->fragment.layout, view->scope, 0, &layout,
                            NULL) != TL_OK ||
         !has_repeats(&layout) ||
         tl_emit_error(view->operation,
                       "%s layout: a partition has one register for an "
                       "element, and repeats none",
                       view->fragment.name);
}

bool tl_check_fragment(const tl_copy_view *view, bool is_partition) {
  const tl_layout_facts *facts;
  if (!check_layout(view))
    return false;
  facts = tl_layout_attribute_facts(view->fragment.layout);
  return check_threads(view, facts) &&
         check_registers(view, is_partition, facts->slots) &&
         check_map(view, facts) && (!is_partition || check_once(view));
}

static bool check_fragment(tl_checked_copy *copy, bool is_partition) {
  const tl_copy_view *view = &copy->view;
  if (!tl_check_fragment(view, is_partition))
    return false;
  copy->tile = tl_layout_attribute_facts(view->fragment.layout)->shape;
  return true;
}

/*===--- Copies with registers -------------------------------------------===*/

/* V5: one side is registers: a vector, or a private memref. */
static bool check_sides(const tl_copy_view *view) {
  bool from = tl_memory_space_of(view->memory.type) == TL_MEMORY_PRIVATE;
  bool to = tl_memory_space_of(view->fragment.type) == TL_MEMORY_PRIVATE;
  return view->kind != TL_COPY || (!from && to) ||
         tl_emit_error(view->operation,
                       from ? "cannot copy registers to registers; one side "
                              "has to be global or workgroup memory: to pass "
                              "elements between threads, store them to "
                              "workgroup memory and load them from there"
                            : "cannot copy memory to memory under a layout of "
                              "registers; make one side registers, a memref in "
                              "#gpu.address_space<private>, or give the "
                              "memories layouts of memory");
}

/* V29: what is shared are replicas that are stored, of all registers, each of
 * which has its element alone. */
static bool check_shares(const tl_copy_view *view) {
  tl_layout layout;
  if (!view->shares_replicas)
    return true;
  if (view->is_partial)
    return tl_emit_error(view->operation,
                         "has '" TL_ATTRIBUTE_SHARE_REPLICAS
                         "' and '" TL_ATTRIBUTE_PARTIAL
                         "'; replicas share all registers or none");
  if (!view->stores)
    return tl_emit_error(view->operation,
                         "has '" TL_ATTRIBUTE_SHARE_REPLICAS
                         "', and loads: every replica gets all of its "
                         "registers");
  return tl_fragment_layout(view->fragment.layout, view->scope, 0, &layout,
                            NULL) != TL_OK ||
         (layout.replica_count && !has_repeats(&layout)) ||
         tl_emit_error(view->operation,
                       "has '" TL_ATTRIBUTE_SHARE_REPLICAS
                       "', and its layout has %s",
                       layout.replica_count ? "registers that repeat an element"
                                            : "no replicas");
}

static bool is_global(const tl_copy_view *view) {
  return tl_memory_space_of(view->memory.type) == TL_MEMORY_GLOBAL;
}

/* Errors are emitted at `told`. */
static bool verify_registers(MlirOperation operation, MlirOperation told) {
  tl_checked_copy copy = {.facts = TL_ALIGNMENT};
  tl_copy_view_read(operation, &copy.view);
  copy.view.operation = told;
  tl_list tile = tl_copy_auto_tile(operation);
  return check_sides(&copy.view) && tl_check_memory(&copy) &&
         tl_check_auto_fragment(told, &tile, copy.view.scope,
                                &copy.view.fragment) &&
         check_fragment(&copy, false) && tl_check_tile(&copy) &&
         check_shares(&copy.view) &&
         tl_check_cache(told, copy.view.cache, false, is_global(&copy.view));
}

/*===--- Copies between two memories -------------------------------------===*/

/* V23: as many threads as the scope can have; a partition says them itself, and
 * the tile. */
static bool check_thread_count(const tl_transfer_view *view) {
  MlirOperation operation = view->sides[SOURCE].operation;
  tl_scope scope = view->sides[SOURCE].scope;
  int64_t most = tl_scope_most_threads(scope);
  bool has_partition = !mlirAttributeIsNull(view->partition);
  if (has_partition && view->has_threads)
    return tl_emit_error(
        operation,
        "has both threads and a partition, which says who takes part");
  if (has_partition && view->tile.count)
    return tl_emit_error(
        operation, "has both a tile and a partition, which says what it is");
  if (!view->has_threads)
    return true;
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

/* V26.  Source: PTX ISA, cp.async. */
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

/* V24: the copy or its sides say the extents of the tile.  V25: a partition
 * is a register layout on the threads of the scope. */
static bool verify_memories(MlirOperation operation, MlirOperation told) {
  tl_transfer_view view;
  tl_checked_copy sides[2];
  tl_layout tile;
  tl_error error;
  tl_transfer_view_read(operation, &view);
  view.sides[SOURCE].operation = view.sides[TARGET].operation = told;
  sides[SOURCE].view = view.sides[SOURCE];
  sides[TARGET].view = view.sides[TARGET];
  sides[SOURCE].facts = TL_SOURCE_ALIGNMENT;
  sides[TARGET].facts = TL_TARGET_ALIGNMENT;
  if (!check_thread_count(&view) || !tl_check_memory(&sides[SOURCE]) ||
      !tl_check_memory(&sides[TARGET]))
    return false;
  if (!mlirAttributeIsNull(view.partition)) {
    tl_checked_copy load = {.view = view.sides[SOURCE]};
    load.view.fragment = (tl_copy_side){.name = TL_ATTRIBUTE_PARTITION,
                                        .layout = view.partition};
    if (!check_fragment(&load, true))
      return false;
  }
  if (tl_transfer_tile(&view, 0, &tile, &error) != TL_OK)
    return tl_emit_error(told, "%s", error.message);
  sides[SOURCE].tile = tl_layout_shape(&tile);
  sides[TARGET].tile = sides[SOURCE].tile;
  return tl_check_tile(&sides[SOURCE]) && tl_check_tile(&sides[TARGET]) &&
         check_async(&view) &&
         tl_check_cache(told, view.sides[SOURCE].cache, view.is_async,
                        is_global(&view.sides[SOURCE]) ||
                            is_global(&view.sides[TARGET]));
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
         tl_check_scope(operation, own.items[TL_SCOPE_NAME]) &&
         check_origins(operation, &own) &&
         (is_transfer ? verify_memories : verify_registers)(operation,
                                                            operation);
}

bool tl_copy_holds(MlirOperation operation) {
  const MlirOperation nobody = {NULL};
  return (tl_is_transfer(operation) ? verify_memories
                                    : verify_registers)(operation, nobody);
}

bool tl_check_scratch(MlirOperation operation, MlirValue scratch,
                      MlirType elements) {
  int64_t bytes = tl_element_bytes(elements);
  tl_strided strided;
  if (mlirValueIsNull(scratch))
    return true;
  MlirType type = mlirValueGetType(scratch);
  if (tl_memory_space_of(type) != TL_MEMORY_SHARED ||
      tl_element_bytes(type) != 1 ||
      !mlirTypeIsAInteger(tl_element_type(type)) ||
      !tl_strided_read(type, &strided) || strided.shape.count != 1 ||
      strided.shape.items[0] < 0 || !strided.is_identity)
    return tl_emit_error(
        operation, "uses what is no bytes of workgroup memory; it has to "
                   "be as memref<4096xi8, #gpu.address_space<workgroup>>");
  return strided.shape.items[0] >= bytes ||
         tl_emit_error(operation,
                       "uses %" PRId64 " bytes; an element has %" PRId64,
                       strided.shape.items[0], bytes);
}
