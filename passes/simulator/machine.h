/* machine.h - Memory, and the threads of one block, in lockstep.
 *
 * Every thread of the block executes an instruction before any executes the
 * next one; where control diverges, some execute it and the others do not.
 * Blocks run one after the other. */
#ifndef TL_SIM_MACHINE_H
#define TL_SIM_MACHINE_H

#include "lib/base/checked.h"
#include "program.h"
#include "tl/dialect.h"
#include "trace.h"
#include <stdio.h>

/*===--- Memory -----------------------------------------------------------===*/

/* A buffer lies at an address that is a multiple of the alignment it is
 * promised and of no higher power of two.  Every byte knows whether anybody has
 * written it, and in shared and global memory who wrote and read it last. */

/* When and by whom a byte was touched.
 *
 * Rule U1: where all threads of a block write one value, each has written it
 * before it goes on.  What one of them reads there afterwards is that value;
 * what one of them has read before, in the operation itself, too, or writes
 * before the next barrier, races. */
enum { TL_EVERY_THREAD = -1, TL_NOBODY = 0 };
typedef struct tl_touch {
  uint32_t at;       /* 1 and the number of the instruction, or TL_NOBODY */
  int32_t block;     /* counted from the first launch */
  uint32_t barriers; /* of any threads of the block, before it */
  int16_t thread;    /* or TL_EVERY_THREAD */
  bool is_atomic;    /* which do not race with each other */
} tl_touch;

/* Who wrote a byte last, and two readers of different threads, the last one
 * first.  Others of the block's warps that have not seen each other are listed. */
enum { TL_WRITER = 0, TL_READER, TL_TOUCHES = TL_READER + 2 };
typedef struct tl_shadow {
  tl_touch touches[TL_TOUCHES];
  uint32_t others; /* of a buffer's, the first; 0: none */
} tl_shadow;

/* A reader, or an atomic change. */
typedef struct tl_other_touch {
  tl_touch touch;
  bool writes;
  uint32_t next; /* 0: none */
} tl_other_touch;

/* Those of all shadows of a buffer, from 1 on, and a list of those that are free. */
typedef struct tl_other_touches {
  tl_other_touch *items; /* owned */
  int count, capacity;
  uint32_t free;
} tl_other_touches;

/* What is known of a byte. */
enum {
  TL_BYTE_KNOWN = 0,
  TL_BYTE_UNKNOWN,   /* nobody has written it */
  TL_BYTE_IN_FLIGHT, /* an asynchronous copy to it has not been waited for */
  TL_BYTE_FREE,      /* unknown, and anything after lowering */
  TL_BYTE_COUNTS,    /* unknown, and of an mbarrier */
};

typedef struct tl_buffer {
  tl_memory_space space;
  int argument; /* of the function, or -1 */
  bool is_constant;
  const char *name;    /* of the operation that made it, for others */
  MlirOperation owner; /* the global it is the buffer of, or the function of
                           dynamic shared memory; or null */
  int64_t size;
  tl_promise promise;
  int64_t address;   /* of byte 0 */
  uint8_t *bytes;    /* owned */
  uint8_t *poison;   /* owned: TL_BYTE_KNOWN, ... */
  tl_shadow *shadow; /* owned; NULL for private memory: one for so many bytes
                        as all accesses are multiples of, a power of two */
  int shadow_shift;
  bool is_touched;
  bool is_written; /* by an access; of private memory, too */
  tl_other_touches others;
} tl_buffer;

/* A new buffer, all poison; NULL when memory is out. */
tl_buffer *tl_buffer_create(tl_memory_space space, int64_t size,
                            tl_promise promise);
void tl_buffer_destroy(tl_buffer *buffer);

/* Whether an access has written the byte; false of private memory. */
static inline bool tl_buffer_is_written(const tl_buffer *buffer, int64_t byte) {
  return buffer->shadow &&
         buffer->shadow[byte >> buffer->shadow_shift].touches[TL_WRITER].at !=
             TL_NOBODY;
}

/* Makes shadows of at most 1 << shift bytes; false when memory is out. */
bool tl_buffer_refine(tl_buffer *buffer, int shift);

/* Records a reader, of a launch whose blocks are counted from one on; returns the one
 * that it leaves no room for, or another of its thread. */
