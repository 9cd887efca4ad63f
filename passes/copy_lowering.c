/* copy_lowering.c - see copy_lowering.h. */
#include "copy_lowering.h"
#include "lib/base/checked.h"
#include "passes/emit/ballast.h"
#include "passes/emit/guarded_loops.h"
#include "passes/emit/joined_branches.h"
#include "passes/emit/turned_limits.h"
#include "passes/facts/copy_request.h"
#include "passes/facts/loop_turns.h"
#include "passes/facts/owned_buffers.h"
#include <inttypes.h>

enum { MOST_WEIGHT = 1 << 20 };

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
  return promised == 0 ||
         (promised <= TL_MAX_ALIGNMENT && tl_is_power_of_two(promised)) ||
         tl_emit_error(root,
                       "argument-alignment is %" PRId64
                       "; it has to be a power of two up to %d, or 0",
                       promised, TL_MAX_ALIGNMENT);
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

tl_code tl_assigned_check(MlirOperation operation, tl_error *error) {
  if (tl_has_auto_fragment(operation))
    return tl_fail(error, TL_INVALID,
                   "has 'as auto'; run tl-assign-fragments first");
  return tl_copy_has_auto(operation)
             ? tl_fail(error, TL_INVALID,
                       "has 'layout auto'; run tl-assign-shared-layouts first")
             : TL_OK;
}

int64_t tl_lowering_weight(tl_lowering *run, MlirOperation operation) {
  int64_t weight = 1;
  for (MlirOperation loop = mlirOperationGetParentOperation(operation);
       !mlirOperationIsNull(loop); loop = mlirOperationGetParentOperation(loop))
    weight = tl_multiply_saturated(weight, tl_loop_turns(&run->facts, loop));
  return weight < MOST_WEIGHT ? weight : MOST_WEIGHT;
}

tl_code tl_lowering_request(tl_lowering *run, const tl_copy_view *view,
                            const tl_target *target, tl_copy_request *out,
                            tl_error *error) {
  tl_block_size block;
  tl_copy_key key;
  tl_aligned_address base;
  tl_layout fragment;
  TL_TRY(tl_block_size_around(&run->facts, view->operation, &block, error));
  tl_copy_key_read(view, target->lanes, &block, &run->facts, &key, &base);
  TL_TRY(tl_fragment_layout(key.fragment, view->scope, key.lanes, &fragment,
                            error));
  return tl_copy_request_make(&key, &fragment, out, error);
}

tl_pass_result tl_lowering_run(tl_lowering *run, const tl_copy_pass *pass,
                               void *state) {
  tl_pass_result result = tl_copies_run(pass, run->root, state);
  if (result == TL_PASS_CHANGED) {
    tl_join_branches(&run->builder, run->root);
    if (tl_guard_loops(&run->builder, run->root))
      tl_join_branches(&run->builder, run->root);
    tl_part_branches(&run->builder, run->root);
    tl_turn_limits(&run->builder, run->root);
    tl_buffers_align(&run->facts);
  }
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
