/* copy_matrix.c - Copies through ldmatrix and stmatrix.
 *
 * A matrix is 8 rows of 16 bytes.  Lane t (bits t4 .. t0) names row t2 t1 t0 of
 * matrix t4 t3, and holds 4 bytes of every matrix, elements e:
 *
 *   plain        of row t4 t3 t2, bytes 4 * (t1 t0)
 *   transposed   elements of 16 bits: of column t4 t3 t2, rows t1 t0 e
 *
 * In the partition the bits of the lane have strides s0 .. s4 and the registers
 * are atoms.  The fragment is made of matrices when the digits in a row have
 * the strides of a row; rows and matrices may lie anywhere:
 *
 *   plain        e: 1, 2    s0 s1: 4, 8 bytes      rows s2 s3 s4
 *   transposed   s2 s3 s4: 1, 2, 4 elements        rows atom, s0 s1
 *
 * Other atoms tell matrices apart, those of up to 4 in one instruction.  The
 * base offset is rewritten for the row that a lane names:
 *
 *   mma A, 16 x 16 of f16, rows of 64; lane t, registers (2, 2, 2)
 *     t / 4 * 64 + t % 4 * 2, atoms (2 : 512 -> 2)(2 : 8 -> 4)(2 : 1 -> 1)
 *   becomes 4 matrices (2 : 8)(2 : 512) at
 *     t % 16 * 64 + t / 16 * 8
 *
 * Source: PTX ISA, "Warp-level matrix load instruction: ldmatrix", "Warp-level
 * matrix store instruction: stmatrix". */
#include "base/checked.h"
#include "copy_vectors.h"
#include "plan/copy_partition.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
  WARP = 32,
  LANE_BITS = 5,
  ROW_BITS = 3,
  ROW_BYTES = 16,
  REGISTER_BYTES = 4,
  MOST_MATRICES = 4,
  WIDEST_BITS = 128,
};

/* How far a bit of the lane moves the offset. */
typedef struct bit_step {
  int64_t stride, symbol;
} bit_step;

/* What a warp moves. */
typedef struct warp_tile {
  tl_copy_request request; /* over the threads of the scope */
  tl_fragment_digits digits;
  bit_step lanes[LANE_BITS]; /* of the lane that holds an element ... */
  bit_step named[LANE_BITS]; /* ... and of the lane that names a row */
  tl_address rows;           /* one: what lanes name, and terms of the warp */
  tl_atoms atoms;            /* outside of matrices */
} warp_tile;

static bool check_copy(const tl_copy_request *request, const tl_target *target,
                       const tl_copy_partition *plan, tl_copy_matrix *out);
static bool read_tile(const tl_copy_request *request,
                      const tl_copy_partition *plan, warp_tile *tile,
                      tl_copy_matrix *out);
static bool check_warps(const warp_tile *tile, const tl_copy_partition *owners,
                        tl_copy_matrix *out);
static bool read_lanes(const tl_copy_partition *plan, warp_tile *tile,
                       tl_copy_matrix *out);
static bool match_plain(warp_tile *tile, tl_copy_matrix *out);
static bool match_transposed(warp_tile *tile, tl_copy_matrix *out);
static bool match_lanes(const warp_tile *tile, int bit, int end, int64_t stride,
                        tl_copy_matrix *out);
static void take_matrices(warp_tile *tile, tl_copy_matrix *out);
static void place_rows(const warp_tile *tile, tl_copy_partition *plan);
static bool check_rows(const tl_copy_partition *plan, int64_t element_bytes,
                       tl_copy_matrix *out);
static bool check_gain(const tl_copy_partition *plan, int64_t element_bytes,
                       tl_copy_matrix *out);

tl_copy_vectors tl_copy_matrix_rows(const tl_copy_matrix *matrix,
                                    const tl_copy_partition *plan,
                                    int64_t element_bytes) {
  int64_t width = ROW_BYTES / element_bytes;
  tl_atom row = {.extent = width, .memory_stride = 1};
  return (tl_copy_vectors){.width = width,
                           .outer = plan->atoms,
                           .inner = {1, {row}},
                           .lanes = 8 * matrix->count};
}

bool tl_copy_matrix_plan(const tl_copy_request *request,
                         const tl_target *target, tl_copy_partition *plan,
                         tl_copy_matrix *out) {
  warp_tile tile;
  tl_copy_partition moved = *plan;
  int64_t bytes = request->element_bytes;
  *out = (tl_copy_matrix){0};
  if (target->assembly != TL_ASSEMBLY_PTX)
    return false;

  /* 1. The lanes, and which of the two patterns they have. */
  if (!check_copy(request, target, plan, out) ||
      !read_tile(request, plan, &tile, out))
    return false;
  out->is_transposed =
      bytes == 2 && tile.lanes[2].stride == 1 && !tile.lanes[2].symbol;
  if (!(out->is_transposed ? match_transposed : match_plain)(&tile, out))
    return false;

  /* 2. The matrices of an instruction, and the rows that the lanes name. */
  take_matrices(&tile, out);
  place_rows(&tile, &moved);
  if (!check_rows(&moved, bytes, out) || !check_gain(plan, bytes, out))
    return false;
  tl_atoms_reverse(&out->inner);
  *plan = moved;
  return true;
}

