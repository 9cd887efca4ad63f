/* layout_questions_compare.c - Whether two layouts are the same map.
 *
 * Without a swizzle, or with the same one, the image of coordinate c is
 * f(c) + R: f a sum over dimensions, R the sums of the replica steps.  Strides
 * are not negative, so the smallest point of an image is f(c).  Hence images
 * agree everywhere when the offsets agree, the sets R, and f on each dimension,
 * where equal functions have equal canonical iters:
 *
 *   (.. e1 : s1) (.. e2 : s2)   first iters, fastest first, that differ, after
 *                               p elements: elements p differ if the strides
 *                               do, else elements p min(e1, e2)
 *
 * Different swizzles and twists are compared by enumeration. */
#include "base/checked.h"
#include "layout_questions_sums.h"
#include "layout_threads.h"
#include <string.h>

/* A layout as it is compared, and the same as the caller sees it. */
typedef struct side {
  const tl_layout *given;
  tl_layout example; /* of the given one: symbols are divisors */
  tl_layout form;    /* threads numbered, no step without effect, canonical */
  sum_set replicas[TL_AXIS_COUNT]; /* of the form, without symbols */
} side;

typedef struct comparison {
  side sides[2]; /* a, b */
  int64_t lanes;
  tl_comparison *out;
  tl_error *reason;
} comparison;

/* ---- Forms -------------------------------------------------------------- */

/* Replica iters as the joined steps of their sums, axis by axis. */
static void normalize_replicas(side *given, tl_layout *fields) {
  tl_layout result = *fields;
  tl_iter *next = &result.iters[result.shard_count];
  for (int64_t i = fields->shard_count; i < tl_layout_iters(fields); i++)
    if (fields->iters[i].symbol != 0)
      *next++ = fields->iters[i];
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
    sum_set *sums = &given->replicas[axis];
    tl_sums_read(fields, axis, fields->shard_count, sums);
    for (int64_t i = 0; i < sums->count; i++)
      *next++ = sums->steps[i];
  }
  result.replica_count = next - &result.iters[result.shard_count];
  *fields = result;
}

static tl_code normalize(side *given, bool numbers_threads, int64_t lanes,
                         tl_error *error) {
  tl_layout fields = *given->given;
  int64_t span;
  TL_TRY(tl_layout_example(given->given, &given->example, error));
  TL_TRY(tl_layout_span(&given->example, TL_AXIS_M, &span, error));
  if (numbers_threads)
    TL_TRY(
        tl_layout_number_threads(&fields, TL_AXIS_TX, lanes, &fields, error));
  for (int64_t i = 0; i < tl_layout_iters(&fields); i++)
    if (fields.iters[i].stride == 0)
      fields.iters[i].axis = fields.iters[i].symbol = 0;
  if (tl_layout_is_static(&fields))
    fields.swizzle = tl_swizzle_trim(&fields.swizzle, span - 1);
  normalize_replicas(given, &fields);
  TL_TRY(tl_layout_create(&fields, &given->form, error));
  memset(given->form.divisor, 0, sizeof given->form.divisor);
  return TL_OK;
}

static tl_answer prepare(comparison *pair, const tl_layout *a,
                         const tl_layout *b) {
  tl_scope scope_a, scope_b;
  bool numbers_threads = tl_layout_find_scope(a, pair->lanes, &scope_a) &&
                         tl_layout_find_scope(b, pair->lanes, &scope_b) &&
                         scope_a == scope_b;
  pair->sides[0].given = a;
  pair->sides[1].given = b;
  for (int i = 0; i < 2; i++)
    if (normalize(&pair->sides[i], numbers_threads, pair->lanes,
                  pair->reason) != TL_OK)
      return TL_UNDECIDED;
  return TL_YES;
}

/* ---- Counterexamples ---------------------------------------------------- */

/* Of the form; symbols are the divisors of the given one. */
static void first_point(const side *of, const tl_list *coordinate,
                        int64_t first[TL_DIRECTIONS]) {
  tl_layout_place(&of->form, coordinate->items, first);
  for (int64_t symbol = 1; symbol <= TL_MAX_SYMBOLS; symbol++) {
    first[0] += first[symbol] * of->given->divisor[symbol - 1];
    first[symbol] = 0;
  }
}

static void first_points(const comparison *pair, const tl_list *coordinate,
                         int64_t first[2][TL_DIRECTIONS]) {
  for (int i = 0; i < 2; i++)
    first_point(&pair->sides[i], coordinate, first[i]);
}

/* Writes the counterexample: replica `only` along `axis` of the first point of
 * one side. */
