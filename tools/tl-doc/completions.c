/* completions.c - Completion of command lines, from the rows that the tools work
 * by.
 *
 * A tool is a list of words: behind which command each may stand, what it means,
 * what may follow it.  A script is a shell's frame around one line a word. */
#include "completions.h"
#include "passes/pass_rows.h"
#include "tl/function_notes.h"
#include "tools/tl-layout/command.h"
#include "tools/tl-sim/option_help.h"
#include <ctype.h>
#include <string.h>

typedef struct completed_word {
  const char *tool, *command; /* empty: behind none */
  const char *text;           /* ends in '=' where a value is part of it */
  const char *meaning;
  bool takes_value;
  const char *values; /* with blanks between them; empty: others */
} completed_word;

typedef void (*word_writer)(const completed_word *word);

/* ---- The words of each tool --------------------------------------------- */

/* Appends the words that a list starts with: "thread, warp or cta". */
static void append_values(const char *list, tl_text *out) {
  while (*list) {
    size_t end = strcspn(list, ", |");
    bool is_or = strncmp(list, "or ", 3) == 0;
    bool ends_item = list[end] != ' ' || strncmp(list + end, " or ", 4) == 0;
    if (!is_or && !ends_item)
      return;
    if (!is_or)
      tl_text_append(out, "%s%.*s", out->length ? " " : "", (int)end, list);
    list += end;
    list += strspn(list, ", |");
  }
}

/* One word alone is a description. */
static const char *values_of(const char *list, tl_text *out) {
  append_values(list, out);
  return strchr(out->data, ' ') ? out->data : "";
}

/* The same option with a file behind `=`. */
static void write_file(completed_word word, word_writer write) {
  tl_text text = {0};
  tl_text_append(&text, "%s=", word.text);
  word.text = text.data;
  word.takes_value = true;
  write(&word);
}

static void list_layout_options(const tl_command *command, word_writer write) {
  for (const tl_definition *at = command->options; at->word; at++) {
    const tl_option *option = tl_option_named(at->word);
    tl_text values = {0};
    tl_takes takes = tl_option_takes(option);
    completed_word own = {"tl-layout",        command->name,           at->word,
                          tl_help_option(at), takes == TL_TAKES_VALUE, ""};
    if (own.takes_value)
      own.values = values_of(option->takes, &values);
    write(&own);
    if (takes == TL_TAKES_FILE)
      write_file(own, write);
  }
}

/* What `tl-layout help` explains: commands, families, functions. */
static void list_help(word_writer write) {
  const char *family = "", *last = "";
  completed_word own = {"tl-layout",     "help", "functions",
                        "all functions", false,  ""};
  write(&own);
  for (const tl_command *const *at = TL_COMMANDS; *at; at++) {
    own.text = (*at)->name;
    own.meaning = (*at)->summary;
    write(&own);
  }
  for (const tl_function_note *at = TL_FUNCTION_NOTES; at->family; at++) {
    own.text = at->family;
    own.meaning = tl_function_family(at->family);
    if (strcmp(at->family, family) != 0)
      write(&own);
    family = at->family;
  }
  for (const tl_function *row = tl_function_next(NULL); row;
       row = tl_function_next(row)) {
    own.text = row->name;
    own.meaning =
        tl_function_note_of(row->name, strlen(row->name), NULL)->meaning;
    if (strcmp(row->name, last) != 0)
      write(&own);
    last = row->name;
  }
}

static void list_layout(word_writer write) {
  for (const tl_command *const *at = TL_COMMANDS; *at; at++)
    write(&(completed_word){"tl-layout", "", (*at)->name, (*at)->summary, false,
                            ""});
  for (const tl_command *const *at = TL_COMMANDS; *at; at++)
    list_layout_options(*at, write);
  list_help(write);
}

/* `--report[=text|json]` is two words. */
static void list_simulator(word_writer write) {
  const char *usage, *help;
  for (int i = 0; tl_options_describe(i, &usage, &help); i++) {
    tl_text text = {0}, values = {0};
    int length = (int)strcspn(usage, "[=");
    const char *value = strchr(usage, '=');
    tl_text_append(&text, "%.*s", length, usage);
    if (!value || usage[length] == '[')
      write(&(completed_word){"tl-sim", "", text.data, help, false, ""});
    if (!value)
      continue;
    if (strchr(value, '|'))
      append_values(value + 1, &values);
    values.data[strcspn(values.data, "]")] = 0;
    tl_text_append(&text, "=");
    write(&(completed_word){"tl-sim", "", text.data, help, true, values.data});
  }
}

static void write_pass(const char *argument, const char *description,
                       word_writer write) {
  tl_text text = {0};
  tl_text_append(&text, "--%s", argument);
  write(&(completed_word){"tl-opt", "", text.data, description, false, ""});
}

static void list_opt(word_writer write) {
  for (int i = 0; i < TL_PIPELINE_COUNT; i++)
    write_pass(TL_PIPELINES[i].argument, TL_PIPELINES[i].description, write);
  for (int i = 0; i < TL_PASS_COUNT; i++)
    write_pass(TL_PASSES[i]->argument, TL_PASSES[i]->description, write);
  write_pass("pass-pipeline=", "passes in the syntax of MLIR", write);
}

static void list_server(word_writer write) {
  write(&(completed_word){"tl-lsp-server", "",
                          "--log=", "what is said on standard error", true,
                          "error info verbose"});
}

