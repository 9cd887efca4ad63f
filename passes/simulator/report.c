/* report.c - Faults and what accesses cost; see machine.h. */
#include "dialect/bridge/bridge.h"
#include "machine.h"
#include "tl/banks.h"
#include "tl/json.h"
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/*===--- Faults -----------------------------------------------------------===*/

static const char *const KINDS[TL_FAULT_KIND_COUNT] = {
    [TL_FAULT_BOUNDS] = "out of bounds",
    [TL_FAULT_ALIGNMENT] = "misaligned access",
    [TL_FAULT_RACE] = "race",
    [TL_FAULT_BARRIER] = "barrier divergence",
    [TL_FAULT_UNINITIALIZED] = "uninitialized value",
    [TL_FAULT_ARITHMETIC] = "arithmetic",
    [TL_FAULT_ASSERTION] = "assertion",
    [TL_FAULT_SCOPE] = "scope",
    [TL_FAULT_RESOURCE] = "resources",
    [TL_FAULT_REPLICAS] = "replicas",
    [TL_FAULT_ASYNC] = "asynchronous copy",
};

static tl_sim_words describe_thread(const tl_machine *machine, int block,
                                    int thread) {
  tl_sim_words out;
  tl_point t = tl_point_in(thread, machine->launch.block);
  tl_point b = tl_point_in(block, machine->launch.grid);
  int length = thread == TL_EVERY_THREAD
                   ? snprintf(out.text, sizeof out.text, "every thread")
                   : snprintf(out.text, sizeof out.text,
                              "thread (%" PRId64 ", %" PRId64 ", %" PRId64 ")",
                              t.items[0], t.items[1], t.items[2]);
  snprintf(out.text + length, sizeof out.text - (size_t)length,
           " of block (%" PRId64 ", %" PRId64 ", %" PRId64 ")", b.items[0],
           b.items[1], b.items[2]);
  return out;
}

tl_sim_words tl_describe_place(const tl_buffer *buffer, int64_t byte,
                               int64_t element_bytes) {
  tl_sim_words place;
  int length = 0;
  if (element_bytes > 0)
    length = snprintf(place.text, sizeof place.text, "element %" PRId64 " of ",
                      byte / element_bytes);
  size_t room = sizeof place.text - (size_t)length;
  if (buffer->argument >= 0)
    snprintf(place.text + length, room, "argument %d", buffer->argument);
  else
    snprintf(place.text + length, room, "%s",
             buffer->name ? buffer->name : "a buffer");
  return place;
}

static tl_culprit culprit_of(const tl_machine *machine,
                             const tl_instruction *at, int block, int thread,
                             const char *deed) {
  tl_culprit out = {.operation = at->operation, .thread = {-1, -1, -1}};
  tl_point place = tl_point_in(block, machine->launch.grid);
  memcpy(out.block, place.items, sizeof out.block);
  if (thread != TL_EVERY_THREAD) {
    place = tl_point_in(thread, machine->launch.block);
    memcpy(out.thread, place.items, sizeof out.thread);
  }
  snprintf(out.deed, sizeof out.deed, "%s", deed);
  return out;
}

/* The fault that is reported next. */
static void record_fault(const tl_step *step, tl_fault_kind kind,
                         const tl_touch *other, const char *deed,
                         const char *text) {
  tl_machine *machine = step->machine;
  tl_fault_record *out = &machine->faults.records[machine->faults.reported];
  *out =
      (tl_fault_record){.kind = kind,
                        .culprit = culprit_of(machine, step->at, machine->block,
                                              step->thread, text)};
  if (other)
    out->other =
        culprit_of(machine, machine->program->instructions[other->at - 1],
                   other->block - machine->first_block, other->thread, deed);
}

static bool stop_at(tl_machine *machine, MlirOperation operation) {
  machine->is_stopped = true;
  tl_emit_remark(operation, NULL,
                 "has a fault after %d others: the simulation stops here",
                 TL_MAX_FAULTS);
  return false;
}

