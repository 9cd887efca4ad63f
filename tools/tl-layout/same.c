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
  tl_view views[2];
  tl_answer answer;
  tl_comparison found; /* of the answer no, unless the roles differ */
  char reason[TL_MESSAGE_CAPACITY];
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
  for (int i = 0; i < 2; i++)
    if (!tl_spelling_open(items[i], arguments, &out->sides[i]))
      return false;
  for (int i = 0; i < 2; i++)
    if (!open_on_scope(arguments, items[i], &out->sides[!i], &out->sides[i]))
      return false;
  return true;
}

/* Different thread axes that number the same threads are told by that number.
 */
static void open_views(verdict *out) {
  const bool *a = out->views[0].shows, *b = out->views[1].shows;
  const tl_spelling *sides = out->sides;
  for (int i = 0; i < 2; i++)
    tl_view_open(&out->sides[i], &out->views[i]);
  if (!tl_spelling_scope(&sides[0]) || !tl_spelling_scope(&sides[1]) ||
      sides[0].scope != sides[1].scope)
    return;
  if (out->views[0].by_thread || out->views[1].by_thread ||
      memcmp(a, b, sizeof out->views[0].shows) != 0)
    out->views[0].by_thread = out->views[1].by_thread = true;
}

/* Whether one is about threads and the other about memory. */
static bool has_roles(const verdict *of) {
  tl_role a = of->sides[0].role, b = of->sides[1].role;
  return a != b && a != TL_ROLE_ANY && b != TL_ROLE_ANY;
}

static void compare(verdict *out) {
  tl_error error = {.message = ""};
  open_views(out);
  if (has_roles(out)) {
    bool is_first = out->sides[0].role == TL_ROLE_HELD;
    out->answer = TL_NO;
    tl_fail(&error, TL_INVALID,
            "%s says which thread holds an element, %s where it is in memory",
            NAMES[!is_first], NAMES[is_first]);
  } else {
    out->answer =
        tl_layout_compare(&out->sides[0].layout, &out->sides[1].layout,
                          out->sides[0].lanes, &out->found, &error);
  }
  memcpy(out->reason, error.message, sizeof out->reason);
}

static const int64_t *first_point(const verdict *of, int side) {
  return side == 0 ? of->found.a : of->found.b;
}

static void print_json(const verdict *of) {
  const tl_comparison *found = &of->found;
  bool has_points = of->answer == TL_NO && found->difference > TL_OTHER_SHAPE;
  bool has_only = has_points && found->difference == TL_OTHER_REPLICAS;
  const tl_list *coordinate = &found->coordinate;
  tl_json json = {.to = tl_print_writer()};
  tl_json_open(&json, NULL, '{');
  if (of->answer == TL_UNDECIDED)
    tl_json_null(&json, "same");
  else
    tl_json_boolean(&json, "same", of->answer == TL_YES);
  if (has_points)
    tl_json_integers(&json, "coordinate", coordinate->items, coordinate->count);
  else
    tl_json_null(&json, "coordinate");
  for (int i = 0; i < 2; i++)
    tl_view_print_json(&of->views[i], has_points ? first_point(of, i) : NULL,
                       KEYS[i], &json);
  tl_json_text(&json, "only_in", has_only ? KEYS[found->only_in] : NULL);
  tl_view_print_json(&of->views[found->only_in], has_only ? found->only : NULL,
                     "only", &json);
  tl_json_text(&json, "reason", of->answer == TL_YES ? NULL : of->reason);
  tl_json_close(&json, '}');
}

static void print_text(const verdict *of) {
  if (of->answer == TL_YES) {
    tl_print("same map\n");
    return;
  }
  if (of->answer == TL_UNDECIDED || of->found.difference <= TL_OTHER_SHAPE) {
    tl_print("%s: %s\n", of->answer == TL_NO ? "different" : "undecided",
             of->reason);
    return;
  }
  tl_print("different at ");
  tl_print_list(&of->found.coordinate);
  for (int i = 0; i < 2; i++) {
    tl_print("\n%s: ", NAMES[i]);
    tl_view_print(&of->views[i], first_point(of, i));
  }
  if (of->found.difference == TL_OTHER_REPLICAS) {
    tl_print("\nonly %s is also at ", NAMES[of->found.only_in]);
    tl_view_print(&of->views[of->found.only_in], of->found.only);
  }
  tl_print("\n");
}

static tl_status run(const tl_arguments *arguments) {
  static const tl_status STATUSES[] = {[TL_YES] = TL_STATUS_OK,
                                       [TL_NO] = TL_STATUS_FAILED,
                                       [TL_UNDECIDED] = TL_STATUS_UNDECIDED};
  verdict found = {0};
  if (!open_sides(arguments, &found))
    return TL_STATUS_FAILED;
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
    .options =
        {{"--target", NULL},
         {"--json",
          "print {same, coordinate, a, b, only_in, only, reason}; same is "
          "null "
          "where that is undecided, a and b are the places, only is a place "
          "that only_in has and the other lacks"}},
    .examples = "'S[(8, 8) : (8, 1)]' 'shared_row_major(8, 8)'\n"
                "'spatial(8, 4)' 'column_spatial(8, 4)'\n"
                "'(4,8):(1,4)' '(4,(2,4)):(1,(4,8))'\n",
};
