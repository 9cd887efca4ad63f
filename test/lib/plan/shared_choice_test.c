// RUN: shared_choice_test 1000 | FileCheck %s
// RUN: shared_choice_test_fast 6000 | FileCheck %s --check-prefixes=CHECK,CHOSEN
// CHECK: C21 wavefronts: {{[1-9][0-9]+}} layouts, {{[1-9][0-9]+}} points, 0 failures
// CHECK: C22 never worse: {{[1-9][0-9]+}} layouts, {{[1-9][0-9]+}} points, 0 failures
// CHECK: C23 bound: {{[1-9][0-9]+}} layouts, {{[1-9][0-9]+}} points, 0 failures
// CHECK: C23 proofs: {{[1-9]}} layouts, {{[1-9][0-9]+}} points, 0 failures
// CHECK: at the bound of three linear accessors without room: {{[89][0-9][.][0-9]}} % of {{[0-9]+}}, {{[0-9]+}} more with a proof, 0 without
// CHECK: at the bound of one linear accessor: {{99[.][0-9]|100[.]0}} %
// CHECK: at the bound of two linear accessors: {{99[.][0-9]|100[.]0}} %
// CHECK: at the bound of three linear accessors: {{99[.][0-9]|100[.]0}} %
// CHECK: at the bound of four linear accessors: {{9[0-9][.][0-9]}} % of {{[0-9]+}}, {{[0-9]+}} more with a proof, 0 without
// CHECK: never worse than pairs: {{[1-9][0-9]+}}, {{[1-9][0-9]+}} with cp.async, 0 failures
// CHECK: by cp.async: {{[1-9][0-9]+}}
// CHOSEN: of eight accessors: {{[1-9][0-9]}}; of all over 20 ms: 0
// The search finds no less than this; more is a better search.
// CHOSEN: chosen: 352236 wavefronts, 143645 accesses, 258878 instructions, 23715987 bytes
// CHECK: known cases: {{[1-9]+}}, 0 failures

/* Laws C21 to C23 of tl/shared_choice.h, and known cases.
 * usage: shared_choice_test SETS */
#include "layout/random_layouts.h"
#include "plan/paired_swizzle.h"
#include "tl/expression.h"
#include "tl/layout_questions.h"
#include "tl/shared.h"
#include "tl/shared_choice.h"
#include <time.h>

enum {
  MOST_BITS = 16,
  MOST_DEGREE = 4,
  MOST_MILLISECONDS = 20, /* of a search */
  MOST_TRIES = 4,         /* where something else may have the machine */
};

static law waves = {"wavefronts", 0, 0, 0};
static law worse = {"never worse", 0, 0, 0};
static law bound = {"bound", 0, 0, 0};
static law listed = {"proofs", 0, 0, 0};
static long sets[1 + MOST_DEGREE], met[1 + MOST_DEGREE];
static long proven[1 + MOST_DEGREE]; /* not met, and no order of bits is less */
static tl_shared_cost chosen;        /* the sum of what choices cost */
static long paired, paired_direct, paired_failures;
static long direct; /* accessors without registers */
static long full, slow;
static bool is_verbose;

/*===--- C21: by definition ----------------------------------------------===*/

/* The most words of a bank, phase by phase, of one access. */
static int64_t defined_waves(const int64_t *addresses, int64_t lanes,
                             int64_t bytes) {
  int64_t phase = bytes <= 4 ? 32 : 128 / bytes, sum = 0;
  for (int64_t first = 0; first < lanes; first += phase) {
    int64_t words[32 * 4], count = 0, of_bank[32] = {0}, most = 0;
    for (int64_t t = first; t < first + phase && t < lanes; t++)
      for (int64_t at = 0; at < bytes; at += 4) {
        int64_t word = (addresses[t] + at) / 4, i = 0;
        if (addresses[t] == TL_LANE_INACTIVE)
          continue;
        while (i < count && words[i] != word)
          i++;
        if (i == count) {
          words[count++] = word;
          of_bank[word % 32]++;
        }
      }
    for (int bank = 0; bank < 32; bank++)
      most = of_bank[bank] > most ? of_bank[bank] : most;
    sum += most;
  }
  return sum;
}

