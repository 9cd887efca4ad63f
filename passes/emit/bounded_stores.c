/* bounded_stores.c - see bounded_stores.h. */
#include "bounded_stores.h"
#include "branches.h"
#include "passes/facts/key_table.h"

enum { MOST_USERS = 1024 };

typedef struct search {
  const tl_thread_view *load;
  tl_key_table seen;
} search;

static bool has_limit_of(const tl_thread_view *store, MlirValue bound) {
  for (intptr_t i = 0; i < store->limit_count; i++)
    if (mlirValueEqual(tl_bound_of_room(tl_thread_room(store, i, 0)), bound))
      return true;
  return false;
}

static bool has_limits_of(const tl_thread_view *store,
                          const tl_thread_view *load) {
  for (intptr_t i = 0; i < load->limit_count; i++)
    if (!has_limit_of(store, tl_bound_of_room(tl_thread_room(load, i, 0))))
      return false;
  return true;
}

static bool stores(const search *run, MlirOperation user) {
  tl_thread_view store;
  if (!tl_operation_is(user, "tl.thread_store"))
    return false;
  tl_thread_view_read(user, &store);
  return has_limits_of(&store, run->load);
}

static bool is_stored(search *run, MlirOperation operation) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(operation); i++)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(operation, i));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user = mlirOpOperandGetOwner(use);
      void **seen = tl_key_table_place(&run->seen, &user.ptr, sizeof user.ptr);
      if (*seen)
        continue;
      *seen = user.ptr;
      if (run->seen.count > MOST_USERS || stores(run, user) ||
          (tl_is_of_one_lane(user) && is_stored(run, user)))
        return true;
    }
  return false;
}

bool tl_is_for_bounded_store(const tl_thread_view *load,
                             MlirOperation operation) {
  search run = {.load = load};
  bool is = is_stored(&run, operation);
  tl_key_table_free(&run.seen);
  return is;
}