tl_touch tl_shadow_read(tl_shadow *shadow, const tl_touch *now,
                        int first_block);

/* Moves the buffer to the first address from *next on that keeps the promise;
 * *next is where the next buffer may lie, far enough to tell the two apart.
 * False when an address would have more than 64 bits. */
bool tl_buffer_place(tl_buffer *buffer, int64_t *next);

/* Whether the address is one of the buffer, or nearer to it than to another. */
bool tl_buffer_is_near(const tl_buffer *buffer, int64_t address);

/* A memref at run time.  Offset and strides are in elements; byte 0 of element
 * 0 of the whole is `start` bytes into the buffer. */
typedef struct tl_view {
  tl_buffer *buffer;
  int64_t start, offset, rank;
  int64_t sizes[TL_MAX_RANK], strides[TL_MAX_RANK];
} tl_view;

/* Offset in the buffer, in bytes, of an element of the view; any coordinate.
 * False when it has more than 64 bits. */
static inline bool tl_view_byte(const tl_view *view, const int64_t *coordinate,
                                int64_t element_bytes, int64_t *byte) {
  int64_t element = view->offset;
  bool fits = true;
  for (int64_t d = 0; d < view->rank; d++)
    fits &= tl_add_product(&element, coordinate[d], view->strides[d]);
  *byte = view->start;
  return tl_add_product(byte, element, element_bytes) && fits;
}

/* Strides that are INT64_MIN become those of rows without gaps; false when one
 * has more than 64 bits. */
bool tl_view_close_strides(tl_view *view);

/* The address of element 0, which may lie outside of the buffer. */
bool tl_view_address(const tl_view *view, int64_t element_bytes,
                     int64_t *address);

/* 1 + the largest offset of an element, in bytes, or in elements that count as
 * 1; false when that, or the number of elements, has more than 64 bits. */
bool tl_view_bytes(const tl_view *view, int64_t element_bytes, int64_t *bytes);

int64_t tl_view_elements(const tl_view *view);

/* The coordinate of the n-th element in row-major order; beyond the last one it
 * leaves dimension 0. */
void tl_coordinate_of(int64_t n, int64_t rank, const int64_t *sizes,
                      int64_t *coordinate);

/* A byte of a buffer, or an element, in words. */
typedef struct tl_sim_words {
  char text[96];
} tl_sim_words;

/* Bytes of one access, which one thread makes at one time. */
struct tl_access {
  tl_step step;
  tl_buffer *buffer;
  int64_t byte, bytes;
  int64_t alignment; /* that the address has to have */
  bool writes;
  bool is_of_block; /* all threads do the same */
  bool is_atomic;
};

/* Checks bounds, alignment and races, and counts the access.  False when there
 * are no such bytes to move; the fault is reported. */
bool tl_access_check(const tl_access *access);

/* The two halves of it, where those who move the bytes are not the thread that
 * names them: bounds, alignment and costs; then races. */
bool tl_access_check_place(const tl_access *access);
void tl_access_record(const tl_access *access);

/* What was written there last races with nothing from now on. */
void tl_access_publish(const tl_access *access);

/* Moves one element, within bounds. */
tl_element tl_buffer_get(const tl_buffer *buffer, int64_t byte, int bytes);
void tl_buffer_put(tl_buffer *buffer, int64_t byte, int bytes,
                   tl_element element);

/* The same of elements that follow each other. */
void tl_buffer_get_row(const tl_buffer *buffer, int64_t byte, int bytes,
                       int64_t count, tl_element *out);
void tl_buffer_put_row(tl_buffer *buffer, int64_t byte, int bytes,
                       int64_t count, const tl_element *elements);

/*===--- Faults -----------------------------------------------------------===*/

/* What goes wrong, as located errors: one for each instruction and kind; what
 * happens again is counted. */
typedef enum tl_fault_kind {
  TL_FAULT_BOUNDS = 0,
  TL_FAULT_ALIGNMENT,
  TL_FAULT_RACE,
  TL_FAULT_BARRIER,
  TL_FAULT_UNINITIALIZED,
  TL_FAULT_ARITHMETIC,
  TL_FAULT_ASSERTION,
  TL_FAULT_SCOPE,
  TL_FAULT_RESOURCE,
  TL_FAULT_ASYNC,
  TL_FAULT_REPLICAS,
  TL_FAULT_KIND_COUNT,
} tl_fault_kind;

