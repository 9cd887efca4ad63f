/* show.c - `tl-layout show`: a layout as tables of its elements, or as a
 * picture.
 *
 * The last two dimensions are rows and columns; there is one table for every
 * coordinate of the others.  A layout of one dimension is a row; one of CuTe is
 * a column, its second mode being 1:0.  Row-major order of the elements is the
 * order in which tables, rows and columns come.  A small layout is drawn in
 * full, of any other a page is.
 *
 * With --latex, a TikZ picture as CuTe's print_latex and print_latex_tv draw
 * it: rows go down, columns to the right, one centimetre each, or more where
 * numbers are long.
 *
 *   \node[fill=black!40] at (0,1) {1};
 *   \node[fill={rgb,255:red,175;green,175;blue,255}] at (0,1)
 *        {\shortstack{T0 \\ V1}};                        (on one line)
 *
 * Colors follow the offset, or the thread, modulo 8.  An element that several
 * threads hold shows the first of them.
 *
 * Sources: Tilus, visualize_layout; CUTLASS, include/cute/util/print_latex.hpp,
 * print.hpp and include/cute/layout.hpp. */
#include "layout_argument.h"
#include "table.h"
#include <assert.h>
#include <inttypes.h>

/* What a drawing is measured in; copies are the most numbers that a place has
 * for one thing. */
enum { TABLES, ROWS, COLUMNS, COPIES, MEASURES };

/* A page of each. */
static const int64_t PAGES[MEASURES] = {4, 16, 16, 8};

/* A full drawing has at most so many columns, copies in a row of it, and
 * elements and copies in all; no drawing, whatever is asked for, has more than
 * the last. */
enum {
  MOST_COLUMNS = 64,
  MOST_IN_ROW = 512,
  MOST_IN_ALL = 4096,
  MOST_EVER = 1 << 20,
};

/* What TeX compiles as it is installed: larger pictures run out of its memory,
 * and lengths end at 575 cm. */
enum { MOST_IN_PICTURE = 2048, MOST_CENTIMETRES = 550 };

typedef struct grid {
  tl_places subject;
  int64_t extents[MEASURES], shown[MEASURES];
  int64_t counts[2]; /* threads, and slots of each */
  int64_t table;     /* the one being drawn */
} grid;

/* ---- The grid ----------------------------------------------------------- */

/* Above rank 3, extents of 1 are no dimensions of the grid. */
static void find_extents(const tl_places *subject, int64_t size,
                         int64_t extents[MEASURES]) {
  const tl_list *shape = &subject->shape;
  int64_t kept[TL_MAX_ITERS + 3] = {1, 1}, *end = &kept[2];
  for (int64_t d = 0; d < shape->count; d++)
    if (shape->count <= 3 || shape->items[d] != 1)
      *end++ = shape->items[d];
  if (subject->notation->is_cute && shape->count == 1)
    *end++ = 1;
  extents[ROWS] = end[-2];
  extents[COLUMNS] = end[-1];
  extents[TABLES] = size / end[-2] / end[-1];
}

/* Fails unless every element has a place, and for a CuTe layout of rank 3 or
 * more. */
static tl_code open_grid(grid *out, tl_error *error) {
  const tl_places *subject = &out->subject;
  int64_t rank = subject->shape.count, size;
  tl_list first = {.count = rank};
  tl_location place;
  if (subject->notation->is_cute && rank > 2)
    return tl_fail(
        error, TL_UNSUPPORTED,
        "a CuTe layout is drawn with at most 2 modes, this one has %" PRId64
        "; group((1,%" PRId64 "), ...) makes it rank 2",
        rank, rank);
  TL_TRY(tl_list_product(&subject->shape, &size, error));
  TL_TRY(tl_places_count(subject, &out->counts[0], &out->counts[1], error));
  TL_TRY(tl_places_locate(subject, &first, &place, error));
  find_extents(subject, size, out->extents);
  out->extents[COPIES] = 1;
  for (int64_t i = 0; i < place.count; i++) {
    int64_t copies = tl_numbers_count(&place.items[i]);
    if (copies > out->extents[COPIES])
      out->extents[COPIES] = copies;
  }
  return TL_OK;
}

/* Whether the elements, copies counted, are `most` or fewer. */
static bool is_within(const grid *of, int64_t most) {
  for (int i = 0; i < MEASURES; i++) {
    if (of->extents[i] > most)
      return false;
    most /= of->extents[i];
  }
  return true;
}

/* TL_INVALID unless it is within; `hint` ends the message. */
static tl_code check_within(const grid *of, int64_t most, const char *hint,
                            tl_error *error) {
  const int64_t *extents = of->extents;
  char each[48] = "";
  if (is_within(of, most))
    return TL_OK;
  if (extents[COPIES] > 1)
    snprintf(each, sizeof each, " in %" PRId64 " places each", extents[COPIES]);
  return tl_fail(
      error, TL_INVALID,
      "%" PRId64 " elements%s are more than the %" PRId64 " of a drawing%s",
      extents[TABLES] * extents[ROWS] * extents[COLUMNS], each, most, hint);
}

