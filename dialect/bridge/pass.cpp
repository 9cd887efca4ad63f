// pass.cpp - Turns pass and pipeline rows into passes with options.
#include "mlir/Pass/Pass.h"
#include "bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace {
struct RowPass final : Pass {
  const tl_pass_row *row;
  SmallVector<std::unique_ptr<Option<int64_t>>> values;

  explicit RowPass(const tl_pass_row *def)
      : Pass(TypeID::getFromOpaquePointer(def)), row(def) {
    for (const tl_option_row &option :
         ArrayRef(row->options, row->option_count))
      values.push_back(std::make_unique<Option<int64_t>>(
          *this, option.name, llvm::cl::desc(option.description),
          llvm::cl::init(option.initial)));
  }

  StringRef getName() const final { return row->argument; }
  StringRef getArgument() const final { return row->argument; }
  StringRef getDescription() const final { return row->description; }
  bool canScheduleOn(RegisteredOperationName) const final { return true; }
  std::unique_ptr<Pass> clonePass() const final {
    return std::make_unique<RowPass>(row);
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    for (auto dialect : ArrayRef(row->dialects, row->dialect_count))
      mlirDialectHandleInsertDialect(dialect(), wrap(&registry));
  }
  void runOnOperation() final {
    SmallVector<int64_t> options;
    for (const auto &value : values)
      options.push_back(*value);
    if (!row->run(wrap(getOperation()), options.data()))
      signalPassFailure();
  }
};

struct RowPipelineOptions final : detail::PassOptions {
  SmallVector<std::unique_ptr<Option<int64_t>>> values;

  explicit RowPipelineOptions(const tl_pipeline_row *row) {
    for (const tl_pass_row *pass : ArrayRef(row->passes, row->pass_count))
      for (const tl_option_row &option :
           ArrayRef(pass->options, pass->option_count))
        values.push_back(std::make_unique<Option<int64_t>>(
            *this, option.name, llvm::cl::desc(option.description),
            llvm::cl::init(option.initial)));
  }
};
} // namespace

void tl_bridge_register_pass(const tl_pass_row *row) {
  registerPass([row] { return std::make_unique<RowPass>(row); });
}

static LogicalResult build(const tl_pipeline_row *row, OpPassManager &manager,
                           StringRef text) {
  RowPipelineOptions options(row);
  if (failed(options.parseFromString(text)))
    return failure();
  auto value = options.values.begin();
  for (const tl_pass_row *passRow : ArrayRef(row->passes, row->pass_count)) {
    auto pass = std::make_unique<RowPass>(passRow);
    for (auto &option : pass->values)
      *option = (*value++)->getValue();
    manager.addPass(std::move(pass));
  }
  return success();
}

void tl_bridge_register_pipeline(const tl_pipeline_row *row) {
  registerPassPipeline(
      row->argument, row->description,
      [row](OpPassManager &manager, StringRef text, auto) {
        return build(row, manager, text);
      },
      [row](function_ref<void(const detail::PassOptions &)> visit) {
        visit(RowPipelineOptions(row));
      });
}
