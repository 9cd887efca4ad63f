/* tl/dialect.h - The dialect `tl` for users of the MLIR C API.
 *
 * Layouts are attributes, one a notation.  tl.copy, tl.load and tl.store move a
 * tile between memory and the registers of a group of threads; tl.thread_copy,
 * tl.thread_load and tl.thread_store are what one thread of the group does,
 * tl.thread_async what it copies without registers. Every operation has a view:
 * a plain struct with what the operation says, read once.
 *
 * Handles belong to their MLIR context.  All functions may be called from many
 * threads on operations of different functions. */
#ifndef TL_DIALECT_H
#define TL_DIALECT_H

#include "mlir-c/IR.h"
#include "tl/expression.h"
#include "tl/json.h"
#include "tl/notation.h"
#include "tl/target.h"
#include "tl/text.h"
#include "tl/thread_digits.h"

TL_C_BEGIN

/* Makes the dialect loadable. */
void tl_register_dialect(MlirDialectRegistry registry);

/*===--- Attributes ------------------------------------------------------===*/

/* The attribute of a layout (value->kind is that of an attribute); the dialect
 * has to be loaded in `context`. */
MlirAttribute tl_layout_attribute_get(MlirContext context,
                                      const tl_value *value);

/* Reads a layout attribute; false when it is no attribute of this dialect. */
bool tl_layout_attribute_read(MlirAttribute attribute, tl_value *value);

/* What depends on a layout attribute alone, found when it was made.  Answers
 * (tl_answer) are undecided where they differ among scopes and waves. */
typedef struct tl_layout_facts {
  tl_list shape;
  int64_t is_injective; /* no two elements are in one place */
  int64_t fills_slots;  /* places 0 to the last one along m all hold one */
  int64_t slots;        /* how many places these are */
  int64_t has_swizzle;  /* or not */
  int64_t scopes;       /* bits, 1 << tl_scope: those that have the threads that
                           it numbers, in the waves of some target */
  int64_t footprint;    /* as tl_layout_footprint; 0 if it is none of memory */
} tl_layout_facts;

/* The facts of a layout attribute and its notation, which live as long as the
 * context; NULL when it is no attribute of this dialect. */
const tl_layout_facts *tl_layout_attribute_facts(MlirAttribute attribute);
const tl_notation *tl_layout_attribute_notation(MlirAttribute attribute);

/*===--- Copies of a group of threads ------------------------------------===*/

/* Copies of a group, copies of one thread, the rest, and what a group does with
 * fragments. */
typedef enum tl_operation_kind {
  TL_OPERATION_COPY = 0,
  TL_OPERATION_LOAD,
  TL_OPERATION_STORE,
  TL_OPERATION_THREAD_COPY,
  TL_OPERATION_THREAD_LOAD,
  TL_OPERATION_THREAD_STORE,
  TL_OPERATION_THREAD_ASYNC,
  TL_OPERATION_ASYNC_COMMIT,
  TL_OPERATION_ASYNC_WAIT,
  TL_OPERATION_ASSUME,
  TL_OPERATION_CONVERT_LAYOUT,
  TL_OPERATION_COORDINATES,
  TL_OPERATION_REDUCE,
  TL_OPERATION_COUNT,
} tl_operation_kind;

/* The kind of an operation, or TL_OPERATION_COUNT of another dialect's. */
tl_operation_kind tl_operation_kind_of(MlirOperation operation);

typedef enum tl_copy_kind {
  TL_COPY = 0,
  TL_LOAD,
  TL_STORE,
} tl_copy_kind;

/* One side of a copy.  `origin[d]` is the number where the tile starts, or
 * INT64_MIN when origin_value[d] holds it; origin_count is 0 when the operation
 * has none.  Dimensions of memory before those of the tile are leading ones: the
 * origin selects a slice of them, of which a layout says where an element is. */
