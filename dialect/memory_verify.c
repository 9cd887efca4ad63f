/* memory_verify.c - The rules of types, and of a memory of a copy: V6, V7, V9, V13, and with
 * the tile V14 to V18, V20 and V21; see python-free-docs/operations.md. */
#include "copy_checks.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/layout_algebra.h"
#include "tl/layout_questions.h"
#include "tl/text.h"
#include <string.h>

/*===--- Types -----------------------------------------------------------===*/

/* Whether the strides are those of a dense row-major buffer of static shape;
 * its elements if so. */
static bool is_dense(const tl_strided *strided, int64_t *elements) {
  *elements = 1;
  for (int64_t d = strided->shape.count - 1; d >= 0; d--)
    if (strided->shape.items[d] == INT64_MIN ||
        strided->strides.items[d] != *elements ||
        !tl_product_fits(*elements, strided->shape.items[d], elements))
      return false;
  return true;
}

bool tl_check_register_type(MlirOperation operation, const char *name,
                            MlirType type, int64_t *elements) {
  tl_strided strided;
  if (!tl_strided_read(type, &strided) || strided.offset != 0 ||
      !is_dense(&strided, elements))
    return tl_emit_error(
        operation, "%s has to be a %s to %d and at most %d elements", name,
        mlirTypeIsAMemRef(type) ? "contiguous memref of static shape, of rank 0"
                                : "vector of fixed size, of rank 1",
        TL_MAX_RANK, TL_MAX_REGISTERS);
  return *elements <= TL_MAX_REGISTERS ||
         tl_emit_error(operation,
                       "%s has %" PRId64
                       " elements; at most %d fit the registers of a thread",
                       name, *elements, TL_MAX_REGISTERS);
}

/*===--- Memory alone ----------------------------------------------------===*/

/* V6: memory is global or shared. */
static bool refuse_space(const tl_copy_view *view) {
  tl_text own = {0};
  mlirAttributePrint(mlirMemRefTypeGetMemorySpace(view->memory.type),
                     tl_append_piece, &own);
  return tl_emit_error(view->operation,
                       "%s has to be in global or workgroup memory, which are "
                       "no space, 0 or 1, and 3 or their names in gpu, nvvm "
                       "and llvm; its space is %.80s",
                       view->memory.name, own.data);
}

static bool check_space(const tl_copy_view *view) {
  tl_memory_space space = tl_memory_space_of(view->memory.type);
  return space == TL_MEMORY_GLOBAL || space == TL_MEMORY_SHARED ||
         refuse_space(view);
}

static bool refuse_elements(MlirOperation operation, MlirType source,
                            MlirType target) {
  tl_text names[] = {{0}, {0}};
  mlirTypePrint(tl_element_type(source), tl_append_piece, &names[0]);
  mlirTypePrint(tl_element_type(target), tl_append_piece, &names[1]);
  return tl_emit_error(operation,
                       "source and target have different element types, %.80s "
                       "and %.80s",
                       names[0].data, names[1].data);
}

bool tl_check_elements(MlirOperation operation, MlirType source,
                       MlirType target) {
  if (!mlirTypeEqual(tl_element_type(source), tl_element_type(target)))
    return refuse_elements(operation, source, target);
  return tl_element_bytes(source) ||
         tl_emit_error(operation, "element type has to be a signless integer "
                                  "or a float of 8, 16, 32, 64 or 128 bits");
}

bool tl_check_cache(MlirOperation operation, MlirAttribute cache, bool is_async,
                    bool is_global) {
  tl_cache_mode mode = tl_cache_mode_of(cache);
  bool fits = is_async ? mode == TL_CACHE_ALL || mode == TL_CACHE_L2
                       : mode == TL_CACHE_STREAMING;
  if (mode == TL_CACHE_DEFAULT || (fits && is_global))
    return true;
  MlirStringRef name = mlirStringAttrGetValue(cache);
  return tl_emit_error(operation, "cache '%.*s' is none that %s can have: %s",
                       (int)(name.length > 40 ? 40 : name.length), name.data,
                       is_async    ? "an asynchronous copy"
                       : is_global ? "loads and stores"
                                   : "a copy without global memory",
                       is_async    ? "all, l2"
                       : is_global ? "streaming"
                                   : "none");
}

