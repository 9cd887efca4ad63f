/* certificate_count.c - Accesses, wavefronts and sectors by enumeration, see
 * certificate.h.
 *
 * A register is followed by the one whose element lies behind it in all lanes.  Runs of
 * them are cut where the widest access that is claimed is aligned:
 *
 *   registers at 2 3 4 5 6 7, of up to 4 elements -> 2 3, 4 5 6 7
 *
 * Matrices have rows of 16 bytes.  Lane 4 i + j of a warp holds bytes 4 j to 4 j + 3
 * of row i in a word of its registers, or transposed elements of column i; which
 * registers are of one transposed matrix is for whoever moves them to say.  Sources:
 * PTX ISA, "Warp-level matrix load instruction: ldmatrix", "stmatrix". */
#include "certificate.h"
#include "lib/base/checked.h"
#include "output.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NOWHERE INT64_MIN /* the address of a lane that takes no part */

enum {
  WARP = 32,
  BANKS = 32,
  WORD = 4,
  SECTOR = 32,
  ROW = 16,
  WIDEST_SHARED = 16,
  WIDEST_DIRECT = 16,
  MOST_SLOTS = 1 << 10,
  MOST_ELEMENTS = 1 << 22,
};

/* ---- What the warp holds ------------------------------------------------- */

/* One that is known only at run time is the first multiple of its divisor beyond
 * SHORT elements. */
static int64_t stride_of(const tl_layout *memory, const tl_iter *digit) {
  enum { SHORT = 1024 };
  if (!digit->symbol)
    return digit->stride;
  int64_t divisor = memory->divisor[digit->symbol - 1];
  return digit->stride * (SHORT / divisor + 1) * divisor;
}

/* Dimensions of the tile reach further than the memory where bounds keep that
 * out: its slowest digit goes on. */
static int64_t place_of(const tl_access_claim *claim,
                        const int64_t *coordinate) {
  const tl_layout *memory = &claim->memory;
  int64_t next = 0, place = memory->offset[TL_AXIS_M];
  for (int64_t d = 0; d < memory->rank; d++) {
    int64_t rest = claim->origin[d] + coordinate[d];
    next += memory->group_size[d];
    for (int64_t i = 1; i <= memory->group_size[d]; i++) {
      const tl_iter *digit = &memory->iters[next - i];
      bool is_slowest = i == memory->group_size[d];
      place +=
          (is_slowest ? rest : rest % digit->extent) * stride_of(memory, digit);
      rest /= digit->extent;
    }
  }
  return tl_swizzle_apply(&memory->swizzle, place) + claim->phase;
}

static tl_code hold(const tl_access_claim *claim, const int64_t *point,
                    int64_t place, int64_t number, tl_held_tile *out,
                    tl_error *error) {
  tl_axis axis = tl_scope_describe(claim->scope)->axis;
  int64_t thread = axis == TL_AXIS_M ? 0 : point[axis];
  int64_t slot = point[TL_AXIS_M] - claim->fragment.offset[TL_AXIS_M];
  if (thread < out->first || thread >= out->first + out->lanes)
    return TL_OK;
  int64_t at = slot * TL_CLAIM_LANES + thread - out->first;
  if (out->numbers[at] >= 0)
    return tl_fail(error, TL_INVALID,
                   "register %" PRId64 " of thread %" PRId64
                   " holds two elements",
                   slot, thread);
  out->places[at] = place;
  out->numbers[at] = number;
  return TL_OK;
}

/* In all places of its replicas; a store moves the first alone. */
static tl_code hold_element(const tl_access_claim *claim,
                            const int64_t *coordinate, int64_t number,
                            tl_held_tile *out, tl_error *error) {
  const tl_layout *fragment = &claim->fragment;
  const tl_iter *replicas = fragment->iters + fragment->shard_count;
  int64_t copies = 1, place = place_of(claim, coordinate);
  for (int64_t i = 0; i < fragment->replica_count && !claim->stores; i++)
    copies *= replicas[i].extent;
  for (int64_t copy = 0; copy < copies; copy++) {
    int64_t point[TL_AXIS_COUNT], rest = copy;
    tl_layout_apply(fragment, coordinate, point);
    for (int64_t i = 0; i < fragment->replica_count; i++) {
      point[replicas[i].axis] += rest % replicas[i].extent * replicas[i].stride;
      rest /= replicas[i].extent;
    }
    TL_TRY(hold(claim, point, place, number, out, error));
  }
  return TL_OK;
}

