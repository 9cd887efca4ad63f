/* bank_table.c - `tl-layout banks`: what the accesses of a copy cost.
 *
 * access  wavefronts  minimum  degree  bank  sectors  lines  lanes of the bank
 *      0          32        4       8     0       32     32  0-7
 *   1 access of 8 elements: 32 wavefronts, 4 at best, 8-way bank conflicts; 32
 *   sectors, 32 lines                                        (on one line)
 *
 * Neighbouring accesses with the same facts share a row. */
#include "buffer.h"
#include "command.h"
#include "copy.h"
#include "print.h"
#include "report.h"
#include "tl/json.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 32 };

/* Accesses first to last, all of these facts. */
typedef struct row {
  int64_t first, last;
  tl_access_facts facts;
} row;

typedef struct totals {
  int64_t wavefronts, minimum, degree, sectors, lines;
} totals;

typedef struct table {
  tl_copy copy;
  int64_t row_count;
  row *rows; /* owned */
  totals sums;
} table;

static tl_code read_rows(table *out, tl_error *error);
static void add_access(table *out, int64_t access,
                       const tl_access_facts *facts);
static void print_text(const table *of, bool all);
static void print_row(const row *of);
static void print_lanes(int64_t lanes);
static void print_totals(const table *of);
static void print_json(const table *of);
static void print_json_row(const row *of, tl_json *json);
static void print_json_lanes(int64_t lanes, tl_json *json);

tl_status tl_run_banks(const tl_arguments *arguments) {
  table of = {0};
  tl_error error;
  if (!tl_copy_open(arguments, &of.copy))
    return TL_STATUS_FAILED;
  bool good = read_rows(&of, &error) == TL_OK;
  if (!good)
    tl_report("%s", error.message);
  else if (arguments->options & TL_OPTION_JSON)
    print_json(&of);
  else
    print_text(&of, arguments->options & TL_OPTION_ALL);
  free(of.rows);
  return good ? TL_STATUS_OK : TL_STATUS_FAILED;
}

static tl_code read_rows(table *out, tl_error *error) {
  out->rows = tl_allocate((size_t)out->copy.accesses, sizeof *out->rows);
  for (int64_t access = 0; access < out->copy.accesses; access++) {
    tl_access_facts facts;
    TL_TRY(tl_copy_banks(&out->copy.request, &out->copy.plan,
                         &out->copy.vectors, access, &facts, error));
    add_access(out, access, &facts);
  }
  return TL_OK;
}

static void add_access(table *out, int64_t access,
                       const tl_access_facts *facts) {
  totals *sums = &out->sums;
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

/* ---- Text --------------------------------------------------------------- */

static void print_text(const table *of, bool all) {
  int64_t printed =
      all || of->row_count < MOST_ROWS ? of->row_count : MOST_ROWS;
  puts("     access  wavefronts  minimum  degree  bank  sectors  lines  lanes "
       "of "
       "the bank");
  for (int64_t i = 0; i < printed; i++)
    print_row(&of->rows[i]);
  tl_print_left_out(&(tl_part){"rows", printed, of->row_count}, 1,
                    "; --all shows everything");
  print_totals(of);
}

static void print_row(const row *of) {
  const tl_access_facts *facts = &of->facts;
  char accesses[48], bank[24] = "-";
  snprintf(accesses, sizeof accesses,
           of->first == of->last ? "%" PRId64 : "%" PRId64 "-%" PRId64,
           of->first, of->last);
  if (facts->bank != TL_NO_BANK)
    snprintf(bank, sizeof bank, "%" PRId64, facts->bank);
  tl_print(stdout,
           "%11s  %10" PRId64 "  %7" PRId64 "  %6" PRId64 "  %4s  %7" PRId64
           "  %5" PRId64 "  ",
           accesses, facts->wavefronts, facts->minimum, facts->degree, bank,
           facts->sectors, facts->lines);
  print_lanes(facts->lanes);
}

/* `0-3,8,9`; runs of three and more are ranges. */
static void print_lanes(int64_t lanes) {
  const char *before = "";
  if (!lanes)
    printf("-");
  for (int lane = 0; lane < TL_WARP_LANES; lane++) {
    int last = lane;
    if (!(lanes >> lane & 1))
      continue;
    while (last + 1 < TL_WARP_LANES && lanes >> (last + 1) & 1)
      last++;
    printf("%s%d", before, lane);
    before = ",";
    if (last - lane < 2)
      continue;
    printf("-%d", last);
    lane = last;
  }
  puts("");
}

static void print_totals(const table *of) {
  const totals *sums = &of->sums;
  int64_t width = of->copy.vectors.width;
  bool has_tails = tl_atoms_count(&of->copy.vectors.inner) % width != 0;
  printf("%" PRId64 " access%s of %s%" PRId64 " element%s: %" PRId64
         " wavefronts, %" PRId64 " at best, ",
         of->copy.accesses, of->copy.accesses == 1 ? "" : "es",
         has_tails ? "at most " : "", width, width == 1 ? "" : "s",
         sums->wavefronts, sums->minimum);
  if (sums->degree > 1)
    printf("%" PRId64 "-way bank conflicts", sums->degree);
  else
    printf("no bank conflicts");
  printf("; %" PRId64 " sectors, %" PRId64 " lines\n", sums->sectors,
         sums->lines);
}

/* ---- JSON --------------------------------------------------------------- */

static void print_json(const table *of) {
  tl_json json = {.to = tl_print_writer()};
  tl_json_open(&json, NULL, '{');
  tl_json_text(&json, "scope", tl_scope_describe(of->copy.request.scope)->name);
  tl_json_integer(&json, "bits", of->copy.request.element_bytes * 8);
  tl_json_boolean(&json, "stores", of->copy.request.stores);
  tl_json_integer(&json, "width", of->copy.vectors.width);
  tl_json_integer(&json, "accesses", of->copy.accesses);
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

static void print_json_row(const row *of, tl_json *json) {
  const tl_access_facts *facts = &of->facts;
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
  print_json_lanes(facts->lanes, json);
  tl_json_integer(json, "sectors", facts->sectors);
  tl_json_integer(json, "lines", facts->lines);
  tl_json_integer(json, "bytes", facts->bytes);
  tl_json_integer(json, "efficiency", facts->efficiency);
  tl_json_close(json, '}');
}

static void print_json_lanes(int64_t lanes, tl_json *json) {
  tl_json_open(json, "lanes", '[');
  for (int lane = 0; lane < TL_WARP_LANES; lane++)
    if (lanes >> lane & 1)
      tl_json_integer(json, NULL, lane);
  tl_json_close(json, ']');
}
