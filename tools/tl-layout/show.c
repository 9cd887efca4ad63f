/* show.c - `tl-layout show`: a layout as tables of its elements.
 *
 * The last two dimensions are rows and columns; there is one table for every
 * coordinate of the others.  Row-major order of the elements is the order in
 * which tables, rows and columns are drawn, so that (table, row, column) is a
 * row-major index.  Source: Tilus, visualize_layout. */
#include "command.h"
#include "draw.h"
#include "print.h"
#include "report.h"
#include <assert.h>
#include <inttypes.h>

/* What a drawing is measured in.  A small layout is drawn in full, of any other
 * a page is. */
enum { TABLES, ROWS, COLUMNS, THREADS, PART_COUNT };

static const struct {
  const char *name;
  int64_t page;
} PARTS[PART_COUNT] = {
    [TABLES] = {"tables", 4},
    [ROWS] = {"rows", 16},
    [COLUMNS] = {"columns", 16},
    [THREADS] = {"threads of a cell", 8},
};

/* A full drawing has at most so many columns, threads in a row of it, and
 * threads in all. */
enum { MOST_COLUMNS = 64, MOST_IN_ROW = 512, MOST_IN_ALL = 4096 };

typedef struct drawing {
  const tl_value *layout;
  const tl_list *shape;
  tl_part parts[PART_COUNT];
  int64_t table; /* the one being drawn */
} drawing;

static tl_code plan(const tl_value *layout, bool all, drawing *out,
                    tl_error *error);
static tl_code count_parts(drawing *drawn, tl_error *error);
static tl_code count_threads(const tl_register *layout, int64_t *threads,
                             tl_error *error);
static bool is_small(const tl_part *parts);
static void print_title(const tl_value *layout);
static void print_register_title(const tl_register *layout);
static void print_shared_title(const tl_shared *layout);
static void print_field(const char *name, const tl_list *list);
static int64_t print_cell(const void *context, int64_t row, int64_t column,
                          FILE *out);
static int64_t print_place(const drawing *drawn, const tl_list *coordinate,
                           FILE *out);
static int64_t print_offset(const drawing *drawn, const tl_list *coordinate,
                            FILE *out);
static tl_list coordinate_of(const drawing *drawn, int64_t row, int64_t column);

tl_status tl_run_show(const tl_arguments *arguments) {
  tl_value layout;
  drawing drawn;
  tl_error error;
  if (!tl_evaluate_argument(arguments->items[0], &layout))
    return TL_STATUS_FAILED;
  if (plan(&layout, arguments->options & TL_OPTION_ALL, &drawn, &error) !=
      TL_OK) {
    tl_report("%s", error.message);
    return TL_STATUS_FAILED;
  }
  const tl_part *rows = &drawn.parts[ROWS], *columns = &drawn.parts[COLUMNS];
  tl_table table = {.rows = rows->printed + (rows->printed < rows->all),
                    .columns =
                        columns->printed + (columns->printed < columns->all),
                    .right_aligned = layout.kind == TL_KIND_SHARED,
                    .ascii = arguments->options & TL_OPTION_ASCII,
                    .print_cell = print_cell,
                    .context = &drawn};
  print_title(&layout);
  for (; drawn.table < drawn.parts[TABLES].printed; drawn.table++)
    tl_table_draw(&table);
  tl_print_left_out(drawn.parts, PART_COUNT);
  return TL_STATUS_OK;
}

static tl_code plan(const tl_value *layout, bool all, drawing *out,
                    tl_error *error) {
  *out = (drawing){.layout = layout};
  if (layout->kind == TL_KIND_REGISTER)
    out->shape = &layout->as.reg.shape;
  else if (layout->kind == TL_KIND_SHARED)
    out->shape = &layout->as.shared.shape;
  else
    return tl_fail(error, TL_INVALID,
                   "expected a register or a shared layout, got %s",
                   tl_kind_describe(layout->kind));
  TL_TRY(count_parts(out, error));
  bool full = all || is_small(out->parts);
  for (int i = 0; i < PART_COUNT; i++) {
    tl_part *part = &out->parts[i];
    part->printed =
        full || part->all < PARTS[i].page ? part->all : PARTS[i].page;
  }
  return TL_OK;
}

