/* idle_turns.c - see idle_turns.h.
 *
 * In such a turn an element of a value is a number, or an element that the loop carries,
 * or anything.  Going through the body in order,
 *
 *   what a branch gives otherwise, constants      are numbers
 *   what is moved                                 is what it was
 *   most operations on zeros                      are zero
 *   what is carried, with what changes nothing    is what is carried
 *   what is chosen where that is false            is the other one
 *
 * x + 0 is x unless that is -0, and the larger of x and -inf unless x is a NaN.  A sum
 * is -0 only of -0 and -0, and the larger of two a NaN only of two: where the loop starts
 * with another number, and nothing else is done to it, it carries none. */
#include "idle_turns.h"
#include "branches.h"
#include "element_moves.h"
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
  LONG_BITS = 64,
};

typedef enum idle_kind { ANYTHING = 0, NUMBER, CARRIED } idle_kind;

/* Sets of these say what is done to what is carried, in all turns, and what it may
 * not be where that is to change nothing. */
enum { BY_SUM = 1, BY_CHOICE = 2, BY_OTHERS = 4 };
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

typedef struct number_form {
  bool is_float;
  int bits, fraction;
} number_form;

/* False of a type that fills no bytes, and of an index. */
static bool read_form(MlirType type, number_form *out) {
  static const struct {
    bool (*is)(MlirType type);
    number_form form;
  } FLOATS[] = {{mlirTypeIsAF16, {true, 16, 10}},
                {mlirTypeIsABF16, {true, 16, 7}},
                {mlirTypeIsAF32, {true, 32, 23}},
                {mlirTypeIsAF64, {true, 64, 52}}};
  MlirType element = tl_element_type(type);
  for (size_t i = 0; i < sizeof FLOATS / sizeof *FLOATS; i++)
    if (FLOATS[i].is(element)) {
      *out = FLOATS[i].form;
      return true;
    }
  *out = (number_form){false, 0, 0};
  if (mlirTypeIsAInteger(element))
    out->bits = (int)mlirIntegerTypeGetWidth(element);
  return out->bits >= 8 && LONG_BITS % out->bits == 0;
}

static uint64_t low_bits(int count) {
  return UINT64_MAX >> (LONG_BITS - count);
}

static uint64_t repeat(uint64_t element, int bits) {
  return (element & low_bits(bits)) * (UINT64_MAX / low_bits(bits));
}

static uint64_t sign_of(int bits) { return UINT64_C(1) << (bits - 1); }

/* False of a NaN, and of what is smaller than a normal number. */
static bool read_float(const number_form *form, double number, uint64_t *out) {
  enum { FRACTION = 52, BIAS = 1023 }; /* of a double */
  uint64_t bits, one = low_bits(form->bits - form->fraction - 2);
  uint64_t infinity = low_bits(form->bits - 1) & ~low_bits(form->fraction);
  memcpy(&bits, &number, sizeof bits);
  int64_t exponent =
      (int64_t)(bits >> FRACTION & (2 * BIAS + 1)) - BIAS + (int64_t)one;
  bool is_normal = isnormal(number) && exponent > 0;
  *out = isinf(number) ? infinity : 0;
  if (is_normal)
    *out = (uint64_t)exponent << form->fraction |
           (bits & low_bits(FRACTION)) >> (FRACTION - form->fraction);
  *out = repeat(*out | (signbit(number) ? sign_of(form->bits) : 0), form->bits);
  return form->is_float && (is_normal || number == 0 || isinf(number));
}