static tl_answer differ(comparison *pair, const tl_list *coordinate,
                        int64_t only_in, tl_axis axis, int64_t only) {
  tl_comparison *out = pair->out;
  const side *holder = &pair->sides[only_in];
  int64_t first[2][TL_DIRECTIONS];
  first_points(pair, coordinate, first);
  tl_layout_apply(&pair->sides[0].example, coordinate->items, out->a);
  tl_layout_apply(&pair->sides[1].example, coordinate->items, out->b);
  bool is_same =
      out->a[TL_AXIS_M] == out->b[TL_AXIS_M] &&
      !memcmp(&first[0][1], &first[1][1], sizeof first[0] - sizeof first[0][0]);
  out->difference = is_same ? TL_OTHER_REPLICAS : TL_OTHER_PLACE;
  out->coordinate = *coordinate;
  out->only_in = only_in;

  memcpy(out->only, only_in ? out->b : out->a, sizeof out->only);
  int64_t place = first[only_in][tl_axis_direction((int64_t)axis)] + only;
  if (only != 0 && axis == TL_AXIS_M)
    out->only[axis] = tl_swizzle_apply(&holder->form.swizzle, place);
  else if (only != 0 && axis == TL_AXIS_TX &&
           !tl_layout_mentions(holder->given, axis))
    tl_layout_put_thread(holder->given, pair->lanes, place, out->only);
  else
    out->only[axis] += only;
  char at[QUESTION_TEXT], text_a[QUESTION_TEXT], text_b[QUESTION_TEXT];
  tl_format_coordinate(coordinate, at);
  tl_format_point(pair->sides[0].given, out->a, text_a);
  tl_format_point(pair->sides[1].given, out->b, text_b);
  if (out->difference == TL_OTHER_PLACE)
    return ANSWER_NO(pair->reason,
                     "element %s is at %s in one layout and at %s in the other",
                     at, text_a, text_b);
  tl_format_point(holder->given, out->only, text_a);
  return ANSWER_NO(pair->reason,
                   "element %s is also at %s in the %s layout alone", at,
                   text_a, out->only_in ? "second" : "first");
}

/* Where the first points differ, that of the side where it is smaller: off m,
 * which a swizzle does not change, if it can be. */
static tl_answer differ_first(comparison *pair, const tl_list *coordinate) {
  int64_t first[2][TL_DIRECTIONS], k = 1;
  first_points(pair, coordinate, first);
  while (k < TL_DIRECTIONS && first[0][k] == first[1][k])
    k++;
  k %= TL_DIRECTIONS;
  return differ(pair, coordinate, first[0][k] > first[1][k], TL_AXIS_M, 0);
}

static tl_answer compare_shapes(comparison *pair) {
  char text_a[QUESTION_TEXT], text_b[QUESTION_TEXT];
  tl_list a = tl_layout_shape(pair->sides[0].given);
  tl_list b = tl_layout_shape(pair->sides[1].given);
  if (!memcmp(&a, &b, sizeof a))
    return TL_YES;
  tl_format_coordinate(&a, text_a);
  tl_format_coordinate(&b, text_b);
  pair->out->difference = TL_OTHER_SHAPE;
  return ANSWER_NO(pair->reason, "shape %s is not shape %s", text_a, text_b);
}

/* ---- At coordinate zero ------------------------------------------------- */

/* Yes when every number of the set is in the other one.  The smallest number in
 * one of two positional sets alone is a stride, or where a run would go on. */
static tl_answer find_outside(const sum_set *set, const sum_set *other,
                              int64_t *only) {
  int64_t budget = TL_QUESTION_STEPS;
  for (int64_t i = 0; i < set->count + other->count; i++)
    for (int64_t k = 0; k < 2; k++) {
      const tl_iter *step =
          i < set->count ? &set->steps[i] : &other->steps[i - set->count];
      if (tl_multiply(step->stride, k ? step->extent : 1, only, NULL) != TL_OK)
        continue;
      if (tl_sums_contain(set, *only, &budget) == TL_YES &&
          tl_sums_contain(other, *only, &budget) == TL_NO)
        return TL_NO;
    }
  if (set->is_positional && other->is_positional)
    return TL_YES;
  tl_answer is_in = TL_YES;
  for (*only = 0; is_in == TL_YES && *only < set->reach;)
    if (tl_sums_next(set, only, &budget) == TL_YES)
      is_in = tl_sums_contain(other, *only, &budget);
    else
      is_in = TL_UNDECIDED;
  return is_in;
}

static tl_answer compare_sets(const sum_set *a, const sum_set *b, int64_t *only,
                              int64_t *only_in) {
  if (!memcmp(a, b, sizeof *a))
    return TL_YES;
  *only_in = 0;
  tl_answer in_b = find_outside(a, b, only);
  if (in_b != TL_YES)
    return in_b;
  *only_in = 1;
  return find_outside(b, a, only);
}

