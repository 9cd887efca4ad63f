/* convert_copies.c - tl-convert-copies
 *
 * Copies of other dialects that all threads of a block execute become copies of
 * which each thread does its part.
 *
 *   memref.copy %tile, %buffer : memref<64x16xf32, strided<[128, 1], offset: ?>>
 *     to memref<64x16xf32, #gpu.address_space<workgroup>>
 * becomes
 *   gpu.barrier
 *   tl.copy %tile to %buffer scope cta threads 128 : ...
 *   gpu.barrier
 *
 * A barrier that is there already is not written again.  In loops mapped to
 * threads, a copy is one of scope thread, without barriers.
 *
 * Rules, each with the reasons for which a copy is left:
 *   W1  all threads of the block execute it, with equal operands
 *   W2  how many threads the block has is known
 *   W3 to W9, see convert_copies_decide.c
 *   W10, see convert_copies_nests.c
 *
 * Requires:  nothing.
 * Preserves: what is not a copy between global and workgroup memory, and what a
 *            rule leaves, with a remark; alignments of buffers.
 * Fails:     on a number of threads that no block has. */
#include "convert_copies.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/MemRef.h"
#include "pass_rows.h"
#include "passes/emit/flat_memory.h"
#include "passes/facts/block_size.h"
#include "passes/facts/uniformity.h"
#include <inttypes.h>
#include <string.h>

/* A copy to be written. */
typedef struct convert_item {
  tl_block_copy copy;
  bool has_barrier;           /* before it, or before the row that it joins */
  bool is_joined;             /* by the next copy of a row without barriers */
  struct convert_item *joins; /* the one before it in the row; may be null */
  struct convert_item *next;
} convert_item;

typedef struct convert_run {
  MlirOperation root;
  int64_t threads; /* of kernels that do not say; 0: not known */
  tl_uniformity uniformity;
  tl_facts facts;      /* of the IR as it was read */
  tl_key_table blocks; /* see barrier_of; owns the items */
  convert_item *first, **end;
  tl_block_copy around; /* the nest that was left last, as a whole */
  bool is_complete;     /* false after an error */
  tl_key_table built;
  tl_builder builder;
} convert_run;

static MlirWalkResult collect(MlirOperation operation, void *user);
static bool decide(convert_run *run, tl_block_copy *copy);
static void write_copy(convert_run *run, const convert_item *item);

static bool check_threads(MlirOperation root, int64_t threads) {
  return (threads >= 0 && threads <= TL_MAX_THREADS) ||
         tl_emit_error(root,
                       "threads is %" PRId64
                       "; it has to be from 1 to %d, or 0: not known",
                       threads, TL_MAX_THREADS);
}

static tl_pass_result run_convert_copies(MlirOperation root,
                                         const tl_option_value *options) {
  convert_run run = {
      .root = root, .threads = options[0].number, .is_complete = true};
  if (!check_threads(root, run.threads))
    return TL_PASS_FAILED;
  run.facts = tl_facts_create(root);
  run.uniformity.root = root;
  run.end = &run.first;
  run.builder = tl_builder_create(mlirOperationGetContext(root), &run.built);
  mlirOperationWalk(root, collect, &run, MlirWalkPreOrder);
  tl_pass_result result = !run.is_complete ? TL_PASS_FAILED
                          : run.first      ? TL_PASS_CHANGED
                                           : TL_PASS_UNCHANGED;
  for (const convert_item *item = run.first; run.is_complete && item;
       item = item->next)
    write_copy(&run, item);
  tl_uniformity_free(&run.uniformity);
  tl_key_table_free(&run.blocks);
  tl_facts_free(&run.facts);
  tl_key_table_free(&run.built);
  return result;
}

static const tl_option_row OPTIONS[] = {
    {"threads",
     "Threads of a block, from 1 to 1024, where the kernel does not say; 0: "
     "not known",
     0, NULL},
};

static MlirDialectHandle (*const DIALECTS[])(void) = {
    mlirGetDialectHandle__gpu__, mlirGetDialectHandle__memref__};

const tl_pass_row TL_CONVERT_COPIES = {
    .argument = "tl-convert-copies",
    .description = "Turn copies of a block in other dialects into tl.copy",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .dialects = DIALECTS,
    .dialect_count = sizeof DIALECTS / sizeof *DIALECTS,
    .own_dialect = tl_register_dialect,
    .run = run_convert_copies,
};

