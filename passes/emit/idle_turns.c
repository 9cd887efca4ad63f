/* idle_turns.c - see idle_turns.h.
 *
 * In such a turn an element of a value is a number, or an element that the loop carries,
 * or anything.  Going through the body in order,
 *
 *   what a branch gives otherwise, constants      are numbers
 *   what is moved                                 is what it was
 *   what is computed of numbers, exactly          is a number
 *   what is carried, with what changes nothing    is what is carried
 *   what is chosen where that is false            is the other one
 *
 * x + -0 is x, x + 0 is x unless that is -0, and the larger of x and -inf unless x is a
 * NaN.  A sum is -0 only of -0 and -0, and the larger of two a NaN only of two: where the
 * loop starts with another number, and nothing else is done to it, it carries none.  What
 * x * y + z rounds to is -0 as well where the exact number is below 0, and too small; x * x
 * + z is none where z is not below 0, and neither is what it rounds to. */
#include "idle_turns.h"
#include "branches.h"
#include "element_moves.h"
#include "known_numbers.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"
#include "vector_parts.h"
#include <math.h>
#include <string.h>

enum {
  FIRST_START = 3, /* operands of scf.for in front of what it starts with */
  MOST_DEPTH = 8,  /* of what makes a number in front of the loop */
  MOST_COMBINED = 3,
};

typedef enum idle_kind {
  ANYTHING = 0,
  NUMBER,
  EITHER_ZERO, /* 0 or -0, of a float */
  CARRIED,
} idle_kind;

/* Sets of these say what is done to what is carried, in all turns, and what it may
 * not be where that is to change nothing. */
enum { BY_SUM = 1, BY_CHOICE = 2, BY_OTHERS = 4, BY_SQUARE = 8 };
enum { NO_MINUS_ZERO = 1, NO_NAN = 2 };

typedef struct idle_element {
  idle_kind kind;
  int done, needs;
  intptr_t place, element; /* what the loop carries there */
  uint64_t bits;           /* of a number, one element after the other */
} idle_element;

typedef struct idle_value {
  int64_t count;
  idle_element items[];
} idle_value;

/* A loop that is gone through, and what is known of its values. */
typedef struct idle_turn {
  const tl_builder *builder;
  MlirOperation loop;
  tl_key_table values;
} idle_turn;

/*===--- Numbers ----------------------------------------------------------===*/

/* The numbers of a constant. */
static void read_constant(MlirOperation constant, idle_value *out) {
  MlirAttribute value = tl_attribute_of(constant, "value");
  idle_element number = {.kind = NUMBER};
  tl_number_form form;
  if (mlirAttributeIsADenseElements(value) &&
      mlirDenseElementsAttrIsSplat(value))
    value = mlirDenseElementsAttrGetSplatValue(value);
  if (!tl_number_form_of(mlirValueGetType(mlirOperationGetResult(constant, 0)),
                         &form))
    return;
  if (mlirAttributeIsAInteger(value))
    number.bits = tl_repeated_bits((uint64_t)mlirIntegerAttrGetValueInt(value),
                                   form.bits);
  else if (!mlirAttributeIsAFloat(value) ||
           !tl_float_bits(&form, mlirFloatAttrGetValueDouble(value),
                          &number.bits))
    return;
  for (int64_t i = 0; i < out->count; i++)
    out->items[i] = number;
}

/*===--- Combinations -----------------------------------------------------===*/

/* What changes nothing. */
typedef enum identity {
  ZERO = 0,
  ONE,
  ALL_BITS,
  LEAST, /* with a sign; below all that is finite */
  MOST,
} identity;

typedef struct combination {
  const char *name, *kind; /* as that of a reduction */
  identity identity;
  bool is_ordered; /* changes nothing as the second operand alone */
  int does, needs;
} combination;

