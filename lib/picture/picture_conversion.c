/* picture_conversion.c - Which elements go from thread to thread when a fragment
 * becomes another.
 *
 * On the left a row says what a thread holds before, on the right what it holds
 * afterwards; there a slot has the color of the thread that it comes from.  An
 * arrow is what one thread gets from another, as thick as there are elements; a
 * gray line is what stays.  Below, a row is a shuffle, and a cell says which lane
 * its lane gets a word from:
 *
 *            T0   T1   T2   T3
 *   shuffle  T1   T0   T3   T2
 *         1  T2   T3   T0   T1 */
#include "picture/svg.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
  ROW_HEIGHT = 22,
  EDGE = 40,
  MIDDLE = 220, /* where the arrows are */
  LEAST_CELL = 28,
  ROUND_CELL = 32,
  ROUND_EDGE = 76,
  NOBODY = -1, /* holds nothing */
};

typedef struct conversion {
  const tl_grid *grids[2]; /* before, afterwards */
  const tl_conversion_rounds *rounds;
  bool is_through_memory;
  tl_svg svg;
  int64_t threads;              /* that are drawn */
  int64_t widths[2], starts[2]; /* of a cell; where the tables start */
  int64_t moved, kept; /* slots that are filled from others, and by their
                                own thread */
} conversion;

/* ---- Who gives ---------------------------------------------------------- */

/* What a thread holds in a slot; false where it holds nothing. */
static bool find_element(const tl_grid *grid, int64_t thread, int64_t slot,
                         tl_list *coordinate) {
  bool is_first;
  return thread < grid->counts[0] && slot < grid->counts[1] &&
         tl_places_element(&grid->subject, thread, slot, coordinate, &is_first,
                           NULL) == TL_OK;
}

/* The thread itself, where it is one of those that hold the element, or the
 * first of them. */
static int64_t find_holder(const tl_grid *grid, const tl_list *coordinate,
                           int64_t thread) {
  tl_location place;
  if (tl_places_locate(&grid->subject, coordinate, &place, NULL) != TL_OK)
    return NOBODY;
  int64_t count = tl_numbers_count(&place.items[0]);
  for (int64_t i = 0; i < count; i++)
    if (tl_numbers_item(&place.items[0], i) == thread)
      return thread;
  return tl_numbers_item(&place.items[0], 0);
}

static int64_t find_giver(const conversion *of, int64_t thread, int64_t slot) {
  const tl_conversion_rounds *rounds = of->rounds;
  tl_list coordinate;
  if (!find_element(of->grids[1], thread, slot, &coordinate))
    return NOBODY;
  if (!rounds)
    return find_holder(of->grids[0], &coordinate, thread);
  tl_conversion_take take = rounds->takes[thread * rounds->target_slots + slot];
  return take.round == TL_TAKE_OWN ? thread
         : take.round == TL_TAKE_NOTHING
             ? NOBODY
             : rounds->rounds[take.round].from[thread];
}

/* ---- Tables ------------------------------------------------------------- */

static void write_coordinate(const tl_list *coordinate, tl_text *out) {
  out->length = 0;
  for (int64_t d = 0; d < coordinate->count; d++)
    tl_text_append(out, "%s%" PRId64, d ? "," : "", coordinate->items[d]);
}

/* The last element has the longest coordinate. */
static int64_t cell_width(const tl_grid *grid) {
  tl_list last = grid->subject.shape;
  tl_text text = {0};
  for (int64_t d = 0; d < last.count; d++)
    last.items[d]--;
  write_coordinate(&last, &text);
  int64_t width = TL_SVG_CHARACTER * (int64_t)text.length + 8;
  return width < LEAST_CELL ? LEAST_CELL : width;
}

static void write_table(const conversion *of, int side) {
  const tl_grid *grid = of->grids[side];
  int64_t width = of->widths[side];
  tl_text text = {0};
  tl_list coordinate;
  for (int64_t i = 0; i < of->threads * grid->counts[1]; i++) {
    int64_t thread = i / grid->counts[1], slot = i % grid->counts[1];
    int64_t giver = side ? find_giver(of, thread, slot) : thread;
    if (find_element(grid, thread, slot, &coordinate) && giver != NOBODY)
      tl_svg_field(&of->svg, tl_svg_color(giver), slot * width,
                   thread * ROW_HEIGHT, width, ROW_HEIGHT);
  }
  tl_svg_line(&of->svg);
  tl_svg_grid(&of->svg, 0, of->threads, ROW_HEIGHT, grid->counts[1], width);
  tl_svg_labels(&of->svg);
  for (int64_t i = 0; i < of->threads * grid->counts[1]; i++) {
    int64_t thread = i / grid->counts[1], slot = i % grid->counts[1];
    if (!find_element(grid, thread, slot, &coordinate))
      continue;
    write_coordinate(&coordinate, &text);
    tl_svg_text(&of->svg, slot * width + width / 2,
                thread * ROW_HEIGHT + TL_SVG_LINE + 2, "", text.data);
  }
  tl_svg_end_group(&of->svg);
}