static int64_t place_of(const tl_layout *layout, const int64_t *coordinate) {
  int64_t offset = 0, iter = 0;
  for (int64_t d = 0; d < layout->rank; d++) {
    int64_t rest = coordinate[d];
    iter += layout->group_size[d];
    for (int64_t i = 1; i <= layout->group_size[d]; i++) {
      const tl_iter *own = &layout->iters[iter - i];
      offset += rest % own->extent * own->stride;
      rest /= own->extent;
    }
  }
  return tl_swizzle_apply(&layout->swizzle, offset);
}

/* Whether so many elements along a dimension always follow each other. */
static bool has_runs(const tl_list *shape, const tl_layout *layout,
                     int64_t dimension, int64_t run) {
  int64_t elements = 1;
  for (int64_t d = 0; d < shape->count; d++)
    elements *= shape->items[d];
  for (int64_t i = 0; i < elements; i++) {
    int64_t at[TL_MAX_RANK], rest = i;
    for (int64_t d = 0; d < shape->count; d++) {
      at[d] = rest % shape->items[d];
      rest /= shape->items[d];
    }
    int64_t within = at[dimension] % run, place = place_of(layout, at);
    at[dimension] -= within;
    if (place_of(layout, at) + within != place)
      return false;
  }
  return shape->items[dimension] % run == 0;
}

/* Elements of up to 16 bytes that follow each other are moved at once. */
static tl_access_rules rules_of(const tl_shared_request *request,
                                const tl_layout *layout,
                                const tl_shared_accessor *accessor) {
  tl_access_rules rules = request->rules;
  int64_t bytes = accessor->copy.element_bytes, run = accessor->run;
  if (!run)
    return rules;
  while (2 * run * bytes <= 16 &&
         has_runs(&request->shape, layout, accessor->run_dimension, 2 * run))
    run *= 2;
  rules.max_bits = 8 * run * bytes;
  rules.uses_matrices = false;
  return rules;
}

static bool simulate(const tl_shared_request *request, const tl_layout *layout,
                     int64_t *out) {
  *out = 0;
  for (int64_t i = 0; i < request->accessor_count; i++) {
    tl_copy_request copy = request->accessors[i].copy;
    tl_copy_partition plan;
    tl_copy_choice choice;
    tl_access_rules rules = rules_of(request, layout, &request->accessors[i]);
    tl_access_side side = {&copy, &rules, &plan};
    copy.memory = *layout;
    if (tl_copy_partition_plan(&copy, &plan, NULL) ||
        tl_copy_choose(&side, 1, &choice, NULL))
      return false;
    int64_t count = tl_copy_access_count(&plan, &choice.vectors);
    for (int64_t k = 0; k < count; k++) {
      int64_t addresses[TL_COUNTED_LANES], lanes;
      if (tl_copy_addresses(&copy, &plan, &choice.vectors, k, addresses, &lanes,
                            NULL))
        return false;
      *out += request->accessors[i].weight *
              defined_waves(addresses, lanes,
                            tl_copy_access_of_run(&choice.vectors, k).width *
                                copy.element_bytes);
    }
  }
  return true;
}

/*===--- Showing --------------------------------------------------------===*/

static void print_layout(const char *before, const tl_layout *layout) {
  tl_text text = {0};
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  tl_value_print(&value, &text);
  printf("  %s%s\n", before, text.data);
}

static void print_cost(const char *before, const tl_layout *layout,
                       const tl_shared_cost *cost) {
  print_layout(before, layout);
  printf("  %d wavefronts, %d accesses, %d instructions, %d bytes\n",
         (int)cost->wavefronts, (int)cost->accesses, (int)cost->instructions,
         (int)cost->bytes);
}

static void print_set(const tl_shared_request *request,
                      const tl_shared_choice *choice) {
  for (int64_t i = 0; i < request->accessor_count; i++)
    print_layout(request->accessors[i].run           ? "cp.async "
                 : request->accessors[i].copy.stores ? "store "
                                                     : "load ",
                 &request->accessors[i].copy.fragment);
  print_cost("-> ", &choice->layout, &choice->cost);
  printf("  %d bytes, matrices %d, bound %d, by XOR %d, %d layouts\n",
         (int)request->accessors->copy.element_bytes,
         request->rules.uses_matrices, (int)choice->bound,
         (int)choice->least_by_xor, (int)choice->evaluated);
}

/*===--- C22: what it is compared with -----------------------------------===*/

