/* thread_verify.c - The rules T1 to T6 of tl.thread_copy, tl.thread_load and
 * tl.thread_store; see python-free-docs/operations.md. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Support.h"
#include "operation_rows.h"
#include <inttypes.h>

static bool check_form(MlirOperation operation);
static bool check_sides(const tl_thread_view *view);
static bool check_starts(const tl_thread_view *view);
static bool check_slots(const tl_thread_view *view);
static bool check_vector(const tl_thread_view *view);
static bool check_alignment(const tl_thread_view *view);

MlirLogicalResult tl_verify_thread_copy(MlirOperation operation) {
  tl_thread_view view;
  if (!check_form(operation))
    return mlirLogicalResultFailure();
  tl_thread_view_read(operation, &view);
  if (!check_sides(&view) || !check_starts(&view) || !check_slots(&view) ||
      !check_vector(&view) || !check_alignment(&view))
    return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

/* Parallel arrays: extents from 1, then strides from 0. */
static bool check_lists(MlirOperation operation, const char *const *names,
                        int count) {
  int64_t words[TL_MAX_TERMS], first = -1, length;
  for (int i = 0; i < count; i++) {
    bool valid = !mlirAttributeIsNull(tl_attribute_of(operation, names[i])) &&
                 tl_words_of(operation, names[i], words, TL_MAX_TERMS, &length);
    for (int64_t k = 0; valid && k < length; k++)
      valid = words[k] >= (i == 0);
    if (!valid || (i > 0 && length != first)) {
      tl_emit_error(operation,
                    "attributes '%s' to '%s' have to be i64 arrays of one "
                    "length, extents from 1 and strides from 0",
                    names[0], names[count - 1]);
      return false;
    }
    first = length;
  }
  return true;
}

/* All three attributes of a vector, or none. */
static bool check_vector_attributes(MlirOperation operation) {
  static const char *const VECTOR[] = {"vector_extents",
                                       "vector_register_strides"};
  static const char WIDTH[] = "vector_width";
  int64_t width;
  if (mlirAttributeIsNull(tl_attribute_of(operation, WIDTH)) &&
      mlirAttributeIsNull(tl_attribute_of(operation, VECTOR[0])) &&
      mlirAttributeIsNull(tl_attribute_of(operation, VECTOR[1])))
    return true;
  if (!check_lists(operation, VECTOR, 2))
    return false;
  if (tl_number_of(operation, WIDTH, &width))
    return true;
  tl_emit_error(operation, "needs an i64 attribute '%s'", WIDTH);
  return false;
}

static bool check_swizzle(MlirOperation operation) {
  int64_t words[3] = {0}, count;
  tl_swizzle swizzle;
  tl_error error;
  if (mlirAttributeIsNull(tl_attribute_of(operation, "swizzle")))
    return true;
  if (!tl_words_of(operation, "swizzle", words, 3, &count) || count != 3 ||
      words[1] == 0) {
    tl_emit_error(operation, "swizzle has to be three numbers: base, bits (at "
                             "least 1) and shift");
    return false;
  }
  if (tl_swizzle_create(words[0], words[1], words[2], &swizzle, &error) ==
      TL_OK)
    return true;
  tl_emit_error(operation, "%s", error.message);
  return false;
}