/*===--- Collect ----------------------------------------------------------===*/

/* The first operation behind it that may touch memory, or null. */
static MlirOperation next_of_memory(MlirOperation operation) {
  do
    operation = mlirOperationGetNextInBlock(operation);
  while (!mlirOperationIsNull(operation) && tl_leaves_memory(operation));
  return operation;
}

/* The place that says what is in front of the next operation of a block, or of a
 * vector that is read, and behind a wait: a barrier (the run), a copy that has one
 * behind it (its item), or neither. */
static void **barrier_of(convert_run *run, const void *of) {
  return tl_key_table_place(&run->blocks, &of, sizeof of);
}

/* A read that the copy takes along is a part of it. */
static void *barrier_before(convert_run *run, const tl_block_copy *copy,
                            void *barrier) {
  MlirOperation read = copy->read;
  bool is_read_before =
      !barrier && !mlirOperationIsNull(read) &&
      mlirOperationEqual(next_of_memory(read), copy->operation);
  return is_read_before ? *barrier_of(run, read.ptr) : barrier;
}

/* Whether no copy of the row has to be over before the next one begins. */
static bool is_apart(const convert_item *row, const tl_block_copy *copy) {
  enum { LONGEST = 8 };
  int count = 0;
  for (; row; row = row->joins)
    if (count++ == LONGEST || !tl_block_copies_are_apart(&row->copy, copy))
      return false;
  return true;
}

/* Its barrier is behind the wait. */
static bool is_started(const tl_block_copy *copy) {
  return !mlirOperationIsNull(copy->started);
}

static convert_item *keep(convert_run *run, const tl_block_copy *copy,
                          void *barrier) {
  convert_item *item = tl_key_table_take(&run->blocks, sizeof *item);
  if (!item) {
    run->is_complete = false;
    tl_emit_error(copy->operation, "out of memory for another copy");
    return NULL;
  }
  *item = (convert_item){.copy = *copy, .has_barrier = barrier != NULL};
  convert_item *row = barrier == run ? NULL : barrier;
  if (row && is_started(&row->copy) == is_started(copy) &&
      is_apart(row, copy)) {
    item->joins = row;
    row->is_joined = true;
  } else if (row && is_started(&row->copy)) {
    item->has_barrier = false;
  }
  *run->end = item;
  run->end = &item->next;
  return item;
}

static bool is_vector_read(MlirOperation operation) {
  return tl_operation_is(operation, "vector.transfer_read") ||
         tl_operation_is(operation, "vector.load") ||
         tl_operation_is(operation, "vector.maskedload") ||
         tl_operation_is(operation, "vector.mask");
}

static MlirWalkResult collect(MlirOperation operation, void *user) {
  convert_run *run = user;
  if (mlirOperationEqual(operation, run->root) || tl_leaves_memory(operation))
    return MlirWalkResultAdvance;
  void **barrier = barrier_of(run, mlirOperationGetBlock(operation).ptr);
  void *before = *barrier;
  tl_block_copy copy;
  bool is_wait = *barrier_of(run, operation.ptr) == run;
  *barrier = tl_is_barrier(operation) || is_wait ? run : NULL;
  if (is_vector_read(operation))
    *barrier_of(run, operation.ptr) = before;
  if (!tl_block_copy_read(operation, &copy) || !decide(run, &copy))
    return MlirWalkResultAdvance;
  convert_item *item = keep(run, &copy, barrier_before(run, &copy, before));
  *barrier = copy.scope != TL_SCOPE_CTA ? NULL
             : copy.ends_inside         ? (void *)run
                                        : item;
  if (is_started(&copy))
    *barrier_of(run, copy.wait.ptr) = run;
  return !item             ? MlirWalkResultInterrupt
         : copy.has_inside ? MlirWalkResultSkip
                           : MlirWalkResultAdvance;
}

/*===--- Decide -----------------------------------------------------------===*/

static void leave(const tl_block_copy *copy, const char *reason) {
  tl_emit_remark(copy->operation, NULL, "is left. %s", reason);
}

static void leave_apart(const tl_block_copy *copy, const tl_execution *where) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(where->cause));
  tl_emit_remark(copy->operation, NULL,
                 "is left. W1: not all threads of the block execute it with "
                 "equal operands: it %s '%.*s'",
                 where->reason, (int)name.length, name.data);
}

