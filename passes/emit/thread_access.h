/* thread_access.h - One access of a thread, as IR.
 *
 * An access moves `width` consecutive elements.  Where it has limits, what lies
 * past one is not touched. */
#ifndef TL_THREAD_ACCESS_H
#define TL_THREAD_ACCESS_H

#include "ir_builder.h"
#include "tl/dialect.h"

enum { TL_MAX_WIDTH = 32 }; /* elements of an access: 256 bits of 8 */

/* Element i is inside when its coordinate is below the room or, where there is an
 * extent, from where the room begins at least 0 and below that; the granule divides
 * both.  Where the code is placed, the room is above `known` (-1: nothing is
 * known). */
typedef struct tl_access_limit {
  MlirValue room, extent; /* null: none */
  int64_t granule, known;
  int64_t coordinate[TL_MAX_WIDTH];
} tl_access_limit;

/* What is proved of the pointer that the address of matrices is counted from. */
typedef struct tl_access_base {
  int64_t alignment; /* bytes, more than what is joined to the address by
                        exclusive or, unless that is a number; 0: none */
  int64_t has_far;   /* whether `far` is part of it */
} tl_access_base;

/* Rule E31: so many times a stride of 32 bits. */
typedef struct tl_access_steps {
  MlirValue stride; /* an index that is cast from 32 bits; null: none */
  int64_t count;
} tl_access_steps;

/* Where an access starts: element address + far + constant of a flat memref;
 * null values are 0.  Accesses of a loop tend to have the address in common, and
 * `far` with each other: the two are added last.  There may be a `unit`, of which
 * the address and `far` count so many for an element. */
typedef struct tl_access_start {
  MlirValue memory, address, far;
  int64_t constant, unit; /* 0: none */
  tl_access_steps steps;
  tl_access_base base;
} tl_access_start;

typedef struct tl_thread_access {
  MlirOperation named; /* whose foreign attributes it has; null: none */
  bool stores;
  tl_access_start start;
  tl_access_start
      target; /* of an asynchronous access; else its memory is null */
  MlirType element;
  int64_t element_bytes, width;
  int64_t matrices; /* of an instruction, 1, 2 or 4; 0: no matrix access */
  bool is_transposed;
  tl_cache_mode cache;
  MlirAttribute pad; /* of what is not loaded; null: 0 */
  int64_t limit_count;
  tl_access_limit limits[TL_MAX_RANK];
  const tl_builder *early;       /* in front of the branch around; null: none */
  MlirValue *held;               /* what is set there for what is not loaded */
  struct tl_access_group *group; /* that it may belong to; null: none */
  MlirValue *place; /* of what it loads then, once that is closed */
} tl_thread_access;

/* Accesses under the condition of the first, in one branch.  All zero is none. */
typedef struct tl_access_group {
  MlirValue inside; /* the condition */
  tl_thread_access first;
  tl_branch branch;
  intptr_t count; /* of what is loaded */
  MlirValue loaded[TL_MAX_REGISTERS];
  MlirValue *places[TL_MAX_REGISTERS], *held[TL_MAX_REGISTERS];
} tl_access_group;

/* A kind of access, one row each.  `write` stores `value`, a vector of the
 * elements (a scalar when width is 1), or returns what it loads; an
 * asynchronous access returns null, and so does one that belongs to a group. */
typedef struct tl_access_emitter {
  const char *name;
  bool (*is_of)(const tl_thread_access *access);
  MlirValue (*write)(const tl_builder *builder, const tl_thread_access *access,
                     MlirValue value);
} tl_access_emitter;

/* vector.load and vector.store, memref.load and memref.store.  What a limit may
 * cut moves as a whole when it is inside, and else in pieces that none cuts. */
extern const tl_access_emitter TL_PLAIN_ACCESS;

/* Builds the branch of a group, if there is one, and sets the places. */
void tl_close_access_group(const tl_builder *builder, tl_access_group *group);

/* nvvm.ldmatrix and nvvm.stmatrix, by the whole warp: the start is the row of
 * 16 bytes that the lane names, and `width` elements are what the lane has of
 * all matrices, 4 bytes of each (8 of bytes that are loaded and transposed),
 * matrix by matrix.  There are no limits.
 *
 * Source: PTX ISA, "Warp-level matrix load instruction: ldmatrix", "Warp-level
 * matrix store instruction: stmatrix". */
extern const tl_access_emitter TL_MATRIX_ACCESS;

/* nvgpu.device_async_copy of 4, 8 or 16 bytes to `target`, with zeros in place
 * of what is outside. */
extern const tl_access_emitter TL_ASYNC_ACCESS;

const tl_access_emitter *tl_access_emitter_of(const tl_thread_access *access);

/* Closes the group of the thread; waits until at most `pending` are left. */
void tl_build_async_commit(const tl_builder *builder);
void tl_build_async_wait(const tl_builder *builder, int64_t pending);

/*===--- For the kinds ----------------------------------------------------===*/

/* The type of `count` elements: a vector, or a scalar when it is 1. */
MlirType tl_access_type(const tl_thread_access *access, int64_t count);

/* The operation that is the access gets the attributes that it is to have. */
void tl_name_access(const tl_thread_access *access, MlirOperation operation);

/* Where an element lies. */
MlirValue tl_build_access_address(const tl_builder *builder,
                                  const tl_access_start *start,
                                  int64_t element);

/* Whether element 0 is inside all limits; null when it is known to be. */
MlirValue tl_build_access_begins(const tl_builder *builder,
                                 const tl_thread_access *access);

/* How many elements are inside, of an access whose limits leave its first ones;
 * null where it has no limits. */
MlirValue tl_build_access_count(const tl_builder *builder,
                                const tl_thread_access *access);

#endif /* TL_THREAD_ACCESS_H */
