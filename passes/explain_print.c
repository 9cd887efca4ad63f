/* explain_print.c - An explanation as text and as JSON. */
#include "dialect/bridge/bridge.h"
#include "explain.h"
#include "passes/emit/upstream_access.h"
#include "tl/banks.h"
#include "tl/expression.h"
#include "tl/json.h"
#include <inttypes.h>
#include <string.h>

/*===--- Words ------------------------------------------------------------===*/

static const char *space_of(const tl_traced_buffer *buffer) {
  return buffer->space == TL_MEMORY_SHARED ? "shared" : "global";
}

static tl_sim_words name_of(const tl_traced_buffer *buffer) {
  tl_sim_words out;
  if (buffer->argument >= 0)
    snprintf(out.text, sizeof out.text, "argument %d", buffer->argument);
  else
    snprintf(out.text, sizeof out.text, "%s",
             buffer->name ? buffer->name : "a buffer");
  return out;
}

static MlirStringRef name_of_operation(const tl_instruction *at) {
  return mlirIdentifierStr(mlirOperationGetName(at->operation));
}

static tl_text text_of_list(const int64_t *items, int64_t count,
                            const char *between) {
  tl_text out = {.length = 0};
  for (int64_t i = 0; i < count; i++)
    tl_text_append(&out, "%s%" PRId64, i ? between : "", items[i]);
  return out;
}

static tl_text text_of_layout(const tl_layout *layout) {
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  tl_text out = {.length = 0};
  tl_value_print(&value, &out);
  return out;
}

/* In the notation, where there is one that can say it. */
static tl_text text_of_fragment(const tl_explanation *of, const tl_site *site,
                                const tl_notation *notation) {
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = site->tile.fragment};
  tl_value said;
  tl_text out = {.length = 0};
  if (!notation || tl_value_spell(&value, notation->kind, TL_SCOPE_COUNT,
                                  of->machine->wave, &said, NULL) != TL_OK)
    return text_of_layout(&site->tile.fragment);
  tl_value_print(&said, &out);
  return out;
}

static tl_text text_of_columns(const tl_site *site) {
  const tl_bit_matrix *bits = &site->bits;
  tl_text out = {.length = 0};
  tl_text_append(&out, "%" PRIu64, bits->constant);
  for (int64_t k = 0; k < bits->input_bits; k++)
    tl_text_append(&out, ", %" PRIu64, bits->columns[k]);
  return out;
}

/*===--- Text -------------------------------------------------------------===*/

static void print_head(const tl_explained *of) {
  const tl_traced_buffer *buffer = &of->buffer;
  printf("  %s, %s", name_of(buffer).text, space_of(buffer));
  if (buffer->start)
    printf(", from byte %" PRId64, buffer->start);
  if (buffer->rank)
    printf(": %s of %" PRId64 " bytes, strides %s",
           text_of_list(buffer->sizes, buffer->rank, " x ").data,
           buffer->element_bytes,
           text_of_list(buffer->strides, buffer->rank, ", ").data);
  if (of->swizzle.bits)
    printf(", swizzle(base = %" PRId64 ", bits = %" PRId64 ", shift = %" PRId64
           ")",
           of->swizzle.base, of->swizzle.bits, of->swizzle.shift);
  tl_place place;
  if (!mlirValueIsNull(of->defined) &&
      tl_location_place(mlirValueGetLocation(of->defined), &place)) {
    printf(", of ");
    tl_write_location(mlirValueGetLocation(of->defined), stdout);
  }
  printf("\n");
}

static void print_widths(const tl_site *site) {
  printf("      accesses of %" PRId64, site->narrowest);
  if (site->widest > site->narrowest)
    printf(" to %" PRId64, site->widest);
  printf(" bytes");
  if (site->possible > site->narrowest)
    printf(", where the places allow %" PRId64 "%s%s", site->possible,
           site->obstacle ? " but for " : "",
           site->obstacle ? site->obstacle : "");
  printf("\n");
  if (site->joined > 1)
    printf("      what is touched %" PRId64
           " times in a row could be one access of %" PRId64 " bytes%s%s\n",
           site->joined, site->joined_bytes,
           site->joined_obstacle ? ", but for " : "",
           site->joined_obstacle ? site->joined_obstacle : "");
}

