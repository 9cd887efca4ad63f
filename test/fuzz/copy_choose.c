/* copy_choose.c - Draws a copy from a seed; see copy_model.h.
 *
 * Half of the memory is tidy: strides, origins and alignments in units of 16
 * bytes, as kernels have them, so that wide accesses and matrices come up. */
#include "../lib/layout/random_layouts.h"
#include "copy_model.h"

#define COUNT_OF(table) ((int64_t)(sizeof(table) / sizeof *(table)))

static const element_type TYPES[] = {
    {"i8", 1, false},        {"i16", 2, false},
    {"i32", 4, false},       {"i64", 8, false},
    {"f16", 2, true},        {"bf16", 2, true},
    {"f32", 4, true},        {"f64", 8, true},
    {"f8E5M2", 1, true},     {"f8E4M3", 1, true},
    {"f8E4M3FN", 1, true},   {"f8E5M2FNUZ", 1, true},
    {"f8E4M3FNUZ", 1, true}, {"f8E4M3B11FNUZ", 1, true},
    {"f8E3M4", 1, true},     {"i128", 16, false},
    {"f128", 16, true}};

const option_row OPTIONS[] = {
    {"lower-layout-copies", "", 0, {0}, {0}, 0},
    {"lower-layout-copies{target=sm_75 report=/dev/null}", "", 0, {0}, {0}, 0},
    {"lower-layout-copies{target=sm_100}", "", 0, {0}, {0}, 0},
    {"lower-layout-copies{target=sm_100 max-vector-bits=256 unroll=1}",
     "",
     0,
     {0},
     {0},
     0},
    {"lower-layout-copies{max-vector-bits=64 unroll=4}", "", 0, {0}, {0}, 0},
    {"lower-layout-copies{max-vector-bits=32 unroll=64}", "", 0, {0}, {0}, 0},
    {"lower-layout-copies{max-vector-bits=8}", "", 0, {0}, {0}, 0},
    {"lower-layout-copies{matrix-instructions=0 unroll=1}", "", 0, {0}, {0}, 0},
    {"lower-layout-copies{unroll=2}", "", 0, {0}, {0}, 0},
    {"tl-normalize-layouts,tl-synthesize-partition,tl-partition-copies",
     "",
     0,
     {0},
     {0},
     0},
    {"tl-normalize-layouts,tl-synthesize-partition,tl-partition-copies,tl-"
     "vectorize-copies",
     "",
     0,
     {0},
     {0},
     0},
    {"lower-layout-copies",
     "--shape=0:64x48,strides=64x1,offset=16 ",
     2,
     {64, 48},
     {64, 1},
     16},
    {"lower-layout-copies{target=sm_100}",
     "--shape=0:24x40,strides=1x28,offset=0 ",
     2,
     {24, 40},
     {1, 28},
     0},
    {"lower-layout-copies",
     "--shape=0:6x16x16,strides=272x17x1,offset=4 ",
     3,
     {6, 16, 16},
     {272, 17, 1},
     4},
};
const int64_t OPTION_COUNT = COUNT_OF(OPTIONS);
const reduction_row REDUCTION_ROWS[] = {
    {"add", true, true},       {"mul", true, true},
    {"minui", true, false},    {"minsi", true, false},
    {"maxui", true, false},    {"maxsi", true, false},
    {"and", true, false},      {"or", true, false},
    {"xor", true, false},      {"minnumf", false, true},
    {"maxnumf", false, true},  {"minimumf", false, true},
    {"maximumf", false, true},
};
const int64_t INDEX_ARGUMENT[INDEX_ARGUMENTS] = {8, 12};

static void choose_fragment(copy *made);
static void choose_matrix_fragment(copy *made);
static void choose_threads(copy *made);
static void choose_spelling(fragment *held);
static void name_registers(fragment *held);
static void choose_slots(fragment *held);
static void choose_second_fragment(copy *made);
static void choose_side(copy *made, memory_side *side);
static void choose_origin(const copy *made, memory_side *side, bool is_tidy);
static void choose_bounds(const copy *made, memory_side *side);
static void choose_strides(const copy *made, memory_side *side, bool is_tidy);
static void choose_layout(const copy *made, memory_side *side, bool is_tidy);
static void choose_number_form(const copy *made, number *any);
static void choose_transfers(copy *made);
static void choose_slices(const copy *made, memory_side *side);
static void choose_lower_bounds(const copy *made, memory_side *side);
static void keep_still(copy *made);
static void choose_conversion(copy *made);
static void choose_reduction(copy *made);
static void choose_accessors(copy *made);

