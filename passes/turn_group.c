/* turn_group.c - see turn_group.h.
 *
 * Turns change the order of accesses of two turns.  So of a store and any other
 * access one is true: they are of two buffers; the store says that it is disjoint
 * of what its value was loaded from, and that is the other one; or they access the
 * same elements, each element in one turn. */
#include "turn_group.h"
#include "dialect/bridge/bridge.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/emit/vector_parts.h"
#include "passes/facts/distinct_buffers.h"
#include "passes/facts/effects.h"
#include "passes/facts/value_facts.h"
#include "tl/copy_plan.h"
#include <stdlib.h>
#include <string.h>

/*===--- Members ----------------------------------------------------------===*/

static bool is_vector_of(MlirType type, int64_t slots) {
  return mlirTypeIsAVector(type) && tl_element_count(type) == slots;
}

bool tl_is_made_in_turns(MlirOperation operation, int64_t slots) {
  if (mlirOperationGetNumResults(operation) != 1 ||
      mlirOperationGetNumRegions(operation) ||
      !is_vector_of(mlirValueGetType(mlirOperationGetResult(operation, 0)),
                    slots))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(operation); i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(operation, i));
    if (mlirTypeIsAShaped(type) && !is_vector_of(type, slots))
      return false;
  }
  intptr_t count = mlirOperationGetNumOperands(operation);
  return count && count <= TL_MAX_TURN_OPERANDS &&
         (tl_operation_is_of(operation, "arith") ||
          tl_operation_is_of(operation, "math") ||
          tl_operation_is(operation, "vector.fma"));
}

static bool is_access(MlirOperation operation, tl_operation_kind kind,
                      int64_t slots) {
  tl_operation_kind own = tl_operation_kind_of(operation);
  tl_thread_view view;
  if (own != kind)
    return false;
  tl_thread_view_read(operation, &view);
  return is_vector_of(view.fragment_type, slots);
}

static bool may_use(const tl_turn_group *group, MlirOperation user) {
  return mlirBlockEqual(mlirOperationGetBlock(user),
                        mlirOperationGetBlock(group->members[0])) &&
         (tl_is_made_in_turns(user, group->slots) ||
          is_access(user, TL_OPERATION_THREAD_STORE, group->slots));
}

static intptr_t number_of(const tl_turn_group *group, MlirOperation operation) {
  intptr_t i = group->count - 1;
  while (i >= 0 && !mlirOperationEqual(group->members[i], operation))
    i--;
  return i;
}

/* False where there is no room. */
static bool add(tl_turn_group *group, MlirOperation operation) {
  if (number_of(group, operation) >= 0)
    return true;
  if (group->count == TL_MAX_TURN_MEMBERS) {
    group->obstacle = TL_TURN_MEMBERS;
    return false;
  }
  group->members[group->count++] = operation;
  return true;
}

/* What has other users, or comes from elsewhere, is there as a whole. */
static bool add_source(tl_turn_group *group, MlirValue value) {
  if (!mlirValueIsAOpResult(value) ||
      !is_vector_of(mlirValueGetType(value), group->slots))
    return true;
  MlirOperation owner = mlirOpResultGetOwner(value);
  MlirOpOperand use = mlirValueGetFirstUse(value);
  if (!mlirBlockEqual(mlirOperationGetBlock(owner),
                      mlirOperationGetBlock(group->members[0])) ||
      (!is_access(owner, TL_OPERATION_THREAD_LOAD, group->slots) &&
       !tl_is_made_in_turns(owner, group->slots)))
    return true;
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!may_use(group, mlirOpOperandGetOwner(use)))
      return true;
  return add(group, owner);
}

static bool add_users(tl_turn_group *group, MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!may_use(group, user) || !add(group, user))
      return false;
  }
  return true;
}

static bool add_neighbours(tl_turn_group *group, MlirOperation member) {
  tl_operation_kind kind = tl_operation_kind_of(member);
  intptr_t count = kind == TL_OPERATION_THREAD_LOAD ? 0
                   : kind == TL_OPERATION_THREAD_STORE
                       ? 1
                       : mlirOperationGetNumOperands(member);
  for (intptr_t i = 0; i < count; i++)
    if (!add_source(group, mlirOperationGetOperand(member, i)))
      return false;
  return kind == TL_OPERATION_THREAD_STORE ||
         add_users(group, mlirOperationGetResult(member, 0));
}

