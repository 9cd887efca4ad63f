/* copy_swizzle.c - How a copy computes its base: which bits the terms of an
 * offset may have, and the forms that follow from them (law C4).
 *
 *   swizzle(3, 3, 3), rows of 64; thread t holds row t % 16, columns from
 *   t / 16 * 8, and the rows 16, 32, 48 further:
 *     h = t % 16 * 64 (bits 6 to 9), l = t / 16 * 8 (3 to 5), atoms 10 to 11
 *     swizzle = h + (l ^ ((h & 448) >> 3)), then + 1024 k */
#include "base/checked.h"
#include "copy_partition.h"
#include "tl/target.h"

/* The sums of a split form; in the others all is high that is not above. */
enum { HIGH = 1, LOW = 2, LAST = 4, ABOVE = 8, NEAR = HIGH | LOW | LAST };

/* Besides, whether terms vary in a loop. */
enum { FIXED = 16, VARYING = 32, ALL = FIXED | VARYING };

enum {
  WIDEST_BYTES = TL_WIDEST_GLOBAL_BITS / 8,
  MAX_ALIGNMENT = 1 << 20, /* in bytes; more is of no use */
};

/* The bits of the parts of a sum. */
typedef struct bit_union {
  uint64_t bits;
  bool carries; /* two parts share a bit */
} bit_union;

/* A form that is being written. */
typedef struct form_writer {
  const tl_copy_partition *plan;
  tl_base_style style;
  tl_address *out;
} form_writer;

/* ---- Bits --------------------------------------------------------------- */

int64_t tl_digit_step(int64_t divisor, const tl_term *term) {
  if (divisor % term->divisor != 0)
    return 1;
  return tl_gcd(term->extent, divisor / term->divisor);
}

int64_t tl_origin_divisor(const tl_origin *origin) {
  return origin->constant ? origin->rest : origin->divisor;
}

uint64_t tl_term_step(const tl_copy_request *request, const tl_term *term) {
  uint64_t step = tl_lowest_bit((uint64_t)term->stride);
  if (term->source < TL_SOURCE_THREAD)
    step *= tl_lowest_bit((uint64_t)tl_digit_step(
        tl_origin_divisor(&request->origin[term->source]), term));
  if (term->symbol)
    step *= tl_lowest_bit((uint64_t)request->memory.divisor[term->symbol - 1]);
  return step;
}

/* A bound of the digit, 0 for none.  A tile without bounds ends inside memory,
 * so that the slowest digit of its origin stays below the extent. */
static int64_t digit_extent(const tl_copy_request *request, const tl_term *term,
                            int64_t thread_limit) {
  if (term->extent)
    return term->extent;
  if (term->source == TL_SOURCE_THREAD)
    return thread_limit % term->divisor == 0 ? thread_limit / term->divisor : 0;
  if (term->source > TL_SOURCE_THREAD || request->bounds[term->source].is_set)
    return 0;
  const tl_iter *slowest = request->memory.iters;
  for (int64_t d = 0; d < term->source; d++)
    slowest += request->memory.group_size[d];
  return slowest->extent;
}

/* The bits of a term: those of a range when extent and stride are powers of
 * two; else all from the lowest on.  An extent of 0 is no bound. */
static uint64_t term_bits(const tl_copy_request *request, const tl_term *term,
                          int64_t thread_limit) {
  if (term->source == TL_SOURCE_ONE && !term->symbol)
    return (uint64_t)term->stride;
  uint64_t lowest = tl_term_step(request, term);
  int64_t extent = digit_extent(request, term, thread_limit);
  bool is_range = !term->symbol && tl_is_power_of_two(extent) &&
                  tl_is_power_of_two(term->stride);
  uint64_t above = is_range ? (uint64_t)term->stride * (uint64_t)extent : 0;
  return is_range && lowest >= above ? 0 : above - lowest;
}

static void add_bits(bit_union *all, uint64_t bits) {
  all->carries |= (all->bits & bits) != 0;
  all->bits |= bits;
}

/* ---- The form ----------------------------------------------------------- */

/* Whether a term is neither high nor low; of a number every bit is a term. */
static bool is_mixed(const tl_term *term, const tl_swizzle *swizzle) {
  uint64_t read = term->bits & (uint64_t)tl_swizzle_read_mask(swizzle);
  uint64_t changed = term->bits & (uint64_t)tl_swizzle_changed_mask(swizzle);
  return term->source == TL_SOURCE_ONE ? (read & changed) != 0
                                       : read && changed;
}

