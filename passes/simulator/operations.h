/* operations.h - The operations that the simulator knows, a row each. */
#ifndef TL_SIM_OPERATIONS_H
#define TL_SIM_OPERATIONS_H

#include "machine.h"

/* What a scalar computation reads and may complain about. */
typedef struct tl_computation {
  const tl_scalar_type *type, *result_type; /* of operand 0, of the result */
  uint64_t operands[3];
  int64_t number;    /* the first of the instruction, or that of the row */
  const char *fault; /* set: why there is no result */
  bool is_poison;    /* set: the result is unknown */
} tl_computation;

/* How an attribute becomes numbers of the instruction. */
typedef enum tl_reading_kind {
  TL_READ_INTEGER = 0, /* `otherwise` without it */
  TL_READ_WORD,        /* the first of `words` in its text, or `otherwise` */
  TL_READ_BITS,        /* bit i: its text has word i */
  TL_READ_ARRAY,       /* of integers, a number each */
} tl_reading_kind;

enum { TL_MAX_WORDS = 11 };

typedef struct tl_reading {
  const char *attribute;
  tl_reading_kind kind;
  int64_t otherwise;
  const char *words[TL_MAX_WORDS]; /* up to a NULL */
} tl_reading;

/* Of a row: these, in order. */
#define TL_READS(...)                                                          \
  .readings = (const tl_reading[]) {                                           \
    __VA_ARGS__, { .attribute = NULL }                                         \
  }

/* One of compute, each, warp and all says what the operation does; none, that
 * it is a terminator, which the operation around it reads. */
struct tl_sim_row {
  const char *name, *alias; /* of operations that are the same; or NULL */
  /* In each element alone; bits above the width of the result are dropped.  A
   * result that needs an unknown byte is unknown, byte by byte if
   * `is_bytewise`. */
  uint64_t (*compute)(tl_computation *computation);
  bool is_bytewise;
  void (*each)(const tl_step *step);  /* in a thread */
  void (*warp)(const tl_step *first); /* in the threads of a whole warp */
  void (*all)(const tl_step *first);  /* in all threads */

  /* Numbers of the instruction: what is read, up to one without an attribute;
   * without that, `number` for `compute`. */
  const tl_reading *readings;
  int64_t number;
  bool (*prepare)(tl_instruction *at); /* false after an error: see tl_refuse */
  /* Threads that have to execute a copy together. */
  int64_t (*threads_needed)(const tl_instruction *at);
};

/* The row of an operation, or NULL. */
const tl_sim_row *tl_sim_row_named(MlirStringRef name);

/* Reads the attributes and prepares; false after an error. */
bool tl_row_prepare(tl_instruction *at);

void tl_row_run(const tl_step *first);

/* The same bytes as elements of another size, in order. */
void tl_cast_elements(const tl_element *from, int from_bytes, tl_element *to,
                      int to_bytes, int64_t bytes);

/* Steps that operations of several dialects take. */
void tl_each_forward(const tl_step *step); /* operand i is result i */
void tl_each_async_commit(const tl_step *step);
void tl_all_async_wait(const tl_step *first);
uint64_t tl_compute_same(tl_computation *c);

/* Each table ends with a row without a name. */
extern const tl_sim_row TL_SIM_INTEGERS[];
extern const tl_sim_row TL_SIM_FLOATS[];
extern const tl_sim_row TL_SIM_VALUES[];
extern const tl_sim_row TL_SIM_AFFINE[];
extern const tl_sim_row TL_SIM_MEMREF[];
extern const tl_sim_row TL_SIM_MOVES[];
extern const tl_sim_row TL_SIM_SCF[];
extern const tl_sim_row TL_SIM_GPU[];
extern const tl_sim_row TL_SIM_MMA[];
extern const tl_sim_row TL_SIM_NVVM[];
extern const tl_sim_row TL_SIM_TILES[];
extern const tl_sim_row TL_SIM_THREADS[];

#endif /* TL_SIM_OPERATIONS_H */
