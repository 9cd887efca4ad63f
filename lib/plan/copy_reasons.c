/* copy_reasons.c - see tl/copy_reasons.h.
 *
 * tl_copy_vectors_plan allows a width when it divides the alignment of the
 * plan, the run of consecutive elements and the strides of the atoms outside of
 * it, and fits a chunk of the swizzle.  The alignment is that of the base, the
 * constant offset, and every term.  So each rule looks at its own of these
 * parts; a part whose stride is a multiple of the stride of a memory digit that
 * is to blame belongs to R5. */
#include "tl/copy_reasons.h"
#include "access/access_names.h"
#include "base/checked.h"
#include "copy_partition.h"
#include "tl/copy_async.h"
#include "tl/copy_banks.h"
#include <stdarg.h>
#include <stdio.h>

/* Whether accesses of `width` elements are legal. */
typedef struct question {
  const tl_copy_request *request;
  const tl_copy_partition *plan;
  const tl_access_rules *rules;
  int64_t width, bits;
  char *text; /* of the answer */
} question;

enum { LAST_WIDTH_RULE = TL_REASON_SWIZZLE, SHARED_PIECE = 16 };

static bool is_above_target(const question *of);
static bool is_above_option(const question *of);
static bool is_base_short(const question *of);
static bool is_origin_odd(const question *of);
static bool is_pitch_odd(const question *of);
static bool are_threads_odd(const question *of);
static bool is_scattered(const question *of);
static bool is_run_short(const question *of);
static bool is_chunk_short(const question *of);
static void add_facts(const tl_copy_request *request,
                      const tl_copy_partition *plan,
                      const tl_copy_vectors *vectors,
                      const tl_memory_model *memory, tl_copy_record *out);
static void add_widths(const tl_copy_request *request,
                       const tl_copy_partition *plan,
                       const tl_access_rules *rules, tl_copy_record *out);
static void add_masks(const tl_copy_partition *plan,
                      const tl_copy_vectors *vectors, tl_copy_record *out);

static bool (*const RULES[LAST_WIDTH_RULE + 1])(const question *of) = {
    [TL_REASON_TARGET] = is_above_target, [TL_REASON_OPTION] = is_above_option,
    [TL_REASON_BASE] = is_base_short,     [TL_REASON_ORIGIN] = is_origin_odd,
    [TL_REASON_PITCH] = is_pitch_odd,     [TL_REASON_THREADS] = are_threads_odd,
    [TL_REASON_SCATTERED] = is_scattered, [TL_REASON_RUN] = is_run_short,
    [TL_REASON_SWIZZLE] = is_chunk_short,
};

void tl_copy_record_make(const tl_copy_request *request,
                         const tl_copy_partition *plan,
                         const tl_copy_vectors *vectors,
                         const tl_copy_matrix *matrix,
                         const tl_access_rules *rules, tl_copy_record *out) {
  /* 1. The accesses. */
  bool has_matrices = matrix && matrix->count;
  tl_copy_vectors used =
      has_matrices ? tl_copy_matrix_rows(matrix, plan, request->element_bytes)
                   : *vectors;
  *out = (tl_copy_record){.width = has_matrices ? matrix->width : used.width,
                          .accesses = tl_copy_access_count(plan, &used)};
  out->width_bits = out->width * request->element_bytes * 8;
  out->has_tails = tl_atoms_count(&used.inner) % used.width != 0;
  const tl_access_named named = {rules->target->assembly, rules->is_shared,
                                 request->stores != 0, out->width_bits,
                                 request->element_bytes * 8};
  if (has_matrices)
    tl_matrix_access_name(&named, matrix, out->instruction);
  else
    tl_plain_access_name(&named, out->instruction);
  add_facts(request, plan, &used, rules->target->memory, out);

  /* 2. Why not others. */
  if (has_matrices)
    return;
  add_masks(plan, vectors, out);
  bool could_gain = out->width_bits < TL_WIDEST_SHARED_BITS;
  if (could_gain && matrix && matrix->reason[0]) {
    tl_reason *reason = &out->reasons[out->reason_count++];
    *reason = (tl_reason){TL_REASON_MATRIX, out->width_bits, ""};
    snprintf(reason->text, sizeof reason->text, "%s", matrix->reason);
  }
  add_widths(request, plan, rules, out);
}

