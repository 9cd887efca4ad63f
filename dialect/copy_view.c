/* copy_view.c - tl.copy, tl.load and tl.store as plain structs. */
#include "dialect/bridge/bridge.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_rows.h"
#include <inttypes.h>

enum { SOURCE = 0, TARGET = 1, SIDES };

static const char *const SIDE_NAMES[SIDES] = {"source", "target"};

/*===--- Kinds -----------------------------------------------------------===*/

static bool is_register_layout(MlirAttribute layout) {
  const tl_notation *notation = tl_layout_attribute_notation(layout);
  return notation && notation->role == TL_ROLE_HELD;
}

/* Two memrefs, neither of them registers or with a layout of registers; holds
 * of no other tl.copy, also before it is verified. */
bool tl_is_transfer(MlirOperation operation) {
  intptr_t memories = 0;
  tl_attributes own;
  if (tl_operation_kind_of(operation) != TL_OPERATION_COPY)
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(operation); i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(operation, i));
    if (tl_memory_space_of(type) == TL_MEMORY_PRIVATE)
      return false;
    memories += mlirTypeIsAMemRef(type);
  }
  if (memories != 2)
    return false;
  tl_attributes_read(operation, &own);
  return !is_register_layout(own.items[TL_SOURCE_LAYOUT]) &&
         !is_register_layout(own.items[TL_TARGET_LAYOUT]);
}

const char *tl_copy_fragment_name(bool stores) {
  return TL_COPY_ATTRIBUTES[stores ? TL_SOURCE_LAYOUT : TL_TARGET_LAYOUT].name;
}

/*===--- Reading ---------------------------------------------------------===*/

/* Numbers, and for INT64_MIN the operands from *operand on, which is moved
 * behind them. */
static int64_t read_mixed(MlirOperation operation, MlirAttribute numbers,
                          intptr_t *operand, int64_t *words,
                          MlirValue *values) {
  int64_t count;
  tl_words_read(numbers, TL_MAX_RANK, words, &count);
  for (int64_t d = 0; d < count; d++)
    if (words[d] == INT64_MIN)
      values[d] = mlirOperationGetOperand(operation, (*operand)++);
  return count;
}

static void read_facts(const tl_attributes *own, int place,
                       tl_copy_side *side) {
  side->alignment = own->items[place];
  side->divisibility = own->items[place + 1];
  side->stride_divisibility = own->items[place + 2];
}

/* Both sides, whose value is the next operand, or for the target of tl.load
 * the result; returns the operand behind them. */
static intptr_t read_sides(MlirOperation operation, const tl_attributes *own,
                           tl_copy_side sides[SIDES]) {
  intptr_t next = 0;
  for (int i = SOURCE; i < SIDES; i++) {
    bool is_result = i == TARGET && mlirOperationGetNumResults(operation);
    MlirValue value = is_result ? mlirOperationGetResult(operation, 0)
                                : mlirOperationGetOperand(operation, next++);
    sides[i] = (tl_copy_side){
        .name = SIDE_NAMES[i],
        .value = is_result ? (MlirValue){NULL} : value,
        .type = mlirValueGetType(value),
        .layout = own->items[TL_SOURCE_LAYOUT + i],
        .is_auto = !mlirAttributeIsNull(own->items[TL_SOURCE_AUTO + i]),
    };
    sides[i].origin_count =
        read_mixed(operation, own->items[TL_SOURCE_ORIGIN + i], &next,
                   sides[i].origin, sides[i].origin_value);
  }
  return next;
}

/* What does not depend on which side is memory. */
static intptr_t read_copy(MlirOperation operation, const tl_attributes *own,
                          tl_copy_side sides[SIDES], tl_copy_view *view) {
  MlirStringRef scope = mlirStringAttrGetValue(own->items[TL_SCOPE_NAME]);
  *view = (tl_copy_view){
      .operation = operation,
      .kind = (tl_copy_kind)tl_operation_kind_of(operation),
      .scope = tl_scope_named(scope.data, (int64_t)scope.length),
      .cache = own->items[TL_CACHE],
  };
  return read_sides(operation, own, sides);
}

static void read_bounds(const tl_attributes *own, intptr_t operand,
                        tl_copy_view *view) {
  view->bound_count = read_mixed(view->operation, own->items[TL_BOUNDS],
                                 &operand, view->bound, view->bound_value);
  view->lower_count = read_mixed(view->operation, own->items[TL_LOWER_BOUNDS],
                                 &operand, view->lower, view->lower_value);
  view->bound_divisibility = own->items[TL_BOUND_DIVISIBILITY];
  view->pad = own->items[TL_PAD];
}

