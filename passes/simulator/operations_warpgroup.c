/* operations_warpgroup.c - D = A B + D of a warpgroup, 128 threads:
 * nvgpu.warpgroup.*.
 *
 * A and B lie in shared memory as tma.async.load puts tiles there, B's beside each
 * other.  An element is summed in 64-bit floats over the k of one instruction,
 * 32 bytes of A, and rounded to the type of D.  It is there at once, so that what
 * waits for it does nothing.
 *
 * Source: PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
 * Instructions". */
#include "mlir-c/BuiltinTypes.h"
#include "operations.h"
#include "roles.h"
#include "tensor_maps.h"
#include <limits.h>
#include <stdlib.h>

enum { WARPGROUP = 128, ROWS = 64, STEP_BYTES = 32 };

/* What is multiplied: rows of A, columns of B, and their tiles. */
typedef struct product {
  int64_t m, n, k;
  const tl_tile_map *a, *b;
} product;

/*===--- Who has what -----------------------------------------------------===*/

/* Element r of a thread: in 64 rows after the other, pairs of columns, of a row and
 * the one 8 below. */
static void place_of(int thread, int64_t r, int64_t columns, int64_t *row,
                     int64_t *column) {
  enum { PAIR = 2, QUAD = 4, PART = 8, OF_WARP = 16, LANES = 32 };
  int64_t each = columns / PAIR, own = r % each;
  int lane = thread % LANES, warp = thread / LANES;
  *row = ROWS * (r / each) + OF_WARP * warp + lane / QUAD +
         PART * (own / PAIR % PAIR);
  *column = PART * (own / QUAD) + PAIR * (lane % QUAD) + own % PAIR;
}

/* Of the accumulator that a value is. */
static bool read_shape(const tl_instruction *at, MlirValue value, int64_t *m,
                       int64_t *n) {
  MlirType type = tl_named_type(mlirValueGetType(value), "fragmented");
  *m = mlirShapedTypeGetDimSize(type, 0);
  *n = mlirShapedTypeGetDimSize(type, 1);
  return *m % ROWS == 0 && *n % 8 == 0 && at->program->wave == 32;
}

static tl_party warpgroup(const tl_step *first) {
  return tl_party_of(first, WARPGROUP);
}

/* Runs it for each whole warpgroup; others are a fault. */
static void run_groups(const tl_step *first,
                       void (*run)(const tl_step *group)) {
  const tl_lanes *lanes = first->lanes;
  for (int k = 0, end = 0; k < lanes->count; k = end) {
    tl_step step = tl_step_of(first, k);
    while (end < lanes->count &&
           lanes->items[end] / WARPGROUP == step.thread / WARPGROUP)
      end++;
    if (end - k == WARPGROUP)
      run(&step);
    else
      tl_fault(&step, TL_FAULT_SCOPE,
               "executes an operation of its warpgroup with %d of %d threads",
               end - k, WARPGROUP);
  }
}

/*===--- Products ---------------------------------------------------------===*/

/* The tiles that a descriptor is made with. */
static const tl_tile_map *tiles_of(const tl_instruction *at, int operand) {
  MlirValue value = mlirOperationGetOperand(at->operation, operand);
  MlirOperation made = mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value)
                                                   : (MlirOperation){NULL};
  if (mlirOperationIsNull(made) ||
      !tl_operation_is(made, "nvgpu.warpgroup.generate.descriptor"))
    return NULL;
  return tl_tile_map_read(at->program, mlirOperationGetOperand(made, 1));
}

/* Whether tiles of as many rows, beside each other, are the whole matrix. */
static bool is_made_of(const tl_slot *matrix, const tl_tile_map *tile) {
  return tile->rank == 2 && tile->box[0] == matrix->shape[0] &&
         matrix->shape[1] % tile->box[1] == 0;
}

