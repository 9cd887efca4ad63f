/* plan.c - `tl-layout plan`: what a thread does in a copy, as the passes plan it.
 *
 *   load     16 x 64 elements of 16 bits, thread t of a cta
 *   threads  t < 128
 *   base     x ^ ((x & 448) >> 3), x = 8 * t
 *   swizzle  linear: in the base, once
 *   align    16 bytes divide every base
 *   access  registers  offset  wavefronts  minimum  sectors  lines
 *        0        0-7     + 0           4        4       32      8
 *
 * Bounds, and the coordinates of copies without a common refinement, have lines
 * and columns of their own. */
#include "planned_copy.h"
#include "tl/copy_reasons.h"
#include <inttypes.h>
#include <string.h>

/* What an access adds to the base: to its offset, the multiples of strides
 * known at run time, to the coordinates of its elements (from first to last)
 * and to those that a scattered start reads. */
typedef struct access {
  int64_t number, offset;
  tl_list registers, strides, start, first, last;
  tl_text start_text, offset_text, limit_text;
  tl_access_facts facts;
} access;

/* The strides known at run time: ld to the last that memory has. */
static int64_t count_symbols(const tl_planned_copy *of) {
  int64_t count = TL_MAX_SYMBOLS;
  while (count > 0 && !of->request.memory.divisor[count - 1])
    count--;
  return count;
}

static tl_list list_of(const int64_t *items, int64_t count) {
  tl_list list = {.count = count};
  memcpy(list.items, items, (size_t)count * sizeof *items);
  return list;
}

/* The elements that the access moves. */
static void read_elements(const tl_copy_step *step, access *out) {
  out->registers.count = step->count;
  for (int64_t e = 0; e < step->count; e++) {
    const tl_moves *at = &step->elements[e];
    out->registers.items[e] = at->slot;
    for (int64_t d = 0; d < out->first.count; d++) {
      int64_t x = at->coordinate[d], *first = &out->first.items[d],
              *last = &out->last.items[d];
      *first = e && *first < x ? *first : x;
      *last = e && *last > x ? *last : x;
    }
  }
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
  if (plan->is_twisted)
    tl_text_append(out, "s = %" PRId64, of->start.items[0]);
  for (int64_t x = plan->coordinates; x < plan->base && !plan->is_twisted;
       x++) {
    int64_t d = plan->address.rows[x].number;
    tl_text_append(out, "%sk%" PRId64 " = %" PRId64, out->length ? ", " : "", d,
                   of->start.items[d]);
  }
}

static void read_access(const void *context, int64_t number, void *row) {
  static const tl_swizzle NONE = {0, 0, 0};
  const tl_planned_copy *of = context;
  int64_t rank = of->request.memory.rank;
  tl_copy_step step;
  access *out = row;
  tl_copy_step_of(&of->plan, &of->choice, number, &step);
  *out = (access){.number = number,
                  .offset = step.from.offset[0],
                  .strides = list_of(&step.from.offset[1], count_symbols(of)),
                  .start = list_of(step.start.coordinate, rank),
                  .first.count = rank,
                  .last.count = rank,
                  .facts = of->facts[number]};
  read_elements(&step, out);
  write_start(&of->plan, out, &out->start_text);
  tl_copy_moved_text(of->plan.form == TL_SWIZZLE_FULL ? &NONE
                                                      : &of->plan.swizzle,
                     of->plan.offset_bits, step.from.offset, &out->offset_text);
  write_coordinates(&of->plan, out, &out->limit_text);
}

static const tl_column ACCESSES[] = {
    TL_COLUMN("access", NULL, NUMBER, access, number),
    TL_COLUMN("registers", "registers", LIST, access, registers),
    TL_COLUMN("start", NULL, TEXT, access, start_text),
    TL_COLUMN("offset", NULL, TEXT, access, offset_text),
    TL_COLUMN("c", NULL, TEXT, access, limit_text),
    TL_COLUMN(NULL, "offset", NUMBER, access, offset),
    TL_COLUMN(NULL, "strides", LIST, access, strides),
    TL_COLUMN(NULL, "start", LIST, access, start),
    TL_COLUMN(NULL, "first", LIST, access, first),
    TL_COLUMN(NULL, "last", LIST, access, last),
    TL_FACT_COLUMN(access, wavefronts),
    TL_FACT_COLUMN(access, minimum),
    TL_FACT_COLUMN(access, sectors),
    TL_FACT_COLUMN(access, lines)};