static int64_t rank_of(MlirAttribute layout) {
  const tl_layout_facts *facts = tl_layout_attribute_facts(layout);
  return facts ? facts->shape.count : 0;
}

/* The dimensions of memory before those of a tile of that rank; under a layout
 * the origin says how many there are. */
static int64_t leading_of(const tl_copy_side *memory, int64_t rank) {
  int64_t own = mlirAttributeIsNull(memory->layout)
                    ? mlirShapedTypeGetRank(memory->type)
                    : memory->origin_count;
  return own > rank ? own - rank : 0;
}

/* Rows of the tile; null where it has no such layout. */
static MlirAttribute rows_of(MlirContext context, const tl_list *tile) {
  tl_value rows = {.kind = TL_KIND_LAYOUT};
  return tl_layout_dense(tile, true, &rows.as.layout, NULL) == TL_OK
             ? tl_layout_attribute_get(context, &rows)
             : (MlirAttribute){NULL};
}

/* Memory of one dimension whose layout is to be chosen has rows of the tile
 * until then; others are what their types say. */
static void read_auto(const tl_list *tile, tl_copy_side *memory) {
  if (memory->is_auto && mlirAttributeIsNull(memory->layout) &&
      tile->count > 1 && mlirShapedTypeGetRank(memory->type) == 1)
    memory->layout = rows_of(mlirTypeGetContext(memory->type), tile);
}

/* INT64_MIN for an extent known only at run time. */
static tl_list shape_of(const tl_copy_side *side) {
  const tl_layout_facts *facts = tl_layout_attribute_facts(side->layout);
  tl_strided strided = {.shape = {0}};
  if (!facts)
    tl_strided_read(side->type, &strided);
  return facts ? facts->shape : strided.shape;
}

/* What the copy says, or all of its memory. */
static tl_list tile_of_auto(const tl_attributes *own,
                            const tl_copy_side *memory) {
  tl_list tile = {0};
  tl_words_read(own->items[TL_TILE], TL_MAX_RANK, tile.items, &tile.count);
  return tile.count ? tile : shape_of(memory);
}

void tl_copy_view_read(MlirOperation operation, tl_copy_view *view) {
  tl_attributes own;
  tl_copy_side sides[SIDES];
  tl_attributes_read(operation, &own);
  read_bounds(&own, read_copy(operation, &own, sides, view), view);
  view->stores = view->kind == TL_STORE ||
                 (view->kind == TL_COPY &&
                  tl_memory_space_of(sides[SOURCE].type) == TL_MEMORY_PRIVATE);
  view->shares_replicas = !mlirAttributeIsNull(own.items[TL_SHARE_REPLICAS]);
  view->is_partial = !mlirAttributeIsNull(own.items[TL_PARTIAL]);
  view->is_disjoint = !mlirAttributeIsNull(own.items[TL_DISJOINT]);
  view->memory = sides[view->stores];
  view->fragment = sides[!view->stores];
  view->fragment.is_auto &= view->kind != TL_COPY;
  if (view->fragment.is_auto) {
    tl_list tile = tile_of_auto(&own, &view->memory);
    tl_fragment_read_auto(&tile, view->scope, &view->fragment, NULL);
  }
  const tl_layout_facts *held =
      tl_layout_attribute_facts(view->fragment.layout);
  if (held)
    read_auto(&held->shape, &view->memory);
  view->memory.leading =
      leading_of(&view->memory, rank_of(view->fragment.layout));
  read_facts(&own, TL_ALIGNMENT, &view->memory);
}

tl_list tl_copy_auto_tile(MlirOperation copy) {
  tl_attributes own;
  tl_copy_side sides[SIDES];
  tl_copy_view view;
  tl_attributes_read(copy, &own);
  read_copy(copy, &own, sides, &view);
  return tile_of_auto(&own, &sides[view.kind == TL_STORE]);
}

/* Of its layout, or of its memref. */
static int64_t rank_of_side(const tl_copy_side *side) {
  return mlirAttributeIsNull(side->layout) ? mlirShapedTypeGetRank(side->type)
                                           : rank_of(side->layout);
}

