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

bool tl_spelling_open(const char *text, const tl_arguments *arguments,
                      tl_spelling *out) {
  static const int64_t FIRST[TL_AXIS_COUNT] = {0};
  tl_location axes;
  tl_error error;
  *out = (tl_spelling){.scope = arguments->scope,
                       .lanes = arguments->target->lanes};
  if (!tl_evaluate_argument(text, arguments, &out->value) ||
      tl_report_code(tl_value_mean(&out->value, out->lanes, &out->scope,
                                   &out->layout, &error),
                     text, &error))
    return false;
  const tl_notation *notation = tl_notation_of(out->value.kind);
  bool is_tile = notation->role == TL_ROLE_ANY;
  out->role = notation->role;
  out->slot = is_tile ? "m" : notation->slot ? notation->slot : "offset";
  out->by_thread = notation->role == TL_ROLE_HELD;
  tl_location_of_point(&out->layout, FIRST, &axes);
  for (int64_t i = 0; i < axes.count; i++) {
    tl_axis axis = axes.items[i].axis;
    out->shows[axis] = true;
    if (is_tile && tl_axis_describe(axis)->kind == TL_AXIS_THREAD)
      out->role = TL_ROLE_HELD;
  }
  return true;
}

const char *tl_spelling_scope(const tl_spelling *spelling) {
  bool is_held =
      spelling->role == TL_ROLE_HELD && spelling->scope != TL_SCOPE_COUNT;
  return is_held ? tl_scope_describe(spelling->scope)->name : NULL;
}

tl_code tl_spelling_check_scope(const tl_spelling *spelling, tl_error *error) {
  if (spelling->scope != TL_SCOPE_COUNT)
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

/* One number an axis that is shown; m is the last. */
static tl_location read_point(const tl_spelling *spelling,
                              const int64_t *point) {
  tl_location axes, out = {.count = 0};
  int64_t thread;
  bool by_thread =
      spelling->by_thread &&
      tl_point_thread(point, spelling->lanes, &thread, NULL) == TL_OK;
  tl_location_of_point(&spelling->layout, point, &axes);
  if (by_thread)
    out.items[out.count++] = (tl_numbers){.name = "thread", .first = thread};
  for (int64_t i = 0; i < axes.count; i++) {
    tl_axis axis = axes.items[i].axis;
    if (axis == TL_AXIS_M)
      axes.items[i].name = spelling->slot;
    if (!by_thread || tl_axis_describe(axis)->kind != TL_AXIS_THREAD)
      out.items[out.count++] = axes.items[i];
  }
  return out;
}

void tl_spelling_print(const tl_spelling *spelling, const int64_t *point) {
  tl_location place = read_point(spelling, point);
  for (int64_t i = 0; i < place.count; i++)
    printf("%s%s %" PRId64, i ? ", " : "", place.items[i].name,
           place.items[i].first);
}

void tl_spelling_print_json(const tl_spelling *spelling, const int64_t *point,
                            const char *key, tl_json *json) {
  if (!tl_json_open_if(json, key, '{', point != NULL))
    return;
  tl_location place = read_point(spelling, point);
  for (int64_t i = 0; i < place.count; i++)
    tl_json_integer(json, place.items[i].name, place.items[i].first);
  tl_json_close(json, '}');
}
