/* tl/copy_synthesis.h - Who moves what in a copy between two memories.
 *
 * Such a copy says where the elements of a tile lie on both sides; nothing says
 * which thread moves which.  The plan cuts the tile into parts and gives each a
 * fragment, so that a part is a load and a store of that fragment, or several
 * one after the other:
 *
 *   tile 64 x 64 of f16, row-major, 128 threads
 *     -> S[((4, 16), (8, 8)) : ((8, 8@tx), (1@tx, 1))]: rows of 8
 *        threads with 8
 *        elements each, 16 rows at a time
 *   tile 64 x 9 of f16, rows of 16
 *     -> columns 0 to 7 with 8 elements a thread, column 8 with one
 *
 * Law C7 (cover).  The parts are disjoint and make the tile; at the steps of a
 * part, threads 0 to N - 1 hold every element of the part exactly once, the same
 * thread for the load and for the store.
 * Law C8 (width).  Where extents and threads are powers of two, nothing but
 * origins is known only at run time, and every thread can make an access of the
 * widest width, the accesses of both sides are as wide as both allow along any
 * one dimension.
 * Law C9 (share).  Where every thread can make such an access, the busiest
 * thread moves at most 4 times the elements of an even share.
 *
 * Law C14 (direct).  The fragments of a copy without registers fill their parts,
 * and its kind moves every part.  There is a plan where single elements are an
 * access of the kind, dimensions are one digit each, and the strides of the
 * target are known.
 *
 * Law C16 (vectors).  Where both sides are contiguous and aligned to the widest
 * access, and no part takes several steps, a thread makes at most as many accesses as its
 * share of vectors, rounded up; for elements that no vector holds one a power of
 * two in their number, and one more.
 *
 * Law C51 (transposes).  Where both sides are dense and contiguous along different
 * dimensions, extents are powers of two, elements have 1 to 8 bytes, and there are
 * threads for at least a warp and for at most one element each, accesses to shared
 * memory are free of conflicts.
 *
 * Plans are plain values and own nothing. */
#ifndef TL_COPY_SYNTHESIS_H
#define TL_COPY_SYNTHESIS_H

#include "tl/copy_access.h"

TL_C_BEGIN

typedef enum tl_transfer_side_number {
  TL_FROM = 0,
  TL_TO,
  TL_SIDES,
} tl_transfer_side_number;

typedef struct tl_transfer_request {
  tl_list tile; /* extents of at least 1 */
  /* Of these the fragment and `stores` are not read; bounds are of one side. */
  tl_copy_request sides[TL_SIDES];
  int64_t is_shared[TL_SIDES]; /* or global */
  int64_t max_bits[TL_SIDES];  /* of an access */
  int64_t threads;          /* that take part: 0 to threads - 1 of the scope */
  int64_t keeps_dimensions; /* or they may be joined */
  const tl_target *target;
  int64_t uses_matrices; /* of the target, or not */
  /* The kind of a copy without registers, and what keeps the bases
   * from a larger alignment, with its cure.  Such a copy has no bounds but those
   * of its sides: fragments fill their parts.  NULL: a copy through registers. */
  const tl_access_kind *direct;
  const char *base_reasons[TL_SIDES];
  tl_base_cure base_cures[TL_SIDES];
} tl_transfer_request; /* no padding: equal requests have equal bytes */

enum {
  TL_MAX_PARTS = 32,
  /* Registers of 4 bytes that a thread spends on one step: with the addresses
   * that leaves most of its 255 (CUDA C++ Programming Guide, technical
   * specifications) to the kernel. */
  TL_STEP_REGISTERS = 64,
  /* Elements of less than 4 bytes that move alone take a register each. */
  TL_STEP_ELEMENTS = 128,
  /* Of a copy without registers: elements of a thread. */
  TL_DIRECT_ELEMENTS = 1024,
};

/* The coordinates of the tile from first[d] on, extent[d] of them.  The
 * fragment moves step[d] of them, its shape; the next step starts step[d]
 * further.  A fragment may reach beyond the part: see
 * tl_transfer_part_request. */
typedef struct tl_transfer_part {
  int64_t first[TL_MAX_RANK], extent[TL_MAX_RANK], step[TL_MAX_RANK];
  /* Of the load and of the store: the same share of the tile in each thread, in
   * two orders where lanes take turns on a side (see tl_fragment_stagger). */
  tl_layout fragments[TL_SIDES];
  int64_t registers; /* elements of a fragment in a thread */
} tl_transfer_part;

typedef struct tl_transfer_plan {
  /* Parts are those of tl_transfer_join, of so many dimensions each: 1, where
   * that is no better. */
  tl_list joins;
  int64_t
      moves; /* of registers of a thread between load and store, in quarters of
                    a cycle of a warp */
  int64_t count;
  tl_transfer_part parts[TL_MAX_PARTS];
} tl_transfer_plan;

/* Decides.  The fewest accesses a thread win, with those that a memory serves
 * in several rounds counted as several: bank conflicts in shared memory,
 * sectors in global memory.  Errors as of tl_copy_partition_plan. */
TL_MUST_CHECK tl_code tl_transfer_plan_copy(const tl_transfer_request *request,
                                            tl_transfer_plan *out,
                                            tl_error *error);

/* The one part of a copy that says who moves what.  Errors as of tl_layout_span. */
TL_MUST_CHECK tl_code tl_transfer_plan_as(const tl_transfer_request *request,
                                          const tl_layout *partition,
                                          tl_transfer_plan *out,
                                          tl_error *error);

/* How many dimensions each dimension could be that the tile has on both sides:
 * one goes on behind the next where that is all of a memory.
 *
 *   64 x 8 x 3 of S[(99, 8, 3) : (32, 3, 1)] on both sides -> 1, 2 */
tl_list tl_transfer_joins(const tl_transfer_request *request);

/* The same copy with so many dimensions as one.
 *
 * Law C13 (join).  In row-major order, the elements of the tile are at the same
 * places. */
TL_MUST_CHECK tl_code tl_transfer_join(const tl_transfer_request *request,
                                       const tl_list *joins,
                                       tl_transfer_request *out,
                                       tl_error *error);

/* Whether the fragment reaches beyond the part along dimension d; then its
 * copies are to be bounded by origin + first + extent. */
bool tl_transfer_part_is_ragged(const tl_transfer_part *part, int64_t d);

/* How many elements a copy without registers moves at once at least, and along
 * which dimension: they follow each other on both sides.  0: it has registers. */
int64_t tl_transfer_run(const tl_transfer_request *request,
                        tl_transfer_side_number side, int64_t *dimension);

/* The load or the store of the part, at every step: its origin is known as far
 * as all steps share it. */
void tl_transfer_part_request(const tl_transfer_request *request,
                              const tl_transfer_part *part,
                              tl_transfer_side_number side,
                              tl_copy_request *out);

TL_C_END
#endif /* TL_COPY_SYNTHESIS_H */
