/* copy_matrix.c - Copies through ldmatrix and stmatrix.
 *
 * A matrix is 8 rows of 16 bytes.  Lane t (bits t4 .. t0) names row t2 t1 t0 of
 * matrix t4 t3, and holds 4 bytes of every matrix, elements e:
 *
 *   plain        of row t4 t3 t2, bytes 4 * (t1 t0)
 *   transposed   elements of 16 bits: of column t4 t3 t2, rows t1 t0 e
 *
 * A matrix of bytes that is transposed has two columns a lane; one that is loaded
 * has 16 rows, which lanes t3 .. t0 name, and two registers r:
 *
 *   stored       of column e1 t4 t3 t2, rows t1 t0 e0
 *   loaded       of column r t4 t3 t2, rows t1 t0 e1 e0
 *
 * In the partition the bits of the lane have strides s0 .. s4 and the registers
 * are atoms.  The fragment is made of matrices when the digits in a row have
 * the strides of a row; rows and matrices may lie anywhere:
 *
 *   plain        e: 1, 2    s0 s1: 4, 8 bytes      rows s2 s3 s4
 *   transposed   s2 s3 s4: 1, 2, 4 elements        rows atom, s0 s1
 *   of bytes     s2 s3 s4 atom: 1, 2, 4, 8         rows 1 or 2 atoms, s0 s1
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
#include "plan/access/copy_matrix.h"
#include "base/checked.h"
#include "plan/copy_partition.h"
#include "tl/text.h"
#include <stdio.h>
#include <string.h>

enum {
  WARP = 32,
  LANE_BITS = 5,
  ROWS = 8, /* the fewest of a matrix */
  ROW_BYTES = 16,
  REGISTER_BYTES = 4,
  MOST_MATRICES = 4,
};

/* How far a bit of the lane moves the offset. */
typedef struct lane_step {
  int64_t stride, symbol;
} lane_step;

/* What a warp moves. */
typedef struct warp_tile {
  tl_copy_request request; /* over the threads of the scope */
  tl_fragment_digits digits;
  /* Of the lane that holds an element, and of the one that names a row. */
  lane_step lanes[LANE_BITS], named[LANE_BITS];
  int64_t named_count;
  tl_address rows; /* one: what lanes name, and terms of the warp */
  tl_atoms atoms;  /* outside of matrices */
} warp_tile;

int64_t tl_matrix_rows(int64_t element_bytes, bool is_transposed, bool stores) {
  return element_bytes == 1 && is_transposed && !stores ? 2 * ROWS : ROWS;
}

static const char *name_of(const tl_copy_request *request) {
  return request->stores ? "stmatrix" : "ldmatrix";
}

static tl_code check_copy(const tl_access_side *side, tl_error *error) {
  const tl_copy_request *request = side->request;
  const tl_copy_partition *plan = side->plan;
  const tl_target *target = side->rules->target;
  if (!(target->kinds & (request->stores ? TL_HAS_STMATRIX : TL_HAS_LDMATRIX)))
    return tl_fail(error, TL_UNSUPPORTED, "%s has no %s", target->name,
                   name_of(request));
  if (request->scope == TL_SCOPE_THREAD)
    return tl_fail(error, TL_UNSUPPORTED, "a single thread is no warp");
  if (request->element_bytes > REGISTER_BYTES)
    return tl_fail(error, TL_UNSUPPORTED, "elements have %" PRId64 " bits",
                   request->element_bytes * 8);
  if (plan->is_scattered)
    return tl_fail(error, TL_UNSUPPORTED, "%s", plan->reason);
  if (plan->limit_count)
    return tl_fail(error, TL_UNSUPPORTED, "dimension %" PRId64 " is bounded",
                   plan->limits[0].dimension);
  if (plan->address.rows[plan->base].count + LANE_BITS + 1 > TL_MAX_TERMS)
    return tl_fail(error, TL_UNSUPPORTED, "the layouts have too many digits");
  return TL_OK;
}

static tl_code check_transposed(const tl_access_side *side,
                                const tl_copy_matrix *matrix, tl_error *error) {
  const tl_target *target = side->rules->target;
  return !matrix->is_transposed || side->request->element_bytes != 1 ||
                 target->kinds & TL_HAS_BYTE_MATRICES
             ? TL_OK
             : tl_fail(error, TL_UNSUPPORTED,
                       "%s has no %s that transposes elements of 8 bits",
                       target->name, name_of(side->request));
}

