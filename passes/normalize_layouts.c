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
 *            its type cannot have (rule P2).
 * Warns:     of a layout or a tile that is smaller than memory, where neither an
 *            origin nor a tile says that it is meant, and of a tile that is
 *            nowhere inside of memory, or only where nobody would say an origin
 *            (rule V17). */
#include "copy_driver.h"
#include "copy_options.h"
#include "pass_rows.h"
#include "passes/facts/value_facts.h"
#include "tl/text.h"
#include <inttypes.h>

enum { LAYOUT_COUNT = 3 };

/* The layouts of a copy or a conversion, null where it has none.  They are
 * uniqued, so that equal ones are equal bytes. */
typedef struct copy_layouts {
  MlirAttribute layouts[LAYOUT_COUNT];
  int64_t fragments; /* bits: those that are; the others are of memory */
  int64_t scope, lanes;
} copy_layouts;

/* A run of the pass. */
typedef struct normalize_run {
  tl_target_choice choice;
  tl_facts facts;
} normalize_run;

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
  normalize_run run = {.facts = tl_facts_create(root)};
  tl_pass_result result = TL_PASS_FAILED;
  bool is_fine = true;
  mlirOperationWalk(root, check_function, &is_fine, MlirWalkPreOrder);
  if (is_fine && tl_target_option_read(root, options, &run.choice.stated))
    result = tl_copies_run(&PASS, root, &run);
  tl_facts_free(&run.facts);
  return result;
}

const tl_pass_row TL_NORMALIZE_LAYOUTS = {
    .argument = "tl-normalize-layouts",
    .description = "Spell every layout of a copy as a tile layout",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_OPTION_TARGET + 1,
    .run = run_normalize_layouts,
};

static bool is_copy(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  return kind <= TL_OPERATION_STORE || kind == TL_OPERATION_CONVERT_LAYOUT;
}

/* The name of layout number `i`; a fragment has the name of its side, or is the
 * partition of a copy between two memories. */
static MlirStringRef name_of(int64_t i) {
  return mlirStringRefCreateFromCString(i == LAYOUT_COUNT - 1
                                            ? TL_ATTRIBUTE_PARTITION
                                            : tl_copy_fragment_name(i == 0));
}

/* "64, 32" */
static tl_text text_of(const tl_list *shape, int64_t first) {
  tl_text out = {0};
  for (int64_t d = first; d < shape->count; d++)
    tl_text_append(&out, "%s%" PRId64, d > first ? ", " : "", shape->items[d]);
  return out;
}

/* No mistake, but seldom meant where nothing says which part. */
static void warn_of_part(MlirOperation operation, const tl_copy_side *side,
                         const char *what, const tl_list *part,
                         const tl_list *whole, int64_t first) {
  tl_emit_warning(operation,
                  "copies a part of %s alone: %s has shape %s, and its memory "
                  "%s; an origin, or 'tile' of a copy, says that this is meant",
                  side->name, what, text_of(part, 0).data,
                  text_of(whole, first).data);
}

/* How far apart two neighbours are at most along a dimension of a layout. */
static int64_t longest_step(MlirAttribute attribute) {
  tl_value value;
  tl_layout layout;
  int64_t longest = 1;
  if (!tl_layout_attribute_read(attribute, &value) ||
      tl_layout_of_memory(&value, &layout, NULL) != TL_OK)
    return INT64_MAX;
  for (int64_t i = 0; i < layout.shard_count; i++)
    if (layout.iters[i].stride > longest)
      longest = layout.iters[i].stride;
  return longest;
}

/* A layout that another step of it would fit into the memory of; what is less
 * is padding. */
static void check_layout(MlirOperation operation, const tl_copy_side *side) {
  const tl_layout_facts *facts = tl_layout_attribute_facts(side->layout);
  tl_strided strided;
  int64_t elements = 1;
  if (!facts || side->origin_count || !tl_strided_read(side->type, &strided))
    return;
  for (int64_t d = side->leading; d < strided.shape.count; d++)
    elements *= strided.shape.items[d];
  if (elements - facts->footprint >= longest_step(side->layout))
    warn_of_part(operation, side, "its layout", &facts->shape, &strided.shape,
                 side->leading);
}

