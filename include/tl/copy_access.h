/* tl/copy_access.h - What kinds of access a copy can be made of, and which it
 * is made of.
 *
 * A kind is a row, in a file of its own in lib/plan/access: when it is asked,
 * how it matches a copy or why it does not, what is legal of it, how atoms are
 * cut into accesses of it, what it is called.  Rows are asked in the order of
 * TL_ACCESS_KINDS, and the first that matches is how the copy moves.
 *
 *   matrix   shared memory by a whole warp: ldmatrix, stmatrix
 *   async    memory to memory, no register takes part: cp.async
 *   plain    all else: loads and stores of one thread
 *
 * Law C3 (vectors).  Every access moves elements that are consecutive in memory
 * and starts at a multiple of its size; no wider uniform access does both, and
 * mixed widths are used only where they are fewer accesses.
 * Law C5 (matrices).  What ldmatrix gives every lane at the rows that the plan
 * lets the lanes name, or stmatrix takes from it, is what laws C1 and C2 say.
 * Law C10 (pairs).  For every register slot, the pairs lead to the offset that
 * the load has for it in the source and to the one that the store has for it in
 * the target.
 * Law C11 (asynchronous accesses).  An access has 16, 8 or 4 bytes, is
 * consecutive and aligned on both sides, and what bounds leave of it are its
 * first elements.
 *
 * Sources: PTX ISA, "Warp-level matrix load instruction: ldmatrix" (sm_75),
 * "Warp-level matrix store instruction: stmatrix" (sm_90), "Data Movement and
 * Conversion Instructions: cp.async" (sm_80; cp-size 4, 8 or 16, src-size for
 * what is read, zeros for the rest).
 *
 * Rows are constants, plans plain values: nothing is owned. */
#ifndef TL_COPY_ACCESS_H
#define TL_COPY_ACCESS_H

#include "tl/banks.h"
#include "tl/copy_plan.h"

TL_C_BEGIN

/* ---- Widths -------------------------------------------------------------- */

/* A thread's atoms, to be cut into accesses.  Those of an asynchronous copy are
 * pairs: memory strides are of the source, register strides of the target. */
typedef struct tl_copy_cut {
  const tl_atoms *atoms;
  int64_t alignment, phase; /* as in tl_copy_partition; of both sides */
  int64_t element_bytes, most_bits;
  tl_swizzle swizzle, target_swizzle; /* the second of pairs alone */
  int64_t granules[TL_MAX_RANK]; /* of dimensions whose limit has an extent;
                                         0: of others */
  const tl_target *target;       /* of pairs alone */
} tl_copy_cut;

/* The atoms of a plan.  It keeps a pointer to them. */
tl_copy_cut tl_copy_cut_of(const tl_copy_partition *plan, int64_t element_bytes,
                           int64_t most_bits);

typedef struct tl_copy_vectors {
  int64_t width;  /* elements of an access */
  int64_t phase;  /* of runs, see tl_element_run */
  tl_atoms outer; /* one run for each combination, slowest first */
  tl_atoms
      inner;     /* a run of consecutive elements, slowest first; it is cut into
                     accesses, see tl_element_run */
  int64_t lanes; /* of a warp that name an address: the first; 0: all */
} tl_copy_vectors;

/* What keeps uniform accesses of a width from being legal. */
typedef struct tl_width_obstacles {
  bool is_misaligned, is_above_chunk; /* of the plan, of the swizzle */
  int64_t run; /* consecutive elements that the width does not divide; 0: it
                  does */
  const tl_atom *atom; /* moves a run that is long enough, and not by multiples
                          of the width; or NULL */
} tl_width_obstacles;

/* Whether they are, however wide the target's are: without obstacles. */
bool tl_width_is_legal(const tl_copy_cut *cut, int64_t width,
                       tl_width_obstacles *out);