static const combination OF_FLOATS[] = {
    {"arith.addf", "<add>", ZERO, false, BY_SUM, NO_MINUS_ZERO},
    {"arith.maximumf", "<maximumf>", LEAST, false, BY_OTHERS, 0},
    {"arith.maxnumf", "<maxnumf>", LEAST, false, BY_CHOICE, NO_NAN},
    {"arith.minimumf", "<minimumf>", MOST, false, BY_OTHERS, 0},
    {"arith.minnumf", "<minnumf>", MOST, false, BY_CHOICE, NO_NAN},
    {"arith.mulf", "<mul>", ONE, false, BY_OTHERS, 0},
    {"arith.subf", NULL, ZERO, true, BY_SUM, NO_MINUS_ZERO},
};

static const combination OF_INTEGERS[] = {
    {"arith.addi", "<add>", ZERO, false, BY_OTHERS, 0},
    {"arith.andi", "<and>", ALL_BITS, false, BY_OTHERS, 0},
    {"arith.maxsi", "<maxsi>", LEAST, false, BY_OTHERS, 0},
    {"arith.maxui", "<maxui>", ZERO, false, BY_OTHERS, 0},
    {"arith.minsi", "<minsi>", MOST, false, BY_OTHERS, 0},
    {"arith.minui", "<minui>", ALL_BITS, false, BY_OTHERS, 0},
    {"arith.muli", "<mul>", ONE, false, BY_OTHERS, 0},
    {"arith.ori", "<or>", ZERO, false, BY_OTHERS, 0},
    {"arith.subi", NULL, ZERO, true, BY_OTHERS, 0},
    {"arith.xori", "<xor>", ZERO, false, BY_OTHERS, 0},
};

/* Comparisons that are false whatever the other one is, a NaN too.  Source:
 * ArithBase.td, CmpFPredicate and CmpIPredicate. */
static const struct comparison {
  const char *name;
  int64_t predicate;
  identity first, second; /* either of them */
} NEVER[] = {
    {"arith.cmpf", 2, LEAST, MOST},    /* ogt */
    {"arith.cmpf", 4, MOST, LEAST},    /* olt */
    {"arith.cmpi", 2, MOST, LEAST},    /* slt */
    {"arith.cmpi", 4, LEAST, MOST},    /* sgt */
    {"arith.cmpi", 6, ALL_BITS, ZERO}, /* ult */
    {"arith.cmpi", 8, ZERO, ALL_BITS}, /* ugt */
};

/* Null of what is none. */
static const struct comparison *comparison_of(MlirOperation at) {
  MlirAttribute predicate = tl_attribute_of(at, "predicate");
  for (size_t i = 0; i < sizeof NEVER / sizeof *NEVER; i++)
    if (tl_operation_is(at, NEVER[i].name) &&
        mlirIntegerAttrGetValueInt(predicate) == NEVER[i].predicate)
      return &NEVER[i];
  return NULL;
}

/* The number; false where there is none. */
static bool read_identity(identity which, const tl_number_form *form,
                          uint64_t *out) {
  static const double FLOATS[] = {
      [ZERO] = 0, [ONE] = 1, [LEAST] = -INFINITY, [MOST] = INFINITY};
  const uint64_t integers[] = {[ZERO] = 0,
                               [ONE] = 1,
                               [ALL_BITS] = UINT64_MAX,
                               [LEAST] = tl_sign_bit(form->bits),
                               [MOST] = tl_low_bits(form->bits - 1)};
  if (form->is_float)
    return tl_float_bits(form, FLOATS[which], out);
  *out = tl_repeated_bits(integers[which], form->bits);
  return true;
}

static bool is_reduction(MlirOperation at) {
  static const char *const NAMES[] = {"vector.multi_reduction",
                                      "vector.reduction", NULL};
  return tl_operation_is_one_of(at, NAMES);
}

/* The row of an operation on such elements; null without one. */
static const combination *combination_of(MlirOperation at, bool is_float) {
  const combination *rows = is_float ? OF_FLOATS : OF_INTEGERS;
  size_t count = is_float ? sizeof OF_FLOATS / sizeof *OF_FLOATS
                          : sizeof OF_INTEGERS / sizeof *OF_INTEGERS;
  for (size_t i = 0; i < count; i++)
    if (is_reduction(at)
            ? rows[i].kind && tl_attribute_says(at, "kind", rows[i].kind)
            : tl_operation_is(at, rows[i].name))
      return &rows[i];
  return NULL;
}

