/* tl/copy_plan_text.h - A copy plan in words and C expressions.
 *
 * t is the number of the thread in its scope; origins and bounds have the names
 * that they are given, strides known at run time are ld, ld2, ..., as in the
 * layout language.  All functions append to a text and keep its beginning where
 * it is full. */
#ifndef TL_COPY_PLAN_TEXT_H
#define TL_COPY_PLAN_TEXT_H

#include "tl/copy_access.h"
#include "tl/text.h"

TL_C_BEGIN

/* What dynamic origins and bounds are called; null for one that is not. */
typedef struct tl_copy_names {
  const char *origin[TL_MAX_RANK], *bound[TL_MAX_RANK];
} tl_copy_names;

/* Who takes part: `t < 128 and t % 4 == 0`, or `all`. */
void tl_copy_guards_text(const tl_copy_partition *plan, tl_text *out);

/* The offset of a thread without its atoms, in elements, and swizzled where the
 * form says so:
 *
 *   8 * (t % 8) + 64 * (t / 8)
 *   h + (l ^ ((h & 448) >> 3)), h = 64 * (t / 8), l = 8 * (t % 8) */
void tl_copy_base_text(const tl_copy_partition *plan,
                       const tl_copy_names *names, tl_text *out);

/* What strides do to a base, see tl_copy_moved_form: `+ 8`, `+ ld + 8`, `^ 24 +
 * 1024`, or `x ^ ((x & 448) >> 3)` of the x that they give. */
void tl_copy_moved_text(const tl_swizzle *swizzle, int64_t bits,
                        const int64_t *strides, tl_text *out);

/* The coordinates of a scattered plan: `x0 = i + 6 * t + k0`, k0 being what the
 * register adds. */
void tl_copy_coordinates_text(const tl_copy_partition *plan,
                              const tl_copy_names *names, tl_text *out);

/* When element c of limit `limit` moves: `j + 8 * (t % 8) + c < n`. */
void tl_copy_limit_text(const tl_copy_partition *plan, int64_t limit,
                        const tl_copy_names *names, tl_text *out);

/* All of it on one line:
 *
 *   warp, threads = all, base = 64 * t, vector = 8 of (8) -> (1), align = 16 */
void tl_copy_plan_text(const tl_copy_request *request,
                       const tl_copy_partition *plan,
                       const tl_copy_vectors *vectors, tl_text *out);

/* "full", "linear", "split". */
const char *tl_swizzle_form_name(tl_swizzle_form form);

TL_C_END
#endif /* TL_COPY_PLAN_TEXT_H */
