/* tl/copy_plan.h - What one thread does in a copy between memory and registers.
 *
 * A copy pairs a fragment (a tile layout whose thread axis says which thread
 * holds an element and whose axis m says in which register slot) with a memory
 * layout (coordinate -> element offset).  The partition decides who moves what:
 * the thread digits become a base offset, what remains are the thread's own
 * atoms (extent, memory stride, register stride).  tl/copy_access.h decides by
 * which accesses.
 *
 * Law C1 (partition).  For every thread t that passes the guards and every
 * register slot r, the planned address is the memory layout's offset of
 * origin + c, where c is the coordinate that (t, r) holds.
 * Law C2 (ownership).  Over all threads, a load reaches every (t, r) that holds
 * an element; a store reaches every element exactly once, from the first of the
 * registers that hold it.
 * Law C4 (swizzle).  The form that a plan names gives the swizzled offset.
 *
 * Plans are plain values and own nothing. */
#ifndef TL_COPY_PLAN_H
#define TL_COPY_PLAN_H

#include "tl/address.h"

TL_C_BEGIN

/* How many threads the instances of a scope have: a block of 48 threads has a
 * warp of 32 and one of 16. */
typedef struct tl_thread_range {
  int64_t fewest, most; /* 0 when unknown */
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
  int64_t base_alignment; /* in bytes, a power of two; element 0 is */
  int64_t base_phase;     /* so many elements past a multiple of it */
  /* Or not: 31 bits hold the offset of all that memory has, and of where a tile begins
   * that a lower bound cuts. */
  int64_t is_near;
  int64_t
      symbol_end[TL_MAX_SYMBOLS]; /* a power of two of 31 bits at most that a
                                         stride known at run time is below; 0 */
} tl_copy_request; /* no padding: equal requests have equal bytes */

/* A dimension in which some elements of the tile may lie outside the bounds.
 * The thread has `room` = bound - its coordinate in memory, which the row before
 * holds: an access whose digits move the coordinate by c is inside when c <
 * room.  Where it may begin below the lower bound as well, `room` is what the
 * coordinate has above that, the row behind has the extent = bound - lower bound,
 * 0 in place of a negative one, and inside is 0 <= room + c < extent. `granule`
 * divides both, so that the elements of c / granule are inside or outside together.
 *
 * Law C15 (bounds).  What is inside is from the lower bound on and below the
 * bound.  No coordinate of 2^31 - 1 or more is below a bound of 31 bits. */
