/* tl/shared_choice.h - The layout of a tile in shared memory, from who loads and
 * stores it.
 *
 * Each accessor is a copy between the tile and a fragment.  Candidates are orders
 * of the bits of the coordinate with one XOR of bits, and where there is room with
 * bits that are added to banks, computed from what the accessors hold in registers
 * and in lanes, and orders of dimensions with a padding; the best of them are
 * planned as the stages behind will plan them, and counted:
 *
 *   64 x 32 of f32, stored by rows, loaded by columns: lane t holds row t, lane
 *   t holds column t
 *     -> S[(64, 32) : (32, 1)] + swizzle(base = 0, bits = 5, shift = 5)
 *
 * Law C21 (cost).  Wavefronts are those of a simulation by banks of all accesses
 * of the first warp, one by one, of cp.async those that it can make.
 * Law C22 (choice).  No accessors cost less under row_major, row_major_swizzle or
 * rows with up to 16 bytes of padding: compared are wavefronts, then accesses,
 * then instructions, then bytes.
 * Law C23 (bound).  No layout that has bits of the coordinate in its lowest 16
 * bytes, and any linear map of the others in its banks, takes fewer wavefronts than
 * the bound; no other layout fewer than the bytes of a warp / 128 and those of a
 * thread / 16.  Of up to three linear accessors 99 % meet it where there is room for
 * a line more.  No order of the bits of the coordinate under one XOR takes fewer than
 * least_by_xor: what does not meet the bound takes just that, with up to four of them.
 *
 * Source: K. Zhou et al., "Linear Layouts: Robust Code Generation of Efficient
 * Tensor Computation Using F2", 2025, section "Optimal swizzling".
 *
 * Values are plain and own nothing. */
#ifndef TL_SHARED_CHOICE_H
#define TL_SHARED_CHOICE_H

#include "tl/copy_reasons.h"

TL_C_BEGIN

enum {
  TL_SHARED_MOST_EVALUATED = 128, /* layouts that are planned and counted */
};

/* Who loads or stores a tile of the memory, how often. */
typedef struct tl_shared_accessor {
  tl_copy_request copy; /* its memory is not read */
  int64_t weight;       /* at least 1 */
  /* What a copy without registers moves at once at least: so many elements along
   * a dimension follow each other under the layout, and it costs accesses of as
   * many as do, up to 16 bytes; 0: one with registers. */
  int64_t run, run_dimension;
} tl_shared_accessor;

typedef struct tl_shared_request {
  tl_list shape; /* of the memory */
  int64_t accessor_count;
  const tl_shared_accessor *accessors; /* of elements of one size */
  tl_access_rules rules;               /* of all of them */
  int64_t slice;      /* elements from a memory of that layout to the next, of
                         which a swizzle keeps the period (V27); 0: none is */
  int64_t most_bytes; /* of the memory; 0: any number */
} tl_shared_request;

/* Of all accessors, times their weights, in the first warp of each. */
typedef struct tl_shared_cost {
  int64_t wavefronts;   /* see tl/banks.h */
  int64_t accesses;     /* of a thread */
  int64_t instructions; /* that compute the addresses, once */
  int64_t bytes;        /* that the layout takes; not times anything */
} tl_shared_cost;

/* What the accessors cost under a layout; of one that takes more wavefronts than
 * `most` (NULL: any number) some cost that does, too.  Errors as of
 * tl_copy_partition_plan. */
TL_MUST_CHECK tl_code tl_shared_measure(const tl_shared_request *request,
                                        const tl_layout *layout,
                                        const tl_shared_cost *most,
                                        tl_shared_cost *out, tl_error *error);

/* What one of the accessors does under a layout, and what that costs. */
typedef struct tl_shared_account {
  tl_copy_request copy;
  tl_copy_choice choice;
  tl_copy_record record;
  int64_t weight;
  bool is_direct; /* without registers */
} tl_shared_account;

TL_MUST_CHECK tl_code tl_shared_account_make(const tl_shared_request *request,
                                             const tl_layout *layout,
                                             int64_t accessor,
                                             tl_shared_account *out,
                                             tl_error *error);

/* -1, 0 or 1: as a costs less than b, as much, or more. */
int tl_shared_compare(const tl_shared_cost *a, const tl_shared_cost *b);

typedef struct tl_shared_choice {
  tl_layout layout;
  tl_shared_cost cost;
  int64_t bound;        /* of wavefronts (law C23) */
  int64_t least;        /* what it would be by bytes alone */
  int64_t least_by_xor; /* wavefronts of any order of bits under one XOR; 0: not
                           known */
  int64_t is_met;       /* or not */
  int64_t evaluated;    /* layouts; at most TL_SHARED_MOST_EVALUATED */
} tl_shared_choice;

/* Wavefronts and accesses that no layout takes fewer of (law C23); zeros where
 * nothing is known of the accessors. */
tl_shared_cost tl_shared_least(const tl_shared_request *request);

/* Decides.  TL_INVALID without accessors, for elements of several sizes, or where no
 * layout fits `most_bytes`; TL_CAPACITY for more than TL_SHARED_MOST_ACCESSORS;
 * else the errors that accessors have under row_major. */
TL_MUST_CHECK tl_code tl_shared_choose(const tl_shared_request *request,
                                       tl_shared_choice *out, tl_error *error);

TL_C_END
#endif /* TL_SHARED_CHOICE_H */
