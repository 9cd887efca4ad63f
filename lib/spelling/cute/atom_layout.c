/* atom_layout.c - see atom_layout.h.
 *
 *   threads 4:32 8:1, values 2:16 2:8 -> ((4,8),(2,2)):((32,1),(16,8)) */
#include "atom_layout.h"
#include <assert.h>

void tl_cute_atom_put_digit(atom_mode *mode, int64_t extent, int64_t stride) {
  assert(mode->count < ATOM_MAX_DIGITS);
  mode->digits[mode->count++] = (atom_digit){extent, stride};
}

void tl_cute_atom_add_digit(atom_mode *mode, int64_t extent, int64_t stride) {
  if (extent != 1)
    tl_cute_atom_put_digit(mode, extent, stride);
}

static void mode_tuples(const atom_mode *mode, tl_tuple *shape,
                        tl_tuple *stride) {
  if (mode->count == 0) {
    *shape = tl_tuple_integer(1);
    *stride = tl_tuple_integer(0);
    return;
  }
  if (mode->count == 1 && !mode->grouped) {
    *shape = tl_tuple_integer(mode->digits[0].extent);
    *stride = tl_tuple_integer(mode->digits[0].stride);
    return;
  }
  tl_list extents = {.count = mode->count}, strides = {.count = mode->count};
  for (int i = 0; i < mode->count; i++) {
    extents.items[i] = mode->digits[i].extent;
    strides.items[i] = mode->digits[i].stride;
  }
  *shape = tl_tuple_from_list(&extents);
  *stride = tl_tuple_from_list(&strides);
}

tl_code tl_cute_atom_mode_to_cute(const atom_mode *mode, tl_cute *out,
                                  tl_error *error) {
  tl_tuple shape, stride;
  mode_tuples(mode, &shape, &stride);
  return tl_cute_create(&shape, &stride, out, error);
}

tl_code tl_cute_atom_layout_to_cute(const atom_layout *layout, tl_cute *out,
                                    tl_error *error) {
  const atom_mode *modes[] = {&layout->threads, &layout->values};
  const tl_list none = {0};
  tl_tuple shapes = tl_tuple_from_list(&none), strides = shapes;
  for (int i = 0; i < 2; i++) {
    tl_tuple shape, stride;
    mode_tuples(modes[i], &shape, &stride);
    TL_TRY(tl_tuple_push(&shapes, &shape, error));
    TL_TRY(tl_tuple_push(&strides, &stride, error));
  }
  return tl_cute_create(&shapes, &strides, out, error);
}
