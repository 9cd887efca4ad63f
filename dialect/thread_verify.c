/* thread_verify.c - The rules T1 to T9 of tl.thread_copy, tl.thread_load and
 * tl.thread_store; see python-free-docs/operations.md. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Support.h"
#include "operation_rows.h"
#include "thread_attributes.h"
#include "thread_checks.h"
#include <inttypes.h>

static bool check_form(MlirOperation operation);
static bool check_sides(const tl_thread_view *view);
static bool check_starts(const tl_thread_view *view);
static bool check_slots(const tl_thread_view *view);
static bool check_matrices(const tl_thread_view *view);

MlirLogicalResult tl_verify_thread_copy(MlirOperation operation) {
  tl_thread_view view;
  if (!check_form(operation))
    return mlirLogicalResultFailure();
  tl_thread_view_read(operation, &view);
  if (!check_sides(&view) || !check_starts(&view) || !check_slots(&view) ||
      !tl_check_thread_numbers(&view) || !tl_check_thread_vector(&view) ||
      !tl_check_thread_alignment(&view) || !tl_check_thread_symbols(&view) ||
      !tl_check_thread_limits(&view) || !check_matrices(&view))
    return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

/* The array of a column; its length, or -1 where it is left out. */
static bool check_column(MlirOperation operation, const tl_atom_column *column,
                         int64_t *length) {
  int64_t words[2 * TL_MAX_TERMS], most = TL_MAX_TERMS;
  if (column->has_inner)
    most *= 2;
  if (mlirAttributeIsNull(tl_attribute_of(operation, column->name))) {
    *length = -1;
    return column->is_optional;
  }
  if (!tl_words_of(operation, column->name, words, most, length))
    return false;
  for (int64_t i = 0; i < *length; i++)
    if (words[i] < column->least)
      return false;
  return true;
}

/* Parallel arrays: extents from 1, then numbers from 0. */
static bool check_columns(MlirOperation operation,
                          const tl_atom_column *columns, int count,
                          int64_t inner_count) {
  int64_t first = 0, length;
  for (int i = 0; i < count; i++) {
    bool valid = check_column(operation, &columns[i], &length);
    first = i == 0 ? length : first;
    int64_t expected = first + (columns[i].has_inner ? inner_count : 0);
    if (valid && (length == -1 || length == expected))
      continue;
    if (i == 0)
      tl_emit_error(operation,
                    "attribute '%s' has to be an i64 array of numbers from 1",
                    columns[i].name);
    else
      tl_emit_error(operation,
                    "attribute '%s' has to be an i64 array of %" PRId64
                    " numbers from 0",
                    columns[i].name, expected);
    return false;
  }
  return true;
}

/* All three attributes of a vector, or none. */
static bool check_vector_attributes(MlirOperation operation,
                                    int64_t *inner_count) {
  int64_t width, words[TL_MAX_TERMS];
  *inner_count = 0;
  bool has_any =
      !mlirAttributeIsNull(tl_attribute_of(operation, TL_THREAD_WIDTH));
  for (int i = 0; i < TL_INNER_COUNT; i++)
    has_any |= !mlirAttributeIsNull(
        tl_attribute_of(operation, TL_INNER_COLUMNS[i].name));
  if (!has_any)
    return true;
  if (!check_columns(operation, TL_INNER_COLUMNS, TL_INNER_COUNT, 0) ||
      !tl_words_of(operation, TL_INNER_COLUMNS[0].name, words, TL_MAX_TERMS,
                   inner_count))
    return false;
  if (tl_number_of(operation, TL_THREAD_WIDTH, &width))
    return true;
  tl_emit_error(operation, "needs an i64 attribute '%s'", TL_THREAD_WIDTH);
  return false;
}

/* Optional numbers and flags are of their type. */
static bool check_optional(MlirOperation operation) {
  static const char *const NUMBERS[] = {TL_THREAD_MATRICES, TL_THREAD_BITS,
                                        TL_ASYNC_BITS};
  int64_t number, words[TL_MAX_RANK];
  for (int i = 0; i < 3; i++)
    if (!mlirAttributeIsNull(tl_attribute_of(operation, NUMBERS[i])) &&
        (!tl_number_of(operation, NUMBERS[i], &number) || number < 0)) {
      tl_emit_error(operation, "attribute '%s' has to be an i64 of at least 0",
                    NUMBERS[i]);
      return false;
    }
  if (!tl_words_of(operation, TL_THREAD_GRANULES, words, TL_MAX_RANK,
                   &number)) {
    tl_emit_error(operation,
                  "attribute '%s' has to be an i64 array of at most %d",
                  TL_THREAD_GRANULES, TL_MAX_RANK);
    return false;
  }
  MlirAttribute transposed = tl_attribute_of(operation, TL_THREAD_TRANSPOSED);
  MlirAttribute reason = tl_attribute_of(operation, TL_THREAD_REASON);
  if (!mlirAttributeIsNull(transposed) && !mlirAttributeIsAUnit(transposed)) {
    tl_emit_error(operation, "attribute '%s' has to be a unit attribute",
                  TL_THREAD_TRANSPOSED);
    return false;
  }
  if (mlirAttributeIsNull(reason) || mlirAttributeIsAString(reason))
    return true;
  tl_emit_error(operation, "attribute '%s' has to be a string",
                TL_THREAD_REASON);
  return false;
}

