/* expression_tiled.c - Functions of tiled MMAs and copies; see tl/cute_tiled.h. */
#include "base/checked.h"
#include "expression_access.h"

static tl_code make(const tl_value *a, const tl_cute *threads, tl_value *out,
                    tl_error *error) {
  const tl_tiler *permutation = a[2].kind == TL_KIND_NONE ? NULL : TILER(2);
  return tl_tiled_mma_make(NAME(0)->start, NAME(0)->length, threads,
                           permutation, &OUT(mma), error);
}

CALLS(of_layout, make(a, CUTE(1), out, error))

/* Atoms that are counted, the first mode fastest. */
EVALUATOR(of_shape) {
  tl_cute threads;
  TL_TRY(tl_cute_make(TUPLE(1), &threads, error));
  return make(a, &threads, out, error);
}

CALLS(thr_layout_vmnk, tl_tiled_mma_threads(MMA(0), MADE, error))

EVALUATOR(tile_shape) {
  tl_list tile;
  TL_TRY(tl_tiled_mma_tile(MMA(0), &tile, error));
  OUT(tuple) = tl_tuple_from_list(&tile);
  return TL_OK;
}

static tl_code fragment(const tl_value *a, tl_mma_part part, tl_value *out,
                        tl_error *error) {
  const tl_list *tile = a[1].kind == TL_KIND_NONE ? NULL : LIST(1);
  return tl_tiled_mma_fragment(MMA(0), part, tile, &OUT(tv), error);
}

