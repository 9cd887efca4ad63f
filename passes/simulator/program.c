/* program.c - see program.h.
 *
 *   scf.if %c { memref.store %v, %m[%i] }
 * becomes
 *   scf.if slot 0, body [memref.store slots 1 2 3; scf.yield] */
#include "program.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "operations.h"
#include "tl/dialect.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHAINS = 1 << 12 };

/* A function whose body is being compiled, and who calls it. */
typedef struct call_chain {
  MlirOperation function;
  const struct call_chain *caller;
} call_chain;

typedef struct compiler {
  tl_program *program;
  const call_chain *calls;
  int chains[CHAINS]; /* the last slot of values of one hash, or -1 */
} compiler;

static bool compile_body(compiler *state, MlirRegion region, tl_body *out);
static bool compile_instruction(compiler *state, MlirOperation operation,
                                tl_instruction *out);
static int slot_of(compiler *state, MlirValue value, MlirOperation user);
static bool add_slot(tl_program *program, tl_slot *added);
static void share_arguments(tl_program *program);

bool tl_program_compile(MlirOperation function, int wave, tl_program *out) {
  *out = (tl_program){.function = function, .wave = wave};
  out->name = mlirStringAttrGetValue(tl_attribute_of(function, "sym_name"));
  MlirType type =
      mlirTypeAttrGetValue(tl_attribute_of(function, "function_type"));
  out->input_count = (int)mlirFunctionTypeGetNumInputs(type);
  out->workgroup_count =
      (int)tl_integer_attribute(function, "workgroup_attributions", 0);
  call_chain outermost = {function, NULL};
  compiler state = {.program = out, .calls = &outermost};
  memset(state.chains, -1, sizeof state.chains);
  if (!compile_body(&state, mlirOperationGetRegion(function, 0), &out->body))
    return false;
  tl_settle_alignments(out, function, &out->body, out->input_count,
                       out->workgroup_count);
  share_arguments(out);
  return true;
}

/* Threads have one view of what they share, and one scalar argument. */
static void share_arguments(tl_program *program) {
  for (int i = 0; i < program->input_count + program->workgroup_count; i++) {
    tl_slot *slot = tl_argument_slot(program, i);
    bool is_own = slot->is_memref
                      ? i < program->input_count &&
                            tl_memory_space_of(slot->type) == TL_MEMORY_PRIVATE
                      : slot->rank > 0;
    if (!is_own)
      slot->stride = 0;
  }
}

/*===--- Memory -----------------------------------------------------------===*/

typedef struct tl_kept {
  struct tl_kept *next;
  tl_element items[];
} tl_kept;

