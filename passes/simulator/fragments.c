/* fragments.c - tl.coordinates and tl.reduce by their definition.
 *
 *   tl.coordinates   a register that holds an element has its coordinate, others
 *                    have 0; what its type does not hold is unknown
 *   tl.reduce        elements of one kept coordinate are combined, neighbours
 *                    first: those of a thread by register, then the threads by
 *                    number; all that hold an element have the same value of it
 *
 * No part of the plans that the passes make is used. */
#include "holdings.h"
#include "operations.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*===--- Coordinates ------------------------------------------------------===*/

typedef struct coordinates {
  tl_coordinates_view view;
  tl_holdings holdings;
} coordinates;

static bool prepare_coordinates(tl_instruction *at) {
  coordinates *own = tl_keep(at->program, 1, sizeof *own);
  tl_layout fragment;
  tl_error error;
  if (!own)
    return false;
  at->detail = own;
  tl_coordinates_view_read(at->operation, &own->view);
  if (tl_fragment_layout(own->view.layout, own->view.scope, at->program->wave,
                         &fragment, &error) != TL_OK)
    return tl_refuse(at, error.message);
  return tl_holdings_read(at, &fragment, own->view.scope,
                          tl_replica_count(&fragment), 0, &own->holdings);
}

/* Of an element, in one dimension; poison where it does not fit the type. */
static tl_element coordinate_of(const tl_scalar_type *type, int64_t origin,
                                int64_t place) {
  int64_t number;
  bool fits = tl_sum_fits(origin, place, &number);
  tl_element out = tl_integer_encode(type, number);
  if (!fits || tl_sign_extend(out.bits, type->bits) != number)
    out.poison = tl_poison_all(type);
  return out;
}

static void give_coordinates(const tl_step *step) {
  const coordinates *own = step->at->detail;
  const tl_holdings *all = &own->holdings;
  int64_t number = step->thread % all->group, origin[TL_MAX_RANK];
  for (int64_t d = 0; d < own->view.rank; d++) {
    MlirValue value = own->view.origin_value[d];
    origin[d] = mlirValueIsNull(value)
                    ? own->view.origin[d]
                    : tl_operand_number(step, tl_operand_of(step->at, value));
    memset(tl_result(step, (int)d), 0, tl_result_slot(step->at, (int)d)->bytes);
  }
  for (int64_t i = all->first[number]; i < all->first[number + 1]; i++) {
    int64_t place[TL_MAX_RANK];
    tl_coordinate_of(all->items[i].element, all->tile.count, all->tile.items,
                     place);
    for (int64_t d = 0; d < own->view.rank; d++)
      tl_result(step, (int)d)[all->items[i].slot] = coordinate_of(
          &tl_result_slot(step->at, (int)d)->scalar, origin[d], place[d]);
  }
}

/*===--- Reductions -------------------------------------------------------===*/

/* An element of the tile in its first replica. */
typedef struct source {
  int64_t kept, thread, slot, element;
} source;

typedef struct reduction {
  tl_holdings from, to;
  bool has_scratch;
  const tl_sim_row *row; /* what combines two elements */
  source *sources;       /* by kept coordinate, thread, slot */
  int64_t source_count;
  /* Of the group that is reduced: elements of the tile and of the result. */
  tl_element *tile, *result, *scratch;
  int *givers; /* who gave an element first, -1: nobody */
} reduction;

static int compare_sources(const void *a, const void *b) {
  const source *x = a, *y = b;
  const int64_t steps[] = {x->kept - y->kept, x->thread - y->thread,
                           x->slot - y->slot};
  for (int i = 0; i < 3; i++)
    if (steps[i])
      return steps[i] < 0 ? -1 : 1;
  return 0;
}

/* The number of an element's kept coordinate, in row-major order. */
static int64_t kept_of(const tl_list *tile, int64_t dimensions,
                       int64_t element) {
  int64_t place[TL_MAX_RANK], kept = 0;
  tl_coordinate_of(element, tile->count, tile->items, place);
  for (int64_t d = 0; d < tile->count; d++)
    if (!(dimensions >> d & 1))
      kept = kept * tile->items[d] + place[d];
  return kept;
}

static void list_sources(reduction *own, int64_t dimensions) {
  const tl_holdings *from = &own->from;
  for (int64_t thread = 0; thread < TL_MAX_THREADS; thread++)
    for (int64_t i = from->first[thread]; i < from->first[thread + 1]; i++) {
      const tl_holding *item = &from->items[i];
      if (item->is_first)
        own->sources[own->source_count++] =
            (source){kept_of(&from->tile, dimensions, item->element), thread,
                     item->slot, item->element};
    }
  qsort(own->sources, (size_t)own->source_count, sizeof *own->sources,
        compare_sources);
}

static bool keep_values(tl_instruction *at, reduction *own) {
  int64_t count = own->from.elements;
  own->sources = tl_keep(at->program, count, sizeof *own->sources);
  own->tile = tl_keep(at->program, count, sizeof *own->tile);
  own->scratch = tl_keep(at->program, 2 * count, sizeof *own->scratch);
  own->givers = tl_keep(at->program, count, sizeof *own->givers);
  own->result = tl_keep(at->program, own->to.elements, sizeof *own->result);
  return own->sources && own->tile && own->scratch && own->givers &&
         own->result;
}

