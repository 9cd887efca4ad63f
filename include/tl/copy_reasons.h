/* tl/copy_reasons.h - What a planned copy does, and why not in wider accesses.
 *
 * Law C6 (reasons).  A width has a reason of the rules R1 to R9 if and only if
 * it is above what the rules of the access allow, or tl_width_is_legal names an
 * obstacle.  R3 is one where a base that is aligned to the access makes it legal,
 * but for the ends of runs, and R4 and R3 where such a base and a tile that
 * starts at element 0 do.  What a reason ends with, written, takes it away: the
 * width is legal then, or has another reason; with that of R10, no bound of the
 * dimension cuts an access.
 *
 * A width gets the first rule that forbids it of R1, R2, R6, R7, R8, R9, R5, R4,
 * R3, and R8 before R6 where nothing is consecutive, and behind R3 where narrower
 * ends of runs would do: what layouts decide comes before what is to be known of
 * memory, so that the cure of a fact widens the access, or leaves a fact to be
 * cured.  Where who moves what has been synthesized, it follows from what is known,
 * and R5, R4 and R3 come first.
 *
 *   R1   sm_90 has accesses of at most 128 bits to global memory
 *   R2   max-vector-bits is 64
 *   R3   alignment of argument 1 is 4
 *   R4   origin of dimension 1 is a multiple of 2 only
 *   R5   row pitch 9 is not a multiple of 4
 *   R6   consecutive threads are 2 elements apart, not a multiple of 4
 *   R7   in dimension 1 a digit of extent 6 of the fragment meets ...
 *   R8   a thread holds runs of 2 consecutive elements
 *   R9   the swizzle keeps 8 consecutive elements together
 *
 * and two that no width is to blame for:
 *
 *   R10  mask granularity 1 of dimension 1: where a bound cuts an access it moves
 *        in pieces of 1 elements; say bound_divisibility = array<i64: 1, 4>
 *   R11  why the copy does not go through ldmatrix or stmatrix, which move no
 *        more than plain accesses of 128 bits
 *
 * Records are plain values and own nothing. */
#ifndef TL_COPY_REASONS_H
#define TL_COPY_REASONS_H

#include "tl/copy_access.h"
#include "tl/text.h"

TL_C_BEGIN

typedef enum tl_reason_rule {
  TL_REASON_TARGET = 1,
  TL_REASON_OPTION,
  TL_REASON_BASE,
  TL_REASON_ORIGIN,
  TL_REASON_PITCH,
  TL_REASON_THREADS,
  TL_REASON_SCATTERED,
  TL_REASON_RUN,
  TL_REASON_SWIZZLE,
  TL_REASON_MASK,
  TL_REASON_MATRIX,
} tl_reason_rule;

/* In the text of a reason, in front of what to write so that the access is wider; a text
 * without it has no cure. */
#define TL_REASON_SAY "; say "

typedef struct tl_reason {
  tl_reason_rule rule;
  int64_t bits; /* of the access that it is about; of R11 the chosen one */
  char text[TL_MESSAGE_CAPACITY];
} tl_reason;

/* One a width of 16 to 256 bits, that of some accesses among them, one a limit, one of another kind. */
enum { TL_MAX_REASONS = 5 + TL_MAX_RANK + 1 };

/* Sums over the accesses of the first warp, with element 0 at address 0, origins 0
 * and symbols as their divisors; all 0 where those have no address. */
typedef struct tl_copy_facts {
  /* Of shared memory. */
  int64_t wavefronts, minimum, degree;
  /* Of global memory: as few sectors as have room for the bytes of each access, or
   * those that the copy touches where these are more (of up to 1024); efficiency
   * is the percentage of the sectors' bytes that is accessed. */
  int64_t sectors, least_sectors, efficiency;
} tl_copy_facts;

typedef struct tl_copy_record {
  /* In PTX; the back-end may pair elements in another way, as whoever uses the
   * registers does (v4.b64 for v8.b32, v4.b16 for v2.b32). */
  char instruction[TL_INSTRUCTION_CAPACITY];
  int64_t width, width_bits; /* of an access of one thread */
  bool is_mixed;             /* some accesses are narrower, tl_element_run */
  int64_t accesses;          /* of each thread */
  int64_t least_accesses; /* that have room for its bytes, of the widest ones of
                             the target */
  tl_copy_facts facts[2]; /* side by side */

  int64_t reason_count;
  tl_reason reasons[TL_MAX_REASONS]; /* narrowest first */
} tl_copy_record;

/* The record of a copy that was chosen how to make, with the sides as they are
 * then; a wider access between two memories has the reason of the source, or else
 * of the target, or else R8.
 *
 *   32 x 8 floats, a row a lane, align 16, sm_90
 *     -> ld.global.v4.b32, 2 accesses of 4, 64 sectors, efficiency 50,
 *        R1 of 256 bits
 *   64 x 64 halves from memory to memory, 128 threads, align 16
 *     -> cp.async.cg.shared.global, 4 accesses of 8, 64 sectors, no reasons */
void tl_copy_record_make(const tl_access_side *sides, int64_t count,
                         const tl_copy_choice *choice, tl_copy_record *out);

/* Rule O1: TL_UNSUPPORTED for a copy that takes more than its bounds, of accesses
 * (the bytes of a thread by the widest of the target), wavefronts of shared memory
 * (what the most words of a bank would be without conflicts), or sectors of global
 * memory (the bytes of each access by 32, or all that are touched, once).  Where
 * nothing is counted on the target, accesses alone are compared.
 *
 *   32 lanes load a column of f32 with a pitch of 32 from shared memory
 *     -> takes 32 wavefronts; 1 would do without bank conflicts, in the
 *        model of banks of sm_90 */
TL_MUST_CHECK tl_code tl_copy_check_bounds(const tl_copy_record *record,
                                           const tl_access_side *sides,
                                           int64_t count, tl_error *error);

/* Appends what it takes, and of how much at least; of banks and sectors where the
 * target has a model of them, and the copy addresses:
 *
 *   2 accesses of at least 2, 64 sectors of at least 32 in the model of sm_90 */
void tl_copy_bounds_text(const tl_copy_record *record,
                         const tl_access_side *sides, int64_t count,
                         tl_text *out);

/* Appends a reason of a record, as passes remark it:
 *
 *   R5: not 32 bits: row pitch 9 is not a multiple of 2 */
void tl_copy_reason_text(const tl_copy_record *record, int64_t number,
                         tl_text *out);

/* The first rule of R1 to R9 that forbids accesses of `width` elements, with
 * its text; false when none does.  The request is over the threads of the scope
 * or not. */
bool tl_copy_forbids(const tl_access_side *side, int64_t width, tl_reason *out);

/* The same of all sides of a copy: the reason of the first that has one, or where
 * who moves what follows from what is known, of the first that has R3, R4 or R5. */
bool tl_copies_forbid(const tl_access_side *sides, int64_t count, int64_t width,
                      tl_reason *out);

TL_C_END
#endif /* TL_COPY_REASONS_H */
