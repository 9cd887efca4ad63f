/* copy_tables.c - `tl-layout plan` and `tl-layout banks`: what a thread does in
 * a copy, as the passes plan it, and what its accesses cost.
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
 * and columns of their own.  In the table of banks neighbouring accesses with
 * the same facts share a row:
 *
 *    access  wavefronts  minimum  degree  bank  sectors  lines  lanes of the
 *       0-1          32        4       8     0       32     32  0-7     bank
 */
#include "layout_argument.h"
#include "table.h"
#include "tl/copy_access.h"
#include "tl/copy_plan_text.h"
#include "tl/copy_share.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ACCESSES = 1 << 16 };

typedef struct copy {
  tl_spelling fragment, memory;
  tl_copy_request request;
  tl_copy_partition plan;
  tl_access_rules rules;
  tl_copy_choice choice;
  tl_copy_names names;
  int64_t accesses;
  tl_access_facts *facts; /* owned: of each access */
} copy;

/* ---- The copy ----------------------------------------------------------- */

/* Registers, or memory; what is wrong is reported. */
static bool open_side(const char *text, const tl_arguments *arguments,
                      bool is_fragment, tl_spelling *out) {
  tl_error error;
  tl_code code = TL_OK;
  if (!tl_spelling_open(text, arguments, out))
    return false;
  const char *described = tl_kind_describe(out->value.kind);
  if (is_fragment && out->role == TL_ROLE_STORED)
    code = tl_fail(&error, TL_INVALID, "expected a layout of registers, got %s",
                   described);
  else if (is_fragment)
    code = tl_spelling_check_scope(out, &error);
  else if (out->role == TL_ROLE_HELD)
    code = tl_fail(&error, TL_INVALID,
                   "expected a layout of memory, got %s that says which thread "
                   "holds an element",
                   described);
  return !tl_report_code(code, text, &error);
}

/* A name stands for one number: not for the thread's, nor for two that have
 * different divisors. */
static tl_code check_name(const tl_entry *entry, const tl_entries *entries,
                          tl_error *error) {
  if (strcmp(entry->name, "t") == 0)
    return tl_fail(error, TL_INVALID,
                   "t is the number of the thread; choose another name");
  for (int64_t d = 0; entry->name[0] && d < entries->count; d++) {
    const tl_entry *other = &entries->items[d];
    if (strcmp(entry->name, other->name) == 0 &&
        entry->is.divisor != other->is.divisor)
      return tl_fail(error, TL_INVALID,
                     "%s is a multiple of %" PRId64 " and one of %" PRId64
                     "; choose two names",
                     entry->name, entry->is.divisor, other->is.divisor);
  }
  return TL_OK;
}

static tl_code check_window(const tl_entries *const lists[2], int64_t rank,
                            tl_error *error) {
  static const char *const NAMES[] = {"origin", "bounds"};
  for (int i = 0; i < 2; i++)
    if (lists[i]->count && lists[i]->count != rank)
      return tl_fail(
          error, TL_INVALID,
          "--%s has %" PRId64 " entr%s, the registers have rank %" PRId64,
          NAMES[i], lists[i]->count, lists[i]->count == 1 ? "y" : "ies", rank);
  for (int i = 0; i < 4; i++)
    for (int64_t d = 0; d < lists[i / 2]->count; d++)
      TL_TRY(check_name(&lists[i / 2]->items[d], lists[i % 2], error));
  return TL_OK;
}

static tl_code read_window(const tl_arguments *arguments, copy *out,
                           tl_error *error) {
  const tl_entries *lists[] = {&arguments->origin, &arguments->bounds};
  TL_TRY(check_window(lists, out->request.fragment.rank, error));
  for (int64_t d = 0; d < lists[0]->count; d++) {
    const tl_bound *is = &lists[0]->items[d].is;
    out->request.origin[d] = (tl_origin){.is_dynamic = is->is_dynamic,
                                         .value = is->value,
                                         .divisor = is->divisor};
    out->names.origin[d] = lists[0]->items[d].name;
  }
  for (int64_t d = 0; d < lists[1]->count; d++) {
    out->request.bounds[d] = lists[1]->items[d].is;
    out->names.bound[d] = lists[1]->items[d].name;
  }
  return TL_OK;
}