static void expect_no_better(const tl_shared_request *request,
                             const tl_layout *other,
                             const tl_shared_choice *choice) {
  tl_shared_cost cost;
  if (tl_shared_measure(request, other, NULL, &cost, NULL) != TL_OK ||
      (request->most_bytes && cost.bytes > request->most_bytes))
    return;
  bool is_worse = tl_shared_compare(&choice->cost, &cost) > 0;
  expect(&worse, !is_worse);
  if (is_worse)
    print_cost("better: ", other, &cost);
}

static void check_rivals(const tl_shared_request *request,
                         const tl_shared_choice *choice) {
  int64_t bytes = request->accessors->copy.element_bytes;
  const tl_list *shape = &request->shape;
  tl_layout rival;
  worse.layouts++;
  if (tl_layout_dense(shape, true, &rival, NULL) == TL_OK)
    expect_no_better(request, &rival, choice);
  if (tl_shared_row_major_swizzle(shape, bytes, &rival, NULL) == TL_OK)
    expect_no_better(request, &rival, choice);
  for (int64_t padding = 0; padding * bytes <= 16; padding++) {
    tl_list strides = {.count = shape->count};
    int64_t stride = 1;
    for (int64_t d = shape->count - 1; d >= 0; d--) {
      strides.items[d] = stride;
      stride = stride * shape->items[d] + (d == shape->count - 1 ? padding : 0);
    }
    if (tl_layout_from_strides(shape, &strides, &rival, NULL) == TL_OK)
      expect_no_better(request, &rival, choice);
  }
}

/* Two accessors of bits, which no matrices move. */
static void check_pair(const tl_shared_request *request,
                       const tl_shared_choice *choice) {
  paired_side sides[2];
  int bits = 0, element = 0;
  if (request->accessor_count != 2 ||
      !paired_read(&request->accessors[0], &sides[0]) ||
      !paired_read(&request->accessors[1], &sides[1]))
    return;
  for (int64_t d = 0; d < request->shape.count; d++)
    bits += __builtin_ctzll((uint64_t)request->shape.items[d]);
  while (1 << element < request->accessors->copy.element_bytes)
    element++;
  int64_t theirs = paired_waves(sides, bits, element);
  bool is_worse = choice->cost.wavefronts > theirs;
  if (!theirs)
    return;
  paired++;
  paired_direct += request->accessors[0].run || request->accessors[1].run;
  paired_failures += is_worse;
  if (is_worse)
    printf("pairs take %d:\n", (int)theirs);
  if (is_worse)
    print_set(request, choice);
}

/*===--- C23: every order of bits under every XOR -------------------------===*/

enum { ALL_ORDERS_BITS = 6, MOST_LISTED = 2 };

/* Offset bit places[i] is bit i of the coordinate, the last dimension first. */
static void expect_no_less(const tl_shared_request *request,
                           const int64_t *places, int64_t least) {
  tl_layout layout = {.rank = request->shape.count};
  int64_t bits[TL_MAX_RANK], end = 0;
  for (int64_t d = 0; d < layout.rank; d++)
    end += bits[d] = __builtin_ctzll((uint64_t)request->shape.items[d]);
  int64_t all = end;
  for (int64_t d = 0; d < layout.rank; end -= bits[d++])
    for (int64_t i = 1; i <= (layout.group_size[d] = bits[d]); i++)
      layout.iters[layout.shard_count++] =
          (tl_iter){.extent = 2, .stride = INT64_C(1) << places[end - i]};
  for (int64_t base = 0; base < all; base++)
    for (int64_t count = base == 0 ? 0 : 1; count < all; count++)
      for (int64_t shift = 1; base + count + shift <= all; shift++) {
        tl_layout made = layout;
        tl_shared_cost cost;
        made.swizzle =
            count ? (tl_swizzle){base, count, shift} : (tl_swizzle){0, 0, 0};
        expect(&listed,
               !tl_layout_create(&made, &made, NULL) &&
                   (tl_shared_measure(request, &made, NULL, &cost, NULL) ||
                    cost.wavefronts >= least));
      }
}

