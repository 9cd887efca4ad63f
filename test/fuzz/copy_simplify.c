/* copy_simplify.c - Takes one thing away from a copy; see copy_model.h.
 *
 * A step is a number: a row of the table, for one of its sides, dimensions or
 * modes.  What the step leaves is a copy by itself, so steps can be tried one
 * after the other, and again. */
#include "copy_model.h"
#include <string.h>

typedef struct simplification {
  void (*apply)(copy *made, int64_t variant);
  int64_t variants;
} simplification;

static void plain_options(copy *made, int64_t variant);
static void no_relay(copy *made, int64_t variant);
static void drop_reader(copy *made, int64_t which);
static void give_layout(copy *made, int64_t variant);
static void give_fragment(copy *made, int64_t which);
static void no_conversion(copy *made, int64_t which);
static void infer_result(copy *made, int64_t variant);
static void half_relay(copy *made, int64_t half);
static void no_buffer(copy *made, int64_t variant);
static void no_transfer(copy *made, int64_t variant);
static void no_async(copy *made, int64_t variant);
static void no_async(copy *made, int64_t variant) {
  (void)variant;
  made->is_async = false;
}

static void all_take_part(copy *made, int64_t variant);
static void one_instance(copy *made, int64_t variant);
static void plain_type(copy *made, int64_t variant);
static void narrow_scope(copy *made, int64_t variant);
static void drop_bounds(copy *made, int64_t side);
static void drop_lower_bounds(copy *made, int64_t side);
static void drop_swizzle(copy *made, int64_t side);
static void drop_slices(copy *made, int64_t side);
static void wide_numbers(copy *made, int64_t side);
static void no_tile(copy *made, int64_t variant);
static void no_shares(copy *made, int64_t variant);
static void drop_layout(copy *made, int64_t side);
static void plain_memory(copy *made, int64_t side);
static void global_memory(copy *made, int64_t side);
static void drop_facts(copy *made, int64_t side);
static void drop_offset(copy *made, int64_t side);
static void plain_fragment(copy *made, int64_t which);
static void no_twist(copy *made, int64_t which);
static void plain_slots(copy *made, int64_t which);
static void drop_replicas(copy *made, int64_t which);
static void drop_dimension(copy *made, int64_t dimension);
static void shrink_mode(copy *made, int64_t mode);
static void plain_origin(copy *made, int64_t place);
static void zero_origin(copy *made, int64_t place);
static void whole_bound(copy *made, int64_t place);
static void tight_shape(copy *made, int64_t place);
static void merge_digits(copy *made, int64_t side);
static void tight_strides(copy *made, int64_t side);
static void fewest_threads(copy *made, int64_t variant);

enum { PLACES = SIDE_COUNT * TL_MAX_RANK };

