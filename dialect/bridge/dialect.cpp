// dialect.cpp - Turns the rows of a dialect into attributes and operations.
#include "assembly.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;

//===--- Attributes -------------------------------------------------------===//

static size_t countOf(const tl_attribute_row *row, const int64_t *words) {
  return row->is_counted ? words[0] : row->word_count;
}

// The parameter of an attribute: what its row means, then its words.
static Attribute parameterOf(MLIRContext *context, const tl_attribute_row *row,
                             const int64_t *words) {
  SmallVector<int64_t> array{reinterpret_cast<intptr_t>(row->meaning)};
  array.append(words, words + countOf(row, words));
  return DenseI64ArrayAttr::get(context, array);
}

static ParseResult parse(const tl_attribute_row *row, AsmParser &parser,
                         SmallVectorImpl<Attribute> &parameters) {
  tl_syntax syntax{&parser};
  SmallVector<int64_t> words(row->word_count);
  row->syntax(row, &syntax, words.data());
  if (syntax.failed)
    return failure();
  parameters.push_back(parameterOf(parser.getContext(), row, words.data()));
  return success();
}

static void print(const tl_attribute_row *row, AsmPrinter &printer,
                  ArrayRef<Attribute> parameters) {
  auto array = cast<DenseI64ArrayAttr>(parameters[0]).asArrayRef();
  SmallVector<int64_t> words(array.drop_front());
  tl_syntax syntax;
  syntax.printer = &printer;
  row->syntax(row, &syntax, words.data());
}

static LogicalResult verify(const tl_attribute_row *row,
                            function_ref<InFlightDiagnostic()> emitError,
                            ArrayRef<Attribute> parameters) {
  auto words = parameters.empty() ? DenseI64ArrayAttr()
                                  : dyn_cast<DenseI64ArrayAttr>(parameters[0]);
  if (words && words.size() > 1 &&
      size_t(words.size()) == 1 + countOf(row, &words.asArrayRef()[1]))
    return success();
  return emitError() << "expected the words of #tl." << row->name;
}

static void registerAttribute(DynamicDialect *dialect,
                              const tl_attribute_row *row) {
  dialect->registerDynamicAttr(DynamicAttrDefinition::get(
      row->name, dialect,
      [row = *row](auto emitError, auto parameters) {
        return verify(&row, emitError, parameters);
      },
      [row = *row](auto &parser, auto &parameters) {
        return parse(&row, parser, parameters);
      },
      [row = *row](auto &printer, auto parameters) {
        print(&row, printer, parameters);
      }));
}

MlirAttribute tl_bridge_attribute_get(MlirContext context,
                                      const tl_attribute_row *row,
                                      const int64_t *words) {
  auto *dialect = cast<DynamicDialect>(unwrap(context)->getLoadedDialect("tl"));
  return wrap(
      Attribute(DynamicAttr::get(dialect->lookupAttrDefinition(row->name),
                                 parameterOf(unwrap(context), row, words))));
}

const int64_t *tl_bridge_attribute_words(MlirAttribute attribute,
                                         const void **meaning) {
  auto dynamic = dyn_cast_or_null<DynamicAttr>(unwrap(attribute));
  if (!dynamic || dynamic.getAttrDef()->getDialect()->getNamespace() != "tl")
    return nullptr;
  auto words = cast<DenseI64ArrayAttr>(dynamic.getParams()[0]).asArrayRef();
  *meaning = reinterpret_cast<const void *>(intptr_t(words[0]));
  return &words[1];
}

//===--- Operations -------------------------------------------------------===//

static const tl_operation_row *rowOf(OperationName name) {
  return static_cast<const tl_operation_row *>(
      name.getTypeID().getAsOpaquePointer());
}

namespace {
struct AsyncGroups : SideEffects::Resource::Base<AsyncGroups> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AsyncGroups)
  StringRef getName() final { return "tl.async_groups"; }
};

struct Threads : SideEffects::Resource::Base<Threads> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Threads)
  StringRef getName() final { return "tl.threads"; }
};

