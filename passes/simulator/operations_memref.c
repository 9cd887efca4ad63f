/* operations_memref.c - Buffers, views of them, and single elements. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "roles.h"
#include "tl/dialect.h"
#include <inttypes.h>
#include <string.h>

/*===--- Allocations ------------------------------------------------------===*/

/* a * b, where that makes a view; more than 64 bits are a fault. */
static int64_t product(const tl_step *step, int64_t a, int64_t b) {
  int64_t out = 0;
  if (!tl_add_product(&out, a, b))
    tl_fault_overflow(step);
  return out;
}

/* The view of the result type, in the buffer of operand 0 if that is a memref;
 * sizes that it leaves open are operands from `first` on, and strides are those
 * of rows without gaps. */
static tl_view view_of_result(const tl_step *step, int first) {
  tl_view view = tl_view_of_type(tl_result_slot(step->at, 0));
  for (int64_t d = 0; d < view.rank; d++)
    if (view.sizes[d] == INT64_MIN)
      view.sizes[d] = tl_operand_number(step, first++);
  if (!tl_view_close_strides(&view))
    tl_fault_overflow(step);
  if (step->at->operand_count && tl_operand_slot(step->at, 0)->is_memref) {
    view.buffer = tl_operand_view(step, 0)->buffer;
    view.start = tl_operand_view(step, 0)->start;
  }
  return view;
}

/* The promise of an alignment that is stated of a buffer of such elements. */
static tl_promise promise_of(int64_t stated, int64_t bytes) {
  int64_t natural = bytes & -bytes;
  return (tl_promise){stated > natural ? stated : natural, 0};
}

/* Shared memory is allocated once for all threads.  numbers: how many operands
 * come before the sizes; a row may know an alignment. */
static void allocate(const tl_step *first) {
  const tl_instruction *at = first->at;
  const int64_t known = at->row->number;
  const tl_slot *slot = tl_result_slot(at, 0);
  bool is_shared = tl_memory_space_of(slot->type) == TL_MEMORY_SHARED;
  tl_buffer *buffer = NULL;
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    tl_view view =
        view_of_result(&step, at->number_count ? (int)at->numbers[0] : 0);
    view.buffer = buffer;
    if (!tl_machine_open(
            &step, at->results[0], is_shared, &view,
            promise_of(known ? known : at->alignment, slot->scalar.bytes),
            "an allocation"))
      return;
    buffer = view.buffer;
  }
}

static tl_party allocating(const tl_step *first) {
  tl_party block = tl_party_of_block(first);
  block.is_optional = true;
  return tl_memory_space_of(tl_result_slot(first->at, 0)->type) ==
                 TL_MEMORY_SHARED
             ? block
             : (tl_party){.threads = 0};
}

/* The sizes that a new memref has: those that operand 1 and the type say, or those of
 * operand 0. */
static tl_view view_of_new(const tl_step *step) {
  const tl_view *old = tl_operand_view(step, 0);
  tl_view view = tl_view_of_type(tl_result_slot(step->at, 0));
  for (int64_t d = 0; d < view.rank; d++)
    if (view.sizes[d] == INT64_MIN)
      view.sizes[d] = step->at->operand_count > 1 ? tl_operand_number(step, 1)
                                                  : old->sizes[d];
  if (!tl_view_close_strides(&view))
    tl_fault_overflow(step);
  return view;
}

/* What operand 0 has, as far as both reach, known or not; that is left, as of
 * memref.dealloc. */
static void reallocate(const tl_step *step) {
  const tl_instruction *at = step->at;
  const int bytes = tl_result_slot(at, 0)->scalar.bytes;
  tl_view view = view_of_new(step);
  tl_move from = tl_move_from(step, 0), to = from;
  tl_access access;
  tl_element element;
  if (!tl_machine_open(step, at->results[0], false, &view,
                       promise_of(at->alignment, bytes), "an allocation"))
    return;
  to.view = tl_result_view(step, 0);
  int64_t end = tl_view_elements(&view), old = tl_view_elements(from.view);
  for (int64_t n = 0; n < end && n < old; n++) {
    tl_coordinate_of(n, view.rank, view.sizes, to.coordinate);
    memcpy(from.coordinate, to.coordinate, sizeof from.coordinate);
    tl_move_load(&from, &element);
    if (tl_move_find(&to, true, &access))
      tl_buffer_put(access.buffer, access.byte, bytes, element);
  }
}