static void list_orders(const tl_shared_request *request, int64_t *places,
                        int64_t used, int64_t count, int64_t least) {
  int64_t bits = 0;
  for (int64_t d = 0; d < request->shape.count; d++)
    bits += __builtin_ctzll((uint64_t)request->shape.items[d]);
  if (count == bits)
    expect_no_less(request, places, least);
  for (int64_t place = 0; place < bits; place++)
    if (!(used >> place & 1)) {
      places[count] = place;
      list_orders(request, places, used | INT64_C(1) << place, count + 1,
                  least);
    }
}

/* Where there is a proof, and not too many to list. */
static void check_proof(const tl_shared_request *request,
                        const tl_shared_choice *choice) {
  int64_t places[ALL_ORDERS_BITS], elements = 1;
  for (int64_t d = 0; d < request->shape.count; d++)
    elements *= request->shape.items[d];
  if (choice->is_met || choice->least_by_xor < choice->cost.wavefronts ||
      elements > 1 << ALL_ORDERS_BITS || listed.layouts == MOST_LISTED)
    return;
  listed.layouts++;
  list_orders(request, places, 0, 0, choice->least_by_xor);
}

/*===--- The time of a search ---------------------------------------------===*/

/* Chooses; again, where it took too long. */
static tl_code choose_in_time(const tl_shared_request *request,
                              tl_shared_choice *out) {
  bool is_slow = true;
  for (int i = 0; i < MOST_TRIES && is_slow; i++) {
    clock_t start = clock();
    tl_code code = tl_shared_choose(request, out, NULL);
    if (code != TL_OK)
      return code;
    is_slow = (clock() - start) * 1000 > MOST_MILLISECONDS * CLOCKS_PER_SEC;
  }
  full += request->accessor_count == TL_SHARED_MOST_ACCESSORS;
  slow += is_slow;
  return TL_OK;
}

static void check_choice(const tl_shared_request *request, bool is_linear) {
  tl_shared_choice choice;
  int64_t counted, degree = request->most_bytes ? 0 : request->accessor_count;
  long before = waves.failures + worse.failures + bound.failures;
  if (choose_in_time(request, &choice))
    return;
  waves.layouts++;
  bound.layouts++;
  expect(&waves, simulate(request, &choice.layout, &counted) &&
                     counted == choice.cost.wavefronts);
  tl_shared_cost least = tl_shared_least(request);
  expect(&bound, least.wavefronts <= choice.bound &&
                     least.accesses <= choice.cost.accesses);
  expect(&bound, choice.bound <= choice.cost.wavefronts &&
                     choice.is_met == (choice.bound >= choice.cost.wavefronts));
  expect(&bound, !choice.least_by_xor || choice.least_by_xor >= choice.bound);
  expect(&bound,
         choice.evaluated <= TL_SHARED_MOST_EVALUATED &&
             tl_layout_is_injective(&choice.layout, 32, NULL, NULL) == TL_YES);
  check_rivals(request, &choice);
  for (int64_t i = 0; i < request->accessor_count; i++)
    direct += request->accessors[i].run != 0;
  chosen.wavefronts += choice.cost.wavefronts;
  chosen.accesses += choice.cost.accesses;
  chosen.instructions += choice.cost.instructions;
  chosen.bytes += choice.cost.bytes;
  if (is_linear) {
    check_pair(request, &choice);
    sets[degree]++;
    met[degree] += choice.is_met;
    check_proof(request, &choice);
    proven[degree] +=
        !choice.is_met && choice.least_by_xor >= choice.cost.wavefronts;
  }
  if (is_verbose &&
      ((is_linear && !choice.is_met) ||
       before != waves.failures + worse.failures + bound.failures))
    print_set(request, &choice);
}

/*===--- Random sets -----------------------------------------------------===*/

static void shuffle_part(int64_t *items, int64_t first, int64_t end) {
  for (int64_t i = end - 1; i > first; i--) {
    int64_t k = first + below(i - first + 1), item = items[i];
    items[i] = items[k];
    items[k] = item;
  }
}

/* The bits of a coordinate, as registers, lanes and warps have them: in any
 * order, or in runs of a dimension, with some registers in front. */
static void order_bits(const tl_list *bits, int64_t *order) {
  int64_t count = 0, all = 0;
  bool is_reversed = below(2);
  for (int64_t i = 0; i < bits->count; i++) {
    int64_t d = is_reversed ? bits->count - 1 - i : i, first = 0;
    for (int64_t k = 0; k < d; k++)
      first += bits->items[k];
    for (int64_t k = 0; k < bits->items[d]; k++)
      order[count++] = first + k;
    all += bits->items[d];
  }
  if (below(3) == 0)
    shuffle_part(order, 0, all);
  else if (below(2))
    shuffle_part(order, below(all), all);
}

