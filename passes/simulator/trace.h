/* trace.h - Which bytes the threads of one block touch, access by access. */
#ifndef TL_SIM_TRACE_H
#define TL_SIM_TRACE_H

#include "program.h"
#include "tl/dialect.h"

typedef struct tl_access tl_access;

/* An access of the first block to memory that threads share. */
typedef struct tl_traced {
  const tl_instruction *at;
  int64_t byte;
  int32_t bytes, thread;
  int32_t width;  /* bytes of the access that they are a part of */
  int32_t round;  /* of the execution of any instruction */
  int32_t buffer; /* number of it in the trace */
  int32_t group;  /* instructions that are explained as one; filled in later */
  int32_t step;   /* how often the thread has executed it; filled in later */
  int32_t number; /* in the order of the run */
  bool writes;
} tl_traced;

/* A buffer that is touched, as the first memref shows it that touches it. */
typedef struct tl_traced_buffer {
  const void *key; /* the buffer, which may be gone */
  tl_memory_space space;
  int argument;      /* or -1 */
  const char *name;  /* of the operation that made it, or NULL */
  int64_t alignment; /* that byte 0 is promised */
  int64_t element_bytes, rank, sizes[TL_MAX_RANK], strides[TL_MAX_RANK];
} tl_traced_buffer;

enum { TL_MAX_TRACED = 1 << 21 };
typedef struct tl_trace {
  bool is_kept; /* or nothing is recorded */
  bool is_cut;  /* there was more than TL_MAX_TRACED, or memory ran out */
  int32_t round;
  tl_traced *items; /* owned */
  int count, capacity;
  tl_traced_buffer *buffers; /* owned */
  int buffer_count, buffer_capacity;
} tl_trace;

/* What a thread gets or gives of an access of `width` bytes: all of it, but of
 * matrices, whose rows go to several threads. */
void tl_trace_add(const tl_access *access, int64_t width);
void tl_trace_destroy(tl_trace *trace);

#endif /* TL_SIM_TRACE_H */
