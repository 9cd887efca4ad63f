// assembly.h - What the opaque parser and printer of bridge.h are.
#ifndef TL_BRIDGE_ASSEMBLY_H
#define TL_BRIDGE_ASSEMBLY_H

#include "bridge.h"
#include "mlir/IR/OpImplementation.h"

// Of an attribute, `operation` and `state` are null.
struct tl_asm_parser {
  mlir::AsmParser &parser;
  mlir::OpAsmParser *operation;
  mlir::OperationState *state;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> operands;
};

struct tl_asm_printer {
  mlir::AsmPrinter &printer;
  mlir::OpAsmPrinter *operation;
};

#endif // TL_BRIDGE_ASSEMBLY_H