/* Of threads that share what they allocate each would copy. */
static bool prepare_reallocation(tl_instruction *at) {
  return tl_memory_space_of(tl_result_slot(at, 0)->type) != TL_MEMORY_SHARED ||
         tl_refuse(at, "makes shared memory of what there is, which the "
                       "simulator does not know");
}

/*===--- Globals ----------------------------------------------------------===*/

static bool prepare_global(tl_instruction *at) {
  MlirOperation global = tl_named_operation(at, "name");
  at->detail = global.ptr;
  at->program->has_globals = true;
  if (mlirOperationIsNull(global))
    return tl_refuse(at, "has no global of that name");
  MlirAttribute value = tl_attribute_of(global, "initial_value");
  return mlirAttributeIsNull(value) || mlirAttributeIsAUnit(value) ||
         (!tl_result_slot(at, 0)->inner &&
          tl_read_constants(at, value,
                            mlirElementsAttrGetNumElements(value))) ||
         tl_refuse(at, "has values that the simulator does not know");
}

static tl_buffer *open_global(const tl_step *step, MlirOperation global,
                              const tl_view *view) {
  const tl_slot *slot = tl_result_slot(step->at, 0);
  const tl_element *constants = step->at->constants;
  int bytes = slot->scalar.bytes;
  int64_t count, size, stated = tl_integer_attribute(global, "alignment", 0);
  if (!tl_view_bytes(view, 1, &count) || !tl_view_bytes(view, bytes, &size)) {
    tl_fault_overflow(step);
    return NULL;
  }
  tl_buffer *buffer =
      tl_machine_keep(step->machine, step->at,
                      tl_buffer_create(tl_memory_space_of(slot->type), size,
                                       promise_of(stated, bytes)));
  if (!buffer)
    return NULL;
  buffer->name = "a global";
  buffer->owner = global;
  buffer->is_constant =
      !mlirAttributeIsNull(tl_attribute_of(global, "constant"));
  for (int64_t i = 0; i < count && constants; i++)
    tl_buffer_put(buffer, i * bytes, bytes, constants[i]);
  return buffer;
}

/* A global of the block without elements is where dynamic shared memory starts. */
static bool is_dynamic(const tl_instruction *at, const tl_view *view) {
  return tl_memory_space_of(tl_result_slot(at, 0)->type) == TL_MEMORY_SHARED &&
         tl_view_elements(view) == 0;
}

/* NULL before it is opened. */
static void get_global(const tl_step *step) {
  MlirOperation global = {step->at->detail};
  tl_view view = tl_view_of_type(tl_result_slot(step->at, 0));
  view.buffer = tl_machine_buffer_of(step->machine, global);
  if (is_dynamic(step->at, &view))
    view.buffer = tl_dynamic_buffer(step);
  else if (!view.buffer)
    view.buffer = open_global(step, global, &view);
  if (view.buffer)
    *tl_result_view(step, 0) = view;
}

/*===--- Views ------------------------------------------------------------===*/

enum { OFFSETS = 0, SIZES, STRIDES, PART_COUNT };

static const tl_reading PARTS[] = {
    [OFFSETS] = {.attribute = "static_offsets", .kind = TL_READ_ARRAY},
    [SIZES] = {.attribute = "static_sizes", .kind = TL_READ_ARRAY},
    [STRIDES] = {.attribute = "static_strides", .kind = TL_READ_ARRAY},
    [PART_COUNT] = {.attribute = NULL}};

typedef struct strided_parts {
  int64_t items[PART_COUNT][TL_MAX_RANK];
} strided_parts;

