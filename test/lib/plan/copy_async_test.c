// RUN: copy_async_test | FileCheck %s
// CHECK: C10 pairs: {{[1-9][0-9][0-9]+}} checked, 0 failed
// CHECK: C11 accesses: {{[1-9][0-9][0-9]+}} checked, 0 failed
// CHECK: C11 widest: {{[1-9][0-9][0-9]+}} checked, 0 failed
// CHECK: C11 first elements: {{[1-9][0-9][0-9]+}} checked, 0 failed
// CHECK: pairs: 56252 made, 3748 refused
// CHECK: accesses of 16, 8, 4 bytes: 8339, 13785, 13351, none: 20777

/* Laws C10 and C11 of tl/copy_access.h: random registers, taken apart in two ways
 * with two sets of strides, and all of their slots. */
#include "tl/copy_access.h"
#include <stdio.h>
#include <string.h>

enum { CASES = 60000, MAX_SLOTS = 64 };
enum { PAIRS = 0, ACCESSES, WIDEST, PREFIX, LAW_COUNT };

static const char *const NAMES[LAW_COUNT] = {
    "C10 pairs", "C11 accesses", "C11 widest", "C11 first elements"};
static long long checked[LAW_COUNT], failed[LAW_COUNT];
static long made, refused, by_bytes[17];

static uint64_t seed = 1;

static int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

static void expect(int law, bool holds) {
  checked[law]++;
  failed[law] += !holds;
}

/* `slots` as the product of digits; dimension 0 or 1 and a weight are those of a
 * source. */
static tl_atoms random_digits(int64_t slots, bool is_source) {
  tl_atoms out = {0};
  int64_t slot = 1, weight = 1, dimension = 0;
  while (slot < slots) {
    int64_t left = slots / slot, extent = 2 + below(left);
    if (left % extent != 0)
      continue;
    if (is_source && dimension == 0 && !below(3)) {
      dimension = 1;
      weight = 1;
    }
    out.items[out.count++] = (tl_atom){.extent = extent,
                                       .register_stride = slot,
                                       .dimension = dimension,
                                       .weight = is_source ? weight : 0};
    weight *= extent;
    slot *= extent;
  }
  return out;
}

/* With strides in any order, which may have gaps; slowest first. */
static tl_atoms random_atoms(int64_t slots, bool is_source) {
  tl_atoms digits = random_digits(slots, is_source), out = digits;
  int64_t stride = 1;
  bool is_ordered = below(2);
  for (int64_t left = digits.count; left > 0; left--) {
    int64_t k = is_ordered ? 0 : below(left);
    tl_atom atom = digits.items[k];
    for (int64_t i = k; i + 1 < left; i++)
      digits.items[i] = digits.items[i + 1];
    if (!below(4))
      stride += below(2) ? below(3) : stride * below(3);
    atom.memory_stride = stride;
    stride *= atom.extent;
    out.items[left - 1] = atom;
  }
  return out;
}

/* What the atoms say of a combination of digits, and of a slot. */
typedef struct sums {
  int64_t from, to, coordinate[2];
} sums;

static sums sums_of(const tl_atoms *atoms, int64_t number) {
  sums out = {0};
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    int64_t digit = number % atom->extent;
    number /= atom->extent;
    out.from += digit * atom->memory_stride;
    out.to += digit * atom->register_stride;
    out.coordinate[atom->dimension] += digit * atom->weight;
  }
  return out;
}

static sums add(sums a, sums b) {
  return (sums){
      a.from + b.from,
      a.to + b.to,
      {a.coordinate[0] + b.coordinate[0], a.coordinate[1] + b.coordinate[1]}};
}

/* The memory of every slot; where[slot] of a load has its coordinates, too. */
static void enumerate(const tl_atoms *atoms, int64_t slots, sums *where) {
  for (int64_t number = 0; number < slots; number++) {
    sums one = sums_of(atoms, number);
    where[one.to] = one;
  }
}

static void check_pairs(const tl_atoms *pairs, const sums *loaded,
                        const sums *stored, int64_t slots) {
  bool found[MAX_SLOTS] = {false};
  for (int64_t number = 0; number < slots; number++) {
    sums one = sums_of(pairs, number);
    bool holds = false;
    for (int64_t slot = 0; slot < slots && !holds; slot++)
      if (!found[slot] && loaded[slot].from == one.from &&
          stored[slot].from == one.to &&
          loaded[slot].coordinate[0] == one.coordinate[0] &&
          loaded[slot].coordinate[1] == one.coordinate[1])
        holds = found[slot] = true;
    expect(PAIRS, holds);
  }
}

static bool is_aligned(const tl_swizzle *swizzle, int64_t place,
                       int64_t width) {
  return tl_swizzle_apply(swizzle, place) % width == 0;
}