/* Between global and workgroup memory, on a device. */
static bool is_of_device(const tl_block_copy *copy, const tl_execution *where) {
  bool uses_shared = false;
  for (int side = 0; side < TL_SIDES; side++) {
    tl_memory_space space =
        tl_memory_space_of(mlirValueGetType(copy->sides[side].memref));
    if (space != TL_MEMORY_GLOBAL && space != TL_MEMORY_SHARED)
      return false;
    uses_shared |= space == TL_MEMORY_SHARED;
  }
  return !mlirOperationIsNull(where->kernel) &&
         (where->is_on_device || uses_shared);
}

static bool find_threads(convert_run *run, tl_block_copy *copy) {
  tl_block_size block;
  tl_error error;
  if (tl_block_size_around(&run->facts, copy->operation, &block, &error) !=
      TL_OK) {
    leave(copy, error.message);
    return false;
  }
  int64_t own = tl_block_threads(&block);
  copy->threads = own ? own : run->threads;
  if (copy->threads > 0 && copy->threads <= TL_MAX_THREADS)
    return true;
  leave(copy, "W2: how many threads the block has is not known; give the "
              "kernel a known_block_size, or the pass 'threads'");
  return false;
}

enum { MAX_VALUES = TL_SIDES * (1 + 3 * TL_MAX_RANK) };

/* What threads have to agree about; what bounds a subview, it depends on. */
static intptr_t values_of(const tl_block_copy *copy,
                          MlirValue out[MAX_VALUES]) {
  intptr_t count = 0;
  for (int i = 0; i < TL_SIDES; i++) {
    const tl_block_side *side = &copy->sides[i];
    out[count++] = side->memref;
    for (int64_t d = 0; d < TL_MAX_RANK; d++) {
      if (!mlirValueIsNull(side->origin[d].value))
        out[count++] = side->origin[d].value;
      if (!mlirValueIsNull(side->mask[d]))
        out[count++] = side->mask[d];
      if (!mlirValueIsNull(side->end[d].value))
        out[count++] = side->end[d].value;
    }
  }
  return count;
}

typedef struct value_list {
  MlirOperation of;
  intptr_t count; /* of all that there are */
  MlirValue items[MAX_VALUES];
} value_list;

static MlirWalkResult add_values(MlirOperation operation, void *user) {
  value_list *list = user;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(operation); i++) {
    MlirValue value = mlirOperationGetOperand(operation, i);
    MlirOperation from =
        mlirValueIsAOpResult(value)
            ? mlirOpResultGetOwner(value)
            : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
    if (tl_is_inside(from, list->of))
      continue;
    if (list->count < MAX_VALUES)
      list->items[list->count] = value;
    list->count++;
  }
  return MlirWalkResultAdvance;
}

/* What one of the loops in a nest copies is said to be left of the whole nest, when
 * none of them is a copy. */
static const tl_block_copy *whole_of(convert_run *run,
                                     const tl_block_copy *copy) {
  bool is_inside = tl_is_inside(copy->operation, run->around.operation);
  if (copy->is_around && !is_inside)
    run->around = *copy;
  return copy->is_around ? NULL : is_inside ? &run->around : copy;
}

/* Says why what looks like a copy is none of the block; of one thread it stays as it
 * is. */
static void leave_alike(convert_run *run, const tl_block_copy *part) {
  const tl_block_copy *copy = whole_of(run, part);
  if (!copy)
    return;
  value_list values = {.of = copy->operation};
  mlirOperationWalk(copy->operation, add_values, &values, MlirWalkPreOrder);
  if (values.count > MAX_VALUES)
    return;
  tl_execution where = tl_execution_of(&run->uniformity, copy->operation,
                                       values.count, values.items);
  if (where.is_together && is_of_device(copy, &where))
    leave(copy, copy->why.message);
}

/* Of a thread for itself.  Its vectors that are in bounds, and its loops, stay as
 * they are. */
static bool is_of_thread(const tl_block_copy *copy, const tl_execution *where) {
  bool is_vector = !mlirOperationIsNull(copy->read);
  if (copy->is_nest || (is_vector && where->is_shared_out))
    return false;
  if (is_vector)
    return copy->sides[TL_FROM].is_bounded || copy->sides[TL_TO].is_bounded;
  if (!where->is_of_thread)
    leave_apart(copy, where);
  return where->is_of_thread;
}

