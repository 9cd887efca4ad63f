/* point.h - A point of a tile layout in the words of its spelling.
 *
 *   register     thread 14, slot 1
 *   cute_tv      thread 5, value 1
 *   shared, cute offset 72
 *   tile         laneid 5, m 1
 */
#ifndef TL_LAYOUT_POINT_H
#define TL_LAYOUT_POINT_H

#include "place.h"
#include "spelling.h"
#include "tl/json.h"

typedef struct tl_view {
  const char *slot; /* what axis m is called */
  bool by_thread;   /* thread axes as one thread number */
  bool shows[TL_AXIS_COUNT];
  int64_t lanes; /* of a wave */
} tl_view;

void tl_view_open(const tl_spelling *spelling, tl_view *out);

/* The numbers of a point, one an axis that is shown; m is the last. */
void tl_view_point(const tl_view *view, const int64_t *point, tl_location *out);

/* What a number along `axis` is called. */
const char *tl_view_axis(const tl_view *view, tl_axis axis);

/* The point on standard output: `thread 14, slot 1`, and as an object; a null
 * point is null. */
void tl_view_print(const tl_view *view, const int64_t *point);
void tl_view_print_json(const tl_view *view, const int64_t *point,
                        const char *key, tl_json *json);

#endif /* TL_LAYOUT_POINT_H */