/* Whole warps take part, and all their lanes execute the instruction. */
static tl_code check_warps(const tl_thread_range *threads,
                           const tl_copy_partition *plan, tl_error *error) {
  if (threads->fewest % WARP || threads->most % WARP)
    return tl_fail(error, TL_UNSUPPORTED, "the last warp has %" PRId64 " lanes",
                   (threads->fewest % WARP ? threads->fewest : threads->most) %
                       WARP);
  if (plan->thread_offset % WARP)
    return tl_fail(error, TL_UNSUPPORTED,
                   "the first thread is lane %" PRId64 " of its warp",
                   plan->thread_offset % WARP);
  int64_t count;
  const tl_term *guards =
      tl_address_terms(&plan->address, plan->guards, &count);
  for (int64_t i = 0; i < count; i++)
    if (guards[i].divisor % WARP)
      return tl_fail(error, TL_UNSUPPORTED,
                     "lane %" PRId64 " of a warp does not take part",
                     guards[i].divisor % WARP);
  return TL_OK;
}

/*===--- Lanes ------------------------------------------------------------===*/

/* Splits the terms of the thread into bits of the lane and terms of the warp.
 */
static tl_code read_lanes(const tl_copy_partition *plan, warp_tile *tile,
                          tl_error *error) {
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
      return tl_fail(error, TL_UNSUPPORTED,
                     "threads %" PRId64 " to %" PRId64 " are no digit of "
                     "the lane",
                     term.divisor, end - 1);
    for (int bit = 0; bit < LANE_BITS; bit++)
      if (term.divisor <= 1 << bit && 1 << bit < end)
        tile->lanes[bit] =
            (lane_step){term.stride * ((1 << bit) / term.divisor), term.symbol};
    if (end <= WARP)
      continue;
    term.stride *= WARP / term.divisor;
    term.divisor = WARP;
    term.extent = end / WARP;
    tl_address_add(&tile->rows, &term);
  }
  return TL_OK;
}

static tl_code read_tile(const tl_copy_request *request,
                         const tl_copy_partition *plan, warp_tile *tile,
                         tl_error *error) {
  tl_copy_partition owners;
  tile->atoms = plan->atoms;
  memset(tile->lanes, 0, sizeof tile->lanes);
  memset(tile->named, 0, sizeof tile->named);
  tile->named_count = 0;
  tile->rows.row_count = tile->rows.term_count = 0;
  owners.address.row_count = owners.address.term_count = 0;
  TL_TRY(tl_copy_on_scope(request, &tile->request, error));
  TL_TRY(tl_copy_ownership(&tile->request, &tile->digits, &owners, error));
  TL_TRY(check_warps(&request->threads, plan, error));
  return read_lanes(plan, tile, error);
}

/*===--- The pattern ------------------------------------------------------===*/

static lane_step step_of(const tl_atom *atom) {
  return (lane_step){atom->memory_stride, atom->symbol};
}

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
static void add_inner(tl_copy_choice *out, const tl_atom *atom) {
  tl_atoms *inner = &out->matrix.inner;
  tl_atom *last = inner->count ? &inner->items[inner->count - 1] : NULL;
  out->width *= atom->extent;
  if (last && atom->register_stride == last->extent * last->register_stride)
    last->extent *= atom->extent;
  else
    inner->items[inner->count++] = (tl_atom){
        .extent = atom->extent, .register_stride = atom->register_stride};
}

static void name_by(warp_tile *tile, lane_step step) {
  tile->named[tile->named_count++] = step;
}

/* Moves a digit of 2 from the atoms to the registers of the access; a bit of the
 * lane names it. */
static void take_pair(warp_tile *tile, int64_t i, tl_copy_choice *out) {
  tl_atom pair = take(&tile->atoms, i, 2);
  add_inner(out, &pair);
  name_by(tile, step_of(&pair));
}