static const simplification ROWS[] = {
    {no_relay, 1},
    {drop_reader, 1 + MOST_FURTHER},
    {give_layout, 1},
    {give_fragment, MOST_FRAGMENTS},
    {no_conversion, 2},
    {infer_result, 1},
    {half_relay, 2},
    {plain_options, 1},
    {drop_bounds, SIDE_COUNT},
    {drop_lower_bounds, SIDE_COUNT},
    {drop_layout, SIDE_COUNT},
    {drop_swizzle, SIDE_COUNT},
    {drop_slices, SIDE_COUNT},
    {wide_numbers, SIDE_COUNT},
    {no_tile, 1},
    {no_shares, 1},
    {one_instance, 1},
    {no_buffer, 1},
    {no_transfer, 1},
    {no_async, 1},
    {all_take_part, 1},
    {plain_memory, SIDE_COUNT},
    {drop_offset, SIDE_COUNT},
    {drop_replicas, MOST_FRAGMENTS},
    {no_twist, MOST_FRAGMENTS},
    {plain_fragment, MOST_FRAGMENTS},
    {plain_slots, 5 * MOST_FRAGMENTS},
    {narrow_scope, 1},
    {shrink_mode, TL_MAX_ITERS},
    {drop_dimension, TL_MAX_RANK},
    {zero_origin, PLACES},
    {plain_origin, PLACES},
    {whole_bound, PLACES},
    {tight_shape, PLACES},
    {merge_digits, SIDE_COUNT},
    {tight_strides, SIDE_COUNT},
    {global_memory, SIDE_COUNT},
    {drop_facts, SIDE_COUNT},
    {plain_type, 1},
    {fewest_threads, 1},
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

int64_t simplifications(void) {
  int64_t count = 0;
  for (int i = 0; i < ROW_COUNT; i++)
    count += ROWS[i].variants;
  return count;
}

bool simplify_copy(int64_t step, copy *made) {
  copy simpler = *made;
  int row = 0;
  for (; step >= ROWS[row].variants; row++)
    step -= ROWS[row].variants;
  ROWS[row].apply(&simpler, step);
  if (!memcmp(&simpler, made, sizeof simpler) || !is_copy(&simpler))
    return false;
  *made = simpler;
  return true;
}

static int64_t rank_of(const copy *made) {
  return made->fragments[0].map.shape.count;
}

bool make_plain_copy(copy *made) {
  plain_options(made, 0);
  no_transfer(made, 0);
  one_instance(made, 0);
  no_shares(made, 0);
  made->scope = TL_SCOPE_WARP;
  made->threads = 32;
  for (int i = 0; i < 2; i++)
    no_twist(made, i);
  for (int i = 0; i < SIDE_COUNT; i++) {
    plain_memory(made, i);
    drop_bounds(made, i);
    made->sides[i].offset = (number){.divisor = 1};
    made->sides[i].is_aligned_by_copy = false;
    drop_slices(made, i);
    wide_numbers(made, i);
    for (int64_t d = 0; d < rank_of(made); d++)
      plain_origin(made, i * TL_MAX_RANK + d);
  }
  return is_copy(made);
}

/* From global memory into the workgroup's, without registers. */
static bool make_async_copy(copy *made) {
  copy tried = *made;
  tried.is_between = tried.has_partition = tried.is_async = true;
  tried.loads_relay = true;
  tried.has_buffer = tried.converts = false;
  tried.says_tile = false;
  tried.reduced = tried.taking_part = 0;
  tried.sides[FROM].is_shared = false;
  tried.sides[tried.has_relay ? VIA : TO].is_shared = true;
  tried.sides[tried.has_relay ? VIA : TO].is_bounded = false;
  drop_lower_bounds(&tried, FROM);
  tried.sides[FROM].has_pad = false;
  one_instance(&tried, 0);
  for (int i = 0; i < MOST_FRAGMENTS; i++) {
    drop_replicas(&tried, i);
    no_twist(&tried, i);
  }
  for (int side = FROM; side < FURTHER; side++) {
    plain_memory(&tried, side);
    drop_layout(&tried, side);
    for (int64_t d = 0; d < rank_of(made); d++)
      plain_origin(&tried, side * TL_MAX_RANK + d);
  }
  if (!is_copy(&tried))
    return false;
  *made = tried;
  return true;
}

bool make_explained_copy(copy *made) {
  plain_options(made, 0);
  for (int i = 0; i < SIDE_COUNT; i++)
    made->sides[i].is_aligned_by_copy = false;
  if (made->seed % 2 && make_async_copy(made))
    return true;
  no_transfer(made, 0);
  no_shares(made, 0);
  return is_copy(made);
}

static void make_plain(number *any) {
  *any = (number){.value = any->value, .divisor = 1};
}

/* Rows as long as their contents, row-major. */
static void make_row_major(memory_side *side) {
  int64_t stride = 1;
  for (int64_t d = side->shape.count - 1; d >= 0; d--) {
    side->strides[d] = (number){.value = stride, .divisor = 1};
    stride *= side->shape.items[d];
  }
}

/* Memory of a workgroup has no gaps: LLVM gives it no bytes for them.  It has no
 * arithmetic of 128 bits, and floats of 8 bits are moved alone. */
bool make_launched_copy(copy *made) {
  static const element_type WORDS = {"i128", 16, false};
  for (int i = 0; i < SIDE_COUNT; i++)
    made->sides[i].is_shared = i == VIA;
  make_row_major(&made->sides[VIA]);
  made->sides[VIA].slice_gap = 0;
  made->is_async &= made->has_relay;
  bool is_moved = made->type->bytes == WORDS.bytes ||
                  strncmp(made->type->name, "f8", 2) == 0;
  if (made->type->bytes == WORDS.bytes)
    made->type = &WORDS;
  return !(is_moved && made->reduced) && is_copy(made);
}

/*===--- The kernel -------------------------------------------------------===*/

static void no_relay(copy *made, int64_t variant) {
  (void)variant;
  made->has_relay = made->loads_relay = false;
  made->further = 0;
}

/* The readers behind it follow. */
static void drop_reader(copy *made, int64_t which) {
  if (!made->further || which > made->further)
    return;
  for (int64_t i = which; i < made->further; i++) {
    const char *name = made->sides[TO + i].name;
    made->fragments[1 + i] = made->fragments[2 + i];
    made->sides[TO + i] = made->sides[FURTHER + i];
    made->sides[TO + i].name = name;
  }
  made->further--;
}

static void give_layout(copy *made, int64_t variant) {
  (void)variant;
  made->sides[VIA].is_auto = false;
}

static void give_fragment(copy *made, int64_t which) {
  made->fragments[which].is_auto = false;
}

/* What is stored is what was loaded, or the other way. */
static void no_conversion(copy *made, int64_t which) {
  if (made->converts)
    made->fragments[0] = made->fragments[which];
  made->converts = false;
}

static void infer_result(copy *made, int64_t variant) {
  (void)variant;
  made->infers = made->reduced != 0;
}

/* The memory between is where the copy ends, or where it starts. */
static void half_relay(copy *made, int64_t half) {
  memory_side *kept = &made->sides[half ? FROM : TO];
  const char *name = kept->name;
  if (!made->has_relay)
    return;
  *kept = made->sides[VIA];
  kept->name = name;
  kept->form = MEMORY_ARGUMENT;
  kept->is_auto = false;
  made->fragments[0] = made->fragments[half];
  no_relay(made, 0);
  if (!half)
    return;
  plain_options(made, 0);
  no_async(made, 0);
}

/* Without the index arguments, numbers are in place. */
static void plain_options(copy *made, int64_t variant) {
  (void)variant;
  made->options = &OPTIONS[0];
  for (int i = 0; i < SIDE_COUNT; i++) {
    memory_side *side = &made->sides[i];
    if (side->form == MEMORY_OPEN)
      side->form = MEMORY_ARGUMENT;
    for (int64_t d = 0; d < rank_of(made); d++) {
      number *all[] = {&side->origin[d], &side->bounds[d], &side->lower[d],
                       &side->strides[d], &side->offset};
      for (int k = 0; k < 5; k++)
        if (all[k]->form == NUMBER_ARGUMENT)
          all[k]->form = NUMBER_OPAQUE;
    }
  }
}

static void no_buffer(copy *made, int64_t variant) {
  (void)variant;
  made->has_buffer = false;
}

static void no_transfer(copy *made, int64_t variant) {
  (void)variant;
  made->is_between = made->has_partition = made->loads_relay = false;
  made->is_async = false;
  made->taking_part = 0;
}

static void all_take_part(copy *made, int64_t variant) {
  (void)variant;
  made->taking_part = 0;
}

static void one_instance(copy *made, int64_t variant) {
  (void)variant;
  made->threads = whole_instance(made);
  made->instances = 1;
  made->instance_dimension = 0;
}

static void plain_type(copy *made, int64_t variant) {
  static const element_type PLAIN[] = {{"i8", 1, false},
                                       {"i16", 2, false},
                                       {"i32", 4, false},
                                       {"i64", 8, false},
                                       {"i128", 16, false}};
  (void)variant;
  for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++)
    if (PLAIN[i].bytes == made->type->bytes &&
        strcmp(PLAIN[i].name, made->type->name) != 0)
      made->type = &PLAIN[i];
}

