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
#include "tl/copy_async.h"
#include <inttypes.h>
#include <string.h>

/* The atoms come last, as many as there are. */
typedef struct vector_request {
  int64_t is_async, element_bytes, alignment, most_bits;
  const tl_target *target;
  tl_swizzle swizzle, target_swizzle;
  tl_atoms atoms;
} vector_request;

static bool is_thread_copy(MlirOperation operation);
static tl_code read_atoms(void *state, MlirOperation operation, void *request,
                          size_t *size, tl_error *error);
static tl_code plan_vectors(const void *request, void *plan, size_t *size,
                            tl_error *error);
static tl_code plan_async(const vector_request *request, tl_copy_vectors *out,
                          tl_error *error);
static void write_vectors(void *state, MlirOperation operation, void *plan);

static const tl_plan_list LISTS[] = {TL_PLAN_LIST(tl_copy_vectors, outer),
                                     TL_PLAN_LIST(tl_copy_vectors, inner)};
static const tl_planner PLANNER = {.plan = plan_vectors,
                                   .plan_size = sizeof(tl_copy_vectors),
                                   .lists = LISTS,
                                   .list_count = sizeof LISTS / sizeof *LISTS};
static const tl_copy_pass PASS = {.wants = is_thread_copy,
                                  .read = read_atoms,
                                  .request_size = sizeof(vector_request),
                                  .planner = &PLANNER,
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
  return tl_async_kind_of(operation) == TL_ASYNC_COPY ||
         tl_thread_kind_of(operation) != TL_COPY_KIND_COUNT;
}

static bool read_copy(MlirOperation operation, tl_async_view *view) {
  bool is_async = tl_async_kind_of(operation) == TL_ASYNC_COPY;
  if (is_async)
    tl_async_view_read(operation, view);
  else
    tl_thread_view_read(operation, &view->source);
  return is_async;
}

static tl_code read_atoms(void *state, MlirOperation operation, void *request,
                          size_t *size, tl_error *error) {
  (void)error;
  vector_request *out = request;
  tl_async_view view;
  const tl_thread_view *copy = &view.source;
  bool is_async = read_copy(operation, &view);
  if (copy->is_vectorized)
    return TL_OK;
  tl_access_rules rules = tl_access_rules_of(
      state, is_async ? copy->fragment_type : copy->memory_type);
  out->is_async = is_async;
  out->element_bytes = tl_element_bytes(copy->memory_type);
  out->alignment = copy->alignment;
  out->most_bits = tl_access_most_bits(&rules);
  out->target = rules.target;
  out->swizzle = copy->swizzle;
  out->target_swizzle = is_async ? view.target_swizzle : (tl_swizzle){0, 0, 0};
  size_t used = (size_t)copy->atoms.count * sizeof *copy->atoms.items;
  *size = offsetof(vector_request, atoms.items) + used;
  out->atoms.count = copy->atoms.count;
  memcpy(out->atoms.items, copy->atoms.items, used);
  return TL_OK;
}

static tl_code plan_vectors(const void *request, void *plan, size_t *size,
                            tl_error *error) {
  const vector_request *own = request;
  *size = sizeof(tl_copy_vectors);
  if (own->is_async)
    return plan_async(own, plan, error);
  tl_copy_accesses_plan(&own->atoms, &own->swizzle, own->alignment,
                        own->element_bytes, own->most_bits, plan);
  return TL_OK;
}

static tl_code plan_async(const vector_request *request, tl_copy_vectors *out,
                          tl_error *error) {
  if (!(request->target->kinds & TL_HAS_ASYNC))
    return tl_fail(error, TL_UNSUPPORTED, TL_NO_ASYNC_COPY,
                   request->target->name);
  if (tl_async_plan(&request->atoms, &request->swizzle,
                    &request->target_swizzle, request->alignment,
                    request->element_bytes, request->most_bits, out))
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 TL_ASYNC_MOVES
                 "; in accesses of at most %" PRId64
                 " bits, aligned to %" PRId64
                 " bytes, no run of so many is consecutive on both sides",
                 request->most_bits, request->alignment);
}

static void write_vectors(void *state, MlirOperation operation, void *plan) {
  (void)state;
  const tl_copy_vectors *vectors = plan;
  tl_async_view view;
  if (!vectors)
    return;
  read_copy(operation, &view);
  view.source.atoms = vectors->outer;
  view.source.inner = vectors->inner;
  view.source.width = vectors->width;
  tl_thread_set_vectors(&view.source);
}
