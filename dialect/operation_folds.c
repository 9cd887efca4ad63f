/* operation_folds.c - What is known of operands becomes part of an operation.
 *
 *   %c8 = arith.constant 8 : index
 *   %view = memref.subview %A[64, 0] [32, 64] [1, 1]
 *   %any = memref.cast %view : ... to memref<?x64xf16, ...>
 *   tl.load %any[%c8, 0] as #frag
 * becomes, by E6, E5 and E7 of python-free-docs/operations.md,
 *   tl.load %A[72, 0] as #frag
 *
 * A copy is folded as a detached clone; where the clone breaks a rule, which it
 * can where the copy is never executed, the copy stays as it is. */
#include "copy_checks.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

enum { MOST_OPERANDS = 2 + 4 * TL_MAX_RANK };

static void set_words(MlirOperation copy, int place, int64_t count,
                      const int64_t *words) {
  MlirContext context = mlirOperationGetContext(copy);
  const tl_operation_attribute *rows =
      tl_bridge_operation_row(copy)->facts->attributes;
  mlirOperationSetDiscardableAttributeByName(
      copy, mlirStringRefCreateFromCString(rows[place].name),
      mlirDenseI64ArrayGet(context, (intptr_t)count, words));
}

static bool is_made_by(MlirValue value, const char *name) {
  return mlirValueIsAOpResult(value) &&
         tl_operation_is(mlirOpResultGetOwner(value), name);
}

/* Of an origin or of bounds: numbers, and values where they are INT64_MIN. */
typedef struct entries {
  bool are_bounds; /* of which one may be TL_NO_BOUND */
  int64_t count, words[2 * TL_MAX_RANK];
  MlirValue values[2 * TL_MAX_RANK];
} entries;

static void set_entries(MlirOperation copy, int place, const entries *own) {
  const tl_operation_value *row =
      tl_bridge_operation_row(copy)->facts->operands;
  MlirValue operands[MOST_OPERANDS];
  intptr_t operand = 0, count = 0;
  tl_attributes before;
  tl_attributes_read(copy, &before);
  for (; row->name; row++) {
    intptr_t end = operand + tl_value_count(row, &before);
    bool is_own = row->type == TL_TYPE_INTEGER && row->place == place;
    for (int64_t d = 0; is_own && d < own->count; d++)
      if (own->words[d] == INT64_MIN)
        operands[count++] = own->values[d];
    for (; operand < end; operand++)
      if (!is_own)
        operands[count++] = mlirOperationGetOperand(copy, operand);
  }
  mlirOperationSetOperands(copy, count, operands);
  set_words(copy, place, own->count, own->words);
}

/* Numbers in it may stand for operands. */
static bool has_entries(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  return kind <= TL_OPERATION_STORE || kind == TL_OPERATION_COORDINATES;
}

/*===--- E5: constants ---------------------------------------------------===*/

/* Entries of an origin or bounds; values that stay are kept. */
static void fold_entries(MlirOperation copy, int place, intptr_t operand,
                         MlirValue kept[MOST_OPERANDS], intptr_t *count) {
  tl_attributes own;
  int64_t words[TL_MAX_RANK], rank;
  tl_attributes_read(copy, &own);
  tl_words_read(own.items[place], TL_MAX_RANK, words, &rank);
  for (int64_t d = 0; d < rank; d++) {
    if (words[d] != INT64_MIN)
      continue;
    MlirValue value = mlirOperationGetOperand(copy, operand++);
    int64_t number;
    if (tl_constant_read(value, &number) && number >= 0 &&
        number != TL_NO_BOUND)
      words[d] = number;
    else
      kept[(*count)++] = value;
  }
  if (rank)
    set_words(copy, place, rank, words);
}

static bool fold_constants(MlirOperation copy,
                           TL_UNUSED const tl_index_adder *adder) {
  const tl_operation_facts *facts = tl_bridge_operation_row(copy)->facts;
  MlirValue kept[MOST_OPERANDS];
  intptr_t operand = 0, count = 0;
  tl_attributes own;
  if (!has_entries(copy))
    return false;
  tl_attributes_read(copy, &own);
  for (const tl_operation_value *row = facts->operands; row->name; row++) {
    if (row->type == TL_TYPE_INTEGER)
      fold_entries(copy, row->place, operand, kept, &count);
    else
      kept[count++] = mlirOperationGetOperand(copy, operand);
    operand += tl_value_count(row, &own);
  }
  mlirOperationSetOperands(copy, count, kept);
  return count < operand;
}

