/* spelling.c - see spelling.h. */
#include "spelling.h"
#include "report.h"
#include "tl/layout_questions.h"

/* Above the largest scope, the conversion says what is too many. */
static void choose_scope(const tl_arguments *arguments, int64_t threads,
                         tl_spelling *out) {
  out->has_scope = true;
  out->scope = TL_SCOPE_THREAD;
  while (out->scope < TL_SCOPE_CTA &&
         tl_scope_size(out->scope, out->lanes) < threads)
    out->scope++;
  if (arguments->options & TL_OPTION_SCOPE)
    out->scope = arguments->scope;
}

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

static tl_code convert_tile(const tl_arguments *arguments, tl_spelling *out,
                            tl_error *error) {
  const tl_layout *layout = &out->value.as.layout;
  out->role = has_threads(layout) ? TL_ROLE_HELD : TL_ROLE_ANY;
  if (arguments->options & TL_OPTION_SCOPE)
    return tl_layout_on_scope(layout, out->scope, out->lanes, &out->layout,
                              error);
  out->has_scope = tl_layout_find_scope(layout, out->lanes, &out->scope);
  out->layout = *layout;
  return TL_OK;
}

static tl_code convert(const tl_arguments *arguments, tl_spelling *out,
                       tl_error *error) {
  const tl_notation *notation = tl_notation_of(out->value.kind);
  int64_t threads = 1;
  choose_scope(arguments, threads, out);
  if (!notation || notation->role == TL_ROLE_ANY)
    return notation ? convert_tile(arguments, out, error)
                    : tl_value_to_tile(&out->value, 0, out->lanes, &out->layout,
                                       error);
  out->role = notation->role;
  if (notation->threads)
    TL_TRY(notation->threads(&out->value, &threads, error));
  choose_scope(arguments, threads, out);
  return notation->to_tile(&out->value, out->scope, out->lanes, &out->layout,
                           error);
}

bool tl_spelling_open(const char *text, const tl_arguments *arguments,
                      tl_spelling *out) {
  tl_error error;
  *out = (tl_spelling){.text = text, .lanes = arguments->target->lanes};
  if (!tl_evaluate_argument(text, out->lanes, &out->value))
    return false;
  return !tl_report_code(convert(arguments, out, &error), text, &error);
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