/* The numbers of a constant. */
static void read_constant(MlirOperation constant, idle_value *out) {
  MlirAttribute value = tl_attribute_of(constant, "value");
  idle_element number = {.kind = NUMBER};
  number_form form;
  if (mlirAttributeIsADenseElements(value) &&
      mlirDenseElementsAttrIsSplat(value))
    value = mlirDenseElementsAttrGetSplatValue(value);
  if (!read_form(mlirValueGetType(mlirOperationGetResult(constant, 0)), &form))
    return;
  if (mlirAttributeIsAInteger(value))
    number.bits =
        repeat((uint64_t)mlirIntegerAttrGetValueInt(value), form.bits);
  else if (!mlirAttributeIsAFloat(value) ||
           !read_float(&form, mlirFloatAttrGetValueDouble(value), &number.bits))
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
    {"arith.subf", NULL, ZERO, true, BY_SUM, 0},
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
static bool read_identity(identity which, const number_form *form,
                          uint64_t *out) {
  static const double FLOATS[] = {
      [ZERO] = 0, [ONE] = 1, [LEAST] = -INFINITY, [MOST] = INFINITY};
  const uint64_t integers[] = {[ZERO] = 0,
                               [ONE] = 1,
                               [ALL_BITS] = UINT64_MAX,
                               [LEAST] = sign_of(form->bits),
                               [MOST] = low_bits(form->bits - 1)};
  if (form->is_float)
    return read_float(form, FLOATS[which], out);
  *out = repeat(integers[which], form->bits);
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
  bool keeps_ends;       /* what is infinite, in another form */
  bool is_product;       /* a * b + c */
  bool is_choice;        /* a ? b : c */
  const struct comparison *never; /* null without one */
  const combination *by; /* null without one */
  int does, needs;
  number_form from, to;
} idle_rule;

static bool is_product(MlirOperation at) {
  static const char *const NAMES[] = {"math.fma", "vector.fma",
                                      "vector.outerproduct", NULL};
  return tl_operation_is_one_of(at, NAMES);
}

static const combination *rule_by(MlirOperation at, bool is_float) {
  /* a * b + c of zeros and what is carried */
  static const combination SUM = {NULL,  "<add>",   ZERO,
                                  false, BY_OTHERS, NO_MINUS_ZERO};
  MlirAttribute kind = tl_attribute_of(at, "kind");
  if (!is_product(at))
    return combination_of(at, is_float);
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
      "arith.addf",   "arith.addi",   "arith.extf",   "arith.extsi",
      "arith.extui",  "arith.fptosi", "arith.fptoui", "arith.mulf",
      "arith.shli",   "arith.shrsi",  "arith.shrui",  "arith.sitofp",
      "arith.subf",   "arith.subi",   "arith.truncf", "arith.trunci",
      "arith.uitofp", "math.absf",    "math.sqrt",    NULL};
  static const char *const CASTS[] = {"arith.extf", "arith.truncf", NULL};
  idle_rule out = {.is_product = is_product(at),
                   .is_choice = tl_operation_is(at, "arith.select"),
                   .is_zero_of_one = tl_operation_is_one_of(at, ZERO_OF_ONE),
                   .is_zero_of_zeros =
                       tl_operation_is_one_of(at, ZERO_OF_ZEROS)};
  bool is_read =
      read_form(mlirValueGetType(mlirOperationGetOperand(at, 0)), &out.from);
  bool is_known =
      is_read &&
      read_form(mlirValueGetType(mlirOperationGetResult(at, 0)), &out.to);
  out.never = is_read ? comparison_of(at) : NULL;
  out.keeps_ends = is_known && tl_operation_is_one_of(at, CASTS);
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

/* What is infinite. */
static bool read_end(const idle_rule *rule, const idle_element *operand,
                     idle_element *out) {
  static const double ENDS[] = {-INFINITY, INFINITY};
  uint64_t bits;
  for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++)
    if (rule->keeps_ends && operand->kind == NUMBER &&
        read_float(&rule->from, ENDS[i], &bits) && bits == operand->bits)
      return read_float(&rule->to, ENDS[i], &out->bits);
  return false;
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

/* What is carried, with others that change nothing. */
static bool read_carried(const idle_rule *rule, const idle_element *carried,
                         const idle_element *others, intptr_t count,
                         idle_element *out) {
  uint64_t nothing;
  bool is_left = rule->by && carried->kind == CARRIED &&
                 read_identity(rule->by->identity, &rule->to, &nothing);
  for (intptr_t i = 0; is_left && i < count; i++)
    is_left = others[i].kind == NUMBER && others[i].bits == nothing;
  if (!is_left)
    return false;
  *out = *carried;
  out->done |= rule->does;
  out->needs |= rule->needs;
  return true;
}

static idle_element apply(const idle_rule *rule, const idle_element *operands,
                          intptr_t count) {
  idle_element out = {.kind = NUMBER};
  if (has_zeros(rule, operands, count) || read_end(rule, operands, &out) ||
      is_never(rule, operands))
    return out;
  if (rule->is_choice && is_zero(&operands[0])) {
    out = operands[2];
    out.done |= BY_OTHERS;
    return out;
  }
  if (rule->is_product
          ? count == 3 && read_carried(rule, &operands[2], operands, 2, &out)
          : count == 2 &&
                (read_carried(rule, &operands[0], &operands[1], 1, &out) ||
                 (rule->by && !rule->by->is_ordered &&
                  read_carried(rule, &operands[1], &operands[0], 1, &out))))
    return out;
  return (idle_element){.kind = ANYTHING};
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

/* Of all of the first operand, one number, and elements of the second. */
static void reduce(idle_turn *turn, MlirOperation at, int depth,
                   idle_value *out) {
  idle_rule rule = rule_of(at);
  if (mlirOperationGetNumOperands(at) != 2)
    return;
  idle_element number = number_in(operand_of(turn, at, 0, depth));
  const idle_value *into = operand_of(turn, at, 1, depth);
  for (int64_t i = 0; into && i < out->count; i++)
    if (!read_carried(&rule, &into->items[i], &number, 1, &out->items[i]))
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

/* Of what this type has bits of 0 are another number. */
static bool has_no_zero(MlirValue value) {
  return mlirTypeIsAFloat8E8M0FNU(tl_element_type(mlirValueGetType(value)));
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

/* Whether it is what the loop carries there, and that no number that it may not be. */
static bool is_left(const idle_element *own, const idle_element *start,
                    MlirType type, intptr_t place, int64_t element) {
  number_form form;
  if (own->kind != CARRIED || own->place != place || own->element != element)
    return false;
  return !own->needs ||
         (own->done == (own->needs == NO_NAN ? BY_CHOICE : BY_SUM) &&
          start->kind == NUMBER && read_form(type, &form) &&
          (own->needs == NO_NAN ||
           start->bits != repeat(sign_of(form.bits), form.bits)));
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
