/* holdings.h - Who holds which elements of a fragment, by its definition: every
 * element of the tile, enumerated, with the threads and registers that the
 * layout names.  No part of the plan that the passes make is used. */
#ifndef TL_SIM_HOLDINGS_H
#define TL_SIM_HOLDINGS_H

#include "machine.h"
#include "roles.h"

/* An element of the tile, in row-major order, and where the thread holds it. */
typedef struct tl_holding {
  int64_t element, slot;
  bool is_first; /* replica */
} tl_holding;

typedef struct tl_holdings {
  tl_scope scope;
  tl_list tile;     /* its shape */
  int64_t elements; /* of it */
  int64_t group;    /* threads of the scope */
  int64_t needed;   /* threads that have to be there */
  /* Those of thread t of the group are items[first[t]] to items[first[t + 1]],
   * elements in row-major order. */
  int64_t first[TL_MAX_THREADS + 1];
  tl_holding *items;
} tl_holdings;

/* The layout of registers, those that the operation makes or its first operand. */
tl_code tl_held_fragment(const tl_instruction *at, const tl_copy_side *side,
                         tl_scope scope, bool is_target, tl_layout *out,
                         tl_error *error);

int64_t tl_replica_count(const tl_layout *fragment);

/* Of so many replicas of the fragment, which is on the threads of the scope; at
 * least `needed` threads have to be there.  What needs more threads asks the
 * program for them.  False after an error. */
bool tl_holdings_read(tl_instruction *at, const tl_layout *fragment,
                      tl_scope scope, int64_t replicas, int64_t needed,
                      tl_holdings *out);

/* Every thread of a group takes part or none does, and the group has the threads
 * 0 to needed - 1; `what` they execute. */
void tl_holdings_check(const tl_step *first, const tl_holdings *holdings,
                       const char *what);

/* Who does it together. */
static inline tl_party tl_holdings_party(const tl_step *first,
                                         const tl_holdings *holdings) {
  return tl_party_of(first, holdings->group);
}

/* Runs lanes `begin` to `end`, those of a group of so many threads, group by
 * group. */
void tl_each_group(const tl_step *first, int64_t threads,
                   void (*run)(const tl_step *first, int begin, int end));

/* What the second operand has is unknown behind an exchange that may use it. */
void tl_overwrite_scratch(const tl_step *step);

#endif /* TL_SIM_HOLDINGS_H */