/* Random digits of two: each bit is of a register or of a thread. */
static bool linear_fragment(const tl_list *bits, tl_layout *out) {
  int64_t order[MOST_BITS], all = 0, count = 0, numbers[2] = {1, 1};
  int64_t who[MOST_BITS];
  tl_iter of_bit[MOST_BITS];
  for (int64_t d = 0; d < bits->count; d++)
    all += bits->items[d];
  order_bits(bits, order);
  int64_t threads = 5 + below(3), vector = below(4);
  for (int64_t i = 0; i < all; i++)
    who[i] = i >= vector && i < vector + threads;
  if (below(3) == 0)
    shuffle_part(who, 0, all);
  for (int64_t i = 0; i < all; i++) {
    of_bit[order[i]] = (tl_iter){.extent = 2,
                                 .stride = numbers[who[i]],
                                 .axis = who[i] ? TL_AXIS_TX : TL_AXIS_M};
    numbers[who[i]] *= 2;
  }
  if (numbers[0] > 128 || numbers[1] > 512)
    return false;
  *out = (tl_layout){.rank = bits->count};
  for (int64_t d = 0; d < bits->count; d++) {
    out->group_size[d] = bits->items[d];
    for (int64_t k = bits->items[d] - 1; k >= 0; k--)
      out->iters[out->shard_count++] = of_bit[count + k];
    count += bits->items[d];
  }
  if (numbers[1] < 128 && below(6) == 0)
    out->iters[out->shard_count + out->replica_count++] =
        (tl_iter){2, numbers[1], TL_AXIS_TX, 0};
  return tl_layout_create(out, out, NULL) == TL_OK;
}

/* Registers of a thread hold so many elements along the dimension, whose first
 * digits those are. */
static bool holds_run(const tl_layout *fragment, int64_t dimension,
                      int64_t run) {
  const tl_iter *end = fragment->iters;
  for (int64_t d = 0; d <= dimension; d++)
    end += fragment->group_size[d];
  for (int64_t i = fragment->group_size[dimension]; i > 0 && run > 1; i--) {
    int64_t extent = (--end)->extent;
    if (end->axis != TL_AXIS_M || (extent % run && run % extent))
      return false;
    run = extent < run ? run / extent : 1;
  }
  return run == 1;
}

/* Some of the accessors store by cp.async, which moves 4 bytes at least. */
static void choose_direct(const tl_target *target, tl_shared_accessor *own) {
  int64_t run = own->copy.element_bytes < 4 ? 4 / own->copy.element_bytes : 1;
  int64_t rank = own->copy.fragment.rank;
  int64_t dimension = below(3) ? rank - 1 : below(rank);
  if (below(3) || !(target->kinds & TL_HAS_ASYNC) ||
      !holds_run(&own->copy.fragment, dimension, run))
    return;
  own->copy.stores = true;
  own->run = run;
  own->run_dimension = dimension;
}

static const char *const TARGETS[] = {"sm_70", "sm_80", "sm_90", "sm_100a"};

static void random_linear_set(bool is_full) {
  tl_shared_accessor accessors[TL_SHARED_MOST_ACCESSORS];
  tl_shared_request request = {.accessor_count = is_full
                                                     ? TL_SHARED_MOST_ACCESSORS
                                                     : 1 + below(MOST_DEGREE),
                               .accessors = accessors,
                               .rules = {.is_shared = true}};
  int64_t bytes = INT64_C(1) << below(5), threads;
  tl_list bits = {.count = 1 + (below(5) > 0) + (below(8) == 0)};
  request.shape.count = bits.count;
  for (int64_t d = 0; d < bits.count; d++) {
    bits.items[d] = 1 + below(12 / bits.count);
    request.shape.items[d] = INT64_C(1) << bits.items[d];
  }
  if (tl_target_find(TARGETS[below(4)], &request.rules.target, NULL))
    return;
  request.rules.uses_matrices = below(4) > 0;
  for (int64_t i = 0; i < request.accessor_count; i++) {
    tl_shared_accessor *own = &accessors[i];
    *own = (tl_shared_accessor){.weight = 1 + (below(4) == 0) * below(4),
                                .copy = {.scope = TL_SCOPE_CTA,
                                         .lanes = 32,
                                         .stores = below(2) != 0,
                                         .element_bytes = bytes,
                                         .base_alignment = 128}};
    if (!linear_fragment(&bits, &own->copy.fragment) ||
        tl_layout_count_threads(&own->copy.fragment, 32, &threads, NULL))
      return;
    threads = (threads + 31) / 32 * 32;
    own->copy.threads = (tl_thread_range){threads, threads};
    choose_direct(request.rules.target, own);
  }
  check_choice(&request, !is_full);
  if (request.accessor_count != 3)
    return;
  request.most_bytes = bytes;
  for (int64_t d = 0; d < bits.count; d++)
    request.most_bytes <<= bits.items[d];
  check_choice(&request, true);
}