static bool prepare_product(tl_instruction *at) {
  product *own = tl_keep(at->program, 1, sizeof *own);
  at->program->has_tiles = true;
  at->detail = own;
  if (!own)
    return false;
  const tl_slot *a = tl_operand_slot(at, 0), *b = tl_operand_slot(at, 1);
  own->a = tiles_of(at, 0);
  own->b = tiles_of(at, 1);
  own->k = a->shape[1];
  bool is_known =
      own->a && own->b &&
      read_shape(at, mlirOperationGetResult(at->operation, 0), &own->m,
                 &own->n) &&
      tl_operand_slot(at, 2)->count == tl_result_slot(at, 0)->count &&
      a->shape[0] == own->m && b->shape[0] == own->k && b->shape[1] == own->n &&
      is_made_of(a, own->a) && is_made_of(b, own->b) &&
      own->a->box[1] == own->k;
  bool is_float = is_known && a->scalar.format && a->scalar.bits == 16 &&
                  b->scalar.format == a->scalar.format &&
                  tl_result_slot(at, 0)->scalar.format;
  bool is_by_rows =
      mlirAttributeIsNull(tl_attribute_of(at->operation, "transposeA")) &&
      !mlirAttributeIsNull(tl_attribute_of(at->operation, "transposeB"));
  if (is_float && is_by_rows)
    return true;
  return tl_refuse(
      at,
      "is known to the simulator of f16 and bf16 alone, with A by rows, B "
      "transposed, and descriptors that are made here of tiles with all rows");
}

typedef struct factor {
  double *numbers;
  bool *is_unknown;
} factor;

/* The matrix of a descriptor, in row-major order; false after a fault. */
static bool read_matrix(const tl_step *group, int operand,
                        const tl_tile_map *tile, factor *out) {
  const tl_slot *slot = tl_operand_slot(group->at, operand);
  const int bytes = slot->scalar.bytes;
  tl_step step = *group;
  tl_access access;
  tl_move move = tl_move_from(group, operand);
  if (!tl_move_find(&move, false, &access))
    return false;
  access.bytes = slot->shape[0] * slot->shape[1] * bytes;
  access.alignment = TL_TILE_ALIGNMENT;
  for (int warp = 0; warp < WARPGROUP; warp += group->machine->wave) {
    access.step.thread = step.thread + warp;
    if (!tl_access_check(&access))
      return false;
  }
  const int64_t start = access.buffer->address;
  for (int64_t i = 0; i < slot->shape[0] * slot->shape[1]; i++) {
    int64_t row = i / slot->shape[1], column = i % slot->shape[1];
    int64_t width = tile->box[1], before = column / width;
    int64_t byte =
        before * tile->bytes + (row * width + column % width) * bytes;
    tl_element element = tl_buffer_get(
        access.buffer, tl_tile_place(tile, start + access.byte + byte) - start,
        bytes);
    out->numbers[i] =
        tl_float_decode(slot->scalar.format, (uint64_t)element.bits);
    out->is_unknown[i] = element.poison != 0;
  }
  return true;
}

/* As many k as one instruction has, before it rounds. */
static tl_element sum_of(const product *own, const tl_scalar_type *type,
                         const factor *a, const factor *b, int64_t row,
                         int64_t column, tl_element start) {
  const int64_t each = STEP_BYTES / own->a->element_bytes;
  tl_element out = start;
  bool is_unknown = start.poison != 0;
  for (int64_t from = 0; from < own->k; from += each) {
    double sum = tl_float_decode(type->format, (uint64_t)out.bits);
    for (int64_t k = from; k < from + each && k < own->k; k++) {
      int64_t i = row * own->k + k, j = k * own->n + column;
      sum += a->numbers[i] * b->numbers[j];
      is_unknown |= a->is_unknown[i] || b->is_unknown[j];
    }
    out.bits = tl_float_encode(type->format, sum);
  }
  out.poison = is_unknown ? tl_poison_all(type) : 0;
  return out;
}

