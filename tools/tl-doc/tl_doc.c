/* tl_doc.c - tl-doc: the parts of a page that the rows of the code say.
 *
 *   <!-- tl-doc options tl-vectorize-copies -->
 *   | option | default | meaning |                       (written by tl-doc)
 *   <!-- tl-doc end -->
 *
 * Everything else goes through as it is, so that a page that is up to date
 * comes out unchanged. */
#include "completions.h"
#include "dialect/operation_rows.h"
#include "lib/base/checked.h"
#include "man_pages.h"
#include "passes/pass_rows.h"
#include "tl/function_notes.h"
#include "tl/limits.h"
#include "tools/standard_streams.h"
#include "tools/tl-layout/command.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { LINE_END = 88 };

/* A row of a table; bars are escaped in the meaning, its last cell. */
TL_PRINTF(2, 3)
static void write_row(const char *meaning, const char *format, ...) {
  va_list cells;
  va_start(cells, format);
  printf("| ");
  vprintf(format, cells);
  printf(" | ");
  va_end(cells);
  for (; *meaning; meaning++)
    printf(*meaning == '|' ? "\\%c" : "%c", *meaning);
  puts(" |");
}

/* ---- The commands of tl-layout ------------------------------------------ */

static void write_command(const tl_command *command) {
  const tl_definition *prints = command->prints, *options = command->options;
  const char *line = command->examples ? command->examples : "";
  tl_text usage = {0};
  tl_help_usage(command, &usage);
  printf("\n## `%s`: %s\n\n```\ntl-layout %s %s\n```\n\n", command->name,
         command->summary, command->name, usage.data);
  tl_help_wrap(command->help, 0, LINE_END);
  printf("%s", prints->word ? "\n| prints | |\n|---|---|\n" : "");
  for (; prints->word; prints++)
    write_row(prints->meaning, "`%s`", prints->word);
  printf("%s", options->word ? "\n| option | meaning |\n|---|---|\n" : "");
  for (; options->word; options++)
    write_row(tl_help_option(options), "`%s`",
              tl_option_named(options->word)->usage);
  printf("%s", *line ? "\n```sh\n" : "");
  for (; *line; line = strchr(line, '\n') + 1)
    printf("tl-layout %s %.*s\n", command->name, (int)strcspn(line, "\n"),
           line);
  printf("%s", command->examples ? "```\n" : "");
}

static bool write_commands(const char *name) {
  bool is_written = false;
  for (const tl_command *const *at = TL_COMMANDS; *at; at++)
    if (!name[0] || strcmp((*at)->name, name) == 0) {
      write_command(*at);
      is_written = true;
    }
  return is_written;
}

/* ---- The functions of the layout language ------------------------------- */

static const char *kind_of(tl_kind kind, const char *otherwise) {
  return kind == TL_KIND_NONE ? otherwise : tl_kind_describe(kind);
}

static bool write_functions(TL_UNUSED const char *name) {
  puts("| function | of | gives |\n|---|---|---|");
  for (const tl_function *row = tl_function_next(NULL); row;
       row = tl_function_next(row)) {
    tl_text call = {0}, kinds = {0};
    const tl_parameter *parameter = row->parameters;
    tl_function_call_print(row, &call);
    for (int i = 0; i < TL_MAX_PARAMETERS && parameter[i].name; i++)
      tl_text_append(&kinds, "%s%s", i ? ", " : "",
                     kind_of(parameter[i].kind, "a value"));
    write_row(kind_of(row->result, "as its operand"), "`%s` | %s", call.data,
              kinds.data);
  }
  return true;
}

/* What functions are for, family by family. */
static bool write_notes(TL_UNUSED const char *name) {
  const char *family = "";
  for (const tl_function_note *note = TL_FUNCTION_NOTES; note->family; note++) {
    if (strcmp(note->family, family) != 0)
      printf("\n### %s: %s\n\n| function | | example |\n|---|---|---|\n",
             note->family, tl_function_family(note->family));
    family = note->family;
    tl_text names = {0};
    for (const char *at = note->names; *at; at++)
      tl_text_append(&names, *at == ' ' ? "`, `" : "%c", *at);
    tl_text_append(&names, "` | %s", note->meaning);
    printf("| `%s | `%s` |\n", names.data, note->example);
  }
  return true;
}

/* ---- The operations ----------------------------------------------------- */

static void write_values(const char *what, const tl_operation_value *value) {
  for (; value->name; value++)
    write_row(value->meaning, "%s | `%s` | %s", what, value->name,
              tl_type_kind_name(value->type));
}

static void write_operation(const tl_operation_row *row) {
  const tl_operation_facts *facts = row->facts;
  const tl_operation_attribute *attribute = facts->attributes;
  printf("\n### `tl.%s`\n\nIt %s.\n\n```mlir\n%s\n```\n", row->name,
         facts->summary, facts->example);
  if (facts->operands->name || facts->results->name || attribute->name)
    puts("\n| | name | type | meaning |\n|---|---|---|---|");
  write_values("operand", facts->operands);
  write_values("result", facts->results);
  for (; attribute->name; attribute++)
    if (attribute->forms & facts->forms)
      write_row(attribute->meaning, "attribute | `%s` | %s%s", attribute->name,
                tl_attribute_kind_name(attribute->kind),
                attribute->is_required ? ", required" : "");
}

