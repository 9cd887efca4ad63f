// assembly.cpp - Parsers and printers of MLIR, call by call.
#include "assembly.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace {
struct Punctuation {
  StringRef text;
  ParseResult (AsmParser::*required)();
  ParseResult (AsmParser::*optional)();
};
} // namespace

static constexpr Punctuation PUNCTUATION[] = {
    {"[", &AsmParser::parseLSquare, &AsmParser::parseOptionalLSquare},
    {"]", &AsmParser::parseRSquare, &AsmParser::parseOptionalRSquare},
    {"(", &AsmParser::parseLParen, &AsmParser::parseOptionalLParen},
    {")", &AsmParser::parseRParen, &AsmParser::parseOptionalRParen},
    {",", &AsmParser::parseComma, &AsmParser::parseOptionalComma},
    {":", &AsmParser::parseColon, &AsmParser::parseOptionalColon},
    {"*", &AsmParser::parseStar, &AsmParser::parseOptionalStar},
    {"->", &AsmParser::parseArrow, &AsmParser::parseOptionalArrow},
    {"<", &AsmParser::parseLess, &AsmParser::parseOptionalLess},
    {">", &AsmParser::parseGreater, &AsmParser::parseOptionalGreater},
};

// Reads the keyword or punctuation that `text` begins with, and cuts it off.
static ParseResult readToken(AsmParser &parser, StringRef &text,
                             bool isOptional) {
  StringRef word =
      text.take_while([](char c) { return c == '_' || llvm::isAlpha(c); });
  if (text.consume_front(word) && !word.empty())
    return isOptional ? parser.parseOptionalKeyword(word)
                      : parser.parseKeyword(word);
  const Punctuation *row = PUNCTUATION;
  while (!text.consume_front(row->text))
    ++row;
  return (parser.*(isOptional ? row->optional : row->required))();
}

bool tl_bridge_is_reading(const tl_syntax *syntax) {
  return syntax->parser && !syntax->failed;
}

MlirContext tl_bridge_context(const tl_syntax *syntax) {
  return wrap(syntax->parser ? syntax->parser->getContext()
                             : syntax->operation->getContext());
}

MlirOperation tl_bridge_operation(const tl_syntax *syntax) {
  return wrap(syntax->operation);
}

void tl_bridge_text(tl_syntax *syntax, const char *text) {
  if (syntax->printer)
    *syntax->printer << text;
  for (StringRef rest = StringRef(text).ltrim();
       tl_bridge_is_reading(syntax) && !rest.empty(); rest = rest.ltrim())
    syntax->failed = failed(readToken(*syntax->parser, rest, false));
}

bool tl_bridge_optional_text(tl_syntax *syntax, const char *text,
                             bool is_there) {
  StringRef rest = StringRef(text);
  if (tl_bridge_is_reading(syntax))
    is_there = succeeded(readToken(*syntax->parser, rest = rest.ltrim(), true));
  else
    is_there &= !syntax->failed;
  if (is_there)
    tl_bridge_text(syntax, rest.data());
  return is_there;
}

bool tl_bridge_optional_integer(tl_syntax *syntax, int64_t *value,
                                bool is_there) {
  if (!tl_bridge_is_reading(syntax)) {
    if (is_there && syntax->printer)
      *syntax->printer << *value;
    return is_there;
  }
  OptionalParseResult result = syntax->parser->parseOptionalInteger(*value);
  syntax->failed = result.has_value() && failed(*result);
  return result.has_value();
}

void tl_bridge_type(tl_syntax *syntax, MlirType *type) {
  Type parsed;
  if (syntax->printer)
    *syntax->printer << unwrap(*type);
  else if (!syntax->failed)
    syntax->failed = failed(syntax->parser->parseType(parsed));
  if (parsed)
    *type = wrap(parsed);
}

intptr_t tl_bridge_operand(tl_syntax *syntax, intptr_t number) {
  if (syntax->printer)
    *syntax->operationPrinter << syntax->operation->getOperand(number);
  if (!tl_bridge_is_reading(syntax))
    return number;
  syntax->failed = failed(
      syntax->operationParser->parseOperand(syntax->operands.emplace_back()));
  return syntax->operands.size() - 1;
}

void tl_bridge_attribute(tl_syntax *syntax, const char *name) {
  Attribute parsed;
  if (syntax->printer)
    *syntax->printer << syntax->operation->getAttr(name);
  else if (!syntax->failed)
    syntax->failed = failed(syntax->parser->parseAttribute(parsed));
  tl_bridge_set_attribute(syntax, name, wrap(parsed));
}

bool tl_bridge_keyword(tl_syntax *syntax, const char *name) {
  StringRef word;
  if (syntax->printer)
    *syntax->printer
        << cast<StringAttr>(syntax->operation->getAttr(name)).getValue();
  if (!tl_bridge_is_reading(syntax))
    return true;
  if (failed(syntax->parser->parseOptionalKeyword(&word)))
    return false;
  syntax->state->addAttribute(name,
                              syntax->parser->getBuilder().getStringAttr(word));
  return true;
}

void tl_bridge_dictionary(tl_syntax *syntax, const char *const *left_out,
                          intptr_t left_out_count) {
  SmallVector<StringRef> names(left_out, left_out + left_out_count);
  if (syntax->printer)
    syntax->operationPrinter->printOptionalAttrDict(
        syntax->operation->getAttrs(), names);
  else if (!syntax->failed)
    syntax->failed = failed(
        syntax->parser->parseOptionalAttrDict(syntax->state->attributes));
}

void tl_bridge_set_attribute(tl_syntax *syntax, const char *name,
                             MlirAttribute attribute) {
  if (tl_bridge_is_reading(syntax))
    syntax->state->addAttribute(name, unwrap(attribute));
}

void tl_bridge_add_result(tl_syntax *syntax, MlirType type) {
  if (tl_bridge_is_reading(syntax))
    syntax->state->addTypes(unwrap(type));
}

void tl_bridge_add_operand(tl_syntax *syntax, intptr_t number, MlirType type) {
  if (tl_bridge_is_reading(syntax))
    syntax->failed = failed(syntax->operationParser->resolveOperand(
        syntax->operands[number], unwrap(type), syntax->state->operands));
}

void tl_bridge_parse_error(tl_syntax *syntax, const char *place,
                           const char *message) {
  if (!tl_bridge_is_reading(syntax))
    return;
  syntax->parser->emitError(place ? SMLoc::getFromPointer(place)
                                  : syntax->parser->getCurrentLocation())
      << message;
  syntax->failed = true;
}

MlirStringRef tl_bridge_attribute_text(tl_syntax *syntax) {
  auto *parser = static_cast<DialectAsmParser *>(syntax->parser);
  StringRef text = parser->getFullSymbolSpec();
  text = text.drop_until([](char c) { return c == '<'; }).trim();
  if (!text.consume_front("<") || !text.consume_back(">"))
    tl_bridge_parse_error(syntax, parser->getNameLoc().getPointer(),
                          "expected '<layout>'");
  return wrap(text);
}
