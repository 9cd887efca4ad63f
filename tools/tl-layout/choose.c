/* choose.c - `tl-layout choose`: the layout of a tile in shared memory, from who
 * stores and loads it, beside those that one would write by hand.
 *
 *   S[((4, 4), 8) : ((32, 1), 4)]
 *   wavefronts  accesses  instructions  bytes  layout
 *            2         1             1    256  chosen
 *            8         4             4    256  row_major
 *   2 wavefronts, 2 at best */
#include "planned_copy.h"
#include "tl/shared.h"
#include "tl/shared_choice.h"
#include <inttypes.h>
#include <string.h>

enum { PADDING_BYTES = 16 };

typedef struct cost_row {
  tl_shared_cost cost;
  tl_text name;
} cost_row;

/* The chosen one, and those beside it that there are for the tile. */
typedef struct compared {
  const char *name;
  tl_shared_cost cost;
} compared;

enum { MOST_COMPARED = 4 };

typedef struct chosen {
  tl_shared_accessor accessors[TL_SHARED_MOST_ACCESSORS];
  tl_shared_request request;
  tl_shared_choice choice;
  tl_value value;
  int64_t count;
  compared rows[MOST_COMPARED];
} chosen;

/* ---- Who stores and loads ------------------------------------------------ */

static tl_code check_shape(const tl_list *shape, const tl_list *first,
                           tl_error *error) {
  if (memcmp(shape, first, sizeof *shape) == 0)
    return TL_OK;
  tl_text texts[2] = {{0}, {0}};
  const tl_list *lists[] = {shape, first};
  for (int i = 0; i < 2; i++) {
    tl_value value = {.kind = TL_KIND_LIST, .as.list = *lists[i]};
    tl_value_print(&value, &texts[i]);
  }
  return tl_fail(error, TL_INVALID,
                 "the shape is %.40s; that of the first layout is %.40s",
                 texts[0].data, texts[1].data);
}

/* One argument; what is wrong with it is reported. */
static bool read_accessor(const tl_arguments *arguments, int number,
                          chosen *out) {
  const char *text = arguments->items[number];
  tl_spelling fragment;
  tl_error error;
  if (!tl_planned_copy_open_fragment(text, arguments, &fragment))
    return false;
  tl_list shape = tl_layout_shape(&fragment.layout);
  if (number == 0)
    out->request.shape = shape;
  if (tl_report_code(check_shape(&shape, &out->request.shape, &error), text,
                     &error))
    return false;
  out->accessors[number] = (tl_shared_accessor){
      .copy = tl_planned_copy_request(&fragment, arguments), .weight = 1};
  out->accessors[number].copy.stores = number == 0;
  return true;
}

/* ---- The layouts beside it ------------------------------------------------- */

static tl_code padded(const tl_list *shape, int64_t padding, tl_layout *out) {
  tl_list strides = {.count = shape->count};
  int64_t stride = 1;
  for (int64_t d = shape->count - 1; d >= 0; d--) {
    strides.items[d] = stride;
    stride = stride * shape->items[d] + (d == shape->count - 1 ? padding : 0);
  }
  return tl_layout_from_strides(shape, &strides, out, NULL);
}

/* Adds a layout, if there is one for the tile. */
static void compare(chosen *out, const char *name, tl_code code,
                    const tl_layout *layout) {
  compared *row = &out->rows[out->count];
  row->name = name;
  if (code == TL_OK &&
      tl_shared_measure(&out->request, layout, NULL, &row->cost, NULL) == TL_OK)
    out->count++;
}

static tl_code choose(const tl_arguments *arguments, chosen *out,
                      tl_error *error) {
  const tl_list *shape = &out->request.shape;
  int64_t bytes = arguments->bits / 8;
  tl_layout other;
  TL_TRY(tl_planned_copy_check_target(arguments, error));
  TL_TRY(tl_shared_choose(&out->request, &out->choice, error));
  tl_value meant = {.kind = TL_KIND_LAYOUT, .as.layout = out->choice.layout};
  out->value = meant;
  out->rows[out->count++] = (compared){"chosen", out->choice.cost};
  compare(out, "row_major", padded(shape, 0, &other), &other);
  compare(out, "row_major_swizzle",
          tl_shared_row_major_swizzle(shape, bytes, &other, NULL), &other);
  compare(out, "row_major, rows padded by 16 bytes",
          padded(shape, PADDING_BYTES / bytes, &other), &other);
  return TL_OK;
}

