/* show.c - `tl-layout show`: a layout as tables of its elements (see grid.h), or
 * as a picture.  A small layout is drawn in full, of any other a page is.
 *
 * Sources: Tilus, visualize_layout; CUTLASS, include/cute/util/print.hpp and include/cute/layout.hpp. */
#include "show.h"
#include "pictures.h"
#include "table.h"
#include "terminal.h"
#include <inttypes.h>

/* A page of each. */
static const int64_t PAGES[TL_GRID_MEASURES] = {4, 16, 16, 8};

/* A full drawing has at most so many columns, copies in a row of it, and
 * elements and copies in all. */
enum { MOST_COLUMNS = 64, MOST_IN_ROW = 512, MOST_IN_ALL = 4096 };

typedef struct drawn {
  const tl_grid *grid;
  const tl_arguments *arguments;
  int64_t shown[TL_GRID_MEASURES];
  int64_t table; /* the one being drawn */
} drawn;

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
static void write_numbers(const drawn *of, const tl_location *place, int64_t i,
                          tl_writer out) {
  const tl_numbers *numbers = &place->items[i];
  if (of->grid->subject.notation->role == TL_ROLE_HELD)
    tl_write(&out, "%s", of->grid->subject.notation->marks[i]);
  else if (place->count > 1)
    tl_write(&out, "%s%s ", i ? ", " : "", numbers->name);
  tl_numbers_write(numbers, of->shown[TL_GRID_COPIES], out);
}

static int64_t number_of(const drawn *of, int64_t row, int64_t column) {
  const int64_t *extents = of->grid->extents;
  return (of->table * extents[TL_GRID_ROWS] + row) * extents[TL_GRID_COLUMNS] +
         column;
}

/* Dots where rows or columns go on. */
static bool is_dots(const drawn *of, int64_t row, int64_t column) {
  return row == of->shown[TL_GRID_ROWS] || column == of->shown[TL_GRID_COLUMNS];
}

static void write_cell(const void *context, int64_t row, int64_t column,
                       tl_writer out) {
  const drawn *of = context;
  if (is_dots(of, row, column)) {
    tl_write(&out, "...");
    return;
  }
  tl_location place = tl_grid_locate(of->grid, number_of(of, row, column));
  for (int64_t i = 0; i < place.count; i++)
    write_numbers(of, &place, i, out);
}

static int color_of(const void *context, int64_t row, int64_t column) {
  const drawn *of = context;
  return is_dots(of, row, column)
             ? -1
             : tl_picture_color(of->grid, of->arguments->bits,
                                number_of(of, row, column));
}

/* A CuTe layout as CuTe's print_layout draws it: columns are as wide as the
 * cosize.  Offsets that are wider, below 0 or moved by a swizzle, widen them,
 * where CuTe leaves the line crooked.  Others have a row and a column of dots
 * where they go on. */
static void draw_tables(drawn *of) {
  const tl_arguments *arguments = of->arguments;
  const int64_t *shown = of->shown, *extents = of->grid->extents;
  bool is_cute = of->grid->subject.notation->is_cute;
  tl_location first = tl_grid_locate(of->grid, 0);
  tl_drawing table = {.rows = shown[TL_GRID_ROWS],
                      .columns = shown[TL_GRID_COLUMNS],
                      .right_aligned = first.count == 1,
                      .ascii = arguments->ascii || is_cute,
                      .compact = arguments->compact,
                      .numbered = is_cute,
                      .write_cell = write_cell,
                      .color =
                          tl_terminal_has_color(arguments) ? color_of : NULL,
                      .has_all_colors = tl_terminal_has_all_colors(),
                      .most_characters = tl_terminal_columns(arguments),
                      .context = of};
  if (is_cute) {
    table.least = snprintf(NULL, 0, "%" PRId64, of->grid->counts[1]);
  } else {
    table.rows += shown[TL_GRID_ROWS] < extents[TL_GRID_ROWS];
    table.columns += shown[TL_GRID_COLUMNS] < extents[TL_GRID_COLUMNS];
  }
  for (of->table = 0; of->table < shown[TL_GRID_TABLES]; of->table++)
    tl_drawing_print(&table);
}

static tl_code print_tables(const tl_grid *grid, const tl_arguments *arguments,
                            tl_error *error) {
  bool all = arguments->all;
  const int64_t *extents = grid->extents;
  const char *names[] = {"tables", "rows", "columns",
                         grid->subject.notation->role == TL_ROLE_HELD
                             ? "threads of a cell"
                             : "copies of a cell"};
  bool is_full = all || (tl_grid_is_within(grid, MOST_IN_ALL) &&
                         extents[TL_GRID_COLUMNS] <= MOST_COLUMNS &&
                         extents[TL_GRID_COLUMNS] * extents[TL_GRID_COPIES] <=
                             MOST_IN_ROW);
  drawn of = {.grid = grid, .arguments = arguments};
  tl_part parts[TL_GRID_MEASURES];
  if (all)
    TL_TRY(tl_grid_check_within(grid, TL_GRID_MOST, "", error));
  for (int i = 0; i < TL_GRID_MEASURES; i++) {
    bool is_whole = is_full || extents[i] < PAGES[i];
    of.shown[i] = is_whole ? extents[i] : PAGES[i];
    parts[i] = (tl_part){names[i], of.shown[i], extents[i]};
  }
  print_title(grid->subject.value);
  draw_tables(&of);
  tl_print_left_out(
      parts, TL_GRID_MEASURES,
      tl_grid_is_within(grid, TL_GRID_MOST) ? "; --all shows everything" : "");
  return TL_OK;
}

