/* explain.c - see explain.h.
 *
 * Sites are fitted under the swizzle of their buffer, and a layout is chosen for
 * them as `layout auto` would. */
#include "explain.h"
#include "explain_sites.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "passes/emit/upstream_access.h"
#include "passes/simulator/run.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
    if (of->sites[i].places && !of->sites[i].is_listed)
      tables[count++] = of->sites[i].has_no_steps
                            ? tl_site_visits(&of->sites[i])
                            : table_of(&of->sites[i]);
  tl_swizzle swizzle = tl_layout_fit_swizzle(tables, count);
  free(tables);
  return swizzle;
}

/* Its place before the swizzle. */
static int64_t before_swizzle(const tl_explained *of, const tl_site *site,
                              int64_t entry) {
  return tl_swizzle_undo(&of->swizzle, site->places[entry]);
}

/* Along the largest strides first. */
static tl_list coordinate_of(const tl_traced_buffer *buffer, int64_t place) {
  tl_list out = {.count = buffer->rank};
  unsigned taken = 0;
  for (int64_t k = 0; k < buffer->rank; k++) {
    int64_t largest = -1;
    for (int64_t d = 0; d < buffer->rank; d++)
      if (!(taken >> d & 1) &&
          (largest < 0 || buffer->strides[d] > buffer->strides[largest]))
        largest = d;
    taken |= 1u << largest;
    out.items[largest] = place / buffer->strides[largest];
    place %= buffer->strides[largest];
  }
  return out;
}

/* The elements between neighbours along the dimension outside of this one; there is
 * no end of the outermost. */
static int64_t room_of(const tl_traced_buffer *buffer, int64_t dimension) {
  int64_t own = buffer->strides[dimension], next = INT64_MAX;
  for (int64_t d = 0; d < buffer->rank; d++)
    if (buffer->strides[d] > own && buffer->strides[d] < next)
      next = buffer->strides[d];
  return next == INT64_MAX ? next : next / own;
}

/* Whether a box from there on is between the ends of rows. */
static bool is_inside(const tl_traced_buffer *buffer, const tl_list *origin,
                      const tl_list *shape) {
  for (int64_t d = 0; d < shape->count; d++)
    if (origin->items[d] < 0 ||
        origin->items[d] > room_of(buffer, d) - shape->items[d])
      return false;
  return true;
}

/* Whether what threads touch in the step, moved from the first one, is. */
static bool touches_inside(const tl_explained *of, const tl_site *site,
                           int64_t step, const tl_list *moved) {
  int64_t own = site->steps * site->registers;
  tl_list one = {.count = of->buffer.rank};
  for (int64_t d = 0; d < one.count; d++)
    one.items[d] = 1;
  for (int64_t t = 0; t < site->threads; t++)
    for (int64_t r = 0; r < site->registers && site->times[t] > step; r++) {
      tl_list at =
          coordinate_of(&of->buffer, before_swizzle(of, site, t * own + r));
      for (int64_t d = 0; d < one.count; d++)
        at.items[d] += moved->items[d];
      if (!is_inside(&of->buffer, &at, &one))
        return false;
    }
  return true;
}

/* The tile of each step, but for what threads leave out; a site that is neither a
 * layout nor moved has but one that is known. */
static bool stays_inside(const tl_explained *of, const tl_site *site) {
  tl_list shape = tl_layout_shape(&site->tile.fragment), moved = shape;
  int64_t steps = site->is_fit || site->is_moved ? site->steps : 0;
  for (int64_t step = 0; step < steps; step++) {
    tl_list origin = tl_site_origin(of, site, step);
    for (int64_t d = 0; d < shape.count; d++)
      moved.items[d] = origin.items[d] - site->tile.origin.items[d];
    if (!is_inside(&of->buffer, &origin, &shape) &&
        !(site->times && touches_inside(of, site, step, &moved)))
      return false;
  }
  return true;
}

