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

static bool run_normalize_layouts(MlirOperation root, const tl_option_value *options) {
  (void)options;
  /* 1. Collect. */
  tl_worklist copies;
  tl_copy_view view;
  tl_value memory, fragment;
  tl_worklist_collect(&copies, root, is_copy);

  /* 2. Plan. */
  bool planned = copies.is_complete;
  for (intptr_t i = 0; planned && i < copies.count; i++) {
    tl_copy_view_read(copies.items[i], &view);
    planned = plan_copy(&view, &memory, &fragment);
  }

  /* 3. Write. */
  for (intptr_t i = 0; planned && i < copies.count; i++) {
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
  return tl_copy_kind_of(operation) != TL_COPY_KIND_COUNT;
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
