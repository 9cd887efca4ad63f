/* plan_values.h - What a planned copy computes before it moves anything, as IR:
 * who takes part, where each start begins, and what is left to its bounds. */
#ifndef TL_PLAN_VALUES_H
#define TL_PLAN_VALUES_H

#include "ir_builder.h"
#include "passes/facts/copy_request.h"
#include "tl/copy_access.h"

/* A copy, what is known of it, and who moves what. */
typedef struct tl_planned_copy {
  tl_copy_view view;
  tl_block_size block;
  tl_copy_request request;
  tl_copy_partition plan;
  tl_access_rules rules;
  tl_copy_width width; /* of starts and rooms */
  bool extends; /* digits of the thread have 32 bits where the rest has 64 */
  bool has_units;      /* of a narrow start: what multiplies it does so last */
  bool has_digits; /* the start has digits of the thread as limits have them */
  /* Bits: origins of 32 bits without a sign that do not vary in a loop; with the
   * thread's digits they multiply a stride. */
  int64_t factors;
  /* Bits: origins that are constants apart from those of other copies.  The rest, which
   * they have in common, may be outside of memory, and offsets of it are modulo 2^32,
   * or of a wide copy 2^64, as origins are that have so many bits. */
  int64_t apart;
} tl_planned_copy;

/* Values that terms read: origins, the thread number, bounds of both kinds, null where
 * they are known; and the strides known at run time. */
typedef struct tl_plan_sources {
  MlirValue values[TL_SOURCE_START];
  MlirValue symbols[TL_MAX_SYMBOLS];
  bool is_word
      [TL_MAX_SYMBOLS]; /* a symbol of 31 bits: strides are not negative */
  MlirValue inside;     /* or null; outside, the first extent is 0, or ... */
  const tl_limit *cut;  /* ... the room of this limit, if it is not NULL */
} tl_plan_sources;

/* Whether anything reads the number of the thread. */
bool tl_plan_uses_thread(const tl_copy_partition *plan);

/* The number of the thread in the scope, less that of the first one. */
MlirValue tl_build_plan_thread(const tl_builder *builder,
                               const tl_planned_copy *copy);

/* Origins, strides and `thread`; null where nothing reads it. */
void tl_read_plan_sources(const tl_builder *builder,
                          const tl_planned_copy *copy, MlirValue thread,
                          tl_plan_sources *sources);

/* The conjunction of the guards; null when every thread takes part. */
MlirValue tl_build_plan_guard(const tl_builder *builder,
                              const tl_copy_partition *plan, MlirValue thread);

/* The value (null: 0) that is the result of an address without symbols when
 * *constant is added to it. */
MlirValue tl_build_address(const tl_builder *builder, const tl_address *address,
                           const tl_plan_sources *sources, int64_t *constant);

/* One start for each combination of the slot digits; returns how many. */
int64_t tl_build_plan_starts(const tl_builder *builder,
                             const tl_planned_copy *copy,
                             const tl_plan_sources *sources, MlirValue *offsets,
                             int64_t *slots);

/* What is added to all of them: a value, null for 0, and a number. */
MlirValue tl_build_plan_far(const tl_builder *builder,
                            const tl_planned_copy *copy,
                            const tl_plan_sources *sources, int64_t *number);

/* What is added to the one start where what varies is apart; null: nothing is. */
MlirValue tl_build_plan_varying(const tl_builder *builder,
                                const tl_planned_copy *copy,
                                const tl_plan_sources *sources);

/* Whether bound, coordinates and room of a limit have 32 bits. */
bool tl_limit_is_narrow(const tl_planned_copy *copy, const tl_limit *limit);

/* The room of a limit, for a start. */
MlirValue tl_build_plan_room(const tl_builder *builder,
                             const tl_planned_copy *copy,
                             const tl_plan_sources *sources, int64_t limit,
                             int64_t start);

/* Leaves one limit where a thread is outside of the others with all that it has
 * or with nothing: the bound, or the extent, of that one becomes 0 then.
 *
 *   %m - %i - 16 * k, %n - %j  ->  (%n - %j > 0 ? %m : 0) - %i - 16 * k
 *
 * Of a choice by two comparisons LLVM makes two choices, which ptxas does not make
 * the predicate of an access. */
void tl_join_plan_limits(const tl_builder *builder, tl_planned_copy *copy,
                         tl_plan_sources *sources);

/* Of the limits that have one; returns which, as bits. */
int64_t tl_build_plan_extents(const tl_builder *builder,
                              const tl_planned_copy *copy,
                              const tl_plan_sources *sources,
                              MlirValue *extents);

#endif /* TL_PLAN_VALUES_H */