static void multiply_with(const tl_step *group, factor *a, factor *b) {
  const product *own = group->at->detail;
  const tl_slot *slot = tl_result_slot(group->at, 0);
  tl_step step = *group;
  if (!read_matrix(group, 0, own->a, a) || !read_matrix(group, 1, own->b, b))
    return;
  for (int t = 0; t < WARPGROUP; t++, step.thread++)
    for (int64_t r = 0, row, column; r < slot->count; r++) {
      place_of(t, r, own->n, &row, &column);
      tl_result(&step, 0)[r] = sum_of(own, &slot->scalar, a, b, row, column,
                                      tl_operand(&step, 2)[r]);
    }
}

static void multiply_group(const tl_step *group) {
  const product *own = group->at->detail;
  size_t count = (size_t)(own->m * own->k), other = (size_t)(own->k * own->n);
  tl_take_steps(group, (int)(own->k < INT_MAX ? own->k : INT_MAX));
  if (group->machine->is_stopped)
    return;
  factor a = {malloc(count * sizeof(double)), malloc(count)};
  factor b = {malloc(other * sizeof(double)), malloc(other)};
  if (a.numbers && a.is_unknown && b.numbers && b.is_unknown)
    multiply_with(group, &a, &b);
  else
    tl_machine_stop(group->machine, group->at, TL_NO_MEMORY);
  free(a.numbers);
  free(a.is_unknown);
  free(b.numbers);
  free(b.is_unknown);
}

static void multiply(const tl_step *group) {
  tl_run_uncounted(group, multiply_group);
}

static void multiply_all(const tl_step *first) { run_groups(first, multiply); }

/*===--- Descriptors and accumulators -------------------------------------===*/

/* Its shape, where the memref starts. */
static void describe(const tl_step *step) {
  const tl_view *from = tl_operand_view(step, 0);
  tl_view view = tl_view_of_type(tl_result_slot(step->at, 0));
  view.buffer = from->buffer;
  view.start = from->start;
  view.offset = from->offset;
  *tl_result_view(step, 0) = view;
}

/* It is lowered to rows that the number of a thread says, and those of the second
 * part to where 128 columns say. */
static bool prepare_store(tl_instruction *at) {
  int64_t m, n;
  if (!read_shape(at, mlirOperationGetOperand(at->operation, 0), &m, &n) ||
      (m > ROWS && n != WARPGROUP))
    return tl_refuse(at, "stores an accumulator of another shape than 64 rows, "
                         "or more of 128 columns");
  return tl_set_numbers(at, 1, &n);
}

static void store(const tl_step *group) {
  tl_step step = *group;
  if (group->thread != 0) {
    tl_fault(group, TL_FAULT_SCOPE,
             "is lowered to a store of the first %d threads", WARPGROUP);
    return;
  }
  for (; step.thread < WARPGROUP; step.thread++)
    for (int64_t r = 0; r < tl_operand_slot(step.at, 0)->count; r++) {
      tl_move move = tl_move_from(&step, 1);
      place_of(step.thread, r, step.at->numbers[0], &move.coordinate[0],
               &move.coordinate[1]);
      tl_move_store(&move, tl_operand(&step, 0) + r);
    }
}

static void store_all(const tl_step *first) { run_groups(first, store); }

const tl_sim_row TL_SIM_WARPGROUPS[] = {
    {"nvgpu.warpgroup.generate.descriptor", .each = describe},
    {.name = "nvgpu.warpgroup.mma.init.accumulator"}, /* zeros, as it begins */
    {"nvgpu.warpgroup.mma", .all = multiply_all, .party = warpgroup,
     .prepare = prepare_product},
    {"nvgpu.warpgroup.mma.store", .all = store_all, .party = warpgroup,
     .prepare = prepare_store},
    {.name = "nvvm.wgmma.fence.aligned",
     .alias = "nvvm.wgmma.commit.group.sync.aligned"},
    {.name = "nvvm.wgmma.wait.group.sync.aligned",
     .alias = "nvvm.setmaxregister"},
    {.name = "nvvm.griddepcontrol"},
    {.name = NULL},
};