/* "(3, 5)", the element that lane and register slot hold. */
static void write_element(const warp_tile *tile, int64_t thread, int64_t slot,
                          tl_text *out) {
  int64_t coordinate[TL_MAX_RANK] = {0};
  for (int64_t i = 0; i < tile->digits.count; i++) {
    const tl_digit *digit = &tile->digits.items[i];
    int64_t number = (digit->is_slot ? slot : thread) / digit->stride;
    coordinate[digit->dimension] += number % digit->extent * digit->step;
  }
  for (int64_t d = 0; d < tile->request.fragment.rank; d++)
    tl_text_append(out, "%s%" PRId64, d ? ", " : "(", coordinate[d]);
  tl_text_append(out, ")");
}

/* `what` number `lane` or `slot`, the other is 0, is somewhere else. */
static tl_code refuse_element(const warp_tile *tile, int64_t lane, int64_t slot,
                              const lane_step *step, int64_t expected,
                              tl_error *error) {
  tl_text element = {.length = 0};
  char distance[64] = "a run-time stride";
  int64_t bytes = tile->request.element_bytes;
  if (!error)
    return TL_UNSUPPORTED;
  write_element(tile, lane, slot, &element);
  if (!step->symbol)
    snprintf(distance, sizeof distance, "%" PRId64 " bytes",
             step->stride * bytes);
  return tl_fail(error, TL_UNSUPPORTED,
                 "fragment is not an 8 x 16-byte tile at element %s: %s "
                 "%" PRId64 " holds it, %s from %s 0 and not %" PRId64,
                 element.data, slot ? "register" : "lane", slot ? slot : lane,
                 distance, slot ? "register" : "lane", expected * bytes);
}

/* The atom with the fastest registers that an even number divides; -1 without
 * one.  Those that move by multiples of a row come first. */
static int64_t fastest_even(const tl_atoms *atoms, int64_t row) {
  int64_t best = -1, best_rank[2] = {0};
  for (int64_t i = 0; i < atoms->count; i++) {
    const tl_atom *atom = &atoms->items[i];
    int64_t rank[2] = {!tl_atom_is_multiple(atom, row), atom->register_stride};
    bool is_first = best < 0 || rank[0] < best_rank[0] ||
                    (rank[0] == best_rank[0] && rank[1] < best_rank[1]);
    if (atom->extent % 2 || !is_first)
      continue;
    best = i;
    memcpy(best_rank, rank, sizeof rank);
  }
  return best;
}

/* The atom of an even extent that moves by `stride`; -1 without one. */
static int64_t even_of(const tl_atoms *atoms, int64_t stride) {
  int64_t i = atoms->count - 1;
  while (i >= 0 && (atoms->items[i].memory_stride != stride ||
                    atoms->items[i].symbol || atoms->items[i].extent % 2))
    i--;
  return i;
}

/* Elements of a register follow each other in memory. */
static tl_code match_register(warp_tile *tile, tl_copy_choice *out,
                              tl_error *error) {
  int64_t wanted = REGISTER_BYTES / tile->request.element_bytes;
  tl_atoms *atoms = &tile->atoms;
  for (out->width = 1; out->width < wanted;) {
    int64_t i = even_of(atoms, out->width);
    if (i < 0)
      break;
    tl_atom next =
        take(atoms, i, tl_gcd(atoms->items[i].extent, wanted / out->width));
    add_inner(out, &next);
  }
  if (out->width == wanted)
    return TL_OK;
  int64_t other = fastest_even(atoms, 1);
  if (other < 0)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a lane does not hold %d consecutive bytes", REGISTER_BYTES);
  const tl_atom *atom = &atoms->items[other];
  lane_step step = step_of(atom);
  return refuse_element(tile, 0, atom->register_stride, &step, out->width,
                        error);
}

/* The bits of the lane have the strides `stride`, 2 * `stride`, ... */
static tl_code match_lanes(const warp_tile *tile, int bit, int end,
                           int64_t stride, tl_error *error) {
  for (; bit < end; bit++, stride *= 2) {
    const lane_step *step = &tile->lanes[bit];
    if (step->stride != stride || step->symbol)
      return refuse_element(tile, 1 << bit, 0, step, stride, error);
  }
  return TL_OK;
}

static tl_code match_plain(warp_tile *tile, tl_copy_choice *out,
                           tl_error *error) {
  TL_TRY(match_register(tile, out, error));
  TL_TRY(match_lanes(tile, 0, 2, out->width, error));
  for (int bit = 2; bit < LANE_BITS; bit++)
    name_by(tile, tile->lanes[bit]);
  return TL_OK;
}

