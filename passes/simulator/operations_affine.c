/* operations_affine.c - Maps and sets of affine, and elements of memory at
 * them. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/IntegerSet.h"
#include "operations.h"

/* detail: the map, or the set, of that attribute. */
static bool prepare_map(tl_instruction *at) {
  at->detail = tl_map_read(
      at->program,
      mlirAffineMapAttrGetValue(tl_attribute_of(at->operation, "map")));
  return at->detail != NULL;
}

static bool prepare_set(tl_instruction *at) {
  at->detail = tl_set_read(
      at->program,
      mlirIntegerSetAttrGetValue(tl_attribute_of(at->operation, "condition")));
  return at->detail != NULL;
}

static void run_map(const tl_step *step) {
  const tl_map_results all = {step->at->detail, 0, 0, TL_ALL_RESULTS};
  int64_t value = 0;
  if (tl_map_extreme(step, &all, step->at->row->number, &value))
    tl_give_number(step, 0, value);
}

static bool is_in_set(const tl_step *step) {
  const tl_map *set = step->at->detail;
  int64_t inputs[TL_MAX_MAP_INPUTS], value;
  bool holds = tl_map_inputs(step, set, 0, inputs);
  for (int i = 0; holds && i < set->result_count; i++)
    holds = tl_expression_value(step, &set->results[i], inputs, &value) &&
            (set->is_zero[i] ? value == 0 : value >= 0);
  return holds;
}

static void run_if(const tl_step *first) { tl_run_if(first, is_in_set); }

/*===--- Numbers of several digits ----------------------------------------===*/

/* numbers: the basis; an entry of it is a number, or the next operand from
 * `first` on.  The outermost entry may be missing: it bounds, and does not
 * count. */
static int64_t basis_entry(const tl_step *step, int first, int64_t i) {
  const int64_t *numbers = step->at->numbers;
  for (int64_t k = 0; k < i; k++)
    first += numbers[k] == INT64_MIN;
  return numbers[i] == INT64_MIN ? tl_operand_number(step, first) : numbers[i];
}

static void split_digits(const tl_step *step) {
  int64_t rest = tl_operand_number(step, 0), basis = step->at->number_count;
  for (int i = step->at->result_count - 1; i > 0; i--) {
    int64_t extent = basis_entry(step, 1, --basis);
    if (extent <= 0) {
      tl_fault(step, TL_FAULT_ARITHMETIC,
               "divides by a number that is not positive");
      return;
    }
    tl_give_number(step, i, rest - tl_floor_of(rest, extent) * extent);
    rest = tl_floor_of(rest, extent);
  }
  tl_give_number(step, 0, rest);
}

static void join_digits(const tl_step *step) {
  const tl_instruction *at = step->at;
  int digits = at->operand_count;
  int64_t sum = 0, weight = 1, basis = at->number_count;
  for (int64_t i = 0; i < at->number_count; i++)
    digits -= at->numbers[i] == INT64_MIN;
  for (int i = digits - 1; i >= 0; i--) {
    int64_t scale = 0;
    if (!tl_add_product(&sum, tl_operand_number(step, i), weight) ||
        (i > 0 &&
         !tl_add_product(&scale, weight, basis_entry(step, digits, --basis)))) {
      tl_fault_overflow(step);
      return;
    }
    weight = scale;
  }
  tl_give_number(step, 0, sum);
}

/*===--- Elements ---------------------------------------------------------===*/

static void move_rows(const tl_step *step, bool is_of_block) {
  bool stores = step->at->result_count == 0;
  tl_move move;
  tl_move_set(&move, step, stores);
  const tl_map *map = step->at->detail;
  int64_t inputs[TL_MAX_MAP_INPUTS];
  if (map->result_count && !tl_map_inputs(step, map, stores + 1, inputs))
    return;
  for (int64_t d = 0; d < move.view->rank; d++)
    if (!tl_expression_value(step, &map->results[d], inputs,
                             &move.coordinate[d]))
      return;
  move.is_of_block = is_of_block;
  tl_move_rows(&move);
}

static void load_rows(const tl_step *step) { move_rows(step, false); }

static void store_rows(const tl_step *first) {
  tl_run_agreed(first, true, move_rows);
}

#define BASIS TL_READS({"static_basis", TL_READ_ARRAY, 0, {NULL}})

const tl_sim_row TL_SIM_AFFINE[] = {
    {"affine.apply", "affine.max", .prepare = prepare_map, .each = run_map},
    {"affine.min", .prepare = prepare_map, .each = run_map, .number = true},
    {"affine.if", .all = run_if, .prepare = prepare_set},
    {"affine.delinearize_index", .each = split_digits, BASIS},
    {"affine.linearize_index", .each = join_digits, BASIS},
    {"affine.load", "affine.vector_load", .prepare = prepare_map,
     .each = load_rows},
    {"affine.store", "affine.vector_store", .prepare = prepare_map,
     .all = store_rows, .party = tl_party_agreed},
    {.name = "affine.prefetch"},
    {.name = NULL},
};