static bool gather(MlirOperation last, tl_turn_group *out) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(last, 0));
  if (!mlirTypeIsAVector(type))
    return false;
  out->slots = tl_element_count(type);
  out->members[0] = last;
  out->count = 1;
  for (intptr_t i = 0; i < out->count; i++)
    if (!add_neighbours(out, out->members[i]))
      return false;
  return true;
}

/*===--- Loads of what another turn loads --------------------------------===*/

/* Where a load that has a stride from digit to digit begins. */
typedef struct load_start {
  MlirOperation load; /* null: it has no such digits */
  MlirValue memory, base;
  int64_t constant, stride, count;
} load_start;

static load_start start_of(MlirOperation member) {
  load_start out = {.load = {NULL}};
  tl_thread_view view;
  tl_thread_digits digits;
  if (tl_operation_kind_of(member) != TL_OPERATION_THREAD_LOAD)
    return out;
  tl_thread_view_read(member, &view);
  if (!tl_thread_digits_read(&view, &digits) || digits.atom < 0 ||
      view.atoms.items[digits.atom].symbol)
    return out;
  out.load = member;
  out.memory = view.memory;
  out.base = tl_thread_offset(&view, 0);
  out.constant = tl_value_split(&out.base);
  out.stride = view.atoms.items[digits.atom].memory_stride;
  out.count = digits.count;
  return out;
}

/* Whether some digit of a is where another digit of b is. */
static bool loads_again(const load_start *a, const load_start *b) {
  int64_t moved, low = a->constant, high = b->constant;
  if (low > high) {
    low = b->constant;
    high = a->constant;
  }
  if (mlirOperationIsNull(a->load) || mlirOperationIsNull(b->load) ||
      a->stride != b->stride || !mlirValueEqual(a->memory, b->memory) ||
      !mlirValueEqual(a->base, b->base) ||
      !tl_difference_fits(high, low, &moved))
    return false;
  return a->stride ? moved && moved % a->stride == 0 &&
                         llabs(moved / a->stride) < a->count
                   : moved == 0;
}

/* What turns would load again is no member: it is there as a whole. */
static void drop_repeated(tl_turn_group *group) {
  load_start starts[TL_MAX_TURN_MEMBERS];
  intptr_t count = 0;
  for (intptr_t i = 0; i < group->count; i++)
    starts[i] = start_of(group->members[i]);
  for (intptr_t i = 0; i < group->count; i++) {
    intptr_t j = 0;
    while (j < group->count && !loads_again(&starts[i], &starts[j]))
      j++;
    if (j == group->count)
      group->members[count++] = group->members[i];
  }
  group->count = count;
}

/*===--- Program order ----------------------------------------------------===*/

static bool is_last(const tl_turn_group *group, MlirOperation last) {
  for (intptr_t i = 0; i < group->count; i++)
    if (mlirOperationIsBeforeInBlock(last, group->members[i]))
      return false;
  return true;
}

static MlirOperation first_of(const tl_turn_group *group) {
  MlirOperation first = group->members[0];
  for (intptr_t i = 1; i < group->count; i++)
    if (mlirOperationIsBeforeInBlock(group->members[i], first))
      first = group->members[i];
  return first;
}

/* Puts the members in program order.  All become members of turns in front of the
 * last one: what is between them writes nothing, and reads nothing behind the first
 * store.  False where that is not so. */
static bool put_in_order(tl_turn_group *group) {
  tl_turn_group ordered = *group;
  bool has_stored = false;
  MlirOperation at = first_of(group);
  for (ordered.count = 0; ordered.count < group->count;
       at = mlirOperationGetNextInBlock(at)) {
    if (number_of(group, at) >= 0) {
      ordered.members[ordered.count++] = at;
      has_stored |= tl_operation_kind_of(at) == TL_OPERATION_THREAD_STORE;
    } else if (tl_memory_use_of(at) >
               (has_stored ? TL_ACCESSES_NOTHING : TL_ONLY_READS)) {
      group->obstacle = TL_TURN_BETWEEN;
      group->other = at;
      return false;
    }
  }
  *group = ordered;
  return true;
}

