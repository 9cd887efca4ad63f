/* copy_twist.c - Who moves what under a twist: addresses as XORs.
 *
 * Element c is held where the digits hold X(c), so a place leads to the XOR of
 * what its bits lead to, the columns of X^-1.  Memory says where elements are by
 * sums of strides, each times some bits of c: a group.  As a group is linear over
 * bits, that of thread t and slot s is g(t) ^ k(s):
 *
 *   16 x 8 from rows of 64, lane l holds row l / 2 and columns l % 2 * 4 ^ ...
 *     offset = g(t) ^ k(s): one XOR for each s
 *   from rows of a pitch p known at run time
 *     offset = p * (g0(t) ^ k0(s)) + (g1(t) ^ k1(s))
 *
 * Strides that share no bit make one group, swizzled where the rest of the offset
 * is a multiple of the swizzle's period or shares no bit with it.  A bit of the
 * slot that shares none of its bits in any group with other place bits is added:
 * an atom.  Each combination of the others is a start, which is XORed. */
#include "copy_twist.h"
#include "base/checked.h"
#include <string.h>

/* ---- Where places lead to ------------------------------------------------ */

static int64_t weight_of(const tl_list *shape, int64_t d) {
  int64_t weight = 1;
  for (int64_t i = d + 1; i < shape->count; i++)
    weight *= shape->items[i];
  return weight;
}

/* Those of the thread first, by what they are worth. */
static void sort_bits(tl_place_bits *bits) {
  for (int64_t i = 1; i < bits->count; i++) {
    tl_place_bit moved = bits->items[i];
    int64_t place = i;
    for (; place > 0; place--) {
      const tl_place_bit *before = &bits->items[place - 1];
      if (before->is_slot == moved.is_slot ? before->stride < moved.stride
                                           : moved.is_slot)
        break;
      bits->items[place] = *before;
    }
    bits->items[place] = moved;
  }
}

static tl_code read_bits(const tl_layout *fragment,
                         const tl_fragment_digits *digits, tl_place_bits *out,
                         tl_error *error) {
  tl_list shape = tl_layout_shape(fragment);
  tl_twist back;
  if (!tl_twist_invert(&fragment->twist, tl_shape_bits(&shape), &back))
    return tl_fail(error, TL_INVALID, "the twist has no inverse");
  out->count = 0;
  out->thread_limit = digits->thread_limit;
  for (int64_t i = 0; i < digits->count; i++) {
    const tl_digit *digit = &digits->items[i];
    int64_t weight = weight_of(&shape, digit->dimension) * digit->step;
    for (int64_t bit = 1; bit < digit->extent; bit *= 2)
      out->items[out->count++] =
          (tl_place_bit){.stride = bit * digit->stride,
                         .element = tl_twist_apply(&back, bit * weight),
                         .is_slot = digit->is_slot != 0};
  }
  sort_bits(out);
  return TL_OK;
}

/* ---- Groups -------------------------------------------------------------- */

static int64_t number_in(const tl_bit_group *group, int64_t element) {
  int64_t number = 0;
  for (int64_t i = 0; i < group->run_count; i++) {
    const tl_bit_run *run = &group->runs[i];
    number += element / run->first % run->extent * run->stride;
  }
  return tl_swizzle_apply(&group->swizzle, number);
}

/* All bits that place bits move, but one, and the constant. */
static uint64_t moved_by_others(const tl_bit_group *group,
                                const tl_place_bits *bits, int64_t but) {
  uint64_t moved = group->constant;
  for (int64_t i = 0; i < bits->count; i++)
    moved |= i == but ? 0 : group->of[i];
  return moved;
}

static void read_columns(const tl_place_bits *bits, tl_bit_group *group) {
  for (int64_t i = 0; i < bits->count; i++)
    group->of[i] = (uint64_t)number_in(group, bits->items[i].element);
}

/* Whether no two of its steps, nor one of them and a bit of `taken`, share a
 * bit; adds them. */
static bool takes_bits(const tl_atom *atom, uint64_t *taken) {
  uint64_t all = *taken;
  for (int64_t bit = 1; bit < atom->extent; bit *= 2) {
    uint64_t step = (uint64_t)(bit * atom->memory_stride);
    if (all & step)
      return false;
    all |= step;
  }
  *taken = all;
  return true;
}

