// pass.cpp - Turns pass and pipeline rows into passes with options.
#include "mlir/Pass/Pass.h"
#include "bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

static ArrayRef<const tl_pass_row *> stagesOf(const tl_pass_row *row) {
  return ArrayRef(row->stages, row->stage_count);
}

namespace {
// The options of a pass and of its stages, each name once.
template <typename Number, typename Text> struct RowOptions {
  llvm::StringMap<std::unique_ptr<Number>> numbers;
  llvm::StringMap<std::unique_ptr<Text>> texts;

  template <typename Owner> void add(Owner &owner, const tl_pass_row *row) {
    for (const tl_option_row &option :
         ArrayRef(row->options, row->option_count))
      if (option.initial_text)
        addOption(texts, owner, option, option.initial_text);
      else
        addOption(numbers, owner, option, option.initial);
    for (const tl_pass_row *stage : stagesOf(row))
      add(owner, stage);
  }

  template <typename Option, typename Owner, typename Value>
  static void addOption(llvm::StringMap<std::unique_ptr<Option>> &options,
                        Owner &owner, const tl_option_row &row, Value initial) {
    std::unique_ptr<Option> &option = options[row.name];
    if (!option)
      option = std::make_unique<Option>(owner, row.name,
                                        llvm::cl::desc(row.description),
                                        llvm::cl::init(initial));
  }

  // Values of `row` and then of its stages, each in the order of its rows.
  void read(const tl_pass_row *row,
            SmallVectorImpl<tl_option_value> &out) const {
    for (const tl_option_row &option :
         ArrayRef(row->options, row->option_count))
      if (option.initial_text)
        out.push_back({0, texts.at(option.name)->getValue().c_str()});
      else
        out.push_back({numbers.at(option.name)->getValue(), nullptr});
    for (const tl_pass_row *stage : stagesOf(row))
      read(stage, out);
  }

  // Takes the values of the options that `from` has, too.
  template <typename Other> void assign(const Other &from) {
    for (auto &option : numbers)
      *option.second = from.numbers.at(option.first())->getValue();
    for (auto &option : texts)
      *option.second = from.texts.at(option.first())->getValue();
  }
};

struct RowPass final : Pass {
  const tl_pass_row *row;
  RowOptions<Option<int64_t>, Option<std::string>> options;

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
    if (row->own_dialect)
      row->own_dialect(wrap(&registry));
    for (const tl_pass_row *stage : stagesOf(row))
      insertDialects(stage, registry);
  }
  void runOnOperation() final {
    SmallVector<tl_option_value> values;
    options.read(row, values);
    tl_pass_result result = row->run(wrap(getOperation()), values.data());
    if (result == TL_PASS_FAILED)
      signalPassFailure();
    if (result == TL_PASS_UNCHANGED)
      markAllAnalysesPreserved();
  }
};

struct RowPipelineOptions final : detail::PassOptions {
  Option<bool> checks;
  RowOptions<Option<int64_t>, Option<std::string>> options;

  explicit RowPipelineOptions(const tl_pipeline_row *row)
      : checks(*this, row->flag, llvm::cl::desc(row->flag_description),
               llvm::cl::init(false)) {
    options.add(*this, row->check);
  }
};
} // namespace

bool tl_bridge_has_pass(const char *argument) {
  return PassInfo::lookup(argument) != nullptr;
}

void tl_bridge_register_pass(const tl_pass_row *row) {
  registerPass([row] { return std::make_unique<RowPass>(row); });
}

static LogicalResult build(const tl_pipeline_row *row, OpPassManager &manager,
                           StringRef text) {
  RowPipelineOptions options(row);
  if (failed(options.parseFromString(text)))
    return failure();
  auto add = [&](const tl_pass_row *pass) {
    auto added = std::make_unique<RowPass>(pass);
    added->options.assign(options.options);
    manager.addPass(std::move(added));
  };
  if (options.checks)
    add(row->check);
  for (const tl_pass_row *stage : stagesOf(row->check))
    add(stage);
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