/* The place of an element; they are numbered row-major. */
static tl_location locate(const grid *of, int64_t number) {
  const tl_list *shape = &of->subject.shape;
  tl_list coordinate = {.count = shape->count};
  tl_location out;
  for (int64_t d = coordinate.count - 1; d >= 0; d--) {
    coordinate.items[d] = number % shape->items[d];
    number /= shape->items[d];
  }
  TL_UNUSED tl_code code =
      tl_places_locate(&of->subject, &coordinate, &out, NULL);
  assert(code == TL_OK);
  return out;
}

/* ---- Tables ------------------------------------------------------------- */

static void print_field(const char *name, const tl_list *list) {
  printf("%s=", name);
  tl_print_list(list);
}

static void print_register_title(const tl_register *layout) {
  print_field("RegisterLayout(shape", &layout->shape);
  print_field(", mode_shape", &layout->mode_shape);
  print_field(", spatial_modes", &layout->spatial_modes);
  print_field(", local_modes", &layout->local_modes);
  printf(")\n");
}

static void print_shared_title(const tl_layout *layout) {
  const tl_swizzle *swizzle = &layout->swizzle;
  tl_shared fields;
  if (tl_layout_to_shared(layout, &fields, NULL) != TL_OK)
    return;
  print_field("SharedLayout(shape", &fields.shape);
  print_field(", mode_shape", &fields.mode_shape);
  print_field(", mode_strides", &fields.mode_strides);
  if (swizzle->bits)
    printf(", swizzle=Swizzle(base=%" PRId64 ", bits=%" PRId64
           ", shift=%" PRId64 "))\n",
           swizzle->base, swizzle->bits, swizzle->shift);
  else
    printf(", swizzle=None)\n");
}

static void print_title(const tl_value *layout) {
  if (layout->kind == TL_KIND_REGISTER)
    print_register_title(&layout->as.reg);
  else if (layout->kind == TL_KIND_SHARED)
    print_shared_title(&layout->as.layout);
  else
    tl_print_value(layout);
}

/* `laneid 5`, and what is between it and the numbers before. */
static void write_numbers(const grid *of, const tl_location *place, int64_t i,
                          tl_writer out) {
  const tl_numbers *numbers = &place->items[i];
  if (of->subject.notation->role == TL_ROLE_HELD)
    tl_write(&out, "%s", of->subject.notation->marks[i]);
  else if (place->count > 1)
    tl_write(&out, "%s%s ", i ? ", " : "", numbers->name);
  tl_numbers_write(numbers, of->shown[COPIES], out);
}

static void write_cell(const void *context, int64_t row, int64_t column,
                       tl_writer out) {
  const grid *of = context;
  int64_t number =
      (of->table * of->extents[ROWS] + row) * of->extents[COLUMNS] + column;
  if (row == of->shown[ROWS] || column == of->shown[COLUMNS]) {
    tl_write(&out, "...");
    return;
  }
  tl_location place = locate(of, number);
  for (int64_t i = 0; i < place.count; i++)
    write_numbers(of, &place, i, out);
}

/* A CuTe layout as CuTe's print_layout draws it: columns are as wide as the
 * cosize.  Offsets that are wider, below 0 or moved by a swizzle, widen them,
 * where CuTe leaves the line crooked.  Others have a row and a column of dots
 * where they go on. */
static void draw_tables(grid *of, bool ascii) {
  const int64_t *shown = of->shown, *extents = of->extents;
  bool is_cute = of->subject.notation->is_cute;
  tl_location first = locate(of, 0);
  tl_drawing table = {.rows = shown[ROWS],
                      .columns = shown[COLUMNS],
                      .right_aligned = first.count == 1,
                      .ascii = ascii || is_cute,
                      .numbered = is_cute,
                      .write_cell = write_cell,
                      .context = of};
  if (is_cute) {
    table.least = snprintf(NULL, 0, "%" PRId64, of->counts[1]);
  } else {
    table.rows += shown[ROWS] < extents[ROWS];
    table.columns += shown[COLUMNS] < extents[COLUMNS];
  }
  for (of->table = 0; of->table < shown[TABLES]; of->table++)
    tl_drawing_print(&table);
}