/* Counts what there is, and makes sure that every element has a place.  Above
 * rank 3, extents of 1 are no dimensions of the drawing. */
static tl_code count_parts(drawing *drawn, tl_error *error) {
  int64_t size, threads = 1, span, extents[TL_MAX_RANK + 2] = {1, 1};
  TL_TRY(tl_list_product(drawn->shape, &size, error));
  if (drawn->layout->kind == TL_KIND_REGISTER)
    TL_TRY(count_threads(&drawn->layout->as.reg, &threads, error));
  else
    TL_TRY(tl_shared_span(&drawn->layout->as.shared, &span, error));
  int64_t *end = &extents[2];
  for (int64_t d = 0; d < drawn->shape->count; d++)
    if (drawn->shape->count <= 3 || drawn->shape->items[d] != 1)
      *end++ = drawn->shape->items[d];
  int64_t rows = end[-2], columns = end[-1];
  int64_t counts[PART_COUNT] = {size / rows / columns, rows, columns, threads};
  for (int i = 0; i < PART_COUNT; i++)
    drawn->parts[i] = (tl_part){PARTS[i].name, 0, counts[i]};
  return TL_OK;
}

/* How many threads hold an element: the same number for all of them. */
static tl_code count_threads(const tl_register *layout, int64_t *threads,
                             tl_error *error) {
  tl_list first = {.count = layout->shape.count};
  tl_register_place place;
  int64_t numbered;
  TL_TRY(tl_register_threads(layout, &numbered, error));
  TL_TRY(tl_register_locate(layout, &first, &place, error));
  *threads = tl_register_place_count(&place);
  return TL_OK;
}

static bool is_small(const tl_part *parts) {
  int64_t drawn = 1;
  for (int i = 0; i < PART_COUNT; i++) {
    if (parts[i].all > MOST_IN_ALL / drawn)
      return false;
    drawn *= parts[i].all;
  }
  return parts[COLUMNS].all <= MOST_COLUMNS &&
         parts[COLUMNS].all * parts[THREADS].all <= MOST_IN_ROW;
}

static void print_title(const tl_value *layout) {
  if (layout->kind == TL_KIND_REGISTER)
    print_register_title(&layout->as.reg);
  else
    print_shared_title(&layout->as.shared);
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

static void print_field(const char *name, const tl_list *list) {
  printf("%s=", name);
  tl_print_list(list);
}

static int64_t print_cell(const void *context, int64_t row, int64_t column,
                          FILE *out) {
  const drawing *drawn = context;
  if (row == drawn->parts[ROWS].printed ||
      column == drawn->parts[COLUMNS].printed)
    return tl_print(out, "...");
  tl_list coordinate = coordinate_of(drawn, row, column);
  return drawn->layout->kind == TL_KIND_REGISTER
             ? print_place(drawn, &coordinate, out)
             : print_offset(drawn, &coordinate, out);
}

static int64_t print_place(const drawing *drawn, const tl_list *coordinate,
                           FILE *out) {
  tl_register_place place = {0};
  tl_code code =
      tl_register_locate(&drawn->layout->as.reg, coordinate, &place, NULL);
  assert(code == TL_OK);
  (void)code;
  return tl_print_threads(out, &place, drawn->parts[THREADS].printed) +
         tl_print(out, ": %" PRId64, place.slot);
}

static int64_t print_offset(const drawing *drawn, const tl_list *coordinate,
                            FILE *out) {
  int64_t offset = 0;
  tl_code code =
      tl_shared_offset(&drawn->layout->as.shared, coordinate, &offset, NULL);
  assert(code == TL_OK);
  (void)code;
  return tl_print(out, "%" PRId64, offset);
}

static tl_list coordinate_of(const drawing *drawn, int64_t row,
                             int64_t column) {
  tl_list coordinate = {.count = drawn->shape->count};
  int64_t index = drawn->table;
  index = index * drawn->parts[ROWS].all + row;
  index = index * drawn->parts[COLUMNS].all + column;
  for (int64_t d = coordinate.count - 1; d >= 0; d--) {
    coordinate.items[d] = index % drawn->shape->items[d];
    index /= drawn->shape->items[d];
  }
  return coordinate;
}
