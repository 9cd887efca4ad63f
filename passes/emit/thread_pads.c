/* thread_pads.c - see thread_pads.h. */
#include "thread_pads.h"
#include "branches.h"
#include "ir_builder.h"
#include "lib/base/checked.h"
#include "passes/facts/key_table.h"
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

/* Functions that are computed without a branch, of numbers of at most a word. */
static const char *const FUNCTIONS[] = {
    "math.absf", "math.absi",  "math.ceil", "math.copysign",  "math.exp",
    "math.exp2", "math.floor", "math.fma",  "math.roundeven", "math.rsqrt",
    "math.sqrt", "math.trunc", NULL};

bool tl_is_elementwise(MlirOperation operation) {
  enum { WORD = 4 };
  if (mlirOperationGetNumResults(operation) != 1)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(operation, 0));
  if (tl_operation_is_one_of(operation, FUNCTIONS))
    return tl_element_bytes(type) <= WORD;
  return tl_operation_is(operation, "vector.fma") ||
         (tl_is_arithmetic(operation) && !tl_is_division(operation));
}

/* What a load is followed by. */
typedef struct followed_load {
  const tl_thread_view *view;
  tl_key_table visited; /* values */
} followed_load;

static bool is_seen_in(followed_load *load, MlirValue value);

static bool is_seen_by(followed_load *load, MlirOperation user) {
  tl_thread_view store;
  if (tl_operation_kind_of(user) == TL_OPERATION_THREAD_STORE) {
    tl_thread_view_read(user, &store);
    return !leaves_out(load->view, &store);
  }
  return !tl_is_elementwise(user) ||
         is_seen_in(load, mlirOperationGetResult(user, 0));
}

static bool is_seen_in(followed_load *load, MlirValue value) {
  void **place =
      tl_key_table_place(&load->visited, &value.ptr, sizeof value.ptr);
  if (*place)
    return false;
  *place = load;
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (is_seen_by(load, mlirOpOperandGetOwner(use)))
      return true;
  return false;
}

bool tl_thread_pads_are_seen(const tl_thread_view *view) {
  followed_load load = {.view = view};
  bool is_seen = is_seen_in(&load, mlirOperationGetResult(view->operation, 0));
  tl_key_table_free(&load.visited);
  return is_seen;
}
