/* explain.h - Which layouts the accesses of a kernel have.
 *
 * The first block of each kernel is traced, and the others are compared with it.
 * Accesses of one buffer, in one direction, at one
 * location of the source are a site: a table of places, of each thread, each
 * time that it comes by, and each register.  The table is fitted (laws L63, L64)
 * under the swizzle that all sites of the buffer have in common. */
#ifndef TL_EXPLAIN_H
#define TL_EXPLAIN_H

#include "passes/simulator/machine.h"
#include "tl/layout_fit.h"
#include "tl/notation.h"
#include "tl/shared_choice.h"

typedef struct tl_site {
  const tl_instruction *at; /* the first of them */
  int buffer;
  bool writes, is_one; /* operation */
  int64_t first_thread, threads, steps, registers;
  int part, parts; /* of an access that some threads make more often */
  int64_t first_step, all_steps;          /* of all parts */
  tl_list thread_extents, thread_strides; /* digits of the numbers of threads */
  bool is_listed; /* the numbers are no digits; then there is but the table */
  int64_t unit;   /* bytes of a register: of an element, or fewer */
  int64_t narrowest, widest; /* bytes of an access */
  int64_t *numbers;          /* owned: of the threads */
  int64_t *times;  /* owned: how often each of the threads comes by, of which
                      some do less often than others; or NULL */
  int64_t *places; /* owned: in units, by thread, step and register; NULL: there
                      is no table.  A step that a thread leaves out has what it
                      would touch if it moved as the others do */
  char reason[TL_MESSAGE_CAPACITY]; /* why there is none, or no digits */
  int64_t
      counted; /* visits of threads, each step after the one before: of a site
                       in which the first threads alone make the last step; or 0 */
  bool
      has_no_steps; /* threads move in their own ways: only so there is a table */
  bool is_fit, is_moved, is_bits, is_fragment;
  bool is_counted,
      is_tile_counted;  /* the layout is of visits and registers; the
                                       fragment has visits for threads */
  tl_layout layout;     /* of threads, steps and registers; of a site that is
                           moved, of threads and registers in the first step */
  int64_t *moves;       /* owned: from there, in each step */
  tl_bit_matrix bits;   /* of a site that is no layout */
  tl_fragment_fit tile; /* of the first step */
  char no_fragment[TL_MESSAGE_CAPACITY];
  bool is_opaque; /* which thread has which element is left to the target */
  const char *depends_on; /* what its indices are computed from besides threads
                             and blocks: memory or arguments; or NULL */
  int64_t possible;       /* bytes of an access that the places allow */
  const char *obstacle;   /* to them; NULL: there is none */
  int64_t joined,
      joined_bytes;            /* steps that follow each other and touch what is
                                   one access of more bytes; 1: none do */
  const char *joined_obstacle; /* to that; NULL: there is none */
  tl_access_totals
      totals;      /* of all blocks, and all parts: of the last of these */
  int other_block; /* the first one that is more than moved; 0: there is none */
} tl_site;

/* What all sites of a buffer together say. */
typedef struct tl_explained {
  tl_traced_buffer buffer; /* of one dimension: as rows, where accesses are of
                              tiles of these */
  MlirValue defined;       /* that all sites see, or views of it; or null */
  tl_site *sites;          /* of the explanation */
  int count;
  int64_t first, last; /* bytes of the buffer that are touched */
  tl_swizzle swizzle;
  bool is_chosen; /* a better layout is known, or that there is none */
  tl_shared_choice choice;
  tl_shared_cost present;   /* of the layout that it has, accessed like that */
  bool has_fitting;         /* where the better one takes more bytes */
  tl_shared_choice fitting; /* that takes no more */
  char no_choice[TL_MESSAGE_CAPACITY];
} tl_explained;

typedef struct tl_explanation {
  const tl_machine *machine;
  tl_site *sites; /* owned */
  int site_count, site_capacity;
  tl_explained *buffers; /* owned */
  int buffer_count;
} tl_explanation;

/* Of a run whose accesses were traced; operations of one location are one site,
 * or each is one.  False when memory is out. */
typedef enum tl_sites_of {
  TL_SITES_OF_LOCATIONS = 0,
  TL_SITES_OF_OPERATIONS
} tl_sites_of;
bool tl_explanation_make(tl_machine *machine, const tl_target *target,
                         tl_sites_of sites, tl_explanation *out);
void tl_explanation_destroy(tl_explanation *explanation);

/* Where the tile of a step starts, one coordinate a dimension of the buffer; of a
 * site that is a layout, or moved, and has a fragment. */
tl_list tl_site_origin(const tl_explained *of, const tl_site *site,
                       int64_t step);

/* On standard output; fragments in that notation where it can say them. */
void tl_explanation_print(const tl_explanation *explanation,
                          const tl_notation *notation, tl_report_format format);

#endif /* TL_EXPLAIN_H */