bool tl_check_thread_swizzle(MlirOperation operation, const char *name) {
  int64_t words[3] = {0}, count;
  tl_swizzle swizzle;
  tl_error error;
  if (mlirAttributeIsNull(tl_attribute_of(operation, name)))
    return true;
  if (!tl_words_of(operation, name, words, 3, &count) || count != 3 ||
      words[1] == 0) {
    tl_emit_error(operation,
                  "%s has to be three numbers: base, bits (at least 1) and "
                  "shift",
                  name);
    return false;
  }
  if (tl_swizzle_create(words[0], words[1], words[2], &swizzle, &error) ==
      TL_OK)
    return true;
  tl_emit_error(operation, "%s", error.message);
  return false;
}

bool tl_check_thread_attributes(MlirOperation operation,
                                const char *const *names, int count) {
  int64_t alignment, inner_count;
  if (!tl_check_no_regions(operation) ||
      !tl_check_attributes(operation, names, count) ||
      !check_vector_attributes(operation, &inner_count) ||
      !check_columns(operation, TL_ATOM_COLUMNS, TL_COLUMN_COUNT,
                     inner_count) ||
      !tl_check_thread_swizzle(operation, TL_THREAD_SWIZZLE) ||
      !check_optional(operation))
    return false;
  if (tl_number_of(operation, TL_THREAD_ALIGNMENT, &alignment))
    return true;
  tl_emit_error(operation, "needs an i64 attribute '%s'", TL_THREAD_ALIGNMENT);
  return false;
}

/* T1: attributes of the assembly, the operands and results of its form. */
static bool check_form(MlirOperation operation) {
  if (!tl_check_thread_attributes(operation, TL_THREAD_ATTRIBUTES,
                                  TL_THREAD_ATTRIBUTE_COUNT))
    return false;
  tl_copy_kind kind = tl_thread_kind_of(operation);
  MlirAttribute to_memory = tl_attribute_of(operation, "to_memory");
  if (!mlirAttributeIsNull(to_memory) &&
      (!mlirAttributeIsAUnit(to_memory) || kind != TL_COPY)) {
    tl_emit_error(operation, "attribute 'to_memory' has to be a unit attribute "
                             "of tl.thread_copy");
    return false;
  }
  intptr_t least = kind == TL_LOAD ? 2 : 3, results = kind == TL_LOAD;
  if (mlirOperationGetNumOperands(operation) >= least &&
      mlirOperationGetNumResults(operation) == results)
    return true;
  tl_emit_error(operation,
                "expects at least %td operands and %td results, got %td and "
                "%td",
                least, results, mlirOperationGetNumOperands(operation),
                mlirOperationGetNumResults(operation));
  return false;
}

bool tl_check_thread_memory(MlirOperation operation, const char *name,
                            MlirType type) {
  tl_strided strided;
  if (!tl_strided_read(type, &strided)) {
    tl_emit_error(operation, "%s has to be a strided memref of rank at most %d",
                  name, TL_MAX_RANK);
    return false;
  }
  int64_t span = 1;
  for (int64_t d = 0; d < strided.shape.count; d++) {
    int64_t extent = strided.shape.items[d], stride = strided.strides.items[d];
    int64_t reach;
    if (stride == INT64_MIN ||
        (stride >= 0 && (extent == INT64_MIN ||
                         (!__builtin_mul_overflow(extent > 0 ? extent - 1 : 0,
                                                  stride, &reach) &&
                          !__builtin_add_overflow(span, reach, &span)))))
      continue;
    tl_emit_error(operation,
                  "dimension %" PRId64
                  " of %s has a negative stride, or reaches beyond 64 bits",
                  d, name);
    return false;
  }
  return true;
}

/* T2: memory is a strided memref outside private memory; registers are a vector
 * or a contiguous private memref that fits them; element types are equal. */