/* A block as a warp. */
static void narrow_scope(copy *made, int64_t variant) {
  (void)variant;
  if (made->scope == TL_SCOPE_WARP || made->scope == TL_SCOPE_THREAD)
    return;
  made->scope = TL_SCOPE_WARP;
  made->threads = 32 * made->instances;
}

static void fewest_threads(copy *made, int64_t variant) {
  tl_layout layout;
  int64_t most = 1, span;
  (void)variant;
  for (int i = 0; i < fragments_used(made); i++)
    if (layout_of_fragment(made, &made->fragments[i], &layout) &&
        tl_layout_on_scope(&layout, made->scope, 32, &layout, NULL) == TL_OK &&
        tl_layout_span(&layout, TL_AXIS_TX, &span, NULL) == TL_OK &&
        span > most)
      most = span;
  if (made->scope == TL_SCOPE_CTA)
    made->threads = most;
  else
    made->threads = made->instances * whole_instance(made);
}

/*===--- Fragments --------------------------------------------------------===*/

static void name_vector(fragment *held) {
  held->vector = (tl_list){.count = 1, .items = {registers_of(held)}};
}

static void plain_fragment(copy *made, int64_t which) {
  fragment *held = &made->fragments[which];
  *held = (fragment){.map = held->map, .gap = 1};
  name_vector(held);
}