/* Decides how wide uniform accesses are: the widest that is legal.  Never
 * fails: one element always moves.
 *
 *   atoms [8 : 1 -> 1], 4-byte elements, alignment 16, 128 bits
 *     -> width 4, outer [2 : 4 -> 4], inner [4 : 1 -> 1] */
void tl_copy_vectors_plan(const tl_copy_cut *cut, tl_copy_vectors *out);

/* That width of the atoms of a plan. */
int64_t tl_copy_plain_width(const tl_copy_partition *plan,
                            int64_t element_bytes);

/* The same, or with narrower accesses at the ends of every run where that is
 * fewer accesses.
 *
 *   atoms [8 : 16 -> 6][6 : 1 -> 1], 4-byte elements, alignment 16, 128 bits
 *     -> width 4, outer [8 : 16 -> 6], inner [6 : 1 -> 1]: 16 accesses, of 4
 *        and of 2, and not 24 of 2
 *   atoms [31 : 1 -> 1], 1-byte elements, alignment 16, phase 1, 128 bits
 *     -> width 16, inner [31 : 1 -> 1]: of 1, 2, 4, 8 and 16 */
void tl_copy_accesses_plan(const tl_copy_cut *cut, tl_copy_vectors *out);

/* ---- Kinds --------------------------------------------------------------- */

/* The attribute that would say more of an alignment; NULL: none would. */
typedef struct tl_base_cure {
  const char *attribute;
  int64_t is_of_copy; /* or of what defines the memory */
} tl_base_cure;

/* What bounds accesses besides the copy. */
typedef struct tl_access_rules {
  bool is_shared;          /* memory; else it is global */
  bool uses_matrices;      /* where the target has them */
  const tl_target *target; /* see tl/target.h */
  int64_t max_bits;        /* asked for; 0: as the target allows */
  tl_cache_mode cache;
  const char *base_reason; /* what keeps the base from a larger alignment; NULL
                              or empty: its alignment */
  tl_base_cure base_cure;
  const char *side;    /* what names of attributes of the copy begin with:
                              "source_", or ""; NULL: it has none to write */
  bool is_synthesized; /* who moves what follows from what is known */
} tl_access_rules;

/* The widest access in bits that target and option allow.
 *
 *   sm_100, global, 0 -> 256;  shared -> 128;  64 -> 64 */
int64_t tl_access_most_bits(const tl_access_rules *rules);

/* A memory of a copy.  One between two memories has two, source and target,
 * under one partition; a register that both know is the element that moves. */
typedef struct tl_access_side {
  const tl_copy_request *request;
  const tl_access_rules *rules;
  tl_copy_partition *plan; /* to match may rewrite it */
} tl_access_side;

enum { TL_INSTRUCTION_CAPACITY = 64 };

typedef struct tl_access_kind tl_access_kind;

/* Accesses of a whole warp to matrices of rows of 16 bytes. */
typedef struct tl_copy_matrix {
  int64_t count; /* in an instruction: 1, 2 or 4; 0: none */
  int64_t rows;  /* of a matrix: 8 or 16 */
  bool is_transposed;
  tl_atoms inner; /* their registers, the matrix before the element, slowest
                     first; memory strides are not used */
} tl_copy_matrix;

/* How a copy moves. */
typedef struct tl_copy_choice {
  const tl_access_kind *kind;
  int64_t width;            /* elements that a thread moves in an access */
  int64_t alignment, phase; /* as in tl_copy_partition; of all sides */
  tl_copy_vectors vectors;  /* what it costs: the addresses of these */
  tl_copy_matrix matrix;
  char reason[TL_MESSAGE_CAPACITY]; /* why not by the kind that was asked
                                       before; empty: none was */
} tl_copy_choice;

/* An access as IR says it. */
typedef struct tl_access_form {
  int64_t width, element_bytes, alignment, matrices; /* bytes that divide it */
  bool is_transposed, is_shared, is_bounded, stores;
} tl_access_form;

/* What messages say of it. */
#define TL_ASYNC_MOVES "cp.async moves 4, 8 or 16 bytes"

