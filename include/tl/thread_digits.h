/* tl/thread_digits.h - What one thread moves between memory and its registers,
 * in numbers: where a tile starts and ends, the digits of a thread, and the
 * accesses of a run.  Operations say it, plans decide it.
 *
 * Values are plain and own nothing. */
#ifndef TL_THREAD_DIGITS_H
#define TL_THREAD_DIGITS_H

#include "tl/layout.h"

TL_C_BEGIN

/* Where the tile starts along one dimension of the memory layout. */
typedef struct tl_origin {
  int64_t is_dynamic; /* or not */
  int64_t value;      /* when static */
  int64_t divisor;    /* when dynamic: a number >= 1 that divides it */
  int64_t end;        /* when dynamic: a number above it; 0: unknown */
  int64_t constant;   /* when dynamic: what it is more than a number that is not
                         negative and */
  int64_t rest;       /* that this divides; 0: nothing is known of such */
  int64_t least;      /* when dynamic: it is at least that */
} tl_origin;

/* What divides that of an origin which offsets are computed from. */
int64_t tl_origin_divisor(const tl_origin *origin);

/* Where the elements end along one dimension: those at this coordinate of
 * memory or past it are not touched.  The bound lies inside memory. */
typedef struct tl_bound {
  int64_t is_set, is_dynamic; /* or not */
  int64_t is_none;            /* not set, as is said among those that are */
  int64_t value;              /* when static */
  int64_t divisor;            /* when dynamic: a number >= 1 that divides it */
  int64_t least;              /* when dynamic: it is at least that */
  int64_t end;                /* when dynamic: a number above it; 0: unknown */
  int64_t room;               /* it is at least that much more than the origin;
                                 0: nothing is known of the two together */
  int64_t has_lower; /* or not: elements below `lower` are not touched either,
                        and the origin may be negative */
  int64_t lower_is_dynamic, lower; /* when dynamic: it is at most that */
} tl_bound;

/* Whether nothing of a tile that starts there is below the lower bound; whether
 * some of its extent is not known to be between the bounds. */
bool tl_origin_begins_inside(const tl_origin *origin, const tl_bound *bound);
bool tl_origin_may_leave(const tl_origin *origin, const tl_bound *bound,
                         int64_t extent);

/* What divides the origin and where the inside begins and ends: of coordinates
 * from the origin on, only the multiple of it below says whether they are inside. */
int64_t tl_bound_granule(const tl_origin *origin, const tl_bound *bound);

enum { TL_MAX_TERMS = 3 * TL_MAX_ITERS }; /* refined digits of two layouts */

/* A digit of a thread's registers.  A stride known at run time is memory_stride
 * times a symbol (0: none) that `divisor` is known to divide.  In a bounded
 * dimension the digit moves the coordinate by `weight`; elsewhere `weight` is
 * 0. */
typedef struct tl_atom {
  int64_t extent, memory_stride, register_stride;
  int64_t symbol, divisor;
  int64_t dimension, weight;
} tl_atom;

typedef struct tl_atoms {
  int64_t count;
  tl_atom items[TL_MAX_TERMS];
} tl_atoms;

/* The elements of atoms: the product of the extents. */
int64_t tl_atoms_count(const tl_atoms *atoms);

/* An access of a run: elements [first, first + width). */
typedef struct tl_run_access {
  int64_t first, width;
} tl_run_access;

/* Consecutive elements, of which the first is `phase` elements past a multiple of
 * `width`, a power of two. */
typedef struct tl_element_run {
  int64_t length, width, phase;
} tl_element_run;

/* The accesses of a run: from where the last one ends the widest power of two
 * that fits, starts at a multiple of itself and is at most the width.
 *
 *   length 14, width 8, phase 0 -> [0, 8) [8, 12) [12, 14)
 *   length 14, width 8, phase 3 -> [0, 1) [1, 5) [5, 13) [13, 14) */
int64_t tl_run_access_count(const tl_element_run *run);
tl_run_access tl_run_access_at(const tl_element_run *run, int64_t number);

TL_C_END
#endif /* TL_THREAD_DIGITS_H */
