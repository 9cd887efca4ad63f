/* random_layouts.h - Random layouts, and what they mean by definition.
 *
 * The oracles read the lists of a layout digit by digit, as the definition of
 * the spelling says, and know nothing of canonical forms. */
#ifndef TL_TEST_RANDOM_LAYOUTS_H
#define TL_TEST_RANDOM_LAYOUTS_H

#include "tl/notation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 1024, MAX_THREADS = 256 };

/*===--- Counting --------------------------------------------------------===*/

typedef struct law {
  const char *name;
  long layouts, points, failures;
} law;

/* Counts a layout that the law is checked on. */
static inline void begin(law *checked) { checked->layouts++; }

static inline void expect(law *checked, bool holds) {
  checked->points++;
  checked->failures += !holds;
}

/* The number of layouts of the law that was checked on the fewest. */
static inline long fewest_layouts(const law *laws, int count) {
  long fewest = laws[0].layouts;
  for (int i = 1; i < count; i++)
    fewest = laws[i].layouts < fewest ? laws[i].layouts : fewest;
  return fewest;
}

/* Prints the laws, numbered from `first`; returns the exit status. */
static inline int report(const law *laws, int count, int first) {
  long failures = 0;
  for (int i = 0; i < count; i++) {
    printf("L%d %s: %ld layouts, %ld points, %ld failures\n", first + i,
           laws[i].name, laws[i].layouts, laws[i].points, laws[i].failures);
    failures += laws[i].failures;
  }
  return failures != 0;
}

/*===--- Random layouts --------------------------------------------------===*/

static uint64_t seed = 7;

static inline int64_t below(int64_t limit) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((seed >> 33) % (uint64_t)limit);
}

static inline void push(tl_list *list, int64_t item) {
  list->items[list->count++] = item;
}

/* Shape and modes; unit modes and unit dimensions included. */
static inline void random_modes(tl_list *shape, tl_list *modes) {
  static const int64_t EXTENTS[] = {1, 2, 2, 3, 4, 5, 6};
  int64_t rank = below(5);
  for (int64_t d = 0; d < rank; d++) {
    int64_t extent = 1;
    for (int64_t i = below(3); i >= 0; i--) {
      int64_t mode = EXTENTS[below(rank > 2 ? 4 : 7)];
      push(modes, mode);
      extent *= mode;
    }
    push(shape, extent);
  }
}

static inline void shuffle(tl_list *list) {
  for (int64_t i = list->count - 1; i > 0; i--) {
    int64_t k = below(2) ? i : below(i + 1), item = list->items[i];
    list->items[i] = list->items[k];
    list->items[k] = item;
  }
}

static inline tl_register random_register(void) {
  tl_register layout = {0};
  random_modes(&layout.shape, &layout.mode_shape);
  for (int64_t m = 0; m < layout.mode_shape.count; m++)
    push(below(2) ? &layout.spatial_modes : &layout.local_modes, m);
  for (int64_t i = below(3); i > 0; i--)
    push(&layout.spatial_modes, -1 - below(3));
  shuffle(&layout.spatial_modes);
  shuffle(&layout.local_modes);
  return layout;
}

static inline tl_shared random_shared(void) {
  tl_shared layout = {0};
  random_modes(&layout.shape, &layout.mode_shape);
  int64_t stride = 1;
  layout.mode_strides.count = layout.mode_shape.count;
  for (int64_t m = layout.mode_shape.count - 1; m >= 0; m--) {
    layout.mode_strides.items[m] = below(5) ? stride : below(20);
    stride = layout.mode_strides.items[m] * layout.mode_shape.items[m];
  }
  if (!below(3))
    layout.swizzle = (tl_swizzle){below(3), 1 + below(3), 1 + below(3)};
  return layout;
}

/*===--- Oracles ---------------------------------------------------------===*/

static inline int64_t size_of(const tl_list *shape) {
  int64_t size = 1;
  for (int64_t d = 0; d < shape->count; d++)
    size *= shape->items[d];
  return size;
}

