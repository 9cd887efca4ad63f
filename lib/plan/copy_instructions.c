/* copy_instructions.c - What the addresses of a planned copy take.
 *
 * Instructions of an address are operations of the base, and one for every number
 * that is XORed to it: numbers that are added are part of the access. */
#include "tl/copy_access.h"

enum {
  FULL_SWIZZLE = 4, /* an addition, a mask, a shift, an XOR */
  MOST_NUMBERS = 32,
};

/* Divisions and remainders, multiplications, and what joins terms. */
static int64_t count_row(const tl_address *address, int64_t row) {
  int64_t terms, count = 0;
  const tl_term *term = tl_address_terms(address, row, &terms);
  if (address->rows[row].kind == TL_ROW_READ)
    return 2;
  for (int64_t i = 0; i < terms; i++)
    if (term[i].source != TL_SOURCE_ONE)
      count +=
          (term[i].divisor > 1) + (term[i].extent > 0) + (term[i].stride > 1);
  return count + (terms > 1 ? terms - 1 : 0);
}

static bool is_new(int64_t *numbers, int64_t *count, int64_t number) {
  for (int64_t i = 0; i < *count; i++)
    if (numbers[i] == number)
      return false;
  if (*count < MOST_NUMBERS)
    numbers[(*count)++] = number;
  return true;
}

/* Numbers that are XORed to the base, each once. */
static int64_t count_moves(const tl_copy_partition *plan,
                           const tl_copy_vectors *vectors) {
  int64_t outer = tl_atoms_count(&vectors->outer), count = 0;
  int64_t accesses = tl_copy_access_count(plan, vectors);
  int64_t runs = accesses / (tl_atoms_count(&plan->starts) * outer);
  int64_t numbers[MOST_NUMBERS], known = 0;
  if (!plan->swizzle.bits)
    return 0;
  if (plan->form == TL_SWIZZLE_FULL)
    return accesses * FULL_SWIZZLE;
  for (int64_t i = 0; i < accesses; i++) {
    tl_moves moves = {0};
    tl_atoms_move(&vectors->outer, i / runs % outer, &moves);
    tl_atoms_move(&vectors->inner, tl_copy_access_of_run(vectors, i).first,
                  &moves);
    int64_t low = tl_swizzle_apply(
        &plan->swizzle, moves.offset[0] % tl_swizzle_period(&plan->swizzle));
    count += low & plan->offset_bits && is_new(numbers, &known, low);
  }
  return count;
}

int64_t tl_copy_instructions(const tl_copy_partition *plan,
                             const tl_copy_vectors *vectors) {
  tl_address address;
  int64_t rows = tl_copy_base_form(plan, TL_BASE_CODE, &address), count = 0;
  for (int64_t row = 0; row < address.row_count; row++)
    count += count_row(&address, row) *
             (row < rows ? 1 : tl_atoms_count(&plan->starts));
  return count + count_moves(plan, vectors);
}
