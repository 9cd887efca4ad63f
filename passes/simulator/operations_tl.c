/* operations_tl.c - The operations of the dialect tl that threads execute
 * alone. */
#include "operations.h"
#include "tl/dialect.h"

/* A thread copy becomes the row of its kind of access. */
static bool prepare_access(tl_instruction *at) {
  tl_thread_view view = {.matrices = 0};
  bool is_async = tl_async_kind_of(at->operation) == TL_ASYNC_COPY;
  if (!is_async)
    tl_thread_view_read(at->operation, &view);
  at->row = is_async        ? &TL_SIM_ACCESS_ASYNC
            : view.matrices ? &TL_SIM_ACCESS_MATRIX
                            : &TL_SIM_ACCESS_PLAIN;
  return at->row->prepare(at);
}

static bool prepare_wait(tl_instruction *at) {
  if (!tl_reserve_numbers(at, 1))
    return false;
  at->numbers[0] = tl_async_pending(at->operation);
  return true;
}

const tl_sim_row TL_SIM_TL[] = {
    {"tl.thread_copy", .prepare = prepare_access},
    {"tl.thread_load", .prepare = prepare_access},
    {"tl.thread_store", .prepare = prepare_access},
    {"tl.thread_async", .prepare = prepare_access},
    {"tl.async_commit", .each = tl_each_async_commit},
    {"tl.async_wait", .all = tl_all_async_wait, .prepare = prepare_wait},
    {.name = NULL},
};
