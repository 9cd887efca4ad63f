/* triton_mma.c - #ttg.nvidia_mma, the accumulators of matrix instructions, and
 * #ttg.dot_op, the operands.
 *
 * Rows go to lanes 4 apart, columns (or k) to the four lanes of a row:
 *
 *   accumulators of m16n8   slots (2 : n) (2 : m), lanes (4 : n) (8 : m)
 *   A, kWidth elements      slots (kWidth : k) (2 : m) (2 : k),
 *                           lanes (4 : k) (8 : m)
 *   B, kWidth elements      slots (kWidth : k) (2 : k), lanes (4 : k) (8 : n)
 *
 * An instruction of version 3 repeats that along n, and its warps are numbered
 * along m first; those of version 2 along n first.  Warps along k of an operand
 * hold copies.  What is left wraps around in slots: n, then m; of an operand k
 * first; a batch last.
 *
 * Source: Triton, as in triton_blocked.c; PTX ISA, fragments of
 * mma.m16n8k16 and of wgmma.mma_async. */
#include "base/checked.h"
#include "triton.h"

enum { VERSION, MINOR, WARPS, INSTRUCTION, CLUSTER };

enum { ROWS = 16, COLUMNS = 8, MOST_COLUMNS = 256 };

/* The last two dimensions, m and n. */
static int64_t m_of(const tl_list *shape) { return shape->count - 2; }
static int64_t n_of(const tl_list *shape) { return shape->count - 1; }

static tl_code fail_field(const tl_foreign_node *node, int field,
                          tl_error *error, const char *message) {
  return tl_fail_at_field(node, field,
                          tl_fail(error, TL_INVALID, "%s", message), error);
}

/* Columns of the instruction of an accumulator. */
static tl_code check_instruction(const tl_foreign_node *node,
                                 const tl_list *shape, int64_t *columns,
                                 tl_error *error) {
  const tl_list *instruction = &node->fields[INSTRUCTION].as.list;
  int64_t version = node->fields[VERSION].as.integer,
          count = instruction->count;
  bool is_second = version == 2;
  if (!is_second && version != 3)
    return fail_field(node, VERSION, error,
                      "fragments of versionMajor 2 and 3 are known here");
  if (shape->count < 2 || (!is_second && shape->count != 2))
    return fail_field(node, VERSION, error,
                      is_second ? "a fragment has at least 2 dimensions"
                                : "a fragment of versionMajor 3 has 2 "
                                  "dimensions");
  if (is_second ? count != shape->count : count != 3)
    return fail_field(node, INSTRUCTION, error,
                      is_second ? "instrShape has one item a dimension"
                                : "instrShape has three items, m, n and k");
  const int64_t *items = &instruction->items[is_second ? count - 2 : 0];
  if (items[0] != ROWS || items[1] < COLUMNS || items[1] > MOST_COLUMNS ||
      (is_second && items[1] != COLUMNS))
    return fail_field(node, INSTRUCTION, error,
                      is_second ? "instrShape ends in 16, 8"
                                : "instrShape begins with 16, n, where n is 8 "
                                  "to 256");
  *columns = items[1];
  return TL_OK;
}

static tl_list warp_order(const tl_foreign_node *node, const tl_list *shape) {
  tl_list order = tl_row_major_order(shape->count);
  if (node->fields[VERSION].as.integer == 3)
    order = (tl_list){2, {0, 1}};
  return order;
}

/* A dimension and how much of it. */
typedef struct mma_step {
  tiling_part part;
  int64_t dim, extent;
} mma_step;

static tl_code take_steps(tiling *tile, const mma_step *steps, int count,
                          tl_error *error) {
  for (int i = 0; i < count; i++)
    TL_TRY(tl_tiling_take(tile, steps[i].part, steps[i].dim, steps[i].extent,
                          error));
  return TL_OK;
}

