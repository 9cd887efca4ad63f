/* ptx_state.h - What a machine of PTX has while it runs. */
#ifndef TL_SIM_PTX_STATE_H
#define TL_SIM_PTX_STATE_H

#include "ptx_rows.h"
#include <inttypes.h>

/* Numbers along x, y, z. */
typedef struct tl_ptx_point {
  int64_t items[3];
} tl_ptx_point;

typedef enum tl_ptx_thread_state {
  TL_PTX_RUNS = 0,
  TL_PTX_WAITS_WARP,  /* for lanes of its warp, at its instruction */
  TL_PTX_WAITS_BLOCK, /* at a barrier */
  TL_PTX_ENDED,
} tl_ptx_thread_state;

struct tl_ptx_warp {
  int number;
  uint32_t lanes; /* that there are */
  int pc[TL_PTX_LANES];
  tl_ptx_thread_state states[TL_PTX_LANES];
  int barriers[TL_PTX_LANES], counts[TL_PTX_LANES]; /* that they wait at */
  uint64_t *bits, *unknown;      /* owned: of registers, lane by lane */
  uint8_t *own, *own_unknown;    /* owned: memory, lane after lane */
  uint32_t groups[TL_PTX_LANES]; /* of asynchronous copies, committed */
};

/* A copy that is in flight. */
typedef struct tl_ptx_copy {
  int thread;
  uint32_t group;
  tl_ptx_place to, from;
  int bytes, read;
} tl_ptx_copy;

struct tl_ptx_machine {
  const tl_ptx_program *program;
  const tl_ptx_launch *launch;
  int64_t block, steps;
  int thread_count, warp_count;
  tl_ptx_warp *warps;     /* owned */
  tl_ptx_buffer *buffers; /* owned: of the variables, and their bytes */
  tl_ptx_copy *copies;    /* owned: in flight */
  int copy_count, copy_capacity;
  bool *noted; /* owned: instruction by instruction */
  bool is_stopped;
};

/* The number of the thread in its block. */
int tl_ptx_thread(const tl_ptx_step *step);

/* Tells what is no fault, once for an instruction. */
void tl_ptx_note(const tl_ptx_step *step, const char *kind, const char *format,
                 ...) TL_PRINTF(3, 4);

/* Memory of the program: false when memory is out; and what a block begins
 * with. */
bool tl_ptx_memory_create(tl_ptx_machine *machine);
void tl_ptx_memory_destroy(tl_ptx_machine *machine);
void tl_ptx_memory_start(tl_ptx_machine *machine);

#endif /* TL_SIM_PTX_STATE_H */
