/* tl/layout.h - Tile layouts: what every spelling of a layout means.
 *
 * A tile layout maps a coordinate to a set of points, one integer per axis.
 * Each dimension owns a group of iters `extent : stride @ axis`; the extents of
 * a group multiply to the size of the dimension and its last iter is the
 * fastest digit of the coordinate.  A digit moves the point by its stride along
 * its axis.  Replica iters are selected by no coordinate: the element is in all
 * of those places.  A constant offset per axis is added; a swizzle acts on the
 * axis m last.
 *
 *   S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]:
 *   element (i, j) -> lane 4 i + j / 2, register j % 2
 *
 * Axis m is the storage of a buffer in elements: an offset for memory, a slot
 * of the thread's registers for a register layout.  The other axes number
 * threads (see tl_axis_facts), blocks, or the places of memories with two
 * dimensions.  Source: TIRx tile layouts (apache/tvm).
 *
 * A stride along m may be a multiple of a number known only at run time, a
 * symbol; what is known of it is a divisor:
 *
 *   S[(128, 64) : (ld{div 8}, 1)]   rows of a pitch that 8 divides
 *
 * A twist is how all maps over bits are said: the digits are those of the
 * twisted row-major number of the coordinate.  No text of a tile layout says
 * it; tl_value_to_twisted alone gives layouts with one, and what reads digits
 * of a dimension takes none.
 *
 * Values are plain and own nothing. */
#ifndef TL_LAYOUT_H
#define TL_LAYOUT_H

#include "tl/list.h"
#include "tl/swizzle.h"
#include "tl/twist.h"
#include <stdbool.h>

TL_C_BEGIN

typedef enum tl_axis {
  TL_AXIS_M = 0,
  TL_AXIS_LANEID,
  TL_AXIS_WARPID,
  TL_AXIS_WID_IN_WG,
  TL_AXIS_WGID,
  TL_AXIS_TID_IN_WG,
  TL_AXIS_TX,
  TL_AXIS_BX,
  TL_AXIS_BY,
  TL_AXIS_BZ,
  TL_AXIS_CBX,
  TL_AXIS_CBY,
  TL_AXIS_CBZ,
  TL_AXIS_TLANE,
  TL_AXIS_TCOL,
  TL_AXIS_P,
  TL_AXIS_F,
  TL_AXIS_BANK,
  TL_AXIS_COUNT,
} tl_axis;

typedef enum tl_axis_kind {
  TL_AXIS_MEMORY = 0, /* m, tensor memory (TLane, TCol), P, F, Bank */
  TL_AXIS_THREAD,
  TL_AXIS_BLOCK,
} tl_axis_kind;

typedef struct tl_axis_facts {
  const char *name;
  tl_axis_kind kind;
} tl_axis_facts;

const tl_axis_facts *tl_axis_describe(tl_axis axis);

/* A thread axis is a digit of the linear thread number of its block:
 * (tx / divisor) % extent, extent 0 meaning no bound.  Other axes have divisor
 * 0: they are no digit of a thread number. */
typedef struct tl_thread_digit {
  int64_t divisor, extent;
} tl_thread_digit;

/* The digit where a wave (a warp) has `lanes` threads, which only a target
 * knows: see tl/target.h.
 *
 *   warpid, 64 -> {64, 0};  laneid, 64 -> {1, 64};  tx, 64 -> {1, 0} */
tl_thread_digit tl_axis_digit(tl_axis axis, int64_t lanes);

/* The axis with that name, or TL_AXIS_COUNT. */
tl_axis tl_axis_named(const char *name, int64_t length);

/* The threads that execute a copy together. */
typedef enum tl_scope {
  TL_SCOPE_THREAD = 0,
  TL_SCOPE_WARP,
  TL_SCOPE_WARPGROUP,
  TL_SCOPE_CTA,
  TL_SCOPE_COUNT,
} tl_scope;

/* `axis` numbers the threads of the scope (TL_AXIS_M for the one thread of
 * scope thread). */
typedef struct tl_scope_facts {
  const char *name;
  tl_axis axis;
} tl_scope_facts;

const tl_scope_facts *tl_scope_describe(tl_scope scope);

/* How many threads the scope has in waves of `lanes`, or the most there can be
 * when only the launch decides (cta).
 *
 *   warp, 64 -> 64;  warpgroup, 32 -> 128;  cta -> 1024 */
int64_t tl_scope_size(tl_scope scope, int64_t lanes);
tl_scope tl_scope_named(const char *name, int64_t length);

/* A stride may be a multiple of one of TL_MAX_SYMBOLS numbers known only at run
 * time. */
