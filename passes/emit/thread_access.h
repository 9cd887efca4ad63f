/* thread_access.h - One access of a thread to memory, as IR.
 *
 * An access moves `width` consecutive elements.  Where it has limits, what lies
 * past one is not touched: an access that is inside as a whole moves as a whole,
 * one that a limit may cut moves in pieces that no limit cuts. */
#ifndef TL_THREAD_ACCESS_H
#define TL_THREAD_ACCESS_H

#include "ir_builder.h"
#include "tl/dialect.h"

enum { TL_MAX_WIDTH = 32 }; /* elements of an access: 256 bits of 8 */

/* Element i is inside when its coordinate is below the room, a multiple of the
 * granule.  Where the code is placed, the room is above `known` (-1: nothing is
 * known). */
typedef struct tl_access_limit {
  MlirValue room;
  int64_t granule, known;
  int64_t coordinate[TL_MAX_WIDTH];
} tl_access_limit;

typedef struct tl_access {
  MlirValue memory;  /* the flat memref */
  MlirValue address; /* of the first element, less the constant; null: 0 */
  int64_t constant;
  MlirType element;
  int64_t element_bytes, width;
  MlirAttribute pad; /* of what is not loaded; null: 0 */
  int64_t limit_count;
  tl_access_limit limits[TL_MAX_RANK];
} tl_access;

/* The type of the elements: a vector, or a scalar when width is 1. */
MlirType tl_access_type(const tl_access *access);

/* Where an element of it lies. */
MlirValue tl_build_access_address(const tl_builder *builder,
                                  const tl_access *access, int64_t element);

/* What is loaded of an access that is outside as a whole. */
MlirValue tl_build_access_pad(const tl_builder *builder,
                              const tl_access *access);

/* Whether element 0 is inside all limits; null when it is known to be. */
MlirValue tl_build_access_begins(const tl_builder *builder,
                                 const tl_access *access);

/* How many elements are inside, of an access whose limits leave its first ones;
 * null where it has no limits. */
MlirValue tl_build_access_count(const tl_builder *builder,
                                const tl_access *access);

/* A vector of the elements, a scalar when width is 1. */
MlirValue tl_build_access_load(const tl_builder *builder,
                               const tl_access *access);

void tl_build_access_store(const tl_builder *builder, const tl_access *access,
                           MlirValue value);

#endif /* TL_THREAD_ACCESS_H */