static int64_t lanes_of(int64_t bits, int64_t lanes[64]) {
  int64_t count = 0;
  for (int64_t lane = 0; lane < 64; lane++)
    if ((uint64_t)bits >> lane & 1)
      lanes[count++] = lane;
  return count;
}

static const char *of_parts(const tl_site *site) {
  return site->parts > 1 ? ", of all parts" : "";
}

static void print_costs(const tl_explained *of, const tl_site *site) {
  const int64_t *counts = site->totals.counts;
  if (of->buffer.space != TL_MEMORY_SHARED) {
    printf("      %" PRId64 " sectors for %" PRId64
           " bytes, efficiency %" PRId64 "%%%s\n",
           counts[TL_COUNT_SECTORS], counts[TL_COUNT_USED],
           tl_report_efficiency(counts), of_parts(site));
    return;
  }
  printf("      %" PRId64 " wavefronts of at least %" PRId64 ", degree %" PRId64
         "%s",
         counts[TL_COUNT_WAVEFRONTS], counts[TL_COUNT_MINIMUM],
         counts[TL_COUNT_DEGREE], of_parts(site));
  int64_t lanes[64], met = lanes_of(site->totals.lanes, lanes);
  if (met)
    printf(": lanes %s meet in bank %" PRId64,
           text_of_list(lanes, met, ", ").data, site->totals.bank);
  printf("\n");
}

/* The first of them, each with what is in front of it. */
static void print_first(const int64_t *items, int64_t count) {
  enum { MOST_PRINTED = 16 };
  for (int64_t i = 0; i < count && i < MOST_PRINTED; i++)
    printf("%s%" PRId64, i ? ", " : "", items[i]);
  printf("%s", count > MOST_PRINTED ? ", ..." : "");
}

static void print_moves(const tl_site *site) {
  printf("      places %s, moved by ", text_of_layout(&site->layout).data);
  print_first(site->moves, site->steps);
  printf(" each time\n");
}

static void print_map(const tl_explanation *of, const tl_site *site,
                      const tl_notation *notation) {
  tl_list shape = tl_layout_shape(&site->tile.fragment);
  if (site->is_counted || site->is_tile_counted)
    printf("      counted, i = %" PRId64 " s + t below %" PRId64
           " in thread t the s-th time:\n",
           site->threads, site->counted);
  if (site->is_fragment)
    printf("      tile %s at (%s): %s%s\n",
           text_of_list(shape.items, shape.count, " x ").data,
           text_of_list(site->tile.origin.items, shape.count, ", ").data,
           text_of_fragment(of, site, notation).data,
           site->is_tile_counted ? ", where tx is i" : "");
  else if (site->places && !site->is_listed)
    printf("      no tile: %s\n", site->no_fragment);
  if (site->is_fit)
    printf("      places %s\n", text_of_layout(&site->layout).data);
  else if (site->is_counted)
    printf("      places %s of i\n", text_of_layout(&site->layout).data);
  else if (site->is_moved)
    print_moves(site);
  else if (site->is_bits)
    printf("      places are the XOR of %s\n", text_of_columns(site).data);
  else
    printf("      no layout: %s\n", site->reason);
}

static void print_threads(const tl_site *site) {
  const tl_list *extents = &site->thread_extents;
  const tl_list *strides = &site->thread_strides;
  /* They ascend: where the slowest digit has steps of 1 there is no other. */
  bool are_first =
      !site->first_thread && (!strides->count || strides->items[0] == 1);
  printf(" %" PRId64 " x %" PRId64 " bytes in ", site->registers, site->unit);
  if (site->threads == 1)
    printf("thread %" PRId64, site->first_thread);
  else
    printf("each of %" PRId64 " threads", site->threads);
  if (site->threads > 1 && site->is_listed)
    printf(" of %" PRId64 " to %" PRId64, site->first_thread,
           site->numbers[site->threads - 1]);
  else if (site->threads > 1 && !are_first)
    printf(" (%" PRId64 " + %s by %s)", site->first_thread,
           text_of_list(extents->items, extents->count, " x ").data,
           text_of_list(strides->items, strides->count, ", ").data);
}