/* V9: memory has a memory layout: axis m alone and no replicas. */
static bool check_layout(const tl_copy_view *view,
                         const tl_layout_facts *facts) {
  tl_value value;
  tl_layout layout;
  tl_error error;
  int64_t needed;
  if (!facts || facts->footprint)
    return true;
  tl_layout_attribute_read(view->memory.layout, &value);
  tl_code code = tl_layout_of_memory(&value, &layout, &error);
  const tl_notation *notation = tl_notation_of(value.kind);
  const char *wrong = notation->role == TL_ROLE_HELD ? notation->described
                      : code == TL_OK ? tl_not_for_memory(&layout)
                                      : NULL;
  tl_text accepted = {0};
  tl_notation_list(TL_ROLE_STORED, ", or ", &accepted);
  if (wrong)
    return tl_emit_error(view->operation,
                         "%s layout: memory cannot have %s; use %s on axis m",
                         view->memory.name, wrong, accepted.data);
  return (code == TL_OK &&
          tl_layout_footprint(&layout, &needed, &error) == TL_OK) ||
         tl_emit_error(view->operation, "%s layout: %s", view->memory.name,
                       error.message);
}

/* V45: a layout is chosen for workgroup memory, of the shape of its memref or of
 * the one tile in it. */
static bool check_auto(const tl_copy_view *view) {
  const tl_copy_side *memory = &view->memory;
  if (!memory->is_auto)
    return true;
  if (tl_memory_space_of(memory->type) != TL_MEMORY_SHARED)
    return tl_emit_error(view->operation,
                         "%s has 'layout auto', and is in global memory; a "
                         "layout is chosen for workgroup memory",
                         memory->name);
  return memory->origin_count < 2 || mlirShapedTypeGetRank(memory->type) > 1 ||
         tl_emit_error(view->operation,
                       "%s has 'layout auto', one dimension, and an origin: "
                       "that a tile is a part of it its type has to say, as "
                       "memref<128x64xf16, 3>",
                       memory->name);
}

bool tl_check_strided(MlirOperation operation, const char *name, MlirType type,
                      tl_strided *out) {
  if (!tl_strided_read(type, out))
    return tl_emit_error(operation,
                         "%s has to be a strided memref of rank at most %d",
                         name, TL_MAX_RANK);
  for (int64_t d = 0; d < out->strides.count; d++) {
    int64_t stride = out->strides.items[d];
    if (stride < 0 && stride != INT64_MIN)
      return tl_emit_error(operation,
                           "%s has the negative stride %" PRId64
                           " in dimension %" PRId64,
                           name, stride, d);
  }
  return true;
}

bool tl_check_memory(tl_checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  const MlirType types[] = {view->memory.type, view->fragment.type};
  copy->memory = tl_layout_attribute_facts(view->memory.layout);
  return check_space(view) && check_auto(view) &&
         tl_check_elements(view->operation, types[view->stores],
                           types[!view->stores]) &&
         check_layout(view, copy->memory) &&
         tl_check_strided(view->operation, view->memory.name, view->memory.type,
                          &copy->strided);
}

/*===--- Memory and tile -------------------------------------------------===*/

/* The memref without its first dimensions. */
static tl_strided without_first(const tl_strided *strided, int64_t count) {
  tl_strided rest = *strided;
  rest.shape.count = rest.strides.count = strided->shape.count - count;
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    bool is_there = d < rest.shape.count;
    rest.shape.items[d] = is_there ? strided->shape.items[d + count] : 0;
    rest.strides.items[d] = is_there ? strided->strides.items[d + count] : 0;
  }
  return rest;
}

/* The extents of memory, INT64_MIN for one known only at run time: those of its
 * leading dimensions, and those of its layout. */
static tl_list shape_of(const tl_checked_copy *copy) {
  int64_t leading = copy->view.memory.leading;
  tl_list shape = copy->strided.shape;
  if (!copy->memory)
    return shape;
  shape = copy->memory->shape;
  shape.count += leading;
  for (int64_t d = 0; d < shape.count; d++)
    shape.items[d] = d < leading ? copy->strided.shape.items[d]
                                 : copy->memory->shape.items[d - leading];
  return shape;
}

/* "32, 8" */
static tl_text text_of(const tl_list *shape) {
  tl_text out = {0};
  for (int64_t d = 0; d < shape->count; d++)
    tl_text_append(&out, "%s%" PRId64, d ? ", " : "", shape->items[d]);
  return out;
}

/* What a flat memory needs for a tile of that shape. */
static tl_text suggest_layout(bool is_flat, const tl_copy_side *side,
                              const tl_list *shape) {
  tl_text out = {0};
  if (is_flat)
    tl_text_append(&out, "; give %s a layout, as #tl.shared<row_major(%s)>",
                   side->name, text_of(shape).data);
  return out;
}

