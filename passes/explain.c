/* explain.c - see explain.h.
 *
 * The trace is sorted until the accesses of a site are neighbours, in the order
 * of its table; a site whose threads do not all do the same is cut into its
 * instructions, and each of them stands alone. */
#include "explain.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "passes/emit/upstream_access.h"
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
      (const int64_t[]){a->buffer, a->group, a->writes, a->thread, a->step,
                        a->at->number, a->number},
      (const int64_t[]){b->buffer, b->group, b->writes, b->thread, b->step,
                        b->at->number, b->number},
      7);
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

/* Whether a thread makes as many steps as the first one, each of as many
 * registers. */
static bool is_regular(const tl_traced *items, int length, tl_site *site) {
  int64_t steps = 0;
  for (int i = 0; i < length; steps++) {
    int own = run_length(&items[i], length - i, items[i].step);
    if (registers_of(&items[i], own, site->unit) != site->registers)
      return false;
    i += own;
  }
  return steps == site->steps;
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
  site->steps = items[own - 1].step + 1;
  for (int i = 0; i < count; i += own, site->threads++) {
    own = run_length(&items[i], count - i, -1);
    if (!is_regular(&items[i], own, site))
      return refuse(site, "some threads come by more often than others, or "
                          "touch more at a time");
  }
  return true;
}

static int64_t number_of_thread(const void *of, int64_t index) {
  return ((const tl_site *)of)->numbers[index];
}

/* The threads that come by, as digits; false where they are none. */
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
  if (tl_layout_fit(&table, &NONE, &digits, NULL) != TL_OK ||
      digits.shard_count > TL_MAX_RANK - 2)
    return refuse(site, "the threads that come by are no digits of a number");
  for (int64_t k = 0; k < digits.shard_count; k++) {
    site->thread_extents.items[k] = digits.iters[k].extent;
    site->thread_strides.items[k] = digits.iters[k].stride;
  }
  site->thread_extents.count = site->thread_strides.count = digits.shard_count;
  return true;
}

