/* operations_memref.c - Buffers, views of them, and single elements. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "moves.h"
#include "operations.h"
#include <inttypes.h>
#include <stdlib.h>

static tl_view *source_view(tl_machine *machine, const tl_instruction *at,
                            int thread) {
  return tl_slot_view(machine, at->operands[0], thread);
}

static tl_view *result_view(tl_machine *machine, const tl_instruction *at,
                            int thread) {
  return tl_slot_view(machine, at->results[0], thread);
}

/*===--- Allocations ------------------------------------------------------===*/

/* a * b, where that makes a view; more than 64 bits are a fault. */
static int64_t product(tl_machine *machine, const tl_instruction *at,
                       int thread, int64_t a, int64_t b) {
  int64_t out = 0;
  if (!tl_add_product(&out, a, b))
    tl_fault_overflow(machine, at, thread);
  return out;
}

/* The view of the result type; sizes that it leaves open are operands from
 * `first` on, and strides are those of rows without gaps. */
static void view_of_result(tl_machine *machine, const tl_instruction *at,
                           int thread, int first, tl_view *view) {
  tl_view_of_type(tl_result_slot(at, 0), view);
  for (int64_t d = 0; d < view->rank; d++)
    if (view->sizes[d] == INT64_MIN)
      view->sizes[d] = tl_operand_number(machine, at, first++, thread);
  for (int64_t d = view->rank - 1, stride = 1; d >= 0; d--) {
    if (view->strides[d] == INT64_MIN)
      view->strides[d] = stride;
    if (d > 0 && view->strides[d - 1] == INT64_MIN)
      stride = product(machine, at, thread, view->strides[d], view->sizes[d]);
  }
}

static tl_promise stated_alignment(MlirOperation operation, int64_t bytes) {
  int64_t natural = bytes & -bytes;
  int64_t stated = tl_integer_attribute(operation, "alignment", natural);
  return (tl_promise){stated > natural ? stated : natural, 0};
}

/* Shared memory is allocated once for all threads. */
static void run_allocate(tl_machine *machine, const tl_instruction *at,
                         const tl_lanes *lanes) {
  const tl_slot *slot = tl_result_slot(at, 0);
  tl_memory_space space = tl_memory_space_of(slot->type);
  int bytes = slot->scalar.bytes;
  tl_view view = {.buffer = NULL};
  for (int k = 0; k < lanes->count; k++) {
    tl_view own;
    view_of_result(machine, at, lanes->items[k], 0, &own);
    own.buffer = view.buffer;
    if (!own.buffer || space != TL_MEMORY_SHARED)
      own.buffer = tl_machine_allocate_view(
          machine, at, space == TL_MEMORY_SHARED ? space : TL_MEMORY_PRIVATE,
          &own, bytes, stated_alignment(at->operation, bytes));
    if (!own.buffer)
      return;
    own.buffer->name = "an allocation";
    view = own;
    *result_view(machine, at, lanes->items[k]) = own;
  }
}

/*===--- Globals ----------------------------------------------------------===*/

static bool prepare_global(tl_instruction *at) {
  MlirOperation global = tl_symbol_lookup(
      at->operation, mlirFlatSymbolRefAttrGetValue(tl_attribute(at, "name")));
  MlirOperation *found = malloc(sizeof *found);
  at->detail = found;
  if (!found || mlirOperationIsNull(global)) {
    tl_emit_error(at->operation, "has no global of that name");
    return false;
  }
  *found = global;
  MlirAttribute value = mlirOperationGetAttributeByName(
      global, mlirStringRefCreateFromCString("initial_value"));
  if (mlirAttributeIsNull(value) || mlirAttributeIsAUnit(value))
    return true;
  const tl_slot *slot = tl_result_slot(at, 0);
  int64_t count = mlirElementsAttrGetNumElements(value);
  at->constants = calloc((size_t)count + 1, sizeof *at->constants);
  if (at->constants &&
      tl_read_elements(value, &slot->scalar, count, at->constants))
    return true;
  tl_emit_error(at->operation, "has values that the simulator does not know");
  return false;
}

