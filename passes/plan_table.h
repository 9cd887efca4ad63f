/* plan_table.h - Plans by request: equal bytes, one plan.
 *
 * Requests and plans are plain values.  The table owns copies of them; of the
 * lists in a plan it keeps the items that are used.
 *
 *   request A -> planned      request B -> planned      request A -> the first
 *
 * One thread at a time. */
#ifndef TL_PLAN_TABLE_H
#define TL_PLAN_TABLE_H

#include "passes/emit/key_table.h"
#include "tl/status.h"
#include <stdbool.h>

/* A list in a plan: a count (int64_t) and, behind it in the plan, items. */
typedef struct tl_plan_list {
  size_t count, items; /* where they are, in bytes */
  size_t item_size, capacity;
} tl_plan_list;

/* The list ITEMS of TYPE, as many as COUNT; and that of FIELD.items, as many as
 * FIELD.count. */
#define TL_PLAN_ITEMS(TYPE, COUNT, ITEMS)                                      \
  {                                                                            \
    offsetof(TYPE, COUNT), offsetof(TYPE, ITEMS),                              \
        sizeof(((TYPE *)NULL)->ITEMS[0]),                                      \
        sizeof(((TYPE *)NULL)->ITEMS) / sizeof(((TYPE *)NULL)->ITEMS[0])       \
  }
#define TL_PLAN_LIST(TYPE, FIELD) TL_PLAN_ITEMS(TYPE, FIELD.count, FIELD.items)

typedef struct tl_planner {
  /* Decides; *size becomes how much of the plan is said. */
  tl_code (*plan)(const void *request, void *plan, size_t *size,
                  tl_error *error);
  size_t plan_size;          /* the most */
  const tl_plan_list *lists; /* in the order of their items */
  size_t list_count;
} tl_planner;

typedef struct tl_plan_entry tl_plan_entry;

typedef struct tl_plan_table {
  const tl_planner *planner;
  tl_key_table plans; /* owned, as is the rest; tl_plan_table_free */
  void *scratch;      /* a plan that is being made */
} tl_plan_table;

tl_plan_table tl_plan_table_create(const tl_planner *planner);
void tl_plan_table_free(tl_plan_table *table);

/* The entry of the request of so many bytes, which is planned if it is the
 * first of its kind.  Errors are those of the planner, and TL_CAPACITY without
 * memory. */
TL_MUST_CHECK tl_code tl_plan_table_find(tl_plan_table *table,
                                         const void *request, size_t size,
                                         const tl_plan_entry **out,
                                         tl_error *error);

/* The plan, as it was made; unused items of its lists are not set. */
void tl_plan_entry_read(const tl_plan_table *table, const tl_plan_entry *entry,
                        void *plan);

#endif /* TL_PLAN_TABLE_H */
