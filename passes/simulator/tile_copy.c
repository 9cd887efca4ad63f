/* tile_copy.c - tl.copy, tl.load and tl.store by their definition.
 *
 * A tile of elements goes from one side to another.  A side is memory, where
 * the layout or the strides of the memref say where an element lies, or what
 * the threads hold, where the fragment layout says which of them hold it and in
 * which register:
 *
 *   memory -> held     every holder, replicas included, reads its register;
 *                      others are 0 in a vector
 *   held -> memory     the first replica writes; where replicas share a store,
 *                      the others hold the same
 *   memory -> memory   one thread moves an element: the first that the
 *                      partition names, or thread n % threads of those that
 *                      take part element n, in row-major order
 *
 * An element past a bound of the source is the pad, one past a bound of the
 * target is read and not written.  An asynchronous copy starts one for every
 * element, and nobody may touch it before its thread has waited.
 *
 * No part of the plan that the passes make is used. */
#include "holdings.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "tl/dialect.h"
#include <inttypes.h>
#include <string.h>

/* The memory of a side. */
typedef struct tile_memory {
  tl_copy_view view;
  int operand;
  bool has_layout;
  tl_layout layout;
  tl_list shape; /* of the layout */
} tile_memory;

/* Where the tile starts and where the elements end, in one thread. */
typedef struct tile_window {
  int64_t origin[TL_MAX_RANK], bound[TL_MAX_RANK], lower[TL_MAX_RANK];
} tile_window;

/* What the first thread of a group gave. */
typedef struct tile_group {
  int64_t first; /* -1 before the first group */
  int thread;
  int64_t address;
  tile_window window;
} tile_group;

/* The memory in one thread; the move is of one element. */
typedef struct tile_side {
  const tile_memory *memory;
  const tl_list *tile;
  tile_window window;
  tl_move move;
} tile_side;

typedef enum tile_place {
  TILE_FOUND = 0,
  TILE_PAST_BOUND,
  TILE_OUTSIDE, /* the layout, which is a fault */
} tile_place;

typedef enum side_number { SOURCE = 0, TARGET, SIDES } side_number;

typedef struct tile_copy {
  bool is_held[SIDES]; /* else memory */
  tile_memory memory[SIDES];
  int held;              /* operand, -1: the result or none */
  tl_element pad;        /* what is loaded past a bound */
  bool is_async, shares; /* its replicas hold the same */
  bool is_partial;
  int64_t stated;       /* threads that the copy states */
  tl_holdings holdings; /* none without a layout that says who moves what */
} tile_copy;

/*===--- Reading ----------------------------------------------------------===*/

static int64_t alignment_of(const tl_copy_side *side) {
  return mlirAttributeIsNull(side->alignment)
             ? 1
             : mlirIntegerAttrGetValueInt(side->alignment);
}

static tl_code read_memory(const tl_instruction *at, const tl_copy_view *view,
                           tile_memory *out, tl_error *error) {
  tl_value value;
  out->view = *view;
  out->operand = tl_operand_of(at, view->memory.value);
  tl_promise_element(at, out->operand, alignment_of(&view->memory));
  out->has_layout = tl_layout_attribute_read(view->memory.layout, &value);
  if (!out->has_layout)
    return TL_OK;
  TL_TRY(tl_layout_of_memory(&value, &out->layout, error));
  out->shape = tl_layout_shape(&out->layout);
  return TL_OK;
}

static tl_code read_fragment_copy(const tl_instruction *at, tile_copy *out,
                                  tl_scope *scope, tl_layout *fragment,
                                  tl_error *error) {
  tl_copy_view view;
  tl_copy_view_read(at->operation, &view);
  *scope = view.scope;
  out->is_held[view.stores ? SOURCE : TARGET] = true;
  out->held = tl_operand_of(at, view.fragment.value);
  out->shares = view.shares_replicas;
  out->is_partial = view.is_partial;
  TL_TRY(tl_held_fragment(at, &view.fragment, view.scope, !view.stores,
                          fragment, error));
  return read_memory(at, &view, &out->memory[view.stores ? TARGET : SOURCE],
                     error);
}

