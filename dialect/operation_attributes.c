/* operation_attributes.c - The attributes of operations: their rows, and what
 * every operation is checked for.  See operation_rows.h. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_rows.h"
#include "tl/text.h"
#include <string.h>

/*===--- Rows ------------------------------------------------------------===*/

/* Whether an attribute is there, and where. */
#define NEEDED true, true
#define WRITTEN false, true /* in the assembly, or left out */
#define STATED false, false /* in the dictionary, or left out */

enum {
  ANY = TL_FORM_ANY,
  REGISTERS = TL_FORM_LOAD | TL_FORM_STORE | TL_FORM_REGISTERS,
  MEMORIES = TL_FORM_MEMORIES,
  MOVES = TL_FORM_LOADED | TL_FORM_BUFFER | TL_FORM_STORED,
};

/* Facts of a memory. */
#define FACTS(place, prefix, form, of)                                         \
  [place] = {prefix TL_ATTRIBUTE_ALIGNMENT, TL_IS_NUMBER, form, STATED,        \
             "bytes that divide the address of element 0 of " of},             \
  [(place) + 1] = {prefix TL_ATTRIBUTE_DIVISIBILITY, TL_IS_WORDS, form,        \
                   STATED, "divisors of the origin in " of},                   \
  [(place) + 2] = {prefix TL_ATTRIBUTE_STRIDE_DIVISIBILITY, TL_IS_WORDS, form, \
                   STATED, "divisors of the strides of " of}

/* clang-format off */
const tl_operation_attribute TL_COPY_ATTRIBUTES[] = {
    [TL_SOURCE_LAYOUT] = {"source_layout", TL_IS_LAYOUT, ANY, WRITTEN,
                          "where the source has an element of the tile"},
    [TL_TARGET_LAYOUT] = {"target_layout", TL_IS_LAYOUT, ANY, WRITTEN,
                          "where the target has it"},
    [TL_PARTITION] = {TL_ATTRIBUTE_PARTITION, TL_IS_LAYOUT, MEMORIES, WRITTEN,
                      "which thread moves what; synthesized when left out"},
    [TL_TILE] = {TL_ATTRIBUTE_TILE, TL_IS_WORDS, MEMORIES | TL_FORM_LOAD | TL_FORM_STORE, WRITTEN,
                 "the extents of the tile; of the smaller side when left out, or of "
                 "the memory of a load or store"},
    [TL_SOURCE_ORIGIN] = {"source_origin", TL_IS_WORDS, ANY & ~TL_FORM_STORE, WRITTEN,
                          "where the tile starts in the source; the least i64 "
                          "stands for the next integer operand"},
    [TL_TARGET_ORIGIN] = {"target_origin", TL_IS_WORDS, ANY & ~TL_FORM_LOAD, WRITTEN,
                          "where it starts in the target, likewise"},
    [TL_SCOPE_NAME] = {"scope", TL_IS_STRING, ANY, NEEDED,
                       "the threads that move the tile together, one of "
                       TL_SCOPE_NAMES},
    [TL_BOUNDS] = {"bounds", TL_IS_WORDS, ANY, WRITTEN,
                   "coordinates of memory from which on nothing is touched"},
    [TL_LOWER_BOUNDS] = {"lower_bounds", TL_IS_WORDS, ANY, WRITTEN,
                         "coordinates of memory below which nothing is "
                         "touched"},
    [TL_THREADS] = {TL_ATTRIBUTE_THREADS, TL_IS_NUMBER, MEMORIES, WRITTEN,
                    "how many threads of the scope take part, from 0 on"},
    [TL_ASYNC] = {"async", TL_IS_UNIT, MEMORIES, WRITTEN,
                  "the threads go on before the tile has arrived"},
    [TL_PAD] = {TL_ATTRIBUTE_PAD, TL_IS_ELEMENT, ANY, STATED,
                "what a load gives past a bound; 0 when left out"},
    [TL_CACHE] = {TL_ATTRIBUTE_CACHE, TL_IS_STRING, ANY, STATED,
                  "caches that keep what moves: `all`, `l2`, or `streaming`"},
    [TL_SHARE_REPLICAS] = {TL_ATTRIBUTE_SHARE_REPLICAS, TL_IS_UNIT,
                           TL_FORM_STORE | TL_FORM_REGISTERS, STATED,
                           "all replicas hold the same values, and each may "
                           "store a share"},
    [TL_DISJOINT] = {TL_ATTRIBUTE_DISJOINT, TL_IS_UNIT, TL_FORM_STORE, STATED,
                     "memory does not overlap with what the value was loaded "
                     "from"},
    [TL_PARTIAL] = {TL_ATTRIBUTE_PARTIAL, TL_IS_UNIT, REGISTERS, STATED,
                    "registers may hold no element of the tile"},
    [TL_BOUND_DIVISIBILITY] = {TL_ATTRIBUTE_BOUND_DIVISIBILITY, TL_IS_WORDS,
                               ANY, STATED, "divisors of the bounds"},
    [TL_SOURCE_AUTO] = {"source_layout_auto", TL_IS_UNIT, ANY, WRITTEN,
                        "the layout of the source is to be chosen"},
    [TL_TARGET_AUTO] = {"target_layout_auto", TL_IS_UNIT, ANY, WRITTEN,
                        "the layout of the target is to be chosen"},
    FACTS(TL_ALIGNMENT, "", REGISTERS, "memory"),
    FACTS(TL_SOURCE_ALIGNMENT, "source_", MEMORIES, "the source"),
    FACTS(TL_TARGET_ALIGNMENT, "target_", MEMORIES, "the target"),
    {0}};

