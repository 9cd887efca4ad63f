/* mma_atom.c - see tl/cute_atom.h.
 *
 * Threads t of a warp stand in four columns of eight rows.  A thread holds v
 * elements of a row in each register, so one register of the warp is a matrix
 * of 8 rows and 4v columns; matrices repeat down the 16 rows and then along the
 * columns.  In a tile of R rows, element (r, c) being number r + c R:
 *
 *   threads  4 : v R    8 : 1    warps 4 : 16
 *   values   v : R      2 : 8    columns / 4v : 4v R
 *
 * without the digits of extent 1.  A is (M,K), B (N,K) and C (M,N) with v = 2.
 * (PTX ISA, fragments of mma and wgmma: row = lane / 4, column = lane % 4 * v +
 * i % v.)
 *
 * The rule and CuTe agree but for A of SM80_16x8x128_S32U1U1S32_TN_XORPOPC and
 * _ANDPOPC, whose stride ((512,1),((16,8))) in CuTe is not congruent to its
 * shape ((4,8),(32,2)); here it is ((512,1),(16,8)). */
#include "atom_families.h"
#include "atom_layout.h"
#include "tl/cute_atom.h"

enum { MATRIX_ROWS = 8, ROW_THREADS = 4, WARP_ROWS = 16, ACCUMULATORS = 2 };

/* The tile of an operand. */
typedef struct tile {
  int64_t rows, columns;
} tile;

static tile tile_of(const mma_instruction *atom, tl_mma_part part) {
  if (part == TL_MMA_A)
    return (tile){atom->m, atom->k};
  if (part == TL_MMA_B)
    return (tile){atom->n, atom->k};
  return (tile){atom->m, atom->n};
}

static int64_t values_of(const mma_instruction *atom, tl_mma_part part) {
  if (part == TL_MMA_A)
    return atom->a_values;
  return part == TL_MMA_B ? atom->b_values : ACCUMULATORS;
}

static void one_thread(const mma_instruction *atom, tl_mma_part part,
                       atom_layout *out) {
  tile of = tile_of(atom, part);
  tl_cute_atom_add_digit(&out->values, of.rows * of.columns, 1);
}

/* PTX ISA 9.7.14.5.1, m8n8k4 with .f16.  Operands by k: a thread holds its row;
 * otherwise four rows of one k. */
static void quadpair(const mma_instruction *atom, tl_mma_part part,
                     atom_layout *out) {
  static const atom_layout by_k = {{1, false, {{8, 1}}}, {1, false, {{4, 8}}}};
  static const atom_layout by_row = {{2, false, {{4, 8}, {2, 4}}},
                                     {1, false, {{4, 1}}}};
  static const atom_layout narrow = {{1, false, {{8, 1}}},
                                     {1, false, {{8, 8}}}};
  static const atom_layout wide = {{3, false, {{2, 1}, {2, 16}, {2, 4}}},
                                   {3, false, {{2, 8}, {2, 2}, {2, 32}}}};
  if (part == TL_MMA_C)
    *out = atom->wide ? wide : narrow;
  else
    *out = (part == TL_MMA_A ? atom->a_by_k : atom->b_by_k) ? by_k : by_row;
}

/* CuTe writes the eight values of one register as (8), and of a warpgroup all
 * three value digits. */
static void fragment(const mma_instruction *atom, tl_mma_part part,
                     atom_layout *out) {
  tile of = tile_of(atom, part);
  int64_t v = values_of(atom, part), width = ROW_THREADS * v;
  int64_t warps = atom->threads == WARPGROUP ? ROW_THREADS : 1;
  tl_cute_atom_put_digit(&out->threads, ROW_THREADS, v * of.rows);
  tl_cute_atom_put_digit(&out->threads, MATRIX_ROWS, 1);
  tl_cute_atom_add_digit(&out->threads, warps, WARP_ROWS);
  tl_cute_atom_add_digit(&out->values, v, of.rows);
  tl_cute_atom_add_digit(&out->values, of.rows / warps / MATRIX_ROWS,
                         MATRIX_ROWS);
  if (warps > 1)
    tl_cute_atom_put_digit(&out->values, of.columns / width, width * of.rows);
  else
    tl_cute_atom_add_digit(&out->values, of.columns / width, width * of.rows);
  out->values.grouped = v == 8;
}

/* Every thread names the whole tile of an operand in shared memory. */
static void warpgroup(const mma_instruction *atom, tl_mma_part part,
                      atom_layout *out) {
  if (part == TL_MMA_C || (part == TL_MMA_A && !atom->a_shared)) {
    fragment(atom, part, out);
    return;
  }
  tile of = tile_of(atom, part);
  tl_cute_atom_put_digit(&out->threads, 128, 0);
  tl_cute_atom_put_digit(&out->values, of.rows, 1);
  tl_cute_atom_put_digit(&out->values, of.columns, of.rows);
}

static const struct participants {
  atom_mode threads;
  void (*layout)(const mma_instruction *atom, tl_mma_part part,
                 atom_layout *out);
} participants[] = {
    [ONE_THREAD] = {{0}, one_thread},
    [QUADPAIR] = {{2, false, {{4, 1}, {2, 16}}}, quadpair},
    [WARP] = {{1, false, {{32, 1}}}, fragment},
    [WARPGROUP] = {{1, false, {{128, 1}}}, warpgroup},
};

tl_code tl_cute_mma_atom(const char *name, size_t length, tl_mma_part part,
                         tl_cute *out, tl_error *error) {
  mma_instruction atom;
  TL_TRY(tl_mma_find(name, length, &atom, error));
  const struct participants *rules = &participants[atom.threads];
  if (part == TL_MMA_THREADS)
    return tl_cute_atom_mode_to_cute(&rules->threads, out, error);
  atom_layout layout = {0};
  rules->layout(&atom, part, &layout);
  return tl_cute_atom_layout_to_cute(&layout, out, error);
}

tl_code tl_cute_mma_atom_shape(const char *name, size_t length, tl_tuple *out,
                               tl_error *error) {
  mma_instruction atom;
  TL_TRY(tl_mma_find(name, length, &atom, error));
  tl_list shape = {.count = 3, .items = {atom.m, atom.n, atom.k}};
  *out = tl_tuple_from_list(&shape);
  return TL_OK;
}
