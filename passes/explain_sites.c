/* explain_sites.c - see explain_sites.h.
 *
 * The trace is sorted until the accesses of a site are neighbours, in the order
 * of its table; a site whose threads do not all do the same is cut into its
 * instructions, and each of them stands alone, in parts where it has to. */
#include "explain_sites.h"
#include "explain_parts.h"
#include "lib/base/checked.h"
#include "mlir-c/IR.h"
#include "passes/simulator/run.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*===--- Order ------------------------------------------------------------===*/

/* -1, 0 or 1 of the first pair that differs. */
static int compare_numbers(const int64_t *a, const int64_t *b, int count) {
  for (int i = 0; i < count; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

static int by_execution(const void *left, const void *right) {
  const tl_traced *a = left, *b = right;
  return compare_numbers((const int64_t[]){a->writes, a->thread, a->at->number,
                                           a->buffer, a->number},
                         (const int64_t[]){b->writes, b->thread, b->at->number,
                                           b->buffer, b->number},
                         5);
}

static int by_site(const void *left, const void *right) {
  const tl_traced *a = left, *b = right;
  return compare_numbers(
      (const int64_t[]){a->buffer, a->group, a->writes, a->part, a->thread,
                        a->step, a->at->number, a->number},
      (const int64_t[]){b->buffer, b->group, b->writes, b->part, b->thread,
                        b->step, b->at->number, b->number},
      8);
}

static void sort(tl_traced *items, int count,
                 int (*compare)(const void *, const void *)) {
  if (count)
    qsort(items, (size_t)count, sizeof *items, compare);
}

/* Counts, for each thread, how often it has executed each instruction. */
static void number_steps(tl_trace *trace) {
  sort(trace->items, trace->count, by_execution);
  for (int i = 0; i < trace->count; i++) {
    tl_traced *item = &trace->items[i];
    bool goes_on = i > 0 && item[-1].writes == item->writes &&
                   item[-1].thread == item->thread && item[-1].at == item->at &&
                   item[-1].buffer == item->buffer;
    item->step = goes_on ? item[-1].step + (item[-1].round != item->round) : 0;
  }
}

/* Instructions of one location are one group, which has the number of the first
 * of them. */
static bool group_by_location(const tl_machine *machine) {
  const tl_trace *trace = &machine->trace;
  int count = machine->program->instruction_count;
  const tl_instruction **seen = calloc((size_t)count + 1, sizeof *seen);
  if (!seen)
    return false;
  for (int i = 0; i < trace->count; i++)
    seen[trace->items[i].at->number] = trace->items[i].at;
  int *group = calloc((size_t)count + 1, sizeof *group);
  for (int n = 0; group && n < count; n++) {
    group[n] = n;
    tl_place place;
    if (!seen[n])
      continue;
    MlirLocation own = mlirOperationGetLocation(seen[n]->operation);
    if (!tl_location_place(own, &place))
      continue;
    for (int k = 0; k < n && group[n] == n; k++)
      if (seen[k] && group[k] == k &&
          mlirLocationEqual(own, mlirOperationGetLocation(seen[k]->operation)))
        group[n] = k;
  }
  for (int i = 0; group && i < trace->count; i++)
    trace->items[i].group = group[trace->items[i].at->number];
  bool is_done = group != NULL;
  free(seen);
  free(group);
  return is_done;
}

/* Pointers into a buffer are into the part that starts last in front of them. */
static void settle_pointers(tl_trace *trace) {
  for (int i = 0; i < trace->count; i++) {
    tl_traced *item = &trace->items[i];
    const tl_traced_buffer *own = &trace->buffers[item->buffer];
    int64_t start = -1;
    for (int k = 0; own->start < 0 && k < trace->buffer_count; k++) {
      const tl_traced_buffer *part = &trace->buffers[k];
      if (part->owner != own->owner || part->start <= start ||
          part->start > item->byte)
        continue;
      item->buffer = k;
      start = part->start;
    }
  }
}

/* From now on bytes are counted from the start of the part, too. */
static void start_parts(tl_trace *trace) {
  for (int i = 0; i < trace->buffer_count; i++) {
    tl_traced_buffer *part = &trace->buffers[i];
    part->start = part->start < 0 ? 0 : part->start;
    part->alignment = tl_gcd(part->alignment, part->start);
  }
  for (int i = 0; i < trace->count; i++)
    trace->items[i].byte -= trace->buffers[trace->items[i].buffer].start;
}

/*===--- Tables -----------------------------------------------------------===*/

/* Elements, or what divides all accesses where there are none. */
static int64_t unit_of(const tl_traced *items, int count,
                       const tl_traced_buffer *buffer) {
  int64_t unit = buffer->element_bytes;
  for (int i = 0; i < count; i++)
    unit = tl_gcd(tl_gcd(unit, items[i].bytes), items[i].byte);
  return unit;
}

static int64_t registers_of(const tl_traced *items, int count, int64_t unit) {
  int64_t sum = 0;
  for (int i = 0; i < count; i++)
    sum += items[i].bytes / unit;
  return sum;
}

/* As many as are of the thread, and of its step unless that is negative. */
static int run_length(const tl_traced *items, int count, int step) {
  int length = 0;
  while (length < count && items[length].thread == items[0].thread &&
         (step < 0 || items[length].step == step))
    length++;
  return length;
}

/* Whether each step of a thread is of as many registers as the first one's. */
static bool is_regular(const tl_traced *items, int length,
                       const tl_site *site) {
  for (int i = 0; i < length;) {
    int own = run_length(&items[i], length - i, items[i].step);
    if (registers_of(&items[i], own, site->unit) != site->registers)
      return false;
    i += own;
  }
  return true;
}

static bool refuse(tl_site *site, const char *reason) {
  snprintf(site->reason, sizeof site->reason, "%s", reason);
  return false;
}

/* What the table is over; false where there is none. */
static bool measure(const tl_traced *items, int count, tl_site *site) {
  int own = run_length(items, count, -1);
  site->first_thread = items[0].thread;
  site->registers =
      registers_of(items, run_length(items, own, items[0].step), site->unit);
  for (int i = 0; i < count; i += own, site->threads++) {
    own = run_length(&items[i], count - i, -1);
    if (!is_regular(&items[i], own, site))
      return refuse(site, "some threads touch more at a time than others");
    int64_t steps = items[i + own - 1].step + 1;
    site->steps = steps > site->steps ? steps : site->steps;
  }
  return true;
}

static int64_t number_of_thread(const void *of, int64_t index) {
  return ((const tl_site *)of)->numbers[index];
}

/* The threads that come by, as digits where they are some; false when memory is
 * out. */
static bool list_threads(const tl_traced *items, int count, tl_site *site) {
  static const tl_swizzle NONE = {0, 0, 0};
  tl_place_table table = {{1, {site->threads}}, number_of_thread, site};
  tl_layout digits;
  int64_t n = 0;
  site->numbers = malloc((size_t)site->threads * sizeof *site->numbers);
  if (!site->numbers)
    return refuse(site, TL_NO_MEMORY);
  for (int i = 0; i < count; i++)
    if (i == 0 || items[i].thread != items[i - 1].thread)
      site->numbers[n++] = items[i].thread;
  site->is_listed = tl_layout_fit(&table, &NONE, &digits, NULL) != TL_OK ||
                    digits.shard_count > TL_MAX_RANK - 2;
  if (site->is_listed) {
    snprintf(site->reason, sizeof site->reason,
             "the threads that come by are no digits of a number");
    return true;
  }
  for (int64_t k = 0; k < digits.shard_count; k++) {
    site->thread_extents.items[k] = digits.iters[k].extent;
    site->thread_strides.items[k] = digits.iters[k].stride;
  }
  site->thread_extents.count = site->thread_strides.count = digits.shard_count;
  return true;
}

/* How often the threads come by, where some do less often; false when memory is
 * out. */
static bool list_times(const tl_traced *items, int count, tl_site *site) {
  int64_t least = site->steps, n = 0;
  site->times = malloc((size_t)site->threads * sizeof *site->times);
  if (!site->times)
    return refuse(site, TL_NO_MEMORY);
  for (int i = 0, own; i < count; i += own) {
    own = run_length(&items[i], count - i, -1);
    site->times[n] = items[i + own - 1].step + 1;
    least = site->times[n] < least ? site->times[n] : least;
    n++;
  }
  if (least == site->steps) {
    free(site->times);
    site->times = NULL;
  }
  return true;
}

/* Steps that threads leave out: they would move as one that leaves out none.  False
 * where others that they make do not. */
static bool complete(tl_site *site) {
  int64_t own = site->steps * site->registers, lead = 0;
  while (site->times[lead] < site->steps)
    lead++;
  const int64_t *first = &site->places[lead * own];
  for (int64_t t = 0; t < site->threads; t++)
    for (int64_t i = 0; i < own; i++) {
      int64_t *place = &site->places[t * own + i];
      int64_t step = i / site->registers;
      int64_t expected = site->places[t * own + i % site->registers] +
                         first[step * site->registers] - first[0];
      bool is_made = step < site->times[t];
      if ((is_made && *place != expected) || expected < 0)
        return refuse(site, "threads that come by more often than others move "
                            "in another way");
      if (!is_made)
        *place = expected;
    }
  return true;
}

static int64_t place_of_visit(const void *of, int64_t index) {
  const tl_site *site = of;
  int64_t visit = index / site->registers;
  int64_t thread = visit % site->threads, step = visit / site->threads;
  return site->places[(thread * site->steps + step) * site->registers +
                      index % site->registers];
}

tl_place_table tl_site_visits(const tl_site *site) {
  return (tl_place_table){
      {2, {site->counted, site->registers}}, place_of_visit, site};
}

/* Of threads from 0 on, of which the first ones alone make the last step. */
static int64_t count_visits(const tl_site *site) {
  int64_t visits = site->threads * site->steps;
  bool are_first = !site->is_listed && site->first_thread == 0 &&
                   (site->threads == 1 || (site->thread_strides.count == 1 &&
                                           site->thread_strides.items[0] == 1));
  for (int64_t t = 0; are_first && site->times && t < site->threads; t++) {
    int64_t left_out = site->steps - site->times[t];
    are_first =
        left_out <= 1 && (t == 0 || site->times[t] <= site->times[t - 1]);
    visits -= left_out;
  }
  return are_first ? visits : 0;
}

/* What no step says is as in the first one. */
static bool is_of_visits(tl_site *site) {
  static const tl_swizzle NONE = {0, 0, 0};
  tl_place_table visits = tl_site_visits(site);
  tl_layout layout;
  if (!site->counted || tl_layout_fit(&visits, &NONE, &layout, NULL) != TL_OK)
    return false;
  for (int64_t t = 0; t < site->threads; t++) {
    int64_t *own = &site->places[t * site->steps * site->registers];
    for (int64_t i = site->times[t] * site->registers;
         i < site->steps * site->registers; i++)
      own[i] = own[i % site->registers];
  }
  site->has_no_steps = true;
  site->reason[0] = '\0';
  return true;
}

static bool list_places(const tl_traced *items, int count, tl_site *site) {
  enum { MOST_LEFT_OUT = 8 };
  int64_t own = site->steps * site->registers, n = -1;
  if (!list_times(items, count, site))
    return false;
  if (site->times && site->threads * own / MOST_LEFT_OUT >
                         registers_of(items, count, site->unit))
    return refuse(site, "few threads come by much more often than others");
  site->places = malloc((size_t)(site->threads * own) * sizeof *site->places);
  if (!site->places)
    return refuse(site, TL_NO_MEMORY);
  int64_t *next = site->places;
  for (int i = 0; i < count; i++) {
    bool is_next = i == 0 || items[i].thread != items[i - 1].thread;
    n += is_next;
    next = is_next ? &site->places[n * own] : next;
    for (int64_t k = 0; k < items[i].bytes / site->unit; k++)
      *next++ = items[i].byte / site->unit + k;
  }
  site->counted = count_visits(site);
  return !site->times || complete(site) || is_of_visits(site);
}

/*===--- Sites ------------------------------------------------------------===*/

/* Whether several instructions are in one group. */
static bool has_others(const tl_traced *items, int count) {
  for (int i = 1; i < count; i++)
    if (items[i].at != items[0].at)
      return true;
  return false;
}

/* The worst conflict is that of the worst of them. */
static void add_counts(const tl_access_totals *own, tl_access_totals *sum) {
  int64_t worst = sum->counts[TL_COUNT_DEGREE];
  for (int k = 0; k < TL_COUNTER_COUNT; k++)
    sum->counts[k] += own->counts[k];
  sum->counts[TL_COUNT_DEGREE] = worst;
  if (own->counts[TL_COUNT_DEGREE] <= worst)
    return;
  sum->counts[TL_COUNT_DEGREE] = own->counts[TL_COUNT_DEGREE];
  sum->bank = own->bank;
  sum->lanes = own->lanes;
}

static void add_other_block(const tl_trace *trace, int number, tl_site *site) {
  const tl_traced_others *others =
      tl_trace_others_of(trace, number, site->writes);
  if (others && others->block &&
      (!site->other_block || others->block < site->other_block))
    site->other_block = others->block;
}

static void add_totals(const tl_machine *machine, const tl_traced *items,
                       int count, tl_site *site) {
  bool *seen = calloc((size_t)machine->program->instruction_count, 1);
  for (int i = 0; seen && i < count; i++) {
    int number = items[i].at->number;
    if (!seen[number]) {
      add_counts(&machine->report.totals[2 * number + site->writes],
                 &site->totals);
      add_other_block(&machine->trace, number, site);
    }
    seen[number] = true;
  }
  free(seen);
}

void tl_site_free(tl_site *site) {
  free(site->numbers);
  free(site->times);
  free(site->places);
  free(site->moves);
}

/* As it was before its table. */
static void drop_table(tl_site *site) {
  tl_site_free(site);
  site->numbers = site->times = site->places = NULL;
}

static tl_site *new_site(tl_explanation *out) {
  tl_site *sites =
      tl_grow(out->sites, sizeof *sites, out->site_count, &out->site_capacity);
  if (!sites)
    return NULL;
  out->sites = sites;
  return &sites[out->site_count++];
}

static bool add_sites(tl_explanation *out, tl_traced *items, int count);

static int site_length(const tl_traced *items, int count) {
  int length = 1;
  while (length < count && items[length].buffer == items[0].buffer &&
         items[length].group == items[0].group &&
         items[length].part == items[0].part &&
         items[length].writes == items[0].writes)
    length++;
  return length;
}

/* Instruction by instruction. */
static bool cut(tl_explanation *out, tl_traced *items, int count) {
  for (int i = 0; i < count; i++)
    items[i].group = items[i].at->number;
  sort(items, count, by_site);
  return add_sites(out, items, count);
}

/* Each part is a site; the last one has what all of them cost. */
static bool divide(tl_explanation *out, tl_traced *items, int count) {
  static const tl_access_totals NONE = {.counts = {0}};
  int before = out->site_count;
  int64_t steps = 0;
  sort(items, count, by_site);
  if (!add_sites(out, items, count))
    return false;
  for (int i = before; i < out->site_count; i++) {
    int64_t end = out->sites[i].first_step + out->sites[i].steps;
    steps = end > steps ? end : steps;
  }
  for (int i = before; i < out->site_count; i++) {
    tl_site *site = &out->sites[i];
    site->part = i - before;
    site->parts = out->site_count - before;
    site->all_steps = steps;
    if (i + 1 < out->site_count)
      site->totals = NONE;
  }
  return true;
}

static bool add_site(tl_explanation *out, tl_traced *items, int count) {
  const tl_trace *trace = &out->machine->trace;
  tl_site site = {.at = items[0].at,
                  .buffer = items[0].buffer,
                  .writes = items[0].writes,
                  .parts = 1,
                  .first_step = items[0].start,
                  .narrowest = INT64_MAX};
  site.unit = unit_of(items, count, &trace->buffers[site.buffer]);
  for (int i = 0; i < count; i++) {
    int64_t bytes = items[i].width;
    site.narrowest = bytes < site.narrowest ? bytes : site.narrowest;
    site.widest = bytes > site.widest ? bytes : site.widest;
    site.at = items[i].at->number < site.at->number ? items[i].at : site.at;
  }
  bool is_table = measure(items, count, &site) &&
                  list_threads(items, count, &site) &&
                  list_places(items, count, &site);
  bool is_all = is_table && !site.is_listed, is_cut = has_others(items, count);
  if (!is_table || (!is_all && is_cut))
    drop_table(&site);
  if (!is_all && is_cut)
    return cut(out, items, count);
  if (!is_all && !items[0].part && tl_parts_number(items, count) > 1) {
    drop_table(&site);
    return divide(out, items, count);
  }
  site.is_one = !has_others(items, count);
  site.all_steps = site.steps;
  add_totals(out->machine, items, count, &site);
  tl_site *room = new_site(out);
  if (room)
    *room = site;
  else
    tl_site_free(&site);
  return room != NULL;
}

static bool add_sites(tl_explanation *out, tl_traced *items, int count) {
  bool is_done = true;
  for (int i = 0, length; i < count && is_done; i += length) {
    length = site_length(&items[i], count - i);
    is_done = add_site(out, &items[i], length);
  }
  return is_done;
}

bool tl_sites_list(tl_machine *machine, tl_sites_of sites,
                   tl_explanation *out) {
  tl_trace *trace = &machine->trace;
  for (int i = 0; i < trace->count; i++)
    trace->items[i].group = trace->items[i].at->number;
  if (sites == TL_SITES_OF_LOCATIONS && !group_by_location(machine))
    return false;
  settle_pointers(trace);
  start_parts(trace);
  number_steps(trace);
  sort(trace->items, trace->count, by_site);
  return add_sites(out, trace->items, trace->count);
}
