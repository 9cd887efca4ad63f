/* thread_view.c - tl.thread_copy, tl.thread_load, tl.thread_store and
 * tl.thread_async as plain structs: read, created, changed. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_rows.h"
#include "thread_attributes.h"
#include <string.h>

const tl_atom_column TL_ATOM_COLUMNS[TL_COLUMN_COUNT] = {
    [TL_COLUMN_EXTENTS] = {"extents", offsetof(tl_atom, extent), 1, false,
                           false},
    [TL_COLUMN_MEMORY] = {"memory_strides", offsetof(tl_atom, memory_stride), 0,
                          false, false},
    [TL_COLUMN_REGISTER] = {"register_strides",
                            offsetof(tl_atom, register_stride), 0, false,
                            false},
    [TL_COLUMN_SYMBOLS] = {"stride_symbols", offsetof(tl_atom, symbol), 0, true,
                           false},
    [TL_COLUMN_DIVISORS] = {"stride_divisors", offsetof(tl_atom, divisor), 0,
                            true, false},
    [TL_COLUMN_LIMITS] = {"limits", offsetof(tl_atom, dimension), 0, true,
                          true},
    [TL_COLUMN_WEIGHTS] = {"limit_weights", offsetof(tl_atom, weight), 0, true,
                           true},
};

const tl_atom_column TL_INNER_COLUMNS[TL_INNER_COUNT] = {
    [TL_INNER_EXTENTS] = {"vector_extents", offsetof(tl_atom, extent), 1, false,
                          false},
    [TL_INNER_REGISTER] = {"vector_register_strides",
                           offsetof(tl_atom, register_stride), 0, false, false},
};

const char TL_THREAD_SLOTS[] = "slots", TL_THREAD_WIDTH[] = "vector_width",
           TL_THREAD_MATRICES[] = "matrices",
           TL_THREAD_TRANSPOSED[] = "transposed",
           TL_THREAD_GRANULES[] = "granules", TL_THREAD_PAD[] = "pad",
           TL_THREAD_SWIZZLE[] = "swizzle", TL_THREAD_BITS[] = "offset_bits",
           TL_THREAD_ALIGNMENT[] = "alignment", TL_THREAD_REASON[] = "reason",
           TL_THREAD_TO_MEMORY[] = "to_memory";
const char TL_ASYNC_SWIZZLE[] = "target_swizzle",
           TL_ASYNC_BITS[] = "target_offset_bits";

const char *const TL_THREAD_ATTRIBUTES[TL_THREAD_ATTRIBUTE_COUNT] = {
    "extents",          "memory_strides",
    "register_strides", "stride_symbols",
    "stride_divisors",  "limits",
    "limit_weights",    "vector_extents",
    TL_THREAD_SLOTS,    "vector_register_strides",
    TL_THREAD_WIDTH,    TL_THREAD_MATRICES,
    TL_THREAD_GRANULES, TL_THREAD_TRANSPOSED,
    TL_THREAD_PAD,      TL_THREAD_SWIZZLE,
    TL_THREAD_BITS,     TL_THREAD_ALIGNMENT,
    TL_THREAD_REASON,   TL_THREAD_TO_MEMORY};

const char *const TL_ASYNC_ATTRIBUTES[TL_ASYNC_ATTRIBUTE_COUNT] = {
    "extents",          "memory_strides",
    "register_strides", "stride_symbols",
    "stride_divisors",  "limits",
    "limit_weights",    "vector_extents",
    TL_THREAD_WIDTH,    "vector_register_strides",
    TL_THREAD_GRANULES, TL_THREAD_SWIZZLE,
    TL_THREAD_BITS,     TL_THREAD_ALIGNMENT,
    TL_THREAD_REASON,   TL_ASYNC_SWIZZLE,
    TL_ASYNC_BITS};

static void read_attributes(tl_thread_view *view);
static tl_swizzle read_swizzle(MlirOperation operation, const char *name);
static void read_column(MlirOperation operation, const tl_atom_column *column,
                        tl_atoms *atoms, tl_atoms *inner);
static intptr_t read_operands(tl_thread_view *view);
static void set_attributes(const tl_thread_view *view, MlirOperation operation);
static void set_swizzle(MlirOperation operation, const tl_swizzle *swizzle,
                        int64_t bits, const char *name, const char *bits_name);

static int64_t *field_of(tl_atom *atom, const tl_atom_column *column) {
  return (int64_t *)(void *)((char *)atom + column->field);
}

int64_t tl_atom_number(const tl_atom *atom, const tl_atom_column *column) {
  int64_t number;
  memcpy(&number, (const char *)atom + column->field, sizeof number);
  return number;
}

tl_copy_kind tl_thread_kind_of(MlirOperation operation) {
  return tl_row_of(TL_THREAD_ROWS, operation);
}

/*===--- Reading ----------------------------------------------------------===*/