static bool decide(convert_run *run, tl_block_copy *copy) {
  tl_error error;
  MlirValue values[MAX_VALUES];
  if (copy->why.code != TL_OK) {
    leave_alike(run, copy);
    return false;
  }
  tl_execution where = tl_execution_of(&run->uniformity, copy->operation,
                                       values_of(copy, values), values);
  if (!is_of_device(copy, &where))
    return false;
  copy->scope = where.is_together ? TL_SCOPE_CTA : TL_SCOPE_THREAD;
  if (where.is_together ? !find_threads(run, copy)
                        : !is_of_thread(copy, &where))
    return false;
  if (tl_block_copy_decide(&run->facts, copy, &error) == TL_OK)
    return true;
  leave(copy, error.message);
  return false;
}

/*===--- Write ------------------------------------------------------------===*/

static void build_barrier(const tl_builder *builder) {
  tl_build(builder, &(tl_build_request){.name = "gpu.barrier"});
}

static bool has_barrier_behind(MlirOperation operation) {
  MlirOperation next = next_of_memory(operation);
  return !mlirOperationIsNull(next) && tl_is_barrier(next);
}

static int64_t leading_of(const tl_block_copy *copy, int side) {
  return copy->sides[side].from.count - copy->tile.count;
}

static MlirValue build_start(const tl_builder *builder,
                             const tl_block_origin *origin) {
  MlirValue value =
      tl_build_by(builder, TL_MULTIPLY, origin->value, origin->scale);
  return tl_build_by(builder, TL_ADD, value, origin->number);
}

/* A number is one; an origin of zeros alone need not be said. */
static void build_origin(const tl_builder *builder, const tl_block_copy *copy,
                         int number, tl_copy_side *out) {
  const tl_block_side *side = &copy->sides[number];
  bool is_said = leading_of(copy, number) > 0;
  for (int64_t d = 0; side->has_origin && d < side->from.count; d++) {
    const tl_block_origin *origin = &side->origin[d];
    bool is_number = mlirValueIsNull(origin->value);
    out->origin[d] = is_number ? origin->number : INT64_MIN;
    if (!is_number)
      out->origin_value[d] = build_start(builder, origin);
    is_said |= out->origin[d] != 0;
  }
  out->origin_count = is_said ? side->from.count : 0;
}

static void build_side(const tl_builder *builder, const tl_block_copy *copy,
                       int number, tl_copy_side *out) {
  const tl_block_side *side = &copy->sides[number];
  int64_t leading = leading_of(copy, number);
  tl_list tile = {.count = side->from.count};
  for (int64_t d = 0; d < tile.count; d++)
    tile.items[d] = d < leading ? 1 : copy->tile.items[d - leading];
  MlirValue memref =
      mlirOperationIsNull(side->resized)
          ? side->memref
          : tl_build_resized(builder, side->resized, &side->sizes);
  out->value = tl_build_rearranged(builder, memref, &side->from, &tile);
  build_origin(builder, copy, number, out);
}

/* How far a mask goes behind the origin; null for 0. */
static MlirValue build_kept(const tl_builder *builder, MlirValue mask,
                            int64_t most) {
  int64_t number;
  if (!tl_constant_of(mask, &number))
    return tl_build_clamp(builder, mask, most);
  number = number < most ? number : most;
  return tl_build_by(builder, TL_ADD, (MlirValue){NULL},
                     number > 0 ? number : 0);
}

/* Where a loop ends, which may be anywhere below 0 where it has no turn, and
 * anywhere past the memref; what is as far as can be before the number is added
 * does not wrap. */
static MlirValue build_end(const tl_builder *builder,
                           const tl_block_origin *end, MlirValue last) {
  if (mlirValueIsNull(end->value))
    return build_start(builder, end);
  MlirValue value = tl_build_by(builder, TL_MULTIPLY, end->value, end->scale);
  if (end->number > 0)
    value = tl_build_pair(builder, TL_MINIMUM, value,
                          tl_build_by(builder, TL_ADD, last, -end->number));
  value = tl_build_by(builder, TL_MAXIMUM, value, -end->number);
  return tl_build_by(builder, TL_ADD, value, end->number);
}

