/* report.c - see report.h. */
#include "report.h"
#include "machine.h"
#include "tl/banks.h"
#include "tl/json.h"
#include <inttypes.h>
#include <stdlib.h>

bool tl_report_create(int instruction_count, tl_report *out) {
  *out = (tl_report){.count = 2 * instruction_count};
  out->totals = calloc((size_t)out->count + 1, sizeof *out->totals);
  return out->totals != NULL;
}

void tl_report_destroy(tl_report *report) {
  free(report->totals);
  free(report->pending[false].items);
  free(report->pending[true].items);
}

void tl_report_add(tl_report *report, const tl_access *access) {
  tl_pending *pending = &report->pending[access->writes];
  tl_access *items = tl_grow(pending->items, sizeof *items, pending->count,
                             &pending->capacity);
  if (!items)
    return;
  pending->items = items;
  items[pending->count++] = *access;
}

/*===--- One access of a warp ---------------------------------------------===*/

enum { WIDEST = 32, HALF = WIDEST / 2 };

/* An access that no instruction makes, such as one of 3 bytes, costs nothing
 * here; only its bytes count.  One of 32 bytes of global memory is in one
 * sector, and so is its first half. */
static void count_warp(tl_access_totals *totals, const int64_t *addresses,
                       int wave, int64_t bytes) {
  tl_access_facts facts;
  bool is_widest = bytes == WIDEST && totals->space == TL_MEMORY_GLOBAL;
  int64_t *counts = totals->counts;
  counts[TL_COUNT_WARPS]++;
  if (tl_access_by_enumeration(addresses, wave, is_widest ? HALF : bytes,
                               &facts, NULL) != TL_OK)
    return;
  counts[TL_COUNT_WAVEFRONTS] += facts.wavefronts;
  counts[TL_COUNT_MINIMUM] += facts.minimum;
  if (facts.degree > counts[TL_COUNT_DEGREE])
    counts[TL_COUNT_DEGREE] = facts.degree;
  counts[TL_COUNT_SECTORS] += facts.sectors;
  counts[TL_COUNT_USED] += is_widest ? 2 * facts.bytes : facts.bytes;
}

static int next_thread(const tl_pending *pending, int from) {
  int next = from;
  while (next < pending->count &&
         pending->items[next].step.thread == pending->items[from].step.thread)
    next++;
  return next;
}

/* The pending accesses from `begin` to `end` are of one warp. */
static void close_warp(const tl_pending *pending, tl_access_totals *totals,
                       int begin, int end, int wave) {
  bool found = true;
  for (int n = 0; found; n++) {
    int64_t addresses[TL_MAX_THREADS], bytes = 0;
    found = false;
    for (int lane = 0; lane < wave; lane++)
      addresses[lane] = TL_LANE_INACTIVE;
    for (int i = begin; i < end; i = next_thread(pending, i)) {
      const tl_access *access = &pending->items[i + n];
      if (i + n >= next_thread(pending, i))
        continue;
      addresses[access->step.thread % wave] = access->byte;
      bytes = access->bytes;
      found = true;
    }
    if (found)
      count_warp(totals, addresses, wave, bytes);
  }
}

static void close_pending(tl_report *report, tl_pending *pending, int wave) {
  int begin = 0;
  for (int i = 0; i < pending->count; i++) {
    const tl_access *access = &pending->items[i];
    const tl_instruction *at = access->step.at;
    tl_access_totals *totals = &report->totals[2 * at->number + access->writes];
    totals->at = at;
    totals->space = access->buffer->space;
    totals->writes = access->writes;
    totals->counts[TL_COUNT_ACCESSES]++;
    totals->counts[TL_COUNT_BYTES] += access->bytes;
    bool is_last = i + 1 == pending->count ||
                   access[1].step.thread / wave != access->step.thread / wave;
    if (!is_last)
      continue;
    if (totals->space != TL_MEMORY_PRIVATE)
      close_warp(pending, totals, begin, i + 1, wave);
    begin = i + 1;
  }
  pending->count = 0;
}

void tl_report_close(tl_report *report, int wave) {
  close_pending(report, &report->pending[false], wave);
  close_pending(report, &report->pending[true], wave);
}

/*===--- Output -----------------------------------------------------------===*/

static const char *const SPACES[] = {
    [TL_MEMORY_GLOBAL] = "global",
    [TL_MEMORY_SHARED] = "shared",
    [TL_MEMORY_PRIVATE] = "private",
    [TL_MEMORY_OTHER] = "other",
};

static int64_t percent(int64_t part, int64_t whole) {
  return whole ? 100 * part / whole : 100;
}

