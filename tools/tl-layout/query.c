/* query.c - `tl-layout at` and `tl-layout where`: a layout from its two ends.
 */
#include "buffer.h"
#include "command.h"
#include "print.h"
#include "report.h"
#include <inttypes.h>
#include <string.h>

enum { MOST_THREADS = 64 };

/* Reads `1, 2` as the list [1, 2]. */
static bool read_integers(const char *argument, tl_list *out) {
  tl_buffer text = {0};
  tl_value value;
  tl_buffer_append(&text, "[", 1);
  tl_buffer_append(&text, argument, strlen(argument));
  tl_buffer_append(&text, "]", 1);
  bool good = tl_evaluate_argument(text.data, &value);
  tl_buffer_free(&text);
  if (!good)
    return false;
  if (value.kind != TL_KIND_LIST) {
    tl_report("expected numbers, got %s", tl_kind_describe(value.kind));
    return false;
  }
  *out = value.as.list;
  return true;
}

static tl_status fail(const tl_error *error) {
  tl_report("%s", error->message);
  return TL_STATUS_FAILED;
}

static tl_status print_place(const tl_register *layout,
                             const tl_list *coordinate, bool all) {
  tl_register_place place;
  tl_error error;
  if (tl_register_locate(layout, coordinate, &place, &error) != TL_OK)
    return fail(&error);
  int64_t count = tl_register_place_count(&place);
  int64_t printed = all || count < MOST_THREADS ? count : MOST_THREADS;
  printf("thread%s ", count == 1 ? "" : "s");
  tl_print_threads(stdout, &place, printed);
  printf(", slot %" PRId64 "\n", place.slot);
  tl_print_left_out(&(tl_part){"threads", printed, count}, 1);
  return TL_STATUS_OK;
}

static tl_status print_offset(const tl_shared *layout,
                              const tl_list *coordinate) {
  int64_t offset;
  tl_error error;
  if (tl_shared_offset(layout, coordinate, &offset, &error) != TL_OK)
    return fail(&error);
  printf("offset %" PRId64 "\n", offset);
  return TL_STATUS_OK;
}

tl_status tl_run_at(const tl_arguments *arguments) {
  tl_value value;
  tl_list coordinate;
  if (!tl_evaluate_argument(arguments->items[0], &value) ||
      !read_integers(arguments->items[1], &coordinate))
    return TL_STATUS_FAILED;
  if (value.kind == TL_KIND_REGISTER)
    return print_place(&value.as.reg, &coordinate,
                       arguments->options & TL_OPTION_ALL);
  if (value.kind == TL_KIND_SHARED)
    return print_offset(&value.as.shared, &coordinate);
  tl_report("expected a register or a shared layout, got %s",
            tl_kind_describe(value.kind));
  return TL_STATUS_FAILED;
}

tl_status tl_run_where(const tl_arguments *arguments) {
  tl_value value;
  tl_list place, coordinate;
  tl_error error;
  if (!tl_evaluate_argument(arguments->items[0], &value) ||
      !read_integers(arguments->items[1], &place))
    return TL_STATUS_FAILED;
  if (value.kind != TL_KIND_REGISTER) {
    tl_report("expected a register layout, got %s",
              tl_kind_describe(value.kind));
    return TL_STATUS_FAILED;
  }
  if (place.count != 2) {
    tl_report("expected a thread and a slot, got %" PRId64 " number%s",
              place.count, place.count == 1 ? "" : "s");
    return TL_STATUS_FAILED;
  }
  if (tl_register_element(&value.as.reg, place.items[0], place.items[1],
                          &coordinate, &error) != TL_OK)
    return fail(&error);
  printf("element ");
  tl_print_list(&coordinate);
  puts(tl_register_is_first_replica(&value.as.reg, place.items[0])
           ? ", the first replica"
           : ", not the first replica");
  return TL_STATUS_OK;
}
