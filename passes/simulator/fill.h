/* fill.h - Arguments of a kernel: made, filled, printed. */
#ifndef TL_SIM_FILL_H
#define TL_SIM_FILL_H

#include "machine.h"

typedef enum tl_fill {
  TL_FILL_IOTA = 0,
  TL_FILL_ZERO,
  TL_FILL_UNINITIALIZED,
  TL_FILL_SCALAR,
  TL_FILL_COUNT,
} tl_fill;

/* What is said of one argument of a function. */
typedef struct tl_argument_option {
  tl_fill fill;
  double scalar;
  int64_t rank, stride_count; /* 0: as the type says */
  int64_t shape[TL_MAX_RANK], strides[TL_MAX_RANK];
  bool has_offset;
  int64_t offset;
} tl_argument_option;

/* How often `fill` can be repeated, each time with the next digit of the number
 * of an element, until every element of the argument has been distinguishable:
 * 8 bits tell 256 apart in one round. */
int tl_fill_rounds(const tl_slot *slot, int64_t elements);

/* What an argument is made from. */
typedef struct tl_argument_request {
  const tl_program *program;
  int number;
  const tl_argument_option *option;
  int64_t threads;
  int round;
  const tl_argument *like; /* of an equal request, before any run; or NULL */
} tl_argument_request;

/* False after an error has been reported. */
bool tl_argument_create(const tl_argument_request *request, tl_argument *out);
void tl_argument_destroy(tl_argument *argument);

/* "[1, 2, ?]", a line for each row, on standard output; "?" is an element that
 * has unknown bytes. */
void tl_argument_print(const tl_program *program, int number,
                       const tl_argument *argument);

/* An element as text: a number, or "?" when it has unknown bytes. */
typedef struct tl_element_text {
  char text[40];
} tl_element_text;
tl_element_text tl_describe_element(const tl_scalar_type *type,
                                    tl_element element);

/* Element n in row-major order; of the first thread, if it is private. */
tl_element tl_argument_element(const tl_argument *argument,
                               const tl_scalar_type *type, int64_t n);

/* FNV-1a of the bytes of the elements; unknown bytes count as 0. */
uint64_t tl_argument_checksum(const tl_slot *slot, const tl_argument *argument);

#endif /* TL_SIM_FILL_H */
