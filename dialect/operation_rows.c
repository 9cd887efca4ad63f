/* operation_rows.c - see operation_rows.h; the dialect as a whole, registered.
 * No other file of the dialect needs this one. */
#include "operation_rows.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operation_assembly.h"

/*===--- Operands and results --------------------------------------------===*/

/* Entries of an attribute that stand for an operand. */
static intptr_t dynamic(const tl_attributes *own, int place) {
  MlirAttribute numbers = own->items[place];
  intptr_t count = 0;
  if (!mlirAttributeIsNull(numbers))
    for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(numbers); i++)
      count += mlirDenseI64ArrayGetElement(numbers, i) == INT64_MIN;
  return count;
}

static intptr_t offsets(const tl_attributes *own, int place) {
  MlirAttribute slots = own->items[place];
  return mlirAttributeIsNull(slots) ? 1 : mlirDenseArrayGetNumElements(slots);
}

static tl_thread_view access_of(const tl_attributes *own, int place) {
  tl_thread_view view;
  tl_access_read(own->items[place], &view);
  return view;
}

static intptr_t symbols(const tl_attributes *own, int place) {
  return access_of(own, place).symbol_count;
}

static intptr_t rooms(const tl_attributes *own, int place) {
  return (intptr_t)access_of(own, place).limit_count * offsets(own, TL_SLOTS);
}

static intptr_t extents(const tl_attributes *own, int place) {
  tl_thread_view view = access_of(own, place);
  return tl_thread_extent_count(&view, (intptr_t)view.limit_count);
}

static intptr_t dimensions(const tl_attributes *own, int place) {
  return (intptr_t)tl_layout_attribute_facts(own->items[place])->shape.count;
}

static intptr_t present(const tl_attributes *own, int place) {
  return !mlirAttributeIsNull(own->items[place]);
}

static intptr_t absent(const tl_attributes *own, int place) {
  return !present(own, place);
}