typedef struct tl_copy_side {
  const char *name;     /* "source", "target", ... */
  MlirValue value;      /* null for the result of tl.load */
  MlirType type;        /* a memref, or a vector for a fragment as a value */
  MlirAttribute layout; /* null when there is none */
  bool is_auto;         /* it is to be chosen; until then rows of the tile */
  int64_t leading;      /* dimensions; of memory alone */
  int64_t origin_count;
  int64_t origin[TL_MAX_RANK];
  MlirValue origin_value[TL_MAX_RANK];
  /* The alignment of the memref's element 0, divisors of the origin and of the
   * memref's strides, as far as they are stated; may be null. */
  MlirAttribute alignment, divisibility, stride_divisibility;
} tl_copy_side;

/* The bound of a dimension that the tile does not leave, written `_`. */
#define TL_NO_BOUND INT64_MAX

typedef struct tl_copy_view {
  MlirOperation operation;
  tl_copy_kind kind;
  bool stores; /* registers -> memory */
  bool shares_replicas, is_partial;
  bool is_disjoint; /* of what the stored value was loaded from */
  tl_copy_side memory, fragment;
  tl_scope scope;
  int64_t bound_count;        /* 0 when the copy is not bounded */
  int64_t bound[TL_MAX_RANK]; /* INT64_MIN when bound_value[d] holds it, or
                                 TL_NO_BOUND */
  MlirValue bound_value[TL_MAX_RANK];
  int64_t lower_count;        /* 0, or bound_count */
  int64_t lower[TL_MAX_RANK]; /* likewise */
  MlirValue lower_value[TL_MAX_RANK];
  MlirAttribute bound_divisibility, pad, cache; /* may be null */
} tl_copy_view;

/* Reads a copy that satisfies its verifier. */
void tl_copy_view_read(MlirOperation operation, tl_copy_view *view);

/* tl.copy, tl.load or tl.store. */
bool tl_is_copy(MlirOperation operation);

/* Both sides of a copy between memories, the memory of others; returns how many
 * there are. */
int tl_copy_sides_read(MlirOperation operation, tl_copy_view out[2]);

/* Whether a memory of a copy says `layout auto`. */
bool tl_copy_has_auto(MlirOperation copy);

/* Whether a copy of the memory, or of a view of it, says `layout auto`. */
bool tl_has_auto_layout(MlirValue memory);

/* Builds sums of indices: of a value and another one, or, where that is null, a
 * number. */
typedef struct tl_index_adder {
  void *state;
  MlirValue (*add)(void *state, MlirValue value, MlirValue other,
                   int64_t number);
} tl_index_adder;

/* A copy of a memref.subview in unit steps whose layout is to be chosen names what it
 * is a view of, and adds offsets to origin and bounds.  False where it cannot: then
 * nothing has changed.
 *
 *   tl.load %S[%i, 16][8, 16][1, 1][%j, 0] layout auto -> %S[%i + %j, 16] */
bool tl_copy_look_through(MlirOperation copy, const tl_index_adder *adder);

/* Gives the memory of a copy that says `layout auto` this layout, instead. */
void tl_copy_assign_layout(const tl_copy_view *view, MlirAttribute layout);

/* Whether registers of an operation say `auto`: of a load, a store or a
 * conversion. */
bool tl_has_auto_fragment(MlirOperation operation);

/* Gives registers of an operation that say `auto`, its source or its target, this
 * layout, instead. */
void tl_assign_fragment(MlirOperation operation, bool is_target,
                        MlirAttribute layout);

/* The tile of a load or store whose registers say `auto`. */
tl_list tl_copy_auto_tile(MlirOperation copy);

/* What registers that are to be chosen have until then: rows of the tile; without
 * a layout where there are none. */
tl_code tl_fragment_read_auto(const tl_list *tile, tl_scope scope,
                              tl_copy_side *fragment, tl_error *error);

/* What makes registers, or uses them: a load, a store, a conversion or a reduction
 * of a tile, or what is no operation on fragments. */
typedef struct tl_fragment_use {
  MlirOperation operation;
  bool is_known;  /* else it is no such operation */
  bool is_target; /* the registers are its result */
  tl_scope scope;
  tl_copy_side side; /* of the registers */
} tl_fragment_use;

tl_fragment_use tl_fragment_use_of(MlirOperation operation, bool is_target);

/* Of its result, or else of its first operand: the layout that the operation
 * states; where it says `auto`, the one that another one of the registers states
 * for the tile and the scope, or else rows (rule F1). */
