/* worklist.c - see worklist.h. */
#include "worklist.h"
#include "tl/dialect.h"
#include <stdlib.h>

static MlirWalkResult collect(MlirOperation operation, void *user) {
  tl_worklist *list = user;
  if (!list->wants(operation))
    return MlirWalkResultAdvance;
  if (list->count == list->capacity) {
    intptr_t capacity = list->capacity ? 2 * list->capacity : 64;
    MlirOperation *items =
        realloc(list->items, (size_t)capacity * sizeof *items);
    if (!items) {
      tl_emit_error(operation, "out of memory after %td operations",
                    list->count);
      list->is_complete = false;
      return MlirWalkResultInterrupt;
    }
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count++] = operation;
  return MlirWalkResultAdvance;
}

void tl_worklist_collect(tl_worklist *list, MlirOperation root,
                         bool (*wants)(MlirOperation operation)) {
  *list = (tl_worklist){.wants = wants, .is_complete = true};
  mlirOperationWalk(root, collect, list, MlirWalkPreOrder);
}

void tl_worklist_free(tl_worklist *list) { free(list->items); }
