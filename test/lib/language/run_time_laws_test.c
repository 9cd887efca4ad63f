// RUN: run_time_laws_test 1000 | FileCheck %s
// RUN: run_time_laws_test_fast 100000 | FileCheck %s
// CHECK: {{[1-9][0-9]*}} undecided
// CHECK-NEXT: L46 run-time numbers: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures

/* Law L46: what an expression with numbers known only at run time is said to
 * be is its value for each of those numbers, or a layout with the same map.
 * usage: run_time_laws_test EXPRESSIONS */
#include "layout/random_layouts.h"
#include "tl/expression.h"

enum { NAMES = 2, MOST = 24, POINTS = 8 };

static law laws[1] = {{"run-time numbers", 0, 0, 0}};
static long undecided;

/* The names as they are in an expression, and instead of them numbers. */
typedef struct naming {
  int64_t divisors[NAMES];
  int64_t numbers[NAMES]; /* 0: the names */
} naming;

static const char *const NAME[NAMES] = {"M", "pitch"};

/* A number of the expression: one known at run time, or another. */
static void put_number(tl_text *text, const naming *how, int64_t which) {
  int64_t n = which < 0 ? -which : 0;
  if (which >= 0)
    tl_text_append(text, "%d", (int)which);
  else if (how->numbers[n - 1])
    tl_text_append(text, "%d", (int)how->numbers[n - 1]);
  else
    tl_text_append(text, "%s{div %d}", NAME[n - 1], (int)how->divisors[n - 1]);
}

/* A layout of up to three modes: extents and strides, or numbers -1, -2 of a
 * name. */
typedef struct draft {
  int64_t rank, extents[3], strides[3];
  const char *format; /* %s: the layout */
  int64_t tile;
} draft;

static void put_modes(tl_text *text, const naming *how, const draft *d,
                      const int64_t *numbers) {
  tl_text_append(text, "(");
  for (int64_t i = 0; i < d->rank; i++) {
    tl_text_append(text, i ? "," : "");
    put_number(text, how, numbers[i]);
  }
  tl_text_append(text, ")");
}

static tl_text expression(const naming *how, const draft *d) {
  static tl_text layout, text;
  layout = text = (tl_text){0};
  put_modes(&layout, how, d, d->extents);
  if (d->strides[0]) {
    tl_text_append(&layout, ":");
    put_modes(&layout, how, d, d->strides);
  } else {
    tl_text dense = {0};
    tl_text_append(&dense, "make_layout(%s)", layout.data);
    layout = dense;
  }
  for (const char *c = d->format; *c; c++)
    if (*c == '%')
      tl_text_append(&text, "%s", layout.data);
    else if (*c == '#')
      tl_text_append(&text, "%d", (int)d->tile);
    else if (*c == '$')
      put_number(&text, how, -1);
    else
      tl_text_append(&text, "%c", *c);
  return text;
}

/* `%` is the layout, `#` a tile, `$` a number known at run time. */
static const char *const FORMATS[] = {
    "%",
    "coalesce(%)",
    "size(%)",
    "cosize(%)",
    "composition(%, #:1)",
    "composition(%, (4,#):(#,1))",
    "composition(%, $:1)",
    "composition(#:2, %)",
    "logical_divide(%, #)",
    "logical_divide(%, <#,2>)",
    "zipped_divide(%, <#>)",
    "flat_divide(%, <#,#>)",
    "tiled_divide(%, <#>)",
    "logical_product(%, #)",
    "blocked_product(#:1, %)",
    "raked_product(%, #:1)",
    "complement(#:2, $)",
    "complement(%)",
    "right_inverse(%)",
    "left_inverse(%)",
    "filter(%)",
    "tile_to_shape((4,2):(2,1), ($,#))",
    "upcast(2, %)",
    "downcast(2, %)",
    "recast_layout(8, 16, %)",
    "layout_call(%, #)",
    "shape(%)",
    "stride(%)",
    "get(0, %)",
    "select((0,), %)",
    "ceil_div($, #)",
    "shape_div($, #)",
    "idx2crd(#, ($,#))",
    "ceil_div(ceil_div($, 3), #)",
    "ceil_div(product(shape(%)), #)",
    "round_up($, #)",
    "Sw<2,1,3> o # o %",
    "coalesce(Sw<1,0,2> o %)",
    "tile(%)",
    "S[($, #) : (#, 1)] / S[(4, #) : (#, 1)]",
    "S[($, #) : (#, 1)] * S[(4, 2) : (2, 1)]",
    "row_major($, #) * row_major(2, 4)",
    "column_major(#, $)",
    "local(2, 1) * spatial(8, $)",
};

static draft random_draft(void) {
  static const int64_t STATIC[] = {1, 2, 3, 4, 6, 8, 16, 64};
  draft d = {.rank = 1 + below(3),
             .format = FORMATS[below(sizeof FORMATS / sizeof *FORMATS)],
             .tile = STATIC[below(8)]};
  bool is_dense = below(2);
  for (int64_t i = 0; i < d.rank; i++) {
    int64_t pick = below(10);
    d.extents[i] = pick < 4 ? -1 : pick == 4 ? -2 : STATIC[below(8)];
    pick = below(8);
    d.strides[i] = is_dense    ? 0
                   : pick < 2  ? -2
                   : pick == 2 ? -1
                               : STATIC[below(8)];
  }
  return d;
}

static bool evaluate(const tl_text *text, tl_value *out) {
  return tl_expression_evaluate(text->data, text->length, TL_KIND_NONE, 32, out,
                                NULL) == TL_OK;
}

