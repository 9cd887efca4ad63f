/* tl/register.h - Register layouts: which thread holds which element, where.
 *
 * A register layout distributes the elements of a tile over threads and over
 * the registers of each thread.  `mode_shape` factors `shape`, dimension by
 * dimension, slow factor first.  Each factor (mode) is a digit of the thread
 * number (listed in `spatial_modes`) or of the register number (listed in
 * `local_modes`); both lists name the slowest digit first.  A spatial entry -r
 * is a digit of extent r that selects nothing: the element is held r times.
 *
 *   shape [16, 8], mode_shape [2, 8, 4, 2], spatial_modes [1, 2],
 *   local_modes [0, 3]:  element (i, j) is in thread (i % 8) * 4 + j / 2,
 *   register (i / 8) * 2 + j % 2.
 *
 * Every function takes and returns canonical layouts (law L1; only the fields
 * of tl_register_create need not be): no mode of extent 1, and no two
 * neighbouring modes of a dimension that are neighbours in one list; replica
 * digits stay as they are written.  Source: the Tilus layout system (Tilus
 * documentation, "Register Layout").
 *
 * Values are plain and own nothing. */
#ifndef TL_REGISTER_H
#define TL_REGISTER_H

#include "tl/layout.h"
#include <stddef.h>

TL_C_BEGIN

typedef struct tl_register {
  tl_list shape;         /* at most TL_MAX_RANK extents, each >= 1 */
  tl_list mode_shape;    /* factors of the extents, each >= 2 */
  tl_list spatial_modes; /* index of a mode, or -r for a replica digit */
  tl_list local_modes;   /* index of a mode */
} tl_register;           /* no padding: equal layouts have equal bytes */

/* What functions make of a layout and a list, and of two layouts. */
typedef tl_code tl_register_function(const tl_register *layout,
                                     const tl_list *list, tl_register *out,
                                     tl_error *error);
typedef tl_code tl_register_operation(const tl_register *a,
                                      const tl_register *b, tl_register *out,
                                      tl_error *error);

/* Checks the four lists and returns the canonical layout with that map.
 * `out` may be `fields`.  TL_INVALID when an extent is below 1, the modes do
 * not factor the shape, an index is out of range, used twice, or a mode above 1
 * is in neither list; TL_CAPACITY above TL_MAX_RANK dimensions.
 *
 *   shape [6], mode_shape [2, 3], spatial_modes [0, 1], local_modes []
 *     -> shape [6], mode_shape [6], spatial_modes [0], local_modes [] */
TL_MUST_CHECK tl_code tl_register_create(const tl_register *fields,
                                         tl_register *out, tl_error *error);

/* One mode per dimension, all of them thread digits (spatial) or register
 * digits (local); in column orders the first dimension is the fastest.  `ranks`
 * gives the rank of each dimension among the digits instead, 0 the slowest;
 * NULL where there are none.
 *
 *   spatial(2, 3), element (i, j) -> thread i * 3 + j, register 0
 *   column_local(2, 3), element (i, j) -> thread 0, register j * 2 + i */
typedef enum tl_register_order {
  TL_SPATIAL,
  TL_LOCAL,
  TL_COLUMN_SPATIAL,
  TL_COLUMN_LOCAL,
} tl_register_order;

TL_MUST_CHECK tl_code tl_register_of_shape(tl_register_order order,
                                           const tl_list *shape,
                                           const tl_list *ranks,
                                           tl_register *out, tl_error *error);

/* Law L2: element i of compose(outer, inner) is in thread
 * outer.thread(i / S) * inner.threads + inner.thread(i % S), S the shape of
 * inner, and likewise for registers.  A missing leading dimension counts as 1.
 * Associative (law L3).  `out` may be an operand.
 *
 *   compose(local(2, 1), spatial(8, 4)) -> shape [16, 4] */
TL_MUST_CHECK tl_register_operation tl_register_compose;