/*===--- E6: casts -------------------------------------------------------===*/

static bool says(const tl_list *known, const tl_list *asked) {
  for (int64_t d = 0; d < asked->count; d++)
    if (asked->items[d] != INT64_MIN && asked->items[d] != known->items[d])
      return false;
  return known->count == asked->count;
}

/* Whether a type says all that the other one does. */
static bool says_more(MlirType type, MlirType than) {
  tl_strided known, asked;
  return mlirTypeIsAMemRef(type) &&
         mlirAttributeEqual(mlirMemRefTypeGetMemorySpace(type),
                            mlirMemRefTypeGetMemorySpace(than)) &&
         tl_strided_read(type, &known) && tl_strided_read(than, &asked) &&
         says(&known.shape, &asked.shape) &&
         says(&known.strides, &asked.strides) &&
         (asked.offset == INT64_MIN || asked.offset == known.offset);
}

static bool fold_casts(MlirOperation copy,
                       TL_UNUSED const tl_index_adder *adder) {
  bool is_folded = false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(copy); i++) {
    MlirValue memref = mlirOperationGetOperand(copy, i);
    if (!is_made_by(memref, "memref.cast"))
      continue;
    MlirValue from = mlirOperationGetOperand(mlirOpResultGetOwner(memref), 0);
    if (!says_more(mlirValueGetType(from), mlirValueGetType(memref)))
      continue;
    mlirOperationSetOperand(copy, i, from);
    is_folded = true;
  }
  return is_folded;
}

/*===--- E7: subviews ----------------------------------------------------===*/

/* A subview in unit steps.  The first `dropped` dimensions are those that it
 * alone has not. */
typedef struct unit_view {
  MlirValue source;
  int64_t dropped, sizes[TL_MAX_RANK];
  entries offsets;
  tl_list source_shape, shape; /* of memrefs */
} unit_view;

static bool is_unit(const unit_view *view, const int64_t *strides,
                    int64_t rank) {
  for (int64_t d = 0; d < rank; d++) {
    int64_t i = d - view->dropped, extent = view->source_shape.items[d];
    bool is_kept =
        i < 0 ? view->sizes[d] == 1 : view->sizes[d] == view->shape.items[i];
    if (!is_kept || strides[d] != 1 ||
        (i >= 0 && extent == INT64_MIN && view->shape.items[i] != INT64_MIN))
      return false;
  }
  return true;
}

/* Values of offsets are the operands behind the source. */
static bool read_offsets(MlirOperation subview, entries *out) {
  intptr_t operand = 1;
  if (!tl_words_read(tl_attribute_of(subview, "static_offsets"), TL_MAX_RANK,
                     out->words, &out->count))
    return false;
  for (int64_t d = 0; d < out->count; d++)
    if (out->words[d] == INT64_MIN)
      out->values[d] = mlirOperationGetOperand(subview, operand++);
    else if (out->words[d] < 0)
      return false;
  return true;
}

static bool read_view(MlirValue memref, unit_view *out) {
  int64_t strides[TL_MAX_RANK], count;
  tl_strided from, to;
  if (!is_made_by(memref, "memref.subview"))
    return false;
  MlirOperation subview = mlirOpResultGetOwner(memref);
  out->source = mlirOperationGetOperand(subview, 0);
  if (!tl_strided_read(mlirValueGetType(out->source), &from) ||
      !tl_strided_read(mlirValueGetType(memref), &to) ||
      !read_offsets(subview, &out->offsets) ||
      !tl_words_read(tl_attribute_of(subview, "static_sizes"), TL_MAX_RANK,
                     out->sizes, &count) ||
      !tl_words_read(tl_attribute_of(subview, "static_strides"), TL_MAX_RANK,
                     strides, &count))
    return false;
  out->source_shape = from.shape;
  out->shape = to.shape;
  out->dropped = from.shape.count - to.shape.count;
  return is_unit(out, strides, from.shape.count);
}

/* Under a layout the origin counts in its dimensions, so that the memref has to
 * be all of the source behind the leading ones. */
static bool is_whole(const unit_view *view, int64_t leading) {
  for (int64_t d = leading; d < view->shape.count; d++)
    if (view->offsets.words[view->dropped + d] != 0 ||
        view->sizes[view->dropped + d] !=
            view->source_shape.items[view->dropped + d])
      return false;
  return true;
}

