// gaps.cpp - Single calls: diagnostics, GPU facts, drivers.
#include "bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Signals.h"

using namespace mlir;

void tl_bridge_emit(MlirLocation location, tl_severity severity,
                    const char *message, MlirLocation note_location,
                    const char *note) {
  static constexpr DiagnosticSeverity SEVERITIES[] = {
      DiagnosticSeverity::Error, DiagnosticSeverity::Warning,
      DiagnosticSeverity::Remark};
  Location place = unwrap(location);
  InFlightDiagnostic diagnostic =
      place.getContext()->getDiagEngine().emit(place, SEVERITIES[severity]);
  diagnostic << message;
  if (note)
    diagnostic.attachNote(unwrap(note_location)) << note;
}

MlirOperation tl_bridge_operation_like(MlirOperation operation,
                                       MlirLocation location,
                                       const MlirValue *operands) {
  Operation *own = unwrap(operation);
  SmallVector<Value> values;
  return wrap(Operation::create(
      unwrap(location), own->getName(), own->getResultTypes(),
      unwrapList(own->getNumOperands(), operands, values),
      own->getRawDictionaryAttrs(), own->getPropertiesStorage(), {}, 0));
}

int tl_bridge_gpu_address_space(MlirAttribute attribute) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(unwrap(attribute));
  if (!space)
    return -1;
  static_assert(int(gpu::AddressSpace::Global) == TL_GPU_SPACE_GLOBAL &&
                int(gpu::AddressSpace::Workgroup) == TL_GPU_SPACE_WORKGROUP &&
                int(gpu::AddressSpace::Private) == TL_GPU_SPACE_PRIVATE);
  return int(space.getValue());
}

int64_t tl_bridge_llvm_address_space(MlirAttribute attribute) {
  auto space = dyn_cast<LLVM::LLVMAddrSpaceAttrInterface>(unwrap(attribute));
  return space ? int64_t(space.getAddressSpace()) : -1;
}

int64_t tl_bridge_llvm_overflow_flags(MlirOperation operation) {
  static_assert(int(LLVM::IntegerOverflowFlags::nsw) == TL_LLVM_NSW &&
                int(LLVM::IntegerOverflowFlags::nuw) == TL_LLVM_NUW);
  auto own = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(unwrap(operation));
  return own ? int64_t(own.getOverflowFlags()) : 0;
}

MlirStringRef tl_bridge_target_chip(MlirAttribute attribute) {
  if (auto target = dyn_cast<NVVM::NVVMTargetAttr>(unwrap(attribute)))
    return wrap(target.getChip());
  if (auto target = dyn_cast<ROCDL::ROCDLTargetAttr>(unwrap(attribute)))
    return wrap(target.getChip());
  return {nullptr, 0};
}

bool tl_bridge_target_has_wave64(MlirAttribute attribute) {
  auto target = dyn_cast<ROCDL::ROCDLTargetAttr>(unwrap(attribute));
  return target && target.getFeatures().contains("+wavefrontsize64");
}

void tl_bridge_gpu_set_argument_attribute(MlirOperation function,
                                          intptr_t argument, MlirStringRef name,
                                          MlirAttribute value) {
  auto own = llvm::cast<gpu::GPUFuncOp>(unwrap(function));
  unsigned number = static_cast<unsigned>(argument);
  unsigned first = own.getFirstWorkgroupAttributionIndex();
  unsigned first_private = own.getFirstPrivateAttributionIndex();
  if (number < first)
    own.setArgAttr(number, unwrap(name), unwrap(value));
  else if (number < first_private)
    own.setWorkgroupAttributionAttr(number - first, unwrap(name),
                                    unwrap(value));
  else
    own.setPrivateAttributionAttr(number - first_private, unwrap(name),
                                  unwrap(value));
}