void *tl_keep(tl_program *program, int64_t count, size_t item_bytes) {
  int64_t bytes;
  tl_kept *kept = NULL;
  if (tl_product_fits(count, (int64_t)item_bytes, &bytes))
    kept = calloc((size_t)bytes / sizeof *kept + 2, sizeof *kept);
  if (!kept) {
    tl_emit_error(program->function, "out of memory");
    return NULL;
  }
  kept->next = program->kept;
  program->kept = kept;
  return kept->items;
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

void tl_program_free(tl_program *program) {
  while (program->kept) {
    tl_kept *kept = program->kept;
    program->kept = kept->next;
    free(kept);
  }
  free(program->slots);
  free(program->instructions);
}

/*===--- Instructions -----------------------------------------------------===*/

static bool compile_block(compiler *state, MlirBlock block, tl_body *out) {
  int count = 0;
  MlirOperation first = mlirBlockGetFirstOperation(block), i;
  for (i = first; !mlirOperationIsNull(i); i = mlirOperationGetNextInBlock(i))
    count++;
  out->argument_count = (int)mlirBlockGetNumArguments(block);
  out->arguments = tl_keep(state->program, out->argument_count, sizeof(int));
  out->items = tl_keep(state->program, count, sizeof *out->items);
  if (!out->arguments || !out->items)
    return false;
  for (int k = 0; k < out->argument_count; k++) {
    out->arguments[k] = slot_of(state, mlirBlockGetArgument(block, k),
                                mlirBlockGetParentOperation(block));
    if (out->arguments[k] < 0)
      return false;
  }
  for (i = first; !mlirOperationIsNull(i); i = mlirOperationGetNextInBlock(i))
    if (!compile_instruction(state, i, &out->items[out->count++]))
      return false;
  return true;
}

/* The number of a block in its region. */
static int number_of(MlirBlock block) {
  MlirBlock i = mlirRegionGetFirstBlock(mlirBlockGetParentRegion(block));
  int number = 0;
  for (; !mlirBlockEqual(i, block); i = mlirBlockGetNextInRegion(i))
    number++;
  return number;
}

static bool find_successors(compiler *state, MlirBlock block, tl_body *out) {
  out->successor_count = (int)mlirBlockGetNumSuccessors(block);
  out->successors = tl_keep(state->program, out->successor_count, sizeof(int));
  for (int i = 0; out->successors && i < out->successor_count; i++)
    out->successors[i] = number_of(mlirBlockGetSuccessor(block, i));
  return out->successors != NULL;
}

/* A terminator like that one, with values of its own for what it yields. */
static bool make_end(compiler *state, const tl_instruction *like,
                     tl_body *out) {
  tl_program *program = state->program;
  tl_instruction *end = tl_keep(program, 1, sizeof *end);
  int *operands = tl_keep(program, like->operand_count, sizeof *operands);
  if (!end || !operands)
    return false;
  for (int i = 0; i < like->operand_count; i++) {
    tl_slot own = *tl_operand_slot(like, i);
    own.value = (MlirValue){NULL};
    operands[i] = program->slot_count;
    if (!add_slot(program, &own))
      return tl_refuse(like, "out of memory");
  }
  *end = *like;
  end->operands = operands;
  out->items = end;
  out->count = 1;
  return true;
}

/* The body has the arguments of the first block, and yields what a block does
 * that leaves the region. */
static bool compile_blocks(compiler *state, MlirBlock first, tl_body *out) {
  MlirBlock block = first;
  const tl_instruction *end = NULL;
  int count = 0;
  for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    count++;
  out->blocks = tl_keep(state->program, count, sizeof *out->blocks);
  bool is_fine = out->blocks != NULL;
  block = first;
  for (int i = 0; is_fine && i < count; i++) {
    tl_body *own = &out->blocks[i];
    is_fine =
        compile_block(state, block, own) && find_successors(state, block, own);
    if (is_fine && own->successor_count == 0 &&
        !tl_operation_is(tl_terminator(own)->operation, "llvm.unreachable"))
      end = tl_terminator(own);
    block = mlirBlockGetNextInRegion(block);
  }
  if (is_fine && !end)
    return tl_emit_error(mlirBlockGetParentOperation(first),
                         "has no block that leaves its region");
  if (!is_fine || !make_end(state, end, out))
    return false;
  out->arguments = out->blocks[0].arguments;
  out->argument_count = out->blocks[0].argument_count;
  return true;
}

static bool compile_body(compiler *state, MlirRegion region, tl_body *out) {
  MlirBlock block = mlirRegionGetFirstBlock(region);
  return mlirBlockIsNull(block) ||
         (mlirBlockIsNull(mlirBlockGetNextInRegion(block))
              ? compile_block(state, block, out)
              : compile_blocks(state, block, out));
}

static bool compile_values(compiler *state, tl_instruction *out) {
  MlirOperation operation = out->operation;
  out->operand_count = (int)mlirOperationGetNumOperands(operation);
  out->result_count = (int)mlirOperationGetNumResults(operation);
  int count = out->operand_count + out->result_count;
  out->operands = tl_keep(state->program, count, sizeof *out->operands);
  if (!out->operands)
    return false;
  out->results = out->operands + out->operand_count;
  for (int i = 0; i < count; i++) {
    int result = i - out->operand_count;
    MlirValue value = result < 0 ? mlirOperationGetOperand(operation, i)
                                 : mlirOperationGetResult(operation, result);
    out->operands[i] = slot_of(state, value, operation);
    if (out->operands[i] < 0)
      return false;
  }
  return true;
}

static bool compile_regions(compiler *state, MlirOperation operation,
                            tl_instruction *out) {
  out->body_count = (int)mlirOperationGetNumRegions(operation);
  out->bodies = tl_keep(state->program, out->body_count, sizeof *out->bodies);
  for (int i = 0; out->bodies && i < out->body_count; i++)
    if (!compile_body(state, mlirOperationGetRegion(operation, i),
                      &out->bodies[i]))
      return false;
  return out->bodies != NULL;
}

static bool is_name(const char *name, MlirStringRef of) {
  size_t length = name ? strlen(name) : 0;
  bool is_begin = length && name[length - 1] == '*';
  length -= is_begin;
  return length && (is_begin ? of.length >= length : of.length == length) &&
         memcmp(of.data, name, length) == 0;
}

static const tl_sim_row *find_row(const tl_sim_row *table, MlirStringRef name) {
  for (const tl_sim_row *row = table; row->name; row++)
    if (is_name(row->name, name) || is_name(row->alias, name))
      return row;
  return NULL;
}

/* A function without a body is one of MLIR's runner. */
static bool compile_runner(tl_instruction *out) {
  tl_text callee = tl_attribute_text(out, out->row->callee);
  MlirStringRef name = mlirStringRefCreateFromCString(callee.data + 1);
  out->row = find_row(TL_SIM_RUNNER, name);
  if (!out->row)
    out->row = find_row(TL_SIM_RUNNER_PRINTS, name);
  return (out->row && tl_prepare_host(out)) ||
         tl_refuse(out, "calls a function without a body, which is none of "
                        "MLIR's runner that the simulator knows");
}

/* The body of the callee becomes one of the call; its values have one slot in
 * all calls. */
static bool compile_callee(compiler *state, tl_instruction *out) {
  if (mlirAttributeIsNull(tl_attribute_of(out->operation, out->row->callee)))
    return tl_refuse(out, "calls what a pointer says; the simulator knows "
                          "calls by name");
  MlirOperation callee = tl_named_operation(out, out->row->callee);
  bool has_body =
      !mlirOperationIsNull(callee) && !mlirBlockIsNull(mlirRegionGetFirstBlock(
                                          mlirOperationGetRegion(callee, 0)));
  if (!has_body)
    return compile_runner(out);
  const call_chain *caller = state->calls;
  while (caller && !mlirOperationEqual(caller->function, callee))
    caller = caller->caller;
  if (caller)
    return tl_refuse(out, "is recursive; the simulator inlines calls");
  call_chain call = {callee, state->calls};
  state->calls = &call;
  bool compiled = compile_regions(state, callee, out);
  state->calls = call.caller;
  return compiled;
}

/* Memrefs of vectors are moved as a whole, or an element at a time. */
static bool check_vectors(const tl_instruction *at) {
  bool knows = !tl_runner_of(at->row) || at->row->knows_vectors;
  for (int i = 0; i < at->operand_count + at->result_count; i++)
    if (!knows && tl_operand_slot(at, i)->inner)
      return tl_refuse(at, "has a memref of vectors, which the simulator knows "
                           "in loads, stores, casts, calls and allocations");
  return true;
}

/* What has more than 64 bits is moved, and not computed with. */
static bool check_computed(const tl_instruction *at) {
  int count = at->row->compute ? at->operand_count + at->result_count : 0;
  for (int i = 0; i < count; i++) {
    int bits = tl_operand_slot(at, i)->scalar.bits;
    if (bits > 64)
      return tl_emit_error(
          at->operation,
          "computes with %d bits; the simulator does with up to 64", bits);
  }
  return true;
}

static const tl_sim_row *const TABLES[] = {
    TL_SIM_ARITH,        TL_SIM_MATH,          TL_SIM_VALUES,
    TL_SIM_REDUCTIONS,   TL_SIM_MEMREF,        TL_SIM_MOVES,
    TL_SIM_AFFINE,       TL_SIM_SCF,           TL_SIM_BRANCHES,
    TL_SIM_LOOPS,        TL_SIM_LINALG,        TL_SIM_GPU,
    TL_SIM_LAUNCHES,     TL_SIM_NVVM,          TL_SIM_MMA,
    TL_SIM_TILES,        TL_SIM_CONVERSIONS,   TL_SIM_THREADS,
    TL_SIM_FRAGMENTS,    TL_SIM_AMDGPU,        TL_SIM_MFMA,
    TL_SIM_MMA_SYNC,     TL_SIM_LANES,         TL_SIM_PRINTS,
    TL_SIM_VALUE_PRINTS, TL_SIM_AMDGPU_VALUES, TL_SIM_MBARRIERS,
    TL_SIM_TMA,          TL_SIM_WARPGROUPS,    TL_SIM_WMMA,
    TL_SIM_BULK,         TL_SIM_NUMBERS,       TL_SIM_LLVM,
    TL_SIM_INTRINSICS,
};

const tl_sim_row *tl_sim_row_find(MlirStringRef name) {
  const tl_sim_row *row = NULL;
  for (size_t i = 0; !row && i < sizeof TABLES / sizeof *TABLES; i++)
    row = find_row(TABLES[i], name);
  for (const tl_sim_twin *twin = TL_SIM_TWINS; !row && twin->name; twin++)
    if (is_name(twin->name, name))
      return tl_sim_row_find(mlirStringRefCreateFromCString(twin->same));
  return row;
}

static int64_t read_number(const tl_instruction *at,
                           const tl_reading *reading) {
  int64_t bits = 0;
  if (reading->kind == TL_READ_INTEGER)
    return tl_integer_attribute(at->operation, reading->attribute,
                                reading->otherwise);
  tl_text text = tl_attribute_text(at, reading->attribute);
  for (int i = 0; i < TL_MAX_WORDS && reading->words[i]; i++) {
    if (!strstr(text.data, reading->words[i]))
      continue;
    if (reading->kind == TL_READ_WORD)
      return i;
    bits |= INT64_C(1) << i;
  }
  return reading->kind == TL_READ_WORD ? reading->otherwise : bits;
}

static int64_t count_numbers(const tl_instruction *at,
                             const tl_reading *reading) {
  return reading->kind == TL_READ_ARRAY ? tl_array_count(at, reading->attribute)
                                        : 1;
}

static bool read_numbers(tl_instruction *at, const tl_reading *readings) {
  int64_t count = 0;
  for (const tl_reading *i = readings; i->attribute; i++)
    count += count_numbers(at, i);
  if (!tl_reserve_numbers(at, count))
    return false;
  int64_t *next = at->numbers;
  for (const tl_reading *i = readings; i->attribute; i++)
    for (int64_t k = 0, n = count_numbers(at, i); k < n; k++)
      *next++ = i->kind == TL_READ_ARRAY ? tl_array_item(at, i->attribute, k)
                                         : read_number(at, i);
  return true;
}

static bool prepare_row(tl_instruction *at) {
  const tl_sim_row *row = at->row;
  at->alignment = tl_integer_attribute(at->operation, "alignment", 0);
  if ((row->readings && !read_numbers(at, row->readings)) ||
      (row->prepare && !row->prepare(at)))
    return false;
  at->run = tl_runner_of(at->row);
  return true;
}

static bool add_instruction(tl_program *program, tl_instruction *added) {
  const tl_instruction **all =
      tl_grow(program->instructions, sizeof *all, program->instruction_count,
              &program->instruction_capacity);
  if (!all)
    return tl_refuse(added, "out of memory");
  program->instructions = all;
  all[program->instruction_count++] = added;
  return true;
}

static bool compile_instruction(compiler *state, MlirOperation operation,
                                tl_instruction *out) {
  *out = (tl_instruction){
      .row =
          tl_sim_row_find(mlirIdentifierStr(mlirOperationGetName(operation))),
      .operation = operation,
      .program = state->program,
      .number = state->program->instruction_count,
      .mask = -1,
  };
  if (!out->row)
    return tl_refuse(out, "is not known to the simulator");
  if (out->number == TL_MAX_INSTRUCTIONS)
    return tl_emit_error(operation,
                         "is operation %d of a function with all that it "
                         "calls; at most %d are simulated",
                         out->number + 1, TL_MAX_INSTRUCTIONS);
  return add_instruction(state->program, out) && compile_values(state, out) &&
         check_computed(out) && check_vectors(out) &&
         (out->row->callee ? compile_callee(state, out)
                           : compile_regions(state, operation, out)) &&
         prepare_row(out);
}

const tl_instruction *tl_terminator(const tl_body *body) {
  return &body->items[body->count - 1];
}

/*===--- Slots ------------------------------------------------------------===*/

/* The elements of a field: 1, or those of a vector of one dimension. */
static int64_t read_field(MlirType type, tl_scalar_type *out) {
  bool is_vector = mlirTypeIsAVector(type) &&
                   mlirShapedTypeGetRank(type) == 1 &&
                   !mlirVectorTypeIsScalable(type);
  MlirType element = is_vector ? mlirShapedTypeGetElementType(type) : type;
  return !tl_scalar_type_read(element, out) ? 0
         : is_vector                        ? mlirShapedTypeGetDimSize(type, 0)
                                            : 1;
}

/* Fields, as the elements of a vector of the widest one; vectors have all as
 * many. */
static bool read_struct(MlirType type, tl_slot *out) {
  intptr_t fields = mlirLLVMStructTypeGetNumElementTypes(type);
  int64_t each = 0;
  for (intptr_t i = 0; i < fields; i++) {
    tl_scalar_type field;
    int64_t own = read_field(mlirLLVMStructTypeGetElementType(type, i), &field);
    if (own == 0 || (each && own != each))
      return false;
    each = own;
    if (field.bits > out->scalar.bits)
      out->scalar = field;
  }
  out->rank = 1;
  out->count = out->shape[0] = fields * each;
  return out->count > 0;
}

/* !llvm.array<4 x vector<2xf16>>, as a vector of all elements. */
static bool read_array(MlirType type, tl_slot *out) {
  tl_text text = tl_type_text(type);
  long long fields;
  if (sscanf(text.data, "!llvm.array<%lld x", &fields) != 1)
    return false;
  int64_t each =
      read_field(mlirLLVMArrayTypeGetElementType(type), &out->scalar);
  out->rank = 1;
  return tl_product_fits(fields, each, &out->count) &&
         (out->shape[0] = out->count) > 0;
}

/* The elements of a memref, vectors: their dimensions follow its own.  In memory
 * rows of vectors take a power of two of elements. */
static bool read_vectors(MlirType vector, tl_slot *out) {
  int64_t each = 1, rank = mlirShapedTypeGetRank(vector);
  if (mlirVectorTypeIsScalable(vector) || rank == 0 ||
      out->rank + rank > TL_MAX_RANK ||
      !tl_scalar_type_read(mlirShapedTypeGetElementType(vector),
                           &out->scalar) ||
      out->scalar.bits % 8 != 0)
    return false;
  for (int64_t d = rank - 1; d >= 0; d--) {
    int64_t extent = mlirShapedTypeGetDimSize(vector, d), room = 1;
    while (room < extent)
      room *= 2;
    out->shape[out->rank + d] = extent;
    out->strides[out->rank + d] = each;
    if (!tl_product_fits(each, d == rank - 1 ? room : extent, &each))
      return false;
  }
  bool fits = true;
  for (int64_t d = 0; d <= out->rank; d++) {
    int64_t *own = d < out->rank ? &out->strides[d] : &out->offset;
    fits &= *own == INT64_MIN || tl_product_fits(*own, each, own);
  }
  out->inner = rank;
  out->rank += rank;
  return fits;
}

static bool read_type(MlirType type, int wave, tl_slot *out) {
  tl_strided strided = {.offset = 0};
  if (mlirTypeIsAUnrankedMemRef(type)) {
    out->is_memref = true;
    out->rank = TL_ANY_RANK;
    return tl_scalar_type_read(mlirShapedTypeGetElementType(type),
                               &out->scalar);
  }
  out->is_memref = mlirTypeIsAMemRef(type);
  if (mlirTypeIsALLVMStructType(type))
    return read_struct(type, out);
  if (!out->is_memref && !mlirTypeIsAVector(type))
    return tl_scalar_type_read(type, &out->scalar) ||
           tl_matrix_slot_read(type, wave, out) || read_array(type, out);
  bool is_point = !out->is_memref && mlirShapedTypeGetRank(type) == 0;
  if (mlirShapedTypeGetRank(type) > TL_MAX_RANK ||
      (!is_point && !tl_strided_read(type, &strided)))
    return false;
  bool fits = true;
  out->rank = strided.shape.count;
  out->offset = strided.offset;
  memcpy(out->shape, strided.shape.items, sizeof out->shape);
  memcpy(out->strides, strided.strides.items, sizeof out->strides);
  for (int64_t d = 0; !out->is_memref && d < out->rank; d++)
    fits &= tl_product_fits(out->count, out->shape[d], &out->count);
  if (out->is_memref && mlirTypeIsAVector(mlirShapedTypeGetElementType(type)))
    return read_vectors(mlirShapedTypeGetElementType(type), out);
  return fits &&
         tl_scalar_type_read(mlirShapedTypeGetElementType(type), &out->scalar);
}

static bool add_slot(tl_program *program, tl_slot *added) {
  tl_slot *slots = tl_grow(program->slots, sizeof *slots, program->slot_count,
                           &program->slot_capacity);
  int64_t bytes = sizeof(tl_view), end;
  if (!slots)
    return false;
  program->slots = slots;
  if ((!added->is_memref &&
       !tl_product_fits(added->count, sizeof(tl_element), &bytes)) ||
      !tl_sum_fits((int64_t)program->value_bytes, bytes, &end))
    return false;
  added->first = program->value_bytes;
  added->bytes = added->stride = (size_t)bytes;
  program->value_bytes = (size_t)end;
  slots[program->slot_count++] = *added;
  return true;
}

static void refuse_type(MlirOperation user, MlirType type) {
  tl_text text = tl_type_text(type);
  tl_emit_error(user,
                "has a value of type %s, which the simulator does not know",
                text.data);
}

static bool read_value(tl_slot *out, int wave) {
  if (read_type(out->type, wave, out))
    return true;
  MlirType held = tl_held_type(out->type);
  if (mlirTypeIsNull(held) || !read_type(held, wave, out))
    return false;
  out->type = held;
  return true;
}

/* The slot of a value, a new one when it has not been met; -1 after an
 * error. */
static int slot_of(compiler *state, MlirValue value, MlirOperation user) {
  tl_program *program = state->program;
  uint64_t hash = tl_hash(0, (uintptr_t)value.ptr >> 4);
  int *chain = &state->chains[(hash >> 32) % CHAINS];
  for (int i = *chain; i >= 0; i = program->slots[i].chained)
    if (mlirValueEqual(program->slots[i].value, value))
      return i;
  tl_slot added = {.value = value,
                   .type = mlirValueGetType(value),
                   .count = 1,
                   .chained = *chain,
                   .origin = program->slot_count};
  if (!read_value(&added, program->wave))
    refuse_type(user, added.type);
  else if (!add_slot(program, &added))
    tl_emit_error(user, "out of memory");
  else
    return *chain = added.origin;
  return -1;
}

tl_slot *tl_argument_slot(const tl_program *program, int64_t i) {
  return &program->slots[program->body.arguments[i]];
}

/*===--- Alignments -------------------------------------------------------===*/

/* What is stated of an argument, a workgroup buffer or a private buffer, or null. */
static MlirAttribute stated_of(MlirOperation function, int argument,
                               const int counts[2], const char *name) {
  static const char *const NAMES[] = {"arg_attrs", "workgroup_attrib_attrs",
                                      "private_attrib_attrs"};
  int part = 0;
  for (; part < 2 && argument >= counts[part]; part++)
    argument -= counts[part];
  MlirAttribute all = tl_attribute_of(function, NAMES[part]);
  if (mlirAttributeIsNull(all) || argument >= mlirArrayAttrGetNumElements(all))
    return (MlirAttribute){NULL};
  return mlirDictionaryAttrGetElementByName(
      mlirArrayAttrGetElement(all, argument),
      mlirStringRefCreateFromCString(name));
}

MlirAttribute tl_stated_of_argument(const tl_program *program, int argument,
                                    const char *name) {
  const int counts[] = {program->input_count, program->workgroup_count};
  return stated_of(program->function, argument, counts, name);
}

void tl_settle_alignments(tl_program *program, MlirOperation function,
                          const tl_body *body, int inputs,
                          int workgroup_count) {
  const int counts[] = {inputs, workgroup_count};
  for (int i = 0; i < body->argument_count; i++) {
    tl_slot *slot = &program->slots[body->arguments[i]];
    MlirAttribute stated = stated_of(function, i, counts, "llvm.align");
    slot->buffer_alignment = slot->scalar.bytes & -slot->scalar.bytes;
    if (!mlirAttributeIsNull(stated) &&
        mlirIntegerAttrGetValueInt(stated) > slot->buffer_alignment)
      slot->buffer_alignment = mlirIntegerAttrGetValueInt(stated);
  }
}

void tl_promise_element(const tl_instruction *at, int operand,
                        int64_t alignment) {
  int origin = tl_operand_slot(at, operand)->origin;
  int64_t *known = &at->program->slots[origin].element_alignment;
  *known = alignment > *known ? alignment : *known;
}

tl_promise tl_promise_of(const tl_slot *slot, int64_t offset) {
  int64_t stated = slot->element_alignment;
  return stated > slot->buffer_alignment
             ? (tl_promise){stated,
                            offset % stated * slot->scalar.bytes % stated}
             : (tl_promise){slot->buffer_alignment, 0};
}

/*===--- Attributes -------------------------------------------------------===*/

bool tl_reserve_numbers(tl_instruction *at, int64_t count) {
  at->numbers = tl_keep(at->program, count, sizeof *at->numbers);
  at->number_count = at->numbers ? count : 0;
  return at->numbers != NULL;
}

bool tl_set_numbers(tl_instruction *at, int64_t count, const int64_t *numbers) {
  if (!tl_reserve_numbers(at, count))
    return false;
  memcpy(at->numbers, numbers, (size_t)count * sizeof *numbers);
  return true;
}

bool tl_refuse(const tl_instruction *at, const char *message) {
  return tl_emit_error(at->operation, "%s", message);
}

int64_t tl_array_count(const tl_instruction *at, const char *name) {
  MlirAttribute array = tl_attribute_of(at->operation, name);
  if (mlirAttributeIsNull(array))
    return 0;
  return mlirAttributeIsAArray(array) ? mlirArrayAttrGetNumElements(array)
                                      : mlirDenseArrayGetNumElements(array);
}

int64_t tl_array_item(const tl_instruction *at, const char *name, int64_t i) {
  MlirAttribute array = tl_attribute_of(at->operation, name);
  if (mlirAttributeIsADenseI64Array(array))
    return mlirDenseI64ArrayGetElement(array, i);
  if (mlirAttributeIsADenseI32Array(array))
    return mlirDenseI32ArrayGetElement(array, i);
  return mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(array, i));
}