/* Numbers of threads and slots. */
static void write_edges(const conversion *of, int side) {
  int64_t width = of->widths[side], slots = of->grids[side]->counts[1];
  char text[32];
  for (int64_t thread = 0; thread < of->threads; thread++) {
    snprintf(text, sizeof text, "T%" PRId64, thread);
    tl_svg_text(&of->svg, side ? slots * width + EDGE / 2 : -EDGE / 2,
                thread * ROW_HEIGHT + TL_SVG_LINE + 2, "edge", text);
  }
  for (int64_t slot = 0; slot < slots; slot++) {
    snprintf(text, sizeof text, "%" PRId64, slot);
    tl_svg_text(&of->svg, slot * width + width / 2, -5, "edge", text);
  }
  tl_svg_line(&of->svg);
}

/* ---- Arrows ------------------------------------------------------------- */

/* How many of the first slots of the thread have the giver. */
static int64_t count_slots(const conversion *of, int64_t thread, int64_t slots,
                           int64_t giver) {
  int64_t count = 0;
  for (int64_t i = 0; i < slots; i++)
    count += find_giver(of, thread, i) == giver;
  return count;
}

/* From the row of the giver to that of the thread; threads that are not drawn
 * are below. */
static void write_arrow(const conversion *of, int64_t thread, int64_t giver) {
  int64_t row = giver < of->threads ? giver : of->threads;
  tl_svg_arrow(
      &of->svg, giver == thread ? -1 : tl_svg_color(giver),
      count_slots(of, thread, of->grids[1]->counts[1], giver),
      (tl_svg_point){4, row * ROW_HEIGHT + ROW_HEIGHT / 2},
      (tl_svg_point){MIDDLE - 4, thread * ROW_HEIGHT + ROW_HEIGHT / 2});
}

static void write_arrows(const conversion *of) {
  int64_t slots = of->grids[1]->counts[1];
  for (int64_t thread = 0; thread < of->threads; thread++)
    for (int64_t slot = 0; slot < slots; slot++) {
      int64_t giver = find_giver(of, thread, slot);
      if (giver != NOBODY && !count_slots(of, thread, slot, giver))
        write_arrow(of, thread, giver);
    }
  tl_svg_line(&of->svg);
}

/* ---- Rounds ------------------------------------------------------------- */

static int64_t count_rounds(const conversion *of) {
  return of->rounds ? of->rounds->round_count : 0;
}

static void write_round(const conversion *of, int64_t round) {
  const tl_svg *svg = &of->svg;
  int64_t y = round * ROW_HEIGHT;
  char text[32];
  for (int64_t lane = 0; lane < of->threads; lane++) {
    int64_t from = of->rounds->rounds[round].from[lane];
    if (from < 0)
      continue;
    snprintf(text, sizeof text, "T%" PRId64, from);
    tl_svg_field(svg, tl_svg_color(from), lane * ROUND_CELL, y, ROUND_CELL,
                 ROW_HEIGHT);
    tl_svg_text(svg, lane * ROUND_CELL + ROUND_CELL / 2, y + TL_SVG_LINE + 2,
                "label", text);
  }
  snprintf(text, sizeof text, "%s%" PRId64, round ? "" : "shuffle ", round);
  tl_svg_text(svg, -ROUND_EDGE / 2, y + TL_SVG_LINE + 2, "edge", text);
  tl_svg_line(svg);
}

static void write_rounds(const conversion *of, int64_t top) {
  const tl_svg *svg = &of->svg;
  char text[32];
  tl_svg_group(svg, TL_SVG_MARGIN + ROUND_EDGE, top, 1);
  for (int64_t lane = 0; lane < of->threads; lane++) {
    snprintf(text, sizeof text, "T%" PRId64, lane);
    tl_svg_text(svg, lane * ROUND_CELL + ROUND_CELL / 2, -5, "edge", text);
  }
  tl_svg_line(svg);
  for (int64_t round = 0; round < count_rounds(of); round++)
    write_round(of, round);
  tl_svg_grid(svg, 0, count_rounds(of), ROW_HEIGHT, of->threads, ROUND_CELL);
  tl_svg_end_group(svg);
}

/* ---- The picture -------------------------------------------------------- */

