/* assume.c - What is known of numbers that nothing shows.
 *
 *   %k = tl.assume %n multiple 8 range 0 to 4096 : index
 *   func.func @f(%n: index {tl.divisibility = 8 : i64},
 *                %m: memref<?x?xf16> {tl.stride_divisibility = array<i64: 8, 1>})
 */
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_assembly.h"
#include "operation_rows.h"
#include <inttypes.h>
#include <string.h>

void tl_assume_view_read(MlirOperation operation, tl_assume_view *out) {
  tl_attributes own;
  tl_attributes_read(operation, &own);
  *out = (tl_assume_view){mlirOperationGetOperand(operation, 0), 1, INT64_MIN,
                          INT64_MAX};
  tl_number_read(own.items[TL_MULTIPLE], &out->multiple);
  tl_number_read(own.items[TL_LEAST], &out->least);
  tl_number_read(own.items[TL_MOST], &out->most);
}

void tl_assume_assembly(const tl_operation_row *row, tl_syntax *syntax) {
  MlirOperation operation = tl_bridge_operation(syntax);
  MlirType type = {NULL};
  tl_operands operand = {0, 0};
  tl_bridge_text(syntax, " ");
  tl_syntax_operand(syntax, &operand);
  tl_syntax_number(syntax, " multiple ", "multiple");
  if (tl_syntax_number(syntax, " range ", "least")) {
    tl_syntax_text(syntax, " to ",
                   "expected 'to' and the most that the value can be");
    tl_syntax_number(syntax, NULL, "most");
  }
  tl_syntax_dictionary(row, syntax);
  tl_syntax_text(syntax, " : ",
                 "expected ':' and the type of the value, or in front of it "
                 "multiple N and range N to N");
  if (!mlirOperationIsNull(operation))
    type = mlirValueGetType(mlirOperationGetOperand(operation, 0));
  tl_bridge_type(syntax, &type);
  tl_bridge_add_operand(syntax, operand.first, type);
  tl_bridge_add_result(syntax, type);
}

/* The greatest multiple of at most `most`; false where 64 bits have none. */
static bool last_multiple(int64_t multiple, int64_t most, int64_t *out) {
  int64_t rest = most % multiple;
  if (rest < 0)
    rest += multiple;
  return tl_difference_fits(most, rest, out);
}

/* P1: whether a number of the type is in the range, and a multiple. */
static bool check_numbers(MlirOperation operation, const tl_assume_view *view) {
  MlirType type = mlirValueGetType(view->value);
  int64_t bits =
      mlirTypeIsAIndex(type) ? 64 : (int64_t)mlirIntegerTypeGetWidth(type);
  int64_t high = bits ? INT64_MAX >> (64 - bits) : 0;
  int64_t low = bits ? -high - 1 : 0, last;
  int64_t least = view->least < low ? low : view->least;
  int64_t most = view->most > high ? high : view->most;
  if (view->multiple < 1)
    return tl_emit_error(
        operation, "assumes a multiple of %" PRId64 "; it has to be at least 1",
        view->multiple);
  return (last_multiple(view->multiple, most, &last) && last >= least) ||
         tl_emit_error(operation,
                       "assumes a multiple of %" PRId64 " from %" PRId64
                       " to %" PRId64 ", of which its type, from %" PRId64
                       " to %" PRId64 ", has none",
                       view->multiple, view->least, view->most, low, high);
}

bool tl_verify_assume(MlirOperation operation) {
  tl_attributes own;
  tl_assume_view view;
  if (!tl_verify_form(operation))
    return false;
  tl_attributes_read(operation, &own);
  bool has_least = !mlirAttributeIsNull(own.items[TL_LEAST]);
  bool has_most = !mlirAttributeIsNull(own.items[TL_MOST]);
  tl_assume_view_read(operation, &view);
  if (has_least != has_most)
    return tl_emit_error(operation, "has one end of a range; it needs both");
  if (!has_least && mlirAttributeIsNull(own.items[TL_MULTIPLE]))
    return tl_emit_error(operation,
                         "assumes nothing; say 'multiple N' or 'range L to M'");
  if (!mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(operation, 0)),
                     mlirValueGetType(view.value)))
    return tl_emit_error(operation, "has a result of another type");
  return check_numbers(operation, &view);
}

/*===--- Arguments of functions ------------------------------------------===*/

static const char *const NAMES[] = {TL_ARGUMENT_DIVISIBILITY,
                                    TL_ARGUMENT_STRIDE_DIVISIBILITY};

static MlirAttribute attribute_of(MlirOperation function, intptr_t number,
                                  const char *name) {
  MlirAttribute own = {NULL};
  if (number < tl_bridge_argument_count(function))
    own = tl_bridge_argument_attributes(function, number);
  return mlirAttributeIsNull(own)
             ? own
             : mlirDictionaryAttrGetElementByName(
                   own, mlirStringRefCreateFromCString(name));
}

int64_t tl_argument_divisor(MlirOperation function, intptr_t number) {
  int64_t divisor = 1;
  tl_number_read(attribute_of(function, number, TL_ARGUMENT_DIVISIBILITY),
                 &divisor);
  return divisor < 1 ? 1 : divisor;
}

