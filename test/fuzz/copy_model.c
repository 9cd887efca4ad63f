/* copy_model.c - What makes a copy valid; see copy_model.h. */
#include "copy_model.h"
#include "tl/notation.h"
#include "tl/reduction.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_REGISTERS = 64, MOST_ELEMENTS = 16384, MOST_THREADS = 512 };

int64_t tile_extent(const copy *made, int64_t dimension) {
  return made->fragments[0].map.shape.items[dimension];
}

bool uses_side(const copy *made, int side) {
  return side == FROM || (side == TO    ? !made->reduced
                          : side == VIA ? (int)made->has_relay
                                        : side - FURTHER < made->further);
}

int64_t fragments_used(const copy *made) {
  return made->has_relay || made->converts || (made->reduced && !made->infers)
             ? 2 + made->further
             : 1;
}

bool is_transfer_from(const copy *made, int side) {
  return made->is_between && !(side == VIA && made->loads_relay);
}

/* Of an access; 0: any number. */
static int64_t most_bits(const option_row *options) {
  static const char NAME[] = "max-vector-bits=";
  const char *found = strstr(options->pipeline, NAME);
  return found ? strtol(found + sizeof NAME - 1, NULL, 10) : 0;
}

static bool is_multiple(const number *any, int64_t of) {
  return any->form == NUMBER_CONSTANT && any->value % of == 0;
}

/* Rows of which so many elements follow each other wherever the tile begins. */
static bool has_runs(const copy *made, const memory_side *side, int64_t run) {
  int64_t last = side->shape.count - 1;
  if (side->has_layout || side->form == MEMORY_OPEN ||
      side->form == MEMORY_CAST || side->slices ||
      side->alignment < run * made->type->bytes ||
      side->strides[last].value != 1 || side->offset.value % run != 0 ||
      !is_multiple(&side->origin[last], run) ||
      (side->is_bounded && !is_multiple(&side->bounds[last], run)) ||
      (side->has_lower && !is_multiple(&side->lower[last], run)))
    return false;
  for (int64_t d = 0; d < last; d++)
    if (!is_multiple(&side->strides[d], run))
      return false;
  return tile_extent(made, last) % run == 0;
}

/* An access has 4 bytes at least, starts in no digit, and is in the order of both
 * sides. */
bool can_be_async(const copy *made) {
  int64_t most = most_bits(made->options), bytes = made->type->bytes;
  const memory_side *from = &made->sides[FROM];
  const memory_side *to = &made->sides[made->has_relay ? VIA : TO];
  if (!made->is_between || from->is_shared || !to->is_shared ||
      (most && (bytes * 8 > most || most < 32)) || !has_single_digits(from) ||
      (made->has_partition && made->fragments[0].twist) ||
      strstr(made->options->pipeline, "sm_75"))
    return false;
  return bytes >= 4 ||
         (!made->has_partition && has_runs(made, from, 4 / bytes) &&
          has_runs(made, to, 4 / bytes));
}

int64_t last_start(const copy *made, const memory_side *side,
                   int64_t dimension) {
  int64_t further = dimension == made->instance_dimension
                        ? (made->instances - 1) * tile_extent(made, dimension)
                        : 0;
  return side->origin[dimension].value + further;
}

/* Between memories, bounds are those of the global side. */
bool has_bounds(const copy *made, int source, int target, int side) {
  bool is_target =
      made->sides[source].is_shared && !made->sides[target].is_shared;
  return made->sides[side].is_bounded &&
         (!is_transfer_from(made, source) ||
          side == (is_target ? target : source));
}

int64_t whole_instance(const copy *made) {
  return made->scope == TL_SCOPE_CTA ? made->threads
                                     : tl_scope_size(made->scope, 32);
}

static int64_t last_instance(const copy *made) {
  return made->threads - (made->instances - 1) * whole_instance(made);
}

/*===--- Layouts ----------------------------------------------------------===*/

bool has_single_digits(const memory_side *side) {
  int64_t dimensions = 0;
  for (int64_t i = 0; side->has_layout && i < side->digit_count; i++) {
    int64_t bit = INT64_C(1) << side->digits[i].dimension;
    if (side->digits[i].extent > 1 && dimensions & bit)
      return false;
    if (side->digits[i].extent > 1)
      dimensions |= bit;
  }
  return true;
}