/* V14: tile and memory have the same rank; of a memref with more dimensions the
 * origin selects a slice. */
static bool check_rank(const tl_checked_copy *copy) {
  const tl_copy_side *memory = &copy->view.memory;
  int64_t rank =
      copy->memory ? copy->memory->shape.count : copy->strided.shape.count;
  bool is_sliced = !copy->memory && memory->leading && memory->origin_count;
  if (rank == copy->tile.count || is_sliced)
    return true;
  if (!memory->leading || copy->memory)
    return tl_emit_error(
        copy->view.operation,
        "the tile has rank %" PRId64 ", the %s of %s has rank %" PRId64 "%s",
        copy->tile.count, copy->memory ? "layout" : "type", memory->name, rank,
        suggest_layout(!copy->memory && rank == 1, memory, &copy->tile).data);
  const tl_copy_side *other = &copy->view.fragment;
  tl_strided strided;
  bool is_flat = mlirAttributeIsNull(other->layout) &&
                 tl_strided_read(other->type, &strided) &&
                 strided.shape.count == 1;
  return tl_emit_error(
      copy->view.operation,
      "the tile has rank %" PRId64 ", the type of %s has rank %" PRId64
      "; an origin of %" PRId64 " entries selects a slice%s",
      copy->tile.count, memory->name, rank, rank,
      suggest_layout(is_flat, other, &copy->strided.shape).data);
}

/* Under a layout of more dimensions than memory, slices are flat. */
static int64_t entries_taken(const tl_checked_copy *copy) {
  int64_t rank = copy->strided.shape.count;
  return copy->memory && rank < copy->tile.count ? rank - 1 + copy->tile.count
                                                 : rank;
}

/* V15: an origin has one entry a dimension of memory, which under a layout is a
 * memref of slices of the layout's rank or flat; registers have no origin. */
static bool check_origin(const tl_checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  const tl_copy_side *memory = &view->memory;
  int64_t rank = copy->strided.shape.count, own = rank - memory->leading;
  if (view->fragment.origin_count)
    return tl_emit_error(view->operation,
                         "%s is registers and cannot have an origin",
                         view->fragment.name);
  bool is_sliced = !memory->leading || own == copy->tile.count || own == 1;
  return !memory->origin_count ||
         (is_sliced &&
          memory->origin_count == memory->leading + copy->tile.count) ||
         tl_emit_error(view->operation,
                       "%s has an origin of %" PRId64
                       " entries; its type has rank %" PRId64
                       " and the tile rank %" PRId64 ", which take %" PRId64,
                       memory->name, memory->origin_count, rank,
                       copy->tile.count, entries_taken(copy));
}

/* Whose last dimension has room for it. */
static tl_text suggest_slices(const tl_checked_copy *copy) {
  tl_text out = {0};
  int64_t last = copy->strided.shape.count - 1;
  if (!copy->view.memory.leading &&
      copy->strided.shape.items[last] >= copy->memory->footprint)
    tl_text_append(&out,
                   "; an origin of %" PRId64 " entries selects a slice that is",
                   last + copy->tile.count);
  return out;
}

/* V16: the memref, or a slice of it, has room for what its layout reaches. */
static bool check_room(const tl_checked_copy *copy) {
  const char *name = copy->view.memory.name;
  MlirOperation operation = copy->view.operation;
  int64_t elements, leading = copy->view.memory.leading;
  tl_strided slice = without_first(&copy->strided, leading);
  const char *of = leading ? "a slice of " : "";
  if (!copy->memory)
    return true;
  if (!is_dense(&slice, &elements))
    return tl_emit_error(operation,
                         "%s has a layout, so %s has to be contiguous and of "
                         "static shape",
                         name, leading ? "a slice of it" : "its memref");
  if (slice.shape.count != 1 &&
      memcmp(&copy->memory->shape, &slice.shape, sizeof slice.shape) != 0)
    return tl_emit_error(operation,
                         "%s%s has shape %s, which is neither that of its "
                         "layout, %s, nor of rank 1%s",
                         of, name, text_of(&slice.shape).data,
                         text_of(&copy->memory->shape).data,
                         suggest_slices(copy).data);
  return copy->memory->footprint <= elements ||
         tl_emit_error(operation,
                       "%s%s has %" PRId64
                       " elements; its layout reaches %" PRId64,
                       of, name, elements, copy->memory->footprint);
}

