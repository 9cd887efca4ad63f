/* conversion.c - tl.convert_layout: its assembly, view, rules and folds.
 *
 *   %w = tl.convert_layout VALUE 'as' FRAGMENT 'to' FRAGMENT 'scope' NAME
 *        ('using' VALUE)? : vector (',' memref)? to vector
 *
 *   FRAGMENT := LAYOUT | 'auto', at most one of them
 */
#include "copy_checks.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_assembly.h"
#include "operation_rows.h"
#include "tl/layout_questions.h"
#include "tl/text.h"
#include <inttypes.h>

static const char *name_of(int place) {
  return TL_CONVERSION_ATTRIBUTES[place].name;
}

/*===--- Reading and writing ---------------------------------------------===*/

static tl_copy_side side_of(const char *name, MlirValue value,
                            const tl_attributes *own, int number) {
  MlirAttribute is_auto = own->items[TL_CONVERSION_SOURCE_AUTO + number];
  return (tl_copy_side){.name = name,
                        .value = value,
                        .type = mlirValueGetType(value),
                        .layout = own->items[TL_SOURCE_LAYOUT + number],
                        .is_auto = !mlirAttributeIsNull(is_auto)};
}

/* One that is to be chosen is of the tile of the other. */
static void read_auto(tl_scope scope, const tl_copy_side *other,
                      tl_copy_side *side) {
  const tl_layout_facts *facts = tl_layout_attribute_facts(other->layout);
  if (side->is_auto && facts)
    (void)tl_fragment_read_auto(&facts->shape, scope, side, NULL);
}

void tl_conversion_view_read(MlirOperation operation,
                             tl_conversion_view *view) {
  tl_attributes own;
  tl_attributes_read(operation, &own);
  MlirStringRef scope = mlirStringAttrGetValue(own.items[TL_CONVERSION_SCOPE]);
  *view = (tl_conversion_view){
      .operation = operation,
      .scope = tl_scope_named(scope.data, (int64_t)scope.length),
      .source =
          side_of("source", mlirOperationGetOperand(operation, 0), &own, 0),
      .target =
          side_of("target", mlirOperationGetResult(operation, 0), &own, 1)};
  view->target.value = (MlirValue){NULL};
  read_auto(view->scope, &view->target, &view->source);
  read_auto(view->scope, &view->source, &view->target);
  if (!mlirAttributeIsNull(own.items[TL_USES_SCRATCH]))
    view->scratch = mlirOperationGetOperand(operation, 1);
}

MlirOperation tl_conversion_create(const tl_conversion_view *view,
                                   MlirLocation location) {
  MlirContext context = mlirLocationGetContext(location);
  bool has_scratch = !mlirValueIsNull(view->scratch);
  const char *scope = tl_scope_describe(view->scope)->name;
  const MlirAttribute values[] = {
      [TL_SOURCE_LAYOUT] = view->source.layout,
      [TL_TARGET_LAYOUT] = view->target.layout,
      [TL_CONVERSION_SCOPE] =
          mlirStringAttrGet(context, mlirStringRefCreateFromCString(scope)),
      [TL_USES_SCRATCH] = mlirUnitAttrGet(context)};
  const MlirValue operands[] = {view->source.value, view->scratch};
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("tl.convert_layout"), location);
  mlirOperationStateAddOperands(&state, 1 + has_scratch, operands);
  mlirOperationStateAddResults(&state, 1, &view->target.type);
  for (int place = 0; place < TL_USES_SCRATCH + has_scratch; place++) {
    MlirNamedAttribute own = {
        mlirIdentifierGet(context,
                          mlirStringRefCreateFromCString(name_of(place))),
        values[place]};
    mlirOperationStateAddAttributes(&state, 1, &own);
  }
  return mlirOperationCreate(&state);
}

/*===--- Assembly --------------------------------------------------------===*/

