/* copy_partition.c - Who moves what: the common refinement of two layouts.
 *
 * Both layouts read a coordinate in digits.  Dimension by dimension, fast to
 * slow, the digits of the fragment are split until each lies inside one digit
 * of the memory layout:
 *
 *   fragment  j = (4 : 1@laneid)(2 : 1)        memory  j = (2 : 64)(4 : 1)
 *   refined   j = (2 : 2@laneid -> 64)(2 : 1@laneid -> 2)(2 : slot 1 -> 1)
 *
 * A tile inside a larger memory layout is a window of its digits: a digit that
 * the tile fills must start at 0, one that holds the rest of the tile must hold
 * it without a carry, and the slower ones only shift by the origin.  The
 * slowest digit of a dimension is never reduced, so it holds everything.
 *
 * Where the digits stop dividing each other (6 registers against 4 consecutive
 * elements: common part 2) the fast part stays refined and the slow part is
 * scattered: computed from the coordinate, slot by slot.
 *
 * A bound is looked at where the tile is not known to end inside it: tile 64 x
 * 64 at (i, j), bounds (m, n), thread t holds row t / 8 + 16 k and columns t %
 * 8 * 8 + c:
 *
 *   limit 0: room = m - i - t / 8,          weights 16 of k
 *   limit 1: room = n - j - (t % 8) * 8,    weights 1 of c
 *
 * What is proved of i and m may say that it does: i < 449 and m >= 512. */
#include "copy_partition.h"
#include "base/checked.h"
#include "copy_twist.h"
#include "tl/target.h"
#include <stdio.h>
#include <string.h>

/* The walk along one dimension. */
typedef struct window {
  const tl_copy_request *request;
  int64_t dimension;
  int64_t thread_limit;
  const tl_digit *digit, *end; /* to place, fast to slow */
  int64_t used;                /* of the extent of `digit` */
  int64_t rest;                /* of the tile, from here on */
  int64_t weight;   /* of the current memory digit in the coordinate */
  tl_address *base; /* one row: what the base of a thread is the sum of */
} window;

/* Sets no more than is counted. */
static void clear_plan(const tl_copy_request *request, tl_copy_partition *out) {
  out->thread_offset = 0;
  out->slot_offset = request->fragment.offset[TL_AXIS_M];
  out->is_scattered = out->is_twisted = false;
  out->varying = out->joined = 0;
  out->varies_apart = out->varies_far = false;
  out->moved = 0;
  out->reason[0] = 0;
  out->cure_dimension = out->cure_divisor = 0;
  out->swizzle = request->memory.swizzle;
  out->limit_count = out->starts.count = out->atoms.count = 0;
  out->address.row_count = out->address.term_count = 0;
}

static tl_code check_inside(const tl_copy_request *request, tl_error *error) {
  tl_list tile = tl_layout_shape(&request->fragment);
  tl_list shape = tl_layout_shape(&request->memory);
  if (tile.count != shape.count)
    return tl_fail(error, TL_INVALID,
                   "the tile has rank %" PRId64 ", the memory layout %" PRId64,
                   tile.count, shape.count);
  for (int64_t d = 0; d < tile.count; d++) {
    const tl_bound *bound = &request->bounds[d];
    int64_t start =
        request->origin[d].is_dynamic ? 0 : request->origin[d].value;
    bool is_bounded = bound->is_set;
    if (is_bounded && !bound->is_dynamic &&
        (bound->value < 0 || bound->value > shape.items[d]))
      return tl_fail(error, TL_INVALID,
                     "bound %" PRId64 " of dimension %" PRId64
                     " is not inside memory, which has extent %" PRId64,
                     bound->value, d, shape.items[d]);
    if ((start < 0 && !bound->has_lower) ||
        (!is_bounded &&
         (start > shape.items[d] || tile.items[d] > shape.items[d] - start)))
      return tl_fail(error, TL_INVALID,
                     "the tile of extent %" PRId64 " at %" PRId64
                     " leaves dimension %" PRId64
                     " of memory, which has extent %" PRId64,
                     tile.items[d], start, d, shape.items[d]);
  }
  return TL_OK;
}

