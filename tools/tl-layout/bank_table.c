/* bank_table.c - `tl-layout banks`: what the accesses of a copy cost.
 *
 *      access  wavefronts  minimum  degree  bank  sectors  lines  lanes of the
 * bank
 *           0          32        4       8     0       32     32  0-7
 *   1 access of 8 elements: 32 wavefronts, 4 at best, 8-way bank conflicts; 32
 *   sectors, 32 lines                                        (on one line)
 *
 * Neighbouring accesses with the same facts share a row. */
#include "copy.h"
#include "table.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Accesses first to last, all of these facts. */
typedef struct row {
  int64_t first, last;
  tl_text accesses;
  tl_list lanes;
  tl_access_facts facts;
} row;

typedef struct bank_table {
  const tl_copy *copy;
  int64_t count, *firsts; /* of the rows, and the end; owned */
  tl_access_facts sums;
} bank_table;

static void find_rows(bank_table *out) {
  tl_access_facts *sums = &out->sums;
  int64_t accesses = out->copy->accesses;
  out->firsts = tl_allocate((size_t)accesses + 1, sizeof *out->firsts);
  for (int64_t access = 0; access < accesses; access++) {
    const tl_access_facts *facts = &out->copy->facts[access];
    if (!access || memcmp(&facts[-1], facts, sizeof *facts) != 0)
      out->firsts[out->count++] = access;
    sums->wavefronts += facts->wavefronts;
    sums->minimum += facts->minimum;
    sums->sectors += facts->sectors;
    sums->lines += facts->lines;
    if (facts->degree > sums->degree)
      sums->degree = facts->degree;
  }
  out->firsts[out->count] = accesses;
}

static void read_row(const void *context, int64_t number, void *read) {
  const bank_table *of = context;
  int64_t first = of->firsts[number], last = of->firsts[number + 1] - 1;
  row *out = read;
  *out = (row){first, last, .facts = of->copy->facts[first]};
  tl_text_append(&out->accesses, "%" PRId64, first);
  if (last != first)
    tl_text_append(&out->accesses, "-%" PRId64, last);
  for (int64_t lane = 0; lane < TL_COUNTED_LANES; lane++)
    if (out->facts.lanes >> lane & 1)
      out->lanes.items[out->lanes.count++] = lane;
}

#define FACT(name) TL_COLUMN(#name, #name, NUMBER, row, facts.name)

static const tl_column COLUMNS[] = {
    {"access", NULL, TL_CELL_TEXT, offsetof(row, accesses), 11},
    TL_COLUMN(NULL, "first", NUMBER, row, first),
    TL_COLUMN(NULL, "last", NUMBER, row, last),
    FACT(wavefronts),
    FACT(minimum),
    FACT(degree),
    TL_COLUMN("bank", "bank", OPTIONAL, row, facts.bank),
    TL_COLUMN(NULL, "lanes", LIST, row, lanes),
    FACT(sectors),
    FACT(lines),
    {"lanes of the bank", NULL, TL_CELL_LIST, offsetof(row, lanes), -1},
    TL_COLUMN(NULL, "bytes", NUMBER, row, facts.bytes),
    TL_COLUMN(NULL, "efficiency", NUMBER, row, facts.efficiency),
};

static void print_text(const bank_table *of, const tl_table *rows, bool all) {
  const tl_access_facts *sums = &of->sums;
  tl_table_print(rows, all);
  tl_copy_print_count(of->copy, false);
  tl_print(": %" PRId64 " wavefronts, %" PRId64 " at best, ", sums->wavefronts,
           sums->minimum);
  if (sums->degree > 1)
    tl_print("%" PRId64 "-way bank conflicts", sums->degree);
  else
    tl_print("no bank conflicts");
  tl_print("; %" PRId64 " sectors, %" PRId64 " lines\n", sums->sectors,
           sums->lines);
}

static void print_json(const bank_table *of, const tl_table *rows) {
  tl_json json = {.to = tl_print_writer()};
  tl_copy_open_json(of->copy, &json);
  tl_json_integer(&json, "width", of->copy->choice.width);
  tl_json_integer(&json, "accesses", of->copy->accesses);
  tl_json_integer(&json, "wavefronts", of->sums.wavefronts);
  tl_json_integer(&json, "minimum", of->sums.minimum);
  tl_json_integer(&json, "degree", of->sums.degree);
  tl_json_integer(&json, "sectors", of->sums.sectors);
  tl_json_integer(&json, "lines", of->sums.lines);
  tl_table_print_json(rows, &json);
  tl_json_close(&json, '}');
}

static void print(const tl_copy *copy, const tl_arguments *arguments) {
  bank_table of = {.copy = copy};
  find_rows(&of);
  tl_table rows = {.columns = COLUMNS,
                   .column_count = sizeof COLUMNS / sizeof *COLUMNS,
                   .rows = of.count,
                   .noun = "rows",
                   .read = read_row,
                   .context = &of,
                   .row = &(row){0}};
  if (arguments->json)
    print_json(&of, &rows);
  else
    print_text(&of, &rows, arguments->all);
  free(of.firsts);
}

static tl_status run(const tl_arguments *arguments) {
  return tl_copy_run(arguments, print);
}

const tl_command TL_COMMAND_BANKS = {
    .name = "banks",
    .summary = "count the bank conflicts of a copy",
    .operands = {"REGISTERS MEMORY", 2, 2},
    .run = run,
    .help = "Plans the copy between two layouts as the passes do, for a memory "
            "that starts at a multiple of 128 bytes, and counts what each "
            "access of the first warp costs:",
    .prints = {{"wavefronts", "of shared memory"},
               {"minimum", "wavefronts without conflicts"},
               {"degree",
                "the most words that a phase wants from one bank, n of an "
                "n-way conflict"},
               {"bank",
                "the first bank where that is so, and the lanes that want it"},
               {"sectors",
                "of 32 bytes, and lines of 128, if the memory is global"}},
    .required = "--type",
    .options =
        {{"--type", NULL},
         {"--scope", NULL},
         {"--store", NULL},
         {"--global", NULL},
         {"--all", NULL},
         {"--target", NULL},
         {"--json",
          "print {scope, bits, stores, matrices, width, accesses, wavefronts, "
          "minimum, "
          "degree, sectors, lines, rows}, where a row is {first, last, "
          "wavefronts, minimum, degree, bank, lanes, sectors, lines, bytes, "
          "efficiency} of accesses first to last"}},
    .examples =
        "'spatial(32, 1).local(1, 8)' 'shared_row_major(32, 64)' --type f16\n"
        "'spatial(32, 1).local(1, 8)' 'shared_row_major_swizzle([32, 64], "
        "nbytes = 2)' --type f16\n",
};
