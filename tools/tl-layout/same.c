/* same.c - `tl-layout same`: whether two layouts are the same map.
 *
 *   different at [1, 0]
 *   A: offset 4
 *   B: offset 5
 */
#include "layout_argument.h"
#include "tl/layout_questions.h"
#include <string.h>

typedef struct verdict {
  tl_spelling sides[2];
  tl_answer answer;
  tl_comparison found; /* of the answer no, unless the roles differ ... */
  const int64_t *points[2], *only; /* ... and what of it there is, or null */
  tl_error reason;
} verdict;

static const char *const NAMES[] = {"A", "B"};
static const char *const KEYS[] = {"a", "b"};

/* A register or thread-value layout has the scope of the other layout, where
 * that is larger. */
static bool open_on_scope(const tl_arguments *arguments, char *text,
                          const tl_spelling *other, tl_spelling *out) {
  const tl_arguments larger = {.scope = other->scope,
                               .target = arguments->target};
  if (out->value.kind == TL_KIND_LAYOUT || !tl_spelling_scope(out) ||
      !tl_spelling_scope(other) || other->scope <= out->scope)
    return true;
  return tl_spelling_open(text, &larger, out);
}

static bool open_sides(const tl_arguments *arguments, verdict *out) {
  char **items = arguments->items;
  tl_spelling *a = &out->sides[0], *b = &out->sides[1];
  return tl_spelling_open(items[0], arguments, a) &&
         tl_spelling_open(items[1], arguments, b) &&
         open_on_scope(arguments, items[0], b, a) &&
         open_on_scope(arguments, items[1], a, b);
}

/* Different thread axes that number the same threads are told by that number.
 */
static void number_threads(tl_spelling sides[2]) {
  tl_spelling *a = &sides[0], *b = &sides[1];
  if (!tl_spelling_scope(a) || !tl_spelling_scope(b) || a->scope != b->scope)
    return;
  if (a->by_thread || b->by_thread ||
      memcmp(a->shows, b->shows, sizeof a->shows) != 0)
    a->by_thread = b->by_thread = true;
}

/* Whether one is about threads and the other about memory. */
static bool has_roles(const verdict *of) {
  tl_role a = of->sides[0].role, b = of->sides[1].role;
  return a != b && a != TL_ROLE_ANY && b != TL_ROLE_ANY;
}

static void compare(verdict *out) {
  const tl_spelling *a = &out->sides[0], *b = &out->sides[1];
  if (has_roles(out)) {
    bool is_first = a->role == TL_ROLE_HELD;
    out->answer = TL_NO;
    tl_fail(&out->reason, TL_INVALID,
            "%s says which thread holds an element, %s where it is in memory",
            NAMES[!is_first], NAMES[is_first]);
    return;
  }
  out->answer = tl_layout_compare(&a->layout, &b->layout, a->lanes, &out->found,
                                  &out->reason);
  if (out->answer != TL_NO || out->found.difference <= TL_OTHER_SHAPE)
    return;
  out->points[0] = out->found.a;
  out->points[1] = out->found.b;
  if (out->found.difference == TL_OTHER_REPLICAS)
    out->only = out->found.only;
}

static void print_json(const verdict *of) {
  const tl_comparison *found = &of->found;
  tl_json json = {.to = tl_print_writer()};
  tl_json_open(&json, NULL, '{');
  if (of->answer == TL_UNDECIDED)
    tl_json_null(&json, "same");
  else
    tl_json_boolean(&json, "same", of->answer == TL_YES);
  if (of->points[0])
    tl_print_json_list(&found->coordinate, "coordinate", &json);
  else
    tl_json_null(&json, "coordinate");
  for (int i = 0; i < 2; i++)
    tl_spelling_print_json(&of->sides[i], of->points[i], KEYS[i], &json);
  tl_json_text(&json, "only_in", of->only ? KEYS[found->only_in] : NULL);
  tl_spelling_print_json(&of->sides[found->only_in], of->only, "only", &json);
  tl_json_text(&json, "reason",
               of->answer == TL_YES ? NULL : of->reason.message);
  tl_json_close(&json, '}');
}

static void print_text(const verdict *of) {
  static const char *const WORDS[] = {[TL_YES] = "same map",
                                      [TL_NO] = "different",
                                      [TL_UNDECIDED] = "undecided"};
  printf("%s", WORDS[of->answer]);
  if (of->points[0]) {
    printf(" at ");
    tl_print_list(&of->found.coordinate);
  } else if (of->answer != TL_YES) {
    printf(": %s", of->reason.message);
  }
  for (int i = 0; of->points[0] && i < 2; i++) {
    printf("\n%s: ", NAMES[i]);
    tl_spelling_print(&of->sides[i], of->points[i]);
  }
  if (of->only) {
    printf("\nonly %s is also at ", NAMES[of->found.only_in]);
    tl_spelling_print(&of->sides[of->found.only_in], of->only);
  }
  printf("\n");
}

static tl_status run(const tl_arguments *arguments) {
  static const tl_status STATUSES[] = {[TL_YES] = TL_STATUS_OK,
                                       [TL_NO] = TL_STATUS_FAILED,
                                       [TL_UNDECIDED] = TL_STATUS_UNDECIDED};
  verdict found = {0};
  if (!open_sides(arguments, &found))
    return TL_STATUS_FAILED;
  number_threads(found.sides);
  compare(&found);
  if (arguments->json)
    print_json(&found);
  else
    print_text(&found);
  return STATUSES[found.answer];
}

const tl_command TL_COMMAND_SAME = {
    .name = "same",
    .summary = "say whether two layouts are the same map",
    .operands = {"EXPRESSION EXPRESSION", 2, 2},
    .run = run,
    .help = "The first layout is A, the second B, in any spellings.  Prints "
            "'same map', or the first coordinate in row-major order that the "
            "layouts place differently, and both places.  Thread axes that "
            "number the same threads are one number: lane 5 of warp 1 is "
            "thread 37 of the block.  Registers are held by the smallest scope "
            "with enough threads, or that of the other layout.  A stride known "
            "only at run time is any multiple of its divisor.\n"
            "Exit status: 0 when they are the same, 1 when they are not, 3 "
            "when that is undecided.",
    .options = {{"--target", NULL},
                {"--json",
                 "print {same, coordinate, a, b, only_in, only, reason}; same "
                 "is null where that is undecided, a and b are the places, "
                 "only is a place that only_in has and the other lacks"}},
    .examples = "'S[(8, 8) : (8, 1)]' 'shared_row_major(8, 8)'\n"
                "'spatial(8, 4)' 'column_spatial(8, 4)'\n"
                "'(4,8):(1,4)' '(4,(2,4)):(1,(4,8))'\n",
};
