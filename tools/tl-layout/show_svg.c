/* show_svg.c - A layout as an SVG picture.
 *
 * A cell is an element.  Where threads hold the elements it has the color of the
 * thread and says thread and slot; in memory it has the color of the bank of
 * shared memory, and says the offset:
 *
 *   T5 +3  the first of the threads that hold it, how many    136   the offset
 *   1      more there are; the slot
 *
 * An element of a tile layout with several axes has the color of its number on
 * the first one, and says those on all of them.
 *
 * Colors are 8 hues of 4 shades: threads or banks 0 to 3 are shades of the first
 * hue, and so on up to 31.  By thread, a cell is a slot of a thread and says the
 * coordinate of its element, faint where an earlier thread or slot holds it, too. */
#include "grid.h"
#include "svg.h"
#include "tl/banks.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  NO_COLOR = -1,
  EDGE = 34, /* numbers of rows, on the left */
  LEAST_CELL = 28,
  LEGEND = 44,
  SCREEN = 1200, /* pictures of so many pixels are seen as they are */
};

/* A picture has so many elements unless all are asked for. */
enum { MOST_CELLS = 128 * 128 };

enum { LINES = 2, LINE_CAPACITY = 48 };

typedef struct cell {
  int color;
  bool is_faint;
  char lines[LINES][LINE_CAPACITY]; /* empty: none */
} cell;

typedef struct picture {
  const tl_grid *grid;
  const char *caption;
  bool is_held, is_by_thread;
  const char *axis; /* whose numbers the colors are; null: banks */
  int64_t element_bits, word_bytes;
  int64_t tables, rows, columns;
  int64_t width, height; /* of a cell */
  int64_t scale;         /* of what is around the cells, in large pictures */
  cell *cells;           /* owned: of all tables */
} picture;

/* ---- Cells -------------------------------------------------------------- */