static tl_code mma_mean(const tl_foreign_node *node, const tl_list *shape,
                        int64_t lanes, tl_layout *out, tl_error *error) {
  int64_t m = m_of(shape), n = n_of(shape), columns;
  TL_TRY(check_instruction(node, shape, &columns, error));
  const tl_list rows_first = tl_row_major_order(shape->count);
  const tl_list warps = warp_order(node, shape);
  const mma_step steps[] = {{PART_SLOT, n, 2},
                            {PART_LANE, n, 4},
                            {PART_LANE, m, 8},
                            {PART_SLOT, m, 2},
                            {PART_SLOT, n, columns / COLUMNS}};
  tiling tile;
  TL_TRY(tl_cluster_start(node, CLUSTER, -1, shape, &tile, error));
  TL_TRY(take_steps(&tile, steps, sizeof steps / sizeof *steps, error));
  TL_TRY(tl_tiling_take_each(&tile, PART_WARP, &warps,
                             &node->fields[WARPS].as.list, error));
  TL_TRY(tl_tiling_take_rest(&tile, &rows_first, error));
  TL_TRY(tl_cluster_finish(node, CLUSTER, -1, shape, &tile, error));
  return tl_tiling_finish(&tile, lanes, out, error);
}

/* Of the versions, the first that fits. */
static void put_mma(tl_foreign_node *node, int64_t rank, int64_t version,
                    int64_t columns, const tl_list *warps) {
  tl_list instruction = {3, {ROWS, columns, 16}};
  if (version == 2) {
    instruction = tl_list_ones(rank);
    instruction.items[rank - 2] = ROWS;
    instruction.items[rank - 1] = columns;
  }
  put_integer(node, VERSION, version);
  put_integer(node, MINOR, 0);
  put_list(node, WARPS, warps);
  put_list(node, INSTRUCTION, &instruction);
}

static bool try_warps(foreign_search *search, int64_t version,
                      int64_t columns) {
  int64_t rank = search->shape.count;
  tl_list warps = tl_list_ones(rank);
  warps.items[0] = tl_search_warps(search);
  do {
    put_mma(tl_search_node(search, 0, &TL_TTG_NVIDIA_MMA), rank, version,
            columns, &warps);
    if (tl_search_try(search))
      return true;
  } while (tl_search_next_factors(&warps));
  return false;
}

static tl_code mma_search(foreign_search *search, TL_UNUSED tl_error *error) {
  if (search->shape.count < 2 || try_warps(search, 2, COLUMNS) ||
      search->shape.count > 2)
    return TL_OK;
  for (int64_t columns = COLUMNS; columns <= MOST_COLUMNS; columns *= 2)
    if (try_warps(search, 3, columns))
      return TL_OK;
  return TL_OK;
}

const tl_foreign TL_TTG_NVIDIA_MMA = {
    .name = "ttg.nvidia_mma",
    .role = TL_ROLE_HELD,
    .levels = "SLSWS",
    .has_braces = true,
    .is_two_to_power = true,
    .fields = {{"versionMajor", TL_FOREIGN_INTEGER, false},
               {"versionMinor", TL_FOREIGN_INTEGER, true},
               {"warpsPerCTA", TL_FOREIGN_EXTENTS, false},
               {"instrShape", TL_FOREIGN_LIST, false},
               CLUSTER_FIELDS},
    .mean = mma_mean,
    .search = mma_search,
};

/* ---- Operands ----------------------------------------------------------- */

enum { OPERAND, PARENT, WIDTH };

enum { MOST_WIDTH = 32 };

static tl_code mma_operand_mean(const tl_foreign_node *node,
                                const tl_list *shape, int64_t lanes,
                                tl_layout *out, tl_error *error) {
  const tl_foreign_node *mma = &node[1];
  bool is_second = node->fields[OPERAND].as.integer == 1;
  int64_t rank = shape->count, width = field_integer(node, WIDTH, 0), columns;
  TL_TRY(check_instruction(mma, shape, &columns, error));
  if (width < 1 || width > MOST_WIDTH || !tl_is_power_of_two(width))
    return fail_field(node, WIDTH, error,
                      "kWidth has to be a power of two, at most 32");
  if (is_second && mma->fields[VERSION].as.integer == 3)
    return fail_field(node, OPERAND, error,
                      "operand 1 of versionMajor 3 is in shared memory");
  int64_t k = is_second ? m_of(shape) : n_of(shape);
  int64_t other = is_second ? n_of(shape) : m_of(shape);
  const tl_list warps = warp_order(mma, shape);
  tl_list rest = tl_row_major_order(rank);
  rest.items[0] = k;
  rest.items[1] = other;
  const mma_step steps[] = {{PART_SLOT, k, width},
                            {PART_LANE, k, 4},
                            {PART_LANE, other, 8},
                            {PART_SLOT, other, is_second ? 1 : 2},
                            {PART_SLOT, k, 2}};
  tiling tile;
  TL_TRY(tl_cluster_start(mma, CLUSTER, k, shape, &tile, error));
  TL_TRY(take_steps(&tile, steps, sizeof steps / sizeof *steps, error));
  for (int64_t i = 0; i < rank; i++) {
    int64_t d = warps.items[i], count = mma->fields[WARPS].as.list.items[d];
    TL_TRY(d == k ? tl_tiling_copy(&tile, PART_WARP, count, error)
                  : tl_tiling_take(&tile, PART_WARP, d, count, error));
  }
  TL_TRY(tl_tiling_take_rest(&tile, &rest, error));
  TL_TRY(tl_cluster_finish(mma, CLUSTER, k, shape, &tile, error));
  return tl_tiling_finish(&tile, lanes, out, error);
}

