/* copy.h - A copy between two arguments, as the passes plan it. */
#ifndef TL_LAYOUT_COPY_H
#define TL_LAYOUT_COPY_H

#include "layout_argument.h"
#include "tl/copy_banks.h"
#include "tl/json.h"

typedef struct tl_copy {
  tl_spelling fragment, memory;
  tl_copy_request request;
  tl_copy_partition plan;
  tl_access_rules rules;
  tl_copy_choice choice;
  int64_t accesses;
  tl_access_facts *facts; /* owned: of each access */
} tl_copy;

/* Evaluates registers and memory, the two arguments, plans the copy with the
 * options that were given, counts what its accesses cost and prints it; what is
 * wrong is reported. */
tl_status tl_copy_run(const tl_arguments *arguments,
                      void (*print)(const tl_copy *copy,
                                    const tl_arguments *arguments));

/* `2 accesses of 8 elements`, or `of 128 bits, 8 elements`; by matrices: `1
 * ldmatrix.x4 of 8 elements`. */
void tl_copy_print_count(const tl_copy *copy, bool has_bits);

/* `ldmatrix.x4`; false where the copy does not go by matrices. */
bool tl_copy_instruction(const tl_copy *copy,
                         char out[TL_INSTRUCTION_CAPACITY]);

/* Opens an object and says what the copy is. */
void tl_copy_open_json(const tl_copy *copy, tl_json *json);

#endif /* TL_LAYOUT_COPY_H */