/* Drops dimensions `dims`: a thread digit of a dropped dimension becomes a
 * replica digit in place, a register digit disappears (law L4: the threads of
 * an element are the union over the dropped coordinates).  `keep` leaves an
 * extent of 1 in place of each dropped dimension.
 *
 *   reduce(spatial(3, 4), [0]) -> shape [4], spatial_modes [-3, 0] */
TL_MUST_CHECK tl_code tl_register_reduce(const tl_register *layout,
                                         const tl_list *dims, bool keep,
                                         tl_register *out, tl_error *error);

/* Every one of `threads` threads holds all of local(shape).
 *
 *   replicated(2, 3, num_workers = 8)
 *     -> spatial_modes [-8], local_modes [0, 1] */
TL_MUST_CHECK tl_code tl_register_replicated(const tl_list *shape,
                                             int64_t threads, tl_register *out,
                                             tl_error *error);

/* Spreads the shape over `threads` threads, last dimension first, the rest over
 * registers; threads that are left over replicate.  TL_INVALID unless one of
 * size and threads divides the other.
 *
 *   auto_local_spatial(6, [9, 2]) -> local(3, 1).spatial(3, 2) */
TL_MUST_CHECK tl_code tl_register_auto_local_spatial(int64_t threads,
                                                     const tl_list *shape,
                                                     tl_register *out,
                                                     tl_error *error);

/* The modes of `layout` read as factors of another shape; modes do not split.
 *
 *   with_shape(spatial(2, 3), [6]) -> spatial(6) */
TL_MUST_CHECK tl_register_function tl_register_with_shape;

/* Drop dimensions of extent 1, or insert them at places of the result. */
TL_MUST_CHECK tl_register_function tl_register_squeeze, tl_register_unsqueeze;

/* Law L11: dimension k of the result is dimension dims[k] of `layout`; threads
 * and registers of an element stay. */
TL_MUST_CHECK tl_register_function tl_register_permute;

/* Law L12: the element with row-major index i stays where it is.  TL_INVALID
 * when sizes differ or a mode cannot be split along the new extents.
 *
 *   reshape(spatial(4, 8), [8, 4]) -> spatial(8, 4) */
TL_MUST_CHECK tl_register_function tl_register_reshape;

/* Reshapes dimensions start to end, both inclusive, into one; a negative end
 * counts from the last, -1. */
TL_MUST_CHECK tl_code tl_register_flatten(const tl_register *layout,
                                          int64_t start, int64_t end,
                                          tl_register *out, tl_error *error);

/* Law L13: element (a, b) is in thread outer.thread(a) * inner.threads +
 * inner.thread(b); the shapes follow each other. */
TL_MUST_CHECK tl_register_operation tl_register_concat;

/* Laws L14 and L15: the q with compose(q, divisor) = layout, or with
 * compose(divisor, q) = layout.  TL_INVALID when there is none.
 *
 *   divide(spatial(6), spatial(3)) -> spatial(2) */
TL_MUST_CHECK tl_register_operation tl_register_divide, tl_register_left_divide;

/* Reduces to a shape that broadcasts to the layout's: leading dimensions are
 * dropped, dimensions of target extent 1 kept as such. */
TL_MUST_CHECK tl_register_function tl_register_reduce_to;

/* Threads that the layout numbers, and registers that each of them holds. */
TL_MUST_CHECK tl_code tl_register_threads(const tl_register *layout,
                                          int64_t *threads, tl_error *error);
TL_MUST_CHECK tl_code tl_register_registers(const tl_register *layout,
                                            int64_t *registers,
                                            tl_error *error);

/* The same map as a tile layout (law L9), with thread digits on tx; see
 * tl_value_to_tile for the axis of a scope.
 *
 *   spatial(32, 1).local(1, 8) -> S[(32, 8) : (1@tx, 1)] */
TL_MUST_CHECK tl_code tl_layout_from_register(const tl_register *layout,
                                              tl_layout *out, tl_error *error);

