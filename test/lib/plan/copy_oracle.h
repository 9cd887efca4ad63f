/* copy_oracle.h - What a copy moves: by its layouts, and by its plan.
 *
 * The oracle evaluates the two layouts element by element.  The plan is
 * evaluated as the code that the passes write: base, starts, atoms, swizzle
 * form, limits. */
#ifndef TL_TEST_COPY_ORACLE_H
#define TL_TEST_COPY_ORACLE_H

#include "copy_requests.h"

enum { MAX_THREADS = 1024, MAX_SLOTS = 128, NOWHERE = -1, MOST_SCENES = 16 };

typedef struct law {
  const char *name;
  long long checked, failed;
} law;

enum {
  PARTITION,
  OWNERSHIP,
  CONSECUTIVE,
  WIDEST,
  SWIZZLE,
  LIMITS,
  FOLD,
  BITS,
  BOUNDS,
  LAW_COUNT
};

static law laws[LAW_COUNT] = {[PARTITION] = {"C1 partition", 0, 0},
                              [OWNERSHIP] = {"C2 ownership", 0, 0},
                              [CONSECUTIVE] = {"C3 aligned accesses", 0, 0},
                              [WIDEST] = {"C3 widest accesses", 0, 0},
                              [SWIZZLE] = {"C4 swizzle forms", 0, 0},
                              [LIMITS] = {"limits", 0, 0},
                              [FOLD] = {"C6 fold", 0, 0},
                              [BITS] = {"bits", 0, 0},
                              [BOUNDS] = {"C15 bounds", 0, 0}};

static inline void expect(const tl_copy_request *request, int which,
                          bool holds) {
  laws[which].checked++;
  if (holds || laws[which].failed++ >= 3)
    return;
  printf("%s fails:\n", laws[which].name);
  print_request(request);
}

/*===--- The numbers known at run time -----------------------------------===*/

typedef struct scene {
  int64_t origin[TL_MAX_RANK], bound[TL_MAX_RANK], lower[TL_MAX_RANK];
  int64_t symbol[1 + TL_MAX_SYMBOLS]; /* symbol 0 is 1 */
} scene;

/* Takes one of `count` numbers 0, 1, ... off *rest. */
static inline int64_t choose(int64_t *rest, int64_t count) {
  int64_t chosen = *rest % count;
  *rest /= count;
  return chosen;
}

/* The first number that an origin known at run time can be. */
static inline int64_t first_origin(const tl_origin *origin,
                                   const tl_bound *bound) {
  int64_t least = origin->least == INT64_MIN ? -16 : origin->least;
  int64_t rest = (least % origin->divisor + origin->divisor) % origin->divisor;
  return bound->has_lower ? least + (rest ? origin->divisor - rest : 0) : 0;
}

/* Scene `number` of those that the request leaves open; *count becomes how
 * many there are. */
static inline scene scene_of(const tl_copy_request *request, int64_t number,
                             int64_t *count) {
  static const int64_t FACTORS[] = {1, 3, 17, 0, 2};
  scene out = {.symbol = {1}};
  tl_list tile = tl_layout_shape(&request->fragment);
  tl_list shape = tl_layout_shape(&request->memory);
  *count = 1;
  for (int64_t d = 0; d < tile.count; d++) {
    const tl_origin *origin = &request->origin[d];
    const tl_bound *bound = &request->bounds[d];
    int64_t last =
        bound->is_set ? shape.items[d] + 8 : shape.items[d] - tile.items[d];
    if (origin->end && origin->end <= last)
      last = origin->end - 1;
    int64_t step = tl_origin_divisor(origin);
    int64_t first =
        origin->constant ? origin->constant : first_origin(origin, bound);
    int64_t origins = origin->is_dynamic ? (last - first) / step + 1 : 1;
    out.origin[d] = origin->is_dynamic ? first + choose(&number, origins) * step
                                       : origin->value;
    bool is_open = bound->is_set && bound->is_dynamic;
    int64_t least =
        is_open ? (bound->least + bound->divisor - 1) / bound->divisor : 0;
    int64_t bounds = is_open ? shape.items[d] / bound->divisor + 1 - least : 1;
    out.bound[d] = is_open ? (least + choose(&number, bounds)) * bound->divisor
                   : bound->is_set ? bound->value
                                   : shape.items[d];
    if (bound->room && out.bound[d] - out.origin[d] < bound->room) {
      out.origin[d] = first;
      out.bound[d] = last_bound(request, d);
    }
    int64_t most =
        bound->lower < shape.items[d] ? bound->lower : shape.items[d];
    int64_t lowers = bound->lower_is_dynamic ? most + 1 : 1;
    out.lower[d] = !bound->has_lower         ? INT64_MIN
                   : bound->lower_is_dynamic ? choose(&number, lowers)
                                             : bound->lower;
    *count *= origins * bounds * lowers;
  }
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    if (request->memory.divisor[i]) {
      out.symbol[1 + i] =
          FACTORS[choose(&number, 5)] * request->memory.divisor[i];
      *count *= 5;
    }
  return out;
}