static void no_twist(copy *made, int64_t which) {
  made->fragments[which].twist = 0;
}

/* One thing at a time. */
static void plain_slots(copy *made, int64_t which) {
  fragment *held = &made->fragments[which % MOST_FRAGMENTS];
  int64_t *const fields[] = {&held->slot_gap, &held->slot_from,
                             &held->first_slot, &held->spare, &held->repeats};
  if (!held->are_beside || which / MOST_FRAGMENTS > 1)
    *fields[which / MOST_FRAGMENTS] = 0;
  name_vector(held);
}

static void drop_replicas(copy *made, int64_t which) {
  tl_list *modes = &made->fragments[which].map.spatial_modes, kept = {0};
  for (int64_t i = 0; i < modes->count; i++)
    if (modes->items[i] >= 0)
      kept.items[kept.count++] = modes->items[i];
  *modes = kept;
}

static int64_t smallest_factor(int64_t which) {
  for (int64_t f = 2; f * f <= which; f++)
    if (which % f == 0)
      return f;
  return which;
}

/* Divides a mode; one that is left with 1 goes. */
static bool divide_mode(tl_register *map, int64_t mode, int64_t factor) {
  int64_t d = 0, first = 0, product = 1;
  for (; first <= mode; d++)
    for (product = 1; product < map->shape.items[d]; first++)
      product *= map->mode_shape.items[first];
  map->shape.items[d - 1] /= factor;
  map->mode_shape.items[mode] /= factor;
  return tl_register_create(map, map, NULL) == TL_OK;
}

/* Sides that are all of the tile stay so. */
static void follow_tile(const copy *before, copy *made) {
  for (int i = 0; i < SIDE_COUNT; i++) {
    memory_side *side = &made->sides[i];
    bool is_whole = !side->has_layout;
    for (int64_t d = 0; d < rank_of(made); d++)
      is_whole &= side->shape.items[d] == tile_extent(before, d);
    for (int64_t d = 0; is_whole && d < rank_of(made); d++)
      side->shape.items[d] = tile_extent(made, d);
  }
}

/* The mode of the fragment that can shrink so that its tile is this. */
static bool shrink_fragment(fragment *held, const tl_list *tile,
                            int64_t factor) {
  for (int64_t m = 0; m < held->map.mode_shape.count; m++) {
    tl_register tried = held->map;
    if (held->map.mode_shape.items[m] % factor == 0 &&
        divide_mode(&tried, m, factor) &&
        !memcmp(&tried.shape, tile, sizeof tried.shape)) {
      held->map = tried;
      break;
    }
  }
  name_vector(held);
  return memcmp(&held->map.shape, tile, sizeof *tile) == 0;
}

