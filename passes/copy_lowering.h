/* copy_lowering.h - What passes over copies have in common: options, what is
 * proved, what writes.
 *
 *   tl_lowering run;
 *   tl_lowering_open(&run, root);
 *   return tl_lowering_read(&run, options, TL_SYNTHESIS_OPTION_COUNT)
 *              ? tl_lowering_run(&run, &PASS, &run)
 *              : TL_PASS_FAILED;
 *
 * A pass with more to keep has the lowering in a state of its own.  A run of a
 * pass has one, on one thread. */
#ifndef TL_COPY_LOWERING_H
#define TL_COPY_LOWERING_H

#include "copy_driver.h"
#include "copy_options.h"
#include "passes/emit/ir_builder.h"
#include "passes/facts/value_facts.h"

/* Owned by tl_lowering_run, which frees it; it stays where it was opened, since
 * the builder points into it. */
typedef struct tl_lowering {
  MlirOperation root;
  tl_access_options access;
  bool uses_matrices;
  tl_facts facts;
  tl_key_table built;
  tl_builder builder;
} tl_lowering;

void tl_lowering_open(tl_lowering *run, MlirOperation root);

/* Reads the first `count` of TL_COPY_OPTIONS, at least TL_SYNTHESIS_OPTION_COUNT.
 * False after an error at the root, which leaves nothing to free. */
bool tl_lowering_read(tl_lowering *run, const tl_option_value *options,
                      int count);

/* Whether the number of an option is 0 or 1; else false after an error. */
bool tl_flag_check(MlirOperation root, const tl_option_row *rows,
                   const tl_option_value *options, int option);

/* TL_INVALID for a copy or conversion with a layout that is still to be chosen. */
TL_MUST_CHECK tl_code tl_assigned_check(MlirOperation operation,
                                        tl_error *error);

/* How often loops around an operation run it, as far as that is known. */
int64_t tl_lowering_weight(tl_lowering *run, MlirOperation operation);

/* What a plan needs to know of a copy with registers, on a target. */
TL_MUST_CHECK tl_code tl_lowering_request(tl_lowering *run,
                                          const tl_copy_view *view,
                                          const tl_target *target,
                                          tl_copy_request *out,
                                          tl_error *error);

/* Plans and writes as tl_copies_run does; what was counted on of buffers is
 * written with it (rule A1). */
tl_pass_result tl_lowering_run(tl_lowering *run, const tl_copy_pass *pass,
                               void *state);

/* All of a pass whose one option is the target. */
tl_pass_result tl_lowering_run_for_target(MlirOperation root,
                                          const tl_option_value *options,
                                          const tl_copy_pass *pass);

#endif /* TL_COPY_LOWERING_H */
