/* report.c - see report.h. */
#include "report.h"
#include "machine.h"
#include "tl/banks.h"
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
  if (pending->count == pending->capacity) {
    int capacity = pending->capacity ? 2 * pending->capacity : TL_MAX_THREADS;
    tl_access *items =
        realloc(pending->items, (size_t)capacity * sizeof *items);
    if (!items)
      return;
    pending->items = items;
    pending->capacity = capacity;
  }
  pending->items[pending->count++] = *access;
}

/*===--- One access of a warp ---------------------------------------------===*/

enum { WIDEST = 32, HALF = WIDEST / 2 };

/* An access that no instruction makes, such as one of 3 bytes, costs nothing
 * here; only its bytes count.  One of 32 bytes of global memory is in one
 * sector, and so is its first half. */
static void count_warp(tl_access_totals *totals, const int64_t *addresses,
                       int64_t bytes) {
  tl_access_facts facts;
  bool is_widest = bytes == WIDEST && totals->space == TL_MEMORY_GLOBAL;
  totals->warps++;
  if (tl_access_by_enumeration(addresses, TL_WARP_LANES,
                               is_widest ? HALF : bytes, &facts, NULL) != TL_OK)
    return;
  totals->wavefronts += facts.wavefronts;
  totals->minimum += facts.minimum;
  if (facts.degree > totals->degree)
    totals->degree = facts.degree;
  totals->sectors += facts.sectors;
  totals->used += is_widest ? 2 * facts.bytes : facts.bytes;
}

static int next_thread(const tl_pending *pending, int from) {
  int next = from;
  while (next < pending->count &&
         pending->items[next].thread == pending->items[from].thread)
    next++;
  return next;
}

/* The pending accesses from `begin` to `end` are of one warp. */
static void close_warp(const tl_pending *pending, tl_access_totals *totals,
                       int begin, int end) {
  bool found = true;
  for (int n = 0; found; n++) {
    int64_t addresses[TL_WARP_LANES], bytes = 0;
    found = false;
    for (int lane = 0; lane < TL_WARP_LANES; lane++)
      addresses[lane] = TL_LANE_INACTIVE;
    for (int i = begin; i < end; i = next_thread(pending, i)) {
      const tl_access *access = &pending->items[i + n];
      if (i + n >= next_thread(pending, i))
        continue;
      addresses[access->thread % TL_WARP_LANES] = access->byte;
      bytes = access->bytes;
      found = true;
    }
    if (found)
      count_warp(totals, addresses, bytes);
  }
}

static void close_pending(tl_report *report, tl_pending *pending) {
  int begin = 0;
  for (int i = 0; i < pending->count; i++) {
    const tl_access *access = &pending->items[i];
    tl_access_totals *totals =
        &report->totals[2 * access->at->number + access->writes];
    totals->at = access->at;
    totals->space = access->buffer->space;
    totals->writes = access->writes;
    totals->threads++;
    totals->bytes += access->bytes;
    bool is_last =
        i + 1 == pending->count ||
        access[1].thread / TL_WARP_LANES != access->thread / TL_WARP_LANES;
    if (!is_last)
      continue;
    if (totals->space != TL_MEMORY_PRIVATE)
      close_warp(pending, totals, begin, i + 1);
    begin = i + 1;
  }
  pending->count = 0;
}

void tl_report_close(tl_report *report) {
  close_pending(report, &report->pending[false]);
  close_pending(report, &report->pending[true]);
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
  fprintf(out, "  ");
  tl_write_location(mlirOperationGetLocation(totals->at->operation), out);
  fprintf(out, " %.*s: %s %s, %" PRId64 " accesses, %" PRId64 " bytes",
          (int)name.length, name.data, SPACES[totals->space],
          totals->writes ? "write" : "read", totals->threads, totals->bytes);
  if (totals->space == TL_MEMORY_SHARED)
    fprintf(out,
            ", %" PRId64 " wavefronts of at least %" PRId64 ", degree %" PRId64,
            totals->wavefronts, totals->minimum, totals->degree);
  if (totals->space == TL_MEMORY_GLOBAL)
    fprintf(out, ", %" PRId64 " sectors, efficiency %" PRId64 "%%",
            totals->sectors,
            percent(totals->used,
                    totals->sectors * tl_memory_describe()->sector_bytes));
  fprintf(out, "\n");
}

/* File names have no quotes or backslashes to escape but these two. */
static void print_quoted(MlirStringRef part, void *user) {
  FILE *out = user;
  for (size_t i = 0; i < part.length; i++) {
    if (part.data[i] == '"' || part.data[i] == '\\')
      fputc('\\', out);
    fputc(part.data[i], out);
  }
}

static void print_json(const tl_access_totals *totals, bool is_first,
                       FILE *out) {
  fprintf(out, "%s\n    {\"location\": \"", is_first ? "" : ",");
  mlirLocationPrint(mlirOperationGetLocation(totals->at->operation),
                    print_quoted, out);
  fprintf(out, "\", \"operation\": \"");
  print_quoted(mlirIdentifierStr(mlirOperationGetName(totals->at->operation)),
               out);
  fprintf(out,
          "\", \"space\": \"%s\", \"writes\": %s, \"accesses\": %" PRId64
          ", \"bytes\": %" PRId64 ", \"warps\": %" PRId64
          ", \"wavefronts\": %" PRId64 ", \"minimum\": %" PRId64
          ", \"degree\": %" PRId64 ", \"sectors\": %" PRId64
          ", \"used\": %" PRId64 "}",
          SPACES[totals->space], totals->writes ? "true" : "false",
          totals->threads, totals->bytes, totals->warps, totals->wavefronts,
          totals->minimum, totals->degree, totals->sectors, totals->used);
}

static void add_totals(const tl_access_totals *one, tl_access_totals *sum) {
  sum->threads += one->threads;
  sum->bytes += one->bytes;
  sum->wavefronts += one->wavefronts;
  sum->minimum += one->minimum;
  sum->sectors += one->sectors;
  sum->used += one->used;
}

void tl_report_print(const tl_report *report, const tl_program *program,
                     tl_report_format format, FILE *out) {
  bool is_json = format == TL_REPORT_JSON, is_first = true;
  tl_access_totals sums[TL_MEMORY_OTHER + 1] = {{0}};
  fprintf(out,
          is_json ? "{\"kernel\": \"%.*s\", \"accesses\": [" : "report @%.*s\n",
          (int)program->name.length, program->name.data);
  for (int i = 0; i < report->count; i++) {
    const tl_access_totals *totals = &report->totals[i];
    if (!totals->at)
      continue;
    add_totals(totals, &sums[totals->space]);
    if (is_json)
      print_json(totals, is_first, out);
    else
      print_text(totals, out);
    is_first = false;
  }
  const tl_access_totals *shared = &sums[TL_MEMORY_SHARED];
  const tl_access_totals *global = &sums[TL_MEMORY_GLOBAL];
  fprintf(out,
          is_json ? "],\n  \"shared_bytes\": %" PRId64
                    ", \"wavefronts\": %" PRId64 ", \"minimum\": %" PRId64
                    ", \"global_bytes\": %" PRId64 ", \"sectors\": %" PRId64
                    ", \"used\": %" PRId64 "}\n"
                  : "  total: shared %" PRId64 " bytes, %" PRId64
                    " wavefronts of at least %" PRId64 "; global %" PRId64
                    " bytes, %" PRId64 " sectors for %" PRId64 " bytes\n",
          shared->bytes, shared->wavefronts, shared->minimum, global->bytes,
          global->sectors, global->used);
}