typedef struct tl_limit {
  int64_t dimension, granule;
  int64_t first;      /* row of those that compute it */
  int64_t room;       /* a row */
  int64_t has_extent; /* or not */
  int64_t has_starts; /* or not: starts of a twist move the coordinate */
  int64_t is_narrow;  /* numbers of 32 bits hold bound, coordinates and room; of
                         a room with an extent, what they do not is outside */
  int64_t is_cut;     /* or so if 2^31 - 1 stands for larger coordinates, which
                         are outside and below 2^32 */
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
 *   swizzle(h + l + o) = (h + (l ^ ((h & read) >> shift))) ^ o.
 *
 * Origins that are multiples of the period are added to all of it. */
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
   * rows of their own, and the base reads those.
   *
   * Twisted, which is scattered as well: the fragment has a twist.  A start is
   * the slots that it moves by, which are XORed; from row `moved` on, rows vary
   * with them. */
  bool is_scattered, is_twisted;
  int64_t moved;
  int64_t varying; /* bits: origins that vary in a loop, to be added last */
  int64_t joined; /* bits: limits whose coordinate, where the base has all of it
                      times a number, is a row of that in code */
  /* Origins that vary are no part of the base in code: what is not swizzled starts
   * at the rest (tl_copy_varying_form). */
  bool varies_apart;
  /* They are far in code, without a swizzle as well (tl_copy_far_form). */
  bool varies_far;
  char reason[TL_MESSAGE_CAPACITY];     /* why */
  int64_t cure_dimension, cure_divisor; /* whose origin is why, and of what it
                                           has to be a multiple; or 0 */
  int64_t guards; /* a row: the thread takes part where all its terms are 0 */
  int64_t coordinates, base; /* the first row, named x0, ...; and the last */
  int64_t limit_count;
  tl_limit limits[TL_MAX_RANK];

  tl_swizzle swizzle;
  tl_swizzle_form form;
  int64_t offset_bits; /* below the period, that swizzle(base) may have; -1:
                          FULL */

  /* Divides, in bytes, every part of the offset that is not an atom, but that
   * the base is `phase` elements past a multiple of it. */
  int64_t alignment, phase;

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

/* Where digits have moved: the offset, in units of each symbol (0 is 1), the
 * register slot, the coordinates. */
typedef struct tl_moves {
  int64_t offset[1 + TL_MAX_SYMBOLS], slot, coordinate[TL_MAX_RANK];
} tl_moves;

/* Leaves the constants of origins that are better numbers of the offset than
 * parts of what is known at run time only: multiples of a swizzle's period, which
 * then end in the address of an access, and without one what says where between
 * aligned elements the tile starts.
 *
 *   row %r + 16 of rows of 64 elements, swizzle(3, 3, 3): offset of row %r + 1024 */
void tl_copy_part_origins(tl_copy_request *request);

/* Whether a limit keeps out all that a thread has, or nothing: its registers do not
 * move the coordinate beyond a granule. */
bool tl_limit_is_of_thread(const tl_copy_partition *plan, int64_t limit);

/* In how many bits a copy computes. */
typedef enum tl_copy_width {
  TL_COPY_WIDE,    /* 64 */
  TL_COPY_FACTORS, /* 32, but the products of strides known at run time 64 */
  TL_COPY_NARROW,  /* 32 */
} tl_copy_width;

/* Whether numbers of 32 bits, signed, hold all offsets, and all coordinates of
 * the tile: the memory is near, or small with extents that are known, or the origins
 * are known and a tile that leaves it does not go far.  An offset of what is
 * outside, of near memory or from an origin known at run time, is one modulo 2^32
 * that nothing uses.
 *
 *   64 x 64, 1024 elements from row to row: narrow, as of a run-time pitch below
 *   2^24; of any other: factors */
tl_copy_width tl_copy_width_of(const tl_copy_request *request);

/* Whether a number of 32 bits, signed, holds a bound. */
bool tl_bound_is_narrow(const tl_bound *bound);

/* Adds what the digits of `number` move; the last atom is the fastest. */
void tl_atoms_move(const tl_atoms *atoms, int64_t number, tl_moves *to);

/* The bytes that divide every part that is not an atom, the base as well. */
int64_t tl_copy_aligned_bytes(const tl_copy_partition *plan,
                              int64_t element_bytes);

/* The rows that the base is computed by. */
tl_row_range tl_copy_base_rows(const tl_copy_partition *plan);

/* How a base is written. */
typedef enum tl_base_style {
  TL_BASE_TEXT,   /* h and l have names, o is part of l */
  TL_BASE_CODE,   /* h, l and o are counted in units, numbers that divide their
                   strides: backends scale them in the address */
  TL_BASE_DIGITS, /* likewise, but not in units */
} tl_base_style;

/* The rows of the base in its form: swizzled, unless FULL (law C4), and in code
 * without what is far.  Rows from the result on vary with the start.
 *
 *   x = 8 * t of swizzle(3, 3, 3), linear  ->  x ^ ((x & 448) >> 3) */
int64_t tl_copy_base_form(const tl_copy_partition *plan, tl_base_style style,
                          tl_address *out);

/* Whether a digit of the thread is the same part of the base, not in units, as of a
 * coordinate under a limit. */
bool tl_copy_has_digits_of_limits(const tl_copy_partition *plan);

/* Sources of the following, in place of origins. */
enum { TL_SOURCE_BASE, TL_SOURCE_MOVED };

/* The rows of where strides, in units of each symbol (0 is 1), move a base, and
 * if it `varies` a number known at run time.  The base has no other than these
 * bits below the period of the swizzle (law C4); -1: it is not swizzled, and
 * what has been added is (law L6).
 *
 *   swizzle(3, 3, 3), 1096: bits 504 -> (base ^ 64) + 1024, 384 -> base + 1088,
 *     -1 -> (x ^ ((x & 448) >> 3)) + 1024, x = base + 72 */
void tl_copy_moved_form(const tl_swizzle *swizzle, int64_t bits,
                        const int64_t *strides, bool varies, tl_address *out);

/* What is added to the base in code: origins that are multiples of the swizzle's
 * period, which it neither reads nor changes, and those that vary where these are far.
 * So the base does not vary in a loop that moves the tile by stages or rows.  False
 * where there are none.
 *
 *   64 * i + 8 * t of swizzle(3, 3, 3), i a multiple of 8  ->  64 * i */
bool tl_copy_far_form(const tl_copy_partition *plan, tl_address *out);

/* What is added to the base in code of a plan that is apart: origins that vary in a
 * loop, so that what stays is a pointer in front of it.  False where none is.
 *
 *   64 * i + 8 * t, i varies  ->  64 * i, beside 8 * t */
bool tl_copy_varying_form(const tl_copy_partition *plan, tl_address *out);

/* Whether a part of a source that is a multiple of the divisor moves what is swizzled
 * by whole periods, and the rest by what is left, whatever it is.
 *
 * Law C57 (parts).  Then far(part + rest) = far(part) - far(0) + far(rest), and the
 * period divides far(part) - far(0).
 *
 *   64 * i of swizzle(3, 3, 3): 8 -> true, 4 -> false
 *   64 * (i / 8) -> false */
bool tl_copy_far_splits(const tl_copy_partition *plan, int64_t source,
                        int64_t divisor);

/* Threads in the instances of `scope`, in waves of `lanes`, when a block has
 * `block_threads`, 0 when that is unknown: then warps and warpgroups count as
 * whole, and a block has at most `most_threads`, 0 when that is, too.
 *
 *   warp, 32, 48 -> {16, 32} */
tl_thread_range tl_scope_threads(tl_scope scope, int64_t lanes,
                                 int64_t block_threads, int64_t most_threads);

TL_C_END
#endif /* TL_COPY_PLAN_H */