/* Who did something, and where. */
typedef struct tl_culprit {
  MlirOperation operation; /* null: nobody */
  int64_t thread[3];       /* -1: every thread of the block */
  int64_t block[3];
  char deed[512];
} tl_culprit;

/* One that has been reported, and the access before that it is about. */
typedef struct tl_fault_record {
  tl_fault_kind kind;
  tl_culprit culprit, other;
} tl_fault_record;

typedef struct tl_faults {
  int64_t count;            /* of all, repetitions included */
  int reported;             /* the first of the records */
  uint16_t *seen;           /* owned: a bit a kind, by instruction number */
  tl_fault_record *records; /* owned: TL_MAX_FAULTS, or NULL: not kept */
} tl_faults;

/* Keeps records from now on; false when memory is out. */
bool tl_faults_keep(tl_faults *faults);

/* As JSON, on standard output. */
void tl_faults_print(const tl_faults *faults, MlirStringRef kernel);

/* Reports "'OP' op KIND: thread T of block B TEXT", with a note "thread T of
 * block B DEED" if another did something before, which is not NULL; false. */
bool tl_fault_with(const tl_step *step, tl_fault_kind kind,
                   const tl_touch *other, const char *deed, const char *format,
                   ...) TL_PRINTF(5, 6);
#define tl_fault(step, kind, ...)                                              \
  tl_fault_with(step, kind, NULL, NULL, __VA_ARGS__)

/* More than 64 bits of an address, a size or a stride, after which nothing
 * runs; false. */
bool tl_fault_overflow(const tl_step *step);

/* "element 5 of argument 0", of a byte. */
tl_sim_words tl_describe_place(const tl_buffer *buffer, int64_t byte,
                               int64_t element_bytes);

/* FILE:LINE:COLUMN. */
void tl_write_location(MlirLocation location, FILE *out);

/*===--- Asynchronous copies ----------------------------------------------===*/

/* A copy belongs to the thread that starts it.  From then until the thread has
 * waited for its group the bytes that it writes are in flight: whoever touches
 * them is at fault.  The wait makes them known to the thread, and a barrier
 * after it to others.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: Asynchronous
 * copy" and "Non-bulk copy" (cp.async, .commit_group, .wait_group). */
enum { TL_ASYNC_BYTES = 16 }; /* of one copy, at most */

typedef struct tl_async_copy {
  tl_access from; /* of no more bytes than `to`: zeros follow */
  tl_access to;
  uint32_t group;                /* of the thread */
  uint8_t bytes[TL_ASYNC_BYTES]; /* of the source when the copy started */
  uint8_t poison[TL_ASYNC_BYTES];
} tl_async_copy;

typedef struct tl_async {
  tl_async_copy *items; /* owned: in flight, in the order they started */
  int count, capacity;
  bool is_used;                    /* a copy has been started in this run */
  uint32_t groups[TL_MAX_THREADS]; /* that each thread has committed */
} tl_async;

/* The end of a block: a fault for each copy that has not been waited for. */
void tl_async_close(tl_machine *machine);

/* Completes all copies of a thread. */
void tl_async_finish(const tl_step *thread);

/* Starts a copy: both sides are checked, and the destination is in flight. */
void tl_async_start(const tl_access *from, const tl_access *to);

/* Barriers of the block that count arrivals, and copies that they count the bytes
 * of: see mbarriers.h. */
typedef struct tl_mbarrier tl_mbarrier;
typedef struct tl_bulk_copy tl_bulk_copy;
typedef struct tl_mbarriers {
  tl_mbarrier *items;   /* owned */
  tl_bulk_copy *copies; /* owned: in flight */
  int count, capacity, copy_count, copy_capacity;
  uint64_t cluster_phases[TL_MAX_THREADS]; /* behind those that threads have
                                              arrived at; 0: at none */
} tl_mbarriers;

/* The end of a block: a fault for each copy that nobody has waited for. */
void tl_mbarriers_close(tl_machine *machine);
void tl_mbarriers_free(tl_mbarriers *all);

/*===--- Barriers of a warp -----------------------------------------------===*/

/* How often lanes have waited for their warp with a mask, where they did not all come
 * together: they may do so at several places, but in the end equally often. */