/* Whether the operation takes such numbers for others. */
static bool ignores(MlirOperation at, const char *flag) {
  return tl_attribute_says(at, "fastmath", flag) ||
         tl_attribute_says(at, "fastmath", "<fast>");
}

/*===--- An operation on elements -----------------------------------------===*/

/* What it does with elements that are known. */
typedef struct idle_rule {
  bool is_zero_of_zeros, is_zero_of_one;
  bool is_signless;      /* takes 0 for -0 */
  bool is_product;       /* a * b + c */
  bool is_choice;        /* a ? b : c */
  const struct comparison *never; /* null without one */
  const combination *by; /* null without one */
  tl_computation compute; /* null without one */
  int does, needs;
  tl_number_form from, to;
} idle_rule;

static bool is_product(MlirOperation at) {
  static const char *const NAMES[] = {"math.fma", "vector.fma",
                                      "vector.outerproduct", NULL};
  return tl_operation_is_one_of(at, NAMES);
}

/* Of the sum that it is added to, element by element. */
static bool is_square(MlirOperation at) {
  return !tl_operation_is(at, "vector.outerproduct") &&
         mlirValueEqual(mlirOperationGetOperand(at, 0),
                        mlirOperationGetOperand(at, 1));
}

static const combination *rule_by(MlirOperation at, bool is_float) {
  /* a * b + c, and a * a + c, of zeros and what is carried */
  static const combination SUM = {NULL,  "<add>",   ZERO,
                                  false, BY_OTHERS, NO_MINUS_ZERO};
  static const combination OF_SQUARE = {NULL,  NULL,      ZERO,
                                        false, BY_SQUARE, NO_MINUS_ZERO};
  MlirAttribute kind = tl_attribute_of(at, "kind");
  if (!is_product(at))
    return combination_of(at, is_float);
  if (is_square(at))
    return &OF_SQUARE;
  return mlirAttributeIsNull(kind) || tl_attribute_says(at, "kind", SUM.kind)
             ? &SUM
             : NULL;
}

/* What takes them for others may make any of them. */
static void read_needs(MlirOperation at, idle_rule *rule) {
  int all = rule->to.is_float ? rule->by->needs : 0;
  rule->needs = all & ~(ignores(at, "nsz") ? NO_MINUS_ZERO : 0) &
                ~(ignores(at, "nnan") ? NO_NAN : 0);
  rule->does = rule->by->does | (rule->needs != all ? BY_OTHERS : 0);
}

static idle_rule rule_of(MlirOperation at) {
  static const char *const ZERO_OF_ONE[] = {"arith.andi", "arith.muli", NULL};
  static const char *const ZERO_OF_ZEROS[] = {
      "arith.addi", "arith.extf",   "arith.extsi",  "arith.extui",
      "arith.shli", "arith.shrsi",  "arith.shrui",  "arith.sitofp",
      "arith.subi", "arith.truncf", "arith.trunci", "arith.uitofp",
      NULL};
  idle_rule out = {.is_product = is_product(at),
                   .is_choice = tl_operation_is(at, "arith.select"),
                   .is_zero_of_one = tl_operation_is_one_of(at, ZERO_OF_ONE),
                   .is_zero_of_zeros =
                       tl_operation_is_one_of(at, ZERO_OF_ZEROS)};
  bool is_read = tl_number_form_of(
      mlirValueGetType(mlirOperationGetOperand(at, 0)), &out.from);
  bool is_known =
      is_read && tl_number_form_of(
                     mlirValueGetType(mlirOperationGetResult(at, 0)), &out.to);
  out.never = is_read ? comparison_of(at) : NULL;
  out.compute = is_known ? tl_computation_of(at) : NULL;
  out.is_signless = ignores(at, "nsz");
  out.by = is_known ? rule_by(at, out.to.is_float) : NULL;
  if (out.by)
    read_needs(at, &out);
  return out;
}

