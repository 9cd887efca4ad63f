/* effects.c - see effects.h. */
#include "effects.h"
#include "dialect/bridge/bridge.h"
#include "tl/dialect.h"

/* MLIR knows no effects of these, which hide where an address comes from, and access
 * nothing that a program can. */
static const char *const HIDING[] = {"llvm.intr.annotation",
                                     "llvm.intr.launder.invariant.group",
                                     "llvm.intr.strip.invariant.group", NULL};

static MlirWalkResult add_use(MlirOperation operation, void *user) {
  tl_memory_use *all = user, own = TL_HAS_EFFECTS;
  if (tl_operation_is(operation, "scf.if") ||
      tl_operation_is(operation, "scf.for"))
    return MlirWalkResultAdvance;
  if (tl_bridge_is_effect_free(operation) ||
      tl_operation_is_one_of(operation, HIDING))
    own = TL_ACCESSES_NOTHING;
  else if (tl_bridge_only_reads(operation))
    own = TL_ONLY_READS;
  *all = own > *all ? own : *all;
  return *all == TL_HAS_EFFECTS ? MlirWalkResultInterrupt
                                : MlirWalkResultAdvance;
}

tl_memory_use tl_memory_use_of(MlirOperation operation) {
  tl_memory_use use = TL_ACCESSES_NOTHING;
  mlirOperationWalk(operation, add_use, &use, MlirWalkPreOrder);
  return use;
}
