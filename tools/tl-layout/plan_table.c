/* plan_table.c - `tl-layout plan`: what a thread does in a copy.
 *
 *   load     16 x 64 elements of 16 bits by the threads t of a cta
 *   threads  t < 128
 *   base     x ^ ((x & 448) >> 3), x = 8 * t
 *   swizzle  linear: in the base, once
 *   align    16 bytes divide every base
 *   access  registers  offset  wavefronts  minimum  sectors  lines
 *        0        0-7     + 0           4        4       32      8
 *
 * Bounds, and the coordinates of copies without a common refinement, have lines
 * and columns of their own. */
#include "buffer.h"
#include "copy.h"
#include "draw.h"
#include "print.h"
#include "report.h"
#include "tl/copy_plan_text.h"
#include "tl/json.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 32, MOST_WIDTH = 16 };

enum { NUMBER, REGISTERS, START, OFFSET, COORDINATE, FACTS }; /* columns */

/* What an access adds to the base: to its offset, the multiples of strides
 * known at run time, to the coordinates of its elements (from first to last)
 * and to those that a scattered start reads. */
typedef struct access {
  int64_t width, slots[MOST_WIDTH];
  int64_t offset, symbols[TL_MAX_SYMBOLS];
  int64_t first[TL_MAX_RANK], last[TL_MAX_RANK], shift[TL_MAX_RANK];
} access;

typedef struct table {
  const tl_copy *copy;
  tl_copy_names names;
  access *accesses; /* owned */
} table;

static void read_names(const tl_arguments *arguments, tl_copy_names *out) {
  for (int64_t d = 0; d < arguments->origin.count; d++)
    out->origin[d] = arguments->origin.items[d].name;
  for (int64_t d = 0; d < arguments->bounds.count; d++)
    out->bound[d] = arguments->bounds.items[d].name;
}

/* ---- Accesses ----------------------------------------------------------- */

/* In the order of tl_copy_addresses. */
static void read_access(const tl_copy *copy, int64_t number, access *out) {
  const tl_copy_partition *plan = &copy->plan;
  const tl_copy_vectors *vectors = &copy->choice.vectors;
  tl_run_access part = tl_copy_access_of_run(vectors, number);
  int64_t run = number / tl_run_access_count(tl_atoms_count(&vectors->inner),
                                             vectors->width);
  int64_t outer = tl_atoms_count(&vectors->outer);
  tl_moves first = {.slot = plan->slot_offset};
  tl_atoms_move(&plan->starts, run / outer, &first);
  memcpy(out->shift, first.coordinate, sizeof out->shift);
  tl_atoms_move(&vectors->outer, run % outer, &first);
  out->offset = first.offset[0] + part.first;
  memcpy(out->symbols, &first.offset[1], sizeof out->symbols);
  out->width = copy->choice.matrix.count ? copy->choice.width : part.width;
  for (int64_t e = 0; e < out->width; e++) {
    tl_moves at = first;
    tl_atoms_move(copy->choice.matrix.count ? &copy->choice.matrix.inner
                                            : &vectors->inner,
                  part.first + e, &at);
    out->slots[e] = at.slot;
    for (int64_t d = 0; d < TL_MAX_RANK; d++) {
      int64_t x = at.coordinate[d];
      out->first[d] = e && out->first[d] < x ? out->first[d] : x;
      out->last[d] = e && out->last[d] > x ? out->last[d] : x;
    }
  }
}

/* ---- Text --------------------------------------------------------------- */

/* Empties the text. */
static void print_line(const char *name, tl_text *text) {
  printf("%-7s  %s\n", name, text->data);
  *text = (tl_text){0};
}

static void print_swizzle(const table *of) {
  const tl_copy_partition *plan = &of->copy->plan;
  const tl_swizzle *swizzle = &plan->swizzle;
  int64_t shift = swizzle->shift;
  tl_text text = {0};
  if (!swizzle->bits)
    return;
  tl_text_append(&text, "%s: ", tl_swizzle_form_name(plan->form));
  if (plan->form == TL_SWIZZLE_FULL)
    tl_text_append(&text,
                   "x ^ ((x & %" PRId64 ") %s %" PRId64
                   ") of every x = base + offset",
                   tl_swizzle_read_mask(swizzle), shift < 0 ? "<<" : ">>",
                   shift < 0 ? -shift : shift);
  else
    tl_text_append(&text, "in the base, once");
  print_line("swizzle", &text);
}