/* What is below 0 is no digits. */
static tl_code check_lower_bounds(const tl_copy_request *request,
                                  tl_error *error) {
  for (int64_t d = 0; d < request->memory.rank; d++)
    if (request->memory.group_size[d] > 1 &&
        !tl_origin_begins_inside(&request->origin[d], &request->bounds[d]))
      return tl_fail(error, TL_UNSUPPORTED,
                     "in dimension %" PRId64
                     " the tile may begin below a lower bound, and the memory "
                     "layout has more than one digit there: what is below 0 "
                     "has no digits",
                     d);
  return TL_OK;
}

static tl_code check_memory(const tl_copy_request *request, tl_error *error) {
  for (int64_t i = 0; i < request->memory.shard_count; i++)
    if (request->memory.iters[i].axis != TL_AXIS_M)
      return tl_fail(
          error, TL_INVALID,
          "the memory layout uses axis %s; memory has axis m only",
          tl_axis_describe((tl_axis)request->memory.iters[i].axis)->name);
  if (request->memory.replica_count)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a memory layout with replicas is not supported in copies");
  return TL_OK;
}

/* No offset is beyond 64 bits, in bytes; of symbols divisors are known. */
static tl_code check_reach(const tl_copy_request *request, tl_error *error) {
  int64_t reach;
  TL_TRY(tl_copy_reach(request, request->memory.divisor, &reach, error));
  TL_TRY(tl_add(reach, 1, &reach, error));
  return tl_multiply(reach, request->element_bytes, &reach, error);
}

/* ---- Bounds ------------------------------------------------------------- */

static bool is_small(int64_t number) {
  return number >= 0 && number < INT32_MAX / 2;
}

bool tl_bound_is_narrow(const tl_bound *bound) {
  return !bound->is_dynamic ? bound->value <= INT32_MAX
                            : bound->end > 0 && bound->end - 1 <= INT32_MAX;
}

/* Coordinates are not negative, and no bound is 2^31 below one of them.  Or they are
 * counted from a lower bound of 30 bits, which leaves an extent of 31: what wraps
 * around then stays outside. */
static bool is_narrow(const tl_origin *origin, const tl_bound *bound,
                      int64_t extent, bool has_extent) {
  int64_t most = origin->is_dynamic ? origin->end - 1 : origin->value;
  int64_t least = origin->is_dynamic ? origin->least : origin->value;
  if (!tl_bound_is_narrow(bound) || (origin->is_dynamic && !origin->end) ||
      most > INT32_MAX)
    return false;
  return has_extent ? least >= INT32_MIN && is_small(extent) &&
                          !bound->lower_is_dynamic && is_small(bound->lower)
                    : least >= 0 && extent <= INT32_MAX - most + 1;
}

/* Coordinates from an origin of 31 bits on have 32 without a sign. */
static bool is_cut(const tl_origin *origin, const tl_bound *bound,
                   int64_t extent, bool has_extent) {
  return !has_extent && tl_bound_is_narrow(bound) && origin->is_dynamic &&
         origin->end && origin->end - 1 <= INT32_MAX && origin->least >= 0 &&
         is_small(extent);
}

static void add_bound(const tl_bound *bound, int64_t dimension,
                      tl_address *address) {
  if (bound->is_dynamic)
    tl_address_add_source(address, TL_SOURCE_BOUND + dimension);
  else
    tl_address_add_number(address, bound->value, 0);
}

static void add_lower(const tl_bound *bound, int64_t dimension,
                      tl_address *address) {
  if (bound->lower_is_dynamic)
    tl_address_add_source(address, TL_SOURCE_LOWER + dimension);
  else if (bound->lower)
    tl_address_add_number(address, bound->lower, 0);
}

/* How many coordinates there are between the bounds. */
static void add_extent(const tl_bound *bound, int64_t dimension,
                       tl_address *address) {
  tl_address_open(address, TL_ROW_DIFFERENCE);
  if (!bound->is_dynamic && !bound->lower_is_dynamic) {
    int64_t extent = bound->value - bound->lower;
    tl_address_add_number(address, extent > 0 ? extent : 0, 0);
    return;
  }
  add_bound(bound, dimension, address);
  add_lower(bound, dimension, address);
}