static bool is_named(const char *name, const tl_operation_row *row) {
  return strncmp(name, "tl.", 3) == 0 && strcmp(name + 3, row->name) == 0;
}

static bool write_operations(const char *name) {
  bool is_written = false;
  for (int i = 0; i < TL_OPERATION_COUNT; i++)
    if (!name[0] || is_named(name, &TL_OPERATIONS[i])) {
      write_operation(&TL_OPERATIONS[i]);
      is_written = true;
    }
  return is_written;
}

/* Those that the operation is the first to follow. */
static bool write_rules(const char *name) {
  unsigned bit = 0;
  for (int i = 0; i < TL_OPERATION_COUNT; i++)
    if (is_named(name, &TL_OPERATIONS[i]))
      bit = 1u << i;
  if (!bit)
    return false;
  puts("| rule | |\n|---|---|");
  for (const tl_operation_rule *at = TL_OPERATION_RULES; at->label; at++)
    if (tl_lowest_bit(at->operations) == bit)
      write_row(at->text, "%s", at->label);
  return true;
}

/* ---- The passes --------------------------------------------------------- */

static void write_option(const tl_option_row *option) {
  const char *initial = option->initial_text;
  if (initial)
    write_row(option->description, *initial ? "`%s` | `%s`" : "`%s` |%s",
              option->name, initial);
  else
    write_row(option->description, "`%s` | %" PRId64, option->name,
              option->initial);
}

/* Those that a pass or a pipeline has itself. */
static bool write_options(const char *name) {
  static const char HEAD[] = "| option | default | meaning |\n|---|---|---|";
  for (int i = 0; i < TL_PIPELINE_COUNT; i++)
    if (strcmp(TL_PIPELINES[i].argument, name) == 0) {
      puts(HEAD);
      write_row(TL_PIPELINES[i].flag_description, "`%s` | false",
                TL_PIPELINES[i].flag);
      return true;
    }
  for (int i = 0; i < TL_PASS_COUNT; i++) {
    const tl_pass_row *pass = TL_PASSES[i];
    if (strcmp(pass->argument, name) != 0 || !pass->option_count)
      continue;
    puts(HEAD);
    for (intptr_t k = 0; k < pass->option_count; k++)
      write_option(&pass->options[k]);
    return true;
  }
  return false;
}

static void write_link(const char *argument, const char *description) {
  write_row(description, "[`%s`](#%s)", argument, argument);
}

static bool write_passes(TL_UNUSED const char *name) {
  puts("| pass | what it does |\n|---|---|");
  for (int i = 0; i < TL_PIPELINE_COUNT; i++)
    write_link(TL_PIPELINES[i].argument, TL_PIPELINES[i].description);
  for (int i = 0; i < TL_PASS_COUNT; i++)
    write_link(TL_PASSES[i]->argument, TL_PASSES[i]->description);
  return true;
}

/* ---- Limits ------------------------------------------------------------- */

static bool write_limits(TL_UNUSED const char *name) {
#define ROW(name, number, of, beyond) {#name, number, of, beyond},
  static const struct {
    const char *name;
    int number;
    const char *of, *beyond;
  } ROWS[] = {TL_LIMIT_ROWS(ROW)};
#undef ROW
  puts("| name | most | of what | beyond |\n|---|---|---|---|");
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
    write_row(ROWS[i].beyond, "`%s` | %d | %s", ROWS[i].name, ROWS[i].number,
              ROWS[i].of);
  return true;
}

/* ---- Pages -------------------------------------------------------------- */

/* Each writes Markdown of what has that name, or of all without one; false when
 * there is nothing of that name. */
static const struct {
  const char *name;
  bool (*write)(const char *name);
} PARTS[] = {
    {"commands", write_commands},     {"functions", write_functions},
    {"operations", write_operations}, {"options", write_options},
    {"passes", write_passes},         {"rules", write_rules},
    {"notes", write_notes},           {"limits", write_limits},
};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS, WORD = 64 };

static const char USAGE[] =
    "usage: tl-doc PAGE\n"
    "       tl-doc --man tl-layout.1|tl-lsp-server.1|tl-opt.1|tl-reduce.1|"
    "tl-sim.1|tl.7\n"
    "       tl-doc --completion bash|zsh|fish "
    "tl-layout|tl-lsp-server|tl-opt|tl-sim\n"
    "       tl-doc --version\n"
    "\n"
    "Prints a page of Markdown.  What stands in it between\n"
    "  <!-- tl-doc PART [NAME] -->\n"
    "  <!-- tl-doc end -->\n"
    "is printed as the tables of the code say it.  Parts:\n"
    "  commands [NAME]    the commands of tl-layout\n"
    "  functions          how the functions of the layout language are called\n"
    "  notes              what they are for, by family, with examples\n"
    "  operations [NAME]  operands, results and attributes\n"
    "  options NAME       the options of a pass or a pipeline\n"
    "  passes             passes and pipelines\n"
    "  rules NAME         the rules that begin with an operation\n";

