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
 * Different swizzles are compared by enumeration. */
#include "base/checked.h"
#include "layout_questions_sums.h"
#include "layout_threads.h"
#include <stddef.h>
#include <string.h>

/* A layout as it is compared, and the same as the caller sees it. */
typedef struct side {
  const tl_layout *given;
  tl_layout example; /* of the given one: symbols are divisors */
  tl_layout form;    /* threads numbered, no step without effect, canonical */
} side;

typedef struct comparison {
  side sides[2]; /* a, b */
  int64_t lanes;
  tl_comparison *out;
  tl_error *reason;
} comparison;

/* A point as a linear form: multiples of the symbols along m. */
typedef struct symbolic_point {
  int64_t constant[TL_AXIS_COUNT], multiple[TL_MAX_SYMBOLS];
} symbolic_point;

static tl_answer prepare(comparison *pair, const tl_layout *a,
                         const tl_layout *b);
static tl_code normalize(side *given, bool numbers_threads, int64_t lanes,
                         tl_error *error);
static void normalize_replicas(tl_layout *fields);
static tl_answer compare_shapes(comparison *pair);
static tl_answer compare_offsets(comparison *pair);
static tl_answer compare_replicas(comparison *pair);
static tl_answer compare_sets(const sum_set *a, const sum_set *b, int64_t *only,
                              int64_t *only_in);
static tl_answer find_outside(const sum_set *set, const sum_set *other,
                              int64_t *only);
static tl_answer compare_dimensions(comparison *pair);
static bool first_difference(const comparison *pair, int64_t dimension,
                             int64_t *element);
static bool is_proved(const comparison *pair, const tl_list *coordinate);
static tl_answer compare_points(comparison *pair);
static tl_answer compare_images(comparison *pair, const sum_set *replicas,
                                const tl_list *coordinate, int64_t *budget);
static tl_answer differ(comparison *pair, const tl_list *coordinate,
                        int64_t only_in, tl_axis axis, int64_t only);

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
  if (memcmp(&forms[0]->swizzle, &forms[1]->swizzle, sizeof(tl_swizzle)))
    return compare_points(&pair);
  if (compare_offsets(&pair) == TL_NO)
    return TL_NO;
  answer = compare_replicas(&pair);
  if (answer == TL_NO)
    return TL_NO;
  tl_answer by_dimension = compare_dimensions(&pair);
  return by_dimension == TL_YES ? answer : by_dimension;
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

static tl_code normalize(side *given, bool numbers_threads, int64_t lanes,
                         tl_error *error) {
  tl_layout fields = *given->given;
  int64_t span;
  TL_TRY(tl_layout_example(given->given, &given->example, error));
  TL_TRY(tl_layout_span(&given->example, TL_AXIS_M, &span, error));
  if (numbers_threads)
    TL_TRY(tl_layout_number_threads(&fields, TL_AXIS_TX, lanes, &fields, error));
  for (int64_t i = 0; i < tl_layout_iters(&fields); i++)
    if (fields.iters[i].stride == 0) {
      fields.iters[i].axis = TL_AXIS_M;
      fields.iters[i].symbol = 0;
      if (i >= fields.shard_count)
        fields.iters[i].extent = 1;
    }
  if (tl_layout_is_static(&fields))
    fields.swizzle = tl_swizzle_trim(&fields.swizzle, span - 1);
  normalize_replicas(&fields);
  TL_TRY(tl_layout_create(&fields, &given->form, error));
  memset(given->form.divisor, 0, sizeof given->form.divisor);
  return TL_OK;
}

/* Replica iters as the joined steps of their sums, axis by axis. */
static void normalize_replicas(tl_layout *fields) {
  tl_layout result = *fields;
  result.replica_count = 0;
  for (int64_t i = 0; i < fields->replica_count; i++) {
    const tl_iter *iter = &fields->iters[fields->shard_count + i];
    if (iter->symbol != 0)
      result.iters[result.shard_count + result.replica_count++] = *iter;
  }
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
    sum_set sums;
    tl_sums_read(fields, axis, fields->shard_count, tl_layout_iters(fields),
                 &sums);
    for (int64_t i = 0; i < sums.count; i++)
      result.iters[result.shard_count + result.replica_count++] = (tl_iter){
          sums.steps[i].extent, sums.steps[i].stride, (int64_t)axis, 0};
  }
  *fields = result;
}