/* 0: more than are counted. */
static int64_t count_elements(const tl_list *shape) {
  int64_t count = 1;
  for (int64_t d = 0; d < shape->count && count; d++)
    count =
        shape->items[d] > MOST_ELEMENTS / count ? 0 : count * shape->items[d];
  return count;
}

/* Tiles reach beyond the memory where bounds keep that out. */
static tl_list numbered_shape(const tl_access_claim *claim) {
  const tl_list tile = tl_layout_shape(&claim->fragment);
  tl_list shape = tl_layout_shape(&claim->memory);
  for (int64_t d = 0; d < shape.count; d++)
    if (tile.items[d] > shape.items[d])
      shape.items[d] = tile.items[d];
  return shape;
}

static tl_code hold_all(const tl_access_claim *claim, int64_t elements,
                        tl_held_tile *out, tl_error *error) {
  const tl_list shape = tl_layout_shape(&claim->fragment);
  const tl_list whole = numbered_shape(claim);
  for (int64_t element = 0; element < elements; element++) {
    int64_t coordinate[TL_MAX_RANK], rest = element, number = 0;
    for (int64_t d = shape.count - 1; d >= 0; d--) {
      coordinate[d] = rest % shape.items[d];
      rest /= shape.items[d];
    }
    for (int64_t d = 0; d < whole.count && out->end; d++)
      number = number * whole.items[d] + coordinate[d];
    TL_TRY(hold_element(claim, coordinate, number, out, error));
  }
  return TL_OK;
}

static int64_t lanes_of(const tl_access_claim *claim) {
  int64_t all = claim->target->memory ? WARP : claim->target->lanes;
  int64_t threads = claim->threads
                        ? claim->threads
                        : tl_scope_size(claim->scope, claim->target->lanes);
  return threads < all ? threads : all;
}

/* Whether all places from the origin on, in bytes, are numbers that nothing wraps:
 * twice as many are. */
static tl_code check_reach(const tl_access_claim *claim, const tl_list *whole,
                           tl_error *error) {
  const tl_layout *memory = &claim->memory;
  const tl_iter *digit = memory->iters;
  int64_t reach = tl_add_saturated(claim->phase, memory->offset[TL_AXIS_M]);
  for (int64_t d = 0; d < memory->rank; d++)
    for (int64_t i = 0; i < memory->group_size[d]; i++, digit++) {
      int64_t stride = stride_of(memory, digit), origin = claim->origin[d];
      reach = tl_add_saturated(
          reach, tl_multiply_saturated(
                     tl_add_saturated(whole->items[d],
                                      origin < 0 ? -(origin + 1) : origin),
                     stride < 0 ? -(stride + 1) : stride));
    }
  reach = tl_multiply_saturated(reach, claim->element_bytes);
  return reach < INT64_MAX / 2
             ? TL_OK
             : tl_fail(error, TL_INVALID,
                       "the origin is beyond all memory that there is");
}

tl_code tl_held_tile_open(const tl_access_claim *claim, tl_held_tile *out,
                          tl_error *error) {
  const tl_list tile = tl_layout_shape(&claim->fragment);
  const tl_list whole = numbered_shape(claim);
  int64_t elements = count_elements(&tile);
  tl_axis axis = tl_scope_describe(claim->scope)->axis;
  TL_TRY(check_reach(claim, &whole, error));
  *out =
      (tl_held_tile){.lanes = lanes_of(claim), .end = count_elements(&whole)};
  if (axis != TL_AXIS_M)
    out->first = claim->fragment.offset[axis] / out->lanes * out->lanes;
  TL_TRY(tl_layout_span(&claim->fragment, TL_AXIS_M, &out->slots, error));
  out->slots -= claim->fragment.offset[TL_AXIS_M];
  if (out->slots > MOST_SLOTS || !elements)
    return tl_fail(error, TL_CAPACITY,
                   "%" PRId64 " registers of a thread; at most %d, of %d "
                   "elements, are counted",
                   out->slots, MOST_SLOTS, MOST_ELEMENTS);
  size_t size = (size_t)(out->slots * TL_CLAIM_LANES);
  out->places = tl_allocate(size, sizeof *out->places);
  out->numbers = tl_allocate(size, sizeof *out->numbers);
  memset(out->numbers, 0xff, size * sizeof *out->numbers);
  tl_code code = hold_all(claim, elements, out, error);
  if (code != TL_OK)
    tl_held_tile_free(out);
  return code;
}