static void layout(tl_syntax *syntax, const char *text, const char *expected,
                   int number) {
  tl_syntax_text(syntax, text, expected);
  if (!tl_syntax_flag(syntax, "auto",
                      name_of(TL_CONVERSION_SOURCE_AUTO + number)))
    tl_bridge_attribute(syntax, name_of(TL_SOURCE_LAYOUT + number));
}

void tl_conversion_assembly(const tl_operation_row *row, tl_syntax *syntax) {
  tl_operands operands = {0, 0};
  tl_bridge_text(syntax, " ");
  tl_syntax_operand(syntax, &operands);
  layout(syntax, " as ",
         "expected 'as' and the layout of the source, a layout attribute as "
         "#tl.register<local(8)>, or auto",
         0);
  layout(syntax, " to ", "expected 'to' and the layout of the target", 1);
  tl_syntax_exchange(row, syntax, name_of(TL_USES_SCRATCH), &operands);
}

/*===--- Rules -----------------------------------------------------------===*/

/* V8, V10 to V12, V19 of one side. */
static bool check_side(const tl_conversion_view *view,
                       const tl_copy_side *side) {
  const tl_copy_view fragment = {
      .operation = view->operation, .scope = view->scope, .fragment = *side};
  return tl_check_fragment(&fragment, false);
}

/* V46: one side is stated, and says the tile of one that is not. */
static bool check_auto(const tl_conversion_view *view,
                       const tl_attributes *own) {
  const tl_copy_side *sides[] = {&view->source, &view->target};
  if (view->source.is_auto && view->target.is_auto)
    return tl_emit_error(view->operation,
                         "says neither layout; a load can be stored without a "
                         "conversion, and one to be chosen needs another that "
                         "is stated");
  for (int i = 0; i < 2; i++) {
    const tl_layout_facts *other = tl_layout_attribute_facts(sides[!i]->layout);
    if (sides[i]->is_auto &&
        !mlirAttributeIsNull(own->items[TL_SOURCE_LAYOUT + i]))
      return tl_emit_error(view->operation, "has both %s and %s",
                           name_of(TL_SOURCE_LAYOUT + i),
                           name_of(TL_CONVERSION_SOURCE_AUTO + i));
    if (other && !tl_check_auto_fragment(view->operation, &other->shape,
                                         view->scope, sides[i]))
      return false;
  }
  return true;
}

/* V31: both sides are shares of one tile. */
static bool check_shapes(const tl_conversion_view *view) {
  const tl_list *source =
      &tl_layout_attribute_facts(view->source.layout)->shape;
  const tl_list *target =
      &tl_layout_attribute_facts(view->target.layout)->shape;
  tl_text from = {0}, to = {0};
  bool is_same = source->count == target->count;
  for (int64_t d = 0; is_same && d < source->count; d++)
    is_same = source->items[d] == target->items[d];
  if (is_same)
    return true;
  tl_write_coordinate(source, &from);
  tl_write_coordinate(target, &to);
  return tl_emit_error(view->operation,
                       "source layout has shape %s, and target layout %s; a "
                       "conversion keeps the tile",
                       from.data, to.data);
}

bool tl_verify_conversion(MlirOperation operation) {
  tl_attributes own;
  tl_conversion_view view;
  if (!tl_verify_form(operation))
    return false;
  tl_attributes_read(operation, &own);
  if (!tl_check_scope(operation, own.items[TL_CONVERSION_SCOPE]))
    return false;
  tl_conversion_view_read(operation, &view);
  return tl_check_elements(operation, view.source.type, view.target.type) &&
         check_auto(&view, &own) && check_side(&view, &view.source) &&
         check_side(&view, &view.target) && check_shapes(&view) &&
         tl_check_scratch(operation, view.scratch, view.source.type);
}

/*===--- Folds -----------------------------------------------------------===*/

