/* plan_table_test.c - No request is planned twice, and every reader gets the plan
 * that was made of its own. */
#include "passes/plan_table.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { ITEMS = 100, REQUESTS = 20000, KINDS = 4999, TAIL = 7 };

typedef struct request {
  int64_t kind, length; /* bytes of text that count */
  char text[24];
} request;

typedef struct plan {
  int64_t kind, count;
  int64_t items[ITEMS];
  int64_t between, more_count;
  struct {
    int64_t a, b;
  } more[ITEMS];
  char end[TAIL];
} plan;

static int64_t made, failed;

/* As many items as the kind says, and the kind in all of them; odd kinds say the
 * first list alone. */
static tl_code make(const void *asked, void *out, size_t *size,
                    tl_error *error) {
  const request *from = asked;
  plan *to = out;
  made++;
  if (from->kind < 0)
    return tl_fail(error, TL_INVALID, "kind %" PRId64, from->kind);
  memset(to, 0x5a, sizeof *to);
  to->kind = from->kind;
  to->count = from->kind % (ITEMS + 1);
  for (int64_t i = 0; i < to->count; i++)
    to->items[i] = from->kind + i;
  to->between = ~from->kind;
  to->more_count = from->kind / 7 % (ITEMS + 1);
  for (int64_t i = 0; i < to->more_count; i++)
    to->more[i].a = to->more[i].b = from->kind - i;
  memset(to->end, (int)(from->kind % 100), TAIL);
  *size = from->kind % 2 ? offsetof(plan, between) : sizeof *to;
  return TL_OK;
}

static const tl_plan_list LISTS[] = {TL_PLAN_ITEMS(plan, count, items),
                                     TL_PLAN_ITEMS(plan, more_count, more)};
static const tl_planner PLANNER = {
    .plan = make, .plan_size = sizeof(plan), .lists = LISTS, .list_count = 2};

static bool is_as_made(const plan *own, int64_t kind) {
  bool is_right = own->kind == kind && own->count == kind % (ITEMS + 1);
  for (int64_t i = 0; is_right && i < own->count; i++)
    is_right = own->items[i] == kind + i;
  if (kind % 2 || !is_right)
    return is_right;
  is_right = own->between == ~kind && own->more_count == kind / 7 % (ITEMS + 1);
  for (int64_t i = 0; is_right && i < own->more_count; i++)
    is_right = own->more[i].a == kind - i && own->more[i].b == kind - i;
  for (int i = 0; is_right && i < TAIL; i++)
    is_right = own->end[i] == kind % 100;
  return is_right;
}

static size_t write_request(int64_t kind, request *out) {
  memset(out, 0, sizeof *out);
  out->kind = kind;
  out->length = kind % (int64_t)sizeof out->text;
  memset(out->text, 'a', (size_t)out->length);
  return offsetof(request, text) + (size_t)out->length;
}

int main(void) {
  static plan read;
  tl_plan_table table = tl_plan_table_create(&PLANNER);
  const tl_plan_entry *entry, *first = NULL;
  tl_error error;
  request own;
  int64_t checked = 0;
  for (int64_t i = 0; i < REQUESTS; i++) {
    int64_t kind = i * 7919 % KINDS;
    size_t size = write_request(kind, &own);
    own.text[own.length] = (char)i; /* does not count */
    if (tl_plan_table_find(&table, &own, size, &entry, &error) != TL_OK)
      return 1;
    if (i == 0)
      first = entry;
    failed += kind == 0 && entry != first;
    memset(&read, 0x33, sizeof read);
    tl_plan_entry_read(&table, entry, &read);
    failed += !is_as_made(&read, kind);
    checked++;
  }
  printf("%" PRId64 " requests, %d different, %" PRId64 " plans, %" PRId64
         " failed\n",
         checked, KINDS, made, failed);

  /* A request that has no plan is asked for again, and its message arrives. */
  own = (request){.kind = -1};
  for (int i = 0; i < 2; i++)
    if (tl_plan_table_find(&table, &own, offsetof(request, text), &entry,
                           &error) != TL_INVALID)
      return 1;
  printf("%s, %zu requests in the table\n", error.message, table.plans.count);
  tl_plan_table_free(&table);
  return 0;
}
