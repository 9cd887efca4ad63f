/* commands.c - The table of commands; see command.h. */
#include "command.h"
#include <string.h>

const tl_command *const TL_COMMANDS[] = {
    &TL_COMMAND_EVAL,    &TL_COMMAND_SHOW, &TL_COMMAND_AT,    &TL_COMMAND_WHERE,
    &TL_COMMAND_CONVERT, &TL_COMMAND_SAME, &TL_COMMAND_CHECK, &TL_COMMAND_BANKS,
    &TL_COMMAND_PLAN,    &TL_COMMAND_ROWS, &TL_COMMAND_HELP,  NULL,
};

const tl_command *tl_command_named(const char *name) {
  const tl_command *const *at = TL_COMMANDS;
  while (*at && strcmp((*at)->name, name) != 0)
    at++;
  return *at;
}