/* V27: slices are a multiple of the swizzle's period apart. */
static bool check_slices(const tl_checked_copy *copy) {
  tl_error error;
  return tl_slices_check(&copy->view.memory, NULL, &error) == TL_OK ||
         tl_emit_error(copy->view.operation, "%s", error.message);
}

/* Where there is no bound above there is none below. */
static bool check_no_lower_bounds(const tl_copy_view *view) {
  for (int64_t d = 0; d < view->lower_count; d++)
    if (view->bound[d] == TL_NO_BOUND && view->lower[d] != 0)
      return tl_emit_error(view->operation,
                           "has no bound in dimension %" PRId64
                           " (_), so that its lower bound has to be 0",
                           view->memory.leading + d);
  return true;
}

/* V30: a lower bound is of a dimension that is bounded above; only there an origin
 * is negative, and not so far that offsets of the tile do not fit 64 bits. */
static bool check_lower_bounds(const tl_checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  if (view->lower_count && view->lower_count != view->bound_count)
    return tl_emit_error(view->operation,
                         "has lower bounds of %" PRId64
                         " entries, and bounds of %" PRId64,
                         view->lower_count, view->bound_count);
  if (!check_no_lower_bounds(view))
    return false;
  for (int64_t d = 0; d < view->memory.origin_count; d++) {
    int64_t origin = view->memory.origin[d];
    if (origin < 0 && origin != INT64_MIN && !copy->bounds[d].has_lower)
      return tl_emit_error(view->operation,
                           "the origin %" PRId64 " of dimension %" PRId64
                           " of %s is negative, and no lower bound is there",
                           origin, d, view->memory.name);
    if (origin < INT32_MIN && origin != INT64_MIN)
      return tl_emit_error(view->operation,
                           "the origin %" PRId64 " of dimension %" PRId64
                           " of %s is too far before memory; it has to be at "
                           "least %d",
                           origin, d, view->memory.name, INT32_MIN);
  }
  return true;
}