/* The second half of a row, where the lanes hold the first one. */
static tl_code take_columns(warp_tile *tile, tl_atom *columns,
                            tl_error *error) {
  int64_t half = ROW_BYTES / 2, i = even_of(&tile->atoms, half);
  if (i < 0)
    return tl_fail(error, TL_UNSUPPORTED,
                   "a lane does not hold elements of two columns that are "
                   "%" PRId64 " apart",
                   half);
  *columns = take(&tile->atoms, i, 2);
  return TL_OK;
}

/* Two rows a lane, or four. */
static tl_code match_rows(warp_tile *tile, tl_copy_choice *out,
                          tl_error *error) {
  int64_t each = out->matrix.rows / 4;
  for (out->width = 1; out->width < each;) {
    int64_t pair =
        fastest_even(&tile->atoms, ROW_BYTES / tile->request.element_bytes);
    if (pair < 0)
      return tl_fail(error, TL_UNSUPPORTED,
                     "a lane does not hold elements of %" PRId64 " rows", each);
    take_pair(tile, pair, out);
  }
  name_by(tile, tile->lanes[0]);
  name_by(tile, tile->lanes[1]);
  return TL_OK;
}

static tl_code match_transposed(warp_tile *tile, tl_copy_choice *out,
                                tl_error *error) {
  tl_atom columns = {.extent = 1};
  TL_TRY(match_lanes(tile, 2, LANE_BITS, 1, error));
  if (tile->request.element_bytes == 1)
    TL_TRY(take_columns(tile, &columns, error));
  TL_TRY(match_rows(tile, out, error));
  if (columns.extent > 1)
    add_inner(out, &columns);
  return TL_OK;
}

/* As many as lanes can name; those with the fastest registers, so that the
 * registers of the instruction follow each other. */
static void take_matrices(warp_tile *tile, tl_copy_choice *out) {
  int64_t i = fastest_even(&tile->atoms, 1);
  for (out->matrix.count = 1; tile->named_count < LANE_BITS && i >= 0;
       out->matrix.count *= 2, i = fastest_even(&tile->atoms, 1))
    take_pair(tile, i, out);
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

static tl_code check_pieces(const tl_copy_partition *plan,
                            int64_t element_bytes, tl_error *error) {
  int64_t piece = element_bytes << plan->swizzle.base;
  if (!plan->swizzle.bits || piece >= ROW_BYTES)
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "the swizzle moves pieces of %" PRId64 " bytes", piece);
}

static tl_code check_rows(const tl_copy_partition *plan, int64_t element_bytes,
                          tl_error *error) {
  int64_t rows = tl_copy_aligned_bytes(plan, element_bytes);
  for (int64_t i = 0; i < plan->atoms.count; i++) {
    const tl_atom *atom = &plan->atoms.items[i];
    int64_t known = atom->symbol ? tl_gcd(atom->divisor, ROW_BYTES) : 1;
    rows = tl_gcd(rows, atom->memory_stride * known * element_bytes);
  }
  if (rows % ROW_BYTES == 0)
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "rows start at multiples of %" PRId64 " bytes",
                 tl_gcd(rows, ROW_BYTES));
}

static tl_code check_gain(const tl_copy_partition *plan, int64_t width,
                          int64_t element_bytes, tl_error *error) {
  int64_t plain = tl_copy_plain_width(plan, element_bytes);
  if (plain < width)
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "accesses of %" PRId64 " bytes are as few as matrices",
                 plain * element_bytes);
}

/*===--- The kind ---------------------------------------------------------===*/

static bool is_asked(const tl_access_side *sides, int64_t count) {
  const tl_access_rules *rules = sides->rules;
  return count == 1 && rules->is_shared && rules->uses_matrices &&
         rules->target->assembly == TL_ASSEMBLY_PTX;
}

/* The accesses, as those of their addresses: a lane names a row of one. */
static void name_rows(const tl_copy_partition *plan, int64_t element_bytes,
                      tl_copy_choice *out) {
  int64_t width = ROW_BYTES / element_bytes;
  tl_atom row = {.extent = width, .memory_stride = 1};
  out->vectors =
      (tl_copy_vectors){.width = width,
                        .outer = plan->atoms,
                        .inner = {1, {row}},
                        .lanes = out->matrix.rows * out->matrix.count};
}