static bool list_places(const tl_traced *items, int count, tl_site *site) {
  int64_t entries = site->threads * site->steps * site->registers, n = 0;
  site->places = malloc((size_t)entries * sizeof *site->places);
  if (!site->places)
    return refuse(site, TL_NO_MEMORY);
  for (int i = 0; i < count; i++)
    for (int64_t k = 0; k < items[i].bytes / site->unit; k++)
      site->places[n++] = items[i].byte / site->unit + k;
  return true;
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

static void free_site(tl_site *site) {
  free(site->numbers);
  free(site->places);
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

static bool add_site(tl_explanation *out, tl_traced *items, int count) {
  const tl_trace *trace = &out->machine->trace;
  tl_site site = {.at = items[0].at,
                  .buffer = items[0].buffer,
                  .writes = items[0].writes,
                  .narrowest = INT64_MAX};
  site.unit = unit_of(items, count, &trace->buffers[site.buffer]);
  for (int i = 0; i < count; i++) {
    int64_t bytes = items[i].width;
    site.narrowest = bytes < site.narrowest ? bytes : site.narrowest;
    site.widest = bytes > site.widest ? bytes : site.widest;
    site.at = items[i].at->number < site.at->number ? items[i].at : site.at;
  }
  bool is_table =
      measure(items, count, &site) && list_threads(items, count, &site);
  if (!is_table && has_others(items, count)) {
    free(site.numbers);
    return cut(out, items, count);
  }
  if (is_table)
    list_places(items, count, &site);
  site.is_one = !has_others(items, count);
  add_totals(out->machine, items, count, &site);
  tl_site *room = new_site(out);
  if (room)
    *room = site;
  else
    free_site(&site);
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

/*===--- Layouts ----------------------------------------------------------===*/

static int64_t place_in_site(const void *of, int64_t index) {
  return ((const tl_site *)of)->places[index];
}

static tl_list with(tl_list extents, int64_t item) {
  extents.items[extents.count++] = item;
  return extents;
}

static tl_place_table table_of(const tl_site *site) {
  tl_list extents =
      with(with(site->thread_extents, site->steps), site->registers);
  return (tl_place_table){extents, place_in_site, site};
}

/* The first step alone. */
static int64_t place_in_first(const void *of, int64_t index) {
  const tl_site *site = of;
  int64_t thread = index / site->registers;
  return site->places[(thread * site->steps) * site->registers +
                      index % site->registers];
}

static tl_place_table first_table_of(const tl_site *site) {
  return (tl_place_table){with(site->thread_extents, site->registers),
                          place_in_first, site};
}

/* Of all sites of the buffer that have tables; none where memory is out. */
static tl_swizzle swizzle_of(const tl_explained *of) {
  tl_place_table *tables = calloc((size_t)of->count + 1, sizeof *tables);
  int64_t count = 0;
  for (int i = 0; tables && i < of->count; i++)
    if (of->sites[i].places)
      tables[count++] = table_of(&of->sites[i]);
  tl_swizzle swizzle = tl_layout_fit_swizzle(tables, count);
  free(tables);
  return swizzle;
}

/* The tile of each step; a site that is no layout has but one that is known. */
static bool stays_inside(const tl_explained *of, const tl_site *site) {
  tl_list shape = tl_layout_shape(&site->tile.fragment);
  for (int64_t step = 0; step < (site->is_fit ? site->steps : 0); step++) {
    tl_list origin = tl_site_origin(of, site, step);
    for (int64_t d = 0; d < shape.count; d++)
      if (origin.items[d] < 0 ||
          origin.items[d] + shape.items[d] > of->buffer.sizes[d])
        return false;
  }
  return true;
}

static bool fit_fragment(const tl_explained *of, tl_site *site) {
  const tl_traced_buffer *buffer = &of->buffer;
  tl_fragment_table first = {.table = first_table_of(site),
                             .threads = site->thread_strides,
                             .first_thread = site->first_thread,
                             .swizzle = of->swizzle,
                             .strides = {.count = buffer->rank}};
  tl_error error = {.message = "no memref says where elements are"};
  for (int64_t d = 0; d < buffer->rank; d++)
    first.strides.items[d] = buffer->strides[d];
  site->is_fragment =
      site->unit == buffer->element_bytes && buffer->rank > 0 &&
      tl_fragment_fit_table(&first, &site->tile, &error) == TL_OK;
  if (site->is_fragment && !stays_inside(of, site)) {
    site->is_fragment = false;
    (void)tl_fail(&error, TL_INVALID,
                  "it is a tile at first, and crosses the ends of rows as it "
                  "moves");
  }
  snprintf(site->no_fragment, sizeof site->no_fragment, "%s",
           site->is_fragment ? "" : error.message);
  return site->is_fragment;
}

static int count_fragments(const tl_explained *of) {
  int count = 0;
  for (int i = 0; i < of->count; i++)
    count += of->sites[i].places && fit_fragment(of, &of->sites[i]);
  return count;
}

/* Memory of one dimension as rows of so many elements. */
static tl_traced_buffer in_rows(const tl_traced_buffer *flat, int64_t pitch) {
  tl_traced_buffer out = *flat;
  out.rank = 2;
  out.sizes[0] = flat->sizes[0] / pitch;
  out.sizes[1] = out.strides[0] = pitch;
  out.strides[1] = flat->strides[0];
  return out;
}

/* The rows of memory of one dimension, of which most accesses are tiles: one of
 * the strides that they have. */
static void find_rows(tl_explained *of) {
  const tl_traced_buffer flat = of->buffer;
  tl_traced_buffer best = flat;
  int most = count_fragments(of);
  if (flat.rank != 1 || flat.strides[0] != 1)
    return;
  for (int i = 0; i < of->count; i++)
    for (int64_t k = 0; k < of->sites[i].layout.shard_count; k++) {
      int64_t pitch = of->sites[i].layout.iters[k].stride;
      if (!of->sites[i].is_fit || pitch < 2 || flat.sizes[0] % pitch != 0)
        continue;
      of->buffer = in_rows(&flat, pitch);
      int count = count_fragments(of);
      if (count > most ||
          (count == most && best.rank == 2 && pitch < best.strides[0])) {
        most = count;
        best = of->buffer;
      }
    }
  of->buffer = best;
  count_fragments(of);
}

static void fit_site(const tl_explained *of, tl_site *site) {
  tl_place_table table = table_of(site);
  tl_error error;
  site->is_fit =
      tl_layout_fit(&table, &of->swizzle, &site->layout, &error) == TL_OK;
  site->is_bits =
      !site->is_fit && tl_bit_matrix_fit(&table, &site->bits, NULL) == TL_OK;
  if (!site->is_fit)
    snprintf(site->reason, sizeof site->reason, "%s", error.message);
}

/*===--- Widths -----------------------------------------------------------===*/

enum { WIDEST_ACCESS = 16 };

static int by_number(const void *a, const void *b) {
  return compare_numbers(a, b, 1);
}

/* Whether what a thread touches at a time is whole blocks of `width` units. */
static bool is_in_blocks(const int64_t *sorted, int64_t count, int64_t width) {
  for (int64_t i = 0; i < count; i++)
    if (sorted[i] != sorted[i - i % width] + i % width ||
        sorted[i - i % width] % width != 0)
      return false;
  return count % width == 0;
}

/* The most bytes of an access that the places of all threads and steps allow, in
 * any order of the registers, or in theirs. */
static int64_t widest_of(const tl_site *site, bool keeps_order) {
  int64_t width = WIDEST_ACCESS / site->unit,
          rows = site->threads * site->steps;
  int64_t *row = malloc((size_t)site->registers * sizeof *row);
  for (int64_t r = 0; row && r < rows && width > 1; r++) {
    memcpy(row, &site->places[r * site->registers],
           (size_t)site->registers * sizeof *row);
    if (!keeps_order)
      qsort(row, (size_t)site->registers, sizeof *row, by_number);
    while (width > 1 && !is_in_blocks(row, site->registers, width))
      width /= 2;
  }
  free(row);
  return width < 1 ? site->unit : width * site->unit;
}

static void find_width(const tl_explained *of, tl_site *site) {
  site->possible = widest_of(site, false);
  site->obstacle =
      site->possible <= site->narrowest       ? NULL
      : of->buffer.alignment < site->possible ? "the alignment that is promised"
      : widest_of(site, true) < site->possible ? "the order of registers"
      : site->is_one && site->registers * site->unit > site->widest
          ? "the alignment that the operation states"
          : NULL;
}

/*===--- Indices ----------------------------------------------------------===*/

static bool reads_memory(MlirOperation operation) {
  return tl_upstream_access_of(operation) ||
         tl_operation_is(operation, "memref.atomic_rmw") ||
         tl_operation_is(operation, "llvm.load");
}

/* What a run is of: memory comes before arguments.  `budget` is of values that are
 * looked at. */
static const char *dependence_of(MlirValue value, int *budget) {
  const char *found = NULL;
  if (--*budget < 0)
    return NULL;
  if (mlirValueIsABlockArgument(value))
    return tl_is_function(
               mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)))
               ? "arguments"
               : NULL;
  MlirOperation from = mlirOpResultGetOwner(value);
  if (reads_memory(from))
    return "memory";
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(from); i++) {
    MlirValue operand = mlirOperationGetOperand(from, i);
    const char *own = mlirTypeIsAMemRef(mlirValueGetType(operand))
                          ? NULL
                          : dependence_of(operand, budget);
    if (own && strcmp(own, "memory") == 0)
      return own;
    found = own ? own : found;
  }
  return found;
}