/* Says why not. */
static TL_PRINTF(2, 3) bool refuse(tl_copy_matrix *out, const char *format,
                                   ...) {
  va_list arguments;
  *out = (tl_copy_matrix){0};
  va_start(arguments, format);
  vsnprintf(out->reason, sizeof out->reason, format, arguments);
  va_end(arguments);
  return false;
}

static bool check_copy(const tl_copy_request *request, const tl_target *target,
                       const tl_copy_partition *plan, tl_copy_matrix *out) {
  if (!(target->kinds & (request->stores ? TL_HAS_STMATRIX : TL_HAS_LDMATRIX)))
    return refuse(out, "%s has no %s", target->name,
                  request->stores ? "stmatrix" : "ldmatrix");
  if (request->scope == TL_SCOPE_THREAD)
    return refuse(out, "a single thread is no warp");
  if (request->element_bytes > 2)
    return refuse(out, "elements have %" PRId64 " bits",
                  request->element_bytes * 8);
  if (plan->is_scattered)
    return refuse(out, "%s", plan->reason);
  if (plan->limit_count)
    return refuse(out, "dimension %" PRId64 " is bounded",
                  plan->limits[0].dimension);
  if (plan->address.rows[plan->base].count + LANE_BITS + 1 > TL_MAX_TERMS)
    return refuse(out, "the layouts have too many digits");
  return true;
}

static bool read_tile(const tl_copy_request *request,
                      const tl_copy_partition *plan, warp_tile *tile,
                      tl_copy_matrix *out) {
  tl_error error;
  tl_copy_partition owners;
  tile->atoms = plan->atoms;
  memset(tile->lanes, 0, sizeof tile->lanes);
  memset(tile->named, 0, sizeof tile->named);
  tile->rows.row_count = tile->rows.term_count = 0;
  owners.thread_offset = owners.address.row_count = 0;
  owners.address.term_count = 0;
  if (tl_copy_on_scope(request, &tile->request, &error) != TL_OK ||
      tl_copy_ownership(&tile->request, &tile->digits, &owners, &error) !=
          TL_OK)
    return refuse(out, "%s", error.message);
  return check_warps(tile, &owners, out) && read_lanes(plan, tile, out);
}

/* Whole warps take part, and all their lanes execute the instruction. */
static bool check_warps(const warp_tile *tile, const tl_copy_partition *owners,
                        tl_copy_matrix *out) {
  const tl_thread_range *threads = &tile->request.threads;
  if (threads->fewest % WARP || threads->most % WARP)
    return refuse(out, "the last warp has %" PRId64 " lanes",
                  (threads->fewest % WARP ? threads->fewest : threads->most) %
                      WARP);
  if (owners->thread_offset % WARP)
    return refuse(out, "the first thread is lane %" PRId64 " of its warp",
                  owners->thread_offset % WARP);
  int64_t count;
  const tl_term *guards =
      tl_address_terms(&owners->address, owners->guards, &count);
  for (int64_t i = 0; i < count; i++)
    if (guards[i].divisor % WARP)
      return refuse(out, "lane %" PRId64 " of a warp does not take part",
                    guards[i].divisor % WARP);
  return true;
}

/*===--- Lanes ------------------------------------------------------------===*/

/* Splits the terms of the thread into bits of the lane and terms of the warp.
 */
static bool read_lanes(const tl_copy_partition *plan, warp_tile *tile,
                       tl_copy_matrix *out) {
  int64_t count;
  const tl_term *terms = tl_address_terms(&plan->address, plan->base, &count);
  tl_address_open(&tile->rows, TL_ROW_SUM);
  for (int64_t i = 0; i < count; i++) {
    tl_term term = terms[i];
    if (term.source != TL_SOURCE_THREAD || term.divisor % WARP == 0) {
      tl_address_add(&tile->rows, &term);
      continue;
    }
    int64_t end =
        term.extent ? term.divisor * term.extent : tile->digits.thread_limit;
    if (!tl_is_power_of_two(term.divisor) || (end % WARP && WARP % end))
      return refuse(out,
                    "threads %" PRId64 " to %" PRId64 " are no digit of "
                    "the lane",
                    term.divisor, end - 1);
    for (int bit = 0; bit < LANE_BITS; bit++)
      if (term.divisor <= 1 << bit && 1 << bit < end)
        tile->lanes[bit] =
            (bit_step){term.stride * ((1 << bit) / term.divisor), term.symbol};
    if (end <= WARP)
      continue;
    term.stride *= WARP / term.divisor;
    term.divisor = WARP;
    term.extent = end / WARP;
    tl_address_add(&tile->rows, &term);
  }
  return true;
}