static tl_answer compare_shapes(comparison *pair) {
  tl_list a, b;
  char text_a[QUESTION_TEXT], text_b[QUESTION_TEXT];
  tl_layout_shape(pair->sides[0].given, &a);
  tl_layout_shape(pair->sides[1].given, &b);
  if (!memcmp(&a, &b, sizeof a))
    return TL_YES;
  tl_format_coordinate(&a, text_a);
  tl_format_coordinate(&b, text_b);
  pair->out->difference = TL_OTHER_SHAPE;
  return ANSWER_NO(pair->reason, "shape %s is not shape %s", text_a, text_b);
}

/* Whether the smallest points of the images at zero agree. */
static tl_answer compare_offsets(comparison *pair) {
  const tl_layout *a = &pair->sides[0].form, *b = &pair->sides[1].form;
  tl_list zero = {.count = a->rank};
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (a->offset[axis] != b->offset[axis])
      return differ(pair, &zero, a->offset[axis] < b->offset[axis] ? 0 : 1,
                    axis, 0);
  return TL_YES;
}

static tl_answer compare_replicas(comparison *pair) {
  const tl_layout *a = &pair->sides[0].form, *b = &pair->sides[1].form;
  tl_list zero = {.count = a->rank};
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
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
    sum_set sums_a, sums_b;
    int64_t only, only_in;
    tl_sums_read(a, axis, a->shard_count, tl_layout_iters(a), &sums_a);
    tl_sums_read(b, axis, b->shard_count, tl_layout_iters(b), &sums_b);
    tl_answer answer = compare_sets(&sums_a, &sums_b, &only, &only_in);
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

/* Yes when every number of the set is in the other one.  The smallest number in
 * one of two positional sets alone is a stride, or where a run would go on. */
static tl_answer find_outside(const sum_set *set, const sum_set *other,
                              int64_t *only) {
  int64_t budget = TL_QUESTION_STEPS;
  for (int64_t i = 0; i < set->count + other->count; i++)
    for (int64_t k = 0; k < 2; k++) {
      const sum_step *step =
          i < set->count ? &set->steps[i] : &other->steps[i - set->count];
      if (tl_multiply(step->stride, k ? step->extent : 1, only, NULL) != TL_OK)
        continue;
      if (tl_sums_contain(set, *only, &budget) == TL_YES &&
          tl_sums_contain(other, *only, &budget) == TL_NO)
        return TL_NO;
    }
  if (set->is_positional && other->is_positional)
    return TL_YES;
  for (*only = 1; *only <= set->reach; ++*only) {
    tl_answer is_in = tl_sums_contain(set, *only, &budget);
    if (is_in == TL_YES)
      is_in = tl_sums_contain(other, *only, &budget) == TL_NO ? TL_UNDECIDED
                                                              : TL_NO;
    else if (is_in == TL_NO)
      continue;
    if (budget < 0)
      return TL_UNDECIDED;
    if (is_in == TL_UNDECIDED)
      return TL_NO;
  }
  return TL_YES;
}

static tl_answer compare_dimensions(comparison *pair) {
  tl_answer answer = TL_YES;
  for (int64_t d = pair->sides[0].form.rank - 1; d >= 0; d--) {
    tl_list coordinate = {.count = pair->sides[0].form.rank};
    if (!first_difference(pair, d, &coordinate.items[d]))
      continue;
    if (is_proved(pair, &coordinate))
      return differ(pair, &coordinate, -1, TL_AXIS_M, 0);
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

static bool first_difference(const comparison *pair, int64_t dimension,
                             int64_t *element) {
  int64_t end[2] = {0}, start[2] = {0};
  for (int i = 0; i < 2; i++) {
    const tl_layout *form = &pair->sides[i].form;
    for (int64_t d = 0; d <= dimension; d++) {
      start[i] = end[i];
      end[i] += form->group_size[d];
    }
  }
  *element = 1;
  while (end[0] > start[0] && end[1] > start[1]) {
    const tl_iter *a = &pair->sides[0].form.iters[--end[0]];
    const tl_iter *b = &pair->sides[1].form.iters[--end[1]];
    if (a->stride != b->stride || a->axis != b->axis || a->symbol != b->symbol)
      return true;
    *element *= a->extent < b->extent ? a->extent : b->extent;
    if (a->extent != b->extent)
      return true;
  }
  return false;
}

static void evaluate(const tl_layout *form, const tl_list *coordinate,
                     symbolic_point *out) {
  *out = (symbolic_point){{0}, {0}};
  memcpy(out->constant, form->offset, sizeof out->constant);
  int64_t end = 0;
  for (int64_t d = 0; d < form->rank; d++) {
    int64_t rest = coordinate->items[d];
    end += form->group_size[d];
    for (int64_t i = 1; i <= form->group_size[d]; i++) {
      const tl_iter *iter = &form->iters[end - i];
      int64_t *sum = iter->symbol ? &out->multiple[iter->symbol - 1]
                                  : &out->constant[iter->axis];
      *sum += tl_take_digit(&rest, iter->extent) * iter->stride;
    }
  }
}

/* The larger divisor; both are known to divide the symbol. */
static int64_t divisor_of(const comparison *pair, int64_t symbol) {
  int64_t a = pair->sides[0].given->divisor[symbol];
  int64_t b = pair->sides[1].given->divisor[symbol];
  return a > b ? a : b;
}

/* Whether the smallest points of the images differ whatever the symbols are:
 * along an axis without symbols, or since constant + sum of multiple * symbol
 * is no multiple of the gcd, or of one sign. */
static bool is_proved(const comparison *pair, const tl_list *coordinate) {
  symbolic_point a, b;
  evaluate(&pair->sides[0].form, coordinate, &a);
  evaluate(&pair->sides[1].form, coordinate, &b);
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++)
    if (a.constant[axis] != b.constant[axis])
      return true;
  int64_t constant = a.constant[TL_AXIS_M] - b.constant[TL_AXIS_M];
  int64_t common = 0, least = constant, most = constant;
  bool grows = true, falls = true;
  for (int64_t s = 0; s < TL_MAX_SYMBOLS; s++) {
    int64_t multiple = a.multiple[s] - b.multiple[s], part;
    if (multiple == 0)
      continue;
    if (tl_multiply(multiple, divisor_of(pair, s), &part, NULL) != TL_OK ||
        tl_add(least, part, &least, NULL) != TL_OK)
      return false;
    most = least;
    common = tl_gcd(common, part);
    grows = grows && multiple > 0;
    falls = falls && multiple < 0;
  }
  bool is_multiple = common == 0 ? constant == 0 : constant % common == 0;
  return !is_multiple || (grows && least > 0) || (falls && most < 0);
}

/* Layouts with different swizzles, coordinate by coordinate. */
static tl_answer compare_points(comparison *pair) {
  const tl_layout *a = &pair->sides[0].form, *b = &pair->sides[1].form;
  int64_t budget = TL_QUESTION_STEPS;
  sum_set replicas[2][TL_AXIS_COUNT];
  tl_list shape, coordinate = {.count = a->rank};
  if (!tl_layout_is_static(a) || !tl_layout_is_static(b))
    return ANSWER_UNDECIDED(pair->reason,
                            "the swizzles differ, and a stride is known only "
                            "at run time");
  for (int i = 0; i < 2; i++)
    for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++) {
      const tl_layout *form = &pair->sides[i].form;
      tl_sums_read(form, axis, form->shard_count, tl_layout_iters(form),
                   &replicas[i][axis]);
    }
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++) {
    int64_t only = 0, only_in = 0;
    tl_answer same =
        compare_sets(&replicas[0][axis], &replicas[1][axis], &only, &only_in);
    if (same == TL_UNDECIDED)
      return ANSWER_UNDECIDED(pair->reason, "replica strides along %s overlap",
                              tl_axis_describe(axis)->name);
    if (same == TL_NO && a->offset[axis] == b->offset[axis])
      return differ(pair, &coordinate, only_in, axis, only);
    if (same == TL_NO)
      return differ(pair, &coordinate,
                    a->offset[axis] < b->offset[axis] ? 0 : 1, axis, 0);
  }
  const sum_set along_m[2] = {replicas[0][TL_AXIS_M], replicas[1][TL_AXIS_M]};
  tl_layout_shape(a, &shape);
  do {
    tl_answer same = compare_images(pair, along_m, &coordinate, &budget);
    if (same == TL_UNDECIDED)
      return ANSWER_UNDECIDED(pair->reason,
                              "the swizzles differ, and comparing the points "
                              "takes more than %d steps",
                              TL_QUESTION_STEPS);
    if (same == TL_NO)
      return TL_NO;
  } while (tl_list_next_coordinate(&shape, &coordinate));
  return TL_YES;
}