/* The images at coordinate zero, along the axes from `first` on: their smallest
 * points, which are the offsets, and their replicas. */
static tl_answer compare_at_zero(comparison *pair, tl_axis first) {
  const tl_layout *a = &pair->sides[0].form, *b = &pair->sides[1].form;
  tl_list zero = {.count = a->rank};
  for (tl_axis axis = first; axis < TL_AXIS_COUNT; axis++)
    if (a->offset[axis] != b->offset[axis])
      return differ(pair, &zero, a->offset[axis] < b->offset[axis] ? 0 : 1,
                    axis, 0);
  if (a->replica_count == b->replica_count &&
      !memcmp(&a->iters[a->shard_count], &b->iters[b->shard_count],
              (size_t)a->replica_count * sizeof *a->iters))
    return TL_YES;
  for (int i = 0; i < 2; i++)
    for (int64_t k = 0; k < pair->sides[i].form.replica_count; k++)
      if (pair->sides[i].form.iters[pair->sides[i].form.shard_count + k].symbol)
        return ANSWER_UNDECIDED(pair->reason,
                                "replicas are spaced by a stride known only "
                                "at run time");
  for (tl_axis axis = first; axis < TL_AXIS_COUNT; axis++) {
    int64_t only, only_in;
    tl_answer answer =
        compare_sets(&pair->sides[0].replicas[axis],
                     &pair->sides[1].replicas[axis], &only, &only_in);
    if (answer == TL_NO)
      return differ(pair, &zero, only_in, axis, only);
    if (answer == TL_UNDECIDED)
      return ANSWER_UNDECIDED(pair->reason,
                              "replica strides along %s overlap, and comparing "
                              "the replicas takes more than %d steps",
                              tl_axis_describe(axis)->name, TL_QUESTION_STEPS);
  }
  return TL_YES;
}

/* ---- By dimension ------------------------------------------------------- */

static bool first_difference(const comparison *pair, int64_t dimension,
                             int64_t *element) {
  tl_digits all[2];
  for (int i = 0; i < 2; i++)
    all[i] = tl_layout_digits(&pair->sides[i].form, dimension);
  *element = 1;
  for (int64_t i = 0; i < all[0].count && i < all[1].count; i++) {
    tl_iter a = all[0].items[i], b = all[1].items[i];
    if (a.stride != b.stride || a.axis != b.axis || a.symbol != b.symbol)
      return true;
    *element *= a.extent < b.extent ? a.extent : b.extent;
    if (a.extent != b.extent)
      return true;
  }
  return false;
}

/* The larger divisor; both are known to divide the symbol. */
static int64_t divisor_of(const comparison *pair, int64_t symbol) {
  int64_t a = pair->sides[0].given->divisor[symbol - 1];
  int64_t b = pair->sides[1].given->divisor[symbol - 1];
  return a > b ? a : b;
}

/* Whether the smallest points of the images differ whatever the symbols are:
 * along an axis without symbols, or since constant + sum of multiple * symbol
 * is no multiple of the gcd, or of one sign. */
static bool is_proved(const comparison *pair, const tl_list *coordinate) {
  int64_t apart[TL_DIRECTIONS], b[TL_DIRECTIONS];
  tl_layout_place(&pair->sides[0].form, coordinate->items, apart);
  tl_layout_place(&pair->sides[1].form, coordinate->items, b);
  for (int64_t k = TL_DIRECTIONS - 1; k >= 0; k--) {
    apart[k] -= b[k];
    if (k > TL_MAX_SYMBOLS && apart[k] != 0)
      return true;
  }
  int64_t common = 0, least = apart[0], most = apart[0];
  bool grows = true, falls = true;
  for (int64_t symbol = 1; symbol <= TL_MAX_SYMBOLS; symbol++) {
    int64_t part;
    if (apart[symbol] == 0)
      continue;
    if (tl_multiply(apart[symbol], divisor_of(pair, symbol), &part, NULL) !=
            TL_OK ||
        tl_add(least, part, &least, NULL) != TL_OK)
      return false;
    most = least;
    common = tl_gcd(common, part);
    grows = grows && part > 0;
    falls = falls && part < 0;
  }
  bool is_multiple = common == 0 ? apart[0] == 0 : apart[0] % common == 0;
  return !is_multiple || (grows && least > 0) || (falls && most < 0);
}