/*===--- The pattern ------------------------------------------------------===*/

/* Moves the fastest `count` of an atom out of the list. */
static tl_atom take(tl_atoms *atoms, int64_t i, int64_t count) {
  tl_atom *atom = &atoms->items[i], taken = tl_atom_take(atom, count);
  if (atom->extent > 1)
    return taken;
  atoms->count--;
  memmove(atom, atom + 1, (size_t)(atoms->count - i) * sizeof *atom);
  return taken;
}

/* Adds a digit to the registers of the access, the fastest first. */
static void add_inner(tl_copy_matrix *out, const tl_atom *atom) {
  tl_atom *last =
      out->inner.count ? &out->inner.items[out->inner.count - 1] : NULL;
  out->width *= atom->extent;
  if (last && atom->register_stride == last->extent * last->register_stride)
    last->extent *= atom->extent;
  else
    out->inner.items[out->inner.count++] = (tl_atom){
        .extent = atom->extent, .register_stride = atom->register_stride};
}

/* "(3, 5)", the element that lane and register slot hold. */
static void write_element(const warp_tile *tile, int64_t thread, int64_t slot,
                          char *text, size_t capacity) {
  int64_t coordinate[TL_MAX_RANK] = {0};
  size_t length = 0;
  for (int64_t i = 0; i < tile->digits.count; i++) {
    const tl_digit *digit = &tile->digits.items[i];
    int64_t number =
        digit->divisor ? thread / digit->divisor : slot / digit->slot_stride;
    coordinate[digit->dimension] += number % digit->extent * digit->weight;
  }
  text[0] = '\0';
  for (int64_t d = 0; d < tile->request.fragment.rank && length < capacity; d++)
    length += (size_t)snprintf(text + length, capacity - length, "%s%" PRId64,
                               d ? ", " : "(", coordinate[d]);
  if (length < capacity)
    snprintf(text + length, capacity - length, ")");
}

/* `what` number `lane` or `slot`, the other is 0, is somewhere else. */
static bool refuse_element(const warp_tile *tile, int64_t lane, int64_t slot,
                           const bit_step *step, int64_t expected,
                           tl_copy_matrix *out) {
  char element[128], distance[64] = "a run-time stride";
  int64_t bytes = tile->request.element_bytes;
  write_element(tile, lane, slot, element, sizeof element);
  if (!step->symbol)
    snprintf(distance, sizeof distance, "%" PRId64 " bytes",
             step->stride * bytes);
  return refuse(out,
                "fragment is not an 8 x 16-byte tile at element %s: %s "
                "%" PRId64 " holds it, %s from %s 0 and not %" PRId64,
                element, slot ? "register" : "lane", slot ? slot : lane,
                distance, slot ? "register" : "lane", expected * bytes);
}

static bool is_row_aligned(const tl_atom *atom, int64_t bytes) {
  int64_t known = atom->symbol ? tl_gcd(atom->divisor, ROW_BYTES) : 1;
  return atom->memory_stride * known * bytes % ROW_BYTES == 0;
}

/* The atom with the fastest registers that an even number divides; -1 without
 * one.  Of rows, those that are aligned come first. */
static int64_t fastest_even(const tl_atoms *atoms, int64_t row_bytes) {
  int64_t best = -1;
  bool is_best_aligned = false;
  for (int64_t i = 0; i < atoms->count; i++) {
    const tl_atom *atom = &atoms->items[i];
    if (atom->extent % 2)
      continue;
    bool is_aligned = row_bytes && is_row_aligned(atom, row_bytes);
    bool is_faster =
        best < 0 || atom->register_stride < atoms->items[best].register_stride;
    if (best < 0 || is_aligned > is_best_aligned ||
        (is_aligned == is_best_aligned && is_faster)) {
      best = i;
      is_best_aligned = is_aligned;
    }
  }
  return best;
}

/* Elements of a register follow each other in memory. */
static bool match_register(warp_tile *tile, tl_copy_matrix *out) {
  int64_t wanted = REGISTER_BYTES / tile->request.element_bytes;
  tl_atoms *atoms = &tile->atoms;
  for (out->width = 1; out->width < wanted;) {
    int64_t i = atoms->count - 1;
    while (i >= 0 && (atoms->items[i].memory_stride != out->width ||
                      atoms->items[i].symbol || atoms->items[i].extent % 2))
      i--;
    if (i < 0)
      break;
    tl_atom next =
        take(atoms, i, tl_gcd(atoms->items[i].extent, wanted / out->width));
    add_inner(out, &next);
  }
  if (out->width == wanted)
    return true;
  int64_t other = fastest_even(atoms, 0);
  if (other < 0)
    return refuse(out, "a lane does not hold %d consecutive bytes",
                  REGISTER_BYTES);
  const tl_atom *atom = &atoms->items[other];
  bit_step step = {atom->memory_stride, atom->symbol};
  return refuse_element(tile, 0, atom->register_stride, &step, out->width, out);
}