/* The room that a coordinate leaves, or what there is of it above a lower bound. */
static void add_room(const tl_bound *bound, int64_t coordinate, tl_limit *limit,
                     tl_address *address) {
  limit->room = tl_address_open(address, TL_ROW_DIFFERENCE);
  if (!limit->has_extent)
    add_bound(bound, limit->dimension, address);
  tl_address_add_source(address, TL_SOURCE_ROW + coordinate);
  if (!limit->has_extent)
    return;
  add_lower(bound, limit->dimension, address);
  add_extent(bound, limit->dimension, address);
}

/* The digits of the thread in a dimension; *granule becomes what divides them. */
static void add_digits(const tl_fragment_digits *digits, int64_t dimension,
                       tl_limit *limit, tl_address *address) {
  int64_t kept = address->rows[address->row_count - 1].count;
  for (int64_t i = 0; i < digits->count; i++) {
    const tl_digit *digit = &digits->items[i];
    if (digit->dimension != dimension || digit->is_slot)
      continue;
    tl_address_add(address, &(tl_term){.source = TL_SOURCE_THREAD,
                                       .divisor = digit->stride,
                                       .extent = digit->extent,
                                       .stride = digit->step});
    limit->granule = tl_gcd(limit->granule, digit->step);
  }
  tl_address_merge(address, kept, digits->thread_limit);
  tl_address_add_source(address, TL_SOURCE_START + dimension);
}

/* The coordinate of the thread, and the room that it leaves. */
static void add_limit(const tl_copy_request *request, int64_t dimension,
                      const tl_fragment_digits *digits, tl_copy_twist *twist,
                      tl_copy_partition *out) {
  const tl_origin *origin = &request->origin[dimension];
  const tl_bound *bound = &request->bounds[dimension];
  tl_address *address = &out->address;
  tl_limit *limit = &out->limits[out->limit_count++];
  limit->dimension = dimension;
  limit->has_extent = !tl_origin_begins_inside(origin, bound);
  limit->granule = tl_bound_granule(origin, bound);
  limit->has_starts = false;

  limit->first = address->row_count;
  if (twist) {
    tl_bit_group_open(&twist->bits, &twist->coordinates[dimension], address);
    tl_bit_group_close(&twist->bits, &twist->coordinates[dimension], address);
    limit->granule =
        tl_gcd(limit->granule, tl_copy_twist_step(twist, dimension));
    limit->has_starts = tl_copy_twist_has_starts(twist, dimension);
  }
  int64_t coordinate = tl_address_open(address, TL_ROW_SUM);
  tl_address_add_origin(address, origin, dimension);
  if (twist)
    tl_address_add_source(address,
                          TL_SOURCE_ROW + twist->coordinates[dimension].row);
  else
    add_digits(digits, dimension, limit, address);
  add_room(bound, coordinate, limit, address);
}

bool tl_limit_is_of_thread(const tl_copy_partition *plan, int64_t limit) {
  int64_t reach = 0, d = plan->limits[limit].dimension;
  for (int64_t i = 0; i < plan->atoms.count; i++)
    if (plan->atoms.items[i].dimension == d)
      reach += (plan->atoms.items[i].extent - 1) * plan->atoms.items[i].weight;
  for (int64_t i = 0; i < plan->starts.count; i++)
    if (!plan->is_twisted && plan->starts.items[i].dimension == d)
      reach = plan->limits[limit].granule;
  return !plan->limits[limit].has_starts && reach < plan->limits[limit].granule;
}

/* `twist` may be null. */
static void add_limits(const tl_copy_request *request,
                       const tl_fragment_digits *digits, tl_copy_twist *twist,
                       tl_copy_partition *out) {
  tl_list tile = tl_layout_shape(&request->fragment);
  for (int64_t d = 0; d < tile.count; d++)
    if (tl_origin_may_leave(&request->origin[d], &request->bounds[d],
                            tile.items[d]))
      add_limit(request, d, digits, twist, out);
}

