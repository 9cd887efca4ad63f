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

enum { THREADS, SLOTS, REPLICAS, COUNTS };

/* Facts of a dimension. */
typedef struct dimension {
  int64_t number, extent, run, alignment;
  tl_text aligned; /* in text: 0 is any */
} dimension;

static tl_code count_slots(const tl_layout *layout, TL_UNUSED int64_t lanes,
                           int64_t *out, tl_error *error) {
  return tl_layout_count_along(layout, TL_AXIS_M, out, error);
}

/* Every element has as many points as the first. */
static tl_code count_replicas(const tl_layout *layout, TL_UNUSED int64_t lanes,
                              int64_t *out, tl_error *error) {
  tl_list first = {.count = layout->rank};
  tl_holders holders;
  TL_TRY(tl_layout_holders(layout, &first, &holders, error));
  *out = holders.count;
  return TL_OK;
}

static const struct {
  const char *name;
  tl_code (*count)(const tl_layout *layout, int64_t lanes, int64_t *out,
                   tl_error *error);
} COUNTED[COUNTS] = {[THREADS] = {"threads", tl_layout_count_threads},
                     [SLOTS] = {"slots", count_slots},
                     [REPLICAS] = {"replicas", count_replicas}};

typedef struct finding {
  bool is_known;
  int64_t count;
  tl_error reason; /* where it is not known */
} finding;

typedef struct findings {
  tl_spelling of;
  tl_view view;
  tl_answer injective, covers;
  tl_error injective_reason, covers_reason;
  tl_meeting meeting; /* where it is not injective */
  tl_gap gap;         /* where it does not cover */
  finding counts[COUNTS];
} findings;

static void find(findings *out) {
  const tl_layout *layout = &out->of.layout;
  int64_t lanes = out->of.lanes;
  tl_view_open(&out->of, &out->view);
  out->injective = tl_layout_is_injective(layout, lanes, &out->meeting,
                                          &out->injective_reason);
  out->covers =
      tl_layout_covers_box(layout, lanes, &out->gap, &out->covers_reason);
  for (int i = 0; i < COUNTS; i++) {
    finding *counted = &out->counts[i];
    counted->is_known = COUNTED[i].count(layout, lanes, &counted->count,
                                         &counted->reason) == TL_OK;
  }
}

static tl_status status_of(const findings *found) {
  if (found->injective == TL_NO || found->covers == TL_NO)
    return TL_STATUS_FAILED;
  bool is_decided = found->injective == TL_YES && found->covers == TL_YES;
  return is_decided ? TL_STATUS_OK : TL_STATUS_UNDECIDED;
}

/* ---- Text --------------------------------------------------------------- */

/* Of the answer no, the start of the line. */
static void print_answer(const char *name, tl_answer answer,
                         const tl_error *reason) {
  tl_print("%-10s ", name);
  if (answer == TL_NO)
    tl_print("no: ");
  else if (answer == TL_YES)
    tl_print("yes\n");
  else
    tl_print("undecided: %s\n", reason->message);
}

static void print_gap(const findings *found) {
  const tl_gap *gap = &found->gap;
  tl_print("nothing is at %s %" PRId64,
           tl_view_axis(&found->view, (tl_axis)gap->axis), gap->first);
  if (gap->last != gap->first)
    tl_print(" to %" PRId64, gap->last);
  tl_print("\n");
}

static const char *count_name(const findings *found, int i) {
  return i == SLOTS && found->of.role != TL_ROLE_HELD ? "offsets"
                                                      : COUNTED[i].name;
}

static void print_counts(const findings *found) {
  for (int i = 0; i < COUNTS; i++) {
    const finding *counted = &found->counts[i];
    if ((i == THREADS && found->of.role != TL_ROLE_HELD) ||
        (i == SLOTS && !found->view.shows[TL_AXIS_M]))
      continue;
    tl_print("%-10s ", count_name(found, i));
    if (counted->is_known)
      tl_print("%" PRId64 "\n", counted->count);
    else
      tl_print("undecided: %s\n", counted->reason.message);
  }
}