MlirAttribute tl_fragment_stated(MlirOperation operation, bool is_target);

/* A detached tl.store if the view stores, or else a tl.load, that says what
 * `view` says; kind, `operation` and the fragment's origin are not read. */
MlirOperation tl_copy_create(const tl_copy_view *view, MlirLocation location);

/* Attributes of the two sides and of the copy; see the rows of operations. */
#define TL_ATTRIBUTE_ALIGNMENT "alignment"
#define TL_ATTRIBUTE_DIVISIBILITY "divisibility"
#define TL_ATTRIBUTE_STRIDE_DIVISIBILITY "stride_divisibility"
#define TL_ATTRIBUTE_BOUND_DIVISIBILITY "bound_divisibility"
#define TL_ATTRIBUTE_PAD "pad"
#define TL_ATTRIBUTE_THREADS "threads"
#define TL_ATTRIBUTE_PARTITION "partition"
#define TL_ATTRIBUTE_TILE "tile"
#define TL_ATTRIBUTE_CACHE "cache"
#define TL_ATTRIBUTE_SHARE_REPLICAS "share_replicas"
#define TL_ATTRIBUTE_DISJOINT "disjoint"
#define TL_ATTRIBUTE_PARTIAL "partial"

/* The mode that the attribute names; null: the default. */
tl_cache_mode tl_cache_mode_of(MlirAttribute cache);

/* The name of the layout attribute of the fragment. */
const char *tl_copy_fragment_name(bool stores);

/*===--- Copies between two memories -------------------------------------===*/

/* tl.copy where neither side is registers: the threads of the scope move the
 * tile, whoever moves what.  The source is the memory of a load, the target
 * that of a store; each takes the place of the other's fragment.  Bounds and pad
 * stand with the side of which they are: the target if it is global and the
 * source is not, or else the source. */
typedef struct tl_transfer_view {
  tl_copy_view sides[2];
  bool has_threads; /* else all of the scope */
  int64_t threads;  /* 0 when the operation does not say */
  tl_list tile;     /* its extents; of rank 0 when the operation does not say */
  MlirAttribute partition; /* which thread moves what; may be null */
  bool is_async;           /* cp.async: the threads do not wait for it */
} tl_transfer_view;

/* Whether `operation` is a tl.copy between two memories; reads one that
 * satisfies its verifier. */
bool tl_is_transfer(MlirOperation operation);
void tl_transfer_view_read(MlirOperation operation, tl_transfer_view *view);

/* A detached tl.copy that says what `view` says: of each side its memory, of
 * the first one its scope and cache, bounds and pad of the side that has them.
 */
MlirOperation tl_transfer_create(const tl_transfer_view *view,
                                 MlirLocation location);

/* The tile: the partition on the threads of the scope, or else in row-major
 * order what has the extents that the operation says, or else in each dimension
 * the smaller one of the two sides, of their layouts or else of their memrefs;
 * of a side of more dimensions the last ones count.  TL_INVALID where an extent
 * is below 1, or both are known only at run time. */
TL_MUST_CHECK tl_code tl_transfer_tile(const tl_transfer_view *view,
                                       int64_t lanes, tl_layout *out,
                                       tl_error *error);

/*===--- Conversions -----------------------------------------------------===*/

/* tl.convert_layout: the share that a thread has of a tile under the layout of
 * the source becomes its share of the same tile under that of the target.  Of the
 * sides value, type and layout are set. */
typedef struct tl_conversion_view {
  MlirOperation operation;
  tl_scope scope;
  tl_copy_side source, target; /* fragments; the target's value is null */
  MlirValue scratch;           /* bytes of workgroup memory; null: none */
} tl_conversion_view;

/* Reads one that satisfies its verifier. */
void tl_conversion_view_read(MlirOperation operation, tl_conversion_view *view);

/* A detached tl.convert_layout that says what `view` says, of which `operation`
 * is not read. */
MlirOperation tl_conversion_create(const tl_conversion_view *view,
                                   MlirLocation location);

/*===--- Reductions ------------------------------------------------------===*/

/* A kind of vector.reduction, and the operations that combine two elements of it;
 * NULL where there is none. */
typedef struct tl_reduction_kind {
  const char *name, *of_integers, *of_floats;
} tl_reduction_kind;