static bool chance(int64_t of) { return below(of) == 0; }

copy choose_copy(uint64_t which, wanted_copies wanted) {
  bool is_any = wanted == ANY_COPY, converts = wanted == CONVERSIONS;
  bool is_auto = wanted == AUTO_LAYOUTS;
  copy made;
  seed = which * 0x9e3779b97f4a7c15u + 1;
  below(2);
  do {
    memset(&made, 0, sizeof made);
    made.seed = which;
    made.options = &OPTIONS[which % (uint64_t)OPTION_COUNT];
    made.type = &TYPES[below(COUNT_OF(TYPES))];
    made.scope = (tl_scope)below(TL_SCOPE_COUNT);
    made.tidy_bytes = chance(3) ? 32 : 16;
    made.likes_matrices = chance(3) && made.scope != TL_SCOPE_THREAD;
    if (made.likes_matrices)
      choose_matrix_fragment(&made);
    else
      choose_fragment(&made);
    if (made.fragments[0].map.shape.count == 0)
      continue;
    choose_threads(&made);
    made.has_buffer =
        is_any && chance(strstr(made.options->pipeline, "unroll=") ? 1 : 3);
    made.has_relay = is_auto || (is_any && chance(4));
    if (made.has_relay)
      choose_second_fragment(&made);
    for (int i = 0; i < 2; i++)
      choose_spelling(&made.fragments[i]);
    static const char *const NAMES[] = {"a", "s", "b", "c", "d"};
    for (int i = 0; i < SIDE_COUNT; i++)
      made.sides[i].name = NAMES[i];
    for (int i = 0; i < FURTHER; i++)
      choose_side(&made, &made.sides[i]);
    if ((is_any || is_auto) && chance(is_auto ? 2 : 4))
      choose_transfers(&made);
    for (int i = 0; i < FURTHER; i++)
      choose_slices(&made, &made.sides[i]);
    made.says_tile = made.is_between && !made.has_partition && chance(2);
    made.shares = chance(2);
    for (int i = 0; i < FURTHER; i++)
      choose_lower_bounds(&made, &made.sides[i]);
    for (int i = 0; i < 2 && !made.is_between; i++)
      if (chance(4))
        choose_slots(&made.fragments[i]);
    if (!made.has_relay && chance(4))
      keep_still(&made);
    if (is_auto)
      choose_accessors(&made);
    if (wanted == REDUCTIONS)
      choose_reduction(&made);
    else if (!made.has_relay && !made.is_between && !made.has_buffer &&
             (converts || chance(3)))
      choose_conversion(&made);
  } while (!is_copy(&made) || (converts && !made.converts) ||
           (is_auto && !made.has_relay));
  for (int i = 0; i < MOST_FRAGMENTS && (is_auto || converts); i++)
    made.fragments[i].is_auto =
        which / 7 >> i & 1 && can_be_chosen(&made, &made.fragments[i]) &&
        !(made.converts && i && made.fragments[0].is_auto);
  made.is_async = is_auto && which / 3 % 4 && can_be_async(&made);
  const copy plain = made;
  for (int i = 0; i < MOST_FRAGMENTS; i++)
    if (which % 5 == 3 || (i == 0 && made.reduced && which % 3))
      made.fragments[i].twist = which + (uint64_t)i;
  return is_copy(&made) ? made : plain;
}

/*===--- Fragments --------------------------------------------------------===*/

/* Each element of the last dimension becomes a run in one thread. */
static void widen(tl_register *fields, int64_t run) {
  fields->shape.items[fields->shape.count - 1] *= run;
  push(&fields->local_modes, fields->mode_shape.count);
  push(&fields->mode_shape, run);
}

