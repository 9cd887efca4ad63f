/* operation_rows.c - see operation_rows.h. */
#include "operation_rows.h"
#include "access_assembly.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_hooks.h"
#include <string.h>

/*===--- tl.copy, tl.load, tl.store --------------------------------------===*/

/* Whether an attribute is there, and where. */
#define NEEDED true, true
#define WRITTEN false, true /* in the assembly, or left out */
#define STATED false, false /* in the dictionary, or left out */

enum {
  ANY = TL_FORM_ANY,
  REGISTERS = TL_FORM_REGISTERS,
  MEMORIES = TL_FORM_MEMORIES,
  MOVES = TL_FORM_VALUE | TL_FORM_BUFFER,
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
static const tl_operation_attribute COPY_ATTRIBUTES[] = {
    [TL_SOURCE_LAYOUT] = {"source_layout", TL_IS_LAYOUT, ANY, WRITTEN,
                          "where the source has an element of the tile"},
    [TL_TARGET_LAYOUT] = {"target_layout", TL_IS_LAYOUT, ANY, WRITTEN,
                          "where the target has it"},
    [TL_PARTITION] = {TL_ATTRIBUTE_PARTITION, TL_IS_LAYOUT, MEMORIES, WRITTEN,
                      "which thread moves what; synthesized when left out"},
    [TL_SOURCE_ORIGIN] = {"source_origin", TL_IS_WORDS, ANY, WRITTEN,
                          "where the tile starts in the source; the least i64 "
                          "stands for the next index operand"},
    [TL_TARGET_ORIGIN] = {"target_origin", TL_IS_WORDS, ANY, WRITTEN,
                          "where it starts in the target, likewise"},
    [TL_SCOPE_NAME] = {"scope", TL_IS_STRING, ANY, NEEDED,
                       "the threads that move the tile together"},
    [TL_BOUNDS] = {"bounds", TL_IS_WORDS, ANY, WRITTEN,
                   "coordinates of memory from which on nothing is touched"},
    [TL_THREADS] = {TL_ATTRIBUTE_THREADS, TL_IS_NUMBER, MEMORIES, WRITTEN,
                    "how many threads of the scope take part, from 0 on"},
    [TL_ASYNC] = {"async", TL_IS_UNIT, MEMORIES, WRITTEN,
                  "the threads go on before the tile has arrived"},
    [TL_PAD] = {TL_ATTRIBUTE_PAD, TL_IS_ELEMENT, ANY, STATED,
                "what a load gives past a bound; 0 when left out"},
    [TL_BOUND_DIVISIBILITY] = {TL_ATTRIBUTE_BOUND_DIVISIBILITY, TL_IS_WORDS,
                               ANY, STATED, "divisors of the bounds"},
    FACTS(TL_ALIGNMENT, "", REGISTERS, "memory"),
    FACTS(TL_SOURCE_ALIGNMENT, "source_", MEMORIES, "the source"),
    FACTS(TL_TARGET_ALIGNMENT, "target_", MEMORIES, "the target"),
    {0}};

static const tl_operation_attribute THREAD_ATTRIBUTES[] = {
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
    {0}};

static const tl_operation_attribute WAIT_ATTRIBUTES[] = {
    [TL_PENDING] = {"pending", TL_IS_NUMBER, ANY, NEEDED,
                    "groups of the thread that may be on their way"},
    {0}};
/* clang-format on */

static const tl_operation_attribute NO_ATTRIBUTES[] = {{0}};

/*===--- Operands and results --------------------------------------------===*/

#define INDICES                                                                \
  {"origins", "index", "entries of origins that are not numbers"},             \
      {"bounds", "index", "bounds that are not numbers"}, {                    \
    0                                                                          \
  }
#define MEMORY_INDICES                                                         \
  {"offsets", "index", "of memory, in elements from its element 0"},           \
      {"symbols", "index", "numbers of which strides are multiples"}, {        \
    "rooms", "index", "one a limit and offset"                                 \
  }

static const tl_operation_value NO_VALUES[] = {{0}};
static const tl_operation_value TWO_SIDES[] = {
    {"source", "memref", "what is read"},
    {"target", "memref", "what is written"},
    INDICES};
static const tl_operation_value ONE_SOURCE[] = {
    {"source", "memref", "what is read"}, INDICES};
static const tl_operation_value STORED[] = {
    {"source", "vector", "the registers of a thread"},
    {"target", "memref", "what is written"},
    INDICES};
static const tl_operation_value LOADED[] = {
    {"target", "vector", "the registers of a thread"}, {0}};
static const tl_operation_value THREAD_SIDES[] = {
    {"source", "memref", "registers first where memory is the target"},
    MEMORY_INDICES,
    {"target", "memref", "registers last where memory is the source"},
    {0}};
static const tl_operation_value THREAD_SOURCE[] = {
    {"memory", "memref", "what is read"}, MEMORY_INDICES, {0}};
static const tl_operation_value THREAD_STORED[] = {
    {"value", "vector", "the registers of a thread"},
    {"memory", "memref", "what is written"},
    MEMORY_INDICES,
    {0}};
static const tl_operation_value ASYNC_SIDES[] = {
    {"source", "memref", "global memory"},
    MEMORY_INDICES,
    {"target", "memref", "workgroup memory"},
    {"target_offset", "index", "of the target, in elements"},
    {0}};

/*===--- The operations --------------------------------------------------===*/

#define FACTS_OF(...)                                                          \
  .facts = &(const tl_operation_facts) { __VA_ARGS__ }

_Alignas(8) const tl_operation_row TL_OPERATIONS[TL_OPERATION_COUNT] = {
    [TL_OPERATION_COPY] =
        {"copy", tl_parse_copy, tl_print_copy, tl_verify_copy,
         FACTS_OF("moves a tile between memory and registers, or memories",
                  "tl.copy %S[%i, 16] layout #smem to %R layout #frag scope "
                  "warp : memref<64x64xf16, 3> to memref<8xf16, 5>",
                  TL_FORM_REGISTERS | TL_FORM_MEMORIES, TWO_SIDES, NO_VALUES,
                  COPY_ATTRIBUTES)},
    [TL_OPERATION_LOAD] =
        {"load", tl_parse_load, tl_print_load, tl_verify_copy,
         FACTS_OF("loads a tile into a vector of every thread",
                  "%v = tl.load %A[%i, 0] as #frag scope cta {divisibility = "
                  "array<i64: 1, 8>} : memref<?x64xf32> to vector<8xf32>",
                  TL_FORM_REGISTERS, ONE_SOURCE, LOADED, COPY_ATTRIBUTES)},
    [TL_OPERATION_STORE] =
        {"store", tl_parse_store, tl_print_store, tl_verify_copy,
         FACTS_OF("stores a tile from a vector of every thread",
                  "tl.store %v as #frag to %B scope warp {alignment = 16 : "
                  "i64} : vector<8xf32> to memref<32x8xf32>",
                  TL_FORM_REGISTERS, STORED, NO_VALUES, COPY_ATTRIBUTES)},
    [TL_OPERATION_THREAD_COPY] =
        {"thread_copy", tl_parse_thread_copy, tl_print_thread_copy,
         tl_verify_thread_copy,
         FACTS_OF("what one thread moves between memory and a buffer",
                  "tl.thread_copy %S[%o, %p] to %R slots (0, 4) atoms (4) : "
                  "(1) -> (1) swizzle (3, 3, 3) align 2 : memref<4096xf16, 3> "
                  "to memref<8xf16, 5>",
                  TL_FORM_BUFFER, THREAD_SIDES, NO_VALUES, THREAD_ATTRIBUTES)},
    [TL_OPERATION_THREAD_LOAD] =
        {"thread_load", tl_parse_thread_load, tl_print_thread_copy,
         tl_verify_thread_copy,
         FACTS_OF("what one thread loads into a vector",
                  "%v = tl.thread_load %A[%o] atoms (2) : (4) -> (4) vector 4 "
                  "of (4) -> (1) align 16 : memref<32x8xf32> to vector<8xf32>",
                  TL_FORM_VALUE, THREAD_SOURCE, LOADED, THREAD_ATTRIBUTES)},
    [TL_OPERATION_THREAD_STORE] =
        {"thread_store", tl_parse_thread_store, tl_print_thread_copy,
         tl_verify_thread_copy,
         FACTS_OF("what one thread stores from a vector",
                  "tl.thread_store %v to %B[%o] atoms (8) : (1) -> (1) align 4 "
                  ": vector<8xf32> to memref<32x8xf32>",
                  TL_FORM_VALUE, THREAD_STORED, NO_VALUES, THREAD_ATTRIBUTES)},
    [TL_OPERATION_THREAD_ASYNC] =
        {"thread_async", tl_parse_thread_async, tl_print_thread_async,
         tl_verify_thread_async,
         FACTS_OF("what one thread copies asynchronously",
                  "tl.thread_async %G[%o] to %S[%p] atoms (4) : (16) -> (1024) "
                  "vector 8 of (8) -> (1) align 16 : memref<64x64xf16> to "
                  "memref<4096xf16, 3>",
                  TL_FORM_ASYNC, ASYNC_SIDES, NO_VALUES, THREAD_ATTRIBUTES)},
    [TL_OPERATION_ASYNC_COMMIT] =
        {"async_commit", tl_parse_async_commit, tl_print_async_commit,
         tl_verify_async_commit,
         FACTS_OF("closes a group of asynchronous copies", "tl.async_commit",
                  TL_FORM_ANY, NO_VALUES, NO_VALUES, NO_ATTRIBUTES)},
    [TL_OPERATION_ASYNC_WAIT] =
        {"async_wait", tl_parse_async_wait, tl_print_async_wait,
         tl_verify_async_wait,
         FACTS_OF("waits for all groups but the last ones", "tl.async_wait 1",
                  TL_FORM_ANY, NO_VALUES, NO_VALUES, WAIT_ATTRIBUTES)},
};

/*===--- The rules -------------------------------------------------------===*/

#define OF(name) (1u << TL_OPERATION_##name)
enum {
  COPY = OF(COPY),
  COPIES = COPY | OF(LOAD) | OF(STORE),
  MOVED = OF(THREAD_COPY) | OF(THREAD_LOAD) | OF(THREAD_STORE),
  ASYNC = OF(THREAD_ASYNC),
  THREADS = MOVED | ASYNC,
  GROUPS = OF(ASYNC_COMMIT) | OF(ASYNC_WAIT),
};

const tl_operation_rule TL_OPERATION_RULES[] = {
    {"V1", COPIES, "`scope` is `thread`, `warp`, `warpgroup` or `cta`"},
    {"V2", COPIES,
     "an origin has 1 to 8 entries, none negative, and stands on a memref; so "
     "have bounds"},
    {"V3", COPIES, "layouts are attributes of this dialect"},
    {"V4", COPIES,
     "operands, results and attributes are those of the assembly (others need "
     "a dialect's prefix); origins are of type `index`"},
    {"V5", COPIES,
     "exactly one side is registers: a vector, or a memref in "
     "`#gpu.address_space<private>` (5); or neither is, nor has a register "
     "layout"},
    {"V6", COPIES,
     "memory is global (no space, 0, 1, `global`) or shared (3, `workgroup`)"},
    {"V7", COPIES,
     "both sides have one element type, a signless integer or a float of 8, "
     "16, 32, 64 or 128 bits (not f8E8M0FNU, which has no zero)"},
    {"V8", COPIES,
     "the fragment has a register layout: `#tl.register`, `#tl.cute_tv`, or "
     "`#tl.tile` without swizzle"},
    {"V9", COPIES,
     "memory has a memory layout: `#tl.shared`, `#tl.cute` with strides of at "
     "least 0, or `#tl.tile` on axis m without replicas"},
    {"V10", COPIES, "the scope has the threads that the layout numbers"},
    {"V11", COPIES,
     "the fragment is dense, of static shape, at most 1024 elements"},
    {"V12", COPIES,
     "the fragment has as many elements as the layout has registers"},
    {"V13", COPIES,
     "memory is a strided memref of rank at most 8, strides not negative"},
    {"V14", COPIES, "tile and memory have one rank"},
    {"V15", COPIES,
     "the origin has one entry a dimension; registers have none"},
    {"V16", COPIES,
     "under a layout, the memref is contiguous, of the layout's shape or flat, "
     "and has all elements that the layout reaches"},
    {"V17", COPIES,
     "without bounds, the tile lies inside the memory where both are known"},
    {"V18", COPIES,
     "`alignment` is a power of two that covers an element; each divisibility "
     "has a positive entry a dimension, which divides what is known, and "
     "speaks of something the copy has"},
    {"V19", COPIES,
     "registers hold every element once, and no register of the fragment is "
     "left out"},
    {"V20", COPIES, "a store puts no two elements at one place of memory"},
    {"V21", COPIES,
     "bounds have one entry a dimension and lie inside the memory where both "
     "are known; `pad` is of the element type and stands on a load with "
     "bounds"},
    {"V22", COPY,
     "between memories, alignment, divisibility and stride divisibility are of "
     "the source or of the target; `threads`, `async` and a partition stand "
     "there alone"},
    {"V23", COPY,
     "`threads` is from 1 to the threads of the scope (1, 32, 128, 1024), and "
     "stands without a partition"},
    {"V24", COPY,
     "both memories have one rank; without a partition, one of them says each "
     "extent of the tile, at least 1"},
    {"V25", COPY,
     "a partition is a register layout (V8, V10, V19) of at most 1024 "
     "registers"},
    {"V26", COPY,
     "`async` stands on a copy from global to shared memory, whose `pad` is 0"},
    {"T1", THREADS,
     "attributes, operands and results are those of the assembly"},
    {"T2", MOVED,
     "memory is a strided memref in global or shared memory; registers as in "
     "V5 and V11; one element type"},
    {"T3", MOVED,
     "every offset is an index and has a slot; there is an index for every "
     "symbol, and for every limit and offset"},
    {"T4", MOVED,
     "every slot exists, and no more elements move than there are registers"},
    {"T5", THREADS,
     "W is a power of two, at most 32 bytes, and no longer than the run"},
    {"T6", THREADS, "`align` is a power of two and covers an access"},
    {"T7", THREADS, "a stride known at run time has a divisor of at least 1"},
    {"T8", THREADS,
     "granules are positive, every weight has its limit, `pad` is of the "
     "element type and of a load"},
    {"T9", MOVED,
     "matrices are 1, 2 or 4, of elements of 16 bits (or 8, not transposed), "
     "in workgroup memory, without limits, aligned to 16 bytes"},
    {"T15", THREADS,
     "at most 1024 elements move; what the digits add up to fits 64 bits: "
     "places in bytes, coordinates under a limit"},
    {"T10", ASYNC,
     "the source is a strided global memref, the target a strided one in "
     "shared memory, of one element type"},
    {"T11", ASYNC,
     "each side has one offset; there is an index for every symbol and every "
     "limit"},
    {"T12", ASYNC,
     "an access of `vector` is the whole run, consecutive on both sides, of 4, "
     "8 or 16 bytes"},
    {"T13", ASYNC,
     "the elements of an access that a limit leaves are its first: one "
     "coordinate for all, or one more after every so many"},
    {"T14", GROUPS,
     "neither has operands or results; N is from 0 to 2147483647"},
    {0}};

/*===--- Questions -------------------------------------------------------===*/

tl_operation_kind tl_operation_kind_of(MlirOperation operation) {
  uintptr_t row = (uintptr_t)mlirOperationGetTypeID(operation).ptr;
  uintptr_t distance = row - (uintptr_t)TL_OPERATIONS;
  return distance < sizeof TL_OPERATIONS ? distance / sizeof *TL_OPERATIONS
                                         : TL_OPERATION_COUNT;
}

static const tl_operation_facts *facts_of(MlirOperation operation) {
  return TL_OPERATIONS[tl_operation_kind_of(operation)].facts;
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

void tl_attributes_read(MlirOperation operation, tl_attributes *out) {
  const tl_operation_facts *facts = facts_of(operation);
  intptr_t count = mlirOperationGetNumAttributes(operation);
  *out = (tl_attributes){{{NULL}}};
  for (intptr_t i = 0; i < count; i++) {
    MlirNamedAttribute own = mlirOperationGetAttribute(operation, i);
    int place = place_of(facts->attributes, mlirIdentifierStr(own.name));
    if (place >= 0)
      out->items[place] = own.attribute;
  }
}

static bool is_i64(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type) &&
         mlirIntegerTypeGetWidth(type) == 64;
}

bool tl_number_read(MlirAttribute attribute, int64_t *number) {
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute) ||
      !is_i64(mlirAttributeGetType(attribute)))
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
  tl_value value;
  return tl_layout_attribute_read(attribute, &value);
}

