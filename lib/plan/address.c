/* address.c - see tl/address.h.
 *
 * Rows stand in the order in which they are computed, so that one pass over
 * them is the fold. */
#include "tl/address.h"
#include "base/checked.h"
#include <assert.h>
#include <string.h>

static void insert_term(tl_term *terms, int64_t count, const tl_term *term);
static bool continues(const tl_term *slow, const tl_term *fast);

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

void tl_address_add_row(tl_address *address, int64_t row, int64_t stride) {
  tl_address_add(address, &(tl_term){.source = TL_SOURCE_ROW + row,
                                     .divisor = 1,
                                     .stride = stride});
}

void tl_address_cut(tl_address *address, int64_t row) {
  if (row == address->row_count)
    return;
  address->term_count = address->rows[row].first;
  address->row_count = row;
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

/* Keeps the terms sorted by source, then divisor. */
static void insert_term(tl_term *terms, int64_t count, const tl_term *term) {
  int64_t place = count;
  for (; place > 0; place--) {
    const tl_term *before = &terms[place - 1];
    if (before->source < term->source ||
        (before->source == term->source && before->divisor <= term->divisor))
      break;
    terms[place] = *before;
  }
  terms[place] = *term;
}

static bool continues(const tl_term *slow, const tl_term *fast) {
  return slow->source == TL_SOURCE_THREAD && fast->source == TL_SOURCE_THREAD &&
         slow->symbol == fast->symbol &&
         slow->divisor == fast->divisor * fast->extent &&
         slow->stride == fast->stride * fast->extent;
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

void *tl_fold_value(const tl_fold *fold, int64_t row) {
  return (char *)fold->values +
         (size_t)(row - fold->first) * fold->algebra->size;
}

void tl_fold_term(const tl_fold *fold, const tl_term *term, void *value) {
  const tl_algebra *algebra = fold->algebra;
  int64_t row = term->source - TL_SOURCE_ROW;
  bool is_number = term->source == TL_SOURCE_ONE;
  if (row >= 0 && !is_number)
    algebra->use(fold->context, &fold->address->rows[row],
                 tl_fold_value(fold, row), value);
  else
    algebra->read(fold->context, term->source, value);
  if (term->divisor != 1 || term->extent)
    algebra->take_digit(fold->context, value, term->divisor, term->extent);
  if (term->stride != 1 || term->symbol || is_number)
    algebra->scale(fold->context, value, term->stride, term->symbol);
}

static void fold_row(const tl_fold *fold, const tl_row *row, void *value) {
  const tl_algebra *algebra = fold->algebra;
  const tl_term *terms = &fold->address->terms[row->first];
  void *other = (char *)value + algebra->size;
  if (row->count == 0) {
    algebra->read(fold->context, TL_SOURCE_ONE, value);
    algebra->scale(fold->context, value, 0, 0);
  } else if (row->kind == TL_ROW_READ) {
    tl_term whole = terms[0];
    whole.divisor = 1;
    whole.extent = 0;
    tl_fold_term(fold, &whole, value);
    algebra->take_bits(fold->context, value, terms[0].divisor, terms[0].extent);
  } else {
    tl_fold_term(fold, &terms[0], value);
  }
  for (int64_t i = 1; i < row->count; i++) {
    tl_fold_term(fold, &terms[i], other);
    algebra->join(fold->context, (tl_row_kind)row->kind, value, other);
  }
  if (algebra->close)
    algebra->close(fold->context, row, value);
}

/* Beside the value of the row that is being computed, the one of the next row
 * is free. */
void tl_fold_rows(const tl_fold *fold, tl_row_range rows) {
  for (int64_t i = rows.first; i < rows.end; i++)
    fold_row(fold, &fold->address->rows[i], tl_fold_value(fold, i));
}

/* ---- Integers ----------------------------------------------------------- */

static void read_lanes(void *context, int64_t source, void *value) {
  const tl_lane_sources *from = context;
  uint64_t *of = ((tl_lane_numbers *)value)->of;
  int64_t number =
      source == TL_SOURCE_ONE     ? 1
      : source >= TL_SOURCE_START ? from->start[source - TL_SOURCE_START]
      : source >= TL_SOURCE_BOUND ? from->bound[source - TL_SOURCE_BOUND]
      : source < TL_SOURCE_THREAD ? from->origin[source]
                                  : 0;
  for (int64_t i = 0; i < from->lanes; i++)
    of[i] = (uint64_t)(source == TL_SOURCE_THREAD ? from->thread[i] : number);
}

static void use_lanes(void *context, const tl_row *row, const void *of,
                      void *value) {
  (void)context, (void)row;
  memcpy(value, of, sizeof(tl_lane_numbers));
}

static void take_lane_digits(void *context, void *value, int64_t divisor,
                             int64_t extent) {
  const tl_lane_sources *from = context;
  uint64_t *of = ((tl_lane_numbers *)value)->of;
  for (int64_t i = 0; i < from->lanes; i++) {
    of[i] /= (uint64_t)divisor;
    of[i] = extent ? of[i] % (uint64_t)extent : of[i];
  }
}

static void scale_lanes(void *context, void *value, int64_t stride,
                        int64_t symbol) {
  const tl_lane_sources *from = context;
  uint64_t *of = ((tl_lane_numbers *)value)->of;
  uint64_t factor = (uint64_t)stride * (uint64_t)from->symbol[symbol];
  for (int64_t i = 0; i < from->lanes; i++)
    of[i] *= factor;
}

static void take_lane_bits(void *context, void *value, int64_t mask,
                           int64_t shift) {
  const tl_lane_sources *from = context;
  uint64_t *of = ((tl_lane_numbers *)value)->of;
  for (int64_t i = 0; i < from->lanes; i++) {
    uint64_t bits = of[i] & (uint64_t)mask;
    of[i] = shift < 0 ? bits << -shift : bits >> shift;
  }
}

static void join_lanes(void *context, tl_row_kind kind, void *value,
                       const void *other) {
  const tl_lane_sources *from = context;
  uint64_t *of = ((tl_lane_numbers *)value)->of;
  const uint64_t *by = ((const tl_lane_numbers *)other)->of;
  for (int64_t i = 0; i < from->lanes; i++)
    of[i] = kind == TL_ROW_XOR          ? of[i] ^ by[i]
            : kind == TL_ROW_DIFFERENCE ? of[i] - by[i]
                                        : of[i] + by[i];
}

static const tl_algebra LANES = {
    .size = sizeof(tl_lane_numbers),
    .read = read_lanes,
    .use = use_lanes,
    .take_digit = take_lane_digits,
    .scale = scale_lanes,
    .take_bits = take_lane_bits,
    .join = join_lanes,
};

void tl_address_evaluate(const tl_address *address, tl_row_range rows,
                         const tl_lane_sources *sources, tl_lane_numbers *out) {
  tl_lane_numbers values[TL_MAX_ROWS + 1];
  tl_lane_sources from = *sources;
  tl_fold fold = {address, &LANES, &from, rows.first, values};
  tl_fold_rows(&fold, rows);
  use_lanes(NULL, NULL, tl_fold_value(&fold, rows.end - 1), out);
}
