/* operations_tma.c - Copies of tiles between global and shared memory by one
 * thread: nvgpu.tma.*.
 *
 * A tensor map is the memref that it was made of; its type says the tile.  A
 * load is a bulk copy, see mbarriers.h.  A store writes at once, so that what
 * waits for it does nothing. */
#include "lib/base/checked.h"
#include "mbarriers.h"
#include "mlir-c/BuiltinTypes.h"
#include "operations.h"
#include "tensor_maps.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/*===--- Tiles ------------------------------------------------------------===*/

/* How a swizzle is called, by its bits. */
static const struct {
  const char *name;
  int64_t bits;
} SWIZZLES[] = {{"swizzle = none", 0},
                {"swizzle = swizzle_32b", 1},
                {"swizzle = swizzle_64b", 3},
                {"swizzle = swizzle_128b", 7}};

tl_tile_map *tl_tile_map_read(tl_program *program, MlirValue value) {
  MlirType type = mlirValueGetType(value), tile = tl_named_type(type, "tensor");
  tl_text text = tl_type_text(type);
  tl_scalar_type scalar;
  tl_tile_map *out = tl_keep(program, 1, sizeof *out);
  if (!out || !tl_scalar_type_read(mlirShapedTypeGetElementType(tile), &scalar))
    return NULL;
  out->rank = mlirShapedTypeGetRank(tile);
  out->element_bytes = scalar.bytes;
  out->bytes = scalar.bytes;
  for (int64_t d = 0; d < out->rank; d++) {
    out->box[d] = mlirShapedTypeGetDimSize(tile, d);
    out->bytes = tl_multiply_saturated(out->bytes, out->box[d]);
  }
  for (size_t i = 0; i < sizeof SWIZZLES / sizeof *SWIZZLES; i++)
    if (strstr(text.data, SWIZZLES[i].name))
      out->swizzle = SWIZZLES[i].bits;
  out->is_nan = strstr(text.data, "oob = nan") != NULL;
  return out;
}

void tl_run_uncounted(const tl_step *step, void (*run)(const tl_step *step)) {
  tl_machine *machine = step->machine;
  bool counts = machine->counts_accesses, traces = machine->trace.is_kept;
  machine->counts_accesses = machine->trace.is_kept = false;
  run(step);
  machine->counts_accesses = counts;
  machine->trace.is_kept = traces;
}

/*===--- Tensor maps ------------------------------------------------------===*/

static bool prepare_map(tl_instruction *at) {
  at->detail =
      tl_tile_map_read(at->program, mlirOperationGetResult(at->operation, 0));
  return at->detail != NULL;
}

/* As the driver does; units of 16 bytes hold whole elements. */
static bool check_memory(const tl_step *step, const tl_view *view,
                         const tl_tile_map *map) {
  int64_t address, low = TL_TILE_UNIT - 1, last = view->rank - 1;
  if (!tl_view_address(view, map->element_bytes, &address))
    return tl_fault_overflow(step);
  if (address & low)
    return tl_fault(step, TL_FAULT_ALIGNMENT,
                    "describes memory at address 0x%" PRIx64
                    ", which is no multiple of %d",
                    address, TL_TILE_UNIT);
  for (int64_t d = 0; d <= last; d++)
    if (d == last ? view->strides[d] != 1
                  : (view->strides[d] * map->element_bytes) & low)
      return tl_fault(step, TL_FAULT_ALIGNMENT,
                      "describes memory with a stride of %" PRId64
                      " elements in dimension %" PRId64 ", and needs %s",
                      view->strides[d], d,
                      d == last ? "1" : "multiples of 16 bytes");
  return true;
}