/* The matrices, and in `moved` the rows that lanes name, wherever they start. */
static tl_code find_matrices(const tl_access_side *sides, tl_copy_choice *out,
                             tl_copy_partition *moved, tl_error *error) {
  warp_tile tile;
  tl_copy_partition *plan = sides->plan;
  int64_t bytes = sides->request->element_bytes;
  tl_copy_matrix *matrix = &out->matrix;

  /* 1. The lanes, and which of the two patterns they have. */
  TL_TRY(check_copy(sides, error));
  TL_TRY(read_tile(sides->request, plan, &tile, error));
  matrix->inner.count = 0;
  matrix->is_transposed =
      bytes <= 2 && tile.lanes[2].stride == 1 && !tile.lanes[2].symbol;
  matrix->rows =
      tl_matrix_rows(bytes, matrix->is_transposed, sides->request->stores);
  TL_TRY(check_transposed(sides, matrix, error));
  TL_TRY((matrix->is_transposed ? match_transposed : match_plain)(&tile, out,
                                                                  error));

  /* 2. The matrices of an instruction, and the rows that the lanes name. */
  take_matrices(&tile, out);
  *moved = *plan;
  place_rows(&tile, moved);
  return check_pieces(moved, bytes, error);
}

bool tl_matrix_wants_rows(const tl_access_side *side) {
  tl_copy_choice choice;
  tl_copy_partition moved;
  return find_matrices(side, &choice, &moved, NULL) == TL_OK &&
         check_rows(&moved, side->request->element_bytes, NULL) != TL_OK;
}

static tl_code match(const tl_access_side *sides, tl_copy_choice *out,
                     tl_error *error) {
  tl_copy_partition *plan = sides->plan, moved;
  int64_t bytes = sides->request->element_bytes;
  TL_TRY(find_matrices(sides, out, &moved, error));
  TL_TRY(check_rows(&moved, bytes, error));
  TL_TRY(check_gain(plan, out->width, bytes, error));
  tl_atoms_reverse(&out->matrix.inner);
  *plan = moved;
  out->alignment = moved.alignment;
  out->phase = moved.phase;
  name_rows(plan, bytes, out);
  return TL_OK;
}

/* T9.  Source: PTX ISA, ldmatrix and stmatrix. */
static bool is_legal(const tl_access_form *form) {
  int64_t bytes = form->element_bytes, count = form->matrices;
  int64_t rows = tl_matrix_rows(bytes, form->is_transposed, form->stores);
  return (count == 1 || count == 2 || count == MOST_MATRICES) &&
         rows * count <= WARP && bytes <= REGISTER_BYTES &&
         (bytes <= 2 || !form->is_transposed) &&
         form->width == count * rows / ROWS * REGISTER_BYTES / bytes &&
         form->alignment >= ROW_BYTES && form->is_shared && !form->is_bounded;
}

/* `ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16`, of bytes
 * `ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8` */
static void name_instruction(const tl_access_side *side,
                             const tl_copy_choice *choice,
                             char out[TL_INSTRUCTION_CAPACITY]) {
  const tl_copy_matrix *matrix = &choice->matrix;
  bool is_of_bytes = matrix->is_transposed && side->request->element_bytes == 1;
  snprintf(out, TL_INSTRUCTION_CAPACITY,
           "%s.sync.aligned.m%dn%" PRId64 ".x%" PRId64 "%s.shared.b%d",
           name_of(side->request), is_of_bytes ? ROW_BYTES : ROWS, matrix->rows,
           matrix->count, matrix->is_transposed ? ".trans" : "",
           is_of_bytes ? 8 : 16);
}

/* `ldmatrix.x4.trans` */
static void name_briefly(const tl_access_side *side,
                         const tl_copy_choice *choice,
                         char out[TL_INSTRUCTION_CAPACITY]) {
  snprintf(out, TL_INSTRUCTION_CAPACITY, "%s.x%" PRId64 "%s",
           name_of(side->request), choice->matrix.count,
           choice->matrix.is_transposed ? ".trans" : "");
}

const tl_access_kind TL_MATRIX_KIND = {.name = "matrix",
                                       .is_asked = is_asked,
                                       .match = match,
                                       .is_legal = is_legal,
                                       .instruction = name_instruction,
                                       .brief = name_briefly};
