/* reduction_bits.c - Reductions of fragments whose places are XORs of bits.
 *
 * Register r of thread t has a part of the kept coordinate K(r) ^ M(t), both
 * linear over bits.  A thread has the coordinates M(t) ^ A, where A is what its
 * registers span.  So it is combined with the threads t ^ V, V all v with M(v)
 * in A.  Of a basis of V in which each v_k has a highest bit that no other has,
 * these bits number the threads in ascending order: blocks of 2^k neighbours are
 * those that differ by sums of v_0 to v_{k-1}, and step k is with lane ^ v_k,
 *
 *   whose register q ^ x has what register q has here, x = K^-1(M(v_k)).
 *
 * A step that halves keeps, of A, the hyperplane of which a functional f is 0, after
 * registers changed places by a in lanes of which a functional b is 1, so that M
 * becomes M + a b.  Lanes l and l ^ v then have different halves where
 * f(M(v)) = 1: with b = 0, no select, where M(v) itself leads to another register,
 *
 *   32 x 32, lane l has column r ^ l in register r, over rows:
 *     lane ^ 1 gives register r ^ 1 of 16 odd r, lane ^ 2 of 8, ...: 31 shuffles
 *
 * else with b a bit of v.  Partners of later steps that have the other half by then
 * are those beside them by v.
 *
 * To leave a target N, of registers that span S in A, D = M + N has to become 0.
 * Step k has to halve where N(v) is not in S and the steps before, and needs no
 * select where it is not in S + im D either: f is 0 on that and 1 on N(v).  Else a
 * is the part of N(v) that D has, b = f D, and D loses a rank: those steps are as
 * few as the rank of D, and the last ones, which have least to do.
 *
 * What is left is a layout without those lanes that have what others have under a
 * sum of bits, since replicas of a layout are digits. */
#include "reduction_bits.h"
#include "base/checked.h"
#include "layout/layout_digits.h"
#include <string.h>

/*===--- Places -----------------------------------------------------------===*/

static int64_t log_of(int64_t power) {
  return __builtin_ctzll((uint64_t)power);
}

/* The number of its kept coordinate. */
static uint64_t kept_part(const tl_list *shape, int64_t reduced,
                          int64_t element) {
  int64_t kept = 0, weight = 1;
  for (int64_t d = shape->count - 1; d >= 0; d--) {
    int64_t digit = element % shape->items[d];
    element /= shape->items[d];
    if (reduced >> d & 1)
      continue;
    kept += digit * weight;
    weight *= shape->items[d];
  }
  return (uint64_t)kept;
}

/* The bits of an iter; false where two are one, or they are no bits. */
static bool read_iter(const tl_iter *iter, uint64_t *held, int64_t *first) {
  if (!tl_is_power_of_two(iter->extent) || !tl_is_power_of_two(iter->stride) ||
      iter->symbol || iter->extent > TL_MAX_REDUCED_REGISTERS ||
      iter->stride > TL_MAX_REDUCED_REGISTERS)
    return false;
  *first = log_of(iter->stride);
  uint64_t own = (uint64_t)(iter->extent - 1) << *first;
  bool is_free = !(*held & own);
  *held |= own;
  return is_free;
}

/* False where sums of bits are no XOR. */
static bool read_places(const tl_layout *layout, tl_axis axis, int64_t reduced,
                        tl_reduced_places *out) {
  tl_list shape = tl_layout_shape(layout);
  tl_twist back;
  int64_t weight = 1, first;
  memset(out, 0, sizeof *out);
  if (layout->offset[TL_AXIS_M] || layout->offset[axis] ||
      !tl_twist_invert(&layout->twist, tl_shape_bits(&shape), &back))
    return false;
  for (int64_t n = 0; n < layout->shard_count + layout->replica_count; n++) {
    bool is_copy = n >= layout->shard_count;
    int64_t i = is_copy ? n : layout->shard_count - 1 - n;
    const tl_iter *iter = &layout->iters[i];
    bool is_slot = iter->axis == TL_AXIS_M;
    if (!read_iter(iter, is_slot ? &out->held_slots : &out->held_threads,
                   &first))
      return false;
    for (int64_t bit = 1; bit < iter->extent; bit *= 2, first++) {
      if (is_copy) {
        *(is_slot ? &out->copied_slots : &out->copied_threads) |= UINT64_C(1)
                                                                  << first;
        continue;
      }
      (is_slot ? out->slots : out->threads)[first] =
          kept_part(&shape, reduced, tl_twist_apply(&back, weight));
      weight *= 2;
    }
  }
  return true;
}