/* Row-major digits of `index` over `extents`. */
static inline void digits_of(int64_t index, const tl_list *extents,
                             int64_t *digits) {
  for (int64_t i = extents->count - 1; i >= 0; i--) {
    digits[i] = index % extents->items[i];
    index /= extents->items[i];
  }
}

/* Modes factor dimensions in order, so the modes of a coordinate are the
 * row-major digits of its linear index. */
static inline void locate(const tl_register *layout, int64_t index,
                          bool *threads, int64_t *slot) {
  int64_t mode[TL_MAX_ITERS], replica[TL_MAX_ITERS];
  digits_of(index, &layout->mode_shape, mode);
  tl_list replicas = {0};
  for (int64_t p = 0; p < layout->spatial_modes.count; p++)
    if (layout->spatial_modes.items[p] < 0)
      push(&replicas, -layout->spatial_modes.items[p]);
  memset(threads, 0, MAX_THREADS);
  for (int64_t r = 0; r < size_of(&replicas); r++) {
    int64_t thread = 0, next = 0;
    digits_of(r, &replicas, replica);
    for (int64_t p = 0; p < layout->spatial_modes.count; p++) {
      int64_t m = layout->spatial_modes.items[p];
      thread = m < 0 ? thread * -m + replica[next++]
                     : thread * layout->mode_shape.items[m] + mode[m];
    }
    threads[thread] = true;
  }
  *slot = 0;
  for (int64_t p = 0; p < layout->local_modes.count; p++) {
    int64_t m = layout->local_modes.items[p];
    *slot = *slot * layout->mode_shape.items[m] + mode[m];
  }
}

/* The canonical fields. */
static inline tl_code shared_fields(const tl_shared *given, tl_shared *out) {
  tl_layout layout;
  tl_code code = tl_layout_from_shared(given, &layout, NULL);
  return code == TL_OK ? tl_layout_to_shared(&layout, out, NULL) : code;
}

static inline int64_t offset_of(const tl_shared *layout, int64_t index) {
  int64_t mode[TL_MAX_ITERS], offset = 0;
  digits_of(index, &layout->mode_shape, mode);
  for (int64_t m = 0; m < layout->mode_shape.count; m++)
    offset += mode[m] * layout->mode_strides.items[m];
  const tl_swizzle *s = &layout->swizzle;
  int64_t read = offset >> (s->base + s->shift) & ((1 << s->bits) - 1);
  return offset ^ read << s->base;
}

/* The tile layouts of layouts that threads hold. */
static inline tl_code tile_of_register(const tl_register *layout,
                                       tl_scope scope, tl_layout *out) {
  tl_value value = {.kind = TL_KIND_REGISTER, .as.reg = *layout};
  return tl_value_to_tile(&value, scope, 32, out, NULL);
}

static inline tl_code tile_of_tv(const tl_cute_tv *layout, tl_scope scope,
                                 tl_layout *out) {
  tl_value value = {.kind = TL_KIND_CUTE_TV, .as.tv = *layout};
  return tl_value_to_tile(&value, scope, 32, out, NULL);
}

static inline bool fits(const tl_register *layout) {
  int64_t threads;
  return size_of(&layout->shape) <= MAX_SIZE &&
         tl_register_threads(layout, &threads, NULL) == TL_OK &&
         threads <= MAX_THREADS;
}

static inline bool same_register_map(const tl_register *a, const tl_register *b,
                                     int64_t index) {
  static bool threads_a[MAX_THREADS], threads_b[MAX_THREADS];
  int64_t slot_a, slot_b;
  locate(a, index, threads_a, &slot_a);
  locate(b, index, threads_b, &slot_b);
  return slot_a == slot_b && !memcmp(threads_a, threads_b, sizeof threads_a);
}

#endif /* TL_TEST_RANDOM_LAYOUTS_H */