enum { TL_WIDEST_WAVE = 64 };
typedef struct tl_warp_waits {
  int warp;
  uint64_t mask, returned; /* lanes that are named; who had returned then */
  uint32_t counts[TL_WIDEST_WAVE], most;
  tl_step last; /* that was the most */
} tl_warp_waits;

/* The end of a block: a fault for each mask with which a lane has waited less often
 * than another. */
void tl_warp_waits_close(tl_machine *machine);

/*===--- Report -----------------------------------------------------------===*/

/* What accesses cost, counted as the kernel runs.  The n-th access that each
 * thread of a warp makes in one execution of an instruction is one access of
 * the warp.  Addresses count from the start of their buffer, as an allocation
 * of a driver starts at a multiple of 256. */
typedef enum tl_report_format {
  TL_REPORT_NONE = 0,
  TL_REPORT_TEXT,
  TL_REPORT_JSON,
} tl_report_format;

typedef enum tl_counter {
  TL_COUNT_ACCESSES = 0, /* of single threads, and their bytes */
  TL_COUNT_BYTES,
  TL_COUNT_WARPS, /* accesses of warps */
  TL_COUNT_WAVEFRONTS,
  TL_COUNT_MINIMUM, /* wavefronts of shared memory, at least */
  TL_COUNT_DEGREE,  /* of the worst conflict */
  TL_COUNT_SECTORS, /* of global memory, and different bytes asked for */
  TL_COUNT_USED,
  TL_COUNTER_COUNT,
} tl_counter;

/* Totals of the reads, or the writes, of one instruction. */
typedef struct tl_access_totals {
  const tl_instruction *at;
  tl_memory_space space;
  bool writes;
  int64_t counts[TL_COUNTER_COUNT];
  int64_t bank, lanes; /* of the first worst conflict; lanes as bits, 0: none */
} tl_access_totals;

/* How often warps have executed an instruction by which lanes exchange words. */
typedef struct tl_exchange_totals {
  const tl_instruction *at; /* null: never */
  int64_t warps;
} tl_exchange_totals;

/* Accesses of the instruction that runs, thread by thread. */
typedef struct tl_pending {
  tl_access *items; /* owned */
  int count, capacity;
} tl_pending;

typedef struct tl_report {
  tl_access_totals *totals; /* owned: by instruction number, reads and writes */
  int count;
  tl_exchange_totals
      *exchanges;        /* owned: by instruction number, half as many */
  tl_pending pending[2]; /* reads and writes */
  int64_t own[2][TL_MAX_THREADS]; /* of each thread of the block, of memory that
                                     threads share */
  int64_t most[2];                /* of them, in any block */
} tl_report;

/* Counts the threads of another block. */
void tl_report_start(tl_report *report);

/* The bytes of the widest instruction that the stock pipeline makes of an access:
 * at most the target's widest, and what its stated alignment allows. */
int64_t tl_access_width(const tl_access *access);

/* Counts the instructions of one access; tl_report_close after each instruction of warps of `wave`
 * threads. */
void tl_report_add(tl_report *report, const tl_access *access);
void tl_report_close(tl_report *report, int wave);

/* Counts an exchange of one warp, where there is a report. */
void tl_report_exchange(const tl_step *step);

/* How much of the sectors is used, in percent. */
int64_t tl_report_efficiency(const int64_t *counts);

/* On standard output. */
void tl_report_print(const tl_report *report, const tl_program *program,
                     tl_report_format format);

/*===--- Machine ----------------------------------------------------------===*/

/* What a run may take: operations that threads execute, of all blocks, and
 * bytes of buffers that a block and its threads declare or allocate. */
typedef struct tl_budget {
  int64_t steps, bytes;
} tl_budget;

/* Is told from time to time how far a run is. */
typedef struct tl_watcher {
  void (*tell)(const tl_machine *machine, void *user); /* or null */
  void *user;
} tl_watcher;

/* How the kernel is launched. */
typedef struct tl_launch {
  int64_t grid[3], block[3];
  int64_t dynamic_bytes; /* of shared memory, or TL_DYNAMIC_UNKNOWN */
  int64_t cluster[3];    /* blocks of one; 1 without clusters */
} tl_launch;
enum { TL_DYNAMIC_UNKNOWN = -1 };

/* Numbers of a thread in its block, or of a block, along x, y, z. */
typedef struct tl_point {
  int64_t items[3];
} tl_point;