void tl_async_record_make(const tl_async_side *source,
                          const tl_async_side *target,
                          const tl_copy_vectors *vectors, tl_copy_record *out) {
  int64_t bytes = vectors->width * source->request->element_bytes;
  *out =
      (tl_copy_record){.width = vectors->width,
                       .width_bits = bytes * 8,
                       .accesses = tl_copy_access_count(source->plan, vectors)};
  tl_async_access_name(bytes, out->instruction);
  add_facts(source->request, source->plan, vectors,
            source->rules->target->memory, out);
  for (int64_t width = 2 * out->width;
       width * source->request->element_bytes <= SHARED_PIECE; width *= 2) {
    tl_reason *reason = &out->reasons[out->reason_count++];
    if (tl_copy_forbids(source->request, source->plan, source->rules, width,
                        reason) ||
        tl_copy_forbids(target->request, target->plan, target->rules, width,
                        reason))
      continue;
    *reason = (tl_reason){TL_REASON_RUN,
                          width * source->request->element_bytes * 8, ""};
    snprintf(reason->text, sizeof reason->text,
             "no %" PRId64 " elements are an access on both sides", width);
  }
}

tl_code tl_async_refuse(const tl_async_side *source,
                        const tl_async_side *target, tl_error *error) {
  const tl_async_side *const SIDES[] = {source, target};
  int64_t element = source->request->element_bytes;
  int64_t bytes =
      element < TL_ASYNC_NARROWEST_BYTES ? TL_ASYNC_NARROWEST_BYTES : element;
  tl_reason reason;
  for (int i = 0; i < 2; i++)
    if (tl_copy_forbids(SIDES[i]->request, SIDES[i]->plan, SIDES[i]->rules,
                        bytes / element, &reason))
      return tl_fail(error, TL_UNSUPPORTED,
                     "is asynchronous, and " TL_ASYNC_MOVES "; not %" PRId64
                     " of the %s: %s",
                     bytes, i ? "target" : "source", reason.text);
  return tl_fail(error, TL_UNSUPPORTED,
                 "is asynchronous, and " TL_ASYNC_MOVES
                 "; no 4 are consecutive on both sides");
}

/* ---- Instructions and facts --------------------------------------------- */

/* An access of 32 bytes is in one sector, and so is its first half: it counts
 * as that, with twice the bytes. */
static void add_facts(const tl_copy_request *request,
                      const tl_copy_partition *plan,
                      const tl_copy_vectors *vectors,
                      const tl_memory_model *memory, tl_copy_record *out) {
  int64_t accessed = 0;
  if (!memory)
    return;
  for (int64_t i = 0; i < out->accesses; i++) {
    int64_t addresses[TL_COUNTED_LANES], count;
    int64_t bytes =
        tl_copy_access_of_run(vectors, i).width * request->element_bytes;
    int64_t piece = bytes < SHARED_PIECE ? bytes : SHARED_PIECE;
    tl_access_facts facts;
    if (tl_copy_addresses(request, plan, vectors, i, addresses, &count, NULL) !=
            TL_OK ||
        tl_access_by_enumeration(addresses, count, piece, &facts, NULL) !=
            TL_OK) {
      out->wavefronts = out->minimum = out->degree = 0;
      out->sectors = out->efficiency = 0;
      return;
    }
    out->wavefronts += facts.wavefronts;
    out->minimum += facts.minimum;
    out->sectors += facts.sectors;
    out->degree = facts.degree > out->degree ? facts.degree : out->degree;
    accessed += facts.bytes * (bytes / piece);
  }
  int64_t moved = out->sectors * memory->sector_bytes;
  out->efficiency = moved ? 100 * accessed / moved : 0;
}

/* ---- Wider accesses ----------------------------------------------------- */

int64_t tl_access_most_bits(const tl_access_rules *rules) {
  int64_t most = rules->is_shared ? rules->target->shared_bits
                                  : rules->target->global_bits;
  return rules->max_bits && rules->max_bits < most ? rules->max_bits : most;
}