/* The elements of dense data, which MLIR has verified that there are as many of;
 * booleans are packed there. */
static void read_dense(MlirAttribute attribute, const tl_scalar_type *type,
                       int64_t count, tl_element *out) {
  int64_t step = mlirDenseElementsAttrIsSplat(attribute) ? 0 : 1;
  const char *data = mlirDenseElementsAttrGetRawData(attribute);
  for (int64_t i = 0; i < count; i++) {
    out[i] = (tl_element){0};
    for (int k = 0; k < type->bytes && type->bits > 1; k++)
      tl_element_add_byte(&out[i], k, (uint8_t)data[i * step * type->bytes + k],
                          true);
    if (type->bits == 1)
      out[i].bits =
          step ? mlirDenseElementsAttrGetBoolValue(attribute, i)
               : mlirDenseElementsAttrGetBoolSplatValue(attribute) != 0;
  }
}

static bool read_elements(MlirAttribute attribute, const tl_scalar_type *type,
                          int64_t count, tl_element *out) {
  if (mlirAttributeIsNull(attribute))
    return false;
  if (mlirAttributeIsADenseElements(attribute)) {
    read_dense(attribute, type, count, out);
    return true;
  }
  if (mlirAttributeIsAFloat(attribute) && type->format)
    *out = (tl_element){
        tl_float_encode(type->format, mlirFloatAttrGetValueDouble(attribute)),
        0};
  else if (mlirAttributeIsAInteger(attribute) && !type->format)
    *out = tl_integer_encode(type, mlirIntegerAttrGetValueInt(attribute));
  else
    return false;
  return count == 1;
}