static bool check_sides(const tl_thread_view *view) {
  bool is_value = view->kind != TL_COPY;
  bool registers =
      is_value ? mlirTypeIsAVector(view->fragment_type)
               : tl_memory_space_of(view->fragment_type) == TL_MEMORY_PRIVATE;
  tl_memory_space space = tl_memory_space_of(view->memory_type);
  int64_t elements;
  if (!registers || (space != TL_MEMORY_GLOBAL && space != TL_MEMORY_SHARED)) {
    tl_emit_error(view->operation,
                  "moves between a global or workgroup memref and %s",
                  is_value ? "a vector" : "a private memref");
    return false;
  }
  if (!tl_check_thread_memory(view->operation, "memory", view->memory_type))
    return false;
  if (!tl_check_fragment(view->operation, "the register side",
                         view->fragment_type, &elements))
    return false;
  if (mlirTypeEqual(tl_element_type(view->memory_type),
                    tl_element_type(view->fragment_type)) &&
      tl_element_bytes(view->memory_type))
    return true;
  tl_emit_error(view->operation, "element types have to be equal, integers or "
                                 "floats of 8, 16, 32, 64 or 128 bits");
  return false;
}

/* T3: an index offset for every start, and a slot for every offset. */
static bool check_starts(const tl_thread_view *view) {
  intptr_t slots = 1;
  if (!mlirAttributeIsNull(view->slots)) {
    if (!mlirAttributeIsADenseI64Array(view->slots)) {
      tl_emit_error(view->operation,
                    "attribute 'slots' has to be an i64 array");
      return false;
    }
    slots = mlirDenseArrayGetNumElements(view->slots);
  }
  intptr_t last = mlirOperationGetNumOperands(view->operation) -
                  (view->kind == TL_COPY && !view->stores);
  intptr_t used = view->first_offset + view->symbol_count +
                  view->start_count * (1 + view->limit_count);
  if (slots != view->start_count || slots < 1 || slots > TL_MAX_STARTS ||
      used != last) {
    tl_emit_error(view->operation,
                  "has %td index operands for %td slots, %td symbols and %td "
                  "limits",
                  last - view->first_offset, slots, view->symbol_count,
                  view->limit_count);
    return false;
  }
  for (intptr_t i = view->first_offset; i < last; i++) {
    MlirValue offset = mlirOperationGetOperand(view->operation, i);
    if (!mlirTypeIsAIndex(mlirValueGetType(offset))) {
      tl_emit_error(view->operation, "offset %td has to be an index",
                    i - view->first_offset);
      return false;
    }
  }
  return true;
}

/* What the digits of a thread copy add up to, INT64_MAX where that is more. */
typedef struct reach {
  int64_t elements;                      /* of one start */
  int64_t last_register;                 /* of one start */
  int64_t memory, registers, coordinate; /* one step past the last digits */
} reach;

static int64_t product(int64_t a, int64_t b) {
  int64_t out;
  return __builtin_mul_overflow(a, b, &out) ? INT64_MAX : out;
}

static int64_t sum(int64_t a, int64_t b) {
  int64_t out;
  return __builtin_add_overflow(a, b, &out) ? INT64_MAX : out;
}

static void add_reach(const tl_atoms *atoms, reach *to) {
  for (int64_t i = 0; i < atoms->count; i++) {
    const tl_atom *atom = &atoms->items[i];
    int64_t extent = atom->extent, slots = atom->register_stride;
    to->elements = product(to->elements, extent);
    to->last_register = sum(to->last_register, product(extent - 1, slots));
    to->memory = sum(to->memory, product(extent, atom->memory_stride));
    to->registers = sum(to->registers, product(extent, slots));
    to->coordinate = sum(to->coordinate, product(extent, atom->weight));
  }
}

static reach reach_of(const tl_thread_view *view) {
  reach to = {.elements = 1};
  add_reach(&view->atoms, &to);
  add_reach(&view->inner, &to);
  return to;
}

/* T15: no more elements than registers could hold, places (in bytes) and
 * coordinates below 2^63, so that nothing behind this rule overflows. */
bool tl_check_thread_numbers(const tl_thread_view *view) {
  int64_t bytes = tl_element_bytes(view->memory_type);
  reach to = reach_of(view);
  if (to.elements > TL_MAX_REGISTERS) {
    tl_emit_error(view->operation,
                  "moves more than %d elements, the most that a thread copies",
                  TL_MAX_REGISTERS);
    return false;
  }
  if (product(to.memory, bytes) < INT64_MAX &&
      product(to.registers, bytes) < INT64_MAX && to.coordinate < INT64_MAX)
    return true;
  tl_emit_error(view->operation, "its atoms reach beyond 64 bits");
  return false;
}

