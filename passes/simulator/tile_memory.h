/* tile_memory.h - The memory side of a copy by its definition: where it says
 * that the elements of its tile lie. */
#ifndef TL_SIM_TILE_MEMORY_H
#define TL_SIM_TILE_MEMORY_H

#include "moves.h"
#include "program.h"
#include "tl/dialect.h"

typedef struct tl_tile_memory {
  tl_copy_view view;
  int memory, origin[TL_MAX_RANK]; /* operands, -1: none */
  int bound[TL_MAX_RANK];          /* likewise */
  int64_t alignment, divisor[TL_MAX_RANK];
  int64_t bound_divisor[TL_MAX_RANK], stride_divisor[TL_MAX_RANK];
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

/* Checks what the copy states, in one thread, and that all threads of a group
 * give one memory, origin and bounds; the move is of one element. */
tl_move tl_tile_open(const tl_step *step, const tl_tile_memory *tile,
                     tl_tile_group *group, tl_tile_window *window);

/* Whether an element of the tile, in row-major order, is inside the bounds. */
bool tl_tile_is_inside(const tl_tile_memory *tile, const tl_tile_window *window,
                       int64_t element);

/* Where it lies; false outside the layout, which is a fault. */
bool tl_tile_locate(const tl_tile_memory *tile, const tl_tile_window *window,
                    int64_t element, tl_move *move);

/* Every thread of a group takes part or none does, and the group has the
 * threads 0 to needed - 1. */
void tl_check_groups(const tl_step *first, tl_scope scope, int64_t needed,
                     const tl_lanes *lanes);

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
