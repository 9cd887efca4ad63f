/* registers.h - The registers of one thread while a copy is written: a private
 * buffer that is read and written in place, or the pieces of a vector.
 *
 * A vector that a copy loads for another one to store stays in pieces; only
 * what else reads it sees it whole. */
#ifndef TL_REGISTERS_H
#define TL_REGISTERS_H

#include "tl/dialect.h"
#include "vector_parts.h"

typedef struct tl_registers {
  bool is_buffer;
  MlirType type; /* of the fragment in the copy */
  MlirType element;
  MlirValue buffer; /* flat */
  int64_t count, piece_count;
  MlirValue pieces[TL_MAX_REGISTERS + 1];
  tl_part parts[TL_MAX_REGISTERS]; /* of each register; piece -1: of none */
} tl_registers;

/* The slots of one access: slot + register stride of every element, in memory
 * order; `base` (null: 0) is added at run time and needs a buffer. */
typedef struct tl_slots {
  MlirValue base;
  int64_t count;
  int64_t slot[TL_MAX_ITERS];
} tl_slots;

void tl_registers_open(const tl_builder *builder, const tl_thread_view *view,
                       tl_registers *out);

/* Of a vector type, nothing in them; a vector's rows along its last dimension, a
 * piece each; all of them, which something was put into, as one vector. */
void tl_registers_open_vector(MlirType type, tl_registers *out);
void tl_registers_read(const tl_builder *builder, MlirValue vector,
                       tl_registers *out);
MlirValue tl_registers_whole(const tl_builder *builder,
                             const tl_registers *registers);

/* Registers first .. first + count - 1 of a vector as one of one dimension, or as a
 * scalar when count is 1. */
MlirValue tl_registers_part(const tl_builder *builder, MlirValue vector,
                            int64_t first, int64_t count);

/* The elements of a vector, in their order, as one of another shape. */
MlirValue tl_registers_cast(const tl_builder *builder, MlirValue vector,
                            MlirType type);

/* The registers as one vector in memory order (a scalar when count is 1). */
MlirValue tl_registers_get(const tl_builder *builder,
                           const tl_registers *registers,
                           const tl_slots *slots);

/* Puts a vector (a scalar when count is 1) into the registers. */
void tl_registers_put(const tl_builder *builder, tl_registers *registers,
                      const tl_slots *slots, MlirValue value);

/* Gives the users of a load the registers instead of its result and destroys it;
 * while stores that are still to be written use it, it stays. */
void tl_registers_close(const tl_builder *builder, tl_registers *registers,
                        MlirOperation load);

/* Destroys the load of a fragment that no store is left to use. */
void tl_registers_forget(const tl_builder *builder, MlirValue fragment);

#endif /* TL_REGISTERS_H */
