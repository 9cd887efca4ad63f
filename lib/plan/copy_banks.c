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

int64_t tl_place_along(const tl_layout *memory, int64_t dimension,
                       int64_t coordinate) {
  const tl_iter *iter = memory->iters;
  uint64_t place = 0;
  for (int64_t d = 0; d <= dimension; d++)
    iter += memory->group_size[d];
  for (int64_t left = memory->group_size[dimension]; left && coordinate;
       left--) {
    iter--;
    int64_t digit =
        left > 1 ? tl_take_digit(&coordinate, iter->extent) : coordinate;
    int64_t pitch =
        iter->symbol ? tl_long_pitch(memory->divisor[iter->symbol - 1]) : 1;
    place += (uint64_t)digit * (uint64_t)iter->stride * (uint64_t)pitch;
  }
  return (int64_t)place;
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

/* The first warp that has elements, where origins known at run time are 0 and a symbol
 * is a long pitch, so that rows are apart.  Threads before the offset wrap, and the
 * guards keep them out. */
static void read_sources(const tl_copy_request *request,
                         const tl_copy_partition *plan, int64_t start,
                         tl_lane_sources *out) {
  int64_t threads = request->threads.most
                        ? request->threads.most
                        : tl_scope_size(request->scope, request->lanes);
  int64_t idle = plan->thread_offset < 0
                     ? 0
                     : plan->thread_offset & -(int64_t)TL_COUNTED_LANES;
  int64_t left = threads - idle;
  tl_moves moves = {0};
  tl_atoms_move(&plan->starts, start, &moves);
  out->lanes = left < TL_COUNTED_LANES ? left : TL_COUNTED_LANES;
  for (int64_t lane = 0; lane < out->lanes; lane++)
    out->thread[lane] = idle + lane - plan->thread_offset;
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
  bool has_skipped;
} start_lanes;

static void read_start(const tl_copy_request *request,
                       const tl_copy_partition *plan, int64_t start,
                       start_lanes *out) {
  tl_row_range guards = {plan->guards, plan->guards + 1};
  read_sources(request, plan, start, &out->sources);
  tl_address_evaluate(&plan->address, guards, &out->sources, &out->skipped);
  tl_address_evaluate(&plan->address, tl_copy_base_rows(plan), &out->sources,
                      &out->base);
  out->has_skipped = false;
  for (int64_t lane = 0; lane < out->sources.lanes; lane++)
    out->has_skipped |= out->skipped.of[lane] != 0;
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

static int64_t lanes_of(const tl_copy_vectors *vectors,
                        const start_lanes *from) {
  int64_t lanes = from->sources.lanes;
  return vectors->lanes && vectors->lanes < lanes ? vectors->lanes : lanes;
}

static int64_t union_of(const int64_t *places, int64_t lanes) {
  int64_t all = 0;
  for (int64_t lane = 0; lane < lanes; lane++)
    all |= places[lane];
  return all;
}

/* Places in bytes: elements have a power of two of them, so that each fits where the
 * union does. */
static tl_code scale_places(const start_lanes *from, int64_t element_bytes,
                            int64_t *places, int64_t lanes, tl_error *error) {
  int64_t shift = __builtin_ctzll((uint64_t)element_bytes);
  int64_t all = union_of(places, lanes);
  if (all < 0 || from->has_skipped) {
    for (int64_t lane = 0; lane < lanes; lane++)
      places[lane] =
          from->skipped.of[lane] ? 0 : place_of((uint64_t)places[lane]);
    all = union_of(places, lanes);
  }
  TL_TRY(tl_multiply(all, element_bytes, &all, error));
  for (int64_t lane = 0; lane < lanes; lane++)
    places[lane] =
        from->skipped.of[lane] ? TL_LANE_INACTIVE : places[lane] << shift;
  return TL_OK;
}

static tl_code place_lanes(const tl_copy_request *request,
                           const tl_copy_partition *plan,
                           const tl_copy_vectors *vectors,
                           const access_place *place, const start_lanes *from,
                           int64_t byte_addresses[TL_COUNTED_LANES],
                           int64_t *lanes, tl_error *error) {
  uint64_t phase = (uint64_t)tl_copy_base_of(request).phase;
  uint64_t moved = (uint64_t)moved_by(request, place);
  int64_t count = *lanes = lanes_of(vectors, from);
  for (int64_t lane = 0; lane < count; lane++)
    byte_addresses[lane] = (int64_t)(from->base.of[lane] + moved);
  tl_swizzle_apply_each(&plan->swizzle, byte_addresses, count);
  for (int64_t lane = 0; lane < count && phase; lane++)
    byte_addresses[lane] = (int64_t)((uint64_t)byte_addresses[lane] + phase);
  return scale_places(from, request->element_bytes, byte_addresses, count,
                      error);
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

/* How far atoms move an access into a word, or into a period of a swizzle of each
 * offset: others of a start that are as wide and move as far take as many
 * wavefronts.  Whole words that are added to all lanes, such as periods, turn the
 * banks, numbers XORed below a period exchange them (law C4). */
static int64_t moved_within(const tl_copy_request *request,
                            const tl_copy_partition *plan, int64_t moved) {
  int64_t word = TL_COUNTED_MEMORY.word_bytes;
  if (!plan->swizzle.bits)
    return moved * request->element_bytes % word;
  return plan->form == TL_SWIZZLE_FULL
             ? moved % tl_swizzle_period(&plan->swizzle)
             : 0;
}

/* Whether all accesses of a part of the runs are one class. */
static bool is_one_class(const tl_copy_request *request,
                         const tl_copy_partition *plan, const tl_atoms *outer) {
  for (int64_t i = 0; i < outer->count; i++) {
    const tl_atom *atom = &outer->items[i];
    int64_t pitch =
        atom->symbol ? tl_long_pitch(request->memory.divisor[atom->symbol - 1])
                     : 1;
    if (moved_within(request, plan, atom->memory_stride * pitch))
      return false;
  }
  return true;
}

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

/* Phases with active lanes, which no access has fewer of: lanes are active in all of
 * them, or in none. */
static int64_t least_of_access(const tl_copy_vectors *vectors,
                               const start_lanes *from, int64_t bytes) {
  int64_t line = TL_COUNTED_MEMORY.banks * TL_COUNTED_MEMORY.word_bytes;
  int64_t lanes = lanes_of(vectors, from), least = 0, phase = TL_COUNTED_LANES;
  if (run_accesses(vectors) == 1 && bytes > TL_COUNTED_MEMORY.word_bytes)
    phase = line / bytes;
  for (int64_t first = 0; first < lanes; first += phase) {
    bool is_active = false;
    for (int64_t lane = first; lane < first + phase && lane < lanes; lane++)
      is_active |= !from->skipped.of[lane];
    least += is_active;
  }
  return least;
}

/* What the accesses of a start take, by what they have in common. */
enum { MOST_CLASSES = 16 }; /* that are remembered */

typedef struct wave_counts {
  int64_t known;
  struct {
    int64_t width, within, waves;
  } items[MOST_CLASSES];
} wave_counts;

static tl_code count_once(const tl_copy_request *request,
                          const tl_copy_partition *plan,
                          const tl_copy_vectors *vectors,
                          const access_place *place, const start_lanes *from,
                          wave_counts *counts, int64_t *out, tl_error *error) {
  int64_t within = moved_within(request, plan, moved_by(request, place)), i = 0;
  while (i < counts->known && (counts->items[i].width != place->width ||
                               counts->items[i].within != within))
    i++;
  if (i == counts->known) {
    i = counts->known < MOST_CLASSES ? counts->known++ : MOST_CLASSES - 1;
    counts->items[i].width = place->width;
    counts->items[i].within = within;
    TL_TRY(count_wavefronts(request, plan, vectors, place, from,
                            &counts->items[i].waves, error));
  }
  *out = counts->items[i].waves;
  return TL_OK;
}

tl_code tl_copy_wavefronts(const tl_copy_request *request,
                           const tl_copy_partition *plan,
                           const tl_copy_vectors *vectors, int64_t most,
                           int64_t *out, tl_error *error) {
  int64_t count = tl_copy_access_count(plan, vectors), least = 0, waves;
  int64_t starts = tl_atoms_count(&plan->starts);
  int64_t parts = run_accesses(vectors), each = count / starts;
  int64_t alike =
      is_one_class(request, plan, &vectors->outer) ? each / parts : 1;
  start_lanes from;
  *out = 0;
  for (int64_t start = 0; start < starts && *out <= most; start++) {
    wave_counts counts;
    counts.known = 0;
    read_start(request, plan, start, &from);
    if (start == 0 && most < INT64_MAX)
      least = least_of_access(vectors, &from,
                              vectors->width * request->element_bytes);
    *out += start == 0 ? count * least : 0;
    for (int64_t i = 0; i < each / alike && *out <= most; i++) {
      access_place place = place_of_access(vectors, start * each + i);
      TL_TRY(count_once(request, plan, vectors, &place, &from, &counts, &waves,
                        error));
      *out += alike * (waves - least);
    }
  }
  return TL_OK;
}