const tl_operation_attribute TL_THREAD_ATTRIBUTES[] = {
    [TL_ACCESS] = {"access", TL_IS_ACCESS, ANY, NEEDED,
                   "atoms, width, limits, swizzles and alignment"},
    [TL_REASON] = {"reason", TL_IS_STRING, ANY, WRITTEN,
                   "why the alignment is not larger"},
    [TL_SLOTS] = {"slots", TL_IS_WORDS, MOVES, WRITTEN,
                  "the register of each offset; 0 when left out"},
    [TL_THREAD_PAD] = {"pad", TL_IS_ELEMENT, MOVES, WRITTEN,
                       "what a load gives outside the limits"},
    [TL_TO_MEMORY] = {"to_memory", TL_IS_UNIT, TL_FORM_BUFFER, WRITTEN,
                      "memory is the target"},
    [TL_THREAD_CACHE] = {TL_ATTRIBUTE_CACHE, TL_IS_STRING, ANY, STATED,
                         "as of a copy of a group"},
    [TL_THREAD_DISJOINT] = {TL_ATTRIBUTE_DISJOINT, TL_IS_UNIT, TL_FORM_STORED, STATED,
                            "as of a store of a group"},
    {0}};

const tl_operation_attribute TL_CONVERSION_ATTRIBUTES[] = {
    [TL_SOURCE_LAYOUT] = {"source_layout", TL_IS_LAYOUT, ANY, WRITTEN,
                          "which thread has an element of the tile, where"},
    [TL_TARGET_LAYOUT] = {"target_layout", TL_IS_LAYOUT, ANY, WRITTEN,
                          "which thread gets it, where"},
    [TL_CONVERSION_SCOPE] = {"scope", TL_IS_STRING, ANY, NEEDED,
                             "the threads that have the tile together, one of "
                             TL_SCOPE_NAMES},
    [TL_USES_SCRATCH] = {"uses_scratch", TL_IS_UNIT, ANY, WRITTEN,
                         "the operation says what memory it may use"},
    [TL_CONVERSION_SOURCE_AUTO] = {"source_layout_auto", TL_IS_UNIT, ANY, WRITTEN,
                                   "the layout of the source is to be chosen"},
    [TL_CONVERSION_TARGET_AUTO] = {"target_layout_auto", TL_IS_UNIT, ANY, WRITTEN,
                                   "the layout of the target is to be chosen"},
    {0}};

