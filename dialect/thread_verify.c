/* thread_verify.c - The rules T1 to T9 and T15 of tl.thread_copy,
 * tl.thread_load and tl.thread_store; see python-free-docs/operations.md. */
#include "copy_checks.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_hooks.h"
#include "operation_rows.h"
#include "thread_checks.h"
#include "tl/copy_access.h"
#include <inttypes.h>

bool tl_check_thread_form(MlirOperation operation, int forms,
                          intptr_t least_operands, intptr_t results) {
  tl_attributes own;
  tl_attributes_read(operation, &own);
  if (!tl_attributes_check(operation, forms, &own))
    return false;
  return (mlirOperationGetNumOperands(operation) >= least_operands &&
          mlirOperationGetNumResults(operation) == results) ||
         tl_emit_error(
             operation,
             "expects at least %td operands and %td results, got %td and "
             "%td",
             least_operands, results, mlirOperationGetNumOperands(operation),
             mlirOperationGetNumResults(operation));
}

static bool check_form(MlirOperation operation) {
  tl_copy_kind kind = tl_thread_kind_of(operation);
  return tl_check_thread_form(operation,
                              kind == TL_COPY ? TL_FORM_BUFFER : TL_FORM_VALUE,
                              kind == TL_LOAD ? 2 : 3, kind == TL_LOAD);
}

bool tl_check_thread_memory(MlirOperation operation, const char *name,
                            MlirType type) {
  tl_strided strided;
  if (!tl_strided_read(type, &strided))
    return tl_emit_error(operation,
                         "%s has to be a strided memref of rank at most %d",
                         name, TL_MAX_RANK);
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
    return tl_emit_error(
        operation,
        "dimension %" PRId64
        " of %s has a negative stride, or reaches beyond 64 bits",
        d, name);
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
  if (!registers || (space != TL_MEMORY_GLOBAL && space != TL_MEMORY_SHARED))
    return tl_emit_error(view->operation,
                         "moves between a global or workgroup memref and %s",
                         is_value ? "a vector" : "a private memref");
  if (!tl_check_thread_memory(view->operation, "memory", view->memory_type))
    return false;
  if (!tl_check_fragment(view->operation, "the register side",
                         view->fragment_type, &elements))
    return false;
  return (mlirTypeEqual(tl_element_type(view->memory_type),
                        tl_element_type(view->fragment_type)) &&
          tl_element_bytes(view->memory_type)) ||
         tl_emit_error(view->operation,
                       "element types have to be equal, integers or "
                       "floats of 8, 16, 32, 64 or 128 bits");
}

/* T3: an index offset for every start, and a slot for every offset. */
static bool check_starts(const tl_thread_view *view) {
  intptr_t slots = 1;
  if (!mlirAttributeIsNull(view->slots)) {
    slots = mlirDenseArrayGetNumElements(view->slots);
  }
  intptr_t last = mlirOperationGetNumOperands(view->operation) -
                  (view->kind == TL_COPY && !view->stores);
  intptr_t used = view->first_offset + view->symbol_count +
                  view->start_count * (1 + view->limit_count);
  if (slots != view->start_count || slots < 1 || slots > TL_MAX_STARTS ||
      used != last)
    return tl_emit_error(
        view->operation,
        "has %td index operands for %td slots, %td symbols and %td "
        "limits",
        last - view->first_offset, slots, view->symbol_count,
        view->limit_count);
  for (intptr_t i = view->first_offset; i < last; i++) {
    MlirValue offset = mlirOperationGetOperand(view->operation, i);
    if (!mlirTypeIsAIndex(mlirValueGetType(offset)))
      return tl_emit_error(view->operation, "offset %td has to be an index",
                           i - view->first_offset);
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
  if (to.elements > TL_MAX_REGISTERS)
    return tl_emit_error(
        view->operation,
        "moves more than %d elements, the most that a thread copies",
        TL_MAX_REGISTERS);
  return (product(to.memory, bytes) < INT64_MAX &&
          product(to.registers, bytes) < INT64_MAX &&
          to.coordinate < INT64_MAX) ||
         tl_emit_error(view->operation, "its atoms reach beyond 64 bits");
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
    if (slot < 0)
      return tl_emit_error(view->operation, "slot %" PRId64 " is negative",
                           slot);
    last = slot > last ? slot : last;
  }
  return (to.last_register < elements - last &&
          product(view->start_count, to.elements) <= elements) ||
         tl_emit_error(view->operation,
                       "moves more than the %" PRId64
                       " registers of the fragment",
                       elements);
}

