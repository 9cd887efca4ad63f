/* operations_numbers.c - Numbers of threads, warps, blocks and clusters: those of
 * gpu, and registers of nvvm and rocdl that hold them.
 *
 * Sources: PTX ISA, "Special Registers"; ROCDLOps.td, which says what functions of
 * the device library stand for. */
#include "operations.h"

/* Dimension d of a number of three, or a number. */
#define NUMBER(name, value)                                                    \
  static void name(const tl_step *step) {                                      \
    const tl_machine *machine = step->machine;                                 \
    int64_t d =                                                                \
        step->at->number_count ? step->at->numbers[0] : step->at->row->number; \
    (void)machine, (void)d;                                                    \
    tl_give_number(step, 0, value);                                            \
  }
#define THREAD tl_point_in(step->thread, machine->launch.block).items[d]
#define BLOCK tl_point_in(machine->block, machine->launch.grid).items[d]

NUMBER(thread_id, THREAD)
NUMBER(block_id, BLOCK)
NUMBER(block_dim, machine->launch.block[d])
NUMBER(grid_dim, machine->launch.grid[d])
NUMBER(global_id, BLOCK * machine->launch.block[d] + THREAD)
/* A block is a cluster where nobody says more. */
#define CLUSTER machine->launch.cluster[d]
NUMBER(cluster_dim, machine->launch.grid[d] / CLUSTER)
NUMBER(cluster_dim_blocks, CLUSTER)
NUMBER(cluster_id, BLOCK / CLUSTER)
NUMBER(cluster_block_id, BLOCK % CLUSTER)
#define LANE (step->thread % machine->wave)
NUMBER(lane_id, LANE)
NUMBER(subgroup_id, step->thread / machine->wave)
NUMBER(subgroup_size, machine->wave)
NUMBER(num_subgroups,
       (machine->thread_count + machine->wave - 1) / machine->wave)

/* A bit for each lane of 32. */
#define LANES UINT64_C(0xffffffff)
NUMBER(lanes_equal, INT64_C(1) << LANE)
NUMBER(lanes_below, (int64_t)(LANES & ~(LANES << LANE)))
NUMBER(lanes_up_to, (int64_t)(LANES & ~(LANES << LANE << 1)))
NUMBER(lanes_from, (int64_t)(LANES &LANES << LANE))
NUMBER(lanes_above, (int64_t)(LANES &LANES << LANE << 1))

static void cluster_rank(const tl_step *step) {
  const tl_launch *launch = &step->machine->launch;
  tl_point block = tl_point_in(step->machine->block, launch->grid);
  int64_t rank = 0;
  for (int d = 2; d >= 0; d--)
    rank = rank * launch->cluster[d] + block.items[d] % launch->cluster[d];
  tl_give_number(step, 0, rank);
}

static void cluster_ranks(const tl_step *step) {
  const int64_t *cluster = step->machine->launch.cluster;
  tl_give_number(step, 0, cluster[0] * cluster[1] * cluster[2]);
}

static void dynamic_size(const tl_step *step) {
  int64_t bytes = step->machine->launch.dynamic_bytes;
  if (bytes == TL_DYNAMIC_UNKNOWN)
    tl_each_poison(step);
  else
    tl_give_number(step, 0, bytes);
}

#define DIMENSION                                                              \
  TL_READS({"dimension", TL_READ_WORD, 0, {"dim x", "dim y", "dim z"}})
#define OF_THREE(begin, number_of)                                             \
  {begin ".x", .each = number_of, .number = 0},                                \
      {begin ".y", .each = number_of, .number = 1}, {                          \
    begin ".z", .each = number_of, .number = 2                                 \
  }
#define REGISTER "nvvm.read.ptx.sreg."

const tl_sim_row TL_SIM_NUMBERS[] = {
    {"gpu.thread_id", .each = thread_id, DIMENSION},
    {"gpu.block_id", .each = block_id, DIMENSION},
    {"gpu.block_dim", .each = block_dim, DIMENSION},
    {"gpu.grid_dim", .each = grid_dim, DIMENSION},
    {"gpu.global_id", .each = global_id, DIMENSION},
    {"gpu.cluster_dim", .each = cluster_dim, DIMENSION},
    {"gpu.cluster_dim_blocks", .each = cluster_dim_blocks, DIMENSION},
    {"gpu.cluster_id", .each = cluster_id, DIMENSION},
    {"gpu.cluster_block_id", .each = cluster_block_id, DIMENSION},
    {"gpu.lane_id", REGISTER "laneid", .each = lane_id},
    {"gpu.subgroup_id", .each = subgroup_id},
    {"gpu.subgroup_size", REGISTER "warpsize", .each = subgroup_size},
    {"gpu.num_subgroups", .each = num_subgroups},
    OF_THREE(REGISTER "tid", thread_id),
    OF_THREE(REGISTER "ntid", block_dim),
    OF_THREE(REGISTER "ctaid", block_id),
    OF_THREE(REGISTER "nctaid", grid_dim),
    OF_THREE(REGISTER "clusterid", cluster_id),
    OF_THREE(REGISTER "nclusterid", cluster_dim),
    OF_THREE(REGISTER "cluster.ctaid", cluster_block_id),
    OF_THREE(REGISTER "cluster.nctaid", cluster_dim_blocks),
    {REGISTER "cluster.ctarank", .each = cluster_rank},
    {REGISTER "cluster.nctarank", .each = cluster_ranks},
    {REGISTER "lanemask.eq", .each = lanes_equal},
    {REGISTER "lanemask.lt", .each = lanes_below},
    {REGISTER "lanemask.le", .each = lanes_up_to},
    {REGISTER "lanemask.ge", .each = lanes_from},
    {REGISTER "lanemask.gt", .each = lanes_above},
    {REGISTER "dynamic.smem.size", .each = dynamic_size},
    /* Clocks, and where on the GPU a warp happens to be. */
    {REGISTER "*", .each = tl_each_poison},
    OF_THREE("rocdl.workitem.id", thread_id),
    OF_THREE("rocdl.workgroup.id", block_id),
    OF_THREE("rocdl.workgroup.dim", block_dim),
    OF_THREE("rocdl.grid.dim", grid_dim),
    OF_THREE("rocdl.cluster.id", cluster_id),
    {"rocdl.wavefrontsize", .each = subgroup_size},
    {.name = NULL},
};
