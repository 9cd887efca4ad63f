/* repl.c - `tl-layout repl`: a session of commands, expressions and names.
 *
 *   a = spatial(8, 4)            names a value
 *   a.local(1, 2)                is evaluated
 *   show a.local(1, 2)           is a command
 *
 * A name stands for the text of its value: lines are expanded, and then read as
 * everywhere else. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "tl/function_notes.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_WORDS = 64 };

typedef struct named {
  char *name, *text; /* owned */
} named;

typedef struct session {
  named items[TL_MAX_NAMES];
  int count;
} session;

/* ---- Names -------------------------------------------------------------- */

static bool is_letter(char byte) {
  return isalnum((unsigned char)byte) || byte == '_';
}

static size_t name_length(const char *text) {
  size_t length = 0;
  while (is_letter(text[length]))
    length++;
  return isdigit((unsigned char)*text) ? 0 : length;
}

static named *find(session *of, const char *name, size_t length) {
  for (int i = 0; i < of->count; i++)
    if (strlen(of->items[i].name) == length &&
        memcmp(of->items[i].name, name, length) == 0)
      return &of->items[i];
  return NULL;
}

/* Whether a name of that place stands for a value: it is no method, axis,
 * function, argument or number known at run time. */
static bool is_value(const char *line, const char *name, size_t length) {
  const char *behind = name + length;
  char before = ' ';
  for (const char *at = name; at > line && before == ' ';)
    before = *--at;
  behind += strspn(behind, " ");
  bool is_argument = *behind == '=';
  return !strchr(".@#", before) && *behind != '(' && *behind != '{' &&
         !is_argument;
}

/* The line with the text of each value in the place of its name. */
static void expand(session *of, const char *line, tl_buffer *out) {
  tl_writer writer = tl_buffer_writer(out);
  bool is_quoted = false;
  out->length = 0;
  for (const char *at = line; *at;) {
    size_t length = is_quoted ? 0 : name_length(at);
    const named *item = length ? find(of, at, length) : NULL;
    if (item && is_value(line, at, length))
      writer.write(writer.stream, item->text, strlen(item->text));
    else
      writer.write(writer.stream, at, length ? length : 1);
    is_quoted ^= *at == '"';
    at += length ? length : 1;
    for (; length == 0 && isdigit((unsigned char)at[-1]) && is_letter(*at);
         at++)
      writer.write(writer.stream, at, 1);
  }
  writer.write(writer.stream, "", 0);
}

/* ---- Lines -------------------------------------------------------------- */

static char *copy_of(const char *text, size_t length) {
  char *copy = tl_allocate(length + 1, 1);
  memcpy(copy, text, length);
  return copy;
}

/* A layout in brackets, which what is around it cannot tear apart. */
static char *text_of(const tl_value *value) {
  tl_buffer text = {0};
  tl_writer writer = tl_buffer_writer(&text);
  bool is_layout = tl_notation_of(value->kind) != NULL;
  tl_write(&writer, is_layout ? "(" : "");
  tl_value_write(value, writer);
  tl_write(&writer, is_layout ? ")" : "");
  return text.data;
}

static bool is_command(const char *name, size_t length) {
  char own[TL_PIECE_CAPACITY];
  snprintf(own, sizeof own, "%.*s", (int)length, name);
  return tl_command_named(own) != NULL;
}

/* Whether the language has that name already. */
static bool is_taken(const char *name, size_t length) {
  static const char *const WORDS[] = {"S",    "R",   "E",   "Sw",  "o",
                                      "None", "div", "ld",  "ld2", "ld3",
                                      "ld4",  "ld5", "ld6", "ld7"};
  _Static_assert(TL_MAX_SYMBOLS == 7, "ld to ld7 are strides");
  tl_value value;
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strlen(WORDS[i]) == length && memcmp(WORDS[i], name, length) == 0)
      return true;
  return tl_function_note_of(name, length, NULL) ||
         tl_axis_named(name, (int64_t)length) != TL_AXIS_COUNT ||
         tl_scope_named(name, (int64_t)length) != TL_SCOPE_COUNT ||
         (length == 1 && strchr("MNKL", *name)) || is_command(name, length) ||
         tl_expression_evaluate(name, length, TL_KIND_NONE, 32, &value, NULL) ==
             TL_OK;
}

static tl_status define(session *of, const char *name, size_t length,
                        const char *expression) {
  const tl_arguments arguments = {.target = tl_target_default()};
  named *item = find(of, name, length);
  tl_value value;
  if (is_taken(name, length))
    return tl_report(NULL, "'%.*s' means something in the language already",
                     (int)length, name);
  if (!item && of->count == TL_MAX_NAMES)
    return tl_report(NULL, "a session has at most %d names", TL_MAX_NAMES);
  if (!tl_evaluate_argument(expression, &arguments, &value))
    return TL_STATUS_FAILED;
  if (value.kind == TL_KIND_TEXT)
    return tl_report(NULL, "'%.*s' would be a text, which is no value",
                     (int)length, name);
  if (!item) {
    item = &of->items[of->count++];
    item->name = copy_of(name, length);
  }
  free(item->text);
  item->text = text_of(&value);
  return TL_STATUS_OK;
}

