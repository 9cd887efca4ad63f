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
 * Fails:     on a target or a max-vector-bits that there is not; on an
 *            asynchronous copy that cp.async cannot do. */
#include "copy_options.h"
#include "pass_rows.h"
#include "tl/copy_async.h"
#include "worklist.h"
#include <inttypes.h>

static bool is_scalar_copy(MlirOperation operation);
static bool plan(MlirOperation operation, const tl_access_options *options,
                 tl_thread_view *view);
static bool plan_async(MlirOperation operation,
                       const tl_access_options *options, tl_thread_view *view);
static void take(const tl_copy_vectors *vectors, tl_thread_view *view);

static bool run_vectorize_copies(MlirOperation root,
                                 const tl_option_value *options) {
  /* 1. Collect. */
  tl_access_options access;
  if (!tl_access_options_read(root, options, &access))
    return false;
  tl_worklist copies;
  tl_worklist_collect(&copies, root, is_scalar_copy);

  /* 2. Plan, all of them before the first is written. */
  tl_thread_view view;
  bool planned = copies.is_complete;
  for (intptr_t i = 0; planned && i < copies.count; i++)
    planned = plan(copies.items[i], &access, &view);

  /* 3. Write. */
  for (intptr_t i = 0; planned && i < copies.count; i++)
    if (plan(copies.items[i], &access, &view))
      tl_thread_set_vectors(&view);
  tl_worklist_free(&copies);
  return planned;
}

const tl_pass_row TL_VECTORIZE_COPIES = {
    .argument = "tl-vectorize-copies",
    .description = "Choose the widest legal access of every thread copy",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_ACCESS_OPTION_COUNT,
    .run = run_vectorize_copies,
};

static bool is_scalar_copy(MlirOperation operation) {
  tl_thread_view view;
  tl_async_view async;
  if (tl_async_kind_of(operation) == TL_ASYNC_COPY) {
    tl_async_view_read(operation, &async);
    return !async.source.is_vectorized;
  }
  if (tl_thread_kind_of(operation) == TL_COPY_KIND_COUNT)
    return false;
  tl_thread_view_read(operation, &view);
  return !view.is_vectorized;
}

/* The view with the accesses that are chosen. */
static bool plan(MlirOperation operation, const tl_access_options *options,
                 tl_thread_view *view) {
  tl_copy_vectors vectors;
  if (tl_async_kind_of(operation) == TL_ASYNC_COPY)
    return plan_async(operation, options, view);
  tl_thread_view_read(operation, view);
  tl_access_rules rules = tl_access_rules_of(options, view->memory_type);
  tl_copy_accesses_plan(&view->atoms, &view->swizzle, view->alignment,
                        tl_element_bytes(view->memory_type),
                        tl_access_most_bits(&rules), &vectors);
  take(&vectors, view);
  return true;
}

static bool plan_async(MlirOperation operation,
                       const tl_access_options *options, tl_thread_view *view) {
  tl_async_view async;
  tl_copy_vectors vectors;
  tl_async_view_read(operation, &async);
  *view = async.source;
  if (!options->target->has_async_copy) {
    tl_emit_error(operation, TL_NO_ASYNC_COPY, options->target->name);
    return false;
  }
  tl_access_rules rules = tl_access_rules_of(options, view->fragment_type);
  if (!tl_async_plan(&view->atoms, &view->swizzle, &async.target_swizzle,
                     view->alignment, tl_element_bytes(view->memory_type),
                     tl_access_most_bits(&rules), &vectors)) {
    tl_emit_error(operation,
                  "cp.async moves 4, 8 or 16 bytes; in accesses of at most "
                  "%" PRId64 " bits, aligned to %" PRId64
                  " bytes, no run of so many is consecutive on both sides",
                  tl_access_most_bits(&rules), view->alignment);
    return false;
  }
  take(&vectors, view);
  return true;
}

static void take(const tl_copy_vectors *vectors, tl_thread_view *view) {
  view->atoms = vectors->outer;
  view->inner = vectors->inner;
  view->width = vectors->width;
}