/* The smaller side is the tile where nothing else says it. */
static void check_tile(const tl_transfer_view *view, int64_t lanes,
                       int number) {
  const tl_copy_view *copy = &view->sides[number];
  const tl_copy_side *side = &copy->memory;
  tl_layout layout;
  tl_strided strided;
  const tl_layout_facts *facts = tl_layout_attribute_facts(side->layout);
  if (!mlirAttributeIsNull(view->partition) || side->origin_count ||
      copy->bound_count || !tl_strided_read(side->type, &strided) ||
      tl_transfer_tile(view, lanes, &layout, NULL) != TL_OK)
    return;
  tl_list tile = tl_layout_shape(&layout);
  const tl_list *whole = facts ? &facts->shape : &strided.shape;
  for (int64_t d = 0; d < tile.count; d++)
    if (whole->items[whole->count - tile.count + d] > tile.items[d]) {
      warn_of_part(copy->operation, side, "the tile", &tile, whole, 0);
      return;
    }
}

/* Of a tile that is guessed: the origin is one of slices where it can be 0 alone.
 */
static void check_origin(const tl_copy_view *copy, int64_t d, int64_t tile,
                         int64_t extent, bool is_guessed, tl_facts *facts) {
  const tl_copy_side *side = &copy->memory;
  tl_value_fact known = tl_value_fact_of(facts, side->origin_value[d]);
  if (known.least > extent - tile)
    tl_emit_warning(copy->operation,
                    "the tile of extent %" PRId64 " at %" PRId64
                    " or more leaves dimension %" PRId64
                    " of %s, which has extent %" PRId64,
                    tile, known.least, d, side->name, extent);
  else if (is_guessed && tile > 1 && tile == extent && known.most > 0)
    tl_emit_warning(copy->operation,
                    "the tile has all %" PRId64 " of dimension %" PRId64
                    " of %s, so that its origin there can be 0 alone; 'tile' "
                    "says that less is meant",
                    extent, d, side->name);
}

static void check_origins(const tl_copy_view *copy, const tl_list *tile,
                          bool is_guessed, tl_facts *facts) {
  const tl_copy_side *side = &copy->memory;
  const tl_layout_facts *layout = tl_layout_attribute_facts(side->layout);
  tl_strided strided;
  if (!tl_strided_read(side->type, &strided))
    return;
  for (int64_t d = 0; d < side->origin_count; d++) {
    int64_t own = d - side->leading;
    int64_t extent =
        own >= 0 && layout ? layout->shape.items[own] : strided.shape.items[d];
    if (tl_origin_of(copy, d).is_dynamic && !tl_bound_of(copy, d).is_set &&
        extent >= 0)
      check_origin(copy, d, own < 0 ? 1 : tile->items[own], extent, is_guessed,
                   facts);
  }
}

static void check_transfer(const tl_transfer_view *view, int64_t lanes,
                           tl_facts *facts) {
  bool is_guessed = !view->tile.count && mlirAttributeIsNull(view->partition);
  tl_layout layout;
  for (int side = 0; !view->tile.count && side < 2; side++) {
    check_layout(view->sides[side].operation, &view->sides[side].memory);
    check_tile(view, lanes, side);
  }
  if (tl_transfer_tile(view, lanes, &layout, NULL) != TL_OK)
    return;
  tl_list tile = tl_layout_shape(&layout);
  for (int side = 0; side < 2; side++)
    check_origins(&view->sides[side], &tile, is_guessed, facts);
}

static void check_copy(const tl_copy_view *copy, tl_facts *facts) {
  const tl_layout_facts *fragment =
      tl_layout_attribute_facts(copy->fragment.layout);
  check_layout(copy->operation, &copy->memory);
  if (fragment)
    check_origins(copy, &fragment->shape, false, facts);
}

static tl_code read_layouts(void *state, MlirOperation operation, void *request,
                            size_t *size, tl_error *error) {
  const tl_target *target;
  normalize_run *run = state;
  copy_layouts *spelled = request;
  tl_copy_view copy;
  tl_transfer_view transfer;
  tl_conversion_view conversion;
  TL_TRY(tl_target_of(&run->choice, operation, &target, error));
  if (tl_operation_kind_of(operation) == TL_OPERATION_CONVERT_LAYOUT) {
    tl_conversion_view_read(operation, &conversion);
    *spelled = (copy_layouts){.fragments = 3, .scope = conversion.scope};
  } else if (tl_is_transfer(operation)) {
    tl_transfer_view_read(operation, &transfer);
    *spelled = (copy_layouts){.fragments = 1 << (LAYOUT_COUNT - 1),
                              .scope = transfer.sides[0].scope};
    check_transfer(&transfer, target->lanes, &run->facts);
  } else {
    tl_copy_view_read(operation, &copy);
    *spelled =
        (copy_layouts){.fragments = 1 << !copy.stores, .scope = copy.scope};
    check_copy(&copy, &run->facts);
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
  if (spelled->fragments >> i & 1)
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
    if (tl_twist_is_none(&value.as.layout.twist))
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
