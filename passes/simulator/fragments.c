/* fragments.c - tl.coordinates by its definition.
 *
 *   tl.coordinates   a register that holds an element has its coordinate, others
 *                    have 0; what its type does not hold is unknown
 *
 * No part of the plans that the passes make is used. */
#include "holdings.h"
#include "operations.h"
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

/* Of an element, in one dimension. */
static tl_element coordinate_of(const tl_scalar_type *type, int64_t origin,
                                int64_t place) {
  int64_t number = (int64_t)((uint64_t)origin + (uint64_t)place);
  tl_element out = tl_integer_encode(type, number);
  if (tl_sign_extend(out.bits, type->bits) != number)
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

const tl_sim_row TL_SIM_FRAGMENTS[] = {
    {"tl.coordinates", .each = give_coordinates,
     .prepare = prepare_coordinates},
    {.name = NULL},
};