static uint64_t sum_of(const uint64_t *of, uint64_t bits) {
  uint64_t sum = 0;
  for (int64_t i = 0; bits >> i; i++)
    sum ^= bits >> i & 1 ? of[i] : 0;
  return sum;
}

/*===--- Spans ------------------------------------------------------------===*/

/* Adds numbers that stand for nothing. */
static void add_all(tl_elimination *list, int64_t count,
                    const uint64_t *numbers) {
  for (int64_t i = 0; i < count; i++) {
    uint64_t nothing = 0;
    tl_elimination_add(list, numbers[i], &nothing);
  }
}

static bool has(const tl_elimination *list, uint64_t number) {
  uint64_t nothing = 0;
  tl_elimination_reduce(list, &number, &nothing);
  return number == 0;
}

/* What a number of the span is the sum of. */
static uint64_t parts_of(const tl_elimination *list, uint64_t number) {
  uint64_t parts = 0;
  tl_elimination_reduce(list, &number, &parts);
  return parts;
}

/*===--- Threads that are combined ----------------------------------------===*/

static void read_kept(tl_reducing_bits *of) {
  tl_elimination kept = {.count = 0};
  for (int64_t i = 0; of->places.held_slots >> i; i++) {
    uint64_t nothing = 0;
    if (tl_elimination_add(&kept, of->places.slots[i], &nothing))
      of->kept[of->kept_count++] = of->places.slots[i];
  }
}

static void read_partners(tl_reducing_bits *of) {
  const tl_reduced_places *places = &of->places;
  const tl_reduction_request *request = of->request;
  bool has_lanes = tl_has_whole_warps(request);
  uint64_t threads = places->held_threads & ~places->copied_threads;
  tl_elimination moved = {.count = 0};
  add_all(&moved, of->kept_count, of->kept);
  for (int64_t i = 0; threads >> i; i++) {
    uint64_t bits = UINT64_C(1) << i;
    if (!(threads & bits) ||
        tl_elimination_add(&moved, places->threads[i], &bits))
      continue;
    of->lane_count += has_lanes && INT64_C(1) << i < request->lanes;
    of->partners[of->partner_count++] = bits;
  }
}

tl_code tl_reducing_bits_open(const tl_reduction_request *request,
                              tl_reducing_bits *of, tl_error *error) {
  tl_list shape = tl_layout_shape(&request->fragment);
  memset(of, 0, sizeof *of);
  of->request = request;
  of->axis = tl_scope_describe(request->scope)->axis;
  for (int64_t d = 0; d < shape.count; d++)
    if (!(request->dimensions >> d & 1))
      of->shape.items[of->shape.count++] = shape.items[d];
  if (!read_places(&request->fragment, of->axis, request->dimensions,
                   &of->places))
    return tl_fail(
        error, TL_UNSUPPORTED,
        "threads and registers are no XOR of bits, nor digits of the "
        "coordinates");
  read_kept(of);
  read_partners(of);
  return TL_OK;
}

/*===--- Layouts ----------------------------------------------------------===*/

/* What bits of a place lead to, of registers as they are counted. */
typedef struct bit_map {
  int64_t slot_count;
  uint64_t slots[TL_MAX_REDUCED_BITS], threads[TL_MAX_REDUCED_BITS];
  uint64_t held; /* thread bits that places have */
} bit_map;

/* A thread bit that leads where others do together numbers copies, or threads
 * with it hold nothing.  Those of warps come first: a lane can ask a lane. */
static void separate(const tl_reducing_bits *of, bool are_copies,
                     bit_map *map) {
  int64_t first = 0;
  tl_elimination moved = {.count = 0};
  add_all(&moved, map->slot_count, map->slots);
  while (INT64_C(1) << first < of->request->lanes)
    first++;
  for (int64_t n = 0; n < TL_MAX_REDUCED_BITS; n++) {
    int64_t i = (n + first) % TL_MAX_REDUCED_BITS;
    uint64_t bit = UINT64_C(1) << i;
    if (!(map->held & bit) || !map->threads[i] ||
        tl_elimination_add(&moved, map->threads[i], &bit))
      continue;
    if (are_copies)
      map->threads[i] = 0;
    else
      map->held &= ~(UINT64_C(1) << i);
  }
}

/* Bits of places, each with the digit of the twisted number that it is. */
typedef struct digit_writer {
  tl_layout *out;
  bool is_twisted;
  int64_t digits, bits;
  tl_twist twist; /* back */
} digit_writer;