/* How many coordinates from the first on threads begin at, without starts. */
static int64_t threads_extent(const tl_fragment_digits *digits,
                              int64_t dimension) {
  int64_t extent = 1;
  for (int64_t i = 0; i < digits->count; i++)
    if (digits->items[i].dimension == dimension && !digits->items[i].is_slot)
      extent += (digits->items[i].extent - 1) * digits->items[i].step;
  return extent;
}

/* Makes the granule divide the starts of its dimension as well, which coordinates
 * have in them; `digits` is NULL of a twist. */
static void limit_starts(const tl_copy_request *request,
                         const tl_fragment_digits *digits,
                         const tl_atoms *starts, tl_limit *limit) {
  int64_t d = limit->dimension;
  bool is_whole = !digits || limit->has_extent;
  for (int64_t k = 0; k < starts->count; k++)
    if (starts->items[k].dimension == d) {
      limit->granule = tl_gcd(limit->granule, starts->items[k].weight);
      is_whole = true;
    }
  /* Nothing but 0: the whole tile is past the bound. */
  if (limit->granule == 0)
    limit->granule = 1;
  int64_t extent = is_whole ? tl_layout_shape(&request->fragment).items[d]
                            : threads_extent(digits, d);
  limit->is_narrow = is_narrow(&request->origin[d], &request->bounds[d], extent,
                               limit->has_extent);
  limit->is_cut =
      !limit->is_narrow && is_cut(&request->origin[d], &request->bounds[d],
                                  extent, limit->has_extent);
}

/* ---- Refinement --------------------------------------------------------- */

static const char STARTS_INSIDE[] =
    "the tile starts inside it and does not fit";

/* The fast part of the digit in which the tile starts at 0: all of it when the
 * origin is a multiple of the extent.  It is one of the weight, as the tile fills
 * faster digits from 0 on, or else nothing of it is left. */
static int64_t aligned_part(const window *walk, int64_t extent) {
  const tl_origin *origin = &walk->request->origin[walk->dimension];
  int64_t start = origin->is_dynamic ? origin->divisor : origin->value;
  return tl_gcd(extent, start / walk->weight);
}

/* Whether all that is left of the tile stays inside the digit. */
static bool holds_rest(const window *walk, int64_t extent, bool is_slowest) {
  const tl_origin *origin = &walk->request->origin[walk->dimension];
  if (is_slowest)
    return true;
  if (!origin->is_dynamic)
    return origin->value / walk->weight % extent + walk->rest <= extent;
  return walk->rest <= aligned_part(walk, extent);
}

static void add_origin(const window *walk, const tl_iter *iter,
                       bool is_slowest) {
  const tl_origin *origin = &walk->request->origin[walk->dimension];
  tl_term term = {.source = walk->dimension,
                  .divisor = walk->weight,
                  .extent = is_slowest ? 0 : iter->extent,
                  .stride = iter->stride,
                  .symbol = iter->symbol};
  int64_t known = tl_origin_divisor(origin);
  bool is_zero = term.extent && tl_digit_step(known, &term) == term.extent;
  if (origin->is_dynamic && !is_zero)
    tl_address_add(walk->base, &term);
  int64_t number = origin->is_dynamic ? origin->constant : origin->value;
  int64_t digit = number / walk->weight;
  tl_address_add_number(
      walk->base, (term.extent ? digit % term.extent : digit) * term.stride,
      term.symbol);
}

/* Moves `extent` of the current fragment digit to the memory digit, where it
 * steps by `step` times the stride. */
static void place_digit(window *walk, const tl_iter *iter, int64_t step,
                        int64_t extent, tl_copy_partition *out) {
  const tl_digit *digit = walk->digit;
  int64_t stride = iter->stride * step, own = digit->stride * walk->used;
  bool is_limited = false;
  for (int64_t i = 0; i < out->limit_count; i++)
    is_limited |= out->limits[i].dimension == walk->dimension;
  if (!digit->is_slot)
    tl_address_add(walk->base, &(tl_term){.source = TL_SOURCE_THREAD,
                                          .divisor = own,
                                          .extent = extent,
                                          .stride = stride,
                                          .symbol = iter->symbol});
  else
    out->atoms.items[out->atoms.count++] = (tl_atom){
        .extent = extent,
        .memory_stride = stride,
        .register_stride = own,
        .symbol = iter->symbol,
        .divisor =
            iter->symbol ? walk->request->memory.divisor[iter->symbol - 1] : 0,
        .dimension = is_limited ? walk->dimension : 0,
        .weight = is_limited ? digit->step * walk->used : 0};
  walk->rest /= extent;
  walk->used *= extent;
  if (walk->used == digit->extent) {
    walk->digit++;
    walk->used = 1;
  }
}

