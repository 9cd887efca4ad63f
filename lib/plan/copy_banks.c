/* copy_banks.c - The accesses of a planned copy, as the first warp makes them.
 *
 * The base is evaluated for all lanes at once; the start of a scattered copy
 * moves its coordinates, atoms the offset of every lane alike, and the swizzle
 * comes last. */
#include "base/checked.h"
#include "copy_partition.h"
#include "tl/copy_access.h"
#include <string.h>

int64_t tl_long_pitch(int64_t divisor) {
  enum { ELEMENTS = 1024 };
  return divisor ? divisor * (1 + ELEMENTS / divisor) : 0;
}

static int64_t run_accesses(const tl_copy_vectors *vectors) {
  tl_element_run run = tl_copy_run_of(vectors);
  return tl_run_access_count(&run);
}

tl_run_access tl_copy_access_of_run(const tl_copy_vectors *vectors,
                                    int64_t access) {
  tl_element_run run = tl_copy_run_of(vectors);
  return tl_run_access_at(&run, access % run_accesses(vectors));
}

int64_t tl_copy_access_count(const tl_copy_partition *plan,
                             const tl_copy_vectors *vectors) {
  return tl_atoms_count(&plan->starts) * tl_atoms_count(&vectors->outer) *
         run_accesses(vectors);
}

void tl_copy_step_of(const tl_copy_partition *plan,
                     const tl_copy_choice *choice, int64_t access,
                     tl_copy_step *out) {
  const tl_copy_vectors *vectors = &choice->vectors;
  const tl_copy_matrix *matrix = &choice->matrix;
  const tl_atoms *inner = matrix->count ? &matrix->inner : &vectors->inner;
  tl_run_access part = tl_copy_access_of_run(vectors, access);
  int64_t rest = access / run_accesses(vectors);
  int64_t outer = tl_take_digit(&rest, tl_atoms_count(&vectors->outer));
  *out = (tl_copy_step){.start.slot = plan->slot_offset,
                        .count = matrix->count ? choice->width : part.width};
  tl_atoms_move(&plan->starts, rest, &out->start);
  out->from = out->start;
  if (plan->is_twisted)
    out->from.coordinate[0] = 0;
  tl_atoms_move(&vectors->outer, outer, &out->from);
  out->from.offset[0] += part.first;
  for (int64_t e = 0; e < out->count; e++) {
    out->elements[e] = out->from;
    tl_atoms_move(inner, part.first + e, &out->elements[e]);
  }
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

static void take_target_strides(tl_atoms *atoms) {
  for (int64_t i = 0; i < atoms->count; i++) {
    atoms->items[i].memory_stride = atoms->items[i].register_stride;
    atoms->items[i].symbol = 0;
  }
}

void tl_copy_take_target(tl_copy_vectors *vectors) {
  take_target_strides(&vectors->outer);
  take_target_strides(&vectors->inner);
}

/* The first warp, where origins known at run time are 0 and a symbol is a long
 * pitch, so that rows are apart.  Threads before the offset wrap, and the guards keep them out. */
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
  memset(out->number, 0, sizeof out->number);
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    out->number[TL_SOURCE_START + d] = moves.coordinate[d];
  out->symbol[0] = 1;
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    out->symbol[1 + i] = tl_long_pitch(request->memory.divisor[i]);
}

/* Tiles may begin before memory: those offsets count as some far past it, in the
 * same banks and as aligned. */
static int64_t place_of(uint64_t offset) {
  return (int64_t)offset < 0 ? (int64_t)(offset & UINT32_MAX) : (int64_t)offset;
}

/* What all accesses from a start have in common. */
typedef struct start_lanes {
  tl_lane_sources sources;
  tl_lane_numbers skipped, base;
} start_lanes;

static void read_start(const tl_copy_request *request,
                       const tl_copy_partition *plan, int64_t start,
                       start_lanes *out) {
  tl_row_range guards = {plan->guards, plan->guards + 1};
  read_sources(request, plan, start, &out->sources);
  tl_address_evaluate(&plan->address, guards, &out->sources, &out->skipped);
  tl_address_evaluate(&plan->address, tl_copy_base_rows(plan), &out->sources,
                      &out->base);
}

/* Where an access is: from which start, how many elements of it, and how far atoms
 * move it. */
typedef struct access_place {
  int64_t start, width;
  tl_moves moves;
} access_place;

static access_place place_of_access(const tl_copy_vectors *vectors,
                                    int64_t access) {
  tl_element_run run = tl_copy_run_of(vectors);
  int64_t parts = tl_run_access_count(&run), rest = access / parts;
  tl_run_access part = tl_run_access_at(&run, access % parts);
  access_place out = {.width = part.width};
  tl_atoms_move(&vectors->inner, part.first, &out.moves);
  tl_atoms_move(&vectors->outer,
                tl_take_digit(&rest, tl_atoms_count(&vectors->outer)),
                &out.moves);
  out.start = rest;
  return out;
}

/* Elements that atoms move an access by, where a symbol is a long pitch. */
static int64_t moved_by(const tl_copy_request *request,
                        const access_place *place) {
  int64_t moved = place->moves.offset[0];
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    moved +=
        place->moves.offset[1 + i] * tl_long_pitch(request->memory.divisor[i]);
  return moved;
}

