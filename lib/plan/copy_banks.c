/* copy_banks.c - The accesses of a planned copy, as the first warp makes them.
 *
 * The base is evaluated for all lanes at once; the start of a scattered copy
 * moves its coordinates, atoms the offset of every lane alike, and the swizzle
 * comes last.
 *
 * Where both layouts have bit matrices, F of the fragment and M of memory, an
 * element's address is a linear function of its thread and slot, M F^-1, and
 * its columns at the lane bits say it all (law L38). */
#include "tl/copy_banks.h"
#include "base/checked.h"
#include "base/low_bits.h"

static void read_sources(const tl_copy_request *request,
                         const tl_copy_partition *plan, int64_t start,
                         tl_lane_sources *out);
static int64_t offset_of(const tl_moves *moves, const tl_lane_sources *sources);
static tl_code check_layouts(const tl_bit_matrix *held,
                             const tl_bit_matrix *memory, tl_error *error);

static int64_t run_accesses(const tl_copy_vectors *vectors) {
  return tl_run_access_count(tl_atoms_count(&vectors->inner), vectors->width);
}

tl_run_access tl_copy_access_of_run(const tl_copy_vectors *vectors,
                                    int64_t access) {
  return tl_run_access_at(tl_atoms_count(&vectors->inner), vectors->width,
                          access % run_accesses(vectors));
}

int64_t tl_copy_access_count(const tl_copy_partition *plan,
                             const tl_copy_vectors *vectors) {
  return tl_copy_start_count(plan) * tl_atoms_count(&vectors->outer) *
         run_accesses(vectors);
}

tl_code tl_copy_banks(const tl_copy_request *request,
                      const tl_copy_partition *plan,
                      const tl_copy_vectors *vectors, int64_t access,
                      tl_access_facts *out, tl_error *error) {
  int64_t addresses[TL_COUNTED_LANES], lanes;
  TL_TRY(tl_copy_addresses(request, plan, vectors, access, addresses, &lanes,
                           error));
  int64_t width = tl_copy_access_of_run(vectors, access).width;
  return tl_access_by_enumeration(addresses, lanes,
                                  width * request->element_bytes, out, error);
}

tl_code tl_copy_addresses(const tl_copy_request *request,
                          const tl_copy_partition *plan,
                          const tl_copy_vectors *vectors, int64_t access,
                          int64_t byte_addresses[TL_COUNTED_LANES],
                          int64_t *lanes, tl_error *error) {
  int64_t count = tl_copy_access_count(plan, vectors);
  if (access < 0 || access >= count)
    return tl_fail(error, TL_INVALID,
                   "access %" PRId64 "; the copy makes %" PRId64, access,
                   count);
  int64_t rest = access / run_accesses(vectors);
  int64_t outer = tl_take_digit(&rest, tl_atoms_count(&vectors->outer));
  tl_row_range guards = {plan->guards, plan->guards + 1};
  tl_moves moves = {0};
  tl_lane_sources sources;
  tl_lane_numbers skipped, base;
  read_sources(request, plan, rest, &sources);
  tl_address_evaluate(&plan->address, guards, &sources, &skipped);
  tl_address_evaluate(&plan->address, tl_copy_base_rows(plan), &sources, &base);
  tl_atoms_move(&vectors->outer, outer, &moves);
  tl_atoms_move(&vectors->inner, tl_copy_access_of_run(vectors, access).first,
                &moves);
  int64_t moved = offset_of(&moves, &sources);
  *lanes = sources.lanes;
  if (vectors->lanes && vectors->lanes < *lanes)
    *lanes = vectors->lanes;
  for (int64_t lane = 0; lane < *lanes; lane++) {
    int64_t offset = (int64_t)(base.of[lane] + (uint64_t)moved);
    byte_addresses[lane] = TL_LANE_INACTIVE;
    if (!skipped.of[lane])
      TL_TRY(tl_multiply(tl_swizzle_apply(&plan->swizzle, offset),
                         request->element_bytes, &byte_addresses[lane], error));
  }
  return TL_OK;
}

/* The first warp, where origins known at run time are 0 and a symbol is its
 * divisor.  Threads before the offset wrap, and the guards keep them out. */