static bool splits(const tl_copy_partition *plan) {
  int64_t count;
  const tl_term *terms = tl_address_terms(&plan->address, plan->base, &count);
  for (int64_t i = 0; i < count; i++)
    if (is_mixed(&terms[i], &plan->swizzle))
      return false;
  return true;
}

static void choose_form(tl_copy_partition *out) {
  const tl_swizzle *swizzle = &out->swizzle;
  int64_t count;
  const tl_term *terms = tl_address_terms(&out->address, out->base, &count);
  out->form = TL_SWIZZLE_FULL;
  out->offset_bits = -1;
  if (!swizzle->bits || out->is_scattered)
    return;

  /* 1. The base, and apart from it the atoms; below the period. */
  uint64_t below = (uint64_t)tl_swizzle_period(swizzle) - 1;
  bit_union all = {0, false};
  for (int64_t i = 0; i < count; i++) {
    all.carries |= terms[i].symbol && (below & terms[i].bits);
    add_bits(&all, below & terms[i].bits);
  }
  uint64_t base = all.bits;
  for (int64_t i = 0; i < out->atoms.count; i++) {
    const tl_atom *atom = &out->atoms.items[i];
    tl_term digit = {.source = TL_SOURCE_START,
                     .divisor = 1,
                     .extent = atom->extent,
                     .stride = atom->memory_stride};
    all.carries |= atom->symbol != 0;
    add_bits(&all, below & term_bits(NULL, &digit, 0));
  }
  if (all.carries)
    return;

  /* 2. The base alone, in two parts where it has them. */
  uint64_t read = base & (uint64_t)tl_swizzle_read_mask(swizzle);
  base |= swizzle->shift < 0 ? read << -swizzle->shift : read >> swizzle->shift;
  out->offset_bits = (int64_t)base;
  out->form = splits(out) ? TL_SWIZZLE_SPLIT : TL_SWIZZLE_LINEAR;
}

/* ---- Alignment ---------------------------------------------------------- */

int64_t tl_copy_aligned_bytes(const tl_copy_partition *plan,
                              int64_t element_bytes) {
  return tl_gcd(plan->alignment, plan->phase * element_bytes);
}

tl_base tl_copy_base_of(const tl_copy_request *request) {
  tl_base base = {tl_gcd(request->base_alignment, MAX_ALIGNMENT),
                  request->base_phase};
  if (request->memory.swizzle.bits)
    base.alignment =
        tl_gcd(base.alignment, base.phase * request->element_bytes);
  return base;
}

/* What the number, that of the base as well, leaves of an alignment; a phase is
 * of use for what is narrower than the widest access. */
static void add_phase(int64_t number, int64_t element_bytes,
                      tl_copy_partition *out) {
  int64_t period = out->alignment / element_bytes;
  out->phase = period ? (number % period + period) % period : 0;
  int64_t aligned = tl_copy_aligned_bytes(out, element_bytes);
  if (out->alignment <= WIDEST_BYTES)
    return;
  out->alignment = aligned > WIDEST_BYTES ? aligned : WIDEST_BYTES;
  out->phase %= out->alignment / element_bytes;
}

/* `steps` has the lowest bit of every part but the number. */
static void align(const tl_copy_request *request, uint64_t steps,
                  tl_copy_partition *out) {
  tl_base base = tl_copy_base_of(request);
  uint64_t step = tl_lowest_bit(steps);
  out->alignment = base.alignment;
  if (step && step < (uint64_t)base.alignment)
    out->alignment =
        tl_gcd(out->alignment, (int64_t)step * request->element_bytes);
  add_phase(base.phase + tl_address_number(&out->address, out->base, 0),
            request->element_bytes, out);
}

void tl_copy_place(const tl_copy_request *request, int64_t thread_limit,
                   tl_copy_partition *out) {
  const tl_row *base = &out->address.rows[out->base];
  uint64_t steps = 0;
  for (int64_t i = base->first; i < base->first + base->count; i++) {
    tl_term *term = &out->address.terms[i];
    bool is_number = term->source == TL_SOURCE_ONE && !term->symbol;
    term->bits = term_bits(request, term, thread_limit);
    steps |= is_number ? 0 : tl_term_step(request, term);
  }
  choose_form(out);
  if (out->form != TL_SWIZZLE_FULL)
    steps |= (uint64_t)tl_swizzle_changed_mask(&out->swizzle);
  align(request, steps, out);
}

