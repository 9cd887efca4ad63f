/* query.c - `tl-layout at` and `tl-layout where`: a layout from its two ends.
 */
#include "layout_argument.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COPIES = 64, MOST_WITH_ALL = 1 << 20 };

/* Reads `1, 2` as the list [1, 2]. */
static bool read_integers(const tl_arguments *arguments, tl_list *out) {
  size_t capacity = strlen(arguments->items[1]) + sizeof "[]";
  char *text = tl_allocate(capacity, 1);
  tl_value value;
  snprintf(text, capacity, "[%s]", arguments->items[1]);
  bool is_good = tl_evaluate_argument(text, arguments, &value);
  free(text);
  if (!is_good)
    return false;
  if (value.kind != TL_KIND_LIST)
    tl_report(NULL, "expected numbers, got %s", tl_kind_describe(value.kind));
  *out = value.as.list;
  return value.kind == TL_KIND_LIST;
}

/* `threads [3, 7], slot 0`: only threads have a plural. */
static void print_place(const tl_places *subject, const tl_location *place,
                        bool all) {
  int64_t most = all ? MOST_WITH_ALL : MOST_COPIES;
  tl_part parts[TL_AXIS_COUNT];
  for (int64_t i = 0; i < place->count; i++) {
    const tl_numbers *numbers = &place->items[i];
    int64_t count = tl_numbers_count(numbers);
    bool is_plural = subject->notation->role == TL_ROLE_HELD && count > 1;
    parts[i] = (tl_part){is_plural ? "threads" : numbers->name,
                         count < most ? count : most, count};
    printf("%s%s ", i ? ", " : "", parts[i].name);
    tl_numbers_write(numbers, parts[i].printed, tl_print_writer());
  }
  printf("\n");
  tl_print_left_out(parts, (int)place->count,
                    all ? "" : "; --all shows everything");
}

static tl_status run_at(const tl_arguments *arguments) {
  char **items = arguments->items;
  tl_value value;
  tl_places subject;
  tl_list coordinate;
  tl_location place;
  tl_error error;
  if (!tl_places_evaluate(items[0], arguments, &value, &subject) ||
      !read_integers(arguments, &coordinate))
    return TL_STATUS_FAILED;
  tl_code code = tl_places_locate(&subject, &coordinate, &place, &error);
  if (code == TL_OK)
    print_place(&subject, &place, arguments->all);
  return tl_report_code(code, items[1], &error);
}

const tl_command TL_COMMAND_AT = {
    .name = "at",
    .summary = "say where the element at a coordinate is",
    .operands = {"EXPRESSION I,J,...", 2, 2},
    .run = run_at,
    .help = "Prints the threads that hold the element and its register slot or "
            "value, its offset in a shared or a CuTe layout, or its number on "
            "each axis of a tile layout.  Of a CuTe layout the coordinate has "
            "one number a mode, or is linear.",
    .options = {{"--all", NULL}},
    .examples = "'spatial(8, 4).local(1, 2)' 3,5\n"
                "'(4,(2,4)):(2,(1,8))' 3,5\n"
                "'make_tv((4,8):(8,1), (2,2):(1,2))' 1,3\n"
                "'S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]' 1,3\n",
};

static tl_status run_where(const tl_arguments *arguments) {
  char **items = arguments->items;
  tl_value value;
  tl_places subject;
  tl_list place, coordinate;
  tl_error error;
  bool is_first;
  if (!tl_places_evaluate(items[0], arguments, &value, &subject))
    return TL_STATUS_FAILED;
  if (subject.notation->role != TL_ROLE_HELD)
    return tl_report_code(
        tl_fail(&error, TL_INVALID,
                "expected a register or a thread-value layout, got %s",
                tl_kind_describe(value.kind)),
        items[0], &error);
  if (!read_integers(arguments, &place))
    return TL_STATUS_FAILED;
  tl_code code =
      place.count == 2
          ? tl_places_element(&subject, place.items[0], place.items[1],
                              &coordinate, &is_first, &error)
          : tl_fail(&error, TL_INVALID,
                    "expected a thread and a %s, got %" PRId64 " number%s",
                    subject.notation->slot, place.count,
                    place.count == 1 ? "" : "s");
  if (code != TL_OK)
    return tl_report_code(code, items[1], &error);
  printf("element ");
  tl_print_list(&coordinate);
  printf(is_first ? ", the first replica\n" : ", not the first replica\n");
  return TL_STATUS_OK;
}

const tl_command TL_COMMAND_WHERE = {
    .name = "where",
    .summary = "say which element a thread holds in a slot",
    .operands = {"EXPRESSION THREAD,SLOT", 2, 2},
    .run = run_where,
    .help = "Prints the coordinate in a register or a thread-value layout, "
            "whose values are its slots, and whether the thread is the first "
            "of those that hold the element.",
    .examples = "'spatial(8, 4).local(1, 2)' 14,1\n"
                "'make_tv((4,8):(8,1), (2,2):(1,2))' 9,3\n",
};