static tl_buffer *open_global(tl_machine *machine, const tl_instruction *at,
                              const tl_view *view) {
  const tl_slot *slot = tl_result_slot(at, 0);
  int bytes = slot->scalar.bytes;
  int64_t count, size;
  MlirOperation operation = *(MlirOperation *)at->detail;
  if (!tl_view_span(view, &count) || !tl_view_bytes(view, bytes, &size)) {
    tl_fault_overflow(machine, at, 0);
    return NULL;
  }
  tl_global global = {operation,
                      tl_buffer_create(tl_memory_space_of(slot->type), size,
                                       stated_alignment(operation, bytes))};
  if (!global.buffer) {
    tl_machine_stop(machine, at);
    return NULL;
  }
  global.buffer->name = "a global";
  global.buffer->is_constant =
      !mlirAttributeIsNull(mlirOperationGetAttributeByName(
          operation, mlirStringRefCreateFromCString("constant")));
  for (int64_t i = 0; i < count && at->constants; i++)
    tl_buffer_put(global.buffer, i * bytes, bytes, at->constants[i]);
  return tl_machine_add_global(machine, at, &global);
}

static void run_get_global(tl_machine *machine, const tl_instruction *at,
                           const tl_lanes *lanes) {
  tl_view view;
  tl_view_of_type(tl_result_slot(at, 0), &view);
  view.buffer = tl_machine_global(machine, *(MlirOperation *)at->detail);
  if (!view.buffer)
    view.buffer = open_global(machine, at, &view);
  for (int k = 0; view.buffer && k < lanes->count; k++)
    *result_view(machine, at, lanes->items[k]) = view;
}

/*===--- Elements ---------------------------------------------------------===*/

static void run_load(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    tl_move move = tl_move_of(machine, at, lanes->items[k], 0, 1);
    tl_move_load(machine, &move, tl_result(machine, at, 0, lanes->items[k]));
  }
}

static void run_store(tl_machine *machine, const tl_instruction *at,
                      const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    tl_move move = tl_move_of(machine, at, lanes->items[k], 1, 2);
    tl_move_store(machine, &move, tl_operand(machine, at, 0, lanes->items[k]));
  }
}

/*===--- Views ------------------------------------------------------------===*/

enum { OFFSETS = 0, SIZES, STRIDES, PART_COUNT };
static const char *const PARTS[PART_COUNT] = {"static_offsets", "static_sizes",
                                              "static_strides"};

/* numbers: for each part its count, then its numbers. */
static bool prepare_strided(tl_instruction *at) {
  int64_t total = PART_COUNT, next = 0;
  for (int p = 0; p < PART_COUNT; p++)
    total += mlirDenseArrayGetNumElements(tl_attribute(at, PARTS[p]));
  if (!tl_reserve_numbers(at, total))
    return false;
  for (int p = 0; p < PART_COUNT; p++) {
    MlirAttribute part = tl_attribute(at, PARTS[p]);
    int64_t count = mlirDenseArrayGetNumElements(part);
    at->numbers[next++] = count;
    for (int64_t i = 0; i < count; i++)
      at->numbers[next++] = mlirDenseI64ArrayGetElement(part, i);
  }
  return true;
}

typedef struct strided_parts {
  int64_t count;
  int64_t items[PART_COUNT][TL_MAX_RANK];
} strided_parts;

/* The numbers, with operands from 1 on where INT64_MIN stands. */
static void read_parts(tl_machine *machine, const tl_instruction *at,
                       int thread, strided_parts *out) {
  const int64_t *number = at->numbers;
  int operand = 1;
  for (int p = 0; p < PART_COUNT; p++) {
    out->count = *number++;
    for (int64_t i = 0; i < out->count; i++, number++)
      out->items[p][i] = *number == INT64_MIN
                             ? tl_operand_number(machine, at, operand++, thread)
                             : *number;
  }
}

/* Dimensions of extent 1 that the result type lacks are left out.  False where
 * an offset or a stride has more than 64 bits. */
static bool subview(const tl_slot *result, const tl_view *source,
                    const strided_parts *parts, tl_view *out) {
  bool fits = true;
  *out = (tl_view){.buffer = source->buffer,
                   .start = source->start,
                   .offset = source->offset};
  for (int64_t d = 0; d < source->rank; d++) {
    int64_t size = parts->items[SIZES][d];
    fits &= tl_add_product(&out->offset, parts->items[OFFSETS][d],
                           source->strides[d]);
    bool is_spare = source->rank - d > result->rank - out->rank;
    bool is_dropped =
        is_spare && size == 1 &&
        (out->rank == result->rank || result->shape[out->rank] != 1);
    if (is_dropped)
      continue;
    out->sizes[out->rank] = size;
    fits &= tl_add_product(&out->strides[out->rank++], parts->items[STRIDES][d],
                           source->strides[d]);
  }
  return fits;
}