static void choose_fragment(copy *made) {
  tl_register fields = random_register();
  for (int64_t i = 0;
       made->scope == TL_SCOPE_THREAD && i < fields.spatial_modes.count; i++)
    if (fields.spatial_modes.items[i] >= 0)
      push(&fields.local_modes, fields.spatial_modes.items[i]);
  if (made->scope == TL_SCOPE_THREAD)
    fields.spatial_modes = (tl_list){0};
  if (fields.shape.count && chance(3))
    widen(&fields, INT64_C(1) << (1 + below(4)));
  if (tl_register_create(&fields, &made->fragments[0].map, NULL) != TL_OK)
    made->fragments[0].map = (tl_register){0};
}

/* A dimension of 8 rows and one of 4 lanes by what a register of 32 bits holds,
 * in any order, with more of both in registers and in warps. */
static void choose_matrix_fragment(copy *made) {
  static const int64_t BYTES[] = {1, 2, 2, 2};
  int64_t bytes = BYTES[below(COUNT_OF(BYTES))];
  tl_register fields = {.shape = {.count = 2, .items = {1, 1}}};
  tl_list warps = {0};
  int64_t rows = below(2), inner[2], modes = 0;
  made->type = bytes == 1 ? &TYPES[8 + below(7) * below(2)]
                          : &TYPES[chance(3) ? 1 : 4 + below(2)];
  for (int64_t d = 0; d < 2; d++) {
    int64_t outer = below(4) ? below(3) : 0;
    for (int64_t i = 0; i < outer; i++, modes++) {
      bool is_warp = made->scope != TL_SCOPE_WARP && chance(3);
      push(&fields.mode_shape, chance(8) ? 3 : 2);
      push(is_warp ? &warps : &fields.local_modes, modes);
    }
    inner[d] = modes++;
    push(&fields.mode_shape, d == rows ? 8 : 4);
    if (d == rows)
      continue;
    push(&fields.mode_shape, 4 / bytes);
    push(&fields.local_modes, modes++);
  }
  shuffle(&warps);
  fields.spatial_modes = warps;
  push(&fields.spatial_modes, inner[rows]);
  push(&fields.spatial_modes, inner[1 - rows]);
  if (chance(2))
    shuffle(&fields.local_modes);
  for (int64_t d = 0, m = 0; d < 2; d++)
    for (int64_t end = d == 0 ? (inner[0] + 1 + (rows != 0)) : modes; m < end;
         m++)
      fields.shape.items[d] *= fields.mode_shape.items[m];
  if (tl_register_create(&fields, &made->fragments[0].map, NULL) != TL_OK)
    made->fragments[0].map = (tl_register){0};
}

static void choose_threads(copy *made) {
  int64_t threads = 1;
  if (tl_register_threads(&made->fragments[0].map, &threads, NULL) != TL_OK)
    return;
  made->instances = 1;
  made->threads = made->scope == TL_SCOPE_CTA
                      ? threads + (chance(2) ? 0 : below(3) * below(40))
                      : tl_scope_size(made->scope, 32);
  if (made->scope == TL_SCOPE_CTA || chance(2))
    return;
  made->instances = 1 + below(3);
  made->instance_dimension = below(made->fragments[0].map.shape.count);
  made->threads *= made->instances;
  if (made->instances > 1 && chance(2))
    made->threads -= below(whole_instance(made));
}

/* Factors of `extent`, slow to fast, at most 4. */
static void split(int64_t extent, tl_list *factors) {
  for (int64_t f = 2; extent > 1; f++)
    while (extent % f == 0) {
      if (factors->count && (chance(2) || factors->count == 4))
        factors->items[factors->count - 1] *= f;
      else
        push(factors, f);
      extent /= f;
    }
  shuffle(factors);
}