/* ---- What is said ---------------------------------------------------------- */

static void read_row(const void *context, int64_t number, void *row) {
  const compared *of = &((const chosen *)context)->rows[number];
  cost_row *out = row;
  *out = (cost_row){.cost = of->cost};
  tl_text_append(&out->name, "%s", of->name);
}

static const tl_column COLUMNS[] = {
    TL_COLUMN("wavefronts", "wavefronts", NUMBER, cost_row, cost.wavefronts),
    TL_COLUMN("accesses", "accesses", NUMBER, cost_row, cost.accesses),
    TL_COLUMN("instructions", "instructions", NUMBER, cost_row,
              cost.instructions),
    TL_COLUMN("bytes", "bytes", NUMBER, cost_row, cost.bytes),
    {"layout", "layout", TL_CELL_TEXT, offsetof(cost_row, name), -1},
};

static void print_json(const chosen *of, const tl_table *rows) {
  tl_json json = {.to = tl_print_writer()};
  tl_text text = {0};
  tl_value_print(&of->value, &text);
  tl_json_open(&json, NULL, '{');
  tl_json_text(&json, "layout", text.data);
  tl_json_integer(&json, "bound", of->choice.bound);
  tl_table_print_json(rows, &json);
  tl_json_close(&json, '}');
}

static tl_status run(const tl_arguments *arguments) {
  chosen of = {.request = {.accessor_count = arguments->count,
                           .rules = tl_planned_copy_rules(arguments)}};
  tl_error error;
  of.request.accessors = of.accessors;
  for (int i = 0; i < arguments->count; i++)
    if (!read_accessor(arguments, i, &of))
      return TL_STATUS_FAILED;
  tl_code code = choose(arguments, &of, &error);
  const tl_table rows = {TL_COLUMNS(COLUMNS), .rows = of.count,
                         .noun = "rows",      .read = read_row,
                         .context = &of,      .row = &(cost_row){.cost = {0}}};
  if (code == TL_OK && arguments->json) {
    print_json(&of, &rows);
  } else if (code == TL_OK) {
    tl_print_value(&of.value);
    tl_table_print(&rows, true);
    printf("%" PRId64 " wavefronts", of.choice.cost.wavefronts);
    printf(of.choice.bound ? ", %" PRId64 " at best\n" : "\n", of.choice.bound);
  }
  return tl_report_code(code, NULL, &error);
}

const tl_command TL_COMMAND_CHOOSE = {
    .name = "choose",
    .summary = "choose the layout of a tile in shared memory",
    .operands = {"REGISTERS...", 1, TL_SHARED_MOST_ACCESSORS},
    .run = run,
    .help =
        "The first fragment stores a tile of shared memory, the others load "
        "it.  Prints the layout of the tile that the passes choose for "
        "that, and what all of them cost with it and with layouts that "
        "one would write by hand, in the first warp of each:",
    .prints = {{"wavefronts", "of shared memory"},
               {"accesses", "of a thread"},
               {"instructions", "that compute the addresses, once"},
               {"bytes", "that the tile takes"},
               {"at best",
                "no layout takes fewer wavefronts that has bits of "
                "a coordinate in its lowest 16 bytes, and any linear "
                "map of the others in its banks (law C23)"}},
    .required = "--type",
    .options = {{"--type", NULL},
                {"--scope", NULL},
                {"--max-bits", "of an access; 128"},
                {"--target", NULL},
                {"--json",
                 "print {layout, bound, rows}, where a row is {wavefronts, "
                 "accesses, instructions, bytes, layout}"}},
    .examples =
        "'spatial(32, 1).local(1, 32)' 'spatial(1, 32).local(32, 1)' --type "
        "f32\n"
        "'spatial(16, 2).local(1, 8)' 'mma_a(16, 8, 16, 16)' --type f16\n",
};