static void write_bit(digit_writer *to, uint64_t leads, tl_axis axis,
                      int64_t bit) {
  tl_layout *out = to->out;
  const tl_iter iter = {2, INT64_C(1) << bit, axis, 0};
  int64_t digit = to->digits;
  if (!leads) {
    out->iters[to->bits + out->replica_count++] = iter;
    return;
  }
  to->digits++;
  if (!to->is_twisted)
    digit = __builtin_ctzll(leads);
  to->twist.of[digit] = (uint32_t)leads;
  out->iters[to->bits - 1 - digit] = iter;
}

static bool are_units(const bit_map *map) {
  for (int64_t i = 0; i < map->slot_count; i++)
    if (!tl_is_power_of_two((int64_t)map->slots[i]))
      return false;
  for (int64_t i = 0; map->held >> i; i++)
    if (map->held >> i & 1 && map->threads[i] != tl_lowest_bit(map->threads[i]))
      return false;
  return true;
}

/* Of a map whose bits lead to all of the shape, each somewhere else. */
static tl_code write_layout(const bit_map *map, const tl_list *shape,
                            tl_axis axis, tl_layout *out, tl_error *error) {
  int64_t bits = tl_shape_bits(shape);
  digit_writer to = {.out = out, .is_twisted = !are_units(map), .bits = bits};
  *out = (tl_layout){.rank = shape->count, .shard_count = bits};
  for (int64_t d = 0; d < shape->count; d++)
    out->group_size[d] = log_of(shape->items[d]);
  for (int64_t i = 0; i < map->slot_count; i++)
    write_bit(&to, map->slots[i], TL_AXIS_M, i);
  for (int64_t i = 0; map->held >> i; i++)
    if (map->held >> i & 1)
      write_bit(&to, map->threads[i], axis, i);
  if (to.is_twisted && !tl_twist_invert(&to.twist, bits, &out->twist))
    return tl_fail(error, TL_INVALID, "the result is no map of all elements");
  return tl_layout_create(out, out, error);
}

tl_code tl_reducing_bits_layout(const tl_reducing_bits *of, tl_layout *out,
                                tl_error *error) {
  bit_map map = {.slot_count = of->kept_count, .held = of->places.held_threads};
  memcpy(map.slots, of->kept, sizeof map.slots);
  memcpy(map.threads, of->places.threads, sizeof map.threads);
  separate(of, true, &map);
  return write_layout(&map, &of->shape, of->axis, out, error);
}

/*===--- Halves -----------------------------------------------------------===*/

/* A step, whose numbers of registers are kept coordinates still. */
typedef struct bit_step {
  uint64_t partner, exchanged, lanes;
  bool halves;
} bit_step;

typedef struct bit_choice {
  const tl_reducing_bits *of;
  uint64_t threads[TL_MAX_REDUCED_BITS]; /* M */
  bool has_target;
  uint64_t apart[TL_MAX_REDUCED_BITS]; /* D */
  int64_t wanted_count, space_count, halved_count;
  uint64_t wanted[TL_MAX_REDUCED_BITS]; /* a basis of S */
  uint64_t space[TL_MAX_REDUCED_BITS];  /* of what registers have by now */
  uint64_t halved[TL_MAX_REDUCED_BITS]; /* a of each step that halves */
  uint64_t partners[TL_MAX_REDUCED_BITS];
  bit_step steps[TL_MAX_LANE_STEPS];
} bit_choice;

/* A functional and what registers are changed by: f, a, b. */
typedef struct bit_half {
  tl_elimination tells; /* of a number of the space: 1 where f is */
  uint64_t change, lanes;
} bit_half;

static bool tell(const bit_half *half, uint64_t number) {
  return parts_of(&half->tells, number) & 1;
}

/* f is 0 on what is there by now, and 1 on a number. */
static void set_functional(const bit_choice *own, uint64_t number,
                           bit_half *half) {
  uint64_t one = 1;
  tl_elimination_add(&half->tells, number, &one);
  add_all(&half->tells, own->space_count, own->space);
}