/* Another fragment, of a tile; none where there is no such map. */
static bool choose_fragment_of(const copy *made, const tl_list *tile,
                               bool has_replicas, fragment *out) {
  tl_register fields = {.shape = *tile};
  int64_t threads = 1;
  int64_t most = made->threads - (made->instances - 1) * whole_instance(made);
  for (int64_t d = 0; d < tile->count; d++) {
    tl_list factors = {0};
    split(tile->items[d], &factors);
    for (int64_t i = 0; i < factors.count; i++) {
      int64_t factor = factors.items[i], mode = fields.mode_shape.count;
      bool is_thread = threads * factor <= most && !chance(4);
      threads *= is_thread ? factor : 1;
      push(&fields.mode_shape, factor);
      push(is_thread ? &fields.spatial_modes : &fields.local_modes, mode);
    }
  }
  for (int64_t i = has_replicas ? below(3) : 0; i > 0; i--) {
    int64_t extent = 1 + below(4);
    if (threads * extent > most)
      break;
    threads *= extent;
    push(&fields.spatial_modes, -extent);
  }
  shuffle(&fields.spatial_modes);
  shuffle(&fields.local_modes);
  return tl_register_create(&fields, &out->map, NULL) == TL_OK;
}

static void choose_second_fragment(copy *made) {
  if (!choose_fragment_of(made, &made->fragments[0].map.shape, false,
                          &made->fragments[1])) {
    made->has_relay = made->converts = false;
    made->infers = true;
  }
}

/* Rows without gaps, whose layout is open, and who else reads them; a reader can
 * be a fragment that there is. */
static void choose_accessors(copy *made) {
  memory_side *via = &made->sides[VIA];
  int64_t stride = 1;
  via->is_auto = true;
  via->has_layout = false;
  via->slice_gap = 0;
  for (int64_t d = via->shape.count - 1; d >= 0; d--) {
    via->strides[d] = (number){.value = stride, .divisor = 1};
    stride *= via->shape.items[d];
  }
  made->loads_relay = made->is_between && chance(2);
  if (made->is_between && !chance(4))
    made->sides[FROM].is_shared = made->sides[FROM].has_layout = false;
  if (chance(4))
    made->fragments[1] = made->fragments[0];
  /* Copies that are synthesized have several accesses, of which 8 can be. */
  bool has_parts =
      made->is_between && !made->has_partition && !made->loads_relay;
  for (int64_t left = below(1 + (has_parts ? 1 : MOST_FURTHER)); left > 0;
       left--) {
    fragment *held = &made->fragments[2 + made->further];
    if (!choose_fragment_of(made, &made->fragments[0].map.shape, false, held))
      return;
    choose_spelling(held);
    choose_side(made, &made->sides[FURTHER + made->further++]);
  }
}

/* Over any dimensions; a result of none has no layout that could be given. */
static void choose_reduction(copy *made) {
  const tl_list *tile = &made->fragments[0].map.shape;
  tl_list kept = {0};
  if (made->type->bytes == 16)
    made->type = &TYPES[below(COUNT_OF(TYPES) - 2)];
  made->reduced = 1 + below((INT64_C(1) << tile->count) - 1);
  do
    made->reduction = below(COUNT_OF(REDUCTION_ROWS));
  while (made->type->is_float ? !REDUCTION_ROWS[made->reduction].of_floats
                              : !REDUCTION_ROWS[made->reduction].of_integers);
  for (int64_t d = 0; d < tile->count; d++)
    if (!(made->reduced >> d & 1))
      push(&kept, tile->items[d]);
  made->infers = kept.count == 0 || chance(2);
  if (made->infers)
    return;
  made->infers = !choose_fragment_of(made, &kept, true, &made->fragments[1]);
  choose_spelling(&made->fragments[1]);
  if (chance(4))
    choose_slots(&made->fragments[1]);
}

/* To another fragment of the tile, or from it. */
static void choose_conversion(copy *made) {
  made->converts = true;
  choose_second_fragment(made);
  choose_spelling(&made->fragments[1]);
  if (chance(2)) {
    fragment first = made->fragments[0];
    made->fragments[0] = made->fragments[1];
    made->fragments[1] = first;
  }
}

static void name_registers(fragment *held) {
  held->vector = (tl_list){0};
  split(registers_of(held), &held->vector);
  while (held->vector.count > 1 && (held->vector.count > 3 || chance(2))) {
    held->vector.count--;
    held->vector.items[held->vector.count - 1] *=
        held->vector.items[held->vector.count];
  }
  if (held->vector.count == 0 || chance(8))
    push(&held->vector, 1);
}