/* An asynchronous access of so many bytes can go around L1; what messages say of
 * it. */
enum { TL_BYPASS_BYTES = 16 };
#define TL_BYPASS_MOVES "cache 'l2' needs asynchronous accesses of 16 bytes"

struct tl_access_kind {
  const char *name;
  int64_t least_bytes; /* of an access; 0: those of an element */

  /* Whether a copy with so many sides, 1 or 2, may go by it. */
  bool (*is_asked)(const tl_access_side *sides, int64_t count);

  /* Decides how: fills `out` without its kind and reason, and may rewrite the
   * plans, which it leaves alone when it fails.  TL_UNSUPPORTED with why it
   * does not match. */
  tl_code (*match)(const tl_access_side *sides, tl_copy_choice *out,
                   tl_error *error);

  /* Cuts atoms that were matched; TL_UNSUPPORTED where they cannot be.  NULL:
   * they are not cut. */
  tl_code (*cut)(const tl_copy_cut *of, tl_copy_vectors *out, tl_error *error);

  bool (*is_legal)(const tl_access_form *form);

  /* What it is called in the assembly of the target, at most `width` elements
   * of it. */
  void (*instruction)(const tl_access_side *side, const tl_copy_choice *choice,
                      char out[TL_INSTRUCTION_CAPACITY]);

  /* The same in short, `ldmatrix.x4.trans`; NULL: no more than an access. */
  void (*brief)(const tl_access_side *side, const tl_copy_choice *choice,
                char out[TL_INSTRUCTION_CAPACITY]);
};

/* Rows of a matrix: 16 of bytes that a load transposes, else 8. */
int64_t tl_matrix_rows(int64_t element_bytes, bool is_transposed, bool stores);

/* "matrix": where it is cheaper, where a plain access of at most 128 bits moves
 * fewer bytes of a lane than the matrices; as many in an instruction as there
 * are up to 4.  The base and the atoms of the plan become those of the rows
 * that a lane names: lane t row t % 8 of matrix t / 8 (lanes beyond the last
 * matrix name a row of it).
 *
 *   mma A of 16 x 16 f16 from rows of 64, loads:
 *   base t / 4 * 64 + t % 4 * 2, atoms (2 : 512)(2 : 8)(2 : 1)
 *     -> 4 matrices, base t % 16 * 64 + t / 16 * 8, no atoms
 *
 * It does not match by: the target; elements of more than 32 bits; a bound;
 * lanes that do not take part; an element outside the 8 x 16-byte tiles; rows
 * that do not start at multiples of 16 bytes; a swizzle of smaller pieces. */
extern const tl_access_kind TL_MATRIX_KIND;

/* "async": planned as a load of the source and a store of the target.  The
 * atoms of the source become pairs.
 *
 *   load (8 : 1 -> 1), store (2 : 64 -> 4)(4 : 1 -> 1), elements of 2 bytes
 *     -> pairs (2 : 4 -> 64)(4 : 1 -> 1), width 4 */
extern const tl_access_kind TL_ASYNC_KIND;

/* "plain": always matches. */
extern const tl_access_kind TL_PLAIN_KIND;

/* In the order in which they are asked; NULL ends them. */
extern const tl_access_kind *const TL_ACCESS_KINDS[];

/* Decides by which kind a copy moves: TL_UNSUPPORTED with the reason of the last
 * kind that was asked when none matches, which is so of asynchronous copies
 * alone.  Without `error` the choice has no reason either. */
TL_MUST_CHECK tl_code tl_copy_choose(const tl_access_side *sides, int64_t count,
                                     tl_copy_choice *out, tl_error *error);

/* How an access of `width` elements, all of a run, goes through a bounded
 * dimension: element i is i / step further than the first; `width` where all
 * are at one coordinate, 0 when it does not go like that. */
int64_t tl_async_step(const tl_atoms *run, int64_t width, int64_t dimension);

