/* operations_reductions.c - Reductions and outer products of vectors.
 *
 * A reduction starts with the accumulator, or else with the first element, and
 * takes the elements in row-major order; each step is an operation of arith, and
 * rounds as that does. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operations.h"
#include <string.h>

/* What combines two elements of each kind of vector.kind. */
static const struct {
  const char *kind, *of_integers, *of_floats;
} KINDS[] = {
    {"<add>", "arith.addi", "arith.addf"},
    {"<mul>", "arith.muli", "arith.mulf"},
    {"<minui>", "arith.minui", NULL},
    {"<minsi>", "arith.minsi", NULL},
    {"<minnumf>", NULL, "arith.minnumf"},
    {"<maxui>", "arith.maxui", NULL},
    {"<maxsi>", "arith.maxsi", NULL},
    {"<maxnumf>", NULL, "arith.maxnumf"},
    {"<and>", "arith.andi", NULL},
    {"<or>", "arith.ori", NULL},
    {"<xor>", "arith.xori", NULL},
    {"<minimumf>", NULL, "arith.minimumf"},
    {"<maximumf>", NULL, "arith.maximumf"},
};

static const tl_sim_row *find_row(const char *name) {
  return tl_sim_row_find(mlirStringRefCreateFromCString(name));
}

/* detail: the row that combines. */
static bool prepare_kind(tl_instruction *at) {
  tl_text kind = tl_attribute_text(at, "kind");
  bool is_float = tl_result_slot(at, 0)->scalar.format != NULL;
  const char *name = NULL;
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
    if (strstr(kind.length ? kind.data : "<add>", KINDS[i].kind))
      name = is_float ? KINDS[i].of_floats : KINDS[i].of_integers;
  if (!name)
    return tl_refuse(at, "is of a kind that the simulator does not know");
  at->detail = (void *)find_row(name);
  return true;
}

static tl_element combine(const tl_step *step, const tl_sim_row *row,
                          const tl_element *a, const tl_element *b,
                          const tl_element *c) {
  const tl_scalar_type *type = &tl_result_slot(step->at, 0)->scalar;
  tl_computation types = {
      .type = type, .result_type = type, .number = row->number};
  const tl_element *operands[] = {a, b, c};
  return tl_compute(step, row, &types, operands, c ? 3 : 2);
}

/*===--- Reductions -------------------------------------------------------===*/

static void reduce(const tl_step *step) {
  const tl_element *in = tl_operand(step, 0);
  int64_t count = tl_operand_slot(step->at, 0)->count;
  bool has_start = step->at->operand_count > 1;
  tl_element sum = has_start ? *tl_operand(step, 1) : *in;
  for (int64_t i = !has_start; i < count; i++)
    sum = combine(step, step->at->detail, &sum, &in[i], NULL);
  *tl_result(step, 0) = sum;
}

/* numbers: of each element, that of the result it goes into. */
static bool prepare_multiple(tl_instruction *at) {
  const tl_slot *in = tl_operand_slot(at, 0);
  bool is_reduced[TL_MAX_RANK] = {false};
  for (int64_t i = 0; i < tl_array_count(at, "reduction_dims"); i++)
    is_reduced[tl_array_item(at, "reduction_dims", i)] = true;
  if (!prepare_kind(at) || !tl_reserve_numbers(at, in->count))
    return false;
  for (int64_t i = 0; i < in->count; i++) {
    int64_t place[TL_MAX_RANK];
    tl_coordinate_of(i, in->rank, in->shape, place);
    for (int64_t d = 0; d < in->rank; d++)
      if (!is_reduced[d])
        at->numbers[i] = at->numbers[i] * in->shape[d] + place[d];
  }
  return true;
}

static void reduce_dimensions(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_element *in = tl_operand(step, 0);
  tl_element *out = tl_result(step, 0);
  memcpy(out, tl_operand(step, 1), tl_result_slot(at, 0)->bytes);
  for (int64_t i = 0; i < at->number_count; i++) {
    tl_element *sum = &out[at->numbers[i]];
    *sum = combine(step, at->detail, sum, &in[i], NULL);
  }
}

/*===--- Outer products ---------------------------------------------------===*/

/* A sum of floats and its product round once, as vector.fma, which they are
 * lowered to.  Without a right-hand vector there is one column. */
static void multiply_outer(const tl_step *step) {
  const tl_instruction *at = step->at;
  bool is_float = tl_result_slot(at, 0)->scalar.format != NULL;
  const tl_sim_row *sum = at->detail;
  const tl_sim_row *product = find_row(is_float ? "arith.mulf" : "arith.muli");
  const tl_sim_row *fused = find_row("vector.fma");
  bool is_fused = is_float && sum == find_row("arith.addf");
  const tl_element *start = at->operand_count > 2 ? tl_operand(step, 2) : NULL;
  int64_t columns = tl_operand_slot(at, 1)->count;
  for (int64_t i = 0; i < tl_result_slot(at, 0)->count; i++) {
    const tl_element *a = tl_operand(step, 0) + i / columns;
    const tl_element *b = tl_operand(step, 1) + i % columns;
    tl_element *out = &tl_result(step, 0)[i];
    if (start && is_fused) {
      *out = combine(step, fused, a, b, &start[i]);
      continue;
    }
    *out = combine(step, product, a, b, NULL);
    if (start)
      *out = combine(step, sum, &start[i], out, NULL);
  }
}

const tl_sim_row TL_SIM_REDUCTIONS[] = {
    {"vector.reduction", .each = reduce, .prepare = prepare_kind},
    {"vector.multi_reduction", .each = reduce_dimensions,
     .prepare = prepare_multiple},
    {"vector.outerproduct", .each = multiply_outer, .prepare = prepare_kind},
    {.name = NULL},
};
