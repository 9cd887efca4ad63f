/* fragment_candidates.c - Fragments that a tile may be held under.
 *
 * Dimension d = (passes : slots)(threads : thread number)(block : slots), whose
 * product is the extent: a block is a power of two along one dimension or two, and
 * thread numbers count in dimension `first` first and then from the last on, as
 * far as common divisors of what is left of threads and of blocks reach. */
#include "base/checked.h"
#include "plan/fragment_choice.h"

enum { MOST_BLOCK_BYTES = 32 };

/* Numbers of one dimension. */
typedef struct spread {
  int64_t block[TL_MAX_RANK], threads[TL_MAX_RANK], passes[TL_MAX_RANK];
} spread;

static int64_t count_threads(const tl_fragment_request *request) {
  int64_t elements = 1;
  for (int64_t d = 0; d < request->tile.count; d++)
    elements *= request->tile.items[d];
  return elements / request->registers;
}

/* False where threads are left over. */
static bool spread_of(const tl_fragment_request *request,
                      const tl_fragment_seed *from, spread *out) {
  int64_t left = count_threads(request) / from->first_threads;
  for (int64_t d = request->tile.count - 1; d >= 0; d--) {
    out->block[d] = d == from->fast   ? from->fast_block
                    : d == from->slow ? from->slow_block
                                      : 1;
    int64_t units = request->tile.items[d] / out->block[d];
    out->threads[d] =
        d == from->first ? from->first_threads : tl_gcd(left, units);
    if (d != from->first)
      left /= out->threads[d];
    out->passes[d] = units / out->threads[d];
  }
  return left == 1;
}

static void add_iter(int64_t extent, int64_t stride, int64_t axis, int64_t d,
                     tl_layout *out) {
  if (extent == 1)
    return;
  out->iters[out->shard_count++] = (tl_iter){extent, stride, axis, 0};
  out->group_size[d]++;
}

static tl_code make_seed(const tl_fragment_request *request,
                         const tl_fragment_seed *from, tl_layout *out,
                         tl_error *error) {
  int64_t rank = request->tile.count, slots, threads = from->first_threads;
  int64_t thread_stride[TL_MAX_RANK], pass_stride[TL_MAX_RANK];
  int64_t axis = tl_scope_describe(request->scope)->axis;
  tl_layout layout = {.rank = rank};
  spread own;
  (void)spread_of(request, from, &own);
  slots = from->fast_block * from->slow_block;
  for (int64_t d = rank - 1; d >= 0; d--) {
    thread_stride[d] = d == from->first ? 1 : threads;
    threads *= d == from->first ? 1 : own.threads[d];
    pass_stride[d] = slots;
    slots *= own.passes[d];
  }
  for (int64_t d = 0; d < rank; d++) {
    add_iter(own.passes[d], pass_stride[d], TL_AXIS_M, d, &layout);
    add_iter(own.threads[d], thread_stride[d], axis, d, &layout);
    add_iter(own.block[d], d == from->fast ? 1 : from->fast_block, TL_AXIS_M, d,
             &layout);
  }
  return tl_layout_create(&layout, out, error);
}

tl_code tl_fragment_make(const tl_fragment_request *request,
                         const tl_fragment_candidate *of, tl_layout *out,
                         tl_error *error) {
  if (of->origin == TL_FRAGMENT_SEED)
    return make_seed(request, &of->seed, out, error);
  if (of->origin == TL_FRAGMENT_ROWS)
    return tl_fragment_rows(&request->tile, request->registers, request->scope,
                            request->most_threads, out, error);
  *out = request->ends[of->origin].fragment;
  return TL_OK;
}

/*===--- The list --------------------------------------------------------===*/

static void add(const tl_fragment_candidate *next,
                tl_fragment_candidates *out) {
  if (out->count < TL_FRAGMENT_MOST_CANDIDATES)
    out->items[out->count++] = *next;
}

/* Threads along the first dimension: what divides both them and its blocks. */
static void add_threads(const tl_fragment_request *request,
                        tl_fragment_seed from, tl_fragment_candidates *out) {
  int64_t block = from.first == from.fast   ? from.fast_block
                  : from.first == from.slow ? from.slow_block
                                            : 1;
  int64_t units = request->tile.items[from.first] / block;
  int64_t most = tl_gcd(count_threads(request), units);
  for (from.first_threads = most; from.first_threads; from.first_threads--) {
    tl_fragment_candidate next = {.origin = TL_FRAGMENT_SEED, .seed = from};
    spread own;
    if (most % from.first_threads == 0 && spread_of(request, &from, &own))
      add(&next, out);
  }
}

static void add_seeds(const tl_fragment_request *request, tl_fragment_seed from,
                      tl_fragment_candidates *out) {
  for (from.first = request->tile.count - 1; from.first >= 0; from.first--)
    if (request->tile.items[from.first] > 1)
      add_threads(request, from, out);
}

/* Wide blocks first, which leave the others out where there is no room. */
static void add_blocks(const tl_fragment_request *request, int64_t fast,
                       int64_t slow, tl_fragment_candidates *out) {
  int64_t most = MOST_BLOCK_BYTES / request->element_bytes;
  for (int64_t x = most; x; x /= 2)
    for (int64_t y = 1; y <= (slow < 0 ? 1 : most); y *= 2) {
      bool is_one = slow >= 0 && (x == 1 || y == 1);
      if (!is_one && request->tile.items[fast] % x == 0 &&
          (slow < 0 || request->tile.items[slow] % y == 0) &&
          request->registers % (x * y) == 0)
        add_seeds(request, (tl_fragment_seed){fast, x, slow, y, 0, 1}, out);
    }
}

/* A stated fragment holds each element once, in all registers. */
static bool fits(const tl_fragment_request *request, const tl_layout *stated) {
  int64_t slots = 1, threads = 1;
  for (int64_t i = 0; i < stated->shard_count; i++)
    *(stated->iters[i].axis == TL_AXIS_M ? &slots : &threads) *=
        stated->iters[i].extent;
  return !stated->replica_count && slots == request->registers &&
         threads == count_threads(request);
}

void tl_fragment_list(const tl_fragment_request *request,
                      tl_fragment_candidates *out) {
  int64_t rank = request->tile.count;
  const tl_fragment_candidate rows = {.origin = TL_FRAGMENT_ROWS};
  out->count = 0;
  add(&rows, out);
  for (int64_t i = 0; i < request->end_count; i++) {
    const tl_fragment_candidate own = {.origin = i};
    if (request->ends[i].kind == TL_END_CONVERSION &&
        fits(request, &request->ends[i].fragment))
      add(&own, out);
  }
  for (int64_t fast = rank - 1; fast >= 0; fast--)
    if (request->tile.items[fast] > 1)
      add_blocks(request, fast, -1, out);
  for (int64_t fast = rank - 1; fast >= 0; fast--)
    for (int64_t slow = rank - 1; slow >= 0; slow--)
      if (fast != slow)
        add_blocks(request, fast, slow, out);
}