static void print_text(const tl_access_totals *totals, FILE *out) {
  MlirStringRef name =
      mlirIdentifierStr(mlirOperationGetName(totals->at->operation));
  const int64_t *counts = totals->counts;
  int64_t sectors = counts[TL_COUNT_SECTORS];
  fprintf(out, "  ");
  tl_write_location(mlirOperationGetLocation(totals->at->operation), out);
  fprintf(out, " %.*s: %s %s, %" PRId64 " accesses, %" PRId64 " bytes",
          (int)name.length, name.data, SPACES[totals->space],
          totals->writes ? "write" : "read", counts[TL_COUNT_ACCESSES],
          counts[TL_COUNT_BYTES]);
  if (totals->space == TL_MEMORY_SHARED)
    fprintf(out,
            ", %" PRId64 " wavefronts of at least %" PRId64 ", degree %" PRId64,
            counts[TL_COUNT_WAVEFRONTS], counts[TL_COUNT_MINIMUM],
            counts[TL_COUNT_DEGREE]);
  if (totals->space == TL_MEMORY_GLOBAL)
    fprintf(out, ", %" PRId64 " sectors, efficiency %" PRId64 "%%", sectors,
            percent(counts[TL_COUNT_USED],
                    sectors * TL_COUNTED_MEMORY.sector_bytes));
  fprintf(out, "\n");
}

static void write_file(void *stream, const char *text, size_t length) {
  fwrite(text, 1, length, stream);
}

static void add_part(MlirStringRef part, void *json) {
  tl_json_string_add(json, part.data, part.length);
}

static const char *const COUNTERS[TL_COUNTER_COUNT] = {
    "accesses", "bytes",  "warps",   "wavefronts",
    "minimum",  "degree", "sectors", "used"};

static void add_json(const tl_access_totals *totals, tl_json *json) {
  MlirStringRef name =
      mlirIdentifierStr(mlirOperationGetName(totals->at->operation));
  tl_json_line(json, 4);
  tl_json_open(json, NULL, '{');
  tl_json_string_open(json, "location");
  mlirLocationPrint(mlirOperationGetLocation(totals->at->operation), add_part,
                    json);
  tl_json_string_close(json);
  tl_json_string(json, "operation", name.data, name.length);
  tl_json_text(json, "space", SPACES[totals->space]);
  tl_json_boolean(json, "writes", totals->writes);
  for (int i = 0; i < TL_COUNTER_COUNT; i++)
    tl_json_integer(json, COUNTERS[i], totals->counts[i]);
  tl_json_close(json, '}');
}

/* Sums by space. */
typedef struct space_sums {
  int64_t counts[TL_MEMORY_OTHER + 1][TL_COUNTER_COUNT];
} space_sums;

static space_sums sum_up(const tl_report *report) {
  space_sums sums = {{{0}}};
  for (int i = 0; i < report->count; i++)
    for (int k = 0; report->totals[i].at && k < TL_COUNTER_COUNT; k++)
      sums.counts[report->totals[i].space][k] += report->totals[i].counts[k];
  return sums;
}

static void print_all_text(const tl_report *report, MlirStringRef kernel,
                           FILE *out) {
  space_sums sums = sum_up(report);
  const int64_t *shared = sums.counts[TL_MEMORY_SHARED];
  const int64_t *global = sums.counts[TL_MEMORY_GLOBAL];
  fprintf(out, "report @%.*s\n", (int)kernel.length, kernel.data);
  for (int i = 0; i < report->count; i++)
    if (report->totals[i].at)
      print_text(&report->totals[i], out);
  fprintf(out,
          "  total: shared %" PRId64 " bytes, %" PRId64
          " wavefronts of at least %" PRId64 "; global %" PRId64
          " bytes, %" PRId64 " sectors for %" PRId64 " bytes\n",
          shared[TL_COUNT_BYTES], shared[TL_COUNT_WAVEFRONTS],
          shared[TL_COUNT_MINIMUM], global[TL_COUNT_BYTES],
          global[TL_COUNT_SECTORS], global[TL_COUNT_USED]);
}

static void print_all_json(const tl_report *report, MlirStringRef kernel,
                           FILE *out) {
  space_sums sums = sum_up(report);
  const int64_t *shared = sums.counts[TL_MEMORY_SHARED];
  const int64_t *global = sums.counts[TL_MEMORY_GLOBAL];
  tl_json json = {.to = {write_file, out}};
  tl_json_open(&json, NULL, '{');
  tl_json_string(&json, "kernel", kernel.data, kernel.length);
  tl_json_open(&json, "accesses", '[');
  for (int i = 0; i < report->count; i++)
    if (report->totals[i].at)
      add_json(&report->totals[i], &json);
  tl_json_close(&json, ']');
  tl_json_line(&json, 2);
  tl_json_integer(&json, "shared_bytes", shared[TL_COUNT_BYTES]);
  tl_json_integer(&json, "wavefronts", shared[TL_COUNT_WAVEFRONTS]);
  tl_json_integer(&json, "minimum", shared[TL_COUNT_MINIMUM]);
  tl_json_integer(&json, "global_bytes", global[TL_COUNT_BYTES]);
  tl_json_integer(&json, "sectors", global[TL_COUNT_SECTORS]);
  tl_json_integer(&json, "used", global[TL_COUNT_USED]);
  tl_json_close(&json, '}');
}

void tl_report_print(const tl_report *report, const tl_program *program,
                     tl_report_format format, FILE *out) {
  (format == TL_REPORT_JSON ? print_all_json
                            : print_all_text)(report, program->name, out);
}
