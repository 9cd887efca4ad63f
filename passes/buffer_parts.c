/* buffer_parts.c - see buffer_parts.h. */
#include "buffer_parts.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/copy_synthesis.h"
#include "tl/dialect.h"

/*===--- Slices ----------------------------------------------------------===*/

bool tl_keeps_slices(MlirOperation operation, int64_t rank) {
  static const char *const NAMES[] = {"static_offsets", "static_sizes",
                                      "static_strides"};
  if (!tl_operation_is(operation, "memref.subview"))
    return false;
  MlirType from = mlirValueGetType(mlirOperationGetOperand(operation, 0));
  int64_t dimensions = mlirShapedTypeGetRank(from);
  for (int64_t d = dimensions - rank; d < dimensions; d++)
    for (int i = 0; i < 3; i++) {
      int64_t whole = i == 0   ? 0
                      : i == 1 ? mlirShapedTypeGetDimSize(from, (intptr_t)d)
                               : 1;
      if (d < 0 ||
          mlirDenseI64ArrayGetElement(tl_attribute_of(operation, NAMES[i]),
                                      (intptr_t)d) != whole)
        return false;
    }
  return true;
}

MlirValue tl_buffer_of_slices(MlirValue memory, int64_t rank) {
  while (mlirValueIsAOpResult(memory) &&
         tl_keeps_slices(mlirOpResultGetOwner(memory), rank))
    memory = mlirOperationGetOperand(mlirOpResultGetOwner(memory), 0);
  return memory;
}

/*===--- Steps -----------------------------------------------------------===*/

typedef enum step_kind { CHANGED, BUILT, VIEWED } step_kind;

/* What was done, or, of what is changed, what it said. */
typedef struct tl_part_step {
  step_kind kind;
  MlirOperation operation; /* null: it is gone */
  intptr_t operand_count, attribute_count;
  MlirValue *operands;
  MlirNamedAttribute *attributes;
  struct tl_part_step *older;
} part_step;

static void *take_room(tl_buffer_parts *parts, intptr_t count, size_t size) {
  void *room = tl_key_table_take(&parts->built, (size_t)count * size);
  parts->is_whole &= room != NULL;
  return room;
}

static part_step *add_step(tl_buffer_parts *parts, step_kind kind,
                           MlirOperation operation) {
  part_step *own = take_room(parts, 1, sizeof *own);
  if (!own)
    return NULL;
  *own =
      (part_step){.kind = kind, .operation = operation, .older = parts->last};
  return parts->last = own;
}

/* Remembers what the copy says; false without memory. */
static bool add_change(tl_buffer_parts *parts, MlirOperation copy) {
  part_step *own = add_step(parts, CHANGED, copy);
  if (!own)
    return false;
  intptr_t operands = mlirOperationGetNumOperands(copy);
  intptr_t attributes = mlirOperationGetNumAttributes(copy);
  own->operands = take_room(parts, operands, sizeof *own->operands);
  own->attributes = take_room(parts, attributes, sizeof *own->attributes);
  if (!own->operands || !own->attributes)
    return false;
  for (; own->operand_count < operands; own->operand_count++)
    own->operands[own->operand_count] =
        mlirOperationGetOperand(copy, own->operand_count);
  for (; own->attribute_count < attributes; own->attribute_count++)
    own->attributes[own->attribute_count] =
        mlirOperationGetAttribute(copy, own->attribute_count);
  return true;
}

/* It says again what it said. */
static void restore(const part_step *step) {
  MlirOperation copy = step->operation;
  mlirOperationSetOperands(copy, step->operand_count, step->operands);
  for (intptr_t i = mlirOperationGetNumAttributes(copy); i-- > 0;)
    mlirOperationRemoveAttributeByName(
        copy, mlirIdentifierStr(mlirOperationGetAttribute(copy, i).name));
  for (intptr_t i = 0; i < step->attribute_count; i++)
    mlirOperationSetAttributeByName(copy,
                                    mlirIdentifierStr(step->attributes[i].name),
                                    step->attributes[i].attribute);
}

/* Of operations that several copies share there is one. */
static void add_once(tl_buffer_parts *parts, step_kind kind, MlirValue result) {
  MlirOperation operation = mlirOpResultGetOwner(result);
  const struct {
    const char *what;
    void *operation;
  } key = {"step", operation.ptr};
  void **known = tl_key_table_place(&parts->built, &key, sizeof key);
  if (!*known)
    add_step(parts, kind, operation);
  *known = operation.ptr;
}

