/* target.c - see tl/target.h. */
#include "tl/target.h"
#include <stdio.h>
#include <string.h>

const char TL_TARGET_DEFAULT[] = "sm_90";

/* Chips that LLVM 22 compiles for, from sm_70 on. */
static const tl_target TARGETS[] = {
    {"sm_70", 70, 128, 128, false, false, false},
    {"sm_72", 72, 128, 128, false, false, false},
    {"sm_75", 75, 128, 128, true, false, false},
    {"sm_80", 80, 128, 128, true, false, true},
    {"sm_86", 86, 128, 128, true, false, true},
    {"sm_87", 87, 128, 128, true, false, true},
    {"sm_88", 88, 128, 128, true, false, true},
    {"sm_89", 89, 128, 128, true, false, true},
    {"sm_90", 90, 128, 128, true, true, true},
    {"sm_90a", 90, 128, 128, true, true, true},
    {"sm_100", 100, 256, 128, true, true, true},
    {"sm_100a", 100, 256, 128, true, true, true},
    {"sm_100f", 100, 256, 128, true, true, true},
    {"sm_101", 101, 256, 128, true, true, true},
    {"sm_101a", 101, 256, 128, true, true, true},
    {"sm_101f", 101, 256, 128, true, true, true},
    {"sm_103", 103, 256, 128, true, true, true},
    {"sm_103a", 103, 256, 128, true, true, true},
    {"sm_103f", 103, 256, 128, true, true, true},
    {"sm_110", 110, 256, 128, true, true, true},
    {"sm_110a", 110, 256, 128, true, true, true},
    {"sm_110f", 110, 256, 128, true, true, true},
    {"sm_120", 120, 256, 128, true, true, true},
    {"sm_120a", 120, 256, 128, true, true, true},
    {"sm_120f", 120, 256, 128, true, true, true},
    {"sm_121", 121, 256, 128, true, true, true},
    {"sm_121a", 121, 256, 128, true, true, true},
    {"sm_121f", 121, 256, 128, true, true, true},
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
