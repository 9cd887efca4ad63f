/* fuzz_command.c - Every command of tl-layout but those that read files and
 * standard input: words, one a line, the first of them the name.  Its status is
 * one of those that there are, and whoever gets an answer gets no error. */
#include "command.h"
#include "fuzz_target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 24, MOST_BYTES = 4096 };

/* Whether a word may name a file to write. */
static bool may_write(const char *word) {
  return strstr(word, "svg") || strstr(word, "html");
}

static int split(char *bytes, char **words) {
  int count = 0;
  for (char *at = bytes; at && count < MOST_WORDS; count++) {
    char *end = strchr(at, '\n');
    words[count] = at;
    if (end)
      *end++ = 0;
    if (may_write(at))
      return 0;
    at = end;
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char bytes[MOST_BYTES + 1];
  char *words[MOST_WORDS];
  if (size > MOST_BYTES || memchr(data, 0, size))
    return -1;
  memcpy(bytes, data, size);
  bytes[size] = 0;
  int count = split(bytes, words);
  const tl_command *command = count ? tl_command_named(words[0]) : NULL;
  if (!command || command == &TL_COMMAND_ROWS || command == &TL_COMMAND_REPL)
    return -1;
  tl_status status = tl_command_run(command, count - 1, words + 1);
  if (status < TL_STATUS_OK || status > TL_STATUS_UNDECIDED)
    abort();
  return 0;
}