/* The threads that the scope has here; 0 where only a launch says it. */
static int64_t threads_of(const tl_conversion_view *view, int64_t lanes) {
  int64_t extents[3];
  if (view->scope != TL_SCOPE_CTA)
    return tl_scope_size(view->scope, lanes);
  return tl_extents_around(view->operation, "known_block_size", extents)
             ? extents[0] * extents[1] * extents[2]
             : 0;
}

/* Two layouts of registers, in warps of so many lanes. */
typedef struct share_pair {
  const tl_conversion_view *view;
  MlirAttribute from, to;
} share_pair;

/* The same map. */
static bool are_same(const share_pair *pair, int64_t lanes) {
  tl_layout from, to;
  return tl_fragment_layout(pair->from, pair->view->scope, lanes, &from,
                            NULL) == TL_OK &&
         tl_fragment_layout(pair->to, pair->view->scope, lanes, &to, NULL) ==
             TL_OK &&
         tl_layout_compare(&from, &to, lanes, NULL, NULL) == TL_YES;
}

/* The same map, which leaves no thread of the scope without elements. */
static bool are_same_for_all(const share_pair *pair, int64_t lanes) {
  tl_layout from;
  tl_box threads = {{0}};
  tl_scope scope = pair->view->scope;
  tl_axis axis = tl_scope_describe(scope)->axis;
  threads.extent[axis] = threads_of(pair->view, lanes);
  return are_same(pair, lanes) &&
         (scope == TL_SCOPE_THREAD ||
          (threads.extent[axis] &&
           tl_fragment_layout(pair->from, scope, lanes, &from, NULL) == TL_OK &&
           tl_layout_covers(&from, lanes, &threads, NULL, NULL) == TL_YES));
}

/* Whether that is so for the target around, or for any, whose warps have 32 or 64
 * lanes, where none is stated. */
static bool holds(bool (*is_so)(const share_pair *, int64_t),
                  const share_pair *pair) {
  const tl_target *target;
  if (!tl_has_targets_around(pair->view->operation))
    return is_so(pair, 32) && is_so(pair, 64);
  return tl_target_around(pair->view->operation, NULL, &target, NULL) ==
             TL_OK &&
         is_so(pair, target->lanes);
}

/* E9. */
static bool keeps_shares(const tl_conversion_view *view) {
  const share_pair pair = {view, view->source.layout, view->target.layout};
  return mlirTypeEqual(view->source.type, view->target.type) &&
         holds(are_same_for_all, &pair);
}

/* E10: what nothing else has of another conversion by the same threads, which makes
 * what this one takes it for. */
static bool skips(const tl_conversion_view *view, tl_conversion_view *first) {
  MlirValue value = view->source.value;
  if (!mlirValueIsAOpResult(value) ||
      tl_operation_kind_of(mlirOpResultGetOwner(value)) !=
          TL_OPERATION_CONVERT_LAYOUT ||
      !mlirOpOperandIsNull(
          mlirOpOperandGetNextUse(mlirValueGetFirstUse(value))))
    return false;
  tl_conversion_view_read(mlirOpResultGetOwner(value), first);
  const share_pair between = {view, first->target.layout, view->source.layout};
  return first->scope == view->scope && !first->source.is_auto &&
         !first->target.is_auto &&
         (mlirAttributeEqual(between.from, between.to) ||
          holds(are_same, &between));
}

bool tl_conversion_fold(MlirOperation operation, MlirValue *same) {
  tl_conversion_view view, first;
  tl_conversion_view_read(operation, &view);
  if (tl_has_auto_fragment(operation))
    return false;
  if (skips(&view, &first)) {
    mlirOperationSetOperand(operation, 0, first.source.value);
    mlirOperationSetDiscardableAttributeByName(
        operation, mlirStringRefCreateFromCString(name_of(TL_SOURCE_LAYOUT)),
        first.source.layout);
    return true;
  }
  if (!keeps_shares(&view))
    return false;
  *same = view.source.value;
  return true;
}
