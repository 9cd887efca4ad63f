/* copy_reasons.c - see tl/copy_reasons.h.
 *
 * tl_width_is_legal names what keeps a width from being legal: the alignment of
 * the plan, the run, an atom outside of it, the swizzle.  The alignment is that
 * of the base, of the constant offset and of every term; a part whose stride is
 * a multiple of the stride of a memory digit that is to blame belongs to R5. */
#include "tl/copy_reasons.h"
#include "access/copy_matrix.h"
#include "base/checked.h"
#include "copy_partition.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SHARED_PIECE = 16, NO_RULE = TL_REASON_MATRIX + 1 };

/* Whether accesses of `width` elements are legal. */
typedef struct question {
  const tl_access_side *side;
  int64_t width, bits;
  tl_width_obstacles obstacles;
  bool wants_alignment; /* for runs with narrower ends */
  char *text;           /* of the answer */
} question;

/* Who is to blame. */
typedef struct suspect {
  int rule;
  const tl_term *term; /* of the base; or NULL */
  const tl_iter *pitch;
  int64_t dimension; /* of the pitch */
} suspect;

static tl_reason *add_reason(tl_copy_record *out, tl_reason_rule rule) {
  tl_reason *reason = &out->reasons[out->reason_count++];
  *reason = (tl_reason){rule, out->width_bits, ""};
  return reason;
}

/* ---- Facts --------------------------------------------------------------- */

/* Numbers of sectors, each once, in a table that is never full. */
enum { SECTOR_BITS = 11, SECTOR_PLACES = 1 << SECTOR_BITS };

typedef struct sector_set {
  int64_t numbers[SECTOR_PLACES]; /* and 1; 0: none */
  int64_t count;
} sector_set;

/* False where there is no room for more. */
static bool add_sectors(const int64_t *addresses, int64_t lanes,
                        int64_t sector_bytes, sector_set *set) {
  for (int64_t lane = 0; lane < lanes; lane++) {
    int64_t number = 1 + addresses[lane] / sector_bytes;
    if (addresses[lane] == TL_LANE_INACTIVE)
      continue;
    uint64_t at = tl_hash(0, (uint64_t)number);
    at >>= 64 - SECTOR_BITS;
    while (set->numbers[at] && set->numbers[at] != number)
      at = (at + 1) % SECTOR_PLACES;
    if (!set->numbers[at] && ++set->count > SECTOR_PLACES / 2)
      return false;
    set->numbers[at] = number;
  }
  return true;
}

/* An access of 32 bytes is in one sector, and so is its first half: it counts
 * as that, with twice the bytes. */
static void add_facts(const tl_access_side *side,
                      const tl_copy_vectors *vectors, int64_t accesses,
                      tl_copy_facts *out) {
  const tl_memory_model *memory = side->rules->target->memory;
  int64_t accessed = 0;
  sector_set sectors;
  bool has_sectors = !side->rules->is_shared;
  if (!memory)
    return;
  memset(&sectors, 0, sizeof sectors);
  for (int64_t i = 0; i < accesses; i++) {
    int64_t addresses[TL_COUNTED_LANES], count;
    int64_t bytes =
        tl_copy_access_of_run(vectors, i).width * side->request->element_bytes;
    int64_t piece = bytes < SHARED_PIECE ? bytes : SHARED_PIECE;
    tl_access_facts facts;
    if (tl_copy_addresses(side->request, side->plan, vectors, i, addresses,
                          &count, NULL) != TL_OK ||
        tl_access_by_enumeration(addresses, count, piece, &facts, NULL) !=
            TL_OK) {
      *out = (tl_copy_facts){0};
      return;
    }
    has_sectors = has_sectors &&
                  add_sectors(addresses, count, memory->sector_bytes, &sectors);
    out->wavefronts += facts.wavefronts;
    out->minimum += facts.minimum;
    out->sectors += facts.sectors;
    out->degree = facts.degree > out->degree ? facts.degree : out->degree;
    int64_t used = facts.bytes * (bytes / piece);
    accessed += used;
    out->least_sectors +=
        (used + memory->sector_bytes - 1) / memory->sector_bytes;
  }
  if (has_sectors && sectors.count > out->least_sectors)
    out->least_sectors = sectors.count;
  int64_t moved = out->sectors * memory->sector_bytes;
  out->efficiency = moved ? 100 * accessed / moved : 0;
}

