/* copy_map_verify.c - What the maps of a copy's two layouts must be: every
 * element in one place of its own, every register of a thread in use.
 *
 * A question that is undecided is no error: the passes check what they need. */
#include "operation_rows.h"
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
  if (tl_layout_is_injective(fragment, &meeting, NULL) == TL_NO) {
    char first[COORDINATE_CAPACITY], second[COORDINATE_CAPACITY];
    int64_t thread = 0;
    if (tl_point_thread(meeting.point, &thread, NULL) != TL_OK)
      thread = 0;
    write_coordinate(&meeting.first, first);
    write_coordinate(&meeting.second, second);
    tl_emit_error(view->operation,
                  "%s layout: elements %s and %s are both in register %" PRId64
                  " of thread %" PRId64,
                  view->fragment.name, first, second, meeting.point[TL_AXIS_M],
                  thread);
    return false;
  }
  if (tl_layout_span(fragment, TL_AXIS_M, &registers.extent[TL_AXIS_M], NULL) !=
          TL_OK ||
      tl_layout_covers(fragment, &registers, &gap, NULL) != TL_NO)
    return true;
  tl_emit_error(view->operation,
                "%s layout: no element is in register %" PRId64 " of %" PRId64,
                view->fragment.name, gap.first, registers.extent[TL_AXIS_M]);
  return false;
}

/* Whether the tile, at its origin and within its bounds, has the coordinate;
 * false where those are known only at run time. */
static bool is_stored(const tl_copy_view *view, const tl_layout *fragment,
                      const tl_list *coordinate) {
  tl_list tile;
  tl_layout_shape(fragment, &tile);
  for (int64_t d = 0; d < tile.count; d++) {
    tl_origin origin = tl_origin_of(view, d);
    tl_bound bound = tl_bound_of(view, d);
    int64_t within = coordinate->items[d] - origin.value;
    if (origin.is_dynamic || within < 0 || within >= tile.items[d] ||
        (bound.is_set &&
         (bound.is_dynamic || coordinate->items[d] >= bound.value)))
      return false;
  }
  return true;
}

bool tl_check_memory_map(const tl_copy_view *view, const tl_layout *fragment) {
  tl_layout memory;
  tl_meeting meeting;
  if (!view->stores ||
      tl_memory_layout(view, fragment, &memory, NULL) != TL_OK ||
      tl_layout_is_injective(&memory, &meeting, NULL) != TL_NO ||
      !is_stored(view, fragment, &meeting.first) ||
      !is_stored(view, fragment, &meeting.second))
    return true;
  char first[COORDINATE_CAPACITY], second[COORDINATE_CAPACITY];
  write_coordinate(&meeting.first, first);
  write_coordinate(&meeting.second, second);
  tl_emit_error(view->operation,
                "%s: elements %s and %s are stored at one place, offset "
                "%" PRId64,
                view->memory.name, first, second, meeting.point[TL_AXIS_M]);
  return false;
}
