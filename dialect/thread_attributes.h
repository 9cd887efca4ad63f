/* thread_attributes.h - The attributes of tl.thread_copy, tl.thread_load,
 * tl.thread_store and tl.thread_async. */
#ifndef TL_THREAD_ATTRIBUTES_H
#define TL_THREAD_ATTRIBUTES_H

#include "tl/dialect.h"
#include <stddef.h>

/* Numbers of the atoms, one array a field, all of one length. */
typedef struct tl_atom_column {
  const char *name;
  size_t field;     /* of tl_atom */
  int64_t least;    /* that a number may be */
  bool is_optional; /* left out when all are 0 */
  bool has_inner;   /* followed by the numbers of the inner atoms */
} tl_atom_column;

enum {
  TL_COLUMN_EXTENTS = 0,
  TL_COLUMN_MEMORY,
  TL_COLUMN_REGISTER,
  TL_COLUMN_SYMBOLS,
  TL_COLUMN_DIVISORS,
  TL_COLUMN_LIMITS,
  TL_COLUMN_WEIGHTS,
  TL_COLUMN_COUNT,
};
extern const tl_atom_column TL_ATOM_COLUMNS[TL_COLUMN_COUNT];

enum { TL_INNER_EXTENTS = 0, TL_INNER_REGISTER, TL_INNER_COUNT };
extern const tl_atom_column TL_INNER_COLUMNS[TL_INNER_COUNT];

extern const char TL_THREAD_SLOTS[], TL_THREAD_WIDTH[], TL_THREAD_MATRICES[],
    TL_THREAD_TRANSPOSED[], TL_THREAD_GRANULES[], TL_THREAD_PAD[],
    TL_THREAD_SWIZZLE[], TL_THREAD_BITS[], TL_THREAD_ALIGNMENT[],
    TL_THREAD_REASON[], TL_THREAD_TO_MEMORY[];
extern const char TL_ASYNC_SWIZZLE[], TL_ASYNC_BITS[]; /* of the target */
extern const char TL_ASYNC_PENDING[];                  /* of tl.async_wait */

/* All of them: what the assembly says without an attribute dictionary. */
enum {
  TL_THREAD_ATTRIBUTE_COUNT = TL_COLUMN_COUNT + TL_INNER_COUNT + 11,
  TL_ASYNC_ATTRIBUTE_COUNT = TL_COLUMN_COUNT + TL_INNER_COUNT + 8,
};
extern const char *const TL_THREAD_ATTRIBUTES[TL_THREAD_ATTRIBUTE_COUNT];
extern const char *const TL_ASYNC_ATTRIBUTES[TL_ASYNC_ATTRIBUTE_COUNT];

/* The number of an atom in a column. */
int64_t tl_atom_number(const tl_atom *atom, const tl_atom_column *column);

#endif /* TL_THREAD_ATTRIBUTES_H */