static const char *ending_of(int64_t number) {
  static const char *const ENDINGS[] = {"th", "st", "nd", "rd"};
  bool is_teen = number / 10 % 10 == 1;
  return ENDINGS[!is_teen && number % 10 < 4 ? number % 10 : 0];
}

static void print_from_to(int64_t first, int64_t last) {
  printf("the %" PRId64 "%s", first, ending_of(first));
  if (last > first)
    printf(" to %" PRId64 "%s", last, ending_of(last));
}

/* Of the threads that come by as often, and whether they are the first ones. */
static int64_t count_in_step(const tl_site *site, int64_t step,
                             bool *are_first) {
  int64_t count = 0;
  *are_first = true;
  for (int64_t t = 0; t < site->threads; t++)
    if (site->times[t] > step) {
      *are_first = *are_first && t == count;
      count++;
    }
  return count;
}

/* Who takes part in the steps that not all of them make. */
static void print_fewer(const tl_site *site) {
  enum { MOST_PRINTED = 8 };
  bool are_first, is_other;
  int printed = 0;
  printf("      not all of them each time:");
  for (int64_t s = 0, next; s < site->steps; s = next) {
    int64_t count = count_in_step(site, s, &are_first);
    for (next = s + 1; count_in_step(site, next, &is_other) == count;)
      next++;
    if (count == site->threads)
      continue;
    if (printed == MOST_PRINTED) {
      printf(", ...");
      break;
    }
    printf("%s %s%" PRId64 " ", printed++ ? "," : "",
           are_first ? "the first " : "", count);
    print_from_to(s + 1, next);
  }
  printf("\n");
}

/* Which of the times that threads come by at most; all of them go without saying. */
static void print_times(const tl_site *site) {
  if (site->times) {
    printf(", up to %" PRId64 " times", site->steps);
  } else if (site->places && site->steps == site->all_steps) {
    if (site->steps > 1)
      printf(", %" PRId64 " times", site->steps);
  } else if (site->places) {
    printf(", ");
    print_from_to(site->first_step + 1, site->first_step + site->steps);
    printf(" time");
  }
  printf("\n");
}

static void print_site(const tl_explanation *of, const tl_explained *buffer,
                       const tl_site *site, const tl_notation *notation) {
  MlirStringRef name = name_of_operation(site->at);
  printf("    ");
  tl_write_location(mlirOperationGetLocation(site->at->operation), stdout);
  printf(" %.*s %s", (int)name.length, name.data,
         site->writes ? "writes" : "reads");
  if (site->places)
    print_threads(site);
  print_times(site);
  if (site->times)
    print_fewer(site);
  print_map(of, site, notation);
  if (site->is_opaque)
    printf("      of this simulator: which thread has which element is left to "
           "the target\n");
  if (site->depends_on)
    printf("      of this run: its indices are computed from %s\n",
           site->depends_on);
  if (site->other_block)
    printf("      of the first block: block %d touches others, or more or "
           "fewer\n",
           site->other_block);
  if (site->places)
    print_widths(site);
  if (site->part + 1 == site->parts)
    print_costs(buffer, site);
}

/* Padding and instructions are matters of taste here. */
static bool is_cheaper(const tl_shared_cost *a, const tl_shared_cost *b) {
  return a->wavefronts < b->wavefronts ||
         (a->wavefronts == b->wavefronts && a->accesses < b->accesses);
}

static bool is_better(const tl_explained *of) {
  return is_cheaper(&of->choice.cost, &of->present);
}

static void print_layout(const tl_explained *of,
                         const tl_shared_choice *choice) {
  const tl_shared_cost *cost = &choice->cost;
  printf("    it would take %" PRId64 " in %" PRId64 " with %s",
         cost->wavefronts, cost->accesses,
         text_of_layout(&choice->layout).data);
  if (cost->bytes > of->present.bytes)
    printf(", which is %" PRId64 " bytes instead of %" PRId64, cost->bytes,
           of->present.bytes);
  printf("\n");
}