static bool is_thread(const tl_iter *iter) { return iter->axis != TL_AXIS_M; }

/* Thread digits on the axes of warp and lane, where each is on one. */
static void split_warps(tl_layout *layout) {
  int64_t count = layout->shard_count + layout->replica_count;
  for (int64_t i = 0; i < count; i++) {
    const tl_iter *iter = &layout->iters[i];
    if (is_thread(iter) && iter->stride % 32 != 0 &&
        iter->stride * iter->extent > 32)
      return;
  }
  if (layout->offset[TL_AXIS_TX] != 0)
    return;
  for (int64_t i = 0; i < count; i++) {
    tl_iter *iter = &layout->iters[i];
    if (!is_thread(iter))
      continue;
    bool is_warp = iter->stride % 32 == 0;
    iter->axis = is_warp ? TL_AXIS_WARPID : TL_AXIS_LANEID;
    iter->stride /= is_warp ? 32 : 1;
  }
}

static int64_t slots_of(const tl_layout *layout) {
  int64_t slots;
  return tl_layout_span(layout, TL_AXIS_M, &slots, NULL) == TL_OK ? slots : 0;
}

/* From a register of an element to the next one. */
static int64_t repeat_step(const fragment *held, int64_t slots) {
  return held->are_beside ? 1 : slots;
}

static void place_slots(const fragment *held, tl_layout *fields) {
  for (int64_t i = 0; i < fields->shard_count; i++)
    if (!is_thread(&fields->iters[i]) && held->slot_gap > 1 &&
        fields->iters[i].stride >= held->slot_from)
      fields->iters[i].stride *= held->slot_gap;
  int64_t slots = slots_of(fields);
  fields->offset[TL_AXIS_M] = held->first_slot;
  if (held->repeats > 1)
    fields->iters[fields->shard_count + fields->replica_count++] =
        (tl_iter){.extent = held->repeats, .stride = repeat_step(held, slots)};
}

bool is_partial(const fragment *held) {
  return held->slot_gap > 1 || held->first_slot || held->spare;
}

fragment stored_fragment(const fragment *held) {
  fragment stored = *held;
  if (held->repeats < 2 || !held->stores_last)
    return stored;
  stored.repeats = stored.spare = 0;
  stored.first_slot +=
      (held->repeats - 1) *
      repeat_step(held, registers_of(&stored) - held->first_slot);
  return stored;
}

/* Adds random bits of the elements to others, where they are a power of two and
 * #tl.linear can say it. */
static void twist(const copy *made, uint64_t seed, tl_layout *layout) {
  tl_list shape = tl_layout_shape(layout);
  const tl_layout plain = *layout;
  int64_t elements = 1, bits = 0;
  for (int64_t d = 0; d < shape.count; d++)
    elements *= shape.items[d];
  if (elements & (elements - 1))
    return;
  while (INT64_C(1) << bits < elements)
    layout->twist.of[bits] = UINT32_C(1) << bits, bits++;
  for (int64_t i = 0; i < 2 * bits; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    int64_t a = (int64_t)(seed >> 33) % bits, b = (int64_t)(seed >> 48) % bits;
    if (a != b)
      layout->twist.of[a] ^= layout->twist.of[b];
  }
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  if (tl_value_untwist(&value, made->scope, 32, NULL) != TL_OK)
    *layout = plain;
}

bool layout_of_fragment(const copy *made, const fragment *held,
                        tl_layout *out) {
  tl_layout fields;
  tl_axis axis = tl_scope_describe(made->scope)->axis;
  tl_value value = {.kind = TL_KIND_REGISTER, .as.reg = held->map};
  if (tl_value_to_tile(&value, made->scope, 32, &fields, NULL) != TL_OK)
    return false;
  place_slots(held, &fields);
  for (int64_t i = 0; i < fields.shard_count + fields.replica_count; i++)
    if (is_thread(&fields.iters[i]) && fields.iters[i].stride >= held->gap_from)
      fields.iters[i].stride *= held->gap;
  if (axis != TL_AXIS_M)
    fields.offset[axis] = held->first_thread;
  if (held->has_warps && made->scope == TL_SCOPE_CTA)
    split_warps(&fields);
  if (tl_layout_create(&fields, out, NULL) != TL_OK)
    return false;
  if (held->twist)
    twist(made, held->twist, out);
  return true;
}