static bool is_zero(const idle_element *of) {
  return of->kind == NUMBER && of->bits == 0;
}

static bool has_zeros(const idle_rule *rule, const idle_element *operands,
                      intptr_t count) {
  intptr_t zeros = 0;
  for (intptr_t i = 0; i < count; i++)
    zeros += is_zero(&operands[i]);
  return (rule->is_zero_of_zeros && zeros == count) ||
         (rule->is_zero_of_one && zeros > 0);
}

/* Of numbers; of a zero that may have either sign, or whose sign nobody asks for, as
 * much. */
static bool read_computed(const idle_rule *rule, tl_computation compute,
                          const idle_element *operands, intptr_t count,
                          idle_element *out) {
  double numbers[MOST_COMBINED] = {0}, result;
  bool is_signless = rule->is_signless;
  for (intptr_t i = 0; i < count; i++) {
    is_signless = is_signless || operands[i].kind == EITHER_ZERO;
    if (operands[i].kind != EITHER_ZERO &&
        (operands[i].kind != NUMBER ||
         !tl_float_number(&rule->from, operands[i].bits, &numbers[i])))
      return false;
  }
  result = compute(numbers);
  *out = (idle_element){.kind = NUMBER};
  if (!rule->to.is_float)
    return result == 0;
  if (result == 0 && is_signless)
    out->kind = EITHER_ZERO;
  return tl_float_bits(&rule->to, result, &out->bits);
}

static bool is_end(const idle_rule *rule, const idle_element *operand,
                   identity which) {
  uint64_t bits;
  return operand->kind == NUMBER && read_identity(which, &rule->from, &bits) &&
         bits == operand->bits;
}

/* False, as a number. */
static bool is_never(const idle_rule *rule, const idle_element *operands) {
  return rule->never && (is_end(rule, &operands[0], rule->never->first) ||
                         is_end(rule, &operands[1], rule->never->second));
}

/* Of a sum or a difference of floats. */
static bool is_sum(const idle_rule *rule) {
  return rule->to.is_float && rule->by->needs == NO_MINUS_ZERO;
}

static bool is_either_zero(const tl_number_form *form,
                           const idle_element *element) {
  double number;
  return element->kind == EITHER_ZERO ||
         (element->kind == NUMBER &&
          tl_float_number(form, element->bits, &number) && number == 0);
}

/* Whether that with another leaves it, if it is not what *needs says. */
static bool changes_nothing(const idle_rule *rule, const idle_element *own,
                            int *needs) {
  uint64_t nothing;
  *needs = rule->needs;
  if (!rule->by || !read_identity(rule->by->identity, &rule->to, &nothing))
    return false;
  if (!is_sum(rule))
    return own->kind == NUMBER && own->bits == nothing;
  if (own->kind == NUMBER && (own->bits == nothing) == rule->by->is_ordered)
    *needs = 0;
  return is_either_zero(&rule->to, own);
}

/* What is carried, with another that changes nothing. */
static bool read_carried(const idle_rule *rule, const idle_element *carried,
                         const idle_element *other, idle_element *out) {
  int needs;
  if (carried->kind != CARRIED || !changes_nothing(rule, other, &needs))
    return false;
  *out = *carried;
  out->done |= rule->does;
  out->needs |= needs;
  return true;
}

/* a * b of a * b + c. */
static bool read_product(const idle_rule *rule, const idle_element *operands,
                         idle_element *out) {
  *out = (idle_element){.kind = NUMBER};
  return rule->to.is_float
             ? read_computed(rule, tl_known_product, operands, 2, out)
             : is_zero(&operands[0]) || is_zero(&operands[1]);
}

static bool read_combined(const idle_rule *rule, const idle_element *operands,
                          intptr_t count, idle_element *out) {
  idle_element product;
  if (rule->is_product)
    return count == 3 && read_product(rule, operands, &product) &&
           read_carried(rule, &operands[2], &product, out);
  return count == 2 && (read_carried(rule, &operands[0], &operands[1], out) ||
                        (rule->by && !rule->by->is_ordered &&
                         read_carried(rule, &operands[1], &operands[0], out)));
}

