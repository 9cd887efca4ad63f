/* copy_map_verify.c - What the maps of a copy's two layouts must be: every
 * element in one place of its own, every register of a thread in use.
 *
 * A question that is undecided is no error: the passes check what they need. */
#include "copy_checks.h"
#include "tl/layout_algebra.h"
#include "tl/layout_questions.h"
#include <inttypes.h>
#include <stdio.h>

enum { COORDINATE_CAPACITY = TL_MAX_RANK * 22 + 3 };

/* (3, 5) */
static void write_coordinate(const tl_list *coordinate, char *text) {
  size_t length = 0;
  for (int64_t d = 0; d < coordinate->count; d++)
    length +=
        (size_t)snprintf(text + length, COORDINATE_CAPACITY - length,
                         "%s%" PRId64, d ? ", " : "(", coordinate->items[d]);
  snprintf(text + length, COORDINATE_CAPACITY - length, "%s",
           length ? ")" : "()");
}

bool tl_check_fragment_map(const tl_copy_view *view,
                           const tl_layout *fragment) {
  tl_meeting meeting;
  tl_gap gap;
  tl_box registers = {{0}};
  tl_layout_facts facts;
  if (tl_layout_attribute_facts(view->fragment.layout, &facts) &&
      facts.is_injective == TL_YES && facts.fills_slots == TL_YES)
    return true;
  if (tl_layout_is_injective(fragment, 0, &meeting, NULL) == TL_NO) {
    char first[COORDINATE_CAPACITY], second[COORDINATE_CAPACITY];
    int64_t thread = 0;
    if (tl_point_thread(meeting.point, 0, &thread, NULL) != TL_OK)
      thread = 0;
    write_coordinate(&meeting.first, first);
    write_coordinate(&meeting.second, second);
    return tl_emit_error(
        view->operation,
        "%s layout: elements %s and %s are both in register %" PRId64
        " of thread %" PRId64,
        view->fragment.name, first, second, meeting.point[TL_AXIS_M], thread);
  }
  return tl_layout_span(fragment, TL_AXIS_M, &registers.extent[TL_AXIS_M],
                        NULL) != TL_OK ||
         tl_layout_covers(fragment, 0, &registers, &gap, NULL) != TL_NO ||
         tl_emit_error(
             view->operation,
             "%s layout: no element is in register %" PRId64 " of %" PRId64,
             view->fragment.name, gap.first, registers.extent[TL_AXIS_M]);
}

/* The part of `memory` that a store reaches: the tile at its origin, within its
 * bounds.  False where that is known only at run time, or empty. */
static bool read_window(const tl_copy_view *view, const tl_layout *fragment,
                        const tl_layout *memory, tl_list *begin,
                        tl_list *extent) {
  tl_list shape;
  tl_layout_shape(fragment, extent);
  tl_layout_shape(memory, &shape);
  *begin = (tl_list){.count = extent->count};
  for (int64_t d = 0; d < extent->count; d++) {
    tl_origin origin = tl_origin_of(view, d);
    tl_bound bound = tl_bound_of(view, d);
    int64_t end = shape.items[d];
    if (origin.is_dynamic || (bound.is_set && bound.is_dynamic))
      return false;
    if (bound.is_set && bound.value < end)
      end = bound.value;
    begin->items[d] = origin.value;
    if (origin.value < 0 || origin.value >= end)
      return false;
    if (extent->items[d] > end - origin.value)
      extent->items[d] = end - origin.value;
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
    int64_t unit = digit->symbol ? memory->divisor[digit->symbol - 1] : 1, add;
    if (memory->group_size[d] != 1)
      continue;
    if (__builtin_mul_overflow(digit->stride, unit, &add) ||
        __builtin_mul_overflow(add, begin->items[d], &add) ||
        __builtin_add_overflow(*offset, add, offset))
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
  return !__builtin_add_overflow(out->point[TL_AXIS_M], offset,
                                 &out->point[TL_AXIS_M]);
}

bool tl_check_memory_map(const tl_copy_view *view, const tl_layout *fragment) {
  tl_layout memory;
  tl_meeting meeting;
  tl_list begin, extent;
  tl_layout_facts facts;
  if (!view->stores ||
      (tl_layout_attribute_facts(view->memory.layout, &facts) &&
       facts.is_injective == TL_YES) ||
      tl_memory_layout(view, fragment, &memory, NULL) != TL_OK ||
      tl_layout_is_injective(&memory, 0, NULL, NULL) != TL_NO ||
      !read_window(view, fragment, &memory, &begin, &extent) ||
      !find_meeting(&memory, &begin, &extent, &meeting))
    return true;
  char first[COORDINATE_CAPACITY], second[COORDINATE_CAPACITY];
  write_coordinate(&meeting.first, first);
  write_coordinate(&meeting.second, second);
  return tl_emit_error(view->operation,
                       "%s: elements %s and %s are stored at one place, offset "
                       "%" PRId64,
                       view->memory.name, first, second,
                       meeting.point[TL_AXIS_M]);
}
