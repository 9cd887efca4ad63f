/* reduction.c - tl.reduce: its assembly, view and rules.
 *
 *   %m = tl.reduce VALUE 'as' LAYOUT 'over' '[' numbers ']' 'kind' '<' NAME '>'
 *        ('to' LAYOUT)? 'scope' NAME ('using' VALUE)?
 *        : vector (',' memref)? to vector
 */
#include "tl/reduction.h"
#include "copy_checks.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_assembly.h"
#include "operation_rows.h"
#include <inttypes.h>
#include <string.h>

const tl_reduction_kind TL_REDUCTION_KINDS[] = {
    {"add", "arith.addi", "arith.addf"},  {"mul", "arith.muli", "arith.mulf"},
    {"minui", "arith.minui", NULL},       {"minsi", "arith.minsi", NULL},
    {"minnumf", NULL, "arith.minnumf"},   {"maxui", "arith.maxui", NULL},
    {"maxsi", "arith.maxsi", NULL},       {"maxnumf", NULL, "arith.maxnumf"},
    {"and", "arith.andi", NULL},          {"or", "arith.ori", NULL},
    {"xor", "arith.xori", NULL},          {"minimumf", NULL, "arith.minimumf"},
    {"maximumf", NULL, "arith.maximumf"}, {NULL, NULL, NULL}};

static const char *name_of(int place) {
  return TL_REDUCTION_ATTRIBUTES[place].name;
}

static const tl_reduction_kind *kind_of(MlirAttribute name) {
  const tl_reduction_kind *kind = TL_REDUCTION_KINDS;
  MlirStringRef text = mlirStringAttrGetValue(name);
  while (kind->name &&
         !mlirStringRefEqual(text, mlirStringRefCreateFromCString(kind->name)))
    kind++;
  return kind->name ? kind : NULL;
}

static const char *operation_of(const tl_reduction_kind *kind,
                                MlirType vector) {
  return mlirTypeIsAFloat(mlirShapedTypeGetElementType(vector))
             ? kind->of_floats
             : kind->of_integers;
}

/*===--- Reading ---------------------------------------------------------===*/

/* The layout of the result where none is stated. */
static tl_code infer_target(const tl_reduction_view *view, MlirAttribute *out,
                            tl_error *error) {
  tl_layout fragment;
  tl_value value = {.kind = TL_KIND_LAYOUT};
  TL_TRY(tl_fragment_layout(view->source.layout, view->scope, 0, &fragment,
                            error));
  TL_TRY(tl_reduced_layout(&fragment, view->dimensions, view->scope,
                           &value.as.layout, error));
  *out = tl_layout_attribute_get(mlirAttributeGetContext(view->source.layout),
                                 &value);
  return TL_OK;
}

static tl_code read_view(MlirOperation operation, tl_reduction_view *view,
                         tl_error *error) {
  tl_attributes own;
  int64_t words[TL_MAX_RANK], count;
  tl_attributes_read(operation, &own);
  MlirStringRef scope = mlirStringAttrGetValue(own.items[TL_REDUCTION_SCOPE]);
  MlirValue source = mlirOperationGetOperand(operation, 0);
  *view = (tl_reduction_view){
      .operation = operation,
      .scope = tl_scope_named(scope.data, (int64_t)scope.length),
      .is_partial = !mlirAttributeIsNull(own.items[TL_REDUCTION_PARTIAL]),
      .source = {.name = "source",
                 .value = source,
                 .type = mlirValueGetType(source),
                 .layout = own.items[TL_SOURCE_LAYOUT]},
      .target = {.name = "target",
                 .type = mlirValueGetType(mlirOperationGetResult(operation, 0)),
                 .layout = own.items[TL_TARGET_LAYOUT]},
      .kind = kind_of(own.items[TL_REDUCTION_KIND])};
  if (!mlirAttributeIsNull(own.items[TL_REDUCTION_USES_SCRATCH]))
    view->scratch = mlirOperationGetOperand(operation, 1);
  view->combines =
      view->kind ? operation_of(view->kind, view->source.type) : NULL;
  tl_words_read(own.items[TL_REDUCED], TL_MAX_RANK, words, &count);
  for (int64_t i = 0; i < count; i++)
    view->dimensions |= INT64_C(1) << words[i];
  return mlirAttributeIsNull(view->target.layout)
             ? infer_target(view, &view->target.layout, error)
             : TL_OK;
}

void tl_reduction_view_read(MlirOperation operation, tl_reduction_view *view) {
  if (read_view(operation, view, NULL) != TL_OK)
    view->target.layout = (MlirAttribute){NULL};
}

/*===--- Assembly --------------------------------------------------------===*/

static void kind(tl_syntax *syntax) {
  static const char EXPECTED[] =
      "expected 'kind' and one of those of vector.reduction, as <add>";
  tl_syntax_text(syntax, " kind <", EXPECTED);
  if (!tl_bridge_keyword(syntax, name_of(TL_REDUCTION_KIND)))
    tl_bridge_parse_error(syntax, NULL, EXPECTED);
  tl_bridge_text(syntax, ">");
}

