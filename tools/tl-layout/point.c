/* point.c - see point.h. */
#include "point.h"
#include "print.h"
#include "tl/layout_questions.h"

static void find_axes(const tl_layout *layout, bool *shows);

void tl_view_open(const tl_spelling *spelling, tl_view *out) {
  bool is_tile = spelling->value.kind == TL_KIND_LAYOUT;
  *out = (tl_view){.slot = "m", .lanes = spelling->lanes};
  find_axes(&spelling->layout, out->shows);
  if (is_tile)
    return;
  out->by_thread = spelling->role == TL_ROLE_HELD;
  const char *slot = tl_notation_of(spelling->value.kind)->slot;
  out->slot = slot ? slot : "offset";
}

/* The axes that the layout moves along, and m, the storage, which threads have
 * also where it is one element. */
static void find_axes(const tl_layout *layout, bool *shows) {
  bool has_m = true;
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++)
    if (layout->iters[i].extent > 1)
      shows[layout->iters[i].axis] = true;
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
    shows[axis] = shows[axis] || layout->offset[axis];
    if (shows[axis] && axis != TL_AXIS_M &&
        tl_axis_describe(axis)->kind != TL_AXIS_THREAD)
      has_m = false;
  }
  shows[TL_AXIS_M] = shows[TL_AXIS_M] || has_m;
}

const char *tl_view_axis(const tl_view *view, tl_axis axis) {
  const tl_axis_facts *facts = tl_axis_describe(axis);
  if (axis == TL_AXIS_M)
    return view->slot;
  return view->by_thread && facts->kind == TL_AXIS_THREAD ? "thread"
                                                          : facts->name;
}

void tl_view_point(const tl_view *view, const int64_t *point,
                   tl_location *out) {
  int64_t thread;
  bool by_thread = view->by_thread &&
                   tl_point_thread(point, view->lanes, &thread, NULL) == TL_OK;
  out->count = 0;
  if (by_thread)
    out->items[out->count++] =
        (tl_numbers){.name = "thread", .sums.first = thread};
  for (int i = 1; i <= TL_AXIS_COUNT; i++) {
    tl_axis axis = (tl_axis)(i % TL_AXIS_COUNT);
    const tl_axis_facts *facts = tl_axis_describe(axis);
    bool is_told = by_thread && facts->kind == TL_AXIS_THREAD;
    if (view->shows[axis] && !is_told)
      out->items[out->count++] =
          (tl_numbers){.name = axis == TL_AXIS_M ? view->slot : facts->name,
                       .sums.first = point[axis]};
  }
}

void tl_view_print(const tl_view *view, const int64_t *point) {
  tl_location place;
  tl_view_point(view, point, &place);
  for (int64_t i = 0; i < place.count; i++) {
    tl_print(stdout, "%s%s ", i ? ", " : "", place.items[i].name);
    tl_numbers_print(stdout, &place.items[i], 1);
  }
}

void tl_view_print_json(const tl_view *view, const int64_t *point,
                        const char *key, tl_json *json) {
  tl_location place;
  if (!tl_json_open_if(json, key, '{', point != NULL))
    return;
  tl_view_point(view, point, &place);
  for (int64_t i = 0; i < place.count; i++)
    tl_json_integer(json, place.items[i].name,
                    tl_numbers_item(&place.items[i], 0));
  tl_json_close(json, '}');
}
