/* copy_model.h - A kernel that moves a tile, as the generator thinks of it.
 *
 * A copy is drawn from a seed, made simpler step by step where it fails, and
 * printed.  All choices are in the values, so that a simpler copy differs in
 * nothing but what was taken from it.  Values own nothing. */
#ifndef TL_TEST_COPY_MODEL_H
#define TL_TEST_COPY_MODEL_H

#include "tl/cute_tv.h"
#include "tl/register.h"
#include "tl/shared.h"
#include <stddef.h>

/* How an index is written, and so what a pass can find out about it. */
typedef enum number_form {
  NUMBER_CONSTANT = 0, /* in place */
  NUMBER_SUM,          /* of `part` and the rest */
  NUMBER_PRODUCT,      /* of `part` and what nothing is known of */
  NUMBER_OPAQUE,       /* nothing is known */
  NUMBER_LOOP,         /* an induction variable, whose step is `part` */
  NUMBER_ARGUMENT,     /* an index argument of the kernel */
  NUMBER_FORM_COUNT,
} number_form;

typedef struct number {
  int64_t value, part;
  int64_t divisor; /* stated on the copy */
  number_form form;
} number;

typedef struct element_type {
  const char *name;
  int64_t bytes;
  bool is_float;
} element_type;

/* Options of the pipeline, and of the simulator for a memref argument of which
 * the type says nothing. */
typedef struct option_row {
  const char *pipeline, *simulator;
  int64_t rank; /* of that argument; 0: there is none */
  int64_t shape[3], strides[3], offset;
} option_row;
extern const option_row OPTIONS[];
extern const int64_t OPTION_COUNT;

/* The index arguments that such a kernel has. */
enum { INDEX_ARGUMENTS = 2 };
extern const int64_t INDEX_ARGUMENT[INDEX_ARGUMENTS];

typedef struct fragment {
  tl_register map;
  tl_list vector; /* the shape of a thread's registers */
  enum { SPELL_REGISTER, SPELL_CUTE_TV, SPELL_TILE } spelling;
  bool has_warps;        /* tile: axes warpid and laneid */
  int64_t gap_from, gap; /* tile: threads this far apart are gap times so */
  int64_t first_thread;  /* tile */
  /* Registers this far apart are slot_gap times so, the first is first_slot, the
   * vector has `spare` more, and so many hold each element (0: one). */
  int64_t slot_from, slot_gap, first_slot, spare, repeats;
  bool are_beside;  /* those of an element */
  bool stores_last; /* of them */
  bool is_auto;     /* the pipeline chooses one for the registers */
  uint64_t twist;   /* which linear map of the bits of elements; 0: none */
} fragment;

/* How the kernel comes to a memref. */
typedef enum memory_form {
  MEMORY_ARGUMENT = 0,
  MEMORY_OPEN,   /* an argument with all numbers known at run time */
  MEMORY_CAST,   /* memref.reinterpret_cast of a flat argument */
  MEMORY_BUFFER, /* of the workgroup */
} memory_form;

/* A digit of the coordinate in memory. */
typedef struct memory_digit {
  int64_t dimension, extent, stride;
} memory_digit;

typedef struct memory_side {
  const char *name;
  memory_form form;
  bool is_shared;
  tl_list shape;
  int64_t alignment; /* bytes, of the buffer */
  bool is_aligned_by_copy;
  number origin[TL_MAX_RANK];
  bool is_bounded, has_pad;
  number bounds[TL_MAX_RANK];
  bool has_lower; /* bounds; then origins may be negative */
  number lower[TL_MAX_RANK];

  bool is_auto;    /* whose layout the pipeline chooses */
  bool has_layout; /* else strides */
  enum { SPELL_SHARED, SPELL_CUTE, SPELL_DIGITS } spelling;
  bool is_shaped; /* the memref has the layout's shape where it can */
  int64_t digit_count;
  memory_digit digits[TL_MAX_ITERS]; /* slowest of a dimension first */
  tl_swizzle swizzle;
  int64_t layout_offset;

  int64_t slices; /* of a leading dimension; 0: there is none */
  number slice;   /* the one that is moved */
  int64_t slice_gap;
  bool is_narrow; /* origins and bounds that are no constants are i32 */

  number strides[TL_MAX_RANK];
  number offset; /* of a cast */
  bool has_open_sizes;
} memory_side;

/* Further fragments can read VIA, each for a side behind TO. */
enum { FROM = 0, VIA, TO, FURTHER, MOST_FURTHER = 2 };
enum { SIDE_COUNT = FURTHER + MOST_FURTHER, MOST_FRAGMENTS = 2 + MOST_FURTHER };