void tl_held_tile_free(tl_held_tile *tile) {
  free(tile->places);
  free(tile->numbers);
  *tile = (tl_held_tile){0};
}

tl_code tl_claim_places(const tl_layout *memory, int64_t *end, bool *are_apart,
                        tl_error *error) {
  const tl_list shape = tl_layout_shape(memory);
  int64_t elements = count_elements(&shape), point[TL_AXIS_COUNT];
  TL_TRY(tl_layout_footprint(memory, end, error));
  if (!elements || *end > MOST_ELEMENTS)
    return tl_fail(error, TL_CAPACITY,
                   "places of more than %d elements are not counted",
                   MOST_ELEMENTS);
  bool *is_taken = tl_allocate((size_t)*end, sizeof *is_taken);
  *are_apart = true;
  for (int64_t element = 0; element < elements; element++) {
    int64_t coordinate[TL_MAX_RANK], rest = element;
    for (int64_t d = shape.count - 1; d >= 0; d--)
      coordinate[d] = tl_take_digit(&rest, shape.items[d]);
    tl_layout_apply(memory, coordinate, point);
    int64_t place = point[TL_AXIS_M];
    if (place < 0 || place >= *end || is_taken[place])
      *are_apart = false;
    else
      is_taken[place] = true;
  }
  free(is_taken);
  return TL_OK;
}

/* ---- Banks and sectors --------------------------------------------------- */

typedef struct count_state {
  const tl_access_claim *claim;
  const tl_held_tile *tile;
  int64_t first; /* lane that takes part; lanes: none */
  bool *is_used; /* by slot */
  tl_access_costs *out;
  int64_t moved;     /* bytes of a thread */
  tl_buffer sectors; /* numbers of all that were touched */
  int64_t used;      /* bytes of them */
} count_state;

/* Bytes of lanes at these addresses. */
typedef struct lane_addresses {
  int64_t of[TL_CLAIM_LANES], count, bytes;
} lane_addresses;

static bool add_new(int64_t *list, int64_t *count, int64_t item) {
  for (int64_t i = 0; i < *count; i++)
    if (list[i] == item)
      return false;
  list[(*count)++] = item;
  return true;
}

/* Tiles may begin before the memory. */
static int64_t floor_of(int64_t number, int64_t by) {
  return number / by - (number % by < 0);
}

/* The most different words of a bank, of so many lanes at a time. */
static void count_waves(const lane_addresses *own, tl_access_costs *out) {
  int64_t phase = own->bytes > WORD ? BANKS * WORD / own->bytes : WARP;
  for (int64_t first = 0; first < own->count; first += phase) {
    int64_t words[WARP * WIDEST_SHARED / WORD], count = 0, most = 0;
    int64_t of_bank[BANKS] = {0};
    for (int64_t lane = first; lane < first + phase && lane < own->count;
         lane++)
      for (int64_t byte = 0; byte < own->bytes && own->of[lane] != NOWHERE;
           byte += WORD) {
        int64_t word = floor_of(own->of[lane] + byte, WORD);
        if (add_new(words, &count, word))
          of_bank[word & (BANKS - 1)]++;
      }
    for (int64_t bank = 0; bank < BANKS; bank++)
      most = of_bank[bank] > most ? of_bank[bank] : most;
    out->wavefronts += most;
    out->least_wavefronts += most > 0;
    out->degree = most > out->degree ? most : out->degree;
  }
}