/* Calls for scenes 0, 1, ...: all of them, or some when there are many. */
static inline bool next_scene(const tl_copy_request *request, int64_t number,
                              scene *out) {
  int64_t count;
  scene_of(request, 0, &count);
  if (number >= count || number >= MOST_SCENES)
    return false;
  *out =
      scene_of(request, count <= MOST_SCENES ? number : below(count), &count);
  return true;
}

/*===--- By the layouts --------------------------------------------------===*/

/* [t][r] is the offset that (t, r) moves, or NOWHERE. */
typedef int64_t moves[MAX_THREADS][MAX_SLOTS];

typedef struct sizes {
  int64_t threads, slots;
} sizes;

static inline void clear(moves all, sizes of) {
  for (int64_t t = 0; t < of.threads; t++)
    for (int64_t r = 0; r < of.slots; r++)
      all[t][r] = NOWHERE;
}

/* The next coordinate in row-major order; false after the last. */
static inline bool next_digits(const int64_t *extents, int64_t count,
                               int64_t *digits) {
  for (int64_t i = count - 1; i >= 0; i--) {
    if (++digits[i] < extents[i])
      return true;
    digits[i] = 0;
  }
  return false;
}

static inline tl_layout memory_in(const tl_copy_request *request,
                                  const scene *at) {
  tl_layout memory = request->memory;
  for (int64_t i = 0; i < memory.shard_count; i++) {
    memory.iters[i].stride *= at->symbol[memory.iters[i].symbol];
    memory.iters[i].symbol = 0;
  }
  return memory;
}

static inline int64_t thread_of(const int64_t *point) {
  int64_t thread;
  return tl_point_thread(point, 32, &thread, NULL) == TL_OK ? thread : 0;
}

/* The element in `slot` of the threads that hold it; of a store the first. */
static inline void expect_element(const tl_copy_request *request,
                                  const int64_t *held, int64_t offset,
                                  moves out) {
  const tl_layout *fragment = &request->fragment;
  const tl_iter *replicas = &fragment->iters[fragment->shard_count];
  int64_t extents[TL_MAX_ITERS], digits[TL_MAX_ITERS] = {0};
  for (int64_t i = 0; i < fragment->replica_count; i++)
    extents[i] = replicas[i].extent;
  do {
    int64_t point[TL_AXIS_COUNT];
    memcpy(point, held, sizeof point);
    for (int64_t i = 0; i < fragment->replica_count; i++)
      point[replicas[i].axis] += digits[i] * replicas[i].stride;
    out[thread_of(point)][point[TL_AXIS_M]] = offset;
  } while (!request->stores &&
           next_digits(extents, fragment->replica_count, digits));
}