extern const tl_reduction_kind
    TL_REDUCTION_KINDS[]; /* up to one without name */

/* tl.reduce: the threads of the scope hold a tile under the layout of the source,
 * and get their share of it reduced along dimensions.  Of the sides value, type and
 * layout are set. */
typedef struct tl_reduction_view {
  MlirOperation operation;
  tl_scope scope;
  bool is_partial;
  tl_copy_side source, target; /* the layout of the target may be inferred */
  MlirValue scratch;           /* bytes that it may overwrite; null: none */
  int64_t dimensions;          /* that are reduced: bits */
  const tl_reduction_kind *kind;
  const char *combines; /* the operation of arith */
} tl_reduction_view;

/* Reads one that satisfies its verifier. */
void tl_reduction_view_read(MlirOperation operation, tl_reduction_view *view);

/*===--- Coordinates of a fragment ---------------------------------------===*/

/* tl.coordinates: where each register of a thread stands in the tile, whose first
 * element is at the origin; origin[d] is a number, or INT64_MIN when
 * origin_value[d] holds it. */
typedef struct tl_coordinates_view {
  MlirOperation operation;
  MlirAttribute layout;
  tl_scope scope;
  bool is_partial;
  int64_t rank;
  int64_t origin[TL_MAX_RANK];
  MlirValue origin_value[TL_MAX_RANK];
} tl_coordinates_view;

/* Reads one that satisfies its verifier. */
void tl_coordinates_view_read(MlirOperation operation,
                              tl_coordinates_view *view);

/*===--- Types of the two sides ------------------------------------------===*/

typedef enum tl_memory_space {
  TL_MEMORY_GLOBAL = 0, /* or generic: no memory space given */
  TL_MEMORY_SHARED,
  TL_MEMORY_PRIVATE,
  TL_MEMORY_OTHER,
} tl_memory_space;

tl_memory_space tl_memory_space_of(MlirType memref);

/* Element type of a memref or a vector, a scalar by itself, and its size in bytes (0: not
 * a type that copies move, as f8E8M0FNU, which has no zero to fill with). */
MlirType tl_element_type(MlirType type);
int64_t tl_element_bytes(MlirType type);

/* A memref, or a vector of static size, as a strided buffer; INT64_MIN stands
 * for a number known only at run time.  False when its layout is not strided. */
typedef struct tl_strided {
  tl_list shape, strides;
  int64_t offset;
  bool is_identity; /* of the map: row-major, nothing in between */
} tl_strided;

bool tl_strided_read(MlirType memref_or_vector, tl_strided *strided);

/* Where the tile starts along dimension d of memory, leading ones included: 0 without an origin, a
 * number where the operation or an arith.constant gives it, else a run-time
 * value with the divisor that the operation states. */
tl_origin tl_origin_of(const tl_copy_view *view, int64_t d);

/* Where the elements end along dimension d, likewise. */
tl_bound tl_bound_of(const tl_copy_view *view, int64_t d);

/* The value that is the bound along dimension d of memory, where there is one.
 */
const MlirValue *tl_bound_value(const tl_copy_view *view, int64_t d);
const MlirValue *tl_lower_bound_value(const tl_copy_view *view, int64_t d);

/* The number of the symbol that is the stride of dimension d of a memref, from
 * 1 in the order of the dimensions; 0 for a stride that the type says. */
int64_t tl_stride_symbol(const tl_strided *strided, int64_t d);

/* A layout attribute of memory as a tile layout: shared, CuTe or tile. */
TL_MUST_CHECK tl_code tl_layout_of_memory(const tl_value *value, tl_layout *out,
                                          tl_error *error);

/* A memory as a tile layout: its layout attribute behind the strides of leading
 * dimensions, or all its strides.  A dimension known only at run time counts as large enough for the tile at its origin
 * within its bounds, and as more than 1, so that its stride is kept.  A stride
 * known only at run time is the symbol tl_stride_symbol, with the divisor that
 * is stated.  Of the side, the value is not read. */
TL_MUST_CHECK tl_code tl_memory_layout(const tl_copy_side *memory,
                                       const tl_origin *origins,
                                       const tl_bound *bounds,
                                       const tl_list *tile, tl_layout *out,
                                       tl_error *error);