bool layout_of_memory(const memory_side *side, tl_layout *out) {
  tl_layout fields = {.rank = side->shape.count, .swizzle = side->swizzle};
  for (int64_t i = 0; i < side->digit_count; i++) {
    const memory_digit *digit = &side->digits[i];
    fields.group_size[digit->dimension]++;
    fields.iters[fields.shard_count++] =
        (tl_iter){.extent = digit->extent, .stride = digit->stride};
  }
  fields.offset[TL_AXIS_M] = side->layout_offset;
  return tl_layout_create(&fields, out, NULL) == TL_OK;
}

int64_t registers_of(const fragment *held) {
  tl_layout fields;
  if (tl_layout_from_register(&held->map, &fields, NULL) != TL_OK)
    return 0;
  place_slots(held, &fields);
  return slots_of(&fields) + held->spare;
}

bool can_be_chosen(const copy *made, const fragment *held) {
  tl_layout layout;
  return !made->has_buffer && !is_partial(held) && held->repeats < 2 &&
         layout_of_fragment(made, held, &layout) && !layout.replica_count;
}

int64_t result_registers(const copy *made) {
  tl_layout layout;
  if (!made->infers)
    return registers_of(&made->fragments[1]);
  return layout_of_fragment(made, &made->fragments[0], &layout) &&
                 tl_layout_on_scope(&layout, made->scope, 32, &layout, NULL) ==
                     TL_OK &&
                 tl_reduced_layout(&layout, made->reduced, made->scope, &layout,
                                   NULL) == TL_OK
             ? slots_of(&layout)
             : 0;
}

int64_t elements_of(const memory_side *side) {
  tl_layout layout;
  int64_t elements = side->offset.value + 1;
  if (side->has_layout)
    return layout_of_memory(side, &layout) &&
                   tl_layout_footprint(&layout, &elements, NULL) == TL_OK
               ? elements
               : 0;
  for (int64_t d = 0; d < side->shape.count; d++)
    elements += (side->shape.items[d] - 1) * side->strides[d].value;
  return elements;
}

/*===--- Validity ---------------------------------------------------------===*/

static bool is_fragment(const copy *made, const fragment *held) {
  tl_layout layout, whole;
  tl_axis axis = tl_scope_describe(made->scope)->axis;
  int64_t span = 1, registers = registers_of(held), named = 1;
  for (int64_t i = 0; i < held->vector.count; i++)
    named *= held->vector.items[i];
  if ((made->is_between && (is_partial(held) || held->repeats > 1)) ||
      registers < 1 || registers > MOST_REGISTERS || named != registers ||
      !layout_of_fragment(made, held, &layout) ||
      tl_layout_on_scope(&layout, made->scope, 32, &whole, NULL) != TL_OK)
    return false;
  if (axis != TL_AXIS_M && tl_layout_span(&whole, axis, &span, NULL) != TL_OK)
    return false;
  return span <= last_instance(made);
}

static bool is_number(const number *any, int64_t least) {
  return any->value >= least && any->divisor >= 1 &&
         any->value % any->divisor == 0;
}

static bool is_side(const copy *made, const memory_side *side) {
  int64_t rank = side->shape.count, elements = elements_of(side);
  if (elements < 1 || elements > MOST_ELEMENTS ||
      rank != made->fragments[0].map.shape.count ||
      (side->has_lower && (!side->is_bounded || !has_single_digits(side))) ||
      (side->slices && !is_number(&side->slice, 0)))
    return false;
  for (int64_t d = 0; d < rank; d++) {
    int64_t extent = side->shape.items[d];
    int64_t end = last_start(made, side, d) + tile_extent(made, d);
    bool moves = made->instances > 1 && d == made->instance_dimension;
    if (extent < 1 ||
        !is_number(&side->origin[d], side->has_lower ? INT64_MIN : 0) ||
        !is_number(&side->strides[d], 0) ||
        (moves && tile_extent(made, d) % side->origin[d].divisor != 0) ||
        (!side->is_bounded && end > extent) ||
        (side->is_bounded &&
         (!is_number(&side->bounds[d], 0) || side->bounds[d].value > extent)))
      return false;
  }
  return true;
}