/* Returns how many elements there are inside the bounds. */
static inline int64_t expect_all(const tl_copy_request *request,
                                 const scene *at, sizes of, moves out) {
  tl_layout memory = memory_in(request, at);
  int64_t c[TL_MAX_RANK] = {0}, x[TL_MAX_RANK], stored[TL_AXIS_COUNT];
  int64_t held[TL_AXIS_COUNT], count = 0;
  clear(out, of);
  tl_list shape = tl_layout_shape(&request->fragment);
  do {
    bool is_inside = true;
    for (int64_t d = 0; d < shape.count; d++) {
      x[d] = at->origin[d] + c[d];
      is_inside &= x[d] < at->bound[d] && x[d] >= at->lower[d];
    }
    if (!is_inside)
      continue;
    tl_layout_apply(&request->fragment, c, held);
    tl_layout_apply(&memory, x, stored);
    expect_element(request, held, stored[TL_AXIS_M], out);
    count++;
  } while (next_digits(shape.items, shape.count, c));
  return count;
}

/*===--- By the plan -----------------------------------------------------===*/

typedef struct run {
  const tl_copy_request *request;
  const tl_copy_partition *plan;
  const tl_copy_vectors *vectors;
  const scene *at;
} run;

/* Where a start, an outer atom or an element of a run has got to. */
typedef struct position {
  int64_t base, offset, moved, slot;
  int64_t coordinate[TL_MAX_RANK];
  int64_t room[TL_MAX_RANK], first[TL_MAX_RANK]; /* of each limit */
} position;

/* The formulas of tl/address.h. */
static inline int64_t row_of(const run *of, const tl_address *address,
                             int64_t row, int64_t t, const int64_t *start);

/* Without the constant that is a number of the address. */
static inline int64_t origin_read(const run *of, int64_t d) {
  return of->at->origin[d] - of->request->origin[d].constant;
}

static inline int64_t source_of(const run *of, const tl_address *address,
                                int64_t source, int64_t t,
                                const int64_t *start) {
  if (source == TL_SOURCE_ONE)
    return 1;
  if (source >= TL_SOURCE_ROW)
    return row_of(of, address, source - TL_SOURCE_ROW, t, start);
  if (source >= TL_SOURCE_START)
    return start[source - TL_SOURCE_START];
  if (source >= TL_SOURCE_LOWER)
    return of->at->lower[source - TL_SOURCE_LOWER];
  if (source >= TL_SOURCE_BOUND)
    return of->at->bound[source - TL_SOURCE_BOUND];
  return source == TL_SOURCE_THREAD ? t : origin_read(of, source);
}

static inline int64_t row_of(const run *of, const tl_address *address,
                             int64_t row, int64_t t, const int64_t *start) {
  const tl_row *joins = &address->rows[row];
  int64_t result = 0;
  for (int64_t i = 0; i < joins->count; i++) {
    const tl_term *term = &address->terms[joins->first + i];
    int64_t x = source_of(of, address, term->source, t, start), shift;
    if (joins->kind == TL_ROW_READ) {
      shift = term->extent;
      x &= term->divisor;
      x = shift < 0 ? x << -shift : x >> shift;
    } else {
      x /= term->divisor;
      x = term->extent ? x % term->extent : x;
    }
    x *= term->stride * of->at->symbol[term->symbol];
    if (joins->kind == TL_ROW_XOR)
      result ^= x;
    else
      result += joins->kind == TL_ROW_DIFFERENCE && i ? -x : x;
  }
  return result;
}

/* Law C6: the fold gives the same. */
static inline void expect_fold(const run *of, const tl_address *address,
                               tl_row_range rows, int64_t t,
                               const int64_t *start, int64_t value) {
  tl_lane_sources sources = {.lanes = 2, .thread = {t, t}};
  tl_lane_numbers lanes;
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    sources.number[d] = origin_read(of, d);
    sources.number[TL_SOURCE_BOUND + d] = of->at->bound[d];
    sources.number[TL_SOURCE_LOWER + d] = of->at->lower[d];
    sources.number[TL_SOURCE_START + d] = start[d];
  }
  memcpy(sources.symbol, of->at->symbol, sizeof sources.symbol);
  tl_address_evaluate(address, rows, &sources, &lanes);
  expect(of->request, FOLD,
         lanes.of[0] == (uint64_t)value && lanes.of[1] == (uint64_t)value);
}

