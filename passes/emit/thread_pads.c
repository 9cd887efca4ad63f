/* thread_pads.c - see thread_pads.h. */
#include "thread_pads.h"
#include "element_moves.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "passes/facts/key_table.h"
#include "tl/copy_plan.h"
#include "vector_parts.h"

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

/* What says whether a limit keeps an element out: the start, and its coordinate from
 * there on. */
typedef int64_t mark;

enum { START_BITS = 40 }; /* below a start */
static const mark NEVER = -1, ALWAYS = INT64_MAX;

static bool is_of_lower_bound(const tl_thread_view *view, int64_t limit) {
  return view->extents >> limit & 1;
}

/* Whether what keeps out the one keeps out the other: a larger coordinate, unless a
 * lower bound keeps out smaller ones. */
static bool keeps_out(const tl_thread_view *view, int64_t limit, mark one,
                      mark other) {
  return one == NEVER || one == other ||
         (one < other && one >> START_BITS == other >> START_BITS &&
          !is_of_lower_bound(view, limit));
}

static mark both(const tl_thread_view *view, int64_t limit, mark a, mark b) {
  return keeps_out(view, limit, a, b)   ? b
         : keeps_out(view, limit, b, a) ? a
                                        : ALWAYS;
}

/* Of all registers that move; `others` of those that do not. */
static void read_marks(const tl_thread_view *view, int64_t limit, mark others,
                       int64_t count, mark *out) {
  int64_t length = tl_atoms_count(&view->inner);
  int64_t moved = tl_atoms_count(&view->atoms) * length;
  for (int64_t i = 0; i < count; i++)
    out[i] = others;
  for (intptr_t start = 0; start < view->start_count; start++)
    for (int64_t i = 0; i < moved; i++) {
      held_place at = {0, 0};
      if (!mlirAttributeIsNull(view->slots))
        at.slot = mlirDenseI64ArrayGetElement(view->slots, start);
      move(&view->atoms, i / length, limit, &at);
      move(&view->inner, i % length, limit, &at);
      out[at.slot] = (mark)start << START_BITS | at.coordinate;
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

/*===--- What is made of it ------------------------------------------------===*/

/* What a load is followed by. */
typedef struct followed_load {
  const tl_thread_view *view;
  tl_key_table marks; /* of values, limit by limit */
  struct pending_value *pending;
  bool is_whole; /* false without memory */
} followed_load;

/* Whose users are to be looked at. */
typedef struct pending_value {
  MlirValue value;
  const mark *marks;
  struct pending_value *next;
} pending_value;

/* The marks of a value, NEVER at first; NULL without memory. */
static mark *marks_of(followed_load *load, MlirValue value, size_t count) {
  void **place = tl_key_table_place(&load->marks, &value.ptr, sizeof value.ptr);
  if (!*place) {
    mark *own = tl_key_table_take(&load->marks, count * sizeof *own);
    for (size_t i = 0; own && i < count; i++)
      own[i] = NEVER;
    *place = own;
  }
  load->is_whole &= *place != NULL;
  return *place;
}

static void look_at_users(followed_load *load, MlirValue value,
                          const mark *marks) {
  pending_value *next = tl_key_table_take(&load->marks, sizeof *next);
  load->is_whole &= next != NULL;
  if (!next)
    return;
  *next = (pending_value){value, marks, load->pending};
  load->pending = next;
}

/* A result has the marks of what it is made of. */
static void mark_result(followed_load *load, const pending_value *of,
                        const int16_t *sources, MlirValue result) {
  int64_t held = tl_element_count(mlirValueGetType(of->value));
  int64_t made = tl_element_count(mlirValueGetType(result));
  int64_t limits = load->view->limit_count;
  mark *own = marks_of(load, result, (size_t)(limits * made));
  bool has_more = false;
  for (int64_t i = 0; own && i < limits * made; i++) {
    int16_t from = sources[i % made];
    int64_t limit = i / made;
    mark more = from < 0 ? own[i]
                         : both(load->view, limit, own[i],
                                of->marks[limit * held + from]);
    has_more |= more != own[i];
    own[i] = more;
  }
  if (has_more)
    look_at_users(load, result, own);
}

/* Whether the store leaves out what one limit of the load kept out. */
static bool leaves_out(const followed_load *load, int64_t a,
                       const tl_thread_view *store, const mark *loaded) {
  mark stored[TL_MAX_REGISTERS];
  int64_t count = tl_element_count(store->fragment_type);
  for (int64_t b = 0; b < store->limit_count; b++) {
    int64_t i = 0;
    if (!have_equal_rooms(load->view, a, store, b))
      continue;
    read_marks(store, b, NEVER, count, stored);
    while (i < count && (stored[i] == NEVER ||
                         keeps_out(load->view, a, loaded[i], stored[i])))
      i++;
    if (i == count)
      return true;
  }
  return false;
}

static bool is_seen_by_store(const followed_load *load, MlirOperation user,
                             const pending_value *of) {
  tl_thread_view store;
  tl_thread_view_read(user, &store);
  int64_t count = tl_element_count(store.fragment_type);
  if (!mlirValueEqual(store.fragment, of->value) ||
      store.start_count != load->view->start_count)
    return true;
  for (int64_t a = 0; a < load->view->limit_count; a++)
    if (!leaves_out(load, a, &store, of->marks + a * count))
      return true;
  return false;
}

static bool is_seen_by(followed_load *load, MlirOpOperand use,
                       const pending_value *of) {
  int16_t sources[TL_MAX_REGISTERS];
  MlirOperation user = mlirOpOperandGetOwner(use);
  intptr_t operand = mlirOpOperandGetOperandNumber(use);
  if (tl_operation_kind_of(user) == TL_OPERATION_THREAD_STORE)
    return is_seen_by_store(load, user, of);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(user); i++) {
    if (!tl_element_sources(user, operand, i, sources))
      return true;
    mark_result(load, of, sources, mlirOperationGetResult(user, i));
  }
  return mlirOperationGetNumResults(user) == 0;
}

static bool is_seen(followed_load *load) {
  while (load->pending && load->is_whole) {
    const pending_value *of = load->pending;
    MlirOpOperand use = mlirValueGetFirstUse(of->value);
    load->pending = of->next;
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      if (is_seen_by(load, use, of))
        return true;
  }
  return !load->is_whole;
}

bool tl_thread_pads_are_seen(const tl_thread_view *view) {
  followed_load load = {.view = view, .is_whole = true};
  MlirValue loaded = mlirOperationGetResult(view->operation, 0);
  int64_t count = tl_element_count(mlirValueGetType(loaded));
  mark *marks = marks_of(&load, loaded, (size_t)(view->limit_count * count));
  for (int64_t limit = 0; marks && limit < view->limit_count; limit++)
    read_marks(view, limit, ALWAYS, count, marks + limit * count);
  if (marks)
    look_at_users(&load, loaded, marks);
  bool sees = is_seen(&load);
  tl_key_table_free(&load.marks);
  return sees;
}
