/* program.c - see program.h.
 *
 *   scf.if %c { memref.store %v, %m[%i] }
 * becomes
 *   scf.if slot 0, body [memref.store slots 1 2 3; scf.yield] */
#include "program.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "operations.h"
#include "tl/dialect.h"
#include <stdlib.h>
#include <string.h>

/* Values already met, by address; a power of two of places. */
typedef struct value_map {
  const void **keys;
  int *slots;
  size_t capacity, count;
} value_map;

/* A function whose body is being compiled, and who calls it. */
typedef struct call_chain {
  MlirOperation function;
  const struct call_chain *caller;
} call_chain;

typedef struct compiler {
  tl_program *program;
  value_map map;
  const call_chain *calls;
} compiler;

static bool compile_body(compiler *state, MlirRegion region, tl_body *out);
static bool compile_block(compiler *state, MlirBlock block, tl_body *out);
static bool compile_instruction(compiler *state, MlirOperation operation,
                                tl_instruction *out);
static bool slot_of(compiler *state, MlirValue value, MlirOperation user,
                    int *slot);
static bool read_slot(MlirType type, tl_slot *out);
static bool read_struct(MlirType type, tl_slot *out);
static bool out_of_memory(MlirOperation operation);

bool tl_program_compile(MlirOperation function, int wave, tl_program *out) {
  *out = (tl_program){.function = function, .wave = wave};
  out->name = mlirStringAttrGetValue(mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString("sym_name")));
  MlirType type = mlirTypeAttrGetValue(mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString("function_type")));
  out->input_count = (int)mlirFunctionTypeGetNumInputs(type);
  out->workgroup_count =
      (int)tl_integer_attribute(function, "workgroup_attributions", 0);
  call_chain outermost = {function, NULL};
  compiler state = {.program = out, .calls = &outermost};
  bool compiled =
      compile_body(&state, mlirOperationGetRegion(function, 0), &out->body);
  free(state.map.keys);
  free(state.map.slots);
  return compiled &&
         (tl_program_read_alignments(out) || out_of_memory(function));
}

void tl_program_walk(const tl_body *body,
                     void (*visit)(const tl_instruction *at, void *user),
                     void *user) {
  for (int i = 0; i < body->count; i++) {
    visit(&body->items[i], user);
    for (int k = 0; k < body->items[i].body_count; k++)
      tl_program_walk(&body->items[i].bodies[k], visit, user);
  }
}

static void free_body(tl_body *body) {
  for (int i = 0; i < body->count; i++) {
    tl_instruction *at = &body->items[i];
    for (int k = 0; k < at->body_count; k++)
      free_body(&at->bodies[k]);
    free(at->operands);
    free(at->bodies);
    free(at->numbers);
    free(at->constants);
    free(at->detail);
  }
  free(body->items);
  free(body->arguments);
}

void tl_program_free(tl_program *program) {
  free_body(&program->body);
  free(program->alignments);
  free(program->slots);
  *program = (tl_program){.slots = NULL};
}

