/* tl/copy_plan.h - What one thread does in a copy between memory and registers.
 *
 * A copy pairs a fragment (a tile layout whose thread axis says which thread
 * holds an element and whose axis m says in which register slot) with a memory
 * layout (coordinate -> element offset).  It is planned in two decisions:
 *
 *   partition   who moves what: the thread digits become a base offset, what
 *               remains are the thread's own atoms (extent, memory stride,
 *               register stride);
 *   vectorize   how wide: the most atoms that one aligned access can carry.
 *
 * Law C1 (partition).  For every thread t that passes the guards and every
 * register slot r, the planned address is the memory layout's offset of
 * origin + c, where c is the coordinate that (t, r) holds.
 * Law C2 (ownership).  Over all threads, a load reaches every (t, r) that holds
 * an element; a store reaches every element exactly once.
 * Law C3 (vectors).  Every access moves elements that are consecutive in memory
 * and starts at a multiple of its size; no wider uniform access does both, and
 * mixed widths are used only where they are fewer accesses.
 * Law C4 (swizzle).  The form that a plan names gives the swizzled offset.
 * Law C5 (matrices).  What ldmatrix gives every lane at the rows that the plan
 * lets the lanes name, or stmatrix takes from it, is what laws C1 and C2 say.
 *
 * Plans are plain values and own nothing. */
#ifndef TL_COPY_PLAN_H
#define TL_COPY_PLAN_H

#include "tl/address.h"
#include "tl/target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many threads the instances of a scope have: a block of 48 threads has a
 * warp of 32 and one of 16. */
typedef struct tl_thread_range {
  int64_t fewest, most; /* 0, 0 when unknown */
} tl_thread_range;

typedef struct tl_copy_request {
  tl_layout fragment;
  tl_layout memory; /* at least as large as the fragment in every dimension
                       that is not bounded; its symbols are strides known at run
                       time */
  tl_origin origin[TL_MAX_RANK];
  tl_bound bounds[TL_MAX_RANK];
  tl_scope scope;
  uint32_t stores; /* registers -> memory; or not */
  int64_t lanes;   /* of a wave */
  tl_thread_range threads;
  int64_t element_bytes;  /* a power of two */
  int64_t base_alignment; /* of element 0, in bytes; a power of two */
} tl_copy_request;        /* no padding: equal requests have equal bytes */

/* A dimension in which some elements of the tile may lie past the bound.  The
 * thread has `room` = bound - its coordinate in memory, which the row before
 * holds: an access whose digits move the coordinate by c is inside when c <
 * room. `granule` divides room, so that the elements of c / granule are inside
 * or outside together. */
typedef struct tl_limit {
  int64_t dimension, granule;
  int64_t room; /* a row */
} tl_limit;

/* How swizzle(base + atom strides) is computed.  x ^ ((x & read) >> shift) is
 * linear over XOR, so where below the period no atom stride shares a bit with
 * another or with the base (law C4),
 *
 *   swizzle(base + strides) = (swizzle(base) ^ swizzle(low)) + high
 *
 * of low = strides % period and high = strides - low; and where, besides, every
 * term of the base keeps away from the bits that are changed (high terms, whose
 * sum is h) or from those that are read (low terms, sum l; of these the last
 * ones, sum o, are origins below the period, which may change in a loop),
 *
 *   swizzle(h + l + o) = (h + (l ^ ((h & read) >> shift))) ^ o. */
typedef enum tl_swizzle_form {
  TL_SWIZZLE_FULL = 0, /* of base + strides, for every access */
  TL_SWIZZLE_LINEAR,   /* of the base, once */
  TL_SWIZZLE_SPLIT,    /* of the base, once, from h and l */
} tl_swizzle_form;

/* What is beyond a count is not set. */
typedef struct tl_copy_partition {
  int64_t thread_offset; /* what the sources of rows have less */
  int64_t slot_offset;   /* of every register slot */

  /* Element (thread, start, atoms) is at swizzle(base + atom strides).
   *
   * Scattered: in some dimensions the digits of the two layouts have a common
   * refinement for the fast part only.  Then every combination of the slot
   * digits that start a bundle of atoms moves coordinates of memory, which are
   * rows of their own, and the base reads those. */
  bool is_scattered;
  char reason[TL_MESSAGE_CAPACITY]; /* why */
  int64_t guards; /* a row: the thread takes part where all its terms are 0 */
  int64_t coordinates, base; /* the first row, named x0, ...; and the last */
  int64_t limit_count;
  tl_limit limits[TL_MAX_RANK];

  tl_swizzle swizzle;
  tl_swizzle_form form;
  int64_t offset_bits; /* below the period, that swizzle(base) may have; unless
                          FULL */
  int64_t alignment;   /* bytes: divides the base and every part of the offset
                        that is not an atom */

  tl_atoms starts; /* slot digits, in place of memory strides weights */
  tl_atoms atoms;  /* slowest memory stride first */
  tl_address address;
} tl_copy_partition;

/* Decides who moves what.  TL_INVALID when the fragment is larger than the
 * memory layout, needs more threads than there are, or puts two elements in one
 * register slot; TL_UNSUPPORTED when its thread strides are no digits of the
 * thread number (1@laneid and 3@laneid, extents 2 and 2). */
TL_MUST_CHECK tl_code tl_copy_partition_plan(const tl_copy_request *request,
                                             tl_copy_partition *out,
                                             tl_error *error);

typedef struct tl_copy_vectors {
  int64_t width;  /* elements of an access */
  tl_atoms outer; /* one run for each combination, slowest first */
  tl_atoms
      inner;     /* a run of consecutive elements, slowest first; it is cut into
                     accesses, see tl_run_access */
  int64_t lanes; /* of a warp that name an address: the first; 0: all */
} tl_copy_vectors;