static bool is_number(MlirAttribute attribute) {
  int64_t number;
  return tl_number_read(attribute, &number);
}

static bool is_any(MlirAttribute attribute) {
  (void)attribute;
  return true;
}

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

const char *tl_attribute_kind_name(tl_attribute_kind kind) {
  return strchr(KINDS[kind].name, ' ') + 1;
}

static bool check_names(MlirOperation operation, int forms) {
  const tl_operation_attribute *rows = facts_of(operation)->attributes;
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(operation); i++) {
    MlirStringRef name =
        mlirIdentifierStr(mlirOperationGetAttribute(operation, i).name);
    int place = place_of(rows, name);
    if (place >= 0 ? rows[place].forms & forms
                   : memchr(name.data, '.', name.length) != NULL)
      continue;
    return tl_emit_error(operation, "has no attribute '%.*s'",
                         (int)(name.length > 40 ? 40 : name.length), name.data);
  }
  return true;
}

bool tl_attributes_check(MlirOperation operation, int forms,
                         const tl_attributes *own) {
  const tl_operation_attribute *row = facts_of(operation)->attributes;
  if (mlirOperationGetNumRegions(operation) != 0 ||
      mlirOperationGetNumSuccessors(operation) != 0)
    return tl_emit_error(operation, "expects neither regions nor successors");
  if (!check_names(operation, forms))
    return false;
  for (int i = 0; row[i].name; i++) {
    bool is_there = !mlirAttributeIsNull(own->items[i]);
    if (is_there ? KINDS[row[i].kind].is(own->items[i]) : !row[i].is_required)
      continue;
    const char *kind = KINDS[row[i].kind].name;
    return row[i].is_required ? tl_emit_error(operation,
                                              "needs %s attribute "
                                              "'%s'",
                                              kind, row[i].name)
                              : tl_emit_error(operation,
                                              "attribute '%s' has "
                                              "to be %s",
                                              row[i].name, kind);
  }
  return true;
}

void tl_print_dictionary(MlirOperation operation, tl_asm_printer *printer) {
  const char *names[TL_MAX_ATTRIBUTES];
  intptr_t count = 0;
  for (const tl_operation_attribute *row = facts_of(operation)->attributes;
       row->name; row++)
    if (row->is_in_assembly)
      names[count++] = row->name;
  tl_bridge_print_attribute_dictionary(printer, operation, names, count);
}