static tl_code operand_mean(const tl_foreign_node *node, const tl_list *shape,
                            int64_t lanes, tl_layout *out, tl_error *error) {
  const tl_foreign_node *parent = &node[1];
  int64_t operand = node->fields[OPERAND].as.integer;
  if (operand != 0 && operand != 1)
    return fail_field(node, OPERAND, error, "opIdx has to be 0 or 1");
  if (parent->row == &TL_TTG_NVIDIA_MMA)
    return mma_operand_mean(node, shape, lanes, out, error);
  if (parent->row != &TL_TTG_BLOCKED)
    return fail_field(node, PARENT, error,
                      "the parent of #ttg.dot_op has to be #ttg.nvidia_mma or "
                      "#ttg.blocked");
  if (shape->count < 2)
    return fail_field(node, OPERAND, error,
                      "an operand has at least 2 dimensions");
  return tl_triton_blocked_mean(parent, shape,
                                operand == 1 ? m_of(shape) : n_of(shape), lanes,
                                out, error);
}

static bool try_operand(foreign_search *search, int64_t version,
                        int64_t operand, int64_t width) {
  int64_t rank = search->shape.count;
  tl_list warps = tl_list_ones(rank);
  warps.items[0] = tl_search_warps(search);
  do {
    tl_foreign_node *node = tl_search_node(search, 0, &TL_TTG_DOT_OP);
    put_integer(node, OPERAND, operand);
    put_integer(node, WIDTH, width);
    put_mma(tl_search_node(search, 1, &TL_TTG_NVIDIA_MMA), rank, version,
            COLUMNS, &warps);
    if (tl_search_try(search))
      return true;
  } while (tl_search_next_factors(&warps));
  return false;
}

/* Of a blocked parent. */
static tl_code search_blocked(foreign_search *search, tl_error *error) {
  for (int64_t operand = 0; operand < 2 && !search->is_found; operand++) {
    foreign_search inner = *search;
    tl_foreign_node *node = tl_search_node(search, 0, &TL_TTG_DOT_OP);
    put_integer(node, OPERAND, operand);
    inner.at++;
    TL_TRY(tl_search_parent(search, &inner, &TL_TTG_BLOCKED, error));
  }
  return TL_OK;
}

static tl_code operand_search(foreign_search *search, tl_error *error) {
  int64_t last = search->shape.count == 2 ? 3 : 2;
  if (search->shape.count < 2)
    return TL_OK;
  for (int64_t version = 2; version <= last; version++)
    for (int64_t operand = 0; operand <= 3 - version; operand++)
      for (int64_t width = 1; width <= MOST_WIDTH; width *= 2)
        if (try_operand(search, version, operand, width))
          return TL_OK;
  return search_blocked(search, error);
}

const tl_foreign TL_TTG_DOT_OP = {
    .name = "ttg.dot_op",
    .role = TL_ROLE_HELD,
    .levels = "SLSWS",
    .has_braces = true,
    .is_two_to_power = true,
    .fields = {{"opIdx", TL_FOREIGN_INTEGER, false},
               {"parent", TL_FOREIGN_PARENT, false},
               {"kWidth", TL_FOREIGN_INTEGER, true}},
    .mean = operand_mean,
    .search = operand_search,
};
