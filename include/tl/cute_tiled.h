/* tl/cute_tiled.h - Tiled MMAs and copies: an atom repeated over threads and
 * over a tile, and the fragments of its operands.
 *
 *   make_tiled_mma("SM80_16x8x16_F32F16F16F32_TN", (2,2,1), <32,32,16>)
 *
 * has four warps, two along M and two along N, and a tile of 32 x 32 x 16, of
 * which each warp has two atoms along N.
 *
 * Source: CUTLASS, include/cute/atom/mma_atom.hpp (TiledMMA) and copy_atom.hpp
 * (TiledCopy), of which every function here has the name and the meaning.
 *
 * Values are plain and own nothing but point to the name of the atom. */
#ifndef TL_CUTE_TILED_H
#define TL_CUTE_TILED_H

#include "tl/cute_atom.h"
#include "tl/cute_partition.h"
#include "tl/cute_tv.h"

TL_C_BEGIN

/* ---- MMA ---------------------------------------------------------------- */

typedef struct tl_tiled_mma {
  const char *atom; /* length bytes */
  size_t length;
  tl_cute threads;      /* of rank 3: which atom of (M,N,K) is whose */
  tl_tiler permutation; /* of rank 3: what is done with M, N and K before they
                           are tiled; _ where nothing is */
} tl_tiled_mma;

/* A rank below 3 goes on with 1:0 and _; `permutation` may be NULL.  TL_INVALID
 * for an unknown atom, a permutation that is not whole atoms, and threads that
 * leave a gap. */
TL_MUST_CHECK tl_code tl_tiled_mma_make(const char *atom, size_t length,
                                        const tl_cute *threads,
                                        const tl_tiler *permutation,
                                        tl_tiled_mma *out, tl_error *error);

/* (V,M,N,K) -> thread; and the tile (M,N,K) of one step. */
TL_MUST_CHECK tl_code tl_tiled_mma_threads(const tl_tiled_mma *mma,
                                           tl_cute *out, tl_error *error);
TL_MUST_CHECK tl_code tl_tiled_mma_tile(const tl_tiled_mma *mma, tl_list *out,
                                        tl_error *error);

/* thrfrg_A, _B and _C: the layout of a tensor (M,K), (N,K) or (M,N) as
 * ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN))). */
TL_MUST_CHECK tl_code tl_tiled_mma_thrfrg(const tl_tiled_mma *mma,
                                          tl_mma_part part,
                                          const tl_cute *tensor, tl_cute *out,
                                          tl_error *error);

/* Law L43: the thread-value layout of an operand over a tile; NULL for the tile
 * of the MMA: get_layoutA_TV, _B and _C.  Threads whose atoms differ in the
 * mode that the operand has not hold copies.  TL_INVALID where the tile is not
 * whole tiles of the MMA, and for C where atoms along K hold partial sums, which
 * are no copies. */
TL_MUST_CHECK tl_code tl_tiled_mma_fragment(const tl_tiled_mma *mma,
                                            tl_mma_part part,
                                            const tl_list *tile,
                                            tl_cute_tv *out, tl_error *error);

/* One thread of it; TL_INVALID for one that it does not have. */
typedef struct tl_thread_mma {
  tl_tiled_mma mma;
  int64_t thread;
} tl_thread_mma;

TL_MUST_CHECK tl_code tl_tiled_mma_slice(const tl_tiled_mma *mma,
                                         int64_t thread, tl_thread_mma *out,
                                         tl_error *error);

/* Law L62: partition_A, _B and _C: the part of a tensor that the thread has of
 * thrfrg, as (FrgV,RestM,RestN). */
TL_MUST_CHECK tl_code tl_thread_mma_partition(const tl_thread_mma *slice,
                                              tl_mma_part part,
                                              const tl_composed *tensor,
                                              tl_composed *out,
                                              tl_error *error);

/* ---- Copies ------------------------------------------------------------- */

typedef struct tl_tiled_copy {
  const char *atom; /* length bytes */
  size_t length;
  int64_t bits;  /* of an element */
  tl_cute_tv tv; /* the values of the atom's reference side */
} tl_tiled_copy;

/* TL_INVALID for an unknown atom, and for threads and values that are not those
 * of whole atoms.  The thread-value layout of make_tiled_copy is that of
 * tl_cute_tv_make, those of make_tiled_copy_A, _B and _C are the fragments of a
 * tiled MMA. */
TL_MUST_CHECK tl_code tl_tiled_copy_make(const char *atom, size_t length,
                                         int64_t bits, const tl_cute_tv *tv,
                                         tl_tiled_copy *out, tl_error *error);

/* Law L44: what each thread has of the source or the destination: the elements
 * whose bits the atom moves between the two; get_layoutS_TV and _D. */
TL_MUST_CHECK tl_code tl_tiled_copy_fragment(const tl_tiled_copy *copy,
                                             tl_copy_part part, tl_cute_tv *out,
                                             tl_error *error);

/* tidfrg_S and _D: the layout of a tensor as (Thr,(FrgV,FrgX),(RestM,RestN)). */
TL_MUST_CHECK tl_code tl_tiled_copy_tidfrg(const tl_tiled_copy *copy,
                                           tl_copy_part part,
                                           const tl_cute *tensor, tl_cute *out,
                                           tl_error *error);

/* One thread of it, and the part of a tensor that it has (law L62):
 * partition_S and _D. */
typedef struct tl_thread_copy {
  tl_tiled_copy copy;
  int64_t thread;
} tl_thread_copy;

TL_MUST_CHECK tl_code tl_tiled_copy_slice(const tl_tiled_copy *copy,
                                          int64_t thread, tl_thread_copy *out,
                                          tl_error *error);
TL_MUST_CHECK tl_code tl_thread_copy_partition(const tl_thread_copy *slice,
                                               tl_copy_part part,
                                               const tl_composed *tensor,
                                               tl_composed *out,
                                               tl_error *error);

/* retile_S and _D: the values (V,RestM,RestN) that a thread has in registers, as
 * those that each atom of the copy moves. */
TL_MUST_CHECK tl_code tl_tiled_copy_retile(const tl_tiled_copy *copy,
                                           const tl_composed *tensor,
                                           tl_composed *out, tl_error *error);

/* Law L45: a thread-value layout repeated over a larger tile, the first
 * dimension first, by more values of each thread.
 *
 *   tile_tv(32:1 over (8,4), (16,8)) -> 32:..., 4 values */
TL_MUST_CHECK tl_code tl_cute_tv_tile(const tl_cute_tv *tv, const tl_list *tile,
                                      tl_cute_tv *out, tl_error *error);

TL_C_END
#endif /* TL_CUTE_TILED_H */