/* The fragment of a store whose replicas share it. */
static tl_code share(copy *of, tl_error *error) {
  tl_store_shares shares;
  TL_TRY(tl_store_share(&of->request, &of->rules, &shares, error));
  of->request.fragment = shares.fragment;
  return TL_OK;
}

static tl_code plan_copy(const tl_arguments *arguments, copy *out,
                         tl_error *error) {
  const tl_spelling *fragment = &out->fragment;
  if (!arguments->target->memory)
    return tl_fail(error, TL_UNSUPPORTED,
                   "no document says what an access costs on %s",
                   arguments->target->name);
  out->request = (tl_copy_request){
      .fragment = fragment->layout,
      .memory = out->memory.layout,
      .scope = fragment->scope,
      .lanes = fragment->lanes,
      .threads = tl_scope_threads(fragment->scope, fragment->lanes,
                                  arguments->threads, 0),
      .element_bytes = arguments->bits / 8,
      .base_alignment = arguments->align,
      .stores = arguments->store};
  TL_TRY(read_window(arguments, out, error));
  out->rules = (tl_access_rules){.is_shared = !arguments->global,
                                 .uses_matrices = !arguments->global,
                                 .target = arguments->target,
                                 .max_bits = arguments->max_bits};
  if (arguments->shares)
    TL_TRY(share(out, error));
  TL_TRY(tl_copy_partition_plan(&out->request, &out->plan, error));
  tl_access_side side = {&out->request, &out->rules, &out->plan};
  return tl_copy_choose(&side, 1, &out->choice, error);
}

static tl_code count_facts(copy *out, tl_error *error) {
  const tl_copy_vectors *vectors = &out->choice.vectors;
  out->accesses = tl_copy_access_count(&out->plan, vectors);
  if (out->accesses > MOST_ACCESSES)
    return tl_fail(error, TL_UNSUPPORTED,
                   "%" PRId64
                   " accesses of a thread are more than the %d of a table",
                   out->accesses, MOST_ACCESSES);
  out->facts = tl_allocate((size_t)out->accesses, sizeof *out->facts);
  for (int64_t i = 0; i < out->accesses; i++)
    TL_TRY(tl_copy_banks(&out->request, &out->plan, vectors, i, &out->facts[i],
                         error));
  return TL_OK;
}

/* Evaluates registers and memory, the two arguments, plans the copy with the
 * options that were given, counts what its accesses cost and prints it. */
static tl_status run(const tl_arguments *arguments,
                     void (*print)(const copy *of, bool all, tl_json *json)) {
  char **items = arguments->items;
  tl_json json = {.to = tl_print_writer()};
  copy of = {.facts = NULL};
  tl_error error;
  if (arguments->shares && !arguments->store)
    return tl_report("plan", "'--share-replicas' is of a store: say '--store'");
  if (!open_side(items[0], arguments, true, &of.fragment) ||
      !open_side(items[1], arguments, false, &of.memory))
    return TL_STATUS_FAILED;
  tl_code code = plan_copy(arguments, &of, &error);
  if (code == TL_OK)
    code = count_facts(&of, &error);
  if (code == TL_OK)
    print(&of, arguments->all, arguments->json ? &json : NULL);
  free(of.facts);
  return tl_report_code(code, NULL, &error);
}

/* `ldmatrix.x4`; null where the copy does not go by matrices. */
static const char *name_instruction(const copy *of,
                                    char out[TL_INSTRUCTION_CAPACITY]) {
  const tl_access_side side = {.request = &of->request, .rules = &of->rules};
  if (!of->choice.kind->brief)
    return NULL;
  of->choice.kind->brief(&side, &of->choice, out);
  return out;
}

