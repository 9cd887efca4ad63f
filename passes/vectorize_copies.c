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
 * Fails:     when max-vector-bits is none of 8, 16, 32, 64, 128. */
#include "pass_rows.h"
#include "tl/dialect.h"
#include "worklist.h"
#include <inttypes.h>

enum { MAX_VECTOR_BITS = 0, OPTION_COUNT };

static const tl_option_row OPTIONS[OPTION_COUNT] = {
    [MAX_VECTOR_BITS] = {"max-vector-bits",
                         "Widest access in bits: 8, 16, 32, 64 or 128", 128},
};

static bool is_scalar_copy(MlirOperation operation);
static bool check_options(MlirOperation root, const int64_t *options);
static void vectorize(MlirOperation operation, int64_t max_bits);

static bool run_vectorize_copies(MlirOperation root, const int64_t *options) {
  /* 1. Collect. */
  if (!check_options(root, options))
    return false;
  tl_worklist copies;
  tl_worklist_collect(&copies, root, is_scalar_copy);

  /* 2. Plan and write; a plan cannot fail. */
  for (intptr_t i = 0; copies.is_complete && i < copies.count; i++)
    vectorize(copies.items[i], options[MAX_VECTOR_BITS]);
  tl_worklist_free(&copies);
  return copies.is_complete;
}

const tl_pass_row TL_VECTORIZE_COPIES = {
    .argument = "tl-vectorize-copies",
    .description = "Choose the widest legal access of every thread copy",
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .run = run_vectorize_copies,
};

static bool is_scalar_copy(MlirOperation operation) {
  if (tl_thread_kind_of(operation) == TL_COPY_KIND_COUNT)
    return false;
  tl_thread_view view;
  tl_thread_view_read(operation, &view);
  return !view.is_vectorized;
}

static bool check_options(MlirOperation root, const int64_t *options) {
  int64_t bits = options[MAX_VECTOR_BITS];
  if (bits >= 8 && bits <= 128 && (bits & (bits - 1)) == 0)
    return true;
  tl_emit_error(
      root, "max-vector-bits is %" PRId64 "; it has to be 8, 16, 32, 64 or 128",
      bits);
  return false;
}

static void vectorize(MlirOperation operation, int64_t max_bits) {
  tl_thread_view view;
  tl_copy_vectors vectors;
  tl_thread_view_read(operation, &view);
  tl_copy_vectors_plan(&view.atoms, &view.swizzle, view.alignment,
                       tl_element_bytes(view.memory_type), max_bits, &vectors);
  view.atoms = vectors.outer;
  view.inner = vectors.inner;
  view.width = vectors.width;
  tl_thread_set_vectors(&view);
}
