/* launch.c - How a function is launched: as the options say, or else what is
 * known of the function, or else the first gpu.launch_func of it, as far as its
 * operands are constants. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "run.h"
#include <inttypes.h>
#include <string.h>

/*===--- gpu.launch_func ------------------------------------------------===*/

typedef struct launch_search {
  MlirOperation function, found; /* null: none yet */
} launch_search;

static bool has_name(MlirOperation operation, MlirStringRef name) {
  MlirAttribute own = tl_attribute_of(operation, "sym_name");
  return !mlirAttributeIsNull(own) &&
         mlirStringRefEqual(mlirStringAttrGetValue(own), name);
}

static MlirWalkResult visit(MlirOperation operation, void *user) {
  launch_search *search = user;
  if (!tl_operation_is(operation, "gpu.launch_func"))
    return MlirWalkResultAdvance;
  MlirAttribute kernel = tl_attribute_of(operation, "kernel");
  MlirOperation module = mlirOperationGetParentOperation(search->function);
  if (!has_name(search->function, mlirSymbolRefAttrGetLeafReference(kernel)) ||
      !has_name(module, mlirSymbolRefAttrGetRootReference(kernel)))
    return MlirWalkResultAdvance;
  search->found = operation;
  return MlirWalkResultInterrupt;
}

static MlirOperation find_launch(MlirOperation function, MlirOperation root) {
  launch_search search = {function, {NULL}};
  if (!mlirOperationIsNull(root))
    mlirOperationWalk(root, visit, &search, MlirWalkPreOrder);
  return search.found;
}

static bool read_extents(MlirOperation launch, tl_launch_group group,
                         int64_t *extents) {
  int64_t read[3];
  if (mlirOperationIsNull(launch) || !tl_launch_extents(launch, group, read))
    return false;
  memcpy(extents, read, sizeof read);
  return true;
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

tl_launch tl_launch_choose(const tl_program *program,
                           const tl_run_options *options) {
  MlirOperation function = program->function,
                found = find_launch(function, options->root);
  tl_launch launch = {{1, 1, 1}, {1, 1, 1}, options->dynamic_bytes, {1, 1, 1}};
  if (options->grid[0])
    memcpy(launch.grid, options->grid, sizeof launch.grid);
  else if (!tl_extents_around(function, "known_grid_size", launch.grid))
    read_extents(found, TL_LAUNCH_GRID, launch.grid);
  if (options->block[0])
    memcpy(launch.block, options->block, sizeof launch.block);
  else if (!tl_extents_around(function, "known_block_size", launch.block) &&
           !tl_extents_around(function, "nvvm.reqntid", launch.block) &&
           !read_extents(found, TL_LAUNCH_BLOCK, launch.block))
    launch.block[0] = choose_block(program);
  if (!tl_extents_around(function, "known_cluster_size", launch.cluster))
    read_extents(found, TL_LAUNCH_CLUSTER, launch.cluster);
  if (!launch.dynamic_bytes &&
      (mlirOperationIsNull(found) ||
       !tl_launch_operand(found, TL_LAUNCH_DYNAMIC, 0, &launch.dynamic_bytes)))
    launch.dynamic_bytes = TL_DYNAMIC_UNKNOWN;
  return launch;
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
  return fits && blocks && check_clusters(function, launch) ? threads : 0;
}