const tl_operation_attribute TL_REDUCTION_ATTRIBUTES[] = {
    [TL_SOURCE_LAYOUT] = {"source_layout", TL_IS_LAYOUT, ANY, NEEDED,
                          "which thread has an element of the tile, where"},
    [TL_TARGET_LAYOUT] = {"target_layout", TL_IS_LAYOUT, ANY, WRITTEN,
                          "which thread gets an element of the result, where; "
                          "inferred when left out"},
    [TL_REDUCED] = {"over", TL_IS_WORDS, ANY, NEEDED,
                    "dimensions of the tile that the result has not"},
    [TL_REDUCTION_KIND] = {"kind", TL_IS_STRING, ANY, NEEDED,
                           "how two elements are combined, as in "
                           "`vector.reduction`"},
    [TL_REDUCTION_SCOPE] = {"scope", TL_IS_STRING, ANY, NEEDED,
                            "the threads that have the tile together, one of "
                            TL_SCOPE_NAMES},
    [TL_REDUCTION_USES_SCRATCH] = {"uses_scratch", TL_IS_UNIT, ANY, WRITTEN,
                                   "the operation says what memory it may use"},
    [TL_REDUCTION_PARTIAL] = {TL_ATTRIBUTE_PARTIAL, TL_IS_UNIT, ANY, STATED,
                              "registers may hold no element of the tile"},
    {0}};

const tl_operation_attribute TL_COORDINATES_ATTRIBUTES[] = {
    [TL_COORDINATES_LAYOUT] = {"layout", TL_IS_LAYOUT, ANY, NEEDED,
                               "which register holds an element of the tile"},
    [TL_COORDINATES_ORIGIN] = {"origin", TL_IS_WORDS, ANY, WRITTEN,
                               "the coordinate of its first element; the least "
                               "i64 stands for the next operand"},
    [TL_COORDINATES_SCOPE] = {"scope", TL_IS_STRING, ANY, NEEDED,
                              "the threads that hold the tile, one of "
                              TL_SCOPE_NAMES},
    [TL_COORDINATES_PARTIAL] = {TL_ATTRIBUTE_PARTIAL, TL_IS_UNIT, ANY, STATED,
                                "registers may hold no element of the tile"},
    {0}};

const tl_operation_attribute TL_WAIT_ATTRIBUTES[] = {
    [TL_PENDING] = {"pending", TL_IS_NUMBER, ANY, NEEDED,
                    "groups of the thread that may be on their way"},
    {0}};

const tl_operation_attribute TL_ASSUME_ATTRIBUTES[] = {
    [TL_MULTIPLE] = {"multiple", TL_IS_NUMBER, ANY, WRITTEN,
                     "a number that divides the value"},
    [TL_LEAST] = {"least", TL_IS_NUMBER, ANY, WRITTEN,
                  "the least that the value can be, with a sign"},
    [TL_MOST] = {"most", TL_IS_NUMBER, ANY, WRITTEN,
                 "the most that it can be"},
    {0}};
/* clang-format on */

_Static_assert(TL_TARGET_ALIGNMENT + 3 <= TL_MAX_ATTRIBUTES, "a place each");

/*===--- Reading ---------------------------------------------------------===*/

tl_operation_kind tl_operation_kind_of(MlirOperation operation) {
  const tl_operation_row *row = tl_bridge_operation_row(operation);
  return row ? row->facts->kind : TL_OPERATION_COUNT;
}

/* The place of an attribute among the rows, or -1. */
static int place_of(const tl_operation_attribute *rows, MlirStringRef name) {
  for (int i = 0; rows[i].name; i++)
    if (rows[i].name[0] == name.data[0] &&
        strncmp(rows[i].name, name.data, name.length) == 0 &&
        rows[i].name[name.length] == 0)
      return i;
  return -1;
}

static bool is_of_tl(MlirStringRef name) {
  return name.length >= 3 && memcmp(name.data, "tl.", 3) == 0;
}

/* Other dialects say what they like; this one has a mark for copies. */
static bool is_unknown(MlirOperation operation, MlirStringRef name) {
  if (is_of_tl(name))
    return !tl_is_copy(operation) ||
           !mlirStringRefEqual(
               name, mlirStringRefCreateFromCString(TL_CHOSEN_PARTITION));
  return !memchr(name.data, '.', name.length);
}

void tl_attributes_read(MlirOperation operation, tl_attributes *out) {
  const tl_operation_attribute *rows =
      tl_bridge_operation_row(operation)->facts->attributes;
  intptr_t count = mlirOperationGetNumAttributes(operation);
  *out = (tl_attributes){.unknown = {NULL, 0}};
  for (intptr_t i = 0; i < count; i++) {
    MlirNamedAttribute own = mlirOperationGetAttribute(operation, i);
    MlirStringRef name = mlirIdentifierStr(own.name);
    int place = place_of(rows, name);
    if (place >= 0)
      out->items[place] = own.attribute;
    else if (is_unknown(operation, name))
      out->unknown = name;
  }
}