/* `2 accesses of 8 elements`, or `of 128 bits, 8 elements`; by matrices: `1
 * ldmatrix.x4 of 8 elements`. */
static void print_count(const copy *of, bool has_bits) {
  const tl_copy_vectors *vectors = &of->choice.vectors;
  int64_t width = of->choice.width;
  char name[TL_INSTRUCTION_CAPACITY];
  if (name_instruction(of, name))
    printf("%" PRId64 " %s of ", of->accesses, name);
  else
    printf("%" PRId64 " access%s of %s", of->accesses,
           of->accesses == 1 ? "" : "es",
           tl_copy_is_mixed(vectors) ? "at most " : "");
  if (has_bits)
    printf("%" PRId64 " bits, ", width * of->request.element_bytes * 8);
  printf("%" PRId64 " element%s", width, width == 1 ? "" : "s");
}

/* Opens an object and says what the copy is. */
static void open_json(const copy *of, tl_json *json) {
  char name[TL_INSTRUCTION_CAPACITY];
  tl_json_open(json, NULL, '{');
  tl_json_text(json, "scope", tl_scope_describe(of->request.scope)->name);
  tl_json_integer(json, "bits", of->request.element_bytes * 8);
  tl_json_boolean(json, "stores", of->request.stores);
  tl_json_text(json, "matrices", name_instruction(of, name));
}

/* ---- Accesses ----------------------------------------------------------- */

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
static int64_t count_symbols(const copy *of) {
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

/* Adds the elements that the access moves, from where its atoms start. */
static void read_elements(const copy *of, const tl_moves *from,
                          tl_run_access part, access *out) {
  const tl_copy_matrix *matrix = &of->choice.matrix;
  const tl_atoms *inner =
      matrix->count ? &matrix->inner : &of->choice.vectors.inner;
  out->registers.count = matrix->count ? of->choice.width : part.width;
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
  static const tl_swizzle NONE = {0, 0, 0};
  const copy *of = context;
  const tl_copy_vectors *vectors = &of->choice.vectors;
  tl_run_access part = tl_copy_access_of_run(vectors, number);
  int64_t outer = tl_atoms_count(&vectors->outer);
  tl_element_run elements = tl_copy_run_of(vectors);
  int64_t run = number / tl_run_access_count(&elements);
  int64_t rank = of->request.memory.rank;
  tl_moves from = {.slot = of->plan.slot_offset};
  access *out = row;
  tl_atoms_move(&of->plan.starts, run / outer, &from);
  *out = (access){.number = number,
                  .start = list_of(from.coordinate, rank),
                  .first.count = rank,
                  .last.count = rank,
                  .facts = of->facts[number]};
  tl_atoms_move(&vectors->outer, run % outer, &from);
  out->offset = from.offset[0] += part.first;
  out->strides = list_of(&from.offset[1], count_symbols(of));
  read_elements(of, &from, part, out);
  write_start(&of->plan, out, &out->start_text);
  tl_copy_moved_text(of->plan.form == TL_SWIZZLE_FULL ? &NONE
                                                      : &of->plan.swizzle,
                     of->plan.offset_bits, from.offset, &out->offset_text);
  write_coordinates(&of->plan, out, &out->limit_text);
}

#define FACT(row, name) TL_COLUMN(#name, #name, NUMBER, row, facts.name)

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
    FACT(access, wavefronts),
    FACT(access, minimum),
    FACT(access, sectors),
    FACT(access, lines)};

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