/* Of which the target is not; false where the lanes have the same under it. */
static bool find_half_of_target(const bit_choice *own, uint64_t partner,
                                bit_half *half) {
  uint64_t wanted = sum_of(own->threads, partner) ^ sum_of(own->apart, partner);
  tl_elimination apart;
  *half = (bit_half){.lanes = 0};
  add_all(&half->tells, own->wanted_count, own->wanted);
  if (has(&half->tells, wanted))
    return false;
  apart = half->tells;
  for (int64_t i = 0; i < TL_MAX_REDUCED_BITS; i++) {
    uint64_t bit = UINT64_C(1) << i;
    tl_elimination_add(&apart, own->apart[i], &bit);
  }
  half->change = sum_of(own->threads, partner);
  if (has(&apart, wanted))
    half->change = sum_of(own->apart, parts_of(&apart, wanted));
  else
    add_all(&half->tells, TL_MAX_REDUCED_BITS, own->apart);
  set_functional(own, wanted, half);
  for (int64_t i = 0; i < TL_MAX_REDUCED_BITS; i++)
    half->lanes |= (uint64_t)tell(half, own->apart[i]) << i;
  return true;
}

/* By what the lane has elsewhere, or else the registers furthest apart, since
 * words are of neighbours; false where there is one alone. */
static bool find_half(const bit_choice *own, uint64_t partner, bit_half *half) {
  *half = (bit_half){.change = sum_of(own->threads, partner)};
  if (!own->space_count)
    return false;
  if (!half->change) {
    half->change = own->space[own->space_count - 1];
    half->lanes = UINT64_C(1) << (63 - __builtin_clzll(partner));
  }
  set_functional(own, half->change, half);
  return true;
}

static void halve_space(const bit_half *half, bit_choice *own) {
  const bit_choice old = *own;
  tl_elimination left = {.count = 0};
  own->space_count = 0;
  for (int64_t i = 0; i < old.space_count; i++) {
    uint64_t number = old.space[i], nothing = 0;
    number ^= tell(half, number) ? half->change : 0;
    if (tl_elimination_add(&left, number, &nothing))
      own->space[own->space_count++] = number;
  }
}

/* Later partners have the same half. */
static void halve(const bit_half *half, int64_t number, bit_choice *own) {
  for (int64_t i = 0; half->lanes >> i; i++)
    if (half->lanes >> i & 1) {
      own->threads[i] ^= half->change;
      own->apart[i] ^= half->change;
    }
  for (int64_t i = number + 1; i < own->of->lane_count; i++)
    if (tell(half, sum_of(own->threads, own->partners[i])))
      own->partners[i] ^= own->partners[number];
  halve_space(half, own);
  own->halved[own->halved_count++] = half->change;
}

static void choose_steps(tl_halves which, bit_choice *own) {
  for (int64_t i = 0; i < own->of->lane_count; i++) {
    bit_step *step = &own->steps[i];
    bit_half half;
    step->partner = own->partners[i];
    step->halves =
        which != TL_NO_HALVES &&
        (which == TL_HALVES_OF_TARGET ? find_half_of_target
                                      : find_half)(own, step->partner, &half);
    if (step->halves) {
      step->lanes = half.lanes;
      halve(&half, i, own);
    }
    step->exchanged = sum_of(own->threads, step->partner);
  }
}

/*===--- The target -------------------------------------------------------===*/

/* Whether threads have of the target a part of what they combine, and not by
 * their warp. */
static bool read_target(const tl_reduction_plan *plan, bit_choice *own) {
  const tl_reducing_bits *of = own->of;
  tl_reduced_places target;
  tl_elimination kept = {.count = 0};
  add_all(&kept, of->kept_count, of->kept);
  if (plan->parts > 1 || !read_places(&plan->target, of->axis, 0, &target) ||
      target.held_threads != of->places.held_threads)
    return false;
  for (int64_t i = 0; target.held_slots >> i; i++) {
    own->wanted[own->wanted_count++] = target.slots[i];
    if (!has(&kept, target.slots[i]))
      return false;
  }
  for (int64_t i = 0; i < TL_MAX_REDUCED_BITS; i++) {
    own->apart[i] = target.threads[i] ^ own->threads[i];
    if (!has(&kept, own->apart[i]) ||
        (own->apart[i] && INT64_C(1) << i >= of->request->lanes))
      return false;
  }
  return true;
}

static bool is_target(const bit_choice *own) {
  bool is_one = own->has_target && own->space_count == own->wanted_count;
  for (int64_t i = 0; i < TL_MAX_REDUCED_BITS; i++)
    is_one &= !own->apart[i];
  return is_one;
}