static tl_code show_tables(grid *of, bool all, bool ascii, tl_error *error) {
  const int64_t *extents = of->extents;
  const char *names[] = {"tables", "rows", "columns",
                         of->subject.notation->role == TL_ROLE_HELD
                             ? "threads of a cell"
                             : "copies of a cell"};
  bool is_full =
      all || (is_within(of, MOST_IN_ALL) && extents[COLUMNS] <= MOST_COLUMNS &&
              extents[COLUMNS] * extents[COPIES] <= MOST_IN_ROW);
  tl_part parts[MEASURES];
  if (all)
    TL_TRY(check_within(of, MOST_EVER, "", error));
  for (int i = 0; i < MEASURES; i++) {
    bool is_whole = is_full || extents[i] < PAGES[i];
    of->shown[i] = is_whole ? extents[i] : PAGES[i];
    parts[i] = (tl_part){names[i], of->shown[i], extents[i]};
  }
  print_title(of->subject.value);
  draw_tables(of, ascii);
  tl_print_left_out(parts, MEASURES,
                    is_within(of, MOST_EVER) ? "; --all shows everything" : "");
  return TL_OK;
}

/* ---- A picture ---------------------------------------------------------- */

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

static tl_code check_picture(const grid *of, bool all, tl_error *error) {
  if (of->extents[TABLES] > 1)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a picture has 2 dimensions, this layout has %" PRId64
                   " tables of them",
                   of->extents[TABLES]);
  tl_location place = locate(of, 0);
  if (of->subject.notation->role != TL_ROLE_HELD && place.count > 1)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a picture shows an offset, or a thread and its slot; this "
                   "layout has %" PRId64 " axes",
                   place.count);
  if (all || !is_within(of, MOST_EVER))
    return check_within(of, MOST_EVER, "", error);
  return check_within(of, MOST_IN_PICTURE, "; --all draws them", error);
}

/* How wide a cell has to be for the longest line in one. */
static tl_code find_centimetres(const grid *of, int64_t *out, tl_error *error) {
  int64_t rows = of->extents[ROWS], columns = of->extents[COLUMNS], most = 1;
  for (int64_t number = 0; number < rows * columns; number++) {
    tl_location place = locate(of, number);
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

static int64_t count_cells(const grid *of) {
  return of->extents[ROWS] * of->extents[COLUMNS];
}

/* A cell, up to its text. */
static void print_node(const grid *of, const char *color, int64_t number) {
  int64_t columns = of->extents[COLUMNS];
  printf("\\node[fill=%s] at (%" PRId64 ",%" PRId64 ") ", color,
         number / columns, number % columns);
}

/* Thread by thread, as CuTe does. */
static void print_holders(const grid *of) {
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

static void print_offsets(const grid *of) {
  for (int64_t number = 0; number < count_cells(of); number++) {
    tl_location place = locate(of, number);
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

static tl_code show_picture(const grid *of, bool all, tl_error *error) {
  int64_t centimetres;
  TL_TRY(check_picture(of, all, error));
  TL_TRY(find_centimetres(of, &centimetres, error));
  print_header(of->subject.value, centimetres);
  if (of->subject.notation->role == TL_ROLE_HELD)
    print_holders(of);
  else
    print_offsets(of);
  print_lines(of->extents[ROWS], of->extents[COLUMNS]);
  printf("\\end{tikzpicture}\n\\end{document}\n");
  return TL_OK;
}

static tl_status run(const tl_arguments *arguments) {
  const char *text = arguments->items[0];
  grid of = {.table = 0};
  tl_value value;
  tl_error error;
  if (!tl_places_evaluate(text, arguments, &value, &of.subject))
    return TL_STATUS_FAILED;
  tl_code code = open_grid(&of, &error);
  if (code == TL_OK)
    code = arguments->latex
               ? show_picture(&of, arguments->all, &error)
               : show_tables(&of, arguments->all, arguments->ascii, &error);
  return tl_report_code(code, text, &error);
}

const tl_command TL_COMMAND_SHOW = {
    .name = "show",
    .summary = "draw a layout",
    .operands = {"EXPRESSION", 1, 1},
    .run = run,
    .help = "A cell says where the element is: 'thread: slot' in a register "
            "layout and 'T V' in a thread-value layout, with all threads in "
            "brackets when several hold the element, the offset in a shared "
            "layout, and the number on each axis in a tile layout.  Above two "
            "dimensions there is one table for every coordinate of the leading "
            "ones.  A CuTe layout of one or two modes is drawn as CuTe's "
            "print_layout does.  Of a large layout a corner is shown.",
    .options =
        {{"--all", "show everything, up to 1048576 elements"},
         {"--ascii", "draw with + - | only"},
         {"--latex",
          "write a LaTeX document with a TikZ picture, as CuTe's print_latex "
          "and print_latex_tv do; a large layout needs --all"}},
    .examples = "'spatial(8, 4).local(1, 2)'\n"
                "'shared_row_major_swizzle([8, 64], nbytes = 2)'\n"
                "'Sw<2,0,3>o(8,8):(8,1)'\n"
                "'make_tv((4,8):(8,1), (2,2):(1,2))'\n"
                "'cute_tv(mma_atom(\"SM80_16x8x8_F32F16F16F32_TN\", C), tile = "
                "(16, 8))'\n"
                "'S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]'\n"
                "--latex '((2,2),(4,2)):((1,8),(2,16))' > layout.tex\n",
};