static void check_accesses(const tl_copy_vectors *plan,
                           const tl_swizzle *swizzles) {
  int64_t width = plan->width;
  for (int64_t run = 0; run < tl_atoms_count(&plan->outer); run++) {
    sums first = sums_of(&plan->outer, run);
    bool holds = is_aligned(&swizzles[0], first.from, width) &&
                 is_aligned(&swizzles[1], first.to, width) &&
                 tl_atoms_count(&plan->inner) == width;
    for (int64_t i = 0; i < width; i++) {
      sums one = add(first, sums_of(&plan->inner, i));
      holds &= tl_swizzle_apply(&swizzles[0], one.from) ==
                   tl_swizzle_apply(&swizzles[0], first.from) + i &&
               tl_swizzle_apply(&swizzles[1], one.to) ==
                   tl_swizzle_apply(&swizzles[1], first.to) + i;
    }
    expect(ACCESSES, holds);
  }
  for (int64_t d = 0; d < 2; d++) {
    int64_t step = tl_async_step(&plan->inner, width, d);
    bool holds = step > 0;
    for (int64_t i = 0; i < width && holds; i++)
      holds = sums_of(&plan->inner, i).coordinate[d] == i / step;
    expect(PREFIX, holds);
  }
}

/* The element at a place of the source, or -1. */
static int64_t slot_at(const sums *loaded, int64_t slots, int64_t place) {
  for (int64_t slot = 0; slot < slots; slot++)
    if (loaded[slot].from == place)
      return slot;
  return -1;
}

/* Whether accesses of `width` elements at multiples of it are consecutive on both
 * sides, and left from the front by a bound of each dimension. */
static bool can_be(const sums *loaded, const sums *stored, int64_t slots,
                   int64_t width) {
  for (int64_t slot = 0; slot < slots; slot++) {
    if (loaded[slot].from % width != 0)
      continue;
    int64_t step[2] = {width, width};
    for (int64_t i = 0; i < width; i++) {
      int64_t other = slot_at(loaded, slots, loaded[slot].from + i);
      if (other < 0 || stored[slot].from % width != 0 ||
          stored[other].from != stored[slot].from + i)
        return false;
      for (int d = 0; d < 2; d++) {
        int64_t moved =
            loaded[other].coordinate[d] - loaded[slot].coordinate[d];
        if (moved && step[d] == width)
          step[d] = i;
        if (moved != i / step[d])
          return false;
      }
    }
  }
  for (int64_t slot = 0; slot < slots; slot++)
    if (slot_at(loaded, slots, loaded[slot].from / width * width) < 0)
      return false;
  return true;
}

/* Plans that say no more than atoms, swizzles and alignment. */
static tl_code choose(tl_copy_partition plans[2], int64_t bytes,
                      tl_copy_choice *out, tl_error *error) {
  tl_access_rules rules[2] = {{.is_shared = false}, {.is_shared = true}};
  tl_access_side sides[2];
  tl_copy_request requests[2] = {{.element_bytes = bytes},
                                 {.element_bytes = bytes, .stores = 1}};
  for (int i = 0; i < 2; i++) {
    requests[i].base_alignment = plans[i].alignment;
    rules[i].target = tl_target_default();
    sides[i] = (tl_access_side){&requests[i], &rules[i], &plans[i]};
  }
  return tl_copy_choose(sides, 2, out, error);
}

static void check_case(void) {
  static tl_copy_partition plans[2];
  static const int64_t SLOTS[] = {4, 8, 12, 16, 24, 32, 64};
  int64_t slots = SLOTS[below(7)], bytes = INT64_C(1) << below(4);
  int64_t alignment = bytes << below(5), width;
  tl_atoms load = random_atoms(slots, true), store = random_atoms(slots, false);
  if (!below(3)) {
    store = load;
    for (int64_t i = 0; i < store.count; i++)
      store.items[i].dimension = store.items[i].weight = 0;
  }
  sums loaded[MAX_SLOTS], stored[MAX_SLOTS];
  tl_swizzle swizzles[2] = {{0}, {0}};
  for (int side = 0; side < 2; side++) {
    if (below(4))
      continue;
    int64_t bits = 1 + below(3), base = below(4);
    if (tl_swizzle_create(base, bits, 3, &swizzles[side], NULL))
      return;
  }
  for (int side = 0; side < 2; side++) {
    plans[side].atoms = side ? store : load;
    plans[side].swizzle = swizzles[side];
    plans[side].alignment = alignment;
  }
  tl_copy_choice choice;
  tl_error error;
  bool planned = choose(plans, bytes, &choice, &error) == TL_OK;
  if (!planned && strstr(error.message, "neither divides")) {
    refused++;
    return;
  }
  made++;
  enumerate(&load, slots, loaded);
  enumerate(&store, slots, stored);
  by_bytes[planned ? choice.width * bytes : 0]++;
  if (planned) {
    check_pairs(&plans[0].atoms, loaded, stored, slots);
    check_accesses(&choice.vectors, swizzles);
  }
  width = planned ? choice.width * 2 : 4 / bytes;
  if ((slots & (slots - 1)) != 0 || width < 1 || width * bytes > 16 ||
      alignment % (width * bytes) != 0 || swizzles[0].bits || swizzles[1].bits)
    return;
  expect(WIDEST, !can_be(loaded, stored, slots, width));
}

int main(void) {
  long long all = 0;
  for (int i = 0; i < CASES; i++)
    check_case();
  for (int i = 0; i < LAW_COUNT; i++) {
    printf("%s: %lld checked, %lld failed\n", NAMES[i], checked[i], failed[i]);
    all += failed[i];
  }
  printf("pairs: %ld made, %ld refused\n", made, refused);
  printf("accesses of 16, 8, 4 bytes: %ld, %ld, %ld, none: %ld\n", by_bytes[16],
         by_bytes[8], by_bytes[4], by_bytes[0]);
  return all != 0;
}
