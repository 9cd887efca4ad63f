/* copy_widths.h - In how many bits the copies of a kernel compute. */
#ifndef TL_COPY_WIDTHS_H
#define TL_COPY_WIDTHS_H

#include "passes/emit/plan_values.h"
#include "passes/facts/copy_request.h"

/* Notes what decides in how many bits the copies around a copy compute, of each of its
 * sides before any is planned. */
void tl_note_width(const tl_builder *builder, const tl_copy_view *view,
                   const tl_copy_key *key, bool is_fetched);

/* The width of a copy, and of the target of an asynchronous one, whether units are
 * extended, and what origins are apart. */
void tl_choose_widths(const tl_builder *builder, int64_t count,
                      tl_planned_copy *const copies[]);

#endif /* TL_COPY_WIDTHS_H */
