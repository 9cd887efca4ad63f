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
#include "copy_driver.h"
#include "copy_options.h"
#include "pass_rows.h"
#include "tl/copy_access.h"
#include <string.h>

/* The atoms come last, as many as there are; `cut` does not point to them. */
typedef struct vector_request {
  const tl_access_kind *kind;
  tl_copy_cut cut;
  tl_atoms atoms;
} vector_request;

static bool is_thread_copy(MlirOperation operation);
static tl_code read_atoms(void *state, MlirOperation operation, void *request,
                          size_t *size, tl_error *error);
static tl_code plan_vectors(const void *request, void *plan, size_t *size,
                            tl_error *error);
static void write_vectors(void *state, MlirOperation operation, void *plan);

static const tl_plan_list LISTS[] = {TL_PLAN_LIST(tl_copy_vectors, outer),
                                     TL_PLAN_LIST(tl_copy_vectors, inner),
                                     {0, 0, 0, 0}};
static const tl_copy_pass PASS = {.wants = is_thread_copy,
                                  .read = read_atoms,
                                  .request_size = sizeof(vector_request),
                                  .plan = plan_vectors,
                                  .plan_size = sizeof(tl_copy_vectors),
                                  .lists = LISTS,
                                  .write = write_vectors};

static tl_pass_result run_vectorize_copies(MlirOperation root,
                                           const tl_option_value *options) {
  tl_access_options access;
  if (!tl_access_options_read(root, options, &access))
    return TL_PASS_FAILED;
  return tl_copies_run(&PASS, root, &access);
}

const tl_pass_row TL_VECTORIZE_COPIES = {
    .argument = "tl-vectorize-copies",
    .description = "Choose the widest legal access of every thread copy",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_ACCESS_OPTION_COUNT,
    .run = run_vectorize_copies,
};

static bool is_thread_copy(MlirOperation operation) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  return kind >= TL_OPERATION_THREAD_COPY && kind <= TL_OPERATION_THREAD_ASYNC;
}

static tl_code read_atoms(void *state, MlirOperation operation, void *request,
                          size_t *size, tl_error *error) {
  tl_access_options *options = state;
  const tl_target *target;
  vector_request *out = request;
  tl_thread_view view;
  const tl_thread_view *copy = &view;
  tl_thread_view_read(operation, &view);
  if (copy->is_vectorized)
    return TL_OK;
  TL_TRY(tl_target_of(&options->target, operation, &target, error));
  tl_access_rules rules = tl_access_rules_of(
      options, target,
      copy->is_async ? copy->fragment_type : copy->memory_type);
  out->kind = copy->is_async ? &TL_ASYNC_KIND : &TL_PLAIN_KIND;
  out->cut = (tl_copy_cut){.element_bytes = copy->element_bytes,
                           .alignment = copy->alignment,
                           .phase = copy->phase,
                           .most_bits = tl_access_most_bits(&rules),
                           .target = rules.target,
                           .swizzle = copy->swizzle,
                           .target_swizzle = copy->target_swizzle};
  for (int64_t i = 0; i < TL_MAX_RANK; i++)
    out->cut.granules[i] = copy->extents >> i & 1 ? copy->granules[i] : 0;
  size_t used = (size_t)copy->atoms.count * sizeof *copy->atoms.items;
  *size = offsetof(vector_request, atoms.items) + used;
  out->atoms.count = copy->atoms.count;
  memcpy(out->atoms.items, copy->atoms.items, used);
  return TL_OK;
}

static tl_code plan_vectors(const void *request, void *plan,
                            TL_UNUSED size_t *size, tl_error *error) {
  const vector_request *own = request;
  tl_copy_cut cut = own->cut;
  cut.atoms = &own->atoms;
  return own->kind->cut(&cut, plan, error);
}

static void write_vectors(void *state, MlirOperation operation, void *plan) {
  (void)state;
  const tl_copy_vectors *vectors = plan;
  tl_thread_view view;
  if (!vectors)
    return;
  tl_thread_view_read(operation, &view);
  view.atoms = vectors->outer;
  view.inner = vectors->inner;
  view.width = vectors->width;
  view.is_vectorized = true;
  tl_thread_set_access(&view);
}
