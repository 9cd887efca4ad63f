/* reduction.c - see tl/reduction.h.
 *
 * Iters of the fragment are sorted into digits of registers and of threads, kept,
 * reduced and of replicas:
 *
 *   S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))] over [1]
 *     kept lanes (8 : 4), reduced lanes (4 : 1), reduced registers (2 : 1)
 *
 * The rank of a thread among those that it is combined with is the number that
 * its reduced digits make, slowest stride first. */
#include "base/checked.h"
#include "reduction_bits.h"
#include <string.h>

/*===--- Digits -----------------------------------------------------------===*/

static void insert(digits *list, const tl_iter *iter, digit_kind kind) {
  int64_t place = list->count++;
  for (; place > 0 && list->items[place - 1].stride > iter->stride; place--)
    list->items[place] = list->items[place - 1];
  list->items[place] = (place_digit){iter->extent, iter->stride, kind};
}

static digit_kind kind_of(const tl_layout *fragment, int64_t dimensions,
                          int64_t number) {
  int64_t d = 0;
  if (number >= fragment->shard_count)
    return REPLICA;
  for (int64_t end = fragment->group_size[0]; number >= end;)
    end += fragment->group_size[++d];
  return dimensions >> d & 1 ? REDUCED : KEPT;
}

static void sort_iters(reducing *of) {
  const tl_layout *fragment = &of->request->fragment;
  of->slots.count = of->threads.count = 0;
  for (int64_t i = 0; i < fragment->shard_count + fragment->replica_count; i++)
    insert(fragment->iters[i].axis == TL_AXIS_M ? &of->slots : &of->threads,
           &fragment->iters[i], kind_of(fragment, of->request->dimensions, i));
}

static tl_code check_threads(reducing *of, tl_error *error) {
  int64_t reached = 1;
  of->ranks = of->reach = 1;
  for (int64_t i = 0; i < of->threads.count; i++) {
    const place_digit *own = &of->threads.items[i];
    if (own->stride == 0 || own->stride % reached != 0)
      return tl_fail(error, TL_UNSUPPORTED,
                     "thread stride %" PRId64 " is not a multiple of %" PRId64
                     ", the threads that the digits below it number",
                     own->stride, reached);
    TL_TRY(tl_multiply(own->stride, own->extent, &reached, error));
    of->reach += (own->extent - 1) * own->stride;
    of->ranks *= own->kind == REDUCED ? own->extent : 1;
  }
  of->reach += of->request->fragment.offset[of->axis] * (of->axis != TL_AXIS_M);
  return TL_OK;
}

tl_code tl_reducing_open(const tl_reduction_request *request, reducing *of,
                         tl_error *error) {
  of->request = request;
  of->axis = tl_scope_describe(request->scope)->axis;
  sort_iters(of);
  return check_threads(of, error);
}

/*===--- Registers --------------------------------------------------------===*/

/* Digits of registers are combinations, of which repeats do not count. */
static void read_registers(const reducing *of, tl_reduction_plan *out) {
  int64_t count = 1;
  out->kept_count = 1;
  memset(out->kept, -1, sizeof out->kept);
  for (int64_t i = 0; i < of->slots.count; i++)
    count *= of->slots.items[i].kind == REPLICA ? 1 : of->slots.items[i].extent;
  for (int64_t n = 0; n < count; n++) {
    int64_t slot = of->request->fragment.offset[TL_AXIS_M], rest = n;
    out->kept_count = 1;
    int64_t kept = 0;
    for (int64_t i = 0; i < of->slots.count; i++) {
      const place_digit *own = &of->slots.items[i];
      if (own->kind == REPLICA)
        continue;
      slot += rest % own->extent * own->stride;
      if (own->kind == KEPT) {
        kept += rest % own->extent * out->kept_count;
        out->kept_count *= own->extent;
      }
      rest /= own->extent;
    }
    out->kept[slot] = (int16_t)kept;
  }
}

/*===--- Steps ------------------------------------------------------------===*/

/* The rank of a thread; -1 where it holds nothing. */
static int64_t rank_of(const reducing *of, int64_t thread) {
  int64_t rank = 0, weight = 1;
  int64_t number = thread - of->request->fragment.offset[of->axis],
          rest = number;
  if (number < 0)
    return -1;
  for (int64_t i = 0; i < of->threads.count; i++) {
    const place_digit *own = &of->threads.items[i];
    int64_t value = number / own->stride % own->extent;
    rest -= value * own->stride;
    if (own->kind != REDUCED)
      continue;
    rank += value * weight;
    weight *= own->extent;
  }
  return rest == 0 ? rank : -1;
}

/* How far a rank is from rank 0. */
static int64_t place_of(const reducing *of, int64_t rank) {
  int64_t place = 0;
  for (int64_t i = 0; i < of->threads.count; i++) {
    const place_digit *own = &of->threads.items[i];
    if (own->kind != REDUCED)
      continue;
    place += rank % own->extent * own->stride;
    rank /= own->extent;
  }
  return place;
}

/* The rank that has what the block beside that of `rank` has, in blocks of `size`;
 * itself where there is none. */
static int64_t partner_of(int64_t rank, int64_t size, int64_t ranks) {
  int64_t first = (rank / size ^ 1) * size, partner = first + rank % size;
  if (first >= ranks)
    return rank;
  return partner < ranks ? partner : ranks - 1;
}

static void settle_distance(int64_t lanes, tl_lane_step *step) {
  int64_t distance = -1;
  for (int64_t lane = 0; lane < lanes; lane++) {
    int64_t own = step->from[lane] < 0 ? distance : step->from[lane] ^ lane;
    if (own == 0 || (distance >= 0 && own != distance)) {
      distance = 0;
      break;
    }
    distance = own;
  }
  step->distance = distance < 0 ? 0 : distance;
  for (int64_t lane = 0; lane < lanes; lane++)
    if (step->from[lane] < 0)
      step->from[lane] = (int8_t)lane;
}