static bool compile_body(compiler *state, MlirRegion region, tl_body *out) {
  MlirBlock block = mlirRegionGetFirstBlock(region);
  if (mlirBlockIsNull(block))
    return true;
  if (mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
    return compile_block(state, block, out);
  tl_emit_error(mlirBlockGetTerminator(block),
                "branches between blocks; the simulator runs structured "
                "control flow only");
  return false;
}

static bool compile_block(compiler *state, MlirBlock block, tl_body *out) {
  MlirOperation parent = mlirBlockGetParentOperation(block);
  intptr_t arguments = mlirBlockGetNumArguments(block), count = 0;
  for (MlirOperation i = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(i); i = mlirOperationGetNextInBlock(i))
    count++;
  out->arguments = calloc((size_t)arguments + 1, sizeof *out->arguments);
  out->items = calloc((size_t)count + 1, sizeof *out->items);
  if (!out->arguments || !out->items)
    return out_of_memory(parent);
  for (; out->argument_count < arguments; out->argument_count++)
    if (!slot_of(state, mlirBlockGetArgument(block, out->argument_count),
                 parent, &out->arguments[out->argument_count]))
      return false;
  for (MlirOperation i = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(i); i = mlirOperationGetNextInBlock(i))
    if (!compile_instruction(state, i, &out->items[out->count++]))
      return false;
  return true;
}

static bool compile_values(compiler *state, tl_instruction *out) {
  MlirOperation operation = out->operation;
  out->operand_count = (int)mlirOperationGetNumOperands(operation);
  out->result_count = (int)mlirOperationGetNumResults(operation);
  int count = out->operand_count + out->result_count;
  out->operands = calloc((size_t)count + 1, sizeof *out->operands);
  if (!out->operands)
    return out_of_memory(operation);
  out->results = out->operands + out->operand_count;
  for (int i = 0; i < count; i++)
    if (!slot_of(
            state,
            i < out->operand_count
                ? mlirOperationGetOperand(operation, i)
                : mlirOperationGetResult(operation, i - out->operand_count),
            operation, &out->operands[i]))
      return false;
  return true;
}

static bool compile_regions(compiler *state, MlirOperation operation,
                            tl_instruction *out) {
  intptr_t regions = mlirOperationGetNumRegions(operation);
  out->bodies = calloc((size_t)regions + 1, sizeof *out->bodies);
  if (!out->bodies)
    return out_of_memory(operation);
  for (; out->body_count < regions; out->body_count++)
    if (!compile_body(state, mlirOperationGetRegion(operation, out->body_count),
                      &out->bodies[out->body_count])) {
      out->body_count++;
      return false;
    }
  return true;
}

static bool is_calling(const compiler *state, MlirOperation function) {
  const call_chain *call = state->calls;
  while (call && !mlirOperationEqual(call->function, function))
    call = call->caller;
  return call != NULL;
}

/* The body of the callee becomes one of the call; its values have one slot in
 * all calls. */
static bool compile_callee(compiler *state, MlirAttribute name,
                           tl_instruction *out) {
  MlirOperation callee =
      tl_symbol_lookup(out->operation, mlirFlatSymbolRefAttrGetValue(name));
  bool has_body =
      !mlirOperationIsNull(callee) && !mlirBlockIsNull(mlirRegionGetFirstBlock(
                                          mlirOperationGetRegion(callee, 0)));
  if (!has_body)
    return tl_refuse(out, "calls a function without a body");
  if (is_calling(state, callee))
    return tl_refuse(out, "is recursive; the simulator inlines calls");
  call_chain call = {callee, state->calls};
  state->calls = &call;
  bool compiled = compile_regions(state, callee, out);
  state->calls = call.caller;
  return compiled;
}

static bool compile_bodies(compiler *state, tl_instruction *out) {
  MlirAttribute callee = tl_attribute(out, "callee");
  return mlirAttributeIsNull(callee)
             ? compile_regions(state, out->operation, out)
             : compile_callee(state, callee, out);
}

static bool check_computed(const tl_instruction *at);

static bool compile_instruction(compiler *state, MlirOperation operation,
                                tl_instruction *out) {
  *out = (tl_instruction){
      .row =
          tl_sim_row_named(mlirIdentifierStr(mlirOperationGetName(operation))),
      .operation = operation,
      .program = state->program,
      .number = state->program->instruction_count++,
  };
  if (!out->row)
    return tl_refuse(out, "is not known to the simulator");
  return compile_values(state, out) && check_computed(out) &&
         compile_bodies(state, out) && tl_row_prepare(out);
}

/* What has more than 64 bits is moved, and not computed with. */
static bool check_computed(const tl_instruction *at) {
  int widest = 0;
  if (!at->row->compute)
    return true;
  for (int i = 0; i < at->operand_count; i++)
    if (tl_operand_slot(at, i)->scalar.bits > widest)
      widest = tl_operand_slot(at, i)->scalar.bits;
  for (int i = 0; i < at->result_count; i++)
    if (tl_result_slot(at, i)->scalar.bits > widest)
      widest = tl_result_slot(at, i)->scalar.bits;
  if (widest <= 64)
    return true;
  tl_emit_error(at->operation,
                "computes with %d bits; the simulator does with up to 64",
                widest);
  return false;
}

/*===--- Slots ------------------------------------------------------------===*/

static size_t place_of(const value_map *map, const void *key) {
  size_t place = ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15u;
  for (place &= map->capacity - 1; map->keys[place] && map->keys[place] != key;)
    place = (place + 1) & (map->capacity - 1);
  return place;
}

static bool grow_map(value_map *map) {
  value_map larger = {.capacity = map->capacity ? 2 * map->capacity : 256,
                      .count = map->count};
  larger.keys = calloc(larger.capacity, sizeof *larger.keys);
  larger.slots = calloc(larger.capacity, sizeof *larger.slots);
  if (!larger.keys || !larger.slots) {
    free(larger.keys);
    free(larger.slots);
    return false;
  }
  for (size_t i = 0; i < map->capacity; i++)
    if (map->keys[i]) {
      size_t place = place_of(&larger, map->keys[i]);
      larger.keys[place] = map->keys[i];
      larger.slots[place] = map->slots[i];
    }
  free(map->keys);
  free(map->slots);
  *map = larger;
  return true;
}

void *tl_grow(void *items, size_t item_bytes, int count, int *capacity) {
  if (count < *capacity)
    return items;
  int larger = *capacity ? 2 * *capacity : 64;
  void *moved = realloc(items, (size_t)larger * item_bytes);
  if (moved)
    *capacity = larger;
  return moved;
}

static bool add_slot(tl_program *program, const tl_slot *slot) {
  tl_slot *slots = tl_grow(program->slots, sizeof *slots, program->slot_count,
                           &program->slot_capacity);
  if (!slots)
    return false;
  program->slots = slots;
  tl_slot *added = &program->slots[program->slot_count++];
  size_t *total =
      slot->is_memref ? &program->view_count : &program->element_count;
  *added = *slot;
  added->first = *total;
  return !__builtin_add_overflow(*total, (size_t)slot->count, total);
}

static bool slot_of(compiler *state, MlirValue value, MlirOperation user,
                    int *slot) {
  value_map *map = &state->map;
  if (2 * map->count >= map->capacity && !grow_map(map))
    return out_of_memory(user);
  size_t place = place_of(map, value.ptr);
  if (!map->keys[place]) {
    tl_slot added;
    if (!read_slot(mlirValueGetType(value), &added)) {
      tl_emit_error(user, "has a value of a type that the simulator does not "
                          "know");
      return false;
    }
    if (!add_slot(state->program, &added))
      return out_of_memory(user);
    map->keys[place] = value.ptr;
    map->slots[place] = state->program->slot_count - 1;
    map->count++;
  }
  *slot = map->slots[place];
  return true;
}

static bool read_slot(MlirType type, tl_slot *out) {
  *out = (tl_slot){.type = type, .count = 1};
  out->is_memref = mlirTypeIsAMemRef(type);
  if (mlirTypeIsALLVMStructType(type))
    return read_struct(type, out);
  if (!out->is_memref && !mlirTypeIsAVector(type))
    return tl_scalar_type_read(type, &out->scalar);
  out->rank = mlirShapedTypeGetRank(type);
  if (out->rank > TL_MAX_RANK)
    return false;
  for (int64_t d = 0; d < out->rank; d++)
    out->shape[d] = mlirShapedTypeIsDynamicDim(type, d)
                        ? INT64_MIN
                        : mlirShapedTypeGetDimSize(type, d);
  bool fits = true;
  for (int64_t d = 0; d < out->rank && !out->is_memref; d++)
    fits &= !__builtin_mul_overflow(out->count, out->shape[d], &out->count);
  return tl_scalar_type_read(mlirShapedTypeGetElementType(type),
                             &out->scalar) &&
         fits && out->count >= 0;
}

/* Fields of one type, as the elements of a vector. */
static bool read_struct(MlirType type, tl_slot *out) {
  if (mlirLLVMStructTypeIsOpaque(type) ||
      mlirLLVMStructTypeGetNumElementTypes(type) == 0)
    return false;
  MlirType first = mlirLLVMStructTypeGetElementType(type, 0);
  out->rank = 1;
  out->count = out->shape[0] = mlirLLVMStructTypeGetNumElementTypes(type);
  for (intptr_t i = 1; i < out->count; i++)
    if (!mlirTypeEqual(first, mlirLLVMStructTypeGetElementType(type, i)))
      return false;
  return tl_scalar_type_read(first, &out->scalar);
}

const tl_slot *tl_operand_slot(const tl_instruction *at, int i) {
  return &at->program->slots[at->operands[i]];
}

const tl_slot *tl_result_slot(const tl_instruction *at, int i) {
  return &at->program->slots[at->results[i]];
}

const tl_instruction *tl_terminator(const tl_body *body) {
  return &body->items[body->count - 1];
}

static bool out_of_memory(MlirOperation operation) {
  tl_emit_error(operation, "out of memory");
  return false;
}
