/* layout_speed.c - Nanoseconds of the layout operations on tensor-core layouts.
 *
 * usage: layout_speed
 *
 * Prints the median of REPETITIONS runs of BATCH calls; nothing is asserted. */
#define _POSIX_C_SOURCE 200809L
#include "tl/copy_plan.h"
#include "tl/expression.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 20000, REPETITIONS = 21 };

static tl_register atom, tiles, product;
static tl_layout panels;
static tl_value held;
static tl_places places;
static tl_copy_request request;
static tl_cute matrix, thread_values, nested;
static volatile int64_t sink;

static tl_value evaluate(const char *text) {
  tl_value value;
  tl_error error;
  if (tl_expression_evaluate(text, strlen(text), TL_KIND_NONE, 32, &value,
                             &error) != TL_OK) {
    printf("%s: %s\n", text, error.message);
    exit(1);
  }
  return value;
}

static void compose(int64_t i) {
  tl_register out;
  (void)i;
  sink += tl_register_compose(&tiles, &atom, &out, NULL);
}

static void divide(int64_t i) {
  tl_register out;
  (void)i;
  sink += tl_register_divide(&product, &atom, &out, NULL);
}

static void canonicalize(int64_t i) {
  tl_register out;
  (void)i;
  sink += tl_register_create(&product, &out, NULL);
}

static void locate(int64_t i) {
  tl_list x = {.count = 2, .items = {i % 64, i % 32}};
  tl_location place;
  sink += tl_places_locate(&places, &x, &place, NULL) + place.items[0].first;
}

static void shared_offset(int64_t i) {
  int64_t x[] = {i % 64, i % 128}, point[TL_AXIS_COUNT];
  tl_layout_apply(&request.memory, x, point);
  sink += point[TL_AXIS_M];
}

static void layout_apply(int64_t i) {
  int64_t x[] = {i % 64, i % 32}, point[TL_AXIS_COUNT];
  tl_layout_apply(&request.fragment, x, point);
  sink += point[TL_AXIS_M];
}

static void plan(int64_t i) {
  tl_copy_partition partition;
  (void)i;
  sink += tl_copy_partition_plan(&request, &partition, NULL);
}

static void cute_composition(int64_t i) {
  tl_cute out;
  (void)i;
  sink += tl_cute_composition(&matrix, &thread_values, &out, NULL);
}

static void cute_complement(int64_t i) {
  tl_cute out;
  tl_tuple cotarget = tl_tuple_integer(128 * 64);
  (void)i;
  sink += tl_cute_complement(&thread_values, &cotarget, &out, NULL);
}

static void cute_coalesce(int64_t i) {
  tl_cute out;
  (void)i;
  sink += tl_cute_coalesce(&nested, &out, NULL);
}

static void cute_apply(int64_t i) {
  int64_t offset = 0;
  sink += tl_cute_apply(&nested, i % 2048, &offset, NULL) + offset;
}

static void parse(int64_t i) {
  static const char TEXT[] = "local(2, 1).spatial(8, 4).local(1, 2)";
  tl_value value;
  (void)i;
  sink += tl_expression_evaluate(TEXT, sizeof TEXT - 1, TL_KIND_REGISTER, 32,
                                 &value, NULL);
}

static const struct {
  const char *name;
  void (*run)(int64_t i);
} OPERATIONS[] = {
    {"register compose", compose},
    {"register divide", divide},
    {"register canonicalize", canonicalize},
    {"register locate, 6 modes", locate},
    {"shared offset, 3 modes", shared_offset},
    {"tile layout apply, 6 iters", layout_apply},
    {"copy partition plan", plan},
    {"CuTe composition, 3 by 5 modes", cute_composition},
    {"CuTe complement, 5 modes", cute_complement},
    {"CuTe coalesce, 6 modes", cute_coalesce},
    {"CuTe apply, 6 modes", cute_apply},
    {"evaluate an expression", parse},
};

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median_nanoseconds(void (*run)(int64_t i)) {
  double times[REPETITIONS];
  for (int r = 0; r < REPETITIONS; r++) {
    double start = seconds();
    for (int64_t i = 0; i < BATCH; i++)
      run(i);
    times[r] = (seconds() - start) / (double)BATCH * 1e9;
  }
  qsort(times, REPETITIONS, sizeof *times, ascending);
  return times[REPETITIONS / 2];
}

int main(void) {
  tl_error error;
  atom = evaluate("mma_c(16, 8, 16, 16)").as.reg;
  tiles = evaluate("spatial(2, 2).local(2, 2)").as.reg;
  product = evaluate("spatial(2, 2).local(2, 2) * mma_c(16, 8, 16, 16)").as.reg;
  panels =
      evaluate("shared_row_major_swizzle([64, 128], nbytes = 2)").as.layout;
  matrix = evaluate("((8,16),64):((64,512),1)").as.composed.layout;
  thread_values =
      evaluate("((4,8,4),(2,2)):((256,1,16),(128,8))").as.composed.layout;
  nested = evaluate("((8,(2,4)),((2,2),8)):((1,(8,16)),((64,256),512))")
               .as.composed.layout;
  request = (tl_copy_request){.scope = TL_SCOPE_WARPGROUP,
                              .lanes = 32,
                              .threads = {128, 128},
                              .element_bytes = 2,
                              .base_alignment = 16};
  request.memory = panels;
  held = (tl_value){.kind = TL_KIND_REGISTER, .as.reg = product};
  if (tl_value_to_tile(&held, request.scope, 32, &request.fragment, &error) !=
          TL_OK ||
      tl_places_open(&held, &places, &error) != TL_OK) {
    printf("%s\n", error.message);
    return 1;
  }
  for (size_t i = 0; i < sizeof OPERATIONS / sizeof *OPERATIONS; i++)
    printf("%-32s %8.1f ns\n", OPERATIONS[i].name,
           median_nanoseconds(OPERATIONS[i].run));
  return 0;
}