static idle_element apply(const idle_rule *rule, const idle_element *operands,
                          intptr_t count) {
  idle_element out;
  if (rule->compute &&
      read_computed(rule, rule->compute, operands, count, &out))
    return out;
  if (has_zeros(rule, operands, count) || is_never(rule, operands))
    return (idle_element){.kind = NUMBER};
  if (rule->is_choice && is_zero(&operands[0])) {
    out = operands[2];
    out.done |= BY_OTHERS;
    return out;
  }
  return read_combined(rule, operands, count, &out)
             ? out
             : (idle_element){.kind = ANYTHING};
}

/*===--- An operation on values -------------------------------------------===*/

/* Null of a memref, and without memory. */
static idle_value *new_value(idle_turn *turn, MlirValue of) {
  MlirType type = mlirValueGetType(of);
  if (mlirTypeIsAShaped(type) && !mlirTypeIsAVector(type))
    return NULL;
  int64_t count = tl_element_count(type);
  size_t size = sizeof(idle_value) + (size_t)count * sizeof(idle_element);
  idle_value *out =
      count <= TL_MAX_REGISTERS ? tl_key_table_take(&turn->values, size) : NULL;
  if (!out)
    return NULL;
  memset(out, 0, size);
  out->count = count;
  return out;
}

static void fill(idle_value *out, idle_element element) {
  for (int64_t i = 0; i < out->count; i++)
    out->items[i] = element;
}

/* Null where nothing is known of it. */
static const idle_value *value_of(idle_turn *turn, MlirValue value, int depth);

static const idle_value *operand_of(idle_turn *turn, MlirOperation at,
                                    intptr_t i, int depth) {
  return value_of(turn, mlirOperationGetOperand(at, i), depth - 1);
}

/* One in all elements; of anything else ANYTHING. */
static idle_element number_in(const idle_value *of) {
  for (int64_t i = 0; of && i < of->count; i++)
    if (of->items[i].kind != NUMBER || of->items[i].bits != of->items[0].bits)
      return (idle_element){.kind = ANYTHING};
  return of ? of->items[0] : (idle_element){.kind = ANYTHING};
}

/* As many elements stay where they are; others are one number. */
static void cast_bits(const idle_value *from, idle_value *out) {
  if (from && from->count == out->count)
    memcpy(out->items, from->items, (size_t)out->count * sizeof *out->items);
  else
    fill(out, number_in(from));
}

/* Zeros are of either sign, as it is not said what a sum of them begins with. */
static idle_element number_reduced(const idle_rule *rule,
                                   const idle_value *of) {
  bool are_zeros = of && rule->by && is_sum(rule);
  for (int64_t i = 0; are_zeros && i < of->count; i++)
    are_zeros = is_either_zero(&rule->to, &of->items[i]);
  return are_zeros ? (idle_element){.kind = EITHER_ZERO} : number_in(of);
}

/* Of all of the first operand, one number that changes nothing, and elements of the
 * second, if there is one. */
static void reduce(idle_turn *turn, MlirOperation at, int depth,
                   idle_value *out) {
  int needs;
  idle_rule rule = rule_of(at);
  idle_element number = number_reduced(&rule, operand_of(turn, at, 0, depth));
  bool is_single = mlirOperationGetNumOperands(at) == 1;
  const idle_value *into = is_single ? NULL : operand_of(turn, at, 1, depth);
  if (!changes_nothing(&rule, &number, &needs))
    return;
  for (int64_t i = 0; i < out->count; i++)
    if (is_single || (into && changes_nothing(&rule, &into->items[i], &needs)))
      out->items[i] = number;
    else if (!into ||
             !read_carried(&rule, &into->items[i], &number, &out->items[i]))
      out->items[i].kind = ANYTHING;
}