/* Places the digits of the tile that fall into one memory digit; *step says how
 * much of its extent they fill.  Returns what stopped it, or NULL. */
static const char *refine_iter(window *walk, const tl_iter *iter,
                               bool is_slowest, int64_t *step,
                               tl_copy_partition *out) {
  bool holds = holds_rest(walk, iter->extent, is_slowest);
  int64_t reach = holds ? INT64_MAX : aligned_part(walk, iter->extent);
  if (holds)
    add_origin(walk, iter, is_slowest);
  while (walk->rest > 1 && *step < reach) {
    int64_t wanted = walk->digit->extent / walk->used;
    int64_t room = holds ? wanted : reach / *step;
    int64_t extent = tl_gcd(wanted, room);
    if (extent > 1) {
      place_digit(walk, iter, *step, extent, out);
      *step *= extent;
    }
    if (extent != wanted && extent != room)
      return "neither extent divides the other";
  }
  return holds || reach == iter->extent ? NULL : STARTS_INSIDE;
}

/* Of what the origin has to be a multiple for the tile to lie in the digit, or
 * to begin with it. */
static int64_t fitting_divisor(const window *walk, const tl_iter *iter,
                               int64_t step) {
  int64_t tile = walk->rest * step;
  return walk->weight * (iter->extent % tile == 0 ? tile : iter->extent);
}

static void explain(const window *walk, const tl_iter *iter, int64_t step,
                    const char *obstacle, tl_copy_partition *out) {
  const tl_origin *origin = &walk->request->origin[walk->dimension];
  if (out->is_scattered)
    return;
  out->is_scattered = true;
  if (origin->is_dynamic && obstacle == STARTS_INSIDE) {
    out->cure_dimension = walk->dimension;
    out->cure_divisor = fitting_divisor(walk, iter, step);
    snprintf(out->reason, sizeof(out->reason),
             "in dimension %" PRId64 " the tile starts inside a digit of the "
             "memory layout: its origin is known to be a multiple of %" PRId64
             " only, and has to be one of %" PRId64,
             walk->dimension, origin->divisor, out->cure_divisor);
  } else {
    snprintf(out->reason, sizeof(out->reason),
             "in dimension %" PRId64 " a digit of extent %" PRId64
             " of the fragment meets a digit of extent %" PRId64
             " of the memory layout: %s",
             walk->dimension, walk->digit->extent / walk->used,
             iter->extent / step, obstacle);
  }
}

static void scatter_digit(const window *walk, const tl_digit *digit,
                          int64_t used, tl_copy_partition *out) {
  int64_t extent = digit->extent / used, weight = digit->step * used;
  int64_t stride = digit->stride * used;
  bool is_last = stride * extent == walk->thread_limit;
  if (!digit->is_slot)
    tl_address_add(&out->address, &(tl_term){.source = TL_SOURCE_THREAD,
                                             .divisor = stride,
                                             .extent = is_last ? 0 : extent,
                                             .stride = weight});
  else
    out->starts.items[out->starts.count++] =
        (tl_atom){.extent = extent,
                  .register_stride = stride,
                  .dimension = digit->dimension,
                  .weight = weight};
}

/* Leaves the slow part of a dimension, from `step` inside memory digit `first`
 * on, to be computed from the coordinate. */
