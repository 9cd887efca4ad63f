// operation.cpp - Turns an operation row into a registered operation.
//
// Attributes are discardable and there are no properties, folds or interfaces,
// so nearly every hook is empty; assembly and verify call the row.
#include "assembly.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/OpDefinition.h"
#include "registration.h"

using namespace mlir;

namespace {
struct RowOperation final : OperationName::Impl {
  const tl_operation_row *row;

  RowOperation(const tl_operation_row *def, Dialect *owner)
      : Impl((owner->getNamespace() + "." + def->name).str(), owner,
             TypeID::getFromOpaquePointer(def), detail::InterfaceMap()),
        row(def) {}

  OperationName::ParseAssemblyFn getParseAssemblyFn() final {
    return [row = row](OpAsmParser &parser, OperationState &state) {
      tl_syntax syntax{&parser, &parser, &state};
      row->syntax(row, &syntax);
      return success(!syntax.failed);
    };
  }
  void printAssembly(Operation *operation, OpAsmPrinter &printer,
                     StringRef) final {
    tl_syntax syntax;
    syntax.printer = syntax.operationPrinter = &printer;
    syntax.operation = operation;
    printer << operation->getName();
    row->syntax(row, &syntax);
  }
  LogicalResult verifyInvariants(Operation *operation) final {
    return success(row->verify(wrap(operation)));
  }
  bool hasTrait(TypeID trait) final {
    return trait == TypeID::get<OpTrait::ZeroRegions>() ||
           trait == TypeID::get<OpTrait::ZeroSuccessors>();
  }

  LogicalResult foldHook(Operation *, ArrayRef<Attribute>,
                         SmallVectorImpl<OpFoldResult> &) final {
    return failure();
  }
  void getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) final {}
  void populateDefaultAttrs(const OperationName &, NamedAttrList &) final {}
  LogicalResult verifyRegionInvariants(Operation *) final { return success(); }
  std::optional<Attribute> getInherentAttr(Operation *, StringRef) final {
    return std::nullopt;
  }
  void setInherentAttr(Operation *operation, StringAttr key,
                       Attribute value) final {
    operation->setDiscardableAttr(key, value);
  }
  void populateInherentAttrs(Operation *, NamedAttrList &) final {}
  LogicalResult verifyInherentAttrs(OperationName, NamedAttrList &,
                                    function_ref<InFlightDiagnostic()>) final {
    return success();
  }
  int getOpPropertyByteSize() final { return 0; }
  void initProperties(OperationName, OpaqueProperties, OpaqueProperties) final {
  }
  void deleteProperties(OpaqueProperties) final {}
  void populateDefaultProperties(OperationName, OpaqueProperties) final {}
  LogicalResult
  setPropertiesFromAttr(OperationName, OpaqueProperties, Attribute,
                        function_ref<InFlightDiagnostic()> emitError) final {
    return emitError() << "this operation has no properties";
  }
  Attribute getPropertiesAsAttr(Operation *) final { return {}; }
  void copyProperties(OpaqueProperties, OpaqueProperties) final {}
  bool compareProperties(OpaqueProperties, OpaqueProperties) final {
    return true;
  }
  llvm::hash_code hashProperties(OpaqueProperties) final { return {0}; }
};
} // namespace

void tl::bridge::registerOperation(DynamicDialect *dialect,
                                   const tl_operation_row *row) {
  RegisteredOperationName::insert(std::make_unique<RowOperation>(row, dialect),
                                  /*attrNames=*/{});
}

const tl_operation_row *tl_bridge_operation_row(MlirOperation operation) {
  OperationName name = unwrap(operation)->getName();
  Dialect *dialect = name.getDialect();
  bool hasRow =
      dialect && dialect->getNamespace() == "tl" && name.isRegistered();
  return hasRow ? static_cast<const tl_operation_row *>(
                      name.getTypeID().getAsOpaquePointer())
                : nullptr;
}

void tl_bridge_insert_dialect(MlirDialectRegistry registry, const char *name,
                              const tl_attribute_row *attributes,
                              intptr_t attribute_count,
                              const tl_operation_row *operations,
                              intptr_t operation_count) {
  SmallVector<tl_attribute_row> rows(attributes, attributes + attribute_count);
  auto populate = [=](MLIRContext *, DynamicDialect *dialect) {
    for (const auto &row : rows)
      tl::bridge::registerAttribute(dialect, &row);
    for (const auto &row : ArrayRef(operations, operation_count))
      tl::bridge::registerOperation(dialect, &row);
  };
  unwrap(registry)->insertDynamic(name, populate);
}