static void print_choice(const tl_explained *of) {
  const tl_shared_choice *choice = &of->choice;
  if (of->buffer.space != TL_MEMORY_SHARED)
    return;
  if (!of->is_chosen) {
    printf("    no better layout was looked for: %s\n", of->no_choice);
    return;
  }
  printf("    a warp takes %" PRId64 " wavefront%s in %" PRId64
         " access%s, each as wide as this layout allows",
         of->present.wavefronts, of->present.wavefronts == 1 ? "" : "s",
         of->present.accesses, of->present.accesses == 1 ? "" : "es");
  if (!is_better(of)) {
    printf("; at least %" PRId64 ", and no layout that was tried takes fewer\n",
           choice->bound);
    return;
  }
  printf("\n");
  print_layout(of, choice);
  if (of->has_fitting && is_cheaper(&of->fitting.cost, &of->present))
    print_layout(of, &of->fitting);
}

/* Of other dialects all, so that a layout can be given to them. */
static bool can_be_better(const tl_explained *of) {
  bool can = of->is_chosen && is_better(of);
  for (int i = 0; can && i < of->count; i++)
    can = tl_upstream_access_of(of->sites[i].at->operation) != NULL;
  return can;
}

/* What reads, or writes, in other blocks alone; NULL for the rest. */
static const tl_traced_others *others_alone(const tl_explanation *of, int way) {
  const tl_traced_others *others =
      tl_trace_others_of(&of->machine->trace, way / 2, way % 2);
  return others && others->at && !others->is_in_first ? others : NULL;
}

static int way_count(const tl_explanation *of) {
  return 2 * of->machine->program->instruction_count;
}

static void print_others(const tl_explanation *of) {
  for (int way = 0; way < way_count(of); way++) {
    const tl_traced_others *others = others_alone(of, way);
    if (!others)
      continue;
    MlirStringRef name = name_of_operation(others->at);
    printf("  not explained: ");
    tl_write_location(mlirOperationGetLocation(others->at->operation), stdout);
    printf(" %.*s %s in block %d, and not in the first one\n", (int)name.length,
           name.data, way % 2 ? "writes" : "reads", others->block);
  }
}

static void print_text(const tl_explanation *of, const tl_notation *notation) {
  bool can = false;
  MlirStringRef kernel = of->machine->program->name;
  printf("explain @%.*s\n", (int)kernel.length, kernel.data);
  for (int i = 0; i < of->buffer_count; i++) {
    const tl_explained *buffer = &of->buffers[i];
    print_head(buffer);
    for (int k = 0; k < buffer->count; k++)
      print_site(of, buffer, &buffer->sites[k], notation);
    print_choice(buffer);
    can = can || can_be_better(buffer);
  }
  print_others(of);
  if (can)
    printf("  tl-opt --tl-adopt-accesses --lower-layout-copies gives buffers "
           "such layouts, of no more bytes, or says why not\n");
  if (of->machine->trace.is_cut)
    printf("  the rest is not explained: the first %d accesses are\n",
           of->machine->trace.count);
  if (of->machine->is_exhausted)
    printf("  the run stopped at a limit, and costs are of what was "
           "executed%s\n",
           of->machine->trace.stage == TL_TRACE_OTHERS
               ? ": fewer blocks, as --grid=1, show the same "
                 "layouts"
               : ", as are layouts");
}

/*===--- JSON -------------------------------------------------------------===*/

static void write_output(void *stream, const char *text, size_t length) {
  fwrite(text, 1, length, stream);
}

/* The text, or null. */
static void add_text(tl_json *json, const char *key, bool is_there,
                     const tl_text *text) {
  tl_json_text(json, key, is_there ? text->data : NULL);
}

/* Or null. */
static void add_integers(tl_json *json, const char *key, const int64_t *items,
                         int64_t count) {
  if (items)
    tl_json_integers(json, key, items, count);
  else
    tl_json_text(json, key, NULL);
}

static void add_bits(tl_json *json, const tl_site *site) {
  const tl_bit_matrix *bits = &site->bits;
  int64_t columns[TL_MAX_BITS];
  if (!tl_json_open_if(json, "bits", '{', site->is_bits))
    return;
  for (int64_t k = 0; k < bits->input_bits; k++)
    columns[k] = (int64_t)bits->columns[k];
  tl_json_integer(json, "constant", (int64_t)bits->constant);
  tl_json_integers(json, "columns", columns, bits->input_bits);
  tl_json_close(json, '}');
}

static bool has_layout(const tl_site *site) {
  return site->is_fit || site->is_moved || site->is_counted;
}

