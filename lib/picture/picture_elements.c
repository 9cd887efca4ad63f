/* picture_elements.c - A layout as a picture.
 *
 * A cell is an element, or a slot of a thread:
 *
 *   T5 +3  the first of the threads that hold it, how many    136   the offset
 *   1      more there are; the slot                           3,5   the element */
#include "picture/svg.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
  NO_COLOR = -1,
  EDGE = 34, /* numbers of rows, on the left */
  LEAST_CELL = 28,
  LEGEND = 44,
  SCREEN = 1200, /* pictures of so many pixels are seen as they are */
};

enum { LINES = 2, LINE_CAPACITY = 48 };

typedef struct cell {
  int color;
  bool is_faint;
  char lines[LINES][LINE_CAPACITY]; /* empty: none */
} cell;

typedef struct cells {
  const tl_grid *grid;
  tl_svg svg;
  bool is_held, is_by_thread;
  const char *axis; /* whose numbers the colors are; null: banks */
  int64_t element_bits;
  int64_t tables, rows, columns;
  int64_t width, height; /* of a cell */
} cells;

/* ---- Cells -------------------------------------------------------------- */

/* Banks repeat within 1024 elements, however many bits those have. */
static int64_t bank_of(int64_t offset, int64_t element_bits) {
  return (offset % 1024 + 1024) * element_bits / 8 /
         TL_COUNTED_MEMORY.word_bytes;
}

/* The name of the axis whose numbers the colors are; null: banks. */
static const char *axis_of(const tl_grid *grid, const tl_location *place) {
  return grid->subject.notation->role == TL_ROLE_HELD ? "threads"
         : place->count > 1                           ? place->items[0].name
                                                      : NULL;
}

static int color_of(const tl_grid *grid, int64_t element_bits,
                    const tl_location *place) {
  int64_t where = tl_numbers_item(&place->items[0], 0);
  return tl_svg_color(axis_of(grid, place) ? where
                                           : bank_of(where, element_bits));
}

int tl_picture_color(const tl_grid *grid, int64_t element_bits,
                     int64_t number) {
  tl_location place = tl_grid_locate(grid, number);
  return color_of(grid, element_bits, &place);
}

/* Appends the first number, and how many more there are. */
static void write_number(const tl_numbers *numbers, const char *mark,
                         char *line) {
  int64_t copies = tl_numbers_count(numbers);
  size_t length = strlen(line);
  snprintf(line + length, LINE_CAPACITY - length, "%s%" PRId64, mark,
           tl_numbers_item(numbers, 0));
  length = strlen(line);
  if (copies > 1)
    snprintf(line + length, LINE_CAPACITY - length, " +%" PRId64, copies - 1);
}

/* Numbers on axes before the last one share a line. */
static void read_element(const cells *of, int64_t number, cell *out) {
  tl_location place = tl_grid_locate(of->grid, number);
  char *line = out->lines[0];
  write_number(&place.items[0], of->is_held ? "T" : "", line);
  for (int64_t i = 1; i < place.count - 1; i++)
    write_number(&place.items[i], ", ", line);
  if (place.count > 1)
    write_number(&place.items[place.count - 1], "", out->lines[1]);
  out->color = color_of(of->grid, of->element_bits, &place);
}

/* Nothing, where the thread holds nothing in the slot. */
static void read_slot(const cells *of, int64_t thread, int64_t slot,
                      cell *out) {
  tl_list coordinate;
  bool is_first = false;
  out->color = NO_COLOR;
  if (tl_places_element(&of->grid->subject, thread, slot, &coordinate,
                        &is_first, NULL) != TL_OK)
    return;
  size_t length = 0;
  for (int64_t d = 0; d < coordinate.count && length < LINE_CAPACITY; d++)
    length += (size_t)snprintf(out->lines[0] + length, LINE_CAPACITY - length,
                               "%s%" PRId64, d ? "," : "", coordinate.items[d]);
  out->color = tl_svg_color(thread);
  out->is_faint = !is_first;
}

static cell read_cell(const cells *of, int64_t number) {
  cell out = {0};
  if (of->is_by_thread)
    read_slot(of, number / of->columns, number % of->columns, &out);
  else
    read_element(of, number, &out);
  return out;
}

