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
 * Every function returns canonical layouts (law L1): no mode of extent 1, and
 * no two neighbouring modes of a dimension that are neighbours in one list.
 * Source: the Tilus layout system (Tilus documentation, "Register Layout").
 *
 * Values are plain and own nothing. */
#ifndef TL_REGISTER_H
#define TL_REGISTER_H

#include "tl/list.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tl_register {
  tl_list shape;         /* at most TL_MAX_RANK extents, each >= 1 */
  tl_list mode_shape;    /* factors of the extents, each >= 2 */
  tl_list spatial_modes; /* index of a mode, or -r for a replica digit */
  tl_list local_modes;   /* index of a mode */
} tl_register;           /* no padding: equal layouts have equal bytes */

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
 * digits (local).  `ranks` gives the rank of each dimension among the digits,
 * 0 the slowest; NULL means row-major order.
 *
 *   spatial(2, 3), element (i, j) -> thread i * 3 + j, register 0 */
TL_MUST_CHECK tl_code tl_register_spatial(const tl_list *shape,
                                          const tl_list *ranks,
                                          tl_register *out, tl_error *error);
TL_MUST_CHECK tl_code tl_register_local(const tl_list *shape,
                                        const tl_list *ranks, tl_register *out,
                                        tl_error *error);

/* The same with the first dimension fastest.
 *
 *   column_local(2, 3), element (i, j) -> thread 0, register j * 2 + i */
TL_MUST_CHECK tl_code tl_register_column_spatial(const tl_list *shape,
                                                 tl_register *out,
                                                 tl_error *error);
TL_MUST_CHECK tl_code tl_register_column_local(const tl_list *shape,
                                               tl_register *out,
                                               tl_error *error);

/* Law L2: element i of compose(outer, inner) is in thread
 * outer.thread(i / S) * inner.threads + inner.thread(i % S), S the shape of
 * inner, and likewise for registers.  A missing leading dimension counts as 1.
 * Associative (law L3).  `out` may be an operand.
 *
 *   compose(local(2, 1), spatial(8, 4)) -> shape [16, 4] */
TL_MUST_CHECK tl_code tl_register_compose(const tl_register *outer,
                                          const tl_register *inner,
                                          tl_register *out, tl_error *error);

/* Drops dimensions `dims`: a thread digit of a dropped dimension becomes a
 * replica digit in place, a register digit disappears (law L4: the threads of
 * an element are the union over the dropped coordinates).  `keep` leaves an
 * extent of 1 in place of each dropped dimension.
 *
 *   reduce(spatial(3, 4), [0]) -> shape [4], spatial_modes [-3, 0] */
TL_MUST_CHECK tl_code tl_register_reduce(const tl_register *layout,
                                         const tl_list *dims, bool keep,
                                         tl_register *out, tl_error *error);

/* Threads that the layout numbers, and registers that each of them holds. */
TL_MUST_CHECK tl_code tl_register_threads(const tl_register *layout,
                                          int64_t *threads, tl_error *error);
TL_MUST_CHECK tl_code tl_register_registers(const tl_register *layout,
                                            int64_t *registers,
                                            tl_error *error);

#ifdef __cplusplus
}
#endif
#endif /* TL_REGISTER_H */
