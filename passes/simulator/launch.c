/* launch.c - see launches.h: grid, block, clusters and dynamic memory. */
#include "launches.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*===--- gpu.launch_func ------------------------------------------------===*/

typedef struct launch_search {
  MlirOperation function;
  tl_launches *out;
} launch_search;

static bool has_name(MlirOperation operation, MlirStringRef name) {
  MlirAttribute own = tl_attribute_of(operation, "sym_name");
  return !mlirAttributeIsNull(own) &&
         mlirStringRefEqual(mlirStringAttrGetValue(own), name);
}

/* What a device function does is not looked at: it launches nothing, and this goes
 * through a module for each function of it. */
static MlirWalkResult visit(MlirOperation operation, void *user) {
  launch_search *search = user;
  if (tl_operation_is(operation, "gpu.func"))
    return MlirWalkResultSkip;
  if (!tl_operation_is(operation, "gpu.launch_func"))
    return MlirWalkResultAdvance;
  MlirAttribute kernel = tl_attribute_of(operation, "kernel");
  MlirOperation module = mlirOperationGetParentOperation(search->function);
  if (!has_name(search->function, mlirSymbolRefAttrGetLeafReference(kernel)) ||
      !has_name(module, mlirSymbolRefAttrGetRootReference(kernel)))
    return MlirWalkResultAdvance;
  MlirOperation *items = tl_grow(search->out->items, sizeof *items,
                                 search->out->count, &search->out->capacity);
  if (!items)
    return MlirWalkResultInterrupt;
  search->out->items = items;
  items[search->out->count++] = operation;
  return MlirWalkResultAdvance;
}

tl_launches tl_launches_find(MlirOperation function, MlirOperation root) {
  tl_launches out = {.items = NULL};
  launch_search search = {function, &out};
  if (!mlirOperationIsNull(root))
    mlirOperationWalk(root, visit, &search, MlirWalkPreOrder);
  return out;
}

void tl_launches_free(tl_launches *launches) { free(launches->items); }

/* Of a launch, which may be null, where they are there and constants. */
static void read_extents(MlirOperation launch, tl_launch_group group,
                         int64_t *extents) {
  int64_t read[3];
  if (!mlirOperationIsNull(launch) && tl_launch_extents(launch, group, read))
    memcpy(extents, read, sizeof read);
}

/*===--- Choice -----------------------------------------------------------===*/

static int64_t most_threads(MlirOperation function) {
  int64_t most = tl_most_threads_around(function);
  return most && most < TL_MAX_THREADS ? most : TL_MAX_THREADS;
}

/* A block has whole warps, as far as nvvm.maxntid allows them, but a single
 * thread where every copy is of one, or where it launches others. */
static int64_t choose_block(const tl_program *program) {
  int64_t needed = program->threads_needed, wave = program->wave;
  int64_t most = most_threads(program->function);
  int64_t whole = needed ? (needed + wave - 1) / wave * wave : wave;
  if (needed == 1 || program->launches)
    return 1;
  return whole < most ? whole : most;
}

/* What is known of it without launches: a grid is one cluster, as far as nothing
 * says more. */
static void take_known(const tl_program *program, tl_launch *out) {
  MlirOperation function = program->function;
  tl_extents_around(function, "known_cluster_size", out->cluster);
  if (!tl_extents_around(function, "known_grid_size", out->grid))
    memcpy(out->grid, out->cluster, sizeof out->grid);
  if (!tl_extents_around(function, "known_block_size", out->block) &&
      !tl_extents_around(function, "nvvm.reqntid", out->block))
    out->block[0] = choose_block(program);
}

tl_launch tl_launch_choose(const tl_program *program,
                           const tl_launches *launches,
                           const tl_run_options *options) {
  MlirOperation found =
      launches->count ? launches->items[0] : (MlirOperation){NULL};
  tl_launch launch = {{1, 1, 1}, {1, 1, 1}, options->dynamic_bytes, {1, 1, 1}};
  take_known(program, &launch);
  read_extents(found, TL_LAUNCH_CLUSTER, launch.cluster);
  if (options->grid[0])
    memcpy(launch.grid, options->grid, sizeof launch.grid);
  else
    read_extents(found, TL_LAUNCH_GRID, launch.grid);
  if (options->block[0])
    memcpy(launch.block, options->block, sizeof launch.block);
  else
    read_extents(found, TL_LAUNCH_BLOCK, launch.block);
  if (!launch.dynamic_bytes &&
      (mlirOperationIsNull(found) ||
       !tl_launch_operand(found, TL_LAUNCH_DYNAMIC, 0, &launch.dynamic_bytes)))
    launch.dynamic_bytes = TL_DYNAMIC_UNKNOWN;
  return launch;
}

