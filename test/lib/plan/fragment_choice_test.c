// RUN: fragment_choice_test 40 | FileCheck %s
// RUN: fragment_choice_test_fast 300 | FileCheck %s --check-prefixes=CHECK,CHOSEN
// CHECK: C54 fragment: {{[1-9][0-9]+}} layouts, {{[1-9][0-9]+}} points, 0 failures
// CHECK: C55 choice: {{[1-9][0-9]+}} layouts, {{[1-9][0-9]+}} points, 0 failures
// What is chosen costs no more than this; less is a better search.
// CHOSEN: chosen: 203307 quarters of a cycle, 2592 planned
// CHECK: known cases: 0 failures

/* Laws C54 and C55 of tl/fragment_choice.h on random ends, and known cases.
 * usage: fragment_choice_test REQUESTS */
#include "layout/random_layouts.h"
#include "tl/expression.h"
#include "tl/fragment_choice.h"
#include "tl/layout_algebra.h"

enum { MOST_ELEMENTS = 4096, MOST_TRIES = 64 };

static law holds = {"fragment", 0, 0, 0};
static law chosen = {"choice", 0, 0, 0};
static int64_t cost, planned;
static tl_conversion_work work;
static tl_fragment_end ends[TL_FRAGMENT_MOST_ENDS];

/*===--- C54: by definition ----------------------------------------------===*/

/* Thread and register of the element, digit by digit. */
static void find_place(const tl_layout *fragment, int64_t element,
                       int64_t *thread, int64_t *slot) {
  *thread = *slot = 0;
  for (int64_t i = fragment->shard_count - 1; i >= 0; i--) {
    const tl_iter *iter = &fragment->iters[i];
    int64_t digit = element % iter->extent * iter->stride;
    element /= iter->extent;
    *(iter->axis == TL_AXIS_M ? slot : thread) += digit;
  }
}

static void check_fragment(const tl_fragment_request *request,
                           const tl_layout *fragment) {
  static bool is_held[MOST_ELEMENTS];
  tl_list shape = tl_layout_shape(fragment);
  int64_t elements = 1;
  holds.layouts++;
  for (int64_t d = 0; d < request->tile.count; d++)
    elements *= request->tile.items[d];
  expect(&holds, memcmp(&shape, &request->tile, sizeof shape) == 0 &&
                     !fragment->replica_count);
  memset(is_held, 0, sizeof is_held);
  for (int64_t i = 0; i < elements; i++) {
    int64_t thread, slot;
    find_place(fragment, i, &thread, &slot);
    int64_t place = thread * request->registers + slot;
    bool is_free =
        slot < request->registers && place < elements && !is_held[place];
    expect(&holds, is_free);
    if (is_free)
      is_held[place] = true;
  }
}

/*===--- Random requests -------------------------------------------------===*/

/* Dense, in a random order of dimensions, with a padding or not. */
static tl_layout any_memory(const tl_list *tile) {
  tl_list order = {.count = tile->count}, strides = {.count = tile->count};
  tl_layout out;
  int64_t stride = 1;
  for (int64_t d = 0; d < tile->count; d++)
    order.items[d] = d;
  shuffle(&order);
  for (int64_t i = 0; i < tile->count; i++) {
    int64_t d = order.items[i];
    strides.items[d] = stride;
    stride *= tile->items[d];
    if (i == 0 && below(4) == 0)
      stride += 1 + below(8);
  }
  (void)!tl_layout_from_strides(tile, &strides, &out, NULL);
  return out;
}

static tl_access_rules any_rules(bool is_shared) {
  return (tl_access_rules){.is_shared = is_shared,
                           .uses_matrices = below(2),
                           .target = tl_target_default()};
}

static void read_memory(const tl_fragment_request *request,
                        tl_fragment_end *out) {
  bool is_shared = below(2);
  out->kind = is_shared && below(2) ? TL_END_OPEN_MEMORY : TL_END_MEMORY;
  out->rules = any_rules(is_shared);
  out->shape = request->tile;
  out->copy = (tl_copy_request){.memory = any_memory(&request->tile),
                                .scope = request->scope,
                                .stores = (uint32_t)below(2),
                                .lanes = request->lanes,
                                .threads = request->threads,
                                .element_bytes = request->element_bytes,
                                .base_alignment = INT64_C(1) << (2 + below(3))};
  if (out->copy.base_alignment < request->element_bytes)
    out->copy.base_alignment = request->element_bytes;
}

