/* tl/cute_atom.h - Register layouts of MMA and copy instructions, by CuTe's
 * names.
 *
 * An MMA atom gives for each operand the thread-value layout (thread, value) ->
 * column-major index in the operand's tile: (M,K) for A, (N,K) for B, (M,N) for
 * C.  A copy atom gives (thread, bit) -> bit in an order common to source and
 * destination.
 *
 * The layouts follow from the fragment rules of the PTX ISA, section "Matrix
 * multiply-accumulate instructions"; each row of the tables cites its own.
 * Names: CUTLASS, include/cute/arch and include/cute/atom, without namespaces
 * and without the template arguments that no layout depends on; the widths of
 * plain copies are written as UniversalCopy<uint128_t>.
 *
 * The fragments of sparse MMA are over the elements that the compressed ones
 * stand for. */
#ifndef TL_CUTE_ATOM_H
#define TL_CUTE_ATOM_H

#include "tl/cute.h"
#include <stddef.h>

TL_C_BEGIN

typedef enum tl_mma_part {
  TL_MMA_THREADS, /* thread of the atom -> thread of the warp (group) */
  TL_MMA_A,
  TL_MMA_B,
  TL_MMA_C,
  TL_MMA_SHAPE, /* no layout, but the tuple (M,N,K) of the tile */
} tl_mma_part;

/* The layout of one part of the MMA atom with that name (length bytes).
 * TL_INVALID for an unknown name, with the part of it that is not known.
 *
 *   SM80_16x8x16_F32F16F16F32_TN, C -> ((4,8),(2,2)):((32,1),(16,8)) */
TL_MUST_CHECK tl_code tl_cute_mma_atom(const char *name, size_t length,
                                       tl_mma_part part, tl_cute *out,
                                       tl_error *error);

typedef enum tl_copy_part {
  TL_COPY_THREADS,
  TL_COPY_SOURCE,
  TL_COPY_DESTINATION,
  TL_COPY_REFERENCE, /* the side whose register layout a tiled copy is made for:
                        the destination of loads, the source of stores */
} tl_copy_part;

/* The same of a copy atom.
 *
 *   SM75_U32x4_LDSM_N, dst -> (32,(32,4)):(32,(1,1024)) */
TL_MUST_CHECK tl_code tl_cute_copy_atom(const char *name, size_t length,
                                        tl_copy_part part, tl_cute *out,
                                        tl_error *error);

TL_C_END
#endif /* TL_CUTE_ATOM_H */
