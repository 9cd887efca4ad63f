/* vector_parts.h - One-dimensional vectors made of parts of others. */
#ifndef TL_VECTOR_PARTS_H
#define TL_VECTOR_PARTS_H

#include "ir_builder.h"

/* An element of a list of pieces, which are vectors or scalars. */
typedef struct tl_part {
  int16_t piece, element;
} tl_part;

MlirType tl_vector_type(int64_t count, MlirType element);

/* The elements of a scalar, or of a vector or a memref of static shape. */
int64_t tl_element_count(MlirType type);

MlirValue tl_build_element(const tl_builder *builder, MlirValue piece,
                           int64_t element);

/* Elements first .. first + count - 1, a scalar when count is 1. */
MlirValue tl_build_slice(const tl_builder *builder, MlirValue vector,
                         int64_t first, int64_t count);

/* Register number `number` of a vector of any rank. */
MlirValue tl_build_register_at(const tl_builder *builder, MlirValue vector,
                               int64_t number);

/* What all elements of a vector of integers are: a value, or where that is null a
 * number. */
typedef struct tl_splat {
  MlirValue value;
  int64_t number;
} tl_splat;

/* False where they differ, as far as arith.constant and vector.broadcast say. */
bool tl_splat_read(MlirValue vector, tl_splat *out);

/* The vector of `count` parts, at most TL_MAX_REGISTERS: a piece where it is
 * one, the scalars in a row where all are, else as many shuffles as pieces are
 * read, less one.  They are of two vectors of one type, which are one operation
 * of LLVM; others would go element by element. */
MlirValue tl_build_gather(const tl_builder *builder, const MlirValue *pieces,
                          const tl_part *parts, int64_t count);

#endif /* TL_VECTOR_PARTS_H */