static inline bool takes_part(const tl_copy_partition *plan, int64_t thread) {
  uint64_t difference = (uint64_t)(thread - plan->thread_offset);
  int64_t count;
  const tl_term *guards =
      tl_address_terms(&plan->address, plan->guards, &count);
  for (int64_t i = 0; i < count; i++) {
    uint64_t digit = difference / (uint64_t)guards[i].divisor;
    if (guards[i].extent ? digit % (uint64_t)guards[i].extent : digit)
      return false;
  }
  return true;
}

/* The swizzled base, or where the accesses swizzle the plain one; both styles
 * give it. */
static inline int64_t base_of(const run *of, int64_t t, const int64_t *start) {
  const tl_copy_partition *plan = of->plan;
  const tl_swizzle *swizzle = &plan->swizzle;
  int64_t plain = row_of(of, &plan->address, plan->base, t, start);
  bool is_full = plan->form == TL_SWIZZLE_FULL;
  int64_t base = is_full ? plain : tl_swizzle_apply(swizzle, plain);
  expect_fold(of, &plan->address, tl_copy_base_rows(plan), t, start, plain);
  expect(of->request, SWIZZLE,
         is_full || (base & (tl_swizzle_period(swizzle) - 1) &
                     ~plan->offset_bits) == 0);
  for (int style = is_full ? TL_BASE_CODE : TL_BASE_TEXT;
       style <= TL_BASE_DIGITS; style++) {
    tl_address form, far;
    int64_t near = base;
    if (style != TL_BASE_TEXT && tl_copy_far_form(plan, &far))
      near -= row_of(of, &far, far.row_count - 1, t, start);
    if (style != TL_BASE_TEXT && tl_copy_varying_form(plan, &far))
      near -= row_of(of, &far, far.row_count - 1, t, start);
    tl_copy_base_form(plan, (tl_base_style)style, &form);
    expect(of->request, SWIZZLE,
           near == row_of(of, &form, form.row_count - 1, t, start));
    expect_fold(of, &form, (tl_row_range){0, form.row_count}, t, start, near);
  }
  return base;
}

/* No term of the base has other bits than are known. */
static inline void expect_bits(const run *of, int64_t t, const int64_t *start) {
  const tl_address *address = &of->plan->address;
  int64_t count;
  const tl_term *terms = tl_address_terms(address, of->plan->base, &count);
  for (int64_t i = 0; i < count; i++) {
    int64_t x = source_of(of, address, terms[i].source, t, start);
    x /= terms[i].divisor;
    x = terms[i].extent ? x % terms[i].extent : x;
    x *= terms[i].stride * of->at->symbol[terms[i].symbol];
    expect(of->request, BITS, ((uint64_t)x & ~terms[i].bits) == 0);
  }
}

/* How far elements are inside, as a room has been found. */
static inline int64_t extent_of(const run *of, int64_t t, const int64_t *start,
                                const tl_limit *limit) {
  const tl_address *address = &of->plan->address;
  tl_row_range row = {limit->room + 1, limit->room + 2};
  int64_t extent = row_of(of, address, row.first, t, start);
  expect_fold(of, address, row, t, start, extent);
  expect(of->request, LIMITS, extent % limit->granule == 0);
  return extent > 0 ? extent : 0;
}

/* bound - coordinate of the thread, moved by the start; or that of an extent
 * from where it begins. */
static inline void find_rooms(const run *of, int64_t t, const int64_t *start,
                              position *out) {
  const tl_copy_partition *plan = of->plan;
  for (int64_t i = 0; i < plan->limit_count; i++) {
    int64_t room = plan->limits[i].room;
    out->room[i] = row_of(of, &plan->address, room, t, start);
    expect_fold(of, &plan->address, (tl_row_range){room - 1, room + 1}, t,
                start, out->room[i]);
    expect(of->request, LIMITS, out->room[i] % plan->limits[i].granule == 0);
    out->first[i] = INT64_MIN;
    if (plan->limits[i].has_extent) {
      out->first[i] = -out->room[i];
      out->room[i] = extent_of(of, t, start, &plan->limits[i]) + out->first[i];
    }
  }
}