/* Registers that hold nothing, or what others do. */
static void choose_slots(fragment *held) {
  held->slot_from = INT64_C(1) << below(4);
  held->slot_gap = 1 + below(3);
  held->first_slot = chance(2) ? 0 : below(5);
  held->spare = chance(2) ? 0 : below(6);
  held->repeats = 1 + below(3);
  held->stores_last = chance(2);
  held->are_beside = chance(3);
  if (held->are_beside) {
    held->slot_from = 0;
    held->slot_gap = held->repeats;
  }
  name_registers(held);
}

static void choose_spelling(fragment *held) {
  name_registers(held);
  held->spelling = (unsigned)below(3);
  held->gap = 1;
  if (held->spelling != SPELL_TILE || chance(2))
    return;
  held->has_warps = chance(2);
  if (held->has_warps)
    return;
  held->gap_from = INT64_C(1) << below(4);
  held->gap = 1 + below(3);
  held->first_thread = chance(3) ? below(16) : 0;
}

/* The tile of a copy without a partition is all of a side. */
static void choose_transfers(copy *made) {
  made->is_between = true;
  made->has_buffer = false;
  made->has_partition = chance(2);
  made->sides[VIA].is_bounded = false;
  if (made->sides[FROM].is_shared || !made->sides[TO].is_shared)
    made->sides[TO].is_bounded = false;
  if (made->has_partition)
    return;
  made->taking_part = chance(2) ? below(made->threads + 1) : 0;
  bool is_source = made->sides[FROM].form != MEMORY_OPEN && below(2);
  memory_side *whole = &made->sides[made->has_relay ? VIA
                                    : is_source     ? FROM
                                                    : TO];
  for (int64_t d = 0; d < whole->shape.count; d++) {
    whole->shape.items[d] = tile_extent(made, d);
    whole->origin[d] = (number){.divisor = 1};
  }
  whole->is_bounded = whole->has_open_sizes = false;
  whole->has_layout = false;
  choose_strides(made, whole, chance(2));
}

/*===--- Memory -----------------------------------------------------------===*/

static int64_t tidy_unit(const copy *made) {
  return made->tidy_bytes / made->type->bytes;
}

static void choose_side(copy *made, memory_side *side) {
  bool is_via = side == &made->sides[VIA], is_from = side == &made->sides[FROM];
  bool is_tidy = !chance(made->likes_matrices ? 8 : 3);
  int64_t rank = made->fragments[0].map.shape.count;
  side->shape.count = rank;
  side->is_shared = is_via || !chance(made->likes_matrices ? 4 : 2);
  side->form = is_via      ? MEMORY_BUFFER
               : chance(3) ? MEMORY_CAST
                           : MEMORY_ARGUMENT;
  side->is_bounded = chance(made->likes_matrices ? 8
                            : made->has_buffer   ? 2
                                                 : 3);
  side->has_pad = chance(2);
  side->alignment =
      is_tidy && !chance(8) ? made->tidy_bytes : made->type->bytes << below(5);
  side->is_aligned_by_copy = chance(4);
  side->has_layout = chance(2);
  side->offset.divisor = 1;
  if (is_from && made->options->rank) {
    side->form = MEMORY_OPEN;
    side->has_layout = false;
    if (rank != made->options->rank)
      made->threads = 0; /* no copy */
  }
  if (side->has_layout && side->form == MEMORY_CAST)
    side->form = MEMORY_ARGUMENT;
  if (side->form == MEMORY_CAST)
    side->is_aligned_by_copy = false;
  choose_origin(made, side, is_tidy);
  choose_strides(made, side, is_tidy);
  choose_bounds(made, side);
  if (side->has_layout)
    choose_layout(made, side, is_tidy);
}

/* Every instance starts at a multiple of the divisor. */
static void choose_start_form(const copy *made, int64_t d, number *start) {
  bool moves = made->instances > 1 && d == made->instance_dimension;
  choose_number_form(made, start);
  while (moves && tile_extent(made, d) % start->divisor != 0)
    start->divisor /= 2;
}