/* TL_UNSUPPORTED where the layout of memory has a swizzle, of whose period the
 * slices of its leading dimensions are no multiple apart.  Of strides known only
 * at run time the divisors say what is known; NULL: they count as multiples. */
TL_MUST_CHECK tl_code tl_slices_check(const tl_copy_side *memory,
                                      const int64_t *divisors, tl_error *error);

/* A layout attribute of registers as a tile layout, twisted where it is a linear
 * layout that no other says, over the threads of the scope, in waves of `lanes`; with lanes 0 in the narrowest waves of a target in
 * which there are enough, for a verifier, which knows no target. */
TL_MUST_CHECK tl_code tl_fragment_layout(MlirAttribute layout, tl_scope scope,
                                         int64_t lanes, tl_layout *out,
                                         tl_error *error);

/* The attribute of a fragment over the threads of the scope: #tl.tile, or #tl.linear
 * of one with a twist. */
MlirAttribute tl_fragment_attribute(MlirContext context,
                                    const tl_layout *fragment, tl_scope scope,
                                    int64_t lanes);

/*===--- Copies of one thread --------------------------------------------===*/

enum {
  /* A thread has 255 registers of 4 bytes (CUDA C++ Programming Guide, technical
   * specifications). */
  TL_MAX_STARTS = TL_MAX_REGISTERS,
};

/* What a thread moves: for every start, element (atoms, inner) of memory at
 * swizzle(offset + strides) and of the registers at slot + register strides.
 *
 * Operands: offsets in elements, one a start; symbols, of which strides are
 * multiples (atom.symbol is 1 + the number of one); rooms, one a limit and
 * start; extents, one a limit that has one.  An element moves when, for every
 * limit, its digits times the weights of that limit (atom.dimension is its
 * number) are below the room, and at least the room less the extent.
 *
 * tl.thread_async copies from global to shared memory while the thread goes on.
 * It has one start and no registers: `fragment` is the target, a memref, and
 * register strides are those of the target, where an element is at
 * target_swizzle(target_offset + strides).  What a limit keeps out is 0 there.
 */
typedef struct tl_thread_view {
  MlirOperation operation;
  tl_copy_kind kind; /* TL_COPY if it is asynchronous */
  bool stores, is_async;
  bool is_disjoint;           /* see tl_copy_view */
  MlirValue memory, fragment; /* fragment is null for tl.thread_load */
  MlirType memory_type, fragment_type;
  int64_t element_bytes; /* of memory */
  intptr_t first_offset, start_count;
  intptr_t symbol_count;   /* after the offsets; then the rooms, limit by limit,
                            and the extents */
  MlirValue target_offset; /* if it is asynchronous */
  MlirAttribute slots;     /* of the starts; null: one, 0 */
  MlirAttribute pad;       /* of elements that are not loaded; null: 0 */
  MlirAttribute reason;    /* why the alignment is not larger; may be null */
  MlirAttribute cache;     /* may be null */

  /* The words of #tl.access, in this order. */
  int64_t limit_count;
  int64_t granules[TL_MAX_RANK]; /* of limits: each divides its rooms */
  int64_t extents;               /* bits: the limits that have one */
  int64_t is_vectorized;         /* or not */
  int64_t width;    /* elements of an access; 1 before it is vectorized */
  int64_t matrices; /* 8 x 8 matrices of an ldmatrix or stmatrix; 0: none */
  int64_t is_transposed;    /* or not */
  int64_t alignment, phase; /* divides, in bytes, the address of an offset
                               less the phase, in elements */
  tl_swizzle swizzle;
  int64_t offset_bits; /* -1, or: under a swizzle, the offsets are
                          swizzled, have no other bits below its period, and an
                          element is at (offset ^ swizzle(low)) + high of the
                          strides low, below the period, and high */
  tl_swizzle target_swizzle;
  int64_t target_bits; /* the same of the target; -1 */
  tl_atoms atoms;
  tl_atoms inner; /* the run of consecutive elements, see tl_copy_vectors */
} tl_thread_view;

/* Reads a tl.thread_copy, tl.thread_load, tl.thread_store or tl.thread_async.
 */