void tl_thread_view_read(MlirOperation operation, tl_thread_view *view) {
  *view = (tl_thread_view){.operation = operation,
                           .kind = tl_thread_kind_of(operation)};
  view->stores =
      view->kind == TL_STORE ||
      !mlirAttributeIsNull(tl_attribute_of(operation, TL_THREAD_TO_MEMORY));
  read_attributes(view);
  view->start_count = read_operands(view);
}

void tl_async_view_read(MlirOperation operation, tl_async_view *view) {
  *view = (tl_async_view){.source = {.operation = operation, .kind = TL_COPY},
                          .target_swizzle =
                              read_swizzle(operation, TL_ASYNC_SWIZZLE),
                          .target_bits = -1};
  tl_thread_view *source = &view->source;
  read_attributes(source);
  tl_number_of(operation, TL_ASYNC_BITS, &view->target_bits);
  intptr_t operands = mlirOperationGetNumOperands(operation);
  source->memory = mlirOperationGetOperand(operation, 0);
  source->memory_type = mlirValueGetType(source->memory);
  source->first_offset = source->start_count = 1;
  source->fragment = mlirOperationGetOperand(operation, operands - 2);
  source->fragment_type = mlirValueGetType(source->fragment);
  view->target_offset = mlirOperationGetOperand(operation, operands - 1);
}

static void read_attributes(tl_thread_view *view) {
  MlirOperation operation = view->operation;

  /* 1. The atoms and the run, whose elements are consecutive. */
  for (int i = 0; i < TL_INNER_COUNT; i++)
    read_column(operation, &TL_INNER_COLUMNS[i], &view->inner, NULL);
  for (int i = 0; i < TL_COLUMN_COUNT; i++)
    read_column(operation, &TL_ATOM_COLUMNS[i], &view->atoms, &view->inner);
  int64_t run = 1;
  for (int64_t i = view->inner.count - 1; i >= 0; i--) {
    view->inner.items[i].memory_stride = run;
    if (__builtin_mul_overflow(run, view->inner.items[i].extent, &run))
      run = INT64_MAX; /* refused, see tl_check_thread_numbers */
  }
  for (int64_t i = 0; i < view->atoms.count; i++)
    if (view->atoms.items[i].symbol > view->symbol_count)
      view->symbol_count = view->atoms.items[i].symbol;

  /* 2. The other attributes. */
  int64_t limits;
  view->slots = tl_attribute_of(operation, TL_THREAD_SLOTS);
  view->pad = tl_attribute_of(operation, TL_THREAD_PAD);
  view->reason = tl_attribute_of(operation, TL_THREAD_REASON);
  view->swizzle = read_swizzle(operation, TL_THREAD_SWIZZLE);
  tl_words_of(operation, TL_THREAD_GRANULES, view->granules, TL_MAX_RANK,
              &limits);
  view->limit_count = (intptr_t)limits;
  view->width = 1;
  view->is_vectorized = tl_number_of(operation, TL_THREAD_WIDTH, &view->width);
  tl_number_of(operation, TL_THREAD_MATRICES, &view->matrices);
  view->is_transposed =
      !mlirAttributeIsNull(tl_attribute_of(operation, TL_THREAD_TRANSPOSED));
  view->offset_bits = -1;
  tl_number_of(operation, TL_THREAD_BITS, &view->offset_bits);
  tl_number_of(operation, TL_THREAD_ALIGNMENT, &view->alignment);
}

static tl_swizzle read_swizzle(MlirOperation operation, const char *name) {
  int64_t words[3] = {0}, count;
  tl_words_of(operation, name, words, 3, &count);
  return (tl_swizzle){words[0], words[1], words[2]};
}

