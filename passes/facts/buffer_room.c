/* buffer_room.c - see buffer_room.h. */
#include "buffer_room.h"
#include "distinct_buffers.h"
#include "lib/base/checked.h"
#include "owned_buffers.h"
#include "tl/dialect.h"
#include "tl/text.h"
#include <inttypes.h>

/* What is to be declared in place of rows with gaps: one of the extents that the
 * strides count, of which the buffer is a subview; else one row of all it reaches. */
static tl_text extents_with_gaps(const tl_strided *buffer, int64_t reach) {
  const int64_t *strides = buffer->strides.items;
  int64_t last = buffer->shape.count - 1;
  tl_text out = {0};
  bool is_nested = buffer->offset == 0 && strides[last] == 1;
  for (int64_t d = 0; d < last && is_nested; d++)
    is_nested = strides[d + 1] > 0 && strides[d] % strides[d + 1] == 0 &&
                strides[d] / strides[d + 1] >= buffer->shape.items[d + 1];
  if (!is_nested) {
    tl_text_append(&out, "%" PRId64, reach);
    return out;
  }
  for (int64_t d = 0; d <= last; d++)
    tl_text_append(&out, "%s%" PRId64, d ? "x" : "",
                   d ? strides[d - 1] / strides[d] : buffer->shape.items[d]);
  return out;
}

/* False where the type says neither. */
static bool count_elements(const tl_strided *buffer, int64_t *elements,
                           int64_t *reach) {
  *elements = 1;
  *reach = buffer->offset;
  for (int64_t d = 0; d < buffer->shape.count; d++) {
    int64_t extent = buffer->shape.items[d];
    if (extent < 1 || !tl_product_fits(*elements, extent, elements) ||
        !tl_add_product(reach, extent - 1, buffer->strides.items[d]))
      return false;
  }
  return tl_add_product(reach, 1, 1);
}

tl_code tl_buffer_room_check(MlirValue memory, const char *name,
                             tl_error *error) {
  tl_strided buffer;
  int64_t elements, reach;
  MlirValue root = tl_viewed_buffer(memory);
  if (mlirValueIsAOpResult(root) || !tl_is_kernel_buffer(root) ||
      !tl_strided_read(mlirValueGetType(root), &buffer) ||
      !count_elements(&buffer, &elements, &reach) || reach <= elements)
    return TL_OK;
  return tl_fail(
      error, TL_UNSUPPORTED,
      "%s is in a workgroup buffer whose type reaches %" PRId64
      " elements; it is lowered to an array of %" PRId64
      ", the product of its extents, without gaps; declare extents %s "
      "and take a view of it",
      name, reach, elements, extents_with_gaps(&buffer, reach).data);
}