bool tl_fault_with(const tl_step *step, tl_fault_kind kind,
                   const tl_touch *other, const char *deed, const char *format,
                   ...) {
  va_list arguments;
  tl_machine *machine = step->machine;
  MlirOperation operation = step->at->operation, elsewhere = operation;
  uint16_t *seen = &machine->faults.seen[step->at->number];
  uint16_t bit = (uint16_t)(1u << kind), known = *seen & bit;
  if (machine->is_stopped)
    return false;
  machine->faults.count++;
  if (machine->is_silent) {
    machine->is_stopped = true;
    return false;
  }
  *seen |= bit;
  if (known)
    return false;
  if (machine->faults.reported == TL_MAX_FAULTS)
    return stop_at(machine, operation);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  char message[1024], note[256];
  int length = snprintf(
      message, sizeof message, "'%.*s' op %s: %s ", (int)name.length, name.data,
      KINDS[kind], describe_thread(machine, machine->block, step->thread).text);
  va_start(arguments, format);
  vsnprintf(message + length, sizeof message - (size_t)length, format,
            arguments);
  va_end(arguments);
  if (machine->faults.records)
    record_fault(step, kind, other, deed, message + length);
  if (other) {
    elsewhere = machine->program->instructions[other->at - 1]->operation;
    snprintf(note, sizeof note, "%s %s",
             describe_thread(machine, other->block - machine->first_block,
                             other->thread)
                 .text,
             deed);
  }
  tl_bridge_emit(mlirOperationGetLocation(operation), TL_SEVERITY_ERROR,
                 message, mlirOperationGetLocation(elsewhere),
                 other ? note : NULL);
  machine->faults.reported++;
  return false;
}

bool tl_fault_overflow(const tl_step *step) {
  tl_fault(step, TL_FAULT_BOUNDS,
           "makes an address, a size or a stride of more than 64 bits");
  step->machine->is_stopped = true;
  return false;
}

static void write_part(MlirStringRef part, void *user) {
  fwrite(part.data, 1, part.length, user);
}

void tl_write_location(MlirLocation location, FILE *out) {
  tl_location_print(location, write_part, out);
}

/*===--- Faults as JSON ----------------------------------------------------===*/

static void write_output(void *stream, const char *text, size_t length) {
  fwrite(text, 1, length, stream);
}

bool tl_faults_keep(tl_faults *faults) {
  faults->records = calloc(TL_MAX_FAULTS, sizeof *faults->records);
  return faults->records != NULL;
}

static void add_culprit(const tl_culprit *culprit, tl_json *json) {
  MlirStringRef name =
      mlirIdentifierStr(mlirOperationGetName(culprit->operation));
  tl_location_print_json(mlirOperationGetLocation(culprit->operation),
                         "location", json);
  tl_json_string(json, "operation", name.data, name.length);
  if (culprit->thread[0] < 0)
    tl_json_null(json, "thread");
  else
    tl_json_integers(json, "thread", culprit->thread, 3);
  tl_json_integers(json, "block", culprit->block, 3);
  tl_json_text(json, "deed", culprit->deed);
}

void tl_faults_print(const tl_faults *faults, MlirStringRef kernel) {
  tl_json json = {.to = {write_output, stdout}};
  tl_json_open(&json, NULL, '{');
  tl_json_string(&json, "kernel", kernel.data, kernel.length);
  tl_json_integer(&json, "count", faults->count);
  tl_json_open(&json, "faults", '[');
  for (int i = 0; i < faults->reported; i++) {
    const tl_fault_record *record = &faults->records[i];
    tl_json_line(&json);
    tl_json_open(&json, NULL, '{');
    tl_json_text(&json, "kind", KINDS[record->kind]);
    add_culprit(&record->culprit, &json);
    if (tl_json_open_if(&json, "other", '{',
                        !mlirOperationIsNull(record->other.operation))) {
      add_culprit(&record->other, &json);
      tl_json_close(&json, '}');
    }
    tl_json_close(&json, '}');
  }
  tl_json_close(&json, ']');
  tl_json_close(&json, '}');
}

/*===--- Costs ------------------------------------------------------------===*/

void tl_report_start(tl_report *report) {
  memset(report->own, 0, sizeof report->own);
}

static void count_own(tl_report *report, const tl_access *access) {
  tl_memory_space space = access->buffer->space;
  if (space != TL_MEMORY_SHARED && space != TL_MEMORY_GLOBAL)
    return;
  int64_t own = ++report->own[access->writes][access->step.thread];
  int64_t *most = &report->most[access->writes];
  *most = own > *most ? own : *most;
}

/* Vectors whose bytes are no power of two are cut into words of at most 8. */
int64_t tl_access_width(const tl_access *access) {
  enum { ODD_BYTES = 8 };
  const tl_target *target = access->step.machine->target;
  bool is_global = access->buffer->space == TL_MEMORY_GLOBAL;
  bool is_power = (access->bytes & (access->bytes - 1)) == 0;
  int64_t stated = access->alignment & -access->alignment;
  int64_t most =
      (is_global ? target->global_bits : target->shared_bits) / CHAR_BIT;
  if (!is_power && most > ODD_BYTES)
    most = ODD_BYTES;
  if (most > stated)
    most = stated;
  return most < access->bytes ? most : access->bytes;
}