/* Memory cannot start before it starts. */
static bool may_be_negative(const tl_copy_partition *plan, int64_t dimension) {
  for (int64_t i = 0; i < plan->limit_count; i++)
    if (plan->limits[i].dimension == dimension && plan->limits[i].has_extent)
      return true;
  return false;
}

static bool varies(const tl_copy_partition *plan, const tl_term *term) {
  return term->source < TL_SOURCE_THREAD && plan->varying >> term->source & 1;
}

static int part_of(const tl_copy_partition *plan, const tl_term *term) {
  uint64_t changed = (uint64_t)tl_swizzle_changed_mask(&plan->swizzle);
  uint64_t period = (uint64_t)tl_swizzle_period(&plan->swizzle);
  bool is_swizzled = plan->form != TL_SWIZZLE_FULL;
  if (is_swizzled && term->source < TL_SOURCE_THREAD &&
      !(term->bits & (period - 1)) && !may_be_negative(plan, term->source))
    return ABOVE;
  if (plan->form != TL_SWIZZLE_SPLIT || !(term->bits & changed))
    return HIGH;
  return term->source == TL_SOURCE_THREAD || term->bits >= period ? LOW : LAST;
}

/* What of a number, in units of its symbol, is in some parts. */
static int64_t number_in(const tl_copy_partition *plan, const tl_term *term,
                         int parts) {
  const tl_swizzle *swizzle = &plan->swizzle;
  bool is_split = plan->form == TL_SWIZZLE_SPLIT;
  int64_t low = term->stride;
  if (plan->form != TL_SWIZZLE_FULL && low > 0)
    low = term->symbol ? 0 : low % tl_swizzle_period(swizzle);
  int64_t last = is_split ? low & tl_swizzle_changed_mask(swizzle) : 0;
  return (parts & HIGH ? low - last : 0) + (parts & LAST ? last : 0) +
         (parts & ABOVE ? term->stride - low : 0);
}

/* ---- The rows of a form ------------------------------------------------- */

/* Rows are named by what reads them: as sources. */
static tl_row *row_of(tl_address *address, int64_t source) {
  return &address->rows[source - TL_SOURCE_ROW];
}

static int64_t write_pair(tl_row_kind kind, int64_t a, int64_t b,
                          tl_address *out) {
  int64_t row = tl_address_open(out, kind);
  tl_address_add_source(out, a);
  tl_address_add_source(out, b);
  return TL_SOURCE_ROW + row;
}

/* (row & read) >> shift */
static int64_t write_read(const tl_swizzle *swizzle, int64_t row,
                          tl_address *out) {
  int64_t read = tl_address_open(out, TL_ROW_READ);
  tl_address_add(out, &(tl_term){.source = row,
                                 .divisor = tl_swizzle_read_mask(swizzle),
                                 .extent = swizzle->shift,
                                 .stride = 1});
  return TL_SOURCE_ROW + read;
}

/* x ^ ((x & read) >> shift), which names the row x. */
static int64_t write_swizzled(const tl_swizzle *swizzle, int64_t x,
                              tl_address *out) {
  row_of(out, x)->name = 'x';
  return write_pair(TL_ROW_XOR, x, write_read(swizzle, x, out), out);
}

static void add_known(int64_t number, int64_t symbol, tl_address *out) {
  if (number)
    tl_address_add_number(out, number, symbol);
}

static bool is_in(const form_writer *to, const tl_term *term, int parts) {
  bool moves = varies(to->plan, term);
  bool is_far = moves && to->plan->varies_far && to->style != TL_BASE_TEXT;
  return (is_far ? ABOVE : part_of(to->plan, term)) & parts &&
         (moves ? VARYING : FIXED) & parts;
}

