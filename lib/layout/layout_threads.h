/* layout_threads.h - Thread axes as the number of a thread. */
#ifndef TL_LAYOUT_THREADS_H
#define TL_LAYOUT_THREADS_H

#include "tl/layout_questions.h"

/* Whether the layout has an iter on the axis, or an offset. */
bool tl_layout_mentions(const tl_layout *layout, tl_axis axis);

/* A copy whose thread axes are the thread number, on `to`; a layout without
 * thread axes stays, on TL_AXIS_M too.  The iters stay where they are; the copy
 * is not canonical. */
TL_MUST_CHECK tl_code tl_layout_number_threads(const tl_layout *layout,
                                               tl_axis to, int64_t lanes,
                                               tl_layout *out, tl_error *error);

/* That copy, on tx, of a layout that is thread-complete; another is copied, and
 * *scope is TL_SCOPE_COUNT. */
TL_MUST_CHECK tl_code tl_layout_number_complete(const tl_layout *layout,
                                                int64_t lanes, tl_scope *scope,
                                                tl_layout *out,
                                                tl_error *error);

/* Shares a thread number out among the thread axes that the layout mentions,
 * the slowest first. */
void tl_layout_put_thread(const tl_layout *layout, int64_t lanes,
                          int64_t thread, int64_t *point);

/* TL_INVALID unless the scope has that many threads. */
TL_MUST_CHECK tl_code tl_scope_check_threads(tl_scope scope, int64_t lanes,
                                             int64_t threads, tl_error *error);

/* The smallest scope that has so many threads; cta for more than any has. */
tl_scope tl_scope_of_threads(int64_t threads, int64_t lanes);

/* Moves what is along tx to the thread axis of a scope.  TL_INVALID where the
 * scope has too few threads. */
TL_MUST_CHECK tl_code tl_layout_name_threads(tl_layout *layout, tl_scope scope,
                                             int64_t lanes, tl_error *error);

#endif /* TL_LAYOUT_THREADS_H */
