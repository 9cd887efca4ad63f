/* banks.c - `tl-layout banks`: what the accesses of a copy cost.  Neighbouring
 * accesses with the same facts share a row:
 *
 *    access  wavefronts  minimum  degree  bank  sectors  lines  lanes of the
 *       0-1          32        4       8     0       32     32  0-7     bank
 */
#include "planned_copy.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Accesses first to last, all of these facts. */
typedef struct bank_row {
  int64_t first, last;
  tl_text accesses;
  tl_list lanes;
  tl_access_facts facts;
} bank_row;

typedef struct bank_table {
  const tl_planned_copy *of;
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
    TL_FACT_COLUMN(bank_row, wavefronts),
    TL_FACT_COLUMN(bank_row, minimum),
    TL_FACT_COLUMN(bank_row, degree),
    TL_COLUMN("bank", "bank", OPTIONAL, bank_row, facts.bank),
    TL_COLUMN(NULL, "lanes", LIST, bank_row, lanes),
    TL_FACT_COLUMN(bank_row, sectors),
    TL_FACT_COLUMN(bank_row, lines),
    {"lanes of the bank", NULL, TL_CELL_LIST, offsetof(bank_row, lanes), -1},
    TL_COLUMN(NULL, "bytes", NUMBER, bank_row, facts.bytes),
    TL_COLUMN(NULL, "efficiency", NUMBER, bank_row, facts.efficiency),
};

static void print_banks_json(const bank_table *table, const tl_table *rows,
                             tl_json *json) {
  const tl_access_facts *sums = &table->sums;
  tl_planned_copy_open_json(table->of, json);
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

static tl_status print_banks(const tl_planned_copy *of,
                             const tl_arguments *arguments, tl_json *json) {
  bank_table table = {.of = of};
  const tl_access_facts *sums = &table.sums;
  char conflicts[48] = "no";
  tl_status status = TL_STATUS_OK;
  find_rows(&table);
  tl_table rows = {TL_COLUMNS(ROWS),  .rows = table.count,
                   .noun = "rows",    .read = read_row,
                   .context = &table, .row = &(bank_row){0}};
  if (sums->degree > 1)
    snprintf(conflicts, sizeof conflicts, "%" PRId64 "-way", sums->degree);
  if (arguments->svg || arguments->html) {
    status = tl_planned_copy_print_pictures(of, arguments,
                                            tl_planned_copy_draw_banks);
  } else if (json) {
    print_banks_json(&table, &rows, json);
  } else {
    tl_table_print(&rows, arguments->all);
    tl_planned_copy_print_count(of, false);
    printf(
        ": %" PRId64 " wavefronts, %" PRId64
        " at best, %s bank conflicts; %" PRId64 " sectors, %" PRId64 " lines\n",
        sums->wavefronts, sums->minimum, conflicts, sums->sectors, sums->lines);
  }
  free(table.firsts);
  return status;
}

static tl_status run_banks(const tl_arguments *arguments) {
  return tl_planned_copy_run("banks", arguments, print_banks);
}

const tl_command TL_COMMAND_BANKS = {
    .name = "banks",
    .summary = "count the bank conflicts of a copy",
    .operands = {"REGISTERS MEMORY", 2, 2},
    .run = run_banks,
    .help = "Plans the copy between two layouts as the passes do, for a memory "
            "that starts at a multiple of 128 bytes, and counts what each "
            "access of the first warp that has elements costs:",
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
         {"--svg", "write an SVG picture, to FILE or standard output: which "
                   "lanes want a word of which bank, "
                   "one wavefront below the other"},
         {"--html", NULL},
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