static tl_answer compare_dimensions(comparison *pair) {
  tl_answer answer = TL_YES;
  for (int64_t d = pair->sides[0].form.rank - 1; d >= 0; d--) {
    tl_list coordinate = {.count = pair->sides[0].form.rank};
    if (!first_difference(pair, d, &coordinate.items[d]))
      continue;
    if (is_proved(pair, &coordinate))
      return differ_first(pair, &coordinate);
    if (answer == TL_YES)
      pair->out->coordinate = coordinate;
    answer = TL_UNDECIDED;
  }
  if (answer == TL_YES)
    return TL_YES;
  char text[QUESTION_TEXT];
  tl_format_coordinate(&pair->out->coordinate, text);
  return ANSWER_UNDECIDED(pair->reason,
                          "whether element %s is in the same place depends on "
                          "a stride known only at run time",
                          text);
}

/* ---- By coordinate ------------------------------------------------------ */

/* The images at one coordinate, whose replicas off m are the same sets. */
static tl_answer compare_images(comparison *pair, const tl_list *coordinate,
                                int64_t *budget) {
  int64_t first[2][TL_DIRECTIONS];
  first_points(pair, coordinate, first);
  if (memcmp(&first[0][1], &first[1][1], sizeof first[0] - sizeof first[0][0]))
    return differ_first(pair, coordinate);
  for (int i = 0; i < 2; i++) {
    const side *here = &pair->sides[i], *there = &pair->sides[1 - i];
    const sum_set *replicas = here->replicas;
    tl_answer is_in = TL_YES;
    for (int64_t r = 0; is_in == TL_YES;) {
      int64_t x = tl_swizzle_undo(
          &there->form.swizzle,
          tl_swizzle_apply(&here->form.swizzle, first[i][0] + r));
      is_in = tl_sums_contain(there->replicas, x - first[1 - i][0], budget);
      if (is_in == TL_NO)
        return differ(pair, coordinate, i, TL_AXIS_M, r);
      if (r == replicas->reach)
        break;
      if (is_in == TL_YES)
        is_in = tl_sums_next(replicas, &r, budget);
    }
    if (is_in == TL_UNDECIDED)
      return is_in;
  }
  return TL_YES;
}

/* Layouts with different swizzles, coordinate by coordinate. */
static tl_answer compare_points(comparison *pair) {
  const tl_layout *a = &pair->sides[0].form, *b = &pair->sides[1].form;
  bool is_swizzled = memcmp(&a->swizzle, &b->swizzle, sizeof a->swizzle) != 0;
  int64_t budget = TL_QUESTION_STEPS;
  tl_list coordinate = {.count = a->rank};
  if (!tl_layout_is_static(a) || !tl_layout_is_static(b))
    return ANSWER_UNDECIDED(pair->reason,
                            "the %s differ, and a stride is known only at run "
                            "time",
                            is_swizzled ? "swizzles" : "twists");
  tl_answer same = compare_at_zero(pair, TL_AXIS_M + 1);
  if (same != TL_YES)
    return same;
  tl_list shape = tl_layout_shape(a);
  do {
    same = compare_images(pair, &coordinate, &budget);
    if (same == TL_UNDECIDED)
      return ANSWER_UNDECIDED(pair->reason,
                              "the %s differ, and comparing the points takes "
                              "more than %d steps",
                              is_swizzled ? "swizzles" : "twists",
                              TL_QUESTION_STEPS);
  } while (same == TL_YES && tl_list_next_coordinate(&shape, &coordinate));
  return same;
}

/* ---- The answer --------------------------------------------------------- */

tl_answer tl_layout_compare(const tl_layout *a, const tl_layout *b,
                            int64_t lanes, tl_comparison *out,
                            tl_error *reason) {
  tl_comparison ignored;
  comparison pair = {
      .lanes = lanes, .out = out ? out : &ignored, .reason = reason};
  *pair.out = (tl_comparison){0};
  tl_answer answer = prepare(&pair, a, b);
  const tl_layout *forms[2] = {&pair.sides[0].form, &pair.sides[1].form};
  if (answer == TL_YES)
    answer = compare_shapes(&pair);
  if (answer != TL_YES || !memcmp(forms[0], forms[1], sizeof *forms[0]))
    return answer;
  if (memcmp(&forms[0]->swizzle, &forms[1]->swizzle, sizeof(tl_swizzle)) ||
      !tl_twist_is_none(&forms[0]->twist) ||
      !tl_twist_is_none(&forms[1]->twist))
    return compare_points(&pair);
  answer = compare_at_zero(&pair, TL_AXIS_M);
  if (answer == TL_NO)
    return TL_NO;
  tl_answer by_dimension = compare_dimensions(&pair);
  return by_dimension == TL_YES ? answer : by_dimension;
}
