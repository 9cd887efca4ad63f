/* normalize_layouts.c - tl-normalize-layouts
 *
 * Every spelling of a layout becomes the tile layout that it means.
 *
 *   tl.load %A as #tl.register<spatial(8, 4).local(1, 2)> scope warp
 * becomes
 *   tl.load %A as #tl.tile<S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]>
 *     scope warp
 *
 * Requires:  nothing.
 * Preserves: the map of every layout, and all else.
 * Fails:     never on IR that verifies. */
#include "pass_rows.h"
#include "tl/dialect.h"
#include "worklist.h"

static bool is_copy(MlirOperation operation);
static bool plan_copy(const tl_copy_view *view, tl_value *memory,
                      tl_value *fragment);
static void write_copy(const tl_copy_view *view, const tl_value *memory,
                       const tl_value *fragment);
static bool normalize_transfer(MlirOperation operation, bool writes);

static bool run_normalize_layouts(MlirOperation root,
                                  const tl_option_value *options) {
  (void)options;
  /* 1. Collect. */
  tl_worklist copies;
  tl_copy_view view;
  tl_value memory, fragment;
  tl_worklist_collect(&copies, root, is_copy);

  /* 2. Plan. */
  bool planned = copies.is_complete;
  for (intptr_t i = 0; planned && i < copies.count; i++) {
    if (tl_is_transfer(copies.items[i])) {
      planned = normalize_transfer(copies.items[i], false);
      continue;
    }
    tl_copy_view_read(copies.items[i], &view);
    planned = plan_copy(&view, &memory, &fragment);
  }

  /* 3. Write. */
  for (intptr_t i = 0; planned && i < copies.count; i++) {
    if (tl_is_transfer(copies.items[i])) {
      normalize_transfer(copies.items[i], true);
      continue;
    }
    tl_copy_view_read(copies.items[i], &view);
    if (plan_copy(&view, &memory, &fragment))
      write_copy(&view, &memory, &fragment);
  }
  tl_worklist_free(&copies);
  return planned;
}

const tl_pass_row TL_NORMALIZE_LAYOUTS = {
    .argument = "tl-normalize-layouts",
    .description = "Spell every layout of a copy as a tile layout",
    .run = run_normalize_layouts,
};

static bool is_copy(MlirOperation operation) {
  return tl_copy_kind_of(operation) != TL_COPY_KIND_COUNT ||
         tl_is_transfer(operation);
}

/* A layout of a copy between two memories; `load` has the partition as its
 * fragment. */
static tl_code read_layout(const tl_copy_view *load, MlirAttribute attribute,
                           tl_layout *out, tl_error *error) {
  tl_value value;
  if (mlirAttributeEqual(attribute, load->fragment.layout))
    return tl_fragment_layout(load, out, error);
  tl_layout_attribute_read(attribute, &value);
  return tl_layout_of_memory(&value, out, error);
}

static bool normalize_transfer(MlirOperation operation, bool writes) {
  static const char *const NAMES[] = {"source_layout", "target_layout",
                                      TL_ATTRIBUTE_PARTITION};
  tl_transfer_view view;
  tl_copy_view load;
  tl_transfer_view_read(operation, &view);
  tl_transfer_fragment(&view, &load);
  for (int i = 0; i < 3; i++) {
    MlirStringRef name = mlirStringRefCreateFromCString(NAMES[i]);
    MlirAttribute spelled =
        mlirOperationGetDiscardableAttributeByName(operation, name);
    tl_value meant = {.kind = TL_KIND_LAYOUT};
    tl_error error;
    if (mlirAttributeIsNull(spelled))
      continue;
    if (read_layout(&load, spelled, &meant.as.layout, &error) != TL_OK) {
      tl_emit_error(operation, "%s", error.message);
      return false;
    }
    if (writes)
      mlirOperationSetDiscardableAttributeByName(
          operation, name,
          tl_layout_attribute_get(mlirOperationGetContext(operation), &meant));
  }
  return true;
}

static bool plan_copy(const tl_copy_view *view, tl_value *memory,
                      tl_value *fragment) {
  tl_error error;
  *fragment = (tl_value){.kind = TL_KIND_LAYOUT};
  *memory = (tl_value){.kind = TL_KIND_NONE};
  tl_code code = tl_fragment_layout(view, &fragment->as.layout, &error);
  if (code == TL_OK && !mlirAttributeIsNull(view->memory.layout)) {
    memory->kind = TL_KIND_LAYOUT;
    code = tl_memory_layout(view, &fragment->as.layout, &memory->as.layout,
                            &error);
  }
  if (code != TL_OK)
    tl_emit_error(view->operation, "%s", error.message);
  return code == TL_OK;
}

static void write_layout(const tl_copy_view *view, bool of_memory,
                         const tl_value *layout) {
  const char *name = tl_copy_layout_name(view->stores, of_memory);
  mlirOperationSetDiscardableAttributeByName(
      view->operation, mlirStringRefCreateFromCString(name),
      tl_layout_attribute_get(mlirOperationGetContext(view->operation),
                              layout));
}

static void write_copy(const tl_copy_view *view, const tl_value *memory,
                       const tl_value *fragment) {
  write_layout(view, false, fragment);
  if (memory->kind == TL_KIND_LAYOUT)
    write_layout(view, true, memory);
}
