/* main.c - tl-layout: evaluate, draw, query, convert and check layouts from the
 * command line.  What there is to say about a command is in its row. */
#include "command.h"
#include "tools/standard_streams.h"
#include <string.h>

#ifndef TL_VERSION
#define TL_VERSION "development"
#endif

static tl_status run_words(int count, char **words) {
  if (count < 1)
    return tl_report("--help", "no command given");
  if (strcmp(words[0], "--version") == 0) {
    puts("tl-layout " TL_VERSION);
    return TL_STATUS_OK;
  }
  const char *name = words[0];
  if (strcmp(name, "--help") == 0)
    name = "help";
  else if (strcmp(name, "-") == 0)
    name = "repl";
  const tl_command *chosen = tl_command_named(name);
  if (!chosen)
    return tl_report_unknown("command", name, tl_help_nearest(name, false));
  return tl_command_run(chosen, count - 1, words + 1);
}

int main(int argc, char **argv) {
  tl_hold_standard_streams();
  return (int)tl_print_finish(run_words(argc - 1, argv + 1));
}