/* What a line says to tl-doc: `name` is empty where it says nothing. */
typedef struct marker {
  char name[WORD], argument[WORD];
} marker;

static bool write_part(const marker *part) {
  for (int i = 0; i < PART_COUNT; i++)
    if (strcmp(PARTS[i].name, part->name) == 0)
      return PARTS[i].write(part->argument);
  return false;
}

/* What is wrong with a line, or null; `open` is the part around it. */
static const char *take_line(const char *line, marker *open) {
  marker said = {.name = ""};
  sscanf(line, "<!-- tl-doc %63s %63s", said.name, said.argument);
  if (strcmp(said.argument, "-->") == 0)
    said.argument[0] = 0;
  bool is_inside = open->name[0] != 0, ends = strcmp(said.name, "end") == 0;
  if (is_inside && said.name[0] && !ends)
    return "a part begins inside another";
  if (!is_inside && ends)
    return "no part ends here";
  if (!is_inside || ends)
    puts(line);
  if (!said.name[0])
    return NULL;
  *open = ends ? (marker){.name = ""} : said;
  return ends || write_part(&said) ? NULL : "there is no such part";
}

static bool print_page(FILE *page, const char *path) {
  tl_buffer line = {0};
  marker open = {.name = ""};
  const char *error = NULL;
  int number = 0;
  for (; !error && tl_buffer_read_line(&line, page); number++)
    error = tl_buffer_is_text(&line) ? take_line(line.data, &open)
                                     : "a line has byte 0x00";
  if (!error && open.name[0])
    error = "a part has no end";
  if (ferror(page))
    fprintf(stderr, "tl-doc: cannot read %s: %s\n", path, strerror(errno));
  else if (error)
    fprintf(stderr, "tl-doc: %s:%d: %s\n", path, number, error);
  bool is_read = !ferror(page);
  tl_buffer_free(&line);
  return is_read && !error;
}

/* What has been printed has to arrive. */
static int finish(bool good) {
  if (fflush(stdout) == 0 && !ferror(stdout))
    return !good;
  fprintf(stderr, "tl-doc: cannot write to standard output: %s\n",
          strerror(errno));
  return 1;
}

static int print_man(const char *name) {
  bool is_there = tl_man_print(name);
  if (!is_there)
    fprintf(stderr, "tl-doc: there is no manual page %s; see tl-doc --help\n",
            name);
  return finish(is_there);
}

static int print_completion(const char *shell, const char *tool) {
  bool is_there = tl_completion_print(shell, tool);
  if (!is_there)
    fprintf(stderr,
            "tl-doc: there is no completion of %s in %s; see tl-doc --help\n",
            tool, shell);
  return finish(is_there);
}

/* What an option takes; null where there is none of that name. */
static const char *taken_by(const char *option) {
  static const char *const TAKES[][2] = {
      {"--man", "the name of one manual page"},
      {"--completion", "a shell and a tool"},
      {"--version", "nothing"},
      {"--help", "nothing"}};
  for (size_t i = 0; i < sizeof TAKES / sizeof *TAKES; i++)
    if (strcmp(option, TAKES[i][0]) == 0)
      return TAKES[i][1];
  return NULL;
}

/* Words that are not one page. */
static int refuse(int argc, char **argv) {
  const char *first = argc > 1 ? argv[1] : "";
  const char *taken = taken_by(first);
  if (taken)
    fprintf(stderr, "tl-doc: %s takes %s, got %d argument%s", first, taken,
            argc - 2, argc == 3 ? "" : "s");
  else if (strncmp(first, "--", 2) == 0)
    fprintf(stderr, "tl-doc: there is no option %s", first);
  else
    fprintf(stderr, "tl-doc: takes one page, got %d arguments", argc - 1);
  fputs("; see tl-doc --help\n", stderr);
  return 2;
}

int main(int argc, char **argv) {
  tl_hold_standard_streams();
  bool helps = argc == 2 && strcmp(argv[1], "--help") == 0;
  if (argc == 3 && strcmp(argv[1], "--man") == 0)
    return print_man(argv[2]);
  if (argc == 4 && strcmp(argv[1], "--completion") == 0)
    return print_completion(argv[2], argv[3]);
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    puts("tl-doc " TL_VERSION ", LLVM " TL_LLVM_VERSION);
    return finish(true);
  }
  if (helps) {
    fputs(USAGE, stdout);
    return finish(true);
  }
  if (argc != 2 || strncmp(argv[1], "--", 2) == 0)
    return refuse(argc, argv);
  FILE *page = fopen(argv[1], "r");
  if (!page) {
    fprintf(stderr, "tl-doc: cannot open %s: %s\n", argv[1], strerror(errno));
    return 1;
  }
  bool good = print_page(page, argv[1]);
  fclose(page);
  return finish(good);
}
