// language_server.cpp - MLIR's language server, the JSON that it speaks, and
// where operations are in a text.
// Linked by tl-lsp-server alone: libMLIR.so does not have the server.
#include "bridge.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace json = llvm::json;

int tl_bridge_lsp_main(int argc, char **argv, MlirDialectRegistry registry) {
  return failed(MlirLspServerMain(argc, argv, *unwrap(registry)));
}

static const json::Value *valueOf(const tl_bridge_json *value) {
  return reinterpret_cast<const json::Value *>(value);
}

static const tl_bridge_json *wrapped(const json::Value *value) {
  return reinterpret_cast<const tl_bridge_json *>(value);
}

tl_bridge_json *tl_bridge_json_parse(MlirStringRef text) {
  llvm::Expected<json::Value> value = json::parse(unwrap(text));
  if (value)
    return reinterpret_cast<tl_bridge_json *>(
        new json::Value(std::move(*value)));
  llvm::consumeError(value.takeError());
  return nullptr;
}

void tl_bridge_json_free(tl_bridge_json *value) {
  delete reinterpret_cast<json::Value *>(value);
}

const tl_bridge_json *tl_bridge_json_member(const tl_bridge_json *value,
                                            const char *name) {
  const json::Object *object = value ? valueOf(value)->getAsObject() : nullptr;
  return object ? wrapped(object->get(name)) : nullptr;
}

const tl_bridge_json *tl_bridge_json_item(const tl_bridge_json *value,
                                          size_t number) {
  const json::Array *array = value ? valueOf(value)->getAsArray() : nullptr;
  return array && number < array->size() ? wrapped(&(*array)[number]) : nullptr;
}

bool tl_bridge_json_integer(const tl_bridge_json *value, int64_t *out) {
  auto number = value ? valueOf(value)->getAsInteger() : std::nullopt;
  *out = number.value_or(0);
  return number.has_value();
}

MlirStringRef tl_bridge_json_string(const tl_bridge_json *value) {
  auto text = value ? valueOf(value)->getAsString() : std::nullopt;
  return wrap(text.value_or(StringRef()));
}

void tl_bridge_json_print(const tl_bridge_json *value, MlirStringCallback print,
                          void *user) {
  detail::CallbackOstream stream(print, user);
  stream << (value ? *valueOf(value) : json::Value(nullptr));
}

MlirModule tl_bridge_parse_in_place(MlirContext context, MlirStringRef text) {
  MLIRContext *own = unwrap(context);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(unwrap(text)),
                             SMLoc());
  Block block;
  AsmParserState state;
  if (failed(parseAsmSourceFile(sources, &block, own, &state)))
    return {};
  for (const AsmParserState::OperationDefinition &each : state.getOpDefs()) {
    auto [line, column] = sources.getLineAndColumn(each.loc.Start);
    each.op->setLoc(FileLineColLoc::get(own, "", line, column));
  }
  auto module = detail::constructContainerOpForParserIfNecessary<ModuleOp>(
      &block, own, UnknownLoc::get(own));
  return wrap(module.release());
}
