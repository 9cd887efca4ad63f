/* show.c - `tl-layout show`: a layout as tables of its elements.
 *
 * A small layout is drawn in full, of any other a page is.  Source: Tilus,
 * visualize_layout. */
#include "show.h"
#include "command.h"
#include "draw.h"
#include "print.h"
#include "report.h"
#include <inttypes.h>

/* What a drawing is measured in. */
enum { TABLES, ROWS, COLUMNS, COPIES, PART_COUNT };

static const int64_t PAGES[PART_COUNT] = {
    [TABLES] = 4, [ROWS] = 16, [COLUMNS] = 16, [COPIES] = 8};

/* A full drawing has at most so many columns, copies in a row of it, and
 * elements and copies in all. */
enum { MOST_COLUMNS = 64, MOST_IN_ROW = 512, MOST_IN_ALL = 4096 };

typedef struct drawing {
  const tl_grid *grid;
  tl_part parts[PART_COUNT];
  int64_t table; /* the one being drawn */
} drawing;

static bool is_small(const tl_grid *grid) {
  return tl_grid_is_within(grid, MOST_IN_ALL) &&
         grid->columns <= MOST_COLUMNS &&
         grid->columns * grid->copies <= MOST_IN_ROW;
}

static void plan(const tl_grid *grid, bool all, drawing *out) {
  const tl_part parts[PART_COUNT] = {
      [TABLES] = {"tables", 0, grid->tables},
      [ROWS] = {"rows", 0, grid->rows},
      [COLUMNS] = {"columns", 0, grid->columns},
      [COPIES] = {grid->subject->family->element ? "threads of a cell"
                                                 : "copies of a cell",
                  0, grid->copies},
  };
  bool full = all || is_small(grid);
  *out = (drawing){.grid = grid};
  for (int i = 0; i < PART_COUNT; i++) {
    out->parts[i] = parts[i];
    out->parts[i].printed =
        full || parts[i].all < PAGES[i] ? parts[i].all : PAGES[i];
  }
}

static void print_field(const char *name, const tl_list *list) {
  printf("%s=", name);
  tl_print_list(list);
}

static void print_register_title(const tl_register *layout) {
  print_field("RegisterLayout(shape", &layout->shape);
  print_field(", mode_shape", &layout->mode_shape);
  print_field(", spatial_modes", &layout->spatial_modes);
  print_field(", local_modes", &layout->local_modes);
  puts(")");
}

static void print_shared_title(const tl_shared *layout) {
  const tl_swizzle *swizzle = &layout->swizzle;
  print_field("SharedLayout(shape", &layout->shape);
  print_field(", mode_shape", &layout->mode_shape);
  print_field(", mode_strides", &layout->mode_strides);
  if (swizzle->bits)
    printf(", swizzle=Swizzle(base=%" PRId64 ", bits=%" PRId64
           ", shift=%" PRId64 "))\n",
           swizzle->base, swizzle->bits, swizzle->shift);
  else
    puts(", swizzle=None)");
}

static void print_title(const tl_value *layout) {
  if (layout->kind == TL_KIND_REGISTER) {
    print_register_title(&layout->as.reg);
  } else if (layout->kind == TL_KIND_SHARED) {
    print_shared_title(&layout->as.shared);
  } else {
    tl_print_value(layout);
    puts("");
  }
}

/* `laneid 5`, and what is between it and the numbers before. */
static int64_t print_numbers(const drawing *drawn, const tl_location *place,
                             int64_t i, FILE *out) {
  const tl_notation *family = drawn->grid->subject->family;
  const tl_numbers *numbers = &place->items[i];
  int64_t length = 0;
  if (family->element)
    length = tl_print(out, "%s", family->marks[i]);
  else if (place->count > 1)
    length = tl_print(out, "%s%s ", i ? ", " : "", numbers->name);
  return length + tl_numbers_print(out, numbers, drawn->parts[COPIES].printed);
}

