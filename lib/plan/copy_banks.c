/* copy_banks.c - The accesses of a planned copy, as the first warp makes them.
 *
 * A plan is evaluated as a thread runs it (see tl_copy_partition): thread terms
 * and origins make the base, a start of a scattered copy the coordinate, atoms
 * the rest; the swizzle comes last.
 *
 * Where both layouts have bit matrices, F of the fragment and M of memory, an
 * element's address is a linear function of its thread and slot, M F^-1, and
 * its columns at the lane bits say it all (law L38). */
#include "tl/copy_banks.h"
#include "base/checked.h"
#include "base/low_bits.h"

/* Where one access of one thread starts. */
typedef struct walk {
  const tl_copy_request *request;
  const tl_copy_partition *plan;
  int64_t thread; /* after subtracting the thread offset */
  int64_t offset;
} walk;

static bool takes_part(const tl_copy_partition *plan, int64_t thread);
static void add_terms(walk *at);
static void add_scattered(walk *at, int64_t start);
static void add_atoms(walk *at, const tl_atoms *atoms, int64_t number);
static int64_t symbol_value(const walk *at, int64_t symbol);
static int64_t term_value(const walk *at, const tl_term *term, int64_t source);
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
  int64_t addresses[TL_WARP_LANES], lanes;
  TL_TRY(tl_copy_addresses(request, plan, vectors, access, addresses, &lanes,
                           error));
  int64_t width = tl_copy_access_of_run(vectors, access).width;
  return tl_access_by_enumeration(addresses, lanes,
                                  width * request->element_bytes, out, error);
}

tl_code tl_copy_addresses(const tl_copy_request *request,
                          const tl_copy_partition *plan,
                          const tl_copy_vectors *vectors, int64_t access,
                          int64_t byte_addresses[TL_WARP_LANES], int64_t *lanes,
                          tl_error *error) {
  int64_t count = tl_copy_access_count(plan, vectors);
  if (access < 0 || access >= count)
    return tl_fail(error, TL_INVALID,
                   "access %" PRId64 "; the copy makes %" PRId64, access,
                   count);
  int64_t element = tl_copy_access_of_run(vectors, access).first;
  int64_t rest = access / run_accesses(vectors);
  int64_t outer = tl_take_digit(&rest, tl_atoms_count(&vectors->outer));
  int64_t threads = request->threads.most
                        ? request->threads.most
                        : tl_scope_describe(request->scope)->threads;
  *lanes = threads < TL_WARP_LANES ? threads : TL_WARP_LANES;
  for (int64_t lane = 0; lane < *lanes; lane++) {
    walk at = {request, plan, lane - plan->thread_offset, plan->offset};
    byte_addresses[lane] = TL_LANE_INACTIVE;
    if (!takes_part(plan, at.thread))
      continue;
    add_terms(&at);
    add_scattered(&at, rest);
    add_atoms(&at, &vectors->outer, outer);
    add_atoms(&at, &vectors->inner, element);
    TL_TRY(tl_multiply(tl_swizzle_apply(&plan->swizzle, at.offset),
                       request->element_bytes, &byte_addresses[lane], error));
  }
  return TL_OK;
}

/* Guards are unsigned: a thread before the offset wraps and is left out. */
static bool takes_part(const tl_copy_partition *plan, int64_t thread) {
  for (int64_t i = 0; i < plan->guards.count; i++) {
    const tl_term *guard = &plan->guards.items[i];
    uint64_t digit = (uint64_t)thread / (uint64_t)guard->divisor;
    if (guard->extent ? digit % (uint64_t)guard->extent : digit)
      return false;
  }
  return true;
}

static int64_t origin_of(const walk *at, int64_t dimension) {
  const tl_origin *origin = &at->request->origin[dimension];
  return origin->is_dynamic ? 0 : origin->value;
}

static void add_terms(walk *at) {
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    at->offset += at->plan->symbol_offset[i] * symbol_value(at, i + 1);
  for (int64_t i = 0; i < at->plan->terms.count; i++) {
    const tl_term *term = &at->plan->terms.items[i];
    at->offset += term_value(at, term,
                             term->source == TL_SOURCE_THREAD
                                 ? at->thread
                                 : origin_of(at, term->source));
  }
}

static void add_scattered(walk *at, int64_t start) {
  const tl_copy_partition *plan = at->plan;
  int64_t coordinate[TL_MAX_RANK] = {0};
  for (int64_t d = 0; d < at->request->memory.rank; d++)
    coordinate[d] = origin_of(at, d);
  for (int64_t i = 0; i < plan->coordinate_terms.count; i++)
    coordinate[plan->coordinate_of[i]] +=
        term_value(at, &plan->coordinate_terms.items[i], at->thread);
  for (int64_t i = 0; i < plan->slot_digit_count; i++) {
    const tl_slot_digit *digit = &plan->slot_digits[i];
    coordinate[digit->dimension] +=
        tl_take_digit(&start, digit->extent) * digit->weight;
  }
  for (int64_t i = 0; i < plan->scattered_terms.count; i++) {
    const tl_term *term = &plan->scattered_terms.items[i];
    at->offset += term_value(at, term, coordinate[term->source]);
  }
}

static void add_atoms(walk *at, const tl_atoms *atoms, int64_t number) {
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    at->offset += tl_take_digit(&number, atom->extent) * atom->memory_stride *
                  symbol_value(at, atom->symbol);
  }
}

/* A symbol counts as its divisor. */
static int64_t symbol_value(const walk *at, int64_t symbol) {
  return symbol ? at->request->memory.divisor[symbol - 1] : 1;
}

static int64_t term_value(const walk *at, const tl_term *term, int64_t source) {
  int64_t digit = source / term->divisor;
  return (term->extent ? digit % term->extent : digit) * term->stride *
         symbol_value(at, term->symbol);
}

/* ---- By bit matrices ---------------------------------------------------- */

tl_code tl_copy_lane_matrix(const tl_layout *fragment, const tl_layout *memory,
                            tl_scope scope, int64_t element_bytes, int64_t slot,
                            tl_bit_matrix *out, tl_error *error) {
  enum { LANE_BITS = 5 };
  tl_layout scoped;
  tl_bit_matrix held, stored, place;

  /* 1. Both layouts, and (slot, thread) -> offset. */
  if (element_bytes < 1 || (element_bytes & (element_bytes - 1)) != 0)
    return tl_fail(error, TL_INVALID,
                   "an element of %" PRId64 " bytes is no power of two",
                   element_bytes);
  TL_TRY(tl_layout_on_scope(fragment, scope, &scoped, error));
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
