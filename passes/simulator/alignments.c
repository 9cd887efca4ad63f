/* alignments.c - What a function says of the addresses it is given.
 *
 * llvm.align speaks of a buffer; memref.assume_alignment, and the alignment
 * of a copy, of element 0 of a memref, which is followed through casts to the
 * argument it comes from. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "program.h"
#include "tl/dialect.h"
#include <stdlib.h>

tl_promise tl_promise_of(const tl_alignments *alignments, int64_t offset,
                         int64_t element_bytes) {
  int64_t stated = alignments->of_element;
  if (stated > alignments->of_buffer)
    return (tl_promise){stated, offset % stated * element_bytes % stated};
  return (tl_promise){alignments->of_buffer, 0};
}

static MlirAttribute array_item(MlirAttribute array, intptr_t i) {
  bool has_item = !mlirAttributeIsNull(array) && mlirAttributeIsAArray(array) &&
                  i < mlirArrayAttrGetNumElements(array);
  return has_item ? mlirArrayAttrGetElement(array, i) : (MlirAttribute){NULL};
}

/* Attributes of arguments, of workgroup buffers, of private buffers. */
static MlirAttribute attributes_of(const tl_program *program, int argument) {
  static const char *const NAMES[] = {"arg_attrs", "workgroup_attrib_attrs",
                                      "private_attrib_attrs"};
  int counts[] = {program->input_count, program->workgroup_count};
  int part = 0;
  for (; part < 2 && argument >= counts[part]; part++)
    argument -= counts[part];
  return array_item(
      mlirOperationGetAttributeByName(
          program->function, mlirStringRefCreateFromCString(NAMES[part])),
      argument);
}

static int64_t stated_alignment(const tl_program *program, int argument) {
  MlirAttribute own = attributes_of(program, argument);
  if (mlirAttributeIsNull(own) || !mlirAttributeIsADictionary(own))
    return 1;
  MlirAttribute stated = mlirDictionaryAttrGetElementByName(
      own, mlirStringRefCreateFromCString("llvm.align"));
  return mlirAttributeIsNull(stated) ? 1 : mlirIntegerAttrGetValueInt(stated);
}

static bool is_named(MlirOperation operation, const char *name) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(operation)),
                            mlirStringRefCreateFromCString(name));
}

/* The argument of the function that a memref is, or -1. */
static int origin_of(const tl_program *program, MlirValue memref) {
  while (mlirValueIsAOpResult(memref)) {
    MlirOperation owner = mlirOpResultGetOwner(memref);
    if (!is_named(owner, "memref.cast") &&
        !is_named(owner, "memref.assume_alignment"))
      return -1;
    memref = mlirOperationGetOperand(owner, 0);
  }
  MlirBlock block = mlirBlockArgumentGetOwner(memref);
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(program->function, 0));
  return mlirBlockEqual(block, entry)
             ? (int)mlirBlockArgumentGetArgNumber(memref)
             : -1;
}

/* A memref, and what an operation says of the address of its element 0; 0 when
 * it says nothing. */
typedef struct statement {
  MlirValue memref;
  int64_t alignment;
} statement;

/* Of one side of a copy between two memories. */
static statement read_side(MlirOperation operation, bool target) {
  tl_transfer_view view;
  tl_transfer_view_read(operation, &view);
  const tl_copy_side *side = &view.sides[target].memory;
  return (statement){
      side->value, tl_integer_attribute(operation, side->facts->alignment, 0)};
}

static statement read_statement(MlirOperation operation) {
  int64_t alignment = tl_integer_attribute(operation, "alignment", 0);
  if (tl_copy_kind_of(operation) != TL_COPY_KIND_COUNT) {
    tl_copy_view view;
    tl_copy_view_read(operation, &view);
    return (statement){view.memory.value, alignment};
  }
  if (tl_thread_kind_of(operation) != TL_COPY_KIND_COUNT) {
    tl_thread_view view;
    tl_thread_view_read(operation, &view);
    return (statement){view.memory, view.alignment};
  }
  if (is_named(operation, "memref.assume_alignment"))
    return (statement){mlirOperationGetOperand(operation, 0), alignment};
  return (statement){{NULL}, 0};
}

static void add_promise(tl_program *program, statement stated) {
  int argument = stated.alignment ? origin_of(program, stated.memref) : -1;
  if (argument >= 0 &&
      program->alignments[argument].of_element < stated.alignment)
    program->alignments[argument].of_element = stated.alignment;
}

static void read_promise(const tl_instruction *at, void *user) {
  if (tl_async_kind_of(at->operation) == TL_ASYNC_COPY) {
    tl_thread_view view;
    tl_thread_view_read(at->operation, &view);
    add_promise(user, (statement){view.memory, view.alignment});
    add_promise(user, (statement){view.fragment, view.alignment});
    return;
  }
  if (tl_is_transfer(at->operation)) {
    add_promise(user, read_side(at->operation, false));
    add_promise(user, read_side(at->operation, true));
    return;
  }
  add_promise(user, read_statement(at->operation));
}

bool tl_program_read_alignments(tl_program *program) {
  int count = program->body.argument_count;
  program->alignments = calloc((size_t)count + 1, sizeof *program->alignments);
  if (!program->alignments)
    return false;
  for (int i = 0; i < count; i++) {
    int bytes = program->slots[program->body.arguments[i]].scalar.bytes;
    int64_t natural = bytes & -bytes, stated = stated_alignment(program, i);
    program->alignments[i].of_buffer = stated > natural ? stated : natural;
  }
  tl_program_walk(&program->body, read_promise, program);
  return true;
}