static void scatter_iters(const window *walk, const tl_iter *end, int64_t first,
                          int64_t count, int64_t step, tl_copy_partition *out) {
  tl_address *address = &out->address;
  int64_t weight = walk->weight, used = walk->used, d = walk->dimension;
  int64_t coordinate = tl_address_open(address, TL_ROW_SUM);
  address->rows[coordinate].name = 'x';
  address->rows[coordinate].number = d;
  for (int64_t i = first; i < count; i++) {
    const tl_iter *iter = end - 1 - i;
    int64_t done = i == first ? step : 1;
    tl_address_add(
        walk->base,
        &(tl_term){.source = TL_SOURCE_ROW + coordinate,
                   .divisor = weight * done,
                   .extent = i == count - 1 ? 0 : iter->extent / done,
                   .stride = iter->stride * done,
                   .symbol = iter->symbol});
    weight *= iter->extent;
  }
  tl_address_add_origin(address, &walk->request->origin[d], d);
  for (const tl_digit *digit = walk->digit; digit < walk->end; digit++) {
    scatter_digit(walk, digit, used, out);
    used = 1;
  }
  tl_address_add_source(address, TL_SOURCE_START + d);
}

static void refine_dimension(window *walk, const tl_iter *end, int64_t count,
                             tl_copy_partition *out) {
  for (int64_t i = 0; i < count; i++) {
    const tl_iter *iter = end - 1 - i;
    bool is_slowest = i == count - 1;
    int64_t step = 1;
    const char *obstacle = refine_iter(walk, iter, is_slowest, &step, out);
    if (obstacle) {
      explain(walk, iter, step, obstacle, out);
      scatter_iters(walk, end, i, count, step, out);
      return;
    }
    walk->weight *= iter->extent;
  }
}

static void refine(const tl_copy_request *request,
                   const tl_fragment_digits *digits, tl_address *base,
                   tl_copy_partition *out) {
  const tl_digit *next = digits->items;
  const tl_digit *all = digits->items + digits->count;
  const tl_iter *end = request->memory.iters;
  for (int64_t d = 0; d < request->memory.rank; d++) {
    window walk = {.request = request,
                   .thread_limit = digits->thread_limit,
                   .dimension = d,
                   .digit = next,
                   .used = 1,
                   .rest = 1,
                   .weight = 1,
                   .base = base};
    for (; next < all && next->dimension == d; next++)
      walk.rest *= next->extent;
    walk.end = next;
    end += request->memory.group_size[d];
    /* Memory has one element along d, and all others are past the bound. */
    static const tl_iter ONE = {.extent = 1};
    if (request->memory.group_size[d] == 0)
      refine_dimension(&walk, &ONE + 1, 1, out);
    else
      refine_dimension(&walk, end, request->memory.group_size[d], out);
  }
}

/* A load fills all registers that hold an element. */
static void repeat(const tl_layout *fragment, tl_atoms *atoms) {
  for (int64_t i = fragment->shard_count; i < tl_layout_iters(fragment); i++)
    if (fragment->iters[i].axis == TL_AXIS_M)
      atoms->items[atoms->count++] =
          (tl_atom){.extent = fragment->iters[i].extent,
                    .register_stride = fragment->iters[i].stride};
}

/* Whether an atom comes first: the slowest memory stride, those known at run
 * time before others; of equal strides the slowest register. */
static bool is_slower(const tl_atom *a, const tl_atom *b) {
  if (a->symbol != b->symbol)
    return a->symbol > b->symbol;
  if (a->memory_stride != b->memory_stride)
    return a->memory_stride > b->memory_stride;
  return a->register_stride >= b->register_stride;
}

static void sort_atoms(tl_atoms *atoms) {
  for (int64_t i = 1; i < atoms->count; i++) {
    tl_atom moved = atoms->items[i];
    int64_t place = i;
    for (; place > 0 && !is_slower(&atoms->items[place - 1], &moved); place--)
      atoms->items[place] = atoms->items[place - 1];
    atoms->items[place] = moved;
  }
}

/* Whether `slow` continues `fast` in memory, in the registers and in the
 * coordinate. */
static bool is_one_run(const tl_atom *slow, const tl_atom *fast) {
  return slow->symbol == fast->symbol && slow->dimension == fast->dimension &&
         slow->memory_stride == fast->extent * fast->memory_stride &&
         slow->register_stride == fast->extent * fast->register_stride &&
         slow->weight == fast->extent * fast->weight;
}