/* T4: every slot exists, and no more elements move than there are slots. */
static bool check_slots(const tl_thread_view *view) {
  reach to = reach_of(view);
  int64_t elements = 1, last = 0;
  for (int64_t d = 0; d < mlirShapedTypeGetRank(view->fragment_type); d++)
    elements *= mlirShapedTypeGetDimSize(view->fragment_type, d);
  for (intptr_t i = 0; i < view->start_count; i++) {
    int64_t slot = mlirAttributeIsNull(view->slots)
                       ? 0
                       : mlirDenseI64ArrayGetElement(view->slots, i);
    if (slot < 0) {
      tl_emit_error(view->operation, "slot %" PRId64 " is negative", slot);
      return false;
    }
    last = slot > last ? slot : last;
  }
  if (to.last_register < elements - last &&
      product(view->start_count, to.elements) <= elements)
    return true;
  tl_emit_error(view->operation,
                "moves more than the %" PRId64 " registers of the fragment",
                elements);
  return false;
}

/* T5: an access is 1, 2, 4, ... elements, at most 256 bits, and no longer than
 * the run; what is left of a run moves in narrower ones (tl_run_access). */
bool tl_check_thread_vector(const tl_thread_view *view) {
  int64_t run = tl_atoms_count(&view->inner), width = view->width;
  int64_t most = 32 / tl_element_bytes(view->memory_type);
  if (width < 1 || width > most || (width & (width - 1)) != 0) {
    tl_emit_error(view->operation,
                  "vector %" PRId64 " has to be a power of two, at most "
                  "%" PRId64 " elements",
                  width, most);
    return false;
  }
  if (width <= run)
    return true;
  tl_emit_error(view->operation,
                "vector %" PRId64 " is longer than the run of %" PRId64
                " elements",
                width, run);
  return false;
}

/* T6: the alignment is a power of two that covers an access. */
bool tl_check_thread_alignment(const tl_thread_view *view) {
  int64_t access = tl_element_bytes(view->memory_type) * view->width;
  if (view->alignment >= access &&
      (view->alignment & (view->alignment - 1)) == 0)
    return true;
  tl_emit_error(view->operation,
                "align %" PRId64 " has to be a power of two of at least "
                "%" PRId64 " bytes, the size of an access",
                view->alignment, access);
  return false;
}

/* T7: a stride known at run time has a divisor. */
bool tl_check_thread_symbols(const tl_thread_view *view) {
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    if (!atom->symbol || atom->divisor >= 1)
      continue;
    tl_emit_error(view->operation,
                  "stride %" PRId64 " of the atoms needs a divisor of at least "
                  "1",
                  i);
    return false;
  }
  return true;
}

static bool check_limit_numbers(const tl_thread_view *view,
                                const tl_atoms *atoms) {
  for (int64_t i = 0; i < atoms->count; i++) {
    const tl_atom *atom = &atoms->items[i];
    if (!atom->weight ? atom->dimension == 0
                      : atom->dimension < (int64_t)view->limit_count)
      continue;
    tl_emit_error(view->operation,
                  "a weight of limit %" PRId64 "; there are %td",
                  atom->dimension, view->limit_count);
    return false;
  }
  return true;
}

/* T8: granules are positive, every weight has its limit, only loads are padded
 * and with their element type. */
bool tl_check_thread_limits(const tl_thread_view *view) {
  for (intptr_t i = 0; i < view->limit_count; i++)
    if (view->granules[i] < 1) {
      tl_emit_error(view->operation, "granule %" PRId64 " is below 1",
                    view->granules[i]);
      return false;
    }
  if (!check_limit_numbers(view, &view->atoms) ||
      !check_limit_numbers(view, &view->inner))
    return false;
  if (mlirAttributeIsNull(view->pad) ||
      (!view->stores && mlirTypeEqual(mlirAttributeGetType(view->pad),
                                      tl_element_type(view->memory_type))))
    return true;
  tl_emit_error(view->operation,
                "pad has to be of the element type, and of a load");
  return false;
}

/* T9: an access of matrices is 1, 2 or 4 of them, each a 32-bit register of
 * elements of 8 or 16 bits (16 when transposed), and the run is one access, in
 * shared memory, with rows of 16 aligned bytes.  Source: PTX ISA, ldmatrix and
 * stmatrix. */
static bool check_matrices(const tl_thread_view *view) {
  int64_t bytes = tl_element_bytes(view->memory_type), count = view->matrices;
  if (!count && !view->is_transposed)
    return true;
  bool is_legal = (count == 1 || count == 2 || count == 4) &&
                  (bytes == 2 || (bytes == 1 && !view->is_transposed)) &&
                  view->width == count * 4 / bytes &&
                  tl_atoms_count(&view->inner) == view->width &&
                  view->alignment >= 16 &&
                  tl_memory_space_of(view->memory_type) == TL_MEMORY_SHARED &&
                  view->limit_count == 0;
  if (is_legal)
    return true;
  tl_emit_error(view->operation,
                "matrices have to be 1, 2 or 4 of elements of 16 bits (or 8, "
                "not transposed), 32 bits of each in an access and in the run, "
                "in workgroup memory, without limits, and aligned to 16 bytes");
  return false;
}
