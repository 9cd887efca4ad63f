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
 * coordinate of its element, faint where an earlier thread or slot holds it, too.
 *
 * The hues are the eight of Okabe and Ito ("Color Universal Design", 2008), with
 * gray for black, which those who see fewer colors tell apart; text keeps a
 * contrast of 4.5 to 1 on each of them, in light and in dark (WCAG 2.1, 1.4.3). */
#include "grid.h"
#include "tl/banks.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HUES = 8, SHADES = 4, COLORS = HUES * SHADES, NO_COLOR = -1 };

/* In pixels, of a monospaced font. */
enum {
  MARGIN = 16,
  EDGE = 34, /* numbers of rows, on the left */
  LINE = 13, /* of text */
  CHARACTER = 7,
  SWATCH = 14,
  LEAST_CELL = 28,
  TITLE = 30, /* and what the colors are, below */
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
  return (int)((number % COLORS + COLORS) % COLORS);
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
  of->width = CHARACTER * (int64_t)longest + 8;
  of->width = of->width < LEAST_CELL ? LEAST_CELL : of->width;
  of->height = LINE * (int64_t)lines + 9;
  of->scale = 1 + of->columns * of->width / SCREEN;
}

/* ---- Colors ------------------------------------------------------------- */

static const int HUE[HUES][3] = {
    {86, 180, 233}, {230, 159, 0}, {0, 158, 115},   {240, 228, 66},
    {0, 114, 178},  {213, 94, 0},  {204, 121, 167}, {153, 153, 153},
};

/* Ground and ink of a mode, and how much ground of 100 is in each shade. */
typedef struct mode {
  int ground[3];
  const char *ink, *line, *page;
  int shades[SHADES];
} mode;

static const mode LIGHT = {
    {255, 255, 255}, "#14161a", "#6b7078", "#ffffff", {38, 52, 66, 80}};
static const mode DARK = {
    {22, 24, 29}, "#ffffff", "#8b929c", "#16181d", {56, 64, 72, 80}};

static void print_colors(const mode *of) {
  printf("svg{background:%s;max-width:100%%;height:auto}text{fill:%s}.line{"
         "stroke:%s}",
         of->page, of->ink, of->line);
  for (int color = 0; color < COLORS; color++) {
    const int *hue = HUE[color / SHADES];
    int part = of->shades[color % SHADES], mixed[3];
    for (int i = 0; i < 3; i++)
      mixed[i] = (hue[i] * (100 - part) + of->ground[i] * part) / 100;
    printf(".c%d{fill:#%02x%02x%02x}", color, mixed[0], mixed[1], mixed[2]);
  }
  printf("\n");
}

static void print_style(int64_t scale) {
  printf("<style>\ntext{font:11px ui-monospace,'DejaVu Sans Mono',monospace;"
         "text-anchor:middle}.title{font-size:%" PRId64
         "px;text-anchor:start}.note{text-anchor:start}"
         ".edge{font-size:%" PRId64 "px;opacity:.75}.faint{opacity:.45}"
         ".first{font-weight:bold}.line{stroke-width:.5;fill:none}\n",
         14 * scale, 11 * scale);
  print_colors(&LIGHT);
  printf("@media (prefers-color-scheme:dark){");
  print_colors(&DARK);
  printf("}@media print{");
  print_colors(&LIGHT);
  printf("}</style>\n");
}

/* ---- Drawing ------------------------------------------------------------ */

/* Text as XML; at most `most` characters, with dots for the rest. */
static void print_escaped(const char *text, int64_t most) {
  for (int64_t i = 0; text[i]; i++) {
    if (i == most - 3 && (int64_t)strlen(text) > most) {
      printf("...");
      return;
    }
    switch (text[i]) {
    case '<':
      printf("&lt;");
      break;
    case '>':
      printf("&gt;");
      break;
    case '&':
      printf("&amp;");
      break;
    default:
      putchar((unsigned char)text[i] < ' ' ? ' ' : text[i]);
    }
  }
}

static int64_t width_of(const picture *of) {
  int64_t cells = of->scale * EDGE + of->columns * of->width;
  int64_t legend = of->scale * COLORS * SWATCH;
  return 2 * of->scale * MARGIN + (cells > legend ? cells : legend);
}

static int64_t table_height(const picture *of) {
  return of->rows * of->height + of->scale * (2 * LINE + MARGIN);
}

static int64_t height_of(const picture *of) {
  return of->scale * (MARGIN + TITLE + LEGEND) + of->tables * table_height(of);
}

static void describe(const picture *of) {
  const int64_t *extents = of->grid->extents, *counts = of->grid->counts;
  printf("%" PRId64 " by %" PRId64 " elements", extents[ROWS],
         extents[COLUMNS]);
  if (extents[TABLES] > 1)
    printf(", %" PRId64 " times", extents[TABLES]);
  if (of->is_held)
    printf(", %" PRId64 " threads of %" PRId64 " slots", counts[0], counts[1]);
  else
    printf(", elements of %" PRId64 " bits", of->element_bits);
}