/* clang-format off */
#define INDICES(of, place)                                                     \
  {#of "_origin", TL_TYPE_INTEGER, dynamic, place,                               \
   "entries of the origin in the " #of " that are not numbers"}
#define BOUNDS                                                                 \
  {"bounds", TL_TYPE_INTEGER, dynamic, TL_BOUNDS, "bounds that are not numbers"}, \
  {"lower_bounds", TL_TYPE_INTEGER, dynamic, TL_LOWER_BOUNDS,                  \
   "lower bounds that are not numbers"}
#define MEMORY_INDICES                                                         \
  {"offsets", TL_TYPE_INDEX, offsets, TL_SLOTS,                                \
   "of memory, in elements from its element 0"},                               \
  {"symbols", TL_TYPE_INDEX, symbols, TL_ACCESS,                               \
   "numbers of which strides are multiples"},                                  \
  {"rooms", TL_TYPE_INDEX, rooms, TL_ACCESS, "one a limit and offset"},       \
  {"extents", TL_TYPE_INDEX, extents, TL_ACCESS, "one a limit that has one"}
#define ONE(name, type, meaning) {name, type, NULL, 0, meaning}
static const tl_operation_value CONVERTED[] = {
    ONE("source", TL_TYPE_VECTOR, "the registers of a thread"),
    {"scratch", TL_TYPE_MEMREF, present, TL_USES_SCRATCH, "bytes that it may overwrite"}, {0}};
static const tl_operation_value NO_VALUES[] = {{0}};
static const tl_operation_value LOADED[] = {
    ONE("target", TL_TYPE_VECTOR, "the registers of a thread"), {0}};
static const tl_operation_value TWO_SIDES[] = {
    ONE("source", TL_TYPE_MEMREF, "what is read"), INDICES(source, TL_SOURCE_ORIGIN),
    ONE("target", TL_TYPE_MEMREF, "what is written"), INDICES(target, TL_TARGET_ORIGIN), BOUNDS, {0}};
static const tl_operation_value ONE_SOURCE[] = {
    ONE("source", TL_TYPE_MEMREF, "what is read"), INDICES(source, TL_SOURCE_ORIGIN), BOUNDS, {0}};
static const tl_operation_value STORED[] = {
    ONE("source", TL_TYPE_VECTOR, "the registers of a thread"),
    ONE("target", TL_TYPE_MEMREF, "what is written"), INDICES(target, TL_TARGET_ORIGIN), BOUNDS, {0}};
static const tl_operation_value THREAD_SIDES[] = {
    {"registers", TL_TYPE_MEMREF, present, TL_TO_MEMORY, "where memory is the target"},
    ONE("memory", TL_TYPE_MEMREF, "what is read or written"), MEMORY_INDICES,
    {"registers", TL_TYPE_MEMREF, absent, TL_TO_MEMORY, "where memory is the source"}, {0}};
static const tl_operation_value THREAD_SOURCE[] = {
    ONE("memory", TL_TYPE_MEMREF, "what is read"), MEMORY_INDICES, {0}};
static const tl_operation_value THREAD_STORED[] = {
    ONE("value", TL_TYPE_VECTOR, "the registers of a thread"),
    ONE("memory", TL_TYPE_MEMREF, "what is written"), MEMORY_INDICES, {0}};
static const tl_operation_value ASYNC_SIDES[] = {
    ONE("source", TL_TYPE_MEMREF, "global memory"), MEMORY_INDICES,
    ONE("target", TL_TYPE_MEMREF, "workgroup memory"),
    ONE("target_offset", TL_TYPE_INDEX, "of the target, in elements"), {0}};
static const tl_operation_value ASSUMED[] = {
    ONE("value", TL_TYPE_INTEGER, "the number"), {0}};
static const tl_operation_value ORIGIN[] = {
    {"origin", TL_TYPE_INTEGER, dynamic, TL_COORDINATES_ORIGIN,
     "entries of the origin that are not numbers"}, {0}};
static const tl_operation_value COORDINATES[] = {
    {"coordinates", TL_TYPE_VECTOR, dimensions, TL_COORDINATES_LAYOUT,
     "of the registers of a thread, one a dimension"}, {0}};
static const tl_operation_value REDUCED[] = {
    ONE("source", TL_TYPE_VECTOR, "the registers of a thread"), {"scratch", TL_TYPE_MEMREF, present, TL_REDUCTION_USES_SCRATCH, "bytes that it may overwrite"}, {0}};
static const tl_operation_attribute NO_ATTRIBUTES[] = {{0}};
/* clang-format on */

/*===--- The operations --------------------------------------------------===*/

#define ROW(kind, name, assembly, check, ...)                                  \
  [TL_OPERATION_##kind] = {                                                    \
      name,                                                                    \
      assembly,                                                                \
      tl_operation_verify,                                                     \
      tl_operation_effects,                                                    \
      tl_operation_can_speculate,                                              \
      tl_operation_fold,                                                       \
      &(const tl_operation_facts){TL_OPERATION_##kind, check, __VA_ARGS__}}

_Alignas(8) const tl_operation_row TL_OPERATIONS[TL_OPERATION_COUNT] = {
    ROW(COPY, "copy", tl_copy_assembly, tl_verify_copy,
        "moves a tile between memory and registers, or memories",
        "tl.copy %S[%i, 16] layout #smem to %R layout #frag scope "
        "warp : memref<64x64xf16, 3> to memref<8xf16, 5>",
        TL_FORM_REGISTERS | TL_FORM_MEMORIES, TWO_SIDES, NO_VALUES,
        TL_COPY_ATTRIBUTES),
    ROW(LOAD, "load", tl_copy_assembly, tl_verify_copy,
        "loads a tile into a vector of every thread",
        "%v = tl.load %A[%i, 0] as #frag scope cta {divisibility = "
        "array<i64: 1, 8>} : memref<?x64xf32> to vector<8xf32>",
        TL_FORM_LOAD, ONE_SOURCE, LOADED, TL_COPY_ATTRIBUTES),
    ROW(STORE, "store", tl_copy_assembly, tl_verify_copy,
        "stores a tile from a vector of every thread",
        "tl.store %v as #frag to %B scope warp {alignment = 16 : "
        "i64} : vector<8xf32> to memref<32x8xf32>",
        TL_FORM_STORE, STORED, NO_VALUES, TL_COPY_ATTRIBUTES),
    ROW(THREAD_COPY, "thread_copy", tl_thread_assembly, tl_verify_thread,
        "what one thread moves between memory and a buffer",
        "tl.thread_copy %S[%o, %p] to %R slots (0, 4) atoms (4) : "
        "(1) -> (1) swizzle (3, 3, 3) align 2 : memref<4096xf16, 3> "
        "to memref<8xf16, 5>",
        TL_FORM_BUFFER, THREAD_SIDES, NO_VALUES, TL_THREAD_ATTRIBUTES),
    ROW(THREAD_LOAD, "thread_load", tl_thread_assembly, tl_verify_thread,
        "what one thread loads into a vector",
        "%v = tl.thread_load %A[%o] atoms (2) : (4) -> (4) vector 4 "
        "of (4) -> (1) align 16 : memref<32x8xf32> to vector<8xf32>",
        TL_FORM_LOADED, THREAD_SOURCE, LOADED, TL_THREAD_ATTRIBUTES),
    ROW(THREAD_STORE, "thread_store", tl_thread_assembly, tl_verify_thread,
        "what one thread stores from a vector",
        "tl.thread_store %v to %B[%o] atoms (8) : (1) -> (1) align 4 "
        ": vector<8xf32> to memref<32x8xf32>",
        TL_FORM_STORED, THREAD_STORED, NO_VALUES, TL_THREAD_ATTRIBUTES),
    ROW(THREAD_ASYNC, "thread_async", tl_thread_assembly, tl_verify_thread,
        "what one thread copies asynchronously",
        "tl.thread_async %G[%o] to %S[%p] atoms (4) : (16) -> (1024) "
        "vector 8 of (8) -> (1) align 16 : memref<64x64xf16> to "
        "memref<4096xf16, 3>",
        TL_FORM_ASYNC, ASYNC_SIDES, NO_VALUES, TL_THREAD_ATTRIBUTES),
    ROW(ASYNC_COMMIT, "async_commit", tl_async_assembly, tl_verify_form,
        "closes a group of asynchronous copies", "tl.async_commit", TL_FORM_ANY,
        NO_VALUES, NO_VALUES, NO_ATTRIBUTES),
    ROW(ASYNC_WAIT, "async_wait", tl_async_assembly, tl_verify_wait,
        "waits for all groups but the last ones", "tl.async_wait 1",
        TL_FORM_ANY, NO_VALUES, NO_VALUES, TL_WAIT_ATTRIBUTES),
    ROW(ASSUME, "assume", tl_assume_assembly, tl_verify_assume,
        "says what is known of a number",
        "%k = tl.assume %n multiple 8 range 0 to 4096 : index", TL_FORM_ANY,
        ASSUMED, ASSUMED, TL_ASSUME_ATTRIBUTES),
    ROW(CONVERT_LAYOUT, "convert_layout", tl_conversion_assembly,
        tl_verify_conversion,
        "gives every thread its share of a tile under another layout",
        "%w = tl.convert_layout %v as #a to #b scope warp : vector<8xf16> to "
        "vector<8xf16>",
        TL_FORM_ANY, CONVERTED, LOADED, TL_CONVERSION_ATTRIBUTES),
    ROW(COORDINATES, "coordinates", tl_coordinates_assembly,
        tl_verify_coordinates, "says where the registers stand in a tile",
        "%i, %j = tl.coordinates #frag [%m, 0] scope warp : "
        "vector<8xindex>, vector<8xindex>",
        TL_FORM_ANY, ORIGIN, COORDINATES, TL_COORDINATES_ATTRIBUTES),
    ROW(REDUCE, "reduce", tl_reduction_assembly, tl_verify_reduction,
        "reduces a tile along dimensions",
        "%m = tl.reduce %v as #a over [1] kind <maximumf> to #r scope warp : "
        "vector<32xf32> to vector<2xf32>",
        TL_FORM_ANY, REDUCED, LOADED, TL_REDUCTION_ATTRIBUTES),
};

void tl_register_dialect(MlirDialectRegistry registry) {
  tl_attribute_row attributes[TL_KIND_COUNT];
  int count = 0;
  for (; count < TL_NOTATION_COUNT; count++)
    attributes[count] = tl_layout_attribute_row(TL_NOTATIONS[count]);
  attributes[count++] = TL_ACCESS_ATTRIBUTE;
  tl_bridge_insert_dialect(registry, attributes, count, TL_OPERATIONS,
                           TL_OPERATION_COUNT, tl_layout_alias);
}

/*===--- The rules -------------------------------------------------------===*/

#define OF(name) (1u << TL_OPERATION_##name)
enum {
  COPY = OF(COPY),
  COPIES = COPY | OF(LOAD) | OF(STORE),
  MOVED = OF(THREAD_COPY) | OF(THREAD_LOAD) | OF(THREAD_STORE),
  ASYNC = OF(THREAD_ASYNC),
  THREADS = MOVED | ASYNC,
  GROUPS = OF(ASYNC_COMMIT) | OF(ASYNC_WAIT),
  CONVERSION = OF(CONVERT_LAYOUT),
  FRAGMENTS = COPIES | CONVERSION, /* what has fragments */
};

const tl_operation_rule TL_OPERATION_RULES[] = {
    {"V1", FRAGMENTS, "`scope` is `thread`, `warp`, `warpgroup` or `cta`"},
    {"V2", COPIES,
     "an origin has 1 to 8 entries, none negative (V30), and stands on a "
     "memref; so "
     "have bounds, and `tile` between memories"},
    {"V3", FRAGMENTS, "layouts are attributes of this dialect"},
    {"V4", FRAGMENTS,
     "operands, results and attributes are those of the assembly (others need "
     "another dialect's prefix; `tl.chosen` marks copies of passes); origins "
     "and bounds are of type `index` or of a signless integer type of at most "
     "64 bits"},
    {"V5", COPIES,
     "exactly one side is registers: a vector, or a memref in "
     "`#gpu.address_space<private>` (5); or neither is, nor has a register "
     "layout"},
    {"V6", COPIES,
     "memory is global (no space, 0, 1, `global`) or shared (3, `workgroup`), "
     "the same as `#llvm.address_space`, `#nvvm.memory_space`"},
    {"V7", FRAGMENTS,
     "both sides have one element type, a signless integer or a float of 8, "
     "16, 32, 64 or 128 bits (not f8E8M0FNU, which has no zero)"},
    {"V8", FRAGMENTS,
     "the fragment has a register layout: `#tl.register`, `#tl.cute_tv`, or "
     "`#tl.tile` without swizzle"},
    {"V9", COPIES,
     "memory has a memory layout: `#tl.shared`, `#tl.cute` with strides of at "
     "least 0, or `#tl.tile` on axis m without replicas"},
    {"V10", FRAGMENTS, "the scope has the threads that the layout numbers"},
    {"V11", FRAGMENTS,
     "the fragment is dense, of static shape, at most 1024 elements"},
    {"V12", FRAGMENTS,
     "the fragment has as many elements as the layout has registers; with "
     "`partial` it may have more"},
    {"V13", COPIES,
     "memory is a strided memref of rank at most 8, strides not negative"},
    {"V14", COPIES,
     "tile and layout have one rank, and so has a memref without one; where it "
     "has more, the origin selects a slice"},
    {"V15", COPIES,
     "the origin has one entry a dimension, leading ones included; registers "
     "have none"},
    {"V16", COPIES,
     "under a layout, the memref, or a slice of it, is contiguous, of the "
     "layout's shape or flat, and has all elements that the layout reaches"},
    {"V17", COPIES,
     "without bounds, and where one is `_`, the tile lies inside the memory "
     "where both are known"},
    {"V18", COPIES,
     "`alignment` is a power of two that covers an element; each divisibility "
     "has a positive entry a dimension, which divides what is known, and "
     "speaks of something the copy has"},
    {"V19", FRAGMENTS,
     "no register holds two elements, and without `partial` each of the "
     "fragment holds one"},
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
     "`threads` is from 1 to the threads of the scope (1, 32, 128, 1024); it "
     "and `tile` stand without a partition"},
    {"V24", COPY,
     "without a partition, `tile` or one of the memories says each extent of "
     "the tile, at least 1"},
    {"V25", COPY,
     "a partition is a register layout (V8, V10, V19) of at most 1024 "
     "registers, none of which repeats an element"},
    {"V26", COPY,
     "`async` stands on a copy from global to shared memory, whose `pad` is 0"},
    {"V27", COPIES,
     "under a layout with a swizzle, slices are a multiple of its period "
     "apart"},
    {"V28", COPIES,
     "`cache` is `all` or `l2` on an asynchronous copy, `streaming` on others, "
     "of which a side is global memory"},
    {"V29", COPY | OF(STORE),
     "`share_replicas` stands on a copy of registers to memory, of a layout "
     "with replicas on threads alone; not beside `partial`"},
    {"V30", COPIES,
     "`from` has an entry for each of `bounds`, a number of at least 0 or a "
     "value, which is 0 where that is `_`; an origin may be negative there "
     "alone, but not in front of `_`, down to -2^31"},
    {"V45", COPIES,
     "`layout auto` stands on workgroup memory, whose layout is chosen by "
     "`tl-assign-shared-layouts`; until then it is what its type says, or, of "
     "one dimension, rows of the one tile in it, which has no origin"},
    {"V46", FRAGMENTS,
     "`auto` in place of a layout of registers is chosen by "
     "`tl-assign-fragments`; "
     "until then it is rows of the tile: of `tile`, or else of the memory, or "
     "of "
     "the other side of a conversion, which is stated. The elements of a "
     "thread "
     "divide those of the tile, in no more threads than the scope has; `tile` "
     "stands there alone, and `partial` does not"},
    {"V31", CONVERSION, "the layouts of both sides have one shape"},
    {"V32", CONVERSION | OF(REDUCE),
     "what it uses is a memref of `i8` in workgroup memory, of one static "
     "dimension, contiguous, that holds an element"},
    {"T1", THREADS,
     "attributes, operands and results are those of the assembly"},
    {"T2", MOVED,
     "memory is a strided memref in global or shared memory; registers as in "
     "V5 and V11; one element type"},
    {"T3", MOVED,
     "every offset is an index and has a slot; there is an index for every "
     "symbol, for every limit and offset, and for every extent"},
    {"T4", MOVED,
     "every slot exists, and no more elements move than there are registers"},
    {"T5", THREADS,
     "W is a power of two, at most 32 bytes, and no longer than the run"},
    {"T6", THREADS,
     "`align` is a power of two and covers an access; the phase is below it, "
     "and 0 of an asynchronous copy"},
    {"T7", THREADS, "a stride known at run time has a divisor of at least 1"},
    {"T8", THREADS,
     "granules are positive, every weight has its limit, `pad` is of the "
     "element type and of a load"},
    {"T9", MOVED,
     "matrices are 1, 2 or 4, of elements of 8, 16 or 32 bits (8 or 16 when "
     "transposed; of 8 loads have 1 or 2), in workgroup memory, without "
     "limits, "
     "aligned to 16 bytes"},
    {"T15", THREADS,
     "at most 1024 elements move; what the digits add up to fits 64 bits: "
     "places in bytes, coordinates under a limit"},
    {"T10", ASYNC,
     "the source is a strided global memref, the target a strided one in "
     "shared memory, of one element type"},
    {"T11", ASYNC,
     "each side has one offset; there is an index for every symbol, limit and "
     "extent"},
    {"T12", ASYNC,
     "an access of `vector` is the whole run, consecutive on both sides, of 4, "
     "8 or 16 bytes"},
    {"T13", ASYNC,
     "the elements of an access that a limit leaves are its first: one "
     "coordinate for all, or one more after every so many; of one with an "
     "extent, all or none"},
    {"T16", THREADS, "`cache` is as in V28"},
    {"T14", GROUPS,
     "neither has operands or results; N is from 0 to 2147483647"},
    {"P1", OF(ASSUME),
     "operand and result are of one type; `multiple` is at least 1, a range "
     "has two ends, and a number of the type satisfies both"},
    {"V40", OF(COORDINATES),
     "results are vectors of one type, of elements `index` or `i32`, one a "
     "dimension of the layout; scope, layout and registers are as in V1, V8, "
     "V10 to V12 and V19"},
    {"V41", OF(COORDINATES),
     "the origin has one entry a dimension, of which no number is negative"},
    {"V42", OF(REDUCE),
     "`over` names dimensions of the layout, at least one, each once"},
    {"V43", OF(REDUCE),
     "the kind is one of `vector.reduction` for elements of the type"},
    {"V44", OF(REDUCE),
     "the target layout has the shape of the dimensions that are kept; scope, "
     "elements, and both layouts with their registers are as in V1, V7, V8, "
     "V10 "
     "to V12 and V19"},
    {0}};
