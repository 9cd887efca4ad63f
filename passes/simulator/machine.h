/* machine.h - The threads of one block, in lockstep.
 *
 * Every thread of the block executes an instruction before any executes the
 * next one; where control diverges, some execute it and the others do not.
 * Blocks run one after the other. */
#ifndef TL_SIM_MACHINE_H
#define TL_SIM_MACHINE_H

#include "async.h"
#include "faults.h"
#include "memory.h"
#include "report.h"

/* What a run may take: operations that threads execute, of all blocks, and
 * bytes of buffers that a block and its threads declare or allocate. */
typedef struct tl_budget {
  int64_t steps, bytes;
} tl_budget;

/* How the kernel is launched. */
typedef struct tl_launch {
  int64_t grid[3], block[3];
} tl_launch;

/* Numbers of a thread in its block, or of a block, along x, y, z. */
typedef struct tl_point {
  int64_t items[3];
} tl_point;

tl_point tl_point_in(int64_t number, const int64_t extents[3]);

/* The value of an argument of the function. */
typedef struct tl_argument {
  tl_view view;         /* of a memref */
  int64_t thread_bytes; /* from a thread's to the next thread's, if private */
  tl_element *elements; /* owned: of a scalar or a vector, thread by thread
                           (one element for a scalar) */
} tl_argument;

struct tl_machine {
  const tl_program *program;
  tl_launch launch;
  tl_faults faults;
  tl_report report;
  bool counts_accesses; /* in the report */

  int thread_count, wave;      /* threads of the block, of a warp */
  int threads[TL_MAX_THREADS]; /* their numbers */
  int block;                   /* the number of the block that runs */
  uint32_t epoch, warp_epoch[TL_MAX_THREADS];
  tl_lanes everyone;

  tl_element *elements; /* owned */
  tl_view *views;       /* owned */

  tl_buffer *
      *buffers; /* owned: globals, and those of the block and its threads */
  int buffer_count, buffer_capacity;
  int64_t next_address[TL_MEMORY_OTHER + 1]; /* of a buffer in that space */
  tl_async async;

  tl_budget budget, taken;
  bool is_exhausted; /* the budget is, or the memory of this machine */
  bool is_stopped;   /* that, or too many faults */
};

/* Runs the program for every block; what the last instruction returned stays in
 * its slots.  Faults are reported as they come. */
void tl_machine_run(tl_machine *machine, const tl_argument *arguments);

/* The machine has to stay where it is.  False when memory is out. */
bool tl_machine_create(const tl_program *program, const tl_launch *launch,
                       const tl_budget *budget, tl_machine *out);
void tl_machine_destroy(tl_machine *machine);

/* The elements or the view that a slot has in a thread. */
tl_element *tl_slot_elements(tl_machine *machine, int slot, int thread);
tl_view *tl_slot_view(tl_machine *machine, int slot, int thread);

/* The elements or the view of operand or result `i` of an instruction. */
tl_element *tl_operand(const tl_step *step, int i);
tl_element *tl_result(const tl_step *step, int i);
tl_view *tl_operand_view(const tl_step *step, int i);
tl_view *tl_result_view(const tl_step *step, int i);

/* An index operand as a number, which it is used as: poison is a fault and
 * counts as 0. */
int64_t tl_operand_number(const tl_step *step, int i);

/* The same for a condition. */
bool tl_operand_condition(const tl_step *step, int i);

/* Result `i` becomes a number. */
void tl_give_number(const tl_step *step, int i, int64_t number);

/* Copies the value of a slot in one thread to another slot of the same type. */
void tl_copy_slot(tl_machine *machine, int from, int to, int thread);

/* Executes the instructions of a body, but not its terminator, in the threads
 * of `lanes`, of which there is one. */
void tl_run_body(tl_machine *machine, const tl_body *body,
                 const tl_lanes *lanes);

/* A new buffer of the running block, for a view with elements of that size;
 * NULL after an error.  `at` is NULL for what the function declares. */
tl_buffer *tl_machine_allocate(tl_machine *machine, const tl_instruction *at,
                               tl_memory_space space, const tl_view *view,
                               int element_bytes, tl_promise promise);

/* The buffer of a global, or NULL before it is kept. */
tl_buffer *tl_machine_global(tl_machine *machine, MlirOperation global);

/* Gives a buffer, which may be NULL, to the machine: the buffer, or NULL after
 * an error. */
tl_buffer *tl_machine_keep(tl_machine *machine, const tl_instruction *at,
                           tl_buffer *buffer);

/* Stops the kernel for want of memory or an address; `at` as above. */
#define TL_NO_MEMORY "has no memory left on this machine"
void tl_machine_stop(tl_machine *machine, const tl_instruction *at,
                     const char *reason);

/* The buffer and the byte that a pointer operand points to, or near to; a fault
 * where there is none, and then false. */
bool tl_pointer_resolve(int operand, tl_access *access);

/* The view that a memref type says, INT64_MIN where it does not, without a
 * buffer. */
tl_view tl_view_of_type(const tl_slot *slot);

#endif /* TL_SIM_MACHINE_H */
