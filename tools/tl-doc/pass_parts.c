/* pass_parts.c - The passes, from passes/passes.c. */
#include "parts.h"
#include "passes/pass_rows.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void write_head(void) {
  puts("| option | default | meaning |\n|---|---|---|");
}

static void write_option(const tl_option_row *option) {
  printf("| `%s` | ", option->name);
  if (!option->initial_text)
    printf("%" PRId64 " | ", option->initial);
  else if (option->initial_text[0])
    printf("`%s` | ", option->initial_text);
  else
    printf("| ");
  tl_write_cell(option->description);
  puts(" |");
}

bool tl_write_options(const char *name) {
  for (int i = 0; i < TL_PIPELINE_COUNT; i++)
    if (strcmp(TL_PIPELINES[i].argument, name) == 0) {
      write_head();
      printf("| `%s` | false | %s |\n", TL_PIPELINES[i].flag,
             TL_PIPELINES[i].flag_description);
      return true;
    }
  for (int i = 0; i < TL_PASS_COUNT; i++) {
    const tl_pass_row *pass = TL_PASSES[i];
    if (strcmp(pass->argument, name) != 0 || !pass->option_count)
      continue;
    write_head();
    for (intptr_t k = 0; k < pass->option_count; k++)
      write_option(&pass->options[k]);
    return true;
  }
  return false;
}

static void write_row(const char *argument, const char *description) {
  printf("| [`%s`](#%s) | ", argument, argument);
  tl_write_cell(description);
  puts(" |");
}

bool tl_write_passes(const char *name) {
  (void)name;
  puts("| pass | what it does |\n|---|---|");
  for (int i = 0; i < TL_PIPELINE_COUNT; i++)
    write_row(TL_PIPELINES[i].argument, TL_PIPELINES[i].description);
  for (int i = 0; i < TL_PASS_COUNT; i++)
    write_row(TL_PASSES[i]->argument, TL_PASSES[i]->description);
  return true;
}