/*===--- Memory -----------------------------------------------------------===*/

static bool have_equal_starts(const tl_thread_view *a,
                              const tl_thread_view *b) {
  return mlirValueEqual(a->memory, b->memory) && a->start_count == 1 &&
         b->start_count == 1 && a->offset_bits == b->offset_bits &&
         memcmp(&a->swizzle, &b->swizzle, sizeof a->swizzle) == 0 &&
         mlirValueEqual(tl_thread_offset(a, 0), tl_thread_offset(b, 0)) &&
         !a->symbol_count && !b->symbol_count;
}

/* Register by register, from the offset, before a swizzle. */
static void read_places(const tl_thread_view *view,
                        int64_t places[TL_MAX_REGISTERS]) {
  int64_t length = tl_atoms_count(&view->inner);
  int64_t count = tl_atoms_count(&view->atoms) * length;
  for (int64_t i = 0; i < TL_MAX_REGISTERS; i++)
    places[i] = -1;
  for (int64_t i = 0; i < count; i++) {
    tl_moves to = {0};
    tl_atoms_move(&view->atoms, i / length, &to);
    tl_atoms_move(&view->inner, i % length, &to);
    places[to.slot] = to.offset[0];
  }
}

static bool are_distinct(const int64_t places[TL_MAX_REGISTERS]) {
  for (int64_t i = 0; i < TL_MAX_REGISTERS; i++)
    for (int64_t j = 0; places[i] >= 0 && j < i; j++)
      if (places[i] == places[j])
        return false;
  return true;
}

/* Whether a place in memory is that of one register alone, in both of them. */
static bool are_alike(const tl_thread_view *a, const tl_thread_view *b) {
  int64_t one[TL_MAX_REGISTERS], other[TL_MAX_REGISTERS];
  if (!have_equal_starts(a, b))
    return false;
  read_places(a, one);
  read_places(b, other);
  return memcmp(one, other, sizeof one) == 0 && are_distinct(one);
}

/* Whether what the store stores is made of what the load loads. */
static bool is_made_of(const tl_turn_group *group, intptr_t store,
                       intptr_t load) {
  bool makes[TL_MAX_TURN_MEMBERS] = {false};
  makes[store] = true;
  for (intptr_t i = store; i > load; i--) {
    MlirOperation member = group->members[i];
    if (!makes[i] || tl_operation_kind_of(member) == TL_OPERATION_THREAD_LOAD)
      continue;
    intptr_t count = i == store ? 1 : mlirOperationGetNumOperands(member);
    for (intptr_t j = 0; j < count; j++) {
      MlirValue operand = mlirOperationGetOperand(member, j);
      intptr_t source = mlirValueIsAOpResult(operand)
                            ? number_of(group, mlirOpResultGetOwner(operand))
                            : -1;
      if (source >= 0)
        makes[source] = true;
    }
  }
  return makes[load];
}

static bool is_store(const tl_turn_group *group, intptr_t i) {
  return tl_operation_kind_of(group->members[i]) == TL_OPERATION_THREAD_STORE;
}

static bool is_load(const tl_turn_group *group, intptr_t i) {
  return tl_operation_kind_of(group->members[i]) == TL_OPERATION_THREAD_LOAD;
}

/* Rule E11, of a store and another access: of two turns, and of one where loads
 * would be moved in front of it. */
static bool are_apart(const tl_turn_group *group, intptr_t store,
                      intptr_t other) {
  tl_thread_view a, b;
  tl_thread_view_read(group->members[store], &a);
  tl_thread_view_read(group->members[other], &b);
  if (tl_are_two_buffers(a.memory, b.memory))
    return true;
  if (is_load(group, other) && other > store)
    return false;
  return are_alike(&a, &b) || (a.is_disjoint && is_load(group, other) &&
                               is_made_of(group, store, other));
}