static tl_code read_transfer(const tl_instruction *at, tile_copy *out,
                             tl_scope *scope, tl_layout *partition,
                             tl_error *error) {
  tl_transfer_view view;
  tl_transfer_view_read(at->operation, &view);
  *scope = view.sides[SOURCE].scope;
  out->held = -1;
  out->is_async = view.is_async;
  out->stated = view.threads;
  TL_TRY(tl_transfer_tile(&view, at->program->wave, partition, error));
  for (int i = 0; i < SIDES; i++)
    TL_TRY(read_memory(at, &view.sides[i], &out->memory[i], error));
  return TL_OK;
}

static bool prepare(tl_instruction *at) {
  bool is_transfer = tl_is_transfer(at->operation);
  bool has_layout = !is_transfer || !mlirAttributeIsNull(tl_attribute_of(
                                        at->operation, TL_ATTRIBUTE_PARTITION));
  tl_error error;
  tl_scope scope;
  tl_layout fragment;
  tile_copy *copy = tl_keep(at->program, 1, sizeof *copy);
  if (!copy)
    return false;
  at->detail = copy;
  if ((is_transfer ? read_transfer : read_fragment_copy)(
          at, copy, &scope, &fragment, &error) != TL_OK)
    return tl_refuse(at, error.message);
  if (!copy->is_held[SOURCE])
    tl_read_pad(at, copy->memory[SOURCE].operand, &copy->pad);
  int64_t replicas = is_transfer ? has_layout : tl_replica_count(&fragment);
  return tl_holdings_read(at, &fragment, scope, replicas, copy->stated,
                          &copy->holdings);
}

/*===--- In one thread ----------------------------------------------------===*/

/* A number or, where that is INT64_MIN, an operand. */
static int64_t number_of(const tl_step *step, const char *what, int64_t d,
                         int64_t number, MlirValue value, int64_t divisor) {
  if (number == INT64_MIN)
    number = tl_operand_number(step, tl_operand_of(step->at, value));
  tl_check_divisor(step, what, number, d, divisor);
  return number;
}

/* A bound may be negative, and then nothing is inside; but not so far below 0 or
 * the end of the tile that 32 bits do not hold what is between. */
static void check_bound(const tl_step *step, const tile_side *side, int64_t d) {
  int64_t bound = side->window.bound[d];
  int64_t origin = side->window.origin[side->memory->view.memory.leading + d];
  int64_t end = tl_add_saturated(origin, side->tile->items[d]);
  int64_t least = end - 1 + INT32_MIN;
  if (least < INT32_MIN / 2)
    least = INT32_MIN / 2;
  if (least > 0)
    least = 0;
  if (bound < least)
    tl_fault(step, TL_FAULT_ASSERTION,
             "has bound %" PRId64 " in dimension %" PRId64
             ", where the tile ends at %" PRId64
             "; it has to be at least %" PRId64,
             bound, side->memory->view.memory.leading + d, end, least);
}

/* Rule V30 of an origin that is known at run time, which has an end behind the tile, too. */
static void check_origin(const tl_step *step, const tile_side *side,
                         int64_t d) {
  const int64_t end = INT64_C(1) << 62;
  const tl_copy_view *view = &side->memory->view;
  int64_t origin = side->window.origin[view->memory.leading + d];
  bool has_lower = view->lower_count && view->bound[d] != TL_NO_BOUND;
  int64_t least = has_lower ? INT32_MIN : 0;
  int64_t stride = side->memory->has_layout
                       ? 1
                       : side->move.view->strides[view->memory.leading + d];
  if (origin < least)
    tl_fault(step, TL_FAULT_ASSERTION,
             "has origin %" PRId64 " in dimension %" PRId64
             "; with%s lower bound it has to be at least %" PRId64,
             origin, view->memory.leading + d, has_lower ? " a" : "out a",
             least);
  if (origin >= end)
    tl_fault(step, TL_FAULT_ASSERTION,
             "has origin %" PRId64 " in dimension %" PRId64
             "; it has to be less than %" PRId64,
             origin, view->memory.leading + d, end);
  else if (stride > 1 && origin > (end - 1) / stride)
    tl_fault(step, TL_FAULT_ASSERTION,
             "has origin %" PRId64 " in dimension %" PRId64
             "; times the stride %" PRId64 " it has to be less than %" PRId64,
             origin, view->memory.leading + d, stride, end);
}