static void print_head(const copy *of) {
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
  if (name_instruction(of, name))
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
static void print_json_terms(const copy *of, const char *key, int64_t row,
                             tl_json *json) {
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

static void print_json_limits(const copy *of, tl_json *json) {
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

static void print_plan_json(const copy *of, const tl_table *accesses,
                            tl_json *json) {
  const tl_copy_partition *plan = &of->plan;
  tl_text base = {0};
  int64_t numbers[1 + TL_MAX_SYMBOLS];
  for (int64_t i = 0; i <= TL_MAX_SYMBOLS; i++)
    numbers[i] = tl_address_number(&plan->address, plan->base, i);
  tl_copy_base_text(plan, &of->names, &base);
  open_json(of, json);
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
  tl_json_close(json, '}');
}

static void print_plan(const copy *of, bool all, tl_json *json) {
  tl_table accesses = {TL_COLUMNS(ACCESSES), .rows = of->accesses,
                       .noun = "accesses",   .read = read_access,
                       .context = of,        .row = &(access){0}};
  if (json) {
    print_plan_json(of, &accesses, json);
    return;
  }
  print_head(of);
  tl_table_print(&accesses, all);
  print_count(of, true);
  printf("\n");
}

static tl_status run_plan(const tl_arguments *arguments) {
  return run(arguments, print_plan);
}

const tl_command TL_COMMAND_PLAN = {
    .name = "plan",
    .summary = "plan a copy, as the passes do",
    .operands = {"REGISTERS MEMORY", 2, 2},
    .run = run_plan,
    .help = "Says what thread t of the scope does: whether it takes part, the "
            "offset where it starts, in elements, and for each of its accesses "
            "the registers, the offset from there, and what the first warp "
            "pays for it (see 'banks').  Origins that are known at run time "
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
                {"--json",
                 "print {scope, bits, stores, matrices, thread_offset, guards, "
                 "base, offset, strides, terms, scattered, swizzle, alignment, "
                 "phase, "
                 "width, limits, accesses}"}},
    .examples = "'spatial(16, 8).local(1, 8)' 'Sw<3,3,3> o (16,64):(64,1)'\n"
                "'spatial(32, 1).local(1, 8)' 'S[(128, 64) : (ld{div 8}, 1)]' "
                "--origin 'i,j{div 8}' --bounds 'm,n{div 8}'\n",
};

/* ---- Banks -------------------------------------------------------------- */

/* Accesses first to last, all of these facts. */
typedef struct bank_row {
  int64_t first, last;
  tl_text accesses;
  tl_list lanes;
  tl_access_facts facts;
} bank_row;

typedef struct bank_table {
  const copy *of;
  int64_t count, *firsts; /* of the rows, and the end; owned */
  tl_access_facts sums;
} bank_table;

static void find_rows(bank_table *out) {
  tl_access_facts *sums = &out->sums;
  int64_t accesses = out->of->accesses;
  out->firsts = tl_allocate((size_t)accesses + 1, sizeof *out->firsts);
  for (int64_t i = 0; i < accesses; i++) {
    const tl_access_facts *facts = &out->of->facts[i];
    if (!i || memcmp(&facts[-1], facts, sizeof *facts) != 0)
      out->firsts[out->count++] = i;
    sums->wavefronts += facts->wavefronts;
    sums->minimum += facts->minimum;
    sums->sectors += facts->sectors;
    sums->lines += facts->lines;
    if (facts->degree > sums->degree)
      sums->degree = facts->degree;
  }
  out->firsts[out->count] = accesses;
}

static void read_row(const void *context, int64_t number, void *row) {
  const bank_table *table = context;
  int64_t first = table->firsts[number], last = table->firsts[number + 1] - 1;
  bank_row *out = row;
  *out = (bank_row){first, last, .facts = table->of->facts[first]};
  tl_text_append(&out->accesses, "%" PRId64, first);
  if (last != first)
    tl_text_append(&out->accesses, "-%" PRId64, last);
  for (int64_t lane = 0; lane < TL_COUNTED_LANES; lane++)
    if (out->facts.lanes >> lane & 1)
      out->lanes.items[out->lanes.count++] = lane;
}

static const tl_column ROWS[] = {
    {"access", NULL, TL_CELL_TEXT, offsetof(bank_row, accesses), 11},
    TL_COLUMN(NULL, "first", NUMBER, bank_row, first),
    TL_COLUMN(NULL, "last", NUMBER, bank_row, last),
    FACT(bank_row, wavefronts),
    FACT(bank_row, minimum),
    FACT(bank_row, degree),
    TL_COLUMN("bank", "bank", OPTIONAL, bank_row, facts.bank),
    TL_COLUMN(NULL, "lanes", LIST, bank_row, lanes),
    FACT(bank_row, sectors),
    FACT(bank_row, lines),
    {"lanes of the bank", NULL, TL_CELL_LIST, offsetof(bank_row, lanes), -1},
    TL_COLUMN(NULL, "bytes", NUMBER, bank_row, facts.bytes),
    TL_COLUMN(NULL, "efficiency", NUMBER, bank_row, facts.efficiency),
};

static void print_banks_json(const bank_table *table, const tl_table *rows,
                             tl_json *json) {
  const tl_access_facts *sums = &table->sums;
  open_json(table->of, json);
  tl_json_integer(json, "width", table->of->choice.width);
  tl_json_integer(json, "accesses", table->of->accesses);
  tl_json_integer(json, "wavefronts", sums->wavefronts);
  tl_json_integer(json, "minimum", sums->minimum);
  tl_json_integer(json, "degree", sums->degree);
  tl_json_integer(json, "sectors", sums->sectors);
  tl_json_integer(json, "lines", sums->lines);
  tl_table_print_json(rows, json);
  tl_json_close(json, '}');
}

static void print_banks(const copy *of, bool all, tl_json *json) {
  bank_table table = {.of = of};
  const tl_access_facts *sums = &table.sums;
  char conflicts[48] = "no";
  find_rows(&table);
  tl_table rows = {TL_COLUMNS(ROWS),  .rows = table.count,
                   .noun = "rows",    .read = read_row,
                   .context = &table, .row = &(bank_row){0}};
  if (sums->degree > 1)
    snprintf(conflicts, sizeof conflicts, "%" PRId64 "-way", sums->degree);
  if (json) {
    print_banks_json(&table, &rows, json);
  } else {
    tl_table_print(&rows, all);
    print_count(of, false);
    printf(
        ": %" PRId64 " wavefronts, %" PRId64
        " at best, %s bank conflicts; %" PRId64 " sectors, %" PRId64 " lines\n",
        sums->wavefronts, sums->minimum, conflicts, sums->sectors, sums->lines);
  }
  free(table.firsts);
}

static tl_status run_banks(const tl_arguments *arguments) {
  return run(arguments, print_banks);
}

const tl_command TL_COMMAND_BANKS = {
    .name = "banks",
    .summary = "count the bank conflicts of a copy",
    .operands = {"REGISTERS MEMORY", 2, 2},
    .run = run_banks,
    .help = "Plans the copy between two layouts as the passes do, for a memory "
            "that starts at a multiple of 128 bytes, and counts what each "
            "access of the first warp costs:",
    .prints = {{"wavefronts", "of shared memory"},
               {"minimum", "wavefronts without conflicts"},
               {"degree", "the most words that a phase wants from one bank, n "
                          "of an n-way conflict"},
               {"bank",
                "the first bank where that is so, and the lanes that want it"},
               {"sectors",
                "of 32 bytes, and lines of 128, if the memory is global"}},
    .required = "--type",
    .options =
        {{"--type", NULL},
         {"--scope", NULL},
         {"--store", NULL},
         {"--share-replicas", NULL},
         {"--global", NULL},
         {"--all", NULL},
         {"--target", NULL},
         {"--json",
          "print {scope, bits, stores, matrices, width, accesses, wavefronts, "
          "minimum, degree, sectors, lines, rows}, where a row is {first, "
          "last, wavefronts, minimum, degree, bank, lanes, sectors, lines, "
          "bytes, efficiency} of accesses first to last"}},
    .examples =
        "'spatial(32, 1).local(1, 8)' 'shared_row_major(32, 64)' --type f16\n"
        "'spatial(32, 1).local(1, 8)' 'shared_row_major_swizzle([32, 64], "
        "nbytes = 2)' --type f16\n",
};
