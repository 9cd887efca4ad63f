/* tl/address.h - An address as a value.
 *
 * An address is a list of rows; the last one is its result.  A row joins terms,
 * and a term takes a digit of a number known at run time, of 1, or of an
 * earlier row:
 *
 *   stride * symbol * ((source / divisor) % extent)
 *
 *   x = 64 * (t / 4) + 8 * (t % 4) + 16      x ^ ((x & 448) >> 3)
 *     row 0  sum   (t, / 4, * 64) (t, % 4, * 8) (1, * 16)    named x
 *     row 1  read  (row 0, & 448, >> 3)
 *     row 2  xor   (row 0) (row 1)
 *
 * One fold evaluates it, row by row: an algebra says what the numbers are.
 *
 * Law C6 (fold).  Over integers, a row is what the formulas above say.
 *
 * Addresses are plain values and own nothing.  What is beyond a count is not
 * set: copies and comparisons look at the counts. */
#ifndef TL_ADDRESS_H
#define TL_ADDRESS_H

#include "tl/thread_digits.h"
#include <stddef.h>

TL_C_BEGIN

/* What a term reads: a dimension's origin, or one of these. */
enum {
  TL_SOURCE_THREAD = TL_MAX_RANK, /* the number in the scope, less the offset */
  TL_SOURCE_BOUND,                /* + dimension */
  TL_SOURCE_LOWER = TL_SOURCE_BOUND + TL_MAX_RANK, /* + dimension */
  TL_SOURCE_START = TL_SOURCE_LOWER + TL_MAX_RANK, /* + dimension: what the
                                    start of a scattered copy adds to it */
  TL_SOURCE_ROW = TL_SOURCE_START + TL_MAX_RANK,   /* + row: an earlier one */
  TL_MAX_ROWS = 8 * TL_MAX_RANK + 8,
  TL_SOURCE_ONE = TL_SOURCE_ROW + TL_MAX_ROWS,
};

/* Unsigned; extent 0 leaves the remainder out.  `symbol` is 0 or a symbol of
 * the memory layout, which multiplies the stride. */
typedef struct tl_term {
  int64_t source, divisor, extent, stride, symbol;
  uint64_t bits; /* that the term can have, where that is known; of a sum that
                    makes a base */
} tl_term;

typedef enum tl_row_kind {
  TL_ROW_SUM = 0,
  TL_ROW_DIFFERENCE, /* the first term less the others */
  TL_ROW_XOR,
  TL_ROW_READ, /* one term: (source & divisor) >> extent; << where extent < 0 */
} tl_row_kind;

typedef struct tl_row {
  int64_t kind, first, count;
  int64_t name;   /* a letter, of rows that others use by name; 0: none */
  int64_t number; /* that follows the letter; or TL_NO_NUMBER */
} tl_row;

enum {
  TL_NO_NUMBER = -1,
  /* Beside TL_MAX_TERMS: scattered digits, constants; the coordinates of
   * scattered digits, those of limits, and guards. */
  TL_MAX_BASE_TERMS = TL_MAX_TERMS + TL_MAX_ITERS + TL_MAX_SYMBOLS + 1,
  TL_MAX_ADDRESS_TERMS =
      TL_MAX_BASE_TERMS + 4 * TL_MAX_ITERS + 1 + 10 * TL_MAX_RANK,
};

typedef struct tl_address {
  int64_t row_count, term_count;
  tl_row rows[TL_MAX_ROWS];
  tl_term terms[TL_MAX_ADDRESS_TERMS];
} tl_address;

/* Rows [first, end) of an address, which use no others. */
typedef struct tl_row_range {
  int64_t first, end;
} tl_row_range;

/* ---- Building ----------------------------------------------------------- */

/* Appends an empty row; returns its number. */
int64_t tl_address_open(tl_address *address, tl_row_kind kind);

/* Adds a term to the last row; a number, or one whose stride is not 0. */
void tl_address_add(tl_address *address, const tl_term *term);

/* Adds the whole of a source, or number * symbol. */
void tl_address_add_source(tl_address *address, int64_t source);
void tl_address_add_number(tl_address *address, int64_t number, int64_t symbol);

/* Adds where the tile starts in a dimension. */
void tl_address_add_origin(tl_address *address, const tl_origin *origin,
                           int64_t dimension);

/* Removes the rows from `row` on. */
void tl_address_cut(tl_address *address, int64_t row);

/* Sorts the terms of the last row, a sum, from the first `kept` on, by source
 * and divisor; digits of the thread that continue each other become one, and
 * the slowest needs no remainder, since the thread number stays below the
 * limit.
 *
 * Law C7 (merge).  The sum stays what it is for threads below the limit.
 *
 *   8 * (t / 4 % 4) + 2 * (t % 4), limit 16  ->  2 * t */
void tl_address_merge(tl_address *address, int64_t kept, int64_t thread_limit);

/* The terms of a row. */
const tl_term *tl_address_terms(const tl_address *address, int64_t row,
                                int64_t *count);

/* The number in a sum that multiplies `symbol`, 0 without one. */
int64_t tl_address_number(const tl_address *address, int64_t row,
                          int64_t symbol);

/* ---- Folding ------------------------------------------------------------ */

/* What is done to a value, with numbers a and b or another value. */
typedef enum tl_operation {
  TL_READ,  /* becomes source a, which is no row, for symbol b */
  TL_USE,   /* becomes the other, the value of a row named a, b */
  TL_DIGIT, /* value / a % b, unsigned; b = 0: value / a */
  TL_SCALE, /* value * a * symbol b; 0: no symbol */
  TL_BITS,  /* (value & a) >> b; b < 0: << -b */
  TL_JOIN,  /* and the other, by row kind a */
  TL_CLOSE, /* a row named a has its value */
} tl_operation;

/* What numbers are. */
typedef struct tl_algebra {
  size_t size; /* of a value, in bytes */
  void (*apply)(void *context, tl_operation operation, void *value,
                const void *other, int64_t a, int64_t b);
} tl_algebra;

typedef struct tl_fold {
  const tl_address *address;
  const tl_algebra *algebra;
  void *context;
  int64_t first; /* the row of values[0] */
  void *values;  /* one a row, and one more */
} tl_fold;

/* Evaluates rows, of which the earlier ones that they use have a value. */
void tl_fold_rows(const tl_fold *fold, tl_row_range rows);

/* Evaluates one term. */
void tl_fold_term(const tl_fold *fold, const tl_term *term, void *value);

/* ---- Integers ----------------------------------------------------------- */

enum { TL_MAX_LANES = 32 };

/* The numbers of up to TL_MAX_LANES threads; they wrap. */
typedef struct tl_lane_numbers {
  uint64_t of[TL_MAX_LANES];
} tl_lane_numbers;

/* What the sources are. */
typedef struct tl_lane_sources {
  int64_t lanes;
  int64_t thread[TL_MAX_LANES];       /* less the offset; may be negative */
  int64_t number[TL_SOURCE_ROW];      /* of other sources */
  int64_t symbol[1 + TL_MAX_SYMBOLS]; /* symbol 0 is 1 */
} tl_lane_sources;

/* The last row, for all lanes.
 *
 *   x ^ ((x & 448) >> 3) from above, threads 0, 1, 7  ->  16, 24, 96 */
void tl_address_evaluate(const tl_address *address, tl_row_range rows,
                         const tl_lane_sources *sources, tl_lane_numbers *out);

TL_C_END
#endif /* TL_ADDRESS_H */