static void read_dimension(const void *context, int64_t d, void *row) {
  const tl_layout *layout = context;
  dimension *out = row;
  tl_list shape;
  tl_layout_shape(layout, &shape);
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

static void print_text(const findings *found, const tl_table *dimensions) {
  print_answer("injective", found->injective, &found->injective_reason);
  if (found->injective == TL_NO) {
    tl_print_list(&found->meeting.first);
    tl_print(" and ");
    tl_print_list(&found->meeting.second);
    tl_print(" are both at ");
    tl_view_print(&found->view, found->meeting.point);
    tl_print("\n");
  }
  print_answer("covers", found->covers, &found->covers_reason);
  if (found->covers == TL_NO)
    print_gap(found);
  print_counts(found);
  if (dimensions->rows) {
    tl_print("\n");
    tl_table_print(dimensions, true);
  }
}

/* ---- JSON --------------------------------------------------------------- */

static void print_json_answer(tl_json *json, const char *key,
                              tl_answer answer) {
  if (answer == TL_UNDECIDED)
    tl_json_null(json, key);
  else
    tl_json_boolean(json, key, answer == TL_YES);
}

static void print_json_answers(const findings *found, tl_json *json) {
  print_json_answer(json, "injective", found->injective);
  if (tl_json_open_if(json, "meeting", '{', found->injective == TL_NO)) {
    const tl_list *first = &found->meeting.first;
    const tl_list *second = &found->meeting.second;
    tl_json_integers(json, "first", first->items, first->count);
    tl_json_integers(json, "second", second->items, second->count);
    tl_view_print_json(&found->view, found->meeting.point, "at", json);
    tl_json_close(json, '}');
  }
  print_json_answer(json, "covers", found->covers);
  if (tl_json_open_if(json, "gap", '{', found->covers == TL_NO)) {
    tl_json_text(json, "axis",
                 tl_view_axis(&found->view, (tl_axis)found->gap.axis));
    tl_json_integer(json, "first", found->gap.first);
    tl_json_integer(json, "last", found->gap.last);
    tl_json_close(json, '}');
  }
}

static void print_json_undecided(const findings *found, tl_json *json) {
  tl_json_open(json, "undecided", '[');
  if (found->injective == TL_UNDECIDED)
    tl_json_text(json, NULL, found->injective_reason.message);
  if (found->covers == TL_UNDECIDED)
    tl_json_text(json, NULL, found->covers_reason.message);
  for (int i = 0; i < COUNTS; i++)
    if (!found->counts[i].is_known)
      tl_json_text(json, NULL, found->counts[i].reason.message);
  tl_json_close(json, ']');
}

static void print_json(const findings *found, const tl_table *dimensions) {
  tl_json json = {.to = tl_print_writer()};
  tl_json_open(&json, NULL, '{');
  print_json_answers(found, &json);
  for (int i = 0; i < COUNTS; i++)
    if (!found->counts[i].is_known ||
        (i == THREADS && found->of.role != TL_ROLE_HELD))
      tl_json_null(&json, COUNTED[i].name);
    else
      tl_json_integer(&json, COUNTED[i].name, found->counts[i].count);
  tl_table_print_json(dimensions, &json);
  print_json_undecided(found, &json);
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
  return status_of(&found);
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
               {"covers",
                "nothing is left out from 0 to the last thread, slot or "
                "offset; otherwise the first that is"},
               {"threads", "different threads that hold an element"},
               {"slots", "different slots that they use; of memory, offsets"},
               {"replicas", "places of one element"},
               {"run",
                "elements along a dimension that are consecutive in memory, or "
                "in the slots of a thread, wherever such a run starts"},
               {"alignment",
                "what divides the offsets, or slots, where such runs "
                "start; 'any' if all are 0"}},
    .options =
        {{"--target", NULL},
         {"--json",
          "print {injective, meeting, covers, gap, threads, slots, "
          "replicas, "
          "dimensions, undecided}; null where it is undecided or there is "
          "nothing to say, alignment 0 for any"}},
    .examples = "'S[(4, 4) : (3, 1)]'\n"
                "'spatial(8, 4).local(1, 2)'\n"
                "'shared_row_major_swizzle([8, 64], nbytes = 2)'\n",
};
