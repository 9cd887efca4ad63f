/* copy_verify.c - The rules of tl.copy, tl.load and tl.store.
 *
 * V1 to V21 and V25 are listed with examples in python-free-docs/operations.md;
 * V22 to V24 are in transfer_verify.c.  A rule is a function that emits one
 * error and returns false; rules run in order and may rely on the ones before
 * them. */
#include "copy_checks.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Support.h"
#include "operation_hooks.h"
#include "operation_rows.h"
#include <inttypes.h>

/* What the rules read; the layouts are set by V9 and V12. */
typedef struct checked_copy {
  tl_copy_view view;
  bool is_bounded; /* bounds and pad, if there are any, speak of this side */
  tl_layout fragment, memory;
  tl_strided strided;
  int64_t elements; /* of the fragment */
} checked_copy;

typedef bool (*rule)(checked_copy *copy);

static bool check_scope(MlirOperation operation, MlirAttribute scope);
static bool check_origins(MlirOperation operation, const tl_attributes *own);
static bool check_operands(MlirOperation operation, const tl_attributes *own);
static bool check_sides(checked_copy *copy);
static bool check_memory_space(checked_copy *copy);
static bool check_elements(checked_copy *copy);
static bool check_fragment_layout(checked_copy *copy);
static bool check_memory_kind(checked_copy *copy);
static bool check_threads(checked_copy *copy);
static bool check_fragment_type(checked_copy *copy);
static bool check_registers(checked_copy *copy);
static bool check_partition_size(checked_copy *copy);
static bool check_memory_type(checked_copy *copy);
static bool check_rank(checked_copy *copy);
static bool check_origin(checked_copy *copy);
static bool check_room(checked_copy *copy);
static bool check_inside(checked_copy *copy);
static bool check_facts(checked_copy *copy);
static bool check_bounds(checked_copy *copy);
static bool check_fragment_map(checked_copy *copy);
static bool check_memory_map(checked_copy *copy);

static const rule RULES[] = {
    check_sides,         check_memory_space,
    check_elements,      check_fragment_layout,
    check_memory_kind,   check_threads,
    check_fragment_type, check_registers,
    check_memory_type,   check_rank,
    check_origin,        check_room,
    check_bounds,        check_inside,
    check_facts,         check_fragment_map,
    check_memory_map,
};

/* Of a copy between two memories: of its partition, and of a side. */
static const rule PARTITION_RULES[] = {check_fragment_layout, check_threads,
                                       check_partition_size,
                                       check_fragment_map};
static const rule MEMORY_RULES[] = {check_memory_space, check_elements,
                                    check_memory_kind, check_memory_type};
static const rule TILE_RULES[] = {
    check_memory_type, check_rank,   check_origin, check_room,
    check_bounds,      check_inside, check_facts,  check_memory_map,
};

static bool follows(checked_copy *copy, const rule *rules, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!rules[i](copy))
      return false;
  return true;
}

bool tl_verify_copy(MlirOperation operation) {
  tl_attributes own;
  bool is_transfer = tl_is_transfer(operation);
  int form = is_transfer ? TL_FORM_MEMORIES : TL_FORM_REGISTERS;
  tl_attributes_read(operation, &own);
  if (!tl_check_transfer_names(operation, is_transfer, &own) ||
      !tl_attributes_check(operation, form, &own) ||
      !check_scope(operation, own.items[TL_SCOPE_NAME]) ||
      !check_origins(operation, &own) || !check_operands(operation, &own))
    return false;
  if (is_transfer)
    return tl_verify_transfer(operation);
  checked_copy copy = {.is_bounded = true};
  tl_copy_view_read(operation, &copy.view);
  return follows(&copy, RULES, sizeof RULES / sizeof *RULES);
}

bool tl_check_partition(const tl_copy_view *view) {
  checked_copy copy = {.view = *view};
  return follows(&copy, PARTITION_RULES,
                 sizeof PARTITION_RULES / sizeof *PARTITION_RULES);
}