/* Decides how wide uniform accesses are: the width divides the run.
 * `alignment` is in bytes and as in tl_copy_partition; max_bits bounds the
 * access.  Never fails: one element always moves.
 *
 *   atoms [8 : 1 -> 1], 4-byte elements, alignment 16, 128 bits
 *     -> width 4, outer [2 : 4 -> 4], inner [4 : 1 -> 1] */
void tl_copy_vectors_plan(const tl_atoms *atoms, const tl_swizzle *swizzle,
                          int64_t alignment, int64_t element_bytes,
                          int64_t max_bits, tl_copy_vectors *out);

/* The same, or with a narrower tail of every run where that is fewer accesses.
 *
 *   atoms [8 : 16 -> 6][6 : 1 -> 1], 4-byte elements, alignment 16, 128 bits
 *     -> width 4, outer [8 : 16 -> 6], inner [6 : 1 -> 1]: 16 accesses, of 4
 *        and of 2, and not 24 of 2 */
void tl_copy_accesses_plan(const tl_atoms *atoms, const tl_swizzle *swizzle,
                           int64_t alignment, int64_t element_bytes,
                           int64_t max_bits, tl_copy_vectors *out);

/* An access of a whole warp to shared memory by ldmatrix or stmatrix. */
typedef struct tl_copy_matrix {
  int64_t count; /* matrices of 8 rows of 16 bytes: 1, 2 or 4; 0: none */
  bool is_transposed;
  int64_t width;  /* elements a lane gets of them, 4 bytes of each */
  tl_atoms inner; /* their registers, the matrix before the element, slowest
                     first; memory strides are not used */
  char reason[TL_MESSAGE_CAPACITY]; /* why there are none */
} tl_copy_matrix;

/* Decides whether the copy goes through matrices, and as many in an instruction
 * as there are up to 4.  It does where it is cheaper: where a plain access of
 * at most 128 bits moves fewer bytes of a lane than the matrices.  `plan` is
 * that of `request`, whose memory has to be shared memory.
 *
 * If so, the result is true, and the base and the atoms of `plan` are those of
 * the rows that a lane names: lane t row t % 8 of matrix t / 8 (lanes beyond
 * the last matrix name a row of it).  If not, `plan` is left as it was.
 *
 *   mma A of 16 x 16 f16 from rows of 64, loads:
 *   base t / 4 * 64 + t % 4 * 2, atoms (2 : 512)(2 : 8)(2 : 1)
 *     -> 4 matrices, base t % 16 * 64 + t / 16 * 8, no atoms
 *
 * The reason is one of: the target; elements of more than 16 bits; a bound;
 * lanes that do not take part; an element outside the 8 x 16-byte tiles; rows
 * that do not start at multiples of 16 bytes; a swizzle of smaller pieces.
 *
 * Source: PTX ISA, "Warp-level matrix load instruction: ldmatrix" (sm_75),
 * "Warp-level matrix store instruction: stmatrix" (sm_90). */
bool tl_copy_matrix_plan(const tl_copy_request *request,
                         const tl_target *target, tl_copy_partition *plan,
                         tl_copy_matrix *out);

/* The accesses of a copy that goes through matrices, as those of its addresses:
 * a lane names a row of 16 bytes of one. */
tl_copy_vectors tl_copy_matrix_rows(const tl_copy_matrix *matrix,
                                    const tl_copy_partition *plan,
                                    int64_t element_bytes);

/* The bundles of atoms of a partition: the product of the extents of its
 * starts. */
int64_t tl_copy_start_count(const tl_copy_partition *plan);

/* Where digits have moved: the offset, in units of each symbol (0 is 1), the
 * register slot, the coordinates. */
typedef struct tl_moves {
  int64_t offset[1 + TL_MAX_SYMBOLS], slot, coordinate[TL_MAX_RANK];
} tl_moves;

/* Adds what the digits of `number` move; the last atom is the fastest. */
void tl_atoms_move(const tl_atoms *atoms, int64_t number, tl_moves *to);

/* The rows that the base is computed by. */
tl_row_range tl_copy_base_rows(const tl_copy_partition *plan);

/* How a base is written. */
typedef enum tl_base_style {
  TL_BASE_TEXT, /* h and l have names, o is part of l */
  TL_BASE_CODE, /* h, l and o are counted in units, numbers that divide their
                   strides: backends scale them in the address */
} tl_base_style;

/* The rows of the base in its form: swizzled, unless FULL (law C4).  Rows from
 * the result on vary with the start.
 *
 *   x = 8 * t of swizzle(3, 3, 3), linear  ->  x ^ ((x & 448) >> 3) */
int64_t tl_copy_base_form(const tl_copy_partition *plan, tl_base_style style,
                          tl_address *out);

/* Threads in the instances of `scope`, in waves of `lanes`, when a block has
 * `block_threads`, 0 when that is unknown: then warps and warpgroups count as
 * whole.
 *
 *   warp, 32, 48 -> {16, 32} */
tl_thread_range tl_scope_threads(tl_scope scope, int64_t lanes,
                                 int64_t block_threads);

/* Width in elements of the widest uniform access, at most 128 bits, between a
 * fragment and a memory layout with 16-byte aligned base. */
TL_MUST_CHECK tl_code tl_copy_widest_vector(const tl_layout *fragment,
                                            const tl_layout *memory,
                                            int64_t lanes, int64_t element_bits,
                                            int64_t *width, tl_error *error);

#ifdef __cplusplus
}
#endif
#endif /* TL_COPY_PLAN_H */
