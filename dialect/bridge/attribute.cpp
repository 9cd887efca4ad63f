// attribute.cpp - Turns an attribute row into a dynamic attribute definition.
#include "assembly.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "registration.h"

using namespace mlir;

static size_t countOf(const tl_attribute_row *row, const int64_t *words) {
  return row->is_counted ? words[0] : row->word_count;
}

static ParseResult parse(const tl_attribute_row *row, AsmParser &parser,
                         SmallVectorImpl<Attribute> &parameters) {
  tl_syntax syntax{&parser};
  SmallVector<int64_t> words(row->word_count);
  row->syntax(row, &syntax, words.data());
  if (syntax.failed)
    return failure();
  ArrayRef<int64_t> array(words.data(), countOf(row, words.data()));
  parameters.push_back(parser.getBuilder().getDenseI64ArrayAttr(array));
  return success();
}

static void print(const tl_attribute_row *row, AsmPrinter &printer,
                  ArrayRef<Attribute> parameters) {
  auto array = cast<DenseI64ArrayAttr>(parameters[0]).asArrayRef();
  SmallVector<int64_t> words(array);
  tl_syntax syntax;
  syntax.printer = &printer;
  row->syntax(row, &syntax, words.data());
}

static LogicalResult verify(const tl_attribute_row *row,
                            function_ref<InFlightDiagnostic()> emitError,
                            ArrayRef<Attribute> parameters) {
  auto words = parameters.empty() ? DenseI64ArrayAttr()
                                  : dyn_cast<DenseI64ArrayAttr>(parameters[0]);
  if (words && words.size() &&
      size_t(words.size()) == countOf(row, words.asArrayRef().data()))
    return success();
  return emitError() << "expected the words of #tl." << row->name;
}

void tl::bridge::registerAttribute(DynamicDialect *dialect,
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
  ArrayRef<int64_t> array(words, countOf(row, words));
  Attribute parameter = DenseI64ArrayAttr::get(unwrap(context), array);
  return wrap(Attribute(
      DynamicAttr::get(dialect->lookupAttrDefinition(row->name), parameter)));
}

static DynamicAttr dynamicOf(MlirAttribute attribute) {
  auto dynamic = dyn_cast_or_null<DynamicAttr>(unwrap(attribute));
  bool isOurs =
      dynamic && dynamic.getAttrDef()->getDialect()->getNamespace() == "tl";
  return isOurs ? dynamic : DynamicAttr();
}

MlirStringRef tl_bridge_attribute_name(MlirAttribute attribute) {
  auto dynamic = dynamicOf(attribute);
  return wrap(dynamic ? dynamic.getAttrDef()->getName() : StringRef());
}

const int64_t *tl_bridge_attribute_words(MlirAttribute attribute,
                                         const char *name) {
  auto dynamic = dynamicOf(attribute);
  if (!dynamic || dynamic.getAttrDef()->getName() != name)
    return nullptr;
  return cast<DenseI64ArrayAttr>(dynamic.getParams()[0]).asArrayRef().data();
}
