/* memory_alignment.c - see memory_alignment.h.
 *
 * Allocations and arguments say where the buffer starts; element 0 lies the
 * memref's offset further.  memref.assume_alignment speaks of element 0 itself
 * (its lowering asserts the address with the offset added). */
#include "memory_alignment.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirIdentifier identifier(MlirContext context, const char *name) {
  return mlirIdentifierGet(context, mlirStringRefCreateFromCString(name));
}

tl_alignment_facts tl_alignment_facts_create(MlirContext context) {
  return (tl_alignment_facts){
      .alloc = identifier(context, "memref.alloc"),
      .alloca_ = identifier(context, "memref.alloca"),
      .get_global = identifier(context, "memref.get_global"),
      .assume_alignment = identifier(context, "memref.assume_alignment"),
      .cast = identifier(context, "memref.cast"),
      .alignment = identifier(context, "alignment"),
      .llvm_align = identifier(context, "llvm.align"),
  };
}

void tl_alignment_facts_free(tl_alignment_facts *facts) {
  if (!mlirSymbolTableIsNull(facts->table))
    mlirSymbolTableDestroy(facts->table);
}

static int64_t integer_of(MlirAttribute attribute) {
  return mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute)
             ? 0
             : mlirIntegerAttrGetValueInt(attribute);
}

static int64_t attribute_of(MlirOperation operation, MlirIdentifier name) {
  return integer_of(
      mlirOperationGetAttributeByName(operation, mlirIdentifierStr(name)));
}

static MlirAttribute array_item(MlirAttribute array, intptr_t i) {
  bool has_item = !mlirAttributeIsNull(array) && mlirAttributeIsAArray(array) &&
                  i >= 0 && i < mlirArrayAttrGetNumElements(array);
  return has_item ? mlirArrayAttrGetElement(array, i) : (MlirAttribute){NULL};
}

/* llvm.align of a function argument, or of a workgroup buffer of a gpu.func,
 * whose block arguments come right after the function's. */
static int64_t argument_alignment(const tl_alignment_facts *facts,
                                  MlirValue argument) {
  MlirBlock block = mlirBlockArgumentGetOwner(argument);
  MlirOperation function = mlirBlockGetParentOperation(block);
  MlirRegion body = mlirOperationGetRegion(function, 0);
  if (!mlirBlockEqual(block, mlirRegionGetFirstBlock(body)))
    return 0;
  MlirAttribute type = mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString("function_type"));
  if (mlirAttributeIsNull(type) || !mlirAttributeIsAType(type) ||
      !mlirTypeIsAFunction(mlirTypeAttrGetValue(type)))
    return 0;
  intptr_t inputs = mlirFunctionTypeGetNumInputs(mlirTypeAttrGetValue(type));
  intptr_t i = mlirBlockArgumentGetArgNumber(argument);
  MlirAttribute all = mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString(
                    i < inputs ? "arg_attrs" : "workgroup_attrib_attrs"));
  MlirAttribute own = array_item(all, i < inputs ? i : i - inputs);
  if (mlirAttributeIsNull(own) || !mlirAttributeIsADictionary(own))
    return 0;
  return integer_of(mlirDictionaryAttrGetElementByName(
      own, mlirIdentifierStr(facts->llvm_align)));
}

static int64_t global_alignment(tl_alignment_facts *facts,
                                MlirOperation get_global) {
  MlirAttribute name = mlirOperationGetAttributeByName(
      get_global, mlirStringRefCreateFromCString("name"));
  MlirOperation owner = mlirOperationGetParentOperation(get_global);
  for (; !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner)) {
    if (!mlirOperationEqual(owner, facts->table_owner)) {
      MlirSymbolTable table = mlirSymbolTableCreate(owner);
      if (mlirSymbolTableIsNull(table))
        continue;
      tl_alignment_facts_free(facts);
      facts->table = table;
      facts->table_owner = owner;
    }
    MlirOperation global = mlirSymbolTableLookup(
        facts->table, mlirFlatSymbolRefAttrGetValue(name));
    if (!mlirOperationIsNull(global))
      return attribute_of(global, facts->alignment);
  }
  return 0;
}

/* The alignment that is promised of `memref`, or 0; *of_element says that it is
 * element 0's, not the buffer's. */
static int64_t promised_alignment(tl_alignment_facts *facts, MlirValue memref,
                                  bool *of_element) {
  *of_element = false;
  for (;;) {
    if (mlirValueIsABlockArgument(memref))
      return argument_alignment(facts, memref);
    MlirOperation owner = mlirOpResultGetOwner(memref);
    MlirIdentifier name = mlirOperationGetName(owner);
    if (mlirIdentifierEqual(name, facts->alloc) ||
        mlirIdentifierEqual(name, facts->alloca_))
      return attribute_of(owner, facts->alignment);
    if (mlirIdentifierEqual(name, facts->get_global))
      return global_alignment(facts, owner);
    if (mlirIdentifierEqual(name, facts->assume_alignment)) {
      *of_element = true;
      return attribute_of(owner, facts->alignment);
    }
    if (!mlirIdentifierEqual(name, facts->cast))
      return 0;
    memref = mlirOperationGetOperand(owner, 0);
  }
}

int64_t tl_memory_alignment(tl_alignment_facts *facts, MlirValue memref) {
  MlirType type = mlirValueGetType(memref);
  int64_t element = tl_element_bytes(type);
  bool of_element;
  int64_t promised = promised_alignment(facts, memref, &of_element);
  promised &= -promised;
  tl_strided strided;
  if (promised <= element || !tl_strided_read(type, &strided))
    return element;
  if (of_element || strided.offset == 0)
    return promised;
  if (strided.offset == INT64_MIN)
    return element;
  int64_t offset = strided.offset * element;
  int64_t lowest_bit = offset & -offset;
  return lowest_bit < promised ? lowest_bit : promised;
}