static void describe(const tl_step *step) {
  const tl_tile_map *map = step->at->detail;
  const tl_view *view = tl_operand_view(step, 0);
  *tl_result_view(step, 0) = *view;
  if (view->rank != map->rank || step->at->operand_count != 1 + map->rank) {
    tl_fault(step, TL_FAULT_BOUNDS,
             "describes tiles of %" PRId64 " dimensions of memory of %" PRId64,
             map->rank, view->rank);
    return;
  }
  for (int64_t d = 0; d < map->rank; d++)
    if (tl_operand_number(step, 1 + (int)d) != map->box[d])
      tl_fault(step, TL_FAULT_BOUNDS,
               "has a box of %" PRId64 " in dimension %" PRId64
               ", and tiles of %" PRId64,
               tl_operand_number(step, 1 + (int)d), d, map->box[d]);
  check_memory(step, view, map);
}

/*===--- Copies -----------------------------------------------------------===*/

/* Where the operands are. */
typedef struct tile_operands {
  int shared, map, first, barrier, place;
} tile_operands;

static bool prepare_copy(tl_instruction *at, const tile_operands *own) {
  at->program->has_tiles = true;
  at->detail = tl_tile_map_read(
      at->program, mlirOperationGetOperand(at->operation, own->map));
  const tl_tile_map *map = at->detail;
  bool is_whole = tl_operand_slot(at, own->map)->scalar.bits % 8 == 0;
  return map &&
         ((is_whole && map->bytes % TL_TILE_UNIT == 0) ||
          tl_refuse(at,
                    "copies elements that are no whole bytes, or tiles that "
                    "are no multiple of 16 bytes"));
}

/* The tile in shared memory; false after a fault. */
static bool find_tile(const tl_step *step, int operand, bool writes,
                      tl_access *out) {
  const tl_tile_map *map = step->at->detail;
  tl_move move = tl_move_from(step, operand);
  move.alignment = TL_TILE_ALIGNMENT;
  if (!tl_move_find(&move, writes, out))
    return false;
  out->bytes = map->bytes;
  return true;
}

/* Of a row of the tile, those elements that are in memory. */
typedef struct row_part {
  tl_move move;
  int64_t skipped, count;
} row_part;

/* Coordinates are those of the tile's first element, the innermost one first. */
static row_part part_of(const tl_step *step, const tile_operands *own,
                        int64_t row) {
  const tl_tile_map *map = step->at->detail;
  row_part out = {.move = tl_move_from(step, own->map)};
  const tl_view *view = out.move.view;
  int64_t last = map->rank - 1, place[TL_MAX_RANK] = {0};
  tl_coordinate_of(row, last, map->box, place);
  out.count = map->box[last];
  for (int64_t d = 0; d <= last; d++) {
    int64_t start = tl_operand_number(step, own->first + (int)(last - d));
    int64_t c = tl_add_saturated(start, place[d]);
    if (d < last && (c < 0 || c >= view->sizes[d]))
      out.count = 0;
    out.move.coordinate[d] = c;
  }
  int64_t *c = &out.move.coordinate[last], end = view->sizes[last];
  int64_t behind = *c >= end ? 0 : tl_add_saturated(end, -*c);
  out.skipped = *c < 0 ? -*c : 0;
  if (out.count > behind)
    out.count = behind;
  out.count = out.count > out.skipped ? out.count - out.skipped : 0;
  *c += out.skipped;
  out.move.count = out.count;
  return out;
}

/* Where in the buffer element n of the tile lies. */
static int64_t place_of(const tl_tile_map *map, const tl_access *tile,
                        int64_t n) {
  int64_t start = tile->buffer->address;
  return tl_tile_place(map, start + tile->byte + n * map->element_bytes) -
         start;
}

static tl_element outside(const tl_tile_map *map, const tl_scalar_type *type) {
  return (tl_element){map->is_nan && type->format
                          ? tl_float_encode(type->format, (double)NAN)
                          : 0,
                      0};
}