/* ---- Wider accesses ------------------------------------------------------ */

static void answer(const question *of, const char *format, ...) TL_PRINTF(2, 3);

/* Appends it, as far as there is room. */
static void answer(const question *of, const char *format, ...) {
  size_t length = strlen(of->text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(of->text + length, TL_MESSAGE_CAPACITY - length, format, arguments);
  va_end(arguments);
}

static bool is_term_odd(const question *of, const tl_term *term) {
  return tl_term_step(of->side->request, term) % (uint64_t)of->width != 0;
}

/* The digit of memory that the stride is a multiple of and that is no multiple
 * of the width itself. */
static void find_pitch(const question *of, int64_t stride, int64_t symbol,
                       suspect *out) {
  const tl_layout *memory = &of->side->request->memory;
  const tl_iter *iter = memory->iters;
  for (int64_t d = 0; d < memory->rank; d++)
    for (int64_t i = 0; i < memory->group_size[d]; i++, iter++)
      if (iter->symbol == symbol && iter->stride > 0 &&
          (symbol || iter->stride > 1) && stride % iter->stride == 0 &&
          (i == 0 || stride / iter->stride < iter->extent) &&
          is_term_odd(of, &(tl_term){.source = TL_SOURCE_ONE,
                                     .stride = iter->stride,
                                     .symbol = symbol}) &&
          (!out->pitch || out->pitch->stride < iter->stride)) {
        out->pitch = iter;
        out->dimension = d;
        out->rule = TL_REASON_PITCH;
      }
}

/* Whether narrower ends of runs would do, were memory aligned: then the width
 * is not there for want of that. */
static bool wants_alignment(const tl_copy_cut *cut, int64_t width) {
  tl_copy_cut aligned = *cut;
  tl_copy_vectors is, would_be;
  aligned.alignment = width * cut->element_bytes;
  aligned.phase = 0;
  tl_copy_accesses_plan(cut, &is);
  tl_copy_accesses_plan(&aligned, &would_be);
  return is.width < width && would_be.width == width;
}

/* What layouts decide is asked first, then what is to be known of memory, and
 * the other way round where the one follows from the other; first of all whether
 * anything is consecutive. */
static int place_of(const question *of, const suspect *by) {
  enum { FIRST_FACT = 5, LAST_FACT = 7, BEHIND_FACTS, NOWHERE };
  static const int PLACES[] = {[TL_REASON_THREADS] = 1,
                               [TL_REASON_SCATTERED] = 2,
                               [TL_REASON_RUN] = 3,
                               [TL_REASON_SWIZZLE] = 4,
                               [TL_REASON_PITCH] = FIRST_FACT,
                               [TL_REASON_ORIGIN] = 6,
                               [TL_REASON_BASE] = LAST_FACT,
                               [NO_RULE] = NOWHERE};
  int place = PLACES[by->rule];
  if (by->rule == TL_REASON_RUN && of->obstacles.run == 1)
    place = 0;
  else if (by->rule == TL_REASON_RUN && of->wants_alignment)
    place = BEHIND_FACTS;
  bool is_fact = place >= FIRST_FACT && place <= LAST_FACT;
  return is_fact && of->side->rules->is_synthesized ? place - NOWHERE : place;
}

static void accuse(const question *of, suspect *worst, const suspect *next) {
  if (place_of(of, next) < place_of(of, worst))
    *worst = *next;
}

static void accuse_terms(const question *of, suspect *worst) {
  const tl_copy_partition *plan = of->side->plan;
  int64_t count;
  const tl_term *terms = tl_address_terms(&plan->address, plan->base, &count);
  for (int64_t i = 0; i < count; i++) {
    const tl_term *term = &terms[i];
    suspect own = {.term = term};
    if ((term->source == TL_SOURCE_ONE && !term->symbol) ||
        !is_term_odd(of, term))
      continue;
    own.rule = term->source < TL_SOURCE_THREAD    ? TL_REASON_ORIGIN
               : term->source == TL_SOURCE_THREAD ? TL_REASON_THREADS
               : term->source < TL_SOURCE_ONE     ? TL_REASON_SCATTERED
                                                  : NO_RULE;
    if (own.rule != TL_REASON_SCATTERED)
      find_pitch(of, term->stride, term->symbol, &own);
    accuse(of, worst, &own);
  }
}

/* Of registers that could be others a stride is to blame as well. */
static void accuse_atoms(const question *of, suspect *worst) {
  const tl_atoms *atoms = &of->side->plan->atoms;
  for (int64_t i = 0; i < atoms->count; i++) {
    const tl_atom *atom = &atoms->items[i];
    suspect own = {.rule = NO_RULE};
    if (is_term_odd(of, &(tl_term){.source = TL_SOURCE_ONE,
                                   .stride = atom->memory_stride,
                                   .symbol = atom->symbol}))
      find_pitch(of, atom->memory_stride, atom->symbol, &own);
    accuse(of, worst, &own);
  }
}

static suspect find_suspect(const question *of) {
  const tl_copy_partition *plan = of->side->plan;
  const tl_width_obstacles *obstacles = &of->obstacles;
  suspect worst = {.rule = NO_RULE};
  int64_t start = tl_address_number(&plan->address, plan->base, 0);
  tl_base base = tl_copy_base_of(of->side->request);
  bool is_low = base.alignment % (of->bits / 8) != 0;
  bool is_apart = is_low || (base.phase + start) % of->width != 0;
  if (is_low || (is_apart && base.phase % of->width))
    accuse(of, &worst, &(suspect){.rule = TL_REASON_BASE});
  if (is_apart && start % of->width)
    accuse(of, &worst, &(suspect){.rule = TL_REASON_ORIGIN});
  accuse_terms(of, &worst);
  if (of->side->rules->is_synthesized)
    accuse_atoms(of, &worst);
  if (obstacles->run) {
    accuse(of, &worst,
           &(suspect){.rule = plan->is_scattered ? TL_REASON_SCATTERED
                                                 : TL_REASON_RUN});
  } else if (obstacles->atom) {
    suspect own = {.rule = TL_REASON_RUN};
    find_pitch(of, obstacles->atom->memory_stride, obstacles->atom->symbol,
               &own);
    accuse(of, &worst, &own);
  }
  if (obstacles->is_above_chunk)
    accuse(of, &worst, &(suspect){.rule = TL_REASON_SWIZZLE});
  return worst;
}

/* ---- Texts --------------------------------------------------------------- */

/* What to write: that `divisor` divides the number of dimension d, of those from
 * `first` on. */
static void say_divisor(const question *of, const char *side,
                        const char *attribute, int64_t first, int64_t d,
                        int64_t divisor) {
  answer(of, "%s%s%s = array<i64",
         strstr(of->text, TL_REASON_SAY) ? " and " : TL_REASON_SAY, side,
         attribute);
  for (int64_t i = first; i < of->side->request->memory.rank; i++)
    answer(of, "%s %" PRId64, i > first ? "," : ":", i == d ? divisor : 1);
  answer(of, ">");
}

/* Nothing where nobody can write it. */
static void add_divisor(const question *of, const char *attribute, int64_t d,
                        int64_t divisor) {
  if (of->side->rules->side)
    say_divisor(of, of->side->rules->side, attribute, 0, d, divisor);
}

/* The same of the alignment. */
static void add_alignment(const question *of) {
  const tl_access_rules *rules = of->side->rules;
  const char *side = rules->base_cure.is_of_copy ? rules->side : "";
  if (rules->base_cure.attribute && side)
    answer(of, TL_REASON_SAY "{%s%s = %" PRId64 " : i64}", side,
           rules->base_cure.attribute, of->bits / 8);
}

static void tell_origin(const question *of, const tl_term *term) {
  const tl_copy_partition *plan = of->side->plan;
  if (!term) {
    answer(of,
           "the tile starts at element %" PRId64
           " of memory, not at a multiple of %" PRId64,
           tl_address_number(&plan->address, plan->base, 0), of->width);
    return;
  }
  int64_t known = tl_origin_divisor(&of->side->request->origin[term->source]);
  if (known % of->width != 0)
    answer(of,
           "origin of dimension %" PRId64 " is a multiple of %" PRId64 " only",
           term->source, known);
  else
    answer(of,
           "origin of dimension %" PRId64 " moves the tile by multiples of "
           "%" PRId64 " elements only",
           term->source, term->stride * tl_digit_step(known, term));
  if (known % of->width != 0)
    add_divisor(of, "divisibility", term->source, of->width);
}

static void tell_pitch(const question *of, const suspect *by) {
  const tl_layout *memory = &of->side->request->memory;
  if (by->pitch->symbol)
    answer(of,
           "stride of dimension %" PRId64 " is known to be a multiple of "
           "%" PRId64 " only",
           by->dimension, memory->divisor[by->pitch->symbol - 1]);
  else if (memory->rank == 2 && by->dimension == 0 &&
           memory->group_size[0] == 1)
    answer(of, "row pitch %" PRId64 " is not a multiple of %" PRId64,
           by->pitch->stride, of->width);
  else
    answer(of,
           "stride %" PRId64 " of dimension %" PRId64
           " is not a multiple of %" PRId64,
           by->pitch->stride, by->dimension, of->width);
  if (by->pitch->symbol)
    add_divisor(of, "stride_divisibility", by->dimension, of->width);
}

static void tell_threads(const question *of, const tl_term *term) {
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
}

static void tell_run(const question *of) {
  int64_t run = of->obstacles.run;
  if (run == 1)
    answer(of, "a thread holds no two consecutive elements");
  else if (run)
    answer(of, "a thread holds runs of %" PRId64 " consecutive elements", run);
  else
    answer(of,
           "runs of a thread are %" PRId64
           " elements apart, not a multiple of %" PRId64,
           of->obstacles.atom->memory_stride, of->width);
}

static void tell_scattered(const question *of) {
  const tl_copy_partition *plan = of->side->plan;
  answer(of, "%s", plan->reason);
  if (plan->cure_divisor)
    add_divisor(of, "divisibility", plan->cure_dimension, plan->cure_divisor);
}

static int64_t target_bits(const tl_access_rules *rules) {
  return rules->is_shared ? rules->target->shared_bits
                          : rules->target->global_bits;
}

/* Nothing that is said makes a known start another. */
static void tell_base(const question *of) {
  const tl_copy_request *request = of->side->request;
  const char *reason = of->side->rules->base_reason;
  if (reason && reason[0])
    answer(of, "%s", reason);
  else if (request->base_phase)
    answer(of,
           "memory begins %" PRId64 " elements past a multiple of %" PRId64
           " bytes",
           request->base_phase, request->base_alignment);
  else
    answer(of, "alignment of memory is %" PRId64, request->base_alignment);
  if (!request->base_phase)
    add_alignment(of);
}

static void tell(const question *of, const suspect *by) {
  const tl_access_rules *rules = of->side->rules;
  of->text[0] = '\0';
  switch (by->rule) {
  case TL_REASON_TARGET:
    answer(of, "%s has accesses of at most %" PRId64 " bits to %s memory",
           rules->target->name, target_bits(rules),
           rules->is_shared ? "shared" : "global");
    break;
  case TL_REASON_OPTION:
    answer(of, "max-vector-bits is %" PRId64, rules->max_bits);
    break;
  case TL_REASON_BASE:
    tell_base(of);
    break;
  case TL_REASON_ORIGIN:
    tell_origin(of, by->term);
    break;
  case TL_REASON_PITCH:
    tell_pitch(of, by);
    break;
  case TL_REASON_THREADS:
    tell_threads(of, by->term);
    break;
  case TL_REASON_SCATTERED:
    tell_scattered(of);
    break;
  case TL_REASON_RUN:
    tell_run(of);
    break;
  case TL_REASON_SWIZZLE:
    answer(of, "the swizzle keeps %" PRId64 " consecutive elements together",
           INT64_C(1) << of->side->plan->swizzle.base);
    break;
  }
}

bool tl_copy_forbids(const tl_access_side *side, int64_t width,
                     tl_reason *out) {
  int64_t bytes = side->request->element_bytes;
  question of = {.side = side,
                 .width = width,
                 .bits = width * bytes * 8,
                 .text = out->text};
  tl_copy_cut cut = tl_copy_cut_of(side->plan, bytes, of.bits);
  suspect by = {.rule = of.bits > target_bits(side->rules) ? TL_REASON_TARGET
                                                           : TL_REASON_OPTION};
  if (of.bits <= tl_access_most_bits(side->rules)) {
    if (tl_width_is_legal(&cut, width, &of.obstacles))
      return false;
    of.wants_alignment = wants_alignment(&cut, width);
    by = find_suspect(&of);
  }
  out->rule = (tl_reason_rule)by.rule;
  out->bits = of.bits;
  tell(&of, &by);
  return true;
}

static bool is_fact(tl_reason_rule rule) {
  return rule == TL_REASON_PITCH || rule == TL_REASON_ORIGIN ||
         rule == TL_REASON_BASE;
}

bool tl_copies_forbid(const tl_access_side *sides, int64_t count, int64_t width,
                      tl_reason *out) {
  bool is_forbidden = false;
  for (int64_t i = 0; i < count; i++) {
    tl_reason own;
    if (!tl_copy_forbids(&sides[i], width, &own))
      continue;
    bool is_first = sides[i].rules->is_synthesized && is_fact(own.rule) &&
                    is_forbidden && !is_fact(out->rule);
    if (!is_forbidden || is_first)
      *out = own;
    is_forbidden = true;
  }
  return is_forbidden;
}

/* ---- Bounds -------------------------------------------------------------- */

/* What more may be known of a dimension in which a limit cuts accesses. */
typedef enum mask_cure {
  OF_BOUND = 1,
  OF_ORIGIN,
  OF_BOTH, /* both bits */
  NO_CURE,
} mask_cure;

/* The most elements, a power of two, that the limit never cuts. */
static int64_t piece_of(const tl_limit *limit, const tl_copy_vectors *vectors) {
  int64_t piece = vectors->width, run = tl_atoms_count(&vectors->inner);
  for (int64_t step = 0; step < tl_atoms_count(&vectors->outer); step++) {
    tl_moves before = {0};
    tl_atoms_move(&vectors->outer, step, &before);
    for (int64_t i = 0; i < run; i++) {
      tl_moves own = before, first = before;
      tl_atoms_move(&vectors->inner, i, &own);
      tl_atoms_move(&vectors->inner, i / piece * piece, &first);
      if (own.coordinate[limit->dimension] / limit->granule !=
          first.coordinate[limit->dimension] / limit->granule) {
        piece /= 2;
        i = -1;
      }
    }
  }
  return piece;
}

/* Whether no access is cut where the divisor divides these as well. */
static bool is_cure(const question *of, const tl_copy_vectors *vectors,
                    int64_t number, mask_cure cure, int64_t divisor) {
  tl_copy_request cured = *of->side->request;
  tl_copy_partition plan;
  int64_t d = of->side->plan->limits[number].dimension;
  tl_origin *origin = &cured.origin[d];
  tl_bound *bound = &cured.bounds[d];
  if (((cure & OF_BOUND) && !bound->is_dynamic) ||
      ((cure & OF_ORIGIN) && !origin->is_dynamic))
    return false;
  if (cure & OF_BOUND)
    bound->divisor = divisor;
  if (cure & OF_ORIGIN)
    origin->divisor = divisor;
  return tl_copy_partition_plan(&cured, &plan, NULL) == TL_OK &&
         piece_of(&plan.limits[number], vectors) == of->width;
}

/* What to write, if that is enough: an access of several rows is not cut by less
 * than its width. */
static void cure_mask(const question *of, const tl_copy_vectors *vectors,
                      int64_t number) {
  const tl_copy_request *request = of->side->request;
  int64_t d = of->side->plan->limits[number].dimension, first = 0;
  int64_t divisor = of->width;
  mask_cure cure = OF_BOUND;
  while (cure < NO_CURE && !is_cure(of, vectors, number, cure, divisor))
    cure++;
  if (!of->side->rules->side || cure == NO_CURE)
    return;
  while (divisor > 1 && is_cure(of, vectors, number, cure, divisor / 2))
    divisor /= 2;
  while (!request->bounds[first].is_set && !request->bounds[first].is_none)
    first++; /* leading dimensions have no bounds */
  if (cure & OF_BOUND)
    say_divisor(of, "", "bound_divisibility", first, d, divisor);
  if (cure & OF_ORIGIN)
    add_divisor(of, "divisibility", d, divisor);
}

/* R10 */
static void add_masks(const tl_access_side *side, const tl_copy_choice *choice,
                      tl_copy_record *out) {
  for (int64_t i = 0; i < side->plan->limit_count; i++) {
    const tl_limit *limit = &side->plan->limits[i];
    int64_t piece = piece_of(limit, &choice->vectors);
    if (piece == choice->width)
      continue;
    const question of = {
        .side = side,
        .width = choice->width,
        .text = add_reason(out, TL_REASON_MASK)->text,
    };
    answer(&of,
           "mask granularity %" PRId64 " of dimension %" PRId64
           ": where a bound cuts an access it moves in pieces of %" PRId64
           " elements",
           limit->granule, limit->dimension, piece);
    cure_mask(&of, &choice->vectors, i);
  }
}

/* ---- Bounds -------------------------------------------------------------- */

/* The widest that accesses of the target are on all sides. */
static int64_t widest_bits(const tl_access_side *sides, int64_t count,
                           const tl_copy_choice *choice) {
  int64_t widest =
      choice->matrix.count ? TL_WIDEST_SHARED_BITS : TL_WIDEST_GLOBAL_BITS;
  for (int64_t i = 0; i < count; i++) {
    int64_t bits = target_bits(sides[i].rules);
    widest = bits < widest ? bits : widest;
  }
  return widest;
}

static int64_t least_accesses(const tl_access_side *sides, int64_t count,
                              const tl_copy_choice *choice, int64_t accesses) {
  int64_t elements = 0, widest = widest_bits(sides, count, choice);
  for (int64_t i = 0; i < accesses; i++)
    elements += choice->matrix.count
                    ? choice->width
                    : tl_copy_access_of_run(&choice->vectors, i).width;
  int64_t bits = elements * sides->request->element_bytes * 8;
  return (bits + widest - 1) / widest;
}

tl_code tl_copy_check_bounds(const tl_copy_record *record,
                             const tl_access_side *sides, int64_t count,
                             tl_error *error) {
  const char *target = sides->rules->target->name;
  if (record->accesses > record->least_accesses)
    return tl_fail(error, TL_UNSUPPORTED,
                   "takes %" PRId64 " accesses of a thread; %" PRId64
                   " of the widest of %s have room for its bytes",
                   record->accesses, record->least_accesses, target);
  for (int64_t i = 0; i < count; i++) {
    const tl_copy_facts *own = &record->facts[i];
    if (sides[i].rules->is_shared && own->wavefronts > own->minimum)
      return tl_fail(error, TL_UNSUPPORTED,
                     "takes %" PRId64 " wavefronts; %" PRId64
                     " would do without bank conflicts, in the model of banks "
                     "of %s",
                     own->wavefronts, own->minimum, target);
    if (!sides[i].rules->is_shared && own->sectors > own->least_sectors)
      return tl_fail(error, TL_UNSUPPORTED,
                     "takes %" PRId64 " sectors of %" PRId64
                     " bytes; its bytes have room in %" PRId64
                     ", in the model of memory of %s",
                     own->sectors, sides[i].rules->target->memory->sector_bytes,
                     own->least_sectors, target);
  }
  return TL_OK;
}

/* ---- The record ---------------------------------------------------------- */

/* None for accesses that are as wide as any of the target; of the width itself
 * why some are narrower. */
static void add_widths(const tl_access_side *sides, int64_t count,
                       tl_copy_record *out) {
  int64_t element_bits = sides->request->element_bytes * 8;
  int64_t widest = sides[count - 1].rules->is_shared ? TL_WIDEST_SHARED_BITS
                                                     : TL_WIDEST_GLOBAL_BITS;
  if (out->width_bits == target_bits(sides[count - 1].rules))
    widest = out->width_bits;
  for (int64_t width = out->is_mixed ? out->width : 2 * out->width;
       width * element_bits <= widest; width *= 2) {
    tl_reason *reason = &out->reasons[out->reason_count];
    bool is_forbidden = tl_copies_forbid(sides, count, width, reason);
    if (!is_forbidden && count > 1) {
      *reason = (tl_reason){TL_REASON_RUN, width * element_bits, ""};
      snprintf(reason->text, sizeof reason->text,
               "no %" PRId64 " elements are an access on both sides", width);
    }
    out->reason_count += is_forbidden || count > 1;
  }
}

/* R11; where rows start too near each other, with the fact that is not known. */
static void add_matrix(const tl_access_side *side, const tl_copy_choice *choice,
                       tl_copy_record *out) {
  enum { ROW_BYTES = 16 };
  tl_access_rules rules = *side->rules;
  const tl_access_side known = {side->request, &rules, side->plan};
  const question of = {.text = add_reason(out, TL_REASON_MATRIX)->text};
  tl_reason fact;
  rules.is_synthesized = true; /* facts come first */
  answer(&of, "%s", choice->reason);
  if (tl_matrix_wants_rows(side) &&
      tl_copy_forbids(&known, ROW_BYTES / side->request->element_bytes,
                      &fact) &&
      is_fact(fact.rule))
    answer(&of, ": %s", fact.text);
}

void tl_copy_record_make(const tl_access_side *sides, int64_t count,
                         const tl_copy_choice *choice, tl_copy_record *out) {
  /* 1. The accesses. */
  const tl_copy_vectors *vectors = &choice->vectors;
  *out = (tl_copy_record){
      .width = choice->width,
      .width_bits = choice->width * sides->request->element_bytes * 8,
      .is_mixed = tl_copy_is_mixed(vectors),
      .accesses = tl_copy_access_count(sides->plan, vectors)};
  out->least_accesses = least_accesses(sides, count, choice, out->accesses);
  choice->kind->instruction(sides, choice, out->instruction);
  tl_copy_vectors own = *vectors;
  for (int64_t i = 0; i < count; i++) {
    add_facts(&sides[i], &own, out->accesses, &out->facts[i]);
    tl_copy_take_target(&own);
  }

  /* 2. Why not others. */
  if (choice->matrix.count)
    return;
  if (count == 1)
    add_masks(sides, choice, out);
  if (choice->reason[0] && out->width_bits < TL_WIDEST_SHARED_BITS)
    add_matrix(sides, choice, out);
  add_widths(sides, count, out);
}

static void append_facts(const tl_copy_facts *facts, bool is_shared,
                         tl_text *out) {
  tl_text_append(out, "%" PRId64 " %s of at least %" PRId64,
                 is_shared ? facts->wavefronts : facts->sectors,
                 is_shared ? "wavefronts" : "sectors",
                 is_shared ? facts->minimum : facts->least_sectors);
}

void tl_copy_bounds_text(const tl_copy_record *record,
                         const tl_access_side *sides, int64_t count,
                         tl_text *out) {
  const tl_target *target = sides->rules->target;
  tl_text_append(out, "%" PRId64 " access%s of at least %" PRId64,
                 record->accesses, record->accesses == 1 ? "" : "es",
                 record->least_accesses);
  if (!target->memory || !record->facts[0].wavefronts)
    return;
  for (int64_t i = 0; i < count; i++) {
    tl_text_append(out, i ? " and " : ", ");
    append_facts(&record->facts[i], sides[i].rules->is_shared, out);
  }
  tl_text_append(out, " in the model of %s", target->name);
}

void tl_copy_reason_text(const tl_copy_record *record, int64_t number,
                         tl_text *out) {
  const tl_reason *reason = &record->reasons[number];
  bool has_width = reason->rule < TL_REASON_MASK;
  tl_text_append(out, "R%d: ", (int)reason->rule);
  if (has_width)
    tl_text_append(out, "not %s%" PRId64 " bits: ",
                   reason->bits == record->width_bits ? "all of " : "",
                   reason->bits);
  tl_text_append(out, "%s", reason->text);
}