bool tl_read_constants_of(tl_instruction *at, const tl_scalar_type *type,
                          MlirAttribute value, int64_t count) {
  at->constants = tl_keep(at->program, count, sizeof *at->constants);
  return at->constants && read_elements(value, type, count, at->constants);
}

bool tl_read_constants(tl_instruction *at, MlirAttribute value, int64_t count) {
  return tl_read_constants_of(at, &tl_result_slot(at, 0)->scalar, value, count);
}

int tl_operand_of(const tl_instruction *at, MlirValue value) {
  for (int i = 0; i < at->operand_count; i++)
    if (!mlirValueIsNull(value) &&
        mlirValueEqual(value, mlirOperationGetOperand(at->operation, i)))
      return i;
  return -1;
}

void tl_read_pad(const tl_instruction *at, int memory, tl_element *out) {
  *out = (tl_element){0};
  read_elements(tl_attribute_of(at->operation, TL_ATTRIBUTE_PAD),
                &tl_operand_slot(at, memory)->scalar, 1, out);
}

/* Null, too, when the owner has no table. */
static MlirOperation find_in(MlirOperation owner, MlirStringRef name) {
  if (mlirOperationIsNull(owner))
    return owner;
  MlirSymbolTable table = mlirSymbolTableCreate(owner);
  if (mlirSymbolTableIsNull(table))
    return (MlirOperation){NULL};
  MlirOperation found = mlirSymbolTableLookup(table, name);
  mlirSymbolTableDestroy(table);
  return found;
}

MlirOperation tl_symbol_lookup(MlirOperation from, MlirStringRef name) {
  MlirOperation owner = mlirOperationGetParentOperation(from);
  if (mlirOperationIsNull(owner))
    return owner;
  MlirOperation found = find_in(owner, name);
  return mlirOperationIsNull(found) ? tl_symbol_lookup(owner, name) : found;
}

MlirOperation tl_named_operation(const tl_instruction *at, const char *name) {
  MlirAttribute symbol = tl_attribute_of(at->operation, name);
  MlirOperation found = tl_symbol_lookup(
      at->operation, mlirSymbolRefAttrGetRootReference(symbol));
  for (intptr_t i = 0; i < mlirSymbolRefAttrGetNumNestedReferences(symbol); i++)
    found = find_in(found, mlirFlatSymbolRefAttrGetValue(
                               mlirSymbolRefAttrGetNestedReference(symbol, i)));
  return found;
}
