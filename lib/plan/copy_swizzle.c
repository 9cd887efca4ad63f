/* copy_swizzle.c - How a copy computes swizzled offsets: which bits the parts
 * of an offset may have (law C4).
 *
 *   swizzle(3, 3, 3), rows of 64; thread t holds row t % 16, columns from
 *   t / 16 * 8, and the rows 16, 32, 48 further:
 *     h = t % 16 * 64 (bits 6 to 9), l = t / 16 * 8 (3 to 5), atoms 10 to 11
 *     swizzle = h + (l ^ ((h & 448) >> 3)), then + 1024 k */
#include "copy_swizzle.h"
#include "base/checked.h"
#include <string.h>

/* The bits of the parts of a sum. */
typedef struct bit_union {
  uint64_t bits;
  bool carries; /* two parts share a bit */
} bit_union;

static void choose_form(const tl_copy_request *request, int64_t thread_limit,
                        tl_copy_partition *out);
static bool splits(const tl_copy_request *request, int64_t thread_limit,
                   tl_copy_partition *out);
static void choose_units(tl_copy_partition *out);
static uint64_t term_bits(const tl_copy_request *request, const tl_term *term,
                          int64_t thread_limit);
static int64_t digit_extent(const tl_copy_request *request, const tl_term *term,
                            int64_t thread_limit);
static uint64_t digit_bits(uint64_t extent, uint64_t stride, uint64_t step);
static void add_bits(bit_union *all, uint64_t bits);

void tl_copy_swizzle_plan(const tl_copy_request *request, int64_t thread_limit,
                          tl_copy_partition *out) {
  choose_form(request, thread_limit, out);
  choose_units(out);
}

static void choose_form(const tl_copy_request *request, int64_t thread_limit,
                        tl_copy_partition *out) {
  const tl_swizzle *swizzle = &out->swizzle;
  out->form = TL_SWIZZLE_FULL;
  if (!swizzle->bits || out->is_scattered)
    return;

  /* 1. The base, and apart from it the atoms; below the period. */
  uint64_t below = (uint64_t)tl_swizzle_period(swizzle) - 1;
  bit_union all = {(uint64_t)out->offset & below, false};
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    all.carries |= out->symbol_offset[i] != 0;
  for (int64_t i = 0; i < out->terms.count; i++)
    add_bits(&all,
             below & term_bits(request, &out->terms.items[i], thread_limit));
  uint64_t base = all.bits;
  for (int64_t i = 0; i < out->atoms.count; i++) {
    const tl_atom *atom = &out->atoms.items[i];
    all.carries |= atom->symbol != 0;
    add_bits(&all, below & digit_bits((uint64_t)atom->extent,
                                      (uint64_t)atom->memory_stride, 1));
  }
  if (all.carries)
    return;

  /* 2. The base alone, in two parts where it has them. */
  uint64_t read = base & (uint64_t)tl_swizzle_read_mask(swizzle);
  base |= swizzle->shift < 0 ? read << -swizzle->shift : read >> swizzle->shift;
  out->offset_bits = (int64_t)base;
  out->form =
      splits(request, thread_limit, out) ? TL_SWIZZLE_SPLIT : TL_SWIZZLE_LINEAR;
}

/* Whether every term is high or low; the constant offset has to be high. */
static bool splits(const tl_copy_request *request, int64_t thread_limit,
                   tl_copy_partition *out) {
  uint64_t read = (uint64_t)tl_swizzle_read_mask(&out->swizzle);
  uint64_t changed = (uint64_t)tl_swizzle_changed_mask(&out->swizzle);
  uint64_t period = (uint64_t)tl_swizzle_period(&out->swizzle);
  bool is_split = ((uint64_t)out->offset & changed) == 0;
  for (int64_t i = 0; i < out->terms.count; i++) {
    uint64_t bits = term_bits(request, &out->terms.items[i], thread_limit);
    bool is_low = (bits & changed) != 0;
    is_split &= !is_low || (bits & read) == 0;
    if (is_low)
      out->parts[i] =
          out->terms.items[i].source == TL_SOURCE_THREAD || bits >= period
              ? TL_TERM_LOW
              : TL_TERM_LAST;
  }
  for (int64_t i = 0; !is_split && i < out->terms.count; i++)
    out->parts[i] = TL_TERM_HIGH;
  return is_split;
}

static void choose_units(tl_copy_partition *out) {
  memset(out->units, 0, sizeof out->units);
  for (int64_t i = 0; i < out->terms.count; i++) {
    const tl_term *term = &out->terms.items[i];
    int64_t *unit = &out->units[out->parts[i]];
    *unit = tl_gcd(term->symbol ? 1 : term->stride, *unit);
  }
  for (int part = 0; part < TL_TERM_PART_COUNT; part++)
    out->units[part] = out->units[part] ? out->units[part] : 1;
}

static void add_bits(bit_union *all, uint64_t bits) {
  all->carries |= (all->bits & bits) != 0;
  all->bits |= bits;
}

/* The bits of stride * digit for a digit that is a multiple of `step`: those
 * of a range when extent and stride are powers of two; else all from the lowest
 * on.  An extent of 0 is no bound. */
static uint64_t digit_bits(uint64_t extent, uint64_t stride, uint64_t step) {
  uint64_t lowest = (stride & (~stride + 1)) * (step & (~step + 1));
  bool is_range =
      extent && (extent & (extent - 1)) == 0 && (stride & (stride - 1)) == 0;
  uint64_t above = is_range ? stride * extent : 0;
  return is_range && lowest >= above ? 0 : above - lowest;
}

static uint64_t term_bits(const tl_copy_request *request, const tl_term *term,
                          int64_t thread_limit) {
  int64_t step = 1;
  if (term->symbol)
    return ~UINT64_C(0);
  if (term->source != TL_SOURCE_THREAD)
    step = tl_origin_step(&request->origin[term->source], term);
  return digit_bits((uint64_t)digit_extent(request, term, thread_limit),
                    (uint64_t)term->stride, (uint64_t)step);
}

/* A bound of the digit, 0 for none.  A tile without bounds ends inside memory,
 * so that the slowest digit of its origin stays below the extent. */
static int64_t digit_extent(const tl_copy_request *request, const tl_term *term,
                            int64_t thread_limit) {
  if (term->extent)
    return term->extent;
  if (term->source == TL_SOURCE_THREAD)
    return thread_limit % term->divisor == 0 ? thread_limit / term->divisor : 0;
  if (request->bounds[term->source].is_set)
    return 0;
  const tl_iter *slowest = request->memory.iters;
  for (int64_t d = 0; d < term->source; d++)
    slowest += request->memory.group_size[d];
  return slowest->extent;
}

int64_t tl_origin_step(const tl_origin *origin, const tl_term *term) {
  if (origin->divisor % term->divisor != 0)
    return 1;
  return tl_gcd(term->extent, origin->divisor / term->divisor);
}