static const struct {
  const char *name;
  void (*list)(word_writer write);
} TOOLS[] = {{"tl-layout", list_layout},
             {"tl-lsp-server", list_server},
             {"tl-opt", list_opt},
             {"tl-sim", list_simulator}};
enum { TOOL_COUNT = sizeof TOOLS / sizeof *TOOLS };

/* ---- The scripts of each shell ------------------------------------------ */

/* A word of a shell; white space is one blank. */
static void put_quoted(const char *text) {
  putchar('\'');
  for (; *text; text++)
    if (*text == '\'')
      printf("'\\''");
    else if (!isspace((unsigned char)*text))
      putchar(*text);
    else if (!isspace((unsigned char)text[1]))
      putchar(' ');
  printf("' ");
}

static void write_fields(const completed_word *word) {
  printf("  word ");
  put_quoted(word->command);
  put_quoted(word->text);
  put_quoted(word->values);
  put_quoted(word->meaning);
  puts("");
}

/* The first parameter is the tool. */
static const char BASH[] =
    "  local at=$COMP_CWORD now=${COMP_WORDS[COMP_CWORD]} words= values=\n"
    "  local before=${COMP_WORDS[COMP_CWORD-1]} command=\n"
    "  [ \"$now\" != = ] || now=\n"
    "  [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD-2]}\n"
    "  [ \"$1\" != tl-layout ] || [ \"$at\" = 1 ] || "
    "command=${COMP_WORDS[1]}\n"
    "  word() {\n"
    "    if [ -n \"$3\" ] && [ \"$before\" = \"${2%=}\" ]; then\n"
    "      values=$3\n"
    "    elif [ \"$1\" = \"$command\" ]; then\n"
    "      words=\"$words $2\"\n"
    "    fi\n"
    "  }\n";
static const char BASH_END[] =
    "  unset -f word\n"
    "  COMPREPLY=($(compgen -W \"${values:-$words}\" -- \"$now\"))\n"
    "  case ${COMPREPLY[*]-} in *=) compopt -o nospace 2>/dev/null ;; esac\n"
    "}\n";

static const char ZSH[] =
    "local before=$words[CURRENT-1] command=\n"
    "local -a found open values\n"
    "[[ $service != tl-layout || $CURRENT == 2 ]] || command=$words[2]\n"
    "if [[ $PREFIX == --*=* ]]; then\n"
    "  before=${PREFIX%%=*}\n"
    "  compset -P '*='\n"
    "fi\n"
    "word() {\n"
    "  if [[ -n $3 && $before == ${2%=} ]]; then\n"
    "    values=(${=3})\n"
    "  elif [[ $1 != $command ]]; then\n"
    "    return\n"
    "  elif [[ $2 == *= ]]; then\n"
    "    open+=(\"$2:$4\")\n"
    "  else\n"
    "    found+=(\"$2:$4\")\n"
    "  fi\n"
    "}\n";
static const char ZSH_END[] = "unfunction word\n"
                              "if (( $#values )); then\n"
                              "  compadd -a values\n"
                              "else\n"
                              "  _describe word found\n"
                              "  _describe option open -S ''\n"
                              "  _files\n"
                              "fi\n";

static void begin_bash(const char *tool) {
  printf("# Completion of %s in bash; from tl-doc.\n_%s() {\n%s", tool, tool,
         BASH);
}

static void end_bash(const char *tool) {
  printf("%scomplete -o default -F _%s %s\n", BASH_END, tool, tool);
}

static void begin_zsh(const char *tool) {
  printf("#compdef %s\n# Completion of %s in zsh; from tl-doc.\n%s", tool, tool,
         ZSH);
}

static void end_zsh(TL_UNUSED const char *tool) { fputs(ZSH_END, stdout); }

static void begin_fish(const char *tool) {
  printf("# Completion of %s in fish; from tl-doc.\n", tool);
}

static void end_fish(TL_UNUSED const char *tool) {}

static void write_fish(const completed_word *word) {
  bool is_option = strncmp(word->text, "--", 2) == 0;
  printf("complete -c %s ", word->tool);
  if (word->command[0])
    printf("-n '__fish_seen_subcommand_from %s' ", word->command);
  else if (!is_option)
    printf("-n __fish_use_subcommand ");
  if (is_option)
    printf("-l %.*s ", (int)strcspn(word->text + 2, "="), word->text + 2);
  else
    printf("-f -a %s ", word->text);
  if (word->takes_value)
    printf(word->values[0] ? "-x -a '%s' " : "-r ", word->values);
  printf("-d ");
  put_quoted(word->meaning);
  puts("");
}

static const struct {
  const char *name;
  void (*begin)(const char *tool);
  word_writer write;
  void (*end)(const char *tool);
} SHELLS[] = {{"bash", begin_bash, write_fields, end_bash},
              {"zsh", begin_zsh, write_fields, end_zsh},
              {"fish", begin_fish, write_fish, end_fish}};
enum { SHELL_COUNT = sizeof SHELLS / sizeof *SHELLS };

/* The shell and the tool are rows. */
static void print_script(int shell, int tool) {
  SHELLS[shell].begin(TOOLS[tool].name);
  TOOLS[tool].list(SHELLS[shell].write);
  SHELLS[shell].end(TOOLS[tool].name);
}

bool tl_completion_print(const char *shell, const char *tool) {
  for (int s = 0; s < SHELL_COUNT; s++)
    for (int t = 0; t < TOOL_COUNT; t++)
      if (strcmp(SHELLS[s].name, shell) == 0 &&
          strcmp(TOOLS[t].name, tool) == 0) {
        print_script(s, t);
        return true;
      }
  return false;
}
