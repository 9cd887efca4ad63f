/* table.h - Rows of facts, as text and as JSON, and cells with lines around
 * them. */
#ifndef TL_LAYOUT_TABLE_H
#define TL_LAYOUT_TABLE_H

#include "output.h"
#include "tl/json.h"

/* ---- Facts -------------------------------------------------------------- */

/* What a field of a row is. */
typedef enum tl_cell_kind {
  TL_CELL_NUMBER = 0, /* an int64_t */
  TL_CELL_OPTIONAL,   /* one, or -1 for none: `-`, null */
  TL_CELL_LIST,       /* a tl_list: `0-3,8,9`, or `-` where it is empty */
  TL_CELL_TEXT,       /* a tl_text */
} tl_cell_kind;

typedef struct tl_column {
  const char *heading, *key; /* in text, in JSON; null: it is not there */
  tl_cell_kind kind;
  size_t field; /* of a row */
  int least;    /* width; negative for text at the end of a row, as it comes */
} tl_column;

#define TL_COLUMN(heading, key, kind, row, field)                              \
  { heading, key, TL_CELL_##kind, offsetof(row, field), 0 }

typedef struct tl_table {
  const tl_column *columns;
  int column_count; /* at most TL_MOST_COLUMNS */
  int64_t rows;
  const char *noun; /* what rows are called, in text and as the key */
  void (*read)(const void *context, int64_t number, void *row);
  const void *context;
  void *row; /* that is read into */
} tl_table;

enum { TL_MOST_COLUMNS = 16 };

/* The columns of a table that is written down. */
#define TL_COLUMNS(columns) columns, sizeof(columns) / sizeof *(columns)

/* Rows under the headings of their columns, each as wide as it has to be; a
 * column without any text is left out.  Of many rows the first are printed,
 * unless `all` is asked for. */
void tl_table_print(const tl_table *table, bool all);

/* An array of objects. */
void tl_table_print_json(const tl_table *table, tl_json *json);

/* ---- Cells -------------------------------------------------------------- */

typedef struct tl_drawing {
  int64_t rows, columns;
  bool right_aligned;
  bool ascii;    /* lines of + - | */
  bool compact;  /* no lines, and no blanks behind ',' and ':' */
  bool numbered; /* rows and columns; all columns are of one width ... */
  int least;     /* ... which is at least that */
  void (*write_cell)(const void *context, int64_t row, int64_t column,
                     tl_writer out);
  /* The color of a cell, see tl/picture.h; -1: none.  Null: of no cell. */
  int (*color)(const void *context, int64_t row, int64_t column);
  bool has_all_colors;     /* of 24 bits */
  int64_t most_characters; /* of a line; 0: as many as it takes */
  const void *context;
} tl_drawing;

/* Draws on standard output; every column is as wide as its widest cell.  Columns
 * that do not fit in a line are drawn below the others. */
void tl_drawing_print(const tl_drawing *drawing);

#endif /* TL_LAYOUT_TABLE_H */