/* Without a partition, memory says what the tile is. */
static bool is_tile(const copy *made, const memory_side *side) {
  for (int64_t d = 0; d < side->shape.count; d++)
    if (side->shape.items[d] != tile_extent(made, d) ||
        side->origin[d].value != 0)
      return false;
  return !side->is_bounded && !side->has_open_sizes &&
         side->form != MEMORY_OPEN && made->instances == 1;
}

static bool covers_tile(const copy *made, const memory_side *side) {
  for (int64_t d = 0; d < side->shape.count; d++)
    if (side->shape.items[d] < tile_extent(made, d))
      return false;
  return true;
}

/* One dimension, which is rows of all that the other side has. */
static bool is_one_tile(const memory_side *side, const memory_side *other) {
  return side->is_auto && side->shape.count == 1 && !side->slices &&
         other->slices;
}

static bool is_transfer(const copy *made, int source, int target) {
  const memory_side *from = &made->sides[source], *to = &made->sides[target];
  if ((from->is_bounded && !has_bounds(made, source, target, source)) ||
      (to->is_bounded && !has_bounds(made, source, target, target)))
    return false;
  bool has_slices =
      from->slices && to->slices && !from->has_layout && !to->has_layout;
  if ((has_slices || is_one_tile(from, to) || is_one_tile(to, from)) &&
      !made->has_partition && !made->says_tile)
    return false;
  return made->has_partition ||
         (covers_tile(made, from) && covers_tile(made, to) &&
          (is_tile(made, from) || is_tile(made, to)));
}

static bool are_transfers(const copy *made) {
  if (made->taking_part > last_instance(made) ||
      (made->is_async && !can_be_async(made)) ||
      !is_transfer(made, FROM, made->has_relay ? VIA : TO))
    return false;
  for (int to = TO; made->has_relay && to < FURTHER + made->further; to++)
    if (is_transfer_from(made, VIA) && !is_transfer(made, VIA, to))
      return false;
  return true;
}

/* Warpgroups of several have a barrier each where all are whole. */
static bool can_meet(const copy *made) {
  return made->scope != TL_SCOPE_WARPGROUP ||
         made->threads % whole_instance(made) == 0;
}

/* All registers of both fragments hold an element. */
static bool can_convert(const copy *made) {
  return !made->has_relay && !made->is_between && !made->has_buffer &&
         can_meet(made) && !is_partial(&made->fragments[0]) &&
         !is_partial(&made->fragments[1]);
}

/* Of the threads that one element is combined of. */
static int64_t parts_of(const copy *made) {
  tl_layout layout;
  int64_t parts = 1, i = 0;
  if (!layout_of_fragment(made, &made->fragments[0], &layout))
    return 1;
  for (int64_t d = 0; d < layout.rank; d++)
    for (int64_t n = 0; n < layout.group_size[d]; n++, i++)
      if (made->reduced >> d & 1 && is_thread(&layout.iters[i]))
        parts *= layout.iters[i].extent;
  return parts;
}

/* The result has the dimensions that are kept. */
static bool can_reduce(const copy *made) {
  const tl_list *tile = &made->fragments[0].map.shape;
  tl_list kept = {0};
  for (int64_t d = 0; d < tile->count; d++)
    if (!(made->reduced >> d & 1))
      kept.items[kept.count++] = tile->items[d];
  return made->reduced >> tile->count == 0 && !made->has_relay &&
         !made->is_between && !made->has_buffer && !made->converts &&
         can_meet(made) && result_registers(made) > 0 &&
         result_registers(made) * parts_of(made) <= TL_MAX_REDUCED_REGISTERS &&
         (made->infers ||
          !memcmp(&made->fragments[1].map.shape, &kept, sizeof kept));
}

bool is_copy(const copy *made) {
  if (made->threads > MOST_THREADS || last_instance(made) < 1 ||
      last_instance(made) > whole_instance(made) ||
      made->fragments[0].map.shape.count == 0 ||
      (made->is_between ? !are_transfers(made) : made->is_async) ||
      (made->converts && !can_convert(made)) ||
      (made->reduced && !can_reduce(made)))
    return false;
  for (int i = 0; i < fragments_used(made); i++)
    if (!is_fragment(made, &made->fragments[i]))
      return false;
  for (int i = 0; i < SIDE_COUNT; i++)
    if (uses_side(made, i) && !is_side(made, &made->sides[i]))
      return false;
  return true;
}