void tl_argument_stride_divisors(MlirOperation function, intptr_t number,
                                 int64_t divisors[TL_MAX_RANK]) {
  MlirAttribute stated =
      attribute_of(function, number, TL_ARGUMENT_STRIDE_DIVISIBILITY);
  int64_t count = 0;
  tl_words_read(stated, TL_MAX_RANK, divisors, &count);
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    if (d >= count || divisors[d] < 1)
      divisors[d] = 1;
}

/* P2 */
static bool check_divisor(MlirOperation function, intptr_t number,
                          MlirType type) {
  MlirAttribute stated =
      attribute_of(function, number, TL_ARGUMENT_DIVISIBILITY);
  int64_t divisor = 0;
  if (mlirAttributeIsNull(stated))
    return true;
  if (!mlirTypeIsAIndex(type) && !mlirTypeIsAInteger(type))
    return tl_emit_error(function,
                         "argument %td has " TL_ARGUMENT_DIVISIBILITY
                         "; it has to be an index or integer",
                         number);
  return (tl_number_read(stated, &divisor) && divisor >= 1) ||
         tl_emit_error(function,
                       "argument %td has " TL_ARGUMENT_DIVISIBILITY
                       ", which has to be an i64 of at least 1",
                       number);
}

static bool check_stride_divisors(MlirOperation function, intptr_t number,
                                  MlirType type) {
  MlirAttribute stated =
      attribute_of(function, number, TL_ARGUMENT_STRIDE_DIVISIBILITY);
  int64_t divisors[TL_MAX_RANK], count;
  if (mlirAttributeIsNull(stated))
    return true;
  if (!mlirTypeIsAMemRef(type))
    return tl_emit_error(function,
                         "argument %td has " TL_ARGUMENT_STRIDE_DIVISIBILITY
                         "; it has to be a memref",
                         number);
  bool is_fine = tl_words_read(stated, TL_MAX_RANK, divisors, &count) &&
                 count == mlirShapedTypeGetRank(type);
  for (int64_t d = 0; is_fine && d < count; d++)
    is_fine = divisors[d] >= 1;
  return is_fine ||
         tl_emit_error(function,
                       "argument %td has " TL_ARGUMENT_STRIDE_DIVISIBILITY
                       ", which has to be an i64 array of %" PRId64
                       " numbers of at least 1, one a dimension",
                       number, mlirShapedTypeGetRank(type));
}

static bool is_known(MlirStringRef name) {
  bool is_known = false;
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    is_known |=
        mlirStringRefEqual(name, mlirStringRefCreateFromCString(NAMES[i]));
  return is_known;
}

static bool check_names(MlirOperation function, intptr_t number) {
  MlirAttribute own = tl_bridge_argument_attributes(function, number);
  intptr_t count =
      mlirAttributeIsNull(own) ? 0 : mlirDictionaryAttrGetNumElements(own);
  for (intptr_t i = 0; i < count; i++) {
    MlirStringRef name =
        mlirIdentifierStr(mlirDictionaryAttrGetElement(own, i).name);
    if (name.length >= 3 && !memcmp(name.data, "tl.", 3) && !is_known(name))
      return tl_emit_error(function,
                           "argument %td has no attribute '%.*s'; it can have "
                           "%s and %s",
                           number, (int)name.length, name.data, NAMES[0],
                           NAMES[1]);
  }
  return true;
}

bool tl_arguments_check(MlirOperation function) {
  intptr_t count = tl_bridge_argument_count(function);
  bool is_fine = true;
  for (intptr_t i = 0; i < count; i++) {
    MlirType type = tl_bridge_argument_type(function, i);
    is_fine &= check_names(function, i) && check_divisor(function, i, type) &&
               check_stride_divisors(function, i, type);
  }
  return is_fine;
}

/* What the passes know of workgroup buffers; whether there was any. */
static bool strip_buffers(MlirOperation function) {
  const MlirStringRef name =
      mlirStringRefCreateFromCString(TL_ARGUMENT_SCRATCH);
  MlirAttribute all = tl_attribute_of(function, "workgroup_attrib_attrs");
  intptr_t count =
      mlirAttributeIsNull(all) ? 0 : mlirArrayAttrGetNumElements(all);
  bool is_there = false;
  for (intptr_t i = 0; i < count; i++) {
    MlirAttribute own = mlirArrayAttrGetElement(all, i);
    if (mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(own, name)))
      continue;
    is_there = true;
    tl_bridge_gpu_set_argument_attribute(function,
                                         tl_bridge_argument_count(function) + i,
                                         name, (MlirAttribute){NULL});
  }
  return is_there;
}

bool tl_arguments_strip(MlirOperation function) {
  intptr_t count = tl_bridge_argument_count(function);
  bool is_there = false;
  for (intptr_t i = 0; i < 2 * count; i++)
    is_there |= tl_bridge_remove_argument_attribute(
        function, i / 2, mlirStringRefCreateFromCString(NAMES[i % 2]));
  return strip_buffers(function) || is_there;
}