static void print_head(const table *of) {
  char instruction[TL_INSTRUCTION_CAPACITY];
  const tl_copy_request *request = &of->copy->request;
  const tl_copy_partition *plan = &of->copy->plan;
  tl_list tile;
  tl_text text = {0};
  tl_layout_shape(&request->fragment, &tile);
  for (int64_t d = 0; d < tile.count; d++)
    tl_text_append(&text, "%s%" PRId64, d ? " x " : "", tile.items[d]);
  tl_text_append(&text, " elements of %" PRId64 " bits, thread t of a %s",
                 request->element_bytes * 8,
                 tl_scope_describe(request->scope)->name);
  print_line(request->stores ? "store" : "load", &text);
  tl_copy_guards_text(plan, &text);
  print_line("threads", &text);
  tl_copy_base_text(plan, &of->names, &text);
  print_line("base", &text);
  if (plan->is_scattered) {
    tl_copy_coordinates_text(plan, &of->names, &text);
    print_line("where", &text);
    tl_text_append(&text, "%s", plan->reason);
    print_line("because", &text);
  }
  print_swizzle(of);
  tl_text_append(&text, "%" PRId64 " byte%s divide%s every base",
                 plan->alignment, plan->alignment == 1 ? "" : "s",
                 plan->alignment == 1 ? "s" : "");
  print_line("align", &text);
  if (tl_copy_instruction(of->copy, instruction)) {
    tl_text_append(&text, "%s: the base is that of row t %% 8 of matrix t / 8",
                   instruction);
    print_line("by", &text);
  }
  for (int64_t i = 0; i < plan->limit_count; i++) {
    tl_copy_limit_text(plan, i, &of->names, &text);
    if (plan->limits[i].granule > 1)
      tl_text_append(&text, ", the same for %" PRId64 " in a row",
                     plan->limits[i].granule);
    print_line(i ? "and" : "if", &text);
  }
}

/* `+ 8`, `+ ld + 8`; `^ 24`, `^ 24 + 1024` where that is no sum. */
static void write_offset(const tl_copy_partition *plan, const access *of,
                         tl_text *out) {
  bool is_swizzled = plan->swizzle.bits && plan->form != TL_SWIZZLE_FULL;
  int64_t offset = of->offset, moved = 0;
  if (is_swizzled) {
    int64_t low = offset % tl_swizzle_period(&plan->swizzle);
    moved = tl_swizzle_apply(&plan->swizzle, low);
    bool is_sum = !(moved & plan->offset_bits);
    offset = offset - low + (is_sum ? moved : 0);
    moved = is_sum ? 0 : moved;
  }
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++) {
    if (!of->symbols[i])
      continue;
    tl_text_append(out, "+ ");
    if (of->symbols[i] > 1)
      tl_text_append(out, "%" PRId64 " * ", of->symbols[i]);
    tl_text_append(out, i ? "ld%" PRId64 " " : "ld ", i + 1);
  }
  if (moved)
    tl_text_append(out, "^ %" PRId64 " ", moved);
  if (offset || !out->length)
    tl_text_append(out, "+ %" PRId64, offset);
  else
    out->data[out->length - 1] = 0;
}

/* The coordinates c of the limits: `16, 0-7`. */
static void write_coordinates(const tl_copy_partition *plan, const access *of,
                              tl_text *out) {
  for (int64_t i = 0; i < plan->limit_count; i++) {
    int64_t d = plan->limits[i].dimension;
    tl_text_append(out, "%s%" PRId64, i ? ", " : "", of->first[d]);
    if (of->last[d] != of->first[d])
      tl_text_append(out, "-%" PRId64, of->last[d]);
  }
}

/* What a start adds to the coordinates that are read: `k1 = 4`. */
static void write_start(const table *of, const access *at, tl_text *out) {
  const tl_copy_partition *plan = &of->copy->plan;
  for (int64_t x = plan->coordinates; x < plan->base; x++) {
    int64_t d = plan->address.rows[x].number;
    tl_text_append(out, "%sk%" PRId64 " = %" PRId64, out->length ? ", " : "", d,
                   at->shift[d]);
  }
}