/* A number that divides the strides of parts. */
static int64_t unit_of(const form_writer *to, int parts) {
  int64_t count, unit = 0;
  const tl_term *terms =
      tl_address_terms(&to->plan->address, to->plan->base, &count);
  for (int64_t i = 0; i < count && terms[i].source <= TL_SOURCE_THREAD; i++)
    if (is_in(to, &terms[i], parts))
      unit = tl_gcd(terms[i].symbol ? 1 : terms[i].stride, unit);
  return unit ? unit : 1;
}

/* Which terms of a sum other rows have; and those rows, of a coordinate each. */
typedef struct shared_terms {
  bool is_shared[TL_MAX_BASE_TERMS];
  int64_t count;
  tl_term coordinates[TL_MAX_RANK];
} shared_terms;

/* The number of the term of a base that a coordinate has, in other strides; or -1. */
static int64_t term_with(const tl_term *terms, int64_t count,
                         const tl_term *part) {
  for (int64_t i = 0; i < count; i++)
    if (terms[i].source == part->source && terms[i].divisor == part->divisor &&
        terms[i].extent == part->extent && !terms[i].symbol)
      return i;
  return -1;
}

/* By what the base multiplies an origin and digits of the thread that are the
 * coordinate of a limit, in that order, which become numbers of its terms; 0 where it
 * has none that is that sum. */
static int64_t times_of(const form_writer *to, int parts, int64_t coordinate,
                        int64_t numbers[TL_MAX_BASE_TERMS], int64_t *found) {
  const tl_address *address = &to->plan->address;
  int64_t count, base_count, times = 0;
  const tl_term *base = tl_address_terms(address, to->plan->base, &base_count);
  const tl_term *terms = tl_address_terms(address, coordinate, &count);
  *found = 0;
  for (int64_t i = 0; i < count; i++) {
    if (terms[i].source > TL_SOURCE_THREAD)
      continue;
    int64_t number = term_with(base, base_count, &terms[i]);
    if (number < 0 || !is_in(to, &base[number], parts) ||
        base[number].stride % terms[i].stride != 0 ||
        (times && base[number].stride / terms[i].stride != times))
      return 0;
    times = base[number].stride / terms[i].stride;
    numbers[(*found)++] = number;
  }
  return *found > 1 ? times : 0;
}

/* Writes the coordinate of a limit, without its number. */
static int64_t write_coordinate(const form_writer *to, int64_t coordinate) {
  int64_t count, row = tl_address_open(to->out, TL_ROW_SUM);
  const tl_term *parts =
      tl_address_terms(&to->plan->address, coordinate, &count);
  for (int64_t i = 0; i < count; i++)
    if (parts[i].source <= TL_SOURCE_THREAD)
      tl_address_add(to->out, &parts[i]);
  return TL_SOURCE_ROW + row;
}

/* Coordinates that limits compute in any case, of what does not vary in a loop. */
static void share_coordinates(const form_writer *to, int parts, int64_t unit,
                              shared_terms *out) {
  const tl_copy_partition *plan = to->plan;
  int64_t numbers[TL_MAX_BASE_TERMS], found;
  *out = (shared_terms){.count = 0};
  if (to->style == TL_BASE_TEXT || plan->form != TL_SWIZZLE_FULL ||
      (plan->varying && parts & VARYING))
    return;
  for (int64_t i = 0; i < plan->limit_count; i++) {
    if (!(plan->joined >> i & 1))
      continue;
    int64_t coordinate = plan->limits[i].room - 1;
    int64_t times = times_of(to, parts, coordinate, numbers, &found);
    if (!times || times % unit != 0)
      continue;
    for (int64_t k = 0; k < found; k++)
      out->is_shared[numbers[k]] = true;
    out->coordinates[out->count++] =
        (tl_term){.source = write_coordinate(to, coordinate),
                  .divisor = 1,
                  .stride = times / unit};
  }
}

/* The sum of some parts: the terms of threads and origins, in code a row of
 * their own that counts units; and numbers. */