/* Numbers of the atoms, and then of `inner` if they follow. */
static void read_column(MlirOperation operation, const tl_atom_column *column,
                        tl_atoms *atoms, tl_atoms *inner) {
  int64_t words[2 * TL_MAX_TERMS], count;
  tl_words_of(operation, column->name, words, 2 * TL_MAX_TERMS, &count);
  if (column->least == 1)
    atoms->count = count;
  for (int64_t i = 0; i < count; i++) {
    bool is_inner = column->has_inner && i >= atoms->count;
    tl_atom *atom =
        is_inner ? &inner->items[i - atoms->count] : &atoms->items[i];
    *field_of(atom, column) = words[i];
  }
}

/* Returns how many starts there are: what is left for offsets and rooms. */
static intptr_t read_operands(tl_thread_view *view) {
  MlirOperation operation = view->operation;
  intptr_t operands = mlirOperationGetNumOperands(operation);
  intptr_t memory = view->stores ? 1 : 0;
  bool ends_in_fragment = view->kind == TL_COPY && !view->stores;
  view->memory = mlirOperationGetOperand(operation, memory);
  view->memory_type = mlirValueGetType(view->memory);
  view->first_offset = memory + 1;
  if (view->kind == TL_LOAD) {
    view->fragment_type =
        mlirValueGetType(mlirOperationGetResult(operation, 0));
  } else {
    view->fragment =
        mlirOperationGetOperand(operation, ends_in_fragment ? operands - 1 : 0);
    view->fragment_type = mlirValueGetType(view->fragment);
  }
  return (operands - view->first_offset - ends_in_fragment -
          view->symbol_count) /
         (1 + view->limit_count);
}

MlirValue tl_thread_offset(const tl_thread_view *view, intptr_t start) {
  return mlirOperationGetOperand(view->operation, view->first_offset + start);
}

MlirValue tl_thread_symbol(const tl_thread_view *view, intptr_t symbol) {
  return mlirOperationGetOperand(
      view->operation, view->first_offset + view->start_count + symbol);
}

MlirValue tl_thread_room(const tl_thread_view *view, intptr_t limit,
                         intptr_t start) {
  return mlirOperationGetOperand(view->operation,
                                 view->first_offset + view->start_count +
                                     view->symbol_count +
                                     limit * view->start_count + start);
}

/*===--- Writing ----------------------------------------------------------===*/

static void set_attribute(MlirOperation operation, const char *name,
                          MlirAttribute attribute) {
  mlirOperationSetDiscardableAttributeByName(
      operation, mlirStringRefCreateFromCString(name), attribute);
}

static void set_words(MlirOperation operation, const char *name,
                      const int64_t *words, int64_t count) {
  set_attribute(
      operation, name,
      mlirDenseI64ArrayGet(mlirOperationGetContext(operation), count, words));
}

static void set_number(MlirOperation operation, const char *name,
                       int64_t number) {
  MlirContext context = mlirOperationGetContext(operation);
  set_attribute(operation, name,
                mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), number));
}

static void set_flag(MlirOperation operation, const char *name, bool value) {
  if (value)
    set_attribute(operation, name,
                  mlirUnitAttrGet(mlirOperationGetContext(operation)));
}

static void set_column(MlirOperation operation, const tl_atom_column *column,
                       const tl_atoms *atoms, const tl_atoms *inner) {
  int64_t words[2 * TL_MAX_TERMS], count = atoms->count;
  bool is_zero = true;
  for (int64_t i = 0; i < atoms->count; i++)
    words[i] = tl_atom_number(&atoms->items[i], column);
  for (int64_t i = 0; column->has_inner && i < inner->count; i++)
    words[count++] = tl_atom_number(&inner->items[i], column);
  for (int64_t i = 0; i < count; i++)
    is_zero &= words[i] == 0;
  if (!column->is_optional || !is_zero)
    set_words(operation, column->name, words, count);
  else
    mlirOperationRemoveDiscardableAttributeByName(
        operation, mlirStringRefCreateFromCString(column->name));
}

