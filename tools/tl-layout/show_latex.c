/* show_latex.c - A layout as a TikZ picture, as CuTe's print_latex and
 * print_latex_tv draw it: rows go down, columns to the right, one centimetre
 * each, or more where numbers are long.
 *
 *   \node[fill=black!40] at (0,1) {1};
 *   \node[fill={rgb,255:red,175;green,175;blue,255}] at (0,1)
 *        {\shortstack{T0 \\ V1}};                        (on one line)
 *
 * Colors follow the offset, or the thread, modulo 8.  An element that several
 * threads hold shows the first of them.
 * Source: CUTLASS, include/cute/util/print_latex.hpp. */
#include "print.h"
#include "show.h"
#include <inttypes.h>

enum { COLORS = 8, DIGITS_OF_CELL = 5 };

/* What TeX compiles as it is installed: larger pictures run out of its memory,
 * and lengths end at 575 cm. */
enum { MOST_ELEMENTS = 2048, MOST_CENTIMETRES = 550 };

static const char *const OFFSET_COLORS[COLORS] = {
    "black!00", "black!40", "black!20", "black!60",
    "black!10", "black!50", "black!30", "black!70",
};
static const char *const THREAD_COLORS[COLORS] = {
    "{rgb,255:red,175;green,175;blue,255}",
    "{rgb,255:red,175;green,255;blue,175}",
    "{rgb,255:red,255;green,255;blue,175}",
    "{rgb,255:red,255;green,175;blue,175}",
    "{rgb,255:red,210;green,210;blue,255}",
    "{rgb,255:red,210;green,255;blue,210}",
    "{rgb,255:red,255;green,255;blue,210}",
    "{rgb,255:red,255;green,210;blue,210}",
};

static tl_code check(const tl_grid *grid, bool all, tl_error *error) {
  tl_location place;
  if (grid->tables > 1)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a picture has 2 dimensions, this layout has %" PRId64
                   " tables of them",
                   grid->tables);
  tl_grid_locate(grid, 0, 0, 0, &place);
  if (!grid->subject->family->element && place.count > 1)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a picture shows an offset, or a thread and its slot; this "
                   "layout has %" PRId64 " axes",
                   place.count);
  if (all || !tl_grid_is_within(grid, TL_GRID_MOST))
    return tl_grid_check_within(grid, TL_GRID_MOST, "", error);
  return tl_grid_check_within(grid, MOST_ELEMENTS, "; --all draws them", error);
}

/* Characters of the longest line in a cell. */
static int64_t find_width(const tl_grid *grid) {
  int64_t width = 1;
  tl_location place;
  for (int64_t row = 0; row < grid->rows; row++)
    for (int64_t column = 0; column < grid->columns; column++) {
      tl_grid_locate(grid, 0, row, column, &place);
      for (int64_t i = 0; i < place.count; i++) {
        int64_t wide =
            (place.count > 1) +
            tl_print(NULL, "%" PRId64, tl_numbers_item(&place.items[i], 0));
        width = wide > width ? wide : width;
      }
    }
  return width;
}

static tl_code check_lengths(const tl_grid *grid, int64_t centimetres,
                             tl_error *error) {
  int64_t width = grid->columns * centimetres;
  if (grid->rows <= MOST_CENTIMETRES && width <= MOST_CENTIMETRES)
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "a picture of %" PRId64 " by %" PRId64
                 " cm is beyond the %d cm of TeX",
                 grid->rows, width, MOST_CENTIMETRES);
}

static void print_header(const tl_value *value, int64_t centimetres) {
  printf("%% Layout: ");
  tl_print_value(value);
  printf("\n\\documentclass{standalone}\n\\usepackage{tikz}\n\n"
         "\\begin{document}\n"
         "\\begin{tikzpicture}[x={(0cm,-1cm)},y={(%" PRId64
         "cm,0cm)},every node/.style={minimum size=1cm, ",
         centimetres);
  if (centimetres > 1)
    printf("minimum width=%" PRId64 "cm, ", centimetres);
  puts("outer sep=0pt}]\n");
}

/* Thread by thread, as CuTe does. */
static void print_holders(const tl_grid *grid) {
  const tl_subject *subject = grid->subject;
  for (int64_t thread = 0; thread < grid->counts[0]; thread++)
    for (int64_t slot = 0; slot < grid->counts[1]; slot++) {
      int64_t row, column;
      tl_list coordinate;
      bool is_first = false;
      if (subject->family->element(subject->value, thread, slot, &coordinate,
                                   &is_first, NULL) != TL_OK ||
          !is_first)
        continue;
      tl_grid_find(grid, &coordinate, &row, &column);
      tl_print(stdout,
               "\\node[fill=%s] at (%" PRId64 ",%" PRId64
               ") {\\shortstack{T%" PRId64 " \\\\ V%" PRId64 "}};\n",
               THREAD_COLORS[thread % COLORS], row, column, thread, slot);
    }
}

static void print_offsets(const tl_grid *grid) {
  tl_location place;
  for (int64_t row = 0; row < grid->rows; row++)
    for (int64_t column = 0; column < grid->columns; column++) {
      tl_grid_locate(grid, 0, row, column, &place);
      int64_t offset = tl_numbers_item(&place.items[0], 0);
      tl_print(stdout,
               "\\node[fill=%s] at (%" PRId64 ",%" PRId64 ") {%" PRId64 "};\n",
               OFFSET_COLORS[(uint64_t)offset % COLORS], row, column, offset);
    }
}

static void print_labels(const tl_grid *grid) {
  static const char LABEL[] =
      "\\node at (%" PRId64 ",%" PRId64 ") {\\Large{\\texttt{%" PRId64 "}}};\n";
  for (int64_t row = 0; row < grid->rows; row++)
    tl_print(stdout, LABEL, row, INT64_C(-1), row);
  for (int64_t column = 0; column < grid->columns; column++)
    tl_print(stdout, LABEL, INT64_C(-1), column, column);
}

tl_code tl_show_latex(const tl_grid *grid, bool all, tl_error *error) {
  TL_TRY(check(grid, all, error));
  int64_t centimetres = 1 + find_width(grid) / DIGITS_OF_CELL;
  TL_TRY(check_lengths(grid, centimetres, error));
  print_header(grid->subject->value, centimetres);
  if (grid->subject->family->element)
    print_holders(grid);
  else
    print_offsets(grid);
  printf("\\draw[color=black,thick,shift={(-0.5,-0.5)}] (0,0) grid (%" PRId64
         ",%" PRId64 ");\n\n",
         grid->rows, grid->columns);
  print_labels(grid);
  puts("\\end{tikzpicture}\n\\end{document}");
  return TL_OK;
}
