/* layout_argument.h - An argument that is a layout, in any spelling: where its
 * elements are, and the tile layout that it means.
 *
 * Everything here is a plain value. */
#ifndef TL_LAYOUT_LAYOUT_ARGUMENT_H
#define TL_LAYOUT_LAYOUT_ARGUMENT_H

#include "command.h"
#include "tl/json.h"

/* ---- Layouts that are drawn or asked ------------------------------------ */

/* Evaluates an argument; false when it is no layout, or one without
 * coordinates, which is then reported. */
bool tl_places_evaluate(const char *text, const tl_arguments *arguments,
                        tl_value *value, tl_places *out);

/* The numbers, at most `most` of them: `3`, `[3, 7]` or `[0, 1, ...]`. */
void tl_numbers_write(const tl_numbers *numbers, int64_t most, tl_writer out);

/* ---- Tile layouts ------------------------------------------------------- */

/* With it come the words of the spelling for a point:
 *
 *   register     thread 14, slot 1
 *   cute_tv      thread 5, value 1
 *   shared, cute offset 72
 *   tile         laneid 5, m 1 */
typedef struct tl_spelling {
  tl_value value;
  tl_layout layout;
  tl_role role;
  tl_scope scope; /* of which its thread axes are the whole thread number;
                     TL_SCOPE_COUNT: of none */
  int64_t lanes;  /* of a wave */

  const char *slot; /* what axis m is called */
  bool by_thread;   /* thread axes as one thread number */
  bool shows[TL_AXIS_COUNT];
} tl_spelling;

/* Evaluates an argument and converts it.  Threads are those of `--scope` where
 * it is given; otherwise a register or thread-value layout has the smallest
 * scope with enough threads, a tile layout that of its axes, and memory belongs
 * to one thread.  False when something is wrong, which is then reported. */
bool tl_spelling_open(const char *text, const tl_arguments *arguments,
                      tl_spelling *out);

/* The name of the scope where threads hold the elements, or null. */
const char *tl_spelling_scope(const tl_spelling *spelling);

/* TL_INVALID unless it has a scope. */
TL_MUST_CHECK tl_code tl_spelling_check_scope(const tl_spelling *spelling,
                                              tl_error *error);

/* What a number along `axis` is called. */
const char *tl_spelling_axis(const tl_spelling *spelling, tl_axis axis);

/* The point on standard output: `thread 14, slot 1`, and as an object; a null
 * point is null. */
void tl_spelling_print(const tl_spelling *spelling, const int64_t *point);
void tl_spelling_print_json(const tl_spelling *spelling, const int64_t *point,
                            const char *key, tl_json *json);

#endif /* TL_LAYOUT_LAYOUT_ARGUMENT_H */