/* From where each element comes. */
static void move(idle_turn *turn, MlirOperation at, intptr_t result, int depth,
                 idle_value *out) {
  int16_t sources[TL_MAX_REGISTERS];
  for (intptr_t o = 0; o < mlirOperationGetNumOperands(at); o++) {
    const idle_value *from = operand_of(turn, at, o, depth);
    if (!from || !tl_element_sources(at, o, result, sources))
      continue;
    for (int64_t i = 0; i < out->count; i++)
      if (sources[i] >= 0)
        out->items[i] = from->items[sources[i]];
  }
}

static void combine(idle_turn *turn, MlirOperation at, const idle_rule *rule,
                    int depth, idle_value *out) {
  int16_t sources[MOST_COMBINED][TL_MAX_REGISTERS];
  const idle_value *from[MOST_COMBINED];
  idle_element operands[MOST_COMBINED];
  intptr_t count = mlirOperationGetNumOperands(at);
  for (intptr_t o = 0; o < count; o++) {
    from[o] = operand_of(turn, at, o, depth);
    if (from[o] && !tl_element_sources(at, o, 0, sources[o]))
      from[o] = NULL;
  }
  for (int64_t i = 0; i < out->count; i++) {
    for (intptr_t o = 0; o < count; o++)
      operands[o] = from[o] && sources[o][i] >= 0
                        ? from[o]->items[sources[o][i]]
                        : (idle_element){.kind = ANYTHING};
    out->items[i] = apply(rule, operands, count);
  }
}

/* Of bits that are not known nothing is made. */
static void forget_signs(idle_value *of) {
  for (int64_t i = 0; i < of->count; i++)
    if (of->items[i].kind == EITHER_ZERO)
      of->items[i].kind = ANYTHING;
}

/* Of what this type has bits of 0 are another number. */
static bool has_no_zero(MlirValue value) {
  return mlirTypeIsAFloat8E8M0FNU(tl_element_type(mlirValueGetType(value)));
}

/* What elements of other widths repeat is no number of these. */
static void forget_parts(MlirValue value, idle_value *of) {
  tl_number_form form;
  bool is_number = tl_number_form_of(mlirValueGetType(value), &form);
  for (int64_t i = 0; i < of->count; i++)
    if (of->items[i].kind == NUMBER &&
        !(is_number &&
          of->items[i].bits == tl_repeated_bits(of->items[i].bits, form.bits)))
      of->items[i].kind = ANYTHING;
}

static const char *const CASTS_OF_BITS[] = {"arith.bitcast", "vector.bitcast",
                                            NULL};

static void read_result(idle_turn *turn, MlirOperation at, intptr_t result,
                        int depth, idle_value *out) {
  intptr_t count = mlirOperationGetNumOperands(at);
  if (tl_operation_is(at, "arith.constant"))
    read_constant(at, out);
  if (!depth || !count || has_no_zero(mlirOperationGetResult(at, result)))
    return;
  if (tl_holds_register(at) || tl_operation_is_one_of(at, CASTS_OF_BITS)) {
    cast_bits(operand_of(turn, at, 0, depth), out);
    forget_parts(mlirOperationGetResult(at, result), out);
    forget_signs(out);
  } else if (is_reduction(at)) {
    reduce(turn, at, depth, out);
  } else if (!tl_is_elementwise(at) && !is_product(at)) {
    move(turn, at, result, depth, out);
  } else {
    idle_rule rule = rule_of(at);
    if (count <= MOST_COMBINED)
      combine(turn, at, &rule, depth, out);
  }
}

/*===--- The turn ---------------------------------------------------------===*/

/* What a branch that is not taken gives; taken it may have done anything to what is
 * carried. */
static void read_given(idle_turn *turn, MlirOperation branch, intptr_t result,
                       int depth, idle_value *out) {
  MlirOperation end =
      mlirBlockGetTerminator(tl_branch_side(branch, TL_OTHERWISE));
  cast_bits(operand_of(turn, end, result, depth), out);
  for (int64_t i = 0; i < out->count; i++)
    out->items[i].done |= BY_OTHERS;
}

