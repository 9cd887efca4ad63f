/* tile_memory.h - The memory side of a copy by its definition: where it says
 * that the elements of its tile lie. */
#ifndef TL_SIM_TILE_MEMORY_H
#define TL_SIM_TILE_MEMORY_H

#include "moves.h"
#include "tl/dialect.h"

/* A number that is an attribute, or an operand, and the divisor stated of
 * it. */
typedef struct tl_stated_number {
  int64_t fixed;
  int operand; /* -1: the number is fixed */
  int64_t divisor;
} tl_stated_number;

typedef struct tl_tile_memory {
  tl_scope scope;
  int operand;
  int64_t origin_count, bound_count;
  tl_stated_number origin[TL_MAX_RANK], bound[TL_MAX_RANK];
  int64_t alignment, stride_divisor[TL_MAX_RANK];
  tl_element pad; /* what is loaded past a bound */
  bool has_layout;
  tl_layout layout;    /* of memory */
  tl_list tile, whole; /* shapes: of the tile, of the memory layout */
} tl_tile_memory;

/* Where the tile starts and where the elements end, in one thread. */
typedef struct tl_tile_window {
  int64_t origin[TL_MAX_RANK], bound[TL_MAX_RANK];
} tl_tile_window;

/* Reads the memory of `view`; the tile has the shape of the layout `tile`. */
TL_MUST_CHECK tl_code tl_tile_memory_read(const tl_instruction *at,
                                          const tl_copy_view *view,
                                          const tl_layout *tile,
                                          tl_tile_memory *out, tl_error *error);

/* What the first thread of a group gave. */
typedef struct tl_tile_group {
  int64_t first; /* -1 before the first group */
  int thread;
  int64_t address;
  tl_tile_window window;
} tl_tile_group;

/* The memory in one thread; the move is of one element. */
typedef struct tl_tile_side {
  const tl_tile_memory *tile;
  tl_tile_window window;
  tl_move move;
} tl_tile_side;

/* Checks what the copy states, and that all threads of a group give one memory,
 * origin and bounds. */
tl_tile_side tl_tile_open(const tl_step *step, const tl_tile_memory *tile,
                          tl_tile_group *group);

typedef enum tl_tile_place {
  TL_TILE_FOUND = 0,
  TL_TILE_PAST_BOUND,
  TL_TILE_OUTSIDE, /* the layout, which is a fault */
} tl_tile_place;

/* Moves to an element of the tile, in row-major order. */
tl_tile_place tl_tile_locate(tl_tile_side *side, int64_t element);

/* Every thread of a group takes part or none does, and the group has the
 * threads 0 to needed - 1. */
void tl_check_groups(const tl_step *first, tl_scope scope, int64_t needed);

/* The threads of a scope: those of a block are TL_MAX_THREADS and less. */
int64_t tl_threads_of_scope(const tl_instruction *at, tl_scope scope);

/* The operand of an instruction that is this value, or -1. */
int tl_operand_of(const tl_instruction *at, MlirValue value);

/* The attribute pad, of the element type of an operand; zero without it. */
void tl_read_pad(const tl_instruction *at, int memory, tl_element *out);

/* A number that an operation states a divisor of. */
void tl_check_divisor(const tl_step *step, const char *what, int64_t number,
                      int64_t d, int64_t divisor);

/* An alignment that an operation states of element 0. */
void tl_check_alignment(const tl_move *move, int64_t alignment);

#endif /* TL_SIM_TILE_MEMORY_H */