/* Where the tile starts, and how far memory goes on behind it. */
static void choose_origin(const copy *made, memory_side *side, bool is_tidy) {
  for (int64_t d = 0; d < side->shape.count; d++) {
    int64_t tile = tile_extent(made, d), unit = tidy_unit(made);
    number *start = &side->origin[d];
    start->value = chance(2)   ? 0
                   : is_tidy   ? below(3) * (chance(2) ? tile : unit)
                   : chance(2) ? below(3) * tile
                               : below(5);
    if (made->options->rank && chance(2))
      start->value = INDEX_ARGUMENT[below(INDEX_ARGUMENTS)];
    choose_start_form(made, d, start);
    int64_t end = last_start(made, side, d) + tile;
    side->shape.items[d] = end + (chance(2) ? 0
                                  : is_tidy ? (unit - end % unit) % unit
                                            : below(4));
    if (side->is_bounded && chance(2))
      side->shape.items[d] = 1 + below(end);
  }
  if (side->form == MEMORY_OPEN)
    for (int64_t d = 0; d < made->options->rank; d++)
      side->shape.items[d] = made->options->shape[d];
}

static void choose_bounds(const copy *made, memory_side *side) {
  for (int64_t d = 0; d < side->shape.count; d++) {
    int64_t extent = side->shape.items[d], unit = tidy_unit(made);
    number *bound = &side->bounds[d];
    bound->value = chance(3)    ? extent
                   : !chance(3) ? below(extent + 1)
                                : extent / unit * unit;
    choose_number_form(made, bound);
  }
}

/* Rows as long as their contents, or padded, in an order of the dimensions. */
static void choose_strides(const copy *made, memory_side *side, bool is_tidy) {
  tl_list order = {0};
  int64_t stride = 1, unit = tidy_unit(made);
  bool is_open = chance(2) && side->form == MEMORY_CAST;
  for (int64_t d = 0; d < side->shape.count; d++)
    push(&order, d);
  if (chance(2))
    shuffle(&order);
  for (int64_t i = order.count - 1; i >= 0; i--) {
    number *own = &side->strides[order.items[i]];
    *own = (number){.value = stride, .divisor = 1};
    if (is_open && !chance(3))
      choose_number_form(made, own);
    if (side == &made->sides[FROM] && chance(40))
      *own = (number){.value = 0, .divisor = 1};
    stride *= side->shape.items[order.items[i]];
    int64_t dense = stride;
    if (is_tidy && chance(2))
      stride = (stride + unit - 1) / unit * unit;
    else
      stride += chance(3) ? below(9) : 0;
    if (side->form == MEMORY_BUFFER) /* has no room for gaps (rule G3) */
      stride = dense;
  }
  side->has_open_sizes = side->form == MEMORY_CAST && chance(2);
  if (side->form != MEMORY_BUFFER && !side->has_layout && chance(4)) {
    side->offset.value = is_tidy ? unit * below(3) : below(20);
    if (side->form == MEMORY_CAST)
      choose_number_form(made, &side->offset);
  }
  if (side->form != MEMORY_OPEN)
    return;
  side->offset = (number){.value = made->options->offset, .divisor = 1};
  for (int64_t d = 0; d < made->options->rank; d++) {
    number *own = &side->strides[d];
    own->value = made->options->strides[d];
    choose_number_form(made, own);
    own->form = NUMBER_CONSTANT;
  }
}

/* Drawn last. */
static void choose_slices(const copy *made, memory_side *side) {
  side->is_narrow = chance(4);
  bool has_room = side->shape.count && side->shape.count < 4 &&
                  (side->form == MEMORY_ARGUMENT ||
                   (side->form == MEMORY_BUFFER && !side->swizzle.bits));
  if (!has_room || !chance(4))
    return;
  side->slices = 1 + below(4);
  side->slice.value = below(side->slices);
  side->slice_gap = chance(2) ? 0 : chance(2) ? tidy_unit(made) : below(9);
  if (side->form == MEMORY_BUFFER)
    side->slice_gap = 0;
  choose_number_form(made, &side->slice);
}