static void merge_atoms(tl_atoms *atoms) {
  int64_t count = atoms->count;
  atoms->count = 0;
  for (int64_t i = 0; i < count; i++) {
    const tl_atom *atom = &atoms->items[i];
    tl_atom *last = atoms->count ? &atoms->items[atoms->count - 1] : NULL;
    if (last && is_one_run(last, atom)) {
      int64_t extent = last->extent * atom->extent;
      *last = *atom;
      last->extent = extent;
    } else {
      atoms->items[atoms->count++] = *atom;
    }
  }
}

/* Numbers last, of each symbol one, of none at the end. */
static void write_base(const tl_address *base, int64_t thread_limit,
                       tl_copy_partition *out) {
  tl_address *address = &out->address;
  out->base = tl_address_open(address, TL_ROW_SUM);
  for (int64_t i = 0; i < base->term_count; i++)
    if (base->terms[i].source != TL_SOURCE_ONE)
      tl_address_add(address, &base->terms[i]);
  for (int64_t i = 1; i <= 1 + TL_MAX_SYMBOLS; i++) {
    int64_t symbol = i % (1 + TL_MAX_SYMBOLS);
    int64_t number = tl_address_number(base, 0, symbol);
    if (number)
      tl_address_add_number(address, number, symbol);
  }
  tl_address_merge(address, 0, thread_limit);
}

static void plan_digits(const tl_copy_request *request,
                        const tl_fragment_digits *digits, tl_address *base,
                        tl_copy_partition *out) {
  add_limits(request, digits, NULL, out);
  out->coordinates = out->address.row_count;
  refine(request, digits, base, out);
  tl_atoms_reverse(&out->starts);
  for (int64_t i = 0; i < out->limit_count; i++)
    limit_starts(request, digits, &out->starts, &out->limits[i]);
}

/* One thread that has each element in the slot of its row-major number. */
static tl_fragment_digits elements_of(const tl_layout *fragment) {
  tl_list shape = tl_layout_shape(fragment);
  tl_fragment_digits out = {.thread_limit = 1};
  int64_t weight = 1;
  for (int64_t d = shape.count - 1; d >= 0; weight *= shape.items[d--])
    out.items[d] = (tl_digit){shape.items[d], d, 1, weight, true};
  for (int64_t d = 0; d < shape.count; d++)
    if (shape.items[d] > 1)
      out.items[out.count++] = out.items[d];
  return out;
}

static tl_code plan_twisted(const tl_copy_request *request,
                            const tl_fragment_digits *digits, tl_address *base,
                            tl_copy_partition *out, tl_error *error) {
  tl_copy_partition flat;
  tl_copy_twist twist;
  tl_fragment_digits elements = elements_of(&request->fragment);
  clear_plan(request, &flat);
  refine(request, &elements, base, &flat);
  TL_TRY(tl_copy_twist_read(request, digits, &flat, base, &twist, error));
  add_limits(request, digits, &twist, out);
  for (int64_t i = 0; i < out->limit_count; i++)
    limit_starts(request, NULL, &flat.starts, &out->limits[i]);
  out->coordinates = out->address.row_count;
  tl_copy_twist_write(request, &flat, &twist, base, out);
  out->is_scattered = out->is_twisted = true;
  out->cure_dimension = flat.cure_dimension;
  out->cure_divisor = flat.cure_divisor;
  snprintf(
      out->reason, sizeof out->reason, "%s",
      flat.is_scattered
          ? flat.reason
          : "the fragment is a linear layout whose bases are sums of bits");
  return TL_OK;
}