static bool is_foreign(MlirNamedAttribute attribute) {
  MlirStringRef name = mlirIdentifierStr(attribute.name);
  return memchr(name.data, '.', name.length) && !is_of_tl(name);
}

bool tl_has_foreign_attributes(MlirOperation operation) {
  intptr_t i = mlirOperationGetNumAttributes(operation);
  while (i > 0 && !is_foreign(mlirOperationGetAttribute(operation, i - 1)))
    i--;
  return i > 0;
}

void tl_copy_foreign_attributes(MlirOperation from, MlirOperation to) {
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(from); i++) {
    MlirNamedAttribute own = mlirOperationGetAttribute(from, i);
    if (is_foreign(own))
      mlirOperationSetDiscardableAttributeByName(
          to, mlirIdentifierStr(own.name), own.attribute);
  }
}

bool tl_number_read(MlirAttribute attribute, int64_t *number) {
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute) ||
      !mlirTypeEqual(
          mlirAttributeGetType(attribute),
          mlirIntegerTypeGet(mlirAttributeGetContext(attribute), 64)))
    return false;
  *number = mlirIntegerAttrGetValueInt(attribute);
  return true;
}

bool tl_words_read(MlirAttribute attribute, int64_t capacity, int64_t *words,
                   int64_t *count) {
  *count = 0;
  if (mlirAttributeIsNull(attribute))
    return true;
  if (!mlirAttributeIsADenseI64Array(attribute) ||
      mlirDenseArrayGetNumElements(attribute) > capacity)
    return false;
  *count = mlirDenseArrayGetNumElements(attribute);
  for (int64_t i = 0; i < *count; i++)
    words[i] = mlirDenseI64ArrayGetElement(attribute, i);
  return true;
}

/*===--- Checks ----------------------------------------------------------===*/

static bool is_layout(MlirAttribute attribute) {
  return tl_layout_attribute_notation(attribute);
}

static bool is_number(MlirAttribute attribute) {
  int64_t number;
  return tl_number_read(attribute, &number);
}

static bool is_integer(MlirType type) {
  return mlirTypeIsAIndex(type) ||
         (mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type) &&
          mlirIntegerTypeGetWidth(type) <= 64);
}

static bool is_any(TL_UNUSED MlirAttribute attribute) { return true; }

static const struct {
  const char *name; /* with its article */
  bool (*is)(MlirAttribute attribute);
} KINDS[] = {
    [TL_IS_LAYOUT] = {"a layout attribute of this dialect", is_layout},
    [TL_IS_ACCESS] = {"a #tl.access", tl_is_access},
    [TL_IS_STRING] = {"a string", mlirAttributeIsAString},
    [TL_IS_UNIT] = {"a unit attribute", mlirAttributeIsAUnit},
    [TL_IS_WORDS] = {"an i64 array", mlirAttributeIsADenseI64Array},
    [TL_IS_NUMBER] = {"an i64", is_number},
    [TL_IS_ELEMENT] = {"a number of the element type", is_any},
};

static const struct {
  const char *name; /* likewise */
  bool (*is)(MlirType type);
} TYPES[] = {
    [TL_TYPE_MEMREF] = {"a ranked memref", mlirTypeIsAMemRef},
    [TL_TYPE_VECTOR] = {"a vector", mlirTypeIsAVector},
    [TL_TYPE_INDEX] = {"an index", mlirTypeIsAIndex},
    [TL_TYPE_INTEGER] = {"an index or signless integer of at most 64 bits",
                         is_integer},
};

const char *tl_attribute_kind_name(tl_attribute_kind kind) {
  return strchr(KINDS[kind].name, ' ') + 1;
}

const char *tl_type_kind_name(tl_type_kind kind) {
  return strchr(TYPES[kind].name, ' ') + 1;
}

