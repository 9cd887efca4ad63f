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
#include "json.h"
#include "print.h"
#include "report.h"
#include "spelling.h"
#include "tl/banks.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ACCESSES = 1 << 16, MOST_ROWS = 32, WIDEST_BITS = 128 };

/* Accesses first to last, all of these facts. */
typedef struct row {
  int64_t first, last;
  tl_access_facts facts;
} row;

typedef struct totals {
  int64_t wavefronts, minimum, degree, sectors, lines;
} totals;

typedef struct copy {
  tl_spelling fragment, memory;
  tl_copy_request request;
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  int64_t accesses, row_count;
  row *rows; /* owned */
  totals sums;
} copy;

static bool open_copy(const tl_arguments *arguments, copy *out);
static tl_code check_fragment(const tl_spelling *fragment, tl_error *error);
static tl_code check_memory(const tl_spelling *memory, tl_error *error);
static tl_code plan_copy(const tl_arguments *arguments, copy *out,
                         tl_error *error);
static tl_code read_rows(copy *out, tl_error *error);
static void add_access(copy *out, int64_t access, const tl_access_facts *facts);
static void print_text(const copy *of, bool all);
static void print_row(const row *of);
static void print_lanes(int64_t lanes);
static void print_totals(const copy *of);
static void print_json(const copy *of);
static void print_json_row(const row *of, tl_json *json);
static void print_json_lanes(int64_t lanes, tl_json *json);

tl_status tl_run_banks(const tl_arguments *arguments) {
  copy of = {0};
  tl_error error;
  if (!open_copy(arguments, &of))
    return TL_STATUS_FAILED;
  bool good = plan_copy(arguments, &of, &error) == TL_OK &&
              read_rows(&of, &error) == TL_OK;
  if (!good)
    tl_report("%s", error.message);
  else if (arguments->options & TL_OPTION_JSON)
    print_json(&of);
  else
    print_text(&of, arguments->options & TL_OPTION_ALL);
  free(of.rows);
  return good ? TL_STATUS_OK : TL_STATUS_FAILED;
}

static bool open_copy(const tl_arguments *arguments, copy *out) {
  char **items = arguments->items;
  tl_error error;
  if (!tl_spelling_open(items[0], arguments, &out->fragment))
    return false;
  if (check_fragment(&out->fragment, &error) != TL_OK) {
    tl_report_argument(items[0], &error);
    return false;
  }
  if (!tl_spelling_open(items[1], arguments, &out->memory))
    return false;
  if (check_memory(&out->memory, &error) == TL_OK)
    return true;
  tl_report_argument(items[1], &error);
  return false;
}

static tl_code check_fragment(const tl_spelling *fragment, tl_error *error) {
  if (fragment->role == TL_ROLE_STORED)
    return tl_fail(error, TL_INVALID, "expected a layout of registers, got %s",
                   tl_kind_describe(fragment->value.kind));
  return tl_spelling_check_scope(fragment, error);
}

static tl_code check_memory(const tl_spelling *memory, tl_error *error) {
  if (memory->role != TL_ROLE_HELD)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "expected a layout of memory, got %s that says which thread "
                 "holds an element",
                 tl_kind_describe(memory->value.kind));
}

static tl_code plan_copy(const tl_arguments *arguments, copy *out,
                         tl_error *error) {
  tl_scope scope = out->fragment.scope;
  out->request =
      (tl_copy_request){.fragment = out->fragment.layout,
                        .memory = out->memory.layout,
                        .scope = scope,
                        .threads = tl_scope_threads(scope, 0),
                        .element_bytes = arguments->bits / 8,
                        .base_alignment = WIDEST_BITS / 8,
                        .stores = (arguments->options & TL_OPTION_STORE) != 0};
  TL_TRY(tl_copy_partition_plan(&out->request, &out->plan, error));
  tl_copy_vectors_plan(&out->plan.atoms, &out->plan.swizzle,
                       out->plan.alignment, out->request.element_bytes,
                       WIDEST_BITS, &out->vectors);
  out->accesses = tl_copy_access_count(&out->plan, &out->vectors);
  if (out->accesses > MOST_ACCESSES)
    return tl_fail(error, TL_UNSUPPORTED,
                   "%" PRId64 " accesses of a thread are more than the %d of a "
                   "table",
                   out->accesses, MOST_ACCESSES);
  return TL_OK;
}

static tl_code read_rows(copy *out, tl_error *error) {
  out->rows = tl_allocate((size_t)out->accesses, sizeof *out->rows);
  for (int64_t access = 0; access < out->accesses; access++) {
    tl_access_facts facts;
    TL_TRY(tl_copy_banks(&out->request, &out->plan, &out->vectors, access,
                         &facts, error));
    add_access(out, access, &facts);
  }
  return TL_OK;
}

static void add_access(copy *out, int64_t access,
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

static void print_text(const copy *of, bool all) {
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

static void print_totals(const copy *of) {
  const totals *sums = &of->sums;
  int64_t width = of->vectors.width;
  printf("%" PRId64 " access%s of %" PRId64 " element%s: %" PRId64
         " wavefronts, %" PRId64 " at best, ",
         of->accesses, of->accesses == 1 ? "" : "es", width,
         width == 1 ? "" : "s", sums->wavefronts, sums->minimum);
  if (sums->degree > 1)
    printf("%" PRId64 "-way bank conflicts", sums->degree);
  else
    printf("no bank conflicts");
  printf("; %" PRId64 " sectors, %" PRId64 " lines\n", sums->sectors,
         sums->lines);
}

/* ---- JSON --------------------------------------------------------------- */

static void print_json(const copy *of) {
  tl_json json = {0};
  tl_json_open(&json, NULL, '{');
  tl_json_text(&json, "scope", tl_scope_describe(of->request.scope)->name);
  tl_json_integer(&json, "bits", of->request.element_bytes * 8);
  tl_json_boolean(&json, "stores", of->request.stores);
  tl_json_integer(&json, "width", of->vectors.width);
  tl_json_integer(&json, "accesses", of->accesses);
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