static void print_header(const picture *of) {
  int64_t width = width_of(of), height = height_of(of);
  printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %" PRId64
         " %" PRId64 "\" width=\"%" PRId64 "\" height=\"%" PRId64
         "\" role=\"img\" aria-labelledby=\"title description\">\n"
         "<title id=\"title\">",
         width, height, width, height);
  print_escaped(of->caption, INT64_MAX);
  printf("</title>\n<desc id=\"description\">");
  describe(of);
  printf("</desc>\n");
  print_style(of->scale);
  printf("<text class=\"title\" x=\"%" PRId64 "\" y=\"%" PRId64 "\">",
         of->scale * MARGIN, of->scale * (MARGIN + LINE));
  print_escaped(of->caption,
                (width / of->scale - 2 * MARGIN) / (CHARACTER + 2));
  printf("</text>\n");
}

/* Cells of one color are one path. */
static void print_fields(const picture *of, const cell *cells) {
  for (int color = 0; color < COLORS; color++) {
    bool is_open = false;
    for (int64_t i = 0; i < of->rows * of->columns; i++)
      if (cells[i].color == color) {
        printf("%sM%" PRId64 " %" PRId64 "h%" PRId64 "v%" PRId64 "h-%" PRId64
               "z",
               is_open ? "" : "<path d=\"", i % of->columns * of->width,
               i / of->columns * of->height, of->width, of->height, of->width);
        is_open = true;
      }
    if (is_open)
      printf("\" class=\"c%d\"/>\n", color);
  }
}

static void print_lines(const picture *of) {
  int64_t width = of->columns * of->width, height = of->rows * of->height;
  printf("<path class=\"line\" d=\"");
  for (int64_t row = 0; row <= of->rows; row++)
    printf("M0 %" PRId64 "h%" PRId64, row * of->height, width);
  for (int64_t column = 0; column <= of->columns; column++)
    printf("M%" PRId64 " 0v%" PRId64, column * of->width, height);
  printf("\"/>\n");
}

static void print_text(int64_t x, int64_t y, const char *class,
                       const char *text) {
  printf("<text x=\"%" PRId64 "\" y=\"%" PRId64 "\"%s%s%s>%s</text>", x, y,
         *class ? " class=\"" : "", class, *class ? "\"" : "", text);
}

static void print_labels(const picture *of, const cell *cells) {
  for (int64_t i = 0; i < of->rows * of->columns; i++) {
    int64_t x = i % of->columns * of->width + of->width / 2;
    int64_t y = i / of->columns * of->height + LINE + 1;
    for (int line = 0; line < LINES; line++)
      if (*cells[i].lines[line])
        print_text(x, y + line * LINE,
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
    print_text(-of->scale * EDGE / 2,
               row * of->height + of->height / 2 + 4 * of->scale, "edge", text);
  }
  for (int64_t column = 0; column < of->columns; column += column_step) {
    snprintf(text, sizeof text, "%" PRId64, column);
    print_text(column * of->width + of->width / 2, -5 * of->scale, "edge",
               text);
  }
  printf("\n");
}

static void print_table(const picture *of, int64_t number) {
  const cell *cells = of->cells + number * of->rows * of->columns;
  int64_t top = of->scale * (MARGIN + TITLE + LINE) + number * table_height(of);
  if (of->tables > 1)
    printf("<text class=\"note\" x=\"%d\" y=\"%" PRId64 "\">table %" PRId64
           "</text>\n",
           MARGIN, top - (LINE + 5) * of->scale, number);
  printf("<g transform=\"translate(%" PRId64 " %" PRId64 ")\">\n",
         of->scale * (MARGIN + EDGE), top);
  print_fields(of, cells);
  print_lines(of);
  print_labels(of, cells);
  print_edges(of);
  printf("</g>\n");
}

static void print_legend(const picture *of) {
  int64_t top = of->scale * (MARGIN + TITLE) + of->tables * table_height(of);
  printf("<g transform=\"translate(%" PRId64 " %" PRId64 ") scale(%" PRId64
         ")\">",
         of->scale * MARGIN, top, of->scale);
  for (int color = 0; color < COLORS; color++) {
    char text[8] = "";
    printf("<rect x=\"%d\" width=\"%d\" height=\"%d\" class=\"c%d\"/>",
           color * SWATCH, SWATCH, SWATCH, color);
    snprintf(text, sizeof text, "%d", color);
    if (color % SHADES == 0)
      print_text(color * SWATCH + SWATCH / 2, SWATCH + LINE, "", text);
  }
  printf("<text class=\"note\" x=\"0\" y=\"-5\">");
  if (of->axis)
    printf("%s, from %d on again", of->axis, COLORS);
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
  TL_TRY(open_picture(grid, arguments, &of, error));
  read_cells(&of);
  print_header(&of);
  for (int64_t number = 0; number < of.tables; number++)
    print_table(&of, number);
  print_legend(&of);
  printf("</svg>\n");
  free(of.cells);
  return TL_OK;
}
