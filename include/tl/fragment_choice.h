/* tl/fragment_choice.h - The fragment of a tile, from who loads, stores and
 * converts it.
 *
 * A fragment that is to be chosen has as many registers a thread as its vector
 * says, and each element of its tile in one of them, so that the number of threads
 * follows.  Its ends are copies between it and a memory, and conversions between it
 * and fragments that are stated.  Candidates give every thread a block of
 * consecutive elements along one dimension or two, spread threads over the blocks
 * and leave the rest to further registers; fragments that are stated are candidates,
 * too.  Each is planned at every end as the stages behind will plan it:
 *
 *   64 x 32 of f16, 16 registers, loaded from rows and stored to rows
 *     -> S[((2, 32), (4, 8)) : ((8, 4@tx), (1@tx, 1))]
 *
 * Law C54 (fragment).  Threads 0 to N - 1 hold every element of the tile once, and
 * the registers of each are all in use; and so they do of rows.
 * Law C55 (choice).  Under rows, and under a stated fragment of as many registers, the
 * ends cost no less, in quarters of a cycle, than under what is chosen.
 *
 * Values are plain and own nothing. */
#ifndef TL_FRAGMENT_CHOICE_H
#define TL_FRAGMENT_CHOICE_H

#include "tl/conversion_memory.h"
#include "tl/conversion_plan.h"
#include "tl/shared_choice.h"

TL_C_BEGIN

/* Rows of the tile, `registers` elements a thread, at most so many threads: what
 * a fragment is until it is chosen.  TL_INVALID where an extent is not known
 * (INT64_MIN) or below 1, where the registers do not divide the elements, or where
 * that takes more threads.
 *
 *   16 x 8, 4 registers, warp -> S[(16, (2, 4)) : (2@laneid, (1@laneid, 1))] */
TL_MUST_CHECK tl_code tl_fragment_rows(const tl_list *tile, int64_t registers,
                                       tl_scope scope, int64_t most_threads,
                                       tl_layout *out, tl_error *error);

enum {
  TL_FRAGMENT_MOST_CANDIDATES = 512,
  /* Candidates whose conversions and open memories are planned: those first whose
   * copies cost least. */
  TL_FRAGMENT_MOST_PLANNED = 24,
};

typedef enum tl_fragment_end_kind {
  TL_END_MEMORY = 0,  /* a copy between it and a memory, ... */
  TL_END_OPEN_MEMORY, /* ... whose layout is chosen for it and for others */
  TL_END_CONVERSION,  /* to or from a fragment that is stated */
} tl_fragment_end_kind;

typedef struct tl_fragment_end {
  tl_fragment_end_kind kind;
  int64_t weight; /* how often it runs; at least 1 */
  /* Of a memory: the copy, whose fragment is not read and whose memory has so many
   * dimensions before those of the tile; of an open one the memory is not, but its
   * shape, and its other users. */
  tl_copy_request copy;
  int64_t leading;
  tl_access_rules rules; /* of a conversion those of its memory */
  tl_list shape;
  int64_t other_count, most_bytes; /* of the memory; 0: any number */
  tl_shared_accessor others[TL_SHARED_MOST_ACCESSORS - 1];
  /* Of a conversion. */
  tl_layout fragment;
  int64_t is_source;  /* what is stated is the source */
  int64_t has_memory; /* it may go through */
} tl_fragment_end;

typedef struct tl_fragment_request {
  tl_list tile;
  int64_t registers, element_bytes, lanes, most_threads;
  tl_scope scope;
  tl_thread_range threads;
  int64_t end_count;
  const tl_fragment_end *ends;
} tl_fragment_request;

typedef struct tl_fragment_choice {
  tl_layout fragment;
  int64_t cost;                         /* of all ends, times their weights */
  int64_t costs[TL_FRAGMENT_MOST_ENDS]; /* of each end, once */
  int64_t candidates, planned;
} tl_fragment_choice;

/* What the ends cost under a fragment.  Errors as of tl_copy_partition_plan and
 * tl_conversion_plan_make. */
TL_MUST_CHECK tl_code tl_fragment_measure(const tl_fragment_request *request,
                                          const tl_layout *fragment,
                                          tl_conversion_work *work,
                                          tl_fragment_choice *out,
                                          tl_error *error);

/* Decides; `work` may be NULL without conversions.  Errors as of tl_fragment_rows,
 * TL_INVALID where a fragment that is stated is of another tile; else those that the
 * ends have under rows. */
TL_MUST_CHECK tl_code tl_fragment_choose(const tl_fragment_request *request,
                                         tl_conversion_work *work,
                                         tl_fragment_choice *out,
                                         tl_error *error);

TL_C_END
#endif /* TL_FRAGMENT_CHOICE_H */