/* The rank of the tile: what says it, or the smaller one of the sides. */
static int64_t rank_of_tile(const tl_transfer_view *view,
                            const tl_copy_side sides[SIDES]) {
  if (!mlirAttributeIsNull(view->partition))
    return rank_of(view->partition);
  if (view->tile.count)
    return view->tile.count;
  int64_t source = rank_of_side(&sides[SOURCE]);
  int64_t target = rank_of_side(&sides[TARGET]);
  return source < target ? source : target;
}

/* The tile that rows are of: what says it, or the other side. */
static tl_list tile_beside(const tl_transfer_view *view,
                           const tl_copy_side *other) {
  const tl_layout_facts *partition = tl_layout_attribute_facts(view->partition);
  return partition          ? partition->shape
         : view->tile.count ? view->tile
                            : shape_of(other);
}

void tl_transfer_view_read(MlirOperation operation, tl_transfer_view *view) {
  tl_attributes own;
  tl_copy_side sides[SIDES];
  tl_copy_view copy;
  tl_attributes_read(operation, &own);
  intptr_t operand = read_copy(operation, &own, sides, &copy);
  view->threads = 0;
  view->has_threads = tl_number_read(own.items[TL_THREADS], &view->threads);
  view->tile = (tl_list){0};
  tl_words_read(own.items[TL_TILE], TL_MAX_RANK, view->tile.items,
                &view->tile.count);
  view->partition = own.items[TL_PARTITION];
  view->is_async = !mlirAttributeIsNull(own.items[TL_ASYNC]);
  for (int i = SOURCE; i < SIDES; i++) {
    tl_list tile = tile_beside(view, &sides[!i]);
    read_auto(&tile, &sides[i]);
  }
  int64_t rank = rank_of_tile(view, sides);
  bool bounds_target =
      tl_memory_space_of(sides[TARGET].type) == TL_MEMORY_GLOBAL &&
      tl_memory_space_of(sides[SOURCE].type) != TL_MEMORY_GLOBAL;
  for (int i = SOURCE; i < SIDES; i++) {
    tl_copy_view *side = &view->sides[i];
    *side = copy;
    side->stores = i == TARGET;
    side->memory = sides[i];
    side->memory.leading = leading_of(&sides[i], rank);
    side->fragment = sides[!i];
    side->fragment.origin_count = 0;
    read_facts(&own, i ? TL_TARGET_ALIGNMENT : TL_SOURCE_ALIGNMENT,
               &side->memory);
  }
  read_bounds(&own, operand, &view->sides[bounds_target]);
}

bool tl_is_copy(MlirOperation operation) {
  return tl_operation_kind_of(operation) <= TL_OPERATION_STORE;
}

int tl_copy_sides_read(MlirOperation operation, tl_copy_view out[2]) {
  tl_transfer_view view;
  if (!tl_is_transfer(operation)) {
    tl_copy_view_read(operation, out);
    return 1;
  }
  tl_transfer_view_read(operation, &view);
  for (int i = SOURCE; i < SIDES; i++)
    out[i] = view.sides[i];
  return SIDES;
}

/*===--- Writing ---------------------------------------------------------===*/

static MlirAttribute words_get(MlirContext context, int64_t count,
                               const int64_t *words) {
  return count ? mlirDenseI64ArrayGet(context, (intptr_t)count, words)
               : (MlirAttribute){NULL};
}

/* The values that stand where a number is INT64_MIN. */
static void add_values(MlirOperationState *state, int64_t count,
                       const int64_t *numbers, const MlirValue *values) {
  for (int64_t d = 0; d < count; d++)
    if (numbers[d] == INT64_MIN)
      mlirOperationStateAddOperands(state, 1, &values[d]);
}

static void set_facts(const tl_copy_side *side, int place, tl_attributes *own) {
  own->items[place] = side->alignment;
  own->items[place + 1] = side->divisibility;
  own->items[place + 2] = side->stride_divisibility;
}

static void set_memory(MlirContext context, const tl_copy_side *memory,
                       int number, tl_attributes *own) {
  if (memory->is_auto)
    own->items[TL_SOURCE_AUTO + number] = mlirUnitAttrGet(context);
  else
    own->items[TL_SOURCE_LAYOUT + number] = memory->layout;
  own->items[TL_SOURCE_ORIGIN + number] =
      words_get(context, memory->origin_count, memory->origin);
}