/* Extents such as 24, 48, 96 and 127: rows, columns and blocks. */
static bool odd_fragment(const tl_list *shape, tl_layout *out,
                         int64_t *threads) {
  static const int64_t BLOCKS[] = {1, 1, 2, 4, 8, 3};
  int64_t fast = below(2), slots = 1;
  *out = (tl_layout){.rank = 2};
  tl_iter digits[2][2];
  *threads = 1;
  for (int64_t i = 0; i < 2; i++) {
    int64_t d = fast ^ i, block = BLOCKS[below(6)];
    while (shape->items[d] % block)
      block = BLOCKS[below(6)];
    if (i && below(2))
      block = shape->items[d];
    digits[d][0] = (tl_iter){shape->items[d] / block, *threads, TL_AXIS_TX, 0};
    digits[d][1] = (tl_iter){block, slots, TL_AXIS_M, 0};
    slots *= block;
    *threads *= shape->items[d] / block;
  }
  for (int64_t d = 0; d < 2; d++) {
    out->group_size[d] = 2;
    for (int64_t i = 0; i < 2; i++)
      out->iters[out->shard_count++] = digits[d][i];
  }
  return *threads <= 1024 && slots <= 256 &&
         tl_layout_create(out, out, NULL) == TL_OK;
}

static void random_odd_set(void) {
  static const int64_t EXTENTS[] = {8, 12, 16, 24, 32, 48, 64, 96, 127};
  tl_shared_accessor accessors[2];
  tl_shared_request request = {
      .accessor_count = 1 + below(2),
      .accessors = accessors,
      .rules = {.is_shared = true, .uses_matrices = true}};
  int64_t bytes = INT64_C(1) << below(4);
  request.shape.count = 2;
  for (int64_t d = 0; d < 2; d++)
    request.shape.items[d] = EXTENTS[below(9)];
  request.rules.target = tl_target_default();
  for (int64_t i = 0; i < request.accessor_count; i++) {
    int64_t threads;
    accessors[i] = (tl_shared_accessor){.weight = 1,
                                        .copy = {.scope = TL_SCOPE_CTA,
                                                 .lanes = 32,
                                                 .stores = below(2) != 0,
                                                 .element_bytes = bytes,
                                                 .base_alignment = 128}};
    if (!odd_fragment(&request.shape, &accessors[i].copy.fragment, &threads))
      return;
    accessors[i].copy.threads = (tl_thread_range){threads, threads};
    choose_direct(request.rules.target, &accessors[i]);
  }
  check_choice(&request, false);
}

/*===--- Known cases -----------------------------------------------------===*/

typedef struct known_case {
  const char *store, *load;
  int64_t bytes, wavefronts, accesses;
} known_case;

static const known_case KNOWN[] = {
    /* A warp's 32 x 32 of f32 by rows and by columns. */
    {"S[(32, 32) : (1@laneid, 1)]", "S[(32, 32) : (1, 1@laneid)]", 4, 64, 16},
    /* ... of f16: one side is as wide as it can be. */
    {"S[(32, 32) : (1@laneid, 1)]", "S[(32, 32) : (1, 1@laneid)]", 2, 32, 8},
    /* Accumulators of m16n8k16 to a row a lane, and to operand A. */
    {"mma_c(16, 8, 16, 16)", "S[(16, 8) : (2@laneid, 1)] + R[2 : 1@laneid]", 4,
     12, 3},
};
static long known_failures;

