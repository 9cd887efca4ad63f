/* address.c - see tl/address.h.
 *
 * Rows stand in the order in which they are computed, so that one pass over
 * them is the fold. */
#include "tl/address.h"
#include "base/checked.h"
#include <assert.h>
#include <string.h>

/* ---- Building ----------------------------------------------------------- */

int64_t tl_address_open(tl_address *address, tl_row_kind kind) {
  assert(address->row_count < TL_MAX_ROWS);
  address->rows[address->row_count] =
      (tl_row){kind, address->term_count, 0, 0, TL_NO_NUMBER};
  return address->row_count++;
}

void tl_address_add(tl_address *address, const tl_term *term) {
  if (term->stride == 0 && term->source != TL_SOURCE_ONE)
    return;
  assert(address->term_count < TL_MAX_ADDRESS_TERMS);
  address->terms[address->term_count++] = *term;
  address->rows[address->row_count - 1].count++;
}

void tl_address_add_source(tl_address *address, int64_t source) {
  tl_address_add(address,
                 &(tl_term){.source = source, .divisor = 1, .stride = 1});
}

void tl_address_add_number(tl_address *address, int64_t number,
                           int64_t symbol) {
  tl_address_add(address, &(tl_term){.source = TL_SOURCE_ONE,
                                     .divisor = 1,
                                     .stride = number,
                                     .symbol = symbol});
}

void tl_address_add_origin(tl_address *address, const tl_origin *origin,
                           int64_t dimension) {
  int64_t number = origin->is_dynamic ? origin->constant : origin->value;
  if (origin->is_dynamic)
    tl_address_add_source(address, dimension);
  if (number)
    tl_address_add_number(address, number, 0);
}

void tl_address_cut(tl_address *address, int64_t row) {
  if (row == address->row_count)
    return;
  address->term_count = address->rows[row].first;
  address->row_count = row;
}

/* Keeps the terms sorted by source, then divisor. */
static bool precedes(const tl_term *a, const tl_term *b) {
  return a->source < b->source ||
         (a->source == b->source && a->divisor < b->divisor);
}

static void insert_term(tl_term *terms, int64_t count, const tl_term *term) {
  int64_t place = count;
  for (; place > 0 && precedes(term, &terms[place - 1]); place--)
    terms[place] = terms[place - 1];
  terms[place] = *term;
}

static bool continues(const tl_term *slow, const tl_term *fast) {
  return slow->source == TL_SOURCE_THREAD && fast->source == TL_SOURCE_THREAD &&
         slow->symbol == fast->symbol &&
         slow->divisor == fast->divisor * fast->extent &&
         slow->stride == fast->stride * fast->extent;
}

void tl_address_merge(tl_address *address, int64_t kept, int64_t thread_limit) {
  tl_row *row = &address->rows[address->row_count - 1];
  tl_term *terms = &address->terms[row->first + kept];
  int64_t count = row->count - kept, merged = 0;
  for (int64_t i = 1; i < count; i++) {
    tl_term term = terms[i];
    insert_term(terms, i, &term);
  }
  for (int64_t i = 0; i < count; i++) {
    tl_term *last = merged ? &terms[merged - 1] : NULL;
    if (last && continues(&terms[i], last))
      last->extent *= terms[i].extent;
    else
      terms[merged++] = terms[i];
  }
  for (int64_t i = 0; i < merged; i++)
    if (terms[i].source == TL_SOURCE_THREAD &&
        terms[i].divisor * terms[i].extent == thread_limit)
      terms[i].extent = 0;
  row->count = kept + merged;
  address->term_count = row->first + row->count;
}

const tl_term *tl_address_terms(const tl_address *address, int64_t row,
                                int64_t *count) {
  *count = address->rows[row].count;
  return &address->terms[address->rows[row].first];
}

int64_t tl_address_number(const tl_address *address, int64_t row,
                          int64_t symbol) {
  int64_t count, number = 0;
  const tl_term *terms = tl_address_terms(address, row, &count);
  for (int64_t i = 0; i < count; i++)
    if (terms[i].source == TL_SOURCE_ONE && terms[i].symbol == symbol)
      number += terms[i].stride;
  return number;
}

/* ---- Folding ------------------------------------------------------------ */

static void *value_of(const tl_fold *fold, int64_t row) {
  return (char *)fold->values +
         (size_t)(row - fold->first) * fold->algebra->size;
}

void tl_fold_term(const tl_fold *fold, const tl_term *term, void *value) {
  const tl_algebra *algebra = fold->algebra;
  int64_t number = term->source - TL_SOURCE_ROW;
  bool is_one = term->source == TL_SOURCE_ONE;
  if (number >= 0 && !is_one) {
    const tl_row *row = &fold->address->rows[number];
    algebra->apply(fold->context, TL_USE, value, value_of(fold, number),
                   row->name, row->number);
  } else {
    algebra->apply(fold->context, TL_READ, value, NULL, term->source,
                   term->symbol);
  }
  if (term->divisor != 1 || term->extent)
    algebra->apply(fold->context, TL_DIGIT, value, NULL, term->divisor,
                   term->extent);
  if (term->stride != 1 || term->symbol || is_one)
    algebra->apply(fold->context, TL_SCALE, value, NULL, term->stride,
                   term->symbol);
}