typedef struct copy {
  uint64_t seed;
  const option_row *options;
  const element_type *type;
  bool likes_matrices; /* fragments and memory are as ldmatrix wants them */
  int64_t tidy_bytes;  /* that divide what is tidy */
  tl_scope scope;
  int64_t threads; /* of the block */
  /* Instances of the scope move tiles that follow each other in a dimension;
   * the last one may have fewer threads. */
  int64_t instances, instance_dimension;
  bool has_buffer; /* registers are a private memref */
  bool shares;     /* replicas share what they store */
  /* tl.copy from memory to memory, whose fragments say who moves what, or are
   * left out; then the tile is as large as one of the sides. */
  bool is_between, has_partition, says_tile;
  int64_t taking_part; /* threads without a partition; 0: all */
  bool is_async;       /* out of FROM, waited for at once */
  bool has_relay;      /* through VIA, into the second fragment */
  int64_t further;     /* fragments that read VIA, besides the second */
  bool loads_relay;    /* into registers, though it is written from memory */
  bool converts;       /* or without memory between, by tl.convert_layout */
  int64_t reduced;     /* dimensions, by tl.reduce; what each thread gets is all
                        * that is stored then; 0: none */
  int64_t reduction;   /* its kind */
  bool infers;         /* the layout of its result */
  fragment fragments[MOST_FRAGMENTS];
  memory_side sides[SIDE_COUNT];
} copy;

/* What kernels are to do. */
typedef enum wanted_copies {
  ANY_COPY,
  CONVERSIONS,
  REDUCTIONS,
  AUTO_LAYOUTS, /* a relay, through memory whose layout is chosen, and registers
                   whose fragment may be */
} wanted_copies;

/* The copy of a seed, always the same. */
copy choose_copy(uint64_t seed, wanted_copies wanted);

/* How a type can be reduced. */
typedef struct reduction_row {
  const char *kind;
  bool of_integers, of_floats;
} reduction_row;
extern const reduction_row REDUCTION_ROWS[];

/* Simplification `step` of `made`; false when it has nothing to take away, or
 * would leave no copy. */
bool simplify_copy(int64_t step, copy *made);
int64_t simplifications(void);

/* Makes it the copy of a single warp whose numbers are all known; false when it
 * would be none. */
bool make_plain_copy(copy *made);

/* Makes it one that names the thread of each element, and, of every other seed,
 * asynchronous where it can be; false when it would be none. */
bool make_explained_copy(copy *made);

/* Makes it one that a launch can run as PTX: what is given to it is in global
 * memory, and numbers are those that LLVM has registers for.  False when it would
 * be no copy. */
bool make_launched_copy(copy *made);

void print_copy(const copy *made);

/* For each of its copies in order, what asks tl-layout for the plan. */
void print_plan_commands(const copy *made);

/*===--- What follows from the values -------------------------------------===*/

int64_t tile_extent(const copy *made, int64_t dimension);
bool uses_side(const copy *made, int side);

/* Of the fragments; the second, or else the first, is what TO gets. */
int64_t fragments_used(const copy *made);

/* Whether a move is between memories. */
bool is_transfer_from(const copy *made, int side);

/* Whether what is moved out of FROM can be asynchronous. */
bool can_be_async(const copy *made);

/* Registers of a reduction's result; 0 where there is none. */
int64_t result_registers(const copy *made);

/* Whether registers are left out, and the fragment that is stored. */
bool is_partial(const fragment *held);
fragment stored_fragment(const fragment *held);

/* Where the last instance starts. */
int64_t last_start(const copy *made, const memory_side *side,
                   int64_t dimension);

/* Whether another fragment can take its place: it has each element once, in all of
 * its registers. */
bool can_be_chosen(const copy *made, const fragment *held);

/* Whether no dimension of memory has two digits. */
bool has_single_digits(const memory_side *side);

/* Whether the copy of `source` to `target` has the bounds of that side. */
bool has_bounds(const copy *made, int source, int target, int side);

/* Threads of an instance that has all of them. */
int64_t whole_instance(const copy *made);

bool layout_of_fragment(const copy *made, const fragment *held, tl_layout *out);
bool layout_of_memory(const memory_side *side, tl_layout *out);
int64_t registers_of(const fragment *held);

/* Elements that a flat memref needs; 0 when there is no such layout. */
int64_t elements_of(const memory_side *side);

/* Whether the definition gives the kernel a meaning. */
bool is_copy(const copy *made);

#endif /* TL_TEST_COPY_MODEL_H */
