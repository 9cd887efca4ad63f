/* function_calls.h - Who calls a private function.
 *
 * Calls are looked for once a run, in what a pass runs on; those of a private
 * function are in the symbol table that it stands in. */
#ifndef TL_FUNCTION_CALLS_H
#define TL_FUNCTION_CALLS_H

#include "value_facts.h"

typedef struct tl_function_call {
  MlirOperation operation; /* func.call */
  const struct tl_function_call *next;
} tl_function_call;

/* All calls of a private func.func; NULL where there are none, where some are not
 * in what the pass runs on, or where something else names it, as func.constant
 * does. */
const tl_function_call *tl_function_calls(tl_facts *facts,
                                          MlirOperation function);

#endif /* TL_FUNCTION_CALLS_H */