tl_point tl_point_in(int64_t number, const int64_t extents[3]);

/* The value of an argument of the function. */
typedef struct tl_argument {
  tl_view view; /* of a memref, or of the bytes that a pointer points to */
  tl_slot pointed; /* of these bytes, as those of a memref; else it is none */
  int64_t thread_bytes; /* from a thread's to the next thread's, if private */
  tl_element *elements; /* owned: of a scalar or a vector, thread by thread
                           (one element for a scalar) */
} tl_argument;

/* Threads of a block that do something together: `threads` of them, those of other
 * warps than one's own, where a warp counts as all its lanes; 0: none. */
typedef struct tl_party {
  int64_t number; /* of several at one instruction */
  int64_t threads;
  bool is_optional; /* who is there may do it without the others */
} tl_party;

struct tl_machine {
  const tl_program *program;
  const tl_target *target; /* whose instructions are counted */
  tl_launch launch;
  tl_faults faults;
  tl_report report;
  bool counts_accesses; /* in the report */
  tl_trace trace;

  bool is_host;                /* code that launches, one thread, runs */
  int64_t launched;            /* threads, by it */
  int first_block;             /* numbers below are of launches before */
  int thread_count, wave;      /* threads of the block, of a warp */
  int threads[TL_MAX_THREADS]; /* their numbers */
  int block;                   /* the number of the block that runs, in its
                                  launch */
  /* Barriers of the block that have been; the last one of all of it; and that
   * before which warp v has done what warp w knows of: known[w][v]. */
  uint32_t barriers, last_of_all, known[TL_MAX_WARPS][TL_MAX_WARPS];
  tl_lanes everyone;
  const tl_body *outermost;       /* that the threads of the block run */
  bool has_ended[TL_MAX_THREADS]; /* has nothing left of it but to return */

  char *values;         /* owned: slot by slot, thread by thread */
  const int64_t *point; /* of the iteration space of linalg whose body runs */

  /* Globals, arguments, and those of the block and its threads; owned but for
   * the arguments. */
  tl_buffer **buffers;
  int buffer_count, buffer_capacity;
  int64_t next_address[TL_MEMORY_OTHER + 1]; /* of a buffer in that space */
  int64_t alignment; /* of each, besides what is promised of it */
  tl_async async;
  tl_mbarriers mbarriers;
  tl_warp_waits *waits; /* owned */
  int wait_count, wait_capacity;
  struct tl_roles *roles; /* NULL: all warps go together.  See roles.h */

  tl_budget budget, taken;
  tl_watcher watcher;
  FILE *output;      /* for what threads print; NULL: it is dropped */
  int64_t pause;     /* the watcher is told, or the budget is spent, after so
                        many steps */
  bool is_exhausted; /* the budget is, or the memory of this machine */
  bool is_stopped;   /* that, or too many faults */
  bool is_silent;    /* stops at the first fault, and does not report it */
};

/* What a launch in the program runs: a body, whose arguments from `given` on are
 * buffers of the block and then of the thread.  Those before are given to each
 * thread of each block. */
typedef struct tl_kernel {
  const tl_body *body;
  int given, workgroup_count;
  void (*give)(const tl_step *thread);
} tl_kernel;

/* Lanes of a warp that the block has and that have not returned, as bits. */
uint64_t tl_running_lanes(const tl_machine *machine, int warp);

/* A barrier of warps, as bits: what one of them knows is known to all. */
void tl_machine_meet(tl_machine *machine, uint64_t warps);

/* Runs it for every block, each thread with the values that the host has. */
void tl_machine_launch(const tl_step *host, const tl_kernel *kernel,
                       const tl_launch *launch);

/* Runs the program for every block; what the last instruction returned stays in
 * its slots.  False when there were faults, which are reported as they come. */
bool tl_machine_run(tl_machine *machine, const tl_argument *arguments);

/* The same of some blocks, which leave the buffers of the last one. */
void tl_machine_run_blocks(tl_machine *machine, const tl_argument *arguments,
                           int first, int behind);

/* The machine has to stay where it is.  False when memory is out. */
bool tl_machine_create(const tl_program *program, const tl_launch *launch,
                       const tl_budget *budget, tl_machine *out);
void tl_machine_destroy(tl_machine *machine);