static void open_choice(const tl_reducing_bits *of, tl_halves which,
                        const tl_reduction_plan *plan, bit_choice *own) {
  memset(own, 0, sizeof *own);
  own->of = of;
  own->space_count = of->kept_count;
  memcpy(own->space, of->kept, sizeof own->space);
  memcpy(own->partners, of->partners, sizeof own->partners);
  memcpy(own->threads, of->places.threads, sizeof own->threads);
  own->has_target = which != TL_ALL_HALVES && read_target(plan, own);
  if (own->has_target)
    return;
  own->wanted_count = 0;
  memset(own->apart, 0, sizeof own->apart);
}

/*===--- The plan ---------------------------------------------------------===*/

/* Registers that are left come first, in the order of the target, and those of each
 * step that halves above those of the steps behind it. */
static void number_registers(bit_choice *own, tl_elimination *out) {
  bool is_wanted = own->has_target && own->space_count == own->wanted_count;
  int64_t count = own->space_count;
  *out = (tl_elimination){.count = 0};
  if (is_wanted)
    memcpy(own->space, own->wanted, sizeof own->space);
  for (int64_t i = 0; i < own->halved_count; i++)
    own->space[count + i] = own->halved[own->halved_count - 1 - i];
  for (int64_t i = 0; i < count + own->halved_count; i++) {
    uint64_t bit = UINT64_C(1) << i;
    tl_elimination_add(out, own->space[i], &bit);
  }
}

static void write_registers(const tl_reducing_bits *of,
                            const tl_elimination *numbers,
                            tl_reduction_plan *out) {
  const tl_reduced_places *places = &of->places;
  uint64_t own = places->held_slots & ~places->copied_slots;
  memset(out->kept, -1, sizeof out->kept);
  for (int64_t r = 0; r < out->register_count; r++)
    if (!((uint64_t)r & ~own))
      out->kept[r] =
          (int16_t)parts_of(numbers, sum_of(places->slots, (uint64_t)r));
}

static void write_step(const bit_step *from, const tl_elimination *numbers,
                       int64_t lanes, int64_t *count, tl_lane_step *out) {
  *out =
      (tl_lane_step){.distance = (int64_t)from->partner,
                     .exchanged = (int64_t)parts_of(numbers, from->exchanged)};
  for (int64_t lane = 0; lane < lanes; lane++)
    out->from[lane] = (int8_t)(lane ^ out->distance);
  if (!from->halves)
    return;
  *count /= 2;
  out->halved_stride = *count;
  out->upper_lanes = (int64_t)from->lanes;
  out->exchanged -= *count;
}

/* Where parts are left they are numbered by the highest bits of the other
 * partners, in front of the kept dimensions. */
static tl_code write_left(const bit_choice *own, tl_reduction_plan *out,
                          tl_error *error) {
  const tl_reducing_bits *of = own->of;
  int64_t bits = tl_shape_bits(&of->shape);
  tl_list shape = {.count = out->parts > 1, .items = {out->parts}};
  bit_map map = {.slot_count = own->space_count,
                 .held = of->places.held_threads};
  memcpy(map.slots, own->space, sizeof map.slots);
  memcpy(map.threads, own->threads, sizeof map.threads);
  for (int64_t i = of->lane_count; i < of->partner_count; i++)
    map.threads[63 - __builtin_clzll(of->partners[i])] ^=
        UINT64_C(1) << (bits + i - of->lane_count);
  for (int64_t d = 0; d < of->shape.count; d++)
    shape.items[shape.count++] = of->shape.items[d];
  separate(of, false, &map);
  return write_layout(&map, &shape, of->axis,
                      out->parts > 1 ? &out->partial : &out->result, error);
}

void tl_reducing_bits_read(const tl_reducing_bits *of, tl_reduction_plan *out) {
  out->kept_count = INT64_C(1) << of->kept_count;
  out->step_count = of->lane_count;
  out->parts = INT64_C(1) << (of->partner_count - of->lane_count);
}

tl_code tl_reducing_bits_choose(const tl_reducing_bits *of, tl_halves which,
                                tl_reduction_plan *out, tl_error *error) {
  bit_choice own;
  tl_elimination numbers;
  open_choice(of, which, out, &own);
  choose_steps(which == TL_HALVES_OF_TARGET && !own.has_target ? TL_NO_HALVES
                                                               : which,
               &own);
  out->is_result = is_target(&own);
  number_registers(&own, &numbers);
  write_registers(of, &numbers, out);
  int64_t count = out->kept_count;
  for (int64_t i = 0; i < out->step_count; i++)
    write_step(&own.steps[i], &numbers, of->request->lanes, &count,
               &out->steps[i]);
  out->left_count = count;
  return write_left(&own, out, error);
}