static void add_piece(tl_report *report, const tl_access *access) {
  tl_pending *pending = &report->pending[access->writes];
  tl_access *items = tl_grow(pending->items, sizeof *items, pending->count,
                             &pending->capacity);
  if (!items)
    return;
  pending->items = items;
  items[pending->count++] = *access;
  count_own(report, access);
}

void tl_report_add(tl_report *report, const tl_access *access) {
  tl_access piece = *access;
  int64_t end = access->byte + access->bytes;
  piece.bytes = tl_access_width(access);
  for (; piece.byte < end; piece.byte += piece.bytes) {
    while (piece.bytes > end - piece.byte)
      piece.bytes /= 2;
    add_piece(report, &piece);
  }
}

void tl_report_exchange(const tl_step *step) {
  tl_machine *machine = step->machine;
  tl_exchange_totals *totals = &machine->report.exchanges[step->at->number];
  if (!machine->counts_accesses)
    return;
  totals->at = step->at;
  totals->warps++;
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
  if (facts.degree > counts[TL_COUNT_DEGREE]) {
    counts[TL_COUNT_DEGREE] = facts.degree;
    totals->bank = facts.bank;
    totals->lanes = facts.degree > 1 ? facts.lanes : 0;
  }
  counts[TL_COUNT_SECTORS] += facts.sectors;
  counts[TL_COUNT_USED] += is_widest ? 2 * facts.bytes : facts.bytes;
}

/* The pending accesses from `begin` to `end` are of one warp. */
static void close_warp(const tl_pending *pending, tl_access_totals *totals,
                       int begin, int end, int wave) {
  bool found = true;
  for (int n = 0; found; n++) {
    int64_t addresses[TL_MAX_THREADS], bytes = 0;
    int made[TL_MAX_THREADS]; /* accesses of a lane, so far */
    found = false;
    for (int lane = 0; lane < wave; lane++) {
      addresses[lane] = TL_LANE_INACTIVE;
      made[lane] = 0;
    }
    for (int i = begin; i < end; i++) {
      const tl_access *access = &pending->items[i];
      int lane = access->step.thread % wave;
      if (made[lane]++ != n)
        continue;
      addresses[lane] = access->byte;
      bytes = access->bytes;
      found = true;
    }
    if (found)
      count_warp(totals, addresses, wave, bytes);
  }
}