static int64_t write_part(const form_writer *to, int parts, int64_t name) {
  bool has_units = to->style == TL_BASE_CODE;
  int64_t count, unit = has_units ? unit_of(to, parts) : 1;
  const tl_term *terms =
      tl_address_terms(&to->plan->address, to->plan->base, &count);
  shared_terms shared;
  share_coordinates(to, parts, unit, &shared);
  int64_t row = TL_SOURCE_ROW + tl_address_open(to->out, TL_ROW_SUM);
  for (int64_t i = 0; i < shared.count; i++)
    tl_address_add(to->out, &shared.coordinates[i]);
  for (int64_t i = 0; i < count && terms[i].source <= TL_SOURCE_THREAD; i++) {
    tl_term term = terms[i];
    term.stride /= unit;
    if (is_in(to, &term, parts) && !shared.is_shared[i])
      tl_address_add(to->out, &term);
  }
  if (has_units) {
    bool is_empty = row_of(to->out, row)->count == 0;
    tl_address_open(to->out, TL_ROW_SUM);
    tl_address_add(to->out, &(tl_term){.source = row++,
                                       .divisor = 1,
                                       .stride = is_empty ? 0 : unit});
  }
  for (int64_t i = 0; i < count && (name || parts & ABOVE); i++)
    if (terms[i].source == TL_SOURCE_ONE)
      add_known(number_in(to->plan, &terms[i], parts), terms[i].symbol,
                to->out);
  row_of(to->out, row)->name = name;
  return row;
}

/* Rows [first, end) of the plan behind those that there are. */
static void write_rows(const form_writer *to, int64_t first, int64_t end,
                       int64_t shift) {
  int64_t count;
  for (int64_t row = first; row < end; row++) {
    const tl_row *from = &to->plan->address.rows[row];
    const tl_term *terms = tl_address_terms(&to->plan->address, row, &count);
    int64_t copy = tl_address_open(to->out, (tl_row_kind)from->kind);
    to->out->rows[copy].name = from->name;
    to->out->rows[copy].number = from->number;
    for (int64_t i = 0; i < count; i++) {
      tl_term term = terms[i];
      if (term.source >= TL_SOURCE_ROW && term.source != TL_SOURCE_ONE)
        term.source += shift;
      tl_address_add(to->out, &term);
    }
  }
}

/* The rows of coordinates, what does not vary with the start first; returns where
 * the others begin.  *shift is how much further rows are than in the plan. */
static int64_t write_twisted(const form_writer *to, int64_t *shift) {
  const tl_copy_partition *plan = to->plan;
  *shift = to->out->row_count - plan->coordinates;
  write_rows(to, plan->coordinates, plan->base, *shift);
  return plan->moved + *shift;
}

/* Law C8 (starts).  What does not vary with the start comes first: the terms of
 * threads and origins, and of every coordinate what they are. */
static int64_t write_coordinates(const form_writer *to, int64_t *shift) {
  const tl_copy_partition *plan = to->plan;
  int64_t count, coordinates = plan->base - plan->coordinates;
  int64_t fixed = TL_SOURCE_ROW + to->out->row_count;
  for (int64_t x = plan->coordinates; x < plan->base; x++) {
    const tl_term *terms = tl_address_terms(&plan->address, x, &count);
    tl_address_open(to->out, TL_ROW_SUM);
    for (int64_t i = 0; i < count - 1; i++)
      tl_address_add(to->out, &terms[i]);
  }
  int64_t moved = to->out->row_count;
  for (int64_t i = 0; i < coordinates; i++)
    write_pair(TL_ROW_SUM, fixed + i,
               TL_SOURCE_START +
                   plan->address.rows[plan->coordinates + i].number,
               to->out);
  *shift = moved - plan->coordinates;
  return moved;
}

static bool has_symbols(const form_writer *to) {
  int64_t count;
  const tl_term *terms =
      tl_address_terms(&to->plan->address, to->plan->base, &count);
  for (int64_t i = 0; i < count && to->plan->varying; i++)
    if (terms[i].symbol)
      return true;
  return false;
}

static bool is_apart(const form_writer *to) {
  return to->plan->varies_apart && to->style != TL_BASE_TEXT;
}

/* What varies in a loop is added last where the rest has larger units, those that
 * copies in front of the loop count in. */
static int64_t write_sum(const form_writer *to) {
  if (is_apart(to))
    return write_part(to, NEAR | FIXED, 0);
  if (!has_symbols(to) && unit_of(to, NEAR | FIXED) == unit_of(to, NEAR | ALL))
    return write_part(to, NEAR | ALL, 0);
  int64_t fixed = write_part(to, NEAR | FIXED, 0);
  row_of(to->out, fixed)->name = 'f';
  return write_pair(TL_ROW_SUM, fixed, write_part(to, NEAR | VARYING, 0),
                    to->out);
}