static void read_carried_place(const idle_turn *turn, MlirValue argument,
                               idle_value *out) {
  intptr_t place = mlirBlockArgumentGetArgNumber(argument) - 1;
  if (place < 0 || !mlirBlockEqual(mlirBlockArgumentGetOwner(argument),
                                   tl_branch_side(turn->loop, TL_TAKEN)))
    return;
  for (int64_t i = 0; i < out->count; i++)
    out->items[i] =
        (idle_element){.kind = CARRIED, .place = place, .element = i};
}

static void read_value(idle_turn *turn, MlirValue value, int depth,
                       idle_value *out) {
  if (mlirValueIsABlockArgument(value)) {
    read_carried_place(turn, value, out);
    return;
  }
  MlirOperation at = mlirOpResultGetOwner(value);
  intptr_t result = mlirOpResultGetResultNumber(value);
  bool is_of_turn = mlirBlockEqual(mlirOperationGetBlock(at),
                                   tl_branch_side(turn->loop, TL_TAKEN));
  if (!tl_is_built_branch(turn->builder, at))
    read_result(turn, at, result, depth, out);
  else if (is_of_turn && depth)
    read_given(turn, at, result, depth, out);
}

/* Each is read once. */
static const idle_value *value_of(idle_turn *turn, MlirValue value, int depth) {
  void **place =
      tl_key_table_place(&turn->values, &value.ptr, sizeof value.ptr);
  if (!*place) {
    idle_value *own = new_value(turn, value);
    if (own)
      read_value(turn, value, depth, own);
    *place = own;
  }
  return *place;
}

/* Whether what the loop starts with, and does to it in all turns, makes no number that
 * it may not be. */
static bool makes_none(const idle_element *own, const idle_element *start,
                       const tl_number_form *form) {
  uint64_t sign = tl_repeated_bits(tl_sign_bit(form->bits), form->bits);
  if (start->kind != NUMBER)
    return false;
  if (own->needs == NO_NAN)
    return own->done == BY_CHOICE;
  return own->done == BY_SQUARE ? !(start->bits & sign)
                                : own->done == BY_SUM && start->bits != sign;
}

/* Whether it is what the loop carries there, and that no number that it may not be. */
static bool is_left(const idle_element *own, const idle_element *start,
                    MlirType type, intptr_t place, int64_t element) {
  tl_number_form form;
  if (own->kind != CARRIED || own->place != place || own->element != element)
    return false;
  return !own->needs ||
         (tl_number_form_of(type, &form) && makes_none(own, start, &form));
}

static bool are_left(idle_turn *turn, intptr_t place) {
  MlirOperation end =
      mlirBlockGetTerminator(tl_branch_side(turn->loop, TL_TAKEN));
  MlirType type = mlirValueGetType(mlirOperationGetOperand(end, place));
  const idle_value *own = operand_of(turn, end, place, MOST_DEPTH);
  const idle_value *start =
      operand_of(turn, turn->loop, FIRST_START + place, MOST_DEPTH);
  bool are_so = own && start;
  for (int64_t i = 0; are_so && i < own->count; i++)
    are_so = is_left(&own->items[i], &start->items[i], type, place, i);
  return are_so;
}

bool tl_has_idle_turns(const tl_builder *builder, MlirOperation loop) {
  idle_turn turn = {.builder = builder, .loop = loop};
  bool is_idle = true;
  for (MlirOperation at =
           mlirBlockGetFirstOperation(tl_branch_side(loop, TL_TAKEN));
       !mlirOperationIsNull(at); at = mlirOperationGetNextInBlock(at))
    for (intptr_t i = 0; i < mlirOperationGetNumResults(at); i++)
      value_of(&turn, mlirOperationGetResult(at, i), MOST_DEPTH);
  for (intptr_t i = 0; is_idle && i < mlirOperationGetNumResults(loop); i++)
    is_idle = are_left(&turn, i);
  tl_key_table_free(&turn.values);
  return is_idle;
}