static void run_subview(tl_machine *machine, const tl_instruction *at,
                        const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    strided_parts parts;
    const tl_view *source = source_view(machine, at, lanes->items[k]);
    read_parts(machine, at, lanes->items[k], &parts);
    for (int64_t d = 0; d < source->rank; d++) {
      int64_t first = parts.items[OFFSETS][d];
      int64_t size = parts.items[SIZES][d];
      int64_t last = first;
      if (!tl_add_product(&last, size - 1, parts.items[STRIDES][d]))
        tl_fault_overflow(machine, at, lanes->items[k]);
      if (size > 0 && (first < 0 || last < 0 || first >= source->sizes[d] ||
                       last >= source->sizes[d]))
        tl_fault(machine, at, lanes->items[k], TL_FAULT_BOUNDS,
                 "takes %" PRId64 " to %" PRId64 " of dimension %" PRId64
                 ", which has extent %" PRId64,
                 first, last, d, source->sizes[d]);
    }
    if (!subview(tl_result_slot(at, 0), source, &parts,
                 result_view(machine, at, lanes->items[k])))
      tl_fault_overflow(machine, at, lanes->items[k]);
  }
}

static void run_reinterpret_cast(tl_machine *machine, const tl_instruction *at,
                                 const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    strided_parts parts;
    const tl_view *source = source_view(machine, at, lanes->items[k]);
    tl_view view = {.buffer = source->buffer, .start = source->start};
    read_parts(machine, at, lanes->items[k], &parts);
    view.rank = parts.count;
    view.offset = parts.items[OFFSETS][0];
    for (int64_t d = 0; d < view.rank; d++) {
      view.sizes[d] = parts.items[SIZES][d];
      view.strides[d] = parts.items[STRIDES][d];
    }
    *result_view(machine, at, lanes->items[k]) = view;
  }
}

/* Bytes seen as elements of another type, `shift` bytes further. */
static void run_view(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    const tl_view *source = source_view(machine, at, lanes->items[k]);
    tl_view view;
    view_of_result(machine, at, lanes->items[k], 2, &view);
    view.buffer = source->buffer;
    view.start = source->start;
    if (!tl_add_product(&view.start, source->offset, 1) ||
        !tl_add_product(&view.start,
                        tl_operand_number(machine, at, 1, lanes->items[k]), 1))
      tl_fault_overflow(machine, at, lanes->items[k]);
    *result_view(machine, at, lanes->items[k]) = view;
  }
}

/*===--- Shapes -----------------------------------------------------------===*/

/* numbers: the size of each group of dimensions. */
static bool prepare_groups(tl_instruction *at) {
  MlirAttribute groups = tl_attribute(at, "reassociation");
  if (!tl_reserve_numbers(at, mlirArrayAttrGetNumElements(groups)))
    return false;
  for (int64_t i = 0; i < at->number_count; i++)
    at->numbers[i] =
        mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(groups, i));
  return true;
}

static void run_collapse_shape(tl_machine *machine, const tl_instruction *at,
                               const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    tl_view source = *source_view(machine, at, lanes->items[k]);
    tl_view view = source;
    view.rank = at->number_count;
    for (int64_t g = 0, d = 0; g < view.rank; g++) {
      view.sizes[g] = 1;
      for (int64_t i = 0; i < at->numbers[g]; i++, d++) {
        view.sizes[g] = product(machine, at, lanes->items[k], view.sizes[g],
                                source.sizes[d]);
        view.strides[g] = source.strides[d];
      }
    }
    *result_view(machine, at, lanes->items[k]) = view;
  }
}

static void run_expand_shape(tl_machine *machine, const tl_instruction *at,
                             const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    const tl_view *source = source_view(machine, at, lanes->items[k]);
    tl_view view;
    view_of_result(machine, at, lanes->items[k], 1, &view);
    view.buffer = source->buffer;
    view.start = source->start;
    view.offset = source->offset;
    for (int64_t g = 0, end = 0; g < at->number_count; g++) {
      end += at->numbers[g];
      int64_t stride = source->strides[g];
      for (int64_t i = 1; i <= at->numbers[g]; i++) {
        view.strides[end - i] = stride;
        if (i < at->numbers[g])
          stride = product(machine, at, lanes->items[k], stride,
                           view.sizes[end - i]);
      }
    }
    *result_view(machine, at, lanes->items[k]) = view;
  }
}

/*===--- Facts ------------------------------------------------------------===*/

static void give_number(tl_machine *machine, const tl_instruction *at,
                        int result, int thread, int64_t number) {
  *tl_result(machine, at, result, thread) = tl_element_of((uint64_t)number, 0);
}

