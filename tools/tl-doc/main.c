/* main.c - tl-doc: the parts of a page that the rows of the code say.
 *
 *   <!-- tl-doc options tl-vectorize-copies -->
 *   | option | default | meaning |                       (written by tl-doc)
 *   <!-- tl-doc end -->
 *
 * Everything else goes through as it is, so that a page that is up to date
 * comes out unchanged. */
#include "parts.h"
#include "tools/tl-layout/output.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  tl_part_function *write;
} PARTS[] = {
    {"commands", tl_write_commands},     {"functions", tl_write_functions},
    {"operations", tl_write_operations}, {"options", tl_write_options},
    {"passes", tl_write_passes},         {"rules", tl_write_rules},
};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS, WORD = 64 };

/* What a line says to tl-doc: `name` is empty where it says nothing. */
typedef struct marker {
  char name[WORD], argument[WORD];
} marker;

static const char USAGE[] =
    "usage: tl-doc PAGE\n"
    "\n"
    "Prints a page of Markdown.  What stands in it between\n"
    "  <!-- tl-doc PART [NAME] -->\n"
    "  <!-- tl-doc end -->\n"
    "is printed as the tables of the code say it.  Parts:\n"
    "  commands [NAME]    the commands of tl-layout\n"
    "  functions          the functions of the layout language\n"
    "  operations [NAME]  operands, results and attributes\n"
    "  options NAME       the options of a pass or a pipeline\n"
    "  passes             passes and pipelines\n"
    "  rules NAME         the rules that begin with an operation\n";

static bool print_page(FILE *page, const char *path);
static const char *take_line(const char *line, marker *open);
static bool write_part(const marker *part);

int main(int argc, char **argv) {
  bool helps = argc == 2 && strcmp(argv[1], "--help") == 0;
  if (argc != 2 || helps) {
    fputs(USAGE, helps ? stdout : stderr);
    return helps ? 0 : 2;
  }
  FILE *page = fopen(argv[1], "r");
  if (!page) {
    fprintf(stderr, "tl-doc: cannot open %s: %s\n", argv[1], strerror(errno));
    return 1;
  }
  bool good = print_page(page, argv[1]);
  fclose(page);
  if (fflush(stdout) == 0 && !ferror(stdout))
    return !good;
  fputs("tl-doc: cannot write to standard output\n", stderr);
  return 1;
}

static bool print_page(FILE *page, const char *path) {
  tl_buffer line = {0};
  marker open = {.name = ""};
  const char *error = NULL;
  int number = 0;
  for (; !error && tl_buffer_read_line(&line, page); number++)
    error = take_line(line.data, &open);
  if (!error && open.name[0])
    error = "a part has no end";
  if (error)
    fprintf(stderr, "tl-doc: %s:%d: %s\n", path, number, error);
  tl_buffer_free(&line);
  return !error;
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

static bool write_part(const marker *part) {
  for (int i = 0; i < PART_COUNT; i++)
    if (strcmp(PARTS[i].name, part->name) == 0)
      return PARTS[i].write(part->argument);
  return false;
}

void tl_write_cell(const char *text) {
  for (; *text; text++)
    printf(*text == '|' ? "\\%c" : "%c", *text);
}
