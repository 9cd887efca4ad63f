/* man_pages.c - Manual pages, from the rows that the tools work by. */
#include "man_pages.h"
#include "dialect/operation_rows.h"
#include "passes/pass_rows.h"
#include "tools/tl-layout/command.h"
#include "tools/tl-sim/option_help.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* ---- Text --------------------------------------------------------------- */

/* Text of a row as running text: `code` is bold, white space is one space. */
static void put(const char *text) {
  bool is_code = false;
  if (*text == '.' || *text == '\'')
    printf("\\&");
  for (; *text; text++) {
    if (*text == '`')
      printf("%s", (is_code = !is_code) ? "\\fB" : "\\fR");
    else if (*text == '\\' || *text == '-')
      printf(*text == '-' ? "\\-" : "\\e");
    else if (!isspace((unsigned char)*text))
      putchar(*text);
    else if (!isspace((unsigned char)text[1]))
      putchar(' ');
  }
  puts("");
}

static void put_term(const char *term, const char *meaning) {
  printf(".TP\n.B ");
  put(term);
  put(meaning);
}

static void put_head(const char *macro, const char *title) {
  printf(".%s ", macro);
  put(title);
}

/* Lines as they are. */
static void put_lines(const char *before, const char *lines) {
  puts(".PP\n.nf");
  for (; *lines; lines += *lines == '\n') {
    tl_text line = {0};
    int length = (int)strcspn(lines, "\n");
    tl_text_append(&line, "%s%.*s", before, length, lines);
    put(line.data);
    lines += length;
  }
  puts(".fi");
}

/* ---- The pages ---------------------------------------------------------- */

static void write_command(const tl_command *command) {
  tl_text usage = {0};
  put_head("SS", command->name);
  tl_text_append(&usage, "tl-layout %s ", command->name);
  tl_help_usage(command, &usage);
  printf(".B ");
  put(usage.data);
  puts(".PP");
  put(command->help);
  for (const tl_definition *at = command->prints; at->word; at++)
    put_term(at->word, at->meaning);
  for (const tl_definition *at = command->options; at->word; at++)
    put_term(tl_option_named(at->word)->usage, tl_help_option(at));
  if (!command->examples)
    return;
  usage.length = 0;
  tl_text_append(&usage, "tl-layout %s ", command->name);
  put_lines(usage.data, command->examples);
}

static void write_layout(void) {
  put_head("SH", "COMMANDS");
  for (const tl_command *const *at = TL_COMMANDS; *at; at++)
    write_command(*at);
}

static void write_option(const tl_option_row *option) {
  tl_text term = {0};
  if (option->initial_text)
    tl_text_append(&term, "%s=%s", option->name, option->initial_text);
  else
    tl_text_append(&term, "%s=%" PRId64, option->name, option->initial);
  put_term(term.data, option->description);
}

static void write_passes(void) {
  put_head("SH", "PIPELINES");
  for (int i = 0; i < TL_PIPELINE_COUNT; i++) {
    put_term(TL_PIPELINES[i].argument, TL_PIPELINES[i].description);
    put_term(TL_PIPELINES[i].flag, TL_PIPELINES[i].flag_description);
  }
  put_head("SH", "PASSES");
  for (int i = 0; i < TL_PASS_COUNT; i++) {
    put_head("SS", TL_PASSES[i]->argument);
    put(TL_PASSES[i]->description);
    for (intptr_t k = 0; k < TL_PASSES[i]->option_count; k++)
      write_option(&TL_PASSES[i]->options[k]);
  }
}

static void write_simulator(void) {
  const char *usage, *help;
  put_head("SH", "OPTIONS");
  for (int i = 0; tl_options_describe(i, &usage, &help); i++)
    put_term(usage, help);
}