void tl_thread_set_vectors(const tl_thread_view *view) {
  for (int i = 0; i < TL_COLUMN_COUNT; i++)
    set_column(view->operation, &TL_ATOM_COLUMNS[i], &view->atoms,
               &view->inner);
  for (int i = 0; i < TL_INNER_COUNT; i++)
    set_column(view->operation, &TL_INNER_COLUMNS[i], &view->inner, NULL);
  set_number(view->operation, TL_THREAD_WIDTH, view->width);
}

static void add_operands(const tl_thread_view *view,
                         const tl_thread_operands *operands,
                         MlirOperationState *state) {
  bool ends_in_fragment = view->kind == TL_COPY && !view->stores;
  if (view->stores)
    mlirOperationStateAddOperands(state, 1, &view->fragment);
  mlirOperationStateAddOperands(state, 1, &view->memory);
  mlirOperationStateAddOperands(state, view->start_count, operands->offsets);
  mlirOperationStateAddOperands(state, view->symbol_count, operands->symbols);
  mlirOperationStateAddOperands(state, view->limit_count * view->start_count,
                                operands->rooms);
  if (ends_in_fragment)
    mlirOperationStateAddOperands(state, 1, &view->fragment);
}

MlirOperation tl_thread_create(const tl_thread_view *view,
                               MlirLocation location,
                               const tl_thread_operands *operands) {
  static const char *const NAMES[] = {"tl.thread_copy", "tl.thread_load",
                                      "tl.thread_store"};
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString(NAMES[view->kind]), location);
  add_operands(view, operands, &state);
  if (view->kind == TL_LOAD)
    mlirOperationStateAddResults(&state, 1, &view->fragment_type);
  MlirOperation operation = mlirOperationCreate(&state);
  set_attributes(view, operation);
  return operation;
}

MlirOperation tl_thread_async_create(const tl_async_view *view,
                                     MlirLocation location,
                                     const tl_thread_operands *operands) {
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("tl.thread_async"), location);
  add_operands(&view->source, operands, &state);
  mlirOperationStateAddOperands(&state, 1, &view->target_offset);
  MlirOperation operation = mlirOperationCreate(&state);
  set_attributes(&view->source, operation);
  set_swizzle(operation, &view->target_swizzle, view->target_bits,
              TL_ASYNC_SWIZZLE, TL_ASYNC_BITS);
  return operation;
}

static void set_swizzle(MlirOperation operation, const tl_swizzle *swizzle,
                        int64_t bits, const char *name, const char *bits_name) {
  if (!swizzle->bits)
    return;
  set_words(operation, name, (const int64_t *)swizzle, 3);
  if (bits >= 0)
    set_number(operation, bits_name, bits);
}

static void set_attributes(const tl_thread_view *view,
                           MlirOperation operation) {
  for (int i = 0; i < TL_COLUMN_COUNT; i++)
    set_column(operation, &TL_ATOM_COLUMNS[i], &view->atoms, &view->inner);
  if (view->width > 1 || view->matrices) {
    for (int i = 0; i < TL_INNER_COUNT; i++)
      set_column(operation, &TL_INNER_COLUMNS[i], &view->inner, NULL);
    set_number(operation, TL_THREAD_WIDTH, view->width);
  }
  set_number(operation, TL_THREAD_ALIGNMENT, view->alignment);
  if (!mlirAttributeIsNull(view->slots))
    set_attribute(operation, TL_THREAD_SLOTS, view->slots);
  if (view->limit_count)
    set_words(operation, TL_THREAD_GRANULES, view->granules, view->limit_count);
  if (!mlirAttributeIsNull(view->pad))
    set_attribute(operation, TL_THREAD_PAD, view->pad);
  if (!mlirAttributeIsNull(view->reason))
    set_attribute(operation, TL_THREAD_REASON, view->reason);
  if (view->matrices)
    set_number(operation, TL_THREAD_MATRICES, view->matrices);
  set_flag(operation, TL_THREAD_TRANSPOSED, view->is_transposed);
  set_swizzle(operation, &view->swizzle, view->offset_bits, TL_THREAD_SWIZZLE,
              TL_THREAD_BITS);
  set_flag(operation, TL_THREAD_TO_MEMORY,
           view->kind == TL_COPY && view->stores);
}