/* The places themselves, thread by thread, where there is nothing shorter. */
static void add_table(tl_json *json, const tl_site *site) {
  int64_t own = site->steps * site->registers;
  bool is_shown = site->places && !has_layout(site) && !site->is_bits;
  if (!tl_json_open_if(json, "table", '[', is_shown))
    return;
  for (int64_t t = 0; t < site->threads; t++)
    tl_json_integers(json, NULL, &site->places[t * own],
                     site->times ? site->times[t] * site->registers : own);
  tl_json_close(json, ']');
}

static void add_tile(tl_json *json, const tl_explanation *of,
                     const tl_site *site, const tl_notation *notation) {
  tl_list shape = tl_layout_shape(&site->tile.fragment);
  if (!tl_json_open_if(json, "tile", '{', site->is_fragment))
    return;
  tl_text fragment = text_of_fragment(of, site, notation);
  tl_json_text(json, "fragment", fragment.data);
  tl_json_boolean(json, "is_counted", site->is_tile_counted);
  tl_json_integers(json, "shape", shape.items, shape.count);
  tl_json_integers(json, "origin", site->tile.origin.items, shape.count);
  tl_json_close(json, '}');
}

static void add_conflict(tl_json *json, const tl_access_totals *totals) {
  int64_t items[64], count = lanes_of(totals->lanes, items);
  tl_json_integer(json, "bank", totals->lanes ? totals->bank : TL_NO_BANK);
  tl_json_integers(json, "lanes", items, count);
}

static void add_site(tl_json *json, const tl_explanation *of,
                     const tl_site *site, const tl_notation *notation) {
  MlirStringRef name = name_of_operation(site->at);
  const int64_t *counts = site->totals.counts;
  tl_text layout = {.length = 0};
  if (has_layout(site))
    layout = text_of_layout(&site->layout);
  tl_json_line(json);
  tl_json_open(json, NULL, '{');
  tl_location_print_json(mlirOperationGetLocation(site->at->operation),
                         "location", json);
  tl_json_string(json, "operation", name.data, name.length);
  tl_json_boolean(json, "writes", site->writes);
  tl_json_integer(json, "first_thread", site->first_thread);
  tl_json_integer(json, "threads", site->threads);
  add_integers(json, "thread_numbers", site->is_listed ? site->numbers : NULL,
               site->threads);
  tl_json_integers(json, "thread_extents", site->thread_extents.items,
                   site->thread_extents.count);
  tl_json_integers(json, "thread_strides", site->thread_strides.items,
                   site->thread_strides.count);
  tl_json_integer(json, "part", site->part);
  tl_json_integer(json, "parts", site->parts);
  tl_json_integer(json, "first_step", site->first_step);
  tl_json_integer(json, "steps", site->steps);
  add_integers(json, "times", site->times, site->threads);
  tl_json_integer(json, "registers", site->registers);
  tl_json_integer(json, "unit", site->unit);
  tl_json_integer(json, "access_bytes", site->narrowest);
  tl_json_integer(json, "possible_bytes", site->possible);
  tl_json_text(json, "obstacle", site->obstacle);
  tl_json_integer(json, "joined_steps", site->joined);
  tl_json_text(json, "joined_obstacle", site->joined_obstacle);
  add_text(json, "places", has_layout(site), &layout);
  tl_json_boolean(json, "is_counted", site->is_counted);
  add_integers(json, "moves", site->is_moved ? site->moves : NULL, site->steps);
  add_bits(json, site);
  add_table(json, site);
  add_tile(json, of, site, notation);
  tl_json_text(json, "reason", site->reason[0] ? site->reason : NULL);
  tl_json_boolean(json, "is_opaque", site->is_opaque);
  tl_json_text(json, "depends_on", site->depends_on);
  tl_json_integer(json, "other_block", site->other_block);
  tl_json_integer(json, "wavefronts", counts[TL_COUNT_WAVEFRONTS]);
  tl_json_integer(json, "minimum", counts[TL_COUNT_MINIMUM]);
  tl_json_integer(json, "degree", counts[TL_COUNT_DEGREE]);
  add_conflict(json, &site->totals);
  tl_json_integer(json, "sectors", counts[TL_COUNT_SECTORS]);
  tl_json_integer(json, "used", counts[TL_COUNT_USED]);
  tl_json_close(json, '}');
}

