/* expression_access.h - Arguments and results of an evaluator. */
#ifndef TL_EXPRESSION_ACCESS_H
#define TL_EXPRESSION_ACCESS_H

#include "expression_functions.h"

#define TUPLE_OF(i) (&a[i].as.tuple)
#define LAYOUT_OF(i) (&a[i].as.composed.layout)
#define RESULT_TUPLE (&out->as.tuple)
#define RESULT_LAYOUT (&out->as.composed.layout)
#define RESULT_INTEGER (&out->as.integer)

static inline tl_code require_plain(const tl_value *layout, tl_error *error) {
  if (tl_composed_is_plain(&layout->as.composed))
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "this operation is not defined for a layout with a swizzle or "
                 "an offset");
}

#endif /* TL_EXPRESSION_ACCESS_H */
