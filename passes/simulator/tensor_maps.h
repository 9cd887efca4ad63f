/* tensor_maps.h - Tiles of memory as bulk copies put them into shared memory.
 *
 * The elements of a tile lie in row-major order without gaps, and 16 bytes where
 * the swizzle puts them: bits 4 and up of a place are XORed with those from 7 on,
 * as many as the rows of the tile have units of 16 bytes.
 *
 * Source: CUDA Driver API, cuTensorMapEncodeTiled; PTX ISA, "Tensors: Swizzling
 * Modes". */
#ifndef TL_SIM_TENSOR_MAPS_H
#define TL_SIM_TENSOR_MAPS_H

#include "machine.h"

enum { TL_TILE_UNIT = 16, TL_TILE_ALIGNMENT = 128 };

typedef struct tl_tile_map {
  int64_t rank, box[TL_MAX_RANK];
  int64_t bytes; /* of the tile */
  int element_bytes;
  int64_t swizzle; /* bits that are XORed, or 0 */
  bool is_nan;     /* what is outside of memory, else zero */
} tl_tile_map;

/* Of the type of operand or result `value`, a tensor map, for the program. */
tl_tile_map *tl_tile_map_read(tl_program *program, MlirValue value);

/* Runs what is no access of threads, which no report counts and nobody explains. */
void tl_run_uncounted(const tl_step *step, void (*run)(const tl_step *step));

/* The address of what would be at this one without a swizzle. */
static inline int64_t tl_tile_place(const tl_tile_map *map, int64_t address) {
  enum { TARGET = 4, SOURCE = 7 };
  return address ^ (address >> SOURCE & map->swizzle) << TARGET;
}

#endif /* TL_SIM_TENSOR_MAPS_H */
