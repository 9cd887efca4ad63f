/* fragment_rows.c - What a fragment is until it is chosen, see
 * tl/fragment_choice.h.
 *
 * Dimension d = (threads : thread number)(registers : slots), of which the last
 * dimension is the fastest; a dimension takes as many of the registers as have a
 * common divisor with its extent, so that in the end none is left. */
#include "base/checked.h"
#include "tl/fragment_choice.h"
#include <inttypes.h>

static tl_code count_elements(const tl_list *tile, int64_t *out,
                              tl_error *error) {
  *out = 1;
  for (int64_t d = 0; d < tile->count; d++) {
    if (tile->items[d] == INT64_MIN)
      return tl_fail(error, TL_INVALID,
                     "extent of the tile in dimension %" PRId64
                     " is known only at run time; say 'tile(...)'",
                     d);
    if (tile->items[d] < 1)
      return tl_fail(error, TL_INVALID,
                     "the tile has no elements in dimension %" PRId64, d);
    TL_TRY(tl_multiply(*out, tile->items[d], out, error));
  }
  return TL_OK;
}

static tl_code check_threads(int64_t elements, int64_t registers,
                             int64_t most_threads, tl_error *error) {
  if (registers < 1 || elements % registers)
    return tl_fail(error, TL_INVALID,
                   "the tile has %" PRId64
                   " elements, and a thread holds %" PRId64
                   ", which does not divide them",
                   elements, registers);
  if (elements / registers <= most_threads)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the tile has %" PRId64 " elements, and threads hold %" PRId64
                 " each: %" PRId64 " threads of at most %" PRId64
                 "; a vector has to have at least %" PRId64 " elements",
                 elements, registers, elements / registers, most_threads,
                 (elements - 1) / most_threads + 1);
}

tl_code tl_fragment_rows(const tl_list *tile, int64_t registers, tl_scope scope,
                         int64_t most_threads, tl_layout *out,
                         tl_error *error) {
  tl_layout layout = {.rank = tile->count};
  int64_t elements, slots[TL_MAX_RANK], left = registers, thread, slot;
  TL_TRY(count_elements(tile, &elements, error));
  TL_TRY(check_threads(elements, registers, most_threads, error));
  for (int64_t d = tile->count - 1; d >= 0; d--) {
    slots[d] = tl_gcd(left, tile->items[d]);
    left /= slots[d];
  }
  thread = elements / registers;
  slot = registers;
  for (int64_t d = 0; d < tile->count; d++) {
    int64_t threads = tile->items[d] / slots[d];
    thread /= threads;
    slot /= slots[d];
    layout.iters[layout.shard_count++] =
        (tl_iter){threads, thread, tl_scope_describe(scope)->axis, 0};
    layout.iters[layout.shard_count++] =
        (tl_iter){.extent = slots[d], .stride = slot};
    layout.group_size[d] = 2;
  }
  return tl_layout_create(&layout, out, error);
}
