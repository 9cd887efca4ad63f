/* sparse_matrix.c - see sparse_matrix.h. */
#include "sparse_matrix.h"
#include <string.h>

enum { M = TL_MATRIX_M, N, K };
enum { A = TL_MATRIX_A, B };
enum { PLACES = 4, HELD = 2, BITS_OF_CHUNK = 4, CHUNKS_OF_HALF = 4 };
enum { ROWS_OF_QUADS = 8 };

/* B is held as two of half as many rows, one behind the other. */
static void repeat_b(tl_matrix_product *product) {
  int64_t half = product->shape[N] * product->shape[K];
  for (int64_t n = 0; n < half; n++)
    product->places[B][half + n] = product->places[B][n] + half;
  product->counts[B] *= HELD;
  product->shape[K] *= HELD;
}

bool tl_sparse_product_find(const int64_t shape[TL_MATRIX_RANK],
                            const char *const types[TL_MATRIX_FACTORS],
                            int bits, tl_matrix_product *out,
                            tl_sparse_form *form) {
  const int64_t half[] = {shape[M], shape[N], shape[K] / HELD};
  form->chunk = bits == 32 ? PLACES / 2 : bits == 4 ? PLACES * 2 : PLACES;
  form->lanes = shape[K] / (form->chunk * CHUNKS_OF_HALF);
  form->is_in_turn = bits < 16;
  if (shape[M] != 2 * ROWS_OF_QUADS || form->lanes < 1 ||
      !tl_matrix_product_find(half, types, out))
    return false;
  repeat_b(out);
  return out->shape[K] == shape[K];
}

typedef struct place_in_warp {
  int64_t lane, half, bit;
} place_in_warp;

/* Where it is said of a chunk of a row. */
static place_in_warp find_chunk(const tl_sparse_form *form, int64_t selector,
                                int64_t row, int64_t chunk) {
  int64_t group = chunk / CHUNKS_OF_HALF, below = row / ROWS_OF_QUADS;
  int64_t lane = form->is_in_turn ? 2 * (group / 2) + below : group;
  return (place_in_warp){.lane = TL_SPARSE_QUAD * (row % ROWS_OF_QUADS) +
                                 form->lanes * selector + lane,
                         .half = form->is_in_turn ? group % 2 : below,
                         .bit = BITS_OF_CHUNK * (chunk % CHUNKS_OF_HALF)};
}

/* An element of 32 bits is two places that follow each other. */
static bool is_valid(const tl_sparse_form *form, const int places[HELD]) {
  if (form->chunk < PLACES)
    return places[0] % 2 == 0 && places[1] == places[0] + 1;
  return form->is_ordered ? places[0] < places[1] : places[0] != places[1];
}

static void expand_chunk(const tl_matrix_product *product,
                         const tl_sparse_form *form, int64_t row, int64_t chunk,
                         const int places[HELD], bool is_known,
                         const tl_matrix_values *held, tl_matrix_values *out) {
  int64_t rows = product->shape[M], count = form->chunk / HELD;
  int64_t of_place = form->chunk > PLACES ? form->chunk / PLACES : 1;
  for (int64_t i = 0; i < count; i++) {
    int64_t at = places[i / of_place] * form->chunk / PLACES + i % of_place;
    int64_t from = row + rows * (chunk * count + i);
    int64_t to = row + rows * (chunk * form->chunk + at);
    out->numbers[A][to] = held->numbers[A][from];
    out->is_unknown[A][to] = held->is_unknown[A][from] || !is_known;
  }
}

tl_sparse_fault tl_sparse_expand(const tl_matrix_product *product,
                                 const tl_sparse_form *form,
                                 const tl_sparse_metadata *metadata,
                                 const tl_matrix_values *held,
                                 tl_matrix_values *out) {
  tl_sparse_fault first = {.is_there = false};
  int64_t chunks = product->shape[K] / form->chunk;
  memset(out->numbers[A], 0, sizeof out->numbers[A]);
  memset(out->is_unknown[A], 0, sizeof out->is_unknown[A]);
  for (int64_t n = 0; n < product->shape[M] * chunks; n++) {
    int64_t row = n / chunks, chunk = n % chunks;
    place_in_warp at = find_chunk(form, metadata->selector, row, chunk);
    int bits = metadata->halves[at.lane][at.half] >> at.bit;
    bool is_unknown = metadata->is_unknown[at.lane][at.half];
    const int places[HELD] = {bits % PLACES, bits / PLACES % PLACES};
    if (!first.is_there && (is_unknown || !is_valid(form, places)))
      first = (tl_sparse_fault){true, is_unknown, row, {places[0], places[1]}};
    expand_chunk(product, form, row, chunk, places, !is_unknown, held, out);
  }
  return first;
}