/* Results: the buffer, offset, sizes, strides. */
static void run_metadata(tl_machine *machine, const tl_instruction *at,
                         const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    int thread = lanes->items[k];
    tl_view source = *source_view(machine, at, thread);
    *result_view(machine, at, thread) =
        (tl_view){.buffer = source.buffer, .start = source.start};
    give_number(machine, at, 1, thread, source.offset);
    for (int64_t d = 0; d < source.rank; d++) {
      give_number(machine, at, 2 + (int)d, thread, source.sizes[d]);
      give_number(machine, at, 2 + (int)(source.rank + d), thread,
                  source.strides[d]);
    }
  }
}

static void run_pointer(tl_machine *machine, const tl_instruction *at,
                        const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    const tl_view *view = source_view(machine, at, lanes->items[k]);
    give_number(machine, at, 0, lanes->items[k],
                view->buffer->address + view->start);
  }
}

static void run_dim(tl_machine *machine, const tl_instruction *at,
                    const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++) {
    const tl_view *view = source_view(machine, at, lanes->items[k]);
    int64_t d = tl_operand_number(machine, at, 1, lanes->items[k]);
    if (d >= 0 && d < view->rank)
      give_number(machine, at, 0, lanes->items[k], view->sizes[d]);
    else
      tl_fault(machine, at, lanes->items[k], TL_FAULT_BOUNDS,
               "asks for dimension %" PRId64 " of %" PRId64, d, view->rank);
  }
}

/* An assumption is a promise about element 0. */
static void run_assume_alignment(tl_machine *machine, const tl_instruction *at,
                                 const tl_lanes *lanes) {
  int64_t alignment = tl_integer_attribute(at->operation, "alignment", 1);
  int bytes = tl_operand_slot(at, 0)->scalar.bytes;
  for (int k = 0; k < lanes->count; k++) {
    int64_t address;
    if (!tl_view_address(source_view(machine, at, lanes->items[k]), bytes,
                         &address))
      tl_fault_overflow(machine, at, lanes->items[k]);
    else if (address % alignment != 0)
      tl_fault(machine, at, lanes->items[k], TL_FAULT_ALIGNMENT,
               "assumes that %" PRId64 " divides address 0x%" PRIx64, alignment,
               address);
    tl_copy_slot(machine, at->operands[0], at->results[0], lanes->items[k]);
  }
}

static void run_nothing(tl_machine *machine, const tl_instruction *at,
                        const tl_lanes *lanes) {
  (void)machine, (void)at, (void)lanes;
}

static void run_cast(tl_machine *machine, const tl_instruction *at,
                     const tl_lanes *lanes) {
  for (int k = 0; k < lanes->count; k++)
    tl_copy_slot(machine, at->operands[0], at->results[0], lanes->items[k]);
}

/* A cast that the simulator can see through has one type on both sides. */
static bool prepare_unrealized(tl_instruction *at) {
  bool is_one = at->operand_count == 1 && at->result_count == 1;
  if (is_one &&
      tl_operand_slot(at, 0)->is_memref == tl_result_slot(at, 0)->is_memref &&
      tl_operand_slot(at, 0)->count == tl_result_slot(at, 0)->count)
    return true;
  tl_emit_error(at->operation, "casts between values of different size");
  return false;
}

const tl_sim_row TL_SIM_MEMREF[] = {
    {"memref.alloc", run_allocate, NULL, NULL},
    {"memref.alloca", run_allocate, NULL, NULL},
    {"memref.dealloc", run_nothing, NULL, NULL},
    {"memref.get_global", run_get_global, prepare_global, NULL},
    {"memref.load", run_load, NULL, NULL},
    {"memref.store", run_store, NULL, NULL},
    {"memref.subview", run_subview, prepare_strided, NULL},
    {"memref.reinterpret_cast", run_reinterpret_cast, prepare_strided, NULL},
    {"memref.view", run_view, NULL, NULL},
    {"memref.cast", run_cast, NULL, NULL},
    {"memref.memory_space_cast", run_cast, NULL, NULL},
    {"memref.collapse_shape", run_collapse_shape, prepare_groups, NULL},
    {"memref.expand_shape", run_expand_shape, prepare_groups, NULL},
    {"memref.extract_strided_metadata", run_metadata, NULL, NULL},
    {"memref.extract_aligned_pointer_as_index", run_pointer, NULL, NULL},
    {"memref.assume_alignment", run_assume_alignment, NULL, NULL},
    {"memref.dim", run_dim, NULL, NULL},
    {"builtin.unrealized_conversion_cast", run_cast, prepare_unrealized, NULL},
    {NULL, NULL, NULL, NULL},
};