/* The other fragments shrink in any mode of that dimension that can. */
static void shrink_mode(copy *made, int64_t mode) {
  copy simpler = *made;
  tl_register *map = &simpler.fragments[0].map;
  if (mode >= map->mode_shape.count)
    return;
  int64_t factor = smallest_factor(map->mode_shape.items[mode]);
  if (!divide_mode(map, mode, factor))
    return;
  name_vector(&simpler.fragments[0]);
  for (int i = 1; i < fragments_used(&simpler); i++)
    if (!shrink_fragment(&simpler.fragments[i], &map->shape, factor))
      return;
  if (made->is_between && !made->has_partition)
    follow_tile(made, &simpler);
  *made = simpler;
}

static void erase(void *items, size_t size, int64_t index, int64_t count) {
  char *at = (char *)items + (size_t)index * size;
  memmove(at, at + size, (size_t)(count - index - 1) * size);
  memset((char *)items + (size_t)(count - 1) * size, 0, size);
}

static void drop_list_item(tl_list *list, int64_t index) {
  erase(list->items, sizeof *list->items, index, list->count);
  list->count--;
}

/* Of extent 1 everywhere. */
static void drop_dimension(copy *made, int64_t dimension) {
  int64_t rank = rank_of(made);
  if (dimension >= rank || rank == 1 || tile_extent(made, dimension) != 1 ||
      made->options->rank ||
      (made->instances > 1 && made->instance_dimension == dimension) ||
      (made->reduced && !made->infers))
    return;
  for (int i = 0; i < SIDE_COUNT; i++) {
    memory_side *side = &made->sides[i];
    if (side->has_layout || side->origin[dimension].value)
      return;
  }
  made->reduced = (made->reduced & ((INT64_C(1) << dimension) - 1)) |
                  (made->reduced >> (dimension + 1) << dimension);
  made->instance_dimension -= made->instance_dimension > dimension;
  for (int i = 0; i < MOST_FRAGMENTS; i++)
    if (made->fragments[i].map.shape.count == rank)
      drop_list_item(&made->fragments[i].map.shape, dimension);
  for (int i = 0; i < SIDE_COUNT; i++) {
    memory_side *side = &made->sides[i];
    if (dimension < side->shape.count)
      drop_list_item(&side->shape, dimension);
    erase(side->origin, sizeof *side->origin, dimension, rank);
    erase(side->bounds, sizeof *side->bounds, dimension, rank);
    erase(side->lower, sizeof *side->lower, dimension, rank);
    erase(side->strides, sizeof *side->strides, dimension, rank);
  }
}

/*===--- Memory -----------------------------------------------------------===*/

static bool is_fixed(const memory_side *side) {
  return side->form == MEMORY_OPEN;
}

static void drop_lower_bounds(copy *made, int64_t which) {
  memory_side *side = &made->sides[which];
  side->has_lower = false;
  for (int64_t d = 0; d < rank_of(made); d++) {
    side->lower[d] = (number){.divisor = 1};
    if (side->origin[d].value < 0)
      side->origin[d] = (number){.divisor = 1};
  }
}

static void drop_bounds(copy *made, int64_t which) {
  memory_side *side = &made->sides[which];
  drop_lower_bounds(made, which);
  if (!side->is_bounded || is_fixed(side))
    return;
  side->is_bounded = side->has_pad = false;
  for (int64_t d = 0; d < rank_of(made); d++) {
    int64_t end = last_start(made, side, d) + tile_extent(made, d);
    if (end > side->shape.items[d])
      side->shape.items[d] = end;
    side->bounds[d] = (number){.divisor = 1};
  }
  side->has_layout = false;
  make_row_major(side);
}

static void drop_layout(copy *made, int64_t which) {
  memory_side *side = &made->sides[which];
  if (!side->has_layout)
    return;
  side->has_layout = false;
  side->swizzle = (tl_swizzle){0, 0, 0};
  side->layout_offset = side->digit_count = 0;
  memset(side->digits, 0, sizeof side->digits);
  make_row_major(side);
}