static void count_sectors(const lane_addresses *own, count_state *state) {
  int64_t sectors[TL_CLAIM_LANES], count = 0, places[TL_CLAIM_LANES], used = 0;
  for (int64_t lane = 0; lane < own->count; lane++)
    if (own->of[lane] != NOWHERE) {
      add_new(sectors, &count, floor_of(own->of[lane], SECTOR));
      add_new(places, &used, own->of[lane]);
    }
  tl_writer all = tl_buffer_writer(&state->sectors);
  all.write(all.stream, (const char *)sectors, (size_t)count * sizeof *sectors);
  state->out->sectors += count;
  state->out->least_sectors += (used * own->bytes + SECTOR - 1) / SECTOR;
  state->used += used * own->bytes;
}

static void count_access(const lane_addresses *own, count_state *state) {
  if (!state->claim->target->memory)
    return;
  if (state->claim->is_shared)
    count_waves(own, state->out);
  else
    count_sectors(own, state);
}

/* ---- Accesses of a thread ------------------------------------------------ */

static const int64_t *places_of(const count_state *state, int64_t slot) {
  return state->tile->places + slot * TL_CLAIM_LANES;
}

static bool has_place(const count_state *state, int64_t slot, int64_t lane) {
  return state->tile->numbers[slot * TL_CLAIM_LANES + lane] >= 0;
}

/* Whether the places of b are as many elements behind those of a, in all lanes. */
static bool is_behind(const count_state *state, int64_t a, int64_t b,
                      int64_t elements) {
  const int64_t *from = places_of(state, a), *to = places_of(state, b);
  for (int64_t lane = 0; lane < state->tile->lanes; lane++)
    if (has_place(state, a, lane) != has_place(state, b, lane) ||
        (has_place(state, a, lane) && to[lane] != from[lane] + elements))
      return false;
  return true;
}

/* The first free register that lies so many elements behind one; -1: none. */
static int64_t find_behind(const count_state *state, int64_t slot,
                           int64_t elements) {
  for (int64_t next = 0; next < state->tile->slots; next++)
    if (!state->is_used[next] && is_behind(state, slot, next, elements))
      return next;
  return -1;
}

static bool is_aligned(const count_state *state, int64_t slot, int64_t bytes) {
  const int64_t *places = places_of(state, slot);
  for (int64_t lane = 0; lane < state->tile->lanes; lane++)
    if (has_place(state, slot, lane) &&
        places[lane] * state->claim->element_bytes % bytes)
      return false;
  return state->claim->alignment % bytes == 0;
}

static void read_addresses(const count_state *state, int64_t slot,
                           int64_t bytes, lane_addresses *out) {
  const int64_t *places = places_of(state, slot);
  *out = (lane_addresses){.count = state->tile->lanes, .bytes = bytes};
  for (int64_t lane = 0; lane < out->count; lane++)
    out->of[lane] = has_place(state, slot, lane)
                        ? places[lane] * state->claim->element_bytes
                        : NOWHERE;
}

/* Takes the widest access from a register on; the one behind it. */
static int64_t take_access(count_state *state, int64_t slot) {
  lane_addresses addresses;
  int64_t run[2 * WARP], count = 1, size = state->claim->element_bytes;
  int64_t most = state->claim->width_bytes / size;
  for (run[0] = slot; count < most; count++)
    if ((run[count] = find_behind(state, slot, count)) < 0)
      break;
  int64_t width = 1;
  while (2 * width <= count && is_aligned(state, slot, 2 * width * size))
    width *= 2;
  for (int64_t i = 0; i < width; i++)
    state->is_used[run[i]] = true;
  read_addresses(state, slot, width * size, &addresses);
  state->out->accesses++;
  state->moved += width * size;
  count_access(&addresses, state);
  return find_behind(state, slot, width);
}

static bool is_moved(const count_state *state, int64_t slot) {
  return has_place(state, slot, state->first);
}

/* A run begins where no free register lies in front. */
static int64_t find_begin(const count_state *state) {
  for (int64_t slot = 0; slot < state->tile->slots; slot++)
    if (!state->is_used[slot] && is_moved(state, slot) &&
        find_behind(state, slot, -1) < 0)
      return slot;
  return -1;
}

static tl_code count_plain(count_state *state, tl_error *error) {
  if (state->claim->width_bytes > WIDEST_SHARED && state->claim->is_shared)
    return tl_fail(error, TL_INVALID,
                   "no access to shared memory moves more "
                   "than 16 bytes of a thread");
  for (int64_t begin = find_begin(state); begin >= 0; begin = find_begin(state))
    for (int64_t next = begin; next >= 0;)
      next = take_access(state, next);
  return TL_OK;
}