/* The images at one coordinate, whose replicas off m are the same sets. */
static tl_answer compare_images(comparison *pair, const sum_set *replicas,
                                const tl_list *coordinate, int64_t *budget) {
  symbolic_point first[2];
  for (int i = 0; i < 2; i++)
    evaluate(&pair->sides[i].form, coordinate, &first[i]);
  for (tl_axis axis = TL_AXIS_M + 1; axis < TL_AXIS_COUNT; axis++)
    if (first[0].constant[axis] != first[1].constant[axis])
      return differ(pair, coordinate, -1, axis, 0);
  for (int i = 0; i < 2; i++) {
    const tl_swizzle *here = &pair->sides[i].form.swizzle;
    const tl_swizzle *there = &pair->sides[1 - i].form.swizzle;
    int64_t from = first[i].constant[TL_AXIS_M];
    int64_t to = first[1 - i].constant[TL_AXIS_M];
    for (int64_t r = 0; r <= replicas[i].reach; r++) {
      tl_answer is_in = tl_sums_contain(&replicas[i], r, budget);
      if (is_in == TL_UNDECIDED)
        return TL_UNDECIDED;
      if (is_in == TL_NO)
        continue;
      int64_t x = tl_swizzle_undo(there, tl_swizzle_apply(here, from + r)) - to;
      is_in = tl_sums_contain(&replicas[1 - i], x, budget);
      if (is_in == TL_UNDECIDED)
        return TL_UNDECIDED;
      if (is_in == TL_NO)
        return differ(pair, coordinate, i, TL_AXIS_M, r);
    }
  }
  return TL_YES;
}