static tl_code open_group(tl_copy_twist *twist, tl_bit_group **out,
                          tl_error *error) {
  if (twist->count == TL_MAX_GROUPS)
    return tl_fail(error, TL_CAPACITY,
                   "the offsets are sums of more than %d numbers",
                   TL_MAX_GROUPS);
  *out = &twist->groups[twist->count++];
  memset(*out, 0, sizeof **out);
  (*out)->stride = (*out)->unit = 1;
  (*out)->dimension = -1;
  return TL_OK;
}

static void add_run(const tl_atom *atom, int64_t stride, tl_bit_group *group) {
  group->runs[group->run_count++] =
      (tl_bit_run){atom->register_stride, atom->extent, stride};
}

/* The atoms of the elements: the first group has all that can be in one. */
static tl_code group_atoms(const tl_atoms *atoms, uint64_t *taken,
                           tl_copy_twist *out, tl_error *error) {
  tl_bit_group *group = NULL;
  TL_TRY(open_group(out, &group, error));
  for (int64_t i = 0; i < atoms->count; i++) {
    const tl_atom *atom = &atoms->items[i];
    if (!atom->symbol && takes_bits(atom, taken)) {
      add_run(atom, atom->memory_stride, &out->groups[0]);
      continue;
    }
    TL_TRY(open_group(out, &group, error));
    group->stride = atom->memory_stride;
    group->symbol = atom->symbol;
    add_run(atom, 1, group);
  }
  return TL_OK;
}

/* The scattered part of each dimension. */
static tl_code group_starts(const tl_atoms *starts, tl_copy_twist *out,
                            tl_error *error) {
  tl_bit_group *group = NULL;
  for (int64_t i = 0; i < starts->count; i++) {
    const tl_atom *start = &starts->items[i];
    if (!group || group->dimension != start->dimension) {
      TL_TRY(open_group(out, &group, error));
      group->dimension = start->dimension;
    }
    add_run(start, start->weight, group);
  }
  return TL_OK;
}

/* Swizzles the first group, if that is all that varies below the period. */
static void take_swizzle(const tl_copy_request *request, uint64_t taken,
                         tl_address *base, tl_copy_twist *out) {
  const tl_swizzle *swizzle = &request->memory.swizzle;
  int64_t period = tl_swizzle_period(swizzle);
  int64_t low = tl_address_number(base, 0, 0) % period;
  if (!swizzle->bits || out->count > 1 || low < 0 || (uint64_t)low & taken)
    return;
  for (int64_t i = 0; i < base->term_count; i++) {
    const tl_term *term = &base->terms[i];
    if (term->symbol || (term->source != TL_SOURCE_ONE &&
                         tl_term_step(request, term) % (uint64_t)period != 0))
      return;
  }
  out->groups[0].swizzle = *swizzle;
  out->groups[0].constant = (uint64_t)tl_swizzle_apply(swizzle, low);
  tl_address_add_number(base, -low, 0);
}

/* ---- Starts and atoms ---------------------------------------------------- */

static bool is_apart(const tl_bit_group *group, const tl_place_bits *bits,
                     int64_t k) {
  return !(group->of[k] & moved_by_others(group, bits, k));
}

/* Whether slot bit k moves the offset by a number, of one symbol, and one
 * coordinate at most. */
static bool is_atom(const tl_copy_twist *twist, int64_t k) {
  const tl_place_bits *bits = &twist->bits;
  int64_t symbol = -1, moved = 0;
  for (int64_t i = 0; i < twist->count; i++) {
    const tl_bit_group *group = &twist->groups[i];
    if (!group->of[k])
      continue;
    if (group->dimension >= 0 || !is_apart(group, bits, k) ||
        (symbol >= 0 && symbol != group->symbol))
      return false;
    symbol = group->symbol;
  }
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    if (twist->is_limited[d] && twist->coordinates[d].of[k]) {
      moved++;
      if (!is_apart(&twist->coordinates[d], bits, k))
        return false;
    }
  return moved <= 1;
}

/* Leaves the bits of starts and threads to the row of a group, in units. */
static void reduce_group(const tl_place_bits *bits, tl_bit_group *group) {
  uint64_t moved = group->constant;
  for (int64_t i = 0; i < bits->count; i++)
    if (!bits->items[i].is_slot || bits->items[i].is_start)
      moved |= group->of[i];
  group->unit = moved ? (int64_t)tl_lowest_bit(moved) : 0;
}

/* The coordinates, but for bits of which none says what is inside: 24 columns are
 * those whose bits from 8 on are less than 24. */
