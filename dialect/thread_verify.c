/* thread_verify.c - The rules T1 to T15 of the operations of one thread; see
 * python-free-docs/operations.md. */
#include "copy_checks.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/copy_access.h"

/*===--- Sides -----------------------------------------------------------===*/

/* The flat view of a memory has a size that is known or computed. */
static bool check_memory(MlirOperation operation, const char *name,
                         MlirType type) {
  tl_strided strided;
  int64_t span = 1, reach;
  if (!tl_check_strided(operation, name, type, &strided))
    return false;
  for (int64_t d = 0; d < strided.shape.count; d++) {
    int64_t extent = strided.shape.items[d], stride = strided.strides.items[d];
    if (stride != INT64_MIN && extent > 0 &&
        (!tl_product_fits(extent - 1, stride, &reach) ||
         !tl_sum_fits(span, reach, &span)))
      return tl_emit_error(operation,
                           "dimension %" PRId64 " of %s reaches beyond 64 bits",
                           d, name);
  }
  return true;
}

/* T2: memory is a strided memref outside private memory; registers are a vector
 * or a contiguous private memref that fits them.  T10: an asynchronous copy goes
 * from global to workgroup memory.  The element types are equal. */
static bool check_sides(const tl_thread_view *view) {
  tl_memory_space memory = tl_memory_space_of(view->memory_type);
  tl_memory_space other = tl_memory_space_of(view->fragment_type);
  const MlirType types[] = {view->memory_type, view->fragment_type};
  bool is_value = view->kind != TL_COPY;
  int64_t elements;
  if (view->is_async
          ? memory != TL_MEMORY_GLOBAL || other != TL_MEMORY_SHARED
          : (memory != TL_MEMORY_GLOBAL && memory != TL_MEMORY_SHARED) ||
                (!is_value && other != TL_MEMORY_PRIVATE))
    return tl_emit_error(
        view->operation,
        view->is_async ? "copies from a global memref to a workgroup one"
        : is_value ? "moves between a global or workgroup memref and a vector"
                   : "moves between a global or workgroup memref and a "
                     "private memref");
  return check_memory(view->operation, view->is_async ? "source" : "memory",
                      view->memory_type) &&
         (view->is_async
              ? check_memory(view->operation, "target", view->fragment_type)
              : tl_check_register_type(view->operation, "the register side",
                                       view->fragment_type, &elements)) &&
         tl_check_elements(view->operation, types[view->stores],
                           types[!view->stores]);
}

/*===--- Numbers ---------------------------------------------------------===*/

/* What the digits of a thread copy add up to, INT64_MAX where that is more. */
typedef struct reach {
  int64_t elements;                      /* of one start */
  int64_t last_register;                 /* of one start */
  int64_t memory, registers, coordinate; /* one step past the last digits */
} reach;

static int64_t product(int64_t a, int64_t b) {
  int64_t out;
  return tl_product_fits(a, b, &out) ? out : INT64_MAX;
}