/* The answer with numbers for its names, by text. */
static tl_text with_numbers(const char *answer, const naming *how) {
  static tl_text text;
  text = (tl_text){0};
  for (const char *at = answer; *at;) {
    int64_t n = strncmp(at, "pitch", 5) == 0 ? 2 : *at == 'M' ? 1 : 0;
    if (n == 0) {
      tl_text_append(&text, "%c", *at++);
      continue;
    }
    at += strlen(NAME[n - 1]);
    at += strncmp(at, "{div", 4) == 0 ? strcspn(at, "}") + 1 : 0;
    tl_text_append(&text, "%ld", (long)how->numbers[n - 1]);
  }
  return text;
}

/* The value of what stands in braces, from *at on: sums of products and
 * quotients, and ceil(a/b). */
static int64_t read_sum(const char **at);
static int depth; /* 0 outside of ceil(..) */

static int64_t read_factor(const char **at) {
  char *end;
  if (strncmp(*at, "ceil(", 5) == 0) {
    *at += 5;
    bool is_sum = **at == '(';
    *at += is_sum;
    int64_t number = read_sum(at);
    *at += is_sum;
    expect(&laws[0], **at == '/' || !is_sum);
    int64_t divisor = 1;
    if (**at == '/') {
      divisor = strtoll(*at + 1, &end, 10);
      *at = end;
    }
    *at += 1;
    return (number + divisor - 1) / divisor;
  }
  int64_t number = strtoll(*at, &end, 10);
  *at = end;
  return number;
}

/* In ceil(a/b) the division is left to it. */
static int64_t read_quotient(const char **at, bool in_ceil) {
  int64_t product = read_factor(at);
  while (**at == '*') {
    ++*at;
    product *= read_factor(at);
  }
  if (**at == '/' && !in_ceil) {
    ++*at;
    int64_t divisor = read_factor(at);
    expect(&laws[0], product % divisor == 0);
    product /= divisor;
  }
  return product;
}

static int64_t read_sum(const char **at) {
  int64_t sum = 0, sign = 1;
  bool in_ceil = depth++ > 0;
  for (;;) {
    sum += sign * read_quotient(at, in_ceil);
    if (**at != ' ')
      break;
    sign = (*at)[1] == '-' ? -1 : 1;
    *at += 3;
  }
  depth--;
  return sum;
}

static tl_text without_braces(const tl_text *given) {
  static tl_text text;
  text = (tl_text){0};
  for (const char *at = given->data; *at; at++)
    if (*at == '{') {
      at++;
      tl_text_append(&text, "%ld", (long)read_sum(&at));
      expect(&laws[0], *at == '}');
    } else {
      tl_text_append(&text, "%c", *at);
    }
  return text;
}

static bool is_same_cute(tl_composed a, tl_composed b) {
  return !tl_cute_coalesce(&a.layout, &a.layout, NULL) &&
         !tl_cute_coalesce(&b.layout, &b.layout, NULL) &&
         memcmp(&a, &b, sizeof a) == 0;
}

static bool is_same_map(const tl_text *a, const tl_text *b) {
  static tl_text text;
  tl_value value;
  text = (tl_text){0};
  tl_text_append(&text, "same_map(%s, %s)", a->data, b->data);
  return evaluate(&text, &value) && value.as.integer;
}

/* A stride of an extent of 1 is lost. */
static bool has_unit(const naming *how, const draft *d) {
  naming names = {{1, 1}, {0}};
  tl_text text = expression(&names, d);
  return (strchr(text.data, 'M') && how->numbers[0] == 1) ||
         (strstr(text.data, "pitch") && how->numbers[1] == 1);
}

static void check_at(const naming *how, const draft *d, const char *answer) {
  tl_text given = expression(how, d), printed = {0};
  tl_text numbered = with_numbers(answer, how),
          said = without_braces(&numbered);
  tl_value wanted, got;
  expect(&laws[0], evaluate(&given, &wanted));
  tl_value_print(&wanted, &printed);
  if (strcmp(printed.data, said.data) == 0) {
    expect(&laws[0], true);
    return;
  }
  bool is_right = wanted.kind == TL_KIND_CUTE
                      ? evaluate(&said, &got) && got.kind == wanted.kind &&
                            is_same_cute(wanted.as.composed, got.as.composed)
                  : tl_notation_of(wanted.kind)
                      ? is_same_map(&printed, &said)
                      : wanted.kind == TL_KIND_TUPLE && has_unit(how, d);
  expect(&laws[0], is_right);
  if (!is_right)
    printf("%s is %s, not %s of %s\n", given.data, printed.data, said.data,
           answer);
}

static void check(const draft *d) {
  static const int64_t DIVISORS[] = {1, 1, 2, 4, 8, 64, 3};
  static tl_text answer;
  naming how = {{DIVISORS[below(7)], DIVISORS[below(7)]}, {0}};
  tl_text given = expression(&how, d);
  answer = (tl_text){0};
  if (!strstr(given.data, "{div"))
    return;
  if (tl_expression_write(given.data, given.length, TL_KIND_NONE, 32,
                          tl_text_writer(&answer), NULL) != TL_OK) {
    undecided++;
    return;
  }
  begin(&laws[0]);
  for (int64_t k = 0; k < POINTS; k++) {
    for (int i = 0; i < NAMES; i++)
      how.numbers[i] = how.divisors[i] * (1 + below(MOST));
    check_at(&how, d, answer.data);
  }
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, 1) < cases) {
    draft d = random_draft();
    check(&d);
  }
  printf("%ld undecided\n", undecided);
  return report(laws, 1, 46);
}