/* V21: bounds lie inside the memory; a pad is for bounded loads. */
static bool check_bounds(const tl_checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  tl_list shape = shape_of(copy);
  if (view->bound_count && view->bound_count != copy->tile.count)
    return tl_emit_error(view->operation,
                         "has bounds of %" PRId64
                         " entries; the tile has rank %" PRId64,
                         view->bound_count, copy->tile.count);
  for (int64_t d = 0; d < shape.count; d++) {
    const tl_bound *bound = &copy->bounds[d];
    if (!bound->is_set || bound->is_dynamic || shape.items[d] == INT64_MIN ||
        (bound->value >= 0 && bound->value <= shape.items[d]))
      continue;
    return tl_emit_error(view->operation,
                         "bound %" PRId64 " of dimension %" PRId64
                         " is not inside %s, which has extent %" PRId64,
                         bound->value, d, view->memory.name, shape.items[d]);
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

/* The tile, in all dimensions of memory. */
static tl_list window_of(const tl_checked_copy *copy) {
  int64_t leading = copy->view.memory.leading;
  tl_list extent = {.count = leading + copy->tile.count};
  for (int64_t d = 0; d < extent.count; d++)
    extent.items[d] = d < leading ? 1 : copy->tile.items[d - leading];
  return extent;
}

/* Extents of a tile that is guessed may be none of those meant. */
static const char *hint_of_tile(MlirOperation operation) {
  bool is_guessed =
      !mlirOperationIsNull(operation) && tl_is_transfer(operation) &&
      mlirAttributeIsNull(tl_attribute_of(operation, TL_ATTRIBUTE_TILE)) &&
      mlirAttributeIsNull(tl_attribute_of(operation, TL_ATTRIBUTE_PARTITION));
  return is_guessed ? "; 'tile' says that less is meant" : "";
}

/* V17: the tile lies inside the memory, where both are known. */
static bool check_inside(const tl_checked_copy *copy) {
  const tl_copy_side *memory = &copy->view.memory;
  tl_list shape = shape_of(copy), window = window_of(copy);
  for (int64_t d = 0; d < shape.count; d++) {
    int64_t start = memory->origin_count ? memory->origin[d] : 0, end;
    if (start == INT64_MIN)
      start = 0;
    if (copy->bounds[d].is_set || shape.items[d] == INT64_MIN ||
        (tl_sum_fits(start, window.items[d], &end) && end <= shape.items[d]))
      continue;
    return tl_emit_error(copy->view.operation,
                         "the tile of extent %" PRId64 " at %" PRId64
                         " leaves dimension %" PRId64
                         " of %s, which has extent "
                         "%" PRId64 "%s",
                         window.items[d], start, d, memory->name,
                         shape.items[d], hint_of_tile(copy->view.operation));
  }
  return true;
}

/* Positive entries, one a dimension of `rank`, that divide the numbers,
 * INT64_MIN for one known only at run time. */
static bool check_divisors(const tl_checked_copy *copy, const char *name,
                           MlirAttribute stated, int64_t rank,
                           const int64_t *numbers) {
  MlirOperation operation = copy->view.operation;
  int64_t divisors[TL_MAX_RANK], count;
  if (mlirAttributeIsNull(stated))
    return true;
  bool valid =
      tl_words_read(stated, TL_MAX_RANK, divisors, &count) && count == rank;
  for (int64_t d = 0; valid && d < count; d++)
    valid = divisors[d] >= 1;
  if (!valid)
    return tl_emit_error(operation,
                         "%s has to be an i64 array of %" PRId64
                         " positive entries, one a dimension",
                         name, rank);
  for (int64_t d = 0; d < count; d++)
    if (numbers[d] != INT64_MIN && numbers[d] % divisors[d] != 0)
      return tl_emit_error(operation,
                           "%s %" PRId64 " of dimension %" PRId64
                           " does not divide %" PRId64,
                           name, divisors[d], d, numbers[d]);
  return true;
}

/* V18: what is stated is a power of two, or divides what the copy has. */
static bool check_facts(const tl_checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  const tl_copy_side *memory = &view->memory;
  const tl_operation_attribute *names = &TL_COPY_ATTRIBUTES[copy->facts];
  const char *bounds = TL_ATTRIBUTE_BOUND_DIVISIBILITY;
  int64_t element = tl_element_bytes(memory->type), bytes = 0;
  if (tl_number_read(memory->alignment, &bytes) &&
      (bytes < element || !tl_is_power_of_two(bytes)))
    return tl_emit_error(view->operation,
                         "%s has to be an i64, a power of two of at least the "
                         "%" PRId64 " bytes of an element",
                         names[0].name, element);
  bool no_strides = copy->memory && !memory->leading &&
                    !mlirAttributeIsNull(memory->stride_divisibility);
  bool no_bounds =
      !view->bound_count && !mlirAttributeIsNull(view->bound_divisibility);
  if (no_strides || no_bounds)
    return tl_emit_error(view->operation,
                         "%s is stated, but the copy has no %s",
                         no_strides ? names[2].name : bounds,
                         no_strides ? "strides of a memref" : "bounds");
  int64_t starts[TL_MAX_RANK], ends[TL_MAX_RANK], rank = copy->tile.count;
  for (int64_t d = 0; d < memory->leading + rank; d++) {
    const tl_origin *origin = &copy->origins[d];
    const tl_bound *bound = &copy->bounds[d];
    starts[d] = origin->is_dynamic ? INT64_MIN : origin->value;
    ends[d] = bound->is_dynamic ? INT64_MIN : bound->value;
  }
  return check_divisors(copy, names[1].name, memory->divisibility,
                        memory->leading + rank, starts) &&
         check_divisors(copy, names[2].name, memory->stride_divisibility,
                        copy->strided.shape.count,
                        copy->strided.strides.items) &&
         check_divisors(copy, bounds, view->bound_divisibility, rank,
                        ends + memory->leading);
}

/*===--- V20 -------------------------------------------------------------===*/

void tl_write_coordinate(const tl_list *coordinate, tl_text *text) {
  for (int64_t d = 0; d < coordinate->count; d++)
    tl_text_append(text, "%s%" PRId64, d ? ", " : "(", coordinate->items[d]);
  tl_text_append(text, coordinate->count ? ")" : "()");
}

/* The part of `memory` that a store reaches: the tile, `extent`, at its origin,
 * cut to its bounds.  False where that is known only at run time, or empty. */
static bool read_window(const tl_checked_copy *copy, const tl_layout *memory,
                        tl_list *begin, tl_list *extent) {
  tl_list shape = tl_layout_shape(memory);
  *begin = (tl_list){.count = extent->count};
  for (int64_t d = 0; d < extent->count; d++) {
    const tl_bound *bound = &copy->bounds[d];
    int64_t end = shape.items[d], start = copy->origins[d].value;
    if (copy->origins[d].is_dynamic || bound->is_dynamic)
      return false;
    if (bound->is_set && bound->value < end)
      end = bound->value;
    if (start < 0 || start >= end)
      return false;
    begin->items[d] = start;
    if (extent->items[d] > end - start)
      extent->items[d] = end - start;
  }
  return true;
}

/* What dimensions of a single digit add to every place of the window, which is
 * moved to their start: no two places change how they meet, and symbols that
 * the window's offset would have do not matter. */
static bool take_offset(const tl_layout *memory, tl_list *begin,
                        int64_t *offset) {
  *offset = 0;
  for (int64_t d = 0, i = 0; d < memory->rank; i += memory->group_size[d++]) {
    const tl_iter *digit = &memory->iters[i];
    int64_t unit = digit->symbol ? memory->divisor[digit->symbol - 1] : 1, step;
    if (memory->group_size[d] != 1)
      continue;
    if (!tl_product_fits(digit->stride, unit, &step) ||
        !tl_add_product(offset, step, begin->items[d]))
      return false;
    begin->items[d] = 0;
  }
  return true;
}

static bool is_inside(const tl_list *begin, const tl_list *extent,
                      const tl_list *coordinate) {
  for (int64_t d = 0; d < begin->count; d++)
    if (coordinate->items[d] < begin->items[d] ||
        coordinate->items[d] - begin->items[d] >= extent->items[d])
      return false;
  return true;
}

/* Two elements of the window at one place; undecided questions have none.  Of a
 * window that is no layout, the first two of `memory` are tried. */
static bool find_meeting(const tl_layout *memory, const tl_list *begin,
                         const tl_list *extent, tl_meeting *out) {
  tl_list from = *begin;
  tl_layout window;
  int64_t offset;
  if (!take_offset(memory, &from, &offset) ||
      tl_layout_slice(memory, &from, extent, &window, NULL) != TL_OK)
    return tl_layout_is_injective(memory, 0, out, NULL) == TL_NO &&
           is_inside(begin, extent, &out->first) &&
           is_inside(begin, extent, &out->second);
  if (tl_layout_is_injective(&window, 0, out, NULL) != TL_NO)
    return false;
  for (int64_t d = 0; d < begin->count; d++) {
    out->first.items[d] += begin->items[d];
    out->second.items[d] += begin->items[d];
  }
  return tl_sum_fits(out->point[TL_AXIS_M], offset, &out->point[TL_AXIS_M]);
}

/* Its facts say so, or each stride is beyond what the ones behind it reach. */
static bool is_known_injective(const tl_checked_copy *copy) {
  const tl_strided *strided = &copy->strided;
  int64_t reach = 1;
  if (copy->memory)
    return copy->memory->is_injective == TL_YES;
  for (int64_t d = strided->shape.count - 1; d >= 0; d--) {
    int64_t extent = strided->shape.items[d],
            stride = strided->strides.items[d];
    if (extent == INT64_MIN || stride < reach ||
        !tl_product_fits(stride, extent, &reach))
      return false;
  }
  return true;
}

/* V20: a store puts no two elements at one place. */
static bool check_map(const tl_checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  tl_layout memory;
  tl_meeting meeting;
  tl_list begin, extent = window_of(copy);
  if (!view->stores || is_known_injective(copy))
    return true;
  if (tl_memory_layout(&view->memory, copy->origins, copy->bounds, &extent,
                       &memory, NULL) != TL_OK ||
      tl_layout_is_injective(&memory, 0, NULL, NULL) != TL_NO ||
      !read_window(copy, &memory, &begin, &extent) ||
      !find_meeting(&memory, &begin, &extent, &meeting))
    return true;
  tl_text first = {0}, second = {0};
  tl_write_coordinate(&meeting.first, &first);
  tl_write_coordinate(&meeting.second, &second);
  return tl_emit_error(view->operation,
                       "%s: elements %s and %s are stored at one place, offset "
                       "%" PRId64,
                       view->memory.name, first.data, second.data,
                       meeting.point[TL_AXIS_M]);
}

bool tl_check_tile(tl_checked_copy *copy) {
  int64_t rank = copy->view.memory.leading + copy->tile.count;
  for (int64_t d = 0; d < rank && d < TL_MAX_RANK; d++) {
    copy->origins[d] = tl_origin_of(&copy->view, d);
    copy->bounds[d] = tl_bound_of(&copy->view, d);
  }
  return check_rank(copy) && check_origin(copy) && check_room(copy) &&
         check_slices(copy) && check_lower_bounds(copy) && check_bounds(copy) &&
         check_inside(copy) && check_facts(copy) && check_map(copy);
}