/* To rows of as many registers, or of others. */
static void read_conversion(const tl_fragment_request *request,
                            tl_fragment_end *out) {
  int64_t registers = request->registers << below(2);
  *out = (tl_fragment_end){.kind = TL_END_CONVERSION,
                           .weight = out->weight,
                           .rules = any_rules(true),
                           .is_source = below(2),
                           .has_memory = 1};
  if (tl_fragment_rows(&request->tile, registers, request->scope,
                       request->most_threads, &out->fragment, NULL) != TL_OK)
    (void)!tl_fragment_rows(&request->tile, request->registers, request->scope,
                            request->most_threads, &out->fragment, NULL);
}

static bool any_request(tl_fragment_request *out) {
  static const int64_t EXTENTS[] = {1, 2, 3, 4, 6, 8, 16, 24, 32, 64};
  int64_t elements = 1, threads = INT64_C(8) << below(5);
  *out = (tl_fragment_request){.scope = TL_SCOPE_CTA,
                               .element_bytes = INT64_C(1) << below(5),
                               .lanes = 32,
                               .most_threads = 128,
                               .threads = {128, 128},
                               .end_count = 1 + below(3),
                               .ends = ends};
  if (below(2)) {
    out->scope = TL_SCOPE_WARP;
    out->most_threads = threads = 32;
    out->threads = (tl_thread_range){32, 32};
  }
  for (int64_t d = 1 + below(3); d; d--) {
    out->tile.items[out->tile.count] = EXTENTS[below(10)];
    elements *= out->tile.items[out->tile.count++];
  }
  out->registers = elements / threads;
  if (elements % threads || elements > MOST_ELEMENTS || !out->registers ||
      out->registers > 64)
    return false;
  for (int64_t i = 0; i < out->end_count; i++) {
    ends[i] = (tl_fragment_end){.weight = 1 + below(3)};
    if (below(4))
      read_memory(out, &ends[i]);
    else
      read_conversion(out, &ends[i]);
  }
  return true;
}

/*===--- C55 -------------------------------------------------------------===*/

static void expect_no_better(const tl_fragment_request *request,
                             const tl_layout *rival,
                             const tl_fragment_choice *choice) {
  tl_fragment_choice other;
  if (tl_fragment_measure(request, rival, &work, &other, NULL) == TL_OK)
    expect(&chosen, choice->cost <= other.cost);
}

static void check_choice(const tl_fragment_request *request) {
  tl_fragment_choice choice, again;
  tl_layout rows;
  if (tl_fragment_choose(request, &work, &choice, NULL) != TL_OK ||
      tl_fragment_rows(&request->tile, request->registers, request->scope,
                       request->most_threads, &rows, NULL) != TL_OK)
    return;
  chosen.layouts++;
  cost += choice.cost;
  planned += choice.planned;
  check_fragment(request, &choice.fragment);
  check_fragment(request, &rows);
  expect_no_better(request, &rows, &choice);
  expect(&chosen, choice.planned <= TL_FRAGMENT_MOST_PLANNED);
  expect(&chosen,
         tl_fragment_measure(request, &choice.fragment, &work, &again, NULL) ==
                 TL_OK &&
             again.cost == choice.cost &&
             memcmp(again.costs, choice.costs, sizeof again.costs) == 0);
  for (int64_t i = 0; i < request->end_count; i++)
    if (ends[i].kind == TL_END_CONVERSION &&
        memcmp(&ends[i].fragment, &rows, sizeof rows) == 0)
      expect_no_better(request, &ends[i].fragment, &choice);
}

/*===--- Known cases -----------------------------------------------------===*/

static int64_t known_failures;

static tl_layout layout_of(const char *text) {
  tl_value value = {.kind = TL_KIND_LAYOUT};
  known_failures += tl_expression_evaluate(text, strlen(text), TL_KIND_LAYOUT,
                                           32, &value, NULL) != TL_OK;
  return value.as.layout;
}

static void expect_text(const char *name, const tl_layout *fragment,
                        const char *expected) {
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *fragment};
  tl_text text = {0};
  tl_value_print(&value, &text);
  if (strcmp(text.data, expected) == 0)
    return;
  known_failures++;
  printf("%s: %s\n", name, text.data);
}

