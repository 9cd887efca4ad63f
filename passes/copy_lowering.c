/* copy_lowering.c - see copy_lowering.h. */
#include "copy_lowering.h"
#include "lib/base/checked.h"
#include "passes/facts/owned_buffers.h"
#include <inttypes.h>

void tl_lowering_open(tl_lowering *run, MlirOperation root) {
  *run = (tl_lowering){
      .root = root,
      .facts = tl_facts_create(root),
      .builder = tl_builder_create(mlirOperationGetContext(root), &run->built)};
}

bool tl_flag_check(MlirOperation root, const tl_option_row *rows,
                   const tl_option_value *options, int option) {
  int64_t number = options[option].number;
  return number == 0 || number == 1 ||
         tl_emit_error(root, "%s is %" PRId64 "; it has to be 0 or 1",
                       rows[option].name, number);
}

static bool check_alignment(MlirOperation root, int64_t promised) {
  return promised == 0 || (promised > 0 && tl_is_power_of_two(promised)) ||
         tl_emit_error(root,
                       "argument-alignment is %" PRId64
                       "; it has to be a power of two, or 0",
                       promised);
}

bool tl_lowering_read(tl_lowering *run, const tl_option_value *options,
                      int count) {
  int64_t promised = options[TL_OPTION_ARGUMENT_ALIGNMENT].number;
  run->uses_matrices = options[TL_OPTION_MATRIX_INSTRUCTIONS].number != 0;
  run->facts.argument_alignment = promised;
  return tl_access_options_read(run->root, options, &run->access) &&
         check_alignment(run->root, promised) &&
         tl_flag_check(run->root, TL_COPY_OPTIONS, options,
                       TL_OPTION_MATRIX_INSTRUCTIONS) &&
         (count <= TL_OPTION_REMARKS ||
          tl_flag_check(run->root, TL_COPY_OPTIONS, options,
                        TL_OPTION_REMARKS));
}

tl_code tl_assigned_check(MlirOperation copy, tl_error *error) {
  return tl_copy_has_auto(copy)
             ? tl_fail(error, TL_INVALID,
                       "has 'layout auto'; run tl-assign-shared-layouts first")
             : TL_OK;
}

tl_pass_result tl_lowering_run(tl_lowering *run, const tl_copy_pass *pass,
                               void *state) {
  tl_pass_result result = tl_copies_run(pass, run->root, state);
  if (result == TL_PASS_CHANGED)
    tl_buffers_align(&run->facts);
  tl_facts_free(&run->facts);
  tl_key_table_free(&run->built);
  return result;
}

tl_pass_result tl_lowering_run_for_target(MlirOperation root,
                                          const tl_option_value *options,
                                          const tl_copy_pass *pass) {
  tl_lowering run;
  tl_lowering_open(&run, root);
  return tl_target_option_read(root, options, &run.access.target.stated)
             ? tl_lowering_run(&run, pass, &run)
             : TL_PASS_FAILED;
}
