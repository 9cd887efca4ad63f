// assembly.cpp - OpAsmParser and OpAsmPrinter, call by call.
#include "assembly.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;

namespace {
struct Punctuation {
  char character;
  ParseResult (AsmParser::*required)();
  ParseResult (AsmParser::*optional)();
};
} // namespace

static constexpr Punctuation PUNCTUATION[] = {
    {'[', &AsmParser::parseLSquare, &AsmParser::parseOptionalLSquare},
    {']', &AsmParser::parseRSquare, &AsmParser::parseOptionalRSquare},
    {'(', &AsmParser::parseLParen, &AsmParser::parseOptionalLParen},
    {')', &AsmParser::parseRParen, &AsmParser::parseOptionalRParen},
    {',', &AsmParser::parseComma, &AsmParser::parseOptionalComma},
    {':', &AsmParser::parseColon, &AsmParser::parseOptionalColon},
    {'=', &AsmParser::parseEqual, &AsmParser::parseOptionalEqual},
    {'*', &AsmParser::parseStar, &AsmParser::parseOptionalStar},
    {'>', &AsmParser::parseArrow, &AsmParser::parseOptionalArrow}, // "->"
};

static const Punctuation &find(char character) {
  const Punctuation *row = PUNCTUATION;
  while (row->character != character)
    ++row;
  return *row;
}

MlirContext tl_bridge_parse_context(tl_asm_parser *parser) {
  return wrap(parser->parser.getContext());
}

bool tl_bridge_parse_operand(tl_asm_parser *parser, intptr_t *number) {
  *number = parser->operands.size();
  return succeeded(
      parser->operation->parseOperand(parser->operands.emplace_back()));
}

bool tl_bridge_parse_resolve(tl_asm_parser *parser, intptr_t number,
                             MlirType type) {
  return succeeded(parser->operation->resolveOperand(
      parser->operands[number], unwrap(type), parser->state->operands));
}

bool tl_bridge_parse_punctuation(tl_asm_parser *parser, char c) {
  return succeeded((parser->parser.*find(c).required)());
}

bool tl_bridge_parse_optional_punctuation(tl_asm_parser *parser, char c) {
  return succeeded((parser->parser.*find(c).optional)());
}

bool tl_bridge_parse_keyword(tl_asm_parser *parser, const char *keyword) {
  return succeeded(parser->parser.parseKeyword(keyword));
}

bool tl_bridge_parse_optional_keyword(tl_asm_parser *parser,
                                      const char *keyword) {
  return succeeded(parser->parser.parseOptionalKeyword(keyword));
}

bool tl_bridge_parse_name(tl_asm_parser *parser, MlirStringRef *name) {
  StringRef text;
  if (failed(parser->parser.parseKeyword(&text)))
    return false;
  *name = wrap(text);
  return true;
}

bool tl_bridge_parse_integer(tl_asm_parser *parser, int64_t *value) {
  return succeeded(parser->parser.parseInteger(*value));
}

bool tl_bridge_parse_optional_integer(tl_asm_parser *parser, int64_t *value,
                                      bool *present) {
  OptionalParseResult result = parser->parser.parseOptionalInteger(*value);
  *present = result.has_value();
  return !*present || succeeded(*result);
}

bool tl_bridge_parse_attribute(tl_asm_parser *parser, MlirAttribute *out) {
  Attribute attribute;
  if (failed(parser->parser.parseAttribute(attribute)))
    return false;
  *out = wrap(attribute);
  return true;
}

bool tl_bridge_parse_type(tl_asm_parser *parser, MlirType *type) {
  Type parsed;
  if (failed(parser->parser.parseType(parsed)))
    return false;
  *type = wrap(parsed);
  return true;
}

bool tl_bridge_parse_attribute_dictionary(tl_asm_parser *parser) {
  return succeeded(
      parser->parser.parseOptionalAttrDict(parser->state->attributes));
}

bool tl_bridge_parse_error(tl_asm_parser *parser, const char *message) {
  parser->parser.emitError(parser->parser.getCurrentLocation()) << message;
  return false;
}

void tl_bridge_parsed_attribute(tl_asm_parser *parser, const char *name,
                                MlirAttribute attribute) {
  parser->state->addAttribute(name, unwrap(attribute));
}

void tl_bridge_parsed_result(tl_asm_parser *parser, MlirType type) {
  parser->state->addTypes(unwrap(type));
}

void tl_bridge_print_text(tl_asm_printer *printer, const char *text) {
  printer->printer << text;
}

void tl_bridge_print_integer(tl_asm_printer *printer, int64_t value) {
  printer->printer << value;
}

void tl_bridge_print_operand(tl_asm_printer *printer, MlirValue value) {
  *printer->operation << unwrap(value);
}

void tl_bridge_print_attribute(tl_asm_printer *printer,
                               MlirAttribute attribute) {
  printer->printer << unwrap(attribute);
}

void tl_bridge_print_type(tl_asm_printer *printer, MlirType type) {
  printer->printer << unwrap(type);
}

void tl_bridge_print_attribute_dictionary(tl_asm_printer *printer,
                                          MlirOperation operation,
                                          const char *const *left_out,
                                          intptr_t left_out_count) {
  SmallVector<StringRef> names(left_out, left_out + left_out_count);
  printer->operation->printOptionalAttrDict(unwrap(operation)->getAttrs(),
                                            names);
}
