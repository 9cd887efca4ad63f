/* copy_width.c - The widest uniform access of a copy, as other systems' tables
 * have it. */
#include "access/copy_vectors.h"
#include "base/checked.h"

enum { WIDEST_BITS = 128 };

tl_code tl_copy_widest_vector(const tl_layout *fragment,
                              const tl_layout *memory, int64_t lanes,
                              int64_t element_bits, int64_t *width,
                              tl_error *error) {
  if (element_bits < 8 || element_bits > WIDEST_BITS ||
      !tl_is_power_of_two(element_bits))
    return tl_fail(error, TL_INVALID,
                   "bits is %" PRId64 "; it must be 8, 16, 32, 64 or 128",
                   element_bits);
  tl_copy_request request = {.fragment = *fragment,
                             .memory = *memory,
                             .scope = TL_SCOPE_CTA,
                             .lanes = lanes,
                             .element_bytes = element_bits / 8,
                             .base_alignment = WIDEST_BITS / 8};
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  TL_TRY(tl_copy_partition_plan(&request, &plan, error));
  tl_copy_vectors_plan(&plan.atoms, &plan.swizzle, plan.alignment,
                       request.element_bytes, WIDEST_BITS, &vectors);
  *width = vectors.width;
  return TL_OK;
}
