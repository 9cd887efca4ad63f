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

bool tl_check_register_type(MlirOperation operation, const char *name,
                            MlirType type, int64_t *elements) {
  tl_strided strided;
  if (!tl_strided_read(type, &strided) || strided.offset != 0 ||
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

/* V8: the fragment has a register layout. */
static bool check_layout(const tl_copy_view *view) {
  MlirAttribute layout = view->fragment.layout;
  const tl_notation *notation = tl_layout_attribute_notation(layout);
  const char *wrong = NULL;
  if (notation && notation->role == TL_ROLE_STORED)
    wrong = notation->noun;
  else if (notation && tl_layout_attribute_facts(layout)->has_swizzle)
    wrong = "swizzle";
  if (notation && !wrong)
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
static bool check_threads(const tl_copy_view *view,
                          const tl_layout_facts *facts) {
  tl_layout layout;
  tl_error error;
  return (facts->scopes >> view->scope & 1) ||
         tl_fragment_layout(view->fragment.layout, view->scope, 0, &layout,
                            &error) == TL_OK ||
         tl_emit_error(view->operation, "%s layout: %s", view->fragment.name,
                       error.message);
}

/* V11: the fragment is dense, of static shape, and fits the registers; V12: it
 * has as many elements as the layout has registers.  V25: what a thread moves
 * under a partition, which has no fragment, fits its registers. */
static bool check_registers(const tl_copy_view *view, bool is_partition,
                            int64_t registers) {
  const tl_copy_side *fragment = &view->fragment;
  int64_t elements;
  if (is_partition)
    return registers <= TL_MAX_REGISTERS ||
           tl_emit_error(view->operation,
                         "%s layout: %" PRId64
                         " registers per thread; at most %d fit",
                         fragment->name, registers, TL_MAX_REGISTERS);
  return tl_check_register_type(view->operation, fragment->name, fragment->type,
                                &elements) &&
         (registers == elements ||
          tl_emit_error(view->operation,
                        "%s has %" PRId64 " elements; its layout has %" PRId64
                        " registers per thread",
                        fragment->name, elements, registers));
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
static bool check_map(const tl_copy_view *view, const tl_layout_facts *facts) {
  tl_layout fragment;
  tl_meeting meeting;
  tl_gap gap;
  tl_box registers = {{[TL_AXIS_M] = facts->slots}};
  if ((facts->is_injective == TL_YES && facts->fills_slots == TL_YES) ||
      tl_fragment_layout(view->fragment.layout, view->scope, 0, &fragment,
                         NULL) != TL_OK)
    return true;
  if (tl_layout_is_injective(&fragment, 0, &meeting, NULL) == TL_NO)
    return refuse_meeting(view, &meeting);
  return tl_layout_covers(&fragment, 0, &registers, &gap, NULL) != TL_NO ||
         tl_emit_error(view->operation,
                       "%s layout: no element is in register %" PRId64
                       " of %" PRId64,
                       view->fragment.name, gap.first, facts->slots);
}

bool tl_check_fragment(tl_checked_copy *copy, bool is_partition) {
  const tl_copy_view *view = &copy->view;
  const tl_layout_facts *facts =
      tl_layout_attribute_facts(view->fragment.layout);
  if (!check_layout(view) || !check_threads(view, facts) ||
      !check_registers(view, is_partition, facts->slots) ||
      !check_map(view, facts))
    return false;
  copy->tile = facts->shape;
  return true;
}