/* The numbers, with operands from 1 on where INT64_MIN stands: `rank` sizes and
 * strides, and the offsets before them. */
static strided_parts read_parts(const tl_step *step, int64_t rank) {
  strided_parts out = {0};
  const int64_t *number = step->at->numbers;
  const int64_t counts[] = {step->at->number_count - 2 * rank, rank, rank};
  int operand = 1;
  for (int p = 0; p < PART_COUNT; p++)
    for (int64_t i = 0; i < counts[p]; i++, number++)
      out.items[p][i] =
          *number == INT64_MIN ? tl_operand_number(step, operand++) : *number;
  return out;
}

/* A part of dimension d has to stay inside of it. */
static void check_part(const tl_step *step, const tl_view *source,
                       const strided_parts *parts, int64_t d) {
  int64_t first = parts->items[OFFSETS][d], last = first;
  int64_t size = parts->items[SIZES][d], extent = source->sizes[d];
  if (!tl_add_product(&last, size - 1, parts->items[STRIDES][d]))
    tl_fault_overflow(step);
  if (size > 0 && (first < 0 || last < 0 || first >= extent || last >= extent))
    tl_fault(step, TL_FAULT_BOUNDS,
             "takes %" PRId64 " to %" PRId64 " of dimension %" PRId64
             ", which has extent %" PRId64,
             first, last, d, extent);
}

/* Dimensions of extent 1 that the result type lacks are left out. */
static void subview(const tl_step *step) {
  const tl_slot *result = tl_result_slot(step->at, 0);
  const tl_view *source = tl_operand_view(step, 0);
  strided_parts parts = read_parts(step, source->rank);
  tl_view out = *source;
  out.rank = 0;
  for (int64_t d = 0; d < source->rank; d++) {
    int64_t size = parts.items[SIZES][d], stride = source->strides[d];
    check_part(step, source, &parts, d);
    if (!tl_add_product(&out.offset, parts.items[OFFSETS][d], stride))
      tl_fault_overflow(step);
    bool is_spare = source->rank - d > result->rank - out.rank;
    if (is_spare && size == 1 &&
        (out.rank == result->rank || result->shape[out.rank] != 1))
      continue;
    out.sizes[out.rank] = size;
    out.strides[out.rank++] = product(step, parts.items[STRIDES][d], stride);
  }
  *tl_result_view(step, 0) = out;
}

static void reinterpret_cast(const tl_step *step) {
  tl_view view = *tl_operand_view(step, 0);
  view.rank = tl_result_slot(step->at, 0)->rank;
  strided_parts parts = read_parts(step, view.rank);
  view.offset = parts.items[OFFSETS][0];
  memcpy(view.sizes, parts.items[SIZES], sizeof view.sizes);
  memcpy(view.strides, parts.items[STRIDES], sizeof view.strides);
  *tl_result_view(step, 0) = view;
}

/* numbers: the dimension of the source that each one of the result is. */
static bool prepare_transpose(tl_instruction *at) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(tl_attribute_of(at->operation, "permutation"));
  if (!tl_reserve_numbers(at, mlirAffineMapGetNumResults(map)))
    return false;
  for (int64_t d = 0; d < at->number_count; d++)
    at->numbers[d] =
        mlirAffineDimExprGetPosition(mlirAffineMapGetResult(map, d));
  return true;
}

static void transpose(const tl_step *step) {
  const tl_view *source = tl_operand_view(step, 0);
  tl_view view = *source;
  for (int64_t d = 0; d < view.rank; d++) {
    view.sizes[d] = source->sizes[step->at->numbers[d]];
    view.strides[d] = source->strides[step->at->numbers[d]];
  }
  *tl_result_view(step, 0) = view;
}