/* The value after that of the row is free. */
static void fold_row(const tl_fold *fold, const tl_row *row, void *value) {
  static const tl_term ZERO = {.source = TL_SOURCE_ONE, .divisor = 1};
  const tl_algebra *algebra = fold->algebra;
  const tl_term *terms = &fold->address->terms[row->first];
  tl_term first = row->count ? terms[0] : ZERO;
  if (row->kind == TL_ROW_READ)
    first.divisor = 1, first.extent = 0;
  tl_fold_term(fold, &first, value);
  if (row->kind == TL_ROW_READ)
    algebra->apply(fold->context, TL_BITS, value, NULL, terms[0].divisor,
                   terms[0].extent);
  for (int64_t i = 1; i < row->count; i++) {
    void *other = (char *)value + algebra->size;
    tl_fold_term(fold, &terms[i], other);
    algebra->apply(fold->context, TL_JOIN, value, other, row->kind, 0);
  }
  algebra->apply(fold->context, TL_CLOSE, value, NULL, row->name, row->number);
}

void tl_fold_rows(const tl_fold *fold, tl_row_range rows) {
  for (int64_t i = rows.first; i < rows.end; i++)
    fold_row(fold, &fold->address->rows[i], value_of(fold, i));
}

/* ---- Integers ----------------------------------------------------------- */

/* What an operation makes of the numbers of all lanes. */
typedef void (*lane_step)(const tl_lane_sources *from, const uint64_t *by,
                          int64_t a, int64_t b, uint64_t *of);

static void read_lanes(const tl_lane_sources *from,
                       TL_UNUSED const uint64_t *by, int64_t a,
                       TL_UNUSED int64_t b, uint64_t *of) {
  for (int64_t i = 0; i < from->lanes; i++)
    of[i] = a == TL_SOURCE_ONE
                ? 1
                : (uint64_t)(a == TL_SOURCE_THREAD ? from->thread[i]
                                                   : from->number[a]);
}

static void use_lanes(const tl_lane_sources *from, const uint64_t *by,
                      TL_UNUSED int64_t a, TL_UNUSED int64_t b, uint64_t *of) {
  memcpy(of, by, (size_t)from->lanes * sizeof *of);
}

/* Divisors and extents are powers of two, mostly. */
static void take_lane_digits(const tl_lane_sources *from,
                             TL_UNUSED const uint64_t *by, int64_t a, int64_t b,
                             uint64_t *of) {
  uint64_t divisor = (uint64_t)a, extent = (uint64_t)b;
  bool shifts = tl_is_power_of_two(a), masks = !b || tl_is_power_of_two(b);
  int64_t shift = shifts ? __builtin_ctzll(divisor) : 0;
  uint64_t mask = extent ? extent - 1 : UINT64_MAX;
  for (int64_t i = 0; i < from->lanes; i++) {
    uint64_t own = shifts ? of[i] >> shift : of[i] / divisor;
    of[i] = masks ? own & mask : own % extent;
  }
}

static void scale_lanes(const tl_lane_sources *from,
                        TL_UNUSED const uint64_t *by, int64_t a, int64_t b,
                        uint64_t *of) {
  uint64_t factor = (uint64_t)a * (uint64_t)from->symbol[b];
  for (int64_t i = 0; i < from->lanes; i++)
    of[i] *= factor;
}

static void take_lane_bits(const tl_lane_sources *from,
                           TL_UNUSED const uint64_t *by, int64_t a, int64_t b,
                           uint64_t *of) {
  for (int64_t i = 0; i < from->lanes; i++)
    of[i] = b < 0 ? (of[i] & (uint64_t)a) << -b : (of[i] & (uint64_t)a) >> b;
}

static void join_lanes(const tl_lane_sources *from, const uint64_t *by,
                       int64_t a, TL_UNUSED int64_t b, uint64_t *of) {
  for (int64_t i = 0; i < from->lanes; i++)
    of[i] = a == TL_ROW_XOR          ? of[i] ^ by[i]
            : a == TL_ROW_DIFFERENCE ? of[i] - by[i]
                                     : of[i] + by[i];
}

static void apply_lanes(void *context, tl_operation operation, void *value,
                        const void *other, int64_t a, int64_t b) {
  static const lane_step STEPS[] = {[TL_READ] = read_lanes,
                                    [TL_USE] = use_lanes,
                                    [TL_DIGIT] = take_lane_digits,
                                    [TL_SCALE] = scale_lanes,
                                    [TL_BITS] = take_lane_bits,
                                    [TL_JOIN] = join_lanes,
                                    [TL_CLOSE] = NULL};
  const tl_lane_numbers *by = other;
  if (STEPS[operation])
    STEPS[operation](context, by ? by->of : NULL, a, b,
                     ((tl_lane_numbers *)value)->of);
}

void tl_address_evaluate(const tl_address *address, tl_row_range rows,
                         const tl_lane_sources *sources, tl_lane_numbers *out) {
  static const tl_algebra LANES = {sizeof(tl_lane_numbers), apply_lanes};
  tl_lane_numbers values[TL_MAX_ROWS + 1];
  tl_lane_sources from = *sources;
  tl_fold fold = {address, &LANES, &from, rows.first, values};
  tl_fold_rows(&fold, rows);
  *out = values[rows.end - 1 - rows.first];
}
