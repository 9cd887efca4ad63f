/* faults.h - What goes wrong in a simulated kernel, as located errors.
 *
 * One error for each instruction and kind; what happens again is counted. */
#ifndef TL_SIM_FAULTS_H
#define TL_SIM_FAULTS_H

#include "memory.h"
#include <stdio.h>

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
  TL_FAULT_KIND_COUNT,
} tl_fault_kind;

enum { TL_MAX_FAULTS = 20 }; /* reported; then the kernel is stopped */

/* Of a machine. */
typedef struct tl_faults {
  int64_t count; /* of all, repetitions included */
  int reported;
  uint16_t *seen; /* owned: a bit a kind, by instruction number */
} tl_faults;

/* Reports "'OP' op KIND: thread T of block B TEXT". */
void tl_fault(const tl_step *step, tl_fault_kind kind, const char *format, ...)
    TL_PRINTF(3, 4);

/* The same with a note "thread T of block B DEED" at another instruction. */
typedef struct tl_fault_party {
  const tl_touch *touch;
  const char *deed;
} tl_fault_party;

void tl_fault_with(const tl_step *step, tl_fault_kind kind,
                   const tl_fault_party *other, const char *format, ...)
    TL_PRINTF(4, 5);

/* An address, a size or a stride that has more than 64 bits: a fault, after
 * which nothing runs. */
void tl_fault_overflow(const tl_step *step);

/* "element 5 of argument 0", for a byte of a buffer with elements of that many
 * bytes. */
tl_place_text tl_describe_place(const tl_buffer *buffer, int64_t byte,
                                int64_t element_bytes);

/* FILE:LINE:COLUMN. */
void tl_write_location(MlirLocation location, FILE *out);

#endif /* TL_SIM_FAULTS_H */