/* Bytes seen as elements of another type, `shift` bytes further. */
static void view_bytes(const tl_step *step) {
  const tl_view *source = tl_operand_view(step, 0);
  tl_view view = view_of_result(step, 2);
  int64_t shift = tl_operand_number(step, 1), bytes, end = shift;
  if (!tl_add_product(&view.start, source->offset, 1) ||
      !tl_add_product(&view.start, shift, 1) ||
      !tl_view_bytes(&view, tl_result_slot(step->at, 0)->scalar.bytes,
                     &bytes) ||
      !tl_add_product(&end, bytes, 1))
    tl_fault_overflow(step);
  else if (shift < 0 || end > source->sizes[0])
    tl_fault(step, TL_FAULT_BOUNDS,
             "takes bytes %" PRId64 " to %" PRId64 " of %" PRId64, shift,
             end - 1, source->sizes[0]);
  *tl_result_view(step, 0) = view;
}

/*===--- Shapes -----------------------------------------------------------===*/

/* numbers: the size of each group of dimensions. */
static bool prepare_groups(tl_instruction *at) {
  MlirAttribute groups = tl_attribute_of(at->operation, "reassociation");
  if (!tl_reserve_numbers(at, mlirArrayAttrGetNumElements(groups)))
    return false;
  for (int64_t i = 0; i < at->number_count; i++)
    at->numbers[i] =
        mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(groups, i));
  return true;
}

/* Whether an element of dimension d is a row of dimension `inner`, without gaps. */
static bool has_rows_of(const tl_view *view, int64_t d, int64_t inner) {
  int64_t row;
  return tl_product_fits(view->sizes[inner], view->strides[inner], &row) &&
         view->strides[d] == row;
}

/* Dimensions from `first` to before `end` have to make one, but for those of one
 * element. */
static void check_group(const tl_step *step, const tl_view *source,
                        int64_t first, int64_t end) {
  int64_t inner = -1;
  for (int64_t d = end - 1; d >= first; d--) {
    if (source->sizes[d] == 1)
      continue;
    if (inner >= 0 && !has_rows_of(source, d, inner))
      tl_fault(step, TL_FAULT_BOUNDS,
               "makes one of dimensions %" PRId64 " and %" PRId64
               ", where stride %" PRId64 " is not that of rows of %" PRId64
               " elements with stride %" PRId64,
               d, inner, source->strides[d], source->sizes[inner],
               source->strides[inner]);
    inner = d;
  }
}

/* A group steps as the last dimension of it that has more than one element. */
static void collapse_shape(const tl_step *step) {
  const int64_t *groups = step->at->numbers;
  const tl_view source = *tl_operand_view(step, 0);
  tl_view view = source;
  view.rank = step->at->number_count;
  for (int64_t g = 0, d = 0; g < view.rank; g++) {
    view.sizes[g] = 1;
    for (int64_t i = 0; i < groups[g]; i++, d++) {
      view.sizes[g] = product(step, view.sizes[g], source.sizes[d]);
      if (i == 0 || source.sizes[d] != 1)
        view.strides[g] = source.strides[d];
    }
    if (view.sizes[g] != 0)
      check_group(step, &source, d - groups[g], d);
  }
  *tl_result_view(step, 0) = view;
}

static void expand_shape(const tl_step *step) {
  const int64_t *groups = step->at->numbers;
  const tl_view *source = tl_operand_view(step, 0);
  tl_view view = view_of_result(step, 1);
  view.offset = source->offset;
  for (int64_t g = 0, end = 0; g < step->at->number_count; g++) {
    int64_t stride = source->strides[g], count = 1;
    end += groups[g];
    for (int64_t i = 1; i <= groups[g]; i++) {
      view.strides[end - i] = stride;
      count = product(step, count, view.sizes[end - i]);
      if (i < groups[g])
        stride = product(step, stride, view.sizes[end - i]);
    }
    if (count != source->sizes[g])
      tl_fault(step, TL_FAULT_BOUNDS,
               "makes %" PRId64 " elements of dimension %" PRId64
               ", which has extent %" PRId64,
               count, g, source->sizes[g]);
  }
  *tl_result_view(step, 0) = view;
}

