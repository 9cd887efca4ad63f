// attribute.cpp - Turns an attribute row into a dynamic attribute definition.
//
// The parse hook hands the whole text between the angle brackets to C, so that
// an error points at the character inside the attribute.
#include "assembly.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "registration.h"

using namespace mlir;

struct tl_attribute_sink {
  DialectAsmParser &parser;
  const char *text;
  const tl_attribute_row *row;
  SmallVectorImpl<Attribute> &parameters;
  ParseResult result;
};

static intptr_t countOf(const tl_attribute_row *row, const int64_t *words) {
  return row->word_count ? row->word_count : words[0];
}

void tl_bridge_attribute_accept(tl_attribute_sink *sink, const int64_t *words) {
  ArrayRef<int64_t> array(words, countOf(sink->row, words));
  sink->parameters.push_back(
      sink->parser.getBuilder().getDenseI64ArrayAttr(array));
  sink->result = success();
}

void tl_bridge_attribute_reject(tl_attribute_sink *sink, intptr_t position,
                                const char *message) {
  auto place =
      SMLoc::getFromPointer(sink->text + (position < 0 ? 0 : position));
  sink->result = sink->parser.emitError(place) << message;
}

static ParseResult parseTokens(const tl_attribute_row *row,
                               DialectAsmParser &parser,
                               SmallVectorImpl<Attribute> &parameters) {
  tl_attribute_sink sink = {parser, nullptr, row, parameters, failure()};
  tl_asm_parser wrapped{parser, nullptr, nullptr, {}};
  return success(succeeded(parser.parseLess()) &&
                 row->parse_tokens(&wrapped, &sink) &&
                 succeeded(parser.parseGreater()) && succeeded(sink.result));
}

static ParseResult parse(const tl_attribute_row *row, AsmParser &parser,
                         SmallVectorImpl<Attribute> &parameters) {
  auto &dialectParser = static_cast<DialectAsmParser &>(parser);
  if (row->parse_tokens)
    return parseTokens(row, dialectParser, parameters);
  StringRef text =
      dialectParser.getFullSymbolSpec().drop_front(strlen(row->name));
  text = text.trim();
  if (!text.consume_front("<") || !text.consume_back(">"))
    return parser.emitError(parser.getNameLoc(), "expected '<layout>'");
  tl_attribute_sink sink = {dialectParser, text.data(), row, parameters,
                            failure()};
  row->parse(row, mlirStringRefCreate(text.data(), text.size()), &sink);
  return sink.result;
}

static void print(const tl_attribute_row *row, AsmPrinter &printer,
                  ArrayRef<Attribute> parameters) {
  const int64_t *words =
      cast<DenseI64ArrayAttr>(parameters[0]).asArrayRef().data();
  printer << "<";
  tl_asm_printer wrapped{printer, nullptr};
  auto write = [](MlirStringRef text, void *stream) {
    *static_cast<AsmPrinter *>(stream) << StringRef(text.data, text.length);
  };
  if (row->print_tokens)
    row->print_tokens(words, &wrapped);
  else
    row->print(row, words, write, &printer);
  printer << ">";
}

static LogicalResult verify(const tl_attribute_row *row,
                            function_ref<InFlightDiagnostic()> emitError,
                            ArrayRef<Attribute> parameters) {
  auto words = parameters.empty() ? DenseI64ArrayAttr()
                                  : dyn_cast<DenseI64ArrayAttr>(parameters[0]);
  if (words && words.size() &&
      words.size() == countOf(row, words.asArrayRef().data()) &&
      (!row->check || row->check(words.asArrayRef().data())))
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