static int64_t sum(int64_t a, int64_t b) {
  int64_t out;
  return tl_sum_fits(a, b, &out) ? out : INT64_MAX;
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

/* T15: nothing behind this rule overflows. */
static bool check_numbers(const tl_thread_view *view) {
  int64_t bytes = view->element_bytes;
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

/* T3, T4: every slot exists, and there are enough. */
static bool check_slots(const tl_thread_view *view) {
  reach to = reach_of(view);
  int64_t elements = 1, last = 0;
  if (view->start_count < 1 || view->start_count > TL_MAX_STARTS)
    return tl_emit_error(view->operation, "has %td slots, not 1 to %d",
                         view->start_count, TL_MAX_STARTS);
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

/* T5: the ends of a run move in narrower accesses (tl_element_run). */
static bool check_vector(const tl_thread_view *view) {
  int64_t run = tl_atoms_count(&view->inner), width = view->width;
  int64_t most = 32 / view->element_bytes;
  if (width > most || !tl_is_power_of_two(width))
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

/* T6: the alignment is a power of two that covers an access, and the phase is
 * less; both sides of an asynchronous copy have none. */
static bool check_alignment(const tl_thread_view *view) {
  int64_t access = view->element_bytes * view->width;
  int64_t period = view->alignment / view->element_bytes;
  if (view->alignment < access || !tl_is_power_of_two(view->alignment))
    return tl_emit_error(view->operation,
                         "align %" PRId64 " has to be a power of two of at "
                         "least %" PRId64 " bytes, the size of an access",
                         view->alignment, access);
  if (view->is_async && view->phase)
    return tl_emit_error(view->operation,
                         "phase %" PRId64 ": both sides have to be aligned",
                         view->phase);
  return view->phase < period ||
         tl_emit_error(view->operation,
                       "phase %" PRId64 " has to be below the %" PRId64
                       " elements of align %" PRId64,
                       view->phase, period, view->alignment);
}

/* T7: a stride known at run time has a divisor.  T8: every weight has its limit.
 */
static bool check_atoms(const tl_thread_view *view) {
  for (int64_t i = 0; i < view->atoms.count + view->inner.count; i++) {
    int64_t digit = i - view->atoms.count;
    const tl_atom *atom =
        digit < 0 ? &view->atoms.items[i] : &view->inner.items[digit];
    if (atom->symbol && atom->divisor < 1)
      return tl_emit_error(
          view->operation,
          "stride %" PRId64 " of the atoms needs a divisor of at least 1", i);
    if (atom->weight ? atom->dimension >= view->limit_count
                     : atom->dimension != 0)
      return tl_emit_error(view->operation,
                           "a weight of limit %" PRId64 "; there are %td",
                           atom->dimension, view->limit_count);
  }
  return true;
}

/* T8: granules are positive; only loads are padded, with their element type. */
static bool check_granules(const tl_thread_view *view) {
  for (intptr_t i = 0; i < view->limit_count; i++)
    if (view->granules[i] < 1)
      return tl_emit_error(view->operation, "granule %" PRId64 " is below 1",
                           view->granules[i]);
  return true;
}

static bool check_pad(const tl_thread_view *view) {
  return mlirAttributeIsNull(view->pad) ||
         (!view->stores && mlirTypeEqual(mlirAttributeGetType(view->pad),
                                         tl_element_type(view->memory_type))) ||
         tl_emit_error(view->operation,
                       "pad has to be of the element type, and of a load");
}

/* T9.  Source: PTX ISA, ldmatrix and stmatrix. */
static bool check_matrices(const tl_thread_view *view) {
  const tl_access_form form = {
      .width = view->width,
      .element_bytes = view->element_bytes,
      .alignment = tl_gcd(view->alignment, view->phase * view->element_bytes),
      .matrices = view->matrices,
      .is_transposed = view->is_transposed,
      .is_shared = tl_memory_space_of(view->memory_type) == TL_MEMORY_SHARED,
      .is_bounded = view->limit_count != 0,
      .stores = view->stores};
  bool is_whole = tl_atoms_count(&view->inner) == view->width;
  return TL_PLAIN_KIND.is_legal(&form) ||
         (is_whole && TL_MATRIX_KIND.is_legal(&form)) ||
         tl_emit_error(
             view->operation,
             "matrices have to be 1, 2 or 4 of elements of 8, 16 or 32 bits "
             "(8 or 16 when transposed; of 8 loads have 1 or 2), 32 bits of "
             "each (those two 64) in an access and in the run, in workgroup "
             "memory, without limits, and aligned to 16 bytes");
}

/* T12.  Source: PTX ISA, cp.async (cp-size). */
static bool check_access(const tl_thread_view *view) {
  const tl_access_form form = {.width = view->width,
                               .element_bytes = view->element_bytes};
  int64_t run = 1;
  bool is_run = true;
  if (!view->is_vectorized)
    return true;
  for (int64_t i = view->inner.count - 1; i >= 0; i--) {
    is_run &= view->inner.items[i].register_stride == run;
    run *= view->inner.items[i].extent;
  }
  return (is_run && run == view->width && TL_ASYNC_KIND.is_legal(&form)) ||
         tl_emit_error(
             view->operation,
             "an access has to be a run of consecutive elements of both "
             "sides, of 4, 8 or 16 bytes; vector %" PRId64 " has %" PRId64
             " bytes, the run %" PRId64 " elements",
             view->width, view->width * form.element_bytes, run);
}

/* T13: the elements of an access that a limit leaves are its first; of one with
 * an extent, all or none. */
static bool check_prefix(const tl_thread_view *view) {
  for (intptr_t i = 0; i < view->limit_count; i++)
    if (!tl_async_step(&view->inner, view->width, i) ||
        (view->extents >> i & 1 &&
         !tl_async_is_whole(&view->atoms, &view->inner, i, view->granules[i])))
      return tl_emit_error(
          view->operation,
          view->extents >> i & 1
              ? "limit %td, which has an extent, cuts an access"
              : "limit %td does not leave the first elements of an access",
          i);
  return true;
}

/* T16 */
static bool check_cache(const tl_thread_view *view) {
  return tl_check_cache(view->operation, view->cache, view->is_async,
                        tl_memory_space_of(view->memory_type) ==
                            TL_MEMORY_GLOBAL);
}

/* In order; a rule may rely on those before it. */
static const struct {
  bool (*check)(const tl_thread_view *view);
  bool of_moved, of_async; /* which of the two follow it */
} RULES[] = {
    {check_sides, true, true},     {check_slots, true, false},
    {check_numbers, true, true},   {check_vector, true, true},
    {check_alignment, true, true}, {check_atoms, true, true},
    {check_granules, true, true},  {check_pad, true, true},
    {check_matrices, true, false}, {check_access, false, true},
    {check_prefix, false, true},   {check_cache, true, true},
};

bool tl_verify_thread(MlirOperation operation) {
  tl_thread_view view;
  if (!tl_verify_form(operation))
    return false;
  tl_thread_view_read(operation, &view);
  for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++)
    if ((view.is_async ? RULES[i].of_async : RULES[i].of_moved) &&
        !RULES[i].check(&view))
      return false;
  return true;
}

/* T14: what may be pending is counted. */
bool tl_verify_wait(MlirOperation operation) {
  int64_t pending = tl_async_pending(operation);
  return tl_verify_form(operation) &&
         ((pending >= 0 && pending <= INT32_MAX) ||
          tl_emit_error(
              operation,
              "the groups that may be pending have to be an i64 from 0 to %d",
              INT32_MAX));
}

bool tl_verify_form(MlirOperation operation) {
  tl_attributes own;
  tl_attributes_read(operation, &own);
  return tl_operation_check(
      operation, tl_bridge_operation_row(operation)->facts->forms, &own);
}