static void write_reducer(void) {
  put_head("SH", "OPTIONS");
  put_term("--reduction-tree='traversal-mode=0 test=PROGRAM'",
           "makes FILE smaller as long as PROGRAM, which is called with a "
           "file, ends with status 1");
  put_term("--opt-reduction-pass='opt-pass=PASS test=PROGRAM'",
           "applies a pass, if PROGRAM still ends with status 1 afterwards");
}

static void write_server(void) {
  put_head("SH", "OPTIONS");
  put_term("--log=error|info|verbose", "what is said on standard error; info");
}

static void write_values(const tl_operation_value *value) {
  for (; value->name; value++)
    put_term(value->name, value->meaning);
}

static void write_operations(void) {
  put_head("SH", "OPERATIONS");
  for (int i = 0; i < TL_OPERATION_COUNT; i++) {
    const tl_operation_facts *facts = TL_OPERATIONS[i].facts;
    const tl_operation_attribute *attribute = facts->attributes;
    tl_text name = {0};
    tl_text_append(&name, "tl.%s", TL_OPERATIONS[i].name);
    put_head("SS", name.data);
    put(facts->summary);
    put_lines("", facts->example);
    write_values(facts->operands);
    write_values(facts->results);
    for (; attribute->name; attribute++)
      if (attribute->forms & facts->forms)
        put_term(attribute->name, attribute->meaning);
  }
}

static const struct {
  const char *name, *summary, *synopsis, *text;
  void (*write)(void);
} PAGES[] = {
    {"tl-layout.1", "evaluate, draw, query, convert and check layouts",
     "tl-layout COMMAND ARGUMENTS",
     "A calculator for the language of layouts. Exit status: 0, 1 when "
     "something is wrong with a layout or a file or the answer is no, 2 for "
     "wrong usage, 3 when an answer is undecided.",
     write_layout},
    {"tl-opt.1", "mlir-opt with the dialect tl and its passes",
     "tl-opt [OPTION...] [FILE]",
     "Has every option of `mlir-opt`, and the passes below as flags, "
     "`--PASS=\"OPTION=VALUE ...\"`, and in the text of `--pass-pipeline`.",
     write_passes},
    {"tl-lsp-server.1", "MLIR's language server with the dialect tl",
     "tl-lsp-server [OPTION...]",
     "Speaks the language server protocol on standard input and output: errors "
     "inside layouts while one types, what a layout is and what becomes of a "
     "copy where the mouse stands, completion of operations, attributes and "
     "functions of layouts, definition and uses of aliases. Started by an "
     "editor. It has the options of `mlir-lsp-server`.",
     write_server},
    {"tl-reduce.1", "mlir-reduce with the dialect tl and its passes",
     "tl-reduce [OPTION...] FILE",
     "Looks for a small module with the property that a program tests.",
     write_reducer},
    {"tl-sim.1", "run kernels on the CPU, thread by thread, and check them",
     "tl-sim [OPTION...] FILE",
     "Executes the functions of an MLIR file for every thread and checks every "
     "access. FILE - is standard input.",
     write_simulator},
    {"tl.7", "the MLIR dialect of tile layouts", NULL,
     "Layouts are attributes; these operations move tiles under them, and "
     "`lower-layout-copies` lowers them to vector accesses.",
     write_operations},
};
enum { PAGE_COUNT = sizeof PAGES / sizeof *PAGES };

bool tl_man_print(const char *name) {
  int i = 0, length = (int)strcspn(name, ".");
  while (i < PAGE_COUNT && strcmp(PAGES[i].name, name) != 0)
    i++;
  if (i == PAGE_COUNT)
    return false;
  printf(".TH %.*s %s \"\" \"TL " TL_VERSION "\"\n.SH NAME\n%.*s \\- ", length,
         name, name + length + 1, length, name);
  put(PAGES[i].summary);
  if (PAGES[i].synopsis)
    printf(".SH SYNOPSIS\n.B %s\n", PAGES[i].synopsis);
  put_head("SH", "DESCRIPTION");
  put(PAGES[i].text);
  PAGES[i].write();
  return true;
}
