/* check.c - `tl-layout check`: what a layout does with its elements.
 *
 *   injective   no: [0, 3] and [1, 0] are both at m 3
 *   covers      yes
 *   threads     1
 *   offsets     13
 *   replicas    1
 *
 *   dimension  extent  run  alignment
 *           0       4    1          1
 *           1       4    4          3
 */
#include "layout_argument.h"
#include "table.h"
#include "tl/layout_questions.h"
#include <inttypes.h>

/* Answers, and then numbers. */
enum { INJECTIVE, COVERS, THREADS, SLOTS, REPLICAS, FACTS };
static const char *const NAMES[FACTS] = {"injective", "covers", "threads",
                                         "slots", "replicas"};

typedef struct fact {
  tl_answer answer; /* of a number yes, where it is known */
  int64_t number;
  tl_error reason; /* where it is undecided */
} fact;

typedef struct findings {
  tl_spelling of;
  fact facts[FACTS];
  tl_meeting meeting; /* where it is not injective */
  tl_gap gap;         /* where it does not cover */
} findings;

/* Facts of a dimension. */
typedef struct dimension {
  int64_t number, extent, run, alignment;
  tl_text aligned; /* in text: 0 is any */
} dimension;

static void find(findings *out) {
  const tl_layout *layout = &out->of.layout;
  int64_t lanes = out->of.lanes;
  fact *facts = out->facts, *threads = &facts[THREADS], *slots = &facts[SLOTS];
  fact *replicas = &facts[REPLICAS];
  facts[INJECTIVE].answer = tl_layout_is_injective(layout, lanes, &out->meeting,
                                                   &facts[INJECTIVE].reason);
  facts[COVERS].answer =
      tl_layout_covers_box(layout, lanes, &out->gap, &facts[COVERS].reason);
  const tl_code codes[] = {
      tl_layout_count_threads(layout, lanes, &threads->number,
                              &threads->reason),
      tl_layout_count_along(layout, TL_AXIS_M, &slots->number, &slots->reason),
      tl_layout_count_replicas(layout, &replicas->number, &replicas->reason)};
  for (int i = THREADS; i < FACTS; i++)
    facts[i].answer = codes[i - THREADS] == TL_OK ? TL_YES : TL_UNDECIDED;
}

static void read_dimension(const void *context, int64_t d, void *row) {
  const tl_layout *layout = context;
  dimension *out = row;
  tl_list shape = tl_layout_shape(layout);
  int64_t run = tl_layout_run(layout, d);
  int64_t alignment = tl_layout_alignment(layout, d, run);
  *out = (dimension){d, shape.items[d], run, alignment, {0}};
  tl_text_append(&out->aligned, alignment ? "%" PRId64 : "any", alignment);
}

static tl_table dimensions_of(const findings *found, dimension *row) {
  static const tl_column COLUMNS[] = {
      TL_COLUMN("dimension", NULL, NUMBER, dimension, number),
      {"extent", "extent", TL_CELL_NUMBER, offsetof(dimension, extent), 10},
      {"run", "run", TL_CELL_NUMBER, offsetof(dimension, run), 10},
      {"alignment", NULL, TL_CELL_TEXT, offsetof(dimension, aligned), 10},
      TL_COLUMN(NULL, "alignment", NUMBER, dimension, alignment),
  };
  return (tl_table){TL_COLUMNS(COLUMNS),          .rows = found->of.layout.rank,
                    .noun = "dimensions",         .read = read_dimension,
                    .context = &found->of.layout, .row = row};
}

/* ---- Text --------------------------------------------------------------- */

static void print_meeting(const findings *found) {
  tl_print_list(&found->meeting.first);
  printf(" and ");
  tl_print_list(&found->meeting.second);
  printf(" are both at ");
  tl_spelling_print(&found->of, found->meeting.point);
}

static void print_gap(const findings *found) {
  const tl_gap *gap = &found->gap;
  printf("nothing is at %s %" PRId64,
         tl_spelling_axis(&found->of, (tl_axis)gap->axis), gap->first);
  if (gap->last != gap->first)
    printf(" to %" PRId64, gap->last);
}

static void print_text(const findings *found, const tl_table *dimensions) {
  bool is_held = found->of.role == TL_ROLE_HELD;
  for (int i = 0; i < FACTS; i++) {
    const fact *of = &found->facts[i];
    if ((i == THREADS && !is_held) ||
        (i == SLOTS && !found->of.shows[TL_AXIS_M]))
      continue;
    printf("%-10s ", i == SLOTS && !is_held ? "offsets" : NAMES[i]);
    if (of->answer == TL_UNDECIDED)
      printf("undecided: %s", of->reason.message);
    else if (i >= THREADS)
      printf("%" PRId64, of->number);
    else
      printf(of->answer == TL_YES ? "yes" : "no: ");
    if (of->answer == TL_NO)
      (i == INJECTIVE ? print_meeting : print_gap)(found);
    printf("\n");
  }
  if (dimensions->rows) {
    printf("\n");
    tl_table_print(dimensions, true);
  }
}

