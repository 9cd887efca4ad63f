// pass.cpp - Turns pass and pipeline rows into passes with options.
#include "mlir/Pass/Pass.h"
#include "bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

static ArrayRef<const tl_pass_row *> stagesOf(const tl_pass_row *row) {
  return ArrayRef(row->stages, row->stage_count);
}

namespace {
// The options of a pass and of its stages, in the order of the rows.
template <typename Option> struct RowOptions {
  SmallVector<std::unique_ptr<Option>> values;

  template <typename Owner> void add(Owner &owner, const tl_pass_row *row) {
    for (const tl_option_row &option :
         ArrayRef(row->options, row->option_count))
      values.push_back(std::make_unique<Option>(
          owner, option.name, llvm::cl::desc(option.description),
          llvm::cl::init(option.initial)));
    for (const tl_pass_row *stage : stagesOf(row))
      add(owner, stage);
  }
};

struct RowPass final : Pass {
  const tl_pass_row *row;
  RowOptions<Option<int64_t>> options;

  explicit RowPass(const tl_pass_row *def)
      : Pass(TypeID::getFromOpaquePointer(def)), row(def) {
    options.add(*this, row);
  }

  StringRef getName() const final { return row->argument; }
  StringRef getArgument() const final { return row->argument; }
  StringRef getDescription() const final { return row->description; }
  bool canScheduleOn(RegisteredOperationName) const final { return true; }
  std::unique_ptr<Pass> clonePass() const final {
    return std::make_unique<RowPass>(row);
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    insertDialects(row, registry);
  }
  static void insertDialects(const tl_pass_row *row,
                             DialectRegistry &registry) {
    for (auto dialect : ArrayRef(row->dialects, row->dialect_count))
      mlirDialectHandleInsertDialect(dialect(), wrap(&registry));
    for (const tl_pass_row *stage : stagesOf(row))
      insertDialects(stage, registry);
  }
  void runOnOperation() final {
    SmallVector<int64_t> values;
    for (const auto &value : options.values)
      values.push_back(*value);
    if (!row->run(wrap(getOperation()), values.data()))
      signalPassFailure();
  }
};

struct RowPipelineOptions final : detail::PassOptions {
  Option<bool> checks;
  RowOptions<Option<int64_t>> options;

  explicit RowPipelineOptions(const tl_pipeline_row *row)
      : checks(*this, row->flag, llvm::cl::desc(row->flag_description),
               llvm::cl::init(false)) {
    options.add(*this, row->check);
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
  auto add = [&](const tl_pass_row *pass, intptr_t first) {
    auto added = std::make_unique<RowPass>(pass);
    for (auto &option : added->options.values)
      *option = options.options.values[first++]->getValue();
    manager.addPass(std::move(added));
    return first;
  };
  if (options.checks)
    add(row->check, 0);
  intptr_t next = row->check->option_count;
  for (const tl_pass_row *stage : stagesOf(row->check))
    next = add(stage, next);
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
