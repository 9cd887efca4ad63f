/* shared_choice_cost.c - What accessors cost under a layout, see
 * tl/shared_choice.h.
 *
 * Every accessor is planned, as the stages behind plan it.  Instructions of an
 * address are operations of the base, and one for every number that is XORed to
 * it: numbers that are added are part of the access. */
#include "tl/layout_algebra.h"
#include "tl/shared_choice.h"

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
  int64_t accesses = tl_copy_access_count(plan, vectors), count = 0;
  int64_t numbers[MOST_NUMBERS], known = 0;
  int64_t runs = accesses / (tl_atoms_count(&plan->starts) *
                             tl_atoms_count(&vectors->outer));
  if (!plan->swizzle.bits)
    return 0;
  for (int64_t i = 0; i < accesses; i++) {
    tl_moves moves = {0};
    tl_atoms_move(&vectors->outer, i / runs % tl_atoms_count(&vectors->outer),
                  &moves);
    tl_atoms_move(&vectors->inner, tl_copy_access_of_run(vectors, i).first,
                  &moves);
    int64_t low = tl_swizzle_apply(
        &plan->swizzle, moves.offset[0] % tl_swizzle_period(&plan->swizzle));
    if (plan->form == TL_SWIZZLE_FULL)
      count += FULL_SWIZZLE;
    else if (low & plan->offset_bits && is_new(numbers, &known, low))
      count++;
  }
  return count;
}

static int64_t count_instructions(const tl_copy_partition *plan,
                                  const tl_copy_vectors *vectors) {
  tl_address address;
  int64_t rows = tl_copy_base_form(plan, TL_BASE_CODE, &address), count = 0;
  for (int64_t row = 0; row < address.row_count; row++)
    count += count_row(&address, row) *
             (row < rows ? 1 : tl_atoms_count(&plan->starts));
  return count + count_moves(plan, vectors);
}

static tl_code add_accessor(const tl_shared_request *request,
                            const tl_layout *layout,
                            const tl_shared_accessor *accessor, int64_t most,
                            tl_shared_cost *out, tl_error *error) {
  tl_copy_request copy = accessor->copy;
  tl_copy_partition plan;
  tl_copy_choice choice;
  tl_access_side side = {&copy, &request->rules, &plan};
  int64_t wavefronts;
  copy.memory = *layout;
  TL_TRY(tl_copy_partition_plan(&copy, &plan, error));
  TL_TRY(tl_copy_choose(&side, 1, &choice, error));
  TL_TRY(tl_copy_wavefronts(&copy, &plan, &choice.vectors, most, &wavefronts,
                            error));
  out->wavefronts += accessor->weight * wavefronts;
  out->accesses +=
      accessor->weight * tl_copy_access_count(&plan, &choice.vectors);
  out->instructions +=
      accessor->weight * count_instructions(&plan, &choice.vectors);
  return TL_OK;
}

tl_code tl_shared_measure(const tl_shared_request *request,
                          const tl_layout *layout, const tl_shared_cost *most,
                          tl_shared_cost *out, tl_error *error) {
  int64_t bytes = request->accessors->copy.element_bytes;
  *out = (tl_shared_cost){0};
  TL_TRY(tl_layout_footprint(layout, &out->bytes, error));
  out->bytes *= bytes;
  for (int64_t i = 0; i < request->accessor_count; i++)
    if (!most || out->wavefronts <= most->wavefronts)
      TL_TRY(add_accessor(request, layout, &request->accessors[i],
                          most ? most->wavefronts : INT64_MAX, out, error));
  return TL_OK;
}

int tl_shared_compare(const tl_shared_cost *a, const tl_shared_cost *b) {
  const int64_t own[] = {a->wavefronts, a->accesses, a->instructions, a->bytes};
  const int64_t other[] = {b->wavefronts, b->accesses, b->instructions,
                           b->bytes};
  for (int i = 0; i < 4; i++)
    if (own[i] != other[i])
      return own[i] < other[i] ? -1 : 1;
  return 0;
}
