// assembly.h - What the opaque assembly of bridge.h is.
#ifndef TL_BRIDGE_ASSEMBLY_H
#define TL_BRIDGE_ASSEMBLY_H

#include "bridge.h"
#include "mlir/IR/OpImplementation.h"

// A parser or a printer; of an attribute, without what is of operations.
struct tl_syntax {
  mlir::AsmParser *parser = nullptr;
  mlir::OpAsmParser *operationParser = nullptr;
  mlir::OperationState *state = nullptr;
  mlir::AsmPrinter *printer = nullptr;
  mlir::OpAsmPrinter *operationPrinter = nullptr;
  mlir::Operation *operation = nullptr;
  bool failed = false;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> operands = {};
};

#endif // TL_BRIDGE_ASSEMBLY_H