#define OPERAND(name)                                                          \
  CALLS(thrfrg_##name,                                                         \
        tl_tiled_mma_thrfrg(MMA(0), TL_MMA_##name, CUTE(1), LIKE(1), error))      \
  CALLS(fragment_##name, fragment(a, TL_MMA_##name, out, error))

#define PARTITION(name)                                                        \
  CALLS(partition_##name,                                                      \
        tl_thread_mma_partition(THREAD_MMA(0), TL_MMA_##name, COMPOSED(1),     \
                                &OUT(composed), error))

CALLS(slice_of_mma,
      tl_tiled_mma_slice(MMA(0), INT(1), &OUT(thread_mma), error))
PARTITION(A)
PARTITION(B)
PARTITION(C)

OPERAND(A)
OPERAND(B)
OPERAND(C)

/* Copies that have a thread-value layout; the numbers are those of arguments. */
static tl_code copy_of(const tl_value *a, const tl_cute_tv *tv, tl_value *out,
                       tl_error *error) {
  return tl_tiled_copy_make(NAME(0)->start, NAME(0)->length, INT(1), tv,
                            &OUT(copy), error);
}

CALLS(copy_of_tv, copy_of(a, TV(2), out, error))

EVALUATOR(make_tiled_copy) {
  tl_cute_tv tv;
  TL_TRY(tl_cute_tv_make(CUTE(2), CUTE(3), &tv, error));
  return copy_of(a, &tv, out, error);
}

static tl_code copy_of_mma(const tl_value *a, tl_mma_part part, tl_value *out,
                           tl_error *error) {
  tl_cute_tv tv;
  TL_TRY(tl_tiled_mma_fragment(MMA(2), part, NULL, &tv, error));
  return copy_of(a, &tv, out, error);
}

CALLS(copy_of_A, copy_of_mma(a, TL_MMA_A, out, error))
CALLS(copy_of_B, copy_of_mma(a, TL_MMA_B, out, error))
CALLS(copy_of_C, copy_of_mma(a, TL_MMA_C, out, error))
CALLS(source, tl_tiled_copy_fragment(COPY(0), TL_COPY_SOURCE, &OUT(tv), error))
CALLS(destination,
      tl_tiled_copy_fragment(COPY(0), TL_COPY_DESTINATION, &OUT(tv), error))
#define SIDE(name, part)                                                       \
  CALLS(tidfrg_##name,                                                         \
        tl_tiled_copy_tidfrg(COPY(0), part, CUTE(1), LIKE(1), error))          \
  CALLS(partition_##name,                                                      \
        tl_thread_copy_partition(THREAD_COPY(0), part, COMPOSED(1),            \
                                 &OUT(composed), error))

SIDE(S, TL_COPY_SOURCE)
SIDE(D, TL_COPY_DESTINATION)
CALLS(slice_of_copy,
      tl_tiled_copy_slice(COPY(0), INT(1), &OUT(thread_copy), error))
CALLS(retile, tl_tiled_copy_retile(COPY(0), COMPOSED(1), &OUT(composed), error))
CALLS(retile_of_thread, tl_tiled_copy_retile(&THREAD_COPY(0)->copy, COMPOSED(1),
                                             &OUT(composed), error))

CALLS(tile_tv, tl_cute_tv_tile(TV(0), LIST(1), &OUT(tv), error))

#define SIDE_ROWS(name)                                                        \
  OWN(tidfrg_##name, CUTE, ARG(copy, TILED_COPY), ARG(tensor, CUTE)),          \
      OWN(partition_##name, CUTE, ARG(slice, THREAD_COPY), ARG(tensor, CUTE)), \
      ROW(retile_##name, CUTE, retile_of_thread, ARG(slice, THREAD_COPY),      \
          ARG(fragment, CUTE))
#define SLICE_ROWS(name)                                                       \
  ROW(name, THREAD_MMA, slice_of_mma, ARG(mma, TILED_MMA),                     \
      ARG(thread, INTEGER)),                                                   \
      ROW(name, THREAD_COPY, slice_of_copy, ARG(copy, TILED_COPY),             \
          ARG(thread, INTEGER))
#define ATOM ARG(the name of an atom, NAME), ARG(bits, INTEGER)
#define OPERAND_ROWS(name)                                                     \
  ROW(thrfrg_##name, CUTE, thrfrg_##name, ARG(mma, TILED_MMA),                 \
      ARG(layout, CUTE)),                                                      \
      OWN(partition_##name, CUTE, ARG(slice, THREAD_MMA), ARG(tensor, CUTE)),  \
      ROW(get_layout##name##_TV, CUTE_TV, fragment_##name,                     \
          ARG(mma, TILED_MMA)),                                                \
      ROW(partition_fragment_##name, CUTE_TV, fragment_##name,                 \
          ARG(mma, TILED_MMA), ARG(tile, LIST))

static const tl_function ROWS[] = {
    ROW(make_tiled_mma, TILED_MMA, of_shape, ARG(the name of an atom, NAME),
        ARG(threads, TUPLE), OPT(permutation, TILER)),
    ROW(make_tiled_mma, TILED_MMA, of_layout, ARG(the name of an atom, NAME),
        PLAIN(threads), OPT(permutation, TILER)),
    OWN(thr_layout_vmnk, CUTE, ARG(mma, TILED_MMA)),
    OWN(tile_shape, TUPLE, ARG(mma, TILED_MMA)),
    OPERAND_ROWS(A),
    OPERAND_ROWS(B),
    OPERAND_ROWS(C),

    OWN(make_tiled_copy, TILED_COPY, ATOM, PLAIN(threads), PLAIN(values)),
    ROW(make_tiled_copy, TILED_COPY, copy_of_tv, ATOM, ARG(layout, CUTE_TV)),
    ROW(make_tiled_copy_A, TILED_COPY, copy_of_A, ATOM, ARG(mma, TILED_MMA)),
    ROW(make_tiled_copy_B, TILED_COPY, copy_of_B, ATOM, ARG(mma, TILED_MMA)),
    ROW(make_tiled_copy_C, TILED_COPY, copy_of_C, ATOM, ARG(mma, TILED_MMA)),
    ROW(get_layoutS_TV, CUTE_TV, source, ARG(copy, TILED_COPY)),
    ROW(get_layoutD_TV, CUTE_TV, destination, ARG(copy, TILED_COPY)),
    SLICE_ROWS(get_slice),
    SLICE_ROWS(get_thread_slice),
    SIDE_ROWS(S),
    SIDE_ROWS(D),
    OWN(retile, CUTE, ARG(copy, TILED_COPY), ARG(fragment, CUTE)),
    OWN(tile_tv, CUTE_TV, ARG(layout, CUTE_TV), ARG(tile, LIST)),
};

const tl_function_table TL_TILED_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
