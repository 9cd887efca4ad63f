/* trace.h - Which bytes the threads of one block touch, access by access, and
 * whether the other blocks of its launch touch the same, or the same moved. */
#ifndef TL_SIM_TRACE_H
#define TL_SIM_TRACE_H

#include "program.h"
#include "tl/dialect.h"

typedef struct tl_access tl_access;
typedef struct tl_machine tl_machine;

/* An access of the first block of a launch to memory that threads share. */
typedef struct tl_traced {
  const tl_instruction *at;
  int64_t byte;
  int32_t bytes, thread;
  int32_t width;  /* bytes of the access that they are a part of */
  int32_t round;  /* of the execution of any instruction */
  int32_t buffer; /* number of it in the trace */
  int32_t group;  /* instructions that are explained as one; filled in later */
  int32_t step;   /* how often the thread has executed it; filled in later */
  int32_t part,
      start;      /* of an access that is explained in parts: from 1, and the
                          step that is its first; filled in later */
  int32_t number; /* in the order of the run */
  int32_t next;   /* 1 + that of the thread's next one, of the instruction and
                     in the direction; 0: there is none */
  bool writes;
} tl_traced;

/* Reads, or writes, of an instruction in other blocks. */
typedef struct tl_traced_others {
  const tl_instruction *at; /* NULL: no block executes it */
  bool is_in_first;
  int32_t block; /* the first that touches others than the first block, moved,
                    or more or fewer; 0: there is none */
  int64_t moved; /* bytes, of the block that runs; valid once it has come by */
  bool is_moved;
} tl_traced_others;

/* A buffer that is touched, as the first memref shows it that touches it; or
 * what memref.view makes of a part of it. */
typedef struct tl_traced_buffer {
  const void *key; /* the buffer, which may be gone */
  int owner;       /* the first number that the buffer has */
  int64_t start;   /* byte of the buffer; -1: accesses are by pointers */
  tl_memory_space space;
  int argument;      /* or -1 */
  const char *name;  /* of the operation that made it, or NULL */
  int64_t alignment; /* that byte 0 is promised */
  int64_t element_bytes, rank, sizes[TL_MAX_RANK], strides[TL_MAX_RANK];
} tl_traced_buffer;

typedef enum tl_trace_stage {
  TL_TRACE_NOTHING = 0, /* of what launches, and of a launch like one before */
  TL_TRACE_FIRST,
  TL_TRACE_OTHERS
} tl_trace_stage;

typedef struct tl_trace {
  bool is_kept; /* or nothing is recorded */
  tl_trace_stage stage;
  bool is_cut; /* there was more than TL_MAX_TRACED, or memory ran out */
  int32_t round;
  tl_traced *items; /* owned */
  int count, capacity;
  tl_traced_buffer *buffers; /* owned */
  int buffer_count, buffer_capacity;

  const void **launched; /* owned: what was launched, each once */
  int launched_count, launched_capacity;
  int first;                /* item of the launch */
  tl_traced_others *others; /* owned: two an instruction, reads and writes */
  int32_t *next; /* owned: 1 + the item that is next, by instruction, direction
                        and thread */
  const void **keys; /* owned: the buffers of the block that runs, by number */
} tl_trace;

/* A block starts, of a launch of that, and ends. */
void tl_trace_start(tl_machine *machine, const void *launched);
void tl_trace_end(tl_machine *machine);

/* Of an instruction and a direction; NULL where nothing was traced. */
const tl_traced_others *tl_trace_others_of(const tl_trace *trace, int number,
                                           bool writes);

/* What a thread gets or gives of an access of `width` bytes: all of it, but of
 * matrices, whose rows go to several threads. */
void tl_trace_add(const tl_access *access, int64_t width);
void tl_trace_destroy(tl_trace *trace);

#endif /* TL_SIM_TRACE_H */
