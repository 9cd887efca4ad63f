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
 * Fails:     on a target that there is not, and where its waves have too few
 *            threads for a layout; where an argument of a function states what
 *            its type cannot have (rule P2). */
#include "copy_driver.h"
#include "copy_options.h"
#include "pass_rows.h"

enum { LAYOUT_COUNT = 3 };

/* The layouts of a copy, null where it has none.  They are uniqued, so that
 * equal ones are equal bytes. */
typedef struct copy_layouts {
  MlirAttribute layouts[LAYOUT_COUNT];
  int64_t fragment; /* which of them is; the others are of memory */
  int64_t scope, lanes;
} copy_layouts;

static bool is_copy(MlirOperation operation);
static tl_code read_layouts(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error);
static tl_code plan_layouts(const void *request, void *plan, size_t *size,
                            tl_error *error);
static void write_layouts(void *state, MlirOperation operation, void *plan);

static const tl_copy_pass PASS = {.wants = is_copy,
                                  .read = read_layouts,
                                  .request_size = sizeof(copy_layouts),
                                  .plan = plan_layouts,
                                  .plan_size = sizeof(copy_layouts),
                                  .write = write_layouts};

static MlirWalkResult check_function(MlirOperation operation, void *user) {
  bool *is_fine = user;
  *is_fine &= tl_arguments_check(operation);
  return MlirWalkResultAdvance;
}

static tl_pass_result run_normalize_layouts(MlirOperation root,
                                            const tl_option_value *options) {
  const tl_target *stated;
  bool is_fine = true;
  mlirOperationWalk(root, check_function, &is_fine, MlirWalkPreOrder);
  if (!is_fine || !tl_target_option_read(root, options, &stated))
    return TL_PASS_FAILED;
  return tl_copies_run(&PASS, root, &stated);
}

const tl_pass_row TL_NORMALIZE_LAYOUTS = {
    .argument = "tl-normalize-layouts",
    .description = "Spell every layout of a copy as a tile layout",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_OPTION_TARGET + 1,
    .run = run_normalize_layouts,
};

static bool is_copy(MlirOperation operation) {
  return tl_operation_kind_of(operation) <= TL_OPERATION_STORE;
}

/* The name of layout number `i`; a fragment has the name of its side, or is the
 * partition of a copy between two memories. */
static MlirStringRef name_of(int64_t i) {
  return mlirStringRefCreateFromCString(i == LAYOUT_COUNT - 1
                                            ? TL_ATTRIBUTE_PARTITION
                                            : tl_copy_fragment_name(i == 0));
}

static tl_code read_layouts(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error) {
  const tl_target *const *stated = state, *target;
  copy_layouts *spelled = request;
  tl_copy_view copy;
  tl_transfer_view transfer;
  TL_TRY(tl_target_around(operation, *stated, &target, error));
  if (tl_is_transfer(operation)) {
    tl_transfer_view_read(operation, &transfer);
    *spelled = (copy_layouts){.fragment = LAYOUT_COUNT - 1,
                              .scope = transfer.sides[0].scope};
  } else {
    tl_copy_view_read(operation, &copy);
    *spelled = (copy_layouts){.fragment = !copy.stores, .scope = copy.scope};
  }
  spelled->lanes = target->lanes;
  for (int64_t i = 0; i < LAYOUT_COUNT; i++)
    spelled->layouts[i] =
        mlirOperationGetDiscardableAttributeByName(operation, name_of(i));
  *size = sizeof *spelled;
  return TL_OK;
}

static tl_code meaning_of(const copy_layouts *spelled, int64_t i,
                          tl_layout *out, tl_error *error) {
  tl_value value;
  if (i == spelled->fragment)
    return tl_fragment_layout(spelled->layouts[i], (tl_scope)spelled->scope,
                              spelled->lanes, out, error);
  tl_layout_attribute_read(spelled->layouts[i], &value);
  return tl_layout_of_memory(&value, out, error);
}

static tl_code plan_layouts(const void *request, void *plan,
                            TL_UNUSED size_t *size, tl_error *error) {
  const copy_layouts *spelled = request;
  copy_layouts *meant = plan;
  *meant = *spelled;
  for (int64_t i = 0; i < LAYOUT_COUNT; i++) {
    MlirAttribute layout = spelled->layouts[i];
    tl_value value = {.kind = TL_KIND_LAYOUT};
    if (mlirAttributeIsNull(layout))
      continue;
    TL_TRY(meaning_of(spelled, i, &value.as.layout, error));
    meant->layouts[i] =
        tl_layout_attribute_get(mlirAttributeGetContext(layout), &value);
  }
  return TL_OK;
}

static void write_layouts(void *state, MlirOperation operation, void *plan) {
  (void)state;
  const copy_layouts *meant = plan;
  for (int64_t i = 0; i < LAYOUT_COUNT; i++)
    if (!mlirAttributeIsNull(meant->layouts[i]))
      mlirOperationSetDiscardableAttributeByName(operation, name_of(i),
                                                 meant->layouts[i]);
}
