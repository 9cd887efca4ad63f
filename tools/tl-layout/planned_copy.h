/* planned_copy.h - A copy between a fragment and a memory, both arguments of the
 * tool: what a thread does in it, as the passes plan it, and what its accesses
 * cost. */
#ifndef TL_LAYOUT_PLANNED_COPY_H
#define TL_LAYOUT_PLANNED_COPY_H

#include "layout_argument.h"
#include "pictures.h"
#include "table.h"
#include "tl/copy_access.h"
#include "tl/copy_plan_text.h"

typedef struct tl_planned_copy {
  tl_spelling fragment, memory;
  tl_copy_request request;
  tl_copy_partition plan;
  tl_access_rules rules;
  tl_copy_choice choice;
  tl_copy_names names;
  int64_t accesses;
  tl_access_facts *facts; /* owned: of each access */
} tl_planned_copy;

/* Evaluates registers; false when something is wrong, which is then reported. */
bool tl_planned_copy_open_fragment(const char *text,
                                   const tl_arguments *arguments,
                                   tl_spelling *out);

/* A copy of the fragment, without its memory, and how it may access that. */
tl_copy_request tl_planned_copy_request(const tl_spelling *fragment,
                                        const tl_arguments *arguments);
tl_access_rules tl_planned_copy_rules(const tl_arguments *arguments);
TL_MUST_CHECK tl_code
tl_planned_copy_check_target(const tl_arguments *arguments, tl_error *error);

/* Evaluates registers and memory, the two arguments, plans the copy with the
 * options that were given, counts what its accesses cost and prints it. */
typedef tl_status (*tl_planned_copy_print)(const tl_planned_copy *copy,
                                           const tl_arguments *arguments,
                                           tl_json *json);
tl_status tl_planned_copy_run(const char *name, const tl_arguments *arguments,
                              tl_planned_copy_print print);

/* `ldmatrix.x4`; null where the copy does not go by matrices. */
const char *tl_planned_copy_instruction(const tl_planned_copy *copy,
                                        char out[TL_INSTRUCTION_CAPACITY]);

/* `2 accesses of 8 elements`, or `of 128 bits, 8 elements`; by matrices: `1
 * ldmatrix.x4 of 8 elements`. */
void tl_planned_copy_print_count(const tl_planned_copy *copy, bool has_bits);

/* Opens an object and says what the copy is. */
void tl_planned_copy_open_json(const tl_planned_copy *copy, tl_json *json);

/* Pictures of a planned copy, the context. */
TL_MUST_CHECK tl_code tl_planned_copy_draw_accesses(const void *copy,
                                                    const tl_picture *picture,
                                                    tl_error *error);
TL_MUST_CHECK tl_code tl_planned_copy_draw_banks(const void *copy,
                                                 const tl_picture *picture,
                                                 tl_error *error);

/* Prints one, and in a page the others and both layouts. */
tl_status tl_planned_copy_print_pictures(const tl_planned_copy *copy,
                                         const tl_arguments *arguments,
                                         tl_draw first);

/* The column of a fact of an access. */
#define TL_FACT_COLUMN(row, name)                                              \
  TL_COLUMN(#name, #name, NUMBER, row, facts.name)

#endif /* TL_LAYOUT_PLANNED_COPY_H */
