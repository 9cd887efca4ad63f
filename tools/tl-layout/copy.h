/* copy.h - A copy between two arguments, as the passes plan it. */
#ifndef TL_LAYOUT_COPY_H
#define TL_LAYOUT_COPY_H

#include "spelling.h"
#include "tl/copy_banks.h"

typedef struct tl_copy {
  tl_spelling fragment, memory;
  tl_copy_request request;
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  int64_t accesses;
} tl_copy;

/* Evaluates registers and memory, the two arguments, and plans the copy with
 * the options that were given.  False when something is wrong, which is then
 * reported. */
bool tl_copy_open(const tl_arguments *arguments, tl_copy *out);

#endif /* TL_LAYOUT_COPY_H */