/* The step over blocks of `size`; false where partners are in different warps, or
 * those of warps differ. */
static bool find_step(const reducing *of, int64_t size, tl_lane_step *step) {
  int64_t lanes = of->request->lanes;
  *step = (tl_lane_step){.distance = 0};
  memset(step->from, -1, sizeof step->from);
  for (int64_t thread = 0; thread < of->reach; thread++) {
    int64_t rank = rank_of(of, thread);
    if (rank < 0)
      continue;
    int64_t other = thread - place_of(of, rank) +
                    place_of(of, partner_of(rank, size, of->ranks));
    int8_t *from = &step->from[thread % lanes];
    if (thread / lanes != other / lanes ||
        (*from >= 0 && *from != other % lanes))
      return false;
    *from = (int8_t)(other % lanes);
  }
  settle_distance(lanes, step);
  return true;
}

/* Whether blocks of 2^steps are whole digits, and a part of one. */
static bool is_cut(const reducing *of, int64_t steps) {
  int64_t size = INT64_C(1) << steps;
  for (int64_t i = 0; size > 1 && i < of->threads.count; i++) {
    const place_digit *own = &of->threads.items[i];
    if (own->kind != REDUCED)
      continue;
    if (own->extent % size != 0 && size % own->extent != 0)
      return false;
    size = own->extent % size == 0 ? 1 : size / own->extent;
  }
  return true;
}

static void find_steps(const reducing *of, tl_reduction_plan *out) {
  int64_t done = 1, count = 0;
  out->parts = 1;
  while (tl_has_whole_warps(of->request) && done < of->ranks &&
         count < TL_MAX_LANE_STEPS && find_step(of, done, &out->steps[count])) {
    done *= 2;
    count++;
  }
  if (done < of->ranks) {
    while (!is_cut(of, count))
      count--;
    out->parts = of->ranks >> count;
  }
  out->step_count = count;
}

void tl_reducing_read(const reducing *of, tl_reduction_plan *out) {
  read_registers(of, out);
  out->left_count = out->kept_count;
  find_steps(of, out);
}

/*===--- Layouts ----------------------------------------------------------===*/

void tl_reducing_add(tl_layout *layout, tl_iter iter, bool is_replica) {
  layout->iters[layout->shard_count + layout->replica_count] = iter;
  layout->replica_count += is_replica;
  layout->shard_count += !is_replica;
}

static int64_t kept_stride(const reducing *of, int64_t stride) {
  int64_t out = 1;
  for (int64_t i = 0; i < of->slots.count; i++)
    if (of->slots.items[i].kind == KEPT && of->slots.items[i].stride < stride)
      out *= of->slots.items[i].extent;
  return out;
}

static void add_kept(const reducing *of, tl_layout *out) {
  const tl_layout *fragment = &of->request->fragment;
  const tl_iter *iter = fragment->iters;
  for (int64_t d = 0; d < fragment->rank; d++) {
    bool is_kept = !(of->request->dimensions >> d & 1);
    for (int64_t i = 0; i < fragment->group_size[d]; i++, iter++) {
      tl_iter own = *iter;
      if (own.axis == TL_AXIS_M)
        own.stride = kept_stride(of, own.stride);
      if (is_kept)
        tl_reducing_add(out, own, false);
    }
    if (is_kept)
      out->group_size[out->rank++] = fragment->group_size[d];
  }
}

/* Reduced threads below a size of blocks are replicas, those above it digits of
 * dimension 0. */
static void add_threads(const reducing *of, bool are_replicas, int64_t size,
                        tl_layout *out) {
  int64_t below[TL_MAX_ITERS];
  for (int64_t i = 0; i < of->threads.count; i++) {
    const place_digit *own = &of->threads.items[i];
    below[i] = own->kind == REPLICA ? own->extent : 1;
    if (own->kind != REDUCED)
      continue;
    below[i] = own->extent % size == 0 ? size : own->extent;
    size /= below[i];
  }
  for (int64_t i = of->threads.count - 1; i >= 0; i--) {
    const place_digit *own = &of->threads.items[i];
    int64_t above = own->extent / below[i];
    tl_iter iter = {below[i], own->stride, of->axis, 0};
    if (!are_replicas)
      iter = (tl_iter){above, own->stride * below[i], of->axis, 0};
    if (own->kind != KEPT && iter.extent > 1)
      tl_reducing_add(out, iter, are_replicas);
  }
}

void tl_reducing_layout(const reducing *of, int64_t size, tl_layout *out) {
  *out = (tl_layout){.rank = size < of->ranks};
  if (out->rank)
    add_threads(of, false, size, out);
  out->group_size[0] = out->shard_count;
  add_kept(of, out);
  add_threads(of, true, size, out);
  if (of->axis != TL_AXIS_M)
    out->offset[of->axis] = of->request->fragment.offset[of->axis];
}

tl_code tl_reduced_layout(const tl_layout *fragment, int64_t dimensions,
                          tl_scope scope, tl_layout *out, tl_error *error) {
  const tl_reduction_request request = {
      .fragment = *fragment, .dimensions = dimensions, .scope = scope};
  reducing of;
  tl_reducing_bits bits;
  if (!tl_twist_is_none(&fragment->twist)) {
    TL_TRY(tl_reducing_bits_open(&request, &bits, error));
    return tl_reducing_bits_layout(&bits, out, error);
  }
  TL_TRY(tl_reducing_open(&request, &of, error));
  tl_reducing_layout(&of, of.ranks, out);
  return tl_layout_create(out, out, error);
}