typedef struct tl_iter {
  int64_t extent; /* >= 1 */
  int64_t stride; /* >= 0, along the axis, in units of the symbol */
  int64_t axis;   /* a tl_axis; m where there is a symbol */
  int64_t symbol; /* 0 for the constant 1, or 1 to TL_MAX_SYMBOLS */
} tl_iter;

typedef struct tl_layout {
  int64_t rank;
  int64_t group_size[TL_MAX_RANK]; /* iters of each dimension */
  int64_t shard_count;             /* the sum of the group sizes */
  int64_t replica_count;
  tl_iter iters[TL_MAX_ITERS];     /* shard_count, then replica_count iters */
  int64_t divisor[TL_MAX_SYMBOLS]; /* of symbol i + 1; 0 where it is not used */
  int64_t offset[TL_AXIS_COUNT];
  tl_swizzle swizzle; /* of the point on axis m */
  tl_twist twist; /* of the coordinate; all extents are powers of two then */
} tl_layout;      /* no padding: equal layouts have equal bytes */

/* Checks the fields and returns the canonical layout with that map (law L8): in
 * each dimension no unit iter, no two neighbours that are one run, and strides
 * of 0 on m; replicas sorted, slowest first, and merged likewise, without those
 * of stride 0; no divisor of an unused symbol; no twist that is none.
 * `out` may be `fields`.  TL_INVALID for an extent below 1, a negative stride
 * or offset, a symbol off axis m or without a divisor, or an axis that would be
 * left whose bound is no matter of the wave (a span above its extent). */
TL_MUST_CHECK tl_code tl_layout_create(const tl_layout *fields, tl_layout *out,
                                       tl_error *error);

/* TL_INVALID for a layout that leaves an axis in waves of `lanes` threads.
 *
 *   S[64 : 1@laneid], 32
 *     -> the layout reaches 63@laneid; laneid has 32 values */
TL_MUST_CHECK tl_code tl_layout_check_lanes(const tl_layout *layout,
                                            int64_t lanes, tl_error *error);

/* Extents of the domain, one a dimension. */
tl_list tl_layout_shape(const tl_layout *layout);

/* Whether every stride is a number. */
bool tl_layout_is_static(const tl_layout *layout);

/* 1 + the largest point on `axis`, replicas and offset included, before the
 * swizzle.  TL_UNSUPPORTED where that depends on a symbol. */
TL_MUST_CHECK tl_code tl_layout_span(const tl_layout *layout, tl_axis axis,
                                     int64_t *span, tl_error *error);

/* Elements of memory that the points on axis m need, counted from 0: 1 + the
 * largest of them, replicas and swizzle included, at any size.  Where finding
 * it takes more than 2^20 steps, as for overlapping strides or a shift of many
 * bits, the last 2^(base + bits) elements that the swizzle rearranges count in
 * full.
 *
 *   S[(8, 64) : (64, 1)] + swizzle(base = 3, bits = 3, shift = 3) -> 512 */
TL_MUST_CHECK tl_code tl_layout_footprint(const tl_layout *layout,
                                          int64_t *elements, tl_error *error);

/* The point of `coordinate` (rank numbers, within the shape) where every
 * replica digit is 0: one number per axis.  The layout is static. */
void tl_layout_apply(const tl_layout *layout, const int64_t *coordinate,
                     int64_t *point);

/* The layout of a strided buffer: one iter per dimension, on m. */
TL_MUST_CHECK tl_code tl_layout_from_strides(const tl_list *shape,
                                             const tl_list *strides,
                                             tl_layout *out, tl_error *error);

/* The dense layout with the last (row-major) or first dimension fastest.
 *
 *   row_major(4, 8) -> strides [8, 1];  column_major(4, 8) -> strides [1, 4] */
TL_MUST_CHECK tl_code tl_layout_dense(const tl_list *shape, bool row_major,
                                      tl_layout *out, tl_error *error);

/* The same layout with every thread axis re-expressed as the thread axis of
 * `scope` (tx = warpid * lanes + laneid, ...).  TL_INVALID for an axis that is
 * no digit of the scope's thread number, or when the layout numbers more
 * threads than the scope has.
 *
 *   S[(4, 8) : (1@wid_in_wg, 1@laneid)], warpgroup
 *     -> S[(4, 8) : (32@tid_in_wg, 1@tid_in_wg)] */
TL_MUST_CHECK tl_code tl_layout_on_scope(const tl_layout *layout,
                                         tl_scope scope, int64_t lanes,
                                         tl_layout *out, tl_error *error);

TL_C_END
#endif /* TL_LAYOUT_H */