/* "has no attribute 'align'; it can have alignment, pad": those of a dictionary. */
static bool refuse_name(MlirOperation operation, int forms,
                        const tl_operation_attribute *row, MlirStringRef name) {
  tl_text others = {0};
  for (; row->name; row++)
    if ((row->forms & forms) && !row->is_in_assembly)
      tl_text_append(&others, "%s%s", others.length ? ", " : "; it can have ",
                     row->name);
  return tl_emit_error(operation, "has no attribute '%.*s'%s",
                       (int)(name.length > 40 ? 40 : name.length), name.data,
                       others.data);
}

/* "needs a string attribute 'scope': the threads that ...", and so of layouts with
 * the names of the attributes that there are. */
static bool refuse_kind(MlirOperation operation,
                        const tl_operation_attribute *row) {
  const char *kind = KINDS[row->kind].name;
  tl_text names = {0};
  if (row->is_required)
    return tl_emit_error(operation, "needs %s attribute '%s': %s", kind,
                         row->name, row->meaning);
  for (int i = 0; row->kind == TL_IS_LAYOUT && i < TL_NOTATION_COUNT; i++)
    tl_text_append(&names, "%s%s", i ? ", #tl." : ", one of #tl.",
                   TL_NOTATIONS[i]->name);
  return tl_emit_error(operation, "attribute '%s' has to be %s%s: %s",
                       row->name, kind, names.data, row->meaning);
}

static bool check_attributes(MlirOperation operation, int forms,
                             const tl_attributes *own,
                             const tl_operation_attribute *row) {
  if (own->unknown.data)
    return refuse_name(operation, forms, row, own->unknown);
  for (int i = 0; row[i].name; i++) {
    bool is_there = !mlirAttributeIsNull(own->items[i]);
    if (is_there && !(row[i].forms & forms))
      return refuse_name(operation, forms, row,
                         mlirStringRefCreateFromCString(row[i].name));
    if (is_there ? KINDS[row[i].kind].is(own->items[i]) : !row[i].is_required)
      continue;
    return refuse_kind(operation, &row[i]);
  }
  return true;
}

intptr_t tl_value_count(const tl_operation_value *row,
                        const tl_attributes *own) {
  return row->count ? row->count(own, row->place) : 1;
}

/* "expects 3 operands (memory, 1 offsets, 1 symbols), got 2" */
static bool refuse_count(MlirOperation operation, const char *what,
                         intptr_t expected, intptr_t count,
                         const tl_operation_value *row,
                         const tl_attributes *own) {
  tl_text text = {0};
  for (const char *before = " ("; row->name; row++, before = ", ")
    if (row->count)
      tl_text_append(&text, "%s%td %s", before, tl_value_count(row, own),
                     row->name);
    else
      tl_text_append(&text, "%s%s", before, row->name);
  return tl_emit_error(operation, "expects %td %ss%s%s, got %td", expected,
                       what, text.data, text.length ? ")" : "", count);
}

static bool check_values(MlirOperation operation, const char *what,
                         const tl_operation_value *rows,
                         const tl_attributes *own, intptr_t count,
                         MlirValue (*value)(MlirOperation, intptr_t)) {
  const tl_operation_value *row = rows;
  intptr_t last = 0, i = 0;
  for (; row->name; row++)
    last += tl_value_count(row, own);
  if (count != last)
    return refuse_count(operation, what, last, count, rows, own);
  for (row = rows; row->name; row++)
    for (last = i + tl_value_count(row, own); i < last; i++)
      if (!TYPES[row->type].is(mlirValueGetType(value(operation, i))))
        return tl_emit_error(operation, "%s %td (%s) has to be %s", what, i,
                             row->name, TYPES[row->type].name);
  return true;
}

bool tl_operation_check(MlirOperation operation, int forms,
                        const tl_attributes *own) {
  const tl_operation_facts *facts = tl_bridge_operation_row(operation)->facts;
  if (mlirOperationGetNumRegions(operation) != 0 ||
      mlirOperationGetNumSuccessors(operation) != 0)
    return tl_emit_error(operation, "expects neither regions nor successors");
  return check_attributes(operation, forms, own, facts->attributes) &&
         check_values(operation, "operand", facts->operands, own,
                      mlirOperationGetNumOperands(operation),
                      mlirOperationGetOperand) &&
         check_values(operation, "result", facts->results, own,
                      mlirOperationGetNumResults(operation),
                      mlirOperationGetResult);
}
