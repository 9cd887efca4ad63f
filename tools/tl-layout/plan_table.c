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
#include "copy.h"
#include "table.h"
#include "tl/copy_plan_text.h"
#include <inttypes.h>
#include <string.h>

typedef struct plan_table {
  const tl_copy *copy;
  tl_copy_names names;
} plan_table;

/* What an access adds to the base: to its offset, the multiples of strides
 * known at run time, to the coordinates of its elements (from first to last)
 * and to those that a scattered start reads. */
typedef struct access {
  int64_t number, offset;
  tl_list registers, strides, start, first, last;
  tl_text start_text, offset_text, limit_text;
  tl_access_facts facts;
} access;

/* ---- Accesses ----------------------------------------------------------- */

/* The strides known at run time: ld to the last that memory has. */
static int64_t count_symbols(const tl_copy *copy) {
  int64_t count = TL_MAX_SYMBOLS;
  while (count > 0 && !copy->request.memory.divisor[count - 1])
    count--;
  return count;
}

static tl_list list_of(const int64_t *items, int64_t count) {
  tl_list list = {.count = count};
  memcpy(list.items, items, (size_t)count * sizeof *items);
  return list;
}

/* Adds the elements that the access moves, from where its atoms start. */
static void read_elements(const tl_copy *copy, const tl_moves *from,
                          tl_run_access part, access *out) {
  const tl_copy_matrix *matrix = &copy->choice.matrix;
  const tl_atoms *inner =
      matrix->count ? &matrix->inner : &copy->choice.vectors.inner;
  out->registers.count = matrix->count ? copy->choice.width : part.width;
  for (int64_t e = 0; e < out->registers.count; e++) {
    tl_moves at = *from;
    tl_atoms_move(inner, part.first + e, &at);
    out->registers.items[e] = at.slot;
    for (int64_t d = 0; d < out->first.count; d++) {
      int64_t x = at.coordinate[d], *first = &out->first.items[d],
              *last = &out->last.items[d];
      *first = e && *first < x ? *first : x;
      *last = e && *last > x ? *last : x;
    }
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
  for (int64_t i = 0; i < of->strides.count; i++) {
    if (!of->strides.items[i])
      continue;
    tl_text_append(out, "+ ");
    if (of->strides.items[i] > 1)
      tl_text_append(out, "%" PRId64 " * ", of->strides.items[i]);
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
    tl_text_append(out, "%s%" PRId64, i ? ", " : "", of->first.items[d]);
    if (of->last.items[d] != of->first.items[d])
      tl_text_append(out, "-%" PRId64, of->last.items[d]);
  }
}

/* What a start adds to the coordinates that are read: `k1 = 4`. */
static void write_start(const tl_copy_partition *plan, const access *of,
                        tl_text *out) {
  for (int64_t x = plan->coordinates; x < plan->base; x++) {
    int64_t d = plan->address.rows[x].number;
    tl_text_append(out, "%sk%" PRId64 " = %" PRId64, out->length ? ", " : "", d,
                   of->start.items[d]);
  }
}

/* In the order of tl_copy_addresses. */
static void read_access(const void *context, int64_t number, void *row) {
  const tl_copy *copy = ((const plan_table *)context)->copy;
  const tl_copy_partition *plan = &copy->plan;
  const tl_copy_vectors *vectors = &copy->choice.vectors;
  tl_run_access part = tl_copy_access_of_run(vectors, number);
  int64_t outer = tl_atoms_count(&vectors->outer);
  int64_t run = number / tl_run_access_count(tl_atoms_count(&vectors->inner),
                                             vectors->width);
  int64_t rank = copy->request.memory.rank;
  tl_moves from = {.slot = plan->slot_offset};
  access *out = row;
  tl_atoms_move(&plan->starts, run / outer, &from);
  *out = (access){.number = number,
                  .start = list_of(from.coordinate, rank),
                  .first.count = rank,
                  .last.count = rank,
                  .facts = copy->facts[number]};
  tl_atoms_move(&vectors->outer, run % outer, &from);
  out->offset = from.offset[0] + part.first;
  out->strides = list_of(&from.offset[1], count_symbols(copy));
  read_elements(copy, &from, part, out);
  write_start(plan, out, &out->start_text);
  write_offset(plan, out, &out->offset_text);
  write_coordinates(plan, out, &out->limit_text);
}

#define FIELD(heading, kind, name) TL_COLUMN(heading, #name, kind, access, name)
#define FACT(name) TL_COLUMN(#name, #name, NUMBER, access, facts.name)

static const tl_column ACCESSES[] = {
    TL_COLUMN("access", NULL, NUMBER, access, number),
    FIELD("registers", LIST, registers),
    TL_COLUMN("start", NULL, TEXT, access, start_text),
    TL_COLUMN("offset", NULL, TEXT, access, offset_text),
    TL_COLUMN("c", NULL, TEXT, access, limit_text),
    FIELD(NULL, NUMBER, offset),
    FIELD(NULL, LIST, strides),
    FIELD(NULL, LIST, start),
    FIELD(NULL, LIST, first),
    FIELD(NULL, LIST, last),
    FACT(wavefronts),
    FACT(minimum),
    FACT(sectors),
    FACT(lines)};

/* ---- Text --------------------------------------------------------------- */

/* Empties the text. */
static void print_line(const char *name, tl_text *text) {
  tl_print("%-7s  %s\n", name, text->data);
  *text = (tl_text){0};
}

static void print_swizzle(const plan_table *of) {
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

static void print_head(const plan_table *of) {
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

/* ---- JSON --------------------------------------------------------------- */

/* The terms of threads and origins. */
static void print_json_terms(const plan_table *of, const char *key, int64_t row,
                             tl_json *json) {
  int64_t count;
  const tl_term *terms = tl_address_terms(&of->copy->plan.address, row, &count);
  tl_json_open(json, key, '[');
  for (int64_t i = 0; i < count && terms[i].source <= TL_SOURCE_THREAD; i++) {
    const tl_term *term = &terms[i];
    bool is_thread = term->source == TL_SOURCE_THREAD;
    tl_json_open(json, NULL, '{');
    tl_json_text(json, "source",
                 is_thread ? "t" : of->names.origin[term->source]);
    tl_json_integer(json, "divisor", term->divisor);
    tl_json_integer(json, "extent", term->extent);
    tl_json_integer(json, "stride", term->stride);
    tl_json_integer(json, "symbol", term->symbol);
    tl_json_close(json, '}');
  }
  tl_json_close(json, ']');
}

static void print_json_limits(const plan_table *of, tl_json *json) {
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

static void print_json(const plan_table *of, const tl_table *accesses) {
  const tl_copy *copy = of->copy;
  const tl_copy_partition *plan = &copy->plan;
  tl_json json = {.to = tl_print_writer()};
  tl_text base = {0};
  int64_t numbers[1 + TL_MAX_SYMBOLS];
  for (int64_t i = 0; i <= TL_MAX_SYMBOLS; i++)
    numbers[i] = tl_address_number(&plan->address, plan->base, i);
  tl_copy_base_text(plan, &of->names, &base);
  tl_copy_open_json(copy, &json);
  tl_json_integer(&json, "thread_offset", plan->thread_offset);
  print_json_terms(of, "guards", plan->guards, &json);
  tl_json_text(&json, "base", base.data);
  tl_json_integer(&json, "offset", numbers[0]);
  tl_json_integers(&json, "strides", &numbers[1], count_symbols(copy));
  print_json_terms(of, "terms", plan->base, &json);
  tl_json_text(&json, "scattered", plan->is_scattered ? plan->reason : NULL);
  tl_json_text(&json, "swizzle",
               plan->swizzle.bits ? tl_swizzle_form_name(plan->form) : NULL);
  tl_json_integer(&json, "alignment", plan->alignment);
  tl_json_integer(&json, "width", copy->choice.width);
  print_json_limits(of, &json);
  tl_table_print_json(accesses, &json);
  tl_json_close(&json, '}');
}

static void print(const tl_copy *copy, const tl_arguments *arguments) {
  plan_table of = {.copy = copy};
  tl_table accesses = {.columns = ACCESSES,
                       .column_count = sizeof ACCESSES / sizeof *ACCESSES,
                       .rows = copy->accesses,
                       .noun = "accesses",
                       .read = read_access,
                       .context = &of,
                       .row = &(access){0}};
  for (int64_t d = 0; d < arguments->origin.count; d++)
    of.names.origin[d] = arguments->origin.items[d].name;
  for (int64_t d = 0; d < arguments->bounds.count; d++)
    of.names.bound[d] = arguments->bounds.items[d].name;
  if (arguments->json) {
    print_json(&of, &accesses);
    return;
  }
  print_head(&of);
  tl_table_print(&accesses, arguments->all);
  tl_copy_print_count(copy, true);
  tl_print("\n");
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
        {{"--bits", "of an element; 16"},
         {"--type", "the same by name; see 'banks'"},
         {"--scope", NULL},
         {"--threads", "of a block; otherwise warps are whole"},
         {"--origin",
          "where the tile starts in memory: numbers, or names of what is "
          "known at run time, as j or j{div 8}"},
         {"--bounds",
          "elements there and beyond are not touched: as for --origin, or _ "
          "for none; the memory may be smaller than the tile then"},
         {"--align", "bytes that divide the start of memory; 16"},
         {"--max-bits", "of an access; 128"},
         {"--store", NULL},
         {"--global", NULL},
         {"--all", NULL},
         {"--target", NULL},
         {"--json",
          "print {scope, bits, stores, matrices, thread_offset, guards, base, "
          "offset, "
          "strides, terms, scattered, swizzle, alignment, width, limits, "
          "accesses}"}},
    .examples = "'spatial(16, 8).local(1, 8)' 'Sw<3,3,3> o (16,64):(64,1)'\n"
                "'spatial(32, 1).local(1, 8)' 'S[(128, 64) : (ld{div 8}, 1)]' "
                "--origin 'i,j{div 8}' --bounds 'm,n{div 8}'\n",
};