/* 64 x 32 of f16 by 128 threads, from one memory to another. */
static tl_fragment_choice between(const char *from, const char *to) {
  const tl_fragment_request request = {.tile = {2, {64, 32}},
                                       .registers = 16,
                                       .element_bytes = 2,
                                       .lanes = 32,
                                       .most_threads = 128,
                                       .threads = {128, 128},
                                       .scope = TL_SCOPE_CTA,
                                       .end_count = 2,
                                       .ends = ends};
  const char *const memories[] = {from, to};
  tl_fragment_choice out = {.cost = -1};
  for (int i = 0; i < 2; i++)
    ends[i] = (tl_fragment_end){
        .weight = 1,
        .rules = {.is_shared = i == 1, .target = tl_target_default()},
        .copy = {.memory = layout_of(memories[i]),
                 .scope = TL_SCOPE_CTA,
                 .stores = i == 1,
                 .lanes = 32,
                 .threads = {128, 128},
                 .element_bytes = 2,
                 .base_alignment = 16}};
  known_failures += tl_fragment_choose(&request, &work, &out, NULL) != TL_OK;
  return out;
}

static void check_errors(void) {
  static const struct {
    tl_list tile;
    int64_t registers;
    const char *message;
  } ROWS[] = {
      {{2, {16, INT64_MIN}},
       4,
       "extent of the tile in dimension 1 is known only at run time; say "
       "'tile(...)'"},
      {{2, {16, 0}}, 4, "the tile has no elements in dimension 1"},
      {{2, {16, 8}},
       3,
       "the tile has 128 elements, and a thread holds 3, which does not divide "
       "them"},
      {{2, {16, 8}},
       0,
       "the tile has 128 elements, and a thread holds 0, which does not divide "
       "them"},
      {{2, {16, 8}},
       2,
       "the tile has 128 elements, and threads hold 2 each: 64 threads of at "
       "most 32; a vector has to have at least 4 elements"},
      {{2, {INT64_MAX, 8}}, 2, NULL},
  };
  tl_layout out;
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
    tl_error error = {.message = ""};
    bool fails = tl_fragment_rows(&ROWS[i].tile, ROWS[i].registers,
                                  TL_SCOPE_WARP, 32, &out, &error) != TL_OK;
    if (fails &&
        (!ROWS[i].message || strcmp(error.message, ROWS[i].message) == 0))
      continue;
    known_failures++;
    printf("%s\n", error.message);
  }
}

static void check_known(void) {
  tl_layout rows;
  tl_list tile = {2, {16, 8}};
  known_failures +=
      tl_fragment_rows(&tile, 4, TL_SCOPE_WARP, 32, &rows, NULL) != TL_OK;
  expect_text("rows", &rows, "S[(16, (2, 4)) : (2@laneid, (1@laneid, 1))]");
  tl_fragment_choice own =
      between("S[(64, 32) : (32, 1)]", "S[(64, 32) : (32, 1)]");
  expect_text("straight", &own.fragment,
              "S[((2, 32), (4, 8)) : ((8, 4@tx), (1@tx, 1))]");
  own = between("S[(64, 32) : (1, 64)]", "S[(64, 32) : (1, 64)]");
  expect_text("columns", &own.fragment,
              "S[((8, 8), (2, 16)) : ((1@tx, 1), (8, 8@tx))]");
  check_errors();
}

int main(int argc, char **argv) {
  int64_t requests = argc > 1 ? strtoll(argv[1], NULL, 10) : 100;
  while (chosen.layouts < requests) {
    tl_fragment_request request;
    if (any_request(&request))
      check_choice(&request);
  }
  check_known();
  law laws[] = {holds, chosen};
  for (int i = 0; i < 2; i++)
    printf("C%d %s: %ld layouts, %ld points, %ld failures\n", 54 + i,
           laws[i].name, laws[i].layouts, laws[i].points, laws[i].failures);
  printf("chosen: %lld quarters of a cycle, %lld planned\n", (long long)cost,
         (long long)planned);
  printf("known cases: %lld failures\n", (long long)known_failures);
  return holds.failures || chosen.failures || known_failures;
}