static void measure(cells *of) {
  size_t longest = 0, lines = 1;
  for (int64_t i = 0; i < of->tables * of->rows * of->columns; i++) {
    cell next = read_cell(of, i);
    for (size_t line = 0; line < LINES; line++) {
      size_t length = strlen(next.lines[line]);
      longest = length > longest ? length : longest;
      lines = length && line + 1 > lines ? line + 1 : lines;
    }
  }
  of->width = TL_SVG_CHARACTER * (int64_t)longest + 8;
  of->width = of->width < LEAST_CELL ? LEAST_CELL : of->width;
  of->height = TL_SVG_LINE * (int64_t)lines + 9;
}

/* ---- Drawing ------------------------------------------------------------ */

static int64_t table_height(const cells *of) {
  return of->rows * of->height +
         of->svg.scale * (2 * TL_SVG_LINE + TL_SVG_MARGIN);
}

static void find_sizes(cells *of) {
  tl_svg *svg = &of->svg;
  int64_t scale = 1 + of->columns * of->width / SCREEN;
  int64_t across = scale * EDGE + of->columns * of->width;
  int64_t legend = scale * TL_SVG_COLORS * TL_SVG_SWATCH;
  svg->scale = scale;
  svg->width = 2 * scale * TL_SVG_MARGIN + (across > legend ? across : legend);
  svg->height = scale * (TL_SVG_TOP + LEGEND) + of->tables * table_height(of);
}

static void describe(const cells *of, tl_text *out) {
  const int64_t *extents = of->grid->extents, *counts = of->grid->counts;
  tl_text_append(out, "%" PRId64 " by %" PRId64 " elements",
                 extents[TL_GRID_ROWS], extents[TL_GRID_COLUMNS]);
  if (extents[TL_GRID_TABLES] > 1)
    tl_text_append(out, ", %" PRId64 " times", extents[TL_GRID_TABLES]);
  if (of->is_held)
    tl_text_append(out, ", %" PRId64 " thread%s of %" PRId64 " slot%s",
                   counts[0], counts[0] == 1 ? "" : "s", counts[1],
                   counts[1] == 1 ? "" : "s");
  else
    tl_text_append(out, ", elements of %" PRId64 " bits", of->element_bits);
}

static void write_field(const cells *of, int64_t i, const cell *drawn) {
  if (drawn->color != NO_COLOR)
    tl_svg_field(&of->svg, drawn->color, i % of->columns * of->width,
                 i / of->columns * of->height, of->width, of->height);
}

static void write_label(const cells *of, int64_t i, const cell *drawn) {
  int64_t x = i % of->columns * of->width + of->width / 2;
  int64_t y = i / of->columns * of->height + TL_SVG_LINE + 1;
  for (int line = 0; line < LINES; line++)
    if (*drawn->lines[line])
      tl_svg_text(&of->svg, x, y + line * TL_SVG_LINE,
                  drawn->is_faint                              ? "faint"
                  : line == 0 && of->axis && !of->is_by_thread ? "first"
                                                               : "",
                  drawn->lines[line]);
}

static void write_cells(const cells *of, int64_t table,
                        void (*write)(const cells *of, int64_t i,
                                      const cell *drawn)) {
  int64_t count = of->rows * of->columns;
  for (int64_t i = 0; i < count; i++) {
    cell next = read_cell(of, table * count + i);
    write(of, i, &next);
    if (i % of->columns == of->columns - 1)
      tl_svg_line(&of->svg);
  }
}

/* All numbers of up to 32, then every eighth. */
static void write_edges(const cells *of) {
  int64_t row_step = of->rows > 32 ? 8 : 1, scale = of->svg.scale;
  int64_t column_step = of->columns > 32 ? 8 : 1;
  char text[24];
  for (int64_t row = 0; row < of->rows; row += row_step) {
    snprintf(text, sizeof text, "%s%" PRId64, of->is_by_thread ? "T" : "", row);
    tl_svg_text(&of->svg, -scale * EDGE / 2,
                row * of->height + of->height / 2 + 4 * scale, "edge", text);
  }
  for (int64_t column = 0; column < of->columns; column += column_step) {
    snprintf(text, sizeof text, "%" PRId64, column);
    tl_svg_text(&of->svg, column * of->width + of->width / 2, -5 * scale,
                "edge", text);
  }
  tl_svg_line(&of->svg);
}

