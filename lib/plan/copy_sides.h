/* copy_sides.h - What bounds the accesses to a side of a copy between memories,
 * whoever moves what. */
#ifndef TL_COPY_SIDES_H
#define TL_COPY_SIDES_H

#include "tl/copy_synthesis.h"

enum { TL_WIDTH_NEEDS = 5 }; /* accesses have 2 to 32 elements */

/* What a thread has that makes accesses of 2^(k + 1) elements, for the need of
 * number k.  They start at multiples of their size, so that elements next to each
 * other along a digit are in one, and with them all that is between, or such a
 * multiple apart: it has so many slots.  The element half an access further, so many
 * coordinates along a dimension (0: that is not known), is in a slot as well, unless
 * lanes and registers change places. */
typedef struct tl_width_need {
  int64_t slots;
  int64_t dimension, step;
  int64_t end;      /* of the digit; 0: the slowest one has none */
  bool is_never;    /* no element is next to another */
  bool is_swizzled; /* accesses are larger than what a swizzle keeps together */
} tl_width_need;

typedef struct tl_side_bounds {
  int64_t contiguous; /* dimension */
  int64_t widest;     /* elements of an access */
  int64_t
      matrix_width; /* of an access to matrices, where there may be one; 0 */
  bool is_apart;    /* no two elements of the tile are at one place */
  /* Runs follow the fastest digit of this dimension, of so many elements; -1:
   * one element alone, or not known (has_run is false). */
  bool has_run;
  int64_t run_dimension, run_extent;
  tl_width_need needs[TL_WIDTH_NEEDS];
} tl_side_bounds;

/* Of a part of the tile with these extents, both. */
void tl_side_bounds_read(const tl_transfer_request *request,
                         const int64_t *extents, tl_side_bounds out[TL_SIDES]);

/* A side of a part as the passes will make it. */
typedef struct tl_planned_side {
  tl_copy_request request;
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  bool is_transposed; /* by ldmatrix or stmatrix */
} tl_planned_side;

/* The load or the store of a part. */
TL_MUST_CHECK tl_code tl_side_plan(const tl_transfer_request *request,
                                   const tl_transfer_part *part, int side,
                                   const tl_side_bounds *bounds,
                                   tl_planned_side *out, tl_error *error);

/* Both sides of a part that moves without registers. */
TL_MUST_CHECK tl_code tl_side_plan_pairs(const tl_transfer_request *request,
                                         const tl_transfer_part *part,
                                         tl_planned_side out[TL_SIDES],
                                         tl_error *error);

/* What accesses take, in quarters of a cycle: two cycles, for itself and its
 * address; 128 bytes of shared memory (a wavefront) or four sectors of global
 * memory another one, and four lines that they are in one more. */
enum {
  TL_TIME_ISSUE = 8,
  TL_TIME_WAVEFRONT = 4,
  TL_TIME_SECTOR = 1,
  TL_TIME_LINE = 1,
  TL_TIME_TURN = 2,     /* of an element that prmt moves */
  TL_SERVED_BYTES = 16, /* of a lane at once, see tl/banks.h */
};

/* The first of the widest accesses of a warp.  One of 32 bytes is in one sector,
 * which its first half is in.  Strides of the memory known only at run time become
 * long ones. */
TL_MUST_CHECK tl_code tl_widest_facts(tl_copy_request *request,
                                      const tl_copy_partition *plan,
                                      tl_copy_vectors *vectors,
                                      tl_access_facts *out, tl_error *error);

/* What it takes besides its issue.  A wavefront that lanes take since they meet
 * costs `conflict` beside. */
TL_MUST_CHECK tl_code tl_time_served(tl_copy_request *request,
                                     const tl_copy_partition *plan,
                                     tl_copy_vectors *vectors, bool is_shared,
                                     int64_t conflict, int64_t *out,
                                     tl_error *error);

/* A stride known only at run time counts as a long one, not as the least. */
void tl_assume_pitches(tl_layout *memory);

#endif /* TL_COPY_SIDES_H */