MlirValue tl_bridge_gpu_add_workgroup_buffer(MlirOperation function,
                                             MlirType type,
                                             MlirLocation location) {
  auto own = llvm::cast<gpu::GPUFuncOp>(unwrap(function));
  return wrap(own.addWorkgroupAttribution(unwrap(type), unwrap(location)));
}

static FunctionOpInterface function_of(MlirOperation operation) {
  return llvm::cast<FunctionOpInterface>(unwrap(operation));
}

intptr_t tl_bridge_argument_count(MlirOperation function) {
  auto own = llvm::dyn_cast<FunctionOpInterface>(unwrap(function));
  return own ? own.getNumArguments() : 0;
}

MlirType tl_bridge_argument_type(MlirOperation function, intptr_t argument) {
  return wrap(function_of(function).getArgumentTypes()[argument]);
}

MlirAttribute tl_bridge_argument_attributes(MlirOperation function,
                                            intptr_t argument) {
  return wrap(
      function_of(function).getArgAttrDict(static_cast<unsigned>(argument)));
}

bool tl_bridge_remove_argument_attribute(MlirOperation function,
                                         intptr_t argument,
                                         MlirStringRef name) {
  return bool(function_of(function).removeArgAttr(
      static_cast<unsigned>(argument), unwrap(name)));
}

int64_t tl_bridge_shape(MlirType type, const int64_t **extents) {
  ArrayRef<int64_t> shape = cast<ShapedType>(unwrap(type)).getShape();
  *extents = shape.data();
  return int64_t(shape.size());
}

MlirValue tl_bridge_view_source(MlirValue view) {
  Value own = unwrap(view);
  if (auto like = own.getDefiningOp<ViewLikeOpInterface>())
    return wrap(like.getViewSource());
  if (auto transposed = own.getDefiningOp<memref::TransposeOp>())
    return wrap(transposed.getIn());
  if (auto apart = own.getDefiningOp<memref::DistinctObjectsOp>())
    return wrap(apart->getOperand(llvm::cast<OpResult>(own).getResultNumber()));
  return {nullptr};
}

bool tl_bridge_is_effect_free(MlirOperation operation) {
  return isMemoryEffectFree(unwrap(operation));
}

bool tl_bridge_only_reads(MlirOperation operation) {
  return hasSingleEffect<MemoryEffects::Read>(unwrap(operation));
}

size_t tl_bridge_operation_hash(MlirOperation operation) {
  return OperationEquivalence::computeHash(
      unwrap(operation), OperationEquivalence::directHashValue,
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
}

bool tl_bridge_operations_are_equal(MlirOperation a, MlirOperation b) {
  return OperationEquivalence::isEquivalentTo(
      unwrap(a), unwrap(b), OperationEquivalence::IgnoreLocations);
}

void tl_bridge_each_predecessor(MlirBlock block,
                                void (*visit)(MlirOperation branch,
                                              intptr_t successor, void *user),
                                void *user) {
  Block *own = unwrap(block);
  for (auto i = own->pred_begin(); i != own->pred_end(); ++i)
    visit(wrap((*i)->getTerminator()), i.getSuccessorIndex(), user);
}

void tl_bridge_register_gpu_translations(MlirDialectRegistry registry) {
  registerAllGPUToLLVMIRTranslations(*unwrap(registry));
}

int tl_bridge_opt_main(int argc, char **argv, const char *name,
                       MlirDialectRegistry registry) {
  return asMainReturnCode(MlirOptMain(argc, argv, name, *unwrap(registry)));
}

void tl_bridge_add_version(const char *line) {
  llvm::cl::AddExtraVersionPrinter(
      [line](llvm::raw_ostream &stream) { stream << line << '\n'; });
}

int tl_bridge_reduce_main(int argc, char **argv, MlirContext context) {
  return asMainReturnCode(mlirReduceMain(argc, argv, *unwrap(context)));
}

void tl_bridge_remove_unfinished() { llvm::sys::RunInterruptHandlers(); }
