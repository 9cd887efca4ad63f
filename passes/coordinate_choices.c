/* coordinate_choices.c - see coordinate_choices.h.
 *
 *   %none = arith.subi %c64, %column[0]
 *   %1 = arith.select %hit[1], %c1, %none
 *   %0 = arith.select %hit[0], %c0, %1
 *   %least = arith.addi %0, %column[0] */
#include "coordinate_choices.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/emit/vector_parts.h"
#include "tl/coordinates.h"
#include <string.h>

/*===--- What is chosen ---------------------------------------------------===*/

static const struct choice_kind {
  const char *name;
  bool is_most, is_unsigned;
} KINDS[] = {
    {"arith.minui", false, true},
    {"arith.minsi", false, false},
    {"arith.maxui", true, true},
    {"arith.maxsi", true, false},
};

static const struct choice_kind *kind_of(const char *combines) {
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
    if (strcmp(KINDS[i].name, combines) == 0)
      return &KINDS[i];
  return NULL;
}

static bool has_one_use(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

/* The arith.select, by a condition a register, that nothing else reads; or null. */
static MlirOperation select_of(MlirValue reduced) {
  MlirOperation select = tl_defined_by(reduced, "arith.select");
  bool is_own =
      !mlirOperationIsNull(select) && has_one_use(reduced) &&
      mlirTypeIsAVector(mlirValueGetType(mlirOperationGetOperand(select, 0)));
  return is_own ? select : (MlirOperation){NULL};
}

/* Whether a value is coordinates of the registers that are reduced. */
static bool read_coordinates(const tl_reduction_view *of, MlirValue value,
                             tl_coordinates_view *out, int64_t *dimension) {
  MlirOperation operation = tl_defined_by(value, "tl.coordinates");
  if (mlirOperationIsNull(operation))
    return false;
  tl_coordinates_view_read(operation, out);
  *dimension = mlirOpResultGetResultNumber(value);
  return out->scope == of->scope &&
         mlirAttributeEqual(out->layout, of->source.layout);
}

tl_choice_request tl_choice_read(tl_facts *facts,
                                 const tl_reduction_view *view) {
  tl_choice_request out = {.is_choice = false};
  const struct choice_kind *kind = kind_of(view->combines);
  MlirOperation select = select_of(view->source.value);
  tl_coordinates_view coordinates;
  tl_splat other;
  if (!kind || mlirOperationIsNull(select) ||
      !read_coordinates(view, mlirOperationGetOperand(select, 1), &coordinates,
                        &out.dimension) ||
      !tl_splat_read(mlirOperationGetOperand(select, 2), &other) ||
      !mlirValueIsNull(other.value))
    return (tl_choice_request){.is_choice = false};
  MlirValue origin = coordinates.origin_value[out.dimension];
  tl_value_fact known =
      mlirValueIsNull(origin)
          ? tl_fact_constant(coordinates.origin[out.dimension])
          : tl_value_fact_of(facts, origin);
  out.is_choice = true;
  out.is_most = kind->is_most;
  out.is_unsigned = kind->is_unsigned;
  out.number = other.number;
  out.least = known.least;
  out.most = known.most;
  return out;
}

/*===--- Plan -------------------------------------------------------------===*/

/* Whether no coordinate is beyond the number, of a tile of that extent.  What `i32`
 * does not hold is unknown; numbers below 0 are the greatest without a sign. */
static bool is_end(const tl_choice_request *of, int64_t extent) {
  int64_t last = tl_add_saturated(of->most, extent - 1);
  if (of->is_unsigned && of->least < 0)
    return false;
  return of->is_unsigned && of->number < 0 ? !of->is_most
         : of->is_most                     ? of->number <= of->least
                       : of->number >= last || of->number == INT32_MAX;
}

/* Of one start; the fragment holds what has a number. */
static void read_numbers(const tl_copy_partition *plan, tl_choice_plan *out) {
  tl_moves start = {.slot = plan->slot_offset};
  tl_atoms_move(&plan->starts, 0, &start);
  for (int64_t i = 0; i < tl_atoms_count(&plan->atoms); i++) {
    tl_moves moves = {.slot = start.slot};
    tl_atoms_move(&plan->atoms, i, &moves);
    out->numbers[moves.slot] = moves.offset[0];
  }
}

tl_code tl_choice_plan_make(const tl_choice_request *request,
                            const tl_reduction_request *reduced,
                            tl_choice_plan *out, tl_error *error) {
  const tl_coordinate_request coordinates = {.fragment = reduced->fragment,
                                             .scope = reduced->scope,
                                             .lanes = reduced->lanes,
                                             .threads = reduced->threads,
                                             .dimension = request->dimension,
                                             .origin = INT64_MIN};
  tl_copy_request copy;
  tl_copy_partition plan;
  out->is_ordered = false;
  if (!request->is_choice)
    return TL_OK;
  int64_t extent =
      tl_layout_shape(&reduced->fragment).items[request->dimension];
  TL_TRY(tl_coordinate_copy(&coordinates, &copy, error));
  TL_TRY(tl_copy_partition_plan(&copy, &plan, error));
  out->is_ordered =
      is_end(request, extent) && tl_atoms_count(&plan.starts) == 1;
  out->is_most = request->is_most;
  if (out->is_ordered)
    read_numbers(&plan, out);
  return TL_OK;
}

/*===--- Write ------------------------------------------------------------===*/

/* Whether a register is asked behind another one, which it then overrules. */
static bool is_behind(const tl_choice_plan *plan, int64_t a, int64_t b) {
  int64_t further = plan->numbers[a] - plan->numbers[b];
  return plan->is_most ? further > 0 : further < 0;
}

static void sort_registers(const tl_choice_plan *plan, int64_t count,
                           int64_t *registers) {
  for (int64_t i = 1; i < count; i++) {
    int64_t own = registers[i], to = i;
    for (; to && is_behind(plan, registers[to - 1], own); to--)
      registers[to] = registers[to - 1];
    registers[to] = own;
  }
}

MlirValue tl_build_choice(const tl_builder *builder, MlirValue choice,
                          const tl_choice_plan *plan, int64_t count,
                          int64_t *registers) {
  MlirOperation select = mlirOpResultGetOwner(choice);
  MlirValue hits = mlirOperationGetOperand(select, 0);
  MlirValue coordinates = mlirOperationGetOperand(select, 1);
  sort_registers(plan, count, registers);
  int64_t first = registers[plan->is_most ? 0 : count - 1];
  MlirValue base = tl_build_register_at(builder, coordinates, first);
  MlirType type = mlirValueGetType(base);
  MlirValue all = tl_build_pair(
      builder, TL_SUBTRACT_WRAPPING,
      tl_build_register_at(builder, mlirOperationGetOperand(select, 2), first),
      base);
  for (int64_t i = 0; i < count; i++) {
    int64_t number = plan->numbers[registers[i]] - plan->numbers[first];
    MlirValue own =
        tl_build_splat(builder, type, mlirIntegerAttrGet(type, number));
    all = tl_build_select(
        builder, tl_build_register_at(builder, hits, registers[i]), own, all);
  }
  return tl_build_pair(builder, TL_ADD_WRAPPING, all, base);
}