/* The end of a word: a blank outside of brackets and quotes. */
static char *end_of_word(char *at) {
  char quote = 0;
  for (int depth = 0; *at && (quote || depth > 0 || *at != ' '); at++) {
    if (quote)
      quote = *at == quote ? 0 : quote;
    else if (strchr("'\"", *at))
      quote = *at;
    else
      depth += (strchr("([{<", *at) != NULL) - (strchr(")]}>", *at) != NULL);
  }
  return at;
}

/* Quotes around a word are not part of it. */
static char *unquoted(char *word) {
  size_t length = strlen(word);
  if (length < 2 || *word != '\'' || word[length - 1] != '\'')
    return word;
  word[length - 1] = 0;
  return word + 1;
}

/* Cuts a line into words; where a command has one operand that is all up to the
 * options behind it. */
static int cut(const tl_command *command, char *at, char **words) {
  int count = 0;
  at += strspn(at, " ");
  while (*at && count < MOST_WORDS) {
    bool is_operand =
        strncmp(at, "--", 2) != 0 &&
        (count == 0 || !tl_command_takes_value(command, words[count - 1]));
    bool is_rest = is_operand && command->operands.most == 1 && *at != '\'';
    char *option = strstr(at, " --");
    char *end = !is_rest ? end_of_word(at) : option ? option : at + strlen(at);
    char *next = end + strspn(end, " ");
    *end = 0;
    words[count++] = unquoted(at);
    at = next;
  }
  return count;
}

static tl_status run_command(const char *name, size_t length, char *rest) {
  char own[TL_PIECE_CAPACITY], *words[MOST_WORDS];
  snprintf(own, sizeof own, "%.*s", (int)length, name);
  const tl_command *command = tl_command_named(own);
  if (command == &TL_COMMAND_REPL)
    return tl_report(NULL, "this is a session already");
  return tl_command_run(command, cut(command, rest, words), words);
}

static tl_status run_line(session *of, const char *line) {
  size_t length = name_length(line);
  const char *behind = line + length + strspn(line + length, " ");
  tl_buffer text = {0};
  tl_status status;
  if (length > 0 && *behind == '=') {
    expand(of, behind + 1 + strspn(behind + 1, " "), &text);
    status = define(of, line, length, text.data);
  } else if (is_command(line, length) && (!*behind || line[length] == ' ')) {
    expand(of, behind, &text);
    status = run_command(line, length, text.data);
  } else {
    expand(of, line, &text);
    status = tl_command_run(&TL_COMMAND_EVAL, 1, &text.data);
  }
  tl_buffer_free(&text);
  return status;
}

static void prompt(void) {
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
    printf("> ");
  fflush(stdout);
}

static tl_status run(TL_UNUSED const tl_arguments *arguments) {
  session *own = tl_allocate(1, sizeof *own);
  tl_buffer line = {0};
  tl_status all = TL_STATUS_OK;
  for (prompt(); tl_buffer_read_line(&line, stdin); prompt()) {
    const char *text = line.data + strspn(line.data, " \t");
    bool is_attribute = strncmp(text, "#tl.", 4) == 0;
    bool is_text = tl_buffer_is_text(&line);
    if (is_text && (!*text || (*text == '#' && !is_attribute)))
      continue;
    tl_status status =
        is_text ? run_line(own, text) : tl_report(NULL, "a line has byte 0x00");
    if (status != TL_STATUS_OK && all != TL_STATUS_FAILED)
      all = status == TL_STATUS_UNDECIDED ? status : TL_STATUS_FAILED;
  }
  if (ferror(stdin))
    all = tl_report(NULL, "cannot read standard input");
  for (int i = 0; i < own->count; i++) {
    free(own->items[i].name);
    free(own->items[i].text);
  }
  free(own);
  tl_buffer_free(&line);
  return all;
}

const tl_command TL_COMMAND_REPL = {
    .name = "repl",
    .summary = "read commands, expressions and names of values line by line",
    .operands = {"", 0, 0},
    .run = run,
    .help =
        "A line is a command with its arguments, an expression, which is "
        "evaluated, or NAME = EXPRESSION, after which the name stands for the "
        "value.  The one expression of a command need not be quoted; where a "
        "command has several, one with a blank outside of brackets is put in "
        "'...'.  Blank lines and lines that start with '#' are skipped; an "
        "error does not end the session.  'tl-layout -' is the same.\n"
        "Exit status: 0, 1 when a line was wrong or the answer was no, 3 when "
        "an answer was undecided.",
};