/* ---- Matrices ------------------------------------------------------------ */

enum { MOST_ROWS = 16, MOST_TAKEN = 8 };

/* What a lane holds of a matrix: registers of one column, or of two 8 bytes apart,
 * and in each column so many rows. */
typedef struct matrix_form {
  int64_t rows, of_lane, columns;
} matrix_form;

static tl_code refuse_matrix(const count_state *state, int64_t slot,
                             tl_error *error) {
  return tl_fail(error, TL_INVALID,
                 "register %" PRId64 " is in no %smatrix of rows of 16 bytes",
                 slot,
                 state->claim->by == TL_MOVED_MATRIX ? "" : "transposed ");
}

/* The rows that lanes name, from what they hold of each; false where these are not
 * at multiples of 16 bytes. */
static bool add_rows(const count_state *state, int64_t slot, int64_t number,
                     const matrix_form *form, int64_t rows[MOST_ROWS]) {
  bool is_transposed = state->claim->by == TL_MOVED_TRANSPOSED;
  for (int64_t lane = 0; lane < WARP; lane++) {
    int64_t size = state->claim->element_bytes;
    int64_t within = is_transposed ? lane / 4 * size : lane % 4 * WORD;
    int64_t row = is_transposed ? lane % 4 * form->of_lane + number : lane / 4;
    int64_t at = places_of(state, slot)[lane] * size - within;
    if (!has_place(state, slot, lane) || at % ROW ||
        (rows[row] != NOWHERE && rows[row] != at))
      return false;
    rows[row] = at;
  }
  return true;
}

/* The registers of a lane that hold what lies behind `slot`: the rest of a word, or
 * the second column. */
static bool take_behind(count_state *state, int64_t slot, int64_t count,
                        int64_t step) {
  state->is_used[slot] = true;
  for (int64_t i = 1; i < count; i++) {
    int64_t next = find_behind(state, slot, i * step);
    if (next < 0)
      return false;
    state->is_used[next] = true;
  }
  return true;
}

/* Of a column that is not the second one. */
static bool is_free(const count_state *state, const matrix_form *form,
                    int64_t slot) {
  int64_t half = ROW / 2 / state->claim->element_bytes;
  return !state->is_used[slot] && is_moved(state, slot) &&
         (form->columns == 1 || find_behind(state, slot, half) >= 0);
}

static int64_t find_register(const count_state *state,
                             const matrix_form *form) {
  for (int64_t slot = 0; slot < state->tile->slots; slot++)
    if (is_free(state, form, slot))
      return slot;
  return -1;
}

/* The register of the matrix behind `slot` that is no second column of one before;
 * -1: none. */
static int64_t find_next(const count_state *state, const matrix_form *form,
                         int64_t slot) {
  const tl_access_claim *claim = state->claim;
  for (int64_t i = 1; i < claim->register_count; i++) {
    int64_t next = slot + claim->registers[i] - claim->registers[0];
    if (next >= 0 && next < state->tile->slots && is_free(state, form, next))
      return next;
  }
  return -1;
}

static tl_code take_matrix(count_state *state, const matrix_form *form,
                           int64_t first, tl_error *error) {
  int64_t rows[MOST_ROWS], size = state->claim->element_bytes;
  bool is_transposed = state->claim->by == TL_MOVED_TRANSPOSED;
  int64_t count = is_transposed ? form->columns : WORD / size;
  int64_t step = is_transposed ? ROW / 2 / size : 1;
  for (int64_t i = 0; i < MOST_ROWS; i++)
    rows[i] = NOWHERE;
  for (int64_t i = 0; i < (is_transposed ? form->of_lane : 1); i++) {
    int64_t slot = i ? find_next(state, form, first) : first;
    if (slot < 0 || !take_behind(state, slot, count, step) ||
        !add_rows(state, slot, i, form, rows))
      return refuse_matrix(state, slot < 0 ? 0 : slot, error);
  }
  lane_addresses named = {.count = form->rows, .bytes = ROW};
  memcpy(named.of, rows, sizeof rows);
  count_access(&named, state);
  state->moved += form->rows * ROW / WARP;
  return TL_OK;
}