static bool match_plain(warp_tile *tile, tl_copy_matrix *out) {
  if (!match_register(tile, out) || !match_lanes(tile, 0, 2, out->width, out))
    return false;
  memcpy(tile->named, &tile->lanes[2], ROW_BITS * sizeof *tile->named);
  return true;
}

static bool match_transposed(warp_tile *tile, tl_copy_matrix *out) {
  int64_t bytes = tile->request.element_bytes;
  if (!match_lanes(tile, 2, LANE_BITS, 1, out))
    return false;
  int64_t pair = fastest_even(&tile->atoms, bytes);
  if (pair < 0)
    return refuse(out, "a lane does not hold elements of two rows");
  tl_atom row = take(&tile->atoms, pair, 2);
  out->width = 1;
  add_inner(out, &row);
  tile->named[0] = (bit_step){row.memory_stride, row.symbol};
  tile->named[1] = tile->lanes[0];
  tile->named[2] = tile->lanes[1];
  return true;
}

/* The bits of the lane have the strides `stride`, 2 * `stride`, ... */
static bool match_lanes(const warp_tile *tile, int bit, int end, int64_t stride,
                        tl_copy_matrix *out) {
  for (; bit < end; bit++, stride *= 2) {
    const bit_step *step = &tile->lanes[bit];
    if (step->stride != stride || step->symbol)
      return refuse_element(tile, 1 << bit, 0, step, stride, out);
  }
  return true;
}

/* As many as there are, up to 4; those with the fastest registers, so that the
 * registers of the instruction follow each other. */
static void take_matrices(warp_tile *tile, tl_copy_matrix *out) {
  int bit = ROW_BITS;
  for (out->count = 1; out->count < MOST_MATRICES;) {
    int64_t i = fastest_even(&tile->atoms, 0);
    if (i < 0)
      return;
    tl_atom next = take(&tile->atoms, i, 2);
    tile->named[bit++] = (bit_step){next.memory_stride, next.symbol};
    add_inner(out, &next);
    out->count *= 2;
  }
}

/*===--- The new base -----------------------------------------------------===*/

static void place_rows(const warp_tile *tile, tl_copy_partition *plan) {
  tl_address *address = &plan->address;
  tl_address_cut(address, plan->base);
  tl_address_open(address, TL_ROW_SUM);
  for (int64_t i = 0; i < tile->rows.term_count; i++)
    tl_address_add(address, &tile->rows.terms[i]);
  for (int bit = 0; bit < LANE_BITS; bit++)
    tl_address_add(address, &(tl_term){.source = TL_SOURCE_THREAD,
                                       .divisor = INT64_C(1) << bit,
                                       .extent = 2,
                                       .stride = tile->named[bit].stride,
                                       .symbol = tile->named[bit].symbol});
  tl_address_merge(address, 0, tile->digits.thread_limit);
  plan->atoms = tile->atoms;
  tl_copy_place(&tile->request, tile->digits.thread_limit, plan);
}

static bool check_rows(const tl_copy_partition *plan, int64_t element_bytes,
                       tl_copy_matrix *out) {
  int64_t rows = plan->alignment;
  int64_t piece = element_bytes << plan->swizzle.base;
  if (plan->swizzle.bits && piece < ROW_BYTES)
    return refuse(out, "the swizzle moves pieces of %" PRId64 " bytes", piece);
  for (int64_t i = 0; i < plan->atoms.count; i++) {
    const tl_atom *atom = &plan->atoms.items[i];
    int64_t known = atom->symbol ? tl_gcd(atom->divisor, ROW_BYTES) : 1;
    rows = tl_gcd(rows, atom->memory_stride * known * element_bytes);
  }
  return rows % ROW_BYTES == 0 ||
         refuse(out, "rows start at multiples of %" PRId64 " bytes",
                tl_gcd(rows, ROW_BYTES));
}

/* The plain accesses are those of tl_copy_vectors_plan. */
static bool check_gain(const tl_copy_partition *plan, int64_t element_bytes,
                       tl_copy_matrix *out) {
  tl_copy_vectors vectors;
  tl_copy_vectors_plan(&plan->atoms, &plan->swizzle, plan->alignment,
                       element_bytes, WIDEST_BITS, &vectors);
  return vectors.width < out->width ||
         refuse(out, "accesses of %" PRId64 " bytes are as few as matrices",
                vectors.width * element_bytes);
}