/* Sizes are what operand 1 holds; false after a fault. */
static bool read_sizes(const tl_step *step, tl_view *view) {
  tl_move move = tl_move_from(step, 1);
  view->rank = move.view->sizes[0];
  if (view->rank > TL_MAX_RANK)
    return tl_fault(step, TL_FAULT_RESOURCE,
                    "makes a memref of %" PRId64 " dimensions; the simulator "
                    "knows %d",
                    view->rank, TL_MAX_RANK);
  for (int64_t d = 0; d < view->rank; d++) {
    tl_element size;
    move.coordinate[0] = d;
    tl_move_load(&move, &size);
    view->sizes[d] = tl_sign_extend(size.bits, move.scalar->bits);
    view->strides[d] = INT64_MIN;
    if (size.poison)
      return tl_fault(step, TL_FAULT_UNINITIALIZED,
                      "needs the sizes that operand 1 holds");
  }
  return true;
}

/* As many elements, without gaps, in another shape. */
static void reshape(const tl_step *step) {
  const tl_view *source = tl_operand_view(step, 0);
  tl_view view = {.buffer = source->buffer, .start = source->start};
  int64_t before, after = 0;
  if (!read_sizes(step, &view))
    return;
  for (int64_t d = 0; d < view.rank; d++)
    if (view.sizes[d] < 0) {
      tl_fault(step, TL_FAULT_BOUNDS, "has a negative size");
      return;
    }
  if (!tl_view_close_strides(&view) || !tl_view_bytes(source, 1, &before) ||
      !tl_view_bytes(&view, 1, &after))
    tl_fault_overflow(step);
  else if (before != after)
    tl_fault(step, TL_FAULT_BOUNDS,
             "has %" PRId64 " elements, and a shape of %" PRId64, before,
             after);
  *tl_result_view(step, 0) = view;
}

/*===--- Facts ------------------------------------------------------------===*/

/* Results: the buffer, offset, sizes, strides. */
static void give_metadata(const tl_step *step) {
  const tl_view source = *tl_operand_view(step, 0);
  int rank = (int)source.rank;
  *tl_result_view(step, 0) =
      (tl_view){.buffer = source.buffer, .start = source.start};
  tl_give_number(step, 1, source.offset);
  for (int d = 0; d < rank; d++) {
    tl_give_number(step, 2 + d, source.sizes[d]);
    tl_give_number(step, 2 + rank + d, source.strides[d]);
  }
}

static void give_pointer(const tl_step *step) {
  const tl_view *view = tl_operand_view(step, 0);
  tl_give_number(step, 0, view->buffer->address + view->start);
}

static void give_dimension(const tl_step *step) {
  const tl_view *view = tl_operand_view(step, 0);
  int64_t d = tl_operand_number(step, 1);
  if (d >= 0 && d < view->rank)
    tl_give_number(step, 0, view->sizes[d]);
  else
    tl_fault(step, TL_FAULT_BOUNDS,
             "asks for dimension %" PRId64 " of %" PRId64, d, view->rank);
}

/* An assumption is a promise about element 0. */
static void assume_alignment(const tl_step *step) {
  tl_move move = tl_move_from(step, 0);
  int64_t address = tl_move_address(&move);
  if (address % step->at->alignment != 0)
    tl_fault(step, TL_FAULT_ALIGNMENT,
             "assumes that %" PRId64 " divides address 0x%" PRIx64,
             step->at->alignment, address);
  tl_each_forward(step);
}

/* What the type says of dimension d has to be so. */
static bool agrees(const tl_step *step, const char *what, int64_t d,
                   int64_t said, int64_t number) {
  return said == INT64_MIN || said == number ||
         tl_fault(step, TL_FAULT_BOUNDS,
                  "has %s %" PRId64 " in dimension %" PRId64
                  ", which it casts to %" PRId64,
                  what, number, d, said);
}

