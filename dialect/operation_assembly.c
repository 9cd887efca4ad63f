/* operation_assembly.c - see operation_assembly.h. */
#include "operation_assembly.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_rows.h"
#include <stdio.h>

void tl_syntax_operand(tl_syntax *syntax, tl_operands *operands) {
  intptr_t number =
      tl_bridge_operand(syntax, operands->first + operands->count);
  if (operands->count++ == 0)
    operands->first = number;
}

void tl_syntax_resolve(tl_syntax *syntax, const tl_operands *operands) {
  MlirType index = mlirIndexTypeGet(tl_bridge_context(syntax));
  for (intptr_t i = 0; i < operands->count; i++)
    tl_bridge_add_operand(syntax, operands->first + i, index);
}

void tl_syntax_text(tl_syntax *syntax, const char *text, const char *expected) {
  if (!tl_bridge_optional_text(syntax, text, true))
    tl_bridge_parse_error(syntax, NULL, expected);
}

void tl_syntax_integer(tl_syntax *syntax, int64_t *value,
                       const char *expected) {
  if (!tl_bridge_optional_integer(syntax, value, true))
    tl_bridge_parse_error(syntax, NULL, expected);
}

MlirAttribute tl_syntax_attribute(const tl_syntax *syntax, const char *name) {
  MlirOperation operation = tl_bridge_operation(syntax);
  return mlirOperationIsNull(operation) ? (MlirAttribute){NULL}
                                        : tl_attribute_of(operation, name);
}

static bool has(const tl_syntax *syntax, const char *name) {
  return !mlirAttributeIsNull(tl_syntax_attribute(syntax, name));
}

void tl_syntax_named(tl_syntax *syntax, const char *text, const char *name) {
  if (tl_bridge_optional_text(syntax, text, has(syntax, name)))
    tl_bridge_attribute(syntax, name);
}

bool tl_syntax_flag(tl_syntax *syntax, const char *text, const char *name) {
  bool is_set = tl_bridge_optional_text(syntax, text, has(syntax, name));
  if (is_set)
    tl_bridge_set_attribute(syntax, name,
                            mlirUnitAttrGet(tl_bridge_context(syntax)));
  return is_set;
}

bool tl_syntax_number(tl_syntax *syntax, const char *text, const char *name) {
  int64_t number = 0;
  char expected[64];
  if (text && !tl_bridge_optional_text(syntax, text, has(syntax, name)))
    return false;
  tl_number_read(tl_syntax_attribute(syntax, name), &number);
  snprintf(expected, sizeof expected, "expected an integer, the number '%s'",
           name);
  tl_syntax_integer(syntax, &number, expected);
  MlirType i64 = mlirIntegerTypeGet(tl_bridge_context(syntax), 64);
  tl_bridge_set_attribute(syntax, name, mlirIntegerAttrGet(i64, number));
  return true;
}

void tl_syntax_dictionary(const tl_operation_row *row, tl_syntax *syntax) {
  const char *names[TL_MAX_ATTRIBUTES];
  intptr_t count = 0;
  const tl_operation_attribute *attribute = row->facts->attributes;
  for (; attribute->name; attribute++)
    if (attribute->is_in_assembly)
      names[count++] = attribute->name;
  tl_bridge_dictionary(syntax, names, count);
}

void tl_syntax_refuse(tl_syntax *syntax, const char *what, const char *why) {
  char message[64];
  snprintf(message, sizeof message, "%s %s", what, why);
  tl_bridge_parse_error(syntax, NULL, message);
}

/* VALUE (':' integer type)?, an index without. */
static void integer(tl_syntax *syntax, tl_typed_operands *operands) {
  intptr_t place = operands->numbers.count;
  MlirOperation operation = tl_bridge_operation(syntax);
  MlirType index = mlirIndexTypeGet(tl_bridge_context(syntax));
  MlirType *type = &operands->types[place];
  *type = mlirOperationIsNull(operation)
              ? index
              : mlirValueGetType(mlirOperationGetOperand(operation, place));
  tl_syntax_operand(syntax, &operands->numbers);
  if (tl_bridge_optional_text(syntax, " : ", !mlirTypeEqual(*type, index)))
    tl_bridge_type(syntax, type);
}