static tl_fragment_table fragment_table_of(const tl_site *site) {
  if (site->is_tile_counted)
    return (tl_fragment_table){.table = tl_site_visits(site),
                               .threads = {1, {1}}};
  return (tl_fragment_table){.table = first_table_of(site),
                             .threads = site->thread_strides,
                             .first_thread = site->first_thread};
}

static bool fit_tile(const tl_explained *of, tl_site *site) {
  const tl_traced_buffer *buffer = &of->buffer;
  tl_fragment_table first = fragment_table_of(site);
  tl_error error = {.message = "no memref says where elements are"};
  first.swizzle = of->swizzle;
  first.strides.count = buffer->rank;
  for (int64_t d = 0; d < buffer->rank; d++)
    first.strides.items[d] = buffer->strides[d];
  site->is_fragment =
      site->unit == buffer->element_bytes && buffer->rank > 0 &&
      tl_fragment_fit_table(&first, &site->tile, &error) == TL_OK;
  if (site->is_fragment && !site->is_tile_counted && !stays_inside(of, site)) {
    site->is_fragment = false;
    (void)tl_fail(&error, TL_INVALID,
                  "it is a tile at first, and crosses the ends of rows as it "
                  "moves");
  }
  snprintf(site->no_fragment, sizeof site->no_fragment, "%s",
           site->is_fragment ? "" : error.message);
  return site->is_fragment;
}

/* Of threads, or else of visits. */
static bool fit_fragment(const tl_explained *of, tl_site *site) {
  site->is_tile_counted = site->has_no_steps;
  if (site->is_listed)
    return false;
  if (fit_tile(of, site))
    return true;
  if (site->has_no_steps || !site->counted || site->steps == 1)
    return false;
  tl_site visits = *site;
  visits.is_tile_counted = true;
  if (!fit_tile(of, &visits))
    return false;
  *site = visits;
  return true;
}

