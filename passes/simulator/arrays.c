/* arrays.c - see arrays.h. */
#include "arrays.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/text.h"
#include <inttypes.h>

/* Kinds of NumPy.  Floats that it has not are bytes without a meaning, 'V', and
 * so are what is wider than its numbers. */
static const struct {
  char kind;
  const char *name;
} KINDS[] = {{'b', "bool"},  {'i', "int"},     {'u', "uint"},
             {'f', "float"}, {'c', "complex"}, {'V', "void"}};

char tl_array_kind(MlirType type, const tl_scalar_type *scalar) {
  MlirType element =
      mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
  bool is_known = mlirTypeIsAF16(element) || mlirTypeIsAF32(element) ||
                  mlirTypeIsAF64(element);
  if (scalar->format || scalar->bits > 64)
    return is_known ? 'f' : 'V';
  if (scalar->bits == 1)
    return 'b';
  return mlirTypeIsAInteger(element) &&
                 (mlirIntegerTypeIsUnsigned(element) || scalar->bits % 8 != 0)
             ? 'u'
             : 'i';
}

/* Integers of either sign are the same bytes, as are bytes without a meaning. */
static bool has_kind(char kind, char wanted) {
  bool is_integer = kind == 'i' || kind == 'u';
  return kind == wanted || (wanted == 'V' && is_integer) ||
         (is_integer && (wanted == 'i' || wanted == 'u' || wanted == 'b'));
}

static void add_sizes(tl_text *out, int64_t rank, const int64_t *sizes) {
  for (int64_t d = 0; d < rank; d++)
    tl_text_append(out, "%s%" PRId64, d ? "x" : "", sizes[d]);
  tl_text_append(out, "%s", rank ? "" : "one element");
}

static void add_part(MlirStringRef part, void *user) {
  tl_text_append(user, "%.*s", (int)part.length, part.data);
}

static void add_kind(tl_text *out, const tl_array *array) {
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
    if (KINDS[i].kind == array->kind)
      tl_text_append(out, "%s", KINDS[i].name);
  tl_text_append(out, "%d", 8 * array->element_bytes);
}

/* Whether the elements have the type and the sizes of the argument. */
static bool is_like(const tl_array *array, const tl_slot *slot,
                    const tl_array_place *place) {
  bool is_same =
      has_kind(array->kind, tl_array_kind(slot->type, &slot->scalar)) &&
      array->element_bytes == slot->scalar.bytes;
  int64_t count = 1;
  for (int64_t d = 0; d < array->rank; d++)
    count = tl_multiply_saturated(count, array->shape[d]);
  is_same = is_same && count == place->count &&
            (!place->sizes || array->rank == place->rank);
  for (int64_t d = 0; is_same && place->sizes && d < place->rank; d++)
    is_same = array->shape[d] == place->sizes[d];
  return is_same;
}

static bool refuse(MlirOperation function, const tl_array *array, int number,
                   const tl_slot *slot, const tl_array_place *place) {
  tl_text own = {.length = 0}, given = own;
  MlirType type = mlirTypeIsAShaped(slot->type)
                      ? mlirShapedTypeGetElementType(slot->type)
                      : slot->type;
  if (place->sizes)
    add_sizes(&own, place->rank, place->sizes);
  else
    tl_text_append(&own, "%" PRId64, place->count);
  tl_text_append(&own, " of ");
  mlirTypePrint(type, add_part, &own);
  add_sizes(&given, array->rank, array->shape);
  tl_text_append(&given, " of ");
  add_kind(&given, array);
  return tl_emit_error(function, "argument %d is %s, and %s has %s", number,
                       own.data, array->path, given.data);
}

bool tl_array_check(MlirOperation function, const tl_array *array, int number,
                    const tl_slot *slot, const tl_array_place *place) {
  int64_t bytes = slot->scalar.bytes;
  if (array->has_type && !is_like(array, slot, place))
    return refuse(function, array, number, slot, place);
  return array->byte_count == tl_multiply_saturated(place->count, bytes) ||
         tl_emit_error(function,
                       "argument %d has %" PRId64 " elements of %" PRId64
                       " bytes, and is given a file of %" PRId64 " bytes",
                       number, place->count, bytes, array->byte_count);
}

tl_element tl_array_element(const tl_array *array, const tl_scalar_type *type,
                            int64_t n) {
  tl_element element = {0};
  for (int i = 0; i < type->bytes; i++)
    tl_element_add_byte(&element, i, array->bytes[n * type->bytes + i], true);
  element.bits &= tl_wide_low_bits(type->bits);
  return element;
}