static void write_cell(const void *context, int64_t number, int column,
                       tl_text *out) {
  const table *of = context;
  const access *at = &of->accesses[number];
  const tl_access_facts *facts = &of->copy->facts[number];
  const int64_t numbers[] = {facts->wavefronts, facts->minimum, facts->sectors,
                             facts->lines};
  switch (column) {
  case NUMBER:
    tl_text_append(out, "%" PRId64, number);
    return;
  case REGISTERS:
    tl_print_ranges(at->slots, at->width, out);
    return;
  case START:
    write_start(of, at, out);
    return;
  case OFFSET:
    write_offset(&of->copy->plan, at, out);
    return;
  case COORDINATE:
    write_coordinates(&of->copy->plan, at, out);
    return;
  default:
    tl_text_append(out, "%" PRId64, numbers[column - FACTS]);
  }
}

static void print_text(const table *of, bool all) {
  static const tl_column COLUMNS[] = {
      {"access", 0}, {"registers", 0},  {"start", 0},   {"offset", 0},
      {"c", 0},      {"wavefronts", 0}, {"minimum", 0}, {"sectors", 0},
      {"lines", 0},  {NULL, 0}};
  int64_t count = of->copy->accesses;
  int64_t printed = all || count < MOST_ROWS ? count : MOST_ROWS;
  print_head(of);
  tl_columns_print(&(tl_columns){COLUMNS, printed, write_cell, of});
  tl_print_left_out(&(tl_part){"accesses", printed, count}, 1,
                    "; --all shows everything");
  tl_copy_print_count(of->copy, true);
  puts("");
}

/* ---- JSON --------------------------------------------------------------- */

static void print_json_term(const tl_term *term, const char *source,
                            tl_json *json) {
  tl_json_open(json, NULL, '{');
  tl_json_text(json, "source", source);
  tl_json_integer(json, "divisor", term->divisor);
  tl_json_integer(json, "extent", term->extent);
  tl_json_integer(json, "stride", term->stride);
  tl_json_integer(json, "symbol", term->symbol);
  tl_json_close(json, '}');
}

/* Those of threads and origins. */
static void print_json_terms(const table *of, const char *key, int64_t row,
                             tl_json *json) {
  int64_t count;
  const tl_term *terms = tl_address_terms(&of->copy->plan.address, row, &count);
  tl_json_open(json, key, '[');
  for (int64_t i = 0; i < count; i++) {
    int64_t source = terms[i].source;
    if (source <= TL_SOURCE_THREAD)
      print_json_term(
          &terms[i],
          source == TL_SOURCE_THREAD ? "t" : of->names.origin[source], json);
  }
  tl_json_close(json, ']');
}

static void print_json_limits(const table *of, tl_json *json) {
  const tl_copy_partition *plan = &of->copy->plan;
  tl_json_open(json, "limits", '[');
  for (int64_t i = 0; i < plan->limit_count; i++) {
    tl_text text = {0};
    tl_copy_limit_text(plan, i, &of->names, &text);
    tl_json_open(json, NULL, '{');
    tl_json_integer(json, "dimension", plan->limits[i].dimension);
    tl_json_integer(json, "granule", plan->limits[i].granule);
    tl_json_text(json, "inside", text.data);
    tl_json_close(json, '}');
  }
  tl_json_close(json, ']');
}

/* The strides known at run time: ld to the last that memory has. */
static int64_t count_symbols(const table *of) {
  int64_t count = TL_MAX_SYMBOLS;
  while (count > 0 && !of->copy->request.memory.divisor[count - 1])
    count--;
  return count;
}

static void print_json_access(const table *of, int64_t number, tl_json *json) {
  const access *at = &of->accesses[number];
  const tl_access_facts *facts = &of->copy->facts[number];
  int64_t rank = of->copy->request.memory.rank;
  tl_json_open(json, NULL, '{');
  tl_json_integers(json, "registers", at->slots, at->width);
  tl_json_integer(json, "offset", at->offset);
  tl_json_integers(json, "strides", at->symbols, count_symbols(of));
  tl_json_integers(json, "start", at->shift, rank);
  tl_json_integers(json, "first", at->first, rank);
  tl_json_integers(json, "last", at->last, rank);
  tl_json_integer(json, "wavefronts", facts->wavefronts);
  tl_json_integer(json, "minimum", facts->minimum);
  tl_json_integer(json, "sectors", facts->sectors);
  tl_json_integer(json, "lines", facts->lines);
  tl_json_close(json, '}');
}

