/* tile_conversion.c - tl.convert_layout by its definition.
 *
 * The threads of a group hold a tile under one layout; each gets its share of it
 * under another one.  All that hold an element of it have the same.  A register
 * that holds no element is 0, and memory that is used is unknown afterwards.
 *
 * No part of the plan that the passes make is used. */
#include "holdings.h"
#include "operations.h"
#include "tl/dialect.h"
#include <inttypes.h>
#include <string.h>

typedef struct tile_conversion {
  tl_holdings from, to;
  bool has_scratch;
  /* What the group has that is converted: elements, and who gave each first, -1:
   * nobody yet. */
  tl_element *tile;
  int *givers;
} tile_conversion;

static bool prepare(tl_instruction *at) {
  tl_conversion_view view;
  tl_layout from, to;
  tl_error error;
  tile_conversion *own = tl_keep(at->program, 1, sizeof *own);
  if (!own)
    return false;
  at->detail = own;
  tl_conversion_view_read(at->operation, &view);
  if (tl_held_fragment(at, &view.source, view.scope, false, &from, &error) !=
          TL_OK ||
      tl_held_fragment(at, &view.target, view.scope, true, &to, &error) !=
          TL_OK)
    return tl_refuse(at, error.message);
  own->has_scratch = !mlirValueIsNull(view.scratch);
  if (!tl_holdings_read(at, &from, view.scope, tl_replica_count(&from), 0,
                        &own->from) ||
      !tl_holdings_read(at, &to, view.scope, tl_replica_count(&to), 0,
                        &own->to))
    return false;
  own->tile = tl_keep(at->program, own->from.elements, sizeof *own->tile);
  own->givers = tl_keep(at->program, own->from.elements, sizeof *own->givers);
  return own->tile && own->givers;
}

static void give(const tl_step *step, const tl_holding *item,
                 tl_element element) {
  const tile_conversion *own = step->at->detail;
  tl_element *known = &own->tile[item->element];
  int *giver = &own->givers[item->element];
  if (*giver < 0) {
    *known = element;
    *giver = step->thread;
    return;
  }
  if (!known->poison && !element.poison && known->bits != element.bits)
    tl_fault(step, TL_FAULT_REPLICAS,
             "holds element %" PRId64 " of the tile in register %" PRId64
             ", and thread %d holds another value of it",
             item->element, item->slot, *giver);
  known->poison |= element.poison;
}

static void give_all(const tl_step *step) {
  const tile_conversion *own = step->at->detail;
  const tl_holdings *from = &own->from;
  int64_t number = step->thread % from->group;
  tl_held held = tl_held_open(step, 0, false);
  for (int64_t i = from->first[number]; i < from->first[number + 1]; i++)
    give(step, &from->items[i], tl_held_get(&held, from->items[i].slot));
}

/* What nobody gives, since threads are missing, is unknown. */
static void take_all(const tl_step *step) {
  const tile_conversion *own = step->at->detail;
  const tl_holdings *to = &own->to;
  int64_t number = step->thread % to->group;
  int64_t next = to->first[number], end = to->first[number + 1];
  tl_held held = tl_held_open(step, -1, next < end);
  for (; next < end; next++)
    if (own->givers[to->items[next].element] >= 0)
      tl_held_put(&held, to->items[next].slot,
                  own->tile[to->items[next].element]);
}

/* Lanes `begin` to `end` are those of a group. */
static void convert_group(const tl_step *first, int begin, int end) {
  const tile_conversion *own = first->at->detail;
  for (int64_t i = 0; i < own->from.elements; i++)
    own->givers[i] = -1;
  for (int k = begin; k < end; k++) {
    tl_step step = tl_step_of(first, k);
    give_all(&step);
    if (own->has_scratch)
      tl_overwrite_scratch(&step);
  }
  for (int k = begin; k < end; k++) {
    tl_step step = tl_step_of(first, k);
    take_all(&step);
  }
}

static tl_party party_of(const tl_step *first) {
  const tile_conversion *own = first->at->detail;
  return tl_holdings_party(first, &own->from);
}

static void convert(const tl_step *first) {
  const tile_conversion *own = first->at->detail;
  tl_holdings_check(first, &own->from, "a conversion");
  tl_holdings_check(first, &own->to, "a conversion");
  tl_each_group(first, own->from.group, convert_group);
}

const tl_sim_row TL_SIM_CONVERSIONS[] = {
    {"tl.convert_layout", .all = convert, .party = party_of,
     .prepare = prepare},
    {.name = NULL},
};