static bool prepare_reduction(tl_instruction *at) {
  reduction *own = tl_keep(at->program, 1, sizeof *own);
  tl_reduction_view view;
  tl_layout from, to;
  tl_error error;
  if (!own)
    return false;
  at->detail = own;
  tl_reduction_view_read(at->operation, &view);
  if (tl_held_fragment(at, &view.source, view.scope, false, &from, &error) !=
          TL_OK ||
      tl_held_fragment(at, &view.target, view.scope, true, &to, &error) !=
          TL_OK)
    return tl_refuse(at, error.message);
  own->has_scratch = !mlirValueIsNull(view.scratch);
  own->row = tl_sim_row_find(mlirStringRefCreateFromCString(view.combines));
  if (!tl_holdings_read(at, &from, view.scope, tl_replica_count(&from), 0,
                        &own->from) ||
      !tl_holdings_read(at, &to, view.scope, tl_replica_count(&to), 0,
                        &own->to) ||
      !keep_values(at, own))
    return false;
  list_sources(own, view.dimensions);
  return true;
}

static void give_element(const tl_step *step, const tl_holding *item) {
  reduction *own = step->at->detail;
  tl_element element = tl_operand(step, 0)[item->slot];
  tl_element *known = &own->tile[item->element];
  int *giver = &own->givers[item->element];
  if (*giver < 0) {
    *known = element;
    *giver = step->thread;
  } else if (!known->poison && !element.poison && known->bits != element.bits) {
    tl_fault(step, TL_FAULT_REPLICAS,
             "holds element %" PRId64 " of the tile in register %" PRId64
             ", and thread %d holds another value of it",
             item->element, item->slot, *giver);
  }
}

/* Neighbours are combined until one is left, which is the first item then. */
static void combine_tree(const tl_step *step, tl_element *items,
                         int64_t count) {
  const reduction *own = step->at->detail;
  for (; count > 1; count = (count + 1) / 2) {
    for (int64_t i = 0; i + 1 < count; i += 2)
      items[i / 2] = tl_combine(step, own->row, &items[i], &items[i + 1], NULL);
    if (count % 2)
      items[count / 2] = items[count - 1];
  }
}

/* The sources of one kept coordinate: of each thread, then of all.  Returns the
 * number of the next one. */
static int64_t reduce_sources(const tl_step *step, int64_t next) {
  reduction *own = step->at->detail;
  const source *all = own->sources;
  tl_element *partials = own->scratch, *items = partials + own->from.elements;
  int64_t kept = all[next].kept, threads = 0;
  while (next < own->source_count && all[next].kept == kept) {
    int64_t thread = all[next].thread, count = 0;
    for (; next < own->source_count && all[next].kept == kept &&
           all[next].thread == thread;
         next++)
      items[count++] = own->tile[all[next].element];
    combine_tree(step, items, count);
    partials[threads++] = items[0];
  }
  combine_tree(step, partials, threads);
  own->result[kept] = partials[0];
  return next;
}

/* What nobody gives, since threads are missing, is unknown. */
static void reduce_group(const tl_step *first, int begin, int end) {
  reduction *own = first->at->detail;
  const tl_holdings *from = &own->from, *to = &own->to;
  uint16_t unknown = tl_poison_all(&tl_result_slot(first->at, 0)->scalar);
  for (int64_t i = 0; i < from->elements; i++) {
    own->givers[i] = -1;
    own->tile[i] = (tl_element){0, unknown};
  }
  for (int k = begin; k < end; k++) {
    tl_step step = tl_step_of(first, k);
    int64_t number = step.thread % from->group;
    for (int64_t i = from->first[number]; i < from->first[number + 1]; i++)
      give_element(&step, &from->items[i]);
    if (own->has_scratch)
      tl_overwrite_scratch(&step);
  }
  for (int64_t next = 0; next < own->source_count;)
    next = reduce_sources(first, next);
  for (int k = begin; k < end; k++) {
    tl_step step = tl_step_of(first, k);
    int64_t number = step.thread % to->group;
    memset(tl_result(&step, 0), 0, tl_result_slot(step.at, 0)->bytes);
    for (int64_t i = to->first[number]; i < to->first[number + 1]; i++)
      tl_result(&step, 0)[to->items[i].slot] =
          own->result[to->items[i].element];
  }
}

static tl_party party_of(const tl_step *first) {
  const reduction *own = first->at->detail;
  return tl_holdings_party(first, &own->from);
}

static void reduce_all(const tl_step *first) {
  const reduction *own = first->at->detail;
  tl_holdings_check(first, &own->from, "a reduction");
  tl_holdings_check(first, &own->to, "a reduction");
  tl_each_group(first, own->from.group, reduce_group);
}

const tl_sim_row TL_SIM_FRAGMENTS[] = {
    {"tl.reduce", .all = reduce_all, .party = party_of,
     .prepare = prepare_reduction},
    {"tl.coordinates", .each = give_coordinates,
     .prepare = prepare_coordinates},
    {.name = NULL},
};