/* T5: an access is 1, 2, 4, ... elements, at most 256 bits, and no longer than
 * the run; what is left of a run moves in narrower ones (tl_run_access). */
bool tl_check_thread_vector(const tl_thread_view *view) {
  int64_t run = tl_atoms_count(&view->inner), width = view->width;
  int64_t most = 32 / tl_element_bytes(view->memory_type);
  if (width < 1 || width > most || (width & (width - 1)) != 0)
    return tl_emit_error(view->operation,
                         "vector %" PRId64 " has to be a power of two, at most "
                         "%" PRId64 " elements",
                         width, most);
  return width <= run ||
         tl_emit_error(view->operation,
                       "vector %" PRId64 " is longer than the run of %" PRId64
                       " elements",
                       width, run);
}

/* T6: the alignment is a power of two that covers an access. */
bool tl_check_thread_alignment(const tl_thread_view *view) {
  int64_t access = tl_element_bytes(view->memory_type) * view->width;
  return (view->alignment >= access &&
          (view->alignment & (view->alignment - 1)) == 0) ||
         tl_emit_error(view->operation,
                       "align %" PRId64 " has to be a power of two of at least "
                       "%" PRId64 " bytes, the size of an access",
                       view->alignment, access);
}

/* T7: a stride known at run time has a divisor. */
bool tl_check_thread_symbols(const tl_thread_view *view) {
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    if (!atom->symbol || atom->divisor >= 1)
      continue;
    return tl_emit_error(view->operation,
                         "stride %" PRId64
                         " of the atoms needs a divisor of at least "
                         "1",
                         i);
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
    return tl_emit_error(view->operation,
                         "a weight of limit %" PRId64 "; there are %td",
                         atom->dimension, view->limit_count);
  }
  return true;
}

/* T8: granules are positive, every weight has its limit, only loads are padded
 * and with their element type. */
bool tl_check_thread_limits(const tl_thread_view *view) {
  for (intptr_t i = 0; i < view->limit_count; i++)
    if (view->granules[i] < 1)
      return tl_emit_error(view->operation, "granule %" PRId64 " is below 1",
                           view->granules[i]);
  if (!check_limit_numbers(view, &view->atoms) ||
      !check_limit_numbers(view, &view->inner))
    return false;
  return (mlirAttributeIsNull(view->pad) ||
          (!view->stores &&
           mlirTypeEqual(mlirAttributeGetType(view->pad),
                         tl_element_type(view->memory_type)))) ||
         tl_emit_error(view->operation,
                       "pad has to be of the element type, and of a load");
}

/* T9: an access of matrices is 1, 2 or 4 of them, each a 32-bit register of
 * elements of 8 or 16 bits (16 when transposed), and the run is one access, in
 * shared memory, with rows of 16 aligned bytes.  Source: PTX ISA, ldmatrix and
 * stmatrix. */
static bool check_matrices(const tl_thread_view *view) {
  const tl_access_form form = {
      .width = view->width,
      .element_bytes = tl_element_bytes(view->memory_type),
      .alignment = view->alignment,
      .matrices = view->matrices,
      .is_transposed = view->is_transposed,
      .is_shared = tl_memory_space_of(view->memory_type) == TL_MEMORY_SHARED,
      .is_bounded = view->limit_count != 0};
  bool is_whole = tl_atoms_count(&view->inner) == view->width;
  return TL_PLAIN_KIND.is_legal(&form) ||
         (is_whole && TL_MATRIX_KIND.is_legal(&form)) ||
         tl_emit_error(
             view->operation,
             "matrices have to be 1, 2 or 4 of elements of 16 bits (or 8, "
             "not transposed), 32 bits of each in an access and in the run, "
             "in workgroup memory, without limits, and aligned to 16 bytes");
}

bool tl_verify_thread_copy(MlirOperation operation) {
  tl_thread_view view;
  if (!check_form(operation))
    return false;
  tl_thread_view_read(operation, &view);
  return check_sides(&view) && check_starts(&view) && check_slots(&view) &&
         tl_check_thread_numbers(&view) && tl_check_thread_vector(&view) &&
         tl_check_thread_alignment(&view) && tl_check_thread_symbols(&view) &&
         tl_check_thread_limits(&view) && check_matrices(&view);
}
