/* fragment_verify.c - The rules of the registers of a copy: V8, V10 to V12, V19
 * and V25; see python-free-docs/operations.md.
 *
 * A question that is undecided is no error: the passes check what they need. */
#include "copy_checks.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/layout_questions.h"
#include <inttypes.h>

bool tl_is_dense(const tl_strided *strided, int64_t *elements) {
  *elements = 1;
  for (int64_t d = strided->shape.count - 1; d >= 0; d--)
    if (strided->shape.items[d] == INT64_MIN ||
        strided->strides.items[d] != *elements ||
        __builtin_mul_overflow(*elements, strided->shape.items[d], elements))
      return false;
  return true;
}

/* A vector as the dense buffer of its shape. */
static bool read_shape(MlirType type, tl_strided *strided) {
  if (mlirTypeIsAMemRef(type))
    return tl_strided_read(type, strided);
  int64_t rank = mlirShapedTypeGetRank(type), run = 1;
  if (rank == 0 || rank > TL_MAX_RANK || mlirVectorTypeIsScalable(type))
    return false;
  *strided = (tl_strided){.shape.count = rank, .strides.count = rank};
  for (int64_t d = rank - 1; d >= 0; d--) {
    strided->shape.items[d] = mlirShapedTypeGetDimSize(type, d);
    strided->strides.items[d] = run;
    if (__builtin_mul_overflow(run, strided->shape.items[d], &run))
      return false;
  }
  return true;
}

bool tl_check_register_type(MlirOperation operation, const char *name,
                            MlirType type, int64_t *elements) {
  tl_strided strided;
  if (!read_shape(type, &strided) || strided.offset != 0 ||
      !tl_is_dense(&strided, elements))
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
static bool check_layout(const tl_checked_copy *copy) {
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

/* V10: the scope has the threads that the layout numbers. */
static bool check_threads(tl_checked_copy *copy) {
  tl_error error;
  return tl_fragment_layout(&copy->view, 0, &copy->fragment, &error) == TL_OK ||
         tl_emit_error(copy->view.operation, "%s layout: %s",
                       copy->view.fragment.name, error.message);
}

/* V11: the fragment is dense, of static shape, and fits the registers; V12: it
 * has as many elements as the layout has registers.  V25: what a thread moves
 * under a partition, which has no fragment, fits its registers. */
static bool check_registers(const tl_checked_copy *copy, bool is_partition) {
  const tl_copy_side *fragment = &copy->view.fragment;
  MlirOperation operation = copy->view.operation;
  int64_t registers, elements;
  tl_error error;
  if (!is_partition && !tl_check_register_type(operation, fragment->name,
                                               fragment->type, &elements))
    return false;
  if (tl_layout_span(&copy->fragment, TL_AXIS_M, &registers, &error) != TL_OK)
    return tl_emit_error(operation, "%s layout: %s", fragment->name,
                         error.message);
  if (is_partition)
    return registers <= TL_MAX_REGISTERS ||
           tl_emit_error(operation,
                         "%s layout: %" PRId64
                         " registers per thread; at most %d fit",
                         fragment->name, registers, TL_MAX_REGISTERS);
  return registers == elements ||
         tl_emit_error(operation,
                       "%s has %" PRId64 " elements; its layout has %" PRId64
                       " registers per thread",
                       fragment->name, elements, registers);
}

void tl_write_coordinate(const tl_list *coordinate, tl_text *text) {
  for (int64_t d = 0; d < coordinate->count; d++)
    tl_text_append(text, "%s%" PRId64, d ? ", " : "(", coordinate->items[d]);
  tl_text_append(text, coordinate->count ? ")" : "()");
}

static bool refuse_meeting(const tl_copy_view *view, const tl_meeting *at) {
  tl_text first = {0}, second = {0};
  int64_t thread = 0;
  if (tl_point_thread(at->point, 0, &thread, NULL) != TL_OK)
    thread = 0;
  tl_write_coordinate(&at->first, &first);
  tl_write_coordinate(&at->second, &second);
  return tl_emit_error(view->operation,
                       "%s layout: elements %s and %s are both in register "
                       "%" PRId64 " of thread %" PRId64,
                       view->fragment.name, first.data, second.data,
                       at->point[TL_AXIS_M], thread);
}

/* V19: registers hold every element once, and no register is left out. */
static bool check_map(const tl_checked_copy *copy) {
  const tl_copy_view *view = &copy->view;
  tl_meeting meeting;
  tl_gap gap;
  tl_box registers = {{0}};
  tl_layout_facts facts;
  if (tl_layout_attribute_facts(view->fragment.layout, &facts) &&
      facts.is_injective == TL_YES && facts.fills_slots == TL_YES)
    return true;
  if (tl_layout_is_injective(&copy->fragment, 0, &meeting, NULL) == TL_NO)
    return refuse_meeting(view, &meeting);
  return tl_layout_span(&copy->fragment, TL_AXIS_M,
                        &registers.extent[TL_AXIS_M], NULL) != TL_OK ||
         tl_layout_covers(&copy->fragment, 0, &registers, &gap, NULL) !=
             TL_NO ||
         tl_emit_error(
             view->operation,
             "%s layout: no element is in register %" PRId64 " of %" PRId64,
             view->fragment.name, gap.first, registers.extent[TL_AXIS_M]);
}

bool tl_check_fragment(tl_checked_copy *copy, bool is_partition) {
  return check_layout(copy) && check_threads(copy) &&
         check_registers(copy, is_partition) && check_map(copy);
}
