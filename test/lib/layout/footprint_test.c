// RUN: footprint_test 2000 | FileCheck %s
// RUN: footprint_test_fast 100000 | FileCheck %s
// CHECK: footprints: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: large: 4 cases, 0 failures

/* The largest offset of swizzled layouts, by enumeration.
 * usage: footprint_test LAYOUTS */
#include "random_layouts.h"
#include "tl/layout.h"

/* Digits that overlap or leave gaps, replicas, offsets; swizzles of either
 * direction, whose read and changed bits may overlap. */
static tl_layout random_layout(void) {
  static const int64_t EXTENTS[] = {2, 3, 4, 5, 8, 16};
  tl_layout fields = {.rank = 1, .shard_count = 1 + below(3)};
  fields.replica_count = below(4) ? 0 : 1;
  fields.group_size[0] = fields.shard_count;
  for (int64_t i = 0; i < fields.shard_count + fields.replica_count; i++)
    fields.iters[i] = (tl_iter){
        EXTENTS[below(6)], below(3) ? 1 << below(7) : below(90), TL_AXIS_M, 0};
  fields.offset[TL_AXIS_M] = below(2) ? 0 : below(100);
  int64_t shift = 1 + below(4);
  if (tl_swizzle_create(below(4), 1 + below(3), below(2) ? shift : -shift,
                        &fields.swizzle, NULL) != TL_OK)
    abort();
  return fields;
}

static int64_t largest_by_enumeration(const tl_layout *layout) {
  int64_t count = layout->shard_count + layout->replica_count, largest = 0;
  int64_t digits[TL_MAX_ITERS] = {0}, at = 0;
  while (at < count) {
    int64_t offset = layout->offset[TL_AXIS_M];
    for (int64_t i = 0; i < count; i++)
      offset += digits[i] * layout->iters[i].stride;
    int64_t place = tl_swizzle_apply(&layout->swizzle, offset);
    largest = place > largest ? place : largest;
    for (at = 0; at < count && ++digits[at] == layout->iters[at].extent; at++)
      digits[at] = 0;
  }
  return largest;
}

static bool has_footprint(const tl_layout *layout, int64_t expected) {
  int64_t elements;
  return tl_layout_footprint(layout, &elements, NULL) == TL_OK &&
         elements == expected;
}

static tl_layout line(int64_t extent, int64_t stride, int64_t offset,
                      tl_swizzle swizzle) {
  return (tl_layout){.rank = 1,
                     .group_size = {1},
                     .shard_count = 1,
                     .iters = {{extent, stride, TL_AXIS_M, 0}},
                     .offset = {[TL_AXIS_M] = offset},
                     .swizzle = swizzle};
}

static int check_large(void) {
  const tl_layout small = line(48, 1, 16, (tl_swizzle){0, 3, -3});
  const tl_layout row_major = line(681050, 1, 0, (tl_swizzle){4, 3, 3});
  const tl_layout even = line(INT64_C(1) << 40, 2, 0, (tl_swizzle){3, 3, 3});
  const tl_layout odd =
      line((INT64_C(1) << 40) + 9, 1, 0, (tl_swizzle){30, 3, 3});
  return !has_footprint(&small, largest_by_enumeration(&small) + 1) +
         !has_footprint(&row_major, largest_by_enumeration(&row_major) + 1) +
         !has_footprint(&even, (INT64_C(1) << 41) - 1) +
         !has_footprint(&odd, (INT64_C(1) << 40) + 9);
}

int main(int argc, char **argv) {
  law checked = {"", 0, 0, 0};
  for (long i = argc > 1 ? atol(argv[1]) : 1; i > 0; i--) {
    tl_layout fields = random_layout(), layout;
    if (tl_layout_create(&fields, &layout, NULL) != TL_OK)
      return 1;
    begin(&checked);
    expect(&checked,
           has_footprint(&layout, largest_by_enumeration(&layout) + 1));
  }
  printf("footprints: %ld layouts, %ld points, %ld failures\n", checked.layouts,
         checked.points, checked.failures);
  int failures = check_large();
  printf("large: 4 cases, %d failures\n", failures);
  return checked.failures != 0 || failures != 0;
}