/* T1: attributes of the assembly, the operands and results of its form. */
static bool check_form(MlirOperation operation) {
  static const char *const ATOMS[] = {"extents", "memory_strides",
                                      "register_strides"};
  static const char *const KNOWN[] = {
      "slots",          "extents",
      "memory_strides", "register_strides",
      "vector_extents", "vector_width",
      "swizzle",        "alignment",
      "to_memory",      "vector_register_strides"};
  int64_t alignment;
  if (!tl_check_no_regions(operation) ||
      !tl_check_attributes(operation, KNOWN, sizeof KNOWN / sizeof *KNOWN) ||
      !check_lists(operation, ATOMS, 3) ||
      !check_vector_attributes(operation) || !check_swizzle(operation))
    return false;
  if (!tl_number_of(operation, "alignment", &alignment)) {
    tl_emit_error(operation, "needs an i64 attribute 'alignment'");
    return false;
  }
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

/* The flat view of the memref has a size that is known or computed. */
static bool check_strides(MlirOperation operation, const tl_strided *strided) {
  int64_t span = 1;
  for (int64_t d = 0; d < strided->shape.count; d++) {
    int64_t extent = strided->shape.items[d],
            stride = strided->strides.items[d];
    int64_t reach;
    if (stride >= 0 && (extent == INT64_MIN ||
                        (!__builtin_mul_overflow(extent > 0 ? extent - 1 : 0,
                                                 stride, &reach) &&
                         !__builtin_add_overflow(span, reach, &span))))
      continue;
    tl_emit_error(operation,
                  "dimension %" PRId64
                  " of memory has a negative or run-time stride, or reaches "
                  "beyond 64 bits",
                  d);
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
  tl_strided strided;
  int64_t elements;
  if (!registers || (space != TL_MEMORY_GLOBAL && space != TL_MEMORY_SHARED)) {
    tl_emit_error(view->operation,
                  "moves between a global or workgroup memref and %s",
                  is_value ? "a vector" : "a private memref");
    return false;
  }
  if (!tl_strided_read(view->memory_type, &strided)) {
    tl_emit_error(view->operation,
                  "memory has to be a strided memref of rank at most %d",
                  TL_MAX_RANK);
    return false;
  }
  if (!check_strides(view->operation, &strided))
    return false;
  if (!tl_check_fragment(view->operation, "the register side",
                         view->fragment_type, &elements))
    return false;
  if (mlirTypeEqual(tl_element_type(view->memory_type),
                    tl_element_type(view->fragment_type)) &&
      tl_element_bytes(view->memory_type))
    return true;
  tl_emit_error(view->operation, "element types have to be equal, integers or "
                                 "floats of 8, 16, 32 or 64 bits");
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
  if (slots != view->start_count || slots < 1 || slots > TL_MAX_STARTS) {
    tl_emit_error(view->operation, "has %td offsets and %td slots",
                  view->start_count, slots);
    return false;
  }
  for (intptr_t i = 0; i < view->start_count; i++) {
    MlirValue offset =
        mlirOperationGetOperand(view->operation, view->first_offset + i);
    if (!mlirTypeIsAIndex(mlirValueGetType(offset))) {
      tl_emit_error(view->operation, "offset %td has to be an index", i);
      return false;
    }
  }
  return true;
}

/* Multiplies *count by the extents and adds to *reach how far they go. */
static bool add_reach(const tl_atoms *atoms, int64_t *count, int64_t *reach) {
  for (int64_t i = 0; i < atoms->count; i++) {
    const tl_atom *atom = &atoms->items[i];
    int64_t step;
    if (__builtin_mul_overflow(atom->extent - 1, atom->register_stride,
                               &step) ||
        __builtin_add_overflow(*reach, step, reach) ||
        __builtin_mul_overflow(*count, atom->extent, count))
      return false;
  }
  return true;
}

/* T4: every slot exists, and no more elements move than there are slots. */
static bool check_slots(const tl_thread_view *view) {
  int64_t elements = 1, reach = 0, last = 0, count = view->start_count;
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
  if (add_reach(&view->atoms, &count, &reach) &&
      add_reach(&view->inner, &count, &reach) && reach < elements - last &&
      count <= elements)
    return true;
  tl_emit_error(view->operation,
                "moves more than the %" PRId64 " registers of the fragment",
                elements);
  return false;
}

/* T5: an access is 1, 2, 4, ... elements, at most 256 bits, and the run is a
 * multiple of it. */
static bool check_vector(const tl_thread_view *view) {
  int64_t run = 1, width = view->width;
  int64_t most = 32 / tl_element_bytes(view->memory_type);
  for (int64_t i = 0; i < view->inner.count; i++)
    run *= view->inner.items[i].extent;
  if (width < 1 || width > most || (width & (width - 1)) != 0) {
    tl_emit_error(view->operation,
                  "vector %" PRId64 " has to be a power of two, at most "
                  "%" PRId64 " elements",
                  width, most);
    return false;
  }
  if (run % width == 0)
    return true;
  tl_emit_error(view->operation,
                "vector %" PRId64 " does not divide the run of %" PRId64
                " elements",
                width, run);
  return false;
}

/* T6: the alignment is a power of two that covers an access. */
static bool check_alignment(const tl_thread_view *view) {
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