/* Adds an entry of other ones; values by the adder. */
static bool shift_entry(const entries *by, int64_t from, int64_t d,
                        const tl_index_adder *adder, entries *sums) {
  int64_t *word = &sums->words[d], other = by->words[from];
  if (other == 0 || (sums->are_bounds && *word == TL_NO_BOUND))
    return true;
  if (*word != INT64_MIN && other != INT64_MIN)
    return tl_sum_fits(*word, other, word) &&
           !(sums->are_bounds && *word == TL_NO_BOUND);
  if (!adder)
    return false;
  const MlirValue none = {NULL};
  MlirValue a = *word == INT64_MIN ? sums->values[d] : by->values[from];
  MlirValue b = *word == other ? by->values[from] : none;
  int64_t number = *word == INT64_MIN ? other : *word;
  sums->values[d] = adder->add(adder->state, a, b, number);
  *word = INT64_MIN;
  return true;
}

/* Adds `count` entries from `first` on; false where one is known only at run time,
 * and there is no adder. */
static bool shift(const entries *by, int64_t first, int64_t count,
                  const tl_index_adder *adder, entries *sums) {
  for (int64_t d = 0; d < count; d++)
    if (!shift_entry(by, first + d, d, adder, sums))
      return false;
  return true;
}

static intptr_t operand_named(MlirOperation copy, const char *name) {
  const tl_operation_value *row =
      tl_bridge_operation_row(copy)->facts->operands;
  tl_attributes own;
  intptr_t operand = 0;
  tl_attributes_read(copy, &own);
  for (; strcmp(row->name, name) != 0; row++)
    operand += tl_value_count(row, &own);
  return operand;
}

/* What is stated speaks of the view. */
static bool is_stated(const tl_copy_view *copy) {
  return !mlirAttributeIsNull(copy->memory.alignment) ||
         !mlirAttributeIsNull(copy->memory.divisibility) ||
         !mlirAttributeIsNull(copy->memory.stride_divisibility) ||
         !mlirAttributeIsNull(copy->bound_divisibility) || copy->lower_count;
}

/* The memory of a copy, of a tile of that rank, is the source of the subview.
 */
static bool fold_view(MlirOperation operation, const tl_copy_view *copy,
                      int64_t rank, const tl_index_adder *adder) {
  const tl_copy_side *memory = &copy->memory;
  unit_view view;
  entries origin = {.words = {0}},
          bounds = {.are_bounds = true, .count = copy->bound_count};
  if (!read_view(memory->value, &view) || is_stated(copy))
    return false;
  bool has_layout = !mlirAttributeIsNull(memory->layout);
  int64_t leading = memory->leading, shifted = view.shape.count;
  origin.count = view.dropped + leading + rank;
  if (has_layout)
    shifted = leading;
  if (origin.count > TL_MAX_RANK || (has_layout && !is_whole(&view, leading)))
    return false;
  for (int64_t d = 0; d < memory->origin_count; d++) {
    origin.words[view.dropped + d] = memory->origin[d];
    origin.values[view.dropped + d] = memory->origin_value[d];
  }
  memcpy(bounds.words, copy->bound, sizeof copy->bound);
  memcpy(bounds.values, copy->bound_value, sizeof copy->bound_value);
  if (!shift(&view.offsets, 0, view.dropped + shifted, adder, &origin) ||
      (!has_layout && !shift(&view.offsets, view.dropped + leading,
                             bounds.count, adder, &bounds)))
    return false;
  mlirOperationSetOperand(operation, operand_named(operation, memory->name),
                          view.source);
  set_entries(operation, TL_SOURCE_ORIGIN + copy->stores, &origin);
  if (bounds.count)
    set_entries(operation, TL_BOUNDS, &bounds);
  return true;
}

/* With an adder, of what has a layout that is to be chosen. */
static bool fold_side(MlirOperation operation, const tl_copy_view *copy,
                      int64_t rank, const tl_index_adder *adder) {
  return (!adder || copy->memory.is_auto) &&
         fold_view(operation, copy, rank, adder);
}

static bool fold_views(MlirOperation operation, const tl_index_adder *adder) {
  tl_transfer_view transfer;
  tl_copy_view copy;
  tl_layout tile;
  if (tl_operation_kind_of(operation) > TL_OPERATION_STORE)
    return false;
  if (!tl_is_transfer(operation)) {
    tl_copy_view_read(operation, &copy);
    return fold_side(
        operation, &copy,
        tl_layout_attribute_facts(copy.fragment.layout)->shape.count, adder);
  }
  tl_transfer_view_read(operation, &transfer);
  if (tl_transfer_tile(&transfer, 0, &tile, NULL) != TL_OK)
    return false;
  bool is_folded = fold_side(operation, &transfer.sides[0], tile.rank, adder);
  return fold_side(operation, &transfer.sides[1], tile.rank, adder) ||
         is_folded;
}

