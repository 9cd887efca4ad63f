/* bank_table.c - `tl-layout banks`: what the accesses of a copy cost.
 *
 *      access  wavefronts  minimum  degree  bank  sectors  lines  lanes of the
 * bank
 *           0          32        4       8     0       32     32  0-7
 *   1 access of 8 elements: 32 wavefronts, 4 at best, 8-way bank conflicts; 32
 *   sectors, 32 lines                                        (on one line)
 *
 * Neighbouring accesses with the same facts share a row. */
#include "buffer.h"
#include "copy.h"
#include "draw.h"
#include "print.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 32 };

/* Accesses first to last, all of these facts. */
typedef struct row {
  int64_t first, last;
  tl_access_facts facts;
} row;

typedef struct table {
  const tl_copy *copy;
  int64_t row_count;
  row *rows; /* owned */
  tl_access_facts sums;
} table;

static void read_rows(table *out) {
  tl_access_facts *sums = &out->sums;
  out->rows = tl_allocate((size_t)out->copy->accesses, sizeof *out->rows);
  for (int64_t access = 0; access < out->copy->accesses; access++) {
    const tl_access_facts *facts = &out->copy->facts[access];
    row *last = out->row_count ? &out->rows[out->row_count - 1] : NULL;
    if (last && memcmp(&last->facts, facts, sizeof *facts) == 0)
      last->last = access;
    else
      out->rows[out->row_count++] = (row){access, access, *facts};
    sums->wavefronts += facts->wavefronts;
    sums->minimum += facts->minimum;
    sums->sectors += facts->sectors;
    sums->lines += facts->lines;
    if (facts->degree > sums->degree)
      sums->degree = facts->degree;
  }
}

static int64_t list_lanes(int64_t mask, int64_t lanes[TL_COUNTED_LANES]) {
  int64_t count = 0;
  for (int64_t lane = 0; lane < TL_COUNTED_LANES; lane++)
    if (mask >> lane & 1)
      lanes[count++] = lane;
  return count;
}

/* ---- Text --------------------------------------------------------------- */

enum { ACCESS, BANK = 4, LANES = 7 };

static void write_cell(const void *context, int64_t number, int column,
                       tl_text *out) {
  const row *of = &((const table *)context)->rows[number];
  const tl_access_facts *facts = &of->facts;
  const int64_t numbers[] = {of->first,     facts->wavefronts, facts->minimum,
                             facts->degree, facts->bank,       facts->sectors,
                             facts->lines};
  int64_t lanes[TL_COUNTED_LANES];
  if (column == LANES ? !facts->lanes
                      : column == BANK && facts->bank == TL_NO_BANK)
    tl_text_append(out, "-");
  else if (column == LANES)
    tl_print_ranges(lanes, list_lanes(facts->lanes, lanes), out);
  else
    tl_text_append(out, "%" PRId64, numbers[column]);
  if (column == ACCESS && of->last != of->first)
    tl_text_append(out, "-%" PRId64, of->last);
}

static void print_text(const table *of, bool all) {
  static const tl_column COLUMNS[] = {{"access", 11}, {"wavefronts", 0},
                                      {"minimum", 0}, {"degree", 0},
                                      {"bank", 4},    {"sectors", 0},
                                      {"lines", 0},   {"lanes of the bank", -1},
                                      {NULL, 0}};
  const tl_access_facts *sums = &of->sums;
  bool is_short = all || of->row_count < MOST_ROWS;
  int64_t printed = is_short ? of->row_count : MOST_ROWS;
  tl_columns_print(&(tl_columns){COLUMNS, printed, write_cell, of});
  tl_print_left_out(&(tl_part){"rows", printed, of->row_count}, 1,
                    "; --all shows everything");
  tl_copy_print_count(of->copy, false);
  printf(": %" PRId64 " wavefronts, %" PRId64 " at best, ", sums->wavefronts,
         sums->minimum);
  if (sums->degree > 1)
    printf("%" PRId64 "-way bank conflicts", sums->degree);
  else
    printf("no bank conflicts");
  printf("; %" PRId64 " sectors, %" PRId64 " lines\n", sums->sectors,
         sums->lines);
}

/* ---- JSON --------------------------------------------------------------- */

static void print_json_row(const row *of, tl_json *json) {
  const tl_access_facts *facts = &of->facts;
  int64_t lanes[TL_COUNTED_LANES];
  tl_json_open(json, NULL, '{');
  tl_json_integer(json, "first", of->first);
  tl_json_integer(json, "last", of->last);
  tl_json_integer(json, "wavefronts", facts->wavefronts);
  tl_json_integer(json, "minimum", facts->minimum);
  tl_json_integer(json, "degree", facts->degree);
  if (facts->bank == TL_NO_BANK)
    tl_json_null(json, "bank");
  else
    tl_json_integer(json, "bank", facts->bank);
  tl_json_integers(json, "lanes", lanes, list_lanes(facts->lanes, lanes));
  tl_json_integer(json, "sectors", facts->sectors);
  tl_json_integer(json, "lines", facts->lines);
  tl_json_integer(json, "bytes", facts->bytes);
  tl_json_integer(json, "efficiency", facts->efficiency);
  tl_json_close(json, '}');
}

static void print_json(const table *of) {
  tl_json json = {.to = tl_print_writer()};
  tl_copy_open_json(of->copy, &json);
  tl_json_integer(&json, "width", of->copy->choice.width);
  tl_json_integer(&json, "accesses", of->copy->accesses);
  tl_json_integer(&json, "wavefronts", of->sums.wavefronts);
  tl_json_integer(&json, "minimum", of->sums.minimum);
  tl_json_integer(&json, "degree", of->sums.degree);
  tl_json_integer(&json, "sectors", of->sums.sectors);
  tl_json_integer(&json, "lines", of->sums.lines);
  tl_json_open(&json, "rows", '[');
  for (int64_t i = 0; i < of->row_count; i++)
    print_json_row(&of->rows[i], &json);
  tl_json_close(&json, ']');
  tl_json_close(&json, '}');
}

static void print(const tl_copy *copy, const tl_arguments *arguments) {
  table of = {.copy = copy};
  read_rows(&of);
  if (arguments->options & TL_OPTION_JSON)
    print_json(&of);
  else
    print_text(&of, arguments->options & TL_OPTION_ALL);
  free(of.rows);
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
    .required = TL_OPTION_TYPE,
    .options =
        {{TL_OPTION_TYPE, NULL},
         {TL_OPTION_SCOPE, NULL},
         {TL_OPTION_STORE, NULL},
         {TL_OPTION_GLOBAL, NULL},
         {TL_OPTION_ALL, NULL},
         {TL_OPTION_TARGET, NULL},
         {TL_OPTION_JSON,
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
