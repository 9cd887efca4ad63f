/* thread_pads.c - see thread_pads.h. */
#include "thread_pads.h"
#include "lib/base/checked.h"
#include "tl/copy_plan.h"
#include <string.h>

/* A register, and its coordinate under a limit. */
typedef struct held_place {
  int64_t slot, coordinate;
} held_place;

static void move(const tl_atoms *atoms, int64_t number, int64_t limit,
                 held_place *at) {
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    int64_t digit = tl_take_digit(&number, atom->extent);
    at->slot += digit * atom->register_stride;
    if (atom->dimension == limit)
      at->coordinate += digit * atom->weight;
  }
}

/* The coordinates of all registers that move, -1 of others. */
static void read_coordinates(const tl_thread_view *view, int64_t limit,
                             int64_t out[TL_MAX_REGISTERS]) {
  int64_t length = tl_atoms_count(&view->inner);
  int64_t count = tl_atoms_count(&view->atoms) * length;
  for (int64_t i = 0; i < TL_MAX_REGISTERS; i++)
    out[i] = -1;
  for (int64_t i = 0; i < count; i++) {
    held_place at = {0, 0};
    move(&view->atoms, i / length, limit, &at);
    move(&view->inner, i % length, limit, &at);
    out[at.slot] = at.coordinate;
  }
}

static bool have_equal_rooms(const tl_thread_view *load, int64_t a,
                             const tl_thread_view *store, int64_t b) {
  for (intptr_t i = 0; i < load->start_count; i++)
    if (!mlirValueEqual(tl_thread_room(load, a, i),
                        tl_thread_room(store, b, i)))
      return false;
  return load->granules[a] == store->granules[b] &&
         mlirValueEqual(tl_thread_extent(load, a), tl_thread_extent(store, b));
}

/* Of a load and a store that begin in the same slots. */
static bool are_equal(const tl_thread_view *load, int64_t a,
                      const tl_thread_view *store, int64_t b) {
  int64_t loaded[TL_MAX_REGISTERS], stored[TL_MAX_REGISTERS];
  if (!have_equal_rooms(load, a, store, b))
    return false;
  read_coordinates(load, a, loaded);
  read_coordinates(store, b, stored);
  return memcmp(loaded, stored, sizeof loaded) == 0;
}

/* Whether the store leaves out all that the load does. */
static bool leaves_out(const tl_thread_view *load,
                       const tl_thread_view *store) {
  if (load->start_count != store->start_count ||
      !mlirAttributeEqual(load->slots, store->slots))
    return false;
  for (int64_t a = 0; a < load->limit_count; a++) {
    int64_t b = 0;
    while (b < store->limit_count && !are_equal(load, a, store, b))
      b++;
    if (b == store->limit_count)
      return false;
  }
  return true;
}

bool tl_thread_pads_are_seen(const tl_thread_view *load) {
  MlirValue loaded = mlirOperationGetResult(load->operation, 0);
  MlirOpOperand use = mlirValueGetFirstUse(loaded);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    tl_thread_view store;
    if (tl_operation_kind_of(user) != TL_OPERATION_THREAD_STORE)
      return true;
    tl_thread_view_read(user, &store);
    if (!leaves_out(load, &store))
      return true;
  }
  return false;
}