static void print_json(const table *of) {
  const tl_copy_partition *plan = &of->copy->plan;
  tl_json json = {.to = tl_print_writer()};
  tl_text base = {0};
  int64_t numbers[1 + TL_MAX_SYMBOLS];
  for (int64_t i = 0; i <= TL_MAX_SYMBOLS; i++)
    numbers[i] = tl_address_number(&plan->address, plan->base, i);
  tl_copy_base_text(plan, &of->names, &base);
  tl_copy_open_json(of->copy, &json);
  tl_json_integer(&json, "thread_offset", plan->thread_offset);
  print_json_terms(of, "guards", plan->guards, &json);
  tl_json_text(&json, "base", base.data);
  tl_json_integer(&json, "offset", numbers[0]);
  tl_json_integers(&json, "strides", &numbers[1], count_symbols(of));
  print_json_terms(of, "terms", plan->base, &json);
  tl_json_text(&json, "scattered", plan->is_scattered ? plan->reason : NULL);
  tl_json_text(&json, "swizzle",
               plan->swizzle.bits ? tl_swizzle_form_name(plan->form) : NULL);
  tl_json_integer(&json, "alignment", plan->alignment);
  tl_json_integer(&json, "width", of->copy->choice.width);
  print_json_limits(of, &json);
  tl_json_open(&json, "accesses", '[');
  for (int64_t i = 0; i < of->copy->accesses; i++)
    print_json_access(of, i, &json);
  tl_json_close(&json, ']');
  tl_json_close(&json, '}');
}

static void print(const tl_copy *copy, const tl_arguments *arguments) {
  table of = {.copy = copy};
  read_names(arguments, &of.names);
  of.accesses = tl_allocate((size_t)copy->accesses, sizeof *of.accesses);
  for (int64_t i = 0; i < copy->accesses; i++)
    read_access(copy, i, &of.accesses[i]);
  if (arguments->options & TL_OPTION_JSON)
    print_json(&of);
  else
    print_text(&of, arguments->options & TL_OPTION_ALL);
  free(of.accesses);
}

static tl_status run(const tl_arguments *arguments) {
  return tl_copy_run(arguments, print);
}

const tl_command TL_COMMAND_PLAN = {
    .name = "plan",
    .summary = "plan a copy, as the passes do",
    .operands = {"REGISTERS MEMORY", 2, 2},
    .run = run,
    .help = "Says what thread t of the scope does: whether it takes part, the "
            "offset where it starts, in elements, and for each of its accesses "
            "the registers, the offset from there, and what the first warp "
            "pays for it (see 'banks').  Origins that are known at run time "
            "count as 0 there, and strides as their divisor.",
    .options =
        {{TL_OPTION_BITS, "of an element; 16"},
         {TL_OPTION_TYPE, "the same by name; see 'banks'"},
         {TL_OPTION_SCOPE, NULL},
         {TL_OPTION_THREADS, "of a block; otherwise warps are whole"},
         {TL_OPTION_ORIGIN,
          "where the tile starts in memory: numbers, or names of what is "
          "known at run time, as j or j{div 8}"},
         {TL_OPTION_BOUNDS,
          "elements there and beyond are not touched: as for --origin, or _ "
          "for none; the memory may be smaller than the tile then"},
         {TL_OPTION_ALIGN, "bytes that divide the start of memory; 16"},
         {TL_OPTION_MAX_BITS, "of an access; 128"},
         {TL_OPTION_STORE, NULL},
         {TL_OPTION_GLOBAL, NULL},
         {TL_OPTION_ALL, NULL},
         {TL_OPTION_TARGET, NULL},
         {TL_OPTION_JSON,
          "print {scope, bits, stores, matrices, thread_offset, guards, base, "
          "offset, "
          "strides, terms, scattered, swizzle, alignment, width, limits, "
          "accesses}"}},
    .examples = "'spatial(16, 8).local(1, 8)' 'Sw<3,3,3> o (16,64):(64,1)'\n"
                "'spatial(32, 1).local(1, 8)' 'S[(128, 64) : (ld{div 8}, 1)]' "
                "--origin 'i,j{div 8}' --bounds 'm,n{div 8}'\n",
};
