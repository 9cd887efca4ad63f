/* loop_turns.c - see loop_turns.h. */
#include "loop_turns.h"
#include "lib/base/checked.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"

/* Of one counter of a loop. */
typedef struct counter_ends {
  int64_t begin, end, step;
} counter_ends;

static bool read_number(tl_facts *facts, MlirValue value, int64_t *out) {
  tl_value_fact known = tl_value_fact_of(facts, value);
  *out = known.least;
  return tl_fact_is_constant(known);
}

/* Operands: all begins, all ends, all steps. */
static bool read_operands(tl_facts *facts, MlirOperation loop, intptr_t number,
                          intptr_t count, counter_ends *out) {
  int64_t *const ends[] = {&out->begin, &out->end, &out->step};
  bool is_known = true;
  for (intptr_t i = 0; is_known && i < 3; i++)
    is_known = read_number(
        facts, mlirOperationGetOperand(loop, i * count + number), ends[i]);
  return is_known;
}

static bool read_for(tl_facts *facts, MlirOperation loop, intptr_t number,
                     counter_ends *out) {
  return read_operands(facts, loop, number, 1, out) &&
         (out->begin >= 0 ||
          mlirAttributeIsNull(tl_attribute_of(loop, "unsignedCmp")));
}

static intptr_t count_counters(MlirOperation loop) {
  return mlirBlockGetNumArguments(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0)));
}

static bool read_parallel(tl_facts *facts, MlirOperation loop, intptr_t number,
                          counter_ends *out) {
  return read_operands(facts, loop, number, count_counters(loop), out);
}

static bool read_static(TL_UNUSED tl_facts *facts, MlirOperation loop,
                        intptr_t number, counter_ends *out) {
  static const char *const NAMES[] = {"staticLowerBound", "staticUpperBound",
                                      "staticStep"};
  int64_t *const ends[] = {&out->begin, &out->end, &out->step};
  bool is_known = true;
  for (int i = 0; is_known && i < 3; i++) {
    MlirAttribute numbers = tl_attribute_of(loop, NAMES[i]);
    is_known = number < mlirDenseArrayGetNumElements(numbers);
    if (is_known)
      *ends[i] = mlirDenseI64ArrayGetElement(numbers, number);
    is_known &= *ends[i] != INT64_MIN; /* an operand has it */
  }
  return is_known;
}

static bool read_map(MlirOperation loop, const char *name, int64_t *out) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(tl_attribute_of(loop, name));
  bool is_number = mlirAffineMapIsSingleConstant(map);
  if (is_number)
    *out = mlirAffineMapGetSingleConstantResult(map);
  return is_number;
}

static bool read_affine(TL_UNUSED tl_facts *facts, MlirOperation loop,
                        TL_UNUSED intptr_t number, counter_ends *out) {
  out->step = mlirIntegerAttrGetValueInt(tl_attribute_of(loop, "step"));
  return read_map(loop, "lowerBoundMap", &out->begin) &&
         read_map(loop, "upperBoundMap", &out->end);
}

static const struct loop_row {
  const char *names[2];
  bool has_one; /* counter; the other arguments are carried */
  bool (*read)(tl_facts *facts, MlirOperation loop, intptr_t number,
               counter_ends *out);
} LOOPS[] = {
    {{"scf.for", NULL}, true, read_for},
    {{"affine.for", NULL}, true, read_affine},
    {{"scf.parallel", NULL}, false, read_parallel},
    {{"scf.forall", NULL}, false, read_static},
};

static int64_t count_turns(const counter_ends *ends) {
  int64_t room;
  bool runs = ends->step > 0 && ends->begin < ends->end &&
              tl_difference_fits(ends->end - 1, ends->begin, &room);
  return runs ? room / ends->step + 1 : 1;
}

int64_t tl_loop_turns(tl_facts *facts, MlirOperation loop) {
  const struct loop_row *row = tl_find_operation(
      facts, loop, LOOPS, sizeof LOOPS / sizeof *LOOPS, sizeof *LOOPS);
  if (!row || !mlirAttributeIsNull(tl_attribute_of(loop, "mapping")))
    return 1;
  intptr_t count = row->has_one ? 1 : count_counters(loop);
  int64_t turns = 1;
  for (intptr_t i = 0; i < count; i++) {
    counter_ends ends;
    if (row->read(facts, loop, i, &ends))
      turns = tl_multiply_saturated(turns, count_turns(&ends));
  }
  return turns;
}
