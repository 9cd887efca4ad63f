/* block_size.c - see block_size.h. */
#include "block_size.h"
#include "function_calls.h"
#include "kernel_launches.h"
#include <inttypes.h>
#include <string.h>

/* The extents that are said first, and by what; NULL: by nothing yet. */
typedef struct said_size {
  const char *name;
  int64_t extent[3];
} said_size;

int64_t tl_block_threads(const tl_block_size *block) {
  return block->extent[0] * block->extent[1] * block->extent[2];
}

/* A size that no block has is none. */
static bool is_size(const int64_t extents[3]) {
  int64_t threads = 1, most = tl_scope_size(TL_SCOPE_CTA, 0);
  for (int d = 0; d < 3; d++) {
    if (extents[d] < 1 || extents[d] > most)
      return false;
    threads *= extents[d];
  }
  return threads <= most;
}

static tl_code add(const char *name, const int64_t extents[3], said_size *said,
                   tl_error *error) {
  const int64_t *first = said->extent;
  if (!is_size(extents))
    return TL_OK;
  if (!said->name) {
    said->name = name;
    memcpy(said->extent, extents, sizeof said->extent);
  } else if (memcmp(first, extents, sizeof said->extent) != 0) {
    return tl_fail(error, TL_INVALID,
                   "%s says that a block has %" PRId64 " x %" PRId64
                   " x %" PRId64 " threads, and %s that it has %" PRId64
                   " x %" PRId64 " x %" PRId64,
                   said->name, first[0], first[1], first[2], name, extents[0],
                   extents[1], extents[2]);
  }
  return TL_OK;
}

/* False where one is not known, or they differ. */
static bool read_launches(tl_facts *facts, MlirOperation kernel,
                          int64_t extents[3], bool *differs) {
  const tl_kernel_launch *launch = tl_kernel_launches(facts, kernel);
  int64_t next[3];
  bool is_known =
      launch && tl_launch_extents(launch->operation, TL_LAUNCH_BLOCK, extents);
  *differs = false;
  while (is_known && (launch = launch->next)) {
    is_known = tl_launch_extents(launch->operation, TL_LAUNCH_BLOCK, next);
    *differs = is_known && memcmp(extents, next, sizeof next) != 0;
    is_known &= !*differs;
  }
  return is_known;
}

/* The gpu.launch or the function around an operation, or what is outermost. */
static MlirOperation kernel_around(MlirOperation operation) {
  MlirOperation owner = mlirOperationGetParentOperation(operation);
  while (!mlirOperationIsNull(owner)) {
    operation = owner;
    if (tl_operation_is(owner, "gpu.launch") ||
        !mlirAttributeIsNull(tl_attribute_of(owner, "function_type")))
      break;
    owner = mlirOperationGetParentOperation(owner);
  }
  return operation;
}

static tl_code find_size(tl_facts *facts, MlirOperation kernel,
                         const tl_block_size **out, tl_error *error);

/* Of a private function; 0 where one that calls it has no size, or another. */
static tl_code read_callers(tl_facts *facts, MlirOperation function,
                            int64_t extents[3], tl_error *error) {
  const tl_function_call *first = tl_function_calls(facts, function);
  memset(extents, 0, 3 * sizeof *extents);
  for (const tl_function_call *call = first; call; call = call->next) {
    const tl_block_size *next;
    TL_TRY(find_size(facts, kernel_around(call->operation), &next, error));
    if (call == first)
      memcpy(extents, next->extent, sizeof next->extent);
    else if (memcmp(extents, next->extent, sizeof next->extent) != 0)
      memset(extents, 0, 3 * sizeof *extents);
  }
  return TL_OK;
}

static tl_code read_size(tl_facts *facts, MlirOperation kernel,
                         tl_block_size *out, tl_error *error) {
  static const char *const STATED[] = {"known_block_size", "nvvm.reqntid"};
  said_size said = {NULL, {0, 0, 0}};
  int64_t extents[3];
  for (size_t i = 0; i < sizeof STATED / sizeof *STATED; i++)
    if (tl_extents_around(kernel, STATED[i], extents))
      TL_TRY(add(STATED[i], extents, &said, error));
  if (tl_operation_is(kernel, "gpu.launch") &&
      tl_launch_extents(kernel, TL_LAUNCH_BLOCK, extents))
    TL_TRY(add("gpu.launch", extents, &said, error));
  if (read_launches(facts, kernel, extents, &out->differs))
    TL_TRY(add("gpu.launch_func", extents, &said, error));
  TL_TRY(read_callers(facts, kernel, extents, error));
  TL_TRY(add("func.call", extents, &said, error));
  memcpy(out->extent, said.extent, sizeof out->extent);
  out->most = tl_most_threads_around(kernel);
  if (out->most && tl_block_threads(out) > out->most)
    return tl_fail(error, TL_INVALID,
                   "%s says that a block has %" PRId64
                   " threads, and nvvm.maxntid that it has at most %" PRId64,
                   said.name, tl_block_threads(out), out->most);
  return TL_OK;
}

static tl_code find_size(tl_facts *facts, MlirOperation kernel,
                         const tl_block_size **out, tl_error *error) {
  void **place =
      tl_key_table_place(&facts->sizes, &kernel.ptr, sizeof kernel.ptr);
  if (!*place) {
    tl_block_size *made = tl_key_table_take(&facts->sizes, sizeof *made);
    if (!made)
      return tl_fail(error, TL_CAPACITY, "out of memory for another kernel");
    *made = (tl_block_size){.most = 0}; /* of a function that calls itself */
    *place = made;
    tl_code code = read_size(facts, kernel, made, error);
    if (code != TL_OK) {
      *place = NULL;
      return code;
    }
  }
  *out = *place;
  return TL_OK;
}

tl_code tl_block_size_around(tl_facts *facts, MlirOperation operation,
                             tl_block_size *out, tl_error *error) {
  MlirBlock around = mlirOperationGetBlock(operation);
  if (!facts->size || !mlirBlockEqual(around, facts->sized)) {
    TL_TRY(find_size(facts, kernel_around(operation), &facts->size, error));
    facts->sized = around;
  }
  *out = *facts->size;
  return TL_OK;
}

tl_block_size tl_block_size_planned(tl_facts *facts, MlirOperation operation) {
  tl_block_size block = {.most = 0};
  return tl_block_size_around(facts, operation, &block, NULL) == TL_OK
             ? block
             : (tl_block_size){.most = 0};
}