/* ---- JSON --------------------------------------------------------------- */

static void print_json_fact(const findings *found, int i, tl_json *json) {
  const fact *of = &found->facts[i];
  bool is_there = i != THREADS || found->of.role == TL_ROLE_HELD;
  if (of->answer == TL_UNDECIDED || !is_there)
    tl_json_null(json, NAMES[i]);
  else if (i >= THREADS)
    tl_json_integer(json, NAMES[i], of->number);
  else
    tl_json_boolean(json, NAMES[i], of->answer == TL_YES);
}

static void print_json_meeting(const findings *found, tl_json *json) {
  bool is_there = found->facts[INJECTIVE].answer == TL_NO;
  if (!tl_json_open_if(json, "meeting", '{', is_there))
    return;
  tl_print_json_list(&found->meeting.first, "first", json);
  tl_print_json_list(&found->meeting.second, "second", json);
  tl_spelling_print_json(&found->of, found->meeting.point, "at", json);
  tl_json_close(json, '}');
}

static void print_json_gap(const findings *found, tl_json *json) {
  const tl_gap *gap = &found->gap;
  if (!tl_json_open_if(json, "gap", '{', found->facts[COVERS].answer == TL_NO))
    return;
  tl_json_text(json, "axis", tl_spelling_axis(&found->of, (tl_axis)gap->axis));
  tl_json_integer(json, "first", gap->first);
  tl_json_integer(json, "last", gap->last);
  tl_json_close(json, '}');
}

static void print_json(const findings *found, const tl_table *dimensions) {
  tl_json json = {.to = tl_print_writer()};
  tl_json_open(&json, NULL, '{');
  for (int i = 0; i < FACTS; i++) {
    print_json_fact(found, i, &json);
    if (i == INJECTIVE)
      print_json_meeting(found, &json);
    else if (i == COVERS)
      print_json_gap(found, &json);
  }
  tl_table_print_json(dimensions, &json);
  tl_json_open(&json, "undecided", '[');
  for (int i = 0; i < FACTS; i++)
    if (found->facts[i].answer == TL_UNDECIDED)
      tl_json_text(&json, NULL, found->facts[i].reason.message);
  tl_json_close(&json, ']');
  tl_json_close(&json, '}');
}

static tl_status run(const tl_arguments *arguments) {
  findings found = {0};
  if (!tl_spelling_open(arguments->items[0], arguments, &found.of))
    return TL_STATUS_FAILED;
  find(&found);
  tl_table dimensions = dimensions_of(&found, &(dimension){0});
  if (arguments->json)
    print_json(&found, &dimensions);
  else
    print_text(&found, &dimensions);
  tl_answer a = found.facts[INJECTIVE].answer, b = found.facts[COVERS].answer;
  if (a == TL_NO || b == TL_NO)
    return TL_STATUS_FAILED;
  return a == TL_YES && b == TL_YES ? TL_STATUS_OK : TL_STATUS_UNDECIDED;
}

const tl_command TL_COMMAND_CHECK = {
    .name = "check",
    .summary = "say what a layout does with its elements",
    .operands = {"EXPRESSION", 1, 1},
    .run = run,
    .help = "Exit status: 0 when it is injective and covers, 1 when it is not, "
            "3 when that is undecided.",
    .prints = {{"injective",
                "no two elements are in one place; otherwise two that are"},
               {"covers", "nothing is left out from 0 to the last thread, slot "
                          "or offset; otherwise the first that is"},
               {"threads", "different threads that hold an element"},
               {"slots", "different slots that they use; of memory, offsets"},
               {"replicas", "places of one element"},
               {"run",
                "elements along a dimension that are consecutive in memory, or "
                "in the slots of a thread, wherever such a run starts"},
               {"alignment", "what divides the offsets, or slots, where such "
                             "runs start; 'any' if all are 0"}},
    .options = {{"--target", NULL},
                {"--json",
                 "print {injective, meeting, covers, gap, threads, slots, "
                 "replicas, dimensions, undecided}; null where it is undecided "
                 "or there is nothing to say, alignment 0 for any"}},
    .examples = "'S[(4, 4) : (3, 1)]'\n"
                "'spatial(8, 4).local(1, 2)'\n"
                "'shared_row_major_swizzle([8, 64], nbytes = 2)'\n",
};