/* What does not depend on which side is memory. */
static tl_attributes common_attributes(MlirContext context,
                                       const tl_copy_view *copy) {
  const char *scope = tl_scope_describe(copy->scope)->name;
  return (tl_attributes){
      .items = {
          [TL_SCOPE_NAME] =
              mlirStringAttrGet(context, mlirStringRefCreateFromCString(scope)),
          [TL_BOUNDS] = words_get(context, copy->bound_count, copy->bound),
          [TL_LOWER_BOUNDS] =
              words_get(context, copy->lower_count, copy->lower),
          [TL_PAD] = copy->pad,
          [TL_CACHE] = copy->cache,
          [TL_BOUND_DIVISIBILITY] = copy->bound_divisibility}};
}

static MlirOperation create(const tl_attributes *own,
                            MlirOperationState *state) {
  MlirContext context = mlirLocationGetContext(state->location);
  for (int place = 0; place < TL_MAX_ATTRIBUTES; place++) {
    if (mlirAttributeIsNull(own->items[place]))
      continue;
    MlirStringRef name =
        mlirStringRefCreateFromCString(TL_COPY_ATTRIBUTES[place].name);
    MlirNamedAttribute attribute = mlirNamedAttributeGet(
        mlirIdentifierGet(context, name), own->items[place]);
    mlirOperationStateAddAttributes(state, 1, &attribute);
  }
  return mlirOperationCreate(state);
}

MlirOperation tl_copy_create(const tl_copy_view *view, MlirLocation location) {
  const tl_copy_side *memory = &view->memory;
  MlirContext context = mlirLocationGetContext(location);
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString(view->stores ? "tl.store" : "tl.load"),
      location);
  if (view->stores)
    mlirOperationStateAddOperands(&state, 1, &view->fragment.value);
  else
    mlirOperationStateAddResults(&state, 1, &view->fragment.type);
  mlirOperationStateAddOperands(&state, 1, &memory->value);
  add_values(&state, memory->origin_count, memory->origin,
             memory->origin_value);
  add_values(&state, view->bound_count, view->bound, view->bound_value);
  add_values(&state, view->lower_count, view->lower, view->lower_value);
  tl_attributes own = common_attributes(context, view);
  own.items[TL_SOURCE_LAYOUT + !view->stores] = view->fragment.layout;
  set_memory(context, memory, view->stores, &own);
  set_facts(memory, TL_ALIGNMENT, &own);
  if (view->is_disjoint)
    own.items[TL_DISJOINT] = mlirUnitAttrGet(context);
  return create(&own, &state);
}

MlirOperation tl_transfer_create(const tl_transfer_view *view,
                                 MlirLocation location) {
  MlirContext context = mlirLocationGetContext(location);
  tl_copy_view common = view->sides[view->sides[TARGET].bound_count != 0];
  common.scope = view->sides[SOURCE].scope;
  common.cache = view->sides[SOURCE].cache;
  tl_attributes own = common_attributes(context, &common);
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("tl.copy"), location);
  for (int i = SOURCE; i < SIDES; i++) {
    const tl_copy_side *memory = &view->sides[i].memory;
    mlirOperationStateAddOperands(&state, 1, &memory->value);
    add_values(&state, memory->origin_count, memory->origin,
               memory->origin_value);
    set_memory(context, memory, i, &own);
    set_facts(memory, i ? TL_TARGET_ALIGNMENT : TL_SOURCE_ALIGNMENT, &own);
  }
  add_values(&state, common.bound_count, common.bound, common.bound_value);
  add_values(&state, common.lower_count, common.lower, common.lower_value);
  own.items[TL_TILE] = words_get(context, view->tile.count, view->tile.items);
  own.items[TL_PARTITION] = view->partition;
  if (view->has_threads)
    own.items[TL_THREADS] =
        mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), view->threads);
  if (view->is_async)
    own.items[TL_ASYNC] = mlirUnitAttrGet(context);
  return create(&own, &state);
}

static bool has_auto(MlirOperation operation, int side) {
  return !mlirAttributeIsNull(tl_attribute_of(
      operation, TL_COPY_ATTRIBUTES[TL_SOURCE_AUTO + side].name));
}

bool tl_copy_has_auto(MlirOperation copy) {
  tl_operation_kind kind = tl_operation_kind_of(copy);
  return (kind != TL_OPERATION_STORE && has_auto(copy, SOURCE)) ||
         (kind != TL_OPERATION_LOAD && has_auto(copy, TARGET));
}

bool tl_has_auto_fragment(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  bool converts = kind == TL_OPERATION_CONVERT_LAYOUT;
  return ((converts || kind == TL_OPERATION_STORE) &&
          has_auto(operation, SOURCE)) ||
         ((converts || kind == TL_OPERATION_LOAD) &&
          has_auto(operation, TARGET));
}