/* The elements or the view that a slot has in a thread; and operand or result
 * `i` of an instruction. */
static inline void *tl_slot_value(const tl_machine *machine, int slot,
                                  int thread) {
  const tl_slot *facts = &machine->program->slots[slot];
  return machine->values + facts->first * (size_t)machine->thread_count +
         (size_t)thread * facts->stride;
}

static inline tl_element *tl_operand(const tl_step *step, int i) {
  return tl_slot_value(step->machine, step->at->operands[i], step->thread);
}

static inline tl_element *tl_result(const tl_step *step, int i) {
  return tl_slot_value(step->machine, step->at->results[i], step->thread);
}

static inline tl_view *tl_operand_view(const tl_step *step, int i) {
  return tl_slot_value(step->machine, step->at->operands[i], step->thread);
}

static inline tl_view *tl_result_view(const tl_step *step, int i) {
  return tl_slot_value(step->machine, step->at->results[i], step->thread);
}

/* An index operand as a number, or operand 0 as a condition: poison is a fault
 * and counts as 0. */
int64_t tl_unknown_number(const tl_step *step, int i);
static inline int64_t tl_operand_number(const tl_step *step, int i) {
  const tl_element *element = tl_operand(step, i);
  return element->poison
             ? tl_unknown_number(step, i)
             : tl_sign_extend(element->bits,
                              tl_operand_slot(step->at, i)->scalar.bits);
}

static inline bool tl_operand_condition(const tl_step *step) {
  return tl_operand_number(step, 0) & 1;
}

/* Whether operand 0 is a condition that is not true; one that nothing has written is
 * a fault of its own. */
static inline bool tl_operand_is_false(const tl_step *step) {
  return !tl_operand_condition(step) && !tl_operand(step, 0)->poison;
}

/* Result `i` becomes a number. */
void tl_give_number(const tl_step *step, int i, int64_t number);

/* Copies the value of a slot in one thread to another slot of the same type. */
static inline void tl_copy_slot(tl_machine *machine, int from, int to,
                                int thread) {
  size_t bytes = machine->program->slots[from].bytes;
  void *target = tl_slot_value(machine, to, thread);
  const void *source = tl_slot_value(machine, from, thread);
  if (bytes == sizeof(tl_element))
    memcpy(target, source, sizeof(tl_element));
  else
    memcpy(target, source, bytes);
}

/* Counts `count` operations of each of the threads; past the limit the run
 * stops. */
void tl_take_steps(const tl_step *first, int count);

/* Executes the instructions of a body, but not its terminator, in the threads
 * of `lanes`, of which there is one.  All of them are steps, the terminator,
 * too: a loop cannot be without. */
void tl_run_body(tl_machine *machine, const tl_body *body,
                 const tl_lanes *lanes);

/* Gives a slot a view in a thread, in a new buffer of the running block; one
 * that is shared is made once, and in `view` from then on.  False after an
 * error. */
bool tl_machine_open(const tl_step *step, int slot, bool is_shared,
                     tl_view *view, tl_promise promise, const char *name);

/* A new buffer of so many bytes, which the running block may take; NULL after an
 * error. */
tl_buffer *tl_machine_allocate(const tl_step *step, tl_memory_space space,
                               int64_t size, tl_promise promise);

/* Gives a buffer, which may be NULL, to the machine: the buffer, or NULL after
 * an error.  `at` is NULL for what the function declares. */
tl_buffer *tl_machine_keep(tl_machine *machine, const tl_instruction *at,
                           tl_buffer *buffer);

/* The buffer of a global or of dynamic shared memory; NULL when there is none
 * yet. */
tl_buffer *tl_machine_buffer_of(const tl_machine *machine, MlirOperation owner);

/* The buffer of the space that the address is one of, or near to; NULL where there
 * is none. */
tl_buffer *tl_machine_buffer_near(const tl_machine *machine,
                                  tl_memory_space space, int64_t address);

/* Stops the kernel for want of memory or an address. */
#define TL_NO_MEMORY "has no memory left on this machine"
void tl_machine_stop(tl_machine *machine, const tl_instruction *at,
                     const char *reason);

/* The view that a memref type says, INT64_MIN where it does not, without a
 * buffer. */
tl_view tl_view_of_type(const tl_slot *slot);

#endif /* TL_SIM_MACHINE_H */