/* As is drawn last; half of the tiles begin before memory. */
static void choose_lower_bounds(const copy *made, memory_side *side) {
  side->has_lower = side->is_bounded && has_single_digits(side) && chance(2);
  for (int64_t d = 0; side->has_lower && d < side->shape.count; d++) {
    number *start = &side->origin[d];
    side->lower[d].value = chance(2) ? 0 : below(side->shape.items[d] + 1);
    choose_number_form(made, &side->lower[d]);
    if (chance(2))
      continue;
    start->value -= below(tile_extent(made, d) + start->value + 2);
    choose_start_form(made, d, start);
  }
}

static void reverse(tl_list *list) {
  for (int64_t i = 0, k = list->count - 1; i < k; i++, k--) {
    int64_t first = list->items[i];
    list->items[i] = list->items[k];
    list->items[k] = first;
  }
}

/* Between memories of 32 bits' offsets, which begin where it is known. */
static void keep_still(copy *made) {
  for (int i = 0; i < SIDE_COUNT; i++) {
    memory_side *side = &made->sides[i];
    side->is_shared = false;
    for (int64_t d = 0; d < TL_MAX_RANK; d++)
      side->origin[d].form = NUMBER_CONSTANT;
  }
}

/* Digits of all dimensions in some order of strides, so that no two elements
 * meet; sometimes padded, moved or swizzled. */
static void choose_layout(const copy *made, memory_side *side, bool is_tidy) {
  tl_list order = {0};
  int64_t stride = 1, unit = tidy_unit(made), log_unit = 0;
  while (INT64_C(1) << log_unit < unit)
    log_unit++;
  for (int64_t d = 0; d < side->shape.count; d++) {
    tl_list factors = {0};
    if (chance(3))
      push(&factors, side->shape.items[d]);
    else
      split(side->shape.items[d], &factors);
    for (int64_t i = 0; i < factors.count; i++) {
      push(&order, side->digit_count);
      side->digits[side->digit_count++] =
          (memory_digit){.dimension = d, .extent = factors.items[i]};
    }
  }
  if (chance(2))
    shuffle(&order);
  else if (chance(3))
    reverse(&order);
  for (int64_t i = order.count - 1; i >= 0; i--) {
    memory_digit *digit = &side->digits[order.items[i]];
    digit->stride = stride;
    stride *= digit->extent;
    if (is_tidy && chance(3) && stride >= unit)
      stride = (stride + unit - 1) / unit * unit;
    else
      stride += chance(6) ? below(9) : 0;
  }
  if (side == &made->sides[FROM] && side->digit_count && chance(20))
    side->digits[below(side->digit_count)].stride = 0;
  if (chance(2))
    side->swizzle = is_tidy
                        ? (tl_swizzle){log_unit, 1 + below(3), 3}
                        : (tl_swizzle){below(4), 1 + below(3), 3 + below(2)};
  if (chance(8))
    side->swizzle.shift = -side->swizzle.shift;
  if (chance(4))
    side->layout_offset = is_tidy ? unit * below(4) : below(20);
  side->is_shaped = chance(2);
  side->spelling = (unsigned)below(3);
}

/* A divisor that holds, or less. */
static void choose_number_form(const copy *made, number *any) {
  any->divisor = 1;
  for (int64_t power = 2; any->value % power == 0 && power <= 64; power *= 2)
    if (!chance(4))
      any->divisor = power;
  if (chance(made->likes_matrices ? 8 : 3))
    any->divisor = 1;
  any->form = chance(2) ? NUMBER_CONSTANT : (number_form)below(NUMBER_ARGUMENT);
  if (made->options->rank)
    for (int i = 0; i < INDEX_ARGUMENTS; i++)
      if (any->value == INDEX_ARGUMENT[i])
        any->form = NUMBER_ARGUMENT;
  any->part = 1;
  if (any->form == NUMBER_SUM)
    any->part = below(llabs(any->value) + 1);
  else if (any->form == NUMBER_LOOP)
    any->part = INT64_C(1) << below(5);
  else if (any->form == NUMBER_PRODUCT)
    for (int64_t part = 2; part <= 16; part++)
      if (any->value % part == 0 && chance(2))
        any->part = part;
}
