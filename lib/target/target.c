/* target.c - see tl/target.h. */
#include "tl/target.h"
#include <stdio.h>
#include <string.h>

const char TL_TARGET_DEFAULT[] = "sm_90";

/* Chips that LLVM 22 compiles for, from sm_70 on. */
static const tl_target TARGETS[] = {
    {"sm_70", 32, 70, 128, 128, false, false, false},
    {"sm_72", 32, 72, 128, 128, false, false, false},
    {"sm_75", 32, 75, 128, 128, true, false, false},
    {"sm_80", 32, 80, 128, 128, true, false, true},
    {"sm_86", 32, 86, 128, 128, true, false, true},
    {"sm_87", 32, 87, 128, 128, true, false, true},
    {"sm_88", 32, 88, 128, 128, true, false, true},
    {"sm_89", 32, 89, 128, 128, true, false, true},
    {"sm_90", 32, 90, 128, 128, true, true, true},
    {"sm_90a", 32, 90, 128, 128, true, true, true},
    {"sm_100", 32, 100, 256, 128, true, true, true},
    {"sm_100a", 32, 100, 256, 128, true, true, true},
    {"sm_100f", 32, 100, 256, 128, true, true, true},
    {"sm_101", 32, 101, 256, 128, true, true, true},
    {"sm_101a", 32, 101, 256, 128, true, true, true},
    {"sm_101f", 32, 101, 256, 128, true, true, true},
    {"sm_103", 32, 103, 256, 128, true, true, true},
    {"sm_103a", 32, 103, 256, 128, true, true, true},
    {"sm_103f", 32, 103, 256, 128, true, true, true},
    {"sm_110", 32, 110, 256, 128, true, true, true},
    {"sm_110a", 32, 110, 256, 128, true, true, true},
    {"sm_110f", 32, 110, 256, 128, true, true, true},
    {"sm_120", 32, 120, 256, 128, true, true, true},
    {"sm_120a", 32, 120, 256, 128, true, true, true},
    {"sm_120f", 32, 120, 256, 128, true, true, true},
    {"sm_121", 32, 121, 256, 128, true, true, true},
    {"sm_121a", 32, 121, 256, 128, true, true, true},
    {"sm_121f", 32, 121, 256, 128, true, true, true},
};

enum {
  TARGET_COUNT = sizeof TARGETS / sizeof *TARGETS,
  NAMES_CAPACITY = 10 * TARGET_COUNT,
  SHOWN_NAME = 20,
};

/* "sm_70, sm_72, ... or sm_121", the variants a and f without a name of their
 * own. */
static void list_names(char *out) {
  int length = 0;
  for (int i = 0; i < TARGET_COUNT; i++) {
    const char *name = TARGETS[i].name;
    char last = name[strlen(name) - 1];
    if (last == 'a' || last == 'f')
      continue;
    length += snprintf(out + length, (size_t)(NAMES_CAPACITY - length), "%s%s",
                       length ? ", " : "", name);
  }
}

const tl_target *tl_target_default(void) {
  const tl_target *target = &TARGETS[0];
  while (strcmp(target->name, TL_TARGET_DEFAULT) != 0)
    target++;
  return target;
}

int64_t tl_wave_above(int64_t lanes) {
  int64_t next = 0;
  for (int i = 0; i < TARGET_COUNT; i++)
    if (TARGETS[i].lanes > lanes && (!next || TARGETS[i].lanes < next))
      next = TARGETS[i].lanes;
  return next;
}

tl_code tl_target_find(const char *name, const tl_target **out,
                       tl_error *error) {
  char names[NAMES_CAPACITY];
  for (int i = 0; i < TARGET_COUNT; i++)
    if (strcmp(TARGETS[i].name, name) == 0) {
      *out = &TARGETS[i];
      return TL_OK;
    }
  list_names(names);
  return tl_fail(error, TL_INVALID,
                 "target is \"%.*s\"; it has to be one of %s, or a variant "
                 "with a or f",
                 SHOWN_NAME, name, names);
}