void tl_reduction_assembly(const tl_operation_row *row, tl_syntax *syntax) {
  static const char EXPECTED[] = "expected 'over' and the dimensions, as [1]";
  const tl_entries over = {.open = " over [",
                           .name = name_of(TL_REDUCED),
                           .what = "a dimension",
                           .close = "]",
                           .numbers = EXPECTED};
  tl_typed_operands operands = {.numbers = {0, 0}};
  tl_bridge_text(syntax, " ");
  tl_syntax_operand(syntax, &operands.numbers);
  tl_syntax_text(syntax, " as ",
                 "expected 'as' and the layout of the source, a layout "
                 "attribute as #tl.register<local(8)>");
  tl_bridge_attribute(syntax, name_of(TL_SOURCE_LAYOUT));
  if (!tl_syntax_entries(syntax, &over, &operands))
    tl_bridge_parse_error(syntax, NULL, EXPECTED);
  kind(syntax);
  tl_syntax_named(syntax, " to ", name_of(TL_TARGET_LAYOUT));
  tl_syntax_exchange(row, syntax, name_of(TL_REDUCTION_USES_SCRATCH),
                     &operands.numbers);
}

/*===--- Rules -----------------------------------------------------------===*/

/* V42: dimensions of the layout, each once. */
static bool check_dimensions(MlirOperation operation,
                             const tl_attributes *own) {
  int64_t words[TL_MAX_RANK], count, seen = 0;
  int64_t rank =
      tl_layout_attribute_facts(own->items[TL_SOURCE_LAYOUT])->shape.count;
  if (!tl_words_read(own->items[TL_REDUCED], TL_MAX_RANK, words, &count) ||
      !count)
    return tl_emit_error(operation, "reduces no dimension");
  for (int64_t i = 0; i < count; i++) {
    if (words[i] < 0 || words[i] >= rank || seen >> words[i] & 1)
      return tl_emit_error(
          operation,
          "reduces dimension %" PRId64
          "%s; its layout has dimensions 0 to %" PRId64,
          words[i], words[i] >= 0 && words[i] < rank ? " twice" : "", rank - 1);
    seen |= INT64_C(1) << words[i];
  }
  return true;
}

/* V43: a kind that elements of the type have. */
static bool check_kind(const tl_reduction_view *view, MlirAttribute name) {
  MlirStringRef text = mlirStringAttrGetValue(name);
  tl_text kinds = {0};
  if (view->combines)
    return true;
  for (const tl_reduction_kind *kind = TL_REDUCTION_KINDS; kind->name; kind++)
    if (operation_of(kind, view->source.type))
      tl_text_append(&kinds, "%s%s", kinds.length ? ", " : "", kind->name);
  return tl_emit_error(
      view->operation, "kind '%.*s' is none of these elements: %s",
      (int)(text.length > 40 ? 40 : text.length), text.data, kinds.data);
}

/* V44: what is kept is the shape of the result. */
static bool check_shape(const tl_reduction_view *view) {
  const tl_list *source =
      &tl_layout_attribute_facts(view->source.layout)->shape;
  const tl_list *target =
      &tl_layout_attribute_facts(view->target.layout)->shape;
  tl_list kept = {0};
  tl_text from = {0}, to = {0};
  for (int64_t d = 0; d < source->count; d++)
    if (!(view->dimensions >> d & 1))
      kept.items[kept.count++] = source->items[d];
  if (memcmp(&kept, target, sizeof kept) == 0)
    return true;
  tl_write_coordinate(&kept, &from);
  tl_write_coordinate(target, &to);
  return tl_emit_error(view->operation,
                       "keeps shape %s; target layout has shape %s", from.data,
                       to.data);
}

static bool check_side(const tl_reduction_view *view,
                       const tl_copy_side *side) {
  const tl_copy_view fragment = {.operation = view->operation,
                                 .scope = view->scope,
                                 .is_partial = view->is_partial,
                                 .fragment = *side};
  return tl_check_fragment(&fragment, false);
}

bool tl_verify_reduction(MlirOperation operation) {
  tl_attributes own;
  tl_reduction_view view;
  tl_error error;
  if (!tl_verify_form(operation))
    return false;
  tl_attributes_read(operation, &own);
  if (!tl_check_scope(operation, own.items[TL_REDUCTION_SCOPE]) ||
      !check_dimensions(operation, &own))
    return false;
  bool is_inferred = read_view(operation, &view, &error) == TL_OK;
  if (!tl_check_elements(operation, view.source.type, view.target.type) ||
      !check_kind(&view, own.items[TL_REDUCTION_KIND]) ||
      !check_side(&view, &view.source))
    return false;
  if (!is_inferred)
    return tl_emit_error(operation, "source layout: %s", error.message);
  return check_shape(&view) && check_side(&view, &view.target) &&
         tl_check_scratch(operation, view.scratch, view.source.type);
}
