/* tl/function_notes.h - The functions of the layout language: how they are called,
 * and what they are for.
 *
 * Rows are constant; everything is safe to use from many threads. */
#ifndef TL_FUNCTION_NOTES_H
#define TL_FUNCTION_NOTES_H

#include "tl/notation.h"

TL_C_BEGIN

/* The row after `row` through all tables; the first for NULL, NULL at the end.
 * Several rows may have one name. */
const tl_function *tl_function_next(const tl_function *row);

/* Appends how it is called: `spatial(shape..., [ranks])`. */
void tl_function_call_print(const tl_function *row, tl_text *out);

/* What a name, which is of no function, may have been meant to be: at most
 * a third of its letters is different; a family's prefix may be missing.  NULL
 * when nothing is like it.
 *
 *   spatal -> spatial, row_major -> shared_row_major */
const char *tl_function_like(const char *name, size_t length, tl_kind family);

/* Letters to add, drop or replace in `name` to make the other (Levenshtein); of
 * a long text its length. */
size_t tl_name_distance(const char *name, const char *text, size_t length);

/* One a function and family. */
typedef struct tl_function_note {
  const char *family;  /* "registers" */
  const char *names;   /* with a blank between those that are alike */
  const char *meaning; /* one line */
  const char *example; /* which evaluates */
} tl_function_note;

/* Those of a family follow each other; ends with a row without a family. */
extern const tl_function_note TL_FUNCTION_NOTES[];

/* What the functions of a family have in common; NULL where there is none. */
const char *tl_function_family(const char *name);

/* The first note of a function (length bytes), or the one after `note`; NULL
 * when there is none. */
const tl_function_note *tl_function_note_of(const char *name, size_t length,
                                            const tl_function_note *note);

TL_C_END
#endif /* TL_FUNCTION_NOTES_H */