/* Whether no run, wherever the others put it, has coordinates of two granules in
 * that dimension: what is cut at its begin is none that cp.async has. */
bool tl_async_is_whole(const tl_atoms *outer, const tl_atoms *run,
                       int64_t dimension, int64_t granule);

/* ---- Cost ---------------------------------------------------------------- */

/* A run of them, and whether some of its accesses are narrower than the width. */
tl_element_run tl_copy_run_of(const tl_copy_vectors *vectors);
bool tl_copy_is_mixed(const tl_copy_vectors *vectors);

/* Which elements of its run an access moves; of each combination of starts and
 * outer atoms, the accesses of the run follow each other. */
tl_run_access tl_copy_access_of_run(const tl_copy_vectors *vectors,
                                    int64_t access);

/* Accesses that each thread makes in a planned copy. */
int64_t tl_copy_access_count(const tl_copy_partition *plan,
                             const tl_copy_vectors *vectors);

/* Instructions that compute the addresses of a thread, once. */
int64_t tl_copy_instructions(const tl_copy_partition *plan,
                             const tl_copy_vectors *vectors);

/* What an access does in every thread. */
enum { TL_MOST_MOVED = 32 };

typedef struct tl_copy_step {
  tl_moves
      start;     /* how a scattered start moves the coordinates that are read */
  tl_moves from; /* how far the first element is from the base of the thread */
  int64_t count;
  tl_moves elements[TL_MOST_MOVED]; /* in the order of memory, where it is that
                                       of registers */
} tl_copy_step;

/* Access number `access`, in the order of tl_copy_addresses. */
void tl_copy_step_of(const tl_copy_partition *plan,
                     const tl_copy_choice *choice, int64_t access,
                     tl_copy_step *out);

/* Of a copy without registers, whose accesses have the source's offsets and as
 * registers the target's: makes them the target's accesses. */
void tl_copy_take_target(tl_copy_vectors *vectors);

/* What a stride known only at run time counts as: a multiple of what divides it,
 * beyond 1024 elements, so that rows are apart.  0 of none.
 *
 *   8 -> 1032 */
int64_t tl_long_pitch(int64_t divisor);

/* The byte addresses of access number `access` in the threads of the first warp
 * of the scope that has elements, TL_LANE_INACTIVE for a thread that takes no part; *lanes is
 * 32, or the threads there are.  Element 0 is at address 0, or as far past it as
 * it is past a multiple of its alignment; dynamic origins are 0, and strides known
 * only at run time are long pitches.
 * Accesses are numbered scattered starts first, then outer atoms, then the
 * accesses of a run.  TL_INVALID beyond the last. */
TL_MUST_CHECK tl_code tl_copy_addresses(
    const tl_copy_request *request, const tl_copy_partition *plan,
    const tl_copy_vectors *vectors, int64_t access,
    int64_t byte_addresses[TL_COUNTED_LANES], int64_t *lanes, tl_error *error);

/* The facts of that access.
 *
 *   f16, S[(32, 8) : (1@laneid, 1)] and S[(32, 64) : (64, 1)], access 0
 *     -> 32 wavefronts of minimum 4; with swizzle(3, 3, 3) 4 */
TL_MUST_CHECK tl_code tl_copy_banks(const tl_copy_request *request,
                                    const tl_copy_partition *plan,
                                    const tl_copy_vectors *vectors,
                                    int64_t access, tl_access_facts *out,
                                    tl_error *error);

/* The wavefronts of all accesses of the first warp, of a memory without strides
 * known at run time (law C21); more than `most` is some number above it. */
TL_MUST_CHECK tl_code tl_copy_wavefronts(const tl_copy_request *request,
                                         const tl_copy_partition *plan,
                                         const tl_copy_vectors *vectors,
                                         int64_t most, int64_t *out,
                                         tl_error *error);

TL_C_END
#endif /* TL_COPY_ACCESS_H */