bool tl_check_memory(const tl_copy_view *view) {
  checked_copy copy = {.view = *view};
  return follows(&copy, MEMORY_RULES,
                 sizeof MEMORY_RULES / sizeof *MEMORY_RULES);
}

bool tl_check_tile(const tl_copy_view *view, const tl_layout *tile,
                   bool is_bounded) {
  checked_copy copy = {
      .view = *view, .fragment = *tile, .is_bounded = is_bounded};
  return follows(&copy, TILE_RULES, sizeof TILE_RULES / sizeof *TILE_RULES);
}

/* V1: the scope is one of the four. */
static bool check_scope(MlirOperation operation, MlirAttribute scope) {
  MlirStringRef name = mlirStringAttrGetValue(scope);
  return tl_scope_named(name.data, (int64_t)name.length) != TL_SCOPE_COUNT ||
         tl_emit_error(operation,
                       "scope '%.*s' is none of thread, warp, warpgroup, cta",
                       (int)(name.length > 40 ? 40 : name.length), name.data);
}

/* V2: an origin is not negative, and belongs to a side that has one; bounds
 * likewise. */
static bool check_origins(MlirOperation operation, const tl_attributes *own) {
  static const int PLACES[] = {TL_SOURCE_ORIGIN, TL_TARGET_ORIGIN, TL_BOUNDS};
  tl_operation_kind kind = tl_operation_kind_of(operation);
  const tl_operation_attribute *rows = TL_OPERATIONS[kind].facts->attributes;
  int registers = kind == TL_OPERATION_LOAD    ? TL_TARGET_ORIGIN
                  : kind == TL_OPERATION_STORE ? TL_SOURCE_ORIGIN
                                               : -1;
  if (registers >= 0 && !mlirAttributeIsNull(own->items[registers]))
    return tl_emit_error(operation, "%s is registers and cannot have '%s'",
                         registers == TL_TARGET_ORIGIN ? "target" : "source",
                         rows[registers].name);
  for (int i = 0; i < 3; i++) {
    int64_t words[TL_MAX_RANK], count;
    MlirAttribute numbers = own->items[PLACES[i]];
    const char *name = rows[PLACES[i]].name;
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

static intptr_t count_dynamic(MlirAttribute numbers) {
  int64_t words[TL_MAX_RANK], count;
  intptr_t dynamic = 0;
  tl_words_read(numbers, TL_MAX_RANK, words, &count);
  for (int64_t i = 0; i < count; i++)
    dynamic += words[i] == INT64_MIN;
  return dynamic;
}

/* V4: the operands and results that the assembly gives. */
static bool check_operands(MlirOperation operation, const tl_attributes *own) {
  bool loads = tl_operation_kind_of(operation) == TL_OPERATION_LOAD;
  intptr_t target = 1 + count_dynamic(own->items[TL_SOURCE_ORIGIN]);
  intptr_t expected = target + !loads +
                      count_dynamic(own->items[TL_TARGET_ORIGIN]) +
                      count_dynamic(own->items[TL_BOUNDS]);
  intptr_t operands = mlirOperationGetNumOperands(operation);
  intptr_t results = mlirOperationGetNumResults(operation);
  if (operands != expected || results != loads)
    return tl_emit_error(
        operation,
        "expects %td operands and %td results for these origins and "
        "bounds, got %td and %td",
        expected, (intptr_t)loads, operands, results);
  for (intptr_t i = 1; i < operands; i++) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    if ((!loads && i == target) || mlirTypeIsAIndex(mlirValueGetType(operand)))
      continue;
    return tl_emit_error(
        operation, "operand %td is an origin or a bound and has to be an index",
        i);
  }
  return true;
}

/* V5: one side is registers (a vector, or a private memref), the other one is a
 * ranked memref. */
static bool check_sides(checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  bool is_value = view->kind != TL_COPY;
  if (is_value && !mlirTypeIsAVector(view->fragment.type))
    return tl_emit_error(view->operation, "%s has to be a vector",
                         view->fragment.name);
  if (!mlirTypeIsAMemRef(view->memory.type) ||
      (!is_value && !mlirTypeIsAMemRef(view->fragment.type)))
    return tl_emit_error(view->operation, "%s has to be a ranked memref",
                         mlirTypeIsAMemRef(view->memory.type)
                             ? view->fragment.name
                             : view->memory.name);
  bool from = tl_memory_space_of(view->memory.type) == TL_MEMORY_PRIVATE;
  bool to = tl_memory_space_of(view->fragment.type) == TL_MEMORY_PRIVATE;
  if (!is_value && (from || !to))
    return tl_emit_error(
        view->operation,
        "%s; exactly one side has to be registers, a memref in "
        "#gpu.address_space<private>",
        from ? "both sides are registers" : "both sides are memory");
  return true;
}

/* V6: memory is global or shared. */
static bool check_memory_space(checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  tl_memory_space space = tl_memory_space_of(view->memory.type);
  return space == TL_MEMORY_GLOBAL || space == TL_MEMORY_SHARED ||
         tl_emit_error(view->operation,
                       "%s has to be in global or workgroup memory",
                       view->memory.name);
}

/* V7: both sides have the same element type, of 8, 16, 32, 64 or 128 bits. */
static bool check_elements(checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  if (!mlirTypeEqual(tl_element_type(view->memory.type),
                     tl_element_type(view->fragment.type)))
    return tl_emit_error(view->operation,
                         "source and target have different element types");
  return tl_element_bytes(view->memory.type) ||
         tl_emit_error(view->operation, "element type has to be a signless "
                                        "integer or a float of 8, 16, 32, 64 "
                                        "or 128 bits");
}

/* What registers cannot have of a layout attribute, or NULL. */
static const char *not_for_registers(MlirAttribute attribute,
                                     const tl_value *layout) {
  const tl_notation *notation = tl_notation_of(layout->kind);
  tl_layout_facts facts;
  if (notation->role == TL_ROLE_STORED)
    return notation->noun;
  tl_layout_attribute_facts(attribute, &facts);
  return facts.has_swizzle ? "swizzle" : NULL;
}

/* V8: the fragment has a register layout. */
static bool check_fragment_layout(checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  tl_value value;
  bool has_layout = tl_layout_attribute_read(view->fragment.layout, &value);
  const char *wrong =
      has_layout ? not_for_registers(view->fragment.layout, &value) : NULL;
  if (has_layout && !wrong)
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

/* What a tile layout has that memory cannot have, or NULL. */
static const char *not_for_memory(const tl_layout *layout) {
  if (layout->replica_count)
    return "replicas";
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++) {
    int64_t span;
    if (tl_layout_span(layout, axis, &span, NULL) != TL_OK || span > 1)
      return "thread axes";
  }
  return NULL;
}

/* V9: memory has a memory layout: axis m alone and no replicas. */
static bool check_memory_kind(checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  tl_value value;
  tl_layout layout;
  tl_error error;
  if (!tl_layout_attribute_read(view->memory.layout, &value))
    return true;
  const char *wrong = NULL;
  const tl_notation *notation = tl_notation_of(value.kind);
  if (notation->role == TL_ROLE_HELD)
    wrong = notation->described;
  else if (tl_layout_of_memory(&value, &layout, &error) == TL_OK)
    wrong = not_for_memory(&layout);
  else {
    return tl_emit_error(view->operation, "%s layout: %s", view->memory.name,
                         error.message);
  }
  if (!wrong)
    return true;
  tl_text accepted = {0};
  tl_notation_list(TL_ROLE_STORED, ", or ", &accepted);
  return tl_emit_error(view->operation,
                       "%s layout: memory cannot have %s; use %s on axis m",
                       view->memory.name, wrong, accepted.data);
}

/* V10: the scope has the threads that the layout numbers. */
static bool check_threads(checked_copy *copy) {
  tl_error error;
  return tl_fragment_layout(&copy->view, 0, &copy->fragment, &error) == TL_OK ||
         tl_emit_error(copy->view.operation, "%s layout: %s",
                       copy->view.fragment.name, error.message);
}

/* V11: a fragment is dense, of static shape, and fits the registers. */
static bool check_fragment_type(checked_copy *copy) {
  const tl_copy_side *fragment = &copy->view.fragment;
  return tl_check_fragment(copy->view.operation, fragment->name, fragment->type,
                           &copy->elements);
}

/* V12: the fragment has as many elements as the layout has registers. */
static bool check_registers(checked_copy *copy) {
  const tl_copy_side *fragment = &copy->view.fragment;
  int64_t registers;
  tl_error error;
  if (tl_layout_span(&copy->fragment, TL_AXIS_M, &registers, &error) != TL_OK)
    return tl_emit_error(copy->view.operation, "%s layout: %s", fragment->name,
                         error.message);
  return registers == copy->elements ||
         tl_emit_error(copy->view.operation,
                       "%s has %" PRId64 " elements; its layout has %" PRId64
                       " registers per thread",
                       fragment->name, copy->elements, registers);
}

/* V25: what a thread moves under a partition fits its registers. */
static bool check_partition_size(checked_copy *copy) {
  const tl_copy_side *fragment = &copy->view.fragment;
  int64_t registers = INT64_MAX;
  tl_error error;
  return (tl_layout_span(&copy->fragment, TL_AXIS_M, &registers, &error) ==
              TL_OK &&
          registers <= TL_MAX_REGISTERS) ||
         tl_emit_error(copy->view.operation,
                       "%s layout: %" PRId64
                       " registers per thread; at most %d fit",
                       fragment->name, registers, TL_MAX_REGISTERS);
}

/* V13: a memory operand is a strided memref. */
static bool check_memory_type(checked_copy *copy) {
  const tl_copy_side *memory = &copy->view.memory;
  if (!tl_strided_read(memory->type, &copy->strided))
    return tl_emit_error(copy->view.operation,
                         "%s has to be a strided memref of rank at most %d",
                         memory->name, TL_MAX_RANK);
  for (int64_t d = 0; d < copy->strided.strides.count; d++) {
    int64_t stride = copy->strided.strides.items[d];
    if (stride < 0 && stride != INT64_MIN)
      return tl_emit_error(copy->view.operation,
                           "%s has the negative stride %" PRId64
                           " in dimension %" PRId64,
                           memory->name, stride, d);
  }
  return true;
}

/* V14: tile and memory have the same rank. */
static bool check_rank(checked_copy *copy) {
  const tl_copy_side *memory = &copy->view.memory;
  tl_value value;
  tl_layout layout;
  int64_t rank = copy->strided.shape.count;
  bool has_layout = tl_layout_attribute_read(memory->layout, &value) &&
                    tl_layout_of_memory(&value, &layout, NULL) == TL_OK;
  if (has_layout)
    rank = layout.rank;
  return rank == copy->fragment.rank ||
         tl_emit_error(copy->view.operation,
                       "the tile has rank %" PRId64
                       ", the %s of %s has rank %" PRId64,
                       copy->fragment.rank, has_layout ? "layout" : "type",
                       memory->name, rank);
}

/* V15: an origin has one entry a dimension; registers have no origin. */
static bool check_origin(checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  if (view->fragment.origin_count)
    return tl_emit_error(view->operation,
                         "%s is registers and cannot have an origin",
                         view->fragment.name);
  return !view->memory.origin_count ||
         view->memory.origin_count == copy->fragment.rank ||
         tl_emit_error(view->operation,
                       "%s has an origin of %" PRId64
                       " entries; the tile has rank %" PRId64,
                       view->memory.name, view->memory.origin_count,
                       copy->fragment.rank);
}

static bool has_shape(const tl_strided *strided, const tl_layout *layout) {
  tl_list shape;
  tl_layout_shape(layout, &shape);
  bool same = shape.count == strided->shape.count;
  for (int64_t d = 0; same && d < shape.count; d++)
    same = shape.items[d] == strided->shape.items[d];
  return same;
}

/* V16: a memref under a layout is contiguous, has the layout's shape or is
 * flat, and has all the elements that the layout reaches. */
static bool check_room(checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  tl_error error;
  int64_t needed, elements;
  if (mlirAttributeIsNull(view->memory.layout))
    return true;
  if (tl_memory_layout(view, &copy->fragment, &copy->memory, &error) != TL_OK ||
      tl_layout_footprint(&copy->memory, &needed, &error) != TL_OK)
    return tl_emit_error(view->operation, "%s layout: %s", view->memory.name,
                         error.message);
  if (!tl_is_dense(&copy->strided, &elements))
    return tl_emit_error(
        view->operation,
        "%s has a layout, so its memref has to be contiguous and of "
        "static shape",
        view->memory.name);
  if (copy->strided.shape.count != 1 &&
      !has_shape(&copy->strided, &copy->memory))
    return tl_emit_error(view->operation,
                         "%s has neither the shape of its layout nor rank 1",
                         view->memory.name);
  return needed <= elements ||
         tl_emit_error(view->operation,
                       "%s has %" PRId64
                       " elements; its layout reaches %" PRId64,
                       view->memory.name, elements, needed);
}

/* V21: bounds have one entry a dimension and lie inside the memory where both
 * are known; a pad is for bounded loads, of the element type. */
static bool check_bounds(checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  tl_list shape = copy->strided.shape;
  if (!copy->is_bounded)
    return true;
  if (!mlirAttributeIsNull(view->memory.layout))
    tl_layout_shape(&copy->memory, &shape);
  if (view->bound_count && view->bound_count != copy->fragment.rank)
    return tl_emit_error(view->operation,
                         "has bounds of %" PRId64
                         " entries; the tile has rank %" PRId64,
                         view->bound_count, copy->fragment.rank);
  for (int64_t d = 0; d < view->bound_count; d++) {
    tl_bound bound = tl_bound_of(view, d);
    if (bound.is_dynamic || shape.items[d] == INT64_MIN ||
        (bound.value >= 0 && bound.value <= shape.items[d]))
      continue;
    return tl_emit_error(view->operation,
                         "bound %" PRId64 " of dimension %" PRId64
                         " is not inside %s, which has extent %" PRId64,
                         bound.value, d, view->memory.name, shape.items[d]);
  }
  return (mlirAttributeIsNull(view->pad) ||
          (view->bound_count && !view->stores &&
           mlirTypeEqual(mlirAttributeGetType(view->pad),
                         tl_element_type(view->memory.type)))) ||
         tl_emit_error(
             view->operation,
             "pad has to be a number of the element type, and of a load "
             "with bounds");
}

/* V17: the tile lies inside the memory where both are known; bounds keep inside
 * what of it they leave. */
static bool check_inside(checked_copy *copy) {
  const tl_copy_side *memory = &copy->view.memory;
  tl_list tile, shape = copy->strided.shape;
  tl_layout_shape(&copy->fragment, &tile);
  if (!mlirAttributeIsNull(memory->layout))
    tl_layout_shape(&copy->memory, &shape);
  for (int64_t d = 0; d < tile.count; d++) {
    int64_t start = memory->origin_count ? memory->origin[d] : 0, end;
    if (start == INT64_MIN)
      start = 0;
    if (shape.items[d] == INT64_MIN || copy->view.bound_count)
      continue;
    if (!__builtin_add_overflow(start, tile.items[d], &end) &&
        end <= shape.items[d])
      continue;
    return tl_emit_error(copy->view.operation,
                         "the tile of extent %" PRId64 " at %" PRId64
                         " leaves dimension %" PRId64
                         " of %s, which has extent "
                         "%" PRId64,
                         tile.items[d], start, d, memory->name, shape.items[d]);
  }
  return true;
}

/* The number that a divisor of that attribute speaks of, INT64_MIN where it is
 * known only at run time. */
static int64_t known_number(const checked_copy *copy, int attribute,
                            int64_t d) {
  tl_origin origin = tl_origin_of(&copy->view, d);
  tl_bound bound = tl_bound_of(&copy->view, d);
  if (attribute == 0)
    return origin.is_dynamic ? INT64_MIN : origin.value;
  if (attribute == 2)
    return bound.is_dynamic ? INT64_MIN : bound.value;
  return copy->strided.strides.items[d];
}

/* Whether the copy has what a divisor of that attribute speaks of: strides
 * count only without a layout. */
static bool has_numbers(const checked_copy *copy, int attribute) {
  if (attribute == 2)
    return copy->view.bound_count != 0;
  return attribute == 0 || mlirAttributeIsNull(copy->view.memory.layout);
}

/* Positive entries, one a dimension, that divide what is known. */
static bool check_divisors(const checked_copy *copy, int attribute,
                           const char *name, MlirAttribute stated) {
  MlirOperation operation = copy->view.operation;
  int64_t divisors[TL_MAX_RANK], count;
  bool valid = tl_words_read(stated, TL_MAX_RANK, divisors, &count) &&
               count == copy->fragment.rank;
  for (int64_t d = 0; valid && d < count; d++)
    valid = divisors[d] >= 1;
  if (!valid)
    return tl_emit_error(operation,
                         "%s has to be an i64 array of %" PRId64
                         " positive entries, one a dimension",
                         name, copy->fragment.rank);
  for (int64_t d = 0; d < count; d++) {
    int64_t number = known_number(copy, attribute, d);
    if (number == INT64_MIN || number % divisors[d] == 0)
      continue;
    return tl_emit_error(operation,
                         "%s %" PRId64 " of dimension %" PRId64
                         " does not divide %" PRId64,
                         name, divisors[d], d, number);
  }
  return true;
}

/* V18: alignment is a power of two and covers an element; divisibility has a
 * positive entry a dimension. */
static bool check_facts(checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  const tl_copy_side *memory = &view->memory;
  int64_t element = tl_element_bytes(memory->type), bytes = 0;
  if (!mlirAttributeIsNull(memory->alignment) &&
      (!tl_number_read(memory->alignment, &bytes) || bytes < element ||
       (bytes & (bytes - 1)) != 0))
    return tl_emit_error(view->operation,
                         "%s has to be an i64, a power of two of at least the "
                         "%" PRId64 " bytes of an element",
                         memory->facts->alignment, element);
  const struct {
    const char *name;
    MlirAttribute stated;
  } DIVISORS[] = {
      {memory->facts->divisibility, memory->divisibility},
      {memory->facts->stride_divisibility, memory->stride_divisibility},
      {TL_ATTRIBUTE_BOUND_DIVISIBILITY, view->bound_divisibility}};
  for (int i = 0; i < 3; i++) {
    if (mlirAttributeIsNull(DIVISORS[i].stated) ||
        (i == 2 && !copy->is_bounded))
      continue;
    if (!has_numbers(copy, i))
      return tl_emit_error(
          view->operation, "%s is stated, but the copy has no %s",
          DIVISORS[i].name, i == 2 ? "bounds" : "strides of a memref");
    if (!check_divisors(copy, i, DIVISORS[i].name, DIVISORS[i].stated))
      return false;
  }
  return true;
}

/* V19: registers hold every element once, and no register is left out. */
static bool check_fragment_map(checked_copy *copy) {
  return tl_check_fragment_map(&copy->view, &copy->fragment);
}

/* V20: a store puts no two elements at one place. */
static bool check_memory_map(checked_copy *copy) {
  return tl_check_memory_map(&copy->view, &copy->fragment);
}
