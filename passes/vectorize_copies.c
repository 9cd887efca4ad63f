/* vectorize_copies.c - tl-vectorize-copies
 *
 * Splits the atoms of a thread copy into accesses of the widest width that is
 * legal, and what remains outside.
 *
 *   tl.thread_load %A[%o] atoms (8) : (1) -> (1) align 16
 * becomes
 *   tl.thread_load %A[%o]
 *     atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
 *
 * Requires:  thread copies; those with a vector are left alone.
 * Preserves: what is moved, and all else.
 * Fails:     on a target or a max-vector-bits that there is not. */
#include "copy_options.h"
#include "pass_rows.h"
#include "worklist.h"

static bool is_scalar_copy(MlirOperation operation);
static void vectorize(MlirOperation operation,
                      const tl_access_options *options);

static bool run_vectorize_copies(MlirOperation root,
                                 const tl_option_value *options) {
  /* 1. Collect. */
  tl_access_options access;
  if (!tl_access_options_read(root, options, &access))
    return false;
  tl_worklist copies;
  tl_worklist_collect(&copies, root, is_scalar_copy);

  /* 2. Plan and write; a plan cannot fail. */
  for (intptr_t i = 0; copies.is_complete && i < copies.count; i++)
    vectorize(copies.items[i], &access);
  tl_worklist_free(&copies);
  return copies.is_complete;
}

const tl_pass_row TL_VECTORIZE_COPIES = {
    .argument = "tl-vectorize-copies",
    .description = "Choose the widest legal access of every thread copy",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_ACCESS_OPTION_COUNT,
    .run = run_vectorize_copies,
};

static bool is_scalar_copy(MlirOperation operation) {
  if (tl_thread_kind_of(operation) == TL_COPY_KIND_COUNT)
    return false;
  tl_thread_view view;
  tl_thread_view_read(operation, &view);
  return !view.is_vectorized;
}

static void vectorize(MlirOperation operation,
                      const tl_access_options *options) {
  tl_thread_view view;
  tl_copy_vectors vectors;
  tl_thread_view_read(operation, &view);
  tl_access_rules rules = tl_access_rules_of(options, view.memory_type);
  tl_copy_accesses_plan(&view.atoms, &view.swizzle, view.alignment,
                        tl_element_bytes(view.memory_type),
                        tl_access_most_bits(&rules), &vectors);
  view.atoms = vectors.outer;
  view.inner = vectors.inner;
  view.width = vectors.width;
  tl_thread_set_vectors(&view);
}