struct Effects : MemoryEffectOpInterface::FallbackModel<Effects> {
  void
  getEffects(Operation *operation,
             SmallVectorImpl<MemoryEffects::EffectInstance> &effects) const {
    tl_effect own[TL_MAX_EFFECTS];
    intptr_t count = rowOf(operation->getName())->effects(wrap(operation), own);
    for (const tl_effect &effect : ArrayRef(own, count)) {
      MemoryEffects::Effect *kind = MemoryEffects::Read::get();
      if (effect.writes)
        kind = MemoryEffects::Write::get();
      if (effect.operand >= 0)
        effects.emplace_back(kind, &operation->getOpOperand(effect.operand));
      else if (effect.operand == TL_EFFECT_ON_GROUPS)
        effects.emplace_back(kind, AsyncGroups::get());
      else if (effect.operand == TL_EFFECT_ON_THREADS)
        effects.emplace_back(kind, Threads::get());
      else
        effects.emplace_back(kind);
    }
  }
};

struct Speculating : ConditionallySpeculatable::FallbackModel<Speculating> {
  Speculation::Speculatability getSpeculatability(Operation *operation) const {
    return rowOf(operation->getName())->can_speculate(wrap(operation))
               ? Speculation::Speculatable
               : Speculation::NotSpeculatable;
  }
};

struct Aliases : OpAsmDialectInterface {
  const char *(*alias)(MlirAttribute attribute);

  Aliases(Dialect *owner, const char *(*find)(MlirAttribute attribute))
      : OpAsmDialectInterface(owner), alias(find) {}
  AliasResult getAlias(Attribute attribute, raw_ostream &out) const final {
    const char *name = alias(wrap(attribute));
    if (!name)
      return AliasResult::NoAlias;
    out << name;
    return AliasResult::FinalAlias;
  }
};

struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

static detail::InterfaceMap interfaces() {
  detail::InterfaceMap map;
  map.insertModels<Effects, Speculating>();
  return map;
}

// Attributes are discardable and there are no properties, so many a hook is
// empty; assembly, verify, fold and interfaces call the row.
namespace {
struct RowOperation final : OperationName::Impl {
  const tl_operation_row *row;

  RowOperation(const tl_operation_row *def, Dialect *owner)
      : Impl((owner->getNamespace() + "." + def->name).str(), owner,
             TypeID::getFromOpaquePointer(def), interfaces()),
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

  LogicalResult foldHook(Operation *operation, ArrayRef<Attribute>,
                         SmallVectorImpl<OpFoldResult> &results) final {
    MlirValue same = {nullptr};
    bool isFolded = row->fold(wrap(operation), &same);
    if (!mlirValueIsNull(same))
      results.push_back(unwrap(same));
    return success(isFolded);
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

const tl_operation_row *tl_bridge_operation_row(MlirOperation operation) {
  OperationName name = unwrap(operation)->getName();
  Dialect *dialect = name.getDialect();
  bool hasRow =
      dialect && dialect->getNamespace() == "tl" && name.isRegistered();
  return hasRow ? rowOf(name) : nullptr;
}

void tl_bridge_insert_dialect(MlirDialectRegistry registry,
                              const tl_attribute_row *attributes,
                              intptr_t attribute_count,
                              const tl_operation_row *operations,
                              intptr_t operation_count,
                              const char *(*alias)(MlirAttribute attribute)) {
  SmallVector<tl_attribute_row> rows(attributes, attributes + attribute_count);
  auto populate = [=](MLIRContext *, DynamicDialect *dialect) {
    dialect->addInterfaces<Inliner>();
    dialect->addInterface(std::make_unique<Aliases>(dialect, alias));
    for (const auto &row : rows)
      registerAttribute(dialect, &row);
    for (const auto &row : ArrayRef(operations, operation_count))
      RegisteredOperationName::insert(
          std::make_unique<RowOperation>(&row, dialect), /*attrNames=*/{});
  };
  unwrap(registry)->insertDynamic("tl", populate);
}

bool tl_bridge_has_dialect(MlirDialectRegistry registry) {
  return bool(unwrap(registry)->getDialectAllocator("tl"));
}