static tl_status print_grid(const tl_grid *grid,
                            const tl_arguments *arguments) {
  tl_error error;
  if (arguments->svg || arguments->html)
    return tl_show_print_pictures(grid, arguments);
  tl_code code = arguments->latex
                     ? tl_grid_print_latex(grid, arguments->all, &error)
                     : print_tables(grid, arguments, &error);
  return tl_report_code(code, arguments->items[0], &error);
}

static tl_status run_one(const tl_arguments *arguments) {
  const char *text = arguments->items[0];
  tl_places places;
  tl_grid grid;
  tl_value value;
  tl_error error;
  if (!tl_places_evaluate(text, arguments, &value, &places))
    return TL_STATUS_FAILED;
  tl_status status =
      tl_report_code(tl_grid_open(&places, &grid, &error), text, &error);
  return status == TL_STATUS_OK ? print_grid(&grid, arguments) : status;
}

static tl_status run(const tl_arguments *arguments) {
  tl_status status = tl_pictures_check("show", arguments);
  if (status != TL_STATUS_OK)
    return status;
  bool has_banks =
      arguments->svg || arguments->html || tl_terminal_has_color(arguments);
  if (arguments->has_bits && !has_banks)
    return tl_report(
        "show", "'--type' needs the option '--svg', '--html' or '--color'");
  return arguments->count == 2 ? tl_show_print_exchange(arguments)
                               : run_one(arguments);
}

const tl_command TL_COMMAND_SHOW = {
    .name = "show",
    .summary = "draw a layout",
    .operands = {"EXPRESSION [EXPRESSION]", 1, 2},
    .run = run,
    .help =
        "A cell says where the element is: 'thread: slot' in a register "
        "layout and 'T V' in a thread-value layout, with all threads in "
        "brackets when several hold the element, the offset in a shared "
        "layout, and the number on each axis in a tile layout.  Above two "
        "dimensions there is one table for every coordinate of the leading "
        "ones.  A CuTe layout of one or two modes is drawn as CuTe's "
        "print_layout does.  Of a large layout a corner is shown.\n"
        "In a picture, a second layout is what a fragment becomes: arrows say "
        "which thread of the first warp gets elements from which, and rows "
        "below them are the shuffles that do it, for elements of --type.  A "
        "picture goes to standard output, or to FILE; `--svg FILE` is the same "
        "where FILE ends in .svg, and `--html FILE` where it ends in .html.",
    .options =
        {{"--all", "show everything, up to 1048576 elements"},
         {"--ascii", "draw with + - | only"},
         {"--compact", "draw without lines, and as few blanks as can be"},
         {"--columns",
          "characters of a line, those of a terminal of itself: what does not "
          "fit is drawn below"},
         {"--color",
          "whether cells have the colors of --svg: always, never, or on a "
          "terminal unless NO_COLOR is set"},
         {"--latex",
          "write a LaTeX document with a TikZ picture, as CuTe's print_latex "
          "and print_latex_tv do; a large layout needs --all"},
         {"--svg", "write an SVG picture, whose colors are the threads, or the "
                   "banks of shared memory for elements of --type"},
         {"--html", NULL},
         {"--scope", NULL},
         {"--target", NULL},
         {"--by-thread", "with --svg, of a layout that threads hold: what each "
                         "of them holds, a thread a row and a slot a column"},
         {"--type", NULL}},
    .examples =
        "'spatial(8, 4).local(1, 2)'\n"
        "'shared_row_major_swizzle([8, 64], nbytes = 2)'\n"
        "'Sw<2,0,3>o(8,8):(8,1)'\n"
        "'make_tv((4,8):(8,1), (2,2):(1,2))'\n"
        "'cute_tv(mma_atom(\"SM80_16x8x8_F32F16F16F32_TN\", C), tile = "
        "(16, 8))'\n"
        "'S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]'\n"
        "--svg conversion.svg 'spatial(8, 4).local(1, 2)' 'column_spatial(8, "
        "4).local(1, 2)'\n"
        "--latex '((2,2),(4,2)):((1,8),(2,16))' > layout.tex\n"
        "--html layout.html --type f16 'shared_row_major_swizzle([8, 64], "
        "nbytes = 2)'\n",
};