/* Shares a thread number out among the thread axes that the layout mentions,
 * the slowest first. */
static void put_thread(const tl_layout *layout, int64_t lanes, int64_t thread,
                       int64_t *point) {
  static const tl_axis SLOWEST_FIRST[] = {TL_AXIS_TX,        TL_AXIS_WGID,
                                          TL_AXIS_WARPID,    TL_AXIS_WID_IN_WG,
                                          TL_AXIS_TID_IN_WG, TL_AXIS_LANEID};
  for (size_t i = 0; i < sizeof SLOWEST_FIRST / sizeof *SLOWEST_FIRST; i++) {
    tl_axis axis = SLOWEST_FIRST[i];
    int64_t divisor = tl_axis_digit(axis, lanes).divisor;
    point[axis] = tl_layout_mentions(layout, axis) ? thread / divisor : 0;
    thread -= point[axis] * divisor;
  }
}

/* Writes the counterexample: replica `only` along `axis` of the first point of
 * one side; side -1: whichever first point is smaller along an axis. */
static tl_answer differ(comparison *pair, const tl_list *coordinate,
                        int64_t only_in, tl_axis axis, int64_t only) {
  tl_comparison *out = pair->out;
  symbolic_point first[2];
  out->coordinate = *coordinate;
  for (int i = 0; i < 2; i++) {
    tl_layout_apply(&pair->sides[i].example, coordinate->items,
                    i ? out->b : out->a);
    evaluate(&pair->sides[i].form, coordinate, &first[i]);
    for (int64_t s = 0; s < TL_MAX_SYMBOLS; s++)
      first[i].constant[TL_AXIS_M] +=
          first[i].multiple[s] * pair->sides[i].given->divisor[s];
  }
  out->difference = TL_OTHER_REPLICAS;
  for (tl_axis k = TL_AXIS_M + 1; k < TL_AXIS_COUNT; k++)
    if (first[0].constant[k] != first[1].constant[k])
      out->difference = TL_OTHER_PLACE;
  if (out->a[TL_AXIS_M] != out->b[TL_AXIS_M])
    out->difference = TL_OTHER_PLACE;
  for (tl_axis k = 0; k < TL_AXIS_COUNT && only_in < 0; k++)
    if (first[0].constant[k] != first[1].constant[k])
      only_in = first[0].constant[k] < first[1].constant[k] ? 0 : 1;
  out->only_in = only_in < 0 ? 0 : only_in;

  const side *holder = &pair->sides[out->only_in];
  memcpy(out->only, out->only_in ? out->b : out->a, sizeof out->only);
  if (only != 0) {
    int64_t *point = first[out->only_in].constant;
    point[axis] += only;
    if (axis == TL_AXIS_M)
      out->only[axis] = tl_swizzle_apply(&holder->form.swizzle, point[axis]);
    else if (axis == TL_AXIS_TX && !tl_layout_mentions(holder->given, axis))
      put_thread(holder->given, pair->lanes, point[axis], out->only);
    else
      out->only[axis] += only;
  }
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