static matrix_form form_of(const tl_access_claim *claim) {
  bool is_transposed = claim->by == TL_MOVED_TRANSPOSED;
  bool is_byte = claim->element_bytes == 1 && is_transposed;
  bool is_tall = is_byte && !claim->stores;
  return (matrix_form){.rows = is_tall ? 16 : 8,
                       .of_lane = is_tall ? 4 : 2,
                       .columns = is_byte ? 2 : 1};
}

static tl_code count_matrices(count_state *state, tl_error *error) {
  const matrix_form form = form_of(state->claim);
  if (state->tile->lanes < WARP || !state->claim->is_shared ||
      state->claim->alignment % ROW || state->claim->element_bytes > WORD ||
      (state->claim->by == TL_MOVED_TRANSPOSED &&
       state->claim->element_bytes > 2))
    return tl_fail(error, TL_INVALID,
                   "matrices move elements of 1, 2 or 4 bytes, transposed of 1 "
                   "or 2, of shared memory that is aligned to 16 bytes, by "
                   "whole warps");
  for (int64_t slot = find_register(state, &form); slot >= 0;
       slot = find_register(state, &form))
    TL_TRY(take_matrix(state, &form, slot, error));
  state->out->accesses = state->moved / state->claim->width_bytes;
  return TL_OK;
}

/* ---- Sectors of the copy ------------------------------------------------- */

static int compare_numbers(const void *a, const void *b) {
  int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
  return (first > second) - (first < second);
}

/* Whoever moves what the warp moves touches each of its sectors. */
static int64_t count_different(const tl_buffer *sectors) {
  size_t all = sectors->length / sizeof(int64_t);
  int64_t *numbers = tl_allocate(all + 1, sizeof *numbers), count = 0;
  if (all)
    memcpy(numbers, sectors->data, sectors->length);
  qsort(numbers, all, sizeof *numbers, compare_numbers);
  for (size_t i = 0; i < all; i++)
    count += i == 0 || numbers[i] != numbers[i - 1];
  free(numbers);
  return count;
}

/* ---- All of it ----------------------------------------------------------- */

/* cp.async moves 4, 8 or 16 bytes on all targets (PTX ISA, "Data movement and
 * conversion instructions: cp.async"). */
static int64_t widest_of(const tl_access_claim *claim) {
  if (claim->by != TL_MOVED_PLAIN || claim->is_shared)
    return claim->target->shared_bits / 8;
  return claim->is_direct ? WIDEST_DIRECT : claim->target->global_bits / 8;
}

static tl_code check_moved(const count_state *state, tl_error *error) {
  for (int64_t slot = 0; slot < state->tile->slots; slot++)
    if (is_moved(state, slot) && !state->is_used[slot])
      return state->claim->by == TL_MOVED_PLAIN
                 ? tl_fail(error, TL_INVALID,
                           "no access moves register %" PRId64, slot)
                 : refuse_matrix(state, slot, error);
  return TL_OK;
}

tl_code tl_access_claim_count(const tl_access_claim *claim,
                              const tl_held_tile *tile, tl_access_costs *out,
                              tl_error *error) {
  count_state state = {.claim = claim, .tile = tile, .out = out};
  *out = (tl_access_costs){0};
  while (state.first < tile->lanes) {
    int64_t slot = 0;
    while (slot < tile->slots && !is_moved(&state, slot))
      slot++;
    if (slot < tile->slots)
      break;
    state.first++;
  }
  if (state.first == tile->lanes)
    return TL_OK;
  state.is_used = tl_allocate((size_t)tile->slots, sizeof *state.is_used);
  tl_code code = claim->by == TL_MOVED_PLAIN ? count_plain(&state, error)
                                             : count_matrices(&state, error);
  if (code == TL_OK)
    code = check_moved(&state, error);
  int64_t different = count_different(&state.sectors);
  if (different > out->least_sectors)
    out->least_sectors = different;
  if (out->sectors)
    out->efficiency = 100 * state.used / (out->sectors * SECTOR);
  tl_buffer_free(&state.sectors);
  free(state.is_used);
  int64_t widest = widest_of(claim);
  out->least_accesses = (state.moved + widest - 1) / widest;
  return code;
}