void tl_thread_view_read(MlirOperation operation, tl_thread_view *view);

/* A run of its accesses. */
tl_element_run tl_thread_run(const tl_thread_view *view);

/* Operands of a thread copy. */
MlirValue tl_thread_offset(const tl_thread_view *view, intptr_t start);
MlirValue tl_thread_symbol(const tl_thread_view *view, intptr_t symbol);
MlirValue tl_thread_room(const tl_thread_view *view, intptr_t limit,
                         intptr_t start);
/* Null where the limit has none. */
MlirValue tl_thread_extent(const tl_thread_view *view, intptr_t limit);
/* How many of the first `limits` limits have one. */
intptr_t tl_thread_extent_count(const tl_thread_view *view, intptr_t limits);

/* A detached thread copy that says what `view` says, of which `operation` is
 * not read, with these offsets, symbols, rooms and extents. */
MlirOperation tl_thread_create(const tl_thread_view *view,
                               MlirLocation location, const MlirValue *offsets,
                               const MlirValue *symbols, const MlirValue *rooms,
                               const MlirValue *extents);

/* Writes the words of `view` to its operation. */
void tl_thread_set_access(const tl_thread_view *view);

/* The groups that may still be pending after a tl.async_wait. */
int64_t tl_async_pending(MlirOperation wait);

/*===--- Assumptions -----------------------------------------------------===*/

/* tl.assume: its result is `value`, a multiple of `multiple`, from `least` to
 * `most` as a number with a sign. */
typedef struct tl_assume_view {
  MlirValue value;
  int64_t multiple, least, most; /* 1, INT64_MIN, INT64_MAX: nothing */
} tl_assume_view;

void tl_assume_view_read(MlirOperation operation, tl_assume_view *out);

/* Of an argument of a function: a number that divides an index or integer, and
 * numbers that divide the strides of a memref. */
#define TL_ARGUMENT_DIVISIBILITY "tl.divisibility"
#define TL_ARGUMENT_STRIDE_DIVISIBILITY "tl.stride_divisibility"
/* Of a workgroup buffer of a gpu.func that passes have made (rule S1). */
#define TL_ARGUMENT_SCRATCH "tl.scratch"

/* What they say of the argument, and of its strides; 1 where they say nothing.
 */
int64_t tl_argument_divisor(MlirOperation function, intptr_t number);
void tl_argument_stride_divisors(MlirOperation function, intptr_t number,
                                 int64_t divisors[TL_MAX_RANK]);

/* Whether a function's arguments have such attributes as their types can have;
 * of each that has not, an error is emitted. */
bool tl_arguments_check(MlirOperation function);

/* Takes them off; whether there were any. */
bool tl_arguments_strip(MlirOperation function);

/*===--- Operations of all dialects --------------------------------------===*/

/* Entry d of an array of divisors, 1 without one. */
int64_t tl_stated_divisor(MlirAttribute divisors, int64_t d);

bool tl_operation_is(MlirOperation operation, const char *name);
/* `names` end with NULL. */
bool tl_operation_is_one_of(MlirOperation operation, const char *const *names);
bool tl_operation_is_of(MlirOperation operation, const char *dialect);
/* The operation of that name that the value is a result of, or null. */
MlirOperation tl_defined_by(MlirValue value, const char *name);

/* Of a copy whose partition is none of its author's, where nothing else shows it:
 * of an asynchronous one, and of a load and a store with a conversion between. */
#define TL_CHOSEN_PARTITION "tl.chosen"

/* Attributes with the prefix of a dialect, which no operation here has of its
 * own: whether there are any, and the same of another operation. */
bool tl_has_foreign_attributes(MlirOperation operation);
void tl_copy_foreign_attributes(MlirOperation from, MlirOperation to);

/* The number that a constant of an integer type holds (arith, index, llvm). */
bool tl_constant_read(MlirValue value, int64_t *number);

/* The same of a value of index that sums, products and quotients of a few such
 * constants make. */
bool tl_folded_read(MlirValue value, int64_t *number);

/* The attribute of that name, or null; an integer, or `otherwise` without it. */
MlirAttribute tl_attribute_of(MlirOperation operation, const char *name);
int64_t tl_integer_attribute(MlirOperation operation, const char *name,
                             int64_t otherwise);

