/* registers.h - The registers of one thread while a copy is written: a private
 * buffer that is read and written in place, or a vector value under
 * construction. */
#ifndef TL_REGISTERS_H
#define TL_REGISTERS_H

#include "ir_builder.h"
#include "tl/dialect.h"

typedef struct tl_registers {
  bool is_buffer;
  MlirType type; /* of the fragment in the copy */
  MlirType flat; /* the one-dimensional vector type of a value */
  MlirType element;
  MlirValue current; /* the flat buffer, or the flat vector so far */
} tl_registers;

/* The slots of one access: slot + register stride of every element, in memory
 * order; `base` (null: 0) is added at run time and needs a buffer. */
typedef struct tl_slots {
  MlirValue base;
  int64_t count;
  int64_t slot[TL_MAX_ITERS];
} tl_slots;

tl_registers tl_registers_open(const tl_builder *builder,
                               const tl_thread_view *view);

/* The registers of a one-dimensional vector (or scalar) type, with a value. */
tl_registers tl_registers_of(MlirType type, MlirValue value);

/* The registers as one vector in memory order (a scalar when count is 1). */
MlirValue tl_registers_get(const tl_builder *builder,
                           const tl_registers *registers,
                           const tl_slots *slots);

/* Puts a vector (a scalar when count is 1) into the registers. */
void tl_registers_put(const tl_builder *builder, tl_registers *registers,
                      const tl_slots *slots, MlirValue value);

/* The finished value, of the fragment's own type. */
MlirValue tl_registers_close(const tl_builder *builder,
                             const tl_registers *registers);

MlirType tl_vector_type(int64_t count, MlirType element);

#endif /* TL_REGISTERS_H */