static int color_of_number(int64_t number) {
  return (int)((number % TL_SVG_COLORS + TL_SVG_COLORS) % TL_SVG_COLORS);
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
static void read_element(const picture *of, int64_t number, cell *out) {
  tl_location place = tl_grid_locate(of->grid, number);
  char *line = out->lines[0];
  int64_t where = tl_numbers_item(&place.items[0], 0);
  write_number(&place.items[0], of->is_held ? "T" : "", line);
  for (int64_t i = 1; i < place.count - 1; i++)
    write_number(&place.items[i], ", ", line);
  if (place.count > 1)
    write_number(&place.items[place.count - 1], "", out->lines[1]);
  out->color = color_of_number(
      of->axis ? where : where * of->element_bits / 8 / of->word_bytes);
}

/* Nothing, where the thread holds nothing in the slot. */
static void read_slot(const picture *of, int64_t thread, int64_t slot,
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
  out->color = color_of_number(thread);
  out->is_faint = !is_first;
}

static void read_cells(picture *of) {
  int64_t count = of->tables * of->rows * of->columns;
  size_t longest = 0, lines = 1;
  of->cells = tl_allocate((size_t)count, sizeof *of->cells);
  for (int64_t i = 0; i < count; i++) {
    cell *next = &of->cells[i];
    if (of->is_by_thread)
      read_slot(of, i / of->columns, i % of->columns, next);
    else
      read_element(of, i, next);
    for (size_t line = 0; line < LINES; line++) {
      size_t length = strlen(next->lines[line]);
      longest = length > longest ? length : longest;
      lines = length && line + 1 > lines ? line + 1 : lines;
    }
  }
  of->width = TL_SVG_CHARACTER * (int64_t)longest + 8;
  of->width = of->width < LEAST_CELL ? LEAST_CELL : of->width;
  of->height = TL_SVG_LINE * (int64_t)lines + 9;
  of->scale = 1 + of->columns * of->width / SCREEN;
}

/* ---- Drawing ------------------------------------------------------------ */

static int64_t width_of(const picture *of) {
  int64_t cells = of->scale * EDGE + of->columns * of->width;
  int64_t legend = of->scale * TL_SVG_COLORS * TL_SVG_SWATCH;
  return 2 * of->scale * TL_SVG_MARGIN + (cells > legend ? cells : legend);
}

static int64_t table_height(const picture *of) {
  return of->rows * of->height + of->scale * (2 * TL_SVG_LINE + TL_SVG_MARGIN);
}

static int64_t height_of(const picture *of) {
  return of->scale * (TL_SVG_TOP + LEGEND) + of->tables * table_height(of);
}

static void describe(const picture *of, tl_text *out) {
  const int64_t *extents = of->grid->extents, *counts = of->grid->counts;
  tl_text_append(out, "%" PRId64 " by %" PRId64 " elements", extents[ROWS],
                 extents[COLUMNS]);
  if (extents[TABLES] > 1)
    tl_text_append(out, ", %" PRId64 " times", extents[TABLES]);
  if (of->is_held)
    tl_text_append(out, ", %" PRId64 " thread%s of %" PRId64 " slot%s",
                   counts[0], counts[0] == 1 ? "" : "s", counts[1],
                   counts[1] == 1 ? "" : "s");
  else
    tl_text_append(out, ", elements of %" PRId64 " bits", of->element_bits);
}

/* Cells of one color are one path. */
static void print_fields(const picture *of, const cell *cells) {
  for (int color = 0; color < TL_SVG_COLORS; color++) {
    bool is_first = true;
    for (int64_t i = 0; i < of->rows * of->columns; i++)
      if (cells[i].color == color) {
        tl_svg_field(is_first, i % of->columns * of->width,
                     i / of->columns * of->height, of->width, of->height);
        is_first = false;
      }
    if (!is_first)
      tl_svg_end_fields(color);
  }
}

static void print_labels(const picture *of, const cell *cells) {
  for (int64_t i = 0; i < of->rows * of->columns; i++) {
    int64_t x = i % of->columns * of->width + of->width / 2;
    int64_t y = i / of->columns * of->height + TL_SVG_LINE + 1;
    for (int line = 0; line < LINES; line++)
      if (*cells[i].lines[line])
        tl_svg_text(x, y + line * TL_SVG_LINE,
                    cells[i].is_faint                            ? "faint"
                    : line == 0 && of->axis && !of->is_by_thread ? "first"
                                                                 : "",
                    cells[i].lines[line]);
    printf("%s", i % of->columns == of->columns - 1 ? "\n" : "");
  }
}

/* All numbers of up to 32, then every eighth. */
static void print_edges(const picture *of) {
  int64_t row_step = of->rows > 32 ? 8 : 1;
  int64_t column_step = of->columns > 32 ? 8 : 1;
  char text[24];
  for (int64_t row = 0; row < of->rows; row += row_step) {
    snprintf(text, sizeof text, "%s%" PRId64, of->is_by_thread ? "T" : "", row);
    tl_svg_text(-of->scale * EDGE / 2,
                row * of->height + of->height / 2 + 4 * of->scale, "edge",
                text);
  }
  for (int64_t column = 0; column < of->columns; column += column_step) {
    snprintf(text, sizeof text, "%" PRId64, column);
    tl_svg_text(column * of->width + of->width / 2, -5 * of->scale, "edge",
                text);
  }
  printf("\n");
}

static void print_table(const picture *of, int64_t number) {
  const cell *cells = of->cells + number * of->rows * of->columns;
  int64_t top =
      of->scale * (TL_SVG_TOP + TL_SVG_LINE) + number * table_height(of);
  if (of->tables > 1)
    printf("<text class=\"note\" x=\"%d\" y=\"%" PRId64 "\">table %" PRId64
           "</text>\n",
           TL_SVG_MARGIN, top - (TL_SVG_LINE + 5) * of->scale, number);
  printf("<g transform=\"translate(%" PRId64 " %" PRId64 ")\">\n",
         of->scale * (TL_SVG_MARGIN + EDGE), top);
  print_fields(of, cells);
  tl_svg_grid(0, of->rows, of->height, of->columns, of->width);
  print_labels(of, cells);
  print_edges(of);
  printf("</g>\n");
}

static void print_legend(const picture *of) {
  int64_t top = of->scale * (TL_SVG_TOP) + of->tables * table_height(of);
  printf("<g transform=\"translate(%" PRId64 " %" PRId64 ") scale(%" PRId64
         ")\">",
         of->scale * TL_SVG_MARGIN, top, of->scale);
  for (int color = 0; color < TL_SVG_COLORS; color++) {
    char text[8] = "";
    printf("<rect x=\"%d\" width=\"%d\" height=\"%d\" class=\"c%d\"/>",
           color * TL_SVG_SWATCH, TL_SVG_SWATCH, TL_SVG_SWATCH, color);
    snprintf(text, sizeof text, "%d", color);
    if (color % TL_SVG_SHADES == 0)
      tl_svg_text(color * TL_SVG_SWATCH + TL_SVG_SWATCH / 2,
                  TL_SVG_SWATCH + TL_SVG_LINE, "", text);
  }
  printf("<text class=\"note\" x=\"0\" y=\"-5\">");
  if (of->axis)
    printf("%s, from %d on again", of->axis, TL_SVG_COLORS);
  else
    printf("banks of %" PRId64 " bytes, for elements of %" PRId64 " bits",
           of->word_bytes, of->element_bits);
  printf("</text></g>\n");
}

/* ---- The picture -------------------------------------------------------- */

static tl_code open_picture(const tl_grid *grid, const tl_arguments *arguments,
                            picture *out, tl_error *error) {
  const tl_memory_model *memory = &TL_COUNTED_MEMORY;
  const int64_t *extents = grid->extents;
  tl_location place = tl_grid_locate(grid, 0);
  *out = (picture){.grid = grid,
                   .caption = arguments->items[0],
                   .is_held = grid->subject.notation->role == TL_ROLE_HELD,
                   .is_by_thread = arguments->by_thread,
                   .element_bits = arguments->bits,
                   .word_bytes = memory->word_bytes,
                   .tables = extents[TABLES],
                   .rows = extents[ROWS],
                   .columns = extents[COLUMNS]};
  out->axis = out->is_held      ? "threads"
              : place.count > 1 ? place.items[0].name
                                : NULL;
  TL_TRY(tl_grid_check_within(grid, arguments->all ? MOST_EVER : MOST_CELLS,
                              arguments->all ? "" : "; --all draws them",
                              error));
  if (out->axis && arguments->has_bits)
    return tl_fail(error, TL_INVALID,
                   "--type says which bank of memory an element is in, got %s "
                   "with threads",
                   grid->subject.notation->described);
  if (!out->is_by_thread)
    return TL_OK;
  if (!out->is_held)
    return tl_fail(error, TL_INVALID,
                   "--by-thread takes a layout of registers, got %s",
                   grid->subject.notation->described);
  out->tables = 1;
  out->rows = grid->counts[0];
  out->columns = grid->counts[1];
  return TL_OK;
}

tl_code tl_grid_print_svg(const tl_grid *grid, const tl_arguments *arguments,
                          tl_error *error) {
  picture of;
  tl_text description = {0};
  TL_TRY(open_picture(grid, arguments, &of, error));
  read_cells(&of);
  describe(&of, &description);
  tl_svg_open(&(tl_svg){width_of(&of), height_of(&of), of.scale, of.caption},
              description.data);
  for (int64_t number = 0; number < of.tables; number++)
    print_table(&of, number);
  print_legend(&of);
  tl_svg_close();
  free(of.cells);
  return TL_OK;
}