static void find_dependence(tl_site *site) {
  enum { MOST_VALUES = 1000 };
  MlirOperation access = site->at->operation;
  const tl_upstream_access *row = tl_upstream_access_of(access);
  int budget = MOST_VALUES;
  site->is_opaque = tl_operation_is(access, "gpu.subgroup_mma_load_matrix") ||
                    tl_operation_is(access, "gpu.subgroup_mma_store_matrix");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(access); i++) {
    MlirValue operand = mlirOperationGetOperand(access, i);
    if (!mlirTypeIsAIndex(mlirValueGetType(operand)) ||
        (row && row->value == i))
      continue;
    const char *own = dependence_of(operand, &budget);
    if (!site->depends_on || (own && strcmp(own, "memory") == 0))
      site->depends_on = own;
  }
}

/*===--- Buffers ----------------------------------------------------------===*/

static int64_t last_thread(const tl_site *site) {
  return site->numbers[site->threads - 1];
}

/* Sites as accessors of a tile of the size of the buffer. */
static bool read_accessors(const tl_explained *of, int64_t lanes,
                           tl_shared_accessor *out, int64_t *threads) {
  for (int i = 0; i < of->count; i++)
    if (of->sites[i].places && last_thread(&of->sites[i]) >= *threads)
      *threads = last_thread(&of->sites[i]) + 1;
  for (int i = 0; i < of->count; i++) {
    const tl_site *site = &of->sites[i];
    if (!site->is_fragment || site->reason[0])
      return false;
    tl_copy_request copy = {.fragment = site->tile.fragment,
                            .scope = TL_SCOPE_CTA,
                            .lanes = lanes,
                            .stores = site->writes,
                            .element_bytes = of->buffer.element_bytes,
                            .base_alignment = 128};
    copy.threads = (tl_thread_range){*threads, *threads};
    out[i] = (tl_shared_accessor){.copy = copy, .weight = site->steps};
  }
  return true;
}

/* Another part of the buffer that has some of its bytes. */
static bool is_shared(const tl_explanation *all, const tl_explained *of) {
  for (int i = 0; i < all->buffer_count; i++) {
    const tl_explained *other = &all->buffers[i];
    if (other != of && other->buffer.owner == of->buffer.owner &&
        other->first <= of->last && of->first <= other->last)
      return true;
  }
  return false;
}

