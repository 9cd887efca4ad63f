/* sparse_operands.c - see sparse_operands.h. */
#include "sparse_operands.h"
#include <inttypes.h>

static void gather_metadata(const tl_step *first, int operand,
                            tl_sparse_metadata *out) {
  enum { HALF_BITS = 16, BYTE = 8, BYTES_OF_HALF = 3 };
  int bits = tl_operand_slot(first->at, operand)->scalar.bits;
  for (int lane = 0; lane < TL_SPARSE_LANES; lane++)
    for (int half = 0; half < TL_SPARSE_HALVES; half++) {
      tl_step own = *first;
      own.thread += lane;
      tl_element word = tl_operand(&own, operand)[half * HALF_BITS / bits];
      out->halves[lane][half] =
          (uint16_t)(word.bits >> half * HALF_BITS % bits);
      out->is_unknown[lane][half] =
          word.poison >> half * HALF_BITS % bits / BYTE & BYTES_OF_HALF;
    }
}

static void say(const tl_step *first, const tl_sparse_fault *fault) {
  if (!fault->is_there)
    return;
  if (fault->is_unknown)
    tl_fault(first, TL_FAULT_UNINITIALIZED,
             "needs the metadata of row %" PRId64, fault->row);
  else if (fault->places[0] == fault->places[1])
    tl_fault(first, TL_FAULT_ASSERTION,
             "has metadata of row %" PRId64
             " that says of two elements that they are number %d of four",
             fault->row, fault->places[0]);
  else
    tl_fault(
        first, TL_FAULT_ASSERTION,
        "has metadata of row %" PRId64
        " that says that numbers %d and %d of four are held, in this order",
        fault->row, fault->places[0], fault->places[1]);
}

void tl_sparse_spread(const tl_step *first, int operand, int64_t selector,
                      const tl_matrix_product *product,
                      const tl_sparse_form *form, const tl_matrix_values *held,
                      tl_matrix_values *out) {
  tl_sparse_metadata metadata = {.selector = selector};
  gather_metadata(first, operand, &metadata);
  const tl_sparse_fault fault =
      tl_sparse_expand(product, form, &metadata, held, out);
  say(first, &fault);
}