/* The register layout over the threads of `scope` in waves of `lanes`
 * (tl_layout_on_scope) with the same map (law L40), or TL_INVALID with what
 * stands in the way.  Thread digits and replicas have to number threads 0 to n
 * - 1, and slot digits slots 0 to k - 1, without gaps and each once.  No
 * offset, swizzle or symbol.
 *
 * From a register layout and back is the same value unless it has a replica
 * digit -1 or neighbouring replica digits, which tile layouts merge.
 *
 *   S[(2, 2) : (4@laneid, 1)] -> thread digits leave a gap: threads 1 to 3 hold
 *                                nothing */
TL_MUST_CHECK tl_code tl_layout_to_register(const tl_layout *layout,
                                            tl_scope scope, int64_t lanes,
                                            tl_register *out, tl_error *error);

/* ---- Fragments of the tensor-core instructions --------------------------
 *
 * An 8 x 16-byte matrix is the atom of ldmatrix and stmatrix; operands of mma
 * whose elements have 8, 16 or 32 bits are made of such atoms.  Law L49: a lane
 * has the elements that the PTX ISA says.
 * Sources: PTX ISA, "Warp Level Matrix Instructions" (ldmatrix, stmatrix, mma
 * fragments) and "Asynchronous Warpgroup Level Matrix Instructions" (register
 * fragments of wgmma). */

/* One matrix of 8 rows of 16 bytes, or for 16-bit elements its transpose.
 *
 *   16 bits -> spatial(8, 4).local(1, 2)
 *   16 bits, transposed -> column_spatial(4, 8).local(2, 1) */
TL_MUST_CHECK tl_code tl_fragment_ldmatrix(int64_t bits, bool transposed,
                                           tl_register *out, tl_error *error);

/* Operand of mma.m<m>n<n>k<k>: m is 8 or 16, n is 8.  Elements of A and B have
 * 1, 4, 8, 16, 32 or 64 bits; k is a multiple of those that four lanes have in a
 * register each: 128, 32, 16, 8, 4, 4.  C is the same for all.
 *
 *   A, 16, 8, 16, 16 bits -> column_local(2, 2).spatial(8, 4).local(1, 2)
 *   A, 16, 8, 8, 64 bits  -> column_local(2, 2).spatial(8, 4) */
typedef enum tl_fragment_operand {
  TL_OPERAND_A,
  TL_OPERAND_B,
  TL_OPERAND_C
} tl_fragment_operand;

TL_MUST_CHECK tl_code tl_fragment_mma(tl_fragment_operand operand, int64_t m,
                                      int64_t n, int64_t k, int64_t bits,
                                      tl_register *out, tl_error *error);

/* Operand A of wgmma in registers, 64 x k: elements of 1, 8, 16 or 32 bits, k a
 * multiple of that of the instruction, 256, 32, 16 or 8.
 *
 *   16, 16 bits -> spatial(4, 1) * mma_a(16, 8, 16, 16) */
TL_MUST_CHECK tl_code tl_fragment_wgmma_a(int64_t k, int64_t bits,
                                          tl_register *out, tl_error *error);

/* The accumulator of wgmma.m64n<n>, n a multiple of 8, at most 256.
 *
 *   n = 16 -> column_spatial(4, 1).column_local(2, 2)
 *               .spatial(8, 4).local(1, 2) */
TL_MUST_CHECK tl_code tl_fragment_wgmma(int64_t n, tl_register *out,
                                        tl_error *error);

/* What the threads of a warpgroup have of a tile in tensor memory after
 * tcgen05.ld of a shape, 32x32b, 16x64b, 16x128b or 16x256b: 128 rows, or with
 * 16 in a warp 64, of columns of 8, 16 or 32 bits that fill words of 32.
 *
 *   16x256b, [64, 8], 32 bits -> spatial(4, 1) * mma_c(16, 8, 16, 16)
 * Source: PTX ISA, "Data Movement Shape" of tcgen05.ld; TIRx,
 * tcgen05_atom_layout. */
TL_MUST_CHECK tl_code tl_fragment_tcgen05(const char *shape, size_t length,
                                          const tl_list *tile, int64_t bits,
                                          tl_register *out, tl_error *error);

TL_C_END
#endif /* TL_REGISTER_H */