static void add_widths(const tl_copy_request *request,
                       const tl_copy_partition *plan,
                       const tl_access_rules *rules, tl_copy_record *out) {
  int64_t widest =
      rules->is_shared ? TL_WIDEST_SHARED_BITS : TL_WIDEST_GLOBAL_BITS;
  for (int64_t width = 2 * out->width;
       width * request->element_bytes * 8 <= widest; width *= 2)
    if (tl_copy_forbids(request, plan, rules, width,
                        &out->reasons[out->reason_count]))
      out->reason_count++;
}

bool tl_copy_forbids(const tl_copy_request *request,
                     const tl_copy_partition *plan,
                     const tl_access_rules *rules, int64_t width,
                     tl_reason *out) {
  question of = {
      request,  plan, rules, width, width * request->element_bytes * 8,
      out->text};
  for (int rule = TL_REASON_TARGET; rule <= LAST_WIDTH_RULE; rule++)
    if (RULES[rule](&of)) {
      out->rule = (tl_reason_rule)rule;
      out->bits = of.bits;
      return true;
    }
  return false;
}

static void answer(const question *of, const char *format, ...) TL_PRINTF(2, 3);

static void answer(const question *of, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(of->text, TL_MESSAGE_CAPACITY, format, arguments);
  va_end(arguments);
}

/* R1 */
static bool is_above_target(const question *of) {
  const tl_access_rules *rules = of->rules;
  int64_t most = rules->is_shared ? rules->target->shared_bits
                                  : rules->target->global_bits;
  if (of->bits <= most)
    return false;
  answer(of, "%s has accesses of at most %" PRId64 " bits to %s memory",
         rules->target->name, most, rules->is_shared ? "shared" : "global");
  return true;
}

/* R2 */
static bool is_above_option(const question *of) {
  int64_t most = of->rules->max_bits;
  if (!most || of->bits <= most)
    return false;
  answer(of, "max-vector-bits is %" PRId64, most);
  return true;
}

/* R3 */
static bool is_base_short(const question *of) {
  const char *reason = of->rules->base_reason;
  if (of->request->base_alignment % (of->bits / 8) == 0)
    return false;
  if (reason && reason[0])
    answer(of, "%s", reason);
  else
    answer(of, "alignment of memory is %" PRId64, of->request->base_alignment);
  return true;
}

/* ---- Strides ------------------------------------------------------------ */

/* The digit of memory that a stride is a multiple of and that is no multiple of
 * the width itself. */
typedef struct pitch {
  const tl_iter *iter; /* NULL: none */
  int64_t dimension;
} pitch;

static int64_t divisor_of(const question *of, int64_t symbol) {
  return symbol ? of->request->memory.divisor[symbol - 1] : 1;
}

/* Whether stride * symbol * step is known to be a multiple of the width. */
static bool is_multiple(const question *of, int64_t stride, int64_t symbol,
                        int64_t step) {
  int64_t known = tl_gcd(divisor_of(of, symbol), of->width);
  known *= tl_gcd(step, of->width);
  return stride % (of->width / tl_gcd(known, of->width)) == 0;
}

static pitch pitch_of(const question *of, int64_t stride, int64_t symbol) {
  const tl_layout *memory = &of->request->memory;
  const tl_iter *iter = memory->iters;
  pitch best = {NULL, 0};
  for (int64_t d = 0; d < memory->rank; d++)
    for (int64_t i = 0; i < memory->group_size[d]; i++, iter++) {
      if (iter->symbol == symbol && iter->stride > 0 &&
          (symbol || iter->stride > 1) && stride % iter->stride == 0 &&
          (i == 0 || stride / iter->stride < iter->extent) &&
          !is_multiple(of, iter->stride, symbol, 1) &&
          (!best.iter || best.iter->stride < iter->stride))
        best = (pitch){iter, d};
    }
  return best;
}