/* One of threads says more than all of visits. */
static int count_fragments(const tl_explained *of) {
  int count = 0;
  for (int i = 0; i < of->count; i++) {
    tl_site *site = &of->sites[i];
    if (site->places && fit_fragment(of, site))
      count += site->is_tile_counted ? 1 : of->count + 1;
  }
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
      const tl_site *site = &of->sites[i];
      bool is_layout = site->is_fit || site->is_moved || site->is_counted;
      if (!is_layout || pitch < 2 || flat.sizes[0] % pitch != 0)
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

/* How far each step is from the first one; false where not all threads and
 * registers of it are as far. */
static bool list_moves(const tl_explained *of, const tl_site *site) {
  int64_t own = site->steps * site->registers;
  for (int64_t s = 0; s < site->steps; s++)
    site->moves[s] = before_swizzle(of, site, s * site->registers) -
                     before_swizzle(of, site, 0);
  for (int64_t t = 0; t < site->threads; t++)
    for (int64_t i = 0; i < own; i++)
      if (before_swizzle(of, site, t * own + i) -
              before_swizzle(of, site, t * own + i % site->registers) !=
          site->moves[i / site->registers])
        return false;
  return true;
}

/* Digits within a step, and steps that are no digits. */
static bool fit_moved(const tl_explained *of, tl_site *site) {
  tl_place_table first = first_table_of(site);
  if (site->steps < 2 ||
      tl_layout_fit(&first, &of->swizzle, &site->layout, NULL) != TL_OK)
    return false;
  site->moves = malloc((size_t)site->steps * sizeof *site->moves);
  return site->moves && list_moves(of, site);
}

static bool fit_visits(const tl_explained *of, tl_site *site) {
  tl_place_table visits = tl_site_visits(site);
  site->is_counted =
      site->counted && (site->steps > 1 || site->has_no_steps) &&
      tl_layout_fit(&visits, &of->swizzle, &site->layout, NULL) == TL_OK;
  return site->is_counted;
}

static void fit_site(const tl_explained *of, tl_site *site) {
  tl_place_table table = table_of(site);
  tl_error error = {.message = "threads that come by more often than others "
                               "move in another way"};
  if (site->is_listed)
    return;
  site->is_fit =
      !site->has_no_steps &&
      tl_layout_fit(&table, &of->swizzle, &site->layout, &error) == TL_OK;
  site->is_moved = !site->has_no_steps && !site->is_fit && fit_moved(of, site);
  if (site->is_fit || site->is_moved || fit_visits(of, site))
    return;
  site->is_bits = !site->has_no_steps &&
                  tl_bit_matrix_fit(&table, &site->bits, NULL) == TL_OK;
  snprintf(site->reason, sizeof site->reason, "%s", error.message);
}

/*===--- Widths -----------------------------------------------------------===*/

enum { WIDEST_ACCESS = 16 };

static int by_number(const void *left, const void *right) {
  const int64_t *a = left, *b = right;
  return (*a > *b) - (*a < *b);
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

/* What is in the way of accesses that the places allow; what the kernel does comes
 * before what it says. */
static const char *obstacle_of(const tl_explained *of, const tl_site *site,
                               int64_t bytes) {
  return widest_of(site, true) < bytes  ? "the order of registers"
         : of->buffer.alignment < bytes ? "the alignment that is promised"
                                        : NULL;
}

static const char *stated_alignment(const tl_site *site) {
  if (!site->is_one || site->registers * site->unit <= site->widest)
    return NULL;
  return mlirAttributeIsNull(tl_attribute_of(site->at->operation, "alignment"))
             ? "an alignment, which the operation does not state"
             : "the alignment that the operation states";
}

/* Turns of a loop, as one with more registers. */
static void find_joined(const tl_explained *of, tl_site *site) {
  for (int64_t k = WIDEST_ACCESS / (site->registers * site->unit); k > 1;
       k /= 2) {
    tl_site joined = *site;
    joined.registers *= k;
    joined.steps /= k;
    int64_t bytes = joined.registers * joined.unit;
    if (site->steps % k == 0 && bytes > site->possible &&
        widest_of(&joined, false) == bytes) {
      site->joined = k;
      site->joined_bytes = bytes;
      site->joined_obstacle = obstacle_of(of, &joined, bytes);
      return;
    }
  }
}

static void find_width(const tl_explained *of, tl_site *site) {
  site->possible = widest_of(site, false);
  if (site->possible > site->narrowest) {
    const char *obstacle = obstacle_of(of, site, site->possible);
    site->obstacle = obstacle ? obstacle : stated_alignment(site);
  }
  site->joined = 1;
  if (!site->times && tl_upstream_access_of(site->at->operation))
    find_joined(of, site);
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

/* Of any run, and of a tile, of which a warp has a part that a warp of threads would
 * have. */
static tl_code check_accessor(const tl_site *site, int64_t lanes,
                              tl_error *error) {
  tl_place place = {.line = 0};
  MlirStringRef name =
      mlirIdentifierStr(mlirOperationGetName(site->at->operation));
  (void)tl_location_place(mlirOperationGetLocation(site->at->operation),
                          &place);
  if (site->depends_on && strcmp(site->depends_on, "memory") == 0)
    return tl_fail(error, TL_UNSUPPORTED,
                   "where %.*s in line %" PRId64
                   " goes is computed from memory",
                   (int)name.length, name.data, place.line);
  if (site->is_opaque)
    return tl_fail(error, TL_UNSUPPORTED,
                   "which thread has which element of %.*s in line %" PRId64
                   " is left to the target",
                   (int)name.length, name.data, place.line);
  bool is_of_warps = !site->is_tile_counted || site->threads % lanes == 0;
  return site->is_fragment && !site->reason[0] && is_of_warps
             ? TL_OK
             : tl_fail(error, TL_INVALID,
                       "%.*s in line %" PRId64
                       " is of no tile that warps share",
                       (int)name.length, name.data, place.line);
}

/* Sites as accessors of a tile of the size of the buffer. */
static tl_code read_accessors(const tl_explained *of, int64_t lanes,
                              tl_shared_accessor *out, int64_t *threads,
                              tl_error *error) {
  for (int i = 0; i < of->count; i++) {
    const tl_site *site = &of->sites[i];
    int64_t own = !site->places           ? 0
                  : site->is_tile_counted ? site->counted
                                          : last_thread(site) + 1;
    *threads = own > *threads ? own : *threads;
  }
  for (int i = 0; i < of->count; i++) {
    const tl_site *site = &of->sites[i];
    TL_TRY(check_accessor(site, lanes, error));
    tl_copy_request copy = {.fragment = site->tile.fragment,
                            .scope = TL_SCOPE_CTA,
                            .lanes = lanes,
                            .stores = site->writes,
                            .element_bytes = of->buffer.element_bytes,
                            .base_alignment = 128};
    copy.threads = (tl_thread_range){*threads, *threads};
    out[i] = (tl_shared_accessor){.copy = copy, .weight = site->steps};
  }
  return TL_OK;
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
  TL_TRY(read_accessors(of, target->lanes, accessors, &threads, error));
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
  TL_TRY(tl_shared_choose(&request, &of->choice, error));
  request.most_bytes = of->present.bytes;
  of->has_fitting = of->choice.cost.bytes > of->present.bytes &&
                    tl_shared_choose(&request, &of->fitting, NULL) == TL_OK;
  return TL_OK;
}

/* The memory that a site goes through, before views of elements. */
static MlirValue memory_of(const tl_site *site, tl_memory_space space) {
  MlirOperation access = site->at->operation;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(access); i++) {
    MlirValue operand = mlirOperationGetOperand(access, i);
    MlirType type = mlirValueGetType(operand);
    if (mlirTypeIsAMemRef(type) && tl_memory_space_of(type) == space)
      return tl_viewed_memory(operand);
  }
  return (MlirValue){NULL};
}

/* Memory that all sites see, or views of it, is shown as it is defined. */
static void show_definition(tl_explained *of) {
  tl_traced_buffer *buffer = &of->buffer;
  MlirValue memory = memory_of(&of->sites[0], buffer->space);
  tl_strided strided;
  for (int i = 1; i < of->count && !mlirValueIsNull(memory); i++)
    if (!mlirValueEqual(memory, memory_of(&of->sites[i], buffer->space)))
      return;
  of->defined = memory;
  if (mlirValueIsNull(memory) ||
      !mlirShapedTypeHasStaticShape(mlirValueGetType(memory)) ||
      !tl_strided_read(mlirValueGetType(memory), &strided) ||
      !strided.is_identity || !strided.shape.count ||
      tl_element_bytes(mlirValueGetType(memory)) != buffer->element_bytes)
    return;
  buffer->rank = strided.shape.count;
  for (int64_t d = 0; d < buffer->rank; d++) {
    buffer->sizes[d] = strided.shape.items[d];
    buffer->strides[d] = strided.strides.items[d];
  }
}

static void explain_buffer(const tl_explanation *all, tl_explained *of,
                           const tl_target *target) {
  tl_error error;
  show_definition(of);
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
  const tl_trace *trace = &machine->trace;
  *out = (tl_explanation){.machine = machine};
  out->buffers = calloc((size_t)trace->buffer_count + 1, sizeof *out->buffers);
  if (!out->buffers || !tl_sites_list(machine, sites, out))
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
  tl_list first = coordinate_of(&of->buffer, before_swizzle(of, site, 0));
  tl_list own = coordinate_of(&of->buffer,
                              before_swizzle(of, site, step * site->registers));
  for (int64_t d = 0; d < of->buffer.rank; d++)
    origin.items[d] += own.items[d] - first.items[d];
  return origin;
}

void tl_explanation_destroy(tl_explanation *explanation) {
  for (int i = 0; i < explanation->site_count; i++)
    tl_site_free(&explanation->sites[i]);
  free(explanation->sites);
  free(explanation->buffers);
}
