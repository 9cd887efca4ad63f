/* layout_argument.c - see layout_argument.h. */
#include "layout_argument.h"
#include "tl/layout_questions.h"
#include <inttypes.h>

/* ---- Layouts that are drawn or asked ------------------------------------ */

bool tl_places_evaluate(const char *text, const tl_arguments *arguments,
                        tl_value *value, tl_places *out) {
  tl_error error;
  return tl_evaluate_argument(text, arguments, value) &&
         !tl_report_code(tl_places_open(value, out, &error), text, &error);
}

void tl_numbers_write(const tl_numbers *numbers, int64_t most, tl_writer out) {
  int64_t count = tl_numbers_count(numbers);
  tl_write(&out, count == 1 ? "%" PRId64 : "[%" PRId64,
           tl_numbers_item(numbers, 0));
  for (int64_t i = 1; i < count && i < most; i++)
    tl_write(&out, ", %" PRId64, tl_numbers_item(numbers, i));
  if (count > 1)
    tl_write(&out, count > most ? ", ...]" : "]");
}

/* ---- Tile layouts ------------------------------------------------------- */

static bool has_threads(const tl_layout *layout) {
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++)
    if (tl_axis_describe((tl_axis)layout->iters[i].axis)->kind ==
        TL_AXIS_THREAD)
      return true;
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (layout->offset[axis] && tl_axis_describe(axis)->kind == TL_AXIS_THREAD)
      return true;
  return false;
}

static tl_code convert_tile(bool is_on_scope, tl_spelling *out,
                            tl_error *error) {
  const tl_layout *layout = &out->value.as.layout;
  out->role = has_threads(layout) ? TL_ROLE_HELD : TL_ROLE_ANY;
  if (is_on_scope)
    return tl_layout_on_scope(layout, out->scope, out->lanes, &out->layout,
                              error);
  out->has_scope = tl_layout_find_scope(layout, out->lanes, &out->scope);
  out->layout = *layout;
  return TL_OK;
}

/* Above the largest scope, the conversion says what is too many. */
static tl_code convert(const tl_arguments *arguments, tl_spelling *out,
                       tl_error *error) {
  const tl_notation *notation = tl_notation_of(out->value.kind);
  bool is_on_scope = arguments->scope != TL_SCOPE_COUNT;
  int64_t threads;
  TL_TRY(tl_value_threads(&out->value, &threads, error));
  out->has_scope = true;
  while (out->scope < TL_SCOPE_CTA &&
         tl_scope_size(out->scope, out->lanes) < threads)
    out->scope++;
  if (is_on_scope)
    out->scope = arguments->scope;
  if (out->value.kind == TL_KIND_LAYOUT)
    return convert_tile(is_on_scope, out, error);
  out->role = notation ? notation->role : TL_ROLE_ANY;
  return tl_value_to_tile(&out->value, out->scope, out->lanes, &out->layout,
                          error);
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

bool tl_spelling_open(const char *text, const tl_arguments *arguments,
                      tl_spelling *out) {
  tl_error error;
  *out = (tl_spelling){.text = text, .lanes = arguments->target->lanes};
  if (!tl_evaluate_argument(text, arguments, &out->value) ||
      tl_report_code(convert(arguments, out, &error), text, &error))
    return false;
  const char *slot = tl_notation_of(out->value.kind)->slot;
  bool is_tile = out->value.kind == TL_KIND_LAYOUT;
  out->slot = is_tile ? "m" : slot ? slot : "offset";
  out->by_thread = !is_tile && out->role == TL_ROLE_HELD;
  find_axes(&out->layout, out->shows);
  return true;
}

const char *tl_spelling_scope(const tl_spelling *spelling) {
  bool is_held = spelling->role == TL_ROLE_HELD && spelling->has_scope;
  return is_held ? tl_scope_describe(spelling->scope)->name : NULL;
}

tl_code tl_spelling_check_scope(const tl_spelling *spelling, tl_error *error) {
  if (spelling->has_scope)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the thread axes of the layout are not the whole number of a "
                 "thread; --scope says of which threads");
}

const char *tl_spelling_axis(const tl_spelling *spelling, tl_axis axis) {
  const tl_axis_facts *facts = tl_axis_describe(axis);
  if (axis == TL_AXIS_M)
    return spelling->slot;
  return spelling->by_thread && facts->kind == TL_AXIS_THREAD ? "thread"
                                                              : facts->name;
}

/* A number of a point. */
typedef struct named_number {
  const char *name;
  int64_t number;
} named_number;

/* One an axis that is shown; m is the last.  Returns how many. */
static int read_point(const tl_spelling *spelling, const int64_t *point,
                      named_number out[TL_AXIS_COUNT]) {
  int64_t thread;
  bool by_thread =
      spelling->by_thread &&
      tl_point_thread(point, spelling->lanes, &thread, NULL) == TL_OK;
  int count = 0;
  if (by_thread)
    out[count++] = (named_number){"thread", thread};
  for (int i = 1; i <= TL_AXIS_COUNT; i++) {
    tl_axis axis = (tl_axis)(i % TL_AXIS_COUNT);
    const tl_axis_facts *facts = tl_axis_describe(axis);
    bool is_told = by_thread && facts->kind == TL_AXIS_THREAD;
    if (spelling->shows[axis] && !is_told)
      out[count++] = (named_number){
          axis == TL_AXIS_M ? spelling->slot : facts->name, point[axis]};
  }
  return count;
}

void tl_spelling_print(const tl_spelling *spelling, const int64_t *point) {
  named_number numbers[TL_AXIS_COUNT];
  int count = read_point(spelling, point, numbers);
  for (int i = 0; i < count; i++)
    tl_print("%s%s %" PRId64, i ? ", " : "", numbers[i].name,
             numbers[i].number);
}

void tl_spelling_print_json(const tl_spelling *spelling, const int64_t *point,
                            const char *key, tl_json *json) {
  named_number numbers[TL_AXIS_COUNT];
  if (!tl_json_open_if(json, key, '{', point != NULL))
    return;
  int count = read_point(spelling, point, numbers);
  for (int i = 0; i < count; i++)
    tl_json_integer(json, numbers[i].name, numbers[i].number);
  tl_json_close(json, '}');
}