bool tl_syntax_entries(tl_syntax *syntax, const tl_entries *entries,
                       tl_typed_operands *operands) {
  MlirAttribute own = tl_syntax_attribute(syntax, entries->name);
  int64_t words[TL_MAX_RANK] = {0}, count, i = 0;
  tl_words_read(own, TL_MAX_RANK, words, &count);
  if (!tl_bridge_optional_text(syntax, entries->open, count))
    return false;
  do {
    if (i == TL_MAX_RANK) {
      tl_syntax_refuse(syntax, entries->what, "has at most 8 dimensions");
      return true;
    }
    bool is_none = entries->may_be_none &&
                   tl_bridge_optional_text(syntax, "_", words[i] == INT64_MAX);
    bool is_static = is_none || tl_bridge_optional_integer(
                                    syntax, &words[i], words[i] != INT64_MIN);
    if (is_none)
      words[i] = INT64_MAX;
    else if (is_static && entries->may_be_none && words[i] == INT64_MAX)
      tl_syntax_refuse(syntax, entries->what, "has to be less than 2^63 - 1");
    if (is_static && words[i] < 0 && !entries->may_be_negative)
      tl_syntax_refuse(syntax, entries->what, "cannot be negative");
    if (!is_static && entries->numbers) {
      tl_bridge_parse_error(syntax, NULL, entries->numbers);
      return true;
    }
    if (!is_static) {
      words[i] = INT64_MIN;
      integer(syntax, operands);
    }
  } while (tl_bridge_optional_text(syntax, ", ", ++i < count));
  tl_bridge_text(syntax, entries->close);
  own = mlirDenseI64ArrayGet(tl_bridge_context(syntax), i, words);
  tl_bridge_set_attribute(syntax, entries->name, own);
  return true;
}

void tl_syntax_scope(tl_syntax *syntax) {
  static const char EXPECTED[] = "expected 'scope' and one of " TL_SCOPE_NAMES;
  tl_syntax_text(syntax, " scope ", EXPECTED);
  if (!tl_bridge_keyword(syntax, "scope"))
    tl_bridge_parse_error(syntax, NULL, EXPECTED);
}

static MlirType type_of(MlirOperation operation, intptr_t value) {
  return mlirValueGetType(value < 0
                              ? mlirOperationGetResult(operation, 0)
                              : mlirOperationGetOperand(operation, value));
}

void tl_syntax_types(const tl_operation_row *row, tl_syntax *syntax,
                     const char *expected, const intptr_t values[2],
                     MlirType types[2]) {
  MlirOperation operation = tl_bridge_operation(syntax);
  if (!mlirOperationIsNull(operation)) {
    types[0] = type_of(operation, values[0]);
    types[1] = type_of(operation, values[1]);
  }
  tl_syntax_dictionary(row, syntax);
  tl_syntax_text(syntax, " : ", expected);
  tl_bridge_type(syntax, &types[0]);
  tl_syntax_text(syntax, " to ", "expected 'to' and the type of the target");
  tl_bridge_type(syntax, &types[1]);
  if (values[1] < 0)
    tl_bridge_add_result(syntax, types[1]);
}

/*===--- Exchanges between threads ----------------------------------------===*/

/* VALUE, or the types of operands and result. */
static void operand_type(tl_syntax *syntax, intptr_t number) {
  MlirOperation operation = tl_bridge_operation(syntax);
  MlirType type = {NULL};
  if (!mlirOperationIsNull(operation))
    type = mlirValueGetType(mlirOperationGetOperand(operation, number));
  tl_bridge_type(syntax, &type);
  tl_bridge_add_operand(syntax, number, type);
}

static void result_type(tl_syntax *syntax) {
  MlirOperation operation = tl_bridge_operation(syntax);
  MlirType type = {NULL};
  if (!mlirOperationIsNull(operation))
    type = mlirValueGetType(mlirOperationGetResult(operation, 0));
  tl_bridge_type(syntax, &type);
  tl_bridge_add_result(syntax, type);
}

void tl_syntax_exchange(const tl_operation_row *row, tl_syntax *syntax,
                        const char *uses, tl_operands *operands) {
  tl_syntax_scope(syntax);
  bool has_scratch = tl_syntax_flag(syntax, " using ", uses);
  if (has_scratch)
    tl_syntax_operand(syntax, operands);
  tl_syntax_dictionary(row, syntax);
  tl_syntax_text(syntax, " : ",
                 "expected ':' and the types of operands and result, or in "
                 "front of it 'using' and bytes of workgroup memory");
  operand_type(syntax, operands->first);
  if (has_scratch) {
    tl_syntax_text(syntax, ", ",
                   "expected ',' and the type of the memory that is used");
    operand_type(syntax, operands->first + 1);
  }
  tl_syntax_text(syntax, " to ", "expected 'to' and the type of the target");
  result_type(syntax);
}
