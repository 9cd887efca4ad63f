// assembly.h - What the opaque parser and printer of bridge.h are.
#ifndef TL_BRIDGE_ASSEMBLY_H
#define TL_BRIDGE_ASSEMBLY_H

#include "bridge.h"
#include "mlir/IR/OpImplementation.h"

struct tl_asm_parser {
  mlir::OpAsmParser &parser;
  mlir::OperationState &state;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> operands;
};

struct tl_asm_printer {
  mlir::OpAsmPrinter &printer;
};

#endif // TL_BRIDGE_ASSEMBLY_H