static void read_coordinates(const tl_copy_request *request,
                             tl_copy_twist *out) {
  tl_list shape = tl_layout_shape(&request->fragment);
  for (int64_t d = 0; d < shape.count; d++) {
    const tl_origin *origin = &request->origin[d];
    const tl_bound *bound = &request->bounds[d];
    tl_bit_group *group = &out->coordinates[d];
    memset(group, 0, sizeof *group);
    group->run_count = 1;
    group->unit = 1;
    group->runs[0] = (tl_bit_run){weight_of(&shape, d), shape.items[d], 1};
    read_columns(&out->bits, group);
    out->is_limited[d] = tl_origin_may_leave(origin, bound, shape.items[d]);
    if (!out->is_limited[d])
      continue;
    int64_t granule = tl_bound_granule(origin, bound);
    for (int64_t k = 0; k < out->bits.count; k++)
      group->of[k] &= granule ? ~(tl_lowest_bit((uint64_t)granule) - 1) : 0;
  }
  for (int64_t d = shape.count; d < TL_MAX_RANK; d++)
    out->is_limited[d] = false;
}

tl_code tl_copy_twist_read(const tl_copy_request *request,
                           const tl_fragment_digits *digits,
                           const tl_copy_partition *elements, tl_address *base,
                           tl_copy_twist *out, tl_error *error) {
  /* 1. Places, and groups. */
  uint64_t taken = 0;
  out->count = 0;
  TL_TRY(read_bits(&request->fragment, digits, &out->bits, error));
  TL_TRY(group_atoms(&elements->atoms, &taken, out, error));
  TL_TRY(group_starts(&elements->starts, out, error));
  take_swizzle(request, taken, base, out);
  for (int64_t i = 0; i < out->count; i++)
    read_columns(&out->bits, &out->groups[i]);
  read_coordinates(request, out);

  /* 2. What is XORed. */
  for (int64_t k = 0; k < out->bits.count; k++) {
    tl_place_bit *bit = &out->bits.items[k];
    bit->is_start = bit->is_slot && !is_atom(out, k);
  }
  for (int64_t i = 0; i < out->count; i++)
    if (out->groups[i].dimension < 0)
      reduce_group(&out->bits, &out->groups[i]);
  return TL_OK;
}

int64_t tl_copy_twist_step(const tl_copy_twist *twist, int64_t dimension) {
  tl_bit_group group = twist->coordinates[dimension];
  reduce_group(&twist->bits, &group);
  return group.unit;
}

bool tl_copy_twist_has_starts(const tl_copy_twist *twist, int64_t dimension) {
  for (int64_t k = 0; k < twist->bits.count; k++)
    if (twist->bits.items[k].is_start && twist->coordinates[dimension].of[k])
      return true;
  return false;
}

/* ---- Rows ---------------------------------------------------------------- */

/* How many bits from k on are consecutive bits of the thread that lead `step`
 * times as far each, without a carry in the product by the first. */
static int64_t length_of_run(const tl_place_bits *bits,
                             const tl_bit_group *group, int64_t k) {
  uint64_t first = group->of[k], taken = first;
  int64_t length = 1;
  for (; k + length < bits->count; length++) {
    const tl_place_bit *bit = &bits->items[k + length];
    uint64_t next = first << length;
    if (bit->is_slot || bit->stride != bits->items[k].stride << length ||
        group->of[k + length] != next || taken & next)
      break;
    taken |= next;
  }
  return length;
}

static void add_digit(const tl_place_bits *bits, int64_t source,
                      int64_t divisor, int64_t extent, int64_t stride,
                      tl_address *address) {
  bool is_slowest =
      source == TL_SOURCE_THREAD && divisor * extent == bits->thread_limit;
  tl_address_add(address, &(tl_term){.source = source,
                                     .divisor = divisor,
                                     .extent = is_slowest ? 0 : extent,
                                     .stride = stride});
}

void tl_bit_group_open(const tl_place_bits *bits, tl_bit_group *group,
                       tl_address *address) {
  uint64_t taken = 0;
  group->row = tl_address_open(address, TL_ROW_SUM);
  for (int64_t k = 0, length; k < bits->count; k += length) {
    const tl_place_bit *bit = &bits->items[k];
    length = 1;
    if (bit->is_slot || !group->of[k])
      continue;
    length = length_of_run(bits, group, k);
    for (int64_t i = k; i < k + length; taken |= group->of[i++])
      if (taken & group->of[i])
        address->rows[group->row].kind = TL_ROW_XOR;
    add_digit(bits, TL_SOURCE_THREAD, bit->stride, INT64_C(1) << length,
              (int64_t)group->of[k] / group->unit, address);
  }
}