static void read_window(const tl_step *step, tile_side *side) {
  const tl_copy_view *view = &side->memory->view;
  const tl_copy_side *memory = &view->memory;
  int64_t *origin = side->window.origin, *bound = side->window.bound;
  int64_t *lower = side->window.lower;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    origin[d] = d < memory->origin_count
                    ? number_of(step, "origin", d, memory->origin[d],
                                memory->origin_value[d],
                                tl_stated_divisor(memory->divisibility, d))
                    : 0;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    bound[d] =
        d < view->bound_count && view->bound[d] != TL_NO_BOUND
            ? number_of(step, "bound", d, view->bound[d], view->bound_value[d],
                        tl_stated_divisor(view->bound_divisibility, d))
            : INT64_MAX;
  for (int64_t d = 0; d < view->bound_count; d++) {
    check_origin(step, side, d);
    check_bound(step, side, d);
  }
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    lower[d] = d < view->lower_count
                   ? number_of(step, "lower bound", d, view->lower[d],
                               view->lower_value[d], 1)
                   : INT64_MIN;
  int64_t strided = memory->leading;
  if (!side->memory->has_layout)
    strided += side->tile->count;
  for (int64_t d = 0; d < strided; d++)
    tl_check_divisor(step, "stride", side->move.view->strides[d], d,
                     tl_stated_divisor(memory->stride_divisibility, d));
}

static void check_number(const tl_step *step, const char *what, int64_t number,
                         const tile_group *group, int64_t expected) {
  if (number != expected)
    tl_fault(step, TL_FAULT_SCOPE,
             "has %s %" PRId64 ", and thread %d of the same copy %" PRId64,
             what, number, group->thread, expected);
}

/* All threads of a group have one memory, origin and bounds. */
static void check_uniform(const tile_side *side, tile_group *group) {
  const tl_step *step = &side->move.step;
  const tile_window *own = &side->window, *known = &group->window;
  const tile_copy *copy = step->at->detail;
  int64_t threads = copy->holdings.group;
  int64_t first = step->thread / threads * threads, address;
  if (copy->holdings.scope == TL_SCOPE_THREAD ||
      !tl_view_address(side->move.view, side->move.scalar->bytes, &address))
    return;
  if (group->first != first)
    *group = (tile_group){first, step->thread, address, *own};
  check_number(step, "memory at address", address, group, group->address);
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    check_number(step, "origin", own->origin[d], group, known->origin[d]);
    check_number(step, "bound", own->bound[d], group, known->bound[d]);
    check_number(step, "lower bound", own->lower[d], group, known->lower[d]);
  }
}

/* Checks what the copy states, in one thread. */
static tile_side open_side(const tl_step *step, int side, tile_group *group) {
  const tile_copy *copy = step->at->detail;
  const tile_memory *memory = &copy->memory[side];
  tile_side out = {.memory = memory,
                   .tile = &copy->holdings.tile,
                   .move = tl_move_from(step, memory->operand)};
  out.move.alignment = out.move.scalar->bytes;
  tl_check_alignment(&out.move, alignment_of(&memory->view.memory));
  read_window(step, &out);
  check_uniform(&out, group);
  return out;
}

/* Moves to an element of the tile, in row-major order, of the slice that the
 * origin selects. */
static tile_place locate(tile_side *side, int64_t element) {
  const tile_memory *memory = side->memory;
  const tl_list *tile = side->tile;
  tl_move *move = &side->move;
  int64_t leading = memory->view.memory.leading, point[TL_AXIS_COUNT];
  int64_t *slice = move->coordinate + leading;
  for (int64_t d = 0; d < leading; d++)
    move->coordinate[d] = side->window.origin[d];
  tl_coordinate_of(element, tile->count, tile->items, slice);
  for (int64_t d = 0; d < tile->count; d++)
    slice[d] = tl_add_saturated(side->window.origin[leading + d], slice[d]);
  for (int64_t d = 0; d < memory->view.bound_count; d++)
    if (slice[d] >= side->window.bound[d] || slice[d] < side->window.lower[d])
      return TILE_PAST_BOUND;
  if (!memory->has_layout)
    return TILE_FOUND;
  for (int64_t d = 0; d < tile->count; d++)
    if (slice[d] < 0 || slice[d] >= memory->shape.items[d]) {
      tl_fault(&move->step, TL_FAULT_BOUNDS,
               "moves coordinate %" PRId64 " of dimension %" PRId64
               ", in which the layout has extent %" PRId64,
               slice[d], leading + d, memory->shape.items[d]);
      return TILE_OUTSIDE;
    }
  tl_layout_apply(&memory->layout, slice, point);
  tl_coordinate_of(point[TL_AXIS_M], move->view->rank - leading,
                   move->view->sizes + leading, slice);
  return TILE_FOUND;
}