/* ---- The plan ----------------------------------------------------------- */

/* A line, of which the text is emptied. */
static void print_line(const char *name, tl_text *text) {
  printf("%-7s  %s\n", name, text->data);
  *text = (tl_text){0};
}

static void print_swizzle(const tl_copy_partition *plan) {
  static const int64_t STILL[1 + TL_MAX_SYMBOLS] = {0};
  bool is_full = plan->form == TL_SWIZZLE_FULL;
  tl_text text = {0};
  if (is_full)
    tl_copy_moved_text(&plan->swizzle, plan->offset_bits, STILL, &text);
  printf("swizzle  %s: %s%s\n", tl_swizzle_form_name(plan->form), text.data,
         is_full ? " of every x = base + offset" : "in the base, once");
}

static void print_head(const tl_planned_copy *of) {
  char name[TL_INSTRUCTION_CAPACITY];
  const tl_copy_request *request = &of->request;
  const tl_copy_partition *plan = &of->plan;
  tl_text text = {0};
  tl_list tile = tl_layout_shape(&request->fragment);
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
    printf("because  %s\n", plan->reason);
  }
  if (plan->swizzle.bits)
    print_swizzle(plan);
  printf("align    %" PRId64 " byte%s every base", plan->alignment,
         plan->alignment == 1 ? " divides" : "s divide");
  if (plan->phase)
    printf(" less %" PRId64 " element%s", plan->phase,
           plan->phase == 1 ? "" : "s");
  printf("\n");
  if (tl_planned_copy_instruction(of, name))
    printf("by       %s: the base is that of row t %% 8 of matrix t / 8\n",
           name);
  for (int64_t i = 0; i < plan->limit_count; i++) {
    tl_copy_limit_text(plan, i, &of->names, &text);
    if (plan->limits[i].granule > 1)
      tl_text_append(&text, ", the same for %" PRId64 " in a row",
                     plan->limits[i].granule);
    print_line(i ? "and" : "if", &text);
  }
}