/* The end of the memref, and of the mask behind the origin. */
static void build_bound(const tl_builder *builder, const tl_block_copy *copy,
                        int64_t d, tl_copy_view *out) {
  const tl_block_side *side = &copy->sides[copy->bounded];
  int64_t leading = leading_of(copy, (int)copy->bounded);
  int64_t of = side->from.items[leading + d];
  MlirType type = mlirValueGetType(side->memref);
  MlirValue mask = side->mask[d];
  bool is_open = of >= 0 && mlirShapedTypeIsDynamicDim(type, of);
  out->bound[d] = of < 0    ? copy->tile.items[d]
                  : is_open ? INT64_MIN
                            : mlirShapedTypeGetDimSize(type, of);
  if (is_open)
    out->bound_value[d] = tl_build_dim(builder, side->memref, of);
  if (mlirValueIsNull(mask) && !side->is_ended[d])
    return;
  MlirValue end =
      is_open ? out->bound_value[d] : tl_build_index(builder, out->bound[d]);
  MlirValue kept =
      side->is_ended[d]
          ? build_end(builder, &side->end[d], end)
          : tl_build_pair(builder, TL_ADD,
                          build_start(builder, &side->origin[leading + d]),
                          build_kept(builder, mask, copy->tile.items[d]));
  if (mlirValueIsNull(kept))
    kept = tl_build_index(builder, 0);
  out->bound_value[d] = tl_build_pair(builder, TL_MINIMUM, end, kept);
  out->bound[d] = INT64_MIN;
}

static void build_bounds(const tl_builder *builder, const tl_block_copy *copy,
                         tl_copy_view *out) {
  out->scope = copy->scope;
  out->pad = copy->pad;
  out->bound_count = copy->tile.count;
  for (int64_t d = 0; d < copy->tile.count; d++) {
    out->bound[d] = copy->bounds[d];
    out->bound_value[d] = copy->bound_values[d];
    if (copy->sides[copy->bounded].has_origin)
      build_bound(builder, copy, d, out);
  }
}

/* Attributes of dialects stay; others are words of the operation. */
static void keep_attributes(MlirOperation from, MlirOperation to) {
  intptr_t count = mlirOperationGetNumDiscardableAttributes(from);
  for (intptr_t i = 0; i < count; i++) {
    MlirNamedAttribute own = mlirOperationGetDiscardableAttribute(from, i);
    MlirStringRef name = mlirIdentifierStr(own.name);
    if (memchr(name.data, '.', name.length))
      mlirOperationSetDiscardableAttributeByName(to, name, own.attribute);
  }
}

/* Once for all copies that a group has. */
static void write_groups(convert_run *run, const tl_block_copy *copy) {
  void **is_written = barrier_of(run, copy->group.ptr);
  bool has_barrier =
      !*is_written &&
      has_barrier_behind(copy->ends_inside ? copy->operation : copy->wait);
  if (*is_written)
    return;
  *is_written = run;
  MlirOperation behind = copy->ends_inside
                             ? copy->operation
                             : mlirOperationGetNextInBlock(copy->wait);
  tl_write_groups(&run->builder, copy);
  tl_builder_before(&run->builder, behind);
  if (!has_barrier)
    build_barrier(&run->builder);
}

static void write_copy(convert_run *run, const convert_item *item) {
  const tl_block_copy *copy = &item->copy;
  const MlirOperation gone[] = {copy->operation, copy->fill, copy->turned,
                                copy->read};
  tl_builder *builder = &run->builder;
  bool is_of_block = copy->scope == TL_SCOPE_CTA;
  tl_transfer_view view = {.has_threads = is_of_block,
                           .threads = copy->threads,
                           .is_async = is_started(copy)};
  tl_builder_before(builder, copy->operation);
  if (is_of_block && !item->has_barrier)
    build_barrier(builder);
  view.sides[TL_FROM].scope = copy->scope;
  for (int side = 0; side < TL_SIDES; side++)
    build_side(builder, copy, side, &view.sides[side].memory);
  if (copy->bounded >= 0)
    build_bounds(builder, copy, &view.sides[copy->bounded]);
  if (copy->sides[TL_FROM].has_origin)
    view.tile = copy->tile;
  MlirOperation made = tl_transfer_create(&view, builder->location);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, made);
  keep_attributes(copy->operation, made);
  if (is_started(copy))
    write_groups(run, copy);
  else if (is_of_block && !item->is_joined &&
           !has_barrier_behind(copy->operation))
    build_barrier(builder);
  for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
    if (!mlirOperationIsNull(gone[i]))
      mlirOperationDestroy(gone[i]);
}