static void read_sources(const tl_copy_request *request,
                         const tl_copy_partition *plan, int64_t start,
                         tl_lane_sources *out) {
  int64_t threads = request->threads.most
                        ? request->threads.most
                        : tl_scope_size(request->scope, request->lanes);
  tl_moves moves = {0};
  tl_atoms_move(&plan->starts, start, &moves);
  out->lanes = threads < TL_COUNTED_LANES ? threads : TL_COUNTED_LANES;
  for (int64_t lane = 0; lane < out->lanes; lane++)
    out->thread[lane] = lane - plan->thread_offset;
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    out->origin[d] = out->bound[d] = 0;
    out->start[d] = moves.coordinate[d];
  }
  out->symbol[0] = 1;
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    out->symbol[1 + i] = request->memory.divisor[i];
}

static int64_t offset_of(const tl_moves *moves,
                         const tl_lane_sources *sources) {
  int64_t offset = 0;
  for (int64_t i = 0; i <= TL_MAX_SYMBOLS; i++)
    offset += moves->offset[i] * sources->symbol[i];
  return offset;
}

/* ---- By bit matrices ---------------------------------------------------- */

tl_code tl_copy_lane_matrix(const tl_layout *fragment, const tl_layout *memory,
                            tl_scope scope, int64_t element_bytes, int64_t slot,
                            tl_bit_matrix *out, tl_error *error) {
  enum { LANE_BITS = 5 };
  tl_layout scoped;
  tl_bit_matrix held, stored, place;

  /* 1. Both layouts, and (slot, thread) -> offset. */
  if (!tl_is_power_of_two(element_bytes))
    return tl_fail(error, TL_INVALID,
                   "an element of %" PRId64 " bytes is no power of two",
                   element_bytes);
  TL_TRY(tl_layout_on_scope(fragment, scope, TL_COUNTED_LANES, &scoped, error));
  TL_TRY(tl_bit_matrix_from_layout(&scoped, &held, error));
  TL_TRY(tl_bit_matrix_from_layout(memory, &stored, error));
  TL_TRY(check_layouts(&held, &stored, error));
  TL_TRY(tl_bit_matrix_inverse(&held, &place, error));
  int64_t coordinate_bits = held.input_bits - held.replica_bits;
  for (int64_t i = 0; i < place.input_bits; i++)
    place.columns[i] &= tl_low_bits(coordinate_bits);
  place.constant &= tl_low_bits(coordinate_bits);
  place.output_bits = place.axis_bits[TL_AXIS_M] = coordinate_bits;
  TL_TRY(tl_bit_matrix_compose(&stored, &place, &place, error));

  /* 2. The lane bits, which follow those of the slot, in bytes. */
  int64_t slot_bits = held.axis_bits[TL_AXIS_M], bytes;
  int64_t lanes = held.output_bits - slot_bits;
  uint64_t columns[LANE_BITS];
  if (slot < 0 || (uint64_t)slot > tl_low_bits(slot_bits))
    return tl_fail(error, TL_INVALID,
                   "register slot %" PRId64 " is not held by the layout", slot);
  TL_TRY(tl_multiply((int64_t)tl_low_bits(stored.output_bits), element_bytes,
                     &bytes, error));
  lanes = lanes < LANE_BITS ? lanes : LANE_BITS;
  for (int64_t i = 0; i < lanes; i++)
    columns[i] = place.columns[slot_bits + i] * (uint64_t)element_bytes;
  uint64_t base = tl_bit_matrix_apply(&place, (uint64_t)slot);
  tl_bit_matrix_from_columns(columns, lanes, base * (uint64_t)element_bytes,
                             out);
  return TL_OK;
}

static tl_code check_layouts(const tl_bit_matrix *held,
                             const tl_bit_matrix *memory, tl_error *error) {
  if (memory->output_bits != memory->axis_bits[TL_AXIS_M])
    return tl_fail(error, TL_INVALID, "memory has axis m only");
  if (memory->replica_bits != 0)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a memory layout with replicas is not supported in copies");
  if (held->rank != memory->rank)
    return tl_fail(error, TL_INVALID,
                   "the tile has rank %" PRId64 ", the memory layout %" PRId64,
                   held->rank, memory->rank);
  for (int64_t d = 0; d < held->rank; d++)
    if (held->dimension_bits[d] != memory->dimension_bits[d])
      return tl_fail(error, TL_INVALID,
                     "dimension %" PRId64 " has 2^%" PRId64
                     " elements of the tile and 2^%" PRId64 " of memory",
                     d, held->dimension_bits[d], memory->dimension_bits[d]);
  return TL_OK;
}
