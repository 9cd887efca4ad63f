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
  int barriers[TL_PTX_LANES]; /* that they wait at */
  int counts[TL_PTX_LANES];   /* of its threads; 0: all that have not ended */
  uint64_t *bits, *unknown;   /* owned: of registers, lane by lane */
  uint8_t *own, *own_unknown; /* owned: memory, lane after lane */
  uint32_t groups[TL_PTX_LANES]; /* of asynchronous copies, committed */
  tl_ptx_value carries[TL_PTX_LANES];
};

/* A copy that is in flight. */
typedef struct tl_ptx_copy {
  const tl_ptx_instruction *at;
  int thread;
  uint32_t group;
  tl_ptx_place to, from;
  int bytes, read;
} tl_ptx_copy;

/* Who touched each piece of a buffer last; see ptx_races.c. */
struct tl_ptx_shadows {
  tl_ptx_shadow *items; /* owned; NULL: nobody has */
  uint8_t *uses;        /* owned; NULL: nobody has; see tl_ptx_races */
  int shift;            /* of 1 << shift bytes each */
};

/* What threads know of each other. */
typedef struct tl_ptx_races {
  int thread_count;
  uint32_t time, last_of_all; /* how often any, and when all have met */
  uint32_t *known, *met; /* owned: by threads, when what they see was done */
  bool *may_guess;       /* owned: by instructions, loads in front of a cas */
  bool has_read_only; /* of memory, some loads are of what nobody may write */
} tl_ptx_races;

struct tl_ptx_machine {
  const tl_ptx_program *program;
  const tl_ptx_launch *launch;
  int64_t block, steps;
  int thread_count, warp_count;
  tl_ptx_warp *warps;      /* owned */
  tl_ptx_buffer *buffers;  /* owned: of the variables, with their bytes, and
                             then those of the launch */
  tl_ptx_shadows *shadows; /* owned: of buffers */
  int buffer_count;
  tl_ptx_races races;
  tl_ptx_copy *copies; /* owned: in flight */
  int copy_count, copy_capacity;
  bool *noted; /* owned: instruction by instruction */
  bool is_stopped;
};

tl_ptx_point tl_ptx_point_of(int64_t number, const int64_t extents[3]);

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

/*===--- Races ------------------------------------------------------------===*/

/* False when memory is out. */
bool tl_ptx_races_create(const tl_ptx_program *program, int thread_count,
                         tl_ptx_races *out);
void tl_ptx_races_destroy(tl_ptx_races *races);

#endif /* TL_SIM_PTX_STATE_H */
