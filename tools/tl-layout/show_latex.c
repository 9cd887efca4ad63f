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
 *
 * Source: CUTLASS, include/cute/util/print_latex.hpp. */
#include "show.h"
#include <inttypes.h>

/* What TeX compiles as it is installed: larger pictures run out of its memory,
 * and lengths end at 575 cm. */
enum { MOST_CENTIMETRES = 550 };

enum { COLORS = 8, DIGITS_OF_CELL = 5 };

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

static tl_code check_picture(const tl_grid *of, bool all, tl_error *error) {
  if (of->extents[TL_GRID_TABLES] > 1)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a picture has 2 dimensions, this layout has %" PRId64
                   " tables of them",
                   of->extents[TL_GRID_TABLES]);
  tl_location place = tl_grid_locate(of, 0);
  if (of->subject.notation->role != TL_ROLE_HELD && place.count > 1)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a picture shows an offset, or a thread and its slot; this "
                   "layout has %" PRId64 " axes",
                   place.count);
  if (all || !tl_grid_is_within(of, TL_GRID_MOST))
    return tl_grid_check_within(of, TL_GRID_MOST, "", error);
  return tl_grid_check_within(of, TL_MAX_PICTURE, "; --all draws them", error);
}

/* How wide a cell has to be for the longest line in one. */
static tl_code find_centimetres(const tl_grid *of, int64_t *out,
                                tl_error *error) {
  int64_t rows = of->extents[TL_GRID_ROWS],
          columns = of->extents[TL_GRID_COLUMNS], most = 1;
  for (int64_t number = 0; number < rows * columns; number++) {
    tl_location place = tl_grid_locate(of, number);
    for (int64_t i = 0; i < place.count; i++) {
      int64_t length =
          (place.count > 1) +
          snprintf(NULL, 0, "%" PRId64, tl_numbers_item(&place.items[i], 0));
      most = length > most ? length : most;
    }
  }
  *out = 1 + most / DIGITS_OF_CELL;
  if (rows <= MOST_CENTIMETRES && columns * *out <= MOST_CENTIMETRES)
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "a picture of %" PRId64 " by %" PRId64
                 " cm is beyond the %d cm of TeX",
                 rows, columns * *out, MOST_CENTIMETRES);
}

static void print_header(const tl_value *value, int64_t centimetres) {
  printf("%% Layout: ");
  tl_print_value(value);
  printf("\\documentclass{standalone}\n\\usepackage{tikz}\n\n"
         "\\begin{document}\n"
         "\\begin{tikzpicture}[x={(0cm,-1cm)},y={(%" PRId64
         "cm,0cm)},every node/.style={minimum size=1cm, ",
         centimetres);
  if (centimetres > 1)
    printf("minimum width=%" PRId64 "cm, ", centimetres);
  printf("outer sep=0pt}]\n\n");
}

static int64_t count_cells(const tl_grid *of) {
  return of->extents[TL_GRID_ROWS] * of->extents[TL_GRID_COLUMNS];
}

/* A cell, up to its text. */
static void print_node(const tl_grid *of, const char *color, int64_t number) {
  int64_t columns = of->extents[TL_GRID_COLUMNS];
  printf("\\node[fill=%s] at (%" PRId64 ",%" PRId64 ") ", color,
         number / columns, number % columns);
}

/* Thread by thread, as CuTe does. */
static void print_holders(const tl_grid *of) {
  const tl_places *subject = &of->subject;
  for (int64_t i = 0; i < of->counts[0] * of->counts[1]; i++) {
    int64_t thread = i / of->counts[1], slot = i % of->counts[1], number = 0;
    tl_list coordinate;
    bool is_first = false;
    if (tl_places_element(subject, thread, slot, &coordinate, &is_first,
                          NULL) != TL_OK ||
        !is_first)
      continue;
    for (int64_t d = 0; d < subject->shape.count; d++)
      number = number * subject->shape.items[d] + coordinate.items[d];
    print_node(of, THREAD_COLORS[thread % COLORS], number);
    printf("{\\shortstack{T%" PRId64 " \\\\ V%" PRId64 "}};\n", thread, slot);
  }
}

static void print_offsets(const tl_grid *of) {
  for (int64_t number = 0; number < count_cells(of); number++) {
    tl_location place = tl_grid_locate(of, number);
    int64_t offset = tl_numbers_item(&place.items[0], 0);
    print_node(of, OFFSET_COLORS[(uint64_t)offset % COLORS], number);
    printf("{%" PRId64 "};\n", offset);
  }
}

static void print_lines(int64_t rows, int64_t columns) {
  static const char LABEL[] =
      "\\node at (%" PRId64 ",%" PRId64 ") {\\Large{\\texttt{%" PRId64 "}}};\n";
  printf("\\draw[color=black,thick,shift={(-0.5,-0.5)}] (0,0) grid (%" PRId64
         ",%" PRId64 ");\n\n",
         rows, columns);
  for (int64_t row = 0; row < rows; row++)
    printf(LABEL, row, INT64_C(-1), row);
  for (int64_t column = 0; column < columns; column++)
    printf(LABEL, INT64_C(-1), column, column);
}

tl_code tl_grid_print_latex(const tl_grid *of, bool all, tl_error *error) {
  int64_t centimetres;
  TL_TRY(check_picture(of, all, error));
  TL_TRY(find_centimetres(of, &centimetres, error));
  print_header(of->subject.value, centimetres);
  if (of->subject.notation->role == TL_ROLE_HELD)
    print_holders(of);
  else
    print_offsets(of);
  print_lines(of->extents[TL_GRID_ROWS], of->extents[TL_GRID_COLUMNS]);
  printf("\\end{tikzpicture}\n\\end{document}\n");
  return TL_OK;
}