static void add_chosen(tl_json *json, const tl_shared_choice *choice) {
  tl_text layout = text_of_layout(&choice->layout);
  tl_json_text(json, "layout", layout.data);
  tl_json_integer(json, "wavefronts", choice->cost.wavefronts);
  tl_json_integer(json, "accesses", choice->cost.accesses);
  tl_json_integer(json, "bytes", choice->cost.bytes);
}

static void add_choice(tl_json *json, const tl_explained *of) {
  if (!tl_json_open_if(json, "choice", '{', of->is_chosen))
    return;
  add_chosen(json, &of->choice);
  if (tl_json_open_if(json, "fitting", '{', of->has_fitting)) {
    add_chosen(json, &of->fitting);
    tl_json_close(json, '}');
  }
  tl_json_integer(json, "present", of->present.wavefronts);
  tl_json_integer(json, "present_accesses", of->present.accesses);
  tl_json_integer(json, "present_bytes", of->present.bytes);
  tl_json_integer(json, "bound", of->choice.bound);
  tl_json_close(json, '}');
}

static void add_buffer(tl_json *json, const tl_explanation *of,
                       const tl_explained *buffer,
                       const tl_notation *notation) {
  const tl_traced_buffer *facts = &buffer->buffer;
  const int64_t swizzle[] = {buffer->swizzle.base, buffer->swizzle.bits,
                             buffer->swizzle.shift};
  tl_json_line(json);
  tl_json_open(json, NULL, '{');
  tl_json_text(json, "buffer", name_of(facts).text);
  if (mlirValueIsNull(buffer->defined))
    tl_json_text(json, "location", NULL);
  else
    tl_location_print_json(mlirValueGetLocation(buffer->defined), "location",
                           json);
  tl_json_text(json, "space", space_of(facts));
  tl_json_integer(json, "start", facts->start);
  tl_json_integer(json, "element_bytes", facts->element_bytes);
  tl_json_integers(json, "sizes", facts->sizes, facts->rank);
  tl_json_integers(json, "strides", facts->strides, facts->rank);
  tl_json_integers(json, "swizzle", swizzle, 3);
  tl_json_open(json, "accesses", '[');
  for (int i = 0; i < buffer->count; i++)
    add_site(json, of, &buffer->sites[i], notation);
  tl_json_close(json, ']');
  add_choice(json, buffer);
  tl_json_text(json, "no_choice",
               buffer->no_choice[0] ? buffer->no_choice : NULL);
  tl_json_close(json, '}');
}

static void add_others(tl_json *json, const tl_explanation *of) {
  tl_json_open(json, "elsewhere", '[');
  for (int way = 0; way < way_count(of); way++) {
    const tl_traced_others *others = others_alone(of, way);
    if (!others)
      continue;
    MlirStringRef name = name_of_operation(others->at);
    tl_json_open(json, NULL, '{');
    tl_location_print_json(mlirOperationGetLocation(others->at->operation),
                           "location", json);
    tl_json_string(json, "operation", name.data, name.length);
    tl_json_boolean(json, "writes", way % 2);
    tl_json_integer(json, "block", others->block);
    tl_json_close(json, '}');
  }
  tl_json_close(json, ']');
}

static void print_json(const tl_explanation *of, const tl_notation *notation) {
  tl_json json = {.to = {write_output, stdout}};
  MlirStringRef kernel = of->machine->program->name;
  tl_json_open(&json, NULL, '{');
  tl_json_string(&json, "kernel", kernel.data, kernel.length);
  tl_json_boolean(&json, "is_cut", of->machine->trace.is_cut);
  tl_json_boolean(&json, "is_stopped", of->machine->is_exhausted);
  tl_json_open(&json, "buffers", '[');
  for (int i = 0; i < of->buffer_count; i++)
    add_buffer(&json, of, &of->buffers[i], notation);
  tl_json_close(&json, ']');
  add_others(&json, of);
  tl_json_close(&json, '}');
}

void tl_explanation_print(const tl_explanation *explanation,
                          const tl_notation *notation,
                          tl_report_format format) {
  if (format == TL_REPORT_JSON)
    print_json(explanation, notation);
  else
    print_text(explanation, notation);
}
