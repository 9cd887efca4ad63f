/* elimination.c - see elimination.h. */
#include "layout/elimination.h"
#include "base/checked.h"

void tl_elimination_reduce(const tl_elimination *list, uint64_t *value,
                           uint64_t *input) {
  for (int64_t i = 0; i < list->count; i++)
    if (*value & tl_lowest_bit(list->values[i])) {
      *value ^= list->values[i];
      *input ^= list->inputs[i];
    }
}

bool tl_elimination_add(tl_elimination *list, uint64_t value, uint64_t *input) {
  tl_elimination_reduce(list, &value, input);
  if (value == 0)
    return false;
  list->values[list->count] = value;
  list->inputs[list->count++] = *input;
  return true;
}
