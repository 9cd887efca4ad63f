/* report.h - What the accesses of a kernel cost, counted as it runs.
 *
 * The n-th access that each thread of a warp makes in one execution of an
 * instruction is one access of the warp.  Addresses count from the start of
 * their buffer, as an allocation of a driver starts at a multiple of 256. */
#ifndef TL_SIM_REPORT_H
#define TL_SIM_REPORT_H

#include "memory.h"

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
} tl_access_totals;

/* Accesses of the instruction that runs, thread by thread. */
typedef struct tl_pending {
  tl_access *items; /* owned */
  int count, capacity;
} tl_pending;

typedef struct tl_report {
  tl_access_totals *totals; /* owned: by instruction number, reads and writes */
  int count;
  tl_pending pending[2]; /* reads and writes */
} tl_report;

/* Of a machine. */
bool tl_report_create(int instruction_count, tl_report *out);
void tl_report_destroy(tl_report *report);

/* Counts one access; tl_report_close after each instruction of warps of `wave`
 * threads. */
void tl_report_add(tl_report *report, const tl_access *access);
void tl_report_close(tl_report *report, int wave);

/* On standard output. */
void tl_report_print(const tl_report *report, const tl_program *program,
                     tl_report_format format);

#endif /* TL_SIM_REPORT_H */