static int64_t write_starts(const form_writer *to) {
  const tl_copy_partition *plan = to->plan;
  int64_t count, shift, sum = write_sum(to);
  int64_t moved =
      (plan->is_twisted ? write_twisted : write_coordinates)(to, &shift);
  const tl_term *terms = tl_address_terms(&plan->address, plan->base, &count);
  tl_address_open(to->out, TL_ROW_SUM);
  tl_address_add_source(to->out, sum);
  for (int64_t i = 0; i < count; i++) {
    tl_term term = terms[i];
    if (term.source <= TL_SOURCE_THREAD)
      continue;
    if (term.source != TL_SOURCE_ONE)
      term.source += shift;
    tl_address_add(to->out, &term);
  }
  return moved;
}

/* Without high terms there is nothing to read. */
static void write_split(const form_writer *to) {
  bool is_code = to->style != TL_BASE_TEXT;
  int64_t h = write_part(to, HIGH | ALL, 'h');
  int64_t l = write_part(to, (is_code ? LOW : LOW | LAST) | ALL, 'l');
  int64_t o = is_code ? write_part(to, LAST | ALL, 'o') : l;
  if (is_code && row_of(to->out, h)->count == 0) {
    write_pair(TL_ROW_SUM, l, o, to->out);
    return;
  }
  int64_t read = write_read(&to->plan->swizzle, h, to->out);
  int64_t near = write_pair(TL_ROW_XOR, l, read, to->out);
  int64_t base = write_pair(TL_ROW_SUM, h, near, to->out);
  if (is_code && row_of(to->out, o)->count)
    write_pair(TL_ROW_XOR, base, o, to->out);
}

/* Origins that are multiples of the period, and such a number, move what is swizzled as it is; false
 * without one. */
static bool write_above(const form_writer *to) {
  int64_t before = to->out->row_count, above = write_part(to, ABOVE | ALL, 0);
  bool has_terms = row_of(to->out, above)->count != 0;
  if (!has_terms)
    tl_address_cut(to->out, before);
  return has_terms;
}

int64_t tl_copy_base_form(const tl_copy_partition *plan, tl_base_style style,
                          tl_address *out) {
  form_writer to = {plan, style, out};
  out->row_count = out->term_count = 0;
  if (plan->form == TL_SWIZZLE_FULL)
    return write_starts(&to);
  if (plan->form == TL_SWIZZLE_SPLIT)
    write_split(&to);
  else
    write_swizzled(&plan->swizzle, write_part(&to, NEAR | ALL, 'x'), out);
  int64_t near = TL_SOURCE_ROW + out->row_count - 1;
  if (style == TL_BASE_TEXT && write_above(&to))
    write_pair(TL_ROW_SUM, near, TL_SOURCE_ROW + out->row_count - 1, out);
  return out->row_count;
}

bool tl_copy_far_form(const tl_copy_partition *plan, tl_address *out) {
  form_writer to = {plan, TL_BASE_CODE, out};
  out->row_count = out->term_count = 0;
  return write_above(&to);
}

bool tl_copy_varying_form(const tl_copy_partition *plan, tl_address *out) {
  form_writer to = {plan, TL_BASE_CODE, out};
  out->row_count = out->term_count = 0;
  if (plan->varies_apart)
    write_part(&to, NEAR | VARYING, 0);
  return plan->varies_apart;
}

static bool has_same_digit(const tl_address *address, int64_t row,
                           const tl_term *digit) {
  int64_t count;
  const tl_term *terms = tl_address_terms(address, row, &count);
  for (int64_t i = 0; i < count; i++)
    if (terms[i].source == digit->source &&
        terms[i].divisor == digit->divisor &&
        terms[i].extent == digit->extent && terms[i].stride == digit->stride)
      return true;
  return false;
}

bool tl_copy_has_digits_of_limits(const tl_copy_partition *plan) {
  int64_t count;
  const tl_term *terms = tl_address_terms(&plan->address, plan->base, &count);
  for (int64_t i = 0; i < count; i++)
    for (int64_t limit = 0; limit < plan->limit_count; limit++)
      if (terms[i].source == TL_SOURCE_THREAD && !terms[i].symbol &&
          has_same_digit(&plan->address, plan->limits[limit].room - 1,
                         &terms[i]))
        return true;
  return false;
}