/* A thread between the sides. */
typedef struct tile_state {
  const tile_copy *copy;
  tl_held held;
  tile_side sides[SIDES]; /* of those in memory */
} tile_state;

static void start_element(tile_state *state, const tl_holding *item) {
  tile_side *sides = state->sides;
  tile_place place = locate(&sides[SOURCE], item->element);
  sides[SOURCE].move.count = place == TILE_FOUND;
  if (place != TILE_OUTSIDE &&
      locate(&sides[TARGET], item->element) == TILE_FOUND)
    tl_move_start(&sides[SOURCE].move, &sides[TARGET].move);
}

/* The first replica has a lower thread number, and has stored. */
static void check_replica(const tl_move *move, const tl_holding *item,
                          const tl_element *own) {
  tl_element stored;
  if (tl_move_peek(move, &stored) && !own->poison && !stored.poison &&
      own->bits != stored.bits)
    tl_fault(&move->step, TL_FAULT_ASSERTION,
             "shares a store with other replicas, and its register %" PRId64
             " is not what the first one has",
             item->slot);
}

static void move_element(tile_state *state, const tl_holding *item) {
  const tile_copy *copy = state->copy;
  tile_side *source = &state->sides[SOURCE], *target = source + 1;
  tl_element element = copy->pad;
  if (!copy->is_held[SOURCE]) {
    tile_place place = locate(source, item->element);
    if (place == TILE_OUTSIDE)
      return;
    if (place == TILE_FOUND)
      tl_move_load(&source->move, &element);
  }
  if (copy->is_held[TARGET]) {
    tl_held_put(&state->held, item->slot, element);
    return;
  }
  bool is_looked_at = item->is_first || copy->shares;
  if (!is_looked_at || locate(target, item->element) != TILE_FOUND)
    return;
  if (copy->is_held[SOURCE])
    element = tl_held_get(&state->held, item->slot);
  if (item->is_first)
    tl_move_store(&target->move, &element);
  else
    check_replica(&target->move, item, &element);
}

static void move_item(tile_state *state, const tl_holding *item) {
  (state->copy->is_async ? start_element : move_element)(state, item);
}

/* Without a layout, the threads that are there share the elements, unless the
 * copy says how many do. */
static void share_elements(const tl_step *step, tile_state *state,
                           int64_t number) {
  const tile_copy *copy = state->copy;
  int64_t threads = copy->stated;
  int64_t present = step->machine->thread_count - (step->thread - number);
  if (!threads)
    threads = present < copy->holdings.group ? present : copy->holdings.group;
  for (int64_t i = number; number < threads && i < copy->holdings.elements;
       i += threads) {
    const tl_holding item = {i, 0, true};
    move_item(state, &item);
  }
}

static void move_thread(const tl_step *step, tile_group groups[SIDES]) {
  const tile_copy *copy = step->at->detail;
  int64_t number = step->thread % copy->holdings.group;
  const int64_t *first = copy->holdings.first;
  int64_t next = first[number], end = first[number + 1];
  tile_state state = {.copy = copy};
  for (int i = 0; i < SIDES; i++)
    if (copy->is_held[i])
      state.held =
          tl_held_open(step, copy->held, next < end && !copy->is_partial);
  for (int i = 0; i < SIDES; i++)
    if (!copy->is_held[i])
      state.sides[i] = open_side(step, i, &groups[i]);
  if (first[TL_MAX_THREADS] == 0)
    share_elements(step, &state, number);
  for (; next < end; next++)
    move_item(&state, &copy->holdings.items[next]);
}

static tl_party party_of(const tl_step *first) {
  const tile_copy *own = first->at->detail;
  return tl_holdings_party(first, &own->holdings);
}

static void move_tile(const tl_step *first) {
  tile_group groups[SIDES] = {{.first = -1}, {.first = -1}};
  const tile_copy *copy = first->at->detail;
  tl_holdings_check(first, &copy->holdings, "a copy");
  for (int k = 0; k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    move_thread(&step, groups);
  }
}

const tl_sim_row TL_SIM_TILES[] = {
    {"tl.load", "tl.store", .all = move_tile, .party = party_of,
     .prepare = prepare},
    {"tl.copy", .all = move_tile, .party = party_of, .prepare = prepare},
    {.name = NULL},
};
