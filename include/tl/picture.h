/* tl/picture.h - Pictures of layouts and of what copies do with them: SVG, light,
 * dark and in print, that goes to a writer piece by piece.
 *
 * Colors are 8 hues of 4 shades.  The hues are those of Okabe and Ito ("Color
 * Universal Design", 2008), with gray for black, which those who see fewer colors
 * tell apart; text keeps a contrast of 4.5 to 1 on each of them (WCAG 2.1, 1.4.3).
 * Threads or banks 0 to 3 are shades of the first hue, and so on up to 31.
 *
 * A picture has a title and a description for those who do not see it.  Where it
 * is shown so small that its labels cannot be read, they fade.
 *
 * Nothing is kept: what is drawn is asked for again as often as it is drawn. */
#ifndef TL_PICTURE_H
#define TL_PICTURE_H

#include "tl/conversion.h"
#include "tl/copy_access.h"
#include "tl/notation.h"
#include "tl/text.h"

TL_C_BEGIN

/* ---- Elements ------------------------------------------------------------ */

/* What a drawing is measured in; copies are the most numbers that a place has
 * for one thing. */
enum {
  TL_GRID_TABLES,
  TL_GRID_ROWS,
  TL_GRID_COLUMNS,
  TL_GRID_COPIES,
  TL_GRID_MEASURES
};

/* The elements of a layout as rows and columns.
 *
 * The last two dimensions are rows and columns; there is one table for every
 * coordinate of the others.  A layout of one dimension is a row; one of CuTe is
 * a column, its second mode being 1:0.  Row-major order of the elements is the
 * order in which tables, rows and columns come. */
typedef struct tl_grid {
  tl_places subject;
  int64_t extents[TL_GRID_MEASURES];
  int64_t counts[2]; /* threads, and slots of each */
} tl_grid;

/* TL_INVALID unless every element has a place, TL_UNSUPPORTED for a CuTe layout
 * of rank 3 or more; points to what the subject points to. */
TL_MUST_CHECK tl_code tl_grid_open(const tl_places *subject, tl_grid *grid,
                                   tl_error *error);

/* Whether the elements, copies counted, are `most` or fewer; and TL_INVALID
 * unless they are, with a message that ends in `hint`. */
bool tl_grid_is_within(const tl_grid *grid, int64_t most);
TL_MUST_CHECK tl_code tl_grid_check_within(const tl_grid *grid, int64_t most,
                                           const char *hint, tl_error *error);

/* The place of an element; they are numbered row-major. */
tl_location tl_grid_locate(const tl_grid *grid, int64_t number);

/* ---- Pictures ------------------------------------------------------------ */

typedef struct tl_picture {
  tl_writer to;
  const char *title;
  int64_t number;   /* of a picture in a page, whose style it has; 0: one of its
                     own */
  bool all;         /* whatever its size */
  const char *hint; /* what an error about its size ends in: what would draw it
                       all the same; empty: nothing */
} tl_picture;

/* Cells are elements.  Where threads hold them they have the color of the thread
 * and say thread and slot; in memory they have the color of the bank, for elements
 * of so many bits, and say the offset; of several axes the color of the number on
 * the first one, and say those on all of them. */
TL_MUST_CHECK tl_code tl_picture_elements(const tl_grid *grid,
                                          int64_t element_bits,
                                          const tl_picture *picture,
                                          tl_error *error);

/* The same of a value. */
TL_MUST_CHECK tl_code tl_picture_value(const tl_value *value,
                                       int64_t element_bits,
                                       const tl_picture *picture,
                                       tl_error *error);

/* Which color that is, 0 to 31, and how much red, green and blue of 255 is in it
 * on a light ground. */
int tl_picture_color(const tl_grid *grid, int64_t element_bits, int64_t number);
void tl_picture_light(int color, int out[3]);

/* Cells are slots, a thread a row; they say which element is in them, faint where
 * an earlier thread or slot holds it, too.  TL_INVALID of memory. */
TL_MUST_CHECK tl_code tl_picture_threads(const tl_grid *grid,
                                         const tl_picture *picture,
                                         tl_error *error);

/* What the accesses of the first warp ask of the banks of shared memory: a column
 * is a bank; the words that lanes want from it in a phase stand one below the
 * other, each a wavefront.  Of neighbouring accesses with the same facts one is
 * drawn, and of those that differ four, unless all are. */
TL_MUST_CHECK tl_code tl_picture_banks(const tl_access_side *side,
                                       const tl_copy_choice *choice,
                                       const tl_picture *picture,
                                       tl_error *error);

/* Which lanes of the first warp move which bytes, access by access: a row is a
 * line of memory, a column a bank of shared memory or a sector of global memory.
 * The first eight, unless all are. */
TL_MUST_CHECK tl_code tl_picture_accesses(const tl_access_side *side,
                                          const tl_copy_choice *choice,
                                          const tl_picture *picture,
                                          tl_error *error);

/* What goes from thread to thread when one fragment becomes another of the same
 * shape, in the threads of the first wave: what each holds before and afterwards,
 * with arrows from who gives to who gets, and below them the shuffles.  Without
 * rounds, or where they go through memory, an element comes from the thread
 * itself where that holds it, else from the first that does. */
TL_MUST_CHECK tl_code tl_picture_conversion(const tl_grid *source,
                                            const tl_grid *target,
                                            int64_t lanes,
                                            const tl_conversion_rounds *rounds,
                                            const tl_picture *picture,
                                            tl_error *error);

/* ---- Pages --------------------------------------------------------------- */

/* A page in HTML that needs nothing else: pictures and text in their order. Those
 * who look closer move in a picture with buttons, keys or the pointer; without
 * scripts it is a picture still. */
typedef struct tl_page {
  tl_writer to;
  int64_t pictures; /* numbers that pictures have */
} tl_page;

/* All up to the title, in HTML, and the last of it. */
void tl_page_open(const tl_page *page, const char *title);
void tl_page_close(const tl_page *page);

/* The text as HTML. */
void tl_page_write(const tl_page *page, const char *text, size_t length);

/* A picture to be drawn in the page, up to the end of it. */
tl_picture tl_page_open_picture(tl_page *page, const char *title);
void tl_page_close_picture(const tl_page *page);

TL_C_END
#endif /* TL_PICTURE_H */
