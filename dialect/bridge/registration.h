// registration.h - Shared by the files that register the parts of a dialect.
#ifndef TL_BRIDGE_REGISTRATION_H
#define TL_BRIDGE_REGISTRATION_H

#include "bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/ExtensibleDialect.h"

namespace tl::bridge {
void registerAttribute(mlir::DynamicDialect *dialect,
                       const tl_attribute_row *row);
void registerOperation(mlir::DynamicDialect *dialect,
                       const tl_operation_row *row);
} // namespace tl::bridge

#endif // TL_BRIDGE_REGISTRATION_H