/* What a term adds by a part of its source, modulo the period; -1 where that is not
 * known. */
static int64_t moved_by(const tl_term *term, int64_t part, int64_t period) {
  if (!part)
    return 0;
  return term->symbol ? -1 : part * (term->stride % period) % period;
}

/* A digit of a sum is no sum of digits. */
static bool is_product(const tl_term *term) {
  return term->divisor == 1 && !term->extent;
}

bool tl_copy_far_splits(const tl_copy_partition *plan, int64_t source,
                        int64_t divisor) {
  int64_t period = tl_swizzle_period(&plan->swizzle), parts[TL_MAX_ROWS] = {0};
  bool depends[TL_MAX_ROWS] = {false};
  tl_address far;
  if (!tl_copy_far_form(plan, &far))
    return false;
  for (int64_t r = 0; r < far.row_count; r++) {
    const tl_row *row = &far.rows[r];
    for (int64_t i = row->first; i < row->first + row->count; i++) {
      const tl_term *term = &far.terms[i];
      bool is_row =
          term->source >= TL_SOURCE_ROW && term->source < TL_SOURCE_ONE;
      if (term->source != source &&
          !(is_row && depends[term->source - TL_SOURCE_ROW]))
        continue;
      if (!is_product(term))
        return false;
      int64_t part = is_row ? parts[term->source - TL_SOURCE_ROW] : divisor;
      int64_t moved = moved_by(term, part % period, period);
      if (moved < 0 || (moved && row->kind != TL_ROW_SUM))
        return false;
      depends[r] = true;
      parts[r] = (parts[r] + moved) % period;
    }
  }
  return parts[far.row_count - 1] == 0;
}

/* ---- The rows of a moved base -------------------------------------------- */

/* By what is known below the period of the swizzle. */
static void write_near(const tl_swizzle *swizzle, int64_t bits, int64_t low,
                       bool varies, tl_address *out) {
  int64_t near = bits < 0 ? low : tl_swizzle_apply(swizzle, low);
  bool is_sum = bits < 0 || !(near & bits);
  tl_address_open(out, is_sum ? TL_ROW_SUM : TL_ROW_XOR);
  tl_address_add_source(out, TL_SOURCE_BASE);
  if (varies)
    tl_address_add_source(out, TL_SOURCE_MOVED);
  add_known(near, 0, out);
  if (bits < 0 && swizzle->bits)
    write_swizzled(swizzle, TL_SOURCE_ROW, out);
}

/* By all of a number that varies: (base ^ swizzle(low)) + (all - low). */
static void write_varying(const tl_swizzle *swizzle, int64_t known,
                          tl_address *out) {
  int64_t all = TL_SOURCE_ROW + tl_address_open(out, TL_ROW_SUM);
  tl_address_add_source(out, TL_SOURCE_MOVED);
  add_known(known, 0, out);
  row_of(out, all)->name = 'a';
  int64_t low = TL_SOURCE_ROW + tl_address_open(out, TL_ROW_SUM);
  tl_address_add(out, &(tl_term){.source = all,
                                 .divisor = 1,
                                 .extent = tl_swizzle_period(swizzle),
                                 .stride = 1});
  int64_t moved = write_swizzled(swizzle, low, out);
  int64_t near = write_pair(TL_ROW_XOR, TL_SOURCE_BASE, moved, out);
  write_pair(TL_ROW_SUM, near, write_pair(TL_ROW_DIFFERENCE, all, low, out),
             out);
}

void tl_copy_moved_form(const tl_swizzle *swizzle, int64_t bits,
                        const int64_t *strides, bool varies, tl_address *out) {
  int64_t low = strides[0] % tl_swizzle_period(swizzle);
  out->row_count = out->term_count = 0;
  if (varies && bits >= 0) {
    write_varying(swizzle, strides[0], out);
    return;
  }
  write_near(swizzle, bits, low, varies, out);
  int64_t near = tl_address_open(out, TL_ROW_SUM) - 1;
  tl_address_add_source(out, TL_SOURCE_ROW + near);
  for (int64_t symbol = 1; symbol <= TL_MAX_SYMBOLS; symbol++)
    add_known(strides[symbol], symbol, out);
  add_known(strides[0] - low, 0, out);
}