static void answer_pitch(const question *of, pitch found) {
  const tl_layout *memory = &of->request->memory;
  if (found.iter->symbol)
    answer(of,
           "stride of dimension %" PRId64 " is known to be a multiple of "
           "%" PRId64 " only",
           found.dimension, divisor_of(of, found.iter->symbol));
  else if (memory->rank == 2 && found.dimension == 0 &&
           memory->group_size[0] == 1)
    answer(of, "row pitch %" PRId64 " is not a multiple of %" PRId64,
           found.iter->stride, of->width);
  else
    answer(of,
           "stride %" PRId64 " of dimension %" PRId64
           " is not a multiple of %" PRId64,
           found.iter->stride, found.dimension, of->width);
}

static int64_t step_of(const question *of, const tl_term *term) {
  return term->source < TL_SOURCE_THREAD
             ? tl_digit_step(of->request->origin[term->source].divisor, term)
             : 1;
}

static bool is_term_odd(const question *of, const tl_term *term) {
  return !is_multiple(of, term->stride, term->symbol, step_of(of, term));
}

/* R4 */
static bool is_origin_odd(const question *of) {
  int64_t count;
  const tl_term *terms =
      tl_address_terms(&of->plan->address, of->plan->base, &count);
  int64_t offset = tl_address_number(&of->plan->address, of->plan->base, 0);
  if (offset % of->width != 0) {
    answer(of,
           "the tile starts at element %" PRId64
           " of memory, not at a multiple of %" PRId64,
           offset, of->width);
    return true;
  }
  for (int64_t i = 0; i < count; i++) {
    const tl_term *term = &terms[i];
    if (term->source >= TL_SOURCE_THREAD || !is_term_odd(of, term) ||
        pitch_of(of, term->stride, term->symbol).iter)
      continue;
    int64_t known = of->request->origin[term->source].divisor;
    if (known % of->width != 0)
      answer(of,
             "origin of dimension %" PRId64 " is a multiple of %" PRId64
             " only",
             term->source, known);
    else
      answer(of,
             "origin of dimension %" PRId64 " moves the tile by multiples of "
             "%" PRId64 " elements only",
             term->source, term->stride * step_of(of, term));
    return true;
  }
  return false;
}

static bool continues(const tl_atom *atom, int64_t run) {
  return !atom->symbol && atom->memory_stride == run;
}

/* The run of consecutive elements, as long as the atoms make it. */
static int64_t run_of(const tl_atoms *atoms) {
  int64_t run = 1;
  for (int64_t i = atoms->count - 1; i >= 0; i--)
    if (continues(&atoms->items[i], run))
      run *= atoms->items[i].extent;
  return run;
}

/* An atom outside of a run that is long enough, or NULL. */
static const tl_atom *odd_atom(const question *of) {
  const tl_atoms *atoms = &of->plan->atoms;
  int64_t run = 1;
  if (run_of(atoms) % of->width != 0)
    return NULL;
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    if (continues(atom, run))
      run *= atom->extent;
    else if (!is_multiple(of, atom->memory_stride, atom->symbol, 1))
      return atom;
  }
  return NULL;
}

/* R5 */
static bool is_pitch_odd(const question *of) {
  const tl_copy_partition *plan = of->plan;
  pitch found = {NULL, 0};
  int64_t count;
  const tl_term *terms = tl_address_terms(&plan->address, plan->base, &count);
  for (int64_t i = 0; !found.iter && i < count; i++)
    if (terms[i].source == TL_SOURCE_ONE && terms[i].symbol &&
        is_term_odd(of, &terms[i]))
      found = pitch_of(of, terms[i].stride, terms[i].symbol);
  for (int64_t i = 0; !found.iter && i < count; i++)
    if (terms[i].source <= TL_SOURCE_THREAD && is_term_odd(of, &terms[i]))
      found = pitch_of(of, terms[i].stride, terms[i].symbol);
  const tl_atom *atom = odd_atom(of);
  if (!found.iter && atom)
    found = pitch_of(of, atom->memory_stride, atom->symbol);
  if (found.iter)
    answer_pitch(of, found);
  return found.iter != NULL;
}