static void count_moves(conversion *of) {
  for (int64_t thread = 0; thread < of->threads; thread++)
    for (int64_t slot = 0; slot < of->grids[1]->counts[1]; slot++) {
      int64_t giver = find_giver(of, thread, slot);
      of->kept += giver == thread;
      of->moved += giver != thread && giver != NOBODY;
    }
}

static void describe(const conversion *of, tl_text *out) {
  const tl_conversion_rounds *rounds = of->rounds;
  tl_text_append(out,
                 "%" PRId64 " of %" PRId64 " slots get an element of another "
                 "thread",
                 of->moved, of->moved + of->kept);
  if (rounds && rounds->way == TL_CONVERT_SHUFFLES)
    tl_text_append(out, ", in %" PRId64 " shuffle%s of %" PRId64 " at best",
                   rounds->round_count, rounds->round_count == 1 ? "" : "s",
                   rounds->lower_bound);
  else if (of->is_through_memory)
    tl_text_append(out, ", through memory");
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static void find_sizes(conversion *of, const tl_text *description) {
  tl_svg *svg = &of->svg;
  int64_t rounds = count_rounds(of);
  int64_t lanes = rounds ? ROUND_EDGE + of->threads * ROUND_CELL : 0;
  for (int side = 0; side < 2; side++)
    of->widths[side] = cell_width(of->grids[side]);
  of->starts[0] = EDGE;
  of->starts[1] = EDGE + of->widths[0] * of->grids[0]->counts[1] + MIDDLE;
  svg->width = of->starts[1] + of->widths[1] * of->grids[1]->counts[1] + EDGE;
  lanes = larger(lanes, TL_SVG_CHARACTER * (int64_t)description->length);
  svg->width = larger(svg->width, lanes) + 2 * TL_SVG_MARGIN;
  svg->height = TL_SVG_TOP + 3 * TL_SVG_LINE + of->threads * ROW_HEIGHT +
                TL_SVG_MARGIN +
                (rounds ? rounds * ROW_HEIGHT + 3 * TL_SVG_LINE : 0);
  svg->scale = 1;
}

static void draw(conversion *of) {
  const tl_svg *svg = &of->svg;
  int64_t top = TL_SVG_TOP + 3 * TL_SVG_LINE;
  tl_text description = {0};
  describe(of, &description);
  find_sizes(of, &description);
  tl_svg_open(svg, description.data);
  if (!svg->picture->number)
    tl_svg_text(svg, TL_SVG_MARGIN, TL_SVG_TOP + TL_SVG_LINE / 2, "note",
                description.data);
  for (int side = 0; side < 2; side++) {
    tl_svg_group(svg, TL_SVG_MARGIN + of->starts[side], top, 1);
    write_table(of, side);
    write_edges(of, side);
    tl_svg_end_group(svg);
  }
  tl_svg_group(svg, TL_SVG_MARGIN + of->starts[1] - MIDDLE, top, 1);
  write_arrows(of);
  tl_svg_end_group(svg);
  if (count_rounds(of))
    write_rounds(of, top + of->threads * ROW_HEIGHT + 3 * TL_SVG_LINE);
  tl_svg_close(svg);
}

static tl_code check(const conversion *of, tl_error *error) {
  for (int side = 0; side < 2; side++) {
    int64_t slots = of->grids[side]->counts[1];
    if (of->grids[side]->subject.notation->role != TL_ROLE_HELD)
      return tl_fail(error, TL_INVALID,
                     "a conversion is drawn between layouts of registers, got "
                     "%s",
                     of->grids[side]->subject.notation->described);
    if (slots > TL_MAX_ARROWS / of->threads)
      return tl_fail(error, TL_INVALID,
                     "%" PRId64 " slots of %" PRId64
                     " threads are more than the %d of a drawing",
                     slots, of->threads, TL_MAX_ARROWS);
  }
  return TL_OK;
}

tl_code tl_picture_conversion(const tl_grid *source, const tl_grid *target,
                              int64_t lanes, const tl_conversion_rounds *rounds,
                              const tl_picture *picture, tl_error *error) {
  bool has_rounds = rounds && rounds->way != TL_CONVERT_MEMORY;
  conversion of = {.grids = {source, target},
                   .rounds = has_rounds ? rounds : NULL,
                   .is_through_memory = rounds && !has_rounds,
                   .svg = {.picture = picture, .has_caption = true},
                   .threads = larger(source->counts[0], target->counts[0])};
  if (of.threads > lanes)
    of.threads = lanes;
  TL_TRY(check(&of, error));
  count_moves(&of);
  draw(&of);
  return TL_OK;
}