/* Moves the rows of a tile, from memory or to it. */
static void move_rows(const tl_step *step, const tile_operands *own,
                      const tl_access *tile) {
  const tl_tile_map *map = step->at->detail;
  const tl_scalar_type *type = &tl_operand_slot(step->at, own->map)->scalar;
  const int bytes = map->element_bytes;
  enum { MOST = 256 }; /* which the verifier says */
  tl_element row[MOST];
  int64_t width = map->box[map->rank - 1];
  for (int64_t n = 0; n * bytes < map->bytes; n += width) {
    row_part part = part_of(step, own, n / width);
    for (int64_t i = 0; i < width; i++)
      row[i] = tile->writes ? outside(map, type)
                            : tl_buffer_get(tile->buffer,
                                            place_of(map, tile, n + i), bytes);
    if (part.count && tile->writes)
      tl_move_load(&part.move, row + part.skipped);
    else if (part.count)
      tl_move_store(&part.move, row + part.skipped);
    for (int64_t i = 0; tile->writes && i < width; i++)
      tl_buffer_put(tile->buffer, place_of(map, tile, n + i), bytes, row[i]);
  }
}

/* Numbers: how many operands each part has.  Of loads the target, barriers,
 * map, coordinates, the barrier's number, a mask and a predicate. */
enum { COORDINATES = 3, MASK = 5, PREDICATE = 6 };

static tile_operands operands_of_load(const tl_instruction *at) {
  return (tile_operands){.shared = 0,
                         .barrier = 1,
                         .map = 2,
                         .first = COORDINATES,
                         .place = COORDINATES + (int)at->numbers[COORDINATES]};
}

static bool prepare_load(tl_instruction *at) {
  tile_operands own = operands_of_load(at);
  if (at->numbers[MASK])
    return tl_refuse(at, "copies to several blocks of a cluster, which share "
                         "no memory in the simulator");
  return prepare_copy(at, &own);
}

static void start_load(const tl_step *step) {
  tile_operands own = operands_of_load(step->at);
  tl_access tile;
  if (step->at->numbers[PREDICATE] &&
      tl_is_turned_off(step, step->at->operand_count - 1))
    return;
  const tl_mbarrier *barrier = tl_mbarrier_at(step, own.barrier, own.place);
  if (!barrier || !find_tile(step, own.shared, true, &tile) ||
      !tl_access_check(&tile))
    return;
  move_rows(step, &own, &tile);
  tl_bulk_start(&tile, barrier);
}

static void load(const tl_step *step) { tl_run_uncounted(step, start_load); }

/* The source, the map, coordinates and a predicate. */
static tile_operands operands_of_store(void) {
  return (tile_operands){.shared = 0, .map = 1, .first = 2};
}

static bool prepare_store(tl_instruction *at) {
  tile_operands own = operands_of_store();
  return prepare_copy(at, &own);
}

static void store_now(const tl_step *step) {
  enum { STORE_PREDICATE = 3 };
  tile_operands own = operands_of_store();
  tl_access tile;
  if (step->at->numbers[STORE_PREDICATE] &&
      tl_is_turned_off(step, step->at->operand_count - 1))
    return;
  if (find_tile(step, own.shared, false, &tile) && tl_access_check(&tile))
    move_rows(step, &own, &tile);
}

static void store(const tl_step *step) { tl_run_uncounted(step, store_now); }

#define SEGMENTS                                                               \
  TL_READS({.attribute = "operandSegmentSizes", .kind = TL_READ_ARRAY})

const tl_sim_row TL_SIM_TMA[] = {
    {"nvgpu.tma.create.descriptor", .each = describe, .prepare = prepare_map},
    {"nvgpu.tma.async.load", .each = load, .prepare = prepare_load, SEGMENTS},
    {"nvgpu.tma.async.store", .each = store, .prepare = prepare_store,
     SEGMENTS},
    {.name = "nvgpu.tma.prefetch.descriptor",
     .alias = "nvgpu.tma.fence.descriptor"},
    {.name = "nvvm.cp.async.bulk.commit.group",
     .alias = "nvvm.cp.async.bulk.wait_group"},
    {.name = "nvvm.fence.*"},
    {.name = NULL},
};