static inline position start_of(const run *of, int64_t thread, int64_t number) {
  const tl_copy_partition *plan = of->plan;
  int64_t t = thread - plan->thread_offset, start[TL_MAX_RANK] = {0};
  position out = {.slot = plan->slot_offset};
  for (int64_t i = plan->starts.count - 1; i >= 0; i--) {
    const tl_atom *digit = &plan->starts.items[i];
    start[digit->dimension] += number % digit->extent * digit->weight;
    out.slot += number % digit->extent * digit->register_stride;
    number /= digit->extent;
  }
  find_rooms(of, t, start, &out);
  out.base = base_of(of, t, start);
  expect_bits(of, t, start);
  return out;
}

static inline int64_t count_of(const tl_atoms *atoms) {
  int64_t count = 1;
  for (int64_t i = 0; i < atoms->count; i++)
    count *= atoms->items[i].extent;
  return count;
}

/* Digits of numbers known at run time are apart from the others. */
static inline void add_atoms(const run *of, const tl_atoms *atoms,
                             int64_t number, position *at) {
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    int64_t digit = number % atom->extent;
    number /= atom->extent;
    if (atom->symbol)
      at->offset += digit * atom->memory_stride * of->at->symbol[atom->symbol];
    else
      at->moved += digit * atom->memory_stride;
    at->slot += digit * atom->register_stride;
    at->coordinate[atom->dimension] += digit * atom->weight;
  }
}

/* The rows of a moved base, where a digit of its own that varies or all is
 * known. */
static inline void expect_moved(const run *of, const position *at,
                                int64_t place) {
  const tl_copy_partition *plan = of->plan;
  const int64_t strides[1 + TL_MAX_SYMBOLS] = {at->moved};
  const tl_lane_sources sources = {
      .lanes = 1,
      .number = {[TL_SOURCE_BASE] = at->base, [TL_SOURCE_MOVED] = at->offset},
      .symbol = {1}};
  for (int varies = at->offset != 0; varies <= 1; varies++) {
    tl_address form;
    tl_lane_numbers lanes;
    tl_copy_moved_form(&plan->swizzle, plan->offset_bits, strides, varies,
                       &form);
    tl_address_evaluate(&form, (tl_row_range){0, form.row_count}, &sources,
                        &lanes);
    expect(of->request, SWIZZLE, lanes.of[0] == (uint64_t)place);
  }
}

static inline int64_t address_of(const run *of, const position *at) {
  const tl_copy_partition *plan = of->plan;
  const tl_swizzle *swizzle = &plan->swizzle;
  if (plan->form == TL_SWIZZLE_FULL)
    return tl_swizzle_apply(swizzle, at->base + at->offset + at->moved);
  int64_t strides = at->offset + at->moved;
  int64_t low = strides % tl_swizzle_period(swizzle);
  int64_t moved = tl_swizzle_apply(swizzle, low), high = strides - low;
  return moved & plan->offset_bits ? (at->base ^ moved) + high
                                   : at->base + moved + high;
}

static inline bool is_inside(const run *of, const position *at) {
  for (int64_t i = 0; i < of->plan->limit_count; i++) {
    int64_t own = at->coordinate[of->plan->limits[i].dimension];
    if (own >= at->room[i] || own < at->first[i])
      return false;
  }
  return true;
}

/* The address of element 0, in elements. */
static inline int64_t first_element(const tl_copy_request *request) {
  return request->base_alignment / request->element_bytes + request->base_phase;
}