static bool are_all_apart(tl_turn_group *group) {
  for (intptr_t i = 0; i < group->count; i++)
    for (intptr_t j = 0; is_store(group, i) && j < group->count; j++)
      if (i != j && (is_load(group, j) || is_store(group, j)) &&
          !are_apart(group, i, j)) {
        group->obstacle = TL_TURN_MEMORY;
        group->store = group->members[i];
        group->other = group->members[j];
        return false;
      }
  return true;
}

/*===--- Turns ------------------------------------------------------------===*/

enum { REGISTER_BYTES = 4 };

static int64_t registers_of_bytes(int64_t bytes) {
  return (bytes + REGISTER_BYTES - 1) / REGISTER_BYTES;
}

/* Whether accesses have limits of their own: not where all are inside or none. */
static bool has_own_limits(const tl_thread_view *view) {
  int64_t reach[TL_MAX_RANK] = {0};
  bool has = view->limit_count > 0 && view->start_count > 1;
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    if (atom->dimension < view->limit_count)
      reach[atom->dimension] += (atom->extent - 1) * atom->weight;
  }
  for (intptr_t limit = 0; limit < view->limit_count; limit++)
    has |= reach[limit] >= view->granules[limit];
  return has;
}

/* While it is on its way: what it reads, and where its address is no constant
 * from another one a pointer, and where it is bounded what stands for it. */
static int64_t registers_of(const tl_thread_view *view) {
  enum { POINTER = 2, BOUND = 2 };
  tl_element_run run = tl_thread_run(view);
  int64_t bytes = view->width * view->element_bytes;
  int64_t count = view->start_count * tl_atoms_count(&view->atoms) *
                  tl_run_access_count(&run);
  return count *
         (registers_of_bytes(bytes) + POINTER * (view->symbol_count > 0) +
          BOUND * has_own_limits(view));
}

/* One unit alone is no turn, since it would wait for memory by itself: it goes with
 * the others where they have at most half as many registers again. */
static bool is_better_whole(const tl_turn_group *group) {
  return group->unit * (group->units + 1) == group->slots &&
         group->registers <= TL_MAX_TURN_UNITS + TL_MAX_TURN_UNITS / 2;
}

/* As many registers as keep memory busy, of whole digits of all accesses. */
static bool read_turn(tl_turn_group *group) {
  int64_t unit = 1, registers = 0;
  for (intptr_t i = 0; i < group->count; i++) {
    tl_thread_view view;
    tl_thread_digits digits;
    if (!is_load(group, i) && !is_store(group, i))
      continue;
    tl_thread_view_read(group->members[i], &view);
    if (!tl_thread_digits_read(&view, &digits) ||
        digits.count * digits.slots != group->slots)
      return false;
    unit = unit / tl_gcd(unit, digits.slots) * digits.slots;
    registers += view.kind == TL_LOAD ? registers_of(&view) : 0;
  }
  if (registers <= TL_MAX_TURN_UNITS || group->slots % unit)
    return false;
  int64_t units = TL_MAX_TURN_UNITS * (group->slots / unit) / registers;
  group->registers = registers;
  group->unit = unit;
  group->units = units ? units : 1;
  return group->unit * group->units < group->slots && !is_better_whole(group);
}

/* Of a group that is not whole, whose loads may be missing: as many as are stored. */
static bool has_too_many(tl_turn_group *group) {
  tl_thread_view view;
  tl_thread_view_read(group->store, &view);
  group->registers = registers_of_bytes(group->slots * view.element_bytes);
  return group->registers > TL_MAX_TURN_UNITS;
}

bool tl_turn_group_find(MlirOperation last, tl_turn_group *out) {
  out->obstacle = TL_TURN_FREE;
  if (tl_operation_kind_of(last) != TL_OPERATION_THREAD_STORE)
    return false;
  *out = (tl_turn_group){.store = last, .other = last};
  bool is_whole = gather(last, out), has_ended = is_last(out, last);
  if (has_ended)
    drop_repeated(out);
  if (has_ended && (is_whole ? read_turn(out) : has_too_many(out)))
    return is_whole && put_in_order(out) && are_all_apart(out);
  out->obstacle = TL_TURN_FREE;
  return false;
}
