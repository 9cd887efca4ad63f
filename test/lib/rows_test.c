// RUN: rows_test %S/golden/copy_vector.rows | FileCheck %s
// RUN: not rows_test %S/Inputs/wrong.rows | FileCheck %s --check-prefix=WRONG
// CHECK: 339 passed, 0 failed
// WRONG: 2: expected 5, got 4
// WRONG: 3: expected error, got [2, 3]
// WRONG: 4: expected 1, got error: there is no function 'nothing'
// WRONG: 1 passed, 3 failed

/* Rows `expression => result`; `#` starts a comment line. */
#include "tl/expression.h"
#include <stdio.h>
#include <string.h>

static char line[1 << 16];
static const char ARROW[] = " => ";

/* What the evaluator makes of `expression`, and "error" as such. */
static const char *evaluate(const char *expression, tl_error *error) {
  static tl_text text;
  tl_value value;
  text.length = 0;
  if (tl_expression_evaluate(expression, strlen(expression), TL_KIND_NONE,
                             &value, error) != TL_OK)
    return "error";
  *error = (tl_error){.code = TL_OK};
  tl_value_print(&value, &text);
  return text.data;
}

int main(int argc, char **argv) {
  FILE *rows = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (!rows) {
    printf("usage: rows_test FILE\n");
    return 2;
  }
  int passed = 0, failed = 0;
  for (int number = 1; fgets(line, sizeof line, rows); number++) {
    char *arrow = strstr(line, ARROW);
    if (line[0] == '#' || !arrow)
      continue;
    *arrow = 0;
    char *expected = arrow + strlen(ARROW);
    expected[strcspn(expected, "\n")] = 0;
    tl_error error;
    const char *got = evaluate(line, &error);
    if (strcmp(got, expected) == 0) {
      passed++;
      continue;
    }
    failed++;
    printf("%d: expected %s, got %s%s%s\n", number, expected, got,
           error.code ? ": " : "", error.code ? error.message : "");
  }
  fclose(rows);
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