/*===--- Folding ---------------------------------------------------------===*/

static bool is_cast(MlirValue value) {
  return is_made_by(value, "memref.cast");
}

static bool is_constant(MlirValue value) {
  int64_t number;
  return tl_constant_read(value, &number);
}

static bool is_subview(MlirValue value) {
  return is_made_by(value, "memref.subview");
}

typedef bool copy_fold(MlirOperation clone, const tl_index_adder *adder);

/* By what an operand is. */
static const struct {
  bool (*is)(MlirValue operand);
  copy_fold *fold;
} FOLDS[] = {
    {is_cast, fold_casts},
    {is_constant, fold_constants},
    {is_subview, fold_views},
};

/* That of registers which are to be chosen is all of a memory, unless it is
 * said. */
static void keep_auto_tile(MlirOperation operation, MlirOperation folded) {
  tl_list tile;
  if (tl_operation_kind_of(operation) > TL_OPERATION_STORE ||
      !tl_has_auto_fragment(operation))
    return;
  tile = tl_copy_auto_tile(operation);
  set_words(folded, TL_TILE, tile.count, tile.items);
}

/* The tile is what it was, also where it was that of the smaller side. */
static void keep_tile(MlirOperation operation, MlirOperation folded) {
  tl_transfer_view view;
  tl_layout before, after;
  keep_auto_tile(operation, folded);
  if (!tl_is_transfer(operation))
    return;
  tl_transfer_view_read(operation, &view);
  if (!mlirAttributeIsNull(view.partition) ||
      tl_transfer_tile(&view, 0, &before, NULL) != TL_OK)
    return;
  tl_transfer_view_read(folded, &view);
  if (tl_transfer_tile(&view, 0, &after, NULL) == TL_OK &&
      memcmp(&before, &after, sizeof before) == 0)
    return;
  tl_list shape = tl_layout_shape(&before);
  set_words(folded, TL_TILE, shape.count, shape.items);
}

/* The operation says what the clone says. */
static void take(MlirOperation clone, MlirOperation operation) {
  intptr_t count = mlirOperationGetNumOperands(clone);
  MlirValue operands[MOST_OPERANDS];
  if (!has_entries(operation)) {
    for (intptr_t i = 0; i < count; i++)
      mlirOperationSetOperand(operation, i, mlirOperationGetOperand(clone, i));
    return;
  }
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(clone, i);
  mlirOperationSetOperands(operation, count, operands);
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(clone); i++) {
    MlirNamedAttribute own = mlirOperationGetAttribute(clone, i);
    mlirOperationSetDiscardableAttributeByName(
        operation, mlirIdentifierStr(own.name), own.attribute);
  }
}

static bool try_fold(MlirOperation operation, copy_fold *fold,
                     const tl_index_adder *adder) {
  MlirOperation clone = mlirOperationClone(operation);
  bool is_folded = fold(clone, adder);
  if (is_folded)
    keep_tile(operation, clone);
  is_folded = is_folded && (tl_operation_kind_of(clone) > TL_OPERATION_STORE ||
                            tl_copy_holds(clone));
  if (is_folded)
    take(clone, operation);
  mlirOperationDestroy(clone);
  return is_folded;
}

static bool has_operand(MlirOperation operation, bool (*is)(MlirValue)) {
  bool has = false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(operation); i++)
    has |= is(mlirOperationGetOperand(operation, i));
  return has;
}

bool tl_operation_fold(MlirOperation operation, MlirValue *same) {
  bool is_folded = false;
  if (tl_operation_kind_of(operation) == TL_OPERATION_CONVERT_LAYOUT)
    return tl_conversion_fold(operation, same);
  for (size_t i = 0; i < sizeof FOLDS / sizeof *FOLDS; i++)
    is_folded |= has_operand(operation, FOLDS[i].is) &&
                 try_fold(operation, FOLDS[i].fold, NULL);
  return is_folded;
}

bool tl_copy_look_through(MlirOperation copy, const tl_index_adder *adder) {
  return try_fold(copy, fold_views, adder);
}