static tl_code choose(const tl_explanation *all, tl_explained *of,
                      const tl_target *target, tl_error *error) {
  tl_shared_accessor accessors[TL_SHARED_MOST_ACCESSORS];
  const tl_traced_buffer *buffer = &of->buffer;
  tl_list shape = {.count = buffer->rank}, strides = shape;
  int64_t threads = 0;
  tl_layout present;
  if (is_shared(all, of))
    return tl_fail(error, TL_UNSUPPORTED,
                   "another memref of the same bytes is accessed, too");
  if (of->count > TL_SHARED_MOST_ACCESSORS)
    return tl_fail(error, TL_CAPACITY, "it has more than %d accessors",
                   TL_SHARED_MOST_ACCESSORS);
  if (!read_accessors(of, target->lanes, accessors, &threads))
    return tl_fail(error, TL_INVALID, "not every access is of a tile");
  for (int64_t d = 0; d < buffer->rank; d++) {
    shape.items[d] = buffer->sizes[d];
    strides.items[d] = buffer->strides[d];
  }
  tl_shared_request request = {
      .shape = shape,
      .accessor_count = of->count,
      .accessors = accessors,
      .rules = {.is_shared = true, .uses_matrices = true, .target = target}};
  TL_TRY(tl_layout_from_strides(&shape, &strides, &present, error));
  present.swizzle = of->swizzle;
  TL_TRY(tl_shared_measure(&request, &present, NULL, &of->present, error));
  return tl_shared_choose(&request, &of->choice, error);
}

static void explain_buffer(const tl_explanation *all, tl_explained *of,
                           const tl_target *target) {
  tl_error error;
  for (int i = 0; i < of->count; i++)
    find_dependence(&of->sites[i]);
  of->swizzle = swizzle_of(of);
  for (int i = 0; i < of->count; i++)
    if (of->sites[i].places) {
      fit_site(of, &of->sites[i]);
      find_width(of, &of->sites[i]);
    }
  find_rows(of);
  if (of->buffer.space != TL_MEMORY_SHARED)
    return;
  of->is_chosen = choose(all, of, target, &error) == TL_OK;
  if (!of->is_chosen)
    snprintf(of->no_choice, sizeof of->no_choice, "%s", error.message);
}

static void touch(const tl_traced *item, tl_explained *of) {
  int64_t first = of->buffer.start + item->byte, last = first + item->bytes - 1;
  of->first = first < of->first ? first : of->first;
  of->last = last > of->last ? last : of->last;
}

/* With sites and bytes of their own; accesses are sorted. */
static void list_buffers(const tl_trace *trace, tl_explanation *out) {
  for (int i = 0, n = 0, k = 0; i < trace->buffer_count; i++) {
    tl_explained *of = &out->buffers[out->buffer_count];
    *of = (tl_explained){.buffer = trace->buffers[i],
                         .sites = &out->sites[n],
                         .first = INT64_MAX};
    for (; n < out->site_count && out->sites[n].buffer == i; n++)
      of->count++;
    for (; k < trace->count && trace->items[k].buffer == i; k++)
      touch(&trace->items[k], of);
    out->buffer_count += of->count > 0;
  }
}

bool tl_explanation_make(tl_machine *machine, const tl_target *target,
                         tl_sites_of sites, tl_explanation *out) {
  tl_trace *trace = &machine->trace;
  *out = (tl_explanation){.machine = machine};
  for (int i = 0; i < trace->count; i++)
    trace->items[i].group = trace->items[i].at->number;
  if (sites == TL_SITES_OF_LOCATIONS && !group_by_location(machine))
    return false;
  settle_pointers(trace);
  start_parts(trace);
  number_steps(trace);
  sort(trace->items, trace->count, by_site);
  out->buffers = calloc((size_t)trace->buffer_count + 1, sizeof *out->buffers);
  if (!out->buffers || !add_sites(out, trace->items, trace->count))
    return false;
  list_buffers(trace, out);
  for (int i = 0; i < out->buffer_count; i++)
    explain_buffer(out, &out->buffers[i], target);
  return true;
}

/* The step moves all of the tile as it moves the first register of the first
 * thread. */
tl_list tl_site_origin(const tl_explained *of, const tl_site *site,
                       int64_t step) {
  tl_list origin = site->tile.origin;
  int64_t first = tl_swizzle_undo(&of->swizzle, site->places[0]);
  int64_t own =
      tl_swizzle_undo(&of->swizzle, site->places[step * site->registers]);
  for (int64_t d = 0; d < of->buffer.rank; d++) {
    int64_t stride = of->buffer.strides[d];
    origin.items[d] += own / stride - first / stride;
    own %= stride;
    first %= stride;
  }
  return origin;
}

void tl_explanation_destroy(tl_explanation *explanation) {
  for (int i = 0; i < explanation->site_count; i++)
    free_site(&explanation->sites[i]);
  free(explanation->sites);
  free(explanation->buffers);
}