static void cast(const tl_step *step) {
  const tl_slot *result = tl_result_slot(step->at, 0);
  const tl_view *view = tl_operand_view(step, 0);
  if (result->rank != TL_ANY_RANK && result->rank != view->rank)
    tl_fault(step, TL_FAULT_BOUNDS,
             "has rank %" PRId64 ", which it casts to %" PRId64, view->rank,
             result->rank);
  else
    for (int64_t d = 0; d < result->rank; d++)
      if (!agrees(step, "extent", d, result->shape[d], view->sizes[d]) ||
          !agrees(step, "stride", d, result->strides[d], view->strides[d]))
        break;
  tl_each_forward(step);
}

static void give_rank(const tl_step *step) {
  tl_give_number(step, 0, tl_operand_view(step, 0)->rank);
}

/* What is said of element 0 of a cast is said of what is cast. */
static bool prepare_cast(tl_instruction *at) {
  tl_result_slot(at, 0)->origin = tl_operand_slot(at, 0)->origin;
  if (at->alignment)
    tl_promise_element(at, 0, at->alignment);
  return true;
}

/* A cast that the simulator can see through has one type on both sides. */
static bool prepare_unrealized(tl_instruction *at) {
  bool is_one = at->operand_count == 1 && at->result_count == 1;
  return (is_one &&
          tl_operand_slot(at, 0)->is_memref ==
              tl_result_slot(at, 0)->is_memref &&
          tl_operand_slot(at, 0)->count == tl_result_slot(at, 0)->count) ||
         tl_refuse(at, "casts between values of different size");
}

/* Rows of the source have to lie as those of the vector do. */
static bool prepare_type_cast(tl_instruction *at) {
  const tl_slot *from = tl_operand_slot(at, 0), *to = tl_result_slot(at, 0);
  return memcmp(from->strides, to->strides, sizeof from->strides) == 0 ||
         tl_refuse(at, "casts rows that do not lie as those of a vector, which "
                       "take a power of two of elements");
}

#define FORWARDS .each = tl_each_forward, .prepare

/* Drivers of GPUs allocate memory so, and nothing can say it of the operation. */
enum { DRIVER_ALIGNMENT = 256 };

const tl_sim_row TL_SIM_MEMREF[] = {
    {"memref.alloc", "memref.alloca", .all = allocate, .party = allocating,
     .knows_vectors = true},
    {"gpu.alloc", .all = allocate, .number = DRIVER_ALIGNMENT,
     TL_READS({"operandSegmentSizes", TL_READ_ARRAY, 0, {NULL}})},
    {.name = "memref.dealloc", .alias = "gpu.dealloc"},
    {"memref.realloc", "bufferization.clone", .each = reallocate,
     .prepare = prepare_reallocation},
    {"memref.get_global", .each = get_global, .prepare = prepare_global,
     .knows_vectors = true},
    {"memref.subview", .each = subview, .readings = PARTS},
    {"memref.reinterpret_cast", .each = reinterpret_cast, .readings = PARTS},
    {"memref.view", .each = view_bytes},
    {"memref.transpose", .each = transpose, .prepare = prepare_transpose},
    {"memref.cast", .each = cast, .prepare = prepare_cast,
     .knows_vectors = true},
    {"vector.type_cast", FORWARDS = prepare_type_cast, .knows_vectors = true},
    {"memref.rank", .each = give_rank},
    {"memref.reshape", .each = reshape},
    {"memref.memory_space_cast", "memref.distinct_objects", FORWARDS = NULL},
    {"memref.collapse_shape", .each = collapse_shape,
     .prepare = prepare_groups},
    {"memref.expand_shape", .each = expand_shape, .prepare = prepare_groups},
    {"memref.extract_strided_metadata", .each = give_metadata},
    {"memref.extract_aligned_pointer_as_index", .each = give_pointer},
    {"memref.assume_alignment", .each = assume_alignment,
     .prepare = prepare_cast},
    {"memref.dim", .each = give_dimension},
    {"builtin.unrealized_conversion_cast", FORWARDS = prepare_unrealized},
    {.name = NULL},
};