static tl_code place_lanes(const tl_copy_request *request,
                           const tl_copy_partition *plan,
                           const tl_copy_vectors *vectors,
                           const access_place *place, const start_lanes *from,
                           int64_t byte_addresses[TL_COUNTED_LANES],
                           int64_t *lanes, tl_error *error) {
  uint64_t phase = (uint64_t)tl_copy_base_of(request).phase;
  uint64_t moved = (uint64_t)moved_by(request, place);
  int64_t offsets[TL_COUNTED_LANES];
  *lanes = from->sources.lanes;
  if (vectors->lanes && vectors->lanes < *lanes)
    *lanes = vectors->lanes;
  for (int64_t lane = 0; lane < *lanes; lane++)
    offsets[lane] = (int64_t)(from->base.of[lane] + moved);
  tl_swizzle_apply_each(&plan->swizzle, offsets, *lanes);
  for (int64_t lane = 0; lane < *lanes; lane++) {
    byte_addresses[lane] = TL_LANE_INACTIVE;
    if (!from->skipped.of[lane])
      TL_TRY(tl_multiply(place_of((uint64_t)offsets[lane] + phase),
                         request->element_bytes, &byte_addresses[lane], error));
  }
  return TL_OK;
}

tl_code tl_copy_addresses(const tl_copy_request *request,
                          const tl_copy_partition *plan,
                          const tl_copy_vectors *vectors, int64_t access,
                          int64_t byte_addresses[TL_COUNTED_LANES],
                          int64_t *lanes, tl_error *error) {
  int64_t count = tl_copy_access_count(plan, vectors);
  start_lanes from;
  if (access < 0 || access >= count)
    return tl_fail(error, TL_INVALID,
                   "access %" PRId64 "; the copy makes %" PRId64, access,
                   count);
  access_place place = place_of_access(vectors, access);
  read_start(request, plan, place.start, &from);
  return place_lanes(request, plan, vectors, &place, &from, byte_addresses,
                     lanes, error);
}

/* ---- All accesses --------------------------------------------------------- */

/* What one access has in common with others that take as many wavefronts: a
 * start, a width, and how far into a word atoms move, or into a period of a
 * swizzle of each offset.  Whole words that are added to all lanes, such as periods,
 * turn the banks, numbers XORed below a period exchange them (law C4). */
typedef struct access_class {
  int64_t start, width, within;
} access_class;

static access_class class_of(const tl_copy_request *request,
                             const tl_copy_partition *plan,
                             const access_place *place) {
  int64_t moved = moved_by(request, place);
  access_class out = {place->start, place->width, 0};
  if (!plan->swizzle.bits)
    out.within = moved * request->element_bytes % TL_COUNTED_MEMORY.word_bytes;
  else if (plan->form == TL_SWIZZLE_FULL)
    out.within = moved % tl_swizzle_period(&plan->swizzle);
  return out;
}

enum { MOST_CLASSES = 16 }; /* that are remembered */

static tl_code
count_wavefronts(const tl_copy_request *request, const tl_copy_partition *plan,
                 const tl_copy_vectors *vectors, const access_place *place,
                 const start_lanes *from, int64_t *out, tl_error *error) {
  int64_t addresses[TL_COUNTED_LANES], lanes;
  TL_TRY(place_lanes(request, plan, vectors, place, from, addresses, &lanes,
                     error));
  return tl_access_wavefronts(
      addresses, lanes, place->width * request->element_bytes, out, error);
}

/* Wavefronts that no access takes fewer of: lanes are active in all of them, or in
 * none. */
static tl_code least_of_access(const tl_copy_request *request,
                               const tl_copy_partition *plan,
                               const tl_copy_vectors *vectors, int64_t *out,
                               tl_error *error) {
  tl_access_facts first;
  TL_TRY(tl_copy_banks(request, plan, vectors, 0, &first, error));
  *out = run_accesses(vectors) == 1 ? first.minimum : first.minimum > 0;
  return TL_OK;
}

tl_code tl_copy_wavefronts(const tl_copy_request *request,
                           const tl_copy_partition *plan,
                           const tl_copy_vectors *vectors, int64_t most,
                           int64_t *out, tl_error *error) {
  int64_t count = tl_copy_access_count(plan, vectors);
  int64_t known = 0, waves[MOST_CLASSES];
  access_class classes[MOST_CLASSES];
  start_lanes from;
  int64_t start = -1; /* whose lanes those are */
  int64_t least = 0;
  if (most < INT64_MAX)
    TL_TRY(least_of_access(request, plan, vectors, &least, error));
  *out = count * least;
  for (int64_t access = 0; access < count && *out <= most; access++) {
    access_place place = place_of_access(vectors, access);
    access_class own = class_of(request, plan, &place);
    int64_t i = 0;
    while (i < known && memcmp(&classes[i], &own, sizeof own) != 0)
      i++;
    if (i == known) {
      i = known < MOST_CLASSES ? known++ : MOST_CLASSES - 1;
      classes[i] = own;
      if (start != place.start)
        read_start(request, plan, start = place.start, &from);
      TL_TRY(count_wavefronts(request, plan, vectors, &place, &from, &waves[i],
                              error));
    }
    *out += waves[i] - least;
  }
  return TL_OK;
}
