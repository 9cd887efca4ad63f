/* command_parts.c - The commands of tl-layout, from their rows. */
#include "parts.h"
#include "tools/tl-layout/command.h"
#include <stdio.h>
#include <string.h>

enum { LINE_END = 88 };

static void write_term(const char *word, const char *meaning) {
  printf("| `%s` | ", word);
  tl_write_cell(meaning);
  puts(" |");
}

static void write_prints(const tl_command *command) {
  if (command->prints[0].word)
    puts("\n| prints | |\n|---|---|");
  for (const tl_definition *part = command->prints; part->word; part++)
    write_term(part->word, part->meaning);
}

static void write_command_options(const tl_command *command) {
  if (command->options[0].word)
    puts("\n| option | meaning |\n|---|---|");
  for (int i = 0; command->options[i].word; i++) {
    const tl_definition *option = &command->options[i];
    write_term(tl_option_named(option->word)->usage, tl_help_option(option));
  }
}

static void write_examples(const tl_command *command) {
  const char *line = command->examples;
  if (!line)
    return;
  puts("\n```sh");
  for (; *line; line = strchr(line, '\n') + 1)
    printf("tl-layout %s %.*s\n", command->name, (int)strcspn(line, "\n"),
           line);
  puts("```");
}

static void write_command(const tl_command *command) {
  tl_text usage = {0};
  tl_help_usage(command, &usage);
  printf("\n## `%s`: %s\n\n```\ntl-layout %s %s\n```\n\n", command->name,
         command->summary, command->name, usage.data);
  tl_help_wrap(command->help, 0, LINE_END);
  write_prints(command);
  write_command_options(command);
  write_examples(command);
}

bool tl_write_commands(const char *name) {
  bool is_written = false;
  for (const tl_command *const *at = TL_COMMANDS; *at; at++)
    if (!name[0] || strcmp((*at)->name, name) == 0) {
      write_command(*at);
      is_written = true;
    }
  return is_written;
}