/* R6 */
static bool are_threads_odd(const question *of) {
  int64_t count;
  const tl_term *terms =
      tl_address_terms(&of->plan->address, of->plan->base, &count);
  for (int64_t i = 0; i < count; i++) {
    const tl_term *term = &terms[i];
    if (term->source != TL_SOURCE_THREAD || !is_term_odd(of, term))
      continue;
    if (term->divisor == 1)
      answer(of,
             "consecutive threads are %" PRId64
             " elements apart, not a multiple of %" PRId64,
             term->stride, of->width);
    else
      answer(of,
             "threads %" PRId64 " apart are %" PRId64
             " elements apart, not a multiple of %" PRId64,
             term->divisor, term->stride, of->width);
    return true;
  }
  return false;
}

/* R7 */
static bool is_scattered(const question *of) {
  const tl_copy_partition *plan = of->plan;
  if (!plan->is_scattered)
    return false;
  bool is_odd = run_of(&plan->atoms) % of->width != 0;
  int64_t count;
  const tl_term *terms = tl_address_terms(&plan->address, plan->base, &count);
  for (int64_t i = 0; i < count; i++)
    if (terms[i].source > TL_SOURCE_THREAD && terms[i].source < TL_SOURCE_ONE)
      is_odd |= is_term_odd(of, &terms[i]);
  if (is_odd)
    answer(of, "%s", plan->reason);
  return is_odd;
}

/* R8 */
static bool is_run_short(const question *of) {
  int64_t run = run_of(&of->plan->atoms);
  const tl_atom *atom = odd_atom(of);
  if (run == 1)
    answer(of, "a thread holds no two consecutive elements");
  else if (run % of->width != 0)
    answer(of, "a thread holds runs of %" PRId64 " consecutive elements", run);
  else if (atom)
    answer(of,
           "runs of a thread are %" PRId64
           " elements apart, not a multiple of %" PRId64,
           atom->memory_stride, of->width);
  return run % of->width != 0 || atom;
}

/* R9 */
static bool is_chunk_short(const question *of) {
  const tl_swizzle *swizzle = &of->plan->swizzle;
  if (!swizzle->bits || of->width <= INT64_C(1) << swizzle->base)
    return false;
  answer(of, "the swizzle keeps %" PRId64 " consecutive elements together",
         INT64_C(1) << swizzle->base);
  return true;
}

/* ---- Bounds ------------------------------------------------------------- */

/* The coordinate that a number of digits has in a dimension. */
static int64_t coordinate_of(const tl_atoms *atoms, int64_t dimension,
                             int64_t number) {
  int64_t sum = 0;
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &atoms->items[i];
    int64_t digit = tl_take_digit(&number, atom->extent);
    if (atom->dimension == dimension)
      sum += digit * atom->weight;
  }
  return sum;
}

/* The most elements, a power of two, that the limit never cuts. */
static int64_t piece_of(const tl_limit *limit, const tl_copy_vectors *vectors) {
  int64_t piece = vectors->width, run = tl_atoms_count(&vectors->inner);
  for (int64_t step = 0; step < tl_atoms_count(&vectors->outer); step++) {
    int64_t before = coordinate_of(&vectors->outer, limit->dimension, step);
    for (int64_t i = 0; i < run; i++) {
      int64_t own =
          before + coordinate_of(&vectors->inner, limit->dimension, i);
      int64_t first = before + coordinate_of(&vectors->inner, limit->dimension,
                                             i / piece * piece);
      if (own / limit->granule != first / limit->granule) {
        piece /= 2;
        i = -1;
      }
    }
  }
  return piece;
}

/* R10 */
static void add_masks(const tl_copy_partition *plan,
                      const tl_copy_vectors *vectors, tl_copy_record *out) {
  for (int64_t i = 0; i < plan->limit_count; i++) {
    int64_t piece = piece_of(&plan->limits[i], vectors);
    if (piece == vectors->width)
      continue;
    tl_reason *reason = &out->reasons[out->reason_count++];
    *reason = (tl_reason){TL_REASON_MASK, out->width_bits, ""};
    snprintf(reason->text, sizeof reason->text,
             "mask granularity %" PRId64 " of dimension %" PRId64
             ": where a bound cuts an access it moves in pieces of %" PRId64
             " elements",
             plan->limits[i].granule, plan->limits[i].dimension, piece);
  }
}