/* Whether its text holds `word`; not without it.  Of attributes of arith, gpu and vector
 * the C API reads nothing else. */
bool tl_attribute_says(MlirOperation operation, const char *name,
                       const char *word);

/*===--- The kernel around an operation ----------------------------------===*/

/* The target that code at the operation is written for (tl_target_choose): of
 * `stated`, NULL where nothing is, and of the `targets` around it, which are those
 * of a gpu.module. */
TL_MUST_CHECK tl_code tl_target_around(MlirOperation operation,
                                       const tl_target *stated,
                                       const tl_target **out, tl_error *error);

/* Whether there are such `targets` around it. */
bool tl_has_targets_around(MlirOperation operation);

/* The same where code is not written but run: a chip that nothing is written for
 * has its family's waves, and a target that names no chip says nothing. */
TL_MUST_CHECK tl_code tl_target_run_around(MlirOperation operation,
                                           const tl_target *stated,
                                           const tl_target **out,
                                           tl_error *error);

/* The three numbers that the attribute `name` (known_block_size, nvvm.reqntid) of
 * the operation or of one around it states, 1 where it states fewer; false
 * without. What upstream has for gpu.func is gpu.`name` on others. */
bool tl_extents_around(MlirOperation operation, const char *name,
                       int64_t extents[3]);

/* The most threads of a block, which nvvm.maxntid bounds; 0 where it does not. */
int64_t tl_most_threads_around(MlirOperation operation);

/* Groups of operands of gpu.launch and gpu.launch_func; of the first three
 * there are three each, for x, y, z. */
typedef enum tl_launch_group {
  TL_LAUNCH_GRID = 1,
  TL_LAUNCH_BLOCK = 4,
  TL_LAUNCH_CLUSTER = 7,
  TL_LAUNCH_DYNAMIC = 10,
  TL_LAUNCH_ARGUMENTS, /* any number of them, of gpu.launch_func alone */
} tl_launch_group;

/* The operand of a group, 1 + y for the one of y; false where it is no constant,
 * `absent` where there is none. */
bool tl_launch_operand(MlirOperation launch, int group, int64_t absent,
                       int64_t *out);
bool tl_launch_extents(MlirOperation launch, tl_launch_group group,
                       int64_t extents[3]);

/* What gpu.launch_func gives to the argument of that number; null where there is
 * none. */
MlirValue tl_launch_value(MlirOperation launch, intptr_t number);

/*===--- Diagnostics -----------------------------------------------------===*/

/* FILE:LINE:COLUMN of a place in a file, or as MLIR prints it. */
void tl_location_print(MlirLocation location, MlirStringCallback print,
                       void *user);

/* 'memref.load' at FILE:LINE:COLUMN */
tl_text tl_operation_text(MlirOperation operation);

/* What MLIR prints, for the end of a tl_text. */
void tl_append_piece(MlirStringRef piece, void *text);

/* The first place in a file that it is made of; false where there is none. */
typedef struct tl_place {
  MlirStringRef file;
  int64_t line, column;
} tl_place;
bool tl_location_place(MlirLocation location, tl_place *out);

/* {"file": "a.mlir", "line": 8, "column": 10} of the first place in a file that
 * it is made of; null where there is none. */
void tl_location_print_json(MlirLocation location, const char *key,
                            tl_json *json);

/* Emits "'NAME' op MESSAGE" at the operation, nothing at a null one; false. */
bool tl_emit_error(MlirOperation operation, const char *format, ...)
    TL_PRINTF(2, 3);
/* The same as a warning. */
void tl_emit_warning(MlirOperation operation, const char *format, ...)
    TL_PRINTF(2, 3);
/* The same as a remark, with `note` attached. */
void tl_emit_remark(MlirOperation operation, const char *note,
                    const char *format, ...) TL_PRINTF(3, 4);
/* The same, where `noted` stands. */
void tl_emit_remark_at(MlirOperation operation, MlirOperation noted,
                       const char *note, const char *format, ...)
    TL_PRINTF(4, 5);

TL_C_END
#endif /* TL_DIALECT_H */