static bool read_fragment(const char *text, tl_copy_request *out) {
  tl_value value;
  out->scope = TL_SCOPE_WARP;
  return tl_expression_evaluate(text, strlen(text), TL_KIND_NONE, 32, &value,
                                NULL) == TL_OK &&
         tl_value_to_tile(&value, out->scope, 32, &out->fragment, NULL) ==
             TL_OK;
}

static void check_known(const known_case *known) {
  tl_shared_accessor accessors[2];
  const char *texts[] = {known->store, known->load};
  tl_shared_request request = {.accessor_count = 2,
                               .accessors = accessors,
                               .rules = {.is_shared = true,
                                         .uses_matrices = true,
                                         .target = tl_target_default()}};
  tl_shared_choice choice;
  for (int i = 0; i < 2; i++) {
    accessors[i] = (tl_shared_accessor){.weight = 1,
                                        .copy = {.lanes = 32,
                                                 .threads = {32, 32},
                                                 .stores = i == 0,
                                                 .element_bytes = known->bytes,
                                                 .base_alignment = 128}};
    if (!read_fragment(texts[i], &accessors[i].copy)) {
      printf("no fragment: %s\n", texts[i]);
      known_failures++;
      return;
    }
  }
  request.shape = tl_layout_shape(&accessors->copy.fragment);
  bool is_right = tl_shared_choose(&request, &choice, NULL) == TL_OK &&
                  choice.cost.wavefronts == known->wavefronts &&
                  choice.cost.accesses == known->accesses;
  if (!is_right) {
    print_set(&request, &choice);
    known_failures++;
  }
}

/* Nothing is known of tiles of more bits than fit. */
static bool is_least_unknown(void) {
  tl_shared_accessor huge = {
      .weight = 1,
      .copy = {.lanes = 32, .threads = {32, 32}, .element_bytes = 4}};
  tl_shared_request request = {
      .accessor_count = 1,
      .accessors = &huge,
      .rules = {.is_shared = true, .target = tl_target_default()}};
  if (!read_fragment("S[(32, 35184372088832) : (1@laneid, 1)]", &huge.copy))
    return false;
  request.shape = tl_layout_shape(&huge.copy.fragment);
  tl_shared_cost least = tl_shared_least(&request);
  return least.wavefronts == 0 && least.accesses == 0;
}

static void print_law(const char *label, const law *of) {
  printf("%s %s: %ld layouts, %ld points, %ld failures\n", label, of->name,
         of->layouts, of->points, of->failures);
}

int main(int argc, char **argv) {
  long count = argc > 1 ? atol(argv[1]) : 1000;
  is_verbose = argc > 2;
  for (long i = 0; i < count; i++)
    i % 4 ? random_linear_set(i % 400 == 1) : random_odd_set();
  print_law("C21", &waves);
  print_law("C22", &worse);
  print_law("C23", &bound);
  print_law("C23", &listed);
  static const char *const NAMES[] = {
      "three linear accessors without room", "one linear accessor",
      "two linear accessors", "three linear accessors",
      "four linear accessors"};
  for (int i = 0; i <= MOST_DEGREE; i++)
    printf("at the bound of %s: %.1f %% of %ld, %ld more with a proof, %ld "
           "without\n",
           NAMES[i], (double)(1000 * met[i] / (sets[i] ? sets[i] : 1)) / 10,
           sets[i], proven[i], sets[i] - met[i] - proven[i]);
  printf("never worse than pairs: %ld, %ld with cp.async, %ld failures\n",
         paired, paired_direct, paired_failures);
  printf("by cp.async: %ld\n", direct);
  printf("of eight accessors: %ld; of all over %d ms: %ld\n", full,
         MOST_MILLISECONDS, slow);
  int64_t known = (int64_t)(sizeof KNOWN / sizeof *KNOWN);
  for (int64_t i = 0; i < known; i++)
    check_known(&KNOWN[i]);
  known_failures += !is_least_unknown();
  printf("chosen: %ld wavefronts, %ld accesses, %ld instructions, %ld bytes\n",
         (long)chosen.wavefronts, (long)chosen.accesses,
         (long)chosen.instructions, (long)chosen.bytes);
  printf("known cases: %d, %ld failures\n", (int)known, known_failures);
  return 0;
}
