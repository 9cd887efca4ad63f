/* spelling.h - An argument in any spelling, as a tile layout. */
#ifndef TL_LAYOUT_SPELLING_H
#define TL_LAYOUT_SPELLING_H

#include "command.h"

typedef struct tl_spelling {
  const char *text;
  tl_value value;
  tl_layout layout;
  tl_role role;
  bool has_scope; /* its thread axes are the whole thread number of `scope` */
  tl_scope scope;
  int64_t lanes; /* of a wave */
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

#endif /* TL_LAYOUT_SPELLING_H */