static bool is_auto_for(MlirOperation copy, MlirValue memory) {
  tl_copy_view sides[SIDES];
  int count = tl_copy_sides_read(copy, sides);
  for (int i = 0; i < count; i++)
    if (sides[i].memory.is_auto &&
        mlirValueEqual(sides[i].memory.value, memory))
      return true;
  return false;
}

bool tl_has_auto_layout(MlirValue memory) {
  MlirOpOperand use = mlirValueGetFirstUse(memory);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tl_is_copy(user) && is_auto_for(user, memory))
      return true;
    for (intptr_t i = 0; i < mlirOperationGetNumResults(user); i++) {
      MlirValue view = mlirOperationGetResult(user, i);
      if (mlirValueEqual(tl_bridge_view_source(view), memory) &&
          tl_has_auto_layout(view))
        return true;
    }
  }
  return false;
}

static void replace_auto(MlirOperation operation, int side,
                         MlirAttribute layout) {
  mlirOperationSetDiscardableAttributeByName(
      operation,
      mlirStringRefCreateFromCString(
          TL_COPY_ATTRIBUTES[TL_SOURCE_LAYOUT + side].name),
      layout);
  mlirOperationRemoveDiscardableAttributeByName(
      operation, mlirStringRefCreateFromCString(
                     TL_COPY_ATTRIBUTES[TL_SOURCE_AUTO + side].name));
}

void tl_assign_fragment(MlirOperation operation, bool is_target,
                        MlirAttribute layout) {
  replace_auto(operation, is_target, layout);
  mlirOperationRemoveDiscardableAttributeByName(
      operation,
      mlirStringRefCreateFromCString(TL_COPY_ATTRIBUTES[TL_TILE].name));
}

static void set_attribute(const tl_copy_view *view, int place,
                          MlirAttribute value) {
  mlirOperationSetDiscardableAttributeByName(
      view->operation,
      mlirStringRefCreateFromCString(
          TL_COPY_ATTRIBUTES[place + view->stores].name),
      value);
}

/* Memory of one dimension may have more room than the tile: the origin says that
 * it is meant. */
void tl_copy_assign_layout(const tl_copy_view *view, MlirAttribute layout) {
  static const int64_t ZEROS[TL_MAX_RANK];
  const tl_copy_side *memory = &view->memory;
  replace_auto(view->operation, view->stores, layout);
  if (!memory->origin_count && mlirShapedTypeGetRank(memory->type) == 1)
    set_attribute(view, TL_SOURCE_ORIGIN,
                  words_get(mlirOperationGetContext(view->operation),
                            rank_of(layout), ZEROS));
}

/*===--- The tile --------------------------------------------------------===*/

/* In each dimension the smaller one of the two sides. */
static tl_code common_extents(const tl_transfer_view *view, tl_list *out,
                              tl_error *error) {
  tl_list source = shape_of(&view->sides[SOURCE].memory);
  tl_list target = shape_of(&view->sides[TARGET].memory);
  int64_t rank = source.count < target.count ? source.count : target.count;
  *out = (tl_list){.count = rank};
  for (int64_t d = 0; d < rank; d++) {
    int64_t from = source.items[source.count - rank + d];
    int64_t to = target.items[target.count - rank + d];
    bool takes_source = to == INT64_MIN || (from != INT64_MIN && from < to);
    out->items[d] = takes_source ? from : to;
    if (out->items[d] == INT64_MIN)
      return tl_fail(error, TL_INVALID,
                     "the extent of the tile in dimension %" PRId64
                     " is known only at run time; one side has to say it, or "
                     "the copy, as 'tile(...)'",
                     d);
  }
  return TL_OK;
}

static tl_code row_major_tile(const tl_transfer_view *view, tl_layout *out,
                              tl_error *error) {
  tl_list tile = view->tile;
  if (!tile.count)
    TL_TRY(common_extents(view, &tile, error));
  for (int64_t d = 0; d < tile.count; d++)
    if (tile.items[d] < 1)
      return tl_fail(error, TL_INVALID,
                     "the tile has no elements in dimension %" PRId64, d);
  return tl_layout_dense(&tile, true, out, error);
}

tl_code tl_transfer_tile(const tl_transfer_view *view, int64_t lanes,
                         tl_layout *out, tl_error *error) {
  if (mlirAttributeIsNull(view->partition))
    return row_major_tile(view, out, error);
  return tl_fragment_layout(view->partition, view->sides[SOURCE].scope, lanes,
                            out, error);
}