/* The terms of threads and origins. */
static void print_json_terms(const tl_planned_copy *of, const char *key,
                             int64_t row, tl_json *json) {
  int64_t count;
  const tl_term *terms = tl_address_terms(&of->plan.address, row, &count);
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

static void print_json_limits(const tl_planned_copy *of, tl_json *json) {
  const tl_copy_partition *plan = &of->plan;
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

static void print_reasons(const tl_copy_record *record) {
  for (int64_t i = 0; i < record->reason_count; i++) {
    tl_text text = {0};
    tl_copy_reason_text(record, i, &text);
    puts(text.data);
  }
}

static void print_json_reasons(const tl_copy_record *record, tl_json *json) {
  tl_json_open(json, "reasons", '[');
  for (int64_t i = 0; i < record->reason_count; i++) {
    const tl_reason *reason = &record->reasons[i];
    tl_text rule = {0};
    tl_text_append(&rule, "R%d", (int)reason->rule);
    tl_json_open(json, NULL, '{');
    tl_json_text(json, "rule", rule.data);
    tl_json_integer(json, "width_bits", reason->bits);
    tl_json_text(json, "reason", reason->text);
    tl_json_close(json, '}');
  }
  tl_json_close(json, ']');
}

static tl_copy_record record_of(const tl_planned_copy *of) {
  tl_copy_partition plan = of->plan;
  const tl_access_side side = {&of->request, &of->rules, &plan};
  tl_copy_record record;
  tl_copy_record_make(&side, 1, &of->choice, &record);
  return record;
}

static void print_plan_json(const tl_planned_copy *of, const tl_table *accesses,
                            const tl_copy_record *record, tl_json *json) {
  const tl_copy_partition *plan = &of->plan;
  tl_text base = {0};
  int64_t numbers[1 + TL_MAX_SYMBOLS];
  for (int64_t i = 0; i <= TL_MAX_SYMBOLS; i++)
    numbers[i] = tl_address_number(&plan->address, plan->base, i);
  tl_copy_base_text(plan, &of->names, &base);
  tl_planned_copy_open_json(of, json);
  tl_json_integer(json, "thread_offset", plan->thread_offset);
  print_json_terms(of, "guards", plan->guards, json);
  tl_json_text(json, "base", base.data);
  tl_json_integer(json, "offset", numbers[0]);
  tl_json_integers(json, "strides", &numbers[1], count_symbols(of));
  print_json_terms(of, "terms", plan->base, json);
  tl_json_text(json, "scattered", plan->is_scattered ? plan->reason : NULL);
  tl_json_text(json, "swizzle",
               plan->swizzle.bits ? tl_swizzle_form_name(plan->form) : NULL);
  tl_json_integer(json, "alignment", plan->alignment);
  tl_json_integer(json, "phase", plan->phase);
  tl_json_integer(json, "width", of->choice.width);
  print_json_limits(of, json);
  tl_table_print_json(accesses, json);
  print_json_reasons(record, json);
  tl_json_close(json, '}');
}

static tl_status print_plan(const tl_planned_copy *of,
                            const tl_arguments *arguments, tl_json *json) {
  tl_table accesses = {TL_COLUMNS(ACCESSES), .rows = of->accesses,
                       .noun = "accesses",   .read = read_access,
                       .context = of,        .row = &(access){0}};
  if (arguments->svg || arguments->html)
    return tl_planned_copy_print_pictures(of, arguments,
                                          tl_planned_copy_draw_accesses);
  const tl_copy_record record = record_of(of);
  if (json) {
    print_plan_json(of, &accesses, &record, json);
    return TL_STATUS_OK;
  }
  print_head(of);
  tl_table_print(&accesses, arguments->all);
  tl_planned_copy_print_count(of, true);
  printf("\n");
  print_reasons(&record);
  return TL_STATUS_OK;
}

static tl_status run_plan(const tl_arguments *arguments) {
  return tl_planned_copy_run("plan", arguments, print_plan);
}

const tl_command TL_COMMAND_PLAN = {
    .name = "plan",
    .summary = "plan a copy, as the passes do",
    .operands = {"REGISTERS MEMORY", 2, 2},
    .run = run_plan,
    .help = "Says what thread t of the scope does: whether it takes part, the "
            "offset where it starts, in elements, and for each of its accesses "
            "the registers, the offset from there, and what the first warp "
            "pays for it (see 'banks'), and why they are not wider (rules R1 "
            "to R11).  Origins that are known at run time "
            "count as 0 there, and strides as their divisor.",
    .options = {{"--bits", "of an element; 16"},
                {"--type", "the same by name; see 'banks'"},
                {"--scope", NULL},
                {"--threads", "of a block; otherwise warps are whole"},
                {"--origin",
                 "where the tile starts in memory: numbers, or names of what "
                 "is known at run time, as j or j{div 8}"},
                {"--bounds",
                 "elements there and beyond are not touched: as for --origin, "
                 "or _ for none; the memory may be smaller than the tile then"},
                {"--align", "bytes that divide the start of memory; 16"},
                {"--max-bits", "of an access; 128"},
                {"--store", NULL},
                {"--share-replicas", NULL},
                {"--global", NULL},
                {"--all", NULL},
                {"--target", NULL},
                {"--svg", "write an SVG picture, to FILE or standard output: "
                          "which lanes move which bytes, access by "
                          "access"},
                {"--html", NULL},
                {"--json",
                 "print {scope, bits, stores, matrices, thread_offset, guards, "
                 "base, offset, strides, terms, scattered, swizzle, alignment, "
                 "phase, "
                 "width, limits, accesses, reasons}"}},
    .examples = "'spatial(16, 8).local(1, 8)' 'Sw<3,3,3> o (16,64):(64,1)'\n"
                "'spatial(32, 1).local(1, 8)' 'S[(128, 64) : (ld{div 8}, 1)]' "
                "--origin 'i,j{div 8}' --bounds 'm,n{div 8}'\n",
};