tl_code tl_copy_partition_plan(const tl_copy_request *request,
                               tl_copy_partition *out, tl_error *error) {
  /* 1. The fragment over the thread number of the scope. */
  tl_copy_request scoped;
  tl_fragment_digits digits;
  tl_address base;
  base.row_count = base.term_count = 0;
  tl_address_open(&base, TL_ROW_SUM);
  tl_address_add_number(&base, request->memory.offset[TL_AXIS_M], 0);
  clear_plan(request, out);
  TL_TRY(tl_copy_on_scope(request, &scoped, error));
  TL_TRY(check_inside(&scoped, error));
  TL_TRY(check_memory(&scoped, error));
  TL_TRY(check_lower_bounds(&scoped, error));
  TL_TRY(check_reach(&scoped, error));
  TL_TRY(tl_copy_ownership(&scoped, &digits, out, error));

  /* 2. The refinement of both layouts, as far as there is one. */
  if (tl_twist_is_none(&scoped.fragment.twist))
    plan_digits(&scoped, &digits, &base, out);
  else
    TL_TRY(plan_twisted(&scoped, &digits, &base, out, error));
  repeat(&scoped.fragment, &out->atoms);
  sort_atoms(&out->atoms);
  merge_atoms(&out->atoms);
  write_base(&base, digits.thread_limit, out);
  tl_copy_place(&scoped, digits.thread_limit, out);
  return TL_OK;
}

/* Leaves the first of the registers that hold an element. */
static void drop_repeats(tl_layout *fragment) {
  int64_t end = tl_layout_iters(fragment), kept = fragment->shard_count;
  for (int64_t i = kept; i < end; i++)
    if (fragment->iters[i].axis != TL_AXIS_M)
      fragment->iters[kept++] = fragment->iters[i];
  fragment->replica_count = kept - fragment->shard_count;
  for (; kept < end; kept++)
    fragment->iters[kept] = (tl_iter){0};
}

tl_code tl_copy_on_scope(const tl_copy_request *request, tl_copy_request *out,
                         tl_error *error) {
  *out = *request;
  TL_TRY(tl_layout_on_scope(&request->fragment, request->scope, request->lanes,
                            &out->fragment, error));
  if (request->stores)
    drop_repeats(&out->fragment);
  return TL_OK;
}

tl_thread_range tl_scope_threads(tl_scope scope, int64_t lanes,
                                 int64_t block_threads, int64_t most_threads) {
  if (scope == TL_SCOPE_CTA)
    return (tl_thread_range){block_threads,
                             block_threads ? block_threads : most_threads};
  int64_t whole = tl_scope_size(scope, lanes);
  int64_t rest = block_threads % whole;
  return (tl_thread_range){rest ? rest : whole,
                           rest && block_threads < whole ? rest : whole};
}

void tl_atoms_move(const tl_atoms *atoms, int64_t number, tl_moves *to) {
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    int64_t digit = tl_take_digit(&number, atom->extent);
    to->offset[atom->symbol] += digit * atom->memory_stride;
    to->slot += digit * atom->register_stride;
    to->coordinate[atom->dimension] += digit * atom->weight;
  }
}

tl_row_range tl_copy_base_rows(const tl_copy_partition *plan) {
  return (tl_row_range){plan->coordinates, plan->base + 1};
}

/* Of dimension d, where digits but the slowest are those of the rest, of which no
 * less is known than of the sum. */
static bool is_apart(const tl_copy_request *request, int64_t d,
                     const tl_iter *slowest) {
  const tl_origin *origin = &request->origin[d];
  const tl_swizzle *swizzle = &request->memory.swizzle;
  int64_t weight = 1, number;
  for (int64_t i = 1; i < request->memory.group_size[d]; i++)
    weight *= slowest[i].extent;
  if (!is_small(origin->constant) || origin->constant % weight ||
      tl_gcd(origin->rest, origin->constant) % origin->divisor ||
      tl_multiply(origin->constant / weight, slowest->stride, &number, NULL))
    return false;
  if (swizzle->bits)
    return !slowest->symbol && number % tl_swizzle_period(swizzle) == 0;
  int64_t widest = TL_WIDEST_GLOBAL_BITS / 8 / request->element_bytes;
  return origin->constant % origin->rest && number % widest;
}

void tl_copy_part_origins(tl_copy_request *request) {
  const tl_iter *slowest = request->memory.iters;
  for (int64_t d = 0; d < request->memory.rank; d++) {
    int64_t count = request->memory.group_size[d];
    if (!count ||
        (request->origin[d].constant && !is_apart(request, d, slowest)))
      request->origin[d].constant = request->origin[d].rest = 0;
    slowest += count;
  }
}