static int64_t print_cell(const void *context, int64_t row, int64_t column,
                          FILE *out) {
  const drawing *drawn = context;
  tl_location place;
  int64_t length = 0;
  if (row == drawn->parts[ROWS].printed ||
      column == drawn->parts[COLUMNS].printed)
    return tl_print(out, "...");
  tl_grid_locate(drawn->grid, drawn->table, row, column, &place);
  for (int64_t i = 0; i < place.count; i++)
    length += print_numbers(drawn, &place, i, out);
  return length;
}

/* A CuTe layout as CuTe's print_layout draws it: columns are as wide as the
 * cosize.  Offsets that are wider, below 0 or moved by a swizzle, widen them,
 * where CuTe leaves the line crooked.  Source: CUTLASS,
 * include/cute/util/print.hpp and layout.hpp. */
static void draw_corner(drawing *drawn) {
  print_title(drawn->grid->subject->value);
  tl_table_draw(
      &(tl_table){.rows = drawn->parts[ROWS].printed,
                  .columns = drawn->parts[COLUMNS].printed,
                  .right_aligned = true,
                  .ascii = true,
                  .numbered = true,
                  .least = tl_print(NULL, "%" PRId64, drawn->grid->counts[0]),
                  .print_cell = print_cell,
                  .context = drawn});
}

/* Whether the place of an element is a number alone. */
static bool is_offset(const tl_grid *grid) {
  tl_location place;
  tl_grid_locate(grid, 0, 0, 0, &place);
  return place.count == 1;
}

static void draw_tables(drawing *drawn, bool ascii) {
  const tl_part *rows = &drawn->parts[ROWS], *columns = &drawn->parts[COLUMNS];
  tl_table table = {.rows = rows->printed + (rows->printed < rows->all),
                    .columns =
                        columns->printed + (columns->printed < columns->all),
                    .right_aligned = is_offset(drawn->grid),
                    .ascii = ascii,
                    .print_cell = print_cell,
                    .context = drawn};
  print_title(drawn->grid->subject->value);
  for (; drawn->table < drawn->parts[TABLES].printed; drawn->table++)
    tl_table_draw(&table);
}

static tl_code show_tables(const tl_grid *grid, unsigned options,
                           tl_error *error) {
  drawing drawn;
  if (options & TL_OPTION_ALL)
    TL_TRY(tl_grid_check_within(grid, TL_GRID_MOST, "", error));
  plan(grid, options & TL_OPTION_ALL, &drawn);
  if (grid->subject->family->is_cute)
    draw_corner(&drawn);
  else
    draw_tables(&drawn, options & TL_OPTION_ASCII);
  tl_print_left_out(
      drawn.parts, PART_COUNT,
      tl_grid_is_within(grid, TL_GRID_MOST) ? "; --all shows everything" : "");
  return TL_OK;
}

static tl_code show(const tl_value *value, unsigned options, tl_error *error) {
  tl_subject subject;
  tl_grid grid;
  TL_TRY(tl_subject_open(value, &subject, error));
  TL_TRY(tl_grid_create(&subject, &grid, error));
  return options & TL_OPTION_LATEX
             ? tl_show_latex(&grid, options & TL_OPTION_ALL, error)
             : show_tables(&grid, options, error);
}

static tl_status run(const tl_arguments *arguments) {
  tl_value value;
  tl_error error;
  if (!tl_evaluate_argument(arguments->items[0], arguments->target->lanes,
                            &value))
    return TL_STATUS_FAILED;
  return tl_report_code(show(&value, arguments->options, &error),
                        arguments->items[0], &error);
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
    .options = {{TL_OPTION_ALL, "show everything, up to 1048576 elements"},
                {TL_OPTION_ASCII, "draw with + - | only"},
                {TL_OPTION_LATEX,
                 "write a LaTeX document with a TikZ picture, as CuTe's "
                 "print_latex "
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
