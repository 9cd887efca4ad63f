/* show_pictures.c - Pictures of a layout, and of what a fragment becomes. */
#include "pictures.h"
#include "show.h"
#include <stdlib.h>

/* ---- One layout --------------------------------------------------------- */

typedef struct shown {
  const tl_grid *grid;
  int64_t bits;
} shown;

static tl_code draw_elements(const void *context, const tl_picture *picture,
                             tl_error *error) {
  const shown *of = context;
  return tl_picture_elements(of->grid, of->bits, picture, error);
}

static tl_code draw_threads(const void *context, const tl_picture *picture,
                            tl_error *error) {
  const shown *of = context;
  return tl_picture_threads(of->grid, picture, error);
}

tl_status tl_show_print_pictures(const tl_grid *grid,
                                 const tl_arguments *arguments) {
  const tl_drawn elements = {draw_elements, "Elements"},
                 threads = {draw_threads, "What each thread holds"};
  bool is_held = grid->subject.notation->role == TL_ROLE_HELD;
  const tl_drawn both[] = {elements, threads, {NULL, NULL}};
  if (arguments->has_bits && is_held)
    return tl_report("show",
                     "'--type' says which bank of memory an element is in, got "
                     "%s with threads",
                     grid->subject.notation->described);
  const tl_drawn one[] = {arguments->by_thread ? threads : elements,
                          {NULL, NULL}};
  return tl_pictures_print(arguments, arguments->items[0],
                           arguments->html && is_held ? both : one,
                           &(shown){grid, arguments->bits});
}

/* ---- Two layouts -------------------------------------------------------- */

typedef struct exchange {
  tl_spelling fragments[2];
  tl_grid grids[2];
  int64_t lanes;
  tl_conversion_rounds rounds;
  tl_conversion_space *space; /* owned */
} exchange;

static tl_code draw_exchange(const void *context, const tl_picture *picture,
                             tl_error *error) {
  const exchange *of = context;
  return tl_picture_conversion(&of->grids[0], &of->grids[1], of->lanes,
                               &of->rounds, picture, error);
}

static tl_code draw_source(const void *context, const tl_picture *picture,
                           tl_error *error) {
  const exchange *of = context;
  return tl_picture_elements(&of->grids[0], 0, picture, error);
}

static tl_code draw_target(const void *context, const tl_picture *picture,
                           tl_error *error) {
  const exchange *of = context;
  return tl_picture_elements(&of->grids[1], 0, picture, error);
}

/* Evaluates both; what is wrong is reported. */
static bool open_fragments(const tl_arguments *arguments, exchange *out) {
  for (int i = 0; i < 2; i++) {
    const char *text = arguments->items[i];
    tl_spelling *fragment = &out->fragments[i];
    tl_places places;
    tl_error error;
    if (!tl_spelling_open(text, arguments, fragment))
      return false;
    tl_code code = tl_places_open(&fragment->value, &places, &error);
    if (code == TL_OK)
      code = tl_grid_open(&places, &out->grids[i], &error);
    if (code == TL_OK)
      code = tl_spelling_check_scope(fragment, &error);
    if (tl_report_code(code, text, &error))
      return false;
  }
  return true;
}

/* Scopes are in the order of their sizes. */
static tl_status print_exchange(const tl_arguments *arguments, exchange *of) {
  const tl_spelling *fragments = of->fragments;
  const tl_spelling *wider =
      &fragments[fragments[1].scope > fragments[0].scope];
  const tl_drawn pictures[] = {
      {draw_exchange, "What goes from thread to thread"},
      {draw_source, arguments->items[0]},
      {draw_target, arguments->items[1]},
      {NULL, NULL}};
  tl_text title = {0};
  tl_error error;
  tl_conversion_request request = {
      .source = fragments[0].layout,
      .target = fragments[1].layout,
      .scope = wider->scope,
      .lanes = wider->lanes,
      .threads = tl_scope_threads(wider->scope, wider->lanes, 0, 0),
      .element_bits = arguments->bits};
  of->lanes = wider->lanes;
  tl_text_append(&title, "%s to %s", arguments->items[0], arguments->items[1]);
  tl_code code = tl_conversion_rounds_find(&request, TL_CONVERT_BY_TARGET,
                                           of->space, &of->rounds, &error);
  tl_status status = tl_report_code(code, NULL, &error);
  return status == TL_STATUS_OK
             ? tl_pictures_print(arguments, title.data, pictures, of)
             : status;
}

tl_status tl_show_print_exchange(const tl_arguments *arguments) {
  exchange of;
  if (!(arguments->svg || arguments->html) || arguments->by_thread)
    return tl_report("show",
                     "two layouts are drawn with '--svg' or '--html' alone");
  if (!open_fragments(arguments, &of))
    return TL_STATUS_FAILED;
  of.space = tl_allocate(1, sizeof *of.space);
  tl_status status = print_exchange(arguments, &of);
  free(of.space);
  return status;
}