static void drop_swizzle(copy *made, int64_t which) {
  made->sides[which].swizzle = (tl_swizzle){0, 0, 0};
}

static void plain_memory(copy *made, int64_t which) {
  memory_side *side = &made->sides[which];
  if (side->form != MEMORY_CAST)
    return;
  side->form = MEMORY_ARGUMENT;
  side->has_open_sizes = false;
  for (int64_t d = 0; d < rank_of(made); d++)
    make_plain(&side->strides[d]);
  make_plain(&side->offset);
}

static void drop_offset(copy *made, int64_t which) {
  memory_side *side = &made->sides[which];
  side->layout_offset = 0;
  if (!is_fixed(side))
    side->offset = (number){.divisor = 1};
}

static void tight_strides(copy *made, int64_t which) {
  memory_side *side = &made->sides[which];
  if (!side->has_layout && !is_fixed(side))
    make_row_major(side);
}

static void drop_slices(copy *made, int64_t which) {
  made->sides[which].slices = 0;
}

static void wide_numbers(copy *made, int64_t which) {
  made->sides[which].is_narrow = false;
}

static void no_tile(copy *made, int64_t variant) {
  (void)variant;
  made->says_tile = false;
}

static void no_shares(copy *made, int64_t variant) {
  (void)variant;
  made->shares = false;
}

static void global_memory(copy *made, int64_t which) {
  if (which != VIA)
    made->sides[which].is_shared = false;
}

static void drop_facts(copy *made, int64_t which) {
  memory_side *side = &made->sides[which];
  side->alignment = made->type->bytes;
  side->is_aligned_by_copy = side->has_pad = false;
  for (int64_t d = 0; d < rank_of(made); d++)
    side->origin[d].divisor = side->bounds[d].divisor =
        side->strides[d].divisor = 1;
}

/* One digit a dimension of a layout, row-major. */
static void merge_digits(copy *made, int64_t which) {
  memory_side *side = &made->sides[which];
  int64_t stride = 1;
  if (!side->has_layout)
    return;
  memset(side->digits, 0, sizeof side->digits);
  side->digit_count = rank_of(made);
  for (int64_t d = side->digit_count - 1; d >= 0; d--) {
    int64_t end = last_start(made, side, d) + tile_extent(made, d);
    if (end < side->shape.items[d] && !side->is_bounded)
      side->shape.items[d] = end;
    side->digits[d] = (memory_digit){d, side->shape.items[d], stride};
    stride *= side->shape.items[d];
  }
}

/*===--- Places: a side and a dimension -----------------------------------===*/

static memory_side *side_of(copy *made, int64_t place, int64_t *dimension) {
  *dimension = place % TL_MAX_RANK;
  memory_side *side = &made->sides[place / TL_MAX_RANK];
  return *dimension < rank_of(made) ? side : NULL;
}

static void plain_origin(copy *made, int64_t place) {
  int64_t d;
  memory_side *side = side_of(made, place, &d);
  if (side)
    make_plain(&side->origin[d]);
}

static void zero_origin(copy *made, int64_t place) {
  int64_t d;
  memory_side *side = side_of(made, place, &d);
  if (side)
    side->origin[d] = (number){.divisor = 1};
}

static void whole_bound(copy *made, int64_t place) {
  int64_t d;
  memory_side *side = side_of(made, place, &d);
  if (side && side->is_bounded)
    side->bounds[d] = (number){.value = side->shape.items[d], .divisor = 1};
}

static void tight_shape(copy *made, int64_t place) {
  int64_t d;
  memory_side *side = side_of(made, place, &d);
  if (!side || side->has_layout || is_fixed(side))
    return;
  int64_t end = last_start(made, side, d) + tile_extent(made, d);
  if (end >= side->shape.items[d])
    return;
  side->shape.items[d] = end;
  if (side->is_bounded && side->bounds[d].value > end)
    side->bounds[d] = (number){.value = end, .divisor = 1};
}