static void write_table(const cells *of, int64_t number) {
  const tl_svg *svg = &of->svg;
  int64_t top =
      svg->scale * (TL_SVG_TOP + TL_SVG_LINE) + number * table_height(of);
  char text[32];
  snprintf(text, sizeof text, "table %" PRId64, number);
  if (of->tables > 1)
    tl_svg_text(svg, TL_SVG_MARGIN, top - (TL_SVG_LINE + 5) * svg->scale,
                "note", text);
  tl_svg_group(svg, svg->scale * (TL_SVG_MARGIN + EDGE), top, 1);
  write_cells(of, number, write_field);
  tl_svg_grid(svg, 0, of->rows, of->height, of->columns, of->width);
  tl_svg_labels(svg);
  write_cells(of, number, write_label);
  tl_svg_end_group(svg);
  write_edges(of);
  tl_svg_end_group(svg);
}

static void write_legend(const cells *of) {
  const tl_svg *svg = &of->svg;
  char text[96];
  tl_svg_group(svg, svg->scale * TL_SVG_MARGIN,
               svg->scale * TL_SVG_TOP + of->tables * table_height(of),
               svg->scale);
  for (int color = 0; color < TL_SVG_COLORS; color++) {
    int x = color * TL_SVG_SWATCH;
    tl_svg_field(svg, color, x, 0, TL_SVG_SWATCH, TL_SVG_SWATCH);
    snprintf(text, sizeof text, "%d", color);
    if (color % TL_SVG_SHADES == 0)
      tl_svg_text(svg, x + TL_SVG_SWATCH / 2, TL_SVG_SWATCH + TL_SVG_LINE, "",
                  text);
  }
  if (of->axis)
    snprintf(text, sizeof text, "%s, from %d on again", of->axis,
             TL_SVG_COLORS);
  else
    snprintf(text, sizeof text,
             "banks of %" PRId64 " bytes, for elements of %" PRId64 " bits",
             TL_COUNTED_MEMORY.word_bytes, of->element_bits);
  tl_svg_text(svg, 0, -5, "note", text);
  tl_svg_end_group(svg);
}

/* ---- Pictures ----------------------------------------------------------- */

static void draw(cells *of) {
  tl_text description = {0};
  measure(of);
  find_sizes(of);
  describe(of, &description);
  tl_svg_open(&of->svg, description.data);
  for (int64_t number = 0; number < of->tables; number++)
    write_table(of, number);
  write_legend(of);
  tl_svg_close(&of->svg);
}

static tl_code open_cells(const tl_grid *grid, const tl_picture *picture,
                          cells *out, tl_error *error) {
  const int64_t *extents = grid->extents;
  tl_location place = tl_grid_locate(grid, 0);
  *out = (cells){.grid = grid,
                 .svg = {.picture = picture, .has_caption = true},
                 .is_held = grid->subject.notation->role == TL_ROLE_HELD,
                 .tables = extents[TL_GRID_TABLES],
                 .rows = extents[TL_GRID_ROWS],
                 .columns = extents[TL_GRID_COLUMNS]};
  out->axis = axis_of(grid, &place);
  return picture->all
             ? tl_grid_check_within(grid, TL_GRID_MOST, "", error)
             : tl_grid_check_within(grid, TL_MAX_CELLS, picture->hint, error);
}

tl_code tl_picture_elements(const tl_grid *grid, int64_t element_bits,
                            const tl_picture *picture, tl_error *error) {
  cells of;
  TL_TRY(open_cells(grid, picture, &of, error));
  of.element_bits = element_bits;
  draw(&of);
  return TL_OK;
}

tl_code tl_picture_threads(const tl_grid *grid, const tl_picture *picture,
                           tl_error *error) {
  cells of;
  TL_TRY(open_cells(grid, picture, &of, error));
  if (!of.is_held)
    return tl_fail(error, TL_INVALID,
                   "threads are drawn of a layout of registers, got %s",
                   grid->subject.notation->described);
  of.is_by_thread = true;
  of.tables = 1;
  of.rows = grid->counts[0];
  of.columns = grid->counts[1];
  draw(&of);
  return TL_OK;
}

tl_code tl_picture_value(const tl_value *value, int64_t element_bits,
                         const tl_picture *picture, tl_error *error) {
  tl_places places;
  tl_grid grid;
  TL_TRY(tl_places_open(value, &places, error));
  TL_TRY(tl_grid_open(&places, &grid, error));
  return tl_picture_elements(&grid, element_bits, picture, error);
}