static void close_pending(tl_report *report, bool writes, int wave) {
  tl_pending *pending = &report->pending[writes];
  int begin = 0;
  for (int i = 0; i < pending->count; i++) {
    const tl_access *access = &pending->items[i];
    const tl_instruction *at = access->step.at;
    tl_access_totals *totals = &report->totals[2 * at->number + writes];
    totals->at = at;
    totals->space = access->buffer->space;
    totals->writes = writes;
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
  close_pending(report, false, wave);
  close_pending(report, true, wave);
}

/*===--- Output -----------------------------------------------------------===*/

static const char *const SPACES[] = {
    [TL_MEMORY_GLOBAL] = "global",
    [TL_MEMORY_SHARED] = "shared",
    [TL_MEMORY_PRIVATE] = "private",
    [TL_MEMORY_OTHER] = "other",
};

static MlirStringRef name_of(const tl_instruction *at) {
  return mlirIdentifierStr(mlirOperationGetName(at->operation));
}

int64_t tl_report_efficiency(const int64_t *counts) {
  int64_t moved = counts[TL_COUNT_SECTORS] * TL_COUNTED_MEMORY.sector_bytes;
  return moved ? 100 * counts[TL_COUNT_USED] / moved : 100;
}

static void print_access(const tl_access_totals *totals) {
  MlirStringRef name = name_of(totals->at);
  const int64_t *counts = totals->counts;
  printf("  ");
  tl_write_location(mlirOperationGetLocation(totals->at->operation), stdout);
  printf(" %.*s: %s %s, %" PRId64 " accesses, %" PRId64 " bytes",
         (int)name.length, name.data, SPACES[totals->space],
         totals->writes ? "write" : "read", counts[TL_COUNT_ACCESSES],
         counts[TL_COUNT_BYTES]);
  if (totals->space == TL_MEMORY_SHARED)
    printf(", %" PRId64 " wavefronts of at least %" PRId64 ", degree %" PRId64,
           counts[TL_COUNT_WAVEFRONTS], counts[TL_COUNT_MINIMUM],
           counts[TL_COUNT_DEGREE]);
  if (totals->space == TL_MEMORY_GLOBAL)
    printf(", %" PRId64 " sectors, efficiency %" PRId64 "%%",
           counts[TL_COUNT_SECTORS], tl_report_efficiency(counts));
  printf("\n");
}

static const char *const COUNTERS[TL_COUNTER_COUNT] = {
    "accesses", "bytes",  "warps",   "wavefronts",
    "minimum",  "degree", "sectors", "used"};

static void add_access(const tl_access_totals *totals, tl_json *json) {
  MlirStringRef name = name_of(totals->at);
  tl_json_line(json);
  tl_json_open(json, NULL, '{');
  tl_location_print_json(mlirOperationGetLocation(totals->at->operation),
                         "location", json);
  tl_json_string(json, "operation", name.data, name.length);
  tl_json_text(json, "space", SPACES[totals->space]);
  tl_json_boolean(json, "writes", totals->writes);
  for (int i = 0; i < TL_COUNTER_COUNT; i++)
    tl_json_integer(json, COUNTERS[i], totals->counts[i]);
  tl_json_close(json, '}');
}

static void print_exchange(const tl_exchange_totals *totals) {
  MlirStringRef name = name_of(totals->at);
  printf("  ");
  tl_write_location(mlirOperationGetLocation(totals->at->operation), stdout);
  printf(" %.*s: %" PRId64 " exchange%s of a warp\n", (int)name.length,
         name.data, totals->warps, totals->warps == 1 ? "" : "s");
}

static void add_exchange(const tl_exchange_totals *totals, tl_json *json) {
  MlirStringRef name = name_of(totals->at);
  tl_json_line(json);
  tl_json_open(json, NULL, '{');
  tl_location_print_json(mlirOperationGetLocation(totals->at->operation),
                         "location", json);
  tl_json_string(json, "operation", name.data, name.length);
  tl_json_integer(json, "warps", totals->warps);
  tl_json_close(json, '}');
}

/* `json` is null for text. */
static void print_exchanges(const tl_report *report, tl_json *json) {
  if (json)
    tl_json_open(json, "exchanges", '[');
  for (int i = 0; i < report->count / 2; i++)
    if (report->exchanges[i].at && json)
      add_exchange(&report->exchanges[i], json);
    else if (report->exchanges[i].at)
      print_exchange(&report->exchanges[i]);
  if (json)
    tl_json_close(json, ']');
}

/* Sums over all accesses of a space. */
static const struct {
  const char *name;
  tl_memory_space space;
  tl_counter counter;
} SUMS[] = {
    {"shared_bytes", TL_MEMORY_SHARED, TL_COUNT_BYTES},
    {"wavefronts", TL_MEMORY_SHARED, TL_COUNT_WAVEFRONTS},
    {"minimum", TL_MEMORY_SHARED, TL_COUNT_MINIMUM},
    {"global_bytes", TL_MEMORY_GLOBAL, TL_COUNT_BYTES},
    {"sectors", TL_MEMORY_GLOBAL, TL_COUNT_SECTORS},
    {"used", TL_MEMORY_GLOBAL, TL_COUNT_USED},
};
enum { SUM_COUNT = sizeof SUMS / sizeof *SUMS };

void tl_report_print(const tl_report *report, const tl_program *program,
                     tl_report_format format) {
  bool is_json = format == TL_REPORT_JSON;
  tl_json json = {.to = {write_output, stdout}};
  MlirStringRef kernel = program->name;
  int64_t sums[SUM_COUNT] = {0};
  if (is_json) {
    tl_json_open(&json, NULL, '{');
    tl_json_string(&json, "kernel", kernel.data, kernel.length);
    tl_json_open(&json, "accesses", '[');
  } else {
    printf("report @%.*s\n", (int)kernel.length, kernel.data);
  }
  for (int i = 0; i < report->count; i++) {
    const tl_access_totals *totals = &report->totals[i];
    if (!totals->at)
      continue;
    for (int k = 0; k < SUM_COUNT; k++)
      if (totals->space == SUMS[k].space)
        sums[k] += totals->counts[SUMS[k].counter];
    if (is_json)
      add_access(totals, &json);
    else
      print_access(totals);
  }
  if (is_json) {
    tl_json_close(&json, ']');
    tl_json_line(&json);
    print_exchanges(report, &json);
    tl_json_line(&json);
    for (int k = 0; k < SUM_COUNT; k++)
      tl_json_integer(&json, SUMS[k].name, sums[k]);
    tl_json_integer(&json, "busiest_reads", report->most[false]);
    tl_json_integer(&json, "busiest_writes", report->most[true]);
    tl_json_close(&json, '}');
    return;
  }
  print_exchanges(report, NULL);
  printf("  total: shared %" PRId64 " bytes, %" PRId64
         " wavefronts of at least %" PRId64 "; global %" PRId64
         " bytes, %" PRId64 " sectors for %" PRId64 " bytes\n",
         sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]);
  printf("  busiest thread: %" PRId64 " reads, %" PRId64 " writes\n",
         report->most[false], report->most[true]);
}