void tl_bit_group_close(const tl_place_bits *bits, tl_bit_group *group,
                        tl_address *address) {
  int64_t fixed = group->row, known;
  uint64_t moved = group->constant;
  for (int64_t k = 0; k < bits->count; k++)
    moved |= bits->items[k].is_start ? group->of[k] : 0;
  if (!moved)
    return;
  known = tl_address_open(address, TL_ROW_XOR);
  if (group->constant)
    tl_address_add_number(address, (int64_t)group->constant / group->unit, 0);
  for (int64_t k = 0; k < bits->count; k++)
    if (bits->items[k].is_start && group->of[k])
      add_digit(bits, TL_SOURCE_START, bits->items[k].stride, 2,
                (int64_t)group->of[k] / group->unit, address);
  group->row = tl_address_open(address, TL_ROW_XOR);
  tl_address_add_source(address, TL_SOURCE_ROW + fixed);
  tl_address_add_source(address, TL_SOURCE_ROW + known);
}

static void add_atom(const tl_copy_request *request, const tl_copy_twist *twist,
                     int64_t k, tl_atoms *atoms) {
  const tl_place_bit *bit = &twist->bits.items[k];
  tl_atom atom = {.extent = 2, .register_stride = bit->stride};
  for (int64_t i = 0; i < twist->count; i++) {
    const tl_bit_group *group = &twist->groups[i];
    if (!group->of[k])
      continue;
    atom.memory_stride += (int64_t)group->of[k] * group->stride;
    atom.symbol = group->symbol;
  }
  if (atom.symbol)
    atom.divisor = request->memory.divisor[atom.symbol - 1];
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    if (twist->is_limited[d] && twist->coordinates[d].of[k]) {
      atom.dimension = d;
      atom.weight = (int64_t)twist->coordinates[d].of[k];
    }
  atoms->items[atoms->count++] = atom;
}

/* Slowest first. */
static void write_slots(const tl_copy_request *request,
                        const tl_copy_twist *twist, tl_copy_partition *out) {
  for (int64_t k = 0; k < twist->bits.count; k++) {
    const tl_place_bit *bit = &twist->bits.items[k];
    if (bit->is_start)
      out->starts.items[out->starts.count++] = (tl_atom){
          .extent = 2, .register_stride = bit->stride, .weight = bit->stride};
    else if (bit->is_slot)
      add_atom(request, twist, k, &out->atoms);
  }
  tl_atoms_reverse(&out->starts);
}

/* The coordinate whose digits the base reads. */
static int64_t write_scattered(const tl_copy_request *request,
                               const tl_bit_group *group, tl_address *address) {
  int64_t row = tl_address_open(address, TL_ROW_SUM);
  address->rows[row].name = 'x';
  address->rows[row].number = group->dimension;
  tl_address_add_origin(address, &request->origin[group->dimension],
                        group->dimension);
  tl_address_add_source(address, TL_SOURCE_ROW + group->row);
  return row;
}

void tl_copy_twist_write(const tl_copy_request *request,
                         const tl_copy_partition *elements,
                         tl_copy_twist *twist, tl_address *base,
                         tl_copy_partition *out) {
  int64_t scattered[TL_MAX_RANK] = {0};
  tl_address *address = &out->address;
  write_slots(request, twist, out);
  if (twist->groups[0].swizzle.bits)
    out->swizzle = (tl_swizzle){0, 0, 0};
  for (int64_t i = 0; i < twist->count; i++)
    if (twist->groups[i].unit)
      tl_bit_group_open(&twist->bits, &twist->groups[i], address);
  out->moved = address->row_count;
  for (int64_t i = 0; i < twist->count; i++) {
    tl_bit_group *group = &twist->groups[i];
    if (!group->unit)
      continue;
    tl_bit_group_close(&twist->bits, group, address);
    if (group->dimension >= 0)
      scattered[group->dimension] = write_scattered(request, group, address);
  }
  for (int64_t i = 0; i < base->term_count; i++) {
    tl_term *term = &base->terms[i];
    if (term->source >= TL_SOURCE_ROW && term->source != TL_SOURCE_ONE)
      term->source =
          TL_SOURCE_ROW +
          scattered[elements->address.rows[term->source - TL_SOURCE_ROW]
                        .number];
  }
  for (int64_t i = 0; i < twist->count; i++) {
    const tl_bit_group *group = &twist->groups[i];
    if (group->unit && group->dimension < 0)
      tl_address_add(base, &(tl_term){.source = TL_SOURCE_ROW + group->row,
                                      .divisor = 1,
                                      .stride = group->stride * group->unit,
                                      .symbol = group->symbol});
  }
}