/*===--- Sums ------------------------------------------------------------===*/

static MlirValue build_index(tl_buffer_parts *parts, MlirValue value,
                             int64_t number) {
  if (!mlirValueIsNull(value) && mlirTypeIsAIndex(mlirValueGetType(value)))
    return value;
  MlirValue built = mlirValueIsNull(value)
                        ? tl_build_index(&parts->builder, number)
                        : tl_build_as_index(&parts->builder, value);
  add_once(parts, BUILT, built);
  return built;
}

static MlirValue add(void *state, MlirValue value, MlirValue other,
                     int64_t number) {
  tl_buffer_parts *parts = state;
  MlirValue a = build_index(parts, value, 0);
  MlirValue sum = tl_build_pair(&parts->builder, TL_ADD, a,
                                build_index(parts, other, number));
  add_once(parts, BUILT, sum);
  return sum;
}

/*===--- Copies ----------------------------------------------------------===*/

/* The part that a side is of; null where it is none, or has a layout. */
static MlirValue part_of(const tl_copy_side *memory) {
  const MlirValue none = {NULL};
  if (!memory->is_auto || !mlirAttributeIsNull(memory->layout))
    return none;
  int64_t rank = mlirShapedTypeGetRank(memory->type) - memory->leading;
  MlirValue buffer = tl_buffer_of_slices(memory->value, rank);
  return mlirValueIsAOpResult(buffer) &&
                 tl_operation_is(mlirOpResultGetOwner(buffer), "memref.subview")
             ? memory->value
             : none;
}

/* Names what one part is of; false where none is, or it cannot. */
static bool name_part(tl_buffer_parts *parts, MlirOperation copy) {
  const tl_index_adder adder = {parts, add};
  tl_copy_view sides[TL_SIDES];
  MlirValue of[TL_SIDES];
  bool has_part = false;
  int count = tl_copy_sides_read(copy, sides);
  for (int i = 0; i < count; i++) {
    of[i] = part_of(&sides[i].memory);
    has_part |= !mlirValueIsNull(of[i]);
  }
  if (!has_part || !add_change(parts, copy) ||
      !tl_copy_look_through(copy, &adder))
    return false;
  for (int i = 0; i < count; i++)
    if (!mlirValueIsNull(of[i]))
      add_once(parts, VIEWED, of[i]);
  return parts->is_whole;
}

static MlirWalkResult name_parts(MlirOperation operation, void *state) {
  tl_buffer_parts *parts = state;
  if (!tl_is_copy(operation) || !tl_copy_has_auto(operation))
    return MlirWalkResultAdvance;
  tl_builder_before(&parts->builder, operation);
  while (name_part(parts, operation))
    ;
  return parts->is_whole ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool tl_buffer_parts_name(MlirOperation root, tl_buffer_parts *out) {
  out->is_whole = true;
  out->builder = tl_builder_create(mlirOperationGetContext(root), &out->built);
  mlirOperationWalk(root, name_parts, out, MlirWalkPreOrder);
  return out->is_whole;
}

/*===--- The end ---------------------------------------------------------===*/

static bool is_unused(MlirOperation operation) {
  return mlirOpOperandIsNull(
      mlirValueGetFirstUse(mlirOperationGetResult(operation, 0)));
}

/* Of a kind, from the last on; returns whether there were any. */
static bool erase_unused(const tl_buffer_parts *parts, step_kind kind) {
  bool has_any = false;
  for (part_step *step = parts->last; step; step = step->older)
    if (step->kind == kind && !mlirOperationIsNull(step->operation) &&
        is_unused(step->operation)) {
      mlirOperationDestroy(step->operation);
      step->operation.ptr = NULL;
      has_any = true;
    }
  return has_any;
}

void tl_buffer_parts_end(tl_buffer_parts *parts, bool is_kept) {
  for (part_step *step = parts->last; step && !is_kept; step = step->older)
    if (step->kind == CHANGED)
      restore(step);
  while (erase_unused(parts, is_kept ? VIEWED : BUILT))
    ;
  tl_key_table_free(&parts->built);
  *parts = (tl_buffer_parts){.is_whole = false};
}