/*===--- What is stated ---------------------------------------------------===*/

bool tl_launch_is_stated(MlirOperation function, const tl_run_options *options,
                         const tl_launch *launch) {
  bool is_grid_given = options->grid[0] > 0,
       is_block_given = options->block[0] > 0;
  const struct {
    const char *attribute, *what;
    const int64_t *extents;
    bool is_given;
  } stated[] = {
      {"known_grid_size", "grid", launch->grid, is_grid_given},
      {"known_block_size", "block", launch->block, is_block_given},
      {"nvvm.reqntid", "block", launch->block, is_block_given},
      {"known_cluster_size", "cluster", launch->cluster, false},
  };
  for (size_t i = 0; i < sizeof stated / sizeof *stated; i++) {
    const int64_t *own = stated[i].extents;
    int64_t known[3];
    if (!stated[i].is_given &&
        tl_extents_around(function, stated[i].attribute, known) &&
        memcmp(known, own, sizeof known) != 0)
      return tl_emit_error(function,
                           "is launched with a %s of %" PRId64 " x %" PRId64
                           " x %" PRId64 "; its %s is %" PRId64 " x %" PRId64
                           " x %" PRId64,
                           stated[i].what, own[0], own[1], own[2],
                           stated[i].attribute, known[0], known[1], known[2]);
  }
  return true;
}

/*===--- Limits -----------------------------------------------------------===*/

/* The product; 0 after an error where that is not 1 to `most`. */
static int64_t check_extents(MlirOperation function, const char *what,
                             const char *parts, const int64_t extents[3],
                             int64_t most) {
  int64_t product = 1;
  for (int d = 0; product && d < 3; d++)
    product = extents[d] < 1 || extents[d] > most / product
                  ? 0
                  : product * extents[d];
  if (!product)
    tl_emit_error(function,
                  "has a %s of %" PRId64 " x %" PRId64 " x %" PRId64
                  " %s; there can be 1 to %" PRId64,
                  what, extents[0], extents[1], extents[2], parts, most);
  return product;
}

/* A grid is wide along x alone. */
static bool check_grid(MlirOperation function, const tl_launch *launch) {
  for (int d = 1; d < 3; d++)
    if (launch->grid[d] > TL_MAX_GRID_YZ)
      return tl_emit_error(function,
                           "has a grid of %" PRId64
                           " blocks along %c; there can be 1 to %d",
                           launch->grid[d], "xyz"[d], TL_MAX_GRID_YZ);
  return true;
}

/* Clusters are whole. */
static bool check_clusters(MlirOperation function, const tl_launch *launch) {
  for (int d = 0; d < 3; d++)
    if (launch->cluster[d] < 1 || launch->grid[d] % launch->cluster[d] != 0)
      return tl_emit_error(function,
                           "has clusters of %" PRId64
                           " blocks along %c, of which the grid has %" PRId64,
                           launch->cluster[d], "xyz"[d], launch -> grid[d]);
  return true;
}

int64_t tl_launch_check(MlirOperation function, const tl_launch *launch,
                        int64_t most) {
  int64_t threads = check_extents(function, "block", "threads", launch->block,
                                  most_threads(function));
  int64_t blocks = !threads ? 0
                            : check_extents(function, "grid", "blocks",
                                            launch->grid, TL_MAX_BLOCKS);
  bool fits = !most || threads * blocks <= most ||
              tl_emit_error(function,
                            "launches %" PRId64 " threads, %" PRId64
                            " in each block, more than the limit of %" PRId64,
                            threads * blocks, threads, most);
  return fits && blocks && check_grid(function, launch) &&
                 check_clusters(function, launch)
             ? threads
             : 0;
}