/* Access by access; `at` is the start of a run. */
static inline void run_access(const run *of, position at, tl_run_access part,
                              int64_t *slots) {
  int64_t bytes = of->request->element_bytes;
  int64_t first = part.first, width = part.width;
  position leader = at;
  add_atoms(of, &of->vectors->inner, first, &leader);
  int64_t address = address_of(of, &leader);
  if (of->plan->swizzle.bits)
    expect_moved(of, &leader, address);
  expect(of->request, CONSECUTIVE,
         (first_element(of->request) + address) % width == 0 &&
             width * bytes <= of->request->base_alignment);
  for (int64_t e = first; e < first + width; e++) {
    position element = at;
    add_atoms(of, &of->vectors->inner, e, &element);
    if (!is_inside(of, &element))
      continue;
    bool is_free = element.slot < MAX_SLOTS && slots[element.slot] == NOWHERE;
    expect(of->request, OWNERSHIP, is_free);
    if (is_free)
      slots[element.slot] = address + (e - first);
    expect(of->request, CONSECUTIVE,
           address_of(of, &element) == address + (e - first));
  }
}

static inline void run_thread(const run *of, int64_t thread, int64_t *slots) {
  const tl_copy_partition *plan = of->plan;
  tl_element_run elements = tl_copy_run_of(of->vectors);
  int64_t starts = count_of(&plan->starts);
  int64_t outer = count_of(&of->vectors->outer);
  for (int64_t start = 0; start < starts; start++) {
    position begin = start_of(of, thread, start);
    int64_t known = first_element(of->request) + begin.base - plan->phase;
    known *= of->request->element_bytes;
    expect(of->request, CONSECUTIVE, known % plan->alignment == 0);
    for (int64_t a = 0; a < outer; a++) {
      position at = begin;
      add_atoms(of, &of->vectors->outer, a, &at);
      for (int64_t i = 0; i < tl_run_access_count(&elements); i++)
        run_access(of, at, tl_run_access_at(&elements, i), slots);
    }
  }
}

static inline void run_all(const run *of, sizes size, moves out) {
  clear(out, size);
  for (int64_t t = 0; t < size.threads; t++)
    if (takes_part(of->plan, t))
      run_thread(of, t, out[t]);
}

/*===--- The widest legal access, by brute force -------------------------===*/

/* How the registers of a thread fall into accesses, the same in all threads and
 * scenes: in which lane of which access one is, and, of uniform accesses, how
 * far the register of each lane is from the first. */
typedef struct places {
  bool is_uniform, is_known;
  int64_t of[MAX_SLOTS], distance[16];
} places;

static inline int64_t slot_of(const int64_t *slots, int64_t count,
                              int64_t offset) {
  for (int64_t s = 0; s < count && offset >= 0; s++)
    if (slots[s] == offset)
      return s;
  return NOWHERE;
}

static inline bool is_legal_in_thread(const tl_copy_request *request,
                                      int64_t width, const int64_t *slots,
                                      int64_t count, places *known) {
  int64_t base = first_element(request);
  for (int64_t r = 0; r < count; r++) {
    if (slots[r] == NOWHERE)
      continue;
    int64_t lane = (base + slots[r]) % width, first = slots[r] - lane;
    int64_t leader = slot_of(slots, count, first), distance[16];
    for (int64_t e = 0; e < width; e++) {
      int64_t slot = slot_of(slots, count, first + e);
      distance[e] = slot - leader;
      if (slot == NOWHERE)
        return false;
    }
    int64_t place = leader * width + lane;
    if (known->is_known && known->of[r] != place && known->of[r] != NOWHERE)
      return false;
    if (known->is_known && known->is_uniform &&
        memcmp(known->distance, distance, (size_t)width * sizeof *distance))
      return false;
    if (!known->is_known)
      memset(known->of, 0xff, sizeof known->of);
    known->is_known = true;
    known->of[r] = place;
    memcpy(known->distance, distance, (size_t)width * sizeof *distance);
  }
  return true;
}

static inline bool is_legal(const tl_copy_request *request, int64_t width,
                            sizes size, moves all, places *known) {
  for (int64_t t = 0; t < size.threads; t++)
    if (!is_legal_in_thread(request, width, all[t], size.slots, known))
      return false;
  return true;
}

#endif /* TL_TEST_COPY_ORACLE_H */
