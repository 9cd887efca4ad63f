/* buffer_room.h - Whether a buffer of a kernel has what its type reaches (rule G3).
 *
 * A workgroup buffer of a gpu.func or gpu.launch is lowered to an array of as many
 * elements as the product of its extents: gaps between its rows and its offset have
 * no room.
 *
 *   memref<4x4xf32, strided<[19, 1]>, 3>   reaches 61 elements, and has 16
 *
 * What else defines such a memref (memref.alloc, memref.alloca, memref.global) the
 * lowering does not take with such a type at all, and says so. */
#ifndef TL_BUFFER_ROOM_H
#define TL_BUFFER_ROOM_H

#include "mlir-c/IR.h"
#include "tl/status.h"

/* TL_UNSUPPORTED where `memory`, the operand `name`, is in a buffer without that
 * room, whatever view of it. */
TL_MUST_CHECK tl_code tl_buffer_room_check(MlirValue memory, const char *name,
                                           tl_error *error);

#endif /* TL_BUFFER_ROOM_H */
