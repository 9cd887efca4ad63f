/* tl/layout_fit.h - The layout that a table of places has.
 *
 * A kernel that was not written with layouts has one all the same: which place
 * of a buffer each thread touches in each of its registers.  The table of that
 * is read back as digits and strides, where it has them:
 *
 *   thread t of 32, register r of 2, at t / 4 * 64 + t % 4 * 2 + r
 *     -> S[((8, 4), 2) : ((64, 2), 1)]
 *
 * A table is asked for one place after the other and is never stored.
 *
 * Law L63 (fit).  A layout that is found has the place of every entry; one is
 * found exactly where the places, after undoing the swizzle, are those of a
 * tile layout.
 * Law L64 (fragment).  A fragment that is found holds in register r of thread t
 * the element whose place in memory the table names, and nothing else.
 *
 * Values are plain and own nothing. */
#ifndef TL_LAYOUT_FIT_H
#define TL_LAYOUT_FIT_H

#include "tl/bit_matrix.h"

TL_C_BEGIN

typedef struct tl_place_table {
  tl_list extents; /* 1 to TL_MAX_RANK of them, each at least 1 */
  int64_t (*place)(const void *of, int64_t index); /* of the entry with that
                                                      row-major number; >= 0 */
  const void *of;
} tl_place_table;

/* The layout over the extents whose point on m is the place of each entry.
 * TL_INVALID where no tile layout with that swizzle has these places: the
 * message names two entries that disagree.
 *
 *   [0, 1, 8, 9], no swizzle -> S[(2, 2) : (8, 1)] of the one extent 4
 *   [0, 1, 8, 10]            -> error: entry 3 is at 10, not at 9 */
TL_MUST_CHECK tl_code tl_layout_fit(const tl_place_table *table,
                                    const tl_swizzle *swizzle, tl_layout *out,
                                    tl_error *error);

/* The swizzle with which most of the tables have layouts, of those the fewest
 * digits; none where that is as good.  All of up to 5 bits, with a base of up
 * to 7 and a shift of up to 8 in either direction, are tried. */
tl_swizzle tl_layout_fit_swizzle(const tl_place_table *tables, int64_t count);

/* The map over bits that has these places, where extents are powers of two and
 * no digits do: the XOR of a column for each bit of an entry.  TL_INVALID where
 * there is none. */
TL_MUST_CHECK tl_code tl_bit_matrix_fit(const tl_place_table *table,
                                        tl_bit_matrix *out, tl_error *error);

/* A tile of memory, and who holds its elements. */
typedef struct tl_fragment_fit {
  tl_layout fragment; /* on tx and m */
  tl_list origin;     /* of the tile in memory, one a dimension */
} tl_fragment_fit;

/* The fragment of a table whose first extents count threads, digit by digit of
 * their numbers, and the others registers, in memory of these strides, of which
 * each is a multiple of the next smaller one.  TL_INVALID where the elements are
 * no tile without gaps, or are held in no order of digits; TL_OVERFLOW where the
 * tile or the numbers of threads do not fit 64 bits.
 *
 *   strides (64, 1), the table above -> S[(8, 8) : (4@tx, (1@tx, 1))] at (0, 0) */
typedef struct tl_fragment_table {
  tl_place_table table;
  tl_list threads;      /* from a thread to the next one along each of them */
  int64_t first_thread; /* that of the first entry */
  tl_swizzle swizzle;
  tl_list strides; /* of the memory */
} tl_fragment_table;

TL_MUST_CHECK tl_code tl_fragment_fit_table(const tl_fragment_table *table,
                                            tl_fragment_fit *out,
                                            tl_error *error);

TL_C_END
#endif /* TL_LAYOUT_FIT_H */
